"""Golden games of the Willow game, and what is answered to everything that could be said after each worked case.

Events stand as they are told; lists, verdicts, views, codes and odds as short digests. After a change that is meant, write them
anew with ``python -m tests.engine.willow.test_willow_golden``, and read the differences.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from functools import partial
from hashlib import sha256
from typing import Any

import pytest

from engine import willow
from engine.contract.verdicts import IllegalAction
from engine.text.faults import Faulty
from engine.willow.play import paths
from tests.depth import deep, every
from tests.engine.willow.test_willow import every_text
from tests.engine.willow.test_willow_cases import CASES
from tests.golden import text as golden_text
from tests.sources import ROOT
from tests.support import willow_crowds
from tests.support.willow_crowds import worths
from tests.support.willow_games import begin, moments

FOLDER = ROOT / "tests" / "golden" / "willow"
#: The seed of the game and of its dice, the most steps, the bots.
GAMES: dict[str, tuple[int, int, tuple[str, ...]]] = {
    "training-planned": (3, 330, ("planner",)),
    "training-random": (9, 260, ("random",)),
    "made-planned": (4, 200, ("planner",)),
    "made-random": (14, 260, ("random",)),
    "made-mixed": (26, 220, ("random", "planner")),
}
#: Whose maps and bots others have as well.
MORE = ("training-random", "made-planned", "made-random")


def digest(*told: object) -> str:
    return sha256("\n".join(map(str, told)).encode()).hexdigest()[:10]


def transcript(name: str) -> str:
    """The whole game: each step with its events, and digests of what could be done, is seen, told, refused and reckoned."""
    seed, most, bots = GAMES[name]
    rng = random.Random(seed)
    lines = [name]
    before: list[str] = []
    for state, step in moments(begin(seed), seed, most, bots):
        listed = state.actions()
        seats = [(seat, state.actions(seat)) for seat in state.order]
        refused = [str(state.judge(text)) for text in before if text not in listed][:3]
        told = [state.told(step, seat) for seat in (*state.order, None)]
        heard = [(one.action, [event.text for event in one.events]) for one in told]
        views = [willow.code(step.state.seen_by(seat)) for seat in (*state.order[:1], *state.order[-1:], None)]
        lines.append(
            f"> {step.action}  [{len(listed)} {digest(*seats)} {digest(*refused)} {digest(*heard)} {digest(*views)}]"
        )
        lines += [f"  {event}" for event in step.events]
        lines.append(f"  {digest(*_reckoned(state, listed, rng), willow.dumps(step.state))} {digest(*worths(state))}")
        before = listed if len(listed) < 8 else rng.sample(listed, 8)
    return "\n".join(lines) + "\n"


def _reckoned(state: willow.State, listed: list[str], rng: random.Random) -> Iterator[object]:
    """The odds of two actions, and on which figures they rest."""
    for action in rng.sample(listed, min(2, len(listed))):
        yield _told(lambda action=action: willow.odds(state, action).as_dict())
        yield state.judge(action).assumed


def _mapped(state: willow.State) -> Iterator[object]:
    """What is reckoned of the map: reach, ways, journeys, meetings, cut places, cover."""
    yield paths.cut_places(state), _told(lambda: paths.covers(state)), paths.journeys(state)
    yield _told(lambda: [paths.groups_that_can_meet(state, side) for side in ("good", "evil")])
    castle = state.material.castle
    hunters = [one.id for one in state.of_side("evil")]
    for one in state.characters:
        yield _told(lambda one=one: sorted(paths.reach(state, one.id).items()))
        if castle and state.material.edges:
            yield paths.turns_to(state, one.id, castle), paths.interception(state, one.id, castle, hunters)
            yield _told(lambda one=one: [paths.best_route(state, one.id, castle, fewest=few) for few in (True, False)])
            yield paths.cut_for(state, one.id, castle)


def _told(ask: Any) -> str:
    try:
        return str(ask())
    except (Faulty, IllegalAction, ValueError) as refusal:
        return f"{type(refusal).__name__}: {refusal}"


def answers() -> str:
    """A line for each case."""
    return "".join(f"{answer(case)}\n" for case in CASES)


def answer(case: dict[str, Any]) -> str:
    """After a case has been played: digests of every verdict and of what every legal action leads to."""
    state = willow.loads(case["situation"])
    for action in case.get("do", ()):
        state = state.play(action).state
    verdicts = [(str(verdict), [r.about for r in verdict.reasons]) for verdict in map(state.judge, every_text(state))]
    legal = state.actions() if len(state.actions()) <= 12 else state.actions()[:: len(state.actions()) // 12 + 1]
    steps = [(step.action, [str(e) for e in step.events], willow.dumps(step.state)) for step in map(state.play, legal)]
    chances = [_told(lambda action=action: willow.odds(state, action).as_dict()) for action in legal]
    chosen = [willow.BOTS["planner"](state.seen_by(seat), seat, random.Random(1)) for seat in state.deciders]
    reckoned = f"{digest(*worths(state))} {digest(*_mapped(state))}"
    return f"{case['name']}: {digest(*verdicts)} {digest(*steps)} {digest(*chances)} {digest(*chosen)} {reckoned}"


@pytest.mark.parametrize("name", [deep(name) if name in MORE else name for name in GAMES])
def test_the_game_is_played_as_before(name: str) -> None:
    assert transcript(name) == golden_text.read(FOLDER, name)


@pytest.mark.parametrize("numbers", every(8, range(len(CASES))))
def test_everything_that_could_be_said_is_answered_as_before(numbers: Sequence[int]) -> None:
    written = golden_text.read(FOLDER, "answers").splitlines()
    assert len(written) == len(CASES)
    assert [answer(CASES[number]) for number in numbers] == [written[number] for number in numbers]


@pytest.mark.parametrize("numbers", every(8, range(willow_crowds.MOMENTS)))
def test_crowded_moments_go_on_as_before(numbers: Sequence[int]) -> None:
    """What is offered, refused, told, seen and written after each of some steps from moments in which many rules meet."""
    written = willow_crowds.blocks(golden_text.read(FOLDER, "crowds"))
    assert list(written) == list(range(willow_crowds.MOMENTS))
    assert {number: willow_crowds.text(number) for number in numbers} == {number: written[number] for number in numbers}


@pytest.mark.parametrize("numbers", every(8, range(willow_crowds.SPOILT)))
def test_what_could_not_be_is_refused_as_before(numbers: Sequence[int]) -> None:
    """A situation from amid a game with one thing in it said otherwise: the faults that are told, or what it then is."""
    written = willow_crowds.blocks(golden_text.read(FOLDER, "spoilt"))
    assert list(written) == list(range(willow_crowds.SPOILT))
    assert {number: willow_crowds.spoilt(number) for number in numbers} == {
        number: written[number] for number in numbers
    }


def test_there_are_golden_games() -> None:
    rules = ("lose.to-character", "win.evil", "fight.foe-champion", "search.group", "spell.learn", "treasure.take")
    golden_text.check_whole(FOLDER, GAMES, 900, rules, ["answers", "crowds", "spoilt"])


if __name__ == "__main__":
    golden_text.write(
        FOLDER,
        {name: partial(transcript, name) for name in GAMES}
        | {
            "answers": answers,
            "crowds": willow_crowds.texts,
            "spoilt": willow_crowds.spoilt_texts,
        },
    )
