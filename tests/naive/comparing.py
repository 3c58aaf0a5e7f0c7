"""Asks the engine what the naive rules were asked, and gathers every answer in which they part."""

from __future__ import annotations

import itertools
import random
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

from engine import mystic_wood as mw
from tests.naive import company, outcomes, rules
from tests.naive.facts import ALWAYS, CHALLENGERS, DENIZENS, NEEDED, STEPS, TABLES, THINGS
from tests.naive.making import AREAS, situation, spell_situation
from tests.naive.rules import Situation

#: How many questions of each kind were compared, for the figures.
Tally = Counter[str]
Compared = tuple[str, Any, Any]


def differences(s: Situation, rng: random.Random, tally: Tally) -> list[str]:
    """Every question about this situation that the engine answers otherwise, as "what: naive ..., engine ..."."""
    state = mw.from_dict(s)
    who = state.to_move
    found = []
    if who is None:
        for text in (
            *(f"move {way}" for way in STEPS),
            "stay",
            "withdraw",
            *(f"meet {d}" for d in rules.present(s, s["turn"])),
        ):
            tally["legality"] += 1
            if state.judge(text).legal:
                found.append(f"{text}: naive: nothing but a throw is open, engine: legal")
        return found
    if who != s["turn"]:
        return [f"to move: naive {s['turn']}, engine {who}"]
    return _parted(_questions(s, state, who, rng), tally)


def _parted(compared: Iterator[Compared], tally: Tally, about: str = "") -> list[str]:
    """Every answer in which they part, and how many were compared: under what they are about, or under their own first word."""
    found = []
    try:
        for what, naive, engine in compared:
            if naive is None:
                tally["left open"] += 1
                continue
            tally[about or what.split(":")[0]] += 1
            if naive != engine:
                found.append(f"{what}: naive {naive}, engine {engine}")
    except mw.IllegalAction as refused:
        found.append(f"naive: legal, engine: {refused.verdict}")
    return found


def _questions(s: Situation, state: mw.State, who: str, rng: random.Random) -> Iterator[Compared]:
    yield from _orders(s, state, who)
    yield from _legal(s, state, who, rng)
    yield from _scores(s, state, who, rng)
    yield from _outcomes(s, state, who, rng)


def _orders(s: Situation, state: mw.State, who: str) -> Iterator[Compared]:
    yield "order", rules.order(s, who), [sorted(place) for place in mw.encounter_order(state)]


def _legal(s: Situation, state: mw.State, who: str, rng: random.Random) -> Iterator[Compared]:
    def compared(text: str, naive: bool | None) -> Compared:
        return f"legality: {text}", naive, state.judge(text).legal

    for way in STEPS:
        yield compared(f"move {way}", rules.may_walk(s, who, way))
    yield compared("withdraw", rules.may_withdraw(s, who))
    yield compared("go in", rules.may_go_in(s, who))
    yield compared("wand", rules.may_use_wand(s, who))
    yield compared("drink", rules.may_drink(s, who))
    for denizen in {*rules.present(s, who), rng.choice(DENIZENS)}:
        yield compared(f"meet {denizen}", rules.may_meet(s, who, denizen))
    for thing in {*rules.loose(s, who), rng.choice(list(THINGS))}:
        yield compared(f"take {thing}", rules.may_take(s, who, thing))
    for other in s["order"]:
        yield compared(f"joust {other}", rules.may_joust(s, who, other))
    for there in rng.sample(AREAS, 2):
        yield compared(f"arch-mage {there}", rules.may_send(s, who, "arch-mage", there))
        yield compared(f"storm {there}", rules.may_send(s, who, "magician", there))


def _aids(s: Situation, who: str, denizen: str) -> list[tuple[str, ...]]:
    helping = sorted(rules.helpers(s, who, denizen))
    return [aid for size in range(len(helping) + 1) for aid in itertools.combinations(helping, size)]


def _meet(denizen: str, aid: tuple[str, ...]) -> str:
    return f"meet {denizen}" + (f" with {' '.join(aid)}" if aid else "")


def _joust_aids(s: Situation, who: str, other: str) -> list[tuple[str, ...]]:
    return [(), *[(companion,) for companion in rules.joust_helpers(s, who, other)]]


def _joust(other: str, aid: tuple[str, ...]) -> str:
    return f"joust {other}" + (f" with {aid[0]}" if aid else "")


def _dice(rng: random.Random) -> tuple[int, int]:
    return rng.randint(1, 6), rng.randint(1, 6)


def _next(s: Situation, who: str) -> list[str]:
    places = rules.order(s, who)
    return [d for d in places[0] if d in DENIZENS] if places else []


def _scores(s: Situation, state: mw.State, who: str, rng: random.Random) -> Iterator[Compared]:
    for denizen in _next(s, who):
        for aid in _aids(s, who, denizen):
            text = _meet(denizen, aid)
            if not state.judge(text).legal:
                yield f"aid: {text}", True, False
            elif denizen in CHALLENGERS or (denizen == "prince" and rules.knight(s, who).get("fighting") == "prince"):
                yield f"scores: {text}", rules.chances(*rules.fight_sums(s, who, denizen, aid)), _round(state, text)
            elif denizen in NEEDED:
                told = mw.odds(state, text).reactions
                wish = {"prince": "befriends", "princess": "befriends", "holy-grail": "is taken"}[denizen]
                yield f"scores: {text}", rules.won_over(s, who, denizen, aid), told.get(wish, 0)
        for companion in rules.knight(s, who).get("companions", ()):
            if companion not in rules.helpers(s, who, denizen):
                yield f"aid: {_meet(denizen, (companion,))}", False, state.judge(_meet(denizen, (companion,))).legal
    for other in s["order"]:
        if rules.may_joust(s, who, other):
            for aid in _joust_aids(s, who, other):
                sums = rules.joust_sums(s, who, other, aid)
                if sums is not None:
                    yield f"scores: {_joust(other, aid)}", rules.chances(*sums), _round(state, _joust(other, aid))


def _round(state: mw.State, text: str) -> dict[str, Any] | str:
    try:
        told = mw.odds(state, text).round
    except mw.IllegalAction as refused:
        return f"refused: {'; '.join(reason.rule for reason in refused.verdict.reasons)}"
    assert told is not None
    return {"win": told.win, "tie": told.tie, "lose": told.lose}


def _outcomes(s: Situation, state: mw.State, who: str, rng: random.Random) -> Iterator[Compared]:
    for denizen in _next(s, who):
        aid = rng.choice(_aids(s, who, denizen))
        met = _meet(denizen, aid)
        if not state.judge(met).legal:
            continue
        if denizen in ALWAYS:
            yield f"outcome: {met}", outcomes.after_visit(s, who, denizen), _played(state, met)
        elif denizen in CHALLENGERS:
            dice = _dice(rng)
            naive = outcomes.after_fight(s, who, denizen, aid, dice)
            yield f"outcome: {met} {dice}", naive, _played(state, met, f"roll {dice[0]} {dice[1]}")
        elif denizen in NEEDED and rules.knight(s, who).get("fighting") == denizen:
            continue
        else:
            yield _approached(s, state, who, met, denizen, aid, rng)
    if rules.may_drink(s, who) and state.judge("drink").legal:
        die = rng.randint(1, 6)
        yield "outcome: drink", outcomes.after_drink(s, who, die), _played(state, "drink", f"roll {die}")
    way = rng.choice(list(STEPS))
    if rules.may_walk(s, who, way) and state.judge(f"move {way}").legal and len(s["order"]) == 1:
        yield f"outcome: move {way}", outcomes.after_walk(s, who, way), _played(state, f"move {way}")
    yield from _jousted(s, state, who, rng)
    there = rng.choice(AREAS)
    for text, friend in ((f"arch-mage {there}", "arch-mage"), (f"storm {there}", "magician")):
        if rules.may_send(s, who, friend, there) and state.judge(text).legal:
            naive = (
                outcomes.after_arch_mage(s, who, there) if friend == "arch-mage" else outcomes.after_magician(s, who)
            )
            yield f"outcome: {text}", naive, _played(state, text)


def _jousted(s: Situation, state: mw.State, who: str, rng: random.Random) -> Iterator[Compared]:
    for other in s["order"]:
        if not rules.may_joust(s, who, other) or rules.knight(s, other).get("king") or rules.knight(s, who).get("king"):
            continue
        aid = rng.choice(_joust_aids(s, who, other))
        dice = _dice(rng)
        sums = rules.joust_sums(s, who, other, aid)
        if sums is None or dice[0] + sums[0] == dice[1] + sums[1]:
            continue
        winner, loser = (who, other) if dice[0] + sums[0] > dice[1] + sums[1] else (other, who)
        text = _joust(other, aid)
        for action in (text, "defend", f"roll {dice[0]} {dice[1]}"):
            if action != "defend" or state.judge(action).legal:
                state = state.play(action).state
        allowed = rules.prizes(s, winner, loser) or []
        for prize in ("tower", "none", *THINGS, "troll", "orc", "blessing", "horse"):
            wanted = prize in allowed
            if wanted != state.judge(f"prize {prize}").legal:
                # With nothing to choose, no prize is asked for: then "none" is not an action.
                yield f"legality: {text} {dice} prize {prize}", wanted, not wanted
        prize = rng.choice([p for p in allowed if state.judge(f"prize {p}").legal] or ["none"])
        naive = outcomes.after_joust(s, who, other, aid, dice, prize)
        yield f"outcome: {text} {dice} prize {prize}", naive, naive and _played(state, f"prize {prize}")
        return


def spell_differences(number: int, tally: Tally) -> list[str]:
    """A spell drawn: where all are afterwards, and which areas lie turned."""
    made = spell_situation(number)
    if made is None:
        return []
    s, way, there, spell = made
    state = mw.from_dict(s)
    who = s["turn"]
    if state.to_move != who or not state.judge(f"move {way}").legal:
        return [f"spell: move {way} is not legal"]
    state = state.play(f"move {way}").state
    for _ in range(10):
        if f"draw {spell}" in [action.text for action in state.legal_actions()]:
            break
        if state.decision != "choice" or not state.judge("no joust").legal:
            return [f"spell: {spell} is not drawn, but {[action.text for action in state.legal_actions()][:5]}"]
        state = state.play("no joust").state
    state = state.play(f"draw {spell}").state
    told = mw.to_dict(state)
    naive, turned = outcomes.after_spell(s, spell, who, there)
    engine = outcomes.places(told), {name: bool(told["areas"].get(name, {}).get("turned")) for name in turned}
    tally["spells"] += 1
    return (
        []
        if (naive, turned) == engine
        else [
            f"outcome: {spell}: naive {naive}, engine {engine[0]}"
            if naive != engine[0]
            else f"turned: naive {turned}, engine {engine[1]}"
        ]
    )


def _approached(
    s: Situation, state: mw.State, who: str, met: str, denizen: str, aid: tuple[str, ...], rng: random.Random
) -> Compared:
    """An approach: Guyon adds 1 to every other throw, where there is a line for it."""
    die = rng.randint(1, 6)
    may_add = who == "guyon" and not rules.knight(s, who).get("king")
    add = int(may_add and rng.random() < 0.5 and (die < 6 or denizen not in TABLES))
    naive = outcomes.after_approach(s, who, denizen, aid, die, add)
    actions = [met, f"roll {die}"] + ([("add 1" if add else "keep")] if may_add else [])
    return f"outcome: {met} {die}+{add}", naive, _played(state, *actions) if naive is not None else None


def _played(state: mw.State, *actions: str) -> Any:
    """The places after these actions; a decision that is not asked for (Guyon's 1) is passed over."""
    for text in actions:
        if text in ("add 1", "keep") and not state.judge(text).legal:
            continue
        try:
            state = state.play(text).state
        except mw.IllegalAction as refused:
            return f"refused {text}: {'; '.join(reason.rule for reason in refused.verdict.reasons)}"
    return outcomes.places(mw.to_dict(state))


# ------------------------------------------------------------------ Knights in company, and cards face down


def company_differences(number: int, tally: Tally) -> list[str]:
    """Two against one, a tied joust, hidden cards, and cooperative play: every answer in which they part."""
    rng = random.Random(number)
    found = []
    for about, (make, asked) in _COMPANY.items():
        made = make(number)
        if made is not None:
            compared = asked(mw.from_dict(made[0]), rng, *made)
            found += [f"{about}: {told}" for told in _parted(compared, tally, about)]
    return found


def _two(state: mw.State, rng: random.Random, s: Situation, who: str, other: str, foe: str) -> Iterator[Compared]:
    yield "to move", who, state.to_move
    yield "order", foe, min(mw.encounter_order(state)[0])
    for way in STEPS:
        yield f"move {way}", False, state.judge(f"move {way}").legal
    yield f"aid {other}", False, state.judge(f"aid {other}").legal
    for aid in _aids(s, who, foe):
        yield from _fought(s, state, (who, other, foe), aid, _dice(rng), _meet(foe, aid))


def _fought(
    s: Situation, state: mw.State, sides: tuple[str, str, str], aid: tuple[str, ...], dice: tuple[int, int], *begun: str
) -> Iterator[Compared]:
    """A fight of two against one: the chances of its round, and where all are after these dice."""
    yield f"scores: {begun[0]}", company.team_chances(s, *sides, aid), _round(state, begun[0])
    naive = company.after_team(s, *sides, aid, dice)
    yield f"outcome: {begun[0]} {dice}", naive, naive and _played(state, *begun, f"roll {dice[0]} {dice[1]}")


def _tied(state: mw.State, rng: random.Random, s: Situation, one: str, other: str) -> Iterator[Compared]:
    who = s["turn"]
    yield "to move", who, state.to_move
    if who != one:
        for name in (one, other):
            yield f"a third: joust {name}", company.may_cut_in(s, who, name), state.judge(f"joust {name}").legal
        return
    for way in STEPS:
        yield f"move {way}", False, state.judge(f"move {way}").legal
    for denizen in rules.present(s, who):
        yield f"meet {denizen}", False, state.judge(f"meet {denizen}").legal
    may = company.may_go_on(s, who, other)
    yield f"joust {other}", may, state.judge(f"joust {other}").legal
    kings = knight_is_king(s, who) or knight_is_king(s, other)
    if not may or kings:
        return
    for aid in _joust_aids(s, who, other):
        text = _joust(other, aid)
        sums = rules.joust_sums(s, who, other, aid)
        if sums is None:
            return
        yield f"scores: {text}", rules.chances(*sums), _round(state, text)
    dice = _dice(rng)
    challenger = who if rules.knight(s, who).get("challenger") else other
    naive = outcomes.after_joust(s, who, other, aid, dice, "none", challenger)
    if naive is None:
        return
    for action in (text, "defend", f"roll {dice[0]} {dice[1]}", "prize none"):
        if action.startswith(("joust", "roll")) or state.judge(action).legal:
            state = state.play(action).state
    yield f"outcome: {text} {dice}", naive, outcomes.places(mw.to_dict(state))


def knight_is_king(s: Situation, who: str) -> bool:
    return bool(rules.knight(s, who).get("king"))


def _hidden(state: mw.State, rng: random.Random, s: Situation) -> Iterator[Compared]:
    who = state.to_move
    if who is None or who != s["turn"]:
        return
    yield from _orders(s, state, who)
    for thing in {*rules.loose(s, who), "armour"}:
        naive = company.may_take_hidden(s, who, thing, rules.may_take(s, who, thing))
        yield f"take {thing}", naive, state.judge(f"take {thing}").legal
    yield from _scores(s, state, who, rng)
    for denizen in _next(s, who):
        yield f"meet {denizen}", rules.may_meet(s, who, denizen), state.judge(f"meet {denizen}").legal
        aid = rng.choice(_aids(s, who, denizen))
        met = _meet(denizen, aid)
        if denizen == "dwarf" and denizen in rules.area(s, rules.knight(s, who)["at"]).get("hidden", {}):
            shown = rng.random() < 0.5
            naive = company.after_dwarf(s, who, shown)
            after = _state_after(state, met, "show dwarf" if shown else "hide dwarf")
        elif denizen in ALWAYS:
            naive, after = outcomes.after_visit(s, who, denizen), _state_after(state, met)
        elif denizen in CHALLENGERS:
            dice = _dice(rng)
            naive = outcomes.after_fight(s, who, denizen, aid, dice)
            after = naive and _state_after(state, met, f"roll {dice[0]} {dice[1]}")
        else:
            continue
        if naive is None or after is None:
            continue
        told = mw.to_dict(after)
        yield f"outcome: {met}", naive, outcomes.places(told)
        here = told["areas"].get(rules.knight(s, who)["at"], {})
        yield f"face down: {met}", company.face_down_after(s, who, denizen, naive), sorted(here.get("hidden", ()))


def _aided(state: mw.State, rng: random.Random, s: Situation, who: str, other: str, foe: str) -> Iterator[Compared]:
    if state.to_move != who:
        return
    yield f"aid {other}", company.may_aid(s, who, other, foe), state.judge(f"aid {other}").legal


def _entering(state: mw.State, rng: random.Random, s: Situation, who: str, other: str) -> Iterator[Compared]:
    if state.to_move == who:
        for way in STEPS:
            text = f"combine {other} {way}"
            yield text, company.may_enter_together(s, who, other, way), state.judge(text).legal


def _state_after(state: mw.State, *actions: str) -> mw.State:
    for text in actions:
        state = state.play(text).state
    return state


def _together(state: mw.State, rng: random.Random, s: Situation, who: str, other: str, _: str) -> Iterator[Compared]:
    if state.to_move != who:
        return
    for foe in _next(s, who):
        if foe not in CHALLENGERS:
            continue
        aid = rng.choice(_aids(s, who, foe))
        text = _meet(foe, (other, *aid))
        yield text, True, state.judge(text).legal
        yield from _fought(s, state, (who, other, foe), aid, _dice(rng), text, "accept")


#: What is asked of Knights in company: how the situation is made, and what is compared in it.
_COMPANY: dict[str, tuple[Callable[[int], Any], Callable[..., Iterator[Compared]]]] = {
    "two": (company.team, _two),
    "tied joust": (company.tied, _tied),
    "hidden": (lambda number: (company.face_down(number),), _hidden),
    "together": (company.helped, _together),
    "aid": (company.beside, _aided),
    "combine": (company.gathered, _entering),
}


def one_more_opinion(number: int, tally: Tally) -> list[str]:
    """What is asked of a situation made for one question: a spell, two together, cards face down."""
    return spell_differences(number, tally) + company_differences(number, tally)


def compare(numbers: range, tally: Tally) -> dict[int, list[str]]:
    """The situations of these numbers in which anything differs."""
    found = {}
    for number in numbers:
        s = situation(number)
        told = differences(s, random.Random(number), tally)
        if number % 4 == 0:
            told += one_more_opinion(number, tally)
        tally["situations"] += 1
        if told:
            found[number] = told
    return found
