"""The tables of one learner: what a new table's page lists, so that several games go on side by side."""

from __future__ import annotations

import time
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from tutor.content.puzzles import own
from tutor.content.puzzles.reading import LESSON
from tutor.desk import Act, fold_log
from tutor.desk.log import ActLog
from tutor.pages.table.play import Table, at_table
from tutor.pages.table.setup import TABLES
from tutor.teach.game import registry as games

if TYPE_CHECKING:
    from tutor.desk.desk import Known
    from tutor.desk.store import Progress

#: The most tables listed, those played at last first.
MOST = 12
#: Seconds in which it is looked up how the tables stand; of the others it is not told until the page is loaded again.
WITHIN = 0.5
#: How tables stand, by name and number of the last act.
_stands: dict[tuple[str, int], dict[str, str]] = {}


def known(store: Progress, source: Mapping[str, Any], of: Any, doc: Table) -> Known:
    """What a new table's page knows of the others; nothing while a game is played."""
    return {} if doc.game else {TABLES: listed(store)}


def record(store: Progress, source: Mapping[str, Any], doc: Table, seconds: float) -> None:
    """A choice that the last act has kept comes into the trainer."""
    for each in doc.kept:
        if each.n == doc.n:
            line, state = doc.lines[each.line - 1], doc.at(each.line - 1)
            text, when = games.game(doc.game).code(state), doc.time(each.line - 1)
            _keep(store, own.kept(doc.game, text, line.by, when, each.options, each.costs, line.action))


def _keep(store: Progress, raw: Mapping[str, Any]) -> None:
    """Keep a choice. In the game it was missed: so it comes back in the trainer's review as what was missed does."""
    name, log = own.name_of(raw), ActLog(store)
    if log.source(own.PREFIX + name) is None:
        log.begin(own.PREFIX + name, raw, store.clock())
        log.forget_oldest(own.PREFIX, own.MOST)
        store.record(LESSON, name, "wrong", str(raw["played"]))


def _tables(log: ActLog) -> list[str]:
    """The names of all tables, that played last first."""
    return [each for each in log.documents("table") if each == "table" or each.startswith("table/")]


def played_last(log: ActLog) -> str:
    """The path of the table that was played last, where one goes on; that of the first table where none was."""
    return f"{next(iter(_tables(log)), 'table')}/"


def listed(store: Progress) -> list[dict[str, str]]:
    """The tables at which a game was begun: where each is, its game, who plays, how it stands, and when it was played last."""
    log, now = ActLog(store), store.clock()
    until = time.monotonic() + WITHIN
    found = []
    for name in _tables(log)[:MOST]:
        acts = log.peek(name)
        told = _told(name, log.source(name) or {}, acts, time.monotonic() < until)
        if told and acts:
            found.append({**told, "path": f"/{name}/", "when": ago(now - acts[-1].at)})
    return found


def _told(name: str, source: Mapping[str, Any], acts: list[Act], look: bool) -> dict[str, str]:
    key = (name, acts[-1].n if acts else 0)
    if key not in _stands and look:
        from tutor.pages.table.document import TableDocument

        _stands[key] = how(fold_log(TableDocument(), source, acts).doc)
        while len(_stands) > 4 * MOST:
            del _stands[next(iter(_stands))]
    return _stands.get(key, {"game": "A table", "who": "", "stands": f"{len(acts)} steps", "over": ""})


def how(table: Table) -> dict[str, str]:
    """A table in words; {} where no game is begun."""
    if not table.game:
        return {}
    at = at_table(table.game)
    players = [
        f"{at.name(place.seat)} ({place.name or ('bot' if place.by == 'bot' else 'here' if place.by == 'here' else 'phone')})"
        for place in table.places
    ]
    if table.over:
        won = " and ".join(at.name(seat) for seat in table.state.winners)
        stands = f"over: {won} won" if won else "over: nobody won"
    else:
        deciders = " and ".join(at.name(seat) for seat in table.deciders)
        stands = f"{table.time(len(table.lines))}, {deciders or 'chance'} to decide"
    return {"game": table.title, "who": ", ".join(players), "stands": stands, "over": "over" if table.over else ""}


def ago(seconds: float) -> str:
    """How long ago something was.

    >>> ago(30), ago(5400), ago(90_000), ago(400_000)
    ('just now', '1 hour ago', 'yesterday', '4 days ago')
    """
    hours, days = int(seconds // 3600), int(seconds // 86_400)
    if days:
        return "yesterday" if days == 1 else f"{days} days ago"
    if hours:
        return f"{hours} hour{'s' * (hours > 1)} ago"
    minutes = int(seconds // 60)
    return f"{minutes} minute{'s' * (minutes > 1)} ago" if minutes else "just now"
