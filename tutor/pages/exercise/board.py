"""The pictures of an exercise: the board with what can be touched on it, the hands beside it, the film of what has happened."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Any

from engine.contract.events import Event
from tutor.draw.shapes import Group, Layer, Scene, Target
from tutor.pages.exercise.shown import TouchPlace
from tutor.teach.exercise.exercise import AnyState
from tutor.teach.exercise.feedback import Refutation
from tutor.teach.exercise.session import Session, This, meanings
from tutor.teach.game.teachable import BoardLook, DeadEnd, HandShown, Teachable


def view_of(session: Session) -> Any:
    """The part of the board an exercise shows: as it says, else all that matters; None where that is always all of it.

    A scene keeps everybody in the picture who is in one of its frames, so that the board keeps its size.
    """
    return session.game.view(session.state, session.exercise.focus, session.states)


def close_view(session: Session, middle: str = "") -> Any:
    """What lies round the learner's piece, or another ``middle``: for a look from nearer by."""
    state = session.shown_state
    return session.game.near(state, middle or session.game.piece(state, session.learner).at)


def beside_view(session: Session) -> Any:
    """What is shown beside all of a large board; None for nothing.

    It is there or not for the whole of an exercise, so that nothing jumps.
    """
    return session.game.beside(session.states, session.learner, session.shown_state, session.exercise.plays_on)


def scene_of(session: Session, view: Any) -> Scene:
    """What the board of a session shows: always where it really stands, with a refusal drawn over it."""
    state = session.shown_state
    refutation = session.refutation
    refused = refutation if refutation is not None and refutation.state is None else None
    return picture(
        session,
        view,
        state,
        refutation=refused,
        highlights=session.changed,
        trail=_trail(session, state),
        arrows=session.arrows,
    )


def picture(
    session: Session,
    view: Any,
    state: AnyState,
    *,
    refutation: Refutation | None = None,
    highlights: Sequence[str] = (),
    trail: Sequence[str] = (),
    arrows: Sequence[tuple[str, str]] = (),
    still: bool = False,
) -> Scene:
    """The board of one moment of a session; ``still`` leaves out what can be clicked."""
    look = BoardLook(
        view,
        () if still else clickable(session),
        () if still else allowed(session),
        tuple(highlights),
        refutation,
        tuple(arrows),
        tuple(trail),
        session.learner,
        session.hidden_sums,
        _dead_ends(session, still),
    )
    return _drawn(session.game, This(state), look)


@lru_cache(maxsize=64)  # one moment is drawn for the page, for its film, and for everybody who looks on
def _drawn(game: Teachable, this: This, look: BoardLook) -> Scene:
    return game.board(this.state, look)


def _dead_ends(session: Session, still: bool) -> tuple[DeadEnd, ...]:
    """Where the learner has looked in vain; what he sees only now is not yet known while it is played out."""
    if not still:
        return session.dead_ends
    now = {event.to for event in session.moment.last}
    return tuple(end for end in session.dead_ends if end.to not in now)


def film_of(session: Session, view: Any, before: AnyState, after: AnyState, events: Sequence[Event]) -> list[Scene]:
    """The pictures from one moment to another, the first and the last as well. A card that is drawn is first seen large."""
    game = session.game
    found = [picture(session, view, before, still=True)]
    for stage in game.stages(before, after, events):
        for drawn in game.drawn(stage.events):
            card = game.card(drawn)
            found += [held_up(found[-1], drawn, card)] if card is not None else []
        found.append(picture(session, view, stage.state, still=True))
    last = picture(session, view, after, still=True)
    return found if found[-1] == last else [*found, last]


#: Part of the height and the width of a board that a card covers which is held up.
HELD_UP = 0.72


def held_up(board: Scene, name: str, card: Scene) -> Scene:
    """A board with a card held up before it, large, in its middle."""
    scale = HELD_UP * min(board.width / card.width, board.height / card.height)
    w, h = card.width * scale, card.height * scale
    x, y = (board.width - w) / 2, (board.height - h) / 2
    shapes = tuple(shape for layer in card.layers for group in layer.groups for shape in group.shapes)
    target = f"card:{name}"
    group = Group(shapes, x, y, scale, label=card.title, target=target, key=("held up", name, scale))
    lies = Target(target, card.title, x, y, w, h, x + w / 2, y + h / 2)
    return replace(board, layers=(*board.layers, Layer("held up", (group,))), targets=(*board.targets, lies))


def _trail(session: Session, state: AnyState) -> tuple[str, ...]:
    """The learner's last move, if he has just moved."""
    if not session.exercise.plays_on or not session.moment.played or not session.moment.last:
        return ()
    return session.game.trail(session.moment.played[-1], state, session.learner)


# ---------------------------------------------------------------- what can be touched
def clickable(session: Session) -> tuple[str, ...]:
    """The target ids a click on which could mean an action, legal or not, while the learner is to choose.

    Where he is to answer something that nothing on the board stands for, with which companions he defends himself for example,
    there are none: only buttons do.
    """
    if session.targets:
        return session.targets
    if session.wants_place:
        word = session.game.place_word
        return tuple(f"{word}:{place}" for place in session.game.places_in(session.state))
    if not session.plays or (session.tells_allowed and not session.touchable):
        return ()
    return session.game.targets(session.state, session.learner)


def allowed(session: Session) -> tuple[str, ...]:
    """Those of them that the rules allow. Where that is the question, nothing is given away."""
    return session.means_allowed if session.plays and session.tells_allowed else ()


def touches_of(session: Session, scene: Scene) -> tuple[TouchPlace, ...]:
    """Everything on the board that one may point at: what acts, and whoever has a card to be looked at."""
    acting, legal = set(clickable(session)), set(allowed(session))
    found = []
    for target in scene.targets:
        card = session.game.card_at(target.id)
        if target.id not in acting and not card:
            continue
        label = target.label.split(". Here:")[0]
        if session.plays and target.id in acting:
            known = meanings(session.game, This(session.state), session.learner)
            action = (
                known[target.id]
                if target.id in known
                else session.game.meant(session.state, session.learner, target.id)
            )
            label = f"{label}: {action}" if action else label
        x, w = round(target.x / scene.width, 4), round(target.w / scene.width, 4)
        y, h = round(target.y / scene.height, 4), round(target.h / scene.height, 4)
        found.append(TouchPlace(target.id, label, x, y, w, h, target.id in acting, target.id in legal, card))
    return tuple(found)


# ---------------------------------------------------------------- hands
def hands_of(session: Session) -> tuple[HandShown, ...]:
    """The hands that matter: of all the page speaks of, and in a game that is played on of all who play. A sum that the exercise
    asks for is not told."""
    exercise, state = session.exercise, session.shown_state
    words = [exercise.prompt, *(option.words for option in getattr(exercise, "options", ()))]
    if exercise.all_play:
        words += map(session.game.called, state.order)
    return _held(session.game, This(state), session.learner, " ".join(words), session.hidden_sums)


@lru_cache(maxsize=64)
def _held(game: Teachable, this: This, learner: str, words: str, hidden: frozenset[str]) -> tuple[HandShown, ...]:
    return game.hands(this.state, learner, words, hidden)
