"""What users have kept opens for ever: codes, games, progress, rooms, notebooks, lessons, puzzles, written by earlier versions.

``tests/kept/README.md`` says what is there, and how what a later version writes is added.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from pathlib import Path

import pytest

import tutor.jupyter
from tests.kept import answers, opening

HERE = answers.HERE
#: So many codes of each game, and so many other files of each kind, at the least: what is kept is not thrown away.
CODES = 50
FEWEST = {
    "saved game": 10, "record": 4, "situation": 5, "progress": 3, "export": 3, "log": 3, "room": 4, "notebook": 5, "lesson": 2,
    "built lesson": 1, "puzzles": 2, "script": 1,
}  # fmt: skip
#: The largest that all of it may be, in bytes.
LARGEST = 1_600_000


@pytest.fixture(autouse=True)
def nobodys_data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No learner's data folder is touched."""
    monkeypatch.setenv(opening.DATA_VARIABLE, str(tmp_path / "data"))


def differences(entry: answers.Entry, folder: Path) -> list[str]:
    return [line for name, facts in answers.found(entry, folder).items() for line in answers.differences(name, facts)]


# ------------------------------------------------------------------ it opens, and says the same
@pytest.mark.parametrize("game", opening.GAMES)
def test_every_code_says_what_it_said(game: str, tmp_path: Path) -> None:
    assert [
        line for entry in answers.of_kind("codes") if entry["game"] == game for line in differences(entry, tmp_path)
    ] == []


@pytest.mark.parametrize("game", opening.GAMES)
def test_every_code_is_of_a_sound_moment_and_what_is_written_of_it_is_read_again(game: str) -> None:
    broken = {each["id"]: wrong for each in answers.codes(game) if (wrong := opening.broken(game, each["code"]))}
    assert broken == {}


@pytest.mark.parametrize(
    "entry",
    [entry for entry in answers.entries() if entry["kind"] != "codes"],
    ids=lambda entry: f"{entry['kind']}: {entry['path']}",
)
def test_everything_else_opens_and_says_what_it_said(entry: answers.Entry, tmp_path: Path) -> None:
    assert differences(entry, tmp_path) == []


@pytest.mark.parametrize("entry", answers.of_kind("export"), ids=lambda entry: entry["path"])
def test_an_export_holds_its_store_and_brings_it_to_another_computer(entry: answers.Entry, tmp_path: Path) -> None:
    store = answers.copied(HERE / entry["store"], tmp_path / "store.sqlite")
    assert opening.same_tries(store, HERE / entry["path"], tmp_path / "elsewhere.sqlite")


# ------------------------------------------------------------------ it is all there, as it was written
def test_enough_is_kept_of_everything() -> None:
    for game in opening.GAMES:
        assert len({each["code"] for each in answers.codes(game)}) >= CODES, game
    there = Counter(entry["kind"] for entry in answers.entries())
    assert {kind: there[kind] for kind, fewest in FEWEST.items() if there[kind] < fewest} == {}
    assert set(there) == {*FEWEST, "codes"}


def test_the_codes_are_spread_over_games_that_differ() -> None:
    """Both editions of the Wood, fights that are undecided and helped, cards face down, seats' own views, ends."""
    told = answers.expected()
    wood = [told[f"mystic-wood {each['id']}"] for each in answers.codes("mystic-wood")]
    for edition in ("1980", "2006"):
        assert sum(facts["ruling"]["edition"] == edition for facts in wood) >= 15, edition
    fights = [told[f"mystic-wood {each['id']}"] for each in answers.codes("mystic-wood") if each.get("fight")]
    helped = [facts for facts in fights if re.search(r"^(partners|helped) =", facts["text"]["situation"], re.MULTILINE)]
    assert len(helped) >= 8
    assert len(wood) - len(fights) >= 30
    assert sum('"hidden"' in facts["text"]["situation"] for facts in wood) >= 4
    for game in opening.GAMES:
        facts = [told[f"{game} {each['id']}"]["ruling"] for each in answers.codes(game)]
        assert Counter(each["decision"] for each in facts).keys() == {"choice", "chance", "over"}, game
        judged = [value for each in facts for name, value in each.items() if name.startswith("judge ")]
        assert sum(value == "allowed" for value in judged) >= 50, game
        assert sum(value.startswith("refused: ") for value in judged) >= 90, game


def test_every_file_is_listed_with_the_version_that_wrote_it() -> None:
    listed = {entry["path"] for entry in answers.entries()}
    files = {path.relative_to(HERE).as_posix() for path in HERE.rglob("*") if path.is_file() and path.suffix != ".pyc"}
    kept = {name for name in files if name not in answers.BESIDE and not name.startswith("answers/")}
    assert {name for name in kept if name not in listed and "/".join(name.split("/")[:2]) not in listed} == set()
    assert {name for name in listed if not (HERE / name).exists()} == set()
    codes = [each for game in opening.GAMES for each in answers.codes(game)]
    wrote = {each["by"] for each in (*answers.entries(), *codes)}
    assert all(re.fullmatch(r"\d+\.\d+\.\d+ [0-9a-f]{8}", each) for each in wrote), wrote


def test_nothing_was_rewritten_and_it_stays_small() -> None:
    assert {
        entry["path"]: now
        for entry in answers.entries()
        if entry["kind"] != "codes" and (now := answers.sha_of(HERE / entry["path"])) != entry["sha"]
    } == {}
    assert sum(path.stat().st_size for path in HERE.rglob("*") if path.is_file() and path.suffix != ".pyc") <= LARGEST


def test_no_answer_is_without_what_it_is_the_answer_of() -> None:
    """As many as there are codes, and one or more for each other file."""
    names = set(answers.expected())
    for game in opening.GAMES:
        own = {f"{game} {each['id']}" for each in answers.codes(game)}
        assert own == {name for name in names if name.startswith(f"{game} ")}
        names -= own
    paths = {entry["path"] for entry in answers.entries()}
    assert {name for name in names if name.split(" ")[0] not in paths} == set()
    assert {
        path
        for path in paths
        if not path.startswith("codes/") and not any(path == name.split(" ")[0] for name in names)
    } == set()


def test_a_change_names_what_was_and_why() -> None:
    for each in answers.changes():
        assert set(each) == {"of", "table", "fact", "was", "is", "why"}, each
        assert answers.expected()[each["of"]][each["table"]].get(each["fact"], "") == each["was"] != each["is"], each
        assert len(each["why"]) > 10, each


# ------------------------------------------------------------------ it would be noticed
def test_a_fact_that_is_otherwise_missing_or_new_is_noticed() -> None:
    for game in opening.GAMES:
        name = f"{game} {answers.codes(game)[0]['id']}"
        facts = answers.expected()[name]
        assert list(answers.differences(name, facts)) == []
        for spoilt in ({**facts["ruling"], "turn": "nobody"}, {**facts["ruling"], "more": "x"}, {}):
            assert list(answers.differences(name, {**facts, "ruling": spoilt})) != []
    assert "no answers" in next(answers.differences("gran 999", {"ruling": {}, "text": {}}))


@pytest.mark.parametrize(
    "name", ["exercise", "situation", "board", "course_map", "open_lesson", "puzzle_desk", "trainer"]
)
def test_a_name_that_learners_import_and_that_is_gone_is_noticed(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(tutor.jupyter, name)
    with pytest.raises(ImportError, match=name):
        opening.notebook(HERE / "notebooks" / "my-notes.ipynb")


def test_the_notebooks_import_all_that_lessons_and_the_tutors_own_notebooks_do() -> None:
    """A shipped notebook imports nothing that no kept one does: learners have copies of all of them."""

    def imports(text: str) -> set[str]:
        found: set[str] = set()
        for module, names in re.findall(r"^ *from ((?:tutor|engine)[\w.]*) import ([\w, ]+)", text, re.MULTILINE):
            found |= {f"{module} {name.split(' as ')[0].strip()}" for name in names.split(",")}
        return found

    def cells(path: Path) -> str:
        told = json.loads(path.read_text("utf-8"))
        return "\n".join("".join(cell["source"]) for cell in told["cells"] if cell["cell_type"] == "code")

    root = HERE.parent.parent
    shipped = "\n".join(map(cells, [*root.glob("lessons/*.ipynb"), *root.glob("puzzles/*.ipynb")]))
    kept = "\n".join(map(cells, HERE.glob("notebooks/*.ipynb")))
    assert len(imports(shipped)) >= 6
    assert imports(shipped) - imports(kept) == set()
