"""Questions to the path graph, all exact: reach with its chances, routes, meetings, interceptions, cut places, cover."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import combinations
from typing import TYPE_CHECKING, NamedTuple

from engine.chance.odds import die_each
from engine.willow.material.scenario import Material
from engine.willow.position.table import Character, Position
from engine.willow.rules.moving import needs_search, spaces_left
from engine.willow.rules.values import best_stealth, hide_of

if TYPE_CHECKING:
    import networkx


class Route(NamedTuple):
    """A way: the places in order without the first, the number of searches on it, and the chance that all of them succeed."""

    places: tuple[str, ...]
    searches: int
    chance: Fraction


def path_graph(position: Position) -> networkx.Graph[str]:
    """Nodes are places with kind, hide, power, treasure, army and characters; edges the links."""
    import networkx

    graph: networkx.Graph[str] = networkx.Graph()
    homes = {a.home: a.id for side, a in position.material.army_of.items() if position.army_home(side)}
    for place in position.material.places.values():
        graph.add_node(
            place.id,
            kind=place.kind,
            hide=position.hide(place.id),
            power=place.power,
            treasure=position.treasure_at(place.id),
            army=homes.get(place.id, ""),
            characters=[one.id for one in position.at(place.id)],
        )
    graph.add_edges_from(position.material.edges)
    return graph


@lru_cache(maxsize=64)
def links(material: Material) -> networkx.Graph[str]:
    """The bare graph of a scenario, with its distances kept."""
    import networkx

    graph: networkx.Graph[str] = networkx.Graph()
    graph.add_nodes_from(material.places)
    graph.add_edges_from(material.edges)
    return graph


@lru_cache(maxsize=64)
def distances(material: Material) -> Mapping[str, Mapping[str, int]]:
    """The number of links between any two places."""
    import networkx

    return {one: dict(found) for one, found in networkx.all_pairs_shortest_path_length(links(material))}


# ------------------------------------------------------------------ one character, or a group


def search_chance(position: Position, who: Sequence[str], place: str) -> Fraction:
    """The chance that these find a Place by a search, with the best Stealth among them (`search.group`)."""
    own, hidden = best_stealth(position, tuple(who)), hide_of(position, place)
    if own.lacking or hidden.lacking:
        raise ValueError(f"the figure {own.lacking or hidden.lacking!r} is not given")
    return die_each(own.total, hidden.total).win


def _hidden(position: Position, names: Sequence[str]) -> tuple[frozenset[str], int]:
    """The Places that these must search for, and how many of those a card or a Spell lets them find (`search.skip-card`)."""
    group = [position.character(name) for name in names]
    plain = [one._replace(finds=tuple(found for found in one.finds if found != "any")) for one in group]
    hidden = frozenset(place for place in position.material.places if needs_search(position, plain, place))
    return hidden, sum(one.finds.count("any") for one in group)


def _onward(
    position: Position, names: Sequence[str], route: Route, there: str, hidden: tuple[frozenset[str], int]
) -> Route:
    """A way with one place more: the first hidden Places on it are found by what finds any, the others searched for."""
    places, free = hidden
    if there not in places or sum(place in places for place in route.places) < free:
        return Route((*route.places, there), route.searches, route.chance)
    return Route((*route.places, there), route.searches + 1, route.chance * search_chance(position, names, there))


def reach(position: Position, who: str, company: Sequence[str] = ()) -> dict[str, tuple[Route, ...]]:
    """The places a character, with company, can reach in this turn, each with its undominated routes.

    A route is left out where another has no more searches and no smaller chance. The first is that with the greatest chance.
    """
    names = (who, *company)
    left = min(spaces_left(position, position.character(name)) for name in names)
    start = position.character(who).at
    found: dict[str, list[Route]] = {start: [Route((), 0, Fraction(1))]}
    edge, hidden = {start: found[start]}, _hidden(position, names)
    for _ in range(left):
        onward: dict[str, list[Route]] = {}
        for here, routes in edge.items():
            for there in position.material.next_to[here]:
                steps = [_onward(position, names, r, there, hidden) for r in routes if there not in (start, *r.places)]
                onward.setdefault(there, []).extend(step for step in steps if step.chance)
        edge = onward
        for place, routes in onward.items():
            found.setdefault(place, []).extend(routes)
    return {place: _undominated(routes) for place, routes in found.items() if routes}


def _undominated(routes: Iterable[Route]) -> tuple[Route, ...]:
    kept: list[Route] = []
    for route in sorted(routes, key=lambda r: (-r.chance, r.searches, len(r.places), r.places)):
        if not any(other.searches <= route.searches and other.chance >= route.chance for other in kept):
            kept.append(route)
    return tuple(kept)


def best_route(
    position: Position, who: str, to: str, company: Sequence[str] = (), fewest: bool = False
) -> Route | None:
    """The way to a place over any number of turns: with the greatest chance that no search on it fails, or the fewest searches.

    Of equals the shortest. None where nothing leads there, or no search on the way could succeed.
    """
    names = (who, *company)
    start, hidden = position.character(who).at, _hidden(position, names)
    best: dict[tuple[str, int], Route] = {(start, 0): Route((), 0, Fraction(1))}

    def rank(route: Route) -> tuple[object, ...]:
        first = (route.searches, -route.chance) if fewest else (-route.chance, route.searches)
        return (*first, len(route.places), route.places)

    waiting = list(best)
    while waiting:
        here = min(waiting, key=lambda each: rank(best[each]))
        waiting.remove(here)
        route = best[here]
        if here[0] == to:
            return route
        for there in position.material.next_to[here[0]]:
            longer = _onward(position, names, route, there, hidden)
            node = there, min(hidden[1], sum(place in hidden[0] for place in longer.places))
            if longer.chance and (node not in best or rank(longer) < rank(best[node])):
                best[node] = longer
                if node not in waiting:
                    waiting.append(node)
    return None


def turns_to(position: Position, who: str, to: str) -> int | None:
    """The fewest turns to a place if every search on the way succeeds: two spaces a turn, more with what carries farther."""
    far = distances(position.material).get(position.character(who).at, {}).get(to)
    return None if far is None else -(-far // pace(position, position.character(who)))


def pace(position: Position, one: Character) -> int:
    """The spaces of an ordinary move of his: two, and what his face-up cards add."""
    return position.material.count("move") + sum(position.card(card).move for card in one.face_up)


# ------------------------------------------------------------------ Elora Danan's way


class Interception(NamedTuple):
    """Where and in which of his turns a runner can first be met: ``turn`` 1 is the next one, ``by`` whom."""

    turn: int
    place: str
    by: str


def journeys(position: Position) -> dict[str, dict[str, int | None]]:
    """For whoever may hold Elora Danan: the turns to Nockmaar Castle and to Tir Asleen."""
    ends = [position.material.powers[power] for power in ("castle", "city") if power in position.material.powers]
    named = (position.holder,) if position.holder else position.suspects
    return {name: {end: turns_to(position, name, end) for end in ends} for name in named}


def interception(position: Position, runner: str, to: str, hunters: Sequence[str]) -> Interception | None:
    """The earliest turn in which some hunter can stand where a runner on a shortest way stands; searches taken to succeed.

    On the graph unrolled in time: after each turn of the runner each hunter moves once. None if he arrives unmet. Every shortest
    way is looked at, and the runner takes the one on which he is met latest.
    """
    import networkx

    one = position.character(runner)
    far = distances(position.material)
    pace_, goal = pace(position, one), far[one.at][to]
    latest: Interception | None = None
    graph = links(position.material)
    for way in networkx.all_shortest_paths(graph, one.at, to):
        met = _met_on(position, way, pace_, hunters)
        if met is None:
            return None
        if latest is None or met.turn > latest.turn:
            latest = met
    return latest if goal else None


def _met_on(position: Position, way: Sequence[str], pace_: int, hunters: Sequence[str]) -> Interception | None:
    far = distances(position.material)
    turns = -(-(len(way) - 1) // pace_)
    for turn in range(1, turns + 1):
        stands = way[min(turn * pace_, len(way) - 1)]
        for hunter in hunters:
            one = position.character(hunter)
            if one.health and far[one.at].get(stands, 999) <= turn * pace(position, one):
                return Interception(turn, stands, hunter)
        if turn == turns:
            return None
    return None


# ------------------------------------------------------------------ the whole map


def cut_places(position: Position) -> tuple[str, ...]:
    """The places without which the map falls apart: a failed search or a Foe there pins every route."""
    import networkx

    cut = set(networkx.articulation_points(links(position.material)))
    return tuple(place for place in position.material.places if place in cut)


def cut_for(position: Position, who: str, to: str) -> tuple[str, ...]:
    """The places that every way from a character to a place goes through, in the order of the way."""
    return _between(position.material, position.character(who).at, to)


@lru_cache(maxsize=1024)
def _between(material: Material, start: str, to: str) -> tuple[str, ...]:
    """The places that every way from one to another goes through: the map alone says so, whoever is where."""
    import networkx

    found = []
    for place in material.places:
        if place in (start, to):
            continue
        rest = links(material).copy()
        rest.remove_node(place)
        if not networkx.has_path(rest, start, to):
            found.append(place)
    far = distances(material)[start]
    return tuple(sorted(found, key=lambda place: far[place]))


def meeting_places(position: Position, names: Sequence[str]) -> dict[str, Fraction]:
    """Where these can all be at the end of this turn, each moving by himself, with the greatest chance that all arrive."""
    return _meeting(position, [reach(position, name) for name in names])


def _meeting(position: Position, reaches: Sequence[Mapping[str, tuple[Route, ...]]]) -> dict[str, Fraction]:
    """The same of what each can reach."""
    shared = set(reaches[0]).intersection(*reaches[1:]) if reaches else set()
    found = {}
    for place in position.material.places:
        if place in shared:
            chance = Fraction(1)
            for one in reaches:
                chance *= one[place][0].chance
            found[place] = chance
    return found


def groups_that_can_meet(position: Position, side: str = "good") -> tuple[tuple[str, ...], ...]:
    """The groups of a side, the largest first, that can be in one space at the end of this turn."""
    names = [one.id for one in position.of_side(side)]
    every = (group for many in range(len(names), 1, -1) for group in combinations(names, many))
    reached = {name: reach(position, name) for name in names}
    return tuple(group for group in every if _meeting(position, [reached[name] for name in group]))


def covers(position: Position) -> tuple[dict[str, str], ...]:
    """The ways in which Evil characters can end this turn so that one stands in every space with Good characters.

    Each is a table of place -> who goes there; empty where they cannot be in all of them.
    """
    spaces = list(dict.fromkeys(one.at for one in position.of_side("good")))
    evil = [one.id for one in position.of_side("evil")]
    reached = {name: set(reach(position, name)) for name in evil}
    found: list[dict[str, str]] = []

    def assign(left: list[str], taken: dict[str, str]) -> None:
        if not left:
            found.append(dict(taken))
            return
        for name in evil:
            if name not in taken.values() and left[0] in reached[name]:
                assign(left[1:], taken | {left[0]: name})

    assign(spaces, {})
    return tuple(found) if spaces else ()
