"""What several panels of a table's page share."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any

from tutor.desk import Viewer
from tutor.draw.html import Html, el
from tutor.draw.tables import Board
from tutor.pages.table.play import HOST, SEAT, Place, Table

#: Under this name a host tells how the seats stand: for each seat its link, its code as a picture, whether somebody is there.
SEATS = "seats"


@lru_cache(maxsize=32)
def drawn(
    board: Callable[..., Board], state: Any, seat: str | None, targets: tuple[str, ...] = (), before: Any = None
) -> Board:
    """The board of a moment as a seat sees it: drawn once for all pages and films that show it, however often they do."""
    return board(state, seat, targets, before)


def curtained(table: Table, viewer: Viewer) -> bool:
    """Whether the next player must first take the screen: others sit before it who may not see what he sees."""
    if table.copied is not None:
        return False
    return (
        table.secret
        and len(table.whose) > 1
        and bool(table.mine)
        and table.seen_as not in table.mine
        and not table.openly
    )


def button(target: str, text: str, look: str = "", tip: str = "", **more: Any) -> Html:
    """Something to press."""
    return el(
        "button",
        text,
        type="button",
        class_=look or None,
        data_target=target,
        title=tip or None,
        data_key=target,
        **more,
    )


def who_plays(place: Place, table: Table, viewer: Viewer) -> str:
    """Who plays a seat, in a word."""
    if place.by == "bot":
        return "bot"
    if place.away:
        return f"{place.name or 'away'}, a bot sits in"
    if viewer.name == SEAT + place.seat or (viewer.name == HOST and place.by == "here" and len(table.whose) == 1):
        return place.name or "you"
    return place.name or ("here" if place.by == "here" else "at a phone")
