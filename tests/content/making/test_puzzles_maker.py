"""The maker: what it makes is right, new, worth solving, and the same for the same seed whoever makes it."""

from __future__ import annotations

import json
import re
import sys
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

from engine import mystic_wood as mw
from tests.depth import deep, deep_from
from tutor.content.making import make, running
from tutor.content.making.running import make_lot
from tutor.content.puzzles import book, faults_of, find_puzzle, parse_puzzles
from tutor.content.puzzles.model import Puzzle
from tutor.games.mystic_wood.making.common import MARGIN, weighed
from tutor.games.mystic_wood.making.kinds import MAKERS
from tutor.games.mystic_wood.making.moments import PLAIN
from tutor.games.mystic_wood.puzzle_kinds import KINDS
from tutor.hosts.cli.cli import main
from tutor.teach.exercise.options import Choose

#: The kinds that are thought out by hand: the maker makes none of them.
BY_HAND = ("help-mate", "last-turn", "defence", "mirror", "story", "table")


def test_there_is_a_maker_for_every_kind_but_those_thought_out_by_hand() -> None:
    assert (*MAKERS, *BY_HAND) == tuple(KINDS)


#: So many of each kind are made before what is deep, and so many in all: some are dear.
FIRST = {kind: 1 if kind == "plan" else 2 if kind in ("ruling", "path") else 4 for kind in MAKERS}
SEVERAL = {kind: {"plan": 2, "ruling": 3, "path": 3}.get(kind, 10) for kind in MAKERS}


@cache
def several(kind: str, count: int, seed: int = 11) -> tuple[Puzzle, ...]:
    """So many made puzzles of a kind; several tests look at them."""
    return parse_puzzles(make(kind, count, seed=seed).text, "made")


@pytest.mark.parametrize(("kind", "count"), [*FIRST.items(), *(deep(*each) for each in SEVERAL.items())])
def test_what_is_made_is_right_by_the_checker_of_the_book(kind: str, count: int) -> None:
    puzzles = several(kind, count)
    assert len(puzzles) == count
    assert [str(fault) for fault in faults_of(puzzles)] == []
    assert {puzzle.kind for puzzle in puzzles} == {kind}
    assert all(puzzle.margin in (0, MARGIN) for puzzle in puzzles)


@pytest.mark.parametrize("kind", ["order", deep("odds")])
def test_the_same_seed_makes_the_same_whatever_the_workers(kind: str) -> None:
    alone, two = make(kind, 40, seed=5), make(kind, 40, seed=5, workers=2)
    assert alone.texts == two.texts
    assert (alone.rejected, alone.candidates) == (two.rejected, two.candidates)
    assert make(kind, 5, seed=6).texts != alone.texts[:5]


def test_a_cluster_makes_the_same_as_this_machine(capfd: pytest.CaptureFixture[str]) -> None:
    """A real cluster: a scheduler and two workers, each a process of its own."""
    from distributed import LocalCluster

    with LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster:
        far = make("order", 70, seed=5, dask=cluster.scheduler_address)
    assert "CancelledError" not in capfd.readouterr().err, "nothing is cut off in the middle"
    near = make("order", 70, seed=5)
    assert far.texts == near.texts
    assert (far.rejected, far.candidates) == (near.rejected, near.candidates)


def test_a_cluster_that_does_not_answer_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(running, "PATIENCE_FOR_CLUSTER", 0.2)
    for address in ("tcp://127.0.0.1:1", "nonsense://here", "here"):
        with pytest.raises(mw.UnreadableText, match="no scheduler answers"):
            make("order", 3, seed=5, dask=address)


def test_without_the_package_a_cluster_is_not_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(mw.UnreadableText, match="not installed"):
        make("order", 3, seed=5, dask="tcp://127.0.0.1:1")


@pytest.mark.parametrize(("kind", "count"), FIRST.items())
def test_a_made_puzzle_has_hints_that_tell_no_answer(kind: str, count: int) -> None:
    for puzzle in several(kind, count):
        assert 1 <= len(puzzle.exercise.hints) <= 2
        options = [option.words.lower() for option in getattr(puzzle.exercise, "options", ())]
        assert not any(words in hint.lower() for hint in puzzle.exercise.hints for words in options if len(words) > 8)


@pytest.mark.parametrize("kind", deep_from(1, ["order", "joust", "odds", "combination"]))
def test_of_two_hundred_no_idea_rules_and_no_place_among_the_options(kind: str) -> None:
    """Puzzles of one idea ask the same of the same and have one answer, whatever else their pictures show."""
    puzzles = several(kind, 200, seed=31)
    assert len(puzzles) == 200
    options = [tuple(option.words for option in getattr(puzzle.exercise, "options", ())) for puzzle in puzzles]
    ideas = Counter(
        (puzzle.question, words, str(puzzle.answer)) for puzzle, words in zip(puzzles, options, strict=True)
    )
    assert len(ideas) >= 150
    assert max(ideas.values()) <= 4
    assert max(Counter(str(puzzle.answer) for puzzle in puzzles).values()) <= 110


#: What one has to see, by kind: the rules that forbid, what carries off, how many turns and with what, the pieces, the point.
IDEAS: dict[str, Callable[[Puzzle], object]] = {
    "may": lambda puzzle: tuple(sorted({rules[0] for rules in puzzle.refutations if rules} - PLAIN)),
    "transport": lambda puzzle: puzzle.exercise.rules,
    "path": lambda puzzle: ("Wand" in puzzle.question, str(puzzle.answer)),
    "setup": lambda puzzle: puzzle.point,
    "ruling": lambda puzzle: puzzle.point,
    "plan": lambda puzzle: re.sub(r"(the )?(Wild )?[A-Z]\w+(-\w+)?", "X", puzzle.point[1:]),
}


@pytest.mark.parametrize(
    ("kind", "count", "ideas"),
    [
        ("setup", 60, 20),
        ("may", 60, 15),
        deep("path", 30, 6),
        deep("ruling", 60, 6),
        deep("plan", 24, 6),
        deep("may", 200, 40),
        deep("transport", 200, 10),
        deep("setup", 200, 60),
    ],
)
def test_one_idea_a_kind_is_no_idea(kind: str, count: int, ideas: int) -> None:
    puzzles = several(kind, count, seed=31)
    told = Counter(IDEAS[kind](puzzle) for puzzle in puzzles)
    assert len(puzzles) == count
    assert len(told) >= ideas
    assert max(told.values()) <= 0.35 * count, told.most_common(1)


def test_nobody_is_asked_twice_about_one_visit_of_a_game() -> None:
    puzzles = several("may", 60, seed=31)
    lots = Counter((puzzle.question, mw.loads(puzzle.exercise.situation or "").order) for puzzle in puzzles)
    assert max(lots.values()) <= 2  # of two games


def test_a_refusal_everybody_knows_stands_beside_one_worth_a_thought() -> None:
    for puzzle in several("may", 60, seed=31):
        refused = [rules[0] for rules in puzzle.refutations if rules]
        assert set(refused) - PLAIN
        assert sum(rule in PLAIN for rule in refused) <= 1
        assert "Every refusal" not in puzzle.point


def test_what_differs_only_in_what_does_not_matter_is_made_before() -> None:
    """A Horse in the stable, another glade: question, options and chances are the same, and so is the puzzle."""
    puzzle = next(puzzle for puzzle in parse_puzzles(make("combination", 1, seed=31).text, "made"))
    assert isinstance(puzzle.exercise, Choose)
    plain = replace(puzzle.exercise, options=tuple(replace(option, rules=()) for option in puzzle.exercise.options))
    moved = replace(plain, prompt=re.sub(r"\b[a-e][1-9]\b", "e9", plain.prompt))
    keys = {weighed("combination", each, puzzle.editions, [], 800)[1] for each in (plain, moved)}
    assert len(keys) == 1
    assert len({*keys, weighed("combination", replace(plain, prompt="Who?"), puzzle.editions, [], 800)[1]}) == 2


def test_asking_for_fewer_gives_the_first_of_them() -> None:
    assert make("order", 5, seed=5).texts == make("order", 12, seed=5).texts[:5]


def test_nothing_is_made_twice_and_what_was_rejected_is_counted() -> None:
    made = make("order", 90, seed=3)
    ids = [puzzle.id for puzzle in parse_puzzles(made.text, "made")]
    assert len(set(ids)) == len(ids) == 90
    assert made.candidates == 90 + sum(made.rejected.values())
    assert {"trivial", "too short"} & set(made.rejected)


def test_an_order_worth_solving_has_three_places_and_both_sorts() -> None:
    for puzzle in parse_puzzles(make("order", 40, seed=9).text, "made"):
        cards = [card for place in puzzle.answer for card in place]  # type: ignore[union-attr]
        assert len(puzzle.answer) >= 3
        assert any(card in mw.CARDS.denizens and mw.CARDS.denizens[card].challenges for card in cards)


def test_positions_come_from_played_games_too() -> None:
    """A game has a history: Knights who have been somewhere and hold something, which no situation laid out for an order has."""
    puzzles = parse_puzzles(make("may", 12, seed=2).text, "made")
    states = [mw.loads(puzzle.exercise.situation or "") for puzzle in puzzles]
    assert all(len(state.order) >= 2 for state in states)
    assert sum(sum(area.face_up for area in state.areas) > 6 for state in states) > 6


def test_no_setup_is_asked_for_whom_its_knight_never_meets_king_ignores_britomart() -> None:
    """This seed lays out the King before Britomart, who is not met by him wherever he stands in the order."""
    puzzles = parse_puzzles(make("setup", 40, seed=9).text, "made")
    asked = [puzzle.question for puzzle in puzzles if "Lay out" in puzzle.question]
    assert len(asked) > 10
    assert not any("Britomart meets the King" in question for question in asked)


def test_only_what_has_a_theme_is_kept() -> None:
    made = make("order", 10, seed=4, themes=("king",))
    assert all("king" in puzzle.themes for puzzle in parse_puzzles(made.text, "made"))
    assert made.rejected["other theme"] > 10


def test_when_nothing_new_comes_it_stops(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(running, "PATIENCE", 100)
    monkeypatch.setattr(running, "PATIENT_LOTS", 2)
    made = make("setup", 10, seed=4, themes=("storms",))
    assert (len(made.texts), made.candidates > 100) == (0, True)


def test_a_lot_is_the_same_whoever_makes_it() -> None:
    assert make_lot("transport", 3, 1)[0] == make_lot("transport", 3, 1)[0]


# -------------------------------------------------------------------- the commands


def test_the_command_writes_a_collection_and_tells_the_rate(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "mine.toml"
    assert main(["make", "order", "--count", "4", "--seed", "7", "--workers", "1", "--out", str(out)]) == 0
    told = capsys.readouterr().err
    assert "4 puzzles to" in told
    assert "puzzles per second and core" in told
    assert "rejected: " in told
    assert main(["puzzle", "--file", str(out), "--list"]) == 0
    assert capsys.readouterr().out.count("made-order-") == 4


def test_a_stored_answer_that_is_not_the_engines_is_told_before_the_list(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The documentation says the tutor tells whether the engine agrees; the file was listed without a word."""
    text = make("order", 1, seed=7).text
    answer = next(line for line in text.splitlines() if line.startswith("answer"))
    turned = json.dumps(json.loads(answer.removeprefix("answer = "))[::-1])
    wrong = tmp_path / "wrong.toml"
    wrong.write_text(text.replace(answer, f"answer = {turned}"), encoding="utf-8")
    assert main(["puzzle", "--file", str(wrong), "--list"]) == 2
    told = capsys.readouterr()
    assert told.out == ""
    assert f"{wrong}, line " in told.err


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["make", "odrer"], "Kinds: order"),
        (["make", "order", "--count", "0"], "from 1 to 20,000"),
        (["make", "order", "--themes", "ordr"], "Did you mean 'order'?"),
        (["make", "order", "--workers", "999"], "from 1 to 64"),
        (["puzzle", "xyzzy-qwert"], "tutor puzzle --list"),
    ],
)
def test_what_cannot_be_made_or_found_is_said(
    arguments: list[str], told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(arguments) == 2
    assert told in capsys.readouterr().err


@pytest.fixture
def own_data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MYSTIC_WOOD_DATA", str(tmp_path))


@pytest.mark.usefixtures("own_data")
@pytest.mark.parametrize(
    ("puzzle", "answer", "status"),
    [
        ("beast-before-beauty", "Wild Ox, orc, the prince, Elf", 0),
        ("beast-before-beauty", "orc, wild ox, prince, elf", 1),
        ("nothing-but-the-door", "2 4", 0),
        ("nothing-but-the-door", "withdraw and meet orc", 0),
        ("nothing-but-the-door", "3", 1),
        ("two-nights-in-the-tower", "5 in 9", 0),
        ("two-nights-in-the-tower", "2/3", 1),
        ("the-elf-packs", "A6", 0),
        ("beast-before-beauty", "unicorn", 1),
        ("nothing-but-the-door", "9", 1),
        ("third-time-elf", "no-such-file", 1),
    ],
)
def test_an_answer_is_right_however_it_is_typed(puzzle: str, answer: str, status: int) -> None:
    assert main(["puzzle", puzzle, "--answer", answer]) == status


@pytest.mark.usefixtures("own_data")
def test_a_setup_is_answered_with_a_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    exercise = find_puzzle("third-time-elf").exercise
    (tmp_path / "mine.toml").write_text(exercise.built, encoding="utf-8")  # type: ignore[attr-defined]
    assert main(["puzzle", "third-time-elf", "--answer", str(tmp_path / "mine.toml")]) == 0
    assert "it cannot be done with fewer" in capsys.readouterr().out


@pytest.mark.usefixtures("own_data")
def test_a_setup_is_answered_with_what_one_lays(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["puzzle", "third-time-elf", "--answer", "place orc c2; place wild-boar c2"]) == 0
    assert "3. Elf" in capsys.readouterr().out
    assert main(["puzzle", "third-time-elf", "--answer", "place orc c3"]) == 1
    assert "You may write: place orc c2." in capsys.readouterr().out


@pytest.mark.usefixtures("own_data")
def test_without_an_id_comes_the_easiest_unsolved_one(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["puzzle", "--json"]) == 0
    first = json.loads(capsys.readouterr().out)
    assert first["rating"] == min(puzzle.rating for collection in book() for puzzle in collection.puzzles)
    answer = find_puzzle(first["id"]).answer
    typed = answer if isinstance(answer, str) else ", ".join(str(int(number) + 1) for number in answer)
    assert main(["puzzle", first["id"], "--answer", typed, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["outcome"] == "right"
    assert main(["puzzle", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["id"] != first["id"]


@pytest.mark.usefixtures("own_data")
def test_it_asks_until_it_is_solved(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    import io

    monkeypatch.setattr(sys, "stdin", io.StringIO("d1\n\nc9\na6\n"))
    assert main(["puzzle", "the-elf-packs"]) == 0
    told = capsys.readouterr().out
    assert told.count("Not so.") == 2
    assert "Right. Whoever transports himself" in told
    monkeypatch.setattr(sys, "stdin", io.StringIO("solution\n"))
    assert main(["puzzle", "the-elf-packs"]) == 1
    assert "The answer is a6" in capsys.readouterr().out
