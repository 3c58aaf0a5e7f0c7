"""The keys of a situation, each with its reading and its default: one table serves readers, writers and the documentation."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.text.keyed import Key, TomlTable, count, flag, ids, one_of
from engine.willow.material.scenario import SIDES
from engine.willow.position.table import FIGHTS, STAGES, STEPS, TASKS

_MOST = 40


def words(table: TomlTable, key: str) -> tuple[str, ...]:
    """The reading of a key that is a list of any words."""
    return table.words(key)


def numbered(known: str, high: int) -> Any:
    """The reading of a key that gives a number to some of the known words, in the order written."""

    def read(table: TomlTable, key: str) -> tuple[tuple[str, int], ...]:
        inner = table.inner(key, "{ willow = 1 }")
        inner.only(table.known(known))
        return tuple((name, inner.count(name, 0, high)) for name in inner.raw if name in table.known(known))

    return read


#: The keys of the whole situation that a position keeps under the same name.
TOP = (
    Key("round", count(999, 1), 1),
    Key("last_round", count(999), 0),
    Key("side", one_of(SIDES)),
    Key("step", one_of(STEPS)),
    Key("word", one_of("seats"), ""),
    Key("passed", ids("seats", ordered=True), ()),
    Key("answering", flag(), False),
    Key("alone", one_of("characters"), ""),
    Key("extra", ids("characters", ordered=True, repeated=True), ()),
    Key("dealt", ids("characters", ordered=True), ()),
    Key("disputed", words, ()),
    Key("next_cards", ids("cards", ordered=True, repeated=True), ()),
    Key("discards", ids("cards", repeated=True), ()),
    Key("victors", ids("characters", ordered=True), ()),
    Key("slayer", one_of("characters"), ""),
)
#: The other keys of the whole situation.
MORE = (
    "game",
    "edition",
    "scenario",
    "material",
    "switches",
    "controls",
    "setup",
    "values",
    "draws",
    "over_limit",
    "searched",
    "fought",
    "boxed",
    "elora",
    "freed_by",
    "winner",
    "characters",
    "places",
    "fight",
    "pending",
    "bavmorda",
    "sorsha",
    "clock",
    "seen",
)
#: The keys of [characters.ID] that a character keeps under the same name and that have a plain default.
CHARACTER = (
    Key("hand", ids("hand", repeated=True, most=_MOST), ()),
    Key("face_up", ids("cards", repeated=True, most=_MOST), ()),
    Key("spells", ids("cards", repeated=True, most=_MOST), ()),
    Key("treasures", ids("treasures"), ()),
    Key("raziel_shape", one_of("shapes"), ""),
    Key("army", flag(), False),
    Key("transformed", one_of("shapes"), ""),
    Key("foes", ids("cards", ordered=True, repeated=True, most=_MOST), ()),
    Key("limit", count(_MOST), 0),
    Key("powers_used", ids("places"), ()),
    Key("stopped", flag(), False),
    Key("flying", count(_MOST), 0),
    Key("finds", ids("finds", ordered=True, repeated=True), ()),
    Key("group", ids("characters", ordered=True), ()),
    Key("left", ids("places", ordered=True, repeated=True), ()),
    Key("found", flag(), False),
    Key("fought_foe", flag(), False),
    Key("cast", ids("cards", repeated=True), ()),
    Key("gained_prowess", flag(), False),
    Key("gained_magic", flag(), False),
    Key("answered", flag(), False),
)
#: Those with a default of the scenario, or that stand for another: read and written apart.
CHARACTER_MORE = ("at", "prowess", "magic", "stealth", "health", "moved", "spent", "due", "reckoned")
PLACE = (
    Key("hide", count(_MOST)),
    Key("treasure", one_of("lying"), None),
    Key("army", one_of("armies"), ""),
    Key("freed", flag(), False),
)
FIGHT = (
    Key("at", one_of("places"), ""),
    Key("kind", one_of(FIGHTS), "characters"),
    Key("stage", one_of(STAGES), "prepare"),
    Key("side", one_of(SIDES), ""),
    Key("passes", count(2), 0),
    Key("foe", one_of("cards"), ""),
    Key("shape", one_of("shapes"), ""),
    Key("target", one_of("characters"), ""),
)
TASK = (
    Key("kind", one_of(TASKS), ""),
    Key("who", one_of("characters"), ""),
    Key("group", ids("characters", ordered=True), ()),
    Key("place", one_of("places"), ""),
    Key("card", one_of("cards"), ""),
    Key("target", one_of("targets"), ""),
    Key("shape", one_of("shapes"), ""),
    Key("number", count(99), 0),
    Key("cause", TomlTable.text, ""),
    Key("by", one_of("causes"), ""),
    Key("asks", ids("characters", ordered=True), ()),
    Key("action", TomlTable.text, ""),
)
LOVE = (Key("in_love", flag(), False), Key("times_met", count(99), 0), Key("rolled_this_round", flag(), False))
DEFAULTS: Mapping[str, Any] = {key.name: key.default for key in CHARACTER}
