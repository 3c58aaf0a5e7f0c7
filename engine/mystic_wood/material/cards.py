"""The small cards: Knights, denizens, things and spells, with their values and where each value comes from.

The values are data (``data/cards.toml``), checked on load. A figure's ``provenance`` is "text" (printed in the rules),
"derived" (follows from a worked example), "public" (from public accounts) or "assumed" (a reconstruction).
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from engine.faults import Fault, ImpossibleSituation, UnreadableText

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


@dataclass(frozen=True, slots=True)
class Card:
    """One small card.

    ``kind`` is knight, denizen, thing, other (the Blessing), spell or area. ``table`` holds lines (lowest throw, highest
    throw or None for "and more", reaction); ``adds_prowess`` says that prowess is added to the throw. ``bearer`` is the
    (strength, prowess) it lends to whoever holds it.
    """

    id: str
    kind: str
    strength: int = 0
    prowess: int = 0
    provenance: str = "text"
    why: str | None = None
    quest: str | None = None
    approach_bonus: int = 0
    prowess_card: str | None = None
    gives: str | None = None
    always: str | None = None
    table: tuple[tuple[int, int | None, str], ...] = ()
    adds_prowess: bool = False
    companion: bool = False
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
        return self.id in CHALLENGERS

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


def _line(text: str) -> tuple[int, int | None]:
    """A line's span: "1-3" is (1, 3), "5" is (5, 5), "9+" is (9, None)."""
    if text.endswith("+"):
        return int(text[:-1]), None
    low, _, high = text.partition("-")
    return int(low), int(high or low)


def _card(card_id: str, kind: str, raw: Mapping[str, Any], where: str, faults: list[Fault]) -> Card | None:
    at = f"{where}, [{kind}.{card_id}]"
    if not isinstance(raw, Mapping):
        faults.append(Fault(at, "it is no table", "Write the values under a [kind.id] heading."))
        return None
    provenance = raw.get("from")
    if provenance not in PROVENANCE:
        faults.append(
            Fault(
                at,
                f"from = {provenance!r} says not where its values come from",
                f"Write from = one of {', '.join(PROVENANCE)}.",
            )
        )
    for key in ("strength", "prowess", "approach_bonus"):
        if not isinstance(raw.get(key, 0), int) or isinstance(raw.get(key), bool) or raw.get(key, 0) < 0:
            faults.append(Fault(at, f"{key} = {raw[key]!r} is no number of points", "Write a whole number from 0 up."))
            return None
    adds = "table_with_prowess" in raw
    table: list[tuple[int, int | None, str]] = []
    for span, reaction in raw.get("table_with_prowess" if adds else "table", {}).items():
        try:
            table.append((*_line(span), str(reaction)))
        except ValueError:
            faults.append(Fault(at, f"{span!r} is no span of throws", 'Write "1-3", "5" or "9+".'))
            return None
    table.sort()
    if table:
        expected = 2 if adds else 1
        for low, high, _ in table:
            if low != expected:
                faults.append(
                    Fault(
                        at,
                        f"its table misses or repeats a throw at {min(low, expected)}",
                        "The lines must follow one another without a gap.",
                    )
                )
                break
            expected = (high or 0) + 1
        if (table[-1][1] is None) is not adds or (not adds and table[-1][1] != 6):
            faults.append(
                Fault(
                    at,
                    "its table does not end where it must",
                    'With prowess it ends in "9+" or the like, otherwise at 6.',
                )
            )
    bearer = raw.get("bearer", {})
    return Card(
        card_id,
        kind,
        raw.get("strength", 0),
        raw.get("prowess", 0),
        str(provenance),
        raw.get("why"),
        raw.get("quest"),
        raw.get("approach_bonus", 0),
        raw.get("prowess_card"),
        raw.get("gives"),
        raw.get("always"),
        tuple(table),
        adds,
        bool(raw.get("companion", False)),
        (bearer.get("strength", 0), bearer.get("prowess", 0)),
        raw.get("half"),
        raw,
    )


def load_cards(path: str | Path | None = None) -> Cards:
    """The cards of a file (default: the project's own).

    Raises UnreadableText if it is no TOML, ImpossibleSituation with every constraint it breaks.
    """
    text, where = read_data("cards.toml", path)
    raw = parse_toml(text, where)
    faults: list[Fault] = []
    groups: dict[str, dict[str, Card]] = {}
    for kind in ("knight", "denizen", "thing", "other", "spell", "area"):
        groups[kind] = {}
        for card_id, values in raw.get(kind, {}).items():
            card = _card(card_id, kind, values, where, faults)
            if card is not None:
                groups[kind][card_id] = card
    wanted = {"knight": KNIGHTS, "thing": THINGS, "other": ("blessing",), "spell": _SPELLS, "denizen": _DENIZENS}
    for kind, ids in wanted.items():
        for card_id in ids:
            if card_id not in raw.get(kind, {}):
                faults.append(Fault(f"{where}, [{kind}.{card_id}]", "this card is missing", "Add it with its values."))
        for card_id in groups[kind]:
            if card_id not in ids:
                faults.append(Fault(f"{where}, [{kind}.{card_id}]", "the game has no such card", "Take it out."))
    for card_id, card in groups["denizen"].items():
        if not card.challenges and not card.table and not card.always:
            faults.append(
                Fault(
                    f"{where}, [denizen.{card_id}]",
                    "it is approached but has no table of reactions",
                    "Add table, table_with_prowess or always.",
                )
            )
        if card.challenges and not card.strength and not card.prowess:
            faults.append(
                Fault(
                    f"{where}, [denizen.{card_id}]",
                    "it challenges but has neither strength nor prowess",
                    "Add strength or prowess.",
                )
            )
    if faults:
        raise ImpossibleSituation(faults)
    return Cards(
        groups["knight"], groups["denizen"], {**groups["thing"], **groups["other"]}, groups["spell"], groups["area"]
    )


_SPELLS = ("mystic-horn", "mystic-wind", "mystic-fog")
_DENIZENS = (
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


def read_data(name: str, path: str | Path | None = None) -> tuple[str, str]:
    """The text of a data file and what to call it: the project's own ``name``, or the user's file at ``path``."""
    if path is None:
        return (Path(__file__).parent / "data" / name).read_text(encoding="utf-8"), name
    try:
        return Path(path).read_text(encoding="utf-8"), str(path)
    except (OSError, UnicodeDecodeError) as problem:
        raise UnreadableText(Fault(str(path), f"it cannot be read ({problem})", "Name a readable TOML file.")) from None


def parse_toml(text: str, where: str) -> dict[str, Any]:
    """The tables of a TOML text; UnreadableText naming the line when it is none."""
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as problem:
        raise UnreadableText(
            Fault(where, f"this is no TOML: {problem}", "Mend the line named; strings stand in quotes.")
        ) from None


@cache
def standard_cards() -> Cards:
    """The project's own cards, loaded once."""
    return load_cards()


@cache
def cards_of(edition: str) -> Cards:
    """The small cards an edition is played with."""
    return standard_cards()


CARDS = standard_cards()
DENIZENS = CARDS.denizens
PACK = CARDS.pack
