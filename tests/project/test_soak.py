"""The soak itself tries what it says it tries: a few seconds of each of its works."""

from __future__ import annotations

import pytest

from tests.depth import deep
from tests.soak.__main__ import LEAST, Told, _line, all_works, missing, one
from tests.soak.checks import CHECKS


@pytest.mark.parametrize("seconds", [0.2, deep(2)])
@pytest.mark.parametrize("work", ["reader: action", "reader: progress", "games", "second opinion", deep("tables")])
def test_a_slice_of_the_soak_tries_something_and_breaks_nothing(work: str, seconds: float) -> None:
    told = one(work, seconds, 1, 1)
    assert told.failures == []
    assert told.counted["inputs"] + told.counted["steps"] + told.counted["touches"] >= 1, _line(told)


def test_what_the_slices_have_not_brought_comes_after_all_of_them() -> None:
    works = all_works()
    summed = {work: Told(work) for work in works}
    summed["second opinion"].counted["questions"] = 900_001
    summed["kills: set-up"].counted["runs"] = 41
    summed["kills: writing"].counted["runs"] = 3
    summed["tables"].counted["games"] = 200
    assert missing(works, summed) == [("kills: writing", 0.0, 7), *[("second opinion", 0.0, 25_000)] * 4]
    assert missing(["games"], {"games": Told("games")}) == []
    assert set(LEAST) <= set(works)


def test_a_reader_that_breaks_its_promise_is_found_and_shrunk(monkeypatch: pytest.MonkeyPatch) -> None:
    def touchy(data: bytes) -> bool:
        assert b"orth" not in data, "it goes north"
        return True

    monkeypatch.setitem(CHECKS, "action", touchy)
    monkeypatch.setattr("tests.soak.__main__.FEWEST", 200)  # however slow the machine
    told = one("reader: action", 1, 1, 1)
    assert [(kind, data) for kind, data, _ in told.failures] == [("action", b"orth")]
