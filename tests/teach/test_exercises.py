"""Exercises without a display: what is right, what a wrong try is told, and what can be taken back."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.text.faults import Fault, ImpossibleSituation, UnreadableText
from tutor.games.mystic_wood.hands.clicks import action_for, label, offered
from tutor.games.mystic_wood.teachable import GAME as WOOD
from tutor.games.mystic_wood.words.places import read_area
from tutor.teach.exercise.answers import in_words, read_number
from tutor.teach.exercise.claims import Claim, Past, parse_claim
from tutor.teach.exercise.exercise import Exercise, Mistake
from tutor.teach.exercise.feedback import Outcome
from tutor.teach.exercise.options import Choose, Option
from tutor.teach.exercise.playing import in_edition, opening
from tutor.teach.exercise.session import Session
from tutor.teach.kinds import start
from tutor.teach.kinds.choose import ChooseSession
from tutor.teach.kinds.do import Do
from tutor.teach.kinds.free import Free
from tutor.teach.kinds.on_board import PlaySession
from tutor.teach.kinds.order import Order, OrderSession
from tutor.teach.kinds.reckon import Reckon, ReckonSession
from tutor.teach.kinds.watch import Watch, WatchSession, WatchStep

OPEN = 'order = ["george", "roland"]\n[areas.c2]\npaths = "NESW"\nglade = false\nface = "down"\n'
SHUT = OPEN.replace("NESW", "NEW")
GLADE = 'order = ["george", "roland"]\n[areas.c2]\npaths = "NESW"\nface = "down"\n'
ORC_AND_ELF = """
order = ["george", "roland"]
moment = "arrived"
[areas.c2]
paths = "NESW"
denizens = ["orc", "elf"]
[knights.george]
at = "c2"
came_from = "c1"
"""
FOUR = ORC_AND_ELF.replace('["orc", "elf"]', '["orc", "elf", "wild-boar", "druid", "wild-ox"]')
RULES = ("move.one",)
HINTS = ("Look north.", "Press North.")


def claim(**table: object) -> Claim:
    faults: list[Fault] = []
    found = parse_claim(table, "here", WOOD, faults)
    assert found is not None, faults
    return found


def play(exercise: Exercise) -> PlaySession:
    session = start(exercise)
    assert isinstance(session, PlaySession)
    return session


def do(goal: Claim | None = None, situation: str = OPEN, **keys: object) -> PlaySession:
    return play(Do("x", WOOD, situation=situation, rules=RULES, hints=HINTS, goal=goal, **keys))  # type: ignore[arg-type]


# -------------------------------------------------------------------- do


def test_whatever_reaches_the_goal_is_right() -> None:
    wood = 'order = ["george"]\n' + "".join(
        f'[areas.{a}]\npaths = "NESW"\nglade = false\n' for a in ("b1", "b2", "c2", "d1", "d2")
    )
    session = do(claim(knight="george", at=["b2", "d2"]), wood, within=2)
    assert set(session.accepted()) == {
        ("move north", "move west"),
        ("move north", "move east"),
        ("move west", "move north"),
        ("move east", "move north"),
    }


def test_an_illegal_try_is_explained_and_costs_nothing() -> None:
    session = do(claim(knight="george", at="c2"))
    before = session.state
    feedback = session.attempt("move south")
    assert feedback.outcome is Outcome.WRONG
    assert [reason.rule for reason in feedback.reasons] == ["wood.edge"]
    assert feedback.refutation is not None
    assert feedback.refutation.at == "edge:south"
    assert session.state == before
    assert session.attempt("move north").outcome is Outcome.RIGHT
    assert session.tries == 2


def test_a_legal_try_that_misses_the_goal_is_shown_and_taken_back() -> None:
    session = do(claim(knight="george", at="c2"), SHUT, accept=("stay",))
    feedback = session.attempt("move north")
    assert feedback.outcome is Outcome.WRONG
    assert "explore.dead-end" in feedback.rules
    assert feedback.refutation is not None
    assert feedback.refutation.state is not None
    assert feedback.refutation.state != session.state
    assert not session.can_undo


def test_an_action_nobody_can_read_is_no_wrong_answer() -> None:
    feedback = do(claim(knight="george", at="c2")).attempt("fly to the moon")
    assert feedback.outcome is Outcome.CANNOT_CHECK
    assert "nothing a Knight can do" in feedback.text


def test_where_a_refusal_is_the_goal_only_the_right_reason_is_right() -> None:
    session = do(claim(refused="move.one"), 'order = ["george"]\n[areas.c2]\npaths = "NEW"\nglade = false\n')
    assert session.wants_refusal
    assert session.attempt("move south").outcome is Outcome.WRONG
    assert "another reason" in session.feedback.text
    assert session.attempt("move east").outcome is Outcome.WRONG
    assert session.attempt("move north").outcome is Outcome.RIGHT
    assert session.feedback.reasons[0].rule == "move.one"


def test_an_orc_unmet_is_shown_as_the_cause() -> None:
    feedback = do(claim(played="meet orc"), ORC_AND_ELF).attempt("meet elf")
    assert "order.challenges-first" in feedback.rules
    assert feedback.refutation is not None
    assert (feedback.refutation.cause, feedback.refutation.at) == ("orc", "c2")


def test_the_lesson_fixes_the_dice_and_the_sums_are_told() -> None:
    session = do(claim(event="challenge.win"), ORC_AND_ELF, dice=("roll 6 1",))
    feedback = session.attempt("meet orc")
    assert feedback.outcome is Outcome.RIGHT
    assert feedback.dice == ((6, 1),)
    assert feedback.reckoning == ("George: die 6 + strength 3 = 9", "The Orc: die 1 + strength 4 = 5")
    assert session.chance_is_fixed


def test_dice_that_do_not_fit_are_kept_for_later() -> None:
    session = do(claim(area="c2", holds="troll"), GLADE, dice=("roll 1 1", "draw troll"))
    assert session.attempt("move north").outcome is Outcome.RIGHT
    assert session.moment.dice == ("roll 1 1",)


def test_what_the_lesson_has_not_fixed_is_drawn_the_same_way_every_time() -> None:
    drawn = set()
    for _ in range(3):
        session = do(claim(event="glade.draw"), GLADE)
        session.attempt("move north")
        drawn.add(session.state)
    assert len(drawn) == 1


def test_undo_goes_back_one_action_and_restart_to_the_beginning() -> None:
    wood = 'order = ["george"]\n' + "".join(f'[areas.c{n}]\npaths = "NESW"\nglade = false\n' for n in (2, 3, 4))
    session = do(claim(knight="george", at="c4"), wood, within=3)
    opened = session.state
    session.attempt("move north")
    once = session.state
    session.attempt("move north")
    session.undo()
    assert session.state == once
    session.undo()
    session.undo()
    assert session.state == opened
    session.attempt("move north")
    session.restart()
    assert session.state == opened
    assert not session.can_undo


def test_own_words_for_a_mistake_keep_the_engines_reasons() -> None:
    session = do(claim(knight="george", at="c2"), wrong=(Mistake("move south", "Home already?", "move.one"),))
    feedback = session.attempt("move south")
    assert feedback.text == "Home already?"
    assert [reason.rule for reason in feedback.reasons] == ["move.one", "wood.edge"]


# -------------------------------------------------------------------- watch


def test_every_consequence_is_a_picture_of_its_own() -> None:
    session = start(
        Watch(
            id="x",
            game=WOOD,
            situation=OPEN,
            rules=RULES,
            steps=(WatchStep(do="move north", say="Look!"), WatchStep(judge="move south")),
        )
    )
    assert isinstance(session, WatchSession)
    firsts = [frame.rules[0] if frame.rules else "" for frame in session.frames]
    assert firsts == ["explore.look", "explore.enter", "wood.edge"]
    assert session.frames[2].reasons
    assert session.attempt("back").outcome is Outcome.PROGRESS
    assert session.position == 0
    for _ in range(10):
        session.next()
    assert session.position == 2
    assert session.finished


# -------------------------------------------------------------------- choose


def choose(*options: Option, **keys: object) -> ChooseSession:
    session = start(Choose("x", WOOD, situation=ORC_AND_ELF, rules=RULES, hints=HINTS, options=options, **keys))  # type: ignore[arg-type]
    assert isinstance(session, ChooseSession)
    return session


def test_actions_are_judged_by_the_engine_either_way_round() -> None:
    options = (Option(action="meet orc"), Option(action="meet elf"), Option(action="withdraw"))
    assert choose(*options, several=True).accepted() == ((0, 2),)
    assert choose(*options, ask="forbidden").accepted() == ((1,),)


def test_a_statement_is_checked_by_playing_it() -> None:
    lost = Option(text="Tower", do=("meet orc", "roll 1 6"), claim=claim(knight="george", at="c5", imprisoned=True))
    stays = Option(text="Stays", do=("meet orc", "roll 1 6"), claim=claim(knight="george", at="c2"))
    session = choose(lost, stays)
    assert session.accepted() == ((0,),)
    assert session.attempt(1).refutation is None, "the first time one looks for it oneself"
    feedback = session.attempt(1)
    assert feedback.outcome is Outcome.WRONG
    assert feedback.refutation is not None
    assert feedback.refutation.state is not None
    assert feedback.refutation.state.knight("george").imprisoned


def test_half_an_answer_is_said_to_be_half() -> None:
    session = choose(Option(action="meet orc"), Option(action="meet elf"), Option(action="withdraw"), several=True)
    feedback = session.attempt((0,))
    assert feedback.outcome is Outcome.WRONG
    assert "one more" in feedback.text
    assert session.attempt(()).outcome is Outcome.NOT_TRIED
    assert session.tries == 1
    assert session.attempt((7,)).outcome is Outcome.CANNOT_CHECK


def test_an_option_may_ask_about_another_edition() -> None:
    here = claim(legal="withdraw")
    session = choose(Option(text="1980", claim=here), Option(text="2006", claim=here, edition="2006"), several=True)
    assert session.accepted() == ((0, 1),)
    assert in_edition('order = ["george"]\nedition = "1980"', "2006") == 'order = ["george"]\nedition = "2006"'


# -------------------------------------------------------------------- order


def order(situation: str = FOUR, **keys: object) -> OrderSession:
    session = start(Order("x", WOOD, situation=situation, rules=("order.list",), hints=HINTS, **keys))  # type: ignore[arg-type]
    assert isinstance(session, OrderSession)
    return session


def test_those_who_share_a_place_stand_in_any_order() -> None:
    session = order()
    for answer in (
        ("wild-boar", "wild-ox", "orc", "elf", "druid"),
        ("wild-ox", "wild-boar", "orc", "druid", "elf"),
        ("wild-ox", "wild-boar", "orc", "elf", "druid"),
    ):
        assert session.attempt(answer).outcome is Outcome.RIGHT


def test_whoever_stands_too_early_is_named_with_the_rule() -> None:
    feedback = order().attempt(("wild-boar", "wild-ox", "elf", "orc", "druid"))
    assert feedback.outcome is Outcome.WRONG
    assert feedback.text == "The Orc comes before the Elf."
    assert "order.challenges-first" in feedback.rules
    assert feedback.refutation is not None
    assert feedback.refutation.cause == "orc"


def test_an_order_with_somebody_missing_cannot_be_checked() -> None:
    assert order().attempt(("orc", "elf")).outcome is Outcome.CANNOT_CHECK


def test_the_order_first_shown_is_never_right() -> None:
    for places in ((("a",), ("b",), ("c",)), (("b",), ("a",)), (("a", "b"), ("c",))):
        session = order(of="places", places=places)
        assert session.attempt(session.items).outcome is Outcome.WRONG


def test_the_playing_order_comes_from_the_engine() -> None:
    session = start(
        Order(
            id="x",
            game=WOOD,
            situation=None,
            new_game=("george", "roland", "guyon"),
            rules=("setup.order",),
            hints=HINTS,
            of="turns",
        )
    )
    assert isinstance(session, OrderSession)
    assert session.places == (("guyon",), ("roland",), ("george",))


# -------------------------------------------------------------------- reckon


def reckon(question: str, situation: str = ORC_AND_ELF, **keys: object) -> ReckonSession:
    session = start(Reckon("x", WOOD, situation=situation, rules=RULES, hints=HINTS, reckon=question, **keys))  # type: ignore[arg-type]
    assert isinstance(session, ReckonSession)
    return session


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("odds win meet orc", "5/18"),
        ("odds tie meet orc", "5/36"),
        ("fight win meet orc", "10/31"),
        ("strength george", "3"),
        ("prowess george", "1"),
        ("paths", "4"),
        ("paths c1", "3"),
        ("areas reachable", "1"),
        ("areas reachable c9", "0"),
        ("steps c1", "1"),
        ("unseen earthly", "20"),
        ("unseen enchanted", "21"),
        ("undrawn", "30"),
        ("corresponding c2", "c8"),
        ("corresponding", "c8"),
        ("count meet", "1"),
    ],
)
def test_the_engine_reckons(question: str, answer: str) -> None:
    session = reckon(question)
    assert session.attempt(answer).outcome is Outcome.RIGHT
    assert session.attempt("a1" if answer == "c8" else "77").outcome is Outcome.WRONG


def test_a_score_is_read_from_the_throw_the_lesson_fixes() -> None:
    assert reckon("score meet orc", dice=("roll 5 2",)).reckoned.value == 8
    assert reckon("score other meet orc", dice=("roll 5 2",)).reckoned.value == 6


def test_the_chance_of_an_outcome_at_a_chance_step() -> None:
    session = reckon("chance draw orc", GLADE, before=("move north",))
    assert session.reckoned.value == Fraction(1, 32)


@pytest.mark.parametrize(
    "question", ["how many", "odds", "odds win", "score orc", "areas", "paths z9", "strength lancelot", "unseen"]
)
def test_no_question_is_answered_with_a_fault(question: str) -> None:
    with pytest.raises((UnreadableText, ImpossibleSituation)) as refused:
        reckon(question)
    assert refused.value.faults[0].fix


@pytest.mark.parametrize("text", ["5/18", "27.78%", "27.8 %", "28%", "0.278", "0,28", "10/36", "10 in 36", " 5 / 18 "])
def test_fractions_percentages_and_decimals_are_all_taken(text: str) -> None:
    assert reckon("odds win meet orc").attempt(text).outcome is Outcome.RIGHT


@pytest.mark.parametrize("text", ["0.3", "0.27", "27%", "5/17", "28", "1", "-5/18"])
def test_what_is_only_near_is_wrong(text: str) -> None:
    assert reckon("odds win meet orc").attempt(text).outcome is Outcome.WRONG


@pytest.mark.parametrize("text", ["", "   ", "a lot", "5/0", "many", "1e3", "½", "1/2/3", "99999999999999999999/0"])
def test_what_is_no_number_is_said_to_be_none(text: str) -> None:
    feedback = reckon("odds win meet orc").attempt(text)
    assert feedback.outcome is Outcome.CANNOT_CHECK
    assert "Write" in feedback.text


@given(st.text(max_size=40))
def test_any_text_is_a_number_or_refused(text: str) -> None:
    try:
        value: object = read_number(text).value
    except UnreadableText as refused:
        value = refused.faults[0]
    assert isinstance(value, Fraction | Fault)


@given(st.fractions(0, 1, max_denominator=36))
def test_a_number_in_words_begins_with_itself_and_its_forms_are_taken(value: Fraction) -> None:
    assert read_number(in_words(value).split(" ")[0]).means(value)
    assert read_number(f"{float(value):.3f}").means(value)
    assert read_number(f"{round(value * 100)} %").means(value)


def test_areas_are_read_however_they_are_written() -> None:
    assert read_area(" C 8 ") == "c8"
    assert read_area("to b7, I think") == "b7"
    with pytest.raises(UnreadableText):
        read_area("k9")


# -------------------------------------------------------------------- free


def free(goal: Claim, situation: str, **keys: object) -> PlaySession:
    return play(Free("x", WOOD, situation=situation, rules=RULES, hints=HINTS, goal=goal, **keys))  # type: ignore[arg-type]


def test_free_play_goes_on_until_the_goal_or_the_time_is_up() -> None:
    session = free(
        claim(knight="george", at="c2"),
        'order = ["george"]\n[areas.c2]\npaths = "NES"\nglade = false\nface = "down"\n',
        max_turns=2,
    )
    assert session.turns_left == 2
    assert session.attempt("stay").outcome is Outcome.PROGRESS
    assert session.turns_left == 1
    assert session.attempt("stay").outcome is Outcome.WRONG
    assert session.turns_left == 0
    session.undo()
    assert session.turns_left == 1
    assert session.attempt("move north").done


@pytest.mark.parametrize("bots", ["sensible", "random", "still"])
def test_other_knights_play_by_themselves(bots: str) -> None:
    session = free(claim(knight="george", at="c9"), 'order = ["george", "roland", "guyon"]', bots=bots, max_turns=6)
    for _ in range(12):
        if session.feedback.outcome is Outcome.WRONG:
            break
        assert session.state.to_move == "george"
        session.attempt(next(a for a in session.state.actions()))
    assert session.moment.turns >= 3


def test_a_new_shuffle_may_differ_and_an_old_one_never_does() -> None:
    situation = 'order = ["george"]'

    def first_cards(shuffle: int) -> tuple[object, ...]:
        session = free(claim(knight="george", at="c9"), situation)
        for _ in range(shuffle):
            session.reshuffle()
        session.attempt("move north")
        return (session.state.area("c2"),)

    assert first_cards(1) == first_cards(1)
    assert len({first_cards(n) for n in range(8)}) > 1


# -------------------------------------------------------------------- claims and clicks


def test_claims_hold_or_not_key_by_key() -> None:
    state = opening(Do("x", WOOD, situation=ORC_AND_ELF)).state
    past = Past(state, frozenset({"move.one"}), frozenset({"wood.edge"}), ("stay",))
    for holds, table in [
        (True, {"knight": "george", "at": "c2", "imprisoned": False, "strength": 3, "lacks": "lance"}),
        (False, {"knight": "george", "at": "c2", "has": "lance"}),
        (False, {"knight": "guyon", "at": "c1"}),
        (True, {"area": "c2", "face": "up", "holds": ["orc", "elf"], "lacks_card": "troll", "storm": False}),
        (False, {"area": "c2", "holds": ["orc", "troll"]}),
        (True, {"event": "move.one", "no_event": "explore.look"}),
        (True, {"refused": ["wood.edge", "move.one"], "played": "stay"}),
        (True, {"legal": "meet orc", "illegal": "meet elf"}),
        (True, {"turn": "george", "to_move": "george", "face_up": 4}),
        (False, {"winner": "george"}),
        (True, {"any": [{"turn": "roland"}, {"turn": "george"}], "not": {"turn": "roland"}}),
    ]:
        assert claim(**table).holds(past) is holds, table


GEORGE = {"knight": "george"}


@pytest.mark.parametrize(
    ("raw", "wrong", "right"),
    [
        ([], "it claims nothing", 'Write a table, like { knight = "george", at = "c2" }.'),
        ({}, "{} is no claim", 'Write a table, like { knight = "george", at = "c2" }.'),
        ({"knigt": "george"}, "a claim knows no key 'knigt'", "Did you mean 'knight'?"),
        ({"at": "c2"}, "at says not of which Knight", 'Add knight = "george" (or another) to the same table.'),
        ({"turned": True}, "turned says not of which area", 'Add area = "c2" (or another) to the same table.'),
        ({"turn": "arthur"}, "'arthur' is no Knight", "Knights: george, perceval, roland, guyon, britomart."),
        ({"area": ["c2"]}, "['c2'] is no area", 'Areas are named from "a1" to "e9".'),
        ({**GEORGE, "at": ["c2", "z9"]}, "['c2', 'z9'] is no area", 'Areas are named from "a1" to "e9".'),
        ({**GEORGE, "has": ["elf", "orrc"]}, "there is no card 'orrc'", "Did you mean 'orc'?"),
        ({**GEORGE, "has": [{}]}, "there is no card {}", "Known here: "),
        ({**GEORGE, "beats": "rolan"}, "there is no card 'rolan'", "Did you mean 'roland'?"),
        ({"event": "move.on"}, "there is no rule 'move.on'", "Did you mean 'move.one'?"),
        ({**GEORGE, "king": 1}, "king = 1 is neither true nor false", "Write true or false."),
        ({"area": "c2", "turned": "no"}, "turned = 'no' is neither true nor false", "Write true or false."),
        ({"face_up": True}, "face_up = True is no whole number", "Write a whole number."),
        ({**GEORGE, "strength": "3"}, "strength = '3' is no whole number", "Write a whole number."),
        ({"area": "c2", "storm": []}, "storm = [] cannot be", "Write true or false."),
        ({"area": "c2", "face": "left"}, "face = 'left' cannot be", 'Write "up" or "down".'),
        ({"any": []}, "any holds no claims", "Write any = [{ ... }, { ... }]."),
        ({"not": []}, "not holds no claim", "Write not = { ... }."),
        ({"played": ["stay", 3]}, "played = ['stay', 3] is no text", "Write it in quotes."),
    ],
)
def test_a_claim_that_cannot_be_says_what_is_wrong_and_what_would_be_right(raw: object, wrong: str, right: str) -> None:
    faults: list[Fault] = []
    assert parse_claim(raw, "here", WOOD, faults) is None
    assert [(fault.where, fault.what) for fault in faults] == [("here", wrong)]
    assert faults[0].fix.startswith(right)


def test_whom_one_beats_may_be_a_knight_as_well_as_a_denizen() -> None:
    assert claim(knight="george", beats=["orc", "roland"])


def test_a_click_means_the_action_one_would_try() -> None:
    state = opening(Do("x", WOOD, situation=ORC_AND_ELF)).state
    assert action_for(state, "george", "area:c3") == "move north"
    assert action_for(state, "george", "area:c2") == "stay"
    assert action_for(state, "george", "area:e9") is None
    assert action_for(state, "george", "denizen:elf") == "meet elf"
    assert action_for(state, "george", "knight:roland") == "joust roland"


def test_every_legal_action_is_on_a_button_and_the_four_ways_always_are() -> None:
    state = opening(Do("x", WOOD, situation=ORC_AND_ELF)).state
    buttons = offered(state, "george")
    assert set(state.actions()) <= set(buttons)
    assert buttons[:5] == ("move north", "move east", "move south", "move west", "stay")
    assert "meet elf" in buttons
    assert all(label(action) for action in buttons)


def test_asking_for_hints_and_the_solution_is_remembered() -> None:
    session: Session = do(claim(knight="george", at="c2"))
    assert (session.hint(), session.hint(), session.hint()) == ("Look north.", "Press North.", "Press North.")
    assert session.hints_used == 2
    assert session.solution().answer == ("move north",)
    assert session.solution_shown


def test_an_action_that_makes_nothing_happen_gets_no_picture_unless_the_lesson_has_words_for_it() -> None:
    wood = 'order = ["george", "roland"]\nmoment = "arrived"\n[areas.c2]\npaths = "NESW"\ndenizens = ["elf"]\n'
    wood += 'things = ["lance"]\n'
    wood += '[knights.george]\nat = "c2"\ncame_from = "c1"\nignored_by = [{ denizen = "elf", area = "c2" }]\n'
    silent = Watch("x", WOOD, situation=wood, rules=RULES, steps=(WatchStep(do="done"), WatchStep(judge="move south")))
    spoken = Watch("x", WOOD, situation=wood, rules=RULES, steps=(WatchStep(do="done", say="Roland's turn."),))
    assert [event.kind for event in opening(silent).state.play("done").events] == ["turn"]
    frames = [session.frames for session in map(start, (silent, spoken)) if isinstance(session, WatchSession)]
    assert [len(each) for each in frames] == [2, 2]
    assert frames[0][1].state.turn == "roland"
