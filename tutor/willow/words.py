"""Actions of the Willow game as one says them, and what is said on every page that shows it."""

from __future__ import annotations

from collections.abc import Iterable

from engine import willow

#: Said on every page that shows the game.
ASSUMED = (
    "This is a training map, not the published board: the board, most values and most cards are not in the text we have. "
    "What a verdict takes from an assumed figure it says."
)
_VERBS = {
    "moves": "moves to", "searches": "searches for", "plays": "plays", "discards": "discards", "gives": "gives", "takes": "takes",
    "casts": "casts", "restores": "restores", "uses": "uses the power of his place", "looks": "looks at",
    "frees": "tries to free Tir Asleen",
    "attacks": "attacks", "absorbs": "lets the Army absorb the loss", "bears": "bears the loss", "agrees": "agrees",
    "refuses": "refuses", "hides": "keeps hidden", "draws": "draws",
}  # fmt: skip
_SAID = {
    "done": "Done with this step", "pass": "Cast no more", "disagree champion": "We do not agree: the worst fighter",
    "disagree treasure": "We do not agree about the Treasure", "disagree army": "We do not agree about the Army",
}  # fmt: skip


def action_words(action: str) -> str:
    """An action as one says it.

    >>> action_words("willow searches tir-asleen with airk"), action_words("roll 4 5"), action_words("champion airk")
    ('Willow searches for Tir Asleen with Airk', 'throw 4 and 5', 'Airk is champion')
    """
    if action in _SAID:
        return _SAID[action]
    first, *words = action.split()
    if first == "roll":
        return f"throw {' and '.join(words)}"
    if first == "champion":
        return f"{willow.title(words[0])} is champion"
    if first in ("shape", "treasure"):
        return f"chance turns up {willow.title(words[0])}"
    if not words:
        return action
    who, verb = willow.title(first), words[0]
    if verb == "searches" and words[1:] == ["here"]:
        return f"{who} searches here for Good"
    if verb == "is":
        return f"{who} lets himself be found"
    rest = " ".join(_one(word) for word in words[1:] if verb not in ("uses", "bears", "frees", "attacks"))
    return f"{who} {_VERBS.get(verb, verb)} {rest}".strip()


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
    who = willow.title(first)
    verb, _, rest = action_words(action).removeprefix(f"{who} ").partition(" ")
    plain = f"{verb[:-3]}y" if verb.endswith("ies") else verb[:-2] if verb.endswith(("shes", "ches")) else verb.removesuffix("s")
    return who, f"{plain} {rest}".strip()


_MAY = {
    "done": "end this step", "pass": "cast no more", "disagree champion": "disagree about the champion",
    "disagree treasure": "object to the taking of the Treasure", "disagree army": "object to the taking of the Army",
}  # fmt: skip


#: How the line begins that names the assumed figures an answer rests on.
ASSUMED_FIGURES = "Assumed, since the text we have does not give it:"


def assumed_words(figures: Iterable[str]) -> str:
    """The line that names the assumed figures an answer rests on.

    >>> assumed_words(("hide of tir-asleen", "links of the map"))
    'Assumed, since the text we have does not give it: hide of Tir Asleen, links of the map.'
    """
    told = [f"{what} of {'the map' if of == 'the map' else willow.title(of)}" if of else what for what, _, of in
            (figure.partition(" of ") for figure in figures)]  # fmt: skip
    return f"{ASSUMED_FIGURES} {', '.join(told)}."
