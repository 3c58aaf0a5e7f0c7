"""The Mystic Wood as one asks about it in words (:class:`tutor.teach.language.Talk`)."""

from tutor.mystic_wood.at_hand import candidates as at_hand
from tutor.mystic_wood.facts import told
from tutor.mystic_wood.language import question_words, rules_asked, understood

__all__ = ["at_hand", "question_words", "rules_asked", "told", "understood"]
