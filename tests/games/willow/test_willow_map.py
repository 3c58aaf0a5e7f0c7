"""The map of the Willow game: what its picture shows and hides, what touching it means, and what is reckoned of it."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from engine import willow
from engine.text.faults import Faulty
from tests.sources import ROOT
from tests.support.willow_games import begin, moments
from tutor.content.lessons.reading import read_lesson
from tutor.draw.shapes import Scene, Words
from tutor.games.willow.computed import COMPUTED, SETS
from tutor.games.willow.scene import board_scene
from tutor.games.willow.tries import going, meant, movers, refused, targets, tries
from tutor.teach.exercise.playing import Moment, opening
from tutor.teach.exercise.reckoning import reckon, work_out_set
from tutor.teach.game.registry import teachable
from tutor.teach.game.teachable import BoardLook
from tutor.teach.kinds import start
from tutor.teach.kinds.choose import ChooseSession
from tutor.teach.kinds.reckon import Reckon

GAME, LESSONS = teachable("willow"), ROOT / "lessons"
T = 'game = "willow"\nscenario = "training"\n'
TWO = T + '[characters.willow]\nat = "tavern"\nhand = ["elora-danan", "bow"]\n[characters.madmartigan]\nat = "tavern"\n'


def words(scene: Scene) -> list[str]:
    """All the words of a picture."""
    return [s.text for layer in scene.layers for group in layer.groups for s in group.shapes if isinstance(s, Words)]


def labels(scene: Scene) -> str:
    """What is said of a picture to who does not see it."""
    groups = [group.label for layer in scene.layers for group in layer.groups if group.label]
    return "\n".join([scene.title, *scene.lines, *groups, *(target.label for target in scene.targets)])


# ------------------------------------------------------------------ the picture


def test_every_space_and_every_character_can_be_touched_once_and_lies_within_the_picture() -> None:
    for seed in (0, 1, 4):
        state = begin(seed)
        scene = board_scene(state)
        ids = [target.id for target in scene.targets]
        assert sorted(ids) == sorted(
            [
                *(f"space:{place}" for place in state.material.places),
                *(f"character:{one.id}" for one in state.characters),
            ]
        )
        for target in scene.targets:
            assert min(target.w, target.h) >= 40, "a finger finds it"
            assert target.x >= -20
            assert target.x + target.w <= scene.width + 20
            assert target.y + 30 >= 0
            assert target.y + target.h <= scene.height


def test_what_is_touched_of_a_place_has_all_of_its_name_in_it() -> None:
    """The frame of a place that is picked must not cut through its name, be it in one line or in two."""
    state = willow.loads(TWO)
    scene = board_scene(state)
    spots = {target.id: target for target in scene.targets}
    for layer in scene.layers:
        for group in layer.groups:
            if group.target and group.target.startswith("space:") and group.label:
                lines = [s for s in group.shapes if isinstance(s, Words) and s.fill == "nameplate-ink"]
                for line in lines:
                    target = spots[group.target]
                    assert group.y + line.y + 6 < target.y + target.h - 2, group.label


def test_a_place_that_is_pointed_out_keeps_its_name_above_the_ring() -> None:
    scene = board_scene(willow.loads(TWO), pointed=("space:mountain-pass",))
    (ringed,) = [
        g for layer in scene.layers for g in layer.groups if any(getattr(s, "stroke", "") == "azure" for s in g.shapes)
    ]
    told = [number for number, shape in enumerate(ringed.shapes) if isinstance(shape, Words)]
    rings = [number for number, shape in enumerate(ringed.shapes) if getattr(shape, "stroke", "") == "azure"]
    assert [ringed.shapes[number].text for number in told] == ["Mountain", "Pass"]
    assert min(told) > max(rings)


def test_the_picture_of_a_side_shows_backs_where_the_other_s_cards_are() -> None:
    """elora.secret: Evil sees how many cards Willow has, and a question mark at everybody who may hold the child."""
    state = willow.loads(TWO)
    mine, theirs = board_scene(state.seen_by("good")), board_scene(state.seen_by("evil"))
    assert "Bow" in words(mine)
    assert "Bow" not in " ".join(words(theirs))
    assert "bow" not in labels(theirs)
    assert "×2" in words(theirs)
    assert "elora-danan" not in labels(theirs)
    assert "elora-danan" in labels(mine)


def test_two_moments_that_a_side_cannot_tell_apart_are_one_picture() -> None:
    held = willow.loads(TWO.replace('["elora-danan", "bow"]', '["sword", "bow"]'))
    other = willow.loads(TWO.replace('["elora-danan", "bow"]', '["horse", "bow"]'))
    assert board_scene(held.seen_by("evil")) == board_scene(other.seen_by("evil"))
    assert board_scene(held) != board_scene(other)


def test_values_are_told_with_what_is_added_and_a_place_with_its_hide() -> None:
    state = willow.loads(TWO + 'face_up = ["sword"]\n[places.tir-asleen]\nfreed = true\n')
    told = words(board_scene(state))
    assert "Pr 3+2" in told
    assert "free" in told
    assert told.count("4") == 3, "Magic Spring, Fin Raziel's Island and Tir Asleen hide with four"


def test_a_refusal_stands_on_the_place_that_was_meant_and_in_words() -> None:
    """move.places-need-find: who walks into the Spring without a search sees it crossed out there, and why."""
    state = willow.loads(TWO)
    verdict = state.judge("willow moves magic-spring")
    told = refused(state, "good", "willow moves magic-spring", verdict)
    assert (told.at, told.cause) == ("magic-spring", "willow")
    assert "must be found first" in told.text
    assert "Assumed" not in told.text, "that it must be found rests on the text alone"
    far = state.judge("willow moves nockmaar-castle")
    assert "Assumed: links of the map" in refused(state, "good", "willow moves nockmaar-castle", far).text
    plain, crossed = board_scene(state), board_scene(state, refutation=told)
    assert crossed != plain
    assert crossed.lines[0].startswith("Refused: Magic Spring must be found first")


def test_a_refusal_that_names_no_place_stands_where_the_character_is() -> None:
    state = willow.loads(TWO)
    verdict = state.judge("willow discards elora-danan")
    assert refused(state, "good", "willow discards elora-danan", verdict).at == "tavern"


def test_of_a_map_that_is_laid_out_pieces_and_treasures_are_taken_hold_of() -> None:
    ids = {target.id for target in board_scene(willow.loads(TWO), loose=True).targets}
    assert {"knight:willow", "hand:willow", "fin-raziel:fin-raziels-island", "space:tavern"} <= ids
    assert "character:willow" not in ids


# ------------------------------------------------------------------ what touching it means


def test_a_touch_of_a_space_is_the_step_there_or_the_search_for_it() -> None:
    state = willow.loads(TWO)
    assert meant(state, "good", "space:crossroads") == "willow moves crossroads"
    assert meant(state, "good", "space:magic-spring") == "willow searches magic-spring"
    assert meant(state, "good", "space:mountain-pass") == "willow moves mountain-pass", "too far for all: said why not"
    assert not state.judge("willow moves mountain-pass").legal
    assert meant(state, "good", "space:nowhere") is None
    assert meant(state, "good", "nothing") is None


def test_all_that_a_touch_may_mean_is_listed_alone_first() -> None:
    """move.together: whoever can still go, alone and with each company."""
    state = willow.loads(TWO)
    found = going(state, "good", "crossroads")
    assert found[:2] == ["willow moves crossroads", "willow moves crossroads with madmartigan"]
    assert all(state.judge(way).legal for way in found)
    assert going(state, "good", "nowhere") == []
    far = going(state, "good", "standing-stones")
    assert far
    assert not any(state.judge(way).legal for way in far), "what one would try where nobody gets"


def test_who_has_moved_on_alone_is_meant_after_those_who_can_still_go() -> None:
    state = willow.loads(TWO).play("willow moves crossroads").state.play("willow moves north-road").state
    assert movers(state, "good")[-1] == "willow"
    assert movers(state, "evil") == [], "it is not Evil's turn"


def test_before_a_fight_characters_are_touched_not_spaces() -> None:
    """fight.champion: a touch names the champion, and of who may not be one it is judged."""
    fight = '[fight]\nat = "tavern"\nstage = "champions"\nchampions = { evil = "kael" }\n'
    situation = f'{TWO}[characters.kael]\nat = "tavern"\n{fight}'
    state = willow.loads(situation.replace("[characters", 'step = "fight"\n[characters', 1))
    assert targets(state, "good")[0] == "character:willow"
    assert meant(state, "good", "character:madmartigan") == "champion madmartigan"
    assert "champion kael" in tries(state, "good")


@pytest.mark.parametrize("seed", [0, 3, 7])
def test_what_one_might_try_holds_all_that_is_allowed_and_can_be_read(seed: int) -> None:
    for number, (state, _) in enumerate(moments(begin(seed), seed, 90)):
        if number % 9 or state.decision != "choice":
            continue
        seat = state.deciders[0]
        found = tries(state, seat)
        assert len(found) == len(set(found)) <= 60
        assert set(state.actions(seat)[:60]) <= set(found)
        for action in found:
            verdict = state.judge(action)
            assert verdict.legal or GAME.refused(state, seat, action, verdict).text


def test_evil_s_touch_of_its_own_space_is_the_search_for_good() -> None:
    """search.where: in a space with Good characters, to search is one touch of it."""
    state = willow.loads(T + 'side = "evil"\n[characters.kael]\nat = "tavern"\n[characters.willow]\nat = "tavern"\n')
    assert meant(state, "evil", "space:tavern") == "kael searches here"
    assert "kael searches here" in tries(state, "evil")


# ------------------------------------------------------------------ what is reckoned


def question(situation: str, asked: str = "value prowess willow", **more: Any) -> tuple[Reckon, Moment]:
    exercise = Reckon(
        id="x", game=GAME, lesson="l", prompt="?", situation=situation, edition="tor", reckon=asked, **more
    )
    return exercise, opening(exercise)


BEAR = T + 'step = "foes"\n[characters.madmartigan]\nface_up = ["sword"]\nfoes = ["bear"]\n'
CITY = (
    T + 'step = "power"\n[characters.madmartigan]\nat = "tir-asleen"\nprowess = 4\nface_up = ["sword"]\n'
    'treasures = ["sceptre-of-tir-asleen"]\n'
)
CASTING = T + '[characters.willow]\nat = "tavern"\nmagic = 3\nspells = ["fly", "passage"]\n'
LOVE = T + "[sorsha]\nin_love = true\ntimes_met = 1\n"
DUEL = (
    T + '[characters.kael]\nat = "tavern"\narmy = true\n[characters.madmartigan]\nat = "tavern"\nprowess = 4\n'
    'face_up = ["sword"]\nhealth = 3\n'
)
REACH = T + '[characters.franjean-rool]\nat = "crossroads"\n[characters.madmartigan]\nat = "crossroads"\n'
DECK = T + '[characters.willow]\nhand = ["elora-danan", "bow"]\n'
QUEEN = T + '[characters.willow]\nat = "nockmaar-castle"\nmagic = 6\ntreasures = ["cherlindreas-wand"]\n'
RECKONED: tuple[tuple[str, str, Fraction | str], ...] = (
    (TWO, "odds win willow searches magic-spring", Fraction(10, 36)),
    (TWO, "odds tie willow searches magic-spring", Fraction(0)),
    (BEAR, "against madmartigan bear win", Fraction(30, 36)),
    (BEAR, "against madmartigan bear beaten", Fraction(21, 36)),
    (BEAR, "against willow bear falls", Fraction(1, 36)),
    (DUEL, "duel kael madmartigan", Fraction(15, 36)),
    (DUEL, "duel madmartigan kael", Fraction(0)),
    (QUEEN, "slays willow", Fraction(0)),
    (LOVE, "loves 2", Fraction(5, 6)),
    (LOVE, "loves", Fraction(1, 2)),
    (CITY, "frees madmartigan", Fraction(15, 36)),
    (CITY, "frees madmartigan 2", 1 - Fraction(21, 36) ** 2),
    (DECK, "draws sword 1", Fraction(1, 25)),
    (REACH, "reach madmartigan tir-asleen", Fraction(1, 6)),
    (REACH, "reach madmartigan tir-asleen with franjean-rool", Fraction(7, 12)),
    (TWO, "reach willow nockmaar-castle", Fraction(0)),
    (TWO, "reach willow tavern", Fraction(1)),
    (TWO, "searches willow tir-asleen", Fraction(1)),
    (TWO, "turns willow tir-asleen", Fraction(2)),
    (TWO, "spaces willow", Fraction(8)),
    (DUEL, "value prowess kael", Fraction(8)),
    (DUEL, "value health madmartigan", Fraction(3)),
    (TWO, "cards willow", Fraction(2)),
    (TWO, "cards willow over", Fraction(0)),
    (TWO, "where willow", "tavern"),
    (TWO, "holders good", Fraction(1)),
    (TWO, "holders", Fraction(1)),
    (TWO, "assumed willow searches magic-spring", Fraction(3)),
    (CASTING, "spells willow passage fly", Fraction(151, 216)),
    (CASTING, "spells willow fly passage", Fraction(95, 144)),
    (REACH, "chain reach madmartigan tir-asleen then reach madmartigan tavern", Fraction(1, 6)),
)


@pytest.mark.parametrize(("situation", "asked", "value"), RECKONED, ids=[asked for _, asked, _ in RECKONED])
def test_what_is_reckoned_by_hand_is_what_the_tutor_says(situation: str, asked: str, value: Fraction | str) -> None:
    found = reckon(asked, *question(situation, asked))
    assert found.value == value


def test_every_question_that_can_be_reckoned_is_held_here() -> None:
    asked = {each.split()[0] for _, each, _ in RECKONED} | {"falls"}
    assert asked == set(COMPUTED)


def test_a_champion_falls_where_his_last_health_goes() -> None:
    """fight.defeat: Kael 8 against Madmartigan 6 with Health 3, in the throw that is to come."""
    situation = DUEL.replace("[characters.madmartigan]", "[characters.madmartigan]\nfound = true")
    situation = situation.replace(T, T + 'side = "evil"\nstep = "fight"\n')
    situation += '[fight]\nat = "tavern"\nstage = "roll"\nchampions = { good = "madmartigan", evil = "kael" }\n'
    assert reckon("falls madmartigan roll 1 1", *question(situation)).value == Fraction(15, 36)
    with pytest.raises(Faulty, match="can lose no Health"):
        reckon("falls willow roll 1 1", *question(situation))


def test_what_rests_on_assumed_figures_names_them() -> None:
    told = reckon("reach willow magic-spring", *question(TWO)).sums
    assert told[-1].startswith("Assumed")
    assert "hide of Magic Spring" in told[-1]
    assert not any(line.startswith("Assumed") for line in reckon("cards willow", *question(TWO)).sums)


@pytest.mark.parametrize(
    "asked",
    [
        "odds",
        "odds win",
        "odds maybe roll 1 1",
        "odds win willow moves crossroads",
        "value courage willow",
        "value prowess wilow",
        "against willow bear",
        "against willow bow falls",
        "reach willow",
        "reach willow nowhere",
        "draws",
        "draws wine",
        "chain where willow then where willow",
        "nothing",
        "",
    ],
)
def test_what_cannot_be_reckoned_says_so(asked: str) -> None:
    with pytest.raises(Faulty):
        reckon(asked, *question(TWO))


def test_sets_are_worked_out_on_the_map() -> None:
    exercise, moment = question(TWO)
    reach = work_out_set("reach willow", exercise, moment)
    assert {"space:crossroads", "space:magic-spring", "space:markaths-study"} <= set(reach)
    assert "space:tavern" not in reach
    assert "space:nockmaar-castle" not in reach
    assert work_out_set("holders", exercise, moment) == frozenset({"character:willow"})
    assert work_out_set("on-the-way willow markaths-study", exercise, moment) == frozenset()
    assert "space:tavern" in work_out_set("on-the-way kael markaths-study", exercise, moment)
    assert set(SETS) == {"reach", "holders", "on-the-way", "throws"}
    with pytest.raises(Faulty):
        work_out_set("on-the-way kael", exercise, moment)


# ------------------------------------------------------------------ the throws as a table


def at_the_bear() -> willow.State:
    return willow.loads(BEAR).play("champion madmartigan").state


def test_the_36_throws_are_touched_and_the_diagonal_of_ties_is_right() -> None:
    """contest.prowess-tie: five against two ties where the Bear makes up three."""
    exercise, _ = question(BEAR)
    moment = Moment(at_the_bear())
    assert work_out_set("throws tie", exercise, moment) == {"throw:1-4", "throw:2-5", "throw:3-6"}
    assert len(work_out_set("throws win", exercise, moment)) == 30
    assert len(work_out_set("throws lose", exercise, moment)) == 3
    for asked in ("throws", "throws maybe", "throws tie now"):
        with pytest.raises(Faulty):
            work_out_set(asked, exercise, moment)
    with pytest.raises(Faulty):
        work_out_set("throws tie", exercise, Moment(willow.loads(TWO)))


def test_every_throw_has_a_square_a_finger_finds_and_its_sum() -> None:
    state = at_the_bear()
    found = GAME.items(state, "throws", "all")
    assert len(found) == len({item.target for item in found}) == 36
    assert found[3] == ("throw:1-4", "1 against 4", "5 and 1 are 6, 2 and 4 are 6.")
    scene = GAME.board(state, BoardLook(clickable=[item.target for item in found], highlights=("throw:1-4",)))
    assert [target.id for target in scene.targets] == [item.target for item in found]
    assert min(target.w for target in scene.targets) >= 44
    assert "Madmartigan" in scene.title
    assert GAME.board(state, BoardLook()).targets[0].id.startswith("space:"), "else it is the map"
    with pytest.raises(Faulty):
        GAME.items(willow.loads(TWO), "throws", "all")


def test_a_wrong_square_is_answered_by_its_sum_and_the_right_ones_stay_lit() -> None:
    lesson = read_lesson(LESSONS / "29-willow-four-values.md")
    session = start(next(each for each in lesson.exercises if each.id == "bear-tie"))
    assert isinstance(session, ChooseSession)
    number = {option.target: n for n, option in enumerate(session.options)}
    wrong = session.attempt((number["throw:2-2"],))
    assert "5 and 2 are 7, 2 and 2 are 4." in wrong.text
    assert wrong.reasons[0].rule == "contest.prowess-tie"
    assert session.attempt(tuple(number[f"throw:{n}-{n + 3}"] for n in (1, 2, 3))).outcome.value == "right"
    assert set(session.changed) == {"throw:1-4", "throw:2-5", "throw:3-6"}
