"""The coach: on request the three best actions, how likely each leads to winning, and in a sentence why.

Each action is played on by bots for some turns, again and again, with the same dice and cards for all, so that what differs is
the action; then it is asked what each player's prospects are. He coaches in games that can tell these (``prospects``). Nothing is
kept, and nobody else is told. Where one player may know what another may not, he is silent: what is hidden cannot be played on.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from engine.chance.chance import pick
from engine.contract.game import first_decider
from tutor.draw.html import Html, el, join
from tutor.pages.table.asking import chance_of, percent
from tutor.pages.table.parts import button
from tutor.pages.table.play import Table, at_table
from tutor.teach.game import registry as games

#: Games played on from each action; most actions weighed; most actions told.
TIMES, MOST_WEIGHED, TOLD = 24, 8, 3
#: Most turns, and most actions, for which each game is played on.
TURNS, MOST_ACTIONS = 4, 200
#: Standard errors from which on a difference is told.
ERRORS = 2.0


class Advice(NamedTuple):
    """What an action is worth: the chance to win after it, and by how much it is behind the best, with the error of that."""

    action: str
    chance: float
    behind: float = 0.0
    error: float = 0.0

    @property
    def clear(self) -> bool:
        """Whether it is certain enough that it is worse than the best."""
        return self.behind > ERRORS * self.error


def prospects_of(game: str) -> Callable[[Any], Mapping[str, float]] | None:
    """By what a game tells each seat's chance to win from where all stand; None if it has nothing for it."""
    found: Callable[[Any], Mapping[str, float]] | None = getattr(at_table(game), "prospects", None)
    return found


@lru_cache(maxsize=64)
def advice(game: str, state: Any, seat: str) -> tuple[Advice, ...]:
    """Actions weighed, the best first. The same for the same state."""
    found: tuple[Advice, ...] = ()
    for _, _, found in weighed(game, state, seat):  # noqa: B007
        pass
    return found


def weighed(
    game: str, state: Any, seat: str, times: int = TIMES, also: Sequence[str] = ()
) -> Iterator[tuple[int, int, tuple[Advice, ...]]]:
    """Weighs a seat's actions, the best first: at most ``MOST_WEIGHED``, none that is seldom meant but those in ``also``. Tells
    after each game that was played on how many are done, of how many, and at the end what came of it."""
    bot = games.game(game).BOTS[at_table(game).offer().bots[0].id]
    usual = str(bot(state, seat, random.Random(0)))
    able = able_of(game, state, seat, (usual, *also))
    values: dict[str, list[float]] = {action: [] for action in able}
    done, of = 0, times * len(able)
    for time in range(times):
        for action in able:
            values[action].append(_value(game, state, seat, action, time, bot))
            done += 1
            yield done, of, ()
    means = {action: sum(found) / times for action, found in values.items()}
    best = max(able, key=lambda action: (means[action], at_once(state, action), action == usual))
    made = [Advice(action, means[action], *_behind(values[best], values[action])) for action in able]
    yield of, of, tuple(sorted(made, key=lambda each: (each.action != best, -each.chance)))


def able_of(game: str, state: Any, seat: str, first: Sequence[str]) -> list[str]:
    """The actions that are weighed, ``first`` among them whatever there is."""
    at = at_table(game)
    actions = state.actions(seat)
    able = [action for action in actions if not at.label(state, action).aside] or actions
    wanted = [action for action in first if action in actions]
    return (
        able
        if len(able) <= MOST_WEIGHED and set(wanted) <= set(able)
        else list(dict.fromkeys([*wanted, *able]))[:MOST_WEIGHED]
    )


def at_once(state: Any, action: str) -> bool:
    """Whether an action ends the game: of two that win, that which does it now is the better."""
    return bool(state.play(action).state.over)


def _behind(best: Sequence[float], other: Sequence[float]) -> tuple[float, float]:
    """The mean of what one is behind the other, game by game, and its standard error."""
    apart = [one - two for one, two in zip(best, other, strict=True)]
    mean = sum(apart) / len(apart)
    return mean, math.sqrt(sum((each - mean) ** 2 for each in apart) / (len(apart) - 1) / len(apart))


def _value(game: str, state: Any, seat: str, action: str, time: int, bot: Callable[[Any, str, Any], str]) -> float:
    """How likely the seat wins in one game that is played on after an action."""
    rng = random.Random(time)
    state = state.play(action).state
    turn, turns = state.turn, 0
    for _ in range(MOST_ACTIONS):
        if state.over or turns >= TURNS:
            break
        if state.decision == "chance":
            act = pick(state.chances(), rng)
        else:
            who = first_decider(state)
            assert who is not None, "somebody decides at a choice"
            act = bot(state, who, rng)
        state = state.play(act).state
        turns, turn = turns + (state.turn != turn), state.turn
    prospects = prospects_of(game)
    assert prospects is not None, "he coaches only in games that tell them"
    return prospects(state)[seat]


# ------------------------------------------------------------------ as it is told
def coached(table: Table, asked: bool, answer: Mapping[str, Any] | None = None) -> Html | None:
    """The coach's panel for who decides now; before he is asked only his button. ``answer`` is what has been found so far. None
    where there is no coach."""
    if prospects_of(table.game) is None:
        return None
    if table.secret:
        return el("p", "The coach is silent in a game with secrets.", class_="tb-quiet tb-coach", data_key="coach")
    if not asked:
        return el(
            "div",
            button("coach", "Ask the coach", tip="The three best actions, and why"),
            class_="tb-coach",
            data_key="coach",
        )
    found = [Advice(*each) for each in (answer or {}).get("advice", ())]
    if not found:
        return el(
            "div",
            el("h2", "The coach"),
            going_on("He plays it on…", answer),
            class_="tb-coach",
            data_key="coach",
            role="status",
        )
    rows = [_row(table, each, found[0]) for each in found[:TOLD]]
    about = (
        f"Chance to win, estimated {TURNS} turns of bots later, each action {TIMES} times with the same dice and cards."
    )
    return el(
        "div",
        el("h2", "The coach"),
        el("ol", rows),
        el("p", about, class_="tb-quiet"),
        class_="tb-coach",
        data_key="coach",
        role="status",
    )


def going_on(says: str, answer: Mapping[str, Any] | None) -> Html:
    """That something is being reckoned, and how far it is."""
    done, of = int((answer or {}).get("done", 0)), int((answer or {}).get("of", 1))
    return el("p", says, el("progress", value=min(done, of), max=max(1, of)), class_="tb-quiet tb-going-on")


def _row(table: Table, one: Advice, best: Advice) -> Html:
    label = at_table(table.game).label(table.state, one.action)
    return el(
        "li",
        el("b", label.text),
        el("span", f"{round(100 * one.chance)} %", class_="tb-chance"),
        el("p", join(" ".join([_why(table, one.action), _against(one, best)]).strip())),
    )


def _why(table: Table, action: str) -> str:
    """In a sentence what speaks for an action."""
    reason = getattr(at_table(table.game), "reason", None)
    said = str(reason(table.state, action)) if reason is not None else ""
    if said:
        return said
    fight = chance_of(table, table.state, action)
    if fight is not None:
        return f"The fight is won with {percent(fight)}."
    small = at_table(table.game).label(table.state, action).small
    return f"{small[:1].upper()}{small[1:]}." if small else ""


def _against(one: Advice, best: Advice) -> str:
    """How it compares with the best, where that is certain enough to be told."""
    if one.action == best.action:
        return ""
    points = max(1, round(100 * one.behind))
    if one.clear:
        return f"{points} point{'s' if points > 1 else ''} behind."
    return "As good, as far as can be told."
