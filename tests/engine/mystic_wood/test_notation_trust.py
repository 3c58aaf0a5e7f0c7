"""Whatever is read, however odd: answered with where, what and what would be right, soon, and never misread."""

from __future__ import annotations

import json
import time
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import mystic_wood as mw
from engine.books.editions import Editions, Ledger
from engine.mystic_wood.material.cards import cards_from
from engine.mystic_wood.material.source import SOURCE
from engine.mystic_wood.material.wood import tiles_from
from engine.mystic_wood.notation.situations import _WORDS
from engine.text import codes, keyed
from engine.text.faults import Fault, Faulty, ImpossibleSituation, UnreadableText, nearest, shown

GEORGE = "[knights.george]\n"
GLADE = '[areas.c2]\npaths = "NESW"\n'


def refusal(read: Callable[..., object], *what: object) -> Faulty:
    started = time.process_time()
    with pytest.raises(Faulty) as refused:
        read(*what)
    assert time.process_time() - started < 5, "a bad text is refused soon"
    for fault in refused.value.faults:
        assert fault.where
        assert fault.what
        assert fault.fix
        assert fault.code
        assert str(fault).isprintable(), "nothing raw reaches the terminal"
    return refused.value


def faults_of(read: Callable[..., object], *what: object) -> tuple[Fault, ...] | None:
    """What is told of it; None if it is read."""
    try:
        read(*what)
    except Faulty as faulty:
        return faulty.faults
    return None


def sealed(plain: bytes) -> str:
    """A code with the right check sum, whatever it holds."""
    squeezer = zlib.compressobj(9, zlib.DEFLATED, -15, 9, zlib.Z_DEFAULT_STRATEGY, _WORDS)
    return codes.seal("mw1-", squeezer.compress(plain) + squeezer.flush(), plain)


# ------------------------------------------------------------------ bounds


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("a = " + "[" * 5000, "too-deep"),
        ("a = " + "{ a = " * 5000, "too-deep"),
        ("a." * 20_000 + "b = 1", "too-deep"),
        ("[" + "a." * 20_000 + "b]", "too-deep"),
        (GEORGE + "cave_turns = " + "5" * 5000, "out-of-range"),
        (GLADE + "storm = 0x" + "f" * 5000 + "\n" + GEORGE, "out-of-range"),
        (GEORGE + "cave_turns = " + "5" * 30, "out-of-range"),
        ("#" * 300_000, "too-long"),
        ('a = "' + "\\" * 200_000, "no-toml"),
        ('edition = "' + "a" * 200_000 + '"\n' + GEORGE, "unknown-word"),
        ("\n".join(f"k{n} = 1" for n in range(20_000)), "unknown-key"),
        ("pending = [" + '{ kind = "draw" },' * 10_000 + "]\n" + GEORGE, "cannot-wait"),
        ("pending = [{ knight = {} }]\n" + GEORGE, "missing"),
        ("areas = {" + ",".join(f"x{n} = {{}}" for n in range(9000)) + "}\n" + GEORGE, "unknown-area"),
        ("order = [" + '"x",' * 50_000 + "]", "unknown-word"),
        ("areas = []\nknights = 5", "not-a-table"),
    ],
    ids=lambda value: value[:18] if isinstance(value, str) else None,
)
def test_a_text_out_of_bounds_is_refused_soon(text: str, code: str) -> None:
    refused = refusal(mw.loads, text)
    assert refused.faults[0].code == code
    assert len(refused.faults) <= keyed.MOST_FAULTS + 1
    assert len(str(refused)) < 60_000


def test_the_bound_on_size_is_said_and_can_be_set() -> None:
    assert "256,000" in str(refusal(mw.loads, " " * 256_001))
    assert keyed.parse("a = 1", "here", most=5) == {"a": 1}
    assert "6 characters" in str(refusal(keyed.parse, "a = 11", "here", 5))


@pytest.mark.parametrize(
    "plain",
    [
        b"[]",
        b"null",
        b'"x"',
        b"7",
        b"{broken",
        b"[" * 60_000,
        b'{"a":' * 100_000,
        b"\xff\xfe",
        b'{"a":' + b"9" * 5000 + b"}",
    ],
    ids=lambda plain: str(plain[:8]),
)
def test_a_code_with_the_right_check_sum_that_holds_no_situation(plain: bytes) -> None:
    assert isinstance(refusal(mw.from_code, sealed(plain)), UnreadableText)


def test_a_code_that_unfolds_to_a_situation_with_faults_tells_them() -> None:
    plain = json.dumps({"knights": {"george": {"at": "z9"}}}).encode()
    assert "off the grid" in str(refusal(mw.from_code, sealed(plain)))
    assert refusal(mw.from_code, "mw1-" + "A" * 70_000).faults[0].code == "too-long"


def test_no_file_is_read_beyond_its_bound(tmp_path: Path) -> None:
    long = tmp_path / "long.toml"
    long.write_text("#" * 300_000, encoding="utf-8")
    (tmp_path / "latin.toml").write_bytes(b"order = ['\xe9']")
    (tmp_path / "bom.toml").write_text('\ufefforder = ["george"]', encoding="utf-8")
    assert refusal(mw.load, long).faults[0].code == "too-long"
    assert "UTF-8" in str(refusal(mw.load, tmp_path / "latin.toml"))
    assert refusal(mw.load, tmp_path).faults[0].code == "unreadable"
    assert refusal(mw.load, tmp_path / "nowhere").faults[0].code == "unreadable"
    assert mw.load(tmp_path / "bom.toml").order == ("george",)


# ------------------------------------------------------------------ what is said


def test_a_fault_repeats_what_was_written_so_that_it_can_be_printed() -> None:
    refused = refusal(mw.from_dict, {"knights": {"\ud800": {}}, "or\x1b[2Jder": 1, "a\nb": 2})
    assert len(refused.faults) == 4
    assert shown("\x1b[2J") == "'\\x1b[2J'"


def test_a_hint_names_the_nearest_word_or_a_handful_or_all_and_what_explains_them() -> None:
    assert nearest("ork", ["orc", "elf"]) == "did you mean 'orc'?"
    assert nearest("x", ["orc", "elf"]) == "known here: orc, elf"
    many = [f"word{n}" for n in range(40)]
    assert nearest("x", many).endswith("word5 and 34 more")
    assert (
        nearest("x", many, "docs/situations.md") == f"known here: {', '.join(many)} (docs/situations.md explains them)"
    )


def test_each_kind_of_fault_has_a_code_that_never_changes() -> None:
    text = (
        'edition = "1999"\nturnn = 1\n[areas.c2]\npaths = "NS"\nstorm = -1\ndenizens = 5\n'
        '[knights.george]\nat = "k7"\nhorse = "yes"'
    )
    told = {fault.where.split(" ")[-1]: fault.code for fault in refusal(mw.loads, text).faults}
    assert told == {
        "turnn": "unknown-key",
        "edition": "unknown-word",
        "paths": "bad-paths",
        "storm": "out-of-range",
        "denizens": "not-a-list",
        "at": "unknown-area",
        "horse": "not-a-flag",
    }


def test_a_fault_names_the_line_of_its_key() -> None:
    text = '# a remark\norder = ["george"]\n\n' + GLADE + '[ areas . "c3" ]\npaths = "NS"\n' + GEORGE + "hors = true\n"
    assert [fault.where for fault in refusal(mw.loads, text).faults] == [
        "line 7, [areas.c3] paths",
        "line 9, [knights.george] hors",
    ]


# ------------------------------------------------------------------ accepted nonsense


@pytest.mark.parametrize(
    ("text", "part"),
    [
        (GLADE + "storm = 1000000000\n" + GEORGE, "from 0 to 3"),
        (GLADE + "storm_fresh = true\n" + GEORGE, "no storm"),
        (GLADE + 'storm_by = "george"\n' + GEORGE, "no storm"),
        (GLADE + 'name = "fountain"\nglade = true\n' + GEORGE, "the Fountain is no glade"),
        (GLADE + 'name = "castle"\nglade = false\n' + GEORGE, "castle is a glade"),
        ('[areas.c8]\npaths = "NESW"\nname = "castle"\n' + GEORGE, "castle is of the earthly wood"),
        ('[areas.c8]\nname = "cave"\n' + GEORGE, "cave is of the earthly wood"),
        ('[areas.c2]\nname = "castel"\n' + GEORGE, "Did you mean 'castle'"),
        ("[areas.c2]\nglade = true\n" + GEORGE, "says nothing without the card"),
        ("[areas.c2]\nturned = true\n" + GEORGE, "says nothing without the card"),
        ('[areas.c2]\nseen = ["george"]\n' + GEORGE, "known card that lies face down"),
        ('variants = ["hidden", "hidden"]\n' + GEORGE, "twice"),
        (GEORGE + "castle_rank = 1000000000", "from 0 to 99"),
        (GEORGE + "forfeits = [" + '"joust.forfeit",' * 1000 + "]", "more than 8"),
        (GEORGE + 'ignored_by = [{ denizen = "elf", area = "c2", why = 1 }]', "no key 'why'"),
        (GEORGE + 'ignored_by = [{ denizen = "elf", area = "c2", guards = "no" }]', "neither true nor false"),
        (GEORGE + 'ignored_by = [{ denizen = "elf" }]', "names no area"),
        ('pending = [{ kind = "fountain", knight = "george", colour = 1 }]\n' + GEORGE, "no key 'colour'"),
        ('moment = "arrived"\nstayed = true\n' + GEORGE, "has left his place"),
        ('moment = "after"\n' + GEORGE + "imprisoned = true", "opens with his throw"),
        (
            'pending = [{ kind = "approach", knight = "roland", of = "elf" }]\n'
            + GLADE
            + 'denizens = ["elf", "enchantress"]\n[knights.george]\nat = "c2"\ncaptured = true\n[knights.roland]\nat = "c2"',
            "nobody meets anything in the turn of a prisoner",
        ),
        (
            'pending = [{ kind = "spoils", who = "george", knight = "george", of = "roland", aid = ["b9"] }]\n'
            + GEORGE
            + "[knights.roland]",
            "prize what was named",
        ),
        (
            'moment = "after"\npending = [{ kind = "challenge", knight = "george", of = "orc" }]\n'
            + GEORGE
            + "at = 'c2'",
            "lies face down",
        ),
        (
            'turn = "george"\nmoment = "after"\npending = [{ kind = "joust-over", knight = "george", of = "roland" }]\n'
            + GEORGE
            + "out = true\n[knights.roland]",
            "happens by itself and cannot be what waits last",
        ),
    ],
)
def test_what_cannot_be_is_not_accepted(text: str, part: str) -> None:
    assert part in str(refusal(mw.loads, text))


def test_an_area_named_without_paths_is_the_card_of_that_name() -> None:
    state = mw.loads('[areas.d2]\nname = "castle"\n[areas.c3]\nname = "fountain"\n' + GEORGE)
    assert (state.area("d2").name, state.area("c3").name) == ("castle", "fountain")
    assert not state.area("c3").glade
    assert mw.loads(mw.dumps(state)) == state


def test_a_freed_captive_in_a_tied_joust_is_read_back() -> None:
    text = (
        'turn = "roland"\nmoment = "after"\n[areas.c2]\npaths = "NESW"\ndenizens = ["enchantress"]\n'
        '[knights.roland]\nat = "c2"\nfreed = true\n[knights.perceval]\nat = "c2"\ncaptured = true'
    )
    state = mw.loads(text)
    for action in ("release perceval", "joust perceval", "defend", "roll 1 2"):
        if not state.judge(action).legal:
            break
        state = state.play(action).state
    assert mw.from_code(mw.code(state)) == state
    tied = text.replace("freed = true", 'freed = true\nfighting = "perceval"').replace(
        "captured = true", "freed = true"
    )
    assert mw.loads(mw.dumps(mw.loads(tied))) == mw.loads(tied)
    with pytest.raises(ImpossibleSituation, match="just freed in none with a denizen"):
        mw.loads(text.replace("freed = true", 'freed = true\nfighting = "enchantress"'))


def test_a_view_is_read_back_while_the_dwarf_waits() -> None:
    text = (
        'variants = ["hidden"]\nmoment = "after"\n'
        'pending = [{ kind = "dwarf", who = "george", knight = "george", area = "c2" }]\n'
        '[areas.c2]\npaths = "NESW"\ndenizens = ["dwarf"]\nhidden = { dwarf = ["george"] }\n'
        '[knights.george]\nat = "c2"\n[knights.roland]'
    )
    view = mw.loads(text).seen_by("roland")
    assert view.area("c2").denizens == ()
    assert mw.loads(mw.dumps(view)) == view


# ------------------------------------------------------------------ files of one's own


def changed(name: str, *changes: tuple[str, str]) -> str:
    text, _ = SOURCE.read(name)
    for old, new in changes:
        assert old in text
        text = text.replace(old, new, 1)
    return text


HORSE = 'table = { "1-2" = "runs north", "3-4" = "runs south", "5" = "runs east", "6" = "runs west" }'


@pytest.mark.parametrize(
    ("name", "text", "part"),
    [
        ("cards.toml", "denizen = 5", "denizen is no table"),
        ("cards.toml", changed("cards.toml", (HORSE, 'table = "x"')), "no table of throws"),
        ("cards.toml", changed("cards.toml", (HORSE, 'table = { "1-2" = 3 }')), "no span of throws"),
        ("cards.toml", changed("cards.toml", (HORSE, 'table = { "1-4" = "x", "2-6" = "y" }')), "misses or repeats"),
        ("cards.toml", changed("cards.toml", ("bearer = { strength = 2 }", "bearer = 7")), "bearer = 7 is no table"),
        ("cards.toml", changed("cards.toml", ('kind = "beat", ', "")), "does not say what is to be done"),
        ("cards.toml", changed("cards.toml", ('denizen = "dragon", ', "")), "does not say what is to be done"),
        ("cards.toml", changed("cards.toml", ("approach_bonus = 1", 'approach_bonus = "one"')), "no whole number"),
        ("cards.toml", changed("cards.toml", ("escape_on = [5, 6]", "escape_on = [5, 7]")), "no list of throws"),
        ("cards.toml", changed("cards.toml", ("draws = 2\n", "")), "it lacks draws"),
        ("cards.toml", changed("cards.toml", ("[denizen.orc]", "[denizen.unicorn]")), "no denizen 'unicorn'"),
        ("cards.toml", changed("cards.toml", ("strength = 4\n", "strenght = 4\n")), "Did you mean 'strength'"),
        ("tiles.toml", "tile = [1]", "no list of tables"),
        ("tiles.toml", changed("tiles.toml", ('name = "island"', "name = []")), "name = [] is not known"),
        ("tiles.toml", changed("tiles.toml", ('id = "e02"', "id = 2")), "the card has no id"),
        ("tiles.toml", changed("tiles.toml", ('id = "e02"', 'id = "e01"')), "stands twice"),
        ("tiles.toml", changed("tiles.toml", ('paths = "ESW"', "paths = 5")), "paths = 5 names no edges"),
        ("tiles.toml", changed("tiles.toml", ('name = "island"', 'name = "castle"')), "castle lies in the other wood"),
    ],
)
def test_a_card_or_tile_file_is_told_what_it_breaks(name: str, text: str, part: str, tmp_path: Path) -> None:
    file = tmp_path / name
    file.write_text(text, encoding="utf-8")
    load: Callable[[Path], object] = mw.load_cards if name == "cards.toml" else mw.load_tiles
    told = refusal(load, file)
    assert part in str(told)
    assert all(fault.where.startswith(str(file)) for fault in told.faults)


# ------------------------------------------------------------------ every reader, fed garbage

KEYS = """
    order turn moment areas knights at denizens things paths c2 george tile pending fighting ignored_by storm
    kind who hidden name knight denizen table bearer quest from id half glade source edition editions rule
    cite topic text english default what values choices places 1980 orc lance ledger a1980 strength
"""
WORDS = st.sampled_from(KEYS.split())
LEAVES = st.one_of(
    st.integers(-(10**30), 10**30),
    st.integers(-2, 9),
    st.booleans(),
    st.floats(),
    WORDS,
    st.text(max_size=8),
    st.none(),
)
DATA = st.dictionaries(
    st.one_of(WORDS, st.text(max_size=4)),
    st.recursive(
        LEAVES, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(WORDS, inner, max_size=3), max_leaves=9
    ),
    max_size=5,
)
READERS: list[Callable[[dict[str, Any]], object]] = [
    mw.from_dict,
    lambda data: cards_from(data, "cards"),
    lambda data: tiles_from(data, "tiles"),
    lambda data: Editions.from_data(data, "editions"),
    lambda data: Ledger.from_data(data, {"1980": "a1980"}, "ledger"),
    lambda data: Ledger.from_data({"rule": [data]}, {"1980": "a1980"}, "ledger"),
    lambda data: cards_from({"denizen": {"orc": data}, "knight": {"george": data}, "area": {"tower": data}}, "cards"),
    lambda data: tiles_from({"tile": [data, {**data, "id": "e01"}]}, "tiles"),
    lambda data: Editions.from_data({"editions": {"a": {"default": True}}, "switch": data}, "editions"),
    lambda data: mw.from_dict({"areas": {"c2": data, "c3": data}, "knights": {"george": data}, "pending": [data]}),
]


@settings(max_examples=40, deadline=None)
@pytest.mark.parametrize("reader", READERS)
@given(DATA)
def test_every_reader_answers_data_of_any_shape(
    reader: Callable[[dict[str, Any]], object], data: dict[str, Any]
) -> None:
    told = faults_of(reader, data)
    assert told is None or told
    assert all(str(fault).isprintable() for fault in told or ())


@settings(max_examples=60, deadline=None)
@given(st.text(max_size=120) | st.text(alphabet="[]{}=.\"'#\n a1", max_size=60))
def test_any_text_is_toml_or_refused(text: str) -> None:
    told = faults_of(keyed.parse, text, "text")
    assert told is None or len(told) == 1


@settings(max_examples=60, deadline=None)
@given(DATA)
def test_plain_data_within_bounds_is_written_and_read_back(data: dict[str, Any]) -> None:
    written = [value for value in data.values() if isinstance(value, (bool, str))]
    plain = {"key": written, "n": 7, "t": {"a": ["b"]}}
    if any("\ud800" <= letter <= "\udfff" for value in written if isinstance(value, str) for letter in value):
        return
    assert keyed.parse(keyed.text_of({**plain, "tables": {"x": plain}}, ["tables"]), "text") == {
        **plain,
        "tables": {"x": plain},
    }
