"""Puzzles in JupyterLab: there by themselves, one at a time; an order laid by mouse, touch and keyboard; all of it is kept."""

import json
import re
from typing import Any

import pytest

from tests.browser.harness import open_notebook, running_lab
from tests.browser.test_exercise_pages import MEASURE, measured, moments, page_of
from tutor.content.puzzles import find_puzzle
from tutor.content.puzzles.reading import LESSON
from tutor.content.puzzles.shelves import find_shelf, shelves
from tutor.content.puzzles.solving import solve
from tutor.desk.progress import FILE, Progress
from tutor.games.mystic_wood.hands.clicks import named
from tutor.hosts.lab.puzzles import desk_of
from tutor.teach.kinds import start

pytestmark = pytest.mark.browser

SHELF = find_shelf("who-comes-first")
NOTEBOOK = f"puzzles/{SHELF.name}.ipynb"
#: An order of several, no two of which may change places, and one with two that may.
STRICT = find_puzzle("beast-before-beauty")
TIED = find_puzzle("finders-keepers-later")


def right_order(puzzle):
    return [item for place in solve(puzzle).answer for item in place]


NOW = "all => all.map(line => line.dataset.item)"
IN_VIEW = """box => [".mw-board", ".mw-act", ".mw-panel", ".mw-tools"]
  .map(name => box.querySelector(name).getBoundingClientRect()).every(part => part.top >= 44 && part.bottom <= innerHeight)"""
#: Remembers which card shakes and which is lit, one after the other.
WATCH = """() => {
  window.seen = [];
  const was = Element.prototype.animate;
  Element.prototype.animate = function (frames, how) {
    if (this.dataset?.item && frames.length === 7) seen.push(this.dataset.item);
    return was.call(this, frames, how);
  };
  const lit = line => line.hasAttribute("data-lit") && seen.at(-1) !== line.dataset.item;
  new MutationObserver(all => all.forEach(({target}) => lit(target) && seen.push(target.dataset.item)))
    .observe(document.body, {subtree: true, attributeFilter: ["data-lit"]});
}"""


class Desk:
    """The desk of a notebook, as somebody before the screen has it."""

    def __init__(self, shown):
        self.shown, self.page = shown, shown.page
        self.box = shown.page.locator(".mw-exercise")

    def shows(self, puzzle):
        self.box.get_by_role("heading", name=puzzle.exercise.name, exact=True).wait_for()

    def to(self, puzzle):
        """Show a puzzle by its dot in the bar."""
        number = [each.id for each in SHELF.puzzles].index(puzzle.id) + 1
        self.page.locator("#mw-bar").get_by_role("button", name=re.compile(rf"^{number} ")).click()
        self.shows(puzzle)

    def now(self):
        return self.box.locator(".mw-row").evaluate_all(NOW)

    def card(self, item):
        return self.box.locator(f'.mw-row[data-item="{item}"] .mwb-hold')

    def has(self, order):
        self.page.wait_for_function(
            f"order => JSON.stringify(({NOW})([...document.querySelectorAll('.mw-row')])) === JSON.stringify(order)",
            arg=order,
        )

    def check(self):
        self.box.get_by_role("button", name="Check", exact=True).click()

    def verdict(self, words):
        self.box.locator(".mw-panel").get_by_text(words).first.wait_for()

    def middle(self, item):
        box = self.card(item).bounding_box()
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    def is_quiet(self):
        """Wait until no card is on its way any more."""
        self.page.wait_for_function(
            "() => document.querySelector('.mw-rows').getAnimations({subtree: true}).length === 0"
        )


def lay(desk, wanted, put):
    """Bring the cards into an order, one place after the other, by whatever ``put`` does with a card and the one in its place."""
    for place, item in enumerate(wanted):
        now = desk.now()
        if now[place] != item:
            put(item, now[place])
            now.remove(item)
            now.insert(place, item)
            desk.has(now)
    assert desk.now() == wanted


@pytest.fixture
def desk(lab_page):
    shown = lab_page(NOTEBOOK, height=800, ready=False)
    shown.wait_until_started()
    yield Desk(shown)
    assert shown.errors == []
    assert shown.strangers == []


def test_puzzles_are_there_by_themselves_and_go_on_the_second_day(browser, tmp_path):
    """Nothing is pressed; Next needs one key; the next day it goes on at the first that is not done."""
    first, second, third = SHELF.puzzles[:3]
    with (
        running_lab(tmp_path, NOTEBOOK.removesuffix(".ipynb")) as lab,
        open_notebook(browser, lab, None, height=800, ready=False) as shown,
    ):
        shown.wait_until_started()
        desk = Desk(shown)
        desk.shows(first)
        assert shown.page.locator(".jp-OutputArea-output .mwb-wood").count() == 1
        assert shown.page.get_by_role("heading", name=SHELF.title).is_visible()
        # Board, question, answer and buttons are in view together as it opens.
        shown.page.wait_for_function(f"() => ({IN_VIEW})(document.querySelector('.mw-exercise'))")
        shown.screenshot("puzzles-first-day")
        shown.page.keyboard.press("n")
        desk.shows(second)
        here = shown.page.locator("#mw-bar .mw-dot[aria-current]")
        assert here.get_attribute("aria-label").startswith("2 ")
        shown.page.keyboard.press("p")
        desk.shows(first)
        solve_by_keyboard(desk, first)
        assert shown.page.evaluate("document.activeElement.dataset.key") == "next"
        shown.page.keyboard.press("Enter")
        desk.shows(second)
        shown.page.locator("#mw-bar .mw-dot-done").wait_for()
        assert Progress(lab.data / FILE).finished(LESSON) == {first.id}
        shown.command("docmanager:save")
        saved = json.loads((lab.root / NOTEBOOK).read_text("utf-8"))
        data = saved["cells"][-1]["outputs"][0]["data"]
        assert "image/svg+xml" in data
        assert not any("widget" in kind for kind in data)
    Progress(tmp_path / "data" / FILE).record(LESSON, third.id, "right")
    with (
        running_lab(tmp_path, NOTEBOOK.removesuffix(".ipynb")) as lab,
        open_notebook(browser, lab, None, height=800, ready=False) as shown,
    ):
        shown.wait_until_started()
        desk = Desk(shown)
        desk.shows(second)
        assert desk.box.bounding_box()["y"] < 400
        shown.page.keyboard.press("n")
        desk.shows(SHELF.puzzles[3])
        assert "ERROR" not in lab.log.read_text("utf-8").upper()


def solve_by_keyboard(desk, puzzle):
    """Answer a puzzle of any kind with the keyboard alone, once it is shown."""
    page, answer = desk.page, solve(puzzle).answer
    if puzzle.exercise.kind == "order":
        lay(desk, right_order(puzzle), keys(desk))
    elif puzzle.exercise.kind == "choose":
        for number in answer:
            desk.box.locator(f'[data-choice="{number}"] input').focus()
            page.keyboard.press("Space")
    else:
        desk.box.locator('[data-key="write"]').focus()
        page.keyboard.type(str(answer))
    if puzzle.exercise.kind != "reckon":
        desk.box.locator('[data-key="check"]').focus()
    page.keyboard.press("Enter")
    desk.verdict("✓ Right")


def keys(desk):
    def put(item, there):
        now = desk.now()
        desk.card(item).focus()
        desk.page.keyboard.press("Space")
        for _ in range(now.index(item) - now.index(there)):
            desk.page.keyboard.press("ArrowLeft")
        desk.page.keyboard.press("Enter")

    return put


def test_after_a_setup_the_board_is_painted_and_touched_again(desk):
    """Another board lies there while one is built; the one after it answers a click as the one before did."""
    setup = next(puzzle for puzzle in SHELF.puzzles if puzzle.exercise.kind == "build")
    for puzzle in (STRICT, setup, STRICT):
        desk.to(puzzle)
        laying = desk.box.locator(".mw-board.mw-laying")
        if puzzle is setup:
            laying.wait_for()
            continue
        assert laying.count() == 0
        desk.box.locator(".mwb-wood [data-target='denizen:wild-ox']").click()
        desk.page.get_by_role("dialog", name="Wild Ox").wait_for()
        desk.page.keyboard.press("Escape")


def test_an_order_by_mouse(desk):
    desk.to(STRICT)
    mouse = desk.page.mouse

    def put(item, there):
        desk.is_quiet()
        (x, y), (to_x, to_y) = desk.middle(item), desk.middle(there)
        mouse.move(x, y)
        mouse.down()
        for step in range(1, 9):
            mouse.move(x + (to_x - 12 - x) * step / 8, y + (to_y - y) * step / 8)
        mouse.up()

    wanted = right_order(STRICT)
    lay(desk, [*wanted[1:], wanted[0]], put)
    desk.check()
    desk.verdict("✗ Not so")
    desk.verdict(f"{named(wanted[0])} comes before the {named(wanted[1])}")
    spoken_of = [wanted[1], wanted[0]]
    assert desk.box.locator(".mw-row[data-mark=wrong]").evaluate_all(NOW) == spoken_of
    assert "order.list" in desk.box.locator(".mw-why .mw-rule").all_text_contents()
    desk.shown.screenshot("puzzles-order-wrong")
    lay(desk, wanted, put)
    assert desk.box.locator(".mw-row[data-mark=wrong]").count() == 0, "the marks were those of another order"
    desk.check()
    desk.verdict("✓ Right")
    desk.verdict(STRICT.point.split(",")[0])
    desk.shown.screenshot("puzzles-order-right")
    assert Progress(desk.shown.lab.data / FILE).finished(LESSON) >= {STRICT.id}


def test_an_order_by_keyboard_is_told_as_it_is_laid(desk):
    desk.to(TIED)
    session: Any = start(TIED.exercise)
    items = list(session.items)
    live, page = desk.box.locator("xpath=..").locator(".mwb-live"), desk.page
    desk.card(items[0]).focus()
    page.keyboard.press("Space")
    live.filter(has_text="picked up, number 1 of 6").wait_for(state="attached")
    page.keyboard.press("ArrowRight")
    live.filter(has_text=f"{named(items[0])} is now number 2 of 6.").wait_for(state="attached")
    page.keyboard.press("Escape")
    live.filter(has_text=f"{named(items[0])} is back as number 1 of 6.").wait_for(state="attached")
    assert desk.now() == items
    page.keyboard.press("ArrowRight")
    assert desk.card(items[1]).evaluate("card => card === document.activeElement")
    swapped = right_order(TIED)
    swapped[-1], swapped[-2] = swapped[-2], swapped[-1]  # the two things may be taken in either order
    lay(desk, swapped, keys(desk))
    desk.check()
    desk.verdict("✓ Right")
    assert desk.box.locator(".mwb-number").all_inner_texts()[-2:] == ["5", "5"]


def test_an_order_by_touch(browser, lab):
    """Dragged by a finger, and tapped by whoever cannot drag."""
    context = browser.new_context(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    with open_notebook(browser, lab, NOTEBOOK, width=390, height=844, ready=False, context=context) as shown:
        shown.wait_until_started()
        desk = Desk(shown)
        desk.box.evaluate("(box, id) => box.dispatchEvent(new CustomEvent('mw-go', {detail: id}))", STRICT.id)
        desk.shows(STRICT)
        finger = context.new_cdp_session(shown.page)

        def touch(kind, x=0, y=0):
            points = [] if kind == "touchEnd" else [{"x": x, "y": y}]
            finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

        def put(item, there):
            desk.card(item).scroll_into_view_if_needed()
            desk.is_quiet()
            (x, y), (to_x, to_y) = desk.middle(item), desk.middle(there)
            touch("touchStart", x, y)
            for step in range(1, 9):
                touch("touchMove", x + (to_x - 12 - x) * step / 8, y + (to_y - y) * step / 8)
            touch("touchEnd")

        def tap(item, there):
            desk.is_quiet()
            for each in (item, there):
                desk.card(each).scroll_into_view_if_needed()
                desk.card(each).tap()

        wanted = right_order(STRICT)
        lay(desk, list(reversed(wanted)), tap)
        lay(desk, wanted, put)
        desk.check()
        desk.verdict("✓ Right")
        shown.screenshot("puzzles-order-touch")
        assert shown.page.evaluate("document.documentElement.scrollWidth") <= 390


def test_what_is_wrong_shakes_and_what_is_right_is_played_out(browser, lab):
    """For whoever wants movement: the wrong card shakes, and then one after the other is met on the board."""
    context = browser.new_context(viewport={"width": 1280, "height": 800}, reduced_motion="no-preference")
    with open_notebook(browser, lab, NOTEBOOK, ready=False, context=context) as shown:
        shown.wait_until_started()
        desk = Desk(shown)
        desk.to(STRICT)
        shown.page.evaluate(WATCH)
        wanted = right_order(STRICT)
        lay(desk, [*wanted[1:], wanted[0]], keys(desk))
        desk.check()
        desk.verdict("✗ Not so")
        assert shown.page.evaluate("window.seen") == [wanted[1], wanted[0]], "the two that are spoken of shake"
        shown.page.evaluate("window.seen.length = 0")
        lay(desk, wanted, keys(desk))
        desk.check()
        shown.page.wait_for_function("count => window.seen.length === count", arg=len(wanted))
        assert shown.page.evaluate("window.seen") == wanted


def test_the_map_and_the_end_of_a_lesson_lead_to_puzzles(lab_page):
    shown = lab_page("lessons/07-order-of-encounters.ipynb", ready=False)
    shown.wait_until_started()
    page = shown.page
    page.locator(".jp-MarkdownOutput").get_by_role("link", name=SHELF.title).click()
    page.locator(f'.jp-NotebookPanel[data-mw-ready]:has-text("{SHELF.opening[:30]}")').wait_for()
    page.get_by_role("button", name="The map of the course").click()
    tiles = page.locator("#mw-course .mw-shelf")
    tiles.first.wait_for()
    assert {shelf.title for shelf in shelves()} < set(tiles.locator("b").all_inner_texts()), (
        "the trainer stands there as well"
    )
    shown.screenshot("puzzles-map")
    other = find_shelf("jousts")
    tiles.filter(has_text=other.title).click()
    page.get_by_role("heading", name=other.title).wait_for()
    page.get_by_role("heading", name=other.puzzles[0].exercise.name, exact=True).wait_for()
    page.get_by_role("button", name=re.compile("^More puzzles")).wait_for()
    assert shown.errors == []


@pytest.mark.slow
@pytest.mark.parametrize("name", [shelf.name for shelf in shelves()])
def test_board_question_and_answer_are_in_view_together(opened, tmp_path, name):
    """Each puzzle as it opens, with all help asked for and solved, at 1280x800 and 1366x768; nothing is wider than a phone."""
    shelf = find_shelf(name)
    own = [each for each in shelf.puzzles if next(s for s in shelves() if each in s.puzzles) == shelf]
    own = [each for each in own if each.exercise.kind != "build"]  # those are laid out in the editor
    shown = [(f"{puzzle.id}--{which}", *now) for puzzle in own for which, *now in moments_of(puzzle)]
    path = page_of(shown, tmp_path / "puzzles.html")
    outside = {}
    for width, height in ((1280, 800), (1366, 768)):
        found = measured(opened(path, width, height), MEASURE)
        outside |= {(name, width): wrong for name, wrong in found.items() if wrong}
    narrow = measured(opened(path, 390, 844), "e => e.scrollWidth > e.clientWidth + 1")
    assert outside | {(name, 390): "too wide" for name, wrong in narrow.items() if wrong} == {}


def moments_of(puzzle):
    """A puzzle on its desk at the moments that are measured for an exercise."""
    desk = desk_of((puzzle,), None, "A line above")
    for which, shown, opened in moments((puzzle.exercise,), puzzle.exercise):
        yield which, desk.document.dressed(desk.desk.doc, shown, desk._link.known), opened
