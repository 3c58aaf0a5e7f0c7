"""Which puzzle comes next: what a desk that shows one puzzle at a time asks of whoever picks them. Pure."""

from __future__ import annotations

from collections.abc import Callable, Container, Sequence
from typing import Protocol

from tutor.content.puzzles.model import Puzzle


class Picker(Protocol):
    """Picks puzzles one after another. A picker of one's own may leave what has an answer here as it is."""

    #: The puzzles it goes through, where there is a beginning and an end: each has a place in a bar. Empty where there is none.
    puzzles: Sequence[Puzzle] = ()

    def heading(self) -> str:
        """A line above the puzzle; "" for none."""
        return ""

    def named(self, puzzle_id: str) -> Puzzle | None:
        """A puzzle it has picked or may pick, by its id; None if it is none of those."""
        return next((puzzle for puzzle in self.puzzles if puzzle.id == puzzle_id), None)

    def next(self) -> Puzzle | None:
        """The puzzle to show: the same one until it was answered (:meth:`told`) or left. None when there is nothing more."""
        raise NotImplementedError

    def back(self) -> Puzzle | None:
        """The puzzle before this one, to be shown once more; None if there is none to go back to."""
        return None

    def to(self, puzzle_id: str) -> Puzzle | None:
        """Show a certain puzzle; None if it is none of these, and all stays as it is."""
        return None

    def resume(self, puzzle: Puzzle, answered: bool, since: float) -> None:
        """This one is being shown, since that time; perhaps it was picked before the tutor was last started."""
        return

    def left(self, puzzle: Puzzle) -> None:
        """The learner goes on without having answered this one."""

    def told(self, puzzle: Puzzle, first_try: bool, seconds: float) -> str:
        """A puzzle was answered for the first time since it is shown: ``first_try`` if that was right, without a hint or the
        solution. Whatever is tried afterwards is not told. The line returned stands under the verdict; it may be empty."""
        return ""


class Through(Picker):
    """Goes through puzzles in their order, beginning at the first that is not done, and then on to whatever is left.

    ``done`` gives the ids of those that are done at this moment.

    >>> from tutor.content.puzzles import book
    >>> orders = next(each for each in book() if each.name == "order").puzzles
    >>> through = Through(orders, lambda: {orders[0].id})
    >>> through.next() is through.next() is orders[1]
    True
    >>> through.left(orders[1])
    >>> through.next() is orders[2], through.back() is orders[1], through.back() is orders[0], through.back()
    (True, True, True, None)
    """

    def __init__(
        self, puzzles: Sequence[Puzzle], done: Callable[[], Container[str]] = frozenset, title: str = ""
    ) -> None:
        self.puzzles = tuple(puzzles)
        self._done = done
        self._title = title
        self._at = 0
        self._goes_on = False
        self._at = self._open_from(0)

    def heading(self) -> str:
        return self._title

    def next(self) -> Puzzle | None:
        if self._goes_on:
            self._goes_on = False
            self._at = self._open_from(self._at + 1)
        return self.puzzles[self._at] if self.puzzles else None

    def back(self) -> Puzzle | None:
        return self.to(self.puzzles[self._at - 1].id) if self._at else None

    def to(self, puzzle_id: str) -> Puzzle | None:
        found = next((number for number, puzzle in enumerate(self.puzzles) if puzzle.id == puzzle_id), None)
        if found is None:
            return None
        self._at, self._goes_on = found, False
        return self.puzzles[found]

    def resume(self, puzzle: Puzzle, answered: bool, since: float) -> None:
        if self.puzzles and self.puzzles[self._at].id != puzzle.id:
            self.to(puzzle.id)
            self._goes_on = answered

    def left(self, puzzle: Puzzle) -> None:
        self._goes_on = True

    def told(self, puzzle: Puzzle, first_try: bool, seconds: float) -> str:
        self._goes_on = True
        return ""

    def _open_from(self, number: int) -> int:
        """The first that is not done from a place on, and round to the beginning; that place itself when all are done."""
        count = len(self.puzzles)
        done = self._done()
        places = [(number + step) % count for step in range(count)]
        return next((place for place in places if self.puzzles[place].id not in done), places[0] if places else 0)
