"""What holds of every game's ruling checker: the engine judges its library, its log brings it back, its rules have pages."""

from __future__ import annotations

from typing import Any, NamedTuple

import pytest

from tests.support.checkers import asked
from tutor.desk import Desk
from tutor.pages.checker.document import CheckerDocument
from tutor.pages.checker.index import worked
from tutor.pages.editor.library import library
from tutor.pages.rules import page_of
from tutor.teach.game import registry as games
from tutor.teach.game.registry import teachable


class Checked(NamedTuple):
    """A game: a target on its board, what is laid out and asked, a page of its rules and what stands there, a rule in use."""

    target: str
    acts: tuple[str, ...]
    page: str
    holds: str
    met: str


GAMES = {
    "gran": Checked(
        "space:ga3",
        ("do put red ga3", "do put blue w6", "ask may: move w6 w5"),
        "dragon.html",
        "rulings/?code=gr1-",
        "dragon.win",
    ),
    "mystic_paths": Checked(
        "portal:c3",
        ("do put red c2", "do put not.red c1", "ask may: guess iceberg"),
        "guess.html",
        "rulings/?code=mp1-",
        "guess.not-base",
    ),
    "willow": Checked(
        "space:tavern",
        ("do put kael tavern", "do give passage airk", "ask may: willow moves crossroads"),
        "aim.html",
        "rulings/?code=wi1-",
        "search.group",
    ),
}
ENTRIES = [pytest.param(game, entry, id=f"{game} {entry.name}") for game in GAMES for entry in library(game)]


@pytest.mark.parametrize(("game", "entry"), ENTRIES)
def test_a_common_situation_is_laid_out_and_answered_as_the_engine_judges(game: str, entry: Any) -> None:
    page = asked(game, entry.name)
    assert GAMES[game].target in {target.id for target in page.page().scene.targets}
    if entry.action and entry.action != "order":
        verdict = games.game(game).read(entry.situation).judge(entry.action)
        assert page.answer_now.legal == verdict.legal
        assert page.answer_now.causes
        assert verdict.legal or {cause.rule for cause in page.answer_now.causes} == set(verdict.rules)


@pytest.mark.parametrize("game", GAMES)
def test_what_was_laid_out_and_asked_comes_back_from_its_log(game: str) -> None:
    """Closed and opened again: the same situation, the same answer."""
    acts: list[Any] = []

    def opened(log: list[Any]) -> Any:
        return Desk(CheckerDocument(teachable(game)), {}, log, keep=acts.append, clock=lambda: 0.0, rng=None)  # type: ignore[arg-type]

    desk = opened([])
    for line in GAMES[game].acts:
        desk.append("me", line)
    again = opened(list(acts))
    assert desk.doc.answer is not None
    assert again.doc.editor.data == desk.doc.editor.data
    assert again.doc.answer == desk.doc.answer


@pytest.mark.parametrize("game", GAMES)
def test_every_rule_of_the_game_is_on_a_page_and_says_what_of_it_is_ours(game: str) -> None:
    index, of = page_of("index.html", True, game), teachable(game)
    assert of.notice.split(".")[0] in index
    assert all(rule in index for rule in of.rules)
    assert GAMES[game].holds in page_of(GAMES[game].page, True, game)
    assert worked(GAMES[game].met, game)
