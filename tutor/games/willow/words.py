"""Actions of the Willow game as one says them, and what is said on every page that shows it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from engine import willow
from engine.willow.material.scenario import figure_words, named

#: Said on every page that shows the game.
ASSUMED = (
    "This is a training map, not the published board: the board, most values and most cards are not in the text we have. "
    "What a verdict takes from an assumed figure it says."
)
#: What is done: by one, and by several.
_VERBS: dict[str, tuple[str, str]] = {
    "moves": ("moves to", "move to"),
    "searches": ("searches for", "search for"),
    "plays": ("plays", "play"),
    "discards": ("discards", "discard"),
    "gives": ("gives", "give"),
    "takes": ("takes", "take"),
    "casts": ("casts", "cast"),
    "restores": ("restores", "restore"),
    "uses": ("uses the power of the place", "use the power of the place"),
    "looks": ("looks at", "look at"),
    "frees": ("tries to free Tir Asleen", "try to free Tir Asleen"),
    "attacks": ("attacks", "attack"),
    "absorbs": ("lets the Army absorb the loss", "let the Army absorb the loss"),
    "bears": ("bears the loss", "bear the loss"),
    "agrees": ("agrees", "agree"),
    "refuses": ("refuses", "refuse"),
    "hides": ("keeps hidden", "keep hidden"),
    "draws": ("draws", "draw"),
    "is": ("lets himself be found", "let themselves be found"),
}
_SAID = {
    "done": "Done with this step",
    "pass": "Cast no more",
    "disagree champion": "We do not agree: the worst fighter",
    "disagree treasure": "We do not agree about the Treasure",
    "disagree army": "We do not agree about the Army",
}


def action_words(action: str) -> str:
    """An action as one says it.

    >>> action_words("willow searches tir-asleen with airk"), action_words("roll 4 5"), action_words("champion airk")
    ('Willow searches for Tir Asleen with Airk', 'throw 4 and 5', 'Airk is champion')
    >>> action_words("franjean-rool moves tavern")
    'Franjean & Rool move to Tavern'
    >>> action_words("willow looks at kael")
    'Willow looks at Kael'
    """
    if action in _SAID:
        return _SAID[action]
    first, *words = action.split()
    if first == "roll":
        return f"throw {' and '.join(words)}"
    if first == "champion":
        return f"{named(words[0])} {named(words[0]):is|are} champion"
    if first in ("shape", "treasure"):
        return f"chance turns up {willow.title(words[0])}"
    if not words:
        return action
    who = named(first)
    return f"{who} {_deed(words, who.several)}"


def _deed(words: Sequence[str], several: bool) -> str:
    """What one does, or several do: ("searches", "tavern") -> "searches for Tavern"."""
    verb, *rest = words
    if verb == "searches" and rest == ["here"]:
        return "search here for Good" if several else "searches here for Good"
    told = _VERBS.get(verb, (verb, verb))[several]
    if verb in ("uses", "bears", "frees", "attacks", "is"):
        return told
    rest = [word for word in rest if (verb, word) != ("looks", "at")]  # the verb says it already
    return f"{told} {' '.join(map(_one, rest))}".strip()


def _one(word: str) -> str:
    """A word of an action: a name by its title, small words as they are."""
    if word in ("with", "on", "as", "to"):
        return word
    return {"army": "the Army", "treasure": "the Treasure"}.get(word, willow.title(word))


def may_words(action: str) -> tuple[str, str]:
    """Who does an action ("" for a side), and what, to follow "may".

    >>> may_words("willow searches tir-asleen with airk"), may_words("champion airk"), may_words("done")
    (('Willow', 'search for Tir Asleen with Airk'), ('Airk', 'be champion'), ('', 'end this step'))
    """
    first, *words = action.split()
    if action in _MAY:
        return "", _MAY[action]
    if first == "champion":
        return willow.title(words[0]), "be champion"
    return willow.title(first), _deed(words, several=True)


_MAY = {
    "done": "end this step",
    "pass": "cast no more",
    "disagree champion": "disagree about the champion",
    "disagree treasure": "object to the taking of the Treasure",
    "disagree army": "object to the taking of the Army",
}


#: How the line begins that names the assumed figures an answer rests on.
ASSUMED_FIGURES = "Assumed, since the text we have does not give it:"


def assumed_words(figures: Iterable[str]) -> str:
    """The line that names the assumed figures an answer rests on.

    >>> assumed_words(("hide of tir-asleen", "links of the map"))
    'Assumed, since the text we have does not give it: hide of Tir Asleen, links of the map.'
    """
    return f"{ASSUMED_FIGURES} {', '.join(map(figure_words, figures))}."
