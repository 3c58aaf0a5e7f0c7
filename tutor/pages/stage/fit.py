"""Whether what a script has to say fits on the screen: no step may scroll at 1280 by 720. Reckoned from the lengths of its
texts, in the units in which the screen is laid out (1920 by 1080); a test compares it with a browser."""

from __future__ import annotations

from textwrap import wrap

from engine.text.faults import Fault
from tutor.pages.stage.asking import StageQuestion
from tutor.pages.stage.script import Script, ScriptStep

#: Pixels of a screen of 1920 x 1080: the height beside the board, and the width of the column for words.
HEIGHT, WIDTH = 1080 - 2 * 48, 620 - 2 * 56
#: A letter is so wide, as a part of its size: of the serif, heavy, and of the sans.
SERIF, SANS = 0.56, 0.51
#: Most lines of the verdict; a script with more is told that it does not fit.
MOST_LINES = 5


def lines(text: str, size: float, width: float, letter: float = SANS) -> int:
    """How many lines a text takes at most."""
    return len(wrap(text, max(4, int(width / (size * letter))))) if text else 0


def overflow(script: Script) -> list[Fault]:
    """What does not fit, step by step, and what would."""
    found = []
    for number, step in enumerate(script.steps, 1):
        where = f"step {number}, {step.title!r}"
        if (tall := _beside(step)) > HEIGHT:
            what = f"what stands beside the board is {tall:.0f} units high, of {HEIGHT}"
            found.append(Fault(where, what, "Shorten its words or options, or make two steps of it.", "too-long"))
        if step.question is not None and (taken := _verdict(step.question)) > MOST_LINES:
            what = f"the answer takes {taken} lines, of {MOST_LINES}"
            found.append(Fault(where, what, "Say it shorter: because = ...", "too-long"))
    return found


def _beside(step: ScriptStep) -> float:
    """How high what stands beside the board is, at its highest: with the bars of two rounds, or with the count."""
    question = step.question
    if question is None:
        return lines(step.title, 52, WIDTH, SERIF) * 60 + 32 + lines(step.words, 34, WIDTH) * 45 if step.words else 0.0
    size = 40 if len(question.ask) > 70 else 52
    tall = 52 + lines(question.ask, size, WIDTH, SERIF) * size * 1.15 + 32
    heights = [_option(option.text, question.dense) for option in question.options]
    bars, count = sum(heights) + 40 * len(heights) + 40, sum(heights) + 150
    return tall + (max(bars, count) if question.options else 0)


def _option(text: str, dense: bool) -> float:
    size, least = (29, 62) if dense else (38, 88)
    return max(float(least), lines(text, size, WIDTH - 104, SANS) * size * 1.15) + 12


def _verdict(question: StageQuestion) -> int:
    """How many lines the answer takes, beside its few words."""
    head = min(0.34 * 1148, len(question.answer) * (36 if len(question.answer) > 26 else 52) * SERIF)
    width = 1300 - 80 - 72 - 76 - 2 * 28 - 30 - head
    return max(lines(question.said, 36, width) + bool(question.rules), lines(question.answer, 36, head + 20, SERIF))
