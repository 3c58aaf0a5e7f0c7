"""Opening a lesson: it is there by itself, on the first day and the next, and nothing around it is in the way."""

import contextlib
import json
import re
import time

import pytest

from tests.browser.harness import PATIENCE, open_notebook, running_lab
from tests.browser.test_exercise_pages import drawn
from tutor.content.lessons import COURSE, load_lesson
from tutor.desk.progress import FILE, Progress
from tutor.hosts.lab.lab import FULL_PAGE

pytestmark = pytest.mark.browser

LESSON = "lessons/02-exploring.ipynb"
#: What of JupyterLab is not for a learner.
FURNITURE = (
    "#jp-menu-panel, #jp-top-panel, #jp-bottom-panel, .jp-SideBar, #jp-left-stack, #jp-right-stack, .jp-statusbar, "
    ".jp-NotebookPanel-toolbar, .lm-DockPanel-tabBar, .jp-cell-toolbar, .jp-InputPrompt, .jp-Notebook-footer, .jp-Collapser"
)
CELLS = """
() => [...window.jupyterapp.shell.currentWidget.content.widgets].map(c => [c.model.type, c.model.sharedModel.getSource()])
"""


#: The ids of boards that are in the document more than once.
TWICE = """
() => [...document.querySelectorAll(".mwb-wood [id], .mwb-shared [id]")].map(node => node.id)
  .filter((id, n, all) => all.indexOf(id) !== n)
"""


def has_boards(shown, count):
    """So many boards are there, painted, no id of theirs twice, and nowhere a widget without its kernel."""
    painted = "all => all.filter(wood => wood.querySelector('g[data-target] *') && wood.clientWidth > 100).length"
    shown.page.wait_for_function(
        f"() => document.querySelectorAll('.jp-OutputArea-output .mwb-wood').length >= {count}"
    )
    shown.page.wait_for_timeout(300)
    assert shown.page.locator(".jp-OutputArea-output .mwb-wood").evaluate_all(painted) == count
    assert shown.page.evaluate(TWICE) == []
    assert shown.page.get_by_text("model not found").count() == 0
    assert shown.errors == []
    assert shown.strangers == []


def is_in_view(shown, heading):
    box = shown.page.get_by_role("heading", name=heading, exact=True).bounding_box()
    return box is not None and 0 < box["y"] < shown.page.viewport_size["height"] * 0.6


def exercise(shown, title):
    heading = shown.page.get_by_role("heading", name=title, exact=True)
    return shown.outputs.locator(".mw-exercise").filter(has=heading)


def test_a_lesson_is_there_on_the_first_day_and_goes_on_on_the_second(browser, tmp_path):
    """Nothing is pressed: board and bar are there. The next day it goes on at the first exercise that is not done."""
    lesson = load_lesson(COURSE[0].name)
    first, second = lesson.exercises[:2]
    with running_lab(tmp_path) as lab, open_notebook(browser, lab, None, height=800, ready=False) as shown:
        shown.page.locator(".jp-OutputArea-output .mwb-wood").first.wait_for()
        shown.wait_until_started()
        has_boards(shown, len(lesson.exercises))
        assert is_in_view(shown, first.name)
        card = exercise(shown, first.name).bounding_box()
        assert card["y"] + card["height"] <= 800, "all of it, though the welcome stands above it"
        assert shown.page.get_by_role("navigation", name=re.compile("0 of")).is_visible()
        shown.screenshot("opening-first-day")
        exercise(shown, first.name).get_by_role("button", name="↑ North", exact=True).click()
        shown.page.locator(".mw-dot-done").wait_for()
        assert Progress(lab.data / FILE).finished(lesson.name) == {first.id}
        shown.command("docmanager:save")
        saved = json.loads((lab.root / "lessons" / f"{lesson.name}.ipynb").read_text("utf-8"))
        outputs = [output["data"] for cell in saved["cells"] for output in cell.get("outputs", []) if "data" in output]
        assert len(outputs) > len(lesson.exercises)
        assert all("image/svg+xml" in data and not any("widget" in kind for kind in data) for data in outputs)

    with running_lab(tmp_path) as lab, open_notebook(browser, lab, None, height=800, ready=False) as shown:
        shown.page.locator(".jp-RenderedSVG img").first.wait_for()
        shown.screenshot("opening-second-day-before")
        assert shown.page.get_by_text("model not found").count() == 0
        shown.wait_until_started()
        has_boards(shown, len(lesson.exercises))
        assert is_in_view(shown, second.name)
        assert shown.page.locator(".mw-dot-done").count() == 1
        shown.screenshot("opening-second-day")
        assert "ERROR" not in lab.log.read_text("utf-8").upper()


#: What of the lesson's cards sticks out of the page.
STICKS_OUT = """
() => [...document.querySelectorAll(".mw-exercise")].map(card => card.getBoundingClientRect())
  .filter(box => box.left < 4 || box.right > innerWidth - 4).map(box => [box.left, box.right])
"""


def test_there_is_nothing_but_the_lesson(lab_page):
    """From a phone to a projector, by day and by night; opened once, then made larger and smaller, and darker."""
    shown = lab_page(LESSON, ready=False)
    shown.wait_until_started()
    for theme in ("light", "dark"):
        shown.page.emulate_media(color_scheme=theme)
        shown.page.locator(f"body[data-jp-theme-light={'true' if theme == 'light' else 'false'}]").wait_for(
            state="attached"
        )
        for width, height in ((1280, 800), (1366, 768), (1920, 1080), (390, 844)):
            shown.page.set_viewport_size({"width": width, "height": height})
            shown.page.wait_for_function(
                f"() => document.querySelector('.jp-NotebookPanel').getBoundingClientRect().width === {width}"
            )
            is_all_of_the_page(shown, width, height)
            shown.screenshot(f"opening-{width}-{theme}")


def is_all_of_the_page(shown, width, height):
    """The lesson has the whole window, below its bar."""
    assert [each for each in shown.page.locator(FURNITURE).all() if each.is_visible()] == []
    box = shown.page.locator(".jp-NotebookPanel").bounding_box()
    assert box == {"x": 0, "y": 44, "width": width, "height": height - 44}
    bar = shown.page.locator("#mw-bar")
    assert bar.evaluate("bar => bar.scrollWidth <= bar.clientWidth")
    assert bar.get_by_role("button", name=re.compile("^Next lesson")).is_visible()
    assert shown.page.locator(".jp-CodeCell .jp-InputArea-editor:visible").count() == 1, "only code to try is shown"
    assert shown.page.evaluate(STICKS_OUT) == []
    scroller = shown.page.locator(".jp-WindowedPanel-outer").first
    scroller.evaluate("e => e.scrollTo(0, e.scrollHeight)")
    end = shown.page.locator(".jp-Notebook .jp-Cell").last.bounding_box()
    assert end["y"] + end["height"] > height / 2, "whoever scrolls to the end is not before a blank page"
    scroller.evaluate("e => e.scrollTo(0, 0)")


def test_stray_keys_and_clicks_change_nothing(lab_page):
    shown = lab_page(LESSON, ready=False)
    shown.wait_until_started()
    page = shown.page
    cells = page.evaluate(CELLS)
    for place in (
        page.get_by_role("heading", name="Into the Wood"),
        page.locator(".jp-MarkdownCell").nth(1),
        page.get_by_role("button", name="Hint").first,
    ):
        place.click()
        for key in (
            "x",
            "d",
            "d",
            "r",
            "y",
            "m",
            "a",
            "b",
            "c",
            "v",
            "z",
            "Enter",
            "Shift+m",
            "Control+Shift+ArrowDown",
            "1",
        ):
            page.keyboard.press(key)
    page.locator(".jp-MarkdownCell").first.dblclick()
    page.locator(".jp-MarkdownCell").first.click(button="right")
    assert page.evaluate(CELLS) == cells
    assert page.locator(".jp-MarkdownCell .jp-InputArea-editor:visible").count() == 0
    assert page.locator(".lm-Menu:visible, .jp-Dialog").count() == 0
    has_boards(shown, len(load_lesson("02-exploring").exercises))


def test_code_to_try_is_the_learners(lab_page):
    """It can be changed and run with Shift and Enter; the lesson is still the one that starts by itself."""
    shown = lab_page(LESSON, ready=False)
    shown.wait_until_started()
    code = shown.page.locator(".jp-CodeCell .jp-InputArea-editor:visible .cm-content")
    code.click()
    shown.page.keyboard.press("Control+a")
    shown.page.keyboard.type("print('written', 6 * 7)")
    shown.page.keyboard.press("Shift+Enter")
    shown.outputs.get_by_text("written 42", exact=True).wait_for()
    shown.command("docmanager:save")
    shown.page.reload()
    shown.wait_until_started()
    assert shown.page.locator(".mw-ask").count() == 0
    assert shown.outputs.get_by_text("written 42", exact=True).count() == 1
    has_boards(shown, len(load_lesson("02-exploring").exercises))


@pytest.fixture
def scribbled(lab):
    """A lesson whose notebook somebody has changed; put back when no page saves it any more: ask for it before ``lab_page``."""
    path = lab.root / "lessons" / "03-glades.ipynb"
    as_it_came = path.read_text("utf-8")
    told = json.loads(as_it_came)
    told["cells"][1]["source"] = "open('scribbled', 'w').close()"
    path.write_text(json.dumps(told), "utf-8")
    yield path
    path.write_text(as_it_came, "utf-8")


def test_a_changed_notebook_asks_first_and_is_restored_with_one_click(lab, scribbled, lab_page):
    lesson = load_lesson("03-glades")
    shown = lab_page("lessons/03-glades.ipynb", ready=False)
    shown.page.get_by_text("This notebook was changed. Run it?").wait_for()
    shown.page.wait_for_timeout(3000)
    assert shown.page.locator(".mwb-wood").count() == 0
    assert not (lab.root / "lessons" / "scribbled").exists()
    shown.screenshot("opening-changed")

    shown.page.get_by_role("button", name="Restore this lesson").click()
    shown.wait_until_started()
    has_boards(shown, len(lesson.exercises))
    assert shown.page.locator(".mw-ask").count() == 0
    assert not (lab.root / "lessons" / "scribbled").exists()
    assert "scribbled" in (lab.root / "lessons" / "03-glades (earlier).ipynb").read_text("utf-8")


def test_a_changed_notebook_is_run_when_one_says_so(lab, scribbled, lab_page):
    shown = lab_page("lessons/03-glades.ipynb", ready=False)
    shown.page.get_by_role("button", name="Run it").click()
    shown.wait_until_started()
    assert (lab.root / "lessons" / "scribbled").exists()
    assert shown.page.locator(".mw-ask").count() == 0


def test_the_map_is_at_hand_and_its_glades_lead_on_without_a_reload(lab, lab_page):
    shown = lab_page("lessons/00-start-here.ipynb", ready=False)
    shown.wait_until_started()
    page = shown.page
    page.evaluate("() => { window.stillHere = true; }")
    page.get_by_role("button", name="The map of the course").click()
    page.locator("#mw-course .mw-map a").nth(2).click()
    page.locator(".mw-title", has_text=COURSE[2].title).wait_for()
    shown.wait_until_started()
    has_boards(shown, len(load_lesson(COURSE[2].name).exercises))
    assert page.locator("#mw-course:visible").count() == 0
    assert page.url.endswith(f"{COURSE[2].name}.ipynb")
    assert len(lab.ask("api/sessions")) == 1, "the lesson one has left does not go on running"

    page.get_by_role("button", name=re.compile("^Next lesson")).click()
    page.locator(".mw-title", has_text=COURSE[3].title).wait_for()
    shown.wait_until_started()
    has_boards(shown, len(load_lesson(COURSE[3].name).exercises))
    assert page.evaluate("() => window.stillHere") is True
    waited = time.monotonic() + PATIENCE
    while boards_kept(page) > 2 * len(load_lesson(COURSE[3].name).exercises):
        assert time.monotonic() < waited, "the boards of the lessons left are not let go"
        page.wait_for_timeout(200)


def boards_kept(page):
    """So many boards are still held in the page, shown or not, after all rubbish has been collected."""
    tools = page.context.new_cdp_session(page)
    kind = tools.send("Runtime.evaluate", {"expression": "SVGSVGElement.prototype"})["result"]["objectId"]
    found = tools.send("Runtime.queryObjects", {"prototypeObjectId": kind})["objects"]["objectId"]
    woods = "function() { return this.filter(each => each.classList?.contains('mwb-wood')).length; }"
    count = {"objectId": found, "functionDeclaration": woods, "returnByValue": True}
    number = tools.send("Runtime.callFunctionOn", count)["result"]["value"]
    tools.detach()
    return number


@pytest.mark.slow
def test_the_whole_course_in_one_page(lab, lab_page):
    """From one lesson to the next as soon as it has started, to the last; and once round by the map."""
    shown = lab_page(f"lessons/{COURSE[0].name}.ipynb", ready=False)
    shown.wait_until_started()
    for number, lesson in enumerate(COURSE[1:], start=1):
        shown.page.get_by_role("button", name=re.compile("^Next lesson")).click()
        shown.page.locator(".mw-title", has_text=lesson.title).wait_for()
        if number % 3:  # every third is left before it is there
            shown.wait_until_started()
            shown.errors = shown.errors_of_ours()
            has_boards(shown, len(drawn(load_lesson(lesson.name))))
    shown.page.get_by_role("button", name="The map of the course").click()
    shown.page.locator("#mw-course .mw-map a").first.click()
    shown.page.locator(".mw-title", has_text=COURSE[0].title).wait_for()
    shown.wait_until_started()
    has_boards(shown, len(load_lesson(COURSE[0].name).exercises))
    lab.is_run_once(f"lessons/{COURSE[0].name}.ipynb")


def test_what_was_missed_leads_to_its_exercise(lab, lab_page):
    then = Progress(lab.data / FILE, clock=lambda: 1_000_000_000.0)
    missed = load_lesson("4").exercises[5]
    then.record("04-challenge", missed.id, "wrong")
    then.record("04-challenge", missed.id, "right")
    shown = lab_page(LESSON, ready=False)
    shown.wait_until_started()
    shown.page.get_by_role("button", name="The map of the course").click()
    shown.page.locator(".mw-refresh").get_by_text("One to refresh").wait_for()
    shown.screenshot("opening-refresh")
    shown.page.locator(".mw-refresh").get_by_role("link", name=missed.name).click()
    shown.page.locator(".mw-title", has_text="Challenge").wait_for()
    shown.wait_until_started()
    waited = time.monotonic() + PATIENCE
    while not is_in_view(shown, missed.name):
        assert time.monotonic() < waited, "what was missed does not come into view"
        shown.page.wait_for_timeout(100)


def test_somebody_else_learns_on_the_same_computer(lab, lab_page):
    shown = lab_page(LESSON, ready=False)
    shown.wait_until_started()
    page = shown.page
    page.get_by_role("button", name="The map of the course").click()
    page.get_by_label("Who learns?").fill("Ada")
    page.get_by_role("button", name="Choose", exact=True).click()
    page.wait_for_function("() => document.querySelector('.jp-NotebookPanel').dataset.mwReady > 1")
    has_boards(shown, len(load_lesson("02-exploring").exercises))
    exercise(shown, "Into the Wood").get_by_role("button", name="↑ North", exact=True).click()
    page.locator(".mw-dot-done").first.wait_for()
    ada = Progress(lab.data / "progress-ada.sqlite")
    assert ada.learner == "Ada"
    assert len(ada.finished("02-exploring")) == 1
    page.get_by_role("button", name="The map of the course").click()
    page.get_by_label("Who learns?").fill("")
    page.get_by_role("button", name="Choose", exact=True).click()
    page.wait_for_function("() => !document.querySelector('.mw-dot-done')")
    # A kernel that is still being begun anew cannot be ended.
    page.wait_for_function("() => document.querySelector('.jp-NotebookPanel').dataset.mwReady > 2")


@pytest.fixture(scope="module")
def full_lab(tmp_path_factory):
    with contextlib.ExitStack() as stack:
        yield stack.enter_context(running_lab(tmp_path_factory.mktemp("full"), "--full"))


#: Thirty openings, each a test of its own; the first of them are made in every run, the others with ``-m slow``.
THIRTY = [
    pytest.param(number, marks=[pytest.mark.slow] if number > 3 else [], id=f"opening-{number:02}")
    for number in range(1, 31)
]


@pytest.mark.parametrize("number", THIRTY)
def test_run_all_works_in_the_first_second_and_twice_in_a_row(browser, full_lab, number):
    """In the full JupyterLab: the button is pressed as soon as it is there, and once more, however slow the kernel."""
    with open_notebook(browser, full_lab, LESSON, ready=False, page_of=FULL_PAGE) as shown:
        run = shown.page.locator(".jp-NotebookPanel-toolbar").get_by_text("Run all")
        run.click()
        run.click()
        is_all_there(shown)


@pytest.mark.parametrize("number", THIRTY)
def test_a_lesson_starts_by_itself_every_time(browser, lab, number):
    """Also when the page is loaded anew in the first second, as it is every other time."""
    with open_notebook(browser, lab, LESSON, ready=False) as shown:
        if number % 2:
            shown.page.reload()
        is_all_there(shown)


def is_all_there(shown):
    """Every board, and one kernel alone, however often it was asked for."""
    shown.wait_until_started()
    shown.wait_until_run()
    has_boards(shown, len(load_lesson("02-exploring").exercises))
    shown.lab.is_run_once(LESSON)


def test_with_everything_around_it_the_lesson_is_the_same(browser, full_lab):
    with open_notebook(browser, full_lab, None, ready=False) as shown:
        shown.wait_until_started()
        assert shown.page.locator(".jp-SideBar").first.is_visible()
        assert shown.page.locator("#jp-menu-panel").is_visible()
        assert shown.page.locator("#mw-bar:visible").count() == 0
        cells = shown.page.evaluate(CELLS)
        shown.page.get_by_role("button", name="Hint").first.click()
        for key in ("x", "d", "d", "r", "a"):
            shown.page.keyboard.press(key)
        assert shown.page.evaluate(CELLS) == cells
        shown.screenshot("opening-full")


def test_the_next_lesson_is_asleep_in_its_place_then_awake_and_back_leads_back(lab, lab_page):
    """What is to come stands where it will be, with its task; the first Tab is for the first exercise; Back is the way back."""
    shown = lab_page(f"lessons/{COURSE[10].name}.ipynb", ready=False)
    shown.wait_until_started()
    page, first = shown.page, load_lesson(COURSE[11].name).exercises[0]
    assert page.locator(".mw-asleep:visible").count() == 0, "all boards are awake"
    page.get_by_role("button", name=re.compile("^Next lesson")).click()
    asleep = page.locator(
        ".mw-lesson:visible .mw-asleep", has=page.get_by_role("heading", name=first.name, exact=True)
    ).first
    asleep.get_by_text("Getting ready").wait_for()
    place, task = asleep.bounding_box(), asleep.inner_text()
    board = page.locator(".jp-NotebookPanel:not(.lm-mod-hidden) .mwb").first
    board.locator(".mw-exercise").wait_for()
    assert first.name in task
    assert len(task) > 60
    there = board.bounding_box()
    assert abs(there["y"] - place["y"]) < 20, "it does not jump"
    assert abs(there["height"] - place["height"]) < 40
    shown.wait_until_started()
    page.keyboard.press("Tab")
    assert page.evaluate("() => document.activeElement.closest('.mwb') === document.querySelector('.mwb')")
    page.go_back()
    page.locator(".mw-title", has_text=load_lesson(COURSE[10].name).title).wait_for()
    page.go_forward()
    page.locator(".mw-title", has_text=load_lesson(COURSE[11].name).title).wait_for()
    page.wait_for_function("title => document.title.includes(title)", arg=load_lesson(COURSE[11].name).title)
    page.locator(".jp-NotebookPanel:not(.lm-mod-hidden) .mwb .mw-exercise").first.wait_for()
    assert shown.errors_of_ours() == []
