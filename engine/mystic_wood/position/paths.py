"""The path graph of the revealed areas, and questions asked of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.mystic_wood.material.wood import AREAS, NEIGHBOURS, half_of, turned_paths
from engine.mystic_wood.position.table import Position

if TYPE_CHECKING:
    import networkx


def path_graph(state: Position) -> networkx.Graph[str]:
    """A networkx graph: every face-up area is a node, every path that runs on both cards an edge (`move.one`).

    Node attributes: half, name, glade, arrow, turned, denizens, things, knights, storm. Edge attribute: direction, from the
    first of the two areas in reading order. A path into the unknown is no edge; see :func:`frontier`.
    """
    import networkx

    graph: networkx.Graph[str] = networkx.Graph()
    for name, area in zip(AREAS, state.areas, strict=True):
        if area.face_up and area.tile is not None:
            graph.add_node(
                name,
                half=half_of(name),
                name=area.name,
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
    return graph


def distances(state: Position, start: str) -> dict[str, int]:
    """The fewest turns of walking from an area to each that can be reached over known paths; itself is 0."""
    import networkx

    graph = path_graph(state)
    if start not in graph:
        return {start: 0}
    return dict(networkx.single_source_shortest_path_length(graph, start))


def reachable(state: Position, start: str) -> set[str]:
    """The areas that can be reached from an area over known paths, itself included."""
    return set(distances(state, start))


def frontier(state: Position, start: str) -> dict[str, str]:
    """Face-down areas a path leads toward from what can be reached: {area: the reachable area beside it}."""
    found: dict[str, str] = {}
    for area in sorted(reachable(state, start), key=AREAS.index):
        for direction, beyond in NEIGHBOURS[area].items():
            if direction[0].upper() in state.area(area).paths and not state.area(beyond).face_up:
                found.setdefault(beyond, area)
    return found


def rotation_effect(state: Position, area: str) -> tuple[set[tuple[str, str]], set[tuple[str, str]]]:
    """What turning an area by 180 degrees would cut and join: two sets of (area, neighbour) edges (`wood.arrow`)."""
    here = state.area(area)
    now: set[str] = set()
    then: set[str] = set()
    turned = turned_paths(here.paths)
    for direction, beyond in NEIGHBOURS[area].items():
        there = state.area(beyond)
        opposite = {"north": "S", "south": "N", "east": "W", "west": "E"}[direction]
        if there.face_up and opposite in there.paths:
            if direction[0].upper() in here.paths:
                now.add(beyond)
            if direction[0].upper() in turned:
                then.add(beyond)
    return {(area, b) for b in now - then}, {(area, b) for b in then - now}
