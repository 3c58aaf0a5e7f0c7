"""Progress is never lost silently: whatever keeps it from being written is told, and it is written as soon as it can be."""

from __future__ import annotations

import argparse
import os
import shutil
import sqlite3
import stat
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from tests.depth import deep
from tests.sources import ROOT
from tutor.content.trainer.learner_state import learner_state
from tutor.desk import files, store
from tutor.desk.attempts import Attempt, spent
from tutor.desk.files import MOST_TRIES, export_text
from tutor.desk.learners import choose_learner, learners
from tutor.desk.progress import LEARNER_VARIABLE, Progress, file_of, read_export, standings
from tutor.hosts.cli.cli import main
from tutor.hosts.cli.progress import cli_progress


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "data" / "progress.sqlite"


def solved(progress: Progress, exercise: str) -> None:
    progress.record("02-exploring", exercise, "right")


def kept(path: Path) -> list[str]:
    """What stands in the file itself."""
    with sqlite3.connect(path) as file:
        return [row[0] for row in file.execute("SELECT exercise FROM attempt ORDER BY id")]


def test_all_is_well_and_nothing_is_told(path: Path) -> None:
    progress = Progress(path)
    solved(progress, "one")
    assert progress.trouble is None


def test_only_the_learner_reads_his_files(path: Path) -> None:
    os.umask(0o022)
    progress = Progress(path)
    solved(progress, "one")
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700
    path.chmod(0o644)
    solved(progress, "two")
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_a_damaged_file_is_set_aside_and_told_and_a_new_one_begun(path: Path) -> None:
    path.parent.mkdir()
    path.write_text("a shopping list, and rather a long one at that" * 30)
    progress = Progress(path)
    assert progress.trouble is not None
    assert "progress-damaged-1.sqlite" in progress.trouble
    assert "shopping" in (path.parent / "progress-damaged-1.sqlite").read_text()
    solved(progress, "one")
    assert kept(path) == ["one"]
    path.write_text("another list" * 90)
    solved(progress, "two")
    assert kept(path) == ["two"]
    assert (path.parent / "progress-damaged-2.sqlite").exists()


@pytest.fixture(scope="module")
def spoilt(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """A file in which Una has solved four hundred exercises, and a page in the middle of them is written over."""
    path = tmp_path_factory.mktemp("spoilt") / "progress.sqlite"
    progress = Progress(path)
    progress.learner = "Una"
    for number in range(400):
        solved(progress, f"exercise-{number:03}")
    data = bytearray(path.read_bytes())
    place = data.index(b"exercise-200right") // 4096 * 4096
    data[place : place + 12] = b"\xff" * 12
    return bytes(data)


def test_what_can_still_be_read_of_a_damaged_file_is_kept(path: Path, spoilt: bytes) -> None:
    path.parent.mkdir()
    path.write_bytes(spoilt)
    again = Progress(path)
    found = {attempt.exercise for attempt in again.attempts()}
    assert {"exercise-000", "exercise-399"} < found
    assert "exercise-200" not in found
    assert 300 < len(found) < 400
    assert again.trouble is not None
    assert f"{len(found)} tries" in again.trouble
    assert set(kept(path)) == found


def test_whoever_opens_the_new_file_is_told_that_the_one_before_was_damaged(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The server opens it before the lesson does: what was told to the server alone would be told to nobody."""
    path.parent.mkdir()
    path.write_text("a shopping list" * 90)
    assert Progress(path).trouble is not None
    told = Progress(path).trouble
    assert told is not None
    assert "progress-damaged-1.sqlite" in told
    assert Progress(path.with_name("another.sqlite")).trouble is None
    monkeypatch.setattr("tutor.desk.store.TOLD_FOR", 0)
    assert Progress(path).trouble is None


def test_asking_who_learns_here_touches_nobodys_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each listing used to set the damaged file aside once more, and the one set aside, and so on."""
    monkeypatch.setenv("MYSTIC_WOOD_DATA", str(tmp_path))
    monkeypatch.setenv(LEARNER_VARIABLE, "")
    for name in ("Ada", "Bob"):
        choose_learner(name)
        solved(Progress(), "one")
    damaged = file_of("Ada")
    damaged.write_text("a shopping list" * 90)
    assert learners() == ["Bob"]
    assert [learners() for _ in range(3)] == [["Bob"]] * 3
    assert damaged.read_text().startswith("a shopping list")
    choose_learner("Ada")
    assert Progress().trouble is not None
    assert learners() == ["Ada", "Bob"]
    assert sorted(file.name for file in tmp_path.glob("*damaged*.sqlite")) == [f"{damaged.stem}-damaged-1.sqlite"]


def test_the_name_in_a_damaged_file_is_kept_where_it_can_be_read(path: Path, spoilt: bytes) -> None:
    path.parent.mkdir()
    path.write_bytes(spoilt)
    Progress(path).attempts()
    assert Progress(path).learner == "Una"


def test_a_database_that_is_deleted_is_remade(path: Path) -> None:
    progress = Progress(path)
    solved(progress, "one")
    shutil.rmtree(path.parent)
    solved(progress, "two")
    assert progress.trouble is None
    assert kept(path) == ["two"]


def test_a_data_folder_that_is_a_file_is_told_and_what_was_done_meanwhile_is_written_later(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "mine"
    folder.write_text("no folder")
    monkeypatch.setenv("MYSTIC_WOOD_DATA", str(folder))
    progress = Progress()
    assert progress.trouble is not None
    assert str(folder) in progress.trouble
    solved(progress, "one")
    assert progress.finished("02-exploring") == {"one"}
    folder.unlink()
    solved(progress, "two")
    assert progress.trouble is None
    assert kept(folder / "progress.sqlite") == ["one", "two"]


@pytest.fixture
def unwritable(path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[list[int]]:
    """SQLite that can no longer write, as on a full disk; the root of a machine is not stopped by rights."""
    failing = [sqlite3.SQLITE_FULL]
    real = sqlite3.connect

    class Full(sqlite3.Connection):
        def executemany(self, *arguments: object) -> sqlite3.Cursor:
            if failing:
                problem = sqlite3.OperationalError("database or disk is full")
                problem.sqlite_errorcode = failing[0]
                raise problem
            return super().executemany(*arguments)

    monkeypatch.setattr(sqlite3, "connect", lambda *a, **k: real(*a, **{**k, "factory": Full}))
    yield failing
    monkeypatch.undo()


def test_a_full_disk_is_told_at_once_and_all_is_written_when_there_is_room(path: Path, unwritable: list[int]) -> None:
    progress = Progress(path)
    progress.learner = "Ada"
    for exercise in ("one", "two"):
        solved(progress, exercise)
        assert progress.trouble is not None
        assert "full" in progress.trouble
    assert progress.finished("02-exploring") == {"one", "two"}
    unwritable.clear()
    solved(progress, "three")
    assert progress.trouble is None
    assert kept(path) == ["one", "two", "three"]


def test_what_waits_is_tried_once_more_when_the_kernel_ends(path: Path, tmp_path: Path) -> None:
    code = (
        "import sys\nfrom pathlib import Path\nfrom tutor.desk.progress import Progress\n"
        "folder = Path(sys.argv[1]).parent\nfolder.write_text('')\np = Progress(sys.argv[1])\n"
        "p.record('02-exploring', 'one', 'right')\nassert p.trouble\nfolder.unlink()\n"
    )
    subprocess.run([sys.executable, "-c", code, str(path)], cwd=ROOT, check=True)
    assert kept(path) == ["one"]


def test_a_file_that_another_program_holds_is_told_and_written_later(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(store, "PATIENCE", 0.2)
    progress = Progress(path)
    holder = sqlite3.connect(path, isolation_level=None)
    holder.execute("BEGIN EXCLUSIVE")
    solved(progress, "one")
    assert progress.trouble is not None
    assert "another program" in progress.trouble
    holder.execute("ROLLBACK")
    holder.close()
    solved(progress, "two")
    assert progress.trouble is None
    assert kept(path) == ["one", "two"]


def test_many_kernels_open_a_new_file_at_the_same_moment_and_all_is_kept(path: Path) -> None:
    code = (
        "import sys\nfrom tutor.desk.progress import Progress\nsys.stdin.readline()\n"
        "p = Progress(sys.argv[1])\nfor n in range(3): p.record('02-exploring', f'{sys.argv[2]}-{n}', 'right')\n"
        "assert p.trouble is None, p.trouble\n"
    )
    kernels = [
        subprocess.Popen([sys.executable, "-c", code, str(path), str(n)], cwd=ROOT, stdin=subprocess.PIPE, text=True)
        for n in range(5)
    ]
    for kernel in kernels:
        assert kernel.stdin is not None
        kernel.stdin.write("go\n")
        kernel.stdin.flush()
    assert [kernel.wait(120) for kernel in kernels] == [0] * 5
    assert sorted(kept(path)) == sorted(f"{k}-{n}" for k in range(5) for n in range(3))


def test_a_file_of_a_newer_version_is_refused_and_nothing_is_written_to_it(path: Path) -> None:
    solved(Progress(path), "one")
    with sqlite3.connect(path) as file:
        file.execute("PRAGMA user_version = 99")
    before = path.read_bytes()
    progress = Progress(path)
    solved(progress, "two")
    progress.learner = "Ada"
    assert progress.trouble is not None
    assert "newer version" in progress.trouble
    assert progress.finished("02-exploring") == {"two"}
    assert path.read_bytes() == before


def test_a_file_from_before_versions_is_read_and_given_one(path: Path) -> None:
    solved(Progress(path), "one")
    with sqlite3.connect(path) as file:
        file.execute("PRAGMA user_version = 0")
    assert Progress(path).finished("02-exploring") == {"one"}
    with sqlite3.connect(path) as file:
        assert file.execute("PRAGMA user_version").fetchone() == (store.SCHEMA,)


OLD = """
CREATE TABLE learner (id INTEGER PRIMARY KEY CHECK (id = 1), name TEXT NOT NULL);
CREATE TABLE attempt (id INTEGER PRIMARY KEY, lesson TEXT NOT NULL, exercise TEXT NOT NULL, outcome TEXT NOT NULL,
                      answer TEXT NOT NULL, seconds REAL NOT NULL, at REAL NOT NULL);
CREATE INDEX attempt_of ON attempt (lesson, exercise);
INSERT INTO attempt (lesson, exercise, outcome, answer, seconds, at) VALUES ('02-exploring', 'one', 'right', 'b2', 4.0, 1000.0);
PRAGMA user_version = 1;
"""


def test_a_file_from_before_stars_is_carried_over_and_keeps_them_from_then_on(path: Path) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    with sqlite3.connect(path) as file:
        file.executescript(OLD)
    progress = Progress(path)
    assert progress.finished("02-exploring") == {"one"}
    progress.record("18-whole-game", "the-race", "right", "leave", 5.0, stars=2)
    assert progress.trouble is None
    assert [(attempt.exercise, attempt.stars) for attempt in Progress(path).attempts()] == [("one", 0), ("the-race", 2)]
    with sqlite3.connect(path) as file:
        assert file.execute("PRAGMA user_version").fetchone() == (store.SCHEMA,)


#: The second version of the tables: with stars, with nothing of the trainer's.
BEFORE_TRAINER = (
    OLD.replace("at REAL NOT NULL);", "at REAL NOT NULL, stars INTEGER NOT NULL DEFAULT 0);")
    .replace("seconds, at) VALUES", "seconds, at, stars) VALUES")
    .replace("1000.0);", "1000.0, 2);")
    .replace("user_version = 1", "user_version = 2")
)


@pytest.mark.parametrize(("tables", "stars"), [(OLD, 0), (BEFORE_TRAINER, 2)])
def test_a_file_from_before_the_trainer_is_carried_over_and_loses_nothing(path: Path, tables: str, stars: int) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    with sqlite3.connect(path) as file:
        file.executescript(tables)
    progress = Progress(path)
    progress.record("trainer", "an-elf", "right", mode="training", against=900)
    assert progress.trouble is None
    kept = [
        (each.exercise, each.answer, each.at, each.stars, each.mode, each.against) for each in Progress(path).attempts()
    ]
    assert kept == [("one", "b2", 1000.0, stars, "", 0), ("an-elf", "", kept[1][2], 0, "training", 900)]
    with sqlite3.connect(path) as file:
        assert file.execute("PRAGMA user_version").fetchone() == (store.SCHEMA,)


@pytest.mark.parametrize(("tables", "stars"), [(OLD, 0), (BEFORE_TRAINER, 2)])
def test_a_file_of_an_older_version_is_read_where_nothing_may_be_written(
    path: Path, monkeypatch: pytest.MonkeyPatch, tables: str, stars: int
) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    with sqlite3.connect(path) as file:
        file.executescript(tables)

    def refused(*_: object, **__: object) -> int:
        raise OSError(30, "Read-only file system", str(path))

    monkeypatch.setattr(os, "open", refused)
    assert [(each.exercise, each.stars, each.mode, each.against) for each in Progress(path).attempts()] == [
        ("one", stars, "", 0)
    ]
    assert Progress(path).finished("02-exploring") == {"one"}


def test_progress_on_a_disk_that_cannot_be_written_to_is_read_all_the_same(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    solved(Progress(path), "one")
    real = os.open

    def refused(name: object, flags: int, *more: int, **named: int) -> int:
        if str(name) == str(path) and flags & os.O_RDWR:
            raise OSError(30, "Read-only file system", str(path))
        return real(name, flags, *more, **named)  # type: ignore[arg-type]

    monkeypatch.setattr(os, "open", refused)
    progress = Progress(path)
    assert progress.finished("02-exploring") == {"one"}
    assert progress.trouble is not None
    assert "Read-only" in progress.trouble


@pytest.mark.parametrize(
    ("one", "other"), [("Ada!", "Ada?"), ("Ada!", "Ada"), ("una two", "una-two"), ("Ada/", "Ada\\")]
)
def test_different_names_have_different_files(one: str, other: str) -> None:
    assert file_of(one) != file_of(other)


def test_a_name_is_the_same_however_its_capitals_and_blanks_are_typed() -> None:
    assert file_of(" Ada  Lovelace ") == file_of("ada lovelace")


def test_progress_kept_before_names_were_told_apart_is_found_again(tmp_path: Path) -> None:
    old = Progress(file_of("").with_name("progress-ada.sqlite"))
    old.learner = "Ada!"
    solved(old, "one")
    assert Progress(file_of("Ada!")).finished("02-exploring") == {"one"}
    assert Progress(file_of("Ada?")).finished("02-exploring") == set()


def test_an_export_that_fails_leaves_the_older_one(path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    progress = Progress(path)
    solved(progress, "one")
    file = progress.export(tmp_path / "mine.json")
    before = file.read_text()
    solved(progress, "two")

    def full(descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(ValueError, match="No space left"):
        progress.export(file)
    assert file.read_text() == before
    assert [entry.name for entry in tmp_path.iterdir() if entry.is_file()] == ["mine.json"]


SPOILT: dict[str, list[object]] = {
    "at": [1e308, -5.0, "noon"],
    "seconds": ["long"],
    "against": ["high", b"\0"],
    "stars": [1.5],
    "outcome": ["splendid"],
    "lesson": ["", "x" * 500],
    "mode": [b"\xff"],
}


@pytest.mark.parametrize(
    ("column", "value"), [(column, value) for column, values in SPOILT.items() for value in values]
)
def test_a_try_that_the_disk_has_made_none_is_told_and_all_others_count(path: Path, column: str, value: object) -> None:
    progress = Progress(path)
    for number in range(3):
        progress.record("trainer", f"puzzle-{number}", "right", mode="training", against=900)
    with sqlite3.connect(path) as file:
        file.execute(f"UPDATE attempt SET {column} = ? WHERE id = 2", (value,))
    progress = Progress(path)
    assert [attempt.exercise for attempt in progress.attempts()] == ["puzzle-0", "puzzle-2"]
    assert progress.trouble == f"One of the tries in {path} cannot be read and does not count; all others do."
    assert learner_state(progress.attempts(), progress.clock()).rated == 2
    exported = progress.export(path.with_name("mine.json"))
    assert len(read_export(exported).attempts) == 2
    assert progress.import_file(exported) == 0
    solved(progress, "one")
    assert kept(path)[-1] == "one"


def test_a_letter_that_the_disk_has_spoilt_hides_nothing(path: Path) -> None:
    progress = Progress(path)
    progress.learner = "Una"
    solved(progress, "one")
    solved(progress, "two")
    with sqlite3.connect(path) as file:
        file.execute("UPDATE attempt SET answer = CAST(x'6dff76' AS TEXT) WHERE id = 1")
        file.execute("UPDATE learner SET name = CAST(x'55ff61' AS TEXT)")
    progress = Progress(path)
    assert [(attempt.exercise, attempt.answer) for attempt in progress.attempts()] == [("one", "m\ufffdv"), ("two", "")]
    assert progress.learner == "U\ufffda"
    assert progress.trouble is None


def test_minutes_are_counted_once_though_many_exercises_lie_open() -> None:
    """Each of ten exercises has been open since the notebook was; an hour has passed, and an hour it is at most."""
    attempts = [Attempt("02-exploring", f"e{n}", "right", "", 300.0, 1000.0 + 60 * n) for n in range(60)]
    assert sum(spent(attempts)) <= 60 * 60 + 300
    assert sum(standing.seconds for standing in standings(attempts)) == sum(spent(attempts)) == 300 + 59 * 60


def test_the_command_says_where_progress_cannot_be_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("MYSTIC_WOOD_DATA", str(tmp_path / "file"))
    assert main(["progress"]) == 2
    told = capsys.readouterr()
    assert "2 Exploring" in told.out
    assert "not being kept" in told.err
    assert main(["progress", "--learner", "Ada"]) == 2
    assert len(capsys.readouterr().err.splitlines()) <= 2


def test_a_command_does_not_promise_what_only_a_notebook_keeps(
    capsys: pytest.CaptureFixture[str], learners_own_folder: Path
) -> None:
    """Where nothing can be written, the try of a command that ends is lost; it spoke of a notebook that stays open."""
    learners_own_folder.write_text("no folder")
    for arguments in (["progress"], ["puzzle", "who-was-here-first", "--answer", "1"]):
        main(arguments)
        told = capsys.readouterr().err
        assert "lost if that is not mended before this command ends" in told
        assert "notebook" not in told


@pytest.mark.parametrize("part", [25, deep(1)])
def test_an_export_is_never_more_than_is_read_back(
    part: int, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of more tries than a file may hold it holds the latest, and says so; it was written whole, and then refused. Tried with a
    part of what a file may hold, and with all."""
    most = MOST_TRIES // part
    monkeypatch.setattr(files, "MOST_TRIES", most)
    monkeypatch.setattr(files, "LARGEST", files.LARGEST // part)
    begun = Attempt("02-exploring", "first-step", "wrong", "move north", 1.0, 1_000_000.0)
    tries = [replace(begun, at=begun.at + n) for n in range(most + 9)]
    out = tmp_path / "mine.json"
    out.write_text(export_text("Ada", tries), encoding="utf-8")
    assert [each.at for each in read_export(out).attempts] == [1_000_000.0 + n for n in range(9, most + 9)]
    long = [replace(attempt, answer="ö" * 200) for attempt in tries[: 40_000 // part]]
    out.write_text(export_text("Ada", long), encoding="utf-8")
    assert read_export(out).attempts[-1].at == long[-1].at

    class Long(Progress):
        def attempts(self) -> list[Attempt]:
            return tries

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr("tutor.hosts.cli.progress.Progress", Long)
        cli_progress(argparse.Namespace(learner="", import_file="", export=str(out)))
    assert f"the latest {most:,} tries, as many as a file may; 9 earlier ones" in capsys.readouterr().out
