"""What the tutor answers to a try: the outcome, words, the rules with their citation, and what can be shown on the board."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum
from typing import Any

from engine.contract.events import Event
from engine.contract.verdicts import Reason
from tutor.teach.game.teachable import Refutation

__all__ = ["NOT_TRIED", "Feedback", "Outcome", "Refutation"]


class Outcome(Enum):
    """How a try turned out.

    PROGRESS is a step on the way; CANNOT_CHECK says that the answer could not be understood, NOTED that it is the learner's own:
    done, and neither right nor wrong.
    """

    RIGHT = "right"
    WRONG = "wrong"
    NOT_TRIED = "not tried"
    CANNOT_CHECK = "cannot be checked"
    PROGRESS = "progress"
    NOTED = "noted"


@dataclass(frozen=True, slots=True)
class Feedback:
    """The answer to one try. ``reasons`` carry rule, words and citation; ``rules`` are all the ids named, each once.

    ``events`` are what the try made happen, ``dice`` the numbers thrown meanwhile, ``reckoning`` the sums behind a score.
    ``heading`` stands above the words instead of the usual one, ``lost`` says that the goal can be reached no more from here.
    ``shows`` is the moment a right choice leads to, for the board; ``marks`` say by number whether options are
    right, or the places of an order. ``own`` says that the words are the lesson's own for this mistake or this picture, so that
    the rule's, or what the events say, need not stand beside them. ``refused``: the rules do not allow what was tried, and to
    have tried it costs nothing.
    """

    outcome: Outcome
    text: str
    reasons: tuple[Reason, ...] = ()
    events: tuple[Event, ...] = ()
    refutation: Refutation | None = None
    dice: tuple[tuple[int, ...], ...] = ()
    reckoning: tuple[str, ...] = ()
    also: tuple[str, ...] = field(default=())
    heading: str = ""
    lost: bool = False
    shows: Any = None
    marks: tuple[tuple[int, bool], ...] = ()
    own: bool = False
    refused: bool = False

    @property
    def rules(self) -> tuple[str, ...]:
        """Every rule this feedback names, each once, in the order they come."""
        named = [reason.rule for reason in self.reasons]
        named += [rule for event in self.events for rule in event.rules]
        return tuple(dict.fromkeys((*named, *self.also)))

    @property
    def done(self) -> bool:
        """Whether the exercise is done with this."""
        return self.outcome in (Outcome.RIGHT, Outcome.NOTED)


NOT_TRIED = Feedback(Outcome.NOT_TRIED, "")
