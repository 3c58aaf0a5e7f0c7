"""The keys of a situation as tables: how each is read, its default, how it is written, and what it means.

``docs/situations.md`` is made of these tables.
"""

from __future__ import annotations

from typing import Any

from engine.mystic_wood.material.cards import COMPANIONS, DENIZENS, KNIGHTS, LOST_ONES, PACK, THINGS
from engine.mystic_wood.material.ledger import editions, ledger
from engine.mystic_wood.material.wood import Wood
from engine.mystic_wood.position.actions import SPOILS
from engine.mystic_wood.position.table import Ignored, Peace
from engine.text.keyed import Key, TomlReader, TomlTable, as_is, count, flag, ids, one_of, written

#: Where the whole list of keys and words stands.
DOCS = "docs/situations.md"
MOMENTS = ("start", "arrived", "after")
VARIANTS = ("cooperative", "hidden")
POWERS = ("key", "wand", "arch-mage", "escaped", "went-in", "joint", "stalemate", "pray", "jousted", "fought")
PROWESS_CARDS = tuple(card.id for card in DENIZENS.values() if card.prowess_card)
#: The group of a reading that holds the seats of the game.
SEATS = "seats"
#: And the group that holds the areas of the edition's Wood.
GRID = "areas"
#: Denizens and things: what a small card can be.
_SMALL = (*PACK, *THINGS, "blessing")
_DISPUTED = (*THINGS, *KNIGHTS, "king", *(card.id for card in DENIZENS.values() if not card.challenges))
_ARRIVED = "how he came here; earlier: by transportation, but he has had a turn here since"
#: More than any game reaches; beyond it a number is a slip.
_FULL_TURNS, _RANKS, _FORFEITS, _NUMBER = 3, 99, 8, 99


def _text(table: TomlTable, key: str) -> str:
    return table.text(key) or ""


def _hidden(table: TomlTable, key: str) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Denizens lying face down, each with the Knights who know it."""
    inner = table.inner(key, '{ orc = ["george"] }')
    return tuple(sorted((card, inner.ids(card, SEATS)) for card in inner.raw))


def _tables(key: str, example: str, keys: tuple[Key, ...], made: Any) -> Any:
    """The reading of a list of tables, each made into ``made``; one that lacks a key without default is left out."""

    def read(table: TomlTable, name: str) -> tuple[Any, ...]:
        found = []
        for entry in table.tables(name, example):
            entry.path = (*table.path, name)
            values = entry.record(keys, f"{name} = [{example}]")
            if values is not None:
                found.append(made(**values))
        return tuple(sorted(set(found)))

    return read


def _dicts(keys: tuple[Key, ...]) -> Any:
    return lambda entries: [written(entry, keys) for entry in entries]


IGNORED = (
    Key("denizen", one_of(tuple(DENIZENS)), about="who takes no notice"),
    Key("area", one_of(GRID), about="where"),
    Key("guards", lambda table, key: table.flag(key, True), True, about="whether it still guards the loose things"),
    Key("parted", lambda table, key: table.flag(key, False), False, about="whether it was his companion"),
)
PEACE = (
    Key("knight", one_of(SEATS), about="whom he may not challenge again yet"),
    Key("area", one_of(GRID), about="where they jousted"),
)
#: The keys of [knights.NAME], but for ``at``, which is always written; named as the fields of a Knight.
KNIGHT = (
    Key("came_from", _text, about="the area he could withdraw to"),
    Key("things", ids(THINGS), (), about="things he carries"),
    Key("companions", ids(COMPANIONS), (), about="companions with him"),
    Key("prowess_cards", ids(PROWESS_CARDS), (), about="ids of those beaten or rescued who give extra prowess"),
    Key("horse", flag(), False, about="he rides the Horse"),
    Key("grail", flag(), False, about="he has the Grail"),
    Key("blessing", flag(), False, about="he has the Blessing"),
    Key("inside", flag(), False, about="in the Cave, or over on the Island"),
    Key("imprisoned", flag(), False, about="a prisoner in the Tower"),
    Key("captured", flag(), False, about="a captive of the Enchantress"),
    Key("king", flag(), False, about="he has become King"),
    Key("quest_done", flag(), False, about="the Dragon is slain, or the turns in the Cave are spent"),
    Key("must_rescue", ids(LOST_ONES), (), about="whom he must rescue (default: who is with him or lies where he is)"),
    Key(
        "ignored_by",
        _tables("ignored_by", '{ denizen = "elf", area = "c2" }', IGNORED, Ignored),
        (),
        _dicts(IGNORED),
        "denizens who remained and take no notice of him",
    ),
    Key("fighting", one_of((*DENIZENS, *KNIGHTS)), about="the opponent in a tied fight"),
    Key("out", flag(), False, about="out of the game"),
    Key("arrived", one_of(("walked", "transported", "earlier"), "walked"), "walked", about=_ARRIVED),
    Key("prayer_turns", count(2), 0, about="full turns of prayer so far"),
    Key("cave_turns", count(20), 0, about="full turns in the Cave so far"),
    Key("met", ids(tuple(DENIZENS)), (), about="met on this visit"),
    Key("met_last_turn", ids(tuple(DENIZENS)), (), about="met on his turn before"),
    Key("met_this_turn", ids(tuple(DENIZENS)), (), about="met in the turn under way"),
    Key("freed", flag(), False, about="freed from the Enchantress and still in her area"),
    Key(
        "at_peace",
        _tables("at_peace", '{ knight = "roland", area = "c2" }', PEACE, Peace),
        (),
        _dicts(PEACE),
        "Knights he may not challenge again yet",
    ),
    Key(
        "forfeits",
        lambda table, key: table.ids(key, tuple(ledger()), True, True, _FORFEITS),
        (),
        about="a rule id for each coming turn he forfeits",
    ),
    Key("partners", ids(SEATS), (), about="with whom he has combined"),
    Key("challenger", flag(), False, about="in a tied joust: he challenged"),
    Key("helped", flag(), False, about="the Prince has helped in this undecided fight"),
    Key("dispute", one_of(_DISPUTED), about="what a joust between partners is about"),
    Key("due", ids(SPOILS), (), about="his share of a fallen King's hand, nobody's until all have agreed"),
    Key("castle_rank", count(_RANKS), 0, about="in the Castle: 1 for who has been there longest"),
    Key("left_behind", ids(LOST_ONES), (), about="lost ones he left behind"),
    Key("came", ids(tuple(DENIZENS)), (), about="who came to him while he stood there, not met yet"),
    Key(
        "passable",
        ids(tuple(DENIZENS)),
        (),
        about="whom he may meet or pass by, since a joust has lifted that they remained",
    ),
    Key("knows_armour", flag(), False, about="hidden cards: he knows where the Armour is"),
)
#: The keys of [areas.NAME] that say which card lies there and how; :mod:`reading` makes the card of them.
CARD = (
    Key("tile", _text, about="an id of the tile set; paths, name and glade follow from it"),
    Key("paths", as_is, about="instead: the edges its paths reach as it lies"),
    Key("name", _text, about="a named area; without paths the card that bears the name"),
    Key("glade", flag(), about="with paths: false for an area without a clearing"),
    Key("own", flag(), False, about="with paths: a card of its own, not one of the set"),
    Key("turned", flag(), False, about="turned by 180 degrees since it was revealed"),
    Key("face", one_of(("up", "down")), about="down: it has not been revealed"),
    Key("drawn", flag(), about="false: its small card has not been drawn yet"),
)
#: The keys of [areas.NAME] that say what lies on the card; named as the fields of an Area.
CONTENTS = (
    Key("denizens", ids(tuple(DENIZENS)), (), about="who is there"),
    Key("things", ids(THINGS), (), about="loose things"),
    Key("things_outside", ids(THINGS), (), about="things outside the Cave or short of the Island"),
    Key("seen", ids(SEATS), (), about="face down: who has looked at it"),
    Key("storm", count(_FULL_TURNS), 0, about="full turns a storm still lasts"),
    Key("storm_by", one_of(SEATS), about="who made the storm (default: whose turn it is)"),
    Key("storm_fresh", flag(), False, about="the storm was raised in this turn"),
    Key("storm_open", flag(), False, about="the storm of this turn closes the area only when the turn has ended"),
    Key("hidden", _hidden, (), lambda hidden: {card: list(seers) for card, seers in hidden}, "who lies face down"),
)
#: The keys of an entry of ``pending``; named as the fields of a Pending.
PENDING = (
    Key("kind", one_of("kinds"), about="what waits"),
    Key("who", one_of(SEATS), about="who decides; left out for chance"),
    Key("knight", one_of(SEATS, ""), "", about="whom it concerns"),
    Key("of", _text, "", about="the other side: a denizen, Knight or thing"),
    Key("area", _text, "", about="the area it is about"),
    Key("way", _text, "", about="the direction"),
    Key("aid", TomlTable.words, (), about="who helps the Knight"),
    Key("foe_aid", TomlTable.words, (), about="who helps the Knight he jousts with"),
    Key("partners", TomlTable.words, (), about="who goes along, or has lost with one"),
    Key("to_ask", TomlTable.words, (), about="who is still to be asked"),
    Key("drawn", TomlTable.words, (), about="small cards drawn so far"),
    Key("holder", _text, "", about="the beaten Knight whose companion is approached as a prize"),
    Key("purpose", _text, "", about="why an area card is turned up: explore, horse or here"),
    Key("number", count(_NUMBER), 0, about="a throw that has fallen, or how many cards are still drawn"),
    Key("leaving", flag(), False, about="he is about to walk away, not arriving"),
    Key("price", _text, "", about="what is asked in return"),
    Key("prize", _text, "", about="the prize that was named"),
    Key("taker", _text, "", about="the fellow victor who is to have the prize"),
)
#: The keys of the whole situation, but for the tables areas and knights.
TOP = (
    Key("game", one_of(("mystic-wood",)), "mystic-wood", about="which game it is"),
    Key("edition", one_of(editions()), about="whose rules are played"),
    Key("order", as_is, (), about="the seats in playing order (default: the Knights listed)"),
    Key("turn", one_of(SEATS), about="whose turn it is (default: the first of order)"),
    Key("moment", one_of(MOMENTS, "start"), "start", about="start of the turn, arrived, or after the move"),
    Key("variants", ids(VARIANTS), (), about="cooperative, hidden"),
    Key("removed", ids(_SMALL), (), about="small cards out of the game"),
    Key("next_cards", ids(PACK, ordered=True), (), about="the pack, stacked, top first"),
    Key("powers", ids(POWERS), (), about="powers used in this turn"),
    Key("winners", ids(SEATS, ordered=True), (), about="who has won"),
    Key("stayed", flag(), about="false: he has left his place in this turn"),
    Key("over", flag(), False, about="the game is over"),
    Key("pending", as_is, (), about="a stack of what waits to be decided, the last entry first"),
)
TABLES = ("areas", "knights")


def area_known(reading: TomlReader, wood: Wood, path: tuple[str, ...], area: object, what: str) -> bool:
    """Whether it is an area of the grid; a fault if it is not."""
    if isinstance(area, str) and area in wood.index:
        return True
    fix = f"Areas are {wood.areas[0]} (south-west) to {wood.areas[-1]} (north-east)."
    reading.fault(path, what, fix, "unknown-area")
    return False
