"""The editor of a game whose situations are keys and one table for each piece that moves: a form and a board, driven by what the
game says of its pieces and fields. A game's folder adds a subclass of each of the two classes here.
"""

from __future__ import annotations

import copy
import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from typing import Any, ClassVar, Literal, NamedTuple

from engine.text.faults import Fault, Faulty, UnreadableText, cap, nearest, sentence
from engine.text.keyed import parse, text_of, value_text
from tutor.draw.html import Html, el, join
from tutor.draw.shapes import Group, Scene
from tutor.pages.editor import page
from tutor.pages.editor.model import Data, DraftReading, Editor, Misplaced, Pinned, refuse_misshapen
from tutor.pages.editor.page import Barred, PictureArea, fault_groups
from tutor.teach.game.teachable import BoardLook, Teachable

_TABLE = re.compile(r"\[(\w+)\.([\w-]+)\]\s*(.*)")
#: How often what the reader objects to is left out, until it objects no more.
_ROUNDS = 12


class Field(NamedTuple):
    """A key of a situation, as something to touch: yes or no, how many (up to ``most``), one word, several words, or a number for
    each word. ``choices`` are the words, or the name of a list that follows from the situation ("seats", "places")."""

    name: str
    title: str
    kind: Literal["flag", "count", "one", "many", "numbers"]
    means: str
    choices: tuple[str, ...] | str = ()
    most: int = 0
    #: What it stands at where nothing is written.
    usual: object = None


class Thing(NamedTuple):
    """Something of the palette: its id, what it is called, its group, its picture, and where it is already ("" nowhere)."""

    id: str
    name: str
    group: str
    icon: Html
    at: str = ""


@dataclass(frozen=True)
class TableFormat:
    """The half-built situations of such a game. ``start`` is what an untouched board holds; ``group`` the key of the
    tables of its pieces, ``top`` and ``each`` the fields of the whole situation and of a piece."""

    game: Teachable
    group: str
    start: Callable[[], Any]
    top: tuple[Field, ...]
    each: tuple[Field, ...]

    # ---------------------------------------------------------------- the game's own
    def put(self, data: Data, piece: str, place: str) -> None:
        """A piece comes to a place. Misplaced if it cannot."""
        self.table(data, piece)["at"] = place

    def take(self, data: Data, piece: str, place: str) -> None:
        """A piece leaves the board, from a place where there are several of it. Misplaced if it cannot."""
        if piece not in data[self.group]:
            raise Misplaced(f"{self.game.called(piece)} is not on the board.")
        del data[self.group][piece]
        if piece in data.get("order", ()):
            data["order"] = [seat for seat in data["order"] if seat != piece]
        if data.get("turn") == piece:
            del data["turn"]

    def give(self, data: Data, piece: str, whom: str) -> None:
        """A piece goes into somebody's hand. Misplaced if it cannot."""
        raise Misplaced(f"Nobody carries {self.game.called(piece)}.")

    def places(self, data: Data) -> Sequence[str]:
        """The names of the places of its board."""
        return self.game.places

    # ---------------------------------------------------------------- what any of them does
    @cached_property
    def _empty(self) -> Data:
        return self.of(self.start())

    def empty(self) -> Data:
        return copy.deepcopy(self._empty)

    def nobody(self, data: Data) -> bool:
        return not data[self.group]

    def of(self, state: Any) -> Data:
        raw = dict(self.game.engine.to_dict(state))
        raw.pop("game", None)
        data: Data = json.loads(json.dumps(raw))
        return data

    def from_text(self, text: str) -> Data:
        if text.strip().startswith(self.game.engine.CODE_PREFIX):
            return self.of(self.game.read(text.strip()))
        raw = parse(text, "situation")
        try:
            json.dumps(raw)
        except TypeError:
            raise UnreadableText(Fault("situation", "a date or a time has no place in it", "Leave it out.")) from None
        if (name := raw.pop("game", self.game.name)) != self.game.name:
            what = f"it is a situation of the game {str(name)[:40]!r}"
            raise UnreadableText(
                Fault("game", what, f"Open it in the editor of that game; here {self.game.title} is laid out.")
            )
        try:
            self.game.engine.from_dict(raw)
        except Faulty as faulty:
            refuse_misshapen(faulty.faults)
        return self._shaped({self.group: {}, **raw})

    def _shaped(self, data: Data) -> Data:
        """The data, if nothing in them is of a shape in which it cannot even be shown. UnreadableText else."""
        tables, order = data.get(self.group), data.get("order", [])
        if not isinstance(tables, dict) or not all(isinstance(table, dict) for table in tables.values()):
            fix = f"Write [{self.group}.NAME] and its keys below it."
            raise UnreadableText(Fault(self.group, "it holds no tables", fix, "not-a-table"))
        if not isinstance(order, list) or not all(isinstance(seat, str) for seat in order):
            raise UnreadableText(Fault("order", "it is no list of ids", 'Write order = ["..."].', "not-a-list"))
        return data

    def to_toml(self, data: Data) -> str:
        return text_of({"game": self.game.name, **data}, (self.group,))

    def code(self, state: Any) -> str:
        return str(self.game.engine.code(state))

    def unlike(self, one: Data, other: Data) -> bool:
        return json.dumps(one) != json.dumps(other)

    def taking_apart(self, data: Data) -> list[str]:
        return ["clear"]

    def read(self, data: Data) -> DraftReading:
        return _read(self, json.dumps(data))

    def remedies(self, data: Data, pin: Pinned) -> Iterator[str]:
        kind, _, name = pin.target.partition(":")
        if kind != "game":
            yield f"unset {name} {pin.key}"
            for key in data[self.group].get(name, {}):
                yield f"unset {name} {key}"
            yield f"take {name}"
        yield f"unset game {pin.key}"
        yield 'set game moment "start"'
        for key in data:
            if key not in (self.group, "order"):
                yield f"unset game {key}"

    # ---------------------------------------------------------------- operations
    def apply(self, data: Data, line: str) -> Data:
        words = line.split()
        verbs: dict[str, tuple[Callable[..., Data | None], int, int]] = {
            "put": (self.put, 2, 2),
            "take": (self._take, 1, 2),
            "give": (self.give, 2, 2),
            "seat": (self._seat, 1, 1),
            "order": (self._order, 1, 9),
            "set": (self._set, 3, 400),
            "unset": (self._unset, 2, 2),
            "load": (self._load, 1, 1),
            "clear": (self._clear, 0, 0),
        }
        if not words or words[0] not in verbs:
            hint = sentence(nearest(words[0] if words else "", tuple(verbs)))
            raise UnreadableText(Fault(f"operation {line[:80]!r}", "this is no operation", hint))
        verb, least, most = verbs[words[0]]
        if not least <= len(words) - 1 <= most:
            what = "it has too few or too many words"
            raise UnreadableText(
                Fault(f"operation {line[:80]!r}", what, f"Write {least} to {most} words after {words[0]}.")
            )
        changed = copy.deepcopy(data)
        if words[0] == "put" and words[2] not in self.places(changed):
            what = f"there is no {self.game.place_word} {words[2][:40]!r}"
            raise UnreadableText(Fault("operation", what, self.game.place_help))
        result = verb(changed, *words[1:])
        return self._shaped(changed if result is None else result)

    def table(self, data: Data, name: str) -> dict[str, Any]:
        """The table of a piece, begun if need be. UnreadableText if there is no such piece."""
        known = self.pieces
        if name not in known:
            fix = sentence(nearest(name, known))
            raise UnreadableText(Fault(f"operation, {name[:40]!r}", f"there is no {self.game.piece_word}", fix))
        if name not in data[self.group]:
            self._seat(data, name)
        found: dict[str, Any] = data[self.group][name]
        return found

    @property
    def pieces(self) -> tuple[str, ...]:
        """Every piece that can have a table."""
        return self.game.seats

    def _take(self, data: Data, piece: str, place: str = "") -> None:
        self.take(data, piece, place)

    def _seat(self, data: Data, name: str) -> None:
        data[self.group].setdefault(name, {})
        if name in self.game.seats and name not in data.setdefault("order", []):
            data["order"].append(name)

    def _order(self, data: Data, *seats: str) -> None:
        for seat in seats:
            self.table(data, seat)
        data["order"] = list(dict.fromkeys((*seats, *data.get("order", ()))))

    def _set(self, data: Data, subject: str, key: str, *value: str) -> None:
        written = " ".join(value)
        try:
            found = parse(f"x = {written}", "value")["x"]
            json.dumps(found)
        except (UnreadableText, KeyError, TypeError):
            fix = f'Write it as in a file: {key} = "...", 3.'
            raise UnreadableText(Fault(f"operation, set {subject} {key}", f"{written!r} is no value", fix)) from None
        (data if subject == "game" else self.table(data, subject))[key] = found

    def _unset(self, data: Data, subject: str, key: str) -> None:
        if subject == "game" and key == self.group:
            raise Misplaced("Somebody must be on the board.")
        (data if subject == "game" else self.table(data, subject)).pop(key, None)

    def _load(self, data: Data, code: str) -> Data:
        return self.of(self.game.read(code))

    def _clear(self, data: Data) -> Data:
        return self.empty()

    def pinned(self, fault: Fault) -> Pinned:
        """Where on the board a fault belongs."""
        found = _TABLE.match(fault.where)
        if found and found[1] == self.group:
            return Pinned(fault, f"knight:{found[2]}", found[3].split(" ")[0])
        key = re.sub(r"[\[\]]", "", fault.where).split(" ")[0].split(".")[0]
        return Pinned(fault, f"game:{key}", key)


@lru_cache(maxsize=256)
def _read(of: TableFormat, written: str) -> DraftReading:
    data: Data = json.loads(written)
    try:
        state = of.game.engine.from_dict(data)
    except Faulty as faulty:
        return DraftReading(None, tuple(map(of.pinned, faulty.faults)), _shown(of, data, faulty))
    return DraftReading(state, (), state)


def _shown(of: TableFormat, data: Data, faulty: Faulty) -> Any:
    """A possible state close to the data: whatever the reader objects to is left out, until it objects no more."""
    faults = faulty.faults
    for _ in range(_ROUNDS):
        for pin in map(of.pinned, faults):
            kind, _, name = pin.target.partition(":")
            tables = data.get(of.group, {})
            if kind == "game":
                data.pop(pin.key, None)
            elif pin.key in tables.get(name, {}):
                del tables[name][pin.key]
            else:
                tables.pop(name, None)
                data["order"] = [seat for seat in data.get("order", ()) if seat != name]
        try:
            return of.game.engine.from_dict({of.group: {}, **data})
        except Faulty as again:
            faults = again.faults
    return of.start()


# ------------------------------------------------------------------ the page


@dataclass
class TableEditorPage(page.EditorPage):
    """The editor of such a game on its page."""

    format: ClassVar[TableFormat]
    lying: ClassVar[tuple[str, ...]] = ("space", "knight", "hand")
    drag: ClassVar[tuple[str, ...]] = ("knight:",)
    selectable: ClassVar[tuple[str, ...]] = ("space", "knight")
    untouched = "an untouched board"

    editor: Editor = field(default_factory=Editor)

    # ---------------------------------------------------------------- the game's own
    def things(self) -> list[Thing]:
        """What the palette offers."""
        raise NotImplementedError

    def picture(self, state: Any, look: BoardLook) -> Scene:
        """The board as it is laid out on."""
        return self.game.board(state, look)

    def held(self, seat: str) -> Sequence[tuple[str, str, Html]]:
        """What somebody has that can be taken and given: its id, what it is called, its picture."""
        return ()

    def choices(self, key: Field) -> Sequence[str]:
        """What a field may be chosen from now."""
        if key.choices == "seats":
            return tuple(self.editor.data.get("order", ())) or tuple(self.editor.data[self.format.group])
        if key.choices == "places":
            return self.format.places(self.editor.data)
        return key.choices

    # ---------------------------------------------------------------- touches
    def verbs(self) -> dict[str, Callable[[str], Any]]:
        return {**super().verbs(), "flag": self._flag, "step": self._step, "drop": self._drop}

    def touched(self, target: str, double: bool) -> None:
        head, _, rest = target.partition(":")
        if head in ("palette", "hand"):
            name = rest.partition(":")[0]
            self.select(f"knight:{name}" if name in self.format.pieces else "game:")
        else:
            self.select(target)

    def place_of(self, target: str) -> str:
        """The place a target lies at. Misplaced if it lies nowhere."""
        kind, _, name = target.partition(":")
        if kind == "knight":
            name = str(self.editor.data[self.format.group].get(name, {}).get("at", ""))
        if name not in self.format.places(self.editor.data):
            raise Misplaced(f"It goes back: that is no {self.game.place_word} of the board.")
        return name

    def dragged(self, source: str, to: str) -> None:
        kind, _, name = source.partition(":")
        piece, place = (name, "") if kind in ("knight", "palette") else (kind, name)
        if kind == "hand":
            piece = name.partition(":")[2] or name.partition(":")[0]
        if to == "away":
            if kind == "palette":
                raise Misplaced(f"{cap(self.called(piece))} goes back.")
            self.editor.do(f"take {piece} {place}".strip())
            self.status = f"{cap(self.called(piece))} taken off."
            return
        goal, _, whom = to.partition(":")
        whom = whom.partition(":")[0]
        if goal in ("knight", "hand") and piece not in self.format.pieces:
            self.editor.do(f"give {piece} {whom}", strict=True)
            self.status = f"{self.called(whom)} has {self.called(piece)}."
            self.select(f"knight:{whom}")
            return
        there = self.place_of(to)
        moved = [f"take {piece} {place}"] if place and place != there else []
        self.editor.do(*moved, f"put {piece} {there}", strict=True)
        self.status = f"{cap(self.called(piece))} at {there}."
        self.select(f"knight:{piece}" if piece in self.format.pieces else f"space:{there}")

    def called(self, piece: str) -> str:
        """What a piece is called in a sentence."""
        return next((thing.name for thing in self.things() if thing.id == piece), self.game.called(piece))

    def deleted(self, target: str) -> None:
        kind, _, name = target.partition(":")
        if kind in ("space", "hand") and not name.partition(":")[2]:
            raise Misplaced("There is nothing to take away.")
        self.dragged(target, "away")

    def _subject(self, about: str) -> Mapping[str, Any]:
        found: Mapping[str, Any] = (
            self.editor.data if about == "game" else self.editor.data[self.format.group].get(about, {})
        )
        return found

    def _key(self, about: str, name: str) -> Field:
        return next(key for key in (self.format.top if about == "game" else self.format.each) if key.name == name)

    def _flag(self, tag: str) -> None:
        about, _, name = tag.partition(":")
        now = self._subject(about).get(name, self._key(about, name).usual)
        self.editor.do(f"set {about} {name} {value_text(not now)}")

    def _step(self, tag: str) -> None:
        about, name, by, *word = tag.split(":")
        key = self._key(about, name)
        now = self._subject(about).get(name, key.usual)
        if word:
            counts = dict(now) if isinstance(now, Mapping) else {}
            counts[word[0]] = max(0, counts.get(word[0], 0) + int(by))
            self._write(about, name, {each: n for each, n in counts.items() if n})
        else:
            count = (now if isinstance(now, int) else 0) + int(by)
            self._write(about, name, max(0, min(key.most, count)))

    def _drop(self, tag: str) -> None:
        about, name, gone = tag.split(":", 2)
        left = [str(one) for one in self._subject(about).get(name, ())]
        left.remove(gone)
        self._write(about, name, left)

    def filled(self, target: str, text: str) -> None:
        head, _, tag = target.partition(":")
        about, _, name = tag.partition(":")
        if head == "one":
            self._write(about, name, text)
        elif head == "add" and text:
            self._write(about, name, [*self._subject(about).get(name, ()), text])

    def _write(self, about: str, name: str, value: object) -> None:
        if value in ("", [], {}):
            self.editor.do(f"unset {about} {name}")
        elif name == "at":
            self.editor.do(f"put {about} {value}")
        else:
            self.editor.do(f"set {about} {name} {value_text(value)}")

    # ---------------------------------------------------------------- what is shown
    def board(
        self, barred: Barred | None = None, laying: bool = True
    ) -> tuple[Scene, tuple[Group, ...], PictureArea | None]:
        shown = self.editor.reading_now.show
        picked = self.selected if self.selected.partition(":")[0] in self.selectable else ""
        refutation = None
        if barred is not None:
            drawn = self.game.refused(shown, barred.who, barred.action, shown.judge(barred.action))
            refutation = replace(drawn, text=barred.text)
        scene = self.picture(
            shown, BoardLook(highlights=(picked,) if picked else (), refutation=refutation, allowed=())
        )
        extra = [group for pin in self.editor.faults for group in fault_groups(scene, pin.target)]
        return scene, tuple(extra), None

    def palette(self) -> str:
        wanted = self.find.strip().lower()
        found: dict[str, list[Thing]] = {}
        for thing in self.things():
            if wanted in thing.name.lower() or wanted in thing.id:
                found.setdefault(thing.group, []).append(thing)
        if not found:
            return el("p", f"Nothing is called “{self.find}”.", class_="mwb-note")
        groups = [
            el(
                "div",
                el("h3", head, aria_level=2),
                el("div", *map(_item, things), class_="mwb-items"),
                class_="mwb-group",
                data_key=head,
            )
            for head, things in found.items()
        ]
        return join(*groups)

    def hands(self) -> str:
        shown = self.editor.reading_now.show
        things = {thing.id: thing for thing in self.things()}
        rows = []
        for seat in self.editor.data[self.format.group]:
            if seat not in shown.order:
                continue
            line = self.game.asking.hand_line(shown, seat)
            icon = things[seat].icon if seat in things else None
            who = el(
                "button",
                icon,
                el("b", self.game.called(seat)),
                data_target=f"hand:{seat}",
                class_="mwb-who",
                aria_label=f"{self.game.called(seat)}: {line}",
            )
            chips = [
                el(
                    "button",
                    small,
                    el("span", name),
                    data_target=f"hand:{seat}:{one}",
                    data_drag="1",
                    class_="mwb-chip",
                    aria_label=f"{name}, {self.game.called(seat)} has it",
                )
                for one, name, small in self.held(seat)
            ]
            turn = el("span", "on turn", class_="mwb-turn") if shown.turn == seat and not shown.over else None
            row = el("div", *chips, turn, el("span", line, class_="mwb-note"), class_="mwb-chips")
            chosen = " selected" if self.selected == f"knight:{seat}" else ""
            rows.append(el("div", who, row, class_=f"mwb-hand{chosen}", data_key=seat))
        return join(*rows) if rows else el("p", "Nobody plays yet.", class_="mwb-note")

    def inspector(self) -> str:
        kind, _, name = self.selected.partition(":")
        tables = self.editor.data[self.format.group]
        if kind == "knight" and name in tables:
            pins = [pin for pin in self.editor.faults if pin.target == self.selected]
            buttons = [
                el("button", "On turn", data_target=f'do:set game turn "{name}"', class_="mwb-button")
                if name in self.game.seats
                else None,
                el("button", "Takes no part", data_target=f"do:take {name}", class_="mwb-button"),
            ]
            back = el("button", "The game", data_target="do:select game:", class_="mwb-small")
            return join(
                el("h2", self.game.called(name), back, class_="mwb-head"),
                self.fault_list(pins),
                el("div", *buttons, class_="mwb-row"),
                el("div", *(self.control(key, name) for key in self.format.each), class_="mwb-keys"),
            )
        pins = [pin for pin in self.editor.faults if pin.target.startswith("game:")]
        return join(
            el("h2", "The game", class_="mwb-head"),
            self.fault_list(pins),
            el("div", *(self.control(key, "game") for key in self.format.top), class_="mwb-keys"),
        )

    def control(self, key: Field, about: str) -> Html:
        """What sets a key."""
        value, tag = self._subject(about).get(key.name, key.usual), f"{about}:{key.name}"
        inner: Html
        if key.kind == "flag":
            said = "yes" if value else "no"
            pressed = str(bool(value)).lower()
            inner = el(
                "button", said, data_target=f"flag:{tag}", aria_pressed=pressed, class_="mwb-flag", aria_label=key.title
            )
        elif key.kind == "count":
            inner = counter(f"step:{tag}", key.title, value if isinstance(value, int) else 0)
        elif key.kind == "numbers":
            counts = value if isinstance(value, Mapping) else {}
            inner = el(
                "span",
                *(
                    el(
                        "span",
                        f"{word}: ",
                        counter(f"step:{tag}", f"{key.title} {word}", counts.get(word, 0), f":{word}"),
                    )
                    for word in self.choices(key)
                ),
                class_="mwb-chips",
            )
        elif key.kind == "one":
            inner = self.select_from(
                f"one:{tag}", self.choices(key), str(value) if value is not None else "", key.title
            )
        else:
            chosen = [str(one) for one in value] if isinstance(value, list) else []
            chips = [
                el(
                    "button",
                    self.game.called(one),
                    " ×",
                    data_target=f"drop:{tag}:{one}",
                    class_="mwb-chip",
                    aria_label=f"{one}: take out",
                )
                for one in chosen
            ]
            inner = el(
                "span",
                *chips,
                self.select_from(f"add:{tag}", self.choices(key), "", key.title, "add …"),
                class_="mwb-chips",
            )
        label = el("span", key.title, class_="mwb-label", title=key.means)
        return el("div", label, inner, class_=f"mwb-key {key.kind}", data_key=key.name, title=key.means)

    def select_from(self, target: str, offered: Sequence[str], value: str, title: str, nothing: str = "…") -> Html:
        """A list to choose from, with "" for nothing."""
        options = [el("option", nothing, value="", selected=not value)]
        options += [el("option", self.word(one), value=one, selected=one == value) for one in offered]
        if value and value not in offered:
            options.append(el("option", value, value=value, selected=True))
        return el("select", *options, data_input=target, aria_label=title)

    def word(self, one: str) -> str:
        """A word of a field, in words."""
        return self.game.called(one)

    def mend_words(self, line: str) -> str:
        verb, *words = line.split()
        if verb == "unset":
            return f"Leave out: {words[1]}"
        if verb == "take":
            return f"Take {self.game.called(words[0])} off"
        return f"{words[1]} = {' '.join(words[2:])}" if verb == "set" else line


def counter(target: str, title: str, value: object, after: str = "") -> Html:
    """A number with a button on either side that sends the target with ":-1" or ":1"."""
    return el(
        "span",
        el("button", "−", data_target=f"{target}:-1{after}", aria_label=f"{title}: one less"),
        el("output", str(value)),
        el("button", "+", data_target=f"{target}:1{after}", aria_label=f"{title}: one more"),
        class_="mwb-count",
    )


def _item(thing: Thing) -> Html:
    says = f"{thing.name}, at {thing.at} already" if thing.at else thing.name
    return el(
        "button",
        thing.icon,
        el("span", thing.name),
        data_target=f"palette:{thing.id}",
        class_="mwb-item",
        data_drag=None if thing.at else "hold",
        aria_label=says,
        title=says,
        data_placed=bool(thing.at),
    )
