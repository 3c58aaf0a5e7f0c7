"""Small things outside the worked cases that once could break unseen."""

from __future__ import annotations

from pathlib import Path
from types import ModuleType

import pytest

from engine import mystic_wood as mw
from engine.chance import search
from engine.contract import pictures, records
from engine.gran import material
from engine.mystic_wood.position import actions
from engine.mystic_wood.rules import decisions
from engine.text import codes, faults
from engine.text.keyed import DEEPEST, check_data, parse, read_file

TWO = 'order = ["george", "roland"]\n[areas.c2]\npaths = "NESW"\n[knights.george]\nat = "c2"\n[knights.roland]\nat = "c2"\n'


class Printer:
    """What a terminal that prints prettily hands over."""

    def __init__(self) -> None:
        self.told = ""

    def text(self, told: str) -> None:
        self.told += told


def test_a_state_shows_its_board_in_a_terminal_and_its_name_within_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    state = mw.new_game(["george"])
    once, again, plain = Printer(), Printer(), Printer()
    state._repr_pretty_(once, cycle=False)
    state._repr_pretty_(again, cycle=True)
    assert again.told == repr(state)
    assert once.told != again.told
    assert "George" in once.told
    monkeypatch.setattr(pictures, "installed_picture", lambda *_: None)
    state._repr_pretty_(plain, cycle=False)
    assert plain.told == repr(state)


def test_in_a_joust_the_one_time_aid_of_the_challenged_is_spent_after_the_first_round() -> None:
    helped = mw.loads(TWO + 'companions = ["sage"]').play("joust roland").state.play("defend with sage").state
    alone = mw.loads(TWO).play("joust roland").state.play("defend").state
    with_sage, without = mw.odds(helped, "roll 1 1"), mw.odds(alone, "roll 1 1")
    assert with_sage.round is not None
    assert without.round is not None
    assert with_sage.fight is not None
    assert without.fight is not None
    assert with_sage.round.win < without.round.win
    later = without.fight.win
    assert with_sage.fight.win == with_sage.round.win + with_sage.round.tie * later


def test_what_a_player_sees_does_not_show_the_stacked_pack() -> None:
    state = mw.loads('order = ["george"]\nnext_cards = ["orc", "elf"]')
    assert state.seen_by("george").next_cards == ()
    seen = state.seen_by("george").play("move north").state.play("reveal g05").state
    assert len(seen.chances()) == len(mw.CARDS.pack)
    assert state.play("move north").state.play("reveal g05").state.actions() == ["draw orc"]


def test_an_area_card_with_impossible_paths_is_refused_whatever_else_is_wrong(tmp_path: Path) -> None:
    file = tmp_path / "tiles.toml"
    file.write_text('[[tile]]\nid = "g05"\nhalf = "earthly"\npaths = "NS"\nname = "marsh"\n', encoding="utf-8")
    with pytest.raises(mw.ImpossibleSituation) as refusal:
        mw.load_tiles(file)
    told = [fault.what for fault in refusal.value.faults]
    assert "a card with 2 paths cannot be" in told
    assert any("marsh" in what for what in told), "all that is wrong is told at once"


def test_no_field_of_a_state_can_be_set() -> None:
    state = mw.new_game(["george"])
    for name in ("turn", "over"):
        with pytest.raises(AttributeError):
            setattr(state, name, None)
    assert state.turn == "george"


@pytest.mark.parametrize(
    ("key", "most"),
    [("storm", 3), ("castle_rank", 99), ("prayer_turns", 2), ("cave_turns", 3), ("number", 99), ("forfeits", 8)],
)
def test_no_number_is_greater_than_a_game_can_make_it(key: str, most: int) -> None:
    """A storm lasts three turns, a prayer is heard after the third, and so on: one more is a slip."""
    knight: dict[str, object] = {"at": "c2"}
    area: dict[str, object] = {"name": "castle"}
    waiting: dict[str, object] = {"kind": "draw", "knight": "george", "area": "c2", "number": 1}

    def read(number: int) -> mw.State:
        table = area if key == "storm" else waiting if key == "number" else knight
        table[key] = ["joust.forfeit"] * number if key == "forfeits" else number
        data = {"order": ["george", "roland"], "areas": {"c2": area}, "knights": {"george": knight}}
        return mw.from_dict({**data, "pending": [waiting]} if key == "number" else data)

    assert read(most)
    with pytest.raises(mw.ImpossibleSituation) as refusal:
        read(most + 1)
    assert key in str(refusal.value)


def test_of_very_many_faults_sixty_are_told_and_of_the_others_how_many() -> None:
    for slips, last in (
        (60, "there is no key 'key59'"),
        (61, "1 more fault is not told"),
        (70, "10 more faults are not told"),
    ):
        with pytest.raises(mw.ImpossibleSituation) as refusal:
            mw.loads("\n".join(("order = ['george']", *(f"key{number} = 1" for number in range(slips)))))
        assert len(refusal.value.faults) == min(slips, 61)
        assert refusal.value.faults[-1].what == last


@pytest.mark.parametrize("before", ["", "]]\n", "[table]\nkey = 1.5\n", "first = [[1], [2.5]]\n"])
def test_how_deep_a_text_may_nest_does_not_depend_on_what_stands_before(before: str) -> None:
    """Brackets too deep, or too long a dotted key, are told by their line before anything else is looked at."""
    for deep, far in (
        (f"x = {'[' * DEEPEST}{']' * DEEPEST}", False),
        (f"x = {'[' * (DEEPEST + 1)}", True),
        ("x." * (DEEPEST - 1) + "x = 1", False),
        ("x." * DEEPEST + "x = 1", True),
    ):
        told = ""
        try:
            parse(before + deep, "text")
        except mw.UnreadableText as refused:
            told = str(refused)
        assert ("dotted keys nest" in told) is far, (before, deep)
        assert not far or f"line {before.count(chr(10)) + 1}" in told


def test_plain_data_nests_as_deep_in_tables_as_in_lists() -> None:
    def table(inner: object) -> object:
        return {"x": inner}

    def row(inner: object) -> object:
        return [inner]

    for wrap in (table, row):
        data: object = 1
        for _ in range(DEEPEST):
            data = wrap(data)
        check_data(data, "code")
        with pytest.raises(mw.UnreadableText, match="nests too deep"):
            check_data(wrap(data), "code")


def test_whole_numbers_of_plain_data_are_those_of_toml() -> None:
    check_data({"x": [-(2**63), 2**63 - 1]}, "code")
    for number in (-(2**63) - 1, 2**63):
        with pytest.raises(mw.UnreadableText, match="cannot be"):
            check_data({"x": [number]}, "code")


def test_how_much_is_read_and_how_deep_it_nests() -> None:
    """What is written down of these limits holds: 256,000 characters, sixteen tables or lists within each other."""
    assert parse("#" * 256_000, "text") == {}
    with pytest.raises(mw.UnreadableText, match=r"256,001 characters long\. At most 256,000"):
        parse("#" * 256_001, "text")
    assert DEEPEST == 16


def test_a_file_of_as_many_bytes_as_are_read_is_read_whole(tmp_path: Path) -> None:
    file = tmp_path / "long.toml"
    file.write_text("#" * 256_000, encoding="utf-8")
    assert len(read_file(file)) == 256_000
    file.write_text("#" * 256_001, encoding="utf-8")
    with pytest.raises(mw.UnreadableText, match="longer than 256,000 bytes"):
        read_file(file)


@pytest.mark.parametrize(
    ("module", "limits"),
    [
        (records, {"LONGEST": 1_000_000, "MOST_ACTIONS": 20_000}),
        (codes, {"MOST_CODE": 64_000, "MOST_PLAIN": 1_000_000}),
        (search, {"BUDGET": 40_000, "SWEEPS": 64}),
        (faults, {"HANDFUL": 8, "PAGE": 50}),
        (actions, {"LONGEST": 200}),
        (decisions, {"MOST_DIVISIONS": 1024}),
        (material, {"TALISMANS": 3, "OBSTACLES": 16, "SEALS": 6, "COATS": 4}),
    ],
)
def test_the_limits_of_what_is_read_searched_and_listed_are_these(module: ModuleType, limits: dict[str, int]) -> None:
    """They are promises to whoever writes files and codes: who changes one writes it here as well."""
    assert {name: getattr(module, name) for name in limits} == limits
