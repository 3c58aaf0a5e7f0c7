"""The book's puzzles on the web: a collection is one page, on which one goes from puzzle to puzzle."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from tutor.draw.html import el

if TYPE_CHECKING:
    from tutor.content.puzzles.model import Puzzle
    from tutor.desk import Act
    from tutor.desk.desk import Document, DocumentSource, Known
    from tutor.desk.store import Progress
    from tutor.pages.exercise.puzzle import PuzzleDocument


def source(rest: str) -> DocumentSource | None:
    """What `/puzzles/NAME` begins with, a collection's or a shelf's name; None if there is neither."""
    return {"puzzles": rest} if _of(rest) is not None else None


def title(source: DocumentSource) -> str:
    """The title of the browser's tab."""
    return f"Mystic Wood: {_title(source)}"


def name(source: DocumentSource) -> str:
    """What the log calls it: the same in JupyterLab, so that one goes on there as well."""
    return f"puzzles {source['puzzles']}"


def document(address: str, source: DocumentSource, store: Progress) -> Document[Any, Any, Any]:
    """The puzzles of a collection, from the first that is not solved."""
    from tutor.content.puzzles.picking import Through
    from tutor.content.puzzles.reading import LESSON
    from tutor.pages.exercise.puzzle import PuzzleDocument

    return PuzzleDocument(Through(_of(source["puzzles"]) or (), lambda: store.finished(LESSON)))


def cut(acts: Sequence[Act]) -> Sequence[Act]:
    """What of a log need be folded."""
    from tutor.pages.exercise.puzzle import since_shown

    return since_shown(acts)


def resumed(store: Progress, doc: Any) -> str:
    """What is done first at a desk that was left: a puzzle that was answered is left behind; "" goes on with it."""
    return "onward" if doc.told else ""


def known(store: Progress, source: DocumentSource, of: PuzzleDocument, doc: Any) -> Known:
    """What the learner's progress says beside the puzzles."""
    from tutor.pages.exercise.exercise import STANDING, Standing
    from tutor.pages.exercise.puzzle import HEADING

    return {STANDING: Standing(trouble=store.trouble or ""), HEADING: of.picker.heading()}


def record(store: Progress, source: DocumentSource, doc: Any, seconds: float) -> None:
    """Write what of the last act is a try."""
    for kept in doc.kept:
        store.record(doc.exercise.lesson, doc.exercise.id, kept.outcome, kept.answer, seconds, kept.stars)


def above(source: DocumentSource) -> str:
    """The way back."""
    return el("nav", el("a", "All there is", href="/"), " · ", el("h1", _title(source)), class_="mw-way")


def _title(source: DocumentSource) -> str:
    from tutor.content.puzzles.shelves import shelves

    wanted = str(source["puzzles"])
    named = next((shelf.title for shelf in shelves() if shelf.name == wanted), "")
    return named or (f"A puzzle: {found[0].exercise.name}" if (found := _alone(wanted)) else f"Puzzles: {wanted}")


def _of(name: str) -> tuple[Puzzle, ...] | None:
    """The puzzles of a collection or a shelf, or the one puzzle of that id; None if there is none of that name."""
    from tutor.content.puzzles.book import book
    from tutor.content.puzzles.shelves import shelves

    there = {shelf.name: shelf for shelf in shelves()} | {each.name: each for each in book()}
    return there[name].puzzles if name in there else _alone(name) or None


def _alone(name: str) -> tuple[Puzzle, ...]:
    from tutor.content.puzzles.book import puzzles_by_id

    return (puzzles_by_id()[name],) if name in puzzles_by_id() else ()
