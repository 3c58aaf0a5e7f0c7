"""Whether puzzles are right: the engine solves each of them anew, in all its editions, and every refutation is looked up."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress

from engine.contract.verdicts import IllegalAction
from engine.text.faults import Fault, Faulty, ImpossibleSituation
from tutor.content.lessons import Lesson
from tutor.content.lessons.checking import faults_of as exercise_faults
from tutor.content.puzzles.model import Puzzle
from tutor.content.puzzles.solving import form_of, rules_on_the_way, solve
from tutor.teach.exercise.answers import read_number
from tutor.teach.exercise.chosen import goal_search
from tutor.teach.exercise.exercise import Exercise
from tutor.teach.exercise.named import Named, by_turns
from tutor.teach.exercise.stored import StoredAnswer
from tutor.teach.game.teachable import Teachable


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
                yield Fault(
                    f"{at}, twin", f"the answer is the same as that of {twin.id}", "Change what makes the difference."
                )
        if before is not None:
            far = before.exercise.before
            same_game = (
                before.exercise.situation == puzzle.exercise.situation and puzzle.exercise.before[: len(far)] == far
            )
            if not same_game or len(puzzle.exercise.before) <= len(far):
                what = f"it does not go on from where {before.id} is"
                yield Fault(f"{at}, follows", what, "Begin before with all of its before.")


def _puzzle_faults(puzzle: Puzzle, edition: str, file: str) -> list[Fault]:
    exercise = puzzle.in_edition(edition)
    lesson = Lesson(
        "puzzles",
        0,
        puzzle.id,
        5,
        (),
        parts=(exercise,),
        situation_lines={puzzle.id: puzzle.situation_line or exercise.line},
        game=puzzle.game,
    )
    at = f"{file}, line {exercise.line}, puzzle {puzzle.id}" + (
        f", edition {edition}" if len(puzzle.editions) > 1 else ""
    )
    found: list[Fault] = []
    with suppress(Faulty, IllegalAction):  # what cannot even be opened is told with the rest of the exercise
        found += _goal_faults(exercise, at)
    found = found or exercise_faults(lesson, file)
    if found:
        return found
    form = form_of(puzzle)
    try:
        solved = solve(puzzle, edition)
        if not same(puzzle.answer, solved.answer, puzzle.game):
            told, stored = form.told(exercise, solved.answer), form.told(exercise, puzzle.answer)
            found.append(Fault(at, f"the engine's answer is {told}, not {stored}", f"Write that {told} is right."))
        found += [Fault(at + where, what, fix) for where, what, fix in form.faults(exercise, puzzle.stored, solved)]
    except IllegalAction as problem:
        reasons = " ".join(reason.text for reason in problem.verdict.reasons)
        found.append(Fault(at, f"“{problem.verdict.action}” is not allowed at that point", reasons))
    except Faulty as problem:
        found += [Fault(f"{at}, {fault.where}", fault.what, fault.fix) for fault in problem.faults]
    return found


def same(stored: StoredAnswer, found: StoredAnswer, game: Teachable) -> bool:
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


# -------------------------------------------------------------------- rules


def _rule_faults(puzzle: Puzzle, file: str) -> Iterator[Fault]:
    """Each rule the puzzle is about must be named on the way to its answer, in one of its editions at least, unless it stands in
    the background: then it must not be."""
    named = Named(by_turns(*(rules_on_the_way(puzzle, edition).portions() for edition in puzzle.editions)))
    at = f"{file}, line {puzzle.exercise.line}, puzzle {puzzle.id}"
    for rule in puzzle.rules:
        if rule not in named and rule not in puzzle.background:
            known = ", ".join(sorted(named)) or "no rule"
            fix = f"It names {known}. A rule that is taken for granted stands in background."
            yield Fault(f"{at}, rules", f"the engine does not name {rule} on the way to the answer", fix)
        elif rule in named and rule in puzzle.background:
            yield Fault(
                f"{at}, background", f"the engine names {rule} on the way to the answer", "Put it among the rules."
            )


# -------------------------------------------------------------------- goals


def _goal_faults(exercise: Exercise, at: str) -> Iterator[Fault]:
    """Where the chance of a goal is asked: it must not be reached yet, and be within reach."""
    if exercise.chance_of is None:
        return
    search, within = goal_search(exercise), getattr(exercise, "turns", 1)
    if search.holds():
        yield Fault(f"{at}, goal", "it holds already", "Ask for something that is not so yet.")
    elif getattr(exercise, "ask", "") != "least" and not search.possible(within):  # a defence may be perfect
        turns = f"{within} turn{'s' if within > 1 else ''}"
        yield Fault(
            f"{at}, goal", f"nothing that can happen within {turns} reaches it", "Give more turns, or ask for less."
        )


def check(puzzles: Sequence[Puzzle], where: str = "") -> None:
    """Raise ImpossibleSituation with every fault the engine finds in these puzzles."""
    found = faults_of(puzzles, where)
    if found:
        raise ImpossibleSituation(found)
