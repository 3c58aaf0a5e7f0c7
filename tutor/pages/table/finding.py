"""What takes long to find for a table's page: the coach's advice, and what is told after a game.

A page names what it wants; a host finds it apart from the page (:func:`found`), piece by piece, and shows the page again with
what there is so far. Answers are plain data, as JSON has it.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any

from tutor.desk import Want
from tutor.pages.table.coach import Advice, prospects_of, weighed
from tutor.pages.table.ledger import ERRORS, Evaluator, Gain, LuckLedger, reckoned
from tutor.pages.table.play import Table, at_table
from tutor.teach.game import registry as games

#: Most turning points told of each seat; chance of winning by which a line must have changed to be one.
TURNING, LEAST_TURN = 3, 0.05
#: Most choices put back of each seat; most that are looked at again; the chance of winning a choice must have cost to be put
#: back, and must have seemed to cost to be looked at again.
PUT_BACK, LOOKED_AT, COSTLY, LOOKED_COSTLY = 3, 6, 0.075, 0.03
#: How many games are played on from each action of a choice that is put back.
TIMES = 60

WantAnswer = dict[str, Any]


# ------------------------------------------------------------------ what is wanted
def wanted(table: Table, coach: bool) -> tuple[Want, ...]:
    """What a table's page wants now: the coach's advice where he is asked, or what is told after the game."""
    if table.over:
        after = after_wanted(table)
        return (after,) if after is not None else ()
    if not coach or not table.mine or table.secret or prospects_of(table.game) is None:
        return ()
    return (coach_wanted(table, table.mine[0]),)


def coach_wanted(table: Table, seat: str) -> Want:
    """The coach's advice to a seat at the present moment."""
    raw = {"find": "coach", "game": table.game, "seat": seat, "text": games.game(table.game).code(table.state)}
    return Want(json.dumps(raw))


def after_wanted(table: Table) -> Want | None:
    """What is told when a game is over; None where it cannot be: the game tells no prospects, or it has secrets."""
    if not table.over or table.secret or table.copied is not None or prospects_of(table.game) is None:
        return None
    raw = {
        "find": "after",
        "game": table.game,
        "text": games.game(table.game).code(table.first),
        "do": [line.action for line in table.lines],
        "own": [n + 1 for n, line in enumerate(table.lines) if not line.bot and line.by in _people(table)],
    }
    return Want(json.dumps(raw))


def _people(table: Table) -> frozenset[str]:
    return frozenset(place.seat for place in table.places if place.by != "bot")


# ------------------------------------------------------------------ how it is found
def found(want: Want) -> Iterator[WantAnswer]:
    """The answer to a want, again and again with more in it; the last has ``ended``. Between two of them little time passes."""
    raw = json.loads(want.question)
    yield from _FINDS[raw["find"]](raw)


def _coach(raw: Mapping[str, Any]) -> Iterator[WantAnswer]:
    state = games.game(raw["game"]).read(raw["text"])
    advice: tuple[Advice, ...] = ()
    for done, of, advice in weighed(raw["game"], state, raw["seat"]):  # noqa: B007
        yield {"done": done, "of": of}
    yield {"done": 1, "of": 1, "advice": [list(each) for each in advice], "ended": True}


def _after(raw: Mapping[str, Any]) -> Iterator[WantAnswer]:
    game = raw["game"]
    states = [games.game(game).read(raw["text"])]
    for action in raw["do"]:
        states.append(states[-1].play(action).state)
    prospects = prospects_of(game)
    assert prospects is not None, "only of games that tell them"
    bot = games.game(game).BOTS[at_table(game).offer().bots[0].id]
    evaluator = Evaluator(bot, prospects, states[0].order)
    told: WantAnswer = {"done": 0, "of": len(raw["do"])}
    ledger = None
    for done, ledger in enumerate(reckoned(evaluator, states, raw["do"]), 1):  # noqa: B007
        told = {"done": done, "of": len(raw["do"])}
        yield told
    if ledger is None:
        yield {**told, "ended": True}
        return
    told |= told_of(ledger, states)
    yield told
    yield from _put_back(raw, states, ledger, told)


def told_of(ledger: LuckLedger, states: Sequence[Any]) -> WantAnswer:
    """A ledger as plain data: its rows, and the turning points of each seat."""
    rows = [
        {
            "seat": seat,
            "first": ledger.first[at],
            "last": ledger.last[at],
            "columns": [list(column) for column in ledger.columns(seat)],
            "rest": ledger.rest(seat),
        }
        for at, seat in enumerate(ledger.seats)
    ]
    return {"rows": rows, "turning": {seat: turning_points(ledger, seat, states) for seat in ledger.seats}}


def turning_points(ledger: LuckLedger, seat: str, states: Sequence[Any]) -> list[WantAnswer]:
    """The lines that meant most to a seat, at most one of a turn, in the order of the game; none that is less than its errors."""
    at = ledger.seats.index(seat)
    turns = _turns(states)
    chosen: dict[int, Gain] = {}
    for gain in sorted(ledger.gains, key=lambda gain: -abs(gain.worth[at])):
        size = abs(gain.worth[at])
        if size < max(LEAST_TURN, ERRORS * gain.error) or len(chosen) == TURNING:
            continue
        chosen.setdefault(turns[gain.line - 1], gain)
    return [
        {
            "line": gain.line,
            "seat": gain.seat,
            "chance": gain.chance,
            "worth": gain.worth[at],
            "error": gain.error,
            "usual": gain.usual,
        }
        for gain in sorted(chosen.values(), key=lambda gain: gain.line)
    ]


def _turns(states: Sequence[Any]) -> list[int]:
    """For each moment the number of its turn."""
    found = [1]
    for before, after in pairwise(states):
        found.append(found[-1] + (before.turn != after.turn))
    return found


def _put_back(
    raw: Mapping[str, Any], states: Sequence[Any], ledger: LuckLedger, told: WantAnswer
) -> Iterator[WantAnswer]:
    """The choices of people that cost them most, made certain by many games played on from each."""
    own = frozenset(raw["own"])
    finds: list[WantAnswer] = []
    for at, seat in enumerate(ledger.seats):
        mine = [gain for gain in ledger.gains if not gain.chance and gain.seat == seat and gain.line in own]
        mine = sorted((gain for gain in mine if gain.worth[at] < -LOOKED_COSTLY), key=lambda gain: gain.worth[at])
        kept = 0
        for gain in mine[:LOOKED_AT]:
            if kept == PUT_BACK:
                break
            played = raw["do"][gain.line - 1]
            advice: tuple[Advice, ...] = ()
            for _, _, advice in weighed(  # noqa: B007
                raw["game"], states[gain.line - 1], seat, TIMES, (gain.usual, played)
            ):
                yield {**told, "looking": True, "finds": finds}
            cost = next((each for each in advice if each.action == played), None)
            if cost is not None and cost.behind >= COSTLY and cost.clear:
                kept += 1
                finds.append(
                    {"line": gain.line, "seat": seat, "played": played, "advice": [list(each) for each in advice]}
                )
    finds.sort(key=lambda find: find["line"])
    yield {**told, "finds": finds, "ended": True}


_FINDS: Mapping[str, Callable[[Mapping[str, Any]], Iterator[WantAnswer]]] = {"coach": _coach, "after": _after}
