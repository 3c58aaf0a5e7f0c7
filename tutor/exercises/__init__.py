"""Exercises without a display: what they are, how a try is checked, what is answered.

>>> from tutor.exercises import Outcome
>>> [outcome.value for outcome in Outcome]
['right', 'wrong', 'not tried', 'cannot be checked', 'progress']
"""

from tutor.exercises.feedback import Feedback, Outcome, Refutation
from tutor.exercises.model import Choose, Do, Exercise, Free, Order, Reckon, Watch
from tutor.exercises.opening import start
from tutor.exercises.session import Session, Solution

__all__ = [
    "Choose", "Do", "Exercise", "Feedback", "Free", "Order", "Outcome", "Reckon", "Refutation", "Session", "Solution", "Watch",
    "start",
]  # fmt: skip
