"""What each side of a fight adds to its die, and where every point comes from."""

from __future__ import annotations

from typing import NamedTuple

from engine.contract.events import Sum
from engine.contract.verdicts import Why
from engine.mystic_wood.material.cards import Cards, name_of, the
from engine.mystic_wood.position.draft import AnyPosition, Draft
from engine.mystic_wood.position.table import Knight
from engine.mystic_wood.position.words import knight_name, listed, no
from engine.mystic_wood.rules.castle import defends_castle
from engine.mystic_wood.rules.queries import outside, team
from engine.text.faults import cap


class Side(NamedTuple):
    """One side of a fight or an approach: who, its name, its points as (what, how many), and the rules behind special ones."""

    of: tuple[str, ...]
    name: str
    parts: tuple[tuple[str, int], ...]
    rules: tuple[str, ...] = ()

    @property
    def total(self) -> int:
        """What is added to the die."""
        return sum(points for _, points in self.parts)

    def thrown(self, die: int) -> Sum:
        """The sum with this die."""
        return Sum(self.of, self.name, die, self.parts)


#: Companions whose aid adds something, each with the rule that says what.
AID_RULES = {"prince": "companion.prince-once", "princess": "companion.princess", "sage": "companion.sage-once"}
HELPFUL = tuple(AID_RULES)
#: Those who give their aid once and are gone.
ONE_TIME = ("prince", "sage")
#: Those who do not aid against a King (`companion.not-against-king`).
NOT_AGAINST_A_KING = ("prince", "princess")


def aid_points(cards: Cards, companion: str, strength: bool, prowess: bool) -> int:
    """What a companion's aid adds where strength and prowess count or not.

    `companion.prowess-aid`, `companion.prince-strength`.
    """
    if companion not in AID_RULES:
        return 0
    card = cards.denizens[companion]
    return (card.strength if strength else 0) + (card.prowess if prowess else 0)


def counts(cards: Cards, denizen: str) -> tuple[bool, bool]:
    """Whether strength and whether prowess count against a denizen (`challenge.score`)."""
    card = cards.denizens[denizen]
    return card.strength > 0, card.prowess > 0


def helpers(game: AnyPosition, knight: Knight, strength: bool, prowess: bool) -> list[str]:
    """His companions whose aid would add something there; what else speaks against it, :func:`aid_faults` says."""
    if not knight.companions:
        return []
    return [c for c in HELPFUL if c in knight.companions and aid_points(game.cards, c, strength, prowess)]


def aid_faults(
    game: AnyPosition, knight: Knight, aid: tuple[str, ...], strength: bool, prowess: bool, foe: str, against_king: bool
) -> list[Why]:
    """What speaks against the declared companions."""
    found = []
    for companion in aid:
        if companion not in knight.companions:
            case = "companion.list"
        elif against_king and companion in NOT_AGAINST_A_KING:
            case = "companion.not-against-king"
        elif companion not in AID_RULES:
            case = "companion.prowess-aid none"
        elif not aid_points(game.cards, companion, strength, prowess):
            case = "companion.prowess-aid prowess-only"
        elif companion == "prince" and outside(game, knight):
            case = "area.cave-island-leave helper"
        else:
            continue
        found.append(no(case, companion, knight, foe, about=(companion,)))
    return found


def _knight_parts(
    game: AnyPosition, knight: Knight, strength: bool, prowess: bool
) -> tuple[list[tuple[str, int]], list[str]]:
    parts: list[tuple[str, int]] = []
    rules: list[str] = []
    denizens = game.cards.denizens
    for card, s, p in knight.totals(game.cards):
        label = "as King" if card == "king" and knight.king else "" if card == knight.id else name_of(card)
        if card in denizens and card in knight.prowess_cards:
            label = denizens[card].prowess_card or name_of(card)
        if strength and s:
            parts.append((f"{label} strength".strip(), s))
        if prowess and p:
            parts.append((f"{label} prowess".strip(), p))
    if prowess and game.area(knight.at).name == "chapel":
        parts.append(("Chapel", int(game.cards.areas["chapel"].details["knight_prowess"])))
        rules.append("area.chapel")
    return parts, rules


def _aid_parts(
    cards: Cards, aid: tuple[str, ...], strength: bool, prowess: bool
) -> tuple[list[tuple[str, int]], list[str]]:
    named = [companion for companion in aid if companion in AID_RULES]
    found = [AID_RULES[companion] for companion in named]
    if named and prowess:
        found.append("companion.prowess-aid")
    if "prince" in named and strength:
        found.append("companion.prince-strength")
    return [(name_of(c), aid_points(cards, c, strength, prowess)) for c in named], found


def knights_side(
    game: AnyPosition, knight: Knight, aid: tuple[str, ...], strength: bool, prowess: bool, alone: bool = False
) -> Side:
    """What a Knight, with those who fight beside him, adds to the one die of their side (`challenge.score`, `combine.score`)."""
    fellows = [knight] if alone else team(game, knight)
    together = len(fellows) > 1
    parts: list[tuple[str, int]] = []
    rules: list[str] = ["combine.score"] if together else []
    for fellow in fellows:
        own, found = _knight_parts(game, fellow, strength, prowess)
        parts += [(f"{name_of(fellow.id)}'s {what}", points) for what, points in own] if together else own
        rules += found
    helped, found = _aid_parts(game.cards, aid, strength, prowess)
    return Side(tuple(f.id for f in fellows), listed(map(knight_name, fellows)), (*parts, *helped), (*rules, *found))


def denizens_side(game: AnyPosition, denizen: str, at: str, *, place: bool = True) -> Side:
    """What a denizen adds to its die: all its strength and prowess, and what its place lends it (`area.grove`, `area.castle`)."""
    parts, rules = _denizens_parts(game.cards, denizen, game.area(at).name if place else None)
    return Side((denizen,), cap(the(denizen)), parts, rules)


def denizens_points(cards: Cards, denizen: str, place: str | None) -> int:
    """How much that is in all, at a place of that name."""
    return sum([points for _, points in _denizens_parts(cards, denizen, place)[0]])


def _denizens_parts(
    cards: Cards, denizen: str, place: str | None
) -> tuple[tuple[tuple[str, int], ...], tuple[str, ...]]:
    card = cards.denizens[denizen]
    parts: list[tuple[str, int]] = []
    rules: list[str] = []
    if card.strength:
        parts.append(("strength", card.strength))
    if card.prowess:
        parts.append(("prowess", card.prowess))
    if place == "castle" and card.strength:
        parts.append(("Castle", int(cards.areas["castle"].details["strength"])))
        rules.append("area.castle")
    if place == "sacred-grove" and card.prowess:
        parts.append(("Sacred Grove", int(cards.areas["sacred-grove"].details["denizen_prowess"])))
        rules.append("area.grove")
    return tuple(parts), tuple(rules)


def joust_side(game: AnyPosition, knight: Knight, aid: tuple[str, ...], foe: Knight) -> Side:
    """What a Knight's side adds in a joust: everything, and the Castle for who defends it.

    `joust.score`, `area.castle-defender`.
    """
    side = knights_side(game, knight, aid, True, True)
    if not defends_castle(game, knight, foe):
        return side
    bonus = int(game.cards.areas["castle"].details["strength"])
    return side._replace(
        parts=(*side.parts, ("Castle", bonus)), rules=(*side.rules, "area.castle", "area.castle-defender")
    )


def approach_side(game: AnyPosition, knight: Knight, aid: tuple[str, ...]) -> Side:
    """What is added to the throw for Prince, Princess and Grail: his own prowess and his companions', never a partner's
    (`approach.table`, `combine.not-approach`)."""
    side = knights_side(game, knight, aid, False, True, alone=True)
    return side._replace(rules=(*side.rules, "combine.not-approach")) if len(team(game, knight)) > 1 else side


def throw_against(draft: Draft, rule: str, own: Side, other: Side, dice: tuple[int, int]) -> int:
    """Tell both sums of a throw, and give how far the own side leads: 0 is a tie (`challenge.score`, `joust.score`)."""
    sums = own.thrown(dice[0]), other.thrown(dice[1])
    knights = tuple(k for k in own.of if k in draft.seat), tuple(k for k in other.of if k in draft.seat)
    draft.tell(
        "fight-thrown",
        rule,
        *dict.fromkeys(own.rules + other.rules),
        who=knights[0],
        others=knights[1],
        what=tuple(k for k in other.of if k not in draft.seat),
        dice=dice,
        sums=sums,
    )
    return sums[0].total - sums[1].total
