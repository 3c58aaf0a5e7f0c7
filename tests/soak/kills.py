"""Kills at random moments: while progress is written, while a file is exported, and during set-up."""

from __future__ import annotations

import json
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

from tutor.desk.progress import Progress, read_export

ROOT = Path(__file__).parent.parent.parent
SIGNALS = (signal.SIGKILL, signal.SIGINT, signal.SIGTERM)
_WRITER = """
import sys
from tutor.desk.progress import Progress
progress = Progress(sys.argv[1])
for number in range(100_000):
    progress.record("02-exploring", f"exercise-{number}", "right")
    print(number, flush=True)
    if number % 5 == 0:
        progress.export(sys.argv[2])
"""


def writing(seed: int) -> Counter[str]:
    """Two writers of one file, both killed: no try that was recorded is lost, and the export is whole."""
    rng = random.Random(seed)
    with tempfile.TemporaryDirectory() as folder:
        path, export = Path(folder) / "progress.sqlite", Path(folder) / "mine.json"
        writers = [
            subprocess.Popen([sys.executable, "-c", _WRITER, path, export], stdout=subprocess.PIPE, text=True, cwd=ROOT)
            for _ in range(2)
        ]
        for writer in writers:
            assert writer.stdout is not None
            writer.stdout.readline()
        time.sleep(rng.uniform(0, 0.3))
        for writer in writers:
            os.kill(writer.pid, signal.SIGKILL)
        said = [sum(1 for _ in writer.stdout or ()) + 1 for writer in writers]
        for writer in writers:
            writer.wait()
        opened = Progress(path)
        assert opened.trouble is None, opened.trouble
        counted: dict[str, int] = {}
        for attempt in opened.attempts():
            counted[attempt.exercise] = counted.get(attempt.exercise, 0) + 1
        for count in said:
            for number in range(count):
                assert counted.get(f"exercise-{number}"), f"try {number} of {count} is lost"
        assert sum(counted.values()) >= sum(said)
        if export.exists():
            read_export(export)
    return Counter()


def set_up(seed: int) -> Counter[str]:
    """A set-up killed at a random moment: the same command run again ends well (a small project, no network)."""
    from tests.project.test_set_up import lay_out, surroundings

    with tempfile.TemporaryDirectory() as folder:
        small = Path(folder) / "a project"
        small.mkdir()
        lay_out(small)
        return _killed(
            small, seed, _took("small", small, surroundings(small)), surroundings(small), ("tool", "lesson", "check")
        )


def whole_set_up(seed: int) -> Counter[str]:
    """The same of this very project, by its own make and lock files: the network is needed."""
    with tempfile.TemporaryDirectory() as folder:
        project = Path(folder) / "a project"
        project.mkdir()
        for name in ("Makefile", "tools", "requirements", "engine", "tutor", "pyproject.toml", "README.md", "LICENSE"):
            from_here, there = ROOT / name, project / name
            shutil.copytree(from_here, there) if from_here.is_dir() else shutil.copy(from_here, there)
        modules = ("pytest", "jupyterlab", "networkx", "engine.mystic_wood", "tutor.hosts.cli.cli")
        return _killed(project, seed, _took("whole", project, dict(os.environ)), dict(os.environ), modules)


def _took(which: str, folder: Path, surroundings: dict[str, str]) -> float:
    """Seconds that a set-up takes which nobody disturbs: measured once, so that kills fall on all of it."""
    if which not in _TAKEN:
        began = time.monotonic()
        done = subprocess.run(
            _command(folder), env=surroundings, capture_output=True, text=True, check=False, timeout=900
        )
        assert done.returncode == 0, done.stderr
        _TAKEN[which] = time.monotonic() - began
        shutil.rmtree(folder / ".venv")
    return _TAKEN[which]


_TAKEN: dict[str, float] = {}


def _command(folder: Path) -> list[str]:
    """What somebody types; a small project has no Makefile, and there it is what make would run."""
    if (folder / "Makefile").exists():
        return ["make", "--no-print-directory", "-C", str(folder), f"PYTHON={sys.executable}", ".venv/everything"]
    return [sys.executable, "-S", str(folder / "tools/set_up.py"), "everything"]


def _killed(
    folder: Path, seed: int, took: float, surroundings: dict[str, str], modules: tuple[str, ...]
) -> Counter[str]:
    """Kill it once or twice, alone or with all that it started (as Ctrl-C does), and run it again to the end.

    Returns by which signals it was killed, and what it was doing then.
    """
    rng = random.Random(seed)
    told, seen = "", Counter[str]()
    if (
        signal.getsignal(signal.SIGINT) is signal.SIG_IGN
    ):  # as in the background of a shell: what we start would ignore it too
        signal.signal(signal.SIGINT, signal.default_int_handler)
    for _ in range(rng.choice((1, 1, 2))):
        how, kill = rng.choice(SIGNALS), rng.choice((os.kill, os.killpg))
        while True:
            after, began = rng.uniform(0, took), time.monotonic()
            running = subprocess.Popen(
                _command(folder),
                env=surroundings,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                start_new_session=True,
            )
            try:
                running.wait(after)
            except subprocess.TimeoutExpired:
                break
            took = time.monotonic() - began  # it was done before: nothing was killed
            shutil.rmtree(folder / ".venv")
        stage = _stage(folder)
        kill(running.pid, how)
        running.wait(60)
        seen.update((how.name, stage))
        told += f"{how.name} to {'it' if kill is os.kill else 'all'} after {after:.2f} s {stage}; "
    done = subprocess.run(_command(folder), env=surroundings, capture_output=True, text=True, check=False, timeout=900)
    assert done.returncode == 0, f"{told}{done.stderr[-1000:]}"
    code = f"import pip, {', '.join(modules)}"
    tried = subprocess.run([folder / ".venv/bin/python", "-I", "-c", code], capture_output=True, text=True, check=False)
    assert tried.returncode == 0, f"{told}{tried.stderr[-1000:]}"
    assert not (folder / ".venv.before").exists(), f"{told}the one before lies about"
    again = subprocess.run(_command(folder), env=surroundings, capture_output=True, text=True, check=False, timeout=300)
    assert (again.returncode, again.stderr) == (0, ""), f"{told}not whole"
    return seen


def _stage(folder: Path) -> str:
    """What a set-up is doing."""
    if not (folder / ".venv").exists():
        return "at its beginning"
    try:
        return f"at {json.loads((folder / '.venv/whole.json').read_text()).get('doing', 'its end')}"
    except (OSError, ValueError):
        return "at the environment"
