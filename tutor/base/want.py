"""What a page asks of its host: something costly, found aside."""

from __future__ import annotations

from typing import NamedTuple


class Want(NamedTuple):
    """Something costly that a page would show: a host finds it (in a worker process) and shows the page again with the answer in
    ``known``. ``budget`` bounds the work in steps, never in seconds."""

    question: str
    budget: int = 40_000
