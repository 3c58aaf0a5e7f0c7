"""Learn what each feature of ``tutor/teach/language/scoring.py`` counts, from the labelled questions of tests/questions.

Run from the project's folder, with its environment: ``python -m tools.fit_understanding``. First it tells, by cross-validation
over the sets and voices of fresh questions, how often the likeliest meaning is right, and how many would be answered at once,
rightly and wrongly; then it fits all questions but the locked set and writes ``weights.toml``.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from engine import mystic_wood as mw
from tests import test_apps_words as asked
from tutor.mystic_wood.facts import told
from tutor.mystic_wood.language import Asked, lexicon, sayings
from tutor.teach.language import understanding
from tutor.teach.language.hearing import hear
from tutor.teach.language.meaning import Meaning

TARGET = Path("tutor/teach/language/weights.toml")
#: Sets for which nothing was mended by hand; sets that the tables were mended for, and how much less these count.
FRESH, KNOWN, LESS = ("twelfth", "thirteenth", "fourteenth", "sixteenth"), asked.SETS, 0.5
#: How strongly weights are held near 0; steps of the fit, and how far each goes.
HELD, STEPS, FAR = 10.0, 250, 0.1


@dataclass
class Example:
    """A question: its group, features of its meanings, which are right, whether patterns alone are sure, whether it is single."""

    group: str
    rows: list[dict[str, float]]
    good: list[bool]
    fits: bool
    single: bool


def examples(names: Iterable[str]) -> list[Example]:
    """The questions of some sets."""
    found = []
    for name in names:
        for question in tomllib.loads((asked.HERE / f"{name}.toml").read_text("utf-8"))["question"]:
            group = "known" if name in KNOWN else f"{name} {question['voice']}" if name == "sixteenth" else name
            found.append(_example(question, group))
    return found


def _example(question: Mapping[str, Any], group: str) -> Example:
    state = mw.loads(asked.SITUATIONS[question["in"]]["text"])
    moment = Asked(state)
    heard = understanding._placed(hear(question["ask"], lexicon(), moment.places), lexicon(), moment)
    one = understanding._Understanding(heard, lexicon(), sayings(), moment)
    questions = one.questions()
    whole = [m for m in one.whole(questions) if m.kind != "none"]
    fits = False
    if whole:
        best = one.preferred(whole)
        strange = [w.said for part in questions for w in part.words if w.unknown and not w.weak]
        fits = best.fit >= one.floor(strange) and one.fits(best, whole, strange)
        whole = [best, *(m for m in whole if m.same != best.same)]
    found = one.scorer.considered(whole)
    rows = one.scorer.features(found) if found else []
    good = [any(asked.is_answered(_line(m, state), want) for want in question["want"]) for m in found]
    return Example(group, rows, good, fits, len(questions) < 2)


def _line(meaning: Meaning, state: mw.State) -> str:
    fact = told(state, "fact", meaning.what) if meaning.kind == "fact" else None
    more = [fact.sentence, *fact.lines] if fact else [f"as {meaning.who}"] if meaning.who else []
    return " ".join(filter(None, (meaning.kind, meaning.what, *more)))


def fit(known: Sequence[Example], names: Sequence[str]) -> Any:
    """The weights under which the right meanings of each question come out likeliest, all features as ``names`` has them."""
    usable = [one for one in known if any(one.good) and not all(one.good)]
    table = np.concatenate([_table(one, names) for one in usable])
    right = np.concatenate([np.array(one.good, float) for one in usable])
    lengths = [len(one.rows) for one in usable]
    of, starts = np.repeat(np.arange(len(usable)), lengths), np.r_[0, np.cumsum(lengths)[:-1]]
    counts = np.array([LESS if one.group == "known" else 1.0 for one in usable])
    spread = table.std(0) + 1e-3
    table = table / spread
    weights = np.zeros(len(names))
    mean: Any = 0.0
    square: Any = 0.0
    for step in range(1, STEPS + 1):
        scores = table @ weights
        parts = np.exp(scores - np.maximum.reduceat(scores, starts)[of])
        likely = parts / np.add.reduceat(parts, starts)[of]
        wanted = parts * right / (np.add.reduceat(parts * right, starts)[of] + 1e-12)
        slope = table.T @ ((likely - wanted) * counts[of]) + HELD * weights
        mean, square = 0.9 * mean + 0.1 * slope, 0.99 * square + 0.01 * slope * slope
        weights = weights - FAR * (mean / (1 - 0.9**step)) / (np.sqrt(square / (1 - 0.99**step)) + 1e-8)
    return weights / spread


def _table(one: Example, names: Sequence[str]) -> Any:
    return np.array([[row.get(name, 0.0) for name in names] for row in one.rows]).reshape(len(one.rows), len(names))


def likely(one: Example, names: Sequence[str], weights: Any) -> Any:
    """How likely each meaning of a question is."""
    scores = _table(one, names) @ weights
    parts = np.exp(scores - scores.max())
    return parts / parts.sum()


def crossed(fresh: Sequence[Example], known: Sequence[Example], names: Sequence[str]) -> str:
    """What cross-validation says: each group of fresh questions by weights learnt from all others."""
    first = right = wrong = 0
    for group in sorted({one.group for one in fresh}):
        weights = fit([*known, *(one for one in fresh if one.group != group)], names)
        for one in (one for one in fresh if one.group == group and one.rows):
            chance = likely(one, names, weights)
            best = int(np.argmax(chance))
            first += one.good[best]
            kept = one.fits and chance[0] >= understanding.FAIRLY
            if kept or (one.single and chance[best] >= understanding.CERTAIN):
                answered = one.good[0 if kept else best]
                right, wrong = right + answered, wrong + (not answered)
    return f"of {len(fresh)} fresh questions: likeliest right {first}, answered rightly {right}, wrongly {wrong}"


def main() -> None:
    """Tell the figures, and write the weights."""
    known, fresh = examples(KNOWN), examples(FRESH)
    names = sorted({name for one in (*known, *fresh) for row in one.rows for name in row})
    print(crossed(fresh, known, names), flush=True)
    found = zip(names, fit([*known, *fresh], names), strict=True)
    lines = [f'"{name}" = {weight:.3f}\n' for name, weight in found if abs(weight) >= 0.0005]
    head = "# Made by tools/fit_understanding.py: what each feature of scoring.py counts.\n[weights]\n"
    TARGET.write_text(head + "".join(lines), "utf-8")


if __name__ == "__main__":
    main()
