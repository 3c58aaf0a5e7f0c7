"""The site on a plain file server that is stopped after the first load: nothing but its own files is asked for."""

from __future__ import annotations

import contextlib
import gzip
import json
import os
import shutil
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlencode, urlsplit

import pytest

from tests.browser.by_touch import Pupil
from tests.browser.harness import ARTEFACTS, CHROMIUM_ARGUMENTS, PATIENCE, patient
from tests.browser.site import Server, answered, awake, kept_offline, press, visiting
from tutor.content.lessons import load_lesson
from tutor.content.puzzles.shelves import find_shelf
from tutor.teach.kinds import KINDS

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = [pytest.mark.browser]

BEYOND = "document.documentElement.scrollWidth > innerWidth"

FIRST, SECOND = "exercises/02-exploring/first-step.html", "exercises/02-exploring/through-the-trees.html"


def test_what_is_touched_before_python_is_awake_is_answered_when_it_is(browser, server):
    with visiting(browser) as visit:
        page = visit.open(server.at(FIRST))
        page.locator('.mwb-wood [data-target="area:c2"]').click()
        assert not page.locator("html[data-awake]").count(), (
            "it was awake before it was touched: the test shows nothing"
        )
        awake(page)
        answered(page)
        assert page.locator(".mw-verdict-title, h2").filter(has_text="Right").count()


def test_what_is_typed_is_understood(browser, server):
    with visiting(browser) as visit:
        page = visit.open(server.at("rulings.html"))
        awake(page)
        page.get_by_role("button", name="George").first.click()
        answered(page)
        page.get_by_placeholder("Ask: may Roland joust George?").fill("does a tied joust go on")
        page.locator(".mwb-say button").click()
        page.locator(".mwb-answer").filter(has_text="joust.tie").wait_for()


#: The most a first visit may fetch, in bytes as gzip -9.
MOST = 8_000_000


@pytest.mark.parametrize(
    "path", ["index.html", "lessons/02-exploring.html", "rulings.html", "puzzles.html", "table.html"]
)
def test_a_first_visit_fetches_eight_megabytes_at_most(browser, server, path):
    """Whatever page comes first; the other games are fetched only where they are chosen from."""
    with visiting(browser) as visit:
        asked: set[str] = set()
        visit.context.on("request", lambda request: asked.add(request.url))
        page = visit.open(server.at(path))
        awake(page)
        kept_offline(page)
        files = {urlsplit(address).path.lstrip("/") for address in asked if address.startswith("http")}
        assert sum(small(server.folder / name) for name in files) <= MOST
        games = {name.partition("/")[2] for name in files} & {"gran.bin.gz", "willow.bin.gz", "networkx.bin.gz"}
        assert not games or path in ("puzzles.html", "table.html")


#: The most that is asked of the server at a later visit, in bytes as gzip -9.
MOST_LATER = 200_000


def test_a_later_visit_asks_the_server_for_little_more_than_its_page(browser, server):
    with visiting(browser) as visit:
        page = visit.open(server.at(FIRST))
        awake(page)
        kept_offline(page)
        server.asked.clear()
        page.goto(server.at(SECOND))
        awake(page)
        asked = {urlsplit(path).path.lstrip("/") for path in server.asked}
        assert SECOND in asked
        assert sum(small(server.folder / name) for name in asked) <= MOST_LATER, asked


def small(path: Path) -> int:
    data = path.read_bytes()
    return len(data) if path.suffix == ".gz" else len(gzip.compress(data, 9))


def test_without_its_server_the_site_goes_on_and_opens_what_was_never_opened(browser, server):
    with visiting(browser) as visit:
        page = visit.open(server.at(FIRST))
        awake(page)
        press(page, "area:c2")
        kept_offline(page)
        server.stop()
        page.reload()
        awake(page)
        page.get_by_text("✓ done").first.wait_for()
        page.goto(server.at("lessons/05-approach.html"))
        awake(page)
        page.locator(".mw-lesson").wait_for()
        page.goto(server.at("index.html"))
        page.get_by_role("link", name="Start: five minutes").wait_for()


#: Exercises of all seven kinds: of another game, of a setup, and one that asks the graph of paths.
OF_ALL_KINDS = {
    "02-exploring": ("how-far",),
    "17-setting-up": ("who-begins", "deal-a-hand"),
    "19-gran-one-or-two-spaces": ("first-step", "walks", "where-to", "count-ends", "through-the-centre"),
}


def test_all_kinds_of_exercise_and_a_puzzle_are_solved_by_touch_without_the_server(browser, server):
    """What was never asked for while the server was there is there all the same, once somebody has worked here: the path graph,
    the editor of a setup, another game."""
    with visiting(browser, 390, 844, dark=True, touch=True) as visit:
        page = visit.open(server.at(FIRST))
        awake(page)
        press(page, "area:c2")
        kept_offline(page)
        rest_kept(page, server)
        server.stop()
        pupil, kinds = Pupil(page), set()
        for name, ids in OF_ALL_KINDS.items():
            follow(page, server.at(f"lessons/{name}.html"))
            for each in ids:
                page.locator(f'[data-target="step:{each}"]').first.dispatch_event("click")
                page.locator(f'.mw-lesson[data-step="{each}"]').wait_for()
                exercise = next(found for found in load_lesson(name).exercises if found.id == each)
                pupil.solve(exercise)
                kinds.add(exercise.kind)
        assert kinds == set(KINDS)
        follow(page, server.at("puzzles/jousts.html"))
        puzzle = find_shelf("jousts").puzzles[0]
        page.get_by_role("heading", name=puzzle.exercise.name, exact=True).wait_for()
        pupil.solve(puzzle.exercise)
        assert pupil.typed == []


def follow(page: Page, address: str) -> None:
    """Go there as by a link: Python stays awake."""
    page.evaluate(
        "(there) => { const link = document.createElement('a'); link.href = there; document.body.append(link); link.click(); "
        "link.remove(); }",
        address,
    )
    page.wait_for_url(address)
    page.locator(".mw-lesson, .mw-exercise").first.wait_for()


def rest_kept(page: Page, server: Server) -> None:
    """Wait until what was not needed yet is kept as well; networkx is fetched last."""
    [found] = server.folder.glob("v-*/networkx.bin.gz")
    address = server.at(found.relative_to(server.folder).as_posix())
    for _ in range(PATIENCE * 5):
        if page.evaluate("async address => Boolean(await caches.match(address))", address):
            return
        page.wait_for_timeout(200)
    raise AssertionError(f"{address} is not kept")


def test_python_stays_awake_from_one_document_to_the_next(browser, server):
    with visiting(browser) as visit:
        page = visit.open(server.at("index.html"))
        awake(page)
        page.evaluate("() => { window.stays = true; }")
        page.get_by_role("link", name="Start: five minutes").click()
        page.locator(".mw-lesson").wait_for()
        assert page.url.endswith("lessons/00-start-here.html")
        assert page.evaluate("() => window.stays")
        page.go_back()
        page.get_by_role("link", name="Start: five minutes").wait_for()


def test_two_tabs_lose_nothing_when_the_first_is_closed(browser, server):
    with visiting(browser) as visit:
        first = visit.open(server.at(FIRST))
        awake(first)
        second = visit.open(server.at("exercises/02-exploring/first-step.html"))
        awake(second)
        press(second, "area:c2")
        first.get_by_text("Right").first.wait_for()
        first.close()
        awake(second)
        second.reload()
        awake(second)
        second.get_by_text("✓ done").first.wait_for()


def test_over_plain_http_where_a_browser_has_no_service_worker_all_works_and_is_kept(browser, server):
    """Neither are there locks between tabs: a second one asks who runs Python."""
    chromium = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    options = [*CHROMIUM_ARGUMENTS, "--host-resolver-rules=MAP school.test 127.0.0.1"]
    with contextlib.closing(patient(browser.browser_type.launch(executable_path=chromium, args=options))) as plain:
        context = plain.new_context(reduced_motion="reduce")
        address = server.at(FIRST).replace("127.0.0.1", "school.test")
        first, second = context.new_page(), context.new_page()
        first.goto(address)
        awake(first)
        assert not first.evaluate("() => isSecureContext || 'serviceWorker' in navigator")
        press(first, "area:c2")
        second.goto(address)
        awake(second)
        second.get_by_text("Right").first.wait_for()
        first.close()
        second.reload()
        awake(second)
        second.get_by_text("✓ done").first.wait_for()


def renewed(site: Path, folder: Path) -> Path:
    """The next release of a site, as it would be built in its place: other names for all its files, another first page, and of
    the release before nothing left."""
    release = json.loads((site / "site.json").read_text(encoding="utf-8"))["release"]
    after = release[::-1]
    shutil.copytree(site, folder, copy_function=os.link, ignore=shutil.ignore_patterns("v-*"))
    shutil.copytree(site / f"v-{release}", folder / f"v-{after}", copy_function=os.link)
    for name in ("offline.js", "index.html", "shell.html", "rulings.html", "puzzles.html", "table.html", FIRST, SECOND):
        text = (folder / name).read_text(encoding="utf-8").replace(release, after)
        (folder / name).unlink()  # it is the same file as that of the site before
        (folder / name).write_text(text.replace("Ride in and learn", "Renewed"), encoding="utf-8")
    return folder


def test_a_new_release_leaves_an_open_page_and_all_progress_as_they_are(browser, server, tmp_path):
    with visiting(browser, 390, 844, touch=True) as visit:
        old = visit.open(server.at(FIRST))
        awake(old)
        press(old, "area:c2")
        kept_offline(old)
        rest_kept(old, server)
        server.stop()
        server = Server(renewed(server.folder, tmp_path / "site"), server.port)
        server.start()
        new = visit.open(server.at("index.html"))
        new.get_by_role("heading", name="Renewed").wait_for()
        awake(new)
        new.goto(server.at(FIRST))
        awake(new)
        new.get_by_text("✓ done").first.wait_for()
        follow(old, server.at("lessons/19-gran-one-or-two-spaces.html"))
        follow(old, server.at(SECOND))
        Pupil(old).solve(
            next(each for each in load_lesson("02-exploring").exercises if SECOND.endswith(f"/{each.id}.html"))
        )
        old.close()
        new.goto(server.at(SECOND))
        awake(new)
        new.get_by_text("✓ done").first.wait_for()
        server.stop()
        new.reload()
        awake(new)


@pytest.mark.parametrize(("width", "height"), [(1280, 800), (390, 844)])
@pytest.mark.parametrize(
    "path", ["index.html", "lessons.html", "rulings.html", "puzzles.html", "table.html", "rules/index.html"]
)
def test_no_page_is_wider_than_its_window(browser, server, path, width, height):
    """By day and by night: the page follows the browser from one to the other."""
    with visiting(browser, width, height) as visit:
        page = visit.open(server.at(path))
        page.wait_for_load_state()
        name = path.replace("/", "-").removesuffix(".html")
        shown = set()
        for theme in ("light", "dark"):
            page.emulate_media(color_scheme=theme)
            assert not page.evaluate(f"() => {BEYOND}"), theme
            shown.add(page.screenshot(path=ARTEFACTS / f"site-{name}-{width}-{theme}.png"))
        assert len(shown) == 2, "the page does not follow the browser into the night"


def test_a_quarrel_from_a_link_is_laid_out_and_answered(browser, server):
    from engine import mystic_wood as mw
    from tutor.games.mystic_wood.editor.library import LIBRARY

    entry = next(each for each in LIBRARY if each.name == "may-one-walk-into-a-storm")
    code = urlencode({"code": mw.code(entry.state), "ask": entry.action})
    with visiting(browser) as visit:
        page = visit.open(server.at(f"rulings.html#{code}"))
        awake(page)
        server.stop()
        page.locator('[data-panel="answer"] h2, [data-panel="answer"] b').first.wait_for()
        assert page.evaluate("() => history.state.rest")


def test_a_link_that_leads_nowhere_wakes_the_page_and_says_why(browser, server):
    with visiting(browser, 390, 844, dark=True, touch=True) as visit:
        page = visit.open(server.at(f"rulings.html#code={'x' * 1_000_000}"))
        awake(page)
        page.get_by_text("1000000 characters, where at most 50000 are possible").wait_for()
        page.goto(server.at("puzzles.html#puzzle=beast-before-beuty"))
        awake(page)
        page.get_by_text("Did you mean 'beast-before-beauty'? Here is the puzzle of the day.").wait_for()
        page.screenshot(path=ARTEFACTS / "site-no-such-puzzle-390.png")
        kept_offline(page)
        page.goto(server.at("lessons/02-explorin.html"))  # the server has no such file
        awake(page)
        page.get_by_text("There is no lesson “02-explorin” here. Did you mean '02-exploring'?").wait_for()
        page.screenshot(path=ARTEFACTS / "site-no-such-lesson-390.png")
        page.get_by_role("link", name="All there is stands on the first page.").click()
        page.get_by_role("link", name="Start: five minutes").wait_for()


def test_a_game_against_two_bots_is_played_for_ten_moves_without_the_server(browser, server):
    with visiting(browser, 390, 844, touch=True) as visit:
        page = visit.open(server.at("table.html"))
        awake(page)
        server.stop()
        press(page, "preset:alone")
        press(page, "begin")
        for _ in range(10):
            page.locator('button[data-target^="act:"]:visible').first.click()
            answered(page)
        assert int(page.locator(".mwb").get_attribute("data-answered") or 0) >= 12
