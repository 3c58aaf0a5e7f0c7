"""The book's puzzles on the web: a collection is one page, on which one goes from puzzle to puzzle."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from tutor.ui.html import el

if TYPE_CHECKING:
    from tutor.desk import Act
    from tutor.desk.desk import Document, Known
    from tutor.progress.store import Progress
    from tutor.puzzles.book import Collection

Source = Mapping[str, Any]


def source(rest: str) -> Source | None:
    """What `/puzzles/NAME` begins with; None if there is no such collection."""
    return {"puzzles": rest} if _collection(rest) is not None else None


def title(source: Source) -> str:
    """The title of the browser's tab."""
    return f"Mystic Wood: puzzles, {source['puzzles']}"


def name(source: Source) -> str:
    """What the log calls it: the same in JupyterLab, so that one goes on there as well."""
    return f"puzzles {source['puzzles']}"


def document(address: str, source: Source, store: Progress) -> Document[Any, Any, Any]:
    """The puzzles of a collection, from the first that is not solved."""
    from tutor.pages.puzzle import PuzzleDocument
    from tutor.puzzles.picking import Through
    from tutor.puzzles.reading import LESSON

    found = _collection(source["puzzles"])
    return PuzzleDocument(Through(found.puzzles if found is not None else (), lambda: store.finished(LESSON)))


def cut(acts: Sequence[Act]) -> Sequence[Act]:
    """What of a log need be folded."""
    from tutor.pages.puzzle import since_shown

    return since_shown(acts)


def resumed(doc: Any) -> str:
    """What is done first at a desk that was left: a puzzle that was answered is left behind; "" goes on with it."""
    return "onward" if doc.told else ""


def known(store: Progress, source: Source) -> Known:
    """What the learner's progress says beside the puzzles."""
    from tutor.pages.exercise import STANDING, Standing

    return {STANDING: Standing(trouble=store.trouble or "")}


def record(store: Progress, source: Source, doc: Any, seconds: float) -> None:
    """Write what of the last act is a try."""
    for kept in doc.kept:
        store.record(doc.exercise.lesson, doc.exercise.id, kept.outcome, kept.answer, seconds, kept.stars)


def above(source: Source) -> str:
    """The way back."""
    return el("nav", el("a", "All there is", href="/"), " · ", el("b", f"Puzzles: {source['puzzles']}"), class_="mw-way")


def _collection(name: str) -> Collection | None:
    from tutor.puzzles.book import book

    return next((each for each in book() if each.name == name), None)
