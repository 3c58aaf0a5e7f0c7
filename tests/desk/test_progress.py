"""Progress: written at once, lost by nobody, handed on whole or not at all."""

from __future__ import annotations

import json
import os
import signal
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from engine.text.faults import ImpossibleSituation, UnreadableText
from tests.sources import ROOT
from tutor.desk.progress import VERSION, Progress, lesson_rows, read_export, standings
from tutor.hosts.cli.cli import main
from tutor.hosts.cli.tables import class_table, progress_table, troubles

COURSE = [("02-exploring", "2 Exploring", ("first", "second")), ("03-glades", "3 Glades", ("draw",))]


@pytest.fixture
def progress(tmp_path: Path) -> Progress:
    ticks = iter(range(0, 1_000_000, 1000))
    return Progress(tmp_path / "progress.sqlite", clock=lambda: 1_700_000_000.0 + next(ticks))


def test_tries_count_up_to_the_first_right_answer(progress: Progress) -> None:
    for outcome in ("wrong", "cannot be checked", "hint", "progress", "wrong", "right", "wrong", "right"):
        progress.record("02-exploring", "first", outcome, "move north", seconds=2.0)
    (standing,) = progress.standings()
    assert (standing.tries, standing.hints, standing.finished, standing.seconds) == (3, 1, True, 16.0)


def test_a_pause_of_hours_is_not_time_spent(progress: Progress) -> None:
    progress.record("02-exploring", "first", "wrong", seconds=7200.0)
    progress.record("02-exploring", "first", "right", seconds=-5.0)
    assert progress.standings()[0].seconds == 300.0


def test_finished_names_only_what_is_solved(progress: Progress) -> None:
    progress.record("02-exploring", "first", "right")
    progress.record("02-exploring", "second", "wrong")
    progress.record("03-glades", "draw", "right")
    assert progress.finished("02-exploring") == {"first"}


def test_a_second_opening_of_the_same_file_sees_every_row(progress: Progress) -> None:
    progress.learner = "  Una   of the Wood "
    progress.record("02-exploring", "first", "right")
    again = Progress(progress.path)
    assert again.learner == "Una of the Wood"
    assert [a.outcome for a in again.attempts()] == ["right"]


_WRITER = """
import sys
from tutor.desk.progress import Progress
progress = Progress(sys.argv[1])
for number in range(10_000):
    progress.record("02-exploring", f"exercise-{number}", "right")
    print(number, flush=True)
"""


def test_a_killed_process_loses_no_recorded_row(tmp_path: Path) -> None:
    path = tmp_path / "progress.sqlite"
    writer = subprocess.Popen([sys.executable, "-c", _WRITER, str(path)], stdout=subprocess.PIPE, text=True, cwd=ROOT)
    assert writer.stdout is not None
    said = [int(writer.stdout.readline()) for _ in range(25)]
    os.kill(writer.pid, signal.SIGKILL)
    said += [int(line) for line in writer.stdout.read().split()]
    writer.wait()
    kept = {attempt.exercise for attempt in Progress(path).attempts()}
    assert len(said) >= 25
    assert {f"exercise-{number}" for number in said} <= kept


def test_two_at_once_both_write(progress: Progress) -> None:
    other = Progress(progress.path)
    for _ in range(20):
        progress.record("02-exploring", "first", "wrong")
        other.record("02-exploring", "second", "wrong")
    assert len(progress.attempts()) == 40


def test_export_and_import_give_the_same_standings(progress: Progress, tmp_path: Path) -> None:
    progress.learner = "Una"
    for outcome in ("wrong", "hint", "right"):
        progress.record("02-exploring", "first", outcome, "größer", seconds=1.5)
    file = progress.export(tmp_path / "una.json")
    other = Progress(tmp_path / "elsewhere" / "progress.sqlite")
    assert other.import_file(file) == 3
    assert other.standings() == progress.standings()
    assert other.learner == "Una"


def test_stars_are_handed_on_and_a_file_from_before_them_is_read(progress: Progress, tmp_path: Path) -> None:
    progress.record("18-whole-game", "the-race", "right", "leave", 5.0, stars=2)
    text = progress.export_text()
    assert [attempt.stars for attempt in read_export(progress.export(tmp_path / "mine.json")).attempts] == [2]
    old = tmp_path / "old.json"
    old.write_text(text.replace(f'"version": {VERSION}', '"version": 1').replace(', 2, "", 0]', "]"), encoding="utf-8")
    assert [attempt.stars for attempt in read_export(old).attempts] == [0]
    old.write_text(text.replace(', 2, "", 0]', ', 4, "", 0]'), encoding="utf-8")
    with pytest.raises(ImpossibleSituation, match="stars"):
        read_export(old)


def test_what_the_trainer_notes_is_handed_on_and_a_file_from_before_it_is_read(
    progress: Progress, tmp_path: Path
) -> None:
    progress.record("trainer", "an-elf", "wrong", seconds=9.0, mode="daily 2026-11-21", against=1450)
    (kept,) = read_export(progress.export(tmp_path / "mine.json")).attempts
    assert (kept.mode, kept.against) == ("daily 2026-11-21", 1450)
    elsewhere = Progress(tmp_path / "elsewhere.sqlite")
    assert elsewhere.import_file(tmp_path / "mine.json") == 1
    assert elsewhere.attempts() == [kept]
    old = tmp_path / "old.json"
    noted = ', "daily 2026-11-21", 1450]'
    text = progress.export_text()
    old.write_text(text.replace(f'"version": {VERSION}', '"version": 2').replace(noted, "]"), encoding="utf-8")
    assert [(attempt.mode, attempt.against) for attempt in read_export(old).attempts] == [("", 0)]
    for bad, told in (("7, 1450]", "mode"), ('"daily", 9000]', "rating"), ('"daily", true]', "rating")):
        old.write_text(text.replace(noted, f", {bad}"), encoding="utf-8")
        with pytest.raises(ImpossibleSituation, match=told):
            read_export(old)


def test_importing_twice_adds_nothing(progress: Progress, tmp_path: Path) -> None:
    progress.record("02-exploring", "first", "right")
    file = progress.export(tmp_path / "una.json")
    assert progress.import_file(file) == 0
    assert len(progress.attempts()) == 1


def _bad_files(good: str) -> dict[str, str]:
    told = json.loads(good)
    row = told["attempts"][0]

    def with_row(*parts: object) -> str:
        return json.dumps({**told, "attempts": [row, list(parts)]})

    return {
        "cut off": good[:-20],
        "empty": "",
        "a list": "[1, 2]",
        "another format": json.dumps({**told, "format": "chess"}),
        "a later version": json.dumps({**told, "version": 99}),
        "no list": json.dumps({**told, "attempts": "many"}),
        "five parts": with_row(*row[:5]),
        "an outcome of its own": with_row(*row[:2], "splendid", *row[3:]),
        "no time": with_row(*row[:4], "soon", row[5]),
        "a time without end": with_row(*row[:4], float("inf"), row[5]),
        "a truth for a time": with_row(*row[:4], True, row[5]),
        "years spent": with_row(*row[:4], 1e9, row[5]),
        "a name without end": json.dumps({**told, "learner": "x" * 1000}),
        "deep": "[" * 100_000,
    }


BAD = (
    "cut off",
    "empty",
    "a list",
    "another format",
    "a later version",
    "no list",
    "five parts",
    "an outcome of its own",
    "no time",
    "a time without end",
    "a truth for a time",
    "years spent",
    "a name without end",
    "deep",
)


@pytest.mark.parametrize("kind", BAD)
def test_a_bad_file_is_refused_with_where_what_and_fix_and_nothing_of_it_comes_in(kind: str, tmp_path: Path) -> None:
    source = Progress(tmp_path / "source.sqlite")
    source.record("02-exploring", "first", "right")
    bad = _bad_files(source.export_text())
    assert set(bad) == set(BAD)
    file = tmp_path / "pupil.json"
    file.write_text(bad[kind])
    target = Progress(tmp_path / "target.sqlite")
    with pytest.raises((UnreadableText, ImpossibleSituation)) as refused:
        target.import_file(file)
    for fault in refused.value.faults:
        assert str(file) in fault.where
        assert fault.what
        assert fault.fix
    assert target.attempts() == []


def test_all_faults_of_a_file_are_named_together(progress: Progress, tmp_path: Path) -> None:
    progress.record("02-exploring", "first", "right")
    told = json.loads(progress.export_text())
    told["attempts"] += [[1], ["a", "b", "no", "", 0, 0]]
    file = tmp_path / "bad.json"
    file.write_text(json.dumps(told))
    with pytest.raises(ImpossibleSituation) as refused:
        read_export(file)
    assert [fault.where.rsplit(", ", 1)[1] for fault in refused.value.faults] == ["try 2", "try 3"]


def test_the_learners_table_counts_what_is_done(progress: Progress) -> None:
    progress.learner = "Una"
    progress.record("02-exploring", "first", "right", seconds=90)
    progress.record("02-exploring", "removed-since", "right")
    (exploring, glades) = lesson_rows(progress.standings(), COURSE)
    assert (exploring.finished, exploring.exercises, exploring.done) == (1, 2, False)
    assert glades.finished == 0
    table = progress_table(progress, COURSE)
    assert "Progress of Una" in table
    assert "1/2" in table
    assert "1/3" in next(line for line in table.splitlines() if line.startswith("in all"))


def test_the_teachers_table_says_who_finished_and_what_trips_people_up(tmp_path: Path) -> None:
    files = []
    for name, outcomes in (("Una", ["right"]), ("Arthur", ["wrong", "wrong", "wrong"])):
        pupil = Progress(tmp_path / f"{name}.sqlite")
        pupil.learner = name
        for outcome in outcomes:
            pupil.record("02-exploring", "second", outcome)
        pupil.record("02-exploring", "first", "right")
        files.append(pupil.export(tmp_path / f"{name}.json"))
    table, faults = class_table(files, COURSE)
    assert not faults
    lines = table.splitlines()
    assert next(line for line in lines if line.startswith("Una")).split()[1] == "done"
    assert next(line for line in lines if line.startswith("Arthur")).split()[1] == "1/2"
    hardest = troubles([read_export(file) for file in files], COURSE)[0]
    assert (hardest.exercise, hardest.tried, hardest.solved) == ("second", 2, 1)
    assert "02-exploring/second" in table


def test_the_teachers_table_names_every_bad_file_and_counts_the_others(progress: Progress, tmp_path: Path) -> None:
    progress.record("02-exploring", "first", "right")
    good = progress.export(tmp_path / "good.json")
    row = ["02-exploring", "first", "right", "", 1]
    head = '{"format": "mystic-wood-progress", "version": 1, '
    bad = {
        "broken.json": b"{",
        "huge.json": head.encode() + b'"learner": "Una", "attempts": [' + json.dumps([*row, 10**400]).encode() + b"]}",
        "huger.json": head.encode() + b'"learner": "Una", "attempts": [[1, 2, 3, 4, 5, ' + b"9" * 6000 + b"]]}",
        "half.json": head.encode() + b'"learner": "\\ud800", "attempts": []}',
        "binary.json": b"\xff\xfe\x00",
        "version.json": b'{"format": "mystic-wood-progress", "version": ' + b"9" * 4000 + b"}",
        "none.json": None,
    }
    for name, data in bad.items():
        if data is not None:
            (tmp_path / name).write_bytes(data)
    table, faults = class_table([*(tmp_path / name for name in bad), good], COURSE)
    assert [Path(fault.where.split(",")[0]).name for fault in faults] == list(bad)
    assert all(fault.fix for fault in faults)
    assert table.startswith("1 pupil")


def test_the_teachers_table_as_data(progress: Progress, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    progress.learner = "Una"
    progress.record("02-exploring", "cut-off", "wrong", seconds=4)
    progress.record("02-exploring", "cut-off", "right", seconds=4)
    assert main(["class", "--json", str(progress.export(tmp_path / "una.json")), str(tmp_path / "none.json")]) == 2
    told = json.loads(capsys.readouterr().out)
    assert [pupil["pupil"] for pupil in told["pupils"]] == ["Una"]
    (row,) = told["pupils"][0]["lessons"]
    assert (row["lesson"], row["finished"], row["tries"], row["stars"]) == ("02-exploring", 1, 2, 2)
    assert [trouble["exercise"] for trouble in told["troubles"]] == ["cut-off"]


def test_a_file_with_a_byte_order_mark_reads_like_any_other(progress: Progress, tmp_path: Path) -> None:
    progress.record("02-exploring", "first", "right")
    file = tmp_path / "una.json"
    file.write_text(progress.export_text(), encoding="utf-8-sig")
    assert len(read_export(file).attempts) == 1


def test_a_name_cannot_move_the_cursor_or_forge_a_row(
    progress: Progress, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    progress.record("02-exploring", "first-step", "right")
    told = json.loads(progress.export_text())
    told["learner"] = "Ada\x1b[2J\x1b]52;c;aGk=\x07\u202eBob"
    told["attempts"][0][1] = "first\x1b[8m"
    file = tmp_path / "ada.json"
    file.write_text(json.dumps(told))
    assert main(["class", str(file)]) == 0
    shown = capsys.readouterr().out
    assert shown.replace("\n", "").isprintable()
    assert r"Ada\x1b[2J" in shown
    assert main(["class", str(tmp_path / "no\x1b[2Jfile")]) == 2
    assert capsys.readouterr().err.replace("\n", "").isprintable()


def test_lessons_that_are_none_do_not_flood_what_trips_people_up(tmp_path: Path) -> None:
    pupil = Progress(tmp_path / "p.sqlite")
    pupil.record("02-exploring", "first", "wrong")
    for number in range(30):
        pupil.record(f"invented-{number}", "first", "wrong")
        pupil.record("02-exploring", f"invented-{number}", "wrong")
    table, faults = class_table([pupil.export(tmp_path / "p.json")], COURSE)
    assert "02-exploring/first" in table
    assert "invented" not in table
    assert not faults


def test_standings_of_nothing_are_empty() -> None:
    assert standings([]) == []


def test_the_store_keeps_a_write_ahead_log(progress: Progress) -> None:
    store = sqlite3.connect(progress.path)
    try:
        assert store.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    finally:
        store.close()


def test_each_learner_at_one_computer_has_a_file_of_his_own(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("MYSTIC_WOOD_DATA", str(tmp_path))
    monkeypatch.delenv("MYSTIC_WOOD_LEARNER", raising=False)
    usual = Progress()
    monkeypatch.setenv("MYSTIC_WOOD_LEARNER", "Una / ../ Two")
    una = Progress()
    assert una.path.parent == usual.path.parent == tmp_path
    assert una.path != usual.path


def test_the_commands_export_import_and_tabulate(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("MYSTIC_WOOD_DATA", str(tmp_path / "una"))
    monkeypatch.delenv("MYSTIC_WOOD_LEARNER", raising=False)
    Progress().record("02-exploring", "first-step", "right")
    file = str(tmp_path / "una.json")
    assert main(["progress", "--export", file]) == 0
    monkeypatch.setenv("MYSTIC_WOOD_DATA", str(tmp_path / "elsewhere"))
    assert main(["progress", "--import", file]) == 0
    assert "1 try added" in capsys.readouterr().out
    assert main(["progress"]) == 0
    assert "2 Exploring" in capsys.readouterr().out
    assert main(["class", file]) == 0
    assert "una" in capsys.readouterr().out
    Path(file).write_text("{")
    assert main(["progress", "--import", file]) == 2
    assert "una.json" in capsys.readouterr().err
