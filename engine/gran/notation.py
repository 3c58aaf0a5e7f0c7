"""Situations of GRAN read from text and codes: every key checked, every fault gathered, so that all are told at once."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
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
        for wrong in _wrong(state):
            reading.fault(*wrong)
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

Wrong = tuple[tuple[str, ...], str, str, str]


def _wrong(state: State) -> Iterator[Wrong]:
    for subject in (_ring, _knights, _obstacles, _moment, _attack, _winner, _pile):
        yield from subject(state)


def _ring(state: State) -> Iterator[Wrong]:
    bearers = [knight.id for knight in state.knights if knight.ring]
    for colour in bearers[1:]:
        yield ("knights", colour, "ring"), f"{bearers[0]} bears the ring already", "There is one ring.", "twice"
    if bearers and state.ring is not None:
        what = f"the ring lies at {state.ring}, and {bearers[0]} bears it"
        yield ("ring",), what, "Leave ring out while a knight bears it.", "twice"
    if state.moment == "ring":
        for colour in bearers:
            yield ("knights", colour, "ring"), "in the moment ring nobody bears it", "Leave ring out.", "no-fit"
        if state.ring is not None:
            yield ("ring",), "in the moment ring it does not lie yet", "Leave ring out.", "no-fit"
    if state.ring is None:
        return
    kind = state.board.spaces[state.ring].kind
    if kind not in ("black", "ball"):
        what = f"the ring lies at {state.ring}, a {kind} space"
        yield ("ring",), what, "It lies on a black space or a ball (ring.lay-where).", "wrong-place"
    elif kind == "ball" and state.switch("ring_on_ball") == "no" and state.ring != state.board.ball(RING_BEGINS):
        yield ("ring",), f"at this table the ring is not laid on {state.ring}, a ball", "Name a black space.", "wrong-place"
    if state.occupant(state.ring) is not None:
        yield ("ring",), f"a knight stands at {state.ring} and would bear the ring", "Write ring = true below him.", "twice"
    if not ring_within_reach(state):
        what = f"no knight can reach the ring at {state.ring}"
        yield ("ring",), what, "Take an obstacle away (obstacle.ring-reachable).", "out-of-reach"


def _knights(state: State) -> Iterator[Wrong]:
    spaces = state.board.spaces
    placed: dict[str, str] = {}
    for knight in state.knights:
        path = ("knights", knight.id)
        if knight.waiting and knight.at != state.board.ball(KNIGHTS_BEGIN):
            fix = f"Write waiting = false, or at = \"{state.board.ball(KNIGHTS_BEGIN)}\"."
            yield (*path, "waiting"), f"he waits on the ball, not at {knight.at}", fix, "wrong-place"
        if knight.coat and knight.id == state.turn and state.moment != "ring":
            what = "who is on turn has taken off his coat: that turn was missed"
            yield (*path, "coat"), what, "Leave coat out, or give the turn to the next.", "no-fit"
        for city in STATES:
            if state.seals_left(city) < 0 and city in knight.seals:
                what = f"{SEALS - state.seals_left(city)} seals of {city} are given out"
                yield (*path, "seals"), what, f"There are {SEALS} of each.", "too-many"
        if knight.waiting or spaces[knight.at].kind == "city":
            continue
        other = placed.setdefault(knight.at, knight.id)
        pair = state.moment == "banish" and {other, knight.id} == {state.turn, state.victim}
        if other != knight.id and not pair:
            yield (*path, "at"), f"{other} stands at {knight.at} too", "A space holds one knight, but for a city.", "twice"


def _obstacles(state: State) -> Iterator[Wrong]:
    for space in sorted(state.obstacles):
        kind = state.board.spaces[space].kind
        if kind not in ("black", "white"):
            what = f"an obstacle lies at {space}, a {kind} space"
            yield ("obstacles",), what, "Obstacles lie on black and white spaces (obstacle.where).", "wrong-place"
        if state.occupant(space) is not None:
            yield ("obstacles",), f"an obstacle and a knight are both at {space}", "Move one of them.", "twice"
        if space == state.ring:
            yield ("obstacles",), f"an obstacle lies on the ring at {space}", "Move one of them.", "twice"
    if len(state.obstacles) > OBSTACLES:
        yield ("obstacles",), f"{len(state.obstacles)} obstacles are out", f"There are {OBSTACLES}.", "too-many"


#: The kinds of space on which the knight on turn stands in these moments.
_STANDS_ON: Mapping[str, tuple[str, ...]] = {
    "obstacle": ("magic",), "ring": ("dragon", "city"), "card": ("dragon",), "throw": ("dragon",), "extra": ("dragon",),
}  # fmt: skip


def _moment(state: State) -> Iterator[Wrong]:
    mover = state.mover
    kind = state.board.spaces[mover.at].kind
    wanted = _STANDS_ON.get(state.moment)
    if wanted and kind not in wanted:
        what = f"in the moment {state.moment} {mover.id} stands on a {' or a '.join(wanted)} space, and {mover.at} is none"
        yield ("moment",), what, "Put him there, or write another moment.", "wrong-place"
    elif state.moment == "obstacle" and not obstacle_places(state):
        yield ("moment",), "no obstacle can be laid anywhere, so nothing is asked", 'Write moment = "start".', "no-fit"
    if state.moment in ("card", "throw") and not mover.talismans:
        what = "who has no talisman left fights no dragon (talisman.none-left)"
        yield ("knights", mover.id, "talismans"), what, "Give him one.", "no-fit"
    if (state.card is not None) is not (state.moment == "throw"):
        what = "no card is turned up" if state.card is None else "a card is turned up"
        fix = "Write card in the moment throw, and only then."
        yield ("card",), f"{what} in the moment {state.moment}", fix, "no-fit"


def _attack(state: State) -> Iterator[Wrong]:
    mover = state.mover
    if (state.victim is not None) is not (state.moment == "banish"):
        what = "nobody is attacked" if state.victim is None else f"{state.victim} is attacked"
        fix = "Write victim in the moment banish, and only then."
        yield ("victim",), f"{what} in the moment {state.moment}", fix, "no-fit"
    elif state.victim is not None:
        victim = state.knight(state.victim)
        safe = victim.waiting or state.board.spaces[victim.at].kind == "city"
        if victim.at != mover.at or victim.id == mover.id or safe:
            what = f"{victim.id} is not attacked by {mover.id} at {mover.at}"
            yield ("victim",), what, "Attacker and victim stand on one space, not in a city.", "no-fit"
        elif not mover.talismans:
            path = ("knights", mover.id, "talismans")
            yield path, "who has no talisman left attacks nobody (talisman.none-left)", "Give him one.", "no-fit"
        elif not state.white(victim.id):
            yield ("moment",), "no white space is free for the victim", "Take an obstacle away.", "no-fit"


def _winner(state: State) -> Iterator[Wrong]:
    for knight in state.knights:
        if len(set(knight.seals)) >= 3 and knight.id != state.winner:
            what = f"{knight.id} holds three different seals and has not won"
            yield ("knights", knight.id, "seals"), what, f'Write winner = "{knight.id}".', "no-fit"
    if state.winner is not None and len(set(state.knight(state.winner).seals)) < 3:
        yield ("winner",), f"{state.winner} has not three different seals", "Leave winner out.", "no-fit"
    if (state.winner is not None) is not (state.moment == "over"):
        what = "somebody has won" if state.winner else "nobody has won"
        yield ("moment",), f"{what} in the moment {state.moment}", 'Write winner and moment = "over" together.', "no-fit"


def _pile(state: State) -> Iterator[Wrong]:
    left, fresh = state.cards_left(), dict(DRAGONS)
    if not left and state.moment != "throw":
        what = "all dragon cards have been turned: they are shuffled anew after the last fight"
        yield ("dragons_used",), what, "Leave dragons_used out.", "no-fit"
    for card in state.next_cards:
        left = left or dict(fresh)
        if not left.get(card):
            what = f"no card of strength {card} is left to be stacked there"
            yield ("next_cards",), what, "Stack only what the pile holds.", "too-many"
            return
        left[card] -= 1
        if not left[card]:
            del left[card]


def broken_invariants(state: State) -> list[str]:
    """Everything about a state that must not be; empty for a sound one."""
    found = [f"{' '.join(path)}: {what}" for path, what, _, _ in _wrong(state)]
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
