"""The Willow game: what is asked of it beside playing. Odds, ways, scenarios compared, views reckoned in, and what is refused."""

from __future__ import annotations

import tomllib
from fractions import Fraction
from typing import Any
from unittest.mock import ANY

import pytest

from engine import willow
from engine.contract.verdicts import IllegalAction
from engine.text.faults import ImpossibleSituation, UnreadableText
from engine.willow.material.source import SOURCE
from engine.willow.play import odds as chances
from engine.willow.play import paths
from tests.support import willow_crowds

T = 'scenario = "training"\n'


# ------------------------------------------------------------------ odds


@pytest.mark.parametrize(
    ("text", "action", "rule"),
    [
        ("", "willow attacks", "fight.when"),
        ('step = "fight"\n', "willow attacks", "fight.same-space"),
        ("", "willow searches tir-asleen", "search.place-approach"),
        ('[characters.willow]\nspells = ["fly"]\ncast = ["fly"]\n', "willow casts fly", "spell.once"),
    ],
)
def test_what_may_not_be_done_has_no_odds_but_reasons(text: str, action: str, rule: str) -> None:
    state = willow.loads(T + text)
    with pytest.raises(IllegalAction) as refused:
        willow.odds(state, action)
    assert rule in refused.value.verdict.rules


def test_what_is_no_action_has_no_odds() -> None:
    with pytest.raises(UnreadableText):
        willow.odds(willow.loads(T), "willow sings")


def test_odds_that_need_a_figure_that_is_not_given_name_it() -> None:
    """setup.pointers: nothing is guessed."""
    given = 'scenario = "training"\nvalues = "given"\nstep = "fight"\n[characters.willow]\nat = "tavern"\n'
    with pytest.raises(ImpossibleSituation, match="the figure 'magic of willow' is not given"):
        chances.bavmorda(willow.loads(given), "willow")
    with pytest.raises(ValueError, match="the figure 'stealth of willow' is not given"):
        paths.search_chance(willow.loads(given), ["willow"], "magic-spring")
    with pytest.raises(ValueError, match="the figure 'hide of magic-spring' is not given"):
        paths.search_chance(
            willow.loads('[characters.franjean-rool]\nat = "tavern"\n'), ["franjean-rool"], "magic-spring"
        )


FIGHT = (
    T
    + """step = "fight"
[characters.madmartigan]
at = "tavern"
prowess = 5
health = 2
[characters.kael]
at = "tavern"
prowess = 4
health = 3
"""
)


def test_the_odds_of_a_fight_from_either_side() -> None:
    """contest.prowess: 5 against 4; Kael of Health 3 falls by a lead of 3 or more, Madmartigan of Health 2 by 2 or more."""
    told = willow.odds(willow.loads(FIGHT), "madmartigan attacks")
    assert told.round is not None
    assert (told.round.win, told.round.tie, told.round.lose) == (Fraction(21, 36), Fraction(5, 36), Fraction(10, 36))
    assert told.falls == {"madmartigan": Fraction(6, 36), "kael": Fraction(10, 36)}
    assert told.losses[6] == told.losses[-4] == Fraction(1, 36)
    turned = FIGHT.replace('step = "fight"', 'step = "fight"\nside = "evil"').replace(
        "health = 2", "health = 2\nfound = true"
    )
    evil = willow.loads(turned)
    back = willow.odds(evil, "kael attacks")
    assert back.falls == told.falls
    assert back.losses == {-loss: chance for loss, chance in told.losses.items()}
    assert back.round is not None
    assert back.round.win == told.round.lose


def test_whoever_has_no_health_cannot_fall_and_several_champions_leave_it_open() -> None:
    """fight.champion: until champions are named there is no one contest."""
    two = willow.loads(FIGHT + '[characters.sorsha]\nat = "tavern"\n')
    assert willow.odds(two, "madmartigan attacks").round is None
    named = two.play("madmartigan attacks").state.play("pass").state.play("pass").state
    assert named.moment == "champions"
    assert willow.odds(named, "champion sorsha").falls.keys() == {"madmartigan", "sorsha"}
    last = willow.loads(FIGHT).play("madmartigan attacks").state.play("pass").state
    assert willow.odds(last, "pass").falls == willow.odds(willow.loads(FIGHT), "madmartigan attacks").falls
    assert willow.odds(willow.loads(FIGHT), "done").round is None


def test_the_odds_against_a_foe_are_those_of_its_shape_and_health() -> None:
    state = willow.loads(T + 'step = "foes"\n[characters.madmartigan]\nprowess = 3\nhealth = 1\nfoes = ["bear"]\n')
    told = willow.odds(state, "champion madmartigan")
    assert told.falls == {"madmartigan": Fraction(10, 36), "bear": Fraction(10, 36)}
    asked = chances.foe(state, "madmartigan", "bear")
    assert (asked.falls, asked.losses) == (told.falls, told.losses)
    assert asked.assumed == ("health of bear",)
    assert asked.action == "madmartigan against bear"


def test_the_odds_of_bavmorda_go_on_from_the_health_she_has_left() -> None:
    """bavmorda.repeat: by the chain of contests to the end."""
    text = T + '[characters.willow]\nat = "nockmaar-castle"\nmagic = 6\nface_up = ["magic-talisman"]\n'
    text += 'treasures = ["cherlindreas-wand", "fin-raziel"]\n'
    whole = willow.odds(willow.loads(text), "done")
    assert whole.fight is not None
    assert whole.fight == chances.bavmorda(willow.loads(text), "willow").fight == chances.bavmorda_odds(13, 6)
    fight = '[fight]\nkind = "bavmorda"\nat = "nockmaar-castle"\nstage = "roll"\nchampions = { good = "willow" }\n'
    fight += "[bavmorda]\nhealth = 1\n"
    left = willow.odds(willow.loads(text + fight), "roll 1 1")
    assert left.fight is not None
    assert left.fight.win == chances.bavmorda_odds(13, 6, queen_health=1).win > whole.fight.win
    assert whole.round is not None
    assert whole.round.tie == Fraction(5, 36)


def test_the_odds_of_what_chance_brings() -> None:
    drawing = willow.loads(T + 'step = "draw"\n')
    told = willow.odds(drawing, "willow draws sword")
    assert told.outcomes["willow draws horse"] == 4 * told.outcomes["willow draws sword"]
    assert sum(told.outcomes.values()) == 1
    assert chances.card_odds(drawing, "horse", 1) == told.outcomes["willow draws horse"]
    assert chances.card_odds(drawing, "elora-danan") == 0
    shapes = willow.loads(T + '[characters.kael]\ntransformed = "pig"\n')
    assert chances.shapes(shapes) == dict.fromkeys(("eborsisk", "unnamed-4", "unnamed-5"), Fraction(1, 3))
    assert chances.draw_odds(3, 1, 0) == 0
    assert chances.draw_odds(9, 1, 4) == 1


def test_a_search_that_an_army_makes_needless_has_no_contest() -> None:
    """search.army: whoever leads the Army of Galladoorn is found without one."""
    text = T + 'side = "evil"\n[characters.kael]\nat = "tavern"\n[characters.airk]\nat = "tavern"\n'
    assert willow.odds(willow.loads(text), "kael searches here").round is not None
    assert willow.odds(willow.loads(text + "army = true\n"), "kael searches here").round is None


# ------------------------------------------------------------------ ways


def test_who_cannot_move_reaches_where_he_stands_and_the_slowest_sets_the_pace() -> None:
    """move.together, move.zero-health: a company goes no farther than each of it can."""
    state = willow.loads(
        T
        + '[characters.willow]\nat = "crossroads"\nface_up = ["horse"]\n[characters.airk]\nat = "crossroads"\nhealth = 0\n'
    )
    assert set(paths.reach(state, "airk")) == {"crossroads"}
    assert set(paths.reach(state, "willow", ("airk",))) == {"crossroads"}
    assert "nockmaar-castle" in paths.reach(state, "willow")
    assert set(paths.reach(state, "willow", ("madmartigan",))) == set(paths.reach(state, "madmartigan"))


def test_a_horse_shortens_the_way_in_turns() -> None:
    state = willow.loads(T + 'elora = "willow"\n[characters.willow]\nat = "river-landing"\nface_up = ["horse"]\n')
    assert paths.turns_to(state, "willow", "nockmaar-castle") == 2
    assert paths.turns_to(state, "willow", "mountain-pass") == 1
    assert paths.turns_to(state, "willow", "river-landing") == 0
    assert paths.turns_to(willow.loads(""), "willow", "tavern") is None


def test_whoever_has_no_health_intercepts_nobody() -> None:
    text = T + 'elora = "willow"\n[characters.willow]\nat = "river-landing"\n[characters.sorsha]\nat = "tavern"\n'
    at = '[characters.kael]\nat = "mountain-pass"\n'
    assert paths.interception(willow.loads(text + at), "willow", "tir-asleen", ("kael",)) is not None
    assert paths.interception(willow.loads(text + at + "health = 0\n"), "willow", "tir-asleen", ("kael",)) is None
    assert paths.interception(willow.loads(text), "willow", "river-landing", ("sorsha",)) is None


# ------------------------------------------------------------------ views, and scenarios compared


@pytest.mark.parametrize("seed", range(0, 40, 4))
def test_a_deck_is_as_large_in_every_view(seed: int) -> None:
    """discard.pile: unknown cards of hands are not in the deck, Elora Danan never is."""
    for state in (willow_crowds.begun(seed), *(step.state for _, step in willow_crowds.played(seed))):
        sizes = {state.seen_by(seat).deck_size() for seat in (*state.order, None)}
        assert sizes == {state.deck_size()} or state.elora == "unknown"


def test_a_scenario_leaves_it_to_what_is_none_whether_they_are_alike() -> None:
    training = willow.scenarios()["training"]
    assert training == ANY
    assert training != "training"
    assert training != willow.scenarios()["text"]


NOBODY = (
    T
    + """step = "fight"
[characters.willow]
at = "tavern"
magic = 1
health = 1
spells = ["bolt-of-flame"]
[characters.sorsha]
at = "tavern"
magic = 1
health = 1
spells = ["magical-attack"]
"""
)


def failing() -> dict[str, Any]:
    """The training map, where a Spell that fails harms its caster."""
    data = SOURCE.load("training.toml")[0] | {"id": "failing"}
    for card in ("bolt-of-flame", "magical-attack"):
        data["cards"][card] = data["cards"][card] | {"fails": 1}
    return tomllib.loads(NOBODY.removeprefix(T)) | {"material": data}


def test_where_both_sides_have_lost_their_health_by_spells_nobody_fights() -> None:
    """fight.champion-zero: no champion, no throw, no hand is lost, and it is told."""
    state = willow.from_dict(failing())
    for action in ("willow attacks", "willow casts bolt-of-flame on sorsha", "roll 1 6", "pass"):
        state = state.play(action).state
    assert (state.character("willow").health, state.moment) == (0, "cast")
    state = state.play("sorsha casts magical-attack on willow").state.play("roll 1 6").state
    assert state.character("sorsha").health == 0
    ended = state.play("pass").state.play("pass")
    assert [event.kind for event in ended.events] == ["passes", "no-fight"]
    assert ended.events[1].rules == ("fight.champion-zero",)
    assert ended.state.fight is None
    assert ended.state.character("willow").magic == 2, "a failed casting teaches all the same"


def test_what_finds_a_place_finds_one_on_the_way_and_the_next_is_searched_for() -> None:
    """search.skip-card: of two Places on a way Passage finds one, at the next Willow of Stealth 3 throws against Hide 3."""
    text = T + '[characters.willow]\nat = "tavern"\nflying = 3\n'
    way = ("magic-spring", "mountain-pass", "nockmaar-castle")
    state = willow.loads(text + 'finds = ["any"]\n')
    assert paths.reach(state, "willow")["nockmaar-castle"][0] == paths.Route(way, 1, Fraction(15, 36))
    assert paths.reach(state, "willow")["magic-spring"] == (paths.Route(("magic-spring",), 0, Fraction(1)),)
    both = willow.loads(text + 'finds = ["any", "any"]\n')
    assert paths.reach(both, "willow")["nockmaar-castle"][0] == paths.Route(way, 0, Fraction(1))
    none = willow.loads(text)
    assert paths.reach(none, "willow")["nockmaar-castle"][0] == paths.Route(way, 2, Fraction(15, 36) * Fraction(10, 36))


def test_the_way_over_several_turns_keeps_what_finds_a_place_for_where_it_helps() -> None:
    """search.skip-card: round the Spring nothing is searched for but the Castle itself, and that is found."""
    state = willow.loads(T + '[characters.willow]\nat = "tavern"\nfinds = ["any"]\n')
    best = paths.best_route(state, "willow", "nockmaar-castle")
    assert best == paths.Route(("crossroads", "north-road", "mountain-pass", "nockmaar-castle"), 0, Fraction(1))
    plain = paths.best_route(
        willow.loads(T + '[characters.willow]\nat = "tavern"\n'), "willow", "nockmaar-castle", fewest=True
    )
    assert plain is not None
    assert (plain.searches, plain.chance) == (1, Fraction(15, 36))
    assert paths.best_route(state, "willow", "tavern") == paths.Route((), 0, Fraction(1))
