"""Fixtures of the browser tests. Run them with `make browser-test`; they are left out of any other run."""

import contextlib
import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

from tests.browser.harness import CHROMIUM_ARGUMENTS, PATIENCE, Lab, LabPage, open_notebook, patient, running_lab
from tests.browser.served import Table
from tests.browser.site import Server

OpenNotebook = Callable[..., LabPage]
OpenFile = Callable[..., Page]
expect.set_options(timeout=PATIENCE * 1000)


#: The files that take longest, longest first: nobody is left with one of them alone at the end.
LONGEST = (
    "test_opening",
    "test_site",
    "test_class",
    "test_lessons",
    "test_exercises",
    "test_puzzles",
    "test_accessible",
    "test_apps",
    "test_table",
)


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """The order of the files; within each, that in which they are written."""
    items.sort(key=lambda item: LONGEST.index(item.path.stem) if item.path.stem in LONGEST else len(LONGEST))


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    """Chromium as the system has it, without a window; one for all tests of a process."""
    path = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if path is None:
        pytest.fail("The browser tests need Chromium: apt-get install chromium")
    with sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=path, headless=True, args=CHROMIUM_ARGUMENTS)
        yield patient(running)
        running.close()


@pytest.fixture
def browser(chromium: Browser) -> Iterator[Browser]:
    """The browser, and at the end none of the pages a test has opened in it: they would go on calling a server that is gone."""
    yield chromium
    for context in chromium.contexts:
        context.close()


@pytest.fixture(scope="module")
def lab(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Lab]:
    """JupyterLab as `tutor lab` starts it, one for each file of tests, with notebooks and progress of its own."""
    with running_lab(tmp_path_factory.mktemp("lab")) as running:
        yield running


@pytest.fixture
def lab_page(browser: Browser, lab: Lab) -> Iterator[OpenNotebook]:
    """Opens a notebook: ``lab_page("lessons/00-start-here.ipynb", width=400, height=800, dark=True)``."""
    with contextlib.ExitStack() as pages:
        yield lambda notebook, **look: pages.enter_context(open_notebook(browser, lab, notebook, **look))


@pytest.fixture
def opened(browser: Browser) -> Iterator[OpenFile]:
    """Opens a page that lies in a file: ``opened(path, 390, 844, dark=True)``."""
    contexts: list[BrowserContext] = []

    def open_page(path: Path, width: int, height: int, dark: bool = False) -> Page:
        context = browser.new_context(
            viewport={"width": width, "height": height},
            reduced_motion="reduce",
            color_scheme="dark" if dark else "light",
        )
        contexts.append(context)
        page = context.new_page()
        failed: list[str] = []
        page.on("pageerror", lambda error: failed.append(str(error)))
        page.goto(path.as_uri())
        page.locator("body[data-ready]").wait_for()
        assert failed == []
        return page

    yield open_page
    for context in contexts:
        context.close()


@pytest.fixture(scope="session")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the site, built once; BUILT_SITE names one that is built already."""
    if named := os.environ.get("BUILT_SITE"):
        return Path(named)
    from tutor.hosts.site.build import build

    folder = tmp_path_factory.mktemp("site") / "site"
    build(folder)
    return folder


@pytest.fixture
def server(built: Path) -> Iterator[Server]:
    """A plain file server of the site, stopped at the end at the latest."""
    found = Server(built)
    found.start()
    yield found
    with contextlib.suppress(OSError):
        found.stop()


@pytest.fixture
def apps() -> Iterator[str]:
    """`tutor apps` on a data folder of its own: its address."""
    from tests.browser.apps import running_app

    with running_app("apps") as address:
        yield address.replace("?new&", "?")


def pytest_addoption(parser: pytest.Parser) -> None:
    """``--pictures`` makes pictures of every exercise of every lesson as well, which takes some minutes."""
    parser.addoption("--pictures", action="store_true", help="make pictures of every exercise")


@pytest.fixture
def lan_table(tmp_path: Path) -> Iterator[Table]:
    """A table with `--lan`, in a folder of its own."""
    found = Table(tmp_path, ("table", "--lan"))
    found.start()
    yield found
    found.end()
