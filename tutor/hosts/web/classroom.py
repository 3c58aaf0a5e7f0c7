"""A class while it is held: its folder, its pupils with their documents, and who of them is there.

Everything of a class lies in one folder of the teacher's: the log of the room, and for each pupil a store of his own. Whoever
deletes the folder has deleted the class. One thread calls it.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import random
import secrets
import shutil
import sqlite3
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from threading import Thread
from typing import Any

from tutor.base.places import private_folder, write_whole
from tutor.desk import Act, Refused, Touch, Viewer, fold_log
from tutor.desk.desk import DocumentSource, Known
from tutor.desk.files import export_text
from tutor.desk.log import ActLog
from tutor.desk.store import Progress
from tutor.draw.html import Html
from tutor.draw.page import Page
from tutor.draw.shapes import Scene
from tutor.draw.svg import svg
from tutor.hosts.access import with_token
from tutor.hosts.documents import classes
from tutor.hosts.documents.classes import BoardOf
from tutor.hosts.documents.kept import DeskRecord, DocumentPlace
from tutor.hosts.documents.served import Served
from tutor.hosts.web.live import WebLink
from tutor.hosts.web.seats import Seat, Seats, SpokenWords
from tutor.hosts.web.stage_hall import StageHall
from tutor.pages.classroom.dashboard import MOST_GROUPS
from tutor.pages.classroom.names import class_word, clean, told_apart
from tutor.pages.classroom.parts import PRESENT, Given, Present
from tutor.pages.classroom.projector import projected
from tutor.pages.classroom.pupil import Me, dressed, waiting
from tutor.pages.classroom.room import HOST, LONGEST_NAME, ON_STAGE, TEACHER, ClassGroup, Room, as_act
from tutor.pages.stage import parts, show
from tutor.pages.stage.clicker import coming, notes
from tutor.pages.stage.parts import Door
from tutor.pages.stage.picture import drawn_part
from tutor.pages.stage.show import DRIVER, SCREEN

ROOM = DocumentPlace("class")
#: Seconds for which what pupils do is gathered before the teacher's page is shown anew, and between two looks at who is still.
GATHERED, LOOKED = 0.5, 5.0
#: Seconds without a touch after which a pupil is taken to be stuck.
STILL = 90.0
#: The most touches of a pupil at once and per second, and the longest message of one in characters.
BURST, RATE, LONGEST = 40.0, 8.0, 20_000
#: The most links of a pupil that wait for their pages to come back, and the most words told to the teacher.
MOST_LINKS, MOST_TOLD = 4, 4
STORE, ABOUT = "room.sqlite", "class.json"


class PupilLink(WebLink):
    """A pupil's page: what he works at, with what stands round it. ``record`` is where he works, None where nothing is open."""

    def __init__(self, classroom: Classroom, pupil: str) -> None:
        super().__init__(Viewer(pupil), f"class {classroom.id} {pupil}")
        self.classroom, self.pupil = classroom, pupil
        self.record: DeskRecord | None = None
        self.bare = waiting()
        self.stood: tuple[Any, ...] = ()

    def show(self, n: int, page: Page) -> None:
        self.bare, self.stood = page, self.classroom.steered()
        super().show(n, dressed(page, self.classroom.room, self.classroom.me(self.pupil)))

    def again(self) -> None:
        """Show the same with what stands round it now."""
        self.show(self.seen, self.bare)


class RoomLog(ActLog):
    """The log of the room. What pupils have tried is written a moment later, many acts at once: it stands in their own logs."""

    def keep(self, document: str, act: Act) -> None:
        if act.by == HOST and act.text.startswith("tried "):
            self._waiting.setdefault(document, []).append(act)
        else:
            super().keep(document, act)

    def write_waiting(self, document: str) -> None:
        """Write what waits. Raises NotKept; it waits on then."""
        if waiting := self._waiting.get(document):
            super().keep(document, waiting.pop())


def held_open(path: Path) -> sqlite3.Connection:
    """A connection that is not used: while it is open, SQLite need not put its files away after each act."""
    found = sqlite3.connect(path, isolation_level=None)
    found.execute("SELECT 1 FROM act LIMIT 1").fetchall()
    return found


@dataclass
class Presence:
    """A pupil as the server knows him: his log, the links whose pages are away, when he last touched anything, and how much
    more he may send now."""

    log: ActLog
    file: sqlite3.Connection
    parked: dict[str, PupilLink] = field(default_factory=dict)
    links: dict[PupilLink, None] = field(default_factory=dict)
    touched: float = 0.0
    allowance: float = BURST
    counted: float = 0.0


class Classroom:
    """A class. ``folder`` is where it is kept, ``root`` the address of this computer for phones, with "/" at its end."""

    def __init__(self, folder: Path, root: str, clock: Callable[[], float] = time.monotonic) -> None:
        self.folder, self.root, self.clock, self.token, self.wifi = folder, root, clock, "", ""
        self.begin()

    def begin(self) -> None:
        """Open the class that lies in the folder, or a new one."""
        private_folder(self.folder)
        about = self._about()
        self.id, self.word = about["id"], about["word"]
        self.words = SpokenWords(self.clock, about["words"])
        self.token = self.token or about["token"]
        self.seats = Seats(self.folder / "seats.json", self.root, self.clock)
        self.log = RoomLog(Progress(self.folder / STORE))
        kind = Served(
            lambda source: "The class", lambda *_: classes.room_document(), lambda rest: {}, record=self._room_acted
        )
        self.since = self.clock()
        self.told: list[str] = []
        self.people: dict[str, Presence] = {}
        self.documents: dict[tuple[str, str], DeskRecord] = {}
        self.boards: dict[tuple[str, str], BoardOf] = {}
        self.drawn: dict[tuple[str, str], str] = {}
        self._waits: asyncio.TimerHandle | None = None
        self._state: tuple[Any, ...] = ()
        self._moving: asyncio.Task[None] | None = None
        self.record = DeskRecord(ROOM, kind, {}, self.root, self.log)
        self.record.beside = self.known
        self.stage = StageHall(self.log, self._following, self._door, self._on_stage, self._instead, self._driven)
        self._file = held_open(self.folder / STORE)
        self._state = self.steered()
        self._catch_up()
        self._keep()

    def _catch_up(self) -> None:
        """Hear of what pupils tried in the last moment before a server was killed: it stands in their own logs, and what of the
        room waited to be written does not stand in its."""
        opened = self.room.opened
        if not opened or self.room.on_stage() or classes.found(opened) is None:
            return
        written = self.log.read(self.record.name)[-1].at
        for pupil in self.room.pupils:
            if not (self.folder / f"pupil-{pupil}.sqlite").exists():
                continue
            kind, source, acts = self._log_of(pupil, opened)
            if acts and acts[-1].at >= written:
                known = max((tried.n for tried in self.room.tried(pupil)), default=0)
                of = kind.make(self.root, source, self.presence(pupil).log.store)
                for tried in classes.tries_since(known, pupil, opened, of, source, acts):
                    self.record.desk.append(HOST, as_act(tried))

    def found_at(self, root: str, port: int, token: str = "") -> None:
        """The server stands at this address. By the ``token`` the teacher's pages are let in, on whatever device; it stays that
        of the class, so that pages that are open come back to a server that is started again."""
        self.root = self.seats.root = root
        self.token = token
        self._keep()
        self.stage.clicker = self._clicker()
        self.seats.keep(port)

    def _clicker(self) -> str:
        return with_token(f"{self.root}stage/clicker/", self.token) if self.token else ""

    def _door(self) -> Door:
        """Where phones come in."""
        return Door(
            f"{self.root}{self.word}/", self.root.removeprefix("http://").rstrip("/"), self.word, wifi=self.wifi
        )

    def _there(self) -> int:
        """How many are here now."""
        return sum(self.here(each.id) for each in self.room.pupils.values() if not each.out)

    def _following(self) -> int:
        """How many follow the stage now."""
        return self._there() if self.room.on_stage() else 0

    def _instead(self) -> Html | None:
        """What the screen shows instead of the stage: how the class stands."""
        if self.room.front:
            return None
        opened = classes.found(self.room.opened) if self.room.opened else None
        return projected(self.room, opened, self._door(), self._there())

    def _driven(self) -> None:
        """Whoever drives has done something: the screen shows it."""
        if not self.room.front:
            self.record.desk.append(TEACHER, "front on")
            self.stage.told()
        self.tell_teacher(0.05)

    def warm(self) -> None:
        """Load what can be opened, so that the first who asks for it need not wait."""
        classes.loaded()
        if self.room.opened:
            self._prepare()

    def follow_stage(self, script: str, text: str) -> None:
        """All who come in follow the stage, on which this script stands; the one that stood there, if none is named."""
        if not self.room.on_stage():
            self.record.desk.append(TEACHER, f"open {ON_STAGE}")
        if script:
            self.stage.open(script, text)
        self._driven()

    def stop(self) -> None:
        """The server ends: nothing more is shown later."""
        if self._waits is not None:
            self._waits.cancel()
        self.stage.stop()
        self.write_waiting()
        self._close()

    def _close(self) -> None:
        for file in (self._file, *(there.file for there in self.people.values())):
            file.close()

    def _about(self) -> dict[str, Any]:
        try:
            raw = json.loads((self.folder / ABOUT).read_text(encoding="utf-8"))
            words = {str(pupil): str(word) for pupil, word in raw["words"].items()}
            return {"id": str(raw["id"]), "word": str(raw["word"]), "words": words, "token": str(raw.get("token", ""))}
        except (OSError, ValueError, KeyError, TypeError, AttributeError):
            return {"id": secrets.token_hex(4), "word": class_word(random.SystemRandom()), "words": {}, "token": ""}

    def _keep(self) -> None:
        with contextlib.suppress(OSError):  # on a full disk it holds until the server ends
            about = {"id": self.id, "word": self.word, "words": self.words.words, "token": self.token}
            write_whole(self.folder / ABOUT, json.dumps(about))

    @property
    def room(self) -> Room:
        """The room as it stands."""
        room: Room = self.record.desk.doc
        return room

    # ---------------------------------------------------------------- coming in
    def join(self, name: str) -> str:
        """Let somebody in by a name of his choice; the token of his seat. Refused if it is no name, or the class is full."""
        wanted = clean(name, LONGEST_NAME)
        if not wanted:
            raise Refused("Write a name, of letters you can see.")
        taken = {each.name.casefold() for each in self.room.pupils.values()}
        pupil = f"p{len(self.room.pupils) + 1}"
        self.record.desk.append(HOST, f"joined {pupil} {told_apart(wanted, taken)}")
        self.words.of(pupil)
        self._keep()
        token = self.seats.token(ROOM, pupil)
        self.tell_teacher()
        return token

    def back(self, word: str) -> str:
        """The token of the seat whose pupil says that word; "" if there is none. Refused while too many are guessed."""
        pupil = self.words.whose(word)
        return self.seats.token(ROOM, pupil) if pupil else ""

    def pupil_of(self, token: str) -> str:
        """Whose seat a token is; "" if it is nobody's, or he was sent out."""
        seat = self.seats.tokens.get(token)
        there = self.room.pupils.get(seat.name) if seat is not None and seat.place == ROOM else None
        return there.id if there is not None and not there.out else ""

    def me(self, pupil: str) -> Me:
        """Who a pupil is on his own page: there his own name stands always."""
        return Me(self.room.pupils[pupil].name, self.words.words.get(pupil, ""))

    def presence(self, pupil: str) -> Presence:
        """What the server knows of him."""
        if pupil not in self.people:
            path = self.folder / f"pupil-{pupil}.sqlite"
            log = ActLog(Progress(path))
            self.people[pupil] = Presence(log, held_open(path), touched=self.clock())
        return self.people[pupil]

    # ---------------------------------------------------------------- what a pupil works at
    def document(self, pupil: str) -> DeskRecord | None:
        """What a pupil works at now; None where nothing is open."""
        opened = self.room.opened
        if self.room.on_stage():
            return self.stage.record
        if not opened or classes.found(opened) is None:
            return None
        if (pupil, opened) not in self.documents:
            kind, source = classes.of_pupil(
                opened, lambda: self.room, lambda *given: self._acted(pupil, opened, *given)
            )
            place = DocumentPlace("class", f"{opened}", pupil)
            self.documents[pupil, opened] = DeskRecord(place, kind, source, self.root, self.presence(pupil).log)
        return self.documents[pupil, opened]

    def _log_of(self, pupil: str, opened: str, last: int | None = None) -> tuple[Served, DocumentSource, list[Act]]:
        """What a pupil worked at, all its steps open: its kind, its source, and the acts of its log, up to the act ``last``."""
        kind, source = classes.of_pupil(opened, lambda: replace(self.room, first=0, last=0), lambda *_: None)
        name = kind.name(source) if kind.name is not None else DocumentPlace("class", opened, pupil).id
        acts = self.presence(pupil).log.read(name)
        return kind, source, list(kind.cut([act for act in acts if last is None or act.n <= last]))

    def _acted(self, pupil: str, opened: str, store: Progress, source: Any, doc: Any, seconds: float) -> None:
        """A pupil has done something: what of it is a try goes into his progress, and to the teacher."""
        classes.write(opened, store, source, doc, seconds)
        for tried in classes.tries(pupil, opened, doc):
            with contextlib.suppress(Refused):
                self.record.desk.append(HOST, as_act(tried))
            key = (opened, f"{tried.exercise}/{tried.rule}")
            if tried.outcome == "wrong" and key not in self.boards:
                self._paint(key, opened, doc)
        self.tell_teacher()

    def _paint(self, key: tuple[str, str], opened: str, doc: Any) -> None:
        if found := classes.board_of(opened, doc):
            self.boards[key], self.drawn[key] = found, drawn_part(found.scene, found.focus)

    def _on_stage(self, of: str) -> Scene | None:
        """The picture of a mistake that was put onto the stage; None once nobody has made it."""
        opened, _, key = of.partition(" ")
        group = self.room.group(key, opened)
        board = self._board(group) if group is not None else None
        return board.scene if board is not None else None

    def _board(self, group: ClassGroup) -> BoardOf | None:
        """The board of a mistake: painted when it was made, or again from the log of who made it."""
        tried = group.example
        key = (tried.opened, group.key)
        if key not in self.boards:
            kind, source, acts = self._log_of(tried.pupil, tried.opened, tried.n)
            folded = fold_log(kind.make(self.root, source, self.presence(tried.pupil).log.store), source, acts)
            self._paint(key, tried.opened, folded.doc)
        return self.boards.get(key)

    # ---------------------------------------------------------------- links
    def link(self, pupil: str) -> PupilLink:
        """A new page of a pupil, shown what is open."""
        made = PupilLink(self, pupil)
        self.turn(made)
        return made

    def turn(self, link: PupilLink) -> None:
        """Show a pupil what is open now."""
        if link.record is not None:
            link.record.desk.leave(link)
        link.record = self.document(link.pupil)
        link.view, link.shown, link.last, link.told = None, None, None, ""
        link.kept = f"class {self.id} {link.pupil} {self.room.opened}"
        if link.record is not None:
            link.record.join(link)
        else:
            link.show(0, waiting())

    def park(self, link: PupilLink, name: str) -> None:
        """Keep a link whose page is away."""
        there = self.presence(link.pupil)
        link.connected = False
        there.links.pop(link, None)
        if link.record is not None:
            link.record.desk.leave(link)
        there.parked[name] = link
        while len(there.parked) > MOST_LINKS:
            del there.parked[next(iter(there.parked))]

    def attach(self, pupil: str, opening: str, name: str) -> PupilLink:
        """The link of a page that has connected: the one it had, or a new one. An older page of the same pupil is told."""
        there = self.presence(pupil)
        link = there.parked.pop(f"page {name}", None) or there.parked.pop(opening, None)
        if link is None or (link.record is not self.document(pupil)):
            serial = link.serial if link is not None else 0
            named = link.name if link is not None else "new"  # whatever version the page has, it is not of this link
            link = PupilLink(self, pupil)
            link.serial, link.name, link.version = serial, named, 1_000_000
            self.turn(link)
            link.taken()
        else:
            if link.record is not None:
                link.record.join(link)
            if link.stood != self.steered():
                link.again()
        for other in list(there.links):
            other.end("This place is open in another tab or on another device now. Load this page to go on here.")
        link.connected, link.ended = True, ""
        there.links[link] = None
        there.touched = self.clock()
        self.tell_teacher()
        return link

    def leave(self, link: PupilLink) -> None:
        """A connection has ended; the page may come back."""
        link.taken()
        self.park(link, f"page {link.name}")
        self.tell_teacher(3.2)

    def touched(self, link: PupilLink, touch: Touch) -> None:
        """Do what a pupil's touch means, if he may touch anything now."""
        room = self.room
        self.presence(link.pupil).touched = self.clock()
        if room.paused or room.ended or link.record is None:
            link.serial = max(link.serial, touch.serial)
            why = (
                "The class is paused."
                if room.paused
                else "The lesson has ended."
                if room.ended
                else "Nothing is open yet."
            )
            link.refuse(why)
            return
        if link.record is self.stage.record:
            self.stage.touched(link, touch)
            self.tell_teacher()
        else:
            link.record.touched(link, touch)

    def may_send(self, pupil: str) -> bool:
        """Whether a pupil may send one more message now; who sends far too many is told to the teacher."""
        there, now = self.presence(pupil), self.clock()
        there.allowance = min(BURST, there.allowance + (now - there.counted) * RATE)
        there.counted = now
        if there.allowance >= 1.0:
            there.allowance -= 1.0
            return True
        self.tell(f"{self.room.named(pupil)}'s device sends far too much: it was cut off.")
        return False

    def tell(self, said: str) -> None:
        """Tell the teacher what happened."""
        if said not in self.told:
            self.told = [*self.told, said][-MOST_TOLD:]
            self.tell_teacher()

    # ---------------------------------------------------------------- the room
    def steered(self) -> tuple[Any, ...]:
        """What of the room concerns every pupil: what is open, how far, whether it is paused, who was sent out."""
        room = self.room
        out = tuple(each.id for each in room.pupils.values() if each.out)
        return room.opened, (room.first, room.last, room.hints), (room.paused, room.ended), out

    def _room_acted(self, store: Progress, source: Any, doc: Any, seconds: float) -> None:
        """Something was done in the room: pupils whom it concerns are shown it."""
        before, self._state = self._state, self.steered()
        if before:
            self.stage.tell()  # the screen shows how the class stands
        if not before or before == self._state:
            return
        links = [link for there in self.people.values() for link in there.links]
        for pupil in set(self._state[3]) - set(before[3]):
            for link in list(self.presence(pupil).links):
                link.end("Your teacher has sent this device out of the class.")
        if before[2] != self._state[2]:
            for link in links:
                link.again()
        if before[0] != self._state[0]:
            self._opened()
        if before[:2] != self._state[:2]:
            self._move(links, before[0] != self._state[0])

    def _opened(self) -> None:
        """Something else is open now: a script is put on the stage, what pupils work at is judged beforehand."""
        kind, _, script = self.room.opened.partition("/")
        if kind == ON_STAGE and script:
            with contextlib.suppress(Refused):  # a script of the teacher's own that has gone since
                self.stage.open(script, classes.own_script(script))
        self._prepare()

    def _prepare(self) -> None:
        """Have what is open now judged beforehand, beside everything else."""
        name = self.room.opened
        Thread(target=classes.prepare, args=(name, lambda: self.room.opened == name), daemon=True).start()

    def _move(self, links: list[PupilLink], elsewhere: bool) -> None:
        """Show each pupil what is open now, one after another, with room between for whatever else happens."""
        if self._moving is not None:
            self._moving.cancel()

        async def moved() -> None:
            for link in links:
                if link.connected:
                    if elsewhere:
                        self.turn(link)
                    elif link.record is not None:
                        link.record.desk.show(link)
                await asyncio.sleep(0)
            if elsewhere:
                self.documents = {key: each for key, each in self.documents.items() if key[1] == self.room.opened}
            self.tell_teacher()

        try:
            self._moving = asyncio.get_running_loop().create_task(moved())
        except RuntimeError:  # nobody is connected where no server runs
            self._moving = None

    def tell_teacher(self, after: float = GATHERED) -> None:
        """Show the teacher's page anew soon: what happens until then is gathered."""
        with contextlib.suppress(RuntimeError):  # nobody is connected where no server runs
            loop = asyncio.get_running_loop()
            if self._waits is not None and self._waits.when() <= loop.time() + after:
                return
            if self._waits is not None:
                self._waits.cancel()
            self._waits = loop.call_later(after, self._told_teacher)

    def write_waiting(self) -> None:
        """Write down what of the room waits."""
        try:
            self.log.write_waiting(self.record.name)
        except OSError as problem:
            self.tell(f"What the pupils do is not kept for your page: {problem}")

    def _told_teacher(self) -> None:
        self._waits = None
        self.write_waiting()
        if not self.room.front:
            self.stage.told()
        if self.record.desk.links or self.stage.screens:
            self.record.known_anew()
            self.tell_teacher(LOOKED)

    def known(self, viewer: Viewer) -> Known:
        """What the host tells a viewer of the room."""
        return {PRESENT: self._present()} if viewer.role == TEACHER else {}

    def here(self, pupil: str) -> bool:
        """Whether a pupil's page is there, or was a moment ago."""
        key = (ROOM.id, pupil)
        return self.seats.connections.get(key, 0) > 0 or self.clock() - self.seats.last.get(key, -100.0) < 3.0

    def _present(self) -> Present:
        room, now = self.room, self.clock()
        here = frozenset(pupil for pupil in room.pupils if self.here(pupil))
        steered = bool(room.opened) and not room.paused and not room.ended
        still = frozenset(pupil for pupil in here if steered and now - self.presence(pupil).touched > STILL)
        at = {
            pupil: classes.now_at(room.opened, record.desk.doc)
            for (pupil, opened), record in self.documents.items()
            if opened == room.opened
        }
        groups = room.groups()[:MOST_GROUPS]
        looks = {pupil: drawn for pupil in self._looked_at() if (drawn := self._before(pupil))}
        boards = {group.key: self.drawn[room.opened, group.key] for group in groups if self._board(group) is not None}
        rules = {group.rule: classes.says(room.opened, group.exercise, group.rule)[1] for group in groups}
        trouble = (self.log.store.trouble,) if self.log.store.trouble else ()
        address, minutes = self.root.removeprefix("http://").rstrip("/"), int((now - self.since) // 60)
        return Present(
            here,
            still,
            at,
            f"{self.root}{self.word}/",
            address,
            self.word,
            minutes,
            rules,
            boards,
            dict(self.words.words),
            (*trouble, *self.told),
            looks,
            self.wifi,
            self._given(),
            self.stage.clicker,
            f"{self.root}check/",
        )

    def _given(self) -> Given | None:
        """The stage, as the teacher's page tells of it; None while nothing was ever given on it."""
        doc, crowd = self.stage.doc, self._following()
        if doc.script is None or doc.now is None:
            return None
        seen = show.seen(doc, Viewer("desk", role=DRIVER))
        back, on = parts.backward(seen), parts.onward(seen, crowd)
        return Given(
            doc.script.title,
            doc.now.title,
            doc.step + 1,
            len(doc.script.steps),
            doc.moves,
            (back.act, back.says) if back else None,
            (on.act, on.says) if on else None,
            doc.question is not None and not doc.answered,
            doc.now.of.partition(" ")[2],
            seen.received if doc.phase == "vote" else None,
            crowd,
            notes(seen, crowd),
            coming(seen, crowd),
        )

    def _looked_at(self) -> set[str]:
        """The pupils whose card the teacher has open."""
        cards = (getattr(link.view, "card", "") for link in self.record.desk.links if link.viewer.role == TEACHER)
        return {card.removeprefix("pupil ") for card in cards if card.startswith("pupil ")}

    def _before(self, pupil: str) -> str:
        """The board a pupil has before him, as SVG; "" if there is none."""
        record = self.documents.get((pupil, self.room.opened))
        scene = classes.looked_at(self.room.opened, record.desk.doc) if record is not None else None
        return svg(scene, width="100%") if scene is not None else ""

    # ---------------------------------------------------------------- the end
    def drive(self, touched: str) -> None:
        """Go on, or back, on the stage, from the teacher's own page. Refused if it cannot be done."""
        self.stage.drive(touched)
        self._driven()

    def put(self, what: str, order: Sequence[str] = ()) -> None:
        """Put something of the class onto the stage: "group KEY", "ready" (the mistakes that lie ready, in this ``order``),
        "exercise ID", "quarrel NAME". Refused if it cannot be."""
        kind, _, name = what.partition(" ")
        opened = self.room.opened
        if kind == "group":
            self._put_mistakes((name,))
        elif kind == "ready":
            if order:
                self.record.desk.append(TEACHER, f"order {' '.join(order)}")
            self._put_mistakes(self.room.ready)
        elif kind == "quarrel":
            self.stage.put(classes.for_stage(f"quarrel/{name}", ""))
        else:
            self.stage.put(classes.for_stage(opened, name))
        self._driven()

    def _put_mistakes(self, keys: Sequence[str]) -> None:
        """Put mistakes onto the stage, one step each, and go to the first of them."""
        groups = [self.room.group(key) for key in keys]
        boards = [self._board(group) for group in groups if group is not None]
        if not keys or None in groups or None in boards:
            raise Refused("Nobody has made that mistake.")
        for group, board in zip(groups, boards, strict=True):
            assert group is not None
            assert board is not None
            step = classes.mistake_for_stage(group.example, board)
            self.stage.put({**step, "of": f"{self.room.opened} {group.key}"})
        if len(keys) > 1:
            self.stage.do(SCREEN, f"step {self.stage.doc.step - len(keys) + 1}")

    def file_of(self, pupil: str) -> str:
        """What a pupil has done, as the file that `tutor progress --import` and `tutor class` read."""
        return export_text(self.room.pupils[pupil].name, self.presence(pupil).log.store.attempts())

    def forget(self) -> None:
        """Delete the class: every phone is told, the folder goes, and a new class begins."""
        for there in self.people.values():
            for link in list(there.links):
                link.end("This class has been deleted by its teacher.")
        pages = list(self.record.desk.links)
        pages += list(self.stage.record.desk.links)
        self.stage.stop()
        self._close()
        shutil.rmtree(self.folder, ignore_errors=True)
        self.begin()
        self.stage.clicker = self._clicker()
        for page in pages:
            if isinstance(page, WebLink):
                page.end("The class was deleted. Load this page for a new one.")

    def came(self, pupil: str) -> bool:
        """A connection of a pupil; False if he has too many."""
        if self.seats.came(Seat(ROOM, pupil)):
            self.stage.tell()
            return True
        self.tell(f"{self.room.named(pupil)} has opened too many tabs: no more of them are answered.")
        return False

    def went(self, pupil: str) -> None:
        """A connection of a pupil has ended."""
        self.seats.went(Seat(ROOM, pupil))
        self.stage.tell(3.2)
