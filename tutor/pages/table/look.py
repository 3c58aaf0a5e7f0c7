"""How somebody looks at a table, and a new game in the making: kept by his link, never written down."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from tutor.draw.page import Effect
from tutor.draw.tables import Offer, Preset
from tutor.pages.table.code import read_code
from tutor.pages.table.play import DICE, Table, at_table
from tutor.teach.game import registry as games

#: Ways to begin at once.
PRESETS = (
    Preset("alone", "You against two bots", ("here", "bot", "bot")),
    Preset("two", "Two at this screen, two bots", ("here", "here", "bot", "bot")),
    Preset("phones", "Each on a phone", ("phone", "phone", "phone")),
)


def presets(offer: Offer) -> tuple[Preset, ...]:
    """The ways to begin a game at once."""
    return offer.presets or PRESETS


@dataclass(frozen=True)
class NewGame:
    """A new game in the making. ``by`` says for each seat who plays it; a seat that is not in it stays empty."""

    game: str = games.FIRST
    by: Mapping[str, str] = field(default_factory=dict)
    edition: str = ""
    variants: frozenset[str] = frozenset()
    board: str = ""
    bot: str = ""
    dice: str = DICE[0]
    text: str = ""

    @classmethod
    def of(cls, game: str, preset: str = "", order: tuple[str, ...] = ()) -> NewGame:
        """A draft of a game, its first seats taken as a preset says, "" the usual one; with ``order`` those of a situation."""
        offer = at_table(game).offer()
        ways = presets(offer)
        seats = order or tuple(choice.id for choice in offer.seats)
        kinds = next((way.by for way in ways if way.id == preset), ways[0].by)
        if order:
            kinds = (*kinds, *("bot",) * len(order))[: len(order)]
        by = dict(zip(seats, kinds[: offer.most], strict=False))
        return cls(game, by, offer.editions[0].id if offer.editions else "", bot=offer.bots[0].id)

    @classmethod
    def of_situation(cls, raw: Mapping[str, Any]) -> NewGame:
        """A draft of a game that begins with a situation: its ``game`` and ``text``. Faulty if that cannot be read."""
        game, text = str(raw["game"]), str(raw["text"])
        state = games.game(game).read(text)
        return replace(cls.of(game, order=tuple(state.order)), text=text, edition=state.edition)

    def taken(self, seat: str, by: str) -> NewGame:
        """Somebody else plays a seat; "" leaves it empty."""
        after = {**self.by, seat: by}
        order = [choice.id for choice in at_table(self.game).offer().seats]
        seats = [each for each in (*order, *after) if after.get(each)]
        return replace(self, by={each: after[each] for each in dict.fromkeys(seats)})

    def act(self, values: Mapping[str, tuple[str, ...]]) -> str:
        """The act that begins it; names and seed are typed on the page."""

        def typed(name: str) -> str:
            found = values.get(name, ())
            return str(found[0]).strip() if found else ""

        raw = {
            "game": self.game,
            "places": [[seat, by, typed(f"name {seat}"), self.bot] for seat, by in self.by.items()],
            "edition": self.edition,
            "variants": sorted(self.variants),
            "board": self.board,
            "dice": self.dice,
            "seed": typed("seed"),
            "text": self.text,
        }
        return "begin " + json.dumps({key: value for key, value in raw.items() if value}, ensure_ascii=False)

    def fault(self) -> str:
        """Why it cannot begin yet; "" if it can."""
        offer = at_table(self.game).offer()
        count = len(self.by)
        if not offer.fewest <= count <= offer.most:
            return f"{count or 'Nobody'} would play: {offer.fewest} to {offer.most} can."
        return ""


def draft_of(table: Table) -> NewGame:
    """The draft a table begins with: of the situation it was opened with, of the game before, or the usual."""
    return NewGame.of_situation(read_code(table.opening)) if table.opening else NewGame.of(games.FIRST)


@dataclass(frozen=True)
class Look:
    """How one viewer looks: at which line (None: at the present), which card, rule or panel stands before him, what he has
    picked on the board, whether the seldom actions are shown, at which line he has asked the coach; at which line
    a choice is put back that he is to find by himself (0: none), and what he has ``tried`` there ("?": to be told); how often he
    has touched the page, what happens once. ``hides`` says that he walks through the game without what came later, ``copy``
    whose copy he looks at ("": the game itself)."""

    at: int | None = None
    card: str = ""
    picked: str = ""
    more: bool = False
    coach: int = -1
    find: int = 0
    tried: tuple[str, ...] = ()
    hides: bool = False
    copy: str = ""
    draft: NewGame | None = None
    touches: int = 0
    effects: tuple[Effect, ...] = ()

    def line(self, table: Table) -> int:
        """The line he looks at."""
        return len(table.lines) if self.at is None else min(self.at, len(table.lines))
