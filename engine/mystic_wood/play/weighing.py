"""What an action is worth to a Knight's player: the quest it serves, the danger, what is to be had by it.

Worth has no unit: of two actions the one with more is the better. A walk is worth up to 10, what ends the quest 100.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from math import inf
from typing import Final

from engine.chance.chance import DIE
from engine.mystic_wood.material.cards import KNIGHTS, is_challenger
from engine.mystic_wood.play.friends import held_up, helps_with
from engine.mystic_wood.play.odds import odds
from engine.mystic_wood.play.routing import (
    BOLD,
    CHANCE_RISKED,
    FAR,
    RoutePlan,
    chance_to_win,
    has_any,
    points,
    wanted_by,
)
from engine.mystic_wood.play.state import State
from engine.mystic_wood.position.actions import Action
from engine.mystic_wood.position.table import Knight, Pending
from engine.mystic_wood.rules.encounter_order import compelled
from engine.mystic_wood.rules.encounters import sides as denizen_sides
from engine.mystic_wood.rules.ending import has_fulfilled
from engine.mystic_wood.rules.jousts import joust_sides
from engine.mystic_wood.rules.queries import cooperative, quest_of
from engine.mystic_wood.rules.scores import ONE_TIME, approach_side

#: Nothing to do where he has come to: he would only lose the turn by going back.
ARRIVED: Final = (Action("withdraw"), Action("done"))
#: What takes long to weigh, and what it is worth at best: it is weighed last, and not where something else is better anyhow.
_AT_BEST: Final[Mapping[str, float]] = {"withdraw": 0.0}
#: How often a bot that sees no further dares what is worth a little less.
DARING: Final = 0.03
#: How often a friend proposes to end a cooperative game that can be won together no more, as far as he sees: others may
#: still come to help meanwhile.
GIVING_UP: Final = 0.01


def best(state: State, seat: str, rng: random.Random, plan: type[RoutePlan], daring: float) -> Action:
    """The action worth most to one who plans like that. With the chance ``daring`` he dares what is worth a little less: so two
    careful bots do not wait for each other for ever."""
    actions = state.legal_actions()
    if len(actions) == 1 or actions == ARRIVED:
        return actions[-1]
    player = Player(state, state.knight(seat), plan)
    if cooperative(state):
        player.gives_up = rng.random() < GIVING_UP
    dared = 4.0 if rng.random() < daring else 0.01
    most, chosen = -inf, actions[0]
    long: list[tuple[float, Action]] = []
    for action in actions:
        luck = rng.random() * dared
        if action.verb in _AT_BEST:
            long.append((luck, action))
            continue
        worth = luck + weigh(player, action)
        if worth > most:
            most, chosen = worth, action
    for luck, action in long:
        if luck + _AT_BEST[action.verb] > most and (worth := luck + weigh(player, action)) > most:
            most, chosen = worth, action
    return chosen


class Player:
    """Who has to choose, and what he sees; where he would walk is reckoned when it is first asked for."""

    def __init__(self, state: State, me: Knight, plan: type[RoutePlan] = RoutePlan) -> None:
        self.state = state
        self.me = me
        self.plan = plan
        self.wanted = wanted_by(state.edition, me.id)
        #: Whether he would end a game that friends can win together no more.
        self.gives_up = False
        self._route: RoutePlan | None = None

    @property
    def route(self) -> RoutePlan:
        """The plan of his way to what he wants, worked out when it is first asked for."""
        if self._route is None:
            self._route = self.plan(self.state, self.me)
        return self._route


def weigh(player: Player, action: Action) -> float:
    """What an action is worth to him."""
    weighed = _WEIGHED.get(action.verb)
    return _WORTH.get(action.verb, -1.0 - len(action.aid)) if weighed is None else weighed(player, action)


_WORTH: Final = {
    "done": 0.0,
    "deliver": 50.0,
    "use-key": 5.0,
    "try-to-escape": -1.0,
    "release": 0.5,
    "add-1": 1.0,
    "keep": 0.5,
    "decline": 0.5,
    "no-joust": 0.5,
    "show-dwarf": 1.0,
    "hide-dwarf": 0.5,
    "dispute": -1.0,
    "offer": -8.0,
    "yield": -8.0,
    "storm": -7.0,
    "drink": -6.0,
    "combine": -2.0,
    "aid": -2.0,
}


def _move(player: Player, action: Action) -> float:
    route = player.route
    wood = player.state.wood
    beyond = wood.index[wood.neighbours[player.me.at][action.to]]
    if beyond not in route.ways[route.here]:
        return -10.0  # a dead end he knows
    return _toward(route, beyond)


def _toward(route: RoutePlan, beyond: int) -> float:
    """What it is worth to walk over to a neighbour: the more the nearer it brings him, and always a little."""
    far = route.onward(beyond)
    return (10.0 - far / 3 if far < 27.0 else 27.0 / far) - (0.2 if beyond == route.tower else 0.0)


def _stalemate(player: Player, action: Action) -> float:
    """A new game where nothing that anybody wants can be reached, as far as he sees (`move.isolated`)."""
    if player.gives_up and not action.of and held_up(player.state):
        return 40.0
    route = player.route
    if action.of or not route.cut_off or route.breaks_out:
        return -20.0
    others = [knight for knight in player.state.knights if knight.id != player.me.id and not knight.out]
    stuck = all(_waits_for_all(player.state, other) or RoutePlan(player.state, other).cut_off for other in others)
    return 12.0 if stuck else -20.0


def _waits_for_all(state: State, knight: Knight) -> bool:
    """Whether he has done his own in cooperative play, and can but wait for the others (`variant.cooperative`)."""
    return cooperative(state) and has_fulfilled(state, knight)


def _anothers(player: Player, card: str) -> bool:
    """Whether in cooperative play a card is what another's quest still needs, and his own does not."""
    state = player.state
    if not cooperative(state) or card in player.wanted:
        return False
    others = (knight for knight in state.knights if knight.id != player.me.id and not has_fulfilled(state, knight))
    return any(card in wanted_by(state.edition, other.id) for other in others)


def _accept(player: Player, action: Action) -> float:
    waiting = player.state.pending[-1]
    if waiting.kind != "stalemate":
        return 0.6 if cooperative(player.state) else 0.4  # against "decline" 0.5: friends help, whoever is asked
    route = player.route
    stuck = _waits_for_all(player.state, player.me) or (route.cut_off and not route.breaks_out)
    stuck = stuck or (cooperative(player.state) and bool(held_up(player.state)))
    if waiting.of:
        return -1.0
    # Who rides after others to be sent to the Tower agrees now and then, lest he never catch one: against "decline" 0.5
    return 1.0 if stuck else 0.45 if route.cut_off else -1.0


def _prize(player: Player, action: Action) -> float:
    if action.of in player.wanted and not player.me.king:
        return 20.0
    if action.of == "tower" and player.route.breaks_out:
        return -1.0  # it would free the other
    return {"none": 0.0, "tower": 4.0}.get(action.of, 5.0 + len(action.of) / 100)


def _share(player: Player, action: Action) -> float:
    return -float(len(action.shares))  # he keeps what he can, and leaves it to the others to dispute it


def _arch_mage(player: Player, action: Action) -> float:
    """He is sent where he would not walk in three turns."""
    route = player.route
    here, there = route.turns(route.here), route.by_way_of(player.state.wood.index[action.to])
    return 9.0 - there / 3 if (FAR if here is None else here) > there + 3.0 else -5.0


def _send(player: Player, action: Action) -> float:
    """Far from where he is going, and to no Gate: there it would be in his own way as well."""
    if action.to in (player.state.wood.earthly_gate, player.state.wood.enchanted_gate):
        return -1.0
    far = player.route.turns(player.state.wood.index[action.to])
    return 2.0 if far is None else far / 10


def _stay(player: Player, action: Action) -> float:
    me, name = player.me, player.state.area(player.me.at).name
    if (name == "cave" and me.inside and _wants_the_cave(player)) or (me.king and name == "castle"):
        barred = cooperative(player.state) and me.king and any(map(is_challenger, player.state.area(me.at).denizens))
        return 0.1 if barred else 30.0
    if name == "enchanted-gate" and player.route.here in player.route.goals and _waits_for_all(player.state, me):
        return 20.0
    return 9.0 if player.route.cut_off and player.route.instead is None else 0.1


def _go_in(player: Player, action: Action) -> float:
    route, area = player.route, player.state.area(player.me.at)
    sought = route.here in route.goals and (area.denizens or area.things)
    if sought or (area.name == "cave" and _wants_the_cave(player)):
        return 12.0
    return -1.0 if area.drawn else 6.0


def _wants_the_cave(player: Player) -> bool:
    me = player.me
    return not me.quest_done and not me.king and quest_of(player.state, me.id).kind == "cave"


def _pray(player: Player, action: Action) -> float:
    if player.route.prays:
        return 25.0
    return 4.0 if player.me.prayer_turns else 0.05


def _leave(player: Player, action: Action) -> float:
    if not action.of:
        return 100.0
    return 20.0 if _anothers(player, action.of) else -10.0


def _drop(player: Player, action: Action) -> float:
    return 15.0 if _anothers(player, action.of) else -9.0


def _take(player: Player, action: Action) -> float:
    return -1.0 if _anothers(player, action.of) else 20.0


def _wand(player: Player, action: Action) -> float:
    """Where nothing he wants can be reached, and to turn the area he is in opens the way."""
    route = player.route
    return 12.0 if route.cut_off and route.here in route.opened else -1.0


def _withdraw(player: Player, action: Action) -> float:
    """To turn back from somebody is good where another way is better; where none is, he would only come here again, and again."""
    if not compelled(player.state, player.me):
        return -4.0
    return -10.0 if _would_return(player) else 0.0


def _would_return(player: Player) -> bool:
    """Whether he would only come here again from where he goes back to: no other way from there is better."""
    here, back = player.state.wood.index[player.me.at], player.me.came_from
    if back is None:
        return False
    there = player.plan(player.state, player.me._replace(at=back))
    ways = there.ways[there.here]
    if here not in ways:
        return False
    worth = _toward(there, here)
    return all(worth >= _toward(there, beyond) for beyond in ways)


def _cost_of_aid(player: Player, action: Action) -> float:
    """Who asks a Knight binds himself to him, and the Prince leaves whom he has helped: not her who is to leave with him."""
    if not action.aid:
        return 0.0
    if helps_with(player.state, player.me, action):
        return 0.4 * len(action.aid)
    dear = (*KNIGHTS, "prince") if "prince" in player.wanted else KNIGHTS
    return sum(9.0 if helper in dear else 0.4 for helper in action.aid)


def _joust(player: Player, action: Action) -> float:
    me, state, foe = player.me, player.state, player.state.knight(action.of)
    prey = has_any(foe, player.wanted) and not me.king and not has_fulfilled(state, me)
    leaving = has_fulfilled(state, foe) and state.wood.half_of(foe.at) == "enchanted"  # he is about to leave and win
    cost = _cost_of_aid(player, action)
    if player.route.breaks_out and not action.aid:
        return 15.0 - sum(points(state, me))
    if (cooperative(state) and not prey) or any(helper in KNIGHTS for helper in action.aid):
        return -4.0 - cost  # a friend; or one who has declined, and would be asked for ever
    if not prey and not leaving and not action.aid and sum(points(state, me)) <= sum(points(state, foe)):
        return -4.0 - cost
    chance = winning_chance(player, action)
    if prey:
        return (11.0 + chance if chance > CHANCE_RISKED else -1.0) - cost
    wished = 0.95 if has_fulfilled(state, me) else 0.3 if leaving else 0.75
    return 8.0 * (chance - wished) - cost


def _meet(player: Player, action: Action) -> float:
    me = player.me
    if me.fighting:
        return 5.0 * winning_chance(player, action) - _cost_of_aid(player, action)
    if cooperative(player.state) and action.of == "king" and not helps_with(player.state, me, action):
        # Whoever vanquishes him alone is King, and leaves the Wood with nobody (`king.become`): only where nothing else is left.
        return 12.0 if player.gives_up and compelled(player.state, me) else -20.0
    if is_challenger(action.of):
        # He has counted the danger before he came, so here he is bold: to turn back every time leads nowhere.
        # But who has fulfilled his quest may lose by it what he has won.
        wished = 0.7 if has_fulfilled(player.state, me) else BOLD
        return 10.0 * (winning_chance(player, action) - wished) - _cost_of_aid(player, action)
    if _anothers(player, action.of):
        return -1.0  # who needs her, or him, comes for them
    if action.of in player.wanted:
        return 9.0 + 5.0 * winning_chance(player, action) - 0.1 * len(action.aid)
    if action.of == "rogue":
        return -1.0  # half the time he betrays
    if action.of == "prince":
        return 8.0 * (winning_chance(player, action) - 0.4)
    return 6.0 - len(action.aid)


def winning_chance(player: Player, action: Action) -> float:
    """The chance that the fight is won in the end, as :func:`~engine.mystic_wood.play.odds.odds` gives it; 1 without a fight.

    Where nobody has to be asked for help, both sides are added up as they stand.
    """
    state, me, foe, aid = player.state, player.me, action.of, action.aid
    if any(helper in KNIGHTS for helper in aid):
        fight = odds(state, action).fight
        return 1.0 if fight is None else float(fight.win)
    if action.verb == "joust":
        kind, sides = "joust", joust_sides
    elif is_challenger(foe) or me.fighting == foe:
        kind, sides = "challenge", denizen_sides
    else:
        card = state.cards.denizens[foe]
        added = approach_side(state, me, aid).total if card.adds_prowess else 0
        if card.always or all(card.reaction(face + added) != "attacks" for face in DIE):
            return 1.0
        kind, sides, aid = "approach", denizen_sides, ()  # who helped him to approach does not help in the fight
    leads = []
    for helpers in (aid, tuple([helper for helper in aid if helper not in ONE_TIME])):
        own, other = sides(state, Pending(kind, None, me.id, of=foe, aid=helpers))
        leads.append(own.total - other.total)
        if helpers == aid == ():
            leads.append(leads[0])
            break
    return chance_to_win(*leads)


_WEIGHED: Final[Mapping[str, Callable[[Player, Action], float]]] = {
    "move": _move,
    "stalemate": _stalemate,
    "accept": _accept,
    "prize": _prize,
    "share": _share,
    "arch-mage": _arch_mage,
    "send": _send,
    "stay": _stay,
    "go-in": _go_in,
    "pray": _pray,
    "leave": _leave,
    "drop": _drop,
    "take": _take,
    "wand": _wand,
    "withdraw": _withdraw,
    "joust": _joust,
    "meet": _meet,
}
