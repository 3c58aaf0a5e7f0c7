"""What the ruling checker asks of GRAN besides what it asks of any game: the fight by its throws, one way for each end."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from engine import gran
from engine.text.faults import Faulty
from tutor.draw.shapes import Scene
from tutor.games.gran.scene import board_scene
from tutor.games.gran.tries import VERBS, meant, refused, targets
from tutor.games.gran.words import action_words, knight_words
from tutor.teach.game.asking import Answer, Asking

_WHEN: Mapping[str, str] = {
    "start": "at the beginning of the turn",
    "extra": "with an extra turn after a dragon",
    "banish": "about to banish whom he attacked",
    "card": "about to meet the dragon",
    "throw": "fighting the dragon",
    "obstacle": "who must lay an obstacle",
    "ring": "who must lay down the ring",
}
_More = tuple[tuple[str, tuple[tuple[str, Fraction], ...]], ...]


class GranAsking(Asking):
    """The questions of GRAN."""

    by_chance = ("card", "roll")

    def when(self, state: gran.State) -> str:
        return _WHEN.get(state.moment, "")

    def turned_to(self, state: gran.State, who: str) -> gran.State | None:
        raw = gran.to_dict(state)
        for key in ("victim", "card", "winner"):
            raw.pop(key, None)
        raw["knights"][who].pop("coat", None)
        try:
            return gran.from_dict({**raw, "turn": who, "moment": "start"})
        except Faulty:
            return None

    def drawn_name(self, text: str) -> str:
        return f"strength {text.split()[1]}"

    def names_of_throws(self, state: gran.State, action: str, after: dict[str, Any]) -> tuple[dict[str, str], _More]:
        at = self.thrown(state, action)
        card = at.card if at is not None and at.card is not None else 0
        return {text: "win" if int(text.split()[1]) >= card else "lose" for text in after}, ()

    def at_hand(self, state: gran.State) -> Sequence[str]:
        """For each space that is meant as an end one way, allowed or not; and what names no space."""
        ends = [meant(state, target) for target in targets(state)]
        rest = [action for action in state.actions() if action in ("pass", "stay")]
        legal = set(state.actions())
        found = dict.fromkeys(action for action in (*rest, *ends) if action)
        return sorted(found, key=lambda action: action not in legal)

    def about(self, state: gran.State, target: str) -> list[str]:
        kind, _, name = target.partition(":")
        if kind == "knight" and name in state.order and name == self.asker(state) and state.moment not in VERBS:
            return list(self.at_hand(state))[:8]
        one = meant(state, f"space:{name}" if kind != "knight" else target)
        return [one] if one else []

    def cause_target(self, answer: Answer) -> str | None:
        state = gran.from_code(answer.code)
        action = answer.question.action
        at = refused(state, answer.who, action, state.judge(action)).at
        return f"space:{at}" if at else None

    def picture(self, state: gran.State) -> Scene:
        return board_scene(state, highlights=())

    whole = picture

    def hand_line(self, state: gran.State, seat: str) -> str:
        return knight_words(state, seat).removeprefix(f"{seat.capitalize()} ")

    def words(self, action: str) -> str:
        return action_words(action)
