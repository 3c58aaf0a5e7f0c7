"""At work on a :class:`~tutor.exercises.model.Build`: any construction that makes the sentence true is right."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from engine import mystic_wood as mw
from engine.faults import Faulty
from engine.verdicts import Reason
from tutor.exercises.feedback import Feedback, Outcome, Refutation
from tutor.exercises.laying import Lay, laid, lay_of, pieces, strays
from tutor.exercises.model import Build
from tutor.exercises.playing import in_edition
from tutor.exercises.proving import Finding, findings
from tutor.exercises.session import Session, Solution, cannot_check

if TYPE_CHECKING:
    from engine.mystic_wood.play.state import State

__all__ = ["BuildSession", "counted", "pieces"]


class BuildSession(Session):
    """An answer is the situation built, as a state, as text in the situation format, or as a code."""

    exercise: Build
    #: What came of everything that is asked for, at the last try.
    findings: tuple[Finding, ...] = ()

    @property
    def known(self) -> str:
        """The shortest construction known, by the rules of the edition that is played."""
        return in_edition(self.exercise.built, self.exercise.edition)

    @property
    def shortest(self) -> State:
        """The same as a state."""
        return mw.loads(self.known)

    @property
    def proved_least(self) -> bool:
        """Whether nothing shorter can be: that has been tried out, or it is a single piece (and something must be laid)."""
        return self.exercise.least or pieces(self.state, self.shortest) == 1

    @property
    def lays(self) -> tuple[Lay, ...]:
        """What may be laid; nothing if the exercise does not say."""
        return tuple(map(lay_of, self.exercise.lay))

    def _attempt(self, answer: Any) -> Feedback:
        self.findings = ()
        try:
            built = answer if isinstance(answer, mw.State) else mw.read(str(answer))
            wanting = [stray.text for stray in strays(self.state, built, self.lays, self.exercise.cards)]
            if not wanting:
                self.findings = findings(self.exercise, self.state, built)
        except Faulty as problem:
            return cannot_check(problem)
        number, most = pieces(self.state, built), self.exercise.pieces
        if most and number > most:
            wanting.append(f"You have laid {counted(number)}; at most {most} are allowed.")
        if not number and not wanting:
            wanting.append("Nothing has been laid yet.")
        if wanting:
            return Feedback(Outcome.WRONG, " ".join(wanting[:3]), self._first_rule())
        failed = [finding for finding in self.findings if not finding.so]
        if failed:
            return self._refused(failed, built)
        return Feedback(
            Outcome.RIGHT, f"{self._praise()} {self.measured(built)}", self._proved(),
            reckoning=tuple(line for finding in self.findings for line in (finding.words, *finding.sums)), shows=built,
        )  # fmt: skip

    def _refused(self, failed: list[Finding], built: State) -> Feedback:
        """What is not so, the first of it with what would help."""
        first = failed[0]
        more = f" (And {len(failed) - 1} more of what is asked for.)" if len(failed) > 1 else ""
        words = [first.words + more, first.hint]
        return Feedback(
            Outcome.WRONG, "\n\n".join(filter(None, words)), first.reasons or self._first_rule(),
            reckoning=first.sums, refutation=first.refutation or Refutation(first.words),
        )  # fmt: skip

    def _proved(self) -> tuple[Reason, ...]:
        """The rules behind the proof: those it is about, then all that the engine named."""
        named = {reason.rule: reason for finding in self.findings for reason in finding.reasons}
        return (*self._taught(), *(reason for rule, reason in named.items() if rule not in self.exercise.rules))

    def measured(self, built: State) -> str:
        """How many pieces were laid, beside the fewest known."""
        number, fewest = pieces(self.state, built), pieces(self.state, self.shortest)
        if number > fewest:
            return f"You laid {counted(number)}; it can be done with {fewest}."
        if number < fewest:
            return f"You laid {counted(number)}: fewer than anybody had known of. Bravo!"
        if self.proved_least:
            return f"You laid {counted(number)}, and it cannot be done with fewer."
        return f"You laid {counted(number)}: nothing shorter is known."

    def accepted(self) -> tuple[Any, ...]:
        """The shortest construction known; any other that makes the sentence true is right as well."""
        return (self.known,)

    def _solution(self) -> Solution:
        shortest = self.shortest
        number = counted(pieces(self.state, shortest))
        which = "; ".join(piece.words for piece in laid(self.state, shortest))
        how = f"It takes {number}, and cannot be done with fewer" if self.proved_least else f"The shortest known lays {number}"
        return Solution(f"{how}: {which}.", self.known)


def counted(number: int) -> str:
    """So many pieces, in words."""
    return f"{number} piece{'' if number == 1 else 's'}"
