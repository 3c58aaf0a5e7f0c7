"""The stage of a class while it is given: its document, who looks at it, and what is told to whom when.

It stands in the log of its class: whoever reloads, and a server that is started again, finds it where it was. One thread
calls it.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable
from typing import Any

from tutor.desk import Refused, Touch, Viewer
from tutor.desk.desk import Known
from tutor.desk.log import ActLog
from tutor.draw.html import Html
from tutor.draw.shapes import Scene
from tutor.hosts.documents import classes
from tutor.hosts.documents.kept import DeskRecord, DocumentPlace, KeptLink
from tutor.hosts.documents.served import Served
from tutor.pages.stage.parts import BEGUN, BOARD, CROWD, DOOR, INSTEAD, Door
from tutor.pages.stage.show import DRIVER, FOLLOWER, SCREEN, Stage

STAGE = DocumentPlace("stage")
#: Seconds for which answers are gathered before screen and clicker show how many have come.
GATHERED = 0.2
#: The acts that begin a lesson: its clock runs from the first of them on.
_BEGINS = ("step", "poll", "reveal", "play", "throw")


class StageHall:
    """A stage. ``crowd`` says how many follow now, ``door`` where phones come in, ``board`` the picture a step's board is known
    by, ``instead`` what the screen shows instead of it (None: the stage), ``acted`` is called after whoever drives has done
    something; ``clicker`` is the link of the clicker."""

    def __init__(
        self,
        log: ActLog,
        crowd: Callable[[], int],
        door: Callable[[], Door],
        board: Callable[[str], Scene | None],
        instead: Callable[[], Html | None],
        acted: Callable[[], None],
    ) -> None:
        self.crowd, self.door, self.board, self.instead, self.acted = crowd, door, board, instead, acted
        self.clicker = ""
        kind = Served(lambda source: "The stage", lambda *_: classes.stage_document(), lambda rest: {})
        self.record = DeskRecord(STAGE, kind, {}, "", log)
        self.record.beside = self.known
        self._waits: asyncio.TimerHandle | None = None
        self.begun = 0.0
        for act in log.read(self.record.name):
            self._note(act.text, act.at)

    @property
    def doc(self) -> Stage:
        """The stage as it stands."""
        found: Stage = self.record.desk.doc
        return found

    def _note(self, text: str, at: float) -> None:
        verb = text.split(" ", 1)[0]
        if verb in ("open", "load"):
            self.begun = 0.0
        elif verb in _BEGINS and not self.begun:
            self.begun = at

    def known(self, viewer: Viewer) -> Known:
        """What the host tells a viewer besides: the clicker's link to nobody but who drives."""
        board: Known = {BOARD: self._board()}
        if viewer.role not in (DRIVER, SCREEN):
            return board
        door, instead = self.door(), self.instead()
        board = {**board, CROWD: self.crowd(), DOOR: door, INSTEAD: instead}
        if viewer.role == DRIVER:
            return {**board, DOOR: door._replace(clicker=self.clicker), BEGUN: self.begun}
        return board

    def _board(self) -> Scene | None:
        step = self.doc.now
        return self.board(step.of) if step is not None and step.of else None

    # ---------------------------------------------------------------- what is done
    def do(self, by: str, text: str) -> None:
        """Do something at the stage from elsewhere: from the terminal, or from the class. Refused if it cannot be done."""
        before = self.record.desk.n
        self.record.desk.append(by, text)
        self.record.desk.go_on()
        self._noted(before)
        self.record.known_anew()

    def _noted(self, before: int) -> None:
        """When the lesson was begun, by the acts done since."""
        for act in self.record.log.read(self.record.name)[before:]:
            self._note(act.text, act.at)

    def touched(self, link: KeptLink, touch: Touch) -> None:
        """Do what a touch means. An answer is shown to whoever gave it; the count follows, for many at once."""
        before = self.record.desk.n
        follows = link.viewer.role == FOLLOWER
        self.record.touched(link, touch, alone=follows)
        if self.record.desk.n == before:
            return
        if follows:
            self.tell()
            return
        was = self.begun
        self._noted(before)
        self.acted()
        if self.begun != was:
            self.tell()

    def drive(self, touched: str) -> None:
        """Do what a button of the teacher's page does: "MOVES:ACT", once for each press. Refused if it cannot be done."""
        moves, _, text = touched.partition(":")
        if moves == str(self.doc.moves):
            self.do(SCREEN, text)

    def tell(self, after: float = GATHERED) -> None:
        """Show screen and clicker anew soon."""
        with contextlib.suppress(RuntimeError):  # nobody is connected where no server runs
            if self._waits is None:
                self._waits = asyncio.get_running_loop().call_later(after, self.told)

    def told(self) -> None:
        """Show screen and clicker how many have answered, and how many follow."""
        self._waits = None
        for link in list(self.record.desk.links):
            if link.viewer.role in (DRIVER, SCREEN):
                link.known = self.known(link.viewer)
                self.record.desk.show(link)

    @property
    def screens(self) -> int:
        """How many screens and clickers look at it now."""
        return sum(link.viewer.role in (DRIVER, SCREEN) for link in self.record.desk.links)

    def stop(self) -> None:
        """Nothing more is shown later."""
        if self._waits is not None:
            self._waits.cancel()
            self._waits = None

    def open(self, name: str, text: str) -> None:
        """Have a script on the stage: one that ships (``text`` is ""), or this one. What stands there already stays as it is."""
        doc = self.doc
        if doc.script is not None and doc.name == name and (not text or self._text() == text):
            return
        import json

        self.do("host", f"load {json.dumps([name, text], ensure_ascii=False)}" if text else f"open {name}")

    def _text(self) -> str:
        """The text with which the script on the stage was opened."""
        import json

        for act in reversed(self.record.log.read(self.record.name)):
            if act.text.startswith("load "):
                return str(json.loads(act.text.removeprefix("load "))[1])
        return ""

    def put(self, step: dict[str, Any]) -> None:
        """Put a step onto the stage: an exercise, a puzzle, somebody's answer. Refused if it cannot be; a stage without a script,
        or with one of another game, gets one of its own."""
        from tutor.pages.stage.document import put_act

        if self.doc.phase == "vote":
            raise Refused("Votes are being taken on the stage: close the vote first.")
        self.do("host", put_act(step))
