"""Making puzzles of where the editions part."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from engine import mystic_wood as mw
from engine.mystic_wood.material.cards import CHALLENGERS, KNIGHTS, name_of, the
from tutor.mystic_wood.holdings import held_by
from tutor.mystic_wood.making.common import NOT_TOLD, base, loaded, made, said, themes_of
from tutor.mystic_wood.making.material import (
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
from tutor.mystic_wood.making.rule_trace import rules_named
from tutor.puzzles.model import Puzzle, Rejected
from tutor.teach.options import Choose, Option


def ruling(supply: Supply) -> tuple[Puzzle, str]:
    """A moment at which the editions part over some of what can be done."""
    return supply.rng.choice((_ruling_storm, _ruling_tie, _ruling_prize))(supply)


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
    return _parting(supply, text, seats[0], f"A storm rages at {stormy}", ["reaction.storm"], key)


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
    knights = {seats[0]: {"at": at, **hand(rng, taken, 1)}, seats[1]: {"at": there, "fighting": foe, **hand(rng, taken, 1)}}
    text = situation(EDITIONS[0], knights, ground)
    told = f"{name_of(seats[1])}'s fight with {the(foe)} at {there} stands at a tie"
    key = f"tie {there == at} {foe} {sorted(others)} {seats}"
    return _parting(supply, text, seats[0], told, ["challenge.tie-closes-area"], key)


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
    return _parting(supply, text, seats[0], told, ["joust.prize-card"], f"prize {seats} {loser}", before)


def _parting(
    supply: Supply, text: str, who: str, told: str, rules: Sequence[str], key: str, before: tuple[str, ...] = ()
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
    if before:
        tries += [f"prize {card}" for card in held_by(state.knight(next(k.id for k in state.knights if k.id != who)))]
    tries += [f"move {way}" for way in sorted(state.wood.neighbours[state.knight(who).at])] if not before else []
    tries = sorted(dict.fromkeys(tries))
    if len(tries) < 2:
        raise Rejected("trivial")
    compared = {action: mw.compare(state, action) for action in rng.sample(tries, min(len(tries), 7))}
    parting = sorted(action for action, found in compared.items() if found.differ)
    alike = sorted(action for action, found in compared.items() if not found.differ)
    if not parting or not alike:
        raise Rejected("the editions agree" if not parting else "trivial")
    picked = sorted([*rng.sample(parting, min(2, len(parting))), *rng.sample(alike, min(3, len(alike)))])
    question = f"{told}: which of these do the editions judge differently, or let end differently, if {name_of(who)} does it?"
    exercise = Choose(
        **base(question, text, EDITIONS[0], rules, "What one edition closes, the other may leave open.", who),
        options=tuple(Option(said(action), action=action) for action in picked), several=True, ask="differs",
    )  # fmt: skip
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
    return made("ruling", exercise, EDITIONS, ["editions", *themes_of(exercise.rules)], rating, key, refutations=tuple(refuted))
