"""The Tower's prison and the Enchantress's hands: the throw to get free, the Key, and letting others out."""

from __future__ import annotations

from engine.contract.verdicts import Why
from engine.mystic_wood.position.actions import Action
from engine.mystic_wood.position.draft import AnyPosition, Draft, plus
from engine.mystic_wood.position.table import Knight, Pending, Position
from engine.mystic_wood.position.words import no
from engine.mystic_wood.rules.queries import playing
from engine.mystic_wood.rules.turns import end_turn


def why_held(knight: Knight, action: Action) -> list[Why]:
    """What prison or captivity keeps a Knight from (`tower.escape`, `card.enchantress-captures`).

    Before his throw a prisoner may part with things, a captive also use what is used at the beginning of a turn.
    """
    if knight.imprisoned and action.verb not in ("use-key", "try-to-escape", "drop", "offer"):
        return [no("tower.escape must-get-out", knight)]
    if knight.captured and action.verb not in ("try-to-escape", "drop", "offer", "wand", "storm", "arch-mage"):
        return [no("card.enchantress-captures must-get-out", knight)]
    return []


def why_use_key(position: Position, knight: Knight, action: Action) -> list[Why]:
    """Reasons against opening one's own prison with the Key (`thing.key`)."""
    found = []
    if not knight.imprisoned:
        found.append(no("thing.key release", knight))
    if "key" not in knight.things:
        found.append(no("thing.key not-had", knight, about=("key",)))
    return found


def do_use_key(draft: Draft, action: Action) -> None:
    """The Key opens the prison."""
    knight = draft.set_knight(draft.turn, imprisoned=False)
    draft.powers = plus(draft.powers, "key")
    draft.tell("key-opens", "thing.key", who=knight, what="key", at=knight.at)


def why_try_to_escape(position: Position, knight: Knight, action: Action) -> list[Why]:
    """Reasons against throwing for one's freedom (`tower.escape`, `card.enchantress-captures`)."""
    if not knight.imprisoned and not knight.captured:
        return [no("tower.escape free", knight)]
    return []


def do_try_to_escape(draft: Draft, action: Action) -> None:
    """He throws, though he might do something else first."""
    knight = draft.mover
    keeps_key = knight.imprisoned and "key" in knight.things
    draft.tell("prefers-die" if keeps_key else "tries-luck", escape_rule(knight), who=knight)
    begin_escape(draft)


def begin_escape(draft: Draft) -> None:
    """The throw of a prisoner or captive is next."""
    draft.push("escape", None, draft.turn)


def escape_faces(game: AnyPosition, knight: Knight) -> tuple[int, ...]:
    """The throws that free this prisoner or captive (`tower.escape`, `card.enchantress-captures`)."""
    if knight.captured:
        return tuple(game.cards.denizens["enchantress"].details["captive_escapes_on"])
    return tuple(game.cards.areas["tower"].details["escape_on"])


def escape_rule(knight: Knight) -> str:
    """The rule by which he throws for his freedom."""
    return "card.enchantress-captures" if knight.captured else "tower.escape"


def escape_thrown(draft: Draft, waiting: Pending, action: Action) -> None:
    """A prisoner's or captive's throw."""
    knight = draft.knight(waiting.knight)
    rule = escape_rule(knight)
    held = "captive" if knight.captured else "prison"
    if action.dice[0] not in escape_faces(draft, knight):
        draft.tell(f"stays-{held}", rule, who=knight, at=knight.at, dice=action.dice)
        draft.moment = "after"
        end_turn(draft)
        return
    if knight.imprisoned:  # whoever escapes the Enchantress has not got out of the Tower
        draft.powers = plus(draft.powers, "escaped")
    draft.set_knight(knight.id, imprisoned=False, captured=False, freed=knight.captured)
    after = ("card.enchantress-after",) if knight.captured else ()
    draft.tell(f"escapes-{held}", rule, *after, who=knight, at=knight.at, dice=action.dice)


def why_release(position: Position, knight: Knight, action: Action) -> list[Why]:
    """Reasons against letting another out of prison or captivity (`tower.release`, `card.enchantress-after`)."""
    other = playing(position, action.of)
    if other is None or not (other.imprisoned or other.captured):
        return [no("tower.release free", action.of)]
    rule = "tower.release" if other.imprisoned else "card.enchantress-after"
    if other.place != knight.place and other.imprisoned and "key" in knight.things:
        return [no("thing.key from-within", knight, about=("key", other.at))]
    if other.place != knight.place:
        return [no("tower.release elsewhere", knight, other, rule=rule, about=(other.at,))]
    if other.imprisoned:
        if "escaped" not in position.powers and "key" not in knight.things:
            return [
                no("tower.release just-out"),
                no("thing.key not-had", knight, about=("key",)),
            ]
    elif not knight.freed:
        return [no("card.enchantress-after sets-free")]
    return []


def do_release(draft: Draft, action: Action) -> None:
    """The other is let out, and moves when his own turn comes."""
    other = draft.knight(action.of)
    rule = "tower.release" if "escaped" in draft.powers else "thing.key"
    if other.captured:
        rule = "card.enchantress-after"
    draft.set_knight(other.id, imprisoned=False, captured=False, freed=other.captured)
    draft.tell("lets-out", rule, who=draft.mover, others=other, at=other.at)
