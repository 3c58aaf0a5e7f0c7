"""What acts do to a table: a game is begun, played on, taken back; seats change hands. A log of acts folds to the table."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from engine.contract.verdicts import IllegalAction
from engine.text.faults import Faulty
from tutor.desk import Act, Refused
from tutor.pages.table.again import left_of
from tutor.pages.table.play import (
    CHANCE,
    DICE,
    HOST,
    LONGEST_NAME,
    LONGEST_NOTE,
    MOST_LINES,
    MOST_NOTES,
    SEAT,
    Asked,
    Kept,
    Line,
    Note,
    Place,
    Table,
    TakenBack,
    at_table,
    unplayable,
)
from tutor.teach.game import registry as games


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
        board="" if text else str(options.get("board", "")),
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
        table,
        lines=table.lines[:to],
        again=(*again, *table.again) if table.copied is None else (),
        taken=taken,
        asked=None,
        throwing=False,
        since=to,
        notes=tuple(each for each in table.notes if each.line <= to),
    )


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
