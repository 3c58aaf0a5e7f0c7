"""Situations of GRAN as text and as one-line codes: every key checked, every fault gathered, so that all are told at once."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from engine.codes import agrees, refusal, seal, unseal
from engine.faults import UnreadableText, shown
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
    editions,
    switches,
)
from engine.gran.play import State
from engine.gran.position import MOMENTS, Knight
from engine.gran.rules import obstacle_places, ring_within_reach
from engine.keyed import Key, Reading, Table, flag, ids, one_of, parse, plain, read_file, text_of, written

NAME = "gran"
CODE_PREFIX = "gr1-"
DOCS = "docs/gran.md"
_STACK = 200


def _numbers(known: tuple[int, ...]) -> Any:
    """The reading of a list of numbers out of these."""

    def read(table: Table, key: str) -> tuple[int, ...]:
        value = table.raw[key]
        if isinstance(value, list) and len(value) <= _STACK and all(type(n) is int and n in known for n in value):
            return tuple(value)
        numbers = ", ".join(map(str, sorted(known)))
        table.fault(key, f"{key} = {shown(value)} cannot be", f"Write a list of: {numbers}.", "not-a-list")
        return ()

    return read


def _used(table: Table, key: str) -> tuple[int, ...]:
    """How many dragon cards of each strength have been turned: ``{ 6 = 1, 3 = 2 }``."""
    raw = table.raw[key]
    if not isinstance(raw, Mapping):
        table.fault(key, f"{key} = {shown(raw)} is no table", "Write { 6 = 1, 3 = 2 }.", "not-a-table")
        return (0,) * len(DRAGONS)
    inner = Table(table.reading, raw, (*table.path, key))
    inner.only(str(strength) for strength in DRAGONS)
    return tuple(inner.count(str(strength), 0, copies) for strength, copies in DRAGONS.items())


def _card(table: Table, key: str) -> int | None:
    value = table.raw[key]
    if type(value) is int and value in DRAGONS:
        return value
    strengths = ", ".join(map(str, sorted(DRAGONS)))
    table.fault(key, f"{key} = {shown(value)} is no dragon card", f"Write one of: {strengths}.", "out-of-range")
    return None


def _chosen(table: Table, key: str) -> tuple[tuple[str, str], ...]:
    """The switches a table has set, those that only repeat the edition left out."""
    raw = table.raw[key]
    if not isinstance(raw, Mapping):
        table.fault(key, f"{key} = {shown(raw)} is no table", 'Write { ring_reach = "every" }.', "not-a-table")
        return ()
    inner = Table(table.reading, raw, (*table.path, key))
    inner.only(switches())
    found = {name: inner.one_of(name, tuple(switches()[name].choices)) for name in switches() if name in raw}
    edition = str(table.raw.get("edition", default_edition()))
    return tuple(
        (name, value)
        for name, value in found.items()
        if value is not None and value != switches()[name].values.get(edition)
    )


def _dict(pairs: tuple[tuple[str, str], ...]) -> dict[str, str]:
    return dict(pairs)


def _sorted_obstacles(table: Table, key: str) -> frozenset[str]:
    return frozenset(table.ids(key, "spaces"))


#: The keys of the whole situation, but for the tables of the knights, in the order in which they are written.
TOP = (
    Key("edition", one_of(editions()), about="whose rules are played"),
    Key("board", one_of("boards"), about="the board's id; training, or that of a board file of your own"),
    Key("switches", _chosen, (), _dict, "questions this table answers otherwise than the edition"),
    Key("order", ids(COLOURS, ordered=True), (), about="the seats in playing order (default: the knights listed)"),
    Key("turn", one_of("seats"), about="whose turn it is (default: the first of order)"),
    Key("moment", one_of(MOMENTS), about="which decision is open (default: start)"),
    Key("ring", one_of("spaces"), about="where the ring lies (default: the ball of Tirad, unless a knight bears it)"),
    Key("obstacles", _sorted_obstacles, frozenset(), sorted, "the spaces with an obstacle"),
    Key("dragons_used", _used, (0,) * len(DRAGONS), about="how many dragon cards of each strength have been turned"),
    Key("next_cards", _numbers(tuple(DRAGONS)), (), about="the pile, stacked, top first (demonstrations)"),
    Key("next_rolls", _numbers(tuple(range(1, 7))), (), about="the next throws (demonstrations)"),
    Key("card", _card, about="moment throw: the dragon turned up"),
    Key("victim", one_of("seats"), about="moment banish: who is to be banished"),
    Key("winner", one_of("seats"), about="moment over: who has won"),
)
#: The keys of [knights.COLOUR]; named as the fields of a Knight.
KNIGHT = (
    Key("at", one_of("spaces"), about="where he is (default: waiting on the ball of Galad)"),
    Key("waiting", flag(), False, about="true until his first move, on the ball without occupying it"),
    Key("talismans", lambda t, k: t.count(k, 0, TALISMANS, TALISMANS), TALISMANS, about="0 to 3"),
    Key("ring", flag(), False, about="he bears the ring"),
    Key("coat", flag(), False, about="he misses his next turn"),
    Key("seals", ids(STATES, ordered=True, repeated=True, most=SEALS * len(STATES)), (), about="a state may stand twice"),
)


# ------------------------------------------------------------------ reading


def from_dict(raw: Mapping[str, Any], text: str | None = None) -> State:
    """The state a situation's plain data describes. ImpossibleSituation carries every fault found."""
    reading = Reading(text, more=DOCS)
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
    knights = tuple(_knight(reading, colour, tables.get(colour), board) for colour in order)
    state = _assembled(values, board, knights)
    if not reading.faults:
        _check(reading, top, state)
    reading.finish()
    return state


def _knight(reading: Reading, colour: str, table: Table | None, board: Board) -> Knight:
    table = table or reading.table({}, "knights", colour)
    values = table.all(KNIGHT)
    if "at" not in table:
        values |= {"at": board.ball(KNIGHTS_BEGIN), "waiting": table.raw.get("waiting", True) is not False}
    values["at"] = values["at"] or board.ball(KNIGHTS_BEGIN)
    values["seals"] = tuple(sorted(values["seals"], key=STATES.index))
    return Knight(colour, **values)


def _assembled(values: Mapping[str, Any], board: Board, knights: tuple[Knight, ...]) -> State:
    """The one place where what was read becomes a state."""
    winner, card = values["winner"], values["card"]
    moment = values["moment"] or ("over" if winner else "start")
    ring = values["ring"]
    if ring is None and moment != "ring" and not any(knight.ring for knight in knights):
        ring = board.ball(RING_BEGINS)
    used = dict(zip(DRAGONS, values["dragons_used"], strict=True))
    if card is not None and not used[card]:
        used[card] = 1  # the card turned up is one of those used
    return State(
        edition=values["edition"] or default_edition(),
        board=board,
        knights=knights,
        turn=values["turn"] or knights[0].id,
        moment=moment,
        ring=ring,
        obstacles=values["obstacles"],
        used=tuple(used.values()),
        card=card,
        victim=values["victim"],
        next_cards=values["next_cards"],
        next_rolls=values["next_rolls"],
        winner=winner,
        chosen=values["switches"],
    )


Wrong = tuple[tuple[str, ...], str, str, str]


def _check(reading: Reading, top: Table, state: State) -> None:
    """What only the whole situation shows."""
    for subject in (_ring, _knights, _obstacles, _moment, _winner, _pile):
        for path, what, fix, code in subject(state):
            reading.fault(path, what, fix, code)


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
        for seal in STATES:
            if state.seals_left(seal) < 0 and seal in knight.seals:
                what = f"{SEALS - state.seals_left(seal)} seals of {seal} are given out"
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
    yield from _attack(state, mover)


def _attack(state: State, mover: Knight) -> Iterator[Wrong]:
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


def loads(text: str) -> State:
    """The state a situation text describes. UnreadableText if it is no TOML, ImpossibleSituation with every fault."""
    return from_dict(parse(text, "situation"), text)


def load(path: str | Path) -> State:
    """The state in a file (situation text, or a code)."""
    return read(read_file(path, "Name a situation file or a code."))


def read(text: str) -> State:
    """The state of a situation text or a code, whichever it is."""
    return from_code(text) if text.lstrip().startswith(CODE_PREFIX) else loads(text)


# ------------------------------------------------------------------ writing


def to_dict(state: State) -> dict[str, Any]:
    """The situation as plain data, as ``--json`` prints it. Every knight's ``at``, the turn and the moment are spelled out."""
    out: dict[str, Any] = {"game": NAME, "edition": state.edition, "board": state.board.id}
    if state.chosen:
        out["switches"] = dict(state.chosen)
    out |= {"order": list(state.order), "turn": state.turn, "moment": state.moment}
    if state.ring is not None:
        out["ring"] = state.ring
    if state.obstacles:
        out["obstacles"] = [space for space in state.board.spaces if space in state.obstacles]
    used = {str(strength): n for strength, n in zip(DRAGONS, state.used, strict=True) if n}
    if used:
        out["dragons_used"] = used
    for key in ("next_cards", "next_rolls", "card", "victim", "winner"):
        value = getattr(state, key)
        if value not in (None, ()):
            out[key] = plain(value)
    out["knights"] = {knight.id: {"at": knight.at, **written(knight, KNIGHT[1:])} for knight in state.knights}
    return out


def dumps(state: State) -> str:
    """The canonical text of a situation; :func:`loads` of it gives an equal state."""
    return text_of(to_dict(state), ("knights",))


# ------------------------------------------------------------------ codes


class _Digits:
    """A row of numbers, each below its own bound, kept as one large number."""

    def __init__(self, packed: bytes | None = None) -> None:
        self.pairs: list[tuple[int, int]] = []
        self.rest = int.from_bytes(packed or b"", "little")

    def put(self, value: int, bound: int) -> None:
        self.pairs.append((value, bound))

    def pack(self) -> bytes:
        whole = 0
        for value, bound in reversed(self.pairs):
            whole = whole * bound + value
        return whole.to_bytes((whole.bit_length() + 7) // 8, "little")

    def take(self, bound: int) -> int:
        self.rest, value = divmod(self.rest, bound)
        return value


def code(state: State) -> str:
    """The situation as one URL-safe line; :func:`from_code` of it gives an equal state."""
    board = state.board
    place = {space: number for number, space in enumerate(board.spaces)}
    seat = {colour: number for number, colour in enumerate(state.order)}
    digits = _Digits()
    name = b"" if board.id == "training" else board.id.encode()
    digits.put(len(name), 64)
    for letter in name:
        digits.put(letter, 128)
    digits.put(editions().index(state.edition), 16)
    for switch in switches().values():
        values = tuple(switch.choices)
        value = dict(state.chosen).get(switch.name)
        digits.put(0 if value is None else 1 + values.index(value), 1 + len(values))
    digits.put(len(seat), len(COLOURS) + 1)
    for colour in seat:
        digits.put(COLOURS.index(colour), len(COLOURS))
    digits.put(seat[state.turn], len(seat))
    digits.put(MOMENTS.index(state.moment), len(MOMENTS))
    digits.put(0 if state.ring is None else 1 + place[state.ring], 1 + len(place))
    for number, copies in zip(state.used, DRAGONS.values(), strict=True):
        digits.put(number, 1 + copies)
    digits.put(0 if state.card is None else 1 + state.card, 8)
    for colour in (state.victim, state.winner):
        digits.put(0 if colour is None else 1 + seat[colour], 1 + len(seat))
    for stack in (state.next_cards, state.next_rolls):
        digits.put(len(stack), _STACK + 1)
        for number in stack:
            digits.put(number, 7)
    for knight in state.knights:
        digits.put(place[knight.at], len(place))
        digits.put(knight.waiting + 2 * knight.ring + 4 * knight.coat, 8)
        digits.put(knight.talismans, TALISMANS + 1)
        for one in STATES:
            digits.put(knight.seals.count(one), SEALS + 1)
    for space in board.of_kind("black", "white"):
        digits.put(space in state.obstacles, 2)
    packed = digits.pack()
    return seal(CODE_PREFIX, packed, packed)


def from_code(text: str) -> State:
    """The state of a code. UnreadableText if it is mistyped or cut short: it is refused, never misread."""
    check, packed = unseal(CODE_PREFIX, text)
    refused = refusal(CODE_PREFIX, text.strip())
    if not agrees(check, packed):
        raise refused
    try:
        return from_dict(_unpacked(_Digits(packed)))
    except (IndexError, KeyError):
        raise refused from None


def _unpacked(digits: _Digits) -> dict[str, Any]:
    """The plain data of a code's numbers. IndexError or KeyError if they stand for nothing."""
    name = bytes(digits.take(128) for _ in range(digits.take(64))).decode("ascii") or "training"
    if name not in boards():
        from engine.faults import Fault

        fix = "Load the board file first (tutor --board FILE)."
        raise UnreadableText(Fault("code", f"it is of the board {shown(name)}, which is not known", fix, "unknown-board"))
    board = boards()[name]
    spaces = tuple(board.spaces)
    raw: dict[str, Any] = {"game": NAME, "board": name, "edition": editions()[digits.take(16)]}
    raw["switches"] = {}
    for switch in switches().values():
        value = digits.take(1 + len(switch.choices))
        if value:
            raw["switches"][switch.name] = tuple(switch.choices)[value - 1]
    order = [COLOURS[digits.take(len(COLOURS))] for _ in range(digits.take(len(COLOURS) + 1))]
    raw |= {"order": order, "turn": order[digits.take(max(1, len(order)))], "moment": MOMENTS[digits.take(len(MOMENTS))]}
    ring = digits.take(1 + len(spaces))
    if ring:
        raw["ring"] = spaces[ring - 1]
    raw["dragons_used"] = {str(strength): digits.take(1 + copies) for strength, copies in DRAGONS.items()}
    card = digits.take(8)
    if card:
        raw["card"] = card - 1
    for key in ("victim", "winner"):
        colour = digits.take(1 + len(order))
        if colour:
            raw[key] = order[colour - 1]
    for key in ("next_cards", "next_rolls"):
        raw[key] = [digits.take(7) for _ in range(digits.take(_STACK + 1))]
    raw["knights"] = {}
    for colour in order:
        knight: dict[str, Any] = {"at": spaces[digits.take(len(spaces))]}
        flags = digits.take(8)
        knight |= {"waiting": bool(flags & 1), "ring": bool(flags & 2), "coat": bool(flags & 4)}
        knight["talismans"] = digits.take(TALISMANS + 1)
        knight["seals"] = [state for state in STATES for _ in range(digits.take(SEALS + 1))]
        raw["knights"][colour] = knight
    raw["obstacles"] = [space for space in board.of_kind("black", "white") if digits.take(2)]
    if digits.rest:
        raise IndexError("numbers are left over")
    return raw
