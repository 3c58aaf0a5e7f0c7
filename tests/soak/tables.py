"""Whole games at the table by pages alone, with random touches: no page is stuck or tells of a fault, and the log folds.

The desk is asked directly, without server and socket, and a page is made when somebody looks at it: of who has to decide, now and
then of all. One page in ten has its film.
"""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace
from typing import Any

from tests.support.at_table import AtTable, Sent
from tutor.desk import Desk, Link, Viewer, fold_log
from tutor.desk.desk import Known
from tutor.draw.page import Page
from tutor.pages.table.document import TableDocument
from tutor.pages.table.look import Look
from tutor.pages.table.play import HOST, SEAT, Table
from tutor.teach.game import registry as games

#: So many touches are made at random; where one then still turns in circles most are those a bot would make, and after so many
#: all of them, so that every game ends. The most touches of a game: one that has more is stuck.
RANDOM, BOT, SENSIBLE, MOST = 250, 0.8, 1000, 2500
#: How often everybody looks, somebody does something beside the game, a page has its film.
ALL_LOOK, BESIDE_IT, FILMED = 0.05, 0.05, 0.1
#: Who plays, by turns: at the table's own screen, at screens of their own, bots. A bot goes for the end of the game.
MIXED = (("here", "bot", "bot"), ("here", "bot"), ("phone", "phone", "bot"), ("here", "phone", "bot", "bot"))
#: The Mystic Wood more often than the others.
GAMES = ("mystic-wood", "mystic-wood", "gran", "mystic-wood", "mystic_paths", "willow")
#: The ways to play Mystic Paths with so many.
FITS = {2: ("all-or-nothing",), 3: ("all-or-nothing", "individual"), 4: ("all-or-nothing", "individual", "teams")}
#: Touches that are made now and then beside what there is to decide.
BESIDE = ("step:back", "now", "more", "line:0", "card:share", "card:", "area:c5", "save", "step:on")


class _Document(TableDocument):
    """A table whose pages seldom have a film: it is the dearest part of them."""

    rng = random.Random(0)

    def page(self, seen: Table, viewer: Viewer, view: Look, known: Known) -> Page:
        filmed = self.rng.random() < FILMED
        return super().page(seen if filmed else replace(seen, since=len(seen.lines)), viewer, view, known)


class _Desk(Desk[Any, Any, Any]):
    """A desk that makes a page when somebody looks at it."""

    def show(self, link: Link[Any, Any]) -> None:
        link.late = True  # type: ignore[attr-defined]

    def looked(self, link: Sent) -> Sent:
        """A page as it is now."""
        if link.__dict__.pop("late", False):
            super().show(link)
        return link


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
    if offer.one_variant and rng.random() < 0.7:
        variants = [rng.choice(FITS[len(seats)])]
    found: Counter[str] = Counter()
    more = {"variants": variants} if variants else {}
    at = AtTable(game, dict(zip(seats, kinds, strict=True)), seed, more, document=_Document, desk_of=_Desk)
    for _ in range(MOST):
        if at.doc.over:
            found["ended"] += 1
            break
        where = f"{game} {kinds} {variants} seed {seed}"
        if at.doc.asked is not None:
            _answer(at, rng)
        else:
            _touched(at, rng, where, _sensible(found["touches"], rng))
        found["touches"] += 1
        if rng.random() < ALL_LOOK:
            for page in at.pages.values():
                _looked(at, page)
        _read(at, where)
        if rng.random() < BESIDE_IT:
            _beside(at, rng, found["touches"] < SENSIBLE)
    assert at.doc.over, f"the game does not end by {MOST} touches: {where}"
    for page in at.pages.values():
        _looked(at, page)
    again = fold_log(TableDocument(), {}, at.acts)
    assert again.stopped is None, f"the log does not fold: {again.stopped} ({game} seed {seed})"
    assert again.doc.state == at.doc.state, f"another game comes out of the log ({game} seed {seed})"
    found["games"] += 1
    found["lines"] += len(at.doc.lines)
    found["pages"] += sum(page.made for page in at.pages.values())
    return found


def _looked(at: AtTable, page: Sent) -> Sent:
    assert isinstance(at.desk, _Desk)
    return at.desk.looked(page)


def _sensible(touches: int, rng: random.Random) -> bool:
    """Whether the next touch is one a bot would make."""
    return touches >= SENSIBLE or (touches >= RANDOM and rng.random() < BOT)


def _touched(at: AtTable, rng: random.Random, where: str, to_end: bool) -> None:
    """Something that can be done is done on the page of somebody who has to decide; ``to_end``: what a bot would do there."""
    wanted = {SEAT + seat if at.doc.place(seat).by == "phone" else HOST for seat in at.doc.deciders} or {HOST}
    name = rng.choice(sorted(wanted))
    page, before = _looked(at, at.pages[name]), at.desk.n
    buttons = page.buttons
    assert buttons, f"stuck: {where}: {name}: {page.panels['now'][:400]}"
    target = rng.choice([each for each in buttons if "stalemate" not in each] or buttons)
    if to_end and target.startswith("act:"):
        target = _wanted_by_a_bot(at, name, page, rng, where)
    at.touch(target, name)
    assert at.desk.n > before, f"{where}: {name}: {target} does nothing: {page.refusals}"


def _wanted_by_a_bot(at: AtTable, name: str, page: Sent, rng: random.Random, where: str) -> str:
    """The button of what a bot would do there; it may stand behind "more"."""
    mine = at.doc.seats_of(name)
    seat = next(each for each in at.doc.deciders if each in mine)
    bot = games.game(at.doc.game).BOTS[games.table(at.doc.game).offer().bots[0].id]
    target = f"act:{bot(at.doc.state.seen_by(seat), seat, rng)}"
    if target not in page.buttons:
        at.touch("more", name)
        assert target in _looked(at, page).buttons, f"{where}: {name}: no button for {target}"
    return target


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


def _beside(at: AtTable, rng: random.Random, undoes: bool) -> None:
    """Somebody looks back, looks closer, or takes something back, if ``undoes``."""
    name = rng.choice(list(at.pages))
    at.touch(rng.choice(BESIDE), name)
    if rng.random() < 0.4 and undoes:
        last = at.doc.last_of(name)
        at.touch(f"undo:{last}" if last >= 0 else "now", name)
    at.touch("now", name)
