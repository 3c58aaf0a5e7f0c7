"""Situations of GRAN read from text and codes: every key checked, every fault gathered, so that all are told at once."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from engine.gran.material import (
    COLOURS,
    DRAGONS,
    KNIGHTS_BEGIN,
    OBSTACLES,
    RING_BEGINS,
    SEALS,
    STATES,
    TALISMANS,
    Board,
    boards,
    default_edition,
)
from engine.gran.play import State
from engine.gran.position import Knight
from engine.gran.rules import obstacle_places, ring_within_reach
from engine.gran.writing import CODE_PREFIX, KNIGHT, NAME, TOP, unpacked
from engine.keyed import Reading, Table, parse, read_file


def from_dict(raw: Mapping[str, Any], text: str | None = None) -> State:
    """The state a situation's plain data describes. ImpossibleSituation carries every fault found."""
    reading = Reading(text, more="docs/gran.md")
    top = reading.table(raw)
    top.only(("game", "knights", *(key.name for key in TOP)))
    top.one_of("game", (NAME,))
    tables = top.named("knights", COLOURS, "knight")
    board = boards()[top.one_of("board", tuple(boards()), "training")]
    order = top.ids("order", COLOURS, ordered=True) if "order" in top else tuple(tables)
    reading.groups |= {"boards": tuple(boards()), "seats": order or COLOURS, "spaces": tuple(board.spaces)}
    for colour, table in tables.items():
        if colour not in order:
            table.fault("", f"{colour} has no seat", f'Add "{colour}" to order, or take this table out.', "no-seat")
    if not order:
        reading.fault(("order",), "nobody plays", 'Write order = ["red"] or list a knight.', "no-seat")
        reading.finish()
    once = [key for key in TOP if key.name not in ("board", "order")]
    values = {key.name: key.read(top, key.name) if key.name in top else key.default for key in once}
    knights = tuple(_knight(tables.get(colour) or reading.table({}, "knights", colour), colour, board) for colour in order)
    state = _assembled(values, board, knights)
    if not reading.faults:
        for _, path, what, fix, fault in _wrong(state):
            reading.fault(path, what, fix, fault)
    reading.finish()
    return state


def _knight(table: Table, colour: str, board: Board) -> Knight:
    values, ball = table.all(KNIGHT), board.ball(KNIGHTS_BEGIN)
    if "at" not in table:
        values["waiting"] = table.raw.get("waiting", True) is not False
    seals = tuple(sorted(values["seals"], key=STATES.index))
    return Knight(colour, **(values | {"at": values["at"] or ball, "seals": seals}))


def _assembled(values: dict[str, Any], board: Board, knights: tuple[Knight, ...]) -> State:
    """The one place where what was read becomes a state."""
    values["edition"] = values["edition"] or default_edition()
    values["turn"] = values["turn"] or knights[0].id
    values["moment"] = values["moment"] or ("over" if values["winner"] else "start")
    values["obstacles"] = frozenset(values["obstacles"])
    if values["ring"] is None and values["moment"] != "ring" and not any(knight.ring for knight in knights):
        values["ring"] = board.ball(RING_BEGINS)
    used = dict(zip(DRAGONS, values.pop("dragons_used"), strict=True))
    if values["card"] is not None:
        used[values["card"]] = used[values["card"]] or 1  # the card turned up is one of those used
    return State(board=board, knights=knights, used=tuple(used.values()), chosen=values.pop("switches"), **values)


# ------------------------------------------------------------------ what only the whole situation shows

#: Whether something is wrong; where, what, what would be right, and the fault's code.
Row = tuple[bool, tuple[str, ...], str, str, str]


def _wrong(state: State) -> Iterator[Row]:
    for subject in (_ring, _knights, _obstacles, _moment, _attack, _winner, _pile):
        yield from (row for row in subject(state) if row[0])


def _ring(state: State) -> Iterator[Row]:
    bearers, ring = [knight.id for knight in state.knights if knight.ring], state.ring
    for number, colour in enumerate(bearers):
        path = ("knights", colour, "ring")
        yield number > 0, path, f"{bearers[0]} bears the ring already", "There is one ring.", "twice"
        yield state.moment == "ring", path, "in the moment ring nobody bears it", "Leave ring out.", "no-fit"
    if ring is None:
        return
    kind, there = state.board.spaces[ring].kind, "".join(bearers[:1])
    what = f"the ring lies at {ring}, and {there} bears it"
    yield bool(there), ("ring",), what, "Leave ring out while a knight bears it.", "twice"
    yield state.moment == "ring", ("ring",), "in the moment ring it does not lie yet", "Leave ring out.", "no-fit"
    what, fix = f"the ring lies at {ring}, a {kind} space", "It lies on a black space or a ball (ring.lay-where)."
    yield kind not in ("black", "ball"), ("ring",), what, fix, "wrong-place"
    no_ball = kind == "ball" and state.switch("ring_on_ball") == "no" and ring != state.board.ball(RING_BEGINS)
    yield no_ball, ("ring",), f"at this table the ring is not laid on {ring}, a ball", "Name a black space.", "wrong-place"
    what = f"a knight stands at {ring} and would bear the ring"
    yield state.occupant(ring) is not None, ("ring",), what, "Write ring = true below him.", "twice"
    fix = "Take an obstacle away (obstacle.ring-reachable)."
    yield not ring_within_reach(state), ("ring",), f"no knight can reach the ring at {ring}", fix, "out-of-reach"


def _knights(state: State) -> Iterator[Row]:
    placed: dict[str, str] = {}
    ball = state.board.ball(KNIGHTS_BEGIN)
    for knight in state.knights:
        path, at = ("knights", knight.id), knight.at
        fix = f'Write waiting = false, or at = "{ball}".'
        what = f"he waits on the ball, not at {at}"
        yield knight.waiting and at != ball, (*path, "waiting"), what, fix, "wrong-place"
        what, fix = "who is on turn has taken off his coat: that turn was missed", "Leave coat out, or give the turn to the next."
        covered = knight.coat and knight.id == state.turn and state.moment != "ring"
        yield covered, (*path, "coat"), what, fix, "no-fit"
        for city in set(knight.seals):
            what = f"{SEALS - state.seals_left(city)} seals of {city} are given out"
            yield state.seals_left(city) < 0, (*path, "seals"), what, f"There are {SEALS} of each.", "too-many"
        if not knight.waiting and state.board.spaces[at].kind != "city":
            other = placed.setdefault(at, knight.id)
            shared = other != knight.id and not (state.moment == "banish" and {other, knight.id} == {state.turn, state.victim})
            yield shared, (*path, "at"), f"{other} stands at {at} too", "A space holds one knight, but for a city.", "twice"


def _obstacles(state: State) -> Iterator[Row]:
    path, many = ("obstacles",), len(state.obstacles)
    for space in sorted(state.obstacles):
        what, fix = f"an obstacle lies at {space}, a ", "Obstacles lie on black and white spaces (obstacle.where)."
        there = state.board.spaces[space]
        yield not there.ordinary, path, f"{what}{there.kind} space", fix, "wrong-place"
        what = f"an obstacle and a knight are both at {space}"
        yield state.occupant(space) is not None, path, what, "Move one of them.", "twice"
        yield space == state.ring, path, f"an obstacle lies on the ring at {space}", "Move one of them.", "twice"
    yield many > OBSTACLES, path, f"{many} obstacles are out", f"There are {OBSTACLES}.", "too-many"


#: The kinds of space on which the knight on turn stands in these moments.
_STANDS_ON: Mapping[str, tuple[str, ...]] = {
    "obstacle": ("magic",), "ring": ("dragon", "city"), "card": ("dragon",), "throw": ("dragon",), "extra": ("dragon",),
}  # fmt: skip


def _moment(state: State) -> Iterator[Row]:
    moment, mover, path = state.moment, state.mover, ("moment",)
    kind = state.board.spaces[mover.at].kind
    wanted = _STANDS_ON.get(moment, (kind,))
    what = f"in the moment {moment} {mover.id} stands on a {' or a '.join(wanted)} space, and {mover.at} is none"
    yield kind not in wanted, path, what, "Put him there, or write another moment.", "wrong-place"
    nowhere = moment == "obstacle" and kind in wanted and not obstacle_places(state)
    yield nowhere, path, "no obstacle can be laid anywhere, so nothing is asked", 'Write moment = "start".', "no-fit"
    what = "who has no talisman left fights no dragon (talisman.none-left)"
    fights = moment in ("card", "throw")
    yield fights and not mover.talismans, ("knights", mover.id, "talismans"), what, "Give him one.", "no-fit"
    what = f"{'no card' if state.card is None else 'a card'} is turned up in the moment {moment}"
    unfit = (state.card is not None) is not (moment == "throw")
    yield unfit, ("card",), what, "Write card in the moment throw, and only then.", "no-fit"


def _attack(state: State) -> Iterator[Row]:
    mover, banished = state.mover, state.moment == "banish"
    what = f"{state.victim or 'nobody'} is attacked in the moment {state.moment}"
    unfit = (state.victim is not None) is not banished
    yield unfit, ("victim",), what, "Write victim in the moment banish, and only then.", "no-fit"
    if unfit or state.victim is None:
        return
    victim = state.knight(state.victim)
    safe = victim.waiting or state.board.spaces[victim.at].kind == "city"
    what = f"{victim.id} is not attacked by {mover.id} at {mover.at}"
    fix = "Attacker and victim stand on one space, not in a city."
    yield victim.at != mover.at or victim.id == mover.id or safe, ("victim",), what, fix, "no-fit"
    what = "who has no talisman left attacks nobody (talisman.none-left)"
    yield not mover.talismans, ("knights", mover.id, "talismans"), what, "Give him one.", "no-fit"
    what = "no white space is free for the victim"
    yield not state.white(victim.id), ("moment",), what, "Take an obstacle away.", "no-fit"


def _winner(state: State) -> Iterator[Row]:
    won = {knight.id for knight in state.knights if len(set(knight.seals)) >= 3}
    for colour in sorted(won - {state.winner}):
        path, what = ("knights", colour, "seals"), f"{colour} holds three different seals and has not won"
        yield True, path, what, f'Write winner = "{colour}".', "no-fit"
    what = f"{state.winner} has not three different seals"
    yield state.winner is not None and state.winner not in won, ("winner",), what, "Leave winner out.", "no-fit"
    what = f"{'somebody' if state.winner else 'nobody'} has won in the moment {state.moment}"
    unfit = (state.winner is not None) is not (state.moment == "over")
    yield unfit, ("moment",), what, 'Write winner and moment = "over" together.', "no-fit"


def _pile(state: State) -> Iterator[Row]:
    left = [strength for strength, copies in state.cards_left().items() for _ in range(copies)]
    what = "all dragon cards have been turned: they are shuffled anew after the last fight"
    yield not left and state.moment != "throw", ("dragons_used",), what, "Leave dragons_used out.", "no-fit"
    for card in state.next_cards:
        left = left or [strength for strength, copies in DRAGONS.items() for _ in range(copies)]
        what = f"no card of strength {card} is left to be stacked there"
        yield card not in left, ("next_cards",), what, "Stack only what the pile holds.", "too-many"
        if card not in left:
            return
        left.remove(card)


def broken_invariants(state: State) -> list[str]:
    """Everything about a state that must not be; empty for a sound one."""
    found = [f"{' '.join(path)}: {what}" for _, path, what, _, _ in _wrong(state)]
    found += [f"{k.id} has {k.talismans} talismans" for k in state.knights if not 0 <= k.talismans <= TALISMANS]
    if any(used > copies for used, copies in zip(state.used, DRAGONS.values(), strict=True)):
        found.append("more dragon cards are used than there are")
    if (state.moment == "ring") is (state.ring is not None or any(knight.ring for knight in state.knights)):
        found.append("the ring is nowhere, or in two places")
    if not state.over and not state.actions():
        found.append("no decision is open, though the game is not over")
    if state.chances() and sum(state.chances().values()) != 1:
        found.append("the chances do not sum to 1")
    return found


def new_game(knights: Sequence[str], edition: str | None = None, board: str = "training") -> State:
    """A new game, begun by the first named (`setup.knights`, `setup.ring`, `setup.first`, `material.players`)."""
    return from_dict({"order": list(knights), "board": board, "edition": edition or default_edition()})


def loads(text: str) -> State:
    """The state a situation text describes. UnreadableText if it is no TOML, ImpossibleSituation with every fault."""
    return from_dict(parse(text, "situation"), text)


def from_code(text: str) -> State:
    """The state of a code. UnreadableText if it is mistyped or cut short."""
    return from_dict(unpacked(text))


def read(text: str) -> State:
    """The state of a situation text or a code, whichever it is."""
    return from_code(text) if text.lstrip().startswith(CODE_PREFIX) else loads(text)


def load(path: str | Path) -> State:
    """The state in a file (situation text, or a code)."""
    return read(read_file(path, "Name a situation file or a code."))
