"""What a player of the Willow game holds, from near by: his characters with all their cards, and what each card does."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from engine import willow
from engine.willow.material.scenario import ELORA, Army, Card, Material, Treasure
from engine.willow.position.table import UNKNOWN, Character
from engine.willow.rules.values import effective
from tutor.draw.shapes import Box, Group, Layer, Scene, Shape, Words, fitting_size, placed, text_width
from tutor.games.willow.signs import COLOURS, card_back, child, initials, piece

#: The width of the picture, and the edge round it.
WIDTH, _PAD = 236.0, 8.0
_HEAD, _ROW, _LINE = 40.0, 27.0, 9.6
_KINDS = {"keep": "kept", "friend": "Friend", "foe": "Foe", "spell": "Spell", "discard": "played once", "special": ""}
_MOMENTS = {"before-move": "before moving", "before-fight": "before a fight", "any": ""}
_NOTE = "* an assumed figure: the text we have does not give it"


def hand_scene(state: willow.State, names: Sequence[str]) -> Scene:
    """These characters and their cards, as far as ``state`` knows them. KeyError if there is no such character."""
    shapes: list[Shape] = []
    lines: list[str] = []
    y = _PAD
    for name in names:
        one = state.character(name)
        shapes += _head(state, one, y)
        y += _HEAD
        lines.append(
            f"{willow.title(name)} in {willow.title(one.at)}: {values_words(state, one)}, Health {one.health}."
        )
        for card, heading in held(state.material, one):
            rows, told = _row(state.material, card, heading, y)
            shapes += rows
            lines.append(told)
            y += _ROW
        if hidden := one.hand.count(UNKNOWN):
            shapes += _back(f"{hidden} card{'s' if hidden > 1 else ''} in hand that you do not see", "", y)
            lines.append(f"{hidden} cards in hand that are not known.")
            y += _ROW
        if not one.hand and not list(held(state.material, one)):
            shapes.append(_said("no cards", _PAD + 4, y + 4, 9.0))
            y += 16
        y += 6
    if any("*" in line for line in lines):
        shapes.append(_said(_NOTE, _PAD, y + 3, 7.4))
        lines.append(f"{_NOTE}.")
        y += 12
    back = Group((Box(0, 0, WIDTH, y + 2, 9, fill="panel", stroke="panel-edge", width=1.2),))
    layers = (Layer("ground", (back,)), Layer("tokens", (Group(tuple(shapes)),)))
    return Scene(f"{' and '.join(map(willow.title, names))}: all cards", WIDTH, y + 2, layers, (), tuple(lines))


def held(material: Material, one: Character) -> Iterator[tuple[str, str]]:
    """Every card a character has that is known, and how he has it: "in hand", "face up", "Treasure", "Army", "Foe"."""
    for cards, heading in (
        (one.hand, "in hand"),
        (one.face_up, "face up"),
        (one.spells, "face up"),
        (one.treasures, "Treasure"),
        (one.foes, "Foe"),
    ):
        yield from ((card, heading) for card in cards if card != UNKNOWN)
    if one.army:
        yield material.army_of[one.side].id, "Army"


def values_words(state: willow.State, one: Character) -> str:
    """Prowess, Magic and Stealth as they count now: "Prowess 3+5, Magic 0, Stealth 1"."""
    told = []
    for value in ("prowess", "magic", "stealth"):
        measure, base = effective(state, one.id, value), getattr(one, value)
        if measure.lacking:
            number = "?"
        elif base is not None and measure.total > base:
            number = f"{base}+{measure.total - base}"
        else:
            number = str(measure.total)
        told.append(f"{value.capitalize()} {number}")
    return ", ".join(told)


def card_words(material: Material, card: str) -> str:
    """What a card, a Treasure or an Army is and does; an assumed figure has an asterisk.

    >>> card_words(willow.scenarios()["training"], "sword"), card_words(willow.scenarios()["training"], "bear")
    ('kept: Prowess +2', 'Foe: Prowess 2, Health 3*')
    """
    if card == ELORA:
        return "the child: Good hides her, Evil wants her in Nockmaar Castle"
    if card in material.treasures:
        return "Treasure: " + (", ".join(_treasure(material, material.treasures[card])) or "no effect is known")
    if card in material.armies:
        return "Army: " + ", ".join(_army(material, material.armies[card]))
    one = material.cards[card]
    parts = ", ".join(_card(material, one))
    kind = _KINDS.get(one.kind, one.kind) + (f" of {one.side.capitalize()}" if one.side else "")
    return f"{kind}: {parts}" if parts else kind


def _star(material: Material, what: str, card: str) -> str:
    return "*" if material.assumed([f"{what} of {card}"]) else ""


def _added(material: Material, one: Card | Treasure | Army, sign: str) -> Iterator[str]:
    """What it adds to the three values."""
    for value in ("prowess", "magic", "stealth"):
        if number := getattr(one, value, 0):
            yield f"{value.capitalize()} {sign}{number}{_star(material, value, one.id)}"


def _card(material: Material, one: Card) -> Iterator[str]:
    yield from _added(material, one, "" if one.kind == "foe" else "+")
    if one.move:
        yield f"{one.move} space{'s' if one.move > 1 else ''} farther{_star(material, 'move', one.id)}"
    if one.health:
        yield f"Health {one.health}{_star(material, 'health', one.id)}"
    star = _star(material, "effect", one.id)
    for what, value in one.effect:
        yield _EFFECTS.get(what, what).format(value, willow.title(str(value)) if value != "any" else "any place") + star
    if one.resistance is not None:
        yield f"Resistance {one.resistance}{_star(material, 'resistance', one.id)}"
    when = [told for told in map(_MOMENTS.get, one.when) if told]
    if when:
        yield " or ".join(when) + _star(material, "time", one.id)


#: What the parts of an effect are, by their name: {0} is the figure, {1} a place.
_EFFECTS = {
    "moves": "moves {0} spaces",
    "prowess": "Prowess +{0} in the fight",
    "finds": "finds {1} without a throw",
    "harm": "takes {0} Health",
    "heals": "gives back {0} Health",
    "transforms": "transforms somebody",
    "love": "may turn a heart",
    "turn": "another turn",
    "spies": "looks at cards",
}


def _treasure(material: Material, one: Treasure) -> Iterator[str]:
    yield from _added(material, one, "+")
    if one.frees:
        yield "frees Tir Asleen"
    if one.halves:
        yield "halves what he loses"
    if one.companion:
        yield f"a companion, as {one.companion}"


def _army(material: Material, one: Army) -> Iterator[str]:
    yield f"Prowess +{one.prowess}{_star(material, 'prowess', one.id)}"
    if one.stealth:
        yield f"Stealth +{one.stealth}{_star(material, 'stealth', one.id)}"
    if one.betrays:
        yield "whoever leads it is always found"


# ------------------------------------------------------------------ drawing
def _said(words: str, x: float, y: float, size: float, bold: bool = False) -> Words:
    return Words(
        x,
        y,
        words,
        fitting_size(words, size, WIDTH - x - _PAD, bold=bold),
        "panel-ink",
        "panel",
        anchor="start",
        bold=bold,
    )


def _head(state: willow.State, one: Character, y: float) -> list[Shape]:
    """A character: his piece, his name, where he is, and how he fares."""
    name = willow.title(one.id)
    fill, _ = COLOURS[one.side]
    told = f"{values_words(state, one)}, Health {one.health}"
    found: list[Shape] = [Box(_PAD, y, WIDTH - 2 * _PAD, _HEAD - 4, 5, fill="plate", stroke=fill, width=1.4)]
    found += [
        placed(shape, _PAD + 19, y + 17, 0.95)
        for shape in piece(one.side, initials(one.id), one.transformed, one.found)
    ]
    found.append(_said(name, _PAD + 38, y + 12, 12.5, bold=True))
    where = f"in {willow.title(one.at)}"
    at = _PAD + 44 + text_width(name, 12.5, bold=True)
    found.append(_said(where, at, y + 12, _LINE))
    found.append(_said(told, _PAD + 38, y + 26, _LINE))
    return found


def _row(material: Material, card: str, heading: str, y: float) -> tuple[Sequence[Shape], str]:
    """A card: its kind as a small picture, its name, how it is held, and what it does."""
    does = card_words(material, card)
    name = willow.title(card)
    label = f"{name} ({heading})" if heading == "face up" else name
    kind = "special" if card == ELORA else material.cards[card].kind if card in material.cards else "keep"
    return _back(label, does, y, kind, child(0, 0, True) if card == ELORA else ()), f"{label}: {does}."


def _back(name: str, does: str, y: float, kind: str = "discard", sign: Iterable[Shape] = ()) -> list[Shape]:
    drawn = tuple(sign)
    at = (_PAD + 14, y + 11, 1.0) if drawn else (_PAD + 5, y, 0.9)
    found = [placed(shape, *at) for shape in drawn or card_back(kind)]
    found.append(_said(name, _PAD + 28, y + (7 if does else 12), 11.0, bold=bool(does)))
    if does:
        found.append(_said(does, _PAD + 28, y + 18.5, _LINE))
    return found
