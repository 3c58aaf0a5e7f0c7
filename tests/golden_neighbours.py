"""Golden neighbours: every worked case, and what becomes of it with one or two things in its situation changed.

A worked case expects what it is about; of all else that is told on the way through it, a digest is held here. A worked case is
a moment somebody thought of; its neighbours are the moments nobody did. Some cannot be: then the faults are held. In the others
what may be done is held, and two or three actions further. One line a case: how many neighbours were refused, and a digest of
all that ``full`` tells of it and of them. Where a line differs, ``full(its case)`` tells it word for word.
"""

from __future__ import annotations

import copy
import random
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

from engine import mystic_wood as mw
from engine.faults import Faulty
from engine.mystic_wood.material.cards import COMPANIONS, DENIZENS, KNIGHTS, LOST_ONES, THINGS
from engine.mystic_wood.material.wood import AREAS, TILES
from engine.mystic_wood.notation.keys import (
    CARD,
    CONTENTS,
    KNIGHT,
    MOMENTS,
    PENDING,
    POWERS,
    PROWESS_CARDS,
    TOP,
    VARIANTS,
)
from engine.mystic_wood.play.odds import turn_begins
from engine.mystic_wood.rules.decisions import DECISIONS
from engine.mystic_wood.rules.judgement import OWN
from tests.random_games import SELDOM, by_verb
from tutor.cases import cases

#: How many neighbours each case has, and how many actions are played from one that can be.
NEIGHBOURS, FURTHER = 2, 2
#: How many actions are judged in it, and at the end of the case itself.
JUDGED, AT_THE_END = 12, 4
#: What no key has, or only one of another kind.
_MISFITS: tuple[Any, ...] = (
    3,
    -1,
    True,
    "nobody",
    "",
    [],
    ["nobody"],
    [3],
    {},
    {"denizen": "orc"},
    [{"area": "c2"}],
    10**40,
)


def _inner(data: dict[str, Any], name: str) -> dict[str, dict[str, Any]]:
    """The tables of areas or Knights in a situation; of one that is written wrongly, those that are tables."""
    tables = data.get(name)
    return {key: table for key, table in tables.items() if isinstance(table, dict)} if isinstance(tables, dict) else {}


def _some(rng: random.Random, known: tuple[str, ...], most: int = 2) -> list[str]:
    return rng.sample(known, rng.randint(1, most))


_Value = Callable[[random.Random, dict[str, Any]], Any]


def _flag(rng: random.Random, data: dict[str, Any]) -> bool:
    return rng.random() < 0.8


def _one(*known: str) -> _Value:
    return lambda rng, data: rng.choice(known)


def _list(known: tuple[str, ...], most: int = 2) -> _Value:
    return lambda rng, data: _some(rng, known, most)


def _number(high: int, *others: int) -> _Value:
    return lambda rng, data: rng.choice((*range(high + 1), *others))


def _seat(rng: random.Random, data: dict[str, Any]) -> str:
    return rng.choice(data.get("order") or list(_inner(data, "knights")) or KNIGHTS)


def _seats(rng: random.Random, data: dict[str, Any]) -> list[str]:
    return [_seat(rng, data)]


def _place(rng: random.Random, data: dict[str, Any]) -> str:
    here = [*_inner(data, "areas"), *(knight.get("at", "c1") for knight in _inner(data, "knights").values())]
    return rng.choice(here) if here and rng.random() < 0.8 else rng.choice(AREAS)


def _denizen(rng: random.Random, data: dict[str, Any]) -> str:
    here = [card for area in _inner(data, "areas").values() for card in area.get("denizens", ())]
    return rng.choice(here) if here and rng.random() < 0.7 else rng.choice(tuple(DENIZENS))


def _denizens(rng: random.Random, data: dict[str, Any]) -> list[str]:
    return [_denizen(rng, data)]


def _foe(rng: random.Random, data: dict[str, Any]) -> str:
    return rng.choice((_seat, _denizen))(rng, data)


def _ignored(rng: random.Random, data: dict[str, Any]) -> list[dict[str, Any]]:
    return [{"denizen": _denizen(rng, data), "area": _place(rng, data), "guards": rng.random() < 0.7}]


def _peace(rng: random.Random, data: dict[str, Any]) -> list[dict[str, str]]:
    return [{"knight": _seat(rng, data), "area": _place(rng, data)}]


def _hidden(rng: random.Random, data: dict[str, Any]) -> dict[str, list[str]]:
    return {_denizen(rng, data): rng.choice(([], _seats(rng, data)))}


def _waiting(rng: random.Random, data: dict[str, Any]) -> list[dict[str, Any]]:
    entry: dict[str, Any] = {
        "kind": rng.choice(tuple(DECISIONS)),
        "knight": _seat(rng, data),
        "area": _place(rng, data),
    }
    for key, value in (("who", _seat), ("of", _foe), ("drawn", _denizens), ("number", _number(7))):
        if rng.random() < 0.5:
            entry[key] = value(rng, data)
    return [entry]


_THING = tuple(THINGS)
_CARDS = (*THINGS, *COMPANIONS, *DENIZENS, "blessing", "king")
#: For each key a value of its kind; where none is named, it is true or false.
_VALUES: dict[str, _Value] = {
    **dict.fromkeys((key.name for key in (*TOP, *KNIGHT, *CARD, *CONTENTS, *PENDING)), _flag),
    "game": _one("mystic-wood", "gran"),
    "edition": _one(*mw.editions()),
    "order": _list(KNIGHTS, 4),
    "turn": _seat,
    "moment": _one(*MOMENTS),
    "variants": _list(VARIANTS),
    "removed": _list(tuple(DENIZENS)),
    "next_cards": _list(mw.CARDS.pack, 3),
    "powers": _list(POWERS),
    "winners": _seats,
    "pending": _waiting,
    "at": _place,
    "came_from": _place,
    "things": _list(_THING, 3),
    "companions": _list(COMPANIONS),
    "prowess_cards": _list(PROWESS_CARDS),
    "must_rescue": _list(LOST_ONES),
    "ignored_by": _ignored,
    "fighting": _foe,
    "arrived": _one("walked", "transported", "earlier"),
    "prayer_turns": _number(3),
    "cave_turns": _number(6, 20, 21),
    "met": _denizens,
    "met_last_turn": _denizens,
    "met_this_turn": _denizens,
    "at_peace": _peace,
    "forfeits": _list(("joust.forfeit", "combine.enter", "wood.grid")),
    "partners": _seats,
    "dispute": _one(*THINGS, *KNIGHTS, "king", "princess", "orc"),
    "due": _list(("lance", "sage", "holy-grail", "key")),
    "castle_rank": _number(3, 99, 100),
    "left_behind": _list(LOST_ONES),
    "came": _denizens,
    "passable": _denizens,
    "tile": _one(*TILES),
    "paths": _one("NESW", "NE", "NEW", "NS", "N", "x"),
    "name": _one(*mw.CARDS.areas),
    "face": _one("up", "down"),
    "denizens": _list(tuple(DENIZENS), 3),
    "things_outside": _list(_THING),
    "seen": _seats,
    "storm": _number(4),
    "storm_by": _seat,
    "hidden": _hidden,
    "kind": _one(*DECISIONS),
    "who": _seat,
    "knight": _seat,
    "of": _foe,
    "area": _place,
    "way": _one("north", "east", "south", "west"),
    "aid": _list((*COMPANIONS, *KNIGHTS)),
    "foe_aid": _list(COMPANIONS),
    "to_ask": _seats,
    "drawn": _flag,
    "holder": _seat,
    "purpose": _one("explore", "horse", "here"),
    "number": _number(7, 99, 100),
    "price": _one(*THINGS),
    "prize": _one(*_CARDS, "tower", "none"),
    "taker": _seat,
}


def _names(*keys: Any) -> tuple[str, ...]:
    return tuple(key.name for group in keys for key in group)


_OF_KNIGHT, _OF_AREA, _OF_PENDING = ("at", *_names(KNIGHT)), _names(CARD, CONTENTS), _names(PENDING)


def _tables(data: dict[str, Any]) -> list[tuple[dict[str, Any], tuple[str, ...]]]:
    """The tables of a situation, each with the keys it may have; the top only once among them all."""
    found = [(data, _names(TOP))]
    for name, keys in (("knights", _OF_KNIGHT), ("areas", _OF_AREA)):
        found += [(table, keys) for table in _inner(data, name).values()]
    waiting = data.get("pending")
    found += [(table, _OF_PENDING) for table in waiting if isinstance(table, dict)] if isinstance(waiting, list) else []
    return found


def change(data: dict[str, Any], rng: random.Random) -> str:
    """Change one thing in a situation's plain data, and say what."""
    table, keys = rng.choice(_tables(data))
    written = [key for key in table if key in _VALUES]
    way = rng.random()
    if way < 0.12 and written:
        key = rng.choice(written)
        del table[key]
        return f"without {key}"
    if way < 0.3 and written:
        key = rng.choice(written)
    elif way < 0.32:
        key = rng.choice(list(_VALUES))
    else:
        key = rng.choice(keys)
    if way > 0.94:
        table[key] = copy.deepcopy(rng.choice(_MISFITS))
    elif key == "drawn" and keys is _OF_PENDING:
        table[key] = _denizens(rng, data)
    elif key == "partners" and keys is _OF_PENDING:
        table[key] = _seats(rng, data)
    else:
        table[key] = _VALUES[key](rng, data)
    return f"{key} = {table[key]!r}"


@cache
def every_case() -> dict[str, dict[str, Any]]:
    """The worked cases by their names."""
    return {case["name"]: case for case in cases()}


def _walked(case: dict[str, Any]) -> tuple[list[str], list[mw.State]]:
    """What is told on the way through a case, and every state on it; none where its situation cannot be."""
    try:
        state = mw.read(case["situation"])
    except Faulty as faulty:
        # what is told of broken TOML is Python's, and changes with it
        return [f"  refused: {'' if fault.code == 'no-toml' else fault} ({fault.code})" for fault in faulty.faults], []
    told, states = [], [state]
    for asked in (*case.get("do", ()), *(case[key] for key in ("judge", "odds") if key in case)):
        try:
            verdict = state.judge(asked.removeprefix("?"))
        except Faulty as faulty:
            told.append(f"  {asked}: {faulty}")
            break
        if not verdict.legal:
            told.append(f"  {asked}: {_against(verdict)}")
            if asked.startswith("?"):
                continue
            break
        if "odds" in case:
            told.append(f"  odds: {_odds(state, verdict.action)}")
        step = state.play(verdict.action)
        state = step.state
        states.append(state)
        told += [f"> {verdict.action}", *(f"  {event}, {_data(event)}" for event in step.events)]
        told.append(f"  {state.decision} {state.to_move}: {'; '.join(state.actions())}")
    rng = random.Random(f"{case['name']}, itself")
    told += [f"  order: {mw.encounter_order(state)}, not met: {mw.not_met(state)}", *_judged(state, rng, AT_THE_END)]
    who = rng.choice(state.order)
    return [*told, f"  {who}: {state.totals(who)}", mw.dumps(state.seen_by(who)), mw.dumps(state)], states


def _changed(case: dict[str, Any], states: list[mw.State]) -> Iterator[tuple[str, dict[str, Any]]]:
    """The neighbours of a case, somewhere on the way through its actions: what was changed, and the situation."""
    from engine.keyed import parse

    rng = random.Random(case["name"])
    if states:
        begun = mw.to_dict(states[min(rng.randint(0, len(case.get("do", ()))), len(states) - 1)])
    else:
        try:
            begun = parse(case["situation"], "case")
        except Faulty:
            return  # no situation at all
    for _ in range(NEIGHBOURS):
        data = copy.deepcopy(begun)
        changes = [change(data, rng) for _ in range(rng.choice((1, 1, 2)))]
        yield " and ".join(changes), data


def _judged(state: mw.State, rng: random.Random, number: int) -> Iterator[str]:
    """Some of what could be tried here, and what is said to it; whatever is legal is listed."""
    verbs = DECISIONS[state.pending[-1].kind].answers if state.pending else OWN
    listed = set(state.actions())
    for verb in rng.choices(list(verbs), k=number):
        action = rng.choice(by_verb()[verb])
        verdict = state.judge(action)
        if verdict.legal:
            yield f"  {action.text}: legal{'' if action.text in listed else ', not listed'}"
        else:
            yield f"  {action.text}: {_against(verdict)}"


def _followed(state: mw.State, rng: random.Random) -> Iterator[str]:
    """What may be done in a state, and some actions further."""
    yield f"  order: {mw.encounter_order(state)}, not met: {mw.not_met(state)}"
    yield from _judged(state, rng, JUDGED)
    for _ in range(FURTHER):
        actions = state.legal_actions()
        yield f"  {state.decision} {state.to_move}: {'; '.join(action.text for action in actions)}"
        if not actions:
            return
        action = rng.choices(actions, [SELDOM.get(each.verb, 1.0) for each in actions])[0]
        if action.verb in ("meet", "joust", "prize", "drink", "roll", "defend"):
            yield f"  odds: {_odds(state, action)}"
        step = state.play(action)
        begins = [who for who in state.order if turn_begins(state, action.text, step.state, who)]
        yield from (f"> {action.text}", *(f"  {event}, {_data(event)}" for event in step.events), f"  {begins}")
        state = step.state
    yield mw.dumps(state.seen_by(rng.choice(state.order)))


def _against(verdict: mw.Verdict) -> str:
    """All that speaks against an action, and what stands in its way."""
    return "; ".join(f"{reason} {reason.about}" for reason in verdict.reasons)


def _data(event: mw.Event) -> str:
    """What an event says besides its sentence: views make pictures of it."""
    return f"{event.kind} {event.who} {event.others} {event.what} {event.at} {event.to} {event.way} {event.number} {event.dice}"


def _odds(state: mw.State, action: mw.Action) -> str:
    try:
        return str(mw.odds(state, action).as_dict())
    except mw.IllegalAction as none:
        return str(none)


def full(name: str) -> Iterator[str]:
    """All that is told of a case and its neighbours."""
    case = every_case()[name]
    told, states = _walked(case)
    yield from told
    rng = random.Random(f"{name}, further")
    for changed, data in _changed(case, states):
        yield f"with {changed}"
        try:
            state = mw.from_dict(data)
        except Faulty as faulty:
            yield from (f"  refused: {fault} ({fault.code})" for fault in faulty.faults)
            continue
        yield from _followed(state, rng)
        yield mw.dumps(state)
