"""A second opinion: the rules written down once more, naively, to be compared with the engine.

Nothing here imports the engine (but for ``comparing``, which asks it): ``facts`` and ``rules`` follow the texts of the ledger and
the printed cards, and read a situation as the plain data it is written in. They are slow, they repeat themselves, and they know
nothing of events, pending decisions or whole games. That is their use: a fault would have to be made twice.
"""
