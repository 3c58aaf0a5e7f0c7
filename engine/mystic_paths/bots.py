"""Players who do not know what words mean; and the search for the best chance of a goal.

What a word means to a bot is an opinion that is given to it (``fit``), or stands in the situation. Without one it lays any card
and guesses as the rules alone allow.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import partial
from itertools import permutations
from typing import NamedTuple

from engine.chance.search import BUDGET, Goal, Search
from engine.mystic_paths.play import State
from engine.mystic_paths.position import Fit

Bot = Callable[[State, str, random.Random], str]
#: A careful guesser goes on only where the likeliest portal has at least this chance.
DARE = Fraction(2, 5)
_ONE = Fraction(1)


def random_bot(view: State, seat: str, rng: random.Random) -> str:
    """Any legal action, each equally likely."""
    return rng.choice(view.actions(seat))


def blind_bot(view: State, seat: str, rng: random.Random) -> str:
    """Lays any card, guesses any portal that can be next, and never stops while it may guess."""
    return _rest(view, seat, rng)


def reader(fit: Fit | None = None) -> Bot:
    """Guesses what is likeliest by its opinions; lays for each step in turn the card that tells it best from its neighbours."""
    return partial(_read, fit, False, Fraction(0))


def supple(fit: Fit | None = None) -> Bot:
    """Guesses like the reader; lays so that all steps together are told best, not the first one at the cost of the others."""
    return partial(_read, fit, True, Fraction(0))


def careful(fit: Fit | None = None, dare: Fraction = DARE) -> Bot:
    """Plays like the supple one, but stops in time: after a right guess it goes on only where the best chance is ``dare``."""
    return partial(_read, fit, True, dare)


def _read(fit: Fit | None, together: bool, dare: Fraction, view: State, seat: str, rng: random.Random) -> str:
    opinions = {clue: dict(of) for clue, of in view.fit} if fit is None else fit
    if view.moment == "lay":
        return _laid(view, seat, opinions, together, rng) if opinions else _rest(view, seat, rng)
    if view.moment != "guess":
        return _rest(view, seat, rng)
    chances = view.guess_odds(view.turn, "steps", opinions)
    if not chances:
        return _rest(view, seat, rng)
    best = max(chances.values())
    if best < dare and view.right_now:
        return "stop"
    return f"guess {rng.choice([cell for cell, chance in chances.items() if chance == best])}"


def _rest(view: State, seat: str, rng: random.Random) -> str:
    """Any action but to stop or to be ready, where there is another."""
    actions = view.actions(seat)
    return rng.choice([action for action in actions if action != "stop" and not action.endswith("ready")] or actions)


BOTS: Mapping[str, Bot] = {
    "random": random_bot,
    "blind": blind_bot,
    "reader": reader(),
    "supple": supple(),
    "careful": careful(),
}


# ------------------------------------------------------------------ laying by opinions


class _Telling(NamedTuple):
    """How well a card tells a step: the chance of the right portal by this clue alone, and the action that lays it."""

    chance: Fraction
    action: str


def _laid(view: State, seat: str, fit: Fit, together: bool, rng: random.Random) -> str:
    """The best card for the first step that lacks one, or by a plan for all of them; then one for an open step if it helps."""
    actions = view.actions(seat)
    best: dict[tuple[int, str], _Telling] = {}
    adding: list[_Telling] = []
    words = dict(zip(view.board.cells, view.portals, strict=True))
    for action in actions:
        _, verb, *named = action.split(maxsplit=3)
        if verb == "ready":
            continue
        step, clue = int(named[0]), named[1]
        chance = _tells(view, seat, step, fit.get(clue, {}), words)
        if verb == "add":
            adding += [_Telling(chance, action)] if chance > _plainly(view, seat, step) else []
            continue
        place = step, view.board.card_of[clue.removeprefix("not ")]
        if place not in best or chance > best[place].chance:
            best[place] = _Telling(chance, action)
    steps = sorted({step for step, _ in best})
    if steps:
        cards = sorted({card for _, card in best})
        return _planned(best, steps, cards) if together else max(best[steps[0], card] for card in cards).action
    return (
        max(adding).action
        if adding
        else next((action for action in actions if action.endswith("ready")), rng.choice(actions))
    )


def _planned(best: Mapping[tuple[int, str], _Telling], steps: list[int], cards: list[str]) -> str:
    """The first step's card in the plan by which all steps together are told best, the nearest counting most."""

    def worth(plan: tuple[str, ...]) -> Fraction:
        found, so_far = Fraction(0), _ONE
        for step, card in zip(steps, plan, strict=False):  # a step counts only when all before it were found
            so_far *= best[step, card].chance
            found += so_far
        return found

    plans = permutations(cards, min(len(cards), len(steps)))
    plan = max(plans, key=worth)
    return best[steps[0], plan[0]].action


def _around(view: State, seat: str, step: int) -> tuple[str, tuple[str, ...]]:
    """The portal of a step on one's own path, and all that could be next there; nothing where the path is not known."""
    me = view.player(seat)
    path = view.path_of(me)
    if step > len(path):
        return "", ()
    way = (me.start, me.start, *path)
    return path[step - 1], view.board.onward[way[step - 1], way[step]]


def _tells(view: State, seat: str, step: int, opinion: Mapping[str, Fraction], words: Mapping[str, str]) -> Fraction:
    """The chance of the right portal of a step among all that could be next there, by one clue alone (`hint.one-portal`)."""
    right, around = _around(view, seat, step)
    whole = sum((opinion.get(words[cell], _ONE) for cell in around), Fraction(0))
    return opinion.get(words[right], _ONE) / whole if whole else Fraction(0)


def _plainly(view: State, seat: str, step: int) -> Fraction:
    """The same without any clue."""
    return Fraction(1, len(_around(view, seat, step)[1]) or 1)


# ------------------------------------------------------------------ goals


def _turn_passed(before: State, action: str, after: State, who: str) -> bool:
    """Whether a turn of his has ended: his path was guessed, and now it is not."""
    on = ("guess", "answer")
    return before.moment in on and before.turn == who and (after.moment not in on or after.turn != who)


def search(
    state: State,
    goal: Goal[State],
    who: str | None = None,
    budget: int = BUDGET,
    seconds: float | None = None,
    *,
    friends: Sequence[str] = (),
    options: Callable[[State], Sequence[str]] | None = None,
) -> Search[State]:
    """A search for the best chance that a goal comes true within some turns of a path. No map is looked at: guessers know none.

    ``friends``, by default those who guess that path, play for the goal.
    How likely a guess is right is no matter of search, and left open between 0 and 1: ask :func:`guess_odds`.
    """
    unread = replace(state, players=tuple(player._replace(map=None, walk=()) for player in state.players))
    whose = who or state.turn
    friends = friends or (state.guessers(whose) if whose in state.order else ())
    return Search(unread, goal, whose, budget, seconds, friends=friends, options=options, passed=_turn_passed)
