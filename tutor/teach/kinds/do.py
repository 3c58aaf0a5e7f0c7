"""Make the move: on the board, by a button or in words. The engine judges whatever is tried."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from engine.text.keyed import Key, TomlTable, count
from tutor.teach.exercise.feedback import Feedback, Outcome
from tutor.teach.exercise.kind import Kind
from tutor.teach.exercise.playing import Moment, judged, lines_to_goal
from tutor.teach.exercise.schema import actions, claim, reading_of
from tutor.teach.exercise.session import LOST, NO_WAY_ON, too_few
from tutor.teach.exercise.stored import Unstored
from tutor.teach.kinds.on_board import UNMARKED, Played, Playing, PlaySession, reached

#: Of more ways to a goal than this only the author's own is listed.
MOST_LISTED_WAYS = 64


@dataclass(frozen=True, slots=True)
class Do(Played):
    """Make the move: reach ``goal`` within so many actions of one's own, or play one of ``accept``."""

    kind: ClassVar[str] = "do"

    accept: tuple[str, ...] = ()
    within: int = 1

    @property
    def most_actions(self) -> int | None:
        return self.within


class DoSession(PlaySession):
    """At a :class:`Do`."""

    exercise: Do

    def _not_yet(self, action: str, after: Moment, told: dict[str, Any]) -> Feedback:
        if self.wants_refusal:
            text = f"“{self.game.label(action)}” is allowed, so it is taken back. Look for what is not."
            return replace(self._taken_back(action, text), also=())
        mistaken = any(self._is(mistake, action) for mistake in self.exercise.wrong)
        left = self.exercise.within - len(after.played)
        if self.exercise.within > 1 and left >= 0 and not mistaken:  # what the lesson calls a mistake is taken back
            again = self._remembered(after)
            self._history.append(self.moment)
            self.moment = after
            if self._is_lost(after, left):
                text = LOST if self._is_lost_for_good(after) else too_few(left, "action")
                return Feedback(Outcome.WRONG, text, self._first_rule(), lost=True, heading=NO_WAY_ON, **told)
            text = f"You have {left} more action{'s' if left > 1 else ''}. {again}".strip()
            return Feedback(Outcome.PROGRESS, text, **told)
        return self._taken_back(
            action,
            f"“{self.game.label(action)}” is allowed, but it does not lead where you want to go. It is taken back.",
        )

    def accepted(self) -> tuple[str | tuple[str, ...], ...]:
        if self.exercise.accept and not self.wants_refusal:
            start = self._open()
            return tuple((self.game.meaning(a),) for a in self.exercise.accept if judged(start.state, a).legal)
        return super().accepted()

    def _lines(self, start: Moment) -> tuple[tuple[str, ...], ...]:
        """Whatever reaches the goal is right; all ways are listed where they are few, else the author's stands for them."""
        found = tuple(lines_to_goal(self.exercise, start, self.learner, reached, self.exercise.within))
        return () if self.exercise.solution and len(found) > MOST_LISTED_WAYS else found

    def faults(self) -> Iterator[tuple[str, str]]:
        for action in self.exercise.accept:
            if not (verdict := self.state.judge(action)).legal:
                yield f"“{action}” is to be accepted, but not allowed", " ".join(r.text for r in verdict.reasons)
        yield from super().faults()
        lines = self.accepted()
        if not lines:
            most = f"within {self.exercise.within} action{'s' if self.exercise.within > 1 else ''}"
            yield f"nothing reaches the goal {most}", "Change the goal, or raise within, or fix the dice."
        for line in lines[:20]:
            played = DoSession(self.exercise)
            if not any(played.attempt(action).done for action in line):
                what = f"“{', '.join(line)}” reaches the goal, but a [[wrong]] forbids it on the way"
                yield what, "Take that [[wrong]] out, or change the goal."


# ---------------------------------------------------------------- how it is written


def _check(table: TomlTable, values: Mapping[str, Any]) -> None:
    if ("goal" in table) == ("accept" in table):
        what = "there are both goal and accept" if "goal" in table else "nothing says what is right"
        game = reading_of(table).game
        table.fault("accept", what, f'Give either goal = {game.claim_help} or accept = ["{game.an_action}"].')


KEYS = (
    Key("goal", claim, None, about="a condition: what must be so"),
    Key("accept", actions, (), about="instead of `goal`: actions each of which is right"),
    Key("within", count(30, 1), 1, about="so many actions he has at most"),
    Key("lost", claim, None, about="a condition after which the goal cannot be reached any more"),
    UNMARKED,
)


KIND = Kind(Do, DoSession, Playing, KEYS, _check, Unstored(()))
