"""The words box of the ruling checker in Chromium: what is sure is answered, what is likely is offered, the rest is said."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from engine import mystic_wood as mw
from tests.browser.apps import open_app, running_app

pytestmark = [pytest.mark.browser]

SITUATIONS = tomllib.loads((Path(__file__).parents[1] / "questions" / "situations.toml").read_text("utf-8"))


@pytest.fixture(scope="module")
def castle():
    """The checker with Britomart come to Roland, who is King in the Castle."""
    with running_app("rulings", mw.code(mw.loads(SITUATIONS["castle"]["text"]))) as address:
        yield address


@pytest.mark.parametrize(("width", "dark"), [(1280, False), (390, True)], ids=["desk", "phone"])
def test_questions_are_answered_offered_or_said_not_to_be_understood(browser, castle, width, dark):
    with open_app(browser, castle, width, 800, dark) as app:
        app.ask("can I challenge the man with the crown")
        app.settled()
        assert "challenge Roland to a joust" in app.panel("answer").inner_text()
        assert "Yes" in app.panel("answer").inner_text()
        app.screenshot(f"words-answered-{width}")
        app.ask("Can I joust him now and does the Princess help him?")
        app.settled()
        offered = app.panel("mean").inner_text()
        assert "These are two questions." in offered
        assert "May Britomart challenge Roland to a joust?" in offered
        assert "{" not in offered
        app.screenshot(f"words-offered-{width}")
        app.ask("purple elephants")
        app.settled()
        assert "says nothing to me" in app.panel("mean").inner_text()
        app.screenshot(f"words-not-understood-{width}")
