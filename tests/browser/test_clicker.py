"""The clicker by hand, in Chromium: all that its drawers hold, seen on the screen and on a phone that follows."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.served import Served
from tutor.pages.stage.script import read_script

pytestmark = [pytest.mark.browser]


class Room(NamedTuple):
    """The screen, the clicker, a phone that follows; and the server they are of."""

    screen: Page
    clicker: Page
    pupil: Page
    server: Served


@pytest.fixture
def room(tmp_path: Path, browser: Browser) -> Iterator[Room]:
    server = Served(tmp_path / "data", ("stage", "order", "--alone"))
    server.start()
    screen = browser.new_page(viewport={"width": 1920, "height": 1080}, reduced_motion="reduce")
    screen.goto(server.address)
    clicker = browser.new_context(viewport={"width": 390, "height": 844}).new_page()
    clicker.goto(server.page("/stage/clicker/"))
    pupil = browser.new_context(viewport={"width": 390, "height": 844}, reduced_motion="reduce").new_page()
    pupil.goto(server.door)
    pupil.locator("button[name=follow]").click()
    expect(pupil.locator(".st-phone h1")).to_be_visible()
    yield Room(screen, clicker, pupil, server)
    server.end()


def opens(page: Page, *drawers: str) -> None:
    for drawer in drawers:
        page.locator(f'[data-target="card:{drawer}"]').click()
        expect(page.locator(f".st-with-{drawer}")).to_be_visible()


def goes_to(page: Page, title: str) -> None:
    """By the list of all steps."""
    opens(page, "more", "steps")
    page.locator(".st-long button", has_text=title).click()
    expect(page.locator(".st-notes h2")).to_have_text(title)


def box_of(page: Page) -> str:
    return str(page.locator(".st-board svg.mwb-wood").first.get_attribute("viewBox"))


def test_two_huge_buttons_notes_a_clock_and_what_comes_next(room: Room) -> None:
    for name in ("st-back", "st-go"):
        box = room.clicker.locator(f".{name}").bounding_box()
        assert box is not None
        assert box["height"] > 200
    assert room.clicker.locator(".st-thumb svg").is_visible()
    assert room.clicker.evaluate("document.documentElement.scrollHeight <= innerHeight")
    room.clicker.locator(".st-go").click()
    expect(room.clicker.locator(".st-notes h2")).to_have_text("The glade")
    expect(room.clicker.locator(".st-clock")).not_to_have_text("0:00")
    room.clicker.locator("text=Blank").click()
    expect(room.screen.locator(".st-blank")).to_be_visible()
    room.clicker.locator(".st-go").click()
    expect(room.screen.locator(".st-blank")).to_have_count(0)


def test_hands_are_counted_twice_and_the_answer_has_both_rounds(room: Room) -> None:
    goes_to(room.clicker, "Whom first?")
    for target, counts in (("hands:", (3, 9, 10, 4)), ("hands:again", (1, 2, 22, 1))):
        opens(room.clicker, "more", "hands")
        for number, hands in enumerate(counts):
            room.clicker.locator(f'[data-value="hands {number}"]').fill(str(hands))
        room.clicker.locator(f'[data-target="{target}"]').click()
        room.clicker.keyboard.press("Escape")
    assert room.screen.locator(".st-bars").count() == 0, "nothing tells how they fell before the answer"
    room.clicker.locator("text=Reveal").click()
    expect(room.screen.locator(".st-right .st-count")).to_have_text("10 → 22")


def test_a_branch_by_chosen_dice_is_kept_beside_the_script_and_saved(room: Room) -> None:
    goes_to(room.clicker, "Whom first?")
    room.clicker.locator("text=Reveal").click()
    expect(room.screen.locator(".st-answer")).to_be_visible()
    opens(room.clicker, "play")
    room.clicker.locator('[data-target="pip:0:6"]').click()
    room.clicker.locator('[data-target="pip:1:1"]').click()
    expect(room.screen.locator(".st-dice .mwb-icon")).to_have_count(2)
    opens(room.clicker, "more", "tree")
    assert room.clicker.locator(".st-tree li").count() == 1
    room.clicker.locator("text=The script beside").click()
    expect(room.screen.locator(".st-second svg")).to_be_visible()
    room.clicker.keyboard.press("Escape")
    opens(room.clicker, "more")
    with room.clicker.expect_download() as saved:
        room.clicker.locator('[data-target="save:"]').click()
    text = Path(saved.value.path()).read_text("utf-8")
    script = read_script(text, "saved.toml")
    assert any(step.title.startswith("What if") and step.moments[-1].action == "roll 6 1" for step in script.steps)


def test_an_area_is_made_large_and_what_is_pointed_at_is_seen_by_all(room: Room) -> None:
    before = box_of(room.screen)
    opens(room.clicker, "look")
    room.clicker.locator('.st-map [data-target="area:c2"]').click(force=True)
    expect(room.screen.locator(".st-board svg.mwb-wood").first).not_to_have_attribute("viewBox", before)
    room.clicker.locator("text=As the script has it").click()
    expect(room.screen.locator(".st-board svg.mwb-wood").first).to_have_attribute("viewBox", before)
    room.clicker.keyboard.press("Escape")
    opens(room.clicker, "point")
    for tool in ("arrow", "spot"):
        room.clicker.locator(f'[data-target="tool:{tool}"]').click()
        expect(room.clicker.locator(f'[data-target="tool:{tool}"].st-on')).to_be_visible()
        seen = room.pupil.locator(".mwb-wood > g > g").count()
        box = room.clicker.locator(".st-map svg.mwb-wood").bounding_box()
        assert box is not None
        room.clicker.mouse.move(box["x"] + box["width"] * 0.4, box["y"] + box["height"] * 0.4)
        room.clicker.mouse.down()
        room.clicker.mouse.move(box["x"] + box["width"] * 0.6, box["y"] + box["height"] * 0.6, steps=4)
        room.clicker.mouse.up()
        expect(room.pupil.locator(".mwb-wood > g > g")).to_have_count(seen + 1)
    room.clicker.locator("text=Wipe").click()
    expect(room.pupil.locator(".mwb-wood > g > g")).to_have_count(seen - 1)


def test_one_device_holds_the_stage_and_both_see_who_takes_it(room: Room, browser: Browser) -> None:
    room.clicker.locator(".st-go").click()
    other = browser.new_context(viewport={"width": 390, "height": 844}).new_page()
    other.goto(room.server.page("/stage/clicker/"))
    other.locator("text=take over").click()
    expect(other.locator(".st-holds")).to_be_visible()
    expect(room.clicker.locator(".st-take")).to_be_visible()


def test_what_is_taken_along_comes_from_the_clicker(room: Room) -> None:
    opens(room.clicker, "more")
    with room.clicker.expect_download() as page:
        room.clicker.locator("text=One page to take along").click()
    assert "<script" in Path(page.value.path()).read_text("utf-8")
    with room.clicker.context.expect_page() as paper:
        room.clicker.locator("text=The handout").click()
    expect(paper.value.locator(".key h1")).to_contain_text("the answers")
    with room.clicker.context.expect_page() as beside:
        room.clicker.locator("text=As a pupil").click()
    expect(beside.value.locator(".st-phone")).to_be_visible()
