"""The path graph of the board, and the questions asked of it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from engine.gran.material import STATES, Board
from engine.gran.position import Knight, Position

if TYPE_CHECKING:
    import networkx


def path_graph(position: Position) -> networkx.Graph[str]:
    """A networkx graph of the board: nodes carry kind, state, obstacle, knights and ring, edges are the lines."""
    import networkx

    graph: networkx.Graph[str] = networkx.Graph()
    for space in position.board.spaces.values():
        graph.add_node(
            space.id,
            kind=space.kind,
            state=space.state,
            obstacle=space.id in position.obstacles,
            knights=tuple(knight.id for knight in position.knights if knight.at == space.id),
            ring=space.id == position.ring,
        )
    graph.add_edges_from(position.board.lines)
    return graph


def open_graph(position: Position) -> networkx.Graph[str]:
    """The graph without the spaces under obstacles: the ways of who has no privilege."""
    graph = path_graph(position)
    graph.remove_nodes_from(position.obstacles)
    return graph


def component(board: Board, start: str, closed: Collection[str]) -> set[str]:
    """The spaces that hang together with ``start`` when some are closed; empty if it is closed itself."""
    if start in closed:
        return set()
    found, waiting = {start, *closed}, [start]
    for space in waiting:
        for beyond in board.next_to[space]:
            if beyond not in found:
                found.add(beyond)
                waiting.append(beyond)
    return set(waiting)


def who_reaches(position: Position, space: str, closed: Collection[str] | None = None) -> frozenset[str]:
    """The knights who could reach a space in some number of turns without privileges (`obstacle.ring-reachable`)."""
    there = component(position.board, space, position.obstacles if closed is None else closed)
    return frozenset(knight.id for knight in position.knights if knight.at in there)


def cut_off(position: Position) -> frozenset[str]:
    """The knights who cannot reach the lying ring without privileges; empty while it is carried."""
    if position.ring is None:
        return frozenset()
    return frozenset(knight.id for knight in position.knights) - who_reaches(position, position.ring)


def can_be_closed(board: Board, space: str) -> bool:
    """Whether obstacles can ever wall a space in: all its neighbours are black or white spots.

    >>> from engine.gran.material import boards
    >>> [space for space in boards()["training"].of_kind("black") if can_be_closed(boards()["training"], space)]
    ['tb1', 'ub1', 'gb1', 'eb1']
    """
    return all(board.spaces[beyond].ordinary for beyond in board.next_to[space])


# ------------------------------------------------------------------ fewest turns


class Ground(NamedTuple):
    """What a knight alone on the board walks on: the board, the obstacles, and the ring where it lies."""

    board: Board
    obstacles: frozenset[str]
    ring: str | None

    @classmethod
    def of(cls, position: Position) -> Ground:
        return cls(position.board, position.obstacles, position.ring)

    def ends(self, at: str, bears: bool, privileged: bool = False) -> Iterator[tuple[str, bool]]:
        """Where a move may end, and whether the knight bears the ring then. Dragons are among the ends."""
        spaces, next_to = self.board.spaces, self.board.next_to
        for first in next_to[at]:
            has, barred = bears or first == self.ring, first in self.obstacles
            if not barred:
                yield first, has
            if privileged or has or not (barred or spaces[first].kind == "dragon"):
                for second in next_to[first]:
                    if second != at and second not in self.obstacles:
                        yield second, has or second == self.ring


@lru_cache(maxsize=8192)
def turns_over(ground: Ground, start: str, bears: bool) -> Mapping[str, int]:
    """The fewest turns from a space to each other, ending no turn on a dragon on the way: breadth first."""
    found, seen = {start: 0}, {(start, bears)}
    edge, turns = [(start, bears)], 0
    while edge:
        turns += 1
        beyond = []
        for place in edge:
            for end in ground.ends(*place):
                found.setdefault(end[0], turns)
                if end not in seen and ground.board.spaces[end[0]].kind != "dragon":
                    seen.add(end)
                    beyond.append(end)
        edge = beyond
    return found


def turns_from(position: Position, colour: str) -> Mapping[str, int]:
    """The fewest turns in which a knight, alone on the board, reaches each space, ending no turn on a dragon on the way."""
    knight = position.knight(colour)
    return turns_over(Ground.of(position), knight.at, knight.ring)


def fewest(position: Position, space: str, colour: str | None = None) -> int | None:
    """The fewest turns to a space for a knight (the one on turn), alone on the board; None if he cannot reach it."""
    return turns_from(position, colour or position.turn).get(space)


def expected_turns(position: Position, space: str, win: Fraction, colour: str | None = None) -> float | None:
    """The turns to a space for who dares the dragons, on average; None if he cannot reach it.

    A fight won (with the chance ``win``) gives another move at once, one lost costs its own turn and the missed one; a bearer
    who loses has lost the ring. Reckoned until nothing changes any more, so it is exact but for rounding.
    """
    knight = position.knight(colour or position.turn)
    far, chance = 1e9, float(win)
    places = [(at, bears) for at in position.board.spaces for bears in (False, True)]
    turn = dict.fromkeys(places, far)
    move = dict.fromkeys(places, far)
    for bears in (False, True):
        turn[space, bears] = move[space, bears] = 0.0
    ground = Ground.of(position)
    ends = {place: (set(ground.ends(*place)), set(ground.ends(*place, privileged=True))) for place in places}

    def worth(end: tuple[str, bool], bears: bool) -> float:
        if end[0] == space or position.board.spaces[end[0]].kind != "dragon":
            return turn[end]
        lost = far if end[1] else 1 + turn[end]
        return chance * min(move[end], turn[end]) + (1 - chance) * lost

    changed = True
    while changed:
        changed = False
        for place in places:
            if place[0] == space:
                continue
            now = min((1 + worth(end, place[1]) for end in ends[place][0]), default=far)
            extra = min((worth(end, place[1]) for end in ends[place][1]), default=far)
            changed |= now < turn[place] - 1e-9 or extra < move[place] - 1e-9
            turn[place], move[place] = min(now, turn[place]), min(extra, move[place])
    value = turn[knight.at, knight.ring]
    return None if value >= far / 2 else value


# ------------------------------------------------------------------ where to lay what


def costs(position: Position, rival: str, space: str, places: Collection[str]) -> dict[str, int | None]:
    """For each place where an obstacle may lie: the rival's fewest turns to a space then; None if it cuts him off."""
    return {
        place: fewest(replace(position, obstacles=position.obstacles | {place}), space, rival) for place in places
    }


def ring_race(position: Position, colour: str, places: Collection[str]) -> dict[str, tuple[int | None, int | None]]:
    """For each place where the ring may lie: this knight's fewest turns to it, and the fewest of all others."""
    own = turns_from(position, colour)
    others = [turns_from(position, knight.id) for knight in position.knights if knight.id != colour]
    found: dict[str, tuple[int | None, int | None]] = {}
    for place in places:
        theirs = [turns[place] for turns in others if place in turns]
        found[place] = (own.get(place), min(theirs, default=None))
    return found


def home(position: Position, knight: Knight, turns: Callable[[str], int | None]) -> tuple[str, int] | None:
    """The nearest city whose seal a knight lacks, and how far it is; None if he can reach none."""
    lacking = [position.board.city(state) for state in STATES if state not in knight.seals]
    found = [(away, city) for city in lacking if (away := turns(city)) is not None]
    return min(found)[::-1] if found else None
