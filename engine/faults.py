"""What learners' own notebooks import: the same as :mod:`engine.text.faults`, where it is now."""

from engine.text.faults import *  # noqa: F403
