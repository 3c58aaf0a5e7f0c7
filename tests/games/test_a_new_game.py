"""A game is a folder and a line in a list: the steps of CONTRIBUTING.md, "add a game", followed with one that is thrown away.

Its engine is GRAN's, which keeps the contract; all that the tutor knows of it is written here.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from textwrap import dedent

import pytest

from engine import gran
from engine.text.faults import ImpossibleSituation
from tutor.content.rulings import find_rules
from tutor.pages.checker.page import Asks
from tutor.pages.editor.page import EditorPage
from tutor.teach.game import registry as games
from tutor.teach.game.asking import Question

# ---------------------------------------------------------------- step 1: teachable.py
TEACHABLE = """
    from pathlib import Path

    from engine import gran
    from tutor.draw.shapes import Group, Scene
    from tutor.teach.language.contract import PlainTalk
    from tutor.teach.game.teachable import BoardLook, Teachable


    class Dash(Teachable):
        name, title, package = "dash", "Dash", "engine.gran"
        seats = ("red", "blue")
        piece_word, place_word = "Runner", "space"

        @property
        def talk(self):
            kinds = {"knight": self.seats, "player": self.seats, "one": self.seats}
            names = {seat: seat.capitalize() for seat in self.seats}
            return PlainTalk(Path(__file__).parent, gran, kinds, names, lambda state: [])


    GAME = Dash()
"""
# ---------------------------------------------------------------- step 2: words.toml
WORDS = """
    [same]
    win = ["win", "won", "winner"]

    [[fact]]
    id = "turn"
    asks = ["whose turn is it", "who is to move"]
    says = "Whose turn is it?"

    [rules]
    "goal.three-seals" = ["how do i win", "who wins the race"]
"""


@pytest.fixture
def dash(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """The folder of the game, and its line in the list."""
    folder = tmp_path / "dashing"
    folder.mkdir()
    (folder / "__init__.py").write_text("", "utf-8")
    (folder / "teachable.py").write_text(dedent(TEACHABLE), "utf-8")
    (folder / "words.toml").write_text(dedent(WORDS), "utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setitem(games.GAMES, "dash", games.ListedGame("engine.gran", "da1-", "dashing"))
    yield "dash"
    for name in ("dashing", "dashing.teachable"):
        sys.modules.pop(name, None)


def test_it_is_known_by_its_name_and_by_how_its_codes_begin(dash: str) -> None:
    assert games.teachable(dash).title == "Dash"
    assert games.name_of_game('game = "dash"\n') == dash
    assert games.is_code("da1-abc")


def test_what_is_asked_in_words_is_understood_by_its_own_words(dash: str) -> None:
    state = gran.new_game(("red", "blue"))
    talk = games.teachable(dash).talk
    found = talk.understood("who wins the race?", state)
    assert (found.sure, found.meanings[0].what) == (True, "goal.three-seals")
    turn = talk.understood("whose turn is it?", state)
    assert talk.told(state, turn.meanings[0].kind, turn.meanings[0].what).sentence == "Red may act now."
    assert [rule.id for rule in find_rules("how do i win", 1, dash)] == ["goal.three-seals"]


def test_its_quarrels_are_answered_from_the_contract_alone(dash: str) -> None:
    state = gran.new_game(("red", "blue"))
    asking = games.teachable(dash).asking
    legal = state.actions()[0]
    allowed = asking.ask(state, Question("may", legal))
    refused = asking.ask(state, Question("may", "move uc5"))
    assert allowed.legal
    assert allowed.events
    assert refused.legal is False
    assert refused.causes


def test_what_it_does_not_offer_is_said(dash: str) -> None:
    for what in ("edit", "rulings", "variants"):
        with pytest.raises(ImpossibleSituation, match=r"dash has no"):
            games.require(dash, what)


# ---------------------------------------------------------------- steps 3 to 6: held by every game that says it offers them
@pytest.mark.parametrize("name", [name for name in games.GAMES if "rulings" in games.teachable(name).OFFERS])
def test_a_game_with_a_ruling_checker_has_its_page(name: str) -> None:
    page = games.teachable(name).ask_page()
    assert issubclass(page, Asks)
    assert issubclass(page, EditorPage)


@pytest.mark.parametrize("name", [name for name in games.GAMES if "edit" in games.teachable(name).OFFERS])
def test_a_game_with_an_editor_has_its_page_and_its_library(name: str) -> None:
    game = games.teachable(name)
    assert issubclass(game.edit_page(), EditorPage)
    assert game.library is None or game.library.is_file()
