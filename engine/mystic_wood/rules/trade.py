"""What players agree on: exchanging things, and ending a game that leads nowhere."""

from __future__ import annotations

from engine.contract.verdicts import Why
from engine.mystic_wood.material.cards import COMPANIONS, LOST_ONES, THINGS
from engine.mystic_wood.position.actions import Action
from engine.mystic_wood.position.draft import Draft, minus, plus
from engine.mystic_wood.position.table import Knight, Pending, Position
from engine.mystic_wood.position.words import no
from engine.mystic_wood.rules.queries import in_play, playing
from engine.mystic_wood.rules.turns import finish

# ------------------------------------------------------------------ exchange


def why_offer(position: Position, knight: Knight, action: Action) -> list[Why]:
    """Reasons against offering a thing, for another or for nothing (`trade.things`)."""
    found = []
    other = playing(position, action.to)
    if action.to == knight.id:
        found.append(no("trade.things himself", knight))
    elif other is not None and other.at == knight.at and other.inside != knight.inside:
        found.append(no("area.cave-island-inside two-places-ours"))
    elif other is None or other.at != knight.at:
        found.append(no("trade.things elsewhere", action.to, knight))
    for card in filter(None, (action.of, action.price)):
        if card in LOST_ONES and card in knight.companions and not knight.king:
            found.append(no(f"rescue.take {card}", knight, about=(card,)))
        elif card in COMPANIONS and card not in knight.prowess_cards:
            found.append(no("trade.companions", card, about=(card,)))
        elif card not in THINGS:
            found.append(no("trade.not-cards", card, about=(card,)))
    if found:
        return found
    if action.of not in knight.things:
        found.append(no("trade.things not-had", knight, action.of))
    if action.price and (other is None or action.price not in other.things):
        found.append(no("trade.things not-theirs", action.to, action.price))
    return found


def do_offer(draft: Draft, action: Action) -> None:
    """The offer is made, and the other asked."""
    cards = (action.of, action.price) if action.price else (action.of,)
    draft.tell("offers", "trade.things", who=draft.mover, others=action.to, what=cards)
    draft.push("trade", action.to, draft.turn, of=action.of, price=action.price)


def exchange(draft: Draft, waiting: Pending, action: Action) -> None:
    """Move a thing, and what is given in return, from Knight to Knight (`trade.things`)."""
    taker_id = waiting.asked
    giver, taker = draft.knight(waiting.knight), draft.knight(taker_id)
    price = (waiting.price,) if waiting.price else ()
    draft.set_knight(giver.id, things=plus(minus(giver.things, waiting.of), *price))
    draft.set_knight(taker_id, things=plus(minus(taker.things, *price), waiting.of))
    draft.tell("trades", "trade.things", "thing.carry", who=giver, others=taker, what=(waiting.of, *price))


# ------------------------------------------------------------------ stalemate


def why_no_stalemate(position: Position, knight: Knight) -> list[Why]:
    """What keeps him from proposing that the game ends without a victor of its own (`end.stalemate`)."""
    found = []
    if len(in_play(position)) < 2:
        found.append(no("end.stalemate nobody"))
    if position.moment != "start":
        found.append(no("end.stalemate not-at-the-start"))
    if "stalemate" in position.powers:
        found.append(no("end.stalemate proposed"))
    return found


def why_stalemate(position: Position, knight: Knight, action: Action) -> list[Why]:
    """Reasons against this one being the other who would win (`end.stalemate`)."""
    if action.of and (action.of == knight.id or playing(position, action.of) is None):
        return [no("end.stalemate no-knight", action.of)]
    return []


def do_stalemate(draft: Draft, action: Action) -> None:
    """It is proposed, and all others are asked in turn."""
    others = tuple(k.id for k in in_play(draft) if k.id != draft.turn)
    draft.powers = plus(draft.powers, "stalemate")
    draft.tell("proposes-stalemate", "end.stalemate", who=draft.mover, others=action.of or ())
    draft.push("stalemate", others[0], draft.turn, of=action.of, to_ask=others[1:])


def end_in_stalemate(draft: Draft, waiting: Pending, action: Action) -> None:
    """One agrees; when all have, the game is over (`end.stalemate`)."""
    if waiting.to_ask:
        draft.tell("agrees", "end.stalemate", who=waiting.asked, others=waiting.knight)
        draft.pending.append(waiting._replace(who=waiting.to_ask[0], to_ask=waiting.to_ask[1:]))
        return
    winners = (waiting.knight, waiting.of) if waiting.of else ()
    draft.tell("stalemate", "end.stalemate", "move.isolated", who=winners)
    finish(draft, *winners)
