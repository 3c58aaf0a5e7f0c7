"""The stage in Chromium, and forty who follow over WebSockets: a whole lesson, five of them hostile, ten lost and back, the
server killed once; ten scripts at 1280 by 720; an export without a network."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect
from websockets.exceptions import ConnectionClosed

from bench.classroom import asked, seat
from tests.browser.harness import ARTEFACTS, PATIENCE
from tests.browser.phones import Phone, all_go, beside
from tests.browser.served import Served
from tutor.pages.stage.export import exported
from tutor.pages.stage.script import script_files, shipped_script

pytestmark = [pytest.mark.browser]
FOLLOWERS, HOSTILE, LOST = 40, 5, 10
#: What nobody may be sent before the answer is shown: the words of the answer, its rule, and how votes fell.
SECRETS = (
    "Challengers come before",
    "order.challenges-first",
    "Groups of Denizens",
    "st-bars",
    "st-right",
    "st-fell",
    "_notes",
)
#: The question is in step 3 of the script; the Troll is right, in the third place of the options.
RIGHT = 2


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Served]:
    found = Served(tmp_path / "data", ("stage", "order", "--alone"))
    found.start()
    yield found
    found.end()


async def disturbs(phone: Phone) -> None:
    """A hostile pupil: forged acts, another's place, script, far too much at once."""
    for target in (
        "do:3:reveal",
        "do:3:step 6",
        "vote:99",
        "vote:-1",
        "vote:<script>",
        "draw:",
        "pip:0:6",
        "save:",
        "card:more",
    ):
        await phone.touches(target, draw=["ring", "250,760"])
    for forged in ({"kind": "touch"}, {"kind": "ready", "version": -1}, {"by": "driver"}, []):
        await phone.says(forged)  # type: ignore[arg-type]
    head, _ = await asked(phone.root + "/seat/" + "x" * 16 + "/")
    assert (
        " 403" in head.split("\r\n")[0] or " 404" in head.split("\r\n")[0] or "login" in head.lower() or " 401" in head
    )
    head, _ = await asked(phone.root + "/stage/clicker/")
    assert " 200" not in head.split("\r\n")[0]
    with contextlib.suppress(ConnectionClosed):
        for _ in range(400):
            await phone.says({"kind": "ping"})
        await phone.says({"kind": "x" * 50_000})
        await asyncio.sleep(2.0)


async def first_half(server: Served) -> list[Phone]:
    """All come in and answer; five disturb, ten are lost and come back."""
    root = "/".join(server.door.split("/")[:3])
    phones = [Phone(root, await seat(server.door), number) for number in range(FOLLOWERS)]
    await asyncio.gather(*(phone.comes() for phone in phones))
    await asyncio.gather(*(phone.sees("vote:0") for phone in phones))
    await asyncio.gather(*(disturbs(phone) for phone in phones[:HOSTILE]))
    for phone in phones[HOSTILE:]:
        await phone.touches(f"vote:{RIGHT if phone.number % 2 else 0}")
    await asyncio.gather(*(phone.sees("Received") for phone in phones[HOSTILE:]))
    for phone in phones[HOSTILE : HOSTILE + LOST]:
        await phone.goes()
    await asyncio.gather(*(phone.comes() for phone in phones[HOSTILE : HOSTILE + LOST]))
    return phones


async def second_half(phones: list[Phone]) -> None:
    """The server was killed: all come back, and their answers stand."""
    await asyncio.gather(*(phone.comes() for phone in phones))
    for phone in phones[HOSTILE:]:
        assert "Received" in phone.frames[-1] or any("Received" in frame for frame in phone.frames[-3:]), phone.number


def on(page: Page) -> None:
    """The large button of the clicker."""
    page.locator(".st-go").click()


def test_a_lesson_with_forty_who_follow_loses_nothing_and_tells_nothing(server: Served, browser: Browser) -> None:
    done = beside(PATIENCE)
    screen = browser.new_page(viewport={"width": 1280, "height": 720})
    clicker = browser.new_page(viewport={"width": 390, "height": 844})
    frames: list[str] = []
    screen.on("websocket", lambda wire: wire.on("framereceived", lambda frame: frames.append(str(frame))))
    screen.goto(server.address)
    clicker.goto(server.page("/stage/clicker/"))
    expect(clicker.locator(".st-go")).to_be_visible()
    on(clicker)
    expect(clicker.locator(".st-notes h2")).to_have_text("The glade")
    on(clicker)
    expect(screen.locator(".st-side h1")).to_have_text("Whom does George meet first?")
    pupil = browser.new_context(viewport={"width": 390, "height": 844}).new_page()
    pupil.goto(server.door)
    pupil.locator("button[name=follow]").click()
    expect(pupil.locator(".st-phone h1")).to_be_visible()
    expect(clicker.locator(".st-go b")).to_have_text("Open the vote")
    on(clicker)
    expect(pupil.locator(".st-choice")).to_have_count(4)

    phones = done(first_half(server))
    pupil.locator(".st-choice").nth(RIGHT).click()
    expect(pupil.locator(".st-got")).to_be_visible()
    answered = str(FOLLOWERS - HOSTILE + 1)
    expect(screen.locator(".st-received b")).to_have_text(answered)

    server.kill()
    server.start()
    done(second_half(phones))
    screen.goto(server.address)
    clicker.goto(server.page("/stage/clicker/"))
    expect(screen.locator(".st-received b")).to_have_text(answered)
    expect(pupil.locator(".st-got")).to_be_visible()  # it came back by itself, its answer with it
    expect(clicker.locator(".st-go b")).to_have_text("Close the vote")
    told = [frame for phone in phones for frame in phone.frames] + frames
    for secret in SECRETS:
        assert not any(secret in frame for frame in told), secret
    assert not any("<script>alert" in frame for frame in told)
    on(clicker)  # 19 of 36 are right: there is something to talk about
    expect(clicker.locator(".st-go b")).to_have_text("Talk, then vote again")
    clicker.locator("text=Reveal").click()
    expect(screen.locator(".st-answer h2")).to_have_text("The Troll")
    expect(screen.locator(".st-right .st-count b")).to_have_text("19")
    expect(pupil.locator(".st-answer")).to_be_visible()
    screen.screenshot(path=ARTEFACTS / "stage-answer.png")
    played_on(screen, clicker)
    done(all_go(phones))


def played_on(screen: Page, clicker: Page) -> None:
    """A rigged die, a branch, two side by side."""
    clicker.locator('[data-target="card:play"]').click()
    clicker.locator('[data-target="pip:0:3"]').click()
    clicker.locator('[data-target="pip:1:6"]').click()
    expect(screen.locator(".st-dice .mwb-icon")).to_have_count(2)
    expect(screen.locator(".st-strip .st-now")).to_be_visible()
    clicker.locator('[data-target="card:more"]').click()
    clicker.locator('[data-target="card:tree"]').click()
    clicker.locator("text=The script beside").click()
    expect(screen.locator(".st-second svg")).to_be_visible()


def test_what_is_drawn_on_the_screen_stands_on_a_phone_that_follows(server: Served, browser: Browser) -> None:
    ARTEFACTS.mkdir(exist_ok=True)
    screen = browser.new_page(viewport={"width": 1280, "height": 720})
    screen.goto(server.address)
    pupil = browser.new_context(viewport={"width": 390, "height": 844}).new_page()
    pupil.goto(server.door)
    pupil.locator("button[name=follow]").click()
    expect(pupil.locator(".mwb-wood [data-target='area:c2']")).to_be_attached()
    before = pupil.locator(".mwb-wood > g > g").count()
    screen.mouse.move(500, 300)
    screen.mouse.down()
    screen.mouse.move(650, 380, steps=5)
    screen.mouse.up()
    expect(pupil.locator(".mwb-wood > g > g")).to_have_count(before + 1)
    screen.keyboard.press("w")
    expect(pupil.locator(".mwb-wood > g > g")).to_have_count(before)
    screen.keyboard.press("b")
    expect(pupil.locator(".st-waits")).to_be_visible()


#: What is wider or higher than its place, and the smallest letters.
_OVERFLOWS = """() => [...document.querySelectorAll('.st-side, .st-verdict')].filter((e) => !e.hidden
  && (e.scrollHeight > e.clientHeight + 1 || e.scrollWidth > e.clientWidth + 1)).map((e) => e.className + ' ' + e.scrollHeight)"""


#: Words that are seen and smaller than 26 pixels, on the board as well.
_SMALL = """() => { const found = [], walk = document.createTreeWalker(document.querySelector('main'), NodeFilter.SHOW_TEXT);
  for (let node; (node = walk.nextNode());) {
    const text = node.textContent.trim(), parent = node.parentElement, box = parent.getBoundingClientRect();
    if (!text || !box.width || !parent.checkVisibility({ checkVisibilityCSS: true })) continue;
    if (box.right < 0 || box.bottom < 0 || box.left > innerWidth || box.top > innerHeight) continue;
    let size = parseFloat(getComputedStyle(parent).fontSize);
    if (parent instanceof SVGElement) { const by = parent.getScreenCTM(); size *= Math.hypot(by.a, by.b); }
    if (size < 25.95) found.push(`${text.slice(0, 30)}: ${size.toFixed(1)}`);
  }
  return found; }"""


@pytest.mark.parametrize("name", list(script_files()))
def test_an_export_steps_through_offline_never_scrolls_and_is_read_from_afar(
    name: str, browser: Browser, tmp_path: Path
) -> None:
    script = shipped_script(name)
    assert script is not None
    path = tmp_path / "lesson.html"
    path.write_text(exported(script), encoding="utf-8")
    context = browser.new_context(viewport={"width": 1280, "height": 720}, offline=True, reduced_motion="reduce")
    page = context.new_page()
    troubles: list[str] = []
    page.on("pageerror", lambda error: troubles.append(str(error)))
    page.on("requestfailed", lambda request: troubles.append(request.url))
    page.goto(path.as_uri())
    count = int(page.locator("#where").inner_text().rsplit(" ", 1)[1])
    for _ in range(count - 1):
        assert page.evaluate(_OVERFLOWS) == []
        assert page.evaluate("document.documentElement.scrollHeight <= innerHeight")
        page.keyboard.press("PageDown")
    expect(page.locator("#next")).to_be_disabled()
    page.set_viewport_size({"width": 1920, "height": 1080})
    for _ in range(count - 1):
        assert page.evaluate(_SMALL) == []
        page.keyboard.press("PageUp")
    assert not troubles
    context.close()
