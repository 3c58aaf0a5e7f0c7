"""The board of an exercise as a widget: what it shows follows from a session, and a click on it is a target's id."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.mystic_wood.material.wood import NEIGHBOURS
from tutor.exercises.claims import held_by
from tutor.exercises.clicks import action_for
from tutor.exercises.session import PlaySession, ReckonSession, Session, WatchSession
from tutor.scene import Refusal, Scene, View, board_scene, hand_scene

if TYPE_CHECKING:
    from engine.mystic_wood.play.state import State
    from tutor.exercises.feedback import Refutation

#: Longest text drawn on the board beside a refusal; the whole of it stands in the panel.
LONGEST = 90
_ABOUT_SUMS = ("strength", "prowess", "score", "odds", "fight", "bonus")


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
    if isinstance(session, WatchSession):
        for frame in session.frames:
            view = _widened(view, frame.state)
    return _widened(view, state)


def hands_of(session: Session) -> tuple[Scene, ...]:
    """The hands that matter: the learner's Knight's if he holds or faces something, and those of the Knights beside him."""
    state = session.state
    me = state.knight(session.learner)
    here = [k for k in state.knights if k.at == me.at and k.inside == me.inside and not k.out and k.id != me.id]
    sums = isinstance(session, ReckonSession) and session.exercise.reckon.startswith(_ABOUT_SUMS)
    faces = bool(state.area(me.at).denizens) or sums
    others = [k for k in here if held_by(k)]
    shown = [me] if held_by(me) or faces or others else []
    return tuple(hand_scene(state, knight.id) for knight in (*shown, *others[:2]))


def scene_of(session: Session, view: View) -> Scene:
    """What the board of a session shows: its moment, or what a wrong try leads to, with the refusal drawn over it."""
    state = session.state
    refutation = session.feedback.refutation
    if isinstance(session, WatchSession):
        refutation = session.frame.refutation
    consequence = refutation is not None and refutation.state is not None
    shown = refutation.state if refutation is not None and refutation.state is not None else state
    return board_scene(
        shown,
        view=_widened(view, shown),
        clickable=clickable(session),
        highlights=(f"knight:{refutation.knight}",)
        if refutation is not None and consequence and refutation.knight
        else (),
        refusal=_refusal(refutation) if refutation is not None and not consequence else None,
        trail=_trail(session, shown),
        viewer=session.learner if "hidden" in state.variants else None,
    )


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
    if not isinstance(session, PlaySession) or not session.moment.played or not session.moment.last:
        return ()
    knight = state.knight(session.learner)
    came = knight.came_from
    return (came, knight.at) if came and knight.at in NEIGHBOURS[came].values() else ()


def clickable(session: Session) -> tuple[str, ...]:
    """The target ids that glow: what a click could mean an action for, legal or not, while the learner is to choose."""
    if not isinstance(session, PlaySession) or session.state.to_move != session.learner:
        return ()
    state = session.state
    knight = state.knight(session.learner)
    here = state.area(knight.at)
    found = [f"area:{area}" for area in NEIGHBOURS[knight.at].values()]
    found += [f"denizen:{denizen}" for denizen in here.denizens]
    found += [f"thing:{thing}" for thing in (*here.things, *here.things_outside)]
    found += [f"knight:{k.id}" for k in state.knights if k.at == knight.at and k.id != session.learner and not k.out]
    for action in state.actions():
        found += [f"area:{word}" for word in action.split()[1:] if word in NEIGHBOURS]
    return tuple(dict.fromkeys(target for target in found if action_for(state, session.learner, target)))
