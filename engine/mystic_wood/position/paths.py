"""The path graph of the revealed areas, and questions asked of it.

>>> from engine import mystic_wood as mw
>>> state = mw.loads('''
... order = ["george"]
... [areas]
... c2 = {paths = "NES"}
... d2 = {paths = "NEW"}
... a9 = {paths = "NESW"}
... [knights.george]
... at = "c1"
... ''')
>>> sorted(state.paths().edges)
[('c1', 'c2'), ('c2', 'd2')]
>>> state.paths().nodes["c2"]["paths"], state.paths().nodes["c1"]["knights"]
('NES', ('george',))
>>> mw.distances(state, "c1"), mw.way(state, "d2", "c1")
({'c1': 0, 'c2': 1, 'd2': 2}, ['d2', 'c2', 'c1'])
>>> mw.frontier(state, "c1")
{'d1': 'c1', 'b1': 'c1', 'c3': 'c2', 'd3': 'd2', 'e2': 'd2'}
>>> mw.rotation_effect(state, "c2")
({('c2', 'd2')}, set())
>>> [sorted(island) for island in mw.islands(state)]
[['c1', 'c2', 'd2'], ['c5'], ['a9'], ['c9']]
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from engine.mystic_wood.material.wood import EDGE, Wood
from engine.mystic_wood.position.table import Position

if TYPE_CHECKING:
    import networkx


def path_graph(state: Position) -> networkx.Graph[str]:
    """A networkx graph: every face-up area is a node, every path that runs on both cards an edge (`move.one`).

    Node attributes: half, name, paths (the edges they reach as the card lies), glade, arrow, turned, denizens, things,
    knights, storm. Edge attribute: direction, from the first of the two areas in reading order. A path into the unknown is no
    edge; see :func:`frontier`. It is built once and kept with the state, so it is frozen: change a ``.copy()`` of it.
    """
    import networkx

    if state.graph is not None:
        return state.graph
    graph: networkx.Graph[str] = networkx.Graph()
    for name, area in zip(state.wood.areas, state.areas, strict=True):
        if area.face_up and area.tile is not None:
            graph.add_node(
                name,
                half=state.wood.half_of(name),
                name=area.name,
                paths=area.paths,
                glade=area.tile.glade,
                arrow=area.tile.arrow,
                turned=area.turned,
                denizens=area.denizens,
                things=area.things,
                storm=area.storm,
                knights=tuple(k.id for k in state.knights if k.at == name and not k.out),
            )
    for name in list(graph):
        for direction in ("north", "east"):
            beyond = state.open_to(name, direction)
            if beyond is not None:
                graph.add_edge(name, beyond, direction=direction)
    networkx.freeze(graph)
    state.graph = graph
    return graph


def distances(state: Position, start: str) -> dict[str, int]:
    """The fewest turns of walking from an area to each that can be reached over known paths; itself is 0."""
    import networkx

    graph = path_graph(state)
    if start not in graph:
        return {start: 0}
    return dict(networkx.single_source_shortest_path_length(graph, start))


def way(state: Position, start: str, goal: str) -> list[str]:
    """One of the shortest ways over known paths, both ends included; empty if there is none."""
    import networkx

    graph = path_graph(state)
    if start not in graph or goal not in graph or not networkx.has_path(graph, start, goal):
        return []
    return list(networkx.shortest_path(graph, start, goal))


def reachable(state: Position, start: str) -> set[str]:
    """The areas that can be reached from an area over known paths, itself included."""
    return set(distances(state, start))


def frontier(state: Position, start: str) -> dict[str, str]:
    """Face-down areas a path leads toward from what can be reached: {area: the reachable area beside it}."""
    graph = path_graph(state)
    found: dict[str, str] = {}
    for area in sorted(reachable(state, start) & set(graph), key=state.wood.index.__getitem__):
        for direction, beyond in state.wood.neighbours[area].items():
            if EDGE[direction] in graph.nodes[area]["paths"] and beyond not in graph:
                found.setdefault(beyond, area)
    return found


def islands(state: Position) -> list[set[str]]:
    """The revealed areas in parts that no known path joins to one another, the largest first."""
    import networkx

    parts = [set(part) for part in networkx.connected_components(path_graph(state))]
    return sorted(parts, key=lambda part: (-len(part), min(map(state.wood.index.__getitem__, part))))


def rotation_effect(state: Position, area: str) -> tuple[set[tuple[str, str]], set[tuple[str, str]]]:
    """What turning an area by 180 degrees would cut and join: two sets of (area, neighbour) edges (`wood.arrow`)."""
    here = state.area(area)
    if not here.face_up:
        return set(), set()
    number = state.wood.index[area]
    after = replace(
        state, areas=(*state.areas[:number], here._replace(turned=not here.turned), *state.areas[number + 1 :])
    )
    now, then = set(path_graph(state)[area]), set(path_graph(after)[area])
    return {(area, b) for b in now - then}, {(area, b) for b in then - now}


# ------------------------------------------------------------------ walking into the unknown


def hopeful_ways(wood: Wood, paths: Sequence[str], number: int) -> tuple[int, ...]:
    """The neighbours one may hope to walk to or from an area, all by their numbers in reading order.

    ``paths`` are the edges the paths of each area reach, "" where its card is unknown. A path is hoped for unless a card that
    is known cuts it, so an unknown area is open on every side. That is no question to the path graph, which holds what is known.
    """
    here = paths[number] or _ANY
    return tuple(
        [beyond for beyond, out, back in wood.beside[number] if out in here and back in (paths[beyond] or _ANY)]
    )


_ANY = "".join(EDGE.values())
