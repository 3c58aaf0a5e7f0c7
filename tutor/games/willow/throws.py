"""The 36 throws of two dice as a table to be touched: which of them win, which tie, which lose."""

from __future__ import annotations

from collections.abc import Collection

from engine import willow
from engine.willow.rules.values import Contest, contest
from tutor.draw.shapes import Box, Group, Layer, Scene, Shape, Target, Words
from tutor.games.willow.layout import WIDE
from tutor.teach.game.teachable import Item

_LEFT, _TOP, _SIDE, _GAP = 64.0, 78.0, 50.0, 4.0
_PIPS = range(1, 7)


def name_of(own: int, other: int) -> str:
    """The target of a throw: "throw:4-2", the acting side's die first."""
    return f"throw:{own}-{other}"


def result_of(trial: Contest, own: int, other: int) -> str:
    """What a throw comes to for the acting side before anybody is given the tie: "win", "tie" or "lose"."""
    lead = trial.own.total + own - trial.other.total - other
    return "tie" if lead == 0 else "win" if lead > 0 else "lose"


def items(state: willow.State) -> tuple[Item, ...]:
    """Every throw, and what it comes to; none where nothing is thrown for."""
    trial = contest(state)
    return tuple(
        Item(name_of(own, other), f"{own} against {other}", _sum(trial, own, other))
        for own in _PIPS
        for other in _PIPS
        if trial is not None
    )


def _sum(trial: Contest, own: int, other: int) -> str:
    mine, theirs = trial.own.total + own, trial.other.total + other
    return f"{trial.own.total} and {own} are {mine}, {trial.other.total} and {other} are {theirs}."


def throws_scene(state: willow.State, clickable: Collection[str] = (), lit: Collection[str] = ()) -> Scene:
    """The table: a row for each face of the acting side's die, a column for each of the other's. ``lit`` are pointed out."""
    trial = contest(state)
    assert trial is not None
    own, other = willow.title(trial.own.of), willow.title(trial.other.of)
    across, down = f"{other}: {trial.other.total} and the die →", f"{own}: {trial.own.total} and the die ↓"
    high = _TOP + 6 * (_SIDE + _GAP) + 14
    heads: list[Shape] = [
        Box(0, 0, WIDE, high, 10, fill="board"),
        Words(_LEFT, 22, across, 13, "board-ink", "board", anchor="start", bold=True),
        Words(10, 44, down, 13, "board-ink", "board", anchor="start", bold=True),
    ]
    for n in _PIPS:
        heads.append(Words(_middle(_LEFT, n), _TOP - 12, str(n), 15, "board-ink", "board", bold=True))
        heads.append(Words(_LEFT - 22, _middle(_TOP, n), str(n), 15, "board-ink", "board", bold=True))
    targets, squares = [], []
    for mine in _PIPS:
        for theirs in _PIPS:
            x, y, name = _middle(_LEFT, theirs), _middle(_TOP, mine), name_of(mine, theirs)
            label, half = f"{mine} against {theirs}", _SIDE / 2
            targets.append(Target(name, label, x - half, y - half, _SIDE, _SIDE, x, y, "", name in clickable))
            fill, edge, ink = ("gold", "glow-edge", "night") if name in lit else ("panel", "panel-edge", "panel-ink")
            shapes = (
                Box(-half, -half, _SIDE, _SIDE, 6, fill=fill, stroke=edge, width=1.4),
                Words(0, 0, f"{mine} : {theirs}", 12, ink, fill, bold=name in lit),
            )
            squares.append(Group(shapes, x, y, label=label, target=name))
    title = f"The 36 throws: {own} {trial.own.total}, {other} {trial.other.total}"
    layers = (Layer("ground", (Group(tuple(heads)),)), Layer("cards", tuple(squares)))
    return Scene(title, WIDE, high, layers, tuple(targets), (f"{down[:-2]}; {across[:-2]}.",))


def _middle(begins: float, n: int) -> float:
    return begins + (n - 0.5) * (_SIDE + _GAP)
