"""The contract of a game (engine/contract/game.py, engine/contract/face.py), held by every game there is."""

from __future__ import annotations

import copy
import inspect
import random
import re
import string
from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

from engine.chance.search import Search
from engine.contract import face, records
from engine.contract import game as contract
from engine.contract.game import play_out
from engine.contract.verdicts import IllegalAction, Verdict
from engine.text.faults import ImpossibleSituation, UnreadableText
from tests.depth import deep
from tests.support.games import FEWEST, GAMES, Entry, replayed
from tests.support.toys import Laying, Sides

STEPS = 60


@pytest.fixture(params=sorted(GAMES))
def entry(request: pytest.FixtureRequest) -> Entry:
    return GAMES[request.param]


def begin(entry: Entry, seats: int | None = None) -> Any:
    return entry.game.new_game(list(entry.seats[:seats]))


def moments(entry: Entry, seed: int, most: int = STEPS) -> Iterator[tuple[Any, str, Any]]:
    """Every (state, action, step) of a random game."""
    return played(begin(entry), seed, most)


def played(state: Any, seed: int, most: int = STEPS) -> Iterator[tuple[Any, str, Any]]:
    """Every (state, action, step) of a random game from a state on."""
    rng = random.Random(seed)
    for _ in range(most):
        actions = state.actions()
        if not actions:
            return
        action = rng.choice(actions)
        step = state.play(action)
        yield state, action, step
        state = step.state


def test_no_game_is_missing() -> None:
    assert len(GAMES) >= FEWEST
    assert [entry.game.NAME for entry in GAMES.values()] == list(GAMES)
    prefixes = [entry.game.CODE_PREFIX for entry in GAMES.values()]
    assert len(set(prefixes)) == len(prefixes)


def test_no_game_knows_another_and_the_common_parts_know_none() -> None:
    engine = Path(contract.__file__).parent
    packages = {name: Path(vars(entry.game)["__file__"]).parent for name, entry in GAMES.items()}
    for home, others in [
        *((folder, [f for f in packages.values() if f != folder]) for folder in packages.values()),
        (engine, list(packages.values())),
    ]:
        files = sorted(home.glob("*.py")) if home == engine else sorted(home.rglob("*.py"))
        assert len(files) >= 8
        for file in files:
            text = file.read_text(encoding="utf-8")
            told = [folder.name for folder in others if re.search(rf"(from|import) engine\.{folder.name}\b", text)]
            assert told == [], f"{file} imports {told}"


def test_a_game_has_all_the_contract_asks(entry: Entry) -> None:
    wanted = [name for name in vars(face.Game) if not name.startswith("_")] + ["NAME", "CODE_PREFIX"]
    assert len(wanted) >= 17
    assert [name for name in wanted if not hasattr(entry.game, name)] == []
    state = begin(entry)
    asked = [name for name in vars(contract.State) if not name.startswith("_")]
    assert len(asked) >= 16
    assert [name for name in asked if not hasattr(state, name)] == []
    for name in ("new_game", "loads", "from_code", "dumps", "code", "to_dict"):
        theirs = list(inspect.signature(getattr(entry.game, name)).parameters)
        ours = [p for p in inspect.signature(getattr(face.Game, name)).parameters if p != "self"]
        assert theirs[: len(ours)] == ours, name


def test_a_new_game_waits_for_chance_or_for_the_first_seat(entry: Entry) -> None:
    state = begin(entry)
    assert sorted(state.order) == sorted(entry.seats)
    assert state.turn == state.order[0]
    assert state.decision == "chance" or state.deciders[0] == state.turn
    assert not state.over
    assert state.winners == ()
    assert state.winner is None
    assert state.edition == entry.game.default_edition() in entry.game.editions()


def test_the_fewest_seats_are_enough_for_an_exercise(entry: Entry) -> None:
    assert begin(entry, entry.fewest).actions()
    with pytest.raises(ImpossibleSituation):
        begin(entry, entry.fewest - 1)


def test_a_state_is_never_changed_by_playing(entry: Entry) -> None:
    for state, action, _ in moments(entry, 1, 25):
        before = entry.game.dumps(state)
        state.play(action)
        assert entry.game.dumps(state) == before
        with pytest.raises((AttributeError, TypeError)):
            state.turn = "nobody"


def test_equal_situations_are_equal_and_hash_alike(entry: Entry) -> None:
    for state, _, _ in moments(entry, 2, 25):
        again = entry.game.loads(entry.game.dumps(state))
        assert again == state
        assert hash(again) == hash(state)
        assert copy.copy(state) == state


def test_somebody_or_chance_decides_until_the_game_is_over(entry: Entry) -> None:
    for seed in range(4):
        for state, _, _ in moments(entry, seed):
            assert state.decision in ("choice", "chance")
            assert bool(state.deciders) == (state.decision == "choice")
            assert state.turn in state.order


def test_what_is_listed_is_legal_and_what_is_legal_is_played(entry: Entry) -> None:
    for state, _, _ in moments(entry, 3, 25):
        for action in state.actions():
            verdict = state.judge(action)
            assert isinstance(verdict, Verdict)
            assert verdict.legal, verdict
            assert verdict.action == action
            assert state.play(action).action == action


def test_what_was_legal_a_moment_ago_is_judged_with_its_reasons(entry: Entry) -> None:
    refused = 0
    for seed in range(3):
        before: list[str] = []
        for state, _, _ in moments(entry, seed):
            now = state.actions()
            for action in before:
                if action in now:
                    continue
                verdict = state.judge(action)
                refused += 1
                assert not verdict.legal, f"{action} is legal, but not listed"
                for reason in verdict.reasons:
                    assert reason.rule in entry.game.ledger()
                    assert reason.text
                    assert reason.cite
                with pytest.raises(IllegalAction) as refusal:
                    state.play(action)
                assert refusal.value.verdict.rules == verdict.rules
            before = now
    assert refused > 100


def test_every_step_tells_an_event_and_every_event_its_rules(entry: Entry) -> None:
    told = 0
    for seed in range(3):
        for state, action, step in moments(entry, seed):
            assert step.events, f"{action} tells nothing in {entry.game.code(state)}"
            told += len(step.events)
            for event in step.events:
                assert event.text
                assert event.rules
                assert set(event.rules) <= set(entry.game.ledger())
    assert told > 100


def test_every_event_is_data_of_a_known_kind(entry: Entry) -> None:
    assert len(set(entry.game.KINDS)) == len(entry.game.KINDS) > 20
    kinds = set()
    for seed in range(3):
        for state, _, step in moments(entry, seed):
            for event in step.events:
                kinds.add(event.kind)
                assert event.kind in entry.game.KINDS
                assert {*event.who} <= {*state.order, *(one.id for one in getattr(state, "characters", ()))}
                assert event.text not in (event.kind, event.way)
                assert "{" not in event.text
                assert event.dice == tuple(throw for throw in event.dice if throw in range(1, 7))
    assert len(kinds) > 10


def test_chances_are_exact_and_their_outcomes_are_the_actions(entry: Entry) -> None:
    steps = 0
    for seed in range(6):
        for state, _, _ in moments(entry, seed):
            chances = state.chances()
            assert bool(chances) == (state.decision == "chance")
            if chances:
                steps += 1
                assert sum(chances.values()) == 1
                assert all(isinstance(chance, Fraction) and chance > 0 for chance in chances.values())
                assert list(chances) == state.actions()
    assert steps > 5


def test_text_and_code_give_the_state_back(entry: Entry) -> None:
    game = entry.game
    for seed in range(2):
        for state, _, step in moments(entry, seed, 40):
            assert game.loads(game.dumps(state)) == state
            line = game.code(state)
            assert line.startswith(game.CODE_PREFIX)
            assert set(line) <= set(string.ascii_letters + string.digits + "-_")
            assert game.from_code(line) == state
            assert game.read(line) == game.read(game.dumps(state)) == state
            assert game.from_dict(game.to_dict(step.state)) == step.state


def test_a_mistyped_code_is_refused(entry: Entry) -> None:
    rng = random.Random(8)
    prefix = entry.game.CODE_PREFIX
    for state, _, _ in moments(entry, 5, 12):
        line = entry.game.code(state)
        for _ in range(40):
            at = rng.randrange(len(prefix), len(line))
            wrong = rng.choice([c for c in string.ascii_letters + string.digits + "-_" if c != line[at]])
            for mistyped in (line[:at] + wrong + line[at + 1 :], line[:at] + line[at + 1 :], line[:at], line + wrong):
                with pytest.raises(UnreadableText):
                    entry.game.from_code(mistyped)


def test_bad_text_says_where_what_and_what_would_be_right(entry: Entry) -> None:
    with pytest.raises(ImpossibleSituation) as impossible:
        entry.game.loads(entry.faulty)
    with pytest.raises(UnreadableText) as unreadable:
        begin(entry).judge(entry.unreadable)
    with pytest.raises(UnreadableText) as broken:
        entry.game.loads("= 5")
    for refusal in (impossible, unreadable, broken):
        for fault in refusal.value.faults:
            assert fault.where
            assert fault.what
            assert fault.fix
            assert fault.code


def test_nobody_sees_more_than_there_is(entry: Entry) -> None:
    for state, _, _ in moments(entry, 6, 25):
        for seat in state.order:
            view = state.seen_by(seat)
            assert view.seen_by(seat) == view
            assert (view.turn, view.to_move, view.order) == (state.turn, state.to_move, state.order)
        assert state.seen_by(None).seen_by(None) == state.seen_by(None)
    with pytest.raises(KeyError):
        begin(entry).seen_by("nobody")


# ------------------------------------------------------------------ who decides, and what each is told

TOYS = (Laying(), Sides(), Sides(shielded=True), Sides(shielded=False))


def deciding(entry: Entry, seed: int) -> Iterator[tuple[Any, str, Any]]:
    """Every (state, action, step) of a random game, in each of the ways it may be begun."""
    for state in (begin(entry), *(entry.game.loads(text) for text in entry.secret)):
        yield from played(state, seed)


@pytest.fixture(params=[*sorted(GAMES), *TOYS], ids=str)
def game_or_toy(request: pytest.FixtureRequest, seeds: range) -> list[tuple[Any, str, Any]]:
    """Every (state, action, step) of some random games of a game or a toy."""
    of = request.param
    games = (deciding(GAMES[of], seed) if isinstance(of, str) else played(of, seed) for seed in seeds)
    return [moment for game in games for moment in game]


@pytest.fixture(params=[range(1), deep(range(1, 3))], ids=["one game", "two more"])
def seeds(request: pytest.FixtureRequest) -> range:
    found: range = request.param
    return found


def test_who_decides_follows_from_what_each_may_do(game_or_toy: list[tuple[Any, str, Any]]) -> None:
    for state, _, step in game_or_toy:
        each = {seat: state.actions(seat) for seat in state.order}
        assert state.deciders == tuple(seat for seat in state.order if each[seat])
        assert state.to_move == (state.deciders[0] if len(state.deciders) == 1 else None)
        assert not state.undisclosed or state.to_move is not None, "one knows it, and says it"
        if state.decision == "choice":
            assert state.actions() == list(dict.fromkeys(action for seat in each for action in each[seat]))
        else:
            assert not any(each.values())
        assert state.actions("nobody") == []
        assert step.state.deciders or step.state.decision != "choice"


def test_what_a_seat_may_do_follows_from_what_it_knows(game_or_toy: list[tuple[Any, str, Any]]) -> None:
    for state, _, _ in game_or_toy:
        for seat in state.order:
            assert state.actions(seat) == state.seen_by(seat).actions(seat)


def test_a_view_that_is_read_anew_gives_the_same_list(entry: Entry) -> None:
    for state, _, _ in deciding(entry, 17):
        for seat in state.order:
            view = entry.game.loads(entry.game.dumps(state.seen_by(seat)))
            assert view.actions(seat) == state.actions(seat)


def test_what_each_does_for_himself_may_be_done_in_either_order(game_or_toy: list[tuple[Any, str, Any]]) -> None:
    rng = random.Random(3)
    for state, _, _ in game_or_toy:
        for one, other in combinations(state.deciders, 2):
            shared = {*state.actions(one)} & {*state.actions(other)}
            mine, his = (sorted({*state.actions(seat)} - shared) for seat in (one, other))
            if mine and his:
                first, second = rng.choice(mine), rng.choice(his)
                assert state.play(first).state.play(second).state == state.play(second).state.play(first).state


def test_what_is_told_goes_with_what_is_seen(game_or_toy: list[tuple[Any, str, Any]]) -> None:
    for state, action, step in game_or_toy:
        for seat in (*state.order, None):
            told = state.told(step, seat)
            assert told.state == step.state.seen_by(seat)
            assert told.action.split()[0] == action.split()[0]
            assert [event.rules for event in told.events] == [event.rules for event in step.events]
            if seat is not None and action in state.actions(seat):
                assert told.action == action, "he has said it himself"


def test_all_may_lay_at_once_and_none_hears_what_another_lays() -> None:
    state = Laying()
    assert state.deciders == ("ann", "ben", "eve")
    assert (state.to_move, contract.first_decider(state)) == (None, "ann")
    laid = {number: state.play(f"ben lays {number}") for number in "12"}
    assert laid["1"].state.deciders == ("ann", "eve")
    assert state.told(laid["2"], "ben").action == "ben lays 2"
    for seat in ("ann", "eve", None):
        assert state.told(laid["1"], seat) == state.told(laid["2"], seat)
        assert state.told(laid["2"], seat).events[0].text == "ben lays"
    record = play_out(state, dict.fromkeys(state.order, lambda view, seat, rng: view.actions(seat)[-1]), seed=1)
    assert record.actions == ("ann lays 2", "ben lays 2", "eve lays 2")
    assert record.state.winners == state.order


def test_who_lays_first_is_searched_first() -> None:
    # ann plays for her victory, the others against it: she lays 2 and wins at least with them
    assert Search(Laying(), lambda step: "ann" in step.state.winners, passed=lambda *_: False).chance(1) == (1, 1)
    alone = Search(Laying(), lambda step: step.state.winners == ("ann",), passed=lambda *_: False)
    assert alone.chance(1) == (0, 0)
    assert alone.after("ann lays 2", 1) == (0, 0)
    helped = Search(
        Laying(), lambda step: step.state.winners == ("ann",), friends=("ben", "eve"), passed=lambda *_: False
    )
    assert helped.plan(1).best == ("ann lays 2",)


def test_a_side_shares_a_decision_and_the_other_side_interrupts() -> None:
    state = Sides()
    assert state.deciders == ("ann", "ben")
    assert state.actions("ann") == state.actions("ben") == ["attack", "done"]
    asked = state.play("attack").state.play("heads").state
    assert (asked.turn, asked.to_move, asked.undisclosed) == ("ann", "eve", True)
    assert Sides(shielded=False).play("attack").state.play("heads").state.winners == ("ann", "ben")


def test_what_is_undisclosed_leaves_the_bounds_apart() -> None:
    def won(step: Any) -> bool:
        return "ann" in step.state.winners

    half = Fraction(1, 2)
    assert Search(Sides(shielded=False), won, friends=["ben"]).chance(1) == (half, half)
    assert Search(Sides(shielded=True), won, friends=["ben"]).chance(1) == (0, 0)
    search = Search(Sides(), won, friends=["ben"])
    assert search.chance(1) == (0, half)
    assert search.chance(2) == (0, Fraction(3, 4))
    plan = search.plan(1)
    assert plan.actions[0] == ("attack", (0, half))
    assert plan.best == ("attack",), "it is worth nothing to be done"
    asked = Sides(moment="answer")
    assert Search(asked, won).plan(1).best == ()
    assert Search(asked, won).chance(1) == (0, 1)


def test_the_paths_are_a_graph_of_places(entry: Entry) -> None:
    import networkx

    for state, _, _ in moments(entry, 7, 10):
        graph = state.paths()
        assert isinstance(graph, networkx.Graph)
        assert len(graph) >= 3
        assert all(attributes for _, attributes in graph.nodes(data=True))


def test_records_replay_and_undo(entry: Entry) -> None:
    record = records.Record.begin(begin(entry))
    rng = random.Random(9)
    while not record.state.over and len(record.actions) < 40:
        record = record.play(rng.choice(record.state.actions()))
    assert replayed(record).state == record.state
    assert record.undo(3).state == record.states[-4]
    assert records.loads(record.dumps(entry.game.code), entry.game.read).state == record.state


def test_every_bot_plays_what_is_legal_and_the_same_seed_gives_the_same_game(entry: Entry) -> None:
    assert "random" in entry.game.BOTS
    assert len(entry.game.BOTS) >= 2
    for bot in entry.game.BOTS.values():
        policies = dict.fromkeys(entry.seats, bot)
        record = play_out(begin(entry), policies, seed=4, most=120)
        assert play_out(begin(entry), policies, seed=4, most=120).actions == record.actions
        assert record.state.over or len(record.actions) == 120


def test_invariants_hold_in_random_games(entry: Entry) -> None:
    for seed in range(6):
        for state, _, _ in moments(entry, seed + 20):
            assert entry.game.broken_invariants(state) == []


def test_odds_of_what_is_legal_are_plain_data(entry: Entry) -> None:
    for state, _, _ in moments(entry, 11, 15):
        for action in state.actions()[:6]:
            assert isinstance(entry.game.odds(state, action).as_dict(), dict)


def test_a_switch_names_a_rule_and_has_a_value_in_every_edition(entry: Entry) -> None:
    assert entry.game.switches()
    for switch in entry.game.switches().values():
        assert switch.rule in entry.game.ledger()
        assert set(switch.values) == set(entry.game.editions())


def test_the_chance_of_a_goal_counts_what_chance_brings(entry: Entry) -> None:
    state = next(state for seed in range(30) for state, _, _ in moments(entry, seed) if len(state.chances()) > 1)
    outcome, chance = next(iter(state.chances().items()))
    after = state.play(outcome).state
    same = sum(c for action, c in state.chances().items() if state.play(action).state == after)
    found = entry.game.search(state, lambda step: step.state == after, budget=60).chance(1)
    assert chance <= same <= found.low <= found.high
    assert entry.game.search(state, lambda step: True).chance(1) == (1, 1)
    with pytest.raises(ValueError, match="at least 1"):
        entry.game.search(state, lambda step: True).chance(0)
    with pytest.raises(ValueError, match="does not play"):
        entry.game.search(state, lambda step: True, "nobody")
