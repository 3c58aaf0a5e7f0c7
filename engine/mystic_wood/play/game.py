"""Setting up a new game, and playing one to its end."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence

from engine.chance import pick
from engine.events import Event
from engine.faults import Fault, ImpossibleSituation, nearest
from engine.mystic_wood.material.cards import KNIGHTS
from engine.mystic_wood.material.ledger import editions
from engine.mystic_wood.notation.reading import VARIANTS
from engine.mystic_wood.play.state import State
from engine.mystic_wood.position.table import Knight, empty_wood
from engine.records import Record

Policy = Callable[[State, random.Random], str]


def new_game(knights: Sequence[str], edition: str = "1980", variants: Sequence[str] = ()) -> State:
    """A new game (`wood.grid`, `setup.pack`, `setup.players`, `setup.choose`, `setup.start`, `setup.open-cards`).

    ``knights`` in the order of choosing; the order of play is the reverse (`setup.order`). Every Knight stands at the Earthly
    Gate. Raises ImpossibleSituation with every fault: an unknown or repeated Knight, more than four, an unknown edition.
    """
    faults = []
    for knight in knights:
        if knight not in KNIGHTS:
            hint = nearest(knight, KNIGHTS)
            faults.append(Fault("knights", f"there is no Knight {knight!r}", hint[:1].upper() + hint[1:]))
    if len(set(knights)) != len(knights):
        faults.append(
            Fault("knights", "a Knight is chosen twice", "Each player chooses another Knight (setup.choose).")
        )
    if not 1 <= len(knights) <= 4:
        faults.append(
            Fault("knights", f"{len(knights)} Knights play", "Two to four play, or one for practice (setup.players).")
        )
    if edition not in editions():
        faults.append(Fault("edition", f"there is no edition {edition!r}", f"Editions: {', '.join(editions())}."))
    for variant in variants:
        if variant not in VARIANTS:
            faults.append(Fault("variants", f"there is no variant {variant!r}", f"Variants: {', '.join(VARIANTS)}."))
    if faults:
        raise ImpossibleSituation(faults)
    order = tuple(reversed(knights))
    seats = tuple(Knight(knight) for knight in order)
    return State(edition, empty_wood(), seats, order[0], variants=tuple(sorted(variants)))


def play_out(
    state: State,
    policies: Mapping[str, Policy],
    seed: int,
    most: int = 3000,
    watch: Callable[[State], None] | None = None,
) -> Record[State]:
    """Play on until the game is over or ``most`` actions have been played.

    ``policies`` maps each Knight to who decides for him: he is shown only what his player sees, and must name a legal action.
    Chance is drawn with the exact probabilities by a generator seeded with ``seed``. ``watch`` is called with every state.
    """
    rng = random.Random(seed)
    states = [state]
    actions: list[str] = []
    events: list[tuple[Event, ...]] = []
    while not state.over and len(actions) < most:
        if watch is not None:
            watch(state)
        if state.decision == "chance":
            action = pick(state.chances(), rng)
        else:
            who = state.to_move or state.turn
            action = policies[who](state.seen_by(who), rng)
        step = state.play(action)
        state = step.state
        states.append(state)
        actions.append(step.action)
        events.append(step.events)
    if watch is not None:
        watch(state)
    return Record(tuple(states), tuple(actions), tuple(events))
