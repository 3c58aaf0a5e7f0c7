"""Situations: written by hand, read with every fault named at once, and brought back by text and code."""

from __future__ import annotations

import random
import string

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import mystic_wood as mw
from engine.mystic_wood.notation.situations import CODE_PREFIX
from engine.text.faults import Faulty
from tests.support.random_games import state_at

GLADE = '[areas.c2]\npaths = "NESW"\n'


def faults(text: str) -> str:
    with pytest.raises(mw.ImpossibleSituation) as refusal:
        mw.loads(text)
    assert all(fault.where and fault.what and fault.fix for fault in refusal.value.faults)
    return str(refusal.value)


def test_only_what_differs_is_written() -> None:
    state = mw.loads('order = ["george", "roland"]')
    assert state.order == ("george", "roland")
    assert state.turn == "george"
    assert state.knight("roland").at == "c1"
    assert mw.dumps(state).count("[areas") == 0


def test_the_canonical_text_is_its_own_canonical_text() -> None:
    text = mw.dumps(
        mw.loads(GLADE + '[knights.george]\nat = "c2"\nthings = ["shield", "lance"]\ncompanions = ["sage"]')
    )
    assert mw.dumps(mw.loads(text)) == text
    assert 'things = ["lance", "shield"]' in text


def test_paths_take_the_first_unused_card_that_fits_else_one_of_their_own() -> None:
    state = mw.loads(
        'order = ["george"]\n[areas.c2]\npaths = "NESW"\n[areas.c3]\npaths = "NESW"\n'
        '[areas.d2]\npaths = "SEW"\nglade = false\n[areas.b2]\npaths = "NES"\nname = "castle"'
    )
    tiles = [state.area(name).tile for name in ("c2", "c3", "d2", "b2")]
    assert [tile.id for tile in tiles if tile] == ["g05", "g06", "g20", "own"]


def test_a_turned_card_is_written_as_it_lies() -> None:
    state = mw.loads('order = ["george"]\n[areas.c2]\npaths = "NEW"\nturned = true\nname = "castle"')
    assert state.area("c2").paths == "NEW"
    assert mw.loads(mw.dumps(state)) == state


def test_the_area_he_came_from_need_not_be_listed() -> None:
    state = mw.loads(
        'moment = "arrived"\n[areas.b2]\npaths = "NESW"\ndenizens = ["troll"]\n'
        '[knights.roland]\nat = "b2"\ncame_from = "b1"'
    )
    assert "withdraw" in state.actions()
    assert state.play("withdraw").state.knight("roland").at == "b1"


def test_all_faults_are_reported_at_once_with_their_lines() -> None:
    told = faults(
        'edition = "1999"\nmoment = "now"\n[areas.c2]\npaths = "NS"\ndenizens = ["ork", "troll"]\nstorm = -1\n'
        '[areas.z9]\n[areas.c3]\ntile = "e01"\n[knights.george]\nat = "k7"\nthings = ["crown"]\nhorse = "yes"\n'
        "[knights.lancelot]\n"
    )
    for part in (
        "1999",
        "now",
        "'ork'",
        "did you mean 'orc'",
        "2 paths",
        "storm = -1",
        "'z9'",
        "e01 is of the enchanted wood",
        "off the grid",
        "'crown'",
        "horse = 'yes'",
        "'lancelot'",
        "line 4",
        "line 11",
    ):
        assert part in told.replace("Did", "did"), part


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("", "no Knight plays"),
        ('order = ["george", "roland", "guyon", "perceval", "britomart"]', "At most four"),
        (GLADE + 'denizens = ["wizard"]\n[knights.george]\nthings = ["lance"]', "the same card"),
        (GLADE + 'tile = "g07"\n[areas.c3]\ntile = "g07"\n[knights.george]', "lies in two places"),
        ('[areas.c5]\ndenizens = ["orc"]\n[knights.george]', "Tower"),
        ('[areas.c5]\ntile = "e04"\n[knights.george]', "have their places"),
        ('[knights.george]\nimprisoned = true\nat = "c2"', "a prisoner is in the Tower"),
        (GLADE + '[knights.george]\nat = "c2"\ncaptured = true', "not at c2 to hold"),
        (GLADE + '[knights.george]\nat = "c2"\ninside = true', "neither Cave nor Island"),
        (GLADE + '[knights.george]\nat = "c2"\nfighting = "orc"', "not at c2"),
        (GLADE + "turned = true\n[knights.george]", "without an arrow"),
        ("[knights.george]\nkng = true", "there is no key 'kng'"),
        ('turn = "roland"\n[knights.george]', "'roland' is not known"),
        ('next_cards = ["orc"]\nremoved = ["orc"]\n[knights.george]', "cannot be drawn"),
        ('[areas.c2]\nface = "up"\n[knights.george]', "not said which card"),
        (GLADE + '[knights.george]\nat = "c2"\ncame_from = "c4"', "not next to"),
        ('pending = [{ kind = "dance" }]\n[knights.george]', "kind = 'dance' is not known"),
        ('[knights.george]\nprowess_cards = ["wizard"]', "has no place in prowess_cards"),
    ],
)
def test_an_impossible_situation_is_refused(text: str, part: str) -> None:
    assert part in faults(text)


def test_text_that_is_no_toml_is_unreadable_and_names_the_line() -> None:
    with pytest.raises(mw.UnreadableText) as refusal:
        mw.loads('order = ["george"]\n[areas.c2\n')
    assert "line 2" in str(refusal.value)


@given(st.text(max_size=200))
def test_garbage_is_answered_not_crashed_on(text: str) -> None:
    try:
        state = mw.read(text)
    except Faulty:
        return
    assert mw.read(mw.dumps(state)) == state


KEYS = st.sampled_from(
    [
        "order",
        "turn",
        "moment",
        "areas",
        "knights",
        "at",
        "denizens",
        "things",
        "paths",
        "c2",
        "george",
        "tile",
        "pending",
        "fighting",
        "ignored_by",
        "storm",
        "kind",
        "who",
        "hidden",
        "name",
    ]
)
VALUES = st.recursive(
    st.one_of(
        st.integers(-2, 9), st.booleans(), st.sampled_from(["c2", "orc", "george", "NESW", "up", "start", "g05", ""])
    ),
    lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(KEYS, inner, max_size=3)),
    max_leaves=12,
)


@given(st.dictionaries(KEYS, VALUES, max_size=6))
def test_data_of_any_shape_is_answered_not_crashed_on(data: dict[str, object]) -> None:
    try:
        state = mw.from_dict(data)
    except Faulty:
        return
    assert state.over or state.actions()


def test_a_code_is_one_url_safe_line() -> None:
    longest = 0
    for seed in range(40):
        line = mw.code(state_at(seed, 200))
        assert set(line) <= set(string.ascii_letters + string.digits + "-_")
        longest = max(longest, len(line))
    assert longest < 900
    assert len(mw.code(mw.new_game(["george", "roland"]))) < 60


def test_a_mistyped_or_shortened_code_is_refused() -> None:
    rng = random.Random(5)
    letters = string.ascii_letters + string.digits + "-_"
    for seed in range(12):
        line = mw.code(state_at(seed, 60))
        for _ in range(60):
            at = rng.randrange(len(CODE_PREFIX), len(line))
            wrong = rng.choice([c for c in letters if c != line[at]])
            for mistyped in (line[:at] + wrong + line[at + 1 :], line[:at] + line[at + 1 :], line[:at], line + wrong):
                with pytest.raises(mw.UnreadableText):
                    mw.from_code(mistyped)
        with pytest.raises(mw.UnreadableText):
            mw.from_code(line.replace(CODE_PREFIX, "mw2-"))


@given(st.text(alphabet=string.ascii_lowercase + string.digits + " -", max_size=40))
def test_any_text_as_action_is_judged_or_refused_with_a_fix(text: str) -> None:
    state = mw.new_game(["george", "roland"])
    try:
        verdict = state.judge(text)
    except mw.UnreadableText:
        return
    assert verdict.legal or verdict.reasons


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("", "says nothing"),
        ("mvoe north", "move"),
        ("move up", "direction"),
        ("move", "names no direction"),
        ("meet unicorn", "no denizen"),
        ("meet orcs", "did you mean 'orc'"),
        ("roll 7", "face of a die"),
        ("roll 1 2 3", "3 dice"),
        ("draw sword", "small card"),
        ("offer lance roland", "does not say to whom"),
        ("meet orc with sage sage", "twice"),
        ("stay here", "too much"),
        ("send illusion z1", "area"),
    ],
)
def test_an_unreadable_action_says_what_would_be_right(text: str, part: str) -> None:
    with pytest.raises(mw.UnreadableText) as refusal:
        mw.new_game(["george"]).judge(text)
    fault = refusal.value.faults[0]
    assert part in f"{fault.what} {fault.fix}".replace("Did", "did")


def test_setup_choose_a_new_game_names_every_fault() -> None:
    with pytest.raises(mw.ImpossibleSituation) as refusal:
        mw.new_game(["george", "george", "lancelot"], edition="1999", variants=["silly"])
    assert len(refusal.value.faults) == 4


def test_setup_order_play_is_in_the_reverse_order_of_choosing() -> None:
    assert mw.new_game(["george", "britomart", "roland"]).order == ("roland", "britomart", "george")


def test_stacked_cards_are_drawn_first() -> None:
    state = mw.loads('order = ["george"]\nnext_cards = ["witch", "elf"]\n[areas.c2]\npaths = "NESW"\nface = "down"')
    state = state.play("move north").state
    assert state.actions() == ["draw witch"]
    after = state.play("draw witch").state
    assert after.next_cards == ("elf",)


@pytest.mark.parametrize("name", ["cards", "tiles"])
def test_a_card_or_tile_file_of_ones_own_is_told_what_it_breaks(name: str, tmp_path: object) -> None:
    from pathlib import Path

    from engine.mystic_wood.material.source import SOURCE

    text, _ = SOURCE.read(f"{name}.toml")
    folder = Path(str(tmp_path))
    load = mw.load_cards if name == "cards" else mw.load_tiles
    good = folder / "good.toml"
    good.write_text(text, encoding="utf-8")
    assert load(good)
    bad = folder / "bad.toml"
    wrong = text.replace('"3-4" = "remains"', '"4" = "remains"').replace("glade = true", "glade = false", 1)
    bad.write_text(wrong, encoding="utf-8")
    with pytest.raises(mw.ImpossibleSituation) as refusal:
        load(bad)
    assert "bad.toml" in str(refusal.value)
    bad.write_text("[oops", encoding="utf-8")
    with pytest.raises(mw.UnreadableText):
        load(bad)
    with pytest.raises(mw.UnreadableText):
        load(folder / "missing.toml")
