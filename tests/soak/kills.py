"""Kills at random moments: while progress is written, while a file is exported, and during set-up."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from tutor.progress import Progress, read_export

ROOT = Path(__file__).parent.parent.parent
_WRITER = """
import sys
from tutor.progress import Progress
progress = Progress(sys.argv[1])
for number in range(100_000):
    progress.record("02-exploring", f"exercise-{number}", "right")
    print(number, flush=True)
    if number % 5 == 0:
        progress.export(sys.argv[2])
"""


def writing(seed: int) -> None:
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


def set_up(seed: int) -> None:
    """A set-up killed at a random moment: the same command run again ends well (a small project, no network)."""
    from tests.test_set_up import killed_and_run_again, lay_out

    rng = random.Random(seed)
    with tempfile.TemporaryDirectory() as folder:
        small = Path(folder) / "a project"
        small.mkdir()
        how = rng.choice([signal.SIGKILL, signal.SIGINT, signal.SIGTERM])
        killed_and_run_again(lay_out(small), rng.uniform(0.02, 12), how)
