"""A maker for each of the Willow game's kinds of puzzle. Each has several questions, and says of each candidate what its idea is:
what decides it, not where it happens.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

from engine import willow
from engine.contract.verdicts import IllegalAction
from engine.text.faults import Faulty
from engine.willow.material.scenario import ELORA
from engine.willow.play import odds as chances
from engine.willow.play import paths
from engine.willow.rules.values import effective
from tutor.content.making.proving import base, made, measured
from tutor.content.puzzles.model import Puzzle, Rejected
from tutor.games.willow.making.material import (
    CITY,
    EVIL,
    FOES,
    GOOD,
    HIDDEN,
    KEEPS,
    MAP,
    OPEN,
    SCEPTRE,
    SPELLS,
    cards,
    listed,
    name,
    position,
    start,
    steps,
)
from tutor.games.willow.teachable import GAME
from tutor.games.willow.tries import tries
from tutor.games.willow.words import action_words
from tutor.teach.exercise.claims import Claim
from tutor.teach.exercise.options import Choose, Option
from tutor.teach.kinds.reckon import Reckon

Made = tuple[Puzzle, str]
_BY_FIGURES = "What this rests on and the text does not give is assumed, and said."


# ------------------------------------------------------------------ who stands to fight?


def stand(rng: random.Random) -> Made:
    """Whom Good names: against a Foe or against an Evil champion, so that the hands are safest or the Foe is likeliest beaten."""
    variant, foe, at = rng.choice(("safe", "safe", "beats", "duel", "chance")), rng.choice(FOES), rng.choice(OPEN)
    drawn = rng.sample(GOOD, rng.randint(2, 3))
    who = tuple(one for one in GOOD if one in drawn)
    people: dict[str, dict[str, Any]] = {
        one: {"at": at, "health": rng.randint(1, 6), "prowess": rng.randint(MAP.characters[one].prowess or 0, 6)}
        for one in who
    }
    armed = rng.choice((*who, ""))
    if armed:
        people[armed]["face_up"] = ["sword"]
    for one in GOOD:
        people.setdefault(one, {"at": next(place for place in OPEN if place != at)})
    if variant == "duel":
        return _duel(rng, at, who, people, armed)
    people[who[0]]["foes"] = [foe]
    state = position(people, step="foes")
    prowess = {one: effective(state, one, "prowess").total for one in who}
    health = {one: state.character(one).health for one in who}
    told = f"{name(foe)} (Prowess {MAP.cards[foe].prowess}, Health {MAP.cards[foe].health}) upon {name(who[0])}; "
    told += f"beside {_him(who[0])}: {listed(who[1:])}."
    order = f"{max(prowess, key=lambda one: prowess[one]) == max(health, key=lambda one: health[one])} {len(who)} {bool(armed)}"
    if variant == "chance":
        asked = rng.choice(who)
        chance = chances.foe(state, asked, foe).falls[asked]
        if chance in (0, 1):
            raise Rejected("trivial")
        question = f"{told} With what chance does {name(asked)} lose all his Health in one throw, as champion?"
        point = "The Foe's lead must be as large as his Health. " + _BY_FIGURES
        exercise = Reckon(**base(GAME, question, state, point), reckon=f"against {asked} {foe} falls")
        idea = f"chance {foe} {prowess[asked] - (MAP.cards[foe].prowess or 0)} {health[asked]}"
        return made("stand", exercise, "fights", ("contest.prowess", "fight.foe-champion"), 1000, idea)
    ask, what = ("least", "falls") if variant == "safe" else ("best", "beaten")
    question = f"{told} Whom does Good name, so that " + (
        "the hands are lost least often in one throw?"
        if ask == "least"
        else "the Foe is beaten likeliest in one throw?"
    )
    point = "Health counts as much as Prowess. " if ask == "least" else "Here Prowess alone decides. "
    options = measured([(start(name(one)), f"against {one} {foe} {what}") for one in who])
    choose = Choose(**base(GAME, question, state, point + _BY_FIGURES), options=options, ask=ask)
    values = sorted(chances.foe(state, one, foe).falls[one if ask == "least" else foe] for one in who)
    idea = f"{variant} {foe} {order} {steps(values[0])} {steps(values[-1])}"
    return made("stand", choose, "fights", ("fight.foe-champion",), 900 + 100 * len(who), idea)


def _duel(rng: random.Random, at: str, who: tuple[str, ...], people: dict[str, dict[str, Any]], armed: str) -> Made:
    """Against an Evil champion: who falls least often."""
    enemy, army = rng.choice(EVIL), rng.random() < 0.4
    for one in who:
        people[one]["found"] = True
    people |= {one: {"at": at if one == enemy else "nockmaar-castle"} for one in EVIL}
    people[enemy]["army"] = army
    state = position(
        people,
        side="evil",
        step="fight",
        fight={"at": at, "side": "evil", "stage": "champions", "champions": {"evil": enemy}},
    )
    own = effective(state, enemy, "prowess").total
    with_army = " and his Army" if enemy == "kael" else " and her Army"
    question = (
        f"{name(enemy)}{with_army if army else ''}, Prowess {own} in all, fights {listed(who)}. Whom does Good name, so that the "
        "hands are lost least often in this throw?"
    )
    options = measured([(start(name(one)), f"duel {enemy} {one}") for one in who])
    point = f"Who falls is who loses all his Health at once. {_BY_FIGURES}"
    choose = Choose(**base(GAME, question, state, point), options=options, ask="least")
    values = sorted(
        chances.empties(own, effective(state, one, "prowess").total, state.character(one).health) for one in who
    )
    idea = f"duel {enemy} {army} {len(who)} {bool(armed)} {steps(values[0])} {steps(values[-1])}"
    return made("stand", choose, "fights", ("contest.prowess",), 1100 + 60 * len(who), idea)


# ------------------------------------------------------------------ what does Kael get?


def spoils(rng: random.Random) -> Made:
    """Who has what after a champion has lost all his Health: to an enemy, or to a Foe."""
    at, loser, by_foe = rng.choice(OPEN), rng.choice(GOOD), rng.random() < 0.45
    behind = [one for one in GOOD if one != loser and rng.random() < 0.4]
    people: dict[str, dict[str, Any]] = {
        one: {"at": next(p for p in OPEN if p != at)} for one in GOOD if one not in behind
    }
    used = ["bear", "death-dogs"]
    for one in (loser, *behind):
        hand = cards(rng, rng.randint(0, 2), used)
        used += hand
        people[one] = {"at": at, "found": not by_foe, "hand": hand}
        if rng.random() < 0.6 and (keep := [card for card in KEEPS if card not in used]):
            people[one]["face_up"] = [rng.choice(keep)]
            used += people[one]["face_up"]
    mine = people[loser]
    mine["health"] = 1
    if rng.random() < 0.5:
        mine["hand"] = [*mine["hand"], ELORA]
    if rng.random() < 0.4 and (spells := [card for card in SPELLS if card not in used]):
        mine |= {"spells": [rng.choice(spells)], "magic": 3}
    if rng.random() < 0.35:
        mine["treasures"] = [rng.choice(["three-acorns", "cherlindreas-wand", "fin-raziel"])]
    enemy = rng.choice(EVIL)
    people |= {one: {"at": at if one == enemy and not by_foe else "nockmaar-castle"} for one in EVIL}
    people["kael"]["army"] = enemy == "kael"
    if by_foe:
        mine["foes"] = ["death-dogs"]
        state = position(people, step="foes")
        line: tuple[str, ...] = (f"champion {loser}", "roll 1 6")
        told = f"The Death Dogs are upon {name(loser)}, champion with Health 1: 1 is thrown for {_him(loser)}, 6 for the Dogs."
    else:
        fight = {"at": at, "side": "evil", "stage": "roll", "champions": {"good": loser, "evil": enemy}}
        state, line = position(people, side="evil", step="fight", fight=fight), ("roll 6 1",)
        told = f"{name(enemy)} as champion throws 6; a 1 is thrown for {name(loser)}, with Health 1."
    if behind:
        told += f" Behind {name(loser)}: {listed(behind)}."
    return _asked_of_it(rng, state, line, told, (loser, *behind), "" if by_foe else enemy)


def _asked_of_it(
    rng: random.Random, state: willow.State, line: tuple[str, ...], told: str, who: tuple[str, ...], enemy: str
) -> Made:
    """What is so after a line, asked of what those had."""
    after = _played(state, line)
    found = []
    for one in who:
        held = state.character(one)
        kept = after.character(one)
        for kind in ("hand", "face_up", "spells", "treasures"):
            for thing in getattr(held, kind):
                now = thing in (*kept.hand, *kept.face_up, *kept.spells, *kept.treasures)
                has = "have" if one == "franjean-rool" else "has"
                found.append((f"{start(name(one))} still {has} {name(thing)}", one, thing, now, kind))
                if enemy:
                    there = after.character(enemy)
                    so = thing in (*there.hand, *there.face_up, *there.spells, *there.treasures)
                    found.append((f"{start(name(enemy))} has {name(thing)}", enemy, thing, so, kind))
    rng.shuffle(found)
    picked: list[tuple[str, str, str, bool, str]] = []
    things: set[str] = set()
    for entry in found:  # of each thing one statement
        if entry[2] not in things and len(picked) < 5:
            picked.append(entry)
            things.add(entry[2])
    if len(picked) < 3 or not 1 <= sum(entry[3] for entry in picked) < len(picked):
        raise Rejected("trivial")
    options = tuple(
        Option(text, do=line, claim=Claim(((("character", one), ("has", thing)),), GAME))
        for text, one, thing, *_ in picked
    )
    point = "What counts against the limit goes with the fight; Treasures, and Spells face up, stay where they are."
    exercise = Choose(**base(GAME, f"{told} What is so then?", state, point), options=options, several=True)
    wanted = sorted(
        {rule for rule in _rules(state, line) if rule.startswith(("lose.", "fight.defeat", "elora.", "foe."))}
    )
    kinds = sorted({f"{kind}{thing == ELORA}{holds}" for _, _, thing, holds, kind in picked})
    idea = f"{'fight' if enemy else 'foe'} {len(who) > 1} {kinds}"
    return made("spoils", exercise, "losses", wanted[:4], 1000 + 60 * len(picked) + 80 * len(who), idea, wanted[::-1])


def _played(state: willow.State, line: tuple[str, ...]) -> willow.State:
    try:
        for action in line:
            state = state.play(action).state
    except (Faulty, IllegalAction):
        raise Rejected("cannot be played") from None
    return state


def _rules(state: willow.State, line: tuple[str, ...]) -> list[str]:
    found = []
    for action in line:
        step = state.play(action)
        found += [rule for event in step.events for rule in event.rules]
        state = step.state
    return found


# ------------------------------------------------------------------ paths and chances


def ways_out(rng: random.Random) -> Made:
    """Whom to take along, where one gets to likeliest, how far one reaches, in how many turns."""
    variant = rng.choice(("company", "company", "where", "count", "turns", "searches", "chance"))
    leader = rng.choice(GOOD[:3])
    at = rng.choice(OPEN)
    along = [one for one in GOOD if one != leader and rng.random() < 0.7]
    group = (leader, *along)
    people: dict[str, dict[str, Any]] = {one: {"at": at if one in group else rng.choice(OPEN)} for one in GOOD}
    if rng.random() < 0.5:
        people[rng.choice([leader, *along])]["face_up"] = [rng.choice(("boots-of-stealth", "horse"))]
    for one in GOOD:
        if one not in along and one != leader and people[one]["at"] == at:
            people[one]["at"] = next(place for place in OPEN if place != at)
    state = position(people)
    if variant in ("company", "chance"):
        return _company(rng, state, leader, along, variant)
    boots = bool(people[leader].get("face_up"))
    if variant == "where":
        return _where(rng, state, leader, boots)
    if variant == "count":
        return _counted(rng, state, boots)
    to = rng.choice([*HIDDEN, *OPEN])
    return _turns(state, leader, to, boots) if variant == "turns" else _searches(state, leader, to, boots)


def _counted(rng: random.Random, state: willow.State, boots: bool) -> Made:
    """How many spaces one can reach."""
    one = rng.choice((*GOOD, *EVIL))
    number = len(paths.reach(state, one)) - 1
    question = (
        f"How many spaces can {name(one)} reach in one move, by searching if need be, {_his(one)} own not counted?"
    )
    exercise = Reckon(
        **base(GAME, question, state, "Two links, and a Place of Power counts when it is found."),
        reckon=f"spaces {one}",
        unit="spaces",
    )
    return made(
        "ways-out",
        exercise,
        "movement",
        ("move.one-or-two", "search.place-approach"),
        1000,
        f"count {state.character(one).side} {number} {boots}",
    )


def _turns(state: willow.State, leader: str, to: str, boots: bool) -> Made:
    """In how many turns one can be in a place."""
    turns = paths.turns_to(state, leader, to)
    if turns is None or turns < 2:
        raise Rejected("trivial")
    question = f"If every search succeeds: in how many turns can {name(leader)} be in {name(to)}?"
    exercise = Reckon(**base(GAME, question, state, f"{turns} turns."), reckon=f"turns {leader} {to}", unit="turns")
    return made(
        "ways-out",
        exercise,
        "movement",
        ("move.one-or-two",),
        900 + 100 * turns,
        f"turns {turns} {boots} {MAP.places[to].of_power} {to in HIDDEN[:3]}",
    )


def _searches(state: willow.State, leader: str, to: str, boots: bool) -> Made:
    """With how few searches one can come to a place."""
    found = paths.best_route(state, leader, to, fewest=True)
    if found is None or not found.places or len(found.places) < 2:
        raise Rejected("trivial")
    question = f"Over as many turns as he likes: with how few searches can {name(leader)} come to {name(to)}?"
    exercise = Reckon(
        **base(GAME, question, state, "By " + ", ".join(map(willow.title, found.places)) + "."),
        reckon=f"searches {leader} {to}",
        unit="searches",
    )
    return made(
        "ways-out",
        exercise,
        "searching",
        ("move.places-need-find", "move.one-or-two"),
        1000,
        f"searches {found.searches} {len(found.places)} {boots}",
    )


def _him(one: str) -> str:
    return {"franjean-rool": "them", "sorsha": "her"}.get(one, "him")


def _his(one: str) -> str:
    return {"franjean-rool": "their", "sorsha": "her"}.get(one, "his")


def _company(rng: random.Random, state: willow.State, leader: str, along: list[str], variant: str) -> Made:
    """Whose company makes a Place likeliest to be reached; or the chance with one of them."""
    reached = [to for to in HIDDEN if to in paths.reach(state, leader)]
    if not along or not reached:
        raise Rejected("nobody to choose")
    to = rng.choice(reached)
    by = {one: paths.reach(state, leader, (one,) if one else ()).get(to) for one in ("", *along)}
    chance = {one: routes[0].chance for one, routes in by.items() if routes}
    if variant == "chance":
        one = rng.choice(along)
        if one not in chance or chance[one] in (0, 1):
            raise Rejected("trivial")
        question = f"With {name(one)} along, with what chance is {name(leader)} in {name(to)} at the end of this turn?"
        exercise = Reckon(
            **base(GAME, question, state, f"The best Stealth searches. {_BY_FIGURES}"),
            reckon=f"reach {leader} {to} with {one}",
        )
        idea = f"chance {chance[one]} {max(chance.values()) == chance[one]}"
        return made("ways-out", exercise, "searching", ("search.group", "search.place-approach"), 1100, idea)
    question = f"With whom has {name(leader)} the best chance to be in {name(to)} at the end of this turn?"
    options = measured(
        [
            ("With nobody" if not one else f"With {name(one)}", f"reach {leader} {to}{f' with {one}' if one else ''}")
            for one in chance
        ]
    )
    choose = Choose(
        **base(GAME, question, state, f"A group searches with its best Stealth. {_BY_FIGURES}"),
        options=options,
        ask="best",
    )
    ahead = max(chance, key=lambda one: chance[one])
    idea = f"company {ahead or 'nobody'} {steps(max(chance.values()))} {len(chance)}"
    return made("ways-out", choose, "searching", ("search.place-approach",), 950, idea)


def _where(rng: random.Random, state: willow.State, leader: str, boots: bool) -> Made:
    """Which Place of Power is reached likeliest."""
    reach = paths.reach(state, leader)
    near = [place for place in HIDDEN if place in reach]
    if len(near) < 2:
        raise Rejected("trivial")
    question = f"Which of these Places of Power can {name(leader)} be in likeliest at the end of this turn, alone?"
    options = measured([(willow.title(place), f"reach {leader} {place}") for place in near])
    choose = Choose(
        **base(GAME, question, state, f"The Hides differ, and so do the roads. {_BY_FIGURES}"),
        options=options,
        ask="best",
    )
    values = sorted(reach[place][0].chance for place in near)
    idea = f"where {len(near)} {steps(values[-1])} {steps(values[0])} {boots}"
    return made("ways-out", choose, "searching", ("search.place-approach",), 1000, idea)


# ------------------------------------------------------------------ the last turn


def last_turn(rng: random.Random) -> Made:
    """The chance to free the city, to find and free it, to slay the Queen, to win Sorsha; or with whom the child comes home."""
    variant = rng.choice(("frees", "both", "both", "slays", "slays", "loves", "child"))
    hero = rng.choice(("madmartigan", "willow", "airk"))
    prowess, sword = rng.randint(max(2, MAP.characters[hero].prowess or 0), 6), rng.random() < 0.6
    own: dict[str, Any] = {"prowess": prowess, "treasures": [SCEPTRE], **({"face_up": ["sword"]} if sword else {})}
    if variant == "frees":
        return _frees(rng, hero, own)
    if variant == "slays":
        return _slays(rng)
    if variant == "loves":
        return _loves(rng)
    if variant == "child":
        return _child(rng)
    along = rng.choice([one for one in GOOD if one != hero])
    people: dict[str, dict[str, Any]] = {one: {"at": "nelwyn-village"} for one in GOOD}
    people |= {hero: {**own, "at": "army-of-galladoorn"}, along: {"at": "army-of-galladoorn", "hand": [ELORA]}}
    state = position(people)
    sceptre = MAP.treasures[SCEPTRE].prowess or 0
    routes = paths.reach(state, hero, (along,)).get(CITY) or ()
    sure = max((route.chance for route in routes), default=Fraction(0)) * chances.free_odds(
        effective(state, hero, "prowess").total, sceptre
    )
    if not sure:
        raise Rejected("hopeless")
    question = (
        f"{name(hero)} (Prowess {prowess}{', Sword' if sword else ''}, Sceptre) and {name(along)} with Elora Danan stand beside "
        "Tir Asleen. They search together, then he tries to free it: with what chance is it free at the end of this turn?"
    )
    exercise = Reckon(
        **base(GAME, question, state, f"Both must come off: {sure}. {_BY_FIGURES}"),
        reckon=f"chain reach {hero} {CITY} with {along} then frees {hero}",
    )
    return made("last-turn", exercise, "winning", ("search.group", "free.contest"), 1400, f"both {sure}")


def _frees(rng: random.Random, hero: str, own: dict[str, Any]) -> Made:
    turns = rng.randint(1, 3)
    state = position({hero: {**own, "at": CITY}}, step="power")
    total = effective(state, hero, "prowess").total
    chance = chances.free_odds(total, MAP.treasures[SCEPTRE].prowess or 0, turns)
    if chance in (0, 1):
        raise Rejected("trivial")
    question = (
        f"{name(hero)} stands in Tir Asleen with the Sceptre, Prowess {total} in all. With what chance does he free it "
        f"{'in this turn' if turns == 1 else f'within {turns} turns, a try in each'}?"
    )
    exercise = Reckon(
        **base(GAME, question, state, f"He must be strictly higher. {_BY_FIGURES}"), reckon=f"frees {hero} {turns}"
    )
    return made("last-turn", exercise, "tir-asleen", ("free.contest",), 900 + 200 * turns, f"frees {turns} {chance}")


def _slays(rng: random.Random) -> Made:
    """Who slays Bavmorda likeliest."""
    who = rng.sample(GOOD, rng.randint(2, 3))
    things = ["cherlindreas-wand", "fin-raziel"]
    people: dict[str, dict[str, Any]] = {one: {"at": "mountain-pass"} for one in GOOD}
    for one in who:
        people[one] = {"at": "nockmaar-castle", "magic": rng.randint(5, 6), "health": rng.randint(2, 6), "spent": 2}
        if things and rng.random() < 0.9:
            people[one]["treasures"] = [things.pop(rng.randrange(len(things)))]
        if rng.random() < 0.5 and sum("face_up" in each for each in people.values()) < 2:
            people[one]["face_up"] = ["magic-talisman"]
    state = position(people, fight={"at": "nockmaar-castle", "kind": "bavmorda", "stage": "champions"})
    found = {one: chances.bavmorda(state, one).fight for one in who}
    whole = {one: fight.win for one, fight in found.items() if fight is not None}
    magic = {one: effective(state, one, "magic").total for one in who}
    told = ", ".join(f"{name(one)} (Magic {magic[one]}, Health {state.character(one).health})" for one in who)
    question = f"Bavmorda (Magic 14, Health 6) is met. {start(told)}: who slays her likeliest?"
    options = measured([(start(name(one)), f"slays {one}") for one in who])
    choose = Choose(
        **base(GAME, question, state, f"They throw until one of the two has no Health. {_BY_FIGURES}"),
        options=options,
        ask="best",
    )
    ahead = max(whole, key=lambda one: whole[one])
    most = (
        magic[ahead] == max(magic.values()),
        state.character(ahead).health == max(state.character(o).health for o in who),
    )
    idea = f"slays {len(who)} {most} {magic[ahead]} {min(magic.values())}"
    return made("last-turn", choose, "bavmorda", ("bavmorda.champion",), 1300, idea)


def _loves(rng: random.Random) -> Made:
    met, meetings = rng.randint(0, 3), rng.randint(1, 3)
    chance = chances.sorsha_odds(met, meetings)
    if chance == 1:
        raise Rejected("certain")
    state = position({}, sorsha={"in_love": True, "times_met": met})
    before = f"they have met {met} time{'s' if met != 1 else ''} since" if met else "they have not met since"
    more = "once more" if meetings == 1 else f"{meetings} times more"
    question = f"Sorsha is in love; {before}. With what chance is she Good when they have met {more}?"
    exercise = Reckon(**base(GAME, question, state, "Each meeting needs one pip less."), reckon=f"loves {meetings}")
    return made("last-turn", exercise, "sorsha", ("sorsha.again",), 1000 + 150 * meetings, f"loves {met} {meetings}")


def _child(rng: random.Random) -> Made:
    """With whom the child comes home likeliest."""
    near = ("army-of-galladoorn", "mountain-pass", "north-road")
    who = rng.sample(GOOD, 3)
    people: dict[str, dict[str, Any]] = {one: {"at": rng.choice(near)} for one in GOOD}
    if rng.random() < 0.5:
        people[who[0]]["face_up"] = ["boots-of-stealth"]
    state = position(people, places={CITY: {"freed": True}})
    reach = {one: paths.reach(state, one).get(CITY) for one in who}
    values = sorted(routes[0].chance for routes in reach.values() if routes)
    if len(values) < len(who):
        raise Rejected("out of reach")
    question = (
        "Tir Asleen is free. Each goes alone: in whose hand has Elora Danan the best chance to be there this turn?"
    )
    options = measured([(start(name(one)), f"reach {one} {CITY}") for one in who])
    choose = Choose(
        **base(GAME, question, state, f"He must find it first, and search with his own Stealth. {_BY_FIGURES}"),
        options=options,
        ask="best",
    )
    far = sorted(str(people[one]["at"]) for one in who)
    idea = f"child {steps(values[-1])} {steps(values[0])} {len(set(far))} {'face_up' in people[who[0]]}"
    return made("last-turn", choose, "winning", ("search.place-approach",), 1100, idea)


# ------------------------------------------------------------------ hide the baby


def hide_the_baby(rng: random.Random) -> Made:
    """Who may hold Elora Danan as far as Evil knows, after hands were seen and cards changed hands."""
    tavern = [one for one in GOOD if rng.random() < 0.7]
    holder, used = rng.choice(GOOD), [ELORA]
    people: dict[str, dict[str, Any]] = {}
    for one in GOOD:
        hand = cards(rng, rng.choice((0, 1, 1, 2)), used)
        used += hand
        people[one] = {
            "at": "tavern" if one in tavern else rng.choice([place for place in OPEN if place != "tavern"]),
            "hand": [*hand, ELORA] if one == holder else hand,
        }
    cleared = [one for one in GOOD if one != holder and people[one]["hand"] and rng.random() < 0.45]
    suspects = [one for one in GOOD if one not in cleared and people[one]["hand"]]
    hands = {one: people[one]["hand"] for one in cleared}
    state = position(people, seen={"elora": suspects, **({"hands": hands} if hands else {})})
    line, kinds = [], []
    for _ in range(rng.randint(1, 3)):
        gifts = [action for action in state.actions() if " gives " in action]
        if not gifts:
            break
        action = rng.choice(gifts)
        line.append(action)
        giver, whom = action.split()[0], action.split()[-1]
        kinds.append(f"{giver in state.seen_by('evil').holders()}{whom in state.seen_by('evil').holders()}")
        state = _played(state, (action,))
    if not line:
        raise Rejected("nothing happens")
    begun = position(people, seen={"elora": suspects, **({"hands": hands} if hands else {})})
    found = state.seen_by("evil").holders()
    if not len(found) > 1 or set(found) == set(GOOD):
        raise Rejected("trivial")
    told = f"Evil has seen the whole hand of {listed(cleared)}: no child. " if cleared else "Evil has seen no hand. "
    empty = [one for one in GOOD if not people[one]["hand"]]
    told += f"{start(listed(empty))} had no card. " if empty else ""
    gifts_told = "; then ".join(f"{name(a.split()[0])} {_gives(a)} {name(a.split()[-1])} a card" for a in line)
    question = f"{told}{start(gifts_told)}."
    point = (
        "Whoever has no card cannot hold her; whoever was cleared may, as soon as somebody who may gives him a card."
    )
    idea = f"{len(cleared)} {len(empty)} {kinds} {len(found)}"
    more = {"before": tuple(line), "knight": "evil"}
    if rng.random() < 0.4:
        asked = f"{question} As far as Evil knows: how many may hold Elora Danan?"
        exercise = Reckon(**{**base(GAME, asked, begun, point), **more}, reckon="holders", unit="characters")
        return made("hide-the-baby", exercise, "elora", ("elora.secret",), 1000 + 120 * len(line), f"count {idea}")
    asked = f"{question} Mark everybody who may hold Elora Danan, as far as Evil knows."
    choose = Choose(**{**base(GAME, asked, begun, point), **more}, targets="board good", answer="holders", several=True)
    return made("hide-the-baby", choose, "elora", ("elora.secret",), 950 + 120 * len(line), f"mark {idea}")


def _gives(action: str) -> str:
    return "give" if action.startswith("franjean-rool") else "gives"


# ------------------------------------------------------------------ spot the unlawful


def unlawful(rng: random.Random) -> Made:
    """Of five actions one is allowed, or one is forbidden."""
    state = _busy(rng)
    seat = state.to_move or ""
    by_rule: dict[str, list[str]] = {}
    legal = []
    for action in tries(state, seat):
        verdict = state.judge(action)
        if verdict.legal:
            legal.append(action)
        else:
            by_rule.setdefault(verdict.rules[0], []).append(action)
    legal = [action for action in legal if action not in ("done", "pass")]
    allowed = rng.random() < 0.5
    if len(by_rule) < (4 if allowed else 1) or len(legal) < (1 if allowed else 4):
        raise Rejected("trivial")
    rules = rng.sample(sorted(by_rule), 4 if allowed else 1)
    wrong = [(rng.choice(by_rule[rule]), rule) for rule in rules]
    right = rng.sample(legal, 1 if allowed else 4)
    listed_ = [*wrong, *((action, "") for action in right)]
    rng.shuffle(listed_)
    texts = [action_words(action) for action, _ in listed_]
    if len(set(texts)) < len(texts):
        raise Rejected("ambiguous")
    against = [rule if allowed or rule else _by_what(state, action) for action, rule in listed_]
    options = tuple(
        Option(text, action=action, rules=(rule,) if rule else ())
        for text, (action, _), rule in zip(texts, listed_, against, strict=True)
    )
    step = {"move": "to move and search", "fight": "to fight", "power": "to take Treasures and use powers"}[state.step]
    what = "allowed" if allowed else "forbidden"
    question = f"It is for {state.side.capitalize()} {step}. Exactly one of these is {what}: which?"
    point = "Look at each in turn: whose step it is, who has Health, what lies beside what."
    choose = Choose(**base(GAME, question, state, point), options=options, ask=what)
    verbs = sorted({f"{action.split()[1] if len(action.split()) > 1 else action}" for action, _ in wrong})
    theme = "searching" if any("search" in verb for verb in verbs) else "hands"
    idea = f"{what} {state.side} {sorted(rules)} {verbs}"
    rating = 900 + 60 * len(rules) + 100 * (not allowed)
    return made("unlawful", choose, theme, rules, rating, idea)


def _by_what(state: willow.State, action: str) -> str:
    """The rule that allows an action."""
    return next(rule for event in state.play(action).events for rule in event.rules)


def _busy(rng: random.Random) -> willow.State:
    """A position in which much could be tried."""
    side = rng.choice(("good", "good", "evil"))
    step = rng.choice(("move", "move", "fight", "power") if side == "good" else ("move", "fight"))
    caster, spell = rng.choice((*GOOD, *EVIL)), rng.choice(SPELLS)
    used = [ELORA, spell]
    people: dict[str, dict[str, Any]] = {}
    places = rng.sample((*OPEN, *HIDDEN), 3)
    for one in (*GOOD, *EVIL):
        hand = cards(rng, rng.randint(0, 2), used)
        used += hand
        people[one] = {"at": rng.choice(places), "hand": hand, "health": rng.choice((6, 6, 3, 0))}
    people[rng.choice(GOOD)]["hand"] += [ELORA]
    people[caster] |= {"spells": [spell], "magic": 3}
    if rng.random() < 0.5 and (able := [one for one in GOOD if people[one]["health"]]):
        people[rng.choice(able)]["army"] = True
    if side == "evil" and step == "fight":
        for one in GOOD:
            people[one]["found"] = rng.random() < 0.5
    return position(people, side=side, step=step)


MAKERS: Mapping[str, Callable[[random.Random], Made]] = {
    "stand": stand,
    "spoils": spoils,
    "ways-out": ways_out,
    "last-turn": last_turn,
    "hide-the-baby": hide_the_baby,
    "unlawful": unlawful,
}
