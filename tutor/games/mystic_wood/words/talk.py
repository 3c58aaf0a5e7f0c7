"""The Mystic Wood as one asks about it in words (:class:`tutor.teach.language.Talk`)."""

from tutor.games.mystic_wood.hands.at_hand import candidates as at_hand
from tutor.games.mystic_wood.words.facts import told
from tutor.games.mystic_wood.words.language import question_words, rules_asked, understood

__all__ = ["at_hand", "question_words", "rules_asked", "told", "understood"]
