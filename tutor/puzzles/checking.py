"""Whether puzzles are right: the engine solves each of them anew, in all its editions, and every refutation is looked up."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from fractions import Fraction
from functools import lru_cache
from typing import Any

from engine.faults import Fault, Faulty, ImpossibleSituation
from engine.search import Search
from engine.verdicts import IllegalAction
from tutor.exercises import reckoning
from tutor.exercises.answers import in_words, read_number
from tutor.exercises.playing import KEPT, opening, played
from tutor.exercises.reckoning import search_for
from tutor.lessons import Lesson
from tutor.lessons.checking import faults_of as exercise_faults
from tutor.puzzles import rule_trace
from tutor.puzzles.model import Answer, Puzzle
from tutor.puzzles.neutral import putting_off
from tutor.puzzles.solving import Solved, solve
from tutor.teach.exercise import Exercise
from tutor.teach.kinds.order import Order
from tutor.teach.kinds.order import places_of as session_places
from tutor.teach.kinds.reckon import Reckon
from tutor.teach.options import Choose
from tutor.teach.teachable import Teachable


def faults_of(puzzles: Iterable[Puzzle], where: str = "") -> list[Fault]:
    """Every fault the engine finds in puzzles that read well; empty if each can be solved, and only as it says.

    ``where`` is what faults call the file (default: the collection's).
    """
    found: list[Fault] = []
    listed = list(puzzles)
    for puzzle in listed:
        file = where or f"{puzzle.collection or 'puzzles'}.toml"
        faults = [fault for edition in puzzle.editions for fault in _puzzle_faults(puzzle, edition, file)]
        found += faults or _rule_faults(puzzle, file)
    return list(dict.fromkeys((*found, *_kin_faults(listed, where))))


def _kin_faults(puzzles: Sequence[Puzzle], where: str) -> Iterator[Fault]:
    """Of puzzles that stand together: a mirror and its twin name each other and have different answers, and a story goes on from
    where the puzzle before it left off. One whose kin is not among them is not looked at."""
    named = {puzzle.id: puzzle for puzzle in puzzles}
    for puzzle in puzzles:
        at = f"{where or f'{puzzle.collection}.toml'}, line {puzzle.exercise.line}, puzzle {puzzle.id}"
        twin, before = named.get(puzzle.twin), named.get(puzzle.follows)
        if twin is not None:
            if twin.twin != puzzle.id:
                yield Fault(f"{at}, twin", f"{twin.id} does not name it back", f"Give {twin.id} twin = {puzzle.id!r}.")
            if twin.answer == puzzle.answer:
                yield Fault(f"{at}, twin", f"the answer is the same as that of {twin.id}", "Change what makes the difference.")
        if before is not None:
            far = before.exercise.before
            same_game = before.exercise.situation == puzzle.exercise.situation and puzzle.exercise.before[: len(far)] == far
            if not same_game or len(puzzle.exercise.before) <= len(far):
                what = f"it does not go on from where {before.id} is"
                yield Fault(f"{at}, follows", what, "Begin before with all of its before.")


def _puzzle_faults(puzzle: Puzzle, edition: str, file: str) -> list[Fault]:
    exercise = puzzle.in_edition(edition)
    lesson = Lesson(
        "puzzles", 0, puzzle.id, 5, (), parts=(exercise,), situation_lines={puzzle.id: puzzle.situation_line or exercise.line},
        game=puzzle.game,
    )
    at = f"{file}, line {exercise.line}, puzzle {puzzle.id}" + (f", edition {edition}" if len(puzzle.editions) > 1 else "")
    found: list[Fault] = []
    with suppress(Faulty, IllegalAction):  # what cannot even be opened is told with the rest of the exercise
        found += _goal_faults(exercise, at)
    found = found or exercise_faults(lesson, file)
    if found:
        return found
    try:
        solved = solve(puzzle, edition)
        found += _answer_faults(puzzle, solved, at)
        if isinstance(exercise, Choose):
            found += _option_faults(puzzle, exercise, at)
            found += _margin_faults(puzzle, exercise, solved, at)
    except IllegalAction as problem:
        reasons = " ".join(reason.text for reason in problem.verdict.reasons)
        found.append(Fault(at, f"“{problem.verdict.action}” is not allowed at that point", reasons))
    except Faulty as problem:
        found += [Fault(f"{at}, {fault.where}", fault.what, fault.fix) for fault in problem.faults]
    return found


def _answer_faults(puzzle: Puzzle, solved: Solved, at: str) -> Iterator[Fault]:
    if not same(puzzle.answer, solved.answer, puzzle.game):
        told, stored = told_answer(puzzle, solved.answer), told_answer(puzzle, puzzle.answer)
        yield Fault(at, f"the engine's answer is {told}, not {stored}", f"Write that {told} is right.")
    if isinstance(puzzle.exercise, Order) and isinstance(solved.answer, tuple):
        listed = [list(place) for place in session_places(puzzle.exercise, opening(puzzle.exercise).state)]
        if [set(place) for place in solved.answer if isinstance(place, tuple)] != [set(place) for place in listed]:
            told = told_answer(puzzle, solved.answer)
            yield Fault(at, f"judging gives {told}, the engine's list is {listed}", "The engine is at fault here.")


def same(stored: Answer, found: Answer, game: Teachable) -> bool:
    """Whether a stored answer is the one that was found: numbers by value, areas however they are written."""
    if isinstance(stored, str) and isinstance(found, str):
        try:
            return game.place(stored) == game.place(found)
        except Faulty:
            pass
        try:
            return read_number(stored).value == read_number(found).value if stored or found else True
        except Faulty:
            return stored == found
    return stored == found


def told_answer(puzzle: Puzzle, answer: Answer) -> str:
    """An answer in words."""
    if isinstance(answer, str):
        return answer or "nothing"
    exercise = puzzle.exercise
    if isinstance(exercise, Choose) and not exercise.targets:
        return " and ".join(f"“{exercise.options[n].words}”" for n in answer if isinstance(n, int)) or "none of them"
    return ", then ".join(" or ".join(place) for place in answer if isinstance(place, tuple)) or "nothing"


# -------------------------------------------------------------------- rules


def _rule_faults(puzzle: Puzzle, file: str) -> Iterator[Fault]:
    """Each rule the puzzle is about must be named on the way to its answer, in one of its editions at least, unless it stands in
    the background: then it must not be."""
    named = frozenset[str]().union(*(rule_trace.rules_on_the_way(puzzle, edition) for edition in puzzle.editions))
    at = f"{file}, line {puzzle.exercise.line}, puzzle {puzzle.id}"
    for rule in puzzle.rules:
        if rule not in named and rule not in puzzle.background:
            known = ", ".join(sorted(named)) or "no rule"
            fix = f"It names {known}. A rule that is taken for granted stands in background."
            yield Fault(f"{at}, rules", f"the engine does not name {rule} on the way to the answer", fix)
        elif rule in named and rule in puzzle.background:
            yield Fault(f"{at}, background", f"the engine names {rule} on the way to the answer", "Put it among the rules.")


# -------------------------------------------------------------------- goals


def _goal_faults(exercise: Exercise, at: str) -> Iterator[Fault]:
    """Where the chance of a goal is asked: it must not be reached yet, and be within reach."""
    if not isinstance(exercise, Choose | Reckon) or exercise.goal is None:
        return
    search = _search(exercise)
    if search.holds():
        yield Fault(f"{at}, goal", "it holds already", "Ask for something that is not so yet.")
    elif getattr(exercise, "ask", "") != "least" and search.chance(exercise.turns).high == 0:  # a defence may be perfect
        turns = f"{exercise.turns} turn{'s' if exercise.turns > 1 else ''}"
        yield Fault(f"{at}, goal", f"nothing that can happen within {turns} reaches it", "Give more turns, or ask for less.")


# -------------------------------------------------------------------- options


def _option_faults(puzzle: Puzzle, exercise: Choose, at: str) -> Iterator[Fault]:
    """Each rule an option cites must be one the engine names when that option is judged or played out."""
    for option, refuting in zip(exercise.options, puzzle.refutations, strict=True):
        cited = refuting or option.rules
        if not cited:
            continue
        named = rule_trace.rules_named(exercise, option)
        for rule in cited:
            if rule not in named:
                known = ", ".join(sorted(named)) or "no rule"
                yield Fault(f"{at}, option “{option.words}”", f"the engine does not name {rule} there", f"It names {known}.")


def _margin_faults(puzzle: Puzzle, exercise: Choose, solved: Solved, at: str) -> list[Fault]:
    """The best must be so by the margin stated, and nothing that is not among the options may come near it."""
    found: list[Fault] = []
    if exercise.ask not in ("best", "least"):
        return found
    turned = 1 if exercise.ask == "best" else -1
    values = [turned * value for value in solved.measured]
    right = [n for n in solved.answer if isinstance(n, int)]
    if len(right) == len(values) or not right:
        return found
    best, margin = values[right[0]], puzzle.margin
    second = max(value for n, value in enumerate(values) if n not in right)
    if margin <= 0:
        found.append(Fault(at, "the margin is missing", f'It is {best - second}: write margin = "{best - second}", or less.'))
    elif best - second < margin:
        found.append(Fault(at, f"the best is ahead by {best - second}, not by {puzzle.margin}", "State a smaller margin."))
        margin = best - second  # what comes near the best is told by the true one
    if exercise.goal is not None and all(option.action and not option.do for option in exercise.options):
        found += _action_faults(puzzle, exercise, turned * best, margin, right, at)
    return found


def _action_faults(
    puzzle: Puzzle, exercise: Choose, best: Fraction, margin: Fraction, right: list[int], at: str
) -> Iterator[Fault]:
    """What is done first: every action that comes near the best is an option, and none that only puts the best off."""
    search = _search(exercise)
    turned = 1 if exercise.ask == "best" else -1
    offered = {option.action for option in exercise.options}
    rights = tuple(exercise.options[n].action for n in right)

    near = []
    for action in search.state.actions():
        if action not in offered and action.split()[0] not in puzzle.game.no_options:
            found = search.after(action, exercise.turns)
            near += [action] if turned * (found.high if turned > 0 else found.low) > turned * best - margin else []
    idle: frozenset[str] = frozenset()
    if exercise.ask == "best" and (near or len(rights) > 1):
        idle = _idle(exercise, (*near, *rights), rights, reckoning.BUDGET)
    for action in (each for each in rights if each in idle):
        yield Fault(at, f"“{action}” changes nothing: the best is still there after it", "Leave that option out.")
    for action in (each for each in near if each not in idle):
        told = in_words(search.after(action, exercise.turns).low)
        yield Fault(at, f"“{action}” is not among the options and comes to {told}", "Add it to the options.")


def _search(exercise: Choose | Reckon) -> Search[Any]:
    """The search for the goal of an exercise from where it is asked, which all that is asked of one exercise shares."""
    return _shared(exercise, reckoning.BUDGET)


@lru_cache(maxsize=2)  # a search holds all it has found out: that of each edition is enough
def _shared(exercise: Choose | Reckon, budget: int) -> Search[Any]:
    return _anew(exercise)


def _anew(exercise: Choose | Reckon) -> Search[Any]:
    """One that knows nothing yet."""
    moment = opening(exercise)
    found = search_for(exercise, played(moment, exercise.do) if isinstance(exercise, Reckon) else moment)
    assert found is not None, "only where there is a goal"
    return found


@lru_cache(maxsize=KEPT)
def _idle(exercise: Choose, actions: tuple[str, ...], rights: tuple[str, ...], budget: int) -> frozenset[str]:
    """Those of the actions that only put the best off."""
    return frozenset(putting_off(lambda: _anew(exercise), actions, rights, exercise.turns))


def check(puzzles: Sequence[Puzzle], where: str = "") -> None:
    """Raise ImpossibleSituation with every fault the engine finds in these puzzles."""
    found = faults_of(puzzles, where)
    if found:
        raise ImpossibleSituation(found)
