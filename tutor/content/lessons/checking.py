"""Playing every exercise of a lesson before it is built, so that whoever wrote it hears of all that does not work."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

from engine.contract.verdicts import IllegalAction
from engine.text.faults import Fault, Faulty
from tutor.teach.exercise.claims import SEAT_KEYS
from tutor.teach.exercise.exercise import Exercise, Mistake
from tutor.teach.exercise.feedback import Outcome
from tutor.teach.exercise.playing import in_edition, opening, read_situation
from tutor.teach.exercise.session import Session
from tutor.teach.kinds import start

if TYPE_CHECKING:
    from tutor.content.lessons.reading import Lesson


def faults_of(lesson: Lesson, where: str | None = None) -> list[Fault]:
    """Every fault the engine finds in a lesson that reads well; empty if all its exercises can be solved.

    ``where`` is what faults call the file.
    """
    file = where or f"{lesson.name}.md"
    found = [fault for exercise in lesson.exercises for fault in _exercise_faults(exercise, lesson, file)]
    return list(dict.fromkeys(found))  # what is wrong with a shared situation is wrong once


def _exercise_faults(exercise: Exercise, lesson: Lesson, where: str) -> list[Fault]:
    at = f"{where}, line {exercise.line}, exercise {exercise.id}"
    found = _situation_faults(exercise, lesson.situation_lines.get(exercise.id, exercise.line), where)
    for name in exercise.situations[1:]:
        found += _construction_faults(exercise, name, lesson.situation_lines.get(f"{exercise.id}/{name}"), where, at)
    if found:
        return found
    state = read_situation(exercise)
    found += _absent(exercise, state, at)
    if exercise.question:
        _guarded(lambda: _reckon(exercise, at, found), at, found)
    if found:
        return found
    _guarded(lambda: _played(exercise, at, found), at, found)
    return found


def _played(exercise: Exercise, at: str, found: list[Fault]) -> None:
    """What the exercise's own kind has to say, and where that is nothing, what is wrong with its prepared mistakes."""
    session = start(exercise)
    found += [Fault(at, what, fix) for what, fix in session.faults()]
    for mistake in () if found else exercise.wrong:
        _guarded(lambda m=mistake: _mistake(m, session, at, found), f"{at}, [[wrong]]", found)  # type: ignore[misc]


_LINE = re.compile(r"line (\d+)(?:, )?")


def _situation_faults(exercise: Exercise, line: int, where: str) -> list[Fault]:
    """What is wrong with the situation itself, by the lines of the lesson's source."""
    editions = {exercise.edition, *(option.edition for option in getattr(exercise, "options", ()) if option.edition)}
    found: list[Fault] = []
    for edition in sorted(editions):
        try:
            read_situation(exercise, edition)
        except Faulty as problem:
            found += _by_line(problem, exercise.situation or "", edition, line, where)
    return list(dict.fromkeys(found))


def _construction_faults(exercise: Exercise, name: str, line: int | None, where: str, at: str) -> list[Fault]:
    """The same for another situation of the exercise, which stands under this key."""
    text: str = getattr(exercise, name)
    try:
        exercise.game.engine.loads(in_edition(text, exercise.edition))
    except Faulty as problem:
        if line is not None:
            return list(_by_line(problem, text, exercise.edition, line, where))
        return [Fault(f"{at}, {name}, {fault.where}", fault.what, fault.fix) for fault in problem.faults]
    return []


def _by_line(problem: Faulty, text: str, edition: str, line: int, where: str) -> Iterator[Fault]:
    """What is wrong with a situation's text, told by the lines of the source; ``line`` is where the text begins."""
    added = in_edition(text, edition).count("\n") - text.count("\n")
    for fault in problem.faults:
        told = _LINE.match(fault.where)
        number = max(int(told[1]) - added, 1) if told else 1
        rest = fault.where[told.end() :] if told else fault.where
        yield Fault(f"{where}, line {line + number - 1}" + (f", {rest}" if rest else ""), fault.what, fault.fix)


def _absent(exercise: Exercise, state: Any, at: str) -> list[Fault]:
    """Knights an exercise speaks of who do not ride in it."""
    claims = [getattr(exercise, "goal", None), *(option.claim for option in getattr(exercise, "options", ()))]
    about = (*exercise.game.seat_subjects, *SEAT_KEYS)
    named = [value for claim in claims if claim for key, value in claim.keys() if key in about]  # noqa: SIM118
    words = exercise.question.split()
    if words[:1] in (["strength"], ["prowess"]):
        named += [word for word in words[1:2] if word in exercise.game.seats]
    if exercise.knight:
        named.append(exercise.knight)
    riding = ", ".join(state.order)
    return [
        Fault(
            at,
            f"{knight} does not {exercise.game.plays_word} in this situation",
            f"Name one who does ({riding}), or add him to order.",
        )
        for knight in dict.fromkeys(named)
        if knight not in state.order
    ]


def _reckon(exercise: Exercise, at: str, found: list[Fault]) -> None:
    """Walks are reckoned over areas that lie face up."""
    words = exercise.question.split()
    fault = exercise.game.reckoning_fault(words, opening(exercise).state, exercise) if words else None
    if fault is not None:
        found.append(Fault(at, *fault))


def _guarded(work: Callable[[], None], at: str, found: list[Fault]) -> None:
    """Do something with the engine; what it refuses becomes a fault of the lesson."""
    try:
        work()
    except IllegalAction as problem:
        reasons = " ".join(reason.text for reason in problem.verdict.reasons)
        found.append(
            Fault(at, f"“{problem.verdict.action}” is not allowed at that point", reasons or "Play something else.")
        )
    except Faulty as problem:
        found.extend(Fault(f"{at}, {fault.where}", fault.what, fault.fix) for fault in problem.faults)
    except RuntimeError as problem:
        found.append(Fault(at, str(problem), "Name the learner's Knight, or fix what chance does with dice."))


# ---------------------------------------------------------------- words for a mistake


def _mistake(mistake: Mistake, session: Session, at: str, found: list[Fault]) -> None:
    """A prepared mistake must be one, and its words must be said to somebody who makes it."""
    answer = mistake.answer if isinstance(mistake.answer, str) else ", ".join(mistake.answer)
    here = f"{at}, [[wrong]] answer = “{answer}”"
    told = tuple(session.answers_to(mistake))
    outcomes = [feedback.outcome for feedback in told]
    said = any(mistake.text in feedback.text for feedback in told)
    if Outcome.CANNOT_CHECK in outcomes:
        found.append(Fault(here, "this is no answer to what is asked", f"{session.wanted}, as the learner would."))
    elif outcomes[:1] == [Outcome.RIGHT]:
        found.append(Fault(here, "this answer is right", "Take the [[wrong]] out, or change the exercise."))
    elif Outcome.PROGRESS in outcomes:
        found.append(
            Fault(
                here,
                "its words are never said: the exercise goes on after it",
                "Take it out; only a do calls its mistakes by name.",
            )
        )
    elif not said:
        found.append(
            Fault(
                here,
                "its words are never said: nobody can make this mistake, or another [[wrong]] answers it",
                "Take it out, or give the answer as the learner would.",
            )
        )
