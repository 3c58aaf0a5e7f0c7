"""``tutor puzzle`` and ``tutor make``."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from engine.text.faults import Fault, Faulty, UnreadableText, nearest, sentence
from tutor.base.prose import plain as without_marks
from tutor.base.writing import plain, plain_lines
from tutor.base.writing import written as write_to
from tutor.content.puzzles.book import find_puzzle, puzzles_by_id
from tutor.content.puzzles.checking import check
from tutor.content.puzzles.model import Puzzle
from tutor.content.puzzles.reading import LESSON, read_puzzles
from tutor.desk.progress import Progress, trouble_of_command
from tutor.teach.exercise.feedback import Feedback, Outcome
from tutor.teach.exercise.session import Session
from tutor.teach.game import registry as games
from tutor.teach.kinds import start

if TYPE_CHECKING:
    from tutor.content.making import Made

#: Exit status of a wrong answer.
WRONG = 1
_HEADINGS = {
    Outcome.RIGHT: "Right.",
    Outcome.WRONG: "Not so.",
    Outcome.CANNOT_CHECK: "I cannot read that.",
    Outcome.NOT_TRIED: "",
    Outcome.PROGRESS: "",
    Outcome.NOTED: "Noted.",
}
#: The most puzzles made at once, and the most workers.
MOST_MADE, MOST_WORKERS = 20_000, 64


def cli_puzzle(options: argparse.Namespace) -> int:
    """``tutor puzzle [ID] [--list] [--file FILE] [--answer TEXT] [--json] [--lab]``.

    Without an id the easiest puzzle that the learner has not solved. Exit status 0 if it is solved (or only shown), 1 for a wrong
    answer. Raises UnreadableText for an id there is none of, what reading a file raises, and before a list of a file's puzzles
    ImpossibleSituation with all in which the engine does not agree.
    """
    if options.lab:
        from tutor.hosts.lab.lab import run

        return run([f"puzzles/{options.id.removeprefix('puzzles/')}" if options.id else "puzzles"])
    puzzles = read_puzzles(options.file) if options.file else tuple(puzzles_by_id().values())
    if options.list:
        return _list(puzzles, options)
    progress = Progress()
    puzzle = _chosen(puzzles, options, progress)
    session = start(puzzle.exercise)
    if options.answer is not None:
        feedback = _try(session, options.answer)
        if not options.file and feedback.outcome is not Outcome.NOT_TRIED:
            keep_try(progress, puzzle, feedback.outcome.value, options.answer)
        print(json.dumps(_as_dict(puzzle, session, feedback)) if options.json else plain_lines(feedback_text(feedback)))
        return 0 if feedback.done else WRONG
    if options.json:
        print(json.dumps(_as_dict(puzzle, session)))
        return 0
    print(plain_lines(puzzle_text(puzzle, session)))
    return _asked(puzzle, session, None if options.file else progress)


def _chosen(puzzles: Sequence[Puzzle], options: argparse.Namespace, progress: Progress) -> Puzzle:
    """The puzzle that is meant; the easiest unsolved one if none is named."""
    if options.id:
        if not options.file:
            return find_puzzle(options.id)
        found = next((puzzle for puzzle in puzzles if puzzle.id == options.id), None)
        if found is None:
            hint = sentence(nearest(options.id[:80], [puzzle.id for puzzle in puzzles], "tutor puzzle --list"))
            raise UnreadableText(Fault(options.file, f"there is no puzzle {options.id[:80]!r} in it", hint))
        return found
    if not puzzles:
        raise UnreadableText(Fault("puzzles", "none are installed", "Install the tutor again, or run it from a clone."))
    solved = progress.finished(LESSON)
    return min(puzzles, key=lambda puzzle: (puzzle.id in solved, puzzle.rating, puzzle.id))


def _list(puzzles: Sequence[Puzzle], options: argparse.Namespace) -> int:
    if options.file:
        check(puzzles, options.file)
    if options.json:
        print(json.dumps({"puzzles": [described(puzzle) for puzzle in puzzles]}))
        return 0
    solved = Progress().finished(LESSON)
    for puzzle in sorted(puzzles, key=lambda puzzle: (games.puzzle_kinds().index(puzzle.kind), puzzle.rating)):
        mark = "✓" if puzzle.id in solved else " "
        print(plain(f"{mark} {puzzle.kind:11} {puzzle.rating:4}  {puzzle.id:32} {puzzle.exercise.name}"))
    return 0


# -------------------------------------------------------------------- words


def puzzle_text(puzzle: Puzzle, session: Session) -> str:
    """A puzzle for the terminal: the board, the question, and how it is answered."""
    exercise = puzzle.exercise
    editions = " and ".join(puzzle.editions)
    heading = f"{exercise.name}  ({puzzle.kind}, {puzzle.rating}; rules of {editions})"
    lines = [heading, "", session.game.board_text(session.state), ""]
    lines += [without_marks(exercise.prompt), ""]
    lines += [f"  {line}" for line in session.lines]
    asks = "hint, solution" if exercise.hints else "solution"
    return "\n".join([*lines, f"Answer with {session.typed_as}. Or write: {asks}.", ""])


def feedback_text(feedback: Feedback) -> str:
    """What is said to an answer: the words, what happens, and the rules."""
    lines = [" ".join(filter(None, (_HEADINGS[feedback.outcome], without_marks(feedback.text))))]
    lines += [f"  {event.text}" for event in feedback.events]
    lines += [f"  {line}" for line in feedback.reckoning]
    lines += [f"  - {r.text}\n    {r.rule}{' (ruling)' if r.ruling else ''}: {r.cite}" for r in feedback.reasons]
    return "\n".join(lines)


# -------------------------------------------------------------------- answers


def _asked(puzzle: Puzzle, session: Session, progress: Progress | None) -> int:
    """Ask for answers, and keep them; the exit status."""

    def keep(outcome: str, answer: str) -> None:
        if progress is not None:
            keep_try(progress, puzzle, outcome, answer)

    return 0 if ask(session, keep) == "right" else WRONG


def ask(session: Session, keep: Callable[[str, str], None], words: Sequence[str] = ()) -> str:
    """Ask until it is solved ("right"), the "solution" has been shown, nothing more comes ("quit"), or one of ``words`` is
    written; return which. ``keep`` gets each try or help asked for: how it turned out, and the answer."""
    while True:
        print("> ", end="", flush=True)
        line = sys.stdin.readline(LONGEST_ANSWER + 1)
        given = line.strip()
        if not line or given in ("quit", "q"):
            print()
            return "quit"
        if given in words:
            return given
        if not given:
            continue
        if given in ("hint", "solution"):
            print(plain_lines(session.hint() or "There is no hint." if given == "hint" else _solution(session)))
            keep(given, "")
            if given == "hint":
                continue
            return given
        feedback = _try(session, given)
        print(plain_lines(feedback_text(feedback)))
        if feedback.outcome is not Outcome.NOT_TRIED:
            keep(feedback.outcome.value, given)
        if feedback.done:
            if session.shows_way:
                print(plain_lines(session.solution().words))
            return feedback.outcome.value


#: The longest answer that is read.
LONGEST_ANSWER = 4_000


def _solution(session: Session) -> str:
    found = session.solution()
    told = filter(None, [found.words, *found.sums, session.typed_solution()])
    return "\n".join([*told, without_marks(session.exercise.after)])


def _try(session: Session, text: str) -> Feedback:
    try:
        return session.attempt(session.typed(text))
    except Faulty as problem:
        return Feedback(Outcome.CANNOT_CHECK, f"{problem.faults[0].what}. {problem.faults[0].fix}")


def keep_try(progress: Progress, puzzle: Puzzle, outcome: str, answer: str) -> None:
    """Write a try at a puzzle, or a help asked for, into the progress; say so if that cannot be."""
    progress.record(LESSON, puzzle.id, outcome, " ".join(answer.split())[:200])
    if trouble := trouble_of_command(progress):
        print(plain(trouble), file=sys.stderr)


# -------------------------------------------------------------------- as data


def described(puzzle: Puzzle) -> dict[str, Any]:
    """What is said of a puzzle in a list, as plain data."""
    return {
        "id": puzzle.id,
        "kind": puzzle.kind,
        "title": puzzle.exercise.name,
        "question": puzzle.question,
        "editions": list(puzzle.editions),
        "themes": list(puzzle.themes),
        "rules": list(puzzle.rules),
        "rating": puzzle.rating,
    }


def _as_dict(puzzle: Puzzle, session: Session, feedback: Feedback | None = None) -> dict[str, Any]:
    found = {**described(puzzle), "situation": session.game.engine.code(session.state)}
    found |= {name: list(items) for name, items in session.listed.items()}
    if feedback is not None:
        found |= {
            "outcome": feedback.outcome.value,
            "text": feedback.text,
            "reasons": [reason.as_dict() for reason in feedback.reasons],
        }
    return found


# -------------------------------------------------------------------- making


def _of_game(kind: str, asked: str | None) -> str:
    """Whose puzzles are made, to be told: "" for the first game's. UnreadableText where the game asked for makes none such."""
    made = games.made_kinds()
    if asked is not None and asked not in games.GAMES:
        raise UnreadableText(
            Fault("--game", f"there is no game {asked[:40]!r}", sentence(nearest(asked, list(games.GAMES))))
        )
    if kind not in made:
        return ""
    of = games.teachable(asked) if asked is not None else made[kind]
    if kind not in of.makes:
        by_hand = "they are thought out by hand" if kind in of.puzzle_kinds else "it has none"
        fix = f"It makes {', '.join(of.makes)}." if of.makes else "It makes none."
        raise UnreadableText(Fault("kind", f"puzzles {kind!r} of {of.title} are not made: {by_hand}", fix))
    others = [each.title for each in games.taught() if kind in each.puzzle_kinds and each is not of]
    told = f" of {of.title}" if others or of.name != games.FIRST else ""
    return f"{told} (those of {' and '.join(others)} are thought out by hand)" if others else told


def cli_make(options: argparse.Namespace) -> int:
    """``tutor make KIND --count N --seed S [--themes ...] [--workers N | --dask ADDRESS] [--out FILE]``.

    The puzzles go to the file, or to standard output; how many were rejected and why, and the rate, to standard error. Exit
    status 2 if fewer were found than asked for, or a worker was lost. Raises UnreadableText for what cannot be made.
    """
    from tqdm import tqdm

    from tutor.content.making import make
    from tutor.content.making.running import cores

    themes = tuple(theme for theme in (options.themes or "").replace(",", " ").split())
    for theme in themes:
        if theme not in games.themes():
            raise UnreadableText(
                Fault("--themes", f"there is no theme {theme[:40]!r}", sentence(nearest(theme, games.themes())))
            )
    for name, value, most in (
        ("--count", options.count, MOST_MADE),
        ("--workers", options.workers or cores(), MOST_WORKERS),
    ):
        if not 1 <= value <= most:
            raise UnreadableText(Fault(name, f"{value} cannot be", f"Write a number from 1 to {most:,}."))
    workers = options.workers or cores()
    of_game = _of_game(options.kind, options.game)
    with tqdm(total=options.count, unit="puzzle", disable=None, leave=False) as bar:
        made = make(
            options.kind,
            options.count,
            options.seed,
            themes,
            workers,
            lambda so_far: bar.update(so_far - bar.n),
            options.dask,
        )
    if options.out:
        write_to(options.out, made.text)
    elif not options.json:
        print(made.text, end="")
    _tell_made(options, made, of_game)
    if made.lost:
        what = (
            f"A worker was ended from outside; the {len(made.texts)} puzzles made before, of {options.count}, are kept."
        )
        fix = "Where memory is short take fewer workers: --workers 1 makes the same puzzles."
        print(f"{what}\n  {fix}", file=sys.stderr)
        return 2
    if len(made.texts) < options.count:
        what = f"only {len(made.texts)} of {options.count} were found"
        print(f"{what}: nothing new came any more. Ask for fewer, or try another seed or theme.", file=sys.stderr)
        return 2
    return 0


def _tell_made(options: argparse.Namespace, made: Made, of_game: str) -> None:
    """How many were made and rejected, and how fast: as JSON with the puzzles themselves, or in words on standard error."""
    rejected = dict(sorted(made.rejected.items(), key=lambda item: (-item[1], item[0])))
    if options.json:
        data = {
            "made": len(made.texts),
            "candidates": made.candidates,
            "rejected": rejected,
            "per_second_and_core": round(made.rate, 2),
        }
        print(json.dumps(data if options.out else {**data, "puzzles": list(made.texts)}))
    else:
        told = ", ".join(f"{number} {why}" for why, number in rejected.items()) or "none"
        where = f" to {plain(str(Path(options.out)))}" if options.out else ""
        number = f"{len(made.texts)} puzzle{'' if len(made.texts) == 1 else 's'}{of_game}{where}"
        print(
            f"{number} from {made.candidates} candidates; rejected: {told}; "
            f"{made.rate:.1f} puzzles per second and core",
            file=sys.stderr,
        )
