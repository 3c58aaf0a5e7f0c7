"""Opens one page of each kind, so that the build sees what is imported. Run by pyodide's Python while the site is built."""

from __future__ import annotations

import json

from tutor.hosts.site.worker import Worker

#: One document of each kind.
PAGES = (
    ("rulings", ""),
    ("edit", ""),
    ("table", ""),
    ("train", ""),
    ("lesson", "02-exploring"),
    ("exercise", "02-exploring/first-step"),
    ("puzzles", "jousts"),
    ("puzzles", "lay-it-out"),
)


def walk() -> None:
    """Open them all. AssertionError if one of them cannot be opened."""
    told: list[str] = []
    worker = Worker("https://site.invalid/", lambda page, text: told.append(text))
    for n, (kind, rest) in enumerate(PAGES):
        asked = {"kind": kind, "rest": rest, "first": True}
        worker.hear(json.dumps({"page": str(n), "open": asked}))
        worker.hear(json.dumps({"page": str(n), "said": {"kind": "ready", "version": 1, "link": "walk"}}))
        touch = {"kind": "click", "target": "hint", "to": "", "values": {}}
        worker.hear(json.dumps({"page": str(n), "said": {"kind": "touch", "seen": 0, "serial": 1, "touch": touch}}))
    pages = [message for message in map(json.loads, told) if message["kind"] == "page"]
    assert len(pages) == len(PAGES), f"only {len(pages)} of {len(PAGES)} pages could be opened"


if __name__ == "__main__":
    walk()
