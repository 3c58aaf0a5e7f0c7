"""The Willow game as it is taught: what is its own, joined to what asks for it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Any

from engine import willow
from engine.contract.verdicts import Verdict
from engine.text.faults import cap
from engine.willow.material.scenario import figure_words
from engine.willow.rules.values import contest
from tutor.draw.shapes import Scene
from tutor.draw.svg import svg
from tutor.games.willow import goals, text, throws
from tutor.games.willow.computed import ANSWERED_BY, COMPUTED, SETS
from tutor.games.willow.conditions import CONDITIONS, SUBJECTS, characters
from tutor.games.willow.puzzle_kinds import PUZZLE_KINDS, THEMES
from tutor.games.willow.scene import board_scene
from tutor.games.willow.table import SEATS
from tutor.games.willow.tries import going, meant, refused, targets, tries
from tutor.games.willow.words import ASSUMED, ASSUMED_FIGURES, action_words
from tutor.teach.exercise.playing import played
from tutor.teach.exercise.reckoning import reckon
from tutor.teach.game.asking import Asking
from tutor.teach.game.teachable import BoardLook, Item, Refutation, Teachable, Wanted
from tutor.teach.language import Talk

#: The most actions that have a button each; with more, the map is touched, and cards are given and discarded in words.
_BUTTONS = 10
#: What is left out first where there are too many.
_SELDOM = ("discards", "gives", "with")


def _cleared(state: willow.State, one: willow.Character) -> str:
    """Why a character cannot hold Elora Danan as far as the other side knows; "" of one who may (`elora.secret`)."""
    if one.id in state.suspects or not state.suspects:
        return ""
    if not one.hand:
        return "No unplayed card is left in that hand."
    return "By what has been seen she is not in that hand, and no card has come to it since."


class Willow(Teachable):
    """What is the Willow game's own; its members say what :class:`Teachable` asks."""

    name, title, package = "willow", "The Willow game", "engine.willow"
    notice, narrow_board = ASSUMED, True
    seats = ("good", "evil", *SEATS)
    piece_word, place_word, board_word, plays_word = "character", "space", "the map", "plays"
    place_help = 'Spaces are named as on the map, like "tavern", "tir-asleen" or "north-road".'
    an_arrow, an_action, a_reckoning = "tavern magic-spring", "willow moves tavern", "value prowess kael"
    a_place, write_help = "tavern", "or write: willow moves tavern ..."
    action_help = (
        'For example: "willow moves tavern", "willow searches tir-asleen with airk", "kael gives sword to sorsha", '
        '"willow casts fly", "champion madmartigan", "done".'
    )
    claim_help = '{ character = "willow", at = "tavern" }'
    a_question, a_search = "may Willow search for Tir Asleen?", "search, champion, child"
    seat_subjects = ()
    BOT, SENSIBLE = "planner", "planner"
    OFFERS = ("board", "edit", "rulings", "secrets")
    STANDING_BY = ("done", "pass")
    conditions, subjects, computed, sets = CONDITIONS, SUBJECTS, COMPUTED, SETS

    puzzle_kinds, themes = PUZZLE_KINDS, THEMES
    makes = tuple(PUZZLE_KINDS)
    rulings_page = "docs/rulings-willow.md"

    @property
    def talk(self) -> Talk:
        from tutor.games.willow.talk import talk

        return talk()

    # ---------------------------------------------------------------- playing
    def piece(self, state: willow.State, seat: str) -> willow.Character:
        """The first character of a seat, who stands for it where one is asked for."""
        own = dict(state.controls).get(seat, ())
        return state.character(own[0]) if own else state.characters[0]

    def turn_begins(self, before: willow.State, action: str, after: willow.State, seat: str) -> bool:
        side = after.side_of(seat)
        if after.side != side or after.over:
            return False
        return before.side != side or before.round != after.round or (before.step == "deal" and after.step != "deal")

    # ---------------------------------------------------------------- what touching and writing mean
    @cached_property
    def _first(self) -> willow.State:
        """A position of the training scenario, to read actions by."""
        return willow.loads('scenario = "training"')

    def action(self, text: str) -> str:
        return willow.parse_action(text, self._first).text

    @cached_property
    def places(self) -> tuple[str, ...]:
        return tuple(self._first.material.places)

    def places_in(self, state: willow.State) -> tuple[str, ...]:
        return tuple(state.material.places)

    def targets(self, state: willow.State, seat: str) -> tuple[str, ...]:
        return targets(state, seat)

    def items(self, state: willow.State, picture: str, query: str) -> tuple[Item, ...]:
        if (picture, query) == ("board", "spaces"):
            return tuple(Item(f"space:{name}", willow.title(name)) for name in state.material.places)
        if picture == "board" and query in ("characters", "good", "evil"):
            return tuple(
                Item(f"character:{one.id}", willow.title(one.id), _cleared(state, one))
                for one in state.characters
                if query in ("characters", one.side)
            )
        if (picture, query) == ("throws", "all") and contest(state) is not None:
            return throws.items(state)
        return super().items(state, picture, query)

    def meant(self, state: willow.State, seat: str, target: str) -> str | None:
        return meant(state, seat, target)

    def ways(self, state: willow.State, seat: str, target: str) -> Sequence[str]:
        """Who goes to a space, and whom he takes along: each company that may go there, if there are several."""
        kind, _, place = target.partition(":")
        found = [way for way in going(state, seat, place) if state.judge(way).legal] if kind == "space" else []
        return found if len(found) > 1 else ()

    def tries(self, state: willow.State, seat: str) -> tuple[str, ...]:
        return tries(state, seat)

    def offered(self, state: willow.State, seat: str, also: tuple[str, ...] = ()) -> tuple[str, ...]:
        legal = state.actions(seat)
        for seldom in _SELDOM:
            if len(legal) > _BUTTONS:
                legal = [action for action in legal if seldom not in action.split()]
        if len(legal) > _BUTTONS:
            legal = [action for action in legal if action.split()[1:2] not in (["moves"], ["searches"])]
        return tuple(dict.fromkeys((*legal, *also)))

    def always(self, state: willow.State) -> Sequence[str]:
        return ()

    def by_touch(self, state: willow.State, offered: Sequence[str]) -> Sequence[str]:
        left = [action.split()[1:2] for action in state.actions() if action not in offered]
        return ("Go to a space",) if ["moves"] in left or ["searches"] in left else ()

    def label(self, action: str) -> str:
        return cap(action_words(action))

    def too_far(self, state: willow.State, seat: str, place: str) -> tuple[str, str]:
        return (
            f"Nobody here can step to {willow.title(place)} at once: a move goes from space to space.",
            "move.one-or-two",
        )

    def refused(self, state: willow.State, seat: str, action: str, verdict: Verdict) -> Refutation:
        return refused(state, seat, action, verdict)

    # ---------------------------------------------------------------- its ruling checker and its editor
    @cached_property
    def asking(self) -> Asking:
        from tutor.games.willow.asking import WillowAsking

        return WillowAsking(self)

    # ---------------------------------------------------------------- names
    def called(self, name: str) -> str:
        return name.capitalize() if name in self.seats else willow.title(name) if name in characters() else name

    def in_a_sentence(self, name: str) -> str:
        return self.called(name) if name in (*self.seats, *characters()) else f"“{name}”"

    def next_words(self, state: willow.State) -> str:
        return text.next_words(state)

    def read_goal(self, text: str, state: willow.State) -> Wanted:
        return goals.read_goal(text, state)

    def rests_on(self, exercise: Any, moment: Any, options: Sequence[Any]) -> Sequence[str]:
        """The assumed figures behind a right choice, each once: of what is reckoned, or of the verdicts on actions."""
        named: list[str] = []
        for option in options:
            here = played(moment, option.do)
            if option.reckon:
                told = reckon(option.reckon, exercise, here).sums
                lines = [line.removeprefix(ASSUMED_FIGURES) for line in told if line.startswith(ASSUMED_FIGURES)]
                named += [figure.strip(" .") for line in lines for figure in line.split(",")]
            elif option.action:
                named += map(figure_words, here.state.judge(option.action).assumed)
        return (f"{ASSUMED_FIGURES} {', '.join(dict.fromkeys(named))}.",) if named else ()

    # ---------------------------------------------------------------- the rules on the way to an answer
    #: One throw is followed, not the draws from the deck that end a turn: they are about nothing that was asked.
    chances_followed = 1

    def follows(self, state: willow.State) -> bool:
        return state.moment in ("roll", "shape", "love")

    def answered_by(self, question: str) -> frozenset[str]:
        return frozenset(rule for word in question.split() for rule in ANSWERED_BY.get(word, ()))

    # ---------------------------------------------------------------- pictures
    def board(self, state: willow.State, look: BoardLook = BoardLook()) -> Scene:  # noqa: B008
        seen = state.seen_by(look.viewer) if look.viewer in state.order else state
        if any(target.startswith("throw:") for target in (*look.clickable, *look.highlights)):
            return throws.throws_scene(seen, look.clickable, look.highlights)
        lit = look.clickable if look.allowed is None else look.allowed
        return board_scene(
            seen,
            clickable=look.clickable,
            highlights=lit,
            pointed=look.highlights,
            refutation=look.refutation,
            arrows=look.arrows,
            trail=look.trail,
        )

    def board_text(self, state: willow.State) -> str:
        return text.board_text(state)

    def whole_board(self, state: willow.State) -> str:
        return svg(board_scene(state), width="520px")

    def trail(self, before: str, state: willow.State, seat: str) -> tuple[str, ...]:
        return ()


GAME = Willow()
