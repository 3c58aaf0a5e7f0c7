"""Every exercise of every lesson: each accepted answer is taken, and wrong ones are answered with a rule."""

from __future__ import annotations

import re
from collections import Counter
from typing import Any

import pytest

from tests.sources import ROOT
from tests.support.tries import wrong_answers
from tutor.content.lessons import COURSE, Lesson, entry_of, faults_of, read_lesson, words_before_first_exercise
from tutor.content.lessons.course import is_last
from tutor.content.lessons.reading import Recap
from tutor.teach.exercise.exercise import Exercise
from tutor.teach.exercise.feedback import Outcome
from tutor.teach.exercise.session import Session
from tutor.teach.game import registry as games
from tutor.teach.kinds import start
from tutor.teach.kinds.choose import ChooseSession
from tutor.teach.kinds.on_board import PlaySession
from tutor.teach.kinds.order import OrderSession
from tutor.teach.kinds.watch import WatchSession

FOLDER = ROOT / "lessons"
LESSONS: list[Lesson] = [read_lesson(path) for path in sorted(FOLDER.glob("*.md"))]
EXERCISES: list[Exercise] = [exercise for lesson in LESSONS for exercise in lesson.exercises]
TRIED = [exercise for exercise in EXERCISES if exercise.kind != "watch"]
FEWEST_LESSONS = 18
FEWEST_EXERCISES = 200

each_lesson = pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson.name)


def each(exercises: list[Exercise]) -> Any:
    return pytest.mark.parametrize("exercise", exercises, ids=lambda exercise: exercise.key)


def test_every_exercise_of_the_course_has_a_title_of_its_own() -> None:
    """By its title it is found again: among what is to be refreshed, in one's progress and in the table of a class."""
    titles = Counter(exercise.name for lesson in LESSONS for exercise in lesson.exercises)
    assert {title for title, times in titles.items() if times > 1} == set()


def test_the_lessons_are_there() -> None:
    assert len(LESSONS) >= FEWEST_LESSONS
    assert len(EXERCISES) >= FEWEST_EXERCISES
    assert len({exercise.key for exercise in EXERCISES}) == len(EXERCISES)


@each_lesson
def test_a_lesson_belongs_to_the_course_under_its_number_and_title(lesson: Lesson) -> None:
    entry = entry_of(lesson.name)
    assert entry is not None, f"{lesson.name} is none of {[e.name for e in COURSE]}"
    assert (lesson.number, lesson.title) == (entry.number, entry.title)
    assert 5 <= lesson.minutes <= 10 or lesson.number == 0 or is_last(entry)


@each_lesson
def test_the_engine_finds_no_fault_in_a_lesson(lesson: Lesson) -> None:
    assert [str(fault) for fault in faults_of(lesson)] == []


@each_lesson
def test_a_lesson_has_the_steps_a_lesson_needs(lesson: Lesson) -> None:
    kinds = [exercise.kind for exercise in lesson.exercises]
    assert words_before_first_exercise(lesson) <= 90, "something to do comes within half a minute"
    if lesson.number == 0:
        return
    assert 6 <= len(kinds) <= 14
    assert len(set(kinds)) >= 4, "a mix of kinds"
    assert "free" in kinds, "free play on the real engine"
    assert any(isinstance(s, PlaySession) and s.wants_refusal for s in map(start, lesson.exercises)), (
        "try what is not allowed"
    )


@each_lesson
def test_a_recap_is_a_few_plain_sentences(lesson: Lesson) -> None:
    (recap,) = (part for part in lesson.parts if isinstance(part, Recap))
    assert 3 <= len(re.findall(r"[.!?](?=\s|$)", recap.text)) <= 5
    assert "`" not in recap.text


@each_lesson
def test_a_hint_names_buttons_by_what_stands_on_them(lesson: Lesson) -> None:
    told = " ".join((*(hint for e in lesson.exercises for hint in e.hints), *(e.prompt for e in lesson.exercises)))
    assert re.findall("“Move (?:north|east|south|west)”", told) == []


def accepted_answers(session: Session) -> tuple[Any, ...]:
    return session.accepted()[:40]


def give(session: Session, answer: Any) -> Outcome:
    """Give an answer from the beginning: actions and clicks one after the other, anything else at once."""
    session.restart()
    if isinstance(session, PlaySession | WatchSession):
        for part in answer:
            session.attempt(part)
    else:
        session.attempt(answer)
    return session.feedback.outcome


def taken(exercise: Exercise) -> Outcome:
    """What comes of an answer that is taken: an opinion is noted."""
    return Outcome.NOTED if getattr(exercise, "ask", "") == "opinion" else Outcome.RIGHT


@each([exercise for exercise in EXERCISES if exercise.kind == "free" and exercise.game is games.teachable()])
def test_a_turn_is_a_turn_however_staying_is_typed(exercise: Exercise) -> None:
    """With a capital it once took none."""
    ended = []
    for typed in ("stay", "Stay", " STAY "):
        session = start(exercise)
        assert isinstance(session, PlaySession)
        assert session.attempt(typed).outcome is Outcome.PROGRESS
        ended.append((session.state, session.turns_left))
    assert ended[0] == ended[1] == ended[2]


@each(EXERCISES)
def test_every_accepted_answer_is_taken(exercise: Exercise) -> None:
    session = start(exercise)
    answers = accepted_answers(session)
    assert answers, "no answer is right"
    for answer in answers:
        assert give(session, answer) is taken(exercise), answer
    assert session.finished


@each([exercise for exercise in TRIED if taken(exercise) is Outcome.RIGHT])
def test_wrong_answers_are_answered_with_a_rule(exercise: Exercise) -> None:
    session = start(exercise)
    tested = 0
    for answer in wrong_answers(session):
        session.restart()
        feedback = session.attempt(answer)
        if feedback.outcome is Outcome.PROGRESS:
            continue
        assert feedback.outcome is Outcome.WRONG, answer
        assert feedback.text
        assert feedback.rules, answer
        assert set(feedback.rules) <= set(exercise.game.ledger), answer
        assert all(reason.text and reason.cite for reason in feedback.reasons)
        tested += 1
        if tested == 8:
            break
    enough = 1 if isinstance(session, OrderSession) and len(session.items) == 2 else 2
    if isinstance(session, ChooseSession) and len(session.options) == 2 and not session.exercise.several:
        enough = 1
    assert tested >= enough, "an exercise needs plausible wrong answers"


@each(TRIED)
def test_two_hints_and_a_solution_that_solves_it(exercise: Exercise) -> None:
    session = start(exercise)
    first, second, third = session.hint(), session.hint(), session.hint()
    assert first
    assert second
    assert first != second == third
    solution = session.solution()
    assert solution.words
    if solution.answer is not None:
        assert give(session, solution.answer) is taken(exercise)


@each(EXERCISES)
def test_the_rules_an_exercise_names_are_in_the_ledger(exercise: Exercise) -> None:
    assert exercise.rules
    assert set(exercise.rules) <= set(exercise.game.ledger)


@each([exercise for exercise in EXERCISES if exercise.kind == "watch"])
def test_every_consequence_in_a_scene_names_its_rule(exercise: Exercise) -> None:
    session = start(exercise)
    assert isinstance(session, WatchSession)
    assert any(frame.rules for frame in session.frames)
    assert len(session.frames) <= 15, "a scene of many clicks begins too early: play its beginning in before"
    for frame in session.frames[1:]:
        # The words of a step stand with its last picture; before that the engine tells what one sees.
        assert frame.say or frame.events, f"no words stand beside {frame.action}"
        assert all(event.rules for event in frame.events)
        assert set(frame.rules) <= set(exercise.game.ledger)
