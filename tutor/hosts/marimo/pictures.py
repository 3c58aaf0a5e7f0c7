"""What the marimo notebooks lay out: boards, chances and stories as HTML, for every game that keeps the contract."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any

from engine.contract.events import Event
from engine.text.faults import Faulty
from tutor.draw.html import Html, el, join, picture
from tutor.teach.game import registry as games

#: What a notebook begins with: a Knight before an Orc and an Elf, with help at hand.
EXAMPLE = """\
moment = "arrived"

[areas.c2]
paths    = "NESW"
denizens = ["elf", "orc"]

[knights.roland]
at         = "c2"
came_from  = "c1"
companions = ["prince"]

[knights.george]
at = "c2"
"""
#: The words under which odds are told, in their order, with the colour of each bar.
_BARS = {"win": "#2a7d4f", "tie": "#b8860b", "lose": "#b3402e"}
_OTHER = "#3d6a9e"
_HEADINGS = {"round": "This round", "fight": "The whole fight", "reactions": "What comes of it", "within": "Within"}


class CellResult:
    """What a cell shows: the ``answer`` made in it, or what was wrong with what it was given."""

    answer: Any = None


@contextlib.contextmanager
def told() -> Iterator[CellResult]:
    """Show what is wrong with a situation or an action as a sentence instead of a traceback."""
    import marimo

    shown = CellResult()
    try:
        yield shown
    except Faulty as faulty:
        shown.answer = marimo.callout(marimo.md(faults(faulty)), kind="danger")


def faults(faulty: Faulty) -> str:
    """Every fault as Markdown: where, what, and what would be right."""
    return "\n\n".join(f"**{fault.where}**: {fault.what}. {fault.fix}" for fault in faulty.faults)


def read(text: str) -> Any:
    """The state of a situation or a code, of whichever game it is. Raises Faulty with every fault."""
    return games.game_of(text).read(text)


def code(text: str, state: Any) -> str:
    """The code of a state of the game that ``text`` is of."""
    return str(games.game_of(text).code(state))


#: How what is laid out here looks, whatever the page around it does.
_LOOKS = f"<style>{Path(__file__).with_name('notebook.css').read_text(encoding='utf-8')}</style>"


def side_by_side(left: Any, right: Any) -> str:
    """Two parts beside each other, the left one larger; below each other where there is no room."""
    return f'{_LOOKS}<div class="mw-notebook mw-beside"><div>{left}</div><div>{right}</div></div>'


def board(state: Any) -> str:
    """The board as the game draws it."""
    return f'{_LOOKS}<div class="mw-notebook" style="max-width:760px">{state._repr_svg_() or ""}</div>'


def dice(state: Any) -> int:
    """How many dice are thrown now: 0, 1 or 2."""
    first = next(iter(state.actions()), "") if state is not None and state.decision == "chance" else ""
    return len(first.split()) - 1 if first.startswith("roll ") else 0


def choices(state: Any) -> list[str]:
    """What can be done now, but for throws, which are chosen by their faces."""
    return [] if state is None or dice(state) else list(state.actions())


def meant(state: Any, chosen: str | None, own: int, other: int) -> str:
    """The action the controls name; "" if there is none."""
    thrown = dice(state)
    if thrown:
        return " ".join(("roll", *map(str, (own, other)[:thrown])))
    return chosen or ""


def fights(state: Any) -> list[str]:
    """The legal actions that have chances worth knowing: challenges, jousts, approaches."""
    if state is None or state.decision != "choice":
        return []
    return [action for action in state.actions() if _odds(state, action)]


def _odds(state: Any, action: str) -> Mapping[str, Any]:
    found: Mapping[str, Any] = games.game(_name(state)).odds(state, action).as_dict()
    return {key: value for key, value in found.items() if key != "action" and value}


def _name(state: Any) -> str:
    """The game a state is of, by the package its class comes from."""
    module = type(state).__module__
    return next(name for name, known in games.GAMES.items() if f"{module}.".startswith(f"{known.package}."))


def odds(state: Any, action: str | None) -> str:
    """The exact chances of an action as bars, each with its fraction."""
    if state is None or not action:
        return el("p", "Nobody is to be fought or visited now.")
    shown = [
        join(el("h4", _HEADINGS.get(name, name.replace("_", " "))), *_bars(chances))
        for name, chances in _odds(state, action).items()
    ]
    return el("section", el("h3", action), *shown, aria_label=f"Chances of {action}")


def _bars(chances: Mapping[str, Any]) -> list[Html]:
    rows = []
    for what, told_as in chances.items():
        if isinstance(told_as, Mapping):
            rows += [el("p", what), *_bars(told_as)]
            continue
        chance = Fraction(str(told_as))
        colour = _BARS.get(what, _OTHER)
        rows.append(
            el(
                "div",
                el("span", f"{what}: {told_as} ({float(chance):.0%})"),
                picture(
                    f'<div style="height:.7em;width:{float(chance) * 100:.1f}%;background:{colour};border-radius:3px"></div>'
                ),
                class_="chance",
            )
        )
    return rows


def story(done: Sequence[str], events: Sequence[Event]) -> str:
    """What has been done, and what came of the last of it with the rules behind it."""
    if not done:
        return el("p", "Nothing has been done yet.")
    told_now = [el("li", str(event.text), " ", el("small", ", ".join(event.rules))) for event in events]
    return el("section", el("p", "Done: ", "; ".join(done)), el("ul", *told_now))


def throws(state: Any, sides: str) -> str:
    """All throws that can come now as a table, each coloured by what it leads to; ``sides`` names the rows and columns.

    ``state`` must be at a throw of two dice. A throw is the first side's if its last event names only that side as ``who``.
    """
    own, other = sides.split()
    marks = {throw: _outcome(state.play(throw).events, own) for throw in state.actions()}
    head = el(
        "tr", el("th", f"{own.capitalize()} ↓ {other.capitalize()} →"), *(el("th", str(face)) for face in range(1, 7))
    )
    rows = []
    for mine in range(1, 7):
        cells = []
        for theirs in range(1, 7):
            mark = marks[f"roll {mine} {theirs}"]
            cells.append(el("td", mark, style=f"background:{_BARS[mark]}"))
        rows.append(el("tr", el("th", str(mine)), *cells))
    return el("table", head, *rows, aria_label="All thirty-six throws")


def _outcome(events: Sequence[Event], own: str) -> str:
    """What a joust's throw led to for one of the two: "win", "tie" or "lose"."""
    won = next((event for event in events if event.kind == "joust-won"), None)
    if won is None:
        return "tie"
    return "win" if own in won.who else "lose"
