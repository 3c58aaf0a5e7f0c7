"""Loss of Health by fights, Foes, Bavmorda, Spells and cards, and what an Army may take upon itself."""

from __future__ import annotations

from engine.willow.position.draft import Draft
from engine.willow.position.table import Task
from engine.willow.rules.hands import capture, drop_hand, lose_army


def threaten(draft: Draft, name: str, number: int, cause: str, by: str) -> bool:
    """A loss is due: whether it has been borne at once. Else its bearer is asked whether his Army absorbs it (`army.absorb`)."""
    one = draft.get(name)
    halved = any(draft.now.material.treasures[treasure].halves for treasure in one.treasures)
    if halved and number > 1:
        number = (number + 1) // 2
        draft.say("halves", "card.precedence", "treasure.take", who=name, number=number)
    if one.army and number:
        draft.set(task=Task("absorb", name, number=number, cause=cause, by=by))
        return False
    bear(draft, name, number, cause, by)
    return True


def bear(draft: Draft, name: str, number: int, cause: str, by: str) -> None:
    """Health is lost, never below zero (`health.range`); by a Spell or a card the hand goes with the last (`lose.by-spell`)."""
    one = draft.get(name)
    health = max(0, one.health - number)
    draft.set_character(name, health=health)
    rules = {
        "fight": ("contest.prowess", "fight.one"),
        "foe": ("contest.prowess",),
        "bavmorda": ("bavmorda.champion",),
        "spell": ("spell.success",),
        "fails": ("spell.fail",),
    }
    draft.say("loses-health", *rules[cause], "health.range", who=name, number=health, way=str(one.health - health))
    if health or not one.health:
        return
    if one.army:
        lose_army(draft, name, "army.zero")
    if cause == "spell":
        capture(draft, (name,), by, "lose.by-spell")
    elif cause == "fails":
        drop_hand(draft, name, "lose.by-spell")


def absorb(draft: Draft, task: Task) -> None:
    """The Army goes, and no Health (`army.absorb`, `army.absorb-any-loss`)."""
    rules = ("army.absorb", task.cause == "bavmorda" and "army.absorb-any-loss")
    lose_army(draft, task.who, *rules)


def gain(draft: Draft, name: str, value: str, *rules: str | bool) -> None:
    """One Prowess or Magic more, if that value has a pointer, is below six, and has not grown in this turn.

    (`prowess.gain`, `prowess.max`, `prowess.once`, `spell.learn`, `spell.learn-once`, `value.fixed-other`)
    """
    one = draft.get(name)
    grows, most = draft.now.material.characters[name].grows, draft.now.material.count("pointer_max")
    now = getattr(one, value)
    once, once_rule = getattr(one, f"gained_{value}"), "prowess.once" if value == "prowess" else "spell.learn-once"
    if grows != value:
        draft.say("no-gain", *rules, "value.fixed-other", who=name, way="fixed", what=(value,))
        return
    if once:
        draft.say("no-gain", *rules, once_rule, "turn.per-turn-limits", who=name, way="once", what=(value,))
        return
    if now is None or now >= most:
        draft.say(
            "no-gain", *rules, "prowess.max" if value == "prowess" else once_rule, who=name, way="full", what=(value,)
        )
        return
    draft.set_character(name, **{value: now + 1, f"gained_{value}": True})
    draft.say("gains", *rules, "value.pointers", who=name, what=(value,), number=now + 1)
