"""Setups accept every construction that makes their sentence true, and no other: constructions of up to three pieces, tried.

What is right is worked out here anew from each question, by playing and counting alone: no odds, orders or ways of the engine's.
"""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import islice

import pytest

from engine.mystic_wood import State
from tests.depth import deep
from tests.support.minimal import constructions
from tutor.content.making import make
from tutor.content.puzzles import book, parse_puzzles
from tutor.content.puzzles.model import Puzzle
from tutor.games.mystic_wood.building.setup_check import holds
from tutor.games.mystic_wood.making.orders import valid_orders
from tutor.teach.kinds import start
from tutor.teach.kinds.build import Build, BuildSession

SETUPS = {puzzle.id: puzzle for collection in book() for puzzle in collection.puzzles if puzzle.kind == "setup"}
#: Of each number of pieces so many constructions are tried, spread over all there are; and so many before what is deep.
MOST = {1: 400, 2: 500, 3: 500}
FIRST = {1: 400, 2: 50}
#: Of so many constructions these are chosen, at most.
LOOKED_AT = 6_000


# -------------------------------------------------------------------- what each question means


def allowed(state: State, action: str) -> bool:
    return action in state.actions()


def nobody_to_meet(state: State) -> bool:
    return not any(action.startswith("meet ") for action in state.actions())


def chance(state: State, goal: str) -> Fraction:
    """The highest chance that a first round or look at a table comes to ``goal``, each legal way played with every throw."""
    return max(
        (_throws(state.play(way).state, goal) for way in state.actions() if way.startswith("meet ")),
        default=Fraction(0),
    )


def _throws(state: State, goal: str) -> Fraction:
    """The chance that what chance does next brings it: the enemy beaten, or a companion won."""
    who = state.turn
    found = Fraction(0)
    for outcome, weight in state.chances().items():
        after = state.play(outcome).state
        him = after.knight(who)
        won = not him.imprisoned and him.fighting is None  # who loses goes to the Tower, who ties fights on
        found += weight * (won if goal == "win" else "princess" in him.companions)
    return found


def place_of(state: State, card: str) -> int:
    """At which place of the order he is met, by judging alone; 0 if he is not."""
    places = valid_orders(state, state.turn)
    return next((number for number, place in enumerate(places, start=1) if card in place), 0)


def number_of_orders(state: State) -> int:
    found = 1
    for place in valid_orders(state, state.turn):
        for number in range(2, len(place) + 1):
            found *= number
    return found


def turns_to(state: State, goal: str) -> int:
    """The fewest turns on known ground, one step a turn; where he has a power to use this turn, what it leads to is tried too."""
    who, best = state.turn, 99
    begin: deque[tuple[State, int]] = deque([(state, 1)])
    seen = {(state, 1)}
    while begin:
        here, turn = begin.popleft()
        for action in here.actions():
            if action.split()[0] not in ("move", "wand", "arch-mage", "done", "stay"):
                continue
            then = here.play(action).state
            if any(there.face_up != was.face_up for there, was in zip(then.areas, here.areas, strict=True)):
                continue
            if then.decision == "chance":
                continue
            if then.knight(who).at == goal:
                best = min(best, turn)
            on = turn + (action.split()[0] in ("move", "stay", "done") and then.moment == "start")
            if on < min(best, 7) and (then, on) not in seen:
                seen.add((then, on))
                begin.append((then, on))
    return best


MEANT: dict[str, Callable[[State], bool]] = {
    "third-time-elf": lambda built: place_of(built, "elf") == 3,
    "a-road-for-roland": lambda built: turns_to(built, "c9") == 3,
    "armed-for-the-dragon": lambda built: chance(built, "win") >= Fraction(3, 4),
    "look-but-do-not-touch": lambda built: (
        not allowed(built, "take lance")
        and allowed(built, "move west")
        and allowed(built, "stay")
        and nobody_to_meet(built)
    ),
    "fence-him-in": lambda built: (
        not any(action.startswith("move ") for action in built.actions()) and allowed(built, "stay")
    ),
    "pack-for-the-journey-home": lambda built: allowed(built, "leave"),
    "open-the-cave": lambda built: allowed(built, "go in"),
    "a-dozen-ways": lambda built: number_of_orders(built) == 12,
    "a-fair-deal": lambda built: allowed(built, "offer lance to roland for key"),
    "what-the-princess-wants": lambda built: chance(built, "befriends") >= Fraction(5, 6),
    "happy-ending": lambda built: allowed(built, "deliver damsel"),
    "a-guard-who-guards-nothing": lambda built: allowed(built, "take ring"),
    "room-for-a-stroll": lambda built: turns_to(built, "b3") == 3,
    "his-own-worst-enemy": lambda built: chance(built, "win") == Fraction(5, 12),
    "not-just-yet": lambda built: not allowed(built, "deliver damsel"),
    "the-long-way-next-door": lambda built: turns_to(built, "c3") == 5,
    "end-of-the-world-today": lambda built: turns_to(built, "a9") == 1,
    "the-closed-gate-of-d7": lambda built: turns_to(built, "d9") == 2,
    "no-blood-before-breakfast": lambda built: place_of(built, "elf") == 4,
}


def meant_by(puzzle: Puzzle) -> Callable[[State], bool]:
    """What a made setup's question means, from its proof."""
    if puzzle.id in MEANT:
        return MEANT[puzzle.id]
    assert isinstance(puzzle.exercise, Build)
    (proof,) = puzzle.exercise.proofs
    word, card, *_ = proof.reckon.split()
    if word == "place":
        return lambda built: place_of(built, card) == int(proof.value)
    assert (word, proof.bound) == ("best", "at least"), proof
    return lambda built: chance(built, "win" if card == "win" else "befriends") >= Fraction(proof.value)


def spread(found: Iterator[State], most: int, seed: int, looked_at: int) -> list[State]:
    """So many of them, each as likely as any (reservoir sampling)."""
    rng, kept = random.Random(seed), list[State]()
    for number, built in enumerate(islice(found, looked_at)):
        if number < most:
            kept.append(built)
        elif (at := rng.randrange(number + 1)) < most:
            kept[at] = built
    return kept


def tried(puzzle: Puzzle, pieces: int, most: int, looked_at: int = LOOKED_AT) -> int:
    """Hold constructions against what the question means; how many were tried."""
    session = start(puzzle.exercise)
    assert isinstance(session, BuildSession)
    right = meant_by(puzzle)
    found = spread(constructions(session, pieces), most, pieces, looked_at)
    for built in found:
        assert holds(session.exercise, built, session.learner) == right(built), session.laying.laid(
            session.state, built
        )
    return len(found)


# -------------------------------------------------------------------- held against it


def test_every_setup_of_the_book_has_its_meaning_here() -> None:
    assert set(MEANT) == set(SETUPS)


def allowed_of(most: dict[int, int]) -> list[tuple[str, int, int]]:
    """Each setup with each number of pieces it allows."""
    return [
        (name, pieces, number)
        for name, puzzle in SETUPS.items()
        for pieces, number in most.items()
        if isinstance(puzzle.exercise, Build) and pieces <= puzzle.exercise.pieces
    ]


ALLOWED = [*allowed_of(FIRST), *(deep(*more) for more in allowed_of(MOST) if more[2] != FIRST.get(more[1]))]


@pytest.mark.parametrize(("puzzle", "pieces", "most"), ALLOWED)
def test_a_setup_accepts_what_its_sentence_means_and_nothing_else(puzzle: str, pieces: int, most: int) -> None:
    assert tried(SETUPS[puzzle], pieces, most, LOOKED_AT if most == MOST[pieces] else 12 * most)


def test_who_must_be_met_is_no_way_to_need_nobody() -> None:
    """The Queen and the Bishop guard nothing and let him go by; met they must be all the same."""
    session = start(SETUPS["look-but-do-not-touch"].exercise)
    assert isinstance(session, BuildSession)
    given = session.exercise.situation
    assert isinstance(given, str)
    for card in ("queen", "bishop"):
        told = session.attempt(given.replace('things = ["lance"]', f'things = ["lance"]\ndenizens = ["{card}"]'))
        assert not told.done
        assert f"1 denizen is to be met here: {card.capitalize()}" in told.text


def test_who_lends_his_prowess_is_a_way_to_please_the_princess_companion_list() -> None:
    session = start(SETUPS["what-the-princess-wants"].exercise)
    assert isinstance(session, BuildSession)
    given = session.exercise.situation
    assert isinstance(given, str)
    assert session.attempt(
        given + 'things = ["ring"]\ngrail = true\nblessing = true\nprowess_cards = ["troll", "giant"]\n'
    ).done
    assert session.attempt(given + 'companions = ["prince", "sage"]\n').done
    told = session.attempt(given + 'companions = ["sage"]\n')
    assert "Meet Princess with Sage: 1/3" in told.reckoning


@pytest.mark.parametrize(
    ("seed", "most", "looked_at"), [(31, 40, 480), deep(31, 120, LOOKED_AT), deep(4, 120, LOOKED_AT)]
)
def test_made_setups_accept_what_they_ask_for_and_nothing_else(seed: int, most: int, looked_at: int) -> None:
    """Such as the Prince, whom Roland may ask along against the Dragon."""
    for puzzle in parse_puzzles(make("setup", 6, seed=seed).text, "made"):
        assert isinstance(puzzle.exercise, Build)
        for pieces in range(1, min(3, puzzle.exercise.pieces) + 1):
            tried(puzzle, pieces, most, looked_at)
