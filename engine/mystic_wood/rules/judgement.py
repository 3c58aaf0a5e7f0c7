"""The one judgement: what may be done now, why not, and what doing it leads to.

:func:`judge` and :func:`legal_actions` ask the same rule code, so an action is legal exactly when it has no reasons. What one
may do in one's own turn is in :data:`OWN`; what waits for a decision is in :mod:`engine.mystic_wood.rules.decisions`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache
from typing import Final, NamedTuple

from engine.chance.chance import uniform
from engine.contract.events import Event
from engine.contract.verdicts import IllegalAction, Verdict, Why
from engine.mystic_wood.material.cards import KNIGHTS, LOST_ONES, is_challenger
from engine.mystic_wood.material.ledger import reason
from engine.mystic_wood.material.wood import Wood
from engine.mystic_wood.position.actions import Action, act, parse_action, share_out, sorted_aid
from engine.mystic_wood.position.draft import Draft
from engine.mystic_wood.position.table import Knight, Position
from engine.mystic_wood.position.words import no
from engine.mystic_wood.rules import combination, encounters, ending, exploring, hands, jousts, powers, tower, trade
from engine.mystic_wood.rules.challenging import his_round, why_no_joust
from engine.mystic_wood.rules.decisions import DECISIONS, UNASKED, ally_groups, challenges, subsets, why_unasked
from engine.mystic_wood.rules.encounter_order import loose_things, unmet
from engine.mystic_wood.rules.queries import cooperative, others_at
from engine.mystic_wood.rules.scores import counts, helpers
from engine.mystic_wood.rules.tower import begin_escape
from engine.mystic_wood.rules.turns import end_turn


class Power(NamedTuple):
    """What a player may do in his own turn while nothing waits: ``against`` gives the reasons against it, ``do`` does it.

    ``whatever`` gives those that hold whatever the rest of the action: asked first, and once for all that are listed.
    """

    against: Callable[[Position, Knight, Action], list[Why]]
    do: Callable[[Draft, Action], None]
    whatever: Callable[[Position, Knight], list[Why]] | None = None


def _why_leave(position: Position, knight: Knight, action: Action) -> list[Why]:
    """Reasons against leaving the Wood, or leaving a companion where one is."""
    if action.of:
        return hands.why_leave_companion(position, knight, action)
    # his undecided fight is a reason against whatever else he would do, and named once for all
    return [why for why in ending.why_leave(position, knight, action) if why.rule != "challenge.tie"]


def _do_leave(draft: Draft, action: Action) -> None:
    """He is about to leave the Wood, or a companion leaves him."""
    (hands.do_leave_companion if action.of else ending.do_leave)(draft, action)


OWN: Final[Mapping[str, Power]] = {
    "move": Power(exploring.why_move, exploring.do_move, exploring.why_not_set_out),
    "stay": Power(exploring.why_stay, exploring.do_stay),
    "withdraw": Power(exploring.why_withdraw, exploring.do_withdraw),
    "go-in": Power(exploring.why_go_in, exploring.do_go_in),
    "meet": Power(encounters.why_meet, encounters.do_meet),
    "joust": Power(jousts.why_joust, jousts.do_joust),
    "take": Power(hands.why_take, hands.do_take),
    "drop": Power(hands.why_drop, hands.do_drop),
    "deliver": Power(hands.why_deliver, hands.do_deliver),
    "offer": Power(trade.why_offer, trade.do_offer),
    "wand": Power(powers.why_wand, powers.do_wand),
    "arch-mage": Power(powers.why_arch_mage, powers.do_arch_mage),
    "storm": Power(powers.why_storm, powers.do_storm),
    "drink": Power(powers.why_drink, powers.do_drink),
    "pray": Power(powers.why_pray, powers.do_pray),
    "use-key": Power(tower.why_use_key, tower.do_use_key),
    "try-to-escape": Power(tower.why_try_to_escape, tower.do_try_to_escape),
    "release": Power(tower.why_release, tower.do_release),
    "combine": Power(combination.why_combine, combination.do_combine, exploring.why_not_set_out),
    "aid": Power(combination.why_aid, combination.do_aid),
    "yield": Power(combination.why_yield, combination.do_yield),
    "stalemate": Power(trade.why_stalemate, trade.do_stalemate, trade.why_no_stalemate),
    "leave": Power(_why_leave, _do_leave),
    "done": Power(ending.why_done, ending.do_done),
}


# ------------------------------------------------------------------ judging


def asked(position: Position) -> Knight:
    """The Knight it is about: who is asked, who throws, or whose turn it is."""
    if not position.pending:
        return position.mover
    waiting = position.pending[-1]
    return position.knight(waiting.who or waiting.knight)


def reasons_against(position: Position, action: Action) -> list[Why]:
    """Every reason against an action, raw; none means legal."""
    if position.over:
        return [no("end.leave over")]
    verb = action.verb
    if position.pending:
        waiting = position.pending[-1]
        decision = DECISIONS[waiting.kind]
        if verb in decision.answers:
            return decision.answers[verb].against(position, waiting, asked(position), action)
        first = no("first", decision.question(position, waiting), rule=decision.rule_of(position, waiting))
        # while something else waits, the lasting reasons against a joust are still worth knowing
        return [first, *(why_no_joust(position, position.mover, action.of) if verb == "joust" else ())]
    if verb in UNASKED:
        return [why_unasked(position, position.mover, verb)]
    knight = position.mover
    power = OWN[verb]
    whatever = power.whatever(position, knight) if power.whatever is not None else []
    return _held(position, knight, action) + whatever + power.against(position, knight, action)


def _held(position: Position, knight: Knight, action: Action) -> list[Why]:
    """What holds the Knight himself: prison, captivity, an undecided fight."""
    held = tower.why_held(knight, action)
    foe, verb = knight.fighting, action.verb
    if held or foe is None or verb in ("drop", "offer", "wand", "storm"):
        return held
    if foe in KNIGHTS:
        if (verb == "joust" and action.of == foe) or (verb in ("stay", "done") and not his_round(position, knight)):
            return []
        return [no("joust.tie first", foe, about=(foe,)), no("joust.in-turn", about=(foe,))]
    if verb == "meet" and action.of == foe:
        return []
    return [no("challenge.tie first", foe, about=(foe,))]


def canonical(position: Position, action: str | Action) -> Action:
    """The action meant here.

    Against a Prince who attacks, "meet prince with sage" is another way to say "defend with sage"; and who shares need not
    name what he keeps himself.
    """
    parsed = parse_action(action, position.edition) if isinstance(action, str) else action
    if parsed.verb == "meet" and position.pending:
        waiting = position.pending[-1]
        if waiting.kind == "attacked" and parsed.of == waiting.of:
            return Action("defend", aid=parsed.aid)
    if parsed.shares and position.pending and position.pending[-1].kind == "share":
        return share_out(share for share in parsed.shares if share[1] != position.pending[-1].who)
    return parsed


def judge(position: Position, action: str | Action) -> Verdict:
    """Every reason against an action, without playing it; none means legal. UnreadableText if it is no action."""
    parsed = canonical(position, action)
    reasons = dict.fromkeys(reasons_against(position, parsed))
    return Verdict(parsed.text, tuple(reason(why, position.edition) for why in reasons))


# ------------------------------------------------------------------ playing


def play(position: Position, action: str | Action) -> tuple[Action, Position, tuple[Event, ...]]:
    """Play an action: the action meant, the new position (of the same class), the events. IllegalAction carries the verdict."""
    text = action if isinstance(action, str) else action.text
    # what was listed was judged, and read, then
    known = position.listed.get(text) if position.listed is not None else None
    if known is None:
        known = canonical(position, action)
        if reasons_against(position, known):
            raise IllegalAction(judge(position, known))
    draft = Draft(position)
    if position.pending:
        waiting = draft.pending.pop()
        DECISIONS[waiting.kind].answers[known.verb].do(draft, waiting, known)
    else:
        OWN[known.verb].do(draft, known)
    return known, settle(draft), tuple(draft.events)


def settle(draft: Draft) -> Position:
    """Carry out what follows by itself: also the turn's end, or a throw to get free, when nothing else is left to do."""
    while True:
        while draft.pending and not draft.over:
            for waiting in [w for w in draft.pending if (lapsed := DECISIONS[w.kind].lapsed) and lapsed(draft, w)]:
                draft.pending.remove(waiting)
                DECISIONS[waiting.kind].overtaken(draft, waiting)
            happens = DECISIONS[draft.pending[-1].kind].happens if draft.pending else None
            if happens is None:
                break
            happens(draft, draft.pending.pop())
        position = draft.freeze()
        if position.over or position.pending:
            return position
        if throws_at_once(position):
            begin_escape(draft)
        elif position.moment != "start" and _is_left(position, _DONE):
            end_turn(draft)
        else:
            return position


def _is_left(position: Position, action: Action) -> bool:
    """Whether this is all that can be done."""
    legal = legal_actions(position)
    return len(legal) == 1 and action.text in legal


def throws_at_once(position: Position) -> bool:
    """Whether the turn's Knight is a prisoner or captive with nothing to do before his throw (`tower.escape`)."""
    knight = position.mover
    return (knight.imprisoned or knight.captured) and _is_left(position, _TRY_TO_ESCAPE)


def opened(position: Position) -> Position:
    """A position just read: a prisoner or captive at the start of his turn may have his throw before him."""
    if position.over or position.pending or not throws_at_once(position):
        return position
    draft = Draft(position)
    begin_escape(draft)
    return draft.freeze()


# ------------------------------------------------------------------ listing


def legal_actions(position: Position) -> Mapping[str, Action]:
    """The legal actions by their text, chance included: the candidates against which no reason speaks. Kept with the position.

    At a chance step the candidates are made from what can turn up, so that none has a reason against it.
    """
    listed = position.listed
    if listed is None:
        listed = position.listed = {action.text: action for action in _legal(position)}
    return listed


def _legal(position: Position) -> Iterable[Action]:
    if position.over:
        return ()
    if position.pending:
        waiting = position.pending[-1]
        decision = DECISIONS[waiting.kind]
        possible = decision.candidates(position, waiting)
        if decision.by == "chance":
            return possible
        knight = asked(position)
        answers = decision.answers
        return [a for a in possible if not answers[a.verb].against(position, waiting, knight, a)]
    knight = position.mover
    if knight.imprisoned or knight.captured or knight.fighting is not None:
        return [a for alike in _candidates(position, knight) for a in alike if not reasons_against(position, a)]
    legal: list[Action] = []
    shut: dict[object, bool] = {}
    for alike in _candidates(position, knight):
        if not alike:
            continue
        against, _, whatever = OWN[alike[0].verb]
        if whatever is not None:
            if whatever not in shut:
                shut[whatever] = bool(whatever(position, knight))
            if shut[whatever]:
                continue
        for action in alike:
            if not against(position, knight, action):
                legal.append(action)
    return legal


_STALEMATE: Final = {of: Action("stalemate", of) for of in ("", *KNIGHTS)}
_DONE, _TRY_TO_ESCAPE = Action("done"), Action("try-to-escape")
_ALONE: Final = {verb: (Action(verb),) for verb in OWN}


@cache
def _moves(wood: Wood) -> Mapping[str, tuple[Action, ...]]:
    """The moves out of each area of the Wood."""
    return {area: tuple(Action("move", to=way) for way in wood.neighbours[area]) for area in wood.areas}


@cache
def _power_over(wood: Wood, verb: str) -> tuple[Action, ...]:
    """What this verb does to each area of the Wood."""
    return tuple(Action(verb, to=area) for area in wood.areas)


def candidates(position: Position) -> Iterator[Action]:
    """Every action that could be legal here: all that are legal are among them, but for the divisions of a great hand
    (:func:`engine.mystic_wood.rules.decisions.divisions`)."""
    if position.pending:
        waiting = position.pending[-1]
        yield from DECISIONS[waiting.kind].candidates(position, waiting)
    else:
        for alike in _candidates(position, position.mover):
            yield from alike


def _candidates(position: Position, knight: Knight) -> Iterator[Sequence[Action]]:
    """Those of one verb that come together are in one group, which may be empty: they are judged alike."""
    if knight.imprisoned or knight.captured:
        yield from _held_fast(position, knight)
        return
    if knight.fighting:
        yield from _fighting(position, knight)
        return
    area, others = position.area(knight.at), others_at(position, knight)
    if position.moment == "start":
        yield _moves(position.wood)[knight.at]
        yield _ALONE["stay"]
        yield from _at_the_start(position, knight, others)
    if position.moment == "arrived":
        yield _ALONE["withdraw"]
    for denizen in unmet(position, knight):
        yield _meetings(position, knight, denizen)
    if area.has_inside:
        yield _ALONE["go-in"]
    if "bishop" in area.denizens:
        yield _ALONE["pray"]
    if others:
        yield from _with_others(position, knight, others)
    if knight.things or knight.companions or area.things or area.things_outside or knight.knows_armour:
        yield from _with_hands(position, knight)
    if position.moment != "start":
        yield _ALONE["done"]


def _held_fast(position: Position, knight: Knight) -> Iterator[Sequence[Action]]:
    yield _ALONE["try-to-escape"]
    if knight.imprisoned:
        yield _ALONE["use-key"]
    else:
        yield from _at_the_beginning(position.wood, knight)
    yield [act("drop", thing) for thing in knight.things]
    yield _offers(position, knight)


def _at_the_beginning(wood: Wood, knight: Knight) -> Iterator[Sequence[Action]]:
    """What is used at the beginning of any turn."""
    if "wand" in knight.things:
        yield _ALONE["wand"]
    if "arch-mage" in knight.companions:
        yield _power_over(wood, "arch-mage")
    if "magician" in knight.companions:
        yield _power_over(wood, "storm")


def _fighting(position: Position, knight: Knight) -> Iterator[Sequence[Action]]:
    foe = knight.fighting or ""
    if position.moment == "start":
        yield _ALONE["wand"]
        if "magician" in knight.companions:
            yield _power_over(position.wood, "storm")
    if foe in KNIGHTS:
        yield [*challenges(position, knight, foe, with_allies=False)]
        yield _ALONE["stay"]
        yield _ALONE["done"]
    else:
        yield _meetings(position, knight, foe)
    yield [act("drop", thing) for thing in knight.things]
    yield _offers(position, knight)


def _at_the_start(position: Position, knight: Knight, present: list[Knight]) -> Iterator[Sequence[Action]]:
    yield from _at_the_beginning(position.wood, knight)
    area = position.area(knight.at)
    if area.name == "fountain":
        yield _ALONE["drink"]
    if area.name == "enchanted-gate":
        yield _ALONE["leave"]
    if len(position.knights) == 1:
        return
    proposals = [_STALEMATE[""]]
    for other in position.knights:
        if other.id != knight.id:
            proposals.append(_STALEMATE[other.id])
            if other.fighting:
                yield proposals
                yield (act("aid", other.id),)
                proposals = []
    yield proposals
    if present:
        beside = position.wood.neighbours[knight.at]
        ways = [way for way, beyond in beside.items() if combination.known_enemies(position, knight, beyond)]
        groups = subsets([k.id for k in present])[1:] if ways else ()
        yield [act("combine", aid=sorted_aid(group), to=direction) for group in groups for direction in ways]


def _meetings(position: Position, knight: Knight, denizen: str) -> list[Action]:
    card = position.cards.denizens[denizen]
    fought = is_challenger(denizen) or knight.fighting == denizen
    if fought:
        helpful = helpers(position, knight, *counts(position.cards, denizen))
    else:
        helpful = helpers(position, knight, False, True) if card.adds_prowess else []
    allies = ally_groups(position, knight) if fought and cooperative(position) else [()]
    return [act("meet", denizen, (*ally, *aid)) for ally in allies for aid in subsets(helpful)]


def _with_others(position: Position, knight: Knight, others: list[Knight]) -> Iterator[Sequence[Action]]:
    for other in others:
        if other.imprisoned or other.captured:
            yield (act("release", other.id),)
        yield [*challenges(position, knight, other.id, with_allies=cooperative(position))]
    if "joint" in position.powers:
        yield [act("yield", denizen, to=partner) for partner in knight.partners for denizen in unmet(position, knight)]
    yield _offers(position, knight)


def _offers(position: Position, knight: Knight) -> list[Action]:
    found = []
    if knight.things:
        for other in others_at(position, knight):
            for thing in knight.things:
                found.append(act("offer", thing, to=other.id))
                found += [act("offer", thing, to=other.id, price=price) for price in other.things]
    return found


def _with_hands(position: Position, knight: Knight) -> Iterator[Sequence[Action]]:
    yield [act("take", thing) for thing in loose_things(position, knight)]
    if knight.knows_armour:
        yield (act("take", "armour"),)
    yield [act("drop", thing) for thing in knight.things]
    for companion in knight.companions:
        yield (act("leave", companion),)
        if companion in LOST_ONES:
            yield (act("deliver", companion),)


def chances(position: Position) -> dict[str, Fraction]:
    """At a chance step every outcome with its exact probability; otherwise empty."""
    if position.decision != "chance":
        return {}
    return uniform(legal_actions(position))
