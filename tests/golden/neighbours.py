"""Golden neighbours: every worked case, and what becomes of it with one or two things in its situation changed.

A worked case expects what it is about; all else that is so on the way through it is held here. A worked case is a moment somebody
thought of; its neighbours are those nobody did. Some cannot be: then the faults are held. In the others what may be done is held,
and two actions further. What is usual is not repeated: at the head of the file stand the rules that usually refuse an action or
are named with an event, and a case tells what is otherwise. The sentences themselves stand in ``golden/words.txt``, each once.
"""

from __future__ import annotations

import copy
import random
import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from typing import Any, NamedTuple

from engine import mystic_wood as mw
from engine.mystic_wood.material.cards import COMPANIONS, DENIZENS, KNIGHTS, LOST_ONES, THINGS
from engine.mystic_wood.material.wood import TILES
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
from engine.text.faults import Faulty
from tests.golden.facts import Words, changes, event, listed, rules_of
from tests.support.random_games import SELDOM, by_verb
from tests.support.usual_wood import AREAS
from tutor.content.cases import cases

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


class Fact(NamedTuple):
    """A part of a line: what was asked or what happened (``head``: its verb or kind), and the rules that were named for it."""

    head: str
    text: str
    rules: str


Line = str | tuple[str, list[Fact]]


def _walked(case: dict[str, Any], words: Words) -> tuple[list[Line], list[mw.State]]:
    """What is told on the way through a case, and every state on it; none where its situation cannot be."""
    try:
        state = mw.read(case["situation"])
    except Faulty as faulty:
        return [_refused(faulty, words)], []
    told: list[Line] = []
    states = [state]
    for asked in (*case.get("do", ()), *(case[key] for key in ("judge", "odds") if key in case)):
        try:
            verdict = state.judge(asked.removeprefix("?"))
        except Faulty as faulty:
            told.append(f"  {asked}: {_refused(faulty, words).strip()}")
            break
        if not verdict.legal:
            words.judged(verdict, state.to_move or state.turn)
            told.append(f"  {asked}: not {rules_of(verdict)}")
            if asked.startswith("?"):
                continue
            break
        if "odds" in case:
            told.append(f"  odds: {odds(state, verdict.action)}")
        step = state.play(verdict.action)
        state = step.state
        states.append(state)
        told += [*_stepped(step, words), f"  {state.to_move or state.decision}: {listed(state.actions())}"]
    rng = random.Random(f"{case['name']}, itself")
    told += [*ordered(state), *_judged(state, rng, AT_THE_END, words), f"  so: {changes(states[0], state)}"]
    who = rng.choice(state.order)
    totals = " ".join(map(str, (number for each in state.totals(who) for number in each)))
    return [*told, f"  {totals}{_seen(state, who)}"], states


def _refused(faulty: Faulty, words: Words) -> str:
    """Where and of what kind the faults are. What is told of broken TOML is Python's, and changes with it."""
    for fault in faulty.faults:
        if fault.code != "no-toml":
            words.hold(
                fault.code, re.sub(r"'[^']*'|\"[^\"]*\"|= [{\[].*?[}\]]", "<text>", f"{fault.what}. {fault.fix}")
            )
    return f"  refused: {', '.join(f'{fault.where} {fault.code}' for fault in faulty.faults)}"


def _stepped(step: mw.Step, words: Words) -> Iterator[Line]:
    """An action played, and what happened."""
    words.happened(step.events)
    yield f"> {step.action}", [Fact(each.kind, event(each), " ".join(each.rules)) for each in step.events]


def ordered(state: mw.State) -> list[Line]:
    """The order of encounters, and whom he does not meet, if there is any."""
    order, not_met = mw.encounter_order(state), mw.not_met(state)
    told = [" ".join("/".join(place) for place in order), " ".join(f"-{card}" for card in not_met)]
    return [f"  order: {' '.join(filter(None, told))}"] if order or not_met else []


def _seen(state: mw.State, who: str) -> str:
    """What one Knight sees otherwise than it is."""
    seen = changes(state, state.seen_by(who))
    return "" if seen == "alike" else f", {who} sees: {seen}"


def _changed(case: dict[str, Any], states: list[mw.State]) -> Iterator[tuple[str, dict[str, Any]]]:
    """The neighbours of a case, somewhere on the way through its actions: what was changed, and the situation."""
    from engine.text.keyed import parse

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


def _judged(state: mw.State, rng: random.Random, number: int, words: Words) -> Iterator[Line]:
    """Some of what could be tried here, and the rules that refuse it; whatever is legal is listed."""
    verbs = DECISIONS[state.pending[-1].kind].answers if state.pending else OWN
    legal = set(state.actions())
    facts = []
    for verb in rng.choices(list(verbs), k=number):
        action = rng.choice(by_verb()[verb])
        verdict = state.judge(action)
        words.judged(verdict, state.to_move or state.turn)
        found = ("legal" if action.text in legal else "legal, not listed") if verdict.legal else rules_of(verdict)
        facts.append(Fact(f"{NOT}{verb}", action.text, found))
    yield JUDGED_HERE, facts


def _followed(state: mw.State, rng: random.Random, words: Words) -> Iterator[Line]:
    """What may be done in a state, and some actions further."""
    begun = state
    yield from ordered(state)
    yield from _judged(state, rng, JUDGED, words)
    for _ in range(FURTHER):
        actions = state.legal_actions()
        yield f"  {state.to_move or state.decision}: {listed([action.text for action in actions])}"
        if not actions:
            break
        action = rng.choices(actions, [SELDOM.get(each.verb, 1.0) for each in actions])[0]
        if action.verb in ("meet", "joust", "prize", "drink", "roll", "defend"):
            yield f"  odds: {odds(state, action)}"
        step = state.play(action)
        yield from _stepped(step, words)
        begins = [who for who in state.order if turn_begins(state, action.text, step.state, who)]
        if begins:
            yield f"  begins: {' '.join(begins)}"
        state = step.state
    yield f"  so: {changes(begun, state)}{_seen(state, rng.choice(state.order))}"


def odds(state: mw.State, action: mw.Action) -> str:
    """The odds of an action in a line, or the rules that refuse it."""
    try:
        found = {key: value for key, value in mw.odds(state, action).as_dict().items() if key != "action"}
        return re.sub(r"[{}\"':]", "", str(found))
    except mw.IllegalAction as none:
        return f"not {rules_of(none.verdict)}"


# ------------------------------------------------------------------ all of it

#: What stands before a verb that was judged, among what is usual; and before what was judged at one moment.
NOT, JUDGED_HERE = "not ", "  not"


def lines_of(name: str, words: Words) -> Iterator[Line]:
    """The facts of a case and of its neighbours; what is said in words is held apart."""
    case = every_case()[name]
    told, states = _walked(case, words)
    yield from told
    rng = random.Random(f"{name}, further")
    for changed, data in _changed(case, states):
        yield f"with {changed}"
        try:
            state = mw.from_dict(data)
        except Faulty as faulty:
            yield _refused(faulty, words)
            continue
        yield from _followed(state, rng, words)


def usual_of(lines: Iterable[Line]) -> dict[str, str]:
    """The rules most often named for a verb that is refused, or for a kind of event."""
    counted: dict[str, Counter[str]] = defaultdict(Counter)
    for line in lines:
        for fact in line[1] if isinstance(line, tuple) else ():
            counted[fact.head][fact.rules] += 1
    return {head: max(found, key=lambda rules: (found[rules], rules)) for head, found in sorted(counted.items())}


def _without_common(facts: list[Fact]) -> tuple[str, list[Fact]]:
    """The rules that refuse all that was judged at a moment, or nearly all, are told once."""
    refused = [fact.rules.split() for fact in facts if not fact.rules.startswith("legal")]
    counted = Counter(rule for rules in refused for rule in rules)
    common = [rule for rule, times in counted.items() if times > 2 and times * 2 > len(refused)]
    if not common:
        return JUDGED_HERE, facts
    found = []
    for fact in facts:
        rules = fact.rules.split()
        kept = " ".join(rule for rule in rules if rule not in common)
        lacks = "".join(f" but {rule}" for rule in common if rule not in rules)
        found.append(fact._replace(rules=f"{kept}{lacks}".strip()))
    return f"{JUDGED_HERE} for {' '.join(common)}", found


def block(name: str, lines: Iterable[Line], usual: Mapping[str, str]) -> str:
    """A case as text. Of what was judged only what is not as usual is told; of an event its rules if they are not usual."""
    told = [f"== {name}"]
    for line in lines:
        if isinstance(line, str):
            told.append(line)
            continue
        head, facts = line
        if head == JUDGED_HERE:
            head, facts = _without_common(facts)
        parts = []
        for fact in facts:
            as_usual = fact.rules in (usual.get(fact.head), "")
            if fact.rules == "legal":
                continue  # it stands in the list
            if not (as_usual and fact.head.startswith(NOT)):
                parts.append(fact.text if as_usual else f"{fact.text} [{fact.rules}]")
        if parts or head != JUDGED_HERE:
            told.append(f"{head}{': ' if parts else ''}{'; '.join(dict.fromkeys(parts))}")
    return "\n".join(told)
