"""The one judgement: what may be done now and by whom, the reasons against anything else, and what an action leads to.

One table says which verbs answer a moment, one how each is judged and done. Listing and judging use the same reasons.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from engine.contract.verdicts import Why
from engine.mystic_paths import guessing, laying, rounds
from engine.mystic_paths.material import WORDS
from engine.mystic_paths.position import LAYING, Action, Draft, Position, no, usual
from engine.mystic_paths.rounds import Row
from engine.mystic_paths.walks import answers

#: What answers a moment. Why nothing else can be done then is in words.toml.
_ANSWERS: Mapping[str, tuple[str, ...]] = {
    "place": ("place",),
    "attempt": ("attempt",),
    "draw": ("draw",),
    "deal": ("deal",),
    "lay": LAYING,
    "first": ("first",),
    "guess": ("guess", "stop"),
    "answer": ("yes", "no"),
    "over": (),
}


def reasons(position: Position, action: Action) -> list[Why]:
    """Every reason against an action here; none means that it is legal."""
    if action.verb in _ANSWERS[position.moment]:
        return [no(position, *told) for unfit, *told in _VERBS[action.verb][0](position, action) if unfit]
    told: Mapping[str, str] = WORDS["not-now"][position.moment]
    kind = "lay" if action.verb in LAYING else action.verb
    case = told.get(kind, told["else"])
    if position.moment == "draw" and position.round > 1 and case == "setup.hand first":
        case = "prepare.draw first"
    elif position.moment == "over" and position.alone:
        case = "all.stop"
    found = [no(position, case, (position.path,) if position.path else ())]
    if position.moment in ("guess", "answer") and action.verb in LAYING and action.seat == position.path:
        found.append(no(position, "guess.silence", (action.seat,)))
    return found


def deciders(position: Position) -> tuple[str, ...]:
    """The seats that may act now: all who lay and are not ready, all who choose or guess together, or the owner who answers."""
    match position.moment:
        case "lay":
            return rounds.waited_for(position)
        case "first" | "attempt":
            return position.order
        case "guess":
            guessers = position.guessers(position.path or "")
            return tuple(seat for seat in position.order if seat in guessers)
        case "answer":
            return (position.path or "",)
    return ()


def legal_actions(position: Position, seat: str | None = None) -> list[Action]:
    """The legal actions of a seat, or of all, chance steps included; none when the game is over.

    Each player's laying is his own; a choice that several share is listed once, and whoever says it first has said it.
    """
    if seat is not None and seat not in deciders(position):
        return []
    match position.moment:
        case "lay":
            seats = deciders(position) if seat is None else (seat,)
            return [action for one in seats for action in laying.laying_actions(position, one)]
        case "first":
            return [Action("first", one) for one in position.under_way()]
        case "attempt":
            return [Action("attempt", one) for one in position.order]
        case "guess":
            return list(guessing.guess_actions(position))
        case "answer":
            lawful = answers(position, position.path or "", position.touched or "")
            return [Action(verb) for verb, may in zip(("yes", "no"), lawful, strict=True) if may]
    return list(rounds.chances(position))


def perform(position: Position, action: Action) -> Draft:
    """What a legal action leads to, up to the next decision."""
    draft = Draft(position)
    _VERBS[action.verb][1](draft, action)
    draft.now = usual(draft.now)
    return draft


def _always(position: Position, action: Action) -> Iterable[Row]:
    """Nothing is against it: any player may be the Apprentice (`all.one`)."""
    return ()


#: How each action is judged where it answers the moment, and what it does.
_VERBS: Mapping[str, tuple[Callable[[Position, Action], Iterable[Row]], Callable[[Draft, Action], None]]] = {
    "place": (rounds.why_chance, rounds.place),
    "draw": (rounds.why_chance, rounds.draw),
    "deal": (rounds.why_chance, rounds.deal),
    "attempt": (_always, rounds.attempt),
    "clue": (laying.why_clue, laying.lay),
    "add": (laying.why_add, laying.lay),
    "ready": (laying.why_ready, laying.ready),
    "first": (guessing.why_first, guessing.first),
    "guess": (guessing.why_guess, guessing.guess),
    "stop": (guessing.why_stop, guessing.stop),
    "yes": (guessing.why_answer, guessing.answer),
    "no": (guessing.why_answer, guessing.answer),
}

#: The hints of the rule book for a moment: nothing is refused by them.
ADVICE: Mapping[str, tuple[str, ...]] = {
    "place": ("map.teach",),
    "lay": ("clue.study", "clue.purpose", "hint.one-portal"),
    "guess": ("guess.look-ahead", "hint.pattern", "hint.loop", "guess.consensus"),
    "answer": ("right.word-free",),
}
