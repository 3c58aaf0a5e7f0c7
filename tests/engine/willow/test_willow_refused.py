"""Situations and scenarios of the Willow game that cannot be: what is told of each, where, and what would be right."""

from __future__ import annotations

import re
import tomllib
from typing import Any

import pytest

from engine import willow
from engine.text.faults import Faulty
from tests.depth import deep
from tests.golden import text as golden_text
from tests.sources import ROOT
from tests.support import willow_sweeps

T = 'scenario = "training"\n'
TABLE = ROOT / "tests" / "cases" / "willow" / "refused" / "situations.toml"
SITUATIONS: list[dict[str, Any]] = tomllib.loads(TABLE.read_text(encoding="utf-8"))["situation"]


def told_of(text: str) -> list[str]:
    """Every fault of a situation, in order: where, what, and the remedy."""
    try:
        state = willow.loads(text)
    except Faulty as refused:
        return [f"{fault.where}: {fault.what}. {fault.fix}" for fault in refused.faults]
    assert willow.loads(willow.dumps(state)) == state == willow.from_code(willow.code(state))
    return []


@pytest.mark.parametrize("situation", SITUATIONS, ids=lambda each: str(each["name"]))
def test_what_is_told_of_a_situation(situation: dict[str, Any]) -> None:
    assert told_of(situation["text"]) == situation["told"]


def test_every_fault_of_a_situation_has_its_line_and_stands_in_the_table() -> None:
    """Whatever words.toml can say against a situation is said here of one, but for what no text can bring about."""
    told = [line for each in SITUATIONS for line in each["told"]]
    assert len(told) > 150
    assert all(line.startswith("line ") for line in told)
    assert len({each["name"] for each in SITUATIONS}) == len(SITUATIONS)
    assert sum(not each["told"] for each in SITUATIONS) > 40, "beside what is refused stands what is not"


@pytest.mark.parametrize("name", willow_sweeps.OF_KEYS)
def test_keys_take_the_values_they_took(name: str) -> None:
    """Numbers at and beyond each bound, known and unknown words, lists, tables: every sixth key of each table here."""
    keys, make = willow_sweeps.OF_KEYS[name]
    text = golden_text.read(willow_sweeps.FOLDER, name)
    blocks = dict(zip(keys, re.findall(r"(?m)^\[.*\n(?: .*\n)+", text), strict=True))
    assert "".join(blocks.values()) == text
    assert make(keys[::6]).splitlines() == "".join(blocks[key] for key in keys[::6]).splitlines()


@pytest.mark.parametrize(
    "name", [deep(name) if name in willow_sweeps.OF_KEYS else name for name in willow_sweeps.TEXTS]
)
def test_every_key_takes_the_values_it_took(name: str) -> None:
    """As tests/golden/willow-data has it, with all that a scenario holds."""
    assert willow_sweeps.TEXTS[name]().splitlines() == golden_text.read(willow_sweeps.FOLDER, name).splitlines()


def test_no_key_is_left_out_of_the_sweep() -> None:
    assert sorted(file.stem for file in willow_sweeps.FOLDER.glob("*.txt")) == sorted(willow_sweeps.TEXTS)
    text = "".join(golden_text.read(willow_sweeps.FOLDER, name) for name in willow_sweeps.TEXTS)
    assert text.count("\n    ! ") > 1000
    assert "no-such" in text


def test_without_its_text_a_fault_names_the_place_alone() -> None:
    with pytest.raises(Faulty) as refused:
        willow.from_dict({"scenario": "training", "characters": {"willow": {"health": 9}}})
    assert refused.value.faults[0].where == "[characters.willow] health"


TAKEN = ("here", "with", "on", "as", "to", "army", "treasure", "unknown", "any", "bavmorda", "good", "evil", "removed")


def with_place(name: str) -> willow.Material:
    """The training map with one more place, beside the Tavern."""
    data = tomllib.loads(willow_sweeps.TRAINING.read_text(encoding="utf-8"))
    data["places"][name] = {}
    data["edges"].append([name, "tavern"])
    return willow.material_from(data, "mine")


@pytest.mark.parametrize("name", ["a", "a" * 40, "a-1"])
def test_what_may_be_the_id_of_a_place(name: str) -> None:
    assert name in with_place(name).places


@pytest.mark.parametrize("name", ["", "a" * 41, "-a", "A", "é", "a b", *TAKEN])
def test_what_may_not_be_the_id_of_a_place(name: str) -> None:
    with pytest.raises(Faulty, match="is no id"):
        with_place(name)


#: Lists that say who or what comes first, by key: in whose table, the rest of the situation, and an order that is kept.
SEATS = """controls = { zoe = ["willow"], ben = ["airk"], ann = ["madmartigan", "franjean-rool"], eve = ["kael", "sorsha"] }
word = "ann"
"""
KEPT = {
    "passed": ("", SEATS, ("zoe", "ben")),
    "extra": ("", 'side = "evil"\n', ("sorsha", "kael")),
    "dealt": ("", 'step = "deal"\nelora = "willow"\n', ("madmartigan", "airk")),
    "next_cards": ("", "", ("sword", "bow")),
    "victors": ("", 'winner = "good"\nslayer = "willow"\n', ("willow", "airk")),
    "foes": ("willow", "", ("death-dogs", "bear")),
    "finds": ("willow", "", ("tir-asleen", "any")),
    "left": ("willow", "", ("tir-asleen", "magic-spring")),
    "group": ("willow", "", ("willow", "airk")),
}


@pytest.mark.parametrize("key", KEPT)
def test_what_comes_first_stays_first(key: str) -> None:
    table, rest, order = KEPT[key]
    text = T + rest + (f"[characters.{table}]\n" if table else "") + f"{key} = {list(order)}\n"
    for state in (willow.loads(text), willow.loads(willow.dumps(willow.loads(text)))):
        assert getattr(state.character(table) if table else state, key) == order


@pytest.mark.parametrize(
    ("key", "written"),
    [
        ("hand", ["sword", "bow"]),
        ("face_up", ["sword", "bow"]),
        ("treasures", ["three-acorns", "fin-raziel"]),
        ("powers_used", ["tir-asleen", "magic-spring"]),
        ("cast", ["passage", "fly"]),
    ],
)
def test_what_has_no_order_is_sorted_so_that_equal_hands_are_equal(key: str, written: list[str]) -> None:
    state = willow.from_dict({"scenario": "training", "characters": {"willow": {key: written}}})
    assert getattr(state.character("willow"), key) == tuple(sorted(written))
