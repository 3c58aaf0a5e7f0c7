"""Playing inside an exercise: the learner's actions by the engine, chance and the other Knights as the lesson has fixed them."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from engine import mystic_wood as mw
from engine.chance import pick
from engine.events import Event
from engine.faults import Fault, UnreadableText
from engine.mystic_wood.material.cards import THINGS, name_of
from engine.mystic_wood.play.odds import turn_begins
from engine.verdicts import Reason, Verdict
from tutor.exercises.claims import Past
from tutor.exercises.feedback import Refutation, cite

if TYPE_CHECKING:
    from engine.mystic_wood.play.state import State
    from tutor.teach.exercise import Exercise

#: What a Knight who only stands by prefers to do, when asked; the first that is legal.
STANDING_BY = ("done", "stay", "no joust", "keep", "decline", "prize none", "defend", "withdraw")
#: No exercise plays more automatic steps than this in a row; a game that does has lost its way.
MOST_STEPS = 2000
Bot = Callable[["State", str, random.Random], str]


@dataclass(frozen=True, slots=True)
class Moment:
    """Where an exercise stands: the state, what led here, and what chance still has in store.

    ``dice`` are the lesson's outcomes not used yet, ``drawn`` how often chance had to be asked beyond them, ``shuffle`` which
    shuffle that is. ``happened`` are all events so far and ``last`` those of the latest action; ``refused`` the verdicts
    against what was tried in vain; ``played`` the learner's own actions; ``turns`` how many turns of his have begun.
    """

    state: State
    dice: tuple[str, ...] = ()
    drawn: int = 0
    shuffle: int = 0
    happened: tuple[Event, ...] = ()
    last: tuple[Event, ...] = ()
    thrown: tuple[tuple[int, ...], ...] = ()
    refused: tuple[Verdict, ...] = ()
    played: tuple[str, ...] = ()
    turns: int = 0

    @property
    def past(self) -> Past:
        """What claims are held against."""
        return Past(
            self.state,
            frozenset(rule for event in self.happened for rule in event.rules),
            frozenset(rule for verdict in self.refused for rule in verdict.rules),
            self.played,
            self.happened,
        )


def read_situation(exercise: Exercise, edition: str | None = None) -> State:
    """The situation of an exercise, in its edition or another, before anything is played.

    Raises UnreadableText or ImpossibleSituation as the engine does.
    """
    chosen = edition or exercise.edition
    if exercise.new_game:
        return mw.new_game(knights=list(exercise.new_game), edition=chosen)
    return mw.loads(in_edition(exercise.situation or "", chosen))


_EDITION = re.compile(r"^[ \t]*edition[ \t]*=.*$", re.MULTILINE)


def in_edition(text: str, edition: str) -> str:
    """The situation text with its edition set; lines keep their numbers when it names one already."""
    line = f'edition = "{edition}"'
    return _EDITION.sub(line, text, count=1) if _EDITION.search(text) else f"{line}\n{text}"


def opening(exercise: Exercise, edition: str | None = None, shuffle: int = 0) -> Moment:
    """The moment an exercise opens with: its situation, ``before`` played, chance and others played up to the learner."""
    state = read_situation(exercise, edition)
    for action in exercise.before:
        state = state.play(action).state
    moment = Moment(state, exercise.dice, shuffle=shuffle)
    opened = onward(exercise, moment, learner_of(exercise, state)) if exercise.plays_on else moment
    return replace(opened, turns=1)


def learner_of(exercise: Exercise, state: State) -> str:
    """The Knight whose player the learner is: as the exercise says, else who must choose, else whose turn it is."""
    return exercise.knight or state.to_move or state.turn


def advance(exercise: Exercise, moment: Moment, action: str, learner: str) -> Moment:
    """Play one of the learner's actions and all that follows by itself.

    Raises IllegalAction carrying the verdict, or UnreadableText.
    """
    return onward(exercise, begun(moment, action, learner), learner)


def begun(moment: Moment, action: str, learner: str) -> Moment:
    """Play one of the learner's actions alone: chance and the other Knights have not played yet.

    Raises IllegalAction carrying the verdict, or UnreadableText.
    """
    cleared = replace(moment, last=(), thrown=())
    return replace(_play(cleared, action, learner), played=(*moment.played, action))


def waits_for(moment: Moment, learner: str) -> str | None:
    """Who plays now without being asked: "chance" or another Knight; None when the learner must choose or the game is over."""
    state = moment.state
    if state.decision == "over" or state.to_move == learner:
        return None
    return state.to_move or "chance"


def drawn(exercise: Exercise, moment: Moment) -> str:
    """What chance or another Knight does now: what the lesson has fixed, else what is drawn. The same for the same moment."""
    return _automatic(exercise, moment)[1]


def play_drawn(exercise: Exercise, moment: Moment, action: str, learner: str) -> Moment:
    """The moment after what chance or another Knight was found to do (:func:`drawn`), perhaps on another day.

    Raises IllegalAction carrying the verdict, or UnreadableText.
    """
    return _play(_automatic(exercise, moment, action)[0], action, learner)


def glimpse(exercise: Exercise, moment: Moment, action: str, learner: str) -> Moment:
    """What one of the learner's actions leads to, as far as it is worth seeing before it is taken back: to the end of this turn.

    What others do in theirs, and what befalls him in his next without a choice of his, is no answer to his try.

    Raises IllegalAction carrying the verdict, or UnreadableText.
    """
    now = _play(replace(moment, last=(), thrown=()), action, learner)
    turns, turn = moment.turns, moment.state.turn
    return onward(exercise, now, learner, lambda then: then.turns > turns or then.state.turn != turn)


def without(state: State, at: str, cards: Sequence[str]) -> State:
    """The same moment with these out of the way, and any fight with them over."""
    area = state.area(at)
    emptied = area._replace(
        denizens=tuple(card for card in area.denizens if card not in cards),
        things=tuple(card for card in area.things if card not in cards),
        things_outside=tuple(card for card in area.things_outside if card not in cards),
    )
    number = state.wood.index[at]
    knights = tuple(knight._replace(fighting=None) if knight.fighting in cards else knight for knight in state.knights)
    return replace(state, areas=(*state.areas[:number], emptied, *state.areas[number + 1 :]), knights=knights)


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


def _play(moment: Moment, action: str, learner: str) -> Moment:
    step = moment.state.play(action)
    throw = tuple(int(pip) for pip in action.split()[1:]) if action.startswith("roll ") else ()
    begins = turn_begins(moment.state, action, step.state, learner)
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
        moment = _play(*_automatic(exercise, moment), learner)
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
    return after, bot(getattr(exercise, "bots", "still"))(state, state.to_move or state.turn, rng)


def bot(name: str) -> Bot:
    """How another Knight plays: "sensible" and "random" are the engine's bots, "still" stands by."""
    if name == "still":
        return _stand_by
    from engine.mystic_wood.play.bots import quest_bot, random_bot

    return quest_bot if name == "sensible" else random_bot


def _stand_by(state: State, seat: str, rng: random.Random) -> str:
    legal = state.actions()
    return next((action for action in STANDING_BY if action in legal), legal[0])


def lines_to_goal(
    exercise: Exercise, moment: Moment, learner: str, reached: Callable[[Moment], bool], most: int, nodes: int = 4000
) -> Iterator[tuple[str, ...]]:
    """The shortest sequences of the learner's actions that reach a goal, breadth first, up to ``most`` actions.

    All of the shortest length are given; the search stops after ``nodes`` moments.
    """
    yield from search(exercise, moment, learner, reached, most, nodes)[0]


def search(
    exercise: Exercise, moment: Moment, learner: str, reached: Callable[[Moment], bool], most: int, nodes: int = 4000,
    in_time: Callable[[Moment], bool] = lambda moment: True,
) -> tuple[tuple[tuple[str, ...], ...], bool]:  # fmt: skip
    """The shortest ways to a goal, and whether everything was looked through: if it was and there is none, there is none.

    Moments that are not ``in_time`` are not followed any further.

    Chance and other Knights do what they would do for the learner: what the lesson has fixed, else what is drawn.
    """
    level: list[tuple[tuple[str, ...], Moment]] = [((), moment)]
    seen = {_mark(moment)}
    looked = 0
    for _ in range(most):
        found: list[tuple[str, ...]] = []
        following: list[tuple[tuple[str, ...], Moment]] = []
        for line, here in level:
            if here.state.to_move != learner:
                continue
            for action in here.state.actions():
                looked += 1
                if looked > nodes:
                    return tuple(found), False
                there = advance(exercise, here, action, learner)
                if reached(there):
                    found.append((*line, action))
                elif in_time(there) and (mark := _mark(there)) not in seen:
                    seen.add(mark)
                    following.append(((*line, action), there))
        if found:
            return tuple(found), True
        level = following
    return (), True


def _mark(moment: Moment) -> tuple[object, ...]:
    """All of a moment that goals and what follows can depend on."""
    past = moment.past
    return (moment.state, moment.dice, moment.drawn, past.rules, past.beaten, past.refused, frozenset(past.played), moment.turns)


def every_try(state: State, learner: str) -> tuple[str, ...]:
    """Actions a learner could well try by clicking about: the ways out, staying, what lies here, what he holds, the others."""
    knight = state.knight(learner)
    here = state.area(knight.at)
    tries = [f"move {direction}" for direction in ("north", "east", "south", "west")]
    tries += ["stay", "done", "withdraw", "leave", "drink", "pray", "go in", "wand", "use key"]
    tries += [f"meet {denizen}" for denizen in here.denizens]
    tries += [f"take {thing}" for thing in (*here.things, *here.things_outside)]
    tries += [f"drop {thing}" for thing in knight.things]
    tries += [
        f"joust {other.id}" for other in state.knights if other.id != learner and other.at == knight.at and not other.out
    ]
    return tuple(dict.fromkeys(tries))


def judged(state: State, action: str) -> Verdict:
    """The engine's verdict; UnreadableText if the text is no action."""
    if not action.strip():
        raise UnreadableText(Fault("your action", "there is nothing to judge", 'Write an action, like "move north".'))
    return state.judge(action)


def sums_in(events: Sequence[Event]) -> tuple[str, ...]:
    """Every sum the events tell, like ``George: die 3 + strength 3 = 6``, to be shown as it is reckoned."""
    return tuple(side.text for event in events for side in event.sums)


# ---------------------------------------------------------------- what the kinds ask of the game


def refusal_on_board(state: State, learner: str, action: str, verdict: Verdict) -> Refutation:
    """Where a refusal comes from: the area walked toward, or the denizen, thing or Knight the reasons name."""
    words = action.split()
    knight = state.knight(learner)
    text = verdict.reasons[0].text if verdict.reasons else ""
    if words[0] == "move" and len(words) > 1:
        return Refutation(text, learner, at=state.wood.neighbours[knight.at].get(words[1], knight.at))
    here = state.area(knight.at)
    others = [k.id for k in state.knights if k.id != learner and k.at == knight.at]
    present = [*here.denizens, *here.things, *here.things_outside, *others]
    told = " ".join(reason.text for reason in verdict.reasons).lower()
    named = [card for card in present if name_of(card).lower() in told]
    blamed = [card for card in named if card not in words]
    cause = (blamed or named or [None])[0]  # type: ignore[list-item]
    return Refutation(text, learner, at=knight.at, cause=cause)


def where_is(state: State, seat: str) -> str:
    """The area where a player's Knight is."""
    return state.knight(seat).at


def is_out(state: State, seat: str) -> bool:
    """Whether somebody plays no more."""
    return state.knight(seat).out


def is_place(state: State, name: str) -> bool:
    """Whether a word names a place of the board."""
    return name in state.wood.index


def too_far(state: State, learner: str, area: str) -> tuple[str, tuple[Reason, ...]]:
    """Why no single move leads to an area, and by which rules."""
    text = f"{area} does not lie next to {where_is(state, learner)}. One move leads to a neighbouring area."
    return text, (cite("move.one", state.edition),)


def to_meet(item: str) -> str:
    """The action that takes up one of the things in an order of encounter."""
    return f"take {item}" if item in THINGS else f"meet {item}"


def encounters(state: State) -> list[list[str]]:
    """The order of encounter, those who may change places together."""
    return [list(group) for group in mw.encounter_order(state)]


def compared(state: State, action: str) -> Any:
    """What every edition says of an action (:func:`engine.mystic_wood.compare`)."""
    return mw.compare(state, action)


def laid_out(answer: State | str) -> State:
    """A situation somebody has built: as a state, as text or as a code. UnreadableText or ImpossibleSituation if it is none."""
    return answer if isinstance(answer, mw.State) else mw.read(str(answer))


def stages(before: State, after: State, events: Sequence[Event]) -> Any:
    """What one sees happen between two moments, stage by stage (:class:`tutor.mystic_wood.scene.between.Stage`)."""
    from tutor.mystic_wood.scene.between import stages as seen

    return seen(before, after, events)
