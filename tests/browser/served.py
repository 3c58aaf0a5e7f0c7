"""A command of the tutor that serves pages, in a process of its own: it can be killed, and started again where it was."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path

from tests.browser.harness import PATIENCE, _free_port, end
from tutor.base.places import DATA_VARIABLE

#: The last line a command prints once its page answers begins so.
_STANDS = "Stop it"


@dataclass
class Served:
    """`tutor COMMAND` on a data folder of its own, at a port it keeps. ``lines`` is what it printed when it was started last."""

    folder: Path
    command: tuple[str, ...]
    port: int = field(default_factory=_free_port)
    process: subprocess.Popen[str] | None = None
    lines: list[str] = field(default_factory=list)

    def start(self) -> None:
        """Start it, and wait until its page answers. RuntimeError if it does not come to that."""
        command = [sys.executable, "-m", "tutor", *self.command, "--no-browser", "--port", str(self.port)]
        environment = {**os.environ, DATA_VARIABLE: str(self.folder)}
        self.process = subprocess.Popen(
            command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True, env=environment
        )
        self.lines, begun = [], time.monotonic()
        while time.monotonic() < begun + PATIENCE and self.process.poll() is None:
            assert self.process.stdout
            self.lines.append(self.process.stdout.readline())
            if self.lines[-1].startswith(_STANDS):
                return
        self.end()
        raise RuntimeError(f"tutor {' '.join(self.command)} did not start")

    @property
    def address(self) -> str:
        """The page it opens, on this computer."""
        return self._links("")[0]

    @property
    def door(self) -> str:
        """Where phones come in."""
        return self._links("Phones")[-1]

    def _links(self, beginning: str) -> list[str]:
        return [link for line in self.lines if line.startswith(beginning) for link in re.findall(r"http://\S+", line)]

    def page(self, path: str) -> str:
        """Another page of the same server, with the token of the first: "/class/"."""
        root, _, rest = self.address.removeprefix("http://").partition("/")
        return f"http://{root}{path}?{rest.partition('?')[2]}"

    def kill(self) -> None:
        """It is gone from one moment to the next."""
        assert self.process
        self.process.kill()
        self.process.communicate()

    def end(self) -> None:
        """It ends as it should; also where it has ended already."""
        if self.process is not None and self.process.poll() is None:
            end(self.process)


@dataclass
class Table(Served):
    """`tutor table --lan`."""

    def seat(self, name: str) -> str:
        """The link of a seat, as another device has it, on this computer."""
        kept = json.loads((self.folder / "seats.json").read_text("utf-8"))["seats"]
        token = next(token for token, (_, seat) in kept.items() if seat == name)
        return f"http://127.0.0.1:{self.port}/seat/{token}/"
