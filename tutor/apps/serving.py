"""Starting an app with one command: marimo on loopback, a port of its own, and the browser opened on it."""

from __future__ import annotations

import argparse
import contextlib
import os
import secrets
import socket
import subprocess
import sys
import time
import webbrowser
from collections.abc import Sequence
from pathlib import Path

from tutor.apps.opening import ADDRESS, OPENS
from tutor.ports import free_port as usable_port
from tutor.ports import port_number

HERE = Path(__file__).parent
ABOUT = {
    "edit": "lay out a situation by hand",
    "rulings": "the ruling checker: lay it out, ask, be told",
}
STARTING = 60  # seconds


def parser(app: str) -> argparse.ArgumentParser:
    """The options of an app's command."""
    found = argparse.ArgumentParser(prog=f"tutor {app}", description=f"{ABOUT[app][:1].upper()}{ABOUT[app][1:]}.")
    found.add_argument("file", metavar="FILE", nargs="?", help="a situation file, a code, or - for standard input")
    found.add_argument("--port", type=port_number, help="the port to listen at (default: a free one)")
    found.add_argument("--no-browser", action="store_true", help="do not open a browser")
    found.add_argument(
        "--lan", action="store_true", help="let other devices of the network in, with a token in the address"
    )
    if app == "rulings":
        found.add_argument(
            "--pages", metavar="FOLDER", help="write the index of rulings as plain pages, and open nothing"
        )
    return found


def command(app: str, port: int, token: str = "") -> list[str]:
    """How marimo is started: on loopback without a password, or for the network with a token."""
    found = [
        sys.executable,
        "-m",
        "marimo",
        "--quiet",
        "--yes",
        "run",
        str(HERE / f"{app}.py"),
        "--headless",
        "--port",
        str(port),
    ]
    if token:
        return [*found, "--host", "0.0.0.0", "--token", "--token-password", token]
    return [*found, "--host", "127.0.0.1", "--no-token"]


def run(app: str, arguments: Sequence[str], text: str = "") -> int:
    """Start an app and stay until it is stopped; ``text`` is what it lays out at first."""
    options = parser(app).parse_args(arguments)
    if getattr(options, "pages", None):
        from tutor.apps.pages import write_pages

        print(f"Written: {write_pages(Path(options.pages))} pages in {options.pages}")
        return 0
    port = usable_port(options.port) or free_port()
    token = secrets.token_urlsafe(12) if options.lan else ""
    host = own_address() if options.lan else "127.0.0.1"
    address = f"http://{host}:{port}/" + (f"?access_token={token}" if token else "")
    environment = {**os.environ, OPENS: text, ADDRESS: f"http://{host}:{port}/"}
    server = subprocess.Popen(
        command(app, port, token), env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL
    )
    try:
        if not _up(server, port):
            print(f"tutor {app}: the server did not start; is port {port} free?", file=sys.stderr)
            return 1
        print(f"{ABOUT[app][:1].upper()}{ABOUT[app][1:]}: {address}\nStop it with Ctrl+C.", flush=True)
        if token:
            print(qr(address), flush=True)
        if not options.no_browser:
            webbrowser.open(address)
        return server.wait()
    except KeyboardInterrupt:
        return 0
    finally:
        server.terminate()
        with contextlib.suppress(subprocess.TimeoutExpired):
            server.wait(timeout=10)
        if server.poll() is None:
            server.kill()


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
            return "127.0.0.1"
        return str(any_way.getsockname()[0])


def free_port() -> int:
    """A port nobody listens at."""
    with socket.socket() as any_port:
        any_port.bind(("127.0.0.1", 0))
        return int(any_port.getsockname()[1])


def _up(server: subprocess.Popen[bytes], port: int) -> bool:
    waited = time.monotonic() + STARTING
    while server.poll() is None and time.monotonic() < waited:
        with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), timeout=1):
            return True
        time.sleep(0.05)
    return False
