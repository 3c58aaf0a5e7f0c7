"""The path graph of the board, and the questions asked of it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import lru_cache
from itertools import product
from typing import TYPE_CHECKING, NamedTuple

from engine.gran.material import SPOTS, Board, part
from engine.gran.position import Position, win_chance

if TYPE_CHECKING:
    import networkx


def path_graph(position: Position) -> networkx.Graph[str]:
    """A networkx graph of the board: nodes carry kind, state, obstacle, knights and ring, edges are the lines."""
    import networkx

    graph: networkx.Graph[str] = networkx.Graph()
    for name, space in position.board.spaces.items():
        here = tuple(knight.id for knight in position.knights if knight.at == name)
        lies = {"obstacle": name in position.obstacles, "knights": here, "ring": name == position.ring}
        graph.add_node(name, kind=space.kind, state=space.state, **lies)
    graph.add_edges_from(position.board.lines)
    return graph


def who_reaches(position: Position, space: str, closed: frozenset[str] | None = None) -> frozenset[str]:
    """The knights who could reach a space in some number of turns without privileges (`obstacle.ring-reachable`)."""
    there = part(position.board, space, position.obstacles if closed is None else closed)
    return frozenset(knight.id for knight in position.knights if knight.at in there)


def cut_off(position: Position) -> frozenset[str]:
    """The knights who cannot reach the lying ring without privileges; empty while it is carried."""
    everybody = frozenset(knight.id for knight in position.knights)
    return frozenset() if position.ring is None else everybody - who_reaches(position, position.ring)


def jumps_out(position: Position, space: str) -> bool:
    """Whether who beats a dragon in a space's part of the board can jump out of it, over an obstacle (`dragon.extra-passes`)."""
    board, closed = position.board, position.obstacles
    around = part(board, space, closed)
    dragons = [here for here in around if board.spaces[here].kind == "dragon"]
    walls = {wall for dragon in dragons for wall in board.next_to[dragon] if wall in closed}
    return any(beyond not in around | closed for wall in walls for beyond in board.next_to[wall])


def can_be_closed(board: Board, space: str) -> bool:
    """Whether obstacles can ever wall a space in: all its neighbours are black or white spots."""
    return all(board.spaces[beyond].kind in SPOTS for beyond in board.next_to[space])


class Ground(NamedTuple):
    """What a knight alone on the board walks on: the board, the obstacles, and the ring where it lies."""

    board: Board
    obstacles: frozenset[str]
    ring: str | None

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


@lru_cache(maxsize=256)
def _ends(ground: Ground) -> Mapping[tuple[str, bool], frozenset[tuple[str, bool]]]:
    """Where a move may end from each space, with the ring and without: the same ground is walked from many a space."""
    return {place: frozenset(ground.ends(*place)) for place in product(ground.board.spaces, (False, True))}


@lru_cache(maxsize=8192)
def turns_over(ground: Ground, start: str, bears: bool) -> Mapping[str, int]:
    """The fewest turns from a space to each other, ending no turn on a dragon on the way."""
    found: dict[str, int] = {}
    for (space, _), turns in _turns_to_each(ground, start, bears).items():
        found.setdefault(space, turns)
    return found


@lru_cache(maxsize=8192)
def _turns_to_each(ground: Ground, start: str, bears: bool) -> Mapping[tuple[str, bool], int]:
    """The same, with the ring and without, the nearest first (breadth first)."""
    found, edge, turns, onward = {(start, bears): 0}, {(start, bears)}, 0, _ends(ground)
    while edge:
        turns += 1
        ends = frozenset[tuple[str, bool]]().union(*map(onward.__getitem__, edge)) - found.keys()
        found |= dict.fromkeys(sorted(ends), turns)
        edge = {end for end in ends if ground.board.spaces[end[0]].kind != "dragon"}
    return found


def turns_from(position: Position, colour: str) -> Mapping[str, int]:
    """The fewest turns in which a knight, alone on the board, reaches each space, ending no turn on a dragon on the way."""
    knight = position.knight(colour)
    return turns_over(Ground(position.board, position.obstacles, position.ring), knight.at, knight.ring)


def fewest(position: Position, space: str, colour: str | None = None) -> int | None:
    """The fewest turns to a space for a knight (the one on turn); None if he cannot reach it."""
    return turns_from(position, colour or position.turn).get(space)


def fewest_bearing(position: Position, space: str, colour: str | None = None) -> int | None:
    """The fewest turns in which a knight, alone on the board, fetches the ring where it lies and stops on a space with it.

    None if he cannot. Whoever bears it already needs to fetch nothing.
    """
    knight = position.knight(colour or position.turn)
    ground = Ground(position.board, position.obstacles, position.ring)
    return _turns_to_each(ground, knight.at, knight.ring).get((space, True))


def expected_turns(
    position: Position, space: str, colour: str | None = None, win: Fraction | None = None
) -> float | None:
    """The turns to a space for who dares the dragons, on average; None if he cannot reach it.

    A fight won (with the chance ``win``, else that of the pile as it is now) gives another move at once, one lost costs its own
    turn and the missed one; a bearer who loses has lost the ring. Reckoned until nothing changes, so exact but for rounding.
    """
    knight, ground = position.knight(colour or position.turn), Ground(position.board, position.obstacles, position.ring)
    dragons, far, chance = (
        {*position.board.of_kind("dragon")} - {space},
        1e9,
        float(win_chance(position) if win is None else win),
    )
    ends = {place: (plain, set(ground.ends(*place, privileged=True))) for place, plain in _ends(ground).items()}
    turn = dict.fromkeys(ends, far) | {(space, False): 0.0, (space, True): 0.0}
    extra = dict(turn)

    def worth(end: tuple[str, bool]) -> float:
        if end[0] not in dragons:
            return turn[end]
        return chance * min(extra[end], turn[end]) + (1 - chance) * (far if end[1] else 1 + turn[end])

    before: list[float] = []
    while before != [*turn.values(), *extra.values()]:
        before = [*turn.values(), *extra.values()]
        for place, (plain, privileged) in ends.items():
            turn[place] = min(turn[place], 1 + min(map(worth, plain), default=far))
            extra[place] = min(extra[place], min(map(worth, privileged), default=far))
    return turn[knight.at, knight.ring] if turn[knight.at, knight.ring] < far / 2 else None
