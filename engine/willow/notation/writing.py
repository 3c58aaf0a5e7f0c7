"""Situations written: as plain data, as text, and as one-line codes."""

from __future__ import annotations

from typing import Any

from engine.text import codes
from engine.text.keyed import plain, text_of, written
from engine.willow.material.library import scenarios
from engine.willow.material.scenario import VALUES
from engine.willow.material.source import default_edition
from engine.willow.notation.keys import CHARACTER, FIGHT, TASK, TOP
from engine.willow.position.table import UNKNOWN, Character, Position

NAME = "willow"
CODE_PREFIX = "wi1-"
_WORDS = (
    b'"game":"willow","scenario":"training","controls":{"good":["willow","madmartigan","airk","franjean-rool"],"evil":["kael",'
    b'"sorsha"]},"round":,"side":"good","step":"move","characters":{"at":"crossroads","hand":["unknown","elora-danan"],"face_up":'
    b'["sword","horse","magic-talisman","boots-of-stealth"],"spells":["bolt-of-flame","magical-attack"],"treasures":["fin-raziel"],'
    b'"raziel_shape":"possum","health":3,"prowess":4,"magic":5,"reckoned":["magic","health"],"spent":2,"stopped":true,"found":true,'
    b'"powers_used":["standing-stones"],"places":{"nockmaar-castle":{"treasure":"taken"},"tir-asleen":"mountain-pass","north-road",'
    b'"army-of-galladoorn","river-landing","tavern","army":true,"discards":["bear","death-dogs"],"seen":{"elora":[],"hands":{},'
    b'"pending":{"kind":"search-place","who":"place":,"fight":{"at":,"stage":"champions"},"word":"good","elora":"unknown"'
)


def _character(position: Position, one: Character) -> dict[str, Any]:
    printed = position.material.characters[one.id]
    entry: dict[str, Any] = {"at": one.at}
    reckoned = []
    for value in VALUES:
        held, default = (
            getattr(one, value),
            None if position.values_given and value != "health" else getattr(printed, value),
        )
        if value == "health" and default is None:
            default = position.material.count("pointer_max")
        if value in one.given or held != default:
            entry[value] = held
            if value not in one.given:
                reckoned.append(value)
    entry |= written(one, CHARACTER)
    if one.spent:
        entry["spent"] = one.spent
    if one.due != due_by_default(position.side, position.step, one.foes):
        entry["due"] = one.due
    return entry | ({"reckoned": reckoned} if reckoned else {})


def due_by_default(side: str, step: str, foes: tuple[str, ...]) -> int:
    """How many Foes are to be fought in this turn where nothing is said: all until they have been fought."""
    return len(foes) if side == "good" and step in ("draw", "foes") else 0


def default_suspects(position: Position) -> tuple[str, ...]:
    """Who may hold Elora Danan where nothing is said: whoever of the holder's side has a card; all Good ones if it is unknown."""
    if position.elora == "removed":
        return ()
    if not position.holder:
        return tuple(one.id for one in position.of_side("good"))
    return tuple(one.id for one in position.of_side(position.character(position.holder).side) if one.hand)


def boxed_by_default(position: Position) -> bool:
    """Whether Possum and Transformation Spell are still boxed where nothing is said: they are nowhere else."""
    seen = position.in_sight()
    seen.update(position.discards)
    spells = any(card.boxed and seen[card.id] for card in position.material.cards.values())
    companions = {t.companion: t.id for t in position.material.treasures.values() if t.companion}
    used = {one.transformed for one in position.characters} | ({position.fight.shape} if position.fight else set())
    held = any(t in companions.values() for one in position.characters for t in one.treasures)
    return not spells and not held and not used & set(companions)


def _places(position: Position) -> dict[str, Any]:
    found: dict[str, Any] = {}
    lying, hides = dict(position.lying), dict(position.hides)
    for place in position.material.places.values():
        entry: dict[str, Any] = {}
        if place.id in hides:
            entry["hide"] = hides[place.id]
        if lying.get(place.id, "") != place.treasure:
            entry["treasure"] = lying.get(place.id) or "taken"
        if place.power == "city" and position.freed_by:
            entry["freed"] = True
        if entry:
            found[place.id] = entry
    return found


def _fight(position: Position) -> dict[str, Any]:
    fight = position.fight
    if fight is None:
        return {}
    entry = written(fight, FIGHT) | {"at": fight.at, "side": fight.side}
    for key, prefix in (("champions", ""), ("bonus", "bonus_")):
        inner = {side: getattr(fight, prefix + side) for side in ("good", "evil") if getattr(fight, prefix + side)}
        if inner:
            entry[key] = inner
    return {"fight": entry} | ({"bavmorda": {"health": fight.health}} if fight.kind == "bavmorda" else {})


def _seen(position: Position) -> dict[str, Any]:
    entry: dict[str, Any] = {}
    if position.suspects != default_suspects(position):
        entry["elora"] = list(position.suspects)
    for side in ("good", "evil"):
        places = [place for place in position.material.places if (side, place) in position.looked]
        if places:
            entry[side] = places
    hands = {one.id: list(one.known) for one in position.characters if one.known}
    return entry | ({"hands": hands} if hands else {})


def _sorsha(position: Position) -> dict[str, Any]:
    love, lovers = position.love, position.material.lovers
    if lovers is None:
        return {}
    found: dict[str, Any] = {"in_love": love.in_love, "times_met": love.times_met, "rolled_this_round": love.rolled}
    found = {key: value for key, value in found.items() if value}
    her = position.character(lovers[0])
    if her.side != position.material.characters[her.id].side:
        found["side"] = her.side
    at_castle = her.side == "good" and her.at == position.material.castle and not her.spent
    if love.leaving != (at_castle and "side" in found and position.step in ("deal", "draw", "foes", "move")):
        found["leaving"] = love.leaving
    return found


def to_dict(state: Position) -> dict[str, Any]:
    """The situation as plain data, as ``--json`` prints it. Every character's ``at``, the side and the step are spelled out."""
    position, material = state, state.material
    shipped = material.data is None and scenarios().get(material.id) == material
    draws = position.step == "draw" or position.draws
    unheld = position.elora == "removed" or (position.elora == UNKNOWN and not position.holder)
    clock = {"evil_wins_after_round": position.clock, "true_victor": position.deliverer}
    top = ((key, getattr(position, key.name)) for key in TOP)
    sorsha, seen, places = _sorsha(position), _seen(position), _places(position)
    # Each key with its value, and whether it is written.
    rows: tuple[tuple[str, Any, object], ...] = (
        ("game", NAME, True),
        ("edition", position.edition, position.edition != default_edition()),
        ("switches", dict(position.chosen), position.chosen),
        ("scenario", material.id, shipped),
        ("material", material.data, not shipped),
        ("controls", {seat: list(own) for seat, own in position.controls}, True),
        ("values", "given", position.values_given),
        *((key.name, plain(value), value != key.default and value not in ("", (), frozenset())) for key, value in top),
        ("draws", dict(position.draws), draws),
        ("over_limit", list(position.too_many), position.too_many),
        ("searched", sorted(position.searched), position.searched),
        ("fought", sorted(position.fought), position.fought),
        ("disputed", sorted(position.disputed), position.disputed),
        ("boxed", position.boxed, position.boxed != boxed_by_default(position)),
        ("elora", position.elora, unheld),
        ("freed_by", position.freed_by, position.freed_by not in ("", UNKNOWN)),
        ("winner", position.won, position.won),
        *((name, value, True) for name, value in _fight(position).items()),
        ("pending", None if position.task is None else written(position.task, TASK), position.task is not None),
        ("sorsha", sorsha, sorsha),
        ("clock", clock, position.clock),
        ("seen", seen, seen),
        ("places", places, places),
        ("characters", {one.id: _character(position, one) for one in position.characters}, True),
    )
    return {name: value for name, value, is_written in rows if is_written}


def dumps(state: Position) -> str:
    """The canonical text of a situation; reading it gives an equal state."""
    return text_of(to_dict(state), ("places", "characters"))


def code(state: Position) -> str:
    """The situation as one URL-safe line; reading it gives an equal state."""
    return codes.pack(CODE_PREFIX, to_dict(state), _WORDS)


def unpacked(text: str) -> dict[str, Any]:
    """The plain data of a code. UnreadableText if it is mistyped or cut short: it is refused, never misread."""
    return codes.unpack(CODE_PREFIX, text, _WORDS)
