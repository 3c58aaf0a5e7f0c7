"""Quest bots: what they reckon with agrees with the engine, and what they choose is sensible."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from engine import mystic_wood as mw
from engine.mystic_wood.material.cards import CHALLENGERS, KNIGHTS
from engine.mystic_wood.play.bots import BOTS, crown_bot, quest_bot
from engine.mystic_wood.play.crown import CrownPlan
from engine.mystic_wood.play.lookahead import MOST_ACTIONS, MOST_JUDGED, Glance
from engine.mystic_wood.play.outlook import HiddenUnit, Network, network, outlook
from engine.mystic_wood.play.routing import RoutePlan, survey
from engine.mystic_wood.play.signs import Signs
from engine.mystic_wood.play.weighing import Player, winning_chance
from tests.depth import deep
from tests.support.arenas import FRIEND_IN_A_CORNER
from tests.support.usual_wood import INDEX


def moments(seed: int) -> Iterator[mw.State]:
    """Every choice of a game of four quest bots, as who has it sees it."""
    names = [KNIGHTS[(seed + n) % 5] for n in range(4)]
    record = mw.play_out(mw.new_game(names, mw.editions()[seed % 2]), dict.fromkeys(names, BOTS["quest"]), seed, 600)
    return (state.seen_by(state.to_move) for state in record.states if state.to_move)


def chooses(situation: str) -> str:
    state = mw.loads(situation)
    return quest_bot(state.seen_by(state.to_move or ""), state.to_move or "", random.Random(3))


@pytest.mark.parametrize("seed", range(2))
def test_the_chance_of_a_fight_is_the_engines(seed: int) -> None:
    compared = 0
    for state in moments(seed):
        for action in state.legal_actions():
            if action.verb in ("meet", "joust"):
                fight = mw.odds(state, action).fight
                player = Player(state, state.knight(state.to_move or ""))
                assert winning_chance(player, action) == (1.0 if fight is None else float(fight.win)), action.text
                compared += fight is not None
    assert compared > 30


@pytest.mark.parametrize("seed", range(2))
def test_turns_to_a_goal_are_the_fewest_whatever_is_asked_first(seed: int) -> None:
    rng = random.Random(seed)
    for state in [*moments(seed)][::25]:
        heading = RoutePlan(state, state.knight(state.to_move or ""))
        asked = rng.sample(range(len(INDEX)), len(INDEX))
        turns = {number: heading.turns(number) for number in asked}
        for number, found in turns.items():
            onward = [
                1.0 + far + heading.dangers.get(beyond, 0.0)
                for beyond in heading.ways[number]
                if (far := turns[beyond]) is not None
            ]
            best = 0.0 if number in heading.goals else min(onward, default=None)
            assert found == pytest.approx(best) if best is not None else found is None


def test_nobody_goes_back_from_where_nothing_is_to_be_feared() -> None:
    went_back = 0
    for state in moments(1):
        actions = state.actions()
        if state.moment == "arrived" and not state.pending and "done" in actions and "withdraw" in actions:
            went_back += quest_bot(state, state.turn, random.Random(1)) == "withdraw"
    assert went_back == 0


ROUND = """
order = ["britomart", "roland"]
moment = "arrived"
[areas.c2]
paths = "NESW"
denizens = ["illusion"]
[knights.%s]
at = "c2"
came_from = "c1"
companions = ["prince"]
prowess_cards = ["orc", "giant"]
[knights.%s]
"""


def test_britomart_keeps_the_prince_for_the_gate_and_others_let_him_help() -> None:
    assert chooses(ROUND % ("britomart", "roland")) == "meet illusion"
    assert chooses('turn = "roland"' + ROUND % ("roland", "britomart")) == "meet illusion with prince"


def test_who_has_fulfilled_his_quest_does_not_risk_it_in_a_fight_he_may_well_lose() -> None:
    weaker = ROUND.replace('prowess_cards = ["orc", "giant"]\n', "")
    assert chooses(weaker % ("britomart", "roland")) == "withdraw"
    assert chooses('turn = "roland"' + weaker % ("roland", "britomart")).startswith("meet illusion")


def test_who_can_win_his_quest_from_a_rival_challenges_him() -> None:
    told = """
order = ["roland", "george"]
[areas.c2]
paths = "NESW"
[areas.c3]
paths = "NESW"
[knights.roland]
at = "c2"
prowess_cards = ["orc", "giant"]
[knights.george]
at = "c2"
companions = ["%s"]
"""
    assert chooses(told % "princess").startswith("joust george")
    assert chooses(told % "sage").startswith(("move", "joust"))
    mine = mw.loads(told % "princess")
    assert RoutePlan(mine, mine.knight("roland")).goals == [INDEX["c2"]]


def test_nobody_is_asked_to_help_in_a_joust_since_who_declines_could_be_asked_for_ever() -> None:
    """Alone Roland is too weak to win the Princess; George would have to be asked, declines as bots do, and could be again."""
    told = """
order = ["guyon", "roland", "george"]
edition = "1980"
moment = "arrived"
pending = [{kind = "offer", who = "roland", knight = "roland", of = "guyon"}]
[areas.c2]
paths = "NESW"
[knights.guyon]
at = "c2"
came_from = "c1"
companions = ["princess"]
prowess_cards = ["orc", "giant"]
[knights.roland]
at = "c2"
came_from = "c1"
[knights.george]
at = "c2"
came_from = "c1"
"""
    assert "joust guyon with george" in mw.loads(told).actions()
    assert chooses(told) == "no joust"


#: George is walled in at c3; where Roland is, is filled in.
WALLED_IN = """
order = ["george", "roland"]
[areas.c3]
paths = "NES"
[areas.b3]
paths = "NWS"
[areas.c2]
paths = "ESW"
[areas.c4]
paths = "NEW"
[areas.d3]
paths = "NES"
[knights.george]
at = "c3"
[knights.roland]
at = "%s"
"""


def test_a_new_game_is_proposed_only_when_nobody_has_hope() -> None:
    """Walled in at c3 with nothing new in reach, George would begin anew; but Roland still has the whole Wood before him."""
    cut = WALLED_IN
    alone = mw.loads(cut % "c1")
    george = RoutePlan(alone, alone.knight("george"))
    assert george.cut_off
    assert not RoutePlan(alone, alone.knight("roland")).cut_off
    assert chooses(cut % "c1") == "stay"
    assert chooses(cut % "c3") == "stalemate"


FAR_FROM_THE_GATE = """
order = ["roland", "george"]
moment = "%s"
[areas.c2]
paths = "NESW"
denizens = [%s]
[areas.c3]
paths = "NESW"
[knights.roland]
at = "c2"
came_from = "c1"
companions = [%s]
prowess_cards = [%s]
[knights.george]
"""


def test_who_has_fulfilled_his_quest_is_sent_to_the_gate_by_the_arch_mage() -> None:
    told = FAR_FROM_THE_GATE % ("start", "", '"arch-mage", "princess"', "")
    assert chooses(told) == "arch-mage c9"
    assert chooses(told.replace("c2", "c8").replace("c1", "c7")) == "move north"


def test_the_illusion_is_sent_to_no_gate() -> None:
    asked = 'pending = [{kind = "illusion", who = "roland", knight = "roland", area = "c2"}]'
    told = asked + FAR_FROM_THE_GATE % ("arrived", '"illusion"', '"princess"', "")
    assert {"send illusion c9", "send illusion c1"} & {*mw.loads(told).actions()}
    chosen = {quest_bot(mw.loads(told), "roland", random.Random(seed)) for seed in range(200)}
    assert not chosen & {"send illusion c9", "send illusion c1"}


def test_the_princess_is_sought_by_who_has_prowess_enough_to_win_her() -> None:
    lies = FAR_FROM_THE_GATE.replace("areas.c3]", 'areas.c3]\ndenizens = ["princess"]')
    weak, strong = (mw.loads(lies % ("start", "", "", slain)) for slain in ("", '"orc", "giant"'))
    heading = RoutePlan(weak, weak.knight("roland"))
    assert INDEX["c3"] not in heading.goals
    assert {*heading.wood.ground.unknown} <= {*heading.goals}
    assert RoutePlan(strong, strong.knight("roland")).goals == [INDEX["c3"]]


def test_what_is_known_of_the_wood_does_not_depend_on_what_was_looked_at_before() -> None:
    """A survey is made from the one before: whatever that was, even of another game."""
    states = [*moments(0)][::40] + [*moments(1)][::40]
    for number, state in enumerate(states):
        for before in (states[number - 1], states[number // 2]):
            survey(before.wood, before.areas)
            known = survey(state.wood, state.areas)
            lies = {card: at for at, area in enumerate(state.areas) for card in (*area.denizens, *area.things)}
            assert lies.items() <= known.lies.items()
            assert known.ground.unknown == [at for at, area in enumerate(state.areas) if area.tile is None]
            assert known.challengers == sorted((card, at) for card, at in lies.items() if card in CHALLENGERS)


AT_THE_EDGE_OF_IT = """
order = ["%s", "roland"]
moment = "arrived"
[areas.%s]
name = "%s"
drawn = true
[knights.%s]
at = "%s"
came_from = "%s"
things = ["golden-bough", "ring"]
[knights.roland]
"""


def test_who_is_to_wait_in_the_cave_goes_into_it_and_not_over_to_an_empty_island() -> None:
    for knight, name, at, before, goes in (
        ("guyon", "cave", "c2", "c1", True),
        ("guyon", "island", "c8", "c9", False),
        ("perceval", "cave", "c2", "c1", False),
    ):
        told = AT_THE_EDGE_OF_IT % (knight, at, name, knight, at, before)
        assert "go in" in mw.loads(told).actions(), told
        assert (chooses(told) == "go in") == goes, told


@pytest.mark.parametrize("seed", [8, 67, 69])
def test_nobody_goes_back_twice_from_the_same_fight_while_nothing_has_changed(seed: int) -> None:
    """In these three games some went back from one challenger up to twenty times, no stronger and no weaker than before."""
    names = ["george", "britomart", "guyon", "roland"]
    record = mw.play_out(mw.new_game(names, mw.editions()[seed % 2]), dict.fromkeys(names, BOTS["quest"]), seed, 1000)
    before = set()
    for state, action in zip(record.states, record.actions, strict=False):
        if action == "withdraw":
            me = state.knight(state.to_move or "")
            faced = (me.id, me.at, state.area(me.at).denizens, me.things, me.prowess_cards, me.companions)
            assert faced not in before
            before.add(faced)
    assert record.states[-1].over


def test_who_would_only_come_here_again_does_not_turn_back() -> None:
    """One holds the only way out of the corner: the fight is hard, but Roland would stand before him again."""
    corner = """
order = ["roland", "george"]
moment = "arrived"
[areas.a1]
paths = "%s"
[areas.a2]
paths = "NES"
denizens = ["%s"]
[knights.roland]
at = "a2"
came_from = "a1"
[knights.george]
"""
    for challenger in ("giant", "dragon"):
        assert chooses(corner % ("NSW", challenger)) == f"meet {challenger}"
        assert chooses(corner % ("NES", challenger)) == "withdraw"  # there is new ground beside a1


def test_the_dragon_at_the_gate_is_left_alone_until_he_can_be_beaten() -> None:
    """Roland has his Princess and a Dragon before the Gate: he looks for what makes him stronger first, if there is anything."""
    told = FAR_FROM_THE_GATE.replace("[areas.c3]", "[areas.c9]\ndenizens = ['dragon']\n[areas.c3]")
    weak, strong = (
        mw.loads(told % ("start", "", '"princess"', slain))
        for slain in ("", '"orc", "giant"]\nhorse = true\nthings = ["armour", "lance", "shield"')
    )
    heading = RoutePlan(weak, weak.knight("roland"))
    assert INDEX["c9"] not in heading.goals
    assert {*heading.wood.ground.unknown} <= {*heading.goals}
    assert RoutePlan(strong, strong.knight("roland")).goals == [INDEX["c9"]]


def test_help_is_not_sought_where_one_stands_before_it_whom_he_would_not_fight() -> None:
    told = FAR_FROM_THE_GATE.replace("[areas.c3]", "[areas.c3]\ndenizens = [%s]") % ("start", "", "%s", "", "")
    for beside, sought in (('"arch-mage"', True), ('"arch-mage", "dragon"', False)):
        state = mw.loads(told % beside)
        assert (INDEX["c3"] in RoutePlan(state, state.knight("roland")).goals) == sought


def test_who_has_come_to_rescue_somebody_goes_in_where_she_is() -> None:
    told = AT_THE_EDGE_OF_IT % ("guyon", "c8", "island", "guyon", "c8", "c9")
    told = told.replace("drawn = true", 'drawn = true\ndenizens = ["child"]')
    assert chooses(told.replace("things = ", 'must_rescue = ["child"]\nthings = ')) == "go in"


# ------------------------------------------------------------------ the strongest


def both_choose(situation: str) -> tuple[str, str]:
    """What the quest bot chooses, and what the strongest does."""
    state = mw.loads(situation)
    seat = state.to_move or ""
    seen = state.seen_by(seat)
    return quest_bot(seen, seat, random.Random(3)), crown_bot(seen, seat, random.Random(3))


#: Paths lead from b3 west to new ground beyond a3, and east to c3, where the card lies.
BETWEEN = """
order = ["george", "britomart"]
[areas.b3]
paths = "NEW"
[areas.b4]
paths = "NEW"
[areas.a3]
paths = "NES"
[areas.c3]
paths = "NESW"
%s
[knights.george]
at = "b3"
horse = true
[knights.britomart]
"""


@pytest.mark.parametrize("card", ['denizens = ["king"]', 'things = ["armour"]'])
def test_the_strongest_goes_for_the_crown_and_for_armour_lying_about(card: str) -> None:
    """The quest bot rides to the new ground, which is as near (`king.become`, `thing.bonuses`)."""
    quest, crown = both_choose(BETWEEN % card)
    assert crown == "move east"
    if "king" in card:
        assert quest == "move west"


def test_who_came_for_the_crown_does_not_turn_back_from_the_king() -> None:
    """He would only come here again (`withdraw.back`)."""
    came = """
order = ["george", "britomart"]
moment = "arrived"
[areas.b3]
paths = "NEW"
[areas.c3]
paths = "NESW"
denizens = ["king"]
[knights.george]
at = "c3"
came_from = "b3"
things = ["lance", "shield"]
[knights.britomart]
"""
    assert both_choose(came)[1] == "meet king"


def test_who_is_walled_in_with_another_jousts_instead_of_waiting() -> None:
    """Whoever is beaten may be sent to the Tower, from where other ways lead (`joust.prize-tower`, `move.isolated`)."""
    assert both_choose(WALLED_IN % "c3") == ("stalemate", "joust roland")


def test_the_strongest_takes_what_lies_near_his_way() -> None:
    """The Princess is three areas to the east; the Wild Ox, beside Roland, would give prowess (`prowess.cards`)."""
    near = """
order = ["roland", "george"]
[areas.b3]
paths = "NEW"
[areas.b4]
paths = "NSW"
denizens = ["%s"]
[areas.c3]
paths = "NESW"
[areas.d3]
paths = "NESW"
denizens = ["princess"]
[knights.roland]
at = "b3"
horse = true
prowess_cards = ["orc", "troll"]
[knights.george]
"""
    assert both_choose(near % "wild-ox") == ("move east", "move north")
    assert both_choose(near % "wizard") == ("move east", "move east")  # who would throw him into the Tower too often


def test_who_is_sought_in_the_cave_is_reached_with_the_golden_bough_alone() -> None:
    """George owes the Queen a rescue: without the Bough he rode round before the Cave for ever (`area.cave-enter`)."""
    told = """
order = ["george", "roland"]
[areas.b2]
paths = "NSW"
[areas.a2]
paths = "NES"
%s
[areas.b3]
paths = "ESW"
[areas.c3]
name = "cave"
drawn = true
denizens = ["queen"]
[knights.george]
at = "b2"
companions = ["damsel"]
must_rescue = ["damsel"]
%s
[knights.roland]
"""
    assert both_choose(told % ('denizens = ["druid"]', "")) == ("move west", "move west")
    assert both_choose(told % ("", 'things = ["golden-bough"]')) == ("move north", "move north")


@pytest.mark.parametrize(("at", "does"), [("c8", "wand"), ("c7", "move north")])
def test_who_is_walled_off_with_the_wand_turns_what_opens_the_way(at: str, does: str) -> None:
    """No path leads to the Gate, but c8 would if it were turned: Britomart waited there for ever (`card.wand`)."""
    told = """
order = ["britomart", "roland"]
[areas.b9]
paths = "NSW"
[areas.d9]
paths = "NES"
[areas.c8]
paths = "ESW"
[areas.c7]
paths = "NSW"
[knights.britomart]
at = "%s"
things = ["wand"]
companions = ["prince"]
[knights.roland]
"""
    assert both_choose(told % at) == (does, does)


@pytest.mark.parametrize("seed", range(4))
def test_the_strongest_plays_to_the_end_without_dithering(seed: int) -> None:
    names = [KNIGHTS[(seed + n) % 5] for n in range(4)]
    record = mw.play_out(mw.new_game(names, mw.editions()[seed % 2]), dict.fromkeys(names, crown_bot), seed, 4000)
    assert record.states[-1].over


# ------------------------------------------------------------------ how far it looks

FACING = """
order = ["%s", "britomart"]
moment = "arrived"
[areas.c2]
paths = "NESW"
[areas.c3]
paths = "NESW"
%s
[knights.%s]
at = "c3"
came_from = "c2"
%s
[knights.britomart]
%s
"""


def promised(situation: str) -> dict[str, float]:
    """How likely the strongest thinks it wins by each action."""
    state = mw.loads(situation)
    glance = Glance(state, state.to_move or "")
    return {action.text: glance.promise(action) for action in state.legal_actions()}


def test_a_fight_is_worth_its_chances() -> None:
    """The Ox may be won, lost or tied: the stronger Roland is, the more it promises (`challenge.score`, `prowess.cards`)."""
    weak, strong = (
        promised(FACING % ("roland", 'denizens = ["wild-ox"]', "roland", mounted, ""))["meet wild-ox"]
        for mounted in ("", "horse = true")
    )
    assert 0.0 < weak < strong < 1.0


def test_who_can_win_at_once_promises_certainty() -> None:
    """Roland has the Princess and stands at the Gate (`end.leave`)."""
    told = """
order = ["roland", "george"]
[areas.c8]
paths = "NESW"
[knights.roland]
at = "c9"
companions = ["princess"]
[knights.george]
"""
    assert promised(told)["leave"] == 1.0
    assert both_choose(told)[1] == "leave"


#: Roland and Britomart meet; she has something he may win.
MEETING = """
order = ["roland", "britomart"]
edition = "1980"
[areas.c3]
paths = "NESW"
[areas.c4]
paths = "NESW"
[areas.c2]
paths = "NESW"
[knights.roland]
at = "c3"
%s
[knights.britomart]
at = "c3"
%s
"""


def test_the_strongest_jousts_whom_it_is_likely_to_beat_for_what_he_has() -> None:
    """Mounted and armed he leads by six, and wins a thing of hers (`joust.prize-card`); without the lead he rides on."""
    armed = 'horse = true\nthings = ["lance", "shield", "potion"]\nprowess_cards = ["orc"]'
    assert both_choose(MEETING % (armed, 'things = ["armour"]'))[1] == "joust britomart"
    assert both_choose(MEETING % ("", armed.replace('["orc"]', '["giant"]')))[1].startswith("move")


@pytest.mark.parametrize("seed", range(3))
def test_how_likely_somebody_wins_is_told_as_a_chance(seed: int) -> None:
    for state in [*moments(seed)][::10]:
        for knight in state.knights:
            assert 0.0 <= outlook(state, knight.id) <= 1.0
            assert network().places.keys() >= {name for name, _ in Signs(state, knight, exploring=False).all()}


def test_the_strongest_gets_what_a_rival_seeks_before_he_does() -> None:
    """The Golden Bough lies to the east, new ground to the west: to Guyon's rival it is worth the ride (`area.cave-enter`). Where
    all win together, and where it would serve nobody, it is left to lie."""
    there = BETWEEN % 'things = ["golden-bough"]'
    for rival, edition, variants, goes in (
        ("guyon", "1980", [], True),
        ("britomart", "1980", [], False),
        ("guyon", "1980", ["cooperative"], False),
    ):
        told = f'edition = "{edition}"\nvariants = {variants}\n' + there.replace("britomart", rival)
        state = mw.loads(told)
        assert (CrownPlan(state, state.knight("george")).errands().get(INDEX["c3"], 0.0) > 5.0) == goes, told


def test_what_was_a_dead_end_is_new_ground_from_another_side() -> None:
    """The card of d3 went back face down; whoever comes to it by a path that runs on draws for it (`explore.dead-end`)."""
    told = (
        BETWEEN
        % """
[areas.d3]
paths = "NESW"
face = "down"
seen = ["britomart", "george"]
"""
    )
    state = mw.loads(told)
    plan = CrownPlan(state, state.knight("george"))
    assert INDEX["d3"] in plan.goals
    assert INDEX["d3"] in plan.errands()
    assert INDEX["d3"] not in plan.wood.ground.unknown


def test_the_estimate_adds_up_what_its_units_say() -> None:
    """Two signs, of which one holds; a hidden unit counts only where its sum is above 0."""
    units = (HiddenUnit(-1.0, 2.0, (3.0, 0.0)), HiddenUnit(-1.0, 5.0, (0.5, 9.0)))
    made = Network({"horse": 0, "grail": 1}, 0.25, (0.5, 7.0), units)
    assert made.log_odds([1.0, 0.0]) == pytest.approx(0.25 + 0.5 + 2.0 * 2.0)


def test_the_estimate_is_higher_the_nearer_the_end_of_the_quest() -> None:
    """Roland with the Princess at the Gate, one area from it, three from it, and without her (`end.leave`)."""
    told = """
order = ["george", "roland"]
[areas.c8]
paths = "NESW"
[areas.c7]
paths = "NESW"
[areas.c6]
paths = "NESW"
[knights.george]
[knights.roland]
at = "%s"
%s
"""
    hers = 'companions = ["princess"]'
    found = [outlook(mw.loads(told % at), "roland") for at in (("c9", hers), ("c8", hers), ("c6", hers), ("c6", ""))]
    assert found == sorted(found, reverse=True)
    assert found[0] > found[-1] + 0.3


@pytest.mark.parametrize("variant", ["hidden", "cooperative"])
def test_the_strongest_plays_games_with_secrets_and_games_together(variant: str) -> None:
    """It plays on nothing it may not know: there it goes by its plan (`variant.hidden`, `variant.cooperative`)."""
    names = ["george", "roland", "guyon"]
    begun = mw.new_game(names, "1980", [variant])
    record = mw.play_out(begun, dict.fromkeys(names, crown_bot), 5, 400)
    assert record.states[-1].over or len(record.actions) == 400


def test_a_look_ahead_judges_no_more_than_so_many_positions() -> None:
    """So that each decision is bounded on every computer, however slow."""
    most = 0
    for state in [*moments(3)][::5]:
        seat = state.to_move or ""
        glance = Glance(state, seat)
        for action in state.legal_actions()[:MOST_ACTIONS]:
            glance.promise(action)
        most = max(most, glance.judged)
    assert 5 < most <= 2 * MOST_JUDGED


def test_what_lies_with_one_who_takes_no_notice_of_him_is_not_gone_for() -> None:
    """He may take nothing there (`reaction.remains`): Guyon rode to and fro for such Armour for ever."""
    told = """
order = ["guyon", "roland"]
[areas.b3]
paths = "NESW"
[areas.b4]
paths = "NESW"
denizens = ["merlin"]
things = ["armour"]
[knights.guyon]
at = "b3"
%s
[knights.roland]
"""
    remains = 'ignored_by = [{denizen = "merlin", area = "b4"}]'
    for ignored, worth in (("", True), (remains, False)):
        state = mw.loads(told % ignored)
        plan = CrownPlan(state, state.knight("guyon"))
        assert (plan.errands().get(INDEX["b4"], 0.0) > 5.0) == worth
        assert (INDEX["b4"] in CrownPlan(state, state.knight("guyon")).goals) == worth


TOGETHER = """
order = ["guyon", "britomart"]
edition = "2006"
variants = ["cooperative"]
[areas.c9]
[areas.c8]
paths = "NESW"
[knights.guyon]
at = "c9"
quest_done = true
[knights.britomart]
at = "c8"
"""


def test_friends_wait_for_one_another_at_the_gate() -> None:
    """In cooperative play they leave together (`variant.cooperative`): who has done his own does not ride about meanwhile."""
    assert chooses(TOGETHER) == "stay"
    assert chooses(TOGETHER.replace('variants = ["cooperative"]', "")) == "leave"


def test_friends_leave_behind_what_anothers_quest_needs() -> None:
    """Guyon has no use for the Prince any more, and Britomart's quest is to leave the Wood with him."""
    arrived = TOGETHER.replace("order =", 'moment = "after"\norder =')
    arrived = arrived.replace("quest_done = true", 'quest_done = true\ncompanions = ["prince"]')
    assert chooses(arrived) == "leave prince"
    assert chooses(arrived.replace('variants = ["cooperative"]', "")) != "leave prince"


@pytest.mark.parametrize(("seeds", "least"), [(range(20), 6), deep(range(60), 20)])
def test_games_of_friends_come_to_an_end(seeds: range, least: int) -> None:
    """Of 60 cooperative games of two to four bots all end within 4,000 actions, and a third at least by leaving together: where
    somebody is cut off from what he needs, a friend proposes the end, and all agree (`move.isolated`, `end.stalemate`)."""
    together = 0
    for seed in seeds:
        rng = random.Random(seed)
        seats = rng.sample(KNIGHTS, rng.choice([2, 3, 4]))
        state = mw.new_game(tuple(seats), "1980", variants=("cooperative",))
        last = mw.play_out(state, dict.fromkeys(seats, quest_bot), seed, 4000).states[-1]
        assert last.over, f"seed {seed}"
        together += len(last.winners) > 1
    assert together >= least


def test_no_friend_takes_the_crown_for_himself() -> None:
    """Whoever vanquishes the King alone is King, and his friends can leave with him no more (`king.become`); with a friend beside
    him he is of use, for a joint victory crowns nobody (`combine.king`)."""
    met = """
        edition = "2006"
        order = ["george", "roland"]
        moment = "arrived"
        %s
        [areas.c5]
        [areas.c4]
        paths = "NESW"
        denizens = ["king"]
        [knights.george]
        at = "c4"
        came_from = "c5"
        things = ["armour", "lance", "shield", "potion"]
        prowess_cards = ["orc", "troll", "giant"]
        [knights.roland]
        at = "%s"
        """
    together = 'variants = ["cooperative"]'
    assert chooses(met % ("", "c5")) == "meet king"
    assert chooses(met % (together, "c5")) == "withdraw"
    assert chooses(met % (together, "c4")) == "meet king with roland"


def test_a_king_does_not_wait_where_somebody_keeps_him_from_the_castle() -> None:
    """He has met the Enchantress, who stays: to hold the Castle he must come back to her (`king.win`)."""
    held = """
        edition = "1980"
        order = ["roland", "guyon"]
        variants = ["cooperative"]
        [areas.d2]
        paths = "NESW"
        [areas.d1]
        tile = "g03"
        denizens = %s
        [knights.roland]
        at = "d1"
        came_from = "d2"
        king = true
        met = %s
        [knights.guyon]
        at = "c9"
        quest_done = true
        """
    assert chooses(held % ("[]", "[]")) == "stay"
    assert chooses(held % ('["enchantress"]', '["enchantress"]')).startswith("move ")


def test_who_is_held_up_is_known_to_his_friends() -> None:
    """Whose quest no path leads to is cut off; who must pass somebody too strong for him is held up (`move.isolated`)."""
    from engine.mystic_wood.play.friends import cut_off, held_up

    assert cut_off(mw.loads(FRIEND_IN_A_CORNER % ("ESW", "[]"))) == ("perceval",)
    free = mw.loads(FRIEND_IN_A_CORNER % ("NES", "[]"))
    assert cut_off(free) == held_up(free) == ()
    barred = mw.loads(FRIEND_IN_A_CORNER % ("NES", '["dragon"]'))
    assert (cut_off(barred), held_up(barred)) == ((), ("perceval",)), "the Dragon throws 6 at least, and he 7 at most"
