"""Laying clues: each player for himself, all at once; what may be laid, why not, and what it leads to.

Whether a clue is good, true or fair is never judged: only that the card is in hand and the step is due (`clue.any-word`,
`clue.purpose`). What lies stays until its step is guessed (`clue.stands`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from engine.mystic_paths.material import ROUNDS, SHOWN_LAST, STEPS
from engine.mystic_paths.position import Action, Clue, Draft, Player, Position, hand_cards, may_lay
from engine.mystic_paths.rounds import Row, due, has_added, lacking, last_step, lays, open_steps, settle


def laying_actions(position: Position, seat: str) -> Iterator[Action]:
    """What a player may do while cards are laid; steps may be laid in any order (`clue.from-first`)."""
    player = position.player(seat)
    targets = [("clue", step) for step in lacking(position, player)] + [
        ("add", step) for step in open_steps(position, player)
    ]
    signs = (False, True) if _has_not(position, player) else (False,)
    words = [word for card in hand_cards(position, player) for word in position.board.cards[card]] if targets else []
    for verb, step in targets:
        for word in words:
            yield from (Action(verb, seat, step, word, negated) for negated in signs)
    if not any(unfit for unfit, *_ in why_ready(position, Action("ready", seat))):
        yield Action("ready", seat)


def _has_not(position: Position, player: Player) -> bool:
    """Whether a NOT token is left for a clue; in all-or-nothing there always is (`not.supply`, `all.not`)."""
    return position.alone or position.reserve(player) > 0


def _why_not_him(position: Position, player: Player) -> Iterator[Row]:
    """Why a player lays nothing at all now."""
    yield player.through, "prepare.finished", (player.id,)
    yield player.ready, "clue.at-once ready", (player.id,)
    yield position.alone and player.id != position.path, "all.one lay", (player.id, position.path or "")


def _why_card(position: Position, player: Player, action: Action) -> Iterator[Row]:
    """Why a card cannot be laid with this word up: only cards of the own hand describe a step."""
    card = position.board.card_of.get(action.word)
    yield card is None, "clue.only-cards none", (), action.word
    if card is not None and not may_lay(position, player, card):
        case = "lies" if card in position.lying() else "hand" if position.holds(player) else "empty"
        yield True, f"clue.only-cards {case}", (player.id,), action.word
    yield action.negated and not _has_not(position, player), "not.supply", (player.id,)


def _is(player: Player, action: Action) -> Iterator[Row]:
    """Why a step is none to lay a card for."""
    yield action.step <= player.reached, "clue.next-only reached", (player.id,), action.step
    yield action.step > STEPS, "prepare.fewer", (), action.step


def why_clue(position: Position, action: Action) -> Iterable[Row]:
    """Why a card is not laid for a step (`clue.only-cards`, `clue.next-only`, `clue.three`, `not.may`)."""
    player = position.player(action.seat)
    found = [row for row in _why_not_him(position, player) if row[0]]
    if player.through:
        return found
    found += _is(player, action)
    if player.reached < action.step <= STEPS:
        fourth = action.step == player.reached + SHOWN_LAST and position.round < ROUNDS and not position.alone
        far = action.step > last_step(position, player)
        first = position.round == 1 or position.alone
        taken = action.step in player.steps_shown
        found += [
            (far and fourth, "prepare.round-5", (player.id,), action.step),
            (far and not fourth, "clue.next-only far", (player.id,), action.step),
            (not far and taken and first, "clue.three second", (player.id,), action.step),
            (not far and taken and not first, "prepare.extra second", (player.id,), action.step),
        ]
    return [*found, *_why_card(position, player, action)]


def why_add(position: Position, action: Action) -> Iterable[Row]:
    """Why a card is not added to an open step (`prepare.extra`, `prepare.extra-one`, `prepare.extra-shown`)."""
    player = position.player(action.seat)
    found = [row for row in _why_not_him(position, player) if row[0]]
    if player.through:
        return found
    found += _is(player, action)
    first = position.round == 1
    found.append((position.alone, "all.ten add", ()))
    found.append((first and not position.alone, "prepare.extra round-1", ()))
    if not first and not position.alone and player.reached < action.step <= STEPS:
        since = [clue.since for clue in player.clues if clue.step == action.step]
        old = bool(since) and min(since) < position.round
        found += [
            (not since, "prepare.extra-shown none", (player.id,), action.step),
            (bool(since) and not old, "prepare.extra-shown", (player.id,), action.step),
            (has_added(position, player), "prepare.extra-one", (player.id,)),
        ]
    return [*found, *_why_card(position, player, action)]


def why_ready(position: Position, action: Action) -> Iterator[Row]:
    """Why a player is not ready: a step that is due has no card yet, though he has one to lay."""
    player = position.player(action.seat)
    yield from _why_not_him(position, player)
    missing = [step for step in due(position, player) if step not in player.steps_shown]
    if missing and lays(position, player) and not player.covered:
        rule = "all.ten" if position.alone else "clue.three" if position.round == 1 else "prepare.three"
        yield True, rule, (player.id,), ", ".join(map(str, missing))


def lay(draft: Draft, action: Action) -> None:
    """A card is laid: open at once, its other word covered by the token; it stays until its step is guessed (`clue.stands`)."""
    now, seat = draft.now, action.seat
    player, card = now.player(seat), now.board.card_of[action.word]
    clue = Clue(action.step, action.word, action.negated, now.round)
    hand = None if player.hand is None else tuple(one for one in player.hand if one != card)
    draft.set_player(
        seat,
        hand=hand,
        held=None if player.held is None else player.held - 1,
        clues=tuple(sorted((*player.clues, clue))),
    )
    kind = ("adds" if action.verb == "add" else "lays") + ("-not" if action.negated else "")
    shown = {"individual": "individual.shown", "teams": "teams.shown"}.get(now.mode, "clue.facing")
    no_not = ("not.may", "not.one") if action.negated else ()
    extra = (
        ("prepare.extra", "prepare.extra-one", "prepare.extra-shown") if action.verb == "add" else ("clue.one-word",)
    )
    last = now.round == ROUNDS and not now.alone
    fourth = last and action.verb == "clue" and action.step == player.reached + SHOWN_LAST
    laid = draft.now.player(seat)
    both = last and has_added(now, laid) and player.reached + SHOWN_LAST in laid.steps_shown
    rules = (
        "clue.only-cards",
        *extra,
        *no_not,
        fourth and "prepare.round-5",
        both and "prepare.both",
        shown,
        "clue.any-word",
    )
    if now.mode == "individual":  # by the rules nobody learns what only the left neighbour sees
        rules = ("clue.only-cards", "clue.any-word", shown)
    draft.say(kind, *rules, who=(seat,), what=(card,), way=action.word, number=action.step)
    settle(draft, seat)


def ready(draft: Draft, action: Action) -> None:
    """A player says that he has laid all he wants to."""
    now = draft.now
    player = now.player(action.seat)
    leaves = now.round == ROUNDS and not now.alone and lacking(now, player) != []
    draft.set_player(action.seat, ready=True)
    draft.say("ready", "clue.at-once", leaves and "prepare.round-5-may", who=(action.seat,))
    settle(draft, action.seat)
