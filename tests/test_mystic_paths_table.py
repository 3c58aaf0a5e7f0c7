"""Mystic Paths at the table: whole games by touches on the pages, and nobody's map or hand in anything sent to another."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator

import pytest

from engine import mystic_paths as mp
from tests.at_table import AtTable, Sent
from tutor.games import table
from tutor.pages.table.play import SEAT

ON_PHONES = {"red": "phone", "green": "phone", "blue": "phone"}
#: Words on clue cards that pages say anyway: colours of players, what is said of the page itself ("New game").
PROSE = frozenset(("red", "green", "blue", "yellow", "dark", "light", "hidden", "new"))


def can_be_touched(page: Sent) -> list[str]:
    """Buttons of the panel that says whose decision it is, and what can be touched on the board."""
    assert page.shown is not None
    scene = page.shown.scene
    return [*page.buttons, *(target.id for target in (scene.targets if scene else ()) if target.clickable)]


def played(seats: dict[str, str], variants: list[str], seed: int) -> Iterator[tuple[AtTable, str]]:
    """A whole game by touches, one after the other, anything on any page; after each, the table and what was touched."""
    at_table, rng = AtTable("mystic_paths", seats, seed, {"variants": variants}), random.Random(seed)
    while not at_table.doc.over:
        able = [(name, found) for name, page in at_table.pages.items() if (found := can_be_touched(page))]
        assert able, f"the table is stuck while {at_table.doc.state.moment}"
        name, found = rng.choice(able)
        target = rng.choice(found)
        at_table.touch(target, name)
        assert not at_table.pages[name].refusals, (target, at_table.pages[name].refusals)
        yield at_table, target


def secrets(at_table: AtTable, viewer: str) -> dict[str, str]:
    """What nobody but its owner may know now, and the pattern by which it would be found: map cards, and cards in hand."""
    state, found = at_table.doc.state, {}
    shown = {*state.discards} | {state.board.card_of[clue.word] for player in state.players for clue in player.clues}
    mine = next((player for player in state.players if player.id == viewer), None)
    own = {*(mine.hand or ())} if mine else set()
    for player in state.players:
        if player.id == viewer:
            continue
        if player.map and not (mine and mine.map == player.map):
            found[f"map of {player.id}"] = rf"\b{player.map}\b"
        for card in {*(player.hand or ())} - shown - own:
            found[f"{card} of {player.id}"] = rf"\b{card}\b"
            for word in {*state.board.cards[card]} - PROSE:
                found[f"{word} of {player.id}"] = rf"(?<![\w-]){word}(?![\w-])"
    return found


@pytest.mark.parametrize(("variants", "seed"), [([], 3), (["individual"], 4)], ids=["together", "individual"])
def test_no_map_and_no_hand_is_in_anything_sent_to_another(variants: list[str], seed: int) -> None:
    """setup.map-secret, setup.hand-secret: searched for in all that is sent, every tenth touch in what is new."""
    searched, touches, kinds, read = 0, 0, set(), dict[str, int]()
    for at_table, target in played(ON_PHONES, variants, seed):
        kinds.add(target.partition(":")[0])
        touches += 1
        if at_table.doc.over or touches % 10:
            continue
        for name, page in at_table.pages.items():
            sent = "\n".join(str(message) for message in page.messages[read.get(name, 0) :])
            read[name] = len(page.messages)
            found = secrets(at_table, name.removeprefix(SEAT))
            told = re.search("|".join(found.values()), sent) if found else None
            assert told is None, (name, told, touches)
            searched += len(found)
    assert searched > 200
    assert {"portal", "hand"} <= kinds


def test_what_is_searched_for_would_be_found_on_its_owner_s_own_page() -> None:
    """The search can fail: his own map and hand are on his page."""
    for at_table, _ in played(ON_PHONES, [], 3):
        state = at_table.doc.state
        if state.moment == "lay" and all(player.map for player in state.players):
            break
    for seat in ON_PHONES:
        sent = str(at_table.pages[SEAT + seat].messages)
        own = {what: pattern for what, pattern in secrets(at_table, "nobody").items() if what.endswith(seat)}
        found = {what for what, pattern in own.items() if re.search(pattern, sent)}
        assert f"map of {seat}" in found
        assert len(found) > 3


def test_around_one_screen_a_hand_shows_only_to_who_has_taken_the_screen() -> None:
    at_table = AtTable("mystic_paths", {"red": "here", "green": "here"})
    state = at_table.doc.state
    cards = {seat: state.player(seat).hand or () for seat in state.order}

    def on_screen(seat: str) -> bool:
        assert at_table.host.shown is not None
        scene = at_table.host.shown.scene
        words = {word for card in cards[seat] for word in state.board.cards[card]}
        return bool({f"hand:{word}" for word in words} & {target.id for target in scene.targets})

    assert not on_screen("red")
    assert not on_screen("green")
    at_table.touch("face:green")
    assert on_screen("green")
    assert not on_screen("red")


def test_a_player_s_card_says_his_clues_as_they_are_read_and_his_hand_by_its_words() -> None:
    """not.may: a NOT on a clue is part of what it says."""
    state = mp.loads('[players.red]\nhand = ["k001"]\nclues = [ { step = 1, word = "wise", not = true } ]\n[players.green]\n')
    held = [name for _, name, _ in table("mystic_paths").card(state, "red").held]
    assert held == ["step 1: NOT wise", "hollow / playful"]
