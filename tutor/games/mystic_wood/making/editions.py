"""Making puzzles of where the editions part."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from engine import mystic_wood as mw
from engine.mystic_wood.material.cards import CHALLENGERS, KNIGHTS, name_of, the
from tutor.content.puzzles.model import Puzzle, Rejected
from tutor.games.mystic_wood.building.holdings import held_by
from tutor.games.mystic_wood.making.common import NOT_TOLD, base, loaded, made, said, themes_of
from tutor.games.mystic_wood.making.material import (
    EDITIONS,
    FIXED,
    WOOD,
    Supply,
    an_area,
    hand,
    situation,
    some_denizens,
    some_ground,
)
from tutor.games.mystic_wood.making.rule_trace import rules_named
from tutor.teach.exercise.options import Choose, Option


def ruling(supply: Supply) -> tuple[Puzzle, str]:
    """A moment at which the editions part over some of what can be done."""
    ways = (_ruling_storm, _ruling_tie, _ruling_prize, _ruling_carried, _ruling_newcomer, _ruling_tied_joust)
    return supply.rng.choice(ways)(supply)


def _ruling_storm(supply: Supply) -> tuple[Puzzle, str]:
    rng = supply.rng
    seats = rng.sample(KNIGHTS, 2)
    taken: set[str] = set()
    at = an_area(rng)
    stormy = rng.choice([at, *WOOD.neighbours[at].values()])
    ground = some_ground(rng, [area for area in (at, *WOOD.neighbours[at].values()) if area not in FIXED])
    if stormy not in ground:
        raise Rejected("cannot be")
    ground[stormy] |= {"storm": rng.randint(1, 3), "storm_by": seats[1]}
    knights = {seats[0]: {"at": at, **hand(rng, taken, 2, companions=True)}, seats[1]: {"at": "c1"}}
    text = situation(EDITIONS[0], knights, ground)
    key = f"storm {stormy == at} {ground} {knights}"
    point = "In 1980 a storm keeps in whoever is in it; in 2006 it keeps everybody else out as well."
    return _parting(supply, text, seats[0], f"A storm rages at {stormy}", ["reaction.storm"], key, point)


def _ruling_tie(supply: Supply) -> tuple[Puzzle, str]:
    rng = supply.rng
    seats = rng.sample(KNIGHTS, 2)
    taken: set[str] = set()
    (foe,) = some_denizens(rng, taken, 1, [card for card in CHALLENGERS if card != "king"])
    others = some_denizens(rng, taken, rng.randint(0, 2))
    at = an_area(rng)
    there = rng.choice([area for area in (at, *WOOD.neighbours[at].values()) if area not in FIXED])
    ground: dict[str, dict[str, Any]] = {at: {"paths": "NESW"}}
    ground |= {area: {"paths": "NESW"} for area in WOOD.neighbours[at].values() if area not in FIXED}
    ground[there] = {"paths": "NESW", "denizens": sorted([foe, *others])}
    knights = {
        seats[0]: {"at": at, **hand(rng, taken, 1)},
        seats[1]: {"at": there, "fighting": foe, **hand(rng, taken, 1)},
    }
    text = situation(EDITIONS[0], knights, ground)
    told = f"{name_of(seats[1])}'s fight with {the(foe)} at {there} stands at a tie"
    key = f"tie {there == at} {foe} {sorted(others)} {seats}"
    point = "1980 closes an area with an undecided fight to all who do not come to aid; 2006 leaves it open."
    return _parting(supply, text, seats[0], told, ["challenge.tie-closes-area"], key, point)


def _ruling_prize(supply: Supply) -> tuple[Puzzle, str]:
    rng = supply.rng
    seats = rng.sample(KNIGHTS, 2)
    taken: set[str] = set()
    winner = hand(rng, taken, 1)
    loser = hand(rng, taken, 4, companions=True)
    knights = {seats[0]: {"at": "c3", **winner}, seats[1]: {"at": "c3", **loser}}
    text = situation(EDITIONS[0], knights, {"c3": {"paths": "NESW"}})
    before = (f"joust {seats[1]}", "defend", "roll 6 1")
    told = f"{name_of(seats[0])} has just beaten {name_of(seats[1])} in a joust"
    point = "A thing is a prize in 1980 alone; friends and cards of the beaten have their own sentence in each book."
    return _parting(supply, text, seats[0], told, ["joust.prize-card"], f"prize {seats} {loser}", point, before)


def _ruling_carried(supply: Supply) -> tuple[Puzzle, str]:
    """In a storm, with a friend who carries one anywhere."""
    rng = supply.rng
    seats = rng.sample(KNIGHTS, 2)
    taken = {"arch-mage"}
    at = an_area(rng)
    ground = some_ground(rng, [area for area in (at, *WOOD.neighbours[at].values()) if area not in FIXED])
    ground[at] |= {"storm": rng.randint(2, 3), "storm_by": seats[1]}
    held = hand(rng, taken, 2, companions=True)
    held["companions"] = sorted([*held["companions"], "arch-mage"])
    text = situation(EDITIONS[0], {seats[0]: {"at": at, **held}, seats[1]: {"at": "c1"}}, ground)
    key = f"carried {at} {seats[0]} {held}"
    point = "The Arch-Mage's power is above a storm in 1980 alone; nobody walks out of one by either book."
    told = f"{name_of(seats[0])} and the Arch-Mage, a companion, sit in a storm at {at}"
    return _parting(supply, text, seats[0], told, ["companion.arch-mage", "reaction.storm"], key, point)


def _ruling_newcomer(supply: Supply) -> tuple[Puzzle, str]:
    """Somebody rides in on two who stand together."""
    rng = supply.rng
    seats = rng.sample(KNIGHTS, 3)
    taken: set[str] = set()
    at = an_area(rng)
    way = rng.choice(sorted(WOOD.neighbours[at]))
    there = WOOD.neighbours[at][way]
    if there in FIXED:
        raise Rejected("cannot be")
    knights = {
        seat: {"at": at if n == 0 else there, **hand(rng, taken, 2, companions=n == 1)} for n, seat in enumerate(seats)
    }
    text = situation(EDITIONS[0], knights, {at: {"paths": "NESW"}, there: {"paths": "NESW"}})
    told = f"{name_of(seats[0])} has ridden in on {name_of(seats[1])} and {name_of(seats[2])} at {there}"
    point = "In 1980 two who stand together may at once join forces against whoever comes; in 2006 only who enter together do."
    return _parting(supply, text, seats[1], told, ["combine.newcomer"], f"newcomer {knights}", point, (f"move {way}",))


def _ruling_tied_joust(supply: Supply) -> tuple[Puzzle, str]:
    """A joust stands at a tie, and the turn of him who was challenged begins."""
    rng = supply.rng
    seats = rng.sample(KNIGHTS, 2)
    taken: set[str] = set()
    at = an_area(rng)
    tied: tuple[dict[str, Any], ...] = ({"fighting": seats[1]}, {"fighting": seats[0], "challenger": True})
    knights = {
        seat: {"at": at, **more, **hand(rng, taken, 2, companions=True)} for seat, more in zip(seats, tied, strict=True)
    }
    ground: dict[str, dict[str, Any]] = {at: {"paths": "NESW"}}
    ground |= {area: {"paths": "NESW"} for area in WOOD.neighbours[at].values() if area not in FIXED}
    text = situation(EDITIONS[0], knights, ground)
    told = (
        f"{name_of(seats[1])}'s challenge of {name_of(seats[0])} stands at a tie, and {name_of(seats[0])}'s turn begins"
    )
    point = "In 1980 the rounds alternate, one in each Knight's turn; in 2006 they wait for the challenger."
    return _parting(supply, text, seats[0], told, ["joust.tie", "joust.in-turn"], f"tied {knights}", point)


def _parting(
    supply: Supply,
    text: str,
    who: str,
    told: str,
    rules: Sequence[str],
    key: str,
    point: str,
    before: tuple[str, ...] = (),
) -> tuple[Puzzle, str]:
    rng = supply.rng
    state = loaded(text)
    for action in before:
        if not state.judge(action).legal:
            raise Rejected("cannot be")
        state = state.play(action).state
    if state.decision != "choice" or state.to_move != who:
        raise Rejected("cannot be")
    tries = [action.text for action in state.legal_actions() if action.verb not in ("stalemate", "offer", "drop")]
    carried = [action for action in tries if action.startswith("arch-mage ")]
    tries = [action for action in tries if action not in carried] + rng.sample(carried, min(2, len(carried)))
    if told.endswith("in a joust"):
        tries += [f"prize {card}" for card in held_by(state.knight(next(k.id for k in state.knights if k.id != who)))]
    tries += [f"move {way}" for way in sorted(state.wood.neighbours[state.knight(who).at])] if not before else []
    tries = sorted(dict.fromkeys(tries))
    if len(tries) < 2:
        raise Rejected("trivial")
    compared = {action: mw.compare(state, action) for action in rng.sample(tries, min(len(tries), 7))}
    parting = sorted(action for action, found in compared.items() if found.differ and _plainly(found))
    alike = sorted(action for action, found in compared.items() if not found.differ)
    if not parting or not alike:
        raise Rejected("the editions agree" if not parting else "trivial")
    picked = sorted([*rng.sample(parting, min(2, len(parting))), *rng.sample(alike, min(3, len(alike)))])
    question = f"{told}: over which of {name_of(who)}'s choices do the editions part?"
    exercise = Choose(
        **base(question, text, EDITIONS[0], rules, point, who),
        options=tuple(Option(said(action), action=action) for action in picked),
        several=True,
        ask="differs",
    )
    exercise = replace(exercise, before=before)
    options, refuted = [], []
    for option in exercise.options:
        wrong = option.action in alike
        named = [rule for rule in sorted(rules_named(exercise, option)) if rule not in NOT_TOLD] if wrong else []
        if wrong and not named:
            raise Rejected("no refutation")
        options.append(replace(option, rules=tuple(named[:2])))
        refuted.append(tuple(named[:2]))
    switched = [switch.rule for action in picked for switch in compared[action].switches]
    exercise = replace(exercise, options=tuple(options), rules=tuple(dict.fromkeys([*switched, *rules]))[:6])
    rating = 900 + 100 * len(picked) + 60 * len(set(switched))
    return made(
        "ruling", exercise, EDITIONS, ["editions", *themes_of(exercise.rules)], rating, key, refutations=tuple(refuted)
    )


def _plainly(found: mw.Comparison) -> bool:
    """Whether the editions part over the action itself, and not only over what may be done after it."""
    told = [
        found.events.get(edition) if verdict.legal else verdict.legal for edition, verdict in found.verdicts.items()
    ]
    return any(one != told[0] for one in told)
