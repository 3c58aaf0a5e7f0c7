"""Which rules the engine names on the way to an answer: in verdicts, in what is played, in what chance makes of it."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING

from engine import mystic_wood as mw
from engine.contract.events import rules_of
from engine.contract.verdicts import IllegalAction
from engine.mystic_wood.material.cards import THINGS
from engine.mystic_wood.material.ledger import editions, ledger
from engine.text.faults import Faulty
from tutor.games.mystic_wood.building.starting_table import broken
from tutor.games.mystic_wood.claims.computed import ways_to
from tutor.games.mystic_wood.claims.fewest_turns import fewest_turns
from tutor.games.mystic_wood.claims.trying import every_try, without
from tutor.games.mystic_wood.making.orders import valid_orders
from tutor.teach.exercise.exercise import Exercise
from tutor.teach.exercise.named import Named, by_turns
from tutor.teach.exercise.options import Choose, Option
from tutor.teach.exercise.playing import Moment, in_edition, judged, learner_of, opening, played, read_situation
from tutor.teach.kinds.build import Build
from tutor.teach.kinds.reckon import Reckon

if TYPE_CHECKING:
    from engine.mystic_wood.play.state import State

#: Rules as they are met, some at a time.
Portions = Iterator[Collection[str]]
#: The most moments after an action, and chances in a row, in which the rules that the engine names are looked for.
MOST_MOMENTS = 400
#: The most moments where a goal is pursued.
MOST_AHEAD = 700
#: What leads nowhere while one looks ahead: it needs another's consent, or could be repeated without end.
_IDLE = frozenset(["stalemate", "offer", "drop"])
_FOLLOWED = 4
#: Verbs of actions that have odds; what stands before them in a reckoning is the result asked for ("gives wand meet elf").
_ASKED = re.compile(r"\b(?:meet|joust|prize|try|drink|defend|roll)\b.*")


def rules_on_the_way(exercise: Exercise) -> Named:
    """Every rule the engine names on the way to the answer, by the rules of its edition.

    That is: in what was played ``before``; where the options are judged, or whatever the answer is reckoned from; of an order or
    a way also in what one could try instead; of a setup in what is asked of the situation as given and as built.
    Who speaks where an edition is silent rests on the rule of the silent edition as well. Whoever asks hears what the engine
    raises.
    """
    return Named(_and_silent(_on_the_way(exercise), exercise.edition))


def _and_silent(portions: Portions, edition: str) -> Portions:
    """The same, and the rule for what an edition is silent of as soon as one of them is."""
    for portion in portions:
        yield portion
        if any(ledger().rule(rule).silent(edition) for rule in portion):
            yield ("edition.silent",)


def _on_the_way(exercise: Exercise) -> Portions:
    yield rules_of(played(Moment(read_situation(exercise)), exercise.before).happened)
    if isinstance(exercise, Choose):
        yield from by_turns(*(rules_named(exercise, option).portions() for option in exercise.options))
    elif isinstance(exercise, Build):
        given = opening(exercise)
        for moment in (given, Moment(mw.loads(in_edition(exercise.built, exercise.edition)))):
            yield from _rules_in_setup(exercise, moment, learner_of(exercise, given.state))
    elif isinstance(exercise, Reckon):
        yield from _rules_in_reckoning(exercise.reckon, exercise, played(opening(exercise), exercise.do))
    else:
        yield from _rules_in_order(exercise, opening(exercise).state)


@lru_cache(maxsize=64)
def rules_named(exercise: Choose, option: Option) -> Named:
    """The rules the engine names where an option is judged: in reasons, in what is played, and in what comes of it.

    Where editions are compared, those of all editions, and of the switches they part by; where a goal is pursued, those of all
    that is looked through.
    """
    return Named(_where_judged(exercise, option))


def _where_judged(exercise: Choose, option: Option) -> Portions:
    edition = option.edition or exercise.edition
    if option.breaks:
        yield (option.breaks, *broken(in_edition(option.table or str(exercise.situation), edition)))
        return
    if option.begins:
        yield _rules_of_beginning(in_edition(option.begins, edition), option.do)
        return
    if option.claim is not None and any(key in ("strength", "prowess") for key, _ in option.claim.keys()):  # noqa: SIM118
        yield ("setup.stats",)  # a Knight's own figures are added up first
    for each in editions() if exercise.ask == "differs" else (edition,):
        moment = played(opening(replace(exercise, edition=each)), (*option.do,))
        yield rules_of(moment.happened)
        for action in (
            option.action,
            _action_in(option.reckon),
            *(option.claim.judged if option.claim is not None else ()),
        ):
            if action:
                yield from _rules_after(moment, action)
        if option.action and exercise.ask == "differs":
            yield [switch.rule for switch in mw.compare(moment.state, option.action).switches]
        if option.action and exercise.goal is not None and judged(moment.state, option.action).legal:
            yield from _rules_ahead(moment.state.play(option.action).state, learner_of(exercise, moment.state))


def _rules_of_beginning(situation: str, do: Sequence[str]) -> Collection[str]:
    """The rules of what comes of actions from a situation, or of the refusal of one of them."""
    try:
        return rules_of(played(Moment(mw.loads(situation)), do).happened)
    except IllegalAction as refused:
        return refused.verdict.rules


def _action_in(reckoning: str) -> str:
    """The action that a reckoning is about: "odds win meet orc" is about "meet orc"."""
    found = _ASKED.search(reckoning)
    return found[0] if found else ""


def _rules_after(moment: Moment, action: str) -> Portions:
    """The rules in a verdict; of a legal action those of its events, and of all that chance makes of it."""
    verdict = judged(moment.state, action)
    if not verdict.legal:
        yield verdict.rules
        return
    step = moment.state.play(action)
    yield rules_of(step.events)
    waiting = deque([(step.state, 0)])
    looked = 0
    while waiting and looked < MOST_MOMENTS:
        here, deep = waiting.popleft()
        asked = here.pending and here.pending[-1].kind in ("answer", "attacked", "ally", "bonus")
        if deep == _FOLLOWED or (here.decision != "chance" and not asked):
            continue
        for outcome in here.actions():
            looked += 1
            then = here.play(outcome)
            yield rules_of(then.events)
            waiting.append((then.state, deep + 1))


def _rules_ahead(state: State, learner: str) -> Portions:
    """The rules met with where one plays on: in all that can happen, and in the refusals of what the learner could try."""
    waiting = deque([state])
    known = {state}
    looked = 0
    while waiting and looked < MOST_AHEAD:
        here = waiting.popleft()
        if here.over:
            continue
        if here.to_move == learner:
            yield _refusals(here, learner)
        for action in here.legal_actions():
            if action.verb in _IDLE:
                continue
            looked += 1
            step = here.play(action)
            yield rules_of(step.events)
            if step.state not in known:
                known.add(step.state)
                waiting.append(step.state)


def _refusals(state: State, learner: str) -> set[str]:
    """The rules against whatever a learner could well try here."""
    return {rule for action in every_try(state, learner) for rule in judged(state, action).rules}


def _rules_in_order(exercise: Exercise, state: State) -> Portions:
    """Those named when everybody is tried at every place of the order, and whoever comes first is met."""
    seat = learner_of(exercise, state)
    at = state.knight(seat).at
    yield from by_turns(*(_rules_after(Moment(state), action) for action in every_try(state, seat)))
    for place in (*valid_orders(state, seat), ()):
        here = state.area(at)
        beside = [card for knight in state.knights if knight.at == at for card in knight.companions]
        for card in (*here.denizens, *beside, *here.things, *here.things_outside):
            yield from _rules_after(Moment(state), f"{'take' if card in THINGS else 'meet'} {card}")
        state = without(state, at, place)


def _rules_in_reckoning(question: str, exercise: Exercise, moment: Moment) -> Portions:
    """Those named in what was played for a reckoning, and in what it is reckoned from."""
    yield rules_of(moment.happened)
    word, _, rest = question.partition(" ")
    learner = learner_of(exercise, moment.state)
    if word == "turns":
        way = fewest_turns(moment.state, learner, rest)
        for action in (*way.actions, "") if way is not None else ():
            yield _refusals(moment.state, learner)
            others = moment.state.actions() if moment.state.decision == "choice" else ()
            yield from by_turns(*(_rules_after(moment, other) for other in others))
            moment = played(moment, [action]) if action else moment
        yield rules_of(moment.happened)
        return
    if word in ("orders", "place"):
        yield from _rules_in_order(exercise, moment.state)
        return
    action = {"escape": "try to escape", "chance": rest, "goal": rest}.get(word) or _action_in(question)
    for how in ways_to(moment.state, action) or (action,) if word == "best" else (action,):
        if how:
            yield from _rules_after(moment, how)
    if word == "goal":
        yield from _rules_ahead(moment.state, learner)


def _rules_in_setup(exercise: Build, moment: Moment, learner: str) -> Portions:
    """Those named by what must be so of a situation, and by the refusals of what one could try in it."""
    yield _refusals(moment.state, learner)
    for action in exercise.goal.judged if exercise.goal is not None else ():
        yield from _rules_after(moment, action)
    asked = replace(exercise, knight=exercise.knight or learner)
    for proof in exercise.proofs:
        try:
            named = tuple(_rules_in_reckoning(proof.reckon, asked, moment))
        except Faulty:  # of the situation as given it may have no answer
            continue
        yield from named
