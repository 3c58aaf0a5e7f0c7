"""The ``tutor`` command, as `python -m tutor` too.

Whoever opens an app waits for its page: for that, little is loaded here. All else is :mod:`tutor.hosts.cli.cli`. Nothing is
loaded before :func:`main` runs, so that Ctrl-C is answered from then on.
"""

from __future__ import annotations

import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

#: What opens a page of the apps.
PAGES = ("apps", "edit", "rulings", "table")
#: Exit status after Ctrl-C.
INTERRUPTED = 130


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command. Exit status 0, 3 when an action is refused, 2 for bad input, 130 after Ctrl-C."""
    try:
        return _run(list(sys.argv[1:] if argv is None else argv))
    except KeyboardInterrupt:
        print("Interrupted.", file=sys.stderr)
        return INTERRUPTED


def _run(arguments: list[str]) -> int:
    if not arguments or arguments[0] not in PAGES:
        from tutor.hosts.cli.cli import main as run

        return run(arguments)
    from engine.text.faults import Faulty
    from tutor.base.terminal import say_faults, speak_plainly, unusable
    from tutor.hosts.web.command import command

    speak_plainly()
    try:
        return command(arguments[0], arguments[1:])
    except Faulty as faulty:
        return say_faults(faulty)
    except OSError as problem:
        return say_faults(unusable(problem))


if __name__ == "__main__":
    sys.exit(main())
