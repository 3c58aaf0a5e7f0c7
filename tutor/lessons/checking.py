"""Playing every exercise of a lesson before it is built, so that whoever wrote it hears of all that does not work."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from itertools import combinations
from typing import TYPE_CHECKING

from engine import mystic_wood as mw
from engine.faults import Fault, Faulty
from engine.mystic_wood.material.cards import KNIGHTS
from engine.verdicts import IllegalAction
from tutor.exercises.building import BuildSession, pieces
from tutor.exercises.claims import SEAT_KEYS
from tutor.exercises.feedback import Feedback, Outcome
from tutor.exercises.model import Build, Choose, Do, Exercise, Free, Mistake, Order, Reckon, Watch
from tutor.exercises.opening import start
from tutor.exercises.playing import in_edition, learner_of, opening, read_situation
from tutor.exercises.session import (
    ChooseSession,
    OrderSession,
    PlaySession,
    ReckonSession,
    Session,
    WatchSession,
)

if TYPE_CHECKING:
    from engine.mystic_wood.play.state import State
    from tutor.lessons.reading import Lesson



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
    if isinstance(exercise, Build):
        found += _construction_faults(exercise, lesson.situation_lines.get(f"{exercise.id}/built"), where, at)
    if found:
        return found
    state = read_situation(exercise)
    found += _absent(exercise, state, at)
    if isinstance(exercise, Reckon):
        _guarded(lambda: _reckon(exercise, at, found), at, found)
    if found:
        return found
    session = _guarded(lambda: start(exercise), at, found)
    if session is None:
        return found
    check = {"watch": _watch, "do": _do, "free": _free, "choose": _choose, "order": _order, "build": _build}.get(exercise.kind)
    if check is not None:
        _guarded(lambda: check(session, at, found), at, found)
    if not found:
        for mistake in exercise.wrong:
            _guarded(lambda m=mistake: _mistake(m, session, at, found), f"{at}, [[wrong]]", found)  # type: ignore[misc]
    return found


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


def _construction_faults(exercise: Build, line: int | None, where: str, at: str) -> list[Fault]:
    """The same for what is known to do it."""
    try:
        mw.loads(in_edition(exercise.built, exercise.edition))
    except Faulty as problem:
        if line is not None:
            return list(_by_line(problem, exercise.built, exercise.edition, line, where))
        return [Fault(f"{at}, built, {fault.where}", fault.what, fault.fix) for fault in problem.faults]
    return []


def _by_line(problem: Faulty, text: str, edition: str, line: int, where: str) -> Iterator[Fault]:
    """What is wrong with a situation's text, told by the lines of the source; ``line`` is where the text begins."""
    added = in_edition(text, edition).count("\n") - text.count("\n")
    for fault in problem.faults:
        told = _LINE.match(fault.where)
        number = max(int(told[1]) - added, 1) if told else 1
        rest = fault.where[told.end() :] if told else fault.where
        yield Fault(f"{where}, line {line + number - 1}" + (f", {rest}" if rest else ""), fault.what, fault.fix)


def _absent(exercise: Exercise, state: State, at: str) -> list[Fault]:
    """Knights an exercise speaks of who do not ride in it."""
    claims = [getattr(exercise, "goal", None), *(option.claim for option in getattr(exercise, "options", ()))]
    named = [value for claim in claims if claim for key, value in claim.keys() if key in ("knight", *SEAT_KEYS)]  # noqa: SIM118
    words = exercise.reckon.split() if isinstance(exercise, Reckon) else []
    if words[:1] in (["strength"], ["prowess"]):
        named += [word for word in words[1:2] if word in KNIGHTS]
    if exercise.knight:
        named.append(exercise.knight)
    riding = ", ".join(state.order)
    return [
        Fault(at, f"{knight} does not ride in this situation", f"Name one who does ({riding}), or add him to order.")
        for knight in dict.fromkeys(named)
        if knight not in state.order
    ]


def _reckon(exercise: Reckon, at: str, found: list[Fault]) -> None:
    """Walks are reckoned over areas that lie face up."""
    words = exercise.reckon.split()
    if words[:2] == ["areas", "reachable"]:
        state = opening(exercise).state
        start_at = words[2] if len(words) > 2 else state.knight(learner_of(exercise, state)).at
        if start_at not in state.paths():
            found.append(Fault(at, f"{start_at} lies face down, so nothing can be walked to from there",
                               "Turn it up, or begin somewhere else."))  # fmt: skip


def _guarded(work: Callable[[], Session | None], at: str, found: list[Fault]) -> Session | None:
    """Do something with the engine; what it refuses becomes a fault of the lesson."""
    try:
        return work()
    except IllegalAction as problem:
        reasons = " ".join(reason.text for reason in problem.verdict.reasons)
        found.append(
            Fault(at, f"“{problem.verdict.action}” is not allowed at that point", reasons or "Play something else.")
        )
    except Faulty as problem:
        found.extend(Fault(f"{at}, {fault.where}", fault.what, fault.fix) for fault in problem.faults)
    except RuntimeError as problem:
        found.append(Fault(at, str(problem), "Name the learner's Knight, or fix what chance does with dice."))
    return None


# ---------------------------------------------------------------- words for a mistake


def _mistake(mistake: Mistake, session: Session, at: str, found: list[Fault]) -> None:
    """A prepared mistake must be one, and its words must be said to somebody who makes it."""
    answer = mistake.answer if isinstance(mistake.answer, str) else ", ".join(mistake.answer)
    here = f"{at}, [[wrong]] answer = “{answer}”"
    told = tuple(_answers(mistake, session))
    outcomes = [feedback.outcome for feedback in told]
    said = any(mistake.text in feedback.text for feedback in told)
    if Outcome.CANNOT_CHECK in outcomes:
        found.append(Fault(here, "this is no answer to what is asked", f"{_wanted(session)}, as the learner would."))
    elif outcomes[:1] == [Outcome.RIGHT]:
        found.append(Fault(here, "this answer is right", "Take the [[wrong]] out, or change the exercise."))
    elif Outcome.PROGRESS in outcomes:
        found.append(Fault(here, "its words are never said: the exercise goes on after it",
                           "Take it out; only a do calls its mistakes by name."))  # fmt: skip
    elif not said:
        found.append(Fault(here, "its words are never said: nobody can make this mistake, or another [[wrong]] answers it",
                           "Take it out, or give the answer as the learner would."))  # fmt: skip


def _wanted(session: Session) -> str:
    if isinstance(session, OrderSession):
        return f"Write a list of {', '.join(session.items)}"
    area = isinstance(session, ReckonSession) and isinstance(session.reckoned.value, str)
    return "Write an area" if area else "Write a number"


def _answers(mistake: Mistake, session: Session) -> Iterator[Feedback]:
    """What is said to a mistake wherever a learner might make it."""
    if isinstance(session, PlaySession):
        for line in _turnings(session):
            played = start(session.exercise)
            if all(not played.attempt(action).done for action in line):
                yield played.attempt(mistake.answer)
    elif isinstance(session, ChooseSession):
        numbers = range(len(session.options))
        meant = {mistake.answer} if isinstance(mistake.answer, str) else set(mistake.answer)
        named = [n for n in numbers if meant & {session.options[n].option.words, session.options[n].option.action}]
        most = len(session.options) if session.exercise.several else 1
        if named and all(session.options[n].right for n in named):
            yield Feedback(Outcome.RIGHT, "")
            return
        for size in range(1, most + 1):
            for picked in combinations(numbers, size):
                feedback = start(session.exercise).attempt(picked)
                if feedback.outcome is Outcome.WRONG:
                    yield feedback
    else:
        yield start(session.exercise).attempt(mistake.answer)


def _turnings(session: PlaySession) -> tuple[tuple[str, ...], ...]:
    """What a learner has played when he goes wrong: nothing yet, or the beginning of a way to the goal."""
    lines = [tuple(line) for line in session.accepted()[:20] if not isinstance(line, str)]
    return tuple(dict.fromkeys([(), *(line[:length] for line in lines for length in range(1, len(line)))]))


# ---------------------------------------------------------------- each kind


def _watch(session: Session, at: str, found: list[Fault]) -> None:
    assert isinstance(session, WatchSession)
    exercise = session.exercise
    assert isinstance(exercise, Watch)
    for frame in session.frames:
        judged = any(step.judge == frame.action for step in exercise.steps if step.judge)
        if judged and frame.action and not frame.events and not frame.reasons:
            found.append(
                Fault(
                    at,
                    f"“{frame.action}” is allowed at that point",
                    "Play it with do, or judge something that is refused.",
                )
            )


def _do(session: Session, at: str, found: list[Fault]) -> None:
    assert isinstance(session, PlaySession)
    exercise = session.exercise
    assert isinstance(exercise, Do)
    for action in exercise.accept:
        if not (verdict := session.state.judge(action)).legal:
            found.append(
                Fault(at, f"“{action}” is to be accepted, but not allowed", " ".join(r.text for r in verdict.reasons))
            )
    if exercise.goal is not None and not session.wants_refusal and exercise.goal.holds(session.moment.past):
        found.append(Fault(at, "the goal is reached before anything is done", "Change the goal or the situation."))
    if exercise.solution:
        _play_solution(session, at, found)
    lines = session.accepted()
    if not lines:
        most = f"within {exercise.within} action{'s' if exercise.within > 1 else ''}"
        found.append(
            Fault(at, f"nothing reaches the goal {most}", "Change the goal, or raise within, or fix the dice.")
        )
    for line in lines[:20]:
        played = start(exercise)
        if not any(played.attempt(action).done for action in line):
            found.append(Fault(at, f"“{', '.join(line)}” reaches the goal, but a [[wrong]] forbids it on the way",
                               "Take that [[wrong]] out, or change the goal."))  # fmt: skip


def _free(session: Session, at: str, found: list[Fault]) -> None:
    assert isinstance(session, PlaySession)
    exercise = session.exercise
    assert isinstance(exercise, Free)
    if exercise.goal is not None and exercise.goal.holds(session.moment.past):
        found.append(Fault(at, "the goal is reached before anything is done", "Change the goal or the situation."))
    if exercise.solution:
        _play_solution(session, at, found)
    else:
        found.append(Fault(at, "nothing shows that the goal can be reached", 'Add a solution = ["move north", ...].'))


def _play_solution(session: PlaySession, at: str, found: list[Fault]) -> None:
    """The lesson's own solution must lead to the goal, in time."""
    exercise = session.exercise
    played = start(exercise)
    assert isinstance(played, PlaySession)
    for number, action in enumerate(exercise.solution, start=1):
        verdict = played.state.judge(action)
        if not verdict.legal:
            reasons = " ".join(reason.text for reason in verdict.reasons)
            legal = ", ".join(played.state.actions()[:12])
            found.append(
                Fault(
                    at, f"action {number} of the solution, “{action}”, is not allowed", f"{reasons} Allowed: {legal}."
                )
            )
            return
        if played.attempt(action).done:
            return
    left = played.turns_left
    what = "in time" if left == 0 else "with its last action"
    found.append(
        Fault(at, f"the solution does not reach the goal {what}", "Play it with `tutor play` and see where it leads.")
    )


def _choose(session: Session, at: str, found: list[Fault]) -> None:
    assert isinstance(session, ChooseSession)
    exercise = session.exercise
    assert isinstance(exercise, Choose)
    right = sum(option.right for option in session.options)
    judged = "; ".join(
        f"“{option.option.words}” is {'right' if option.right else 'wrong'}" for option in session.options
    )
    if not right:
        found.append(Fault(at, f"no option is right: {judged}", "One at least must be."))
    elif right == len(session.options):
        found.append(Fault(at, f"every option is right: {judged}", "One at least must be wrong."))
    elif right > 1 and not exercise.several:
        found.append(Fault(at, f"{right} options are right: {judged}", "Add several = true, or change them."))


def _order(session: Session, at: str, found: list[Fault]) -> None:
    assert isinstance(session, OrderSession)
    assert isinstance(session.exercise, Order)
    if len(session.places) < 2:
        found.append(Fault(at, "there is nothing to put in order", "Put at least two denizens into the Knight's area."))


def _build(session: Session, at: str, found: list[Fault]) -> None:
    assert isinstance(session, BuildSession)
    exercise = session.exercise
    built = mw.loads(session.known)
    feedback = session.attempt(built)
    if exercise.pieces and (number := pieces(session.state, built)) > exercise.pieces:
        what = f"the construction lays {number}, more than are allowed"
        found.append(Fault(f"{at}, pieces", what, "Allow as many as it takes."))
    elif feedback.outcome is not Outcome.RIGHT:
        found.append(Fault(f"{at}, built", f"the construction is not accepted: {feedback.text}", "Lay out one that is."))
