"""A situation of any game as the room for language asks about it, made from the contract of games alone."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from engine.contract.game import first_decider
from engine.text.faults import Faulty
from tutor.teach.language.lexicon import Lexicon, read_lexicon
from tutor.teach.language.likeness import asked
from tutor.teach.language.meaning import Meaning, Told, Understood, said
from tutor.teach.language.saying import Sayings, joined
from tutor.teach.language.understanding import understand


@dataclass(frozen=True)
class PlainMoment:
    """A situation of which nothing more is known than every game tells: who decides, what may be done, how an action is read."""

    game: Any
    state: Any
    lexicon: Lexicon

    @property
    def decider(self) -> str:
        return first_decider(self.state) or str(self.state.turn)

    @property
    def seats(self) -> Sequence[str]:
        return tuple(self.state.order)

    @cached_property
    def places(self) -> frozenset[str]:
        return self.lexicon.kinds.get("place", frozenset())

    def at_hand(self, who: str) -> Sequence[str]:
        return list(self.state.actions(who)) if who == self.decider else []

    def readable(self, action: str) -> str:
        """The action as the state reads it: judged, so that spelling and order are the game's own; "" if it is none."""
        try:
            return str(self.state.judge(action).action)
        except (Faulty, LookupError, ValueError):
            return ""

    @property
    def bearing(self) -> frozenset[str]:
        return frozenset()

    def held(self, who: str) -> frozenset[str]:
        return frozenset()

    def stands(self, who: str) -> str:
        """Where a piece with a place of its own stands."""
        try:
            return str(self.state.knight(who).at)
        except (AttributeError, LookupError):
            return ""

    def rules_of(self, action: str) -> frozenset[str]:
        if not action:
            return frozenset()
        verdict = self.state.judge(action)
        return frozenset(verdict.rules)

    def derive(self, slot: str, value: str, who: str) -> str:
        return value

    @property
    def replies(self) -> Sequence[str]:
        return ()

    @property
    def called(self) -> Mapping[str, str]:
        return {}

    def near(self, kind: str) -> Sequence[str]:
        return ()


class PlainTalk:
    """The words of a game whose ``words.toml`` stands in ``folder``; ``lines`` tell a situation, each line beginning with what it
    is about. ``kinds`` are the ids that fill each slot, ``names`` how they are called."""

    def __init__(
        self,
        folder: Path,
        game: Any,
        kinds: Mapping[str, Iterable[str]],
        names: Mapping[str, str],
        lines: Callable[[Any], Sequence[str]],
    ) -> None:
        rules = {rule.id: " ".join(filter(None, (*rule.says.values(), rule.ruling))) for rule in game.ledger().values()}
        self.game, self.lines = game, lines
        self.lexicon = read_lexicon(folder / "words.toml", kinds, names, rules)
        self.sayings = Sayings(self.lexicon, lambda kind, one: self.lexicon.names.get(one, one))

    def understood(self, text: str, state: Any) -> Understood:
        """What a question in everyday words can mean in a situation."""
        return understand(text, self.lexicon, self.sayings, PlainMoment(self.game, state, self.lexicon))

    def question_words(self, state: Any, kind: str, what: str, who: str = "") -> str:
        """A question as one would say it."""
        moment = PlainMoment(self.game, state, self.lexicon)
        return said(Meaning(kind, what, who), self.lexicon, self.sayings, moment.decider)

    def told(self, state: Any, kind: str, what: str) -> Told:
        """A fact of the moment: whose turn, what may be done, or the lines of the situation that name somebody or something."""
        name = self.lexicon.names.get
        question, _, of = what.partition(" ") if kind == "fact" else ("about", " ", what)
        if question == "turn":
            if state.over:
                return Told("The game is over.")
            seats = [name(seat, seat) for seat in state.deciders]
            return Told(f"{joined(seats)} may act now." if seats else "Chance decides now.")
        if question == "choices":
            return Told("What may be done now:", tuple(state.actions()[:40]))
        words = [re.escape(word) for word in {of, name(of, of)} if word]
        named = re.compile(rf"\b(?:{'|'.join(words)})\b", re.IGNORECASE) if words else None
        found = [line for line in self.lines(state) if named is None or named.search(line)]
        first = [line for line in found if named and named.match(line)] or found
        if not first:
            return Told(f"{name(of, of)} is nowhere in this situation.")
        return Told(first[0], tuple(line for line in found if line != first[0])[:8])

    def rules_asked(self, text: str) -> list[str]:
        """The rules that a question asks for in everyday words, without a situation."""
        return asked(text, self.lexicon)

    def at_hand(self, state: Any) -> list[str]:
        """The actions allowed in a situation."""
        return list(state.actions())
