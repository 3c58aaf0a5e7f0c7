"""Seats: who comes from a device of his own to a document of this computer, and as whom. A seat is a link nobody guesses.

For a table, and for whatever else people join by a link or a code: a class, a stage. A seat opens its one document and nothing
else. Whoever loses the connection comes back by the same link, also after the server was started again; of two who open one seat
the newer has it, and the older is told.
"""

from __future__ import annotations

import json
import random
import secrets
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

from tutor.base.places import write_whole
from tutor.desk import Refused, Viewer
from tutor.desk.desk import Known
from tutor.draw.qr import qr_picture
from tutor.hosts.documents.kept import DocumentPlace
from tutor.pages.classroom.names import as_word, seat_word

#: Seconds for which somebody may lose the connection without a word, and after which his seat counts as left.
FLICKER, LEFT = 3.0, 20.0
#: The most connections of one seat at once, those that have not said yet what they show among them.
MOST_CONNECTIONS = 4
#: The most seats that are remembered; those asked for longest ago go first.
MOST_SEATS = 400
#: Wrong words taken in a minute; after that no word is taken for the rest of it.
WRONG_WORDS = 20
#: What an address that opens a seat begins with: its page, and its WebSocket.
PAGE, LIVE = "/seat/", "/live/seat/"


class Seat(NamedTuple):
    """A seat: the document it is of, and its name there."""

    place: DocumentPlace
    name: str

    @property
    def viewer(self) -> Viewer:
        """As whom its page looks."""
        return Viewer(f"seat {self.name}", (self.name,))


@dataclass
class SpokenWords:
    """Spoken words that open something, by whose they are, and how often they were guessed wrongly of late. ``clock`` gives
    seconds. At :data:`WRONG_WORDS` guesses a minute it takes months to find one of the four million words there are."""

    clock: Callable[[], float]
    words: dict[str, str] = field(default_factory=dict)
    wrong: list[float] = field(default_factory=list)

    def of(self, whose: str) -> str:
        """Somebody's word; made when it is first asked for."""
        if whose not in self.words:
            self.words[whose] = seat_word(random.SystemRandom())
        return self.words[whose]

    def whose(self, said: str) -> str:
        """Whose word somebody has said, "" for nobody's. Refused while too many are guessed."""
        now = self.clock()
        self.wrong = [each for each in self.wrong if now - each < 60.0]
        if len(self.wrong) >= WRONG_WORDS:
            raise Refused("Too many words were wrong just now. Wait a minute, or ask where the words are shown.")
        word = as_word(said).encode()
        found = [who for who, kept in self.words.items() if secrets.compare_digest(kept.encode(), word)]
        if not found:
            self.wrong.append(now)
        return found[0] if found else ""


@dataclass
class Seats:
    """The seats of all documents, by their tokens. ``path`` is the file they are kept in, ``root`` the address of this computer
    for other devices, with "/" at its end. ``clock`` gives seconds."""

    path: Path
    root: str
    clock: Callable[[], float]
    tokens: dict[str, Seat] = field(default_factory=dict)
    connections: dict[tuple[str, str], int] = field(default_factory=dict)
    last: dict[tuple[str, str], float] = field(default_factory=dict)
    port: int | None = None

    def __post_init__(self) -> None:
        self.words = SpokenWords(self.clock)
        try:
            raw = json.loads(self.path.read_text(encoding="utf-8"))
            kept = raw["seats"].items()
            self.tokens = {
                str(token): Seat(DocumentPlace(*map(str, place)), str(name)) for token, (place, name) in kept
            }
            self.port = int(raw["port"])
            words = raw.get("words", {}).items()
            self.words.words = {str(token): str(word) for token, word in words if token in self.tokens}
        except (OSError, ValueError, KeyError, TypeError, AttributeError):
            self.tokens, self.port = {}, None  # none yet, or spoilt: seats are given out anew

    def keep(self, port: int | None = None) -> None:
        """Write down the seats, and at which port they are. On a full disk they hold until the server ends."""
        self.port = port or self.port
        kept = {token: [[place.kind, place.rest, place.visitor], name] for token, (place, name) in self.tokens.items()}
        try:
            write_whole(self.path, json.dumps({"port": self.port or 0, "seats": kept, "words": self.words.words}))
        except OSError:
            return

    # ---------------------------------------------------------------- tokens
    def token(self, place: DocumentPlace, name: str) -> str:
        """The token of a seat; made when it is first asked for."""
        wanted = Seat(place, name)
        for token, seat in self.tokens.items():
            if seat == wanted:
                return token
        while len(self.tokens) >= MOST_SEATS:
            oldest = next(iter(self.tokens))
            del self.tokens[oldest]
            self.words.words.pop(oldest, None)
        token = secrets.token_urlsafe(12)
        self.tokens[token] = wanted
        self.keep()
        return token

    def word(self, token: str) -> str:
        """The word by which somebody comes to a seat without its link; made when it is first asked for."""
        if token not in self.words.words:
            self.words.of(token)
            self.keep()
        return self.words.of(token)

    def said(self, word: str) -> str:
        """The token of the seat whose word that is, "" if there is none. Refused while too many are guessed."""
        return self.words.whose(word)

    def opens(self, path: str) -> bool:
        """Whether an address is opened by what stands in it: a seat's page or WebSocket, the door that asks for its word, and
        the files of the front end."""
        if path.rstrip("/") == PAGE.rstrip("/"):
            return True
        for beginning in (PAGE, LIVE):
            if path.startswith(beginning):
                return path.removeprefix(beginning).rstrip("/") in self.tokens
        return path.startswith("/ui/")

    # ---------------------------------------------------------------- who is there
    def came(self, seat: Seat) -> bool:
        """Somebody connects to a seat. False if too many have already."""
        key = (seat.place.id, seat.name)
        if self.connections.get(key, 0) >= MOST_CONNECTIONS:
            return False
        self.connections[key] = self.connections.get(key, 0) + 1
        return True

    def went(self, seat: Seat) -> None:
        """A connection of a seat has ended."""
        key = (seat.place.id, seat.name)
        self.connections[key] = max(0, self.connections.get(key, 0) - 1)
        self.last[key] = self.clock()

    def known(self, place: DocumentPlace, viewer: Viewer, names: tuple[str, ...], host: bool) -> Known:
        """What a page knows of the seats of its document: for each whether somebody is ``there``, and whether he has been
        ``gone`` so long that nobody need wait. For the computer's own page (``host``) also its ``link``, that as picture too.
        That page and whoever sits there are told the seat's ``word``, and the ``door`` at which it is asked for."""
        found: dict[str, Mapping[str, Any]] = {}
        for name in names:
            key = (place.id, name)
            quiet = self.clock() - self.last.get(key, 0.0)
            there = self.connections.get(key, 0) > 0 or quiet < FLICKER
            told: dict[str, Any] = {"there": there, "gone": not there and quiet >= LEFT}
            if host:
                link = f"{self.root}{PAGE[1:]}{self.token(place, name)}/"
                told |= {"link": link, "qr": qr_picture(link)}
            if host or viewer == Seat(place, name).viewer:
                told |= {"word": self.word(self.token(place, name)), "door": f"{self.root}{PAGE[1:]}"}
            found[name] = told
        return {"seats": found, "phones": host}
