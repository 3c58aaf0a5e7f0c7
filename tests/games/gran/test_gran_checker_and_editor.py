"""GRAN's ruling checker and editor, by touches alone: rules, why not, chances, links, words, every field."""

from __future__ import annotations

from fractions import Fraction
from functools import partial

import pytest

from engine import gran
from tests.support import checkers
from tests.support.touches import a_touch
from tutor.desk import Viewer
from tutor.hosts.documents.served import served
from tutor.pages.checker.document import CheckerDocument
from tutor.pages.editor.library import library
from tutor.teach.game.registry import teachable

GRAN = teachable("gran")
LIBRARY = library("gran")
checker, asked = partial(checkers.checker, "gran"), partial(checkers.asked, "gran")


def test_why_not_names_the_rule_and_bars_the_way_on_the_board() -> None:
    """move.not-through-knight: Blue stands on w6, so Red goes no further."""
    page = asked("over-a-knight")
    assert page.answer_now.sentence == "No, Red may not move over w6 to w5."
    assert [cause.rule for cause in page.answer_now.causes] == ["move.not-through-knight"]
    assert any(line.startswith("Refused:") for line in page.page().scene.lines)


def test_a_walk_too_long_is_refused_as_it_was_asked() -> None:
    """move.one-or-two, line 36: all three spaces stand in the answer."""
    page = asked("over-a-knight")
    page.answer(a_touch("click", "ask:may:move ga3 gb4 gc4"))
    assert page.answer_now.sentence == "No, Red may not move over ga3 and gb4 to gc4."
    assert [cause.rule for cause in page.answer_now.causes] == ["move.one-or-two"]


def test_the_odds_of_a_dragon_by_the_cards_that_are_left() -> None:
    """dragon.unknown-strength: 14/27 after one 6, three 2 and both 0, and every strength can be laid out."""
    page = asked("the-dragon-s-strength")
    chances = page.answer_now.chances
    assert dict(chances.more)["The whole fight"][0] == ("win", Fraction(14, 27))
    assert sum(one.chance for one in chances.outcomes) == 1
    for one in chances.outcomes:
        assert gran.from_code(one.code).card == int(one.name.split()[1])
    page.answer(a_touch("click", f"then:{chances.outcomes[0].code}"))
    page.answer(a_touch("click", f"ask:chances:{page.editor.state.actions()[0]}"))
    thrown = {one.name: one.chance for one in page.answer_now.chances.outcomes}
    assert thrown == {"win": Fraction(1, 6), "lose": Fraction(5, 6)}


@pytest.mark.parametrize("moment", ["start", "obstacle"])
def test_every_space_answers_when_it_is_touched(moment: str) -> None:
    """Whatever a touch on the board means is answered by the engine's own verdict, allowed or not."""
    name = {"start": "over-a-knight", "obstacle": "an-obstacle-on-a-ball"}[moment]
    page, state = asked(name), gran.read(next(e.situation for e in LIBRARY if e.name == name))
    verdicts = set()
    for target in GRAN.targets(state, "red"):
        page.answer(a_touch("click", target))
        verdict = state.judge(page.answer_now.question.action)
        assert page.answer_now.legal == verdict.legal
        assert page.answer_now.legal or {cause.rule for cause in page.answer_now.causes} == set(verdict.rules)
        verdicts.add(verdict.legal)
    assert verdicts == {True, False}


def test_words_are_understood_and_answered() -> None:
    page = asked("over-a-knight")
    page.answer(a_touch("enter", "ask", "", "may Red move to ga2?"))
    assert page.answer_now.question.action == "move ga2"
    page.answer(a_touch("enter", "ask", "", "who is cheating here"))
    assert page.answer_now is None or page.answer_now.legal is None or not page.answer_now.legal


def test_a_link_opens_its_own_game_and_the_answer_goes_back_into_one() -> None:
    code = gran.code(gran.read(LIBRARY[0].situation))
    document = served()["rulings"].make("http://x/rulings/", {"text": code, "ask": "move w6"}, None)  # type: ignore[arg-type]
    assert isinstance(document, CheckerDocument)
    assert document.game is GRAN
    page = document.page(document.open({"text": code, "ask": "move w6"}), Viewer("me"), document.look(Viewer("me")), {})
    assert "GRAN" in served()["rulings"].title({"text": code})
    assert "Blue" in page.panels["answer"]
    assert served()["edit"].source("gran") == {"game": "gran"}
    assert served()["edit"].source("chess") is None


# ------------------------------------------------------------------ laying out


def test_pieces_are_laid_by_dragging_and_taken_off() -> None:
    page = checker()
    for source, to in (
        ("palette:green", "space:ga1"),
        ("palette:obstacle", "space:ub4"),
        ("obstacle:ub4", "space:ub3"),
        ("palette:ring", "knight:green"),
        ("knight:green", "space:ga2"),
    ):
        page.answer(a_touch("drag", source, to))
        assert not page.refusal, page.refusal
    state = page.editor.state
    assert state.knight("green").at == "ga2"
    assert state.knight("green").ring
    assert state.obstacles == {"ub3"}
    page.answer(a_touch("delete", "obstacle:ub3"))
    assert page.editor.state.obstacles == frozenset()
    page.answer(a_touch("drag", "hand:green:ring", "space:gc1"))
    assert (page.editor.state.ring, page.editor.state.knight("green").ring) == ("gc1", False)


def test_what_cannot_be_is_refused_with_its_reason_or_marked_with_a_mend() -> None:
    page = checker()
    page.answer(a_touch("drag", "palette:obstacle", "space:gcity"))
    assert "gcity" in page.refusal
    page.answer(a_touch("click", 'do:set game moment "over"'))
    assert page.editor.state is None
    assert "mwb-mend" in page.page().panels["faults"]
    line = page.editor.mends(page.editor.faults[0])[0]
    page.answer(a_touch("click", f"mend:{line}"))
    assert page.editor.state is not None


def test_the_large_questions_come_first_and_each_is_one_touch() -> None:
    page = checker()
    panel = page.page().panels["quick"]
    for asks in ("Who plays?", "Where do they stand?", "Who bears the ring?", "Who is under a coat?"):
        assert asks in panel
    page.answer(a_touch("click", "do:seat green"))
    page.answer(a_touch("type", "one:green:at", "", "w4"))
    page.answer(a_touch("click", "do:give ring green"))
    page.answer(a_touch("click", "flag:blue:coat"))
    state = page.editor.state
    assert (state.order, state.knight("green").at) == (("red", "blue", "green"), "w4")
    assert state.knight("green").ring
    assert state.knight("blue").coat
    for _ in range(4):
        page.answer(a_touch("click", "do:undo"))
    assert page.editor.data == checker().editor.data


def test_a_situation_of_another_game_is_not_laid_out_here() -> None:
    page = checker()
    page.answer(a_touch("type", "toml", "", 'game = "willow"\n'))
    assert "willow" in page.refusal
    page.answer(a_touch("type", "toml", "", 'game = "gran"\nknights = 3\n'))
    assert page.refusal
    assert page.page().scene is not None
