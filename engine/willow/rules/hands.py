"""Hands: playing, discarding, giving and losing cards, and what the other side knows of them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from engine.willow.material.scenario import ELORA, Card
from engine.willow.position.actions import Action
from engine.willow.position.draft import Draft
from engine.willow.position.table import UNKNOWN, Character, Position, Task

#: Whether something is wrong, the case of a rule, the ids it is about, and what else is said.
Row = tuple[Any, ...]


# ------------------------------------------------------------------ who may hold Elora Danan


def suspect(draft: Draft) -> None:
    """Whoever has no card left cannot hold her (`elora.secret`); where a situation leaves open who has her, nobody is cleared."""
    now = draft.now
    if now.elora == "held":
        kept = tuple(name for name in now.suspects if now.character(name).hand)
        if kept != now.suspects:
            draft.set(suspects=kept)


def _may_have_given_her(draft: Draft, giver: str, receiver: str) -> None:
    """A card has changed hands unseen: it may have been she, and what was known of the hand is known no longer."""
    draft.set_character(giver, known=())
    now = draft.now
    if giver in now.suspects:
        names = {*now.suspects, receiver}
        draft.set(suspects=tuple(one.id for one in now.characters if one.id in names))
    suspect(draft)


def show_hand(draft: Draft, name: str) -> None:
    """The other side has seen a whole hand: from now on it knows what is in it, and whether she is."""
    one = draft.get(name)
    draft.set_character(name, known=tuple(sorted(one.hand)))
    if ELORA in one.hand:
        draft.set(suspects=(name,))
    elif UNKNOWN not in one.hand and draft.now.elora == "held":
        draft.set(suspects=tuple(suspected for suspected in draft.now.suspects if suspected != name))


def without(cards: tuple[str, ...], card: str) -> tuple[str, ...]:
    """Cards without one copy of one of them."""
    at = cards.index(card)
    return cards[:at] + cards[at + 1 :]


def out_of_hand(one: Character, card: str) -> dict[str, tuple[str, ...]]:
    """What changes when a card leaves a hand openly."""
    known = without(one.known, card) if card in one.known else one.known
    return {"hand": without(one.hand, card), "known": known}


# ------------------------------------------------------------------ playing


def why_plays(position: Position, action: Action) -> Iterator[Row]:
    """Why a card is not played (`card.play-any-time`)."""
    one, card = position.character(action.actor), position.material.cards.get(action.what)
    if card is None or action.what not in one.hand:
        yield True, "hand.separate", action.actor, action.what
        return
    if card.id == ELORA:
        yield True, "elora.never-discarded plays", card.id
        return
    if action.target and card.kind != "foe" and not card.does("love") and not card.does("spies"):
        yield True, "card.play-any-time target", card.id
        return
    yield from _KINDS[card.kind](position, one, card, action)


def _why_keep(position: Position, one: Character, card: Card, action: Action) -> Iterator[Row]:
    yield card.side not in ("", one.side), "card.friend-side", one.id, card.id
    yield bool(one.transformed), "transform.hand", one.id, one.transformed


def _why_spell(position: Position, one: Character, card: Card, action: Action) -> Iterator[Row]:
    limit = position.spell_limit(one)
    if one.magic is None:
        yield True, "setup.pointers", f"magic of {one.id}"
    elif limit < 1:
        yield True, "spell.need-magic", one.id
    else:
        yield len(one.spells) >= limit, "spell.limit", one.id, str(limit)


def _why_foe(position: Position, one: Character, card: Card, action: Action) -> Iterator[Row]:
    yield one.side != "evil", "foe.evil-only", one.id
    yield not action.target, "foe.play target", card.id
    good = not action.target or position.character(action.target).side == "good"
    yield not good, "turn.evil-no-foes", action.target


def _why_discard(position: Position, one: Character, card: Card, action: Action) -> Iterator[Row]:
    yield not card.effect, "card.precedence unknown", card.id
    mine = position.side == one.side and position.alone in ("", one.id)
    own = card.own_turn or card.does("turn")  # a further turn follows his side's (`turn.extra`)
    yield own and not mine, "card.discard own-turn", card.id
    if card.does("finds") or card.does("moves"):
        yield not mine or position.step != "move", "search.skip-card step", card.id
    if card.does("spies"):
        yield not action.target, "card.play-any-time whom", card.id
    if card.does("love"):
        yield from _why_love(position, one, action)


def _why_love(position: Position, one: Character, action: Action) -> Iterator[Row]:
    lovers = position.material.lovers
    if lovers is None or action.target not in lovers:
        yield True, "sorsha.love target", action.what
        return
    two = [position.character(name) for name in lovers]
    yield two[0].side == two[1].side, "sorsha.love good", two[0].id
    yield two[0].at != two[1].at, "sorsha.love", *lovers
    yield position.switch("dust_reach") == "here" and one.at != two[0].at, "sorsha.love here", one.id
    yield position.love.rolled, "sorsha.once", two[0].id
    yield loveless(position), "sorsha.shapes", *lovers


def loveless(position: Position) -> bool:
    """Whether a shape keeps the two apart (`sorsha.shapes`)."""
    shapes = position.material.shapes
    two = [position.character(name).transformed for name in position.material.lovers or ()]
    return any(shape and shapes[shape].loveless for shape in two)


def _why_special(position: Position, one: Character, card: Card, action: Action) -> Iterator[Row]:
    yield True, "elora.never-discarded plays", card.id


_KINDS = {
    "keep": _why_keep,
    "friend": _why_keep,
    "spell": _why_spell,
    "foe": _why_foe,
    "discard": _why_discard,
    "special": _why_special,
}


def plays(draft: Draft, action: Action) -> None:
    """A card is played, by its colour and kind (`card.colours`, `card.five-kinds`)."""
    one, card = draft.get(action.actor), draft.now.card(action.what)
    draft.set_character(one.id, **out_of_hand(one, card.id))
    about: dict[str, Any] = {"who": one.id, "what": (card.id,), "at": one.at}
    if card.kind in ("keep", "friend"):
        draft.set_character(one.id, face_up=tuple(sorted((*one.face_up, card.id))))
        rule = "card.keep-face-up" if card.kind == "keep" else "card.friend-side"
        draft.say("plays", rule, "card.colours", "card.no-pointer", way=card.kind, **about)
    elif card.kind == "spell":
        draft.set_character(one.id, spells=tuple(sorted((*one.spells, card.id))))
        draft.say("plays", "spell.limit", "spell.need-magic", "spell.hand-count", way="spell", **about)
    elif card.kind == "foe":
        target = draft.get(action.target)
        draft.set_character(target.id, foes=(*target.foes, card.id))
        late = draft.now.side == "good" and "foe.play"
        draft.say("plays-foe", "foe.evil-only", "foe.play", late, others=(target.id,), **about)
    else:
        draft.discard(card.id)
        draft.say("plays", "card.discard", "card.precedence", way="discard", **about)
        _take_effect(draft, one, card, action)
    suspect(draft)


def _take_effect(draft: Draft, one: Character, card: Card, action: Action) -> None:
    """What a Discard does (`card.discard`, `card.precedence`)."""
    if place := card.does("finds"):
        draft.set_character(one.id, finds=(*draft.get(one.id).finds, place))
        draft.say("found-by-card", "search.skip-card", who=one.id, at="" if place == "any" else place)
    if moves := card.does("moves"):
        draft.set_character(one.id, flying=moves)
        draft.say("carried", "move.one-or-two", "card.precedence", who=one.id, number=moves)
    if heals := card.does("heals"):
        heal(draft, one.id, heals, "card.precedence", "health.range")
    if card.does("turn"):
        draft.set(extra=(*draft.now.extra, one.id))
        draft.say("further-turn", "turn.extra", "card.precedence", who=one.id)
    if card.does("spies"):
        look_at_hand(draft, one, action.target, "card.precedence")
    lovers = draft.now.material.lovers
    if card.does("love") and lovers is not None:
        draft.set(love=draft.now.love._replace(in_love=True), task=Task("love", lovers[0], cause="dust"))
        draft.say("in-love", "sorsha.love", who=lovers)


def look_at_hand(draft: Draft, one: Character, target: str, *rules: str) -> None:
    """A whole hand is looked at; what is seen only the looker's side is told."""
    seen = draft.get(target)
    if seen.side != one.side:
        show_hand(draft, target)
    draft.say(
        "looks-hand", *rules, "elora.secret", who=one.id, others=(target,), what=tuple(sorted(seen.hand)), way=one.side
    )


def heal(draft: Draft, name: str, number: int, *rules: str | bool) -> None:
    """Health is regained, up to six (`health.range`)."""
    one, most = draft.get(name), draft.now.material.count("pointer_max")
    health = min(most, one.health + number)
    if health != one.health:
        draft.set_character(name, health=health)
        draft.say("heals", *rules, who=name, number=health)


# ------------------------------------------------------------------ discarding, giving


def why_discards(position: Position, action: Action) -> Iterator[Row]:
    """Why a card is not discarded (`hand.discard-any-time`, `card.useless`)."""
    one = position.character(action.actor)
    if action.what == "army":
        yield not one.army, "army.like-friend none", one.id
        return
    yield action.what == ELORA, "elora.never-discarded", action.what
    yield action.what not in one.hand + one.face_up + one.spells, "hand.separate", one.id, action.what


def discards(draft: Draft, action: Action) -> None:
    """A card, or an Army, is laid down; out of the hand first."""
    one, card = draft.get(action.actor), action.what
    if card == "army":
        lose_army(draft, one.id, "army.to-board")
        return
    if card in one.hand:
        draft.set_character(one.id, **out_of_hand(one, card))
    elif card in one.face_up:
        draft.set_character(one.id, face_up=without(one.face_up, card))
    else:
        draft.set_character(one.id, spells=without(one.spells, card))
    draft.discard(card)
    useless = draft.now.card(card).kind in ("foe", "friend") and "card.useless"
    draft.say("discards", "hand.discard-any-time", "discard.pile", useless, who=one.id, what=(card,), at=one.at)
    suspect(draft)


def lose_army(draft: Draft, name: str, *rules: str | bool) -> None:
    """An Army goes to its space on the board (`army.to-board`)."""
    one = draft.get(name)
    army = draft.now.material.army_of[one.side]
    draft.set_character(name, army=False)
    draft.say("loses-army", "army.to-board", *rules, who=name, what=(army.id,), to=army.home)


def why_gives(position: Position, action: Action) -> Iterator[Row]:
    """Why something is not given (`trade.same-space`, `trade.face-up`, `trade.sides`)."""
    one, to, what = position.character(action.actor), position.character(action.target), action.what
    if to.id == one.id:
        yield True, "trade.same-space self", one.id
        return
    yield one.side != to.side, "trade.sides"
    if position.step == "deal":
        yield from _why_deals(position, one, to, what)
        return
    yield one.at != to.at, "trade.same-space", one.id, to.id
    if what == "army":
        yield not one.army, "army.like-friend none", one.id
        yield to.army, "army.like-friend has", to.id
        yield bool(to.transformed) or to.health == 0, "army.zero", to.id
    elif what in position.material.treasures:
        yield what not in one.treasures, "treasure.take none", one.id, what
    else:
        yield from _why_hands_over(position, one, to, what)


def _why_hands_over(position: Position, one: Character, to: Character, what: str) -> Iterator[Row]:
    yield what not in one.hand + one.face_up + one.spells, "hand.separate", one.id, what
    if what in one.hand:
        return
    if what in one.spells:
        yield len(to.spells) >= position.spell_limit(to), "trade.face-up spell", to.id
    elif what in one.face_up:
        yield bool(to.transformed), "transform.hand", to.id, to.transformed


def _why_deals(position: Position, one: Character, to: Character, what: str) -> Iterator[Row]:
    """Willow's player gives each of the others one of the four cards (`setup.elora-deal`)."""
    yield one.id != position.material.dealer, "setup.elora-deal who", position.material.dealer
    yield to.id in position.dealt, "setup.elora-deal one", to.id
    yield what not in one.hand, "hand.separate", one.id, what


def gives(draft: Draft, action: Action) -> None:
    """Something goes from one to another (`trade.same-space`, `elora.trade`)."""
    one, to, what = draft.get(action.actor), draft.get(action.target), action.what
    about: dict[str, Any] = {"who": one.id, "others": (to.id,), "what": (what,), "at": one.at}
    if what == "army":
        draft.set_character(one.id, army=False)
        draft.set_character(to.id, army=True)
        draft.say(
            "gives-open",
            "trade.same-space",
            "army.like-friend",
            **about | {"what": (draft.now.material.army_of[one.side].id,)},
        )
    elif what in draft.now.material.treasures:
        shape = one.raziel_shape if draft.now.material.treasures[what].companion else ""
        draft.set_character(
            one.id, treasures=without(one.treasures, what), raziel_shape="" if shape else one.raziel_shape
        )
        draft.set_character(
            to.id, treasures=tuple(sorted((*to.treasures, what))), raziel_shape=shape or to.raziel_shape
        )
        draft.say("gives-open", "trade.treasure", **about)
    elif what in one.hand:
        draft.set_character(one.id, hand=without(one.hand, what))
        draft.set_character(to.id, hand=tuple(sorted((*to.hand, what))))
        _may_have_given_her(draft, one.id, to.id)
        if draft.now.step == "deal":
            draft.set(dealt=(*draft.now.dealt, to.id))
            draft.say("dealt", "setup.elora-deal", "elora.secret", way=one.side, **about)
        else:
            draft.say("gives", "trade.same-space", "elora.secret", "elora.trade", way=one.side, **about)
    else:
        spell = what in one.spells
        own, theirs = ("spells" if spell else "face_up"), (to.spells if spell else to.face_up)
        draft.set_character(one.id, **{own: without(getattr(one, own), what)})
        draft.set_character(to.id, **{own: tuple(sorted((*theirs, what)))})
        draft.say("gives-open", "trade.same-space", "trade.face-up", **about)


# ------------------------------------------------------------------ losing a hand


def drop_hand(draft: Draft, name: str, *rules: str | bool) -> None:
    """A hand is discarded, all but Elora Danan (`lose.to-foe`, `lose.what`); face-up Spells and Treasures stay."""
    one = draft.get(name)
    kept = tuple(card for card in one.hand if card == ELORA)
    counted = draft.now.counted(one)
    lost = tuple(sorted(card for card in counted if card not in (ELORA, UNKNOWN)))
    stays = tuple(card for card in one.face_up if card not in counted)
    draft.set_character(name, hand=kept, known=kept, face_up=stays)
    if kept:
        draft.set(suspects=(name,))
    draft.discard(*lost)
    draft.say(
        "hand-discarded", "lose.when", "lose.what", *rules, bool(kept) and "elora.never-discarded", who=name, what=lost
    )
    suspect(draft)


def capture(draft: Draft, victims: tuple[str, ...], captor: str, *rules: str | bool) -> None:
    """Hands go to an opponent, Elora Danan included (`lose.to-character`, `elora.captured`)."""
    for name in victims:
        one, to = draft.get(name), draft.get(captor)
        counted = draft.now.counted(one)
        face_up = tuple(card for card in one.face_up if card in counted)
        usable = tuple(c for c in face_up if draft.now.card(c).side in ("", to.side) and not to.transformed)
        useless = tuple(card for card in face_up if card not in usable)
        draft.set_character(name, hand=(), known=(), face_up=tuple(c for c in one.face_up if c not in counted))
        hidden = tuple(sorted((*to.hand, *one.hand, *useless)))
        draft.set_character(
            captor,
            hand=hidden,
            face_up=tuple(sorted((*to.face_up, *usable))),
            known=tuple(sorted((*to.known, *one.hand, *useless))),
        )
        her = ELORA in one.hand
        if her:
            draft.set(suspects=(captor,))
        elif draft.now.elora == "held":
            draft.set(suspects=tuple(suspected for suspected in draft.now.suspects if suspected != name))
        taken = tuple(sorted((*one.hand, *face_up)))
        full = draft.now.over_limit(draft.get(captor)) > 0 and "lose.capture-limit"
        told = ("lose.when", "lose.to-character", "lose.what", *rules, her and "elora.captured", full)
        draft.say("hand-captured", *told, who=captor, others=(name,), what=taken)
