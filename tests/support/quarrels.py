"""Ten quarrels people really have, as one lays them out by hand from nothing and asks: the same gestures for every test.

A gesture is a line: "drag A to B", "click A", "choose FIELD = VALUE", "ask WORDS". "follow OUTCOME" presses "Lay it out" beside
that outcome, "follow" alone "Lay out what follows".
"""

from __future__ import annotations

from typing import NamedTuple


class Quarrel(NamedTuple):
    """What is done, and what must then be told: parts of the answer's sentence, the rules named, whether editions differ."""

    name: str
    gestures: tuple[str, ...]
    says: tuple[str, ...]
    rules: tuple[str, ...] = ()
    differ: bool = False


ARRIVED = ("click do:select game:", "choose one:game:moment = arrived")

QUARRELS = (
    Quarrel(
        "through a tied fight",
        (
            "drag palette:roland to area:c1",
            "drag palette:george to area:c2",
            "drag palette:orc to area:c2",
            "drag palette:lay-NESW to area:c3",
            "click knight:george",
            "choose one:george:fighting = orc",
            "click mode:ask",
            "click area:c2",
        ),
        ("No, Roland may not walk north",),
        ("challenge.tie-closes-area",),
        True,
    ),
    Quarrel(
        "the Lance beside Princess and Queen",
        (
            "drag palette:perceval to area:c2",
            "drag palette:princess to area:c2",
            "drag palette:queen to area:c2",
            "drag palette:lance to area:c2",
            *ARRIVED,
            "click mode:ask",
            "click thing:lance",
        ),
        ("No, Perceval may not take up the Lance",),
        ("order.list",),
    ),
    Quarrel(
        "the Key as well as the Child",
        (
            "drag palette:roland to area:c2",
            "drag palette:george to area:c2",
            "drag palette:child to hand:george",
            "drag palette:key to hand:george",
            "ask may Roland joust George?",
            "follow win",
            "click mode:ask",
            "click hand:george:key",
        ),
        ("Yes, Roland may take the Key as the prize",),
        ("joust.prize-card",),
        True,
    ),
    Quarrel(
        "Guyon's 1 after the throw",
        (
            "drag palette:guyon to area:c2",
            "drag palette:horse to area:c2",
            *ARRIVED,
            "click mode:ask",
            "click denizen:horse",
            "follow throw 5",
            "ask may he add his 1?",
        ),
        ("Yes, Guyon may add 1",),
        ("setup.guyon",),
    ),
    Quarrel(
        "carried into the Cave",
        (
            "drag palette:george to area:c2",
            "drag palette:lay-cave to area:d3",
            "drag palette:arch-mage to hand:george",
            "ask can the arch mage carry him to d3?",
        ),
        ("Yes, George may", "d3"),
        ("companion.arch-mage", "area.cave-island-arrivals"),
    ),
    Quarrel(
        "the Castle's help",
        (
            "drag palette:lay-castle to area:c2",
            "drag palette:roland to area:c2",
            "drag palette:prince to hand:roland",
            "drag palette:saracen to area:c2",
            *ARRIVED,
            "ask what are the chances against the saracen with the prince",
        ),
        ("win 11/12 (91.7 %)", "tie 1/18", "lose 1/36"),
        (),
    ),
    Quarrel(
        "the Tower as the prize in a storm",
        (
            "drag palette:perceval to area:c2",
            "drag palette:guyon to area:c2",
            "click area:c2",
            "click step:c2:storm:1",
            "click step:c2:storm:1",
            "ask joust guyon",
            "follow win",
            "click ask:may:prize tower",
        ),
        ("Yes, Perceval may send the loser to the Tower",),
        ("joust.prize-tower", "reaction.storm-scope"),
    ),
    Quarrel(
        "in which order",
        (
            "drag palette:george to area:c2",
            *(
                f"drag palette:{card} to area:c2"
                for card in ("elf", "wizard", "child", "rogue", "dragon", "arch-mage", "wild-boar", "shield")
            ),
            *ARRIVED,
            "click mode:ask",
            "click ask:order:",
        ),
        (
            "first the Wild Boar, then the Dragon, then the Wizard, then the Rogue, then the Arch-Mage, then the Child, then the Elf, "
            "then the Shield",
        ),
        ("order.list",),
    ),
    Quarrel(
        "two beat the player who is King",
        (
            "drag palette:britomart to area:c2",
            "drag palette:roland to area:c2",
            "drag palette:george to area:c3",
            "click flag:george:king",
            "drag palette:lance to hand:george",
            "drag palette:ring to hand:george",
            "ask combine with Roland and walk north",
            "follow",
            "ask accept",
            "follow",
            "ask no joust",
            "follow",
            "ask joust george",
            "follow win",
            "ask share the lance to Roland",
            "follow",
            "ask may he dispute it?",
        ),
        ("Yes, Roland may dispute it",),
        ("combine.dispute",),
    ),
    Quarrel(
        "withdrawing after the Horn",
        (
            "drag palette:george to area:c8",
            "drag palette:orc to area:c8",
            "click knight:george",
            "choose one:george:arrived = transported",
            *ARRIVED,
            "ask may he withdraw?",
        ),
        ("No, George may not withdraw",),
        ("withdraw.not-after-transport",),
    ),
)
