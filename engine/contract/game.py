"""The contract of a game, and what can be done with any game that keeps it.

A game is a package beside this module with the face of :class:`engine.contract.face.Game`; its states have that of
:class:`State`. Whoever shows, records, teaches or plays games needs nothing more. ``tests/engine/test_contract.py`` holds
every game to it.

Who decides follows from ``actions(seat)``: the ``deciders`` are the seats for which it is not empty. An action that several
take each for himself names its actor in its text, and such actions commute: in either order they lead to the same state. An
action that is listed for several seats alike is a decision they share: whoever says it first has said it. What a seat may do
follows from what it knows: ``state.actions(seat) == state.seen_by(seat).actions(seat)``, so that no list tells a secret.
What is secret in a step that was played is left out of it by ``told``; views are for looking and deciding, never for replaying.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, Protocol, Self, TypeVar

from engine.chance.chance import pick
from engine.contract.events import Event
from engine.contract.records import Record, Step
from engine.contract.verdicts import Verdict

if TYPE_CHECKING:
    import random

    import networkx

S = TypeVar("S", bound="State")


class State(Protocol):
    """One moment of a game. Immutable: playing gives a new one; equal situations are equal and hash alike."""

    @property
    def edition(self) -> str: ...
    @property
    def order(self) -> tuple[str, ...]:
        """The seats in playing order."""

    @property
    def turn(self) -> str:
        """Whose turn it is."""

    @property
    def decision(self) -> str:
        """ "choice", "chance" or "over"."""

    @property
    def deciders(self) -> tuple[str, ...]:
        """The seats that may act now, in playing order; none at a chance step and when the game is over."""

    @property
    def to_move(self) -> str | None:
        """The only one who may act now; None where several may, at a chance step and when the game is over."""

    @property
    def undisclosed(self) -> bool:
        """Whether this choice only says what its decider knows and this state does not: nobody can reckon with it."""

    @property
    def over(self) -> bool: ...
    @property
    def winners(self) -> tuple[str, ...]: ...
    @property
    def winner(self) -> str | None: ...

    def actions(self, seat: str | None = None) -> list[str]:
        """The legal actions as text, chance steps included; empty when the game is over.

        For a seat those that its player may take now: none at a chance step, nor for one who does not play.
        """

    def judge(self, action: str) -> Verdict:
        """Every reason against an action, without playing it; none means legal. UnreadableText if it is no action."""

    def play(self, action: str) -> Step[Self]:
        """Play an action; at least one event tells of it. Raises IllegalAction carrying the verdict, or UnreadableText."""

    def chances(self) -> dict[str, Fraction]:
        """At a chance step every outcome with its exact probability (they sum to 1); otherwise empty."""

    def seen_by(self, seat: str | None) -> Self:
        """The state as that player knows it; None: as all know it who only look on. KeyError if nobody sits there."""

    def told(self, step: Step[Self], seat: str | None) -> Step[Self]:
        """A step played from here as that player hears of it: action and events without what he may not know, and his view."""

    def paths(self) -> networkx.Graph[str]:
        """The path graph: nodes are places with their attributes, edges the ways between them."""


#: Decides for a seat: given what its player sees, the seat, and a generator for whatever is left to luck, a legal action.
Policy = Callable[[S, str, "random.Random"], str]


class Deciding:
    """The defaults of a state: its class inherits them and says ``actions(seat)``; in most games nothing else differs."""

    __slots__ = ()

    @property
    def deciders(self: State) -> tuple[str, ...]:
        """The seats that may act now, in playing order."""
        return tuple(seat for seat in self.order if self.actions(seat))

    @property
    def to_move(self: State) -> str | None:
        """The only one who may act now, or None."""
        who = self.deciders
        return who[0] if len(who) == 1 else None

    @property
    def undisclosed(self) -> bool:
        """No choice here says only what its decider knows."""
        return False

    def told(self: S, step: Step[S], seat: str | None) -> Step[S]:
        """The step itself, and the state it led to as that player sees it: no action or event of the game is secret."""
        return step._replace(state=step.state.seen_by(seat))


def first_decider(state: State) -> str | None:
    """Who acts first where several may: since what each does for himself commutes, the order of seats will do. None at chance."""
    return state.to_move or next(iter(state.deciders), None)


def unsound(state: State) -> list[str]:
    """What must not be of a state in any game: no decision open, or chances that do not sum to 1; empty for a sound one."""
    found = [] if state.over or state.actions() else ["no decision is open, though the game is not over"]
    chances = state.chances()
    return [*found, "the chances do not sum to 1"] if chances and sum(chances.values()) != 1 else found


# ------------------------------------------------------------------ whole games


def play_out(
    state: S,
    policies: Mapping[str, Policy[S]],
    seed: int,
    most: int = 3000,
    watch: Callable[[S], None] | None = None,
) -> Record[S]:
    """Play on until the game is over or ``most`` actions have been played.

    ``policies`` maps each seat to who decides for it: he is shown only what its player sees, and must name a legal action. Where
    several may act, the first of them in playing order does.
    Chance is drawn with the exact probabilities by a generator seeded with ``seed``. ``watch`` is called with every state.
    """
    import random  # late, so that a program that plays no game starts sooner

    rng = random.Random(seed)
    states = [state]
    actions: list[str] = []
    events: list[tuple[Event, ...]] = []
    while not state.over and len(actions) < most:
        if watch is not None:
            watch(state)
        if state.decision == "chance":
            action = pick(state.chances(), rng)
        else:
            who = first_decider(state)
            assert who is not None, "somebody decides at a choice"
            action = policies[who](state.seen_by(who), who, rng)
        step = state.play(action)
        state = step.state
        states.append(state)
        actions.append(step.action)
        events.append(step.events)
    if watch is not None:
        watch(state)
    return Record(tuple(states), tuple(actions), tuple(events))
