"""A number (or a place) to be reckoned: the engine works it out, with the sum that leads there."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import TYPE_CHECKING, Any, ClassVar

from engine.text.faults import Faulty
from engine.text.keyed import Key, TomlTable, count
from tutor.base.prose import plain
from tutor.desk import Touch
from tutor.teach.exercise import reckoning
from tutor.teach.exercise.answers import in_words, read_number
from tutor.teach.exercise.controls import Control, Sheet, Write
from tutor.teach.exercise.exercise import Exercise, Mistake
from tutor.teach.exercise.face import Face, KeptAttempt
from tutor.teach.exercise.feedback import Feedback, Outcome
from tutor.teach.exercise.kind import Kind
from tutor.teach.exercise.playing import KEPT, Moment, played
from tutor.teach.exercise.reckoning import Reckoned, reckon
from tutor.teach.exercise.schema import actions, cannot_look_back, claim, seat, seats, text
from tutor.teach.exercise.session import Session, Solution, cannot_check
from tutor.teach.exercise.stored import AnswerForm

if TYPE_CHECKING:
    from tutor.teach.exercise.claims import Claim


@dataclass(frozen=True, slots=True)
class Reckon(Exercise):
    """A number (or an area) the engine works out from ``reckon``; ``answer`` only where it cannot. ``unit`` follows the box.

    ``do`` is played before it is reckoned, and not shown beforehand; ``goal``, ``turns``, ``friends`` and ``seeker`` are for a
    reckoning of chances.
    """

    kind: ClassVar[str] = "reckon"
    on_board: ClassVar[bool] = False

    reckon: str = ""
    answer: str = ""
    unit: str = ""
    do: tuple[str, ...] = ()
    goal: Claim | None = None
    turns: int = 1
    friends: tuple[str, ...] = ()
    seeker: str | None = None

    @property
    def played_first(self) -> tuple[str, ...]:
        return self.do

    @property
    def chance_of(self) -> Claim | None:
        return self.goal

    @property
    def question(self) -> str:
        return self.reckon


class ReckonSession(Session):
    """At a :class:`Reckon`. An answer is what the learner typed."""

    exercise: Reckon

    def __init__(self, exercise: Reckon) -> None:
        super().__init__(exercise)
        self.reckoned = reckoned(exercise, self.moment)

    def _attempt(self, answer: Any) -> Feedback:
        exact = self.reckoned.value
        try:
            if isinstance(exact, str):
                right, text = self.game.place(str(answer)) == exact, f"That is another {self.game.place_word}."
            else:
                given = read_number(str(answer), out_of(self.exercise))
                right = given.means(exact)
                text = "It is more than that." if given.value < exact else "It is less than that."
                if counted(exact) and not self.tells_truth:  # more or less would be all one needs of a small number
                    text = f"It is not {in_words(given.value)}."
                if not right and self.reckoned.explain is not None:
                    text = f"{text} {self.reckoned.explain(given.value)}".strip()
        except Faulty as problem:
            return cannot_check(problem)
        if right:
            return Feedback(Outcome.RIGHT, self._praise(), self._taught(), reckoning=self.reckoned.sums)
        return Feedback(Outcome.WRONG, text, self._first_rule(), own=True)

    @property
    def wants_place(self) -> bool:
        return isinstance(self.reckoned.value, str) and not self.solved

    @property
    def wanted(self) -> str:
        return f"Write {self.game.a_place_word}" if isinstance(self.reckoned.value, str) else "Write a number"

    def _is(self, mistake: Mistake, answer: Any) -> bool:
        if not isinstance(mistake.answer, str):
            return False
        if isinstance(self.reckoned.value, str):
            return self.game.place(str(answer)) == mistake.answer
        of = out_of(self.exercise)
        return read_number(str(answer), of).value == read_number(mistake.answer, of).value

    def accepted(self) -> tuple[Any, ...]:
        """The answer in each form that is taken: fraction or whole number, percentage and decimal."""
        value = self.reckoned.value
        if isinstance(value, str):
            return (value, value.upper())
        if value.denominator == 1:
            return (str(value),)
        return (str(value), f"{round(value * 100)} %", f"{float(value):.3f}", f"{float(value * 100):.1f}%")

    def stored(self) -> Any:
        """The value that is reckoned."""
        return str(self.reckoned.value)

    def _solution(self) -> Solution:
        value = self.reckoned.value
        words = value if isinstance(value, str) else in_words(value)
        return Solution(f"The answer is {words}.", self.accepted()[0], self.reckoned.sums)


#: What is reckoned as a chance begins with one of these words.
CHANCES = ("odds", "fight", "chance", "goal")


def counted(value: Fraction) -> bool:
    """Whether it is a small whole number, which one could find by trying."""
    return value.denominator == 1 and 0 <= value <= 12


def out_of(exercise: Reckon) -> int | None:
    """How many cases the question counts in ("in how many of 36?"): a whole number alone then means so many of them."""
    found = re.search(r"how many (?:\w+ )?(?:out )?of (?:the )?(\d+)", f"{exercise.prompt} {exercise.unit}")
    return int(found[1]) if found else None


def reckoned(exercise: Reckon, moment: Moment) -> Reckoned:
    """The answer of a :class:`Reckon` and how it comes about."""
    return _reckoned(exercise, moment, reckoning.BUDGET)


@lru_cache(maxsize=KEPT)
def _reckoned(exercise: Reckon, moment: Moment, budget: int) -> Reckoned:
    """The same, for the budget a proof may take."""
    if exercise.reckon:
        return reckon(exercise.reckon, exercise, played(moment, exercise.do))
    try:
        return Reckoned(exercise.game.place(exercise.answer))
    except Faulty:
        value: Fraction = read_number(exercise.answer).value
        return Reckoned(value)


class Reckoning(Face):
    """A number to be written, or an area to be written or clicked."""

    session: ReckonSession

    def means(self, touch: Touch) -> tuple[str, ...]:
        kind, _, name = touch.target.partition(":")
        text = " ".join(touch.value("write").split())[:200] if touch.target == "try" else ""
        if kind == self.session.game.place_word and self.session.wants_place:
            text = name
        return (f"answer {text}",) if text else super().means(touch)

    def _do(self, verb: str, what: str) -> tuple[KeptAttempt, ...]:
        """``answer 7/12``, ``answer c2``."""
        return self._try(what, what) if verb == "answer" and what else super()._do(verb, what)

    def controls(self) -> tuple[Control, ...]:
        if self.session.solved:
            return ()
        area = isinstance(self.session.reckoned.value, str)
        game = self.session.game
        if area:
            place, tip = (
                f"{game.a_place_word}, like {game.a_place}, or click it",
                f"Write {game.a_place_word}, or click it",
            )
        elif self.session.exercise.reckon.startswith(CHANCES):
            place, tip = "like 7/12 or 58 %", "Write a fraction like 7/12 or a percentage"
        else:
            place, tip = "a number", "Write a number"
        return (Write(tip, place, "Check", plain(self.session.exercise.unit), main=True),)

    def in_words(self) -> Sequence[str]:
        game = self.session.game
        if isinstance(self.session.reckoned.value, str):
            return (f"Answer with {game.a_place_word}, such as {game.a_place}.",)
        if self.session.exercise.reckon.startswith(CHANCES):
            return ("Answer with a chance, such as 5/18 or 28 %.",)
        return ("Answer with a number.",)

    def on_paper(self) -> Sheet:
        return Sheet(blank=self.session.exercise.unit)

    def idle(self) -> str:
        if isinstance(self.session.reckoned.value, str):
            return f"Click the {self.session.game.place_word} on the board, or write its name."
        return "Write your answer, then press **Check**."


# ---------------------------------------------------------------- how it is written


def _check(table: TomlTable, values: Mapping[str, Any]) -> None:
    cannot_look_back(table, values["goal"])
    if ("reckon" in table) == ("answer" in table):
        what = "there are both reckon and answer" if "reckon" in table else "nothing says what is to be reckoned"
        table.fault("reckon", what, 'Write reckon = "odds win meet orc", say.')


KEYS = (
    Key("reckon", text(200), "", about="what is to be reckoned, see below"),
    Key("answer", text(40), "", about="instead, where the engine cannot reckon it: the number or place itself"),
    Key("unit", text(80), "", about="what stands behind the box"),
    Key("do", actions, (), about="what is played before it is reckoned, and not shown beforehand"),
    Key("goal", claim, None, about="whose chance is asked for: a condition"),
    Key("turns", count(12, 1), 1, about="within so many of the learner's turns, this one included"),
    Key("friends", seats, (), about="who else plays for the goal, and agrees to what serves it"),
    Key("seeker", seat, None, about="whose goal it is and whose turns are counted, if not the learner's"),
)


STORED = AnswerForm(mark="reckon", examples=(("answer", "5/12"), ("reckon", "turns c9")))
KIND = Kind(Reckon, ReckonSession, Reckoning, KEYS, _check, STORED)
