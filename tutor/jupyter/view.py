"""One exercise in a notebook: board, question and answer side by side, made of ipywidgets.

The view only shows; what is right is said by the session (:mod:`tutor.exercises`), which asks the engine. Every try is
written into the learner's progress before it is shown.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import ipywidgets as widgets

from engine.faults import Faulty
from tutor.exercises import Outcome, Session, start
from tutor.exercises.clicks import action_for, label, offered, tooltip
from tutor.exercises.feedback import Feedback, cite
from tutor.exercises.model import Exercise
from tutor.exercises.session import (
    ChooseSession,
    OrderSession,
    PlaySession,
    ReckonSession,
    Solution,
    WatchSession,
    named,
)
from tutor.jupyter.board import hands_of, scene_of, view_of
from tutor.jupyter.canvas import Board
from tutor.jupyter.page import PAGE
from tutor.jupyter.style import STYLE
from tutor.jupyter.words import board_words_html, feedback_html, head_html, markdown, plain
from tutor.paint.svg import svg
from tutor.progress import Progress

#: A second click on the same control within so many seconds of the answer to the first is half of a double click.
DOUBLE_CLICK = 0.4
#: How wide the picture of a board is where nothing runs, in pixels.
PICTURE = 460
Clock = Callable[[], float]


class Once:
    """Lets a double click count once.

    The time is taken when the first click has been answered, since until then nobody can have seen a reason for another.
    """

    def __init__(self, clock: Clock = time.monotonic) -> None:
        self._clock = clock
        self._last: tuple[object, float] | None = None

    def run(self, control: object, work: Callable[[], None]) -> bool:
        """Do the work unless the same control has done its work a moment ago; whether it was done."""
        if self._last is not None and self._last[0] == control and self._clock() - self._last[1] < DOUBLE_CLICK:
            return False
        try:
            work()
        finally:
            self._last = (control, self._clock())
        return True


class ExerciseView:
    """An exercise as a notebook shows it. ``number`` of ``count`` is its place in the lesson.

    ``progress`` is where tries are written; None keeps nothing.
    """

    def __init__(
        self,
        exercise: Exercise,
        progress: Progress | None = None,
        number: int = 0,
        count: int = 0,
        clock: Clock = time.monotonic,
    ) -> None:
        self.exercise = exercise
        self.session: Session = start(exercise)
        self._progress = progress
        self._number, self._count = number, count
        self._clock = clock
        self._since = clock()
        self._once = Once(clock)
        self._hints: list[str] = []
        self._solution: Solution | None = None
        self._note = ""
        self._before = self._was_finished()
        self._view = view_of(self.session)
        self.box: widgets.Box | None = None

    # ---------------------------------------------------------------- what a notebook asks for
    def _repr_mimebundle_(self, **_: Any) -> dict[str, Any]:
        box = self.widget()
        bundle: dict[str, Any] = dict(box._repr_mimebundle_())
        bundle["text/plain"] = repr(self)
        # A picture by itself has no page to fill: it is as wide as it says.
        picture = svg(scene_of(self.session, self._view))
        bundle["image/svg+xml"] = picture.replace('width="100%"', f'width="{PICTURE}"', 1)
        return bundle

    def __repr__(self) -> str:
        """The exercise as text: always the same for the same lesson, whatever the learner has done before."""
        return describe(self.exercise)

    def widget(self) -> widgets.Box:
        """The widget, made when it is first wanted."""
        if self.box is None:
            self._build()
            assert self.box is not None
        return self.box

    # ---------------------------------------------------------------- building
    def _build(self) -> None:
        self._head = widgets.HTML()
        prompt = widgets.HTML(
            f'<div class="mw-prompt">{markdown(self.exercise.prompt)}</div>' if self.exercise.prompt else ""
        )
        self.board = Board(self._clicked)
        self._words = widgets.HTML()
        self._panel = widgets.HTML()
        self._controls = self._make_controls()
        self._hand = widgets.HTML()
        self._left = _box([self.board.widget, self._hand, self._words], "mw-left")
        side = _box([*self._controls, self._panel], "mw-side")
        body = _box([self._left, side], "mw-body", row=True)
        shown = [widgets.HTML(STYLE), self._head, prompt, body, self._make_tools()]
        self.box = _box([*shown, PAGE.widget()], "mw-exercise")
        self._refresh()

    def _make_controls(self) -> list[widgets.Widget]:
        session = self.session
        if isinstance(session, PlaySession):
            return self._play_controls(session)
        if isinstance(session, WatchSession):
            return self._watch_controls()
        if isinstance(session, ChooseSession):
            return self._choose_controls(session)
        if isinstance(session, OrderSession):
            return self._order_controls(session)
        assert isinstance(session, ReckonSession)
        return self._reckon_controls()

    def _make_tools(self) -> widgets.Box:
        self._hint = self._button("Hint", self._ask_hint, "A nudge; press again for a second, plainer one")
        self._solve = self._button("Solution", self._ask_solution, "Show how it is done")
        self._undo = self._button("↶ Undo", self._take_back, "Take the last action back")
        restart = self._button("⟲ Begin again", self._begin_again, "Set everything back to the beginning")
        tools: list[widgets.Widget] = []
        if not isinstance(self.session, WatchSession):
            tools += [self._hint, self._solve]
        if isinstance(self.session, PlaySession):
            tools.append(self._undo)
        tools.append(restart)
        if self.exercise.kind == "free":
            tools.append(
                self._button(
                    "Shuffle", self._shuffle, "Begin again, with everything the lesson has not fixed drawn anew"
                )
            )
        return _box(tools, "mw-tools", row=True)

    def _button(self, text: str, work: Callable[[], None], tip: str = "", main: bool = False) -> widgets.Button:
        button = widgets.Button(description=text, tooltip=tip or text)
        if main:
            button.add_class("mw-main")
        button.on_click(lambda pressed: self._once.run((pressed.description, id(pressed)), work))
        return button

    # ---------------------------------------------------------------- do and free
    def _play_controls(self, session: PlaySession) -> list[widgets.Widget]:
        self._pool: list[widgets.Button] = []
        self._meant: dict[str, str] = {}
        self._actions = _box([], "mw-actions", row=True)
        # Every letter is sent at once: the Enter key is told before what a box that waits for its end would send.
        self._written = widgets.Text(placeholder="or write an action")
        self._written.tooltip = "Any action in words, like: meet elf"
        self._written.on_msg(lambda _, content, __: self._submitted(content, self._try_written))
        written = _box(
            [self._written, self._button("Try it", self._try_written, "Try the action you have written")],
            "mw-answer",
            row=True,
        )
        first = {line[0] for line in session.accepted() if line} if session.wants_refusal else set()
        mistakes = {m.answer for m in self.exercise.wrong if isinstance(m.answer, str)}
        self._also = tuple(sorted(first | mistakes))
        return [self._actions, written]

    def _show_actions(self, session: PlaySession) -> None:
        """Put the actions on buttons; those already there are used again, so that nothing flickers."""
        actions = (
            offered(session.state, session.learner, self._also) if session.state.to_move == session.learner else ()
        )
        while len(self._pool) < len(actions):
            self._pool.append(self._action_button())
        for button, action in zip(self._pool, actions, strict=False):
            self._meant[button.model_id] = action
            text, tip = label(action), tooltip(session.state, session.learner, action)
            if button.description != text:
                button.description = text
            if button.tooltip != tip:
                button.tooltip = tip
        shown = tuple(self._pool[: len(actions)])
        if tuple(self._actions.children) != shown:
            self._actions.children = shown

    def _action_button(self) -> widgets.Button:
        button = widgets.Button()
        button.on_click(lambda pressed: self._once.run("action", lambda: self._try(self._meant[pressed.model_id])))
        return button

    def _try_written(self) -> None:
        written = self._written.value.strip()
        if written:
            self._try(written)
            self._written.value = ""

    def _clicked(self, target: str) -> None:
        session = self.session
        if not isinstance(session, PlaySession) or session.state.to_move != session.learner:
            return
        if target.startswith("action:"):
            self._once.run("action", lambda: self._try(target.removeprefix("action:")))
            return
        action = action_for(session.state, session.learner, target)
        if action is None:
            self._once.run("action", lambda: self._explain_far(target))
        else:
            self._once.run("action", lambda: self._try(action))

    def _explain_far(self, target: str) -> None:
        """A click on an area that is no neighbour stands for no action: say how far a move goes."""
        kind, _, name = target.partition(":")
        at = self.session.state.knight(self.session.learner).at
        if kind == "area":
            text = f"{name} does not lie next to {at}. One move leads to a neighbouring area."
            self.session.feedback = Feedback(Outcome.CANNOT_CHECK, text, (cite("move.one", self.session.edition),))
        else:
            self.session.feedback = Feedback(
                Outcome.CANNOT_CHECK, "That is out of reach from here: it lies in another area."
            )
        self._refresh()

    def _submitted(self, content: dict[str, Any], work: Callable[[], None]) -> None:
        """The Enter key in a text box."""
        if content.get("event") == "submit":
            self._once.run("submit", work)

    # ---------------------------------------------------------------- watch
    def _watch_controls(self) -> list[widgets.Widget]:
        self._back = self._button("← Back", lambda: self._try("back"), "One picture back")
        self._next = self._button("Next →", lambda: self._try("next"), "One picture on", main=True)
        self._page = widgets.HTML()
        return [_box([self._back, self._next, self._page], "mw-answer", row=True)]

    # ---------------------------------------------------------------- choose
    def _choose_controls(self, session: ChooseSession) -> list[widgets.Widget]:
        words = [option.option.words for option in session.options]
        if session.exercise.several:
            self._boxes = [
                widgets.Checkbox(description=plain(text), indent=False, tooltip=plain(text)) for text in words
            ]
            options = _box(self._boxes, "mw-options")
        else:
            self._radio = widgets.RadioButtons(options=[(plain(text), n) for n, text in enumerate(words)], value=None)
            options = _box([self._radio], "mw-options")
        return [options, self._check()]

    def _check(self) -> widgets.Box:
        return _box(
            [self._button("Check", self._try_answer, "Have your answer checked", main=True)], "mw-answer", row=True
        )

    def _picked(self, session: ChooseSession) -> tuple[int, ...]:
        if session.exercise.several:
            return tuple(number for number, box in enumerate(self._boxes) if box.value)
        return () if self._radio.value is None else (self._radio.value,)

    # ---------------------------------------------------------------- order
    def _order_controls(self, session: OrderSession) -> list[widgets.Widget]:
        self._items = list(session.items)
        self._rows: list[tuple[widgets.HTML, widgets.Button, widgets.Button]] = []
        rows = []
        for number in range(len(self._items)):
            text = widgets.HTML()
            # Their arrows are drawn by the style sheet, so that screen readers read the tooltip: which item goes where.
            up, down = widgets.Button(), widgets.Button()
            up.add_class("mw-up")
            down.add_class("mw-down")
            up.on_click(lambda _, n=number: self._move_item(n, -1))
            down.on_click(lambda _, n=number: self._move_item(n, 1))
            up.disabled, down.disabled = number == 0, number == len(self._items) - 1
            self._rows.append((text, up, down))
            rows.append(_box([text, up, down], "mw-row", row=True))
        return [_box(rows, "mw-options"), self._check()]

    def _move_item(self, number: int, step: int) -> None:
        """Change places with a neighbour; the keyboard stays with the item that moved."""
        other = number + step
        if 0 <= other < len(self._items):
            self._items[number], self._items[other] = self._items[other], self._items[number]
            self._show_order()
            button = self._rows[other][1 if step < 0 else 2]
            (self._rows[other][2 if step < 0 else 1] if button.disabled else button).focus()

    def _show_order(self) -> None:
        for number, (item, (text, up, down)) in enumerate(zip(self._items, self._rows, strict=True), start=1):
            text.value = f'<div class="mw-item"><b>{number}</b>{named(item)}</div>'
            up.tooltip, down.tooltip = f"{named(item)}: one place up", f"{named(item)}: one place down"

    # ---------------------------------------------------------------- reckon
    def _reckon_controls(self) -> list[widgets.Widget]:
        self._number_box = widgets.Text(placeholder="your answer")
        self._number_box.tooltip = "Write a number, a fraction like 7/12, a percentage or an area"
        self._number_box.on_msg(lambda _, content, __: self._submitted(content, self._try_answer))
        unit = getattr(self.exercise, "unit", "")
        return [_box([self._number_box, widgets.HTML(unit), self._check()], "mw-answer", row=True)]

    # ---------------------------------------------------------------- trying
    def _try_answer(self) -> None:
        session = self.session
        if isinstance(session, ChooseSession):
            self._try(self._picked(session))
        elif isinstance(session, OrderSession):
            self._try(tuple(self._items))
        else:
            self._try(self._number_box.value)

    def _try(self, answer: Any) -> None:
        feedback = self.session.attempt(answer, self.session.token)
        if feedback.outcome is not Outcome.NOT_TRIED:
            self._record(feedback.outcome.value, self._as_text(answer))
        self._refresh()

    def _as_text(self, answer: Any) -> str:
        if isinstance(self.session, ChooseSession):
            return "; ".join(self.session.options[number].option.words for number in answer)
        return answer if isinstance(answer, str) else ", ".join(map(str, answer))

    def _ask_hint(self) -> None:
        before = self.session.hints_used
        hint = self.session.hint()
        if hint and self.session.hints_used > before:
            self._hints.append(hint)
            self._record("hint", str(self.session.hints_used))
        self._refresh()

    def _ask_solution(self) -> None:
        if self._solution is None:
            self._solution = self.session.solution()
            self._record("solution", "")
        self._refresh()

    def _take_back(self) -> None:
        self.session.undo()
        self._refresh()

    def _begin_again(self) -> None:
        self.session.restart()
        self._reset_controls()
        self._refresh()

    def _shuffle(self) -> None:
        assert isinstance(self.session, PlaySession)
        self.session.reshuffle()
        self._refresh()

    def _reset_controls(self) -> None:
        session = self.session
        if isinstance(session, OrderSession):
            self._items = list(session.items)
        elif isinstance(session, ChooseSession) and session.exercise.several:
            for box in self._boxes:
                box.value = False
        elif isinstance(session, ChooseSession):
            self._radio.value = None
        elif isinstance(session, ReckonSession):
            self._number_box.value = ""

    # ---------------------------------------------------------------- progress
    def _was_finished(self) -> bool:
        if self._progress is None:
            return False
        try:
            return self.exercise.id in self._progress.finished(self.exercise.lesson)
        except Faulty:
            return False

    def _record(self, outcome: str, answer: str) -> None:
        """Write a try at once. If that fails the lesson goes on, and says that nothing is kept."""
        now = self._clock()
        seconds, self._since = now - self._since, now
        if self._progress is None:
            return
        try:
            self._progress.record(self.exercise.lesson, self.exercise.id, outcome, answer, seconds)
            self._note = ""
        except Faulty as problem:
            self._note = f"Your progress is not being kept: {problem.faults[0]}"

    # ---------------------------------------------------------------- showing
    def _idle(self) -> str:
        """What stands in the panel while nothing has been tried."""
        session = self.session
        if isinstance(session, WatchSession):
            return session.frame.say or "Press **Next** to begin."
        if isinstance(session, PlaySession):
            turns = session.turns_left
            told = "Click what glows on the board, or press a button."
            return f"{told} You have {turns} turns." if turns is not None else told
        return (
            "Choose, and then press **Check**."
            if isinstance(session, ChooseSession)
            else "Answer, and then press **Check**."
        )

    def _refresh(self) -> None:
        """Show the session as it is now; a widget is only touched where something has changed."""
        session = self.session
        scene = scene_of(session, self._view)
        self.board.show(scene)
        flex = f"0 1 {self.board.width}"
        if self._left.layout.flex != flex:
            self._left.layout.flex = flex
        _set(self._words, board_words_html(scene.lines))
        _set(self._head, head_html(self.exercise.name, self._number, self._count, session.finished or self._before))
        panel = feedback_html(self._shown_feedback(), self._hints, self._solution, self._idle())
        if session.chance_is_fixed:
            panel += '<p class="mw-fixed">What chance brings here is fixed by the lesson.</p>'
        if self._note:
            panel += f'<p class="mw-fixed">{self._note}</p>'
        _set(self._panel, panel)
        hands = "".join(svg(hand, width="300px") for hand in hands_of(session))
        _set(self._hand, f'<div class="mw-hands">{hands}</div>' if hands else "")
        self._undo.disabled = not session.can_undo
        self._hint.disabled = len(self._hints) >= len(self.exercise.hints)
        if isinstance(session, PlaySession):
            self._show_actions(session)
        elif isinstance(session, OrderSession):
            self._show_order()
        elif isinstance(session, WatchSession):
            self._back.disabled = session.position == 0
            self._next.disabled = session.position == len(session.frames) - 1
            _set(self._page, f'<span class="mw-count">{session.position + 1} of {len(session.frames)}</span>')

    def _shown_feedback(self) -> Feedback:
        """In a scene what the picture says; otherwise the answer to the last try, with the turns that are left."""
        session = self.session
        if isinstance(session, WatchSession):
            frame = session.frame
            return Feedback(
                Outcome.NOT_TRIED, "", frame.reasons, frame.events, dice=frame.dice, reckoning=frame.reckoning
            )
        feedback = session.feedback
        if isinstance(session, PlaySession) and feedback.outcome is Outcome.PROGRESS and session.turns_left is not None:
            left = session.turns_left
            return Feedback(
                feedback.outcome, f"{left} turn{'s' if left != 1 else ''} left.", feedback.reasons, feedback.events,
                feedback.refutation, feedback.dice, feedback.reckoning,
            )  # fmt: skip
        return feedback


def _box(children: list[Any] | tuple[Any, ...], name: str, row: bool = False) -> widgets.Box:
    box = widgets.HBox(tuple(children)) if row else widgets.VBox(tuple(children))
    box.add_class(name)
    return box


def _set(widget: widgets.HTML, value: str) -> None:
    if widget.value != value:
        widget.value = value


def describe(exercise: Exercise) -> str:
    """An exercise as text: title, prompt, the board in words, and how one answers."""
    session = start(exercise)
    scene = scene_of(session, view_of(session))
    lines = [exercise.name, "=" * len(exercise.name)]
    if exercise.prompt:
        lines += [plain(" ".join(exercise.prompt.split())), ""]
    lines += [scene.title, *(f"  {line}" for line in scene.lines)]
    lines.append("")
    if isinstance(session, ChooseSession):
        lines += [f"  ( ) {option.option.words}" for option in session.options]
    elif isinstance(session, OrderSession):
        lines += [f"  - {named(item)}" for item in session.items]
    elif isinstance(session, WatchSession):
        lines.append(f"A scene in {len(session.frames)} pictures.")
    elif isinstance(session, ReckonSession):
        lines.append("Answer with a number or an area.")
    else:
        lines.append("Answer by playing.")
    return "\n".join(lines).rstrip()
