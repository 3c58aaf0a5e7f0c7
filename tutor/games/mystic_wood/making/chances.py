"""Making puzzles of chances: fights and approaches, jousts, and combinations."""

from __future__ import annotations

from typing import Any

from engine import mystic_wood as mw
from engine.contract.verdicts import IllegalAction
from engine.mystic_wood.material.cards import CHALLENGERS, DENIZENS, KNIGHTS, name_of, the
from engine.text.faults import cap
from tutor.content.puzzles.model import Puzzle, Rejected
from tutor.games.mystic_wood.making.common import base, loaded, made, said, themes_of, weighed
from tutor.games.mystic_wood.making.material import (
    EDITIONS,
    FIXED,
    WOOD,
    Supply,
    an_area,
    hand,
    situation,
    some_denizens,
)
from tutor.games.mystic_wood.making.rule_trace import rules_named
from tutor.teach.exercise.answers import in_words
from tutor.teach.exercise.options import Choose, Option
from tutor.teach.kinds.reckon import Reckon


def odds(supply: Supply) -> tuple[Puzzle, str]:
    """The chance of a fight or an approach, or which of three neighbours is the best to meet."""
    return (_odds_best if supply.rng.random() < 0.5 else _odds_itself)(supply)


def _odds_itself(supply: Supply) -> tuple[Puzzle, str]:
    rng = supply.rng
    knight, taken = rng.choice(KNIGHTS), set[str]()
    (foe,) = some_denizens(rng, taken, 1, [card for card in DENIZENS if not DENIZENS[card].always])
    held = hand(rng, taken, 4, companions=True)
    place = rng.choice(("", "", "sacred-grove", "chapel", "castle"))
    at = rng.choice(("b7", "d7")) if place == "sacred-grove" else rng.choice(("b3", "d3"))
    back = f"c{at[1]}"
    ground: dict[str, dict[str, Any]] = {at: {"name": place} if place else {"paths": "NESW"}, back: {"paths": "NESW"}}
    ground[at] |= {"denizens": [foe]}
    text = situation(EDITIONS[0], {knight: {"at": at, **held}}, ground, turn=knight)
    state = loaded(text)
    ways = [action.text for action in state.legal_actions() if action.verb == "meet"]
    if not ways:
        raise Rejected("nothing to reckon")
    action = rng.choice(ways)
    told = mw.odds(state, action)
    if told.fight is not None and told.round is not None:
        whole = rng.random() < 0.4
        value, asked = (told.fight.win, "fight win") if whole else (told.round.win, "odds win")
        what = "win the whole fight, ties followed to their end" if whole else "win the first round"
    elif told.reactions:
        reaction = rng.choice(sorted(told.reactions))
        value, asked, whole = told.reactions[reaction], f"odds {reaction}", False
        what = f"have this result: “{reaction}”"
    else:
        raise Rejected("nothing to reckon")
    if value in (0, 1):
        raise Rejected("trivial")
    where = f" in {the(place)}" if place else ""
    question = f"{name_of(knight)}{where}: “{said(action)}”. What is the chance to {what}?"
    rules = sorted(rules_named(Choose(**base("", text, EDITIONS[0], [], "")), Option(action=action)))
    about = ("challenge.", "approach.", "card.", "area.", "companion.", "setup.guyon")
    rules = [rule for rule in rules if rule.startswith(about)]
    exercise = Reckon(
        **base(question, text, EDITIONS[0], rules[:5] or ["approach.table"], f"It is {in_words(value)}."),
        reckon=f"{asked} {action}",
    )
    helpers = action.partition(" with ")[2].split()
    rating = 700 + 60 * len(held["things"]) + 150 * len(helpers) + 350 * whole + 120 * bool(place)
    key = f"{knight} {action} {asked} {value} {held} {place}"
    return made("odds", exercise, EDITIONS, ["odds", *themes_of(rules)], rating, key)


def _odds_best(supply: Supply) -> tuple[Puzzle, str]:
    rng = supply.rng
    knight, taken = rng.choice(KNIGHTS), set[str]()
    foes = some_denizens(rng, taken, 3, CHALLENGERS)
    if knight == "britomart" and "king" in foes:
        raise Rejected("no answer")
    held = hand(rng, taken, 4)
    at = an_area(rng)
    ways = rng.sample(sorted(WOOD.neighbours[at]), 3)
    if any(WOOD.neighbours[at][way] in FIXED for way in ways):
        raise Rejected("cannot be")
    ground: dict[str, dict[str, Any]] = {at: {"paths": "NESW"}}
    ground |= {
        WOOD.neighbours[at][way]: {"paths": "NESW", "denizens": [foe]} for way, foe in zip(ways, foes, strict=True)
    }
    text = situation(EDITIONS[0], {knight: {"at": at, **held}}, ground)
    options = tuple(
        Option(
            text=f"{cap(the(foe))} at {WOOD.neighbours[at][way]}", do=(f"move {way}",), reckon=f"fight win meet {foe}"
        )
        for way, foe in zip(ways, foes, strict=True)
    )
    question = (
        f"{name_of(knight)} may walk to any of these three: who is the easiest to beat, ties followed to their end?"
    )
    rules = ["challenge.score"]
    point = "Strength meets strength, prowess meets prowess, and both meet both."
    exercise = Choose(**base(question, text, EDITIONS[0], rules, point), options=options, ask="best")
    return weighed("odds", exercise, EDITIONS, ["odds", "challenge"], 800)


def joust(supply: Supply) -> tuple[Puzzle, str]:
    """Whom to challenge and with whose help."""
    rng = supply.rng
    seats = rng.sample(KNIGHTS, rng.randint(2, 3))
    taken: set[str] = set()
    place = rng.choice(("", "", "chapel", "castle"))
    at = rng.choice(("b3", "d3", "d4"))
    knights: dict[str, dict[str, Any]] = {}
    for n, seat in enumerate(seats):
        knights[seat] = {"at": at, **hand(rng, taken, 4, companions=n == 0)}
        if place == "castle":
            knights[seat]["castle_rank"] = n + 1
    ranks = list(range(1, len(seats) + 1))
    rng.shuffle(ranks)
    if place == "castle":
        for seat, rank in zip(seats, ranks, strict=True):
            knights[seat]["castle_rank"] = rank
    text = situation(EDITIONS[0], knights, {at: {"name": place} if place else {"paths": "NESW"}})
    state = loaded(text)
    ways = [action.text for action in state.legal_actions() if action.verb == "joust"]
    if len(ways) < 2:
        raise Rejected("trivial")
    me = name_of(seats[0])
    picked = rng.sample(ways, min(len(ways), 4))
    options = tuple(Option(text=_joust_words(way), reckon=f"odds win {way}") for way in picked)
    longest = max(len(way.split()) for way in picked)
    if len({way.split()[1] for way in picked}) == 1 and sum(len(way.split()) == longest for way in picked) == 1:
        raise Rejected("trivial")
    told = f" at {the(place)}" if place else ""
    question = f"Which of these gives {me}{told} the best chance to win the first round, if nobody helps the other?"
    rules = [
        "joust.score",
        *(["area.castle"] if place == "castle" else []),
        *(["area.chapel"] if place == "chapel" else []),
    ]
    exercise = Choose(
        **base(
            question,
            text,
            EDITIONS[0],
            rules,
            "Each adds all strength and prowess, and the die decides the rest.",
            seats[0],
        ),
        options=options,
        ask="best",
    )
    return weighed("joust", exercise, EDITIONS, ["jousts", "odds", *themes_of(rules)], 850)


def _joust_words(way: str) -> str:
    _, foe, *aid = way.split()
    return f"Challenge {name_of(foe)}" + (f" with {' and '.join(map(the, aid[1:]))}" if aid else ", alone")


def combination(supply: Supply) -> tuple[Puzzle, str]:
    """Whom to ask along against a denizen next door."""
    rng = supply.rng
    seats = rng.sample(KNIGHTS, rng.randint(3, 4))
    taken: set[str] = set()
    (foe,) = some_denizens(rng, taken, 1, ("giant", "orc", "dragon", "illusion", "wizard", "saracen", "troll", "king"))
    at = an_area(rng)
    way = rng.choice(sorted(WOOD.neighbours[at]))
    there = WOOD.neighbours[at][way]
    if there in FIXED or (foe == "king" and "britomart" in seats):
        raise Rejected("cannot be")
    place = (
        rng.choice(("", "sacred-grove")) if WOOD.half_of(there) == "enchanted" else rng.choice(("", "castle", "chapel"))
    )
    knights = {seat: {"at": at, **hand(rng, taken, 3, companions=n > 0)} for n, seat in enumerate(seats)}
    ground: dict[str, dict[str, Any]] = {at: {"paths": "NESW"}, there: {"name": place} if place else {"paths": "NESW"}}
    ground[there] |= {"denizens": [foe]}
    text = situation(EDITIONS[0], knights, ground)
    state = loaded(text)
    options = []
    for seat in seats[1:]:
        options.append(
            Option(text=name_of(seat), do=_together(state, f"combine {seat} {way}"), reckon=f"odds win meet {foe}")
        )
    options.append(Option(text="Nobody", do=_together(state, f"move {way}"), reckon=f"odds win meet {foe}"))
    question = (
        f"{name_of(seats[0])} will fight {the(foe)} at {there}{f' ({the(place)})' if place else ''}: who beside "
        "this Knight makes the first round's chance the best?"
    )
    rules = ["combine.score", "combine.enter", "challenge.score"]
    exercise = Choose(
        **base(
            question, text, EDITIONS[0], rules, "What the enemy calls for is added; a friend's friends stay at home."
        ),
        options=tuple(options),
        ask="best",
    )
    return weighed("combination", exercise, EDITIONS, ["combination", "odds"], 800)


def _together(state: mw.State, action: str) -> tuple[str, ...]:
    """An action with all that must be answered before the fight: the friend accepts, bystanders do not joust."""
    try:
        here, done = state.play(action).state, [action]
    except IllegalAction:
        raise Rejected("cannot be") from None
    while here.pending and here.to_move is not None:
        answer = next((one for one in ("accept", "no joust") if here.judge(one).legal), None)
        if answer is None:
            break
        here = here.play(answer).state
        done.append(answer)
    return tuple(done)
