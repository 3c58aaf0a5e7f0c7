"""The page of an editor, in any game: what is shown of a half-built situation, and what each touch does to it. Pure; a front end
shows it. What can be laid out and how is the game's own, in a subclass.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, NamedTuple

from engine.text.faults import Fault, Faulty
from tutor.desk import Touch
from tutor.draw.html import Html, el, join, picture
from tutor.draw.page import Effect, Page, icon
from tutor.draw.shapes import Group, Outline, Scene, Words, polygon
from tutor.draw.svg import svg
from tutor.pages.editor.library import Common, common, from_lesson, library, shelves
from tutor.pages.editor.model import Editor, Misplaced
from tutor.teach.game import registry as games
from tutor.teach.game.teachable import Teachable

BAR = '<header class="mwb-bar" data-panel="bar" data-walk></header>'
LAYING = (
    '<section class="mwb-palette" aria-label="What can be laid out">'
    '<input class="mwb-find" data-input="find" type="search" placeholder="Find …" aria-label="Find in the palette">'
    '<div class="mwb-scroll" data-panel="palette" data-walk></div></section>'
)
#: Everybody's hands stand before what can be laid out and stay in sight while one scrolls: cards are dragged into them.
HANDS = '<section class="mwb-box" data-panel="hands" data-walk></section>'
BOARD = '<section class="mwb-middle"><div class="mwb-board" data-board></div></section>'
FRAME = (
    f'<div class="mwb-app mwb-edit">{BAR}<div class="mwb-cols">{LAYING}{BOARD}'
    '<aside class="mwb-side" aria-label="The situation"><section data-panel="shelf" data-walk></section>'
    '<section class="mwb-box mwb-quick" data-panel="quick" aria-label="The situation in large questions"></section>'
    f'{HANDS}<section class="mwb-box" data-panel="faults"></section><section class="mwb-box" data-panel="inspector"></section>'
    '<section class="mwb-box" data-panel="gives" aria-label="What it gives"></section></aside></div></div>'
)
#: A part of a picture, as x, y, width, height.
PictureArea = tuple[float, float, float, float]


class Barred(NamedTuple):
    """A refusal to be drawn: who may not do what, the target it comes from (None: nothing that lies on the board), and why."""

    who: str
    cause: str | None
    text: str
    action: str


@dataclass(kw_only=True)
class EditorLook:
    """How somebody looks at an editor: what is selected, searched for and open, which part of the palette is shown ("": the
    first), and what was last said to him."""

    selected: str = "game:"
    tab: str = ""
    find: str = ""
    shelf: str | None = None
    status: str = ""
    refusal: str = ""


@dataclass
class EditorPage(EditorLook):
    """An editor on a page. :meth:`answer` takes a touch and returns the page as it then is."""

    game: ClassVar[Teachable]
    #: What can be dragged on the board; all that lies on it, by how its targets begin, and what of it is
    #: shown in the inspector; the button that takes everything away; said of an untouched board.
    drag: ClassVar[tuple[str, ...]] = ()
    lying: ClassVar[tuple[str, ...]] = ()
    selectable: ClassVar[tuple[str, ...]] = ()
    clear_word: ClassVar[str] = "Empty board"
    untouched: ClassVar[str] = "an untouched board"

    editor: Editor
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
        refused, self.status, self.refusal = self.refusal, "", ""
        if refused and touch.target == "do:undo" and touch.kind == "click":
            self.status = "Nothing had been done. Undo once more takes back the step before."
            return
        try:
            self.heard(touch, effects)
        except Misplaced as refused:
            self.refusal = str(refused)
        except Faulty as faulty:
            first = faulty.faults[0]
            self.refusal = f"{first.where}: {first.what}. {first.fix}"
        except (
            LookupError,
            ValueError,
        ):  # of a page that has changed since: an entry that is gone, a number past the end
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

    def verbs(self) -> dict[str, Callable[[str], Any]]:
        """What the buttons do, by how their targets begin."""
        return {"mend": self.editor.do, "shelf": self._shelf, "open": self._open}

    def clicked(self, target: str, effects: list[Effect], double: bool = False) -> None:
        """A click: on a button its meaning, elsewhere it selects."""
        head, _, rest = target.partition(":")
        if head == "do":
            self._do(rest)
        elif head in ("copy", "save"):
            given = self.given(rest)
            effects.append(given._replace(kind="copy") if head == "copy" else given)
            self.status = "Copied." if head == "copy" else "Saved."
        elif verb := self.verbs().get(head):
            verb(rest)
        else:
            self.touched(target, double)

    def touched(self, target: str, double: bool) -> None:
        """A click on what is no button: it selects."""
        self.select(target)

    def _do(self, line: str) -> None:
        verb, _, rest = line.partition(" ")
        if verb == "undo":
            self.status = "Taken back." if self.editor.undo() else "There is nothing to take back."
        elif verb == "redo":
            self.status = "Done again." if self.editor.redo() else "There is nothing to do again."
        elif verb == "clear":
            self.editor.do(*self.editor.format.taking_apart(self.editor.data))
            self.selected, self.status = "game:", f"{self.untouched[:1].upper()}{self.untouched[1:]}."
        elif verb == "select":
            self.select(rest)
        elif verb == "shelf":
            self.shelf = None if self.shelf is not None else ""
        else:
            self.done(line)

    def done(self, line: str) -> None:
        """Carry out an operation that a button stands for."""
        self.editor.do(line)

    def select(self, target: str) -> None:
        """Show what there is to know of a target."""
        self.selected = target

    def _shelf(self, theme: str) -> None:
        self.shelf = "" if self.shelf == theme else theme

    def _open(self, name: str) -> None:
        entry = common(self.game, name)
        self.opened(entry.situation, entry.title)
        self.shelf = None
        self.laid(entry)

    def laid(self, entry: Common) -> None:
        """A situation of the library has been laid out."""

    def begin(self, text: str, ask: str = "") -> None:
        """Begin with what a command or an address names; a fault is shown, not raised. Only a checker can be asked."""
        try:
            self.opened(text, "")
        except Faulty as faulty:
            first = faulty.faults[0]
            self.refusal = f"{first.where}: {first.what}. {first.fix}"
        self.editor = type(self.editor)(self.editor.data)
        self.status = ""

    def opened(self, text: str, name: str) -> None:
        """Lay out a file, a code or a text."""
        self.editor.open(text)
        self.selected = "game:"
        self.status = f"Laid out: {name}." if name else "Laid out."

    def dragged(self, source: str, to: str) -> None:
        """Something was dragged, or picked up and set down."""
        raise NotImplementedError

    def deleted(self, target: str) -> None:
        """Delete on a target takes it away."""
        raise NotImplementedError

    def typed(self, target: str, text: str, entered: bool = False) -> None:
        """A field has changed."""
        if target == "find":
            self.find = text[:40]
        elif target == "lesson":
            self.shelf = text if text.startswith("lesson/") else ""
        elif target == "toml":
            self.opened(text, "")
        else:
            self.filled(target, text)

    def filled(self, target: str, text: str) -> None:
        """A field of the inspector has changed."""

    def given(self, what: str) -> Effect:
        """A code, link, text or picture to copy or save."""
        state = self.editor.state
        if what == "toml":
            return Effect("save", self.editor.toml, "situation.toml")
        if what in ("svg", "png"):
            whole = svg(self.game.asking.whole(self.editor.reading_now.show), "light")
            return Effect("save" if what == "svg" else "png", whole, f"situation.{what}")
        if state is None:
            raise Misplaced("There is no code for what cannot be.")
        code = self.editor.format.code(state)
        return Effect("copy", code if what == "code" else f"{self.address}?code={code}")

    # ---------------------------------------------------------------- the page
    def page(self, effects: tuple[Effect, ...] = ()) -> Page:
        """What is shown now."""
        scene, extra, focus = self.board()
        return Page(FRAME, scene, extra, self.drag, focus, self.panels(), self.refusal or self.status, effects)

    def panels(self) -> dict[str, str]:
        """The panels by their names."""
        return {
            "bar": self.bar(),
            "quick": self.quick(),
            "palette": self.palette(),
            "shelf": self.library(),
            "faults": self.all_faults(),
            "hands": self.hands(),
            "inspector": self.inspector(),
            "gives": self.gives(),
        }

    def board(
        self, barred: Barred | None = None, laying: bool = True
    ) -> tuple[Scene, tuple[Group, ...], PictureArea | None]:
        """The board, the marks laid over it (those of laying out, if wanted), and the part of it that matters."""
        raise NotImplementedError

    def first_questions(self) -> Sequence[tuple[str, Html]]:
        """The large questions a situation is laid out by (who, where, ...), each with what answers it by a touch."""
        return ()

    def quick(self) -> str:
        """The large questions."""
        rows = [
            el("div", el("h3", asked, aria_level=2), el("div", answers, class_="mwb-bigs"), data_key=asked)
            for asked, answers in self.first_questions()
        ]
        return join(*rows)

    def palette(self) -> str:
        """What can be laid out."""
        raise NotImplementedError

    def hands(self) -> str:
        """What each player has."""
        raise NotImplementedError

    def inspector(self) -> str:
        """Everything about what is selected."""
        raise NotImplementedError

    def on_board(self, target: str) -> bool:
        """Whether a target lies on the board or in a hand: touching it may ask about it."""
        return target.partition(":")[0] in self.lying

    def face(self, card: str) -> Html | None:
        """The picture of a card in small; None if it has none."""
        found = self.game.portrait(card)
        if found is None:
            return None
        shapes = tuple(shape for layer in found.layers for group in layer.groups for shape in group.shapes)
        return icon(shapes, found.width, found.height)

    def thrown_card(self, action: str, total: int) -> Html | None:
        """The card on whose table a throw of an action is looked up, its line lit; None if there is none."""
        return None

    def status_line(self) -> Html:
        """What was done last, or why it was not."""
        if self.refusal:
            return el("p", self.refusal, class_="mwb-refused", role="alert", data_key="status")
        keys = el("span", " Arrows walk, Enter picks up and sets down, Delete takes away.", class_="mwb-by-key")
        says = (self.status,) if self.status else ("Drag, or tap and tap again.", keys)
        return el("p", *says, class_="mwb-note", data_key="status")

    def bar(self) -> str:
        """The bar on top: what one is in, and what can be done at any time."""
        return join(
            el("h1", self.title if self.game is games.teachable(games.FIRST) else f"{self.title}: {self.game.title}"),
            self.status_line(),
            el(
                "span",
                el("button", "Undo", data_target="do:undo", disabled=not self.editor.can_undo, title="Ctrl+Z"),
                el("button", "Redo", data_target="do:redo", disabled=not self.editor.can_redo, title="Ctrl+Y"),
                el("button", self.clear_word, data_target="do:clear"),
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
            for theme, found in shelves(self.game.name).items()
        ]
        if self.shelf.startswith("lesson/"):
            shown = [_book(entry) for entry in from_lesson(self.shelf.removeprefix("lesson/"), self.game.name)]
        else:
            shown = [_book(entry) for entry in library(self.game.name) if entry.theme == self.shelf]
        return el(
            "div",
            el("h2", "Common situations"),
            el("div", *themes, class_="mwb-tabs"),
            _lessons(self.game, self.shelf),
            el("div", *shown, class_="mwb-books"),
            class_="mwb-box mwb-shelf",
        )

    # ---------------------------------------------------------------- faults, and what the situation gives
    def mend_words(self, line: str) -> str:
        """A mend on its button, in words."""
        return line

    def fault_list(self, pins: list[Any]) -> Html | None:
        """Faults in words, each with a button for whatever mends it."""
        if not pins:
            return None
        rows = []
        for pin in pins:
            fault: Fault = pin.fault
            mends = [
                el("button", self.mend_words(line), data_target=f"mend:{line}", class_="mwb-mend")
                for line in self.editor.mends(pin)
            ]
            rows.append(el("li", el("b", fault.wrong), " ", fault.fix, " ", *mends))
        return el("ul", *rows, class_="mwb-faults", role="alert")

    def remarks(self) -> Sequence[str]:
        """What is worth knowing of a situation that can be: how it can have come about, and how not."""
        return ()

    def all_faults(self) -> Html:
        """Every fault, each leading to where it is; or that there is none."""
        editor, piece = self.editor, self.game.piece_word
        if not editor.faults:
            notes = (el("p", note, class_="mwb-note") for note in self.remarks())
            return join(el("p", "A possible situation.", class_="mwb-fine"), *notes)
        if editor.nobody:
            what = f"Nobody plays yet: drag a {piece} onto the board, or tap one and then {self.game.a_place_word}."
            return el("p", what, class_="mwb-note")
        return join(
            el("h3", f"{len(editor.faults)} thing{'s' if len(editor.faults) > 1 else ''} cannot be"),
            self.fault_list(list(editor.faults)),
        )

    def gives(self) -> Html:
        """The situation as text, code, link, files and pictures."""
        editor = self.editor
        code = editor.format.code(editor.state) if editor.state is not None else ""
        says = f"The situation as text: only what differs from {self.untouched}. Change it here, or paste another, or a code."
        return join(
            el(
                "div",
                _button("save:svg", "SVG", title="save the picture as SVG"),
                _button("save:png", "PNG", title="save the picture as PNG"),
                _button("save:toml", "File", title="save the situation as a TOML file"),
                _button("copy:code", "Copy code", disabled=not code),
                _button("copy:link", "Copy link", disabled=not code),
                _button("copy:toml", "Copy text"),
                class_="mwb-row",
            ),
            el("output", code or "no code while something cannot be", class_="mwb-code", data_key="code"),
            el(
                "label",
                says,
                el("textarea", editor.toml, data_input="toml", data_late=True, rows=12, spellcheck="false"),
            ),
            el("label", "Open a file: ", el("input", type="file", accept=".toml,.txt,text/plain")),
            el(
                "details",
                el("summary", f"What was done ({len(editor.log)})"),
                el("pre", "\n".join(editor.log) or "nothing yet"),
                data_key="log",
            ),
        )


def _button(target: str, text: str, **more: object) -> Html:
    return el("button", text, data_target=target, class_="mwb-button", **more)


def _lessons(game: Teachable, shelf: str) -> Html:
    """A field to choose a lesson by, whose situations are then shown."""
    from tutor.content.lessons.course import course

    options = [el("option", "…", value="", selected=not shelf.startswith("lesson/"))]
    for entry in course():
        if entry.game != game.name:
            continue  # another game's situations are not laid out on this board
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
