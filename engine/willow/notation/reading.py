"""Situations read: every key, then the whole held against what can be; all faults are told at once."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from engine.text.faults import shown
from engine.text.keyed import TomlReader, TomlTable
from engine.willow.material.library import scenarios
from engine.willow.material.scenario import ELORA, SIDES, VALUES, Material, read_material
from engine.willow.material.source import DOCS, default_edition, editions, switches, wrong
from engine.willow.notation.checking import faults
from engine.willow.notation.keys import (
    CHARACTER,
    CHARACTER_MORE,
    DEFAULTS,
    FIGHT,
    LOVE,
    MORE,
    PLACE,
    TASK,
    TOP,
    numbered,
)
from engine.willow.notation.writing import NAME, boxed_by_default, default_suspects, due_by_default
from engine.willow.position.draft import Draft
from engine.willow.position.table import UNKNOWN, Character, Fight, Love, Position, Task
from engine.willow.rules.casting import involved
from engine.willow.rules.fighting import open_foe
from engine.willow.rules.moving import ask_him
from engine.willow.rules.turns import go_on, settle_draws

_SEAT = 20


def read(raw: Mapping[str, Any], text: str | None = None) -> Position:
    """The position a situation's plain data describes. ImpossibleSituation carries every fault found."""
    reading = TomlReader(text, more=DOCS)
    top = reading.table(raw)
    top.only((*(key.name for key in TOP), *MORE))
    top.one_of("game", (NAME,))
    so_far = len(reading.faults)
    material = _material(top)
    if len(reading.faults) > so_far:
        reading.finish()  # what else is written cannot be read without its scenario
    _groups(reading, material)
    controls = _controls(top, material)
    reading.groups["seats"] = tuple(seat for seat, _ in controls)
    if top.one_of("setup", ("position", "dealt"), "position") == "dealt":
        raw = {**raw, **_dealt(material)}
        top = TomlTable(reading, raw)
    position = _assembled(top, material, controls)
    if not reading.faults:
        for unfit, path, name, *about in faults(position, raw):
            if unfit:
                reading.fault(path.split("."), *wrong(name, *about))
    reading.finish()
    return _opened(position)


def _material(top: TomlTable) -> Material:
    """The scenario: named, or inline; without either only what the booklet gives is known."""
    if "material" in top:
        return read_material(top.inner("material", "{ places = { ... } }"), own=True)
    return scenarios()[top.one_of("scenario", tuple(scenarios()), "text")]


def _groups(reading: TomlReader, m: Material) -> None:
    groups = ("places", "characters", "cards", "treasures", "shapes", "armies")
    reading.groups |= {name: tuple(getattr(m, name)) for name in groups}
    reading.groups["hand"] = (*m.cards, UNKNOWN)
    reading.groups["finds"] = ("any", *m.places)
    reading.groups["lying"] = (*m.treasures, "taken", UNKNOWN)
    reading.groups["targets"] = (*m.characters, *m.cards, *m.treasures)
    reading.groups["causes"] = (*m.characters, *m.cards, "bavmorda")


def _controls(top: TomlTable, m: Material) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Who plays whom; where nothing is said one plays Good, one Evil (`setup.two-players`, `setup.choose-characters`)."""
    by_side = _by_side(top, m)
    if "controls" not in top:
        return by_side
    inner = top.inner("controls", '{ ann = ["willow"], bob = ["kael"] }')
    found: dict[str, tuple[str, ...]] = {}
    for seat in inner.raw:
        if not _names_a_seat(seat):
            top.fault("controls", *wrong("seat-name", shown(seat)))
        own = inner.ids(seat, "characters")
        found[seat] = tuple(name for name in m.characters if name in own)
    played = [name for own in found.values() for name in own]
    for name in m.characters:
        if played.count(name) != 1:
            top.fault("controls", *wrong("two-seats" if name in played else "no-seat", name))
    return tuple(found.items()) if len(played) == len(set(played)) == len(m.characters) else by_side


def _names_a_seat(seat: str) -> bool:
    plain = seat.isascii() and seat.replace("-", "").isalnum() and seat.islower()
    return plain and seat[:1].isalpha() and len(seat) <= _SEAT


def _by_side(top: TomlTable, m: Material) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """One player for each side."""
    sorsha, sides = top.raw.get("sorsha"), {name: one.side for name, one in m.characters.items()}
    if isinstance(sorsha, Mapping) and sorsha.get("side") in SIDES and m.lovers is not None:
        sides[m.lovers[0]] = str(sorsha["side"])  # whoever has changed is played by the other player (`sorsha.control`)
    return tuple((side, tuple(name for name in m.characters if sides[name] == side)) for side in SIDES)


def _dealt(m: Material) -> dict[str, Any]:
    """The start of a game (`setup.armies`, `setup.triangles`, `setup.evil-hands`, `setup.elora-deal`, `setup.start-spaces`)."""
    characters: dict[str, dict[str, Any]] = {}
    good = [one.id for one in m.characters.values() if one.side == "good"]
    draws = {one.id: one.deals for one in m.characters.values() if one.deals}
    dealer = m.dealer or good[0]
    if m.dealer:
        draws[dealer] = draws.get(dealer, 0) + len(good) - 1
    for one in m.characters.values():
        hand = [*one.begins_with, *([ELORA] if one.id == dealer else [])]
        characters[one.id] = {"hand": hand, "army": bool(one.army)}
    places = {place.id: {"treasure": UNKNOWN} for place in m.places.values() if place.treasure}
    return {
        "step": "deal",
        "side": "good",
        "characters": characters,
        "draws": draws,
        "places": places,
        "seen": {"elora": [dealer]},
    }


def _assembled(top: TomlTable, m: Material, controls: tuple[tuple[str, tuple[str, ...]], ...]) -> Position:
    """The one place where what was read becomes a position."""
    values = top.values(TOP)
    side, step = values.pop("side") or "good", values.pop("step") or "move"
    given = top.one_of("values", ("scenario", "given"), "scenario") == "given"
    love, her_side = _love(top, m)
    tables = top.named("characters", "characters", "character")
    characters = tuple(
        _character(
            tables.get(name) or top.reading.table({}, "characters", name), m, name, (side, step, given, her_side)
        )
        for name in m.characters
    )
    places = {name: table.all(PLACE) for name, table in top.named("places", "places", "place").items()}
    characters, elora = _elora(top, characters)
    edition = top.one_of("edition", editions()) or default_edition()
    clock = top.inner("clock", "{ evil_wins_after_round = 4 }") if "clock" in top else top.reading.table({})
    clock.only(("evil_wins_after_round", "true_victor"))
    freed = any(entry["freed"] for entry in places.values())
    last = clock.count("evil_wins_after_round", 0, 999)
    position = Position(
        edition=edition,
        material=m,
        chosen=_chosen(top, edition),
        controls=controls,
        values_given=given,
        side=side,
        step=step,
        **values | {"disputed": frozenset(values["disputed"])},
        draws=(),
        too_many=(),
        searched=frozenset(_ids(top, "searched", "places")),
        fought=frozenset(_ids(top, "fought", "places")),
        characters=characters,
        lying=_lying(m, characters, places),
        hides=tuple((name, entry["hide"]) for name, entry in places.items() if entry["hide"] is not None),
        looked=frozenset(),
        freed_by=(top.one_of("freed_by", "characters", UNKNOWN) if freed or "freed_by" in top else ""),
        elora=elora,
        suspects=(),
        boxed=False,
        task=_task(top),
        fight=_fight(top, side),
        love=love,
        clock=last,
        deliverer=clock.one_of("true_victor", ("", *m.characters), ""),
        won=top.one_of("winner", (*SIDES, "nobody"), ""),
    )
    return _completed(top, position)


def _ids(top: TomlTable, key: str, known: str) -> tuple[str, ...]:
    return top.ids(key, known) if key in top else ()


def _chosen(top: TomlTable, edition: str) -> tuple[tuple[str, str], ...]:
    if "switches" not in top:
        return ()
    inner = top.inner("switches", '{ dust_reach = "here" }')
    inner.only(switches())
    picked = {name: inner.one_of(name, tuple(switch.choices)) for name, switch in switches().items()}
    return tuple(
        (name, value) for name, value in picked.items() if value not in (None, switches()[name].values[edition])
    )


def _love(top: TomlTable, m: Material) -> tuple[Love, str]:
    if "sorsha" not in top:
        return Love(), ""
    table = top.inner("sorsha", "{ in_love = true }")
    table.only((*(key.name for key in LOVE), "side", "leaving"))
    if m.lovers is None:
        top.fault("sorsha", *wrong("lovers"))
    values = table.values(LOVE)
    love = Love(values["in_love"], values["times_met"], values["rolled_this_round"], table.flag("leaving"))
    return love, table.one_of("side", SIDES, "")


def _character(table: TomlTable, m: Material, name: str, moment: tuple[str, str, bool, str]) -> Character:
    """One character; ``moment`` is the side and step, whether only given values count, and the lover's side if it is written."""
    side, step, given_only, her_side = moment
    printed = m.characters[name]
    table.only((*(key.name for key in CHARACTER), *CHARACTER_MORE))
    found = table.values(CHARACTER)
    most = m.count("pointer_max")
    numbers: dict[str, Any] = {}
    for value in VALUES:
        default = getattr(printed, value) if value == "health" or not given_only else None
        numbers[value] = table.count(value, 0, most) if value in table else default
    numbers["health"] = most if numbers["health"] is None else numbers["health"]
    reckoned = table.ids("reckoned", VALUES) if "reckoned" in table else ()
    given = tuple(value for value in VALUES if value in table and value not in reckoned)
    spent = table.count("spent", 0, 99) if "spent" in table else m.count("move") * table.flag("moved")
    due = table.count("due", 0, 99, default=due_by_default(side, step, found["foes"]))
    if found["treasures"] and "raziel_shape" not in table and any(m.treasures[t].companion for t in found["treasures"]):
        found["raziel_shape"] = ""
    at = table.one_of("at", "places") or printed.at or next(iter(m.places))
    own_side = her_side if her_side and m.lovers is not None and m.lovers[0] == name else printed.side
    return Character(
        id=name, side=own_side, at=at, **numbers, **{**DEFAULTS, **found}, spent=spent, due=due, given=given
    )


def _elora(top: TomlTable, characters: tuple[Character, ...]) -> tuple[tuple[Character, ...], str]:
    """Where Elora Danan is: in a hand, unknown or removed. ``elora = "willow"`` puts her into his hand."""
    names = tuple(one.id for one in characters)
    said = top.one_of("elora", (*names, "removed", UNKNOWN), "")
    holders = [one.id for one in characters if ELORA in one.hand]
    if holders and said not in ("", *holders):
        top.fault("elora", *wrong("elora-twice", holders[0], said))
    if said in names and not holders:
        given = (one._replace(hand=tuple(sorted((*one.hand, ELORA)))) if one.id == said else one for one in characters)
        return tuple(given), "held"
    return characters, "held" if holders else said or UNKNOWN


def _lying(m: Material, characters: tuple[Character, ...], places: Mapping[str, Any]) -> tuple[tuple[str, str], ...]:
    """What Treasures lie where: as the scenario says, unless somebody has them or the situation says otherwise."""
    held = {treasure for one in characters for treasure in one.treasures}
    said = {name: entry["treasure"] for name, entry in places.items() if entry["treasure"] is not None}
    found = []
    for place in m.places.values():
        default = "" if place.treasure in held or place.treasure in said.values() else place.treasure
        lies = said.get(place.id, default)
        if lies and lies != "taken":
            found.append((place.id, lies))
    return tuple(found)


def _fight(top: TomlTable, side: str) -> Fight | None:
    queen = top.inner("bavmorda", "{ health = 4 }") if "bavmorda" in top else None
    if queen is not None:
        queen.only(("health",))
    if "fight" not in top:
        if queen is not None:
            top.fault("bavmorda", *wrong("queen-health"))
        return None
    table = top.inner("fight", '{ at = "tavern" }')
    table.only((*(key.name for key in FIGHT), "champions", "bonus"))
    values = table.values(FIGHT)
    champions = table.inner("champions", '{ good = "willow" }') if "champions" in table else table.reading.table({})
    bonus = table.inner("bonus", "{ good = 2 }") if "bonus" in table else table.reading.table({})
    champions.only(SIDES)
    bonus.only(SIDES)
    named = {one: champions.one_of(one, "characters", "") for one in SIDES}
    added: dict[str, Any] = {f"bonus_{one}": bonus.count(one, 0, 99) for one in SIDES}
    health = queen.count("health", 1, 6, 6) if queen is not None else 0
    if values["kind"] == "bavmorda" and not health:
        health = 6
    return Fight(**values | {"side": values["side"] or side}, **named, **added, health=health)


def _task(top: TomlTable) -> Task | None:
    if "pending" not in top:
        return None
    return Task(**top.inner("pending", '{ kind = "free", who = "madmartigan" }').all(TASK))


def _completed(top: TomlTable, position: Position) -> Position:
    """What has defaults that follow from the rest: draws, who knows what, the box, the word."""
    looked, suspects, position = _seen(top, position)
    position = replace(position, looked=looked, suspects=default_suspects(position) if suspects is None else suspects)
    position = replace(position, boxed=top.flag("boxed", boxed_by_default(position)))
    draws = _draws(top, position)
    over = _ids(top, "over_limit", "characters")
    hidden = any(UNKNOWN in one.hand for one in position.characters)
    computed = position.overfull()
    position = replace(
        position,
        draws=draws,
        too_many=tuple(n for n in position.material.characters if n in over) if hidden else computed,
    )
    said = top.raw.get("sorsha")
    if not isinstance(said, Mapping) or "leaving" not in said:
        position = replace(position, love=position.love._replace(leaving=_leaving(position)))
    return position if position.word else replace(position, word=default_word(position))


def _leaving(position: Position) -> bool:
    lovers = position.material.lovers
    if lovers is None:
        return False
    her = position.character(lovers[0])
    changed = her.side != position.material.characters[her.id].side
    early = position.step in ("deal", "draw", "foes", "move")
    return changed and her.side == "good" and her.at == position.material.castle and not her.spent and early


def default_word(position: Position) -> str:
    """Who has the word where nothing is said: the first player of those who are asked."""
    fight = position.fight
    if fight is not None and fight.kind == "foe":
        return position.owner(fight.target) if fight.target else position.order[0]
    side = position.side
    if position.answering:
        side = "evil" if side == "good" else "good"
    seats = position.seats(side)
    if fight is not None and fight.stage in ("prepare", "cast"):
        seats = position.seats_of(involved(position, fight, fight.side)) or seats
    return seats[0] if seats else position.order[0]


def _draws(top: TomlTable, position: Position) -> tuple[tuple[str, int], ...]:
    if "draws" in top:
        return tuple((name, number) for name, number in numbered("characters", 99)(top, "draws") if number)
    if position.step != "draw":
        return ()
    number = position.material.count(f"draw_{position.side}")
    return tuple((one.id, number) for one in position.acting() if number)


def _seen(top: TomlTable, position: Position) -> tuple[frozenset[tuple[str, str]], tuple[str, ...] | None, Position]:
    """What the sides have seen earlier (`elora.secret`): who may hold her, Treasures looked at, cards of hands."""
    if "seen" not in top:
        return frozenset(), None, position
    table = top.inner("seen", '{ elora = ["willow", "airk"] }')
    table.only(("elora", "hands", *SIDES))
    looked = {(side, place) for side in SIDES for place in (table.ids(side, "places") if side in table else ())}
    named = table.ids("elora", "characters") if "elora" in table else None
    suspects = None if named is None else tuple(name for name in position.material.characters if name in named)
    if "hands" in table:
        hands = table.inner("hands", '{ airk = ["bow"] }')
        hands.only(position.material.characters)
        known = {
            name: hands.ids(name, "cards", repeated=True) for name in hands.raw if name in position.material.characters
        }
        characters = tuple(one._replace(known=known.get(one.id, ())) for one in position.characters)
        position = replace(position, characters=characters)
    return frozenset(looked), suspects, position


def _opened(position: Position) -> Position:
    """A situation with what is open by itself: the first Foe, Madmartigan's answer, or the step after a draw that is over."""
    draft = Draft(position)
    if position.won or position.task is not None or position.fight is not None:
        return position
    if position.draws or position.step == "draw":
        return _after_draws(draft)
    if position.step == "foes" and not position.answering:
        open_foe(draft)
    ask_him(draft)
    return draft.now


def _after_draws(draft: Draft) -> Position:
    """Where nothing is left to be drawn, by whomever or of the deck, the next step has begun (`discard.pile`)."""
    settle_draws(draft)
    now = draft.now
    if now.step == "draw" and not now.draws and not now.settling():
        go_on(draft)
    return draft.now
