"""Starting the apps with one command: one server on a port of its own, and the browser opened on the page that was asked for."""

from __future__ import annotations

import argparse
import contextlib
import socket
import sys
import threading
import time
import webbrowser
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from engine.text.faults import Fault, UnreadableText, cap
from tutor.base.ports import HOST, has_browser, listening, port_number, redirect_file
from tutor.base.terminal import situation_text
from tutor.draw.qr import qr_text
from tutor.hosts.access import new_token, with_token
from tutor.teach.game import registry as games

if TYPE_CHECKING:
    from starlette.routing import Route, WebSocketRoute

    from tutor.hosts.web.live import Live

#: What each command opens: its path on the server, and what it is.
APPS = {
    "rulings": "the ruling checker: lay it out, ask, be told",
    "edit": "lay out a situation by hand",
    "table": "play a whole game: alone, around one screen, or each at his own",
    "apps": "everything on one page: the lessons, the ruling checker, the editor, the rules",
}
#: What `tutor train --page` opens.
TRAINER = "the trainer: one puzzle after another, as hard as does you good"
#: What to do if a phone does not get through.
NOT_THROUGH = """If the page does not come up on the phone:
 - another Wi-Fi, or mobile data: join the Wi-Fi this computer is in, and turn mobile data off;
 - a page of the school's Wi-Fi comes instead: log in there first, then scan again;
 - nothing at all: that Wi-Fi keeps devices apart ("client isolation"), or a firewall on this computer shuts them out. Allow
   Python through the firewall, or ask whoever runs the Wi-Fi; the last way out is a hotspot of your own, this computer in it."""
#: The largest situation an app opens, in bytes.
LARGEST_PASSED_ON = 100_000


def parser(app: str) -> argparse.ArgumentParser:
    """The options of an app's command."""
    found = argparse.ArgumentParser(prog=f"tutor {app}", description=f"{cap(APPS[app])}.")
    if app != "apps":
        found.add_argument("file", metavar="FILE", nargs="?", help="a situation file, a code, or - for standard input")
    found.add_argument("--port", type=port_number, help="the port to listen at (default: a free one)")
    found.add_argument("--no-browser", action="store_true", help="do not open a browser")
    found.add_argument(
        "--lan", action="store_true", help="let other devices of the network in, with a token in the address"
    )
    if app == "rulings":
        found.add_argument(
            "--ask", metavar="WORDS", default="", help="a question to answer at once: an action, or words"
        )
        found.add_argument(
            "--pages", metavar="FOLDER", help="write the index of rulings as plain pages, and open nothing"
        )
    return found


def command(app: str, arguments: Sequence[str]) -> int:
    """Open the app on what the command names: start the server and stay until it is stopped.

    Raises Faulty if that cannot be read, or the port cannot be had.
    """
    options = parser(app).parse_args(arguments)
    source: str | None = getattr(options, "file", None)
    text = source or ""
    if source and not (app == "table" and _is_table_code(source)):
        text = situation_text(source, games.is_code)
    if "\0" in text or len(text.encode()) > LARGEST_PASSED_ON:
        what = "no situation holds a zero byte" if "\0" in text else f"it is larger than {LARGEST_PASSED_ON // 1000} kB"
        raise UnreadableText(Fault(source or "", what, "Open a situation as `tutor board` reads it."))
    if app != "table" and (game := games.name_of_game(text)) != games.FIRST:
        games.require(game, app)
    return run(app, options, text)


def _is_table_code(source: str) -> bool:
    """Whether it is the code of a whole game."""
    from tutor.pages.table.code import PREFIX

    return source.startswith(PREFIX)


def train(options: argparse.Namespace) -> int:
    """Open the trainer as a page, in the mode and with the wishes that are named. Raises Faulty for wishes that cannot be met
    there."""
    from tutor.desk.learners import choose_learner

    for name in ("json", "file"):
        if getattr(options, name):
            fix = f"Leave --page out, or --{name}."
            raise UnreadableText(Fault(f"--{name}", "the page of the trainer has the puzzles of the book", fix))
    mode = next((name for name in ("streak", "daily", "review") if getattr(options, name)), "")
    wishes = [_one_wish(name, getattr(options, name) or "") for name in ("themes", "kinds", "edition")]
    if mode and any(wishes):
        raise UnreadableText(Fault(f"--{mode}", "wishes are for training", f"Leave --{mode} out, or the wishes."))
    if options.learner:
        choose_learner(options.learner)
    about = f"about {' '.join(wish or '-' for wish in wishes)}" if any(wishes) else ""
    return run("train", options, act=f"mode {mode}" if mode else about)


def _one_wish(name: str, text: str) -> str:
    """What is wished under this name; "" for nothing. The page takes one of each."""
    from tutor.content.puzzles.book import puzzles_by_id
    from tutor.content.trainer.picking import chosen

    words = text.replace(",", " ").split()
    if len(words) > 1:
        raise UnreadableText(Fault(f"--{name}", f"the page takes one, not {len(words)}", f"Write --{name} {words[0]}."))
    named = {"themes": words if name == "themes" else (), "kinds": words if name == "kinds" else ()}
    chosen(puzzles_by_id().values(), edition=text if name == "edition" else "", **named)
    return words[0] if words else ""


def run(app: str, options: argparse.Namespace, text: str = "", act: str = "") -> int:
    """Start the server and stay until it is stopped; ``text`` is what the app lays out at first, ``act`` is done at its document
    before it is shown."""
    if getattr(options, "pages", None):
        from tutor.pages.rules import write_pages

        print(f"Written: {write_pages(Path(options.pages), games.name_of_game(text))} pages in {options.pages}")
        return 0
    token = new_token()
    # Listening begins before the server is loaded: a browser that comes early waits instead of being turned away.
    lan = getattr(options, "lan", False)
    if app == "table":
        return _table(options, token, text)
    door = listening(options.port, "0.0.0.0" if lan else HOST)
    root = f"http://{own_address() if lan else HOST}:{door.getsockname()[1]}/"
    source = {"text": text, **({"ask": options.ask} if getattr(options, "ask", "") else {})} if text else {}
    live = open_documents(root)
    path = _path(app, live, source, lan)
    if act:
        live.done(app, act)
    address = with_token(root + path, token)
    told = f"{cap(APPS.get(app, TRAINER))}: {address}\nStop it with Ctrl+C."
    return _stay(options, address, lambda: _serve(door, token, live, f"/{path}", told, address if lan else ""))


def _stay(options: argparse.Namespace, address: str, serve: Callable[[], None]) -> int:
    """Open the browser, and serve until Ctrl+C."""
    way = redirect_file(address) if not options.no_browser and has_browser() else None
    if way:
        threading.Thread(target=webbrowser.open, args=(way.as_uri(),), daemon=True).start()
    try:
        with contextlib.suppress(KeyboardInterrupt):
            serve()
    finally:
        if way:
            way.unlink(missing_ok=True)
    print("Stopped. What was done is kept.", flush=True)
    return 0


def _table(options: argparse.Namespace, token: str, text: str) -> int:
    """Start the table. With ``--lan`` other devices are let in to the seats that were given out, and to nothing else; the server
    is then where it was the last time, if it can be, so that their links still lead here."""
    from tutor.base.places import data_folder
    from tutor.hosts.documents.tables import played_last
    from tutor.hosts.web.seats import Seats

    seats = Seats(data_folder() / "seats.json", "", time.monotonic) if options.lan else None
    door = _door(options.port, seats.port if seats is not None else None, "0.0.0.0" if options.lan else HOST)
    port = door.getsockname()[1]
    live = open_documents(f"http://{HOST}:{port}/")
    if seats is not None:
        seats.root = f"http://{own_address()}:{port}/"
        seats.keep(port)
        live.seats = seats
    path = _path("table", live, {"text": text}, False) if text else played_last(live.log)
    address = with_token(live.root + path, token)
    more = f"\nOther devices come by the links of their seats, at {seats.root}" if seats is not None else ""
    told = f"{cap(APPS['table'])}: {address}{more}\nStop it with Ctrl+C."
    opens = seats.opens if seats is not None else None
    return _stay(options, address, lambda: _serve(door, token, live, f"/{path}", told, "", opens))


def hold_class(options: argparse.Namespace) -> int:
    """`tutor class`: hold a class. Phones of the network come in at its door, to their own seats and to nothing else; the
    teacher's page asks for the token. Server and class are where they were, so that phones find their way back. Files that are
    named are brought along: they stand among what can be opened. Raises Faulty where one cannot be read."""
    for name in options.files:
        _bring(name)
    return _held(options, "class", "class/", "Your page")


def _bring(name: str) -> None:
    """Have a lesson, a sheet or a script of the teacher's own among what can be opened, and say so."""
    from tutor.hosts.lab.lab import take_in
    from tutor.pages.classroom import own

    if name.endswith((".md", ".ipynb")):
        print(f"Brought along: {take_in(Path(name))}, on the course now and behind Open under “Lessons”.")
    else:
        kind, called = own.bring(name)
        where = "Sheets of your own" if kind == own.SHEETS else "Together, on the stage"
        print(f"Brought along: {own.title(called)}, behind Open under “{where}”.")


def give_stage(options: argparse.Namespace) -> int:
    """`tutor stage`: a script on a large screen, a phone as clicker, phones that follow and answer. It goes on where it stood."""
    from tutor.pages.stage.script import read_script, script_at

    name, text = script_at(options.script) if options.script else ("", "")
    if text:
        read_script(text, options.script)  # its faults are told here, before anything is opened
    return _held(options, "stage", "stage/", "The screen", name, text)


def _held(options: argparse.Namespace, folder: str, page: str, called: str, script: str = "", text: str = "") -> int:
    """Hold a class, or give a lesson on its stage, in that folder of the data folder, and open a page of it."""
    import shutil

    from tutor.base.places import data_folder
    from tutor.hosts.web.class_site import ClassSite
    from tutor.hosts.web.classroom import Classroom

    alone, staged = bool(options.alone), folder == "stage"
    address = HOST if alone else own_address()
    if getattr(options, "new", False):
        shutil.rmtree(data_folder() / folder, ignore_errors=True)
    classroom = Classroom(data_folder() / folder, "", time.monotonic)
    door = _door(options.port, classroom.seats.port, HOST if alone else "0.0.0.0")
    port, token = door.getsockname()[1], classroom.token or new_token()
    classroom.found_at(f"http://{address}:{port}/", port, token)
    classroom.wifi = wifi_code(options.wifi) if options.wifi else ""
    live = open_documents(f"http://{HOST}:{port}/")
    site = ClassSite(classroom, nameless=staged)
    if staged:
        classroom.follow_stage(script, text)
    else:
        classroom.warm()
    here = with_token(f"{live.root}{page}", token)
    phones = f"{classroom.root}{classroom.word}/"
    if getattr(options, "check", False):
        print(
            f"Try the room with one phone: {classroom.root}check/\n{qr_text(f'{classroom.root}check/')}\n{NOT_THROUGH}"
        )
    told = f"{called}: {here}\nPhones come in at {classroom.root} by the word {classroom.word}: {phones}\nStop it with Ctrl+C."
    scanned = phones
    if staged:
        scanned = classroom.stage.clicker
        told = f"{told}\nThe clicker, for your own phone alone (keep this code off the screen): {scanned}"
    try:
        return _stay(
            options, here, lambda: _serve(door, token, live, f"/{page}", told, "", site.opens, site.routes(), scanned)
        )
    finally:
        classroom.stop()


def wifi_code(name: str) -> str:
    """What a phone reads from a code to join the Wi-Fi of that name. The password is asked for: on the command line every user of
    this computer could read it."""
    from getpass import getpass

    def safe(text: str) -> str:
        return "".join(f"\\{character}" if character in '\\;,:"' else character for character in text)

    password = getpass(f"Password of the Wi-Fi {name} (empty: it has none): ")
    kind = f"T:WPA;P:{safe(password)};" if password else "T:nopass;"
    return f"WIFI:S:{safe(name)};{kind};"


def _door(asked: int | None, last: int | None, host: str) -> socket.socket:
    """A socket that listens at the port asked for, else where it was the last time, else at a free one."""
    if asked is None and last:
        with contextlib.suppress(UnreadableText):
            return listening(last, host)
    return listening(asked, host)


def open_documents(root: str) -> Live:
    """The documents of the learner on this computer, for a server at that address."""
    from tutor.desk.log import ActLog
    from tutor.desk.store import Progress
    from tutor.hosts.documents.served import served
    from tutor.hosts.web.live import Live

    return Live(ActLog(Progress()), served(), root)


def _path(app: str, live: Live, source: dict[str, str], lan: bool) -> str:
    """The end of the address of what a command opens. What is laid out at first is, where others are let in, each visitor's own:
    he begins by an address that holds it."""
    if app == "apps" or not source:
        return "" if app == "apps" else f"{app}/"
    return live.begin(app, "", source).path.lstrip("/") if not lan else f"{app}/{live.offer(source)}/"


def _serve(
    door: socket.socket,
    token: str,
    live: Live,
    path: str,
    told: str,
    invitation: str,
    opens: Callable[[str], bool] | None = None,
    before: Sequence[Route | WebSocketRoute] = (),
    scanned: str = "",
) -> None:
    """Answer whoever comes through the door until Ctrl+C. ``told`` is printed when the page at ``path`` answers at once;
    ``opens`` says of a path whether it holds a right of its own; the routes ``before`` stand before those of the site, and let
    the teacher in from another device too; ``scanned`` is shown as a code."""
    from tutor.hosts.web.lessons import Lessons
    from tutor.hosts.web.server import asked, serve
    from tutor.hosts.web.site import LONGEST_MESSAGE, answering, guarded

    lessons = Lessons()
    answers = answering(live, lessons, invitation, before)

    async def up() -> None:
        await asked(answers, path)
        print(told, flush=True)
        if shown := invitation or scanned:
            print(qr_text(shown), flush=True)

    try:
        serve(guarded(answers, token, invitation, opens, bool(before)), door, LONGEST_MESSAGE, up)
    finally:
        lessons.close()


def own_address() -> str:
    """This computer's address in its network, as other devices see it; loopback where there is none."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as any_way:
        try:
            any_way.connect(("192.0.2.1", 9))  # nothing is sent: it only tells which way it would go
        except OSError:
            print("This computer is in no network: the address opens on it alone.", file=sys.stderr)
            return "127.0.0.1"
        return str(any_way.getsockname()[0])
