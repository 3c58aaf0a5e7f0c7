"""What a command needs before it knows what is to be done: plain speech, the situation it is given, what is wrong with it.

Nothing of a game is loaded here, since somebody waits for a command that opens a page.
"""

from __future__ import annotations

import io
import sys
from collections.abc import Callable
from pathlib import Path

from engine.text.faults import Fault, Faulty, UnreadableText

#: How a command ends that was given something it cannot read, or that cannot be.
BAD_INPUT = 2
#: The largest situation that is read, in bytes.
LARGEST = 256_000


def speak_plainly() -> None:
    """No letter stops the command: into a file all go as UTF-8, and what a terminal cannot show is spelled out."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
            if not stream.isatty():
                stream.reconfigure(encoding="utf-8")


def say_faults(faulty: Faulty) -> int:
    """Say what is wrong and what would be right; return how the command then ends."""
    from tutor.base.writing import plain

    for fault in faulty.faults:
        print(f"{plain(fault.where)}: {plain(fault.what)}\n  {plain(fault.fix)}", file=sys.stderr)
    return BAD_INPUT


def unusable(problem: OSError) -> UnreadableText:
    """The fault of a file or folder that the system refuses."""
    what = f"it cannot be used ({problem.strerror or problem})"
    return UnreadableText(Fault(str(problem.filename or "file"), what, "Name another, or mend that."))


def situation_text(source: str, is_code: Callable[[str], bool]) -> str:
    """The situation FILE means: a code itself (``is_code`` tells), ``-`` for standard input, or a file's text."""
    if is_code(source):
        return source
    fix = "Name a situation file, a code, or - ."
    try:
        if source == "-":
            data = sys.stdin.buffer.read(LARGEST + 1)
        else:
            with Path(source).open("rb") as file:
                data = file.read(LARGEST + 1)
        text = data.decode("utf-8-sig")
    except (OSError, ValueError) as problem:
        why = problem.strerror if isinstance(problem, OSError) and problem.strerror else "it is no UTF-8 text"
        raise UnreadableText(Fault(source[:200], f"it cannot be read ({why})", fix)) from None
    if len(data) > LARGEST:
        raise UnreadableText(Fault(source, f"it is larger than {LARGEST // 1000} kB, as no situation is", fix))
    return text
