"""What each side of a fight adds to its die, and where every point comes from."""

from __future__ import annotations

from dataclasses import dataclass

from engine.mystic_wood.material.cards import CARDS, DENIZENS, name_of, the
from engine.mystic_wood.material.ledger import Why
from engine.mystic_wood.position.draft import Draft, Game
from engine.mystic_wood.position.state import Knight
from engine.mystic_wood.rules.flow import knight_name, team


@dataclass(frozen=True, slots=True)
class Side:
    """One side of a fight or an approach: its name, its points as (what, how many), and the rules behind special ones."""

    name: str
    parts: tuple[tuple[str, int], ...]
    rules: tuple[str, ...] = ()

    @property
    def total(self) -> int:
        """What is added to the die."""
        return sum(points for _, points in self.parts)

    def words(self, die: int) -> str:
        """The whole sum: ``die 3 + strength 3 + Lance 1 = 7``."""
        terms = [f"die {die}", *(f"{what} {points}" for what, points in self.parts)]
        return f"{self.name}: {' + '.join(terms)} = {die + self.total}"


HELPFUL = ("prince", "princess", "sage")


def aid_points(companion: str, strength: bool, prowess: bool) -> int:
    """What a companion's aid adds where strength and prowess count or not.

    `companion.prowess-aid`, `companion.prince-strength`.
    """
    card = DENIZENS[companion]
    if companion not in HELPFUL:
        return 0
    return (card.strength if strength else 0) + (card.prowess if prowess else 0)


def counts(denizen: str) -> tuple[bool, bool]:
    """Whether strength and whether prowess count against a denizen (`challenge.score`)."""
    card = DENIZENS[denizen]
    return card.strength > 0, card.prowess > 0


def helpers(knight: Knight, strength: bool, prowess: bool, against_king: bool = False) -> list[str]:
    """His companions whose aid would add something there."""
    if not knight.companions:
        return []
    return [
        c
        for c in HELPFUL
        if c in knight.companions
        and aid_points(c, strength, prowess)
        and not (against_king and c in ("prince", "princess"))
    ]


def aid_faults(
    knight: Knight, aid: tuple[str, ...], strength: bool, prowess: bool, foe: str, against_king: bool
) -> list[Why]:
    """What speaks against the declared companions."""
    found = []
    for companion in aid:
        if companion not in knight.companions:
            found.append(Why("companion.list", f"{cap_the(companion)} is no companion of {knight_name(knight)}."))
        elif against_king and companion in ("prince", "princess"):
            found.append(Why("companion.not-against-king", f"{cap_the(companion)} does not aid against a King."))
        elif companion not in HELPFUL:
            found.append(
                Why("companion.prowess-aid", f"{cap_the(companion)} has no aid to give in a fight or an approach.")
            )
        elif not aid_points(companion, strength, prowess):
            found.append(
                Why("companion.prowess-aid", f"{cap_the(companion)} adds prowess only, and {foe} is met with strength.")
            )
    return found


def cap_the(card: str) -> str:
    """ "The Sage" at the beginning of a sentence."""
    text = the(card)
    return text[:1].upper() + text[1:]


def _knight_parts(game: Game, knight: Knight, strength: bool, prowess: bool) -> tuple[list[tuple[str, int]], list[str]]:
    parts: list[tuple[str, int]] = []
    rules: list[str] = []
    for card, s, p in knight.totals():
        label = "as King" if card == "king" and knight.king else "" if card == knight.id else name_of(card)
        if card in DENIZENS and card in knight.prowess_cards:
            label = DENIZENS[card].prowess_card or name_of(card)
        if strength and s:
            parts.append((f"{label} strength".strip(), s))
        if prowess and p:
            parts.append((f"{label} prowess".strip(), p))
    if prowess and game.area(knight.at).name == "chapel":
        parts.append(("Chapel", int(CARDS.areas["chapel"].details["knight_prowess"])))
        rules.append("area.chapel")
    return parts, rules


def _aid_parts(aid: tuple[str, ...], strength: bool, prowess: bool) -> tuple[list[tuple[str, int]], list[str]]:
    rules = {"prince": "companion.prince-once", "princess": "companion.princess", "sage": "companion.sage-once"}
    named = [companion for companion in aid if companion in rules]
    found = [rules[companion] for companion in named]
    if named and prowess:
        found.append("companion.prowess-aid")
    if "prince" in named and strength:
        found.append("companion.prince-strength")
    return [(name_of(c), aid_points(c, strength, prowess)) for c in named], found


def knights_side(
    game: Game, knight: Knight, aid: tuple[str, ...], strength: bool, prowess: bool, alone: bool = False
) -> Side:
    """What a Knight, with those who fight beside him, adds to the one die of their side (`challenge.score`, `combine.score`)."""
    fellows = [knight] if alone else team(game, knight)
    parts: list[tuple[str, int]] = []
    rules: list[str] = ["combine.score"] if len(fellows) > 1 else []
    for fellow in fellows:
        own, found = _knight_parts(game, fellow, strength, prowess)
        parts += [(f"{name_of(fellow.id)}'s {what}", points) for what, points in own] if len(fellows) > 1 else own
        rules += found
    helped, found = _aid_parts(aid, strength, prowess)
    return Side(" and ".join(knight_name(f) for f in fellows), (*parts, *helped), (*rules, *found))


def denizens_side(game: Game, denizen: str, at: str, *, place: bool = True) -> Side:
    """What a denizen adds to its die: all its strength and prowess, and what its place lends it (`area.grove`, `area.castle`)."""
    card = DENIZENS[denizen]
    parts: list[tuple[str, int]] = []
    rules: list[str] = []
    if card.strength:
        parts.append(("strength", card.strength))
    if card.prowess:
        parts.append(("prowess", card.prowess))
    name = game.area(at).name if place else None
    if name == "castle" and card.strength:
        parts.append(("Castle", int(CARDS.areas["castle"].details["strength"])))
        rules.append("area.castle")
    if name == "sacred-grove" and card.prowess:
        parts.append(("Sacred Grove", int(CARDS.areas["sacred-grove"].details["denizen_prowess"])))
        rules.append("area.grove")
    return Side(cap_the(denizen), tuple(parts), tuple(rules))


def joust_side(game: Game, knight: Knight, aid: tuple[str, ...], foe: Knight) -> Side:
    """What a Knight's side adds in a joust: everything, and the Castle for who defends it.

    `joust.score`, `area.castle-defender`.
    """
    side = knights_side(game, knight, aid, True, True)
    if game.area(knight.at).name == "castle":
        own = min((k.castle_rank or 1) for k in team(game, knight))
        theirs = min((k.castle_rank or 1) for k in team(game, foe))
        if own < theirs:
            bonus = int(CARDS.areas["castle"].details["strength"])
            return Side(
                side.name, (*side.parts, ("Castle", bonus)), (*side.rules, "area.castle", "area.castle-defender")
            )
    return side


def throw_against(draft: Draft, rule: str, own: Side, other: Side, dice: tuple[int, int]) -> int:
    """Tell both sums of a throw, and give how far the own side leads: 0 is a tie (`challenge.score`, `joust.score`)."""
    rules = dict.fromkeys(own.rules + other.rules)
    draft.say(f"{own.words(dice[0])}; {other.words(dice[1])}.", rule, *rules)
    return dice[0] + own.total - dice[1] - other.total


def approach_total(game: Game, knight: Knight, aid: tuple[str, ...]) -> Side:
    """What is added to the throw for Prince, Princess and Grail: his own prowess and his companions', never a partner's
    (`approach.table`, `combine.not-approach`)."""
    side = knights_side(game, knight, aid, False, True, alone=True)
    rules = side.rules + (("combine.not-approach",) if len(team(game, knight)) > 1 else ())
    return Side(side.name, side.parts, rules)
