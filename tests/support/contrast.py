"""The parts of a colour, and how much two colours stand out from one another."""

from __future__ import annotations


def rgb(colour: str) -> tuple[int, int, int]:
    """The three parts of a colour written "#rrggbb", 0 to 255 each."""
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


def contrast(one: str, other: str) -> float:
    """The contrast of two colours after WCAG 2, from 1 (none) to 21.

    >>> round(contrast("#000000", "#ffffff"))
    21
    """

    def luminance(colour: str) -> float:
        parts = [c / 255 for c in rgb(colour)]
        r, g, b = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts)
        return 0.2126 * r + 0.7152 * g + 0.0722 * b

    high, low = sorted((luminance(one), luminance(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)
