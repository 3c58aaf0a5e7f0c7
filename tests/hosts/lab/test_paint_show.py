"""A state shows itself as a picture in a notebook."""

from __future__ import annotations

import pytest

from engine import gran
from engine.mystic_wood.play.state import State
from engine.mystic_wood.position.table import Knight, empty_wood
from tutor.hosts.lab import show


def test_a_state_is_one_picture_that_follows_the_page() -> None:
    wood = State("1980", empty_wood(), (Knight("george"), Knight("roland")), "george")
    assert show.picture(wood).startswith("<svg")
    assert "data-jp-theme-light" in show.picture(wood)
    assert wood._repr_svg_() == show.picture(wood)


def test_a_state_of_another_game_shows_itself_by_its_own_board() -> None:
    assert "ga3" in show.picture(gran.new_game(["red", "blue"]))
    with pytest.raises(LookupError, match="is no game's"):
        show.picture(object())
