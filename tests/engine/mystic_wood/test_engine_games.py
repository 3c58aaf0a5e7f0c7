"""Whole games: every state sound, every step explained, legal exactly what has no reason against it."""

from __future__ import annotations

import itertools
import json
import random
import re
from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine import mystic_wood as mw
from engine.contract.records import Record
from engine.contract.records import loads as load_record
from engine.mystic_wood.material.cards import KNIGHTS
from engine.mystic_wood.play.bots import BOTS
from engine.mystic_wood.play.state import broken_invariants
from engine.mystic_wood.position.actions import parse_action, share_out
from engine.mystic_wood.position.whereabouts import accounted_for
from tests.depth import deep, deep_from
from tests.support.broken_states import SOUND, TWOFOLD, broken
from tests.support.games import replayed
from tests.support.random_games import crowded_state, first_state, moments, moments_from, state_at, vocabulary

seeds = st.integers(0, 100_000)
numbers = st.integers(0, 250)
slow = settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])


@pytest.mark.parametrize("seed", deep_from(12, range(24)))
def test_every_state_of_a_random_game_is_sound(seed: int) -> None:
    for state, action, step in moments(seed, 500):
        assert broken_invariants(step.state) == [], f"after {action.text} from {mw.code(state)}"
        assert all(event.rules for event in step.events), step.events
        for event in step.events:
            for rule in event.rules:
                assert rule in mw.ledger(), f"{event.text} cites {rule}"


@pytest.mark.parametrize("name", broken())
def test_an_invariant_that_is_broken_is_found(name: str) -> None:
    state, words = broken()[name]
    told = broken_invariants(state)
    assert any(words in fault for fault in told), told
    assert len(told) == (2 if name in TWOFOLD else 1), told


def test_a_sound_state_breaks_no_invariant() -> None:
    assert broken_invariants(SOUND) == []


def test_chances_that_do_not_sum_to_one_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    state = mw.new_game(["george"]).play("move north").state
    assert broken_invariants(state) == []
    monkeypatch.setattr(mw.State, "chances", lambda _: {"reveal g05": Fraction(1, 2)})
    assert broken_invariants(state) == ["the chances do not sum to 1"]


@pytest.mark.parametrize("seed", deep_from(24, range(60)))
def test_every_state_of_a_crowded_wood_is_sound(seed: int) -> None:
    first = crowded_state(seed)
    assert broken_invariants(first) == []
    for _, action, step in moments_from(first, random.Random(seed), 80):
        assert broken_invariants(step.state) == [], f"after {action.text} of game {seed}"


def test_every_step_tells_what_happened() -> None:
    silent = {
        action.verb
        for seed in range(24)
        for _, action, step in (*moments(seed, 300), *moments_from(crowded_state(seed), random.Random(seed), 80))
        if not step.events
    }
    assert not silent


@slow
@given(seeds, numbers)
def test_text_and_code_bring_the_same_state_back(seed: int, number: int) -> None:
    state = state_at(seed, number)
    again, coded = mw.loads(mw.dumps(state)), mw.from_code(mw.code(state))
    assert again == state
    assert coded == state
    assert hash(again) == hash(state)
    assert mw.dumps(again) == mw.dumps(state)
    assert mw.code(coded) == mw.code(state)
    assert mw.from_dict(json.loads(json.dumps(mw.to_dict(state)))) == state


@slow
@given(seeds, numbers)
def test_chances_sum_to_one_and_each_branch_contains_its_outcome(seed: int, number: int) -> None:
    state = state_at(seed, number)
    chances = state.chances()
    if state.decision != "chance":
        assert chances == {}
        return
    assert sum(chances.values()) == 1
    waiting = state.pending[-1]
    for text in chances:
        step = state.play(text)
        action = parse_action(text)
        if action.verb == "reveal":
            tile = step.state.area(waiting.area).tile
            assert tile is not None
            assert tile.id == action.of
        elif action.verb == "draw":
            told = any(mw.name_of(action.of) in event.text for event in step.events)
            assert told or ("hidden" in state.variants and action.of in mw.CARDS.denizens)
            assert action.of not in mw.CARDS.spells or action.of in step.state.removed or waiting.number > 1
        else:
            shown = " ".join(event.text for event in step.events)
            assert all(str(die) in shown for die in action.dice), (text, shown)


VOCABULARY = vocabulary()


def test_the_vocabulary_is_whole() -> None:
    from engine.mystic_wood.position.actions import VERBS

    assert {action.verb for action in VOCABULARY} == set(VERBS)
    assert len(VOCABULARY) > 1500


@pytest.mark.parametrize("examples", [12, deep(40)])
def test_an_action_is_legal_exactly_when_it_has_no_reasons(examples: int) -> None:
    @settings(max_examples=examples, deadline=None, suppress_health_check=[HealthCheck.too_slow])
    @given(seeds, numbers)
    def held(seed: int, number: int) -> None:
        state = state_at(seed, number)
        legal = set(state.legal_actions())
        for action in VOCABULARY:
            verdict = state.judge(action)
            assert verdict.legal == (parse_action(verdict.action) in legal), (
                f"{action.text} in {mw.code(state)}: {verdict}"
            )
        assert {action for action in legal if action.verb != "share"} <= set(VOCABULARY)

    held()


KINGS_HAND = """
order = ["george", "roland", "guyon", "perceval"]
edition = "EDITION"
moment = "arrived"
pending = [{ kind = "share", who = "george", knight = "george", partners = ["roland", "guyon"] }]
[areas.b3]
paths = "NESW"
[areas.c3]
paths = "NESW"
denizens = ["elf", "orc"]
[knights.george]
at = "c3"
came_from = "b3"
partners = ["roland", "guyon"]
due = ["lance", "key", "child", "horse"]
[knights.roland]
at = "c3"
partners = ["george"]
[knights.guyon]
at = "c3"
partners = ["george"]
[knights.perceval]
at = "c3"
out = true
"""


def test_every_division_of_a_kings_hand_is_listed_and_no_other() -> None:
    """Each card to each victor or to nobody else: 81 ways, and whatever is not among them has a reason against it."""
    state = mw.loads(KINGS_HAND.replace("EDITION", "1980"))
    listed = set(state.legal_actions())
    assert len(listed) == len(state.actions()) == 3**4
    given = itertools.product(("", *KNIGHTS), repeat=5)
    for takers in given:
        cards = zip(("lance", "key", "child", "horse", "ring"), takers, strict=True)
        action = share_out((card, taker) for card, taker in cards if taker)
        verdict = state.judge(action)
        assert verdict.legal == (parse_action(verdict.action) in listed), f"{action.text}: {verdict}"


def test_of_a_great_hand_not_every_division_is_listed_but_every_one_is_legal() -> None:
    text = KINGS_HAND.replace("EDITION", "1980").replace('"key"', '"key", "ring", "golden-bough", "sage"')
    state = mw.loads(text)
    assert len(state.actions()) == 1 + 2 * 7 + 2
    assert state.judge("share lance key to roland ring sage to guyon").legal
    assert not state.judge("share armour to roland").legal


@pytest.mark.parametrize("seed", deep_from(8, range(60)))
def test_however_a_kings_hand_is_shared_and_fought_for_no_card_is_lost(seed: int) -> None:
    state = mw.loads(KINGS_HAND.replace("EDITION", mw.editions()[seed % 2]))
    before = set(accounted_for(state))
    for _, action, step in moments_from(state, random.Random(seed), 40):
        where = f"after {action.text} from {mw.code(step.state)}"
        assert broken_invariants(step.state) == [], where
        assert before <= set(accounted_for(step.state)), where
        assert mw.loads(mw.dumps(step.state)) == mw.from_code(mw.code(step.state)) == step.state, where


def test_random_quarrels_over_a_kings_hand_are_accepted_disputed_tied_and_won() -> None:
    seen = set()
    for seed in range(60):
        state = mw.loads(KINGS_HAND.replace("EDITION", mw.editions()[seed % 2]))
        for _, action, step in moments_from(state, random.Random(seed), 40):
            seen |= {action.verb, *(event.kind for event in step.events)}
            seen |= {"in dispute" for knight in step.state.knights if knight.due and knight.fighting}
    assert {
        "share",
        "accept",
        "dispute",
        "would-give",
        "would-keep",
        "has-spoils",
        "dispute-settled",
        "in dispute",
    } <= seen


@slow
@given(seeds, numbers)
def test_refused_actions_change_nothing_and_say_why(seed: int, number: int) -> None:
    state = state_at(seed, number)
    rng = random.Random(seed)
    for action in rng.sample(VOCABULARY, 40):
        verdict = state.judge(action)
        if verdict.legal:
            continue
        with pytest.raises(mw.IllegalAction) as refusal:
            state.play(action)
        assert refusal.value.verdict == verdict
        for reason in verdict.reasons:
            assert reason.rule in mw.ledger()
            assert reason.text
            assert reason.cite


@slow
@given(seeds, numbers, st.sampled_from(KNIGHTS))
def test_a_view_never_leaks(seed: int, number: int, who: str) -> None:
    state = state_at(seed, number)
    if who not in state.order:
        return
    view = state.seen_by(who)
    for before, after in zip(state.areas, view.areas, strict=True):
        if not before.face_up and who not in before.seen:
            assert after.tile is None
        for card, seers in before.hidden:
            assert (card in after.denizens) == (who in seers)
    assert view.next_cards == (), f"of the stacked pack {state.next_cards}"
    if state.to_move == who:
        assert replace(view).actions() == state.actions(), "what he may do tells him nothing that only others know"


@pytest.mark.parametrize("seed", range(10))
def test_what_is_told_to_all_names_no_card_that_lies_face_down(seed: int) -> None:
    rng = random.Random(seed)
    state = mw.new_game(["george", "roland", "guyon"][: 2 + seed % 2], mw.editions()[seed % 2], ["hidden"])
    for _ in range(250):
        if state.over:
            break
        step = state.play(rng.choice(state.actions()))
        for before, after in zip(state.areas, step.state.areas, strict=True):
            unseen = {card for card, seers in after.hidden if len(seers) < len(state.order)}
            for card in unseen & {card for card, _ in before.hidden}:
                assert not [e.text for e in step.events if mw.name_of(card) in e.text or card in e.what], card
        state = step.state


def test_random_games_have_what_a_view_could_leak() -> None:
    states = [first_state(seed) for seed in range(60)]
    assert sum(bool(state.next_cards) for state in states) > 10
    assert all(state.seen_by(state.turn).next_cards == () for state in states)
    assert any(area.hidden for seed in range(40) for area in state_at(seed, 120).areas)


def test_actions_are_written_as_they_are_read() -> None:
    for action in VOCABULARY:
        assert parse_action(action.text) == action


@pytest.mark.parametrize("seed", range(6))
def test_quest_bots_play_games_that_end(seed: int) -> None:
    names = [KNIGHTS[(seed + n) % 5] for n in range(2 + seed % 3)]
    record = mw.play_out(mw.new_game(names, mw.editions()[seed % 2]), dict.fromkeys(names, BOTS["quest"]), seed, 4000)
    assert record.state.over
    assert replayed(record).state == record.state


def test_most_games_of_quest_bots_are_won() -> None:
    won = 0
    for seed in range(10):
        names = [KNIGHTS[(seed + n) % 5] for n in range(2)]
        won += bool(mw.play_out(mw.new_game(names), dict.fromkeys(names, BOTS["quest"]), seed, 4000).state.winners)
    assert won >= 6


def test_a_record_is_replayed_undone_and_read_back() -> None:
    record: Record[mw.State] = Record.begin(mw.new_game(["george", "roland"]))
    for action in ("move north", "reveal g05", "draw elf", "meet elf", "roll 5"):
        record = record.play(action)
    assert "wand" in record.state.knight("roland").things
    assert record.undo().state.decision == "chance"
    assert record.undo(99).state == record.first
    assert load_record(record.dumps(mw.dumps), mw.loads).state == record.state
    assert "> roll 5" in record.transcript()


@pytest.mark.parametrize(
    "broken", ["", "{", "[]", '{"situation": 3}', '{"situation": "order = []", "do": "move north"}']
)
def test_a_broken_record_is_refused(broken: str) -> None:
    with pytest.raises(mw.UnreadableText) as refusal:
        load_record(broken, mw.loads)
    assert refusal.value.faults[0].fix


def count(state: mw.State, depth: int) -> int:
    """Action sequences of this length, chance counted as actions (perft)."""
    if depth == 0:
        return 1
    actions = state.legal_actions()
    if depth == 1:
        return len(actions)
    return sum(count(state.play(action).state, depth - 1) for action in actions)


COUNTED = {
    "two at the Gate": ('order = ["george", "roland"]', [7, 70, 1327]),
    "alone": ('order = ["guyon"]', [4, 67, 1272]),
    "four denizens": (
        'order = ["roland"]\nmoment = "arrived"\n[areas.c2]\npaths = "NESW"\ndenizens = ["elf", "orc", "sage", "witch"]\n'
        '[knights.roland]\nat = "c2"\ncame_from = "c1"',
        [2, 40, 224],
    ),
}


@pytest.mark.parametrize("name", COUNTED)
def test_numbers_of_action_sequences(name: str) -> None:
    text, expected = COUNTED[name]
    assert [count(mw.loads(text), depth) for depth in (1, 2, 3)] == expected


def test_the_pack_is_drawn_without_replacement() -> None:
    state = mw.new_game(["george"]).play("move north").state.play("reveal g05").state
    assert set(state.chances().values()) == {Fraction(1, 32)}
    later = state.play("draw elf").state
    later = later.play("meet elf").state.play("roll 1").state
    later = later.play("move north").state.play("reveal g06").state
    assert set(later.chances().values()) == {Fraction(1, 31)}
    assert "draw elf" not in later.chances()


def secrets_of(state: mw.State, who: str) -> set[str]:
    """The cards that lie face down and that he has not looked at: denizens, and area cards."""
    denizens = {card for area in state.areas for card, seers in area.hidden if who not in seers}
    return denizens | {area.tile.id for area in state.areas if area.tile and not area.face_up and who not in area.seen}


@pytest.mark.parametrize(("seeds", "least"), [(range(3), 40), deep(range(8), 100)])
def test_no_card_is_named_to_who_has_not_looked_at_it(seeds: range, least: int) -> None:
    """`variant.hidden`: neither what is told of a step nor the view after it names it, but for what waits to be decided."""
    kept = 0
    for seed in seeds:
        state = mw.new_game(["george", "britomart", "roland"], mw.editions()[seed % 2], ["hidden"])
        rng = random.Random(seed)
        for _ in range(150):
            actions = [action for action in state.legal_actions() if action.verb != "stalemate"]
            if not actions:
                break
            step = state.play(
                rng.choices(actions, [0.1 if action.verb in ("drop", "offer") else 1 for action in actions])[0]
            )
            for who in (*state.order, None):
                secret = set().union(*(secrets_of(step.state, each) for each in ([who] if who else state.order)))
                told = state.told(step, who)
                kept += "unseen" in told.action
                seen = "\n".join(line for line in mw.dumps(told.state).splitlines() if not line.startswith("pending"))
                assert not secret & {*told.action.split(), *(card for event in told.events for card in event.what)}
                assert not secret & {*re.findall(r"[\w-]+", seen)}
            state = step.state
    assert kept > least


def test_a_denizen_drawn_at_the_palace_is_known_to_who_draws_it() -> None:
    """`glade.palace`, `variant.hidden`: the first of two cards, before they are laid down."""
    state = mw.loads(
        """
        order = ["george", "roland"]
        variants = ["hidden"]
        pending = [{ kind = "draw", knight = "george", area = "c7", number = 2 }]
        [areas.c7]
        name = "palace"
        drawn = false
        [knights.george]
        at = "c7"
        """
    )
    step = state.play("draw magician")
    assert state.told(step, "george").action == "draw magician"
    assert state.told(step, "roland").action == state.told(step, None).action == "draw unseen"
    assert step.state.seen_by("george").pending == step.state.pending
    for onlooker in ("roland", None):
        assert step.state.seen_by(onlooker).pending == state.pending, "two cards are still to come, as far as he knows"
    fog = state.play("draw mystic-fog")
    assert state.told(fog, "roland").action == "draw mystic-fog", "a spell is open"
