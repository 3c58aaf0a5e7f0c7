"""The format of puzzles: read, written and read again, and faults that say where, what and what would be right."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from engine import mystic_wood as mw
from engine.text.faults import Fault, Faulty
from engine.text.keyed import MOST_FAULTS, TomlReader
from tests.support.arenas import ELF_LAST
from tutor.content.puzzles import book, faults_of, parse_puzzles, read_puzzles
from tutor.content.puzzles import reading as puzzle_reading
from tutor.content.puzzles.book import collection_files
from tutor.content.puzzles.writing import written

WHOLE = f"""{ELF_LAST}
[[puzzle]]
id = "which-way"
kind = "may"
edition = "1980"
question = "Which may he do?"
themes = ["exploration"]
rules = ["move.one"]
rating = 700
situation = '''
order = ["george"]
'''
point = "There is no path south."
[[puzzle.options]]
action = "move north"
right = true
[[puzzle.options]]
action = "move south"
rules = ["wood.edge"]
"""


def faults(text: str) -> tuple[Fault, ...]:
    with pytest.raises(Faulty) as refused:
        parse_puzzles(text, "mine")
    return refused.value.faults


def fault(old: str, new: str) -> Fault:
    """The one fault that a change to the whole collection brings."""
    assert WHOLE.count(old) >= 1
    (found,) = faults(WHOLE.replace(old, new, 1))
    return found


def line_of(text: str, within: str = WHOLE) -> int:
    return within[: within.index(text)].count("\n") + 1


# -------------------------------------------------------------------- reading and writing


def test_a_whole_collection_is_read_and_right() -> None:
    puzzles = parse_puzzles(WHOLE, "mine")
    assert [puzzle.id for puzzle in puzzles] == ["elf-last", "which-way"]
    assert puzzles[0].editions == ("1980", "2006")
    assert puzzles[1].refutations == ((), ("wood.edge",))
    assert faults_of(puzzles) == []


@pytest.mark.parametrize("path", collection_files(), ids=lambda path: path.stem)
def test_what_is_written_is_read_as_it_was(path: Path) -> None:
    puzzles = read_puzzles(path)
    again = parse_puzzles(written(puzzles), path.stem)
    for before, after in zip(puzzles, again, strict=True):
        assert written([before]) == written([after])
        assert (before.answer, before.refutations, before.margin) == (after.answer, after.refutations, after.margin)


def test_a_situation_may_be_a_code() -> None:
    state = mw.loads('order = ["george"]')
    text = WHOLE.replace("situation = '''\norder = [\"george\"]\n'''", f'situation = "{mw.code(state)}"')
    puzzles = parse_puzzles(text, "mine")
    assert mw.loads(puzzles[1].exercise.situation or "") == state
    assert faults_of(puzzles) == []


def test_actions_may_be_written_with_capitals() -> None:
    (_, puzzle) = parse_puzzles(WHOLE.replace('"move south"', '"Move  South"'), "mine")
    assert puzzle.exercise.options[1].action == "move south"  # type: ignore[attr-defined]


# -------------------------------------------------------------------- faults: where, what, what would be right


@pytest.mark.parametrize(
    ("old", "new", "what", "fix"),
    [
        ('kind = "order"', 'kind = "oder"', "kind = 'oder' is not known", "Did you mean 'order'?"),
        ("rating = 800", "rating = 99", "rating = 99 cannot be", "Write a number from 400 to 2800."),
        ("rating = 800\n", "", "the puzzle has no rating", "Write a number from 400 to 2800."),
        ('edition = "1980"', 'edition = "1981"', "edition = '1981' is not known", "Did you mean '1980'?"),
        ('themes = ["order"]', 'themes = ["ordre"]', "'ordre' has no place in themes", "Did you mean 'order'?"),
        (
            'rules = ["order.list"]',
            'rules = ["order.lst"]',
            "'order.lst' has no place in rules",
            "Did you mean 'order.list'?",
        ),
        (
            'question = "Which may he do?"',
            'questoin = "Which?"',
            "there is no key 'questoin'",
            "Did you mean 'question'?",
        ),
        ('id = "elf-last"', 'id = "Elf last!"', "id = 'Elf last!' cannot be", "Small letters"),
        ('id = "which-way"', 'id = "elf-last"', "the id 'elf-last' stands twice", "The other one: mine.toml, line 3"),
        ('answer = [["orc"], ["elf"]]', 'answer = ["orc", "elf"]', "is no order", "Write it like answer = [["),
        ('answer = [["orc"], ["elf"]]', 'answer = [["ork"], ["elf"]]', "there is no card 'ork'", "Did you mean 'orc'?"),
        ('action = "move south"', 'action = "moove south"', "'moove' is no action", "move north"),
        ("right = true\n", "", "a wrong option needs its refutation", "Name the rules against it"),
        ('point = "The Orc challenges."', "", "the puzzle has no point", "worth remembering"),
        ('action = "move north"', "", "the option does not say what is judged", "Give one of action and claim."),
    ],
)
def test_each_fault_says_what_and_what_would_be_right(old: str, new: str, what: str, fix: str) -> None:
    found = faults(WHOLE.replace(old, new, 1))
    assert any(what in one.what and fix in one.fix for one in found), [str(one) for one in found]
    assert all(one.where.startswith("mine.toml, line ") for one in found)


def test_a_fault_in_an_option_names_its_own_line() -> None:
    found = fault('rules = ["wood.edge"]', 'rules = ["wood.egde"]')
    line = line_of('rules = ["wood.edge"]')
    assert found.where == f"mine.toml, line {line}, [puzzle 2] options 2 rules"


def test_all_faults_are_told_at_once() -> None:
    text = (
        WHOLE.replace("rating = 800", "rating = 1")
        .replace("rating = 700", "rating = 2")
        .replace("move south", "fly south")
    )
    assert len(faults(text)) == 3


def test_a_fault_in_a_situation_names_its_line_in_the_collection() -> None:
    text = WHOLE.replace('denizens = ["orc", "elf"]', 'denizens = ["orc", "elv"]')
    found = faults_of(parse_puzzles(text, "mine"))
    line = line_of('denizens = ["orc"')
    assert found[0].where.startswith(f"mine.toml, line {line}")
    assert "elv" in found[0].what


def test_what_stands_in_a_long_text_is_no_heading_of_the_collection() -> None:
    """The situation's own [areas.c2] and rules do not move the lines of the puzzle's keys."""
    text = "[[puzzle]]\nsituation = '''\n[areas.c2]\nrules = 1\n'''\nrules = 2\n" + "[[puzzle.options]]\na = 1\n" * 2
    reading = TomlReader(text, "f")
    assert reading.where(("puzzle 1", "rules")) == "f, line 6, [puzzle 1] rules"
    assert reading.where(("puzzle 1", "options 2", "a")) == "f, line 10, [puzzle 1] options 2 a"


def test_a_collection_without_a_puzzle_is_a_fault() -> None:
    assert "no puzzle" in faults("")[0].what


def test_a_goal_cannot_look_back() -> None:
    text = WHOLE.replace("[[puzzle.options]]", 'goal = { event = "move.one" }\n[[puzzle.options]]', 1)
    assert any("cannot look back" in one.what for one in faults(text))


def test_kinds_are_asked_as_they_can_be() -> None:
    told = faults(WHOLE.replace('kind = "may"', 'kind = "order"', 1))
    assert any("cannot be asked like this" in one.what for one in told)


# -------------------------------------------------------------------- bounds


def test_a_collection_too_long_is_not_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(puzzle_reading, "MOST_TEXT", 100)
    assert "characters long" in faults(WHOLE)[0].what


def test_more_puzzles_than_allowed_are_a_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(puzzle_reading, "MOST_PUZZLES", 1)
    assert "more than 1 puzzles" in faults(WHOLE)[0].what


def test_long_texts_and_lists_are_refused() -> None:
    assert any("characters long" in one.what for one in faults(WHOLE.replace("The Orc challenges.", "x" * 3000)))
    many = "\n".join('[[puzzle.options]]\naction = "move north"\nright = true' for _ in range(13))
    assert any("more than 12 options" in one.what for one in faults(WHOLE + many))


def test_many_faults_are_counted_not_told() -> None:
    text = "".join(f'[[puzzle]]\nid = "p{n}"\n' for n in range(500))
    assert len(faults(text)) == MOST_FAULTS + 1


@pytest.mark.parametrize("seed", range(40))
def test_garbage_is_answered_with_faults(seed: int) -> None:
    """Whatever is cut out, doubled or swapped: it reads, or every fault says where, what and what would be right."""
    rng = random.Random(seed)
    text = WHOLE
    for _ in range(rng.randint(1, 4)):
        at, size = rng.randrange(len(text)), rng.randint(1, 30)
        text = rng.choice(
            (
                text[:at] + text[at + size :],
                text[:at] + text[at : at + size] + text[at:],
                text[:at] + rng.choice("\"[]{}='\n0\x00é") + text[at:],
            )
        )
    try:
        puzzles = parse_puzzles(text, "mine")
        told = faults_of(puzzles)
    except Faulty as refused:
        told = list(refused.faults)
    assert all(one.where and one.what and one.fix is not None for one in told)


@pytest.mark.parametrize(
    "value", ["1", "true", "[]", "[[]]", "{}", "[{}]", '"x"', "1979-05-27", '{ a = "b" }', "[1, [2]]"]
)
@pytest.mark.parametrize(
    "key",
    [
        "id",
        "kind",
        "edition",
        "situation",
        "question",
        "themes",
        "rules",
        "rating",
        "answer",
        "point",
        "before",
        "knight",
        "hints",
        "wrong",
        "options",
        "goal",
        "proofs",
        "built",
        "reckon",
        "margin",
    ],
)
def test_a_value_of_another_kind_is_a_fault(key: str, value: str) -> None:
    """No value of any kind under any key makes the reader fail instead of the puzzle."""
    lines = [line for line in WHOLE.split("[[puzzle]]")[1].split("\n") if not line.startswith(f"{key} =")]
    text = "[[puzzle]]\n" + f"{key} = {value}\n" + "\n".join(lines if key != "situation" else [])
    told: list[Fault] = []
    try:
        told = faults_of(parse_puzzles(text, "mine"))
    except Faulty as refused:
        told = list(refused.faults)
    assert all(one.where and one.what for one in told)


def test_the_book_has_each_id_once() -> None:
    ids = [puzzle.id for collection in book() for puzzle in collection.puzzles]
    assert len(set(ids)) == len(ids)
