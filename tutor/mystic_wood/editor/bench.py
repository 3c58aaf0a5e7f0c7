"""The editor's page: what is shown of a half-built situation, and what each touch does to it. Pure; a front end shows it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, ClassVar

from engine import mystic_wood as mw
from engine.faults import Faulty
from engine.mystic_wood.material.cards import COMPANIONS, KNIGHTS, THINGS, name_of, the
from engine.mystic_wood.material.wood import every_area
from tutor.desk import Touch
from tutor.mystic_wood.editor import parts
from tutor.mystic_wood.editor.half_built import tiles_in, wood_in
from tutor.mystic_wood.editor.library import LIBRARY, Common, common, from_lesson, shelves
from tutor.mystic_wood.editor.model import Editor, Misplaced
from tutor.mystic_wood.editor.operations import taking_apart
from tutor.mystic_wood.editor.vocabulary import BY_ID
from tutor.mystic_wood.scene import Arrow, Refusal, View, board_scene
from tutor.paint.svg import svg
from tutor.scene.shapes import Disc, Group, Outline, Scene, Words, polygon
from tutor.ui.html import Html, el, join, picture
from tutor.ui.page import Effect, Page

#: What can be dragged on the board.
DRAG = ("denizen:", "thing:", "knight:")

BAR = '<header class="mwb-bar" data-panel="bar" data-walk></header>'
LAYING = (
    '<section class="mwb-palette" aria-label="What can be laid out">'
    '<input class="mwb-find" data-input="find" type="search" placeholder="Find: lan …" aria-label="Find in the palette">'
    '<div class="mwb-scroll" data-panel="palette" data-walk></div></section>'
)
BOARD = '<section class="mwb-middle"><div class="mwb-board" data-board></div></section>'
FRAME = (
    f'<div class="mwb-app mwb-edit">{BAR}<div class="mwb-cols">{LAYING}{BOARD}'
    '<aside class="mwb-side"><section data-panel="shelf" data-walk></section>'
    '<section class="mwb-box" data-panel="faults"></section><section class="mwb-box" data-panel="hands" data-walk></section>'
    '<section class="mwb-box" data-panel="inspector"></section>'
    '<section class="mwb-box" data-panel="gives" aria-label="What it gives"></section></aside></div></div>'
)


@dataclass(kw_only=True)
class BenchLook:
    """How somebody looks at an editor: what is selected, searched for and open, and what was last said to him."""

    selected: str = "game:"
    half: str = "earthly"
    find: str = ""
    shelf: str | None = None
    status: str = ""
    refusal: str = ""


@dataclass
class Bench(BenchLook):
    """An editor on a page. :meth:`answer` takes a touch and returns the page as it then is."""

    editor: Editor = field(default_factory=Editor)
    address: str = ""
    title: str = "Lay out a situation"
    #: Where it stands on the server of the apps.
    path: ClassVar[str] = "edit"

    # ---------------------------------------------------------------- touches
    def answer(self, touch: Touch) -> Page:
        """What a touch does, and the page after it. A touch that makes no sense is answered, never raised."""
        effects: list[Effect] = []
        self.does(touch, effects)
        return self.page(tuple(effects))

    def does(self, touch: Touch, effects: list[Effect]) -> None:
        """Do what a touch means; why it cannot be done is said."""
        self.status, self.refusal = "", ""
        try:
            self.heard(touch, effects)
        except Misplaced as refused:
            self.refusal = str(refused)
        except Faulty as faulty:
            first = faulty.faults[0]
            self.refusal = f"{first.where}: {first.what}. {first.fix}"
        except (LookupError, ValueError):  # of a page that has changed since: an entry that is gone, a number past the end
            self.refusal = "That is not on the page any more."

    def heard(self, touch: Touch, effects: list[Effect]) -> None:
        """Do what a touch means. Raises Misplaced or Faulty with the reason why not."""
        kind, target = touch.kind, touch.target
        if kind in ("click", "double"):
            self.clicked(target, effects, double=kind == "double")
        elif kind == "drag":
            self.dragged(target, touch.to)
        elif kind == "delete":
            self.deleted(target)
        elif kind == "file":
            self.opened(touch.value(), touch.target)
        elif kind == "escape":
            self.shelf, self.selected = None, "game:"
        elif kind in ("type", "enter"):
            self.typed(target, touch.value(), entered=kind == "enter")

    def clicked(self, target: str, effects: list[Effect], double: bool = False) -> None:
        """A click: on a button its meaning, elsewhere it selects."""
        head, _, rest = target.partition(":")
        verbs: dict[str, Callable[[str], Any]] = {
            "half": self._half,
            "flag": self._flag,
            "step": self._step,
            "drop": self._drop,
            "more": self._more,
            "less": self._less,
            "mend": self.editor.do,
            "shelf": self._shelf,
            "open": self._open,
        }
        if head == "do":
            self._do(rest)
        elif head == "edge":
            name, _, edge = rest.partition(":")
            self.editor.do(f"edge {name} {edge}")
        elif head in ("copy", "save"):
            given = self.given(rest)
            effects.append(given._replace(kind="copy") if head == "copy" else given)
            self.status = "Copied." if head == "copy" else "Saved."
        elif head in verbs:
            verbs[head](rest)
        elif head == "palette" and not rest.startswith("lay-"):
            where = parts.where_cards_are(self.editor.data).get(rest)
            self._select(f"knight:{rest}" if rest in KNIGHTS else f"card:{rest}")
            if where:
                self.status = f"{name_of(rest)}: {where if where not in KNIGHTS else name_of(where)}."
        elif head == "hand":
            knight, _, card = rest.partition(":")
            self._select(f"card:{card}" if card else f"knight:{knight}")
        elif double and head == "area" and rest not in wood_in(self.editor.data).fixed:
            self._turn_or_lay(rest)
        else:
            self._select(target)

    def _do(self, line: str) -> None:
        verb, _, rest = line.partition(" ")
        if verb == "undo":
            self.status = "Taken back." if self.editor.undo() else "There is nothing to take back."
        elif verb == "redo":
            self.status = "Done again." if self.editor.redo() else "There is nothing to do again."
        elif verb == "clear":
            self.editor.do(*taking_apart(self.editor.data))
            self.selected, self.status = "game:", "An untouched Wood."
        elif verb == "select":
            self._select(rest)
        elif verb == "shelf":
            self.shelf = None if self.shelf is not None else ""
        elif line.startswith("turn ") and rest in KNIGHTS:
            self.editor.do(f'set game turn "{rest}"')
        else:
            self.editor.do(line)
            if verb == "bare":
                self.selected = f"area:{rest}"

    def _select(self, target: str) -> None:
        head, _, name = target.partition(":")
        if head == "area" and name not in wood_in(self.editor.data).areas:
            raise Misplaced("That is no place of the Wood.")
        self.selected = target
        at = (
            name
            if head == "area"
            else self.editor.data["knights"].get(name, {}).get("at")
            if head == "knight"
            else None
        )
        if at in wood_in(self.editor.data).areas and at != wood_in(self.editor.data).tower:
            self.half = wood_in(self.editor.data).half_of(str(at))

    def _half(self, half: str) -> None:
        self.half = half

    def _turn_or_lay(self, name: str) -> None:
        table = self.editor.data["areas"].get(name, {})
        self.editor.do(f"turn {name}" if {"tile", "paths"} & table.keys() else f"lay {name} NESW")

    def _flag(self, tag: str) -> None:
        about, _, name = tag.partition(":")
        key = BY_ID[f"{_subject(about)}.{name}"]
        shown = parts.table_of(self.editor.data, key.subject, about).get(name)
        now = shown if isinstance(shown, bool) else parts._flag_default(self.editor, key, about)
        self._set(about, name, not now)

    def _step(self, tag: str) -> None:
        about, name, by = tag.split(":")
        table = parts.table_of(self.editor.data, _subject(about), about)
        written = table.get(name)
        self._set(about, name, max(0, (written if isinstance(written, int) else 0) + int(by)) or None)

    def _set(self, about: str, name: str, value: object) -> None:
        plain = value is None or value == "" or value == [] or value == {}
        natural = (name, value) in (("glade", True), ("over", False)) or (
            value is False and name not in ("glade", "drawn", "stayed")
        )
        if plain or natural:
            self.editor.do(f"unset {about} {name}")
        elif name == "at":
            self.editor.do(f"place {about} {value}")
        else:
            self.editor.do(f"set {about} {name} {parts.value_text(value)}")

    def _drop(self, tag: str) -> None:
        about, name, gone = tag.split(":", 2)
        self._change(about, name, lambda chosen: [v for v in chosen if v != gone])

    def _change(self, about: str, name: str, change: Callable[[list[str]], list[str]]) -> None:
        if (about, name) == ("game", "order"):
            now = list(self.editor.data["knights"])
            after = change(now)
            self.editor.do(
                *[f"remove {k}" for k in now if k not in after], *([f"order {' '.join(after)}"] if after else [])
            )
            return
        value = parts.table_of(self.editor.data, _subject(about), about).get(name)
        self._set(about, name, change([str(v) for v in value] if isinstance(value, list) else []))

    def _more(self, tag: str) -> None:
        about, _, name = tag.partition(":")
        key = BY_ID[f"{_subject(about)}.{name}"]
        value = parts.table_of(self.editor.data, key.subject, about).get(name)
        entries = parts.entries_of(key, value)
        first = {}
        for fieldname, kind in parts.FIELDS[key.id]:
            if kind in ("denizens", "areas", "seats", "pending", "here") and fieldname != "who":
                offered = parts.field_choices(self.editor.data, key, kind, about)
                if not offered:
                    raise Misplaced(f"There is nothing to choose for {fieldname} yet.")
                at = self.editor.data["knights"].get(about, {}).get("at", wood_in(self.editor.data).earthly_gate)
                first[fieldname] = at if kind == "areas" else offered[0]
        self._entries(about, name, [*entries, first])

    def _less(self, tag: str) -> None:
        about, name, number = tag.split(":")
        key = BY_ID[f"{_subject(about)}.{name}"]
        value = parts.table_of(self.editor.data, key.subject, about).get(name)
        self._entries(about, name, [e for n, e in enumerate(parts.entries_of(key, value)) if n != int(number)])

    def _entries(self, about: str, name: str, entries: list[dict[str, Any]]) -> None:
        if name == "hidden":
            self._set(about, name, {e["denizen"]: list(e.get("known to", ())) for e in entries})
        else:
            self._set(about, name, entries)

    def _shelf(self, theme: str) -> None:
        self.shelf = "" if self.shelf == theme else theme

    def _open(self, name: str) -> None:
        self.opened(common(name).situation, common(name).title)
        self.shelf = None

    def begin(self, text: str, ask: str = "") -> None:
        """Begin with what a command or an address names; a fault is shown, not raised. Only a checker can be asked."""
        try:
            self.opened(text, "")
        except Faulty as faulty:
            first = faulty.faults[0]
            self.refusal = f"{first.where}: {first.what}. {first.fix}"
        self.editor = Editor(self.editor.data)
        self.status = ""

    def opened(self, text: str, name: str) -> None:
        """Lay out a file, a code or a text."""
        self.editor.open(text)
        self.selected = "game:"
        self.status = f"Laid out: {name}." if name else "Laid out."

    def dragged(self, source: str, to: str) -> None:
        """Something was dragged, or picked up and set down."""
        kind, _, name = source.partition(":")
        if kind == "hand":
            name = name.partition(":")[2] or name.partition(":")[0]
        if kind == "palette" and name.startswith("lay-"):
            self._laid(name.removeprefix("lay-"), self._area_of(to))
            return
        if to == "away":
            if kind == "palette":
                raise Misplaced(f"{name_of(name)} goes back: that is no place of the Wood.")
            self.editor.do(f"remove {name}")
            self.status = f"{name_of(name)} taken off."
            return
        goal, _, whom = to.partition(":")
        whom = whom.partition(":")[0]
        holds = name in (*THINGS, *COMPANIONS, "horse", "holy-grail", "blessing", "hermit")
        if goal == "hand" or (goal == "knight" and holds and name not in KNIGHTS):
            self.editor.do(f"give {name} {whom}", strict=True)
            won = name in self.editor.data["knights"][whom].get("prowess_cards", ())
            self.status = f"{name_of(whom)} has {f'the prowess card of {the(name)}' if won else name_of(name)}."
            self._select(f"knight:{whom}")
            return
        if name == "blessing":
            raise Misplaced(
                "The Blessing lies nowhere: give it to a Knight.", "card.hermit" if "card.hermit" in mw.ledger() else ""
            )
        area = self._area_of(to)
        lines = [f"place {name} {area}"]
        table = self.editor.data["areas"].get(area, {})
        if area not in wood_in(self.editor.data).fixed and not ({"tile", "paths"} & table.keys()):
            lines.insert(0, f"lay {area} NESW")  # nobody stands on an unknown card
        self.editor.do(*lines, strict=True)
        self.status = f"{name_of(name)} at {area}."
        self._select(f"knight:{name}" if name in KNIGHTS else f"area:{area}")

    def _laid(self, card: str, area: str) -> None:
        paths, _, crossing = card.partition("-")
        if paths.isupper():
            self.editor.do(f"lay {area} {paths} {crossing}".strip(), strict=True)
        else:
            tile = next(t for t in tiles_in(self.editor.data).values() if t.name == card)
            own = tile.half == wood_in(self.editor.data).half_of(area)
            self.editor.do(f"lay {area} {tile.id}" if own else f"lay {area} {tile.paths} {card}", strict=True)
        self.status = f"An area card at {area}."
        self._select(f"area:{area}")

    def _area_of(self, target: str) -> str:
        """The area a target lies in. Misplaced if it lies in none."""
        kind, _, name = target.partition(":")
        found = None
        if kind in ("area", "storm", "unknown"):
            found = name
        elif kind == "edge":
            found = name.partition(":")[0]
        elif kind == "knight":
            found = self.editor.data["knights"].get(name, {}).get("at", wood_in(self.editor.data).earthly_gate)
        elif kind in ("denizen", "thing"):
            found = parts.where_cards_are(self.editor.data).get(name)
        if found not in wood_in(self.editor.data).areas:
            raise Misplaced("It goes back: that is no place of the Wood.")
        return str(found)

    def deleted(self, target: str) -> None:
        """Delete on a target takes it away."""
        kind, _, name = target.partition(":")
        if kind == "area":
            self.editor.do(f"bare {name}")
            self.status = f"{name} is unknown again."
        elif kind in ("denizen", "thing", "knight"):
            self.editor.do(f"remove {name}")
            self.status = f"{name_of(name)} taken off."
        elif kind == "hand" and name.partition(":")[2]:
            self.editor.do(f"remove {name.partition(':')[2]}")

    def typed(self, target: str, text: str, entered: bool = False) -> None:
        """A field has changed."""
        if target == "find":
            self.find = text[:40]
            return
        if target == "lesson":
            self.shelf = text if text.startswith("lesson/") else ""
            return
        if target == "toml":
            self.opened(text, "")
            return
        head, _, tag = target.partition(":")
        if head not in ("one", "add", "text", "entry"):
            return
        about, name, *rest = tag.split(":")
        key = BY_ID[f"{_subject(about)}.{name}"]
        if head == "add":
            if text:
                self._change(about, name, lambda chosen: [*chosen, text])
        elif head == "entry":
            value = parts.table_of(self.editor.data, key.subject, about).get(name)
            entries = parts.entries_of(key, value)
            fieldname = rest[1]
            kind = dict(parts.FIELDS[key.id])[fieldname]
            entry = entries[int(rest[0])]
            entry.pop(fieldname, None)
            if kind in ("list", "seen"):
                entry |= {fieldname: text.split()} if text.split() else {}
            elif kind == "number":
                entry |= {fieldname: int(text)} if text.strip().isdecimal() and len(text) < 12 else {}
            elif kind in ("flag", "true"):
                entry |= {fieldname: kind == "true"} if text else {}
            elif text:
                entry[fieldname] = text.strip()
            self._entries(about, name, entries)
        elif name == "tile" and text:
            self.editor.do(f"lay {about} {text}")
        elif name == "paths":
            self.editor.do(f"lay {about} {text.strip()}")
        else:
            self._set(about, name, text)

    def given(self, what: str) -> Effect:
        """A code, link, text or picture to copy or save."""
        state = self.editor.state
        if what == "toml":
            return Effect("save", self.editor.toml, "situation.toml")
        if what in ("svg", "png"):
            return Effect(
                "save" if what == "svg" else "png",
                svg(board_scene(self.editor.reading_now.show), "light"),
                f"situation.{what}",
            )
        if state is None:
            raise Misplaced("There is no code for what cannot be.")
        code = mw.code(state)
        return Effect("copy", code if what == "code" else f"{self.address}?code={code}")

    # ---------------------------------------------------------------- the page
    def page(self, effects: tuple[Effect, ...] = ()) -> Page:
        """What is shown now."""
        scene, extra, focus = self.board()
        return Page(FRAME, scene, extra, DRAG, focus, self.panels(), self.refusal or self.status, effects)

    def panels(self) -> dict[str, str]:
        """The panels by their names."""
        editor = self.editor
        return {
            "bar": self.bar(),
            "palette": parts.palette(editor.data, self.half, self.find),
            "shelf": self.library(),
            "faults": parts.all_faults(editor),
            "hands": parts.hands(editor, self.selected),
            "inspector": parts.inspector(editor, self.selected),
            "gives": parts.gives(editor, self.address),
        }

    def status_line(self) -> Html:
        """What was done last, or why it was not."""
        if self.refusal:
            return el("p", self.refusal, class_="mwb-refused", role="alert", data_key="status")
        return el(
            "p",
            self.status or "Drag, or tap and tap again. Arrows walk, Enter picks up and sets down, Delete takes away.",
            class_="mwb-note",
            data_key="status",
        )

    def bar(self) -> str:
        """The bar on top: what one is in, and what can be done at any time."""
        return join(
            el("h1", self.title),
            self.status_line(),
            el(
                "span",
                el("button", "Undo", data_target="do:undo", disabled=not self.editor.can_undo, title="Ctrl+Z"),
                el("button", "Redo", data_target="do:redo", disabled=not self.editor.can_redo, title="Ctrl+Y"),
                el("button", "Empty Wood", data_target="do:clear"),
                el("button", "Library", data_target="do:shelf", aria_expanded=str(self.shelf is not None).lower()),
                class_="mwb-tools",
            ),
        )

    def library(self) -> str:
        """The library when it is open: themes, and the pictures of the theme that is chosen."""
        if self.shelf is None:
            return ""
        themes = [
            el(
                "button",
                f"{theme} ({len(found)})",
                data_target=f"shelf:{theme}",
                class_="mwb-tab",
                aria_pressed=str(theme == self.shelf).lower(),
            )
            for theme, found in shelves().items()
        ]
        if self.shelf.startswith("lesson/"):
            shown = [_book(entry) for entry in from_lesson(self.shelf.removeprefix("lesson/"))]
        else:
            shown = [_book(entry) for entry in LIBRARY if entry.theme == self.shelf]
        return el(
            "div",
            el("h2", "Common situations"),
            el("div", *themes, class_="mwb-tabs"),
            _lessons(self.shelf),
            el("div", *shown, class_="mwb-books"),
            class_="mwb-box mwb-shelf",
        )

    def board(
        self,
        arrows: tuple[Arrow, ...] = (),
        refusal: Refusal | None = None,
        clickable: tuple[str, ...] = (),
        edges: bool = True,
    ) -> tuple[Scene, tuple[Group, ...], tuple[float, float, float, float]]:
        """The board, the marks laid over it, and the part of it that matters."""
        shown = self.editor.reading_now.show
        picked = self.selected if self.selected.partition(":")[0] in ("area", "denizen", "thing", "knight") else ""
        highlights = {picked} if picked else set()
        scene = board_scene(
            shown, view=View.whole(shown.wood), highlights=highlights, arrows=arrows, refusal=refusal, clickable=clickable
        )
        extra: list[Group] = []
        if edges and picked.startswith("area:"):
            extra += edge_groups(scene, shown, picked.removeprefix("area:"))
        extra += [g for pin in self.editor.faults for g in fault_groups(scene, pin.target)]
        return scene, tuple(extra), focus_of(shown, picked)


def _subject(about: str) -> str:
    return "game" if about == "game" else "area" if about in every_area() else "knight"


def _lessons(shelf: str) -> Html:
    """A field to choose a lesson by, whose situations are then shown."""
    from tutor.lessons.course import course

    options = [el("option", "…", value="", selected=not shelf.startswith("lesson/"))]
    for entry in course():
        if entry.game != mw.NAME:
            continue  # another game's situations are not laid out in this Wood
        there = f"lesson/{entry.name}"
        options.append(el("option", f"{entry.number} {entry.title}", value=there, selected=there == shelf))
    return el("label", "Or from a lesson: ", el("select", *options, data_input="lesson"))


def _book(entry: Common) -> Html:
    return el(
        "button",
        picture(entry.picture),
        el("b", entry.title),
        el("span", entry.asks),
        data_target=f"open:{entry.name}",
        class_="mwb-book",
        aria_label=entry.title,
    )


def focus_of(state: mw.State, picked: str = "") -> tuple[float, float, float, float]:
    """The part of the whole picture that matters: where anything is, and what is selected."""
    also = [name for name in [picked.removeprefix("area:")] if name in state.wood.index]
    view = View.around(state, also=also)
    whole = View.whole(state.wood)
    x, y = whole.corner(f"{view.west}{view.north}")
    return (x, y, *view.size)


def edge_groups(scene: Scene, state: mw.State, name: str) -> list[Group]:
    """A handle at each edge of the selected area: a filled one where a path leads out."""
    if name in state.wood.fixed or name not in state.wood.index or not state.area(name).face_up:
        return []
    card = scene.target(f"area:{name}")
    found = []
    for edge, (dx, dy) in {"N": (0.5, 0.0), "E": (1.0, 0.5), "S": (0.5, 1.0), "W": (0.0, 0.5)}.items():
        is_open = edge in state.area(name).paths
        # A large clear disc makes the handle easy to hit.
        shapes = (
            Disc(0, 0, 11, fill="plate", opacity=0.01),
            Disc(0, 0, 5.6, fill="point" if is_open else "plate", stroke="casing", width=1.6),
            Words(
                0,
                0,
                "−" if is_open else "+",
                8,
                fill="point-ink" if is_open else "ink",
                on="point" if is_open else "plate",
                bold=True,
            ),
        )
        says = {"N": "north", "E": "east", "S": "south", "W": "west"}[edge]
        found.append(
            Group(
                shapes,
                card.x + card.w * dx,
                card.y + card.h * dy,
                target=f"edge:{name}:{edge}",
                label=f"Path {says} of {name}: {'open' if is_open else 'closed'}",
            )
        )
    return found


def fault_groups(scene: Scene, target: str) -> list[Group]:
    """A sign at what cannot be."""
    found = next((t for t in scene.targets if t.id == target), None)
    if found is None:
        return []
    shapes = (
        Outline(polygon((0, -6.5), (6.5, 5.5), (-6.5, 5.5)), fill="refused", stroke="casing", width=2.4),
        Words(0, 1.4, "!", 8.6, fill="refused-ink", on="refused", bold=True),
    )
    return [Group(shapes, found.x + 9, found.y + 9, label="Something here cannot be")]
