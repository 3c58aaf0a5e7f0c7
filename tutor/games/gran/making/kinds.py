"""A maker for each of GRAN's kinds of puzzle. Each has several questions, and says of each candidate what its idea is: what
decides it, not where it happens. Two candidates of one idea are one too many, however far apart the knights stand.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from dataclasses import replace
from fractions import Fraction

from engine import gran
from engine.gran.material import DRAGONS, STATES
from tutor.content.making.proving import made
from tutor.content.puzzles.model import Puzzle, Rejected
from tutor.games.gran.making.material import BOARD, base, best, city, name, of_kind, position, region
from tutor.games.gran.teachable import GAME
from tutor.games.gran.tries import ways_meant
from tutor.games.gran.words import action_words
from tutor.teach.exercise.claims import Claim
from tutor.teach.exercise.exercise import Exercise
from tutor.teach.exercise.options import Choose, Option
from tutor.teach.kinds.reckon import Reckon

Made = tuple[Puzzle, str]
#: The most options of one question; a position with more makes no puzzle.
MOST_OPTIONS = 12


# ------------------------------------------------------------------ where may the move end


def ends(rng: random.Random) -> Made:
    """Where a move may end, by touching or by counting: with or without the ring, with three talismans or none to spare."""
    bears, talismans = rng.random() < 0.4, rng.choice((0, 1, 2, 3))
    own = {"red": {"talismans": talismans}}
    state = position(rng, rng.randint(2, 4), rng.randint(2, 7), bearer="red" if bears else "", knights=own)
    found: dict[str, str] = {}
    against: dict[str, tuple[str, ...]] = {}
    for way in ways_meant(state):
        end = way.split()[-1]
        verdict = state.judge(way)
        if verdict.legal:
            found[end] = way
        elif end != state.knight("red").at and (end not in against or len(verdict.rules) < len(against[end])):
            against[end] = verdict.rules
            found.setdefault(end, way)
    legal = set(state.ends())
    wrong = {end: rules for end, rules in against.items() if end not in legal}
    if not 3 <= len(legal) <= 9 or not wrong:
        raise Rejected("trivial")
    barred = sorted({rules[0] for rules in wrong.values()})
    attack = any(knight.at in legal for knight in state.knights if knight.id != "red" and not knight.waiting)
    with_ring = " He bears the ring." if bears else ""
    idea = f"{barred} {bears} {attack} {min(talismans, 2) if attack else ''}"
    rating = 850 + 60 * len(barred) + 40 * len(wrong) + 150 * bears + 100 * attack
    point = "First what stops him on the way, then where he may not stand."
    if rng.random() < 0.25:
        question = f"On how many spaces may Red's move end?{with_ring}"
        exercise: Exercise = Reckon(**base(question, state, point), reckon="ends", unit="spaces")
        return made("ends", exercise, "move", barred, rating + 150, f"count {idea}")
    listed = [end for end in BOARD.spaces if end in legal or end in wrong]
    if len(listed) > MOST_OPTIONS:
        raise Rejected("too many to weigh")
    options = tuple(
        Option(end, action=state.ends()[end][0] if end in legal else found[end], rules=wrong.get(end, ())[:1])
        for end in listed
    )
    exercise = Choose(
        **base(f"Mark every one of these spaces where Red's move may end.{with_ring}", state, point),
        options=options,
        several=True,
    )
    return made("ends", exercise, "move", barred, rating, f"mark {idea}")


# ------------------------------------------------------------------ in how few turns


_ALONE = "Nobody interferes, and he fights no dragon."


def road(rng: random.Random) -> Made:
    """The fewest turns: to the ring, with it to a city, a rival's way, or who is there first."""
    variant = rng.choice(("ring", "city", "rival", "first", "detour"))
    if variant == "city":
        state = position(rng, rng.randint(1, 3), rng.randint(3, 9), bearer="red")
        goal, of = city(rng)
        question = f"Red bears the ring. In how many turns can he be in the city of {name(of)}? {_ALONE}"
        return _turns(state, goal, "red", question, "with the ring")
    state = position(rng, 3 if variant == "first" else rng.randint(2, 3), rng.randint(4, 10))
    if variant == "first":
        return _first(state)
    rider = state.order[1] if variant == "rival" else "red"
    question = f"In how many turns can {name(rider)} have the ring? {_ALONE}"
    return _turns(state, "ring", rider, question, variant)


def _turns(state: gran.State, goal: str, rider: str, question: str, variant: str) -> Made:
    space = state.ring if goal == "ring" else goal
    assert space is not None
    turns, free = state.fewest(space, rider), replace(state, obstacles=frozenset()).fewest(space, rider)
    if turns is None or free is None or turns < 2:
        raise Rejected("trivial")
    if variant == "detour" and turns == free:
        raise Rejected("no detour")
    wanted = ["move.not-through-obstacle", "ring.bearer-passes", "move.one-or-two"]
    where = region(space) == region(state.knight(rider).at)
    exercise = Reckon(
        **base(question, state, f"{turns} turns; without an obstacle on the board {free}.", rider),
        reckon=f"turns {goal} {rider}",
        unit="turns",
    )
    rating = 700 + 130 * turns + 200 * (turns - free)
    return made("road", exercise, "move", wanted[:3], rating, f"{variant} {turns} {turns - free} {where}")


def _first(state: gran.State) -> Made:
    turns = [state.fewest(state.ring or "", seat) for seat in state.order]
    if None in turns:
        raise Rejected("no way")
    options = [(name(seat), f"turns ring {seat}") for seat in state.order]
    near = sorted(turn for turn in turns if turn is not None)
    idea = f"first {near[0]} {near[1] - near[0]} {len({region(knight.at) for knight in state.knights})}"
    question = "Nobody interferes, and nobody fights a dragon: who of the three needs the fewest turns to the ring?"
    point = "Not who stands nearest, but whose way is free."
    return best("road", question, state, options, "move.one-or-two", "move", 900 + 120 * near[0], idea, point, "least")


# ------------------------------------------------------------------ count the pile


def dragons(rng: random.Random) -> Made:
    """The chance of the next fight, or of two in a row, by the cards that are gone."""
    used = {str(strength): rng.randint(0, copies) if rng.random() < 0.6 else 0 for strength, copies in DRAGONS.items()}
    if rng.random() < 0.3:  # of some strengths every card
        used |= {str(strength): DRAGONS[strength] for strength in rng.sample(sorted(DRAGONS), 2)}
    left = {strength: copies - used[str(strength)] for strength, copies in DRAGONS.items()}
    if sum(left.values()) < 3 or not any(used.values()):
        raise Rejected("trivial")
    state = position(
        rng,
        2,
        rng.randint(0, 3),
        "card",
        dragons_used={k: n for k, n in used.items() if n},
        knights={"red": {"at": rng.choice(of_kind("dragon"))}},
    )
    twice = rng.random() < 0.35
    told = ", ".join(f"{n} of strength {strength}" for strength, n in used.items() if n)
    asked = "With what chance does he win?"
    if twice:
        asked = "With what chance does he beat this dragon and, with the next card, another one?"
    question = f"Red has landed on the dragon. Turned so far: {told}. {asked}"
    exercise = Reckon(
        **base(question, state, f"{sum(left.values())} cards are left: count the throws for each."),
        reckon="fight twice" if twice else "fight",
    )
    gone = [strength for strength, n in left.items() if not n]
    low, high = sum(n for s, n in left.items() if s <= 3), sum(n for s, n in left.items() if s > 3)
    balance = "easy" if low > 2 * high else "hard" if high > low else "even"
    chance = gran.win_chance(state)
    rating = 950 + 60 * sum(n > 0 for n in left.values()) + 500 * twice
    idea = f"{twice} {balance} {gone} {'few' if sum(left.values()) < 9 else 'many'} {chance >= Fraction(1, 2)}"
    return made("dragons", exercise, "dragon", ["dragon.unknown-strength", "dragon.win"], rating, idea)


# ------------------------------------------------------------------ the best stone


def stone(rng: random.Random) -> Made:
    """The obstacle that costs a rival most on his way to the ring or with it to a city, that costs oneself least, or that is
    allowed at all."""
    variant = rng.choice(("ring", "ring", "city", "city", "own", "allowed"))
    at = rng.choice(of_kind("magic"))
    bearer = "rival" if variant == "city" else ""
    state = position(rng, rng.randint(2, 3), rng.randint(3, 8), "obstacle", bearer, knights={"red": {"at": at}})
    if variant == "allowed":
        return _may_cover(rng, state)
    rival = state.order[1]
    goal, of = ("ring", "") if variant != "city" else city(rng)
    rider = "red" if variant == "own" else rival
    before = state.fewest(state.ring or "" if goal == "ring" else goal, rider)
    if before is None or before < 2:
        raise Rejected("trivial")
    costs = {}
    for place in sorted(state.obstacle_places()):
        after = replace(state, obstacles=state.obstacles | {place}).fewest(
            state.ring or "" if goal == "ring" else goal, rider
        )
        if after is not None:
            costs[place] = after - before
    dear = [place for place, cost in costs.items() if cost > 0]
    cheap = [place for place, cost in costs.items() if cost == 0]
    if not dear or len(cheap) < 3:
        raise Rejected("nothing to win")
    most = max(costs.values())
    if variant == "own":
        picked = rng.sample(dear, min(3, len(dear))) + rng.sample(cheap, 2)
    else:
        top = [place for place in dear if costs[place] == most]
        picked = rng.sample(top, min(2, len(top))) + rng.sample(cheap, 3) + rng.sample(dear, min(1, len(dear)))
    picked = sorted(dict.fromkeys(picked))
    if len(picked) < 4:
        raise Rejected("trivial")
    questions = {
        "ring": f"Red must lay an obstacle. Which of these costs {name(rival)} the most turns on his way to the ring?",
        "city": f"{name(rival)} bears the ring to the city of {name(of)}. Which obstacle of Red's costs him most?",
        "own": "Red must lay an obstacle, and wants the ring himself. After which of these has he it soonest?",
    }
    saved = len({region(place) for place in dear})
    idea = f"{variant} {before} {most} {min(len(dear), 3)} {saved if variant == 'ring' else ''}"
    point = "A stone costs most where two ways become one; where there is a way round, it costs nothing."
    if variant == "own":
        point = "A stone must be laid, and nobody says that it must hurt: look for where it costs nothing."
    options = [(place, f"costs {goal} {rider} {place}") for place in picked]
    ask = "least" if variant == "own" else "best"
    return best(
        "stone", questions[variant], state, options, "obstacle.where", "obstacle", 1100 + 120 * before, idea, point, ask
    )


def _may_cover(rng: random.Random, state: gran.State) -> Made:
    """Which of these may be covered: the ring must stay within reach, and much else stays free."""
    ring_in = state.obstacle_places()
    judged = {space: state.judge(f"lay {space}") for space in BOARD.spaces if space not in state.obstacles}
    by_rule: dict[str, list[str]] = {}
    for space, verdict in judged.items():
        if not verdict.legal:
            by_rule.setdefault(verdict.rules[0], []).append(space)
    if len(by_rule) < 2:
        raise Rejected("trivial")
    hidden = [rule for rule in by_rule if rule == "obstacle.ring-reachable"]  # what nobody sees at once
    rules = [
        *hidden,
        *rng.sample(sorted(by_rule.keys() - set(hidden)), min(len(by_rule) - len(hidden), 3 - len(hidden))),
    ]
    wrong = [(rng.choice(by_rule[rule]), rule) for rule in rules]
    right = rng.sample(sorted(ring_in), 2)
    listed = sorted([*wrong, *((space, "") for space in right)])
    options = tuple(Option(space, action=f"lay {space}", rules=(rule,) if rule else ()) for space, rule in listed)
    exercise = Choose(
        **base(
            "Red must lay an obstacle. Which of these spaces may he cover?",
            state,
            "Only plain ground, nobody on it, and never so that the ring is shut in.",
        ),
        options=options,
        several=True,
    )
    rating = 1000 + 80 * len(rules) + 300 * ("obstacle.ring-reachable" in rules)
    return made("stone", exercise, "obstacle", rules, rating, f"allowed {sorted(rules)}")


# ------------------------------------------------------------------ what follows


def follows(rng: random.Random) -> Made:
    """What is so after a line with an attack, a fight or a delivery in it."""
    bears = rng.choice(("red", "rival", ""))
    state = position(
        rng,
        rng.randint(2, 3),
        rng.randint(0, 4),
        bearer=bears,
        knights={"red": {"talismans": rng.randint(1, 3)}, "rival": {"talismans": rng.randint(0, 3)}},
    )
    now = state
    line: list[str] = []
    kinds: list[str] = []
    for _ in range(7):
        actions = now.actions()
        if not actions or (line and now.decision == "choice" and now.moment == "start"):
            break
        eventful = [action for action in actions if len(now.play(action).events) > 1] if not line else actions
        action = rng.choice(eventful or actions)
        step = now.play(action)
        line.append(action)
        kinds += [event.kind for event in step.events]
        now = step.state
    telling = sorted(set(kinds) - {"moves", "turn", "lays"})
    if len(line) < 2 or len(telling) < 2:
        raise Rejected("nothing follows")
    told = _claims(rng, state, now)
    options = tuple(Option(text, do=tuple(line), claim=claim, rules=()) for text, claim, _ in told)
    if not 1 <= sum(holds for *_, holds in told) < len(told):
        raise Rejected("trivial")
    exercise = Choose(
        **base(f"{_said(line)} What is so then?", state, "One thing after the other, in the order of the rules."),
        options=options,
        several=True,
    )
    wanted = sorted(set(_rules(state, line)))
    verbs = {action.split()[0] for action in line}
    theme = "attack" if "banish" in verbs else "dragon" if "card" in verbs else "ring"
    return made(
        "follows", exercise, theme, wanted[:4], 1000 + 90 * len(telling) + 60 * len(line), f"{telling}", wanted[::-1]
    )


def _rules(state: gran.State, line: list[str]) -> list[str]:
    found = []
    for action in line:
        step = state.play(action)
        found += [rule for event in step.events for rule in event.rules if not rule.startswith("turn.")]
        state = step.state
    return found


def _claims(rng: random.Random, before: gran.State, after: gran.State) -> list[tuple[str, Claim, bool]]:
    """What may be so: of talismans, coat, ring and turn, each in words, as a claim, and whether it holds."""
    found: list[tuple[str, dict[str, object], bool]] = []
    for knight in after.knights[:2]:
        seat, was = knight.id, before.knight(knight.id)
        count = rng.choice([knight.talismans, was.talismans])
        words = {0: "no talisman", 1: "one talisman", 2: "two talismans", 3: "three talismans"}[count]
        found.append((f"{name(seat)} has {words}", {"knight": seat, "talismans": count}, knight.talismans == count))
        found.append((f"{name(seat)} lies under the coat", {"knight": seat, "coat": True}, knight.coat))
        found.append((f"{name(seat)} bears the ring", {"knight": seat, "has_ring": True}, knight.ring))
        at = rng.choice([knight.at, was.at])
        found.append((f"{name(seat)} stands on {at}", {"knight": seat, "at": at}, knight.at == at))
    picked = rng.sample(found, 5)
    return [(text, Claim((tuple(table.items()),), GAME), holds) for text, table, holds in picked]


def _said(line: list[str]) -> str:
    """A line in a sentence: "Red: move over ga1 to gb2, then banish him to w1"."""
    return f"Red: {', then '.join(map(action_words, line))}."


# ------------------------------------------------------------------ where to lay the ring


def lay_ring(rng: random.Random) -> Made:
    """After a delivery: where one is ahead by most, where it may be laid at all, or on how many spaces."""
    goal, of = city(rng)
    rivals, variant = rng.randint(1, 3), rng.choice(("lead", "lead", "may", "count"))
    seals = [of, *rng.sample([state for state in STATES if state != of], rng.randint(0, 1))]
    state = position(rng, rivals + 1, rng.randint(0, 6), "ring", knights={"red": {"at": goal, "seals": seals}})
    places = state.ring_places()
    if len(places) < 8:
        raise Rejected("trivial")
    if variant == "count":
        exercise: Exercise = Reckon(
            **base(
                "Red has just delivered. On how many spaces may he lay the ring now?", state, f"{len(places)} spaces."
            ),
            reckon="places ring",
            unit="spaces",
        )
        return made(
            "lay-ring",
            exercise,
            "ring",
            ["ring.lay-where"],
            1200,
            f"count {len(seals)} {len(state.obstacles)} {rivals}",
        )
    if variant == "may":
        return _may_lie(rng, state, of)
    race = {
        place: others - own
        for place, (own, others) in state.ring_race().items()
        if own is not None and others is not None
    }
    lead = max(race.values(), default=0)
    top, traps = [p for p in race if race[p] == lead], [p for p in race if race[p] < lead]
    if lead < 1 or len(top) > 6 or len(traps) < 4:
        raise Rejected("nothing to win")
    picked = sorted([*rng.sample(top, min(2, len(top))), *rng.sample(traps, 4)])
    question = (
        "Red has just delivered and lays the ring anew. Where is he ahead of everybody else by the most turns, if all run "
        "straight for it?"
    )
    near = min(state.ring_race()[place][0] or 9 for place in top)
    idea = f"lead {rivals} {lead} {near} {len(seals)} {sorted({region(p) == of for p in top})}"
    point = "Near is not enough: it must be far for all the others."
    return best(
        "lay-ring",
        question,
        state,
        [(p, f"lead {p}") for p in picked],
        "ring.lay-where",
        "ring",
        1100 + 120 * rivals,
        idea,
        point,
    )


def _may_lie(rng: random.Random, state: gran.State, of: str) -> Made:
    """Which of these spaces the ring may be laid on."""
    judged = {space: state.judge(f"ring {space}") for space in BOARD.spaces}
    by_rule: dict[str, list[str]] = {}
    for space, verdict in judged.items():
        if not verdict.legal:
            by_rule.setdefault(verdict.rules[0], []).append(space)
    if not by_rule:
        raise Rejected("trivial")
    wrong = [
        (space, rule) for rule in sorted(by_rule) for space in rng.sample(by_rule[rule], min(2, len(by_rule[rule])))
    ]
    wrong = rng.sample(wrong, min(3, len(wrong)))
    right = rng.sample(sorted(space for space, verdict in judged.items() if verdict.legal), 2)
    listed = sorted([*wrong, *((space, "") for space in right)])
    options = tuple(Option(space, action=f"ring {space}", rules=(rule,) if rule else ()) for space, rule in listed)
    question = f"Red has just delivered to {name(of)}. On which of these spaces may he lay the ring?"
    exercise = Choose(
        **base(question, state, "Outside the state where it was delivered, on free plain ground."),
        options=options,
        several=True,
    )
    rules = sorted({rule for _, rule in wrong})
    kinds = sorted({BOARD.spaces[space].kind for space, _ in wrong})
    return made("lay-ring", exercise, "ring", rules, 1000 + 80 * len(rules), f"may {rules} {kinds}")


MAKERS: Mapping[str, Callable[[random.Random], Made]] = {
    "ends": ends,
    "road": road,
    "dragons": dragons,
    "stone": stone,
    "follows": follows,
    "lay-ring": lay_ring,
}
