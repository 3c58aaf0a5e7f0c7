"""What touching a portal or a card of Mystic Paths may mean, allowed or not, and where a refusal comes from."""

from __future__ import annotations

from collections.abc import Iterator

from engine import mystic_paths as mp
from engine.contract.verdicts import Verdict
from engine.text.faults import Faulty
from tutor.teach.game.teachable import Refutation

#: How the two halves of a hand card are called among the targets: the word itself, and the NOT beside it.
WORD, NOT = "hand", "not"


def ways_meant(state: mp.State, seat: str) -> Iterator[str]:
    """What one might well try: any portal, any word of one's own hand on any step, as a clue or as an extra card."""
    if state.moment == "guess":
        yield from (f"guess {state.word(cell)}" for cell in state.board.cells)
        yield "stop"
    elif state.moment == "lay" and seat in state.order:
        player = state.player(seat)
        words = [word for card in player.hand or () for word in state.board.cards[card]]
        steps = range(max(1, player.reached), min(10, player.reached + 5) + 1)
        for verb in ("clue", "add"):
            yield from (
                f"{seat} {verb} {step} {negated}{word}" for step in steps for word in words for negated in ("", "not ")
            )
        yield f"{seat} ready"


def targets(state: mp.State, seat: str) -> tuple[str, ...]:
    """What can be touched: every portal while one guesses, the words of one's hand while one lays, Apprentices to begin with."""
    if state.moment == "guess":
        return tuple(f"portal:{cell}" for cell in state.board.cells)
    if state.moment == "first":
        return tuple(f"apprentice:{player.id}" for player in state.players)
    if state.moment == "lay" and seat in state.order:
        words = [word for card in state.player(seat).hand or () for word in state.board.cards[card]]
        return tuple(f"{kind}:{word}" for word in words for kind in (WORD, NOT))
    return ()


def meant(state: mp.State, seat: str, target: str) -> str | None:
    """The action a touch stands for. A word of the hand is laid for the first step that has no card yet, else added to one."""
    kind, _, name = target.partition(":")
    if kind in (WORD, NOT):
        said = f"{'not ' * (kind == NOT)}{name}"
        lawful = [
            action
            for action in state.actions(seat)
            if action.endswith(f" {said}") and action.split()[3:] == said.split()
        ]
        return lawful[0] if lawful else f"{seat} clue {state.player(seat).reached + 1} {said}"
    if kind == "apprentice":
        return f"first {name}" if state.moment == "first" else None
    cell = state.cell(name)
    return f"guess {state.word(cell) or cell}" if kind == "portal" and cell is not None else None


def refused(state: mp.State, seat: str, action: str, verdict: Verdict) -> Refutation:
    """Where a refusal comes from: the portal that was touched, and the Base or the NOT that lies on it."""
    text = verdict.reasons[0].text if verdict.reasons else ""
    try:
        parsed = mp.parse_action(action, state)
    except Faulty:
        return Refutation(text, seat)
    return Refutation(
        text, state.turn, at=parsed.cell or None, targets=(f"portal:{parsed.cell}",) if parsed.cell else ()
    )
