"""The rules of a puzzle are not only cited: the engine names them on the way to its answer, or they stand in the background."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest

from engine.mystic_wood.material.ledger import ledger
from tutor.content.puzzles import Puzzle, book, faults_of, find_puzzle
from tutor.content.puzzles.reading import parse_puzzles
from tutor.content.puzzles.solving import rules_on_the_way
from tutor.content.puzzles.writing import written
from tutor.teach.exercise.named import Named, by_turns
from tutor.teach.exercise.rule_trace import rules_named

BOOK = [puzzle for collection in book() for puzzle in collection.puzzles]


def citing(puzzle: Puzzle, *rules: str, background: tuple[str, ...] = ()) -> Puzzle:
    return replace(puzzle, exercise=replace(puzzle.exercise, rules=(*rules, *background)), background=background)


def told(puzzle: Puzzle) -> str:
    return " ".join(str(fault) for fault in faults_of([puzzle]))


def test_every_rule_is_named_on_the_way_to_the_answer_of_some_puzzle() -> None:
    named = {rule for puzzle in BOOK for rule in puzzle.rules if rule not in puzzle.background}
    assert set(ledger()) - named == set()


def test_most_rules_of_a_puzzle_are_named() -> None:
    """The background is for what is taken for granted, no way round the check."""
    cited = [rule for puzzle in BOOK for rule in puzzle.rules]
    assert sum(len(puzzle.background) for puzzle in BOOK) * 8 < len(cited)


@pytest.mark.parametrize(
    "puzzle_id",
    [
        "beast-before-beauty",
        "how-many-ways",
        "nothing-but-the-door",
        "the-witch-comes-to-tea",
        "straight-through-the-prison",
        "a-sage-spent-well",
        "who-was-here-first",
        "a-friend-for-the-wizard",
        "come-in-out-of-the-rain",
        "third-time-elf",
    ],
)
def test_a_rule_that_is_only_cited_is_found(puzzle_id: str) -> None:
    puzzle = find_puzzle(puzzle_id)
    assert faults_of([puzzle]) == []
    assert "does not name variant.cooperative on the way" in told(citing(puzzle, *puzzle.rules, "variant.cooperative"))
    assert told(citing(puzzle, *puzzle.rules, background=("variant.cooperative",))) == ""


def test_what_the_engine_names_does_not_stand_in_the_background_order_list() -> None:
    puzzle = find_puzzle("beast-before-beauty")
    assert "Put it among the rules" in told(citing(puzzle, "order.challenges-first", background=("order.list",)))


def test_of_an_order_also_what_one_could_try_instead_is_heard_encounter_not_companions() -> None:
    """Whoever rides with another Knight is not met, and the way out is withdrawing."""
    named = rules_on_the_way(find_puzzle("other-people-s-friends"), "1980")
    assert {"encounter.not-companions", "withdraw.back", "order.list"} <= named


def test_what_was_played_before_is_heard_rescue_obligation() -> None:
    assert "rescue.obligation" in rules_on_the_way(find_puzzle("his-highness-last"), "1980")


def test_where_an_edition_is_silent_that_rule_is_heard_edition_silent() -> None:
    puzzle = find_puzzle("two-against-the-new-one")
    assert "edition.silent" in rules_on_the_way(puzzle, "2006")


def test_what_is_given_is_not_taken_for_what_is_done_card_wand() -> None:
    """ "odds gives wand meet elf" is about meeting the Elf: nobody uses the Wand."""
    puzzle = find_puzzle("a-present-of-any-kind")
    exercise = puzzle.exercise
    [elf] = [option for option in exercise.options if "wand" in option.reckon]  # type: ignore[attr-defined]
    named = rules_named(exercise, elf)
    assert "reaction.gives" in named
    assert "card.wand" not in named


def test_rules_are_looked_for_no_further_than_is_asked() -> None:
    """Most are met early; what goes wrong later is heard by everybody who asks further, and not by who need not."""
    played: list[str] = []

    def portions() -> Iterator[list[str]]:
        for rules in (["a"], ["a", "b"], ["c"]):
            played.extend(rules)
            yield rules
        raise ValueError("there is no more")

    named = Named(portions())
    assert "b" in named
    assert "a" in named
    assert played == ["a", "a", "b"]
    assert [*by_turns([["x"], ["y"]], [["z"]])] == [["x"], ["z"], ["y"]]
    for _ in range(2):
        with pytest.raises(ValueError, match="no more"):
            assert "d" not in named
        with pytest.raises(ValueError, match="no more"):
            list(named)
    assert "c" in named
    whole = Named([["a"], ["a", "b"], []])
    assert [*whole.portions()] == [["a"], ["b"], []]
    assert whole == {"a", "b"} == {*whole}
    assert (len(whole), whole | {"c"}) == (2, {"a", "b", "c"})


def test_the_background_is_written_and_read_again() -> None:
    puzzle = citing(find_puzzle("beast-before-beauty"), "order.list", background=("setup.pack", "glade.all-out"))
    [again] = parse_puzzles(written([puzzle]))
    assert again.background == puzzle.background
    assert again.rules == ("order.list", "setup.pack", "glade.all-out")


def test_a_rule_stands_once() -> None:
    puzzle = find_puzzle("beast-before-beauty")
    text = written([puzzle]).replace("rating =", 'background = ["order.list"]\nrating =')
    with pytest.raises(Exception, match="stands among the rules as well"):
        parse_puzzles(text)
    with pytest.raises(Exception, match=r"order\.lost"):
        parse_puzzles(text.replace('["order.list"]', '["order.lost"]'))
