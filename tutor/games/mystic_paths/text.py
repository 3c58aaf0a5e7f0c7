"""The board of Mystic Paths as text for a terminal, at most 100 columns wide."""

from __future__ import annotations

import textwrap

from engine import mystic_paths as mp
from tutor.games.mystic_paths.words import board_lines, initial, title

_LEGEND = (
    "each place with its portal; R: Red's Apprentice, r: his Base (his own initial for each), !r: his NOT; "
    "every place is joined to those around it that the list of links names"
)
_WIDE = 18


def board_text(state: mp.State) -> str:
    """A state as a map of portals with a list of everything below it. No line is longer than 100 columns."""
    lines = [*textwrap.wrap(title(state), 98), "", *_map(state), ""]
    lines += textwrap.wrap(_LEGEND, 98)
    lines.append("")
    for part in board_lines(state):
        lines += textwrap.wrap(part, 98, subsequent_indent="    ") or [""]
    return "\n".join(line.rstrip() for line in lines)


def _map(state: mp.State) -> list[str]:
    """The rows of the board, each shifted by half a place against the next."""
    cells = state.board.cells
    west = min(2 * q + r for q, r in cells.values())
    rows: dict[int, list[tuple[int, str]]] = {}
    for cell, (q, r) in cells.items():
        rows.setdefault(r, []).append(((2 * q + r - west) * (_WIDE // 2), cell))
    lines = []
    for _, row in sorted(rows.items()):
        words, pieces = "", ""
        for at, cell in sorted(row):
            told = f"{cell} {state.word(cell) or '-'}"
            words = words.ljust(at) + told[: _WIDE - 1].ljust(_WIDE - 1) + " "
            pieces = pieces.ljust(at + 3) + _pieces(state, cell)
        lines += [words.rstrip(), pieces.rstrip()]
    return lines


def _pieces(state: mp.State, cell: str) -> str:
    told = [initial(player.id) for player in state.players if player.at == cell]
    told += [initial(player.id).lower() for player in state.players if player.base == cell]
    told += [f"!{initial(player.id).lower()}" for player in state.players if cell in player.marks]
    return " ".join(told)[: _WIDE - 4]
