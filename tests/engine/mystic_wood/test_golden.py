"""Golden games are played as before: a change in them is to be seen, and read, in review.

After a change that is meant: ``UPDATE_GOLDEN=1 pytest tests/engine/mystic_wood/test_golden.py`` writes them anew.
"""

from __future__ import annotations

import os

import pytest

from engine import mystic_wood as mw
from tests.golden.facts import Words
from tests.golden.games import (
    CROWD,
    CROWDED,
    FOLDER,
    GAMES,
    NEIGHBOURS,
    OTHERS,
    WORDS,
    anew,
    beside,
    blocks_of,
    crowded,
    full,
    told,
    transcript,
    write,
    written,
)
from tests.golden.neighbours import every_case

#: Files that are written in one pass.
TOLD_TOGETHER = (CROWD, NEIGHBOURS, WORDS)


@pytest.mark.parametrize("name", GAMES)
def test_the_game_is_played_as_before(name: str) -> None:
    if os.environ.get("UPDATE_GOLDEN"):
        write(name)
    assert transcript(name) == written(name)


def test_some_short_games_neighbours_and_the_words_of_both_are_as_before() -> None:
    """Every fourth short game, and every fourth worked case with its neighbours; what is told in each is told in the whole."""
    held = Words()
    cases = list(every_case())
    for name, all_of, made in (
        (CROWD, list(map(str, range(CROWDED))), lambda seed: crowded(int(seed), held)),
        (NEIGHBOURS, cases, lambda case: beside(case, held)),
    ):
        blocks = blocks_of(name)
        assert list(blocks) == all_of
        for each in all_of[::4]:
            assert made(each).splitlines() == blocks[each].splitlines()
    assert held.told - set(written(WORDS).splitlines()) == set()


@pytest.mark.deep
def test_short_games_neighbours_and_the_words_of_both_are_as_before() -> None:
    """The words are gathered while the games and the neighbours are told."""
    for name in TOLD_TOGETHER if os.environ.get("UPDATE_GOLDEN") else ():
        write(name)
    now = told()
    assert set(now) == set(TOLD_TOGETHER)
    for name, text in now.items():
        assert text.splitlines() == written(name).splitlines(), name


@pytest.mark.parametrize("name", [name for name in OTHERS if name not in TOLD_TOGETHER])
def test_choices_answers_slips_and_searches_are_as_before(name: str) -> None:
    if os.environ.get("UPDATE_GOLDEN"):
        write(name)
    assert anew(name).splitlines() == written(name).splitlines()


def test_short_games_bring_about_what_is_rare() -> None:
    lines = [line for seed in range(60) for line in full(seed)]
    assert not any("brings another state back" in line for line in lines if isinstance(line, str))
    rules = {rule for line in lines if not isinstance(line, str) for fact in line[1] for rule in fact.rules.split()}
    assert len(rules) > 130, sorted(set(mw.ledger()) - rules)


def test_there_are_golden_games_of_every_edition_and_variant() -> None:
    files = sorted(FOLDER.glob("*.txt"))
    assert [file.stem for file in files] == sorted((*GAMES, *OTHERS))
    assert {game.edition for game in GAMES.values()} == set(mw.editions())
    assert {variant for game in GAMES.values() for variant in game.variants} == {"hidden", "cooperative"}
    assert any(game.stacked for game in GAMES.values())
    steps = sum(text.startswith("> ") for file in files for text in file.read_text(encoding="utf-8").splitlines())
    assert steps > 1500
    assert sum(len(written(name)) for name in GAMES) < 900_000, "golden games stay short enough to be read"


@pytest.mark.parametrize("name", GAMES)
def test_a_golden_game_holds_legal_actions_refusals_and_states(name: str) -> None:
    steps = written(name).split("\n> ")
    assert all("\n  state: " in step for step in steps)
    assert sum("\n  not: " in step for step in steps) > len(steps) * 0.9
    assert "brings another state back" not in written(name)
