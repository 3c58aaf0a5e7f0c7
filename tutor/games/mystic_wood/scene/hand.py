"""A Knight's hand: his strength and prowess and where they come from, his companions, things and prowess cards."""

from __future__ import annotations

from engine.mystic_wood.material.cards import CARDS, name_of
from engine.mystic_wood.play.state import State
from engine.mystic_wood.position.table import Knight
from tutor.draw.shapes import (
    Box,
    Group,
    Layer,
    Outline,
    Scene,
    Shape,
    Target,
    Words,
    fitting_size,
    placed,
    polygon,
    text_width,
)
from tutor.games.mystic_wood.scene.emblems import glyph
from tutor.games.mystic_wood.scene.tokens import shield
from tutor.games.mystic_wood.scene.words import due_words, knight_words, prowess_card_name

WIDTH = 236.0
_PAD = 8.0


def hand_scene(state: State, knight_id: str, *, sums: bool = True) -> Scene:
    """The hand of a Knight as a panel to stand beside the board. KeyError if he is not in the game.

    Without ``sums`` his totals are left open, for an exercise that asks for them. Assumed values have an asterisk.
    """
    knight = state.knight(knight_id)
    decides = not state.over and state.to_move == knight_id
    shapes = _head(state, knight, decides)
    lines = [knight_words(state, knight, sums=sums) + "."]
    y, assumed = 58.0, False
    for kind in ("strength", "prowess"):
        total, sources = _summed(state, knight_id, kind)
        assumed = assumed or "*" in sources
        more, high = _total(kind, total, f"= {sources}", y) if sums else _total(kind, "?", "to be reckoned", y)
        shapes += more
        lines.append(f"{kind.capitalize()} {total}: {sources}." if sums else f"{kind.capitalize()}: to be reckoned.")
        y += high
    targets: list[Target] = []
    for heading, cards in _held(state, knight):
        if cards or heading == "Things":
            y = _row(heading, cards, y + 4, shapes, targets)
    if assumed:
        note = "* an assumed value: no text gives it"
        shapes.append(Words(_PAD, y + 2, note, 7.6, fill="panel-ink", on="panel", anchor="start"))
        lines.append("* An assumed value: no text gives it.")
        y += 11
    height = y + 5
    edge, width = ("gold", 2.0) if decides else ("panel-edge", 1.2)
    back = Group((Box(0, 0, WIDTH, height, 9, fill="panel", stroke=edge, width=width),))
    layers = (Layer("ground", (back,)), Layer("tokens", (Group(tuple(shapes)),)))
    return Scene(f"{name_of(knight_id)}'s hand", WIDTH, height, layers, tuple(targets), tuple(lines))


def _head(state: State, knight: Knight, decides: bool) -> list[Shape]:
    """His shield, his name, his quest and how he fares."""
    held = "imprisoned" if knight.imprisoned else "captured" if knight.captured else ""
    shapes = [*shield(knight.id, 27, 31, 36, decides=decides, king=knight.king, status=held)]
    name = f"{name_of(knight.id)}{', King' if knight.king else ''}"
    shapes.append(Words(54, 17, name, 14, fill="panel-ink", on="panel", anchor="start", bold=True, serif=True))
    quest = state.cards.knights[knight.id].quest
    told = [(43, _fares(state, knight.id))]
    if quest is not None and not knight.king:  # a King's old quest is void
        told.insert(0, (31, f"Quest: {quest.text}{' – done' if knight.quest_done else ''}"))
    for y, text in told:
        size = fitting_size(text, 8.2, WIDTH - 62)
        shapes.append(Words(54, y, text, size, fill="panel-ink", on="panel", anchor="start"))
    return shapes


def _summed(state: State, knight_id: str, kind: str) -> tuple[str, str]:
    """His strength or prowess, and what it comes from."""
    which, total = (1, state.strength(knight_id)) if kind == "strength" else (2, state.prowess(knight_id))
    parts = [(_source(state, knight_id, part[0]), part[which]) for part in state.totals(knight_id) if part[which]]
    return str(total), " + ".join(f"{name} {points}" for name, points in parts) or "nothing"


def _held(state: State, knight: Knight) -> list[tuple[str, list[tuple[str, str, str]]]]:
    """What he has, by headings: what it is called where one points at it, the card, its picture."""
    also = (("horse", knight.horse), ("holy-grail", knight.grail), ("blessing", knight.blessing))
    return [
        ("Companions", [(f"companion:{c}", c, "companion") for c in knight.companions]),
        ("Things", [(f"thing:{t}", t, t) for t in knight.things]),
        ("Also", [(f"card:{c}", c, c) for c, has in also if has]),
        ("Prowess cards", [(f"prowess:{c}", c, "prowess-card") for c in knight.prowess_cards]),
        (f"Not his yet ({due_words(state, knight)[0]})", [(f"due:{c}", c, c) for c in knight.due]),
    ]


def _row(
    heading: str, cards: list[tuple[str, str, str]], y: float, shapes: list[Shape], targets: list[Target]
) -> float:
    """The cards under a heading, as many beside one another as there is room for; how far down they reach."""
    shapes.append(Words(_PAD, y + 4, heading, 8.4, fill="panel-ink", on="panel", anchor="start", bold=True))
    y += 12
    if not cards:
        shapes.append(Words(_PAD, y + 3, "none", 8.4, fill="panel-ink", on="panel", anchor="start"))
        return y + 10
    x = _PAD
    for target, card, picture in cards:
        name = prowess_card_name(card) if picture == "prowess-card" else name_of(card)
        w = 19 + text_width(name, 9) + 4
        if x + w > WIDTH - _PAD + 2 and x > _PAD:
            x, y = _PAD, y + 18.5
        shapes += [
            Box(x, y, w, 15.5, 3, fill="tag", stroke="tag-edge", width=1.2),
            *(placed(s, x + 2.4, y + 1.9, 1.18) for s in glyph(picture)),
            Words(x + 17, y + 7.9, name, 9, fill="tag-ink", on="tag", anchor="start"),
        ]
        targets.append(Target(target, name, x, y, w, 15.5, x + w / 2, y + 7.75))
        x += w + 5
    return y + 19


def _source(state: State, knight_id: str, card: str) -> str:
    """What a part of a total is called: a prowess card by its own name; with an asterisk if its value is assumed."""
    if card in state.knight(knight_id).prowess_cards:
        return prowess_card_name(card)
    every = CARDS.all()
    return f"{name_of(card)}*" if card in every and every[card].provenance == "assumed" else name_of(card)


def _fares(state: State, knight_id: str) -> str:
    knight = state.knight(knight_id)
    if knight.out:
        return "out of the game"
    words = f"at {knight.at}"
    name = state.area(knight.at).name
    if name:
        words += f", {name_of(name)}"
    for says, word in (
        (knight.imprisoned, "imprisoned"),
        (knight.captured, "captured"),
        (knight.inside and state.area(knight.at).has_inside, "inside"),
    ):
        if says:
            words += f", {word}"
    if knight.must_rescue:
        words += f"; must rescue {' and '.join(name_of(card) for card in knight.must_rescue)}"
    return words


def _total(kind: str, total: str, sources: str, y: float) -> tuple[list[Shape], float]:
    """A total in its sign (a disc for strength, a diamond for prowess) with the sum it comes from, and how high that is."""
    lines: list[str] = []
    for word in sources.replace(" + ", " +~").split("~"):  # broken only after a plus sign
        if lines and text_width(lines[-1] + " " + word, 8.4) <= WIDTH - 44 - _PAD:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    height = 13 + 10.5 * len(lines)
    middle = y + max(0.0, height - 25) / 2
    mark: Shape = (
        Outline(
            polygon((21, middle - 2.5), (35.5, middle + 12), (21, middle + 26.5), (6.5, middle + 12)), fill="prowess"
        )
        if kind == "prowess"
        else Box(9.5, middle + 0.5, 23, 23, 11.5, fill="strength")
    )
    found: list[Shape] = [
        mark,
        Words(21, middle + 12.2, total, 14, fill="disc-ink", on=kind, bold=True),
        Words(41, y + 6, kind.capitalize(), 9.6, fill="panel-ink", on="panel", anchor="start", bold=True),
    ]
    for i, line in enumerate(lines):
        found.append(Words(41, y + 17.5 + 10.5 * i, line, 8.4, fill="panel-ink", on="panel", anchor="start"))
    return found, max(height, 25) + 7
