"""The SVG painter and the two themes."""

from __future__ import annotations

import xml.etree.ElementTree as ET

import pytest

from engine.mystic_wood.material.cards import DENIZENS, KNIGHTS, THINGS, name_of
from engine.mystic_wood.material.wood import TILES, wood_of
from engine.mystic_wood.play.state import State
from engine.mystic_wood.position.table import Knight, empty_wood
from tests.support.contrast import contrast, rgb
from tests.support.usual_wood import INDEX
from tutor.draw.shapes import Crowns, Disc, Group, Layer, Scene, Words
from tutor.draw.svg import svg
from tutor.draw.theme import THEMES
from tutor.games.mystic_wood.scene import Arrow, Refusal, View, board_scene, hand_scene

WHOLE = View.whole(wood_of("1980"))


def busy() -> State:
    """Every denizen, thing and Knight somewhere, and every named area face up."""
    areas = list(empty_wood())
    places = {
        "a2": "g01",
        "b2": "g02",
        "c2": "g03",
        "d2": "g04",
        "a7": "e01",
        "b7": "e02",
        "c7": "e03",
        "d3": "g17",
        "e7": "e08",
    }
    for name, tile in places.items():
        areas[INDEX[name]] = areas[INDEX[name]]._replace(tile=TILES[tile], face_up=True)
    for i, denizen in enumerate(sorted(DENIZENS)):
        at = INDEX[list(places)[i % len(places)]]
        areas[at] = areas[at]._replace(denizens=(*areas[at].denizens, denizen))
    areas[INDEX["d3"]] = areas[INDEX["d3"]]._replace(things=THINGS, storm=3)
    areas[INDEX["e2"]] = areas[INDEX["e2"]]._replace(tile=TILES["g19"], seen=("george",))
    knights = (
        Knight("george", at="c2", things=("lance",)),
        Knight("perceval", at="c5", imprisoned=True),
        Knight("roland", at="a7", captured=True),
        Knight("guyon", at="b2", inside=True),
        Knight("britomart", king=True),
    )
    return State("1980", tuple(areas), knights, "george")


def pictures() -> list[Scene]:
    state = busy()
    return [
        board_scene(
            state,
            view=WHOLE,
            viewer="george",
            legend=True,
            highlights=["knight:roland"],
            trail=["c1", "c2"],
            clickable=["area:c3", "denizen:elf", "action:withdraw"],
            arrows=[Arrow("c1", "c3", "this way")],
            refusal=Refusal("george", "denizen:orc", 'An Orc & <others> "come first".'),
        ),
        board_scene(state),
        hand_scene(state, "george"),
    ]


@pytest.mark.parametrize("theme", ["auto", "light", "dark"])
@pytest.mark.parametrize("scene", pictures(), ids=["whole", "part", "hand"])
def test_svg_is_well_formed_says_what_it_shows_and_has_every_word(scene: Scene, theme: str) -> None:
    root = ET.fromstring(svg(scene, theme))  # type: ignore[arg-type]
    ns = "{http://www.w3.org/2000/svg}"
    assert root.get("role") == "img"
    assert root.findtext(f"{ns}title") == scene.title
    assert root.findtext(f"{ns}desc") == "\n".join(scene.lines)
    labelled = (root.get("aria-labelledby") or "").split()
    assert set(labelled) <= {element.get("id") for element in root.iter()}
    assert [element.text for element in root.iter(f"{ns}text")] == scene.words()


def test_every_denizen_thing_and_knight_is_written_in_the_svg() -> None:
    picture = svg(board_scene(busy(), view=WHOLE))
    for card in (*DENIZENS, *THINGS, *KNIGHTS):
        assert f">{name_of(card)}</text>" in picture


def test_every_use_refers_to_something_and_ids_are_not_shared_by_different_pictures() -> None:
    ids: list[set[str]] = []
    for scene in pictures():
        root = ET.fromstring(svg(scene))
        own = {element.get("id") or "" for element in root.iter()} - {""}
        used = {(element.get("href") or "#")[1:] for element in root.iter("{http://www.w3.org/2000/svg}use")}
        assert used <= own
        ids.append(own)
    assert len(set.union(*ids)) == sum(map(len, ids))


def test_what_is_not_drawn_does_not_change_a_picture() -> None:
    """A field for another front end would make every notebook with a picture in it stale."""
    scene = Scene("a token", 100, 100, (Layer("tokens", (Group((Disc(50, 50, 10, "sand"),)),)),))
    keyed = Scene("a token", 100, 100, (Layer("tokens", (scene.layers[0].groups[0]._replace(key=("token",)),)),))
    assert svg(scene) == svg(keyed)
    assert svg(scene) != svg(Scene("another", 100, 100, scene.layers))


def test_targets_can_be_found_in_the_svg() -> None:
    scene = board_scene(busy())
    found = {element.get("data-target") for element in ET.fromstring(svg(scene)).iter()} - {None}
    assert {target.id for target in scene.targets} <= found


def test_fixed_themes_name_colours_and_auto_follows_the_page() -> None:
    scene = board_scene(busy())
    assert "<style>" not in svg(scene, "light")
    assert THEMES["light"]["sand"] in svg(scene, "light")
    assert THEMES["dark"]["sand"] in svg(scene, "dark")
    auto = svg(scene)
    for way in ("prefers-color-scheme:dark", 'data-jp-theme-light="false"', 'data-jp-theme-light="true"', ".dark .mw"):
        assert way in auto
    assert THEMES["light"]["sand"] in auto
    assert THEMES["dark"]["sand"] in auto


def test_the_same_scene_gives_the_same_svg() -> None:
    assert svg(board_scene(busy())) == svg(board_scene(busy()))


@pytest.mark.parametrize("theme", ["light", "dark", "paper"])
def test_all_words_stand_out_from_what_is_behind_them(theme: str) -> None:
    values = THEMES[theme]  # type: ignore[index]
    pairs = {(shape.fill, shape.on) for scene in pictures() for _, shape in scene.shapes() if isinstance(shape, Words)}
    assert len(pairs) >= 13
    for ink, paper in pairs:
        assert contrast(values[ink], values[paper]) >= 4.5, (theme, ink, paper)


@pytest.mark.parametrize("theme", ["light", "dark", "paper"])
def test_paths_and_rings_stand_out_from_the_wood(theme: str) -> None:
    values = THEMES[theme]  # type: ignore[index]
    for leaf in ("leaf1", "leaf2", "leaf3", "fae1", "fae2", "fae4"):
        assert contrast(values["sand"], values[leaf]) >= 1.9, leaf
        assert max(contrast(values["glow"], values[leaf]), contrast(values["glow-edge"], values[leaf])) >= 3, leaf
        assert max(contrast(values["refused"], values[leaf]), contrast(values["casing"], values[leaf])) >= 3, leaf


def test_paper_has_no_colour() -> None:
    for name, colour in THEMES["paper"].items():
        assert len(set(rgb(colour))) == 1, name


def test_every_theme_knows_every_colour_of_every_picture() -> None:
    assert set(THEMES["light"]) == set(THEMES["dark"]) == set(THEMES["paper"])
    used: set[str] = set()
    for scene in pictures():
        for _, shape in scene.shapes():
            if isinstance(shape, Crowns):
                used |= {crown.leaf for crown in shape.crowns}
            elif isinstance(shape, Words):
                used |= {shape.fill, shape.on}
            else:
                used |= {colour for colour in (shape.fill, shape.stroke) if colour}
    assert used <= set(THEMES["light"])
    assert len(used) > 50
