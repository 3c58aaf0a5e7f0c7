"""A state shows itself as a picture in a notebook."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from engine.mystic_wood.play import state as engine_state
from engine.mystic_wood.play.state import State
from engine.mystic_wood.position.table import Knight, empty_wood
from tutor import show


def game() -> State:
    return State("1980", empty_wood(), (Knight("george"), Knight("roland")), "george")


def test_in_a_notebook_a_state_is_one_picture_that_follows_the_page(monkeypatch: pytest.MonkeyPatch) -> None:
    from IPython.core.formatters import DisplayFormatter

    shell = SimpleNamespace(display_formatter=DisplayFormatter())
    monkeypatch.setattr(show, "_shell", lambda: shell)
    monkeypatch.setattr(engine_state, "PICTURE", None, raising=False)
    show.install()
    shown, _ = shell.display_formatter.format(game())
    assert shown["text/html"] == show.picture(game())
    assert "data-jp-theme-light" in shown["text/html"]
    assert "image/svg+xml" not in shown
    assert engine_state.PICTURE is show.picture  # type: ignore[attr-defined]


def test_outside_ipython_it_does_no_harm(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engine_state, "PICTURE", None, raising=False)
    show.install()
    assert show.picture(game()).startswith("<svg")
