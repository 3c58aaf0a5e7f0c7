"""A table as a test has it: a desk with a page for everybody, touches made on the pages, and everything that was sent to each."""

from __future__ import annotations

import html
import json
import random
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from tutor.desk import Act, Desk, Touch, Viewer
from tutor.desk.link import PageLink
from tutor.pages.table.document import TableDocument
from tutor.pages.table.finding import found
from tutor.pages.table.play import HOST, SEAT, Table
from tutor.teach.game import registry as games

ADDRESS = "http://127.0.0.1:1/table/"
#: Roland stands at the Enchanted Gate with the Princess and may leave; George has hardly begun.
ABOUT_TO_WIN = """
order = ["roland", "george"]
moment = "start"
stayed = true
[knights.roland]
at = "c9"
companions = ["princess"]
[knights.george]
"""
#: The same, and George has slain the Dragon: he leaves and wins if Roland does not.
EITHER_WINS = f'{ABOUT_TO_WIN}at = "c9"\nquest_done = true\n'
#: What can be pressed on the panel that says whose decision it is.
_PRESSED = re.compile(r'data-target="((?:act|face|agree|throw)(?::[^"]*)?)"')


class Sent(PageLink[Any]):
    """A page of the table that keeps every message it was sent."""

    page_wants: tuple[Any, ...] = ()
    made = 0

    def __init__(self, name: str, seats: tuple[str, ...] = ()) -> None:
        self.messages: list[dict[str, Any]] = []
        super().__init__(Viewer(name, seats), self.messages.append)

    def show(self, n: int, page: Any) -> None:
        """Show a page, and note what it wants."""
        super().show(n, page)
        self.made += 1
        self.page_wants = page.wants

    def answered(self, desk: Desk[Any, Any, Any]) -> None:
        """What the page wants is found, as a host does, and the page shown again."""
        for want in self.page_wants:
            *_, answer = found(want)
            self.known = {**self.known, want: json.loads(json.dumps(answer))}
        desk.show(self)

    @property
    def panels(self) -> Mapping[str, str]:
        assert self.shown is not None
        return self.shown.panels

    @property
    def buttons(self) -> list[str]:
        """What can be done on it, by the targets of its buttons."""
        return [html.unescape(found) for found in _PRESSED.findall(self.panels["now"])]

    @property
    def refusals(self) -> list[str]:
        return [message["text"] for message in self.messages if message["kind"] == "refused"]

    def all_sent(self) -> str:
        """Everything that was ever sent to it, as it travelled."""
        return json.dumps(self.messages, ensure_ascii=False)


@dataclass
class AtTable:
    """A table with the page of its own screen and one for each seat that is played elsewhere."""

    game: str = "mystic-wood"
    by: Mapping[str, str] = field(default_factory=lambda: {"george": "here", "britomart": "bot"})
    seed: int = 1
    more: Mapping[str, Any] = field(default_factory=dict)
    log: Sequence[Act] = ()
    acts: list[Act] = field(default_factory=list)
    document: type[TableDocument] = TableDocument
    desk_of: type[Desk[Any, Any, Any]] = Desk

    def __post_init__(self) -> None:
        self.desk: Desk[Any, Any, Any] = self.desk_of(
            self.document(ADDRESS), {}, self.log, keep=self.acts.append, clock=lambda: 0.0, rng=random.Random(self.seed)
        )
        self.acts[:0] = list(self.log)
        self.pages = {HOST: Sent(HOST)}
        if not self.log:
            bot = games.table(self.game).offer().bots[0].id
            raw = {"game": self.game, "places": [[seat, by, "", bot] for seat, by in self.by.items()], **self.more}
            self.desk.append(HOST, "begin " + json.dumps(raw))
            self.desk.go_on()
        for place in self.doc.places:
            if place.by == "phone":
                self.pages[SEAT + place.seat] = Sent(SEAT + place.seat, (place.seat,))
        for page in self.pages.values():
            self.desk.join(page)

    @property
    def doc(self) -> Table:
        found: Table = self.desk.doc
        return found

    @property
    def host(self) -> Sent:
        return self.pages[HOST]

    def touch(self, target: str, who: str = HOST, kind: str = "click", **values: str) -> None:
        """Touch something on somebody's page."""
        page = self.pages[who]
        told = {name: (text,) for name, text in values.items()}
        self.desk.touched(page, Touch(page.seen, page.serial + 1, kind, target, "", told))

    def random_touch(self, rng: random.Random) -> str:
        """Something that can be done on one of the pages is done there; "" if nothing can be, on any: the table is stuck."""
        pages = [(name, page.buttons) for name, page in self.pages.items()]
        able = [(name, buttons) for name, buttons in pages if buttons]
        if not able:
            return ""
        name, buttons = rng.choice(able)
        likely = [each for each in buttons if "stalemate" not in each] or buttons
        target = rng.choice(likely)
        self.touch(target, name)
        return target
