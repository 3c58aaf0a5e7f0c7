"""What pages want, found in a process of its own: a want comes in as a line of JSON, answers go out as lines.

The last answer has ``ended``. The web server starts it (:class:`tutor.hosts.web.finder.ProcessFinder`) with
``python -m tutor.hosts.finding``.
"""

from __future__ import annotations

import json
import os
import sys
import time
from collections.abc import Iterator
from typing import Any

from tutor.desk import Want
from tutor.hosts.documents.served import served

#: Seconds between two answers, so that pages are not shown again for every little step.
EVERY = 0.7
#: How much this gives way to everything else on the computer.
NICENESS = 10


def spaced(answers: Iterator[Any], seconds: float = EVERY) -> Iterator[Any]:
    """Of many answers one now and then, and the last."""
    told = time.monotonic() - seconds
    for answer in answers:
        if "ended" in answer or time.monotonic() >= told + seconds:
            told = time.monotonic()
            yield answer


def main() -> None:
    """Find what the one line on standard input asks for."""
    if hasattr(os, "nice"):
        os.nice(NICENESS)
    asked = json.loads(sys.stdin.readline())
    want = Want(asked["question"], asked["budget"])
    for answer in spaced(served()[asked["kind"]].find(want)):
        print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    main()
