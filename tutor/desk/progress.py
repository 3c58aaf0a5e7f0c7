"""What a learner has done: kept in SQLite in his own data folder, and handed on as a small JSON file.

Every try is written at once, in a transaction of its own, so that a killed kernel loses nothing. What cannot be written is kept
in memory, told (``Progress.trouble``) and written as soon as it can be. Times are seconds; moments are seconds since 1970 (UTC)
as the caller's clock gives them.
"""

from tutor.desk.attempts import (
    LONGEST_NAME,
    LONGEST_PAUSE,
    MOST_STARS,
    OUTCOMES,
    Attempt,
    ExerciseStatus,
    best_stars,
    lesson_stars,
    standings,
)
from tutor.desk.files import FORMAT, VERSION, ProgressExport, read_export
from tutor.desk.lesson_rows import LessonRow, lesson_rows
from tutor.desk.store import (
    FILE,
    LEARNER_VARIABLE,
    Progress,
    file_of,
    files_of_learners,
    name_in,
    progress_now,
    trouble_of_command,
)

__all__ = [
    "FILE",
    "FORMAT",
    "LEARNER_VARIABLE",
    "LONGEST_NAME",
    "LONGEST_PAUSE",
    "MOST_STARS",
    "OUTCOMES",
    "VERSION",
    "Attempt",
    "ExerciseStatus",
    "LessonRow",
    "Progress",
    "ProgressExport",
    "best_stars",
    "file_of",
    "files_of_learners",
    "lesson_rows",
    "lesson_stars",
    "name_in",
    "progress_now",
    "read_export",
    "standings",
    "trouble_of_command",
]
