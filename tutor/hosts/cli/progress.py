"""``tutor progress`` and ``tutor class``."""

from __future__ import annotations

import argparse
import json
import sys

from tutor.base.writing import plain
from tutor.desk.files import that_fit
from tutor.desk.lesson_rows import LessonRow, lesson_rows
from tutor.desk.store import Progress, file_of, trouble_of_command
from tutor.hosts.cli.tables import class_data, class_table, course_outline, progress_table, puzzle_summary


def cli_progress(options: argparse.Namespace) -> int:
    """``tutor progress [--learner NAME] [--export FILE] [--import FILE]``.

    Raises UnreadableText or ImpossibleSituation if a file is bad; nothing of it is imported then. Exit status 2 if the progress
    itself cannot be kept, after all that could be done.
    """
    progress = Progress(file_of(options.learner) if options.learner else None)
    if options.learner and not progress.learner:
        progress.learner = options.learner
    if options.import_file:
        new = progress.import_file(options.import_file)
        print(f"{new} tr{'y' if new == 1 else 'ies'} added from {plain(options.import_file)}.")
    if options.export:
        path = progress.export(options.export)
        print(f"Progress written to {plain(str(path))}. Hand it to your teacher, or take it to another computer.")
        tries = progress.attempts()
        if more := len(tries) - len(that_fit(tries)):
            held = f"It holds the latest {len(tries) - more:,} tries, as many as a file may"
            print(f"{held}; {more:,} earlier ones are kept here alone.")
    if getattr(options, "json", False):
        rows = lesson_rows(progress.standings(), course_outline())
        lessons = [_as_dict(row) for row in rows]
        print(
            json.dumps({"learner": progress.learner, "lessons": lessons, "puzzles": puzzle_summary(progress).as_dict()})
        )
    elif not options.export and not options.import_file:
        print(progress_table(progress, course_outline()))
    if trouble := trouble_of_command(progress):
        print(plain(trouble), file=sys.stderr)
        return 2
    return 0


def _as_dict(row: LessonRow) -> dict[str, object]:
    return {
        "lesson": row.name,
        "title": row.title,
        "exercises": row.exercises,
        "finished": row.finished,
        "tries": row.tries,
        "hints": row.hints,
        "seconds": round(row.seconds),
        "stars": row.stars,
    }


def cli_class(options: argparse.Namespace) -> int:
    """``tutor class [FILES...]``: a class is held. With files of pupils, ``tutor class [--json] FILES...``: the teacher's table,
    below it what is wrong with files; exit status 2 if any is bad."""
    if not any(name.endswith(".json") for name in options.files):
        from tutor.hosts.web.command import hold_class

        return hold_class(options)
    if getattr(options, "json", False):
        data, faults = class_data(options.files, course_outline())
        print(json.dumps(data))
    else:
        table, faults = class_table(options.files, course_outline())
        print(table)
    for fault in faults:
        print(plain(str(fault)), file=sys.stderr)
    return 2 if faults else 0
