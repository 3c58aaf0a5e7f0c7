"""The Willow game's ruling checker and editor, by touches alone: rules, why not, chances, assumed figures, words, every field."""

from __future__ import annotations

import tomllib
from fractions import Fraction
from functools import partial
from typing import Any

import pytest

from engine import willow
from engine.text.faults import Faulty
from tests.support import checkers
from tests.support.touches import a_touch
from tutor.desk import Viewer
from tutor.hosts.documents.served import served
from tutor.pages.checker.document import CheckerDocument
from tutor.pages.editor.library import library
from tutor.teach.game.registry import teachable

WILLOW = teachable("willow")
LIBRARY = library("willow")
checker, asked = partial(checkers.checker, "willow"), partial(checkers.asked, "willow")


def test_it_opens_on_a_natural_position_that_can_be_asked_at_once() -> None:
    page = checker()
    state = page.editor.state
    assert state.holder == "willow"
    assert len({one.at for one in state.characters}) == 5, "they stand about the map"
    page.answer(a_touch("click", "mode:ask"))
    page.answer(a_touch("click", "knight:kael"))
    assert page.answer_now is not None or page.meant or page.refusal


def test_why_not_names_every_rule_and_crosses_the_place_on_the_map() -> None:
    """move.places-need-find: Tir Asleen must be found before anybody steps into it."""
    page = asked("a-place-not-found")
    assert page.answer_now.sentence == "No, Willow may not move to Tir Asleen."
    assert [cause.rule for cause in page.answer_now.causes] == ["move.places-need-find"]
    assert any(line.startswith("Refused:") for line in page.page().scene.lines)


def test_an_answer_that_rests_on_assumed_figures_says_which() -> None:
    """search.group: the Brownies' Stealth is printed, the Hide of Tir Asleen and the links of the map are ours."""
    page = asked("search-with-the-brownies")
    assert page.answer_now.events[-1].endswith(": links of the map, hide of Tir Asleen.")
    assert "hide of Tir Asleen" in page.page().panels["answer"]
    chances = {one.name: one.chance for one in page.answer_now.chances.outcomes}
    assert chances == {"win": Fraction(7, 12), "lose": Fraction(5, 12)}


def test_what_comes_next_is_told_in_words() -> None:
    """Not as commands: "willow plays horse"."""
    then = WILLOW.asking.next_words(checker().editor.state)
    assert then.startswith("Then Good moves and searches: Willow plays Horse, Willow discards Horse")
    assert "elora-danan" not in then


def test_an_answer_that_rests_on_the_text_alone_says_nothing_of_the_kind() -> None:
    """contest.stealth: Kael, his Army and the Brownies have their Stealth from the text."""
    page = asked("evil-searches")
    assert "assumed" not in page.answer_now.sentence
    assert not any("Assumed" in event for event in page.answer_now.events)


def test_the_fight_of_the_text_with_ties_and_what_it_may_cost() -> None:
    """contest.prowess: 8 against 6; Madmartigan with 3 Health falls in 15 of the 36 throws."""
    page = asked("the-fight-of-the-text")
    chances = page.answer_now.chances
    assert {one.name: one.chance for one in chances.outcomes} == {
        "win": Fraction(13, 18),
        "tie": Fraction(1, 9),
        "lose": Fraction(1, 6),
    }
    assert len(chances.throws) == 36
    assert dict(dict(chances.more)["In this one throw"])["Madmartigan loses all Health"] == Fraction(5, 12)


def test_a_die_for_sorsha_s_heart_is_told_by_its_pips() -> None:
    """sorsha.again: met once before, a four does."""
    chances = asked("sorsha-s-heart").answer_now.chances
    assert [throw.outcome for throw in chances.throws] == [1, 1, 1, 0, 0, 0]


def test_ending_a_step_tells_no_cards_of_the_next_turn() -> None:
    page = asked("nobody-is-found")
    page.answer(a_touch("click", "ask:may:done"))
    assert page.answer_now.legal
    assert page.answer_now.chances is None


def test_other_company_than_that_of_the_first_step_is_refused_not_mended() -> None:
    """move.together: with Airk he set out, with Madmartigan he cannot go on."""
    page = asked("somebody-else-along")
    assert page.answer_now.question.action == "willow moves tavern with madmartigan"
    assert [cause.rule for cause in page.answer_now.causes] == ["move.together"]
    page.answer(a_touch("click", "ask:may:willow moves tavern"))
    assert page.answer_now.question.action == "willow moves tavern with airk"
    assert page.answer_now.legal


def test_pointing_at_a_space_asks_who_goes_there_and_whom_he_takes_along() -> None:
    page = checker()
    page.answer(a_touch("click", "mode:ask"))
    page.answer(a_touch("click", "space:magic-spring"))
    meant = [reading.question.action for reading in page.meant]
    assert "willow searches magic-spring" in meant
    assert "willow searches magic-spring with madmartigan" in meant
    page.answer(a_touch("click", f"mean:{meant.index('willow searches magic-spring with madmartigan')}"))
    assert page.answer_now.question.action == "willow searches magic-spring with madmartigan"


def test_every_space_answers_when_it_is_touched() -> None:
    """Whatever a touch on the map means is answered by the engine's own verdict, allowed or not."""
    state, verdicts = checker().editor.state, set()
    for place in state.material.places:
        for action in WILLOW.asking.about(state, f"space:{place}"):
            page = checker()
            page.answer(a_touch("click", f"ask:may:{action}"))
            assert page.answer_now.legal == state.judge(action).legal
            verdicts.add(page.answer_now.legal)
    assert verdicts == {True, False}


def test_words_are_understood_and_answered() -> None:
    page = checker()
    page.answer(a_touch("enter", "ask", "", "may Willow move to the crossroads?"))
    assert page.answer_now.question.action == "willow moves crossroads"
    page.answer(a_touch("enter", "ask", "", "who is cheating here"))
    assert page.answer_now is None or page.answer_now.legal is None or not page.answer_now.legal


def test_a_link_opens_its_own_game() -> None:
    code = willow.code(willow.read(LIBRARY[0].situation))
    document = served()["rulings"].make("http://x/rulings/", {"text": code, "ask": LIBRARY[0].action}, None)  # type: ignore[arg-type]
    assert isinstance(document, CheckerDocument)
    assert document.game is WILLOW
    page = document.page(
        document.open({"text": code, "ask": LIBRARY[0].action}), Viewer("me"), document.look(Viewer("me")), {}
    )
    assert "Willow" in page.panels["answer"]
    assert served()["edit"].source("willow") == {"game": "willow"}


# ------------------------------------------------------------------ laying out


def drag(page: Any, *steps: tuple[str, str]) -> None:
    for source, to in steps:
        page.answer(a_touch("drag", source, to))
        assert not page.refusal, page.refusal


def test_characters_cards_and_treasures_are_laid_by_dragging() -> None:
    page = checker()
    drag(
        page,
        ("knight:kael", "space:tavern"),
        ("palette:passage", "hand:willow"),
        ("hand:willow:horse", "hand:airk"),
        ("fin-raziel:fin-raziels-island", "knight:airk"),
        ("hand:willow:elora-danan", "hand:madmartigan"),
    )
    state = page.editor.state
    assert state.character("kael").at == "tavern"
    assert state.character("willow").hand == ("passage",)
    assert state.character("airk").hand == ("horse",)
    assert state.character("airk").treasures == ("fin-raziel",)
    assert not state.treasure_at("fin-raziels-island")
    assert state.holder == "madmartigan"
    drag(
        page,
        ("hand:airk:fin-raziel", "space:tir-asleen"),
        ("hand:airk:horse", "away"),
        ("palette:army-of-nockmaar", "hand:sorsha"),
    )
    state = page.editor.state
    assert state.treasure_at("tir-asleen") == "fin-raziel"
    assert state.character("airk").hand == ()
    assert (state.character("kael").army, state.character("sorsha").army) == (False, True)
    page.answer(a_touch("delete", "knight:kael"))
    assert page.editor.state.character("kael").at == "nockmaar-castle", "nobody leaves the game: he is as at the start"


def test_what_cannot_be_is_refused_by_its_reason() -> None:
    page = checker()
    for source, to in (
        ("palette:sword", "hand:airk"),
        ("palette:fin-raziel", "hand:kael"),
        ("palette:bow", "space:tavern"),
        ("palette:three-acorns", "space:tavern"),
        ("knight:kael", "hand:willow"),
    ):
        before = page.editor.data
        page.answer(a_touch("drag", source, to))
        assert page.refusal, (source, to)
        assert page.editor.data == before


def test_a_fault_is_told_by_its_line_with_a_mend_and_the_map_still_shows() -> None:
    """The Sword is there once: with a second one the situation cannot be, and taking either away mends it."""
    page = checker()
    page.answer(a_touch("type", "add:airk:face_up", "", "sword"))
    assert page.editor.state is None
    assert "sword" in page.page().panels["faults"]
    assert page.editor.reading_now.show.character("kael").at == "mountain-pass", (
        "what is not at fault is shown as it is"
    )
    mends = page.editor.mends(page.editor.faults[0])
    assert set(mends) == {"take sword madmartigan", "take sword airk"}
    page.answer(a_touch("click", f"mend:{mends[-1]}"))
    assert page.editor.state is not None


def test_every_field_of_the_whole_and_of_a_character_can_be_touched_and_undone() -> None:
    """No field leads to an error; what its value makes impossible is a fault, with the page still shown."""
    from tutor.games.willow.editor.page import EACH, TOP

    for about, keys in (("game", TOP), ("willow", EACH)):
        for key in keys:
            page = checker()
            begun = page.editor.data
            if key.kind == "flag":
                touch = a_touch("click", f"flag:{about}:{key.name}")
            elif key.kind == "count":
                touch = a_touch("click", f"step:{about}:{key.name}:1")
            else:
                head = "one" if key.kind == "one" else "add"
                touch = a_touch("type", f"{head}:{about}:{key.name}", "", list(page.choices(key))[-1])
            page.answer(touch)
            assert not page.refusal, (key.name, page.refusal)
            page.page()
            page.answer(a_touch("click", "do:undo"))
            assert page.editor.data == begun, key.name


def test_a_fight_is_laid_out_by_its_fields_and_asked() -> None:
    page = checker()
    for target, text in (
        ("one:kael:at", "tavern"),
        ("one:game:side", "evil"),
        ("one:game:step", "fight"),
        ("one:game:fight.at", "tavern"),
        ("one:game:fight.stage", "champions"),
    ):
        page.answer(a_touch("type", target, "", text))
    for name in ("willow", "madmartigan"):
        page.answer(a_touch("click", f"flag:{name}:found"))
    assert page.editor.faults == ()
    assert tomllib.loads(page.editor.toml)["fight"] == {"at": "tavern", "stage": "champions"}
    page.answer(a_touch("click", f"ask:may:{page.editor.state.actions()[0]}"))
    assert page.answer_now.legal
    page.answer(a_touch("type", "one:game:fight.stage", "", ""))
    page.answer(a_touch("type", "one:game:fight.at", "", ""))
    assert "fight" not in page.editor.data


def test_the_large_questions_come_first_and_each_is_one_touch() -> None:
    page = checker()
    panel = page.page().panels["quick"]
    for asks in ("Whose turn", "Where are they?", "Who has Elora Danan?", "Who leads an Army?", "Is there a fight?"):
        assert asks in panel
    page.answer(a_touch("click", 'do:set game side "evil"'))
    page.answer(a_touch("type", "one:sorsha:at", "", "tavern"))
    page.answer(a_touch("click", "do:give elora-danan airk"))
    page.answer(a_touch("click", "flag:kael:army"))
    state = page.editor.state
    assert (state.side, state.character("sorsha").at, state.holder) == ("evil", "tavern", "airk")
    assert not state.character("kael").army
    for _ in range(4):
        page.answer(a_touch("click", "do:undo"))
    assert page.editor.data == checker().editor.data


def test_a_situation_of_another_game_or_shape_is_not_laid_out_here() -> None:
    page = checker()
    for text in ('game = "gran"\n', 'game = "willow"\ncharacters = 3\n', "what", 'game = "willow"\nfight = 3\n'):
        page.answer(a_touch("type", "toml", "", text))
        page.page()
        page.answer(a_touch("type", "one:game:fight.stage", "", "roll"))
        page.page()


def test_a_scenario_of_ones_own_is_laid_out_too() -> None:
    """A situation with its own material shows its own places, and its pieces move on them."""
    from tests.support.willow_games import begin

    state = begin(1)
    page = checker()
    page.answer(a_touch("type", "toml", "", willow.dumps(state)))
    assert not page.refusal
    assert page.editor.state == state
    assert {target.id for target in page.page().scene.targets} >= {f"space:{place}" for place in state.material.places}


def test_what_it_gives_is_read_back_as_the_same_situation() -> None:
    for entry in LIBRARY:
        page = asked(entry.name)
        try:
            assert willow.loads(page.editor.toml) == page.editor.state
        except Faulty as faulty:
            pytest.fail(f"{entry.name}: {faulty}")


@pytest.mark.parametrize(
    ("asked_in_words", "meant"),
    [
        ("may Willow throw Elora Danan away?", "willow discards elora-danan"),
        ("can Willow give the Horse to Madmartigan?", "willow gives horse to madmartigan"),
        ("can Kael fight Willow without finding him?", "kael attacks"),
        ("may Willow cast Fly again?", "willow casts fly"),
        ("may Kael take the treasure?", "kael takes treasure"),
        ("may Kael put the bear on Willow?", "kael plays bear on willow"),
        ("may Airk lay down his army?", "airk discards army"),
        ("may Willow be champion?", "champion willow"),
        ("may Madmartigan play the magic talisman?", "madmartigan plays magic-talisman"),
    ],
)
def test_cards_and_armies_are_asked_of_in_words(asked_in_words: str, meant: str) -> None:
    """Whatever is played, given, discarded or cast is called by its name, as the rule book calls it."""
    first = WILLOW.talk.understood(asked_in_words, checker().editor.state).meanings[0]
    assert (first.kind, first.what) == ("may", meant)
