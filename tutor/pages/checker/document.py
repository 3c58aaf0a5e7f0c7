"""The ruling checker as a document: what is laid out, and what was asked of it."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, get_args

from engine.text.faults import Faulty
from tutor.desk import Act, Refused, Touch, Viewer
from tutor.desk.desk import Known
from tutor.draw.page import Effect, Page
from tutor.pages.checker.page import Asks, CheckerLook, PastQuestion
from tutor.pages.checker.words import AskedQuestion
from tutor.pages.editor.document import EditedSituation, EditorViewer, acted, look_of, values_of
from tutor.pages.editor.model import Editor, Misplaced
from tutor.teach.game.asking import Answer, Question, QuestionKind
from tutor.teach.game.teachable import Teachable

#: An act after which the answer is no longer shown.
ASIDE = "aside"
_KINDS: Mapping[str, QuestionKind] = {kind: kind for kind in get_args(QuestionKind)}


@dataclass(frozen=True)
class Quarrel(EditedSituation):
    """A situation, the questions asked (the last one first), and the answer that stands beside it."""

    history: tuple[PastQuestion, ...] = ()
    answer: Answer | None = None
    asked: AskedQuestion | None = None


class CheckerDocument:
    """The ruling checker. The source: ``text``, what is laid out at first, and ``ask``, what is asked of it at once. ``address``
    is where the page stands, for links."""

    def __init__(self, game: Teachable, address: str = "") -> None:
        self.game, self.address = game, address

    def open(self, source: Mapping[str, Any]) -> Quarrel:
        checker: Asks = self.game.ask_page()()
        if text := source.get("text"):
            checker.begin(str(text), str(source.get("ask") or ""))
        opening = look_of(checker, CheckerLook)
        return Quarrel(checker.editor.copy(), opening, tuple(checker.history), checker.answer_now, checker.asked_now)

    def look(self, viewer: Viewer) -> EditorViewer:
        return EditorViewer()

    def fold(self, doc: Quarrel, act: Act) -> Quarrel:
        opening = CheckerLook(asking=_asks(doc.opening))
        if act.text == ASIDE:
            return replace(doc, answer=None, asked=None, opening=opening)
        if act.text.startswith("ask "):
            return self._asked(doc, read_question(act.text))
        editor = acted(doc.editor, act.text)
        if editor.data == doc.editor.data:
            return replace(doc, editor=editor, opening=opening)
        return replace(doc, editor=editor, answer=None, asked=None, opening=opening)

    def next(self, doc: Quarrel) -> str | None:
        return None

    def draw(self, doc: Quarrel, who: str, rng: random.Random) -> str:
        raise NotImplementedError("nobody but people acts in the checker")

    def seen(self, doc: Quarrel, viewer: Viewer) -> Quarrel:
        return doc

    def hear(
        self, seen: Quarrel, viewer: Viewer, view: EditorViewer, touch: Touch
    ) -> tuple[EditorViewer, tuple[str, ...]]:
        checker = self._checker(seen, view)
        effects: list[Effect] = []
        checker.does(touch, effects)
        acts = list(checker.editor.acts)
        if checker.asked_now is not None and checker.asked_now is not seen.asked:
            acts.append(written_question(checker.asked_now))
        elif checker.asked_now is None and seen.asked is not None and not acts:
            acts.append(ASIDE)
        return EditorViewer(look_of(checker, CheckerLook), view.touches + 1, tuple(effects)), tuple(acts)

    def page(self, seen: Quarrel, viewer: Viewer, view: EditorViewer, known: Known) -> Page:
        return replace(self._checker(seen, view).page(view.effects), answers=view.touches)

    def _checker(self, seen: Quarrel, view: EditorViewer) -> Asks:
        checker = self._asks(seen.editor, list(seen.history), values_of(view.look or seen.opening))
        checker.answer_now, checker.asked_now = seen.answer, seen.asked
        return checker

    def _asks(self, editor: Editor, history: list[PastQuestion], look: Mapping[str, Any]) -> Asks:
        """The game's checker with a copy of what is laid out."""
        found: Asks = self.game.ask_page()(editor=editor.copy(), address=self.address, history=history, **look)
        return found

    def _asked(self, doc: Quarrel, reading: AskedQuestion) -> Quarrel:
        checker = self._asks(doc.editor, list(doc.history), {})
        try:
            checker.ask(reading)
        except Misplaced as refused:
            raise Refused(str(refused)) from None
        except Faulty as faulty:
            raise Refused(faulty.faults[0].told) from None
        except (LookupError, ValueError) as problem:
            raise Refused(f"{written_question(reading)}: {problem}") from None
        opening = CheckerLook(asking=True, understood=checker.understood)
        return replace(doc, history=tuple(checker.history), answer=checker.answer_now, asked=reading, opening=opening)


def written_question(reading: AskedQuestion) -> str:
    """A question as an act: "ask may: meet orc", "ask may as roland: joust george", "ask order:"."""
    whose = f" as {reading.who}" if reading.who else ""
    return f"ask {reading.question.kind}{whose}: {reading.question.action}".rstrip()


def read_question(text: str) -> AskedQuestion:
    """The question an act holds. Refused if it holds none."""
    head, _, action = text.partition(":")
    _, kind, *whose = head.split(" ") if head.count(" ") else ("", "")
    if kind not in _KINDS or (whose and (len(whose) != 2 or whose[0] != "as" or not whose[1].isidentifier())):
        raise Refused(f"{text[:80]}: no question. One is: ask may: meet orc")
    return AskedQuestion(Question(_KINDS[kind], action.strip()), whose[1] if whose else "")


def _asks(opening: object) -> bool:
    return isinstance(opening, CheckerLook) and opening.asking
