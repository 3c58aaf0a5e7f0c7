"""Actions of the Willow game as one says them, and what is said on every page that shows it."""

from __future__ import annotations

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
