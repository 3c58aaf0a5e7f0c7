"""The bots of Mystic Paths: what they do, and that the stronger ones win more, with figures of fixed seeds.

They do not know what words mean, so a language is made up for them: how well each clue fits each portal, the same for all of
a table. The figures printed by ``python -m tests.engine.mystic_paths.test_mystic_paths_bots`` of 40 games each: random 3.06
steps, blind 3.58, careful 6.33, reader 7.66, supple 7.78; of 40 games a team of readers wins 40 against blind ones, supple
ones 25 (2 shared) against readers and 35 (1 shared) against careful ones.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Mapping
from fractions import Fraction
from functools import cache

import pytest

from engine import mystic_paths as mp
from engine.contract.game import play_out
from engine.mystic_paths.bots import Bot, blind_bot, random_bot
from engine.mystic_paths.material import boards

BOARD = boards()["hexagon"]
SEATS = ("red", "green", "blue", "purple")
Language = Mapping[str, Mapping[str, Fraction]]


@cache
def language(seed: int) -> Language:
    """How well each clue fits each portal: mostly as well as any, sometimes better; a NOT clue the other way round."""
    rng = random.Random(seed)
    found: dict[str, dict[str, Fraction]] = {}
    for word in BOARD.card_of:
        fits = {portal: rng.choice((1, 1, 1, 1, 1, 1, 1, 1, 1, 2)) for portal in BOARD.disc_of}
        found[word] = {portal: Fraction(fit) for portal, fit in fits.items()}
        found[f"not {word}"] = {portal: Fraction(1, fit) for portal, fit in fits.items()}
    return found


def bots(name: str, seed: int) -> Bot:
    """A bot that speaks the language of a table."""
    made = {"reader": mp.reader, "supple": mp.supple, "careful": mp.careful}
    plain = {"random": random_bot, "blind": blind_bot}
    return plain[name] if name in plain else made[name](language(seed % 5))


def steps_alone(name: str, games: int) -> float:
    """The steps a player comes to on average, where four of the same kind play together."""
    found = 0
    for seed in range(games):
        record = play_out(mp.new_game(SEATS), dict.fromkeys(SEATS, bots(name, seed)), seed)
        found += sum(score.path for score in record.state.scores().players.values())
    return found / games / len(SEATS)


def wins(one: str, other: str, games: int) -> tuple[int, int]:
    """How many games a team of one kind has won against a team of another, and how many were shared."""
    won = shared = 0
    for seed in range(games):
        first = seed % 2
        players = {seat: bots((one, other)[(number + first) % 2], seed) for number, seat in enumerate(SEATS)}
        winners = play_out(mp.new_game(SEATS, mode="teams"), players, seed).state.winners
        shared += len(winners) == 4
        won += len(winners) == 2 and winners[0] == SEATS[first]
    return won, shared


# ------------------------------------------------------------------ stronger ones win more


def test_who_reads_comes_farther_than_who_guesses_blindly() -> None:
    found = {name: round(steps_alone(name, 6), 2) for name in FARTHER}
    assert found == FARTHER
    assert list(found.values()) == sorted(found.values())
    assert found["careful"] > found["blind"] + 2


@pytest.mark.deep
def test_the_stronger_team_wins_more() -> None:
    for (one, other), (games, *told) in WINS.items():
        won, shared = wins(one, other, games)
        assert [won, shared] == told
        assert won >= 2 * (games - won - shared), f"{one} wins at least twice as often as {other}"


#: Steps on average of 6 games. Stopping in time costs: a wrong guess does nothing worse than to end the turn, too.
FARTHER = {"random": 2.92, "blind": 3.75, "careful": 6.5, "reader": 7.5, "supple": 7.88}
#: Games, and how many of them the first team won and shared with the second.
WINS = {("reader", "blind"): (8, 8, 0), ("supple", "reader"): (24, 16, 0), ("supple", "careful"): (12, 10, 1)}


# ------------------------------------------------------------------ what they do


GUESS = """
round = 2
moment = "guess"
[players.red]
trail = ["a1", "a2"]
marks = ["b2"]
clues = [ { step = 2, word = "warm", since = 1 }, { step = 3, word = "bright", since = 1 } ]
[players.green]
"""
OPINION = "[fit]\nwarm = { jungle = 3, glove = 2 }\nbright = { lighthouse = 6 }\n"


def test_the_reader_looks_ahead() -> None:
    state, rng = mp.loads(GUESS + OPINION), random.Random(1)
    for name in ("reader", "supple", "careful"):
        assert state.play(mp.BOTS[name](state.seen_by("green"), "green", rng)).events[0].way == "glove", name
    blind = {mp.BOTS["blind"](state.seen_by("green"), "green", rng) for _ in range(40)}
    assert blind == {"guess jungle", "guess glove"}


def test_the_careful_one_stops_where_the_chance_is_small() -> None:
    state = mp.loads(GUESS.replace("marks", "# marks").replace("[players.green]", "[players.green]\n") + OPINION)
    going = mp.loads(GUESS.replace("round = 2", "round = 2\nright_now = 1") + OPINION)
    chances = going.guess_odds("red")
    assert max(chances.values()) == Fraction(4, 7)
    rng = random.Random(1)
    assert mp.careful()(going, "green", rng) == "guess b3"
    assert mp.careful(dare=Fraction(4, 7))(going, "green", rng) == "guess b3"
    assert mp.careful(dare=Fraction(5, 7))(going, "green", rng) == "stop"
    assert mp.reader()(going, "green", rng) == "guess b3"
    assert mp.careful(dare=Fraction(5, 7))(state, "green", rng) == "guess b3", "a turn has one guess"


HAND = """
[players.red]
map = "m02"
hand = ["k001", "k002", "k003", "k004"]
[players.green]
"""


def test_the_supple_one_keeps_the_only_card_for_a_later_step() -> None:
    """Hollow tells drum best and jungle as well; old tells drum nearly so, and nothing tells jungle but hollow."""
    fit = {
        "hollow": {"drum": Fraction(9), "jungle": Fraction(9)},
        "old": {"drum": Fraction(8)},
    }
    state, rng = mp.loads(HAND), random.Random(1)
    assert mp.reader(fit)(state, "red", rng) == "red clue 1 hollow"
    assert mp.supple(fit)(state, "red", rng) == "red clue 1 old"
    after = state.play("red clue 1 old").state
    assert mp.supple(fit)(after, "red", rng) == "red clue 2 hollow"


def test_a_not_token_is_laid_where_it_tells_more() -> None:
    fit = {"not hollow": {"drum": Fraction(7)}, "hollow": {"drum": Fraction(2)}}
    assert mp.reader(fit)(mp.loads(HAND), "red", random.Random(1)) == "red clue 1 not hollow"


def test_a_card_is_added_only_where_it_helps() -> None:
    text = (
        'round = 2\n[players.red]\nmap = "m02"\nreached = 0\nhand = ["k001", "k002"]\nclues = [%s]\n[players.green]\n'
    )
    clues = (f'{{ step = {n}, word = "{word}", since = 1 }}' for n, word in enumerate(("wet", "tall", "dark"), 1))
    state = mp.loads(text % ", ".join(clues))
    rng = random.Random(1)
    assert mp.reader({"old": {"drum": Fraction(5)}})(state, "red", rng) == "red add 1 old"
    assert mp.reader({"wet": {"drum": Fraction(5)}})(state, "red", rng) == "red ready"


@pytest.mark.parametrize("name", mp.BOTS)
def test_a_bot_without_opinions_still_plays_to_the_end(name: str) -> None:
    record = play_out(mp.new_game(["red", "green"]), dict.fromkeys(("red", "green"), mp.BOTS[name]), seed=2)
    assert record.state.over


@pytest.mark.parametrize("name", ["blind", "reader", "supple", "careful"])
def test_bots_answer_choose_and_attempt_where_asked(name: str) -> None:
    rng = random.Random(1)
    for text, seat in (
        ('moment = "answer"\ntouched = "b2"', "red"),
        ('moment = "first"', "green"),
        ('mode = "all-or-nothing"\nmoment = "attempt"', "green"),
    ):
        clue = "" if "attempt" in text else 'clues = [{ step = 1, word = "wet" }]\n'
        state = mp.loads(f"{text}\n[players.red]\n{clue}[players.green]")
        assert mp.BOTS[name](state.seen_by(seat), seat, rng) in state.actions(seat)


def test_the_search_looks_at_no_map() -> None:
    clue = 'clues = [{ step = 1, word = "wet" }]'
    state = mp.loads(f'moment = "guess"\n[players.red]\nmap = "m02"\n{clue}\n[players.green]\nmap = "m03"')
    search = mp.search(state, lambda step: step.state.player("red").reached == 1)
    assert search.chance(1) == (0, 1)
    assert search.friends == {"red", "green"}
    assert mp.search(state, lambda step: step.state.turn == "green").chance(1).high == 1
    assert mp.search(state, lambda step: step.state.player("red").reached == 2).chance(1) == (0, 0), (
        "one clue, one step"
    )
    with pytest.raises(ValueError, match="does not play"):
        mp.search(state, lambda step: True, "blue")


if __name__ == "__main__":
    many = int(sys.argv[1]) if len(sys.argv) > 1 else 40
    for kind in ("random", "blind", "careful", "reader", "supple"):
        print(f"{kind}: {steps_alone(kind, many):.2f} steps", flush=True)
    for pair in (
        ("blind", "random"),
        ("reader", "blind"),
        ("supple", "reader"),
        ("supple", "blind"),
        ("supple", "careful"),
    ):
        print(f"{pair[0]} against {pair[1]}: {wins(*pair, many)} won and shared of {many}", flush=True)
