"""The soak itself tries what it says it tries: a few seconds of each of its works."""

from __future__ import annotations

import pytest

from tests.soak.__main__ import _line, one
from tests.soak.checks import CHECKS


@pytest.mark.parametrize("work", ["reader: action", "reader: progress", "games", "second opinion"])
def test_a_slice_of_the_soak_tries_something_and_breaks_nothing(work: str) -> None:
    told = one(work, 2, 1, 1)
    assert told.failures == []
    assert told.counted["inputs"] + told.counted["steps"] >= 1, _line(told)


def test_a_reader_that_breaks_its_promise_is_found_and_shrunk(monkeypatch: pytest.MonkeyPatch) -> None:
    def touchy(data: bytes) -> bool:
        assert b"orth" not in data, "it goes north"
        return True

    monkeypatch.setitem(CHECKS, "action", touchy)
    told = one("reader: action", 5, 1, 1)
    assert [(kind, data) for kind, data, _ in told.failures] == [("action", b"orth")]
