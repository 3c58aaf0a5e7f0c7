"""One page that somebody has open: it is sent what changed, and what it sends becomes a touch. The messages are those of
docs/page-protocol.md; how they travel is the host's business."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeVar

from tutor.desk import Link, Touch, Viewer
from tutor.desk.desk import Known
from tutor.draw.page import Film, Page, colours, icons_in, pieces

V = TypeVar("V")
Message = dict[str, Any]

#: The longest text taken from a page (a dropped file, a typed field), the most fields, and the most texts in one of them.
LONGEST, MOST_FIELDS, MOST_TEXTS = 400_000, 60, 400
#: The longest name of a target, a kind or a field.
LONGEST_NAME = 2_000


class PageLink(Link[V, Page]):
    """A link whose pages become messages, handed to ``send``.

    A page has a version. A message carries the pieces of the picture, the panels and the small pictures that the page does not
    have yet; a page that has missed something says which version it has, and is sent the whole.
    ``kept`` is the name under which the browser keeps what is half done on the page, "" if it keeps nothing; ``name`` is what the
    page has called itself, so that it finds its link again after its connection was lost.
    """

    def __init__(
        self, viewer: Viewer, send: Callable[[Message], None], known: Known | None = None, kept: str = ""
    ) -> None:
        super().__init__(viewer, known)
        self.send = send
        self.kept, self.name = kept, ""
        self.shown: Page | None = None
        self.seen = 0
        self.version = 0
        self._sent = 0
        self._pieces: set[str] = set()
        self._defs: set[str] = set()
        self._film = 0

    # ---------------------------------------------------------------- what is told
    def show(self, n: int, page: Page) -> None:
        """Show a page of the document as it is after act ``n``: what is the same as before is not sent."""
        before, self.shown, self.seen, self.version = self.shown, page, n, self.version + 1
        if before is None or page.frame != before.frame:
            self._tell(self.whole())
        else:
            self._tell(self._change(before, page))
        if before is None or page.answers != before.answers:
            for effect in page.effects:
                self._tell({**effect._asdict(), "kind": "effect", "effect": effect.kind})

    def refuse(self, reason: str) -> None:
        self._tell({"kind": "refused", "text": reason})

    def trouble(self, text: str) -> None:
        """Tell that the tutor is at fault."""
        self._tell({"kind": "trouble", "text": text})

    def _tell(self, message: Message) -> None:
        self._sent += 1
        self.send({**message, "heard": self.serial})

    def whole(self) -> Message:
        """The message that shows the whole page to who has nothing of it."""
        page = self._page()
        self._pieces.clear()
        self._defs.clear()
        self._film = page.film.id if page.film is not None else self._film
        said: Message = {
            "kind": "change",
            "from": 0,
            "version": self.version,
            "seen": self.seen,
            "kept": self.kept,
            "frame": page.frame,
            "panels": {name: str(text) for name, text in page.panels.items()},
            "focus": page.focus,
            "colours": dict(colours()),
            "keys": dict(page.keys),
            "defs": self._undrawn(icons_in(page.panels.values())),
        }
        if page.scene is not None:
            said["board"] = self._board(page)
        return said

    def _change(self, before: Page, page: Page) -> Message:
        said: Message = {
            "kind": "change",
            "from": self.version - 1,
            "version": self.version,
            "seen": self.seen,
        }
        if page.film is not None and page.film.id != self._film:
            said["film"] = self._shots(page.film, page.drag)
        elif page.film is None and before.film is not None:
            said["film"] = None  # what it shows is over: the next answer stands there already
        if page.scene is not None and (page.scene, page.extra) != (before.scene, before.extra):
            said["board"] = self._board(page)
        if page.focus != before.focus:
            said["focus"] = page.focus
        if page.keys != before.keys:
            said["keys"] = dict(page.keys)
        if changed := {name: str(text) for name, text in page.panels.items() if before.panels.get(name) != text}:
            said["panels"] = changed
            said["defs"] = self._undrawn(icons_in(changed.values()))
        if page.say and (page.answers != before.answers or page.say != before.say):
            said["say"] = page.say
        return said

    def _board(self, page: Page) -> Message:
        assert page.scene is not None
        cut = pieces(page.scene, page.extra, page.drag)
        said = cut.as_dict(self._pieces, self._defs)
        self._pieces.update(cut.pieces)
        self._defs.update(cut.defs)
        return said

    def _shots(self, film: Film, drag: tuple[str, ...]) -> Message:
        self._film = film.id
        shots = []
        for shot in film.shots:
            cut = pieces(shot.scene, (), drag)
            shots.append(
                {
                    "board": cut.as_dict(self._pieces, self._defs),
                    "stand": shot.stand,
                    "about": shot.about,
                    "steps": [step._asdict() for step in shot.steps],
                }
            )
            self._pieces.update(cut.pieces)
            self._defs.update(cut.defs)
        return {"id": film.id, "shots": shots, **({"brief": True} if film.brief else {})}

    def _undrawn(self, defs: Mapping[str, str]) -> dict[str, str]:
        found = {name: text for name, text in defs.items() if name not in self._defs}
        self._defs.update(found)
        return found

    def _page(self) -> Page:
        if self.shown is None:
            raise RuntimeError("nothing has been shown on this link yet")
        return self.shown

    # ---------------------------------------------------------------- what is heard
    def heard(self, content: object, touched: Callable[[Touch], None]) -> None:
        """Hear a message from the page: it says which version it has, or what was touched. What is no message is not heard."""
        if not isinstance(content, dict):
            return
        if content.get("kind") == "ready":
            name = _text(content.get("link"), LONGEST_NAME)
            known, self.name = self.name in ("", name), name
            if not known or content.get("version") != self.version:
                self.serial = self.serial if known else 0
                self._tell(self.whole())
        elif content.get("kind") == "ping":
            self._tell({"kind": "pong"})
        elif content.get("kind") == "touch":
            touch, sent = touch_of(content), self._sent
            touched(touch)
            if self._sent == sent:  # it came twice, or changed nothing
                self._tell({"kind": "heard"})


def touch_of(content: Mapping[str, Any]) -> Touch:
    """A touch as a message tells it; what is too long is cut, what is no text is none."""
    told = content.get("touch")
    told = told if isinstance(told, dict) else {}
    values = told.get("values")
    fields = list(values.items())[:MOST_FIELDS] if isinstance(values, dict) else []
    texts = {
        _text(name, LONGEST_NAME): tuple(_text(text, LONGEST) for text in given[:MOST_TEXTS])
        for name, given in fields
        if isinstance(given, list)
    }
    kind, target, to = (_text(told.get(key), LONGEST_NAME) for key in ("kind", "target", "to"))
    return Touch(_number(content.get("seen")), _number(content.get("serial")), kind, target, to, texts)


def _text(value: object, longest: int) -> str:
    return value[:longest] if isinstance(value, str) else ""


def _number(value: object) -> int:
    return value if isinstance(value, int) and not isinstance(value, bool) and 0 <= value < 2**53 else 0


def whole_first(said: Iterable[Message]) -> tuple[Message, list[Message]]:
    """Of what a link has said while its page opened: the page as a whole, and the rest."""
    found = list(said)
    whole = next(message for message in found if message["kind"] == "change")
    return whole, [message for message in found if message is not whole]


def as_text(message: Message) -> str:
    """A message as it travels."""
    return json.dumps(message, ensure_ascii=False, separators=(",", ":"))


def as_script(message: Message) -> str:
    """The message that first shows a page, as it stands in the page: no text in it can end the script."""
    data = as_text(message).replace("<", "\\u003c")
    return f'<script type="application/json">{data}</script>'
