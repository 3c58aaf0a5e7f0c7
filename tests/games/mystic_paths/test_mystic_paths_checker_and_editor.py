"""The ruling checker and the editor of Mystic Paths, by touches alone: rules, why not, chances, words, clues, every field."""

from __future__ import annotations

import dataclasses
from fractions import Fraction
from functools import partial
from typing import Any

import pytest

from engine import mystic_paths as mp
from tests.depth import deep_from
from tests.support import checkers
from tests.support.touches import a_touch
from tutor.pages.editor.library import library
from tutor.teach.game.asking import Question
from tutor.teach.game.registry import teachable

PATHS = teachable("mystic_paths")
LIBRARY = library("mystic_paths")
checker, asked = partial(checkers.checker, "mystic_paths"), partial(checkers.asked, "mystic_paths")


def done(page: Any, *touches: tuple[str, ...]) -> Any:
    """The page after these touches, none of them refused."""
    for touch in touches:
        page.answer(a_touch(*touch))
        assert not page.refusal, (touch, page.refusal)
    return page


def test_it_opens_on_a_position_as_one_meets_it_and_answers_at_once() -> None:
    page = checker()
    state = page.editor.state
    assert (state.moment, state.turn, state.round) == ("guess", "red", 2)
    done(page, ("click", "ask:order:"))
    assert page.answer_now.sentence == "Step 3 of Red can be lantern, lighthouse, mosquito or helmet."


def test_why_not_names_the_rule_and_bars_the_way_on_the_board() -> None:
    """guess.not-base: Red has just left the bridge."""
    page = asked("back-to-the-base")
    assert page.answer_now.sentence == "No, Green may not guess bridge."
    assert [cause.rule for cause in page.answer_now.causes] == ["guess.not-base"]
    assert any(line.startswith("Refused:") for line in page.page().scene.lines)


def test_where_the_path_goes_on_with_exact_chances_ways_and_cards() -> None:
    """Four portals, flying fits the mosquito four times as well: 4/7; 49,840 ways to the end, one card of ours."""
    found = asked("where-next").answer_now
    chances = {one.name: one.chance for one in found.chances.outcomes}
    assert chances == {"mosquito": Fraction(4, 7), **dict.fromkeys(("lantern", "lighthouse", "helmet"), Fraction(1, 7))}
    assert dict(found.chances.more)["If every map card of ours counts alike that fits"] == (("mosquito", Fraction(1)),)
    state = mp.read(LIBRARY[0].situation)
    assert state.walks_left("red") == 49840
    assert "To the end, 8 steps on: 49,840 lawful ways." in found.events
    assert "1 of the 30 map cards can be his: m27." in found.events
    for one in found.chances.outcomes:
        assert mp.from_code(one.code).word(mp.from_code(one.code).player("red").at) == one.name


def test_how_likely_a_guess_is_right_and_what_follows_either_way() -> None:
    """guess.look-ahead: calm says lantern two to one, flying as step 3 is nearer from it: 11/19."""
    page = asked("read-the-chain")
    right, wrong = page.answer_now.chances.outcomes
    assert (right.name, right.chance, wrong.chance) == ("right", Fraction(11, 19), Fraction(8, 19))
    done(page, ("click", f"then:{wrong.code}"))
    assert page.editor.state.player("red").marks == ("c2",)


def test_what_rests_on_our_links_cards_or_words_says_so() -> None:
    """The set is ours; of another set nothing of the kind is said."""
    state = mp.read(next(entry.situation for entry in LIBRARY if entry.name == "where-next"))
    ours = {cause.rule: cause.ruling or "" for cause in PATHS.asking.ask(state, Question("order")).causes}
    assert "links of the printed board" in ours["guess.adjacent"]
    assert "thirty maps" in ours["map.lawful"]
    own = dataclasses.replace(state, board=dataclasses.replace(state.board, provenance="own"))
    theirs = PATHS.asking.ask(own, Question("may", "guess bridge"))
    assert not any("printed" in (cause.ruling or "") for cause in theirs.causes)
    assert "The links, the words and the maps are ours" in asked("where-next").slip()


@pytest.mark.parametrize("map_card", [f"m{number:02}" for number in range(1, 31)])
def test_a_ruling_never_looks_at_a_map(map_card: str) -> None:
    """wrong.no-hint: whether a guess is right is not to be had from the checker, whatever the map says."""
    text = 'moment = "guess"\n[players.red]\nmap = "{}"\nclues = [ {{ step = 1, word = "wise" }} ]\n[players.green]\n'
    known, unknown = mp.loads(text.format(map_card)), mp.loads(text.replace('map = "{}"\n', "").format())
    for action in ("guess drum", "guess goat", "guess envelope", "guess owl"):
        with_map, without = (PATHS.asking.ask(state, Question("may", action)) for state in (known, unknown))
        assert (with_map.sentence, with_map.events, with_map.then) == (without.sentence, without.events, without.then)
        assert with_map.chances == without.chances


def test_every_portal_answers_when_it_is_touched() -> None:
    page, state = asked("a-marked-portal"), mp.read(next(e.situation for e in LIBRARY if e.name == "a-marked-portal"))
    verdicts = set()
    for cell in state.board.cells:
        done(page, ("click", f"portal:{cell}"))
        verdict = state.judge(f"guess {cell}")
        assert page.answer_now.legal == verdict.legal
        assert page.answer_now.legal or {cause.rule for cause in page.answer_now.causes} == set(verdict.rules)
        verdicts.add(verdict.legal)
    assert verdicts == {True, False}


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ("may we guess lantern?", "Yes, Green may guess lantern."),
        ("may red guess lantern?", "No, Red may not guess lantern."),
        ("which portals can be next?", "Step 3 of Red can be lantern, lighthouse, mosquito or helmet."),
        ("how many walks are left?", "Step 3 of Red can be lantern, lighthouse, mosquito or helmet."),
    ],
)
def test_words_are_understood_and_answered(words: str, sentence: str) -> None:
    page = asked("where-next")
    page.answer(a_touch("enter", "ask", "", words))
    assert page.answer_now is not None, page.notes
    assert page.answer_now.sentence == sentence


GUESSED = 'round = 2\nmoment = "guess"\n[players.red]\ntrail = ["a1", "a2"]\n{}[players.green]\n{}'
BESIDE = 'mode = "{}"\nmoment = "guess"\nturn = "red"\n[players.red]\nclues = [ {{ step = 1, word = "noisy" }} ]\n{}'
WILD = 'clues = [ { step = 2, word = "wild" } ]\n'
#: What people quarrel about over the rule book: the situation, the question in their words, the answer, a rule it names.
QUARRELS = {
    "it was wrong once already": (
        GUESSED.format('marks = ["b2"]\n' + WILD, ""),
        "may we guess goat?",
        "No, Green may not guess goat.",
        "guess.not-marked",
    ),
    "straight back": (
        GUESSED.format(WILD, ""),
        "may we guess bridge?",
        "No, Green may not guess bridge.",
        "guess.not-base",
    ),
    "somebody stands there": (
        GUESSED.format(WILD, 'start = "a3"\n'),
        "may we guess jungle?",
        "Yes, Green may guess jungle.",
        "guess.others-base",
    ),
    "a step that shows no clue": (
        GUESSED.format('clues = [ { step = 3, word = "wild" } ]\n', ""),
        "may we guess jungle?",
        "No, Green may not guess jungle.",
        "guess.only-shown",
    ),
    "the owner touches it himself": (
        GUESSED.format(WILD, ""),
        "may red guess jungle?",
        "No, Red may not guess jungle.",
        "guess.who",
    ),
    "stopping before the first guess": (
        GUESSED.format(WILD, ""),
        "may green stop?",
        "No, Green may not leave it at that.",
        "guess.stop",
    ),
    "the other team knows better": (
        BESIDE.format("teams", "[players.orange]\n[players.green]\n[players.blue]\n"),
        "may orange guess drum?",
        "No, Orange may not guess drum.",
        "teams.guesser",
    ),
    "each for himself, and the wrong neighbour": (
        BESIDE.format("individual", "[players.green]\n[players.blue]\n"),
        "may blue guess drum?",
        "No, Blue may not guess drum.",
        "individual.guesser",
    ),
    "the other word of a card that lies": (
        '[players.red]\nhand = ["k090"]\nclues = [ { step = 1, word = "noisy" } ]\n[players.green]\n',
        "may Red lay southern for step 2?",
        "No, Red may not lay southern for step 2.",
        "clue.only-cards",
    ),
    "a second extra card": (
        'round = 2\n[players.red]\nhand = ["k001"]\nclues = [ { step = 1, word = "noisy", since = 1 }, '
        '{ step = 1, word = "wild" }, { step = 2, word = "warm", since = 1 }, { step = 3, word = "tiny", since = 1 } ]\n'
        "[players.green]\n",
        "may he add hollow to step 2?",
        "No, Red may not add hollow to step 2.",
        "prepare.extra-one",
    ),
    "a fourth step before the last round": (
        'round = 4\n[players.red]\ntrail = ["a1", "a2", "a3", "b4"]\nhand = ["k001"]\nclues = [ '
        '{ step = 4, word = "noisy", since = 3 }, { step = 5, word = "wild" }, { step = 6, word = "warm" } ]\n[players.green]\n',
        "can Red put hollow on step 7?",
        "No, Red may not lay hollow for step 7.",
        "prepare.round-5",
    ),
    "an eighth NOT": (
        'round = 3\n[players.red]\ntrail = ["a1", "b2", "c3"]\nmarks = ["b3", "c2", "c4"]\nhand = ["k001"]\nclues = [ '
        '{ step = 3, word = "noisy", not = true, since = 1 }, { step = 3, word = "tall", not = true, since = 2 }, '
        '{ step = 4, word = "wild", not = true, since = 2 }, { step = 4, word = "warm", not = true } ]\n[players.green]\n',
        "may red lay NOT hollow for step 5?",
        "No, Red may not lay NOT hollow for step 5.",
        "not.supply",
    ),
    "ready with two of three": (
        '[players.red]\nhand = ["k001"]\nclues = [ { step = 1, word = "noisy" }, { step = 2, word = "wild" } ]\n'
        "[players.green]\n",
        "may red be ready?",
        "No, Red may not be ready.",
        "clue.three",
    ),
}


@pytest.mark.parametrize("name", QUARRELS)
def test_a_quarrel_over_the_rule_book_is_settled_as_it_is_asked(name: str) -> None:
    """Laid out, asked in one's own words, answered by a sentence and the rule that decides."""
    situation, words, sentence, rule = QUARRELS[name]
    page = checker()
    page.answer(a_touch("type", "toml", "", 'game = "mystic_paths"\n' + situation))
    assert (page.refusal, page.editor.faults) == ("", ())
    page.answer(a_touch("enter", "ask", "", words))
    assert page.answer_now is not None, page.notes
    assert page.answer_now.sentence == sentence
    assert rule in [cause.rule for cause in page.answer_now.causes]


def test_a_card_in_hand_is_asked_about_by_touching_it() -> None:
    page = asked("not-before-its-time")
    done(page, ("click", "hand:red:k001"))
    meant = [reading.question.action for reading in page.meant]
    assert {"red clue 1 hollow", "red clue 1 not playful"} <= set(meant)


# ------------------------------------------------------------------ laying out


def test_apprentices_are_led_step_by_step_and_back() -> None:
    """A drag to a neighbour is a step, to where he has been the way back, to a free start a new beginning."""
    page = checker()
    red = lambda: page.editor.state.player("red")  # noqa: E731
    done(page, ("drag", "knight:red", "portal:d3"))
    assert (red().trail, red().marks, red().steps_shown) == (("a1", "b2", "c3", "d3"), (), {4, 5})
    done(page, ("click", "back:red"), ("drag", "knight:red", "portal:b2"))
    assert red().trail == ("a1", "b2")
    done(page, ("drag", "knight:red", "portal:a3"))
    assert red().trail == ("a3",)
    page.answer(a_touch("drag", "knight:red", "portal:e2"))
    assert "e2" in page.refusal
    assert red().trail == ("a3",)


def test_not_tokens_and_cards_are_laid_moved_and_taken_off() -> None:
    page = done(checker(), ("drag", "palette:not.red", "portal:c2"), ("drag", "not.red:c2", "portal:d2"))
    assert page.editor.state.player("red").marks == ("b3", "d2")
    page.answer(a_touch("drag", "palette:not.red", "portal:e3"))
    assert page.refusal
    done(page, ("delete", "not.red:d2"), ("drag", "palette:m27", "knight:red"), ("drag", "palette:k001", "hand:green"))
    assert page.editor.state.player("red").map == "m27"
    assert page.editor.state.player("green").hand == ("k001",)
    done(page, ("drag", "hand:green:k001", "hand:blue"), ("delete", "hand:red:m27"))
    assert page.editor.state.player("blue").hand == ("k001",)
    assert (page.editor.state.player("green").hand, page.editor.state.player("red").map) == ((), None)
    page.answer(a_touch("drag", "palette:m01", "knight:red"))
    assert "m01" in page.refusal, "his trail leaves that map"


def test_clues_are_written_by_their_words_and_turned_round() -> None:
    page = done(checker(), ("click", "unclue:red:0"))
    page.answer(a_touch("click", "lay:red:3")._replace(values={"clue-red-3": ("not shorty",)}))
    assert "short" in page.refusal, "the nearest word is offered"
    page.answer(a_touch("click", "lay:red:3")._replace(values={"clue-red-3": ("not short",)}))
    assert [clue.text for clue in page.editor.state.player("red").clues] == ["not short", "round", "not cold"]
    done(page, ("click", "turn:red:2"))
    assert next(clue.text for clue in page.editor.state.player("red").clues) == "short"


def test_words_of_portals_change_places_and_opinions_weigh_the_chances() -> None:
    page = done(checker(), ("click", "portal:c2"))
    page.answer(a_touch("type", "word:c2", "", "mosquito"))
    state = page.editor.state
    assert (state.word("c2"), state.word("d2")) == ("mosquito", "lantern")
    page.answer(a_touch("type", "word:c2", "", "moon"))
    assert page.editor.state.word("c2") == "moon"
    assert "How well do the clues of Red fit it?" in page.page().panels["inspector"]
    done(page, ("click", "weigh:c2:flying:1"), ("click", "ask:order:"))
    chances = {one.name: one.chance for one in page.answer_now.chances.outcomes}
    assert chances["moon"] == Fraction(2, 5), "the mosquito has left the board, and the opinion of it with it"


def test_what_cannot_be_is_marked_at_once_with_its_line_and_a_mend() -> None:
    page = done(checker(), ("click", "do:set game round 1"))
    assert page.editor.state is None
    faults = [pin.fault for pin in page.editor.faults]
    assert any("[players.blue]" in fault.where and fault.fix for fault in faults), faults
    panel = page.page().panels["faults"]
    assert "mwb-mend" in panel
    while page.editor.faults:
        page.answer(a_touch("click", f"mend:{page.editor.mends(page.editor.faults[0])[0]}"))
    assert page.editor.state is not None


def test_a_moment_leaves_behind_what_belongs_to_another() -> None:
    page = checker()
    page.answer(a_touch("type", "one:game:moment", "", "lay"))
    assert page.editor.state.moment == "lay"
    done(page, ("click", "flag:red:ready"))
    page.answer(a_touch("type", "one:game:moment", "", "guess"))
    assert page.editor.state.moment == "guess"
    for _ in range(3):
        done(page, ("click", "do:undo"))
    assert page.editor.data == checker().editor.data


def test_a_situation_of_another_game_is_not_laid_out_here() -> None:
    page = checker()
    page.answer(a_touch("type", "toml", "", 'game = "willow"\n'))
    assert "willow" in page.refusal
    page.answer(a_touch("type", "toml", "", 'game = "mystic_paths"\nplayers = 3\n'))
    assert page.refusal
    assert page.page().scene is not None


@pytest.mark.parametrize("seed", deep_from(2, range(6)))
def test_no_touch_breaks_the_page(seed: int) -> None:
    """Whatever stands on the page, touched in any order, leaves a page that can be painted."""
    import random
    import re

    page, rng = checker(), random.Random(seed)
    for _ in range(60):
        shown = page.page()
        found = re.findall(r'data-target="([^"]+)"', " ".join(shown.panels.values()))
        found += [target.id for target in shown.scene.targets]
        touch = rng.choice(found).replace("&quot;", '"')
        page.answer(a_touch("click", touch) if rng.random() < 0.7 else a_touch("drag", touch, rng.choice(found)))
