"""Whatever once broke a promise is tried ever after: every file under tests/found (written by ``make soak``, or by hand)."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.soak.checks import CHECKS, check
from tests.soak.shrinking import FOUND, broken, keep, kept, shrunk

FILES = sorted(FOUND.glob("*.json"))


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_what_was_found_stays_mended(file: Path) -> None:
    kind, data = kept(file)
    check(kind, data)


def test_there_is_something_found() -> None:
    assert len(FILES) >= 10
    assert {kept(file)[0] for file in FILES} <= set(CHECKS)


def test_what_breaks_a_promise_is_shrunk_and_kept(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def touchy(data: bytes) -> bool:
        assert b"orc" not in data, "an Orc"
        return True

    monkeypatch.setitem(CHECKS, "touchy", touchy)
    monkeypatch.setattr("tests.soak.shrinking.FOUND", tmp_path)
    data = b"a meadow\nwith an orc in it\n" * 20 + b"\xff"
    assert shrunk("touchy", data) == b"orc"
    file = keep("touchy", data, broken("touchy", data) or "")
    assert kept(file) == ("touchy", data)
    assert broken("touchy", b"elf") is None
