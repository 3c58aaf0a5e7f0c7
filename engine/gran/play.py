"""The state with its methods: the public face of a game of GRAN. The odds of a fight."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from engine import odds as common
from engine.gran import rules
from engine.gran.material import reason
from engine.gran.paths import cut_off, expected_turns, fewest, path_graph
from engine.gran.position import Position, dragons, parse_action, win_chance
from engine.gran.writing import code, dumps
from engine.odds import Fight
from engine.pictures import as_picture, as_text
from engine.records import Step
from engine.search import BUDGET, Goal, Search
from engine.verdicts import IllegalAction, Verdict

#: The group of entry points under which painters of this game are installed.
PICTURES = "gran.pictures"


@dataclass(frozen=True, slots=True, repr=False)
class State(Position):
    """One moment of a game: a position that can be asked and played on. Nothing in it is secret."""

    def _repr_svg_(self) -> str | None:
        """The board as a picture, in a notebook, where a package that paints is installed."""
        return as_picture(self, PICTURES)

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:
        """The board as text, in IPython's terminal."""
        printer.text(repr(self) if cycle else as_text(self, PICTURES))

    def __repr__(self) -> str:
        return f"gran.from_code({code(self)!r})"

    def __str__(self) -> str:
        return dumps(self)

    @property
    def order(self) -> tuple[str, ...]:
        """The seats in playing order."""
        return tuple(knight.id for knight in self.knights)

    @property
    def over(self) -> bool:
        return self.moment == "over"

    @property
    def winners(self) -> tuple[str, ...]:
        return (self.winner,) if self.winner else ()

    @property
    def decision(self) -> str:
        """ "choice", "chance" or "over"."""
        return "over" if self.over else "chance" if self.moment in ("card", "throw") else "choice"

    @property
    def to_move(self) -> str | None:
        """Whose player must choose now; None at a chance step and when the game is over."""
        return self.turn if self.decision == "choice" else None

    def actions(self) -> list[str]:
        """The legal actions as text, chance steps included; empty when the game is over."""
        return [action.text for action in rules.legal_actions(self)]

    def judge(self, action: str) -> Verdict:
        """Every reason against an action, without playing it; none means legal. UnreadableText if it is no action."""
        parsed = parse_action(action, self.board)
        return Verdict(parsed.text, tuple(reason(why, self.edition) for why in rules.reasons(self, parsed)))

    def play(self, action: str) -> Step[State]:
        """Play an action (chance included). Raises IllegalAction carrying the verdict, or UnreadableText."""
        verdict, parsed = self.judge(action), parse_action(action, self.board)
        if not verdict.legal:
            raise IllegalAction(verdict)
        draft = rules.perform(self, parsed)
        after = draft.now
        assert isinstance(after, State)
        return Step(parsed.text, after, tuple(draft.events))

    def chances(self) -> dict[str, Fraction]:
        """At a chance step every outcome with its exact probability (they sum to 1); otherwise empty."""
        return {action.text: chance for action, chance in rules.chances(self).items()}

    def seen_by(self, seat: str) -> State:
        """The state as that player knows it: all of it, but for what a demonstration has stacked. KeyError for nobody."""
        self.knight(seat)
        return replace(self, next_cards=(), next_rolls=()) if self.next_cards or self.next_rolls else self

    #: Questions to the graph.
    paths, cut_off, fewest, expected_turns = path_graph, cut_off, fewest, expected_turns
    obstacle_places, ring_places, white = rules.obstacle_places, rules.ring_places, rules.white_spaces

    def ends(self) -> dict[str, tuple[str, ...]]:
        """Where the move of the knight on turn may end, each with the legal ways that lead there."""
        found: dict[str, tuple[str, ...]] = {}
        for action in rules.legal_actions(self):
            if action.verb == "move":
                found[action.spaces[-1]] = (*found.get(action.spaces[-1], ()), action.text)
        return found

    def obstacle_costs(self, rival: str, space: str) -> dict[str, int | None]:
        """For each legal place of an obstacle: the rival's fewest turns to a space then; None if it cuts him off."""
        after = {place: replace(self, obstacles=self.obstacles | {place}) for place in self.obstacle_places()}
        return {place: state.fewest(space, rival) for place, state in after.items()}

    def ring_race(self) -> dict[str, tuple[int | None, int | None]]:
        """For each legal place of the ring: the fewest turns to it for the knight on turn, and for all the others."""
        others = [colour for colour in self.order if colour != self.turn]
        race = {place: [self.fewest(place, rival) for rival in others] for place in self.ring_places()}
        return {p: (self.fewest(p), min((t for t in turns if t is not None), default=None)) for p, turns in race.items()}


@dataclass(frozen=True, slots=True)
class Odds(common.Odds):
    """The exact chances of an action: of the ``fight`` it leads to, if any, and of each card (``dragons``)."""

    fight: Fight | None = None
    dragons: dict[int, Fraction] | None = None


def odds(state: State, action: str) -> Odds:
    """The odds of the fight a move leads to; at a chance step, of the fight under way. Only this fight: the rest is a choice.

    Raises IllegalAction with the reasons if the action is not legal, UnreadableText if it is none.
    """
    parsed = parse_action(action, state.board)
    here = state if state.decision == "chance" else state.play(action).state
    if here.moment not in ("card", "throw", "banish") or here.board.spaces[here.mover.at].kind != "dragon":
        return Odds(parsed.text)
    win = win_chance(here)
    return Odds(parsed.text, Fight(win, 1 - win), dragons(here) if here.card is None else None)


def search(
    state: State, goal: Goal[State], who: str | None = None, budget: int = BUDGET, seconds: float | None = None
) -> Search[State]:
    """A search for the best chance that ``goal`` comes true within some of ``who``'s turns; all others play against it."""
    return Search(state, goal, who, budget, seconds, passed=_turn_passed)


def _turn_passed(before: State, action: str, after: State, who: str) -> bool:
    """Whether a turn of his has ended: the next has begun, his own where he sits alone or all the others miss theirs."""
    return before.turn == who and (after.turn != who or after.moment == "start")
