"""Places of Power, Treasures and Armies that lie there, and the freeing of Tir Asleen."""

from __future__ import annotations

from collections.abc import Iterator

from engine.willow.position.actions import Action
from engine.willow.position.draft import Draft
from engine.willow.position.table import UNKNOWN, Character, Position, Task
from engine.willow.rules.hands import Row, look_at_hand
from engine.willow.rules.losing import gain
from engine.willow.rules.moving import lacking
from engine.willow.rules.values import freeing

# ------------------------------------------------------------------ taking


def why_takes(position: Position, action: Action) -> Iterator[Row]:
    """Why an Army or a Treasure is not taken (`army.take`, `treasure.take`)."""
    one = position.character(action.actor)
    yield from _why_army(position, one) if action.what == "army" else _why_treasure(position, one)


def _why_army(position: Position, one: Character) -> Iterator[Row]:
    army = position.material.army_of.get(one.side)
    others = [a for a in position.material.armies.values() if a.side != one.side and a.home == one.at]
    yield bool(others) and (army is None or army.home != one.at), "army.side", others[0].id if others else ""
    if not others or (army is not None and army.home == one.at):
        yield army is None or army.home != one.at, "army.take", one.side
    yield position.step != "move", "army.take step"
    yield army is not None and army.home == one.at and not position.army_home(one.side), "army.take gone", one.side
    yield bool(one.transformed) or one.health == 0, "army.zero", one.id
    yield f"army {one.at}" in position.disputed, "army.take disputed", one.at


def _why_treasure(position: Position, one: Character) -> Iterator[Row]:
    yield one.side == "evil", "treasure.evil", one.id
    if one.side == "evil":
        yield True, "power.evil-none", one.id
    yield position.step != "power", "turn.power-step"
    yield not position.treasure_at(one.at), "treasure.take", one.at
    yield f"treasure {one.at}" in position.disputed, "treasure.dispute", one.at


def takes(draft: Draft, action: Action) -> None:
    """An Army, or a Treasure, is taken; one that nobody has seen is turned up by chance (`setup.treasures`)."""
    one = draft.get(action.actor)
    if action.what == "army":
        army = draft.now.material.army_of[one.side]
        draft.set_character(one.id, army=True, stopped=True)
        draft.say("takes-army", "army.take", "army.side", "army.not-counted", who=one.id, what=(army.id,), at=one.at)
        return
    lies = draft.now.treasure_at(one.at)
    if lies == UNKNOWN:
        draft.set(task=Task("treasure", one.id, place=one.at, cause="take"))
        draft.say("turns-up", "treasure.take", "setup.treasures", who=one.id, at=one.at)
    else:
        take_treasure(draft, one, lies)


def take_treasure(draft: Draft, one: Character, treasure: str) -> None:
    """A Treasure is his (`treasure.not-counted`, `treasure.never-lost`); Fin Raziel brings two cards (`treasure.fin-raziel`)."""
    lying = tuple((place, name) for place, name in draft.now.lying if place != one.at)
    looked = frozenset((side, place) for side, place in draft.now.looked if place != one.at)
    draft.set(lying=lying, looked=looked)
    held = tuple(sorted((*draft.get(one.id).treasures, treasure)))
    draft.set_character(one.id, treasures=held)
    rules = ("treasure.take", "treasure.never-lost", "treasure.not-counted", "turn.power-step")
    begins = draft.now.material.characters[one.id].at == one.at
    first = begins and draft.now.round == 1 and "setup.willow-first-turn"
    draft.say("takes", *rules, first, who=one.id, what=(treasure,), at=one.at)
    shape = draft.now.material.treasures[treasure].companion
    if not shape:
        return
    spells = [card.id for card in draft.now.material.cards.values() if card.boxed] if draft.now.boxed else []
    free = draft.now.boxed or shape in draft.now.shapes_left()
    draft.set(boxed=False)
    now = draft.get(one.id)
    draft.set_character(one.id, raziel_shape=shape if free else "", hand=tuple(sorted((*now.hand, *spells))))
    brought = ((shape,) if free else ()) + tuple(spells)
    if brought:
        draft.say("joins", "treasure.fin-raziel", "treasure.raziel-magic", "setup.possum-box", who=one.id, what=brought)


# ------------------------------------------------------------------ powers


def _power(position: Position, one: Character) -> str:
    return position.material.places[one.at].power


def _why_power(position: Position, one: Character, power: str, rule: str) -> Iterator[Row]:
    """Why the special power of this place is not his now (`power.good`, `power.once`, `turn.power-step`)."""
    yield one.side == "evil", "power.evil-none", one.id
    yield _power(position, one) != power, rule, one.at
    yield one.side == "good" and position.step != "power", "turn.power-step"
    yield one.at in one.powers_used, "power.once", one.id, one.at


def why_uses(position: Position, action: Action) -> Iterator[Row]:
    """Why a special power is not used."""
    one = position.character(action.actor)
    power = _power(position, one)
    if one.side == "evil":
        yield power != "castle", "power.evil-none", one.id
        yield power == "castle" and position.step != "move", "power.nockmaar step"
        full = one.health >= position.material.count("pointer_max")
        yield power == "castle" and full and not one.transformed, "power.nockmaar", one.id
        return
    elsewhere = {
        "": "power.good none",
        "castle": "power.nockmaar good",
        "city": "power.tir-asleen frees",
        "forest": "power.forest",
        "village": "power.village",
    }
    if power in elsewhere:
        yield True, elsewhere[power], one.at
        return
    yield from _why_power(position, one, power, "power.good")
    yield power == "spring" and not one.transformed, "power.spring", one.id


def uses(draft: Draft, action: Action) -> None:
    """A special power is used; once in a game by each Good character, Nockmaar's as often as one likes."""
    one = draft.get(action.actor)
    power = _power(draft.now, one)
    if power != "castle":
        draft.set_character(one.id, powers_used=tuple(sorted((*one.powers_used, one.at))))
        draft.say("uses", f"power.{power}", "power.good", "power.once", who=one.id, at=one.at)
    if power == "castle":
        draft.set_character(one.id, health=draft.now.material.count("pointer_max"), transformed="", stopped=True)
        draft.say("restored", "power.nockmaar", who=one.id, at=one.at)
    elif power == "island":
        gain(draft, one.id, draft.now.material.characters[one.id].grows, "power.island")
    elif power == "study":
        draft.set_character(one.id, limit=draft.now.material.count("limit_study"))
        draft.say("wiser", "power.study", who=one.id, number=draft.now.material.count("limit_study"))
    elif power == "stones":
        draft.set(draws=((one.id, draft.now.material.count("draw_stones")),))
    elif power == "spring":
        draft.set_character(one.id, transformed="")
        kept = bool(one.raziel_shape) and "treasure.raziel-spring"
        draft.say("bathes", "power.spring", kept, who=one.id, at=one.at)


def why_looks(position: Position, action: Action) -> Iterator[Row]:
    """Why nothing is looked at: a hand by the Village's power, a Treasure by the Forest's, or by Evil where it stands."""
    one, target = position.character(action.actor), action.target
    if target in position.material.characters:
        yield from _why_power(position, one, "village", "power.village where")
        yield target == one.id, "power.village own", one.id
        return
    if one.side == "evil":
        yield one.at != target, "treasure.evil looks", one.id
        yield not position.treasure_at(target), "treasure.take", target
        yield ("evil", target) in position.looked, "treasure.evil seen", target
        return
    yield from _why_power(position, one, "forest", "power.forest where")
    yield not position.treasure_at(target), "power.forest lies", target


def looks(draft: Draft, action: Action) -> None:
    """A hand or a Treasure is looked at."""
    one, target = draft.get(action.actor), action.target
    if one.side == "good":
        draft.set_character(one.id, powers_used=tuple(sorted((*one.powers_used, one.at))))
    if target in draft.now.material.characters:
        look_at_hand(draft, one, target, "power.village", "power.good", "power.once")
    elif draft.now.treasure_at(target) == UNKNOWN:
        draft.set(task=Task("treasure", one.id, place=target, cause="look"))
        draft.say("turns-up", "setup.treasures", who=one.id, at=target)
    else:
        look_at_treasure(draft, one, target)


def look_at_treasure(draft: Draft, one: Character, place: str) -> None:
    """Only his side sees which it is (`power.forest`, `treasure.evil`)."""
    draft.set(looked=draft.now.looked | {(one.side, place)})
    rule = "power.forest" if one.side == "good" else "treasure.evil"
    draft.say("looks-treasure", rule, who=one.id, what=(draft.now.treasure_at(place),), at=place, way=one.side)


def turned_up(draft: Draft, treasure: str) -> None:
    """Chance has said which Treasure lies there."""
    task = draft.now.task
    assert task is not None
    lying = tuple((place, treasure if place == task.place else name) for place, name in draft.now.lying)
    draft.set(task=None, lying=lying)
    if task.cause == "take":
        take_treasure(draft, draft.get(task.who), treasure)
    else:
        look_at_treasure(draft, draft.get(task.who), task.place)


# ------------------------------------------------------------------ Tir Asleen


def why_frees(position: Position, action: Action) -> Iterator[Row]:
    """Why nobody tries to free Tir Asleen (`free.conditions`)."""
    one = position.character(action.actor)
    sceptre = any(position.material.treasures[name].frees for name in one.treasures)
    yield one.side == "evil", "power.evil-none", one.id
    yield _power(position, one) != "city", "free.conditions", one.id
    yield not sceptre, "free.conditions sceptre", one.id
    yield one.side == "good" and position.step != "power", "turn.power-step"
    yield bool(position.freed_by), "free.contest freed", position.freed_by
    yield f"frees {one.id}" in position.disputed, "free.contest", one.id
    if sceptre:
        yield from lacking(freeing(position, one.id))


def frees(draft: Draft, action: Action) -> None:
    """A Prowess contest with the Sceptre begins (`free.contest`, `power.tir-asleen`)."""
    draft.set(task=Task("free", action.actor), disputed=draft.now.disputed | {f"frees {action.actor}"})
    draft.say(
        "tries-to-free",
        "free.conditions",
        "free.contest",
        "power.tir-asleen",
        who=action.actor,
        at=draft.get(action.actor).at,
    )


def freed(draft: Draft, task: Task, won: bool) -> None:
    """Whether Tir Asleen is freed; nobody loses Health."""
    draft.set(task=None)
    if won:
        draft.set(freed_by=task.who)
        draft.say("freed", "free.contest", who=task.who, at=draft.get(task.who).at)
    else:
        draft.say("not-freed", "free.contest", who=task.who, at=draft.get(task.who).at)
