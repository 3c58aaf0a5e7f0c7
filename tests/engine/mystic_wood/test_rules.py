"""The ledger: every rule applied by the engine, shown by cases, found by the ruling index; nothing cited that is not in it."""

from __future__ import annotations

import ast
import re
from dataclasses import replace
from pathlib import Path

import pytest

import engine.mystic_wood
from engine import mystic_wood as mw
from engine.books.editions import Ledger
from engine.mystic_wood.material.ledger import editions, ledger, reason, switch, switches
from engine.text.faults import ImpossibleSituation
from tutor.content.cases import cases
from tutor.content.coverage import coverage, coverage_text, rules_in_engine
from tutor.content.rulings import find_rules, rule_text

SOURCES = sorted(Path(engine.mystic_wood.__file__).parent.rglob("*.py"))


def test_every_rule_is_applied_by_the_engine() -> None:
    assert len(SOURCES) > 20
    counted = rules_in_engine()
    assert [rule for rule in ledger() if not counted[rule]] == []


def test_the_code_cites_no_rule_that_is_not_in_the_ledger() -> None:
    topics = {rule.split(".")[0] for rule in ledger()}
    cited = set()
    for path in SOURCES:
        text = path.read_text(encoding="utf-8")
        for node in ast.walk(ast.parse(text)):
            if (
                isinstance(node, ast.Constant)
                and isinstance(node.value, str)
                and re.fullmatch(r"[a-z-]+\.[a-z-]+", node.value)
            ):
                cited.add(node.value)
    cited = {name for name in cited if name.split(".")[0] in topics and not name.endswith((".toml", ".py"))}
    assert len(cited) > 120
    assert sorted(name for name in cited if name not in ledger()) == []


def test_every_rule_has_two_cases_at_least() -> None:
    about = [rule for case in cases() for rule in (*case["rules"], *case.get("touches", ()))]
    assert len(ledger()) >= 178
    assert {rule: about.count(rule) for rule in ledger() if about.count(rule) < 2} == {}


def test_cases_name_only_rules_of_the_ledger() -> None:
    assert sorted({rule for case in cases() for rule in case["rules"]} - set(ledger())) == []


def test_most_rules_have_a_case_that_is_refused() -> None:
    refused = [rule for rule, row in coverage().items() if row["refusals"]]
    assert len(refused) > 120, "a rule that can refuse something is shown refusing it"


def test_the_coverage_table_shows_empty_cells() -> None:
    found = coverage()
    assert set(found) == set(ledger())
    text = coverage_text(found)
    assert f"engine: {len(ledger())} of {len(ledger())} rules" in text
    assert "joust.tower" in text
    found["joust.tower"]["cases"] = 0
    assert "joust.tower" in coverage_text(found, only_missing=True)


def test_every_switch_names_a_rule_and_a_value_for_each_edition() -> None:
    assert len(switches()) >= 14
    for found in switches().values():
        assert found.rule in ledger()
        assert set(found.values) == set(editions())
        assert len({str(value) for value in found.values.values()}) > 1, f"{found.name} makes no difference"
    with pytest.raises(KeyError):
        switch("1980", "no-such-switch")


def test_every_switch_is_asked_for_by_the_engine() -> None:
    text = "\n".join(path.read_text(encoding="utf-8") for path in SOURCES)
    assert [name for name in switches() if f'"{name}"' not in text] == []


def test_no_edition_is_named_in_the_rule_code() -> None:
    named = [
        (path.name, edition)
        for path in SOURCES
        for edition in editions()
        if re.search(rf'edition\s*[!=]=\s*"{edition}"', path.read_text(encoding="utf-8"))
    ]
    assert named == []


@pytest.mark.parametrize("edition", editions())
def test_every_rule_can_be_cited_and_says_whether_it_is_a_ruling(edition: str) -> None:
    from engine.contract.verdicts import Why

    for rule in ledger().values():
        found = reason(Why(rule.id, "so it is."), edition)
        assert found.cite
        assert found.ruling == rule.silent(edition)
        if rule.silent(edition):
            assert edition in found.cite or "ruling" in found.cite


def test_a_verdict_resting_on_the_other_edition_says_so() -> None:
    state = replace(mw.new_game(["george"]), edition="2006")
    [found] = state.judge("move south").reasons
    assert found.ruling
    assert "edition.silent" in found.text


def test_a_broken_ledger_is_refused_with_every_fault() -> None:
    data = {"rule": [{"id": "move.one", "topic": "t", "a": "x", "cite": {}}, {"id": "move.one"}, {"topic": "no id"}]}
    with pytest.raises(ImpossibleSituation) as refusal:
        Ledger.from_data(data, {"1980": "a"}, "my-ledger.toml")
    told = str(refusal.value)
    assert "stands twice" in told
    assert "no proper id" in told
    with pytest.raises(ImpossibleSituation):
        Ledger.from_data({}, {"1980": "a"}, "empty.toml")


@pytest.mark.parametrize(
    ("query", "wanted"),
    [
        ("joust.tower", "joust.tower"),
        ("may I joust in the Tower", "joust.tower"),
        ("loose things guarded", "loose.guarded"),
        ("wand", "card.wand"),
        ("enchantress", "card.enchantress-captures"),
        ("golden bough cave", "area.cave-enter"),
        ("fog", "spell.fog"),
        ("storm end", "reaction.storm-end"),
        ("chapel", "area.chapel"),
        ("leave the wood with the child", "rescue.no-leaving"),
        ("jousst tower", "joust.tower"),
    ],
)
def test_the_ruling_index_finds(query: str, wanted: str) -> None:
    assert wanted in [rule.id for rule in find_rules(query)[:4]]


def test_every_rule_shows_what_each_edition_says() -> None:
    for rule in ledger().values():
        text = rule_text(rule)
        assert rule.id in text
        assert all(edition in text for edition in editions())
        assert rule.ruling is None or "Our ruling" in text


def test_the_engine_says_nothing_for_words_without_meaning() -> None:
    assert find_rules("of the and") == []


def test_every_rule_is_taught_by_a_lesson() -> None:
    from tutor.content.coverage import rules_in_lessons

    taught = rules_in_lessons()
    assert [rule for rule in ledger() if not taught[rule]] == []
