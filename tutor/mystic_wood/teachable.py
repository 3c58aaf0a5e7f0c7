"""How the Mystic Wood is shown, and what may be asked of it alone."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine import mystic_wood as mw
from engine.mystic_wood.material.ledger import reason
from tutor.exercises.goals import read_goal
from tutor.mystic_wood.phrases import next_words
from tutor.mystic_wood.scene import board_scene
from tutor.mystic_wood.text import text as board_text
from tutor.paint.svg import svg

__all__ = ["BOT", "OFFERS", "QUESTIONS", "board_text", "next_words", "read_goal", "whole_board"]

BOT = "quest"
OFFERS = ("variants", "edit", "rulings", "apps", "known")


def whole_board(state: mw.State) -> str:
    """The whole board of a state as SVG."""
    return svg(board_scene(state))


def _order(state: mw.State, request: Mapping[str, Any]) -> dict[str, Any]:
    """The encounter order of the area the Knight to move is in."""
    knight = state.knight(state.to_move or state.turn)
    return {
        "knight": knight.id,
        "area": knight.at,
        "order": mw.encounter_order(state),
        "not_met": {card: [reason(why, state.edition).as_dict()] for card, why in mw.not_met(state).items()},
    }


def _compare(state: mw.State, request: Mapping[str, Any]) -> dict[str, Any]:
    """One action judged in every edition, the situation read anew by the rules of each, in sentences too."""
    from tutor.mystic_wood.editor.half_built import state_data
    from tutor.pages.checker.asking import editions, verdict_sentence

    found = mw.compare(request["situation"], request["action"]).as_dict()
    action = state.judge(found["action"]).action
    for entry in editions(state_data(state), action):
        told = found["editions"][entry.edition]
        told["sentence"] = entry.sentence
        if entry.faults:
            told["impossible"] = list(entry.faults)
    return {**found, "sentence": verdict_sentence(state, action, found["differ"])}


QUESTIONS = {"order": _order, "compare": _compare}
