"""Scores: how far each has come, cups, the common score, and who wins a variant.

A ranking of common scores stood in the rule book once and is lost: only the number is told (`score.table`).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from engine.mystic_paths.material import CUPS
from engine.mystic_paths.position import Player, Position
from engine.mystic_paths.walks import furthest


class Score(NamedTuple):
    """One player's score: the last step reached (`score.step`, `score.example`) and the points of his cup."""

    path: int
    cup: int

    @property
    def total(self) -> int:
        return self.path + self.cup


class Scores(NamedTuple):
    """All scores as they stand: each player's, the common one (together), the totals by which a variant is won, and the winners.

    All-or-nothing has none of the three; ``players`` then tells how far the Apprentice has come (`all.result`).
    """

    players: Mapping[str, Score]
    group: int | None
    totals: Mapping[str, int]
    winners: tuple[str, ...]
    tie: str = ""

    def as_dict(self) -> dict[str, Any]:
        """Plain data."""
        players = {seat: {**score._asdict(), "total": score.total} for seat, score in self.players.items()}
        more = {"group": self.group} if self.group is not None else {}
        return {"players": players, **more, "totals": dict(self.totals), "winners": list(self.winners)}


def cup_of(player: Player) -> tuple[str, int]:
    """The side of a player's cup and its points (`end.cup`, `end.cup-side`, `end.cup-points`); "" and 0 for none."""
    return CUPS.get(player.finished_in or 0, ("", 0))


def scores(position: Position) -> Scores:
    """The scores as they stand now; who wins is settled when the game is over. No ranking of them is told (`score.table`)."""
    if position.alone:
        reached = {player.id: Score(player.reached, 0) for player in position.players if player.id == position.path}
        return Scores(reached, None, {}, ())
    each = {player.id: Score(player.reached, cup_of(player)[1]) for player in position.players}
    if position.mode == "together":
        return Scores(each, common(position, each), {}, ())
    if position.mode == "individual":  # his own path and that of the player on his right (`individual.score`)
        right = {position.left_of(seat): seat for seat in position.order}
        totals = {seat: each[seat].total + each[right[seat]].total for seat in position.order}
        own: dict[str, tuple[str, ...]] = {seat: (seat,) for seat in position.order}
    else:
        own = {seat: (seat, position.partner(seat)) for seat in position.order}
        totals = {seat: sum(each[one].total for one in team) for seat, team in own.items()}
    winners, tie = _winners(position, totals, own) if position.moment == "over" else ((), "")
    return Scores(each, None, totals, winners, tie)


def common(position: Position, each: Mapping[str, Score]) -> int:
    """The sum of all scores divided by the players, rounded down (`score.group`); cups before that, or after (`score.cups`)."""
    if position.switch("cups") == "group":
        return sum(score.path for score in each.values()) // len(each) + sum(score.cup for score in each.values())
    return sum(score.total for score in each.values()) // len(each)


def best_left(position: Position) -> int:
    """The highest common score that can still be reached: everybody guessed as far as the rounds allow, with his cup."""
    each = {}
    for player in position.players:
        step, number = furthest(position, player.id)
        each[player.id] = Score(step, CUPS.get(number or 0, ("", 0))[1])
    return common(position, each)


def _winners(
    position: Position, totals: Mapping[str, int], own: Mapping[str, tuple[str, ...]]
) -> tuple[tuple[str, ...], str]:
    """Who wins, and by what a tie was broken: more gold, then more silver, or a shared win (`variant.ties`, `variant.shared`)."""

    def cups(seat: str, side: str) -> int:
        return sum(cup_of(position.player(one))[0] == side for one in own[seat])

    best = [seat for seat in position.order if totals[seat] == max(totals.values())]
    tie = ""
    for side in ("gold", "silver"):
        most = max(cups(seat, side) for seat in best)
        fewer = [seat for seat in best if cups(seat, side) == most]
        if len(fewer) < len(best):
            best, tie = fewer, side
    sides = {frozenset(own[seat]) for seat in best}
    return tuple(best), "shared" if len(sides) > 1 else tie
