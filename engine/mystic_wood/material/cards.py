"""The small cards: Knights, denizens, things and spells, with their values and where each value comes from.

The values are data (``data/cards.toml``), checked on load. A figure's ``provenance`` is "text" (printed in the rules),
"derived" (follows from a worked example), "public" (from public accounts) or "assumed" (a reconstruction).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from functools import cache
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeAlias

from engine.books.editions import of_edition
from engine.chance.chance import DIE
from engine.mystic_wood.material.source import SOURCE
from engine.text.faults import shown
from engine.text.keyed import Key, TomlReader, TomlTable, as_is, count, numbers, one_of

if TYPE_CHECKING:
    from pathlib import Path

KNIGHTS = ("george", "perceval", "roland", "guyon", "britomart")
THINGS = ("lance", "shield", "armour", "potion", "ring", "key", "wand", "golden-bough")
COMPANIONS = ("prince", "princess", "sage", "arch-mage", "magician", "child", "damsel")
LOST_ONES = ("child", "damsel")
CHALLENGERS = (
    "wild-boar",
    "wild-ox",
    "troll",
    "giant",
    "orc",
    "dragon",
    "illusion",
    "wizard",
    "enchantress",
    "saracen",
    "king",
)
_CHALLENGING: Final = frozenset(CHALLENGERS)
NOT_GUARDING = frozenset({"bishop", "holy-grail", "horse", "princess", "queen"})
#: The thing (or blessing) each denizen's card turns into; both are one card.
SAME_CARD = {
    "wizard": "lance",
    "merlin": "shield",
    "elf": "wand",
    "rogue": "key",
    "witch": "potion",
    "druid": "golden-bough",
    "dwarf": "armour",
    "bishop": "ring",
    "hermit": "blessing",
}
#: The denizen whose card each thing (or the Blessing) is.
CARD_OF: Mapping[str, str] = {thing: denizen for denizen, thing in SAME_CARD.items()}
PROVENANCE = ("text", "derived", "public", "assumed")
#: A line of a table: the lowest throw, the highest or None for "and more", and what it brings.
Reaction: TypeAlias = tuple[int, int | None, str]
Reactions: TypeAlias = tuple[Reaction, ...]


class Quest(NamedTuple):
    """A Knight's quest (`setup.quests`). ``kind``: "beat" (the ``denizen``), "leave-with" (the ``card``), "cave" (``turns``)."""

    kind: str
    denizen: str | None = None
    card: str | None = None
    turns: int = 0
    text: str = ""


@dataclass(frozen=True, slots=True)
class Card:
    """One small card.

    ``kind`` is knight, denizen, thing, other (the Blessing), spell or area. ``table`` holds lines (lowest throw, highest
    throw or None for "and more", reaction); ``adds_prowess`` says that prowess is added to the throw. ``bearer`` is the
    (strength, prowess) it lends to whoever holds it. ``carries_things``: transporting itself it takes the loose things along.
    """

    id: str
    kind: str
    strength: int = 0
    prowess: int = 0
    provenance: str = "text"
    why: str | None = None
    quest: Quest | None = None
    approach_bonus: int = 0
    prowess_card: str | None = None
    always: str | None = None
    table: Reactions = ()
    adds_prowess: bool = False
    companion: bool = False
    carries_things: bool = True
    pronoun: str = "it"
    bearer: tuple[int, int] = (0, 0)
    half: str | None = None
    details: Mapping[str, Any] = field(default_factory=dict, compare=False)

    @property
    def name(self) -> str:
        """The written name: "Golden Bough", "Wild Ox", "Arch-Mage"."""
        return name_of(self.id)

    @property
    def challenges(self) -> bool:
        """Whether it challenges whoever encounters it (`encounter.kinds`)."""
        return self.id in _CHALLENGING

    @property
    def highest(self) -> int | None:
        """The highest throw its table knows; None if it is open at the top."""
        return self.table[-1][1] if self.table else None

    def reaction(self, throw: int) -> str:
        """What the table says to this throw (prowess and bonus already added); `approach.table`."""
        for low, high, reaction in self.table:
            if low <= throw and (high is None or throw <= high):
                return reaction
        raise ValueError(f"{self.name} has no reaction to a throw of {throw}")


_NAMES = {"arch-mage": "Arch-Mage", "holy-grail": "Holy Grail"}


@cache
def name_of(card_id: str) -> str:
    """The written name of a card, Knight or named area.

    >>> name_of("golden-bough"), name_of("arch-mage")
    ('Golden Bough', 'Arch-Mage')
    """
    return _NAMES.get(card_id) or " ".join(part.capitalize() for part in card_id.split("-"))


@cache
def the(card_id: str) -> str:
    """The name with its article in the middle of a sentence: "the Orc", but "George"."""
    return name_of(card_id) if card_id in KNIGHTS or card_id == "merlin" else f"the {name_of(card_id)}"


@dataclass(frozen=True, slots=True)
class Cards:
    """All the small cards (and named areas) by id; ``pack`` are those that are drawn: denizens and spells."""

    knights: Mapping[str, Card]
    denizens: Mapping[str, Card]
    things: Mapping[str, Card]
    spells: Mapping[str, Card]
    areas: Mapping[str, Card]

    @property
    def pack(self) -> tuple[str, ...]:
        """The 32 cards of the small pack (`setup.pack`)."""
        return (*self.denizens, *self.spells)

    def all(self) -> dict[str, Card]:
        """Every card by id. Knights first, then denizens, things, spells and named areas."""
        return {**self.knights, **self.denizens, **self.things, **self.spells, **self.areas}


# ------------------------------------------------------------------ reading


def _span(text: str) -> tuple[int, int | None] | None:
    """The lowest and the highest throw of a span: "1-3", "5", or "9+", which is open at the top; None if it is none."""
    low, to, high = text.removesuffix("+").partition("-")
    high = high if to else low
    if not all(part.isascii() and part.isdigit() and len(part) <= 2 for part in (low, high)) or (
        to and text.endswith("+")
    ):
        return None
    return int(low), None if text.endswith("+") else int(high)


def _lines(table: TomlTable, key: str) -> Reactions:
    """The lines of a table of reactions: "1-3" is (1, 3), "5" is (5, 5), "9+" is (9, None)."""
    raw = table.raw[key]
    if not isinstance(raw, Mapping):
        table.fault(key, f"{key} = {shown(raw)} is no table of throws", 'Write { "1-3" = "remains" }.', "not-a-table")
        return ()
    found: list[Reaction] = []
    for span, reaction in raw.items():
        throws = _span(span)
        if throws is None or not isinstance(reaction, str):
            table.fault(key, f"{shown(span)} is no span of throws", 'Write "1-3", "5" or "9+".', "bad-span")
            return ()
        found.append((*throws, reaction))
    found.sort(key=lambda line: line[0])
    _follow(table, key, found)
    return tuple(found)


def _follow(table: TomlTable, key: str, lines: list[Reaction]) -> None:
    """The lines follow one another without a gap, from the lowest throw to the highest."""
    adds = key == "table_with_prowess"
    expected = 2 if adds else 1
    for low, high, _ in lines:
        if low != expected or (high is not None and high < low):
            what = f"its table misses or repeats a throw at {min(low, expected)}"
            table.fault(key, what, "The lines must follow one another without a gap.", "gap")
            return
        expected = (high or 0) + 1
    if lines and ((lines[-1][1] is None) is not adds or (not adds and lines[-1][1] != 6)):
        fix = 'With prowess it ends in "9+" or the like, otherwise at 6.'
        table.fault(key, "its table does not end where it must", fix, "gap")


def _bearer(table: TomlTable, key: str) -> tuple[int, int]:
    """What it lends to its bearer: (strength, prowess)."""
    lent = table.inner(key, "{ ... }")
    lent.only(("strength", "prowess"))
    return lent.count("strength", high=20), lent.count("prowess", high=20)


_HOW_QUESTS = (
    'Write { kind = "beat", denizen = "dragon" }, { kind = "leave-with", card = ... } or { kind = "cave", turns = 3 }.'
)


def _quest(table: TomlTable, key: str) -> Quest | None:
    quest = table.inner(key, "{ ... }")
    values = quest.all(_QUEST)
    needs = {"beat": "denizen", "leave-with": "card", "cave": "turns"}.get(values["kind"])
    if needs is None or not values[needs]:
        table.fault(key, "the quest does not say what is to be done", _HOW_QUESTS, "bad-quest")
        return None
    return Quest(**values)


_points, _faces = count(20), numbers(DIE, "throws")

SPELLS = ("mystic-horn", "mystic-wind", "mystic-fog")
DENIZEN_IDS = (
    *CHALLENGERS,
    "rogue",
    "arch-mage",
    "prince",
    "princess",
    "holy-grail",
    "sage",
    "child",
    "damsel",
    "magician",
    "horse",
    "merlin",
    "elf",
    "witch",
    "hermit",
    "druid",
    "dwarf",
    "queen",
    "bishop",
)
AREAS_NAMED = ("chapel", "cave", "castle", "fountain", "tower", "island", "palace", "sacred-grove")

_QUEST = (
    Key("kind", one_of(("beat", "leave-with", "cave"))),
    Key("denizen", one_of(DENIZEN_IDS)),
    Key("card", one_of(DENIZEN_IDS)),
    Key("turns", count(20, 1), 0),
    Key("text", TomlTable.text, ""),
)
_SOURCE = (Key("from", one_of(PROVENANCE)), Key("why", TomlTable.text))
_STRENGTH, _PROWESS = Key("strength", _points, 0), Key("prowess", _points, 0)
#: The keys of each kind of card, and how they are read. What is no field of a :class:`Card` stands in its details.
_KEYS: Mapping[str, tuple[Key, ...]] = {
    "knight": (*_SOURCE, _STRENGTH, _PROWESS, Key("quest", _quest), Key("approach_bonus", count(1), 0)),
    "denizen": (
        *_SOURCE,
        _STRENGTH,
        _PROWESS,
        Key("prowess_card", TomlTable.text),
        Key("always", TomlTable.text),
        Key("table", _lines, ()),
        Key("table_with_prowess", _lines, ()),
        Key("companion", TomlTable.flag, False),
        Key("carries_things", lambda table, key: table.flag(key, True), True),
        Key("pronoun", one_of(("he", "she", "it"), "it"), "it"),
        Key("bearer", _bearer, (0, 0)),
        Key("vanquished", TomlTable.text),
        Key("vanquisher", TomlTable.text),
        Key("captive_escapes_on", _faces, ()),
        Key("deliver_to", TomlTable.text),
        Key("prayer", as_is),
    ),
    "thing": (*_SOURCE, _STRENGTH, _PROWESS, Key("power", TomlTable.text)),
    "other": (*_SOURCE, _STRENGTH, _PROWESS),
    "spell": _SOURCE,
    "area": (
        *_SOURCE,
        Key("half", one_of(("earthly", "enchanted"))),
        Key("strength", _points, 0),
        Key("knight_prowess", _points, 0),
        Key("denizen_prowess", _points, 0),
        Key("draws", _points, 0),
        Key("glade", TomlTable.flag, True),
        Key("table", _lines, ()),
        Key("escape_on", _faces, ()),
    ),
}
_IDS: Mapping[str, tuple[str, ...]] = {
    "knight": KNIGHTS,
    "denizen": DENIZEN_IDS,
    "thing": THINGS,
    "other": ("blessing",),
    "spell": SPELLS,
    "area": AREAS_NAMED,
}
#: The fields of a card that are keys of a file.
_FIELDS = {one.name for one in fields(Card)} - {"table"}
#: What the rules ask of a named area: without it they could not be played.
_NEEDED = {
    "chapel": "knight_prowess",
    "castle": "strength",
    "fountain": "table",
    "tower": "escape_on",
    "palace": "draws",
    "sacred-grove": "denizen_prowess",
}


def _card(table: TomlTable, kind: str, card_id: str) -> Card:
    values = table.all(_KEYS[kind])
    if "from" not in table:
        fix = f"Write from = one of {', '.join(PROVENANCE)}."
        table.fault("from", "it does not say where its values come from", fix, "missing")
    return Card(
        card_id,
        kind,
        provenance=str(values["from"]),
        table=values.get("table_with_prowess") or values.get("table", ()),
        adds_prowess="table_with_prowess" in table,
        details=table.raw,
        **{name: value for name, value in values.items() if name in _FIELDS},
    )


def _encountered(table: TomlTable, card: Card) -> None:
    """A denizen either challenges, with points to do it, or says how it answers an approach."""
    if not card.challenges and not card.table and not card.always:
        what = "it is approached but has no table of reactions"
        table.fault("", what, "Add table, table_with_prowess or always.", "missing")
    if card.challenges and not card.strength and not card.prowess:
        table.fault("", "it challenges but has neither strength nor prowess", "Add strength or prowess.", "missing")


def cards_from(data: Mapping[str, Any], where: str, text: str | None = None) -> Cards:
    """The cards of a file's data. Raises ImpossibleSituation with every constraint they break."""
    reading = TomlReader(text, where)
    top = reading.table(data)
    top.only(_KEYS)
    groups: dict[str, dict[str, Card]] = {}
    for kind, ids in _IDS.items():
        tables = top.named(kind, ids, kind)
        groups[kind] = {card_id: _card(table, kind, card_id) for card_id, table in tables.items()}
        for card_id in ids:
            if card_id not in tables:
                reading.fault((kind, card_id), "this card is missing", "Add it with its values.", "missing")
        for card_id, table in tables.items():
            if kind == "knight" and "quest" not in table:
                table.fault("quest", "this Knight has no quest", _HOW_QUESTS, "missing")
            if kind == "denizen":
                _encountered(table, groups[kind][card_id])
            if kind == "area" and card_id in _NEEDED and _NEEDED[card_id] not in table:
                table.fault("", f"it lacks {_NEEDED[card_id]}", "The rules of this area need it.", "missing")
    reading.finish()
    return Cards(
        groups["knight"], groups["denizen"], {**groups["thing"], **groups["other"]}, groups["spell"], groups["area"]
    )


def load_cards(path: str | Path | None = None, edition: str | None = None) -> Cards:
    """The cards of a file (default: the project's own), as they are in an edition.

    Raises UnreadableText if it is no TOML, ImpossibleSituation with every constraint it breaks.
    """
    data, text, where = SOURCE.load("cards.toml", path)
    return cards_from(of_edition(data, edition), where, text)


@cache
def cards_of(edition: str) -> Cards:
    """The project's own cards as they are in an edition, loaded once."""
    return load_cards(edition=edition)


#: The project's own cards in the default edition.
CARDS = cards_of(SOURCE.default_edition())
DENIZENS = CARDS.denizens
PACK = CARDS.pack


def is_challenger(denizen: str) -> bool:
    """Whether it challenges (`encounter.kinds`)."""
    return denizen in _CHALLENGING
