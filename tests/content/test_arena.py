"""A tournament of bots: the same games whoever plays them, nothing lost, and luck that is luck."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from engine.text.faults import UnreadableText
from tutor.content.arena import Arena, Match, WinRate, play, report, tournament
from tutor.hosts.cli.cli import main
from tutor.teach.game import registry as games


def small(bots: str = "runner,random", seed: int = 3) -> Arena:
    """A tournament of GRAN, whose games are short."""
    return Arena(tournament("gran", bots.split(","), seed))


def test_a_game_is_known_by_its_number_and_bots_change_seats() -> None:
    played = small().played
    first, second = play(played, 0), play(played, 1)
    assert play(played, 0) == first
    assert first.seats == second.seats
    assert first.bots == second.bots[::-1]


def test_a_tournament_goes_on_where_it_was_left(tmp_path: Path) -> None:
    """Its last line was torn: that game is played again, and the file ends as one that was never left."""
    whole = small()
    whole.file = tmp_path / "whole"
    whole.run(6, workers=1)
    torn = small()
    torn.file = tmp_path / "torn"
    torn.run(4, workers=1)
    torn.file.write_bytes(torn.file.read_bytes()[:-9])
    again = small()
    again.file = torn.file
    again.resume()
    assert set(again.matches) == {0, 1, 2}
    again.run(6, workers=1)
    assert again.matches == whole.matches
    read = small()
    read.file = torn.file
    read.resume()
    assert read.matches == whole.matches


def test_a_file_of_another_tournament_is_refused(tmp_path: Path) -> None:
    arena = small()
    arena.file = tmp_path / "file"
    arena.run(1, workers=1)
    other = small(seed=4)
    other.file = arena.file
    with pytest.raises(UnreadableText, match="another tournament"):
        other.resume()


def test_processes_play_the_same_games_as_one() -> None:
    one, two = small(), small()
    one.run(8, workers=1)
    two.run(8, workers=2)
    assert one.matches == two.matches


def test_the_luck_of_the_dice_is_nought_on_the_mean() -> None:
    """Over all throws of a game the expected is taken off what fell, so only luck is left."""
    found: list[float] = []
    played = tournament("mystic-wood", ["quest"] * 4, 5)
    for number in range(12):
        found += play(played, number).luck
    mean = sum(found) / len(found)
    error = (sum((luck - mean) ** 2 for luck in found) / len(found) ** 2) ** 0.5
    assert error > 0.1
    assert abs(mean) < 3 * error


def test_what_luck_explains_is_taken_off() -> None:
    """A bot that won only when it threw well, and threw well more often than not, is no better than the others."""
    row = WinRate.of("a", "", [(1.0, 2.0), (1.0, 2.0), (1.0, 2.0), (0.0, -2.0)])
    assert (row.won, round(row.fair, 9), round(row.fair_error, 9)) == (75.0, 50.0, 0.0)


def test_the_report_names_bot_and_seat() -> None:
    arena = small()
    arena.matches = {0: Match(0, "2010", ("red", "blue"), ("runner", "random"), ("red",), 20, (1.0, -1.0))}
    told = report(arena)
    assert "| runner | all | 1 | 100.0" in told
    assert "1 games of 20 actions" in told


def test_the_command_plays_and_tells(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    command = ["arena", "--game", "gran", "--bots", "runner,random", "--count", "2", "--workers", "1", "--json"]
    assert main([*command, "--file", str(tmp_path / "kept")]) == 0
    assert json.loads(capsys.readouterr().out)["games"] == 2
    assert len((tmp_path / "kept").read_text().splitlines()) == 3
    assert main(["arena", "--bots", "quest,nobody"]) == 2
    assert "no such bot" in capsys.readouterr().err
    assert main(["arena", "--bots", "quest"]) == 2
    assert "cannot play one another" in capsys.readouterr().err


@pytest.mark.parametrize("game", games.GAMES)
def test_every_game_has_its_tournament(game: str) -> None:
    bots = list(games.game(game).BOTS)[:2]
    match = play(tournament(game, bots, 1), 0)
    assert match.actions > 0
    assert len(match.luck) == 2
