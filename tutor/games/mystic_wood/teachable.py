"""The Mystic Wood as it is taught: what is its own, joined to what asks for it."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from pathlib import Path
from typing import Any

from engine import mystic_wood as mw
from engine.contract.events import Event
from engine.contract.verdicts import Reason, Verdict
from engine.mystic_wood.material.cards import CARDS, KNIGHTS, THINGS, name_of, the
from engine.mystic_wood.material.ledger import reason
from engine.mystic_wood.material.wood import every_area
from engine.mystic_wood.play.odds import CONSENT, turn_begins
from tutor.draw.shapes import Scene
from tutor.draw.svg import svg
from tutor.games.mystic_wood.asking import WoodAsking
from tutor.games.mystic_wood.claims import trying
from tutor.games.mystic_wood.claims.computed import COMPUTED, odds_of
from tutor.games.mystic_wood.claims.conditions import CONDITIONS, SUBJECTS, beaten_in
from tutor.games.mystic_wood.claims.goals import aims_of, read_goal
from tutor.games.mystic_wood.hands import clicks
from tutor.games.mystic_wood.puzzle_kinds import KINDS, THEMES
from tutor.games.mystic_wood.scene import (
    CloseView,
    View,
    board_scene,
    card_scene,
    face_scene,
    hand_scene,
    overview_scene,
    pictures,
    portrait_scene,
)
from tutor.games.mystic_wood.scene.stages import stages
from tutor.games.mystic_wood.words import looking
from tutor.games.mystic_wood.words import typed_actions as action_text
from tutor.games.mystic_wood.words.button_text import action_words, next_words
from tutor.games.mystic_wood.words.card_list import card_list
from tutor.games.mystic_wood.words.places import WHICH, read_area
from tutor.games.mystic_wood.words.text import text
from tutor.teach.exercise.claims import Claim
from tutor.teach.exercise.named import Named
from tutor.teach.game.teachable import (
    BoardLook,
    DeadEnd,
    FilmStage,
    HandShown,
    Laying,
    Refutation,
    ShownCard,
    Teachable,
    Thrown,
    Wanted,
)
from tutor.teach.language import Talk


def _order(state: mw.State, request: Mapping[str, Any]) -> dict[str, Any]:
    """The encounter order of the area the Knight to move is in."""
    knight = state.knight(state.to_move or state.turn)
    return {
        "knight": knight.id,
        "area": knight.at,
        "order": mw.encounter_order(state),
        "not_met": {card: [reason(why, state.edition).as_dict()] for card, why in mw.not_met(state).items()},
    }


def _compare(state: mw.State, request: Mapping[str, Any]) -> dict[str, Any]:
    """One action judged in every edition, the situation read anew by the rules of each, in sentences too."""
    found = mw.compare(request["situation"], request["action"]).as_dict()
    action = state.judge(found["action"]).action
    for entry in GAME.asking.editions(state, action):
        told = found["editions"][entry.edition]
        told["sentence"] = entry.sentence
        if entry.faults:
            told["impossible"] = list(entry.faults)
    return {**found, "sentence": GAME.asking.verdict_sentence(state, action, found["differ"])}


class MysticWood(Teachable):
    """What is the Mystic Wood's own; its members say what :class:`Teachable` asks."""

    name, title, package = "mystic-wood", "The Mystic Wood", "engine.mystic_wood"
    seats = KNIGHTS
    place_help = WHICH
    an_arrow, an_action, a_reckoning = "b3 c5", "move north", "odds win meet orc"
    board_word, part_help = "the Wood", 'Write two corners, like "b1-d3".'
    a_place, write_help = "c2", "or write: meet the Orc"
    a_question, a_search = "may Roland joust George?", "tied fight, wand, storm"
    action_help = action_text.HELP
    order_help = "Put at least two denizens into the Knight's area."
    empty = 'order = ["george"]'
    claim_help = '{ knight = "george", at = "c2" }'
    lacks = ()
    BOT, SENSIBLE = "quest", "quest"
    OFFERS = ("variants", "edit", "rulings", "apps", "known")
    QUESTIONS = {"order": _order, "compare": _compare}  # noqa: RUF012
    STANDING_BY = trying.STANDING_BY
    conditions, subjects, computed = CONDITIONS, SUBJECTS, COMPUTED
    orders = {"encounter": lambda exercise, state: tuple(map(tuple, mw.encounter_order(state)))}  # noqa: RUF012

    @property
    def talk(self) -> Talk:
        from tutor.games.mystic_wood.words import talk

        return talk

    # ---------------------------------------------------------------- playing
    def turn_begins(self, before: mw.State, action: str, after: mw.State, seat: str) -> bool:
        return turn_begins(before, action, after, seat)

    def is_out(self, state: mw.State, seat: str) -> bool:
        return state.knight(seat).out

    def marks(self, events: Sequence[Event]) -> Hashable:
        return beaten_in(events)

    # ---------------------------------------------------------------- what touching and writing mean
    @property
    def places(self) -> tuple[str, ...]:
        return tuple(every_area())

    def places_in(self, state: mw.State) -> tuple[str, ...]:
        return tuple(state.wood.neighbours)

    def place(self, text: str) -> str:
        return read_area(text)

    def targets(self, state: mw.State, seat: str) -> tuple[str, ...]:
        return pictures.targets(state, seat)

    def meant(self, state: mw.State, seat: str, target: str) -> str | None:
        return clicks.action_for(state, seat, target)

    def tries(self, state: mw.State, seat: str) -> tuple[str, ...]:
        return trying.every_try(state, seat)

    def offered(self, state: mw.State, seat: str, also: tuple[str, ...] = ()) -> tuple[str, ...]:
        return clicks.offered(state, seat, also)

    def always(self, state: mw.State) -> Sequence[str]:
        return clicks.ALWAYS

    def by_touch(self, state: mw.State, offered: Sequence[str]) -> Sequence[str]:
        clicked = [action.rpartition(" ") for action in state.actions() if action not in offered]
        return sorted({clicks.label(what) for what, _, where in clicked if where in state.wood.index})

    def label(self, action: str) -> str:
        return clicks.label(action)

    def button(self, state: mw.State, seat: str, action: str) -> str:
        return clicks.label_here(state, seat, action)

    def typed(self, text: str) -> str:
        return action_text.with_ids(text)

    def card_list(self, file: str | None = None) -> list[dict[str, str]]:
        return card_list(file)

    def still(self, state: mw.State, viewer: str | None = None) -> Scene:
        return board_scene(state, view=View.around(state), viewer=viewer)

    def said(self, action: str) -> str:
        return action_words(action)

    def tooltip(self, state: mw.State, seat: str, action: str) -> str:
        return clicks.tooltip(state, seat, action)

    def understood(self, text: str, state: mw.State, seat: str) -> str:
        return action_text.understood(text, state, seat)

    def meaning(self, text: str) -> str:
        return action_text.meaning(text)

    def too_far(self, state: mw.State, seat: str, place: str) -> tuple[str, str]:
        at = state.knight(seat).at
        return f"{place} does not lie next to {at}. One move leads to a neighbouring area.", "move.one"

    def refused(self, state: mw.State, seat: str, action: str, verdict: Verdict) -> Refutation:
        return trying.refusal_on_board(state, seat, action, verdict)

    # ---------------------------------------------------------------- names
    @property
    def cards(self) -> tuple[str, ...]:
        return tuple(CARDS.all())

    def called(self, name: str) -> str:
        return name_of(name) if name in CARDS.all() or name in KNIGHTS else name

    def in_a_sentence(self, name: str) -> str:
        return the(name) if name in CARDS.all() else f"“{name}”"

    def next_words(self, state: mw.State) -> str:
        return next_words(state)

    def narrows(self, goal: Claim, who: str) -> Mapping[str, Any]:
        return {"aims": aims_of(goal, who)}

    def read_goal(self, text: str, state: mw.State) -> Wanted:
        return read_goal(text, state, self)

    def assumed(self, text: str) -> tuple[str, ...]:
        return looking.assumed_in(text)

    def sums_asked(self, exercise: Any, state: mw.State, seat: str) -> frozenset[str]:
        return pictures.sums_asked(exercise, state, seat)

    def reckoning_fault(self, words: list[str], state: mw.State, exercise: Any) -> tuple[str, str] | None:
        if words[:2] != ["areas", "reachable"]:
            return None
        start = words[2] if len(words) > 2 else state.knight(exercise.knight or state.to_move or state.turn).at
        if start in state.paths():
            return None
        return f"{start} lies face down, so nothing can be walked to from there", "Turn it up, or begin somewhere else."

    def order_reasons(self, state: mw.State, item: str) -> tuple[Reason, ...]:
        return state.judge(f"{'take' if item in THINGS else 'meet'} {item}").reasons

    # ---------------------------------------------------------------- puzzles
    puzzle_kinds, themes = KINDS, THEMES
    makes = ("order", "setup", "may", "transport", "path", "odds", "joust", "combination", "plan", "ruling")
    no_options = CONSENT | {"drop"}

    def broken(self, situation: str) -> Mapping[str, str]:
        from tutor.games.mystic_wood.building.starting_table import broken

        return broken(situation)

    def valid_orders(self, exercise: Any, state: mw.State) -> tuple[tuple[str, ...], ...]:
        from tutor.games.mystic_wood.making.orders import valid_orders

        if exercise.of != "encounter":
            return super().valid_orders(exercise, state)
        return valid_orders(state, exercise.knight or state.to_move or state.turn)

    def rules_on_the_way(self, exercise: Any) -> Named:
        from tutor.games.mystic_wood.making.rule_trace import rules_on_the_way

        return rules_on_the_way(exercise)

    def rules_named(self, exercise: Any, option: Any) -> Named:
        from tutor.games.mystic_wood.making.rule_trace import rules_named

        return rules_named(exercise, option)

    # ---------------------------------------------------------------- pictures
    def board(self, state: mw.State, look: BoardLook = BoardLook()) -> Scene:  # noqa: B008
        return pictures.board(state, look)

    def board_text(self, state: mw.State) -> str:
        return text(state)

    def whole_board(self, state: mw.State) -> str:
        return svg(board_scene(state))

    def view(self, state: mw.State, focus: str | None, also: Sequence[mw.State] = ()) -> View:
        return pictures.view_of(state, focus, also)

    def widened(self, view: View | None, states: Sequence[mw.State]) -> View | None:
        return pictures.widened(view, states)

    def whole_view(self, state: mw.State) -> View:
        return View.whole(state.wood)

    def view_on_paper(self, state: mw.State, words: str, built: mw.State | None = None) -> View:
        return pictures.view_on_paper(state, words, built)

    def hand(self, state: mw.State, seat: str) -> Scene:
        return hand_scene(state, seat)

    def is_part(self, focus: str) -> bool:
        first, _, second = focus.partition("-")
        return len(focus) == 5 and {first, second} <= set(every_area())

    def is_large(self, view: View) -> bool:
        return view.north - view.south + 1 >= pictures.MANY

    def near(self, state: mw.State, place: str) -> View:
        return CloseView.near(state.wood, place, 5, 4)

    def beside(self, states: Sequence[mw.State], seat: str, now: mw.State, always: bool) -> View | None:
        return pictures.beside(states, seat, now, always)

    def overview(self, state: mw.State, view: View) -> Scene:
        return overview_scene(state, view)

    def map_places(self, state: mw.State) -> tuple[str, ...]:
        return View.whole(state.wood).areas

    def dead_ends(self, events: Sequence[Event], seat: str, state: mw.State) -> tuple[DeadEnd, ...]:
        return pictures.dead_ends(events, seat, state)

    def trail(self, before: str, state: mw.State, seat: str) -> tuple[str, ...]:
        return pictures.trail(state, seat)

    def stages(self, before: mw.State, after: mw.State, events: Sequence[Event]) -> tuple[FilmStage, ...]:
        return stages(before, after, events)

    def one_after_the_other(
        self, state: mw.State, seat: str, items: Sequence[str]
    ) -> tuple[tuple[mw.State, tuple[str, ...]], ...]:
        return pictures.one_after_the_other(state, seat, items)

    def hands(self, state: mw.State, seat: str, prompt: str, asked: frozenset[str]) -> tuple[HandShown, ...]:
        return pictures.hands(state, seat, prompt, asked)

    def drawn(self, events: Sequence[Event]) -> Sequence[str]:
        return [card for event in events if event.kind == "draws" for card in event.what]

    def card(self, name: str, thrown: int | None = None) -> Scene | None:
        return card_scene(name, thrown=thrown) if name in CARDS.all() else None

    def portrait(self, name: str) -> Scene | None:
        return portrait_scene(name) if name in CARDS.all() else None

    def face(self, name: str) -> Scene | None:
        return face_scene(name) if name in CARDS.all() else None

    def card_at(self, target: str) -> str:
        return pictures.card_at(target)

    def cards_at(self, state: mw.State, seat: str, thrown: Thrown | None) -> tuple[ShownCard, ...]:
        return looking.cards_at(state, seat, thrown)

    def thrown_in(self, events: Iterable[Event], before: Thrown | None = None) -> Thrown | None:
        return looking.thrown_in(events, before)

    def chances_to_win(self, state: mw.State) -> Sequence[tuple[str, Fraction]]:
        found = []
        for action in state.actions():
            if action.startswith(("meet ", "joust ")):
                won = odds_of(state, action).get("round", {}).get("win")
                found += [(action, Fraction(won))] if won is not None else []
        return found[:4]

    def maker(self, kind: str, seed: str) -> Callable[[], tuple[Any, str]]:
        from tutor.games.mystic_wood.making.material import Supply

        makers, supply = self.part("making.kinds").MAKERS, Supply(seed)
        return lambda: makers[kind](supply)

    # ---------------------------------------------------------------- its ruling checker and its editor
    @cached_property
    def asking(self) -> WoodAsking:
        return WoodAsking(self)

    @property
    def library(self) -> Path:
        return Path(__file__).parent / "editor" / "data" / "library.toml"

    def ask_page(self) -> Any:
        return self.part("editor.checker").Checker

    # ---------------------------------------------------------------- what is built by hand
    @property
    def laying(self) -> Laying:
        from tutor.games.mystic_wood.building import by_hand

        return by_hand.ByHand()

    def build_page(self) -> Any:
        return self.part("building.building_page").Building


GAME = MysticWood()
