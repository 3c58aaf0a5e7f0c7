"""Progress as a small file to hand on: read with every fault of it, or not at all."""

from __future__ import annotations

import base64
import json
import zlib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from engine.text.faults import Fault, ImpossibleSituation, UnreadableText
from tutor.desk.attempts import (
    HIGHEST_RATING,
    LAST_MOMENT,
    LONGEST_ANSWER,
    LONGEST_NAME,
    LONGEST_PAUSE,
    MOST_STARS,
    OUTCOMES,
    Attempt,
)

FORMAT = "mystic-wood-progress"
#: The first had no stars, the second nothing of the trainer's; both are read still.
VERSION = 3
_PARTS = {1: 6, 2: 7, 3: 9}
#: How a code of it begins.
PREFIX = "mwp1-"
#: The largest file that is read, in bytes, and the most tries in it: years of learning.
LARGEST = 10_000_000
MOST_TRIES = 50_000
#: Room for what stands before the tries, in bytes.
_HEAD = 10_000
#: Most faults of a file that are told; the rest is counted.
MOST_FAULTS = 10


@dataclass(frozen=True, slots=True)
class ProgressExport:
    """What an exported file holds."""

    learner: str
    attempts: tuple[Attempt, ...]


def that_fit(attempts: Sequence[Attempt]) -> Sequence[Attempt]:
    """The tries that a file may hold (MOST_TRIES, LARGEST): all of them, or the latest."""
    latest = (
        sorted(attempts, key=lambda attempt: attempt.at)[-MOST_TRIES:] if len(attempts) > MOST_TRIES else list(attempts)
    )
    while len(_rows(latest).encode()) > LARGEST - _HEAD:
        latest = latest[len(latest) // 10 + 1 :]
    return latest


def _rows(attempts: Sequence[Attempt]) -> str:
    rows = [
        [a.lesson, a.exercise, a.outcome, a.answer, round(a.seconds, 1), round(a.at, 1), a.stars, a.mode, a.against]
        for a in attempts
    ]
    return ",\n  ".join(json.dumps(row, ensure_ascii=False) for row in rows)


def export_text(learner: str, attempts: Sequence[Attempt]) -> str:
    """Progress as JSON text, one try a line; of more than a file may hold the latest."""
    body = _rows(that_fit(attempts))
    head = json.dumps({"format": FORMAT, "version": VERSION, "learner": learner}, ensure_ascii=False)[:-1]
    return f'{head}, "attempts": [\n  {body}\n]}}\n' if body else f'{head}, "attempts": []}}\n'


def code_of(text: str) -> str:
    """An exported text as a code of letters, digits, "-" and "_": what a pupil hands in without a file."""
    return PREFIX + base64.urlsafe_b64encode(zlib.compress(text.encode(), 9)).decode().rstrip("=")


def _decoded(code: str, where: str) -> str:
    """The text in a code. UnreadableText if it is cut off, changed, or larger than a file may be."""
    body = "".join(code.split()).removeprefix(PREFIX)
    try:
        unpacking = zlib.decompressobj()
        data = unpacking.decompress(
            base64.b64decode(body + "=" * (-len(body) % 4), altchars=b"-_", validate=True), LARGEST + 1
        )
        text = data.decode("utf-8")
    except (ValueError, zlib.error):
        raise UnreadableText(
            Fault(where, "the code is cut off or has been changed", "Copy all of it once more.")
        ) from None
    if len(data) > LARGEST or not unpacking.eof:
        raise UnreadableText(Fault(where, "the code is cut off, or holds too much", "Copy all of it once more."))
    return text


def read_export(path: str | Path) -> ProgressExport:
    """Read an exported file, or a code itself. UnreadableText if it is none, ImpossibleSituation with every fault of what it
    says."""
    where = str(path)
    if where.startswith(PREFIX):
        return record_of(where, "the code")
    again = "Name a file written by `tutor progress --export`."
    try:
        with Path(path).open("rb") as file:
            data = file.read(LARGEST + 1)
        text = data.decode("utf-8-sig")
    except (OSError, ValueError) as problem:
        why = problem.strerror if isinstance(problem, OSError) and problem.strerror else str(problem)
        raise UnreadableText(Fault(where, f"it cannot be read ({why})", again)) from None
    if len(data) > LARGEST:
        raise UnreadableText(Fault(where, f"it is larger than {LARGEST // 1_000_000} MB", again))
    return record_of(text, where)


def record_of(text: str, where: str) -> ProgressExport:
    """The same of its text, which may be a code; ``where`` is named in the faults."""
    if text.startswith(PREFIX):
        text = _decoded(text, where)
    try:
        raw = json.loads(text)
    except (ValueError, RecursionError) as problem:
        line = f", line {problem.lineno}" if isinstance(problem, json.JSONDecodeError) else ""
        raise UnreadableText(
            Fault(f"{where}{line}", "this is no JSON: it is cut off or has been changed", "Export it once more.")
        ) from None
    if not isinstance(raw, dict) or raw.get("format") != FORMAT:
        raise UnreadableText(
            Fault(where, "this is no progress file", "Name a file written by `tutor progress --export`.")
        )
    version = raw.get("version")
    if not isinstance(version, int) or isinstance(version, bool) or version not in _PARTS:
        told = repr(version)[:20] if isinstance(version, float | str | None) else "another"
        what = f"its version is {told}, not {VERSION}"
        raise UnreadableText(Fault(where, what, "Export it with this version of the tutor."))
    faults: list[Fault] = []
    learner = raw.get("learner", "")
    if not _is_text(learner, LONGEST_NAME):
        faults.append(Fault(f"{where}, learner", "this is no name", f"Write a text of at most {LONGEST_NAME} letters."))
    rows = raw.get("attempts")
    if not isinstance(rows, list) or len(rows) > MOST_TRIES:
        faults.append(
            Fault(f"{where}, attempts", f"there is no list of at most {MOST_TRIES} tries", "Export it once more.")
        )
        rows = []
    attempts = []
    wrong_rows = 0
    for number, row in enumerate(rows, start=1):
        wrong = _row_fault(row, _PARTS[version])
        if wrong is None:
            attempts.append(Attempt(row[0], row[1], row[2], row[3], float(row[4]), float(row[5]), *row[6:]))
            continue
        wrong_rows += 1
        if wrong_rows <= MOST_FAULTS:
            fix = "Export it once more; such files are not written by hand."
            faults.append(Fault(f"{where}, try {number}", wrong, fix))
    if wrong_rows > MOST_FAULTS:
        faults.append(Fault(where, f"{wrong_rows - MOST_FAULTS} more tries are wrong", "Export it once more."))
    if faults:
        raise ImpossibleSituation(faults)
    return ProgressExport(" ".join(learner.split()), tuple(attempts))


def _is_text(value: Any, longest: int) -> bool:
    """Whether it is a text of at most so many letters, all of them letters (half of a surrogate pair is none)."""
    if not isinstance(value, str) or len(value) > longest:
        return False
    try:
        value.encode("utf-8")
    except UnicodeEncodeError:
        return False
    return True


def _all_counts(parts: list[Any], most: int) -> bool:
    return all(isinstance(part, int) and not isinstance(part, bool) and 0 <= part <= most for part in parts)


def _row_fault(row: Any, parts: int) -> str | None:
    """What is wrong with one try of a file, or None."""
    if not isinstance(row, list) or len(row) != parts:
        named = ("lesson", "exercise", "outcome", "answer", "seconds", "when", "stars", "mode", "against")[:parts]
        return f"it has not {parts} parts: {', '.join(named[:-1])} and {named[-1]}"
    if not all(isinstance(part, str) for part in row[:4]):
        return "lesson, exercise, outcome and answer are not all texts"
    lengths = zip(row[:4], (LONGEST_NAME, LONGEST_NAME, LONGEST_NAME, LONGEST_ANSWER), strict=True)
    if not row[0] or not row[1] or not all(_is_text(part, longest) for part, longest in lengths):
        return "lesson, exercise or answer is empty, far too long, or not of letters"
    if row[2] not in OUTCOMES:
        return f"its outcome is {row[2]!r}, which is none of {', '.join(OUTCOMES)}"
    if not all(isinstance(part, int | float) and not isinstance(part, bool) for part in row[4:6]):
        return "its time is no number"
    if not _all_counts(row[6:7], MOST_STARS):
        return f"its stars are no number from 0 to {MOST_STARS}"
    if not all(_is_text(part, LONGEST_NAME) for part in row[7:8]):
        return "its mode is no text, or far too long"
    if not _all_counts(row[8:], HIGHEST_RATING):
        return f"the rating it was against is no number from 0 to {HIGHEST_RATING}"
    if not (0 <= row[4] <= LONGEST_PAUSE and 0 <= row[5] <= LAST_MOMENT):
        return "its time cannot be"
    return None
