"""A table as it stands: who sits there, the game line by line, what was taken back. Acts are folded here; nothing is shown."""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import Any, NamedTuple, cast

from engine.events import Event
from engine.faults import Faulty
from engine.game import first_decider
from engine.verdicts import IllegalAction
from tutor import games
from tutor.desk import Act, Refused, Viewer
from tutor.ui.tables import AtTable

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
    """A table. ``game`` is "" before one is begun. ``first`` is the moment a game begins with, ``lines`` what has been played.

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


# ------------------------------------------------------------------ a new game
def begun(by: str, n: int, raw: Mapping[str, Any]) -> Table:
    """A table at which a game has been begun. Refused says what is wrong."""
    name = str(raw.get("game") or games.FIRST)
    places = tuple(_place(each) for each in _listed(raw.get("places")))
    options = {key: raw[key] for key in ("edition", "variants", "board") if raw.get(key)}
    try:
        at = at_table(name)
        text = str(raw.get("text") or "")
        if text:
            first = games.game(name).read(text)
            if why := unplayable(name, first):
                raise Refused(why)
            places = _fitting(places, tuple(first.order), at)
        else:
            first = at.begun([place.seat for place in places], options)
    except Faulty as faulty:
        raise Refused(faulty.faults[0].told) from None
    dice = str(raw.get("dice") or DICE[0])
    if dice not in DICE:
        raise Refused(f"dice: {dice!r}; they are {' or '.join(DICE)}.")
    known = [choice.id for choice in at.offer().bots]
    places = tuple(place if place.bot else place._replace(bot=known[0]) for place in places)
    if strange := [place.bot for place in places if place.bot not in known]:
        raise Refused(f"There is no bot {strange[0]!r}; there are {', '.join(sorted(known))}.")
    table = Table(
        name,
        first.edition,
        tuple(options.get("variants", ())),
        places,
        dice,
        str(raw.get("seed") or "")[:60],
        first,
        n=n,
    )
    for action in _listed(raw.get("do"))[:MOST_LINES]:
        table = _played(table, n, str(action), _actor(table, str(action)), bot=False)
    return replace(table, since=len(table.lines))


def _listed(value: object) -> list[Any]:
    return list(value) if isinstance(value, list | tuple) else []


def _place(raw: object) -> Place:
    if not isinstance(raw, list | tuple) or not raw or not all(isinstance(each, str) for each in raw):
        raise Refused("places: each is a seat, who plays it (here, phone or bot), his name, and the bot.")
    seat, by, name, bot = (*raw, "", "", "")[:4]
    if by not in ("here", "phone", "bot"):
        raise Refused(f"{seat}: {by!r} cannot play; here, phone or bot can.")
    return Place(seat, by, " ".join(name.split())[:LONGEST_NAME], bot)


def _fitting(places: tuple[Place, ...], order: tuple[str, ...], at: Any) -> tuple[Place, ...]:
    """Who plays in a game that was begun elsewhere: as said for its seats, and whoever is left by a person here."""
    said = {place.seat: place for place in places}
    usual = at.offer().bots[0].id
    return tuple(said.get(seat, Place(seat, "here", "", usual)) for seat in order)


def _actor(table: Table, action: str) -> str:
    """The seat that takes an action: chance's is "chance"."""
    if table.state.decision == "chance":
        return CHANCE
    return str(next((seat for seat in table.state.deciders if action in table.state.actions(seat)), table.state.turn))


# ------------------------------------------------------------------ acts
def folded(table: Table, act: Act) -> Table:
    """A table after an act. Refused if it cannot be done, with the reason.

    Acts: ``begin {...}`` and ``new`` by the table's own screen; ``play ACTION``, ``throw``, ``named OUTCOME``, ``undo LINE``,
    ``ask LINE``, ``agree``, ``refuse``, ``face SEAT``, ``call NAME``, ``note LINE WORDS``, ``keep LINE ...``,
    ``away SEAT``, ``back SEAT``, ``bot SEAT NAME`` and ``person SEAT`` by people; and by chance or "bot SEAT" the bare action.
    """
    verb, _, what = act.text.partition(" ")
    if act.by == CHANCE or act.by.startswith("bot "):
        return _by_itself(table, act)
    if verb == "begin":
        if act.by != HOST:
            raise Refused("A game is begun at the table's own screen.")
        try:
            raw = json.loads(what)
        except ValueError:
            raw = None
        if not isinstance(raw, dict):
            raise Refused("begin: this is no game to begin.")
        return begun(act.by, act.n, raw)
    if verb == "new":
        if act.by != HOST:
            raise Refused("A new game is begun at the table's own screen.")
        return replace(Table(n=act.n), places=table.places, game="")
    if not table.game:
        raise Refused("No game has been begun here.")
    if verb not in _FOLDS:
        raise Refused(f"“{act.text[:80]}” cannot be done at a table.")
    return replace(_FOLDS[verb](table, act, what), n=act.n)


def _by_itself(table: Table, act: Act) -> Table:
    """What chance or a bot does, as it was drawn."""
    who = table.waits_for
    name = act.by.removeprefix("bot ")
    if who is None or name != who:
        raise Refused(f"It is not for {name} to act now.")
    again = table.again
    if who == CHANCE:
        again = left_of(again, act.text)
    return replace(_played(table, act.n, act.text, who, bot=who != CHANCE), again=again, throwing=False, n=act.n)


def _played(table: Table, n: int, action: str, by: str, bot: bool) -> Table:
    if len(table.lines) >= MOST_LINES:
        raise Refused(f"A game has at most {MOST_LINES} lines.")
    try:
        step = table.state.play(action)
    except IllegalAction as illegal:
        raise Refused(" ".join(dict.fromkeys(reason.text for reason in illegal.verdict.reasons))) from None
    except Faulty as faulty:
        raise Refused(faulty.faults[0].told) from None
    line = Line(n, by, bot, step.action, step.state, step.events)
    return replace(table, lines=(*table.lines, line))


def _play(table: Table, act: Act, action: str) -> Table:
    mine = table.seats_of(act.by)
    if table.asked is not None:
        raise Refused("First all say whether something is taken back.")
    if table.state.decision != "choice":
        raise Refused("The game is over." if table.over else "First the dice and cards decide.")
    able = [seat for seat in table.state.deciders if seat in mine and not table.place(seat).away]
    who = next((seat for seat in able if action in table.state.actions(seat)), able[0] if able else "")
    if not who:
        others = " and ".join(at_table(table.game).name(seat) for seat in table.state.deciders)
        raise Refused(f"It is {others} who decides now.")
    played = _played(table, act.n, action, who, bot=False)
    # What was decided before everybody's eyes leaves them all at the screen: whoever knows something more takes it anew.
    return replace(played, since=len(table.lines), facing="" if table.openly else table.facing)


def _throw(table: Table, act: Act, _: str) -> Table:
    if table.state.decision != "chance" or table.dice != "named":
        raise Refused("There is nothing to be thrown now.")
    return replace(table, throwing=True, since=len(table.lines))


def _named(table: Table, act: Act, outcome: str) -> Table:
    if table.state.decision != "chance" or table.dice != "named":
        raise Refused("There is nothing to be thrown now.")
    if outcome not in table.state.chances():
        raise Refused(f"“{outcome}” cannot come now.")
    return replace(_played(table, act.n, outcome, CHANCE, bot=False), since=len(table.lines))


def _number(what: str, most: int) -> int:
    if not what.isascii() or not what.isdigit() or int(what) >= most:
        raise Refused("There is no such line to go back to.")
    return int(what)


def _undo(table: Table, act: Act, what: str) -> Table:
    to = _number(what, len(table.lines))
    if table.people and act.by not in table.people:
        raise Refused("Only who plays takes back.")
    if to < table.free_to(act.by):
        raise Refused("Something has been learnt since: ask the others.")
    return _back(table, to, act.by, asked=False)


def _ask(table: Table, act: Act, what: str) -> Table:
    to = _number(what, len(table.lines))
    if act.by not in table.people:
        raise Refused("Only who plays asks.")
    asked = Asked(to, act.by, frozenset((act.by,)) if _one_behind(table, act.by) else frozenset())
    return _settled(replace(table, asked=asked))


def _one_behind(table: Table, by: str) -> bool:
    """Whether a viewer is one person: at the table's own screen there may sit several, who are all asked."""
    return len(table.seats_of(by)) <= 1


def _agree(table: Table, act: Act, _: str) -> Table:
    if table.asked is None or act.by not in table.people:
        raise Refused("Nobody has asked.")
    return _settled(replace(table, asked=table.asked._replace(agreed=table.asked.agreed | {act.by})))


def _settled(table: Table) -> Table:
    assert table.asked is not None
    if set(table.people) - table.asked.agreed:
        return table
    return _back(table, table.asked.to, table.asked.by, asked=True)


def _refuse(table: Table, act: Act, _: str) -> Table:
    if table.asked is None or act.by not in table.people:
        raise Refused("Nobody has asked.")
    return replace(table, asked=None)


def _back(table: Table, to: int, by: str, asked: bool) -> Table:
    """All after a line is taken back: it stands in the log, and what chance had brought comes again in the same order."""
    gone = table.lines[to:]
    again = tuple(line.action for line in gone if line.by == CHANCE)
    note = TakenBack(to, len(gone), by, asked)
    taken = (*(each for each in table.taken if each.after <= to), note)
    return replace(
        table, lines=table.lines[:to], again=(*again, *table.again) if table.copied is None else (), taken=taken, asked=None,
        throwing=False, since=to, notes=tuple(each for each in table.notes if each.line <= to),
    )  # fmt: skip


def _face(table: Table, act: Act, seat: str) -> Table:
    if seat and seat not in table.seats_of(act.by):
        raise Refused(f"{seat} does not play at this screen.")
    return replace(table, facing=seat)


def _call(table: Table, act: Act, name: str) -> Table:
    mine = table.seats_of(act.by)
    if not act.by.startswith(SEAT) or not mine:
        raise Refused("Only who sits at a screen of his own says what he is called.")
    called = " ".join(name.split())[:LONGEST_NAME]
    return _seated(table, mine[0], lambda place: place._replace(name=called))


def _note(table: Table, act: Act, what: str) -> Table:
    number, _, text = what.partition(" ")
    line = _number(number, len(table.lines) + 1)
    text = " ".join(text.split())[:LONGEST_NOTE]
    others = tuple(each for each in table.notes if (each.line, each.by) != (line, act.by))
    if len(others) >= MOST_NOTES:
        raise Refused(f"A game has at most {MOST_NOTES} notes.")
    return replace(table, notes=(*others, Note(line, act.by, text)) if text else others)


def _keep(table: Table, act: Act, what: str) -> Table:
    """A choice is kept, with what it costs: "keep LINE 0 BEST|12 ANOTHER|..."; what is no choice of that moment is refused."""
    number, _, listed = what.partition(" ")
    line = _number(number, len(table.lines) + 1)
    if act.by != HOST or not table.over or not line:
        raise Refused("Choices are kept at the table's own screen, when a game is over.")
    pairs = [each.partition(" ")[::2] for each in listed.split("|")]
    state = table.at(line - 1)
    able = {action for seat in state.deciders for action in state.actions(seat)}
    if len(pairs) < 2 or any(not cost.isdigit() or action not in able for cost, action in pairs):
        raise Refused("That is no choice of that moment.")
    costs = tuple(min(100, int(cost)) for cost, _ in pairs)
    if costs.count(0) != 1 or any(each.line == line for each in table.kept):
        raise Refused("It is kept already." if costs.count(0) == 1 else "One of them is the best.")
    return replace(table, kept=(*table.kept, Kept(line, tuple(action for _, action in pairs), costs, act.n)))


def _seated(table: Table, seat: str, change: Any) -> Table:
    return replace(table, places=tuple(change(place) if place.seat == seat else place for place in table.places))


def _known_place(table: Table, seat: str) -> Place:
    try:
        return table.place(seat)
    except KeyError:
        raise Refused(f"Nobody sits at {seat!r}.") from None


def _away(table: Table, act: Act, seat: str) -> Table:
    place = _known_place(table, seat)
    if place.by != "phone" or place.away or act.by not in table.people:
        raise Refused("A bot sits in for somebody who plays at a screen of his own and is away.")
    return _seated(replace(table, asked=None), seat, lambda each: each._replace(away=True))


def _came_back(table: Table, act: Act, seat: str) -> Table:
    place = _known_place(table, seat)
    if not place.away or act.by != SEAT + seat:
        raise Refused("Only who sits there takes his seat again.")
    return _seated(table, seat, lambda each: each._replace(away=False))


def _bot(table: Table, act: Act, what: str) -> Table:
    seat, _, bot = what.partition(" ")
    _known_place(table, seat)
    if act.by != HOST or bot not in {choice.id for choice in at_table(table.game).offer().bots}:
        raise Refused("A bot is put there at the table's own screen.")
    return _seated(replace(table, asked=None), seat, lambda each: each._replace(by="bot", bot=bot, away=False))


def _person(table: Table, act: Act, what: str) -> Table:
    seat, _, where = what.partition(" ")
    _known_place(table, seat)
    if act.by != HOST or where not in ("here", "phone"):
        raise Refused("A person is put there at the table's own screen: here, or phone.")
    return _seated(replace(table, asked=None), seat, lambda each: each._replace(by=where, away=False))


_FOLDS: Mapping[str, Callable[[Table, Act, str], Table]] = {
    "play": _play,
    "throw": _throw,
    "named": _named,
    "undo": _undo,
    "ask": _ask,
    "agree": _agree,
    "refuse": _refuse,
    "face": _face,
    "call": _call,
    "note": _note,
    "keep": _keep,
    "away": _away,
    "back": _came_back,
    "bot": _bot,
    "person": _person,
}


# ------------------------------------------------------------------ chance that comes again
def comes_again(again: Iterable[str], chances: Mapping[str, Any]) -> str | None:
    """The outcome that was taken back and comes again now; None if chance is free. Dice come die by die, in the order thrown;
    cards, of each kind, in the order drawn, for whatever asks for one next."""
    wanted = next(iter(chances), "")
    verb, _, rest = wanted.partition(" ")
    if _is_dice(rest):
        dice = [
            die for outcome in again if outcome.startswith(f"{verb} ") for die in outcome.split()[1:] if die.isdigit()
        ]
        count = len(rest.split())
        if not dice:
            return None
        able = [outcome for outcome in chances if outcome.split()[1 : 1 + len(dice)] == dice[:count]]
        return able[0] if len(able) == 1 else None
    return next((outcome for outcome in again if outcome.startswith(f"{verb} ") and outcome in chances), None)


def begins_again(again: Iterable[str], chances: Mapping[str, Any]) -> tuple[str, ...]:
    """The outcomes among which chance decides now: where fewer dice come again than are thrown, those that begin with them."""
    wanted = next(iter(chances), "")
    verb, _, rest = wanted.partition(" ")
    if not _is_dice(rest):
        return tuple(chances)
    dice = [die for outcome in again if outcome.startswith(f"{verb} ") for die in outcome.split()[1:] if die.isdigit()]
    count = len(rest.split())
    able = tuple(outcome for outcome in chances if outcome.split()[1 : 1 + min(len(dice), count)] == dice[:count])
    return able or tuple(chances)


def left_of(again: tuple[str, ...], outcome: str) -> tuple[str, ...]:
    """What still comes again after an outcome has come."""
    verb, _, rest = outcome.partition(" ")
    if not _is_dice(rest):
        found = deque(again)
        if outcome in found:
            found.remove(outcome)
        return tuple(found)
    used = len(rest.split())
    left: list[str] = []
    for each in again:
        words = each.split()
        if words[0] == verb and used and _is_dice(" ".join(words[1:])):
            dice = words[1:]
            gone = min(used, len(dice))
            used -= gone
            if dice[gone:]:
                left.append(" ".join((verb, *dice[gone:])))
        else:
            left.append(each)
    return tuple(left)


def _is_dice(words: str) -> bool:
    return bool(words) and all(word.isdigit() for word in words.split())


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
        table, first=table.first.seen_by(seat), lines=tuple(lines), again=(), seed="", seen_as=seat, whose=mine, notes=notes,
        copies=(),
    )  # fmt: skip
