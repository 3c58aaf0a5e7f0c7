"""At work on a :class:`~tutor.exercises.model.Build`: any construction that makes the sentence true is right."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from engine import mystic_wood as mw
from engine.faults import Faulty
from engine.mystic_wood.material.cards import name_of
from engine.mystic_wood.material.wood import AREAS
from tutor.exercises.answers import in_words, read_area, read_number
from tutor.exercises.claims import Claim, Past, held_by, lying_in
from tutor.exercises.feedback import Feedback, Outcome, Refutation
from tutor.exercises.model import Build, Proof
from tutor.exercises.playing import Moment, in_edition, learner_of
from tutor.exercises.reckoning import Reckoned, reckon
from tutor.exercises.session import Session, Solution, cannot_check

if TYPE_CHECKING:
    from engine.mystic_wood.play.state import State


class BuildSession(Session):
    """An answer is the situation built, as a state, as text in the situation format, or as a code."""

    exercise: Build

    @property
    def known(self) -> str:
        """The shortest construction known, by the rules of the edition that is played."""
        return in_edition(self.exercise.built, self.exercise.edition)

    def _attempt(self, answer: Any) -> Feedback:
        try:
            built = answer if isinstance(answer, mw.State) else mw.read(str(answer))
            wanting = [*lacking(self.state, built), *self.not_so(built)]
        except Faulty as problem:
            return cannot_check(problem)
        laid = pieces(self.state, built)
        most = self.exercise.pieces
        if most and laid > most:
            wanting.append(f"You have laid {laid} pieces; at most {most} are allowed.")
        if wanting:
            shown = Refutation(wanting[0], self.learner, state=built)
            return Feedback(Outcome.WRONG, " ".join(wanting[:3]), self._first_rule(), refutation=shown)
        sums = tuple(line for proof in self.exercise.proofs for line in self._reckoned(proof, built).sums)
        shortest = pieces(self.state, mw.loads(self.known))
        count = f"You laid {_counted(laid)}"
        told = f"{count}; it can be done with {shortest}." if laid > shortest else f"{count}: nothing shorter is known."
        return Feedback(Outcome.RIGHT, f"{self._praise()} {told}", self._taught(), reckoning=sums, shows=built)

    def not_so(self, built: State) -> list[str]:
        """What is asked for and is not so in what was built, a sentence each."""
        found = []
        goal = self.exercise.goal
        for table in goal.tables if goal is not None else ():
            if not Claim((table,)).holds(Past(built)):
                found.append(f"It is not so that {_in_words(dict(table))}.")
        for proof in self.exercise.proofs:
            try:
                value = self._reckoned(proof, built).value
            except Faulty as problem:
                found.append(problem.faults[0].wrong)
                continue
            if not fits(proof, value):
                told = value if isinstance(value, str) else in_words(value)
                asked = proof.value if proof.bound == "is" else f"{proof.bound} {proof.value}"
                found.append(f"“{proof.reckon}” gives {told}, not {asked}.")
        return found

    def _reckoned(self, proof: Proof, built: State) -> Reckoned:
        learner = self.exercise.knight or learner_of(self.exercise, self.state)
        asked = Build(id=self.exercise.id, knight=learner, edition=built.edition)
        return reckon(proof.reckon, asked, Moment(built))

    def accepted(self) -> tuple[Any, ...]:
        """The shortest construction known; any other that makes the sentence true is right as well."""
        return (self.known,)

    def _solution(self) -> Solution:
        laid = pieces(self.state, mw.loads(self.known))
        return Solution(f"The shortest construction known lays {_counted(laid)}.", self.known)


def fits(proof: Proof, value: Fraction | str) -> bool:
    """Whether what was reckoned is what the proof asks for."""
    if isinstance(value, str):
        return proof.bound == "is" and read_area(proof.value) == value
    asked = read_number(proof.value).value
    return {"is": value == asked, "at least": value >= asked, "at most": value <= asked}[proof.bound]


def _counted(laid: int) -> str:
    return f"{laid} piece{'' if laid == 1 else 's'}"


def _in_words(table: dict[str, Any]) -> str:
    """A table of a claim as a learner may read it."""
    told = []
    for key, value in table.items():
        words = ", ".join(map(str, value)) if isinstance(value, tuple) else str(value)
        told.append({"knight": name_of(words), "area": words}.get(key, f"{key.replace('_', ' ')} {words}"))
    return ": ".join((told[0], ", ".join(told[1:]))) if len(told) > 1 else told[0]


# -------------------------------------------------------------------- what was given, and what was added


def lacking(given: State, built: State) -> list[str]:
    """What of the given situation is no longer so in what was built, a sentence each."""
    found = [
        f"{what} must stay as given."
        for what, same in (
            ("The edition", given.edition == built.edition),
            ("The Knights and their order", given.order == built.order),
            ("Whose turn it is", given.turn == built.turn),
            ("The moment of the turn", (given.moment, given.pending) == (built.moment, built.pending)),
            ("The variants", given.variants == built.variants),
        )
        if not same
    ]
    found += [f"{name_of(card)} is out of the game here." for card in given.removed if card not in built.removed]
    if given.order == built.order:
        found += _of_areas(given, built)
        found += _of_knights(given, built)
    return found


def _of_areas(given: State, built: State) -> Iterator[str]:
    for name in AREAS:
        before, after = given.area(name), built.area(name)
        if before.face_up and (not after.face_up or (before.paths, before.name) != (after.paths, after.name)):
            yield f"The area card at {name} must stay as given."
        gone = lying_in(before) - lying_in(after)
        if gone:
            yield f"{', '.join(map(name_of, sorted(gone)))} must stay at {name}."


def _of_knights(given: State, built: State) -> Iterator[str]:
    for before in given.knights:
        after = built.knight(before.id)
        fixed = ("at", "inside", "imprisoned", "captured", "king", "quest_done", "out", "fighting")
        if any(getattr(before, key) != getattr(after, key) for key in fixed):
            yield f"{name_of(before.id)} must stay where and as he is." if before.id != "britomart" else (
                "Britomart must stay where and as she is."
            )
        gone = held_by(before) - held_by(after)
        if gone:
            yield f"{name_of(before.id)} must keep {', '.join(map(name_of, sorted(gone)))}."


def pieces(given: State, built: State) -> int:
    """How many pieces were laid: area cards turned up, denizens and things put down, cards put into hands."""
    laid = 0
    for name in AREAS:
        before, after = given.area(name), built.area(name)
        laid += (before.tile is None and after.tile is not None) + (before.turned != after.turned)
        laid += len(lying_in(after) - lying_in(before))
    for knight in built.knights:
        if knight.id in given.order:
            laid += len(held_by(knight) - held_by(given.knight(knight.id)))
    return laid
