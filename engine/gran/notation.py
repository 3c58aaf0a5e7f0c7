"""Situations of GRAN read from text and codes: every key checked, every fault gathered, so that all are told at once."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from typing import Any

from engine.faults import ImpossibleSituation
from engine.game import unsound
from engine.gran.material import COLOURS, DOCS, DRAGONS, OBSTACLES, SEALS, STATES, Board, boards, default_edition, wrong
from engine.gran.paths import jumps_out, who_reaches
from engine.gran.play import State
from engine.gran.position import Knight
from engine.gran.rules import free_for_ring, obstacle_places
from engine.gran.writing import CODE_PREFIX, KNIGHT, NAME, TOP, to_dict, unpacked
from engine.keyed import Reading, Table
from engine.notation import Notation, seats


def from_dict(raw: Mapping[str, Any], text: str | None = None) -> State:
    """The state a situation's plain data describes. ImpossibleSituation carries every fault found."""
    reading = Reading(text, more=DOCS)
    top = reading.table(raw)
    top.only(("game", "knights", *(key.name for key in TOP)))
    top.one_of("game", (NAME,))
    board = boards()[top.one_of("board", tuple(boards()), "training")]
    order, tables = seats(top, COLOURS, "knight")
    if not order:
        reading.finish()
    reading.groups |= {"seats": order, "spaces": tuple(board.spaces)}
    values = top.values(TOP)
    knights = tuple(_knight(tables.get(colour) or reading.table({}, "knights", colour), colour, board) for colour in order)
    state = _assembled(values, board, knights)
    if not reading.faults:
        for unfit, path, name, *about in chain(_knights(state), _spaces(state), _moment(state), _cards(state)):
            if unfit:
                reading.fault(path.split("."), *wrong(name, *about))
    reading.finish()
    return state


def _knight(table: Table, colour: str, board: Board) -> Knight:
    values = table.all(KNIGHT)
    if "at" not in table:
        values["waiting"] = table.raw.get("waiting", True) is not False
    values["at"] = values["at"] or board.knights_begin
    values["seals"] = tuple(sorted(values["seals"], key=STATES.index))
    return Knight(colour, **values)


def _assembled(values: Mapping[str, Any], board: Board, knights: tuple[Knight, ...]) -> State:
    """The one place where what was read becomes a state."""
    card, winner, ring = values["card"], values["winner"], values["ring"]
    edition, turn = values["edition"] or default_edition(), values["turn"] or knights[0].id
    moment = values["moment"] or ("over" if winner else "start")
    if ring is None and moment != "ring" and not any(knight.ring for knight in knights):
        ring = board.ring_begins
    pile = zip(DRAGONS, values["dragons_used"], strict=True)
    used = tuple(n or int(strength == card) for strength, n in pile)  # the card turned up is one of those used
    obstacles, victim, chosen = frozenset(values["obstacles"]), values["victim"], values["switches"]
    stacked = values["next_cards"], values["next_rolls"]
    return State(edition, board, knights, turn, moment, ring, obstacles, used, card, victim, *stacked, winner, chosen)


#: Whether something is wrong, where, its name among the faults of words.toml, and what is to be filled in there.
Row = tuple[Any, ...]


def _knights(state: State) -> Iterator[Row]:
    """What is wrong with the knights, and with who has won."""
    placed: dict[str, str] = {}
    ball, moment, winner = state.board.knights_begin, state.moment, state.winner
    for knight in state.knights:
        path, at, seals = f"knights.{knight.id}", knight.at, set(knight.seals)
        yield knight.waiting and at != ball, f"{path}.waiting", "waits-elsewhere", at, ball
        yield knight.coat and knight.id == state.turn and moment != "ring", f"{path}.coat", "covered-on-turn"
        yield len(seals) >= 3 and winner != knight.id, f"{path}.seals", "has-not-won", knight.id
        yield len(seals) < 3 and winner == knight.id, "winner", "winner-without-seals", winner
        for city in seals:
            left = state.seals_left(city)
            yield left < 0, f"{path}.seals", "seals", SEALS - left, city, SEALS
        if not knight.waiting and state.board.spaces[at].kind != "city":
            other = placed.setdefault(at, knight.id)
            attack = moment == "banish" and {other, knight.id} == {state.turn, state.victim}
            yield other != knight.id and not attack, f"{path}.at", "two-on-a-space", other, at
    unfit = (winner is not None) is not (moment == "over")
    yield unfit, "moment", "winner", "somebody" if winner else "nobody", moment


def _spaces(state: State) -> Iterator[Row]:
    """What is wrong with the ring and the obstacles."""
    bearers, to_be_laid = [knight.id for knight in state.knights if knight.ring], state.moment == "ring"
    spaces = state.board.spaces
    for colour in bearers:
        yield colour != bearers[0], f"knights.{colour}.ring", "borne-twice", bearers[0]
        yield to_be_laid, f"knights.{colour}.ring", "borne-and-to-be-laid"
    if state.ring is not None:
        ring, kind = state.ring, spaces[state.ring].kind
        no_ball = kind == "ball" and state.switch("ring_on_ball") == "no" and ring != state.board.ring_begins
        yield bool(bearers), "ring", "lies-and-is-borne", ring, *bearers[:1]
        yield to_be_laid, "ring", "lies-and-to-be-laid"
        yield kind not in ("black", "ball"), "ring", "ring-on-symbol", ring, kind
        yield no_ball, "ring", "ring-on-ball", ring
        yield state.occupant(ring) is not None, "ring", "ring-under-knight", ring
        yield _out_of_reach(state, ring), "ring", "ring-out-of-reach", ring
    for space in sorted(state.obstacles):
        yield not spaces[space].ordinary, "obstacles", "obstacle-on-symbol", space, spaces[space].kind
        yield state.occupant(space) is not None, "obstacles", "obstacle-on-knight", space
        yield space == state.ring, "obstacles", "obstacle-on-ring", space
    yield len(state.obstacles) > OBSTACLES, "obstacles", "obstacles", len(state.obstacles), OBSTACLES


def _out_of_reach(state: State, ring: str) -> bool:
    """Whether nobody can reach the lying ring and nothing the rules allow can have made it so.

    Obstacles and the ring are never laid so (`obstacle.ring-reachable`, `ring.lay-reachable`), but the last knight near it may
    have beaten a dragon there and jumped out (`dragon.extra-passes`), or all knights may have been walled in among symbols.
    """
    if who_reaches(state, ring) or jumps_out(state, ring):
        return False
    return any(who_reaches(state, space) for space in free_for_ring(state))


#: The kinds of space on which the knight on turn stands in these moments.
_STANDS_ON: Mapping[str, tuple[str, ...]] = {
    "obstacle": ("magic",), "ring": ("dragon", "city"), "card": ("dragon",), "throw": ("dragon",), "extra": ("dragon",),
}  # fmt: skip


def _moment(state: State) -> Iterator[Row]:
    """What is wrong with the decision that is open, and with the attack that led to it."""
    moment, mover = state.moment, state.mover
    kind, his = state.board.spaces[mover.at].kind, f"knights.{mover.id}.talismans"
    wanted = _STANDS_ON.get(moment, (kind,))
    nowhere = moment == "obstacle" and kind in wanted and not obstacle_places(state)
    unfit = (state.victim is not None) is not (moment == "banish")
    yield kind not in wanted, "moment", "stands-elsewhere", moment, mover.id, " or a ".join(wanted), mover.at
    yield nowhere, "moment", "no-place"
    yield moment in ("card", "throw") and not mover.talismans, his, "fights-without-talisman"
    yield unfit, "victim", "victim", state.victim or "nobody", moment
    if state.victim is not None and not unfit:
        victim = state.knight(state.victim)
        safe = victim.waiting or state.board.spaces[victim.at].kind == "city" or victim.id == mover.id
        yield safe or victim.at != mover.at, "victim", "not-attacked", victim.id, mover.id, mover.at
        yield not mover.talismans, his, "attacks-without-talisman"
        yield not state.white(victim.id), "moment", "no-white-space"


def _cards(state: State) -> Iterator[Row]:
    """What is wrong with the dragon cards: the one turned up, those that are left, and those that are stacked."""
    unfit, card = (state.card is not None) is not (state.moment == "throw"), "no card" if state.card is None else "a card"
    left = [strength for strength, copies in state.cards_left().items() for _ in range(copies)]
    yield state.card is not None and state.card not in DRAGONS, "card", "no-such-card", state.card, ", ".join(map(str, sorted(DRAGONS)))
    yield unfit, "card", "card", card, state.moment
    yield not left and state.moment != "throw", "dragons_used", "no-cards"
    for strength in state.next_cards:
        left = left or [strength for strength, copies in DRAGONS.items() for _ in range(copies)]
        if strength not in left:
            yield True, "next_cards", "stacked", strength
            return
        left.remove(strength)


def broken_invariants(state: State) -> list[str]:
    """Everything about a state that must not be; empty for a sound one, which is read back as it is written."""
    try:
        same = from_dict(to_dict(state)) == state
    except ImpossibleSituation as refusal:
        return [str(fault) for fault in refusal.faults]
    return unsound(state) if same else ["it is not read back as it was written"]


def new_game(knights: Sequence[str], edition: str | None = None, board: str = "training") -> State:
    """A new game, begun by the first named (`setup.knights`, `setup.ring`, `setup.first`, `material.players`)."""
    return from_dict({"order": list(knights), "board": board, "edition": edition or default_edition()})


_NOTATION = Notation(CODE_PREFIX, from_dict, unpacked)
loads, load, read, from_code = _NOTATION.loads, _NOTATION.load, _NOTATION.read, _NOTATION.from_code
