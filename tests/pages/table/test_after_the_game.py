"""After a game: the luck ledger adds up, says nothing within its errors, and one's own costly choices are put back."""

from __future__ import annotations

import asyncio
import json
import math
import random
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import pytest

from engine import mystic_wood as mw
from engine.mystic_wood.play.prospects import prospects
from tests.depth import deep_from
from tests.support.at_table import EITHER_WINS, AtTable
from tutor.desk import Viewer, Want
from tutor.desk.log import ActLog
from tutor.desk.store import Progress
from tutor.games.mystic_wood.hands.rides import areas_of, chains_of, dashed, rides
from tutor.hosts.documents.kept import DeskRecord, DocumentPlace, KeptLink, TellFound
from tutor.hosts.documents.served import served
from tutor.hosts.finding import spaced
from tutor.hosts.site.worker import SliceFinder
from tutor.hosts.web.finder import FAILED, ProcessFinder
from tutor.pages.table.finding import COSTLY, after_wanted, found, turning_points
from tutor.pages.table.ledger import ERRORS, Evaluator, Gain, LuckLedger, reckoned, sample

NAMES = ("george", "roland", "britomart")


def played(seed: int, bot: Any = mw.BOTS["quest"]) -> Any:
    return mw.play_out(mw.new_game(NAMES, "1980"), dict.fromkeys(NAMES, bot), seed, 2500)


def ledger_of(record: Any) -> LuckLedger:
    *_, whole = reckoned(Evaluator(mw.BOTS["quest"], prospects, NAMES), record.states, record.actions)
    return whole


# ------------------------------------------------------------------ the ledger
@pytest.mark.parametrize("seed", deep_from(1, [0, 3, 4]))
def test_the_columns_add_up_from_the_first_chance_to_the_last(seed: int) -> None:
    record = played(seed, mw.BOTS["crown"])
    ledger = ledger_of(record)
    assert ledger.gains
    for at, seat in enumerate(NAMES):
        whole = sum(worth for worth, _ in ledger.columns(seat)) + ledger.rest(seat)
        assert whole == pytest.approx(ledger.last[at] - ledger.first[at], abs=1e-9)
        assert ledger.last[at] == float(seat in record.states[-1].winners)
        assert ledger.first[at] == prospects(record.states[0])[seat]


def test_who_chooses_as_the_evaluator_would_owes_nothing_to_his_choices() -> None:
    def sensible(state: mw.State, seat: str, rng: random.Random) -> str:
        return mw.BOTS["quest"](state, seat, random.Random(0))

    ledger = ledger_of(played(3, sensible))
    assert all(gain.chance for gain in ledger.gains)
    assert {ledger.column(seat, own, chance=False) for seat in NAMES for own in (True, False)} == {(0, 0.0)}


def test_luck_is_nought_on_the_mean_of_what_could_have_come() -> None:
    """A throw is worth to every seat what it is better than the mean: weighed by their chances they come to nothing."""
    evaluator = Evaluator(mw.BOTS["quest"], prospects, NAMES)
    tried = 0
    for state in played(3).states:
        chances = {outcome: float(chance) for outcome, chance in state.chances().items()}
        if not 1 < len(chances) <= 6:
            continue
        worths = {outcome: evaluator.mean(state.play(outcome).state, state.turn)[0] for outcome in chances}
        mean, error = evaluator.over(state, state.turn, chances, 48, 0, worths)
        assert error == 0.0
        for at in range(len(NAMES)):
            luck = sum(chance * (worths[outcome][at] - mean[at]) for outcome, chance in chances.items())
            assert luck == pytest.approx(0.0, abs=1e-9)
        tried += 1
    assert tried > 5


def test_of_many_outcomes_a_sample_stands_for_the_whole() -> None:
    many = {f"draw {n}": 1 / 40 for n in range(40)}
    assert sample(many, 48, 0.5) == many
    few = sample(many, 10, 0.5)
    assert len(few) == 10
    assert sum(few.values()) == pytest.approx(1.0)
    uneven, rng = {"a": 0.7, "b": 0.2, "c": 0.1}, random.Random(1)
    samples = [sample(uneven, 1, rng.random()) for _ in range(4000)]
    for outcome, chance in uneven.items():
        assert sum(each.get(outcome, 0.0) for each in samples) / 4000 == pytest.approx(chance, abs=0.03)


def test_no_turning_point_is_told_within_two_errors_and_one_of_a_turn_is_enough() -> None:
    states = [mw.new_game(NAMES, "1980")] * 6
    unsure = Gain(1, "george", True, (0.3, -0.2, -0.1), 0.2)
    sure = Gain(2, "george", True, (0.2, -0.1, -0.1), 0.05)
    small = Gain(3, "roland", True, (0.01, 0.0, -0.01), 0.0)
    ledger = LuckLedger(NAMES, (0.3, 0.3, 0.4), (1.0, 0.0, 0.0), [unsure, sure, small, sure._replace(line=4)])
    points = turning_points(ledger, "george", states)
    assert [point["line"] for point in points] == [2]
    assert all(abs(point["worth"]) >= ERRORS * point["error"] for point in points)


# ------------------------------------------------------------------ on the page
@pytest.fixture(scope="module")
def lost() -> AtTable:
    """Roland may leave and win, but stays; bots play on for both until the game is over."""
    for seed in range(40):
        record = mw.Record.begin(mw.loads(EITHER_WINS)).play("stay")
        rng, bots = random.Random(seed), mw.BOTS["quest"]
        while not record.state.over and len(record.actions) < 3000:
            state = record.state
            if state.decision == "chance":
                record = record.play(rng.choice(list(state.chances())))
            else:
                seat = state.deciders[0]
                chosen = bots(state, seat, rng)
                record = record.play("stay" if seat == "roland" and chosen == "leave" else chosen)
        if record.state.winners == ("george",):
            break
    else:
        raise AssertionError("Roland could not lose")
    table = AtTable(
        by={"roland": "here", "george": "bot"}, more={"text": mw.code(record.first), "do": list(record.actions)}
    )
    table.host.answered(table.desk)
    return table


def test_before_it_is_reckoned_the_page_says_so_and_the_ledger_follows(lost: AtTable) -> None:
    fresh = AtTable(
        by={"roland": "here", "george": "bot"},
        more={"text": mw.code(lost.doc.first), "do": [line.action for line in lost.doc.lines]},
    )
    assert "<progress" in fresh.host.panels["now"]
    assert "Where the win came from</h2>" not in fresh.host.panels["now"]
    told = lost.host.panels["now"]
    assert "Where the win came from</h2>" in told
    assert told.count('class="tb-gain-bar"') == 4 * 2
    assert "George wins" in told


def test_the_choice_that_cost_the_game_is_put_back(lost: AtTable) -> None:
    """Roland did not leave by the Enchanted Gate: it is found by trying, and a wrong try is answered."""
    answer = next(iter(lost.host.known.values()))
    find = answer["finds"][0]
    assert find["line"] == 1
    assert find["advice"][0][0] == "leave"
    cost = next(each for each in find["advice"] if each[0] == "stay")
    assert cost[2] >= COSTLY
    assert cost[2] > ERRORS * cost[3]
    lost.touch("find:1")
    shown = lost.host.panels["now"]
    assert "Find it yourself: 1 of" in shown
    assert "✓" not in shown
    assert "wins" not in lost.host.panels["story"], "what came of it is not told"
    before = lost.host.shown
    away = next(each[0] for each in find["advice"] if each[0].startswith("move "))
    lost.touch(f"act:{away}")
    assert before is not None
    assert lost.host.shown is not None
    assert lost.host.shown.scene != before.scene, "where it leads is seen on the board"
    lost.touch("act:stay")
    assert "not the best" in lost.host.panels["now"]
    assert "✗" in lost.host.panels["now"]
    lost.touch("act:leave")
    assert "Found. " in lost.host.panels["now"]
    lost.touch("find:1")
    lost.touch("answer")
    assert "The answer: " in lost.host.panels["now"]
    lost.touch("end")
    assert "Where the win came from</h2>" in lost.host.panels["now"]


def test_only_a_game_that_is_over_and_without_secrets_is_looked_back_on() -> None:
    table = AtTable()
    assert after_wanted(table.doc) is None
    table.touch("find:1")
    assert "when a game is over" in table.host.refusals[-1]
    paths = AtTable("mystic_paths", {"red": "bot", "blue": "bot"})
    assert after_wanted(paths.doc) is None
    assert "not reckoned in a game with secrets" in paths.host.panels["now"]


def test_in_gran_too_the_rows_add_up_and_the_page_tells_them() -> None:
    table = AtTable("gran", {"red": "bot", "blue": "bot"})
    (want,) = table.host.page_wants
    *_, answer = found(want)
    for row in answer["rows"]:
        moved = sum(worth for worth, _ in row["columns"]) + row["rest"]
        assert moved == pytest.approx(row["last"] - row["first"], abs=1e-9)
    table.host.answered(table.desk)
    assert "Where the win came from</h2>" in table.host.panels["now"]


# ------------------------------------------------------------------ rides
def test_every_way_is_drawn_once_and_a_ride_ends_where_he_is_carried_off() -> None:
    assert list(chains_of(["c1", "c2", "c2", "c1", "d1", "d2"])) == [["c1", "c2"], ["c1", "d1", "d2"]]
    assert list(chains_of(["c1", "c2", "c5", "c6"])) == [["c1", "c2"], ["c5", "c6"]]
    assert list(chains_of(["c1", "c1"])) == []


def test_dashes_are_as_long_as_they_are_told_round_corners_too() -> None:
    drawn = list(dashed([(0, 0), (10, 0), (10, 10)], (4, 2)))
    length = sum(math.dist(a[1:], b[1:]) for a, b in pairwise(drawn) if b[0] == "L")  # type: ignore[arg-type, misc]
    assert length == pytest.approx(4 + 4 + 4 + 2)  # of 20 units: 4 drawn, 2 left out, and so on


def test_the_rides_and_marks_of_a_whole_game_lie_on_the_map() -> None:
    record = played(3)
    groups = rides(record.states, {5: "1"})
    order = record.states[0].order
    labels = [group.label for group in groups]
    assert labels[: len(order)] == [f"{name.title()}'s ride" for name in order]
    assert set(labels[len(order) : -1]) == {f"{name.title()} at the end" for name in order}, (
        "his shield is not hidden by a line"
    )
    assert labels[-1] == "Turning point 1"
    assert 1 <= areas_of(record.states, "george") <= 45


# ------------------------------------------------------------------ how hosts find it
QUESTION = Want(
    json.dumps(
        {
            "find": "coach",
            "game": "mystic-wood",
            "seat": "roland",
            "text": mw.code(mw.loads(EITHER_WINS)),
        }
    )
)


class Later:
    """A finder that finds when it is told to."""

    def __init__(self) -> None:
        self.asked: list[tuple[str, Want, TellFound]] = []

    def find(self, kind: str, want: Want, tell: TellFound) -> None:
        self.asked.append((kind, want, tell))


def test_the_pages_that_want_it_are_shown_what_is_found_and_nobody_looks_when_nobody_wants() -> None:
    record = DeskRecord(
        DocumentPlace("table"), served()["table"], {}, "http://127.0.0.1/table/", ActLog(Progress(None))
    )
    finder = record.finder = Later()
    raw = {"places": [["roland", "here", "", ""], ["george", "bot", "", ""]], "text": mw.code(mw.loads(EITHER_WINS))}
    record.desk.append("learner", "begin " + json.dumps(raw))
    link = KeptLink(Viewer("learner"), lambda message: None)
    record.join(link)
    assert not finder.asked
    from tutor.desk import Touch

    record.touched(link, Touch(record.desk.n, 1, "click", "coach"))
    ((kind, want, tell),) = finder.asked
    assert kind == "table"
    assert link.shown is not None
    assert "<progress" in link.shown.panels["now"]
    assert tell({"done": 1, "of": 9}, False)
    *_, last = found(want)
    assert tell(last, True)
    assert "Leave the Wood" in link.shown.panels["now"] or "leave" in link.shown.panels["now"].lower()
    assert "tb-chance" in link.shown.panels["now"]
    record.desk.leave(link)
    assert not tell({"done": 1, "of": 9}, False)


def test_in_the_browser_it_is_found_in_slices_and_what_fails_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tutor.hosts.site.worker.SLICE", 0.0)  # a fast machine has it all in one
    finder, told = SliceFinder(), []
    finder.find("table", QUESTION, lambda answer, last: told.append((answer, last)) or True)
    finder.find(
        "table", Want(json.dumps({"find": "nothing"})), lambda answer, last: told.append((answer, last)) or True
    )
    steps = 0
    while finder.step():
        steps += 1
    assert steps > 1
    failed, whole = [answer for answer, last in told if last]
    assert "failed" in failed
    assert whole["advice"][0][0] == "leave"


def test_a_process_finds_it_while_the_server_answers() -> None:
    async def asked() -> tuple[list[Any], int]:
        told: list[Any] = []
        done, beats = asyncio.Event(), 0

        def tell(answer: Any, last: bool) -> bool:
            told.append(answer)
            if last:
                done.set()
            return True

        finder = ProcessFinder()
        finder.find("table", QUESTION, tell)
        while not done.is_set():
            await asyncio.sleep(0.01)
            beats += 1
        await asyncio.gather(*finder._tasks)
        return told, beats

    told, beats = asyncio.run(asyncio.wait_for(asked(), 120))
    assert told[-1] != FAILED
    assert told[-1]["advice"][0][0] == "leave"
    assert beats > 5


def test_answers_in_between_are_left_out_but_never_the_last() -> None:
    def many() -> Iterator[Any]:
        for n in range(1000):
            yield {"done": n}
        yield {"ended": True}

    passed = list(spaced(many(), 60.0))
    assert passed == [{"done": 0}, {"ended": True}]
