"""`tutor site`: build the tutor as a folder of static files, and try it."""

from __future__ import annotations

import argparse
import functools
import http.server
from collections.abc import Sequence
from pathlib import Path

from tutor.base.ports import HOST, port_number

#: Where the site is built if no folder is named.
FOLDER = "site"


def command(arguments: Sequence[str]) -> int:
    """Do what `tutor site` names. Raises Faulty if it cannot be done."""
    options = _parser().parse_args(arguments)
    if options.what == "build":
        return _build(Path(options.folder))
    return _serve(Path(options.folder), options.port)


def _parser() -> argparse.ArgumentParser:
    found = argparse.ArgumentParser(prog="tutor site", description="The tutor as a folder of static files.")
    ways = found.add_subparsers(dest="what", required=True)
    for name, about in (("build", "build it"), ("serve", "try it: serve the folder to this computer")):
        way = ways.add_parser(name, help=about, description=about)
        way.add_argument("folder", nargs="?", default=FOLDER, help=f"the folder (default: {FOLDER})")
    ways.choices["serve"].add_argument(
        "--port", type=port_number, default=8000, help="the port to listen at (default: 8000)"
    )
    return found


def _build(folder: Path) -> int:
    from tutor.hosts.site.build import build

    built = build(folder)
    for name, (raw, small) in (*built.parts.items(), *built.later.items()):
        print(f"{name:20} {raw:>10,} bytes  {small:>10,} gzip -9")
    print(f"{built.pages} pages, release {built.release}; a first visit {built.first_visit / 1e6:.2f} MB, gzip -9")
    print(f"{folder} can be put on any web server. To try it: tutor site serve {folder}")
    return 0


def _serve(folder: Path, port: int) -> int:
    from engine.text.faults import Fault, UnreadableText

    if not (folder / "index.html").is_file():
        raise UnreadableText(Fault(str(folder), "no site was built there", "Build it first: make site"))
    handler = functools.partial(http.server.SimpleHTTPRequestHandler, directory=str(folder))
    with http.server.ThreadingHTTPServer((HOST, port), handler) as server:
        print(f"The site is at http://{HOST}:{server.server_port}/ until you press Ctrl+C.", flush=True)
        try:
            server.serve_forever()
        except KeyboardInterrupt:
            print()
    return 0
