"""The lesson source: what a teacher writes is read as it is meant, and every fault is told with file, line, what and fix."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.text.faults import Fault, ImpossibleSituation, UnreadableText
from tests.sources import ROOT
from tutor.content.lessons import build, cli_build, faults_of, parse_lesson, read_lesson
from tutor.content.lessons.reading import Prose
from tutor.teach.exercise.options import Choose
from tutor.teach.kinds.build import Build, Proof
from tutor.teach.kinds.do import Do
from tutor.teach.kinds.free import Free
from tutor.teach.kinds.order import Order
from tutor.teach.kinds.reckon import Reckon
from tutor.teach.kinds.watch import Watch

FRONT = '+++\nnumber = 1\ntitle = "T"\nminutes = 5\nrules = ["move.one"]\n+++\n'
RECAP = "\n```recap\nFarewell.\n```\n"


def exercise(kind: str = "do", **keys: str) -> str:
    """An exercise block; keys are TOML as written, None-like "" leaves one out."""
    lines = {
        "id": '"one"',
        "kind": f'"{kind}"',
        "prompt": '"Go."',
        "rules": '["move.one"]',
        "hints": '["a", "b"]',
        "situation": "'''order = [\"george\"]'''",
    }
    if kind == "do":
        lines["accept"] = '["move north"]'
    lines |= keys
    return "\n```exercise\n" + "\n".join(f"{key} = {value}" for key, value in lines.items() if value) + "\n```\n"


GLADE = """'''
order = ["george"]
moment = "arrived"
[areas.c2]
paths = "NESW"
denizens = ["elf"%s]
[knights.george]
at = "c2"
came_from = "c1"
'''"""


def laying(**keys: str) -> str:
    """An exercise to lay out: somebody whom George must meet before the Elf."""
    usual = {
        "situation": GLADE % "",
        "goal": '{ illegal = "meet elf" }',
        "lay": '["denizens c2"]',
        "pieces": "1",
        "built": GLADE % ', "orc"',
    }
    return exercise("build", **usual | keys)


def faults(text: str) -> list[str]:
    with pytest.raises(UnreadableText) as refused:
        parse_lesson(text, "my-lesson")
    for fault in refused.value.faults:
        assert re.match(r"my-lesson\.md, line \d+", fault.where)
        assert fault.what
        assert fault.fix
    return [str(fault) for fault in refused.value.faults]


def test_a_scene_draws_arrows_from_area_to_area() -> None:
    def scene(draw: str) -> str:
        block = exercise("watch", hints="", prompt="")
        return FRONT + block.replace("\n```\n", f'\n[[steps]]\nsay = "Look."\ndraw = {draw}\n```\n', 1) + RECAP

    (watch,) = parse_lesson(scene('["b3 c5", "c5 d7"]'), "my-lesson").exercises
    assert isinstance(watch, Watch)
    assert watch.steps[0].draw == (("b3", "c5"), ("c5", "d7"))
    for wrong in ('["b3"]', '["b3 b3"]', '["b3 z9"]', '["b3 to c5"]'):
        assert "is no arrow" in " ".join(faults(scene(wrong)))


def test_the_example_of_the_documentation_is_a_lesson_without_faults() -> None:
    text = (ROOT / "docs" / "writing-lessons.md").read_text(encoding="utf-8")
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
        laying(id='"seven"'),
    ]
    blocks[0] = blocks[0].replace("\n```\n", '\n[[steps]]\ndo = "move north"\n```\n', 1)
    blocks[2] = blocks[2].replace(
        "\n```\n",
        '\n[[options]]\naction = "stay"\n[[options]]\ntext = "x"\ncorrect = true\nrule = "move.one"\n```\n',
        1,
    )
    lesson = parse_lesson(FRONT + "".join(blocks) + RECAP, "my-lesson")
    assert [type(e) for e in lesson.exercises] == [Watch, Do, Choose, Order, Reckon, Free, Build]


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
        ("+++\nnumber = \n+++\n" + exercise() + RECAP, 2, "no TOML"),
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
        (FRONT + exercise(knight='"lancelot"') + RECAP, 16, "'lancelot' is not known"),
        (FRONT + exercise(focus='"here"') + RECAP, 16, "two corners"),
        (FRONT + exercise(situation='"nowhere"') + RECAP, 14, "no situation 'nowhere'"),
        (FRONT + exercise(colour='"red"') + RECAP, 16, "no key 'colour'"),
        (FRONT + exercise(goal='{ at = "c2" }', accept="") + RECAP, 15, "not of which Knight"),
        (FRONT + exercise(goal='{ knight = "george", at = "z9" }', accept="") + RECAP, 15, "no area"),
        (FRONT + exercise(goal='{ event = "explore.entre" }', accept="") + RECAP, 15, "Did you mean 'explore.enter'?"),
        (FRONT + exercise(goal='{ knight = "george", has = "lanse" }', accept="") + RECAP, 15, "Did you mean 'lance'?"),
        (FRONT + exercise(goal='{ event = "explore.enter" }') + RECAP, 15, "both goal and accept"),
        (FRONT + exercise(within="0") + RECAP, 16, "from 1 to 30"),
        (FRONT + exercise("choose") + RECAP, 9, "no options"),
        (FRONT + exercise("reckon") + RECAP, 9, "nothing says what is to be reckoned"),
        (FRONT + exercise("free") + RECAP, 9, "no goal"),
        (FRONT + exercise("watch") + RECAP, 9, "no steps"),
        (FRONT + laying(goal="") + RECAP, 9, "nothing says what must be so"),
        (FRONT + laying(built="") + RECAP, 9, "no construction is known"),
        (FRONT + laying(lay='["dragons c2"]') + RECAP, 25, "'dragons' is nothing to lay"),
        (FRONT + laying(cards='["orcs"]') + RECAP, 37, "Did you mean 'orc'?"),
        (FRONT + laying(goal='{ event = "explore.enter" }') + RECAP, 24, "has no past (event)"),
        (FRONT + laying()[:-4] + '[[proofs]]\nreckon = "place elf"\n```\n' + RECAP, 38, "this proves nothing"),
        (FRONT + exercise() + exercise() + RECAP, 19, "two exercises 'one'"),
        (FRONT.replace('["move.one"]', '["move.one", "move.known"]') + exercise() + RECAP, 5, "teaches 'move.known'"),
    ],
)
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


def test_what_is_to_be_laid_out_is_laid_out_first(tmp_path: Path) -> None:
    text = laying(proofs='[{ reckon = "place elf", is = "2" }]', least="true")
    lesson = parse_lesson(FRONT + text + RECAP, "my-lesson")
    (laid,) = lesson.exercises
    assert isinstance(laid, Build)
    assert (laid.proofs, laid.pieces, laid.least) == ((Proof("place elf", "2"),), 1, True)
    assert faults_of(lesson) == []
    assert "lays 2, more than are allowed" in built_faults(tmp_path, laying(built=GLADE % ', "orc", "troll"'))
    assert "not accepted" in built_faults(tmp_path, laying(built=GLADE % ', "queen"'))
    assert "line 32, [areas.c2] denizens" in built_faults(tmp_path, laying(built=GLADE % ', "dragoon"'))


def wrong(answer: str, block: str, text: str = "No, no.") -> str:
    """The exercise block with words prepared for a mistake."""
    return block.replace("\n```\n", f'\n[[wrong]]\nanswer = {answer}\ntext = "{text}"\n```\n', 1)


NUMBER = exercise("reckon", reckon='"paths"')
CHOICE = exercise("choose").replace(
    "\n```\n",
    '\n[[options]]\naction = "move north"\ntext = "North"\n[[options]]\naction = "move south"\ntext = "South"\n```\n',
    1,
)
ORDERED = exercise("order", places='[["a"], ["b", "c"]]')
NORTH = """'''
order = ["george"]
[areas.c2]
paths = "NESW"
glade = false
[areas.c3]
paths = "NESW"
glade = false
'''"""
FREE = exercise("free", situation=NORTH, goal='{ knight = "george", at = "c2" }', solution='["move north"]')


@pytest.mark.parametrize(
    ("answer", "block", "says"),
    [
        ('"move north"', exercise(), "this answer is right"),
        ('"North"', CHOICE, "this answer is right"),
        ('"3"', NUMBER, "this answer is right"),
        ('["a", "c", "b"]', ORDERED, "this answer is right"),
        ('"c2"', NUMBER, "no answer to what is asked. Write a number"),
        ('"3"', exercise("reckon", reckon='"corresponding c2"'), "no answer to what is asked. Write an area"),
        ('["a", "d"]', ORDERED, "no answer to what is asked. Write a list of"),
        ('"East"', CHOICE, "its words are never said"),
        ('"move south"', FREE, ""),
        ('"stay"', FREE, "its words are never said: the exercise goes on"),
    ],
)
def test_words_for_a_mistake_must_be_words_for_a_mistake(tmp_path: Path, answer: str, block: str, says: str) -> None:
    if says:
        assert says in built_faults(tmp_path, wrong(answer, block))
    else:
        assert faults_of(parse_lesson(FRONT + wrong(answer, block) + RECAP, "my-lesson")) == []


def test_a_mistake_may_be_made_on_the_way_but_must_not_lie_on_it() -> None:
    twice = exercise(accept="", goal='{ knight = "george", at = "c3" }', within="2", situation=NORTH)
    assert faults_of(parse_lesson(FRONT + wrong('"stay"', twice) + RECAP, "my-lesson")) == []
    (fault,) = faults_of(parse_lesson(FRONT + wrong('"move north"', twice) + RECAP, "my-lesson"))
    assert "forbids it on the way" in fault.what


def test_two_texts_for_one_mistake_are_one_too_many(tmp_path: Path) -> None:
    assert "another [[wrong]] answers it" in built_faults(tmp_path, wrong('"4/1"', wrong('"4"', NUMBER), "Not this."))


@pytest.mark.parametrize(
    ("block", "line", "says"),
    [
        (exercise(dice='["roll 7"]'), 16, "'roll 7' in dice: there is no face of a die '7'"),
        (exercise(dice='["rol 3 5"]'), 16, "'rol 3 5' in dice: 'rol' is no action. Write one like: roll 4."),
        (exercise(before='["draw unicorn"]'), 16, "there is no small card 'unicorn'"),
        (exercise(accept="", goal='{ legal = "fly" }'), 15, "'fly' is no action"),
        (exercise(accept="", goal='{ knight = "george", has = [["lance"]] }'), 15, "has = [['lance']] cannot be"),
        (exercise(accept="", goal='{ knight = ["george"], at = "c2" }'), 15, "Write one value, no list"),
        (exercise(accept="", goal="{ any = [{ event = { a = 1 } }] }"), 15, "event = {'a': 1} cannot be"),
        (wrong('"fly"', exercise()), 17, "'fly' is no action"),
    ],
)
def test_what_cannot_be_an_action_or_a_claim_is_told_on_its_line(block: str, line: int, says: str) -> None:
    told = faults(FRONT + block + RECAP)
    assert any(f"line {line}:" in fault and says in fault for fault in told), told


def test_actions_are_read_however_they_are_written() -> None:
    text = FRONT + exercise(accept='["Move  North"]', dice='["ROLL 3 5"]', before='["Stay"]') + RECAP
    (read,) = parse_lesson(text, "my-lesson").exercises
    assert isinstance(read, Do)
    assert (read.accept, read.dice, read.before) == (("move north",), ("roll 3 5",), ("stay",))
    aided = exercise(accept="", goal='{ played = ["meet orc with princess prince"] }')
    (read,) = parse_lesson(FRONT + aided + RECAP, "my-lesson").exercises
    assert isinstance(read, Do)
    assert read.goal is not None
    assert ("played", ("meet orc with prince princess",)) in list(read.goal.keys())


def test_a_fault_in_a_shared_situation_is_told_once_on_its_own_line(tmp_path: Path) -> None:
    shared = '\n```situation gate\norder = ["george"]\n[areas.c2]\nnam = "castle"\n```\n'
    both = exercise(situation='"gate"') + exercise(id='"two"', situation='"gate"')
    told = built_faults(tmp_path, shared + both)
    assert told.count("\n") == 0
    assert "line 11, [areas.c2] nam: there is no key 'nam'. Did you mean 'name'?" in told


def test_a_fault_in_a_situation_of_its_own_is_told_on_its_line(tmp_path: Path) -> None:
    own = exercise(situation="'''\norder = [\"george\"]\n[areas.c2]\npaths = \"NX\"\n'''")
    assert "line 17, [areas.c2] paths" in built_faults(tmp_path, own)
    one_line = exercise(situation="'''order = [\"lancelot\"]'''")
    assert "line 14, order" in built_faults(tmp_path, one_line)


def test_who_does_not_ride_and_what_lies_face_down_is_told(tmp_path: Path) -> None:
    assert "roland does not ride" in built_faults(tmp_path, exercise("reckon", reckon='"strength roland"'))
    assert "roland does not ride" in built_faults(
        tmp_path, exercise(accept="", goal='{ knight = "roland", at = "c2" }')
    )
    assert "guyon does not ride" in built_faults(tmp_path, exercise(knight='"guyon"'))
    assert "c3 lies face down" in built_faults(tmp_path, exercise("reckon", reckon='"areas reachable c3"'))


def test_a_scene_has_no_wrong_answers() -> None:
    scene = exercise("watch", hints="", prompt="").replace("\n```\n", '\n[[steps]]\ndo = "move north"\n```\n', 1)
    assert any("a scene asks nothing" in fault for fault in faults(FRONT + wrong('"stay"', scene) + RECAP))


@pytest.mark.parametrize(
    "remote",
    [
        "![y](http://127.0.0.1:1/z.png)",
        "![y](HTTPS://elsewhere.example/z.png)",
        "![y](//elsewhere.example/z.png)",
        "![y](/\\elsewhere.example/z.png)",
        "![y](<\\\\\\\\host\\z.png>)",
        "![y](file:///etc/passwd)",
        "![y](javascript:1)",
        "![y][far]\n\n[far]: http://elsewhere.example/z.png",
        "[![y](http://elsewhere.example/z.png)](#top)",
        "> - **![y](http://elsewhere.example/z.png)**",
        '<img src="http://elsewhere.example/z.png">',
        'a word <IMG\nsrc="//elsewhere.example/z.png"> more',
        '<div>\n<video poster="http://elsewhere.example/z.png"></video></div>',
        '<p style="background: url(http://elsewhere.example/z.png)">x</p>',
    ],
)
def test_a_picture_that_lies_elsewhere_is_refused_with_its_line(remote: str) -> None:
    """Whoever keeps it would know who opens the lesson, when, and from where."""
    for text in (
        f"{FRONT}\n\nWelcome.\nLook:\n\n{remote}\n{exercise()}{RECAP}",
        f"{FRONT}\nWelcome.\n{exercise()}\n```recap\nBye.\n\n{remote}\n```\n",
    ):
        (told,) = faults(text)
        assert "lies elsewhere" in told or "may load something" in told
        assert "Nothing is fetched while one learns" in told
        line = int(re.findall(r"line (\d+)", told)[0])
        assert text.split("\n")[line - 1] in remote.split("\n")


def test_a_title_fetches_nothing_either() -> None:
    text = FRONT.replace('"T"', '"![y](http://elsewhere.example/z.png)"') + exercise() + RECAP
    assert ["lies elsewhere" in told for told in faults(text)] == [True]


def test_links_and_pictures_that_are_held_in_the_lesson_stay() -> None:
    held = "[more](http://elsewhere.example/), <http://elsewhere.example>, `![y](http://x.example/z.png)`, a <b>bold</b> word"
    for prose in (held, "![y](data:image/png;base64,AAAA)", "![y](attachment:z.png)", "![y](beside.png)"):
        assert parse_lesson(f"{FRONT}\n{prose}\n{exercise()}{RECAP}", "my-lesson").parts[0] == Prose(prose, 8)


def test_a_file_name_is_never_code() -> None:
    good = FRONT + exercise() + RECAP
    assert parse_lesson(good, "Mein Turnier 2.1").name == "Mein Turnier 2.1"
    for name in ('my "best" lesson', "a\nb", "x');import os#", "back\\slash", "{braces}", "", ".hidden"):
        with pytest.raises(UnreadableText, match="cannot be called"):
            parse_lesson(good, name)


def test_what_is_no_plain_utf_8_is_told(tmp_path: Path) -> None:
    source = tmp_path / "my-lesson.md"
    good = FRONT + exercise() + RECAP
    for raw, says in [
        (b"\xef\xbb\xbf" + good.encode(), "without BOM"),
        (good.encode("utf-16"), "no text in UTF-8"),
        (good.encode() + b"\nf\xfcr", f"line {good.count(chr(10)) + 2}: this is no text in UTF-8"),
    ]:
        source.write_bytes(raw)
        with pytest.raises(UnreadableText, match=re.escape(says)):
            read_lesson(source)


def test_a_lesson_has_bounds(tmp_path: Path) -> None:
    source = tmp_path / "my-lesson.md"
    good = FRONT + exercise() + RECAP
    source.write_text(good + "é" * 1_000_000)
    with pytest.raises(UnreadableText, match="longer than 200,000"):
        read_lesson(source)
    for block, says in [
        (exercise(title='"' + "x" * 20_000 + '"'), "longer than 20,000"),
        (exercise(title="[" * 9_000 + "]" * 9_000), "too deep"),
        (exercise(within="1" * 5_000), "Write a shorter number"),
        ("".join(exercise(id=f'"e{n}"') for n in range(101)), "there are 101 exercises"),
    ]:
        assert any(says in fault for fault in faults(FRONT + block + RECAP)), says


def test_a_block_within_a_list_is_told_and_a_block_within_other_text_is_read() -> None:
    inside = "- an item\n\n" + exercise().replace("\n", "\n  ")
    assert any("within a list" in fault for fault in faults(FRONT + inside + exercise() + RECAP))
    text = FRONT + "Look:\n~~~exercise" + exercise().replace("```exercise", "").replace("```", "~~~") + "\nOn." + RECAP
    first, second, third, _ = parse_lesson(text.replace("~~~exercise\n\n", "~~~exercise\n"), "my-lesson").parts
    assert (first, third) == (Prose("Look:", 7), Prose("On.", 18))
    assert isinstance(second, Do)


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
