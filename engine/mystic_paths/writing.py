"""The keys of a situation of Mystic Paths, and situations written: as plain data, as text, and as one-line codes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from functools import cache
from typing import Any

from engine.mystic_paths.material import MODES, OURS, ROUNDS, STEPS, Board, boards, editions, switches, wrong
from engine.mystic_paths.position import MOMENTS, Clue, Player, Position
from engine.text.codes import pack, unpack
from engine.text.faults import shown
from engine.text.keyed import Key, TomlTable, as_is, count, flag, ids, one_of, plain, text_of

NAME = "mystic_paths"
CODE_PREFIX = "mp1-"
#: The longest word of a portal of the players' own, and the largest weight of an opinion and its denominator.
LONGEST, HEAVIEST = 40, 10**6
#: The words of the keys, which a code need not spell out.
_KEYS = (
    '"game":"mystic_paths","board":"hexagon","mode":"together","order":["red","orange","yellow","green","blue","purple"],'
    '"round":1,"moment":"guess","turn":"red","right_now":1,"had_turn":[],"discards":[],"portals":{"a1":"","players":{"red":'
    '{"trail":["a1","a2"],"map":"m01","hand":["k001","k01","held":3,"marks":[],"clues":[{"step":1,"word":"","not":true,"since":1},'
    '"ready":true,"finished_in":4,"edition":"english"'
)


def _clues(table: TomlTable, key: str) -> tuple[Clue, ...]:
    found = []
    for entry in table.tables(key, '{ step = 1, word = "short" }'):
        values = entry.record(CLUE, '{ step = 1, word = "short" }')
        if values is not None:
            found.append(Clue(values["step"], values["word"], values["not"], values["since"]))
    return tuple(sorted(found))


def _clues_written(clues: Iterable[Clue]) -> list[dict[str, Any]]:
    return [
        {"step": clue.step, "word": clue.word, **({"not": True} if clue.negated else {}), "since": clue.since}
        for clue in clues
    ]


def weight(value: object) -> Fraction | None:
    """An opinion's weight: a whole number, a decimal or a fraction as text, not below 0; None if it is none."""
    if isinstance(value, bool) or not isinstance(value, (int, float, str)):
        return None
    try:
        found = Fraction(str(value)[:30])
    except (ValueError, ZeroDivisionError, OverflowError):
        return None
    return found if 0 <= found <= HEAVIEST and found.denominator <= HEAVIEST else None


def _fit(table: TomlTable, key: str) -> tuple[tuple[str, tuple[tuple[str, Fraction], ...]], ...]:
    found = []
    for clue, inner in table.named(key).items():
        if clue.removeprefix("not ") not in table.reading.groups["words"]:
            table.fault(key, *wrong("fit-word", shown(clue)))
        weights = []
        for word, value in inner.raw.items():
            of = weight(value)
            if word not in table.reading.groups["portals"]:
                inner.fault(word, *wrong("fit-portal", shown(word)))
            elif of is None:
                inner.fault(word, *wrong("fit-weight", shown(value)))
            else:
                weights.append((word, of))
        found.append((clue, tuple(sorted(weights))))
    return tuple(sorted(found))


def _fit_written(fit: Iterable[tuple[str, Iterable[tuple[str, Fraction]]]]) -> dict[str, Any]:
    return {clue: {word: _weight_written(of) for word, of in weights} for clue, weights in fit}


def _weight_written(of: Fraction) -> int | str:
    return int(of) if of.denominator == 1 else str(of)


_STEP = count(STEPS, 1)
CLUE = (Key("step", _STEP), Key("word", one_of("words")), Key("not", flag(), False), Key("since", count(ROUNDS, 1), 0))
#: The keys of the whole situation, but for the tables of the players, in the order in which they are written.
TOP = (
    Key("edition", one_of(editions())),
    Key("board", as_is),
    Key("mode", one_of(MODES, "together"), "together"),
    Key("order", as_is, ()),
    Key("round", count(ROUNDS, 1), 1),
    Key("moment", one_of(MOMENTS, "lay"), "lay"),
    Key("turn", one_of("seats")),
    Key("right_now", count(STEPS), 0),
    Key("touched", one_of("cells")),
    Key("had_turn", ids("seats", ordered=True), ()),
    Key("cups", one_of(tuple(switches()["cups"].choices))),
    Key("maps", one_of(tuple(switches()["maps"].choices))),
    Key("discards", ids("cards"), ()),
    Key("removed", ids("all cards"), ()),
    Key("next_cards", ids("all cards", ordered=True), ()),
    Key("portals", as_is, ()),
    Key("fit", _fit, (), _fit_written),
)
#: The keys of [players.COLOUR]; ``start`` and ``reached`` say the same as ``trail`` in other words.
PLAYER = (
    Key("start", one_of("starts")),
    Key("map", one_of("maps")),
    Key("walk", ids("cells", ordered=True, repeated=True), ()),
    Key("reached", count(STEPS)),
    Key("trail", ids("cells", ordered=True, repeated=True), ()),
    Key("hand", ids("cards")),
    Key("held", count(216)),
    Key("marks", ids("cells"), ()),
    Key("clues", _clues, (), _clues_written),
    Key("covered", count(108), 0),
    Key("ready", flag(), False),
    Key("finished_in", count(ROUNDS, 1)),
)
_SAID = {"trail", "marks"}


def default_portals(board: Board, listed: Mapping[str, str]) -> tuple[str, ...]:
    """The words on the board, where nothing is said the front sides in their order; a disc that lies elsewhere is passed over."""
    used = {board.disc_of.get(word) for word in listed.values()}
    spare = [words[0] for disc, words in list(board.discs.items())[len(board.cells) :] if disc not in used]
    found = []
    for cell, (disc, words) in zip(board.cells, board.discs.items(), strict=False):
        if cell in listed:
            found.append(listed[cell])
        elif disc in used:
            found.append(spare.pop(0) if spare else "")
        else:
            found.append(words[0])
    return tuple(found)


def _player(player: Player) -> dict[str, Any]:
    found = {
        key.name: key.write(held)
        for key in PLAYER[1:]
        if key.name != "reached"
        for held in (getattr(player, key.name),)
        if key.name in _SAID or held != key.default
    }
    return {"trail": found.pop("trail"), **found}


def to_dict(state: Position) -> dict[str, Any]:
    """The situation as plain data, as ``--json`` prints it. Everybody's trail and marks, round and moment are spelled out."""
    portals = dict(zip(state.board.cells, state.portals, strict=True))
    listed = {cell: word for cell, word in portals.items() if word}
    usual = state.moment != "place" and default_portals(state.board, {}) == state.portals
    found: dict[str, Any] = {
        "board": None if state.board.id == OURS else state.board.id,
        "order": list(state.order),
        "turn": state.path,
        "portals": {} if usual else listed,
        "fit": _fit_written(state.fit),
        **dict(state.chosen),
    }
    said = {"edition", "mode", "order", "round", "moment", "turn"}
    top: dict[str, Any] = {}
    for key in TOP:
        held = found[key.name] if key.name in found else plain(getattr(state, key.name, None))
        if held is not None and (key.name in said or held not in ([], {}, key.default)):
            top[key.name] = held
    return {"game": NAME, **top, "players": {player.id: _player(player) for player in state.players}}


def dumps(state: Position) -> str:
    """The canonical text of a situation; reading it gives an equal state."""
    return text_of(to_dict(state), ("players",))


@cache
def _words() -> bytes:
    """What the codes of situations are made of: the words of our set and the keys, which the compressor need not spell out."""
    ours = boards()[OURS]
    words = [*ours.card_of, *ours.cards, *ours.maps, *ours.cells, *ours.disc_of]
    return ('","'.join(words) + _KEYS).encode()


def code(state: Position) -> str:
    """The situation as one URL-safe line; reading it gives an equal state."""
    return pack(CODE_PREFIX, {key: value for key, value in to_dict(state).items() if key != "game"}, _words())


def unpacked(text: str) -> dict[str, Any]:
    """The plain data of a code. UnreadableText if it is mistyped or cut short: it is refused, never misread."""
    return unpack(CODE_PREFIX, text, _words())
