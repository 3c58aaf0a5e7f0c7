"""Play on from here, against others, until a goal is met."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from typing import TYPE_CHECKING, Any, ClassVar

from engine.text.keyed import Key, TomlTable, count, one_of
from tutor.desk import Touch
from tutor.teach.exercise.answers import in_words
from tutor.teach.exercise.controls import Button, Control, NoteShown
from tutor.teach.exercise.exercise import AnyState, Exercise
from tutor.teach.exercise.face import MOST_STARS, KeptAttempt
from tutor.teach.exercise.feedback import Feedback, Outcome
from tutor.teach.exercise.kind import Kind
from tutor.teach.exercise.playing import Moment, advance, lines_to_goal, may_act, search
from tutor.teach.exercise.schema import claim, reading_of
from tutor.teach.exercise.session import LOST, NO_WAY_ON, Session, too_few
from tutor.teach.kinds.on_board import FOLLOWED, UNMARKED, Played, Playing, PlaySession, reached

if TYPE_CHECKING:
    pass

#: How the other players play.
BOTS = ("sensible", "random", "still")
#: Turns before the end of a longer play from which on it is searched whether the goal can still be reached.
LAST_TURNS = 3


@dataclass(frozen=True, slots=True)
class Free(Played):
    """Play on until ``goal`` holds, against ``bots``, for at most ``max_turns`` turns of the learner's."""

    kind: ClassVar[str] = "free"
    all_play: ClassVar[bool] = True

    max_turns: int = 10
    bots: str = "sensible"


def _in_time(exercise: Exercise, moment: Moment) -> bool:
    """Whether there is still a turn left for it."""
    return moment.turns <= getattr(exercise, "max_turns", 0) and not moment.state.over


class FreeSession(PlaySession):
    """At a :class:`Free`."""

    exercise: Free

    @property
    def turns_left(self) -> int | None:
        return max(0, self.exercise.max_turns - self.moment.turns + 1)

    @property
    def stars(self) -> int:
        """How well a :class:`Free` was played, once it is solved: 3 for as few turns as the lesson's own solution takes (or
        fewer), 2 for half as many again, 1 for any success, and never more than 2 with the solution shown. 0 before."""
        if not self.solved:
            return 0
        best = self._turns_of_solution()
        stars = 3 if self.moment.turns <= best else 2 if 2 * self.moment.turns <= 3 * best else 1
        return min(stars, 1) if self.solution_shown else stars

    def _turns_of_solution(self) -> int:
        """How many turns the lesson's own solution takes; all there are if it has none."""
        moment = self._open()
        for action in self.exercise.solution:
            if not may_act(moment.state, moment.seats) or not moment.state.judge(action).legal:
                break
            moment = advance(self.exercise, moment, action, self.learner)
            if self._reached(moment):
                return moment.turns
        return self.turns_left or 1

    def _not_yet(self, action: str, after: Moment, told: dict[str, Any]) -> Feedback:
        exercise, again = self.exercise, self._remembered(after)
        self._history.append(self.moment)
        self.moment = after
        if after.state.over or after.turns > exercise.max_turns:
            text = "The game is over." if after.state.over else "The time for this is up."
            return Feedback(
                Outcome.WRONG,
                f"{text} The goal is not reached: take some actions back, or begin again.",
                lost=True,
                **told,
            )
        left = exercise.max_turns - after.turns + 1
        if self._is_lost(after, 0):
            text = LOST if self._is_lost_for_good(after) else too_few(left, "turn")
            return Feedback(Outcome.WRONG, text, lost=True, heading=NO_WAY_ON, **told)
        return Feedback(Outcome.PROGRESS, f"{left} turn{'s' if left != 1 else ''} left. {again}".strip(), **told)

    def _nothing_leads_there(self, moment: Moment, left: int) -> bool:
        """Whether nothing that can be done in the last turns leads to the goal, as chance and those who stand by have it now."""
        exercise = self.exercise
        planned = (
            exercise.bots != "still" and len(moment.state.order) > 1
        )  # asking them all the time would take too long
        if planned or exercise.max_turns - moment.turns >= LAST_TURNS:
            return False
        lines, complete = search(exercise, moment, self.learner, reached, FOLLOWED, FOLLOWED // 3, _in_time)
        return complete and not lines

    def _lines(self, start: Moment) -> tuple[tuple[str, ...], ...]:
        if self.exercise.solution:
            return ()
        return tuple(lines_to_goal(self.exercise, start, self.learner, reached, 4))

    def faults(self) -> Iterator[tuple[str, str]]:
        yield from super().faults()
        if not self.exercise.solution:
            yield "nothing shows that the goal can be reached", f'Add a solution = ["{self.game.an_action}", ...].'


class FreePlaying(Playing):
    """Playing on against others until a goal is met."""

    follows = True
    session: FreeSession

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self._lines: list[str] = []

    def _act(self, action: str) -> tuple[KeptAttempt, ...]:
        self._began = self.session.moment.turns, len(self.session.moment.played)
        return super()._act(action)

    def _answered(self, before: AnyState, text: str, feedback: Feedback) -> tuple[KeptAttempt, ...]:
        kept = super()._answered(before, text, feedback)
        turn, played = self._began
        if len(self.session.moment.played) > played:
            told = [event.text for event in self.session.moment.last if event.kind != "turn"]
            self._lines.append("\n".join((f"{turn}. {self.session.game.label(self.session.meant)}", *told)))
        return kept

    def means(self, touch: Touch) -> tuple[str, ...]:
        return ("shuffle",) if touch.target == "shuffle" else super().means(touch)

    def _do(self, verb: str, what: str) -> tuple[KeptAttempt, ...]:
        if verb == "shuffle":
            self.session.reshuffle()
            self._happened = ()
            self.resets += 1
            self._lines.clear()
            return ()
        kept = super()._do(verb, what)
        if verb == "undo" and self._lines:
            self._lines.pop()
        elif verb == "again":
            self._lines.clear()
        return kept

    def log(self) -> tuple[str, ...]:
        return tuple(self._lines)

    def idle(self) -> str:
        turns = self.session.turns_left
        return f"{super().idle()} You have {turns} turns."

    def controls(self) -> tuple[Control, ...]:
        session = self.session
        state = session.state
        if session.solved or state.over:
            return ()
        turn = f"<b>Turn {min(session.moment.turns, session.exercise.max_turns)}</b> of {session.exercise.max_turns}"
        game = session.game
        who = game.called(state.turn)
        whose = f"{who} to play" if state.to_move == state.turn else f"{who}'s turn"
        told = game.chances_to_win(state) if session.tells_allowed else ()
        chances = "".join(f"<br>{escape(game.label(action))}: {in_words(chance)} to win" for action, chance in told)
        return (NoteShown(f'<p class="mw-turn">{turn} · {whose}{chances}</p>'), *super().controls())

    def _open_to_him(self, action: str) -> bool:
        """In a game that is played on only what the rules allow can be pressed; anything can still be clicked or written."""
        return not self.session.tells_allowed or action in self.session.state.actions()

    def _worth_a_button(self, actions: Sequence[str]) -> Sequence[str]:
        """The ways keep their places though they are not open; whatever else is not allowed is gone."""
        game, state = self.session.game, self.session.state
        return [action for action in actions if self._open_to_him(action) or action in game.always(state)]

    def tools(self) -> tuple[Button, ...]:
        tip = "Begin again, with everything the lesson has not fixed drawn anew"
        return (*super().tools(), Button("shuffle", "Shuffle", tip))

    def stars(self) -> int:
        return self.session.stars

    def price(self, stars: int) -> int:
        """A game is worth what it was played like: of help only the whole solution counts."""
        return MOST_STARS - 1 if stars > 1 else 0

    def closing(self) -> str:
        session = self.session
        if not session.solved:
            return ""
        turns = session.moment.turns
        took = f"in {turns} turn{'s' if turns != 1 else ''}"
        if session.learner in session.state.winners:
            return f"{session.game.called(session.learner)} has won the game {took}!"
        return f"Done {took}."


# ---------------------------------------------------------------- how it is written


def _check(table: TomlTable, values: Mapping[str, Any]) -> None:
    if "goal" not in table:
        goal = reading_of(table).game.claim_help
        table.fault("goal", "free play has no goal", f"Add goal = {goal}, say.", "missing")


KEYS = (
    Key("goal", claim, None, about="a condition: what must be so"),
    Key("max_turns", count(1000, 1), 10, about="so many turns he has"),
    Key(
        "bots", one_of(BOTS, "sensible"), "sensible", about='how the others play: `"sensible"`, `"random"` or `"still"`'
    ),
    Key("lost", claim, None, about="a condition after which the goal cannot be reached any more"),
    UNMARKED,
)


KIND = Kind(Free, FreeSession, FreePlaying, KEYS, _check)
