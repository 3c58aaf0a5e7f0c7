"""The rules once more, naively: a situation is the plain data it is written in, and every question is answered from scratch.

``None`` as an answer: the texts leave it open here, or it takes more than this naive reader knows. Nothing is compared then.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from tests.naive.facts import (
    CHALLENGERS,
    COLUMNS,
    EARTHLY_GATE,
    ENCHANTED_GATE,
    FIXED,
    KNIGHTS,
    NEEDED,
    NO_GUARDS,
    NUMBER,
    OPPOSITE,
    ORDER,
    PRINCE,
    STEPS,
    THINGS,
    TILES,
    TOWER,
)

Situation = dict[str, Any]
Data = dict[str, Any]


# ------------------------------------------------------------------ where things are


def area(s: Situation, name: str) -> Data:
    return s.get("areas", {}).get(name, {})


def card(s: Situation, name: str) -> tuple[str, str, bool] | None:
    """Name, paths as it lies, and whether it is a glade; None for a card that nobody knows."""
    if name in FIXED:
        return FIXED[name]
    written = area(s, name)
    if "tile" not in written:
        return None
    title, paths, glade = TILES[written["tile"]]
    if written.get("turned"):
        paths = "".join(OPPOSITE[edge] for edge in paths)
    return title, paths, glade


def face_up(s: Situation, name: str) -> bool:
    return name in FIXED or (card(s, name) is not None and area(s, name).get("face") != "down")


def named(s: Situation, name: str) -> str:
    """The name of an area that lies face up ("" for none)."""
    found = card(s, name)
    return found[0] if found is not None and face_up(s, name) else ""


def has_inside(s: Situation, name: str) -> bool:
    return named(s, name) in ("cave", "island")


def knight(s: Situation, who: str) -> Data:
    return s["knights"][who]


def neighbour(name: str, way: str) -> str | None:
    _, east, north = STEPS[way]
    column, row = COLUMNS.index(name[0]) + east, int(name[1]) + north
    return f"{COLUMNS[column]}{row}" if 0 <= column < 5 and 1 <= row <= 9 else None


def corresponding(name: str) -> str:
    """The other area with the same number in the diagram (`wood.numbers`)."""
    if name == TOWER:
        return name
    return next(other for other, number in NUMBER.items() if number == NUMBER[name] and other != name)


def enchanted(name: str) -> bool:
    return int(name[1]) > 5 or (int(name[1]) == 5 and name[0] in "ab")


def other_gate(name: str) -> str:
    """The Gate of the other half (not for the Tower, which lies in neither)."""
    return EARTHLY_GATE if enchanted(name) else ENCHANTED_GATE


def loose(s: Situation, who: str) -> list[str]:
    """The loose things where he is: outside and inside are two places (`area.cave-island-inside`)."""
    k = knight(s, who)
    outside = has_inside(s, k["at"]) and not k.get("inside")
    return list(area(s, k["at"]).get("things_outside" if outside else "things", ()))


def present(s: Situation, who: str) -> list[str]:
    """The denizens who are where he is."""
    k = knight(s, who)
    if has_inside(s, k["at"]) and not k.get("inside"):
        return []
    return list(area(s, k["at"]).get("denizens", ()))


def together(s: Situation, who: str, other: str) -> bool:
    one, two = knight(s, who), knight(s, other)
    return one["at"] == two["at"] and bool(one.get("inside")) == bool(two.get("inside"))


def kept(s: Situation, who: str) -> bool:
    """Whether he is a prisoner or a captive."""
    return bool(knight(s, who).get("imprisoned") or knight(s, who).get("captured"))


# ------------------------------------------------------------------ whom he meets


def remained(s: Situation, who: str, denizen: str) -> bool:
    return any(
        entry["denizen"] == denizen and entry["area"] == knight(s, who)["at"]
        for entry in knight(s, who).get("ignored_by", ())
    )


def others_fights(s: Situation, who: str) -> list[str]:
    """The foes of fights that others have not decided, where he is."""
    return [
        knight(s, other)["fighting"]
        for other in s["order"]
        if other != who and together(s, who, other) and knight(s, other).get("fighting")
    ]


def to_meet(s: Situation, who: str) -> list[str]:
    """Whom he can meet here now, in no order."""
    k = knight(s, who)
    if kept(s, who) or k.get("freed"):
        return []
    found = []
    for denizen in present(s, who):
        if remained(s, who, denizen):
            continue
        if denizen == "king" and who == "britomart":
            continue
        closed = others_fights(s, who)
        if closed and (s["edition"] == "1980" or denizen in closed) and k.get("fighting") != denizen:
            continue
        found.append(denizen)
    return found


def held(s: Situation, who: str) -> bool:
    """Whether somebody here keeps him from walking off unmet.

    Who walked in and stayed has met all there were; so they came to him, or he to them by transport. Queen and Bishop never
    come to anybody: he has visited them, unless he was carried here.
    """
    carried = knight(s, who).get("arrived") == "transported"
    return any(carried or denizen not in ("queen", "bishop") for denizen in to_meet(s, who))


def order(s: Situation, who: str) -> list[list[str]]:
    """Place by place whom he meets, and last the loose things, if nobody who stays guards them."""
    meeting = to_meet(s, who)
    foe = knight(s, who).get("fighting")
    places = [[foe]] if foe in meeting else []
    for place in ORDER:
        here = sorted(denizen for denizen in place if denizen in meeting and denizen != foe)
        if here:
            places.append(here)
    things = sorted(loose(s, who))
    staying = [d for d in present(s, who) if d not in meeting and guards(s, who, d)]
    if things and not staying:
        places.append(things)
    return places


def guards(s: Situation, who: str, denizen: str) -> bool:
    """Whether that denizen keeps him from the loose things (`loose.guarded`)."""
    return denizen not in NO_GUARDS and not (denizen == "king" and who == "britomart")


# ------------------------------------------------------------------ scores


def own(s: Situation, who: str) -> tuple[int, int]:
    """His strength and prowess where he stands, without aid."""
    k = knight(s, who)
    strength, prowess = CHALLENGERS["king"] if k.get("king") else KNIGHTS[who]
    for thing in k.get("things", ()):
        strength += THINGS[thing][0]
        prowess += THINGS[thing][1]
    prowess += len(k.get("prowess_cards", ())) + bool(k.get("blessing")) + bool(k.get("grail"))
    strength += 2 * bool(k.get("horse")) + bool(k.get("grail"))
    if named(s, k["at"]) == "chapel":
        prowess += 2
    return strength, prowess


LENT = {"prince": (3, 3), "princess": (0, 1), "sage": (0, 2)}


def theirs(s: Situation, denizen: str, where: str) -> tuple[int, int]:
    """Strength and prowess of a denizen who fights there."""
    strength, prowess = PRINCE if denizen == "prince" else CHALLENGERS[denizen]
    if strength and named(s, where) == "castle":
        strength += 2
    if prowess and named(s, where) == "sacred-grove":
        prowess += 1
    return strength, prowess


def helpers(s: Situation, who: str, denizen: str) -> list[str]:
    """Which of his companions could help him with that denizen."""
    mine = knight(s, who).get("companions", ())
    if denizen in NEEDED:
        return [c for c in mine if c in LENT]
    strength, prowess = CHALLENGERS.get(denizen, (0, 0))
    found = []
    for companion in mine:
        if companion not in LENT or (denizen == "king" and companion != "sage"):
            continue
        if (LENT[companion][0] and strength) or (LENT[companion][1] and prowess):
            found.append(companion)
    return found


def joust_helpers(s: Situation, who: str, other: str) -> list[str]:
    """Which of his companions could help him in a joust with that Knight.

    Prince and Princess not against a King; the Prince, who would part after helping, not where nobody can be left: before the
    Cave and on the shore of the Island.
    """
    k = knight(s, who)
    outside = has_inside(s, k["at"]) and not k.get("inside")
    found = [c for c in k.get("companions", ()) if c in LENT]
    if knight(s, other).get("king"):
        found = [c for c in found if c == "sage"]
    return [c for c in found if c != "prince" or not outside]


def fight_sums(s: Situation, who: str, denizen: str, aid: tuple[str, ...]) -> tuple[int, int]:
    """What the Knight and the denizen add to their dice (`challenge.score`)."""
    strength, prowess = theirs(s, denizen, knight(s, who)["at"])
    mine = own(s, who)
    total = 0
    for points, counts in ((0, bool(strength)), (1, bool(prowess))):
        if counts:
            total += mine[points] + sum(LENT[companion][points] for companion in aid)
    return total, strength + prowess


def joust_sums(s: Situation, who: str, other: str, aid: tuple[str, ...]) -> tuple[int, int] | None:
    """What two Knights add in a joust, the other defending without aid; None at the Castle, where it matters who came first."""
    if named(s, knight(s, who)["at"]) == "castle":
        return None
    return sum(own(s, who)) + sum(sum(LENT[c]) for c in aid), sum(own(s, other))


def chances(mine: int, yours: int) -> dict[str, Fraction]:
    """Win, tie and lose with a die each."""
    found = {"win": Fraction(0), "tie": Fraction(0), "lose": Fraction(0)}
    for one in range(1, 7):
        for two in range(1, 7):
            outcome = "win" if one + mine > two + yours else "tie" if one + mine == two + yours else "lose"
            found[outcome] += Fraction(1, 36)
    return found


def won_over(s: Situation, who: str, denizen: str, aid: tuple[str, ...], more: int = 0) -> Fraction:
    """The chance that Prince, Princess or Grail answers as one wishes."""
    prowess = own(s, who)[1] + sum(LENT[companion][1] for companion in aid) + more
    return Fraction(sum(die + prowess >= NEEDED[denizen] for die in range(1, 7)), 6)


# ------------------------------------------------------------------ what is legal


def stormy(s: Situation, name: str) -> bool:
    written = area(s, name)
    return bool(written.get("storm")) and not (s["edition"] == "2006" and written.get("storm_open"))


def shut(s: Situation, *names: str) -> bool:
    """Whether a storm lets nobody in or out of one of these areas, by whatever power but a spell's (2006; `reaction.storm`)."""
    return s["edition"] == "2006" and any(stormy(s, name) for name in names)


def closed_by_fight(s: Situation, who: str, name: str) -> bool:
    """1980: nobody walks into an area with an undecided fight but to aid (inside Cave and Island does not count)."""
    return s["edition"] == "1980" and any(
        knight(s, other).get("fighting")
        and knight(s, other)["at"] == name
        and not (has_inside(s, name) and knight(s, other).get("inside"))
        for other in s["order"]
        if other != who
    )


def may_walk(s: Situation, who: str, way: str) -> bool | None:
    """Whether he may walk (or try to explore) that way now."""
    k = knight(s, who)
    here = card(s, k["at"])
    if kept(s, who) or k.get("fighting") or s["moment"] != "start":
        return False
    if held(s, who) or here is None or not face_up(s, k["at"]):
        return False
    if STEPS[way][0] not in here[1]:
        return False
    there = neighbour(k["at"], way)
    if there is None:
        return False
    if stormy(s, k["at"]):
        return False
    if s["edition"] == "2006" and stormy(s, there):
        return False
    if closed_by_fight(s, who, there):
        return False
    if not face_up(s, there):
        return True
    beyond = card(s, there)
    assert beyond is not None
    return OPPOSITE[STEPS[way][0]] in beyond[1]


def may_withdraw(s: Situation, who: str) -> bool | None:
    """Whether he may go back the way he came: just walked in, and somebody here to withdraw from."""
    k = knight(s, who)
    if s["moment"] != "arrived" or kept(s, who) or k.get("fighting"):
        return False
    if k.get("arrived") == "transported" or not k.get("came_from") or k.get("inside"):
        return False
    back = k["came_from"]
    way = next(way for way in STEPS if neighbour(k["at"], way) == back)
    here, there = card(s, k["at"]), card(s, back)
    if here is None or there is None or not face_up(s, back):
        return None
    if STEPS[way][0] not in here[1] or OPPOSITE[STEPS[way][0]] not in there[1]:
        return False
    if stormy(s, k["at"]) or (s["edition"] == "2006" and stormy(s, back)):
        return False
    if to_meet(s, who):
        return True
    return None if present(s, who) or loose(s, who) else False


def may_meet(s: Situation, who: str, denizen: str) -> bool | None:
    """Whether this denizen is next."""
    places = order(s, who)
    return bool(places) and denizen in to_meet(s, who) and denizen in places[0]


def may_take(s: Situation, who: str, thing: str) -> bool | None:
    """Whether he may pick up what lies there (`loose.guarded`; things come last in the order)."""
    k = knight(s, who)
    if thing not in loose(s, who) or kept(s, who) or k.get("freed") or k.get("fighting"):
        return False
    if to_meet(s, who):
        return False
    return not any(guards(s, who, denizen) for denizen in present(s, who))


def may_joust(s: Situation, who: str, other: str) -> bool | None:
    """Whether he may challenge that Knight now."""
    one, two = knight(s, who), knight(s, other)
    if not together(s, who, other) or one["at"] == TOWER or who == other:
        return False
    if kept(s, who) or kept(s, other):
        return False
    if one.get("fighting") == other:
        return None  # the next round of a joust that stands at a tie
    if one.get("fighting") or two.get("fighting"):
        return False
    if any(entry["knight"] == other for entry in one.get("at_peace", ())):
        return False
    if s["edition"] == "2006" and any(entry["knight"] == who for entry in two.get("at_peace", ())):
        return False  # "they" must have met somebody since, both of them
    if one.get("freed") or two.get("freed"):
        return None
    return True


def may_use_wand(s: Situation, who: str) -> bool | None:
    k = knight(s, who)
    if s["moment"] != "start" or "wand" not in k.get("things", ()):
        return False
    here = card(s, k["at"])
    if kept(s, who) or here is None or not face_up(s, k["at"]):
        return None
    return len(here[1]) == 3 and k["at"] not in FIXED


def may_drink(s: Situation, who: str) -> bool | None:
    k = knight(s, who)
    if s["moment"] != "start" or named(s, k["at"]) != "fountain" or k.get("fighting") or kept(s, who):
        return False
    if stormy(s, k["at"]):
        return False
    return None if to_meet(s, who) or k.get("freed") else True


def may_send(s: Situation, who: str, friend: str, there: str) -> bool | None:
    """Whether the power of Arch-Mage or Magician may be used on that area."""
    k = knight(s, who)
    if s["moment"] != "start" or friend not in k.get("companions", ()) or TOWER in (k["at"], there):
        return False
    if kept(s, who) or k.get("freed") or to_meet(s, who) or k.get("fighting"):
        return None
    if has_inside(s, k["at"]) and not k.get("inside"):
        return None
    if friend == "arch-mage":
        if there == k["at"]:
            return None
        if s["edition"] == "2006" and (stormy(s, k["at"]) or stormy(s, there)):
            return False
        if closed_by_fight(s, who, there) or any(
            knight(s, other).get("fighting") and knight(s, other)["at"] == there for other in s["order"]
        ):
            return None
        return True
    return None if area(s, there).get("storm") else True


def may_go_in(s: Situation, who: str) -> bool | None:
    k = knight(s, who)
    if not has_inside(s, k["at"]) or k.get("inside") or kept(s, who):
        return False
    if named(s, k["at"]) == "cave" and "golden-bough" not in k.get("things", ()):
        return False
    if any(knight(s, other).get("fighting") and knight(s, other)["at"] == k["at"] for other in s["order"]):
        return None
    return True


# ------------------------------------------------------------------ jousts


def prizes(s: Situation, winner: str, loser: str) -> list[str] | None:
    """What the winner may choose (`joust.prize-one`); None where a player-King is in it."""
    won = knight(s, loser)
    if won.get("king") or knight(s, winner).get("king"):
        return None
    found = ["none", "tower", *won.get("prowess_cards", ())]
    if won.get("blessing"):
        found.append("blessing")
    if s["edition"] == "1980":
        found += won.get("things", ())
    found += won.get("companions", ())
    found += [card for key, card in (("horse", "horse"), ("grail", "holy-grail")) if won.get(key)]
    return found
