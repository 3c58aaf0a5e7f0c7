"""Knights in company: two against one denizen, a joust that stands at a tie, cards face down, and play together.

Situations are those of ``making`` with something added; what the texts say of it follows, as naively as in ``rules``.
"""

from __future__ import annotations

import random
from fractions import Fraction

from tests.naive.facts import CHALLENGERS, OPPOSITE, PROWESS_CARDS, STEPS, TOWER
from tests.naive.making import situation
from tests.naive.outcomes import After, Places, _beaten, _flight
from tests.naive.rules import (
    Situation,
    area,
    card,
    chances,
    corresponding,
    face_up,
    fight_sums,
    has_inside,
    held,
    kept,
    knight,
    may_take,
    may_walk,
    neighbour,
    own,
    present,
    shut,
    stormy,
    theirs,
    to_meet,
    together,
)

#: What is taken off a Knight who is to be free for something else.
BONDS = ("imprisoned", "captured", "freed", "fighting", "at_peace", "came_from", "arrived", "partners", "challenger")


def gathered(seed: int, most: int = 4) -> tuple[Situation, str, str] | None:
    """The Knight to move at the start of his turn, and another in the same place, both free; nobody else fights there."""
    s = situation(seed)
    who = s["turn"]
    others = [other for other in s["order"] if other != who]
    if not others or knight(s, who)["at"] == TOWER:
        return None
    other = random.Random(seed).choice(others)
    s["moment"] = "start"
    for name in (who, other):
        for bond in BONDS:
            knight(s, name).pop(bond, None)
    for third in others:
        if knight(s, third)["at"] == knight(s, who)["at"] or knight(s, third).get("fighting") in s["order"]:
            for bond in ("fighting", "captured", "freed"):
                knight(s, third).pop(bond, None)
    here = knight(s, who)["at"]
    knight(s, other)["at"] = here
    knight(s, other)["ignored_by"] = []
    for name in (who, other):
        knight(s, name).pop("inside", None)
        if has_inside(s, here):
            knight(s, name)["inside"] = True
    return s, who, other


# ------------------------------------------------------------------ two against one


def team(seed: int) -> tuple[Situation, str, str, str] | None:
    """Two who have combined against a denizen, whose fight stands at a tie: the one whose turn it is leads."""
    found = gathered(seed)
    if found is None:
        return None
    s, who, other = found
    foes = [d for d in present(s, who) if d in CHALLENGERS]
    if not foes:
        return None
    foe = random.Random(seed + 1).choice(foes)
    if foe == "king" and "britomart" in (who, other):
        return None  # whether he ignores her then is a question of its own
    for name in (who, other):
        knight(s, name)["ignored_by"] = [e for e in knight(s, name).get("ignored_by", ()) if e["denizen"] != foe]
    knight(s, who).update(fighting=foe, partners=[other])
    knight(s, other)["partners"] = [who]
    return s, who, other, foe


def team_sums(s: Situation, who: str, other: str, foe: str, aid: tuple[str, ...]) -> tuple[int, int]:
    """What the two and the denizen add to their dice: of the fellow only what is his own (`combine.score`)."""
    mine, yours = fight_sums(s, who, foe, aid)
    strength, prowess = theirs(s, foe, knight(s, who)["at"])
    fellow = own(s, other)
    return mine + (fellow[0] if strength else 0) + (fellow[1] if prowess else 0), yours


def after_team(
    s: Situation, who: str, other: str, foe: str, aid: tuple[str, ...], dice: tuple[int, int]
) -> Places | None:
    """After one round of the two: None where a choice comes first."""
    after = After(s, who)
    mine, yours = team_sums(s, who, other, foe, aid)
    after.spend(aid)
    if dice[0] + mine == dice[1] + yours:
        return after.now
    if dice[0] + mine < dice[1] + yours:
        _beaten(after, foe)
        second = After(s, other)
        second.now = after.now
        return _beaten(second, foe)
    if foe in PROWESS_CARDS:
        after.gone(foe)  # neither gains prowess from a joint victory
    elif foe == "dragon":
        if not shut(s, after.at, _flight(after.at)):
            after.put(foe, f"at {_flight(after.at)}")
    elif foe == "enchantress":
        after.enchantress_goes()
    elif foe == "king":
        after.gone(foe)
    else:
        return None  # the Lance is shared, the Illusion is sent
    return after.now


# ------------------------------------------------------------------ a joust that stands at a tie


def tied(seed: int) -> tuple[Situation, str, str] | None:
    """Two whose joust stands at a tie; it is the turn of one of them, or of a third (who stands there too)."""
    found = gathered(seed)
    if found is None:
        return None
    s, who, other = found
    rng = random.Random(seed + 2)
    thirds = [name for name in s["order"] if name not in (who, other)]
    one = who
    if thirds and rng.random() < 0.4:
        one = rng.choice(thirds)
        for bond in BONDS:
            knight(s, one).pop(bond, None)
        knight(s, one)["at"] = knight(s, who)["at"]
        knight(s, one).pop("inside", None)
        if knight(s, who).get("inside"):
            knight(s, one)["inside"] = True
    knight(s, one)["fighting"], knight(s, other)["fighting"] = other, one
    knight(s, rng.choice((one, other)))["challenger"] = True
    return s, one, other


def may_go_on(s: Situation, who: str, other: str) -> bool:
    """Whether the next round comes in this turn: in the turns of both in 1980, of the challenger in 2006 (`joust.tie`)."""
    return s["edition"] == "1980" or bool(knight(s, who).get("challenger"))


def may_cut_in(s: Situation, who: str, one: str) -> bool | None:
    """Whether a third may challenge one whose joust is tied (`joust.when`: 2006 bars only a fight with a creature)."""
    k = knight(s, who)
    if not together(s, who, one) or k.get("imprisoned") or k.get("captured"):
        return False
    if s["edition"] == "1980":
        return False
    peace = [entry["knight"] for entry in k.get("at_peace", ())]
    back = [entry["knight"] for entry in knight(s, one).get("at_peace", ())]
    if k.get("freed"):
        return None
    return one not in peace and who not in back and not k.get("fighting")


# ------------------------------------------------------------------ cards face down


def face_down(seed: int) -> Situation | None:
    """A situation played with hidden cards: some of those present lie face down, and some know where the Armour is."""
    s = situation(seed)
    rng = random.Random(seed + 3)
    s["variants"] = ["hidden"]
    here = knight(s, s["turn"])["at"]
    there = rng.choice((here, corresponding(here)))
    carried = {thing for k in s["knights"].values() for thing in k.get("things", ())}
    lying = [data.get(key, ()) for data in s["areas"].values() for key in ("denizens", "things", "things_outside")]
    if here != TOWER and not {"dwarf", "armour"} & carried.union(*lying):
        s["areas"].setdefault(there, {}).setdefault("denizens", []).append("dwarf")
    for data in s["areas"].values():
        hidden = {d: rng.sample(s["order"], rng.randint(0, 1)) for d in data.get("denizens", ()) if rng.random() < 0.6}
        hidden = {d: seen for d, seen in hidden.items() if d not in _fought(s)}
        if hidden and data.get("face") != "down":
            data["hidden"] = hidden
    for k in s["knights"].values():
        if rng.random() < 0.5:
            k["knows_armour"] = True
    return s


def _fought(s: Situation) -> set[str]:
    """Those somebody has met: they have been seen."""
    found = {k.get("fighting", "") for k in s["knights"].values()}
    found |= {entry["denizen"] for k in s["knights"].values() for entry in k.get("ignored_by", ())}
    return found | {"enchantress"}


def left_face_down(s: Situation) -> tuple[str, ...]:
    """Who need not be shown even when he is met."""
    return ("queen", "bishop", "dwarf") if s["edition"] == "1980" else ("queen", "dwarf")


def may_take_hidden(s: Situation, who: str, thing: str, open_cards: bool | None) -> bool | None:
    """As with open cards; but the Armour only by one who has met the Dwarf, and by him from under a Dwarf left face down."""
    if thing != "armour":
        return open_cards
    k = knight(s, who)
    if not k.get("knows_armour"):
        return False
    outside = has_inside(s, k["at"]) and not k.get("inside")
    if outside or "dwarf" not in area(s, corresponding(k["at"])).get("hidden", {}):
        return open_cards
    lying = area(s, k["at"])
    there: Situation = {
        **s,
        "areas": {**s["areas"], k["at"]: {**lying, "things": [*lying.get("things", ()), "armour"]}},
    }
    return may_take(there, who, "armour")


def after_dwarf(s: Situation, who: str, shown: bool) -> Places:
    """After the Dwarf is met face down: he is shown and gone, or left where he is with what he has told."""
    after = After(s, who)
    if shown:
        after.gone("dwarf")
        after.put("armour", f"at {corresponding(after.at)}")
    return after.now


def face_down_after(s: Situation, who: str, met: str, now: Places) -> list[str]:
    """Who of those that lie face down in his area and have not left it still lies so after that encounter."""
    here = knight(s, who)["at"]
    was = area(s, here).get("hidden", ())
    return sorted(d for d in was if now.get(d) == f"at {here}" and (d != met or d in left_face_down(s)))


# ------------------------------------------------------------------ play together


def helped(seed: int) -> tuple[Situation, str, str, str] | None:
    """Cooperative play: the Knight to move stands before a challenger, and another in the same place may help."""
    found = gathered(seed)
    if found is None:
        return None
    s, who, other = found
    s["variants"] = ["cooperative"]
    knight(s, who)["ignored_by"] = []
    foes = [d for d in present(s, who) if d in CHALLENGERS]
    if not foes or ("king" in foes and "britomart" in (who, other)):
        return None
    return s, who, other, foes[0]


def team_chances(s: Situation, who: str, other: str, foe: str, aid: tuple[str, ...]) -> dict[str, Fraction]:
    return chances(*team_sums(s, who, other, foe, aid))


# ------------------------------------------------------------------ moving in, and entering together


def beside(seed: int) -> tuple[Situation, str, str, str] | None:
    """Somebody whose fight with a challenger stands at a tie, and the Knight to move in his place or next to it."""
    found = gathered(seed)
    if found is None:
        return None
    s, who, other = found
    rng = random.Random(seed + 4)
    for bond in BONDS:
        knight(s, who).pop(bond, None)
    if rng.random() < 0.6:
        ways = [
            there for way in STEPS if (there := neighbour(knight(s, who)["at"], way)) is not None and there != TOWER
        ]
        there = rng.choice(ways)
        if not face_up(s, there):
            return None
        knight(s, who)["at"] = there
        knight(s, who).pop("inside", None)
        knight(s, who)["ignored_by"] = []
    foes = [d for d in present(s, other) if d in CHALLENGERS and not (d == "king" and other == "britomart")]
    if not foes or has_inside(s, knight(s, other)["at"]) or has_inside(s, knight(s, who)["at"]):
        return None  # of a fight inside the Cave or over on the Island nothing is said here
    knight(s, other)["fighting"] = rng.choice(foes)
    return s, who, other, knight(s, other)["fighting"]


def may_aid(s: Situation, who: str, other: str, foe: str) -> bool | None:
    """Whether he may come to the aid of a fight at a tie: he stands there, or walks there now (`combine.relief`)."""
    k, here, there = knight(s, who), knight(s, who)["at"], knight(s, other)["at"]
    if foe == "king" and who == "britomart":
        return None
    if k.get("imprisoned") or k.get("captured") or k.get("freed") or k.get("fighting"):
        return False
    if here == there:
        # Whom he owes a meeting he meets first; in 1980 the fight keeps everybody else from him.
        return None if to_meet(s, who) else True
    if held(s, who):
        return False
    one, two = card(s, here), card(s, there)
    way = next(way for way in STEPS if neighbour(here, way) == there)
    if one is None or two is None or not face_up(s, here):
        return None
    if STEPS[way][0] not in one[1] or OPPOSITE[STEPS[way][0]] not in two[1]:
        return False
    return not (stormy(s, here) or (s["edition"] == "2006" and stormy(s, there)))


def may_enter_together(s: Situation, who: str, other: str, way: str) -> bool | None:
    """Whether the two may go there together against somebody (`combine.enter`: an enemy is one who fights)."""
    walks = may_walk(s, who, way)
    if not walks:
        return walks
    for name in (who, other):
        if held(s, name):
            return None if name == other else False
    there = neighbour(knight(s, who)["at"], way)
    assert there is not None
    if has_inside(s, there) or has_inside(s, knight(s, who)["at"]):
        return None
    enemies = [d for d in area(s, there).get("denizens", ()) if d in CHALLENGERS or d == "prince"]
    knights = [name for name in s["order"] if name not in (who, other) and knight(s, name)["at"] == there]
    if knights:
        return None if there == TOWER or any(kept(s, name) for name in knights) or not enemies else True
    if set(enemies) <= {"king"} and "britomart" in (who, other):
        return None if enemies else False
    return bool(enemies)
