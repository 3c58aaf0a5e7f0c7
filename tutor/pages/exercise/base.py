"""What the presenters of all kinds share: hints, solution, taking back, and the pictures with their film."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from engine.contract.events import Event
from tutor.base.prose import markdown
from tutor.desk import Touch
from tutor.draw.motion import Shot, film, steps
from tutor.draw.shapes import Scene
from tutor.pages.exercise.board import (
    beside_view,
    clickable,
    close_view,
    film_of,
    hands_of,
    picture,
    scene_of,
    touches_of,
    view_of,
)
from tutor.pages.exercise.looking import Viewing
from tutor.pages.exercise.shown import Looked, Shown, VerdictShown
from tutor.pages.exercise.words import verdict_of
from tutor.teach.exercise.controls import Button, Control, Rows
from tutor.teach.exercise.exercise import AnyState, Exercise
from tutor.teach.exercise.face import Face, KeptAttempt, Reel, Still
from tutor.teach.exercise.feedback import Outcome
from tutor.teach.exercise.session import Session
from tutor.teach.game.teachable import ShownCard, Thrown
from tutor.teach.kinds import face

#: How long a consequence that is taken back stands on the board, in milliseconds.
SEEN = 1300
#: How long the end of a solution that is played does.
PLAYED = 1600


class Presenter:
    """An exercise as it is shown: what its face offers, with pictures.

    ``hear`` what a touch means, ``do`` the acts it stands for, and ask what is ``shown``.
    """

    def __init__(self, exercise: Exercise, *, number: int = 0, count: int = 0) -> None:
        self.exercise = exercise
        self.game = exercise.game
        self.face: Face = face(exercise)
        self.face.where = self._lies_at
        self.session: Session = self.face.session
        self.number, self.count = number, count
        #: For each exercise of the lesson whether it is done; set by whoever knows the learner's progress.
        self.bar: tuple[bool, ...] = ()
        self.done_before = False
        #: The best stars the learner has had for it.
        self.best = 0
        #: A sentence about what is wrong with the learner's progress; "" if nothing is.
        self.trouble = ""
        #: The part of the board the exercise is about.
        self.whole = view_of(self.session)
        self._film_id = 0
        #: The film that was painted last, as it is seen from each place.
        self._reel: Reel | None = None
        self._painted: dict[tuple[type[Any], Any], tuple[Shot, ...]] = {}
        #: Whether one answers by clicking areas of the board.
        self.areas_answer = exercise.on_board or self.session.wants_place
        #: How it is looked at where only one looks.
        self.look = Viewing()

    def is_close(self, look: Viewing) -> bool:
        """Whether only a part of a large board is shown."""
        return self.face.follows and self._is_large() if look.close is None else look.close

    def view_for(self, look: Viewing) -> Any:
        """The part of the board shown: as the lesson says, or only what lies round the learner's Knight or where one looks."""
        return close_view(self.session, look.middle) if self.is_close(look) else self.whole

    @property
    def view(self) -> Any:
        """The part of the board shown where only one looks."""
        return self.view_for(self.look)

    def _is_large(self) -> bool:
        """Whether there is more to be seen than can be shown large."""
        return self.game.is_large(self.whole)

    # ---------------------------------------------------------------- what a touch means
    def hear(self, touch: Touch, look: Viewing) -> tuple[Viewing, tuple[str, ...]]:
        """How one looks at it after a touch, and the acts it stands for. A touch of no meaning (here, now) changes nothing."""
        now = replace(look, film="", card="")
        if touch.kind == "escape":
            return now, ()
        if touch.kind != "click":
            return look, ()
        target = touch.target
        if target == "replay":
            return replace(now, film="answer", plays=look.plays + 1), ()
        if target == "closer" and self._is_large():
            return replace(now, close=not self.is_close(look), middle=""), ()
        if target.startswith("look:") and self._is_large() and target[5:] in self._places():
            return replace(now, close=True, middle=target[5:]), ()
        if target.startswith("card:"):
            return replace(now, card=target.removeprefix("card:")), ()
        if target == "card":  # by key, or by the other button: the card of what it was meant for
            return replace(now, card=touch.to if self.game.card_at(touch.to) else ""), ()
        if self.game.card_at(target) and target not in clickable(self.session):
            return replace(now, card=target), ()
        if target == "show" and any(tool.id == "show" for tool in self.face.tools()):
            return replace(now, film="solution", plays=look.plays + 1), ()
        texts = self.face.means(touch)
        return (now if not texts or texts[0] in ("hint", "solution") else replace(now, middle="")), texts

    def _lies_at(self, target: str) -> str:
        """The place in which something on the board lies; "" if it is not there."""
        scene = scene_of(self.session, self.game.whole_view(self.session.state))
        return next((each.at for each in scene.targets if each.id == target), "")

    def do(self, text: str, by: str = "") -> tuple[KeptAttempt, ...]:
        """Fold an act; what is to be kept of it. Refused if it cannot be done now: nothing has changed."""
        return self.face.do(text, by)

    # ---------------------------------------------------------------- films
    def films_before(self, number: int) -> None:
        """Have films numbered on from those of another exercise, which was shown in the same place."""
        self.face.reels = number
        self._film_id = 1000 * number

    def film_for(self, look: Viewing) -> tuple[Shot, ...]:
        """What is played now: what the viewer wants to see again, or what has just happened."""
        view = self.view_for(look)
        made = Films(self.session, view)
        if look.film:
            return self.face.answer_again(made) if look.film == "answer" else self.face.solution_film(made)
        reel = self.face.reel
        if reel is None:
            return ()
        if reel is not self._reel:
            self._reel, self._painted = reel, {}
        if (type(view), view) not in self._painted:  # once for all who look from the same place
            self._painted[type(view), view] = reel(made)
        return self._painted[type(view), view]

    # ---------------------------------------------------------------- beside the board
    def _aside(self, look: Viewing) -> Scene | None:
        """What is shown beside a large board: all of it small, or the part of it that matters from near by."""
        if not self._is_large():
            return None
        if self.is_close(look):
            return self.game.overview(self.session.shown_state, self.view_for(look))
        view = beside_view(self.session)
        return scene_of(self.session, view) if view is not None else None

    # ---------------------------------------------------------------- what is shown
    def shown(self, look: Viewing | None = None) -> Shown:
        """All that a front end needs to know of this moment, for one way of looking at it."""
        session = self.session
        look = self.look if look is None else look
        scene = scene_of(session, self.view_for(look))
        shots = self.film_for(look)
        self._film_id = 1000 * self.face.reels + look.plays if shots else self._film_id
        return Shown(
            kind=self.exercise.kind,
            title=self.exercise.name,
            number=self.number,
            count=self.count,
            done=session.finished or self.done_before,
            solved=session.solved,
            bar=self.bar,
            prompt=markdown(self.exercise.prompt) if self.exercise.prompt else "",
            controls=tuple(self._with_faces(control) for control in self.face.controls()),
            tools=self._tools(look),
            verdict=self.verdict(),
            hands=hands_of(session),
            cards=self._cards(),
            board=scene,
            aside=self._aside(look),
            near=self._is_large() and not self.is_close(look),
            touches=touches_of(session, scene),
            far=self.face.far and not session.solved,
            film=shots,
            films=self._film_id,
            reset=self.face.resets,
            focus=self.face.focus,
            note=self.trouble,
            stars=self.face.stars(),
            best=self.best,
            closing=self.face.closing(),
            log=self.face.log(),
            looked=self._looked(look, scene),
            places=self._places() if self._is_large() and self.is_close(look) else (),
        )

    def _with_faces(self, control: Control) -> Control:
        """The things to be put in order with the pictures of those that are cards."""
        if not isinstance(control, Rows):
            return control
        return replace(control, rows=tuple(replace(row, face=self.game.face(row.id)) for row in control.rows))

    def _places(self) -> tuple[str, ...]:
        """The places as a map has them: row by row from the north."""
        return self.game.map_places(self.session.state)

    def _looked(self, look: Viewing, scene: Scene) -> Looked | None:
        """The card or hand that is looked at; None for nothing, or for what is not there any more."""
        kind, _, name = look.card.partition(":")
        if kind == "hand":
            hand = next((each for each in hands_of(self.session) if each.knight == name), None)
            return Looked(look.card, name, hand.scene) if hand is not None else None
        card = self.game.card_at(look.card) or look.card
        thrown = self.thrown
        seen = self.game.card(card, thrown.number if thrown is not None and thrown.card == card else None)
        return None if seen is None else Looked(look.card, self.game.called(card), seen, self._way_to(look.card, scene))

    def _way_to(self, target: str, scene: Scene) -> Button | None:
        """Whoever lies on an area covers it: from the card one can go there all the same."""
        at = next((each.at for each in scene.targets if each.id == target), "")
        place = f"{self.game.place_word}:{at}"
        if not at or place not in clickable(self.session):
            return None
        return Button(place, f"It is {at}" if self.session.wants_place else f"To {at} →")

    def verdict(self) -> VerdictShown:
        """The answer in words, with the rules behind it."""
        feedback = self.face.feedback()
        return verdict_of(
            self.game,
            feedback,
            self.session.edition,
            taught=self.exercise.rules,
            idle=self.face.idle(),
            hints=self.face.hints,
            solution=self.face.shown_solution,
            fixed=self.session.chance_is_fixed and feedback.outcome is Outcome.NOT_TRIED,
            trouble=self.trouble,
            note=self.exercise.note,
        )

    @property
    def thrown(self) -> Thrown | None:
        """The last throw for a reaction, while it is spoken of or the denizen is still there: its row is lit on the card."""
        found = self.game.thrown_in(self.face.happened())
        if found is None or any(found.card in event.what for event in self.face.feedback().events):
            return found
        here = self.game.cards_at(self.session.shown_state, self.session.learner, None)
        return found if found.card in {look.card for look in here} else None

    def _cards(self) -> tuple[ShownCard, ...]:
        looks = self.game.cards_at(self.session.shown_state, self.session.learner, self.thrown)
        return tuple(look._replace(face=self.game.portrait(look.card)) for look in looks)

    def _priced(self, name: str, text: str, tip: str, stars: int, enabled: bool) -> Button:
        """Help of a lesson's exercise, with what it costs written on it; nothing once it has been done."""
        price = (
            self.face.price(stars) if self.number and enabled and not (self.done_before or self.session.finished) else 0
        )
        if not price:
            return Button(name, text, tip, enabled=enabled)
        return Button(
            name, f"{text} (−{price} ★)", f"{tip}. It costs {price} star{'s' if price > 1 else ''}", enabled=enabled
        )

    def _tools(self, look: Viewing) -> tuple[Button, ...]:
        session = self.session
        tools: list[Button] = []
        if self.face.can_ask:
            left = len(self.face.hints) < len(self.exercise.hints)
            tip = "A nudge; press again for a second, plainer one"
            tools.append(self._priced("hint", "Hint", tip, 1, left))
            asked = self.face.shown_solution is not None
            tools.append(self._priced("solution", "Solution", "Show how it is done", 2, not asked))
        if self.face.undoes and session.can_undo:
            tools.append(Button("undo", "↶ Undo", "Take the last action back", main=session.feedback.lost))
        if self.face.can_begin_again():
            tools.append(Button("again", "⟲ Begin again", "Set everything back to the beginning"))
        if session.feedback.refutation is not None and session.feedback.refutation.state is not None:
            tools.append(Button("replay", "▶ Show again", "Show once more what this leads to"))
        if self._is_large():
            tip = "The whole of it again" if self.is_close(look) else "Only what lies round the Knights, larger"
            tools.append(Button("closer", "⌕ Whole board" if self.is_close(look) else "⌕ Closer", tip))
        tools += self.face.tools()
        if session.finished or self.done_before:
            text = "Next →" if self.number < self.count else "On →"
            tools.append(Button("next", text, "On to what comes next", main=session.solved))
        return tuple(tools)


class Films:
    """What makes the films of an exercise (:class:`tutor.teach.exercise.face.Pictures`), for one way of looking at it."""

    def __init__(self, session: Session, view: Any) -> None:
        self.session, self.view = session, view

    def _seen_whole(self, states: Sequence[AnyState]) -> None:
        """All pictures of a film show the same part of the board: as much as all of them need."""
        self.view = self.session.game.widened(self.view, states)

    def _still(self, still: Still) -> Scene:
        return picture(self.session, self.view, still.state, highlights=still.highlights, still=True)

    def going(self, moments: Sequence[tuple[AnyState, AnyState, Sequence[Event]]]) -> tuple[Shot, ...]:
        """From moment to moment with what happens between."""
        self._seen_whole([state for before, after, _ in moments for state in (before, after)])
        scenes = [
            each
            for before, after, events in moments
            for each in film_of(self.session, self.view, before, after, events)
        ]
        return film(scenes)

    def solution(self, moments: Sequence[tuple[AnyState, AnyState, Sequence[Event]]]) -> tuple[Shot, ...]:
        """From where it stands now from moment to moment, and back."""
        self._seen_whole([self.session.state, *(state for before, after, _ in moments for state in (before, after))])
        now = self._still(Still(self.session.state))
        scenes = [now]
        for before, after, events in moments:
            scenes += film_of(self.session, self.view, before, after, events)
        return (*film(scenes, last=PLAYED), *film([scenes[-1], now])[1:])

    def there_and_back(self, before: AnyState, led: AnyState, events: Sequence[Event]) -> tuple[Shot, ...]:
        """What a try leads to, and back to where it stands now."""
        self._seen_whole([before, led, self.session.shown_state])
        there = film(film_of(self.session, self.view, before, led, events), last=SEEN)
        back = film(film_of(self.session, self.view, led, self.session.shown_state, ()))
        return (*there, *back[1:])

    def slides(self, stills: Sequence[Still]) -> tuple[Shot, ...]:
        """One picture after the other."""
        self._seen_whole([still.state for still in stills])
        return film([self._still(still) for still in stills])

    def in_turn(self, stills: Sequence[Still]) -> tuple[Shot, ...]:
        """One picture after the other, from where it stands now and back to that."""
        shots: list[Shot] = []
        for still in stills:
            scene = self._still(still)
            shots.append(Shot(scene, steps(shots[-1].scene, scene) if shots else (), about=still.about))
        now = self._still(Still(self.session.state))
        return (Shot(now, (), 0), *shots, Shot(now, steps(shots[-1].scene, now), 0))
