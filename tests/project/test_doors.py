"""One door for text: a little of what ``make soak`` does for hours, every time."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.depth import deep
from tests.soak.checks import DOORS, check
from tests.soak.garbage import corpus, garbage


@pytest.mark.parametrize("examples", [8, deep(25)])
@pytest.mark.parametrize("kind", DOORS)
def test_whatever_is_given_to_a_reader_is_accepted_and_holds_or_is_refused_with_reasons(
    kind: str, examples: int
) -> None:
    @settings(max_examples=examples, suppress_health_check=list(HealthCheck))
    @given(st.data())
    def tried(data: st.DataObject) -> None:
        check(kind, data.draw(garbage(kind)))

    tried()


@pytest.mark.parametrize("kind", [kind for kind in DOORS if kind not in ("store", "progress", "answer")])
def test_what_is_meant_well_is_accepted(kind: str) -> None:
    assert all(check(kind, data) for data in corpus(kind)[:3])
