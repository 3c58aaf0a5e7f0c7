"""A situation of the Willow game in words, at most 100 columns wide: places and who is there, then everybody with his cards."""

from __future__ import annotations

import textwrap
from collections.abc import Callable

from engine import willow
from engine.willow.position.table import UNKNOWN

_ASKED = {
    "settle": "has too many cards",
    "prepare": "may discard, trade and cast",
    "cast": "may cast before the fight",
    "champions": "names a champion",
    "foe": "must fight a Foe",
    "deal": "deals the four cards",
    "answer": "may prepare for a fight",
    "foes": "may end the Foes' step",
    "move": "moves and searches",
    "fight": "may attack",
    "power": "may take Treasures and use powers",
    "consent": "is asked to agree",
    "absorb": "may let the Army absorb the loss",
    "meeting": "may let himself be found",
}
_CHANCE = {
    "draw": "a card is drawn",
    "roll": "two dice are thrown",
    "love": "a die is thrown for Sorsha",
    "shape": "chance picks a shape",
    "treasure": "a Treasure is turned up",
}


def title(state: willow.State) -> str:
    """What is shown and who is asked, in one line."""
    return f"The Willow game, round {state.round}, {state.side.capitalize()}'s turn: {_asked(state)}"


def _asked(state: willow.State) -> str:
    if state.over:
        return f"{state.won.capitalize()} has won" if state.winner else "nobody has won"
    if state.moment in _CHANCE:
        return _CHANCE[state.moment]
    return f"{' or '.join(seat.capitalize() for seat in state.deciders)} {_ASKED[state.moment]}"


def next_words(state: willow.State, called: Callable[[str], str] = str) -> str:
    """What comes next, in a sentence; actions as they are written, or as they are ``called``."""
    if state.over:
        return f"The game is over; {_asked(state)}."
    if state.decision == "chance":
        return f"Then {_asked(state)}."
    actions = state.actions()
    return f"Then {_asked(state)}: {', '.join(map(called, actions[:4]))}{' ...' if len(actions) > 4 else '.'}"


def board_text(state: willow.State) -> str:
    """A state as lists of places and characters. No line is longer than 100 columns."""
    lines = [*textwrap.wrap(title(state), 98), "", f"{state.material.label}.", ""]
    for part in (*(_place(state, place) for place in state.material.places), "", *_people(state), "", *_rest(state)):
        lines += textwrap.wrap(part, 98, subsequent_indent="    ") or [""]
    return "\n".join(line.rstrip() for line in lines)


def _place(state: willow.State, name: str) -> str:
    place, links = state.material.places[name], state.material.next_to[name]
    hide = state.hide(name)
    told = f"{name}" + (f" (Hide {hide})" if hide is not None else "")
    parts = [f"next to {', '.join(links)}"] if links else []
    if lies := state.treasure_at(name):
        parts.append("a Treasure" if lies == UNKNOWN else f"Treasure {lies}")
    parts += [
        f"the {army.id}" for side, army in state.material.army_of.items() if army.home == name and state.army_home(side)
    ]
    if place.power == "city" and state.freed_by:
        parts.append("free")
    there = [willow.title(one.id) for one in state.at(name)]
    return f"{told}{': ' if there else ''}{', '.join(there)}  [{'; '.join(parts)}]"


def place_words(state: willow.State, name: str) -> str:
    """A place and what is there, as one says it."""
    place, hide = state.material.places[name], state.hide(name)
    parts = [willow.title(name)]
    if place.of_power:
        parts.append(f"a Place of Power with Hide {'unknown' if hide is None else hide}")
    if lies := state.treasure_at(name):
        parts.append("a Treasure nobody here has seen" if lies == UNKNOWN else willow.title(lies))
    parts += [
        f"the {willow.title(army.id)}"
        for side, army in state.material.army_of.items()
        if army.home == name and state.army_home(side)
    ]
    parts += ["free"] if place.power == "city" and state.freed_by else []
    parts += [willow.title(one.id) for one in state.at(name)]
    return ", ".join(parts)


def character_words(state: willow.State, name: str) -> str:
    """A character, his values, and what he has, as far as this state knows."""
    return _person(state, state.character(name)).rstrip(".")


def board_lines(state: willow.State) -> list[str]:
    """Everything there is to know, line by line."""
    places = [
        f"{place_words(state, name)}. Roads to {', '.join(map(willow.title, state.material.next_to[name])) or 'nowhere'}."
        for name in state.material.places
    ]
    return [*places, *_people(state), *_rest(state), f"{state.material.label}."]


def _people(state: willow.State) -> list[str]:
    return [_person(state, one) for one in state.characters]


def _person(state: willow.State, one: willow.Character) -> str:
    numbers = {"prowess": one.prowess, "magic": one.magic, "stealth": one.stealth}
    values = ", ".join(f"{name} {'?' if value is None else value}" for name, value in numbers.items())
    parts = [f"{willow.title(one.id)} ({one.side}) at {one.at}: {values}, health {one.health}"]
    held = {
        "hand": one.hand,
        "face up": one.face_up,
        "Spells": one.spells,
        "Treasures": one.treasures,
        "Foes": one.foes,
    }
    for what, cards in held.items():
        if cards:
            parts.append(f"{what}: {', '.join(cards)}")
    parts += ["leads the Army"] if one.army else []
    parts += [f"transformed into {one.transformed}"] if one.transformed else []
    parts += ["found"] if one.found else []
    return "; ".join(parts) + "."


def _rest(state: willow.State) -> list[str]:
    lines = [f"Cards in the deck: {max(0, state.deck_size())}; discards: {', '.join(state.discards) or 'none'}."]
    if state.elora == "removed":
        lines.append(f"Elora Danan is removed; round {state.clock} is the last, unless Bavmorda is slain.")
    elif not state.holder:
        lines.append(f"Elora Danan may be with: {', '.join(map(willow.title, state.holders()))}.")
    assumed = [name for name, figure in state.material.figures.items() if figure.source == "assumed"]
    if assumed:
        lines.append(f"{len(assumed)} figures of this scenario are assumed; verdicts that rest on one say so.")
    return lines
