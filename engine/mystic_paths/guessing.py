"""Guessing a path: whose comes first, what may be touched, and what a right or a wrong guess does.

Whether a guess is allowed never depends on the map (`wrong.no-hint`): what is listed and refused is the same for all that fit.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from engine.mystic_paths.material import CUPS
from engine.mystic_paths.position import Action, Draft, Player, Position
from engine.mystic_paths.rounds import Row, begin, end_turn
from engine.mystic_paths.walks import answers, next_portals


def shows_next(player: Player) -> bool:
    """Whether there is a clue for the next step; where clues are covered, who sees them knows (`guess.only-shown`)."""
    return player.covered > 0 or player.reached + 1 in player.steps_shown


def guess_actions(position: Position) -> Iterator[Action]:
    """Every guess that is allowed now, and whether it may be left at that."""
    player = position.player(position.path or "")
    if shows_next(player):
        for cell in next_portals(position, player.id):
            yield Action("guess", word=position.word(cell), cell=cell)
    if position.right_now or not shows_next(player):
        yield Action("stop")


def why_first(position: Position, action: Action) -> Iterator[Row]:
    """Why a path is not the first to be guessed: nothing is left of it."""
    yield position.player(action.seat).through, "turn.skip-finished", (action.seat,)


def first(draft: Draft, action: Action) -> None:
    """The group has decided, anew each round, whose path comes first; who is through decides too."""
    draft.say("first", "guess.first", "guess.first-each-round", who=(action.seat,))
    begin(draft, action.seat)


def _why_not_he(position: Position, action: Action) -> Iterator[Row]:
    """Why this player has no say in a guess (`guess.who`, `individual.guesser`, `teams.guesser`)."""
    owner = position.path or ""
    guessers = position.guessers(owner)
    if action.by and action.by not in guessers:
        rule = {"individual": "individual.guesser", "teams": "teams.guesser"}.get(position.mode, "guess.who")
        yield True, rule, (action.by, owner, *guessers[:1])


def why_guess(position: Position, action: Action) -> Iterable[Row]:
    """Every reason against a guess. It would not be wrong: it is refused, and another portal is named (`guess.refused`)."""
    player, cell = position.player(position.path or ""), action.cell
    near = cell in position.board.next_to[player.at]
    return [
        *_why_not_he(position, action),
        (cell == player.at, "guess.adjacent there", (player.id, cell)),
        (not near and cell != player.at, "guess.adjacent", (player.id, cell), player.at),
        (near and cell == player.base, "guess.not-base", (player.id, cell)),
        (cell in player.marks, "guess.not-marked", (player.id, cell)),
        (not shows_next(player), "guess.only-shown", (player.id,), player.reached + 1),
    ]


def why_stop(position: Position, action: Action) -> Iterable[Row]:
    """Why guessing is not left yet: a turn has at least one guess, if anything can be guessed (`guess.consensus`)."""
    player = position.player(position.path or "")
    return [*_why_not_he(position, action), (not position.right_now and shows_next(player), "guess.stop", (player.id,))]


def why_answer(position: Position, action: Action) -> Iterator[Row]:
    """Why an answer cannot be: no lawful path, or no other, goes on with the portal that was touched."""
    owner = position.path or ""
    yes, no = answers(position, owner, position.touched or "")
    known = " known" if position.switch("maps") == "known" else ""
    by = action.by not in ("", owner)
    yield by, "object.others-open", (action.by, owner)
    yield action.verb == "yes" and not yes, f"map.lawful yes{known}", (owner, position.touched or "")
    yield action.verb == "no" and not no, f"map.lawful no{known}", (owner, position.touched or "")


def guess(draft: Draft, action: Action) -> None:
    """A portal is touched. Where the owner's map is not given, he answers."""
    now, player = draft.now, draft.now.player(draft.now.path or "")
    others = [one for one in now.players if one.id != player.id]
    elsewhere = any(action.cell in (one.base, one.at, *one.marks) for one in others)
    rules = ("guess.touch", "guess.adjacent", "object.others-open", elsewhere and "guess.others-base")
    draft.say("touches", *rules, who=(player.id,), at=action.cell, way=now.word(action.cell))
    path = now.path_of(player)
    if len(path) > player.reached:
        _resolve(draft, player, action.cell, path[player.reached] == action.cell)
    else:
        draft.set(moment="answer", touched=action.cell)
        draft.say("asks", "guess.touch", "setup.map-secret", who=(player.id,))


def answer(draft: Draft, action: Action) -> None:
    """The owner has said whether it is right."""
    player, cell = draft.now.player(draft.now.path or ""), draft.now.touched or ""
    draft.say(f"says-{action.verb}", "guess.touch", "map.lawful", who=(player.id,), at=cell, way=draft.now.word(cell))
    draft.set(moment="guess", touched=None)
    _resolve(draft, player, cell, action.verb == "yes")


def stop(draft: Draft, action: Action) -> None:
    """The guessers leave it at that."""
    rule = "guess.stop" if draft.now.right_now else "guess.only-shown"
    draft.say("stops", rule, who=(draft.now.path or "",))
    end_turn(draft)


def _resolve(draft: Draft, player: Player, cell: str, right: bool) -> None:
    about: dict[str, Any] = {"who": (player.id,), "at": cell, "way": draft.now.word(cell)}
    if right:
        _right(draft, player, cell, about)
        return
    out = draft.now.reserve(player) == 0
    marks = tuple(one for one in draft.now.board.cells if one in (*player.marks, cell))
    draft.set_player(player.id, marks=marks)
    draft.say("marks", "wrong.mark", out and "not.supply", **about)
    draft.say("wrong-ends", "wrong.ends", "wrong.clue-stays", "wrong.no-hint", who=(player.id,))
    end_turn(draft)


def _right(draft: Draft, player: Player, cell: str, about: dict[str, Any]) -> None:
    """Apprentice and Base move on; the marks on the board, the token and the cards of the step go (`right.move` and on)."""
    now, step = draft.now, player.reached + 1
    again, shared = cell in player.trail, any(one.id != player.id and cell in (one.at, one.base) for one in now.players)
    gone = tuple(clue for clue in player.clues if clue.step == step)
    cards = tuple(now.board.card_of[clue.word] for clue in gone)
    covered = max(0, player.covered - 1)
    left = tuple(clue for clue in player.clues if clue.step != step)
    draft.set_player(player.id, trail=(*player.trail, cell), marks=(), clues=left, covered=covered)
    draft.set(discards=tuple(sorted((*now.discards, *cards))))
    draft.say("moves", "right.move", again and "map.twice", shared and "setup.share-place", **about, number=step)
    draft.say("base-follows", "right.base", who=(player.id,), at=player.at, way=now.word(player.at))
    draft.say("clears", "right.clear", "right.discard", who=(player.id,), what=cards, number=step)
    moved = draft.now.player(player.id)
    if moved.through:
        draft.set_player(player.id, finished_in=None if now.alone else now.round)
        if not now.alone:
            side, points = CUPS.get(now.round, ("", 0))
            draft.say("cup", "end.cup", "end.cup-side", "end.cup-points", who=(player.id,), way=side, number=points)
    elif shows_next(moved):
        draft.set(right_now=now.right_now + 1)
        draft.say("goes-on", "all.guess" if now.alone else "right.go-on", who=(player.id,), number=step + 1)
        return
    draft.say("all-guessed", "right.all", who=(player.id,), number=step)
    end_turn(draft)
