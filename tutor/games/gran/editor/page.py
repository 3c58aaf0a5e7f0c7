"""GRAN's editor and its ruling checker: knights, the ring and obstacles on the board; the keys of its situations as fields."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import ClassVar

from engine import gran
from engine.gran.material import COLOURS, DRAGONS, OBSTACLES, STATES, TALISMANS
from engine.gran.position import MOMENTS
from tutor.draw.html import Html, el, join
from tutor.draw.page import icon
from tutor.draw.shapes import Scene
from tutor.games.gran.scene import board_scene, obstacle_shapes, ring_shapes
from tutor.games.gran.table import shield
from tutor.games.gran.teachable import GAME
from tutor.pages.checker.page import Asks
from tutor.pages.editor import model
from tutor.pages.editor.model import Data, Misplaced
from tutor.pages.editor.tables import Field, TableEditorPage, TableFormat, Thing
from tutor.teach.game.teachable import BoardLook, Teachable

_MOMENTS = {
    "start": "his move",
    "extra": "an extra turn",
    "banish": "he banishes somebody",
    "card": "he meets a dragon",
    "throw": "he throws against a dragon",
    "obstacle": "he lays an obstacle",
    "ring": "he lays down the ring",
    "over": "the game is over",
}
_CARDS = tuple(map(str, DRAGONS))
TOP = (
    Field("turn", "Whose turn", "one", "whose turn it is", "seats"),
    Field("moment", "What is to be done", "one", "the decision that is open", MOMENTS),
    Field("dragons_used", "Dragon cards turned", "numbers", "how many of each strength have been turned", _CARDS),
    Field("card", "The dragon turned up", "one", "the card just turned up, before the throw", _CARDS),
    Field("victim", "To be banished", "one", "who is to be banished", "seats"),
    Field("winner", "Winner", "one", "who has won", "seats"),
    Field("ring", "The ring lies at", "one", "where the ring lies, if nobody bears it", "places"),
    Field("obstacles", "Obstacles", "many", "the spaces with an obstacle", "places"),
)
EACH = (
    Field("at", "At", "one", "the space he stands on", "places"),
    Field("talismans", "Talismans", "count", "how many he has", (), TALISMANS, TALISMANS),
    Field("ring", "Bears the ring", "flag", "the ring is with him"),
    Field("coat", "Under a coat", "flag", "he misses his next turn"),
    Field("waiting", "Still waiting", "flag", "he waits on the ball without occupying it, until his first move"),
    Field("seals", "Seals", "many", "of the cities he has brought the ring to", STATES),
)


class GranFormat(TableFormat):
    """Half-built situations of GRAN."""

    def put(self, data: Data, piece: str, place: str) -> None:
        if piece == "ring":
            _let_go(data)
            data["ring"] = place
        elif piece == "obstacle":
            lying = data.get("obstacles", [])
            if place in lying:
                raise Misplaced(f"An obstacle lies at {place} already.")
            if len(lying) >= OBSTACLES:
                raise Misplaced(f"There are {OBSTACLES} obstacles, and no more.")
            data["obstacles"] = [*lying, place]
        else:
            table = self.table(data, piece)
            table["at"] = place
            begin = gran.boards()[data.get("board", "training")].begin("knights")
            table["waiting"] = place == begin

    def take(self, data: Data, piece: str, place: str) -> None:
        if piece == "ring":
            _let_go(data)
            data.pop("ring", None)
        elif piece == "obstacle":
            if place not in data.get("obstacles", []):
                raise Misplaced(f"No obstacle lies at {place or 'that place'}.")
            data["obstacles"] = [kept for kept in data["obstacles"] if kept != place]
        else:
            super().take(data, piece, place)

    def give(self, data: Data, piece: str, whom: str) -> None:
        if piece != "ring":
            raise Misplaced("Only the ring is carried.")
        table = self.table(data, whom)
        _let_go(data)
        data.pop("ring", None)
        table["ring"] = True

    def places(self, data: Data) -> Sequence[str]:
        board = gran.boards().get(str(data.get("board", "training")))
        return tuple(board.spaces) if board is not None else ()


def _at(data: Data, colour: str) -> str:
    return str(data["knights"].get(colour, {}).get("at", ""))


def _let_go(data: Data) -> None:
    for table in data["knights"].values():
        table.pop("ring", None)


FORMAT = GranFormat(GAME, "knights", lambda: gran.new_game(["red", "blue"]), TOP, EACH)


@dataclass
class Editor(model.Editor):
    """A situation of GRAN in the making."""

    format: ClassVar[model.Format] = FORMAT
    start: Data = field(default_factory=FORMAT.empty)


@dataclass
class EditorPage(TableEditorPage):
    """GRAN's editor on its page."""

    game: ClassVar[Teachable] = GAME
    format: ClassVar[TableFormat] = FORMAT
    lying = ("space", "knight", "hand", "obstacle", "ring")
    drag = ("knight:", "obstacle:", "ring:")

    editor: Editor = field(default_factory=Editor)

    def things(self) -> list[Thing]:
        data = self.editor.data
        knights = [
            Thing(colour, colour.capitalize(), "Knights", icon(shield(colour), 22, 25), _at(data, colour))
            for colour in COLOURS
        ]
        bearer = next((seat for seat, table in data["knights"].items() if table.get("ring")), "")
        ring = Thing(
            "ring", "the ring", "On the board", icon(ring_shapes(), 30, 30), str(bearer or data.get("ring", ""))
        )
        return [*knights, ring, Thing("obstacle", "an obstacle", "On the board", icon(obstacle_shapes(), 24, 24))]

    def picture(self, state: gran.State, look: BoardLook) -> Scene:
        return board_scene(state, highlights=(), pointed=look.highlights, refutation=look.refutation, loose=True)

    def held(self, seat: str) -> Sequence[tuple[str, str, Html]]:
        table = self.editor.data["knights"].get(seat, {})
        return (("ring", "the ring", icon(ring_shapes(), 30, 30)),) if table.get("ring") else ()

    def word(self, one: str) -> str:
        return _MOMENTS.get(one, self.game.called(one))

    def first_questions(self) -> Sequence[tuple[str, Html]]:
        data, shown = self.editor.data, self.editor.reading_now.show
        seats = [seat for seat in data.get("order", ()) if seat in COLOURS]
        who = [
            el(
                "button",
                icon(shield(colour), 22, 25),
                data_target=f"do:{'take' if colour in seats else 'seat'} {colour}",
                aria_pressed=str(colour in seats).lower(),
                aria_label=f"{colour.capitalize()} plays",
                class_="mwb-big",
            )
            for colour in COLOURS
        ]
        turn = [_big(f'do:set game turn "{seat}"', seat.capitalize(), shown.turn == seat) for seat in seats]
        bears = [
            _big(
                f"do:{'take ring' if data['knights'].get(seat, {}).get('ring') else f'give ring {seat}'}",
                seat.capitalize(),
                bool(data["knights"].get(seat, {}).get("ring")),
            )
            for seat in seats
        ]
        coat = [
            _big(f"flag:{seat}:coat", seat.capitalize(), bool(data["knights"].get(seat, {}).get("coat")))
            for seat in seats
        ]
        where = [
            el(
                "label",
                f"{seat.capitalize()} ",
                self.select_from(
                    f"one:{seat}:at",
                    self.format.places(data),
                    _at(data, seat) or (shown.knight(seat).at if seat in shown.order else ""),
                    f"{seat} stands at",
                ),
            )
            for seat in seats
        ]
        moment = self.select_from("one:game:moment", MOMENTS, str(data.get("moment", "start")), "what is to be done")
        return (
            ("Who plays?", join(*who)),
            ("Where do they stand?", join(*where)),
            ("Whose turn, and what is to be done?", join(*turn, moment)),
            ("Who bears the ring?", join(*bears)),
            ("Who is under a coat?", join(*coat)),
        )


def _big(target: str, text: str, pressed: bool) -> Html:
    return el("button", text, data_target=target, aria_pressed=str(pressed).lower(), class_="mwb-big")


@dataclass
class Checker(Asks, EditorPage):
    """GRAN's ruling checker on its page."""

    editor: Editor = field(default_factory=Editor)
