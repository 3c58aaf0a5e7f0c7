"""The still board on ipycanvas: it paints only what differs, one drawing at a time, and nothing that does not parse."""

from __future__ import annotations

import re
import sys
from collections import Counter
from typing import Any
from xml.etree import ElementTree

import ipykernel
import numpy
import pytest
from ipycanvas import canvas
from IPython.core.formatters import DisplayFormatter

from engine import gran, mystic_paths
from engine import mystic_wood as mw
from engine.mystic_wood.material.wood import wood_of
from tests.sources import ROOT, written
from tests.support.arenas import GEORGE_AND_ORC
from tutor.draw.theme import THEMES
from tutor.games.mystic_wood.scene import View, board_scene
from tutor.hosts.lab import board, cells, show, still
from tutor.hosts.lab.canvas import DENSITY, LONGEST
from tutor.hosts.lab.still import INVITES, StillBoard

SMALL = View("b", "d", 1, 3)
VIEW = "application/vnd.jupyter.widget-view+json"


@pytest.fixture
def sent(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The names of the draw commands that would go to the page."""
    found: list[str] = []
    names = {number: name for name, number in canvas.COMMANDS.items()}

    def note(self: object, command: Any, buffers: Any = ()) -> None:
        found.extend(names[single[0]] for single in (command if isinstance(command[0], list) else [command]))

    monkeypatch.setattr(canvas._CanvasManager, "_send_custom", note)
    return found


def opened(scene: Any, theme: str = "light") -> StillBoard:
    """A board that a page shows in a theme."""
    shown = StillBoard(scene)
    shown.notes.theme = theme
    return shown


def answer(shown: StillBoard, number: int) -> None:
    """The page has drawn what has that number."""
    colour = [[[number >> 16, number >> 8 & 255, number & 255, 255]]]
    shown.painter.answer.get_image_data = lambda *_: numpy.array(colour)
    shown.painter._answered()


def pictures(shown: StillBoard) -> list[str]:
    """The pictures that are on their way."""
    return [image.value.tobytes().decode() for image in shown.painter.pictures[: shown.painter.under_way]]


def painted(clickable: tuple[str, ...] = (), view: View = SMALL, state: Any = None) -> Any:
    return board_scene(state or mw.loads(GEORGE_AND_ORC), view=view, clickable=list(clickable))


def test_nothing_is_painted_before_the_page_has_said_in_which_theme_it_is(sent: list[str]) -> None:
    shown = StillBoard(painted())
    shown.repaint()
    assert sent == []
    shown.notes.theme = "dark"
    assert Counter(sent)["drawImage"] == 2, "the cards in one picture, what lies on them in another"


def test_only_what_differs_is_painted_again(sent: list[str]) -> None:
    shown = opened(painted())
    answer(shown, 1)
    sent.clear()
    shown.show(painted())
    assert sent == [], "nothing differs"
    shown.show(painted(("denizen:orc",)))
    assert Counter(sent)["drawImage"] == 1, "the cards are as they were"
    answer(shown, 2)
    sent.clear()
    explored = mw.loads(GEORGE_AND_ORC.replace("[areas.c2]", '[areas.b1]\npaths = "NEW"\nglade = false\n[areas.c2]', 1))
    shown.show(painted(state=explored))
    sizes = [ElementTree.fromstring(text).get("width") for text in pictures(shown)]
    assert sizes == [str(round(100 * shown.painter.scale)), str(shown.painter.canvas.width)], (
        "one card, and what lies on them"
    )


def test_one_drawing_is_under_way_and_the_newest_follows(sent: list[str]) -> None:
    shown = opened(painted())
    sent.clear()
    for glowing in (("denizen:orc",), ("area:c3",), ("area:c3", "denizen:orc")):
        shown.show(painted(glowing))
    assert sent == [], "the page has not answered"
    answer(shown, 7)
    assert sent == [], "that was the answer to something else"
    carried = list(shown.painter.pictures)
    answer(shown, 1)
    assert Counter(sent)["drawImage"] == 1, "of three the last"
    assert shown.painter.pictures == carried, "what carries a picture carries the next"
    shown.close()
    assert all(image.comm is None for image in carried), "and is given back at the end"


def test_a_page_that_is_opened_anew_gets_all_of_it(sent: list[str]) -> None:
    shown = opened(painted())
    sent.clear()
    top = shown.painter.canvas[1]
    top._handle_frontend_event(top, {"event": "client_ready"}, [])
    assert Counter(sent)["drawImage"] == 2, "though the page before never answered"


def test_what_does_not_parse_is_refused_here_and_never_sent(sent: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    shown = StillBoard(painted())
    monkeypatch.setattr("tutor.hosts.lab.canvas.svg", lambda *_, **__: "<svg><g></svg>")
    with pytest.raises(ElementTree.ParseError):
        shown.notes.theme = "light"
    assert "drawImage" not in sent
    monkeypatch.undo()
    shown.repaint()


def test_its_pictures_have_a_size_in_pixels_and_the_colours_of_the_theme(sent: list[str]) -> None:
    shown = opened(painted())
    by_day = pictures(shown)
    answer(shown, 1)
    shown.notes.theme = "dark"
    by_night = pictures(shown)
    for text in (*by_day, *by_night):
        root = ElementTree.fromstring(text)
        assert (root.get("width"), root.get("height")) == (
            str(shown.painter.canvas.width),
            str(shown.painter.canvas.height),
        )
        assert "var(" not in text
    assert len(by_night) == 2, "all of it is painted in the other theme"
    assert THEMES["light"]["board"] in by_day[0]
    assert THEMES["dark"]["board"] in by_night[0]


def test_it_is_sharp_and_fits_the_page() -> None:
    for view in (SMALL, View.whole(wood_of("1980"))):
        shown = StillBoard(painted(view=view))
        assert max(shown.painter.canvas.width, shown.painter.canvas.height) <= LONGEST + 1
        assert shown.layout.max_width.startswith(f"min({round(shown.painter.canvas.width / DENSITY)}px, ")
        assert shown.painter.scale >= DENSITY - 0.1, "two pixels for each of the page"


def test_what_is_shown_is_there_in_words() -> None:
    shown = StillBoard(painted())
    assert "The Mystic Wood" in shown.notes.title
    assert any("Orc" in line for line in shown.notes.lines)


def touch(shown: StillBoard, target: str) -> str:
    """Touch something as the page says it; what is said then."""
    at, scene = shown.scene.target(target), shown.scene
    shown.notes._touched(None, {"x": at.px / scene.width, "y": at.py / scene.height}, None)
    return str(shown.notes.said)


def test_touched_it_says_what_lies_there_and_what_is_allowed() -> None:
    shown = board(mw.loads(GEORGE_AND_ORC))
    assert shown.notes.said == INVITES
    assert touch(shown, "denizen:orc") == "Orc, challenges with strength 4. Allowed: meet orc"
    refused = touch(shown, "area:c3")
    assert "Not allowed, move north: " in refused
    shown.notes._touched(None, {"x": "here"}, None)
    shown.notes._touched(None, {"x": 0.001, "y": 0.001}, None)
    assert shown.notes.said == INVITES, "nothing lies there"


def test_a_board_of_another_game_is_painted_alike(sent: list[str]) -> None:
    shown = board(gran.new_game(["red", "green"]))
    shown.notes.theme = "light"
    assert Counter(sent)["drawImage"] == 2
    assert "gball" in touch(shown, "space:gball")


# ---------------------------------------------------------------- how a state shows itself
@pytest.fixture
def kernel(monkeypatch: pytest.MonkeyPatch) -> None:
    """A kernel runs here."""
    assert ipykernel.__name__ in sys.modules  # as it is in one
    monkeypatch.setattr(show, "in_kernel", lambda: True)


@pytest.mark.usefixtures("kernel")
def test_in_a_notebook_a_state_is_a_board_on_a_canvas_with_a_picture_for_where_nothing_runs() -> None:
    for state in (mw.loads(GEORGE_AND_ORC), gran.new_game(["red", "green"]), mystic_paths.new_game(["red", "green"])):
        shown, _ = DisplayFormatter().format(state)
        assert VIEW in shown
        assert shown["image/svg+xml"].startswith("<svg")
        assert shown["text/plain"].count("\n") > 5, "the board in letters"


def test_where_no_kernel_runs_a_state_is_a_picture() -> None:
    shown, _ = DisplayFormatter().format(mw.loads(GEORGE_AND_ORC))
    assert set(shown) == {"image/svg+xml", "text/plain"}


@pytest.mark.usefixtures("kernel")
def test_a_cell_that_runs_again_gives_its_boards_back_and_one_run_may_show_several(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    from ipywidgets.widgets.widget import _instances

    counts = []
    for run in "123":
        monkeypatch.setattr(cells, "_now", lambda run=run: ("a-cell-of-ones-own", run))
        for _ in range(2):
            still.bundle(mw.loads(GEORGE_AND_ORC))
        counts.append(len(_instances))
    assert counts[0] == counts[1] == counts[2]


def test_numpy_and_pillow_are_imported_nowhere() -> None:
    """They come with ipycanvas, which is imported by the painter alone."""
    root = ROOT
    found: dict[str, set[str]] = {"numpy": set(), "PIL": set(), "ipycanvas": set()}
    looked = 0
    for path in (*written("tutor", ".py"), *written("engine", ".py")):
        looked += 1
        for name in re.findall(r"^\s*(?:import|from) (numpy|PIL|ipycanvas)\b", path.read_text("utf-8"), re.MULTILINE):
            found[name].add(path.relative_to(root).as_posix())
    assert looked > 300
    assert found == {"numpy": set(), "PIL": set(), "ipycanvas": {"tutor/hosts/lab/canvas.py"}}
