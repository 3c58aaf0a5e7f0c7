"""What the states of small games share: they judge, play and show themselves by the functions of their rules.

A position is a frozen dataclass and knows no rule; the next one is made in a :class:`Draft`. A game's state is its position with
:class:`Ruled`, and says by :class:`Rules` which functions these are. (The Mystic Wood has its own: it is played by the million.)
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, fields
from fractions import Fraction
from functools import cache
from operator import attrgetter
from typing import Any, ClassVar, Generic, Self, TypeVar, cast

from engine.contract.events import Event
from engine.contract.game import State, unsound
from engine.contract.pictures import Pictured
from engine.contract.records import Step
from engine.contract.verdicts import IllegalAction, Reason, Verdict, Why
from engine.text.faults import ImpossibleSituation

P = TypeVar("P")
S = TypeVar("S", bound=State)


@cache
def _fields(of: Callable[..., Any]) -> tuple[tuple[str, ...], Callable[[Any], tuple[Any, ...]]]:
    """The names of a dataclass's fields, and what tells them all of an instance (``replace`` asks for them one by one)."""
    names = tuple(field.name for field in fields(cast(Any, of)))
    return names, attrgetter(*names)


class Draft(Generic[P]):
    """A position in the making: what changes, and what is told of it."""

    def __init__(self, position: P) -> None:
        self.before = self.now = position
        self.events: list[Event] = []

    @staticmethod
    def tell(event: Event) -> str:
        """Puts an event of the game into words: each game's draft has its own."""
        raise NotImplementedError

    def set(self, **values: Any) -> None:
        """Change what belongs to the whole position."""
        now: Any = self.now  # a dataclass, for which the standard library has no type
        made: Callable[..., Any] = type(now)
        names, told = _fields(made)
        self.now = made(**{**dict(zip(names, told(now), strict=True)), **values})

    def set_among(self, group: str, names: Sequence[str], /, **values: Any) -> None:
        """Change those of a group (the field "knights", say) that have these ids."""
        members = getattr(self.now, group)
        self.set(**{group: tuple(one._replace(**values) if one.id in names else one for one in members)})

    def say(self, kind: str, *rules: str | bool, **about: Any) -> None:
        """Tell what has happened, by which rules (False: one without part in it), to whom and where."""
        by = tuple(dict.fromkeys(rule for rule in rules if isinstance(rule, str)))
        self.events.append(Event(kind, by, type(self).tell, **about))


@dataclass(frozen=True, slots=True)
class Rules:
    """The functions of a game that its states are played by, and how its situations are written."""

    name: str
    parse: Callable[[str, Any], Any]
    reasons: Callable[[Any, Any], Sequence[Why]]
    perform: Callable[[Any, Any], Draft[Any]]
    chances: Callable[[Any], Mapping[Any, Fraction]]
    reason: Callable[[Why, str], Reason]
    code: Callable[[Any], str]
    dumps: Callable[[Any], str]


class Ruled(Pictured):
    """A state that is judged and played by the :class:`Rules` of its game."""

    __slots__ = ()
    RULES: ClassVar[Rules]
    edition: str

    _repr_pretty_ = Pictured._repr_pretty_  # IPython prefers a __repr__ to what is inherited

    def __repr__(self) -> str:
        return f"{self.RULES.name}.from_code({self.RULES.code(self)!r})"

    def __str__(self) -> str:
        return self.RULES.dumps(self)

    def judge(self, action: str) -> Verdict:
        """Every reason against an action, without playing it; none means legal. UnreadableText if it is no action."""
        parsed = self.RULES.parse(action, self)
        return Verdict(
            parsed.text, tuple(self.RULES.reason(why, self.edition) for why in self.RULES.reasons(self, parsed))
        )

    def play(self, action: str) -> Step[Self]:
        """Play an action (chance included). Raises IllegalAction carrying the verdict, or UnreadableText."""
        parsed = self.RULES.parse(action, self)
        if self.RULES.reasons(self, parsed):
            raise IllegalAction(self.judge(action))
        draft = self.RULES.perform(self, parsed)
        return Step(parsed.text, draft.now, tuple(draft.events))

    def chances(self) -> dict[str, Fraction]:
        """At a chance step every outcome with its exact probability (they sum to 1); otherwise empty."""
        return {action.text: chance for action, chance in self.RULES.chances(self).items()}


def broken(
    state: S, to_dict: Callable[[S], Mapping[str, Any]], from_dict: Callable[[Mapping[str, Any]], S]
) -> list[str]:
    """Everything about a state that must not be; empty for a sound one, which is read back as it is written."""
    try:
        same = from_dict(to_dict(state)) == state
    except ImpossibleSituation as refusal:
        return [str(fault) for fault in refusal.faults]
    return unsound(state) if same else ["it is not read back as it was written"]
