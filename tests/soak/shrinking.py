"""What breaks a promise, made small, and kept where an ordinary test finds it."""

from __future__ import annotations

import base64
import hashlib
import json
import time
from collections.abc import Callable
from pathlib import Path

from tests.soak.checks import check

FOUND = Path(__file__).parent.parent / "found"


def broken(kind: str, data: bytes) -> str | None:
    """In a line, how an input breaks a promise; None if it does not."""
    try:
        check(kind, data)
    except RecursionError:
        return "RecursionError"
    except MemoryError:
        return "MemoryError"
    except Exception as problem:
        return f"{type(problem).__name__}: {problem}".splitlines()[0][:200]
    return None


def kind_of(told: str) -> str:
    """What two breaches have in common: the exception, and the words up to the first that may differ."""
    return " ".join(told.split()[:4])


def shrunk(kind: str, data: bytes, seconds: float = 20.0) -> bytes:
    """The smallest input found in that time that breaks a promise in the same way: lines left out first, then letters."""
    told = broken(kind, data)
    if told is None:
        return data
    same = kind_of(told)

    def still(smaller: bytes) -> bool:
        again = broken(kind, smaller)
        return again is not None and kind_of(again) == same

    until = time.monotonic() + seconds
    data = _fewer(data.splitlines(keepends=True), lambda lines: still(b"".join(lines)), until)
    return _fewer([data[n : n + 1] for n in range(len(data))], lambda letters: still(b"".join(letters)), until)


def _fewer(pieces: list[bytes], still: Callable[[list[bytes]], bool], until: float) -> bytes:
    size = max(1, len(pieces) // 2)
    while True:
        at = 0
        before = len(pieces)
        while at < len(pieces) and time.monotonic() < until:
            fewer = pieces[:at] + pieces[at + size :]
            if still(fewer):
                pieces = fewer
            else:
                at += size
        if time.monotonic() > until or (size == 1 and len(pieces) == before):
            return b"".join(pieces)
        size = max(1, size // 2)


def keep(kind: str, data: bytes, what: str) -> Path:
    """Write an input under tests/found, as text where it is text."""
    told: dict[str, object] = {"check": kind, "what": what}
    try:
        told["input"] = data.decode("utf-8")
    except UnicodeDecodeError:
        told["base64"] = base64.b64encode(data).decode()
    name = f"{kind.replace(' ', '-')}-{hashlib.sha256(data).hexdigest()[:8]}.json"
    FOUND.mkdir(exist_ok=True)
    path = FOUND / name
    path.write_text(json.dumps(told, indent=1, ensure_ascii=True) + "\n", encoding="utf-8")
    return path


def kept(path: Path) -> tuple[str, bytes]:
    """The check and the input of a file under tests/found. Long repetitions are written as [text, times]."""
    told = json.loads(path.read_text(encoding="utf-8"))
    if "base64" in told:
        return told["check"], base64.b64decode(told["base64"])
    pieces = told["input"] if isinstance(told["input"], list) else [told["input"]]
    text = "".join(piece if isinstance(piece, str) else piece[0] * piece[1] for piece in pieces)
    return told["check"], text.encode("utf-8", "surrogatepass")
