"""``tutor pipe``: the answers of all questions over lines of JSON, for other programs."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator
from typing import BinaryIO

from engine.text.faults import Fault, Faulty, UnreadableText
from tutor.hosts.cli import answers
from tutor.teach.game import registry as games

#: The longest line of a pipe, in bytes.
LONGEST_REQUEST = 1_000_000


def pipe_command(options: argparse.Namespace) -> int:
    """``tutor pipe``: one answer for each line of JSON."""
    if options.board:
        games.load_board(options.board)
    for line in _lines(getattr(sys.stdin, "buffer", None)):
        print(answer_line(line), flush=True)
    return 0


def _lines(stream: BinaryIO | None) -> Iterator[bytes]:
    """The lines of standard input that say something, of each no more than is read at all."""
    if stream is None:
        yield from (line.encode("utf-8", "surrogatepass") for line in sys.stdin if line.strip())
        return
    while line := stream.readline(LONGEST_REQUEST + 1):
        rest = line
        while len(rest) > LONGEST_REQUEST and not rest.endswith(b"\n"):
            rest = stream.readline(LONGEST_REQUEST + 1)  # of a line that is too long, the rest is passed over
        if line.strip():
            yield line


def answer_line(line: bytes) -> str:
    """The answer to one line, as one line, whatever it holds: one bad request must not end the pipe for the others."""
    try:
        if len(line) > LONGEST_REQUEST:
            what = f"this line is longer than {LONGEST_REQUEST // 1000} kB"
            raise UnreadableText(Fault("request", what, "Send one situation at a time."))
        try:
            request: object = json.loads(line.decode("utf-8-sig"))
        except (ValueError, RecursionError) as problem:
            why = "it nests too deeply" if isinstance(problem, RecursionError) else str(problem)
            raise UnreadableText(
                Fault("request", f"this line is no JSON: {why}", "Write one JSON object per line.")
            ) from None
        return json.dumps(answers.answer(request))
    except Faulty as faulty:
        return json.dumps({"error": faulty.as_dict()})
    except Exception as problem:  # the program itself is at fault
        what = f"the tutor is at fault here: {type(problem).__name__}: {problem}"[:500]
        fix = "Please report the request and this answer."
        return json.dumps({"error": {"where": "request", "what": what, "fix": fix}})
