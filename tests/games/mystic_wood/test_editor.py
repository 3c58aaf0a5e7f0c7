"""The editor without a browser: every key can be laid out, any state taken apart and built again, faults pinned and mended."""

from __future__ import annotations

import tomllib

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import mystic_wood as mw
from engine.mystic_wood.notation import keys
from engine.text.faults import ImpossibleSituation, UnreadableText
from tests.support.building_up import building, replay
from tests.support.random_games import state_at
from tests.support.touches import a_touch
from tutor.games.mystic_wood.editor.checker import Checker
from tutor.games.mystic_wood.editor.components import FIELDS
from tutor.games.mystic_wood.editor.draft_situation import read, state_data
from tutor.games.mystic_wood.editor.model import Editor
from tutor.games.mystic_wood.editor.operations import VERBS, taking_apart
from tutor.games.mystic_wood.editor.page import EditorPage
from tutor.games.mystic_wood.editor.vocabulary import BY_ID, VOCABULARY, choices
from tutor.pages.editor.model import Misplaced

LAID_OUT = """
order = ["george", "roland"]
[areas.c2]
paths = "NESW"
denizens = ["orc"]
things = ["lance"]
[knights.george]
at = "c2"
"""


# ------------------------------------------------------------------ the vocabulary


@pytest.mark.parametrize("key", VOCABULARY, ids=lambda key: key.id)
def test_every_key_can_be_laid_out_by_operations(key):
    """From an untouched Wood to the key's own example, by lines of text, and the engine reads it as it reads the file."""
    wanted = mw.loads(key.example)
    editor = Editor()
    replay(editor, tuple(building(Editor.reading(key.example).data)))
    assert editor.state == wanted
    assert mw.loads(editor.toml) == wanted


def test_the_vocabulary_is_what_the_reader_knows():
    """Every key is accepted by the reader; any other is refused; and no game ever needs a key that is not here."""
    for key in VOCABULARY:
        raw = tomllib.loads(key.example)
        tables = [raw] if key.subject == "game" else list(raw[f"{key.subject}s"].values())
        assert any(key.name in table for table in tables), f"the example of {key.id} does not show it"
    for text in (
        'order = ["george"]\nmood = 1',
        "[knights.george]\nmood = 1",
        "[knights.george]\n[areas.c2]\nmood = 1",
    ):
        with pytest.raises(ImpossibleSituation, match="mood"):
            mw.loads(text)
    known = {f"knight.{key.name}" for key in keys.KNIGHT} | {"knight.at"} | {f"game.{key.name}" for key in keys.TOP}
    known |= {f"area.{key.name}" for key in (*keys.CARD, *keys.CONTENTS)} | {"game.areas", "game.knights"}
    assert known == set(BY_ID)
    assert [name for name, _ in FIELDS["game.pending"]] == [key.name for key in keys.PENDING]


@settings(max_examples=60)
@given(st.integers(0, 400), st.integers(0, 400))
def test_no_game_needs_a_key_that_is_not_in_the_vocabulary(seed, number):
    raw = mw.to_dict(state_at(seed, number))
    assert {f"game.{key}" for key in raw} <= set(BY_ID)
    assert {f"area.{key}" for table in raw.get("areas", {}).values() for key in table} <= set(BY_ID)
    assert {f"knight.{key}" for table in raw["knights"].values() for key in table} <= set(BY_ID)


def test_what_a_key_may_be_is_what_the_reader_takes():
    """Each choice offered for a key of one value or a list reads without the reader calling it unknown."""
    data = Editor.reading(LAID_OUT).data
    tried = 0
    for key in VOCABULARY:
        about = {"area": "c2", "knight": "george"}.get(key.subject, "")
        for choice in choices(key, data, about):
            if key.kind not in ("one", "many") or key.id in ("area.name", "knight.dispute"):
                continue
            value = f'"{choice}"' if key.kind == "one" else f'["{choice}"]'
            editor = Editor.reading(LAID_OUT)
            editor.do(f"set {about or 'game'} {key.name} {value}")
            unknown = [p.fault for p in editor.faults if "not known" in p.fault.what or "has no place" in p.fault.what]
            assert unknown == [], f"{key.id} = {choice}"
            tried += 1
    assert tried > 300


# ------------------------------------------------------------------ taking apart and building


@settings(max_examples=60)
@given(st.integers(0, 10_000), st.integers(0, 500))
def test_any_state_can_be_taken_apart_and_built_again(seed, number):
    state = state_at(seed, number)
    editor = Editor.of(state)
    assert editor.state == state
    log = building(editor.data)
    replay(editor, tuple(taking_apart(editor.data)))
    assert editor.data == {"areas": {}, "knights": {}}
    replay(editor, tuple(log))
    assert editor.state == state
    assert mw.loads(editor.toml) == state
    while editor.undo():
        pass
    assert editor.state == state


def test_a_session_can_be_replayed_from_its_log_and_undone_step_by_step():
    editor = Editor()
    lines = (
        "lay c2 NES",
        "edge c2 S",
        "place orc c2",
        "place george c2",
        "give lance george",
        "win wild-ox george",
        "set c2 storm 2",
        "turn c2",
        "seat roland",
        "order roland george",
        "stack witch",
        "discard mystic-fog",
        'set game edition "2006"',
        "place orc c3",
        "lay c3 NESW",
        "remove orc",
        "face c3 down",
        "bare c3",
    )
    seen = []
    for line in lines:
        seen.append(editor.data)
        editor.do(line)
    again = Editor()
    replay(again, editor.log)
    assert again.data == editor.data
    assert editor.state is not None
    for data in reversed(seen):
        assert editor.undo()
        assert editor.data == data
    assert not editor.undo()
    while editor.redo():
        pass
    assert editor.data == again.data


def test_several_operations_can_be_one_step():
    editor = Editor()
    editor.do("lay c2 NESW", "place orc c2")
    assert editor.undo()
    assert editor.data == Editor().data


# ------------------------------------------------------------------ single cards


def test_a_card_is_in_one_place_only_and_so_are_the_two_that_are_one_card():
    editor = Editor.reading(LAID_OUT)
    editor.do("give orc roland")
    assert "denizens" not in editor.data["areas"]["c2"]
    assert editor.data["knights"]["roland"]["prowess_cards"] == ["orc"]
    editor.do("place wizard c2")  # the Wizard's card is the Lance
    assert "things" not in editor.data["areas"]["c2"]
    editor.do("give wizard george")
    assert editor.data["knights"]["george"]["things"] == ["lance"]
    assert editor.state is not None


def test_who_moves_away_leaves_behind_what_belongs_to_the_place():
    editor = Editor.reading(LAID_OUT)
    editor.do('set george fighting "orc"', 'set george came_from "c1"')
    editor.do("lay c3 NESW", "place george c3")
    assert editor.data["knights"]["george"] == {"at": "c3"}
    assert editor.state is not None


@pytest.mark.parametrize(
    ("line", "rule"),
    [
        ("place orc c5", "tower.no-denizens"),
        ("turn c2", "wood.arrow"),
        ("lay c2 NS", "wood.arrow"),
        ("lay c1 NESW", "wood.grid"),
        ("lay c2 e03", "wood.halves"),
        ("edge c9 N", "wood.grid"),
        ("edge c3 N", "explore.look"),
        ("give queen george", ""),
        ("win elf george", "challenge.win"),
        ("face c5 down", "wood.grid"),
    ],
)
def test_what_makes_no_sense_is_refused_with_its_rule_and_changes_nothing(line, rule):
    editor = Editor.reading(LAID_OUT)
    before = editor.data
    with pytest.raises(Misplaced) as refused:
        editor.do(line)
    assert refused.value.rule == rule
    assert rule == "" or rule in mw.ledger()
    assert editor.data == before
    assert not editor.can_undo


def test_a_fifth_knight_finds_no_seat():
    editor = Editor()
    editor.do("order george roland guyon perceval")
    with pytest.raises(Misplaced, match="four"):
        editor.do("seat britomart")


@pytest.mark.parametrize(
    "line",
    [
        "",
        "dance",
        "place",
        "place unicorn c2",
        "place orc z9",
        "set c2 mood 1",
        "set c2 storm",
        "set lancelot horse true",
        "set c2 storm {",
        "load mw1-nonsense",
    ],
)
def test_a_line_that_is_no_operation_is_told_so_with_what_would_be_right(line):
    with pytest.raises(UnreadableText) as told:
        Editor.reading(LAID_OUT).do(line)
    assert told.value.faults[0].fix
    assert told.value.faults[0].what


def test_the_table_of_operations_names_them_all():
    from tutor.games.mystic_wood.editor import operations

    assert all(f"`{verb}" in operations.__doc__ for verb in VERBS)


# ------------------------------------------------------------------ edges and faces


def test_edges_can_be_clicked_open_and_shut_and_there_are_always_three_or_four():
    editor = Editor()
    editor.do("lay c2 NESW")
    for edge, paths in (("N", "ESW"), ("E", "NSW"), ("E", "NESW"), ("W", "NES")):
        editor.do(f"edge c2 {edge}")
        assert editor.data["areas"]["c2"]["paths"] == paths


def test_a_named_area_keeps_its_name_when_its_paths_change():
    editor = Editor()
    editor.do("seat george", "lay d2 NESW cave", "edge d2 N")
    assert editor.state.area("d2").name == "cave"
    with pytest.raises(Misplaced, match="d2 already"):
        editor.do("lay b2 NESW cave")


@pytest.mark.parametrize("laid", ["lay c2 g03", "lay c2 NES"])
def test_turning_twice_is_as_before(laid):
    editor = Editor()
    editor.do("seat george", laid)
    if len(editor.state.area("c2").paths) == 4:
        pytest.skip("this card has four paths")
    first = editor.state.area("c2")
    editor.do("turn c2")
    turned = editor.state.area("c2")
    assert turned.turned
    assert set(turned.paths) == {{"N": "S", "S": "N", "E": "W", "W": "E"}[edge] for edge in first.paths}
    editor.do("turn c2")
    assert editor.state.area("c2") == first


# ------------------------------------------------------------------ faults and mends

FAULTY = {
    '[knights.george]\nat = "c2"\ncaptured = true\n[areas.c2]\npaths = "NESW"': (
        "knight:george",
        "place enchantress c2",
    ),
    '[knights.george]\nat = "c2"\nimprisoned = true\n[areas.c2]\npaths = "NESW"': (
        "knight:george",
        'set george at "c5"',
    ),
    '[knights.george]\n[areas.c5]\ndenizens = ["orc"]': ("area:c5", "unset c5 denizens"),
    '[knights.george]\nat = "c2"\nfighting = "orc"\n[areas.c2]\npaths = "NESW"': ("knight:george", "place orc c2"),
    'moment = "arrived"\n[knights.george]\nat = "c2"': ("knight:george", "lay c2 NESW"),
    "": ("game:order", "seat george"),
    'edition = "1066"\n[knights.george]': ("game:edition", "unset game edition"),
    '[knights.george]\n[areas.c2]\npaths = "NESW"\nmood = 1\n': ("area:c2", None),
    '[knights.george]\nat = "c2"\ninside = true\n[areas.c2]\npaths = "NESW"': ("knight:george", "unset george inside"),
    '[knights.george]\nthings = ["lance"]\n[areas.c2]\npaths = "NESW"\ndenizens = ["wizard"]': (
        "knight:george",
        "unset george things",
    ),
}


@pytest.mark.parametrize(("text", "wanted"), FAULTY.items(), ids=[str(n) for n in range(len(FAULTY))])
def test_a_fault_is_pinned_where_it_is_and_its_mend_mends_it(text, wanted):
    editor = Editor.reading(text)
    target, mend = wanted
    assert editor.state is None
    assert target in {pin.target for pin in editor.faults}
    pin = next(pin for pin in editor.faults if pin.target == target)
    if mend is None:
        return
    assert mend in editor.mends(pin)
    editor.do(mend)
    assert pin.fault.what not in {left.fault.what for left in editor.faults}


@settings(max_examples=40)
@given(st.integers(0, 10_000), st.integers(0, 300), st.data())
def test_whatever_is_wrong_something_can_be_shown_and_no_mend_brings_a_new_fault(seed, number, data):
    """A state with three of its keys set at random: shown all the same, and its mends, where there are any, help."""
    editor = Editor.of(state_at(seed, number))
    for _ in range(3):
        key = data.draw(st.sampled_from([key for key in VOCABULARY if key.kind in ("flag", "one", "many", "count")]))
        about = data.draw(
            st.sampled_from(
                {"area": ["c2", "c5", "b7"], "knight": list(editor.data["knights"]) or ["george"], "game": ["game"]}[
                    key.subject
                ]
            )
        )
        offered = choices(key, editor.data, about) or ("c2",)
        choice = data.draw(st.sampled_from(offered))
        value = {"flag": "true", "count": "2", "one": f'"{choice}"', "many": f'["{choice}"]'}[key.kind]
        editor.do(f"set {about} {key.name} {value}")
    reading = read(editor.data)
    assert (reading.state is None) == bool(reading.faults)
    assert isinstance(reading.show, mw.State)
    for pin in editor.faults:
        for mend in editor.mends(pin):
            trial = Editor(editor.data)
            trial.do(mend)
            assert {p.fault.what for p in trial.faults} < {p.fault.what for p in editor.faults}


def test_a_strict_step_is_refused_when_the_reader_would_object():
    editor = Editor.reading(LAID_OUT)
    with pytest.raises(Misplaced, match="Enchantress"):
        editor.do("set george captured true", strict=True)
    editor.do("set george captured true")
    assert [pin.key for pin in editor.faults] == ["captured"]


def test_what_is_written_is_only_what_differs():
    editor = Editor()
    editor.do("lay c2 NESW", "place orc c2", "seat roland", "place george c2", 'set game turn "george"')
    assert editor.toml == (
        'order = ["roland", "george"]\nturn = "george"\n\n[areas.c2]\npaths = "NESW"\ndenizens = ["orc"]\n\n'
        '[knights.george]\nat = "c2"\n'
    )


def test_a_state_is_the_same_after_the_round_trip_through_the_editor():
    for seed in range(30):
        state = state_at(seed, 150)
        assert read(state_data(state)).state == state


MISSHAPEN = [
    "areas = 5",
    "knights = 5",
    "removed = 5",
    "removed = [[1]]",
    "next_cards = 5",
    "[areas]\nc2 = 5",
    "[knights]\ngeorge = 5",
    "[areas.c2]\ndenizens = 5",
    "[areas.c2]\ndenizens = [1, [2]]",
    "[areas.c2]\nthings = true",
    "[areas.c2]\nhidden = 5",
    "[knights.george]\nthings = 5",
    "[knights.george]\nprowess_cards = [[1]]",
    "[knights.george]\npartners = 5",
    "x = 1979-05-27",
    "x = " + "[" * 900,
    "x = " + "9" * 5000,
    "a." * 900 + "b = 1",
    "# " + "x" * 300_000,
]


@pytest.mark.parametrize("text", MISSHAPEN, ids=lambda text: text[:30])
def test_a_file_of_another_shape_is_refused_and_the_page_stays(text: str) -> None:
    for app in (EditorPage(), Checker()):
        app.begin('order = ["george"]')
        page = app.answer(a_touch("file", "theirs.toml", "", text))
        assert page.say
        assert list(app.editor.data["knights"]) == ["george"]
        app.begin(text)
        app.answer(a_touch("click", "do:place orc c2"))


@pytest.mark.parametrize(
    "line",
    [
        "set c2 denizens true",
        "set george companions 5",
        "set c2 hidden [[1]]",
        "set game removed 5",
        "set c2 storm 1979-05-27",
        "set c2 storm " + "[" * 900,
    ],
)
def test_a_value_of_another_shape_is_not_set(line: str) -> None:
    editor = Editor.reading('order = ["george"]\n[areas.c2]\npaths = "NESW"\n')
    before = editor.data
    with pytest.raises((UnreadableText, Misplaced)):
        editor.do(line)
    assert editor.data == before


def test_who_does_not_play_can_be_asked_about() -> None:
    """Typing "perceval" used to end in a KeyError where he does not ride along."""
    app = Checker()
    app.begin('order = ["george", "roland"]')
    page = app.answer(a_touch("enter", "ask", "", "perceval"))
    assert "Perceval" in page.say


@pytest.mark.parametrize(
    "target", ["again:30", "mean:5", "throw:x", "area:out", "more:george:nothing", "step:c2", "less:::", "case:x:9"]
)
def test_a_touch_of_a_page_that_has_changed_since_is_answered(target: str) -> None:
    app = Checker()
    app.begin('order = ["george", "roland"]')
    page = app.answer(a_touch("click", target))
    assert page.say
    app.answer(a_touch("double", target))
    assert app.page().panels
