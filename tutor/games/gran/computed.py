"""What is reckoned of GRAN, worked out by the engine, with the sum that leads there."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING

from engine import gran
from engine.text.faults import Fault, UnreadableText
from tutor.teach.exercise.playing import Moment, learner_of
from tutor.teach.exercise.reckoning import no_answer
from tutor.teach.game.teachable import Reckoned

if TYPE_CHECKING:
    from tutor.teach.exercise.exercise import Exercise


def _rider(words: list[str], exercise: Exercise, state: gran.State) -> str:
    """The knight named last among the words, else the learner's."""
    return words[-1] if words and words[-1] in state.order else learner_of(exercise, state)


def _space(words: list[str], state: gran.State, example: str) -> str:
    """The space named first: its name, or "ring" for where the ring lies."""
    name = state.ring if words[:1] == ["ring"] else words[0] if words else ""
    if name is None:
        raise no_answer("the ring does not lie on the board", "Ask of a space.")
    if name not in state.board.spaces:
        raise UnreadableText(Fault("reckon", f"{name!r} is no space", f'Write it like "{example}".'))
    return name


def pile_sums(state: gran.State) -> tuple[str, ...]:
    """How the chance of the next fight comes about: each strength with its cards and the throws that do."""
    left = state.cards_left()
    total = sum(left.values())
    parts = [
        f"{n} of strength {strength}: {min(6, 7 - strength) if strength else 6} of 6 throws"
        for strength, n in left.items()
        if n
    ]
    won = sum(n * (min(6, 7 - strength) if strength else 6) for strength, n in left.items())
    return (*parts, f"{won} of {6 * total} cases")


def _fight(words: list[str], exercise: Exercise, moment: Moment) -> Reckoned:
    """The chance that the next dragon is beaten: "fight"; "fight twice": the next two running."""
    state: gran.State = moment.state
    first = gran.win_chance(state)
    if words != ["twice"]:
        return Reckoned(first, pile_sums(state))
    left = state.cards_left()
    total, both = sum(left.values()), Fraction(0)
    for strength, copies in left.items():
        if copies and total > 1:
            rest = sum((n - (other == strength)) * Fraction(_throws(other), 6) for other, n in left.items())
            both += Fraction(copies, total) * Fraction(_throws(strength), 6) * rest / (total - 1)
    return Reckoned(
        both, (*pile_sums(state), f"the first alone: {first}", "then once more, with a card fewer in the pile")
    )


def _throws(strength: int) -> int:
    """How many of the six throws beat a dragon of this strength: an equal one does."""
    return 6 if strength == 0 else 7 - strength


def _turns(words: list[str], exercise: Exercise, moment: Moment) -> Reckoned:
    """The fewest turns to a space, alone on the board and without a fight on the way: "turns tcity", "turns ring blue"."""
    state: gran.State = moment.state
    goal, rider = _space(words, state, "turns gc2"), _rider(words[1:], exercise, state)
    turns = state.fewest(goal, rider)
    if turns is None:
        raise no_answer(f"{rider} cannot reach {goal}", "Ask of a space he can reach.")

    def explain(given: Fraction | str) -> str:
        if not isinstance(given, Fraction) or given >= turns:
            return f"He can be at {goal} before that: look for a way through other spaces." if given != turns else ""
        return f"The first turn in which {goal} can be reached is turn {turns}: no way ends there before."

    return Reckoned(Fraction(turns), (road(state, goal, rider),), explain)


def road(state: gran.State, goal: str, rider: str) -> str:
    """One of the shortest roads, turn by turn: "ga1 gb1 | gc1 gc2"."""
    at, told = state, []
    alone = replace(state, knights=tuple(k for k in state.knights if k.id == rider), turn=rider, moment="start")
    while (turns := alone.fewest(goal, rider)) not in (0, None):
        assert turns is not None
        for end, ways in alone.ends().items():
            moved = _moved(alone, rider, end, ways[0])
            if moved.fewest(goal, rider) == turns - 1 and (turns == 1 or at.board.spaces[end].kind != "dragon"):
                told.append(" ".join(ways[0].split()[1:]))
                alone = moved
                break
        else:
            break
    return " | ".join(told)


def _moved(state: gran.State, rider: str, end: str, way: str) -> gran.State:
    """The knight alone at the end of a move, with the ring if he found it on the way."""
    found = state.ring is not None and state.ring in way.split()[1:]
    knights = tuple(
        k._replace(at=end, waiting=False, ring=k.ring or found) if k.id == rider else k for k in state.knights
    )
    return replace(state, knights=knights, ring=None if found else state.ring)


def _fetch(words: list[str], exercise: Exercise, moment: Moment) -> Reckoned:
    """The fewest turns to fetch the ring and stop on a space with it: "fetch ring gcity"; "fetch eb1 gcity", if it lay there."""
    state: gran.State = moment.state
    if len(words) < 2:
        raise UnreadableText(
            Fault("reckon", "'fetch' says not from where to where", 'Write it like "fetch ring gcity".')
        )
    lies, goal = _space(words[:1], state, "fetch eb1 gcity"), _space(words[1:], state, "fetch eb1 gcity")
    rider = _rider(words[2:], exercise, state)
    turns = replace(state, ring=lies).fewest_bearing(goal, rider)
    if turns is None:
        raise no_answer(f"{rider} cannot bring the ring from {lies} to {goal}", "Ask of places he can reach.")
    to, back = replace(state, ring=lies).fewest(lies, rider), replace(state, ring=None).fewest(goal, rider)
    return Reckoned(Fraction(turns), (f"to the ring alone: {to} turns", f"to {goal} without it: {back} turns"))


def _costs(words: list[str], exercise: Exercise, moment: Moment) -> Reckoned:
    """The turns a knight then needs to a space, once an obstacle lies somewhere: "costs gc2 blue ub4"."""
    state: gran.State = moment.state
    if len(words) != 3 or words[1] not in state.order or words[2] not in state.board.spaces:
        raise UnreadableText(
            Fault("reckon", "'costs' says not whose way to where is barred", 'Write it like "costs gc2 blue ub4".')
        )
    goal = _space(words[:1], state, "costs gc2 blue ub4")
    if words[2] not in state.obstacle_places():
        raise no_answer(f"no obstacle may be laid at {words[2]}", "Ask of a place the rules allow.")
    after = replace(state, obstacles=state.obstacles | {words[2]})
    turns = after.fewest(goal, words[1])
    if turns is None:
        raise no_answer(f"{words[1]} is cut off from {goal} then", "Ask of a place that leaves a way.")
    return Reckoned(Fraction(turns), (road(after, goal, words[1]),))


def _lead(words: list[str], exercise: Exercise, moment: Moment) -> Reckoned:
    """By how many turns a ring laid somewhere is nearer to who lays it than to anybody else: "lead eb1"."""
    state: gran.State = moment.state
    race = state.ring_race()
    if len(words) != 1 or words[0] not in race:
        raise no_answer(
            f"the ring may not be laid at {' '.join(words) or 'nowhere'}", "Ask of a place the rules allow."
        )
    own, others = race[words[0]]
    if own is None or others is None:
        raise no_answer(f"somebody can never reach {words[0]}", "Ask of a place all can reach.")
    return Reckoned(Fraction(others - own), (f"{state.turn}: {own} turns", f"the first of the others: {others}"))


def _talismans(words: list[str], exercise: Exercise, moment: Moment) -> Reckoned:
    """How many talismans a knight has: "talismans red"."""
    state: gran.State = moment.state
    rider = _rider(words, exercise, state)
    return Reckoned(Fraction(state.knight(rider).talismans), tuple(event.text for event in moment.last))


def _where(words: list[str], exercise: Exercise, moment: Moment) -> Reckoned:
    """Where a knight stands, or the ring lies: "where red", "where ring"."""
    state: gran.State = moment.state
    told = tuple(event.text for event in moment.last)
    if words == ["ring"]:
        bearer = next((knight for knight in state.knights if knight.ring), None)
        return Reckoned(bearer.at if bearer else _space(words, state, "where ring"), told)
    return Reckoned(state.knight(_rider(words, exercise, state)).at, told)


def _ends(words: list[str], exercise: Exercise, moment: Moment) -> Reckoned:
    """On how many spaces the move may end: "ends"."""
    found = moment.state.ends()
    return Reckoned(Fraction(len(found)), (", ".join(name for name in moment.state.board.spaces if name in found),))


def _places(words: list[str], exercise: Exercise, moment: Moment) -> Reckoned:
    """How many places an obstacle may be laid at, or the ring: "places obstacle", "places ring"."""
    state: gran.State = moment.state
    found = state.ring_places() if words == ["ring"] else state.obstacle_places()
    return Reckoned(Fraction(len(found)), (", ".join(name for name in state.board.spaces if name in found),))


def _end_spaces(words: list[str], exercise: Exercise, moment: Moment) -> frozenset[str]:
    """Every space where the move may end: "ends"."""
    return frozenset(f"space:{name}" for name in moment.state.ends())


def _new_ends(words: list[str], exercise: Exercise, moment: Moment) -> frozenset[str]:
    """Where it may end because its knight bears the ring, and could not if the ring lay somewhere: "new-ends tc2"."""
    state: gran.State = moment.state
    without = replace(
        state, ring=_space(words, state, "new-ends tc2"), knights=tuple(k._replace(ring=False) for k in state.knights)
    )
    return frozenset(f"space:{name}" for name in state.ends().keys() - without.ends().keys())


def _out_of_reach(words: list[str], exercise: Exercise, moment: Moment) -> frozenset[str]:
    """Where the attacked knight can be sent so that his next move does not bring him back: "out-of-reach ga1"."""
    state: gran.State = moment.state
    goal = _space(words, state, "out-of-reach ga1")
    sent = {action: state.play(action).state for action in state.actions() if action.startswith("banish ")}
    if not sent:
        raise no_answer("nobody is being banished", 'Ask at the moment "banish".')
    victim = state.victim
    far = {action.split()[1]: after.fewest(goal, victim) for action, after in sent.items()}
    return frozenset(f"space:{name}" for name, turns in far.items() if turns is None or turns > 1)


def _first(words: list[str], exercise: Exercise, moment: Moment) -> frozenset[str]:
    """Where the ring may be laid so that whoever lays it can have it again before anybody else: "first".

    Of those who need equally many turns, whoever moves sooner after him is first; his own turn is over, so he moves last.
    """
    state: gran.State = moment.state
    race = state.ring_race()
    if not race:
        raise no_answer("no ring is being laid", 'Ask at the moment "ring".')
    found = (place for place, (own, others) in race.items() if own is not None and (others is None or own < others))
    return frozenset(f"space:{name}" for name in found)


SETS: Mapping[str, Callable[[list[str], Exercise, Moment], frozenset[str]]] = {
    "ends": _end_spaces,
    "new-ends": _new_ends,
    "out-of-reach": _out_of_reach,
    "first": _first,
}
COMPUTED: Mapping[str, Callable[[list[str], Exercise, Moment], Reckoned]] = {
    "fight": _fight,
    "turns": _turns,
    "fetch": _fetch,
    "costs": _costs,
    "lead": _lead,
    "talismans": _talismans,
    "where": _where,
    "ends": _ends,
    "places": _places,
}
