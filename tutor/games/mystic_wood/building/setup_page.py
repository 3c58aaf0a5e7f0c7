"""The page on which a setup is built: what was given is nailed down, beside it lies what may be laid. Pure, like the editor's."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from engine import mystic_wood as mw
from engine.mystic_wood.material.cards import COMPANIONS, KNIGHTS, THINGS, name_of
from tutor.desk import Touch
from tutor.draw.html import Html, el, join, picture
from tutor.draw.page import Effect, Page
from tutor.draw.shapes import Disc, Group, Layer, Scene
from tutor.draw.svg import svg
from tutor.games.mystic_wood.building.constrained import ConstrainedEditor
from tutor.games.mystic_wood.building.holdings import held_by, lying_in
from tutor.games.mystic_wood.building.setup_diff import ANYTHING, Lay, Piece, laid, may_remain, pieces
from tutor.games.mystic_wood.editor import components
from tutor.games.mystic_wood.editor.components import PaletteItem
from tutor.games.mystic_wood.editor.draft_situation import wood_in
from tutor.games.mystic_wood.editor.model import Misplaced
from tutor.games.mystic_wood.editor.page import EditorPage, edge_groups
from tutor.games.mystic_wood.scene import Refusal, View, board_scene
from tutor.games.mystic_wood.scene.words import prowess_card_name
from tutor.pages.editor.page import fault_groups

if TYPE_CHECKING:
    from tutor.games.mystic_wood.building.setup_check import ProofStep
    from tutor.teach.exercise.feedback import Refutation

FRAME = (
    '<div class="mwb-lay" style="--mwb-shape: {shape}"><header class="mwb-bar" data-panel="bar" data-walk></header>'
    '<section class="mwb-palette" aria-label="What may be laid out"><div class="mwb-scroll" data-panel="palette" data-walk></div>'
    '</section><section class="mwb-middle"><div class="mwb-board" data-board></div></section>'
    '<section class="mwb-box" data-panel="hands" data-walk></section>'
    '<section class="mwb-box" data-panel="picked" data-walk></section>'
    '<section class="mwb-box" data-panel="known"></section></div>'
)
#: What a hand can hold besides things: companions, Horse, Grail; and prowess cards.
_FOLLOW = (*COMPANIONS, "horse", "holy-grail")
#: The longest text on the board beside an arrow.
LONGEST = 90
_HINT = "Drag a card to its place, or tap it and then the place."
_KEYS = el("span", " Keys: arrows, Enter, Delete.", class_="mwb-by-key")


@dataclass
class SetupPage(EditorPage):
    """A setup on a page. ``editor`` keeps the limits, ``view`` is the part of the Wood that is shown."""

    editor: ConstrainedEditor = field(default_factory=ConstrainedEditor)
    view: View = field(default_factory=lambda: View.whole(mw.wood_of(mw.default_edition())))
    #: The picture of a proof that is shown now instead of what was built.
    step: ProofStep | None = None
    #: An arrow on the board: why what was built is not right.
    refused: Refusal | None = None
    #: The shortest construction known, once it may be seen.
    shortest: mw.State | None = None
    #: What stands under it, and whether nothing can be shorter.
    compared: str = ""
    least: bool = False
    #: It is answered: nothing is laid any more.
    over: bool = False

    @property
    def begun(self) -> mw.State:
        """What the setup begins with."""
        assert self.editor.given is not None
        return self.editor.given

    @property
    def lays(self) -> tuple[Lay, ...]:
        """What may be laid."""
        return self.editor.lays or ANYTHING

    @property
    def allowed(self) -> str:
        """What may be laid, in words."""
        also = ", who may have remained" if "remaining" in self._kinds else ""
        return "; ".join(lay.words for lay in self.lays if lay.kind != "remaining") + also

    # ---------------------------------------------------------------- touches
    def heard(self, touch: Touch, effects: list[Effect]) -> None:
        """Do what a touch means; what would lay out something else is not heard."""
        if touch.kind == "file" or (touch.kind in ("type", "enter") and touch.target != "find"):
            raise Misplaced("Here it is built by hand.")
        if self.over:
            return
        before = self.editor.data
        super().heard(touch, effects)
        if self.editor.data != before:
            self.refused = None

    def clicked(self, target: str, effects: list[Effect], double: bool = False) -> None:
        """A click: on a button its meaning, elsewhere it selects."""
        head, _, rest = target.partition(":")
        if head == "remain":
            self._mark(rest)
        elif head == "take":
            self._take(rest)
        elif target == "do:again":
            self.editor.begin_again()
            self.selected, self.status = "game:", "As it was given."
        elif head in ("do", "edge", "palette", "hand", "area", "denizen", "thing", "knight"):
            super().clicked(target, effects, double and "areas" in self._kinds)

    def deleted(self, target: str) -> None:
        """Delete on a target takes it away."""
        kind, _, name = target.partition(":")
        card = name.partition(":")[2] if kind == "hand" else name
        if kind in ("denizen", "thing", "hand") and card:
            self._take(card)
        elif kind in ("area", "knight"):
            super().deleted(target)

    def dragged(self, source: str, to: str) -> None:
        """Something was dragged, or picked up and set down: onto an area, a Knight or his hand, or away."""
        kind, _, name = source.partition(":")
        if kind == "hand":
            name = name.partition(":")[2] or name
        if to == "away" and kind in ("denizen", "thing", "hand"):
            self._take(name)
        else:
            holds = "hand" in self._kinds and kind == "palette" and not name.startswith("lay-")
            if holds and not self._kinds & {"denizens", "things"}:
                to = self._hand_at(to)
            self._refuse_unknown(name, to)
            super().dragged(source, to)

    def _refuse_unknown(self, name: str, to: str) -> None:
        """Nobody lies on an unknown card; where none may be laid, that is said."""
        there = to.partition(":")[2] if to.startswith("area:") else ""
        if (
            there in wood_in(self.editor.data).areas
            and not name.startswith("lay-")
            and not self.editor.built.area(there).face_up
        ):
            if "areas" in self._kinds:
                raise Misplaced(f"{there} is unknown: lay an area card there first.")
            allowed = self.allowed
            raise Misplaced(f"{name_of(name)} goes back: {there} is unknown. You may lay {allowed}.")

    def _hand_at(self, to: str) -> str:
        """Where cards go into hands alone, one let go over a Knight, or where he stands alone, is for him."""
        kind, _, name = to.partition(":")
        if kind == "knight":
            return f"hand:{name}"
        if kind == "hand":
            return to
        at = self._area_of(to)
        here = [knight.id for knight in self.begun.knights if knight.at == at and not knight.out]
        if len(here) == 1:
            return f"hand:{here[0]}"
        raise Misplaced(f"For whom? Let it go over {' or '.join(map(name_of, here or self.begun.order))}.")

    def _take(self, card: str) -> None:
        self.editor.take_away(card)
        self.selected, self.status = "game:", f"{name_of(card)} taken away."

    def _mark(self, card: str) -> None:
        marked = self.editor.mark_remaining(card)
        whom = name_of(self.editor.bystander)
        self.status = (
            f"{name_of(card)} {f'has remained: he takes no notice of {whom}' if marked else 'takes notice again'}."
        )

    @property
    def _kinds(self) -> set[str]:
        return {lay.kind for lay in self.lays}

    # ---------------------------------------------------------------- what is shown
    def page(self, effects: tuple[Effect, ...] = ()) -> Page:
        """What is shown now."""
        scene, extra, focus = self.board_now()
        mine = tuple(target for target in self._mine() if not target.startswith("area:"))
        said = self.step.words if self.step is not None else self.refusal or self.status
        return Page(FRAME.format(shape=self.shape), scene, extra, mine, focus, self.panels(), said, effects)

    def _mine(self) -> list[str]:
        """The targets on the board that were laid, and can still be moved."""
        on_board = ("areas", "denizens", "things")
        return [] if self.over else [_target_of(piece) for piece in self.editor.laid if piece.kind in on_board]

    @property
    def shape(self) -> str:
        """How wide the board is for its height."""
        width, height = self.view.size
        return f"{width / height:.3f}"

    def panels(self) -> dict[str, str]:
        """The panels by their names."""
        state = self.editor.built if self.over else self.begun
        fixed = {card for knight in state.knights for card in held_by(knight)}
        hands = "hand" in self._kinds or any(held_by(knight) for knight in self.begun.knights)
        return {
            "bar": self.bar(),
            "palette": "" if self.over else self.palette(),
            "hands": components.hands(self.editor, self.selected, fixed) if hands else "",
            "picked": "" if self.over else self.picked(),
            "known": self.known(),
        }

    def bar(self) -> str:
        """What can be done at any time, how much has been laid, and what was done last."""
        if self.over:
            return el(
                "p", self.step.words if self.step is not None else self.status, class_="mwb-said", data_key="status"
            )
        status = (
            el("p", self.refusal, class_="mwb-refused", role="alert", data_key="status")
            if self.refusal
            else el("p", *((self.status,) if self.status else (_HINT, _KEYS)), class_="mwb-note", data_key="status")
        )
        return join(
            el(
                "span",
                el("button", "Undo", data_target="do:undo", disabled=not self.editor.can_undo, title="Ctrl+Z"),
                el("button", "Redo", data_target="do:redo", disabled=not self.editor.can_redo, title="Ctrl+Y"),
                el("button", "Begin again", data_target="do:again", disabled=not self.editor.laid),
                class_="mwb-tools",
            ),
            el("b", self.count(), class_="mwb-laid", data_key="count"),
            status,
        )

    def count(self) -> str:
        """How many pieces are laid, and how many may be."""
        number = pieces(self.begun, self.editor.built)
        if self.editor.most:
            return f"{number} of at most {self.editor.most} piece{'s' if self.editor.most > 1 else ''} laid"
        return f"{number} piece{'' if number == 1 else 's'} laid"

    def board_now(self) -> tuple[Scene, tuple[Group, ...], tuple[float, float, float, float]]:
        """The board with nails in what was given, rims round what was laid, and signs at what cannot be."""
        if self.step is not None:
            step = self.step
            view, refusal = _holding(self.view, step.state), refusal_of(step.refutation)
            scene = board_scene(step.state, view=view, highlights=step.highlights, refusal=refusal, trail=step.trail)
            return scene, (), (0.0, 0.0, scene.width, scene.height)
        shown_now = self.editor.reading_now.show
        picked = self.selected if self.selected.partition(":")[0] in ("area", "denizen", "thing", "knight") else ""
        mine = self._mine()
        scene = board_scene(
            shown_now,
            view=self.view,
            highlights={picked} if picked else set(),
            refusal=self.refused,
            clickable=mine,
            allowed=(),
        )
        extra = list(_nails(scene, self.begun))
        if picked in mine and picked.startswith("area:"):
            extra += edge_groups(scene, shown_now, picked.removeprefix("area:"))
        extra += [group for pin in self.editor.faults for group in fault_groups(scene, pin.target)]
        return scene, tuple(extra), (0.0, 0.0, scene.width, scene.height)

    # ---------------------------------------------------------------- the palette
    def items(self) -> list[tuple[str, list[PaletteItem]]]:
        """What may be laid out, by groups."""
        data, kinds, only = self.editor.data, self._kinds, self.editor.cards
        wood = wood_in(data)
        found: list[tuple[str, list[PaletteItem]]] = []
        if "areas" in kinds:
            where = [name for lay in self.lays if lay.kind == "areas" for name in lay.where] or list(wood.areas)
            halves = dict.fromkeys(wood.half_of(name) for name in where if name not in wood.fixed)
            for half in halves:
                groups = dict(components.palette_groups(data, half))
                several = len(halves) > 1
                found.append((f"Area cards{f', {half}' if several else ''}", groups["Area cards"]))
        groups = dict(components.palette_groups(data, "earthly"))
        denizens, things = groups["Denizens, in their order"], groups["Things"]
        if "denizens" in kinds:
            found.append(("Denizens, in their order", denizens))
        if "things" in kinds or "hand" in kinds:
            found.append(("Things", [item for item in things if "hand" in kinds or _card(item) != "blessing"]))
        if "hand" in kinds and "denizens" not in kinds:
            found.append(("Horse, Grail and companions", [item for item in denizens if _card(item) in _FOLLOW]))
            slain = [
                item for item in denizens if _card(item) not in _FOLLOW and mw.CARDS.denizens[_card(item)].prowess_card
            ]
            found.append(("Prowess cards", [item._replace(name=prowess_card_name(_card(item))) for item in slain]))
        if only:
            kept = (
                (name, [i for i in items if _card(i).startswith("lay-") or _card(i) in only]) for name, items in found
            )
            found = [(name, items) for name, items in kept if items]
        return found

    def palette(self) -> Html:
        """The palette as the page shows it."""
        groups = [
            el(
                "div",
                el("h3", heading),
                el(
                    "div",
                    *(components.item_button(item) for item in items),
                    class_="mwb-items mwb-cards" if heading.startswith("Area cards") else "mwb-items",
                ),
                class_="mwb-group",
                data_key=heading,
            )
            for heading, items in self.items()
        ]
        return join(*groups)

    # ---------------------------------------------------------------- what is picked
    def picked(self) -> Html | str:
        """What can be done with what is selected, and its card."""
        kind, _, name = self.selected.partition(":")
        mine = self.editor.laid
        if kind == "area" and name in wood_in(self.editor.data).areas:
            if any(piece.kind == "areas" and piece.where == name for piece in mine):
                return join(
                    el("h3", f"The card at {name}"),
                    el("p", "Its paths: touch an edge on the board, or here.", class_="mwb-note"),
                    self._edges(name),
                )
            return ""
        card = name.rpartition(":")[2]
        if card not in mw.CARDS.all() or kind not in ("denizen", "thing", "hand", "card"):
            return ""
        buttons: list[Html] = []
        if any(piece.card == card for piece in mine):
            buttons.append(el("button", "Take it away", data_target=f"take:{card}"))
        lies = components.where_cards_are(self.editor.data).get(card) in wood_in(self.editor.data).areas
        if "remaining" in self._kinds and lies and may_remain(self.begun, card):
            marked = any(mark.denizen == card for knight in self.editor.built.knights for mark in knight.ignored_by)
            buttons.append(el("button", "Has remained", data_target=f"remain:{card}", aria_pressed=str(marked).lower()))
        return join(
            el("h3", components.card_icon(card), " ", name_of(card)),
            el("div", *buttons, class_="mwb-row")
            if buttons
            else el("p", "It was given, and stays.", class_="mwb-note"),
            components.small_card(card),
        )

    def _edges(self, name: str) -> Html:
        paths = self.editor.built.area(name).paths
        edges = components.edge_buttons(name, paths)
        turn = el("button", "Turn it", data_target=f"do:turn {name}") if len(paths) == 3 else None
        return el("div", *edges, turn, el("button", "Take it away", data_target=f"do:bare {name}"), class_="mwb-row")

    # ---------------------------------------------------------------- the shortest known
    def known(self) -> Html | str:
        """The shortest construction known, beside one's own."""
        if self.shortest is None:
            return ""
        scene = board_scene(self.shortest, view=_holding(self.view, self.shortest))
        extra = tuple(_nails(scene, self.begun))
        held = [piece.words for piece in laid(self.begun, self.shortest) if piece.kind in ("hand", "remaining")]
        return join(
            el("h3", "The shortest there is" if self.least else "The shortest known"),
            picture(svg(_untouched(scene, extra), "auto", width="100%")),
            el("p", "; ".join(held), class_="mwb-note") if held else None,
            el("p", self.compared, class_="mwb-note"),
        )


def _card(item: PaletteItem) -> str:
    return item.target.removeprefix("palette:")


def _target_of(piece: Piece) -> str:
    """Where on the board a piece lies that was laid there."""
    return {"denizens": f"denizen:{piece.card}", "things": f"thing:{piece.card}"}.get(piece.kind, f"area:{piece.where}")


def refusal_of(shown: Refutation | None) -> Refusal | None:
    """The arrow on the board from what stands in the way, with as many words as there is room for."""
    if shown is None or shown.knight is None:
        return None
    text = shown.text if len(shown.text) <= LONGEST else f"{shown.text[: LONGEST - 1].rstrip()}…"
    cause = shown.cause
    if cause is None:
        return Refusal(shown.knight, shown.at, text)
    kind = "knight" if cause in KNIGHTS else "thing" if cause in THINGS else "denizen"
    return Refusal(shown.knight, f"{kind}:{cause}", text)


def _holding(view: View, state: mw.State) -> View:
    """The view, with every Knight in it."""
    away = [knight.at for knight in state.knights if not knight.out and not view.shows(knight.at)]
    return View.around(state, also=(*view.areas, *away)) if away else view


def _nails(scene: Scene, given: mw.State) -> Iterator[Group]:
    """A nail in everything that was given: it stays where it is."""
    for target in scene.targets:
        kind, _, name = target.id.partition(":")
        held = kind == "area" and name not in given.wood.fixed and given.area(name).face_up
        held |= (
            kind in ("denizen", "thing") and target.at in given.wood.index and name in lying_in(given.area(target.at))
        )
        if held:
            x, y = (
                (target.x + 8, target.y + target.h - 8) if kind == "area" else (target.x + target.w - 3, target.y + 3)
            )
            yield Group(
                (
                    Disc(0, 0, 3.4, fill="stone-edge", stroke="casing", width=1.2),
                    Disc(-0.9, -0.9, 1.1, fill="stone-light"),
                ),
                x,
                y,
                key=("nail",),
            )


def _untouched(scene: Scene, extra: tuple[Group, ...]) -> Scene:
    """The same picture with nothing to touch, to be looked at only."""
    layers = tuple(
        Layer(layer.name, tuple(group._replace(target="", label="") for group in layer.groups))
        for layer in scene.layers
    )
    return replace(scene, layers=(*layers, Layer("nails", extra)), targets=())
