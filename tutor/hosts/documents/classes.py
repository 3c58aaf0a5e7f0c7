"""What a pupil works at in a class: documents whose logs and progress are his own, and what of an act is told to the teacher."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING, Any, NamedTuple

from engine.contract.verdicts import IllegalAction
from engine.text.faults import Faulty
from tutor.desk import Refused
from tutor.hosts.documents import lessons, puzzles
from tutor.hosts.documents.served import Served, served

if TYPE_CHECKING:
    from tutor.desk import Act
    from tutor.desk.desk import Document, DocumentSource, Known
    from tutor.desk.store import Progress
    from tutor.draw.shapes import Scene
    from tutor.pages.classroom.room import Opening, Room, Try
    from tutor.pages.exercise import Presenter
    from tutor.teach.exercise.exercise import Exercise
    from tutor.teach.exercise.feedback import Feedback

#: The longest answer and the longest reason that a teacher is told, in characters.
LONGEST_TOLD = 300


def room_document() -> Document[Any, Any, Any]:
    """The room of a class."""
    from tutor.pages.classroom.document import RoomDocument

    return RoomDocument()


def stage_document() -> Document[Any, Any, Any]:
    """The stage of a class."""
    from tutor.pages.stage.document import StageDocument

    return StageDocument()


def found(name: str) -> Opening | None:
    """What is opened by that name."""
    from tutor.pages.classroom.openings import find

    return find(name)


def loaded() -> None:
    """Load all that can be opened."""
    from tutor.pages.classroom.openings import every

    every()


def own_script(name: str) -> str:
    """The text of a script of the teacher's own; "" if it is none of his."""
    from tutor.pages.classroom.own import script_text

    return script_text(name)


def prepare(opened: str, wanted: Callable[[], bool]) -> None:
    """Judge every exercise of what is opened, as long as that is ``wanted``, in a thread of its own.

    The kinds remember what a search found, so no pupil's first look, and nobody else's verdict meanwhile, waits for one. What
    cannot be opened is left to whoever opens it.
    """
    from tutor.pages.classroom.openings import exercises_of
    from tutor.teach.kinds import start

    for exercise in exercises_of(opened):
        if not wanted():
            return
        with suppress(Faulty, IllegalAction, RuntimeError):
            start(exercise).accepted()


def of_pupil(
    opened: str, room: Callable[[], Room], record: Callable[[Progress, DocumentSource, Any, float], None]
) -> tuple[Served, DocumentSource]:
    """The kind of document a pupil has for what is ``opened``, and what it begins with. ``record`` is called after each act."""
    kind, _, rest = opened.partition("/")
    if kind == "lesson":
        made = replace(served()["lesson"], make=lambda *_: _lesson(room), known=_known_lesson, record=record)
        return made, {"lesson": rest}
    if kind == "quarrel":
        return replace(served()["rulings"], record=record), {"text": _quarrel(rest)}
    if opened == "train":
        return replace(served()["train"], make=lambda *given: _trainer(given[-1], room), record=record), {}
    base = served()["puzzles"]
    made = replace(base, make=lambda *given: _puzzles(opened, given[-1], room), record=record, name=_name_of_puzzles)
    return made, {"puzzles": rest or opened, "opened": opened}


def _lesson(room: Callable[[], Room]) -> Document[Any, Any, Any]:
    from tutor.content.lessons.course import load_lesson
    from tutor.pages.classroom.pupil import ClassLesson

    return ClassLesson(lambda source: load_lesson(source["lesson"]), room)


def _known_lesson(store: Progress, source: DocumentSource, of: object, doc: object) -> Known:
    """What the pupil's own progress says; no way leads out of the class."""
    from tutor.pages.exercise.lesson import WAYS, LessonLinks

    told = lessons.known(store, source, of, doc)
    return {**told, WAYS: LessonLinks(rules=told[WAYS].rules)}


def _quarrel(name: str) -> str:
    from tutor.pages.classroom.openings import quarrel

    found = quarrel(name)
    return found.situation if found is not None else ""


def _trainer(store: Progress, room: Callable[[], Room]) -> Document[Any, Any, Any]:
    from tutor.hosts.documents.trainer import choices_of
    from tutor.pages.classroom.pupil import ClassTrainer

    choices = choices_of(store)
    found = ClassTrainer(choices.mode_of, choices.first, choices.wished())
    found.room = room
    return found


def _puzzles(opened: str, store: Progress, room: Callable[[], Room]) -> Document[Any, Any, Any]:
    from tutor.content.puzzles.picking import Through
    from tutor.content.puzzles.reading import LESSON
    from tutor.pages.classroom.openings import puzzles_of
    from tutor.pages.classroom.pupil import ClassPuzzles

    return ClassPuzzles(Through(puzzles_of(opened), lambda: store.finished(LESSON)), room)


def _name_of_puzzles(source: DocumentSource) -> str:
    return f"class {source['opened']}"


# ------------------------------------------------------------------ what a teacher is told
def write(opened: str, store: Progress, source: DocumentSource, doc: Any, seconds: float) -> None:
    """Write what of the last act is a try into the pupil's own progress."""
    if opened.startswith("quarrel/"):
        return
    (lessons if opened.startswith("lesson/") else puzzles).record(store, source, doc, seconds)


def acted_at(opened: str, doc: Any) -> tuple[Exercise, Presenter] | None:
    """The exercise of the last act, and what shows it; None if it was none."""
    if opened.startswith("lesson/"):
        return None if doc.exercise is None else (doc.exercise, doc.working(doc.exercise).presenter)
    if opened.startswith("quarrel/"):
        return None
    return (doc.exercise, doc.presenter) if doc.puzzle is not None else None


def now_at(opened: str, doc: Any) -> str:
    """The exercise a pupil is at; "" while he reads."""
    if opened.startswith("lesson/"):
        return next((step.id for step in doc.steps if step.id == doc.at and step.exercise is not None), "")
    return doc.puzzle.id if not opened.startswith("quarrel/") and doc.puzzle is not None else ""


def looked_at(opened: str, doc: Any) -> Scene | None:
    """The board a pupil has before him now; None where there is none."""
    from tutor.pages.exercise.looking import Viewing

    if opened.startswith("quarrel/"):
        return None
    if opened.startswith("lesson/"):
        step = next((each for each in doc.steps if each.id == doc.at and each.exercise is not None), None)
        return doc.working(step.exercise).presenter.shown(Viewing()).board if step is not None else None
    return doc.presenter.shown(Viewing()).board if doc.puzzle is not None else None


def for_stage(opened: str, exercise_id: str) -> dict[str, Any]:
    """A step for the stage that shows an exercise, or a quarrel with what is asked of it."""
    from tutor.pages.classroom.openings import quarrel

    kind, _, rest = opened.partition("/")
    if kind == "quarrel" and (found := quarrel(rest)) is not None:
        step: dict[str, Any] = {"title": found.title[:60], "situation": found.situation}
        asked = (
            {"meets": True}
            if found.action == "order"
            else {"may": found.action}
            if found.action
            else {"words": found.title}
        )
        return {**step, **asked, **({"ask": found.asks[:120]} if found.asks and found.action else {})}
    exercise = _exercise(opened, exercise_id)
    about = {"game": exercise.game.name} if exercise is not None else {}
    return {"exercise": f"{rest}/{exercise_id}", **about} if kind == "lesson" else {"puzzle": exercise_id, **about}


def mistake_for_stage(tried: Try, board: BoardOf) -> dict[str, Any]:
    """A step for the stage that shows an answer somebody gave; whose it was is not in it."""
    asked = says(tried.opened, tried.exercise, tried.rule)[0]
    answer = tried.answer or "…"
    return {
        "title": asked[:60],
        "situation": board.situation,
        "game": board.game,
        "wrong": answer,
        "ask": _asked_of(asked, answer),
        "because": tried.said,
        "rules": [tried.rule] if tried.rule else [],
        **({"focus": board.focus} if board.focus else {}),
    }


def _asked_of(asked: str, answer: str, most: int = 118) -> str:
    """What is asked of an answer, in one line of a screen: "Whom first? “The Elf.” What do you say to that?"."""
    said = f"“{answer}” Why is it not so?"
    whole = f"{asked.rstrip('.')}: {said}" if asked else said
    found = whole if len(whole) <= most else said
    return found if len(found) <= most else f"“{answer[: most - 24].rsplit(' ', 1)[0]} …” Why is it not so?"


def tries(pupil: str, opened: str, doc: Any) -> list[Try]:
    """What of the last act a teacher is told."""
    from tutor.pages.classroom.room import Try

    at = acted_at(opened, doc)
    if at is None or not doc.kept:
        return []
    exercise, shown_by = at
    feedback: Feedback = shown_by.session.feedback
    reason = feedback.reasons[0] if feedback.reasons else None
    rule = reason.rule if reason is not None else exercise.rules[0] if exercise.rules else ""
    said = reason.text if reason is not None else feedback.text
    return [
        Try(
            pupil, opened, exercise.id, kept.outcome, rule, said[:LONGEST_TOLD], _in_words(shown_by, kept.answer), doc.n
        )
        for kept in doc.kept
    ]


def _in_words(shown_by: Presenter, answer: str) -> str:
    """An answer as a room reads it: an order is written in ids."""
    items = getattr(shown_by.session, "items", ())
    named = [shown_by.game.called(each) if each in items else each for each in answer.split(", ")]
    return ", ".join(named)[:LONGEST_TOLD]


def tries_since(
    n: int, pupil: str, opened: str, of: Document[Any, Any, Any], source: DocumentSource, acts: Iterable[Act]
) -> list[Try]:
    """What of a pupil's log after its act ``n`` a teacher is told; the log ends where an act no longer fits."""
    doc, found = of.open(source), list[Any]()
    with suppress(Refused):
        for act in acts:
            doc = of.fold(doc, act)
            if act.n > n:
                found += tries(pupil, opened, doc)
    return found


class BoardOf(NamedTuple):
    """The board of a mistake, with what refutes it and no name of anybody: its picture, the part of it that the question is about
    ("" for all), the situation it stands for, as text, and its game."""

    scene: Scene
    focus: str
    situation: str
    game: str


def board_of(opened: str, doc: Any) -> BoardOf | None:
    """The board as it stands after the last act; None if that was at no exercise."""
    from tutor.pages.exercise.looking import Viewing

    at = acted_at(opened, doc)
    if at is None:
        return None
    session, scene = at[1].session, at[1].shown(Viewing()).board
    return BoardOf(scene, _asked_about(session, scene), session.game.engine.dumps(session.state), session.game.name)


def _asked_about(session: Any, scene: Scene) -> str:
    """The one place where everything lies that can be answered with; "" if that is not one place."""
    ids = {each.target for each in getattr(session, "options", ()) if each.target}
    items = set(getattr(session, "items", ()))
    named = [
        each for each in scene.targets if not each.is_place and (each.id in ids or each.id.partition(":")[2] in items)
    ]
    places = {each.at for each in named if each.at}
    return next(iter(places)) if len(places) == 1 and len(named) >= len(ids | items) else ""


def says(opened: str, exercise_id: str, rule: str) -> tuple[str, str]:
    """What is asked in an exercise, in its title, and what a rule says, in our words; "" for what there is not."""
    exercise = _exercise(opened, exercise_id)
    if exercise is None:
        return "", rule
    entry = exercise.game.ledger.get(rule)
    words = entry.says if entry is not None else {}
    told = words.get(exercise.edition) or next((each for each in words.values() if each), rule)
    return exercise.title or exercise.name, told


def _exercise(opened: str, exercise_id: str) -> Exercise | None:
    from tutor.content.lessons.course import load_lesson
    from tutor.pages.classroom.openings import puzzles_of

    if opened.startswith("lesson/"):
        return next((each for each in load_lesson(opened.partition("/")[2]).exercises if each.id == exercise_id), None)
    return next((each.exercise for each in puzzles_of(opened) if each.id == exercise_id), None)
