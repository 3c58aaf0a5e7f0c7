"""Actions and outcomes in words a player uses."""

from __future__ import annotations

from collections.abc import Callable

from engine import mystic_wood as mw
from engine.faults import cap
from engine.mystic_wood.material.cards import KNIGHTS, name_of, the

_PLAIN = {
    "stay": "stay where he is",
    "withdraw": "withdraw",
    "keep": "leave the throw as it is",
    "add-1": "add 1 to the throw",
    "drink": "drink of the Fountain",
    "pray": "stay and pray",
    "wand": "turn the area with the Wand",
    "done": "end the turn",
    "accept": "accept",
    "decline": "decline",
    "try-to-escape": "try to escape",
    "go-in": "go in",
    "use-key": "use the Key",
    "no-joust": "let him pass without a joust",
    "dispute": "dispute it",
    "defend": "defend",
    "show-dwarf": "show the Dwarf",
    "hide-dwarf": "keep the Dwarf hidden",
}


def action_words(text: str) -> str:
    """What an action is, to follow "may": "meet the Wizard with the Sage's aid".

    >>> action_words("take lance"), action_words("offer lance to roland for key")
    ('take up the Lance', 'offer Roland the Lance for the Key')
    """
    action = mw.parse_action(text)
    of, to = action.of, action.to
    aid = f" with {_and([the(a) for a in action.aid])} to help" if action.aid and action.verb != "combine" else ""
    match action.verb:
        case "move":
            return f"walk {to}"
        case "meet":
            return f"meet {the(of)}{aid}"
        case "joust":
            return f"challenge {the(of)} to a joust{aid}"
        case "take":
            return f"take up {the(of)}"
        case "drop":
            return f"drop {the(of)}"
        case "leave":
            return f"leave {the(of)} behind" if of else "leave the Wood"
        case "deliver":
            return f"deliver {the(of)}"
        case "arch-mage":
            return f"have the Arch-Mage carry him to {to}"
        case "storm":
            return f"have the Magician raise a storm over {to}"
        case "send":
            return f"send {the(of)} to {to}"
        case "release":
            return f"let {the(of)} out"
        case "aid":
            return f"come to the aid of {the(of)}"
        case "prize":
            if of in ("tower", "none"):
                return "send the loser to the Tower" if of == "tower" else "take no prize"
            return f"take {the(of)} as the prize{aid}"
        case "combine":
            return f"combine with {_and([the(k) for k in action.aid])} and walk {to}"
        case "offer":
            return f"offer {the(to)} {the(of)}" + (f" for {the(action.price)}" if action.price else "")
        case "share":
            shares = {taker: [the(card) for card, whose in action.shares if whose == taker] for _, taker in action.shares}
            given = [f"let {the(taker)} have {_and(cards)}" for taker, cards in shares.items()]
            return _and(given) if given else "keep all the King had"
        case "yield":
            return f"leave {the(of)} to {the(to)}"
        case "stalemate":
            return f"call it a stalemate with {the(of)}" if of else "ask all to call it a stalemate"
        case "roll":
            return f"throw {' and '.join(map(str, action.dice))}"
        case "reveal":
            return f"turn up the area card {of}"
        case "draw":
            return f"draw {the(of)}"
    return f"{_PLAIN.get(action.verb, action.verb)}{aid}"


def _and(words: list[str]) -> str:
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"


def button_words(text: str) -> str:
    """An action on its button: "Meet the Orc".

    >>> button_words("move north")
    'Walk north'
    """
    return cap(action_words(text))


def asker(state: mw.State) -> str:
    """Whose question it is: who decides now, else whose turn it is."""
    return state.to_move or state.turn


def next_words(state: mw.State, named: Callable[[str], str] = str) -> str:
    """What comes next, in a sentence; actions as they are written, or as they are ``named``."""
    if state.over:
        won = _and([name_of(k) for k in state.winners]) if state.winners else "nobody"
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
    return f"Then {who} decides{turn}: {_and([*map(named, actions[:most]), *more])}."


__all__ = ["KNIGHTS", "action_words", "asker", "button_words", "next_words"]
