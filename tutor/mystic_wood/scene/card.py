"""A small card as one holds it: picture, values, what a fight with it or a throw brings. For denizens, things and spells."""

from __future__ import annotations

from engine.mystic_wood.material.cards import CARDS, SAME_CARD, Card, name_of
from tutor.mystic_wood.scene.emblems import glyph
from tutor.mystic_wood.scene.faces import face, has_face, portrait
from tutor.mystic_wood.scene.tokens import shield
from tutor.scene.shapes import (
    Box,
    Group,
    Layer,
    Scene,
    Shape,
    Words,
    fitting_size,
    placed,
    text_width,
)

WIDTH, HEIGHT = 200.0, 282.0
_PAD = 14.0


def card_scene(card_id: str, *, thrown: int | None = None) -> Scene:
    """The card of a denizen, thing or spell; ``thrown`` lights the row of its table. KeyError if there is no such card."""
    card = CARDS.all()[card_id]
    shapes: list[Shape] = [
        Box(0, 0, WIDTH, HEIGHT, 12, fill="panel-edge"), Box(3, 3, WIDTH - 6, HEIGHT - 6, 10, fill="panel"),
        Box(_PAD, 40, WIDTH - 2 * _PAD, 84, 8, fill="clearing", stroke="panel-edge", width=1.2),
        Words(WIDTH / 2, 23, card.name, fitting_size(card.name, 19, WIDTH - 30, bold=True), fill="panel-ink", on="panel", bold=True, serif=True),
        *_picture(card),
    ]  # fmt: skip
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
            Words(_PAD + 48, y + 0.4, _reaction(reaction), fitting_size(_reaction(reaction), 10.2, WIDTH - 2 * _PAD - 52),
                  fill="point-ink" if on else "ink", on=fill, anchor="start"),
        ]  # fmt: skip
        lines.append(f"{span}: {_reaction(reaction)}{' (thrown)' if on else ''}")
        y += 18.4
    return Scene(
        f"The card: {card.name}", WIDTH, HEIGHT, (Layer("ground", ()), Layer("tokens", (Group(tuple(shapes)),))), (), tuple(lines)
    )


def face_scene(card_id: str) -> Scene:
    """Only the picture of a card, without words, for where its name stands beside it. KeyError if there is no such card."""
    card = CARDS.all()[card_id]
    wide, tall = 152.0, 92.0
    shapes = [Box(1, 1, wide - 2, tall - 2, 9, fill="clearing", stroke="panel-edge", width=1.6)]
    if card_id in CARDS.knights:
        picture = shield(card_id, 76, 46, 68)
    else:
        picture = face(card_id, 36, 6, 80) if has_face(card_id) else [placed(shape, -WIDTH / 2 + 76, -36) for shape in _picture(card)]
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
    found: list[tuple[str, bool]] = []
    assumed = "*" if card.provenance == "assumed" else ""
    given = [f"{word} {points}{assumed}" for word, points in (("strength", card.strength), ("prowess", card.prowess)) if points]
    if card.kind == "denizen" and card.challenges:
        found.append((f"Challenges: {' and '.join(given)}", True))
    elif card.kind == "denizen":
        found.append(("Is approached", True))
        if card.adds_prowess:
            found.append(("Die and your prowess together:", False))
        if given and card.companion:
            found.append((f"As a companion: {' and '.join(given)}", False))
        elif card.companion:
            found.append(("May become a companion", False))
    elif given:
        found.append((f"Adds {' and '.join(given)}", True))
    if any(card.bearer):
        bears = [f"{word} {points}" for word, points in zip(("strength", "prowess"), card.bearer, strict=True) if points]
        found.append((f"Its owner has {' and '.join(bears)} more", False))
    if card.prowess_card:
        found.append((f"Won: {card.prowess_card}, 1 prowess more", False))
    if card.challenges and card.id in SAME_CARD:
        found.append((f"Vanquished: gives the {name_of(SAME_CARD[card.id])}", False))
    for key, word in (("vanquished", "Vanquished"), ("vanquisher", "The victor"), ("power", "Power")):
        if isinstance(card.details.get(key), str):
            found.append((f"{word}: {card.details[key]}", False))
    if card.always:
        found.append((f"Always: {card.always}", False))
    if assumed:
        found.append(("* assumed: no text gives the value", False))
    return found


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
