"""Situations of GRAN as text and as one-line codes: every key checked, every fault gathered, so that all are told at once."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from engine.codes import agrees, refusal, seal, unseal
from engine.faults import Fault, UnreadableText, shown
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
        for subject in _SUBJECTS:
            for wrong in subject(state):
                reading.fault(*wrong)
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


#: What only the whole situation shows.
_SUBJECTS = (_ring, _knights, _obstacles, _moment, _winner, _pile)


def broken_invariants(state: State) -> list[str]:
    """Everything about a state that must not be; empty for a sound one."""
    found = [f"{' '.join(path)}: {what}" for subject in _SUBJECTS for path, what, _, _ in subject(state)]
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
    """A row of numbers, each below its own bound, kept as one large number: written when begun empty, else read."""

    def __init__(self, packed: bytes | None = None) -> None:
        self.pairs: list[tuple[int, int]] = []
        self.reads, self.rest = packed is not None, int.from_bytes(packed or b"", "little")

    def number(self, value: int, bound: int) -> int:
        """The next number: the value that is written, or what is read in its place."""
        if self.reads:
            self.rest, value = divmod(self.rest, bound)
        self.pairs.append((value, bound))
        return value

    def word(self, value: Any, known: Sequence[str]) -> str | None:
        """The next word out of those known, or None."""
        number = self.number(known.index(value) + 1 if value is not None else 0, len(known) + 1)
        return known[number - 1] if number else None

    def row(self, values: Sequence[Any], bound: int, most: int) -> list[int]:
        """The next list of numbers, with its length before it."""
        length = self.number(len(values), most + 1)
        return [self.number(values[n] if n < len(values) else 0, bound) for n in range(length)]

    def packed(self) -> bytes:
        whole = 0
        for value, bound in reversed(self.pairs):
            whole = whole * bound + value
        return whole.to_bytes((whole.bit_length() + 7) // 8, "little")


def _walk(digits: _Digits, raw: Mapping[str, Any]) -> dict[str, Any]:
    """A situation's plain data (see :func:`to_dict`) number by number, written or read. What is read is given back."""
    name = bytes(digits.row(raw.get("board", "").encode(), 128, 40)).decode()
    if name not in boards():
        fix = "Load its board file first."
        raise UnreadableText(Fault("code", f"it is of the board {shown(name)}, which is not known", fix, "unknown-board"))
    spaces = tuple(boards()[name].spaces)
    chosen, knights, used = raw.get("switches", {}), raw.get("knights", {}), raw.get("dragons_used", {})
    order = [COLOURS[n] for n in digits.row([COLOURS.index(seat) for seat in raw.get("order", ())], 6, 6)]
    found: dict[str, Any] = {"game": NAME, "board": name, "order": order}
    for key, known in (("edition", editions()), ("turn", order), ("moment", MOMENTS), ("ring", spaces), ("victim", order),
                       ("winner", order), ("card", _CARDS)):  # fmt: skip
        value = digits.word(str(raw[key]) if key in raw else None, known)
        if value is not None:
            found[key] = int(value) if key == "card" else value
    values = {name: digits.word(chosen.get(name), tuple(switch.choices)) for name, switch in switches().items()}
    found["switches"] = {name: value for name, value in values.items() if value is not None}
    found["dragons_used"] = {card: digits.number(used.get(card, 0), DRAGONS[int(card)] + 1) for card in _CARDS}
    for key in ("next_cards", "next_rolls"):
        found[key] = digits.row(raw.get(key, ()), 7, _STACK)
    found["knights"] = {}
    for colour in order:
        knight = knights.get(colour, {})
        entry: dict[str, Any] = {"at": spaces[digits.number(spaces.index(knight["at"]) if knight else 0, len(spaces))]}
        entry |= {key: bool(digits.number(knight.get(key, False), 2)) for key in ("waiting", "ring", "coat")}
        entry["talismans"] = digits.number(knight.get("talismans", TALISMANS), TALISMANS + 1)
        held = knight.get("seals", [])
        entry["seals"] = [state for state in STATES for _ in range(digits.number(held.count(state), SEALS + 1))]
        found["knights"][colour] = entry
    covered = raw.get("obstacles", ())
    found["obstacles"] = [space for space in spaces if digits.number(space in covered, 2)]
    return found


_CARDS = tuple(map(str, DRAGONS))


def code(state: State) -> str:
    """The situation as one URL-safe line; :func:`from_code` of it gives an equal state."""
    digits = _Digits()
    _walk(digits, to_dict(state))
    return seal(CODE_PREFIX, digits.packed(), digits.packed())


def from_code(text: str) -> State:
    """The state of a code. UnreadableText if it is mistyped or cut short: it is refused, never misread."""
    check, packed = unseal(CODE_PREFIX, text)
    if not agrees(check, packed):
        raise refusal(CODE_PREFIX, text.strip())
    digits = _Digits(packed)
    try:
        raw = _walk(digits, {})
    except (IndexError, UnicodeDecodeError):
        raise refusal(CODE_PREFIX, text.strip()) from None
    if digits.rest or digits.packed() != packed:
        raise refusal(CODE_PREFIX, text.strip())
    return from_dict(raw)
