"""The board as text for a terminal, at most 100 columns wide, and any scene in words."""

from __future__ import annotations

import itertools
import textwrap
from collections.abc import Iterator

from engine.mystic_wood.material.cards import CARDS, name_of
from engine.mystic_wood.material.wood import DIRECTIONS, EDGE
from engine.mystic_wood.play.state import State
from tutor.games.mystic_wood.scene.tokens import disc_of
from tutor.games.mystic_wood.scene.view import View
from tutor.games.mystic_wood.scene.words import board_lines

#: How wide and high an area is between its borders.
WIDE, HIGH = 17, 4
_FILLING = {"earthly": "·", "enchanted": "~", "tower": " "}
_LEGEND = (
    "║ ═ a path that runs on both cards   ╨ ╥ ╡ ╞ a path that ends here   · ~ face down, Earthly and Enchanted   "
    "> a Knight   * decides now   S4 P4 B8 challenges with strength, prowess, both   ? is approached   + loose thing"
)


def text(shown: State, *, view: View | None = None, viewer: str | None = None) -> str:
    """A state as a map with a list of everything below it, no line longer than 100 columns.

    ``view`` and ``viewer`` as for :func:`tutor.games.mystic_wood.scene.board.board_scene`.
    """
    view = view or View.around(shown)
    lines = _map(shown, view, viewer)
    lines += [line for line in textwrap.wrap(_LEGEND, 98) if line]
    lines.append("")
    for part in board_lines(shown, view.areas, viewer):
        lines += _wrapped(part)
    return "\n".join(line.rstrip() for line in lines)


def _wrapped(part: str) -> list[str]:
    return textwrap.wrap(part, 98, subsequent_indent="    ") or [""]


def _map(state: State, view: View, viewer: str | None) -> list[str]:
    columns, rows = view.columns, range(view.north, view.south - 1, -1)
    lines = [_border(state, columns, None, view.north)]
    for row in rows:
        cells = [_cell(state, f"{column}{row}", viewer) for column in columns]
        for number in range(HIGH):
            walls = [_wall(state, None, f"{columns[0]}{row}", number)]
            walls += [_wall(state, f"{a}{row}", f"{b}{row}", number) for a, b in itertools.pairwise(columns)]
            walls.append(_wall(state, f"{columns[-1]}{row}", None, number))
            lines.append(walls[0] + "".join(cell[number] + wall for cell, wall in zip(cells, walls[1:], strict=True)))
        lines.append(_border(state, columns, row, row - 1 if row > view.south else None))
    return lines


def _border(state: State, columns: str, above: int | None, below: int | None) -> str:
    """The line between two rows, or along the edge of what is shown (None), with the paths that cross it."""
    marks = {(True, True): "║", (True, False): "╨", (False, True): "╥", (False, False): "─"}
    parts = []
    for column in columns:
        up = f"{column}{above}" if above else state.wood.neighbours[f"{column}{below}"].get("north")
        down = f"{column}{below}" if below else state.wood.neighbours[f"{column}{above}"].get("south")
        mark = marks[_path(state, up, "south"), _path(state, down, "north")]
        parts.append("─" * (WIDE // 2) + mark + "─" * (WIDE // 2))
    first, joint, last = ("┌", "┬", "┐") if above is None else ("└", "┴", "┘") if below is None else ("├", "┼", "┤")
    return first + joint.join(parts) + last


def _wall(state: State, west: str | None, east: str | None, number: int) -> str:
    if number != HIGH // 2 - 1:
        return "│"
    west = west or (state.wood.neighbours[east].get("west") if east else None)
    east = east or (state.wood.neighbours[west].get("east") if west else None)
    marks = {(True, True): "═", (True, False): "╡", (False, True): "╞", (False, False): "│"}
    return marks[_path(state, west, "east"), _path(state, east, "west")]


def _path(state: State, area: str | None, direction: str) -> bool:
    if area is None or direction not in DIRECTIONS:
        return False
    found = state.area(area)
    return found.face_up and EDGE[direction] in found.paths


def _cell(state: State, name: str, viewer: str | None) -> list[str]:
    """The lines of one area: its name, and as many of those who are there as there is room for."""
    area = state.area(name)
    lies = area.face_up and area.tile is not None
    kind = (name_of(area.name) if area.name else "glade" if area.glade else "crossing") if lies else ""
    arrow = "" if not lies or area.tile is None or not area.tile.arrow else "↓" if area.turned else "↑"
    lines = [f" {name}{arrow} {kind}".rstrip(), *_packed(list(_here(state, name, viewer)), HIGH - 1)]
    lines = [line[1:] if len(line) > WIDE else line for line in lines]
    lines += [""] * (HIGH - len(lines))
    if area.face_up:
        return [line[:WIDE].ljust(WIDE) for line in lines]
    return [
        (line[:WIDE] + " " if line else "").ljust(WIDE, _FILLING[state.wood.half_of(name)])[:WIDE] for line in lines
    ]


def _here(state: State, name: str, viewer: str | None) -> Iterator[str]:
    """What is in an area: a storm, Knights, denizens, things."""
    area, hidden = state.area(name), dict(state.area(name).hidden)
    if area.storm:
        yield f"storm, {area.storm} turns"
    for knight in state.knights:
        if knight.at == name and not knight.out:
            yield f"> {name_of(knight.id)}{'*' if state.to_move == knight.id else ''}{_status(state, knight.id)}"
    for denizen in (*area.denizens, *(card for card in hidden if card not in area.denizens)):
        unknown = denizen in hidden and viewer is not None and viewer not in hidden[denizen]
        yield "? face-down card" if unknown else f"{_mark(denizen)} {name_of(denizen)}"
    yield from (f"+ {name_of(thing)}" for thing in (*area.things, *area.things_outside))
    yield from (f"+ {name_of(card)}?" for knight in state.knights if knight.at == name for card in knight.due)


def _packed(here: list[str], room: int) -> list[str]:
    """Each on a line, or where there is no room two to a line, and a count of those left over: the list below names all."""
    packed: list[list[str]] = []
    for item in here:
        if len(here) > room and packed and sum(len(other) + 2 for other in packed[-1]) + len(item) < WIDE:
            packed[-1].append(item)
        else:
            packed.append([item])
    if len(packed) > room:
        left = sum(len(items) for items in packed[room - 1 :])
        packed = [*packed[: room - 1], [f"... and {left} more"]]
    return [f" {'  '.join(items)}" for items in packed]


def _status(state: State, knight_id: str) -> str:
    knight = state.knight(knight_id)
    if knight.imprisoned:
        return " jail"
    if knight.captured:
        return " held"
    return " in" if knight.inside and state.area(knight.at).has_inside else ""


def _mark(denizen: str) -> str:
    kind, number, _ = disc_of(CARDS.denizens[denizen])
    return "? " if kind == "approach" else f"{kind[0].upper()}{number}"
