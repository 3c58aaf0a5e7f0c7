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
