"""The state with its methods: the public face of a game of GRAN. New games, and the odds of a fight."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from engine import odds as common
from engine.gran import rules
from engine.gran.actions import Action, parse_action
from engine.gran.doing import perform
from engine.gran.material import reason
from engine.gran.paths import cut_off, expected_turns, path_graph, turns_from
from engine.gran.position import Position
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

    # ---------------------------------------------------------------- playing
    def actions(self) -> list[str]:
        """The legal actions as text, chance steps included; empty when the game is over."""
        return [action.text for action in rules.legal_actions(self)]

    def judge(self, action: str) -> Verdict:
        """Every reason against an action, without playing it; none means legal. UnreadableText if it is no action."""
        return self._verdict(parse_action(action, self.board))

    def _verdict(self, action: Action) -> Verdict:
        return Verdict(action.text, tuple(reason(why, self.edition) for why in rules.reasons(self, action)))

    def play(self, action: str) -> Step[State]:
        """Play an action (chance included). Raises IllegalAction carrying the verdict, or UnreadableText."""
        parsed = parse_action(action, self.board)
        if rules.reasons(self, parsed):
            raise IllegalAction(self._verdict(parsed))
        draft = perform(self, parsed)
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

    # ---------------------------------------------------------------- questions to the graph
    paths, cut_off = path_graph, cut_off
    obstacle_places, ring_places = rules.obstacle_places, rules.ring_places

    def ends(self) -> dict[str, tuple[str, ...]]:
        """Where the move of the knight on turn may end, each with the legal ways that lead there."""
        found: dict[str, tuple[str, ...]] = {}
        for action in rules.legal_actions(self):
            if action.verb == "move":
                found[action.spaces[-1]] = (*found.get(action.spaces[-1], ()), action.text)
        return found

    def fewest(self, space: str, knight: str | None = None) -> int | None:
        """The fewest turns to a space for a knight (the one on turn), alone on the board and avoiding dragons."""
        return turns_from(self, knight or self.turn).get(space)

    def expected_turns(self, space: str, knight: str | None = None) -> float | None:
        """The turns to a space on average, for who dares the dragons of the pile as it is now."""
        return expected_turns(self, space, rules.win_chance(self), knight)

    def white(self, victim: str) -> list[str]:
        """The white spaces to which a knight can be banished from where he stands."""
        return rules.white_spaces(self, self.knight(victim).at)

    def obstacle_costs(self, rival: str, space: str) -> dict[str, int | None]:
        """For each legal place of an obstacle: the rival's fewest turns to a space then; None if it cuts him off."""
        after = {place: replace(self, obstacles=self.obstacles | {place}) for place in self.obstacle_places()}
        return {place: state.fewest(space, rival) for place, state in after.items()}

    def ring_race(self) -> dict[str, tuple[int | None, int | None]]:
        """For each legal place of the ring: the fewest turns to it for the knight on turn, and for all the others."""
        turns = {knight.id: turns_from(self, knight.id) for knight in self.knights}
        own, far = turns.pop(self.turn), len(self.board.spaces)
        nearest = {place: min((theirs.get(place, far) for theirs in turns.values()), default=far) for place in self.ring_places()}
        return {place: (own.get(place), None if others == far else others) for place, others in nearest.items()}

    def __repr__(self) -> str:
        return f"gran.from_code({code(self)!r})"

    def __str__(self) -> str:
        return dumps(self)


# ------------------------------------------------------------------ odds


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
    verdict, at = state.judge(action), state.mover.at
    if state.decision != "chance":
        if not verdict.legal:
            raise IllegalAction(verdict)
        end = {"move": parsed.spaces[-1:], "banish": (at,)}.get(parsed.verb, ())
        if not any(state.board.spaces[space].kind == "dragon" for space in end):
            return Odds(parsed.text)
    win, left = rules.win_chance(state), state.cards_left()
    dragons = None if state.card is not None else {s: Fraction(n, sum(left.values())) for s, n in left.items()}
    return Odds(parsed.text, Fight(win, 1 - win), dragons)


def search(
    state: State, goal: Goal[State], who: str | None = None, budget: int = BUDGET, seconds: float | None = None
) -> Search[State]:
    """A search for the best chance that ``goal`` comes true within some of ``who``'s turns; all others play against it."""
    return Search(state, goal, who, budget, seconds)
