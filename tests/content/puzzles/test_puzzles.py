"""The book: every stored puzzle is solved anew by the engine, in each of its editions, and every refutation looked up."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from fractions import Fraction
from io import StringIO
from typing import Any

import pytest

from engine import mystic_wood as mw
from engine.mystic_wood.material.ledger import ledger
from engine.mystic_wood.play.odds import turn_passed
from tests.depth import DEAR_PUZZLES, deep
from tests.support.arenas import GEORGE_AND_ORC
from tutor.content.puzzles import Puzzle, book, faults_of, find_puzzle, solve
from tutor.games.mystic_wood.building.setup_diff import pieces, strays
from tutor.games.mystic_wood.claims.fewest_turns import Lost, fewest_turns
from tutor.games.mystic_wood.making.orders import valid_orders
from tutor.games.mystic_wood.puzzle_kinds import KINDS
from tutor.games.mystic_wood.teachable import GAME as WOOD
from tutor.hosts.cli.cli import main
from tutor.hosts.paper.paper import view_on_paper
from tutor.pages.exercise import presenter
from tutor.pages.exercise.board import picture, scene_of
from tutor.pages.exercise.describing import describe
from tutor.teach.exercise.claims import Claim, parse_claim
from tutor.teach.exercise.feedback import Outcome
from tutor.teach.exercise.options import Choose, Option
from tutor.teach.exercise.playing import opening
from tutor.teach.game.registry import puzzle_kinds
from tutor.teach.kinds import start
from tutor.teach.kinds.build import Build, BuildSession, Proof
from tutor.teach.kinds.choose import ChooseSession
from tutor.teach.kinds.on_board import PlaySession
from tutor.teach.kinds.reckon import Reckon, ReckonSession

BOOK = [puzzle for collection in book() for puzzle in collection.puzzles]


# -------------------------------------------------------------------- all that are stored


def test_the_book_has_puzzles_of_every_kind() -> None:
    assert len(BOOK) >= 150, "an empty book would pass every other test"
    counted = Counter(puzzle.kind for puzzle in BOOK)
    assert set(counted) == set(puzzle_kinds())
    assert min(number for kind, number in counted.items() if kind in KINDS and kind != "story") >= 12
    assert counted["story"] == 5
    assert min(number for kind, number in counted.items() if kind != "story") >= 10
    ours = [puzzle for puzzle in BOOK if puzzle.kind in KINDS and puzzle.game is WOOD]
    assert {edition for puzzle in ours for edition in puzzle.editions} == {"1980", "2006"}


def test_every_rule_of_the_ledger_is_in_a_puzzle() -> None:
    assert set(ledger()) - {rule for puzzle in BOOK for rule in puzzle.rules} == set()


@pytest.fixture(
    params=[deep(puzzle) if puzzle.id in DEAR_PUZZLES else puzzle for puzzle in BOOK],
    ids=lambda puzzle: puzzle.id,
    scope="module",
)
def puzzle(request: pytest.FixtureRequest) -> Puzzle:
    """Each puzzle of the book; all that is asked of one is asked in a row, while its proof is still known."""
    found: Puzzle = request.param
    return found


def test_the_stored_answer_is_the_engine_s_and_every_refutation_is_named_by_it(puzzle: Puzzle) -> None:
    assert [str(fault) for fault in faults_of([puzzle])] == []


def test_each_kind_has_puzzles_that_are_not_dear() -> None:
    assert DEAR_PUZZLES - {puzzle.id for puzzle in BOOK} == set()
    kinds = [(puzzle.game, puzzle.kind) for puzzle in BOOK if puzzle.id not in DEAR_PUZZLES]
    assert set(kinds) == {(puzzle.game, puzzle.kind) for puzzle in BOOK}
    assert min(Counter(kinds).values()) >= 5


def test_what_is_accepted_solves_it_and_a_front_end_can_show_it(puzzle: Puzzle) -> None:
    session = start(puzzle.exercise)
    answer = session.accepted()[0]
    for part in answer if isinstance(session, PlaySession) else (answer,):
        session.attempt(part)
    assert session.feedback.outcome is Outcome.RIGHT
    assert puzzle.point in session.feedback.text
    assert presenter(puzzle.exercise).shown().prompt


def test_no_two_are_alike() -> None:
    wood = [puzzle for puzzle in BOOK if puzzle.kind in KINDS]
    assert len({puzzle.question for puzzle in wood}) == len(wood)
    assert len({puzzle.point for puzzle in BOOK}) == len(BOOK)
    positions = [(puzzle.exercise.situation, puzzle.question) for puzzle in BOOK]
    assert len(set(positions)) == len(BOOK)


def test_every_rule_named_is_in_the_ledger() -> None:
    for puzzle in BOOK:
        known = set(puzzle.game.ledger)
        assert {*puzzle.rules, *(rule for rules in puzzle.refutations for rule in rules)} <= known, puzzle.id


def in_one_edition(puzzle: Puzzle, **changed: Any) -> list[str]:
    """What is wrong with a puzzle in the first of its editions when something about it is changed."""
    return [fault.what for fault in faults_of([replace(puzzle, editions=puzzle.editions[:1], **changed)])]


def test_the_margins_of_some_are_weighed() -> None:
    assert sum(bool(puzzle.margin) for puzzle in BOOK) >= 6


def test_a_wrong_answer_a_wrong_refutation_and_a_margin_that_is_not_kept_are_found(puzzle: Puzzle) -> None:
    """A checker that accepts everything would hold nothing. All three are spoilt at once, and all three are told.

    Of the refutations it is the last: a checker that looks at the first alone would let it pass.
    """
    if isinstance(puzzle.exercise, Build):
        return
    last = max((number for number, rules in enumerate(puzzle.refutations) if rules), default=-1)
    refutations = tuple(("variant.cooperative",) if n == last else rules for n, rules in enumerate(puzzle.refutations))
    margin = Fraction(100) if puzzle.margin else puzzle.margin
    answer = "a1" if isinstance(puzzle.answer, str) else ()
    told = " ".join(in_one_edition(puzzle, answer=answer, refutations=refutations, margin=margin))
    assert "the engine's answer is" in told
    assert not any(refutations) or "does not name variant.cooperative" in told
    assert not puzzle.margin or "the best is ahead by" in told or "comes to" in told


def test_a_margin_that_is_missing_is_found(puzzle: Puzzle) -> None:
    if puzzle.margin:
        assert "the margin is missing" in " ".join(in_one_edition(puzzle, margin=Fraction(0)))


def test_a_plan_names_every_action_that_comes_near_the_best() -> None:
    puzzle = find_puzzle("first-things-first")
    exercise = puzzle.exercise
    assert isinstance(exercise, Choose)
    without = replace(exercise, options=exercise.options[1:])
    fewer = replace(puzzle, exercise=without, answer=(0,), refutations=puzzle.refutations[1:])
    assert any("“meet sage” is not among the options" in fault.what for fault in faults_of([fewer]))


def plan_for(**changed: object) -> list[str]:
    """What is wrong with the puzzle of Roland's Wand when its goal or turns are others."""
    puzzle = find_puzzle("turn-first-walk-after")
    found = faults_of([replace(puzzle, exercise=replace(puzzle.exercise, **changed), editions=("1980",))])
    return [f"{fault.where}: {fault.what}" for fault in found]


def test_a_goal_that_holds_already_is_a_fault() -> None:
    (told,) = plan_for(goal=goal(knight="roland", at=("c2", "c3")))
    assert "turn-first-walk-after, goal: it holds already" in told


def test_a_goal_nobody_can_reach_is_a_fault() -> None:
    (told,) = plan_for(goal=goal(knight="roland", at="c9"))
    assert "nothing that can happen within 1 turn reaches it" in told


def test_a_best_action_that_is_not_proved_is_a_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    """The budget counts steps, so that a puzzle is proved everywhere or nowhere."""
    assert plan_for() == []
    monkeypatch.setattr("tutor.teach.exercise.reckoning.BUDGET", 1)
    (told,) = plan_for()
    assert "turn-first-walk-after, “Turn c2”: it is not proved: after" in told
    assert "steps the chance is known to lie between" in told


def test_an_id_nobody_has_is_answered_with_the_nearest() -> None:
    with pytest.raises(mw.UnreadableText, match="first-things-first"):
        find_puzzle("first-thing-first")


# -------------------------------------------------------------------- the solvers


def order_of(text: str, knight: str = "george") -> tuple[tuple[str, ...], ...]:
    return valid_orders(mw.loads(text), knight)


def test_interchangeable_denizens_share_a_place_order_list() -> None:
    """Boar and Ox are the player's choice, and so is everyone else who is approached; things come last."""
    found = order_of("""
        order = ["george"]
        moment = "arrived"
        [areas.c2]
        paths = "NESW"
        denizens = ["elf", "wild-ox", "wild-boar", "merlin"]
        things = ["lance", "ring"]
        [knights.george]
        at = "c2"
        came_from = "c1"
    """)
    assert found == (("wild-boar", "wild-ox"), ("elf", "merlin"), ("lance", "ring"))


def test_who_is_never_met_has_no_place_reaction_remains() -> None:
    """The Druid remained: he is not met, and what he guards is not picked up."""
    found = order_of("""
        order = ["george"]
        [areas.c2]
        paths = "NESW"
        denizens = ["druid", "queen"]
        things = ["lance"]
        [knights.george]
        at = "c2"
        ignored_by = [{ denizen = "druid", area = "c2" }]
    """)
    assert found == (("queen",),)


def test_judging_alone_gives_the_engine_s_list() -> None:
    """Twice the same answer: from the judge, one encounter after the other, and from the engine's own order."""
    for puzzle in BOOK:
        if puzzle.kind == "order":
            state = mw.loads(puzzle.exercise.situation or "")
            listed = tuple(tuple(sorted(place)) for place in mw.encounter_order(state))
            assert valid_orders(state, state.to_move or state.turn) == listed


OPEN = """
order = ["george"]
[areas.c2]
paths = "NESW"
[areas.c3]
paths = "NESW"
[areas.b2]
paths = "NESW"
[areas.b3]
paths = "NESW"
"""


def test_each_area_costs_a_turn_move_one() -> None:
    state = mw.loads(OPEN)
    way = fewest_turns(state, "george", "b3")
    assert way is not None
    assert way.turns == 3
    for action in way.actions:
        state = state.play(action).state
    assert state.knight("george").at == "b3"


def test_the_wand_turns_the_ground_and_then_he_moves_card_wand() -> None:
    blocked = OPEN.replace('[areas.c2]\npaths = "NESW"', '[areas.c2]\npaths = "ESW"').replace(
        '[areas.b2]\npaths = "NESW"', '[areas.b2]\npaths = "ESW"'
    )
    assert fewest_turns(mw.loads(blocked), "george", "c3") is None
    armed = mw.loads(blocked + '[knights.george]\nthings = ["wand"]')
    way = fewest_turns(armed, "george", "c3")
    assert way is not None
    assert (way.turns, "wand" in way.actions) == (2, True)


def test_nobody_is_certain_of_unknown_ground_explore_dead_end() -> None:
    assert fewest_turns(mw.loads(OPEN), "george", "c4") is None


def test_a_search_that_would_take_too_long_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tutor.games.mystic_wood.claims.fewest_turns.MOST_STEPS", 3)
    with pytest.raises(Lost):
        fewest_turns(mw.loads(OPEN), "george", "b3")


def test_a_stack_of_one_card_is_certain_spell_fog() -> None:
    """The next card is known, so what it does can be counted on."""
    puzzle = find_puzzle("the-fog-lifts-and-turns")
    session = start(puzzle.exercise)
    assert isinstance(session, ReckonSession)
    assert "draw mystic-fog" in " ".join(session.reckoned.sums)
    without = (puzzle.exercise.situation or "").replace('next_cards = ["mystic-fog"]', "")
    assert solve(replace(puzzle, exercise=replace(puzzle.exercise, situation=without))).answer == "5"


def goal(**table: object) -> Claim:
    return Claim((tuple(table.items()),), WOOD)


def test_a_chance_followed_to_its_end_is_the_odds_tower_escape() -> None:
    """Out of the Tower and a step on, within one turn and within two: 1/3, and 5/9."""
    state = mw.loads('order = ["roland"]\n[areas.c6]\npaths = "NESW"\n[knights.roland]\nat = "c5"\nimprisoned = true')
    search = mw.search(state, goal(knight="roland", at="c6").comes_true)
    assert [search.chance(turns) for turns in (1, 2)] == [(Fraction(1, 3),) * 2, (Fraction(5, 9),) * 2]


def test_who_sits_alone_has_turns_too_move_one() -> None:
    """One area a turn: what lies two areas off is not reached within one turn."""
    state = mw.loads(OPEN)
    search = mw.search(state, goal(knight="george", at="b2").comes_true)
    assert [search.chance(turns) for turns in (1, 2)] == [(0, 0), (1, 1)]
    assert turn_passed(state, "move north", state.play("move north").state, "george")


def test_the_prospect_of_a_fight_is_the_fight_s() -> None:
    """Looking through all throws gives what the closed form of the odds gives."""
    state = mw.loads(GEORGE_AND_ORC)
    told = mw.odds(state, "meet orc").round
    assert told is not None
    for wanted in (goal(knight="george", has="orc"), goal(knight="george", beats="orc")):
        assert mw.search(state, wanted.comes_true).after("meet orc", 1) == (told.win, told.win)


def test_a_search_that_is_cut_short_does_not_claim_to_be_proved() -> None:
    state = mw.new_game(["george"])
    found = mw.search(state, goal(knight="george", has="lance").comes_true, budget=50).chance(3)
    assert not found.proved
    assert 0 <= found.low <= found.high <= 1


# -------------------------------------------------------------------- asking for the best, and for what differs


def test_the_best_is_weighed_and_told() -> None:
    session = start(find_puzzle("a-friend-for-the-wizard").exercise)
    assert isinstance(session, ChooseSession)
    wrong = session.attempt(0)
    assert wrong.outcome is Outcome.WRONG
    assert "The chance is then" in wrong.text
    assert "combine.score" in wrong.rules


def test_what_several_come_to_is_told_once() -> None:
    session = start(find_puzzle("first-things-first").exercise)
    both = session.attempt((0, 1))
    assert both.outcome is Outcome.RIGHT
    assert "The chance is with each 5/9" in both.text
    assert both.text.count("5/9") == 1
    assert "The chance is then" in session.attempt(2).text


def test_what_the_editions_judge_alike_is_refuted_with_what_each_says() -> None:
    session = start(find_puzzle("excuse-me-coming-through").exercise)
    wrong = session.attempt((1,))
    assert wrong.outcome is Outcome.WRONG
    assert "1980:" in wrong.text
    assert "2006:" in wrong.text


def test_an_option_that_cannot_be_measured_is_a_fault_not_a_guess() -> None:
    exercise = Choose(
        "x", WOOD, situation=OPEN, ask="best", options=(Option(action="move north"), Option(action="stay"))
    )
    with pytest.raises(mw.ImpossibleSituation, match="cannot be measured"):
        start(exercise)


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        ("where nobody", "says not of whom"),
        ("where lance", "lies nowhere"),
        ("turns north", "says not where to"),
        ("turns a9", "cannot be sure"),
        ("place elf", "is not met here"),
        ("goal", "there is no goal"),
    ],
)
def test_a_reckoning_without_an_answer_says_what_is_wrong(asked: str, told: str) -> None:
    with pytest.raises((mw.ImpossibleSituation, mw.UnreadableText), match=told):
        start(Reckon("x", WOOD, situation=OPEN, reckon=asked))


# -------------------------------------------------------------------- setups


ELF = find_puzzle("third-time-elf")
LAID = """
order = ["george"]
moment = "arrived"
[areas.c2]
paths = "NESW"
denizens = [{here}]
[knights.george]
at = "c2"
came_from = "c1"
"""


@pytest.mark.parametrize(
    "here", ['"elf", "giant", "troll"', '"elf", "wild-boar", "wild-ox", "rogue"', '"elf", "child", "king", "queen"']
)
def test_any_construction_that_makes_it_true_is_right(here: str) -> None:
    assert start(ELF.exercise).attempt(LAID.format(here=here)).outcome is Outcome.RIGHT


def test_boar_and_ox_fill_one_place_only_order_list() -> None:
    feedback = start(ELF.exercise).attempt(LAID.format(here='"elf", "wild-boar", "wild-ox"'))
    assert feedback.outcome is Outcome.WRONG
    assert "The Elf is met second, not third." in feedback.text
    assert "1 place more must come before the Elf." in feedback.text


def test_a_longer_construction_is_right_and_told_of_the_shorter() -> None:
    feedback = start(ELF.exercise).attempt(LAID.format(here='"elf", "giant", "troll", "witch"'))
    assert "You laid 3 pieces; it can be done with 2." in feedback.text


def test_what_was_given_stays() -> None:
    session = start(ELF.exercise)
    feedback = session.attempt(LAID.format(here='"giant", "troll"'))
    assert feedback.outcome is Outcome.WRONG
    assert "Elf must stay at c2." in feedback.text


def test_a_construction_that_cannot_be_is_no_answer_but_says_why() -> None:
    feedback = start(ELF.exercise).attempt(LAID.format(here='"elf", "unicorn"'))
    assert feedback.outcome is Outcome.CANNOT_CHECK
    assert "unicorn" in feedback.text


def test_a_code_is_an_answer_too() -> None:
    built = mw.loads(LAID.format(here='"elf", "giant", "troll"'))
    assert start(ELF.exercise).attempt(mw.code(built)).outcome is Outcome.RIGHT
    assert start(ELF.exercise).attempt(built).outcome is Outcome.RIGHT


def test_more_pieces_than_allowed_are_too_many() -> None:
    assert isinstance(ELF.exercise, Build)
    exercise = replace(ELF.exercise, pieces=2)
    feedback = start(exercise).attempt(LAID.format(here='"elf", "giant", "troll", "witch"'))
    assert "at most 2 are allowed" in feedback.text


def test_bounds_are_kept_at_least_and_at_most() -> None:
    exercise = Build(
        id="x",
        game=WOOD,
        situation=LAID.format(here=""),
        rules=("challenge.score",),
        built=LAID.format(here='"orc"'),
        proofs=(Proof("odds win meet orc", "1/4", "at least"), Proof("odds win meet orc", "1/3", "at most")),
    )
    assert start(exercise).attempt(LAID.format(here='"orc"')).outcome is Outcome.RIGHT
    weak = replace(exercise, proofs=(Proof("odds win meet orc", "1/2", "at least"),))
    assert "not at least 1/2 (50 %)" in start(weak).attempt(LAID.format(here='"orc"')).text


def test_pieces_count_areas_denizens_things_and_hands() -> None:
    given = mw.loads('order = ["george"]')
    built = mw.loads("""
        [areas.c2]
        paths = "NESW"
        denizens = ["elf"]
        things = ["lance"]
        [knights.george]
        things = ["ring"]
        horse = true
    """)
    assert pieces(given, built) == 5
    assert strays(given, built) == []


def test_the_solution_of_a_setup_is_in_the_edition_that_is_played() -> None:
    session = start(ELF.in_edition("2006"))
    assert isinstance(session, BuildSession)
    assert mw.loads(session.known).edition == "2006"
    assert session.attempt(session.known).outcome is Outcome.RIGHT


# -------------------------------------------------------------------- solvable from what it shows


def test_where_he_may_withdraw_to_is_shown_in_picture_words_paper_and_terminal(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whether withdrawing leads to the Tower or away from it hangs on where George came from, and nothing said so."""
    for puzzle in BOOK:
        if puzzle.game.name != "mystic-wood" or isinstance(puzzle.exercise, Build):
            continue
        state = opening(puzzle.exercise).state
        if state.to_move is None or not state.judge("withdraw").legal:
            continue
        knight = state.knight(state.to_move)
        shown = presenter(puzzle.exercise)
        prints = f"The last move: {knight.came_from} to {knight.at}"
        assert prints in str(scene_of(shown.session, shown.whole)), puzzle.id
        assert prints in str(picture(shown.session, view_on_paper(shown.session), state, still=True)), puzzle.id
        assert f"may withdraw to {knight.came_from}" in describe(puzzle.exercise), puzzle.id
    monkeypatch.setattr("sys.stdin", StringIO(""))
    main(["puzzle", "travelling-light"])
    assert "decides now, and may withdraw to c3." in " ".join(capsys.readouterr().out.split())


def test_every_option_is_a_sentence() -> None:
    """ "Prize wand", "Arch-mage c7" and "Champion franjean-rool" are the engine's words for it."""
    for puzzle in BOOK:
        if isinstance(puzzle.exercise, Choose) and puzzle.game.name in ("mystic-wood", "willow"):
            raw = [option.action for option in puzzle.exercise.options if option.action and not option.text]
            assert not raw, puzzle.id


def test_a_first_action_that_only_puts_the_best_off_is_no_option() -> None:
    """Staying first leaves the joust as good as it was: as an option it is a fault, as an action it is none."""
    puzzle = find_puzzle("a-lance-at-any-price")
    exercise = puzzle.exercise
    assert isinstance(exercise, Choose)
    assert faults_of([puzzle]) == []
    stays = Option(text="He stays where he is", action="stay")
    more = replace(exercise, options=(*exercise.options, stays), several=True)
    answer = (*(n for n in puzzle.answer if isinstance(n, int)), len(exercise.options))
    staying = replace(puzzle, exercise=more, answer=answer, refutations=(*puzzle.refutations, ()))
    told = [fault.what for fault in faults_of([staying])]
    assert told == ["“stay” changes nothing: the best is still there after it"]


def test_the_way_that_is_shown_is_the_shortest_to_say() -> None:
    state = opening(find_puzzle("by-appointment-only").exercise).state
    way = fewest_turns(state, "guyon", "b9")
    assert way is not None
    assert way.actions == ("arch-mage b9",), "and not to b8, and north from there"
    island = mw.loads("""
order = ["guyon"]
[areas.c7]
name = "island"
[areas.c8]
paths = "NESW"
[areas.c6]
paths = "NESW"
[knights.guyon]
at = "c6"
""")
    over = fewest_turns(island, "guyon", "c8")
    assert over is not None
    assert "go in" not in over.actions


@pytest.mark.parametrize("written", ["24908083200", "2*2*13!", "2 x 2 x 13!", "4 · 13!"])
def test_a_number_of_orders_may_be_written_as_a_product(written: str) -> None:
    session = start(find_puzzle("everybody-is-here").exercise)
    assert session.attempt(written).done


def test_what_is_put_down_in_other_words_is_placed() -> None:
    exercise = find_puzzle("happy-ending").exercise
    session = start(exercise)
    for words in ("put queen d3", "lay queen d3", "place queen d3"):
        built = session.game.laying.laid_out(exercise, session.state, words)
        assert "queen" in built.area("d3").denizens


# -------------------------------------------------------------------- what happened last


def last_turn(**changed: Any) -> list[str]:
    """What is wrong with the tale of the Rogue when its right option is another."""
    puzzle = find_puzzle("with-all-he-holds")
    assert isinstance(puzzle.exercise, Choose)
    (right,) = (n for n in puzzle.answer if isinstance(n, int))
    options = tuple(replace(each, **changed) if n == right else each for n, each in enumerate(puzzle.exercise.options))
    return [fault.what for fault in faults_of([replace(puzzle, exercise=replace(puzzle.exercise, options=options))])]


def test_a_tale_is_right_if_it_leads_to_the_very_moment_that_is_shown() -> None:
    assert last_turn() == []
    (told,) = set(last_turn(do=("meet rogue", "roll 5")))
    assert told.startswith("no option is right")


def test_a_tale_that_nobody_was_allowed_to_live_is_no_answer_but_refused_by_its_rule() -> None:
    exercise = find_puzzle("with-all-he-holds").exercise
    assert isinstance(exercise, Choose)
    never = replace(exercise.options[0], do=("meet elf",), because="")
    session = start(replace(exercise, options=(never, *exercise.options[1:])))
    assert isinstance(session, ChooseSession)
    assert not session.options[0].right
    assert "not allowed" in session.attempt((0,)).text


# -------------------------------------------------------------------- kin


def of_kind(kind: str) -> list[Puzzle]:
    return [puzzle for puzzle in BOOK if puzzle.kind == kind]


def test_mirrors_come_in_pairs_of_one_question_with_two_answers() -> None:
    mirrors = {puzzle.id: puzzle for puzzle in of_kind("mirror")}
    assert len(mirrors) >= 24
    for puzzle in mirrors.values():
        assert mirrors[puzzle.twin].twin == puzzle.id
        assert mirrors[puzzle.twin].answer != puzzle.answer
    spoilt = [replace(puzzle, twin=puzzle.id) for puzzle in mirrors.values()][:1]
    assert "the answer is the same" in " ".join(fault.what for fault in faults_of(spoilt))


def test_a_story_goes_on_where_the_puzzle_before_it_ended() -> None:
    first, *rest = sorted(of_kind("story"), key=lambda puzzle: puzzle.rating)
    assert not first.follows
    for before, puzzle in zip((first, *rest), rest, strict=False):
        assert puzzle.follows == before.id
        assert puzzle.exercise.before[: len(before.exercise.before)] == before.exercise.before
    back = [first, replace(rest[0], exercise=replace(rest[0].exercise, before=()))]
    assert any("does not go on from where" in fault.what for fault in faults_of(back))


def test_in_a_help_mate_the_friend_plays_for_the_goal_and_in_a_defence_the_learner_against_it() -> None:
    """Without the friend nobody would trade; without the seeker the learner would work for his rival's wish."""
    trade = find_puzzle("key-for-lance")
    assert isinstance(trade.exercise, Choose)
    alone = start(replace(trade.exercise, friends=()))
    together = start(trade.exercise)
    assert isinstance(alone, ChooseSession)
    assert isinstance(together, ChooseSession)
    assert max(alone.measured) < max(together.measured) == 1
    refuses = find_puzzle("no-thank-you")
    session = start(refuses.exercise)
    assert isinstance(session, ChooseSession)
    assert [option.option.action for option in session.options if option.right] == ["decline"]


def test_what_a_prize_would_be_may_be_defended() -> None:
    """Who waits for a joust cannot keep his own turn from ending for ever: a prize was never in danger before."""
    shield = find_puzzle("the-shield-of-the-house")
    assert isinstance(shield.exercise, Choose)
    session = start(shield.exercise)
    assert isinstance(session, ChooseSession)
    assert [str(value) for value in session.measured] == ["1/6", "23/108", "5/12"]
    denied = parse_claim({"not": {"knight": "george", "has": "shield"}}, "goal", WOOD, [])
    widest = start(replace(shield.exercise, goal=denied))
    assert isinstance(widest, ChooseSession)
    assert min(widest.measured[1:]) > 0


def test_every_rule_of_setting_up_stands_in_a_puzzle_of_the_kind_table() -> None:
    named = {rule for puzzle in of_kind("table") for rule in puzzle.rules if rule not in puzzle.background}
    assert named >= {"wood.grid", "wood.halves", "glade.all-out"}
    assert named >= {f"setup.{what}" for what in ("players", "choose", "start", "stats", "open-cards")}


def test_every_puzzle_of_the_mystic_wood_has_a_hint_and_no_hint_is_the_answer() -> None:
    """Nine of fifteen plans had none; one hint named the card that was asked for, another both cards and all their paths."""
    puzzles = [puzzle for collection in book() for puzzle in collection.puzzles if puzzle.exercise.game == WOOD]
    assert len(puzzles) > 200
    for puzzle in puzzles:
        assert puzzle.exercise.hints, puzzle.id
        options = getattr(puzzle.exercise, "options", ())
        rights = [options[number].words.lower() for number in puzzle.answer] if options else []
        told = [
            words for words in rights for hint in puzzle.exercise.hints if len(words) > 12 and words in hint.lower()
        ]
        assert told == [], puzzle.id


def test_a_chance_is_told_as_one_and_what_is_said_is_not_quoted_twice() -> None:
    """A learner was told “Yes”: This comes to 1."""
    session = start(find_puzzle("no-thank-you").exercise)
    assert isinstance(session, ChooseSession)
    wrong = next(number for number, option in enumerate(session.options) if not option.right)
    said = session.attempt(wrong).text
    assert said.startswith("“Yes”: It is then certain.")
    assert "““" not in said
    right = next(number for number, option in enumerate(session.options) if option.right)
    assert "The chance is then 13/18 (about 72 %)." in session.attempt(right).text
