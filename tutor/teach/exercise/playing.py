"""Playing inside an exercise: the learner's actions by the engine, chance and the other Knights as the lesson has fixed them."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from engine.chance.chance import pick
from engine.contract.events import Event, rules_of
from engine.contract.verdicts import Verdict
from engine.text.faults import Fault, UnreadableText
from tutor.teach.exercise.claims import Past

if TYPE_CHECKING:
    from tutor.teach.exercise.exercise import Exercise

#: No exercise plays more automatic steps than this in a row; a game that does has lost its way.
MOST_STEPS = 2000
#: Entries in each cache of answers about exercises: page, solution and every check ask the same.
KEPT = 256


@dataclass(frozen=True, slots=True)
class Moment:
    """Where an exercise stands: the state, what led here, and what chance still has in store.

    ``dice`` are the lesson's outcomes not used yet, ``drawn`` how often chance had to be asked beyond them, ``shuffle`` which
    shuffle that is. ``happened`` are all events so far and ``last`` those of the latest action; ``refused`` the verdicts
    against what was tried in vain; ``played`` the learner's own actions; ``turns`` how many turns of his have begun, as his game
    counts them; ``seats`` those he plays for.
    """

    state: Any
    dice: tuple[str, ...] = ()
    drawn: int = 0
    shuffle: int = 0
    happened: tuple[Event, ...] = ()
    last: tuple[Event, ...] = ()
    thrown: tuple[tuple[int, ...], ...] = ()
    refused: tuple[Verdict, ...] = ()
    played: tuple[str, ...] = ()
    turns: int = 0
    seats: tuple[str, ...] = ()

    @property
    def past(self) -> Past:
        """What claims are held against."""
        return Past(
            self.state,
            frozenset(rules_of(self.happened)),
            frozenset(rule for verdict in self.refused for rule in verdict.rules),
            self.played,
            self.happened,
        )


def read_situation(exercise: Exercise, edition: str | None = None) -> Any:
    """The situation of an exercise, in its edition or another, before anything is played.

    Raises UnreadableText or ImpossibleSituation as the engine does.
    """
    chosen = edition or exercise.edition
    if exercise.new_game:
        return exercise.game.engine.new_game(knights=list(exercise.new_game), edition=chosen)
    return exercise.game.engine.loads(in_edition(exercise.situation or "", chosen))


_EDITION = re.compile(r"^[ \t]*edition[ \t]*=.*$", re.MULTILINE)


def in_edition(text: str, edition: str) -> str:
    """The situation text with its edition set; lines keep their numbers when it names one already."""
    line = f'edition = "{edition}"'
    return _EDITION.sub(line, text, count=1) if _EDITION.search(text) else f"{line}\n{text}"


@lru_cache(maxsize=KEPT)
def opening(exercise: Exercise, edition: str | None = None, shuffle: int = 0) -> Moment:
    """The moment an exercise opens with: its situation, ``before`` played, chance and others played up to the learner."""
    state = read_situation(exercise, edition)
    for action in exercise.before:
        state = state.play(action).state
    moment = Moment(state, exercise.dice, shuffle=shuffle, seats=exercise.plays or (learner_of(exercise, state),))
    opened = onward(exercise, moment, learner_of(exercise, state)) if exercise.plays_on else moment
    return replace(opened, turns=1)


def learner_of(exercise: Exercise, state: Any) -> str:
    """Whose player the learner is: as the exercise says, else who must choose, else whose turn it is.

    Of several he plays for, the first who must choose now.
    """
    if exercise.plays:
        return next((seat for seat in exercise.plays if state.actions(seat)), exercise.plays[0])
    return str(exercise.knight or state.to_move or state.turn)


def advance(exercise: Exercise, moment: Moment, action: str, learner: str) -> Moment:
    """Play one of the learner's actions and all that follows by itself.

    Raises IllegalAction carrying the verdict, or UnreadableText.
    """
    return onward(exercise, begun(exercise, moment, action, learner), learner)


def begun(exercise: Exercise, moment: Moment, action: str, learner: str) -> Moment:
    """Play one of the learner's actions alone: chance and the other Knights have not played yet.

    Raises IllegalAction carrying the verdict, or UnreadableText.
    """
    cleared = replace(moment, last=(), thrown=())
    return replace(_play(exercise, cleared, action, learner), played=(*moment.played, action))


def waits_for(moment: Moment, learner: str) -> str | None:
    """Who plays now without being asked: "chance" or another Knight; None when the learner must choose or the game is over."""
    state = moment.state
    mine = moment.seats or (learner,)
    if state.decision == "over" or state.to_move in mine:
        return None
    if state.to_move is None and state.decision == "choice":  # several may act, each for himself
        return None if set(mine) & set(state.deciders) else str(state.deciders[0])
    return state.to_move or "chance"


def may_act(state: Any, seats: Sequence[str]) -> bool:
    """Whether one of some seats may act now: alone, or with others who may as well."""
    return not set(seats).isdisjoint(state.deciders)


def drawn(exercise: Exercise, moment: Moment) -> str:
    """What chance or another Knight does now: what the lesson has fixed, else what is drawn. The same for the same moment."""
    return _automatic(exercise, moment)[1]


def play_drawn(exercise: Exercise, moment: Moment, action: str, learner: str) -> Moment:
    """The moment after what chance or another Knight was found to do (:func:`drawn`), perhaps on another day.

    Raises IllegalAction carrying the verdict, or UnreadableText.
    """
    return _play(exercise, _automatic(exercise, moment, action)[0], action, learner)


def glimpse(exercise: Exercise, moment: Moment, action: str, learner: str) -> Moment:
    """What one of the learner's actions leads to, as far as it is worth seeing before it is taken back: to the end of this turn.

    What others do in theirs, and what befalls him in his next without a choice of his, is no answer to his try.

    Raises IllegalAction carrying the verdict, or UnreadableText.
    """
    now = _play(exercise, replace(moment, last=(), thrown=()), action, learner)
    turns, turn = moment.turns, moment.state.turn
    return onward(exercise, now, learner, lambda then: then.turns > turns or then.state.turn != turn)


def played(moment: Moment, actions: Sequence[str]) -> Moment:
    """The moment after these actions, chance and the other Knights' included, played one by one as they are written.

    Raises IllegalAction carrying the verdict, or UnreadableText.
    """
    for action in actions:
        step = moment.state.play(action)
        throw = (tuple(int(pip) for pip in action.split()[1:]),) if action.startswith("roll ") else ()
        moment = replace(
            moment,
            state=step.state,
            happened=(*moment.happened, *step.events),
            last=(*moment.last, *step.events),
            thrown=(*moment.thrown, *throw),
            played=(*moment.played, action),
        )
    return moment


def _play(exercise: Exercise, moment: Moment, action: str, learner: str) -> Moment:
    step = moment.state.play(action)
    throw = tuple(int(pip) for pip in action.split()[1:]) if action.startswith("roll ") else ()
    seats = moment.seats or (learner,)
    begins = any(exercise.game.turn_begins(moment.state, action, step.state, seat) for seat in seats)
    return replace(
        moment,
        state=step.state,
        happened=(*moment.happened, *step.events),
        last=(*moment.last, *step.events),
        thrown=(*moment.thrown, throw) if throw else moment.thrown,
        turns=moment.turns + begins,
    )


def onward(
    exercise: Exercise, moment: Moment, learner: str, enough: Callable[[Moment], bool] = lambda moment: False
) -> Moment:
    """Play chance and the other Knights until the learner must choose, the game is over, or it is ``enough``."""
    for _ in range(MOST_STEPS):
        if waits_for(moment, learner) is None or enough(moment):
            return moment
        moment = _play(exercise, *_automatic(exercise, moment), learner)
    raise RuntimeError(f"the exercise {exercise.key} never comes to its learner")


def _automatic(exercise: Exercise, moment: Moment, known: str = "") -> tuple[Moment, str]:
    """What chance or another Knight does now (``known``, if that was found before), and the moment with that taken from the
    lesson's store."""
    state = moment.state
    legal = state.actions()
    for number, outcome in enumerate(moment.dice):
        if outcome in legal:
            return replace(moment, dice=(*moment.dice[:number], *moment.dice[number + 1 :])), known or outcome
    after = replace(moment, drawn=moment.drawn + 1)
    if known:
        return after, known
    rng = random.Random(f"{exercise.key}/{moment.shuffle}/{moment.drawn}")
    if state.decision == "chance":
        return after, pick(state.chances(), rng)
    seat = waits_for(moment, "") or state.turn
    return after, exercise.game.policy(getattr(exercise, "bots", "still"))(state, seat, rng)


#: Whether something is so of a moment of an exercise.
Reached = Callable[["Exercise", Moment], bool]


def lines_to_goal(
    exercise: Exercise, moment: Moment, learner: str, reached: Reached, most: int, nodes: int = 4000
) -> Iterator[tuple[str, ...]]:
    """The shortest sequences of the learner's actions that reach a goal, breadth first, up to ``most`` actions.

    All of the shortest length are given; the search stops after ``nodes`` moments.
    """
    yield from search(exercise, moment, learner, reached, most, nodes)[0]


def _always(exercise: Exercise, moment: Moment) -> bool:
    return True


@lru_cache(maxsize=KEPT)
def search(
    exercise: Exercise,
    moment: Moment,
    learner: str,
    reached: Reached,
    most: int,
    nodes: int = 4000,
    in_time: Reached = _always,
) -> tuple[tuple[tuple[str, ...], ...], bool]:
    """The shortest ways to a goal, and whether everything was looked through: if it was and there is none, there is none.

    Moments that are not ``in_time`` are not followed any further. What was found is kept, so ``reached`` and ``in_time`` are
    functions of a module: made anew each time, nothing would be found again.

    Chance and other Knights do what they would do for the learner: what the lesson has fixed, else what is drawn.
    """
    level: list[tuple[tuple[str, ...], Moment]] = [((), moment)]
    seen = {_mark(exercise, moment)}
    looked = 0
    for _ in range(most):
        found: list[tuple[str, ...]] = []
        following: list[tuple[tuple[str, ...], Moment]] = []
        for line, here in level:
            if waits_for(here, learner) is not None or here.state.over:
                continue
            for action in here.state.actions():
                looked += 1
                if looked > nodes:
                    return tuple(found), False
                there = advance(exercise, here, action, learner)
                if reached(exercise, there):
                    found.append((*line, action))
                elif in_time(exercise, there) and (mark := _mark(exercise, there)) not in seen:
                    seen.add(mark)
                    following.append(((*line, action), there))
        if found:
            return tuple(found), True
        level = following
    return (), True


def _mark(exercise: Exercise, moment: Moment) -> tuple[object, ...]:
    """All of a moment that goals and what follows can depend on."""
    past = moment.past
    return (
        moment.state,
        moment.dice,
        moment.drawn,
        past.rules,
        exercise.game.marks(past.events),
        past.refused,
        frozenset(past.played),
        moment.turns,
    )


def judged(state: Any, action: str) -> Verdict:
    """The engine's verdict; UnreadableText if the text is no action."""
    if not action.strip():
        raise UnreadableText(Fault("your action", "there is nothing to judge", 'Write an action, like "move north".'))
    found: Verdict = state.judge(action)
    return found


def sums_in(events: Sequence[Event]) -> tuple[str, ...]:
    """Every sum the events tell, like ``George: die 3 + strength 3 = 6``, to be shown as it is reckoned."""
    return tuple(side.text for event in events for side in event.sums)
