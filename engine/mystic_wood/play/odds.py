"""Odds, derived from the engine's own chance steps: exact fractions, ties followed to their end in closed form."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import partial

from engine.chance import odds as common
from engine.chance.chance import DIE
from engine.chance.odds import Fight, Round, die_each, to_the_end
from engine.chance.search import BUDGET, Goal, Search
from engine.contract.verdicts import IllegalAction
from engine.mystic_wood.material.wood import EDGE, OPPOSITE
from engine.mystic_wood.play import reach
from engine.mystic_wood.play.reach import Aim
from engine.mystic_wood.play.state import State
from engine.mystic_wood.position.actions import Action, parse_action
from engine.mystic_wood.position.table import Knight, Pending
from engine.mystic_wood.position.whereabouts import unseen_tiles
from engine.mystic_wood.rules.encounters import sides
from engine.mystic_wood.rules.jousts import joust_sides
from engine.mystic_wood.rules.powers import fountain_leads_to
from engine.mystic_wood.rules.queries import cooperative, unexplored
from engine.mystic_wood.rules.reactions import may_add_one, way_for_horse
from engine.mystic_wood.rules.scores import ONE_TIME, approach_side
from engine.mystic_wood.rules.tower import escape_faces


@dataclass(frozen=True, slots=True)
class Odds(common.Odds):
    """The exact chances of an action (``action``, as text).

    A fight has ``round`` (its first throw) and ``fight`` (ties followed to the end, one-time aid spent after the first
    round). An approach has ``reactions``; ``with_bonus`` are Guyon's if he adds 1 wherever he can, and
    ``at_best`` the chance of each if it is what he goes for, throw by throw; a Prince who may attack has the
    ``fight`` that follows. An escape has ``within``: the chance to be free within so many throws.
    """

    round: Round | None = None
    fight: Fight | None = None
    reactions: Mapping[str, Fraction] = field(default_factory=dict)
    with_bonus: Mapping[str, Fraction] = field(default_factory=dict)
    at_best: Mapping[str, Fraction] = field(default_factory=dict)
    within: Mapping[int, Fraction] = field(default_factory=dict)


def odds(state: State, action: str | Action) -> Odds:
    """The odds of an encounter, a joust, a prize that is approached, an escape or a drink.

    For a joust the challenged is taken to defend without aid. At a chance step the odds of the throw before one, whatever the
    action. Raises IllegalAction with the reasons if the action is not legal, UnreadableText if it is none.
    """
    parsed = parse_action(action) if isinstance(action, str) else action
    if state.decision == "chance" and state.pending[-1].kind in _THROWN:
        return _thrown(state, state.pending[-1], parsed.text)
    step = state.play(parsed)
    after = step.state
    while after.pending and after.pending[-1].kind in ("answer", "attacked", "spoils", "first", "ally"):
        after = after.play("defend" if after.pending[-1].kind in ("answer", "attacked") else "accept").state
    if after.pending and after.pending[-1].kind in _THROWN:
        return _thrown(after, after.pending[-1], parsed.text)
    verdict = state.judge(parsed)
    if not verdict.legal:
        raise IllegalAction(verdict)
    card = state.cards.denizens.get(parsed.of)
    if parsed.verb in ("meet", "prize") and card is not None and card.always:
        return Odds(parsed.text, reactions={card.always: Fraction(1)})
    return Odds(parsed.text)


#: What is decided by a throw; what is turned up or drawn has no odds here.
_THROWN = frozenset(["challenge", "approach", "joust", "escape", "fountain"])


def _thrown(state: State, waiting: Pending, action: str) -> Odds:
    if waiting.kind == "challenge":
        rounds = [_round(state, waiting), _round(state, _spent(waiting))]
        return Odds(action, rounds[0], to_the_end(rounds))
    if waiting.kind == "joust":
        first = die_each(*(side.total for side in joust_sides(state, waiting)))
        later = die_each(*(side.total for side in joust_sides(state, _spent(waiting))))
        return Odds(action, first, to_the_end([first, later]))
    if waiting.kind == "approach":
        return _approach(state, waiting, action)
    if waiting.kind == "fountain":
        return Odds(action, reactions=_count(lambda throw: fountain_leads_to(state.cards, throw)))
    free = Fraction(len(escape_faces(state, state.knight(waiting.knight))), len(DIE))
    return Odds(action, within={turns: 1 - (1 - free) ** turns for turns in range(1, 7)})


def _spent(waiting: Pending) -> Pending:
    """The same fight in its next round: one-time aid is gone (`challenge.aid-declared`)."""
    kept = tuple(a for a in waiting.aid if a not in ONE_TIME)
    return waiting._replace(aid=kept, foe_aid=tuple(a for a in waiting.foe_aid if a not in ONE_TIME))


def _round(state: State, waiting: Pending) -> Round:
    own, other = sides(state, waiting)
    return die_each(own.total, other.total)


def _count(reaction: Callable[[int], str]) -> dict[str, Fraction]:
    found: dict[str, Fraction] = {}
    for face in DIE:
        name = reaction(face)
        found[name] = found.get(name, Fraction(0)) + Fraction(1, len(DIE))
    return found


def _approach(state: State, waiting: Pending, action: str) -> Odds:
    card = state.cards.denizens[waiting.of]
    knight = state.knight(waiting.knight)
    added = approach_side(state, knight, waiting.aid).total if card.adds_prowess else 0

    def keeps(face: int) -> str:
        return card.reaction(face + added)

    def adds(face: int) -> str:
        return card.reaction(face + added + may_add_one(state, knight, waiting.of, face))

    reactions = _come_to(state, knight, _count(keeps))
    bonus: dict[str, Fraction] = {}
    best: dict[str, Fraction] = {}
    if any(may_add_one(state, knight, waiting.of, face) for face in DIE):
        bonus = _come_to(state, knight, _count(adds))
        for wanted in dict.fromkeys((*reactions, *bonus)):
            throws = (
                max(_come_to(state, knight, {one(face): Fraction(1)}).get(wanted, _NEVER) for one in (keeps, adds))
                for face in DIE
            )
            best[wanted] = sum(throws, _NEVER) / len(DIE)
    fight = None
    if "attacks" in reactions or "attacks" in bonus:
        fight = to_the_end([_round(state, waiting._replace(aid=()))])
    return Odds(action, None, fight, reactions, bonus, best)


_NEVER = Fraction(0)


def _come_to(state: State, knight: Knight, reactions: Mapping[str, Fraction]) -> dict[str, Fraction]:
    """What reactions come to where he stands: the Horse is caught where no path leads the way it would run
    (`reaction.runs`). An area card nobody has seen counts as any of those that are left."""
    found: dict[str, Fraction] = {}
    for reaction, chance in reactions.items():
        if not reaction.startswith("runs "):
            found[reaction] = found.get(reaction, _NEVER) + chance
            continue
        runs = _horse_gets_away(state, knight, reaction.removeprefix("runs "))
        if runs:
            found[reaction] = found.get(reaction, _NEVER) + chance * runs
        found["is caught"] = found.get("is caught", _NEVER) + chance * (1 - runs)
    return found


def _horse_gets_away(state: State, knight: Knight, direction: str) -> Fraction:
    beyond = way_for_horse(state, knight.at, direction)
    if beyond is None:
        return _NEVER
    tile = state.area(beyond).tile
    if tile is not None:
        return Fraction(EDGE[OPPOSITE[direction]] in state.area(beyond).paths)
    left = unseen_tiles(state, state.wood.half_of(beyond))
    return Fraction(sum(EDGE[OPPOSITE[direction]] in state.tiles[card].paths for card in left), len(left))


# ------------------------------------------------------------------ any goal within some turns

#: What needs another's consent: who plays against the goal refuses it.
CONSENT = frozenset(["stalemate", "offer", "combine", "aid"])


def search(
    state: State,
    goal: Goal[State],
    who: str | None = None,
    budget: int = BUDGET,
    seconds: float | None = None,
    *,
    aims: Sequence[Aim] = (),
    known: bool = False,
    friends: Sequence[str] = (),
) -> Search[State]:
    """A search for the best chance that ``goal`` comes true within some of ``who``'s turns (default: whose turn it is).

    His choices are made as well as can be, the other Knights' as badly for him as can be; so nothing is tried that needs their
    consent, and they do not trade, combine or aid one another. In cooperative play all choose for the goal, and ask each other.
    ``aims`` are what the goal cannot come true without, all of the Knight ``who``: what they show to be out of reach or alike is
    not searched. Nobody delays his turn for ever. With ``known`` nobody walks, or is sent, onto ground nobody has explored.
    ``friends`` are Knights who choose for the goal, as in cooperative play, and may be asked.
    """
    friendly = cooperative(state) or bool(friends)
    options = partial(_choices, asks=friendly, known=known) if known or not friendly else None
    seat = who or state.turn
    pruning = (reach.pruning(aims) if all(aim.who == seat for aim in aims) else None) or reach.NOTHING_KNOWN
    allies = state.order if cooperative(state) else friends
    return Search(
        state, goal, who, budget, seconds, friends=allies, options=options, passed=turn_passed, pruning=pruning
    )


def _choices(state: State, asks: bool, known: bool) -> list[str]:
    """The legal actions without those left out; where none is left (carried onto unknown ground), with the unknown after all."""
    found = [action for action in state.legal_actions() if asks or action.verb not in CONSENT]
    stays = [action.text for action in found if not (known and _explores(state, action))]
    return stays or [action.text for action in found]


def _explores(state: State, action: Action) -> bool:
    """Whether an action leads its Knight onto ground nobody has explored, or has him explore it."""
    knight = state.mover
    if action.verb == "move":
        there = state.area(state.wood.neighbours[knight.at][action.to])
    elif action.verb == "arch-mage":
        there = state.area(action.to)
    else:
        inside = action.verb == "go-in" and not state.area(knight.at).drawn
        return inside or (action.verb == "stay" and unexplored(state, knight))
    return not there.face_up or not (there.drawn or there.has_inside)


#: After these a turn may be over. Powers and the handling of things come at the beginning of a turn and end none.
_ENDS_TURNS = frozenset(
    ["move", "stay", "pray", "drink", "reveal", "draw", "roll", "done", "withdraw", "meet", "combine", "keep", "add"]
)


def turn_begins(before: State, action: str, after: State, who: str) -> bool:
    """Whether a turn of his began with this action. Alone at the table, he follows himself."""
    if after.over or after.turn != who or after.moment != "start":
        return False
    if after.pending and after.pending[-1].kind != "escape":
        return False  # still in the turn under way: a throw or a choice waits
    if before.turn != who:
        return True
    set_free = before.knight(who).imprisoned and not after.knight(who).imprisoned
    return action.split(maxsplit=1)[0] in _ENDS_TURNS and not after.powers and not set_free


def turn_passed(before: State, action: str, after: State, who: str) -> bool:
    """Whether a turn of his has ended with this action; who sits alone begins the next one where he stands."""
    if before.turn != who or after.turn != who:
        return before.turn == who
    begun = after.moment == "start" and not after.pending and before.moment != "start"
    return begun or turn_begins(before, action, after, who)
