"""What a teacher found when he tried checker and editor, as it is now: one gesture, nothing lost, every chance by its face."""

from __future__ import annotations

from typing import Any

import pytest

from engine import mystic_wood as mw
from tests.support.touches import a_touch
from tutor.base.places import PACKAGE
from tutor.content.puzzles import find_puzzle
from tutor.desk import Desk
from tutor.draw.shapes import Outline
from tutor.games.mystic_wood.editor.checker import Checker
from tutor.games.mystic_wood.editor.library import LIBRARY, common
from tutor.games.mystic_wood.scene import Refusal, board_scene
from tutor.games.mystic_wood.teachable import GAME
from tutor.pages.checker.document import CheckerDocument
from tutor.pages.exercise import presenter
from tutor.pages.exercise.looking import Viewing
from tutor.pages.exercise.page_of import page_of
from tutor.teach.game.registry import teachable

THREE = """
order = ["george", "roland"]
[areas.c2]
paths = "NESW"
denizens = ["saracen", "troll"]
[knights.george]
at = "c2"
[knights.roland]
at = "c1"
"""


def laid(text: str) -> Checker:
    found = Checker()
    found.begin(text)
    assert not found.refusal
    return found


def press(checker: Any, *targets: str) -> None:
    for target in targets:
        checker.answer(a_touch("click", target))
        assert not checker.refusal, checker.refusal


# ------------------------------------------------------------------ laid out in one gesture, and seen on the board


def test_partners_are_one_gesture_and_may_then_meet_together() -> None:
    """Finding 4: combine.score: the partner, named or not, is the one who helps already."""
    checker = laid(THREE.replace(', "troll"', ""))
    press(checker, "quick:pair:george:roland")
    assert checker.editor.state.knight("george").partners == ("roland",)
    assert checker.editor.state.knight("roland").at == "c2"
    checker.answer(a_touch("enter", "ask", "", "meet saracen with roland"))
    assert checker.answer_now is not None
    assert checker.answer_now.legal
    press(checker, "do:undo")
    assert checker.editor.state.knight("roland").at == "c1"


def test_a_tied_fight_is_one_gesture_and_stands_on_the_board() -> None:
    """Finding 13."""
    checker = laid(THREE)
    press(checker, "quick:tied:george:troll")
    assert checker.editor.state.knight("george").fighting == "troll"
    assert any("George and Troll: a tied fight" in group.label for group in checker.page().extra)
    press(checker, "quick:tied:george:troll")
    assert checker.editor.state.knight("george").fighting is None
    assert not any("tied" in group.label for group in checker.page().extra)


def test_a_tied_joust_ties_both() -> None:
    checker = laid(THREE.replace('at = "c1"', 'at = "c2"'))
    press(checker, "quick:tied:george:roland")
    assert [knight.fighting for knight in checker.editor.state.knights] == ["roland", "george"]
    press(checker, "quick:tied:george:roland")
    assert [knight.fighting for knight in checker.editor.state.knights] == [None, None]


def test_a_prisoner_is_one_gesture() -> None:
    """Finding 14: he is then in the Tower and imprisoned; pressed again, he is there and free."""
    checker = laid(THREE)
    press(checker, "quick:jail:roland")
    roland = checker.editor.state.knight("roland")
    assert (roland.at, roland.imprisoned) == (checker.editor.state.wood.tower, True)
    press(checker, "quick:jail:roland")
    assert not checker.editor.state.knight("roland").imprisoned


def test_five_large_questions_come_before_the_fields() -> None:
    panel = laid(THREE).page().panels["quick"]
    asked = ["Who plays?", "Where?", "Tied in a fight?", "Imprisoned?", "Fighting together?"]
    assert [panel.index(words) for words in asked] == sorted(panel.index(words) for words in asked)
    frame = laid(THREE).page().frame
    assert frame.index('data-panel="quick"') < frame.index('data-panel="inspector"')


def test_who_and_where_are_answered_by_a_touch_each() -> None:
    checker = Checker()
    press(checker, "quick:who:guyon")
    checker.answer(a_touch("type", "go:guyon", "", "d3"))
    assert checker.editor.state.knight("guyon").at == "d3"
    press(checker, "quick:who:guyon")
    assert checker.editor.nobody


# ------------------------------------------------------------------ nothing is lost, nothing is said in the language of files


def test_a_reload_or_a_closed_tab_loses_neither_situation_nor_answer() -> None:
    """Finding 12: all that was done is a log; opened again it leads to the same situation and the same answer."""
    acts: list[Any] = []
    made = {"keep": acts.append, "clock": lambda: 0.0, "rng": None}
    desk = Desk(CheckerDocument(GAME), {}, [], **made)  # type: ignore[arg-type]
    for line in ("do seat george", "do lay c2 NESW", "do place orc c2", "do place george c2", "ask may: meet orc"):
        desk.append("teacher", line)
    again = Desk(CheckerDocument(GAME), {}, list(acts), **made)  # type: ignore[arg-type]
    assert again.doc.editor.toml == desk.doc.editor.toml
    assert again.doc.answer is not None
    assert again.doc.answer == desk.doc.answer


def test_an_untouched_page_speaks_no_toml() -> None:
    """Finding 15."""
    panels = Checker().page().panels
    assert "order = [" not in panels["faults"] + panels["inspector"]
    assert "Nobody plays yet" in panels["faults"]


def test_whose_turn_it_is_is_said_of_britomart_too() -> None:
    """Finding 17."""
    checker = laid('order = ["britomart"]')
    press(checker, "hand:britomart")
    panels = checker.page().panels
    assert ">his turn<" not in (panels["hands"] + panels["inspector"]).lower()
    assert ">on turn<" in panels["hands"].lower()


def test_undo_after_a_refusal_takes_back_nothing() -> None:
    """Finding 21."""
    checker = laid(THREE)
    press(checker, "do:place king c2")
    checker.answer(a_touch("drag", "palette:orc", "area:c5"))
    assert checker.refusal
    checker.answer(a_touch("click", "do:undo"))
    assert "king" in checker.editor.data["areas"]["c2"]["denizens"]
    checker.answer(a_touch("click", "do:undo"))
    assert "king" not in checker.editor.data["areas"]["c2"].get("denizens", [])


def test_a_kings_aim_is_the_castle() -> None:
    """Finding 10."""
    checker = laid('order = ["george"]\n[knights.george]\nking = true\n')
    press(checker, "hand:george")
    assert "he is to hold the Castle" in checker.page().panels["inspector"]


def test_seven_denizens_are_seven() -> None:
    """Finding 9."""
    entry = common("seven-denizens-and-a-shield-in-one-glade")
    assert len(entry.state.area("c2").denizens) == 7


# ------------------------------------------------------------------ what is asked, and what comes of it


def test_many_actions_of_a_kind_are_a_list_and_a_stalemate_comes_last() -> None:
    """Finding 16: no forty buttons for the Arch-Mage; the fight before the end of it by consent."""
    carried = laid(
        'moment = "arrived"\n[areas.c2]\npaths = "NESW"\n[knights.george]\nat = "c2"\ncompanions = ["arch-mage"]\n'
    )
    panel = carried.page().panels["questions"]
    assert panel.count("arch-mage ") <= panel.count("<option ")
    carried.answer(a_touch("type", "act:arch-mage", "", "arch-mage c4"))
    assert carried.answer_now is not None
    assert carried.answer_now.question.action == "arch-mage c4"
    partners = laid(THREE.replace('at = "c1"', 'at = "c2"'))
    press(partners, "quick:pair:george:roland")
    buttons = partners.page().panels["questions"]
    assert buttons.index("ask:may:meet troll") < buttons.index("ask:may:stalemate")


def test_every_card_of_the_pack_can_be_drawn_by_its_face() -> None:
    """Finding 30: as many buttons as cards that may come, each laying out its own."""
    state = next(
        step.state
        for entry in LIBRARY
        for step in [entry.state]
        if step.decision == "choice"
        for action in step.actions()
        if action.startswith("move")
        for step in [entry.state.play(action)]
        if step.state.decision == "chance" and len(step.state.chances()) > 8
    )
    checker = laid(mw.code(state))
    press(checker, f"ask:chances:{state.actions()[0]}")
    panel = checker.page().panels["answer"]
    assert checker.answer_now is not None
    assert checker.answer_now.chances is not None
    outcomes = checker.answer_now.chances.outcomes
    assert len(outcomes) == len(state.chances())
    assert all(f"then:{one.code}" in panel for one in outcomes)
    assert "more, each as likely" not in panel
    assert checker.answer_now.legal is None, "chance is neither allowed nor refused"
    assert panel.count("mwb-icon") >= len(outcomes), "each by its face"


def test_a_throw_is_laid_out_by_its_faces_and_what_happened_is_still_told() -> None:
    """Finding 29: six against two, not just a win."""
    checker = laid(THREE)
    press(checker, "ask:may:meet troll")
    assert checker.answer_now is not None
    assert checker.answer_now.chances is not None
    number = next(n for n, one in enumerate(checker.answer_now.chances.throws) if one.faces == (6, 2))
    says = checker.answer_now.chances.throws[number].says
    press(checker, f"throw:{number}", f"rig:{number}")
    assert says.split(".")[0] in checker.status
    assert "troll" not in checker.editor.state.area("c2").denizens


@pytest.mark.parametrize(("action", "judged"), [("meet troll", True), ("meet rogue", False)])
def test_only_a_fight_is_drawn_as_good_or_bad(action: str, judged: bool) -> None:
    """Finding 7: the Rogue's betrayal bears no green tick."""
    checker = laid(THREE.replace('"saracen", "troll"', '"troll"' if judged else '"rogue"'))
    press(checker, f"ask:may:{action}")
    panel = checker.page().panels["answer"]
    assert ("1 ✓" in panel or ">✓</button>" in panel) is judged
    assert ("o0" in panel) is judged


def test_gran_has_the_same_mends() -> None:
    """Undo after a refusal, a letter for no fight, and every strength by a touch hold for any game."""
    checker = teachable("gran").ask_page()()
    checker.answer(a_touch("drag", "palette:obstacle", "space:ub4"))
    checker.answer(a_touch("drag", "palette:obstacle", "space:gcity"))
    assert checker.refusal
    checker.answer(a_touch("click", "do:undo"))
    assert checker.editor.state.obstacles == {"ub4"}


# ------------------------------------------------------------------ what an answer rests on


def test_the_no_of_the_key_rests_on_our_ruling_alone_and_says_where_to_go() -> None:
    """Finding 5: thing.key decides, not what the text says of him who has just got out (tower.release)."""
    checker = laid(
        """
order = ["guyon", "perceval"]
[areas.c4]
paths = "NESW"
[knights.guyon]
at = "c4"
things = ["key"]
[knights.perceval]
at = "c5"
imprisoned = true
"""
    )
    press(checker, "ask:may:release perceval")
    found = checker.answer_now
    assert found is not None
    assert [(cause.rule, cause.ruling is not None) for cause in found.causes] == [("thing.key", True)]
    assert "he goes there first" in found.causes[0].text


def test_who_wins_together_hears_by_which_rule_nobody_gains_prowess() -> None:
    """Finding 6: combine.no-gain stands beside the outcome it decides, on the page and on the slip."""
    checker = laid(THREE.replace(', "troll"', "").replace('at = "c1"', 'at = "c2"'))
    press(checker, "quick:pair:george:roland", "ask:may:meet saracen")
    answer = checker.page().panels["answer"]
    win = answer[answer.index("No prowess is gained") :]
    assert win.index('data-target="rule:combine.no-gain"') < win.index("Lay it out")
    assert "combine.no-gain" in checker.slip()


def test_the_rogues_betrayal_names_all_that_goes_along_and_its_rule() -> None:
    """Finding 8."""
    checker = laid(
        """
order = ["perceval"]
[areas.c4]
paths = "NESW"
denizens = ["rogue"]
[knights.perceval]
at = "c4"
things = ["lance"]
horse = true
companions = ["child"]
"""
    )
    press(checker, "ask:may:meet rogue")
    answer = checker.page().panels["answer"]
    assert "a prisoner, the Child, the Horse and the Lance with him." in answer
    assert 'data-target="rule:reaction.betrays"' in answer


def test_who_lies_where_nobody_draws_cannot_have_been_drawn_there() -> None:
    """Finding 20: glade.what: the Gate is no glade. In a glade nothing is remarked."""
    checker = laid('order = ["george"]\n[areas.c1]\ndenizens = ["orc"]')
    assert "No card is drawn at c1, which is no glade: the Orc came there otherwise." in checker.page().panels["faults"]
    assert "No card is drawn" not in laid(THREE).page().panels["faults"]


def test_a_refusal_on_the_board_is_no_movement() -> None:
    """Finding 36: a line to what stands in the way, crossed out there; no head of an arrow."""
    state = laid(THREE).editor.state
    scene = board_scene(state, refusal=Refusal("george", "denizen:troll", "The Troll bars the way."))
    drawn = next(g for layer in scene.layers for g in layer.groups if g.label == "Refused: The Troll bars the way.")
    outlines = [shape for shape in drawn.shapes if isinstance(shape, Outline)]
    assert outlines
    assert all(shape.fill is None and not any(piece[0] == "Z" for piece in shape.pieces) for shape in outlines)


def test_who_has_no_keyboard_is_not_told_of_keys() -> None:
    """Finding 35: the help of keys is a part of its own, which a screen that is touched does not show."""
    assert '<span class="mwb-by-key"> Arrows walk' in "".join(Checker().page().panels.values())
    setup = presenter(find_puzzle("third-time-elf").exercise)
    assert '<span class="mwb-by-key"> Keys: ' in page_of(setup.shown(), 1, setup, Viewing()).panels["bar"]
    style = PACKAGE / "front/source/css/controls.css"
    touched = [
        line for line in style.read_text(encoding="utf-8").splitlines() if line.startswith("@media (hover: none)")
    ]
    assert any(".mwb-by-key { display: none; }" in line for line in touched)


def test_only_who_can_fight_is_offered_for_a_tied_fight() -> None:
    """The Sage, who joins whoever greets him, is in no fight; the Prince may attack."""
    three = THREE.replace('"saracen", "troll"', '"troll", "sage", "prince"')
    asked = laid(three).page().panels["quick"]
    assert 'data-target="quick:tied:george:troll"' in asked
    assert 'data-target="quick:tied:george:prince"' in asked
    assert "quick:tied:george:sage" not in asked


def test_where_no_edition_speaks_they_are_not_said_to_agree() -> None:
    checker = laid(THREE)
    checker.answer(a_touch("enter", "ask", "", "May I get his Horse for my Shield?"))
    answer = checker.page().panels["answer"]
    assert "The editions are silent" in answer
    assert "The editions agree" not in answer
