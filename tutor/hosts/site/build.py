"""Builds the site: a folder of static files that any web server serves (`make site`)."""

from __future__ import annotations

import gzip
import hashlib
import json
import shutil
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from engine.text.faults import Fault, UnreadableText
from tutor.base.places import FRONT_END, PROJECT, shipped
from tutor.content.lessons.course import course
from tutor.hosts.site import bundle, pages
from tutor.hosts.site.opening import notebook_of
from tutor.hosts.site.ways import file_of
from tutor.teach.game.registry import FIRST, GAMES

#: The files of the front end, by where they stand in the folder of a release.
_FRONT = {"page.css": "page.css", "site.css": "site/site.css", "site.js": "site/site.js", "worker.js": "site/worker.js"}
#: What is built is told by this file in it; no other folder is ever emptied.
TOLD = "site.json"
#: What the first visit fetches of a release: the rest is fetched when it is asked for.
_FIRST = (
    *_FRONT,
    *bundle.RUNTIME,
    "stdlib.zip.gz",
    "app.bin.gz",
    "manifest.json",
)
#: What is fetched once a learner has answered something, so that all works without a network from then on.
_LATER = tuple(map(bundle.later_file, ("more", *bundle.OTHERS, "networkx")))
#: The pages that work without a network from the first visit on; others do once they were opened, or as an empty page.
_CORE = ("index.html", pages.SHELL, "rulings.html", "puzzles.html", "table.html", "icon.svg")


#: What the Mozilla Public License asks of whoever hands on the machine code: to say where the sources are.
_PYODIDE = """The files pyodide.mjs, pyodide.asm.mjs and pyodide.asm.wasm of this site are Pyodide, unchanged, as its npm package
"pyodide" has them. Pyodide is subject to the terms of the Mozilla Public License, v. 2.0. If a copy of the MPL was
not distributed with this file, you can obtain one at https://mozilla.org/MPL/2.0/. Its sources are at
https://github.com/pyodide/pyodide. The standard library in stdlib.zip.gz and rest.bin.gz is CPython's, under the
Python Software Foundation License: https://docs.python.org/3/license.html.
"""


@dataclass(frozen=True)
class Built:
    """What was built: how many pages, and the bytes of each part of a first visit, as they are and as gzip -9; ``later`` those
    of what is fetched when it is first used, or for a time without a network once something was answered."""

    release: str
    pages: int
    parts: Mapping[str, tuple[int, int]]
    later: Mapping[str, tuple[int, int]]

    @property
    def first_visit(self) -> int:
        """The bytes of a first visit, as gzip -9."""
        return sum(small for _, small in self.parts.values())


def build(folder: Path) -> Built:
    """Build the site into ``folder``, made if need be. UnreadableText if something else lies there, or the tools are missing."""
    emptied(folder)
    with tempfile.TemporaryDirectory(prefix="mystic-wood-site-") as stage:
        bundle.staged(Path(stage), "from tutor.hosts.site.walk import walk\nwalk()\n")
        files = bundle.engine_files(Path(stage))
    files |= {name: (FRONT_END / where).read_bytes() for name, where in _FRONT.items()}
    marks = (name.encode() + hashlib.sha256(data).digest() for name, data in sorted(files.items()))
    release = hashlib.sha256(b"".join(marks)).hexdigest()[:10]
    engine = f"v-{release}/"
    for name, data in files.items():
        _write(folder / engine / name, data)
    texts = _texts(engine)
    for name, text in texts.items():
        _write(folder / name, text.encode())
    for entry in course():
        _write(folder / notebook_of(entry.name), (shipped("lessons") / f"{entry.name}.ipynb").read_bytes())
    core = [name for name in _CORE if name in texts] + [f"{engine}{name}" for name in _FIRST]
    whole = hashlib.sha256("".join(texts.values()).encode()).hexdigest()[:6]
    script = (FRONT_END / "site" / "offline.js").read_text(encoding="utf-8")
    later = [f"{engine}{name}" for name in _LATER]
    told = f"const RELEASE={json.dumps(f'{release}-{whole}')},CORE={json.dumps(core)},LATER={json.dumps(later)};\n"
    _write(folder / "offline.js", (told + script).encode())
    parts = {name: _sizes(name, files[name]) for name in _FIRST}
    parts["a page"] = _sizes("", texts["rulings.html"].encode())
    after = {name: _sizes(name, files[name]) for name in _LATER}
    built = Built(release, sum(name.endswith(".html") for name in texts), parts, after)
    about = {
        "release": release,
        "pages": built.pages,
        "parts": parts,
        "first visit, gzip -9": built.first_visit,
        "after the first answer": after,
    }
    _write(folder / TOLD, json.dumps(about, indent=1).encode() + b"\n")
    return built


def _texts(engine: str) -> dict[str, str]:
    """All pages and small files that do not lie in the release's folder, by their names."""
    from tutor.hosts.site.home import home_pages
    from tutor.pages.rules import names, page_of

    found = {file_of(place.kind, place.rest): pages.document_page(place, engine) for place in pages.places()}
    for game in GAMES:
        for name in names(game):
            file = f"rules/{name if game == FIRST else f'{game}/{name}'}"
            found[file] = pages.plain_page(page_of(name, served=True, game=game), file)
    found |= home_pages(engine)
    found[pages.SHELL] = pages.shell_page(engine)
    found["404.html"] = pages.missing_page()
    found["icon.svg"] = (Path(__file__).parent / "icon.svg").read_text(encoding="utf-8")
    found[".nojekyll"] = ""
    found["PYODIDE.txt"] = _PYODIDE
    found["LICENSE.txt"] = (PROJECT / "LICENSE").read_text(encoding="utf-8")
    return found


def _sizes(name: str, data: bytes) -> tuple[int, int]:
    return len(data), len(data) if name.endswith(".gz") else len(gzip.compress(data, 9, mtime=0))


def _write(path: Path, data: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)


def emptied(folder: Path) -> None:
    """Empty the folder of the site that was built there before, but for its own release's files: a page that is open may still
    ask for one of them."""
    folder.mkdir(parents=True, exist_ok=True)
    there = list(folder.iterdir())
    if there and not (folder / TOLD).is_file():
        raise UnreadableText(
            Fault(str(folder), "it is not empty, and holds no site built before", "Name another folder.")
        )
    before = f"v-{json.loads((folder / TOLD).read_text(encoding='utf-8')).get('release')}" if there else ""
    for each in there:
        if each.is_dir() and each.name != before:
            shutil.rmtree(each)
        elif (
            not each.is_dir() and each.name != TOLD
        ):  # that goes last, so that a build that was broken off can be done again
            each.unlink()
