"""Making the Willow game's puzzles: each answer is the engine's, each rule on the way to it, and no two are of one idea."""

from __future__ import annotations

from collections import Counter

import pytest

from tutor.games import made_kinds, teachable
from tutor.puzzles.checking import faults_of
from tutor.puzzles.making.running import make
from tutor.puzzles.model import Puzzle, Rejected
from tutor.puzzles.reading import parse_puzzles

WILLOW = teachable("willow")
#: Least number of ideas among so many candidates, and the beginnings of questions each kind asks.
CANDIDATES, IDEAS = 90, 12
#: The questions each kind asks, at least.
QUESTIONS = {"stand": 4, "spoils": 2, "ways-out": 5, "last-turn": 5, "hide-the-baby": 2, "unlawful": 2}


def made_of(kind: str, seed: str = "a seed") -> list[tuple[Puzzle, str]]:
    """What comes of so many candidates."""
    maker, found = WILLOW.maker(kind, seed), []
    for _ in range(CANDIDATES):
        try:
            found.append(maker())
        except Rejected:
            continue
    return found


@pytest.mark.parametrize("kind", WILLOW.makes)
def test_a_made_puzzle_is_proved_and_no_idea_rules_its_kind(kind: str) -> None:
    found = made_of(kind)
    ideas = {idea for _, idea in found}
    assert len(ideas) >= IDEAS
    asked = Counter(idea.split()[0] for idea in ideas)
    assert len(asked) >= QUESTIONS[kind]
    assert max(asked.values()) <= 0.85 * len(ideas), "one question of several"
    assert faults_of([puzzle for puzzle, _ in found[:8]]) == []
    for puzzle, _ in found:
        assert puzzle.kind == kind
        assert puzzle.rules
        assert puzzle.exercise.situation


def test_every_kind_of_the_game_can_be_made() -> None:
    assert set(WILLOW.makes) == set(WILLOW.puzzle_kinds)
    assert {kind for kind, game in made_kinds().items() if game is WILLOW} == set(WILLOW.makes)


@pytest.mark.parametrize("kind", WILLOW.makes)
def test_a_collection_of_made_ones_is_read_again_and_the_same_seed_makes_the_same(kind: str) -> None:
    """tutor make stand --count 5: a collection that says whose puzzles they are, each idea once."""
    made = make(kind, 5, seed=3)
    assert len(made.texts) == 5
    assert made.text.startswith('game = "willow"')
    read = parse_puzzles(made.text, kind)
    assert [puzzle.game for puzzle in read] == [WILLOW] * 5
    assert len({puzzle.id for puzzle in read}) == 5
    assert make(kind, 5, seed=3).text == made.text
