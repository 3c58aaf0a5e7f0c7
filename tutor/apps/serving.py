"""Starting the apps with one command: one server on a port of its own, and the browser opened on the page that was asked for."""

from __future__ import annotations

import argparse
import contextlib
import os
import secrets
import signal
import socket
import sys
import threading
import webbrowser
from collections.abc import Sequence
from pathlib import Path

from engine.faults import cap
from tutor.apps import ADDRESS, ASKS, OPENS
from tutor.ports import HOST, has_browser, listening, port_number

#: What each command opens: its path on the server, and what it is.
APPS = {
    "rulings": "the ruling checker: lay it out, ask, be told",
    "edit": "lay out a situation by hand",
    "apps": "everything on one page: the lessons, the ruling checker, the editor, the rules",
}


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


def run(app: str, arguments: Sequence[str], text: str = "") -> int:
    """Start the server and stay until it is stopped; ``text`` is what the apps lay out at first.

    Raises UnreadableText if the port cannot be had.
    """
    options = parser(app).parse_args(arguments)
    if getattr(options, "pages", None):
        from tutor.apps.pages import write_pages

        print(f"Written: {write_pages(Path(options.pages))} pages in {options.pages}")
        return 0
    token = secrets.token_urlsafe(12) if options.lan else ""
    # Listening begins before the server is loaded: a browser that comes early waits instead of being turned away.
    door = listening(options.port, "0.0.0.0" if options.lan else HOST)
    root = f"http://{own_address() if options.lan else HOST}:{door.getsockname()[1]}/"
    page = "" if app == "apps" else f"{app}/"
    address = f"{root}{page}" + (f"?access_token={token}" if token else "")
    os.environ.update({OPENS: text, ASKS: getattr(options, "ask", ""), ADDRESS: root})
    print(f"{_about(app)}: {address}\nStop it with Ctrl+C.", flush=True)
    if token:
        print(qr(address), flush=True)
    if not options.no_browser and has_browser():
        threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()
    with contextlib.suppress(KeyboardInterrupt):
        _serve(door, token, address if token else "")
    sys.stdout.flush()
    os._exit(0)  # the sessions of pages still open are threads that would keep the process alive, and hold nothing to keep


def _about(app: str) -> str:
    return cap(APPS[app])


def _serve(door: socket.socket, token: str, invitation: str) -> None:
    """Answer whoever comes through the door until Ctrl+C."""
    import uvicorn

    from tutor.apps.site import Lessons, site

    lessons = Lessons()
    config = uvicorn.Config(
        site(token, invitation, lessons),
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
