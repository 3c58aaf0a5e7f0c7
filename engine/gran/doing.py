"""What a legal action leads to: step by step, each event with its rules (`turn.order-of-effects`)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from engine.gran.actions import Action
from engine.gran.material import COATS, DRAGONS, OBSTACLES, STATES, TALISMANS
from engine.gran.position import Draft, Position
from engine.gran.rules import obstacle_places


def perform(position: Position, action: Action) -> Draft:
    """What a legal action leads to. The turn passes on where nothing more is asked of who is on turn."""
    draft = Draft(position)
    _DO[action.verb](draft, action)
    if "moment" not in draft.values:
        _next_player(draft)
    return draft


def _move(draft: Draft, action: Action) -> None:
    before, knight, end = draft.before, draft.mover, action.spaces[-1]
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
    if space in before.obstacles:
        draft.say("passes-barred", privilege, "obstacle.bars", at=space, way="obstacle")
    elif there is not None:
        draft.say("passes-barred", privilege, at=space, others=(there.id,))
    elif kind == "dragon":
        draft.say("passes-barred", privilege, at=space, way="dragon")
    elif kind == "city":
        draft.say("passes-city", "city.passing", "move.power-on-stop", at=space)
    elif kind in ("magic", "sword"):
        draft.say("passes-stone", "move.through-symbols", "move.power-on-stop", at=space, way=kind)


def _pass(draft: Draft, action: Action) -> None:
    draft.say("blocked", "turn.blocked")


def _stay(draft: Draft, action: Action) -> None:
    draft.say("declines", "dragon.extra-turn")


def _banish(draft: Draft, action: Action) -> None:
    attacker, victim = draft.mover, draft.knights[draft.before.victim or ""]
    space, kind = action.spaces[0], draft.before.board.spaces[attacker.at].kind
    draft.set_knight(victim.id, at=space, ring=False)
    draft.set_knight(attacker.id, talismans=attacker.talismans - 1, ring=attacker.ring or victim.ring)
    rules = (kind == "white" and "attack.banish-elsewhere", "attack.banished-turn", victim.coat and "dragon.coat-attacked")
    draft.say("banished", "attack.banish", *rules, who=(victim.id,), others=(attacker.id,), to=space)
    draft.say("pays", "attack.cost", "talisman.strength", "turn.order-of-effects", at="", number=1)
    if victim.ring:
        draft.say("gives-ring", "attack.ring", who=(victim.id,), others=(attacker.id,), at="")
    if kind in ("dragon", "magic"):
        draft.say("works", "attack.symbol-after", "turn.order-of-effects")
    _arrive(draft)


def _arrive(draft: Draft) -> None:
    """What the space does to who has stopped there (`turn.order-of-effects`, `move.stop-ends`)."""
    bears, out = draft.mover.ring, len(draft.before.obstacles)
    draft.set(victim=None)
    match draft.before.board.spaces[draft.mover.at].kind:
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
    knight = draft.mover
    state = draft.before.board.spaces[knight.at].state
    seals, again = (*knight.seals, state), state in knight.seals
    if again and draft.before.switch("second_seal") == "no":
        draft.say("no-second-seal", "city.seal", way=state)
    elif not draft.before.seals_left(state):
        draft.say("no-seal-left", "city.seal", "material.contents", way=state)
    else:
        draft.set_knight(knight.id, seals=tuple(sorted(seals, key=STATES.index)))
        draft.say("seal", "city.seal", again and "goal.seal-colours", way=state, number=seals.count(state))
    if len(set(draft.mover.seals)) == 3:
        draft.set(moment="over", winner=knight.id)
        draft.say("wins", "goal.three-seals")
        return
    _give_talismans(draft, 2)
    draft.set_knight(knight.id, ring=False)
    draft.set(moment="ring")
    draft.say("rests", "city.lay-ring", "city.rest")


def _give_talismans(draft: Draft, many: int) -> None:
    knight = draft.mover
    given = min(many, TALISMANS - knight.talismans)
    draft.set_knight(knight.id, talismans=knight.talismans + given)
    kind, rule = ("talismans", "talisman.city") if given else ("talismans-full", "talisman.max-three")
    draft.say(kind, rule, number=given)


def _lay_ring(draft: Draft, action: Action) -> None:
    place, spaces = action.spaces[0], draft.before.board.spaces
    draft.set(ring=place)
    on_ball = spaces[place].kind == "ball" and "ring.lay-ball"
    draft.say("lays-ring", "ring.lay-where", "ring.lay-near-knight", on_ball, at=place)
    if spaces[draft.mover.at].kind == "dragon":
        _put_coat_on(draft)


def _turn_card(draft: Draft, action: Action) -> None:
    used = tuple(n + (strength == action.number) for strength, n in zip(DRAGONS, draft.before.used, strict=True))
    draft.set(used=used, card=action.number, moment="throw", next_cards=draft.before.next_cards[1:])
    draft.say("dragon", "dragon.unknown-strength", number=action.number)


def _throw(draft: Draft, action: Action) -> None:
    knight, strength = draft.mover, draft.before.card or 0
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
    draft.set_knight(draft.mover.id, coat=True)
    many = sum(knight.coat for knight in draft.knights.values())
    draft.say("coat", "dragon.lose", "dragon.coat-timing", many > COATS and "dragon.coat-supply")


def _next_player(draft: Draft) -> None:
    """The turn passes on; whoever is under a coat takes it off and misses his (`dragon.coat-timing`, `setup.first`)."""
    order = list(draft.knights)
    while True:
        turn = order[(order.index(draft.mover.id) + 1) % len(order)]
        draft.set(turn=turn, moment="start")
        if not draft.mover.coat:
            return
        draft.set_knight(turn, coat=False)
        draft.say("misses-turn", "dragon.coat-timing", "turn.must-move")


_DO: Mapping[str, Callable[[Draft, Action], None]] = {
    "move": _move, "pass": _pass, "stay": _stay, "banish": _banish, "card": _turn_card, "roll": _throw, "lay": _lay,
    "ring": _lay_ring,
}  # fmt: skip
