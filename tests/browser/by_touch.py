"""Solves an exercise on a page as one does with a finger, and looks whether anything on the page is cut off or covered."""

from __future__ import annotations

import contextlib
import json
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from tests.support.touches import a_touch, does
from tutor.pages.exercise import Presenter, presenter

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from playwright.sync_api import Page

    from tutor.teach.exercise.exercise import Exercise

#: So long one waits before one taps again so near, in pixels, or it would be half of a double tap.
DOUBLE, NEAR = 450, 60.0
#: Functions of the page. ``point`` is where a finger meets a part and nothing that lies over it, null if there is no such place;
#: the part is scrolled to the middle first.
_PAGE = """(() => {
  const shown = (node) => node.checkVisibility({ checkVisibilityCSS: true }) && node.getClientRects().length > 0;
  const meets = (node, x, y) => {
    const hit = document.elementFromPoint(x, y);
    return hit && (node === hit || node.contains(hit) || hit.closest("[data-target]") === node);
  };
  const point = (node) => {
    node.scrollIntoView({ block: "center", inline: "nearest" });
    const box = node.getBoundingClientRect();
    for (const part of [0.5, 0.15, 0.85, 0.3, 0.7, 0.05, 0.95])
      for (const across of [0.5, 0.15, 0.85, 0.3, 0.7, 0.05, 0.95]) {
        const x = box.left + box.width * across, y = box.top + box.height * part;
        if (meets(node, x, y)) return [x, y];
      }
    return null;
  };
  // Where the small map shows a part of a large board: a finger there brings it near.
  const onMap = (node) => {
    const wood = node.closest(".mwb-wood"), map = [...document.querySelectorAll("svg.mwb-map")].find(shown);
    if (!wood || !map) return null;
    map.scrollIntoView({ block: "center" });
    const box = node.getBoundingClientRect(), around = wood.getBoundingClientRect(), view = wood.viewBox.baseVal;
    const small = map.getBoundingClientRect(), { width, height } = map.viewBox.baseVal, unit = view.width / around.width;
    const x = view.x + (box.left + box.width / 2 - around.left) * unit;
    const y = view.y + (box.top + box.height / 2 - around.top) * unit;
    return [small.left + (x / width) * small.width, small.top + (y / height) * small.height];
  };
  const words = (node) => (node.textContent ?? "").trim().slice(0, 30);
  const called = (node) => `${node.tagName.toLowerCase()}.${node.getAttribute("class") ?? ""} ${words(node)}`;
  const scrolls = (node) => {
    for (let at = node; at; at = at.parentElement)
      if (/auto|scroll/.test(getComputedStyle(at).overflowX) && at.scrollWidth > at.clientWidth) return true;
    return false;
  };
  const cutOff = () => {
    const wide = screen.width, found = document.documentElement.scrollWidth > wide ? ["the page scrolls sideways"] : [];
    for (const node of document.querySelectorAll("body *:not(svg *)")) {
      if (!shown(node)) continue;
      const box = node.getBoundingClientRect(), style = getComputedStyle(node);
      if (box.width < 2 || box.height < 2) continue; // words for who hears the page
      if ((box.right > wide + 1 || box.left < -1) && !scrolls(node)) found.push(`beyond the edge: ${called(node)}`);
      const hides = (way) => /hidden|clip/.test(style[way]) && node.tagName !== "svg" && node.textContent.trim();
      if (hides("overflowX") && node.scrollWidth > node.clientWidth + 1) found.push(`cut at its side: ${called(node)}`);
      if (hides("overflowY") && node.scrollHeight > node.clientHeight + 2) found.push(`cut at its foot: ${called(node)}`);
    }
    return found.slice(0, 4);
  };
  const covered = () => {
    const place = scrollY, parts = "button, a, input:not(.mwb-pick), summary, label.mw-option, .mwb-hold";
    const unreached = (node) => shown(node) && !node.closest(".mwb-feet") && !point(node);
    const found = [...document.querySelectorAll(`.mwb :is(${parts}), .mw-way a`)].filter(unreached);
    scrollTo(0, place);
    return found.slice(0, 4).map((node) => `covered: ${called(node)}`);
  };
  window.finger = { point, onMap, cutOff, covered };
})()"""


@dataclass
class Pupil:
    """Somebody who works at a page with a finger. ``typed`` are the actions that were written: nothing on the page means them."""

    page: Page
    typed: list[str] = field(default_factory=list)
    _last: list[float] = field(default_factory=lambda: [-NEAR, -NEAR])

    def tap(self, selector: str) -> None:
        """Tap what is there; AssertionError if there is none, or something lies over it."""
        point = self._point(selector)
        if max(abs(now - then) for now, then in zip(point, self._last, strict=True)) < NEAR:
            self.page.wait_for_timeout(DOUBLE)
            point = self._point(selector)  # meanwhile it may have moved on
        self._last = point
        self.page.touchscreen.tap(*point)
        self.answered()

    def _point(self, selector: str) -> list[float]:
        """Where a finger meets it now, brought near by the small map if it must be."""
        node = self.page.locator(selector).first
        node.wait_for()
        point: list[float] | None = node.evaluate(f"(node) => {{ {_PAGE}; return finger.point(node); }}")
        if point is None and (small := node.evaluate("(node) => finger.onMap(node)")):
            self.page.touchscreen.tap(*small)
            point = node.evaluate("(node) => finger.point(node)")
        assert point, f"{selector} is covered"
        return point

    def press(self, target: str, within: str = "") -> None:
        self.tap(f"{within}[data-target={json.dumps(target)}]:visible")

    def answered(self) -> None:
        """Wait until Python has answered every touch."""
        self.page.wait_for_function(
            "() => { const root = document.querySelector('.mwb'); "
            "return root && (root.dataset.asked ?? '0') === (root.dataset.answered ?? '0'); }",
        )

    def has(self, selector: str) -> bool:
        return self.page.locator(selector).count() > 0

    def faults(self) -> list[str]:
        """What is cut off on the page as it stands, and what a finger cannot reach."""
        found: list[str] = self.page.evaluate(f"() => {{ {_PAGE}; return [...finger.cutOff(), ...finger.covered()]; }}")
        return found

    # ---------------------------------------------------------------- solving
    def solve(self, exercise: Exercise) -> None:
        """Solve the exercise that is shown. What chance brings is the same for everybody: it is played along beside the page."""
        _HOW[exercise.kind](self, exercise)
        if exercise.kind != "watch":
            self.page.locator(".mw-is-right, .mw-is-noted").first.wait_for()

    def watch(self, exercise: Exercise) -> None:
        for _ in presenter(exercise).session.frames[1:]:  # type: ignore[attr-defined]
            self.press("forth")

    def play(self, exercise: Exercise) -> None:
        beside = presenter(exercise)
        lines = [(line,) if isinstance(line, str) else tuple(line) for line in beside.session.accepted()]
        while lines and not beside.session.solved:
            ways = {line[0]: self.way(beside, line[0]) for line in lines}
            action = next((each for each, way in ways.items() if way), lines[0][0])
            for part in ways[action]:
                self.tap(part)
            if not ways[action]:
                self.typed.append(action)
                self.write(action)
            does(beside, f"action:{action}")
            lines = [line[1:] for line in lines if line[0] == action and line[1:]]

    def way(self, beside: Presenter, action: str) -> tuple[str, ...]:
        """What on the page means an action, to be touched in turn: its button; a part of the board; a part of the board that may
        mean several, and the button it then has. Nothing if there is no such way."""
        button = f"button[data-target={json.dumps(f'action:{action}')}]:enabled:visible"
        if self.has(button):
            return (button,)
        on_board = self.page.locator(".mwb-wood [data-target]").evaluate_all(
            "all => all.map(each => each.dataset.target)"
        )
        session: Any = beside.session
        for target in dict.fromkeys(on_board):
            part = f".mwb-wood [data-target={json.dumps(target)}]"
            verb, _, what = " ".join(beside.hear(a_touch("click", target), beside.look)[1]).partition(" ")
            if (verb, what) == ("play", action):
                return (part,)
            if verb == "ways" and action in session.game.ways(session.state, session.learner, what):
                return part, button
        return ()

    def write(self, text: str) -> None:
        self.tap("[data-value=write]")
        self.page.keyboard.insert_text(text)
        self.press("try")

    def choose(self, exercise: Exercise) -> None:
        session: Any = presenter(exercise).session
        [answer, *_] = session.accepted()
        if isinstance(answer, dict):
            for number, into in answer.items():
                part = session.exercise.bins.index(into) + 1
                self.tap(f'[data-choices="bin {number}"] [data-choice="{part}"]')
        for number in () if isinstance(answer, dict) else answer:
            target = session.options[number].target
            if target:
                self.mark(target)
            else:
                self.tap(f'[data-choices="picked"] [data-choice="{number}"]')
        self.press("check")

    def mark(self, target: str) -> None:
        """Touch a place of the board, or what lies on it and hides it: that stands for the place."""
        above = self.page.locator(f"[data-choice={json.dumps(target)}]").first.get_attribute("data-also") or ""
        *most, last = (target, *above.split())
        for each in most:
            with contextlib.suppress(AssertionError):
                return self.tap(f".mwb-wood [data-target={json.dumps(each)}]")
        return self.tap(f".mwb-wood [data-target={json.dumps(last)}]")

    def reckon(self, exercise: Exercise) -> None:
        self.write(str(presenter(exercise).session.accepted()[0]))

    def order(self, exercise: Exercise) -> None:
        session: Any = presenter(exercise).session
        wanted, rows = list(session.accepted()[0]), list(session.items)
        for place, item in enumerate(wanted):
            if rows[place] != item:  # a tap picks it up, and one on another puts it there
                self.tap(f"[data-item={json.dumps(item)}] .mwb-hold")
                self.tap(f"[data-item={json.dumps(rows[place])}] .mwb-hold")
                rows.insert(place, rows.pop(rows.index(item)))
        self.press("check")

    def build(self, exercise: Exercise) -> None:
        session: Any = presenter(exercise).session
        for piece in session.laying.laid(session.state, session.shortest):
            self.press(f"palette:{f'lay-{piece.card}' if piece.kind == 'areas' else piece.card}")
            self.press(f"{'hand' if piece.kind == 'hand' else 'area'}:{piece.where}")
        self.press("check")


_HOW: Mapping[str, Callable[[Pupil, Exercise], None]] = {
    "watch": Pupil.watch,
    "do": Pupil.play,
    "free": Pupil.play,
    "choose": Pupil.choose,
    "reckon": Pupil.reckon,
    "order": Pupil.order,
    "build": Pupil.build,
}
