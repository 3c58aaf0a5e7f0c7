"""`tutor lab`: the learner's notebooks are copies, and JupyterLab comes up with them and with nothing else."""

import asyncio
import errno
import json
import os
import re
import signal
import socket
import stat
import subprocess
import sys
import urllib.error
import urllib.request
import uuid
from pathlib import Path

import pytest
from tornado import web

from engine.text.faults import UnreadableText
from tutor.base.places import data_folder, shipped
from tutor.base.ports import free_port
from tutor.content.lessons import COURSE, course, load_lesson
from tutor.content.lessons.building import build
from tutor.content.puzzles.shelves import shelves
from tutor.desk.learners import choose_learner, learners, this_learner
from tutor.desk.progress import Progress
from tutor.hosts.lab.lab import (
    chosen_notebook,
    lab_arguments,
    lab_environment,
    lay_out_settings,
    not_ours,
    run,
    take_in,
)
from tutor.hosts.lab.lab_server import lesson_page, path_in
from tutor.hosts.lab.notebooks import as_shipped, cells_of, desk, is_changed, lay_out, lay_out_all, pristine, restore


def notebook(*sources, output="", free="print(1)"):
    """A notebook as bytes: locked cells, and at the end one to try."""
    cells = [
        {"id": f"c{n}", "cell_type": "markdown", "source": text, "metadata": {"editable": False}}
        for n, text in enumerate(sources)
    ]
    cells.append({"id": "try", "cell_type": "code", "source": free, "metadata": {}, "outputs": [output]})
    return json.dumps({"cells": cells}).encode()


@pytest.fixture
def source():
    names = ("00-start-here", "01-the-wood", "07-the-order-of-encounters")
    return {f"{name}.ipynb": notebook(f"{name} as shipped") for name in names}


@pytest.fixture
def folder(tmp_path):
    return tmp_path / "desk" / "lessons"


def contents(folder):
    return {path.name: path.read_bytes() for path in folder.glob("*.ipynb")}


def test_notebooks_are_laid_out_as_copies(source, folder):
    copies = lay_out(source, folder)
    assert [copy.stem for copy in copies] == ["00-start-here", "01-the-wood", "07-the-order-of-encounters"]
    assert contents(folder) == source


def test_what_the_learner_changed_stays(source, folder):
    lay_out(source, folder)
    mine = notebook("with my notes")
    (folder / "01-the-wood.ipynb").write_bytes(mine)
    lay_out(source, folder)
    assert contents(folder)["01-the-wood.ipynb"] == mine


def test_a_notebook_thrown_away_comes_back(source, folder):
    lay_out(source, folder)
    (folder / "01-the-wood.ipynb").unlink()
    lay_out(source, folder)
    assert contents(folder) == source


def test_a_newer_lesson_replaces_the_older_one_also_when_it_has_been_run(source, folder):
    lay_out(source, folder)
    (folder / "01-the-wood.ipynb").write_bytes(notebook("01-the-wood as shipped", output="a board"))
    source["01-the-wood.ipynb"] = notebook("better")
    lay_out(source, folder)
    assert contents(folder) == source


def test_a_newer_lesson_puts_the_learners_own_aside_and_never_over_an_older_one(source, folder):
    lay_out(source, folder)
    for number in (1, 2, 3):
        (folder / "01-the-wood.ipynb").write_bytes(notebook(f"my notes {number}"))
        source["01-the-wood.ipynb"] = notebook(f"better {number}")
        copies = lay_out(source, folder)
    kept = contents(folder)
    assert kept["01-the-wood.ipynb"] == notebook("better 3")
    assert kept["01-the-wood (earlier).ipynb"] == notebook("my notes 1")
    assert kept["01-the-wood (earlier 2).ipynb"] == notebook("my notes 2")
    assert kept["01-the-wood (earlier 3).ipynb"] == notebook("my notes 3")
    assert folder / "01-the-wood (earlier).ipynb" not in copies


@pytest.mark.parametrize("damage", ["", "{", "[1]", '{"01-the-wood.ipynb": "old form"}', "\x00", "[" * 100_000])
def test_a_damaged_note_loses_nothing(source, folder, damage):
    lay_out(source, folder)
    (folder / "01-the-wood.ipynb").write_bytes(notebook("with my notes"))
    (folder / ".as-shipped.json").write_text(damage)
    lay_out(source, folder)
    kept = contents(folder)
    assert kept["01-the-wood.ipynb"] == source["01-the-wood.ipynb"]
    assert kept["01-the-wood (earlier).ipynb"] == notebook("with my notes")
    assert len(kept) == 4
    assert not list(folder.glob(".*.ipynb.*")), "nothing half written is left"


def test_code_to_try_out_is_the_learners_and_locked_cells_are_not():
    laid = notebook("a", "b", free="print(1)")
    as_told = [[cell.id, cell.kind, cell.source] for cell in cells_of(laid)]
    assert not is_changed(as_told, laid)
    assert not is_changed([*as_told[:-1], ["try", "code", "print(2)"]], laid)
    assert not is_changed(as_told[:-1], laid)
    assert is_changed([*as_told, ["new", "code", "import os"]], laid)
    assert is_changed([as_told[1], as_told[0], as_told[2]], laid)
    assert is_changed([["c0", "code", "a"], *as_told[1:]], laid)
    assert is_changed(as_told[1:], laid)
    assert is_changed(None, laid)


def test_a_lesson_is_restored_and_what_was_written_in_it_put_aside():
    root = desk()
    lay_out_all(root)
    copy = root / "lessons" / "00-start-here.ipynb"
    copy.write_bytes(notebook("scribbled over"))
    assert restore(root, "lessons/00-start-here.ipynb")
    assert copy.read_bytes() == pristine("lessons/00-start-here.ipynb")
    assert copy.with_name("00-start-here (earlier).ipynb").read_bytes() == notebook("scribbled over")


@pytest.mark.parametrize(
    "path",
    ["lessons/../../x.ipynb", "lessons/none.ipynb", "/etc/passwd", "own/a.ipynb", "", "lessons/\0.ipynb", "own/\ud800"],
)
def test_only_what_was_laid_out_is_restored(path, tmp_path):
    assert pristine(path) is None
    assert not restore(tmp_path, path)


@pytest.mark.parametrize("path", ["own/\ud800", "lessons/\0.ipynb", "a\x1b[2J", "x" * 5000, 5, None, ["lessons"]])
def test_a_path_that_is_none_is_refused_before_it_reaches_the_log(path):
    """Half a pair of letters in a message used to end the server."""
    with pytest.raises(web.HTTPError) as refused:
        path_in({"path": path})
    assert (refused.value.status_code, str(refused.value.log_message)) == (400, "path: name a notebook of the desk.")


@pytest.mark.parametrize("cells", [None, 5, {}, [[]], [[[], "code", "x"]], [[{}, None, 3]], [["a", "code", ["x"]]]])
def test_whatever_a_page_says_of_its_cells_is_looked_at(cells):
    content = pristine("lessons/00-start-here.ipynb")
    assert is_changed(cells, content)


@pytest.mark.parametrize(
    ("wanted", "stem"),
    [
        ("0", "00-start-here"),
        ("7", "07-the-order-of-encounters"),
        ("07", "07-the-order-of-encounters"),
        ("Order", "07-the-order-of-encounters"),
        ("01-the-wood", "01-the-wood"),
    ],
)
def test_a_lesson_is_chosen_by_number_or_name(source, folder, wanted, stem):
    assert chosen_notebook(lay_out(source, folder), wanted).stem == stem


@pytest.mark.parametrize("wanted", ["8", "elf"])
def test_an_unknown_lesson_is_said_to_be_unknown_with_those_there_are(source, folder, wanted):
    with pytest.raises(UnreadableText, match="no such lesson") as caught:
        chosen_notebook(lay_out(source, folder), wanted)
    assert "01-the-wood" in caught.value.faults[0].fix
    assert "tutor lab my-lesson.md" in caught.value.faults[0].fix


@pytest.mark.parametrize(
    ("wanted", "path"),
    [
        ("puzzles/jousts", "puzzles/jousts.ipynb"),
        ("Puzzles/Jousts", "puzzles/jousts.ipynb"),
        ("puzzles", f"puzzles/{shelves()[0].name}.ipynb"),
        ("two-together", "puzzles/two-together.ipynb"),
        ("jousts", "puzzles/jousts.ipynb"),
    ],
)
def test_puzzles_are_opened_by_the_name_of_their_shelf(wanted, path):
    chosen = chosen_notebook(lay_out_all(desk()), wanted)
    assert chosen.relative_to(desk()).as_posix() == path


def test_puzzles_without_a_name_go_on_where_some_are_left():
    for puzzle in shelves()[0].puzzles:
        Progress().record("puzzles", puzzle.id, "right")
    assert chosen_notebook(lay_out_all(desk()), "puzzles").stem == shelves()[1].name


def test_an_unknown_shelf_names_the_nearest(capsys):
    from tutor.hosts.cli.cli import main

    assert main(["puzzle", "--lab", "joust"]) == 2
    assert "Did you mean 'puzzles/jousts'?" in capsys.readouterr().err


def test_the_page_of_puzzles_tells_what_is_solved_and_what_comes_next():
    shelf, following = shelves()[:2]
    Progress().record("puzzles", shelf.puzzles[1].id, "right")
    path = f"puzzles/{shelf.name}.ipynb"
    laid = [[cell.id, cell.kind, cell.source] for cell in cells_of(pristine(path))]
    page = lesson_page(path, laid)
    assert (page["kind"], page["run"], page["desk"], page["title"]) == ("ours", ["puzzles"], True, shelf.title)
    assert [each["id"] for each in page["exercises"] if each["done"]] == [shelf.puzzles[1].id]
    assert {each["cell"] for each in page["exercises"]} == {"puzzles"}
    assert page["next"] == {
        "path": f"puzzles/{following.name}.ipynb",
        "title": following.title,
        "label": "More puzzles",
    }
    assert lesson_page(path, [*laid, ["new", "code", "import os"]])["kind"] == "changed"


def test_without_a_name_one_goes_on_where_something_is_left():
    notebooks = lay_out_all(desk())
    assert chosen_notebook(notebooks, None).stem == "00-start-here"
    progress = Progress()
    second = load_lesson("2")
    progress.record(second.name, second.exercises[0].id, "right")
    assert chosen_notebook(notebooks, None).stem == second.name
    for exercise in second.exercises:
        progress.record(second.name, exercise.id, "right")
    assert chosen_notebook(notebooks, None).stem.startswith("03-")


def test_the_command_says_what_is_wrong_and_what_would_be_right(capsys):
    assert run(["99"]) == 2
    said = capsys.readouterr().err
    assert "lesson '99': there is no such lesson" in said
    assert "00-start-here" in said


@pytest.mark.parametrize("port", [-1, 0, 65_536, 99_999])
def test_a_port_that_is_none_is_refused(port, capsys):
    assert run(["--port", str(port)]) == 2
    assert "1 to 65535" in capsys.readouterr().err


def test_a_port_that_is_taken_is_refused():
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        with pytest.raises(UnreadableText, match="cannot be used"):
            free_port(other.getsockname()[1])


def test_the_first_page_is_the_lesson_in_a_workspace_of_its_own():
    root = Path("desk")
    lesson = root / "lessons" / "00-start-here.ipynb"
    page = "tree/lessons/00-start-here.ipynb"
    learner, full = (lab_arguments(root, lesson, None, browser=False, full=full) for full in (False, True))
    assert f"--LabApp.default_url=/doc/workspaces/lessons/{page}" in learner
    assert f"--LabApp.default_url=/lab/workspaces/full/{page}" in full
    assert "--ServerApp.ip=127.0.0.1" in learner


def test_no_other_configuration_counts(tmp_path):
    environment = lab_environment(tmp_path)
    assert environment["JUPYTER_NO_CONFIG"] == "1"
    assert all(value == "1" or Path(value).is_relative_to(tmp_path) for value in environment.values())
    foreign = {"JUPYTER_CONFIG_PATH": "/x", "JUPYTER_PATH": "/x", "JUPYTER_TOKEN": "", "PATH": "/bin"}
    assert not_ours(foreign) == ["JUPYTER_CONFIG_PATH", "JUPYTER_PATH", "JUPYTER_TOKEN"]


OWN = """+++
number  = 1
title   = "Club evening"
minutes = 3
summary = "For our club."
rules   = ["move.one"]
+++

Welcome to the club!

```exercise
id        = "ride"
kind      = "choose"
situation = '''
order = ["george"]
'''
prompt    = "What may George do?"
rules     = ["move.one"]
hints     = ["Look at the Gate.", "South is the edge."]
[[options]]
action = "move south"
because = "The secret answer."
[[options]]
action = "move north"
```

```recap
Well done.
```
"""


@pytest.fixture
def own(tmp_path):
    file = tmp_path / "club-evening.md"
    file.write_text(OWN, encoding="utf-8")
    return file


def test_a_teachers_lesson_joins_the_course_and_leaves_it(own, capsys):
    from tutor.hosts.cli.cli import main

    assert main(["course", "add", str(own)]) == 0
    assert (course()[-1].name, course()[-1].title, course()[-1].own) == ("club-evening", "Club evening", True)
    (copy,) = [path for path in lay_out_all(desk()) if path.stem == "club-evening"]
    assert copy.parent.name == "own"
    assert load_lesson("club-evening").exercises[0].id == "ride"
    assert main(["progress"]) == 0
    assert main(["course"]) == 0
    shown = capsys.readouterr().out
    assert "Club evening  (added)" in shown
    number = course()[-1].number
    assert number == len(COURSE)
    assert f"\n{number} Club evening" in shown, "the number it has on the course, not that of its source"
    assert chosen_notebook(lay_out_all(desk()), str(number)).stem == "club-evening"
    assert main(["course", "remove", "club-evening"]) == 0
    assert not course()[-1].own
    assert main(["course", "remove", "club-evenin"]) == 2


def test_what_a_pupil_is_given_holds_no_answer_in_plain_text(own, tmp_path):
    (tmp_path / "pupil").mkdir()
    handed = build(own, tmp_path / "pupil" / "club-evening.ipynb", run=False)
    take_in(handed)
    lay_out_all(desk())
    for file in (handed, *data_folder().rglob("*club-evening*")):
        text = file.read_text(encoding="utf-8")
        assert "secret answer" not in text
        assert "South is the edge" not in text
        assert "move south" not in text
    assert load_lesson("club-evening").source == OWN


def test_a_lesson_with_faults_is_not_taken_in(own, capsys):
    own.write_text(OWN.replace("move.one", "move.two"), encoding="utf-8")
    assert run([str(own)]) == 2
    assert "club-evening.md, line" in capsys.readouterr().err
    assert not as_shipped("own")


def test_a_notebook_without_a_lesson_is_refused(tmp_path, capsys):
    for content in (
        b"{}",
        b"no json",
        notebook("x"),
        b'{"metadata": {"mystic_wood": {"lesson": "../x", "packed": ""}}}',
    ):
        (tmp_path / "x.ipynb").write_bytes(content)
        assert run([str(tmp_path / "x.ipynb")]) == 2
        assert "holds no lesson" in capsys.readouterr().err


def test_the_learners_folder_is_the_one_asked_for(learners_own_folder):
    assert data_folder() == learners_own_folder
    assert learners_own_folder.is_dir()


def test_each_learner_has_progress_of_his_own(monkeypatch):
    monkeypatch.setenv("MYSTIC_WOOD_LEARNER", "")
    Progress().record("02-exploring", "first-step", "right")
    choose_learner("  Ada   Lovelace ")
    assert this_learner() == "Ada Lovelace"
    assert Progress().attempts() == []
    choose_learner("Bob")
    assert learners() == ["Ada Lovelace", "Bob"]
    choose_learner("")
    assert len(Progress().attempts()) == 1
    with pytest.raises(UnreadableText, match="no name"):
        choose_learner("A" * 101)


def test_what_is_not_shipped_is_not_found():
    with pytest.raises(FileNotFoundError, match="dragons"):
        shipped("dragons")


def test_a_full_disk_is_a_sentence_that_names_the_folder(learners_own_folder, monkeypatch, capsys):
    def full(*_):
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr("tutor.hosts.lab.lab.lay_out_all", full)
    assert run(["--no-browser"]) == 2
    assert capsys.readouterr().err.startswith(
        f"{learners_own_folder}: it cannot be written (No space left on device)\n"
    )


def open_to_others(folder):
    """The folder itself, and what lies right in it, that others may look into or read."""
    return [path for path in (folder, *folder.iterdir()) if path.stat().st_mode & 0o077]


@pytest.mark.skipif(sys.platform == "win32", reason="rights differ there")
def test_nobody_but_the_learner_looks_into_his_folder(learners_own_folder, own):
    """Another user read JupyterLab's token in jupyter/runtime, and with it ran code as the learner."""
    mask = os.umask(0o022)
    try:
        lay_out_all(desk())
        lay_out_settings(data_folder())
        take_in(own)
        Progress().record("02-exploring", "first-step", "right")
        assert {path.name for path in learners_own_folder.iterdir()} > {"jupyter", "notebooks", "course"}
        assert open_to_others(learners_own_folder) == []
        # What an older tutor made is closed.
        for path in (learners_own_folder / "jupyter", learners_own_folder / "jupyter" / "runtime", desk()):
            path.chmod(0o755)
        lay_out_all(desk())
        lay_out_settings(data_folder())
        assert open_to_others(learners_own_folder) == open_to_others(learners_own_folder / "jupyter" / "runtime") == []
        assert (
            "umask(18)"
            in (learners_own_folder / "jupyter/ipython/profile_default/ipython_kernel_config.py").read_text()
        )
    finally:
        os.umask(mask)


def test_a_folder_of_ones_own_choice_that_was_there_keeps_its_rights_and_the_usual_one_is_closed(
    tmp_path, learners_own_folder, monkeypatch
):
    learners_own_folder.mkdir(mode=0o755)
    learners_own_folder.chmod(0o755)
    assert stat.S_IMODE(data_folder().stat().st_mode) == 0o755
    monkeypatch.delenv("MYSTIC_WOOD_DATA")
    monkeypatch.setattr("tutor.base.places.platformdirs.user_data_path", lambda *_, **__: tmp_path / "usual")
    (tmp_path / "usual").mkdir()
    (tmp_path / "usual").chmod(0o755)
    assert stat.S_IMODE(data_folder().stat().st_mode) == 0o700


def test_a_folder_that_somebody_else_has_laid_there_is_not_used(learners_own_folder, monkeypatch, capsys):
    (learners_own_folder / "jupyter").mkdir(parents=True)
    monkeypatch.setattr("os.geteuid", lambda: os.getuid() + 1)
    assert run(["--no-browser"]) == 2
    assert "notebooks: it cannot be written (it belongs to somebody else)" in capsys.readouterr().err


@pytest.mark.skipif(sys.platform == "win32", reason="signals differ there")
def test_jupyterlab_comes_up_on_the_first_lesson_whatever_is_configured_elsewhere(learners_own_folder, tmp_path):
    """The printed address answers, offers this Python only, and serves the learner's copy of the lesson.

    The home of the one who starts it cannot be written, and holds a configuration that would open it to everybody.
    """
    home = tmp_path / "home"
    (home / ".jupyter").mkdir(parents=True)
    careless = "c.IdentityProvider.token = ''\nc.ServerApp.allow_origin = '*'\nc.ServerApp.base_url = '/elsewhere'\n"
    for folder in (home / ".jupyter", tmp_path / "path"):
        folder.mkdir(exist_ok=True)
        (folder / "jupyter_server_config.py").write_text(careless)
    for name in (".local", ".config", ".cache", ".ipython"):  # where nobody makes a folder, not even root
        (home / name).write_text("")
    home.chmod(stat.S_IRUSR | stat.S_IXUSR)
    code = "import sys; from tutor.hosts.lab.lab import run; sys.exit(run(['--no-browser']))"
    environment = os.environ | {"HOME": str(home), "JUPYTER_CONFIG_PATH": str(tmp_path / "path"), "JUPYTER_TOKEN": ""}
    with subprocess.Popen(
        [sys.executable, "-c", code], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment
    ) as server:
        try:
            printed = ""
            while "Ctrl-C" not in printed:
                line = server.stdout.readline()
                assert line, f"it stopped: {server.stderr.read()}"
                printed += line
            address = re.search(r"http://127\.0\.0\.1:\d+/", printed)[0]
            token = re.search(r"token=(\w+)", printed)[1]
            assert "/doc/workspaces/lessons/tree/lessons/00-" in printed

            def ask(path, body=None):
                request = urllib.request.Request(address + path, headers={"Authorization": f"token {token}"}, data=body)
                with urllib.request.urlopen(request, timeout=20) as answer:
                    return answer.read().decode()

            assert list(json.loads(ask("api/kernelspecs"))["kernelspecs"]) == ["python3"]
            names = [entry["name"] for entry in json.loads(ask("api/contents/lessons"))["content"]]
            (with_token,) = (learners_own_folder / "jupyter" / "runtime").glob("jpserver-*-open.html")
            assert token in with_token.read_text()
            assert open_to_others(learners_own_folder) == []
            assert min(names).startswith("00-")
            assert (learners_own_folder / "notebooks" / "lessons" / names[0]).is_file()
            page = ask("doc")
            request = urllib.request.Request(f"{address}doc", headers={"Authorization": f"token {token}"})
            with urllib.request.urlopen(request, timeout=20) as answer:
                assert "default-src 'self'" in answer.headers["Content-Security-Policy"]
            assert '"disabled": true' in re.search(r'"news": \{[^}]*\}', page)[0]
            assert '"mysticWood": "learner"' in page
            told = json.loads(ask("mystic-wood/lesson", b'{"path": "lessons/00-start-here.ipynb", "cells": []}'))
            assert (told["kind"], told["next"]["path"]) == ("changed", f"lessons/{course()[1].name}.ipynb")
            with pytest.raises(urllib.error.HTTPError, match="403"):
                urllib.request.urlopen(address + "mystic-wood/course", timeout=20)
        finally:
            server.send_signal(signal.SIGTERM)
            server.wait(timeout=20)
            home.chmod(stat.S_IRWXU)
        assert "language" not in server.stderr.read().lower()


#: Names under which a file beside a lesson would be taken for a module: ours, what starts the kernel, what that and our cells
#: load, and what is looked for but need not be there.
MISLAID = ("tutor", "engine", "ipykernel_launcher", "IPython", "anywidget", "random", "json", "matplotlib", "helper")


def test_a_python_file_beside_a_lesson_is_not_run_by_the_lesson(learners_own_folder, tmp_path):
    """A zip "for your lessons folder" with a tutor.py in it was run by the first cell of the untouched lesson, unasked."""
    from jupyter_client.manager import KernelManager

    folder = tmp_path / "lessons"
    folder.mkdir()
    for name in MISLAID:
        (folder / f"{name}.py").write_text(f"open({str(tmp_path)!r} + '/ran-{name}', 'w')\nmine = 'mine'\n")
    (folder / "started.py").write_text("import helper\nprint(helper.mine)\n")
    kernels = KernelManager(kernel_name="python3")
    kernels.start_kernel(env=os.environ | lay_out_settings(learners_own_folder), cwd=str(folder))
    talk = kernels.client()
    talk.start_channels()
    said = []

    def told(cell):
        answer = talk.execute_interactive(
            cell, timeout=120, output_hook=lambda message: said.append(message["content"])
        )
        assert answer["content"]["status"] == "ok", said

    try:
        talk.wait_for_ready(timeout=120)
        first = next(cell.source for cell in cells_of(pristine("lessons/02-exploring.ipynb")) if cell.kind == "code")
        assert "from tutor.jupyter import exercise" in first
        told(f"{first}\nimport json, random")
        assert list(tmp_path.glob("ran-*")) == []
        # What a learner starts of his own is started as anywhere: it finds what lies beside it.
        told("import subprocess, sys\nprint(subprocess.check_output([sys.executable, 'started.py']).decode())")
        assert "mine" in "".join(content.get("text", "") for content in said)
    finally:
        talk.stop_channels()
        kernels.shutdown_kernel(now=True)
    assert [path.name for path in tmp_path.glob("ran-*")] == ["ran-helper"]


def test_a_page_that_asks_twice_while_the_kernel_starts_gets_one_kernel():
    """Loaded anew in the first second, a lesson had two kernels, and one of them stayed when everything was closed."""
    from jupyter_server.services.kernels.kernelmanager import AsyncMappingKernelManager

    from tutor.hosts.lab.lab_sessions import OneAtATime

    started = []

    class Kernels(AsyncMappingKernelManager):
        def __contains__(self, kernel_id):
            return kernel_id in started

        def kernel_model(self, kernel_id):
            return {"id": kernel_id}

        def update_env(self, *, kernel_id, env):
            assert kernel_id in started

    class Sessions(OneAtATime):
        async def start_kernel_for_session(self, *_, **__):
            await asyncio.sleep(0.01)
            started.append(f"kernel-{len(started)}")
            return started[-1]

    async def asked_at_once():
        sessions = Sessions(kernel_manager=Kernels())
        lesson = {"name": "02-exploring.ipynb", "type": "notebook", "kernel_name": "python3"}
        # A page makes up a path, since the notebook's own might still belong to the page before it.
        made_up = [f"lessons/{uuid.uuid4()}" for _ in range(3)]
        same = await asyncio.gather(*(sessions.create_session(path, **lesson) for path in made_up))
        assert [session["path"] for session in same] == made_up, "a page that gets another path ends the session"
        same.append(await sessions.create_session("lessons/02-exploring.ipynb", **lesson))
        other = await sessions.create_session(path="lessons/03-glades.ipynb", **lesson | {"name": "03-glades.ipynb"})
        return same, other

    same, other = asyncio.run(asked_at_once())
    assert len({session["id"] for session in same}) == 1
    assert other["id"] != same[0]["id"]
    assert started == ["kernel-0", "kernel-1"]


def test_a_kernel_that_no_page_has_any_more_is_ended_when_a_lesson_is_opened():
    from datetime import UTC, datetime, timedelta
    from types import SimpleNamespace

    from jupyter_server.services.kernels.kernelmanager import AsyncMappingKernelManager

    from tutor.hosts.lab.lab_sessions import OneAtATime

    now = datetime.now(UTC)
    running = {"shown": now - timedelta(hours=1), "forgotten": now - timedelta(hours=1), "just begun": now}

    class Kernels(AsyncMappingKernelManager):
        def list_kernel_ids(self):
            return list(running)

        def get_kernel(self, kernel_id):
            return SimpleNamespace(last_activity=running[kernel_id])

        async def shutdown_kernel(self, kernel_id, *_, **__):
            del running[kernel_id]

    class Sessions(OneAtATime):
        async def list_sessions(self):
            return [{"kernel": {"id": "shown"}}]

    asyncio.run(Sessions(kernel_manager=Kernels()).end_forgotten())
    assert sorted(running) == ["just begun", "shown"]


def test_what_is_no_file_under_the_name_of_a_notebook_is_put_aside(source, folder):
    """A pipe of that name would never be read to its end."""
    lay_out(source, folder)
    (folder / "01-the-wood.ipynb").unlink()
    os.mkfifo(folder / "01-the-wood.ipynb")
    assert all(copy.is_file() for copy in lay_out(source, folder))
    assert (folder / "01-the-wood (earlier).ipynb").is_fifo()


def test_notes_of_the_learners_own_are_not_taken_for_the_lesson_of_that_name(tmp_path, monkeypatch):
    (tmp_path / "02-exploring.md").write_text("What I learned today.")
    monkeypatch.chdir(tmp_path)
    assert load_lesson("02-exploring").exercises == load_lesson("2").exercises
    (tmp_path / "my-own.md").write_text(OWN)
    assert load_lesson("my-own").title == "Club evening", "one that has no name of ours is found beside the notebook"
    monkeypatch.setenv("MYSTIC_WOOD_LESSONS", str(tmp_path))
    with pytest.raises(UnreadableText, match="front matter"):
        load_lesson("02-exploring")
