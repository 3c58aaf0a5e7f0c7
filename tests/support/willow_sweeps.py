"""What the Willow game answers to every key with every sort of value, and all that its scenarios hold, as golden text.

Each key of a situation and of a scenario is written with numbers at and beyond every bound, with words known and unknown, with
lists and tables: told is what is refused, or what the situation then says when it is written out. ``python -m
tests.support.willow_sweeps`` writes the files anew.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any
from zlib import crc32

from engine import willow
from engine.text.faults import Faulty
from engine.willow.material.scenario import POWERS, Material
from engine.willow.notation import keys
from tests.golden import text as golden_text
from tests.sources import ROOT

FOLDER = ROOT / "tests" / "golden" / "willow-data"
TRAINING = Path(willow.__file__).parent / "material" / "data" / "training.toml"
NUMBERS = (-1, 0, 1, 2, 3, 6, 7, 20, 21, 40, 41, 60, 99, 100, 999, 1000)
WORDS = (
    True,
    False,
    "",
    "no-such",
    "good",
    "willow",
    "tavern",
    "magic-spring",
    "sword",
    "fly",
    "pig",
    "three-acorns",
    "training",
    "any",
    "here",
    "unknown",
    "taken",
    "army-of-galladoorn",
)
LISTS: tuple[Any, ...] = (
    [],
    ["willow"],
    ["willow", "willow"],
    ["kael", "airk"],
    ["sword"],
    ["sword", "bow"],
    ["horse", "horse"],
    ["fly"],
    ["bear"],
    ["tavern"],
    ["tir-asleen", "tavern"],
    ["three-acorns"],
    ["good"],
    ["no-such"],
    [3],
    ["unknown"] * 40,
    ["unknown"] * 41,
)
TABLES: tuple[Any, ...] = ({}, {"willow": 1}, {"willow": 99}, {"willow": 100}, {"no-such": 1}, {"good": ["willow"]})
VALUES = (*NUMBERS, *WORDS, *LISTS, *TABLES)

_TWO = {"willow": {"at": "tavern"}, "kael": {"at": "tavern"}}
#: What a situation says beside the key that is tried: by the table of the key.
BASES: Mapping[str, dict[str, Any]] = {
    "": {},
    "characters.willow": {},
    "characters.kael": {},
    "places.tir-asleen": {},
    "sorsha": {},
    "seen": {},
    "switches": {},
    "controls": {},
    "clock": {"elora": "removed"},
    "fight": {"step": "fight", "characters": _TWO, "fight": {"at": "tavern"}},
    "fight.champions": {"step": "fight", "characters": _TWO, "fight": {"at": "tavern", "stage": "champions"}},
    "fight.bonus": {"step": "fight", "characters": _TWO, "fight": {"at": "tavern"}},
    "bavmorda": {
        "characters": {"willow": {"at": "nockmaar-castle"}},
        "fight": {"kind": "bavmorda", "at": "nockmaar-castle", "stage": "roll", "champions": {"good": "willow"}},
    },
    "pending": {
        "characters": {"willow": {"at": "tavern"}},
        "pending": {"kind": "search-place", "who": "willow", "place": "magic-spring"},
    },
}
_CHARACTER = (*(key.name for key in keys.CHARACTER), *keys.CHARACTER_MORE, "no-such")
#: The keys of each table.
KEYS: Mapping[str, tuple[str, ...]] = {
    "": (*(key.name for key in keys.TOP), *keys.MORE, "no-such"),
    "characters.willow": _CHARACTER,
    "characters.kael": ("face_up", "treasures", "foes", "army", "limit", "raziel_shape", "transformed"),
    "places.tir-asleen": (*(key.name for key in keys.PLACE), "no-such"),
    "sorsha": (*(key.name for key in keys.LOVE), "side", "leaving", "no-such"),
    "seen": ("elora", "hands", "good", "evil", "no-such"),
    "switches": ("dust_reach", "no-such"),
    "controls": ("ann", "kael"),
    "clock": ("evil_wins_after_round", "true_victor", "no-such"),
    "fight": (*(key.name for key in keys.FIGHT), "champions", "bonus", "no-such"),
    "fight.champions": ("good", "evil", "no-such"),
    "fight.bonus": ("good", "evil", "no-such"),
    "bavmorda": ("health", "no-such"),
    "pending": (*(key.name for key in keys.TASK), "no-such"),
}
#: The words that only some keys know.
MORE: Mapping[str, tuple[Any, ...]] = {
    "step": ("draw", "foes", "move", "heal", "fight", "power", "deal"),
    "setup": ("position", "dealt"),
    "values": ("scenario", "given"),
    "elora": ("removed",),
    "winner": ("evil", "nobody"),
    "scenario": ("text",),
    "game": ("willow", "gran"),
    "side": ("evil",),
    "kind": (*("characters", "foe"), *("search-here", "cast", "free", "love")),
    "stage": ("prepare", "cast", "champions", "roll"),
    "dust_reach": ("here", "anywhere"),
    "edition": ("tor",),
    "treasure": ("sceptre-of-tir-asleen",),
    "kael": (["kael", "sorsha"],),
    "ann": (["willow", "madmartigan", "airk", "franjean-rool", "kael", "sorsha"],),
    "reckoned": (["magic", "health"],),
}


def put(base: Mapping[str, Any], table: str, key: str, value: Any) -> dict[str, Any]:
    """The data with this value at the key of a table, whose parts are joined by dots."""
    data = dict(base)
    inner = data
    for part in filter(None, table.split(".")):
        inner[part] = inner = dict(inner.get(part, {}))
    inner[key] = value
    return data


def gathered(answers: Iterable[tuple[str, str]]) -> Iterator[str]:
    """What is answered, with all that is answered so: the same answer once."""
    found: dict[str, list[str]] = {}
    for asked, told in answers:
        found.setdefault(told, []).append(asked)
    for told, asked in found.items():
        yield f"  {' | '.join(asked)}\n    {told}"


def short(value: Any) -> str:
    """A value as it is named: a long list by its number."""
    return f"{len(value)} x {value[0]!r}" if isinstance(value, list) and len(value) > 5 else repr(value)


def faulty(refused: Faulty, value: Any) -> str:
    """The faults without the value that was tried; the first four of many."""
    lines = [f"{fault.where}: {fault.what}. {fault.fix}" for fault in refused.faults]
    for word in (value, *(value if isinstance(value, list | dict) else ())):
        lines = [line.replace(repr(word), "~").replace(f" {word} ", " ~ ") for line in lines]
    return "! " + " / ".join(map(cut, lines[:4])) + (f" / {len(lines)} in all" if len(lines) > 4 else "")


def cut(line: str) -> str:
    """A line, or of a long one its beginning and a digest of the whole."""
    return line if len(line) < 150 else f"{line[:120]}... {crc32(line.encode()):08x}"


def told_of(data: Mapping[str, Any], plain: Iterable[str], value: Any) -> str:
    """What is wrong with a situation, or which lines it is written with that ``plain`` has not."""
    try:
        lines = willow.dumps(willow.from_dict(data)).splitlines()
    except Faulty as refused:
        return faulty(refused, value)
    return ", ".join(cut(line) for line in lines if line not in plain) or "-"


def of_keys(table: str, keys: Sequence[str] = ()) -> str:
    """Every key of a table of a situation, or some of them, with every value."""
    base = {"scenario": "training", **BASES[table]}
    plain = set(willow.dumps(willow.from_dict(base)).splitlines())
    lines = []
    for key in keys or KEYS[table]:
        values = (*VALUES, *MORE.get(key, ()))
        answers = ((short(value), told_of(put(base, table, key, value), plain, value)) for value in values)
        lines += [f"[{table}] {key}", *gathered(answers)]
    return "\n".join(lines) + "\n"


# ------------------------------------------------------------------ scenarios


def all_of(material: Material) -> str:
    """All that a scenario holds, line by line, and where each figure comes from."""
    lines = [
        repr(material),
        f"edges {material.edges}",
        f"counts {dict(material.counts)}",
        f"powers {dict(material.powers)}",
    ]
    lines += [f"castle {material.castle}, lovers {material.lovers}, armies {[*material.army_of]}"]
    for group in (
        material.places,
        material.characters,
        material.cards,
        material.treasures,
        material.shapes,
        material.armies,
    ):
        lines += [str(thing) for thing in group.values()]
    lines += [f"{place} next to {', '.join(near)}" for place, near in material.next_to.items()]
    lines += [f"{name}: {tuple(figure)}" for name, figure in material.figures.items()]
    return "\n".join(lines) + "\n"


#: The tables of a scenario whose keys are tried: which, and all the keys.
SCENARIO: Mapping[str, tuple[str, ...]] = {
    "": ("id", "label", "edges", "edges_from", "treasures_from", "dealer", "bavmorda", "counts", "places", "no-such"),
    "places.tir-asleen": ("kind", "name_from", "hide", "power", "treasure", "no-such"),
    "places.tavern": ("hide", "power", "treasure"),
    "characters.airk": (
        "name",
        "side",
        "grows",
        "at",
        "at_from",
        "prowess",
        "magic",
        "stealth",
        "health",
        "army",
        "knows",
        "loves",
        "deals",
        "begins_with",
        "no-such",
    ),
    "characters.kael": ("army", "loves", "begins_with", "deals"),
    "cards.horse": (
        "kind",
        "side",
        "copies",
        "prowess",
        "magic",
        "stealth",
        "move",
        "health",
        "resistance",
        "when",
        "effect",
        "fails",
        "own_turn",
        "boxed",
        "colour",
        "name_from",
        "no-such",
    ),
    "cards.fly": ("kind", "resistance", "when", "effect", "fails"),
    "cards.bear": ("kind", "prowess", "health", "copies"),
    "cards.elora-danan": ("kind", "copies"),
    "cards.fly.effect": (
        "moves",
        "prowess",
        "finds",
        "harm",
        "heals",
        "transforms",
        "love",
        "turn",
        "spies",
        "from",
        "no-such",
    ),
    "treasures.three-acorns": ("from", "prowess", "magic", "stealth", "frees", "halves", "companion", "no-such"),
    "shapes.pig": ("from", "prowess", "stealth", "loveless", "no-such"),
    "armies.army-of-nockmaar": ("side", "home", "prowess", "stealth", "betrays", "no-such"),
    "bavmorda": ("magic", "health", "from", "lines", "no-such"),
    "counts": ("move", "limit_good", "dice", "no-such"),
}
_GIVEN: tuple[Any, ...] = (
    {"value": 3},
    {"value": 41, "from": "text"},
    {"value": 2, "from": "assumed", "why": "w", "lines": "1-2", "source": "S"},
    {"from": "text"},
    {"value": 2, "from": "nowhere"},
    {"value": "any", "from": "derived"},
    {"value": True, "from": "public"},
    {"value": ["before-move", "before-fight"], "from": "text"},
    {"value": 2, "more": 1},
)
FACTS: Mapping[str, tuple[Any, ...]] = {
    "edges": (
        [["tavern"]],
        [["tavern", "tavern"]],
        [["tavern", "crossroads"], ["crossroads", "tavern"]],
        [["tavern", "no-such"]],
    ),
    "dealer": ("airk", "kael"),
    "power": POWERS,
    "at_from": ("text", "assumed"),
    "edges_from": ("public",),
    "side": ("evil",),
    "treasures_from": ("derived",),
    "treasure": ("unnamed-6",),
    "grows": ("magic", "prowess"),
    "army": ("army-of-nockmaar",),
    "loves": ("airk", "kael"),
    "kind": ("keep", "friend", "foe", "discard", "spell", "special"),
    "when": ("before-move", "before-fight", ["any"], ["any", "never"]),
    "colour": ("red", "blue", "black", "none"),
    "from": ("text", "public"),
    "begins_with": (["horse"] * 4, ["horse"] * 5),
    "effect": ({"harm": 6}, {"harm": 7}, {"finds": "tavern"}, {"from": "text"}),
    "finds": ("any",),
    "home": ("nockmaar-castle",),
    "places": ({f"p{n}": {} for n in range(61)},),
    "companion": ("possum",),
}


def of_scenario(table: str, keys: Sequence[str] = ()) -> str:
    """Every key of a table of the training scenario, or some: what is refused, or what the scenario then holds."""
    data = tomllib.loads(TRAINING.read_text(encoding="utf-8"))
    plain = set(all_of(willow.material_from(data, "t")).splitlines())
    lines = []
    for key in keys or SCENARIO[table]:
        values = (*NUMBERS, *WORDS, *LISTS[:9], *TABLES[:2], *_GIVEN, *FACTS.get(key, ()))
        answers = ((short(value), _scenario_told(put(data, table, key, value), plain, value)) for value in values)
        lines += [f"[{table}] {key}", *gathered(answers)]
    return "\n".join(lines) + "\n"


def _scenario_told(data: Mapping[str, Any], plain: set[str], value: Any) -> str:
    try:
        material = willow.material_from(data, "t")
    except Faulty as refused:
        return faulty(refused, value)
    return " & ".join(cut(line) for line in all_of(material).splitlines() if line not in plain) or "-"


def _name(table: str) -> str:
    return table.replace(".", "-") or "whole"


#: The golden texts by name that tell of keys: each with its keys, and is made by what stands beside it of some or all of them.
OF_KEYS: Mapping[str, tuple[Sequence[str], Callable[..., str]]] = {
    **{f"situation-{_name(table)}": (keys, partial(of_keys, table)) for table, keys in KEYS.items()},
    **{f"scenario-{_name(table)}": (keys, partial(of_scenario, table)) for table, keys in SCENARIO.items()},
}
#: All golden texts, and what makes them.
TEXTS: Mapping[str, Callable[[], str]] = {
    **{name: make for name, (_, make) in OF_KEYS.items()},
    "training": lambda: all_of(willow.scenarios()["training"]),
    "text": lambda: all_of(willow.scenarios()["text"]),
}

if __name__ == "__main__":
    golden_text.write(FOLDER, TEXTS)
