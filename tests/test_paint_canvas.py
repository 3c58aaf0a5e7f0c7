"""The ipycanvas painter: that it paints all of a scene, repaints only what changed, and knows what was clicked."""

from __future__ import annotations

import math
from collections import Counter
from typing import Any

import pytest

from engine.mystic_wood.material.wood import TILES, wood_of
from engine.mystic_wood.play.state import State
from engine.mystic_wood.position.table import Knight, empty_wood
from tests.usual_wood import INDEX
from tutor.mystic_wood.scene import View, board_scene, hand_scene
from tutor.paint.canvas import DENSITY, LONGEST, BoardCanvas, prepared
from tutor.paint.polygons import outlines, stroked
from tutor.scene.shapes import Box, Disc, Group, Outline, Words

ipycanvas = pytest.importorskip("ipycanvas")


def state(at: str = "c2", **more: object) -> State:
    areas = list(empty_wood())
    for name, tile in {"c2": "g05", "b2": "g03", "c3": "g17", "c6": "e01"}.items():
        areas[INDEX[name]] = areas[INDEX[name]]._replace(tile=TILES[tile], face_up=True)
    areas[INDEX["c2"]] = areas[INDEX["c2"]]._replace(**{"denizens": ("orc", "elf"), "things": ("lance",), **more})
    return State("1980", tuple(areas), (Knight("george", at=at), Knight("roland")), "george")


class Sent(list[tuple[str, list[Any]]]):
    """The draw commands that would go to the browser, by name."""

    def named(self, name: str) -> list[list[Any]]:
        return [arguments for found, arguments in self if found == name]

    def counts(self) -> Counter[str]:
        return Counter(name for name, _ in self)


@pytest.fixture
def sent(monkeypatch: pytest.MonkeyPatch) -> Sent:
    from ipycanvas import canvas

    found = Sent()
    names = {number: name for name, number in canvas.COMMANDS.items()}

    def note(self: object, command: Any, buffers: Any = ()) -> None:
        for single in command if isinstance(command[0], list) else [command]:
            found.append((names[single[0]], single[1]))

    monkeypatch.setattr(canvas._CanvasManager, "_send_custom", note)
    return found


@pytest.mark.parametrize(
    "scene",
    [
        board_scene(state(), view=View.whole(wood_of("1980")), legend=True, clickable=["area:c3"]),
        hand_scene(state(), "george"),
    ],
    ids=["board", "hand"],
)
def test_every_word_of_a_scene_is_written_on_the_canvas(sent: Sent, scene: Any) -> None:
    BoardCanvas(scene)
    assert sorted(arguments[0] for arguments in sent.named("fillText")) == sorted(scene.words())
    assert sent.counts()["fillStyledPolygons"] >= 1


def test_a_whole_board_takes_few_commands(sent: Sent) -> None:
    BoardCanvas(board_scene(state(), view=View.whole(wood_of("1980"))))
    counts = sent.counts()
    assert counts["fillStyledPolygons"] + counts["fillStyledCircles"] < 12
    assert sum(counts.values()) < 1000


def test_only_the_layers_that_differ_are_painted_again(sent: Sent) -> None:
    board = BoardCanvas(board_scene(state(), view=View.whole(wood_of("1980"))))
    sent.clear()
    board.show(board_scene(state(), view=View.whole(wood_of("1980"))))
    assert sent == []
    board.show(board_scene(state(), view=View.whole(wood_of("1980")), clickable=["denizen:orc"]))
    assert sent.counts()["clear"] == 1  # the tokens; the Wood stays
    assert not sent.named("fillStyledCircles")
    sent.clear()
    board.show(board_scene(state(turned=True, things=("lance", "key")), view=View.whole(wood_of("1980"))))
    assert sent.counts()["clear"] == 1


def test_a_page_that_is_opened_again_gets_the_whole_picture(sent: Sent) -> None:
    board = BoardCanvas(board_scene(state()))
    sent.clear()
    board.canvas[2]._client_ready_callbacks()
    assert sent.named("fillStyledCircles")
    assert sent.named("fillText")


def test_by_night_it_is_painted_in_other_colours() -> None:
    board = BoardCanvas(board_scene(state()))
    group = board.scene.layer("ground").groups[0]
    by_day = board._prepared(group)
    board.set_theme("dark")
    by_night = board._prepared(group)
    assert by_day.below is not None
    assert by_night.below is not None
    assert by_day.below.colours.tolist() != by_night.below.colours.tolist()
    assert by_day.below.points.tolist() == by_night.below.points.tolist()


def test_a_click_reports_its_target_at_every_size() -> None:
    for view in (View("b", "d", 1, 3), View.whole(wood_of("1980"))):
        scene = board_scene(state(), view=view, clickable=["denizen:orc", "area:c3"])
        board = BoardCanvas(scene)
        heard: list[str] = []
        board.on_click(heard.append)
        for target in (scene.target("denizen:orc"), scene.target("area:c3")):
            board.canvas[2]._mouse_down_callbacks(target.px * board.scale, target.py * board.scale)
        assert heard == ["denizen:orc", "area:c3"]
        board.canvas[2]._mouse_down_callbacks(0, 0)
        assert len(heard) == 2


def test_a_tap_is_a_click_and_a_swipe_is_not() -> None:
    scene = board_scene(state(), clickable=["denizen:orc"])
    board = BoardCanvas(scene)
    heard: list[str] = []
    board.on_click(heard.append)
    orc = scene.target("denizen:orc")
    point = (orc.px * board.scale, orc.py * board.scale)
    board._touch_start([point])
    board._touch_move([(point[0] + 3, point[1])])
    board._touch_end([])
    assert heard == ["denizen:orc"]
    board._touch_start([point])
    board._touch_move([(point[0] + 300, point[1])])
    board._touch_end([])
    assert heard == ["denizen:orc"]


def test_it_is_sharp_and_fits_the_page() -> None:
    for scene in (board_scene(state()), board_scene(state(), view=View.whole(wood_of("1980")))):
        board = BoardCanvas(scene)
        assert max(board.canvas.width, board.canvas.height) <= LONGEST + 1
        assert board.canvas.layout.width == "100%"
        assert board.layout.max_width == f"{round(scene.width * board.scale / DENSITY)}px"
        assert board.scale >= 1.8


def test_what_is_shown_is_there_in_words_for_screen_readers() -> None:
    board = BoardCanvas(board_scene(state()))
    assert "Orc, challenges with strength 4" in board.words.value
    board.show(board_scene(state(at="b2")))
    assert "George at b2" in board.words.value


# ---------------------------------------------------------------- lines as polygons
def area_of(polygon: list[tuple[float, float]]) -> float:
    return sum(a[0] * b[1] - b[0] * a[1] for a, b in zip(polygon, [*polygon[1:], polygon[0]], strict=True)) / 2


def test_a_line_becomes_a_polygon_of_its_width_with_round_ends() -> None:
    (polygon,) = stroked([(0, 0), (10, 0)], 2, closed=False)
    assert abs(area_of(polygon)) == pytest.approx(10 * 2 + math.pi, rel=0.02)
    assert max(y for _, y in polygon) == pytest.approx(1, abs=0.01)
    assert max(x for x, _ in polygon) == pytest.approx(11, abs=0.02)


def test_a_blunt_line_stops_just_where_it_ends() -> None:
    (polygon,) = stroked([(0, 0), (10, 0)], 2, closed=False, blunt=True)
    assert abs(area_of(polygon)) == pytest.approx(20)
    assert max(x for x, _ in polygon) == pytest.approx(10)


def test_nothing_but_trees_reaches_over_the_edge_of_its_card() -> None:
    for group in board_scene(state(), view=View.whole(wood_of("1980"))).layer("cards").groups:
        if group.clip:
            ready = prepared(group, "light")
            for fills in (ready.below, ready.above):
                if fills is not None:
                    assert fills.points.min() >= -0.5
                    assert fills.points.max() <= 100.5


def test_a_closed_line_becomes_a_ring_that_is_empty_inside() -> None:
    ((circle, closed),) = outlines(Disc(0, 0, 10))
    assert closed
    (ring,) = stroked(circle, 2, closed=True)
    assert abs(area_of(ring)) == pytest.approx(math.pi * (11**2 - 9**2), rel=0.02)


def test_a_dashed_line_becomes_pieces_as_long_together_as_its_dashes() -> None:
    pieces = stroked([(0, 0), (38, 0)], 1, closed=False, dash=1)
    assert len(pieces) == 10
    assert sum(abs(area_of(piece)) for piece in pieces) == pytest.approx(10 * 1.4 + 10 * math.pi / 4, rel=0.05)


def test_outlines_follow_boxes_and_curves() -> None:
    ((box, _),) = outlines(Box(0, 0, 10, 20, 3))
    assert abs(area_of(box)) == pytest.approx(200 - (4 - math.pi) * 9, rel=0.01)
    ((curve, closed),) = outlines(Outline((("M", 0, 0), ("C", 0, 10, 10, 10, 10, 0)), stroke="sand"))
    assert not closed
    assert max(y for _, y in curve) == pytest.approx(7.5, abs=0.05)


def test_words_stand_where_the_svg_has_them() -> None:
    group = Group((Words(5, 7, "Orc", 10, "ink", "plate"),))
    (word,) = prepared(group, "light").words
    assert (word.text, word.x, word.y, word.align) == ("Orc", 5, 10.5, "center")
