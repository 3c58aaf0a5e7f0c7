"""A small card as one holds it: picture, values, what a fight with it or a throw brings. For denizens, things and spells."""

from __future__ import annotations

from engine.mystic_wood.material.cards import CARDS, SAME_CARD, Card, name_of
from tutor.mystic_wood.scene.emblems import glyph
from tutor.mystic_wood.scene.tokens import disc, disc_of
from tutor.scene.shapes import (
    Box,
    Disc,
    Group,
    Layer,
    Outline,
    Piece,
    Scene,
    Shape,
    Words,
    fitting_size,
    placed,
    polygon,
    text_width,
)

WIDTH, HEIGHT = 200.0, 282.0
_PAD = 14.0
#: What stands behind a card's picture.
_BEASTS = ("wild-boar", "wild-ox", "troll", "giant", "orc", "dragon")
_MAGES = ("wizard", "magician", "arch-mage", "merlin", "illusion", "witch")
_CROWNED = ("king", "queen", "prince", "princess", "enchantress")
_HOLY = ("bishop", "hermit", "sage", "druid")


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
    picture = [placed(shape, -WIDTH / 2 + 66, -36) for shape in _picture(card)]
    return Scene("", wide, tall, (Layer("ground", ()), Layer("tokens", (Group((*shapes, *picture)),))), (), ())


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


# ---------------------------------------------------------------- pictures, round (0, 0), about 60 units high
def _picture(card: Card) -> list[Shape]:
    x, y = WIDTH / 2, 82.0
    if card.kind != "denizen" or card.id in ("horse", "holy-grail"):
        return [placed(shape, x - 32, y - 32, 6.4) for shape in glyph(card.id)]
    kind, number, _ = disc_of(card)
    motif = (
        _beast(card.id) if card.id in _BEASTS else _mage(kind) if card.id in _MAGES else _crowned(kind) if card.id in _CROWNED
        else _holy(kind) if card.id in _HOLY else _person(kind)
    )  # fmt: skip
    found = [placed(shape, x, y) for shape in motif]
    return [*found, *disc(kind, number, WIDTH - _PAD - 16, 56, 12)]


def _head(colour: str) -> list[Shape]:
    """A figure in a cloak."""
    cloak: tuple[Piece, ...] = (("M", -27, 36), ("C", -26, 8, -15, -2, 0, -2), ("C", 15, -2, 26, 8, 27, 36), ("Z",))
    return [Outline(cloak, fill=colour, stroke="ink", width=1.6), Disc(0, -12, 13, fill="sand", stroke="ink", width=1.6),
            Disc(-4.5, -13, 1.6, fill="ink"), Disc(4.5, -13, 1.6, fill="ink")]  # fmt: skip


def _mage(colour: str) -> list[Shape]:
    hat = Outline(polygon((-17, -20), (17, -20), (2, -45)), fill="violet", stroke="ink", width=1.6)
    beard = Outline((("M", -9, -8), ("C", -8, 8, -2, 16, 0, 18), ("C", 2, 16, 8, 8, 9, -8), ("Z",)), fill="chalk", stroke="ink", width=1.2)
    return [*_head(colour), beard, hat, Disc(2, -32, 2.4, fill="gold")]


def _crowned(colour: str) -> list[Shape]:
    crown = polygon((-14, -22), (-16, -38), (-8, -30), (0, -42), (8, -30), (16, -38), (14, -22))
    return [*_head(colour), Outline(crown, fill="gold", stroke="ink", width=1.6)]


def _holy(colour: str) -> list[Shape]:
    halo = Disc(0, -14, 19, stroke="gold", width=3.4)
    return [halo, *_head(colour), Outline((("M", 0, 8), ("L", 0, 30), ("M", -7, 15), ("L", 7, 15)), stroke="gold", width=3)]


def _person(colour: str) -> list[Shape]:
    hair: tuple[Piece, ...] = (("M", -13, -12), ("C", -14, -30, 14, -30, 13, -12), ("C", 6, -20, -6, -20, -13, -12), ("Z",))
    return [*_head(colour), Outline(hair, fill="bark", stroke="ink", width=1.2)]


def _beast(card_id: str) -> list[Shape]:
    """A head with horns, tusks or wings."""
    fill = {"dragon": "crimson", "orc": "leaf2", "troll": "stone", "giant": "sand"}.get(card_id, "bark-light")
    skull: tuple[Piece, ...] = (
        ("M", -22, -16), ("C", -20, -30, 20, -30, 22, -16), ("C", 22, 2, 16, 12, 12, 24), ("C", 8, 34, -8, 34, -12, 24),
        ("C", -16, 12, -22, 2, -22, -16), ("Z",),
    )  # fmt: skip
    found: list[Shape] = []
    if card_id == "dragon":
        wing = polygon((-20, -8), (-52, -34), (-48, 2), (-38, -2), (-34, 14), (-20, 8))
        found += [Outline(wing, fill="crimson-soft", stroke="ink", width=1.4),
                  Outline(polygon((20, -8), (52, -34), (48, 2), (38, -2), (34, 14), (20, 8)), fill="crimson-soft", stroke="ink", width=1.4)]  # fmt: skip
    if card_id in ("wild-ox", "dragon"):
        horns: tuple[Piece, ...] = (("M", -18, -20), ("C", -34, -22, -34, -36, -28, -42), ("M", 18, -20), ("C", 34, -22, 34, -36, 28, -42))
        found += [Outline(horns, stroke="ink", width=7.4), Outline(horns, stroke="chalk", width=5)]
    found += [Outline(skull, fill=fill, stroke="ink", width=1.8), Disc(-9, -8, 3, fill="ink"), Disc(9, -8, 3, fill="ink")]
    if card_id in ("wild-boar", "orc", "troll"):
        tusks: tuple[Piece, ...] = (("M", -8, 24), ("C", -14, 22, -15, 14, -13, 9), ("M", 8, 24), ("C", 14, 22, 15, 14, 13, 9))
        found += [Outline(tusks, stroke="ink", width=5), Outline(tusks, stroke="chalk", width=3)]
    if card_id in ("wild-boar", "wild-ox"):
        found += [Box(-9, 12, 18, 13, 6, fill="crimson-soft", stroke="ink", width=1.2), Disc(-4, 18.5, 2, fill="ink"), Disc(4, 18.5, 2, fill="ink")]
    else:
        found.append(Outline((("M", -8, 18), ("C", -3, 22, 3, 22, 8, 18)), stroke="ink", width=2.2))
    return found
