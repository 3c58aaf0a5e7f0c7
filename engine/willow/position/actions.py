"""The language of actions: one line of text each, read and written. Ids are those of the scenario."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from engine.faults import Fault, UnreadableText, nearest, sentence, shown
from engine.willow.material.scenario import SIDES, Material
from engine.willow.material.source import DOCS
from engine.willow.position.table import UNKNOWN, Position

#: What a character does: the verb, and an example.
VERBS: Mapping[str, str] = {
    "draws": "kael draws bear", "plays": "kael plays bear on willow", "discards": "kael discards sword",
    "gives": "kael gives sword to sorsha", "takes": "airk takes treasure", "moves": "willow moves tavern with airk",
    "searches": "willow searches tir-asleen with airk", "is": "madmartigan is found", "hides": "madmartigan hides",
    "casts": "willow casts transformation on kael as pig", "restores": "kael restores sorsha", "attacks": "kael attacks",
    "absorbs": "kael absorbs", "bears": "kael bears it", "uses": "willow uses power", "looks": "willow looks at kael",
    "frees": "madmartigan frees", "agrees": "airk agrees", "refuses": "airk refuses",
}  # fmt: skip
#: What is said by a side, or done by chance.
OTHERS: Mapping[str, str] = {
    "roll": "roll 4 5", "shape": "shape pig", "treasure": "treasure fin-raziel", "champion": "champion madmartigan",
    "disagree": "disagree champion", "pass": "pass", "done": "done",
}  # fmt: skip
_HINTS = (*VERBS, *OTHERS)


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
        if self.verb == "roll":
            return " ".join(("roll", *map(str, self.dice)))
        words = [self.actor] if self.actor else []
        words += ["is found"] if self.verb == "is" else ["bears it"] if self.verb == "bears" else [self.verb]
        words += ["power"] if self.verb == "uses" else []
        words += [self.what] if self.what else []
        if self.target:
            words += [*_BEFORE_TARGET.get(self.verb, ()), self.target]
        words += ["as", self.shape] if self.shape else []
        words += ["with", *self.group] if self.group else []
        return " ".join(words)


_BEFORE_TARGET: Mapping[str, tuple[str, ...]] = {"plays": ("on",), "gives": ("to",), "casts": ("on",), "looks": ("at",)}


class _Reader:
    """The words of an action still to be read."""

    def __init__(self, text: str, material: Material) -> None:
        self.text, self.material = text, material
        self.words = text[:300].lower().split()
        self.example = "kael attacks"

    def refuse(self, what: str, fix: str, code: str) -> UnreadableText:
        return UnreadableText(Fault(f"action {shown(self.text)}", what, fix, code))

    def unfit(self) -> UnreadableText:
        return self.refuse("it cannot be read to its end", f"Write it like this: {self.example}.", "no-action")

    def next(self) -> str:
        """The next word."""
        if not self.words:
            raise self.unfit()
        return self.words.pop(0)

    def expect(self, *words: str) -> None:
        """Exactly these words next."""
        for word in words:
            if self.next() != word:
                raise self.unfit()

    def one_of(self, known: Sequence[str], what: str) -> str:
        """The next word, one of these."""
        word = self.next()
        if word not in known:
            raise self.refuse(f"{shown(word)} is no {what}", sentence(nearest(word, known, DOCS)), "unknown-word")
        return word

    def character(self) -> str:
        return self.one_of(tuple(self.material.characters), "character")

    def card(self) -> str:
        return self.one_of((*self.material.cards, UNKNOWN), "card")

    def if_next(self, word: str) -> bool:
        """Whether this word is next; it is then read."""
        found = self.words[:1] == [word]
        if found:
            self.words.pop(0)
        return found

    def group(self) -> tuple[str, ...]:
        """``with airk madmartigan``: who goes along, in the order of the scenario."""
        if not self.if_next("with"):
            return ()
        named = [self.character()]
        while self.words:
            named.append(self.character())
        if len(set(named)) < len(named):
            raise self.refuse("somebody is named twice", "Name each once.", "twice")
        return tuple(name for name in self.material.characters if name in named)


def parse_action(text: str, position: Position) -> Action:
    """The action a text names. UnreadableText if it is none, or names what is not of this scenario."""
    reader = _Reader(text, position.material)
    action = _parse(reader, position)
    if reader.words:
        raise reader.unfit()
    return action


def _parse(reader: _Reader, position: Position) -> Action:
    first = reader.words[0] if reader.words else ""
    characters = tuple(reader.material.characters)
    if not first:
        raise reader.refuse("it says nothing", f"For example: {VERBS['moves']}.", "no-action")
    if first in OTHERS:
        reader.example = OTHERS[reader.next()]
        return _said(first, reader)
    if first in SIDES and reader.words[1:] == ["attacks", "here"]:
        reader.words = []
        return Action("attacks", _first_fighter(position, first))
    if first not in characters:
        hint = sentence(nearest(first, (*characters, *OTHERS), DOCS))
        raise reader.refuse(f"{shown(first)} is no character and no action", hint, "no-action")
    actor, verb = reader.next(), reader.next() if len(reader.words) else ""
    if verb not in VERBS:
        hint = sentence(nearest(verb, tuple(VERBS)))
        raise reader.refuse(f"{shown(verb)} is nothing that {actor} can do", hint, "no-action")
    reader.example = VERBS[verb]
    return _done(actor, verb, reader, position)


def _said(verb: str, reader: _Reader) -> Action:
    """What a side says, or chance does."""
    material = reader.material
    match verb:
        case "roll":
            dice = [reader.next() for _ in range(min(len(reader.words), 2))]
            if not dice or any(die not in ("1", "2", "3", "4", "5", "6") for die in dice):
                raise reader.refuse(
                    "a die shows a number from 1 to 6", f"Write it like this: {reader.example}.", "no-number"
                )
            return Action("roll", dice=tuple(map(int, dice)))
        case "shape":
            return Action("shape", what=reader.one_of(tuple(material.shapes), "shape"))
        case "treasure":
            return Action("treasure", what=reader.one_of((*material.treasures, UNKNOWN), "Treasure"))
        case "champion":
            return Action("champion", what=reader.character())
        case "disagree":
            return Action("disagree", what=reader.one_of(("champion", "treasure", "army"), "matter of dispute"))
    return Action(verb)


def _first_fighter(position: Position, side: str) -> str:
    """Who is meant by "good attacks here": the first of that side who has an enemy in his space, or the first of it."""
    own = list(position.of_side(side))
    facing = [one.id for one in own if any(other.side != side for other in position.at(one.at))]
    return (facing or [one.id for one in own] or list(position.material.characters))[0]


def _done(actor: str, verb: str, reader: _Reader, position: Position) -> Action:
    """What a character does."""
    material = reader.material
    match verb:
        case "draws":
            return Action(verb, actor, reader.card())
        case "discards":
            return Action(verb, actor, reader.one_of((*material.cards, "army", UNKNOWN), "card"))
        case "plays":
            what = reader.card()
            return Action(verb, actor, what, reader.character() if reader.if_next("on") else "")
        case "gives":
            what = reader.one_of((*material.cards, *material.treasures, "army", UNKNOWN), "card or Treasure")
            reader.expect("to")
            return Action(verb, actor, what, reader.character())
        case "takes":
            return Action(verb, actor, reader.one_of(("army", "treasure"), "thing to take"))
        case "moves" | "searches":
            places = (*material.places, *(("here",) if verb == "searches" else ()))
            target = reader.one_of(places, "place")
            return Action(
                verb, actor, "", target, group=_company(position, actor, reader.group()) if target != "here" else ()
            )
        case "is":
            reader.expect("found")
        case "bears":
            reader.expect("it")
        case "uses":
            reader.expect("power")
        case "looks":
            reader.expect("at")
            return Action(
                verb, actor, "", reader.one_of((*material.characters, *material.places), "character or place")
            )
        case "casts":
            what = reader.card()
            target = reader.one_of(_targets(material), "target") if reader.if_next("on") else ""
            shape = reader.one_of(tuple(material.shapes), "shape") if reader.if_next("as") else ""
            return Action(verb, actor, what, target, shape)
        case "restores":
            return Action(verb, actor, "", reader.one_of(_targets(material), "target"))
    return Action(verb, actor)


def _targets(material: Material) -> tuple[str, ...]:
    foes = tuple(card.id for card in material.cards.values() if card.kind == "foe")
    return (*material.characters, *foes, *(t.id for t in material.treasures.values() if t.companion), "bavmorda")


def _company(position: Position, actor: str, named: tuple[str, ...]) -> tuple[str, ...]:
    """Who goes along: the group that was named with the first step is kept (`move.together`)."""
    one = position.character(actor)
    kept = tuple(name for name in one.group if name != actor)
    return tuple(name for name in (kept if one.spent and kept else named) if name != actor)
