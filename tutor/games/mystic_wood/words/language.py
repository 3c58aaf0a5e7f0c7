"""What the Mystic Wood tells the room for language: its names, what may be asked of a situation, and the facts of the moment."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, cached_property
from pathlib import Path

from engine import mystic_wood as mw
from engine.contract.events import rules_of
from engine.mystic_wood.material.cards import COMPANIONS, KNIGHTS, LOST_ONES, THINGS, name_of, the
from engine.mystic_wood.material.wood import DIRECTIONS, FIXED, every_area
from engine.text.faults import Faulty
from tutor.games.mystic_wood.hands.at_hand import candidates
from tutor.teach.language import Lexicon, Meaning, Sayings, Understood, read_lexicon, said, understand
from tutor.teach.language.likeness import asked

_HELPERS = ("prince", "princess", "sage")


@cache
def lexicon() -> Lexicon:
    """The words of the Mystic Wood."""
    cards = mw.CARDS.all()
    held = (*THINGS, *mw.CARDS.denizens, "blessing", "horse", "holy-grail")
    areas = [card for card, one in cards.items() if one.kind == "area"]
    known = (*cards, *KNIGHTS, *(place for place in FIXED if place not in cards))
    kinds = {
        "way": DIRECTIONS,
        "area": every_area(),
        "place": (*areas, *FIXED),
        "standing": (*mw.CARDS.denizens, *KNIGHTS),
        "spot": (*mw.CARDS.denizens, *KNIGHTS, *areas, *FIXED),
        "denizen": mw.CARDS.denizens,
        "knight": KNIGHTS,
        "player": KNIGHTS,
        "helper": _HELPERS,
        "thing": THINGS,
        "price": THINGS,
        "companion": COMPANIONS,
        "lost": LOST_ONES,
        "illusion": ("illusion",),
        "prize": held,
        "card": (*cards, *KNIGHTS),
        "one": known,
    }
    names = {card: name_of(card) for card in known}
    rules = {rule.id: " ".join(filter(None, (*rule.says.values(), rule.ruling))) for rule in mw.ledger().values()}
    return read_lexicon(Path(__file__).parents[1] / "words.toml", kinds, names, rules)


def spoken(kind: str, value: str) -> str:
    """What fills a slot of an action, as it is said: "the Lance", "north", "c3"."""
    return value if kind in ("way", "area", "tile", "dice") else the(value)


@cache
def sayings() -> Sayings:
    """How the actions of the Mystic Wood are said."""
    return Sayings(lexicon(), spoken)


@dataclass(frozen=True)
class Asked:
    """A situation that is asked about."""

    state: mw.State
    _hands: dict[str, list[str]] = field(default_factory=dict, compare=False)

    @property
    def decider(self) -> str:
        return self.state.to_move or self.state.turn

    @property
    def seats(self) -> Sequence[str]:
        return self.state.order

    @cached_property
    def places(self) -> frozenset[str]:
        return frozenset(self.state.wood.index)

    def at_hand(self, who: str) -> Sequence[str]:
        if who not in self._hands:
            self._hands[who] = candidates(self.state, who)
        return self._hands[who]

    def readable(self, action: str) -> str:
        try:
            return mw.parse_action(action).text
        except Faulty:
            return ""

    def rules_of(self, action: str) -> frozenset[str]:
        if not action:
            return frozenset(("order.list", "order.challenges-first", "order.separate"))
        verdict = self.state.judge(action)
        if not verdict.legal:
            return frozenset(verdict.rules)
        return frozenset(rules_of(self.state.play(action).events))

    def derive(self, slot: str, value: str, who: str) -> str:
        """The way from where somebody is to an area, or to that of a card or a Knight; or only which area that is."""
        if slot == "area":
            return self.where(value)
        at = self.state.knight(who).at
        for area in (self.where(value),) if value not in self.places else (value,):
            if area and (way := self.state.wood.direction_between(at, area)):
                return str(way)
        return ""

    def where(self, one: str) -> str:
        """The area a card or a Knight is in; "" if it is on none."""
        if one in FIXED:
            wood = self.state.wood
            return str({"tower": wood.tower, "enchanted-gate": wood.enchanted_gate}.get(one, wood.earthly_gate))
        if one in self.state.order:
            return self.state.knight(one).at
        for name in self.state.wood.areas:
            area = self.state.area(name)
            if one in area.denizens or one in area.things or one in area.things_outside or area.name == one:
                return str(name)
        return ""

    @cached_property
    def bearing(self) -> frozenset[str]:
        if self.state.decision != "choice":
            return frozenset()
        found = {rule for action in self.at_hand(self.decider)[:30] for rule in self.state.judge(action).rules}
        return frozenset(found)

    def held(self, who: str) -> frozenset[str]:
        knight = self.state.knight(who)
        more = {"horse": knight.horse, "holy-grail": knight.grail, "blessing": knight.blessing}
        return frozenset((*knight.things, *knight.companions, *(card for card, has in more.items() if has)))

    def stands(self, who: str) -> str:
        return self.state.knight(who).at if who in self.state.order else ""

    @cached_property
    def replies(self) -> Sequence[str]:
        return self.state.actions() if self.state.decision == "choice" and self.decider != self.state.turn else ()

    @cached_property
    def called(self) -> Mapping[str, str]:
        kings = [name for name in self.state.order if self.state.knight(name).king]
        return {"king": kings[0]} if kings else {}

    def near(self, kind: str) -> Sequence[str]:
        knight = self.state.knight(self.decider)
        area = self.state.area(knight.at)
        held = [
            card for other in self.state.knights if other.at == knight.at for card in (*other.things, *other.companions)
        ]
        here = [*area.denizens, *area.things, *held]
        if kind.startswith("@"):
            return [one for one in here if one == kind[1:]]
        return [one for one in here if one in lexicon().kinds[kind]]


def understood(text: str, state: mw.State) -> Understood:
    """What a question in everyday words can mean in this situation."""
    moment = Asked(state)
    found = understand(text, lexicon(), sayings(), moment)
    if found.must and state.decision == "choice" and any(one.kind == "may" for one in found.meanings):
        legal = [sayings().say(action) or action for action in state.actions()]
        told = ", ".join(legal[:7]) + (f" and {len(legal) - 7} more" if len(legal) > 7 else "")
        note = f"Whether he must: all that {name_of(moment.decider)} may do now is {told}."
        found = replace(found, notes=(note, *found.notes))
    return found


def question_words(state: mw.State, kind: str, what: str, who: str = "") -> str:
    """A question as one would say it."""
    return said(Meaning(kind, what, who), lexicon(), sayings(), Asked(state).decider)


def rules_asked(text: str) -> list[str]:
    """The rules that a question asks for in everyday words, without a situation."""
    return asked(text, lexicon())
