"""The Mystic Wood's editor on its page: what can be laid out in the Wood, and what each touch does to it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar

from engine import mystic_wood as mw
from engine.mystic_wood.material.cards import COMPANIONS, KNIGHTS, THINGS, name_of, the
from engine.mystic_wood.material.wood import every_area
from tutor.draw.html import Html
from tutor.draw.shapes import Disc, Group, Scene, Words
from tutor.games.mystic_wood.editor import components, quick
from tutor.games.mystic_wood.editor.draft_situation import tiles_in, wood_in
from tutor.games.mystic_wood.editor.model import Editor, Misplaced
from tutor.games.mystic_wood.editor.vocabulary import BY_ID
from tutor.games.mystic_wood.scene import Arrow, Refusal, View, board_scene
from tutor.games.mystic_wood.teachable import GAME
from tutor.pages.editor import page
from tutor.pages.editor.page import Barred, fault_groups
from tutor.teach.game.teachable import Teachable


@dataclass
class EditorPage(page.EditorPage):
    """The editor of the Mystic Wood."""

    game: ClassVar[Teachable] = GAME
    drag = ("denizen:", "thing:", "knight:")
    lying = ("area", "denizen", "thing", "due", "knight", "storm", "hand", "unknown")
    selectable = ("area", "denizen", "thing", "knight")
    clear_word = "Empty Wood"
    untouched = "an untouched Wood"

    editor: Editor = field(default_factory=Editor)

    # ---------------------------------------------------------------- touches
    def verbs(self) -> dict[str, Callable[[str], Any]]:
        return {
            **super().verbs(),
            "half": self._half,
            "quick": self._quick,
            "edge": self._edge,
            "flag": self._flag,
            "step": self._step,
            "drop": self._drop,
            "more": self._more,
            "less": self._less,
        }

    def touched(self, target: str, double: bool) -> None:
        head, _, rest = target.partition(":")
        if head == "palette" and not rest.startswith("lay-"):
            where = components.where_cards_are(self.editor.data).get(rest)
            self.select(f"knight:{rest}" if rest in KNIGHTS else f"card:{rest}")
            if where:
                self.status = f"{name_of(rest)}: {where if where not in KNIGHTS else name_of(where)}."
        elif head == "hand":
            knight, _, card = rest.partition(":")
            self.select(f"card:{card}" if card else f"knight:{knight}")
        elif double and head == "area" and rest not in wood_in(self.editor.data).fixed:
            self._turn_or_lay(rest)
        else:
            self.select(target)

    def done(self, line: str) -> None:
        verb, _, rest = line.partition(" ")
        if verb == "turn" and rest in KNIGHTS:
            self.editor.do(f'set game turn "{rest}"')
        else:
            self.editor.do(line)
            if verb == "bare":
                self.selected = f"area:{rest}"

    def _edge(self, tag: str) -> None:
        name, _, edge = tag.partition(":")
        self.editor.do(f"edge {name} {edge}")

    def select(self, target: str) -> None:
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
            self.tab = wood_in(self.editor.data).half_of(str(at))

    def _quick(self, tag: str) -> None:
        """One of the five large questions is answered."""
        self.editor.do(*quick.lines(self.editor.data, tag))

    def first_questions(self) -> Sequence[tuple[str, Html]]:
        return quick.questions(self)

    def _half(self, half: str) -> None:
        self.tab = half

    def _turn_or_lay(self, name: str) -> None:
        table = self.editor.data["areas"].get(name, {})
        self.editor.do(f"turn {name}" if {"tile", "paths"} & table.keys() else f"lay {name} NESW")

    def _flag(self, tag: str) -> None:
        about, _, name = tag.partition(":")
        key = BY_ID[f"{_subject(about)}.{name}"]
        shown = components.table_of(self.editor.data, key.subject, about).get(name)
        now = shown if isinstance(shown, bool) else components._flag_default(self.editor, key, about)
        self._set(about, name, not now)

    def _step(self, tag: str) -> None:
        about, name, by = tag.split(":")
        table = components.table_of(self.editor.data, _subject(about), about)
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
            self.editor.do(f"set {about} {name} {components.value_text(value)}")

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
        value = components.table_of(self.editor.data, _subject(about), about).get(name)
        self._set(about, name, change([str(v) for v in value] if isinstance(value, list) else []))

    def _more(self, tag: str) -> None:
        about, _, name = tag.partition(":")
        key = BY_ID[f"{_subject(about)}.{name}"]
        value = components.table_of(self.editor.data, key.subject, about).get(name)
        entries = components.entries_of(key, value)
        first = {}
        for fieldname, kind in components.FIELDS[key.id]:
            if kind in ("denizens", "areas", "seats", "pending", "here") and fieldname != "who":
                offered = components.field_choices(self.editor.data, key, kind, about)
                if not offered:
                    raise Misplaced(f"There is nothing to choose for {fieldname} yet.")
                at = self.editor.data["knights"].get(about, {}).get("at", wood_in(self.editor.data).earthly_gate)
                first[fieldname] = at if kind == "areas" else offered[0]
        self._entries(about, name, [*entries, first])

    def _less(self, tag: str) -> None:
        about, name, number = tag.split(":")
        key = BY_ID[f"{_subject(about)}.{name}"]
        value = components.table_of(self.editor.data, key.subject, about).get(name)
        self._entries(about, name, [e for n, e in enumerate(components.entries_of(key, value)) if n != int(number)])

    def _entries(self, about: str, name: str, entries: list[dict[str, Any]]) -> None:
        if name == "hidden":
            self._set(about, name, {e["denizen"]: list(e.get("known to", ())) for e in entries})
        else:
            self._set(about, name, entries)

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
            self.select(f"knight:{whom}")
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
        self.select(f"knight:{name}" if name in KNIGHTS else f"area:{area}")

    def _laid(self, card: str, area: str) -> None:
        paths, _, crossing = card.partition("-")
        if paths.isupper():
            self.editor.do(f"lay {area} {paths} {crossing}".strip(), strict=True)
        else:
            tile = next(t for t in tiles_in(self.editor.data).values() if t.name == card)
            own = tile.half == wood_in(self.editor.data).half_of(area)
            self.editor.do(f"lay {area} {tile.id}" if own else f"lay {area} {tile.paths} {card}", strict=True)
        self.status = f"An area card at {area}."
        self.select(f"area:{area}")

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
            found = components.where_cards_are(self.editor.data).get(name)
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

    def filled(self, target: str, text: str) -> None:
        head, _, tag = target.partition(":")
        if head == "go":
            self.dragged(f"knight:{tag}", f"area:{text}")
        if head not in ("one", "add", "text", "entry"):
            return
        about, name, *rest = tag.split(":")
        key = BY_ID[f"{_subject(about)}.{name}"]
        if head == "add":
            if text:
                self._change(about, name, lambda chosen: [*chosen, text])
        elif head == "entry":
            value = components.table_of(self.editor.data, key.subject, about).get(name)
            entries = components.entries_of(key, value)
            fieldname = rest[1]
            kind = dict(components.FIELDS[key.id])[fieldname]
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

    # ---------------------------------------------------------------- the page
    def palette(self) -> str:
        return components.palette(self.editor.data, self.tab or "earthly", self.find)

    def hands(self) -> str:
        return components.hands(self.editor, self.selected)

    def inspector(self) -> str:
        return components.inspector(self, self.selected)

    def remarks(self) -> Sequence[str]:
        """Who lies where no card is drawn cannot have been drawn there (`glade.what`)."""
        state = self.editor.state
        lying = [
            (name, card)
            for name in (state.wood.areas if state is not None else ())
            if state.area(name).face_up and not state.area(name).glade
            for card in state.area(name).denizens
        ]
        return tuple(
            f"No card is drawn at {at}, which is no glade: {the(card)} came there otherwise." for at, card in lying
        )

    def mend_words(self, line: str) -> str:
        return components.mend_words(line)

    def face(self, card: str) -> Html | None:
        tile = mw.TILES.get(card)
        return (
            super().face(card)
            if tile is None
            else components.area_icon(tile.half, tile.paths, tile.name or "", tile.glade)
        )

    def thrown_card(self, action: str, total: int) -> Html | None:
        return components.thrown_card(action, total)

    def board(
        self,
        barred: Barred | None = None,
        laying: bool = True,
        arrows: tuple[Arrow, ...] = (),
        clickable: tuple[str, ...] = (),
    ) -> tuple[Scene, tuple[Group, ...], page.PictureArea | None]:
        shown = self.editor.reading_now.show
        picked = self.selected if self.selected.partition(":")[0] in self.selectable else ""
        scene = board_scene(
            shown,
            view=View.whole(shown.wood),
            highlights={picked} if picked else set(),
            arrows=arrows,
            refusal=Refusal(*barred[:3]) if barred is not None else None,
            clickable=clickable,
        )
        extra: list[Group] = []
        if laying and picked.startswith("area:"):
            extra += edge_groups(scene, shown, picked.removeprefix("area:"))
        extra += quick.marks(scene, shown)
        extra += [g for pin in self.editor.faults for g in fault_groups(scene, pin.target)]
        return scene, tuple(extra), focus_of(shown, picked)


def _subject(about: str) -> str:
    return "game" if about == "game" else "area" if about in every_area() else "knight"


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
