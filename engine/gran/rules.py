"""The rules of GRAN: what may be done now, the reasons against it, and with what chances.

One table says for each moment which action answers it, and by which rule. Listing and judging use the same reasons.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction

from engine.chance import DIE, uniform
from engine.gran.actions import Action
from engine.gran.material import OBSTACLES, WORDS
from engine.gran.paths import who_reaches
from engine.gran.position import Knight, Position, dragons, name, no
from engine.verdicts import Why

#: What answers a moment. What is to be done first there, and why nothing else can be done, is in words.toml.
_ANSWERS: Mapping[str, tuple[str, ...]] = {
    "start": ("move", "pass"), "extra": ("move", "stay"), "banish": ("banish",), "card": ("card",), "throw": ("roll",),
    "obstacle": ("lay",), "ring": ("ring",), "over": (),
}  # fmt: skip


def reasons(position: Position, action: Action) -> list[Why]:
    """Every reason against an action here; none means that it is legal."""
    if position.moment == "over":
        return [no("goal.three-seals", position.winner or "")]
    if action.verb in _ANSWERS[position.moment]:
        return list(_WHY[action.verb](position, action))
    if position.moment in ("start", "extra"):
        return [no(WORDS["not-now"][action.verb])]
    return [no(WORDS["first"][position.moment], position.turn)]


def legal_actions(position: Position) -> list[Action]:
    """The legal actions, chance steps included; none when the game is over."""
    match _ANSWERS[position.moment]:
        case ("move", instead):
            return [action for action in (*moves(position), Action(instead)) if not reasons(position, action)]
        case (verb,) if verb in _PLACES:
            return [Action(verb, (space,)) for space in _PLACES[verb](position)]
    return list(chances(position))


def _why_move(position: Position, action: Action) -> Iterator[Why]:
    knight, board = position.mover, position.board
    first, end = action.spaces[0], action.spaces[-1]
    for here, there in zip((knight.at, *action.spaces), action.spaces, strict=False):
        if there not in board.next_to[here]:
            yield no("board.lines", here, there, what=board.id)
            return
    if len(action.spaces) == 2:
        if end == knight.at:
            yield no("move.not-back", end)
            return
        if not (position.moment == "extra" or knight.ring or first == position.ring):
            yield from _why_through(position, first)
    yield from _why_end(position, knight, end)


def _why_through(position: Position, space: str) -> Iterator[Why]:
    """Why a knight without privilege may not pass through a space."""
    kind, there = position.board.spaces[space].kind, position.occupant(space)
    if kind == "dragon":
        yield no("move.not-through-dragon", space)
    if there is not None:
        yield no("move.not-through-knight", there.id, space)
    if space in position.obstacles:
        yield no("move.not-through-obstacle", space)
    inside = [knight.id for knight in position.knights if knight.at == space]
    if kind == "city" and inside and position.switch("city_pass") == "no":
        yield no("city.shared", *inside, space, what=space)


def _why_end(position: Position, knight: Knight, end: str) -> Iterator[Why]:
    """Why a move may not end on a space."""
    dragon, victim = position.board.spaces[end].kind == "dragon", position.occupant(end)
    if end in position.obstacles:
        yield no("move.free-space", end)
        yield no("move.obstacle-no-end", end)
    if victim is None:
        if dragon and not knight.talismans:
            yield no("talisman.none-left fight", end, what=name(knight.id))
        return
    if not knight.talismans:
        yield no("talisman.none-left attack", victim.id, end, what=name(knight.id))
    if dragon and knight.talismans == 1:
        yield no("talisman.attack-dragon-two", victim.id, end, what=name(knight.id))
    if victim.coat and position.switch("coat_attack") == "no":
        yield no("dragon.coat-attacked", victim.id, end)
    if not white_spaces(position, victim.id):
        yield no("attack.banish full", victim.id, end)


def moves(position: Position) -> Iterator[Action]:
    """Every way of one or two steps from where the knight on turn is, legal or not."""
    at, next_to = position.mover.at, position.board.next_to
    for first in next_to[at]:
        yield Action("move", (first,))
        yield from (Action("move", (first, second)) for second in next_to[first] if second != at)


def _why_not_moving(position: Position, action: Action) -> Iterator[Why]:
    """Why no move may be passed over, or at this table no extra turn declined: there is a legal one."""
    passing = action.verb == "pass"
    if (passing or position.switch("extra_turn") == "forced") and any(not reasons(position, move) for move in moves(position)):
        yield no("turn.must-move" if passing else "dragon.extra-turn", position.turn)


def white_spaces(position: Position, victim: str | None = None) -> list[str]:
    """The white spaces to which a knight can be banished from where he stands: the attacker has left his own by then."""
    taken = {knight.at for knight in position.knights if knight.id != position.turn} | position.obstacles
    taken |= {position.knight(victim or position.turn).at}
    return [space for space in position.board.of_kind("white") if space not in taken]


def _why_banish(position: Position, action: Action) -> Iterator[Why]:
    space = action.spaces[0]
    if position.board.spaces[space].kind != "white":
        yield no("attack.banish centre", space)
    elif space == position.mover.at:
        yield no("attack.banish-elsewhere", position.turn, space)
    elif space not in white_spaces(position):
        yield no("attack.banish", space)


def _why_lay(position: Position, action: Action) -> Iterator[Why]:
    place = action.spaces[0]
    space, there, ring = position.board.spaces[place], position.occupant(place), position.ring
    if space.kind == "ball":
        yield no("obstacle.not-on-ball", place)
    elif space.kind == "sword":
        yield no("obstacle.where sword", place)
    elif not space.ordinary:
        yield no("obstacle.where symbol", place, what=space.kind)
    if there is not None:
        yield no("obstacle.where knight", there.id, place)
    if place in position.obstacles:
        yield no("obstacle.where", place)
    if place == ring:
        yield no("obstacle.not-on-ring", place)
    elif ring is not None and space.ordinary:
        every = position.switch("ring_reach") == "every"
        after = who_reaches(position, ring, position.obstacles | {place})
        if not after or (every and not after >= who_reaches(position, ring)):
            yield no(f"obstacle.ring-reachable {'every' if every else 'some'}", ring, place)


def obstacle_places(position: Position) -> list[str]:
    """Where an obstacle may be laid (`obstacle.where`, `obstacle.ring-reachable`)."""
    places = position.board.of_kind("black", "white") if len(position.obstacles) < OBSTACLES else ()
    return [place for place in places if not any(_why_lay(position, Action("lay", (place,))))]


def _why_ring(position: Position, action: Action) -> Iterator[Why]:
    place = action.spaces[0]
    if place in ring_places(position):
        return
    space, own = position.board.spaces[place], position.board.spaces[position.mover.at].state
    there = position.occupant(place)
    if space.kind == "white":
        yield no("board.centre", place)
    elif space.kind == "ball" and position.switch("ring_on_ball") == "no":
        yield no("ring.lay-ball", place)
    elif space.kind not in ("black", "ball"):
        yield no("ring.lay-where symbol", place, what=space.kind)
    if there is not None or place in position.obstacles:
        yield no("ring.lay-where", *([there.id] if there else []), place, what=place)
    if space.state and space.state == own:
        yield no("ring.lay-where state", position.turn, place, what=name(own))
    if place not in position.obstacles and not who_reaches(position, place):
        yield no("ring.lay-reachable", place)


def free_for_ring(position: Position) -> list[str]:
    """The free spaces that are no symbol and belong to a state (`ring.lay-where`, `ring.lay-ball`)."""
    kinds = ("black",) if position.switch("ring_on_ball") == "no" else ("black", "ball")
    return [s for s in position.board.of_kind(*kinds) if s not in position.obstacles and position.occupant(s) is None]


def ring_places(position: Position) -> list[str]:
    """Where the ring may be laid by the knight on turn (`ring.lay-where`, `ring.lay-reachable`).

    A free ordinary space in another state that a knight can reach; where there is none, one in any state; at worst any free one.
    """
    spaces, free = position.board.spaces, free_for_ring(position)
    reached = [space for space in free if who_reaches(position, space)]
    return [space for space in reached if spaces[space].state != spaces[position.mover.at].state] or reached or free


def chances(position: Position) -> dict[Action, Fraction]:
    """At a chance step every outcome with its probability; otherwise nothing."""
    if position.moment == "card":
        cards = uniform(position.next_cards[:1]) or dragons(position)
        return {Action("card", number=strength): chance for strength, chance in cards.items()}
    throws = (position.next_rolls[:1] or DIE) if position.moment == "throw" else ()
    return uniform(Action("roll", number=face) for face in throws)


def _why_chance(position: Position, action: Action) -> Iterator[Why]:
    """Why a card is not turned up, or a throw does not fall: there is none such, or another has been stacked."""
    card = action.verb == "card"
    stacked = position.next_cards if card else position.next_rolls
    if card and action.number not in position.cards_left():
        yield no("dragon.unknown-strength", what=action.number)
    elif stacked and action.number != stacked[0]:
        yield no("setup.dragons card" if card else "setup.dragons die", what=stacked[0])


_WHY: Mapping[str, Callable[[Position, Action], Iterator[Why]]] = {
    "move": _why_move, "pass": _why_not_moving, "stay": _why_not_moving, "banish": _why_banish, "card": _why_chance,
    "roll": _why_chance, "lay": _why_lay, "ring": _why_ring,
}  # fmt: skip
#: Where an action may be done that names one space and is no move.
_PLACES: Mapping[str, Callable[[Position], list[str]]] = {"banish": white_spaces, "lay": obstacle_places, "ring": ring_places}
