"""The whole Wood at a glance: a card for each area, the Knights by their shields, a frame round the part shown large."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.mystic_wood.material.cards import name_of
from tutor.draw.shapes import Box, Group, Layer, Scene, Shape
from tutor.games.mystic_wood.scene.ground import CARD, GAP
from tutor.games.mystic_wood.scene.tokens import shield
from tutor.games.mystic_wood.scene.view import View

if TYPE_CHECKING:
    from engine.mystic_wood.play.state import State


def overview_scene(state: State, view: View) -> Scene:
    """The Wood as a small map; ``view`` is framed. What lies face down is dark, what has been explored light."""
    whole = View.whole(state.wood)
    width, height = whole.size
    cards: list[Shape] = [Box(0, 0, width, height, 14, fill="board")]
    for name in state.wood.areas:
        x, y = whole.corner(name)
        area = state.area(name)
        back = "earthly-back" if state.wood.half_of(name) == "earthly" else "enchanted-back"
        cards.append(Box(x, y, CARD, CARD, 12, fill="sand" if area.face_up else back))
        if area.name:
            cards.append(Box(x + 25, y + 25, 50, 50, 8, fill="stone", stroke="stone-edge", width=6))
    shields: list[Shape] = []
    for name in state.wood.areas:
        here = [knight for knight in state.knights if knight.at == name and not knight.out]
        x, y = whole.corner(name)
        for number, knight in enumerate(here[:4]):
            alone = len(here) == 1
            across, down = (50, 50) if alone else (28 + 44 * (number % 2), 28 + 44 * (number // 2))
            shields += shield(knight.id, x + across, y + down, 80 if alone else 50)
    (x1, y1), (x2, y2) = whole.corner(view.areas[0]), whole.corner(view.areas[-1])
    frame = Box(x1 - GAP, y1 - GAP, x2 - x1 + CARD + 2 * GAP, y2 - y1 + CARD + 2 * GAP, 14, stroke="glow", width=14)
    casing = Box(
        x1 - GAP, y1 - GAP, x2 - x1 + CARD + 2 * GAP, y2 - y1 + CARD + 2 * GAP, 14, stroke="glow-edge", width=22
    )
    told = [f"{name_of(knight.id)} is at {knight.at}." for knight in state.knights if not knight.out]
    title = f"The whole Wood; shown large: {view.areas[-len(view.columns)]} to {view.areas[len(view.columns) - 1]}"
    groups = (Group((*cards, *shields, casing, frame)),)
    return Scene(title, width, height, (Layer("ground", ()), Layer("tokens", groups)), (), tuple(told))
