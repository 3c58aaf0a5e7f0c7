"""The Willow game as one asks about it in words (:class:`tutor.teach.language.Talk`)."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from engine import willow
from tutor.games.willow.text import board_text
from tutor.teach.language.contract import PlainTalk


@cache
def talk() -> PlainTalk:
    """The words of the Willow game, with the characters, spaces and cards of any scenario."""
    scenarios = willow.scenarios().values()
    people = {one for scenario in scenarios for one in scenario.characters}
    spaces = {one for scenario in scenarios for edge in (*scenario.edges, scenario.places) for one in edge}
    cards = {card for scenario in scenarios for card in scenario.cards}
    treasures = {treasure for scenario in scenarios for treasure in scenario.treasures}
    kinds = {
        "place": spaces,
        "person": people,
        "other": people,
        "card": cards,
        "thing": (*cards, *treasures),
        "one": (*people, *spaces),
    }
    names = {one: one.replace("-", " ").title() for one in (*people, *spaces, *cards, *treasures)}
    return PlainTalk(Path(__file__).parent, willow, kinds, names, lambda state: board_text(state).splitlines())
