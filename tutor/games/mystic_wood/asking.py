"""What the ruling checker asks of the Mystic Wood besides what it asks of any game: the order of encounter, throws by the lines
of a card's table, what pointing at something may mean.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from fractions import Fraction
from typing import Any

from engine import mystic_wood as mw
from engine.contract.events import Event
from engine.contract.verdicts import IllegalAction
from engine.mystic_wood.material.cards import name_of, the
from engine.mystic_wood.material.ledger import reason
from engine.text.faults import Faulty
from tutor.draw.shapes import Scene
from tutor.games.mystic_wood.scene import View, board_scene
from tutor.games.mystic_wood.scene.words import hand_line
from tutor.games.mystic_wood.words.button_text import action_words, asker, meant, next_words
from tutor.teach.game.asking import Answer, Asking, Edition, Question, same_after

#: Events that only begin something, or that follow from it: the rules of all others come first.
_BEGINS = frozenset(("approaches", "is-challenged", "challenges"))
_WHEN = {"start": "at the beginning of the turn", "arrived": "just walked in", "after": "the move is spent"}
_More = tuple[tuple[str, tuple[tuple[str, Fraction], ...]], ...]


class WoodAsking(Asking):
    """The questions of the Mystic Wood."""

    by_chance = ("roll", "draw", "reveal")
    asks_order = "In what order?"
    seldom = ("stalemate",)

    def meant(self, state: mw.State, action: str) -> str:
        return meant(state, action)

    def when(self, state: mw.State) -> str:
        return _WHEN[state.moment]

    def next_words(self, state: mw.State) -> str:
        return next_words(state, action_words)

    def turned_to(self, state: mw.State, who: str) -> mw.State | None:
        raw = mw.to_dict(state)
        for key in ("pending", "powers", "stayed"):
            raw.pop(key, None)
        arrived = raw["knights"][who].get("came_from") is not None
        try:
            return mw.from_dict({**raw, "turn": who, "moment": "arrived" if arrived else "start"})
        except Faulty:
            return None

    def deciding(self, state: mw.State, events: Iterable[Event]) -> list[str]:
        """Those that decide it first: no rule of the order of play where the turn is only handed on, none about several denizens
        where one is met, and of a companion's parting no more than the reason."""
        told = [event for event in events if event.kind != "turn"] or list(events)
        told.sort(key=lambda event: 2 if event.kind == "parts" else event.kind in _BEGINS)
        alone = len(state.area(state.knight(asker(state)).at).denizens) < 2
        rules = [rule for event in told for rule in (event.rules[:1] if event.kind == "parts" else event.rules)]
        return list(dict.fromkeys(rule for rule in rules if not (alone and rule == "order.separate")))

    # ---------------------------------------------------------------- the order of encounter
    def order(self, state: mw.State) -> Answer:
        who = asker(state)
        here = state.knight(who).at
        places = tuple(tuple(place) for place in mw.encounter_order(state))
        spared = tuple((card, self.cause(reason(why, state.edition))) for card, why in mw.not_met(state).items())
        if places:
            steps = [" or ".join(the(card) for card in place) for place in places]
            sentence = f"{name_of(who)} meets {_then(steps)}."
        else:
            sentence = f"{name_of(who)} meets nobody at {here}."
        rules = ("order.challenges-first", "order.list") if places else ()
        causes = tuple(self.rule_cause(rule, state.edition) for rule in rules)
        across = tuple(self._order_in(state, edition) for edition in mw.editions())
        return Answer(
            Question("order"),
            self.question_words(state, Question("order")),
            sentence,
            None,
            causes,
            (),
            "",
            mw.code(state),
            who,
            order=places,
            not_met=spared,
            editions=across,
            differ=len({e.sentence for e in across}) > 1,
        )

    def _order_in(self, state: mw.State, edition: str) -> Edition:
        try:
            there = mw.from_dict({**self.raw(state), "edition": edition})
        except Faulty as faulty:
            return Edition(edition, None, "no such situation", faults=tuple(fault.what for fault in faulty.faults))
        other = [" or ".join(name_of(card) for card in place) for place in mw.encounter_order(there)]
        return Edition(edition, None, ", then ".join(other) or "nobody")

    # ---------------------------------------------------------------- the chances
    def thrown(self, state: mw.State, action: str) -> mw.State | None:
        """The chance step an action leads to, whoever is asked on the way defending or agreeing; None if it leads to none."""
        if state.decision == "chance":
            return state
        after = state.play(action).state
        for _ in range(6):
            if after.decision == "chance":
                return after
            plain = next((a for a in ("defend", "accept") if a in after.actions()), None)
            if plain is None or after.to_move == state.to_move:
                return None
            after = after.play(plain).state
        return None

    def drawn_name(self, text: str) -> str:
        action = mw.parse_action(text)
        if action.verb == "draw":
            return name_of(action.of)
        tile = mw.TILES[action.of]
        what = name_of(tile.name) if tile.name else "glade" if tile.glade else "crossing"
        return f"{action.of}: {what}, paths {tile.paths}"

    def drawn_card(self, text: str) -> str:
        return mw.parse_action(text).of

    def in_all(self, state: mw.State, action: str) -> _More:
        return ()

    def names_of_throws(self, state: mw.State, action: str, after: dict[str, mw.State]) -> tuple[dict[str, str], _More]:
        try:
            odds = mw.odds(state, action)
        except IllegalAction:
            odds = mw.Odds(action)
        rolls = list(after)
        fight = (("win", odds.fight.win), ("lose", odds.fight.lose)) if odds.fight is not None else ()
        in_all = () if _by_lines(odds, rolls) else tuple(odds.reactions.items())
        told = (
            ("To the end, ties fought on", fight),
            ("In all", in_all),
            ("If he adds 1", tuple(odds.with_bonus.items())),
        )
        return _names(rolls, odds, after), tuple((head, chances) for head, chances in told if chances)

    # ---------------------------------------------------------------- what could be asked, and what is shown
    def about(self, state: mw.State, target: str) -> list[str]:
        kind, _, name = target.partition(":")
        legal = state.actions() if state.decision == "choice" else []
        found = _MEANT[kind](state, name, legal) if kind in _MEANT else ()
        return [action for action in dict.fromkeys(found) if self.game.can_be_read(action)]

    def cause_target(self, answer: Answer) -> str | None:
        """What the reason is about, else whom or what the action names."""
        here = mw.from_code(answer.code)
        kinds = {
            **dict.fromkeys(mw.CARDS.denizens, "denizen"),
            **dict.fromkeys(mw.CARDS.things, "thing"),
            **dict.fromkeys(mw.CARDS.knights, "knight"),
            **dict.fromkeys(here.wood.areas, "area"),
        }
        for cause in answer.causes:
            for named in cause.about:
                if named in kinds and named != answer.who:
                    return f"{kinds[named]}:{named}"
        action = mw.parse_action(answer.question.action)
        if action.verb == "move":
            beyond = here.wood.neighbours[here.knight(answer.who).at].get(action.to)
            return f"area:{beyond}" if beyond else None
        for named in (action.of, action.to):
            if named in kinds and named != answer.who:
                return f"{kinds[named]}:{named}"
        return None

    def picture(self, state: mw.State) -> Scene:
        return board_scene(state, view=View.around(state, least=(2, 2)))

    def whole(self, state: mw.State) -> Scene:
        return board_scene(state)

    def hand_line(self, state: mw.State, seat: str) -> str:
        return "" if state.knight(seat).out else hand_line(state, seat)


def _then(steps: list[str]) -> str:
    if len(steps) == 1:
        return steps[0]
    return f"first {steps[0]}, then {', then '.join(steps[1:])}"


def _names(rolls: list[str], odds: mw.Odds, after: dict[str, Any]) -> dict[str, str]:
    """What each throw's outcome is called. The engine's odds say how many throws each outcome has; of a fight's throws the
    best leads win, of an approach's the table's lines follow one another."""
    if odds.round is not None and len(rolls) == 36:
        ranked = sorted(rolls, key=lambda text: mw.parse_action(text).dice[1] - mw.parse_action(text).dice[0])
        parts = [("win", odds.round.win), ("tie", odds.round.tie), ("lose", odds.round.lose)]
    elif _by_lines(odds, rolls):
        ranked, parts = rolls, list(odds.reactions.items())
    else:
        # Throws that lead to the same situation are one outcome, as in a try to escape.
        return same_after(after)
    found: dict[str, str] = {}
    for name, chance in parts:
        for text in ranked[len(found) : len(found) + int(chance * len(rolls))]:
            found[text] = name
    return found


def _by_lines(odds: mw.Odds, rolls: list[str]) -> bool:
    """Whether each of the engine's reactions is a whole number of throws; the Horse's also depend on what is turned up."""
    return bool(odds.reactions) and all((chance * len(rolls)).denominator == 1 for chance in odds.reactions.values())


# ------------------------------------------------------------------ what pointing may mean
def _at_area(state: mw.State, name: str, legal: list[str]) -> Iterator[str]:
    knight = state.knight(asker(state))
    way = state.wood.direction_between(knight.at, name)
    if way:
        yield f"move {way}"
        yield from ["withdraw"] if knight.came_from == name else []
        yield from (a for a in legal if a.startswith("combine") and a.endswith(way))
    if name == knight.at:
        yield from [a for a in legal if a in _ON_THE_SPOT] or ["stay"]
    yield from (f"{power} {name}" for who, power in _CARRIERS.items() if who in knight.companions)
    yield from (a for a in legal if a.startswith(("send", "arch-mage", "storm")) and a.endswith(f" {name}"))


def _with_denizen(state: mw.State, name: str, legal: list[str]) -> Iterator[str]:
    if name in mw.CARDS.denizens:
        helpers = [c for c in state.knight(asker(state)).companions if c in ("prince", "princess", "sage")]
        yield from (f"meet {name}", *(f"meet {name} with {helper}" for helper in helpers))
        yield from (a for a in legal if mw.parse_action(a).of == name)


def _with_knight(state: mw.State, name: str, legal: list[str]) -> Iterator[str]:
    if name not in state.order:
        yield from [f"joust {name}"] if name in mw.CARDS.knights else []  # who does not play is refused by name
    elif name == asker(state):
        yield from legal[:12]
    else:
        other = state.knight(name)
        yield f"joust {name}"
        yield from [f"aid {name}"] if other.fighting else []
        yield from [f"release {name}"] if other.imprisoned or other.captured else []
        for action in legal:
            meant = mw.parse_action(action)
            if name in (meant.of, meant.to) or name in meant.aid:
                yield action


def _with_due(state: mw.State, name: str, legal: list[str]) -> Iterator[str]:
    yield from (a for a in legal if [card for card, _ in mw.parse_action(a).shares] == [name])
    yield from (a for a in legal if a in ("share none", "accept", "dispute"))


def _in_hand(state: mw.State, name: str, legal: list[str]) -> Iterator[str]:
    owner, _, card = name.partition(":")
    knight = state.knight(asker(state))
    if card and owner == knight.id:
        yield from [f"drop {card}"] if card in knight.things else [f"leave {card}"] if card in knight.companions else []
        yield from {"key": ["use key"], "wand": ["wand"]}.get(card, [])
        yield from (f"offer {card} to {k.id}" for k in state.knights if k.id != knight.id and k.at == knight.at)
    elif card:
        yield f"prize {card}"
        yield from (f"offer {t} to {owner} for {card}" for t in knight.things)


_ON_THE_SPOT = ("stay", "pray", "drink", "go in", "leave", "withdraw", "wand", "try to escape", "use key")
_CARRIERS = {"arch-mage": "arch-mage", "magician": "storm"}
#: What pointing at each kind of target may mean.
_MEANT: Mapping[str, Callable[[mw.State, str, list[str]], Iterable[str]]] = {
    "area": _at_area,
    "denizen": _with_denizen,
    "card": _with_denizen,
    "knight": _with_knight,
    "thing": lambda state, name, legal: [f"take {name}"],
    "due": _with_due,
    "hand": _in_hand,
}
