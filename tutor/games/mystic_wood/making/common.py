"""What the makers of all kinds share: a puzzle put together, what rejects it, and what is clearly the best."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

from engine import mystic_wood as mw
from engine.mystic_wood.material.ledger import ledger
from engine.text.faults import Faulty
from tutor.content.making.proving import opened
from tutor.content.puzzles.model import EASIEST, HARDEST, Puzzle, Rejected
from tutor.content.puzzles.reading import LESSON
from tutor.content.puzzles.solving import form_of, solve
from tutor.games.mystic_wood.making.rule_trace import rules_named
from tutor.games.mystic_wood.puzzle_kinds import KINDS, THEMES
from tutor.games.mystic_wood.teachable import GAME
from tutor.games.mystic_wood.words.button_text import button_words
from tutor.teach.exercise.exercise import Exercise
from tutor.teach.exercise.options import Choose

#: By how much the best option of a made puzzle is ahead, at least.
MARGIN = Fraction(1, 12)
#: What helps with a made puzzle of a kind that has no hint of its own; none tells the answer.
HINTS: Mapping[str, tuple[str, ...]] = {
    "order": (
        "Who challenges comes before whoever is approached.",
        "Loose things come last; each in its place of the list.",
    ),
    "setup": ("Begin with what must not be in the way.", "Then count up what is lent, or who comes before."),
    "may": ("Ask of each: which sentence forbids it?", "Whoever must be met, and whatever is undecided, comes first."),
    "transport": ("Follow one after the other: where is each when the next thing happens?",),
    "path": ("Count turns, not areas: some things carry one further.",),
    "odds": ("Add up both sides without the dice; then compare how far they are apart.",),
    "joust": ("In a joust strength and prowess count together.", "What does each helper lend, and what the place?"),
    "combination": (
        "Does this enemy call for strength, prowess or both?",
        "Whose companions may help in a joint fight?",
    ),
    "plan": ("Who of those here could be of help, if he came first?", "What is lost once the wanted one is met?"),
    "ruling": ("What does the other edition say in a word more, or not at all?",),
}
_AREA = re.compile(r"\b[a-e][1-9]\b")
NOT_TOLD = frozenset(["setup.order", "edition.silent"])


def made(
    kind: str, exercise: Exercise, editions: Sequence[str], themes: Sequence[str], rating: float, key: str, **more: Any
) -> tuple[Puzzle, str]:
    """A finished puzzle and what makes it the same as another. Its answer is what the engine says, in all its editions."""
    known = tuple(dict.fromkeys(theme for theme in themes if theme in THEMES))[:8]
    exercise = replace(exercise, title=KINDS[kind][0], hints=exercise.hints or HINTS[kind])
    puzzle = Puzzle(
        "made",
        kind,
        exercise,
        tuple(editions),
        known,
        max(EASIEST, min(HARDEST, round(rating / 10) * 10)),
        (),
        **more,
    )
    try:
        answers = [solve(puzzle, edition).answer for edition in puzzle.editions]
    except Faulty:  # proved in the one edition, not in the other
        raise Rejected("not proved") from None
    if any(answer != answers[0] for answer in answers):
        raise Rejected("the editions differ")
    if form_of(puzzle).is_trivial(exercise, answers[0]):
        raise Rejected("trivial")
    return replace(puzzle, answer=answers[0]), key


def base(
    question: str, text: str, edition: str, rules: Sequence[str], point: str, knight: str | None = None
) -> dict[str, Any]:
    """What every exercise of a made puzzle has."""
    known = tuple(dict.fromkeys(rule for rule in rules if rule not in NOT_TOLD))[:12]
    return {
        "id": "made",
        "game": GAME,
        "lesson": LESSON,
        "prompt": question,
        "situation": text,
        "edition": edition,
        "rules": known,
        "after": point,
        "knight": knight,
    }


def said(action: str) -> str:
    """An action as a person reads it: "Meet the Orc with the Sage to help", "Walk north"."""
    return button_words(action)


def themes_of(rules: Sequence[str]) -> list[str]:
    """The topics of the ledger that these rules belong to."""
    topics = [ledger().rule(rule).topic for rule in rules]
    return ["things" if topic == "loose-things" else topic for topic in topics]


def loaded(text: str) -> mw.State:
    try:
        return mw.loads(text)
    except Faulty:
        raise Rejected("cannot be") from None


def two_best(values: Sequence[Fraction], several: bool = False) -> tuple[Fraction, Fraction]:
    """The best and the next: one (or ``several``) must be clearly ahead, and there must be something to think of."""
    best = max(values)
    behind = [value for value in values if value != best]
    if not behind or (values.count(best) > 1 and not several) or 2 * values.count(best) > len(values):
        raise Rejected("ambiguous")
    second = max(behind)
    if best - second < MARGIN:
        raise Rejected("too close")
    if best == 1 and second == 0:
        raise Rejected("trivial")
    return best, second


def weighed(
    kind: str, exercise: Choose, editions: Sequence[str], themes: Sequence[str], rating: float, several: bool = False
) -> tuple[Puzzle, str]:
    """A puzzle that asks for the best: one option (or ``several``) is, clearly; a rule the engine names refutes each other."""
    values = opened(exercise).measured
    best, second = two_best(values, several)
    exercise = replace(exercise, several=values.count(best) > 1)
    # Two are the same where question, options and chances are: what else is held, and where it lies, does not matter.
    asked = _AREA.sub("there", exercise.prompt)
    key = f"{asked} {sorted(zip([option.words for option in exercise.options], map(str, values), strict=True))}"
    options, refuted = [], []
    for option, value in zip(exercise.options, values, strict=True):
        rules: tuple[str, ...] = ()
        if value != best:
            named = [rule for rule in sorted(rules_named(exercise, option)) if rule not in NOT_TOLD]
            rules = tuple(rule for rule in exercise.rules if rule in named) or tuple(named[:1])
            if not rules:
                raise Rejected("no refutation")
        options.append(replace(option, rules=rules))
        refuted.append(rules)
    exercise = replace(exercise, options=tuple(options))
    rating += 120 * len(options) + 600 * max(0.0, float(Fraction(1, 3) - (best - second)))
    return made(kind, exercise, editions, themes, rating, key, margin=MARGIN, refutations=tuple(refuted))
