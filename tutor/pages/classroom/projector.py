"""What the screen shows while the class works at something of its own: where phones come in, what is open, how far all are. It is
told numbers, and nobody's name."""

from __future__ import annotations

from tutor.draw.html import Html, el, join
from tutor.pages.classroom.room import Opening, Room
from tutor.pages.stage.parts import Door, code

#: The most exercises that stand in rows: more would be smaller than one can read from the last bench.
MOST_ROWS = 14


def projected(room: Room, opened: Opening | None, door: Door, here: int) -> Html:
    """What stands on the screen. ``here`` is how many phones are in."""
    rows = counted(room, opened)
    if room.paused:
        head, says = "Look up", "All phones wait. Nothing that was begun is lost."
    elif room.ended:
        head, says = "Well done", "What you did is yours: take it with you, from your phone."
    elif opened is not None:
        head, says = opened.title, _steps(room, opened)
    else:
        head, says = "The Mystic Wood", "Scan the code, or type the address and the word."
    told = join(el("h1", head), el("p", says, class_="st-says") if says else None)
    large = "st-door" if not rows else "st-door st-beside"
    first = el("figure", code(door.wifi), el("figcaption", "1 The Wi-Fi")) if door.wifi and not rows else None
    second = el("figure", code(door.link), el("figcaption", "2 This page") if first is not None else None)
    come = el("p", el("span", door.address), el("b", door.word), el("span", _there(here)), class_="st-come")
    if not rows:
        return el("div", first, second, el("div", told, come), class_=f"{large} st-two" if first is not None else large)
    return el(
        "div", el("div", second, come, class_="st-in"), el("div", told, el("ol", rows, class_="st-rows")), class_=large
    )


def _there(here: int) -> str:
    return "nobody is in yet" if not here else f"{here} {'is' if here == 1 else 'are'} in"


def _steps(room: Room, opened: Opening) -> str:
    return f"Steps {room.first} to {room.last} are open" if room.first and room.last else ""


def counted(room: Room, opened: Opening | None) -> list[Html]:
    """A row for each exercise that is open: how many have solved it. One a single pupil could be known by is no different."""
    if opened is None:
        return []
    steps = list(zip(opened.steps, opened.exercises, strict=True)) if opened.steps else []
    if room.first:
        steps = steps[room.first - 1 : room.last]
    there = [pupil for pupil, each in room.pupils.items() if not each.out]
    rows = []
    for title, exercise in [each for each in steps if each[1]][:MOST_ROWS]:
        solved = sum(room.standing(pupil, exercise) in ("right", "mended") for pupil in there)
        part = 100 * solved / max(1, len(there))
        rows.append(
            el(
                "li",
                el("span", title),
                el("i", el("i", style=f"width:{part:.0f}%"), class_="st-bar"),
                el("b", str(solved)),
                data_key=exercise,
            )
        )
    return rows
