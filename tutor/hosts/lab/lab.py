"""`tutor lab`: JupyterLab on the lessons, set up for learning and nothing else.

The notebooks are laid out in the learner's own folder (:mod:`tutor.hosts.lab.notebooks`), and a lesson starts by itself
(`extension`, in the browser, :mod:`tutor.hosts.lab.lab_server` beside it). JupyterLab reads no configuration but the tutor's
own, keeps all it writes in the learner's folder, listens on this computer only, and fetches nothing from the network.
"""

from __future__ import annotations

import argparse
import atexit
import os
import shutil
import signal
import sys
import threading
from pathlib import Path
from typing import TYPE_CHECKING, Any

from engine.text.faults import Fault, Faulty, UnreadableText, nearest, sentence
from tutor.base.places import DATA_VARIABLE, SAFE_PATH_VARIABLE, data_folder, private_folder, write_whole
from tutor.base.ports import HOST, free_port, has_browser, port_number
from tutor.base.writing import own_umask, plain, plain_lines
from tutor.hosts.access import LOCAL_ONLY
from tutor.hosts.lab.notebooks import PUZZLES, desk, lay_out_all, pristine

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

_CONFIG = Path(__file__).parent / "config"
_EXTENSION = Path(__file__).parent / "extension"
#: A learner's page and the full JupyterLab keep their windows apart.
LEARNER_PAGE, FULL_PAGE = "doc/workspaces/lessons", "lab/workspaces/full"
#: What kernels are told: not to warn of a connection that stays within this computer, and to import nothing that lies beside a
#: notebook. What a cell of the learner's writes or starts is written and started as anywhere; what JupyterLab itself writes, only
#: he reads.
_KERNEL = f"""import os
os.umask({{mask}})
os.environ.pop("{SAFE_PATH_VARIABLE}", None)
c = get_config()
c.IPKernelApp.log_level = 40
c.IPKernelApp.ignore_cwd = True
"""
#: What makes JupyterLab's page lighter and stiller for a learner; with --full all of it is there.
_NOT_FOR_LEARNERS = (
    "@jupyterlab/application-extension:property-inspector",
    "@jupyterlab/celltags-extension",
    "@jupyterlab/cell-toolbar-extension",
    "@jupyterlab/launcher-extension",
    "@jupyterlab/running-extension",
    "@jupyterlab/workspaces-extension",
)


def chosen_notebook(notebooks: Sequence[Path], wanted: str | None) -> Path:
    """The notebook meant by a number ("7" is 07-...) or by a part of its name; without, the one to go on with.

    Raises UnreadableText with those there are if none fits.
    """
    from tutor.content.lessons import course

    if wanted is None:
        if notebooks:
            return _to_go_on_with(notebooks)
        fault = Fault("lessons", "no lesson is there yet", "Build them: tutor build lessons/*.md")
        raise UnreadableText(fault)
    number = int(wanted) if len(wanted) < 4 and wanted.isdecimal() else None
    found = [n for n in notebooks if number is not None and n.name.startswith(f"{number:02d}-")]
    if number is not None:
        found += [n for n in notebooks if n.stem in {entry.name for entry in course() if entry.number == number}]
    found += [n for n in notebooks if n.stem == wanted.lower()]
    found += [n for n in notebooks if not wanted.isdecimal() and wanted.lower() in n.stem.lower()]
    found += [n for n in notebooks if wanted.lower() == _told(n)]
    if wanted.lower() == PUZZLES:
        found += _puzzles_to_go_on_with(notebooks)
    if found:
        return found[0]
    names = [_told(n) for n in notebooks]
    known = "\n".join(f"  {name}" for name in names)
    close = nearest(wanted, names)
    fix = (
        f"{f'{sentence(close)} ' if close.startswith('did you mean') else ''}The lessons are:\n{known}\n"
        "  One of your own is opened by its file: tutor lab my-lesson.md"
    )
    raise UnreadableText(Fault(f"lesson {wanted!r}", "there is no such lesson", fix))


def _told(notebook: Path) -> str:
    """What a notebook is called on the command line: a lesson by its name, puzzles with their folder."""
    return f"{PUZZLES}/{notebook.stem}" if notebook.parent.name == PUZZLES else notebook.stem


def _to_go_on_with(notebooks: Sequence[Path]) -> Path:
    """The lesson last worked on if something of it is left to do, else the first after it that is not done."""
    from tutor.content.lessons import course_lessons
    from tutor.desk.progress import Progress

    there = {notebook.stem: notebook for notebook in notebooks}
    try:
        progress = Progress()
        tried = progress.attempts()
        lessons = [lesson for lesson in course_lessons() if lesson.name in there]
        done = {
            lesson.name: {each.id for each in lesson.exercises} <= progress.finished(lesson.name) for lesson in lessons
        }
    except (Faulty, OSError):
        return notebooks[0]
    names = [lesson.name for lesson in lessons]
    last = next((attempt.lesson for attempt in reversed(tried) if attempt.lesson in names), None)
    at = names.index(last) if last else 0
    return there[next((name for name in (*names[at:], *names[:at]) if not done[name]), notebooks[0].stem)]


def _puzzles_to_go_on_with(notebooks: Sequence[Path]) -> list[Path]:
    """The notebooks of puzzles in the order of their shelves, those with something left to solve first."""
    from tutor.content.puzzles.reading import LESSON
    from tutor.content.puzzles.shelves import shelves
    from tutor.desk.progress import Progress

    there = {notebook.stem: notebook for notebook in notebooks if notebook.parent.name == PUZZLES}
    try:
        solved = Progress().finished(LESSON)
    except (Faulty, OSError):
        solved = frozenset()
    known = [shelf for shelf in shelves() if shelf.name in there]
    known.sort(key=lambda shelf: all(puzzle.id in solved for puzzle in shelf.puzzles))
    return [there[shelf.name] for shelf in known]


# ---------------------------------------------------------------- a teacher's lesson


def take_in(file: Path) -> str:
    """Put a lesson given as a file on the course: its source, or a notebook built from one. Returns its name.

    Raises UnreadableText or ImpossibleSituation with every fault of the lesson.
    """
    from engine.text.faults import ImpossibleSituation
    from tutor.content.lessons import faults_of, parse_lesson
    from tutor.content.lessons.building import packed_in
    from tutor.content.lessons.course import add_lesson

    where = str(file)
    if not file.exists():
        raise UnreadableText(Fault(where, "there is no such file", "Give the path of a lesson: my-lesson.md"))
    if file.suffix == ".ipynb":
        name, source = packed_in(file)
    else:
        try:
            name, source = file.stem, file.read_text(encoding="utf-8-sig")
        except (OSError, UnicodeDecodeError) as problem:
            raise UnreadableText(
                Fault(where, f"it cannot be read ({problem})", "Write it as plain text in UTF-8.")
            ) from None
    lesson = parse_lesson(source, name, where)
    faults = faults_of(lesson, where)
    if faults:
        raise ImpossibleSituation(faults)
    add_lesson(lesson, source)
    return lesson.name


def cli_course(options: argparse.Namespace) -> int:
    """``tutor course [list]``, ``add FILE...``, ``remove NAME...``."""
    from tutor.content.lessons.course import course, remove_lesson

    if options.do == "add":
        for file in options.names:
            print(plain(f"{take_in(Path(file))} is on the course now. Open it with: tutor lab {Path(file).stem}"))
    elif options.do == "remove":
        for name in options.names:
            remove_lesson(name)
            print(plain(f"{name} is off the course. What was done of it is kept."))
    else:
        for entry in course():
            print(plain(f"{entry.number:3d}  {entry.name:28}  {entry.title}{'  (added)' if entry.own else ''}"))
    return 0


# ---------------------------------------------------------------- starting


def lab_arguments(root: Path, notebook: Path, port: int | None, browser: bool, full: bool) -> list[str]:
    """The command line for JupyterLab that shows ``notebook`` (a path below ``root``)."""
    page = f"/{FULL_PAGE if full else LEARNER_PAGE}/tree/{notebook.relative_to(root).as_posix()}"
    arguments = [
        f"--ServerApp.root_dir={root}",
        f"--LabApp.default_url={page}",
        f"--LabApp.app_settings_dir={_CONFIG}",
        f"--LabApp.extra_labextensions_path={_EXTENSION}",
        f"--ServerApp.ip={HOST}",
        "--ServerApp.terminals_enabled=False",
        "--ServerApp.websocket_ping_interval=30000",
        "--ServerApp.websocket_ping_timeout=30000",
        "--ServerApp.session_manager_class=tutor.hosts.lab.lab_sessions.OneAtATime",
        "--ServerApp.kernel_manager_class=tutor.hosts.lab.lab_kernels.SpareKernels",
        f"--ServerApp.open_browser={browser}",
        "--Application.log_level=WARN",
        "--LabApp.news_url=None",
        "--LabApp.check_for_updates_class=jupyterlab.handlers.announcements.NeverCheckForUpdate",
        "--LabApp.extension_manager=readonly",
        "--MultiKernelManager.default_kernel_name=python3",
        "--KernelSpecManager.allowed_kernelspecs=python3",
    ]
    if port is not None:
        arguments += [f"--ServerApp.port={port}", "--ServerApp.port_retries=0"]
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        arguments.append("--ServerApp.allow_root=True")  # as in a container, where there is nobody else to be
    return arguments


def lab_environment(data: Path) -> dict[str, str]:
    """The environment variables that make JupyterLab use this Python, no settings but the tutor's, and no folder but ``data``.

    JUPYTER_NO_CONFIG leaves out whatever the system, the user or the environment has configured.
    """
    own = data / "jupyter"
    return {
        "JUPYTER_NO_CONFIG": "1",
        "JUPYTER_DATA_DIR": str(own / "data"),
        "JUPYTER_RUNTIME_DIR": str(own / "runtime"),
        "JUPYTERLAB_SETTINGS_DIR": str(own / "lab" / "user-settings"),
        "JUPYTERLAB_WORKSPACES_DIR": str(own / "lab" / "workspaces"),
        "IPYTHONDIR": str(own / "ipython"),
        "JUPYTER_PREFER_ENV_PATH": "1",
        SAFE_PATH_VARIABLE: "1",
    }


def lay_out_settings(data: Path) -> dict[str, str]:
    """Make JupyterLab's folders below ``data``, write down what kernels are told, and return the environment to start it in.

    Its own folders hold its token: only the learner looks into them.
    """
    private_folder(data / "jupyter")
    environment = lab_environment(data)
    for folder in environment.values():
        if folder != "1":
            private_folder(Path(folder))
    settings = Path(environment["IPYTHONDIR"]) / "profile_default" / "ipython_kernel_config.py"
    write_whole(settings, _KERNEL.format(mask=own_umask()))
    return environment


def not_ours(environment: Mapping[str, str]) -> list[str]:
    """The variables of an environment that would configure JupyterLab otherwise and are left out."""
    return [name for name in environment if name.startswith(("JUPYTER", "JPSERVER"))]


def run(argv: Sequence[str]) -> int:
    """Start JupyterLab on a lesson and return when it is stopped: 0, or 2 if it cannot be started as asked."""
    from tutor.desk.learners import choose_learner

    options = _parser().parse_args(argv)
    try:
        port = free_port(options.port)
        if options.learner is not None:
            choose_learner(options.learner)
        wanted = options.lesson
        if wanted is not None and wanted.endswith((".md", ".ipynb")):
            wanted = _known_or_taken_in(Path(wanted))
        root = desk()
        notebooks = lay_out_all(root)
        notebook = chosen_notebook(notebooks, wanted)
        environment = lay_out_settings(data_folder())
    except Faulty as faulty:
        for fault in faulty.faults:
            print(f"{plain(fault.where)}: {plain(fault.what)}\n  {plain_lines(fault.fix)}", file=sys.stderr)
        return 2
    except OSError as problem:
        fix = "Set MYSTIC_WOOD_DATA to a folder that can be written."
        where = (
            problem.filename or os.environ.get(DATA_VARIABLE) or "the folder of your notebooks"
        )  # a full disk names no file
        print(f"{plain(str(where))}: it cannot be written ({problem.strerror})\n  {fix}", file=sys.stderr)
        return 2
    for name in not_ours(os.environ):
        del os.environ[name]
    os.environ.update(environment)
    os.umask(0o077)
    if options.until_input_ends:
        threading.Thread(target=_end_with_input, daemon=True).start()
    browser = options.browser and has_browser()
    arguments = lab_arguments(root, notebook, port, browser, options.full)
    if options.expose:
        arguments.append("--LabApp.expose_app_in_browser=True")
    return _serve(root, notebooks, arguments, browser, options.full)


def _end_with_input() -> None:
    """Stop, as by SIGTERM, when standard input ends: whoever holds its other end has ended."""
    while sys.stdin.buffer.read(1):
        pass
    os.kill(os.getpid(), signal.SIGTERM)


def _known_or_taken_in(file: Path) -> str:
    """The name of the lesson in a file; a lesson that comes with the tutor may be named by its file as well."""
    from tutor.content.lessons import entry_of

    return file.stem if entry_of(file.stem) is not None else take_in(file)


def _serve(root: Path, notebooks: Sequence[Path], arguments: list[str], browser: bool, full: bool) -> int:
    from tutor.content.lessons.building import spare_address_grammar

    spare_address_grammar()
    # Only now, since Jupyter looks at the environment when it is loaded.
    from jupyter_core.paths import jupyter_config_dir
    from jupyterlab.labapp import LabApp

    from tutor.hosts.lab.lab_server import handlers, keep_pictures, sign

    atexit.register(shutil.rmtree, jupyter_config_dir(), ignore_errors=True)  # the empty one that it makes for itself
    server = LabApp.initialize_server(argv=arguments)
    server.contents_manager.register_pre_save_hook(keep_pictures)
    server.web_app.add_handlers(".*$", handlers(root, server.base_url))
    server.web_app.settings.setdefault("headers", {})["Content-Security-Policy"] = LOCAL_ONLY
    server.web_app.settings["page_config_hook"] = lambda _, page: _page(page, full)
    for notebook in notebooks:
        if notebook.read_bytes() == pristine(notebook.relative_to(root).as_posix()):
            sign(notebook)
    opening = "A browser opens on the lesson. If it does not, go to" if browser else "Open this address in a browser:"

    def say_where() -> None:
        print(f"{opening}\n\n    {server.display_url.split()[0]}\n\nPress Ctrl-C here to stop.", flush=True)

    server.io_loop.add_callback(server.kernel_manager.prepare)
    server.io_loop.add_callback(say_where)  # runs after the port is bound, which may take a second try
    server.log.addFilter(lambda record: "To access the server" not in record.getMessage())  # we have just said so
    server.answer_yes = True
    server.start()
    return 0


def _page(page: dict[str, Any], full: bool) -> dict[str, Any]:
    """JupyterLab's settings for its page, for a learner or with everything."""
    page["mysticWood"] = "full" if full else "learner"
    if not full:
        page["disabledExtensions"] = [*page.get("disabledExtensions", []), *_NOT_FOR_LEARNERS]
    return page


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="tutor lab",
        description="Open the lessons in JupyterLab, where you stopped last time. The notebooks are copies of your own.",
    )
    parser.add_argument(
        "lesson",
        nargs="?",
        help="number or part of the name of a lesson, a lesson's file (my-lesson.md), or puzzles (puzzles/jousts)",
    )
    parser.add_argument("--port", type=port_number, help="port to listen on (default: a free one from 8888 on)")
    parser.add_argument("--no-browser", dest="browser", action="store_false", help="only print the address")
    parser.add_argument("--full", action="store_true", help="show all of JupyterLab around the lesson")
    parser.add_argument("--learner", metavar="NAME", help="who learns, where several share this computer")
    parser.add_argument("--simple", action="store_true", help=argparse.SUPPRESS)  # what a learner sees has become so
    # For whoever starts it from another program: it ends with that, however that ends.
    parser.add_argument("--until-input-ends", action="store_true", help=argparse.SUPPRESS)
    parser.add_argument("--expose", action="store_true", help=argparse.SUPPRESS)  # for tests in a browser
    return parser
