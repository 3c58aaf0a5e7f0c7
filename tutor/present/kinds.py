"""A presenter for each kind of exercise. A new kind has its class in this file and a place in the table below."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from html import escape
from typing import TYPE_CHECKING, Literal

from engine.faults import Faulty
from engine.mystic_wood.material.cards import CARDS, THINGS, name_of
from engine.verdicts import IllegalAction
from tutor.desk import Refused, Touch
from tutor.exercises.answers import in_words
from tutor.exercises.clicks import action_for, label, offered, tooltip
from tutor.exercises.feedback import Feedback, Outcome
from tutor.exercises.model import Exercise
from tutor.exercises.playing import advance, without
from tutor.exercises.reckoning import odds_of
from tutor.exercises.sayings import TooFar, understood
from tutor.exercises.session import (
    ChooseSession,
    OrderSession,
    PlaySession,
    ReckonSession,
    WatchSession,
    named,
)
from tutor.mystic_wood.scene import face_scene
from tutor.mystic_wood.scene.view import View
from tutor.present.base import Kept, Presenter
from tutor.present.board import film_of, picture, plays, scene_of
from tutor.present.building import Building
from tutor.present.looking import Thrown, Viewing, thrown_in
from tutor.present.shown import Button, Buttons, Control, Note, Option, Options, Pages, Row, Rows, Write
from tutor.present.words import inline, plain
from tutor.scene.motion import Shot, film, steps

if TYPE_CHECKING:
    from engine.mystic_wood.play.state import State

#: What stands between the things of an order in an act.
SEPARATOR = " | "


class Watching(Presenter):
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

    def _do(self, verb: str, what: str) -> tuple[Kept, ...]:
        if verb not in ("next", "back"):
            return super()._do(verb, what)
        before, at = self.session.frame.shown, self.session.position
        feedback = self.session.attempt(verb)
        if self.session.position == at:
            raise Refused("There is no picture before the first and none after the last.")
        self._record(lambda view: film([
            picture(self.session, view, before, still=True),
            picture(self.session, view, self.session.frame.shown, still=True),
        ]))  # fmt: skip
        if feedback.done:
            self._focus = "next"
        return (Kept(feedback.outcome.value, verb),)

    def controls(self) -> tuple[Control, ...]:
        at, of = self.session.position, len(self.session.frames)
        last = at == of - 1
        return (
            Buttons("The scene", (
                Button("back", "← Back", "One picture back", enabled=at > 0),
                Button("forth", "Go on →" if at else "Begin →", "One picture on", main=not last, enabled=not last),
            )),
            Pages(at, of),
        )  # fmt: skip

    def in_words(self) -> list[str]:
        return [f"A scene in {len(self.session.frames)} pictures."]

    def idle(self) -> str:
        frame = self.session.frame
        if frame.say:
            return frame.say
        if frame.action and not frame.events:
            return f"{label(frame.action)}."
        return "" if self.session.position else "Press **Begin** to see what happens."

    def feedback(self) -> Feedback:
        frame = self.session.frame
        after = (
            self.exercise.after if self.session.solved and self.session.position == len(self.session.frames) - 1 else ""
        )
        text = "\n\n".join(filter(None, (self.idle(), after)))
        return Feedback(
            Outcome.NOT_TRIED, text, frame.reasons, frame.events, dice=frame.dice, reckoning=frame.reckoning
        )

    @property
    def thrown(self) -> Thrown | None:
        seen = self.session.frames[: self.session.position + 1]
        return thrown_in(event for frame in seen for event in frame.events)

    def _can_begin_again(self) -> bool:
        return self.session.position > 0


class Playing(Presenter):
    """Actions on the board and by buttons: to do something, or to play on."""

    undoes = True
    far = True
    session: PlaySession

    def __init__(self, exercise: Exercise, *, number: int = 0, count: int = 0) -> None:
        super().__init__(exercise, number=number, count=count)
        session = self.session
        first = {line[0] for line in session.accepted() if line} if session.wants_refusal else set()
        mistakes = {m.answer for m in exercise.wrong if isinstance(m.answer, str)}
        self._also = tuple(sorted(action for action in first | mistakes if _can_be_read(action)))
        self._lines: list[str] = []

    def hear(self, touch: Touch, look: Viewing) -> tuple[Viewing, tuple[str, ...]]:
        if touch.kind == "click" and touch.target == "show":
            asked = () if self._solution is not None else ("solution",)
            return replace(look, film="solution", plays=look.plays + 1, card=""), asked
        return super().hear(touch, look)

    def means(self, touch: Touch) -> tuple[str, ...]:
        target = touch.target
        if target.startswith("action:"):
            return (f"play {target.removeprefix('action:')}",)
        if target == "try":
            text = " ".join(touch.value("write").split())[:200]
            return (f"play {self._meaning(text)}",) if text else ()
        kind, _, name = target.partition(":")
        if kind not in ("area", "denizen", "thing", "knight"):
            return super().means(touch)
        if not plays(self.session):
            return ()
        action = action_for(self.session.state, self.session.learner, target)
        if action is not None:
            return (f"play {action}",)
        at = name if kind == "area" else self._lies_at(target)
        return (f"far {at}",) if at else ()

    def _meaning(self, text: str) -> str:
        """What somebody has written, as the engine writes it; the text itself where that cannot be known."""
        try:
            return understood(text, self.session.state, self.session.learner)
        except (Faulty, IllegalAction, TooFar):
            return text

    def _lies_at(self, target: str) -> str:
        """The area in which something on the board lies; "" if it is not there."""
        scene = scene_of(self.session, View.whole(self.session.state.wood))
        return next((each.at for each in scene.targets if each.id == target), "")

    def _do(self, verb: str, what: str) -> tuple[Kept, ...]:
        if verb == "play" and what:
            return self._act(what)
        if verb == "far" and what in self.session.state.wood.index and plays(self.session):
            self.session.attempt_far(what)
            return ()
        if verb == "shuffle" and any(tool.id == "shuffle" for tool in self.more_tools()):
            self.session.reshuffle()
            self._thrown = None
            self._resets += 1
            return ()
        return super()._do(verb, what)

    def _act(self, action: str) -> tuple[Kept, ...]:
        return self._try(action, " ".join(action.split())[:200])

    def _answered(self, before: State, text: str, feedback: Feedback) -> tuple[Kept, ...]:
        kept = super()._answered(before, text, feedback)
        return tuple(one._replace(answer=self.session.meant or one.answer) for one in kept)

    def _solution_film(self, view: View) -> tuple[Shot, ...]:
        """The solution played from the beginning, to be watched; where one stands is not changed."""
        session = self.session
        line = self._solution.answer if self._solution is not None else None
        if not line or session.wants_refusal:
            return ()
        moment = session.opened()
        scenes = [picture(session, view, session.state, still=True)]
        for action in line:
            if moment.state.to_move != session.learner or not moment.state.judge(action).legal:
                break
            after = advance(self.exercise, moment, action, session.learner)
            scenes += film_of(session, view, moment.state, after.state, after.last)
            moment = after
        there = film(scenes, last=1600)
        back = film([scenes[-1], picture(session, view, session.state, still=True)])
        return (*there, *back[1:])

    def controls(self) -> tuple[Control, ...]:
        session = self.session
        if not plays(session):
            return ()
        also = self._also if not session.moment.played else ()
        actions = offered(session.state, session.learner, also)
        buttons = tuple(
            Button(f"action:{action}", _label(session, action), tooltip(session.state, session.learner, action))
            for action in actions
        )
        controls: list[Control] = []
        if buttons:
            controls.append(Buttons("What you may try", buttons))
        if powers := _by_area(session, actions):
            controls.append(Note(f"<p><b>{escape(' or '.join(powers))}</b>: click the area on the board.</p>"))
        controls.append(Write("Or write it", "or write: north, meet the Orc ...", "Try it"))
        return tuple(controls)

    def idle(self) -> str:
        if self.session.wants_refusal:
            return "Click on the board, or press a button."
        return "Click what glows on the board, or press a button."

    def more_tools(self) -> tuple[Button, ...]:
        if (
            self._solution is not None
            and not self.session.solved
            and self._solution.answer
            and not self.session.wants_refusal
        ):
            return (Button("show", "▶ Play it for me", "Watch the solution on the board"),)
        return ()


def _label(session: PlaySession, action: str) -> str:
    """What stands on the button; staying on a card that lies face down explores it."""
    here = session.state.area(session.state.knight(session.learner).at)
    return "Stay and explore" if action == "stay" and not here.face_up else label(action)


def _can_be_read(action: str) -> bool:
    from engine import mystic_wood as mw

    try:
        mw.parse_action(action)
    except mw.UnreadableText:
        return False
    return True


def _by_area(session: PlaySession, offered_now: tuple[str, ...]) -> list[str]:
    """What is done to an area of one's choice, when there are too many for buttons: "Arch-Mage", "Send Illusion"."""
    clicked = [action.rpartition(" ") for action in session.state.actions() if action not in offered_now]
    return sorted({label(what) for what, _, where in clicked if where in session.state.wood.index})


class FreePlaying(Playing):
    """Playing on against others until a goal is met."""

    follows = True

    def _act(self, action: str) -> tuple[Kept, ...]:
        self._began = self.session.moment.turns, len(self.session.moment.played)
        return super()._act(action)

    def _answered(self, before: State, text: str, feedback: Feedback) -> tuple[Kept, ...]:
        kept = super()._answered(before, text, feedback)
        turn, played = self._began
        if len(self.session.moment.played) > played:
            told = " ".join(event.text for event in self.session.moment.last if event.kind != "turn")
            self._lines.append(f"{turn}. {label(self.session.meant)}{': ' + told if told else ''}")
        return kept

    def means(self, touch: Touch) -> tuple[str, ...]:
        return ("shuffle",) if touch.target == "shuffle" else super().means(touch)

    def _do(self, verb: str, what: str) -> tuple[Kept, ...]:
        kept = super()._do(verb, what)
        if verb == "undo" and self._lines:
            self._lines.pop()
        elif verb in ("again", "shuffle"):
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
        turn = f"<b>Turn {min(session.moment.turns, session.exercise.max_turns)}</b> of {session.exercise.max_turns}"  # type: ignore[union-attr]
        whose = f"{name_of(state.turn)} to play" if state.to_move == state.turn else f"{name_of(state.turn)}'s turn"
        chances = "".join(
            f"<br>{escape(label(action))}: {in_words(chance)} to win" for action, chance in self._chances()
        )
        return (Note(f'<p class="mw-turn">{turn} · {whose}{chances}</p>'), *super().controls())

    def _chances(self) -> list[tuple[str, Fraction]]:
        """The chance to win each fight one could begin now, in its first round."""
        state = self.session.state
        found = []
        for action in state.actions():
            if not action.startswith(("meet ", "joust ")):
                continue
            won = odds_of(state, action).get("round", {}).get("win")
            if won is not None:
                found.append((action, Fraction(won)))
        return found[:4]

    def more_tools(self) -> tuple[Button, ...]:
        tip = "Begin again, with everything the lesson has not fixed drawn anew"
        return (*super().more_tools(), Button("shuffle", "Shuffle", tip))

    def stars(self) -> int:
        return self.session.stars

    def closing(self) -> str:
        session = self.session
        if not session.solved:
            return ""
        turns = session.moment.turns
        took = f"in {turns} turn{'s' if turns != 1 else ''}"
        if session.learner in session.state.winners:
            return f"{name_of(session.learner)} has won the game {took}!"
        return f"Done {took}."


class Choosing(Presenter):
    """One or several of some options."""

    session: ChooseSession

    def __init__(self, exercise: Exercise, *, number: int = 0, count: int = 0) -> None:
        super().__init__(exercise, number=number, count=count)
        self._picked: tuple[str, ...] = ()

    def means(self, touch: Touch) -> tuple[str, ...]:
        if touch.target != "check":
            return super().means(touch)
        picked = touch.values.get("picked", ())
        numbers = [str(number + 1) for number in range(len(self.session.options)) if str(number) in picked]
        if not numbers:
            raise Refused("Choose an option first.")
        return (f"answer {' '.join(numbers)}",)

    def _do(self, verb: str, what: str) -> tuple[Kept, ...]:
        """``answer 1 3``: the first and the third option."""
        if verb != "answer":
            kept = super()._do(verb, what)
            self._picked = () if verb == "again" else self._picked
            return kept
        words, options = what.split(), self.session.options
        if not all(word.isdecimal() and 1 <= int(word) <= len(options) for word in words):
            raise Refused(f"There are {len(options)} options to choose from.")
        numbers = tuple(sorted({int(word) - 1 for word in words}))
        kept = self._try(numbers, "; ".join(options[n].option.words for n in numbers))
        self._picked = tuple(map(str, numbers))
        return kept

    def controls(self) -> tuple[Control, ...]:
        session = self.session
        marks = dict(session.feedback.marks)
        options = tuple(
            Option(str(n), inline(option.option.words), {True: "right", False: "wrong"}.get(marks.get(n), ""))  # type: ignore[arg-type]
            for n, option in enumerate(session.options)
        )
        label_of = "Choose all that are right" if session.exercise.several else "Choose one"
        return (Options(label_of, options, session.exercise.several, self._picked, session.solved),)

    def in_words(self) -> list[str]:
        return [f"  ( ) {option.option.words}" for option in self.session.options]

    def idle(self) -> str:
        return f"Choose {'all that are right' if self.session.exercise.several else 'one'}, then press **Check**."


class Ordering(Presenter):
    """Things to be put in order."""

    session: OrderSession

    def __init__(self, exercise: Exercise, *, number: int = 0, count: int = 0) -> None:
        super().__init__(exercise, number=number, count=count)
        self._items = self.session.items

    def means(self, touch: Touch) -> tuple[str, ...]:
        if touch.target != "check":
            return super().means(touch)
        return (f"answer {SEPARATOR.join(touch.values.get('picked', ()))}",)

    def _do(self, verb: str, what: str) -> tuple[Kept, ...]:
        """``answer elf | orc``: the things in the learner's order."""
        if verb != "answer":
            kept = super()._do(verb, what)
            self._items = self.session.items if verb == "again" else self._items
            return kept
        given = tuple(what.split(SEPARATOR))
        if sorted(given) == sorted(self.session.items):
            self._items = given
        return self._try(given, ", ".join(given))

    def _show(self, before: State, feedback: Feedback) -> None:
        """A right order of encounter is played out: one after the other is met, and then all are there again."""
        order = self._items if feedback.done and self.session.exercise.of == "encounter" else ()
        if not order:
            super()._show(before, feedback)
            return
        self._record(lambda view: self._one_after_the_other(view, order))

    def _one_after_the_other(self, view: View, order: Sequence[str]) -> tuple[Shot, ...]:
        session = self.session
        at = session.state.knight(session.learner).at
        shots: list[Shot] = []
        for number, item in enumerate(order):
            state = without(session.state, at, order[:number])
            kind = "thing" if item in THINGS else "denizen"
            scene = picture(session, view, state, highlights=(f"{kind}:{item}",), still=True)
            shots.append(Shot(scene, steps(shots[-1].scene, scene) if shots else (), about=item))
        last = picture(session, view, without(session.state, at, order), still=True)
        again = picture(session, view, session.state, still=True)
        shots.append(Shot(last, steps(shots[-1].scene, last)))
        return (Shot(again, (), 0), *shots, Shot(again, steps(last, again), 0))

    def controls(self) -> tuple[Control, ...]:
        session = self.session
        words: dict[bool, Literal["right", "wrong"]] = {True: "right", False: "wrong"}
        marks = {number: words[right] for number, right in session.feedback.marks}
        places = {item: place for place, group in enumerate(session.places, start=1) for item in group}
        rows = tuple(
            Row(
                item, plain(named(item)), face_scene(item) if item in CARDS.all() else None, marks.get(number, ""),
                places[item] if session.solved else 0,
            )
            for number, item in enumerate(self._items)
        )  # fmt: skip
        return (Rows("Put them in order, the first at the beginning", rows, session.tries, session.solved),)

    def in_words(self) -> list[str]:
        return [f"  - {named(item)}" for item in self.session.items]

    def idle(self) -> str:
        return "Drag them into their order, then press **Check**. By keyboard: space picks one up, the arrows move it."


class Reckoning(Presenter):
    """A number to be written, or an area to be written or clicked."""

    session: ReckonSession

    def means(self, touch: Touch) -> tuple[str, ...]:
        kind, _, name = touch.target.partition(":")
        text = " ".join(touch.value("write").split())[:200] if touch.target == "try" else ""
        if kind == "area" and isinstance(self.session.reckoned.value, str) and not self.session.solved:
            text = name
        return (f"answer {text}",) if text else super().means(touch)

    def _do(self, verb: str, what: str) -> tuple[Kept, ...]:
        """``answer 7/12``, ``answer c2``."""
        return self._try(what, what) if verb == "answer" and what else super()._do(verb, what)

    def controls(self) -> tuple[Control, ...]:
        if self.session.solved:
            return ()
        area = isinstance(self.session.reckoned.value, str)
        place = "an area, like c2, or click it" if area else "your answer"
        tip = "Write an area, or click it" if area else "Write a number, a fraction like 7/12 or a percentage"
        return (Write(tip, place, "Check", plain(self.session.exercise.unit), main=True),)

    def in_words(self) -> list[str]:
        return ["Answer with a number or an area."]

    def idle(self) -> str:
        if isinstance(self.session.reckoned.value, str):
            return "Click the area on the board, or write its name."
        return "Write your answer, then press **Check**."


PRESENTERS: dict[str, type[Presenter]] = {
    "watch": Watching,
    "do": Playing,
    "free": FreePlaying,
    "choose": Choosing,
    "order": Ordering,
    "reckon": Reckoning,
    "build": Building,
}


def presenter(exercise: Exercise, *, number: int = 0, count: int = 0) -> Presenter:
    """Open an exercise, ``number`` of ``count`` in its lesson: a presenter of its kind."""
    return PRESENTERS[exercise.kind](exercise, number=number, count=count)
