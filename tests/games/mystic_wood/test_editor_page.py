"""The editor's page without a browser: every key of the format laid out by touches alone, drags, fields and files."""

from __future__ import annotations

import html
import re
import tomllib
from typing import Any

import pytest

from engine import mystic_wood as mw
from tests.support.touches import a_touch
from tutor.games.mystic_wood.editor.components import FIELDS
from tutor.games.mystic_wood.editor.draft_situation import read, tidy
from tutor.games.mystic_wood.editor.library import common
from tutor.games.mystic_wood.editor.model import Editor
from tutor.games.mystic_wood.editor.page import EditorPage
from tutor.games.mystic_wood.editor.vocabulary import VOCABULARY, KeyWords


def touch(editing: EditorPage, kind: str, target: str, text: str = "", to: str = "") -> None:
    """Touch what the page offers, and be answered without a refusal."""
    page = "".join(editing.page().panels.values())
    if kind == "click":
        assert f'data-target="{target}"' in page, f"{target} is nowhere on the page"
    elif kind == "type" and target != "toml":
        assert f'data-input="{target}"' in page, f"{target} is nowhere on the page"
        chosen = re.search(rf'<select data-input="{re.escape(target)}".*?</select>', page)
        assert chosen is None or text == "" or f'value="{html.escape(text)}"' in chosen.group(), (
            f"{target} does not offer {text}"
        )
    editing.answer(a_touch(kind, target, to, text))
    assert not editing.refusal, editing.refusal


def by_hand(editing: EditorPage, key: KeyWords, about: str, value: Any) -> None:
    """Set one key by the control the inspector has for it."""
    tag = f"{about or 'game'}:{key.name}"
    if key.kind == "flag":
        shown = re.search(
            rf'data-target="flag:{tag}" aria-pressed="(true|false)"', "".join(editing.page().panels.values())
        )
        if (shown.group(1) == "true") != value:
            touch(editing, "click", f"flag:{tag}")
        elif key.name in ("drawn", "stayed", "glade"):
            touch(editing, "click", f"flag:{tag}")
            touch(editing, "click", f"flag:{tag}")
    elif key.kind == "count":
        for _ in range(value):
            touch(editing, "click", f"step:{tag}:1")
    elif key.kind == "one":
        touch(editing, "type", f"one:{tag}", str(value))
    elif key.kind == "text":
        touch(editing, "type", f"text:{tag}", str(value))
    elif key.kind == "many":
        for entry in value:
            touch(editing, "type", f"add:{tag}", entry)
    else:
        entries = (
            value if isinstance(value, list) else [{"denizen": d, "known to": seers} for d, seers in value.items()]
        )
        for number, entry in enumerate(entries):
            touch(editing, "click", f"more:{tag}")
            for name, kind in FIELDS[key.id]:
                wanted = entry.get(name)
                if kind in ("list", "seen"):
                    wanted = " ".join(wanted or ())
                elif kind == "flag":
                    wanted = "false" if wanted is False else ""
                touch(editing, "type", f"entry:{tag}:{number}:{name}", "" if wanted is None else str(wanted))


@pytest.mark.parametrize(
    "key", [k for k in VOCABULARY if k.id not in ("game.areas", "game.knights")], ids=lambda key: key.id
)
def test_every_key_can_be_set_by_hand_in_the_inspector(key):
    """From its example without the key, by the control that the page shows for it, to the example itself."""
    wanted = mw.loads(key.example)
    raw = tomllib.loads(key.example)
    tables = {"game": raw} if key.subject == "game" else raw[f"{key.subject}s"]
    about, table = next((name, table) for name, table in tables.items() if key.subject == "game" or key.name in table)
    value = table.pop(key.name)
    if key.id == "area.tile":
        table.clear()
    editing = EditorPage(Editor(tidy(raw)))
    editing.answer(a_touch("click", "do:select game:" if key.subject == "game" else f"{key.subject}:{about}"))
    by_hand(editing, key, "" if key.subject == "game" else about, value)
    assert editing.editor.state == wanted


# ------------------------------------------------------------------ drags


def laid(*touches: tuple[str, str]) -> EditorPage:
    editing = EditorPage()
    for source, to in touches:
        editing.answer(a_touch("drag", source, to))
        assert not editing.refusal, editing.refusal
    return editing


def test_what_is_dropped_on_an_unknown_area_stands_on_a_glade():
    editing = laid(("palette:george", "area:c2"), ("palette:orc", "area:b7"))
    assert editing.editor.state.knight("george").at == "c2"
    assert editing.editor.state.area("b7").denizens == ("orc",)
    assert editing.editor.state.area("b7").glade


def test_tokens_can_be_moved_given_and_taken_off():
    editing = laid(("palette:george", "area:c2"), ("palette:lance", "area:c2"), ("palette:orc", "area:c2"))
    for source, to in (("thing:lance", "knight:george"), ("denizen:orc", "area:d2"), ("knight:george", "denizen:orc")):
        editing.answer(a_touch("drag", source, to))
        assert not editing.refusal
    state = editing.editor.state
    assert state.knight("george").things == ("lance",)
    assert state.knight("george").at == "d2"
    editing.answer(a_touch("drag", "hand:george:lance", "away"))
    editing.answer(a_touch("drag", "denizen:orc", "away"))
    assert editing.editor.state.knight("george").things == ()
    assert editing.editor.state.area("d2").denizens == ()


@pytest.mark.parametrize(
    ("source", "to", "says"),
    [
        ("palette:orc", "area:c5", "tower.no-denizens"),
        ("palette:lay-NESW", "area:c1", "wood.grid"),
        ("palette:queen", "hand:george", "neither thing nor companion"),
        ("palette:orc", "away", "no place of the Wood"),
        ("palette:blessing", "area:c2", "lies nowhere"),
        ("palette:lay-NES", "hand:george", "no place"),
    ],
)
def test_a_drop_that_makes_no_sense_goes_back_and_is_told_why(source, to, says):
    editing = laid(("palette:george", "area:c2"))
    before = editing.editor.data
    page = editing.answer(a_touch("drag", source, to))
    assert says in editing.refusal
    assert page.say == editing.refusal
    assert editing.editor.data == before


def test_only_what_is_free_can_be_taken_from_the_palette():
    editing = laid(("palette:george", "area:c2"), ("palette:wizard", "area:c2"))
    panel = editing.page().panels["palette"]
    for card in ("george", "wizard", "lance"):  # the Wizard's card is the Lance
        item = re.search(rf'<button data-target="palette:{card}"[^>]*>', panel).group()
        assert "data-placed" in item
        assert "data-drag" not in item
    assert 'data-target="palette:orc" class="mwb-item" data-drag="hold"' in panel


def test_typing_narrows_the_palette():
    editing = EditorPage()
    editing.answer(a_touch("type", "find", "", "lan"))
    shown = set(re.findall(r'data-target="palette:([^"]+)"', editing.page().panels["palette"]))
    assert {"lance", "roland"} <= shown
    assert not {"orc", "shield", "lay-NESW"} & shown


def test_edges_can_be_clicked_on_the_board():
    editing = laid(("palette:george", "area:c1"), ("palette:lay-NESW", "area:c2"))
    page = editing.page()
    assert {g.target for g in page.extra} == {f"edge:c2:{edge}" for edge in "NESW"}
    editing.answer(a_touch("click", "edge:c2:W"))
    assert editing.editor.state.area("c2").paths == "NES"


def test_double_click_lays_a_glade_and_then_turns_it():
    editing = laid(("palette:george", "area:c1"))
    editing.answer(a_touch("double", "area:b3"))
    assert editing.editor.state.area("b3").paths == "NESW"
    editing.answer(a_touch("click", "edge:b3:N"))
    editing.answer(a_touch("double", "area:b3"))
    assert editing.editor.state.area("b3").turned


# ------------------------------------------------------------------ files, faults, what it gives


def test_a_faulty_file_is_shown_with_its_faults_where_they_are():
    editing = EditorPage()
    editing.answer(
        a_touch("file", "bad.toml", "", '[knights.george]\nat = "c2"\ncaptured = true\n[areas.c2]\npaths = "NESW"\n')
    )
    page = editing.page()
    assert "Enchantress is not at c2" in page.panels["faults"]
    assert any(group.label == "Something here cannot be" for group in page.extra)
    editing.answer(a_touch("click", "mend:place enchantress c2"))
    assert editing.editor.state is not None
    assert editing.page().panels["faults"].endswith("A possible situation.</p>")


def test_a_file_that_is_no_situation_changes_nothing():
    editing = EditorPage(Editor.of(common("an-even-joust").state))
    before = editing.editor.data
    editing.answer(a_touch("file", "x.toml", "", "order = ["))
    assert "no TOML" in editing.refusal
    assert editing.editor.data == before


def test_it_gives_code_link_text_and_pictures():
    editing = EditorPage(Editor.of(common("an-even-joust").state), address="http://127.0.0.1:9/")
    given = {
        target: editing.answer(a_touch("click", target)).effects[0]
        for target in ("copy:code", "copy:link", "copy:toml", "save:toml", "save:svg", "save:png")
    }
    state = editing.editor.state
    assert mw.from_code(given["copy:code"].text) == state
    assert given["copy:link"].text == f"http://127.0.0.1:9/?code={mw.code(state)}"
    assert mw.loads(given["save:toml"].text) == state
    assert given["copy:toml"].kind == "copy"
    assert given["save:svg"].text.startswith("<svg")
    assert given["save:png"].kind == "png"


def test_there_is_no_code_for_what_cannot_be():
    editing = EditorPage()
    editing.answer(a_touch("click", "copy:code"))
    assert "no code" in editing.refusal


def test_the_library_opens_and_can_be_undone():
    editing = laid(("palette:george", "area:c2"))
    before = editing.editor.data
    editing.answer(a_touch("click", "do:shelf"))
    editing.answer(a_touch("click", "shelf:Jousts"))
    assert 'data-target="open:an-even-joust"' in editing.page().panels["shelf"]
    editing.answer(a_touch("click", "open:an-even-joust"))
    assert editing.editor.state == common("an-even-joust").state
    editing.answer(a_touch("click", "do:undo"))
    assert editing.editor.data == before


def test_emptying_the_wood_is_one_step():
    editing = EditorPage(Editor.of(common("seven-and-a-shield").state))
    editing.answer(a_touch("click", "do:clear"))
    assert editing.editor.data == {"areas": {}, "knights": {}}
    editing.answer(a_touch("click", "do:undo"))
    assert editing.editor.state == common("seven-and-a-shield").state


def test_an_empty_wood_can_be_shown():
    assert read(EditorPage().editor.data).state is None
    assert all(token.id.startswith("area:") for token in EditorPage().page().scene.targets)


def test_a_knights_quest_is_said_in_words_and_what_is_due_to_him_lies_beside_his_hand():
    editing = EditorPage()
    editing.begin(common("two-beat-the-player-who-is-king").situation)
    page = editing.answer(a_touch("click", "knight:roland"))
    assert "Quest: leave the Wood with the Princess." in page.panels["inspector"]
    assert 'aria-label="Lance, due to Roland, in nobody&#x27;s hand yet"' in page.panels["hands"]


def test_the_situations_of_every_lesson_can_be_laid_out():
    from tutor.content.lessons import course_lessons

    editing = EditorPage()
    editing.answer(a_touch("click", "do:shelf"))
    for lesson in course_lessons():
        if not any(exercise.situation for exercise in lesson.exercises):
            continue
        if lesson.exercises[0].game.name != mw.NAME:
            assert f'value="lesson/{lesson.name}"' not in editing.page().panels["shelf"]
            continue
        shelf = editing.answer(a_touch("type", "lesson", "", f"lesson/{lesson.name}")).panels["shelf"]
        offered = re.findall(r'data-target="open:(lesson/[^"]+)"', shelf)
        assert offered, lesson.name
        name = offered[-1]
        again = EditorPage()
        again.answer(a_touch("click", f"open:{name}"))
        assert not again.refusal
        assert not again.editor.faults
        assert again.editor.state == common(name).state
    assert "open:lesson" not in editing.answer(a_touch("type", "lesson", "", "")).panels["shelf"]
