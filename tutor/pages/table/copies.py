"""Playing on in a copy: from any line of a game, with the real engine, alone or together, while the game itself stays as it is.

Everybody has at most one copy of his own and leads it: he decides for all people in it. He may show it to the others; they then
follow, play the seats they have in the game, and leave and come back as they like. A copy is made of what its leader may know of
the game. While a game with secrets is under way it is for him alone, all seats in it are his, and what is not known to him is
named by him, never taken from the truth.
"""

from __future__ import annotations

from dataclasses import replace

from tutor.desk import Act, Refused, Viewer
from tutor.pages.table import acts, play
from tutor.pages.table.play import CHANCE, HOST, SEAT, Copy, Line, Table, seat_of

#: Acts by which a copy is begun, played on, shown to the others and ended.
VERBS = ("copy", "in", "show-copy", "end-copy")
#: What can be done in a copy, and what of it by somebody who follows.
WITHIN, FOLLOWING = ("play", "throw", "named", "undo", "dice"), ("play", "throw", "named")


def owner_of(name: str) -> str:
    """By what the copy of a viewer is called in acts and targets."""
    return name.removeprefix(SEAT)


def refusal(table: Table, line: int) -> str:
    """Why one cannot play on from a line in a copy of what one sees; "" if one can."""
    if not running_secret(table):
        return ""
    if table.seen_as is None:
        return "In a game with secrets a copy is made of what one player knows: of nobody's here, now."
    return play.unplayable(table.game, table.at(line))


def running_secret(table: Table) -> bool:
    """Whether one player may know now what another may not."""
    return table.secret and not table.over


# ------------------------------------------------------------------ acts
def folded(table: Table, act: Act) -> Table:
    """A table after an act; those at copies are ``copy LINE``, ``in OWNER ACT``, ``show-copy on|off`` and ``end-copy``, and of
    chance and bots in them the bare action, by "in OWNER chance" and "in OWNER bot SEAT"."""
    if act.by.startswith("in "):
        _, owner, by = act.by.split(" ", 2)
        return _within(table, owner, act._replace(by=by))
    verb, _, what = act.text.partition(" ")
    if verb not in VERBS:
        return acts.folded(table, act)
    if not table.game:
        raise Refused("No game has been begun here.")
    if verb == "copy":
        return _with(table, _begun(table, act, what), act.n)
    if verb == "in":
        owner, _, text = what.partition(" ")
        return _played_in(table, owner, act._replace(text=text))
    own = table.copy_of(owner_of(act.by))
    if own is None:
        raise Refused("You have no copy to do that with.")
    if verb == "end-copy":
        return replace(table, copies=tuple(copy for copy in table.copies if copy is not own), n=act.n)
    if what == "on" and running_secret(table):
        raise Refused("It is made of what you know. When the game is over it can be shown to the others.")
    return _with(table, replace(own, shared=what == "on"), act.n)


def _with(table: Table, copy: Copy, n: int) -> Table:
    others = tuple(each for each in table.copies if each.by != copy.by)
    return replace(table, copies=(*others, copy), n=n)


def _begun(table: Table, act: Act, what: str) -> Copy:
    """A copy as it begins: the game up to a line as its leader sees it. Everything that is not a bot is played by him."""
    viewer = Viewer(act.by)
    seen = play.seen(table, viewer)
    if not what.isascii() or not what.isdigit() or int(what) > len(seen.lines):
        raise Refused("There is no such line to play on from.")
    if why := refusal(seen, int(what)):
        raise Refused(why)
    secret = running_secret(table)
    lines: tuple[Line, ...] = seen.lines[: int(what)]
    made = replace(
        seen,
        lines=lines,
        dice="named",
        again=(),
        seed="",
        asked=None,
        taken=(),
        notes=(),
        copies=(),
        throwing=False,
        facing="",
        places=tuple(
            place._replace(by="bot" if place.by == "bot" and not secret else "here", away=False)
            for place in table.places
        ),
        since=len(lines),
        n=act.n,
        copied=len(lines),
        seen_as=seat_of(table, viewer) if secret else None,
        whose=(),
    )
    return Copy(act.by, made)


def _within(table: Table, owner: str, act: Act) -> Table:
    copy = table.copy_of(owner)
    if copy is None:
        raise Refused("That copy is no more.")
    if act.text.startswith("dice "):
        after = replace(copy.table, dice=_dice(act.text.partition(" ")[2]), n=act.n)
    else:
        after = acts.folded(copy.table, act)
    return _with(table, replace(copy, table=after), act.n)


def _dice(what: str) -> str:
    if what not in play.DICE:
        raise Refused(f"dice: {what!r}; they are {' or '.join(play.DICE)}.")
    return what


def _played_in(table: Table, owner: str, act: Act) -> Table:
    """Somebody does something in a copy: its leader whatever he likes, who follows what the seats ask that he has in the game."""
    copy = table.copy_of(owner)
    if copy is None or (copy.by != act.by and not copy.shared):
        raise Refused("That copy is no more, or is not shown to you.")
    verb = act.text.partition(" ")[0]
    if verb not in (WITHIN if copy.by == act.by else FOLLOWING):
        raise Refused("In a copy one plays on, and its leader takes back.")
    if copy.by != act.by and not set(_acting(copy.table)) & set(table.seats_of(act.by)):
        raise Refused(f"Now somebody else decides; {play.named(table, copy.by)} leads this copy and decides for all.")
    return _within(table, owner, act._replace(by=HOST))


def _acting(table: Table) -> tuple[str, ...]:
    """The seats that decide, or whose turn it is where chance does."""
    return table.deciders or ((table.state.turn,) if table.state.decision == CHANCE else ())


def waits_for(table: Table) -> str | None:
    """Who acts now without being asked, in the game and then in its copies: "chance", "bot SEAT", "in OWNER chance" ..."""
    who = table.waits_for
    if who is not None:
        return who if who == CHANCE else f"bot {who}"
    for copy in table.copies:
        who = copy.table.waits_for
        if who is not None:
            return f"in {copy.owner} {who if who == CHANCE else f'bot {who}'}"
    return None


# ------------------------------------------------------------------ what a viewer may know
def seen(table: Table, viewer: Viewer) -> Table:
    """All that a viewer may know of a table, with the copies that are his or are shown to him."""
    known = tuple(
        copy for copy in table.copies if copy.by == viewer.name or (copy.shared and not running_secret(table))
    )
    return replace(play.seen(table, viewer), copies=tuple(_seen(table, copy, viewer) for copy in known))


def _seen(table: Table, copy: Copy, viewer: Viewer) -> Copy:
    """A copy as its leader, or somebody who follows, looks at it."""
    inner = copy.table
    mine = inner.seats_of(HOST) if copy.by == viewer.name else table.seats_of(viewer.name)
    deciding = [seat for seat in inner.deciders if seat in mine]
    seat = inner.seen_as or next(iter((*deciding, *mine)), None)
    return replace(copy, table=replace(inner, seen_as=seat, whose=mine))
