"""What an exercise offers and shows at this moment, and what an input means: all a front end has to know. Pure.

>>> from tutor.teach.game import registry as games
>>> from tutor.teach.kinds.do import Do
>>> from tutor.pages.exercise import presenter
>>> opened = presenter(Do("x", games.teachable(), situation='order = ["george"]', accept=("stay",), rules=("move.one",)))
>>> opened.shown().verdict.heading
''
>>> opened.do("play stay")
(KeptAttempt(outcome='right', answer='stay', stars=0),)
>>> opened.shown().verdict.heading
'✓ Right'
"""

from tutor.pages.exercise.base import Presenter
from tutor.pages.exercise.shown import Shown, VerdictShown
from tutor.teach.exercise.controls import Button
from tutor.teach.exercise.exercise import Exercise
from tutor.teach.exercise.face import KeptAttempt


def presenter(exercise: Exercise, *, number: int = 0, count: int = 0) -> Presenter:
    """Open an exercise, ``number`` of ``count`` in its lesson: what is laid out has a board of its own to be laid on."""
    shown_by: type[Presenter] = exercise.game.build_page() if exercise.lays_out else Presenter
    return shown_by(exercise, number=number, count=count)


__all__ = ["Button", "KeptAttempt", "Presenter", "Shown", "VerdictShown", "presenter"]
