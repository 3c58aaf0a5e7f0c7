"""A tournament of bots: many games over all cores or a cluster, resumable, and what came of them with its errors.

Luck is taken out by a control variate: in each game how much better each seat threw than could be expected. Its mean is nought
whoever plays, so what it explains of winning is no merit, and is taken off.
"""

from __future__ import annotations

import json
import math
import random
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from dataclasses import asdict, dataclass, field
from fractions import Fraction
from pathlib import Path
from typing import Any, NamedTuple

from engine.chance.chance import pick
from engine.contract.game import first_decider
from engine.text.faults import Fault, UnreadableText
from tutor.content.making.running import begin_worker, cluster, cores
from tutor.teach.game import registry as games

#: Actions after which a game that is not over ends without a winner.
MOST_ACTIONS = 4000
#: Games in one task of a worker.
LOT = 4


@dataclass(frozen=True)
class Tournament:
    """What is played: ``bots`` sit at as many seats, which are drawn and change round from game to game; so do the editions."""

    game: str
    bots: tuple[str, ...]
    seed: int
    seats: tuple[str, ...]
    editions: tuple[str, ...]


class Match(NamedTuple):
    """What came of one game. ``luck``: for each seat how much better it threw than could be expected."""

    number: int
    edition: str
    seats: tuple[str, ...]
    bots: tuple[str, ...]
    winners: tuple[str, ...]
    actions: int
    luck: tuple[float, ...]


def tournament(game: str, bots: Sequence[str], seed: int, editions: Sequence[str] = ()) -> Tournament:
    """A tournament by its settings. UnreadableText for what is no game, bot, edition, or number of bots."""
    played, offer = games.game(game), games.table(game).offer()
    for bot in bots:
        if bot not in played.BOTS:
            raise UnreadableText(Fault(f"--bots {bot}", f"{game} has no such bot", f"Bots: {', '.join(played.BOTS)}."))
    if not max(2, offer.fewest) <= len(bots) <= offer.most:
        fix = f"Name {max(2, offer.fewest)} to {offer.most}, with commas between."
        raise UnreadableText(Fault("--bots", f"{len(bots)} bots cannot play one another", fix))
    for edition in editions:
        if edition not in played.editions():
            raise UnreadableText(
                Fault("--edition", f"no edition {edition!r}", f"They are {', '.join(played.editions())}.")
            )
    usual = [choice.id for choice in offer.editions] or list(played.editions())
    return Tournament(game, tuple(bots), seed, tuple(choice.id for choice in offer.seats), tuple(editions or usual))


# ------------------------------------------------------------------ one game
def play(played: Tournament, number: int) -> Match:
    """One game of a tournament: the same number makes the same game, whoever plays it."""
    rng = random.Random(f"{played.seed} {number // len(played.bots)}")
    seats = rng.sample(played.seats, len(played.bots))
    edition = played.editions[number // len(played.bots) % len(played.editions)]
    turned = number % len(played.bots)
    bots = played.bots[turned:] + played.bots[:turned]
    engine = games.game(played.game)
    state: Any = games.table(played.game).begun(seats, {"edition": edition})
    policies = {seat: engine.BOTS[bot] for seat, bot in zip(seats, bots, strict=True)}
    luck = dict.fromkeys(seats, 0.0)
    actions = 0
    while not state.over and actions < MOST_ACTIONS:
        if state.decision == "chance":
            chances = state.chances()
            action = pick(chances, rng)
            _lucky(luck, state.turn, action, chances)
        else:
            who = first_decider(state)
            assert who is not None, "somebody decides at a choice"
            action = policies[who](state.seen_by(who), who, rng)
        state = state.play(action).state
        actions += 1
    thrown = tuple(round(luck[seat], 6) for seat in seats)
    return Match(number, edition, tuple(seats), bots, tuple(state.winners), actions, thrown)


def _lucky(luck: dict[str, float], seat: str, action: str, chances: Mapping[str, Fraction]) -> None:
    """Add how much better than expected was thrown for who has the turn: his die, less that of whom he fights."""
    if (score := _score(action)) is None:
        return
    expected = sum(float(chance) * (_score(outcome) or 0.0) for outcome, chance in chances.items())
    luck[seat] = luck.get(seat, 0.0) + score - expected


def _score(outcome: str) -> float | None:
    """The first die less the second, if there is one; None if no dice were thrown."""
    dice = outcome.split()[1:]
    if not dice or not all(die.isdigit() for die in dice):
        return None
    return float(int(dice[0]) - (int(dice[1]) if len(dice) > 1 else 0))


def play_lot(played: Tournament, numbers: Sequence[int]) -> list[Match]:
    """Several games one after another: what a worker does."""
    return [play(played, number) for number in numbers]


# ------------------------------------------------------------------ many games
@dataclass
class Arena:
    """A tournament as far as it has been played. With a ``file`` each game is a line of it, and a later run goes on."""

    played: Tournament
    file: Path | None = None
    matches: dict[int, Match] = field(default_factory=dict)

    def resume(self) -> None:
        """Read what has been played. UnreadableText if the file is of another tournament; a torn last line is left out."""
        if self.file is None or not self.file.exists():
            return
        lines = self.file.read_text(encoding="utf-8").splitlines()
        try:
            begun = json.loads(lines[0]) if lines else None
        except ValueError:
            begun = "no tournament"
        if begun is not None and begun != self._settings():
            fix = "Name another file, or give the same game, bots, seed and editions."
            raise UnreadableText(Fault(str(self.file), "it holds another tournament", fix))
        for line in lines[1:]:
            try:
                raw = json.loads(line)
                parts: list[Any] = [tuple(each) if isinstance(each, list) else each for each in raw]
                match = Match(*parts)
            except (ValueError, TypeError):
                continue
            self.matches[match.number] = match

    def run(self, count: int, workers: int = 0, dask: str = "", told: Callable[[int], None] | None = None) -> None:
        """Play on until there are ``count`` games, on so many processes (0: as many as there are cores) or on a Dask cluster."""
        missing = [number for number in range(count) if number not in self.matches]
        lots = [missing[at : at + LOT] for at in range(0, len(missing), LOT)]
        if not lots:
            return
        if dask:
            with cluster(dask) as client:
                self._gather([client.submit(play_lot, self.played, lot, pure=False) for lot in lots], told)
        elif (workers or cores()) == 1:
            for lot in lots:
                self._keep(play_lot(self.played, lot), told)
        else:
            with ProcessPoolExecutor(workers or cores(), initializer=begin_worker) as pool:
                self._spread([(pool, lot) for lot in lots], told)

    def _spread(self, lots: list[tuple[ProcessPoolExecutor, list[int]]], told: Callable[[int], None] | None) -> None:
        under_way: set[Future[list[Match]]] = {pool.submit(play_lot, self.played, lot) for pool, lot in lots}
        while under_way:
            done, under_way = wait(under_way, return_when=FIRST_COMPLETED)
            for each in done:
                self._keep(each.result(), told)

    def _gather(self, coming: Iterable[Any], told: Callable[[int], None] | None) -> None:
        for each in coming:
            self._keep(each.result(), told)

    def _keep(self, found: Sequence[Match], told: Callable[[int], None] | None) -> None:
        """Write them down at once, so that nothing is lost however it ends."""
        if self.file is not None:
            new = not self.file.exists() or not self.file.stat().st_size
            with self.file.open("a+b") as out:
                if not new:
                    out.seek(-1, 2)
                    if out.read(1) != b"\n":
                        out.write(b"\n")  # after a line that was torn
                else:
                    out.write(json.dumps(self._settings()).encode() + b"\n")
                out.write(b"".join(json.dumps(match).encode() + b"\n" for match in found))
        self.matches |= {match.number: match for match in found}
        if told is not None:
            told(len(self.matches))

    def _settings(self) -> dict[str, Any]:
        raw: dict[str, Any] = json.loads(json.dumps(asdict(self.played)))
        return raw

    # ---------------------------------------------------------------- what came of it
    def rows(self) -> list[WinRate]:
        """How often each bot won, and how often with each seat."""
        seen: dict[tuple[str, str], list[tuple[float, float]]] = {}
        for match in self.matches.values():
            mean = sum(match.luck) / len(match.luck)
            for seat, bot, luck in zip(match.seats, match.bots, match.luck, strict=True):
                won = float(seat in match.winners)
                seen.setdefault((bot, ""), []).append((won, luck - mean))
                seen.setdefault((bot, seat), []).append((won, luck - mean))
        order = {seat: at for at, seat in enumerate(("", *self.played.seats))}
        return [
            WinRate.of(*key, found)
            for key, found in sorted(seen.items(), key=lambda one: (one[0][0], order[one[0][1]]))
        ]

    @property
    def unwon(self) -> int:
        """How many games had no winner."""
        return sum(not match.winners for match in self.matches.values())


class WinRate(NamedTuple):
    """How often a bot won (``seat`` "": with whatever seat), in per cent, each with its standard error: as it was, and with the
    luck of the dice taken out."""

    bot: str
    seat: str
    games: int
    won: float
    error: float
    fair: float
    fair_error: float

    @classmethod
    def of(cls, bot: str, seat: str, found: Sequence[tuple[float, float]]) -> WinRate:
        """From (won, luck) of each game."""
        count = len(found)
        mean = sum(won for won, _ in found) / count
        mean_luck = sum(luck for _, luck in found) / count
        square = sum((luck - mean_luck) ** 2 for _, luck in found)
        slope = sum((won - mean) * (luck - mean_luck) for won, luck in found) / square if square else 0.0
        fair = mean - slope * mean_luck
        rest = sum((won - mean - slope * (luck - mean_luck)) ** 2 for won, luck in found)
        error = math.sqrt(mean * (1 - mean) / count)
        return cls(bot, seat, count, 100 * mean, 100 * error, 100 * fair, 100 * math.sqrt(rest) / count)


def report(arena: Arena) -> str:
    """What came of a tournament, as a table in Markdown."""
    names = games.table(arena.played.game).name
    lines = ["| bot | seat | games | won in 100 | without luck |", "|---|---|---|---|---|"]
    for row in arena.rows():
        seat = names(row.seat) if row.seat else "all"
        figures = f"{row.won:.1f} ± {row.error:.1f} | {row.fair:.1f} ± {row.fair_error:.1f}"
        lines.append(f"| {row.bot} | {seat} | {row.games} | {figures} |")
    count = len(arena.matches)
    long = sum(match.actions for match in arena.matches.values()) / max(1, count)
    return "\n".join([*lines, "", f"{count} games of {long:.0f} actions on average, {arena.unwon} without a winner."])
