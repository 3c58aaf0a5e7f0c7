"""Fixtures of the browser tests. Run them with `make browser-test`; they are left out of any other run."""

import contextlib
import shutil
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, sync_playwright

from tests.browser.harness import CHROMIUM_ARGUMENTS, Lab, LabPage, open_notebook, running_lab

OpenNotebook = Callable[..., LabPage]


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Chromium as the system has it, without a window."""
    chromium = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if chromium is None:
        pytest.fail("The browser tests need Chromium: apt-get install chromium")
    with sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=chromium, headless=True, args=CHROMIUM_ARGUMENTS)
        yield running
        running.close()


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


def pytest_addoption(parser: pytest.Parser) -> None:
    """``--pictures`` makes pictures of every exercise of every lesson as well, which takes some minutes."""
    parser.addoption("--pictures", action="store_true", help="make pictures of every exercise")
