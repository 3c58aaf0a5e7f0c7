"""A small card as one holds it: picture, values, what a fight with it or a throw brings. For denizens, things and spells."""

from __future__ import annotations

from collections.abc import Iterable

from engine.mystic_wood.material.cards import CARDS, SAME_CARD, Card, name_of
from tutor.draw.shapes import Box, Group, Layer, Scene, Shape, Words, fitting_size, placed, text_width
from tutor.games.mystic_wood.scene.emblems import glyph
from tutor.games.mystic_wood.scene.faces import face, has_face, portrait
from tutor.games.mystic_wood.scene.tokens import shield

WIDTH, HEIGHT = 200.0, 282.0
_PAD = 14.0


def card_scene(card_id: str, *, thrown: int | None = None) -> Scene:
    """The card of a denizen, thing or spell; ``thrown`` lights the row of its table. KeyError if there is no such card."""
    card = CARDS.all()[card_id]
    shapes: list[Shape] = [
        Box(0, 0, WIDTH, HEIGHT, 12, fill="panel-edge"),
        Box(3, 3, WIDTH - 6, HEIGHT - 6, 10, fill="panel"),
        Box(_PAD, 40, WIDTH - 2 * _PAD, 84, 8, fill="clearing", stroke="panel-edge", width=1.2),
        Words(
            WIDTH / 2,
            23,
            card.name,
            fitting_size(card.name, 19, WIDTH - 30, bold=True),
            fill="panel-ink",
            on="panel",
            bold=True,
            serif=True,
        ),
        *_picture(card),
    ]
    lines = []
    y = 138.0
    for text, bold in _values(card):
        for line in _broken(text, 10.4, WIDTH - 2 * _PAD):
            shapes.append(Words(_PAD, y, line, 10.4, fill="panel-ink", on="panel", anchor="start", bold=bold))
            y += 13.4
        lines.append(text)
    y += 3
    for low, high, reaction in card.table:
        on = thrown is not None and low <= thrown and (high is None or thrown <= high)
        span = f"{low}+" if high is None else str(low) if low == high else f"{low} - {high}"
        fill = "point" if on else "plate"
        shapes += [
            Box(_PAD, y - 8, WIDTH - 2 * _PAD, 16.5, 4, fill=fill, stroke="panel-edge", width=0.8),
            Words(_PAD + 7, y + 0.4, span, 10.4, fill="point-ink" if on else "ink", on=fill, anchor="start", bold=True),
            Words(
                _PAD + 48,
                y + 0.4,
                _reaction(reaction),
                fitting_size(_reaction(reaction), 10.2, WIDTH - 2 * _PAD - 52),
                fill="point-ink" if on else "ink",
                on=fill,
                anchor="start",
            ),
        ]
        lines.append(f"{span}: {_reaction(reaction)}{' (thrown)' if on else ''}")
        y += 18.4
    return Scene(
        f"The card: {card.name}",
        WIDTH,
        HEIGHT,
        (Layer("ground", ()), Layer("tokens", (Group(tuple(shapes)),))),
        (),
        tuple(lines),
    )


def face_scene(card_id: str) -> Scene:
    """Only the picture of a card, without words, for where its name stands beside it. KeyError if there is no such card."""
    card = CARDS.all()[card_id]
    wide, tall = 152.0, 92.0
    shapes = [Box(1, 1, wide - 2, tall - 2, 9, fill="clearing", stroke="panel-edge", width=1.6)]
    if card_id in CARDS.knights:
        picture = shield(card_id, 76, 46, 68)
    else:
        picture = (
            face(card_id, 36, 6, 80)
            if has_face(card_id)
            else [placed(shape, -WIDTH / 2 + 76, -36) for shape in _picture(card)]
        )
    return Scene("", wide, tall, (Layer("ground", ()), Layer("tokens", (Group((*shapes, *picture)),))), (), ())


def portrait_scene(card_id: str) -> Scene:
    """A denizen's face or a thing's sign, as small as a letter. KeyError if there is no such card."""
    CARDS.all()[card_id]
    return Scene("", 24, 24, (Layer("ground", ()), Layer("tokens", (Group(portrait(card_id)),))), (), ())


def _reaction(text: str) -> str:
    for thing in ("golden-bough", "blessing", "potion", "shield", "armour", "wand", "key"):
        text = text.replace(thing, f"the {name_of(thing)}")
    return text


def _values(card: Card) -> list[tuple[str, bool]]:
    """What the card says besides its table, each with whether it stands out."""
    assumed = "*" if card.provenance == "assumed" else ""
    given = _points((card.strength, card.prowess), assumed)
    denizen, approached = card.kind == "denizen", card.kind == "denizen" and not card.challenges
    details = (("vanquished", "Vanquished"), ("vanquisher", "The victor"), ("power", "Power"))
    # What is said, whether it stands out, and of which cards.
    rows: tuple[tuple[str, bool, object], ...] = (
        (f"Challenges: {given}", True, denizen and card.challenges),
        ("Is approached", True, approached),
        ("Die and your prowess together:", False, approached and card.adds_prowess),
        (f"As a companion: {given}", False, approached and card.companion and given),
        ("May become a companion", False, approached and card.companion and not given),
        (f"Adds {given}", True, not denizen and given),
        (f"Its owner has {_points(card.bearer)} more", False, any(card.bearer)),
        (f"Won: {card.prowess_card}, 1 prowess more", False, card.prowess_card),
        (
            f"Vanquished: gives the {name_of(SAME_CARD.get(card.id, card.id))}",
            False,
            card.challenges and card.id in SAME_CARD,
        ),
        *((f"{word}: {card.details.get(key)}", False, isinstance(card.details.get(key), str)) for key, word in details),
        (f"Always: {card.always}", False, card.always),
        ("* assumed: no text gives the value", False, assumed),
    )
    return [(words, stands_out) for words, stands_out, is_so in rows if is_so]


def _points(values: Iterable[int], mark: str = "") -> str:
    """Strength and prowess in words; "" where there is neither."""
    return " and ".join(
        f"{word} {points}{mark}" for word, points in zip(("strength", "prowess"), values, strict=True) if points
    )


def _broken(text: str, size: float, room: float) -> list[str]:
    lines: list[str] = []
    for word in text.split():
        if lines and text_width(f"{lines[-1]} {word}", size) <= room:
            lines[-1] = f"{lines[-1]} {word}"
        else:
            lines.append(word)
    return lines


def _picture(card: Card) -> list[Shape]:
    """The face of a denizen, the sign of anything else, in the middle of the card's upper part."""
    x, y = WIDTH / 2, 82.0
    if has_face(card.id):
        return list(face(card.id, x - 38, y - 38, 76))
    return [placed(shape, x - 32, y - 32, 6.4) for shape in glyph(card.id)]
