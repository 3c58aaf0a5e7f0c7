"""How a viewer looks at an exercise."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Viewing:
    """How one viewer looks at an exercise: his own, and never written down.

    ``close``: of a large board only a part is shown (None: as the exercise opens it), round the place ``middle`` ("": round the
    learner's piece). ``card`` is what he looks at: "denizen:orc" on the board, "orc" from beside it, "hand:George"; "" for
    nothing. ``film`` is what he wants to see once more, for the ``plays``-th time: "answer" or "solution". ``at`` is the picture
    of a proof he looks at, ``setup_page`` what is selected and said where something is built.
    """

    close: bool | None = None
    middle: str = ""
    card: str = ""
    film: str = ""
    plays: int = 0
    at: int = 0
    setup_page: tuple[str, ...] = ()
