"""`python -m bench.outlook`: what it learns, and that what it writes is what it has learnt."""

from pathlib import Path

import pytest

pytest.importorskip("numpy")

import numpy as np

from bench import outlook as bench
from engine.mystic_wood.play import outlook


@pytest.fixture
def played(tmp_path: Path) -> bench.Played:
    """400 games of three positions each with two signs: whoever has the first at the end has won."""
    rng = np.random.default_rng(7)
    won = rng.random(400) < 0.5
    rows = rng.random((1200, 2))
    rows[2::3, 0] = won
    file = tmp_path / "games.npz"
    np.savez_compressed(file, rows=rows, lengths=np.full(400, 3), won=won)
    return bench.Played.read([file])


def test_what_comes_later_is_aimed_at_the_less_the_later(played: bench.Played) -> None:
    aims = played.aims(np.full(1200, 0.5), 0.8)
    for first, won in zip(range(0, 1200, 3), played.won, strict=True):
        end = float(won)
        assert aims[first : first + 3] == pytest.approx(
            [0.2 * 0.5 + 0.8 * (0.2 * 0.5 + 0.8 * end), 0.2 * 0.5 + 0.8 * end, end]
        )


def test_what_is_written_says_what_was_learnt(
    played: bench.Played, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bench, "PASSES", 40)
    learnt = bench.learn(played)
    has, lacks = (
        float(np.mean([each.chances(np.array([[first, 0.5]]))[0] for each in learnt])) for first in (1.0, 0.0)
    )
    assert has > lacks + 0.2
    file = tmp_path / "outlook.json"
    bench.write(learnt, ["first", "second"], file)
    monkeypatch.setattr(outlook, "WEIGHTS", file)
    read = outlook.network.__wrapped__()
    assert [*read.places] == ["first", "second"]
    mean = np.mean([np.log(odds / (1 - odds)) for each in learnt if (odds := each.chances(np.array([[1.0, 0.5]]))[0])])
    assert read.log_odds([1.0, 0.5]) == pytest.approx(float(mean), abs=0.01)


def test_a_game_is_kept_with_the_signs_of_its_positions(tmp_path: Path) -> None:
    file = tmp_path / "games.npz"
    bench.main(["play", str(file), "--games", "1", "--seed", "3"])
    kept = bench.Played.read([file])
    assert kept.rows.shape == (kept.lengths[0], len(outlook.network().places))
    assert kept.lengths[0] > 5
