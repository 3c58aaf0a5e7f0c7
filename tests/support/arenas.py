"""Situations, and a puzzle, that several files of tests begin with."""

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

#: Friends: Perceval stands in a corner with these paths (from ESW no way leads on, from NES one does), these denizens beside
#: him; Guyon waits at the Gate, his quest done. Fog and Horn, which move cards about, are out of the game.
FRIEND_IN_A_CORNER = """
    edition = "1980"
    order = ["perceval", "guyon"]
    variants = ["cooperative"]
    removed = ["mystic-fog", "mystic-horn"]
    [areas.a1]
    paths = "%s"
    [areas.a2]
    paths = "NES"
    denizens = %s
    [areas.b1]
    paths = "NES"
    [knights.perceval]
    at = "a1"
    [knights.guyon]
    at = "c9"
    quest_done = true
"""

#: A puzzle of the smallest kind: who is met first, an Orc or an Elf.
ELF_LAST = """
[[puzzle]]
id = "elf-last"
kind = "order"
edition = ["1980", "2006"]
question = "In which order are they met?"
themes = ["order"]
rules = ["order.list"]
rating = 800
situation = '''
order = ["george"]
moment = "arrived"
[areas.c2]
paths = "NESW"
denizens = ["orc", "elf"]
[knights.george]
at = "c2"
came_from = "c1"
'''
answer = [["orc"], ["elf"]]
point = "The Orc challenges."
"""

#: GRAN: Red walks to where the ring lies, past an obstacle; and where he may end, in the order of their names.
WALK = """
game = "gran"
ring = "tc2"
obstacles = ["gb4"]
order = ["red", "blue", "green", "yellow"]
[knights.red]
at = "ga3"
[knights.blue]
at = "w6"
"""
ENDS = ("ga1", "ga2", "gb2", "gball", "gc3", "gc4", "w6")
#: The same where he bears the ring.
WITH_THE_RING = WALK.replace('ring = "tc2"\n', "").replace('at = "ga3"', 'at = "ga3"\nring = true')
