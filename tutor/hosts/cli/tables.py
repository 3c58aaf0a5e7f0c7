"""The learner's table of his own progress, and the teacher's of a class."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from engine.text.faults import Fault, Faulty
from tutor.base.writing import plain
from tutor.content.lessons.course import course, course_lessons
from tutor.content.trainer.summary import Summary, summary_of
from tutor.desk.attempts import MOST_STARS, ExerciseStatus, standings
from tutor.desk.files import ProgressExport, read_export
from tutor.desk.lesson_rows import Course, lesson_rows

if TYPE_CHECKING:
    from tutor.desk.store import Progress


def progress_table(progress: Progress, course: Course) -> str:
    """What ``tutor progress`` prints."""
    rows = lesson_rows(progress.standings(), course)
    lines = [f"Progress of {plain(progress.learner) or 'a nameless Knight'}", ""]
    body = [("lesson", "done", "stars", "tries", "hints", "minutes")]
    body += [
        (
            row.title,
            f"{row.finished}/{row.exercises}",
            f"{row.stars}/{MOST_STARS * row.exercises}",
            str(row.tries),
            str(row.hints),
            f"{row.seconds / 60:.0f}",
        )
        for row in rows
    ]
    finished, total = sum(row.finished for row in rows), sum(row.exercises for row in rows)
    stars = f"{sum(row.stars for row in rows)}/{MOST_STARS * total}"
    body.append(
        (
            "in all",
            f"{finished}/{total}",
            stars,
            str(sum(r.tries for r in rows)),
            str(sum(r.hints for r in rows)),
            f"{sum(r.seconds for r in rows) / 60:.0f}",
        )
    )
    return "\n".join([*lines, *_columns(body), "", f"Puzzles: {puzzle_summary(progress).words}"])


def puzzle_summary(progress: Progress) -> Summary:
    """How the learner stands with puzzles now."""
    return summary_of(progress.attempts(), progress.clock())


def _of_pupil(record: ProgressExport) -> Summary:
    """How a pupil stood with puzzles when he last did something."""
    return summary_of(record.attempts, max((attempt.at for attempt in record.attempts), default=0.0))


@dataclass(frozen=True, slots=True)
class Trouble:
    """How an exercise went in a class: how many tried and solved it, wrong tries and hints for each pupil who tried."""

    lesson: str
    exercise: str
    tried: int
    solved: int
    wrong_each: float
    hints_each: float

    @property
    def weight(self) -> float:
        """How much trouble it gives: wrong tries and hints for each, and those who gave up."""
        return self.wrong_each + self.hints_each / 2 + 2 * (self.tried - self.solved) / self.tried


def troubles(records: Sequence[ProgressExport], course: Course) -> list[Trouble]:
    """Every exercise of the course that somebody tried, the most troublesome first."""
    known = {(name, exercise) for name, _, exercises in course for exercise in exercises}
    grouped: dict[tuple[str, str], list[ExerciseStatus]] = {}
    for record in records:
        for standing in standings(record.attempts):
            if (standing.lesson, standing.exercise) in known:
                grouped.setdefault((standing.lesson, standing.exercise), []).append(standing)
    found = []
    for (lesson, exercise), group in grouped.items():
        wrong = sum(standing.tries - standing.finished for standing in group)
        hints = sum(standing.hints for standing in group)
        found.append(
            Trouble(
                lesson, exercise, len(group), sum(s.finished for s in group), wrong / len(group), hints / len(group)
            )
        )
    return sorted(found, key=lambda trouble: (-trouble.weight, trouble.lesson, trouble.exercise))


def class_table(files: Sequence[str | Path], course: Course) -> tuple[str, tuple[Fault, ...]]:
    """What ``tutor class FILES...`` prints: who finished what, and which exercises trip people up; with the faults of bad files.

    A file that is bad is left out, and the others are counted. Text of a file is shown on one line, its controls spelled out.
    """
    records, faults = _class_records(files)
    shown = _touched(records, course)
    solving = [_of_pupil(record) for _, record in records]
    puzzles = any(pupil.solved or pupil.rated for pupil in solving)
    body: list[tuple[str, ...]] = [
        (
            "pupil",
            *(name.split("-")[0] for name, _, _ in shown),
            "tries",
            "hints",
            "minutes",
            *(("puzzles", "rating") if puzzles else ()),
        )
    ]
    for (learner, record), pupil in zip(records, solving, strict=True):
        rows = lesson_rows(standings(record.attempts), shown)
        done = ["done" if row.done else f"{row.finished}/{row.exercises}" for row in rows]
        body.append(
            (
                learner,
                *done,
                str(sum(r.tries for r in rows)),
                str(sum(r.hints for r in rows)),
                f"{sum(r.seconds for r in rows) / 60:.0f}",
                *((str(pupil.solved), str(pupil.rating or "-")) if puzzles else ()),
            )
        )
    lines = [f"{len(records)} pupil{'s' if len(records) != 1 else ''}", "", *_columns(body)]
    hard = [trouble for trouble in troubles([record for _, record in records], course) if trouble.weight > 0][:10]
    if hard:
        lines += ["", "What trips people up", ""]
        trouble_lines: list[tuple[str, ...]] = [("exercise", "tried", "solved", "wrong each", "hints each")]
        trouble_lines += [
            (f"{t.lesson}/{t.exercise}", str(t.tried), str(t.solved), f"{t.wrong_each:.1f}", f"{t.hints_each:.1f}")
            for t in hard
        ]
        lines += _columns(trouble_lines)
    return "\n".join(lines), tuple(faults)


def class_data(files: Sequence[str | Path], course: Course) -> tuple[dict[str, object], tuple[Fault, ...]]:
    """The same as plain data: what ``tutor class --json FILES...`` prints, and the faults of bad files."""
    records, faults = _class_records(files)
    shown = _touched(records, course)
    pupils = [
        {
            "pupil": learner,
            "lessons": [
                {
                    "lesson": row.name,
                    "finished": row.finished,
                    "exercises": row.exercises,
                    "tries": row.tries,
                    "hints": row.hints,
                    "seconds": round(row.seconds),
                    "stars": row.stars,
                }
                for row in lesson_rows(standings(record.attempts), shown)
            ],
            "puzzles": _of_pupil(record).as_dict(),
        }
        for learner, record in records
    ]
    hard = [trouble for trouble in troubles([record for _, record in records], course) if trouble.weight > 0]
    return {"pupils": pupils, "troubles": [asdict(trouble) for trouble in hard]}, tuple(faults)


def _class_records(files: Sequence[str | Path]) -> tuple[list[tuple[str, ProgressExport]], list[Fault]]:
    """The pupils by name with what they have handed in, and the faults of files that are bad."""
    records: list[tuple[str, ProgressExport]] = []
    faults: list[Fault] = []
    for file in files:
        try:
            record = read_export(file)
            records.append((plain(record.learner or Path(file).stem), record))
        except Faulty as problem:
            faults.extend(problem.faults)
    return sorted(records, key=lambda pair: pair[0].lower()), faults


def _touched(records: Sequence[tuple[str, ProgressExport]], course: Course) -> Course:
    """The lessons somebody has tried."""
    tried = {attempt.lesson for _, record in records for attempt in record.attempts}
    return [lesson for lesson in course if lesson[0] in tried]


def _columns(rows: Sequence[Sequence[str]]) -> list[str]:
    """Text in columns: the first to the left, the others to the right, a rule below the head."""
    widths = [max(len(row[n]) for row in rows) for n in range(len(rows[0]))]
    lines = [
        "  ".join([row[0].ljust(widths[0]), *(cell.rjust(w) for cell, w in zip(row[1:], widths[1:], strict=True))])
        for row in rows
    ]
    return [lines[0].rstrip(), "-" * max(map(len, lines)), *(line.rstrip() for line in lines[1:])]


def course_outline() -> list[tuple[str, str, tuple[str, ...]]]:
    """The lessons of the course, by their numbers on it, as the tables want them."""
    numbers = {entry.name: entry.number for entry in course()}
    return [
        (
            lesson.name,
            f"{numbers.get(lesson.name, lesson.number)} {lesson.title}",
            tuple(e.id for e in lesson.exercises),
        )
        for lesson in course_lessons()
    ]
