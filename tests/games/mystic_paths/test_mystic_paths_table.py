"""Mystic Paths at the table: whole games by touches on the pages, and nobody's map or hand in anything sent to another."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from typing import NamedTuple

import pytest

from engine import mystic_paths as mp
from tests.depth import deep
from tests.support.at_table import AtTable, Sent
from tutor.pages.table.document import drafted
from tutor.pages.table.look import NewGame
from tutor.pages.table.play import SEAT
from tutor.teach.game.registry import table

ON_PHONES = {"red": "phone", "green": "phone", "blue": "phone"}
#: Bots in the other team, and beside a few.
TEAMS = {"red": "phone", "orange": "bot", "green": "phone", "blue": "bot"}
BESIDE = {"red": "phone", "green": "phone", "blue": "bot"}
#: Words on clue cards that pages say anyway: colours of players, what is said of the page itself ("New game"), and of a message.
PROSE = frozenset(("red", "green", "blue", "yellow", "dark", "light", "hidden", "new", "kind"))


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


class Secret(NamedTuple):
    """A word nobody may read, and the pattern by which it would be found."""

    word: str
    pattern: str

    def is_in(self, text: str) -> bool:
        """Whether a text says it. To look for the bare word first is thirty times as quick."""
        return self.word in text and re.search(self.pattern, text) is not None


def secrets(at_table: AtTable, viewer: str) -> dict[str, Secret]:
    """What nobody but its owner may know now: map cards, and cards in hand."""
    state, found = at_table.doc.state, dict[str, Secret]()
    shown = {*state.discards} | {state.board.card_of[clue.word] for player in state.players for clue in player.clues}
    mine = next((player for player in state.players if player.id == viewer), None)
    own = {*(mine.hand or ())} if mine else set()
    for player in state.players:
        if player.id == viewer:
            continue
        if player.map and not (mine and mine.map == player.map):
            found[f"map of {player.id}"] = Secret(player.map, rf"\b{player.map}\b")
        for card in {*(player.hand or ())} - shown - own:
            found[f"{card} of {player.id}"] = Secret(card, rf"\b{card}\b")
            for word in {*state.board.cards[card]} - PROSE:
                found[f"{word} of {player.id}"] = Secret(word, rf"(?<![\w-]){word}(?![\w-])")
    return found


MODES = {"together": ON_PHONES, "individual": BESIDE, "teams": TEAMS, "all-or-nothing": BESIDE}


#: What is secret in these ways to play is so in the others as well.
MORE = ("individual", "all-or-nothing")


@pytest.mark.parametrize(
    ("mode", "seed"),
    [deep(mode, seed) if mode in MORE else (mode, seed) for seed, mode in enumerate(MODES, start=3)],
    ids=MODES,
)
def test_no_map_and_no_hand_is_in_anything_sent_to_another(mode: str, seed: int) -> None:
    """setup.map-secret, setup.hand-secret: searched for in all that is sent, every tenth touch in what is new; a whole game."""
    variants = [mode] if mode != "together" else []
    searched, touches, kinds, read = 0, 0, set(), dict[str, int]()
    for at_table, target in played(MODES[mode], variants, seed):
        kinds.add(target.partition(":")[0])
        touches += 1
        if at_table.doc.over or touches % (3 if mode == "all-or-nothing" else 10):
            continue
        for name, page in at_table.pages.items():
            sent = "\n".join(str(message) for message in page.messages[read.get(name, 0) :])
            read[name] = len(page.messages)
            found = secrets(at_table, name.removeprefix(SEAT))
            assert [what for what, secret in found.items() if secret.is_in(sent)] == [], (name, touches)
            searched += len(found)
    assert at_table.doc.over
    assert searched > 100
    assert {"portal", "hand"} <= kinds


def test_what_is_searched_for_would_be_found_on_its_owner_s_own_page() -> None:
    """The search can fail: his own map and hand are on his page."""
    for at_table, _ in played(ON_PHONES, [], 3):
        state = at_table.doc.state
        if state.moment == "lay" and all(player.map for player in state.players):
            break
    for seat in ON_PHONES:
        sent = str(at_table.pages[SEAT + seat].messages)
        own = {what: secret for what, secret in secrets(at_table, "nobody").items() if what.endswith(seat)}
        found = {what for what, secret in own.items() if secret.is_in(sent)}
        assert f"map of {seat}" in found
        assert len(found) > 3


def on_the_screen(at_table: AtTable) -> set[str]:
    """What lies on the board of the table's own screen, by its targets."""
    assert at_table.host.shown is not None
    return {target.id for target in at_table.host.shown.scene.targets}


def laid_by(at_table: AtTable, *seats: str) -> None:
    """Each takes the screen, lays his clues and is ready."""
    for seat in seats:
        at_table.touch(f"face:{seat}")
        while seat in at_table.doc.deciders and at_table.doc.state.moment == "lay":
            offered = at_table.host.buttons
            assert all(target.startswith(f"act:{seat} ") for target in offered), "nobody lays for another"
            at_table.touch(next((target for target in offered if target.endswith("ready")), offered[0]))
            assert at_table.host.refusals == []


def test_around_one_screen_each_lays_his_own_and_all_look_on_while_paths_are_guessed() -> None:
    """guess.who: nobody hands the screen on to guess, and no map lies on the board then; for the next clues one does."""
    at_table = AtTable("mystic_paths", {"red": "here", "green": "here", "blue": "here"}, 5)
    assert "Hand the screen to Red, Green or Blue" not in at_table.host.panels["now"]
    assert at_table.host.buttons == ["face:red", "face:green", "face:blue"]
    laid_by(at_table, "green", "red", "blue")
    at_table.host.messages.clear()
    moments = set()
    while (state := at_table.doc.state).moment in ("first", "guess"):
        moments.add(state.moment)
        assert at_table.doc.openly
        assert not any(target.startswith("face:") for target in at_table.host.buttons)
        whose = [seat.capitalize() for seat in state.deciders]
        assert f"{', '.join(whose[:-1])} and {whose[-1]} decide" in at_table.host.panels["now"]
        at_table.touch(at_table.host.buttons[0])
    assert moments == {"first", "guess"}
    sent = at_table.host.all_sent()
    assert not any(re.search(rf"\b{player.map}\b", sent) for player in at_table.doc.state.players)
    assert {"face:red", "face:green"} <= {*at_table.host.buttons}, "who lays next takes the screen"


def test_each_for_himself_what_faces_one_player_is_shown_to_who_takes_the_screen() -> None:
    """individual.shown: clues face the left neighbour alone, so he takes the screen to guess."""
    at_table = AtTable(
        "mystic_paths", {"red": "here", "green": "here", "blue": "here"}, 5, {"variants": ["individual"]}
    )
    laid_by(at_table, "red", "green", "blue")
    at_table.touch("act:first red")
    assert at_table.host.buttons == ["face:green"]
    assert "clue:red ? hidden" in on_the_screen(at_table)
    at_table.touch("face:green")
    assert "clue:red ? hidden" not in on_the_screen(at_table)
    assert all(target.startswith("act:guess") for target in at_table.host.buttons)


def test_who_lays_is_told_for_which_steps_and_what_ends_it() -> None:
    """prepare.extra, prepare.extra-one: the extra card stands behind "More", being ready does not."""
    asks = table("mystic_paths")
    text = """round = 2
[players.red]
trail = ["a1", "a2"]
hand = ["k078", "k012", "k104", "k092"]
clues = [ { step = 2, word = "warm", since = 1 }, { step = 3, word = "wild", since = 1 } ]
[players.green]
"""
    state = mp.loads(text)
    more = "Then one more card may join step 2 or 3."
    assert (
        asks.why(state, "red")
        == f"Touch a word in hand to lay it as a clue for step 4; NOT beside it turns it round. {more}"
    )
    state = state.play("red clue 4 fast").state
    assert asks.why(state, "red") == "One more card may join step 2 or 3. Or say that you are ready."
    plain = [action for action in state.actions("red") if not asks.label(state, action).aside]
    assert plain == ["red ready"]
    alone = mp.loads('mode = "all-or-nothing"\n[players.red]\n[players.green]\n')
    assert asks.why(alone, "red").startswith("Touch a word in hand to lay it as a clue for step 1 to 10;")


def test_the_page_says_the_round_and_how_a_common_game_has_ended() -> None:
    """score.group: nobody wins a game that is played together; its score is the result."""
    at_table = AtTable("mystic_paths", {"red": "here", "green": "bot"})
    assert "round 1<" in at_table.host.panels["top"]
    asks = table("mystic_paths")
    came = "[players.{}]\nmap = '{}'\nreached = {}\n"
    over = mp.loads(f"round = 5\nmoment = 'over'\n{came.format('red', 'm02', 4)}{came.format('blue', 'm03', 5)}")
    assert asks.ended(over) == "The common score is 4"


def test_a_player_s_sign_opens_what_is_known_of_him() -> None:
    """setup.hand-secret: one's own hand lies there with one's path, of another only what all see."""
    asks = table("mystic_paths")
    state = mp.loads('[players.red]\nmap = "m02"\nhand = ["k001"]\n[players.green]\nhand = ["k002"]\n').seen_by("red")
    own, other = (
        {shape.label for layer in scene.layers for shape in layer.groups} | {target.id for target in scene.targets}
        for scene in (asks.closer(state, "red", f"hand:{seat}") for seat in ("red", "green"))
    )
    assert {"step 1: drum", "hand:hollow"} <= own
    assert not {each for each in other if each.startswith(("step ", "hand:"))}
    assert asks.closer(state, "red", "portal:c3") is None


def test_one_variant_is_chosen_for_another() -> None:
    """Variants are ways to play here: another one takes the place of the first, and the same once more takes it away."""
    draft = NewGame.of("mystic_paths")
    for variant, chosen in (("individual", {"individual"}), ("teams", {"teams"}), ("teams", set())):
        draft = drafted(draft, "variant", variant)
        assert draft.variants == chosen
    wood = drafted(drafted(NewGame.of("mystic-wood"), "variant", "hidden"), "variant", "cooperative")
    assert wood.variants == {"hidden", "cooperative"}, "in the Wood both are played at once"


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
    state = mp.loads(
        '[players.red]\nhand = ["k001"]\nclues = [ { step = 1, word = "wise", not = true } ]\n[players.green]\n'
    )
    held = [name for _, name, _ in table("mystic_paths").card(state, "red").held]
    assert held == ["step 1: NOT wise", "hollow / playful"]
