"""Random situations, as plain data: thickly peopled, so that rules meet. Written over the documented keys; knows no engine."""

from __future__ import annotations

import random

from tests.naive.facts import (
    CHALLENGERS,
    COLUMNS,
    COMPANIONS,
    DENIZENS,
    FIXED,
    GIVES,
    KNIGHTS,
    OPPOSITE,
    PROWESS_CARDS,
    STEPS,
    TILES,
    TOWER,
)
from tests.naive.rules import Data, Situation, card, enchanted, face_up, has_inside, neighbour

AREAS = [f"{column}{row}" for row in range(1, 10) for column in COLUMNS]
SPECIAL = ("e01", "e03", "g01", "g02", "g03", "g04")


def situation(seed: int) -> Situation:
    """One situation; the same for the same number."""
    return _Maker(random.Random(seed)).made()


def spell_situation(seed: int) -> tuple[Situation, str, str, str] | None:
    """A Knight before a glade where a spell is drawn next: the situation, his way, the area and the spell."""
    rng = random.Random(-1 - seed)
    s = _Maker(rng).made()
    who = s["turn"]
    here = s["knights"][who]["at"]
    k = s["knights"][who]
    for key in ("imprisoned", "captured", "freed", "fighting", "ignored_by", "came_from", "arrived"):
        k.pop(key, None)
    s["moment"] = "start"
    for key in ("denizens", "storm", "storm_by", "storm_fresh", "storm_open"):
        s["areas"].get(here, {}).pop(key, None)
    for data in s["areas"].values():
        for key in ("storm", "storm_by", "storm_fresh", "storm_open"):
            data.pop(key, None)
    for other, held in s["knights"].items():
        if other != who:
            held.pop("fighting", None)
            if held["at"] == here:
                for key in ("captured", "freed", "ignored_by"):
                    held.pop(key, None)
    ways = []
    mine = card(s, here)
    for way, (edge, _, _) in STEPS.items():
        there = neighbour(here, way)
        if there is None or there in FIXED or mine is None or edge not in mine[1]:
            continue
        beyond = card(s, there)
        if (
            beyond is None
            or not beyond[2]
            or beyond[0] in ("palace", "cave", "island")
            or OPPOSITE[edge] not in beyond[1]
        ):
            continue
        if not s["areas"][there].get("turned") and all(other["at"] != there for other in s["knights"].values()):
            ways.append((way, there))
    if not ways:
        return None
    way, there = rng.choice(ways)
    s["areas"][there]["face"] = "down"
    spell = rng.choice(("mystic-wind", "mystic-horn", "mystic-fog"))
    s["next_cards"] = [spell]
    return s, way, there, spell


class _Maker:
    def __init__(self, rng: random.Random) -> None:
        self.rng = rng

    def chance(self, of: float) -> bool:
        return self.rng.random() < of

    def made(self) -> Situation:
        rng = self.rng
        seats = rng.sample(list(KNIGHTS), rng.choice((1, 2, 2, 3, 4)))
        self.mover = seats[0]
        s: Situation = {
            "edition": rng.choice(("1980", "2006")),
            "order": seats,
            "turn": self.mover,
            "moment": rng.choice(("start", "arrived")),
            "areas": {},
            "knights": {},
        }
        self.s = s
        self.lay_areas()
        self.focus = rng.choice([a for a in AREAS if a != TOWER] if self.chance(0.95) else [TOWER])
        if self.chance(0.5):
            wanted = rng.choice(SPECIAL)
            self.focus = next(a for a, data in s["areas"].items() if data.get("tile") == wanted)
        self.show(self.focus)
        for who in seats:
            beside = [there for way in STEPS if (there := neighbour(self.focus, way)) is not None]
            where = rng.random()
            at = self.focus if who == self.mover or where < 0.5 else rng.choice(beside if where < 0.85 else AREAS)
            self.show(at)
            s["knights"][who] = {"at": at}
        self.deal()
        for who in seats:
            self.circumstances(who)
        self.fights()
        self.storms()
        return s

    # ---------------------------------------------------------------- the ground
    def lay_areas(self) -> None:
        for half in ("e", "g"):
            tiles = [tile for tile in TILES if tile[0] == half]
            self.rng.shuffle(tiles)
            for name in AREAS:
                if name in FIXED or enchanted(name) != (half == "e"):
                    continue
                data: Data = {"tile": tiles.pop()}
                if self.chance(0.2):
                    data["face"] = "down"
                elif len(TILES[data["tile"]][1]) == 3 and self.chance(0.3):
                    data["turned"] = True
                self.s["areas"][name] = data

    def show(self, name: str) -> None:
        self.s["areas"].get(name, {}).pop("face", None)

    # ---------------------------------------------------------------- the cards
    def deal(self) -> None:
        """Each small card in one place, many of them where the Knight to move is."""
        s, rng = self.s, self.rng
        crowd = rng.choice((0, 0, 1, 2, 4, 7))
        names = list(DENIZENS)
        rng.shuffle(names)
        here = set(names[:crowd])
        for denizen in names:
            roll = rng.random()
            if denizen in here:
                self.lie(denizen, self.focus)
            elif roll < 0.35:
                self.lie(denizen, rng.choice(AREAS))
            elif roll < 0.75:
                self.hand(denizen, rng.choice(s["order"]))
        self.company()
        s["areas"] = {name: data for name, data in s["areas"].items() if data}

    def company(self) -> None:
        """Challengers beside the other Knights, for fights that stand at a tie."""
        s = self.s
        lying = {card for data in s["areas"].values() for card in (*data.get("denizens", ()), *data.get("things", ()))}
        held = {card for k in s["knights"].values() for card in k.get("prowess_cards", ())}
        held |= {"king" for k in s["knights"].values() if k.get("king")}
        free = [d for d in CHALLENGERS if d not in lying | held and d != "wizard"]
        for who in s["order"][1:]:
            at = s["knights"][who]["at"]
            if free and at != TOWER and self.chance(0.5):
                s["areas"].setdefault(at, {}).setdefault("denizens", []).append(free.pop())

    def lie(self, denizen: str, name: str) -> None:
        """As a denizen, or as the thing it gives."""
        data = self.s["areas"].setdefault(name, {})
        gift = GIVES.get(denizen)
        if gift is not None and gift != "blessing" and self.chance(0.4):
            outside = has_inside(self.s, name) and self.chance(0.3)
            data.setdefault("things_outside" if outside else "things", []).append(gift)
        elif name != TOWER or denizen == "horse":
            data.setdefault("denizens", []).append(denizen)

    def hand(self, denizen: str, who: str) -> None:
        k = self.s["knights"][who]
        gift = GIVES.get(denizen)
        if gift == "blessing":
            k["blessing"] = True
        elif gift is not None:
            k.setdefault("things", []).append(gift)
        elif denizen in PROWESS_CARDS:
            k.setdefault("prowess_cards", []).append(denizen)
        elif denizen in COMPANIONS:
            k.setdefault("companions", []).append(denizen)
        elif denizen in ("horse", "holy-grail"):
            k["horse" if denizen == "horse" else "grail"] = True
        elif denizen == "king" and who != "britomart" and self.chance(0.5):
            k["king"] = True
            k.pop("prowess_cards", None)
            k.pop("blessing", None)

    # ---------------------------------------------------------------- the Knights
    def circumstances(self, who: str) -> None:
        s, k, rng = self.s, self.s["knights"][who], self.rng
        here = s["areas"].get(k["at"], {})
        moving = who == self.mover
        if k.get("king"):
            k.pop("prowess_cards", None)
            k.pop("blessing", None)
        if has_inside(s, k["at"]) and self.chance(0.6):
            k["inside"] = True
        if k["at"] == TOWER and self.chance(0.5) and not (moving and s["moment"] == "arrived"):
            k["imprisoned"] = True
        outside = has_inside(s, k["at"]) and not k.get("inside")
        captive = "enchantress" in here.get("denizens", ()) and not outside
        if captive and self.chance(0.3) and not (moving and s["moment"] == "arrived"):
            k["captured"] = True
        elif captive and self.chance(0.1) and moving and s["moment"] == "start":
            k["freed"] = True
        if here.get("denizens") and self.chance(0.5):
            for denizen in here["denizens"]:
                if self.chance(0.5) and denizen not in CHALLENGERS and denizen != "prince":
                    k.setdefault("ignored_by", []).append({"denizen": denizen, "area": k["at"]})
        if moving and s["moment"] == "arrived":
            backs = [
                there
                for way in STEPS
                if (there := neighbour(k["at"], way)) is not None and self.joined(k["at"], there, way)
            ]
            if backs and self.chance(0.85):
                k["came_from"] = rng.choice(backs)
            if self.chance(0.2):
                k["arrived"] = "transported"
        others = [other for other in s["order"] if other != who]
        if others and self.chance(0.15):
            k["at_peace"] = [{"knight": rng.choice(others), "area": k["at"]}]

    def joined(self, here: str, there: str, way: str) -> bool:
        one, two = card(self.s, here), card(self.s, there)
        edge = STEPS[way][0]
        return (
            one is not None
            and two is not None
            and face_up(self.s, there)
            and edge in one[1]
            and OPPOSITE[edge] in two[1]
        )

    def fights(self) -> None:
        """Fights that stand at a tie: at most one in a place."""
        s = self.s
        for who in s["order"]:
            k = s["knights"][who]
            here = s["areas"].get(k["at"], {})
            outside = has_inside(s, k["at"]) and not k.get("inside")
            foes = [] if outside else [d for d in here.get("denizens", ()) if d in CHALLENGERS]
            if who == "britomart":
                foes = [d for d in foes if d != "king"]
            busy = any(
                other.get("fighting") and other["at"] == k["at"] for name, other in s["knights"].items() if name != who
            )
            free = not (k.get("captured") or k.get("imprisoned") or k.get("freed"))
            if (
                foes
                and free
                and not busy
                and self.chance(0.15)
                and not (who == self.mover and s["moment"] == "arrived")
            ):
                k["fighting"] = self.rng.choice(foes)

    def storms(self) -> None:
        s = self.s
        for name in (self.focus, *[there for way in STEPS if (there := neighbour(self.focus, way)) is not None]):
            if self.chance(0.08) and name != TOWER and s["moment"] == "start":
                data = s["areas"].setdefault(name, {})
                data["storm"] = self.rng.randint(1, 3)
                data["storm_by"] = self.rng.choice(s["order"])
                if self.chance(0.3):
                    data["storm_fresh"] = True
                    if s["edition"] == "2006" and self.chance(0.5):
                        data["storm_open"] = True
