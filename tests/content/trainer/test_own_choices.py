"""Costly choices of one's own games come into the trainer's review, and only there."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from engine import mystic_wood as mw
from tests.support.at_table import ABOUT_TO_WIN
from tests.support.by_hand import Clock
from tutor.content.puzzles.own import PREFIX, RESTS, own_puzzles
from tutor.content.trainer.choices import OPEN, Choices
from tutor.content.trainer.learner_state import REVIEW, TRAINING
from tutor.desk import Refused, Touch, Viewer
from tutor.desk.log import ActLog
from tutor.desk.store import Progress
from tutor.hosts.documents.kept import DeskRecord, DocumentPlace, KeptLink
from tutor.hosts.documents.served import served
from tutor.teach.kinds import start
from tutor.teach.kinds.choose import ChooseSession
from tutor.teach.review import DAY

KEEP = "keep 1 0 leave|31 stay"


@pytest.fixture
def clock() -> Clock:
    return Clock(1_700_000_000.0)


@pytest.fixture
def store(tmp_path: Path, clock: Clock) -> Progress:
    return Progress(tmp_path / "progress.sqlite", clock)


def over(store: Progress) -> DeskRecord:
    """A table at which Roland has left the Wood and won."""
    record = DeskRecord(DocumentPlace("table"), served()["table"], {}, "http://127.0.0.1/table/", ActLog(store))
    raw = {"places": [["roland", "here", "", ""], ["george", "bot", "", ""]], "text": mw.code(mw.loads(ABOUT_TO_WIN))}
    record.desk.append("learner", "begin " + json.dumps({**raw, "do": ["leave"]}))
    assert record.desk.doc.over
    return record


def test_a_choice_that_is_kept_comes_back_in_the_review_two_days_later_and_is_answered_there(
    store: Progress, clock: Clock
) -> None:
    record, choices = over(store), Choices(store, ())
    record.desk.append("learner", KEEP)
    (puzzle,) = own_puzzles(store)
    assert choices.mode_of(REVIEW, OPEN).next() is None, "not today"
    clock.now += 2 * DAY + 60
    assert choices.mode_of(REVIEW, OPEN).next() == puzzle
    assert "1 to review" in choices.summary(REVIEW, OPEN)
    session = start(puzzle.exercise)
    assert isinstance(session, ChooseSession)
    words = [option.option.words for option in session.options]
    wrong = session.attempt(words.index("Stay here (at c9)"))
    assert "costs about 31 points" in wrong.text
    right = session.attempt(1 - words.index("Stay here (at c9)"))
    assert session.solved
    assert RESTS in right.text


def test_it_is_asked_nowhere_else_and_rates_nobody(store: Progress) -> None:
    over(store).desk.append("learner", KEEP)
    choices = Choices(store, ())
    assert choices.mode_of(TRAINING, OPEN).next() is None
    assert not choices.mode_of(REVIEW, OPEN).rates


def test_it_is_kept_once_and_is_still_there_when_all_is_opened_anew(store: Progress) -> None:
    record = over(store)
    record.desk.append("learner", KEEP)
    with pytest.raises(Refused, match="already"):
        record.desk.append("learner", KEEP)
    assert len(own_puzzles(store)) == 1
    DeskRecord(DocumentPlace("table"), served()["table"], {}, "http://127.0.0.1/table/", ActLog(store))
    assert len([each for each in store.attempts() if each.exercise.startswith("own-")]) == 1


@pytest.mark.parametrize(
    ("by", "text"),
    [
        ("seat george", KEEP),
        ("learner", "keep 1 0 leave"),
        ("learner", "keep 1 0 leave|3 fly"),
        ("learner", "keep 0 0 leave|3 stay"),
        ("learner", "keep 1 4 leave|3 stay"),
        ("learner", "keep 1 x leave|0 stay"),
        ("learner", "keep 9 0 leave|3 stay"),
    ],
)
def test_what_is_no_choice_of_that_moment_is_not_kept(store: Progress, by: str, text: str) -> None:
    record = over(store)
    with pytest.raises(Refused):
        record.desk.append(by, text)
    assert not own_puzzles(store)


def test_one_that_cannot_be_read_any_more_is_left_out(store: Progress) -> None:
    over(store).desk.append("learner", KEEP)
    spoilt: dict[str, dict[str, str]] = {
        "own/spoilt": {"game": "mystic-wood", "text": "mw1-nothing"},
        "own/empty": {},
        "own/of-none": {"game": "chess"},
    }
    for name, source in spoilt.items():
        ActLog(store).begin(name, source, 1.0)
    assert len(own_puzzles(store)) == 1
    assert PREFIX == "own/"


def test_the_page_of_a_choice_that_was_found_offers_to_keep_it(store: Progress) -> None:
    record = over(store)
    link = KeptLink(Viewer("learner"), lambda message: None)
    record.join(link)
    (want,) = link.wants
    find = {
        "line": 1,
        "seat": "roland",
        "played": "stay",
        "advice": [["leave", 1.0, 0.0, 0.0], ["stay", 0.6, 0.4, 0.05]],
    }
    ledger = {"rows": [], "turning": {}, "finds": [find], "ended": True}
    link.known = {want: ledger}
    record._answers[want] = ledger
    for number, target in enumerate(("find:1", "act:leave"), 1):
        record.touched(link, Touch(record.desk.n, number, "click", target))
    assert link.shown is not None
    assert "Keep it for the trainer" in link.shown.panels["now"]
    record.touched(link, Touch(record.desk.n, 3, "click", "keep:1 0 leave|40 stay"))
    assert "it comes back in the trainer" in link.shown.panels["now"]
    assert len(own_puzzles(store)) == 1
