"""Spells and shapes: when and at whom a Spell may be cast, what success and failure bring, transformations."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from engine.willow.material.scenario import Card
from engine.willow.position.actions import Action
from engine.willow.position.draft import Draft
from engine.willow.position.table import Character, Fight, Position, Task
from engine.willow.rules.hands import Row, capture, drop_hand, heal, lose_army
from engine.willow.rules.losing import gain, threaten
from engine.willow.rules.moving import lacking, needs_search, spaces_left
from engine.willow.rules.values import casting

_CASTING_STAGES = ("prepare", "cast")


def involved(position: Position, fight: Fight, side: str) -> tuple[str, ...]:
    """Who of a side takes part: all in the space; in an Evil turn only the Good that are found (`turn.evil-must-find`)."""
    there = position.at(fight.at, side)
    if fight.kind == "bavmorda":
        return tuple(one.id for one in there if one.health and not leaves_castle(position, one))
    hidden = fight.kind == "characters" and side == "good" and position.side == "evil"
    return tuple(one.id for one in there if one.found or not hidden)


def leaves_castle(position: Position, one: Character) -> bool:
    """Whether she is newly Good and need not face Bavmorda (`sorsha.castle`)."""
    lovers = position.material.lovers
    return position.love.leaving and lovers is not None and lovers[0] == one.id


def spell_meant(position: Position, action: Action) -> Card | None:
    """The Spell that is cast; whoever restores somebody casts a Transformation."""
    one = position.character(action.actor)
    if action.verb == "restores":
        return next((position.card(name) for name in one.spells if position.card(name).does("transforms")), None)
    return position.material.cards.get(action.what)


def why_casts(position: Position, action: Action) -> Iterator[Row]:
    """Why a Spell is not cast (`spell.when`, `spell.valid-target` and others)."""
    one, card = position.character(action.actor), spell_meant(position, action)
    yield action.target == "bavmorda", "bavmorda.immune"
    if card is None or card.id not in one.spells:
        yield True, "spell.when face-up", one.id, action.what or "transformation"
        return
    yield bool(one.transformed), "transform.magic", one.id, one.transformed
    yield one.health == 0, "health.zero casts", one.id
    yield one.cast.count(card.id) >= one.spells.count(card.id), "spell.once", card.id
    yield not card.effect, "card.precedence unknown", card.id
    if one.magic is None and not one.transformed:
        yield from lacking(casting(position, one.id, card.id))
    if action.target != "bavmorda":
        yield from _why_when(position, one, card)
        yield from _why_target(position, one, card, action)


def _before_fight(position: Position, one: Character) -> bool:
    """Whether a fight is at hand for him: the Spells of his side are being cast."""
    fight = position.fight
    if fight is None or fight.kind == "bavmorda":
        return False
    stages = ("champions",) if fight.kind == "foe" else _CASTING_STAGES
    return fight.stage in stages and one.id in involved(position, fight, one.side)


def _before_move(position: Position, one: Character) -> bool:
    return position.fight is None and position.step == "move" and not one.spent and not one.stopped


def _why_when(position: Position, one: Character, card: Card) -> Iterator[Row]:
    moment = (_before_move(position, one) and "before-move") or (_before_fight(position, one) and "before-fight")
    fits = "any" in card.when or moment in card.when
    needs_fight = "before-fight" in card.when and not card.does("transforms")
    yield not fits and not needs_fight, "spell.when", card.id, ", ".join(card.when)
    yield not fits and needs_fight, "spell.valid-target", card.id


def _why_target(position: Position, one: Character, card: Card, action: Action) -> Iterator[Row]:
    aims = any(card.does(what) for what in ("harm", "heals", "transforms"))
    yield not aims and bool(action.target), "spell.valid-target none", card.id
    yield aims and not action.target, "spell.valid-target whom", card.id
    yield bool(action.shape) and not card.does("transforms"), "transform.targets shape", card.id
    if card.does("finds"):
        places = (card.does("finds"),) if card.does("finds") != "any" else tuple(position.material.places)
        yield not any(_within(position, one, place) for place in places), "spell.valid-target place", card.id
    if not aims or not action.target:
        return
    if card.does("transforms"):
        yield from _why_transforms(position, one, action)
        return
    target = position.material.characters.get(action.target)
    if target is None:
        yield True, "spell.valid-target whom", card.id
        return
    goal = position.character(action.target)
    yield goal.at != one.at, "spell.target-space", one.id, goal.id
    if card.does("heals"):
        yield goal.side != one.side, "spell.valid-target friend", card.id
    else:
        yield goal.side == one.side, "spell.valid-target enemy", card.id
        yield from _why_enemy(position, one, goal)


def _why_enemy(position: Position, one: Character, goal: Character) -> Iterator[Row]:
    """Why an enemy cannot be aimed at: Evil has not found him, or there is no fight with him (`spell.target-space`)."""
    if goal.side != one.side and goal.at == one.at:
        unfound = one.side == "evil" and position.side == "evil" and not goal.found
        yield unfound, "spell.target-space found", goal.id
        fight = position.fight
        yield not unfound and (fight is None or fight.kind != "characters"), "transform.targets fight", goal.id


def _within(position: Position, one: Character, place: str) -> bool:
    """Whether a Place lies within his move (`spell.valid-target`)."""
    if not needs_search(position, (one,), place) or place == one.at:
        return False
    reached, edge = set[str](), {one.at}
    for _ in range(spaces_left(position, one)):
        onward = {there for here in edge for there in position.material.next_to[here]} - reached
        if place in onward:
            return True
        reached |= edge
        edge = {there for there in onward if not needs_search(position, (one,), there)}
    return False


def companion_at(position: Position, place: str, name: str) -> Character | None:
    """Who has Fin Raziel in a space (`treasure.raziel-transform`)."""
    return next((one for one in position.at(place, "good") if name in one.treasures), None)


def _why_transforms(position: Position, one: Character, action: Action) -> Iterator[Row]:
    """Why nobody is transformed, or restored (`transform.targets`, `transform.success`)."""
    restores, target, fight = action.verb == "restores", action.target, position.fight
    shape = ""
    if target in position.material.treasures:
        bearer = companion_at(position, one.at, target)
        yield bearer is None or one.side != "good", "spell.target-space", one.id, target
        yield fight is not None, "treasure.raziel-transform", target
        shape = bearer.raziel_shape if bearer else ""
    elif target in position.material.cards:
        foe = fight is not None and fight.kind == "foe" and fight.foe == target
        yield not foe, "transform.targets foe", target
        shape = fight.shape if fight is not None else ""
    else:
        goal = position.character(target)
        shape = goal.transformed
        yield goal.id == one.id, "transform.targets self", one.id
        yield goal.at != one.at, "spell.target-space", one.id, goal.id
        yield goal.side == one.side and fight is not None, "transform.targets", goal.id
        yield from _why_enemy(position, one, goal)
    yield restores and not shape, "transform.success normal", target
    yield not restores and not action.shape, "transform.success shape", target
    taken = bool(action.shape) and action.shape not in position.shapes_left()
    yield taken, "transform.success", action.shape


def casts(draft: Draft, action: Action) -> None:
    """A Spell is tried: it is used up for this turn, and two dice are thrown (`spell.once`)."""
    card, one = spell_meant(draft.now, action), draft.get(action.actor)
    assert card is not None
    draft.set_character(one.id, cast=tuple(sorted((*one.cast, card.id))))
    draft.set(task=Task("cast", one.id, card=card.id, target=action.target, shape=action.shape), passed=())
    if draft.now.fight is not None:
        draft.set(fight=draft.now.fight._replace(stage=_stage_after(draft.now.fight), passes=0))
    named = (action.target,) if action.target else ()
    draft.say(
        "casts", "spell.when", "spell.once", "contest.magic", who=one.id, what=(card.id,), others=named, at=one.at
    )


def _stage_after(fight: Fight) -> str:
    return "cast" if fight.stage == "prepare" else fight.stage


def cast_result(draft: Draft, task: Task, success: bool) -> None:
    """What a casting has led to (`spell.success`, `spell.fail`, `spell.learn`)."""
    card, one = draft.now.card(task.card), draft.get(task.who)
    draft.set(task=None)
    if success:
        draft.say("succeeds", "spell.success", "contest.magic", "card.precedence", who=one.id, what=(card.id,))
        _succeed(draft, one, card, task)
        return
    draft.say("fails", "spell.fail", "contest.magic", who=one.id, what=(card.id,))
    gain(draft, one.id, "magic", "spell.learn")
    if card.fails:
        threaten(draft, one.id, card.fails, "fails", one.id)
    if card.does("transforms"):
        _randomly(draft, task)


def _succeed(draft: Draft, one: Character, card: Card, task: Task) -> None:
    if moves := card.does("moves"):
        draft.set_character(one.id, flying=moves)
        draft.say("carried", "move.one-or-two", "spell.success", who=one.id, number=moves)
    if place := card.does("finds"):
        draft.set_character(one.id, finds=(*draft.get(one.id).finds, place))
        draft.say("found-by-card", "search.skip-card", who=one.id, at="" if place == "any" else place)
    if bonus := card.does("prowess"):
        fight = draft.now.fight
        assert fight is not None
        key = f"bonus_{one.side}"
        draft.set(fight=fight._replace(**{key: getattr(fight, key) + bonus}))
        draft.say("strengthens", "spell.success", "spell.valid-target", who=one.id, number=bonus)
    if heals := card.does("heals"):
        heal(draft, task.target, heals, "spell.success", "health.range")
    if harm := card.does("harm"):
        threaten(draft, task.target, harm, "spell", one.id)
    if card.does("transforms"):
        transform(draft, one, task.target, task.shape, "transform.success")


def _shape_of(position: Position, caster: Character, target: str) -> str:
    if target in position.material.treasures:
        bearer = companion_at(position, caster.at, target)
        return bearer.raziel_shape if bearer else ""
    if target in position.material.cards:
        return position.fight.shape if position.fight is not None else ""
    return position.character(target).transformed


def _randomly(draft: Draft, task: Task) -> None:
    """A failed Transformation changes who is transformed already, by chance (`transform.fail`)."""
    if _shape_of(draft.now, draft.get(task.who), task.target) and draft.now.shapes_left():
        draft.set(task=task._replace(kind="shape", shape=""))
        draft.say("random-shape", "transform.fail", who=task.who, others=(task.target,))


def random_shape(draft: Draft, shape: str) -> None:
    """The shape that chance has drawn."""
    task = draft.now.task
    assert task is not None
    draft.set(task=None)
    transform(draft, draft.get(task.who), task.target, shape, "transform.fail")


def transform(draft: Draft, caster: Character, target: str, shape: str, rule: str) -> None:
    """Somebody changes his shape, "" for his own (`transform.opponent`, `transform.hand`, `lose.by-friend`)."""
    about: dict[str, Any] = {
        "who": caster.id,
        "others": (target,),
        "what": (shape,) if shape else (),
        "way": "shape" if shape else "own",
    }
    if target in draft.now.material.treasures:
        bearer = companion_at(draft.now, caster.at, target)
        assert bearer is not None
        draft.set_character(bearer.id, raziel_shape=shape)
        draft.say("transforms", rule, "treasure.raziel-transform", **about)
        return
    if target in draft.now.material.cards:
        assert draft.now.fight is not None
        draft.set(fight=draft.now.fight._replace(shape=shape))
        draft.say("transforms", rule, "transform.targets", **about)
        return
    goal = draft.get(target)
    draft.set_character(target, transformed=shape)
    enemy = goal.side != caster.side
    draft.say("transforms", rule, enemy and bool(shape) and "transform.opponent", "transform.stealth", **about)
    if not shape:
        return
    if goal.army:
        lose_army(draft, target, "army.zero")
    if enemy:
        capture(draft, (target,), caster.id, "transform.hand", "transform.opponent")
    else:
        drop_hand(draft, target, "transform.hand", "lose.by-friend")
