"""Setups: what may be laid, what had to stay, what is told of what is not so, and the proof of what is; without any front end."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine import mystic_wood as mw
from engine.mystic_wood.material.ledger import ledger
from engine.text.faults import UnreadableText
from tests.support.by_hand import Clock, heard, press
from tests.support.minimal import constructions, shorter
from tests.support.touches import a_touch, does
from tutor.content.lessons import load_lesson
from tutor.content.puzzles import book, find_puzzle
from tutor.draw.page import Page
from tutor.games.mystic_wood.building.building_page import Building
from tutor.games.mystic_wood.building.constrained import ConstrainedEditor
from tutor.games.mystic_wood.building.setup_diff import KINDS, laid, lay_of, may_remain, strays
from tutor.games.mystic_wood.teachable import GAME as WOOD
from tutor.hosts.lab.puzzles import desk_of
from tutor.pages.editor.model import Misplaced
from tutor.pages.exercise import Presenter, presenter
from tutor.teach.exercise.controls import Buttons, Pages
from tutor.teach.exercise.feedback import Outcome
from tutor.teach.kinds import start
from tutor.teach.kinds.build import Build, BuildSession, Proof

SETUPS = {puzzle.id: puzzle for collection in book() for puzzle in collection.puzzles if puzzle.kind == "setup"}


def opened(puzzle: str) -> BuildSession:
    session = start(SETUPS[puzzle].exercise)
    assert isinstance(session, BuildSession)
    return session


def building(puzzle: str) -> Building:
    shown = presenter(SETUPS[puzzle].exercise)
    assert isinstance(shown, Building)
    return shown


def lay(shown: Building, *drags: str) -> str:
    """Lay out with one's hands: "orc c2"; what is said to the last of it."""
    for drag in drags:
        card, to = drag.split()
        does(shown, a_touch("drag", f"palette:{card}", to if ":" in to else f"area:{to}"))
    return shown.setup_page.refusal or shown.setup_page.status


def ask(shown: Presenter) -> str:
    does(shown, "check")
    return shown.shown().verdict.html


# -------------------------------------------------------------------- the book's setups


@pytest.mark.parametrize("puzzle", SETUPS)
def test_the_shortest_known_is_accepted_in_every_edition_and_says_what_may_be_laid(puzzle: str) -> None:
    for edition in SETUPS[puzzle].editions:
        session = start(SETUPS[puzzle].in_edition(edition))
        assert isinstance(session, BuildSession)
        assert session.exercise.lay, "a player must know what he may lay"
        assert session.exercise.hints
        assert session.attempt(session.known).outcome is Outcome.RIGHT
        assert all(finding.so and finding.words for finding in session.findings)


@pytest.mark.parametrize("puzzle", SETUPS)
def test_nothing_laid_is_no_answer(puzzle: str) -> None:
    session = opened(puzzle)
    assert session.attempt(session.state).outcome is Outcome.CANNOT_CHECK


@pytest.mark.parametrize("puzzle", [name for name, each in SETUPS.items() if getattr(each.exercise, "least", False)])
def test_what_is_called_the_least_is_proved_by_trying_everything_shorter(puzzle: str) -> None:
    assert shorter(opened(puzzle)) is None


def test_a_shorter_one_is_found_where_there_is_one() -> None:
    """Else the proof that there is none would be worth nothing."""
    exercise = SETUPS["his-own-worst-enemy"].exercise
    assert isinstance(exercise, Build)
    two = exercise.built.replace('things = ["armour"]', 'things = ["lance", "shield"]')
    session = start(replace(exercise, built=two))
    assert isinstance(session, BuildSession)
    found = shorter(session)
    assert found is not None
    assert [piece.card for piece in laid(session.state, found)] in (["armour"], ["horse"])


@pytest.mark.parametrize(
    ("puzzle", "right"),
    [
        ("happy-ending", {"queen"}),
        ("a-guard-who-guards-nothing", {"king"}),
        ("not-just-yet", {"rogue", "arch-mage", "prince"}),
        ("open-the-cave", {"golden-bough"}),
        ("pack-for-the-journey-home", {"prince"}),
        ("end-of-the-world-today", {"arch-mage"}),
        ("the-closed-gate-of-d7", {"wand"}),
    ],
)
def test_of_a_single_card_every_other_fails(puzzle: str, right: set[str]) -> None:
    session = opened(puzzle)
    found = set()
    for built in constructions(session, 1):
        again = opened(puzzle)
        if again.attempt(built).done:
            found.add(laid(session.state, built)[0].card)
    assert found == right


def test_only_who_may_remain_can_have_remained_reaction_remains() -> None:
    session = opened("look-but-do-not-touch")
    assert may_remain(session.state, "druid")
    assert not may_remain(session.state, "wild-boar")
    editor = ConstrainedEditor.within(session.state, session.lays, most=1)
    editor.do("place wild-boar d3")
    with pytest.raises(Misplaced, match="The Wild Boar never remains"):
        editor.mark_remaining("wild-boar")


# -------------------------------------------------------------------- what may be laid


@pytest.mark.parametrize("text", ["dragons c2", "areas c2 z9", "hand c2", ""])
def test_what_is_nothing_to_lay_is_told_with_what_would_be(text: str) -> None:
    with pytest.raises(UnreadableText) as told:
        lay_of(text)
    assert told.value.faults[0].fix


def test_every_kind_of_laying_is_told_in_words() -> None:
    told = [lay_of(f"{kind} {'george' if kind in ('hand', 'remaining') else 'c2 d2'}").words for kind in KINDS]
    assert told == [
        "area cards at c2 and d2",
        "denizens at c2 and d2",
        "things at c2 and d2",
        "cards in George's hand",
        "denizens who have remained",
    ]


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (('paths = "NESW"\ndenizens', 'paths = "NES"\ndenizens'), "The area card at c2 must stay"),
        (('"elf", "orc", "prince"', '"orc", "prince"'), "Elf must stay at c2."),
        (('at = "c2"', 'at = "c2"\nmet = ["elf"]'), "George must stay where and as he is."),
        (('at = "c2"', 'at = "c2"\nthings = ["ring"]'), "Ring for George: that is not to be laid here"),
        (('order = ["george"]', 'order = ["george"]\nremoved = ["giant"]'), "Giant must stay in the game."),
        (('order = ["george"]', 'order = ["george"]\nnext_cards = ["giant"]'), "Next cards must stay as given."),
        (('denizens = ["elf"', 'storm = 3\ndenizens = ["elf"'), "At c2 nothing else may be changed (storm)."),
        (("[knights", '[areas.c3]\npaths = "NESW"\n[knights'), "that is not to be laid here, only denizens at c2."),
    ],
)
def test_no_construction_wins_by_touching_what_it_may_not(change: tuple[str, str], told: str) -> None:
    session = opened("third-time-elf")
    feedback = session.attempt(session.known.replace(*change))
    assert feedback.outcome is Outcome.WRONG
    assert told in feedback.text


def test_who_must_be_rescued_where_he_stands_follows_from_what_is_laid_rescue_obligation() -> None:
    session = opened("third-time-elf")
    built = mw.loads(session.known.replace('"prince"', '"prince", "child"'))
    assert built.knight("george").must_rescue == ("child",)
    assert strays(session.state, built) == []


# -------------------------------------------------------------------- by hand


def test_a_wrong_one_is_told_which_part_is_false_by_which_rule_and_what_would_help() -> None:
    shown = building("third-time-elf")
    lay(shown, "wild-boar c2", "wild-ox c2")
    told = ask(shown)
    assert "The Elf is met second, not third." in told
    assert "1 place more must come before the Elf. Those who share a place fill only one." in told
    assert "order.list" in shown.shown().verdict.why
    assert "order.list" in ledger()
    lay(shown, "orc c2")
    assert shown.shown().verdict.kind == "idle", "what was said was of something else"


@pytest.mark.parametrize(
    ("puzzle", "drags", "told"),
    [
        ("a-road-for-roland", ("lay-NEW c7", "lay-NEW c8"), "At c7 he cannot go north: c8 does not open towards c7"),
        ("a-road-for-roland", ("lay-NSW c7",), "At d7 he cannot go west: c7 does not open towards d7"),
        ("armed-for-the-dragon", ("horse c2",), "Strength: George 3 + Horse 2 = 5, against 5"),
        ("fence-him-in", ("lay-NSW a3",), "“↑ North” is still allowed."),
        ("happy-ending", ("witch d3",), "“Deliver Damsel” is not allowed"),
        ("his-own-worst-enemy", ("armour c2", "horse c2"), "Too much speaks for him"),
        ("a-dozen-ways", ("elf c2", "witch c2"), "Places multiply: 1 × 2 now."),
        ("the-long-way-next-door", ("lay-NESW b4", "lay-NESW c4"), "not 5."),
        ("look-but-do-not-touch", ("druid d3",), "is not allowed"),
    ],
)
def test_each_kind_of_proof_says_in_the_engines_words_what_is_wanting(
    puzzle: str, drags: tuple[str, ...], told: str
) -> None:
    shown = building(puzzle)
    lay(shown, *drags)
    verdict = ask(shown)
    assert shown.shown().verdict.kind == "wrong"
    assert told in verdict
    assert shown.shown().verdict.why, "with its rule"


@pytest.mark.parametrize(
    ("proof", "told"),
    [
        (Proof("where george", "c3"), "Where George: c2, not c3."),
        (Proof("strength george", "4", "at least"), "Strength George comes to 3, not at least 4."),
        (Proof("count meet", "3"), "Count meet comes to 1, not 3."),
        (Proof("place orc", "1"), "Orc is not met here."),
    ],
)
def test_whatever_can_be_reckoned_can_be_asked_for(proof: Proof, told: str) -> None:
    given = SETUPS["third-time-elf"].exercise.situation
    assert given is not None
    exercise = Build(
        "x", WOOD, situation=given, rules=("order.list",), built=given, proofs=(proof,), lay=("denizens c2",)
    )
    feedback = start(exercise).attempt(given.replace('"elf"', '"elf", "prince"'))
    assert feedback.outcome is Outcome.WRONG
    assert told in feedback.text


def test_of_a_hand_that_does_not_add_up_it_is_told_what_it_comes_to() -> None:
    """Lesson 17: strength 5 and prowess 3 are asked for; only what is wrong is told, with what it is instead."""
    asked = load_lesson("17").exercise("deal-a-hand")
    for hand, told in (
        ('things = ["lance"]', "Guyon's strength is 2, not 5. Guyon's prowess is 2, not 3."),
        ('horse = true\nthings = ["armour"]', "Guyon's prowess is 2, not 3."),
        ('horse = true\nprowess_cards = ["giant"]', "Guyon's strength is 3, not 5."),
    ):
        feedback = start(asked).attempt(f"{asked.situation}{hand}\n")
        assert feedback.outcome is Outcome.WRONG
        assert feedback.text == told
        assert feedback.rules[0] == "setup.stats"


def test_nothing_laid_is_no_answer_and_so_no_wrong_one() -> None:
    asked = load_lesson("17").exercise("deal-a-hand")
    feedback = start(asked).attempt(f"{asked.situation}\n")
    assert (feedback.outcome, feedback.text) == (Outcome.CANNOT_CHECK, "Lay something, then check.")


def test_a_right_one_is_proved_picture_by_picture_and_shown_beside_the_shortest_known() -> None:
    shown = building("a-road-for-roland")
    lay(shown, "lay-NES c7", "lay-NESW c8", "lay-NESW b8")
    assert "You laid 3 pieces; it can be done with 2." in ask(shown)
    assert shown.setup_page.compared == "Yours: 3 pieces in 3 operations. This one: 2 pieces in 2 operations."
    assert "The shortest there is" in shown.page().panels["known"]
    assert "<svg" in str(shown.page().panels["known"])
    assert shown.page().panels["palette"] == "", "nothing is laid any more"
    said = []
    for _ in range(4):
        said.append(shown.page().say)
        does(shown, "forth")
    assert said == [
        "Roland stands at d7.",
        "Roland walks west to c7.",
        "Roland walks north to c8.",
        "Roland walks north to c9.",
    ]
    assert shown.setup_page.step is not None
    assert shown.setup_page.step.state.knight("roland").at == "c9"
    assert shown.shown().focus == "next", "seen to its end, one key leads on"
    assert any(isinstance(control, Pages) and control.at == 3 for control in shown.shown().controls)


def test_where_nobody_has_proved_it_the_shortest_is_called_the_shortest_known() -> None:
    shown = building("the-long-way-next-door")
    does(shown, "solution")
    assert "The shortest known" in shown.page().panels["known"]
    assert "The shortest known lays 4 pieces" in shown.shown().verdict.help


def test_begun_again_it_is_as_it_was_given_and_can_be_built_anew() -> None:
    shown = building("happy-ending")
    lay(shown, "queen d3")
    assert "“Deliver Damsel”: the rules allow it." in ask(shown)
    does(shown, "again")
    assert shown.setup_page.editor.laid == ()
    assert not shown.setup_page.over
    assert any(isinstance(control, Buttons) and control.buttons[0].id == "check" for control in shown.shown().controls)


def test_what_was_given_stays_what_is_not_asked_for_goes_back_and_too_many_are_refused() -> None:
    shown = building("happy-ending")
    assert lay(shown, "queen c4").startswith("Queen goes back: c4 is unknown. You may lay denizens at d3.")
    assert "not to be laid here" in lay(shown, "queen c3")
    assert lay(shown, "queen d3") == "Queen at d3."
    assert lay(shown, "witch d3") == "At most 1 piece: take one away first."
    does(shown, a_touch("drag", "hand:perceval:damsel", "away"))
    assert "must keep Damsel" in shown.setup_page.refusal
    does(shown, a_touch("delete", "knight:perceval"))
    assert shown.setup_page.refusal
    does(shown, a_touch("file", "x.toml", "", 'order = ["george"]'))
    assert shown.setup_page.refusal == "Here it is built by hand."
    assert [piece.card for piece in shown.setup_page.editor.laid] == ["queen"]


def test_what_is_done_can_be_undone_done_again_and_begun_again() -> None:
    shown = building("third-time-elf")
    lay(shown, "orc c2", "prince c2")
    for button, left in (
        ("do:undo", ["orc"]),
        ("do:redo", ["orc", "prince"]),
        ("do:again", []),
        ("do:undo", ["orc", "prince"]),
    ):
        does(shown, a_touch("click", button))
        assert sorted(piece.card for piece in shown.setup_page.editor.laid) == left


def test_only_what_was_laid_can_be_dragged_and_what_was_given_is_nailed_down() -> None:
    shown = building("third-time-elf")
    lay(shown, "orc c2")
    page = shown.page()
    assert page.drag == ("denizen:orc",)
    assert len([group for group in page.extra if group.key == ("nail",)]) == 2, "the card at c2 and the Elf"


def test_the_palette_holds_what_may_be_laid_and_nothing_else() -> None:
    groups = {name: [item.target for item in items] for name, items in building("not-just-yet").setup_page.items()}
    assert list(groups) == ["Denizens, in their order"]
    assert "palette:orc" not in groups["Denizens, in their order"]
    assert [name for name, _ in building("fence-him-in").setup_page.items()] == ["Area cards"]
    hand = dict(building("armed-for-the-dragon").setup_page.items())
    assert "palette:horse" in [item.target for item in hand["Horse, Grail and companions"]]
    assert hand["Prowess cards"][0].name == "Boar-slayer"


def test_a_card_is_for_the_knight_it_is_let_go_over() -> None:
    shown = building("a-fair-deal")
    assert lay(shown, "lance c3").startswith("For whom? Let it go over George or Roland.")
    lay(shown, "lance knight:george", "key hand:roland")
    assert "“Offer Lance to Roland for Key” is allowed" in ask(shown) or shown.session.solved


# -------------------------------------------------------------------- in words


@pytest.mark.parametrize("puzzle", SETUPS)
def test_a_setup_is_answered_in_a_terminal_by_operations(puzzle: str) -> None:
    session = opened(puzzle)
    verbs = {
        "areas": "lay {where} {card}",
        "denizens": "place {card} {where}",
        "things": "place {card} {where}",
        "hand": "give {card} {where}",
        "remaining": "remain {card}",
    }
    lines = [
        verbs[piece.kind].format(card=piece.card, where=piece.where) for piece in laid(session.state, session.shortest)
    ]
    assert session.attempt(session.typed("; ".join(lines))).outcome is Outcome.RIGHT


def test_an_operation_that_may_not_be_says_what_may() -> None:
    with pytest.raises(UnreadableText) as told:
        opened("third-time-elf").typed("place orc c2; remove elf")
    assert "Elf must stay at c2" in told.value.faults[0].what
    assert told.value.faults[0].fix == "You may write: place orc c2."
    assert find_puzzle("third-time-elf").id in SETUPS


def test_a_number_where_something_is_to_be_laid_is_told_how_that_is_written() -> None:
    with pytest.raises(UnreadableText, match="Write what you lay, like: place"):
        opened("third-time-elf").typed("3")


# -------------------------------------------------------------------- in a notebook


def test_in_a_notebook_the_board_is_the_one_to_build_on_and_gives_way_to_another_exercise() -> None:
    view = desk_of((SETUPS["happy-ending"], find_puzzle("beast-before-beauty"), SETUPS["open-the-cave"]), None)
    ticks = Clock()

    def page() -> Page:
        found = view.widget().link.shown
        assert found is not None
        return found

    assert "mw-laying" in page().frame
    assert press(view, ticks, "check").verdict.kind == "cannot"
    heard(view, "drag", "palette:queen", to="area:d3")
    assert "1 of at most 1 piece laid" in page().panels["bar"]
    assert view.shown().verdict.kind == "idle", "what stands beside the board follows"
    assert press(view, ticks, "check").solved
    assert page().panels["known"]
    press(view, ticks, "next")
    assert "mw-laying" not in page().frame
    press(view, ticks, "next")
    assert "mw-laying" in page().frame
    view.close()


@pytest.mark.parametrize("puzzle", SETUPS)
def test_a_setup_that_opens_tells_what_may_be_laid_and_how_much(puzzle: str) -> None:
    shown = building(puzzle)
    told = "\n".join(shown.face.in_words())
    assert told.startswith("You may lay ")
    assert shown.setup_page.items(), "there is something in the palette"
    page = shown.page()
    assert page.scene is not None
    if shown.session.exercise.pieces:
        assert f"0 of at most {shown.session.exercise.pieces}" in page.panels["bar"]
    on_board = {target.id for target in page.scene.targets}
    for where in {place for each in shown.session.lays if each.kind in ("areas", "denizens") for place in each.where}:
        assert f"area:{where}" in on_board, "where one may lay is in the picture"
