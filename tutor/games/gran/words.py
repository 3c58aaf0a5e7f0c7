"""A situation of GRAN in words: line by line what a picture of it shows."""

from __future__ import annotations

from engine import gran
from engine.gran.material import DRAGONS, OBSTACLES, STATES

KIND = {
    "black": "black spot",
    "white": "white spot",
    "dragon": "dragon",
    "magic": "magic stone",
    "sword": "sword stone",
    "city": "city",
    "ball": "crystal ball",
}
_ASKED = {
    "start": "moves",
    "extra": "has an extra turn",
    "banish": "banishes {victim}",
    "obstacle": "lays an obstacle",
    "ring": "lays down the ring",
    "card": "fights: a dragon card is turned up",
    "throw": "throws against a dragon of {card}",
}


#: Said on every page that shows the game.
SWORDS = "What a sword stone does is lost with its section: here it does nothing."
ASSUMED = f"The board was made for this tutor: the lines of the real one are not in the text we have. {SWORDS}"


def action_words(action: str) -> str:
    """An action as one says it.

    >>> action_words("move ga3 w6"), action_words("banish w9"), action_words("lay ub4")
    ('move over ga3 to w6', 'banish him to w9', 'lay an obstacle at ub4')
    """
    verb, *words = action.split()
    if verb == "move":
        *over, end = words
        return f"move over {' and '.join(over)} to {end}" if over else f"move to {end}"
    told = {
        "banish": "banish him to",
        "lay": "lay an obstacle at",
        "ring": "lay the ring at",
        "card": "a dragon of strength",
        "roll": "throw",
    }.get(verb)
    if told is None or not words:
        return {"stay": "do without the extra turn", "pass": "stay where he is"}.get(verb, action)
    return f"{told} {' '.join(words)}"


def initial(colour: str) -> str:
    """The letter on a knight's piece; blue and black have the same first one."""
    return "K" if colour == "black" else colour[0].upper()


def title(state: gran.State) -> str:
    """What is shown and whose turn it is, in one line."""
    return f"GRAN: {_asked(state)}"


def _asked(state: gran.State) -> str:
    if state.over:
        return f"{(state.winner or '').capitalize()} has won"
    asked = _ASKED[state.moment].format(victim=(state.victim or "").capitalize(), card=state.card)
    return f"{state.turn.capitalize()} {asked}"


def next_words(state: gran.State) -> str:
    """What comes next, in a sentence."""
    if state.over:
        return f"The game is over; {_asked(state)}."
    if state.decision == "chance":
        return f"Then {_asked(state)}."
    actions = state.actions()
    return f"Then {_asked(state)}: {', '.join(actions[:4])}{' ...' if len(actions) > 4 else '.'}"


def board_note(state: gran.State) -> str:
    """What kind of board it is, and what is not known of the game."""
    return " ".join(board_notes(state))


def board_notes(state: gran.State) -> tuple[str, str]:
    """The same, a line each."""
    if state.board.provenance == "assumed":
        what = (
            f"The {state.board.id} board, made for this tutor: the lines of the real one are not in the text we have."
        )
        return what, SWORDS
    return f"The board {state.board.id} ({state.board.provenance}).", SWORDS


def space_words(state: gran.State, name: str) -> str:
    """One space and what is on it."""
    space = state.board.spaces[name]
    parts = [f"{name}: {KIND[space.kind]}" + (f" in {space.state.capitalize()}" if space.state else " in the centre")]
    if name in state.obstacles:
        parts.append("an obstacle")
    if name == state.ring:
        parts.append("the ring")
    parts += [f"{k.id.capitalize()}{' waiting' if k.waiting else ''}" for k in state.knights if k.at == name]
    return ", ".join(parts)


def knight_words(state: gran.State, colour: str) -> str:
    """A knight, where he is and what he has."""
    knight = state.knight(colour)
    talismans = f"{knight.talismans} talisman{'' if knight.talismans == 1 else 's'}"
    parts = [f"{colour.capitalize()} {'waits ' if knight.waiting else ''}at {knight.at}", talismans]
    parts += ["bears the ring"] if knight.ring else []
    parts += ["under a coat: misses his next turn"] if knight.coat else []
    if knight.seals:
        parts.append(f"seals of {', '.join(seal.capitalize() for seal in knight.seals)}")
    return ", ".join(parts)


def pile_words(state: gran.State) -> str:
    """What is left of dragon cards and obstacles. The chance of the next fight is no fact of the board: it is asked for."""
    left = state.cards_left()
    cards = ", ".join(f"{n} of {strength}" for strength, n in sorted(left.items())) or "none"
    count = sum(left.values())
    out = OBSTACLES - len(state.obstacles)
    return f"Dragon cards left: {count} of {sum(DRAGONS.values())} ({cards}). Obstacles left: {out} of {OBSTACLES}."


def board_lines(state: gran.State) -> list[str]:
    """Everything there is to know, line by line."""
    lines = [knight_words(state, colour) + "." for colour in state.order]
    if state.ring is not None:
        lines.append(f"The ring lies at {state.ring}.")
    elif state.moment == "ring":
        lines.append("The ring is about to be laid.")
    if state.obstacles:
        lines.append(f"Obstacles: {', '.join(space for space in state.board.spaces if space in state.obstacles)}.")
    ends = state.ends()
    if ends:
        lines.append(f"The move may end at {', '.join(space for space in state.board.spaces if space in ends)}.")
    cities = ", ".join(f"{state.board.city(s)} of {s.capitalize()}" for s in STATES)
    return [*lines, pile_words(state), f"Cities: {cities}.", board_note(state)]
