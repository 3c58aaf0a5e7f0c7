"""Chance that comes again: what was thrown or drawn and taken back comes in the same order, for whatever asks for it next."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Mapping
from typing import Any


def comes_again(again: Iterable[str], chances: Mapping[str, Any]) -> str | None:
    """The outcome that was taken back and comes again now; None if chance is free. Dice come die by die, in the order thrown;
    cards, of each kind, in the order drawn, for whatever asks for one next."""
    wanted = next(iter(chances), "")
    verb, _, rest = wanted.partition(" ")
    if _is_dice(rest):
        dice = [
            die for outcome in again if outcome.startswith(f"{verb} ") for die in outcome.split()[1:] if die.isdigit()
        ]
        count = len(rest.split())
        if not dice:
            return None
        able = [outcome for outcome in chances if outcome.split()[1 : 1 + len(dice)] == dice[:count]]
        return able[0] if len(able) == 1 else None
    return next((outcome for outcome in again if outcome.startswith(f"{verb} ") and outcome in chances), None)


def begins_again(again: Iterable[str], chances: Mapping[str, Any]) -> tuple[str, ...]:
    """The outcomes among which chance decides now: where fewer dice come again than are thrown, those that begin with them."""
    wanted = next(iter(chances), "")
    verb, _, rest = wanted.partition(" ")
    if not _is_dice(rest):
        return tuple(chances)
    dice = [die for outcome in again if outcome.startswith(f"{verb} ") for die in outcome.split()[1:] if die.isdigit()]
    count = len(rest.split())
    able = tuple(outcome for outcome in chances if outcome.split()[1 : 1 + min(len(dice), count)] == dice[:count])
    return able or tuple(chances)


def left_of(again: tuple[str, ...], outcome: str) -> tuple[str, ...]:
    """What still comes again after an outcome has come."""
    verb, _, rest = outcome.partition(" ")
    if not _is_dice(rest):
        found = deque(again)
        if outcome in found:
            found.remove(outcome)
        return tuple(found)
    used = len(rest.split())
    left: list[str] = []
    for each in again:
        words = each.split()
        if words[0] == verb and used and _is_dice(" ".join(words[1:])):
            dice = words[1:]
            gone = min(used, len(dice))
            used -= gone
            if dice[gone:]:
                left.append(" ".join((verb, *dice[gone:])))
        else:
            left.append(each)
    return tuple(left)


def _is_dice(words: str) -> bool:
    return bool(words) and all(word.isdigit() for word in words.split())
