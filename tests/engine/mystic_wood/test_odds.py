"""Odds: exact, agreeing with play throw by throw and with an independent dice library."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import icepool
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import mystic_wood as mw
from engine.chance.odds import Round, die_each, to_the_end
from engine.mystic_wood.material.cards import CHALLENGERS
from tests.support.random_games import moments

D6 = icepool.d6


def at_c2(knight: str, denizens: list[str], extra: str = "", area: str = 'paths = "NESW"') -> mw.State:
    listed = ", ".join(f'"{d}"' for d in denizens)
    return mw.loads(
        f'order = ["{knight}"]\nmoment = "arrived"\n[areas.c2]\n{area}\ndenizens = [{listed}]\n'
        f'[knights.{knight}]\nat = "c2"\ncame_from = "c1"\n{extra}\n'
    )


def by_icepool(own: int, other: int) -> Round:
    lead = (D6 + own) - (D6 + other)
    return Round(
        *(
            Fraction(sum(q for o, q in lead.items() if test(o)), lead.denominator())
            for test in (lambda o: o > 0, lambda o: o == 0, lambda o: o < 0)
        )
    )


@given(st.integers(-3, 14), st.integers(-3, 14))
def test_one_round_as_an_independent_library_has_it(own: int, other: int) -> None:
    assert die_each(own, other) == by_icepool(own, other)


@given(st.integers(0, 9), st.integers(0, 9), st.integers(0, 9))
def test_ties_followed_to_the_end_as_rerolled_dice(first: int, own: int, other: int) -> None:
    found = to_the_end([die_each(first, other), die_each(own, other)])
    later = ((D6 + own) - (D6 + other)).reroll([0], depth="inf")
    win_later = Fraction(sum(q for o, q in later.items() if o > 0), later.denominator())
    assert found.win == die_each(first, other).win + die_each(first, other).tie * win_later
    assert found.win + found.lose == 1


@pytest.mark.parametrize("denizen", CHALLENGERS)
@pytest.mark.parametrize("knight", ["george", "perceval"])
def test_challenge_score_every_challenger_as_all_36_throws_fall(knight: str, denizen: str) -> None:
    state = at_c2(knight, [denizen])
    found = mw.odds(state, f"meet {denizen}")
    thrown = state.play(f"meet {denizen}").state
    tally = {"win": 0, "tie": 0, "lose": 0}
    for dice in product(range(1, 7), repeat=2):
        told = [rule for event in thrown.play(f"roll {dice[0]} {dice[1]}").events for rule in event.rules]
        tally["win" if "challenge.win" in told else "tie" if "challenge.tie" in told else "lose"] += 1
    assert found.round == Round(*(Fraction(tally[key], 36) for key in ("win", "tie", "lose")))


def test_challenge_score_george_and_the_orc() -> None:
    found = mw.odds(at_c2("george", ["orc"]), "meet orc")
    assert found.round is not None
    assert found.fight is not None
    assert (found.round.win, found.round.tie) == (Fraction(10, 36), Fraction(5, 36))
    assert found.fight.win == Fraction(10, 31)


def test_challenge_aid_declared_the_sage_helps_in_the_first_round_only() -> None:
    found = mw.odds(at_c2("guyon", ["illusion"], 'companions = ["sage"]'), "meet illusion with sage")
    expected = to_the_end([by_icepool(4, 3), by_icepool(2, 3)])
    assert found.fight == expected


def test_companion_princess_helps_in_every_round() -> None:
    found = mw.odds(at_c2("roland", ["wizard"], 'companions = ["princess"]'), "meet wizard with princess")
    assert found.fight == to_the_end([by_icepool(3, 4)])


def test_area_castle_and_area_grove_strengthen_the_denizen() -> None:
    castle = mw.odds(at_c2("george", ["giant"], area='paths = "NSW"\nname = "castle"'), "meet giant")
    assert castle.round == by_icepool(3, 5)
    state = mw.loads(
        'order = ["roland"]\nmoment = "arrived"\n[areas.c6]\npaths = "NES"\nname = "sacred-grove"\n'
        'denizens = ["saracen"]\n[knights.roland]\nat = "c6"\ncame_from = "c7"'
    )
    assert mw.odds(state, "meet saracen").round == by_icepool(4, 5)


@pytest.mark.parametrize("denizen", [d for d, card in mw.CARDS.denizens.items() if card.table])
@pytest.mark.parametrize("knight", ["roland", "guyon"])
def test_approach_table_reactions_as_all_throws_fall(knight: str, denizen: str) -> None:
    state = at_c2(knight, [denizen], 'companions = ["sage"]')
    found = mw.odds(state, f"meet {denizen}")
    card = mw.CARDS.denizens[denizen]
    prowess = state.prowess(knight) if card.adds_prowess else 0
    expected: dict[str, Fraction] = {}
    for face in range(1, 7):
        name = card.reaction(face + prowess)
        expected[name] = expected.get(name, Fraction(0)) + Fraction(1, 6)
    if denizen == "horse":  # where it runs, or is caught, hangs on the ground: what adds up does not
        assert found.reactions["runs south"] == expected["runs south"]
    else:
        assert found.reactions == expected
    assert sum(found.reactions.values()) == 1
    assert bool(found.with_bonus) == (knight == "guyon")


def test_setup_guyon_adding_one_helps_with_the_elf() -> None:
    found = mw.odds(at_c2("guyon", ["elf"]), "meet elf")
    assert found.reactions["gives wand"] == Fraction(1, 2)
    assert found.with_bonus["gives wand"] == Fraction(2, 3)
    assert found.at_best == {"transports self": Fraction(1, 2), "gives wand": Fraction(2, 3)}


def test_setup_guyon_has_at_best_the_horse_that_runs_his_way() -> None:
    found = mw.odds(at_c2("guyon", ["horse"]), "meet horse")
    assert found.at_best["runs south"] == Fraction(1, 2) > found.reactions["runs south"]
    assert found.at_best["is caught"] >= max(found.reactions["is caught"], found.with_bonus["is caught"])


def test_tower_escape_over_several_turns() -> None:
    state = mw.loads('order = ["george"]\n[knights.george]\nimprisoned = true')
    found = mw.odds(state, "roll 5")
    for turns, chance in found.within.items():
        free = icepool.Die({True: 1, False: 2})
        out = free.repeat_and_sum(turns) if hasattr(free, "repeat_and_sum") else None
        expected = 1 - Fraction(2, 3) ** turns
        assert chance == expected
        assert out is None or Fraction(sum(q for o, q in out.items() if o), out.denominator()) == expected


def test_card_enchantress_captures_escape_on_a_six() -> None:
    state = mw.loads(
        'order = ["george"]\n[areas.c2]\npaths = "NESW"\ndenizens = ["enchantress"]\n'
        '[knights.george]\nat = "c2"\ncaptured = true'
    )
    assert mw.odds(state, "roll 6").within[2] == Fraction(11, 36)


def test_joust_score_with_aid_on_the_challengers_side() -> None:
    state = mw.loads(
        'order = ["george", "roland"]\n[areas.c2]\npaths = "NESW"\n[knights.george]\nat = "c2"\n'
        'companions = ["prince"]\n[knights.roland]\nat = "c2"'
    )
    found = mw.odds(state, "joust roland with prince")
    assert found.round == by_icepool(10, 4)
    assert found.fight == to_the_end([by_icepool(10, 4), by_icepool(4, 4)])


def test_an_illegal_action_has_no_odds_but_reasons() -> None:
    with pytest.raises(mw.IllegalAction) as refusal:
        mw.odds(at_c2("george", ["elf", "orc"]), "meet elf")
    assert "order.challenges-first" in refusal.value.verdict.rules


def test_odds_of_every_legal_meeting_in_random_games_agree_with_play() -> None:
    checked = 0
    for seed in range(60):
        for state, action, _ in moments(seed, 200):
            if action.verb != "meet":
                continue
            found = mw.odds(state, action)
            after = state.play(action).state
            if found.round is None or not after.pending or after.pending[-1].kind != "challenge":
                continue
            wins = sum(
                "challenge.win" in {rule for event in after.play(throw).events for rule in event.rules}
                for throw in after.chances()
            )
            assert Fraction(wins, 36) == found.round.win, (seed, action.text)
            checked += 1
    assert checked > 60


def test_a_goal_over_several_turns() -> None:
    state = at_c2("george", ["dragon"], 'things = ["lance"]\nhorse = true')

    def slain(step: mw.Step[mw.State]) -> bool:
        return step.state.knight("george").quest_done

    fight = mw.odds(state, "meet dragon").fight
    assert fight is not None
    once = by_icepool(6, 5)
    search = mw.search(state, slain)
    assert search.chance(1) == (once.win, once.win)
    twice = mw.search(state, slain, budget=1000).chance(
        2
    )  # who loses may still explore, in vain: too much to see to its end
    assert once.win <= twice.low <= twice.high < 1
    assert once.win + once.tie * once.win <= twice.high
    assert twice.low < fight.win
    with pytest.raises(ValueError, match="at least 1"):
        search.chance(0)


def test_a_goal_takes_the_best_choice() -> None:
    state = mw.loads(
        'order = ["roland"]\nmoment = "arrived"\n[areas.c2]\npaths = "NESW"\ndenizens = ["wizard"]\n'
        '[knights.roland]\nat = "c2"\ncame_from = "c1"\ncompanions = ["sage"]'
    )
    best = mw.search(state, lambda step: "lance" in step.state.knight("roland").things).chance(1)
    assert best.low == best.high == by_icepool(4, 4).win


def test_a_knight_alone_walks_one_area_in_a_turn() -> None:
    state = mw.loads(
        'order = ["george"]\n[areas.c2]\npaths = "NESW"\n[areas.c3]\npaths = "NESW"\n[knights.george]\nat = "c1"'
    )
    search = mw.search(state, lambda step: step.state.knight("george").at == "c3")
    assert [search.chance(turns) for turns in (1, 2)] == [(0, 0), (1, 1)]


def test_walking_into_unknown_ground_has_no_odds_of_an_escape_explore_look() -> None:
    """What turns up is no throw: the chances of being free again were told of a step to the north."""
    state = mw.loads('order = ["george"]\n[areas.c3]\npaths = "NESW"\n[knights.george]\nat = "c3"\n')
    assert mw.odds(state, "move north").as_dict() == {"action": "move north"}
    prisoner = mw.loads('order = ["george"]\n[knights.george]\nat = "c5"\nimprisoned = true\n')
    assert mw.odds(prisoner, "try to escape").within[1] == Fraction(1, 3)
