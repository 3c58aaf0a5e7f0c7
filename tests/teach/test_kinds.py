"""The kinds of exercise: each is one module, and what is told of its keys is made of them."""

from __future__ import annotations

import pytest

from engine.text.keyed import TomlReader
from tutor.teach.exercise import reference
from tutor.teach.kinds import KINDS


def test_the_tables_of_keys_in_the_documentation_are_those_of_the_kinds() -> None:
    text = reference.PAGE.read_text("utf-8")
    assert reference.tables_in(text) == ["all", *KINDS]
    assert reference.rewritten(text) == text, "run python -m tutor.teach.exercise.reference"


@pytest.mark.parametrize("name", KINDS)
def test_every_key_of_a_kind_is_a_field_of_its_exercise_and_is_explained(name: str) -> None:
    kind = KINDS[name]
    assert kind.keys
    for key in kind.keys:
        assert key.name in kind.exercise.__dataclass_fields__
        assert key.about


def test_a_line_of_a_list_is_no_heading() -> None:
    text = 'places = [["a"],\n  ["b"]]\nlast = 1\n[[wrong]]\nanswer = "x"\n'
    reading = TomlReader(text, "here")
    assert reading.where(("last",)) == "here, line 3, last"
    assert reading.where(("wrong 1", "answer")) == "here, line 5, [wrong 1] answer"
