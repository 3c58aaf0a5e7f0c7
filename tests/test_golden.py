"""Golden transcripts: whole games, event by event. A change in them is to be seen, and read, in review.

After a change that is meant, write them anew with ``python -m tests.test_golden``.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from engine import mystic_wood as mw
from engine.mystic_wood.play.bots import BOTS

FOLDER = Path(__file__).parent / "golden"
GAMES = {
    "1980-two-knights": (["george", "britomart"], "1980", (), "quest", 7),
    "1980-four-knights": (["perceval", "guyon", "george", "roland"], "1980", (), "quest", 2),
    "2006-three-knights": (["roland", "guyon", "perceval"], "2006", (), "quest", 1),
    "2006-random": (["george", "roland", "britomart"], "2006", (), "random", 3),
    "1980-hidden-random": (["guyon", "britomart", "george"], "1980", ("hidden",), "random", 11),
}


def transcript(name: str) -> str:
    knights, edition, variants, bot, seed = GAMES[name]
    state = mw.new_game(knights, edition, variants)
    record = mw.play_out(state, dict.fromkeys(knights, BOTS[bot]), seed, 400)
    end = record.state
    last = f"winners: {', '.join(end.winners) or 'none'}\n" if end.over else "not over\n"
    return f"{name}, seed {seed}\n{record.transcript()}{last}"


@pytest.mark.parametrize("name", GAMES)
def test_the_game_is_played_as_before(name: str) -> None:
    assert transcript(name) == (FOLDER / f"{name}.txt").read_text(encoding="utf-8")


def test_there_are_golden_games_in_every_edition() -> None:
    files = sorted(FOLDER.glob("*.txt"))
    assert [file.stem for file in files] == sorted(GAMES)
    assert {GAMES[file.stem][1] for file in files} == set(mw.editions())
    assert sum(len(file.read_text(encoding="utf-8").splitlines()) for file in files) > 1500


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for game in GAMES:
        (FOLDER / f"{game}.txt").write_text(transcript(game), encoding="utf-8")
        print(f"written: {game}")
