"""The board as text for a terminal."""

from __future__ import annotations

from engine.mystic_wood.material.cards import DENIZENS, KNIGHTS, THINGS, name_of
from engine.mystic_wood.material.wood import TILES, wood_of
from engine.mystic_wood.play.state import State
from engine.mystic_wood.position.table import Knight, empty_wood
from tests.support.usual_wood import INDEX
from tutor.games.mystic_wood.scene import View
from tutor.games.mystic_wood.words.text import HIGH, text


def state_with(**areas: dict[str, object]) -> State:
    found = list(empty_wood())
    for name, values in areas.items():
        tile = values.pop("tile", None)
        if tile is not None:
            values = {"tile": TILES[str(tile)], "face_up": True, **values}
        found[INDEX[name]] = found[INDEX[name]]._replace(**values)  # type: ignore[arg-type]
    return State("1980", tuple(found), tuple(Knight(k, at="c2") for k in KNIGHTS), "george")


def row_of(lines: list[str], north: int, row: int) -> int:
    """The number of the first line inside a row of the map."""
    return 1 + (north - row) * (HIGH + 1)


def test_nothing_is_wider_than_100_columns_and_the_map_is_straight() -> None:
    state = state_with(c2={"tile": "g05", "denizens": tuple(sorted(DENIZENS))[:12], "things": THINGS})
    lines = text(state, view=View.whole(wood_of("1980"))).splitlines()
    assert max(map(len, lines)) <= 100
    assert len({len(line) for line in lines[: 9 * (HIGH + 1) + 1]}) == 1


def test_every_denizen_thing_and_knight_is_named() -> None:
    shown = text(
        state_with(c2={"tile": "g05", "denizens": tuple(sorted(DENIZENS))}, b2={"tile": "g03", "things": THINGS})
    )
    together = " ".join(shown.split())
    for card in (*DENIZENS, *THINGS, *KNIGHTS):
        assert name_of(card) in together, name_of(card)
    assert "... and" in shown  # too many for the map; the list below it has them


def test_paths_that_join_differ_from_paths_that_end() -> None:
    # c2 has all four paths, d2 those to the north, east and south, c1 (the Gate) one to the north
    lines = text(state_with(c2={"tile": "g05"}, d2={"tile": "g11"}), view=View("b", "d", 1, 3)).splitlines()
    below_c2 = lines[row_of(lines, 3, 1) - 1]
    assert below_c2[1 + 18 + 8] == "║"
    middle = lines[row_of(lines, 3, 2) + 1]
    assert middle[18] == "╞"  # b2 lies face down, so nobody knows whether the path of c2 runs on
    assert middle[36] == "╡"  # d2 has no path to the west


def test_face_down_cards_look_different_in_the_two_woods_and_from_those_face_up() -> None:
    shown = text(state_with(c2={"tile": "g05"}), view=View.whole(wood_of("1980")))
    assert "a1 ····" in shown
    assert "a9 ~~~~" in shown
    assert "c2 glade  " in shown


def test_the_one_who_decides_is_marked_and_a_turned_arrow_shown() -> None:
    shown = text(state_with(c2={"tile": "g09", "turned": True}))
    assert "> George*" in shown
    assert "c2↓ glade" in shown
    assert "decides now" in shown


def test_a_card_face_down_to_the_viewer_is_not_named_variant_hidden() -> None:
    state = state_with(b3={"tile": "g05", "denizens": ("orc",), "hidden": (("orc", ("george",)),)})
    assert "Orc" in text(state, viewer="george")
    assert "Orc" not in text(state, viewer="roland")
