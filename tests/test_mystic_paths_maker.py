"""Making puzzles of Mystic Paths: each answer is the engine's, each rule on the way to it, and no two are of one idea."""

from __future__ import annotations

from collections import Counter

import pytest

from tutor.games import made_kinds, teachable
from tutor.puzzles.checking import faults_of
from tutor.puzzles.making.running import make
from tutor.puzzles.model import Puzzle, Rejected
from tutor.puzzles.reading import parse_puzzles

PATHS = teachable("mystic_paths")
#: How many candidates are looked at, how many ideas there are among them at least, and of how many questions of a kind.
CANDIDATES, IDEAS, QUESTIONS = 40, 14, 3


def made_of(kind: str, seed: str = "a seed") -> list[tuple[Puzzle, str]]:
    """What comes of so many candidates."""
    maker, found = PATHS.maker(kind, seed), []
    for _ in range(CANDIDATES):
        try:
            found.append(maker())
        except Rejected:
            continue
    return found


@pytest.mark.parametrize("kind", PATHS.makes)
def test_a_made_puzzle_is_proved_and_no_idea_rules_its_kind(kind: str) -> None:
    found = made_of(kind)
    ideas = {idea for _, idea in found}
    questions = Counter(idea.split()[0] for idea in ideas)
    assert len(ideas) >= IDEAS
    assert len(questions) >= QUESTIONS
    assert max(questions.values()) <= 0.7 * len(ideas), "one question of several"
    assert faults_of([puzzle for puzzle, _ in found[:8]]) == []
    for puzzle, _ in found:
        assert puzzle.kind == kind
        assert puzzle.rules
        assert puzzle.exercise.situation


def test_every_kind_of_the_game_can_be_made() -> None:
    assert set(PATHS.makes) == set(PATHS.puzzle_kinds)
    assert {kind for kind, game in made_kinds().items() if game is PATHS} == set(PATHS.makes)


@pytest.mark.parametrize("kind", PATHS.makes)
def test_a_collection_of_made_ones_is_read_again_and_the_same_seed_makes_the_same(kind: str) -> None:
    """tutor make walk --count 4: a collection that says whose puzzles they are, each idea once."""
    made = make(kind, 4, seed=3)
    assert len(made.texts) == 4
    assert made.text.startswith('game = "mystic_paths"')
    read = parse_puzzles(made.text, kind)
    assert [puzzle.game for puzzle in read] == [PATHS] * 4
    assert len({puzzle.id for puzzle in read}) == 4
    assert make(kind, 4, seed=3).text == made.text
