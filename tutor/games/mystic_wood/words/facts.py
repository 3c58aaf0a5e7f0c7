"""What is on a card of the Mystic Wood, and facts of the moment: whose turn, who is where, how strong, who has what."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from engine import mystic_wood as mw
from engine.mystic_wood.material.cards import KNIGHTS, name_of, the
from tutor.games.mystic_wood.scene.words import area_words, denizen_words, hand_line
from tutor.games.mystic_wood.words.button_text import action_words, asker
from tutor.games.mystic_wood.words.language import Asked, lexicon
from tutor.teach.language import Told, joined
from tutor.teach.language.patterns import rules_naming

_TURN = ("setup.order",)


def told(state: mw.State, kind: str, what: str) -> Told:
    """The answer about a card, or to a question about the moment ("where george")."""
    if kind == "card":
        return card_told(state, what)
    question, _, of = what.partition(" ")
    return _FACTS[question](state, of)


def card_told(state: mw.State, card: str) -> Told:
    """What is on a card: its figures, its table, and the rules that name it."""
    rules = tuple(rules_naming(lexicon(), card))[:6]
    one = state.cards.all().get(card)
    if one is None:
        return Told(f"{name_of(card)}: an area that is always there.", (), rules)
    ruler = next((name_of(knight.id) for knight in state.knights if knight.king), "")
    if card == "king" and ruler:
        return Told(
            f"{ruler} is King now, with the strength and prowess of the King: he wins by holding the Castle.",
            (),
            ("king.win", "king.dethroned", *rules),
        )
    figures = [f"{what} {n}" for what, n in (("strength", one.strength), ("prowess", one.prowess)) if n]
    lines = [f"On a throw of {_span(low, high)}: {says}." for low, high, says in one.table]
    lines += ["The Knight's prowess is added to the throw."] if one.table and one.adds_prowess else []
    if one.kind == "denizen":
        sentence = f"{denizen_words(card)}."
    elif one.kind == "knight" and one.quest is not None:
        king = any(knight.id == card and knight.king for knight in state.knights)
        quest = "King now: his old quest is void" if king else f"Quest: {one.quest.text}"
        sentence = f"{one.name}: {', '.join(figures)}. {quest}."
    else:
        sentence = f"{one.name}: {', '.join(figures) or f'a card of the kind {one.kind}'}."
    if any(one.bearer):
        lines.append(f"Lends its bearer strength {one.bearer[0]} and prowess {one.bearer[1]}.")
    lines += [f"Always: {one.always}."] if one.always else []
    lines += [f"Beaten, it is the prowess card {one.prowess_card}: prowess 1 more."] if one.prowess_card else []
    where = Asked(state).where(card)
    holder = _holder(state, card)
    if card not in KNIGHTS and (holder or where):
        lines.append(f"{name_of(holder)} has it now." if holder else f"It is at {where} now.")
    return Told(sentence, tuple(lines), rules)


def _span(low: int, high: int | None) -> str:
    return f"{low}" if high == low else f"{low} or more" if high is None else f"{low} to {high}"


def _turn(state: mw.State, _: str) -> Told:
    if state.over:
        return _won(state, "")
    decides = f", and {name_of(state.to_move)} decides now" if state.to_move and state.to_move != state.turn else ""
    chance = ", and chance decides now" if state.decision == "chance" else ""
    order = joined([name_of(seat) for seat in state.order])
    return Told(f"It is {name_of(state.turn)}'s turn{decides}{chance}.", (f"The order of play is {order}.",), _TURN)


def _choices(state: mw.State, _: str) -> Told:
    if state.decision != "choice":
        return Told("Nobody chooses now: chance decides." if state.decision == "chance" else "The game is over.")
    who = name_of(asker(state))
    return Told(
        f"{who} has these choices.", tuple(f"{who} may {action_words(action)}." for action in state.actions()[:40])
    )


def _where(state: mw.State, one: str) -> Told:
    holder, at = _holder(state, one), Asked(state).where(one)
    if holder:
        return Told(f"{name_of(holder)} has {the(one)}, at {state.knight(holder).at}.")
    if not at:
        return Told(f"{name_of(one)} is nowhere to be seen in this situation.")
    return Told(f"{name_of(one)} is at {at}.", (area_words(state, at),))


def _strength(state: mw.State, who: str) -> Told:
    if who not in state.order:
        return card_told(state, who)
    totals = tuple(f"{label}: strength {s}, prowess {p}." for label, s, p in state.totals(who))
    sentence = f"{name_of(who)} has strength {state.strength(who)} and prowess {state.prowess(who)}."
    rest = [k.id for k in state.knights if k.id != who and not k.out]
    others = tuple(f"{name_of(k)}: strength {state.strength(k)}, prowess {state.prowess(k)}." for k in rest)
    return Told(sentence, (*totals, *others), ("setup.stats",))


def _has(state: mw.State, who: str) -> Told:
    if who not in state.order:
        return Told(f"{name_of(who)} does not play in this situation.")
    return Told(f"{name_of(who)}: {hand_line(state, who)}.")


def _who_has(state: mw.State, one: str) -> Told:
    holder = _holder(state, one)
    if holder:
        return Told(f"{name_of(holder)} has {the(one)}.")
    at = Asked(state).where(one)
    return Told(f"Nobody has {the(one)}." + (f" It is at {at}." if at else ""))


def _holder(state: mw.State, one: str) -> str:
    return next((k.id for k in state.knights if one in Asked(state).held(k.id)), "")


def _here(state: mw.State, who: str) -> Told:
    at = state.knight(who if who in state.order else asker(state)).at
    return Told(area_words(state, at))


def _prisoners(state: mw.State, _: str) -> Told:
    held = [name_of(k.id) for k in state.knights if k.imprisoned]
    caught = tuple(
        f"{name_of(k.id)} is held captive by the Enchantress at {k.at}." for k in state.knights if k.captured
    )
    return Told(
        f"{joined(held)} {'are' if len(held) > 1 else 'is'} in prison." if held else "Nobody is in prison.", caught
    )


def _quest(state: mw.State, who: str) -> Told:
    knight = state.knight(who) if who in state.order else None
    if knight is not None and knight.king:
        return Told(f"{name_of(who)} is King: he wins by holding the Castle.", (), ("king.win",))
    quest = state.cards.knights[who].quest
    done = " His quest is fulfilled." if knight is not None and knight.quest_done and who != "britomart" else ""
    done = " Her quest is fulfilled." if knight is not None and knight.quest_done and who == "britomart" else done
    return Told(f"{name_of(who)}'s quest: {quest.text if quest else 'none'}.{done}", (), ("setup.quests", "end.leave"))


def _edition(state: mw.State, _: str) -> Told:
    known = f"The editions known here: {joined(list(mw.editions()))}."
    return Told(f"These are the rules of {state.edition}.", (known,), ("edition.silent",))


def _won(state: mw.State, _: str) -> Told:
    if state.over:
        won = joined([name_of(k) for k in state.winners]) if state.winners else "nobody"
        return Told(f"The game is over; {won} has won.", (), ("end.leave",))
    return Told("Nobody has won yet: the game goes on.", (), ("end.leave",))


_FACTS: Mapping[str, Callable[[mw.State, str], Told]] = {
    "turn": _turn,
    "choices": _choices,
    "where": _where,
    "strength": _strength,
    "has": _has,
    "holder": _who_has,
    "here": _here,
    "quest": _quest,
    "prisoners": _prisoners,
    "edition": _edition,
    "won": _won,
}
