"""Whole games at the table by pages alone, with random touches: no page is stuck or tells of a fault, and the log folds."""

from __future__ import annotations

import random
from collections import Counter

from tests.at_table import AtTable
from tutor import games
from tutor.desk import fold_log
from tutor.pages.table.document import TableDocument

#: The most touches of a game: one that turns in circles is left, and counted.
MOST = 1000
#: Who plays, by turns: at the table's own screen, at screens of their own, bots.
MIXED = (("here", "bot", "bot"), ("here", "here"), ("phone", "phone", "bot"), ("here", "phone", "bot", "bot"))
#: The Mystic Wood more often than the others.
GAMES = ("mystic-wood", "mystic-wood", "gran", "mystic-wood", "mystic_paths", "willow")
#: Touches that are made now and then beside what there is to decide.
BESIDE = ("step:back", "now", "more", "line:0", "card:share", "card:", "area:c5", "save", "step:on")


def table(seed: int) -> Counter[str]:
    """One game. AssertionError says what was not as it should be."""
    rng = random.Random(seed)
    game = GAMES[seed % len(GAMES)]
    offer = games.table(game).offer()
    kinds = rng.choice([each for each in MIXED if len(each) <= offer.most])
    seats = rng.sample([choice.id for choice in offer.seats], len(kinds))
    if game == "willow":  # the first seats play Good, and none may be left out
        seats = [choice.id for choice in offer.seats][: len(kinds)]
    variants = [choice.id for choice in offer.variants if game == "mystic-wood" and rng.random() < 0.4]
    found: Counter[str] = Counter()
    at = AtTable(game, dict(zip(seats, kinds, strict=True)), seed, {"variants": variants} if variants else {})
    for _ in range(MOST):
        if at.doc.over:
            found["ended"] += 1
            break
        if at.doc.asked is not None:
            _answer(at, rng)
        elif not at.random_touch(rng):
            raise AssertionError(f"stuck: {game} {kinds} {variants} seed {seed}: {at.host.panels['now'][:400]}")
        found["touches"] += 1
        _read(at, f"{game} {kinds} seed {seed}")
        if rng.random() < 0.05:
            _beside(at, rng)
    again = fold_log(TableDocument(), {}, at.acts)
    assert again.stopped is None, f"the log does not fold: {again.stopped} ({game} seed {seed})"
    assert again.doc.state == at.doc.state, f"another game comes out of the log ({game} seed {seed})"
    found["games"] += 1
    found["lines"] += len(at.doc.lines)
    return found


def _read(at: AtTable, where: str) -> None:
    """Nobody was told of a fault; what was read is thrown away."""
    for name, page in at.pages.items():
        trouble = [message["text"] for message in page.messages if message["kind"] == "trouble"]
        assert not trouble, f"{where}: {name}: {trouble[0]}"
        page.messages.clear()


def _answer(at: AtTable, rng: random.Random) -> None:
    """Everybody who is asked whether something is taken back says so, or not."""
    assert at.doc.asked is not None
    waiting = [name for name in at.doc.people if name not in at.doc.asked.agreed]
    at.touch("agree" if rng.random() < 0.6 else "refuse", rng.choice(waiting))


def _beside(at: AtTable, rng: random.Random) -> None:
    """Somebody looks back, looks closer, or takes something back."""
    name = rng.choice(list(at.pages))
    at.touch(rng.choice(BESIDE), name)
    if rng.random() < 0.4:
        last = at.doc.last_of(name)
        at.touch(f"undo:{last}" if last >= 0 else "now", name)
    at.touch("now", name)
