"""What a learner may write for an action: any sensible spelling becomes the action it means.

Only the meaning is read here; whether it is allowed is the engine's business.
"""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING

from engine import mystic_wood as mw
from engine.mystic_wood.material.cards import CARDS, KNIGHTS, name_of
from engine.mystic_wood.material.wood import DIRECTIONS
from engine.mystic_wood.position.actions import FORMS
from engine.text.faults import Fault, UnreadableText
from tutor.games.mystic_wood.hands.clicks import action_for
from tutor.teach.game.teachable import TooFar

if TYPE_CHECKING:
    from engine.mystic_wood.play.state import State

#: Longer than any action can be; what is longer is not read at all.
LONGEST = 160
#: How well an action must fit what was said to account for all of it; 1 is word for word.
WHOLE = 0.99
HELP = "For example: north, ride to d1, meet the Orc, meet wizard with sage, take lance, stay, withdraw, done."

#: Words before the name of an area or a card that say what is done with it; all other words the language of the game hears.
_RIDES = ("go", "ride", "walk", "travel", "head", "step", "run", "explore")
_VERB = {**dict.fromkeys(_RIDES, "move"), "fight": "meet", "attack": "meet"}
_ARROWS = {"→": " east ", "←": " west ", "↑": " north ", "↓": " south "}
_SHORT = {
    "n": "north",
    "e": "east",
    "s": "south",
    "w": "west",
    "up": "north",
    "right": "east",
    "down": "south",
    "left": "west",
}
_IDLE = frozenset(
    "the a an to please i my up at there here into in towards toward turn".split()  # noqa: SIM905
)
_VERBS = frozenset(form.split()[0] for form in FORMS)


@cache
def _names() -> tuple[tuple[re.Pattern[str], str], ...]:
    """Written names of more than one word, or spelt otherwise than their id, longest first."""
    found = {}
    for card in (*CARDS.all(), *KNIGHTS):
        plain = card.replace("-", " ")
        found[plain] = card
        found[name_of(card).lower()] = card
    return tuple(
        (re.compile(rf"\b{re.escape(name)}\b"), card)
        for name, card in sorted(found.items(), key=lambda pair: -len(pair[0]))
        if name != card
    )


def understood(text: str, state: State, learner: str) -> str:
    """The action a learner means, as the engine writes it.

    Raises TooFar for an area out of reach, UnreadableText with examples for what is no action.
    """
    if len(text) > LONGEST:
        raise UnreadableText(Fault("your action", "that is too long for an action", HELP))
    plain = _tidied(text)
    if not plain or plain in ("help", "?"):
        raise UnreadableText(
            Fault("your action", "write what the Knight does" if plain else "nothing is written", HELP)
        )
    exact = _as_written(plain)
    if exact is not None:
        return exact
    words = plain.split()
    verb = _VERB.get(words[0], words[0])
    rest = [
        _SHORT.get(word, word)
        for word in words[1:]
        if word not in _IDLE or (word in ("up", "down") and len(words) == 2)
    ]
    if verb in _SHORT or verb in DIRECTIONS or verb in state.wood.index or verb in CARDS.all() or verb in KNIGHTS:
        rest, verb = [_SHORT.get(verb, verb), *rest], ""
    if len(rest) == 1 and verb in ("", "move"):
        named = _place_or_card(rest[0], state, learner)
        if named is not None:
            return named
    if verb == "meet" and rest and rest[0] in KNIGHTS:
        verb = "joust"
    if verb == "joust" and rest and rest[0] in CARDS.denizens and rest[0] not in KNIGHTS:
        verb = "meet"
    found = _as_written(" ".join([verb, *rest])) or _spoken(text, state, learner)
    if found is None:
        raise UnreadableText(_why_not(verb, rest, words))
    return found


def _tidied(text: str) -> str:
    plain = text.lower()
    for arrow, word in _ARROWS.items():
        plain = plain.replace(arrow, word)
    plain = re.sub(r"[-=]+>", " ", plain)
    for pattern, card in _names():
        plain = pattern.sub(card, plain)
    plain = re.sub(r"[“”\"'`.,;:!()*]", " ", plain)
    words = [word for word in plain.split() if word not in ("and", "+")]
    # An arrow and its word, as they stand on a button, say the same thing twice.
    return " ".join(word for n, word in enumerate(words) if n == 0 or word != words[n - 1] or word not in DIRECTIONS)


def _as_written(text: str) -> str | None:
    try:
        return mw.parse_action(text).text
    except UnreadableText:
        return None


def _spoken(text: str, state: State, learner: str) -> str | None:
    """The action that is meant for sure by everyday words ("fight the pig", "run away"), as the ruling checker hears them.

    An action is what is awaited here: of what the checker would only offer, it is the one action that accounts for all the words.
    """
    from tutor.games.mystic_wood.words import language

    heard = language.understood(text, state)
    whole = [
        one for one in heard.meanings if one.kind == "may" and one.fit >= WHOLE and not one.guessed and not one.part
    ]
    meant = heard.meanings[0] if heard.sure else whole[0] if len(whole) == 1 else None
    asker = state.to_move or state.turn
    return meant.what if meant is not None and meant.kind == "may" and (meant.who or asker) == learner else None


def _why_not(verb: str, rest: list[str], words: list[str]) -> Fault:
    """What is wrong with words that mean no action, in the words of whoever wrote them."""
    if verb not in _VERBS:
        return Fault("your action", f"“{words[0]}” is nothing a Knight can do", HELP)
    if not rest:
        return Fault("your action", f"“{words[0]}”: where to, or whom", HELP)
    return Fault("your action", f"“{' '.join(rest)}” does not go with “{words[0]}”", HELP)


def _place_or_card(word: str, state: State, learner: str) -> str | None:
    """What a direction, an area or a card means when it stands alone."""
    if word in DIRECTIONS:
        return f"move {word}"
    if word in state.wood.index:
        action = action_for(state, learner, f"area:{word}")
        if action is None:
            raise TooFar(word)
        return action
    if word in KNIGHTS:
        return action_for(state, learner, f"knight:{word}")
    if word in CARDS.all():
        knight = state.knight(learner)
        at = state.area(knight.at)
        if word not in at.denizens and word in (*at.things, *at.things_outside, *knight.things):
            return action_for(state, learner, f"thing:{word}")
        return action_for(state, learner, f"denizen:{word}") if word in CARDS.denizens else None
    return None


def with_ids(text: str) -> str:
    """A text with every card that is named in several words written as its id.

    >>> with_ids("meet the Wild Boar"), with_ids("arch mage d7"), with_ids("move north")
    ('meet the wild-boar', 'arch-mage d7', 'move north')
    """
    return _SEVERAL.sub(lambda name: re.sub(r"[\s-]+", "-", name[0].lower()), text)


_SEVERAL = re.compile(
    r"\b(?:" + "|".join(card.replace("-", r"[\s-]+") for card in sorted(CARDS.all()) if "-" in card) + r")\b",
    re.IGNORECASE,
)


def meaning(text: str) -> str:
    """An action of a lesson's source in its one spelling, so that it can be compared; other text in small letters."""
    plain = " ".join(text.lower().split())
    return _as_written(plain) or plain
