"""Choices from games of one's own that were kept to be practised: puzzles that come in the trainer's review, and rate nobody.

Which of the actions was best has been estimated by games played on, not proved; so only what was clearly behind stands beside
it, and the page says what it rests on. They are kept in the learner's store, each as the source of a document.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from engine.text.faults import Faulty
from tutor.content.puzzles.model import Puzzle
from tutor.content.puzzles.reading import LESSON
from tutor.teach.exercise.options import Choose, Option
from tutor.teach.game import registry as games

if TYPE_CHECKING:
    from tutor.desk.store import Progress

#: How the documents are called, and the most that are kept: the oldest is forgotten first.
PREFIX, MOST = "own/", 60
#: What a puzzle rests on, said when it is solved.
RESTS = "As far as can be told: each was played on by bots, again and again, from this moment."


def kept(
    game: str, text: str, seat: str, when: str, options: Sequence[str], costs: Sequence[int], played: str
) -> dict[str, Any]:
    """What is kept of a choice: the code of its moment, who chose and when in the game; the best action and what was clearly
    behind it, each with the points of winning chance it costs, and which was played."""
    return {
        "game": game,
        "text": text,
        "seat": seat,
        "when": when,
        "options": list(options),
        "costs": list(costs),
        "played": played,
    }


def name_of(raw: Mapping[str, Any]) -> str:
    """What a choice that is kept is called, the same however often it is: its game, and a number made of moment and chooser."""
    return f"own-{raw['game'].replace('_', '-')}-{zlib.crc32(repr((raw['text'], raw['seat'])).encode()):08x}"


def own_puzzles(store: Progress) -> tuple[Puzzle, ...]:
    """The choices that were kept, as puzzles. One that can no longer be read (an edition was mended) is left out."""
    rows = store.rows("SELECT id, source FROM document WHERE substr(id, 1, ?) = ? ORDER BY id", (len(PREFIX), PREFIX))
    found = (_puzzle(str(row[0]).removeprefix(PREFIX), str(row[1])) for row in rows)
    return tuple(puzzle for puzzle in found if puzzle is not None)


@lru_cache(maxsize=2 * MOST)
def _puzzle(name: str, source: str) -> Puzzle | None:

    try:
        return puzzle_of(name, json.loads(source))
    except (ValueError, KeyError, TypeError, Faulty):
        return None


def puzzle_of(name: str, raw: Mapping[str, Any]) -> Puzzle:
    """A choice that was kept, as a puzzle. Faulty or KeyError if it cannot be read."""
    at, game = games.table(raw["game"]), games.game(raw["game"])
    state = game.read(raw["text"])
    who = at.name(raw["seat"])
    options = [
        Option(text=_words(at, state, action), correct=not cost, because=_because(cost, action == raw["played"]))
        for action, cost in zip(raw["options"], raw["costs"], strict=True)
    ]
    options.sort(key=lambda option: option.text)
    prompt = f"{at.why(state, raw['seat'])} What is best for {who}?"
    exercise = Choose(
        name,
        games.teachable(raw["game"]),
        LESSON,
        f"From a game of yours, {raw['when']}",
        prompt,
        game.dumps(state),
        edition=state.edition,
        knight=raw["seat"],
        after=RESTS,
        options=tuple(options),
    )
    return Puzzle(name, "own", exercise, (state.edition,), (), 1500, ())


def _words(at: Any, state: Any, action: str) -> str:
    label = at.label(state, action)
    return f"{label.text} ({label.small})" if label.small else str(label.text)


def _because(cost: int, played: bool) -> str:
    if not cost:
        return ""
    return f"It costs about {cost} points of the chance to win{': so it went in your game' if played else ''}."
