"""Mystic Paths as it is taught: what is its own, joined to what asks for it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from engine import mystic_paths as mp
from engine.contract.verdicts import Verdict
from engine.mystic_paths.material import COLOURS
from engine.text.faults import Fault, UnreadableText, nearest, sentence
from tutor.draw.shapes import Scene
from tutor.draw.svg import svg
from tutor.games.mystic_paths import goals, text, tries, words
from tutor.games.mystic_paths.computed import COMPUTED, SETS
from tutor.games.mystic_paths.conditions import CONDITIONS, SUBJECTS, cells
from tutor.games.mystic_paths.puzzle_kinds import PUZZLE_KINDS, THEMES
from tutor.games.mystic_paths.scene import board_scene
from tutor.teach.game.asking import Asking
from tutor.teach.game.teachable import BoardLook, Item, Refutation, Teachable, Wanted
from tutor.teach.language import Talk

#: The verbs of what is done by touching the board or a card, since there would be too many buttons.
_TOUCHED = ("guess", "clue", "add")


class MysticPaths(Teachable):
    """What is Mystic Paths' own; its members say what :class:`Teachable` asks."""

    name, title, package = "mystic_paths", "Mystic Paths", "engine.mystic_paths"
    notice = words.ASSUMED
    seats = COLOURS
    piece_word, place_word, plays_word = "Apprentice", "portal", "play"
    place_help = 'Portals are named by their words or their places, like "owl" or "c3".'
    an_arrow, an_action, a_reckoning = "a1 b2", "guess owl", "ways 2"
    a_place, write_help = "c3", "or write it: guess owl ..."
    order_help = "Give at least two of them."
    seat_subjects = ("player",)
    action_help = (
        'For example: "guess owl", "stop", "red clue 1 not short", "red add 2 heavy", "red ready", "first red".'
    )
    claim_help = '{ player = "red", at = "c3" }'
    BOT, SENSIBLE = "blind", "blind"
    a_question, a_search = "may we guess owl?", "clue, base, round"
    OFFERS = ("board", "variants", "secrets", "edit", "rulings")
    STANDING_BY = ("yes", "stop", "ready")
    conditions, subjects, computed, sets = CONDITIONS, SUBJECTS, COMPUTED, SETS
    puzzle_kinds, themes = PUZZLE_KINDS, THEMES
    makes = tuple(PUZZLE_KINDS)
    rulings_page = "docs/rulings-mystic-paths.md"

    # ---------------------------------------------------------------- playing
    def piece(self, state: mp.State, seat: str) -> mp.Player:
        return state.player(seat)

    def stand_by(self, state: mp.State, seat: str) -> str:
        legal = state.actions(seat) or state.actions()
        found = {action.removeprefix(f"{seat} "): action for action in legal}
        return next((found[said] for said in self.STANDING_BY if said in found), legal[0])

    def turn_begins(self, before: mp.State, action: str, after: mp.State, seat: str) -> bool:
        """A turn of everybody's is a round: while it lasts each has his path guessed once."""
        return after.round > before.round

    # ---------------------------------------------------------------- what touching and writing mean
    @cached_property
    def _first(self) -> mp.State:
        """A table as it is where nothing is said, to read actions by."""
        return mp.loads("\n".join(f"[players.{seat}]" for seat in COLOURS))

    def action(self, text: str) -> str:
        plain = " ".join(text[:200].lower().split())
        verb, _, word = plain.partition(" ")
        if verb == "guess" and word in self._first.board.disc_of:  # a portal that lies on no table of its own accord
            return plain
        return mp.parse_action(text, self._first).text

    @cached_property
    def places(self) -> tuple[str, ...]:
        return (*cells(), *filter(None, self._first.portals))

    def places_in(self, state: mp.State) -> tuple[str, ...]:
        return tuple(state.board.cells)

    def place(self, text: str) -> str:
        cell = self._first.cell(text.strip().lower()[:40])
        if cell is None:
            near = sentence(nearest(text.strip().lower()[:40], self.places))
            raise UnreadableText(Fault("your answer", f"{text.strip()[:40]!r} is no portal", near or self.place_help))
        return cell

    def targets(self, state: mp.State, seat: str) -> tuple[str, ...]:
        return tries.targets(state, seat)

    def items(self, state: mp.State, picture: str, query: str) -> tuple[Item, ...]:
        if (picture, query) != ("board", "portals"):
            return super().items(state, picture, query)
        return tuple(Item(f"portal:{cell}", state.word(cell)) for cell in state.board.cells)

    def meant(self, state: mp.State, seat: str, target: str) -> str | None:
        return tries.meant(state, seat, target)

    def tries(self, state: mp.State, seat: str) -> tuple[str, ...]:
        return tuple(dict.fromkeys((*state.actions(seat), *tries.ways_meant(state, seat))))

    def offered(self, state: mp.State, seat: str, also: tuple[str, ...] = ()) -> tuple[str, ...]:
        legal = [action for action in state.actions(seat) if not {*action.split()[:2]} & {*_TOUCHED}]
        return tuple(dict.fromkeys((*legal, *also)))

    def by_touch(self, state: mp.State, offered: Sequence[str]) -> Sequence[str]:
        return ("Guess a portal",) if state.moment == "guess" else ()

    def label(self, action: str) -> str:
        return words.action_words(action)

    def too_far(self, state: mp.State, seat: str, place: str) -> tuple[str, str]:
        return "Nothing is done by touching that portal now.", "guess.touch"

    def refused(self, state: mp.State, seat: str, action: str, verdict: Verdict) -> Refutation:
        return tries.refused(state, seat, action, verdict)

    # ---------------------------------------------------------------- names, pictures
    def called(self, name: str) -> str:
        return self._first.word(name) or name if name in self._first.board.cells else super().called(name)

    def next_words(self, state: mp.State) -> str:
        return words.next_words(state)

    @property
    def talk(self) -> Talk:
        from tutor.games.mystic_paths.talk import talk

        return talk()

    # ---------------------------------------------------------------- laid out, asked, made
    @cached_property
    def asking(self) -> Asking:
        from tutor.games.mystic_paths.asking import PathsAsking

        return PathsAsking(self)

    def read_goal(self, text: str, state: mp.State) -> Wanted:
        return goals.read_goal(text, state)

    def board(self, state: mp.State, look: BoardLook = BoardLook()) -> Scene:  # noqa: B008
        """The board as the learner sees it: nobody else's map or hand."""
        lit = look.clickable if look.allowed is None else look.allowed
        viewer = look.viewer if look.viewer in state.order else None
        return board_scene(
            state.seen_by(viewer),
            clickable=look.clickable,
            highlights=lit,
            pointed=look.highlights,
            refutation=look.refutation,
            arrows=look.arrows,
            trail=look.trail,
            seat=viewer,
        )

    def trail(self, before: str, state: mp.State, seat: str) -> tuple[str, ...]:
        """The step that was just guessed."""
        cell = state.cell(before.removeprefix("guess ")) if before.startswith("guess ") else None
        return next(
            ((player.base, cell) for player in state.players if player.at == cell and player.reached and cell), ()
        )

    def board_text(self, state: mp.State) -> str:
        return text.board_text(state)

    def whole_board(self, state: mp.State) -> str:
        return svg(board_scene(state), width="1000px")


GAME = MysticPaths()
