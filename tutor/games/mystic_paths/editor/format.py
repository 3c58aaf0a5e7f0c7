"""The half-built situations of Mystic Paths: where pieces, tokens and cards may be put, and which keys have a field."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from engine import mystic_paths as mp
from engine.mystic_paths.material import COLOURS, MODES, NOTS, OURS, ROUNDS, SHOWN, SHOWN_LAST, STEPS, Board, switches
from engine.mystic_paths.position import KEPT, MOMENTS
from engine.text.faults import Fault
from tutor.games.mystic_paths.teachable import GAME
from tutor.pages.editor.model import Data, Misplaced, Pinned
from tutor.pages.editor.tables import Field, TableFormat

_BOARD = mp.boards()[OURS]
#: What says something of a turn or of one moment only, by the moments it is kept in.
_ONLY_IN: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("turn", KEPT),
    ("right_now", ("guess", "answer")),
    ("had_turn", ("guess", "answer")),
    ("touched", ("answer",)),
)
TOP = (
    Field("mode", "Played", "one", "the game or a variant of it", MODES, usual="together"),
    Field("round", "Round", "count", "1 to 5", (), ROUNDS, 1),
    Field("moment", "What is to be done", "one", "the decision that is open", MOMENTS, usual="lay"),
    Field("turn", "Whose path", "one", "whose path is guessed, who draws or is dealt to", "seats"),
    Field("right_now", "Right in this turn", "count", "the right guesses of this turn", (), STEPS, 0),
    Field("touched", "Touched", "one", "the portal that waits for its owner's answer", "places"),
    Field("had_turn", "Had their turn", "many", "whose path was guessed in this round", "seats"),
    Field("maps", "Map cards", "one", "whether all know the thirty map cards", tuple(switches()["maps"].choices)),
    Field("cups", "Cups count for", "one", "the player or the group", tuple(switches()["cups"].choices)),
    Field("discards", "Thrown off", "many", "clue cards on the discard pile", tuple(_BOARD.cards)),
)
EACH = (
    Field("trail", "Has come", "many", "the portals his Apprentice has come through, his start first", "places"),
    Field("clues", "Clues", "many", "the clue cards before him, each for a step"),
    Field("hand", "In hand", "many", "the clue cards he holds; nothing here: nobody knows which", tuple(_BOARD.cards)),
    Field("map", "Map", "one", "his map card, if it is known", tuple(_BOARD.maps)),
    Field("marks", "NOT tokens on portals", "many", "portals that were wrong as his next step", "places"),
    Field("covered", "Covered clues", "count", "clues that only his left neighbour sees", (), 6, 0),
    Field("ready", "Ready", "flag", "he has said that he is ready"),
    Field(
        "finished_in", "Through in round", "count", "the round in which he came through; 0: he is not", (), ROUNDS, 0
    ),
)


def trail_of(data: Data, seat: str) -> list[str]:
    """The portals an Apprentice has come through, his start first; none where nobody has said."""
    trail = data["players"].get(seat, {}).get("trail", ())
    return [str(cell) for cell in trail] if isinstance(trail, list) else []


def led(board: Board, trail: Sequence[str], to: str, starts: Sequence[str] = ()) -> list[str]:
    """A trail after its Apprentice was put on a portal: a step on, back to where he has been, a free start, or straight there."""
    at = trail[-1] if trail else ""
    base = trail[-2] if len(trail) > 1 else at
    if trail and to in board.onward.get((base, at), ()):
        return [*trail, to][: STEPS + 1]
    if to in trail:
        last = len(trail) - 1 - [*reversed(trail)].index(to)
        return list(trail[: last + 1])
    return [to] if not trail or to in starts else [*trail, to]


class PathsFormat(TableFormat):
    """Half-built situations of Mystic Paths."""

    def put(self, data: Data, piece: str, place: str) -> None:
        kind, _, seat = piece.partition(".")
        if kind == "not":
            table = self.table(data, seat)
            lying = table.get("marks", [])
            if place in lying:
                raise Misplaced(f"A NOT of {seat.capitalize()} lies there already.")
            if len(lying) >= NOTS:
                raise Misplaced(f"{seat.capitalize()} has {NOTS} NOT tokens, and no more.")
            table["marks"] = [*lying, place]
            return
        board, table = self.board(data), self.table(data, piece)
        taken = {trail_of(data, other)[0] for other in data["players"] if other != piece and trail_of(data, other)}
        before = trail_of(data, piece)
        after = led(board, before, place, [start for start in board.starts if start not in taken])
        table["trail"] = after
        if after[-2:] != before[-2:]:
            table.pop("marks", None)  # they lay round the portal he has left
            table.pop("start", None)
            table.pop("reached", None)
            if "clues" in table:  # those of steps behind him or too far ahead
                table["clues"] = [
                    clue for clue in table["clues"] if 0 <= clue.get("step", 0) - len(after) < _ahead(data)
                ]
        if len(after) <= STEPS:
            table.pop("finished_in", None)

    def take(self, data: Data, piece: str, place: str) -> None:
        kind, _, seat = piece.partition(".")
        if kind == "not":
            marks = data["players"].get(seat, {}).get("marks", [])
            if place not in marks:
                raise Misplaced(f"No NOT of {seat.capitalize()} lies there.")
            data["players"][seat]["marks"] = [kept for kept in marks if kept != place]
        elif piece in COLOURS:
            super().take(data, piece, place)
        else:
            self._let_go(data, piece)

    def give(self, data: Data, piece: str, whom: str) -> None:
        table, board = self.table(data, whom), self.board(data)
        if piece in board.maps:
            table["map"] = piece
            table.pop("walk", None)
        elif piece in board.cards:
            self._let_go(data, piece)
            table["hand"] = [*table.get("hand", ()), piece]
            table.pop("held", None)
        else:
            raise Misplaced("Clue cards and maps are given; a NOT is put on a portal.")

    def _let_go(self, data: Data, card: str) -> None:
        """A card leaves whoever holds it."""
        for table in data["players"].values():
            if table.get("map") == card:
                del table["map"]
            if card in table.get("hand", ()):
                table["hand"] = [kept for kept in table["hand"] if kept != card]

    def board(self, data: Data) -> Board:
        """The board it is laid out on; ours where it names none that is known."""
        return mp.boards().get(str(data.get("board", OURS)), _BOARD)

    def places(self, data: Data) -> Sequence[str]:
        return tuple(self.board(data).cells)

    def _set(self, data: Data, subject: str, key: str, *value: str) -> None:
        super()._set(data, subject, key, *value)
        if subject == "game" and key == "moment":  # what says something of another moment goes with it
            for name, moments in _ONLY_IN:
                if data["moment"] not in moments:
                    data.pop(name, None)
            for table in data["players"].values() if data["moment"] != "lay" else ():
                table.pop("ready", None)

    def pinned(self, fault: Fault) -> Pinned:
        """A fault of how far somebody has come is one of his trail, by which that is laid out."""
        pin = super().pinned(fault)
        return pin._replace(key="trail") if pin.key in ("reached", "start") else pin

    def remedies(self, data: Data, pin: Pinned) -> Iterator[str]:
        seat = pin.target.partition(":")[2]
        if pin.key in ("trail", "clues", "finished_in", "round", "moment"):
            yield from (f"set game round {number}" for number in range(1, ROUNDS + 1))
        if pin.key == "trail":
            yield from (f"put {seat} {cell}" for cell in dict.fromkeys(reversed(trail_of(data, seat)[:-1])))
        yield from super().remedies(data, pin)
        for moment in ("lay", "guess"):
            yield f'set game moment "{moment}"'
        yield 'set game mode "together"'
        if pin.fault.code == "finished-when":
            for number in range(4, ROUNDS + 1):
                yield f"set {seat} finished_in {number}"


def _ahead(data: Data) -> int:
    """How many steps ahead there can be clues: three, four in round 5, ten in an attempt."""
    if data.get("mode") == "all-or-nothing":
        return STEPS
    return SHOWN_LAST if data.get("round") == ROUNDS else SHOWN


def natural() -> Data:
    """A position as one meets it: round 2, Red's path is guessed, one portal was wrong."""
    return FORMAT.of(mp.loads(_NATURAL))


def _start() -> Any:
    return mp.loads("[players.red]\n[players.green]\n[players.blue]\n")


FORMAT = PathsFormat(GAME, "players", _start, TOP, EACH)
_NATURAL = """
round = 2
moment = "guess"
turn = "red"
[players.red]
trail = ["a1", "b2", "c3"]
marks = ["b3"]
clues = [ { step = 3, word = "flying" }, { step = 4, word = "round" }, { step = 5, word = "cold", not = true } ]
[players.green]
trail = ["c5", "b4"]
clues = [ { step = 2, word = "noisy" }, { step = 3, word = "sweet" }, { step = 4, word = "old" } ]
[players.blue]
trail = ["e1", "e2", "d2", "c2"]
clues = [ { step = 4, word = "deep" }, { step = 5, word = "tame", not = true }, { step = 6, word = "sharp" } ]
[fit]
flying = { mosquito = 4 }
"""
