"""The lesson source: what a teacher writes is read as it is meant, and every fault is told with file, line, what and fix."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.faults import Fault, ImpossibleSituation, UnreadableText
from tutor.exercises.model import Choose, Do, Free, Order, Reckon, Watch
from tutor.lessons import build, cli_build, faults_of, parse_lesson
from tutor.lessons.reading import Prose, corners

FRONT = '+++\nnumber = 1\ntitle = "T"\nminutes = 5\nrules = ["move.one"]\n+++\n'
RECAP = "\n```recap\nFarewell.\n```\n"


def exercise(kind: str = "do", **keys: str) -> str:
    """An exercise block; keys are TOML as written, None-like "" leaves one out."""
    lines = {
        "id": '"one"', "kind": f'"{kind}"', "prompt": '"Go."', "rules": '["move.one"]', "hints": '["a", "b"]',
        "situation": "'''order = [\"george\"]'''",
    }  # fmt: skip
    if kind == "do":
        lines["accept"] = '["move north"]'
    lines |= keys
    return "\n```exercise\n" + "\n".join(f"{key} = {value}" for key, value in lines.items() if value) + "\n```\n"


def faults(text: str) -> list[str]:
    with pytest.raises(UnreadableText) as refused:
        parse_lesson(text, "my-lesson")
    for fault in refused.value.faults:
        assert re.match(r"my-lesson\.md, line \d+", fault.where)
        assert fault.what
        assert fault.fix
    return [str(fault) for fault in refused.value.faults]


def test_the_example_of_the_documentation_is_a_lesson_without_faults() -> None:
    text = (Path(__file__).parent.parent / "docs" / "writing-lessons.md").read_text(encoding="utf-8")
    example = re.search(r"`````markdown\n(.*?)`````", text, re.DOTALL)
    assert example is not None
    lesson = parse_lesson(example[1], "my-lesson")
    assert [e.id for e in lesson.exercises] == ["try-north", "through-the-trees"]
    assert faults_of(lesson) == []


def test_every_kind_is_read_as_what_it_is() -> None:
    blocks = [
        exercise("watch", hints="", prompt="") + "",
        exercise("do", id='"two"'),
        exercise("choose", id='"three"'),
        exercise("order", id='"four"', places='[["a"], ["b", "c"]]'),
        exercise("reckon", id='"five"', reckon='"paths"'),
        exercise("free", id='"six"', goal='{ knight = "george", at = "c2" }', solution='["move north"]'),
    ]
    blocks[0] = blocks[0].replace("\n```\n", '\n[[steps]]\ndo = "move north"\n```\n', 1)
    blocks[2] = blocks[2].replace(
        "\n```\n",
        '\n[[options]]\naction = "stay"\n[[options]]\ntext = "x"\ncorrect = true\nrule = "move.one"\n```\n',
        1,
    )
    lesson = parse_lesson(FRONT + "".join(blocks) + RECAP, "my-lesson")
    assert [type(e) for e in lesson.exercises] == [Watch, Do, Choose, Order, Reckon, Free]


def test_a_situation_is_shared_by_its_name() -> None:
    text = FRONT + '\n```situation gate\norder = ["roland"]\n```\n' + exercise(situation='"gate"') + RECAP
    assert parse_lesson(text, "my-lesson").exercises[0].situation == 'order = ["roland"]'


def test_other_fences_stay_prose() -> None:
    text = FRONT + "Look:\n\n```python\nprint(1)\n```\n" + exercise() + RECAP
    prose = parse_lesson(text, "my-lesson").parts[0]
    assert isinstance(prose, Prose)
    assert "```python\nprint(1)\n```" in prose.text


def test_a_longer_fence_keeps_a_block_as_prose() -> None:
    text = FRONT + "````\n```exercise\nnothing\n```\n````\n" + exercise() + RECAP
    assert len(parse_lesson(text, "my-lesson").exercises) == 1


@pytest.mark.parametrize(
    ("text", "line", "says"),
    [
        ("no front matter", 1, "no front matter"),
        ("+++\nnumber = 1\n", 1, "never closed"),
        ('+++\nnumber = \n+++\n' + exercise() + RECAP, 2, "no TOML"),
        (FRONT.replace("minutes = 5\n", "") + exercise() + RECAP, 1, "lacks minutes"),
        (FRONT.replace("move.one", "move.won") + exercise() + RECAP, 5, "Did you mean 'move.one'?"),
        (FRONT + exercise(), 9, "no recap"),
        (FRONT + RECAP, 1, "no exercise"),
        (FRONT + exercise() + "```recap\nx\n", 17, "never closed"),
        (FRONT + exercise().replace("```exercise", "```excercise") + RECAP, 8, "Did you mean 'exercise'?"),
        (FRONT + exercise("dance") + RECAP, 10, "'dance' cannot be"),
        (FRONT + exercise(id='"Two Words"') + RECAP, 9, "Small letters"),
        (FRONT + exercise(prompt="") + RECAP, 9, "no prompt"),
        (FRONT + exercise(hints='["one"]') + RECAP, 13, "1 hints"),
        (FRONT + exercise(rules='["move.won"]') + RECAP, 12, "Did you mean 'move.one'?"),
        (FRONT + exercise(rules="[]") + RECAP, 12, "names no rule"),
        (FRONT + exercise(knight='"lancelot"') + RECAP, 16, "no Knight"),
        (FRONT + exercise(focus='"here"') + RECAP, 16, "two corners"),
        (FRONT + exercise(situation='"nowhere"') + RECAP, 14, "no situation 'nowhere'"),
        (FRONT + exercise(colour='"red"') + RECAP, 16, "no key 'colour'"),
        (FRONT + exercise(goal='{ at = "c2" }', accept="") + RECAP, 15, "not of which Knight"),
        (FRONT + exercise(goal='{ knight = "george", at = "z9" }', accept="") + RECAP, 15, "no area"),
        (FRONT + exercise(goal='{ event = "explore.entre" }', accept="") + RECAP, 15, "Did you mean 'explore.enter'?"),
        (FRONT + exercise(goal='{ knight = "george", has = "lanse" }', accept="") + RECAP, 15, "Did you mean 'lance'?"),
        (FRONT + exercise(goal='{ event = "explore.enter" }') + RECAP, 15, "both goal and accept"),
        (FRONT + exercise(within="0") + RECAP, 16, "from 1 up"),
        (FRONT + exercise("choose") + RECAP, 9, "no options"),
        (FRONT + exercise("reckon") + RECAP, 9, "nothing says what is to be reckoned"),
        (FRONT + exercise("free") + RECAP, 9, "no goal"),
        (FRONT + exercise("watch") + RECAP, 9, "no steps"),
        (FRONT + exercise() + exercise() + RECAP, 19, "two exercises 'one'"),
        (FRONT.replace('["move.one"]', '["move.one", "move.known"]') + exercise() + RECAP, 5, "teaches 'move.known'"),
    ],
)  # fmt: skip
def test_a_fault_is_told_with_its_line(text: str, line: int, says: str) -> None:
    told = faults(text)
    assert any(f"line {line}:" in fault and says in fault for fault in told), told


def test_all_faults_come_at_once() -> None:
    text = (
        FRONT.replace("move.one", "move.won")
        + exercise(hints='["one"]', rules="[]", colour='"red"')
        + exercise(kind="3")
    )
    assert len(faults(text)) >= 5


@given(st.text(max_size=400))
def test_garbage_is_answered_with_faults_not_with_a_crash(text: str) -> None:
    with pytest.raises(UnreadableText):
        parse_lesson(text, "my-lesson")


@given(st.data())
def test_a_lesson_cut_or_changed_anywhere_is_read_or_refused(data: st.DataObject) -> None:
    good = FRONT + "Prose.\n" + exercise() + exercise("reckon", id='"two"', reckon='"paths"') + RECAP
    start = data.draw(st.integers(0, len(good)))
    end = data.draw(st.integers(start, min(len(good), start + 30)))
    changed = good[:start] + data.draw(st.text(max_size=5)) + good[end:]
    found: tuple[Fault, ...] = ()
    try:
        parse_lesson(changed, "my-lesson")
    except UnreadableText as refused:
        found = refused.faults
    assert all(fault.what and fault.fix and "line" in fault.where for fault in found)


def built_faults(tmp_path: Path, block: str) -> str:
    source = tmp_path / "my-lesson.md"
    source.write_text(FRONT + block + RECAP)
    with pytest.raises((ImpossibleSituation, UnreadableText)) as refused:
        build(source, run=False)
    assert not source.with_suffix(".ipynb").exists()
    assert all(str(source) in fault.where and "line " in fault.where for fault in refused.value.faults)
    return str(refused.value)


def test_the_builder_plays_what_it_builds_and_names_what_cannot_be(tmp_path: Path) -> None:
    assert "not allowed" in built_faults(tmp_path, exercise(accept='["move south"]'))
    assert "is no action" in built_faults(tmp_path, exercise(accept='["fly away"]'))
    assert "nothing reaches the goal" in built_faults(
        tmp_path, exercise(accept="", goal='{ knight = "george", at = "c9" }')
    )
    before = exercise(accept="", goal='{ knight = "george", at = "c1" }')
    assert "before anything is done" in built_faults(tmp_path, before)
    assert "lancelot" in built_faults(tmp_path, exercise(situation="'''order = [\"lancelot\"]'''"))
    assert "at that point" in built_faults(tmp_path, exercise(before='["move south"]'))
    assert "no question" in built_faults(tmp_path, exercise("reckon", reckon='"how many"'))
    options = '[[options]]\naction = "move north"\n[[options]]\naction = "move east"'
    assert "every option is right" in built_faults(
        tmp_path, exercise("choose").replace("\n```\n", f"\n{options}\n```\n", 1)
    )
    wrong = options.replace("north", "south").replace("east", "south")
    assert "no option is right" in built_faults(tmp_path, exercise("choose").replace("\n```\n", f"\n{wrong}\n```\n", 1))


def test_build_on_the_command_line_names_file_and_line_on_standard_error(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    source = tmp_path / "my-lesson.md"
    source.write_text(FRONT + exercise(hints='["one"]') + RECAP)
    assert cli_build([str(source)]) == 2
    assert f"{source}, line 13: there are 1 hints." in capsys.readouterr().err
    source.write_text(FRONT + exercise() + RECAP)
    assert cli_build([str(source), "--check"]) == 0
    assert cli_build([str(tmp_path / "none.md")]) == 2


def test_a_part_of_the_wood_is_given_by_two_corners_either_way_round() -> None:
    assert corners("b1-c2") == corners("c2-b1") == ("b1", "c1", "b2", "c2")
