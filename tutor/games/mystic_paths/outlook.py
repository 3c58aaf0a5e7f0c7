"""What may still come on a path, in sentences: where it can go on and where not, and how many ways are left."""

from __future__ import annotations

from dataclasses import replace

from engine import mystic_paths as mp
from engine.mystic_paths.material import STEPS

#: Why a neighbour cannot be next, by the rule that says so.
_BARRED = {
    "guess.not-base": "the Base stands there, where he has just been",
    "guess.not-marked": "a NOT lies there: it was wrong already",
}


def whose(state: mp.State) -> str:
    """Whose path is asked about: the one that is guessed, else the first that is under way."""
    if state.moment in ("guess", "answer") or state.alone:
        return state.turn
    return next(iter(state.under_way()), state.turn)


def unread(state: mp.State) -> mp.State:
    """The state without anybody's map, as a guess is ruled on: nothing that is said of it depends on a map (`wrong.no-hint`)."""
    return replace(state, players=tuple(player._replace(map=None, walk=()) for player in state.players))


def either(names: list[str]) -> str:
    """Some names in a row: "owl, goat or drum"."""
    *first, last = names
    return f"{', '.join(first)} or {last}" if first else last


def _many(number: int, what: str) -> str:
    return f"{number:,} {what}{'s' * (number != 1)}"


def next_sentence(state: mp.State, seat: str) -> str:
    """Where a path can go on, in a sentence."""
    player, found = state.player(seat), state.next_portals(seat)
    if player.through:
        return f"{seat.capitalize()} is through: nothing is left to guess."
    if not found:
        return f"No portal is left for step {player.reached + 1} of {seat.capitalize()}."
    only = "only " * (len(found) == 1)
    return f"Step {player.reached + 1} of {seat.capitalize()} can {only}be {either(list(map(state.word, found)))}."


def lines(state: mp.State, seat: str) -> tuple[str, ...]:
    """Which neighbours it cannot be and why, and how many ways are left, by the links and by the map cards."""
    player = state.player(seat)
    if player.through:
        return ()
    told = [f"Not {state.word(cell)}: {_BARRED[rule]}." for cell, rule in state.excluded(seat).items()]
    for steps in (2, 3):
        reached = state.reach(seat, steps)
        if reached:
            told.append(f"{steps} steps on: {_many(sum(reached.values()), 'way')}, to {_many(len(reached), 'portal')}.")
    left, cards = STEPS - player.reached, [card for card, _ in state.cards_left(seat)]
    some = f": {', '.join(cards)}" if 0 < len(cards) < 9 else ""
    told.append(f"To the end, {_many(left, 'step')} on: {_many(state.walks_left(seat), 'lawful way')}.")
    told.append(f"{len(cards) or 'None'} of the {len(state.board.maps)} map cards can be his{some}.")
    return tuple(told)


def weighed(state: mp.State) -> str:
    """By what the chances of a guess are reckoned."""
    if state.fit:
        return "The chances: by the opinions laid down here of the clues, at each step all portals alike but for them."
    return "The chances: no opinion of the clues is laid down here, so all portals count alike."
