"""Two toy games that hold what of the contract neither the Mystic Wood nor GRAN needs: several who may act, and secrets."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from engine.contract.events import Event
from engine.contract.game import Deciding
from engine.contract.records import Step
from engine.contract.verdicts import IllegalAction, Reason, Verdict


def _told(event: Event) -> str:
    return event.way


@dataclass(frozen=True)
class Toy(Deciding):
    """What the toys share: a toy says what each ``may`` do, what chance may bring, and what comes ``after`` an action."""

    order: tuple[str, ...] = ("ann", "ben", "eve")
    turn: str = "ann"
    winners: tuple[str, ...] = ()

    edition = "toy"

    def may(self, seat: str) -> list[str]:
        raise NotImplementedError

    def after(self, action: str) -> Any:
        raise NotImplementedError

    @property
    def over(self) -> bool:
        return bool(self.winners)

    @property
    def decision(self) -> str:
        return "over" if self.over else "chance" if self.chances() else "choice"

    @property
    def winner(self) -> str | None:
        return next(iter(self.winners), None)

    def chances(self) -> dict[str, Fraction]:
        return {}

    def actions(self, seat: str | None = None) -> list[str]:
        if self.over or self.chances():
            return list(self.chances()) if seat is None else []
        seats = [one for one in self.order if seat in (None, one)]
        return list(dict.fromkeys(action for one in seats for action in self.may(one)))

    def judge(self, action: str) -> Verdict:
        return Verdict(action, () if action in self.actions() else (Reason("toy.now", "Not now.", "toy"),))

    def play(self, action: str) -> Step[Any]:
        if action not in self.actions():
            raise IllegalAction(self.judge(action))
        return Step(action, self.after(action), (Event("does", ("toy.now",), _told, way=action),))

    def seen_by(self, seat: str | None) -> Any:
        if seat is not None and seat not in self.order:
            raise KeyError(seat)
        return self

    def paths(self) -> Any:
        raise NotImplementedError


@dataclass(frozen=True)
class Laying(Toy):
    """Secret laying by all at once: each lays 1 or 2 unseen; when the last one has, who laid most wins."""

    laid: frozenset[tuple[str, str]] = frozenset()

    def may(self, seat: str) -> list[str]:
        return [] if seat in dict(self.laid) else [f"{seat} lays 1", f"{seat} lays 2"]

    def after(self, action: str) -> Laying:
        seat, _, number = action.split()
        laid = self.laid | {(seat, number)}
        most = max(number for _, number in laid)
        won = tuple(who for who in self.order if (who, most) in laid)
        return replace(self, laid=laid, winners=won if len(laid) == len(self.order) else ())

    def seen_by(self, seat: str | None) -> Laying:
        super().seen_by(seat)
        known = ((who, number if who == seat or self.over else "?") for who, number in self.laid)
        return replace(self, laid=frozenset(known))

    def told(self, step: Step[Laying], seat: str | None) -> Step[Laying]:
        who = step.action.split()[0]
        if who == seat:
            return super().told(step, seat)
        unseen = tuple(event._replace(way=f"{who} lays") for event in step.events)
        return Step(f"{who} lays", step.state.seen_by(seat), unseen)


@dataclass(frozen=True)
class Sides(Toy):
    """Two sides with an interrupt: ann and ben may attack, and if the coin falls well eve says in their turn whether she is hit.

    She is shielded or not, which is known to her only; where a state does not know it either (None), she is asked.
    """

    shielded: bool | None = None
    moment: str = "good"

    def may(self, seat: str) -> list[str]:
        side = "evil" if seat == "eve" else "good"
        if self.moment == "answer":
            return ["yes", "no"] if side == "evil" else []
        return ["attack", "done"] if side == self.moment == "good" else ["done"] if side == self.moment else []

    def chances(self) -> dict[str, Fraction]:
        return {"heads": Fraction(1, 2), "tails": Fraction(1, 2)} if self.moment == "coin" else {}

    @property
    def undisclosed(self) -> bool:
        return self.moment == "answer"

    def after(self, action: str) -> Sides:
        hit = action == "yes" or (action == "heads" and self.shielded is False)
        if hit:
            return replace(self, winners=("ann", "ben"))
        if action == "heads" and self.shielded is None:
            return replace(self, moment="answer")
        moment = "coin" if action == "attack" else "good" if self.moment == "evil" else "evil"
        return replace(self, moment=moment, turn="eve" if moment == "evil" else "ann")

    def seen_by(self, seat: str | None) -> Sides:
        super().seen_by(seat)
        return self if seat == "eve" else replace(self, shielded=None)
