"""Rules engines for adventure games on a board of cards.

The modules directly in this package know no particular game: chance, odds, verdicts, faults, records and
path-graph helpers. A game is a package beside them; the first is :mod:`engine.mystic_wood`.
"""
