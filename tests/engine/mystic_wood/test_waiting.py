"""What waits in a written situation: every field of every kind is checked, whoever wrote it."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

from engine import mystic_wood as mw
from engine.mystic_wood.notation.keys import PENDING
from engine.mystic_wood.rules.decisions import DECISIONS
from engine.text.faults import Faulty
from tutor.content.cases import cases

#: So many moments of a kind are spoilt, if the worked cases have as many.
ENOUGH = 4
#: What can be written down; one kind happens at once.
WRITTEN = set(DECISIONS) - {"glade"}
#: Where any value that can be written can be meant.
FREE = {"way", "purpose", "number", "drawn", "leaving", "prize"}


@cache
def moments() -> dict[str, list[tuple[mw.State, int]]]:
    """For each kind some states of the worked cases in which it waits, and where in ``pending`` it stands."""
    found: dict[str, list[tuple[mw.State, int]]] = {}
    for case in cases():
        if found.keys() >= WRITTEN:
            break
        try:
            states = [mw.read(case["situation"])]
            for action in case.get("do", ()):
                states.append(states[-1].play(action.removeprefix("?")).state)
        except (Faulty, mw.IllegalAction):
            continue
        for state in states:
            if len(state.order) < len(mw.CARDS.knights):
                for number, waiting in enumerate(state.pending):
                    if len(known := found.setdefault(waiting.kind, [])) < ENOUGH:
                        known.append((state, number))
    return found


def spoilt(state: mw.State, number: int, key: str) -> Any:
    """Something that this key cannot mean in this state: who has no seat, a companion nobody has, what lies elsewhere."""
    absent = next(knight for knight in mw.CARDS.knights if knight not in state.order)
    held = {card for knight in state.knights for card in knight.companions}
    friend = next(card for card in ("sage", "prince", "princess", "magician") if card not in held)
    things = {card for knight in state.knights for card in knight.things}
    values: dict[str, Any] = {
        "area": next(area for area in ("a1", "e9") if area != state.pending[number].area),
        "aid": [friend],
        "foe_aid": [friend],
        "to_ask": [absent],
        "partners": [absent],
        "price": next(thing for thing in mw.CARDS.things if thing not in things),
    }
    return values.get(key, absent)


@pytest.mark.parametrize("kind", sorted(WRITTEN))
def test_what_waits_names_nobody_and_nothing_that_is_not_there(kind: str) -> None:
    for state, number in moments()[kind]:
        uses = (*DECISIONS[kind].uses, "knight", *(["who"] if DECISIONS[kind].by == "choice" else []))
        for key in (key.name for key in PENDING if key.name in uses and key.name not in FREE):
            data = mw.to_dict(state)
            data["pending"][number][key] = spoilt(state, number, key)
            with pytest.raises(mw.ImpossibleSituation) as refused:
                mw.from_dict(data)
            assert "pending" in refused.value.faults[0].where, key


@pytest.mark.parametrize("kind", sorted(WRITTEN))
def test_what_waits_has_no_key_that_says_nothing(kind: str) -> None:
    values = {"aid": ["sage"], "foe_aid": ["sage"], "number": 1, "leaving": True, "way": "north"}
    for state, number in moments()[kind][:1]:
        unseen = next(
            card for card in ("orc", "troll", "giant", "witch", "rogue") if f'"{card}"' not in mw.dumps(state)
        )
        for key in (key.name for key in PENDING[3:] if key.name not in DECISIONS[kind].uses):
            data = mw.to_dict(state)
            who = [state.order[0]] if key in ("partners", "to_ask") else state.order[0]
            data["pending"][number][key] = [unseen] if key == "drawn" else values.get(key, who)
            with pytest.raises(mw.ImpossibleSituation, match=f"{kind} has nothing to do with {key}"):
                mw.from_dict(data)


def test_nobody_has_lost_a_joust_beside_himself() -> None:
    data = (
        'order = ["george", "roland"]\npending = [{ kind = "prize", who = "george", knight = "george", of = "roland",'
    )
    data += (
        ' partners = ["%s"] }]\n[areas.c2]\npaths = "NESW"\n[knights.george]\nat = "c2"\n[knights.roland]\nat = "c2"'
    )
    for nobody in ("george", "perceval", "orc"):
        with pytest.raises(mw.ImpossibleSituation, match="partners names other Knights of the game"):
            mw.loads(data % nobody)


@pytest.mark.parametrize(
    "kind", ["reveal", "draw", "challenge", "approach", "bonus", "fountain", "attacked", "illusion", "dwarf"]
)
@pytest.mark.parametrize(("held", "at"), [("captured", "c2"), ("imprisoned", "c5")])
def test_nothing_of_an_encounter_waits_in_the_turn_of_who_is_held(kind: str, held: str, at: str) -> None:
    data = {
        "order": ["george"],
        "pending": [{"kind": kind, "who": "george", "knight": "george"}],
        "areas": {"c2": {"paths": "NESW", "denizens": ["enchantress"]}},
        "knights": {"george": {"at": at, held: True}},
    }
    with pytest.raises(mw.ImpossibleSituation) as refusal:
        mw.from_dict(data)
    (fault,) = refusal.value.faults
    assert (fault.where.rpartition(" ")[2], fault.code) == (held, "no-fit")
    assert fault.what == "nobody meets anything in the turn of a prisoner or captive"
