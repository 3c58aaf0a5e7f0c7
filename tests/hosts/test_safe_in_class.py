"""Safe in class: what others wrote moves no cursor, names no code and overwrites nothing; ordinary mistakes are a sentence."""

from __future__ import annotations

import contextlib
import errno
import io
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.depth import deep
from tests.hosts.lab.test_lab import OWN
from tests.sources import ROOT
from tutor.base.terminal import LARGEST
from tutor.base.writing import plain, plain_lines, written
from tutor.content.making import running
from tutor.hosts.cli.cli import main
from tutor.hosts.cli.pipe import LONGEST_REQUEST
from tutor.hosts.web.lessons import Lessons

SITUATION = 'order = ["george"]\n'


@pytest.fixture
def file(tmp_path: Path) -> str:
    path = tmp_path / "situation.toml"
    path.write_text(SITUATION)
    return str(path)


def failed(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """What is said of a mistake: exit status 2, and a sentence or two on standard error."""
    assert main(arguments) == 2
    told = capsys.readouterr()
    assert "Traceback" not in told.err
    assert 0 < len(told.err.splitlines()) <= 3, told.err
    return told.err


# ------------------------------------------------------------------ what others wrote


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("Ada", "Ada"),
        ("Größe, 王, नमस्ते, 👩‍🚀", "Größe, 王, नमस्ते, 👩‍🚀"),
        ("a\x1b[2Jb", r"a\x1b[2Jb"),
        ("a\nb\tc\x9b", r"a\nb\tc\x9b"),
        ("a\u202eb\u2028", r"a\u202eb\u2028"),
        ("a\ud800", r"a\ud800"),
        ("\ufeffa\x7f", r"\ufeffa\x7f"),
    ],
)
def test_text_of_others_is_shown_on_one_line_with_its_controls_spelled_out(text: str, shown: str) -> None:
    assert plain(text) == shown
    plain(text).encode()
    assert plain_lines(f"{text}\n{text}").count("\n") == 1 + 2 * text.count("\n")


def test_keys_and_values_of_a_situation_cannot_speak_to_the_terminal(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "evil.toml"
    path.write_text('order = ["george"]\n"\\u001b[2Jkey" = 1\n[areas.c2]\ntile = "\\u001b]52;c;aGk=\\u0007"\n')
    assert main(["judge", str(path), "stay"]) == 2
    assert main(["judge", str(tmp_path / "no\x1b[2J.toml"), "stay"]) == 2
    assert main(["judge", str(path), "\x1b[2J"]) == 2
    assert main(["rule", "\x1b[31mjoust"]) in (0, 2)
    told = capsys.readouterr()
    for text in (told.out, told.err):
        assert text.replace("\n", "").isprintable()


def test_a_card_file_of_somebody_else_cannot_speak_to_the_terminal(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    cards = (ROOT / "engine/mystic_wood/material/data/cards.toml").read_text("utf-8")
    assert '"as the boar"' in cards
    path = tmp_path / "cards.toml"
    path.write_text(cards.replace('"as the boar"', '"as \\u001b[2J"'), "utf-8")
    assert main(["cards", "--file", str(path), "wild-ox"]) == 0
    told = capsys.readouterr().out
    assert r"as \x1b[2J" in told
    assert told.replace("\n", "").isprintable()


@pytest.mark.parametrize("command", ["lab", "handout", "build", "course add"])
def test_a_lesson_of_somebody_else_cannot_speak_to_the_terminal(
    command: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "evil.md"
    path.write_text('+++\nnumber = 1\n"\\u001b[2Jkey" = 1\n"\\u001b]52;c;aGk=\\u0007" = 2\n+++\n')
    assert main([*command.split(), str(path)]) == 2
    assert main([*command.split(), str(tmp_path / "no\x1b[2J.md")]) == 2
    told = capsys.readouterr().err
    assert "x1b[2J" in told
    assert told.replace("\n", "").isprintable()


# ------------------------------------------------------------------ ordinary mistakes


@pytest.mark.parametrize("command", ["lab", "edit", "rulings"])
@pytest.mark.parametrize("port", ["-1", "0", "99999", "nonsense", "1e3", "\u0663"])
def test_a_port_that_is_none_is_refused_at_once(command: str, port: str, capsys: pytest.CaptureFixture[str]) -> None:
    try:
        status = main([command, "--port", port, "--no-browser"])
    except SystemExit as stopped:
        status = int(stopped.code or 0)
    assert status == 2
    told = capsys.readouterr().err
    assert "Ports run from 1 to 65535; try 8888." in told
    assert "Traceback" not in told


@pytest.mark.parametrize(("text", "says"), [("# \0\n", "zero byte"), ("# blank\n" * 20_000, "larger than 100 kB")])
def test_what_cannot_be_handed_on_to_an_app_is_said(
    text: str, says: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "situation.toml"
    path.write_text(SITUATION + text)
    assert says in failed(capsys, "edit", str(path), "--no-browser")


@pytest.mark.parametrize("out", ["nope/my-lesson.ipynb", "/proc/my-lesson.ipynb", "file/my-lesson.ipynb"])
def test_a_notebook_that_cannot_be_written_is_named_before_anything_is_run(
    out: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "file").write_text("")
    target = tmp_path / out
    options = (
        ["--no-run"] if out.startswith("/proc") else []
    )  # root may write to /proc, which takes nothing all the same
    told = failed(capsys, "build", str(ROOT / "lessons/02-exploring.md"), "-o", str(target), *options)
    assert f"{target}: it cannot be written" in told
    assert [file.name for file in tmp_path.iterdir()] == ["file"]


@pytest.mark.parametrize(
    "arguments",
    [
        ("board", "FILE", "--svg", "/nope/x.svg"),
        ("game", "--knights", "george", "--most", "3", "--seed", "1", "--save", "/nope/game.json"),
        ("progress", "--export", "/nope/mine.json"),
        ("cards", "--file", "/nope/cards.toml"),
        ("cards", "--tiles", "/nope/tiles.toml"),
        ("board", "/nope/x.toml"),
    ],
)
def test_a_file_that_cannot_be_written_or_read_is_named(
    arguments: tuple[str, ...], file: str, capsys: pytest.CaptureFixture[str]
) -> None:
    told = failed(capsys, *[file if argument == "FILE" else argument for argument in arguments])
    assert "/nope/" in told
    assert not Path("/nope").exists()


def test_a_data_folder_that_cannot_be_used_is_a_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("MYSTIC_WOOD_DATA", str(tmp_path / "file" / "below"))
    assert str(tmp_path / "file") in failed(capsys, "progress", "--learner", "Ada")


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("sheet", "--rating", "\u00b2-\u00b3", "--out", "OUT"), "is no range"),
        (("odds", "FILE", "--goal", '{ knight = "george", has = [[]] }'), "there is no card []"),
        (("odds", "FILE", "--goal", '{ knight = "george", beats = [{}] }'), "there is no card {}"),
        (("odds", "FILE", "--goal", '{ knight = "george", has = [] }'), "has names nothing"),
        (("odds", "FILE", "--goal", "george at c2", "--budget", "\u00b2"), "is no budget"),
        (("lab", "9" * 5000, "--no-browser"), "there is no such lesson"),
        (("handout", "9" * 5000), "there is no such lesson"),
    ],
    ids=lambda told: " ".join(told)[:50] if isinstance(told, tuple) else "",
)
def test_a_number_or_a_goal_that_is_none_is_a_sentence(
    arguments: tuple[str, ...], says: str, file: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    there = {"FILE": file, "OUT": str(tmp_path / "sheet.html")}
    assert main([there.get(argument, argument) for argument in arguments]) == 2
    told = capsys.readouterr().err
    assert says in told
    assert "Traceback" not in told


def test_an_answer_in_raised_figures_is_none_of_the_options(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["puzzle", "who-was-here-first", "--answer", "\u00b2"]) == 1
    assert "none of the options" in capsys.readouterr().out


@pytest.fixture
def heeds_ctrl_c() -> Iterator[None]:
    """What is started heeds Ctrl-C, also where the tests themselves run in the background of a shell."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.usefixtures("heeds_ctrl_c")
def test_ctrl_c_ends_a_command_with_a_word() -> None:
    command = [sys.executable, "-m", "tutor", "pipe"]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=ROOT
    ) as pipe:
        assert pipe.stdin is not None
        assert pipe.stdout is not None
        pipe.stdin.write(b'{"cmd": "rule", "query": "joust"}\n')
        pipe.stdin.flush()
        assert pipe.stdout.readline()
        pipe.send_signal(signal.SIGINT)
        _, told = pipe.communicate(timeout=120)
    assert (pipe.returncode, told) == (130, b"Interrupted.\n")


@pytest.mark.parametrize("module", ["engine.text.faults", "tutor.hosts.cli.cli", "tutor.hosts.web.command"])
def test_ctrl_c_while_a_command_is_still_being_loaded_is_a_word_too(module: str) -> None:
    """The first tenth of a second: what it is made of is found here, and the key pressed while a module of ours is looked for."""
    pressed = (
        "import sys\n"
        "class Pressed:\n"
        "    def find_spec(self, name, *_):\n"
        f"        if name == {module!r}:\n"
        "            raise KeyboardInterrupt\n"
        "sys.meta_path.insert(0, Pressed())\n"
        "from tutor.__main__ import main\n"
        f"sys.exit(main([{'edit' if 'web' in module else 'rule'!r}, 'joust']))\n"
    )
    ended = subprocess.run(
        [sys.executable, "-c", pressed], cwd=ROOT, capture_output=True, text=True, check=False, timeout=120
    )
    assert (ended.returncode, ended.stderr) == (130, "Interrupted.\n")


def _heeded(kind: str, seed: int, number: int) -> bool:
    """In place of a lot of puzzles: whether this process would answer Ctrl-C."""
    return signal.getsignal(signal.SIGINT) is not signal.SIG_IGN


@pytest.mark.usefixtures("heeds_ctrl_c")
def test_workers_leave_ctrl_c_to_whoever_began_them(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(running, "make_lot", _heeded)
    with running._makers(2, "") as (submit, _):
        assert submit is not None
        assert submit("order", 1, 1).result() is False


def _ended(kind: str, seed: int, number: int) -> object:
    """In place of a lot of puzzles: of the fifth its worker is ended, as by `kill -9` or for want of memory."""
    if number == 4:
        os.kill(os.getpid(), signal.SIGKILL)
    return _MADE(kind, seed, number)


_MADE = running.make_lot


def test_a_worker_that_is_lost_is_a_sentence_and_what_was_made_is_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "made.toml"
    alone = running.make("may", 60, seed=7).texts
    monkeypatch.setattr(running, "make_lot", _ended)
    assert main(["make", "may", "--count", "60", "--seed", "7", "--workers", "2", "--out", str(out)]) == 2
    told = capsys.readouterr().err
    assert "A worker was ended from outside" in told
    assert "Traceback" not in told
    kept = out.read_text("utf-8")
    assert kept
    assert "\n".join(alone).startswith(kept), "what was made before is what any number of workers makes"


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="the processes of others are looked up in /proc")
@pytest.mark.parametrize("ending", [signal.SIGKILL, deep(signal.SIGTERM)])
def test_workers_end_with_whoever_began_them(ending: signal.Signals, tmp_path: Path) -> None:
    command = [
        sys.executable,
        "-m",
        "tutor",
        "make",
        "setup",
        "--count",
        "10000",
        "--workers",
        "2",
        "--out",
        str(tmp_path / "x"),
    ]
    with subprocess.Popen(command, stderr=subprocess.DEVNULL, cwd=ROOT) as maker:
        workers: list[str] = []
        waited = time.monotonic() + 120
        while len(workers) < 2 and time.monotonic() < waited:
            children = [path.read_text().split() for path in Path(f"/proc/{maker.pid}/task").glob("*/children")]
            workers = [child for found in children for child in found]
            time.sleep(0.05)
        assert len(workers) >= 2
        time.sleep(0.5)
        maker.send_signal(ending)
    waited = time.monotonic() + 30
    while (left := [worker for worker in workers if _runs(worker)]) and time.monotonic() < waited:
        time.sleep(0.05)
    for worker in left:
        os.kill(int(worker), signal.SIGKILL)
    assert left == []


def _runs(process: str) -> bool:
    with contextlib.suppress(OSError):
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    return False


def test_a_board_goes_into_a_file_under_any_code_page(file: str, tmp_path: Path) -> None:
    """As `tutor board quarrel.toml > board.txt` on Windows."""
    for encoding in ("cp1252", "ascii"):
        with (tmp_path / "board.txt").open("wb") as out:
            command = [sys.executable, "-m", "tutor", "board", file]
            environment = {**os.environ, "PYTHONIOENCODING": encoding}
            assert subprocess.run(command, stdout=out, cwd=ROOT, env=environment, check=False).returncode == 0
        assert "c1" in (tmp_path / "board.txt").read_text(encoding="utf-8")


def test_a_file_as_large_as_no_situation_is_not_read(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "large.toml"
    with path.open("wb") as large:
        large.truncate(3_000_000_000)
    assert "larger than" in failed(capsys, "judge", str(path), "stay")
    assert LARGEST < 1_000_000


def test_a_situation_with_a_byte_order_mark_reads_like_any_other(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "notepad.toml"
    path.write_text(SITUATION, encoding="utf-8-sig")
    assert main(["judge", str(path), "stay"]) == 0
    assert "stay: legal" in capsys.readouterr().out


def test_a_file_is_written_whole_or_not_at_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "board.svg"
    written(path, "the old one")
    path.chmod(0o640)
    written(path, "the new one")
    assert path.stat().st_mode & 0o777 == 0o640
    with pytest.raises(ValueError, match="cannot be written"):
        written(path, "half a pair: \ud800")
    assert path.read_text() == "the new one"
    assert [each.name for each in tmp_path.iterdir() if each.is_file()] == ["board.svg"]


# ------------------------------------------------------------------ the pipe

BAD_LINES = [
    b"[" * 100_000,
    b'{"cmd": ' + b"9" * 5000 + b"}",
    b'{"cmd": "\xff\xfe"}',
    b"\x00\x01",
    b'{"cmd": "judge", "situation": "' + b"x" * (LONGEST_REQUEST + 10) + b'", "action": "stay"}',
    b'{"cmd": "judge", "situation": "order = [\\"\\ud800\\"]", "action": "\\ud800"}',
    b'{"cmd": ["judge"]}',
    b"nonsense",
]


def test_the_pipe_answers_every_line_and_goes_on() -> None:
    good = json.dumps({"cmd": "judge", "situation": SITUATION, "action": "stay"}).encode()
    lines = [line for bad in BAD_LINES for line in (bad, good)]
    done = subprocess.run(
        [sys.executable, "-m", "tutor", "pipe"],
        input=b"\n".join(lines),
        capture_output=True,
        cwd=ROOT,
        check=True,
        timeout=120,
    )
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert len(answers) == len(lines)
    for bad, well in zip(answers[::2], answers[1::2], strict=True):
        assert {"where", "what", "fix"} <= set(bad["error"])
        assert len(bad["error"]["what"]) < 1000
        assert well["legal"] is True


def test_the_pipe_reads_text_that_a_program_hands_it(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO('{"cmd": "rule", "query": "joust"}\n\nno\n'))
    assert main(["pipe"]) == 0
    assert len(capsys.readouterr().out.splitlines()) == 2


def test_a_command_started_in_a_folder_of_somebody_elses_runs_nothing_that_lies_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A situation opened in a folder of downloads: the board was painted, and a lesson opened, from there."""
    for name in ("tutor", "engine", "json", "random", "ipykernel_launcher"):
        (tmp_path / f"{name}.py").write_text(f"open({str(tmp_path)!r} + '/ran-{name}', 'w')\n")
    monkeypatch.chdir(tmp_path)
    lessons = Lessons()
    try:
        assert "/00-start-here.ipynb?token=" in lessons.address("00-start-here")
    finally:
        lessons.close()
    assert list(tmp_path.glob("ran-*")) == []


def test_a_full_disk_is_told_with_the_file_that_could_not_be_written(
    tmp_path: Path, learners_own_folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The system does not name it: `file: it cannot be used` was all."""

    def full(_: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr("tutor.base.places.os.fsync", full)
    lesson = tmp_path / "club.md"
    lesson.write_text(OWN, encoding="utf-8")
    assert f"{learners_own_folder}/course/club." in failed(capsys, "course", "add", str(lesson))
    assert f"{tmp_path / 'pages'}/" in failed(capsys, "rulings", "--pages", str(tmp_path / "pages"))
