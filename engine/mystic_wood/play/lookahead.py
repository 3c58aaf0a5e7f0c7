"""How the strongest bot chooses: it follows what comes into question to the end of the turn, over all that the dice may bring,
and asks how likely it wins from there (:func:`~engine.mystic_wood.play.outlook.outlook`).

What comes into question is what its plan weighs highest. The plan's own choice stands unless another action promises clearly
more: a smaller difference is within the error of the estimate. How far is looked is bounded in positions judged, not in seconds,
so that the same seed plays the same game on every computer.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from engine.mystic_wood.play.crown import CrownPlan
from engine.mystic_wood.play.outlook import outlook
from engine.mystic_wood.play.routing import RoutePlan
from engine.mystic_wood.play.state import State
from engine.mystic_wood.play.weighing import ARRIVED, DARING, Player, best, weigh
from engine.mystic_wood.position.actions import Action
from engine.mystic_wood.rules.queries import cooperative

#: What is looked at: so many actions at most, of those the plan does not reject.
MOST_ACTIONS, REJECTED = 6, -3.9
#: By so much an action must promise more than what the plan chooses.
MARGIN: Final = 0.008
#: So many positions are judged for one choice; from then on, and where chance has spoken so often, only what is likeliest is
#: followed.
MOST_JUDGED, MOST_THROWS = 45, 2
#: Of the small or area cards that may turn up so many are tried.
CARDS_TRIED: Final = 6
#: So often he does what he has not thought over, so that nobody waits for another for ever.
SELDOM: Final = 0.01
#: A turn is followed for so many steps at most.
MOST_STEPS: Final = 60
#: What a glance to the end of the turn can judge: fights and their prizes. Where to ride is left to the plan, which looks
#: further; so is what is worth more to it than this: what his quest is about.
_JUDGED: Final = frozenset(["meet", "withdraw", "joust", "no-joust", "done", "prize", "defend", "add-1", "keep"])
_CLEAR: Final = 10.9
#: What a fight may be preferred to.
_RIDES: Final = frozenset(["move", "stay", "send"])


def far_sighted(state: State, seat: str, rng: random.Random) -> Action:
    """The action that promises most, for a seat whose view this state is.

    Where others know of cards what he does not, or all win together, he goes by his plan alone: what he does not know he cannot
    play on, and the estimate is of one against all.
    """
    if "hidden" in state.variants or cooperative(state):
        return best(state, seat, rng, CrownPlan, DARING)
    if rng.random() < SELDOM:
        return best(state, seat, rng, CrownPlan, 1.0)
    actions = state.legal_actions()
    if len(actions) == 1 or actions == ARRIVED:
        return actions[-1]
    player = Player(state, state.knight(seat), CrownPlan)
    ranked = sorted(((weigh(player, each) + rng.random() * 0.01, at) for at, each in enumerate(actions)), reverse=True)
    worth, first = ranked[0]
    planned = actions[first]
    if worth > _CLEAR or planned.verb not in _JUDGED | _RIDES or player.route.breaks_out:
        return planned
    # Whom he has come to meet he meets, if with other aid: if he turned back, his plan would only lead him here again.
    judged = {"meet"} if planned.verb == "meet" else _JUDGED
    others = [actions[at] for worth, at in ranked[1:MOST_ACTIONS] if worth > REJECTED and actions[at].verb in judged]
    if not others:
        return planned
    glance = Glance(state, seat)
    most, chosen = glance.promise(planned) + MARGIN, planned
    for action in others:
        promise = glance.promise(action)
        if promise > most:
            most, chosen = promise, action
    return chosen


class Glance:
    """A look from one choice of a seat to the end of the turn, or to the end of what is asked of him in another's."""

    def __init__(self, state: State, seat: str) -> None:
        self.state = state
        self.seat = seat
        self.own_turn = state.turn == seat
        #: How many positions have been judged.
        self.judged = 0

    def promise(self, action: Action) -> float:
        """How likely he wins who plays this action, 0 to 1."""
        return self._from(self.state.play(action).state, 0)

    def _from(self, state: State, throws: int) -> float:
        """How likely he wins from here: by the plans of all to the end of the turn, over all that chance may bring."""
        for _ in range(MOST_STEPS):
            if state.over or self._is_past(state):
                return self._judge(state)
            if state.decision == "choice":
                state = self._carried_on(state)
                continue
            waiting = state.pending[-1]
            if waiting.kind == "reveal" and waiting.purpose == "explore" and waiting.knight == self.seat:
                return self._judge(set_down(state, self.seat, waiting.area), True)
            found = list(_outcomes(state))
            if len(found) > 1 and throws < MOST_THROWS and self.judged <= MOST_JUDGED:
                return sum(chance * self._from(after, throws + 1) for after, chance in found)
            state = max(found, key=lambda each: each[1])[0]
        return self._judge(state)

    def _is_past(self, state: State) -> bool:
        if self.own_turn:
            return state.turn != self.seat
        return state.turn == self.seat or not state.pending

    def _carried_on(self, state: State) -> State:
        who = state.to_move
        assert who is not None, "somebody decides at a choice"
        plan = CrownPlan if who == self.seat else RoutePlan
        return state.play(best(state, who, random.Random(0), plan, 0.0)).state

    def _judge(self, state: State, exploring: bool = False) -> float:
        self.judged += 1
        return outlook(state, self.seat, exploring)


def set_down(state: State, seat: str, at: str) -> State:
    """The state with a Knight on ground that is not known yet: what he finds there is for the estimate to say."""
    knights = tuple([each._replace(at=at) if each.id == seat else each for each in state.knights])
    return replace(state, knights=knights, pending=())


def _outcomes(state: State) -> Iterator[tuple[State, float]]:
    """What chance may bring here, each position once, with its chance. Two dice matter by their difference; of many cards some
    are tried, the same for the same state."""
    chances = {action: float(chance) for action, chance in state.chances().items()}
    by: dict[int | str, tuple[str, float]] = {}
    for action, chance in chances.items():
        verb, *shown = action.split()
        key = int(shown[0]) - int(shown[1]) if verb == "roll" and len(shown) == 2 else action
        by[key] = (action, by.get(key, ("", 0.0))[1] + chance)
    tried = list(by.values())
    if not tried[0][0].startswith("roll") and len(tried) > CARDS_TRIED:
        tried = random.Random(0).sample(tried, CARDS_TRIED)
    whole = sum(chance for _, chance in tried)
    found: dict[State, float] = {}
    for action, chance in tried:
        after = state.play(action).state
        found[after] = found.get(after, 0.0) + chance / whole
    yield from found.items()
