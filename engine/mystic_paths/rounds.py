"""What chance deals, and how a round runs: laying out, drawing, laying opens and closes, turns pass, the end."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from typing import Any

from engine.chance.chance import uniform
from engine.mystic_paths.material import ALL_CARDS, HAND, ROUNDS, SHOWN, SHOWN_LAST, STEPS
from engine.mystic_paths.position import Action, Draft, Player, Position
from engine.mystic_paths.scores import cup_of, scores

#: Whether something is wrong, and how that is told: here the case of a rule, the ids it is about, and what else is said.
Row = tuple[Any, ...]

# ------------------------------------------------------------------ chance


def chances(position: Position) -> dict[Action, Fraction]:
    """At a chance step every outcome with its probability; otherwise nothing (`setup.portals`, `setup.hand`, `setup.map-deal`).

    To a hand or a map that is not known a card comes face down: nobody here knows which.
    """
    if position.moment == "place":
        return uniform(Action("place", cell=_empty(position), word=word) for word in _words_left(position))
    seat = position.path or ""
    if position.moment == "draw":
        if position.player(seat).hand is None:
            return uniform([Action("draw", seat)])
        return uniform(Action("draw", seat, word=card) for card in _stacked(position, position.unseen()))
    if position.moment == "deal":
        hidden = position.player(seat).hand is None
        cards = ("",) if hidden else _stacked(position, position.maps_left())
        return uniform(Action("deal", seat, word=card) for card in cards)
    return {}


def _stacked(position: Position, cards: tuple[str, ...]) -> tuple[str, ...]:
    """The card that a demonstration has stacked on top of these; all of them where it has not."""
    return next(((card,) for card in position.next_cards if card in cards), cards)


def _empty(position: Position) -> str:
    return tuple(position.board.cells)[position.portals.index("")]


def _words_left(position: Position) -> Iterator[str]:
    """Both sides of every disc that is not on the board (`setup.portal-side`)."""
    discs = position.board.discs
    used = {position.board.disc_of.get(word) for word in position.portals}
    return (word for disc, words in discs.items() if disc not in used for word in words)


def why_chance(position: Position, action: Action) -> Iterable[Row]:
    """Why chance does not bring this now."""
    if action.verb == "place":
        yield action.cell != _empty(position), "setup.portals next", (_empty(position),)
        yield action.word not in _words_left(position), "setup.portals", (), action.word
        return
    rule = "setup.map-deal" if action.verb == "deal" else "setup.hand" if position.round == 1 else "prepare.draw"
    yield action.seat != position.path, f"{rule} turn", (position.path or "",)
    if action.seat == position.path and action not in chances(position):
        taken = bool(action.word) and action.word not in (*position.unseen(), *position.maps_left())
        yield taken, f"{rule} gone", (), action.word
        hidden = position.player(action.seat).hand is None
        yield not taken and not hidden and not action.word, f"{rule} which", ()
        yield not taken and hidden, f"{rule} hidden", ()
        yield not taken and not hidden and bool(action.word), f"{rule} stacked", ()


def place(draft: Draft, action: Action) -> None:
    """A disc comes to the next place; after the last one cards are dealt, or an Apprentice is chosen."""
    before = draft.before
    words = [
        action.word if cell == action.cell else word
        for cell, word in zip(before.board.cells, before.portals, strict=True)
    ]
    draft.set(portals=tuple(words))
    draft.say("placed", "setup.portals", "setup.portal-side", at=action.cell, way=action.word)
    if "" in words:
        return
    draft.say("table-laid", "setup.round-cards", "setup.colour", number=ROUNDS)
    if before.alone:
        draft.set(moment="attempt")
    else:
        _deal_cards(draft)


def attempt(draft: Draft, action: Action) -> None:
    """The Apprentice of all-or-nothing is chosen; he gets twenty cards and a map."""
    draft.set(path=action.seat)
    draft.say("apprentice", "all.one", "all.deal", who=(action.seat,), number=ALL_CARDS)
    draft.set(moment="draw")


def _full(position: Position, player: Player) -> int:
    """How many cards a player draws up to (`prepare.draw`, `prepare.finished`, `all.deal`)."""
    if position.alone:
        return ALL_CARDS if player.id == position.path else 0
    return 0 if player.through else HAND


def _deal_cards(draft: Draft) -> None:
    """On to whoever draws next, clockwise from the first seat, or to what comes after all have drawn (`prepare.order`)."""
    for player in draft.now.players:
        if draft.now.holds(player) < _full(draft.now, player):
            if draft.now.deck() == 0 and draft.now.discards:
                draft.say("reshuffles", "prepare.reshuffle", number=len(draft.now.discards))
                draft.set(discards=())
            if draft.now.deck():
                draft.set(moment="draw", path=player.id)
                return
            draft.say("no-cards", "prepare.reshuffle")
            break
    if draft.now.round > 1:
        _open_laying(draft)
    else:
        draft.set(moment="deal", path=draft.now.path if draft.now.alone else draft.now.order[0])


def draw(draft: Draft, action: Action) -> None:
    """A card comes to a hand (`setup.hand`, `prepare.draw`)."""
    player, stack = draft.now.player(action.seat), draft.before.next_cards
    if player.hand is None:
        draft.set_player(action.seat, held=draft.now.holds(player) + 1)
    else:
        draft.set_player(action.seat, hand=tuple(sorted((*player.hand, action.word))))
    draft.set(next_cards=tuple(card for card in stack if card != action.word))
    rule = "all.deal" if draft.now.alone else "setup.hand" if draft.now.round == 1 else "prepare.draw"
    said: dict[str, Any] = {"who": (action.seat,), "what": (action.word,)}
    if action.word:
        draft.say("draws", rule, "setup.hand-secret", **said, way=" or ".join(draft.now.board.cards[action.word]))
    else:
        draft.say("draws-hidden", rule, "setup.hand-secret", who=(action.seat,))
    _deal_cards(draft)


def deal(draft: Draft, action: Action) -> None:
    """A map comes to a player, turned to his start; after the last one laying begins (`setup.map-deal`, `setup.map-turned`)."""
    seat, stack, order = action.seat, draft.before.next_cards, draft.now.order
    draft.set(next_cards=tuple(card for card in stack if card != action.word))
    secret = ("setup.map-secret", "object.unique", "map.ten")
    if action.word:
        draft.set_player(seat, map=action.word)
        draft.say("dealt", "setup.map-deal", "setup.map-turned", *secret, who=(seat,), what=(action.word,))
    else:
        draft.say("dealt-hidden", "setup.map-deal", *secret, who=(seat,))
    further = order[order.index(seat) + 1 :]
    if further and not draft.now.alone:
        draft.set(path=further[0])
        return
    draft.say("set-up", "setup.start", "setup.start-own", "guess.base-at-start")
    _open_laying(draft)


# ------------------------------------------------------------------ laying opens and closes


def due(position: Position, player: Player) -> tuple[int, ...]:
    """The steps that should have a clue: the next three, fewer near the end, all ten in all-or-nothing.

    (`clue.next-only`, `prepare.three`, `prepare.fewer`, `all.ten`)
    """
    many = STEPS if position.alone else SHOWN
    return tuple(range(player.reached + 1, min(STEPS, player.reached + many) + 1))


def last_step(position: Position, player: Player) -> int:
    """The last step that may have a clue now: one more in round 5 (`prepare.round-5`, `prepare.round-5-may`)."""
    many = STEPS if position.alone else SHOWN_LAST if position.round == ROUNDS else SHOWN
    return min(STEPS, player.reached + many)


def lacking(position: Position, player: Player) -> list[int]:
    """The steps without a clue that may get one now."""
    ahead = range(player.reached + 1, last_step(position, player) + 1)
    return [step for step in ahead if step not in player.steps_shown]


def open_steps(position: Position, player: Player) -> list[int]:
    """The steps to which an extra card may be added now: shown in the round before and still open, unless one has been added.

    (`prepare.extra`, `prepare.extra-one`, `prepare.extra-shown`, `prepare.both`)
    """
    old = {clue.step for clue in player.clues if clue.since < position.round}
    return [] if has_added(position, player) else sorted(old)


def has_added(position: Position, player: Player) -> bool:
    """Whether a card has been added to an open step this round."""
    old = {clue.step for clue in player.clues if clue.since < position.round}
    return any(clue.since == position.round and clue.step in old for clue in player.clues)


def lays(position: Position, player: Player) -> bool:
    """Whether a player can lay a card now."""
    if player.through or player.ready or not position.holds(player) or (position.alone and player.id != position.path):
        return False
    return bool(player.covered or lacking(position, player) or open_steps(position, player))


def waited_for(position: Position) -> tuple[str, ...]:
    """Who is not ready yet, where cards are laid (`clue.at-once`)."""
    at_it = [player for player in position.players if not player.through and not player.ready]
    return tuple(player.id for player in at_it if not position.alone or player.id == position.path)


def _open_laying(draft: Draft) -> None:
    """All lay at once: cards for the steps that are due, and perhaps one more for a step left open."""
    draft.set(moment="lay", path=draft.now.path if draft.now.alone else None)
    if draft.now.round == 1:
        rules = ("all.ten", "all.tokens", "all.not") if draft.now.alone else ("setup.tokens-open", "clue.three")
        draft.say("lay", *rules, "clue.at-once", "clue.study", number=STEPS if draft.now.alone else SHOWN)
    else:
        last = draft.now.round == ROUNDS
        fewer = any(len(due(draft.now, player)) < SHOWN and not player.through for player in draft.now.players)
        always = ("prepare.replace", "prepare.three", "prepare.extra", "prepare.order", "prepare.repeat")
        draft.say("prepare", *always, fewer and "prepare.fewer", last and "prepare.round-5", number=draft.now.round)
    for seat in waited_for(draft.now):
        settle(draft, seat)


def settle(draft: Draft, seat: str) -> None:
    """Whoever can lay nothing more is ready by himself; when all are, guessing begins (`clue.at-once`)."""
    player = draft.now.player(seat)
    if not player.ready and not lays(draft.now, player):
        draft.set_player(seat, ready=True)
        draft.say("ready-itself", "clue.at-once", who=(seat,))
    if not waited_for(draft.now) and draft.now.moment == "lay":
        _close_laying(draft)


def _close_laying(draft: Draft) -> None:
    now = draft.now
    draft.set(players=tuple(player._replace(ready=False) for player in now.players))
    draft.say("all-ready", "clue.at-once", "clue.facing" if now.mode != "individual" else "individual.shown")
    if now.alone:
        draft.set(moment="guess", right_now=0)
        draft.say("attempt-begins", "all.guess", "guess.who", "guess.silence", who=(now.path or "",))
        return
    if now.round > 1:
        draft.say("flips", "prepare.flip", "prepare.order", number=now.round)
    draft.set(moment="first")
    left = now.under_way()
    if len(left) == 1:
        begin(draft, left[0], "turn.skip-finished")


def begin(draft: Draft, seat: str, *rules: str) -> None:
    """A path is guessed now: its owner is silent, the others guess."""
    draft.set(moment="guess", path=seat, right_now=0, touched=None)
    mode = {"individual": ("individual.guesser",), "teams": ("teams.guesser", "teams.shown")}.get(
        draft.now.mode, ("guess.who",)
    )
    draft.say("begins", *rules, *mode, "guess.silence", who=(seat,), others=draft.now.guessers(seat))


# ------------------------------------------------------------------ turns pass, the game ends


def end_turn(draft: Draft) -> None:
    """The turn passes clockwise to who has not had his; after the last one the round is over (`turn.clockwise`)."""
    now, seat = draft.now, draft.now.path or ""
    if now.alone:
        draft.set(right_now=0)
        game_over(draft)
        return
    had = tuple(one for one in now.order if one in now.had_turn or one == seat)
    draft.set(had_turn=had, right_now=0, touched=None)
    at = now.order.index(seat)
    round_table = (*now.order[at + 1 :], *now.order[:at])
    skipped = False
    for other in round_table:
        if other in had:
            continue
        if now.player(other).through:
            skipped = True
            continue
        helps = now.player(seat).through and "end.help"
        draft.say("passes", "turn.clockwise", skipped and "turn.skip-finished", helps, who=(other,), others=(seat,))
        begin(draft, other)
        return
    draft.say("round-over", "turn.all-once", number=now.round)
    if now.round == ROUNDS or not now.under_way():
        game_over(draft)
        return
    draft.set(round=now.round + 1, had_turn=(), path=None)
    _deal_cards(draft)


def game_over(draft: Draft) -> None:
    """The end: after five rounds, when all are through, or when the one attempt is over; maps are open, scores are told."""
    now = draft.now
    draft.set(moment="over", path=now.path if now.alone else None, had_turn=())
    if now.alone:
        player = now.player(now.path or "")
        done = "succeeds" if player.through else "fails"
        draft.say(done, "all.result", not player.through and "all.stop", who=(player.id,), number=player.reached)
    elif now.under_way():
        draft.say("five-rounds", "end.five", number=now.round)
    elif now.round == ROUNDS:
        draft.say("all-through", "end.five", number=now.round)
    else:
        draft.say("all-through", "end.early", "end.cup", number=now.round)
    draft.say("maps-open", "end.reveal")
    if not now.alone:
        _tell_scores(draft)


_TIES: Mapping[str, tuple[str, ...]] = {
    "gold": ("variant.ties",),
    "silver": ("variant.ties",),
    "shared": ("variant.ties", "variant.shared"),
    "": (),
}


def _tell_scores(draft: Draft) -> None:
    now, found = draft.now, scores(draft.now)
    cups = any(cup_of(player)[0] for player in now.players)
    for seat, score in found.players.items():
        draft.say("scores", "score.step", bool(score.cup) and "end.cup-points", who=(seat,), number=score.total)
    if found.group is not None:
        draft.say("common-score", "score.group", "object.together", cups and "score.cups", number=found.group)
        return
    rules = ("individual.score", "individual.win") if now.mode == "individual" else ("teams.score",)
    best = max(found.totals.values())
    draft.say("wins", *rules, *_TIES[found.tie], who=found.winners, number=best)
