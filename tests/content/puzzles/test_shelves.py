"""The shelves of puzzles: every puzzle stands on one, and every lesson knows which of them practises it."""

import pytest

from engine.text.faults import Faulty, UnreadableText
from tutor.content.lessons import course_lessons
from tutor.content.puzzles import book
from tutor.content.puzzles.shelves import find_shelf, shelf_for, shelves

#: What practises each lesson, read off by hand from what the lessons are about.
PRACTISED = {
    "00-start-here": "ways",
    "01-the-wood": "lay-it-out",
    "02-exploring": "ways",
    "03-glades": "who-comes-first",
    "04-challenge": "steel-and-odds",
    "05-approach": "fair-words",
    "06-transportation": "carried-off",
    "07-order-of-encounters": "who-comes-first",
    "08-things": "treasures",
    "09-companions": "fair-words",
    "10-jousts": "jousts",
    "11-combination": "two-together",
    "12-special-areas": "strange-places",
    "13-special-cards": "strange-places",
    "14-rescue-and-king": "crowns",
    "15-winning": "crowns",
    "16-two-editions": "two-books",
    "17-setting-up": "lay-it-out",
    "18-whole-game": "who-comes-first",
    "19-gran-one-or-two-spaces": "gran-roads",
    "20-gran-the-ring": "gran-roads",
    "21-gran-dragons": "gran-ring",
    "22-gran-talismans-and-cities": "gran-roads",
    "23-gran-attacks": "gran-roads",
    "24-gran-stones-in-the-way": "gran-ring",
    "25-paths-forest-and-map": "paths-forest",
    "26-paths-three-clues": "paths-clues",
    "27-paths-guess-and-look-ahead": "paths-clues",
    "28-paths-five-rounds": "paths-clues",
    "29-willow-four-values": "willow-fights",
    "30-willow-a-round": "willow-fights",
    "31-willow-seek-and-hide": "willow-hunt",
    "32-willow-fights": "willow-fights",
    "33-willow-spells": "willow-fights",
    "34-willow-endings": "willow-hunt",
}


def test_every_puzzle_of_the_book_stands_on_a_shelf_the_easiest_first() -> None:
    every = {puzzle.id for collection in book() for puzzle in collection.puzzles}
    assert {puzzle.id for shelf in shelves() for puzzle in shelf.puzzles} == every
    for shelf in shelves():
        assert len(shelf.puzzles) >= 10
        assert [puzzle.rating for puzzle in shelf.puzzles] == sorted(puzzle.rating for puzzle in shelf.puzzles)
        assert shelf.title
        assert shelf.opening.endswith((".", "?"))


def test_no_two_shelves_have_one_name() -> None:
    assert len({shelf.name for shelf in shelves()}) == len(shelves())
    with pytest.raises(UnreadableText, match="Did you mean 'jousts'"):
        find_shelf("joust")


@pytest.mark.parametrize("lesson", course_lessons(), ids=lambda lesson: lesson.name)
def test_the_rules_of_a_lesson_say_which_puzzles_practise_it(lesson) -> None:
    assert shelf_for(lesson).name == PRACTISED[lesson.name]


def test_a_lesson_about_no_rule_is_practised_by_no_shelf() -> None:
    from dataclasses import replace

    assert shelf_for(replace(course_lessons()[0], rules=())) is None


def test_a_shelf_for_a_theme_there_is_none_of_is_a_fault(monkeypatch, tmp_path) -> None:
    import tutor.content.puzzles.shelves as module

    wrong = tmp_path / "shelves.toml"
    wrong.write_text('[[shelf]]\nname = "x"\ntitle = "X"\nthemes = ["joust"]\nopening = "X."\n', encoding="utf-8")
    monkeypatch.setattr(module, "SOURCE", wrong)
    shelves.cache_clear()
    try:
        with pytest.raises(Faulty, match="joust"):
            shelves()
    finally:
        shelves.cache_clear()
