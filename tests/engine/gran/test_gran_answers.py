"""What GRAN answers to what cannot be, and to questions, is as it was written down: ``python -m tests.support.gran_answers``."""

from __future__ import annotations

from engine import gran
from tests.support.gran_answers import FILE, answers


def test_the_answers_are_as_before_and_leave_no_board_behind() -> None:
    known = dict(gran.boards())
    assert answers().splitlines() == FILE.read_text(encoding="utf-8").splitlines()
    assert gran.boards() == known
