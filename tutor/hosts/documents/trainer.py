"""The trainer as a host opens it: the same log as in JupyterLab, so that one goes on there as well."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from weakref import WeakKeyDictionary

from tutor.draw.html import el

if TYPE_CHECKING:
    from tutor.content.trainer.choices import Choices
    from tutor.desk.desk import Document, DocumentSource, Known
    from tutor.desk.store import Progress
    from tutor.pages.exercise.trainer import TrainerDocument

_CHOICES: WeakKeyDictionary[Progress, Choices] = WeakKeyDictionary()


def source(rest: str) -> DocumentSource | None:
    """What `/train/` begins with; there is one trainer."""
    return {} if not rest else None


def title(source: DocumentSource) -> str:
    """The title of the browser's tab."""
    return "Mystic Wood: the trainer"


def name(source: DocumentSource) -> str:
    """What the log calls it."""
    return "puzzles trainer"


def document(address: str, source: DocumentSource, store: Progress) -> Document[Any, Any, Any]:
    """The trainer, with the puzzles of the book."""
    from tutor.pages.exercise.trainer import TrainerDocument

    choices = choices_of(store)
    return TrainerDocument(choices.mode_of, choices.first, choices.wished())


def resumed(store: Progress, doc: Any) -> str:
    """What is done first at a trainer that was left."""
    return choices_of(store).goes_on(doc.mode, doc.tried, doc.told, doc.begun)


def known(store: Progress, source: DocumentSource, of: TrainerDocument, doc: Any) -> Known:
    """The line above the puzzle, how the learner stands, and what he can wish."""
    from tutor.pages.exercise.exercise import STANDING, Standing
    from tutor.pages.exercise.puzzle import HEADING
    from tutor.pages.exercise.trainer import SUMMARY, WISHED

    return {
        STANDING: Standing(trouble=store.trouble or ""),
        HEADING: of.mode(doc).heading(),
        SUMMARY: choices_of(store).summary(doc.mode, doc.wishes),
        WISHED: of.wished,
    }


def above(source: DocumentSource) -> str:
    """The way back."""
    return el("nav", el("a", "All there is", href="/"), " · ", el("h1", "The trainer"), class_="mw-way")


def choices_of(store: Progress) -> Choices:
    """Those of a store, made once: how the learner stands is reckoned anew only when he has done something."""
    from tutor.content.puzzles.book import puzzles_by_id
    from tutor.content.trainer.choices import Choices

    if store not in _CHOICES:
        _CHOICES[store] = Choices(store, list(puzzles_by_id().values()))
    return _CHOICES[store]
