"""The same question in every edition: each reads the situation anew, and only the switches that decide are named."""

from __future__ import annotations

import pytest

from engine import mystic_wood as mw

TIED = """
order = ["george", "roland"]
[areas.c2]
paths = "NESW"
[knights.george]
at = "c2"
fighting = "roland"
[knights.roland]
at = "c2"
fighting = "george"
challenger = true
"""


def test_the_switch_that_decides_is_named_and_no_other_of_its_rule() -> None:
    found = mw.compare(TIED, "stay")
    assert found.differ
    assert [switch.name for switch in found.switches] == ["joust-tie-alternates"]
    assert found.verdicts["1980"].rules == ("joust.tie", "joust.in-turn")
    assert found.verdicts["2006"].legal


def test_of_three_switches_about_storms_only_what_holds_the_elf_is_named() -> None:
    situation = """
    order = ["george", "roland"]
    pending = [{ kind = "approach", knight = "george", of = "elf" }]
    moment = "after"
    [areas.c2]
    paths = "NESW"
    denizens = ["elf"]
    storm = 3
    storm_by = "roland"
    [knights.george]
    at = "c2"
    came_from = "c1"
    [knights.roland]
    at = "c5"
    """
    assert [switch.name for switch in mw.compare(situation, "roll 1").switches] == ["storm-holds"]
    assert not mw.compare(situation, "roll 6").differ


def test_what_cannot_be_in_one_edition_is_said_of_that_edition() -> None:
    found = mw.compare('order = ["britomart", "roland"]\n[knights.britomart]\nking = true', "move north")
    assert list(found.impossible) == ["1980"]
    assert list(found.verdicts) == ["2006"]
    assert found.differ
    assert [switch.name for switch in found.switches] == ["britomart-becomes-king"]
    assert "Britomart never becomes King" in found.as_dict()["editions"]["1980"]["error"]["what"]


def test_what_can_be_in_no_edition_is_refused() -> None:
    with pytest.raises(mw.ImpossibleSituation):
        mw.compare('order = ["george"]\n[knights.george]\nat = "c2"\nimprisoned = true', "stay")


def test_asking_leaves_the_switches_as_they_are() -> None:
    mw.compare(TIED, "stay")
    assert not mw.loads(TIED).judge("stay").legal
    assert mw.loads('edition = "2006"\n' + TIED).judge("stay").legal
