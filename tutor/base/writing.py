"""What the commands write: files, whole or not at all; and text of others, made fit for a terminal."""

from __future__ import annotations

import errno
import os
import unicodedata
from pathlib import Path

from engine.text.faults import Fault, UnreadableText
from tutor.base.places import write_whole


def written(path: str | Path, content: str | bytes) -> Path:
    """Write a file a person has named, whole or not at all, and return its path. Text is written as UTF-8.

    Raises UnreadableText with the path where it cannot be written; what was there before is then untouched.
    """
    path = Path(path)
    try:
        data = content.encode() if isinstance(content, str) else content
        if path.exists() and not path.is_file():  # /dev/stdout or a pipe: there is nothing to be replaced
            path.write_bytes(data)
        elif not path.parent.is_dir():
            raise FileNotFoundError(errno.ENOENT, "there is no such folder")
        else:
            mode = path.stat().st_mode & 0o777 if path.exists() else 0o666 & ~own_umask()
            write_whole(path.resolve(), data).chmod(mode)
    except (OSError, UnicodeEncodeError) as problem:
        raise unwritable(path, problem) from None
    return path


def unwritable(path: str | Path, problem: OSError | UnicodeEncodeError) -> UnreadableText:
    """The fault of a file that cannot be written."""
    why = problem.strerror if isinstance(problem, OSError) and problem.strerror else str(problem)
    return UnreadableText(
        Fault(str(path), f"it cannot be written ({why})", "Name a file in a folder you may write to.")
    )


def own_umask() -> int:
    """The rights that new files of this process do not get."""
    mask = os.umask(0o077)
    os.umask(mask)
    return mask


#: Controls, directions, halves of pairs, unknown characters, line and paragraph separators ...
_UNSEEN = ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp")
#: ... but not the joiners, without which some names cannot be written.
_JOINERS = "\u200c\u200d"


def plain(text: str) -> str:
    """Text of others on one line, with everything that is no visible character spelled out.

    >>> plain("Ada\\x1b[2J\\nBob")
    'Ada\\\\x1b[2J\\\\nBob'
    """
    if text.isascii() and text.isprintable():
        return text
    return "".join(
        letter if letter in _JOINERS or unicodedata.category(letter) not in _UNSEEN else _spelled(letter)
        for letter in text
    )


def plain_lines(text: str) -> str:
    """As :func:`plain`, but line feeds stay: for a text whose lines are our own."""
    return "\n".join(map(plain, text.split("\n")))


def _spelled(letter: str) -> str:
    return letter.encode("unicode_escape").decode("ascii")
