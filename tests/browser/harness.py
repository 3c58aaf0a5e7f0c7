"""Drives lessons in JupyterLab as a learner would: a server of its own, Debian's Chromium, and a page per notebook."""

from __future__ import annotations

import contextlib
import json
import os
import re
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.parse
import urllib.request
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tutor.base.places import DATA_VARIABLE
from tutor.hosts.lab.lab import LEARNER_PAGE

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser, BrowserContext, Locator, Page

ARTEFACTS = Path(__file__).parents[2] / "test-artefacts"
CHROMIUM_ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
#: So many seconds is waited for what must come, however slow the machine.
PATIENCE = 240
#: What JupyterLab itself says where a lesson is left while what shows it, or a subshell of its kernel, is still being started.
LEFT_EARLY = re.compile(
    r"Disposed|(Error: )?Canceled future for create_subshell_request message before replies were done"
)


def patient(browser: Browser) -> Browser:
    """The browser; each of its pages waits :data:`PATIENCE` for what it is told to wait for."""
    context_of = browser.new_context

    def new_context(**look: Any) -> BrowserContext:
        context = context_of(**look)
        context.set_default_timeout(PATIENCE * 1000)
        return context

    browser.new_context = new_context  # type: ignore[method-assign]
    browser.new_page = lambda **look: new_context(**look).new_page()  # type: ignore[method-assign]
    return browser


@dataclass(frozen=True)
class Lab:
    """A running JupyterLab. ``root`` holds its copy of the notebooks, ``data`` the learner's folder its kernels use.

    ``first`` is the address that was printed, with its token; ``log`` holds all that was printed.
    """

    address: str
    token: str
    root: Path
    data: Path
    first: str
    log: Path

    def ask(self, path: str, method: str = "GET") -> Any:
        """The answer of the server's REST API, e.g. ``ask("api/sessions")``; None if it has no body."""
        request = urllib.request.Request(f"{self.address}/{path}", method=method)
        request.add_header("Authorization", f"token {self.token}")
        with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
            body = answer.read()
        return json.loads(body) if body else None

    def kernels(self, shown: bool = False) -> list[str]:
        """The state of each running kernel, or of each that a page shows: "starting", "idle", "busy"; "unknown" while the server
        itself is unsure."""
        try:
            kernels = [each["kernel"] for each in self.ask("api/sessions")] if shown else self.ask("api/kernels")
            return [kernel["execution_state"] for kernel in kernels]
        except urllib.error.HTTPError:  # it lists a kernel that is being shut down
            return ["unknown"]

    def is_run_once(self, notebook: str) -> None:
        """Wait until the server has one kernel, that of ``notebook``, shown by one session; fail if there stay to be others.

        One that is being shut down is still listed for a moment; one that no page knows of any more, for a minute and longer.
        """
        waited = time.monotonic() + PATIENCE / 4
        while True:
            sessions = [(each["path"], each["kernel"]["id"]) for each in self._listed("api/sessions")]
            kernels = [each["id"] for each in self._listed("api/kernels")]
            if [path for path, _ in sessions] == [notebook] and kernels == [kernel for _, kernel in sessions]:
                return
            if time.monotonic() > waited:
                raise AssertionError(f"{notebook} has not one kernel: sessions {sessions}, kernels {kernels}")
            time.sleep(0.2)

    def _listed(self, path: str) -> list[Any]:
        try:
            listed: list[Any] = self.ask(path)
        except urllib.error.HTTPError:  # it lists a kernel that is being shut down
            return []
        return listed

    def end_sessions(self) -> None:
        """Shut down every kernel, so that the next page starts afresh."""
        for session in self.ask("api/sessions"):
            with contextlib.suppress(urllib.error.HTTPError):  # a page that was left meanwhile has ended it by itself
                self.ask(f"api/sessions/{session['id']}", "DELETE")
        for kernel in self.ask("api/kernels"):  # of a page that was gone before its kernel was there
            with contextlib.suppress(urllib.error.HTTPError):
                self.ask(f"api/kernels/{kernel['id']}", "DELETE")


@contextlib.contextmanager
def running_lab(folder: Path, *arguments: str) -> Iterator[Lab]:
    """`tutor lab` with the learner's folder below ``folder``, and more ``arguments``; stopped at the end.

    Started once more on the same folder, it is the next day.
    """
    data = folder / "data"
    data.mkdir(exist_ok=True)
    port = _free_port()
    environment = {**os.environ, DATA_VARIABLE: str(data)}
    log = folder / "jupyter.log"
    command = [sys.executable, "-m", "tutor", "lab", "--no-browser", "--expose", "--port", str(port), *arguments]
    with log.open("wb") as output:
        server = subprocess.Popen(
            command, env=environment, stdin=subprocess.DEVNULL, stdout=output, stderr=subprocess.STDOUT
        )
    try:
        address = _wait_until_up(server, log)
        url = urllib.parse.urlsplit(address)
        token = urllib.parse.parse_qs(url.query)["token"][0]
        lab = Lab(f"{url.scheme}://{url.netloc}", token, data / "notebooks", data, address, log)
        yield lab
        lab.end_sessions()
    finally:
        end(server)


def end(server: subprocess.Popen[Any]) -> None:
    """Ask a server to end; what does not is killed."""
    server.terminate()
    try:
        server.wait(timeout=15)
    except subprocess.TimeoutExpired:
        server.kill()
        server.wait()


@dataclass
class LabPage:
    """One notebook open in a browser. ``page`` is Playwright's own page, for whatever is not here.

    ``strangers`` are addresses asked for beyond this computer, ``errors`` what went wrong in the page's scripts.
    """

    page: Page
    lab: Lab
    strangers: list[str] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)

    def errors_of_ours(self) -> list[str]:
        """What went wrong in a page on which lessons were left early."""
        return [error for error in self.errors if not LEFT_EARLY.fullmatch(error)]

    def command(self, name: str) -> None:
        """Run a command of JupyterLab, e.g. "docmanager:save", and wait until it is done."""
        self.page.evaluate("name => window.jupyterapp.commands.execute(name)", name)

    def wait_until_started(self) -> None:
        """Wait until the lesson has started by itself and everything in it has been shown."""
        self.page.locator(".jp-NotebookPanel:not(.lm-mod-hidden)[data-mw-ready]").wait_for()

    def run_all(self) -> None:
        """Run all cells, wait until they are done, and fail if one of them stopped with an error."""
        self.command("notebook:run-all-cells")
        self.wait_until_run()

    def wait_until_run(self) -> None:
        """Wait until no cell runs any more, and fail if one of them stopped with an error."""
        waited = time.monotonic() + PATIENCE
        while set(self.lab.kernels(shown=True)) != {"idle"} or self._unfinished():
            if time.monotonic() > waited:
                raise TimeoutError(f"the cells still run: kernels {self.lab.kernels()}")
            self.page.wait_for_timeout(100)
        broken = self.page.locator('[data-mime-type="application/vnd.jupyter.stderr"], .jp-RenderedError')
        if broken.count():
            raise AssertionError(f"a cell failed: {broken.first.inner_text()}")

    def wait_until_answered(self) -> None:
        """Wait until the kernel has answered all that was touched on the pages that are shown."""
        unanswered = "page => (page.dataset.asked ?? '0') !== (page.dataset.answered ?? '0')"
        self.page.wait_for_function(f"() => ![...document.querySelectorAll('.mwb')].some({unanswered})")

    def _unfinished(self) -> bool:
        prompts = self.page.locator(".jp-CodeCell .jp-InputPrompt").all_inner_texts()
        return any(re.fullmatch(r"\s*\[\*\]:?\s*", prompt) for prompt in prompts)

    @property
    def outputs(self) -> Locator:
        """What the cells show, without their code: ``outputs.get_by_text("Well done")``, ``outputs.get_by_role(...)``."""
        return self.page.locator(".jp-Cell-outputArea")

    def canvas(self, nth: int = 0) -> Locator:
        """The ``nth`` canvas among the outputs, from 0."""
        return self.page.locator(".jp-OutputArea-output canvas").nth(nth)

    def click_canvas(self, nth: int, x: float, y: float) -> None:
        """Click the ``nth`` canvas at (x, y) in its own units, however large it is shown."""
        canvas = self.canvas(nth)
        canvas.scroll_into_view_if_needed()
        box = canvas.bounding_box()
        if box is None:
            raise AssertionError(f"canvas {nth} is not shown")
        width, height = canvas.evaluate("c => [c.width, c.height]")
        canvas.click(position={"x": x * box["width"] / width, "y": y * box["height"] / height})

    def screenshot(self, name: str, whole: bool = False) -> Path:
        """Save what is shown, or with ``whole`` the notebook from top to bottom, as test-artefacts/NAME.png."""
        ARTEFACTS.mkdir(exist_ok=True)
        path = ARTEFACTS / f"{name}.png"
        size = self.page.viewport_size
        if whole and size:
            inner = ".jp-NotebookPanel .jp-WindowedPanel-inner, .jp-NotebookPanel .jp-WindowedPanel-outer"
            tall = self.page.locator(inner).evaluate_all("all => Math.max(...all.map(e => e.scrollHeight))")
            self.page.set_viewport_size({"width": size["width"], "height": min(int(tall) + 120, 15_000)})
            scrolled = ".jp-NotebookPanel .jp-WindowedPanel-outer"
            self.page.locator(scrolled).evaluate_all("all => all.forEach(e => e.scrollTo(0, 0))")
            self.page.wait_for_timeout(500)
        self.page.screenshot(path=path)
        if whole and size:
            self.page.set_viewport_size(size)
        return path


#: Whether the notebook that is shown has a kernel that hears it and has nothing to do.
CONNECTED = """() => {
    const kernel = window.jupyterapp?.shell.currentWidget?.sessionContext?.session?.kernel
    return kernel?.connectionStatus === "connected" && kernel.status === "idle"
}"""


@contextlib.contextmanager
def open_notebook(
    browser: Browser,
    lab: Lab,
    notebook: str | None,
    width: int = 1280,
    height: int = 900,
    dark: bool = False,
    ready: bool = True,
    page_of: str = LEARNER_PAGE,
    context: BrowserContext | None = None,
    touch: bool = False,
) -> Iterator[LabPage]:
    """``notebook``, a path below ``lab.root``, open with nothing around it and its kernel ``ready`` to run cells.

    None opens the address that `tutor lab` printed. A ``context`` of one's own says by itself how large the window is.
    """
    context = context or browser.new_context(
        viewport={"width": width, "height": height},
        color_scheme="dark" if dark else "light",
        reduced_motion="reduce",
        has_touch=touch,
    )
    page = context.new_page()
    lab_page = LabPage(page, lab)
    page.on("request", lambda request: _is_here(request.url) or lab_page.strangers.append(request.url))
    page.on("pageerror", lambda error: lab_page.errors.append(str(error)))
    try:
        page.goto(f"{lab.address}/{page_of}/tree/{notebook}?token={lab.token}" if notebook else lab.first)
        page.locator(".jp-NotebookPanel .jp-Cell").first.wait_for()
        if (
            ready
        ):  # a kernel kept ready is idle before this page knows of it, and what is run before that is not run at all
            page.wait_for_function(CONNECTED)
        yield lab_page
    finally:
        context.close()
        lab.end_sessions()


def _is_here(url: str) -> bool:
    return re.match(r"(data:|blob:|about:|(http|ws)://(localhost|127\.0\.0\.1)[:/])", url) is not None


def _free_port() -> int:
    with socket.socket() as any_port:
        any_port.bind(("127.0.0.1", 0))
        port: int = any_port.getsockname()[1]
        return port


def _wait_until_up(server: subprocess.Popen[bytes], log: Path) -> str:
    """The address `tutor lab` prints."""
    waited = time.monotonic() + PATIENCE
    while True:
        printed = log.read_text("utf-8", "replace")
        if found := re.search(r"http://\S+token=\w+", printed):
            return found[0]
        if server.poll() is not None or time.monotonic() > waited:
            raise RuntimeError(f"tutor lab did not start:\n{printed}")
        time.sleep(0.1)
