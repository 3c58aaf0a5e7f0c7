"""Reading what a learner types: fractions, percentages, decimals, whole numbers."""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction
from math import factorial, prod

from engine.text.faults import Fault, UnreadableText

_FORMS = 'Write a whole number, a fraction like "7/12", a percentage like "58 %", or a decimal like "0.58".'
#: Longer than any number somebody writes down; what is longer is not read at all.
LONGEST = 40
#: Small numbers as one says them.
_SAID = {
    word: str(number)
    for number, word in enumerate(
        "none one two three four five six seven eight nine ten eleven twelve".split()  # noqa: SIM905
    )
} | {"zero": "0", "half": "1/2", "a half": "1/2", "a third": "1/3", "a quarter": "1/4"}
_NUMBER = re.compile(r"(?P<whole>[+-]?\d+)(?:[.,](?P<places>\d*))?")
#: A product as one writes down in how many ways something can be done: "2 x 2 x 13!"; no factor beyond 99.
_FACTOR = r"\d{1,2}!?"
_PRODUCT = re.compile(rf"{_FACTOR}(?:\s*[*x×·]\s*{_FACTOR})*")
_FRACTION = re.compile(r"(?P<top>[+-]?\d+)\s*(?:/|:|\bof\b|\bin\b|\bout of\b)\s*(?P<bottom>\d+)")


@dataclass(frozen=True, slots=True)
class NumberGiven:
    """A number as written: its exact ``value``, and how far rounding may put it off (0 for whole numbers and fractions)."""

    value: Fraction
    slack: Fraction = Fraction(0)

    def means(self, exact: Fraction) -> bool:
        """Whether somebody who knows the exact number could have written this."""
        return self.value == exact or abs(self.value - exact) <= self.slack


def read_number(text: str, out_of: int | None = None) -> NumberGiven:
    """What number a learner wrote. UnreadableText says which forms can be read.

    ``out_of`` is given where one counts cases ("in how many of 36?"): a whole number above 1 is then so many of them.

    >>> read_number("2*2*13!").value
    Fraction(24908083200, 1)
    >>> read_number("7/12").value, read_number("58 %").means(Fraction(7, 12)), read_number("0.5").means(Fraction(7, 12))
    (Fraction(7, 12), True, False)
    """
    if len(text) > LONGEST:
        raise UnreadableText(Fault("your answer", "that is too long for a number", _FORMS))
    plain = " ".join(text.lower().replace("−", "-").split()).removeprefix("about ").rstrip(". ")
    plain = _SAID.get(plain, plain)
    fraction = _FRACTION.fullmatch(plain)
    if fraction:
        if int(fraction["bottom"]) == 0:
            raise UnreadableText(Fault("your answer", "nothing can be divided by 0", _FORMS))
        return NumberGiven(Fraction(int(fraction["top"]), int(fraction["bottom"])))
    if re.search(r"[!*x×·]", plain) and _PRODUCT.fullmatch(plain):
        factors = (factorial(int(one[:-1])) if one.endswith("!") else int(one) for one in re.findall(_FACTOR, plain))
        return NumberGiven(Fraction(prod(factors)))
    percent = re.sub(r" ?(%|per ?cent)$", "", plain)
    number = _NUMBER.fullmatch(percent)
    if not number:
        what = "nothing is written" if not plain else f"{text.strip()!r} is no number"
        raise UnreadableText(Fault("your answer", what, _FORMS))
    places = number["places"] or ""
    value = Fraction(f"{number['whole']}.{places or '0'}")
    if out_of is not None and number["places"] is None and percent == plain and value > 1:
        return NumberGiven(value / out_of)
    if percent != plain:
        return NumberGiven(value / 100, Fraction(1, 2) / 10 ** len(places) / 100)
    # One decimal alone would let 0.6 pass for 7/12; two say that somebody has reckoned.
    return NumberGiven(value, Fraction(1, 2) / 10 ** len(places) if len(places) >= 2 else Fraction(0))


#: A fraction of more characters says nobody anything: it is told in percent, and exactly where that is asked for.
LONGEST_FRACTION = 20


def in_words(value: Fraction) -> str:
    """A number for people: ``7/12 (about 58 %)``, or ``5``; a fraction that is too long to be read in percent alone.

    >>> in_words(Fraction(7, 12)), in_words(Fraction(5)), in_words(Fraction(1, 4))
    ('7/12 (about 58 %)', '5', '1/4 (25 %)')
    >>> in_words(Fraction(12345678901, 45678901234)), in_words(Fraction(1000001, 10**15))
    ('about 27.03 %', 'about 1 in 1,000,000,000')
    """
    if value.denominator == 1:
        return str(value)
    if len(str(value)) > LONGEST_FRACTION:
        if 0 < value < Fraction(1, 10_000):
            return f"about 1 in {float(f'{float(1 / value):.3g}'):,.0f}"
        return "over 99.99 %" if Fraction(9999, 10_000) < value < 1 else f"about {float(value * 100):.4g} %"
    percent = value * 100
    about = f"{percent} %" if percent.denominator == 1 else f"about {round(percent)} %"
    return f"{value} ({about})"
