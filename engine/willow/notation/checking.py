"""What is wrong with a situation, held against what can be: each fault with its place, its name and what is to be told of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import chain
from typing import Any

from engine.text.faults import UnreadableText
from engine.willow.material.scenario import ELORA, SIDES, other
from engine.willow.position.actions import parse_action
from engine.willow.position.table import UNKNOWN, Character, Fight, Position, Task
from engine.willow.rules.casting import involved
from engine.willow.rules.fighting import candidates, choosing_side, next_foe
from engine.willow.rules.hands import Row
from engine.willow.rules.turns import STEPS

_STEPS = {side: (*(step for step in steps if step != "heal"), "deal") for side, steps in STEPS.items()}


def faults(position: Position, raw: Mapping[str, Any]) -> Iterator[Row]:
    """Every fault of a position that was read; ``raw`` is what was written."""
    yield from chain(
        _seats(position),
        _cards(position),
        _treasures(position),
        _moment(position),
        _knowledge(position),
        _end(position),
    )
    for one in position.characters:
        yield from _character(position, one, raw)
    for name, entry in _written_places(raw):
        place = position.material.places[name]
        yield entry.get("freed") is True and place.power != "city", f"places.{name}.freed", "freed-place", name
        yield "hide" in entry and not place.of_power, f"places.{name}.hide", "hide-place", name
    yield from _armies(position, raw)
    if position.fight is not None:
        yield from _fight(position, position.fight)
    if position.task is not None:
        yield from _task(position)


def _seats(position: Position) -> Iterator[Row]:
    for seat, own in position.controls:
        sides = {position.material.characters[name].side for name in own}
        changed = {position.character(name).side for name in own}
        yield len(sides) > 1 and len(changed) > 1, "controls", "both-sides", seat
    asked = position.side if not position.answering else other(position.side)
    fight = position.fight
    if position.word and not position.won and fight is None and position.seats(asked) and position.task is None:
        yield position.word not in position.seats(asked), "word", "word", position.word


def _cards(position: Position) -> Iterator[Row]:
    seen = position.in_sight()
    seen.update(position.discards)
    for card in position.material.cards.values():
        many = card.id != ELORA and seen[card.id] > card.copies
        yield many, _last_place(position, card.id), "twice-here", card.id, seen[card.id], card.copies
    holders = [one for one in position.characters for card in one.hand if card == ELORA]
    yield len(holders) > 1, _last_place(position, ELORA), "elora-two-hands"
    yield ELORA in position.discards, "discards", "elora-face-up", "the discards"
    left = position.undrawn() if not position.too_many else Counter(position.undrawn())
    if sum(left.values()) == 0 and position.discards:
        left = position.undrawn(reshuffled=True)
    for name in position.next_cards:
        yield not left[name], "next_cards", "next-card", name
        left[name] -= 1


def _last_place(position: Position, name: str) -> str:
    """The key of the last place where a card, a Treasure or a shape is written; "characters" where it is nowhere."""
    found = "characters"
    for one in position.characters:
        held = {
            "hand": one.hand,
            "face_up": one.face_up,
            "spells": one.spells,
            "foes": one.foes,
            "treasures": one.treasures,
            "transformed": (one.transformed,),
            "raziel_shape": (one.raziel_shape,),
        }
        for key, names in held.items():
            found = f"characters.{one.id}.{key}" if name in names else found
    for place, treasure in position.lying:
        found = f"places.{place}.treasure" if treasure == name else found
    return "discards" if name in position.discards else found


def _character(position: Position, one: Character, raw: Mapping[str, Any]) -> Iterator[Row]:
    path, cards = f"characters.{one.id}", position.material.cards
    for card in one.face_up:
        yield card == ELORA, f"{path}.face_up", "elora-face-up", one.id
        yield (
            card != ELORA and cards[card].kind not in ("keep", "friend"),
            f"{path}.face_up",
            "face-up-kind",
            card,
            one.id,
        )
        friend = cards[card].side not in ("", one.side)
        yield friend, f"{path}.face_up", "friend-side", card, one.id
    for card in one.spells:
        yield cards[card].kind != "spell", f"{path}.spells", "spells-kind", card
    for card in one.foes:
        yield cards[card].kind != "foe", f"{path}.foes", "foes-kind", card
    yield one.side == "evil" and bool(one.treasures), f"{path}.treasures", "evil-treasure", one.id
    yield one.side == "evil" and bool(one.foes), f"{path}.foes", "evil-foe", one.id
    yield one.due > len(one.foes), f"{path}.due", "due", one.id, len(one.foes)
    companion = any(position.material.treasures[t].companion for t in one.treasures)
    yield bool(one.raziel_shape) and not companion, f"{path}.raziel_shape", "raziel-shape", one.id
    yield from _too_much(position, one, raw, path)


def _too_much(position: Position, one: Character, raw: Mapping[str, Any], path: str) -> Iterator[Row]:
    said = one.id in raw.get("over_limit", ())
    spells, cards, limit = position.spells_over(one), position.over_limit(one), position.limit(one)
    yield bool(spells) and not said, f"{path}.spells", "spells-over", one.id, len(one.spells), position.spell_limit(one)
    hidden = UNKNOWN in one.hand
    full = bool(cards) and not said and not hidden
    yield full and not one.transformed, f"{path}.hand", "hand-over", one.id, len(position.counted(one)), limit
    yield full and bool(one.transformed), f"{path}.hand", "transformed-hand", one.id
    yield said and not hidden and not cards and not spells, "over_limit", "over-limit", one.id


def _armies(position: Position, raw: Mapping[str, Any]) -> Iterator[Row]:
    for side in SIDES:
        leaders = [one for one in position.of_side(side) if one.army]
        for one in leaders:
            path = f"characters.{one.id}.army"
            yield side not in position.material.army_of, path, "army-side", one.id
            yield one is not leaders[0], path, "army-twice", side
            yield one.health == 0 or bool(one.transformed), path, "army-zero", one.id
    for name, entry in _written_places(raw):
        army = position.material.armies.get(str(entry.get("army", "")))
        if army is not None:
            yield army.home != name, f"places.{name}.army", "army-where", army.id, name
            yield not position.army_home(army.side), f"places.{name}.army", "army-home", name


def _written_places(raw: Mapping[str, Any]) -> list[tuple[str, Mapping[str, Any]]]:
    """The tables of places that are written."""
    return [(name, entry) for name, entry in raw.get("places", {}).items()]


def _treasures(position: Position) -> Iterator[Row]:
    where = Counter(t for one in position.characters for t in one.treasures)
    where.update(t for _, t in position.lying if t != UNKNOWN)
    for treasure, many in where.items():
        yield many > 1, _last_place(position, treasure), "treasure-lies", treasure
    for name, _ in position.lying:
        place = position.material.places[name]
        yield not place.of_power or place.power == "castle", f"places.{name}.treasure", "treasure-place", name
    unseen, left = [name for name, t in position.lying if t == UNKNOWN], len(position.treasures_left())
    for name in unseen[left:]:
        yield True, f"places.{name}.treasure", "treasure-unseen", name, left
    shapes = [shape for one in position.characters for shape in (one.transformed, one.raziel_shape) if shape]
    shapes += [position.fight.shape] if position.fight is not None and position.fight.shape else []
    for shape, many in Counter(shapes).items():
        yield many > 1, _last_place(position, shape), "shape-twice", shape


def _moment(position: Position) -> Iterator[Row]:
    side, step = position.side, position.step
    yield step not in _STEPS[side], "step", "step-of-side", step, side
    yield step == "deal" and not position.material.dealer, "step", "step-of-side", step, side
    if position.alone:
        yield position.character(position.alone).side != side, "alone", "alone", position.alone
    for name, _ in position.draws:
        yield step not in ("draw", "deal", "power"), "draws", "draws", name, step
    for name in position.extra:
        yield position.character(name).side != side and side == "evil", "extra", "alone", name
    her = position.material.lovers
    if position.love.leaving:
        ok = (
            her is not None
            and position.character(her[0]).side == "good"
            and position.character(her[0]).at == position.material.castle
        )
        yield not ok, "sorsha.leaving", "leaving"
    yield position.answering and (step != "fight" or position.fight is not None), "answering", "answering"


def _knowledge(position: Position) -> Iterator[Row]:
    suspects = [position.character(name) for name in position.suspects]
    for one in suspects:
        alone = (
            one.side != suspects[0].side or position.elora == "removed" or (position.elora == "held" and not one.hand)
        )
        yield alone, "seen.elora", "suspects", one.id
    yield (
        bool(position.holder) and position.holder not in position.suspects,
        "seen.elora",
        "suspect-holder",
        position.holder,
    )
    for one in position.characters:
        spare = Counter(one.known) - Counter(one.hand)
        for card in spare:
            yield True, f"seen.hands.{one.id}", "known-card", one.id, card
    for side, place in sorted(position.looked):
        yield not position.treasure_at(place), f"seen.{side}", "looked", place


def _end(position: Position) -> Iterator[Row]:
    yield bool(position.clock) and position.elora != "removed", "clock", "clock"
    delivered = position.deliverer
    printed = position.material.characters[delivered].side if delivered else "evil"
    yield bool(delivered) and (not position.clock or printed != "evil"), "clock.true_victor", "true-victor", delivered
    won = {
        "good": bool(position.slayer) or bool(position.freed_by),
        "evil": position.elora == "removed" and bool(position.clock),
        "nobody": bool(position.last_round),
        "": True,
    }
    yield not won[position.won], "winner", "won", position.won
    yield bool(position.victors) and not position.won, "victors", "winner"


def _fight(position: Position, fight: Fight) -> Iterator[Row]:
    yield fight.kind != "characters" and fight.side != position.side == "good", "fight.side", "fight-side"
    if fight.kind == "foe":
        target = position.character(fight.target) if fight.target else None
        fits = target is not None and target.at == fight.at and next_foe(position) == (fight.foe, fight.target)
        yield not fits or position.step != "foes", "fight", "fight-foe"
        staged = fight.stage in ("champions", "roll") and (fight.stage == "roll") is bool(fight.good)
        yield not staged, "fight.stage", "fight-stage", fight.stage
        if fight.good:
            yield (
                fight.good not in involved(position, fight, "good"),
                "fight.champions",
                "fight-champion",
                fight.good,
                "good",
            )
        return
    here = [involved(position, fight, side) for side in SIDES]
    step = "fight" if fight.kind == "characters" else "move"
    yield position.step != step, "fight", "fight-step", position.step, step
    if fight.kind == "bavmorda":
        castle = fight.at != position.material.castle or position.side != "good" or not here[0]
        yield castle, "fight.at", "fight-where", fight.at or "nowhere"
        yield fight.stage not in ("champions", "roll"), "fight.stage", "fight-stage", fight.stage
        yield bool(fight.evil), "fight.champions", "fight-queen", fight.evil
    else:
        unfound = not here[0] and bool(position.at(fight.at, "good"))
        yield unfound, "fight.at", "fight-found", fight.at
        yield not unfound and not all(here), "fight.at", "fight-where", fight.at or "nowhere"
    for side in SIDES:
        name = fight.champion(side)
        yield (
            bool(name) and name not in candidates(position, fight, side),
            "fight.champions",
            "fight-champion",
            name,
            side,
        )
    roll = fight.stage == "roll"
    both = bool(fight.good) and (bool(fight.evil) or fight.kind == "bavmorda")
    yield roll is not both, "fight.stage", "fight-stage", fight.stage
    idle = (
        fight.stage == "champions"
        and choosing_side(position) != ""
        and not candidates(position, fight, choosing_side(position))
    )
    yield idle, "fight.stage", "fight-idle", fight.at
    yield fight.stage in ("prepare", "cast") and fight.passes > 1, "fight.passes", "fight-passes"
    seats = position.seats_of(involved(position, fight, fight.side))
    casting = fight.stage in ("prepare", "cast") and bool(position.word) and bool(seats)
    yield casting and position.word not in seats, "word", "word", position.word


def _asked(position: Position, task: Task) -> bool:
    """Whether the players of a side are asked about something that the asker could do."""
    try:
        action = parse_action(task.action, position)
    except UnreadableText:
        return False
    verbs = ("moves", "searches", "casts", "restores", "takes")
    return action.actor == task.who and action.text == task.action and action.verb in verbs


#: What may have caused what is open: a throw for love, a look at a Treasure, a loss of Health.
_CAUSED: Mapping[str, tuple[str, ...]] = {
    "love": ("dust", "met"),
    "treasure": ("take", "look"),
    "absorb": ("fight", "foe", "bavmorda", "spell", "fails"),
}


def _in_time(position: Position, task: Task) -> bool:
    """Whether what is open could have been begun in this step: a search in the move, a Spell there or before a fight."""
    free = position.fight is None and not position.answering
    move = free and position.step == "move"
    spell = position.fight is not None or (free and position.step in ("move", "fight", "power"))
    return {
        "search-place": move,
        "search-here": move,
        "cast": spell,
        "shape": spell,
        "absorb": spell,
        "meeting": move and position.side == "evil",
        "love": task.cause == "dust" or move,
        "free": free,
        "treasure": free,
    }.get(task.kind, True)


def _task(position: Position) -> Iterator[Row]:
    """Whether what is written as open could be so: by whom it is, and where."""
    task = position.task
    assert task is not None
    fits = bool(task.kind) and bool(task.who)
    one = position.character(task.who) if task.who else None
    if one is not None:
        place = position.material.places.get(task.place)
        fits = {
            "search-place": place is not None and place.of_power and not task.cause,
            "search-here": task.place == one.at and one.side == "evil" and bool(position.at(one.at, "good")),
            "cast": task.card in one.spells and not one.transformed and _aim(position, task.card, task.target),
            "shape": task.card in one.spells
            and bool(position.shapes_left())
            and _aim(position, task.card, task.target),
            "free": one.side == "good" and any(position.material.treasures[t].frees for t in one.treasures),
            "love": position.material.lovers is not None
            and task.who == position.material.lovers[0]
            and one.side == "evil",
            "treasure": position.treasure_at(task.place) == UNKNOWN,
            "consent": bool(task.asks) and _asked(position, task),
            "absorb": one.army and task.number > 0 and bool(task.by),
            "meeting": task.place == one.at
            and position.material.lovers is not None
            and task.who == position.material.lovers[1],
        }.get(task.kind, False)
        if task.kind in _CAUSED:
            fits = fits and task.cause in _CAUSED[task.kind]
        if task.kind == "absorb" and task.cause in ("fight", "foe", "bavmorda"):
            fits = fits and position.fight is not None and task.who == position.fight.champion(one.side)
        fits = fits and _in_time(position, task)
    yield not fits, "pending", "pending", task.kind or "what has no kind"


def _aim(position: Position, card: str, target: str) -> bool:
    """Whether a Spell that is being cast has the aim it needs."""
    spell = position.material.cards[card]
    if spell.does("prowess") and position.fight is None:
        return False
    aims = any(spell.does(what) for what in ("harm", "heals", "transforms"))
    return bool(target) is aims
