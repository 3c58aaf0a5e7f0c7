"""What of a position can still matter to a goal, so that a search for it need not look at the rest.

Three things are told of a goal, each true whatever is played and thrown: it is out of reach; two positions are alike; two area
cards are alike. They rest on how Knights and cards come from place to place: a Knight walks one area a turn (`move.one`), is
carried to the corresponding area (`reaction.transports-you`, `spell.horn`), to a Gate by the Fountain (`area.fountain`), to the
Tower as a prisoner, and anywhere only by an Arch-Mage who is with him when his turn begins (`companion.arch-mage`). Carried away
by the Horn or a denizen he meets nobody more in that turn, and after his first encounter of a turn he walks no more.
Where that is not enough to be sure, nothing is told: in every variant, with partners, and for goals of other kinds.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from fractions import Fraction
from functools import cache
from typing import Final, NamedTuple

from engine.chance.search import Pruning
from engine.mystic_wood.material.cards import CARD_OF
from engine.mystic_wood.material.wood import Wood, tiles_of
from engine.mystic_wood.play.state import State
from engine.mystic_wood.position.table import Knight
from engine.mystic_wood.position.whereabouts import accounted_for
from engine.mystic_wood.rules.queries import in_play

ARCH_MAGE: Final = "arch-mage"
#: Denizens that may be sent to any area.
_ANYWHERE: Final = frozenset(["illusion"])
#: Denizens whose encounter may touch other areas than where they lie, the corresponding one and the Tower; and the King.
_FAR_GOING: Final = frozenset(["illusion", "horse", "princess", "dragon", "king"])


class Aim(NamedTuple):
    """A part of a goal, which it cannot come true without: what Knight ``who`` does.

    ``kind`` is "beats" or "has" (a card, or for "beats" a Knight), "at" (one of the areas) or "wins"; ``of`` names the cards, of
    which all are needed, or the areas, of which one is enough.
    """

    who: str
    kind: str
    of: tuple[str, ...] = ()


def pruning(aims: Sequence[Aim]) -> Pruning[State] | None:
    """What can be left out in a search for a goal that needs all these aims, of one Knight; None if nothing is known of it."""
    if not aims or len({aim.who for aim in aims}) > 1:
        return None
    meets = [aim for aim in aims if aim.kind in ("beats", "has")]
    only_meets = len(meets) == len(aims)

    def lost(state: State, left: int) -> bool:
        return any(out_of_reach(state, left, aim) for aim in aims)

    def key(state: State, left: int) -> Hashable:
        return last_turn_key(state, left, meets) if only_meets else state

    return Pruning(lost, key, chances)


#: Of a goal of which nothing is known nothing is left out, but that nobody goes round for ever to keep his turn from ending.
NOTHING_KNOWN: Pruning[State] = Pruning(
    lambda state, left: False, lambda state, left: state, lambda state: state.chances()
)


# ------------------------------------------------------------------ where he may come to


@cache
def _near(wood: Wood, areas: frozenset[str]) -> frozenset[str]:
    """These areas and all beside them, whether a path leads there or not: cards may yet turn."""
    return areas.union(*(wood.neighbours[area].values() for area in areas))


@cache
def _carried(wood: Wood, areas: frozenset[str]) -> frozenset[str]:
    """These areas, those that correspond to them, and the Tower: where who was there may be when the next turn begins."""
    return areas.union(map(wood.corresponding_area, areas), (wood.tower,))


@cache
def _everywhere(wood: Wood) -> frozenset[str]:
    return frozenset(wood.areas)


class Ways(NamedTuple):
    """Where a Knight may be: ``begins`` a turn of his, ``meets`` somebody in a turn of his, ``stands`` at any moment."""

    begins: frozenset[str]
    meets: frozenset[str]
    stands: frozenset[str]


def _plain(state: State) -> bool:
    """Whether nothing is in play that this module does not reckon with."""
    return not state.variants and not any(knight.partners or knight.forfeits or knight.due for knight in state.knights)


def _sent_at_once(state: State, who: Knight, others_first: bool) -> bool:
    """Whether an Arch-Mage may be with him when his next turn begins (or is, if it has just begun).

    He may win another's by a joust before that, and be where one is befriended; ground nobody knows may bring one.
    """
    if ARCH_MAGE in who.companions:
        return True
    if not others_first:
        return False
    if any(ARCH_MAGE in knight.companions for knight in state.knights) or any(
        not state.area(knight.at).face_up or state.area(knight.at).has_inside for knight in state.knights
    ):
        return True
    near = _near(state.wood, _carried(state.wood, frozenset([who.at])))
    return any(ARCH_MAGE in state.area(area).denizens for area in near)


def _now(state: State, who: Knight) -> tuple[frozenset[str], frozenset[str]] | None:
    """Where he can still meet somebody in the turn of his that is under way and no longer at its start, and where it may end.

    None if nothing narrower is known than for a whole turn.
    """
    here = frozenset([who.at])
    back = here if who.came_from is None else here | {who.came_from}
    if not state.pending:
        return None if state.moment == "start" else (here, back)
    if len(state.pending) > 1:
        return None
    waits = state.pending[0]
    if waits.who is None and waits.knight == who.id and waits.kind == "draw":
        return here, back
    if waits.who is None and waits.knight == who.id and waits.kind == "reveal" and waits.purpose == "explore":
        return frozenset([waits.area]), here | {waits.area}
    return None


def ways(state: State, left: int, who: Knight) -> Ways:
    """Where a Knight may come to within ``left`` turns of his, the one under way included: too many areas, never too few.

    Others may send him to the Tower, and all to the corresponding areas, between his turns.
    """
    wood = state.wood
    gates = frozenset([wood.earthly_gate, wood.enchanted_gate])
    here = frozenset([who.at])
    own = state.turn == who.id
    if not own:
        here = _carried(wood, here)
    flies = _sent_at_once(state, who, not own) and not (own and ARCH_MAGE in state.powers)  # once a turn
    begins, meets, stands = (
        here if own and state.moment == "start" and not state.pending else frozenset[str](),
        here,
        here,
    )
    for turn in range(left):
        narrow = _now(state, who) if own and turn == 0 else None
        if flies:
            return Ways(_everywhere(wood), _everywhere(wood), _everywhere(wood))
        if narrow is None:
            begins |= here
            now = _near(wood, here) | gates
            ends = now
        else:
            now, ends = narrow
        meets = (meets if turn else frozenset[str]()) | now
        here = _carried(wood, ends | now)
        stands |= here | gates
        flies = ARCH_MAGE not in state.removed
    return Ways(begins, meets, stands)


# ------------------------------------------------------------------ where what he wants may be


def _strays(wood: Wood, card: str, kind: str, area: str, rounds: int, others: int) -> frozenset[str]:
    """Where a card that lies in an area may be after so many rounds of that many other Knights' turns.

    In the Knight's own turns it leaves its area only when he meets it there, or who takes it along: he has come to it then.
    """
    if rounds <= 0 or not others:
        return frozenset([area])
    if card in _ANYWHERE:
        return _everywhere(wood)
    found = frozenset([area])
    for _ in range(rounds * others if kind == "has" or card == "prince" else 1):
        found = _near(wood, _carried(wood, found)) | {wood.earthly_gate, wood.enchanted_gate}
    return found


def _lies(state: State, aim: Aim) -> dict[str, str]:
    """The area each of the things and denizens lies in that an aim is about; nothing of those that lie in none."""
    places = accounted_for(state)
    index = state.wood.index
    return {card: places[of] for card in aim.of if (of := CARD_OF.get(card, card)) in places and places[of] in index}


def out_of_reach(state: State, left: int, aim: Aim) -> bool:
    """Whether an aim cannot come true any more within ``left`` turns of its Knight; False wherever that is not certain."""
    if not _plain(state):
        return False
    who = state.knight(aim.who)
    wood = state.wood
    if aim.kind == "wins":
        return _cannot_win(state, left, who)
    if aim.kind == "at":
        return not set(aim.of) & ways(state, left, who).stands
    own = state.turn == who.id
    rounds = left - own
    others = len(in_play(state)) - 1
    lies = _lies(state, aim)
    lies |= {} if aim.kind == "has" or rounds or left > 1 else {k.id: k.at for k in state.knights if k.id in aim.of}
    if not lies:
        return False
    meets = ways(state, left, who).meets
    return any(not meets & _strays(wood, card, aim.kind, area, rounds, others) for card, area in lies.items())


def _cannot_win(state: State, left: int, who: Knight) -> bool:
    """Whether he cannot win: to leave the Wood he begins a turn at the Enchanted Gate (`end.leave`), and no King is in play."""
    if any(knight.king for knight in state.knights) or left > 1 or state.pending:
        return False
    return state.wood.enchanted_gate not in ways(state, left, who).begins


# ------------------------------------------------------------------ what is alike


@cache
def _classes(edition: str) -> Mapping[str, Hashable]:
    """For each area card what the rules read of it: the unnamed ones with the same paths are alike, and glades apart."""
    return {
        tile.id: (tile.half, tile.paths, tile.glade, tile.fixed, tile.name) for tile in tiles_of(edition).tiles.values()
    }


def chances(state: State) -> Mapping[str, Fraction]:
    """The outcomes of a chance step; of area cards that are alike the first stands for all of them."""
    found = state.chances()
    if not state.pending or state.pending[-1].kind != "reveal":
        return found
    classes = _classes(state.edition)
    first: dict[Hashable, str] = {}
    merged: dict[str, Fraction] = {}
    for action, chance in found.items():
        like = first.setdefault(classes[action.split()[1]], action)
        merged[like] = merged.get(like, Fraction(0)) + chance
    return merged


def last_turn_key(state: State, left: int, aims: Sequence[Aim]) -> Hashable:
    """What matters of a position in which the Knight of the aims begins his last turn, or nothing more can come between.

    The goal then hangs on him, on the areas that matter, on what lies there, on the Knights there, and on storms; where else
    cards lie, and which are in the pack, is all the same. At any other moment the position itself is the key.
    """
    if left != 1 or not _plain(state):
        return state
    who = state.knight(aims[0].who)
    begins = state.turn == who.id and state.moment == "start" and not state.pending
    matters = _matters(state, who, aims) if begins or state.moment != "start" else None
    if matters is None or not (begins or _idle(state, who, matters)):
        return state
    wood = state.wood
    storms = matters.union(map(wood.corresponding_area, matters), (wood.earthly_gate, wood.enchanted_gate))
    knights = tuple(
        [knight if knight.at in matters else (knight.id, knight.out, knight.king) for knight in state.knights]
    )
    areas = tuple([(name, state.area(name)) for name in sorted(matters)])
    stormy = tuple([(name, *state.area(name)[7:11]) for name in sorted(storms) if state.area(name).storm])
    return (
        (knights, areas, stormy, (state.stayed, state.powers))
        if begins
        else ("idle", state.turn, knights, areas, stormy)
    )


def _matters(state: State, who: Knight, aims: Sequence[Aim]) -> frozenset[str] | None:
    """The areas that matter in his last turn; None where nothing can be left out.

    They are his own and those where the cards of the aims lie: if he walks anywhere else he meets none of these in that turn.
    With an Arch-Mage he may land beside where those cards lie, and walk on. All must lie on explored ground, and no Horse where
    he meets anybody: it may run onto a card nobody has seen.
    """
    if who.must_rescue or who.left_behind or any(knight.king for knight in state.knights):
        return None
    wanted: set[str] = set()
    for aim in aims:
        lies = _lies(state, aim)
        if len(lies) < len(aim.of):
            return None
        wanted |= set(lies.values())
    places = {who.at, *wanted}
    areas = [state.area(at) for at in places]
    if not all(area.face_up and area.drawn and not area.has_inside for area in areas):
        return None
    found = frozenset(places)
    if ARCH_MAGE in who.companions:
        found |= _near(state.wood, frozenset(wanted))
    if any("horse" in state.area(at).denizens for at in found) or any(
        k.horse for k in state.knights if k.at in found - {who.at}
    ):
        return None
    if any(knight.horse for knight in state.knights if knight.at == who.at and knight.id != who.id):
        return None
    return found


def _idle(state: State, who: Knight, matters: frozenset[str]) -> bool:
    """Whether the turn of the Knight who comes before him can no longer touch what matters.

    He has walked, so no power is used any more; whom he may meet carries him or itself to the corresponding area, or sends him
    to the Tower. Who may go farther (Illusion, Horse, Princess, Dragon), or changes more (King), must not be there.
    """
    mover, wood = state.mover, state.wood
    if state.turn == who.id or state.pending or state.moment == "start" or mover.fighting is not None:
        return False
    order = [knight.id for knight in in_play(state)]
    if order[(order.index(mover.id) + 1) % len(order)] != who.id:
        return False
    there = [knight for knight in in_play(state) if knight.at == mover.at]
    present = {*state.area(mover.at).denizens, *(card for knight in there for card in knight.following)}
    if present & _FAR_GOING or not state.area(mover.at).face_up or state.area(mover.at).has_inside:
        return False
    touched = {mover.at, wood.corresponding_area(mover.at), wood.tower, mover.came_from or mover.at}
    return not touched & matters
