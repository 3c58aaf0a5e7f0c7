"""Scenarios: places, links, characters, cards and all their figures, read from data, each figure with where it comes from.

There is no one true board: the map, most values and cards of the published game are not in the text we have. A scenario is
checked on load, and says of each figure whether it is text, derived, public, assumed or the player's own ("given").
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from typing import Any, NamedTuple
from zlib import crc32

from engine.text.faults import shown
from engine.text.keyed import Key, TomlTable, count, flag, one_of
from engine.willow.material.source import SOURCE, WORDS, wrong

SIDES = ("good", "evil")
VALUES = ("prowess", "magic", "stealth", "health")
#: The special powers of places (`power.good`), each at most once in a scenario; "castle" is Nockmaar's, "city" Tir Asleen's.
POWERS = ("forest", "island", "village", "study", "stones", "spring", "city", "castle")
#: The five kinds of Encounter cards (`card.five-kinds`), and Elora Danan's, which is of no kind.
KINDS = ("keep", "friend", "foe", "discard", "spell", "special")
#: What is printed in which colour (`card.colours`): blue is discarded when played, red counts against the limit, black does not.
COLOURS: Mapping[str, str] = {
    "keep": "red",
    "friend": "red",
    "foe": "blue",
    "discard": "blue",
    "spell": "black",
    "special": "none",
}
SOURCES = ("text", "derived", "public", "assumed", "given")
WHEN = ("before-move", "before-fight", "any")
ELORA = "elora-danan"
#: Numbers of the booklet (`hand.limit`, `turn.draw-good`, `turn.draw-evil`, `move.one-or-two`, `health.heal` and others).
COUNTS: Mapping[str, int] = SOURCE.load("counts.toml")[0]
_MOST_COUNT, _MOST_IDS, _MOST_VALUE = 20, 60, 40


def other(side: str) -> str:
    """The other side."""
    return SIDES[1 - SIDES.index(side)]


@lru_cache(maxsize=4096)
def title(name: str) -> str:
    """An id as it is told: "magic-talisman" -> "Magic Talisman"; some as words.toml says."""
    if name in WORDS["names"]:
        return str(WORDS["names"][name])
    return " ".join(word if word in _SMALL else word.capitalize() for word in name.split("-"))


_SMALL = ("of", "the", "that")


class Named(str):
    """What a sentence speaks of, with which its verb agrees: ``f"{name} {name:goes|go}"``. ``several``: the second of the two."""

    several: bool

    def __new__(cls, told: str, several: bool = False) -> Named:
        made = super().__new__(cls, told)
        made.several = several
        return made

    def __format__(self, spec: str) -> str:
        one, cut, many = spec.partition("|")
        return (many if self.several else one) if cut else super().__format__(spec)


def figure_words(figure: str) -> str:
    """A figure as it is told.

    >>> figure_words("hide of tir-asleen"), figure_words("links of the map")
    ('hide of Tir Asleen', 'links of the map')
    """
    what, of, name = figure.partition(" of ")
    return f"{what}{of}{name if name == 'the map' else title(name)}"


def named(*names: str) -> Named:
    """Ids as they are told: "Willow, Airk and Kael"; nobody where there are none.

    >>> f"{named('willow', 'airk')} {named('willow', 'airk'):goes|go}", f"{named('kael')} {named('kael'):goes|go}"
    ('Willow and Airk go', 'Kael goes')
    """
    *first, last = [title(name) for name in names] or ["nobody"]
    several = bool(first) or (bool(names) and names[0] in WORDS["plural"])
    return Named(f"{', '.join(first)} and {last}" if first else last, several)


class Figure(NamedTuple):
    """A number or other fact of the components, and where it comes from (one of :data:`SOURCES`)."""

    value: Any
    source: str = "given"
    lines: str = ""
    why: str = ""


class Place(NamedTuple):
    """A space. With a ``hide`` it is a Place of Power (`setup.places-of-power`); ``treasure`` lies there in a position."""

    id: str
    kind: str
    hide: int | None
    power: str
    treasure: str

    @property
    def of_power(self) -> bool:
        """Whether it is a Place of Power, even where its Hide is not known."""
        return self.hide is not None or bool(self.power)


class Printed(NamedTuple):
    """A character card (`value.four`, `setup.one-person`): ``grows`` is the value with a pointer (`value.pointers`).

    Stealth has none (`value.stealth-fixed`). ``at`` is where he begins (`setup.start-spaces`), ``army`` what he begins with
    (`setup.armies`).

    ``knows``: places he and his company always find (`search.brownies-forest`); ``loves``: for whom he may change sides
    (`sorsha.love`); ``deals`` and ``begins_with``: his cards at the start (`setup.evil-hands`, `setup.triangles`).
    """

    id: str
    name: str
    side: str
    grows: str
    at: str
    prowess: int | None
    magic: int | None
    stealth: int | None
    health: int | None
    army: str
    knows: tuple[str, ...]
    loves: str
    deals: int
    begins_with: tuple[str, ...]


class Card(NamedTuple):
    """An Encounter card of one of five kinds (`card.five-kinds`): what it adds (`value.effective`), and what it does as data.

    A Spell has a Resistance and moments ``when`` it may be cast.

    ``effect``: moves, prowess, finds, harm, heals, transforms, love, turn, spies; ``fails`` is the harm a failed Spell does.
    """

    id: str
    kind: str
    side: str
    copies: int
    prowess: int
    magic: int
    stealth: int
    move: int
    health: int
    resistance: int | None
    when: tuple[str, ...]
    effect: tuple[tuple[str, Any], ...]
    fails: int
    own_turn: bool
    boxed: bool
    colour: str

    def does(self, what: str) -> Any:
        """One part of its effect, None if it has none such."""
        return dict(self.effect).get(what)


class Treasure(NamedTuple):
    """A Treasure: what it adds, whether it ``frees`` Tir Asleen, ``halves`` losses, or is a ``companion`` in this shape."""

    id: str
    prowess: int
    magic: int
    stealth: int
    frees: bool
    halves: bool
    companion: str


class Shape(NamedTuple):
    """A Transformation card: the Prowess used instead, the Stealth if it changes (`transform.stealth`)."""

    id: str
    prowess: int | None
    stealth: int | None
    loveless: bool


class Army(NamedTuple):
    """An Army (`army.like-friend`); ``betrays``: whoever leads it is always found (`search.army`)."""

    id: str
    side: str
    home: str
    prowess: int
    stealth: int
    betrays: bool


@dataclass(frozen=True, eq=False)
class Material:
    """A whole scenario. Two are equal if their data are."""

    id: str
    label: str
    places: Mapping[str, Place] = field(repr=False)
    edges: tuple[tuple[str, str], ...] = field(repr=False)
    characters: Mapping[str, Printed] = field(repr=False)
    cards: Mapping[str, Card] = field(repr=False)
    treasures: Mapping[str, Treasure] = field(repr=False)
    shapes: Mapping[str, Shape] = field(repr=False)
    armies: Mapping[str, Army] = field(repr=False)
    queen: tuple[int, int]
    dealer: str
    counts: Mapping[str, int] = field(repr=False)
    figures: Mapping[str, Figure] = field(repr=False)
    #: The plain data it was read from, where it came with a situation; None for one that is known by its id.
    data: Mapping[str, Any] | None = field(default=None, repr=False)
    warnings: tuple[str, ...] = ()

    def __eq__(self, another: object) -> bool:
        if not isinstance(another, Material):
            return NotImplemented
        return self is another or (self.id, self._all) == (another.id, another._all)

    def __hash__(self) -> int:
        return self._hash

    @cached_property
    def _hash(self) -> int:
        """The same in every process: a material is sent to others with it."""
        return crc32(" ".join((self.id, *self.places, *self.characters)).encode())

    @cached_property
    def _all(self) -> tuple[object, ...]:
        parts = (self.places, self.characters, self.cards, self.treasures, self.shapes, self.armies, self.counts)
        return (self.edges, self.queen, self.dealer, *(dict(part) for part in parts))

    @cached_property
    def next_to(self) -> Mapping[str, tuple[str, ...]]:
        """The places at the other ends of a place's links, in the order of the scenario."""
        links = {*self.edges, *((b, a) for a, b in self.edges)}
        return {one: tuple(two for two in self.places if (one, two) in links) for one in self.places}

    @cached_property
    def powers(self) -> Mapping[str, str]:
        """The place of each special power there is."""
        return {place.power: place.id for place in self.places.values() if place.power}

    @property
    def castle(self) -> str:
        """Nockmaar Castle, "" where a scenario has none."""
        return self.powers.get("castle", "")

    @cached_property
    def lovers(self) -> tuple[str, str] | None:
        """Who may change sides, and for whom (`sorsha.love`)."""
        return next(((one.id, one.loves) for one in self.characters.values() if one.loves), None)

    @cached_property
    def army_of(self) -> Mapping[str, Army]:
        """Each side's Army."""
        return {army.side: army for army in self.armies.values()}

    def count(self, name: str) -> int:
        """A number of the booklet, as it is in this scenario."""
        return self.counts.get(name, COUNTS[name])

    def assumed(self, names: Iterable[str]) -> tuple[str, ...]:
        """Those of these figures that are assumed: no text, no reckoning and no public account gives them."""
        return tuple(dict.fromkeys(n for n in names if n in self.figures and self.figures[n].source == "assumed"))


# ------------------------------------------------------------------ reading


def _figure(table: TomlTable, key: str) -> Figure:
    """A figure, plain or with where it comes from: ``3`` or ``{ value = 3, from = "text", lines = "604" }``."""
    raw = table.raw[key]
    if not isinstance(raw, Mapping):
        return Figure(raw)
    inner = table.inner(key, '{ value = 3, from = "assumed" }')
    inner.only(("value", "from", "lines", "why", "source"))
    if "value" not in inner:
        inner.fault("", *wrong("no-value", key))
    told = (inner.text(name, "") or "" for name in ("lines", "why"))
    return Figure(inner.raw.get("value"), inner.one_of("from", SOURCES, "given"), *told)


class _Figures:
    """The figures met so far, by name: "hide of tir-asleen"."""

    def __init__(self) -> None:
        self.found: dict[str, Figure] = {}

    def number(
        self, table: TomlTable, key: str, of: str, high: int = _MOST_VALUE, default: int | None = None
    ) -> int | None:
        """A number from 0 to ``high``; ``default`` where the key is not written."""
        if key not in table:
            return default
        figure = _figure(table, key)
        if type(figure.value) is not int or not 0 <= figure.value <= high:
            table.fault(key, *wrong("no-number", key, shown(figure.value), high))
            return default
        self.found[f"{key} of {of}"] = figure
        return figure.value

    def note(self, name: str, table: TomlTable, key: str) -> None:
        """Keep where a fact comes from that another key says."""
        source = table.one_of(key, SOURCES, "given")
        self.found[name] = Figure(True, source)


def _places(top: TomlTable, figures: _Figures) -> dict[str, Place]:
    found = {}
    for name, table in top.named("places").items():
        table.only(("kind", "name_from", "hide", "power", "treasure"))
        power = table.one_of("power", POWERS, "")
        kind, treasure = table.text("kind", "space") or "", table.one_of("treasure", "treasures", "")
        found[name] = Place(name, kind, figures.number(table, "hide", name), power, treasure)
    return found


def _characters(top: TomlTable, figures: _Figures) -> dict[str, Printed]:
    found = {}
    for name, table in top.named("characters").items():
        keys = ("name", "side", "grows", "at", "at_from", *VALUES, "army", "knows", "loves", "deals", "begins_with")
        table.only(keys)
        values: dict[str, Any] = {value: figures.number(table, value, name, high=6) for value in VALUES}
        if "at_from" in table:
            figures.note(f"start of {name}", table, "at_from")
        found[name] = Printed(
            id=name,
            name=table.text("name") or title(name),
            side=table.one_of("side", SIDES) or "good",
            grows=table.one_of("grows", ("prowess", "magic")) or "prowess",
            at=table.one_of("at", "places") or "",
            army=table.one_of("army", "armies", ""),
            loves=table.one_of("loves", "characters", ""),
            deals=table.count("deals", 0, _MOST_COUNT),
            knows=table.ids("knows", "places", ordered=True),
            begins_with=table.ids("begins_with", "cards", ordered=True),
            **values,
        )
        for key in ("side", "grows", "at"):
            if key not in table:
                table.fault("", *wrong("lacks", name, key))
    return found


_EFFECTS = (
    Key("moves", count(_MOST_COUNT)),
    Key("prowess", count(_MOST_VALUE)),
    Key("finds", one_of("finds")),
    Key("harm", count(6)),
    Key("heals", count(6)),
    Key("transforms", flag()),
    Key("love", flag()),
    Key("turn", flag()),
    Key("spies", flag()),
    Key("from", one_of(SOURCES)),
)


def _cards(top: TomlTable, figures: _Figures) -> dict[str, Card]:
    found = {}
    numbers = ("prowess", "magic", "stealth", "move")
    for name, table in top.named("cards").items():
        table.only(
            (
                "kind",
                "side",
                "copies",
                *numbers,
                "health",
                "resistance",
                "when",
                "effect",
                "fails",
                "own_turn",
                "boxed",
                "colour",
                "name_from",
            )
        )
        kind = table.one_of("kind", KINDS) or "keep"
        effect: dict[str, Any] = {}
        if "effect" in table:
            effect = {k: v for k, v in table.inner("effect", "{ harm = 1 }").all(_EFFECTS).items() if v is not None}
            figures.found[f"effect of {name}"] = Figure(True, effect.pop("from", "given"))
        when = _figure(table, "when") if "when" in table else Figure(["any"])
        listed = when.value if isinstance(when.value, list) else [when.value]
        if any(word not in WHEN for word in listed):
            table.fault("when", *wrong("when", shown(when.value), ", ".join(WHEN)))
        figures.found[f"time of {name}"] = when
        adds = {value: figures.number(table, value, name, default=0) or 0 for value in numbers}
        if kind == "foe":
            adds["prowess"] = figures.number(table, "prowess", name, default=0) or 0
        found[name] = Card(
            id=name,
            kind=kind,
            side=table.one_of("side", SIDES, ""),
            **adds,
            copies=figures.number(table, "copies", name, default=1) or 0,
            health=figures.number(table, "health", name, default=0) or 0,
            resistance=figures.number(table, "resistance", name),
            when=tuple(map(str, listed)),
            effect=tuple(effect.items()),
            fails=figures.number(table, "fails", name, high=6, default=0) or 0,
            own_turn=table.flag("own_turn"),
            boxed=table.flag("boxed"),
            colour=table.one_of("colour", ("red", "blue", "black", "none"), COLOURS[kind]),
        )
        table.text("name_from")
    return found


def _treasures(top: TomlTable, figures: _Figures) -> dict[str, Treasure]:
    found = {}
    for name, table in top.named("treasures").items():
        table.only(("from", "prowess", "magic", "stealth", "frees", "halves", "companion"))
        adds = {value: figures.number(table, value, name, default=0) or 0 for value in ("prowess", "magic", "stealth")}
        halves = _figure(table, "halves") if "halves" in table else Figure(False)
        if "halves" in table:
            figures.found[f"effect of {name}"] = halves
        found[name] = Treasure(
            name,
            **adds,
            frees=table.flag("frees"),
            halves=halves.value is True,
            companion=table.one_of("companion", "shapes", ""),
        )
    return found


def _shapes(top: TomlTable, figures: _Figures) -> dict[str, Shape]:
    found = {}
    for name, table in top.named("shapes").items():
        table.only(("from", "prowess", "stealth", "loveless"))
        values = {value: figures.number(table, value, name) for value in ("prowess", "stealth")}
        found[name] = Shape(name, values["prowess"], values["stealth"], table.flag("loveless"))
    return found


def _armies(top: TomlTable, figures: _Figures) -> dict[str, Army]:
    found = {}
    for name, table in top.named("armies").items():
        table.only(("side", "home", "prowess", "stealth", "betrays"))
        adds = {value: figures.number(table, value, name, default=0) or 0 for value in ("prowess", "stealth")}
        side, home = table.one_of("side", SIDES) or "good", table.one_of("home", "places") or ""
        found[name] = Army(name, side, home, **adds, betrays=table.flag("betrays"))
    return found


def _edges(top: TomlTable, places: Mapping[str, Place]) -> tuple[tuple[str, str], ...]:
    raw, found = top.raw.get("edges", []), dict[frozenset[str], tuple[str, str]]()
    if not isinstance(raw, list):
        top.fault("edges", *wrong("no-edges"))
        return ()
    for link in raw:
        ends = link if isinstance(link, list) and len(link) == 2 else []
        if not ends or not all(isinstance(end, str) and end in places for end in ends) or ends[0] == ends[1]:
            top.fault("edges", *wrong("no-link", shown(link)))
        elif frozenset(ends) in found:
            top.fault("edges", *wrong("link-twice", shown(link)))
        else:
            found[frozenset(ends)] = (ends[0], ends[1])
    return tuple(found.values())


_GROUPS = ("places", "characters", "cards", "treasures", "shapes", "armies")
_TOP = ("id", "label", "edges", "edges_from", "treasures_from", "dealer", "bavmorda", "counts", *_GROUPS)


def read_material(table: TomlTable, own: bool = False) -> Material:
    """The scenario a table describes; faults go to the table's reading. ``own``: it came with a situation and goes with it."""
    table.only(_TOP)
    reading, figures = table.reading, _Figures()
    for group in _GROUPS:
        raw = table.raw.get(group, {})
        names = tuple(raw) if isinstance(raw, Mapping) else ()
        for name in names:
            if not _proper(name):
                table.fault(group, *wrong("bad-id", shown(name)))
        if len(names) > _MOST_IDS:
            table.fault(group, *wrong("too-many", group, _MOST_IDS))
        reading.groups[group] = names
    reading.groups["finds"] = ("any", *reading.groups["places"])
    places, characters = _places(table, figures), _characters(table, figures)
    if "edges_from" in table:
        figures.note("links of the map", table, "edges_from")
    if "treasures_from" in table:
        figures.note("places of the treasures", table, "treasures_from")
    rest = _cards(table, figures), _treasures(table, figures), _shapes(table, figures), _armies(table, figures)
    queen = table.inner("bavmorda", "{ magic = 14, health = 6 }") if "bavmorda" in table else table.reading.table({})
    queen.only(("magic", "health", "from", "lines"))
    counts = table.inner("counts", "{ move = 2 }") if "counts" in table else table.reading.table({})
    counts.only(COUNTS)
    material = Material(
        table.text("id", "own") or "own",
        table.text("label", "A scenario of its own") or "",
        places,
        _edges(table, places),
        characters,
        *rest,
        (queen.count("magic", 0, _MOST_VALUE, 14), queen.count("health", 1, 6, 6)),
        table.one_of("dealer", "characters", ""),
        {key: counts.count(key, 0, _MOST_COUNT) for key in counts.raw if key in COUNTS},
        figures.found,
        dict(table.raw) if own else None,
    )
    if not reading.faults:
        for unfit, key, *told in _constraints(material):
            if unfit:
                table.fault(key, *wrong(*told))
    many = len([place for place in places.values() if place.hide is not None])
    odd = wrong("powers-not-eight", many)[0]
    return replace(material, warnings=(odd,)) if many != 8 else material


def _proper(name: object) -> bool:
    if not isinstance(name, str) or not 1 <= len(name) <= 40 or name in _TAKEN:
        return False
    return name.isascii() and name.replace("-", "").isalnum() and name.islower() and name[0] != "-"


#: Words of the language of actions, which no id may be.
_TAKEN = frozenset(
    ("here", "with", "on", "as", "to", "army", "treasure", "unknown", "any", "bavmorda", "good", "evil", "removed")
)


def _constraints(m: Material) -> Iterator[tuple[Any, ...]]:
    """What a scenario must have so that every rule can be applied: whether it lacks it, the key, and how that is told."""
    sides = [one.side for one in m.characters.values()]
    for side in SIDES:
        yield side not in sides, "characters", "no-side", side
        yield [army.side for army in m.armies.values()].count(side) > 1, "armies", "two-armies", side
    powers = [place.power for place in m.places.values() if place.power]
    for power in sorted({p for p in powers if powers.count(p) > 1}):
        yield True, "places", "power-twice", power
    for place in m.places.values():
        yield place.power and place.hide is None, "places", "power-without-hide", place.id
        yield place.treasure and (place.hide is None or place.power == "castle"), "places", "treasure-where", place.id
    lying = [place.treasure for place in m.places.values() if place.treasure]
    yield len(set(lying)) < len(lying), "places", "treasure-twice"
    yield (
        ELORA not in m.cards or m.cards[ELORA].kind != "special" or m.cards[ELORA].copies != 1,
        "cards",
        "no-elora",
        ELORA,
    )
    marked = [card for one in m.characters.values() for card in one.begins_with]
    for card in m.cards.values():
        yield card.kind == "spell" and card.resistance is None, "cards", "no-resistance", card.id
        yield card.kind == "foe" and f"health of {card.id}" not in m.figures, "cards", "no-foe-health", card.id
        yield card.kind == "special" and card.id != ELORA, "cards", "special", card.id
        yield marked.count(card.id) > card.copies, "characters", "marked-twice", card.id
    for one in m.characters.values():
        yield one.army and m.armies[one.army].side != one.side, "characters", "wrong-army", one.id
        yield one.loves and m.characters[one.loves].side == one.side, "characters", "loves-own-side", one.id
        for value in VALUES:
            yield getattr(one, value) is None and m.id != "text", "characters", "lacks", one.id, value
    yield len([1 for one in m.characters.values() if one.loves]) > 1, "characters", "two-lovers"
    yield m.dealer and m.characters[m.dealer].side != "good", "dealer", "dealer"
    if m.id != "text":
        yield "castle" not in powers, "places", "no-castle"
        apart = _apart(m)
        yield bool(apart), "edges", "no-way", ", ".join(apart)


def _apart(m: Material) -> list[str]:
    """The places that do not hang together with the first."""
    reached, edge = set[str](), set(list(m.places)[:1])
    while edge:
        reached |= edge
        edge = {there for here in edge for there in m.next_to[here]} - reached
    return [place for place in m.places if place not in reached]
