"""One room for language: understanding what is typed, and saying actions, from one table of words a game.

Nothing is parsed as a sentence. What is typed becomes words with their meanings (``hearing``); everything that may be meant is a
pattern of such words (``patterns``): an action, a rule, a card, a fact of the moment, the order of encounter. All patterns are
ranked alike (``understanding``); one is answered at once only where it accounts for nearly all that was said and the next best
is clearly worse; otherwise the best are offered, and below a floor it is said that nothing was understood.

What is English stands in ``english.toml`` beside this file, what is a game's own in the ``words.toml`` of its folder.
"""

from tutor.teach.language.lexicon import Lexicon, read_lexicon
from tutor.teach.language.meaning import ANSWERED, AskedMoment, Meaning, Talk, Told, Understood, said
from tutor.teach.language.saying import Sayings, joined
from tutor.teach.language.understanding import asking, understand

__all__ = [
    "ANSWERED",
    "AskedMoment",
    "Lexicon",
    "Meaning",
    "Sayings",
    "Talk",
    "Told",
    "Understood",
    "asking",
    "joined",
    "read_lexicon",
    "said",
    "understand",
]
