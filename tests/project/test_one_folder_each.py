"""A kind of exercise, a page and a game are one folder each and a line in a list: really added, to a copy of the tutor.

What is added is what test_a_new_kind.py, test_a_new_page.py and test_a_new_game.py write by the steps of CONTRIBUTING.md. The
copy runs in a process of its own, where every part of the tutor is as it is installed, but for the one line.
"""

from __future__ import annotations

import ast
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from textwrap import dedent

import pytest

from tests.games import test_a_new_game
from tests.pages import test_a_new_page
from tests.sources import ROOT
from tests.teach import test_a_new_kind


def section(test: Path, begins: str, ends: str) -> str:
    """A part of a test's own source, with those of the test's imports that it needs: a module by itself."""
    text = test.read_text("utf-8")
    part = text.split(begins)[1].split(ends)[0]
    imports = re.findall(r"(?m)^(?:from [\w.]+ )?import .*$", text)
    names = {node.id for node in ast.walk(ast.parse(part)) if isinstance(node, ast.Name)}
    used = [line for line in imports if names & {*line.split("import ")[1].split(", ")}]
    return "\n".join(["from __future__ import annotations", *used, part])


class Copy:
    """A copy of the tutor to which something is added."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        left_out = shutil.ignore_patterns("__pycache__", "node_modules", "*.so")
        shutil.copytree(ROOT / "tutor", folder / "tutor", ignore=left_out)
        for name in ("engine", "lessons", "puzzles", "docs", "pyproject.toml"):
            (folder / name).symlink_to(ROOT / name)
        self.before = self.files()

    def files(self) -> Mapping[str, bytes]:
        """Every file, by its path in the copy."""
        found = [
            path for path in (self.folder / "tutor").rglob("*") if path.is_file() and "__pycache__" not in path.parts
        ]
        return {path.relative_to(self.folder).as_posix(): path.read_bytes() for path in found}

    def add(self, path: str, text: str) -> None:
        (self.folder / path).parent.mkdir(exist_ok=True)
        (self.folder / path).write_text(text, "utf-8")

    def in_list(self, path: str, *changed: tuple[str, str]) -> None:
        """Something put into the list that stands in a file."""
        file = self.folder / path
        text = file.read_text("utf-8")
        for old, new in changed:
            assert text.count(old) == 1, f"{old!r} stands {text.count(old)} times in {path}"
            text = text.replace(old, new)
        file.write_text(text, "utf-8")

    def run(self, script: str) -> str:
        """What a Python script prints that imports the copy."""
        env = {**os.environ, "PYTHONPATH": f"{self.folder}{os.pathsep}{ROOT}"}
        done = subprocess.run(
            [sys.executable, "-c", dedent(script)],
            cwd=self.folder,
            env=env,
            capture_output=True,
            text=True,
            timeout=120,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    @property
    def touched(self) -> tuple[set[str], list[str]]:
        """The folders in which files were added, and the files that were changed."""
        now = self.files()
        assert self.before.keys() <= now.keys()
        added = {str(Path(path).parent) for path in now.keys() - self.before.keys()}
        return added, [path for path, text in self.before.items() if now[path] != text]


@pytest.fixture
def copy(tmp_path: Path) -> Copy:
    return Copy(tmp_path)


def test_a_kind_of_exercise(copy: Copy) -> None:
    source = section(Path(test_a_new_kind.__file__), "the one module\n", f"# {64 * '-'} and nothing")
    copy.add("tutor/teach/kinds/spell.py", source)
    copy.in_list(
        "tutor/teach/kinds/__init__.py",
        ("order, reckon, watch\n", "order, reckon, spell, watch\n"),
        ("free, build)", "free, build, spell)"),
    )
    lesson = test_a_new_kind.LESSON
    said = copy.run(f"""
        import tutor
        from tutor.hosts.paper.handout import handout_html, key_html
        from tutor.content.lessons import faults_of, parse_lesson
        from tutor.pages.exercise import presenter
        from tutor.teach.exercise import reference
        from tutor.teach.kinds import KINDS
        lesson = parse_lesson({lesson!r}, "my-lesson")
        opened = presenter(lesson.exercises[0])
        page = reference.PAGE.read_text("utf-8")
        print(tutor.__file__, *KINDS, faults_of(lesson))
        print(*(kept.outcome for answer in ("Una", "Britomart") for kept in opened.do("answer " + answer)))
        print("Spell it." in handout_html(lesson), "It is spelt Britomart." in key_html(lesson))
        print("the word, rightly spelt" in reference.rewritten(page), reference.rewritten(page).count("### spell"))
    """)
    first, tried, printed, told = said.splitlines()
    assert first == f"{copy.folder}/tutor/__init__.py watch do choose order reckon free build spell []"
    assert (tried, printed, told) == ("wrong right", "True True", "True 1")
    assert copy.touched == ({"tutor/teach/kinds"}, ["tutor/teach/kinds/__init__.py"])


def test_a_page(copy: Copy) -> None:
    source = section(Path(test_a_new_page.__file__), "step 1: the document\n", f"# {64 * '-'} step 3")
    copy.add("tutor/pages/vote/__init__.py", '"""A vote."""\n')
    copy.add("tutor/pages/vote/document.py", source)
    row = '"vote": Served(lambda source: "A vote", later("tutor.pages.vote.document:TallyDocument"), _bare),'
    copy.in_list(
        "tutor/hosts/documents/served.py",
        ('        "lesson": Served(\n', f'        {row}\n        "lesson": Served(\n'),
    )
    said = copy.run("""
        import tempfile
        from pathlib import Path
        from starlette.testclient import TestClient
        from tutor.hosts.documents.served import served
        from tutor.hosts.web.lessons import Lessons
        from tutor.hosts.web.live import Live
        from tutor.hosts.web.site import site
        from tutor.desk.log import ActLog
        from tutor.desk.store import Progress
        store = ActLog(Progress(Path(tempfile.mkdtemp()) / "progress.sqlite"))
        here = "http://127.0.0.1:8890"
        client = TestClient(site("token", Live(store, served(), here + "/"), Lessons()), here, follow_redirects=False)
        client.get("/?access_token=token")
        page = client.get("/vote/").text
        print("<title>A vote</title>" in page, "0 for it, 0 against" in page, client.get("/vote/x/").status_code)
    """)
    assert said == "True True 404\n"
    assert copy.touched == ({"tutor/pages/vote"}, ["tutor/hosts/documents/served.py"])


def test_a_game(copy: Copy) -> None:
    copy.add("tutor/games/dash/__init__.py", '"""Dash."""\n')
    copy.add("tutor/games/dash/teachable.py", dedent(test_a_new_game.TEACHABLE))
    copy.add("tutor/games/dash/words.toml", dedent(test_a_new_game.WORDS))
    row = '    "dash": ListedGame("engine.gran", "da1-", "tutor.games.dash"),\n'
    copy.in_list("tutor/teach/game/registry.py", ('    "willow": ListedGame(', f'{row}    "willow": ListedGame('))
    said = copy.run("""
        from engine import gran
        from tutor.teach.game import registry as games
        from tutor.content.rulings import find_rules
        from tutor.teach.game.asking import Question
        dash = games.teachable("dash")
        state = gran.new_game(("red", "blue"))
        print(dash.title, find_rules("how do i win", 1, "dash")[0].id, dash.talk.understood("whose turn is it?", state).sure)
        print(*(dash.asking.ask(state, Question("may", action)).legal for action in (state.actions()[0], "move uc5")))
    """)
    assert said == "Dash goal.three-seals True\nTrue False\n"
    assert copy.touched == ({"tutor/games/dash"}, ["tutor/teach/game/registry.py"])
