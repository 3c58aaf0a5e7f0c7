"""A lesson on paper: boards and room for answers on one sheet, the answers on another."""

import re
from functools import cache

import pytest

from tutor.content.lessons import COURSE, load_lesson
from tutor.hosts.paper.handout import cli_handout, handout_html, key_html
from tutor.hosts.paper.paper import browser, print_pdf


@cache
def sheet_of(name: str) -> str:
    """A lesson on paper; several tests look at it."""
    return handout_html(load_lesson(name))


each_lesson = pytest.mark.parametrize("name", [entry.name for entry in COURSE])


@each_lesson
def test_every_lesson_can_be_put_on_paper_with_a_board_for_each_exercise(name):
    lesson = load_lesson(name)
    sheet = sheet_of(name)
    assert sheet.count("<svg") >= len(lesson.exercises)
    assert sheet.count("<section>") >= len(lesson.exercises)
    assert "http" not in re.sub(r'xmlns(:\w+)?="[^"]*"', "", sheet), "nothing is fetched"


@each_lesson
def test_the_answers_are_on_the_key_and_not_on_the_sheet(name):
    lesson = load_lesson(name)
    sheet, key = sheet_of(name), key_html(lesson)
    asked = [exercise for exercise in lesson.exercises if exercise.kind != "watch"]
    assert key.count("<section>") == len(asked)
    for exercise in lesson.exercises:
        for hint in exercise.hints:
            assert hint not in sheet
        if exercise.after:
            assert exercise.after not in sheet


def test_markup_in_a_lesson_is_words_on_paper(tmp_path):
    from tutor.content.lessons import parse_lesson
    from tutor.content.lessons.course import find_lesson

    source = find_lesson("0").read_text(encoding="utf-8").replace('unit   = "paths"', 'unit   = "<script>x</script>"')
    sheet = handout_html(parse_lesson(source, "mine"))
    assert "<script>" not in sheet
    assert "&lt;script&gt;" in sheet


def test_the_command_writes_both_sheets(tmp_path, capsys):
    assert cli_handout(["2", "-o", str(tmp_path / "paper"), "--no-pdf"]) == 0
    assert sorted(path.name for path in (tmp_path / "paper").iterdir()) == [
        "02-exploring-handout.html",
        "02-exploring-key.html",
    ]
    assert cli_handout(["99"]) == 2
    assert "no such lesson" in capsys.readouterr().err
    assert cli_handout(["2", "-o", "/dev/null/x", "--no-pdf"]) == 2
    assert "cannot be written" in capsys.readouterr().err


@pytest.mark.browser
def test_a_browser_makes_a_pdf_of_it(tmp_path):
    page = tmp_path / "sheet.html"
    page.write_text(handout_html(load_lesson("2")), encoding="utf-8")
    found = browser()
    assert found
    assert print_pdf(page, tmp_path / "sheet.pdf", found)
    printed = (tmp_path / "sheet.pdf").read_bytes()
    assert printed.startswith(b"%PDF")
    assert len(printed) < 3_000_000, "small enough to send to a class"
