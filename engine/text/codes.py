"""Codes: a situation as one URL-safe line that checks itself. A mistyped code is refused, never misread."""

from __future__ import annotations

import base64
import zlib
from collections.abc import Mapping
from typing import Any

from engine.text.faults import Fault, UnreadableText
from engine.text.keyed import check_data

#: The longest code that is read at all, and the most that one unfolds to.
MOST_CODE, MOST_PLAIN = 64_000, 1_000_000


def refusal(prefix: str, line: str) -> UnreadableText:
    """What is said of a code that is none."""
    told = "".join(c if c.isprintable() and c.isascii() else "?" for c in line[:24])
    fix = f"Copy the whole code again, from {prefix!r} to its end."
    return UnreadableText(Fault(f"code {told!r}", "it is mistyped or cut short", fix, "bad-code"))


def seal(prefix: str, packed: bytes, plain: bytes) -> str:
    """A code of packed bytes, with the check sum of what they stand for."""
    return prefix + _base64(zlib.crc32(plain).to_bytes(4, "big") + packed)


def _base64(packed: bytes) -> str:
    return base64.urlsafe_b64encode(packed).rstrip(b"=").decode()


def unseal(prefix: str, text: str) -> tuple[bytes, bytes]:
    """The check sum and the packed bytes of a code. UnreadableText if it is none; the sum is still to be compared."""
    line = text.strip()
    if len(line) > MOST_CODE:
        told = f"the code is {len(line):,} characters long"
        raise UnreadableText(Fault("code", told, f"No code is longer than {MOST_CODE:,}.", "too-long"))
    if not line.startswith(prefix) or not line.isascii():
        raise refusal(prefix, line)
    body = line.removeprefix(prefix)
    try:
        sealed = base64.b64decode(body + "=" * (-len(body) % 4), altchars=b"-_", validate=True)
    except ValueError:
        raise refusal(prefix, line) from None
    if _base64(sealed) != body or len(sealed) < 4:
        raise refusal(prefix, line)
    return sealed[:4], sealed[4:]


def agrees(check: bytes, plain: bytes) -> bool:
    """Whether the check sum of a code is that of what it unfolded to."""
    return zlib.crc32(plain).to_bytes(4, "big") == check


def _unfolded(packed: bytes, words: bytes) -> bytes | None:
    opener = zlib.decompressobj(-15, zdict=words)
    try:
        plain = opener.decompress(packed, MOST_PLAIN)
    except zlib.error:
        return None
    return plain if opener.eof and not opener.unused_data else None


def pack(prefix: str, data: Mapping[str, Any], words: bytes) -> str:
    """Plain data as a code. ``words`` are what such data are made of, so that the compressor need not spell it out."""
    import json  # late, so that a program that reads no code starts sooner

    plain = json.dumps(data, separators=(",", ":")).encode()
    squeezer = zlib.compressobj(9, zlib.DEFLATED, -15, 9, zlib.Z_DEFAULT_STRATEGY, words)
    return seal(prefix, squeezer.compress(plain) + squeezer.flush(), plain)


def unpack(prefix: str, text: str, words: bytes) -> dict[str, Any]:
    """The plain data of a code made by :func:`pack`. UnreadableText if it is mistyped, cut short, or no such data."""
    import json

    check, packed = unseal(prefix, text)
    refused = refusal(prefix, text.strip())
    plain = _unfolded(packed, words)
    if plain is None or not agrees(check, plain):
        raise refused
    last = packed[-1]
    if last and _unfolded(packed[:-1] + bytes([last ^ 1 << last.bit_length() - 1]), words) == plain:
        raise refused  # a bit is set that stands for nothing: nobody wrote this code so
    try:
        data = json.loads(plain)
    except (ValueError, RecursionError):
        raise refused from None
    if not isinstance(data, dict):
        raise refused
    check_data(data, "the code")
    return data
