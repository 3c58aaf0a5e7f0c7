"""Starting the apps with one command: one server on a port of its own, and the browser opened on the page that was asked for."""

from __future__ import annotations

import argparse
import contextlib
import os
import signal
import socket
import subprocess
import sys
import threading
import webbrowser
from collections.abc import Mapping, Sequence
from pathlib import Path

from engine.faults import Fault, UnreadableText, cap
from tutor import games
from tutor.apps import ADDRESS, ASKS, OPENS
from tutor.hosts.access import new_token, with_token
from tutor.ports import HOST, has_browser, listening, port_number, redirect_file
from tutor.terminal import situation_text

#: What each command opens: its path on the server, and what it is.
APPS = {
    "rulings": "the ruling checker: lay it out, ask, be told",
    "edit": "lay out a situation by hand",
    "apps": "everything on one page: the lessons, the ruling checker, the editor, the rules",
}
#: Those whose page begins with a board.
PAINTED = ("rulings", "edit")
#: The largest situation that is handed on to an app, in bytes: more than that no system takes.
LARGEST_PASSED_ON = 100_000


def parser(app: str) -> argparse.ArgumentParser:
    """The options of an app's command."""
    found = argparse.ArgumentParser(prog=f"tutor {app}", description=f"{_about(app)}.")
    if app != "apps":
        found.add_argument("file", metavar="FILE", nargs="?", help="a situation file, a code, or - for standard input")
    found.add_argument("--port", type=port_number, help="the port to listen at (default: a free one)")
    found.add_argument("--no-browser", action="store_true", help="do not open a browser")
    found.add_argument(
        "--lan", action="store_true", help="let other devices of the network in, with a token in the address"
    )
    if app == "rulings":
        found.add_argument("--ask", metavar="WORDS", default="", help="a question to answer at once: an action, or words")
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
    text = situation_text(source) if source else ""
    if "\0" in text or len(text.encode()) > LARGEST_PASSED_ON:
        what = "no situation holds a zero byte" if "\0" in text else f"it is larger than {LARGEST_PASSED_ON // 1000} kB"
        raise UnreadableText(Fault(source or "", what, "Open a situation as `tutor board` reads it."))
    if (game := games.name_of_game(text)) != games.FIRST:
        games.require(game, app)
    return run(app, options, text)


def run(app: str, options: argparse.Namespace, text: str = "") -> int:
    """Start the server and stay until it is stopped; ``text`` is what the apps lay out at first."""
    if getattr(options, "pages", None):
        from tutor.apps.pages import write_pages

        print(f"Written: {write_pages(Path(options.pages))} pages in {options.pages}")
        return 0
    token = new_token()
    # Listening begins before the server is loaded: a browser that comes early waits instead of being turned away.
    door = listening(options.port, "0.0.0.0" if options.lan else HOST)
    root = f"http://{own_address() if options.lan else HOST}:{door.getsockname()[1]}/"
    page = "" if app == "apps" else f"{app}/"
    address = with_token(f"{root}{page}", token)
    os.environ.update({OPENS: text, ASKS: getattr(options, "ask", ""), ADDRESS: root})
    painted = PaintedApart(app)
    print(f"{_about(app)}: {address}\nStop it with Ctrl+C.", flush=True)
    if options.lan:
        print(qr(address), flush=True)
    way = redirect_file(address) if not options.no_browser and has_browser() else None
    if way:
        threading.Thread(target=webbrowser.open, args=(way.as_uri(),), daemon=True).start()
    with contextlib.suppress(KeyboardInterrupt):
        _serve(door, token, address if options.lan else "", painted)
    if way:
        way.unlink(missing_ok=True)
    sys.stdout.flush()
    os._exit(0)  # the sessions of pages still open are threads that would keep the process alive, and hold nothing to keep


class PaintedApart:
    """The first board of the page a command opens, painted by a process of its own while this one loads the server and marimo.

    Called as :func:`tutor.apps.early.early_page` is. Other pages are painted here.
    """

    def __init__(self, app: str) -> None:
        self._app = app
        self._page = ""
        self._waits = threading.Thread(target=self._read, daemon=True)
        if app in PAINTED:
            self._waits.start()

    def __call__(self, app: str, asked: Mapping[str, str]) -> str:
        """What stands first in the body of the app's page."""
        if app == self._app and not asked.get("code"):
            self._waits.join()
            return self._page
        from tutor.apps.early import early_page

        return early_page(app, asked)

    def _read(self) -> None:
        painting = [sys.executable, "-P", "-m", "tutor.apps.early", self._app]
        done = subprocess.run(painting, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, check=False, encoding="utf-8")
        self._page = done.stdout if done.returncode == 0 else ""  # the app itself will say what is wrong, where one can see it


def _about(app: str) -> str:
    return cap(APPS[app])


def _serve(door: socket.socket, token: str, invitation: str, first: PaintedApart) -> None:
    """Answer whoever comes through the door until Ctrl+C."""
    import uvicorn

    from tutor.apps.site import Lessons, site

    lessons = Lessons()
    # The site is made when the server has loaded all of its own: it loads marimo in a thread, which uses some of the same.
    config = uvicorn.Config(
        lambda: site(token, invitation, lessons, first),
        factory=True,
        log_level="warning",
        access_log=False,
        lifespan="off",
        timeout_graceful_shutdown=1,
    )
    # Whoever ends the server otherwise than by Ctrl+C ends JupyterLab with it too: uvicorn passes the signal on when it is done.
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        uvicorn.Server(config).run(sockets=[door])
    finally:
        lessons.close()


def qr(address: str) -> str:
    """The address as a QR code for a terminal."""
    import io

    import segno

    written = io.StringIO()
    segno.make(address).terminal(out=written, compact=True)
    return written.getvalue()


def own_address() -> str:
    """This computer's address in its network, as other devices see it; loopback where there is none."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as any_way:
        try:
            any_way.connect(("192.0.2.1", 9))  # nothing is sent: it only tells which way it would go
        except OSError:
            print("This computer is in no network: the address opens on it alone.", file=sys.stderr)
            return "127.0.0.1"
        return str(any_way.getsockname()[0])
