"""What a question in words may mean, each reading with its short answer beside it, so that nobody has to press it to know."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from engine.contract.verdicts import IllegalAction
from engine.text.faults import Faulty
from tutor.draw.html import Html, el
from tutor.pages.checker.words import AskedQuestion
from tutor.teach.game.asking import Answer
from tutor.teach.game.teachable import Teachable
from tutor.teach.language import ANSWERED

#: The most letters of an answer beside a reading; a longer one is cut at a word.
LONGEST = 240


class OfferedReading(NamedTuple):
    """A reading: the question in words, its answer in a sentence ("" where there is none), whether that is yes or no (None where
    it is neither), and the first rule behind it."""

    asks: str
    answer: str = ""
    legal: bool | None = None
    rule: str = ""


#: Answers a question about a state.
ReadingAnswerer = Callable[[Any, AskedQuestion], Answer]


def offers(
    game: Teachable, state: Any, readings: Sequence[AskedQuestion], answer: ReadingAnswerer
) -> list[OfferedReading]:
    """The readings in their order, the first few with their answers. One that cannot be answered here has none."""
    found = []
    for n, reading in enumerate(readings):
        asks = reading.words(game, state)
        told = _told(game, state, reading, answer) if n < ANSWERED else None
        if told is None:
            found.append(OfferedReading(asks))
            continue
        rule = next((cause.rule for cause in told.causes), "")
        found.append(OfferedReading(asks, _short(told.sentence), told.legal, rule))
    return found


def _told(game: Teachable, state: Any, reading: AskedQuestion, answer: ReadingAnswerer) -> Answer | None:
    then = reading.turned(game, state)
    if then is None:
        return None
    try:
        return answer(then, reading)
    except (Faulty, IllegalAction, LookupError):
        return None


def _short(sentence: str) -> str:
    return sentence if len(sentence) <= LONGEST else f"{sentence[:LONGEST].rsplit(' ', 1)[0].rstrip(',;:')} ..."


def agreed(found: Sequence[OfferedReading]) -> str:
    """A sentence where several readings, all of them answered, come to the same yes or no by the same rule; else ""."""
    first = found[0]
    same = len(found) > 1 and first.legal is not None and first.rule
    if not same or any((one.legal, one.rule) != (first.legal, first.rule) for one in found):
        return ""
    return f"{'Both' if len(found) == 2 else 'All'} have the same answer: {'yes' if first.legal else 'no'}, by {first.rule}."


def offered(found: Sequence[OfferedReading]) -> Html:
    """The readings as a list: each a button that answers it in full, with its short answer below; ``mean:N`` is its target."""
    same = agreed(found)
    return el(
        "div",
        el("p", same, class_="mwb-fit") if same else None,
        el("ul", *(_line(n, one) for n, one in enumerate(found)), class_="mwb-offers", aria_label="What it may mean"),
    )


def _line(n: int, one: OfferedReading) -> Html:
    button = el("button", el("span", "If you mean: ", class_="mwb-soft"), one.asks, data_target=f"mean:{n}")
    if not one.answer:
        return el("li", button)
    verdict = {True: "yes", False: "no", None: "told"}[one.legal]
    rule = el("span", one.rule, class_="mwb-rule") if one.rule and one.legal is not None else None
    return el("li", button, el("p", one.answer, " " if rule else None, rule, class_=f"mwb-{verdict}"))
