"""Actions and outcomes in words a player uses."""

from __future__ import annotations

from collections.abc import Callable

from engine import mystic_wood as mw
from engine.mystic_wood.material.cards import KNIGHTS, name_of, the
from engine.text.faults import cap
from tutor.games.mystic_wood.words.language import sayings
from tutor.teach.language import joined


def action_words(text: str) -> str:
    """What an action is, to follow "may": "meet the Wizard with the Sage to help".

    >>> action_words("take lance"), action_words("offer lance to roland for key")
    ('take up the Lance', 'offer Roland the Lance for the Key')
    >>> action_words("meet orc with prince sage")
    'meet the Orc with the Prince and the Sage to help'
    """
    action = mw.parse_action(text)
    if action.verb == "share" and action.shares:
        shares = {taker: [the(card) for card, whose in action.shares if whose == taker] for _, taker in action.shares}
        return joined([f"let {the(taker)} have {joined(cards)}" for taker, cards in shares.items()])
    if len(action.aid) > 1 and action.verb != "combine":
        alone = mw.Action(action.verb, action.of, (), action.to, action.price, action.dice, action.shares)
        return f"{action_words(alone.text)} with {joined([the(helper) for helper in action.aid])} to help"
    return sayings().say(action.text) or action.text


def button_words(text: str) -> str:
    """An action on its button: "Meet the Orc".

    >>> button_words("move north")
    'Walk north'
    """
    return cap(action_words(text))


def does_words(text: str) -> str:
    """An action as it is told of somebody: "walks north".

    >>> does_words("meet orc with prince"), does_words("go in"), does_words("pray")
    ('meets the Orc with the Prince to help', 'goes in', 'stays and prays')
    """
    verb, _, rest = action_words(text).partition(" ")
    if rest.startswith("and "):
        rest = f"and {_third(rest.removeprefix('and '))}"
    return f"{_third(verb)} {rest}".strip()


def _third(verb: str) -> str:
    if verb == "have":
        return "has"
    return f"{verb}es" if verb.endswith(("ch", "sh", "s", "x", "o")) else f"{verb}s"


def asker(state: mw.State) -> str:
    """Whose question it is: who decides now, else whose turn it is."""
    return state.to_move or state.turn


def meant(state: mw.State, action: str) -> str:
    """An action as it is meant: a partner, who fights beside him already, need not be named as a helper (`combine.score`), and
    to drop a companion is to leave him behind."""
    read = mw.parse_action(action)
    knight = state.knight(asker(state))
    if read.verb == "drop" and read.of in knight.companions:
        return f"leave {read.of}"
    helpers = tuple(one for one in read.aid if one not in knight.partners)
    plain = mw.Action(read.verb, read.of, helpers, read.to, read.price, read.dice, read.shares)
    return action if helpers == read.aid else str(plain)


def next_words(state: mw.State, named: Callable[[str], str] = str) -> str:
    """What comes next, in a sentence; actions as they are written, or as they are ``named``."""
    if state.over:
        won = joined([name_of(k) for k in state.winners]) if state.winners else "nobody"
        return f"The game is over; {won} has won."
    if state.decision == "chance":
        some = state.actions()
        kind = mw.parse_action(some[0]).verb
        what = {"roll": "A throw decides.", "draw": "A small card is drawn.", "reveal": "An area card is turned up."}
        return what.get(kind, "Chance decides.")
    who = name_of(asker(state))
    turn = "" if state.to_move == state.turn else f" in {name_of(state.turn)}'s turn"
    actions = state.actions()
    most = 5 if len(actions) <= 5 else 4
    more = [f"{len(actions) - most} more"] if len(actions) > most else []
    return f"Then {who} decides{turn}: {joined([*map(named, actions[:most]), *more])}."


__all__ = ["KNIGHTS", "action_words", "asker", "button_words", "does_words", "next_words"]
