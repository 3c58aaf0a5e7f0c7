"""What the tasks of other games ask of the seven kinds: options from a picture, bins, chains, events, opinions, several seats.

Situations and answers are those of GRAN's lessons and puzzles.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import Any

import pytest

from engine import gran
from engine.text.faults import UnreadableText
from tests.sources import ROOT
from tests.support import arenas
from tests.support.arenas import WALK, WITH_THE_RING
from tutor.content.lessons import faults_of, parse_lesson, read_lesson
from tutor.content.puzzles.reading import read_puzzles
from tutor.desk import Act, Refused, Touch, Viewer
from tutor.desk.attempts import FINISHES, OUTCOMES
from tutor.games.gran.teachable import GAME as GRAN
from tutor.games.mystic_wood.teachable import GAME as WOOD
from tutor.hosts.paper.handout import handout_html
from tutor.pages.exercise import presenter
from tutor.pages.exercise.board import scene_of
from tutor.pages.exercise.describing import describe
from tutor.pages.exercise.lesson import LessonDocument, steps_of
from tutor.teach.exercise.claims import read_claim
from tutor.teach.exercise.exercise import Exercise
from tutor.teach.exercise.feedback import Outcome
from tutor.teach.exercise.options import Choose, Option
from tutor.teach.exercise.schema import written
from tutor.teach.kinds import KINDS, face, start
from tutor.teach.kinds.choose import ChooseSession
from tutor.teach.kinds.do import DoSession
from tutor.teach.kinds.order import Order, OrderSession
from tutor.teach.kinds.reckon import Reckon

FRONT = '+++\ngame = "gran"\nnumber = 1\ntitle = "T"\nminutes = 5\nrules = ["move.one-or-two"]\n+++\n'
RECAP = "\n```recap\nFarewell.\n```\n"
ENDS = frozenset(arenas.ENDS)
PUZZLES = ROOT / "puzzles"
STONE = """
game = "gran"
ring = "gc2"
obstacles = ["ga1"]
moment = "obstacle"
order = ["red", "blue", "green"]
[knights.red]
at = "ea2"
[knights.blue]
at = "w4"
[knights.green]
at = "uc4"
"""


def block(kind: str, situation: str = WALK, **keys: str) -> str:
    usual = {
        "id": '"one"',
        "kind": f'"{kind}"',
        "prompt": '"Go."',
        "rules": '["move.one-or-two"]',
        "hints": '["a", "b"]',
        "situation": f"'''{situation}'''",
    }
    return (
        "\n```exercise\n" + "\n".join(f"{key} = {value}" for key, value in (usual | keys).items() if value) + "\n```\n"
    )


def lesson(*blocks: str) -> tuple[Exercise, ...]:
    return parse_lesson(FRONT + "".join(blocks) + RECAP, "of-gran").exercises


def mark_ends(more: str = "") -> Choose:
    text = block("choose", options='"targets board spaces"', answer='"ends"', several="true")
    (found,) = lesson(text.replace("\n```\n", f"\n{more}\n```\n"))
    assert isinstance(found, Choose)
    return found


def picked(session: ChooseSession, *spaces: str) -> tuple[int, ...]:
    return tuple(n for n, option in enumerate(session.options) if option.option.words in spaces)


def marked(exercise: Choose) -> ChooseSession:
    session = start(exercise)
    assert isinstance(session, ChooseSession)
    return session


# ---------------------------------------------------------------- options from a picture's targets


def test_every_space_of_the_board_is_an_option_and_the_ends_of_the_move_are_right() -> None:
    """Lesson 1 of GRAN: mark every space where the move may end (`move.*`)."""
    session = marked(mark_ends())
    assert {option.target for option in session.options} == {
        f"space:{space}" for space in gran.loads(WALK).board.spaces
    }
    (right,) = session.accepted()
    assert {session.options[n].option.words for n in right} == ENDS
    assert session.attempt(right).outcome is Outcome.RIGHT


def test_a_space_that_is_no_end_is_refused_by_the_rule_that_bars_the_way_meant() -> None:
    session = marked(mark_ends())
    feedback = session.attempt(picked(session, *ENDS, "gb4"))
    assert feedback.outcome is Outcome.WRONG
    assert "move.obstacle-no-end" in feedback.rules
    assert feedback.refutation is not None
    assert feedback.refutation.at == "gb4"
    assert "move.not-through-knight" in session.attempt(picked(session, *ENDS, "w7")).rules


def test_a_slip_may_be_named_for_what_was_left_out() -> None:
    waits = 'text = "Who waits there does not occupy it."\nrule = "setup.waiting"'
    exercise = mark_ends(f'[[wrong]]\nmissing = "gball"\n{waits}')
    session = marked(exercise)
    feedback = session.attempt(picked(session, *(ENDS - {"gball"})))
    assert (feedback.outcome, feedback.text) == (Outcome.WRONG, "Who waits there does not occupy it.")
    assert "setup.waiting" in feedback.rules
    assert "one more is" in session.attempt(picked(session, *(ENDS - {"w6"}))).text
    assert "Who waits" not in session.attempt(picked(session, *(ENDS - {"gball"}), "gb4")).text, "first what is wrong"


def test_a_slip_for_what_may_rightly_be_left_out_is_a_fault_of_the_lesson() -> None:
    text = block("choose", options='"targets board spaces"', answer='"ends"', several="true")
    text = text.replace("\n```\n", '\n[[wrong]]\nmissing = "gb4"\ntext = "No."\n```\n')
    (fault,) = faults_of(parse_lesson(FRONT + text + RECAP, "of-gran"))
    assert "right" in fault.what


def test_targets_are_picked_by_touching_them_and_the_act_names_them() -> None:
    worked = face(mark_ends())
    touch = Touch(0, 0, "click", "check", values={"picked": [f"space:{space}" for space in sorted(ENDS)]})
    (act,) = worked.means(touch)
    assert act.startswith("answer space:ga1 ") or "space:ga1" in act.split()
    assert worked.session.targets
    assert worked.do(act)[0].outcome == "right"
    assert worked.session.targets == ()
    with pytest.raises(Refused):
        face(mark_ends()).do("answer space:nowhere")


def test_which_ends_are_new_is_a_difference_of_two_situations() -> None:
    """Lesson 2 of GRAN: the same position, but red bears the ring."""
    keys = {"options": '"targets board spaces"', "answer": '"new-ends tc2"', "several": "true"}
    (exercise,) = lesson(block("choose", WITH_THE_RING, **keys))
    assert isinstance(exercise, Choose)
    session = marked(exercise)
    assert {session.options[n].option.words for n in session.right} == {"eb1", "gc5", "w5", "w7", "w9"}


BANISHED = """
game = "gran"
order = ["red", "blue"]
moment = "banish"
victim = "blue"
[knights.red]
at = "ga1"
talismans = 2
[knights.blue]
at = "ga1"
"""


def test_out_of_reach_is_where_the_banished_knight_is_not_back_in_one_turn() -> None:
    """Lesson 5 of GRAN, attack.revenge: two steps lead back to ga1 from w4, w5 and w6 only."""
    keys = {"options": '"targets board spaces"', "several": "true"}
    (exercise,) = lesson(block("choose", BANISHED, answer='"out-of-reach ga1"', **keys))
    assert isinstance(exercise, Choose)
    session = marked(exercise)
    assert {session.options[n].option.words for n in session.right} == {"w1", "w2", "w3", "w7", "w8", "w9"}
    faults = faults_of(parse_lesson(FRONT + block("choose", answer='"out-of-reach ga1"', **keys) + RECAP, "of-gran"))
    assert any("nobody is being banished" in fault.what for fault in faults)


def test_the_best_stone_is_measured_by_the_turns_it_costs() -> None:
    """Puzzle 4 of GRAN: a stone on ua3 costs blue two turns more; a place where no stone may lie is refused by its rule."""
    keys = {"options": '"targets board spaces"', "measure": '"turns gc2 blue"', "ask": '"best"', "several": "true"}
    (exercise,) = lesson(block("choose", STONE, **keys))
    assert isinstance(exercise, Choose)
    session = marked(exercise)
    right = {session.options[n].option.words for n in session.right}
    assert "ua3" in right
    costs = gran.loads(STONE).obstacle_costs("blue", "gc2")
    most = max(turns for turns in costs.values() if turns is not None)
    assert {space for space, turns in costs.items() if turns == most} == right
    assert session.attempt(picked(session, "gb1")).outcome is Outcome.WRONG
    trap = next(option for option in session.options if option.option.words == "ea2")
    assert trap.reasons
    assert not trap.right


def test_a_stone_is_measured_alone_on_the_board_whoever_stands_in_the_way() -> None:
    """The contract counts fewest turns alone on the board: ub4 costs one turn more, through uc4, where green happens to stand."""
    state = gran.loads(STONE)
    costs = state.obstacle_costs("blue", "gc2")
    assert (state.fewest("gc2", "blue"), costs["gb1"], costs["ub4"], costs["ua3"]) == (2, 3, 3, 4)
    behind_green = replace(state, obstacles=state.obstacles | {"uc4", "ub4"})
    assert behind_green.fewest("gc2", "blue") == 4, "only if green stays does it cost as much as ua3"


@pytest.mark.parametrize("never", [True, False])
def test_a_rival_who_is_cut_off_may_count_as_the_highest(never: bool) -> None:
    """A stone on ub4 makes the way to gb1 longest, by fetching the ring first; under one on gb1 itself nobody ever ends there."""
    closed = STONE.replace('"gc2"', '"tc2"').replace('["ga1"]', '["ga1", "gc1", "gc2"]')
    keys = {"options": '"targets board spaces"', "measure": '"turns gb1 blue"', "ask": '"best"', "several": "true"}
    (exercise,) = lesson(block("choose", closed, never=str(never).lower(), **keys))
    assert isinstance(exercise, Choose)
    session = marked(exercise)
    right = {session.options[n].option.words for n in session.right}
    assert right == ({"gb1"} if never else {"ub4"})


# ---------------------------------------------------------------- bins


BINS = ("goes to Kael", "stays", "is discarded")
CARDS = tuple(Option(text=name, bin=BINS[into]) for name, into in (("Sword", 2), ("Fly", 1), ("Acorns", 1), ("Bow", 0)))
SORTING = Choose(
    id="sort", game=GRAN, situation=WALK, prompt="Sort.", options=CARDS, bins=BINS, rules=("move.one-or-two",)
)


def test_options_are_sorted_into_bins_and_the_first_that_lies_wrong_is_named() -> None:
    """Willow's "sort six cards": one kind asks for one, for several, and for a sorting."""
    session = marked(SORTING)
    (right,) = session.accepted()
    assert session.attempt(right).outcome is Outcome.RIGHT
    wrong = marked(SORTING).attempt({**right, 0: "stays"})
    assert wrong.outcome is Outcome.WRONG
    assert "“Sword” does not belong under “stays”" in wrong.text
    assert wrong.marks == ((0, False),)
    assert marked(SORTING).attempt({0: "stays"}).outcome is Outcome.CANNOT_CHECK
    assert session.solution().words == "goes to Kael: Bow; stays: Fly, Acorns; is discarded: Sword."


def test_each_option_offers_the_bins_and_the_last_has_the_button() -> None:
    worked = face(SORTING)
    controls: list[Any] = list(worked.controls())
    assert [control.label for control in controls] == ["Sword", "Fly", "Acorns", "Bow"]
    assert [control.last for control in controls] == [False, False, False, True]
    values = {"bin 0": ["3"], "bin 1": ["2"], "bin 2": ["2"], "bin 3": ["1"]}
    assert worked.means(Touch(0, 0, "click", "check", values=values)) == ("answer 3 2 2 1",)
    with pytest.raises(Refused, match="Put each of them"):
        worked.means(Touch(0, 0, "click", "check", values={"bin 0": ["3"]}))
    assert worked.do("answer 3 2 2 1")[0].outcome == "right"
    assert "1 goes to Kael, 2 stays" in worked.on_paper().note


# ---------------------------------------------------------------- noted, chained, in the order of events


def test_an_opinion_is_noted_and_done_and_never_marked() -> None:
    """An opinion ("which would you lay?") has no wrong answer (Mystic Paths, lesson 2)."""
    options = "".join(f'\n[[options]]\ntext = "{word}"\nbecause = "So be it."' for word in ("noisy", "wild"))
    (exercise,) = lesson(block("choose", ask='"opinion"').replace("\n```\n", f"{options}\n```\n"))
    for number in (0, 1):
        session = start(exercise)
        feedback = session.attempt((number,))
        assert (feedback.outcome, feedback.done, session.finished) == (Outcome.NOTED, True, True)
        assert not feedback.marks
    assert Outcome.NOTED.value in OUTCOMES
    assert Outcome.NOTED.value in FINISHES


def test_the_next_screen_stands_at_the_same_moment() -> None:
    keys = {"options": '"targets board spaces"', "answer": '"ends"', "several": "true", "knight": '"red"'}
    first = block("choose", WITH_THE_RING, **keys)
    second = block("reckon", situation="", id='"two"', after_of='"one"', reckon='"turns gb2 red"')
    second = second.replace("situation = ''''''\n", "")
    one, two = lesson(first, second)
    assert (two.situation, two.knight, two.after_of) == (one.situation, "red", "one")
    assert start(two).state == start(one).state


def test_a_chain_keeps_its_board_on_the_pages_on_paper_and_in_a_terminal() -> None:
    source = ROOT / "tests" / "sample_lessons" / "of-gran.md"
    read = read_lesson(source)
    steps = steps_of(read)
    assert [step.id for step in steps] == ["ends", "how-far", "sorted", "yours", "end"]
    ends, far = (presenter(exercise) for exercise in read.exercises[:2])
    assert scene_of(far.session, far.whole).lines == scene_of(ends.session, ends.whole).lines
    assert "how far" in steps[1].text.lower(), "words between stand above the question: the board is not taken away"
    long = source.read_text("utf-8").replace("How far is it?", "How far is it? " * 40)
    assert [step.id for step in steps_of(parse_lesson(long, "of-gran"))] == [step.id for step in steps]
    document = LessonDocument(lambda source: read)
    doc, viewer = document.open({}), Viewer("red")
    for n, (target, act) in enumerate([("forth-step", "go how-far"), ("back-step", "go ends")], start=1):
        _, acts = document.hear(doc, viewer, document.look(viewer), Touch(0, 0, "click", target))
        assert acts == (act,)
        doc = document.fold(doc, Act(n, "red", act, 0))
    handout = handout_html(read)
    assert handout.count("The same position as in 1.") == 3
    assert handout.count("<svg") == 1
    assert "1 an end, 2 an attack, 3 no end" in handout
    told = describe(read.exercises[1])
    assert "The same moment as in “ends”." in told
    assert "Each belongs under one of these: an end, an attack, no end." in describe(read.exercises[2])
    assert describe(read.exercises[0]).splitlines()[-1].startswith("Name them: ")


@pytest.mark.parametrize("kind", ["do", "free"])
def test_what_is_played_on_leaves_no_moment_to_go_on_from(kind: str) -> None:
    goal = {"do": {"accept": '["move w5"]', "knight": '"red"'}, "free": {"knight": '"red"'}}[kind]
    first = block(kind, **goal)
    second = block("reckon", situation="", id='"two"', after_of='"one"', reckon='"fight"')
    with pytest.raises(UnreadableText) as refused:
        lesson(first, second)
    (fault,) = [each for each in refused.value.faults if "is played on the board" in each.what]
    assert "nobody knows its last moment" in fault.what
    assert fault.fix == "Follow an exercise that asks or is watched."


@pytest.mark.parametrize(
    ("keys", "says"),
    [
        ({"after_of": '"on"'}, "there is no earlier exercise 'on'"),
        ({"after_of": '"one"', "situation": 'game = "gran"'}, "situation is that of 'one'"),
    ],
)
def test_a_chain_must_hang_on_something(keys: dict[str, str], says: str) -> None:
    first = block("choose", options='"targets board spaces"', answer='"ends"', several="true")
    second = block("reckon", **{"id": '"two"', "reckon": '"fight"', "situation": "", **keys})
    with pytest.raises(UnreadableText) as refused:
        lesson(first, second)
    told = [fault.what for fault in refused.value.faults]
    assert any(says in each for each in told), told


def test_what_happens_is_put_in_order_as_it_is_told() -> None:
    """Lesson 5 of GRAN: the happenings of an attack, computed from the line that is played."""
    line = ("move w6",)
    state = gran.loads(WALK)
    told = [event.text for event in state.play(line[0]).events]
    exercise = Order(id="x", game=GRAN, situation=WALK, prompt="Order.", of="events", do=line)
    session = start(exercise)
    assert isinstance(session, OrderSession)
    assert [item for (item,) in session.places] == told
    assert len(told) >= 2
    assert session.attempt(tuple(told)).outcome is Outcome.RIGHT
    assert session.attempt(tuple(reversed(told))).outcome is Outcome.WRONG
    kinds = tuple({event.kind for event in state.play(line[0]).events})[:1]
    assert len(start(replace(exercise, events=kinds)).places) < len(told)  # type: ignore[attr-defined]


# ---------------------------------------------------------------- measures, explanations, several seats


def test_a_number_is_worked_out_by_the_game_and_a_wrong_one_explained() -> None:
    """Puzzle 2 of GRAN: in how few turns? Who says too few hears of the first turn in which it can be."""
    stones = 'obstacles = ["tb4", "tc1", "ua1", "w3"]'
    situation = f'game = "gran"\nring = "uc2"\n{stones}\norder = ["red", "blue"]\n[knights.red]\nat = "ta3"\n'
    (exercise,) = lesson(block("reckon", situation, reckon='"turns uc2 red"'))
    session = start(exercise)
    assert session.attempt("3").outcome is Outcome.RIGHT
    told = start(exercise).attempt("2")
    assert told.outcome is Outcome.WRONG
    assert "is turn 3" in told.text
    assert "before that" in start(exercise).attempt("4").text


def test_the_chance_of_the_next_dragon_is_a_measure() -> None:
    """Lesson 3 of GRAN: one 6, three 2 and both 0 have been met; of a fresh pile it is 7/12."""
    met = WALK.replace('ring = "tc2"', 'ring = "tc2"\ndragons_used = { 0 = 2, 2 = 3, 6 = 1 }')
    for situation, chance in ((met, "14/27"), (WALK, "7/12")):
        exercise = Reckon(id="x", game=GRAN, situation=situation, prompt="?", reckon="fight")
        assert start(exercise).attempt(chance).outcome is Outcome.RIGHT


def test_a_learner_may_play_for_several_seats_and_turns_are_the_games() -> None:
    """Bots play nobody's part but their own: red's and blue's choices are both the learner's, green stands by."""
    exercise = KINDS["do"].exercise(
        id="x",
        game=GRAN,
        situation=WALK.replace(', "yellow"', ""),
        prompt="Go.",
        plays=("red", "blue"),
        accept=("move w5",),
        within=3,
    )  # type: ignore[call-arg]
    session = start(exercise)
    assert isinstance(session, DoSession)
    assert (session.state.to_move, session.waits_for) == ("red", None)
    assert session.attempt(gran.loads(WALK).ends()["gc4"][0]).outcome is Outcome.PROGRESS
    assert session.state.to_move == "blue"
    assert session.moment.turns == 2
    assert session.attempt("move w5").outcome is Outcome.RIGHT


def test_whatever_reaches_the_goal_is_right_and_ways_are_listed_only_where_they_are_few(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Acceptance is a test of what is reached (Mystic Paths: 1,536 displays of three clues are right)."""
    from tutor.teach.kinds import do

    situation = (
        'order = ["george"]\n[areas.c2]\npaths = "NESW"\nglade = false\n[areas.c3]\npaths = "NESW"\nglade = false'
    )
    claim = read_claim(
        {"any": [{"knight": "george", "at": "c2"}, {"knight": "george", "at": "b1"}]}, "goal", "", WOOD, []
    )
    exercise = do.Do(id="x", game=WOOD, situation=situation, goal=claim, within=2, solution=("move north",))
    every = start(exercise).accepted()
    monkeypatch.setattr(do, "MOST_LISTED_WAYS", 0)
    assert start(exercise).accepted() == (("move north",),)
    assert len(every) >= 1
    for line in every:
        session = start(exercise)
        assert any(session.attempt(action).done for action in line), "not listed, and right all the same"


def test_the_new_keys_are_written_as_they_are_read() -> None:
    exercise = mark_ends()
    found = written(exercise, KINDS["choose"].keys)
    assert found["answer"] == "ends"
    assert found["options"] == "targets board spaces"


def test_a_puzzle_may_ask_for_targets_and_stores_which_are_right(monkeypatch: pytest.MonkeyPatch) -> None:
    """Puzzle 1 of GRAN, all ends: what is stored is held against the set that the engine computes."""
    from tutor.content.puzzles import faults_of as puzzle_faults
    from tutor.content.puzzles import parse_puzzles
    from tutor.content.puzzles import writing as puzzle_writing

    monkeypatch.setattr(type(GRAN), "puzzle_kinds", {"ends": ("Where may the move end?", ("choose",))})
    monkeypatch.setattr(type(GRAN), "themes", ("moves",))
    text = f"""game = "gran"
[[puzzle]]
id = "all-ends"
kind = "ends"
edition = "english"
question = "Mark every space where red's move may end."
themes = ["moves"]
rules = ["move.one-or-two"]
rating = 900
point = "Lines go round corners."
situation = '''{WALK}'''
options = "targets board spaces"
answer = "ends"
several = true
right = {sorted(ENDS)}
"""
    (puzzle,) = parse_puzzles(text, "of-gran")
    assert puzzle.answer == (tuple(sorted(ENDS)),)
    (again,) = parse_puzzles(puzzle_writing.written([puzzle]), "of-gran")
    assert again.answer == puzzle.answer
    (wrong,) = parse_puzzles(text.replace("'w6'", "'w7'"), "of-gran")
    assert any("the engine's answer is" in fault.what for fault in puzzle_faults([wrong]))


def test_equally_many_turns_are_too_many_for_whoever_has_just_moved_ring_lay_where() -> None:
    """Red lays the ring; Blue moves next. Where both need two turns, Blue has it first."""
    (puzzle,) = [puzzle for puzzle in read_puzzles(PUZZLES / "gran-lay-ring.toml") if puzzle.id == "lay-first"]
    session = start(puzzle.exercise)
    assert isinstance(session, ChooseSession)
    race = session.state.ring_race()
    right = {session.options[number].option.words for number in session.right}
    assert right == {"eb1", "ec1", "ec2"} == {place for place, (own, others) in race.items() if own < others}
    assert {place for place, (own, others) in race.items() if own == others} == {"ea1", "ua3", "ub4"}


def test_a_book_of_gran_asks_one_idea_once() -> None:
    """Two puzzles of a kind ask different things, or the rules that decide them are not the same."""
    for kind in ("road", "lay-ring"):
        puzzles = read_puzzles(PUZZLES / f"gran-{kind}.toml")
        assert len(puzzles) >= 10
        assert len({puzzle.point for puzzle in puzzles}) == len(puzzles)
        asked = Counter(puzzle.question for puzzle in puzzles)
        assert max(asked.values()) <= 4, asked
