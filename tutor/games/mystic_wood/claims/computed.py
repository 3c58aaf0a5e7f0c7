"""What is reckoned of the Mystic Wood, worked out by the engine, with the sum that leads there."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from math import factorial, prod
from typing import TYPE_CHECKING

from engine import mystic_wood as mw
from engine.mystic_wood.material.cards import CARDS, KNIGHTS, name_of
from engine.mystic_wood.position.whereabouts import undrawn, unseen_tiles
from engine.text.faults import Fault, UnreadableText
from tutor.games.mystic_wood.building.holdings import held_by, lying_in
from tutor.games.mystic_wood.claims.fewest_turns import Lost, fewest_turns
from tutor.games.mystic_wood.hands.clicks import label
from tutor.teach.exercise.playing import Moment, learner_of, onward
from tutor.teach.exercise.reckoning import no_answer
from tutor.teach.game.teachable import Reckoned

if TYPE_CHECKING:
    from engine.mystic_wood.play.state import State
    from tutor.teach.exercise.exercise import Exercise


def _odds(words: list[str], exercise: Exercise, moment: Moment) -> Reckoned:
    return _from_odds("odds", ("round", "reactions"), words, moment.state)


def _fight(words: list[str], exercise: Exercise, moment: Moment) -> Reckoned:
    return _from_odds("fight", ("fight",), words, moment.state)


def _bonus(words: list[str], exercise: Exercise, moment: Moment) -> Reckoned:
    return _from_odds("bonus", ("with_bonus",), words, moment.state)


def _escape(words: list[str], exercise: Exercise, moment: Moment) -> Reckoned:
    within = odds_of(moment.state, "try to escape").get("within", {})
    if len(words) != 1 or words[0] not in within:
        raise no_answer(
            "'escape' says not within how many throws", f'Write it like "escape 2"; known: {", ".join(within)}.'
        )
    return Reckoned(
        Fraction(within[words[0]]),
        tuple(f"within {n}: {value}" for n, value in within.items() if int(n) <= int(words[0])),
    )


#: Verbs of actions that have odds; what stands before them is the result asked for ("transports you meet arch-mage").
_ASKED = ("meet", "joust", "prize", "roll", "try", "drink")


def _from_odds(word: str, parts: tuple[str, ...], words: list[str], state: State) -> Reckoned:
    if len(words) < 3:
        raise UnreadableText(Fault("reckon", f"'{word}' says not of what", f'Write it like "{word} win meet orc".'))
    result, action = asked_of(words)
    told = odds_of(state, action)
    for part in parts:
        table = told.get(part, {})
        if result in table:
            return Reckoned(Fraction(table[result]), tuple(f"{name}: {value}" for name, value in table.items()))
    known = [name for part in parts for name in told.get(part, {})]
    raise no_answer(f"“{label(action)}” never comes to “{result}”", f"It comes to: {', '.join(known)}.")


def _best(words: list[str], exercise: Exercise, moment: Moment) -> Reckoned:
    """The highest chance of a result among all legal ways to do something: "best befriends meet princess", with any aid or none.

    0 if every way is legal and none comes to it. Raises ImpossibleSituation if there is no legal way at all.
    """
    result, action = asked_of(words)
    if not result or not action:
        raise UnreadableText(
            Fault("reckon", "'best' says not of what", 'Write it like "best befriends meet princess".')
        )
    ways = ways_to(moment.state, action)
    if not ways:
        why = [reason.text for reason in moment.state.judge(action).reasons]
        raise no_answer(f"“{label(action)}” is not allowed", why[0] if why else "Meet somebody else.")
    found = {way: _chance_of(moment.state, way, result) for way in ways}
    best = max(found.values())
    told = sorted(found, key=lambda way: (-found[way], len(way)))[:_WAYS_TOLD]
    return Reckoned(best, tuple(f"{label(way)}: {found[way]}" for way in told))


#: The most ways told besides the best; the rest are left out.
_WAYS_TOLD = 4


def asked_of(words: list[str]) -> tuple[str, str]:
    """The result asked for and the action it is of: "befriends meet princess"; the action is "" if none is named."""
    verb = next((at for at, part in enumerate(words) if at and part in _ASKED), 1)
    return " ".join(words[:verb]), " ".join(words[verb:])


def ways_to(state: State, action: str) -> list[str]:
    """All legal ways to do something: as it stands, and with each aid that may be named."""
    return [way for way in state.actions() if way == action or way.startswith(f"{action} with ")]


def _chance_of(state: State, action: str, result: str) -> Fraction:
    """The chance of a result of one round, or of one look at a table."""
    told = odds_of(state, action)
    return Fraction(next((told[part][result] for part in ("round", "reactions") if result in told.get(part, {})), "0"))


def _met(words: list[str], exercise: Exercise, moment: Moment) -> Reckoned:
    """How many denizens are to be met here: "met"."""
    met = [card for group in mw.encounter_order(moment.state) for card in group if card in CARDS.denizens]
    return Reckoned(Fraction(len(met)), (", ".join(map(name_of, met)),) if met else ())


def odds_of(state: State, action: str) -> dict[str, dict[str, str]]:
    """The engine's odds as tables of fractions: "round" and "fight", or "reactions"."""
    told = mw.odds(state, action).as_dict()
    return {part: table for part, table in told.items() if isinstance(table, dict)}


def _total(which: str) -> Callable[[list[str], Exercise, Moment], Reckoned]:
    def total(words: list[str], exercise: Exercise, moment: Moment) -> Reckoned:
        if len(words) != 1 or words[0] not in KNIGHTS:
            raise UnreadableText(
                Fault("reckon", f"'{which}' says not of which Knight", f'Write it like "{which} george".')
            )
        totals = moment.state.totals(words[0])
        parts = [(name_of(card), points if which == "strength" else other) for card, points, other in totals]
        sums = " + ".join(f"{name} {points}" for name, points in parts if points)
        value = sum(points for _, points in parts)
        return Reckoned(Fraction(value), (f"{sums} = {value}",))

    return total


def _score(words: list[str], exercise: Exercise, moment: Moment) -> Reckoned:
    other = bool(words) and words[0] == "other"
    action = " ".join(words[1:] if other else words)
    if not action.startswith(("meet ", "joust ")):
        raise UnreadableText(Fault("reckon", "'score' says not in which fight", 'Write it like "score meet orc".'))
    learner = learner_of(exercise, moment.state)
    step = moment.state.play(action)
    fought = Moment(step.state, moment.dice, happened=step.events, last=step.events)
    events = onward(exercise, fought, learner).last
    whose = action.split()[1] if other else learner
    told = [side for event in events for side in event.sums if whose in side.of]
    if not told:
        raise no_answer(f"nobody tells the score of {name_of(whose)}", 'Fix the throw: dice = ["roll 3 5"].')
    return Reckoned(Fraction(told[-1].total), tuple(side.text for side in told))


def _area(words: list[str], exercise: Exercise, moment: Moment) -> str:
    if not words:
        return str(moment.state.knight(learner_of(exercise, moment.state)).at)
    if words[0] not in moment.state.wood.areas:
        raise UnreadableText(Fault("reckon", f"{words[0]!r} is no area", 'Areas are named from "a1" to "e9".'))
    return words[0]


def _areas(words: list[str], exercise: Exercise, moment: Moment) -> Reckoned:
    if not words or words[0] != "reachable":
        raise UnreadableText(
            Fault("reckon", "'areas' says not which", 'Write "areas reachable" or "areas reachable c3".')
        )
    start = _area(words[1:], exercise, moment)
    if words[1:] and not moment.state.area(start).face_up:
        raise no_answer(f"{start} lies face down", "Ask of an area that is face up.")
    reached = sorted(mw.reachable(moment.state, start) - {start})
    return Reckoned(Fraction(len(reached)), (", ".join(reached),) if reached else ())


def _steps(words: list[str], exercise: Exercise, moment: Moment) -> Reckoned:
    start, goal = _area([], exercise, moment), _area(words, exercise, moment)
    way = mw.way(moment.state, start, goal)
    if not way:
        raise no_answer(f"no paths lead from {start} to {goal}", "Turn up the areas between them.")
    return Reckoned(Fraction(len(way) - 1), (" - ".join(way),))


def _paths(words: list[str], exercise: Exercise, moment: Moment) -> Reckoned:
    edges = moment.state.area(_area(words, exercise, moment)).paths
    named = {"N": "north", "E": "east", "S": "south", "W": "west"}
    return Reckoned(Fraction(len(edges)), (", ".join(named[edge] for edge in edges),) if edges else ())


def _unseen(words: list[str], exercise: Exercise, moment: Moment) -> Reckoned:
    if words not in (["enchanted"], ["earthly"]):
        raise UnreadableText(
            Fault("reckon", "'unseen' says not in which half", 'Write "unseen enchanted" or "unseen earthly".')
        )
    return Reckoned(Fraction(len(unseen_tiles(moment.state, words[0]))))


def _undrawn(words: list[str], exercise: Exercise, moment: Moment) -> Reckoned:
    return Reckoned(Fraction(len(undrawn(moment.state))))


def _corresponding(words: list[str], exercise: Exercise, moment: Moment) -> Reckoned:
    return Reckoned(moment.state.wood.corresponding_area(_area(words, exercise, moment)))


def _where(words: list[str], exercise: Exercise, moment: Moment) -> Reckoned:
    if len(words) != 1 or words[0] not in (*KNIGHTS, *CARDS.all()):
        raise UnreadableText(
            Fault("reckon", "'where' says not of whom", 'Write it like "where elf" or "where george".')
        )
    (what,) = words
    state = moment.state
    for knight in state.knights:
        if what == knight.id or what in held_by(knight):
            return Reckoned(knight.at, tuple(event.text for event in moment.last))
    lies = [name for name in moment.state.wood.areas if what in lying_in(state.area(name))]
    if not lies:
        raise no_answer(
            f"{name_of(what)} lies nowhere", "Ask of a Knight, or of a card that is on the board or in a hand."
        )
    return Reckoned(lies[0], tuple(event.text for event in moment.last))


def _turns(words: list[str], exercise: Exercise, moment: Moment) -> Reckoned:
    if len(words) != 1 or words[0] not in moment.state.wood.areas:
        raise UnreadableText(Fault("reckon", "'turns' says not where to", 'Write it like "turns c9".'))
    learner = learner_of(exercise, moment.state)
    try:
        way = fewest_turns(moment.state, learner, words[0])
    except Lost:
        raise no_answer("there is too much to look through", "Lay out a smaller part of the Wood.") from None
    if way is None:
        raise no_answer(f"{name_of(learner)} cannot be sure to reach {words[0]}", "Lay out a way that leads there.")
    return Reckoned(Fraction(way.turns), (", ".join(way.actions),) if way.actions else ())


def _place(words: list[str], exercise: Exercise, moment: Moment) -> Reckoned:
    order = mw.encounter_order(moment.state)
    told = tuple(f"{n}. {' or '.join(map(name_of, group))}" for n, group in enumerate(order, start=1))
    for place, group in enumerate(order, start=1):
        if len(words) == 1 and words[0] in group:
            return Reckoned(Fraction(place), told)
    met = ", ".join(card for group in order for card in group)
    raise no_answer(f"{' '.join(words) or 'nobody'} is not met here", f"Ask of one of these: {met or 'nobody is met'}.")


def _orders(words: list[str], exercise: Exercise, moment: Moment) -> Reckoned:
    order = mw.encounter_order(moment.state)
    told = tuple(f"{n}. {' or '.join(map(name_of, group))}" for n, group in enumerate(order, start=1))
    several = [f"{len(group)}!" if len(group) > 3 else str(factorial(len(group))) for group in order if len(group) > 1]
    number = prod(factorial(len(group)) for group in order)
    multiplied = (f"{' × '.join(several)} = {number:,}",) if several else ()
    return Reckoned(Fraction(number), (*told, *multiplied))


COMPUTED: Mapping[str, Callable[[list[str], Exercise, Moment], Reckoned]] = {
    "odds": _odds,
    "best": _best,
    "met": _met,
    "fight": _fight,
    "bonus": _bonus,
    "escape": _escape,
    "strength": _total("strength"),
    "prowess": _total("prowess"),
    "score": _score,
    "areas": _areas,
    "steps": _steps,
    "paths": _paths,
    "unseen": _unseen,
    "undrawn": _undrawn,
    "corresponding": _corresponding,
    "where": _where,
    "turns": _turns,
    "place": _place,
    "orders": _orders,
}
