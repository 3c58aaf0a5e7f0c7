"""The public state of a game: a position that can be asked what is legal, judged, played on, and looked at."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, ClassVar, cast

from engine.contract.game import unsound
from engine.contract.pictures import Pictured
from engine.contract.records import Step
from engine.contract.verdicts import Verdict
from engine.mystic_wood.notation import situations
from engine.mystic_wood.play.immutable import seal
from engine.mystic_wood.position.actions import Action
from engine.mystic_wood.position.invariants import misplaced
from engine.mystic_wood.position.paths import path_graph
from engine.mystic_wood.position.table import Position
from engine.mystic_wood.position.views import heard, seen_by
from engine.mystic_wood.rules import judgement

if TYPE_CHECKING:
    import networkx


class State(Position, Pictured):
    """One moment of a game, with the rules at hand. What it is made of: :class:`~engine.mystic_wood.position.table.Position`."""

    __slots__ = ()
    PICTURES: ClassVar[str] = "mystic_wood.pictures"

    @classmethod
    def of(cls, position: Position) -> State:
        """The same moment as a state."""
        return position if isinstance(position, State) else cls(*position.__reduce__()[1])

    @property
    def deciders(self) -> tuple[str, ...]:
        """Whose player must choose now: at most one ever has to."""
        return (self.to_move,) if self.to_move is not None else ()

    @property
    def undisclosed(self) -> bool:
        """No choice here says only what its decider knows."""
        return False

    def actions(self, seat: str | None = None) -> list[str]:
        """The legal actions here as text, chance steps included, or a seat's; empty when the game is over."""
        return list(judgement.legal_actions(self)) if seat is None or seat == self.to_move else []

    def legal_actions(self) -> tuple[Action, ...]:
        """The legal actions here as objects, chance steps included."""
        return tuple(judgement.legal_actions(self).values())

    def judge(self, action: str | Action) -> Verdict:
        """Every reason against an action, without playing it; none means legal. UnreadableText if it is no action."""
        return judgement.judge(self, action)

    def play(self, action: str | Action) -> Step[State]:
        """Play an action (chance included). Raises IllegalAction carrying the verdict, or UnreadableText."""
        played, position, events = judgement.play(self, action)
        assert isinstance(position, State)  # of the class it was made from
        return tuple.__new__(Step, (played.text, position, events))  # as for an event: quicker than to call the class

    def chances(self) -> dict[str, Fraction]:
        """At a chance step every outcome with its exact probability (they sum to 1); otherwise empty."""
        return judgement.chances(self)

    def paths(self) -> networkx.Graph[str]:
        """The path graph of the revealed areas: nodes are areas with their attributes, edges paths that run on both cards.

        It is built once for a state. See :func:`engine.mystic_wood.position.paths.path_graph` for what it holds, and
        ``mw.distances``, ``way``, ``reachable``, ``frontier``, ``islands``, ``rotation_effect`` for questions asked of it.
        """
        return path_graph(self)

    def seen_by(self, knight_id: str | None) -> State:
        """The state as that player knows it: what only others have looked at is undecided again, so nothing leaks."""
        return cast("State", seen_by(self, knight_id))

    def told(self, step: Step[State], seat: str | None) -> Step[State]:
        """A step played from here as that player hears of it: a card he may not know is "unseen"; the state as he sees it."""
        return Step(heard(step.action, step.state, seat), step.state.seen_by(seat), step.events)

    def totals(self, knight_id: str) -> list[tuple[str, int, int]]:
        """Where a Knight's strength and prowess come from: (card id, strength, prowess), his own first."""
        return self.knight(knight_id).totals(self.cards)

    def strength(self, knight_id: str) -> int:
        """His strength with all he carries, without companions and places (`setup.stats`, `thing.bonuses`)."""
        return sum(points for _, points, _ in self.totals(knight_id))

    def prowess(self, knight_id: str) -> int:
        """His prowess with all he carries, without companions and places (`setup.stats`, `thing.bonuses`)."""
        return sum(points for _, _, points in self.totals(knight_id))

    _repr_pretty_ = Pictured._repr_pretty_  # IPython prefers a __repr__ to what is inherited

    def __repr__(self) -> str:
        return f"mw.from_code({situations.code(self)!r})"

    def __str__(self) -> str:
        return situations.dumps(self)


seal(State, ("listed", "graph"))


def broken_invariants(state: State) -> list[str]:
    """Everything about a state that must not be; empty for a sound one.

    What must hold of the cards and Knights, and that until the game is over a decision is open, chances summing to 1.
    """
    return [*misplaced(state), *unsound(state)]
