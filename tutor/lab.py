"""`tutor lab`: JupyterLab on the lessons, set up for learning and nothing else.

The notebooks that come with the tutor are laid out in the learner's own folder, so that working through them changes
neither the clone nor the installed package. JupyterLab reads no configuration but the tutor's own, listens on this
computer only, and fetches nothing from the network.
"""

from __future__ import annotations

import argparse
import contextlib
import hashlib
import json
import os
import sys
import webbrowser
from pathlib import Path
from typing import TYPE_CHECKING

from tutor.places import data_folder, shipped
from tutor.ruling_page import write_page

if TYPE_CHECKING:
    from collections.abc import Sequence

FOLDERS = ("lessons", "puzzles")
_CONFIG = Path(__file__).parent / "lab_config"
_NOTE = ".as-shipped.json"


def lay_out(source: Path, desk: Path) -> list[Path]:
    """Copy the notebooks of ``source`` to the folder ``desk`` and return the copies, sorted.

    A notebook that came with the tutor in the same form before is left as the learner has it. One that is new is laid
    out; if the learner has changed the older one, that is first put aside under the name "... (earlier).ipynb".
    """
    desk.mkdir(parents=True, exist_ok=True)
    note = desk / _NOTE
    before: dict[str, str] = json.loads(note.read_text("utf-8")) if note.exists() else {}
    now: dict[str, str] = {}
    copies = []
    for notebook in sorted(source.glob("*.ipynb")):
        content = notebook.read_bytes()
        copy = desk / notebook.name
        now[notebook.name] = _digest(content)
        if not copy.exists() or before.get(notebook.name) != now[notebook.name]:
            if copy.exists() and _digest(copy.read_bytes()) not in (before.get(notebook.name), now[notebook.name]):
                copy.replace(copy.with_name(f"{copy.stem} (earlier).ipynb"))
            copy.write_bytes(content)
        copies.append(copy)
    note.write_text(json.dumps(now, indent=1), "utf-8")
    return copies


def lay_out_all(root: Path) -> list[Path]:
    """Lay out the lessons and puzzles in folders below ``root`` and return the copies, lessons first.

    The ruling index comes along, since the lessons lead to it.
    """
    write_page(root)
    copies = []
    for folder in FOLDERS:
        with contextlib.suppress(FileNotFoundError):  # a tutor without puzzles still has lessons
            copies += lay_out(shipped(folder), root / folder)
    return copies


def chosen_notebook(notebooks: Sequence[Path], wanted: str | None) -> Path | None:
    """The notebook meant by a number ("7" is 07-...) or by a part of its name; the first without; None if none fits."""
    if wanted is None:
        return notebooks[0] if notebooks else None
    if wanted.isdecimal():
        return next((n for n in notebooks if n.name.startswith(f"{int(wanted):02d}-")), None)
    return next((n for n in notebooks if wanted.lower() in n.stem.lower()), None)


def lab_arguments(root: Path, notebook: Path, port: int | None, browser: bool, simple: bool) -> list[str]:
    """The command line for JupyterLab that shows ``notebook`` (a path below ``root``)."""
    page = f"/{'doc' if simple else 'lab'}/tree/{notebook.relative_to(root).as_posix()}"
    arguments = [
        f"--ServerApp.root_dir={root}",
        f"--LabApp.default_url={page}",
        "--ServerApp.ip=localhost",
        "--ServerApp.terminals_enabled=False",
        f"--ServerApp.open_browser={browser}",
        "--Application.log_level=WARN",
        "--LabApp.news_url=None",
        "--LabApp.check_for_updates_class=jupyterlab.handlers.announcements.NeverCheckForUpdate",
        "--LabApp.extension_manager=readonly",
        "--MultiKernelManager.default_kernel_name=python3",
        "--KernelSpecManager.allowed_kernelspecs=python3",
    ]
    if port is not None:
        arguments += [f"--ServerApp.port={port}", "--ServerApp.port_retries=0"]
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        arguments.append("--ServerApp.allow_root=True")  # as in a container, where there is nobody else to be
    return arguments


def lab_environment(data: Path) -> dict[str, str]:
    """The environment variables that make JupyterLab use this Python and the tutor's settings, kept under ``data``."""
    return {
        "JUPYTER_CONFIG_DIR": str(data / "jupyter"),
        "JUPYTER_CONFIG_PATH": str(_CONFIG),
        "JUPYTER_PREFER_ENV_PATH": "1",
    }


def run(argv: Sequence[str]) -> int:
    """Start JupyterLab on a lesson and return when it is stopped: 0, or 1 if there is no such lesson."""
    options = _parser().parse_args(argv)
    root = data_folder() / "notebooks"
    notebooks = lay_out_all(root)
    notebook = chosen_notebook(notebooks, options.lesson)
    if notebook is None:
        names = "\n".join(f"  {n.stem}" for n in notebooks) or "  (none: build them with `tutor build`)"
        missing = f"no lesson {options.lesson!r}" if options.lesson else "no lesson yet"
        print(f"There is {missing}. The notebooks are:\n{names}", file=sys.stderr)
        return 1
    os.environ.update(lab_environment(data_folder()))
    browser = options.browser and _has_browser()
    return _serve(lab_arguments(root, notebook, options.port, browser, options.simple), browser)


def _serve(arguments: list[str], browser: bool) -> int:
    from jupyterlab.labapp import LabApp  # only now, since Jupyter looks at the environment when it is loaded

    server = LabApp.initialize_server(argv=arguments)
    opening = "A browser opens on the lesson. If it does not, go to" if browser else "Open this address in a browser:"

    def say_where() -> None:
        print(f"{opening}\n\n    {server.display_url.split()[0]}\n\nPress Ctrl-C here to stop.", flush=True)

    server.io_loop.add_callback(say_where)  # runs after the port is bound, which may take a second try
    server.log.addFilter(lambda record: "To access the server" not in record.getMessage())  # we have just said so
    server.answer_yes = True
    server.start()
    return 0


def _has_browser() -> bool:
    if sys.platform.startswith("linux") and not (os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")):
        return "BROWSER" in os.environ  # otherwise Python would offer a browser for the terminal, which shows no board
    try:
        webbrowser.get()
    except webbrowser.Error:
        return False
    return True


def _digest(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="tutor lab",
        description="Open the lessons in JupyterLab. The notebooks are copies of your own: change them as you like.",
    )
    parser.add_argument("lesson", nargs="?", help="number or part of the name of a lesson (default: the first)")
    parser.add_argument("--port", type=int, help="port to listen on (default: a free one from 8888 on)")
    parser.add_argument("--no-browser", dest="browser", action="store_false", help="only print the address")
    parser.add_argument("--simple", action="store_true", help="show the one lesson with nothing around it")
    return parser
