"""Mystic Paths: what its worked cases do not show: secrets, laying at once, questions by brute force, chance, random games."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace
from fractions import Fraction
from itertools import product
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import mystic_paths as mp
from engine.contract.game import play_out
from engine.mystic_paths import material, walks
from engine.mystic_paths.material import COLOURS, MODES, boards
from engine.text.faults import ImpossibleSituation
from tests.depth import deep_from
from tests.engine.mystic_paths.test_mystic_paths_cases import CASES
from tests.sources import ROOT
from tests.support import mystic_paths_answers
from tests.support.games import replayed
from tests.support.mystic_paths_games import begun, moments, wrong

BOARD = boards()["hexagon"]


# ------------------------------------------------------------------ random games, and what is as before


@pytest.mark.parametrize("seed", deep_from(7, range(12)))
def test_whole_random_games_keep_every_invariant(seed: int) -> None:
    for number, (before, step) in enumerate(moments(seed, 0.4 + 0.05 * seed)):
        if number % 3 == 0 or step.state.over:
            assert wrong(number, before, step) == ""
    assert step.state.over


def test_odd_situations_sets_and_actions_are_answered_as_before() -> None:
    assert mystic_paths_answers.answers() == mystic_paths_answers.FILE.read_text(encoding="utf-8")


def test_every_rule_is_named_by_the_code() -> None:
    files = sorted((ROOT / "engine" / "mystic_paths").glob("*.py"))
    text = "\n".join(path.read_text(encoding="utf-8") for path in files)
    assert len(mp.ledger()) == 115
    assert [rule for rule in mp.ledger() if f'"{rule}' not in text and f"`{rule}`" not in text] == []


def test_every_event_and_reason_is_met() -> None:
    """What nobody ever tells has no place in words.toml."""
    files = sorted((ROOT / "tests" / "golden" / "mystic_paths").glob("*.txt"))
    golden = (
        "".join(path.read_text(encoding="utf-8") for path in files)
        .replace(",", " ")
        .replace("[", " ")
        .replace(":", " ")
    )
    played = (moment for seed in range(16) for moment in moments(seed, (0.3, 0.97)[seed // 4 % 2]))
    met = {kind for before, step in played for kind in heard(before, step)}
    for text in ('maps = "known"', ""):
        state = mp.loads(
            text + '\nmoment = "guess"\n[players.red]\nclues = [{ step = 1, word = "wet" }]\n[players.green]'
        )
        met |= {event.kind for answer in ("yes", "no") for event in state.play("guess b2").state.play(answer).events}
        met |= {event.kind for event in state.play("guess b2").events}
    assert set(mp.KINDS) - met <= {"reshuffles", "no-cards", "all-through"}
    judged = {rule for case in CASES for rule in case.get("reasons", ())}
    assert [
        case for case in material.WORDS["reasons"] if case.partition(" ")[0] not in {*golden.split(), *judged}
    ] == []


def heard(before: mp.State, step: mp.Step[mp.State]) -> set[str]:
    """The kinds of event that somebody hears."""
    return {event.kind for seat in (*before.order, None) for event in (*step.events, *before.told(step, seat).events)}


# ------------------------------------------------------------------ all lay at once


@settings(max_examples=40, deadline=None)
@given(st.data())
def test_any_order_of_laying_gives_the_same_table(data: st.DataObject) -> None:
    seats = data.draw(st.sampled_from([("red", "green"), ("red", "green", "blue"), COLOURS]))
    seed = data.draw(st.integers(0, 10**6))
    rng = random.Random(seed)
    state = laid_out(seats, seed, data.draw(st.integers(1, 5)))
    own = {seat: own_laying(state, seat, rng) for seat in state.deciders}
    ends = []
    for _ in range(2):
        turns = [seat for seat, actions in own.items() for _ in actions]
        rng.shuffle(turns)
        waiting = {seat: list(actions) for seat, actions in own.items()}
        after, told = state, []
        for seat in turns:
            step = after.play(waiting[seat].pop(0))
            told += [
                event for event in step.events if event.kind not in ("ready-itself", "all-ready", "flips", "begins")
            ]
            after = step.state
        ends.append((after, sorted(map(str, told))))
    assert ends[0] == ends[1]
    assert ends[0][0].moment in ("first", "guess")


def laid_out(seats: tuple[str, ...], seed: int, in_round: int) -> mp.State:
    """A table at which a round is about to be laid."""
    state = mp.new_game(seats)
    for _, step in moments(seed, 0.5, state):
        if step.state.moment == "lay" and step.state.round == in_round:
            return step.state
    return state


def own_laying(state: mp.State, seat: str, rng: random.Random) -> list[str]:
    """What one player lays of his own accord, until he is ready; what the others do meanwhile is nothing to him."""
    done = []
    while seat in state.deciders and state.moment == "lay":
        done.append(rng.choice(state.actions(seat)))
        state = state.play(done[-1]).state
    return done


def test_nobody_waits_for_anybody() -> None:
    state = laid_out(("red", "green", "blue"), 1, 1)
    assert state.deciders == ("red", "green", "blue")
    assert state.to_move is None
    assert state.turn == "red"
    assert len(state.actions()) == 3 * 48
    after = state
    for _ in range(3):
        after = after.play(after.actions("red")[0]).state
    assert after.deciders == ("green", "blue")
    assert after.turn == "green"
    assert after.actions("red") == []


# ------------------------------------------------------------------ secrets


def twin(state: mp.State, seat: str | None, rng: random.Random) -> mp.State:
    """A game that differs from this one only in what a seat may not know: others' maps and hands, and clues he does not see."""
    mine = state.player(seat) if seat else None
    pool = [*state.unseen(), *(card for player in state.players if player is not mine for card in player.hand or ())]
    maps = [card for card in BOARD.maps if mine is None or card != mine.map]
    for stacks in (pool, maps):
        rng.shuffle(stacks)
    players = []
    for player in state.players:
        if player is mine:
            players.append(player)
            continue
        hand = tuple(sorted(pool.pop() for _ in player.hand or ()))
        ahead = {cell for cell in BOARD.onward[player.base, player.at] if cell not in player.marks}
        fitting = [
            card
            for card in maps
            if BOARD.walk_of(card, player.start)[: player.reached] == player.trail[1:]
            and (player.through or BOARD.walk_of(card, player.start)[player.reached] in ahead)
        ]
        card = fitting[0] if fitting and player.map else player.map
        maps = [other for other in maps if other != card]
        clues = player.clues
        if not state.sees(seat, player.id, "clues"):
            clues = tuple(
                sorted(clue._replace(word=BOARD.cards[pool.pop()][0], negated=not clue.negated) for clue in clues)
            )
        players.append(player._replace(hand=None if player.hand is None else hand, map=card, clues=clues))
    return replace(state, players=tuple(players))


@pytest.mark.parametrize("seed", range(8))
def test_games_that_differ_in_what_a_seat_may_not_know_look_alike_to_it(seed: int) -> None:
    rng, different, asked = random.Random(seed), 0, 0
    for number, (state, _) in enumerate(moments(seed, 0.6)):
        if state.over or state.moment == "place" or number % 4:
            continue
        seat = rng.choice([*state.order, None])
        other = twin(state, seat, rng)
        different += other != state
        assert other.seen_by(seat) == state.seen_by(seat)
        assert other.deciders == state.deciders
        if seat is not None:
            assert other.actions(seat) == state.actions(seat)
        for action in (
            rng.sample(state.actions(), min(3, len(state.actions()))) if state.moment in ("guess", "first") else ()
        ):
            asked += 1
            assert state.judge(action) == other.judge(action)
            assert mp.odds(state, action) == mp.odds(other, action)
        if state.moment == "lay" and seat is not None and seat in state.deciders:
            action = rng.choice(state.actions(seat))
            one, two = state.told(state.play(action), seat), other.told(other.play(action), seat)
            assert (one.action, one.events, one.state) == (two.action, two.events, two.state)
    assert different > 2
    assert asked > 2


def test_what_another_draws_is_dealt_or_lays_unseen_is_told_alike() -> None:
    state = mp.new_game(["red", "green", "blue"], mode="individual")
    seen = Counter[str]()
    for before, _ in moments(3, 0.5, state):
        actions = before.actions()
        if before.moment in ("draw", "deal"):
            told = {one(before, action, "green") for action in actions[:6] if before.turn != "green"}
            assert len(told) <= 1
            seen[before.moment] += len(told)
        if before.moment == "lay" and "red" in before.deciders:
            laid = [action for action in before.actions("red") if " clue " in action]
            unseen = {one(before, action, "blue") for action in laid[:: max(1, len(laid) // 4)] if len(laid) > 12}
            assert len(unseen) <= 1
            seen["lay"] += len(unseen)
            if len(laid) > 12:
                assert len({one(before, action, "green") for action in laid[:4]}) == 4
    assert min(seen[moment] for moment in ("draw", "deal", "lay")) >= 2


def one(before: mp.State, action: str, seat: str) -> tuple[str, tuple[str, ...], mp.State]:
    """All that somebody is told of an action."""
    told = before.told(before.play(action), seat)
    return told.action, tuple(map(str, told.events)), told.state


def test_legality_and_odds_of_guesses_are_the_same_for_every_map_that_fits() -> None:
    text = 'round = 2\nmoment = "guess"\n[players.red]\ntrail = ["a1", "a2"]\n{map}\n'
    text += 'clues = [{{ step = 2, word = "wet" }}]\n[players.green]'
    unknown = mp.loads(text.format(map=""))
    fitting = [card for card, _ in unknown.cards_left("red")]
    assert len(fitting) == 11
    for card in fitting:
        state = mp.loads(text.format(map=f'map = "{card}"'))
        assert state.actions() == unknown.actions()
        for cell in BOARD.cells:
            assert state.judge(f"guess {cell}") == unknown.judge(f"guess {cell}")
        assert state.guess_odds("red", "cards") == unknown.guess_odds("red", "cards")
        assert state.seen_by("green") == unknown.seen_by("green")


def test_a_code_of_a_view_holds_no_secret_and_is_read_back() -> None:
    state = laid_out(("red", "green", "blue"), 5, 2)
    for seat in (*state.order, None):
        view = state.seen_by(seat)
        assert mp.from_code(mp.code(view)) == view
        assert all(player.hand is None and player.map is None for player in view.players if player.id != seat)
        assert [view.holds(player) for player in view.players] == [state.holds(player) for player in state.players]
        assert view.deck() == state.deck()


# ------------------------------------------------------------------ the questions, by brute force


def ways(base: str, at: str, marks: tuple[str, ...], steps: int) -> list[tuple[str, ...]]:
    """Every lawful way of so many steps, spelled out from the list of links."""
    pairs = {*BOARD.links, *((b, a) for a, b in BOARD.links)}
    found: list[tuple[tuple[str, str], tuple[str, ...]]] = [((base, at), ())]
    for number in range(steps):
        shut = marks if number == 0 else ()
        found = [
            ((now, cell), (*way, cell))
            for (before, now), way in found
            for cell in BOARD.cells
            if (now, cell) in pairs and (cell != before or before == now) and cell not in shut
        ]
    return [way for _, way in found]


PLACES = [("a1", ()), ("a1 b2", ("b3",)), ("a1 b2 c3", ("c2", "d3")), ("c5 b4", ()), ("e3 e2 d2 e1", ("d1",))]


@pytest.mark.parametrize(("trail", "marks"), PLACES, ids=str)
def test_ways_are_counted_as_if_spelled_out(trail: str, marks: tuple[str, ...]) -> None:
    cells = trail.split()
    state = mp.loads(f'round = 3\n[players.red]\ntrail = {cells}\nmarks = {list(marks)}\n[players.green]\nstart = "a3"')
    base = cells[-2] if len(cells) > 1 else cells[-1]
    for steps in (1, 2, 3, 4):
        spelled = ways(base, cells[-1], marks, steps)
        assert state.reach("red", steps) == dict(Counter(way[-1] for way in spelled))
        assert state.windows("red", steps) == state.walks_left("red", steps) == len(spelled)
        for most in (1, 2):
            few = [way for way in spelled if max(Counter((*cells, *way)).values()) <= most]
            assert state.walks_left("red", steps, most=most) == len(few)
    assert list(state.next_portals("red")) == sorted({way[0] for way in ways(base, cells[-1], marks, 1)})
    shut = {**state.excluded("red"), **dict.fromkeys(state.next_portals("red"), "")}
    assert set(shut) == set(BOARD.next_to[cells[-1]])


@pytest.mark.parametrize(("trail", "marks"), PLACES, ids=str)
@pytest.mark.parametrize("knowing", ["steps", "walks", "cards"])
def test_odds_are_those_of_all_ways_weighed_one_by_one(trail: str, marks: tuple[str, ...], knowing: str) -> None:
    cells, rng = trail.split(), random.Random(f"{trail} {knowing}")
    base, step = cells[-2] if len(cells) > 1 else cells[-1], len(cells)
    words = {"wet": step, "tall": step, "dark": step + 2}
    since = zip(words.items(), (2, 3, 3), strict=True)
    clues = ", ".join(f'{{ step = {due}, word = "{word}", since = {laid} }}' for (word, due), laid in since)
    state = mp.loads(
        f'round = 3\nmoment = "guess"\n[players.red]\ntrail = {cells}\nmarks = {list(marks)}\nclues = [{clues}]\n'
        '[players.green]\nstart = "a3"'
    )
    fit = {word: {portal: Fraction(rng.randint(0, 5), 3) for portal in rng.sample(state.portals, 12)} for word in words}
    if knowing == "cards":
        spelled = [walk[step - 1 : step + 2] for _, walk in state.cards_left("red")]
    else:
        spelled = ways(base, cells[-1], marks, 3)
    weights = Counter[str]()
    for way in spelled:
        weight = Fraction(1)
        for word, due in words.items():
            weight *= fit[word].get(state.word(way[due - step]), 1)
        if knowing == "steps":
            for before, now in ((cells[-1], way[0]), (way[0], way[1])):
                weight /= len([cell for cell in BOARD.next_to[now] if cell != before])
        weights[way[0]] += weight
    whole = sum(weights.values())
    wanted = {cell: weight / whole for cell, weight in weights.items()} if whole else {}
    found = state.guess_odds("red", knowing, fit)
    assert {cell: chance for cell, chance in found.items() if chance} == {c: w for c, w in wanted.items() if w}
    assert sum(found.values()) in (0, 1)


def test_the_figures_of_the_contract() -> None:
    state = mp.loads("[players.red]\n[players.green]")
    assert [state.windows("red", steps) for steps in range(1, 6)] == [3, 11, 45, 175, 666]
    assert state.walks_left("red") == state.walks_left("green") == 492_728
    assert state.walks_left("red", most=1) == 35_268
    assert state.walks_left("red", knowing="cards") == 30
    firsts = [len({walk[:steps] for walk in BOARD.maps.values()}) for steps in range(1, 7)]
    assert firsts == [3, 10, 17, 24, 28, 30]
    assert sum(bool(material.met_twice("a1", walk)) for walk in BOARD.maps.values()) == 12
    assert Counter(walk[0] for walk in BOARD.maps.values()) == {"a2": 11, "b2": 8, "b1": 11}


def test_at_the_end_of_a_path_one_way_is_left_and_nothing_is_next() -> None:
    text = "round = 5\n[players.red]\nmap = 'm02'\nreached = {}\n{}\n[players.green]"
    state = mp.loads(text.format(10, "finished_in = 4"))
    assert [state.walks_left("red", knowing=knowing) for knowing in ("walks", "cards")] == [1, 1]
    assert state.next_portals("red") == ()
    assert state.reach("red", 1) == {}
    assert set(state.excluded("red").values()) == {"map.ten"}
    assert state.guess_odds("red") == state.guess_odds("red", "cards") == {}
    near = mp.loads(text.format(9, ""))
    assert near.walks_left("red") == len(near.next_portals("red")) == near.walks_left("red", 1, most=9)
    assert near.walks_left("red", 2) == near.walks_left("red", 2, most=9) == 0
    assert near.walks_left("red", knowing="cards") == 1


def test_of_all_ways_from_a_corner_these_meet_no_portal_more_than_twice() -> None:
    assert mp.loads("[players.red]\n[players.green]").walks_left("red", most=2) == 395_688


def test_looking_ahead_or_not_are_two_rows_of_one_table() -> None:
    text = 'round = 2\nmoment = "guess"\n[players.red]\ntrail = ["a1", "a2"]\nmarks = ["b2"]\n'
    text += 'clues = [{ step = 2, word = "warm" }, { step = 3, word = "bright" }]\n[players.green]\n'
    text += "[fit]\nwarm = { jungle = 3, glove = 2 }\nbright = { lighthouse = 6 }"
    state = mp.loads(text)
    for knowing in ("steps", "walks"):
        assert state.guess_odds("red", knowing, ahead=False) == {"a3": Fraction(3, 5), "b3": Fraction(2, 5)}
    assert state.guess_odds("red") == {"a3": Fraction(3, 7), "b3": Fraction(4, 7)}
    assert state.guess_odds("red", fit={}) == {"a3": Fraction(1, 2), "b3": Fraction(1, 2)}


def test_walks_drawn_by_hand_are_judged() -> None:
    for walk in ("a2 b2 a1", "b1 b2 a1", "b2 a2 a1", "b2 b1 a1"):
        assert mp.unlawful(BOARD, "a1", walk.split()) is None
        assert mp.met_twice("a1", walk.split()) == ("a1",)
    assert mp.unlawful(BOARD, "a1", ["a2", "b1"]) == (2, "a2", "b1")
    assert mp.unlawful(BOARD, "a1", ["a2", "a1"]) == (2, "a2", "a1")
    assert mp.unlawful(BOARD, "a1", ["b1", "c1", "b1"]) == (3, "c1", "b1")


def test_the_graphs() -> None:
    text = 'round = 2\n[players.red]\ntrail = ["a1", "b2"]\nmarks = ["c3"]\n[players.green]\ntrail = ["a3", "b3", "b2"]'
    state = mp.loads(text)
    graph, links = state.paths(), state.links()
    assert (len(graph), graph.number_of_edges()) == (19, 42)
    assert graph.nodes["b2"] == {"word": "goat", "apprentices": ("red", "green"), "bases": (), "marks": ()}
    assert graph.nodes["c3"]["marks"] == ("red",)
    assert graph.nodes["a1"]["bases"] == ("red",)
    assert Counter(dict(graph.degree()).values()) == {3: 6, 4: 6, 6: 7}
    assert len(links) == 84 + 19
    assert links is walks.link_graph(BOARD)
    assert set(links.successors(("a1", "b2"))) == {("b2", cell) for cell in ("a2", "b1", "b3", "c2", "c3")}
    assert walks.distances(BOARD)["a1"]["e3"] == 4
    assert all(links.out_degree(link) for link in links), "from every link one can go on"


# ------------------------------------------------------------------ chance


def test_what_chance_brings_is_all_that_is_left_each_as_likely() -> None:
    state = mp.new_game(["red", "green"])
    rng, taken = random.Random(2), 0
    while state.decision == "chance":
        chances = state.chances()
        assert len(set(chances.values())) == 1
        assert sum(chances.values()) == 1
        left = {"place": 120 - 2 * taken, "draw": 108 - (taken - 19), "deal": 30 - (taken - 27)}[state.moment]
        assert len(chances) == left
        state, taken = state.play(rng.choice(list(chances))).state, taken + 1
    assert (taken, state.moment) == (19 + 8 + 2, "lay")


def test_a_stacked_deck_brings_its_cards_in_their_order() -> None:
    state = mp.loads(
        'moment = "draw"\nnext_cards = ["k092", "m03", "k001"]\n[players.red]\nhand = ["k004", "k005", "k006"]\n'
        '[players.green]\nhand = ["k007", "k008", "k009"]'
    )
    for only in ("draw red k092", "draw green k001", "deal red m03"):
        assert state.chances() == {only: 1}
        with pytest.raises(ValueError, match="laid on top"):
            state.play(only.replace("k092", "k050").replace("k001", "k050").replace("m03", "m04"))
        state = state.play(only).state
    assert state.next_cards == ()
    assert len(state.chances()) == 29
    assert state.seen_by("green").chances() == {f"deal green {card}": Fraction(1, 30) for card in BOARD.maps}


def test_in_a_view_others_cards_come_face_down() -> None:
    state = mp.new_game(["red", "green"])
    for _ in range(19):
        state = state.play(state.actions()[0]).state
    view, count = state.seen_by("green"), 0
    while view.decision == "chance":
        own = view.turn == "green"
        assert (list(view.chances()) == [f"{'draw' if view.moment == 'draw' else 'deal'} red"]) is not own
        action = view.actions()[0]
        with pytest.raises(ValueError, match="face down" if not own else "Say which"):
            view.play(
                f"{action} {'k101' if view.moment == 'draw' else 'm30'}" if not own else " ".join(action.split()[:2])
            )
        view, count = view.play(action).state, count + 1
        assert mp.broken_invariants(view) == []
    assert count == 10
    assert view.moment == "lay"
    assert view.player("red").hand is None
    assert len(view.player("green").hand or ()) == 4


# ------------------------------------------------------------------ forced answers


def test_by_the_rules_alone_yes_can_always_be_said() -> None:
    for seed in range(6):
        for state, _ in moments(seed, 0.5):
            if state.moment == "guess" and not state.alone:
                bare = replace(state, players=tuple(player._replace(map=None) for player in state.players))
                for action in bare.actions():
                    if action != "stop":
                        asked = bare.play(action).state
                        assert asked.undisclosed
                        assert asked.deciders == (state.turn,)
                        assert asked.actions()[0] == "yes"
                        assert asked.actions(state.turn) == asked.seen_by(state.turn).actions(state.turn)
                break


# ------------------------------------------------------------------ the clues of a round, and words of one's own


def test_a_display_of_three_clues_can_be_laid_in_1536_ways() -> None:
    state = mp.loads('[players.red]\nmap = "m02"\nhand = ["k046", "k090", "k102", "k092"]\n[players.green]')
    displays = set()
    for first, second, third in product(state.actions("red"), repeat=3):
        steps = [action.split()[2] for action in (first, second, third)]
        if steps == ["1", "2", "3"]:
            cards = {BOARD.card_of[action.split()[-1]] for action in (first, second, third)}
            if len(cards) == 3:
                displays.add((first, second, third))
    assert len(displays) == 1536
    for display in random.Random(1).sample(sorted(displays), 40):
        after = state
        for action in display:
            after = after.play(action).state
        assert after.player("red").ready


def test_a_portal_may_bear_any_word_and_is_guessed_by_it() -> None:
    state = mp.loads(
        'moment = "guess"\n[players.red]\nmap = "m02"\nclues = [{ step = 1, word = "short", not = true }]\n'
        '[players.green]\n[portals]\na2 = "Empire State Building"'
    )
    assert "guess Empire State Building" in state.actions()
    for text in ("guess empire state building", "GUESS Empire  State Building", "guess a2", "green: guess a2"):
        assert state.play(text).state.player("red").at == "a2"
    assert mp.from_code(mp.code(state)) == mp.loads(mp.dumps(state)) == state


def test_no_two_lists_of_actions_name_the_same_thing_twice() -> None:
    for seed in range(4):
        for state, _ in moments(seed):
            listed = state.actions()
            assert len(listed) == len(set(listed))


# ------------------------------------------------------------------ a set of one's own


def test_another_set_is_played_by_its_own_words(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(material, "_BOARDS", dict(boards()))
    text = (
        material.SOURCE.read("hexagon.toml")[0]
        .replace('id = "hexagon"', 'id = "other"')
        .replace('"noisy"', '"very noisy"')
    )
    file = tmp_path / "other.toml"
    file.write_text(text.replace('"c3"', '"x9"').replace("c3 =", "x9 ="), encoding="utf-8")
    assert mp.load_board(file).id == "other"
    state = mp.new_game(["red", "green"], board="other")
    for before, step in moments(4, 0.6, state):
        assert wrong(1, before, step) == ""
    laid = (
        mp.loads('board = "other"\n[players.red]\nhand = ["k046"]\n[players.green]')
        .play("red clue 1 not very noisy")
        .state
    )
    assert laid.player("red").clues[0].text == "not very noisy"
    monkeypatch.setattr(material, "_BOARDS", {})
    with pytest.raises(ImpossibleSituation, match="'other' is not known"):
        mp.from_code(mp.code(laid))


def test_a_board_is_turned_and_turned_over_onto_itself() -> None:
    links = {frozenset(link) for link in BOARD.links}
    for number, start in enumerate(BOARD.starts):
        turn, mirror = BOARD.turns[number], material._mirror(BOARD, start)
        assert turn["a1"] == start
        for moved in (turn, mirror):
            assert {frozenset((moved[one], moved[other])) for one, other in BOARD.links} == links
        assert mirror[start] == start
        assert {mirror[mirror[cell]] for cell in BOARD.cells} == {*BOARD.cells}
        assert sum(mirror[cell] == cell for cell in BOARD.cells) == 5


def test_where_no_card_is_left_nobody_draws() -> None:
    kept = ("k046", "k090", "k102", "k001", "k002", "k003")
    removed = [card for card in BOARD.cards if card not in kept]
    text = f'moment = "guess"\nturn = "green"\nhad_turn = ["red"]\nremoved = {removed}\n'
    text += '[players.red]\nmap = "m02"\nhand = ["k001"]\n'
    text += 'clues = [{ step = 1, word = "noisy" }, { step = 2, word = "wild" }, { step = 3, word = "warm" }]\n'
    text += '[players.green]\nmap = "m03"\nhand = ["k002"]\nclues = [{ step = 1, word = "awake" }]'
    step = mp.loads(text).play("guess helmet")
    assert [event.kind for event in step.events][-3:] == ["round-over", "no-cards", "prepare"]
    assert step.state.moment == "lay"
    assert step.state.deciders == ("red", "green")
    assert step.state.deck() == 0


# ------------------------------------------------------------------ modes


@pytest.mark.parametrize("mode", MODES)
def test_each_mode_is_played_to_its_end_by_bots(mode: str) -> None:
    seats = COLOURS[:4]
    record = play_out(mp.new_game(seats, mode=mode), dict.fromkeys(seats, mp.BOTS["blind"]), seed=3)
    end = record.state
    assert end.over
    assert replayed(record).state == end
    assert bool(end.winners) is (mode in ("individual", "teams"))
    assert all(end.seen_by(None).player(seat).map for seat in seats if not end.alone or seat == end.path)


def test_seats_and_modes_of_random_games_are_all_met() -> None:
    games = [begun(seed) for seed in range(60)]
    assert {(state.mode, len(state.order)) for state in games} == {
        (m, n) for m, ns in material.PLAYERS.items() for n in ns
    }
