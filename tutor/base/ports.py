"""The port a page is served at, as it is asked for on the command line, and how a browser opens it."""

from __future__ import annotations

import argparse
import os
import socket
import sys
import tempfile
import webbrowser
from html import escape
from pathlib import Path

from engine.text.faults import Fault, UnreadableText

#: This computer, and nobody else's.
HOST = "127.0.0.1"


def port_number(text: str) -> int:
    """The number of a port as it is typed; what is none is answered with what would be right."""
    if not text.isascii() or not text.removeprefix("-").isdecimal() or len(text) > 9:
        raise argparse.ArgumentTypeError(f"{text[:40]!r} is no number. Ports run from 1 to 65535; try 8888.")
    return int(text)


def listening(port: int | None, host: str) -> socket.socket:
    """A socket that listens at the port, or at a free one. UnreadableText says why it cannot."""
    if port is not None and not 1 <= port <= 65_535:
        raise UnreadableText(Fault(f"--port {port}", "there is no such port", "Ports run from 1 to 65535; try 8888."))
    door = socket.socket()
    if os.name != "nt":
        door.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        door.bind((host, port or 0))
    except OSError as problem:
        door.close()
        fix = "Leave --port out: a free one is found."
        raise UnreadableText(Fault(f"--port {port}", f"it cannot be used ({problem.strerror})", fix)) from None
    door.listen(64)
    return door


def free_port(port: int | None) -> int | None:
    """The port, if it can be listened on. Raises UnreadableText saying why it cannot."""
    if port is not None:
        listening(port, HOST).close()
    return port


def has_browser() -> bool:
    """Whether a browser can be opened here that shows pictures."""
    if sys.platform.startswith("linux") and not (os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")):
        return "BROWSER" in os.environ  # otherwise Python would offer a browser for the terminal, which shows no board
    try:
        webbrowser.get()
    except webbrowser.Error:
        return False
    return True


def redirect_file(address: str) -> Path | None:
    """A page, readable by its owner alone, that leads a browser to the address. Whoever asks removes it; None if it cannot be
    written.

    What a browser is started with is read by every user of the computer (`ps`): an address with a token would let all of them in.
    """
    # A browser that comes as a snap reads neither /tmp nor hidden folders, but its own.
    snaps = (Path.home() / "snap" / browser / "common" for browser in ("firefox", "chromium"))
    try:
        handle, name = tempfile.mkstemp(
            ".html", "mystic-wood-", next((folder for folder in snaps if folder.is_dir()), None)
        )
        with os.fdopen(handle, "w", encoding="utf-8") as page:
            head = f'<meta charset="utf-8"><meta http-equiv="refresh" content="0;url={escape(address)}">'
            page.write(f'<!DOCTYPE html>{head}<a href="{escape(address)}">The Mystic Wood Tutor</a>')
    except OSError as problem:
        print(f"No browser is opened ({problem.strerror}): open the address yourself.", file=sys.stderr)
        return None
    return Path(name)
