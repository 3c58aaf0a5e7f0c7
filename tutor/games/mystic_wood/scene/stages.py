"""What lies between two moments: one action may make several things happen, and each wants a picture of its own.

Nothing is decided here. What differs between the state before and the state after is revealed bit by bit, each bit with the
event that tells of it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple, cast

from engine.contract.events import Event
from engine.mystic_wood.material.cards import CARDS
from tutor.games.mystic_wood.building.holdings import held_by, lying_in
from tutor.teach.game import teachable

if TYPE_CHECKING:
    from engine.mystic_wood.play.state import State
    from engine.mystic_wood.position.table import Area, Knight

#: The fields of areas and Knights that change together.
_OF_AREA: dict[str, tuple[str, ...]] = {
    "ground": ("tile", "face_up", "turned", "seen"),
    "denizens": ("denizens", "hidden"),
    "things": ("things", "things_outside"),
    "storm": ("storm", "storm_by", "storm_fresh"),
}
_PLACE = ("at", "inside", "imprisoned", "captured", "out")
_HAND = (
    "things",
    "companions",
    "prowess_cards",
    "horse",
    "grail",
    "blessing",
    "king",
    "quest_done",
    "must_rescue",
    "fighting",
)
#: In these somebody looks, and nothing has come about yet.
_EYES = ("looks-at", "looks-at-unknown")


class Change(NamedTuple):
    """One thing that differs: ``kind`` is ground, denizens, things, storm (of an area), place or hand (of a Knight)."""

    kind: str
    of: str


def changes(before: State, after: State) -> tuple[Change, ...]:
    """All that differs between two states, as far as a picture of the board or a hand shows it."""
    found = []
    for name in before.wood.areas:
        one, other = before.area(name), after.area(name)
        found += [Change(kind, name) for kind, fields in _OF_AREA.items() if _differs(one, other, fields)]
    for knight in after.knights:
        was = before.knight(knight.id)
        found += [
            Change(kind, knight.id)
            for kind, fields in (("place", _PLACE), ("hand", _HAND))
            if _differs(was, knight, fields)
        ]
    return tuple(found)


def _differs(one: object, other: object, fields: Sequence[str]) -> bool:
    return any(getattr(one, field, None) != getattr(other, field, None) for field in fields)


class Between:
    """A state on its way to the next: like ``after``, but that what is ``hidden`` is still as it was ``before``.

    The cards of the areas in ``lifted`` are being looked at and show their faces. It has of a state what pictures need;
    everything else is asked of the state it comes closest to.
    """

    def __init__(self, before: State, after: State, hidden: frozenset[Change], lifted: tuple[str, ...] = ()) -> None:
        self._before, self._after, self._hidden, self._lifted = before, after, hidden, lifted
        self._nearest = before if hidden and hidden == frozenset(changes(before, after)) else after

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        return getattr(self._nearest, name)

    def area(self, name: str) -> Area:
        """The area as it is at this point."""
        was, found = self._before.area(name), self._after.area(name)
        for kind, fields in _OF_AREA.items():
            if Change(kind, name) in self._hidden:
                found = found._replace(**{field: getattr(was, field) for field in fields if field in was._fields})
        if name in self._lifted:
            found = found._replace(tile=self._after.area(name).tile, turned=self._after.area(name).turned, face_up=True)
        return found

    @property
    def areas(self) -> tuple[Area, ...]:
        """All areas in their order."""
        return tuple(self.area(name) for name in self._after.wood.areas)

    def knight(self, knight_id: str) -> Knight:
        """The Knight as he stands at this point."""
        was, found = self._before.knight(knight_id), self._after.knight(knight_id)
        for kind, fields in (("place", _PLACE), ("hand", _HAND)):
            if Change(kind, knight_id) in self._hidden:
                found = found._replace(**{field: getattr(was, field) for field in fields if field in was._fields})
        return found

    @property
    def knights(self) -> tuple[Knight, ...]:
        """All Knights in their order."""
        return tuple(self.knight(knight.id) for knight in self._after.knights)

    def _with_hand_of(self, knight_id: str) -> State:
        """The state in which he holds what he holds at this point."""
        return self._before if Change("hand", knight_id) in self._hidden else self._after

    def totals(self, knight_id: str) -> list[tuple[str, int, int]]:
        """His points and where they come from."""
        return self._with_hand_of(knight_id).totals(knight_id)

    def strength(self, knight_id: str) -> int:
        """His strength at this point."""
        return self._with_hand_of(knight_id).strength(knight_id)

    def prowess(self, knight_id: str) -> int:
        """His prowess at this point."""
        return self._with_hand_of(knight_id).prowess(knight_id)

    def open_to(self, name: str, direction: str) -> str | None:
        """The area a path leads to, as the cards lie at this point."""
        ends = (name, self._after.wood.neighbours[name].get(direction, name))
        as_before = any(Change("ground", end) in self._hidden or end in self._lifted for end in ends)
        return (self._before if as_before else self._after).open_to(name, direction)


@dataclass(frozen=True, slots=True)
class WoodStage(teachable.FilmStage):
    """One picture of what an action led to.

    ``state`` is what to paint, ``events`` what happens in it, ``lifted`` the areas whose cards are looked at, and ``changed``
    the ids of targets in which it differs from the picture before ("knight:george", "area:c2", "denizen:orc").
    """

    lifted: tuple[str, ...] = ()


def stages(before: State, after: State, events: Sequence[Event]) -> tuple[WoodStage, ...]:
    """The pictures of what one action led to, at least one; events that change nothing one sees share a picture.

    The last picture shows the state after it, whatever the events are.
    """
    every = changes(before, after)
    events = [event for event in events if event.kind != "turn"]  # whose turn it is shows by itself
    if not events:
        return (WoodStage(after, (), _targets(before, after, every)),)
    told_at = {change: _told_at(change, before, after, events) for change in every}
    found: list[WoodStage] = []
    marks: list[object] = []
    for number, event in enumerate(events):
        hidden = frozenset(change for change in every if told_at[change] > number)
        looked = event.kind == "looks-at" and _was_looked_at(before.area(event.to), after.area(event.to))
        lifted = (event.to,) if looked else ()
        fresh = [change for change in every if told_at[change] == number]
        if found and marks[-1] == (hidden, lifted) and not fresh:
            last = found[-1]
            found[-1] = WoodStage(last.state, (*last.events, event), _each(*last.changed, *_about(event)), last.lifted)
            continue
        state = after if not hidden and not lifted else cast("State", Between(before, after, hidden, lifted))
        changed = _targets(before, after, fresh)
        shown = _each(*changed, *(f"area:{area}" for area in lifted), *(() if changed else _about(event)))
        found.append(WoodStage(state, (event,), shown, lifted))
        marks.append((hidden, lifted))
    return tuple(found)


def _each(*targets: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(targets))


def _about(event: Event) -> tuple[str, ...]:
    """Whom an event is about."""
    cards = (f"{'thing' if card in CARDS.things else 'denizen'}:{card}" for card in event.what)
    return (*(f"knight:{knight}" for knight in (*event.who, *event.others)), *cards)


def _was_looked_at(before: Area, after: Area) -> bool:
    return not before.face_up and (after.face_up or after.seen != before.seen)


def _told_at(change: Change, before: State, after: State, events: Sequence[Event]) -> int:
    """The number of the event that tells of a change: the one that brings a Knight to his place or turns a card, and the last
    to name a card that has come or gone; where none does, the last of all that name the area or the Knight."""
    kind, of = change
    last = len(events) - 1
    if kind in ("place", "hand"):
        concerned = [
            n for n, event in enumerate(events) if of in (*event.who, *event.others) and event.kind not in _EYES
        ]
        if kind == "place":
            there = after.knight(of).at
            came = [
                n for n in concerned if events[n].to == there or events[n].kind in ("imprisoned", "captured", "inside")
            ]
            return came[0] if came else concerned[-1] if concerned else last
        cards = held_by(after.knight(of)) ^ held_by(before.knight(of))
    else:
        concerned = [n for n, event in enumerate(events) if of in (event.at, event.to, *event.what)]
        if kind in ("ground", "storm"):
            turned = [n for n in concerned if events[n].kind not in (*_EYES, "draws", "throws", "approaches")]
            return turned[0] if turned else last
        cards = lying_in(after.area(of)) ^ lying_in(before.area(of))
    named = [n for n, event in enumerate(events) if cards & set(event.what)]
    return named[-1] if named else concerned[-1] if concerned else last


def _targets(before: State, after: State, found: Sequence[Change]) -> tuple[str, ...]:
    """What to point at for some changes."""
    targets: list[str] = []
    for kind, of in found:
        if kind in ("place", "hand"):
            targets.append(f"knight:{of}")
        elif kind == "ground":
            targets.append(f"area:{of}")
        elif kind == "storm":
            targets.append(f"storm:{of}")
        else:
            was, here = before.area(of), after.area(of)
            word, fields = ("denizen", ("denizens",)) if kind == "denizens" else ("thing", ("things", "things_outside"))
            for field in fields:
                targets += [f"{word}:{card}" for card in getattr(here, field) if card not in getattr(was, field)]
    return tuple(targets)
