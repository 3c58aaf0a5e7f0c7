"""What a host can open: one table, by the first part of a page's address."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from importlib import import_module
from typing import Any

from tutor.desk import Act, Want
from tutor.desk.desk import Document, DocumentSource, Known
from tutor.desk.store import Progress
from tutor.hosts.documents import exercises, lessons, puzzles, trainer
from tutor.teach.game import registry as games
from tutor.teach.game.teachable import Teachable


def later(name: str) -> Callable[[str, DocumentSource, Progress], Document[Any, Any, Any]]:
    """What makes a document that needs nothing but its address: its class, "tutor.pages.table.document:TableDocument", which is
    imported when one of its pages is asked for."""
    module, _, made_by = name.partition(":")
    return lambda address, source, store: getattr(import_module(module), made_by)(address)


def _nothing_known(store: Progress, source: DocumentSource, of: Any, doc: Any) -> Known:
    return {}


def _nothing_kept(store: Progress, source: DocumentSource, doc: Any, seconds: float) -> None:
    return None


def _whole(acts: Sequence[Act]) -> Sequence[Act]:
    return acts


def _nothing_resumed(store: Progress, doc: Any) -> str:
    return ""


def _never(doc: Any) -> bool:
    return False


def _nothing_above(source: DocumentSource) -> str:
    return ""


def _no_seats(doc: Any) -> tuple[str, ...]:
    return ()


def _nothing_done(doc: Any, seat: str) -> str:
    return ""


def _nothing_found(want: Want) -> Iterator[Any]:
    return iter(())


@dataclass(frozen=True)
class Served:
    """A kind of document as a host opens it.

    ``title`` is that of the browser's tab, from the source; ``make`` the document, for a page at an address; ``source`` what a
    document begins with whose address goes on like that ("" for `/rulings/`), None if there is none. ``opens``: the address may
    name a situation and a question (`?code=...&ask=...`), which begins a document of its own. ``shared``: other devices may open
    it, each visitor with documents of his own. ``known`` is what progress says beside the document; ``record`` is called after
    each act, with the seconds since the one before, to write progress. ``name`` is what the log calls it, where that is not its
    address; ``over`` says of a document that was left whether it is at its end: it is then begun again; ``cut`` what of a log
    need be folded; ``resumed`` the act that is done first at one that was left, "" for none. ``above`` is HTML that stands
    above it. ``seats`` are those of a document whose players come from devices of their own; ``returned`` is the act that is
    done when somebody has come (back) to the seat of that name, "" for none.
    ``find`` finds what its pages want, bit by bit: answers as JSON has them, each with more in it, the last with ``ended``.
    """

    title: Callable[[DocumentSource], str]
    make: Callable[[str, DocumentSource, Progress], Document[Any, Any, Any]]
    source: Callable[[str], DocumentSource | None]
    opens: bool = False
    shared: bool = False
    known: Callable[[Progress, DocumentSource, Any, Any], Known] = _nothing_known
    record: Callable[[Progress, DocumentSource, Any, float], None] = _nothing_kept
    name: Callable[[DocumentSource], str] | None = None
    over: Callable[[Any], bool] = _never
    cut: Callable[[Sequence[Act]], Sequence[Act]] = _whole
    resumed: Callable[[Progress, Any], str] = _nothing_resumed
    above: Callable[[DocumentSource], str] = _nothing_above
    seats: Callable[[Any], tuple[str, ...]] = _no_seats
    returned: Callable[[Any, str], str] = _nothing_done
    find: Callable[[Want], Iterator[Any]] = _nothing_found


def served() -> Mapping[str, Served]:
    """All kinds, by the first part of the address. What a kind needs is loaded when one of its pages is asked for."""
    return {**_about_situations(), **_learnt_from()}


def _about_situations() -> Mapping[str, Served]:
    """What is laid out, asked, and played as a whole game."""
    return {
        "rulings": Served(
            partial(_titled, "ruling checker"),
            _checker,
            partial(_of_game, "rulings"),
            opens=True,
            shared=True,
        ),
        "edit": Served(
            partial(_titled, "lay out a situation"), _editor, partial(_of_game, "edit"), opens=True, shared=True
        ),
        "table": Served(
            lambda source: "Mystic Wood: the table",
            later("tutor.pages.table.document:TableDocument"),
            _bare,
            opens=True,
            seats=_seats_of_table,
            returned=_back_at_table,
            known=_tables,
            record=_kept_at_table,
            find=_found_for_table,
        ),
    }


def _learnt_from() -> Mapping[str, Served]:
    """Lessons and puzzles."""
    return {
        "exercise": Served(
            exercises.title,
            exercises.document,
            exercises.source,
            known=exercises.known,
            record=exercises.record,
            name=exercises.name,
            over=exercises.over,
            above=exercises.above,
        ),
        "lesson": Served(
            lessons.title,
            lessons.document,
            lessons.source,
            known=lessons.known,
            record=lessons.record,
            name=lessons.name,
            cut=lessons.cut,
        ),
        "puzzles": Served(
            puzzles.title,
            puzzles.document,
            puzzles.source,
            known=puzzles.known,
            record=puzzles.record,
            name=puzzles.name,
            cut=puzzles.cut,
            resumed=puzzles.resumed,
            above=puzzles.above,
        ),
        "train": Served(
            trainer.title,
            trainer.document,
            trainer.source,
            known=trainer.known,
            record=puzzles.record,
            name=trainer.name,
            cut=puzzles.cut,
            resumed=trainer.resumed,
            above=trainer.above,
        ),
    }


def _titled(what: str, source: DocumentSource) -> str:
    return f"{game_in(source).title.removeprefix('The ')}: {what}"


def _bare(rest: str) -> DocumentSource | None:
    return None if rest else {}


def _of_game(app: str, rest: str) -> DocumentSource | None:
    """The source of an app whose address goes on with a game's name; with nothing, of the first game's."""
    offered = rest in games.GAMES and app in games.teachable(rest).OFFERS
    return {} if not rest else {"game": rest} if offered else None


def game_in(source: DocumentSource) -> Teachable:
    """The game a checker or an editor is of: the one its source names, or that of the situation it begins with."""
    return games.teachable(str(source.get("game") or games.name_of_game(str(source.get("text", "")))))


def _checker(address: str, source: DocumentSource, store: Progress) -> Document[Any, Any, Any]:
    from tutor.pages.checker.document import CheckerDocument

    return CheckerDocument(game_in(source), address)


def _tables(store: Progress, source: DocumentSource, of: Any, doc: Any) -> Known:
    from tutor.hosts.documents.tables import known

    return known(store, source, of, doc)


def _kept_at_table(store: Progress, source: DocumentSource, doc: Any, seconds: float) -> None:
    from tutor.hosts.documents.tables import record

    if doc.kept:
        record(store, source, doc, seconds)


def _found_for_table(want: Want) -> Iterator[Any]:
    from tutor.pages.table.finding import found

    return found(want)


def _seats_of_table(doc: Any) -> tuple[str, ...]:
    return tuple(place.seat for place in doc.places if place.by == "phone")


def _back_at_table(doc: Any, seat: str) -> str:
    """Who comes back takes his seat again from the bot that sat in."""
    return f"back {seat}" if any(place.seat == seat and place.away for place in doc.places) else ""


def _editor(address: str, source: DocumentSource, store: Progress) -> Document[Any, Any, Any]:
    from tutor.pages.editor.document import EditorDocument

    return EditorDocument(game_in(source), address)
