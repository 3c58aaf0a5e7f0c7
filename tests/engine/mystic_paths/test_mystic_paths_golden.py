"""Golden games of Mystic Paths: every event, action count, sampled refusal and view. A change in them is to be seen, and read.

After a change that is meant, write them anew with ``python -m tests.engine.mystic_paths.test_mystic_paths_golden``.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import partial

import pytest

from engine import mystic_paths as mp
from engine.chance.chance import pick
from engine.contract.records import Step
from tests.depth import deep
from tests.golden import text as golden_text
from tests.golden.changes import Changes, flat, numbered
from tests.sources import ROOT

FOLDER = ROOT / "tests" / "golden" / "mystic_paths"
#: Seats, mode, bot, seed.
GAMES: dict[str, tuple[list[str], str, str, int]] = {
    "together-two": (["red", "blue"], "together", "keen", 4),
    "together-six": (["red", "orange", "yellow", "green", "blue", "purple"], "together", "random", 2),
    "individual-three": (["green", "red", "purple"], "individual", "keen", 7),
    "teams-four": (["red", "green", "blue", "yellow"], "teams", "keen", 3),
    "all-or-nothing": (["red", "green", "blue"], "all-or-nothing", "keen", 12),
}


def keen(state: mp.State, seat: str, rng: random.Random) -> str:
    """Guesses right more often than not: a golden game should come far. (Who makes it sees the map.)"""
    player = state.player(state.turn)
    ahead = state.path_of(player)[player.reached : player.reached + 1]
    if state.moment == "guess" and ahead and rng.random() < 0.8:
        return f"guess {state.word(ahead[0])}"
    return rng.choice(state.actions(seat))


def vocabulary(state: mp.State, rng: random.Random) -> Iterator[str]:
    """Things that might be said at any moment."""
    seat, words = rng.choice(state.order), [*state.board.card_of]
    yield f"{seat} clue {rng.randint(1, 11)} {rng.choice(['', 'not '])}{rng.choice(words)}"
    yield f"{seat} add {rng.randint(1, 11)} {rng.choice(words)}"
    yield f"{seat}: guess {rng.choice([*state.board.cells])}"
    yield rng.choice([f"{seat} ready", f"first {seat}", f"attempt {seat}", "stop", "yes", "no", f"{seat}: stop"])
    yield rng.choice([f"draw {seat} k010", f"draw {seat}", "place c3 owl", f"deal {seat}", f"deal {seat} m05"])


def facts(state: mp.State) -> dict[str, object]:
    """The state as it is written, what each player's view leaves out of it, and what can be asked of it."""
    written = dict(flat(mp.to_dict(state)))
    views = {seat or "all": dict(flat(mp.to_dict(state.seen_by(seat)))) for seat in (*state.order, None)}
    return {
        **written,
        **{
            f"{seat} does not see": [name for name in written if view.get(name) != written[name]]
            for seat, view in views.items()
        },
        **{
            f"{seat} sees": [f"{name}: {view[name]}" for name in view if name not in written]
            for seat, view in views.items()
        },
        **{f"next {seat}": state.next_portals(seat) for seat in state.order},
        **{
            f"not next {seat}": [f"{cell} {rule}" for cell, rule in state.excluded(seat).items()]
            for seat in state.order
        },
        **{f"due {seat}": state.due(seat) for seat in state.order},
        **{f"{seat} can finish": state.can_finish(seat) for seat in state.order},
        "scores": state.scores().as_dict(),
        "advice": state.advice(),
    }


def refused(state: mp.State, asked: str) -> str:
    """An action and why it is refused, or that it is not."""
    reasons = state.judge(asked).reasons
    return f"? {asked}: {' / '.join(map(str, reasons)) or 'legal'}"


def heard(state: mp.State, step: Step) -> Iterator[str]:
    """What each player, and who plays nothing, hears otherwise than it was."""
    for seat in (*state.order, None):
        told = state.told(step, seat)
        assert told.state == step.state.seen_by(seat)
        said = [f"> {told.action}"] * (told.action != step.action)
        said += [str(one) for one, whole in zip(told.events, step.events, strict=True) if str(one) != str(whole)]
        if said:
            yield f"  {seat or 'all'} hear{'s' * bool(seat)}: {' / '.join(said)}"


def transcript(name: str) -> str:
    """The whole game, step by step: what could be done and what not, what was told to whom, and what has changed by it."""
    seats, mode, bot, seed = GAMES[name]
    state, rng, changes = mp.new_game(seats, mode=mode), random.Random(seed), Changes()
    lines = [f"{name}, seed {seed}", *(f"  {change}" for change in changes.told(facts(state)))]
    while not state.over:
        lines += [refused(state, asked) for asked in vocabulary(state, rng)]
        if state.decision == "chance":
            action = pick(state.chances(), rng)
        else:
            seat = rng.choice(state.deciders)
            action = keen(state, seat, rng) if bot == "keen" else rng.choice(state.actions(seat))
        able = numbered(state.actions(), 3 if state.moment == "lay" else 2)
        lines.append(f"{state.decision} {', '.join(state.deciders)}: {able}")
        step = state.play(action)
        lines += [f"> {action}", *(f"  {event}" for event in step.events), *heard(state, step)]
        state = step.state
        lines += [f"  {change}" for change in changes.told(facts(state))]
        if mp.from_code(mp.code(state)) != state:
            lines.append("  its code brings another state back")
    return "\n".join(lines) + "\n"


@pytest.mark.parametrize("name", [deep(name) if name == "together-six" else name for name in GAMES])
def test_the_game_is_played_as_before(name: str) -> None:
    assert transcript(name) == golden_text.read(FOLDER, name)


def test_there_are_golden_games() -> None:
    rules = (
        "end.cup",
        "prepare.both",
        "prepare.extra",
        "turn.skip-finished",
        "map.twice",
        "individual.win",
        "teams.score",
        "all.result",
        "guess.stop",
    )
    golden_text.check_whole(FOLDER, GAMES, 400, rules, ["answers"])


if __name__ == "__main__":
    golden_text.write(FOLDER, {name: partial(transcript, name) for name in GAMES})
