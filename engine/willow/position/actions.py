"""The language of actions: one line of text each, read and written. Ids are those of the scenario."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache, partial
from typing import NamedTuple

from engine.text.faults import Fault, UnreadableText, nearest, sentence, shown
from engine.text.grammar import ActionForm, ActionWords
from engine.willow.material.scenario import SIDES, Material
from engine.willow.material.source import DOCS
from engine.willow.position.table import UNKNOWN, Position

_ON, _AS, _WITH = "[on {target:target}]", "[as {shape:shape}]", "[with {group:character...}]"
#: What a character does: the verb, how it is written behind his name, and an example.
DONE: Mapping[str, ActionForm] = {
    verb: ActionForm(f"{{actor:character}} {text}", (example,))
    for verb, text, example in (
        ("draws", "draws {what:card}", "kael draws bear"),
        ("plays", "plays {what:card} [on {target:character}]", "kael plays bear on willow"),
        ("discards", "discards {what:card or army}", "kael discards sword"),
        ("gives", "gives {what:card or Treasure} to {target:character}", "kael gives sword to sorsha"),
        ("takes", "takes {what:thing to take}", "airk takes treasure"),
        ("moves", f"moves {{target:place}} {_WITH}", "willow moves tavern with airk"),
        ("searches", f"searches {{target:place or here}} {_WITH}", "willow searches tir-asleen with airk"),
        ("is", "is found", "madmartigan is found"),
        ("hides", "hides", "madmartigan hides"),
        ("casts", f"casts {{what:card}} {_ON} {_AS}", "willow casts transformation on kael as pig"),
        ("restores", "restores {target:target}", "kael restores sorsha"),
        ("attacks", "attacks", "kael attacks"),
        ("absorbs", "absorbs", "kael absorbs"),
        ("bears", "bears it", "kael bears it"),
        ("uses", "uses power", "willow uses power"),
        ("looks", "looks at {target:character or place}", "willow looks at kael"),
        ("frees", "frees", "madmartigan frees"),
        ("agrees", "agrees", "airk agrees"),
        ("refuses", "refuses", "airk refuses"),
    )
}
#: What is said by a side, or done by chance.
SAID: Mapping[str, ActionForm] = {
    "roll": ActionForm("roll {dice:die...}", ("roll 4 5",)),
    "shape": ActionForm("shape {what:shape}", ("shape pig",)),
    "treasure": ActionForm("treasure {what:Treasure}", ("treasure fin-raziel",)),
    "champion": ActionForm("champion {what:character}", ("champion madmartigan",)),
    "disagree": ActionForm("disagree {what:matter of dispute}", ("disagree champion",)),
    "pass": ActionForm("pass", ("pass",)),
    "done": ActionForm("done", ("done",)),
}
_GRAMMAR: Mapping[str, ActionForm] = {**DONE, **SAID}
#: The longest action that is read, in characters; what is beyond it is ignored.
LONGEST = 300


class Action(NamedTuple):
    """An action: its ``verb``, the ``actor`` ("" for what a side says and chance does), and what it is about."""

    verb: str
    actor: str = ""
    what: str = ""
    target: str = ""
    shape: str = ""
    group: tuple[str, ...] = ()
    dice: tuple[int, ...] = ()

    @property
    def text(self) -> str:
        """The action as one line."""
        return _text(self)


@lru_cache(maxsize=8192)
def _text(action: Action) -> str:
    return _GRAMMAR[action.verb].write(partial(getattr, action))


class _Words(ActionWords):
    """The words of an action of a scenario."""

    def __init__(self, text: str, material: Material) -> None:
        super().__init__(text, text[:LONGEST].lower().split())
        self.material = material
        self.example = "kael attacks"

    def known(self, kind: str) -> Sequence[str]:
        return _known(self.material)[kind]

    def ordered(self, kind: str, found: Sequence[str]) -> tuple[str, ...]:
        return tuple(name for name in self.material.characters if name in found)

    def take_several(self, kind: str) -> tuple[str, ...]:
        if kind != "die":
            return super().take_several(kind)
        dice, self.next = self.left[:2], self.next + 2
        if not dice or any(die not in self.known(kind) for die in dice):
            raise self.refuse("a die shows a number from 1 to 6", f"Write it like this: {self.example}.", "no-number")
        return tuple(dice)

    def refuse(self, what: str, fix: str, code: str) -> UnreadableText:
        return UnreadableText(Fault(f"action {shown(self.text)}", what, fix, code))

    def unfit(self) -> UnreadableText:
        return self.refuse("it cannot be read to its end", f"Write it like this: {self.example}.", "no-action")

    def missing(self, kind: str, known: Sequence[str]) -> UnreadableText:
        return self.unfit()

    def not_next(self, word: str) -> UnreadableText:
        return self.unfit()

    def unknown(self, kind: str, word: str, known: Sequence[str]) -> UnreadableText:
        called = _CALLED.get(kind, kind)
        return self.refuse(f"{shown(word)} is no {called}", sentence(nearest(word, known, DOCS)), "unknown-word")

    def twice(self, kind: str) -> UnreadableText:
        return self.refuse("somebody is named twice", "Name each once.", "twice")


#: Kinds that are called otherwise in a fault.
_CALLED = {"card or army": "card", "place or here": "place"}


@lru_cache(maxsize=64)
def _known(material: Material) -> Mapping[str, Sequence[str]]:
    """The words of every kind in a scenario."""
    characters, places, cards = tuple(material.characters), tuple(material.places), (*material.cards, UNKNOWN)
    foes = tuple(card.id for card in material.cards.values() if card.kind == "foe")
    companions = tuple(treasure.id for treasure in material.treasures.values() if treasure.companion)
    return {
        "character": characters,
        "card": cards,
        "place": places,
        "place or here": (*places, "here"),
        "card or army": (*material.cards, "army", UNKNOWN),
        "thing to take": ("army", "treasure"),
        "card or Treasure": (*material.cards, *material.treasures, "army", UNKNOWN),
        "character or place": (*characters, *places),
        "target": (*characters, *foes, *companions, "bavmorda"),
        "shape": tuple(material.shapes),
        "Treasure": (*material.treasures, UNKNOWN),
        "matter of dispute": ("champion", "treasure", "army"),
        "die": tuple("123456"),
    }


def parse_action(text: str, position: Position) -> Action:
    """The action a text names. UnreadableText if it is none, or names what is not of this scenario."""
    read = _read if len(text) <= LONGEST else _read.__wrapped__  # what is long is read each time, and not kept
    action = read(text, position.material)
    if action.actor in SIDES:
        return Action("attacks", _first_fighter(position, action.actor))
    if action.verb in ("moves", "searches"):
        group = () if action.target == "here" else _company(position, action.actor, action.group)
        return action if group == action.group else action._replace(group=group)
    return action


@lru_cache(maxsize=8192)  # a page asks again and again about the same lines
def _read(text: str, material: Material) -> Action:
    """What a text says whatever the position; "good attacks here" as if that side were who attacks."""
    words = _Words(text, material)
    first, second, *_ = (*words.words, "", "")
    characters = words.known("character")
    if not first:
        raise words.refuse("it says nothing", f"For example: {DONE['moves'].examples[0]}.", "no-action")
    if first in SIDES and words.words[1:] == ["attacks", "here"]:
        return Action("attacks", first)
    if first not in (*SAID, *characters):
        hint = sentence(nearest(first, (*characters, *SAID), DOCS))
        raise words.refuse(f"{shown(first)} is no character and no action", hint, "no-action")
    if first not in SAID and second not in DONE:
        hint = sentence(nearest(second, tuple(DONE)))
        raise words.refuse(f"{shown(second)} is nothing that {first} can do", hint, "no-action")
    verb = first if first in SAID else second
    words.example = _GRAMMAR[verb].examples[0]
    values = words.read(_GRAMMAR[verb])
    if words.left:
        raise words.unfit()
    return Action(verb, dice=tuple(map(int, values.pop("dice", ()))), **values)


def _first_fighter(position: Position, side: str) -> str:
    """Who is meant by "good attacks here": the first of that side who has an enemy in his space, or the first of it."""
    own = list(position.of_side(side))
    facing = [one.id for one in own if any(other.side != side for other in position.at(one.at))]
    return (facing or [one.id for one in own] or list(position.material.characters))[0]


def _company(position: Position, actor: str, named: tuple[str, ...]) -> tuple[str, ...]:
    """Who goes along: where nobody is named, the group of the first step (`move.together`). Naming others is judged."""
    one = position.character(actor)
    along = one.group if one.spent and not named else named
    return tuple(name for name in position.material.characters if name in along and name != actor)
