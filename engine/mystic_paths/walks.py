"""The path graph, and the questions asked of it. All are exact, and all can be answered from what one player sees."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import TYPE_CHECKING

from engine.mystic_paths.material import ROUNDS, SHOWN, SHOWN_LAST, STEPS, Board
from engine.mystic_paths.position import Fit, Player, Position

if TYPE_CHECKING:
    import networkx

#: What may be known of a path besides the rules: how likely each step is, each walk, or the map cards there are.
KNOWING = ("steps", "walks", "cards")
_ONE = Fraction(1)
#: A directed link: where the Base stands and where the Apprentice stands.
Link = tuple[str, str]


def path_graph(position: Position) -> networkx.Graph[str]:
    """A networkx graph of the board: nodes carry word, apprentices, bases and marks, edges are the links.

    Several may stand on one portal (`setup.share-place`); none of them covers its word (`right.word-free`).
    """
    import networkx

    graph: networkx.Graph[str] = networkx.Graph()
    for cell, word in zip(position.board.cells, position.portals, strict=True):
        about: dict[str, tuple[str, ...]] = {
            "apprentices": tuple(player.id for player in position.players if player.at == cell),
            "bases": tuple(player.id for player in position.players if player.base == cell),
            "marks": tuple(player.id for player in position.players if cell in player.marks),
        }
        graph.add_node(cell, word=word, **about)
    graph.add_edges_from(position.board.links)
    return graph


@lru_cache(maxsize=64)
def link_graph(board: Board) -> networkx.DiGraph[Link]:
    """The directed link graph: nodes are (base, at), with arcs to (at, next) for every portal that can be next."""
    import networkx

    graph: networkx.DiGraph[Link] = networkx.DiGraph()
    graph.add_edges_from(((base, at), (at, beyond)) for (base, at), around in board.onward.items() for beyond in around)
    return graph


@lru_cache(maxsize=64)
def distances(board: Board) -> Mapping[str, Mapping[str, int]]:
    """The fewest links between any two cells: the board never changes in a game."""
    import networkx

    graph: networkx.Graph[str] = networkx.Graph(board.links)
    return {cell: dict(far) for cell, far in networkx.all_pairs_shortest_path_length(graph)}


# ------------------------------------------------------------------ what can be next


def next_portals(position: Position, seat: str) -> tuple[str, ...]:
    """The portals that can be next on a player's path, in the order of the board (`guess.adjacent`, `guess.not-base`,
    `guess.not-marked`). None for who is through. His map is never asked: these are the same whatever it is.
    """
    player = position.player(seat)
    if player.through:
        return ()
    return tuple(cell for cell in position.board.onward[player.base, player.at] if cell not in player.marks)


def excluded(position: Position, seat: str) -> dict[str, str]:
    """Each neighbour of the Apprentice that cannot be next, with the rule that says so."""
    player = position.player(seat)
    found = {}
    for cell in position.board.next_to[player.at]:
        if player.through:
            found[cell] = "map.ten"
        elif cell == player.base:
            found[cell] = "guess.not-base"
        elif cell in player.marks:
            found[cell] = "guess.not-marked"
    return found


def reach(position: Position, seat: str, steps: int) -> dict[str, int]:
    """Where the Apprentice can be after so many further steps: each cell with the number of lawful ways that end there.

    Marks exclude the next step only; the path may end before (`map.ten`), then there is none.
    """
    player = position.player(seat)
    if steps < 1 or player.reached + steps > STEPS:
        return {}
    now = Counter({(player.at, cell): 1 for cell in next_portals(position, seat)})
    for _ in range(steps - 1):
        then = Counter[Link]()
        for (base, at), ways in now.items():
            for beyond in position.board.onward[base, at]:
                then[at, beyond] += ways
        now = then
    found = Counter[str]()
    for (_, at), ways in now.items():
        found[at] += ways
    return {cell: found[cell] for cell in position.board.cells if cell in found}


def windows(position: Position, seat: str, steps: int) -> int:
    """How many lawful ways of so many further steps there are."""
    return sum(reach(position, seat, steps).values())


def walks_left(
    position: Position, seat: str, steps: int | None = None, knowing: str = "walks", most: int | None = None
) -> int:
    """How many ways of so many further steps (by default: to the end) are left, by the rules or by the map "cards".

    ``most``: only those in which no portal is met oftener in the whole path, the start counted; that limit is a fact of our
    cards, never a rule (`map.twice`). ValueError for another ``knowing``.
    """
    player = position.player(seat)
    steps = STEPS - player.reached if steps is None else steps
    if knowing == "cards":
        ahead = {walk[player.reached : player.reached + steps] for _, walk in cards_left(position, seat)}
        return len(ahead) if steps else 1
    if knowing != "walks":
        raise ValueError(f"knowing is 'walks' or 'cards', not {knowing!r}")
    if steps == 0:
        return 1
    if most is None:
        return windows(position, seat, steps)
    if player.reached + steps > STEPS:
        return 0
    met = Counter(player.trail)
    first = [cell for cell in next_portals(position, seat) if met[cell] < most]
    return sum(_limited(position.board, player.at, cell, steps - 1, met, most) for cell in first)


def _limited(board: Board, base: str, at: str, steps: int, met: Counter[str], most: int) -> int:
    """The ways on from a link that meet no portal too often."""
    if not steps:
        return 1
    met[at] += 1
    found = sum(_limited(board, at, cell, steps - 1, met, most) for cell in board.onward[base, at] if met[cell] < most)
    met[at] -= 1
    return found


def cards_left(position: Position, seat: str) -> list[tuple[str, tuple[str, ...]]]:
    """The map cards that a player's path may be on, each turned to his start: they follow his trail and avoid his marks.

    Cards that are seen elsewhere are out. His own map is not asked, though it be known.
    """
    player = position.player(seat)
    seen = {*position.removed} | {other.map for other in position.players if other.id != seat}
    found = []
    for card in position.board.maps:
        if card not in seen:
            walk = position.board.walk_of(card, player.start)
            ahead = walk[player.reached : player.reached + 1]
            if walk[: player.reached] == player.trail[1:] and not {*ahead} & {*player.marks}:
                found.append((card, walk))
    return found


# ------------------------------------------------------------------ how likely a guess is right


def guess_odds(
    position: Position, seat: str, knowing: str = "steps", fit: Fit | None = None, ahead: bool = True
) -> dict[str, Fraction]:
    """The chance of each portal to be next on a player's path, exact, by the asker's own opinion of the words.

    A way over the shown steps has a weight: "steps", at each step all portals alike; "walks", all lawful ways alike; "cards",
    all map cards alike that fit. It is multiplied by ``fit`` (default: that of the situation) of every clue that is seen and
    the portal of its step; what no opinion names counts 1. Not looking ``ahead``, only the clues of the next step count
    (`guess.look-ahead`, `hint.pattern`). Nothing where no way has any weight. ValueError for another ``knowing``.
    """
    if knowing not in KNOWING:
        raise ValueError(f"knowing is one of {', '.join(KNOWING)}, not {knowing!r}")
    player = position.player(seat)
    factors = _factors(position, player, {key: dict(of) for key, of in position.fit} if fit is None else fit)
    factors = factors if ahead else factors[:1]
    if knowing == "cards":
        weights = _by_cards(position, seat, factors)
    else:
        weights = _by_links(position, seat, factors, alike=knowing == "steps")
    whole = sum(weights.values(), Fraction(0))
    return {cell: weight / whole for cell, weight in weights.items()} if whole else {}


def _factors(position: Position, player: Player, fit: Fit) -> list[Mapping[str, Fraction]]:
    """For each step from the next to the last that is shown: the weight of each cell by the clues of that step, if not 1."""
    last = min(STEPS, max(player.steps_shown, default=player.reached + 1))
    found: list[Mapping[str, Fraction]] = []
    for step in range(player.reached + 1, last + 1):
        weights: dict[str, Fraction] = {}
        for clue in player.clues:
            opinion = fit.get(clue.text) if clue.step == step else None
            if opinion:
                for cell, word in zip(position.board.cells, position.portals, strict=True):
                    if word in opinion:
                        weights[cell] = weights.get(cell, _ONE) * opinion[word]
        found.append(weights)
    return found


def _by_links(position: Position, seat: str, factors: list[Mapping[str, Fraction]], alike: bool) -> dict[str, Fraction]:
    """The weight of every way that begins with each portal."""
    player = position.player(seat)
    behind = _behind(position.board, tuple(tuple(weights.items()) for weights in factors[1:]), alike)
    first = factors[0] if factors else {}
    return {
        cell: first.get(cell, _ONE) * (behind[player.at, cell] if behind else _ONE)
        for cell in next_portals(position, seat)
    }


@lru_cache(maxsize=16)  # all guesses of a moment rest on the same
def _behind(board: Board, factors: Sequence[Sequence[tuple[str, Fraction]]], alike: bool) -> Mapping[Link, Fraction]:
    """Backwards over the directed links, one pass a step: the weight of the ways that go on from each link."""
    onward = board.onward
    behind: dict[Link, Fraction] = {}
    for number in range(len(factors) - 1, -1, -1):
        weights, further = dict(factors[number]), number < len(factors) - 1
        now: dict[Link, Fraction] = {}
        for link, around in onward.items():
            ways = ((cell, behind[link[1], cell] if further else _ONE) for cell in around)
            total = sum((weights[cell] * way if cell in weights else way for cell, way in ways), Fraction(0))
            now[link] = total / len(around) if alike else total
        behind = now
    return behind


def _by_cards(position: Position, seat: str, factors: list[Mapping[str, Fraction]]) -> dict[str, Fraction]:
    """The weight of the map cards that go on with each portal."""
    reached, found = position.player(seat).reached, dict[str, Fraction]()
    for _, walk in cards_left(position, seat):
        weight = _ONE
        for cell, weights in zip(walk[reached:], factors, strict=False):
            weight *= weights.get(cell, _ONE)
        if reached < STEPS:
            found[walk[reached]] = found.get(walk[reached], Fraction(0)) + weight
    return {cell: found[cell] for cell in position.board.cells if cell in found}


# ------------------------------------------------------------------ answers and the end


def answers(position: Position, seat: str, cell: str) -> tuple[bool, bool]:
    """Whether "yes" and "no" are lawful answers to a guess at this portal, where the map is not given (`map.lawful`).

    By the rules alone any portal that can be next may be right, and wrong unless it is the only one. Where all know the map
    cards (``maps = "known"``) only what one of them says is lawful, but for a path that is on none.
    """
    ahead = {*next_portals(position, seat)}
    if position.switch("maps") == "known":
        reached = position.player(seat).reached
        cards = [card for card in position.board.maps if card not in position.removed]
        walks = [position.board.walk_of(card, position.player(seat).start) for card in cards]
        trail = position.player(seat).trail[1:]
        ahead = {walk[reached] for walk in walks if walk[:reached] == trail and walk[reached] in ahead} or ahead
    return cell in ahead, bool(ahead - {cell})


def can_finish(position: Position, seat: str) -> bool:
    """Whether the end of the path can still be reached: three steps a round, four in the last one (`prepare.round-5`)."""
    player = position.player(seat)
    if position.alone or player.through:
        return player.through or position.moment != "over"
    return furthest(position, seat)[0] >= STEPS


def furthest(position: Position, seat: str) -> tuple[int, int | None]:
    """The last step a player can still come to, and the earliest round in which he can be through; None where he cannot be.

    Three steps a round, four in the last one (`clue.three`, `prepare.round-5`). Of all-or-nothing the round means nothing.
    """
    player = position.player(seat)
    if player.through or position.alone:
        return (STEPS if can_finish(position, seat) else player.reached), player.finished_in
    step = player.reached
    for number, gain in enumerate(_gains(position, player), position.round):
        step += gain
        if step >= STEPS:
            return STEPS, number
    return step, None


def _gains(position: Position, player: Player) -> Iterator[int]:
    """The most steps a player can gain in each round that is left, the present one first."""
    if position.moment == "over":
        return
    for number in range(position.round, ROUNDS + 1):
        most = SHOWN_LAST if number == ROUNDS else SHOWN
        if number > position.round or position.moment not in ("first", "guess", "answer"):
            yield most
        elif player.id not in position.had_turn:
            shown = max(player.steps_shown) - player.reached if player.clues and not player.covered else most
            yield min(most, shown)
