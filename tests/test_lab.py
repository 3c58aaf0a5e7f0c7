"""`tutor lab`: the learner's notebooks are copies, and JupyterLab comes up with them and with nothing else."""

import json
import os
import re
import signal
import subprocess
import sys
import urllib.request
from pathlib import Path

import pytest

from tutor.lab import chosen_notebook, lab_arguments, lay_out, run
from tutor.places import data_folder, shipped


@pytest.fixture
def source(tmp_path):
    folder = tmp_path / "shipped"
    folder.mkdir()
    for name in ("00-start-here", "01-the-wood", "07-the-order-of-encounters"):
        (folder / f"{name}.ipynb").write_text(f"{name} as shipped")
    (folder / "00-start-here.md").write_text("the source stays where it is")
    return folder


@pytest.fixture
def desk(tmp_path):
    return tmp_path / "desk" / "lessons"


def contents(folder):
    return {path.name: path.read_text() for path in folder.glob("*.ipynb")}


def test_notebooks_are_laid_out_as_copies(source, desk):
    copies = lay_out(source, desk)
    assert [copy.stem for copy in copies] == ["00-start-here", "01-the-wood", "07-the-order-of-encounters"]
    assert contents(desk) == contents(source)
    assert not (desk / "00-start-here.md").exists()


def test_what_the_learner_changed_stays(source, desk):
    lay_out(source, desk)
    (desk / "01-the-wood.ipynb").write_text("with my notes")
    lay_out(source, desk)
    assert contents(desk)["01-the-wood.ipynb"] == "with my notes"
    assert contents(source)["01-the-wood.ipynb"] == "01-the-wood as shipped"


def test_a_notebook_thrown_away_comes_back(source, desk):
    lay_out(source, desk)
    (desk / "01-the-wood.ipynb").unlink()
    lay_out(source, desk)
    assert contents(desk)["01-the-wood.ipynb"] == "01-the-wood as shipped"


def test_a_newer_lesson_replaces_the_older_one(source, desk):
    lay_out(source, desk)
    (source / "01-the-wood.ipynb").write_text("better")
    lay_out(source, desk)
    assert contents(desk) == contents(source)


def test_a_newer_lesson_puts_the_learners_own_aside(source, desk):
    lay_out(source, desk)
    (desk / "01-the-wood.ipynb").write_text("with my notes")
    (source / "01-the-wood.ipynb").write_text("better")
    copies = lay_out(source, desk)
    assert contents(desk)["01-the-wood.ipynb"] == "better"
    assert contents(desk)["01-the-wood (earlier).ipynb"] == "with my notes"
    assert desk / "01-the-wood (earlier).ipynb" not in copies


@pytest.mark.parametrize(
    ("wanted", "stem"),
    [
        (None, "00-start-here"),
        ("0", "00-start-here"),
        ("7", "07-the-order-of-encounters"),
        ("07", "07-the-order-of-encounters"),
        ("Order", "07-the-order-of-encounters"),
        ("8", None),
        ("elf", None),
    ],
)
def test_a_lesson_is_chosen_by_number_or_name(source, desk, wanted, stem):
    found = chosen_notebook(lay_out(source, desk), wanted)
    assert (found.stem if found else None) == stem


def test_an_unknown_lesson_is_said_to_be_unknown(capsys):
    assert run(["99"]) == 1
    assert "no lesson '99'" in capsys.readouterr().err


def test_the_first_page_is_the_lesson():
    root = Path("desk")
    lesson = root / "lessons" / "00-start-here.ipynb"
    page = "tree/lessons/00-start-here.ipynb"
    assert f"--LabApp.default_url=/lab/{page}" in lab_arguments(root, lesson, None, browser=False, simple=False)
    assert f"--LabApp.default_url=/doc/{page}" in lab_arguments(root, lesson, None, browser=False, simple=True)


def test_the_learners_folder_is_the_one_asked_for(learners_own_folder):
    assert data_folder() == learners_own_folder
    assert learners_own_folder.is_dir()


def test_what_is_not_shipped_is_not_found():
    with pytest.raises(FileNotFoundError, match="dragons"):
        shipped("dragons")


@pytest.mark.skipif(sys.platform == "win32", reason="signals differ there")
def test_jupyterlab_comes_up_on_the_first_lesson(learners_own_folder):
    """The printed address answers, offers this Python only, and serves the learner's copy of the lesson."""
    code = "import sys; from tutor.lab import run; sys.exit(run(['--no-browser']))"
    environment = {name: value for name, value in os.environ.items() if not name.startswith("JUPYTER_")}
    with subprocess.Popen(
        [sys.executable, "-c", code], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment
    ) as server:
        try:
            printed = ""
            while "Ctrl-C" not in printed:
                line = server.stdout.readline()
                assert line, f"it stopped: {server.stderr.read()}"
                printed += line
            address = re.search(r"http://localhost:\d+/", printed)[0]
            token = re.search(r"token=(\w+)", printed)[1]
            assert "/lab/tree/lessons/00-" in printed

            def ask(path):
                request = urllib.request.Request(address + path, headers={"Authorization": f"token {token}"})
                with urllib.request.urlopen(request, timeout=20) as answer:
                    return answer.read().decode()

            assert list(json.loads(ask("api/kernelspecs"))["kernelspecs"]) == ["python3"]
            names = [entry["name"] for entry in json.loads(ask("api/contents/lessons"))["content"]]
            assert min(names).startswith("00-")
            assert (learners_own_folder / "notebooks" / "lessons" / names[0]).is_file()
            assert '"disabled": true' in re.search(r'"news": \{[^}]*\}', ask("lab"))[0]
        finally:
            server.send_signal(signal.SIGTERM)
            server.wait(timeout=20)
