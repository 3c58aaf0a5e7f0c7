"""What must hold of any input, whatever it is: a check for each reader. It returns whether the input was accepted, or fails."""

from __future__ import annotations

import json
import os
import random
import tempfile
import time
import zlib
from collections.abc import Callable
from functools import cache, partial
from pathlib import Path
from typing import Any, TypeVar

from engine import gran, mystic_paths
from engine import mystic_wood as mw
from engine.contract import records
from engine.contract.verdicts import IllegalAction
from engine.mystic_wood.notation import situations
from engine.mystic_wood.play.state import broken_invariants
from engine.text.codes import seal
from engine.text.faults import Faulty
from tests.naive.comparing import Tally, differences, one_more_opinion
from tests.soak import kills
from tutor.content.lessons import course_lessons
from tutor.content.lessons.checking import faults_of
from tutor.content.lessons.reading import parse_lesson
from tutor.content.puzzles import parse_puzzles
from tutor.content.puzzles.writing import written
from tutor.content.trainer.learner_state import learner_state
from tutor.desk.attempts import standings
from tutor.desk.files import export_text, record_of
from tutor.desk.progress import Progress, lesson_rows
from tutor.games.mystic_wood.claims.goals import read_goal
from tutor.games.mystic_wood.teachable import GAME
from tutor.games.mystic_wood.teachable import GAME as WOOD
from tutor.hosts.cli.pipe import answer_line
from tutor.pages.checker.words import understand
from tutor.teach.exercise.session import Session
from tutor.teach.kinds import start

T = TypeVar("T")
#: Seconds of one processor that any one input may take, and letters that a refusal may be long.
LONGEST, WORDIEST = 5.0, 40_000
#: How many steps an accepted situation is played on.
STEPS = 25


def refused(work: Callable[[], T]) -> T | None:
    """What the reader made of it; None if it refused it in the proper way: where, what and what would be right."""
    try:
        return work()
    except Faulty as problem:
        faulty = problem
    assert faulty.faults
    for fault in faulty.faults:
        assert fault.where, fault
        assert fault.what, fault
        assert fault.fix, fault
    assert len(str(faulty)) < WORDIEST, "the refusal goes on for ever"
    json.dumps(faulty.as_dict()).encode()
    return None


def text_of(data: bytes) -> str:
    """The data as text that a reader may be given (files are decoded by the readers themselves)."""
    return data.decode("utf-8", "replace")


def plays_on(state: mw.State, seed: int) -> None:
    """Whatever is accepted can be played: always a decision, all that is listed is legal, nothing breaks."""
    rng = random.Random(seed)
    for _ in range(STEPS):
        assert broken_invariants(state) == []
        actions = state.legal_actions()
        assert bool(actions) is not state.over, "nothing is legal, and the game is not over"
        if not actions:
            return
        action = rng.choice(actions)
        assert state.judge(action.text).legal, f"{action.text} is listed and judged not legal"
        state = state.play(action).state


def situation(data: bytes) -> bool:
    state = refused(lambda: mw.loads(text_of(data)))
    if state is None:
        return False
    assert mw.loads(mw.dumps(state)) == state, "it is not read back as it was written"
    assert mw.from_code(mw.code(state)) == state, "its code gives another"
    plays_on(state, zlib.crc32(data))
    return True


def code(data: bytes) -> bool:
    state = refused(lambda: mw.from_code(text_of(data)))
    if state is None:
        return False
    assert mw.from_code(mw.code(state)) == state
    plays_on(state, zlib.crc32(data))
    return True


def packed(data: bytes) -> bool:
    """What stands in a code, behind a checksum that is right: as we pack it, and packed without the words it is made of."""
    squeezer = zlib.compressobj(9, zlib.DEFLATED, -15, 9, zlib.Z_DEFAULT_STRATEGY, situations._WORDS)
    bodies = squeezer.compress(data) + squeezer.flush(), zlib.compress(data, 9, -15)
    return all(code(seal(mw.CODE_PREFIX, body, data).encode()) for body in bodies)


@cache
def _moments() -> tuple[mw.State, ...]:
    from tests.support.random_games import state_at

    return tuple(state_at(seed, number) for seed, number in ((1, 5), (2, 60), (3, 150), (4, 300), (5, 90)))


def action(data: bytes) -> bool:
    text = text_of(data)
    if refused(lambda: mw.parse_action(text)) is None:
        return False
    for state in _moments():
        verdict = refused(lambda state=state: state.judge(text))  # type: ignore[misc]
        if verdict is None:
            continue
        try:
            state.play(text)
        except IllegalAction:
            assert not verdict.legal, "judged legal and refused when played"
        except Faulty:
            raise AssertionError("judged, and unreadable when played") from None
        else:
            assert verdict.legal, "judged not legal and played"
    return True


@cache
def _exercises() -> tuple[Any, ...]:
    """An exercise of each kind."""
    found = {type(exercise): exercise for lesson in course_lessons() for exercise in lesson.exercises}
    return tuple(found.values())


def answer(data: bytes) -> bool:
    text = text_of(data)
    tried = False
    for exercise in _exercises():
        session: Session = start(exercise)
        for given in (text, [text], text.split()):
            feedback = refused(lambda given=given, session=session: session.attempt(given))  # type: ignore[misc]
            tried = tried or feedback is not None
    return tried


def lesson(data: bytes) -> bool:
    parsed = refused(lambda: parse_lesson(text_of(data), "my-lesson"))
    if parsed is None:
        return False
    for fault in faults_of(parsed, "my-lesson.md"):
        assert fault.where, fault
        assert fault.what, fault
    return True


def puzzles(data: bytes) -> bool:
    parsed = refused(lambda: parse_puzzles(text_of(data), "mine"))
    if parsed is None:
        return False
    text = written(parsed)
    assert written(parse_puzzles(text, "mine")) == text, "it is not read back as it was written"
    return True


@cache
def _scratch() -> Path:
    return Path(tempfile.mkdtemp(prefix="mystic-wood-soak-"))


def _file(data: bytes, name: str) -> Path:
    path = _scratch() / f"{os.getpid()}-{name}"
    path.write_bytes(data)
    return path


def cards(data: bytes) -> bool:
    return refused(lambda: mw.load_cards(_file(data, "cards.toml"))) is not None


def tiles(data: bytes) -> bool:
    return refused(lambda: mw.load_tiles(_file(data, "tiles.toml"))) is not None


def progress(data: bytes) -> bool:
    record = refused(lambda: record_of(text_of(data), "pupil.json"))
    if record is None:
        return False
    assert record_of(export_text(record.learner, record.attempts), "again").learner == record.learner
    lesson_rows(standings(record.attempts), [])
    return True


def store(data: bytes) -> bool:
    """A damaged progress file: set aside or used; what is done then is kept, and what is read of it can be rated and exported."""
    folder = Path(tempfile.mkdtemp(dir=_scratch()))
    path = folder / "progress.sqlite"
    path.write_bytes(data)
    opened = Progress(path)
    opened.record("02-exploring", "first", "right")
    learner_state(opened.attempts(), opened.clock())
    record_of(opened.export_text(), "mine.json")
    told = opened.trouble
    again = Progress(path)
    kept = any(attempt.exercise == "first" for attempt in again.attempts())
    assert kept or told, "a try is lost, and nobody is told"
    for file in folder.iterdir():
        file.unlink()
    folder.rmdir()
    return told is None


def pipe(data: bytes) -> bool:
    line = data.replace(b"\n", b" ")
    answered = answer_line(line)
    assert "\n" not in answered
    told = json.loads(answered)
    assert isinstance(told, dict)
    assert "the tutor is at fault" not in json.dumps(told.get("error", {})), answered[:500]
    return "error" not in told


def record(data: bytes) -> bool:
    try:
        game = refused(lambda: records.loads(text_of(data), mw.read))
    except IllegalAction:
        return False
    if game is None:
        return False
    assert records.loads(game.dumps(mw.dumps), mw.read).state == game.state
    return True


def goal(data: bytes) -> bool:
    """What somebody wants: `tutor odds --goal`."""
    read = False
    for state in _moments():
        wanted = refused(lambda state=state: read_goal(text_of(data), state, WOOD))  # type: ignore[misc]
        if wanted is not None:
            mw.search(state, wanted.goal, wanted.who, 30).plan(1)
            read = True
    return read


def words(data: bytes) -> bool:
    """A question in words: every reading of it can be said again."""
    found = [
        reading.words(GAME, state)
        for state in _moments()
        for reading in understand(GAME, text_of(data)[:200], state).readings
    ]
    assert all(found)
    return bool(found)


def other_situation(game: Any, data: bytes) -> bool:
    """A situation of another game."""
    state = refused(lambda: game.loads(text_of(data)))
    if state is None:
        return False
    assert game.loads(game.dumps(state)) == state, "it is not read back as it was written"
    assert game.from_code(game.code(state)) == state, "its code gives another"
    rng = random.Random(zlib.crc32(data))
    for _ in range(STEPS):
        assert game.broken_invariants(state) == []
        actions = state.actions()
        assert bool(actions) is not state.over, "nothing is legal, and the game is not over"
        if not actions:
            break
        action = rng.choice(actions)
        assert state.judge(action).legal, f"{action} is listed and judged not legal"
        state = state.play(action).state
    return True


def step(data: bytes) -> bool:
    """A moment of a game and an action in it, or several, as ``{"situation": ..., "do": ...}``; looked at after each."""
    told = json.loads(data)
    after = mw.loads(told["situation"])
    for done in [told["do"]] if isinstance(told["do"], str) else told["do"]:
        after = after.play(done).state if done else after
        assert broken_invariants(after) == []
        assert mw.loads(mw.dumps(after)) == after
        assert mw.from_code(mw.code(after)) == after
    plays_on(after, 0)
    return True


def second_opinion(data: bytes) -> bool:
    """A situation as JSON, in which the engine and the naive rules must answer the same."""
    tally: Tally = Tally()
    told = [difference for seed in range(4) for difference in differences(json.loads(data), random.Random(seed), tally)]
    assert not told, told[0]
    return True


def kill(data: bytes) -> bool:
    """What is killed and by which seed: ``set-up 17``."""
    which, _, seed = text_of(data).rpartition(" ")
    {"writing": kills.writing, "set-up": kills.set_up, "the whole set-up": kills.whole_set_up}[which](int(seed))
    return True


def one_more(data: bytes) -> bool:
    """The number of a situation made for one question, in which they must answer the same."""
    told = one_more_opinion(int(data), Tally())
    assert not told, told[0]
    return True


#: The readers: everything that takes text of somebody else.
DOORS: dict[str, Callable[[bytes], bool]] = {
    "situation": situation,
    "code": code,
    "packed": packed,
    "action": action,
    "answer": answer,
    "lesson": lesson,
    "puzzles": puzzles,
    "cards": cards,
    "tiles": tiles,
    "progress": progress,
    "store": store,
    "pipe": pipe,
    "record": record,
    "goal": goal,
    "words": words,
    "gran": partial(other_situation, gran),
    "mystic_paths": partial(other_situation, mystic_paths),
}
CHECKS: dict[str, Callable[[bytes], bool]] = {
    **DOORS,
    "step": step,
    "second opinion": second_opinion,
    "one more opinion": one_more,
    "kill": kill,
}


def check(kind: str, data: bytes) -> bool:
    """Whether the input was accepted; fails if a promise is broken, or if it takes too long."""
    began = time.process_time()
    accepted = CHECKS[kind](data)
    took = time.process_time() - began
    assert took < LONGEST, f"{took:.1f} s for {len(data)} bytes"
    return accepted
