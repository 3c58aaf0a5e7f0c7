"""The engine and a naive second reading of the texts answer the same, over thousands of random situations (`make soak`: more)."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from tests.depth import deep_from
from tests.naive import company, outcomes, rules
from tests.naive.comparing import Tally, compare

AT_ONCE = 300


def rules_alone(s: rules.Situation, who: str, other: str, foe: str, aid: tuple[str, ...]) -> tuple[int, int]:
    """As if the fellow did not count."""
    return rules.fight_sums(s, who, foe, aid)


@pytest.mark.parametrize("start", deep_from(1, range(0, 10 * AT_ONCE, AT_ONCE)))
def test_engine_and_naive_rules_answer_the_same(start: int) -> None:
    """Most questions are compared, of every kind some, and few are left open."""
    tally: Tally = Tally()
    assert compare(range(start, start + AT_ONCE), tally) == {}
    assert tally["situations"] == AT_ONCE
    for kind in (
        "order",
        "legality",
        "scores",
        "outcome",
        "aid",
        "spells",
        "two",
        "tied joust",
        "hidden",
        "together",
        "combine",
    ):
        assert tally[kind] > AT_ONCE / 10, f"hardly anything was compared: {tally}"
    assert tally["left open"] < 0.05 * sum(tally.values()), tally


@pytest.mark.parametrize(
    ("module", "name", "wrong"),
    [
        (rules, "guards", lambda s, who, denizen: True),
        (rules, "theirs", lambda s, denizen, where: (1, 1)),
        (rules, "stormy", lambda s, name: False),
        (rules, "closed_by_fight", lambda s, who, name: False),
        (rules, "remained", lambda s, who, denizen: False),
        (rules, "own", lambda s, who: (2, 2)),
        (outcomes, "corresponding", lambda name: name),
        (outcomes, "other_gate", lambda name: "c1"),
        (rules, "prizes", lambda s, winner, loser: ["none", "tower"]),
        (company, "team_sums", rules_alone),
        (company, "may_go_on", lambda s, who, other: True),
        (company, "may_cut_in", lambda s, who, one: False),
        (company, "left_face_down", lambda s: ()),
        (company, "may_take_hidden", lambda s, who, thing, open_cards: open_cards),
        (company, "may_aid", lambda s, who, other, foe: True),
        (company, "may_enter_together", lambda s, who, other, way: rules.may_walk(s, who, way)),
        (company, "after_team", lambda s, who, other, foe, aid, dice: outcomes.after_fight(s, who, foe, aid, dice)),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_a_rule_read_otherwise_is_noticed(
    module: object, name: str, wrong: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, name, wrong)
    # a Dragon beaten, a Princess scared or a Dwarf left face down is rarer than most
    number = 4 * AT_ONCE if name in ("other_gate", "left_face_down") else AT_ONCE
    some = (range(first, min(first + 10, number)) for first in range(0, number, 10))
    assert any(compare(situations, Tally()) for situations in some), f"nobody noticed that {name} is wrong"


def test_the_naive_rules_know_nothing_of_the_engine() -> None:
    """Else a fault of the engine would be theirs too."""
    folder = Path(rules.__file__).parent
    for file in sorted(folder.glob("*.py")):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            names = [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            names += [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            if file.stem != "comparing":
                assert all(not name.startswith(("engine", "tutor")) for name in names), f"{file.name} imports {names}"
