"""A stage for tests: its desk, and pages of every role whose messages are kept."""

from __future__ import annotations

import json
import random
from typing import Any

from tests.support.touches import a_touch
from tutor.desk import Desk, Viewer
from tutor.desk.desk import Known
from tutor.desk.link import Message, PageLink
from tutor.pages.stage.document import StageDocument
from tutor.pages.stage.parts import CROWD
from tutor.pages.stage.show import DRIVER, FOLLOWER, SCREEN, Stage

#: A glade with a question in the middle; {right}, {because} and {notes} are what differs between two worlds.
SCRIPT = """
title = "Three steps"
[[steps]]
title = "In by the Gate"
situation = '''
order = ["george"]
[areas.c2]
paths = "NESW"
denizens = ["elf", "troll", "orc"]
'''
focus = "c2"
do = ["move north"]
notes = "note of the first"
[[steps]]
title = "Whom first?"
ask = "Whom does George meet first?"
options = ["Elf", "Troll", "Orc"]
right = "{right}"
because = "{because}"
notes = "{notes}"
focus = "c2"
then = ["meet troll"]
[[steps]]
title = "Afterwards"
do = ["roll 6 1"]
words = "{after}"
notes = "note of the third"
"""
FILLED = {
    "right": "Troll",
    "because": "Challengers come first.",
    "notes": "Let them talk.",
    "after": "The Troll is beaten.",
}


class Kept(PageLink):
    """A page whose messages are kept."""

    def __init__(self, viewer: Viewer, known: Known | None = None) -> None:
        self.messages: list[Message] = []
        super().__init__(viewer, self.messages.append, known)

    @property
    def said(self) -> str:
        """All that was ever sent to it."""
        return json.dumps(self.messages, ensure_ascii=False)

    @property
    def panels(self) -> str:
        """All that stands on it now besides the board."""
        assert self.shown is not None
        return " ".join(map(str, self.shown.panels.values()))


class OnStage:
    """A stage with a screen, a clicker and some who follow."""

    def __init__(self, followers: int = 3, crowd: int | None = None, **filled: str) -> None:
        self.desk: Desk[Stage, Any, Any] = Desk(
            StageDocument(), {}, (), keep=lambda act: None, clock=lambda: 0.0, rng=random.Random(1)
        )
        known: Known = {CROWD: followers if crowd is None else crowd}
        self.screen = Kept(Viewer("screen", role=SCREEN), known)
        self.clicker = Kept(Viewer("driver one", role=DRIVER), known)
        self.other = Kept(Viewer("driver two", role=DRIVER), known)
        self.followers = [Kept(Viewer(f"p{number}", role=FOLLOWER)) for number in range(1, followers + 1)]
        for link in (self.screen, self.clicker, self.other, *self.followers):
            self.desk.join(link)
        text = SCRIPT
        for name, value in {**FILLED, **filled}.items():
            text = text.replace("{" + name + "}", value)
        self.act("load " + json.dumps(["three", text]))

    @property
    def doc(self) -> Stage:
        return self.desk.doc

    def act(self, *texts: str) -> None:
        """What whoever drives does."""
        for text in texts:
            self.desk.append("driver one", text)
            self.desk.go_on()
        self.desk.show_all()

    def click(self, link: Kept, target: str, **values: str) -> None:
        """A touch on a page."""
        touch = a_touch("click", target)._replace(seen=link.seen, serial=link.serial + 1)
        self.desk.touched(link, touch._replace(values={name: (value,) for name, value in values.items()}))

    def next(self) -> str:
        """The target of the clicker's large button."""
        assert self.clicker.shown is not None
        huge = str(self.clicker.shown.panels["huge"])
        return huge.rsplit('data-target="', maxsplit=1)[-1].split('"', maxsplit=1)[0].replace("&quot;", '"')

    def vote(self, *choices: int) -> None:
        """Each of those who follow answers."""
        for link, choice in zip(self.followers, choices, strict=False):
            self.click(link, f"vote:{choice}")
