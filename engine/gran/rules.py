"""The rules of GRAN: what may be done now, the reasons against it, with what chances, and what it leads to.

One table says which action answers a moment, one how each is judged and done. Listing and judging use the same reasons.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from fractions import Fraction
from functools import lru_cache
from itertools import chain
from typing import Any

from engine.chance.chance import DIE, uniform
from engine.contract.verdicts import Why
from engine.gran.material import COATS, DRAGONS, OBSTACLES, SPOTS, STATES, TALISMANS, WORDS
from engine.gran.paths import who_reaches
from engine.gran.position import Action, Draft, Knight, Position, dragons, no

#: What answers a moment. What is to be done first there, and why nothing else can be done, is in words.toml.
_ANSWERS: Mapping[str, tuple[str, ...]] = {
    "start": ("move", "pass"),
    "extra": ("move", "stay"),
    "banish": ("banish",),
    "card": ("card",),
    "throw": ("roll",),
    "obstacle": ("lay",),
    "ring": ("ring",),
    "over": (),
}


#: Whether something is wrong, and how that is told: here the case of a rule, the ids it is about, and what else is said.
Row = tuple[Any, ...]


def reasons(position: Position, action: Action) -> list[Why]:
    """Every reason against an action here; none means that it is legal."""
    if position.moment == "over":
        return [no("goal.three-seals", (position.winner or "",))]
    if action.verb in _ANSWERS[position.moment]:
        return [no(*told) for unfit, *told in _VERBS[action.verb][0](position, action) if unfit]
    if position.moment in ("start", "extra"):
        return [no(WORDS["not-now"][action.verb])]
    return [no(WORDS["first"][position.moment], (position.turn,))]


@lru_cache(maxsize=256)  # a page asks again and again for those of one moment
def legal_actions(position: Position) -> tuple[Action, ...]:
    """The legal actions, chance steps included; none when the game is over."""
    match _ANSWERS[position.moment]:
        case ("move", instead):
            return tuple(action for action in (*moves(position), Action(instead)) if not reasons(position, action))
        case (verb,) if verb in _PLACES:
            return tuple(Action(verb, (space,)) for space in _PLACES[verb](position))
    return tuple(chances(position))


def _why_move(position: Position, action: Action) -> Iterable[Row]:
    knight, board = position.mover, position.board
    first, end = action.spaces[0], action.spaces[-1]
    if len(action.spaces) > 2:
        return [(True, "move.one-or-two", (end,), len(action.spaces))]
    for here, there in zip((knight.at, *action.spaces), action.spaces, strict=False):
        if there not in board.next_to[here]:
            return [(True, "board.lines", (here, there), board.id)]
    if len(action.spaces) == 2:
        if end == knight.at:
            return [(True, "move.not-back", (end,))]
        if not (position.moment == "extra" or knight.ring):  # (nothing bars the space where the ring lies)
            return chain(_why_through(position, first), _why_end(position, knight, end))
    return _why_end(position, knight, end)


def _why_through(position: Position, space: str) -> Iterator[Row]:
    """Why a knight without privilege may not pass through a space."""
    kind, there = position.board.spaces[space].kind, position.occupant(space)
    inside = tuple(knight.id for knight in position.knights if knight.at == space) if kind == "city" else ()
    yield kind == "dragon", "move.not-through-dragon", (space,)
    yield there is not None, "move.not-through-knight", (there.id if there else "", space)
    yield space in position.obstacles, "move.not-through-obstacle", (space,)
    yield inside and position.switch("city_pass") == "no", "city.shared", (*inside, space), space


def _why_end(position: Position, knight: Knight, end: str) -> Iterator[Row]:
    """Why a move may not end on a space."""
    dragon, victim = position.board.spaces[end].kind == "dragon", position.occupant(end)
    none = not knight.talismans
    yield end in position.obstacles, "move.free-space", (end,)
    yield end in position.obstacles, "move.obstacle-no-end", (end,)
    yield dragon and none and victim is None, "talisman.none-left fight", (end,), knight.id
    if victim is not None:
        about = victim.id, end
        yield none, "talisman.none-left attack", about, knight.id
        yield dragon and knight.talismans == 1, "talisman.attack-dragon-two", about, knight.id
        yield victim.coat and position.switch("coat_attack") == "no", "dragon.coat-attacked", about
        yield not white_spaces(position, victim.id), "attack.banish full", about


def moves(position: Position) -> Iterator[Action]:
    """Every way of one or two steps from where the knight on turn is, legal or not."""
    at, next_to = position.mover.at, position.board.next_to
    for first in next_to[at]:
        yield Action("move", (first,))
        yield from (Action("move", (first, second)) for second in next_to[first] if second != at)


def _why_not_moving(position: Position, action: Action) -> Iterator[Row]:
    """Why no move may be passed over, or at this table no extra turn declined: there is a legal one."""
    due = action.verb == "pass" or position.switch("extra_turn") == "forced"
    case = "turn.must-move" if action.verb == "pass" else "dragon.extra-turn"
    yield due and any(not reasons(position, move) for move in moves(position)), case, (position.turn,)


def white_spaces(position: Position, victim: str | None = None) -> list[str]:
    """The white spaces to which a knight can be banished from where he stands: the attacker has left his own by then."""
    taken = {knight.at for knight in position.knights if knight.id != position.turn} | position.obstacles
    taken |= {position.knight(victim or position.turn).at}
    return [space for space in position.board.of_kind("white") if space not in taken]


def _why_banish(position: Position, action: Action) -> Iterator[Row]:
    space, at = action.spaces[0], position.mover.at
    white = position.board.spaces[space].kind == "white"
    yield not white, "attack.banish centre", (space,)
    yield white and space == at, "attack.banish-elsewhere", (position.turn, space)
    yield white and space != at and space not in white_spaces(position), "attack.banish", (space,)


def _why_lay(position: Position, action: Action) -> Iterator[Row]:
    place = action.spaces[0]
    space, there, ring = position.board.spaces[place], position.occupant(place), position.ring
    cases = {"ball": "obstacle.not-on-ball", "sword": "obstacle.where sword"}
    yield space.kind not in SPOTS, cases.get(space.kind, "obstacle.where symbol"), (place,), space.kind
    yield there is not None, "obstacle.where knight", (there.id if there else "", place)
    yield place in position.obstacles, "obstacle.where", (place,)
    yield place == ring, "obstacle.not-on-ring", (place,)
    if ring is not None and place != ring and space.kind in SPOTS:
        every = position.switch("ring_reach") == "every"
        after = who_reaches(position, ring, position.obstacles | {place})
        cut_off = not after or (every and not after >= who_reaches(position, ring))
        yield cut_off, f"obstacle.ring-reachable {'every' if every else 'some'}", (ring, place)


def obstacle_places(position: Position) -> list[str]:
    """Where an obstacle may be laid (`obstacle.where`, `obstacle.ring-reachable`)."""
    places = position.board.of_kind(*SPOTS) if len(position.obstacles) < OBSTACLES else ()
    return [place for place in places if not any(row[0] for row in _why_lay(position, Action("lay", (place,))))]


def _why_ring(position: Position, action: Action) -> Iterator[Row]:
    place = action.spaces[0]
    if place in ring_places(position):
        return
    space, own = position.board.spaces[place], position.board.spaces[position.mover.at].state
    there, barred = position.occupant(place), place in position.obstacles
    cases = {"white": "board.centre", "ball": "ring.lay-ball"}
    yield space.kind not in _for_ring(position), cases.get(space.kind, "ring.lay-where symbol"), (place,), space.kind
    yield there is not None or barred, "ring.lay-where", (*([there.id] if there else []), place), place
    yield space.state and space.state == own, "ring.lay-where state", (position.turn, place), own
    yield not barred and not who_reaches(position, place), "ring.lay-reachable", (place,)


def _for_ring(position: Position) -> tuple[str, ...]:
    """The kinds of space that are no symbol and belong to a state (`ring.lay-where`, `ring.lay-ball`)."""
    return ("black",) if position.switch("ring_on_ball") == "no" else ("black", "ball")


def free_for_ring(position: Position) -> list[str]:
    """The free spaces of these kinds."""
    spaces = position.board.of_kind(*_for_ring(position))
    return [space for space in spaces if space not in position.obstacles and position.occupant(space) is None]


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


def _why_chance(position: Position, action: Action) -> Iterator[Row]:
    """Why a card is not turned up, or a throw does not fall: there is none such, or another has been stacked."""
    card = action.verb == "card"
    stacked = (position.next_cards if card else position.next_rolls)[:1]
    gone = card and action.number not in position.cards_left()
    yield gone, "dragon.unknown-strength", (), action.number
    yield (
        not gone and stacked not in ((), (action.number,)),
        "setup.dragons card" if card else "setup.dragons die",
        (),
        *stacked,
    )


def perform(position: Position, action: Action) -> Draft:
    """What a legal action leads to. The turn passes on where nothing more is asked of who is on turn."""
    draft = Draft(position)
    _VERBS[action.verb][1](draft, action)
    if draft.now.moment == position.moment:
        _next_player(draft)
    return draft


def _move(draft: Draft, action: Action) -> None:
    before, knight, end = draft.before, draft.now.mover, action.spaces[-1]
    passed = action.spaces[0] if len(action.spaces) == 2 else ""
    victim, ring = before.occupant(end), before.ring
    draft.set_knight(knight.id, at=end, waiting=False)
    first = ("setup.waiting", "attack.not-waiting") if knight.waiting else ()
    draft.say("moves", "turn.one-knight", "move.one-or-two", *first, at=knight.at, way=passed, to=end)
    if passed:
        _tell_passing(draft, passed)
    if ring in action.spaces:
        draft.set(ring=None)
        draft.set_knight(knight.id, ring=True)
        draft.say("finds-ring", "ring.discover", ring == passed and "ring.second-step", at=ring)
    if victim is None:
        _arrive(draft)
        return
    draft.set(moment="banish", victim=victim.id)
    bears, coat = knight.ring and "ring.bearer-attacks", victim.coat and "dragon.coat-attacked"
    ball = before.board.spaces[end].kind == "ball" and "ball.ordinary"
    draft.say("attacks", "attack.arrive", bears, coat, ball, others=(victim.id,))


def _tell_passing(draft: Draft, space: str) -> None:
    """What is passed, and by which rule it does nothing and bars nobody."""
    before = draft.before
    kind, there = before.board.spaces[space].kind, before.occupant(space)
    privilege = "dragon.extra-passes" if before.moment == "extra" else "ring.bearer-passes"
    barred, others = space in before.obstacles, () if there is None else (there.id,)
    if barred or others or kind == "dragon":
        way = "obstacle" if barred else "" if others else "dragon"
        draft.say("passes-barred", privilege, barred and "obstacle.bars", at=space, way=way, others=others)
    elif kind == "city":
        draft.say("passes-city", "city.passing", "move.power-on-stop", at=space)
    elif kind in ("magic", "sword"):
        draft.say("passes-stone", "move.through-symbols", "move.power-on-stop", at=space, way=kind)


def _banish(draft: Draft, action: Action) -> None:
    attacker, victim = draft.now.mover, draft.before.knight(draft.before.victim or "")
    space, kind = action.spaces[0], draft.before.board.spaces[attacker.at].kind
    draft.set_knight(victim.id, at=space, ring=False)
    draft.set_knight(attacker.id, talismans=attacker.talismans - 1, ring=attacker.ring or victim.ring)
    rules = (
        kind == "white" and "attack.banish-elsewhere",
        "attack.banished-turn",
        victim.coat and "dragon.coat-attacked",
    )
    draft.say("banished", "attack.banish", *rules, who=(victim.id,), others=(attacker.id,), to=space)
    draft.say("pays", "attack.cost", "talisman.strength", "turn.order-of-effects", at="", number=1)
    if victim.ring:
        draft.say("gives-ring", "attack.ring", who=(victim.id,), others=(attacker.id,), at="")
    if kind in ("dragon", "magic"):
        draft.say("works", "attack.symbol-after", "turn.order-of-effects")
    _arrive(draft)


def _arrive(draft: Draft) -> None:
    """What the space does to who has stopped there (`turn.order-of-effects`, `move.stop-ends`)."""
    bears, out = draft.now.mover.ring, len(draft.before.obstacles)
    draft.set(victim=None)
    match draft.before.board.spaces[draft.now.mover.at].kind:
        case "dragon":
            draft.set(moment="card")
            again = draft.before.moment == "extra"
            draft.say("must-fight", "dragon.must-fight", bears and "ring.bearer-fights", again and "dragon.extra-ends")
        case "magic" if obstacle_places(draft.now):
            draft.set(moment="obstacle")
            draft.say("must-lay", "stone.must-lay", "move.stop-ends")
        case "magic" if out >= OBSTACLES:
            draft.say("none-left", "obstacle.sixteen", number=OBSTACLES)
        case "magic":
            draft.say("no-place", "stone.must-lay")
        case "city" if bears:
            _deliver(draft)
        case "city":
            _give_talismans(draft, 1)
        case "sword":
            draft.say("sword-stone", "sword.unknown")


def _lay(draft: Draft, action: Action) -> None:
    draft.set(obstacles=draft.before.obstacles | {*action.spaces})
    draft.say("lays", "obstacle.where", draft.before.ring is None and "obstacle.carried-ring", at=action.spaces[0])


def _deliver(draft: Draft) -> None:
    knight = draft.now.mover
    state = draft.before.board.spaces[knight.at].state
    seals, again = (*knight.seals, state), state in knight.seals
    if again and draft.before.switch("second_seal") == "no":
        draft.say("no-second-seal", "city.seal", way=state)
    elif not draft.before.seals_left(state):
        draft.say("no-seal-left", "city.seal", "material.contents", way=state)
    else:
        draft.set_knight(knight.id, seals=tuple(sorted(seals, key=STATES.index)))
        draft.say("seal", "city.seal", again and "goal.seal-colours", way=state, number=seals.count(state))
    if len(set(draft.now.mover.seals)) == 3:
        draft.set(moment="over", winner=knight.id)
        draft.say("wins", "goal.three-seals")
        return
    _give_talismans(draft, 2)
    draft.set_knight(knight.id, ring=False)
    draft.set(moment="ring")
    draft.say("rests", "city.lay-ring", "city.rest")


def _give_talismans(draft: Draft, many: int) -> None:
    knight = draft.now.mover
    given = min(many, TALISMANS - knight.talismans)
    draft.set_knight(knight.id, talismans=knight.talismans + given)
    kind, rule = ("talismans", "talisman.city") if given else ("talismans-full", "talisman.max-three")
    draft.say(kind, rule, number=given)


def _lay_ring(draft: Draft, action: Action) -> None:
    place, spaces = action.spaces[0], draft.before.board.spaces
    draft.set(ring=place)
    on_ball = spaces[place].kind == "ball" and "ring.lay-ball"
    draft.say("lays-ring", "ring.lay-where", "ring.lay-near-knight", on_ball, at=place)
    if spaces[draft.now.mover.at].kind == "dragon":
        _put_coat_on(draft)


def _turn_card(draft: Draft, action: Action) -> None:
    used = tuple(n + (strength == action.number) for strength, n in zip(DRAGONS, draft.before.used, strict=True))
    draft.set(used=used, card=action.number, moment="throw", next_cards=draft.before.next_cards[1:])
    draft.say("dragon", "dragon.unknown-strength", number=action.number)


def _throw(draft: Draft, action: Action) -> None:
    knight, strength = draft.now.mover, draft.before.card or 0
    thrown: dict[str, Any] = {"dice": (action.number,), "number": strength}
    all_turned, last = not draft.before.cards_left(), knight.talismans == 1
    draft.set(card=None, next_rolls=draft.before.next_rolls[1:])
    if action.number >= strength:
        draft.set(moment="extra")
        draft.say("beats", "dragon.win", "dragon.stays", "dragon.extra-turn", **thrown)
    else:
        draft.set_knight(knight.id, talismans=max(0, knight.talismans - 1), ring=False)
        draft.say("loses", "dragon.lose", "talisman.strength", last and "talisman.zero-at-dragon", **thrown)
        if knight.ring:
            draft.set(moment="ring")
            draft.say("loses-ring", "ring.lost-to-dragon")
        else:
            _put_coat_on(draft)
    if all_turned:
        draft.set(used=(0,) * len(DRAGONS))
        draft.say("shuffles", "dragon.reshuffle", who=(), at="")


def _put_coat_on(draft: Draft) -> None:
    draft.set_knight(draft.now.mover.id, coat=True)
    many = sum(knight.coat for knight in draft.now.knights)
    draft.say("coat", "dragon.lose", "dragon.coat-timing", many > COATS and "dragon.coat-supply")


def _next_player(draft: Draft) -> None:
    """The turn passes on; whoever is under a coat takes it off and misses his (`dragon.coat-timing`, `setup.first`)."""
    order = [knight.id for knight in draft.now.knights]
    while True:
        turn = order[(order.index(draft.now.turn) + 1) % len(order)]
        draft.set(turn=turn, moment="start")
        if not draft.now.mover.coat:
            return
        draft.set_knight(turn, coat=False)
        draft.say("misses-turn", "dragon.coat-timing", "turn.must-move")


#: How each action is judged where it answers the moment, and what it does.
_VERBS: Mapping[str, tuple[Callable[[Position, Action], Iterable[Row]], Callable[[Draft, Action], None]]] = {
    "move": (_why_move, _move),
    "banish": (_why_banish, _banish),
    "card": (_why_chance, _turn_card),
    "roll": (_why_chance, _throw),
    "lay": (_why_lay, _lay),
    "ring": (_why_ring, _lay_ring),
    "pass": (_why_not_moving, lambda draft, _: draft.say("blocked", "turn.blocked")),
    "stay": (_why_not_moving, lambda draft, _: draft.say("declines", "dragon.extra-turn")),
}
#: Where an action may be done that names one space and is no move.
_PLACES: Mapping[str, Callable[[Position], list[str]]] = {
    "banish": white_spaces,
    "lay": obstacle_places,
    "ring": ring_places,
}
