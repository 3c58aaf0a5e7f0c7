"""Golden games of GRAN: every event, legal action count, sampled refusal and code. A change in them is to be seen, and read.

After a change that is meant, write them anew with ``python -m tests.engine.gran.test_gran_golden``.
"""

from __future__ import annotations

import random
from functools import partial

import pytest

from engine import gran
from engine.gran.rules import moves
from tests.golden import text as golden_text
from tests.sources import ROOT

FOLDER = ROOT / "tests" / "golden" / "gran"
#: Seats, bots, seed, most actions, switches that differ.
GAMES: dict[str, tuple[list[str], str, int, int, dict[str, str]]] = {
    "random-three": (["red", "blue", "green"], "random", 5, 200, {}),
    "random-six": (["yellow", "blue", "red", "white", "green", "black"], "random", 8, 260, {}),
    "random-strict": (
        ["red", "blue", "green"],
        "random",
        13,
        220,
        {
            "ring_reach": "every",
            "extra_turn": "forced",
            "ring_on_ball": "no",
            "coat_attack": "no",
            "city_pass": "no",
            "second_seal": "no",
        },
    ),
    "runner-three": (["red", "blue", "green"], "runner", 2, 150, {}),
    "careful-two": (["red", "blue"], "careful", 1, 70, {}),
}


def transcript(name: str) -> str:
    """The whole game, each step with its code, what could be done, and one move that could not with the reasons."""
    seats, bot, seed, most, chosen = GAMES[name]
    state = gran.from_dict({"order": seats, "switches": chosen})
    rng = random.Random(seed)
    lines = [f"{name}, seed {seed}"]
    for _ in range(most):
        if state.over:
            break
        listed = state.actions()
        refused = [action.text for action in moves(state) if action.text not in listed]
        vocabulary = [
            *refused,
            "pass",
            "stay",
            *(f"{v} {s}" for v in ("lay", "ring", "banish") for s in state.board.spaces),
        ]
        action = rng.choice(listed) if state.decision == "chance" else gran.BOTS[bot](state, state.turn, rng)
        for asked in (rng.choice(vocabulary), rng.choice(refused or vocabulary)):
            verdict = state.judge(asked)
            lines.append(f"? {asked}: {', '.join(verdict.rules) or 'legal'}")
        lines.append(f"{len(listed)} legal: {' | '.join(listed[:: max(1, len(listed) // 6)])}")
        step = state.play(action)
        state = step.state
        lines += [f"> {action}", *(f"  {event}" for event in step.events), f"  {gran.code(state)}"]
    lines.append(f"winner: {state.winner}" if state.over else "not over")
    return "\n".join(lines) + "\n"


@pytest.mark.parametrize("name", GAMES)
def test_the_game_is_played_as_before(name: str) -> None:
    assert transcript(name) == golden_text.read(FOLDER, name)


def test_there_are_golden_games() -> None:
    rules = (
        "attack.ring",
        "ring.lost-to-dragon",
        "dragon.reshuffle",
        "obstacle.sixteen",
        "city.seal",
        "goal.three-seals",
    )
    golden_text.check_whole(FOLDER, GAMES, 600, rules)


if __name__ == "__main__":
    golden_text.write(FOLDER, {name: partial(transcript, name) for name in GAMES})
