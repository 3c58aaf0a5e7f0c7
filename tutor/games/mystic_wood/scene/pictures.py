"""The Wood as exercises show it: which part, what can be touched, hands, cards, and orders that are played out."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from engine.mystic_wood.material.cards import CARDS, name_of
from tutor.games.mystic_wood.building.holdings import held_by
from tutor.games.mystic_wood.claims.trying import without
from tutor.games.mystic_wood.hands.clicks import action_for, target_of
from tutor.games.mystic_wood.scene import Arrow, CloseView, Refusal, View, board_scene, hand_scene
from tutor.games.mystic_wood.scene.words import hand_line, way_back
from tutor.teach.game.teachable import BoardLook, DeadEnd, HandShown, Refutation

if TYPE_CHECKING:
    from engine.contract.events import Event
    from engine.mystic_wood.play.state import State
    from tutor.draw.shapes import Scene

#: Longest text drawn on the board beside a refusal; the whole of it stands in the panel.
LONGEST = 90
#: Where a sentence can be broken off and is still one.
_WORDS = "until|unless|before|because|while|since|as long as|but|and then|when|if"
_BREAKS = re.compile(rf"(?<=[a-z0-9')])(?:[.;:!?](?: |$)|, | \(| (?:{_WORDS}) )")
#: Rows from which on a board has the grid's letters and numbers at its edge, and a closer look.
MANY = 6
_SUMS = ("strength", "prowess", "score")


def board(state: State, look: BoardLook) -> Scene:
    """The part of the Wood one looks at, with what is drawn over it."""
    view = look.view or View.around(state, margin=1)
    wide = view if isinstance(view, CloseView) else _widened(view, state)
    return board_scene(
        state,
        view=wide,
        clickable=look.clickable,
        allowed=look.allowed,
        highlights=look.highlights,
        refusal=_refusal(look.refutation) if look.refutation is not None else None,
        arrows=[Arrow(*ends, straight=True) for ends in look.arrows],
        trail=look.trail or _way_he_came(state),
        viewer=look.viewer if "hidden" in state.variants else None,
        marks=wide.north - wide.south + 1 >= MANY,
        secret=look.secret,
        faces=True,
        dead_ends=look.dead_ends,
    )


def _way_he_came(state: State) -> tuple[str, ...]:
    """Where whoever decides came from, as long as he may withdraw there: nothing else on the board shows it."""
    back = way_back(state)
    return (back, state.knight(state.to_move).at) if back and state.to_move is not None else ()


def _refusal(refutation: Refutation) -> Refusal | None:
    if refutation.knight is None:
        return None
    cause = f"denizen:{refutation.cause}" if refutation.cause else refutation.at
    return Refusal(refutation.knight, cause, banner(refutation.text))


def banner(text: str) -> str:
    """A reason as a short sentence that is whole, for the board: as much of it as there is room for.

    >>> banner("One who remains cannot be met again by Guyon until he has had an encounter with another somewhere else.")
    'One who remains cannot be met again by Guyon.'
    """
    ends = [found.start() for found in _BREAKS.finditer(text) if 12 <= found.start() <= LONGEST]
    first = re.split(r"(?<=[.!?]) ", text, maxsplit=1)[0]
    if len(first) <= LONGEST:
        return first
    return f"{text[: ends[-1]]}." if ends else "Not allowed here."


def view_of(state: State, focus: str | None, also: Sequence[State]) -> View:
    """The part of the Wood an exercise shows: as it says, else all that matters with a rim.

    It keeps everybody in the picture who is in one of the states ``also`` shown, so that the board keeps its size.
    """
    if focus:
        first, second = focus.split("-")
        west, east = sorted((first[0], second[0]))
        south, north = sorted((int(first[1]), int(second[1])))
        view = View(west, east, south, north)
    else:
        view = View.around(state, margin=1)
    for other in (*also, state):
        view = _widened(view, other)
    return view


def widened(view: View | None, states: Sequence[State]) -> View | None:
    """The view with all Knights of some states in it; a close one stays as large as it is."""
    if view is None or isinstance(view, CloseView):
        return view
    for state in states:
        view = _widened(view, state)
    return view


def _widened(view: View, state: State) -> View:
    """The view, with every Knight in it: who has been sent away is shown where he is."""
    away = [k.at for k in state.knights if not k.out and not view.shows(k.at)]
    for area in away:
        view = View(
            min(view.west, area[0]),
            max(view.east, area[0]),
            min(view.south, int(area[1])),
            max(view.north, int(area[1])),
        )
    return view


def beside(states: Sequence[State], seat: str, now: State, always: bool) -> View | None:
    """What is shown beside all of a large board: the learner's Knight and his neighbours; None where only backs lie round him.

    It is there or not for the whole of an exercise, so that nothing jumps.
    """
    near = [(state, CloseView.near(state.wood, state.knight(seat).at)) for state in states]
    if not always and not any(_to_be_seen(state, view) for state, view in near):
        return None
    return CloseView.near(now.wood, now.knight(seat).at)


def _to_be_seen(state: State, view: View) -> bool:
    """Whether anything lies face up there, or anybody is there, but for those at the Gates and in the Tower."""
    areas = [state.area(name) for name in view.areas]
    return any(
        area.denizens or area.things or area.things_outside or (area.face_up and not (area.tile and area.tile.fixed))
        for area in areas
    )


def dead_ends(events: Sequence[Event], seat: str, state: State) -> tuple[DeadEnd, ...]:
    """The cards a Knight has looked at in vain that still lie face down, each from where, and when last."""
    found: dict[tuple[str, str], DeadEnd] = {}
    turn = 1
    for event in events:
        turn += event.kind == "turn" and seat in event.who
        if event.kind == "dead-end" and seat in event.who and not state.area(event.to).face_up:
            found[event.at, event.to] = DeadEnd(event.at, event.to, turn)
    return tuple(found.values())


def trail(state: State, seat: str) -> tuple[str, ...]:
    """The Knight's last walk, if he has just walked to a neighbouring area."""
    knight = state.knight(seat)
    came = knight.came_from
    return (came, knight.at) if came and knight.at in state.wood.neighbours[came].values() else ()


def targets(state: State, seat: str) -> tuple[str, ...]:
    """The target ids a click on which could mean an action, legal or not."""
    knight = state.knight(seat)
    here = state.area(knight.at)
    found = [f"area:{area}" for area in state.wood.neighbours[knight.at].values()]
    found += [f"denizen:{denizen}" for denizen in here.denizens]
    found += [f"thing:{thing}" for thing in (*here.things, *here.things_outside)]
    found += [f"knight:{k.id}" for k in state.knights if k.at == knight.at and k.id != seat and not k.out]
    legal = state.actions()
    for action in legal:
        found += [f"area:{word}" for word in action.split()[1:] if word in state.wood.neighbours]
    if "stay" in legal:
        found.append(f"area:{knight.at}")
    return tuple(dict.fromkeys(target for target in found if action_for(state, seat, target)))


def hands(state: State, seat: str, prompt: str, asked: frozenset[str]) -> tuple[HandShown, ...]:
    """The hands that matter: the learner's Knight's if he holds or faces something, those of the Knights beside him, of whoever
    fights, and of all that the ``prompt`` names.

    A sum that the exercise asks for is not told.
    """
    me = state.knight(seat)
    here = [k for k in state.knights if k.at == me.at and k.inside == me.inside and not k.out and k.id != me.id]
    faces = bool(state.area(me.at).denizens) or bool(asked)
    others = [k for k in here if held_by(k)]
    named = [
        k for k in state.knights if k != me and not k.out and (k.fighting or re.search(rf"\b{name_of(k.id)}\b", prompt))
    ]
    shown = [me] if held_by(me) or faces or others or name_of(me.id) in prompt else []
    knights = [k for k in dict.fromkeys((*shown, *others[:2], *named)) if held_by(k) or k.id not in asked]
    return tuple(
        HandShown(
            name_of(k.id),
            hand_line(state, k.id, sums=k.id not in asked),
            hand_scene(state, k.id, sums=k.id not in asked),
        )
        for k in knights
    )


def _asked_now(option: Any) -> bool:
    """Whether an option speaks of things as they are now: it does nothing, or takes one of the cards that are seen."""
    return not option.do or option.do[0].split()[0] == "prize"


def sums_asked(exercise: Any, state: State, seat: str) -> frozenset[str]:
    """The Knights whose totals are what is asked: as they are now, not as they will be after what an option does.

    A prize is asked as things are now: the sum of whoever holds the cards tells which of them brings something.
    """
    words = getattr(exercise, "reckon", "").split()
    if words and words[0] in _SUMS:
        named = [word for word in words[1:] if word in {k.id for k in state.knights}]
        return frozenset({*named, seat} if words[0] == "score" or not named else named)
    claims = [
        option.claim for option in getattr(exercise, "options", ()) if option.claim is not None and _asked_now(option)
    ]
    if {"strength", "prowess"} & {key for claim in claims for key, _ in claim.keys()}:  # noqa: SIM118
        return frozenset(k.id for k in state.knights)
    return frozenset()


def one_after_the_other(state: State, seat: str, items: Sequence[str]) -> tuple[tuple[State, tuple[str, ...]], ...]:
    """An order of encounter played out: one after the other is met, and lies there no more."""
    at = state.knight(seat).at
    found: list[tuple[State, tuple[str, ...]]] = []
    for number, item in enumerate(items):
        found.append((without(state, at, items[:number]), (target_of(item),)))
    return (*found, (without(state, at, items), ()))


def card_at(target: str) -> str:
    """The card that can be looked at where a target lies on the board; "" if there is none."""
    kind, _, name = target.partition(":")
    return name if kind in ("denizen", "thing") and name in CARDS.all() else ""


def view_on_paper(state: State, words: str, built: State | None) -> View:
    """The part of the Wood that is printed: all that matters or is spoken of, without a rim but where something is laid out."""
    spoken = [area for area in state.wood.areas if re.search(rf"\b{area}\b", words)]
    if built is None:
        return View.around(state, also=spoken, least=(3, 2))
    spoken += [name for name in built.wood.areas if built.area(name) != state.area(name)]
    return View.around(state, also=spoken, margin=1)
