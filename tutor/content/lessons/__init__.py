"""Lessons: reading their sources, checking them with the engine, building their notebooks.

>>> from tutor.content.lessons import COURSE
>>> COURSE[2].number, COURSE[2].name
(2, '02-exploring')
"""

from tutor.content.lessons.building import build, cli_build, is_stale, notebook_of, words_before_first_exercise
from tutor.content.lessons.checking import faults_of
from tutor.content.lessons.course import COURSE, Entry, course, course_lessons, entry_of, find_lesson, load_lesson
from tutor.content.lessons.reading import Lesson, parse_lesson, read_lesson

__all__ = [
    "COURSE",
    "Entry",
    "Lesson",
    "build",
    "cli_build",
    "course",
    "course_lessons",
    "entry_of",
    "faults_of",
    "find_lesson",
    "is_stale",
    "load_lesson",
    "notebook_of",
    "parse_lesson",
    "read_lesson",
    "words_before_first_exercise",
]
