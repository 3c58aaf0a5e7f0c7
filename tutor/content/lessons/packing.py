"""A teacher's lesson as it is handed on: packed, so that no answer stands in plain text where a pupil looks.

It hides nothing from who wants to know; it only keeps a curious eye from falling on an answer.
"""

from __future__ import annotations

import base64
import binascii
import zlib
from pathlib import Path

from engine.text.faults import Fault, UnreadableText
from tutor.content.lessons.reading import Lesson, parse_lesson

#: The ending of a packed lesson's file.
ENDING = ".lesson"
_HEAD = "mystic-wood-lesson 1"
#: No lesson is longer, and nothing longer is unpacked.
LONGEST = 1_000_000


def pack(source: str) -> str:
    """The text of a packed lesson.

    >>> unpack(pack("Be welcome!"))
    'Be welcome!'
    >>> "welcome" in pack("Be welcome!")
    False
    """
    return f"{_HEAD}\n{base64.b64encode(zlib.compress(source.encode(), 9)).decode()}\n"


def unpack(text: str, where: str = "packed lesson") -> str:
    """The source that was packed; UnreadableText if the text is no packed lesson or has been cut off."""
    head, _, body = text.partition("\n")
    try:
        if head.strip() != _HEAD:
            raise ValueError("its first line is another")
        worker = zlib.decompressobj()
        source = worker.decompress(base64.b64decode(body, validate=False), LONGEST)
        if not worker.eof:
            raise ValueError("it is cut off or too long")
        return source.decode()
    except (ValueError, binascii.Error, zlib.error, UnicodeDecodeError) as problem:
        raise UnreadableText(
            Fault(where, f"this is no packed lesson ({problem})", "Ask for the notebook once more, or build it again.")
        ) from None


def read_packed(path: Path) -> Lesson:
    """The lesson of a packed file. Raises UnreadableText with every fault found."""
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as problem:
        raise UnreadableText(
            Fault(str(path), f"it cannot be read ({problem})", "Take the lesson out of the course and add it again.")
        ) from None
    return parse_lesson(unpack(text, str(path)), path.stem, f"{path.stem}.md")
