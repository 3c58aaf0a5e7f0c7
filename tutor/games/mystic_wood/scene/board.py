"""The board of a state as a scene: the Wood, all that lies and stands in it, and what is drawn over it to explain."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from functools import lru_cache
from typing import NamedTuple

from engine.mystic_wood.material.cards import CARDS, name_of
from engine.mystic_wood.material.wood import DIRECTIONS, EDGE, OPPOSITE
from engine.mystic_wood.play.state import State
from engine.mystic_wood.position.table import Area, Knight
from tutor.draw.shapes import Box, Group, Layer, Scene, Target
from tutor.games.mystic_wood.scene.coordinates import with_marks
from tutor.games.mystic_wood.scene.glade import lay_out_faces
from tutor.games.mystic_wood.scene.ground import CARD, CardLook, CardPaths, bridge, card_shapes, fallen_trunk, way
from tutor.games.mystic_wood.scene.legend import button_groups, legend_groups
from tutor.games.mystic_wood.scene.overlay import (
    Arrow,
    Refusal,
    arrow_groups,
    refusal_groups,
    ring_groups,
    trail_groups,
)
from tutor.games.mystic_wood.scene.tokens import KnightToken, RowToken, Token, disc_of, lay_out
from tutor.games.mystic_wood.scene.view import View
from tutor.games.mystic_wood.scene.words import area_words, board_lines, denizen_words, due_words, knight_words


def board_scene(
    state: State,
    *,
    view: View | None = None,
    clickable: Collection[str] = (),
    allowed: Collection[str] | None = None,
    highlights: Collection[str] = (),
    arrows: Iterable[Arrow] = (),
    refusal: Refusal | None = None,
    trail: Iterable[str] = (),
    viewer: str | None = None,
    legend: bool = False,
    marks: bool = False,
    secret: Collection[str] = (),
    faces: bool = False,
    dead_ends: Iterable[tuple[str, str, int]] = (),
) -> Scene:
    """The picture of a state; the same for equal states.

    ``view`` defaults to :meth:`View.around`. ``clickable`` and ``highlights`` are target ids; an "action:..." among the
    clickable ones becomes a button below the board. With ``allowed`` only those glow, and the other clickable ones have a thin
    rim; without it all of them glow. ``marks`` adds the letters of the columns and the numbers of the rows at the edge.
    ``trail`` are the areas of the last move in order. ``viewer`` is the
    Knight whose player looks: he sees which face-down cards he knows, the others not; None knows them all. The totals of
    Knights in ``secret`` stand nowhere. With ``faces`` denizens are shown by their portraits, else by their names.
    ``dead_ends`` say from where the viewer has looked at a card in vain, and on which of his turns: a log lies across that edge.
    """
    view = view or View.around(state)
    clickable, highlights = frozenset(clickable), frozenset(highlights)
    width, height = view.size
    laid = _laid(state, view, clickable, viewer, frozenset(secret), faces, tuple(dead_ends))
    cards, bridges, tokens, targets, ways, told = laid
    glowing = clickable if allowed is None else clickable & frozenset(allowed)
    rings_below, rings_above = ring_groups(targets, glowing, highlights, clickable)
    footprints = trail_groups(tuple(trail), view, ways)
    overlay = arrow_groups(arrows, view.size, targets)
    if refusal is not None:
        overlay += refusal_groups(refusal, view.size, targets)
    below: list[Group] = []
    if buttons := sorted(target for target in clickable if target.startswith("action:")):
        more, height = button_groups(buttons, width, height, targets)
        below += more
    if legend:
        more, height = legend_groups(width, height)
        below += more
    ground = Group((Box(0, 0, width, height, 10, fill="board"),), key=("board", width, height))
    lines = board_lines(state, view.areas, viewer, secret, told)
    if refusal is not None:
        lines = [f"Refused: {refusal.text}", *lines]
    marked = [target.label.split(".")[0].split(":")[0] for target in targets if target.clickable]
    if marked:
        lines = [*lines, f"Can be chosen here: {'; '.join(marked)}."]
    layers = (
        Layer("ground", (ground,)),
        Layer("cards", (*cards, *bridges)),
        Layer("tokens", (*footprints, *rings_below, *tokens, *rings_above, *below)),
        Layer("overlay", tuple(overlay)),
    )
    scene = Scene(_title(state), width, height, layers, tuple(targets), tuple(lines))
    return with_marks(scene, view) if marks else scene


def _title(state: State) -> str:
    if state.over:
        winners = " and ".join(name_of(knight) for knight in state.winners)
        return f"The Mystic Wood. The game is over{': ' + winners + ' won' if winners else ''}."
    who = state.to_move
    turn = f"It is {name_of(state.turn)}'s turn"
    if who is None:
        return f"The Mystic Wood. {turn}; chance decides next."
    return f"The Mystic Wood. {turn}{'' if who == state.turn else f'; {name_of(who)} decides next'}."


class _Laid(NamedTuple):
    """All that lies in a view: the cards, what joins them, what stands on them, what can be pointed at, the paths, the words."""

    cards: list[Group]
    bridges: list[Group]
    tokens: list[Group]
    targets: list[Target]
    ways: dict[str, CardPaths]
    told: dict[str, str]


def _laid(
    state: State,
    view: View,
    clickable: Collection[str],
    viewer: str | None,
    secret: frozenset[str],
    faces: bool,
    dead_ends: Sequence[tuple[str, str, int]],
) -> _Laid:
    laid = _Laid([], [], [], [], {}, {})
    for name in view.areas:
        area = state.area(name)
        x, y = view.corner(name)
        card = card_of(state, name, viewer)
        if card.face_up:
            laid.ways[name] = way(name, card.tile, card.paths, card.name, card.glade)
        label = area_words(state, name, viewer)
        for at, edge, turn in [] if card.face_up else _looked(state, name, dead_ends):
            label = f"{label}; you looked there from {at} on turn {turn}: a dead end"
            laid.bridges.append(Group(tuple(fallen_trunk(edge, 9.0)), x, y, key=("looked", edge)))
        laid.told[name] = label
        laid.cards.append(
            Group(card_shapes(card), x, y, clip=True, label=label, target=f"area:{name}", key=("card", *card))
        )
        face = (card.face_up, card.paths, card.tile)
        laid.targets.append(
            Target(
                f"area:{name}",
                label,
                x,
                y,
                CARD,
                CARD,
                x + 89.5,
                y + 8.8,
                name,
                f"area:{name}" in clickable,
                face,
                card.half == "tower",
            )
        )
        for direction, edge in (("north", "N"), ("east", "E")):
            if area.face_up and state.open_to(name, direction) and view.shows(state.wood.neighbours[name][direction]):
                laid.bridges.append(Group(bridge(edge), x, y, key=("bridge", edge)))
        for token in _tokens(state, name, viewer, secret, faces):
            target, left, top = token.target, x + token.x, y + token.y
            laid.tokens.append(Group(token.shapes, x, y, label=token.label, target=target, key=("token", token)))
            middle = left + token.w / 2, top + token.h / 2
            laid.targets.append(
                Target(target, token.label, left, top, token.w, token.h, *middle, name, target in clickable)
            )
    return laid


def _looked(state: State, name: str, dead_ends: Iterable[tuple[str, str, int]]) -> list[tuple[str, str, int]]:
    """For a card that was looked at in vain: from where, over which of its edges, and when."""
    found = []
    for at, to, turn in dead_ends:
        direction = state.wood.direction_between(name, at) if to == name else None
        found += [(at, EDGE[direction], turn)] if direction else []
    return found


# ---------------------------------------------------------------- cards and what lies on them
def card_of(state: State, name: str, viewer: str | None = None) -> CardLook:
    """What the picture of an area's card depends on."""
    area = state.area(name)
    tile, half = area.tile, state.wood.half_of(name)
    if tile is None or not area.face_up:
        known = tile is not None and viewer is not None and viewer in area.seen
        return CardLook(name, False, peek=area.paths if known else "", storm=bool(area.storm), half=half)
    blocked = "".join(
        EDGE[direction]
        for direction in DIRECTIONS
        if EDGE[direction] in area.paths and _leads_nowhere(state, name, direction)
    )
    arrow = ("S" if area.turned else "N") if tile.arrow else ""
    return CardLook(
        name, True, area.paths, tile.id, tile.known_as, tile.glade, blocked, arrow, storm=bool(area.storm), half=half
    )


def _leads_nowhere(state: State, name: str, direction: str) -> bool:
    beyond = state.wood.neighbours[name].get(direction)
    return beyond is None or (state.area(beyond).face_up and EDGE[OPPOSITE[direction]] not in state.area(beyond).paths)


def _tokens(
    state: State, name: str, viewer: str | None, secret: frozenset[str] = frozenset(), faces: bool = False
) -> tuple[Token, ...]:
    area = state.area(name)
    here = [knight for knight in state.knights if knight.at == name and not knight.out]
    knights = tuple(_knight(state, knight, area, knight.id not in secret) for knight in here)
    rows = (*_rows(name, area, viewer), *(row for knight in here for row in _due(state, knight)))
    if not knights and not rows:
        return ()
    return _laid_out(knights, rows, area.name is not None, faces)


@lru_cache(maxsize=1024)
def _laid_out(
    knights: tuple[KnightToken, ...], rows: tuple[RowToken, ...], emblem: bool, faces: bool
) -> tuple[Token, ...]:
    laid = lay_out_faces if faces else lay_out
    return tuple(laid(list(knights), list(rows), emblem=emblem))


def _knight(state: State, knight: Knight, area: Area, sums: bool = True) -> KnightToken:
    status = (
        "imprisoned"
        if knight.imprisoned
        else "captured"
        if knight.captured
        else "inside"
        if knight.inside and area.has_inside
        else ""
    )
    return KnightToken(
        knight.id, status, knight.king, state.to_move == knight.id, knight_words(state, knight, sums=sums)
    )


def _rows(name: str, area: Area, viewer: str | None) -> list[RowToken]:
    rows: list[RowToken] = []
    if area.storm:
        text = f"Storm: {area.storm}"
        rows.append(
            RowToken(
                f"storm:{name}",
                "storm",
                "storm",
                text,
                f"Storm, {area.storm} more full turn{'s' if area.storm > 1 else ''}",
            )
        )
    hidden = dict(area.hidden)
    unknown = 0
    for denizen in (*area.denizens, *(card for card in hidden if card not in area.denizens)):
        if denizen in hidden and viewer is not None and viewer not in hidden[denizen]:
            unknown += 1
            continue
        face_down = denizen in hidden
        rows.append(
            RowToken(
                f"denizen:{denizen}",
                "hidden" if face_down else "denizen",
                denizen,
                name_of(denizen),
                denizen_words(denizen, face_down),
            )
        )
    rows += [RowToken(f"unknown:{name}", "unknown", "", "Face-down card", "A card lying face down")] * unknown
    for thing in area.things:
        rows.append(RowToken(f"thing:{thing}", "thing", thing, name_of(thing), f"{name_of(thing)}, lying loose"))
    for thing in area.things_outside:
        rows.append(
            RowToken(
                f"thing:{thing}",
                "thing",
                thing,
                f"{name_of(thing)} (outside)",
                f"{name_of(thing)}, lying loose outside",
            )
        )
    return rows


def _due(state: State, knight: Knight) -> list[RowToken]:
    """The cards of a fallen King's hand that are nobody's yet, where he stands whose share they are or who shares them out."""
    if not knight.due:
        return []
    short, long = due_words(state, knight)
    return [
        RowToken(f"due:{card}", "due", card, f"{name_of(card)} ({short})", f"{name_of(card)}, {long}")
        for card in knight.due
    ]


# Kept here so that whoever lists what discs mean (a lesson, a front end) need not know the cards module.
def disc_meanings() -> dict[str, str]:
    """For every denizen what its disc says, in words.

    >>> disc_meanings()["saracen"]
    'challenges with strength 2 and prowess 2, 4 together'
    """
    return {denizen: disc_of(card)[2] for denizen, card in CARDS.denizens.items()}
