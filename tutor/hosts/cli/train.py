"""``tutor train``."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from typing import Any

from engine.text.faults import Fault, UnreadableText
from tutor.base.writing import plain_lines
from tutor.content.puzzles.book import puzzles_by_id
from tutor.content.puzzles.model import Puzzle
from tutor.content.puzzles.reading import read_puzzles
from tutor.content.trainer.learner_state import MISSES, day_of
from tutor.content.trainer.modes import Daily, Mode, Review, Streak, Training
from tutor.content.trainer.picking import chosen, for_review, of_the_day, weak_themes
from tutor.content.trainer.summary import summary_of
from tutor.desk.progress import Progress, file_of, trouble_of_command
from tutor.hosts.cli.puzzles import ask, described, keep_try, puzzle_text
from tutor.teach.kinds import start

_NEXT = "next"


def cli_train(options: argparse.Namespace) -> int:
    """``tutor train [--themes T,..] [--kinds K,..] [--streak | --daily | --review] [--edition E] [--file F] [--json] [--page]``.

    Asks one puzzle after another in the terminal; whatever is answered is kept at once. Raises UnreadableText for wishes that
    cannot be met, and where there is no terminal.
    """
    if options.page:
        from tutor.hosts.web.command import train

        return train(options)
    whole = read_puzzles(options.file) if options.file else tuple(puzzles_by_id().values())
    themes, kinds = _listed(options.themes), _listed(options.kinds)
    wishes = [name for name in ("themes", "kinds", "edition", "file") if getattr(options, name)]
    if options.daily and wishes:
        raise UnreadableText(
            Fault("--daily", "the puzzle of the day is the same for everybody", f"Leave --{wishes[0]} out.")
        )
    puzzles = chosen(whole, themes, kinds, options.edition or "")
    progress = Progress(file_of(options.learner) if options.learner else None)
    if options.learner and not progress.learner:
        progress.learner = options.learner
    about = ", ".join((*themes, *kinds, *((options.edition,) if options.edition else ())))
    mode: Mode
    rates = not options.file  # whoever writes a file may write any rating into it
    if options.streak:
        mode = Streak(progress, puzzles, rates)
    elif options.daily:
        mode = Daily(progress, puzzles)
    elif options.review:
        mode = Review(progress, puzzles)
    else:
        mode = Training(progress, puzzles, about, not themes, rates)
    if options.json:
        print(json.dumps(_state(mode, progress, puzzles)))
        return _told(progress)
    if not sys.stdin.isatty():
        fix = "Ask where it stands with `tutor train --json`, and answer with `tutor puzzle ID --answer ...`."
        raise UnreadableText(Fault("tutor train", "it asks in a terminal, and there is none", fix))
    return run(mode, progress)


def _listed(text: str | None) -> tuple[str, ...]:
    return tuple((text or "").replace(",", " ").split())


def run(mode: Mode, progress: Progress) -> int:
    """Ask puzzle after puzzle until there is no other, or the learner leaves."""
    while (puzzle := mode.next()) is not None:
        session = start(puzzle.exercise)
        print(plain_lines(f"{_heading(mode)}\n\n{puzzle_text(puzzle, session)}"))
        print(f"Or: next{' (a miss)' if isinstance(mode, Streak) else ''}, or q to leave.")
        first = _First(mode, progress, puzzle)
        ended = ask(session, first.keep, (_NEXT,))
        if ended == "quit":
            break
        if ended == _NEXT:
            mode.left(puzzle)
            continue
        print("\nPress Enter for the next one, or write q to leave.", flush=True)
        if sys.stdin.readline().strip() != "":
            break
    print(plain_lines(f"{_heading(mode)}."))
    return _told(progress)


def _told(progress: Progress) -> int:
    """Say what is wrong with keeping the progress, if anything is; the exit status."""
    if trouble := trouble_of_command(progress):
        print(plain_lines(trouble), file=sys.stderr)
        return 2
    return 0


def _heading(mode: Mode) -> str:
    return f"{mode.heading()} · your rating: {mode.state().rating}"


class _First:
    """Keeps what is tried at a puzzle, and tells the mode of the first try."""

    def __init__(self, mode: Mode, progress: Progress, puzzle: Puzzle) -> None:
        self.mode, self.progress, self.puzzle = mode, progress, puzzle
        self.helped = self.told = False

    def keep(self, outcome: str, answer: str) -> None:
        keep_try(self.progress, self.puzzle, outcome, answer)
        self.helped = self.helped or outcome == "hint"
        if self.told or outcome not in ("right", "wrong", "solution"):
            return
        self.told = True
        line = self.mode.told(self.puzzle, outcome == "right" and not self.helped, 0.0)
        if outcome == "wrong":
            line = f"{line} You may try again.".strip()
        if line:
            print(f"\n{line}")


def _state(mode: Mode, progress: Progress, puzzles: Sequence[Puzzle]) -> dict[str, Any]:
    """Where the learner stands, and which puzzle is next."""
    attempts, now = progress.attempts(), progress.clock()
    state = mode.state()
    today = day_of(now)
    puzzle = mode.next()
    return {
        "learner": progress.learner,
        **summary_of(attempts, now, state).as_dict(),
        "rating": round(state.rating.value),
        "deviation": round(state.rating.deviation),
        "streak": {"right": state.run.right, "missed": state.run.missed, "of": MISSES} if state.run else None,
        "daily": {"day": today.isoformat(), "puzzle": of_the_day(today, _book()).id, "solved": today in state.days},
        "due": [each.id for each in for_review(attempts, puzzles, now)],
        "weak_themes": weak_themes(state, puzzles),
        "next": described(puzzle) if puzzle is not None else None,
    }


def _book() -> list[Puzzle]:
    return list(puzzles_by_id().values())
