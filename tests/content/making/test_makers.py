"""Making puzzles of the other games: each answer is the engine's, each rule on the way to it, and no two are of one idea."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field

import pytest

from tests.depth import deep
from tutor.content.making.running import make
from tutor.content.puzzles.checking import faults_of
from tutor.content.puzzles.model import Puzzle, Rejected
from tutor.content.puzzles.reading import parse_puzzles
from tutor.hosts.cli.cli import MADE as MADE_KINDS
from tutor.hosts.cli.cli import main as run
from tutor.teach.game.registry import made_kinds, teachable


@dataclass(frozen=True)
class Held:
    """What a game's makers are held to: the least number of ``ideas`` among so many ``candidates``; the most that one question
    may have of a kind's ideas, as a ``share``; the least number of ``questions`` a kind asks, by the first word of its ideas,
    and of those that are ``worded`` otherwise. ``several`` are asked of ``tutor make`` at once."""

    candidates: int
    ideas: int
    share: Mapping[str, float]
    questions: Mapping[str, int] = field(default_factory=dict)
    worded: Mapping[str, int] = field(default_factory=dict)
    several: int = 5


PATHS = teachable("mystic_paths").makes
WILLOW = {"stand": 4, "spoils": 2, "ways-out": 5, "last-turn": 5, "hide-the-baby": 2, "unlawful": 2}
HELD = {
    # The other kinds of GRAN ask one question, of what is so on the board.
    "gran": Held(
        90,
        12,
        dict.fromkeys(("road", "stone", "lay-ring"), 0.7),
        worded={"ends": 2, "road": 3, "dragons": 2, "stone": 3, "follows": 5, "lay-ring": 3},
    ),
    "mystic_paths": Held(40, 14, dict.fromkeys(PATHS, 0.7), dict.fromkeys(PATHS, 3), several=4),
    "willow": Held(90, 12, dict.fromkeys(WILLOW, 0.85), WILLOW),
}
MADE = [(game, kind) for game in HELD for kind in teachable(game).makes]
#: The kinds that are dear to make: make test makes several of each, as of every kind, and CI as many candidates as of the others.
DEAR = {
    ("mystic_paths", "walk"),
    ("gran", "stone"),
    ("gran", "road"),
    ("gran", "lay-ring"),
    ("willow", "ways-out"),
    ("willow", "hide-the-baby"),
    ("willow", "last-turn"),
}


def made_of(game: str, kind: str, seed: str = "a seed") -> list[tuple[Puzzle, str]]:
    """What comes of so many candidates."""
    maker, found = teachable(game).maker(kind, seed), []
    for _ in range(HELD[game].candidates):
        try:
            found.append(maker())
        except Rejected:
            continue
    return found


@pytest.mark.parametrize(("game", "kind"), [deep(*made) if made in DEAR else made for made in MADE])
def test_a_made_puzzle_is_proved_and_no_idea_rules_its_kind(game: str, kind: str) -> None:
    held, found = HELD[game], made_of(game, kind)
    ideas = {idea for _, idea in found}
    asked = Counter(idea.split()[0] for idea in ideas)
    assert len(ideas) >= held.ideas
    if kind in held.share:
        assert max(asked.values()) <= held.share[kind] * len(ideas), "one question of several"
    assert len(asked) >= held.questions.get(kind, 0)
    assert faults_of([puzzle for puzzle, _ in found[:8]]) == []
    for puzzle, _ in found:
        assert puzzle.kind == kind
        assert puzzle.rules
        assert puzzle.exercise.situation
    worded = {puzzle.question.split("?")[0][-24:] if kind != "follows" else puzzle.question for puzzle, _ in found}
    assert len(worded) >= held.worded.get(kind, 0)


@pytest.mark.parametrize("game", HELD)
def test_every_kind_of_the_game_can_be_made(game: str) -> None:
    of = teachable(game)
    assert set(of.makes) == set(of.puzzle_kinds)
    assert {kind for kind, made in made_kinds().items() if made is of} == set(of.makes)
    held = HELD[game]
    assert {*held.share, *held.questions, *held.worded} == set(of.makes), "each is held to something"


def test_the_command_says_which_kinds_are_made_and_of_which_game(capsys: pytest.CaptureFixture[str]) -> None:
    """tutor make last-turn: two games have puzzles of that name, and one of them is made."""
    told = MADE_KINDS.replace(";", ",").split(", ")
    assert {each.split()[-1] for each in told} == set(made_kinds())
    assert run(["make", "last-turn", "--count", "1", "--workers", "1"]) == 0
    said = capsys.readouterr()
    assert 'game = "willow"' in said.out
    assert "1 puzzle of The Willow game (those of The Mystic Wood are thought out by hand)" in said.err
    assert run(["make", "last-turn", "--game", "mystic-wood"]) == 2
    assert "not made: they are thought out by hand" in capsys.readouterr().err
    assert run(["make", "last-turn", "--game", "wilow"]) == 2
    assert "Did you mean 'willow'?" in capsys.readouterr().err


@pytest.mark.parametrize(("game", "kind"), MADE)
def test_a_collection_of_made_ones_is_read_again_and_the_same_seed_makes_the_same(game: str, kind: str) -> None:
    """tutor make stone --count 5: a collection that says whose puzzles they are, each idea once."""
    several = HELD[game].several
    made = make(kind, several, seed=3)
    assert len(made.texts) == several
    assert made.text.startswith(f'game = "{game}"')
    read = parse_puzzles(made.text, kind)
    assert [puzzle.game for puzzle in read] == [teachable(game)] * several
    assert len({puzzle.id for puzzle in read}) == several
    assert make(kind, several, seed=3).text == made.text
