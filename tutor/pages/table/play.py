"""A table as it stands: who sits there, the game line by line, what was taken back. Acts are folded here; nothing is shown."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import Any, NamedTuple, cast

from engine.contract.events import Event
from engine.contract.game import first_decider
from engine.contract.verdicts import IllegalAction
from engine.text.faults import Faulty
from tutor.desk import Viewer
from tutor.draw.tables import AtTable
from tutor.teach.game import registry as games

#: The name of the viewer in front of whose screen the table stands; who sits elsewhere is "seat NAME".
HOST, SEAT = "learner", "seat "
#: How chance is done: by the table's own dice, or by hand: people say what they threw and drew.
DICE = ("thrown", "named")
#: The longest name of a player, and the most lines of a game.
LONGEST_NAME, MOST_LINES = 24, 12_000
#: The longest note beside a line, and how many there are at most.
LONGEST_NOTE, MOST_NOTES = 400, 300
CHANCE = "chance"


class Place(NamedTuple):
    """Who plays for a seat: ``by`` is "here" (at the table's own screen), "phone" (at a screen of his own) or "bot"; ``bot`` is
    which bot plays, also while somebody is away (``away``)."""

    seat: str
    by: str
    name: str = ""
    bot: str = ""
    away: bool = False

    @property
    def played(self) -> bool:
        """Whether a bot acts for it now."""
        return self.by == "bot" or self.away


@dataclass(frozen=True)
class Line:
    """An action and what came of it. ``by`` is the seat that took it, or "chance"; ``bot`` says that a bot did. ``state`` is the
    moment after it, ``n`` the number of the act. ``told`` keeps how each seat heard of it."""

    n: int
    by: str
    bot: bool
    action: str
    state: Any
    events: tuple[Event, ...]
    told: dict[str | None, Line] = field(default_factory=dict, compare=False, repr=False)

    def told_to(self, seat: str | None, before: Any) -> Line:
        """The line as a seat hears of it; ``before`` is the true moment before it."""
        if seat not in self.told:
            heard = before.told(_Step(self.action, self.state, self.events), seat)
            self.told[seat] = Line(self.n, self.by, self.bot, heard.action, heard.state, heard.events)
        return self.told[seat]


class _Step(NamedTuple):
    action: str
    state: Any
    events: tuple[Event, ...]


class TakenBack(NamedTuple):
    """That lines were taken back: after which line it stands, how many they were, who did it, and whether all were asked."""

    after: int
    lines: int
    by: str
    asked: bool


class Asked(NamedTuple):
    """Somebody would take back all after line ``to``: who asks, and who has agreed."""

    to: int
    by: str
    agreed: frozenset[str] = frozenset()


class Note(NamedTuple):
    """Something somebody has written beside a line of the game."""

    line: int
    by: str
    text: str


class Kept(NamedTuple):
    """A choice of one's own that is kept to be practised: its line, the best action and what was clearly behind it, what each
    costs in points of winning chance, and the number of the act."""

    line: int
    options: tuple[str, ...]
    costs: tuple[int, ...]
    n: int


@dataclass(frozen=True)
class Copy:
    """A copy in which the game is played on: who leads it, the copy as it stands, whether the others may look on."""

    by: str
    table: Table
    shared: bool = False

    @property
    def owner(self) -> str:
        """By what it is called in acts and targets: "learner", or the name of its leader's seat."""
        return self.by.removeprefix(SEAT)


@dataclass(frozen=True)
class Table:
    """A table. ``game`` is "" before one is begun. ``first`` is the moment a game begins with, ``lines`` what has been played,
    ``board`` the board that was chosen for it.

    ``again`` are outcomes of chance that were taken back: they come again in their order. ``since`` is how many lines stood
    when a person acted last. ``facing`` is the seat whose player looks at the table's own screen where not all may see the same.
    ``opening`` is the situation with which the table was opened, where no game is begun yet,
    ``trouble`` what was wrong with it. ``notes`` are what people have written beside lines, ``kept`` choices that are to be
    practised, ``copies`` those in which the game is
    played on beside itself (:mod:`tutor.pages.table.copies`); ``copied`` is, in such a copy, the line at which it left the game.
    ``seen_as`` is the seat for which this table was made (see :meth:`seen`), ``whose`` the seats he plays for.
    """

    game: str = ""
    edition: str = ""
    variants: tuple[str, ...] = ()
    places: tuple[Place, ...] = ()
    dice: str = "thrown"
    seed: str = ""
    first: Any = None
    board: str = ""
    lines: tuple[Line, ...] = ()
    taken: tuple[TakenBack, ...] = ()
    again: tuple[str, ...] = ()
    asked: Asked | None = None
    since: int = 0
    throwing: bool = False
    facing: str = ""
    n: int = 0
    opening: str = ""
    trouble: str = ""
    notes: tuple[Note, ...] = ()
    kept: tuple[Kept, ...] = ()
    copies: tuple[Copy, ...] = ()
    copied: int | None = None
    seen_as: str | None = None
    whose: tuple[str, ...] = ()

    # ---------------------------------------------------------------- what it is
    @property
    def state(self) -> Any:
        """The present moment."""
        return self.lines[-1].state if self.lines else self.first

    def at(self, line: int) -> Any:
        """The moment after so many lines."""
        return self.lines[line - 1].state if line else self.first

    def time(self, line: int) -> str:
        """When in the game a line is: "round 2" where it is played in rounds, else "turn 7"."""
        found = getattr(self.at(line), "round", None)
        return f"turn {self.turn(line)}" if found is None else f"round {found}"

    def turn(self, line: int) -> int:
        """The number of the turn after so many lines."""
        told = sum(event.kind == "turn" for each in self.lines[:line] for event in each.events)
        states = [self.first, *(each.state for each in self.lines[:line])]
        return 1 + max(told, sum(bool(one.turn != other.turn) for one, other in pairwise(states)))

    @property
    def over(self) -> bool:
        return bool(self.game) and bool(self.state.over)

    @property
    def title(self) -> str:
        """The game's name."""
        return at_table(self.game).offer().title if self.game else "A new game"

    def place(self, seat: str) -> Place:
        """Who plays for a seat. KeyError if nobody sits there."""
        for place in self.places:
            if place.seat == seat:
                return place
        raise KeyError(seat)

    def copy_of(self, owner: str) -> Copy | None:
        """The copy that is called so."""
        return next((copy for copy in self.copies if copy.owner == owner), None)

    def seats_of(self, by: str) -> tuple[str, ...]:
        """The seats a viewer plays for, by his name."""
        if by.startswith(SEAT):
            found = by.removeprefix(SEAT)
            return tuple(place.seat for place in self.places if place.seat == found and place.by == "phone")
        return tuple(place.seat for place in self.places if place.by == "here") if by == HOST else ()

    @property
    def people(self) -> tuple[str, ...]:
        """Everybody who is asked when all must agree: the screen of the table, and each who plays at one of his own."""
        here = (HOST,) if any(place.by == "here" for place in self.places) else ()
        return (*here, *(SEAT + place.seat for place in self.places if place.by == "phone" and not place.away))

    @property
    def alone(self) -> bool:
        """Whether one person plays, against bots or by himself."""
        return sum(place.by != "bot" for place in self.places) <= 1

    @property
    def secret(self) -> bool:
        """Whether one player may know what another may not."""
        return bool(self.game) and at_table(self.game).secret(self.first)

    @property
    def deciders(self) -> tuple[str, ...]:
        """The seats for which a person is to decide now."""
        if not self.game or self.state.decision != "choice":
            return ()
        return tuple(seat for seat in self.state.deciders if not self.place(seat).played)

    @property
    def mine(self) -> tuple[str, ...]:
        """The seats for which the viewer of this table decides now: the one as which he looks first."""
        found = [seat for seat in self.deciders if seat in self.whose]
        return tuple(sorted(found, key=lambda seat: seat != self.seen_as))

    @property
    def openly(self) -> bool:
        """Whether what is decided now needs nothing that only one player knows: around one screen all may look on."""
        asked: Callable[[Any], bool] | None = getattr(at_table(self.game), "openly", None) if self.game else None
        return asked is not None and not self.state.over and asked(self.state)

    @property
    def waits_for(self) -> str | None:
        """Who acts now without being asked: "chance", the seat of a bot, or None."""
        if not self.game or self.over or self.asked is not None:
            return None
        if self.state.decision == "chance":
            return CHANCE if self.dice == "thrown" or self.throwing else None
        return None if self.deciders else first_decider(self.state)

    # ---------------------------------------------------------------- taking back
    def free_to(self, by: str) -> int:
        """The line to which a viewer may go back without asking: past his own acts to the last thing learnt. Against bots 0;
        in a copy where it left the game."""
        if self.copied is not None:
            return self.copied
        if self.alone and (self.seats_of(by) or not self.people):
            return 0
        mine = self.seats_of(by)
        to = len(self.lines)
        while to and self.lines[to - 1].by in mine and not self.lines[to - 1].bot and self._foretold(to):
            to -= 1
        return to

    def _foretold(self, line: int) -> bool:
        """Whether who took the action of a line knew all that came of it."""
        seat, action = self.lines[line - 1].by, self.lines[line - 1].action
        try:
            meant = self.at(line - 1).seen_by(seat).play(action).state
        except (IllegalAction, Faulty):
            return False
        return bool(meant.seen_by(seat) == self.at(line).seen_by(seat))

    def last_of(self, by: str) -> int:
        """The line before the last decision of a viewer; -1 if he has made none."""
        mine = self.seats_of(by) or (tuple(place.seat for place in self.places) if not self.people else ())
        for number in range(len(self.lines), self.copied or 0, -1):
            line = self.lines[number - 1]
            if line.by in mine and (not line.bot or not self.people):
                return number - 1
        return -1


def at_table(name: str) -> AtTable:
    """What the table asks of a game."""
    return cast("AtTable", games.table(name))


def unplayable(name: str, state: Any) -> str:
    """Why nobody can play on from a moment of which not all is known; "" if one can: a game that has such moments tells."""
    told = getattr(at_table(name), "unplayable", None)
    return str(told(state)) if told is not None else ""


# ------------------------------------------------------------------ what a viewer may know
def seat_of(table: Table, viewer: Viewer) -> str | None:
    """The seat as which a viewer looks: his own; at the table's own screen that of who decides, or has said that he looks."""
    mine = table.seats_of(viewer.name)
    if viewer.name.startswith(SEAT) or len(mine) <= 1:
        return mine[0] if mine else None
    deciding = [seat for seat in table.deciders if seat in mine]
    if not table.secret:
        return deciding[0] if deciding else mine[0]
    if table.openly:
        return None
    return table.facing if table.facing in mine and (not deciding or table.facing in deciding) else None


def named(table: Table, by: str) -> str:
    """A viewer by the names of those who sit there."""
    names = [table.place(seat).name or at_table(table.game).name(seat) for seat in table.seats_of(by)]
    return " and ".join(names) or ("the table's own screen" if by == HOST else "somebody")


def seen(table: Table, viewer: Viewer) -> Table:
    """All that a viewer may know of a table but its copies. When the game is over everybody may know everything."""
    mine = table.seats_of(viewer.name)
    if not table.game:
        return replace(table, seed="", whose=mine)
    seat = seat_of(table, viewer)
    if table.over or (not table.people and not table.secret):
        return replace(table, seed="", again=(), seen_as=seat, whose=mine, copies=())
    # What is written while a game with secrets is under way may hold what others may not know: it is one's own until the end.
    notes = tuple(note for note in table.notes if note.by == viewer.name) if table.secret else table.notes
    lines: list[Line] = []
    before = table.first
    for line in table.lines:
        lines.append(line.told_to(seat, before))
        before = line.state
    return replace(
        table,
        first=table.first.seen_by(seat),
        lines=tuple(lines),
        again=(),
        seed="",
        seen_as=seat,
        whose=mine,
        notes=notes,
        copies=(),
    )
