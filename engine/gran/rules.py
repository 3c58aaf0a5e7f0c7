"""The rules of GRAN: what may be done now, the reasons against it, and what doing it leads to.

One table says for each moment which action answers it, and by which rule. Listing and judging use the same reasons.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from typing import Any, NamedTuple

from engine.chance import DIE
from engine.faults import Fault, UnreadableText, nearest, sentence, shown
from engine.gran.material import DRAGONS, OBSTACLES, TALISMANS, Board
from engine.gran.paths import component, open_graph, who_reaches
from engine.gran.position import Draft, Knight, Position
from engine.gran.telling import name
from engine.verdicts import Why

# ------------------------------------------------------------------ the language of actions


class Action(NamedTuple):
    """An action: its verb, and the spaces or the number it names."""

    verb: str
    spaces: tuple[str, ...] = ()
    number: int = -1

    @property
    def text(self) -> str:
        """The action as one line."""
        return " ".join((self.verb, *self.spaces, *([str(self.number)] if self.number >= 0 else [])))


#: What each verb names: so many spaces (at least, at most), or a number out of these.
_VERBS: Mapping[str, tuple[int, int] | range] = {
    "move": (1, 2), "pass": (0, 0), "stay": (0, 0), "banish": (1, 1), "lay": (1, 1), "ring": (1, 1),
    "card": range(max(DRAGONS) + 1), "roll": DIE,
}  # fmt: skip
_FORM = {"move": "move ga3 w6", "banish": "banish w9", "lay": "lay ub4", "ring": "ring eb1", "card": "card 4", "roll": "roll 5"}


def parse_action(text: str, board: Board) -> Action:
    """The action a text names. UnreadableText if it is none, or names a space that is not on the board."""
    words = text[:200].lower().split()
    where = f"action {shown(text)}"
    if not words or words[0] not in _VERBS:
        what = f"{shown(words[0])} is no action" if words else "it says nothing"
        raise UnreadableText(Fault(where, what, sentence(nearest(words[0] if words else "", tuple(_VERBS))), "no-action"))
    verb, named = words[0], words[1:]
    wanted = _VERBS[verb]
    fix = f"Write it like this: {_FORM.get(verb, verb)}."
    if isinstance(wanted, range):
        if len(named) != 1 or not named[0].isascii() or not named[0].isdigit() or int(named[0][:3]) not in wanted:
            what = f"{verb} names a number from {wanted[0]} to {wanted[-1]}"
            raise UnreadableText(Fault(where, what, fix, "no-number"))
        return Action(verb, number=int(named[0]))
    if not wanted[0] <= len(named) <= wanted[1]:
        raise UnreadableText(Fault(where, f"{verb} does not name {len(named)} spaces", fix, "wrong-number"))
    for space in named:
        if space not in board.spaces:
            hint = sentence(nearest(space, tuple(board.spaces), "docs/gran.md"))
            raise UnreadableText(Fault(where, f"{shown(space)} is no space of this board", hint, "unknown-space"))
    return Action(verb, tuple(named))


# ------------------------------------------------------------------ judging


def reasons(position: Position, action: Action) -> list[Why]:
    """Every reason against an action here; none means that it is legal."""
    if position.moment == "over":
        winner = position.winner or ""
        return [Why("goal.three-seals", f"The game is over: {name(winner)} has won.", about=(winner,))]
    verbs, rule, asks = _ANSWERS[position.moment]
    if action.verb not in verbs:
        if position.moment in ("start", "extra"):
            return [Why(*_NOT_NOW[action.verb])]
        return [Why(rule, f"First {name(position.turn)} {asks}.", about=(position.turn,))]
    return list(_WHY[action.verb](position, action))


#: What answers a moment: the verbs, the rule that asks, and what must be done first.
_ANSWERS: Mapping[str, tuple[tuple[str, ...], str, str]] = {
    "start": (("move", "pass"), "turn.must-move", "moves"),
    "extra": (("move", "stay"), "dragon.extra-turn", "moves, or stays"),
    "banish": (("banish",), "attack.banish", "banishes the knight he has attacked"),
    "card": (("card",), "dragon.must-fight", "must fight: a dragon card is turned up"),
    "throw": (("roll",), "dragon.must-fight", "must fight: the die is thrown"),
    "obstacle": (("lay",), "stone.must-lay", "lays an obstacle"),
    "ring": (("ring",), "city.lay-ring", "lays down the ring"),
}
#: Why what answers another moment cannot be done when a move is due.
_NOT_NOW: Mapping[str, tuple[str, str]] = {
    "pass": ("dragon.extra-turn", "The extra turn is declined with 'stay'."),
    "stay": ("turn.must-move", "Whose turn it is must move; only an extra turn can be declined."),
    "banish": ("attack.arrive", "Nobody has been attacked."),
    "card": ("dragon.must-fight", "Nobody has landed on a dragon."),
    "roll": ("dragon.must-fight", "Nobody fights a dragon now."),
    "lay": ("stone.must-lay", "An obstacle is laid by who has stopped on a magic stone."),
    "ring": ("ring.lay-where", "The ring is laid after a delivery, or by a bearer who has lost to a dragon."),
}


def _why_move(position: Position, action: Action) -> Iterator[Why]:
    knight, board = position.mover, position.board
    first, end = action.spaces[0], action.spaces[-1]
    for here, there in zip((knight.at, *action.spaces), action.spaces, strict=False):
        if there not in board.next_to[here]:
            yield Why("board.lines", f"No line joins {here} and {there} on the {board.id} board.", about=(here, there))
            return
    if len(action.spaces) == 2:
        if end == knight.at:
            yield Why("move.not-back", f"The second step may not lead back to {end}.", True, (end,))
            return
        if not (position.privileged or first == position.ring):
            yield from _why_through(position, first)
    yield from _why_end(position, knight, end)


def _why_through(position: Position, space: str) -> Iterator[Why]:
    """Why a knight without privilege may not pass through a space."""
    kind = position.board.spaces[space].kind
    there = position.occupant(space)
    if kind == "dragon":
        yield Why("move.not-through-dragon", f"The dragon at {space} stops every move.", about=(space,))
    if there is not None:
        yield Why("move.not-through-knight", f"{name(there.id)} stands at {space}.", about=(there.id, space))
    if space in position.obstacles:
        yield Why("move.not-through-obstacle", f"An obstacle bars {space}.", about=(space,))
    inside = tuple(knight.id for knight in position.knights if knight.at == space)
    if kind == "city" and inside and position.switch("city_pass") == "no":
        what = f"At this table a city with a knight in it, like {space}, is not passed through."
        yield Why("city.shared", what, True, (*inside, space))


def _why_end(position: Position, knight: Knight, end: str) -> Iterator[Why]:
    """Why a move may not end on a space."""
    if end in position.obstacles:
        yield Why("move.free-space", f"{end} is not free: an obstacle lies there.", about=(end,))
        yield Why("move.obstacle-no-end", f"An obstacle can be crossed by privilege, not stood upon: {end}.", True, (end,))
    dragon = position.board.spaces[end].kind == "dragon"
    victim = position.occupant(end)
    who, whom, about = name(knight.id), name(victim.id if victim else ""), (victim.id, end) if victim else (end,)
    if not knight.talismans and (dragon or victim is not None):
        to_do = "attack" if victim is not None else "fight the dragon"
        yield Why("talisman.none-left", f"{who} has no talisman left and may not {to_do} at {end}.", about=about)
    if victim is None:
        return
    if dragon and knight.talismans == 1:
        what = f"With one talisman {who} may not attack {whom} on a dragon: none would be left to fight it."
        yield Why("talisman.attack-dragon-two", what, about=about)
    if victim.coat and position.switch("coat_attack") == "no":
        yield Why("dragon.coat-attacked", f"At this table a knight under a coat, like {whom}, cannot be attacked.", True, about)
    if not white_spaces(position, end):
        yield Why("attack.banish", f"No white space is free for {whom}, so he cannot be attacked.", True, about)


def white_spaces(position: Position, attacked: str) -> list[str]:
    """The white spaces to which the knight at the attacked space can be banished: the attacker has left his own by then."""
    taken = {k.at for k in position.knights if k.id != position.turn} | position.obstacles | {attacked}
    return [space for space in position.board.of_kind("white") if space not in taken]


def _can_move(position: Position) -> bool:
    return any(not reasons(position, move) for move in moves(position))


def _why_pass(position: Position, action: Action) -> Iterator[Why]:
    if _can_move(position):
        yield Why("turn.must-move", f"{name(position.turn)} can move, so he has to.", about=(position.turn,))


def _why_stay(position: Position, action: Action) -> Iterator[Why]:
    if position.switch("extra_turn") == "forced" and _can_move(position):
        what = "At this table the extra turn must be moved where a move is legal."
        yield Why("dragon.extra-turn", what, True, (position.turn,))


def _why_banish(position: Position, action: Action) -> Iterator[Why]:
    space, at = action.spaces[0], position.mover.at
    if position.board.spaces[space].kind != "white":
        yield Why("attack.banish", f"{space} is no white space of the centre.", about=(space,))
    elif space == at:
        what = f"{space} is where he was attacked: the attacker stands there now."
        yield Why("attack.banish-elsewhere", what, True, (position.turn, space))
    elif space not in white_spaces(position, at):
        yield Why("attack.banish", f"{space} is occupied.", about=(space,))


def _why_card(position: Position, action: Action) -> Iterator[Why]:
    if action.number not in position.cards_left():
        yield Why("dragon.unknown-strength", f"No card of strength {action.number} is left in the pile.")
    elif position.next_cards and action.number != position.next_cards[0]:
        yield Why("setup.dragons", f"The pile is stacked: its top card is {position.next_cards[0]}.")


def _why_roll(position: Position, action: Action) -> Iterator[Why]:
    if position.next_rolls and action.number != position.next_rolls[0]:
        yield Why("setup.dragons", f"The die is set: the next throw is {position.next_rolls[0]}.")


def _why_lay(position: Position, action: Action) -> Iterator[Why]:
    place = action.spaces[0]
    space, there, ring = position.board.spaces[place], position.occupant(place), position.ring
    if space.kind == "ball":
        yield Why("obstacle.not-on-ball", f"{place} is a crystal ball: no obstacle may be laid there.", about=(place,))
    elif not space.ordinary:
        lost = "; what a sword stone does besides is lost (sword.unknown)" if space.kind == "sword" else ""
        yield Why("obstacle.where", f"{place} is a {space.kind}, not a black or white space{lost}.", about=(place,))
    if there is not None:
        yield Why("obstacle.where", f"{name(there.id)} stands at {place}.", about=(there.id, place))
    if place in position.obstacles:
        yield Why("obstacle.where", f"An obstacle lies at {place} already.", about=(place,))
    if place == ring:
        yield Why("obstacle.not-on-ring", f"The ring lies at {place}.", about=(place,))
    elif ring is not None and space.ordinary and not _ring_stays_open(position, ring, place):
        whom = "everybody who could reach it" if position.switch("ring_reach") == "every" else "at least one knight"
        yield Why("obstacle.ring-reachable", f"The ring at {ring} must stay within reach of {whom}.", about=(ring, place))


def _ring_stays_open(position: Position, ring: str, place: str) -> bool:
    """Whether the lying ring can still be reached when an obstacle lies at ``place`` (`obstacle.ring-reachable`)."""
    after = who_reaches(position, ring, position.obstacles | {place})
    return after >= who_reaches(position, ring) if position.switch("ring_reach") == "every" else bool(after)


def _why_ring(position: Position, action: Action) -> Iterator[Why]:
    place = action.spaces[0]
    if place in ring_places(position):
        return
    space, own = position.board.spaces[place], position.board.spaces[position.mover.at].state
    there = position.occupant(place)
    if space.kind == "white":
        yield Why("board.centre", f"{place} lies in the centre and belongs to no state.", True, (place,))
    elif space.kind == "ball" and position.switch("ring_on_ball") == "no":
        yield Why("ring.lay-ball", f"At this table a crystal ball like {place} counts as a symbol.", True, (place,))
    elif space.kind not in ("black", "ball"):
        yield Why("ring.lay-where", f"{place} is a symbol: a {space.kind}.", about=(place,))
    if there is not None or place in position.obstacles:
        yield Why("ring.lay-where", f"{place} is not free.", about=(there.id, place) if there else (place,))
    if space.state and space.state == own:
        what = f"{place} is in {own.capitalize()}, as {name(position.turn)} is: it must be another state."
        yield Why("ring.lay-where", what, about=(position.turn, place))
    if place not in position.obstacles and not who_reaches(position, place):
        yield Why("ring.lay-reachable", f"No knight could reach {place}.", True, (place,))


def ring_places(position: Position) -> list[str]:
    """Where the ring may be laid by the knight on turn (`ring.lay-where`, `ring.lay-reachable`).

    A free ordinary space in another state that a knight can reach; where there is none, one in any state; at worst any free one.
    """
    board, own = position.board, position.board.spaces[position.mover.at].state
    kinds = ("black",) if position.switch("ring_on_ball") == "no" else ("black", "ball")
    free = [s for s in board.of_kind(*kinds) if s not in position.obstacles and position.occupant(s) is None]
    near = frozenset[str]().union(*(component(board, knight.at, position.obstacles) for knight in position.knights))
    reached = [space for space in free if space in near]
    return [space for space in reached if board.spaces[space].state != own] or reached or free


def obstacle_places(position: Position) -> list[str]:
    """Where an obstacle may be laid (`obstacle.where`, `obstacle.ring-reachable`).

    Only a point where the graph would fall apart can cut the ring off, so only those are looked at closely.
    """
    if len(position.obstacles) >= OBSTACLES:
        return []
    free = [
        space
        for space in position.board.of_kind("black", "white")
        if space not in position.obstacles and space != position.ring and position.occupant(space) is None
    ]
    if position.ring is None:
        return free
    import networkx  # late: only where obstacles are laid

    cuts = set(networkx.articulation_points(open_graph(position.board, position.obstacles)))
    return [space for space in free if space not in cuts or _ring_stays_open(position, position.ring, space)]


_WHY: Mapping[str, Callable[[Position, Action], Iterator[Why]]] = {
    "move": _why_move, "pass": _why_pass, "stay": _why_stay, "banish": _why_banish, "card": _why_card,
    "roll": _why_roll, "lay": _why_lay, "ring": _why_ring,
}  # fmt: skip


# ------------------------------------------------------------------ listing


def moves(position: Position) -> Iterator[Action]:
    """Every way of one or two steps from where the knight on turn is, legal or not."""
    at, next_to = position.mover.at, position.board.next_to
    for first in next_to[at]:
        yield Action("move", (first,))
        yield from (Action("move", (first, second)) for second in next_to[first] if second != at)


def legal_actions(position: Position) -> list[Action]:
    """The legal actions, chance steps included. Where an obstacle or the ring may lie, the board has answered already."""
    moment = position.moment
    if moment in ("start", "extra"):
        found = [action for action in moves(position) if not reasons(position, action)]
        if moment == "start":
            return found or [Action("pass")]
        return [*found, *(action for action in [Action("stay")] if not reasons(position, action))]
    if moment == "banish":
        return [Action("banish", (space,)) for space in white_spaces(position, position.mover.at)]
    if moment in ("card", "throw"):
        return [parse_action(text, position.board) for text in chances(position)]
    if moment == "obstacle":
        return [Action("lay", (space,)) for space in obstacle_places(position)]
    return [Action("ring", (space,)) for space in ring_places(position)] if moment == "ring" else []


# ------------------------------------------------------------------ chance


def chances(position: Position) -> dict[str, Fraction]:
    """At a chance step every outcome with its probability; otherwise nothing."""
    if position.moment == "card":
        left = position.cards_left()
        if position.next_cards:
            left = {position.next_cards[0]: 1}
        total = sum(left.values())
        return {f"card {strength}": Fraction(copies, total) for strength, copies in left.items()}
    if position.moment == "throw":
        faces = position.next_rolls[:1] or tuple(DIE)
        return {f"roll {face}": Fraction(1, len(faces)) for face in faces}
    return {}


def beats(strength: int) -> Fraction:
    """The chance that a throw is equal to a dragon's strength or higher (`dragon.win`).

    >>> beats(4), beats(0)
    (Fraction(1, 2), Fraction(1, 1))
    """
    return Fraction(sum(face >= strength for face in DIE), len(DIE))


def win_chance(position: Position) -> Fraction:
    """The chance to beat the next dragon: by the card that is turned up, or by those that are left."""
    if position.card is not None:
        return beats(position.card)
    left = position.cards_left()
    return sum((copies * beats(strength) for strength, copies in left.items()), Fraction(0)) / sum(left.values())


# ------------------------------------------------------------------ doing


def perform(position: Position, action: Action) -> Draft:
    """What a legal action leads to."""
    draft = Draft(position)
    _DO[action.verb](draft, action)
    return draft


def _do_move(draft: Draft, action: Action) -> None:
    before, knight, end = draft.before, draft.mover, action.spaces[-1]
    victim = before.occupant(end)
    draft.set_knight(knight.id, at=end, waiting=False)
    passed = action.spaces[0] if len(action.spaces) == 2 else ""
    rules = ["turn.one-knight", "move.one-or-two", *(["setup.waiting", "attack.not-waiting"] if knight.waiting else [])]
    draft.say("moves", *rules, at=knight.at, way=passed, to=end)
    if passed:
        _tell_passing(draft, passed)
    if before.ring in action.spaces:
        draft.set(ring=None)
        draft.set_knight(knight.id, ring=True)
        draft.say("finds-ring", "ring.discover", *(["ring.second-step"] if before.ring == passed else []), at=before.ring)
    if victim is None:
        _arrive(draft)
        return
    draft.set(moment="banish", victim=victim.id)
    more = [*(["ring.bearer-attacks"] if knight.ring else []), *(["dragon.coat-attacked"] if victim.coat else [])]
    more += ["ball.ordinary"] if before.board.spaces[end].kind == "ball" else []
    draft.say("attacks", "attack.arrive", *more, others=(victim.id,), at=end)


def _tell_passing(draft: Draft, space: str) -> None:
    """What is passed, and by which rule it does nothing and bars nobody."""
    before = draft.before
    kind, there = before.board.spaces[space].kind, before.occupant(space)
    if kind == "dragon" or there is not None or space in before.obstacles:
        by = ["ring.bearer-passes" if before.moment != "extra" else "dragon.extra-passes"]
        if space in before.obstacles:
            draft.say("passes-barred", *by, "obstacle.bars", at=space, way="obstacle")
        elif there is not None:
            draft.say("passes-barred", *by, at=space, others=(there.id,))
        else:
            draft.say("passes-barred", *by, at=space, way="dragon")
    elif kind == "city":
        draft.say("passes-city", "city.passing", "move.power-on-stop", at=space)
    elif kind not in ("black", "white", "ball"):
        draft.say("passes-stone", "move.through-symbols", "move.power-on-stop", at=space, way=kind)


def _arrive(draft: Draft) -> None:
    """What the space does to who has stopped there (`turn.order-of-effects`, `move.stop-ends`)."""
    at = draft.mover.at
    kind = draft.before.board.spaces[at].kind
    draft.set(victim=None)
    if kind == "dragon":
        draft.set(moment="card")
        rules = ["ring.bearer-fights"] if draft.mover.ring else []
        rules += ["dragon.extra-ends"] if draft.before.moment == "extra" else []
        draft.say("must-fight", "dragon.must-fight", *rules, at=at)
    elif kind == "city" and draft.mover.ring:
        _deliver(draft, at)
    elif kind == "magic" and len(draft.before.obstacles) < OBSTACLES and obstacle_places(draft.now):
        draft.set(moment="obstacle")
        draft.say("must-lay", "stone.must-lay", "move.stop-ends", at=at)
    else:
        if kind == "city":
            _give_talismans(draft, 1)
        elif kind == "sword":
            draft.say("sword-stone", "sword.unknown", at=at)
        elif kind == "magic" and len(draft.before.obstacles) >= OBSTACLES:
            draft.say("none-left", "obstacle.sixteen", at=at, number=OBSTACLES)
        elif kind == "magic":
            draft.say("no-place", "stone.must-lay", at=at)
        next_player(draft)


def _deliver(draft: Draft, at: str) -> None:
    knight, state = draft.mover, draft.before.board.spaces[at].state
    seals = (*knight.seals, state)
    again = state in knight.seals
    if again and draft.before.switch("second_seal") == "no":
        draft.say("no-second-seal", "city.seal", at=at, way=state)
    elif not draft.before.seals_left(state):
        draft.say("no-seal-left", "city.seal", "material.contents", at=at, way=state)
    else:
        draft.set_knight(knight.id, seals=seals)
        rules = ["city.seal", *(["goal.seal-colours"] if again else [])]
        draft.say("seal", *rules, at=at, way=state, number=seals.count(state))
    if len(set(draft.mover.seals)) == 3:
        draft.set(moment="over", winner=knight.id)
        draft.say("wins", "goal.three-seals", at=at)
        return
    _give_talismans(draft, 2)
    draft.set_knight(knight.id, ring=False)
    draft.set(moment="ring")
    draft.say("rests", "city.lay-ring", "city.rest", at=at)


def _give_talismans(draft: Draft, many: int) -> None:
    knight = draft.mover
    given = min(many, TALISMANS - knight.talismans)
    draft.set_knight(knight.id, talismans=knight.talismans + given)
    kind, rule = ("talismans", "talisman.city") if given else ("talismans-full", "talisman.max-three")
    draft.say(kind, rule, at=knight.at, number=given)


def _do_without(draft: Draft, action: Action) -> None:
    kind, rule = ("blocked", "turn.blocked") if action.verb == "pass" else ("declines", "dragon.extra-turn")
    draft.say(kind, rule, at=draft.mover.at)
    next_player(draft)


def _do_banish(draft: Draft, action: Action) -> None:
    attacker, victim = draft.mover, draft.knights[draft.before.victim or ""]
    space, kind = action.spaces[0], draft.before.board.spaces[attacker.at].kind
    draft.set_knight(victim.id, at=space, ring=False)
    draft.set_knight(attacker.id, talismans=attacker.talismans - 1, ring=attacker.ring or victim.ring)
    rules = ["attack.banish", *(["attack.banish-elsewhere"] if kind == "white" else []), "attack.banished-turn"]
    rules += ["dragon.coat-attacked"] if victim.coat else []
    draft.say("banished", *rules, who=victim.id, others=(attacker.id,), at=attacker.at, to=space)
    draft.say("pays", "attack.cost", "talisman.strength", "turn.order-of-effects", number=1)
    if victim.ring:
        draft.say("gives-ring", "attack.ring", who=victim.id, others=(attacker.id,))
    if kind in ("dragon", "magic"):
        draft.say("works", "attack.symbol-after", "turn.order-of-effects", at=attacker.at)
    _arrive(draft)


def _do_card(draft: Draft, action: Action) -> None:
    used = tuple(n + (strength == action.number) for strength, n in zip(DRAGONS, draft.before.used, strict=True))
    draft.set(used=used, card=action.number, moment="throw", next_cards=draft.before.next_cards[1:])
    draft.say("dragon", "dragon.unknown-strength", at=draft.mover.at, number=action.number)


def _do_roll(draft: Draft, action: Action) -> None:
    knight, strength = draft.mover, draft.before.card or 0
    thrown: dict[str, Any] = {"at": knight.at, "dice": (action.number,), "number": strength}
    draft.set(card=None, next_rolls=draft.before.next_rolls[1:])
    anew = not draft.before.cards_left()
    if anew:
        draft.set(used=(0,) * len(DRAGONS))
    if action.number >= strength:
        draft.set(moment="extra")
        draft.say("beats", "dragon.win", "dragon.stays", "dragon.extra-turn", **thrown)
    else:
        draft.set_knight(knight.id, talismans=max(0, knight.talismans - 1), ring=False)
        last = ["talisman.zero-at-dragon"] if knight.talismans == 1 else []
        draft.say("loses", "dragon.lose", "talisman.strength", *last, **thrown)
        if knight.ring:
            draft.set(moment="ring")
            draft.say("loses-ring", "ring.lost-to-dragon", at=knight.at)
        else:
            _put_coat_on(draft)
    if anew:
        draft.say("shuffles", "dragon.reshuffle", who="")


def _put_coat_on(draft: Draft) -> None:
    draft.set_knight(draft.mover.id, coat=True)
    supply = ["dragon.coat-supply"] if sum(knight.coat for knight in draft.knights.values()) > 4 else []
    draft.say("coat", "dragon.lose", "dragon.coat-timing", *supply, at=draft.mover.at)
    next_player(draft)


def _do_lay(draft: Draft, action: Action) -> None:
    place = action.spaces[0]
    draft.set(obstacles=draft.before.obstacles | {place})
    draft.say("lays", "obstacle.where", *(["obstacle.carried-ring"] if draft.before.ring is None else []), at=place)
    next_player(draft)


def _do_ring(draft: Draft, action: Action) -> None:
    place, spaces = action.spaces[0], draft.before.board.spaces
    draft.set(ring=place)
    ball = ["ring.lay-ball"] if spaces[place].kind == "ball" else []
    draft.say("lays-ring", "ring.lay-where", "ring.lay-near-knight", *ball, at=place)
    (_put_coat_on if spaces[draft.mover.at].kind == "dragon" else next_player)(draft)


def next_player(draft: Draft) -> None:
    """The turn passes on; whoever is under a coat takes it off and misses his (`dragon.coat-timing`, `setup.first`)."""
    order = list(draft.knights)
    while True:
        turn = order[(order.index(draft.mover.id) + 1) % len(order)]
        draft.set(turn=turn, moment="start", card=None, victim=None)
        if not draft.mover.coat:
            return
        draft.set_knight(turn, coat=False)
        draft.say("misses-turn", "dragon.coat-timing", "turn.must-move", at=draft.mover.at)


_DO: Mapping[str, Callable[[Draft, Action], None]] = {
    "move": _do_move, "pass": _do_without, "stay": _do_without, "banish": _do_banish, "card": _do_card,
    "roll": _do_roll, "lay": _do_lay, "ring": _do_ring,
}  # fmt: skip


# ------------------------------------------------------------------ invariants


def ring_within_reach(position: Position) -> bool:
    """Whether the lying ring can be reached, or was left behind by a knight who jumped out from a dragon beside it."""
    if position.ring is None:
        return True
    there = component(position.board, position.ring, position.obstacles)
    return any(k.at in there for k in position.knights) or any(position.board.spaces[s].kind == "dragon" for s in there)
