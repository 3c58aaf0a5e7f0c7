"""A kind of exercise is one module: the steps of CONTRIBUTING.md, "add a kind", followed with one that is thrown away."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from html import unescape
from typing import Any, ClassVar

import pytest

from engine.text.keyed import Key
from tests.sources import ROOT
from tutor.content.lessons import faults_of, parse_lesson
from tutor.content.lessons.reading import Lesson
from tutor.content.puzzles import faults_of as puzzle_faults
from tutor.content.puzzles import parse_puzzles
from tutor.content.puzzles.solving import solve
from tutor.content.puzzles.writing import written
from tutor.desk import Touch
from tutor.games.mystic_wood.teachable import GAME as WOOD
from tutor.hosts.paper.handout import handout_html, key_html
from tutor.pages.exercise import presenter
from tutor.pages.exercise.describing import describe
from tutor.pages.exercise.page_of import page_of
from tutor.teach import kinds
from tutor.teach.exercise import reference
from tutor.teach.exercise.controls import Control, Sheet, Write
from tutor.teach.exercise.exercise import Exercise
from tutor.teach.exercise.face import Face, KeptAttempt
from tutor.teach.exercise.feedback import Feedback, Outcome
from tutor.teach.exercise.kind import Kind
from tutor.teach.exercise.schema import text
from tutor.teach.exercise.session import Session, Solution

# ---------------------------------------------------------------- the one module


@dataclass(frozen=True, slots=True)
class Spell(Exercise):
    """Spell a word."""

    kind: ClassVar[str] = "spell"

    word: str = ""


class SpellSession(Session):
    """At a :class:`Spell`. An answer is what was written."""

    exercise: Spell

    def _attempt(self, answer: Any) -> Feedback:
        if answer == self.exercise.word:
            return Feedback(Outcome.RIGHT, self._praise(), self._taught())
        return Feedback(Outcome.WRONG, "That is another word.", self._first_rule())

    def accepted(self) -> tuple[Any, ...]:
        return (self.exercise.word,)

    def _solution(self) -> Solution:
        return Solution(f"It is spelt {self.exercise.word}.", self.exercise.word)


class Spelling(Face):
    """How one works at it."""

    session: SpellSession

    def means(self, touch: Touch) -> tuple[str, ...]:
        return (f"answer {touch.value('write')}",) if touch.target == "try" else super().means(touch)

    def _do(self, verb: str, what: str) -> tuple[KeptAttempt, ...]:
        return self._try(what, what) if verb == "answer" else super()._do(verb, what)

    def controls(self) -> tuple[Control, ...]:
        return (Write("Spell it", "letter by letter", "Check", main=True),)

    def in_words(self) -> Sequence[str]:
        return ("Answer with a word.",)

    def on_paper(self) -> Sheet:
        return Sheet("Spell it.", lines=1)


KIND = Kind(Spell, SpellSession, Spelling, (Key("word", text(40), "", about="the word, rightly spelt"),))
# ---------------------------------------------------------------- and nothing else but its place in the list

LESSON = """+++
number = 1
title = "T"
minutes = 5
rules = ["move.one"]
+++

```exercise
id = "one"
kind = "spell"
prompt = "Spell him."
rules = ["move.one"]
hints = ["a", "b"]
situation = '''order = ["george"]'''
word = "Britomart"
[[wrong]]
answer = "Britomarte"
text = "Without an e."
```

```recap
Farewell.
```
"""

PUZZLE = """[[puzzle]]
id = "her-name"
kind = "spelling"
edition = "1980"
question = "Spell her."
themes = ["exploration"]
rules = ["move.one"]
rating = 900
point = "Without an e."
situation = '''order = ["george"]'''
word = "Britomart"
"""


@pytest.fixture
def lesson(monkeypatch: pytest.MonkeyPatch) -> Lesson:
    monkeypatch.setitem(kinds.KINDS, "spell", KIND)  # type: ignore[arg-type]
    return parse_lesson(LESSON, "my-lesson")


def test_it_is_read_by_its_keys_and_proved(lesson: Lesson) -> None:
    (exercise,) = lesson.exercises
    assert isinstance(exercise, Spell)
    assert exercise.word == "Britomart"
    assert faults_of(lesson) == []
    with pytest.raises(Exception, match="Did you mean 'word'"):
        parse_lesson(LESSON.replace("word =", "wrod ="), "my-lesson")
    never = LESSON.replace("Britomarte", "Britomart")
    assert "this answer is right" in str(faults_of(parse_lesson(never, "my-lesson"))[0])


def test_it_is_shown_and_answered_on_a_page(lesson: Lesson) -> None:
    opened = presenter(lesson.exercises[0], number=1, count=1)
    panels = {
        name: unescape(str(html)) for name, html in page_of(opened.shown(), 0, opened, opened.look).panels.items()
    }
    assert "letter by letter" in panels["act"]
    assert [kept.outcome for kept in opened.do("answer Britomarte")] == ["wrong"]
    assert "Without an e." in opened.verdict().html
    touch = Touch(0, 0, "click", "try", values={"write": ["Britomart"]})
    (act,) = opened.hear(touch, opened.look)[1]
    assert [kept.outcome for kept in opened.do(act)] == ["right"]


def test_it_stands_on_paper_and_in_a_terminal(lesson: Lesson) -> None:
    assert "Spell it." in handout_html(lesson)
    assert "It is spelt Britomart." in key_html(lesson)
    assert describe(lesson.exercises[0]).endswith("Answer with a word.")


def test_a_puzzle_may_be_of_it_and_stores_its_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(kinds.KINDS, "spell", KIND)  # type: ignore[arg-type]
    monkeypatch.setattr(type(WOOD), "puzzle_kinds", {**WOOD.puzzle_kinds, "spelling": ("Spell it", ("spell",))})
    text = PUZZLE + 'answer = "Britomart"\n'
    (puzzle,) = parse_puzzles(text, "of-spells")
    assert (puzzle.answer, solve(puzzle).answer) == ("Britomart", "Britomart")
    assert puzzle_faults([puzzle]) == []
    (again,) = parse_puzzles(written([puzzle]), "of-spells")
    assert (again.answer, again.exercise.word) == ("Britomart", "Britomart")  # type: ignore[attr-defined]
    (wrong,) = parse_puzzles(text.replace('answer = "Britomart"', 'answer = "Una"'), "of-spells")
    assert "the engine's answer is Britomart, not Una" in puzzle_faults([wrong])[0].what


def test_the_documentation_explains_its_keys(lesson: Lesson) -> None:
    assert "the word, rightly spelt" in reference.rewritten("<!-- keys of spell -->\n<!-- end of keys -->")


def test_the_steps_are_those_of_the_guide() -> None:
    """What the guide tells to write is what this module has: no more, and no other file."""
    guide = (ROOT / "CONTRIBUTING.md").read_text("utf-8")
    steps = guide.partition("## Add a kind of exercise")[2].partition("\n## ")[0]
    named = set(re.findall(r"`(\w+)`", steps))
    assert {"Exercise", "Session", "Face", "KEYS", "KIND"} <= named
    assert "tutor/teach/kinds/__init__.py" in steps
