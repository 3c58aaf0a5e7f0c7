"""The touchable board: what it sends is what changed, and every target is named."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import mystic_wood as mw
from engine.mystic_wood.material.wood import wood_of
from tests.support.random_games import state_at
from tests.support.touches import sends
from tutor.desk import Touch, Viewer
from tutor.desk.link import LONGEST, PageLink
from tutor.draw.html import el, join, picture
from tutor.draw.page import Page, colours, pieces
from tutor.draw.theme import THEMES
from tutor.games.mystic_wood.editor.library import common
from tutor.games.mystic_wood.editor.model import Editor
from tutor.games.mystic_wood.editor.page import EditorPage
from tutor.games.mystic_wood.scene import View, board_scene
from tutor.hosts.lab.widget import SHEET, PageWidget


def page_of(name: str) -> EditorPage:
    return EditorPage(Editor.of(common(name).state))


class BoardWidget(PageWidget):
    """A page one can touch. ``answer`` gets each :class:`Touch` and returns the page as it then is."""

    def __init__(self, answer: Callable[[Touch], Page], first: Page) -> None:
        self._answer = answer
        self._answers = 0
        link: PageLink[None] = PageLink(Viewer("learner"), lambda message: None)
        link.show(0, first)
        super().__init__(link, self._answered)

    @property
    def shown(self) -> Page:
        """The page as it is shown now."""
        shown = self.link.shown
        assert shown is not None
        return shown

    def show(self, page: Page) -> None:
        """Show another page: what is the same as before is not sent."""
        self._answers += 1
        self.link.show(0, replace(page, answers=self._answers))

    def _answered(self, touch: Touch) -> None:
        self.link.serial = touch.serial
        self.show(self._answer(touch))


class Wire(BoardWidget):
    """A board whose messages are kept instead of sent."""

    def __init__(self, editing: EditorPage) -> None:
        self.sent: list[dict] = []
        super().__init__(editing.answer, editing.page())

    def send(self, content, buffers=None):
        self.sent.append(json.loads(json.dumps(content)))


# ------------------------------------------------------------------ pieces


@settings(max_examples=25)
@given(st.integers(0, 1000), st.integers(0, 300))
def test_every_target_of_the_scene_is_in_a_piece_with_a_name(seed, number):
    scene = board_scene(state_at(seed, number), view=View.whole(wood_of("1980")))
    cut = pieces(scene, drag=("knight:",))
    whole = "".join(cut.pieces[key] for key in cut.order)
    shown = re.findall(
        r'data-target="([^"]+)" role="button" tabindex="-1" aria-label="([^"]+)"( data-drag="1")?', whole
    )
    assert {target for target, _, _ in shown} == {target.id for target in scene.targets}
    for target, label, drag in shown:
        assert label.strip()
        assert bool(drag) == target.startswith("knight:")
    used = set(re.findall(r'<use href="#([^"]+)"', whole))
    assert used == set(cut.defs)
    assert len(set(cut.order)) == len(cut.order)


def test_the_same_piece_has_the_same_key_in_every_picture():
    state = common("an-even-joust").state
    first, again = (pieces(board_scene(state, view=View.whole(wood_of("1980")))) for _ in range(2))
    assert first == again
    moved = pieces(board_scene(state.play("joust roland").state, view=View.whole(wood_of("1980"))))
    assert len(set(moved.order) - set(first.order)) <= 4, "only who decides has changed"


def test_each_colour_has_its_value_by_day_and_by_night_and_its_classes():
    shades = colours()
    for theme in ("light", "dark"):
        for name, value in THEMES[theme].items():
            assert f"--mw-{name}:{value};" in shades[theme]
    for n, name in enumerate(THEMES["light"]):
        assert f".mwb-f{n}{{fill:var(--mw-{name})}}" in shades["uses"]


# ------------------------------------------------------------------ the widget


def test_what_is_shown_first_goes_with_the_widget():
    board = Wire(page_of("an-even-joust"))
    page = board.page
    assert page["version"] == 1
    assert set(page["panels"]) == {"bar", "quick", "palette", "shelf", "faults", "hands", "inspector", "gives"}
    assert all(f'data-panel="{name}"' in page["frame"] for name in page["panels"])
    assert set(page["board"]["order"]) == set(page["board"]["pieces"])
    assert board.sent == []


def test_only_what_changed_is_sent():
    board = Wire(page_of("an-even-joust"))
    whole = len(json.dumps(board.page))
    board._heard(board, sends("drag", "palette:orc", "area:d3"), [])
    (message,) = board.sent
    assert message["from"] == 1
    assert message["version"] == 2
    assert 1 <= len(message["board"]["pieces"]) <= 12
    assert not any('data-target="area:a9"' in text for text in message["board"]["pieces"].values())
    assert len(json.dumps(message)) < whole / 5
    board._heard(board, sends("click", "do:undo"), [])
    assert board.sent[-1]["board"]["pieces"] == {}, "what was sent before is known to the page"


def test_a_view_that_has_missed_something_is_sent_the_whole():
    board = Wire(page_of("an-even-joust"))
    board._heard(board, {"kind": "ready", "version": 1}, [])
    assert board.sent == []
    board._heard(board, sends("click", "area:c3"), [])
    board._heard(board, {"kind": "ready", "version": 1}, [])
    assert board.sent[-1]["from"] == 0
    assert board.sent[-1]["version"] == 2
    assert set(board.sent[-1]["board"]["order"]) == set(board.sent[-1]["board"]["pieces"])


def test_a_page_that_fails_says_so(capsys):
    def broken(touch: Touch) -> Page:
        raise ZeroDivisionError("lost in the Wood")

    board = Wire(page_of("an-even-joust"))
    board._answer = broken
    board._heard(board, sends("click", "area:c2"), [])
    told = "The tutor is at fault here: ZeroDivisionError: lost in the Wood"
    assert board.sent == [{"kind": "trouble", "text": told, "heard": 0}]
    capsys.readouterr()


@pytest.mark.parametrize(
    "content",
    [
        None,
        [],
        "click",
        {"kind": 5},
        {"kind": "touch"},
        {"kind": "touch", "touch": {"kind": "drag", "target": {}, "to": []}},
        {"kind": "touch", "seen": -1, "serial": True, "touch": {"kind": "type", "values": {"find": 5}}},
        sends("type", "toml", text="x" * (LONGEST + 50)),
        sends("click", "step:c2:storm:lots"),
        sends("click", "flag:c2:mood"),
        sends("type", "entry:george:at_peace:7:area", text="c2"),
    ],
)
def test_nonsense_from_the_page_does_no_harm(content, capsys):
    editing = page_of("an-even-joust")
    before = editing.editor.data
    board = Wire(editing)
    board._heard(board, content, [])
    assert editing.editor.data == before
    capsys.readouterr()


def test_the_board_is_an_ipywidget_for_both_notebooks():
    board = BoardWidget(page_of("an-even-joust").answer, page_of("an-even-joust").page())
    state = board.get_state()
    assert " as default" in state["_esm"]
    assert ".mwb-wood" in state["sheet"]
    assert "page" in state


def test_no_rule_of_style_makes_a_browser_reckon_a_whole_notebook_anew():
    """Where ``:has()`` decides about any element, or asks for any, each node that is added anywhere styles all others again: a
    quarter of a second a click in a lesson of a dozen boards."""
    selectors = [each for part in re.findall(r"[^{}]*:has\([^{}]*", SHEET) for each in outside_brackets(part, ",")]
    assert len([each for each in selectors if ":has(" in each]) > 20
    assert [each for each in selectors if ":has(" in each and any_element(each)] == []
    assert any_element(".a:has(.b>*)>.c")
    assert any_element(".a:has(.b)>:not(.c)")
    assert not any_element(".a:has(>.b:not([c]))>:is(.d,.e)")


def any_element(selector: str) -> bool:
    """Whether a selector with ``:has()`` means any element at all, or asks for any."""
    asked = [inner for part in selector.split(":has(")[1:] for inner in outside_brackets(part.strip(), ",")[:1]]
    ends = [
        outside_brackets(each, " >+~")[-1] for each in (selector, *(outside_brackets(inner, ")")[0] for inner in asked))
    ]
    return any(re.match(r"\*|:not\(|$", end) for end in ends)


def outside_brackets(text: str, at: str) -> list[str]:
    """The parts of a selector between any of some signs that stand in no brackets."""
    parts, depth = [""], 0
    for sign in text.strip():
        if sign in at and depth == 0:
            parts.append("")
            continue
        depth += (sign == "(") - (sign == ")")
        parts[-1] += sign
    return [part for part in parts if part]


def test_small_pictures_are_sent_once_and_each_that_is_shown_is_there():
    board = Wire(page_of("an-even-joust"))
    known = set(board.page["defs"]) | set(board.page["board"]["defs"])
    for content in (
        sends("click", "denizen:orc"),
        sends("click", "half:enchanted"),
        sends("click", "knight:george"),
        sends("click", "half:earthly"),
    ):
        board._heard(board, content, [])
        message = board.sent[-1]
        new = set(message.get("defs", {}))
        assert not new & known
        known |= new
        for text in message.get("panels", {}).values():
            assert set(re.findall(r'href="#([^"]+)"', text)) - known == set()
    assert board.sent[-1].get("defs", {}) == {}


# ------------------------------------------------------------------ HTML


def test_text_is_escaped_and_elements_are_not_escaped_twice():
    assert el("p", "<b>", el("i", "&"), title='"') == '<p title="&quot;">&lt;b&gt;<i>&amp;</i></p>'
    assert join("<", [el("br")]) == "&lt;<br>"
    assert picture("<svg></svg>") == "<svg></svg>"
    assert mw.name_of("orc") in el("b", mw.name_of("orc"))


def test_an_answer_costs_python_less_than_a_tenth_of_a_second():
    """Of its own time, which another program on the same machine does not lengthen as it does the clock's."""
    import statistics
    import time

    from tutor.games.mystic_wood.editor.checker import Checker

    checker = Checker(Editor.of(common("saracen-and-prince-at-the-castle").state))
    board = Wire(checker)
    touches = (
        ("drag", "palette:orc", "area:b2", ""),
        ("click", "do:undo", "", ""),
        ("click", "area:c2", "", ""),
        ("click", "ask:may:meet saracen with prince", "", ""),
        ("enter", "ask", "", "who comes first?"),
    )
    spent = []
    for kind, target, to, text in touches * 3:
        begun = time.process_time()
        board._heard(board, sends(kind, target, to, text or None), [])
        spent.append(time.process_time() - begun)
    assert checker.answer_now is not None
    assert statistics.median(spent) < 0.1
