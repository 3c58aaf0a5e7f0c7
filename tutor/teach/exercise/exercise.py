"""What an exercise of any kind is: plain data, read from a lesson or a collection of puzzles, without display and without rules.

Each kind adds its own fields in its module in :mod:`tutor.teach.kinds`. Right answers are worked out by the engine when an
exercise is opened.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, ClassVar, TypeAlias

from tutor.teach.game.teachable import Teachable

if TYPE_CHECKING:
    from tutor.teach.exercise.claims import Claim

#: A position of any game: an :class:`engine.contract.game.State`, and whatever its own game adds to that.
AnyState: TypeAlias = Any


@dataclass(frozen=True, slots=True)
class Mistake:
    """The lesson's own words for one wrong ``answer``, or for what is ``missing`` in it; ``rule`` is cited with them if given."""

    answer: str | tuple[str, ...]
    text: str
    rule: str | None = None
    missing: str | tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Exercise:
    """What every kind shares.

    ``game`` is what it is about, ``id`` "exploring-2"-like within its lesson, ``lesson`` that lesson's name. ``situation`` is
    TOML text, or None when ``new_game`` names the Knights in choosing order. ``before`` are actions played when it opens;
    ``dice`` what chance (and other Knights) do, in this order. ``plays`` are the seats the learner plays for where there are
    several, ``knight`` the one where there is one; ``after_of`` is the exercise whose moment this one goes on from: same moment,
    next screen. ``later`` are verbs that have no button yet, since a later lesson teaches what they mean. ``note`` stands behind
    "Why?"; ``line`` is where it stands in the lesson's source.
    """

    kind: ClassVar[str]
    #: Whether chance and the other players play on by themselves until the learner must choose.
    plays_on: ClassVar[bool] = False
    #: Whether anything is asked, so that there are right and wrong answers.
    asks: ClassVar[bool] = True
    #: Whether one answers by touching places of the board.
    on_board: ClassVar[bool] = True
    #: Whether the learner lays something out, on a page that the game has for it.
    lays_out: ClassVar[bool] = False
    #: Whether a game is played on, so that all who play in it matter.
    all_play: ClassVar[bool] = False
    #: Its fields that hold a situation.
    situations: ClassVar[tuple[str, ...]] = ("situation",)

    id: str
    game: Teachable = field(repr=False)
    lesson: str = ""
    title: str = ""
    prompt: str = ""
    situation: str | None = ""
    new_game: tuple[str, ...] = ()
    edition: str = ""
    before: tuple[str, ...] = ()
    knight: str | None = None
    plays: tuple[str, ...] = ()
    after_of: str = ""
    dice: tuple[str, ...] = ()
    rules: tuple[str, ...] = ()
    hints: tuple[str, ...] = ()
    after: str = ""
    note: str = ""
    solution: tuple[str, ...] = ()
    focus: str | None = None
    wrong: tuple[Mistake, ...] = ()
    later: tuple[str, ...] = ()
    line: int = 0

    def __post_init__(self) -> None:
        if not self.edition:
            object.__setattr__(self, "edition", self.game.edition)

    @property
    def name(self) -> str:
        """The title, or the id in words."""
        return self.title or self.id.replace("-", " ").capitalize()

    @property
    def played_first(self) -> tuple[str, ...]:
        """What is played after it has opened, before anything is asked, and not shown beforehand."""
        return ()

    @property
    def chance_of(self) -> Claim | None:
        """The condition whose chance is asked for, or by which the best is found."""
        return None

    @property
    def question(self) -> str:
        """What is to be reckoned, in the words of a reckoning; "" where nothing is."""
        return ""

    @property
    def key(self) -> str:
        """What progress is kept under: lesson and id."""
        return f"{self.lesson}/{self.id}"
