"""Making puzzles of the order of encounter, and setups for it and for a fight."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import takewhile
from typing import Any

from engine import mystic_wood as mw
from engine.mystic_wood.material.cards import CARD_OF, CHALLENGERS, DENIZENS, KNIGHTS, THINGS, name_of, the
from engine.mystic_wood.material.ledger import place_in_order
from engine.text.faults import cap
from tutor.content.puzzles.model import Puzzle, Rejected
from tutor.games.mystic_wood.making.common import base, loaded, made, themes_of
from tutor.games.mystic_wood.making.material import EDITIONS, FIXED, WOOD, Supply, an_area, situation, some_denizens
from tutor.teach.exercise.feedback import Outcome
from tutor.teach.kinds import start
from tutor.teach.kinds.build import Build, Proof
from tutor.teach.kinds.order import Order


def order(supply: Supply) -> tuple[Puzzle, str]:
    """Denizens and loose things where a Knight stands."""
    rng = supply.rng
    if rng.random() < 0.1:
        state = _crowded(supply)
        text, editions = mw.dumps(state), [state.edition]
        knight = state.to_move or state.turn
    else:
        knight, area = rng.choice(KNIGHTS), an_area(rng)
        taken: set[str] = set()
        here = some_denizens(rng, taken, rng.randint(3, 7))
        lying = [thing for thing in rng.sample(THINGS, rng.choice((0, 0, 1, 2))) if CARD_OF[thing] not in taken]
        back = rng.choice(list(WOOD.neighbours[area].values()))
        ground: dict[str, dict[str, Any]] = {name: {"paths": "NESW"} for name in (area, back) if name not in FIXED}
        ground[area] |= {"denizens": sorted(here), "things": sorted(lying)}
        text = situation(EDITIONS[0], {knight: {"at": area, "came_from": back}}, ground, moment="arrived")
        editions = list(EDITIONS)
        state = loaded(text)
    listed = mw.encounter_order(state)
    cards = [card for place in listed for card in place]
    if len(listed) < 3:
        raise Rejected("too short")
    if not any(card in CHALLENGERS for card in cards) or all(card in CHALLENGERS for card in cards):
        raise Rejected("trivial")
    who = name_of(knight)
    point = ", then ".join(" or ".join(map(name_of, place)) for place in listed)
    things = any(card in THINGS for card in cards)
    left_out = sorted(set(state.area(state.knight(knight).at).denizens) - set(cards))
    waits = any(card not in CHALLENGERS and card not in THINGS for card in cards)
    rules = ["order.list", *(["order.challenges-first"] if waits else []), *(["thing.loose"] if things else [])]
    rules += [mw.not_met(state)[card].rule for card in left_out]
    rating = 600 + 90 * len(cards) + 60 * len(listed) + 250 * len(left_out) + 60 * things
    also = " and pick up what lies there" if things else ""
    question = f"In which order does {who} meet those at {state.knight(knight).at}{also}?"
    key = f"{sorted(cards)} {left_out} {knight if left_out else ''}"
    exercise = Order(**base(question, text, editions[0], rules, f"{point}."))
    return made("order", exercise, editions, ["order", "encounters", *themes_of(rules)], rating, key)


def _crowded(supply: Supply) -> mw.State:
    """A moment of the game at which somebody has several to meet."""
    found = [
        state
        for state, _, _ in supply.moments()
        if state.decision == "choice"
        and not state.pending
        and "hidden" not in state.variants
        and len(state.area(state.knight(state.to_move or state.turn).at).denizens) >= 3
    ]
    if not found:
        raise Rejected("nobody to meet")
    return supply.rng.choice(found)


def setup(supply: Supply) -> tuple[Puzzle, str]:
    """A place in the order to be brought about, or a hand for a fight."""
    return (_setup_place if supply.rng.random() < 0.5 else _setup_hand)(supply)


def _setup_place(supply: Supply) -> tuple[Puzzle, str]:
    rng = supply.rng
    target = rng.choice([card for card in DENIZENS if card not in ("wild-boar", "wild-ox")])
    knight, place = rng.choice(KNIGHTS), rng.randint(2, 5)
    taken = {target}
    earlier = [card for card in DENIZENS if card != target and place_in_order(card) < place_in_order(target)]
    removed = sorted(some_denizens(rng, taken, rng.randint(0, len(earlier)), earlier))
    pool = [card for card in DENIZENS if card not in taken]
    top = {"moment": "arrived", "removed": removed}

    def laid(cards: Sequence[str]) -> str:
        area = {"paths": "NESW", "denizens": sorted([target, *cards])}
        return situation(EDITIONS[0], {knight: {"at": "c2", "came_from": "c1"}}, {"c2": area}, **top)

    whole = mw.encounter_order(loaded(laid(pool)))
    before = list(takewhile(lambda group: target not in group, whole))
    if len(before) < place - 1 or len(before) == len(whole):
        raise Rejected("no answer")
    if len(before) - (place - 1) > 6:
        raise Rejected("trivial")
    built = [group[0] for group in before[: place - 1]]
    without = f" (Not in the pack: {', '.join(map(name_of, removed))}.)" if removed else ""
    question = (
        f"Lay out denizens beside {the(target)} at c2 so that {name_of(knight)} meets {the(target)} "
        f"in place {place}, no sooner and no later.{without}"
    )
    waits = target not in CHALLENGERS and any(card in CHALLENGERS for card in built)
    rules = ["order.list", *(["order.challenges-first"] if waits else [])]
    exercise = Build(
        **base(question, laid([]), EDITIONS[0], rules, f"With {' and '.join(map(the, built))}, for example."),
        proofs=(Proof(f"place {target}", str(place)),),
        built=laid(built),
        pieces=place - 1,
        lay=("denizens c2",),
    )
    rating = 700 + 150 * place + 25 * len(removed)
    return _proved(exercise, ["setup", "order"], rating, f"place {target} {place} {removed} {knight == 'britomart'}")


#: The cards that lend strength, or give what does.
_LENDERS = ("wizard", "merlin", "dwarf", "witch", "horse", "holy-grail")


def _setup_hand(supply: Supply) -> tuple[Puzzle, str]:
    rng = supply.rng
    foe, knight = rng.choice(("orc", "dragon", "giant", "troll")), rng.choice(KNIGHTS)
    taken = {foe}
    removed = sorted(some_denizens(rng, taken, rng.randint(0, 4), _LENDERS))
    lends = {"armour": 2, "lance": 1, "shield": 1, "potion": 1}
    pool = sorted(((points, thing) for thing, points in lends.items() if CARD_OF[thing] not in taken), reverse=True)
    steeds = [(2, "horse")] if "horse" not in taken else []
    steeds += [(1, "grail")] if "holy-grail" not in taken else []
    best = sorted([*pool, *steeds], reverse=True)
    number = rng.randint(1, 4)
    if len(best) < number + 1:
        raise Rejected("no answer")
    chosen = [card for _, card in best[:number]]

    def laid(cards: Sequence[str]) -> str:
        held: dict[str, Any] = {
            "at": "c2",
            "came_from": "c1",
            "things": sorted(card for card in cards if card in THINGS),
        }
        held |= {"horse": "horse" in cards, "grail": "grail" in cards}
        areas = {"c2": {"paths": "NESW", "denizens": [foe]}}
        return situation(EDITIONS[0], {knight: held}, areas, moment="arrived", removed=removed)

    def chance(cards: Sequence[str]) -> Fraction:
        found = mw.odds(loaded(laid(cards)), f"meet {foe}").round
        assert found is not None
        return found.win

    wanted = chance(chosen)
    if chance([]) >= wanted or chance(chosen[:-1]) >= wanted:
        raise Rejected("trivial")
    rules = ["challenge.score"]
    without = f" (Not in the pack: {', '.join(map(name_of, removed))}, and what they give.)" if removed else ""
    question = (
        f"Put cards into {name_of(knight)}'s hand, {number} at most, so that the chance to beat {the(foe)} in the first "
        f"round is at least {wanted}.{without}"
    )
    point = f"{cap(' and '.join(the('holy-grail' if card == 'grail' else card) for card in chosen))} will do."
    exercise = Build(
        **base(question, laid([]), EDITIONS[0], rules, point),
        proofs=(Proof(f"best win meet {foe}", str(wanted), "at least"),),
        built=laid(chosen),
        pieces=number,
        lay=(f"hand {knight}",),
    )
    rating = 900 + 130 * number + 15 * len(removed)
    key = f"hand {knight} {foe} {number} {removed}"
    return _proved(exercise, ["setup", "odds", "things"], rating, key)


def _proved(exercise: Build, themes: Sequence[str], rating: float, key: str) -> tuple[Puzzle, str]:
    session = start(exercise)
    if session.attempt(session.state).outcome is Outcome.RIGHT:
        raise Rejected("trivial")
    if session.attempt(session.shortest).outcome is not Outcome.RIGHT:
        raise Rejected("no answer")
    return made("setup", exercise, EDITIONS, themes, rating, key)
