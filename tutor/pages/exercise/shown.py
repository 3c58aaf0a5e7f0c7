"""What is shown of an exercise at one moment: plain data that any front end can lay out."""

from __future__ import annotations

from dataclasses import dataclass, field

from tutor.draw.motion import Shot
from tutor.draw.shapes import Scene
from tutor.teach.exercise.controls import Button, Control
from tutor.teach.game.teachable import HandShown as Hand
from tutor.teach.game.teachable import ShownCard


@dataclass(frozen=True, slots=True)
class VerdictShown:
    """The tutor's answer. ``kind`` is right, wrong, progress, cannot or idle; ``html`` what is said, ``why`` the rules behind it
    (folded away), ``help`` hints and solution asked for. ``spoken`` is what a screen reader is told at once."""

    kind: str = "idle"
    heading: str = ""
    html: str = ""
    why: str = ""
    ruling: bool = False
    help: str = ""
    spoken: str = ""


@dataclass(frozen=True, slots=True)
class TouchPlace:
    """A place on the board, in parts (0 to 1) of its width and height. ``acts``: a click there does something; ``allowed``: the
    rules allow what it does; ``card``: the card that can be looked at there."""

    id: str
    label: str
    x: float
    y: float
    w: float
    h: float
    acts: bool = False
    allowed: bool = False
    card: str = ""


@dataclass(frozen=True, slots=True)
class Looked:
    """A card or hand that is looked at, and the button that leads to where it lies, if one can go there."""

    target: str
    title: str
    scene: Scene
    onward: Button | None = None


@dataclass(frozen=True, slots=True)
class Shown:
    """Everything shown at one moment. ``aside`` is the other picture of a large board: a small map of all of it beside a part, a
    part ``near`` by beside all of it. ``reset`` changes when what the learner has picked or written is to be forgotten; ``bar``
    says of each exercise of the lesson whether it is done; ``focus`` is the control the keyboard should go to; ``stars`` are
    those of a game just won, ``best`` the best there have been for the exercise. Where one exercise after another is shown in
    the same place, ``key`` is the one shown now, ``above`` a line over its title, ``tags`` what else is said of it, and ``below``
    a line under the verdict. ``looked`` is what the viewer looks at, ``places`` those of the small map, row by row;
    ``onward`` is the address of what follows, "" where that stands on the same page."""

    kind: str
    title: str
    number: int
    count: int
    done: bool
    solved: bool
    bar: tuple[bool, ...]
    prompt: str
    controls: tuple[Control, ...]
    tools: tuple[Button, ...]
    verdict: VerdictShown
    hands: tuple[Hand, ...]
    cards: tuple[ShownCard, ...]
    board: Scene
    touches: tuple[TouchPlace, ...]
    aside: Scene | None
    near: bool
    far: bool
    film: tuple[Shot, ...] = ()
    films: int = 0
    reset: int = 0
    focus: str = ""
    note: str = ""
    stars: int = 0
    best: int = 0
    closing: str = ""
    log: tuple[str, ...] = field(default=())
    key: str = ""
    above: str = ""
    tags: tuple[str, ...] = ()
    below: str = ""
    looked: Looked | None = None
    places: tuple[str, ...] = ()
    onward: str = ""
