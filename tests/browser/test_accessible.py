"""What axe-core, which knows the rules for who sees or hears a page otherwise, finds on every kind of page: nothing.

Each page is looked at as it stands by day and by night, on a laptop and on a phone; what is only for one of them, there.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit, urlunsplit

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.apps import running_app
from tests.browser.served import Served, Table
from tutor.base.places import FRONT_END

pytestmark = pytest.mark.browser

#: As it lies among the front end's tools.
AXE = FRONT_END.parent / "source/node_modules/axe-core/axe.min.js"
#: Left out: that the name of a button holds all words written in it. Pieces of a board bear initials, figures and plates of other
#: pieces; their names are whole sentences.
RULES = {"rules": {"label-content-name-mismatch": {"enabled": False}}}
#: All that can differ between day and night.
COLOURS = {"runOnly": ["color-contrast", "link-in-text-block"]}
FOUND = """async (asked) => (await axe.run(document, {resultTypes: ["violations"], ...asked})).violations.flatMap(
  (broken) => broken.nodes.map((node) => `${broken.id} at ${node.target.join(" ")}: ${node.failureSummary}`))"""
PAGES = (
    "/",
    "/lesson/05-approach/",
    "/lesson/19-gran-one-or-two-spaces/",
    "/exercise/05-approach/the-witch/",
    "/puzzles/jousts/",
    "/puzzles/gran-roads/",
    "/train/",
    "/rulings/",
    "/rulings/gran/",
    "/rulings/mystic_paths/",
    "/rulings/willow/",
    "/edit/",
    "/table/",
    "/rules/index.html",
    "/rules/jousts.html",
)
#: Windows in which a page is looked at, in pixels: a laptop's, a phone's, that of a beamer.
LAPTOP, PHONE, BEAMER = (1280, 800), (390, 844), (1280, 720)
#: Until the page is painted, and what moves has come to its end; two seconds at most.
_STILL = """async () => {
  await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  const ended = Promise.allSettled(document.getAnimations().map((each) => each.finished));
  await Promise.race([ended, new Promise((done) => setTimeout(done, 2000))]);
}"""


@dataclass
class Looker:
    """Looks at pages in every window and theme that is asked for, and keeps in ``wrong`` what was found."""

    browser: Browser
    wrong: list[str] = field(default_factory=list)

    def page(self, address: str, window: tuple[int, int] = LAPTOP) -> Page:
        """A page, opened."""
        context = self.browser.new_context(viewport=_size(window), reduced_motion="reduce", has_touch=window == PHONE)
        page = context.new_page()
        answer = page.goto(address)
        assert answer is not None
        assert answer.ok, address
        return page

    def looks(self, name: str, page: Page, *windows: tuple[int, int]) -> None:
        """Look at a page as it stands; it is left by day, in the window it had."""
        had = page.viewport_size
        for window in windows:
            page.set_viewport_size(_size(window))
            for theme, asked in (("dark", COLOURS), ("light", RULES)):
                page.emulate_media(color_scheme=theme)  # type: ignore[arg-type]
                page.evaluate(_STILL)
                self.wrong += [f"{name}, {theme}, {window[0]} wide: {fault}" for fault in faults(page, asked)]
        page.set_viewport_size(had or _size(LAPTOP))


def _size(window: tuple[int, int]) -> Any:
    return {"width": window[0], "height": window[1]}


@pytest.fixture
def looker(browser: Browser) -> Iterator[Looker]:
    """Looks at pages; at the end nothing may have been found."""
    found = Looker(browser)
    yield found
    assert found.wrong == [], "\n".join(found.wrong)


def faults(page: Page, asked: Any = RULES) -> list[str]:
    """What axe-core finds on the page as it stands; ``asked`` are its options."""
    if not page.evaluate("() => Boolean(window.axe)"):
        page.evaluate(f"{Path(AXE).read_text('utf-8')};0")
    found: list[str] = page.evaluate(FOUND, asked)
    return found


def test_axe_is_at_work(browser: Browser) -> None:
    page = browser.new_page()
    page.set_content("<!DOCTYPE html><title>x</title><button></button>")
    assert any("button-name" in fault for fault in faults(page))
    page.close()


def test_nobody_is_shut_out_of_a_page(looker: Looker) -> None:
    """Each kind of page as it opens; a table that is laid out, and one where a game is played."""
    with running_app("apps") as address:
        at = urlsplit(address.replace("?new&", "?"))
        page = looker.page(urlunsplit(at))
        for path in PAGES:
            answer = page.goto(urlunsplit(at._replace(path=path)))
            assert answer is not None
            assert answer.ok, path
            page.locator("h1").first.wait_for(state="attached")
            looker.looks(path, page, LAPTOP, PHONE)
            if path == "/table/":
                page.locator('button[data-target="begin"]').first.click()
                page.locator(".tb-play").wait_for()
                looker.looks("a game", page, LAPTOP, PHONE)


def test_nobody_is_shut_out_of_a_class(looker: Looker, tmp_path: Path) -> None:
    """A lesson of one pupil: teacher, screen, door, phone; a mistake told to all; what is brought along at the end."""
    server = Served(tmp_path / "data", ("class", "--alone"))
    server.start()
    try:
        teacher = looker.page(server.address)
        looker.looks("the teacher's empty page", teacher, LAPTOP, PHONE)
        teacher.locator('[data-target="card:open"]').click()
        looker.looks("what a class may open", teacher, LAPTOP, PHONE)
        teacher.locator('[data-target="do:open lesson/07-order-of-encounters"]').click()
        screen = looker.page(server.page("/stage/"), BEAMER)
        looker.looks("the class's screen", screen, BEAMER)
        pupil = looker.page(server.door, PHONE)
        looker.looks("the door", pupil, PHONE, LAPTOP)
        pupil.fill("#name", "Ada")
        pupil.locator("button", has_text="Ride in").click()
        pupil.locator('[data-target="step:how-many-first"]').wait_for()
        looker.looks("a pupil's lesson", pupil, PHONE, LAPTOP)
        pupil.locator('[data-target="step:how-many-first"]').click()
        pupil.locator('[data-value=write][placeholder="a number"]').fill("41")
        pupil.keyboard.press("Enter")
        expect(pupil.locator(".mw-is-wrong").first).to_be_visible()
        looker.looks("a pupil's mistake", pupil, PHONE)
        teacher.locator('.cl-group [data-target^="do:ready"]').first.click()
        teacher.locator('[data-order="ready"] [data-item]').wait_for()
        looker.looks("the teacher's page", teacher, LAPTOP, PHONE)
        teacher.locator('[data-target="put:ready"]').click()
        expect(teacher.locator(".cl-go", has_text="Show the answer")).to_be_visible()
        looker.looks("a mistake on the screen", screen, BEAMER)
        teacher.locator(".cl-go", has_text="Show the answer").click()
        expect(screen.locator(".st-answer small").first).to_be_visible()
        looker.looks("its answer", screen, BEAMER)
        looker.looks("the teacher beside it", teacher, LAPTOP, PHONE)
        teacher.locator('[data-target="do:front off"]').click()
        teacher.locator('[data-target="card:end"]').click()
        looker.looks("before the end", teacher, LAPTOP, PHONE)
        teacher.locator('[data-target="do:end"]').click()
        expect(pupil.locator(".cl-sheet h2")).to_have_text("Well done")
        looker.looks("what a pupil takes along", pupil, PHONE)
    finally:
        server.end()


def test_nobody_is_shut_out_of_a_stage(looker: Looker, tmp_path: Path) -> None:
    """Screen, clicker with each of its drawers, and a phone that follows: before, in and after a vote."""
    server = Served(tmp_path / "data", ("stage", "order", "--alone"))
    server.start()
    try:
        screen = looker.page(server.address, BEAMER)
        clicker = looker.page(server.page("/stage/clicker/"), PHONE)
        pupil = looker.page(server.door, PHONE)
        looker.looks("the door of a stage", pupil, PHONE)
        pupil.locator("button[name=follow]").click()
        expect(pupil.locator(".st-phone h1")).to_be_visible()
        everyone = (("screen", screen, BEAMER), ("clicker", clicker, PHONE), ("phone", pupil, PHONE))
        for name, page, window in everyone:
            looker.looks(f"{name} at the beginning", page, window)
        clicker.locator(".st-go").click()
        expect(clicker.locator(".st-notes h2")).to_have_text("The glade")
        clicker.locator(".st-go").click()
        expect(screen.locator(".st-side h1")).to_have_text("Whom does George meet first?")
        expect(clicker.locator(".st-go b")).to_have_text("Open the vote")
        clicker.locator(".st-go").click()
        expect(pupil.locator(".st-choice")).to_have_count(4)
        for name, page, window in everyone:
            looker.looks(f"{name} in a vote", page, window)
        pupil.locator(".st-choice").nth(2).click()
        expect(pupil.locator(".st-got")).to_be_visible()
        looker.looks("a vote that was given", pupil, PHONE)
        clicker.locator("text=Reveal").click()
        expect(screen.locator(".st-answer h2")).to_have_text("The Troll")
        expect(pupil.locator(".st-answer")).to_be_visible()
        for name, page, window in everyone:
            looker.looks(f"{name} with the answer", page, window)
        for drawers in (
            ("play",),
            ("look",),
            ("point",),
            ("more", "hands"),
            ("more", "steps"),
            ("more", "tree"),
            ("more",),
        ):
            for drawer in drawers:
                clicker.locator(f'[data-target="card:{drawer}"]').click()
                expect(clicker.locator(f".st-with-{drawer}")).to_be_visible()
            looker.looks(f"the clicker's drawer {drawers[-1]}", clicker, PHONE)
    finally:
        server.end()


def test_nobody_is_shut_out_of_a_seat(looker: Looker, lan_table: Table) -> None:
    """A table with seats on phones: its codes, the door, a seat whose turn it is and one that waits."""
    host = looker.page(lan_table.address)
    for seat, by in (("george", "phone"), ("roland", "here"), ("perceval", ""), ("guyon", ""), ("britomart", "phone")):
        host.locator(f'button[data-target="seat:{seat}:{by}"]').first.click()
    host.get_by_text("Rules, variants, dice").click()
    looker.looks("a table being laid out", host, LAPTOP, PHONE)
    host.locator('button[data-target="begin"]').first.click()
    expect(host.locator(".tb-codes svg")).to_have_count(2)
    looker.looks("a table with its codes", host, LAPTOP, PHONE)
    door = looker.page(f"http://127.0.0.1:{lan_table.port}/seat/", PHONE)
    looker.looks("the door of the seats", door, PHONE, LAPTOP)
    seats = {name: looker.page(lan_table.seat(name), PHONE) for name in ("george", "britomart")}
    for name, page in seats.items():
        page.locator(".tb-play").wait_for()
        looker.looks(f"the seat of {name}", page, PHONE, LAPTOP)
    assert any(page.locator(".tb-action").count() for page in seats.values()) or host.locator(".tb-action").count()
    for card in ("share", "new"):
        button = host.locator(f'button[data-target="card:{card}"]').first
        if not button.is_visible():
            host.locator('button[data-target="more"]').first.click()
        button.click()
        looker.looks(f"the table's card {card}", host, LAPTOP, PHONE)
        host.keyboard.press("Escape")
