"""Drives the apps in Chromium: each started by its own command, touched by mouse, finger or keys as a person would."""

from __future__ import annotations

import contextlib
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from tests.browser.harness import ARTEFACTS, _is_here
from tests.browser.served import Served

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser, Locator, Page


_ACTIVE = """() => { let node = document.activeElement;
  while (node?.shadowRoot?.activeElement) node = node.shadowRoot.activeElement; return node; }"""


@contextlib.contextmanager
def running_app(app: str, *arguments: str) -> Iterator[str]:
    """`tutor APP` running on a data folder of its own; the address, which begins a new document each time it is opened."""
    with tempfile.TemporaryDirectory() as folder:
        server = Served(Path(folder), (app, *arguments))
        server.start()
        try:
            yield server.address.replace("?", "?new&")
        finally:
            server.end()


@dataclass
class AppPage:
    """An app open in a browser. ``by`` is how it is touched: "mouse", "touch" or "keys"."""

    page: Page
    by: str = "mouse"
    painted: float = 0.0
    strangers: list[str] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)

    @property
    def root(self) -> Locator:
        return self.page.locator(".mwb")

    def target(self, name: str) -> Locator:
        """What carries that target: on the page it is a button or a part of the board."""
        return self.page.locator(f'[data-target="{name}"]').first

    def panel(self, name: str) -> Locator:
        return self.page.locator(f'[data-panel="{name}"]')

    def settled(self) -> None:
        """Wait until Python has answered every touch."""
        self.page.wait_for_function(
            """() => { const find = (node) => { for (const child of node.querySelectorAll('*')) {
                 if (child.classList?.contains('mwb')) return child;
                 const inner = child.shadowRoot && find(child.shadowRoot); if (inner) return inner; } return null; };
               const root = find(document); return root && (root.dataset.asked ?? '0') === (root.dataset.answered ?? '0'); }""",
        )

    def took(self) -> int:
        """How many milliseconds passed between the last touch and its answer."""
        return int(self.root.get_attribute("data-took") or 0)

    # ---------------------------------------------------------------- gestures
    def gesture(self, line: str) -> None:
        """One gesture as :mod:`tests.support.quarrels` writes it."""
        verb, _, rest = line.partition(" ")
        if verb == "drag":
            self.drag(*rest.split(" to "))
        elif verb == "click":
            self.click(rest)
        elif verb == "choose":
            name, value = rest.split(" = ")
            self.choose(name, value)
        elif verb == "ask":
            self.ask(rest)
        elif rest:
            self.click_node(self.page.locator(f'.mwb-outcomes tr[data-key="{rest}"] [data-target^="then:"]'))
        else:
            self.click_node(self.page.get_by_role("button", name="Lay out what follows"))
        self.settled()

    def middle(self, node: Locator) -> tuple[float, float]:
        box = node.bounding_box()
        assert box is not None, "it is not shown"
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    def on_board(self, name: str) -> tuple[float, float]:
        """A point of a target where nothing else lies over it."""
        node = self.target(name)
        if not name.startswith("area:"):
            return self.middle(node)
        box = node.bounding_box()
        assert box is not None
        return box["x"] + box["width"] * 0.5, box["y"] + box["height"] * 0.12

    def drag(self, source: str, to: str) -> None:
        if self.by == "keys":
            self.reach(source)
            self.page.keyboard.press("Enter")
            self.reach(to)
            self.page.keyboard.press("Enter")
            return
        start = self.target(source)
        start.scroll_into_view_if_needed()
        if self.by == "touch":
            start.tap()
            self.target(to).scroll_into_view_if_needed()
            self.page.touchscreen.tap(*self.on_board(to))
            return
        self.page.mouse.move(*self.middle(start))
        self.page.mouse.down()
        x, y = self.on_board(to)
        self.page.mouse.move(x - 12, y - 9, steps=3)
        self.page.mouse.move(x, y, steps=2)
        self.page.mouse.up()

    def click(self, name: str) -> None:
        if self.by == "keys":
            self.reach(name)
            self.page.keyboard.press("Space")
            return
        node = self.target(name)
        node.scroll_into_view_if_needed()
        if name.startswith(("area:", "denizen:", "knight:", "thing:")):
            point = self.on_board(name)
            self.page.touchscreen.tap(*point) if self.by == "touch" else self.page.mouse.click(*point)
        else:
            self.click_node(node)

    def click_node(self, node: Locator) -> None:
        if self.by == "keys":
            node.focus()
            self.page.keyboard.press("Enter")
        elif self.by == "touch":
            node.tap()
        else:
            node.click()

    def choose(self, name: str, value: str) -> None:
        field_ = self.page.locator(f'select[data-input="{name}"]')
        if self.by == "keys":
            self.tab_to(lambda: self.active("data-input") == name)
            words = field_.locator(f'option[value="{value}"]').inner_text()
            self.page.keyboard.type(words)
            self.page.keyboard.press("Tab")
        else:
            field_.select_option(value)

    def ask(self, words: str) -> None:
        if self.by == "keys":
            self.tab_to(lambda: self.active("data-input") == "ask")
            self.page.keyboard.press("Control+A")
            self.page.keyboard.type(words)
        else:
            self.page.locator('[data-input="ask"]').fill(words)
        self.page.keyboard.press("Enter")

    # ---------------------------------------------------------------- keys alone
    def active(self, attribute: str) -> str | None:
        found: str | None = self.page.evaluate(f"() => ({_ACTIVE})()?.getAttribute({attribute!r})")
        return found

    def tab_to(self, there, most: int = 160) -> None:
        for _ in range(most):
            if there():
                return
            self.page.keyboard.press("Tab")
        raise AssertionError("the Tab key does not lead there")

    def reach(self, name: str) -> None:
        """Come to a target by Tab to its field, and by arrows within it."""
        inside = f"""() => {{ const node = ({_ACTIVE})(); const field = node?.closest?.('.mwb-wood, [data-walk]');
          return Boolean(field?.querySelector('[data-target="{name}"]')) || node?.dataset?.target === "{name}"; }}"""
        self.tab_to(lambda: bool(self.page.evaluate(inside)))
        for _ in range(60):
            here = self.active("data-target")
            if here == name:
                return
            goal = self.middle(self.target(name))
            now = self.middle(self.target(str(here)))
            dx, dy = goal[0] - now[0], goal[1] - now[1]
            ways = [("ArrowRight" if dx > 0 else "ArrowLeft", abs(dx)), ("ArrowDown" if dy > 0 else "ArrowUp", abs(dy))]
            for way, _ in sorted(ways, key=lambda pair: -pair[1]):
                self.page.keyboard.press(way)
                if self.active("data-target") != here:
                    break
            else:
                raise AssertionError(f"the arrows do not lead from {here} to {name}")
        raise AssertionError(f"the arrows do not lead to {name}")

    def screenshot(self, name: str) -> Path:
        ARTEFACTS.mkdir(exist_ok=True)
        path = ARTEFACTS / f"{name}.png"
        self.page.screenshot(path=path)
        return path


@contextlib.contextmanager
def open_page(
    browser: Browser, address: str, width: int = 1280, height: int = 800, dark: bool = False
) -> Iterator[Page]:
    """Any page of the apps' server in a window of that size."""
    context = browser.new_context(viewport={"width": width, "height": height}, color_scheme="dark" if dark else "light")
    page = context.new_page()
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    try:
        page.goto(address)
        yield page
        assert errors == []
    finally:
        context.close()


@contextlib.contextmanager
def open_app(
    browser: Browser, address: str, width: int = 1280, height: int = 800, dark: bool = False, by: str = "mouse"
) -> Iterator[AppPage]:
    """An app in a window of that size, its board painted."""
    context = browser.new_context(
        viewport={"width": width, "height": height},
        color_scheme="dark" if dark else "light",
        reduced_motion="reduce",
        has_touch=by == "touch",
        accept_downloads=True,
    )
    page = context.new_page()
    app = AppPage(page, by)
    page.on("request", lambda request: _is_here(request.url) or app.strangers.append(request.url))
    page.on("pageerror", lambda error: app.errors.append(str(error)))
    try:
        begun = time.monotonic()
        page.goto(address)
        page.locator(".mwb-wood [data-target]").first.wait_for()
        app.painted = time.monotonic() - begun
        yield app
        assert app.errors == []
        assert app.strangers == []
        assert page.locator(".mwb-trouble").count() == 0
    finally:
        context.close()
