"""The situation in five large questions: who plays, where do they stand, who is in a tied fight, who is imprisoned, who fights
together. Each answer is one touch and one step of the editor, whatever keys of the format it takes; and what it looks like on the
board: crossed swords between those who are tied, a chain between partners.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import TYPE_CHECKING, Any

from engine import mystic_wood as mw
from engine.mystic_wood.material.cards import CHALLENGERS, KNIGHTS, name_of
from tutor.draw.html import Html, el, join
from tutor.draw.shapes import Disc, Group, Outline, Scene, Shape, line
from tutor.games.mystic_wood.editor.components import card_icon
from tutor.games.mystic_wood.editor.draft_situation import wood_in
from tutor.pages.editor.model import Data, Misplaced

if TYPE_CHECKING:
    from tutor.games.mystic_wood.editor.page import EditorPage


def questions(editing: EditorPage) -> Sequence[tuple[str, Html]]:
    """The five, each with what answers it."""
    data = editing.editor.data
    seats = [seat for seat in data["knights"] if seat in KNIGHTS]
    shown = editing.editor.reading_now.show
    who = [
        el(
            "button",
            card_icon(knight),
            el("span", name_of(knight)),
            data_target=f"quick:who:{knight}",
            aria_pressed=str(knight in seats).lower(),
            aria_label=f"{name_of(knight)} plays",
            class_="mwb-big",
        )
        for knight in KNIGHTS
    ]
    turn = (
        [_big(f"do:turn {seat}", f"{name_of(seat)}'s turn", shown.turn == seat) for seat in seats]
        if len(seats) > 1
        else []
    )
    where = [
        el(
            "label",
            f"{name_of(seat)} ",
            el(
                "select",
                *(
                    el("option", name, value=name, selected=name == _at(data, seat))
                    for name in sorted(wood_in(data).areas)
                ),
                data_input=f"go:{seat}",
                aria_label=f"{name_of(seat)} stands at",
            ),
        )
        for seat in seats
    ]
    tied = [
        _big(f"quick:tied:{seat}:{foe}", f"{name_of(seat)} with {_short(foe)}", _fights(data, seat, foe))
        for seat, foe in _foes(data, seats)
    ]
    jailed = [
        _big(f"quick:jail:{seat}", name_of(seat), bool(data["knights"][seat].get("imprisoned"))) for seat in seats
    ]
    pairs = [
        _big(f"quick:pair:{one}:{other}", f"{name_of(one)} and {name_of(other)}", _partners(data, one, other))
        for one, other in combinations(seats, 2)
    ]
    nobody = el("span", "Put a Knight on the board first.", class_="mwb-note")
    alone = el("span", "It takes two Knights.", class_="mwb-note") if seats else nobody
    none = el("span", "Put him where a denizen or another Knight is.", class_="mwb-note") if seats else nobody
    return (
        ("Who plays?", join(*who, *turn)),
        ("Where?", join(*where) if where else nobody),
        ("Tied in a fight?", join(*tied) if tied else none),
        ("Imprisoned?", join(*jailed) if jailed else nobody),
        ("Fighting together?", join(*pairs) if pairs else alone),
    )


def _big(target: str, text: str, pressed: bool) -> Html:
    return el("button", text, data_target=target, aria_pressed=str(pressed).lower(), class_="mwb-big")


def _short(foe: str) -> str:
    return name_of(foe) if foe in KNIGHTS else f"the {name_of(foe)}"


def _at(data: Data, seat: str) -> str:
    return str(data["knights"].get(seat, {}).get("at", wood_in(data).earthly_gate))


def _fights(data: Data, seat: str, foe: str) -> bool:
    knights = data["knights"]
    return knights[seat].get("fighting") == foe or (foe in knights and knights[foe].get("fighting") == seat)


def _partners(data: Data, one: str, other: str) -> bool:
    return any(b in _listed(data["knights"][a].get("partners")) for a, b in ((one, other), (other, one)))


def _listed(value: object) -> list[str]:
    return [str(each) for each in value] if isinstance(value, list) else []


def _foes(data: Data, seats: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Who can be in a tied fight with whom: those in one place, of the denizens those that challenge, and the Prince, who may."""
    for seat in seats:
        for foe in _listed(data["areas"].get(_at(data, seat), {}).get("denizens")):
            if foe in (*CHALLENGERS, "prince"):
                yield seat, foe
    for one, other in combinations(seats, 2):
        if _at(data, one) == _at(data, other):
            yield one, other


def lines(data: Data, tag: str) -> list[str]:
    """The operations of one answer, done as one step. Misplaced if it makes no sense."""
    kind, _, rest = tag.partition(":")
    one, _, other = rest.partition(":")
    if one not in KNIGHTS or (kind != "who" and one not in data["knights"]):
        raise Misplaced("Nobody of that name plays.")
    if kind == "who":
        return [f"remove {one}"] if one in data["knights"] else [f"seat {one}"]
    if kind == "jail":
        if data["knights"][one].get("imprisoned"):
            return [f"unset {one} imprisoned"]
        return [f"place {one} {wood_in(data).tower}", f"set {one} imprisoned true"]
    if kind == "tied":
        both = [seat for seat in (one, other) if seat in data["knights"]]
        if _fights(data, one, other):
            return [f"unset {seat} fighting" for seat in both]
        return [f'set {one} fighting "{other}"', *(f'set {other} fighting "{one}"' for seat in both if seat == other)]
    if other not in data["knights"]:
        raise Misplaced("Nobody of that name plays.")
    if _partners(data, one, other):
        return [f"unset {seat} partners" for seat in (one, other)]
    turn = str(data.get("turn", next(iter(data["knights"]))))
    stays, comes = (other, one) if turn == other else (one, other)
    there = _at(data, stays)
    brought = [f"place {comes} {there}"] if _at(data, comes) != there else []
    return [*brought, *(f'set {a} partners ["{b}"]' for a, b in ((stays, comes), (comes, stays)))]


# ------------------------------------------------------------------ on the board


def marks(scene: Scene, state: mw.State) -> list[Group]:
    """Crossed swords between those who are in a tied fight, a chain between partners."""
    places = {target.id: target for target in scene.targets}
    found: list[Group] = []
    for knight in state.knights:
        foe: Any = knight.fighting
        if foe and not (foe in KNIGHTS and foe < knight.id):
            kind = "knight" if foe in KNIGHTS else "denizen"
            found += _between(
                places,
                f"knight:{knight.id}",
                f"{kind}:{foe}",
                _SWORDS,
                f"{name_of(knight.id)} and {name_of(foe)}: a tied fight",
            )
        for partner in knight.partners:
            if knight.id < partner:
                found += _between(
                    places,
                    f"knight:{knight.id}",
                    f"knight:{partner}",
                    _CHAIN,
                    f"{name_of(knight.id)} and {name_of(partner)} fight together",
                )
    return found


def _between(places: dict[str, Any], one: str, other: str, shapes: tuple[Shape, ...], label: str) -> list[Group]:
    if one not in places or other not in places:
        return []
    left, right = sorted((places[one], places[other]), key=lambda target: target.middle[0])
    # In the gap between the two, so that it hides neither; partners who fight one another are both to be seen.
    x, y = (left.x + left.w + right.x) / 2, (left.middle[1] + right.middle[1]) / 2
    above = 11 if shapes is _SWORDS else -3
    return [Group(shapes, round(x, 2), round(y - above, 2), 0.8, label=label)]


def _swords() -> tuple[Shape, ...]:
    """Two swords, crossed."""
    found: list[Shape] = [Disc(0, 0, 9.4, fill="plate", stroke="refused", width=1.8)]
    for side in (-1, 1):
        blade, hilt = ((-4.6 * side, 5.4), (4.8 * side, -5.6)), ((-5.2 * side, 1.6), (-1.2 * side, 5.6))
        for stroke, width in (("casing", 3.6), ("ink", 1.9)):
            found += [
                Outline(line(*blade), stroke=stroke, width=width),
                Outline(line(*hilt), stroke=stroke, width=width),
            ]
    return tuple(found)


def _chain() -> tuple[Shape, ...]:
    """Three links in a row."""
    inks = (("casing", 4.2), ("gold", 2.2))
    links = [Disc(x, 0, 3.4, stroke=stroke, width=width) for stroke, width in inks for x in (-5, 0, 5)]
    return (Disc(0, 0, 9.6, fill="plate", stroke="gold", width=1.6), *links)


_SWORDS, _CHAIN = _swords(), _chain()
