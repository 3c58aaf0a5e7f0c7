"""What touching a space of GRAN's board may mean, allowed or not, and where a refusal comes from."""

from __future__ import annotations

from collections.abc import Iterator

from engine import gran
from engine.contract.verdicts import Verdict
from tutor.teach.game.teachable import Refutation

#: What is done with a space where no move is due.
VERBS = {"banish": "banish", "obstacle": "lay", "ring": "ring"}


def ways_meant(state: gran.State) -> Iterator[str]:
    """Every move of one or two steps along the lines, whether the rules allow it or not; elsewhere every space named."""
    if state.moment in VERBS:
        yield from (f"{VERBS[state.moment]} {space}" for space in state.board.spaces)
        return
    at, paths = state.knight(state.turn).at, state.paths()
    for first in sorted(paths[at]):
        yield f"move {first}"
        yield from (f"move {first} {second}" for second in sorted(paths[first]) if second != at)


def targets(state: gran.State) -> tuple[str, ...]:
    """The spaces that can be touched: those some way leads to, and where something is to be laid all of them."""
    if state.moment in VERBS:
        wanted = {"banish": "white"}.get(state.moment)
        return tuple(f"space:{name}" for name, space in state.board.spaces.items() if wanted in (None, space.kind))
    ends = dict.fromkeys(way.split()[-1] for way in ways_meant(state))
    return tuple(f"space:{name}" for name in ends)


def meant(state: gran.State, target: str) -> str | None:
    """The action that touching a space or a knight stands for: a legal one that ends there, else the way that was meant.

    What lies further off than two steps, or is the space left, is meant as well: the shortest way there, which the rules refuse.
    """
    kind, _, name = target.partition(":")
    if kind == "knight" and name in state.order:
        name = state.knight(name).at
    if state.moment in VERBS:
        return f"{VERBS[state.moment]} {name}" if name in state.board.spaces else None
    legal = state.ends().get(name)
    if legal:
        return min(legal, key=lambda way: (state.ring not in way.split(), len(way.split())))
    ways = [way for way in ways_meant(state) if way.split()[-1] == name]
    return (
        min(ways, key=lambda way: (len(state.judge(way).reasons), len(way.split()))) if ways else _too_far(state, name)
    )


def _too_far(state: gran.State, name: str) -> str | None:
    """The shortest way along the lines to a space that no one or two steps lead to; None where nothing of that name is."""
    at, paths = state.knight(state.turn).at, state.paths()
    ways: dict[str, tuple[str, ...]] = {first: (first,) for first in sorted(paths[at])}
    reached = list(ways)
    for space in reached:
        for further in sorted(paths[space]):
            if further not in ways:
                ways[further] = (*ways[space], further)
                reached.append(further)
    return f"move {' '.join(ways[name])}" if name in ways else None


def refused(state: gran.State, seat: str, action: str, verdict: Verdict) -> Refutation:
    """Where a refusal comes from: the way that was meant, with the space that bars it."""
    words = action.split()
    way = tuple(word for word in words[1:] if word in state.board.spaces)
    text = verdict.reasons[0].text if verdict.reasons else ""
    named = [word.strip(".,:") for reason in verdict.reasons for word in reason.text.split()]
    blamed = next((space for space in named if space in way), way[-1] if way else None)
    return Refutation(text, seat, at=blamed, targets=tuple(f"space:{space}" for space in way))
