"""Situations that several files of tests begin with."""

#: George has just come in from the Gate, and an Orc is there.
GEORGE_AND_ORC = """
order = ["george"]
moment = "arrived"
[areas.c2]
paths = "NESW"
denizens = ["orc"]
[knights.george]
at = "c2"
came_from = "c1"
"""

#: Roland has friends, Guyon all the arms; no way leads from c3.
QUARREL = """
    order = ["roland", "guyon"]
    [areas.c3]
    paths = "NES"
    [areas.c2]
    paths = "ESW"
    [areas.c4]
    paths = "NEW"
    [areas.d3]
    paths = "NES"
    [knights.roland]
    at = "c3"
    companions = ["prince", "princess"]
    [knights.guyon]
    at = "c3"
    things = ["lance", "armour"]
    horse = true
"""
