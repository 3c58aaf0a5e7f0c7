"""The map of the Willow game as SVG: places in columns by their distance from the Castle, links, and who is where."""

from __future__ import annotations

from html import escape

from engine import willow
from engine.willow.play.paths import distances
from engine.willow.position.table import UNKNOWN

_BOX, _HIGH, _DOWN, _EDGE = 168, 62, 96, 14
_COLOURS = {"good": "#2e7d4f", "evil": "#a03030"}


def picture(state: willow.State) -> str:
    """The map as SVG, in the colours of the page it stands on."""
    spots, wide, high = _spots(state)
    lines = []
    for one, two in state.material.edges:
        (x1, y1), (x2, y2) = (_middle(spots[end]) for end in (one, two))
        way = f"M{x1} {y1} L{x2} {y2}"
        if x1 == x2:  # round the boxes between them
            side = x1 + _BOX // 2
            way = f"M{side} {y1} Q{side + 44} {(y1 + y2) // 2} {side} {y2}"
        lines.append(f'<path d="{way}" fill="none" stroke="currentColor" stroke-opacity="0.45" stroke-width="2"/>')
    boxes = [_box(state, name, *spots[name]) for name in state.material.places]
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide} {high}" width="{wide}px" font-family="sans-serif" '
        f'font-size="12" role="img" aria-label="{escape(state.material.label)}">{"".join(lines)}{"".join(boxes)}</svg>'
    )


def _spots(state: willow.State) -> tuple[dict[str, tuple[int, int]], int, int]:
    """Where the box of each place begins, and the size of the whole."""
    material = state.material
    far = distances(material).get(material.castle, {})
    columns: dict[int, list[str]] = {}
    for name in material.places:
        columns.setdefault(far.get(name, 0), []).append(name)
    order = sorted(columns, reverse=True)
    tallest = max(map(len, columns.values()))
    spots = {}
    for column, at in enumerate(order):
        for row, name in enumerate(columns[at]):
            top = _EDGE + round((row + (tallest - len(columns[at])) / 2 + (0.25 if column % 2 else 0)) * _DOWN)
            spots[name] = (_EDGE + column * (_BOX + 44), top)
    wide = 2 * _EDGE + len(order) * _BOX + (len(order) - 1) * 44
    return spots, wide, _EDGE * 2 + round((tallest - 1 + 0.25) * _DOWN) + _HIGH


def _middle(spot: tuple[int, int]) -> tuple[int, int]:
    return spot[0] + _BOX // 2, spot[1] + _HIGH // 2


def _box(state: willow.State, name: str, x: int, y: int) -> str:
    place, hide = state.material.places[name], state.hide(name)
    lies = state.treasure_at(name)
    more = [f"Hide {hide}"] if hide is not None else []
    more += ["a Treasure" if lies == UNKNOWN else willow.title(lies)] if lies else []
    more += ["free"] if place.power == "city" and state.freed_by else []
    there = "".join(
        f'<tspan fill="{_COLOURS[one.side]}" font-weight="bold">{escape(_short(one.id))} </tspan>' for one in state.at(name)
    )
    dashed = "" if place.of_power else ' stroke-dasharray="5 4"'
    return (
        f'<g><title>{escape(willow.title(name))}</title><rect x="{x}" y="{y}" width="{_BOX}" height="{_HIGH}" rx="8" '
        f'fill="Canvas" stroke="currentColor"{dashed}/><text x="{x + 8}" y="{y + 17}" fill="CanvasText" font-weight="bold">'
        f"{escape(willow.title(name))}</text>"
        f'<text x="{x + 8}" y="{y + 34}" fill="CanvasText" font-size="10.5">{escape(" · ".join(more))[:60]}</text>'
        f'<text x="{x + 8}" y="{y + 52}" font-size="11">{there}</text></g>'
    )


def _short(name: str) -> str:
    return willow.title(name).split()[0][:6]
