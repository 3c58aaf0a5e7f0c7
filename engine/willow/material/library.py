"""The scenarios known by name: "training", "text" (only what the booklet gives), and those loaded from a player's files."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from engine.text.keyed import TomlReader
from engine.willow.material.scenario import VALUES, Figure, Material, Printed, read_material
from engine.willow.material.source import SOURCE, wrong

if TYPE_CHECKING:
    from pathlib import Path

_KNOWN: dict[str, Material] = {}


def scenarios() -> Mapping[str, Material]:
    """Those known by id."""
    if not _KNOWN:
        data, text, where = SOURCE.load("training.toml")
        _KNOWN["training"] = material_from(data, where, text)
        _KNOWN["text"] = _only_text(_KNOWN["training"])
    return _KNOWN


def material_from(data: Mapping[str, Any], where: str, text: str | None = None) -> Material:
    """The scenario of a file's data. Raises ImpossibleSituation with every fault found."""
    reading = TomlReader(text, where)
    material = read_material(reading.table(data))
    reading.finish()
    return material


def load_scenario(path: str | Path) -> Material:
    """A scenario file of the player's own; from now on situations may name it. UnreadableText, or ImpossibleSituation."""
    data, text, where = SOURCE.load("", path)
    material = material_from(data, where, text)
    scenarios()
    known = _KNOWN.setdefault(material.id, material)
    if known != material:
        reading = TomlReader(text, where)
        reading.fault(("id",), *wrong("another-scenario", material.id))
        reading.finish()
    return known


def _only_text(training: Material) -> Material:
    """What the booklet itself gives: no links, no Hide, and no value that is not printed or derived (`setup.pointers`)."""
    figures = {name: figure for name, figure in training.figures.items() if figure.source in ("text", "derived")}
    characters = {name: one._replace(**_known_values(one, figures)) for name, one in training.characters.items()}
    places = {name: place._replace(hide=None, treasure="") for name, place in training.places.items()}
    label = "Only what the booklet gives: no map, no Hide values"
    return replace(
        training, id="text", label=label, edges=(), places=places, characters=characters, figures=figures, warnings=()
    )


def _known_values(one: Printed, figures: Mapping[str, Figure]) -> dict[str, Any]:
    return {value: getattr(one, value) if f"{value} of {one.id}" in figures else None for value in VALUES}


def figures(scenario: str = "training") -> tuple[dict[str, Any], ...]:
    """Every figure of a scenario, with where it comes from, as plain data."""
    return tuple({"name": name, **_told(figure)} for name, figure in scenarios()[scenario].figures.items())


def _told(figure: Figure) -> dict[str, Any]:
    return {key: value for key, value in figure._asdict().items() if value not in ("", None)}
