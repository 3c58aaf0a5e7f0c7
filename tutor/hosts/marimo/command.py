"""`tutor notebook`: opens a marimo notebook on a situation, to be played with and edited."""

from __future__ import annotations

import argparse
import os
import signal
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from engine.text.faults import Fault, UnreadableText
from tutor.base.places import SAFE_PATH_VARIABLE, data_folder, private_folder, shipped, write_whole
from tutor.base.ports import HOST, free_port, has_browser, port_number
from tutor.base.terminal import situation_text
from tutor.teach.game import registry as games

#: What the notebooks are for, by name; each lies in lessons/marimo.
NOTEBOOKS = {
    "workbench": "play and undo with the real rules, the odds of any fight or visit beside the board",
    "my_checker": "a ruling checker of your own, in ten lines",
    "joust": "the chances of a joust as a picture you can turn",
}
#: The largest situation that is handed on, in bytes: more than that no system takes as an argument.
LARGEST_PASSED_ON = 100_000


def parser() -> argparse.ArgumentParser:
    """The options of the command."""
    about = "\n".join(f"  {name:<12}{what}" for name, what in NOTEBOOKS.items())
    found = argparse.ArgumentParser(
        prog="tutor notebook",
        formatter_class=argparse.RawDescriptionHelpFormatter,
        description=f"Open a marimo notebook: every control changes the picture beside it at once.\n\n{about}",
    )
    found.add_argument(
        "name", nargs="?", default="workbench", choices=tuple(NOTEBOOKS), metavar="NAME", help="which one"
    )
    found.add_argument("situation", nargs="?", metavar="FILE", help="a situation file, a code, or - for standard input")
    found.add_argument("--run", action="store_true", help="show it as a page, without its code")
    found.add_argument("--fresh", action="store_true", help="lay out a fresh one; yours is kept beside it")
    found.add_argument("--port", type=port_number, help="the port to listen at (default: a free one)")
    found.add_argument("--no-browser", action="store_true", help="do not open a browser")
    return found


def command(arguments: Sequence[str]) -> int:
    """Open the notebook and stay until it is stopped. Raises Faulty if the situation or the port cannot be used."""
    options = parser().parse_args(arguments)
    text = situation_text(options.situation, games.is_code) if options.situation else ""
    if text:
        games.game_of(text).read(text)  # what is wrong with it is said here, before anything opens
    if len(text.encode()) > LARGEST_PASSED_ON:
        raise UnreadableText(
            Fault(options.situation, "it is too large to be passed on", "Open it in the notebook itself.")
        )
    notebook = own_copy(options.name, options.fresh)
    print(f"Your notebook: {notebook}\nStop it with Ctrl+C.", flush=True)
    return _serve(marimo_command(notebook, text, options))


def own_copy(name: str, fresh: bool = False) -> Path:
    """The learner's own copy of a notebook, made if there is none.

    ``fresh`` sets the one there was aside, as "NAME (earlier)".
    """
    path = private_folder(data_folder() / "notebooks") / "marimo" / f"{name}.py"
    source = (shipped("lessons") / "marimo" / f"{name}.py").read_bytes()
    if fresh and path.exists() and path.read_bytes() != source:
        number = 1
        while (aside := path.with_name(f"{name} (earlier{f' {number}' if number > 1 else ''}).py")).exists():
            number += 1
        path.replace(aside)
    if not path.exists():
        write_whole(path, source)
    return path


def marimo_command(notebook: Path, text: str, options: argparse.Namespace) -> list[str]:
    """How marimo is started: with a token of its own on this computer alone, asking nobody for updates."""
    line = [sys.executable, "-P", "-m", "marimo", "--yes", "run" if options.run else "edit", str(notebook)]
    line += ["--host", HOST, "--token", "--no-sandbox", *([] if options.run else ["--skip-update-check"])]
    if (port := free_port(options.port)) is not None:
        line += ["--port", str(port)]
    if options.no_browser or not has_browser():
        line.append("--headless")
    return [*line, *(["--", "--situation", text] if text else [])]


def _serve(line: Sequence[str]) -> int:
    """Run marimo until it ends. It imports nothing that lies beside the notebook."""
    running = subprocess.Popen(line, env={**os.environ, SAFE_PATH_VARIABLE: "1"})
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        return running.wait()
    except KeyboardInterrupt:
        running.terminate()
        running.wait(timeout=10)
        return 0
