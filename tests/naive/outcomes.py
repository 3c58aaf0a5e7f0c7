"""Where everything is after an encounter, naively: each small card with its one place, each Knight with his."""

from __future__ import annotations

from tests.naive.facts import (
    EARTHLY_GATE,
    ENCHANTED_GATE,
    FIXED,
    GIVES,
    NEEDED,
    OPPOSITE,
    PROWESS_CARDS,
    STEPS,
    TABLES,
    TOWER,
)
from tests.naive.rules import (
    Situation,
    card,
    corresponding,
    enchanted,
    face_up,
    fight_sums,
    has_inside,
    joust_sums,
    knight,
    named,
    neighbour,
    other_gate,
    own,
    shut,
)

Places = dict[str, str]
"""Where each card is: "at c2", "outside c2", or what a Knight does with it: "george has", "george leads", "george shows"."""


def places(s: Situation) -> Places:
    """Every card that lies or is held somewhere, and every Knight."""
    found: Places = {}
    for name, written in s.get("areas", {}).items():
        for each in (*written.get("denizens", ()), *written.get("things", ())):
            found[each] = f"at {name}"
        for each in written.get("things_outside", ()):
            found[each] = f"outside {name}"
    for who, k in s["knights"].items():
        for key, word in (("things", "has"), ("companions", "leads"), ("prowess_cards", "shows")):
            for each in k.get(key, ()):
                found[each] = f"{who} {word}"
        for key, each in (("horse", "horse"), ("grail", "holy-grail"), ("blessing", "blessing")):
            if k.get(key):
                found[each] = f"{who} has"
        if k.get("king"):
            found["king"] = f"{who} is"
        state = "imprisoned" if k.get("imprisoned") else "captured" if k.get("captured") else "free"
        found[who] = f"{state} {'inside' if k.get('inside') else 'at'} {k['at']}"
    return found


class After:
    """The places as an encounter of one Knight changes them."""

    def __init__(self, s: Situation, who: str) -> None:
        self.s, self.who, self.k, self.at = s, who, knight(s, who), knight(s, who)["at"]
        self.now = places(s)

    def put(self, what: str, where: str) -> None:
        self.now[what] = where

    def gone(self, what: str) -> None:
        self.now.pop(what, None)

    def stays_with(self, companion: str) -> None:
        """A companion parts from him here and is an independent denizen again."""
        self.put(companion, f"at {self.at}")

    def transports_itself(self, denizen: str, takes: bool) -> None:
        there = corresponding(self.at)
        if shut(self.s, self.at, there):
            return
        self.put(denizen, f"at {there}")
        if takes:
            for thing in self.s.get("areas", {}).get(self.at, {}).get("things", ()):
                self.put(thing, f"at {there}")

    def enchantress_goes(self) -> None:
        """Vanquished, she transports herself and takes nothing; gone, she holds nobody any more (a 2006 storm keeps her)."""
        self.transports_itself("enchantress", takes=False)
        if self.now["enchantress"] != f"at {self.at}":
            for other, k in self.s["knights"].items():
                if k.get("captured"):
                    self.put(other, self.now[other].replace("captured", "free"))

    def knight_to(self, where: str, state: str = "free", *, walked: bool = False) -> None:
        inside = has_inside(self.s, where) and not walked
        self.put(self.who, f"{state} {'inside' if inside else 'at'} {where}")

    def spend(self, aid: tuple[str, ...]) -> None:
        """Who has helped once is gone (the Sage), or parts from him (the Prince)."""
        if "sage" in aid:
            self.gone("sage")
        if "prince" in aid:
            self.stays_with("prince")


def after_fight(s: Situation, who: str, denizen: str, aid: tuple[str, ...], dice: tuple[int, int]) -> Places | None:
    """After one round: None where a choice comes first (the Illusion's next area)."""
    after = After(s, who)
    mine, yours = fight_sums(s, who, denizen, aid)
    after.spend(aid)
    if dice[0] + mine == dice[1] + yours:
        return after.now
    if dice[0] + mine < dice[1] + yours:
        return _beaten(after, denizen)
    helped = "prince" in aid
    if denizen in PROWESS_CARDS:
        if helped:
            after.gone(denizen)
        else:
            after.put(denizen, f"{who} shows")
    elif denizen == "dragon":
        if who == "george" and not helped and not after.k.get("king"):
            after.gone(denizen)
        elif not shut(s, after.at, _flight(after.at)):
            after.put(denizen, f"at {_flight(after.at)}")
    elif denizen == "illusion":
        return None
    elif denizen == "wizard":
        after.gone(denizen)
        after.put("lance", f"{who} has")
    elif denizen == "enchantress":
        after.enchantress_goes()
    elif denizen == "king":
        if after.k.get("king"):
            return None
        for each in (*after.k.get("prowess_cards", ()), "blessing"):
            if after.now.get(each, "").startswith(who):
                after.gone(each)
        after.put("king", f"{who} is")
    elif denizen == "prince":
        after.put("prince", f"{who} leads")
    return after.now


def _beaten(after: After, denizen: str) -> Places:
    led = [c for c in after.k.get("companions", ()) if after.now.get(c) == f"{after.who} leads"]
    if denizen == "enchantress":
        if after.s["edition"] == "2006":
            for companion in led:
                after.stays_with(companion)
        after.put(after.who, after.now[after.who].replace("free", "captured"))
        return after.now
    for companion in led:
        after.stays_with(companion)
    after.knight_to(TOWER, "imprisoned")
    return after.now


def after_approach(s: Situation, who: str, denizen: str, aid: tuple[str, ...], die: int, add: int) -> Places | None:
    """After an approach that has been thrown (and added to): None where it depends on what nobody knows, or a fight follows."""
    after = After(s, who)
    if denizen in NEEDED:
        total = die + add + own(s, who)[1] + sum({"sage": 2, "princess": 1, "prince": 3}[c] for c in aid)
        after.spend(aid)
        if total >= NEEDED[denizen]:
            after.put(denizen, f"{who} has" if denizen == "holy-grail" else f"{who} leads")
        elif denizen == "prince":
            return None
        elif denizen == "princess":
            if not shut(s, after.at, _flight(after.at)):
                after.put("princess", f"at {_flight(after.at)}")
        else:
            after.transports_itself("holy-grail", takes=False)
        return after.now
    reaction = TABLES[denizen][die + add - 1]
    if reaction == "transports self" or reaction == "storm":
        after.transports_itself(denizen, takes=True)
    elif reaction == "transports you":
        if not shut(s, after.at, corresponding(after.at)):
            after.knight_to(corresponding(after.at))
    elif reaction == "befriends":
        after.put(denizen, f"{who} leads")
    elif reaction == "betrays":
        after.knight_to(TOWER, "imprisoned")
    elif reaction.startswith("gives "):
        after.gone(denizen)
        assert reaction == f"gives {GIVES[denizen]}"
        after.put(GIVES[denizen], f"{who} has")
    elif denizen == "horse":
        return _runs(after, reaction)
    return after.now


def _flight(at: str) -> str:
    """The Gate of the other half, for the Dragon and the Princess."""
    return {EARTHLY_GATE: ENCHANTED_GATE, ENCHANTED_GATE: EARTHLY_GATE}.get(at) or other_gate(at)


def _runs(after: After, way: str) -> Places | None:
    """The Horse runs along a path that leads on (both cards); else it is caught."""
    edge, there = STEPS[way][0], neighbour(after.at, way)
    here = card(after.s, after.at)
    assert here is not None
    if there is None or edge not in here[1]:
        after.put("horse", f"{after.who} has")
        return after.now
    if shut(after.s, after.at, there):
        after.put("horse", f"{after.who} has")
        return after.now
    beyond = card(after.s, there)
    if beyond is None or not face_up(after.s, there):
        return None
    after.put("horse", f"at {there}" if OPPOSITE[edge] in beyond[1] else f"{after.who} has")
    return after.now


def after_visit(s: Situation, who: str, denizen: str) -> Places:
    """After meeting somebody who needs no die."""
    after = After(s, who)
    if denizen == "dwarf":
        after.gone("dwarf")
        after.put("armour", f"at {corresponding(after.at)}")
    elif denizen in ("sage", "child", "damsel"):
        after.put(denizen, f"{who} leads")
    return after.now


def after_drink(s: Situation, who: str, die: int) -> Places:
    after = After(s, who)
    where = (TOWER, EARTHLY_GATE, ENCHANTED_GATE)[(die - 1) // 2]
    if where != TOWER and shut(s, where):
        return after.now  # nobody gets in (`reaction.storm`)
    after.knight_to(where, "imprisoned" if where == TOWER else "free")
    return after.now


def after_walk(s: Situation, who: str, way: str) -> Places | None:
    """After walking onto an area that lies face up and has been explored; None else."""
    after = After(s, who)
    there = neighbour(after.at, way)
    assert there is not None
    if not face_up(s, there) or s.get("areas", {}).get(there, {}).get("drawn") is False:
        return None
    after.knight_to(there, walked=True)
    return after.now


def after_arch_mage(s: Situation, who: str, there: str) -> Places | None:
    after = After(s, who)
    if named(s, after.at) in ("cave", "island") and not after.k.get("inside"):
        return None
    after.stays_with("arch-mage")
    after.knight_to(there)
    return after.now


def after_magician(s: Situation, who: str) -> Places | None:
    after = After(s, who)
    if shut(s, after.at, corresponding(after.at)):
        return None
    after.put("magician", f"at {corresponding(after.at)}")
    return after.now


def after_joust(
    s: Situation, who: str, other: str, aid: tuple[str, ...], dice: tuple[int, int], prize: str, challenger: str = ""
) -> Places | None:
    """After a joust of two who are no Kings, and its prize; None for a tie, or where the prize is approached.

    Whoever takes up the round has challenged, unless it is said who did, some rounds ago.

    A lost one goes to the challenger who beats its holder; by 2006 to the challenged too (`rescue.joust-lost`).
    """
    sums = joust_sums(s, who, other, aid)
    if sums is None or dice[0] + sums[0] == dice[1] + sums[1]:
        return None
    after = After(s, who)
    after.spend(aid)
    winner, loser = (who, other) if dice[0] + sums[0] > dice[1] + sums[1] else (other, who)
    lost = knight(s, loser)
    people = [c for c in lost.get("companions", ()) if c in ("child", "damsel") and after.now[c] == f"{loser} leads"]
    if winner == (challenger or who) or s["edition"] == "2006":
        for person in people:
            after.put(person, f"{winner} leads")
    if prize in lost.get("companions", ()) or prize in ("horse", "holy-grail"):
        return None
    if prize == "tower":
        after.put(loser, f"imprisoned at {TOWER}")
    elif prize != "none":
        after.put(prize, f"{winner} {'shows' if prize in lost.get('prowess_cards', ()) else 'has'}")
    return after.now


# ------------------------------------------------------------------ spells


def after_spell(s: Situation, spell: str, drawer: str, where: str) -> tuple[Places, dict[str, bool]]:
    """Places, and which areas lie turned, after a Knight has walked to an area and drawn a spell there."""
    after = After(s, drawer)
    after.knight_to(where, walked=True)
    turned = {name: bool(written.get("turned")) for name, written in s["areas"].items()}
    spots = {who: where if who == drawer else k["at"] for who, k in s["knights"].items()}
    if spell == "mystic-wind":
        for who, at in spots.items():
            k = knight(s, who)
            there = corresponding(at)
            for thing in k.get("things", ()):
                after.put(thing, f"at {there}")
            if k.get("grail") and at != TOWER:
                after.put("holy-grail", f"at {there}")
    elif spell == "mystic-horn":
        for who, at in spots.items():
            if at != TOWER:
                there = corresponding(at)
                after.put(who, f"free {'inside' if has_inside(s, there) else 'at'} {there}")
    else:
        for name in s["areas"]:
            up = face_up(s, name) or name == where
            found = card(s, name)
            if (
                up
                and found is not None
                and enchanted(name) == enchanted(where)
                and name not in FIXED
                and len(found[1]) == 3
            ):
                turned[name] = not turned[name]
    return after.now, turned
