"""The Willow game's editor and its ruling checker: characters, cards and Treasures on the map; the keys of its situations, those
of inner tables as "fight.at", as fields.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, ClassVar

from engine import willow
from engine.text.faults import Faulty
from engine.willow.material.scenario import ELORA, SIDES
from engine.willow.position.table import STAGES, STEPS, UNKNOWN
from tutor.draw.html import Html, el, join
from tutor.draw.page import icon
from tutor.draw.shapes import Disc, Scene, placed
from tutor.games.willow.scene import board_scene
from tutor.games.willow.signs import banner, card_back, chest, child, initials, piece
from tutor.games.willow.teachable import GAME
from tutor.pages.checker.page import Asks
from tutor.pages.editor import model
from tutor.pages.editor.model import Data, DraftReading, Misplaced, Pinned
from tutor.pages.editor.tables import Field, TableEditorPage, TableFormat, Thing
from tutor.teach.game.teachable import BoardLook, Teachable

TRAINING = willow.scenarios()["training"]
_CARDS = tuple(card for card in TRAINING.cards if card != ELORA)
_SPELLS, _FOES = (tuple(card for card in _CARDS if TRAINING.cards[card].kind == kind) for kind in ("spell", "foe"))
_CITY = next(place.id for place in TRAINING.places.values() if place.power == "city")
#: The lists of a character in which something may lie.
_HELD = ("hand", "face_up", "spells", "foes", "treasures")
_SHAPES = tuple(TRAINING.shapes)
TOP = (
    Field("side", "Whose turn", "one", "the side on turn", SIDES, usual="good"),
    Field(
        "step", "The step", "one", "the step of the turn", tuple(step for step in STEPS if step != "heal"), usual="move"
    ),
    Field("round", "Round", "count", "the number of the round", (), 99, 1),
    Field("answering", "The other side prepares", "flag", "before fights the other side may discard and play"),
    Field("searched", "Searched by Evil", "many", "the spaces Evil has searched in this turn", "places"),
    Field("fought", "Fought in", "many", "the spaces with a fight in this turn", "places"),
    Field("fight.at", "A fight at", "one", "where a fight is under way", "places"),
    Field("fight.kind", "It is a fight", "one", "against whom", ("characters", "foe", "bavmorda")),
    Field("fight.stage", "Its stage", "one", "how far the fight is", STAGES),
    Field("fight.champions.good", "Good's champion", "one", "who fights for Good", "characters"),
    Field("fight.champions.evil", "Evil's champion", "one", "who fights for Evil", "characters"),
    Field("fight.bonus.good", "Spells add to Good", "count", "what Spells add to the champion's Prowess", (), 20),
    Field("fight.bonus.evil", "Spells add to Evil", "count", "what Spells add to the champion's Prowess", (), 20),
    Field(f"places.{_CITY}.freed", "Tir Asleen is free", "flag", "the Sceptre's contest has been won"),
    Field("sorsha.in_love", "Sorsha is in love", "flag", "the Dust has worked"),
    Field("sorsha.times_met", "They have met", "count", "how often Sorsha and Madmartigan have met", (), 9),
    Field("sorsha.side", "Sorsha is", "one", "the side she is on", SIDES),
    Field("elora", "Elora Danan", "one", "who holds her, or that she is removed", "holders"),
    Field("clock.evil_wins_after_round", "The last round", "count", "Evil wins after it", (), 99),
    Field("discards", "Discards", "many", "the Encounter cards that are discarded", _CARDS),
)
EACH = (
    Field("at", "In", "one", "the space he is in", "places"),
    Field("health", "Health", "count", "from 0 to 6", (), 6, 6),
    Field("prowess", "Prowess", "count", "his pointer, where it differs from the scenario", (), 6),
    Field("magic", "Magic", "count", "his pointer, where it differs from the scenario", (), 6),
    Field("hand", "Hand", "many", "cards not played", (*TRAINING.cards, UNKNOWN)),
    Field("face_up", "Face up", "many", "Keeps and Friends that are played", _CARDS),
    Field("spells", "Spells", "many", "Spells face up", _SPELLS),
    Field("treasures", "Treasures", "many", "the Treasures he has", tuple(TRAINING.treasures)),
    Field("foes", "Foes", "many", "the Foes played on him", _FOES),
    Field("army", "Leads the Army", "flag", "the Army of his side is with him"),
    Field("transformed", "Transformed into", "one", "the shape he has", _SHAPES),
    Field("found", "Found", "flag", "Evil has found him in this turn"),
    Field("spent", "Spaces moved", "count", "how many spaces of his move are spent", (), 9),
    Field("stopped", "His move has ended", "flag", "a search has failed, or he searched for Good"),
    Field("left", "Places he left", "many", "Places of Power left in this turn", "places"),
    Field("cast", "Has cast", "many", "the Spells cast in this turn", _SPELLS),
)
#: What an untouched map holds: a move of Good in the first round, a fight within reach, the child hidden.
_BEGIN = (Path(__file__).parent / "begin.toml").read_text(encoding="utf-8")


class WillowFormat(TableFormat):
    """Half-built situations of the Willow game."""

    def of(self, state: willow.State) -> Data:
        """Who plays whom and who has the word are left out where they follow from the rest: then they go on doing so."""
        data = super().of(state)
        for key in ("word", "controls"):
            rest = {name: value for name, value in data.items() if name != key}
            if _is(rest, state):
                data = rest
        return data

    @property
    def pieces(self) -> tuple[str, ...]:
        return tuple(TRAINING.characters)

    def places(self, data: Data) -> Sequence[str]:
        return tuple(_material(data).places)

    def put(self, data: Data, piece: str, place: str) -> None:
        if piece in TRAINING.treasures or piece == UNKNOWN:
            _let_go(data, piece)
            data.setdefault("places", {}).setdefault(place, {})["treasure"] = piece
        elif piece in TRAINING.cards:
            raise Misplaced("Cards lie in nobody's space: give it to a character.")
        elif piece in TRAINING.armies:
            side = TRAINING.armies[piece].side
            for name in data["characters"]:
                if TRAINING.characters[name].side == side:
                    data["characters"][name].pop("army", None)
        else:
            super().put(data, piece, place)

    def take(self, data: Data, piece: str, place: str) -> None:
        """A card from whoever ``place`` names, a Treasure from a space or whoever has it, a character back to his own space."""
        tables = data["characters"]
        if place in tables:
            _drop(tables[place], piece)
        elif piece in TRAINING.characters:
            tables[piece] = {"at": TRAINING.characters[piece].at}
        elif place:
            data.setdefault("places", {}).setdefault(place, {})["treasure"] = "taken"
        elif not any(_drop(table, piece, quiet=True) for table in tables.values()):
            raise Misplaced(f"Nobody has {GAME.called(piece)}.")

    def give(self, data: Data, piece: str, whom: str) -> None:
        table = self.table(data, whom)
        if piece in TRAINING.armies:
            self.put(data, piece, "")
            table["army"] = True
        elif piece in TRAINING.treasures:
            _let_go(data, piece)
            table["treasures"] = [*table.get("treasures", []), piece]
        elif piece in TRAINING.cards:
            if piece == ELORA:
                data.pop("elora", None)
                for each in data["characters"].values():
                    _drop(each, piece, quiet=True)
            table["hand"] = [*table.get("hand", []), piece]
        else:
            raise Misplaced(f"Nobody carries {GAME.called(piece)}.")

    # ---------------------------------------------------------------- inner tables
    def _set(self, data: Data, subject: str, key: str, *value: str) -> None:
        inner, last = _inner(data, key) if subject == "game" else (data, key)
        if inner is data:
            super()._set(data, subject, key, *value)
        else:
            holder: Data = {self.group: {}}
            super()._set(holder, "game", last, *value)
            inner[last] = holder[last]

    def _unset(self, data: Data, subject: str, key: str) -> None:
        inner, last = _inner(data, key) if subject == "game" else (data, key)
        if inner is data:
            super()._unset(data, subject, key)
            return
        inner.pop(last, None)
        for parts in (key.split(".")[:2], key.split(".")[:1]):
            holder, name = _inner(data, ".".join(parts))
            if holder.get(name) == {}:
                del holder[name]

    def read(self, data: Data) -> DraftReading:
        """What a card too many is, is known of no one character: for the picture the later ones are left out."""
        found = super().read(data)
        if found.state is None and any(pin.target == f"game:{self.group}" for pin in found.faults):
            return found._replace(show=super().read(_once(data)).show)
        return found

    def remedies(self, data: Data, pin: Pinned) -> Iterator[str]:
        if pin.key in (self.group, "discards", *_HELD):
            for name, table in data[self.group].items():
                for key in _HELD:
                    yield from (f"take {one} {name}" for one in table.get(key, ()))
        if pin.key in ("step", "fight"):
            yield from ('set game step "move"', 'set game step "fight"', "unset game fight")
        yield from super().remedies(data, pin)


def _is(raw: Mapping[str, Any], state: willow.State) -> bool:
    try:
        return willow.from_dict(raw) == state
    except Faulty:
        return False


def _material(data: Data) -> willow.Material:
    """The scenario of data; the training map where they name none that is known."""
    try:
        if "material" in data:
            return willow.material_from(data["material"], "material")
    except Faulty:
        return TRAINING
    return willow.scenarios().get(str(data.get("scenario", "text")), TRAINING)


def _inner(data: Data, key: str) -> tuple[Data, str]:
    """The table a key like "fight.champions.good" lies in, begun if need be, and its last word."""
    *way, last = key.split(".")
    for word in way:
        held = data.setdefault(word, {})
        if not isinstance(held, dict):
            raise Misplaced(f"{word} holds no table: mend it in the text.")
        data = held
    return data, last


def _drop(table: dict[str, Any], piece: str, quiet: bool = False) -> bool:
    """Take one of something from a character; whether he had it. Misplaced if he has none, unless ``quiet``."""
    if piece in TRAINING.armies and table.pop("army", None):
        return True
    for key in _HELD:
        held = table.get(key)
        if isinstance(held, list) and piece in held:
            held = [*held]
            held.remove(piece)
            table[key] = held
            if not held:
                del table[key]
            return True
    if not quiet:
        raise Misplaced(f"He has no {GAME.called(piece)}.")
    return False


def _let_go(data: Data, treasure: str) -> None:
    """A Treasure is nowhere."""
    for table in data["characters"].values():
        _drop(table, treasure, quiet=True)
    for place, printed in TRAINING.places.items():
        here = data.get("places", {}).get(place, {}).get("treasure", printed.treasure)
        if here == treasure != UNKNOWN:
            data.setdefault("places", {}).setdefault(place, {})["treasure"] = "taken"


def _once(data: Data) -> Data:
    """The data without what lies there more often than there are copies of it."""
    left = Counter({card.id: card.copies for card in _material(data).cards.values()})
    left.update(dict.fromkeys(_material(data).treasures, 1))
    tables = {}
    for name, table in data["characters"].items():
        tables[name] = {**table}
        for key in _HELD:
            kept = []
            for one in table.get(key, ()):
                left[one] -= 1
                kept += [one] if one == UNKNOWN or left[one] >= 0 else []
            tables[name] |= {key: kept} if key in table else {}
    return {**data, "characters": tables}


FORMAT = WillowFormat(GAME, "characters", lambda: willow.loads(_BEGIN), TOP, EACH)


@dataclass
class Editor(model.Editor):
    """A situation of the Willow game in the making."""

    format: ClassVar[model.Format] = FORMAT
    start: Data = field(default_factory=FORMAT.empty)


@dataclass
class EditorPage(TableEditorPage):
    """The Willow game's editor on its page."""

    game: ClassVar[Teachable] = GAME
    format: ClassVar[TableFormat] = FORMAT
    lying = ("space", "knight", "hand", UNKNOWN, *TRAINING.treasures)
    drag = ("knight:", f"{UNKNOWN}:", *(f"{treasure}:" for treasure in TRAINING.treasures))
    clear_word = "Begin anew"
    untouched = "the position it opens on"

    editor: Editor = field(default_factory=Editor)

    # ---------------------------------------------------------------- what there is to lay
    def things(self) -> list[Thing]:
        data = self.editor.data
        tables, shown = data["characters"], self.editor.reading_now.show
        found = [
            Thing(
                name,
                willow.title(name),
                "Characters",
                _portrait(name),
                willow.title(str(tables.get(name, {}).get("at", ""))),
            )
            for name in TRAINING.characters
        ]
        where = {
            one: willow.title(name) for name, table in tables.items() for key in _HELD for one in table.get(key, ())
        }
        where |= {lies: willow.title(place) for place, lies in shown.lying}
        found.append(Thing(ELORA, "Elora Danan", "Elora Danan", icon(_at(child(0, 0, True), 12), 24, 24)))
        kinds = {
            "keep": "Keeps",
            "friend": "Friends",
            "foe": "Foes",
            "spell": "Spells",
            "discard": "Played and discarded",
        }
        found += [
            Thing(
                card,
                willow.title(card),
                kinds[TRAINING.cards[card].kind],
                icon(card_back(TRAINING.cards[card].kind), 18, 24),
            )
            for card in _CARDS
        ]
        found += [
            Thing(one, willow.title(one), "Treasures", icon(_at(chest(0, 0, True), 12), 24, 24), where.get(one, ""))
            for one in TRAINING.treasures
        ]
        found += [
            Thing(army, willow.title(army), "Armies", icon(_at(banner(0, 0, each.side), 12), 24, 24))
            for army, each in TRAINING.armies.items()
        ]
        return found

    def picture(self, state: willow.State, look: BoardLook) -> Scene:
        return board_scene(state, pointed=look.highlights, refutation=look.refutation, loose=True)

    def held(self, seat: str) -> Sequence[tuple[str, str, Html]]:
        table = self.editor.data["characters"].get(seat, {})
        pictures = {thing.id: thing.icon for thing in self.things()}
        ones = [one for key in _HELD for one in table.get(key, ())]
        army = TRAINING.army_of.get(TRAINING.characters[seat].side) if seat in TRAINING.characters else None
        if table.get("army") and army is not None:
            ones.append(army.id)
        plain = icon(card_back("keep"), 18, 24)
        return tuple((one, willow.title(str(one)), pictures.get(one, plain)) for one in ones)

    def choices(self, key: Field) -> Sequence[str]:
        if key.choices == "characters":
            return tuple(_material(self.editor.data).characters)
        if key.choices == "holders":
            return (*_material(self.editor.data).characters, "removed", UNKNOWN)
        return super().choices(key)

    def word(self, one: str) -> str:
        return _WORDS.get(one, willow.title(one))

    def called(self, piece: str) -> str:
        return willow.title(piece)

    # ---------------------------------------------------------------- touches
    def dragged(self, source: str, to: str) -> None:
        """What somebody holds goes with its holder's name: he no longer has it."""
        kind, _, rest = source.partition(":")
        holder, _, one = rest.partition(":")
        if kind != "hand" or not one:
            super().dragged(source, to)
            return
        goal, _, whom = to.partition(":")
        whom = whom.partition(":")[0]
        lines = [f"take {one} {holder}"]
        if goal in ("knight", "hand"):
            lines.append(f"give {one} {whom}")
        elif to != "away":
            lines.append(f"put {one} {self.place_of(to)}")
        self.editor.do(*lines, strict=True)
        self.status = f"{willow.title(one)}: {'taken off' if to == 'away' else willow.title(whom)}."

    def _subject(self, about: str) -> Mapping[str, Any]:
        """The keys of the whole situation, those of inner tables as "fight.at"."""
        found = super()._subject(about)
        return found if about != "game" else {**found, **dict(_flat(found))}

    # ---------------------------------------------------------------- panels
    def hands(self) -> str:
        shown = self.editor.reading_now.show
        rows = []
        for one in shown.characters:
            line = self.game.asking.hand_line(shown, one.id)
            who = el(
                "button",
                _portrait(one.id, one.side),
                el("b", willow.title(one.id)),
                data_target=f"hand:{one.id}",
                class_="mwb-who",
                aria_label=f"{willow.title(one.id)}: {line}",
            )
            chips = [
                el(
                    "button",
                    small,
                    el("span", name),
                    data_target=f"hand:{one.id}:{held}",
                    data_drag="1",
                    class_="mwb-chip",
                    aria_label=f"{name}, {willow.title(one.id)} has it",
                )
                for held, name, small in self.held(one.id)
            ]
            chosen = " selected" if self.selected == f"knight:{one.id}" else ""
            row = el("div", *chips, el("span", line, class_="mwb-note"), class_="mwb-chips")
            rows.append(el("div", who, row, class_=f"mwb-hand{chosen}", data_key=one.id))
        return join(*rows)

    def inspector(self) -> str:
        kind, _, name = self.selected.partition(":")
        if kind != "knight" or name not in self.editor.data["characters"]:
            return super().inspector()
        pins = [pin for pin in self.editor.faults if pin.target == self.selected]
        back = el("button", "The game", data_target="do:select game:", class_="mwb-small")
        home = el("button", "As at the start", data_target=f"do:take {name}", class_="mwb-button")
        return join(
            el("h2", willow.title(name), back, class_="mwb-head"),
            self.fault_list(pins),
            el("div", home, class_="mwb-row"),
            el("div", *(self.control(key, name) for key in self.format.each), class_="mwb-keys"),
        )

    def mend_words(self, line: str) -> str:
        verb, *words = line.split()
        if verb == "take" and len(words) == 2:
            return f"Take {willow.title(words[0])} from {willow.title(words[1])}"
        if verb == "take":
            return f"{willow.title(words[0])} as at the start"
        return super().mend_words(line)

    def first_questions(self) -> Sequence[tuple[str, Html]]:
        data, shown = self.editor.data, self.editor.reading_now.show
        turn = [_big(f'do:set game side "{side}"', side.capitalize(), shown.side == side) for side in SIDES]
        step = self.select_from("one:game:step", TOP[1].choices, str(data.get("step", "move")), "the step")
        where = [
            el(
                "label",
                _portrait(one.id, one.side),
                " ",
                self.select_from(f"one:{one.id}:at", self.format.places(data), one.at, f"{willow.title(one.id)} is in"),
            )
            for one in shown.characters
        ]
        child_ = [
            _big(
                f"do:{'take' if one.id == shown.holder else 'give'} {ELORA} {one.id}",
                willow.title(one.id),
                one.id == shown.holder,
            )
            for one in shown.characters
        ]
        armies = [
            _big(f"flag:{one.id}:army", willow.title(one.id), one.army)
            for one in shown.characters
            if one.army or shown.army_home(one.side)
        ]
        fight = self.select_from(
            "one:game:fight.at", self.format.places(data), shown.fight.at if shown.fight else "", "a fight", "no fight"
        )
        return (
            ("Whose turn, and which step?", join(*turn, step)),
            ("Where are they?", join(*where)),
            ("Who has Elora Danan?", join(*child_)),
            ("Who leads an Army?", join(*armies)),
            ("Is there a fight?", fight),
        )


_WORDS: Mapping[str, str] = {
    "deal": "deal the four cards",
    "draw": "draw cards",
    "foes": "meet the Foes",
    "move": "move and search",
    "fight": "fight",
    "power": "Treasures and powers",
    "prepare": "before it: discard and cast",
    "cast": "Spells",
    "champions": "name champions",
    "roll": "the throw",
    "characters": "of characters",
    "foe": "with a Foe",
    "bavmorda": "with Bavmorda",
    UNKNOWN: "an unknown card",
}


def _flat(table: Mapping[str, Any], before: str = "") -> Iterator[tuple[str, Any]]:
    """The values of inner tables by their dotted names; characters are no inner table."""
    for key, value in table.items():
        if isinstance(value, Mapping) and key not in ("characters", "material"):
            yield from _flat(value, f"{before}{key}.")
        elif before:
            yield f"{before}{key}", value


def _big(target: str, text: str, pressed: bool) -> Html:
    return el("button", text, data_target=target, aria_pressed=str(pressed).lower(), class_="mwb-big")


def _at(shapes: Sequence[Any], middle: float) -> tuple[Any, ...]:
    return tuple(placed(shape, middle, middle, 1.0) for shape in shapes)


def _portrait(name: str, side: str = "") -> Html:
    """A character's piece as a small picture."""
    side = side or TRAINING.characters[name].side
    return icon((Disc(13, 13, 0.1), *_at(piece(side, initials(name), "", False), 13)), 26, 26)


@dataclass
class Checker(Asks, EditorPage):
    """The Willow game's ruling checker on its page."""

    editor: Editor = field(default_factory=Editor)
