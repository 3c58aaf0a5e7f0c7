"""The pictures of an exercise: the board with what can be touched on it, the hands beside it, the film of what has happened."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from engine.events import Event
from engine.mystic_wood.material.cards import CARDS, name_of
from tutor.exercises.claims import held_by
from tutor.exercises.clicks import action_for
from tutor.exercises.feedback import Refutation
from tutor.mystic_wood.scene import Arrow, CloseView, Refusal, View, board_scene, hand_scene
from tutor.mystic_wood.scene.between import stages
from tutor.mystic_wood.scene.words import hand_line
from tutor.present.shown import Hand, Touch
from tutor.scene.shapes import Scene
from tutor.teach.session import Session

if TYPE_CHECKING:
    from engine.mystic_wood.play.state import State

#: Longest text drawn on the board beside a refusal; the whole of it stands in the panel.
LONGEST = 90
#: A board of so many rows has the letters and numbers of the grid at its edge as well.
MANY = 6


def view_of(session: Session) -> View:
    """The part of the Wood an exercise shows: as it says, else all that matters with a rim.

    A scene keeps everybody in the picture who is in one of its frames, so that the board keeps its size.
    """
    exercise, state = session.exercise, session.state
    if exercise.focus:
        first, second = exercise.focus.split("-")
        west, east = sorted((first[0], second[0]))
        south, north = sorted((int(first[1]), int(second[1])))
        view = View(west, east, south, north)
    else:
        view = View.around(state, margin=1)
    for shown in session.states:
        view = _widened(view, shown)
    return _widened(view, state)


def close_view(session: Session, middle: str = "") -> View:
    """The areas round the learner's Knight, or another ``middle``: for a look from nearer by."""
    state = session.shown_state
    return CloseView.near(state.wood, middle or state.knight(session.learner).at, 5, 4)


def beside_view(session: Session) -> View | None:
    """What is shown beside all of a large board: the learner's Knight and his neighbours; None where only backs lie round him.

    It is there or not for the whole of an exercise, so that nothing jumps.
    """
    near = [(state, CloseView.near(state.wood, state.knight(session.learner).at)) for state in session.states]
    if not session.exercise.plays_on and not any(_to_be_seen(state, view) for state, view in near):
        return None
    shown = session.shown_state
    return CloseView.near(shown.wood, shown.knight(session.learner).at)


def _to_be_seen(state: State, view: View) -> bool:
    """Whether anything lies face up there, or anybody is there, but for those at the Gates and in the Tower."""
    areas = [state.area(name) for name in view.areas]
    return any(
        area.denizens or area.things or area.things_outside or (area.face_up and not (area.tile and area.tile.fixed))
        for area in areas
    )


def scene_of(session: Session, view: View) -> Scene:
    """What the board of a session shows: always where it really stands, with a refusal drawn over it."""
    state = session.shown_state
    refutation = session.refutation
    refused = refutation if refutation is not None and refutation.state is None else None
    return picture(
        session, view, state, refusal=_refusal(refused) if refused is not None else None, highlights=session.changed,
        trail=_trail(session, state), arrows=session.arrows,
    )  # fmt: skip


def picture(
    session: Session, view: View, state: State, *, refusal: Refusal | None = None, highlights: Sequence[str] = (),
    trail: Sequence[str] = (), arrows: Sequence[tuple[str, str]] = (), still: bool = False,
) -> Scene:  # fmt: skip
    """The board of one moment of a session; ``still`` leaves out what can be clicked."""
    wide = view if isinstance(view, CloseView) else _widened(view, state)
    return board_scene(
        state,
        view=wide,
        clickable=() if still else clickable(session),
        allowed=() if still else allowed(session),
        highlights=highlights,
        refusal=refusal,
        arrows=[Arrow(*ends, straight=True) for ends in arrows],
        trail=trail,
        viewer=session.learner if "hidden" in state.variants else None,
        marks=wide.north - wide.south + 1 >= MANY,
        secret=asked_sums(session),
    )


def film_of(session: Session, view: View, before: State, after: State, events: Sequence[Event]) -> list[Scene]:
    """The pictures from one moment to another, the first and the last as well."""
    found = [picture(session, view, before, still=True)]
    found += [picture(session, view, stage.state, still=True) for stage in stages(before, after, events)]
    last = picture(session, view, after, still=True)
    return found if found[-1] == last else [*found, last]


def _refusal(refutation: Refutation) -> Refusal | None:
    if refutation.knight is None:
        return None
    cause = f"denizen:{refutation.cause}" if refutation.cause else refutation.at
    text = refutation.text if len(refutation.text) <= LONGEST else refutation.text[: LONGEST - 1].rstrip() + "…"
    return Refusal(refutation.knight, cause, text)


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


def _trail(session: Session, state: State) -> tuple[str, ...]:
    """The learner's last walk, if he has just walked to a neighbouring area."""
    if not session.exercise.plays_on or not session.moment.played or not session.moment.last:
        return ()
    knight = state.knight(session.learner)
    came = knight.came_from
    return (came, knight.at) if came and knight.at in state.wood.neighbours[came].values() else ()


# ---------------------------------------------------------------- what can be touched
def clickable(session: Session) -> tuple[str, ...]:
    """The target ids a click on which could mean an action, legal or not, while the learner is to choose."""
    if session.wants_place:
        return tuple(f"area:{area}" for area in session.state.wood.neighbours)
    if not session.plays:
        return ()
    state = session.state
    knight = state.knight(session.learner)
    here = state.area(knight.at)
    found = [f"area:{area}" for area in session.state.wood.neighbours[knight.at].values()]
    found += [f"denizen:{denizen}" for denizen in here.denizens]
    found += [f"thing:{thing}" for thing in (*here.things, *here.things_outside)]
    found += [f"knight:{k.id}" for k in state.knights if k.at == knight.at and k.id != session.learner and not k.out]
    legal = state.actions()
    for action in legal:
        found += [f"area:{word}" for word in action.split()[1:] if word in session.state.wood.neighbours]
    if "stay" in legal:
        found.append(f"area:{knight.at}")
    return tuple(dict.fromkeys(target for target in found if action_for(state, session.learner, target)))


def allowed(session: Session) -> tuple[str, ...]:
    """Those of them that the rules allow. Where the point is to find what is refused, nothing is given away."""
    if not session.plays or session.wants_refusal:
        return ()
    state = session.state
    legal = set(state.actions()) if session.plays else set()
    return tuple(target for target in clickable(session) if action_for(state, session.learner, target) in legal)


def touches_of(session: Session, scene: Scene) -> tuple[Touch, ...]:
    """Everything on the board that one may point at: what acts, and whoever has a card to be looked at."""
    acting, legal = set(clickable(session)), set(allowed(session))
    found = []
    for target in scene.targets:
        kind, _, name = target.id.partition(":")
        card = name if kind in ("denizen", "thing") and name in CARDS.all() else ""
        if target.id not in acting and not card:
            continue
        label = target.label.split(". Here:")[0]
        if session.plays and target.id in acting:
            action = action_for(session.state, session.learner, target.id)
            label = f"{label}: {action}" if action else label
        x, w = round(target.x / scene.width, 4), round(target.w / scene.width, 4)
        y, h = round(target.y / scene.height, 4), round(target.h / scene.height, 4)
        found.append(Touch(target.id, label, x, y, w, h, target.id in acting, target.id in legal, card))
    return tuple(found)


# ---------------------------------------------------------------- hands
def hands_of(session: Session) -> tuple[Hand, ...]:
    """The hands that matter: the learner's Knight's if he holds or faces something, and those of the Knights beside him.

    A sum that the exercise asks for is not told.
    """
    state = session.shown_state
    me = state.knight(session.learner)
    here = [k for k in state.knights if k.at == me.at and k.inside == me.inside and not k.out and k.id != me.id]
    asked = asked_sums(session)
    faces = bool(state.area(me.at).denizens) or bool(asked)
    others = [k for k in here if held_by(k)]
    named = [
        k
        for k in state.knights
        if k.id != me.id and k not in others and name_of(k.id) in session.exercise.prompt and held_by(k)
    ]
    shown = [me] if held_by(me) or faces or others or name_of(me.id) in session.exercise.prompt else []
    knights = [k for k in (*shown, *others[:2], *named[:1]) if held_by(k) or k.id not in asked]
    return tuple(
        Hand(
            name_of(k.id),
            hand_line(state, k.id, sums=k.id not in asked),
            hand_scene(state, k.id, sums=k.id not in asked),
        )
        for k in knights
    )


def asked_sums(session: Session) -> frozenset[str]:
    """The Knights whose totals are what is asked, as long as it is not answered."""
    if session.solved:
        return frozenset()
    return session.hidden_sums
