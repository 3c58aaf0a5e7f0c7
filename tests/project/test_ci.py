"""What is checked about every commit (.ci/run): its lanes run side by side, none is lost, and one that fails fails the whole."""

import os
import shutil
import signal
import subprocess
import time
from pathlib import Path

import pytest

from tests.sources import ROOT

RUN = ROOT / ".ci/run"
#: In the place of make: says what it is asked for, and fails at what FAILING names; asked for what SLEEPING names it never ends.
MAKE = """#!/bin/sh
echo "begins $1"
if [ "$1" = "$SLEEPING" ]; then echo $$ >>"$PIDS"; sleep 300; fi
echo "AGAIN=$AGAIN DEEP=$DEEP"
echo "= $1 ends ="
if [ "$1" = "$FAILING" ]; then exit 2; fi
"""


@pytest.fixture
def clone(tmp_path: Path) -> Path:
    """A folder with .ci/run, and commands of its own in the place of make, cc and chromium."""
    (tmp_path / ".ci").mkdir()
    shutil.copy(RUN, tmp_path / ".ci/run")
    commands = tmp_path / "bin"
    commands.mkdir()
    for name, text in (("make", MAKE), ("cc", "#!/bin/sh\n"), ("chromium", "#!/bin/sh\n")):
        (commands / name).write_text(text, "utf-8")
        (commands / name).chmod(0o755)
    return tmp_path


def begun(clone: Path, **more: str) -> subprocess.Popen[str]:
    path = f"{clone / 'bin'}{os.pathsep}{os.environ['PATH']}"
    environment = {**os.environ, "CI": "true", "PATH": path, "PIDS": str(clone / "pids"), **more}
    return subprocess.Popen(
        [clone / ".ci/run"],
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )


def ran(clone: Path, failing: str = "") -> tuple[int, list[str]]:
    """The exit code, and all lines that were printed."""
    running = begun(clone, FAILING=failing)
    said, _ = running.communicate(timeout=60)
    return running.returncode, said.splitlines()


def test_every_lane_is_run_and_shown_and_the_last_line_is_that_of_the_browser_tests(clone: Path) -> None:
    code, lines = ran(clone)
    assert code == 0
    assert lines[0] == "begins .venv/fast", "the environment stands before a lane begins"
    assert {f"= {lane} ends =" for lane in ("test", "compiled", "browser-test")} <= set(lines)
    assert {line for line in lines if line.startswith("AGAIN")} == {"AGAIN=1 DEEP=1"}
    assert lines[-1] == "= browser-test ends ="


@pytest.mark.parametrize("failing", ["test", "compiled", "browser-test"])
def test_a_lane_that_fails_fails_all_and_is_shown_whole_at_the_end(clone: Path, failing: str) -> None:
    code, lines = ran(clone, failing)
    assert code == 1
    assert lines[-3] == f"begins {failing}"
    assert lines[-1] == f"= {failing} ends ="
    assert {f"= {lane} ends =" for lane in ("test", "compiled", "browser-test")} <= set(lines), (
        "the others go on to their ends"
    )


def test_without_an_environment_no_lane_begins(clone: Path) -> None:
    code, lines = ran(clone, ".venv/fast")
    assert code == 2
    assert "begins test" not in lines


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="processes are looked up in /proc")
def test_what_is_broken_off_leaves_nothing_running(clone: Path) -> None:
    running = begun(clone, SLEEPING="browser-test")
    pids = clone / "pids"
    until = time.monotonic() + 30
    while not (pids.exists() and pids.read_text()):
        assert time.monotonic() < until, "the lane has not begun"
        time.sleep(0.05)
    running.send_signal(signal.SIGTERM)
    running.communicate(timeout=30)
    assert running.returncode != 0
    while alive(int(pids.read_text())):
        assert time.monotonic() < until, "its lane goes on"
        time.sleep(0.05)


def alive(pid: int) -> bool:
    """Whether a process is there that has not ended."""
    try:
        return Path(f"/proc/{pid}/stat").read_text("utf-8").rpartition(") ")[2][0] != "Z"
    except FileNotFoundError:
        return False
