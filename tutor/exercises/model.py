"""What an exercise is: plain data, read from a lesson, without any display and without any rule.

The kinds are :class:`Watch`, :class:`Do`, :class:`Choose`, :class:`Order`, :class:`Reckon`, :class:`Free` and :class:`Build`.
What they share is in :class:`Exercise`. Every right answer is worked out by the engine when the exercise is opened.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from engine.faults import cap

if TYPE_CHECKING:
    from tutor.exercises.claims import Claim

KINDS = ("watch", "do", "choose", "order", "reckon", "free", "build")
BOTS = ("sensible", "random", "still")


@dataclass(frozen=True, slots=True)
class Mistake:
    """The lesson's own words for one wrong ``answer``; ``rule`` is cited with them if given."""

    answer: str | tuple[str, ...]
    text: str
    rule: str | None = None


@dataclass(frozen=True, slots=True)
class Exercise:
    """What every kind shares.

    ``id`` is "exploring-2"-like within its lesson, ``lesson`` that lesson's name ("02-exploring"). ``situation`` is TOML
    text, or None when ``new_game`` names the Knights in choosing order. ``before`` are actions played when it opens;
    ``dice`` what chance (and other Knights) do, in this order. ``line`` is where it stands in the lesson's source.
    """

    kind: ClassVar[str]

    id: str
    lesson: str = ""
    title: str = ""
    prompt: str = ""
    situation: str | None = ""
    new_game: tuple[str, ...] = ()
    edition: str = "1980"
    before: tuple[str, ...] = ()
    knight: str | None = None
    dice: tuple[str, ...] = ()
    rules: tuple[str, ...] = ()
    hints: tuple[str, ...] = ()
    after: str = ""
    solution: tuple[str, ...] = ()
    focus: str | None = None
    wrong: tuple[Mistake, ...] = ()
    line: int = 0

    @property
    def name(self) -> str:
        """The title, or the id in words."""
        return self.title or self.id.replace("-", " ").capitalize()

    @property
    def key(self) -> str:
        """What progress is kept under: lesson and id."""
        return f"{self.lesson}/{self.id}"


@dataclass(frozen=True, slots=True)
class Scene:
    """One step of a :class:`Watch`: an action played (``do``) or only judged (``judge``), what the lesson says to it, and the
    arrows it draws, each from one area to another."""

    do: str = ""
    judge: str = ""
    say: str = ""
    draw: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Watch(Exercise):
    """A scripted scene."""

    kind: ClassVar[str] = "watch"

    steps: tuple[Scene, ...] = ()


@dataclass(frozen=True, slots=True)
class Do(Exercise):
    """Make the move: reach ``goal`` within so many actions of one's own, or play one of ``accept``.

    ``lost`` is what makes the goal unreachable for good, where the engine cannot find that out by trying.
    """

    kind: ClassVar[str] = "do"

    goal: Claim | None = None
    accept: tuple[str, ...] = ()
    within: int = 1
    lost: Claim | None = None


@dataclass(frozen=True, slots=True)
class Option:
    """One option of a :class:`Choose`: an ``action`` to judge, a ``claim`` to check after ``do``, or marked ``correct``.

    Where the best is asked for, ``reckon`` says what is measured after ``do`` ("odds win meet orc"); without it the ``action``
    is measured by the exercise's goal. ``rules`` are cited besides ``rule``.
    """

    text: str = ""
    action: str = ""
    do: tuple[str, ...] = ()
    claim: Claim | None = None
    correct: bool | None = None
    because: str = ""
    rule: str | None = None
    edition: str | None = None
    reckon: str = ""
    rules: tuple[str, ...] = ()

    @property
    def words(self) -> str:
        """What stands beside the button."""
        return self.text or cap(self.action)


#: What can be asked of options: those the rules allow or forbid, the best or worst by what is measured, and those that the
#: editions judge differently.
ASKS = ("allowed", "forbidden", "best", "least", "differs")


@dataclass(frozen=True, slots=True)
class Choose(Exercise):
    """One or ``several`` of the options; ``ask`` is one of :data:`ASKS`, for options that are actions.

    ``goal`` within ``turns`` of the learner's turns, this one included, is what "best" measures where an option does not say
    it by itself.
    """

    kind: ClassVar[str] = "choose"

    options: tuple[Option, ...] = ()
    several: bool = False
    ask: str = "allowed"
    goal: Claim | None = None
    turns: int = 1


@dataclass(frozen=True, slots=True)
class Order(Exercise):
    """Put in order: ``of`` is "encounter", "turns" or "places", the last with the ``places`` given by the lesson."""

    kind: ClassVar[str] = "order"

    of: str = "encounter"
    places: tuple[tuple[str, ...], ...] = ()


@dataclass(frozen=True, slots=True)
class Reckon(Exercise):
    """A number (or an area) the engine works out from ``reckon``; ``answer`` only where it cannot. ``unit`` follows the box.

    ``do`` is played before it is reckoned, and not shown beforehand; ``goal`` and ``turns`` are for a reckoning of chances.
    """

    kind: ClassVar[str] = "reckon"

    reckon: str = ""
    answer: str = ""
    unit: str = ""
    do: tuple[str, ...] = ()
    goal: Claim | None = None
    turns: int = 1


@dataclass(frozen=True, slots=True)
class Free(Exercise):
    """Play on until ``goal`` holds, against ``bots``, for at most ``max_turns`` turns of the learner's.

    ``lost`` is as in :class:`Do`.
    """

    kind: ClassVar[str] = "free"

    goal: Claim | None = None
    max_turns: int = 10
    bots: str = "sensible"
    lost: Claim | None = None


@dataclass(frozen=True, slots=True)
class Proof:
    """Something reckoned of what a learner has built: ``reckon`` must give ``value``, a number or an area ("5/6", "c9").

    ``bound`` is "is", "at least" or "at most".
    """

    reckon: str
    value: str
    bound: str = "is"


@dataclass(frozen=True, slots=True)
class Build(Exercise):
    """Lay out a situation, beginning with the one given, so that ``goal`` and every one of the ``proofs`` are so.

    What lies in the given situation stays. ``lay`` says what may be laid and where ("denizens c2", "hand george"; nothing: all
    that counts as a piece, anywhere), of these ``cards`` alone if any are named, at most so many ``pieces`` (0: as many as one
    likes). ``built`` is the shortest situation known that does it; ``least`` says that there is none shorter.
    """

    kind: ClassVar[str] = "build"

    goal: Claim | None = None
    proofs: tuple[Proof, ...] = ()
    pieces: int = 0
    built: str = ""
    lay: tuple[str, ...] = ()
    cards: tuple[str, ...] = ()
    least: bool = False


CLASSES: Mapping[str, type[Exercise]] = {each.kind: each for each in (Watch, Do, Choose, Order, Reckon, Free, Build)}
