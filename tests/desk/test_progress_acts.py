"""The log of acts: written before it is shown, one writer, nothing lost without a word."""

from __future__ import annotations

import os
import signal
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from tutor.desk import Act
from tutor.desk.log import MOST_ASIDE, ActLog, NotKept
from tutor.desk.progress import Progress

ACTS = [
    Act(1, "learner", "do place orc c2", 1000.25),
    Act(2, "chance", "roll 4 5", 1001.5),
    Act(3, "learner", "undo", 1002.0),
]
#: Another process, which goes on to read what is typed to it: "keep N", "read".
OTHER = """
import sys
from tutor.desk import Act
from tutor.desk.progress import Progress
from tutor.desk.log import ActLog, NotKept
log = ActLog(Progress(sys.argv[1]))
for line in sys.stdin:
    verb, n = line.split()
    if verb == "read":
        acts = log.read("quarrel")
        print(len(acts), log.told["quarrel"], flush=True)
    else:
        try:
            log.keep("quarrel", Act(int(n), "other", "do undo", 5.0))
            print("kept", flush=True)
        except NotKept as why:
            print(why, flush=True)
"""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "progress.sqlite"


def log_at(path: Path) -> ActLog:
    return ActLog(Progress(path, clock=lambda: 5000.0))


def filled(path: Path) -> ActLog:
    log = log_at(path)
    assert log.read("quarrel") == []
    for act in ACTS:
        log.keep("quarrel", act)
    return log


class Other:
    """Another process with the same store."""

    def __init__(self, path: Path) -> None:
        command = [sys.executable, "-c", OTHER, str(path)]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def told(self, line: str) -> str:
        assert self.process.stdin
        assert self.process.stdout
        self.process.stdin.write(f"{line}\n")
        self.process.stdin.flush()
        return self.process.stdout.readline().strip()

    def kill(self) -> None:
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()


def test_acts_are_read_as_they_were_kept_by_whoever_comes_next(path: Path) -> None:
    log = filled(path)
    log.keep("another", Act(1, "ms-may", "close", 3.0))
    again = log_at(path)
    assert again.read("quarrel") == ACTS
    assert again.told["quarrel"] == ""
    assert again.documents() == ["quarrel", "another"]
    assert path.stat().st_mode & 0o777 == 0o600


def test_what_was_kept_survives_a_kill(path: Path) -> None:
    other = Other(path)
    assert other.told("read 0").startswith("0")
    for n in (1, 2, 3):
        assert other.told(f"keep {n}") == "kept"
    other.kill()
    log = log_at(path)
    assert [act.n for act in log.read("quarrel")] == [1, 2, 3]
    log.keep("quarrel", Act(4, "learner", "redo", 6.0))
    assert len(log_at(path).read("quarrel")) == 4


def test_a_spoilt_row_is_one_lost_act_and_told(path: Path) -> None:
    filled(path)
    with closing(sqlite3.connect(path)) as store:
        store.execute("UPDATE act SET text = 'roll 6 6' WHERE n = 2")
        store.commit()
    log = log_at(path)
    assert log.read("quarrel") == [ACTS[0], ACTS[2]]
    assert log.told["quarrel"] == "One act of it is spoilt on the disk and left out; the others stand."
    log.keep("quarrel", Act(4, "learner", "redo", 6.0))
    assert [act.n for act in log_at(path).read("quarrel")] == [1, 3, 4]


def test_a_second_process_is_told_and_writes_when_the_first_has_ended(path: Path) -> None:
    other = Other(path)
    other.told("read 0")
    assert other.told("keep 1") == "kept"
    log = log_at(path)
    assert len(log.read("quarrel")) == 1
    assert "another process of the tutor has it open" in log.told["quarrel"]
    with pytest.raises(NotKept, match="another process"):
        log.keep("quarrel", Act(2, "learner", "redo", 6.0))
    assert len(log_at(path).read("quarrel")) == 1
    other.kill()
    log.keep("quarrel", Act(3, "learner", "undo", 7.0))
    assert [act.text for act in log_at(path).read("quarrel")] == ["do undo", "redo", "undo"]


def test_two_that_both_went_on_from_the_same_place_do_not_mix(path: Path) -> None:
    other = Other(path)
    other.told("read 0")
    other.told("keep 1")
    log = log_at(path)
    log.read("quarrel")
    other.told("keep 2")
    other.kill()
    with pytest.raises(NotKept, match="gone on with it meanwhile"):
        log.keep("quarrel", Act(2, "learner", "redo", 6.0))
    assert [act.by for act in log_at(path).read("quarrel")] == ["other", "other"]


@pytest.mark.skipif(os.name == "nt", reason="folders there cannot be made read-only so")
def test_what_cannot_be_written_waits_and_is_written_in_its_order(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    log = log_at(path)
    log.read("quarrel")

    def full(*_: object) -> None:
        raise sqlite3.OperationalError("database or disk is full")

    with monkeypatch.context() as broken:
        broken.setattr(log.store, "work", full)
        for act in ACTS[:2]:
            with pytest.raises(NotKept, match="full"):
                log.keep("quarrel", act)
        assert [act.n for act in log.read("quarrel")] == [1, 2], "what waits is not forgotten"
    log.keep("quarrel", ACTS[2])
    assert log_at(path).read("quarrel") == ACTS


def test_begun_again_it_is_empty_and_what_it_held_lies_beside_it(path: Path) -> None:
    log = filled(path)
    log.begin_again("quarrel")
    assert log.read("quarrel") == []
    assert [(act, why) for act, why in log.aside("quarrel")] == [(act, "begun again") for act in ACTS]
    for at in range(MOST_ASIDE + 2):
        log.keep("quarrel", Act(1, "learner", f"do {at}", 1.0))
        log.set_aside("quarrel", log.read("quarrel"), "no longer fits", float(at))
    assert len({act.text for act, _ in log.aside("quarrel")}) >= MOST_ASIDE
    assert len(log.aside("quarrel")) <= MOST_ASIDE + len(ACTS)
    log.keep("quarrel", ACTS[0])
    assert log.read("quarrel") == ACTS[:1]


def test_a_document_remembers_what_it_was_begun_with(path: Path) -> None:
    log = log_at(path)
    assert log.source("quarrel") is None
    log.begin("quarrel", {"text": "MW1"}, 1.0)
    log.begin("quarrel", {"text": "MW2"}, 2.0)
    assert log_at(path).source("quarrel") == {"text": "MW1"}


def test_of_a_damaged_file_the_acts_that_can_be_read_are_carried_over(path: Path) -> None:
    filled(path).begin("quarrel", {"text": "x"}, 1.0)
    with closing(sqlite3.connect(path)) as store:
        store.execute("PRAGMA journal_mode=DELETE")
        (page,) = store.execute("SELECT rootpage FROM sqlite_master WHERE name = 'attempt_of'").fetchone()
    data = bytearray(path.read_bytes())
    data[(page - 1) * 4096 : page * 4096] = b"\xff" * 4096
    path.write_bytes(data)
    progress = Progress(path)
    progress.record("02", "first", "right")
    log = ActLog(progress)
    assert log.read("quarrel") == ACTS
    assert "was damaged" in log.told["quarrel"]
    assert log.source("quarrel") == {"text": "x"}


@pytest.mark.parametrize(
    "act", [Act(1, "x" * 400, "undo", 1.0), Act(1, "x", "", 1.0), Act(1, "x", "y" * 3_000_000, 1.0)]
)
def test_what_is_too_long_is_no_act(path: Path, act: Act) -> None:
    log = log_at(path)
    with pytest.raises(ValueError, match="characters, where"):
        log.keep("quarrel", act)
    assert log.read("quarrel") == []
