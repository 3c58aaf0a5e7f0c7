"""The editor and the ruling checker in Chromium: quarrels laid out from nothing by mouse, by touch and by keys alone."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from engine import mystic_wood as mw
from tests.browser.apps import AppPage, open_app, open_page, running_app
from tests.support.quarrels import QUARRELS
from tutor.games.mystic_wood.editor.library import common

pytestmark = [pytest.mark.browser]
slow = pytest.mark.slow

HOSTILE = '<img src=x onerror="harmed = 1">'
#: The quarrels laid out by mouse in every run; the others are slow.
TELLING = ("through a tied fight", "the Key as well as the Child", "the Tower as the prize in a storm")


@pytest.fixture(scope="module")
def rulings():
    with running_app("rulings") as address:
        yield address


@pytest.fixture(scope="module")
def editor():
    with running_app("edit", mw.code(common("an-even-joust").state)) as address:
        yield address


def told(app, quarrel):
    app.page.locator(".mwb-answer h2").wait_for()
    answer = app.panel("answer").text_content()
    for part in (*quarrel.says, *quarrel.rules):
        assert part in answer
    assert ("The editions differ" in answer) == quarrel.differ


LOOKS = [(1280, 800, False), (1920, 1080, True), (1280, 800, True), (1920, 1080, False)]


@pytest.mark.parametrize(
    ("number", "quarrel"),
    [pytest.param(n, q, marks=[] if q.name in TELLING else [slow]) for n, q in enumerate(QUARRELS)],
    ids=[q.name for q in QUARRELS],
)
def test_a_quarrel_is_laid_out_from_nothing_with_the_mouse(browser, rulings, number, quarrel):
    width, height, dark = LOOKS[number % len(LOOKS)]
    with open_app(browser, rulings, width, height, dark) as app:
        for line in quarrel.gestures:
            app.gesture(line)
        told(app, quarrel)
        app.screenshot(f"quarrel-{number + 1}-{width}{'-dark' if dark else ''}")


@pytest.mark.parametrize("dark", [pytest.param(False, marks=slow), True], ids=["light", "dark"])
def test_a_quarrel_is_laid_out_on_a_phone_by_touch(browser, rulings, dark):
    quarrel = QUARRELS[1]
    with open_app(browser, rulings, 390, 780, dark, by="touch") as app:
        for line in quarrel.gestures:
            app.gesture(line)
        told(app, quarrel)
        app.screenshot(f"quarrel-touch-390{'-dark' if dark else ''}")
        assert app.page.evaluate("document.documentElement.scrollWidth") <= 390


def test_a_quarrel_is_laid_out_by_keys_alone(browser, rulings):
    quarrel = QUARRELS[9]
    with open_app(browser, rulings, 1280, 800, by="keys") as app:
        for line in quarrel.gestures:
            app.gesture(line)
        told(app, quarrel)
        app.screenshot("quarrel-keys-1280")


#: Keeps the page from its server until `connect()` is called.
HELD = """
const Real = WebSocket, held = [];
window.WebSocket = function (address) {
  if (window.through) return new Real(address);
  held.push({ readyState: 0, close() {} });
  return held.at(-1);
};
Object.assign(window.WebSocket, { CONNECTING: 0, OPEN: 1, CLOSING: 2, CLOSED: 3 });
window.connect = () => { window.through = true; for (const one of held) one.onclose?.({ code: 1006, reason: "" }); };
"""


@pytest.mark.parametrize("width", [pytest.param(390, marks=slow), 1280])
def test_what_is_done_before_the_server_is_reached_is_done_when_it_is(browser, rulings, width):
    context = browser.new_context(viewport={"width": width, "height": 800}, reduced_motion="reduce")
    page = context.new_page()
    page.add_init_script(HELD)
    page.goto(rulings)
    page.locator(".mwb-wood [data-target]").first.wait_for()
    gate = page.locator('[data-target="area:c1"]').first
    stood = gate.bounding_box()
    page.locator('[data-target="do:shelf"]').click()
    page.locator('[data-input="find"]').fill("hermit")
    page.evaluate("connect()")
    app = AppPage(page)
    app.panel("shelf").locator("[data-target]").nth(5).wait_for()
    app.settled()
    assert page.locator('[data-input="find"]').input_value() == "hermit"
    app.click("do:shelf")
    app.settled()
    page.evaluate("scrollTo(0, 0)")  # what was clicked may have been out of sight
    now = gate.bounding_box()
    assert abs(now["x"] - stood["x"]) < 2
    assert abs(now["y"] - stood["y"]) < 2
    context.close()


def test_a_finger_drags_a_knight_across_the_board(browser, editor):
    with open_app(browser, editor, 390, 780, by="touch") as app:
        start, end = app.on_board("knight:roland"), app.on_board("area:b2")
        finger = app.page.context.new_cdp_session(app.page)
        finger.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": start[0], "y": start[1]}]})
        for n in range(1, 6):
            point = {"x": start[0] + (end[0] - start[0]) * n / 5, "y": start[1] + (end[1] - start[1]) * n / 5}
            finger.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": [point]})
        finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
        app.settled()
        assert 'at = "b2"' in app.page.locator('[data-input="toml"]').input_value()


@slow
def test_keys_pick_up_set_down_let_go_delete_and_undo(browser, editor):
    with open_app(browser, editor, by="keys") as app:
        before = app.page.locator('[data-input="toml"]').input_value()
        app.reach("knight:roland")
        app.page.keyboard.press("Enter")
        assert app.root.get_attribute("data-holding") is not None
        app.page.keyboard.press("Escape")
        assert app.root.get_attribute("data-holding") is None
        app.page.keyboard.press("Delete")
        app.settled()
        assert app.target("knight:roland").count() == 0
        app.page.keyboard.press("Control+Z")
        app.settled()
        assert app.page.locator('[data-input="toml"]').input_value() == before
        assert app.target("knight:roland").count() == 1


@slow
def test_every_target_has_a_name_and_what_happened_is_told(browser, editor):
    with open_app(browser, editor) as app:
        names = app.page.locator(".mwb [data-target]").evaluate_all(
            "all => all.map(n => n.getAttribute('aria-label') || n.textContent).filter(t => !t.trim()).length"
        )
        assert names == 0
        app.gesture("drag palette:orc to area:c3")
        expect(app.page.locator(".mwb-live")).to_contain_text("Orc at c3")


@slow
def test_only_what_changed_is_painted_anew(browser, editor):
    with open_app(browser, editor) as app:
        app.target("area:a9").evaluate("node => { node.kept = true; }")
        app.target("knight:george").evaluate("node => { node.kept = true; }")
        app.gesture("drag palette:orc to area:d3")
        assert app.target("area:a9").evaluate("node => node.kept") is True
        assert app.target("knight:george").evaluate("node => node.kept") is True
        assert app.target("area:d3").evaluate("node => node.kept ?? null") is None


def test_typing_narrows_the_palette_and_the_index(browser, rulings):
    with open_app(browser, rulings) as app:
        for field, typed, left, gone in (
            ("find", "lan", "palette:lance", "palette:orc"),
            ("rules", "jousst towr", "rule:joust.prize-tower", "rule:card.wand"),
        ):
            if field == "rules":
                app.target("do:rules").click()
                app.settled()
            app.page.locator(f'[data-input="{field}"]').press_sequentially(typed)
            app.target(gone).wait_for(state="detached")
            app.target(left).wait_for()
        app.target("rule:joust.prize-tower").click()
        app.page.locator(".mwb-index article").wait_for()


def drop(app, name, text):
    app.root.evaluate(
        """(root, [name, text]) => { const data = new DataTransfer(); data.items.add(new File([text], name));
             root.dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true })); }""",
        [name, text],
    )
    app.page.wait_for_timeout(100)
    app.settled()


def test_a_file_dropped_on_the_board_is_laid_out(browser, editor):
    with open_app(browser, editor) as app:
        drop(app, "cave.toml", common("the-cave-without-the-golden-bough").situation)
        assert 'name = "cave"' in app.page.locator('[data-input="toml"]').input_value()
        assert "Laid out: cave.toml" in app.panel("bar").inner_text()


def test_a_code_goes_round(browser, editor):
    """The code the page gives opens, in another page, the same situation."""
    with open_app(browser, editor) as app:
        app.gesture("drag palette:dragon to area:c8")
        code = app.panel("gives").locator(".mwb-code").inner_text()
        state = mw.from_code(code)
        assert "dragon" in state.area("c8").denizens
        with open_app(browser, f"{editor}&code={code}") as again:
            assert again.panel("gives").locator(".mwb-code").inner_text() == code
            with again.page.expect_download() as saved:
                again.target("save:svg").click()
            assert saved.value.suggested_filename == "situation.svg"
            with again.page.expect_download() as saved:
                again.target("save:png").click()
            assert saved.value.suggested_filename == "situation.png"


def test_a_hostile_text_is_shown_as_text(browser, rulings):
    with open_app(browser, rulings) as app:
        app.ask(HOSTILE)
        app.settled()
        drop(app, HOSTILE, f"edition = '{HOSTILE}'\n[knights.george]\n")
        assert HOSTILE in app.panel("faults").inner_text()
        assert app.page.evaluate("window.harmed") is None
        assert app.page.locator(".mwb img, .mwb script").count() == 0


def test_everything_on_one_page_leads_to_a_quarrel_answered(browser):
    with running_app("apps") as address, open_page(browser, address) as page:
        page.locator(".mwb-books a", has_text="May Guyon add 1 to the throw?").click()
        page.locator(".mwb-answer h2").wait_for()
        assert "Yes, Guyon may add 1" in page.locator(".mwb-answer").inner_text()


def test_without_the_token_no_page_of_this_computer_opens(browser, rulings):
    """Another user of the computer reaches the same port, and so does any page in the owner's browser."""
    with open_page(browser, rulings.split("?")[0]) as page:
        assert "token" in page.locator("body").inner_text()
        assert page.locator(".mwb").count() == 0


def test_with_lan_a_pupil_needs_the_whole_link(browser):
    """On the address of the network: without the token the page is closed, with it the app works, and so does the next page."""
    with running_app("rulings", "--lan") as address, open_page(browser, address.split("?")[0]) as page:
        assert "token" in page.locator("body").inner_text()
        assert page.locator(".mwb").count() == 0
        page.goto(f"{address}x")
        assert page.locator(".mwb").count() == 0
        page.goto(address)
        app = AppPage(page)
        page.locator(".mwb-wood [data-target]").first.wait_for()
        assert "access_token" not in page.url
        app.gesture("drag palette:george to area:c2")
        page.goto(f"{address.split('rulings')[0]}")
        page.get_by_role("heading", name="Ruling checker").wait_for()


@slow
def test_the_history_and_the_slip(browser, rulings):
    with open_app(browser, f"{rulings}&code={mw.code(common('an-even-joust').state)}") as app:
        app.gesture("ask may he joust roland or george")
        app.gesture("ask who comes first?")
        app.panel("history").locator("summary").click()
        app.target("again:0").click()
        app.settled()
        app.page.evaluate("window.print = () => {}")
        app.target("slip:now").click()
        app.settled()
        assert "A ruling" not in app.root.inner_text()
        assert app.page.locator(".mwb-slip").count() == 1


@slow
def test_the_edition_of_the_page_and_the_pictures_follow_the_theme(browser, editor):
    colours = []
    for dark in (False, True):
        with open_app(browser, editor, dark=dark) as app:
            assert app.root.evaluate("(root, dark) => root.classList.contains(dark ? 'dark' : 'light')", dark)
            colours.append(app.root.evaluate("root => getComputedStyle(root).backgroundColor"))
            app.target("do:shelf").click()
            app.settled()
            app.target("shelf:Ten quarrels").click()
            app.settled()
            app.screenshot(f"library-1280{'-dark' if dark else ''}")
    assert colours[0] != colours[1]


@slow
@pytest.mark.parametrize("width", [390, 1280, 1920])
def test_nothing_jumps_and_nothing_is_cut_off(browser, rulings, width):
    with open_app(browser, rulings, width, 900) as app:
        board = app.page.locator(".mwb-board").bounding_box()
        app.target("area:c2").click(position={"x": 20, "y": 20})
        app.settled()
        assert app.page.locator(".mwb-board").bounding_box() == board
        assert app.page.evaluate("document.documentElement.scrollWidth") <= width


@slow
def test_the_same_board_works_in_jupyterlab(lab, lab_page):
    """Once through the other notebook: laid out by mouse, answered by the kernel, painted in the page."""
    from nbformat.v4 import new_code_cell

    from tests.browser.test_harness import write_notebook

    cell = new_code_cell(
        "from tutor.games.mystic_wood.editor.checker import Checker\nfrom tutor.hosts.lab.widget import Board\n"
        "checker = Checker()\nBoard(checker.answer, checker.page())"
    )
    shown = lab_page(write_notebook(lab, "board.ipynb", cell), width=1600, height=1000)
    shown.run_all()
    app = AppPage(shown.page)
    shown.page.locator(".mwb-wood [data-target]").first.wait_for()
    app.target("area:c2").scroll_into_view_if_needed()
    for line in ("drag palette:george to area:c2", "drag palette:orc to area:c2", "ask may he meet the orc?"):
        app.gesture(line)
    assert "Yes, George may meet the Orc." in app.panel("answer").inner_text()
    assert shown.errors == []
    shown.screenshot("board-in-jupyterlab")
