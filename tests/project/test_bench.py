"""`make bench` measures what it says: every row has two times and their ratio."""

import re
import subprocess
import sys

import pytest

pytest.importorskip("chess")
pytestmark = pytest.mark.deep


def test_the_table_compares_every_row_with_known_work(project):
    run = subprocess.run(
        [sys.executable, "bench/run.py", "--budget", "0.01", "--games", "1"],
        cwd=project,
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stderr
    rows = run.stdout.splitlines()[1:]
    assert len(rows) >= 14
    for row in rows:
        assert len(re.findall(r"\d\.\d (?:s|ms|µs)\b", row)) == 2, row
        assert float(row.split()[-1]) > 0, row
