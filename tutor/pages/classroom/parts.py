"""What the teacher's page and the cards that lie open beside it share: what the host tells of a class, and buttons."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from tutor.draw.html import Html, el

#: Under this name the host tells what it knows of the class (:class:`Present`).
PRESENT = "present"


class Given(NamedTuple):
    """The stage as the teacher's page tells of it: the script, the step, its number and of how many, how often it was driven,
    what Back and Next do (an act and its words, None: nothing), whether an answer can be revealed, the mistake that stands there
    ("" for none), how many have answered (None: no votes are taken) and follow; its notes, and what comes next."""

    script: str
    step: str
    number: int
    steps: int
    moves: int
    back: tuple[str, str] | None
    on: tuple[str, str] | None
    reveals: bool
    mistake: str
    received: int | None
    crowd: int
    notes: Html
    coming: Html


@dataclass(frozen=True, slots=True)
class Present:
    """What the host knows of a class besides its document: who is ``here``, who has done nothing for 90 s (``still``), at which
    exercise each is (``now``), where the class is found (``link``, ``address``, ``word``), for how many minutes it has been open,
    what each rule says, the board of each mistake as SVG, what happened that a teacher must know (``told``), the boards of the
    pupils whose cards are open (``looks``), the Wi-Fi as phones read it from a code ("" if it is not known), the stage, and the
    links of the clicker and of the page by which one phone tries the room."""

    here: frozenset[str] = frozenset()
    still: frozenset[str] = frozenset()
    now: Mapping[str, str] = field(default_factory=dict)
    link: str = ""
    address: str = ""
    word: str = ""
    minutes: int = 0
    rules: Mapping[str, str] = field(default_factory=dict)
    boards: Mapping[str, str] = field(default_factory=dict)
    seats: Mapping[str, str] = field(default_factory=dict)
    told: tuple[str, ...] = ()
    looks: Mapping[str, str] = field(default_factory=dict)
    wifi: str = ""
    given: Given | None = None
    clicker: str = ""
    check: str = ""


def button(target: str, text: str | Html, kind: str = "", **more: object) -> Html:
    """Something to press."""
    class_ = f"cl-button {kind}".strip()
    return el("button", text, type="button", class_=class_, data_target=target, data_key=target, **more)


def short(text: str, longest: int) -> str:
    """A text cut to so many characters, at a word."""
    return text if len(text) <= longest else text[:longest].rsplit(" ", 1)[0] + " …"
