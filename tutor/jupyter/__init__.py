"""What learners' notebooks import: the same as :mod:`tutor.hosts.lab`, where it is now."""

from tutor.hosts.lab import *  # noqa: F403
from tutor.hosts.lab import __all__ as __all__
