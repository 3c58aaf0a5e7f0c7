"""Playing every exercise of a lesson before it is built, so that whoever wrote it hears of all that does not work."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from engine.faults import Fault, Faulty
from engine.verdicts import IllegalAction
from tutor.exercises.model import Choose, Do, Exercise, Free, Order, Watch
from tutor.exercises.session import ChooseSession, OrderSession, PlaySession, Session, WatchSession, start

if TYPE_CHECKING:
    from tutor.lessons.reading import Lesson


def faults_of(lesson: Lesson, where: str | None = None) -> list[Fault]:
    """Every fault the engine finds in a lesson that reads well; empty if all its exercises can be solved.

    ``where`` is what faults call the file.
    """
    return [
        fault for exercise in lesson.exercises for fault in _exercise_faults(exercise, where or f"{lesson.name}.md")
    ]


def _exercise_faults(exercise: Exercise, where: str) -> list[Fault]:
    at = f"{where}, line {exercise.line}, exercise {exercise.id}"
    found: list[Fault] = []
    session = _guarded(lambda: start(exercise), at, found)
    if session is None:
        return found
    check = {"watch": _watch, "do": _do, "free": _free, "choose": _choose, "order": _order}.get(exercise.kind)
    if check is not None:
        _guarded(lambda: check(session, at, found), at, found)
    return found


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
    if not session.accepted():
        most = f"within {exercise.within} action{'s' if exercise.within > 1 else ''}"
        found.append(
            Fault(at, f"nothing reaches the goal {most}", "Change the goal, or raise within, or fix the dice.")
        )


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
