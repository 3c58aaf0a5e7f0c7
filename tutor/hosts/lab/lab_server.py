"""What the lessons' page in the browser asks of the server: which notebook this is, where the learner stands, the map.

It rides along with JupyterLab's own server, behind the same token. The page's side of it is the extension in `extension`.
"""

from __future__ import annotations

import importlib
import json
import os
from contextlib import suppress
from pathlib import Path
from typing import Any

from jupyter_server.base.handlers import APIHandler
from tornado import web

from engine.text.faults import Faulty
from tutor.base.prose import markdown
from tutor.base.writing import plain
from tutor.content.lessons import Entry, course, entry_of, load_lesson
from tutor.content.lessons.building import DESK, TRAINER
from tutor.content.puzzles.reading import LESSON
from tutor.content.puzzles.shelves import shelves
from tutor.desk.learners import choose_learner, learners, this_learner
from tutor.desk.progress import progress_now
from tutor.hosts.lab.notebooks import OWN, PUZZLES, cells_of, is_changed, pristine, restore
from tutor.pages.course_map import map_html

WIDGET = "application/vnd.jupyter.widget-view+json"
#: No notebook's name is longer.
LONGEST_PATH = 400
_PICTURES = ("image/svg+xml", "image/png", "text/html", "text/plain")


def handlers(root: Path, base: str) -> list[tuple[str, type[APIHandler], dict[str, Path]]]:
    """The routes below ``base``, for the desk ``root``."""
    pages: dict[str, type[_Handler]] = {
        "lesson": LessonHandler,
        "fresh": FreshHandler,
        "course": CourseHandler,
        "restore": RestoreHandler,
        "learner": LearnerHandler,
    }
    return [(f"{base.rstrip('/')}/mystic-wood/{name}", page, {"root": root}) for name, page in pages.items()]


def keep_pictures(model: dict[str, Any], **_: Any) -> None:
    """Before a notebook is saved: where a cell shows a widget, keep the picture of it only.

    A widget lives as long as its kernel; whoever opens the notebook later would be told that there is none.
    """
    if model.get("type") != "notebook" or not isinstance(model.get("content"), dict):
        return
    content = model["content"]
    content.get("metadata", {}).pop("widgets", None)
    for cell in content.get("cells", ()):
        for output in cell.get("outputs", ()):
            data = output.get("data", {})
            if any(kind in data for kind in _PICTURES):
                data.pop(WIDGET, None)


def path_of(entry: Entry) -> str:
    """Where the notebook of a lesson lies on the desk."""
    return f"{OWN if entry.own else 'lessons'}/{entry.name}.ipynb"


def lesson_page(path: str, cells: Any) -> dict[str, Any]:
    """What the page needs to know of a notebook: whether it is ours, what to run, what is done, and what comes next."""
    content = pristine(path)
    if content is None:
        return {"kind": "other"}
    laid = cells_of(content)
    page: dict[str, Any] = {
        "kind": "changed" if is_changed(cells, content) else "ours",
        "run": [cell.id for cell in laid if cell.locked and cell.kind == "code"],
        "title": Path(path).stem,
        "exercises": [],
    }
    if path.startswith(f"{PUZZLES}/"):
        return page | _shelf_page(Path(path).stem)
    entries = course()
    entry = entry_of(Path(path).stem, entries)
    if entry is None:
        return page
    lesson = load_lesson(entry.name)
    done, note = _done(entry.name)
    following = next((each for each in entries if each.number == entry.number + 1), None)
    return (
        page
        | note
        | {
            "lesson": entry.name,
            "title": lesson.title if entry.own else f"{entry.number} · {lesson.title}",
            "exercises": [
                {
                    "id": each.id,
                    "cell": f"exercise-{each.id}"[:56],
                    "title": each.name,
                    "done": each.id in done,
                    "task": markdown(each.prompt),
                }
                for each in lesson.exercises
            ],
            "next": following and {"path": path_of(following), "title": following.title, "label": "Next lesson"},
            "learner": this_learner(),
        }
    )


def _shelf_page(name: str) -> dict[str, Any]:
    """The same for a shelf of puzzles: all of them are shown in one cell, one at a time. The trainer has no list of them."""
    if name == TRAINER:
        return _done(LESSON)[1] | {"lesson": LESSON, "title": "The trainer", "learner": this_learner()}
    every = shelves()
    number = next((number for number, shelf in enumerate(every) if shelf.name == name), None)
    if number is None:
        return {}
    shelf, following = every[number], every[(number + 1) % len(every)]
    done, note = _done(LESSON)
    return note | {
        "lesson": LESSON,
        "desk": True,
        "title": shelf.title,
        "exercises": [
            {"id": each.id, "cell": DESK, "title": each.exercise.name, "done": each.id in done}
            for each in shelf.puzzles
        ],
        "next": {"path": f"{PUZZLES}/{following.name}.ipynb", "title": following.title, "label": "More puzzles"},
        "learner": this_learner(),
    }


def _done(lesson: str) -> tuple[frozenset[str], dict[str, Any]]:
    """What the learner has done of a lesson, and a note if something is wrong with keeping it."""
    progress = progress_now()
    if progress is None:
        return frozenset(), {"note": "Your progress is not being kept: its file cannot be opened."}
    done: frozenset[str] = frozenset()
    with suppress(Faulty):
        done = progress.finished(lesson)
    return done, {"note": progress.trouble} if progress.trouble else {}


def course_page() -> dict[str, Any]:
    """The map of the course as it stands now, what is to be refreshed, and who learns on this computer."""
    return {
        "map": map_html(progress_now()),
        "learner": this_learner(),
        "learners": learners(),
    }


def path_in(asked: dict[str, Any]) -> str:
    """The path that is asked about. HTTPError for what is none: half a pair of letters in the log has ended the server."""
    path = asked.get("path")
    if not isinstance(path, str) or not path.isprintable() or len(path) > LONGEST_PATH:
        raise web.HTTPError(400, "path: name a notebook of the desk.")
    return path


class _Handler(APIHandler):
    def initialize(self, root: Path) -> None:
        self.root = root

    def asked(self) -> dict[str, Any]:
        try:
            asked = self.get_json_body()
        except (UnicodeDecodeError, RecursionError):
            asked = None
        if not isinstance(asked, dict):
            raise web.HTTPError(400, "Send one JSON object.")
        return asked

    def path(self, asked: dict[str, Any]) -> str:
        return path_in(asked)

    def tell(self, answer: dict[str, Any]) -> None:
        self.finish(json.dumps(answer))


class LessonHandler(_Handler):
    """POST {path, cells}: what the page needs to know of a notebook that has been opened."""

    @web.authenticated
    def post(self) -> None:
        asked = self.asked()
        self.tell(lesson_page(self.path(asked), asked.get("cells")))


class FreshHandler(_Handler):
    """POST {path}: end the kernel that a lesson has from an earlier page, before the lesson is opened.

    Its boards belong to a page that is gone; a page that tried to take them over would show half of them.
    """

    @web.authenticated
    async def post(self) -> None:
        path = self.path(self.asked())
        if pristine(path) is not None:
            sessions: Any = self.session_manager
            for session in await sessions.list_sessions():
                if session["path"] == path:
                    with suppress(web.HTTPError, KeyError):  # it has ended meanwhile
                        await sessions.delete_session(session["id"])
            await sessions.end_forgotten()
        self.tell({"path": path})


class CourseHandler(_Handler):
    """GET: the map of the course."""

    @web.authenticated
    def get(self) -> None:
        self.tell(course_page())


class RestoreHandler(_Handler):
    """POST {path}: lay a lesson out once more as it came."""

    @web.authenticated
    def post(self) -> None:
        path = self.path(self.asked())
        if not restore(self.root, path):
            raise web.HTTPError(404, f"{path}: no lesson of that name comes with the tutor.")
        sign(self.root / path)
        self.tell({"path": path})


class LearnerHandler(_Handler):
    """POST {name}: somebody else learns from now on; "" is the usual learner."""

    @web.authenticated
    def post(self) -> None:
        name = self.asked().get("name")
        if not isinstance(name, str):
            raise web.HTTPError(400, "name: write a name.")
        try:
            choose_learner(name)
        except Faulty as problem:
            raise web.HTTPError(400, plain(str(problem.faults[0]))) from None
        except OSError as problem:
            raise web.HTTPError(400, f"Nothing can be kept: {plain(str(problem))}") from None
        self.tell({"learner": this_learner()})


def sign(notebook: Path) -> None:
    """Mark a notebook of ours as one whose pictures may be shown; nothing happens where that cannot be kept."""
    signing: Any = importlib.import_module("nbformat.sign")  # which ships half of its types
    nbformat: Any = importlib.import_module("nbformat")
    with suppress(OSError, ValueError):
        signing.NotebookNotary(data_dir=os.environ["JUPYTER_DATA_DIR"]).sign(nbformat.read(notebook, as_version=4))
