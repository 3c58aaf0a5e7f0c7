"""Puzzles on paper: boards and room for answers on one sheet, the answers on another; the seed alone chooses what is printed."""

from __future__ import annotations

import json
import re
from collections import Counter
from pathlib import Path

import pytest

from tests.support.arenas import ELF_LAST
from tutor.content.puzzles import Puzzle, book, find_puzzle
from tutor.draw.theme import THEMES
from tutor.games.mystic_wood.puzzle_kinds import KINDS
from tutor.hosts.cli.cli import main
from tutor.hosts.cli.sheet import by_edition, chosen, key_html, sheet_html
from tutor.teach.exercise.options import Choose

BOOK = [puzzle for collection in book() for puzzle in collection.puzzles]
#: Two of each kind: everything a sheet has to know how to print.
TWO_OF_EACH = [puzzle for kind in KINDS for puzzle in [p for p in BOOK if p.kind == kind][:2]]
#: A puzzle of somebody's own, who writes as one does for the web.
LONELY = (
    ELF_LAST.replace("In which order are they met?", "Who <b>first</b>?")
    .replace("The Orc challenges.", "The Orc <i>challenges</i>.")
    .replace('["1980", "2006"]', '"2006"')
)


def words_of(html: str) -> str:
    """What is to be read on a page, pictures left out."""
    return re.sub(r"<[^>]*>", " ", re.sub(r"<svg.*?</svg>", " ", html, flags=re.DOTALL))


# -------------------------------------------------------------------- what is printed


def test_every_puzzle_has_its_board_its_question_and_room_for_the_answer() -> None:
    sheet = sheet_html(TWO_OF_EACH, "Every kind")
    assert sheet.count("<section>") == len(TWO_OF_EACH) == 2 * len(KINDS)
    blocks = sheet.split("<section>")[1:]
    for number, (puzzle, block) in enumerate(zip(TWO_OF_EACH, blocks, strict=True), start=1):
        assert f"<h2>{number} · " in block
        assert "<svg" in block
        assert 'class="box' in block or 'class="line"' in block, puzzle.id
        if isinstance(puzzle.exercise, Choose):
            assert block.count("<li>") == len(puzzle.exercise.options)
    assert "Name" in words_of(sheet)
    assert "Date" in words_of(sheet)
    assert "http" not in re.sub(r'xmlns(:\w+)?="[^"]*"', "", sheet), "nothing is fetched"


def test_the_answers_are_on_the_key_with_their_rules_and_not_on_the_sheet() -> None:
    sheet, key = words_of(sheet_html(TWO_OF_EACH, "Ten")), words_of(key_html(TWO_OF_EACH, "Ten"))
    plain_key = re.sub(r"\s+", " ", key)
    for puzzle in TWO_OF_EACH:
        first = re.split(r"[&\"'*]", puzzle.point)[0].split(".")[0].strip()
        assert first in plain_key
        assert first not in re.sub(r"\s+", " ", sheet), puzzle.id
        assert all(rule in key for rule in puzzle.rules)
        assert all(rule not in sheet for rule in puzzle.rules)
        assert all(rule in key for rules in puzzle.refutations for rule in rules)


def test_each_puzzle_names_the_editions_it_holds_in() -> None:
    both = find_puzzle("beast-before-beauty")
    assert "rules of 1980 and 2006" in sheet_html([both], "x")
    assert "Rules of 1980 and 2006" in key_html([both], "x")
    [one] = by_edition([both], "2006")
    assert "rules of 2006" in sheet_html([one], "x")
    assert "1980" not in words_of(sheet_html([one], "x"))


def test_the_totals_that_are_asked_for_are_not_printed_beside_the_question() -> None:
    puzzle = find_puzzle("blessed-are-the-beaten")
    assert "to be reckoned" in sheet_html([puzzle], "x")


def test_a_setup_is_printed_with_its_lines_and_built_on_the_key() -> None:
    puzzle = find_puzzle("third-time-elf")
    assert "write down what you lay" in sheet_html([puzzle], "x")
    assert sheet_html([puzzle], "x").count('class="line"') == 3
    assert key_html([puzzle], "x").count("<svg") == 1


def test_the_picture_has_room_for_what_is_to_be_laid_out_and_for_what_is_spoken_of() -> None:
    """Roland's road to the Gate is drawn where the Gate is; an Illusion may be sent to e9, so e9 is shown."""
    for puzzle_id, areas in (
        ("a-road-for-roland", ("c8", "c9", "d7")),
        ("where-to-put-an-illusion", ("c3", "d4", "e9")),
    ):
        sheet = sheet_html([find_puzzle(puzzle_id)], "x")
        assert all(f'data-target="area:{area}"' in sheet for area in areas), puzzle_id


def test_names_on_a_tall_board_can_be_read_and_every_hand_stands_beside_it() -> None:
    """Seven rows of the Wood were printed 110 mm high: names came out half a millimetre high."""
    tall, wide = (sheet_html([find_puzzle(one)], "x") for one in ("the-dwarf-s-last-trick", "beast-before-beauty"))
    assert '<div class="board tall">' in tall
    assert '<div class="board tall">' not in wide
    many = sheet_html([find_puzzle("two-caves-one-horn")], "x")
    assert '<div class="hands">' not in many


def test_a_setup_says_what_may_be_laid() -> None:
    sheet = sheet_html([find_puzzle("not-just-yet")], "x")
    assert "of these alone: Rogue, Arch-Mage" in sheet
    hand = sheet_html([find_puzzle("what-the-princess-wants")], "x")
    assert "You may lay cards in Roland&#x27;s hand. At most 5 pieces." in hand


def test_a_photocopier_sees_no_colour_unless_it_is_asked_for() -> None:
    puzzle = find_puzzle("who-hears-the-horn")
    grey = sheet_html([puzzle], "x")
    used = set(re.findall(r"#[0-9a-f]{6}", grey))
    assert len(used) > 10
    assert all(len({colour[1:3], colour[3:5], colour[5:7]}) == 1 for colour in used)
    assert THEMES["light"]["sand"] in sheet_html([puzzle], "x", theme="light")


def test_no_page_break_divides_a_puzzle_and_both_papers_are_known() -> None:
    for size, name in (("a4", "A4"), ("letter", "letter")):
        html = sheet_html(TWO_OF_EACH[:1], "x", paper=size)
        assert f"@page {{ size: {name};" in html
        assert re.search(r"section \{[^}]*break-inside: avoid", html)
    with pytest.raises(KeyError):
        sheet_html(TWO_OF_EACH[:1], "x", paper="a3")


# -------------------------------------------------------------------- what is chosen


def ids(puzzles: tuple[Puzzle, ...]) -> list[str]:
    return [puzzle.id for puzzle in puzzles]


def test_the_same_seed_chooses_the_same_however_the_book_is_arranged() -> None:
    found = ids(chosen(BOOK, 8, 5))
    assert found == ids(chosen(BOOK[::-1], 8, 5))
    assert found != ids(chosen(BOOK, 8, 6))
    assert len(set(found)) == 8


def test_kinds_take_turns_and_the_easiest_comes_first() -> None:
    found = chosen(BOOK, 2 * len({puzzle.kind for puzzle in BOOK}), 3)
    assert set(Counter(puzzle.kind for puzzle in found).values()) == {2}
    assert [puzzle.rating for puzzle in found] == sorted(puzzle.rating for puzzle in found)


def test_only_what_is_wanted_is_chosen() -> None:
    found = chosen(BOOK, 100, 1, themes=("storms", "king"), edition="2006", rating=(1200, 1700))
    assert len(found) >= 4
    for puzzle in found:
        assert {"storms", "king"} & set(puzzle.themes)
        assert "2006" in puzzle.editions
        assert 1200 <= puzzle.rating <= 1700
    assert {puzzle.kind for puzzle in chosen(BOOK, 100, 1, kinds=("odds", "path"))} == {"odds", "path"}


# -------------------------------------------------------------------- the command


def test_the_command_writes_the_sheet_and_the_key_beside_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "class.html"
    arguments = ["sheet", "--kinds", "order", "--count", "3", "--seed", "4", "--out", str(out)]
    assert main(arguments) == 0
    assert capsys.readouterr().out.split() == [str(out), str(tmp_path / "class-key.html")]
    first = (out.read_text(encoding="utf-8"), (tmp_path / "class-key.html").read_text(encoding="utf-8"))
    assert "<h1>Puzzles: order</h1>" in first[0]
    assert first[0].count("<section>") == first[1].count("<section>") == 3
    assert main([*arguments, "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["sheet"], len(told["puzzles"])) == (str(out), 3)
    assert (out.read_text(encoding="utf-8"), (tmp_path / "class-key.html").read_text(encoding="utf-8")) == first


def test_puzzles_named_by_their_ids_are_printed_in_that_order(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "x.html"
    assert main(["sheet", "--ids", "full-house,beast-before-beauty", "--title", "A & B", "--out", str(out)]) == 0
    sheet = out.read_text(encoding="utf-8")
    assert sheet.index("Full house") < sheet.index("Beast before beauty")
    assert "<h1>A &amp; B</h1>" in sheet


def test_a_collection_of_one_s_own_is_printed_and_markup_in_it_is_words(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    mine, out = tmp_path / "mine.toml", tmp_path / "x.html"
    mine.write_text(LONELY, encoding="utf-8")
    assert main(["sheet", "--file", str(mine), "--out", str(out)]) == 0
    assert "Only 1 of 6" in capsys.readouterr().err
    assert "<b>first" not in out.read_text(encoding="utf-8")
    assert "&lt;b&gt;first" in out.read_text(encoding="utf-8")
    assert "&lt;i&gt;challenges" in (tmp_path / "x-key.html").read_text(encoding="utf-8")


def test_puzzles_that_were_made_are_printed_as_well(tmp_path: Path) -> None:
    made, out = tmp_path / "made.toml", tmp_path / "x.html"
    assert main(["make", "order", "--count", "3", "--seed", "2", "--workers", "1", "--out", str(made)]) == 0
    assert main(["sheet", "--file", str(made), "--count", "3", "--out", str(out)]) == 0
    assert out.read_text(encoding="utf-8").count("<section>") == 3


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["--themes", "ordre"], "there is no 'ordre'"),
        (["--kinds", "orders"], "Did you mean 'order'"),
        (["--edition", "1890"], "1980"),
        (["--edition", "1980,2006"], "one edition"),
        (["--rating", "hard"], "is no range"),
        (["--rating", "1500-900"], "is no range"),
        (["--rating", "2700-2800"], "no puzzle is like that"),
        (["--count", "0"], "0 cannot be"),
        (["--count", "101"], "from 1 to 100"),
        (["--ids", "full-hous"], "full-house"),
        (["--ids", "full-house", "--themes", "order"], "they cannot be chosen as well"),
        (["--ids", "weather-permitting", "--edition", "2006"], "does not hold"),
        (["--file", "nowhere.toml"], "nowhere.toml"),
        (["--out", "sheet.doc"], "neither a page nor a PDF"),
        (["--out", "no/such/folder/sheet.html"], "no such folder"),
    ],
)
def test_what_cannot_be_printed_is_said(
    arguments: list[str], told: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["sheet", *arguments]) == 2
    assert told in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


def test_without_a_browser_a_pdf_is_refused_and_a_page_is_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("tutor.hosts.cli.sheet.browser", lambda: None)
    assert main(["sheet", "--count", "1", "--out", str(tmp_path / "x.pdf")]) == 2
    assert "--out sheet.html" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []
    assert main(["sheet", "--count", "1", "--out", str(tmp_path / "x.html")]) == 0


# -------------------------------------------------------------------- in a browser


@pytest.mark.browser
def test_a_browser_makes_pdf_files_of_both(tmp_path: Path) -> None:
    assert main(["sheet", "--count", "2", "--paper", "letter", "--out", str(tmp_path / "x.pdf")]) == 0
    for name in ("x.pdf", "x-key.pdf"):
        printed = (tmp_path / name).read_bytes()
        assert printed.startswith(b"%PDF")
        assert len(printed) < 1_000_000, "small enough to send to a class"
    assert not list(tmp_path.glob("*.html"))
