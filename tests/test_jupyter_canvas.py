"""The still board on ipycanvas: it paints only what differs, one drawing at a time, and nothing that does not parse."""

from __future__ import annotations

from collections import Counter
from typing import Any
from xml.etree import ElementTree

import numpy
import pytest
from ipycanvas import canvas

from engine import mystic_wood as mw
from engine.mystic_wood.material.wood import wood_of
from tests.arenas import GEORGE_AND_ORC
from tutor.jupyter.canvas import DENSITY, LONGEST, StillBoard
from tutor.mystic_wood.scene import View, board_scene
from tutor.paint.theme import ThemeName

SMALL = View("b", "d", 1, 3)


@pytest.fixture
def sent(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The names of the draw commands that would go to the page."""
    found: list[str] = []
    names = {number: name for name, number in canvas.COMMANDS.items()}

    def note(self: object, command: Any, buffers: Any = ()) -> None:
        found.extend(names[single[0]] for single in (command if isinstance(command[0], list) else [command]))

    monkeypatch.setattr(canvas._CanvasManager, "_send_custom", note)
    return found


def answer(board: StillBoard, number: int) -> None:
    """The page has drawn what has that number."""
    colour = [[[number >> 16, number >> 8 & 255, number & 255, 255]]]
    board._answer.get_image_data = lambda *_: numpy.array(colour)
    board._drawn()


def painted(clickable: tuple[str, ...] = (), view: View = SMALL) -> Any:
    return board_scene(mw.loads(GEORGE_AND_ORC), view=view, clickable=list(clickable))


def test_all_is_sent_when_a_page_opens_it(sent: list[str]) -> None:
    board = StillBoard(painted())
    assert sent == [], "no page shows it yet"
    board.repaint()
    assert Counter(sent)["drawImage"] == 2, "all cards in one picture, what lies on them in another"
    sent.clear()
    answer(board, 1)
    board.show(painted())
    assert sent == [], "nothing differs"
    board.show(painted(("denizen:orc",)))
    assert Counter(sent)["drawImage"] == 1, "the cards are as they were"


def test_one_drawing_is_under_way_and_the_newest_follows(sent: list[str]) -> None:
    board = StillBoard(painted())
    board.repaint()
    sent.clear()
    for glowing in (("denizen:orc",), ("area:c3",), ("area:c3", "denizen:orc")):
        board.show(painted(glowing))
    assert sent == [], "the page has not answered"
    answer(board, 7)
    assert sent == [], "that was the answer to something else"
    answer(board, 1)
    assert Counter(sent)["drawImage"] == 1, "of three the last"
    assert board.scene == painted(("area:c3", "denizen:orc"))
    closed = board._under_way
    answer(board, 2)
    assert all(image.comm is None for image in closed), "pictures that were drawn are given back"


def test_what_does_not_parse_is_refused_here_and_never_sent(sent: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    board = StillBoard(painted())
    monkeypatch.setattr("tutor.jupyter.canvas.svg", lambda *_, **__: "<svg><g></svg>")
    with pytest.raises(ElementTree.ParseError):
        board.repaint()
    assert "drawImage" not in sent
    monkeypatch.undo()
    board.repaint()


def test_its_pictures_have_a_size_in_pixels_and_the_colours_of_a_theme(sent: list[str]) -> None:
    pictures = []
    themes: tuple[ThemeName, ...] = ("light", "dark")
    for theme in themes:
        board = StillBoard(painted(), theme)
        board.repaint()
        text = board._under_way[0].value.tobytes().decode()
        root = ElementTree.fromstring(text)
        assert (root.get("width"), root.get("height")) == (str(board.canvas.width), str(board.canvas.height))
        assert "var(" not in text
        pictures.append(text)
    assert pictures[0] != pictures[1]


def test_it_is_sharp_and_fits_the_page() -> None:
    for view in (SMALL, View.whole(wood_of("1980"))):
        board = StillBoard(painted(view=view))
        assert max(board.canvas.width, board.canvas.height) <= LONGEST + 1
        assert board.layout.max_width == f"{round(board.canvas.width / DENSITY)}px"


def test_what_is_shown_is_there_in_words() -> None:
    board = StillBoard(painted())
    assert "Orc" in board._words.value
    assert 'role="img"' in board._words.value


def test_a_cell_of_ones_own_has_a_board_in_one_line() -> None:
    from tutor.show import board

    assert isinstance(board(mw.loads(GEORGE_AND_ORC)), StillBoard)
