"""A scripted scene, watched picture by picture: every consequence one sees has a picture of its own."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from engine.contract.events import Event
from engine.contract.records import Step
from engine.contract.verdicts import Reason
from engine.text.keyed import Key, TomlTable
from tutor.desk import Refused, Touch
from tutor.teach.exercise.controls import Button, Buttons, Control, Pages
from tutor.teach.exercise.exercise import AnyState, Exercise
from tutor.teach.exercise.face import Face, KeptAttempt, Still
from tutor.teach.exercise.feedback import Feedback, Outcome, Refutation
from tutor.teach.exercise.kind import Kind
from tutor.teach.exercise.playing import judged, learner_of, opening, sums_in
from tutor.teach.exercise.schema import action, arrows, listed, text
from tutor.teach.exercise.session import Session, Solution
from tutor.teach.game.teachable import Teachable


@dataclass(frozen=True, slots=True)
class WatchStep:
    """One step of a :class:`Watch`: an action played (``do``) or only judged (``judge``), what the lesson says to it, and the
    arrows it draws, each from one area to another."""

    do: str = ""
    judge: str = ""
    say: str = ""
    draw: tuple[tuple[str, str], ...] = ()

    def said(self, first: bool, last: bool) -> str:
        """The words with the first and the last of its pictures: of several paragraphs the first stands with the first."""
        opening, gap, rest = self.say.partition("\n\n")
        if (first and last) or not gap:
            return self.say if last else ""
        return opening if first else rest if last else ""


@dataclass(frozen=True, slots=True)
class Watch(Exercise):
    """A scripted scene."""

    kind: ClassVar[str] = "watch"
    on_board: ClassVar[bool] = False
    asks: ClassVar[bool] = False

    steps: tuple[WatchStep, ...] = ()


@dataclass(frozen=True, slots=True)
class Frame:
    """One picture of a scripted scene: the state, what happened or was refused, and the lesson's words.

    ``picture`` is what the board shows: the state as far as it has come, when one action makes several things happen.
    ``changed`` are the targets in which it differs from the picture before, or who it is about; ``arrows`` join areas.
    """

    state: AnyState
    say: str = ""
    action: str = ""
    events: tuple[Event, ...] = ()
    reasons: tuple[Reason, ...] = ()
    refutation: Refutation | None = None
    dice: tuple[tuple[int, ...], ...] = ()
    reckoning: tuple[str, ...] = ()
    picture: AnyState | None = None
    changed: tuple[str, ...] = ()
    arrows: tuple[tuple[str, str], ...] = ()

    @property
    def shown(self) -> AnyState:
        """What the board shows."""
        return self.picture or self.state

    @property
    def rules(self) -> tuple[str, ...]:
        """The ids of the rules it names."""
        return tuple(dict.fromkeys([*(r.rule for r in self.reasons), *(rule for e in self.events for rule in e.rules)]))


class WatchSession(Session):
    """At a :class:`Watch`: next, back, restart. The answers are the words "next" and "back"."""

    exercise: Watch

    def __init__(self, exercise: Watch) -> None:
        self.position = 0
        self.frames: tuple[Frame, ...] = ()
        super().__init__(exercise)
        self.frames = frames_of(exercise)
        self._show()

    @property
    def frame(self) -> Frame:
        """The picture shown now."""
        return self.frames[self.position]

    @property
    def shown_state(self) -> AnyState:
        return self.frame.shown

    @property
    def states(self) -> tuple[AnyState, ...]:
        return tuple(frame.shown for frame in self.frames)

    @property
    def refutation(self) -> Refutation | None:
        return self.frame.refutation

    @property
    def changed(self) -> tuple[str, ...]:
        return self.frame.changed

    @property
    def arrows(self) -> tuple[tuple[str, str], ...]:
        return self.frame.arrows

    def faults(self) -> Iterator[tuple[str, str]]:
        judged_only = {step.judge for step in self.exercise.steps if step.judge}
        for frame in self.frames:
            if frame.action and frame.action in judged_only and not frame.events and not frame.reasons:
                yield (
                    f"“{frame.action}” is allowed at that point",
                    "Play it with do, or judge something that is refused.",
                )

    def _show(self) -> None:
        self.moment = replace(self.moment, state=self.frame.state, last=self.frame.events)
        if self.position == len(self.frames) - 1:
            self.finished = True

    def next(self) -> Feedback:
        """One picture on."""
        return self.attempt("next")

    def back(self) -> Feedback:
        """One picture back."""
        return self.attempt("back")

    def restart(self) -> None:
        super().restart()
        self.position = 0
        if self.frames:
            self._show()

    def _attempt(self, answer: Any) -> Feedback:
        if answer not in ("next", "back"):
            return Feedback(Outcome.CANNOT_CHECK, "A scene is watched with “next” and “back”.")
        step = 1 if answer == "next" else -1
        self.position = min(max(self.position + step, 0), len(self.frames) - 1)
        self._show()
        frame = self.frame
        last = self.position == len(self.frames) - 1
        return Feedback(
            Outcome.RIGHT if last else Outcome.PROGRESS,
            frame.say or (self.exercise.after if last else ""),
            frame.reasons,
            frame.events,
            frame.refutation,
            frame.dice,
            frame.reckoning,
        )

    def accepted(self) -> tuple[Any, ...]:
        return (("next",) * (len(self.frames) - 1),)

    def _solution(self) -> Solution:
        return Solution("There is nothing to solve here: watch to the end.")


def _pictures(game: Teachable, state: AnyState, step: Step[Any], scene: WatchStep) -> list[Frame]:
    """What one action of a script leads to: a picture for each thing one sees happen, the lesson's words with the last."""
    throw = (tuple(int(pip) for pip in scene.do.split()[1:]),) if scene.do.startswith("roll ") else ()
    found = []
    shown = game.stages(state, step.state, step.events)
    for number, stage in enumerate(shown):
        last = number == len(shown) - 1
        if not stage.events and not scene.say:
            continue
        found.append(
            Frame(
                step.state,
                scene.said(number == 0, last),
                scene.do,
                stage.events,
                dice=throw if number == 0 else (),
                reckoning=sums_in(stage.events),
                picture=stage.state,
                changed=stage.changed,
                arrows=scene.draw if last else (),
            )
        )
    return found


def frames_of(exercise: Watch) -> tuple[Frame, ...]:
    """Every picture of a scripted scene; each consequence one sees has a picture of its own.

    The first shows the opening with the words the scene opens with. A scene without such words begins by itself, with what
    happens first: a picture in which nothing is told or asked is only one more button. The opening of a scene of one picture
    stays.

    Raises IllegalAction if the script plays what the rules refuse.
    """
    state = opening(exercise).state
    frames = [Frame(state)]
    for scene in exercise.steps:
        if scene.judge:
            verdict = judged(state, scene.judge)
            shown = (
                exercise.game.refused(state, learner_of(exercise, state), scene.judge, verdict)
                if not verdict.legal
                else None
            )
            frames.append(
                Frame(state, scene.say, scene.judge, reasons=verdict.reasons, refutation=shown, arrows=scene.draw)
            )
        elif scene.do:
            step = state.play(scene.do)
            frames += _pictures(exercise.game, state, step, scene)
            state = step.state
        else:
            frames.append(Frame(state, scene.say, arrows=scene.draw))
    if len(frames) > 1 and not exercise.steps[0].do and not exercise.steps[0].judge:
        frames = [replace(frames[1], events=()), *frames[2:]]
    elif len(frames) > 2:
        frames = frames[1:]
    return tuple(frames)


class Watching(Face):
    """A scene, picture by picture."""

    helps = False
    session: WatchSession

    def means(self, touch: Touch) -> tuple[str, ...]:
        at, last = self.session.position, len(self.session.frames) - 1
        if touch.target == "forth":
            return ("next",) if at < last else ()
        if touch.target == "back":
            return ("back",) if at else ()
        return super().means(touch)

    def _do(self, verb: str, what: str) -> tuple[KeptAttempt, ...]:
        if verb not in ("next", "back"):
            return super()._do(verb, what)
        before, at = self.session.frame.shown, self.session.position
        feedback = self.session.attempt(verb)
        if self.session.position == at:
            raise Refused("There is no picture before the first and none after the last.")
        after = self.session.frame.shown
        self.record(lambda pictures: pictures.slides((Still(before), Still(after))))
        if feedback.done:
            self.focus = "next"
        return (KeptAttempt(feedback.outcome.value, verb),)

    def controls(self) -> tuple[Control, ...]:
        at, of = self.session.position, len(self.session.frames)
        last = at == of - 1
        on = "Go on →" if at or self.session.frame.action else "Begin →"
        return (
            Buttons(
                "The scene",
                (
                    Button("back", "← Back", "One picture back", enabled=at > 0),
                    Button("forth", on, "One picture on", main=not last, enabled=not last),
                ),
            ),
            Pages(at, of),
        )

    def in_words(self) -> Sequence[str]:
        return (f"A scene in {len(self.session.frames)} pictures.",)

    def told(self) -> Sequence[str]:
        return tuple(dict.fromkeys(frame.say for frame in self.session.frames if frame.say))

    def idle(self) -> str:
        frame = self.session.frame
        if frame.say:
            return frame.say
        if frame.action and not frame.events:
            return f"{self.session.game.label(frame.action)}."
        return "" if frame.action else f"{self.session.game.called(frame.state.turn)} is to play."

    def feedback(self) -> Feedback:
        frame = self.session.frame
        after = (
            self.exercise.after if self.session.solved and self.session.position == len(self.session.frames) - 1 else ""
        )
        text = "\n\n".join(filter(None, (self.idle(), after)))
        return Feedback(
            Outcome.NOT_TRIED,
            text,
            frame.reasons,
            frame.events,
            dice=frame.dice,
            reckoning=frame.reckoning,
            own=bool(frame.say),
        )

    def happened(self) -> Iterable[Event]:
        return (event for frame in self.session.frames[: self.session.position + 1] for event in frame.events)

    def can_begin_again(self) -> bool:
        return self.session.position > 0


# ---------------------------------------------------------------- how it is written


def _check_step(table: TomlTable, made: WatchStep) -> None:
    if made.do and made.judge:
        table.fault("judge", "a step plays an action or judges one", "Make two steps of it.")
    if not (made.do or made.judge or made.say):
        table.fault("", "this step is empty", 'Add do = "...", judge = "..." or say = "...".')


def _check(table: TomlTable, values: Mapping[str, Any]) -> None:
    if not values["steps"]:
        table.fault("steps", "the scene has no steps", 'Add [[steps]] with do = "move north", say.', "missing")


STEP = (
    Key("do", action, "", about="an action that is played"),
    Key("judge", action, "", about="or one that is only judged, because it is refused"),
    Key("say", text(), "", about="your words to it (Markdown); of several paragraphs the first comes first"),
    Key("draw", arrows, (), about='arrows from one area to another: `["b3 c5"]`'),
)
KEYS = (Key("steps", listed(WatchStep, STEP, _check_step), (), about="the pictures: a table each"),)


KIND = Kind(Watch, WatchSession, Watching, KEYS, _check)
