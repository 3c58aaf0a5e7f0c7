"""What the picture of a board shows, whatever paints it."""

from __future__ import annotations

import math
from itertools import pairwise
from typing import Any

import pytest

from engine.mystic_wood.material.cards import CARDS, DENIZENS, KNIGHTS, THINGS, name_of
from engine.mystic_wood.material.wood import TILES, turned_paths, wood_of
from engine.mystic_wood.play.state import State
from engine.mystic_wood.position.table import Area, Knight, empty_wood
from tests.support.usual_wood import AREAS, INDEX, NEIGHBOURS, half_of
from tutor.draw.shapes import Box, Crowns, Group, Outline, Scene, Words
from tutor.games.mystic_wood.scene import Arrow, Refusal, View, board_scene, hand_scene
from tutor.games.mystic_wood.scene.board import card_of
from tutor.games.mystic_wood.scene.emblems import NAMED
from tutor.games.mystic_wood.scene.ground import (
    CARD,
    CLEARING_WOBBLE,
    EDGE_MIDDLE,
    GAP,
    RIM_WIDTH,
    STEP,
    bridge,
    card_shapes,
    clearing_outline,
    crowns,
    way,
)
from tutor.games.mystic_wood.scene.tokens import BOTTOM, TOP, KnightToken, RowToken, lay_out

WHOLE = View.whole(wood_of("1980"))


def wood(**areas: dict[str, object]) -> tuple[Area, ...]:
    """An untouched Wood but for these areas; ``tile`` names the card that lies there face up."""
    found = list(empty_wood())
    for name, values in areas.items():
        values = dict(values)
        tile = values.pop("tile", None)
        if tile is not None:
            values = {"tile": TILES[str(tile)], "face_up": True, **values}
        found[INDEX[name]] = found[INDEX[name]]._replace(**values)  # type: ignore[arg-type]
    return tuple(found)


def full_wood() -> tuple[Area, ...]:
    """Every area face up."""
    left = {half: [t.id for t in TILES.values() if t.half == half and not t.fixed] for half in ("earthly", "enchanted")}
    return wood(
        **{name: {"tile": left[half_of(name)].pop()} for name in AREAS if not empty_wood()[INDEX[name]].face_up}
    )


def busy() -> State:
    """A game in full swing: every denizen, every thing and every Knight is somewhere."""
    areas = wood(
        c2={
            "tile": "g05",
            "denizens": ("orc", "elf", "enchantress", "wild-boar"),
            "things": ("golden-bough", "potion", "ring"),
        },
        b2={"tile": "g03", "denizens": ("king", "saracen"), "things": ("key",)},
        d2={"tile": "g02", "denizens": ("dragon",), "things": ("lance",), "things_outside": ("shield",)},
        c3={"tile": "g11", "denizens": ("horse", "troll"), "storm": 2, "turned": True},
        b3={"tile": "g19"},
        a3={"denizens": ("giant",)},
        c6={
            "tile": "e01",
            "denizens": tuple(d for d in sorted(DENIZENS) if d[0] in "ademp"),
            "things": ("wand", "armour"),
        },
        c7={"tile": "e08", "denizens": tuple(d for d in sorted(DENIZENS) if d[0] in "bcfhiqrsw")},
    )
    return State(
        "1980",
        areas,
        (
            Knight("george", at="c2"),
            Knight("perceval", at="c5", imprisoned=True),
            Knight("roland", at="c6", captured=True),
            Knight("guyon", at="d2", inside=True),
            Knight("britomart", at="c2", king=True),
        ),
        "george",
    )


def plain(denizens: tuple[str, ...] = (), things: tuple[str, ...] = (), knights: int = 1, tile: str = "g05") -> State:
    """George (and those after him) in c2 with these denizens and things."""
    areas = wood(c2={"tile": tile, "denizens": denizens, "things": things})
    return State("1980", areas, tuple(Knight(k, at="c2") for k in KNIGHTS[:knights]), "george")


# ---------------------------------------------------------------- paths and trees
@pytest.mark.parametrize("turned", [False, True])
@pytest.mark.parametrize("tile", [*TILES])
def test_every_path_ends_exactly_in_the_middle_of_its_edge(tile: str, turned: bool) -> None:
    card = TILES[tile]
    paths = turned_paths(card.paths) if turned else card.paths
    found = way("b3", tile, paths, card.known_as, card.glade)
    assert {edge for edge, _ in found.curves} == set(paths)
    for edge, curve in found.curves:
        assert curve.at(0) == EDGE_MIDDLE[edge]
        assert curve.at(1) == pytest.approx(found.hub)


def test_paths_of_neighbouring_cards_meet_where_the_bridge_between_them_begins_and_ends() -> None:
    view = WHOLE
    joins = 0
    state = State("1980", full_wood(), (Knight("george"),), "george")
    for name in AREAS:
        for direction, edge, back in (("north", "N", "S"), ("east", "E", "W")):
            there = state.open_to(name, direction)
            if there is None:
                continue
            joins += 1
            (x, y), (x2, y2) = view.corner(name), view.corner(there)
            here, beyond = EDGE_MIDDLE[edge], EDGE_MIDDLE[back]
            a, b = (x + here[0], y + here[1]), (x2 + beyond[0], y2 + beyond[1])
            assert math.dist(a, b) == pytest.approx(GAP)
            assert a[0] == b[0] or a[1] == b[1]
            sand = bridge(edge)[-1]
            assert isinstance(sand, Box)
            for px, py in (a, b):
                assert x + sand.x <= px <= x + sand.x + sand.w
                assert y + sand.y <= py <= y + sand.y + sand.h
    assert joins > 25


def test_a_bridge_is_drawn_exactly_where_a_path_runs_on_both_cards() -> None:
    state = busy()
    scene = board_scene(state, view=WHOLE)
    drawn = sum(group.key[:1] == ("bridge",) for group in scene.layer("cards").groups)
    joined = sum(
        state.open_to(name, d) is not None for name in AREAS if state.area(name).face_up for d in ("north", "east")
    )
    assert drawn == joined > 3


def test_a_trunk_lies_where_a_path_leads_nowhere_explore_dead_end() -> None:
    state = State(
        "1980", wood(c2={"tile": "g05"}, b2={"tile": "g11"}, a2={"tile": "g06"}), (Knight("george"),), "george"
    )
    assert state.area("b2").paths == "NES"
    assert card_of(state, "c2").blocked == ""  # d2 and c3 are face down: nobody knows yet
    assert card_of(state, "a2").blocked == "EW"  # b2 has no path to the west; beyond a is no Wood
    assert card_of(state, "c1").blocked == ""
    free, closed = card_of(state, "c2"), card_of(state, "c2")._replace(blocked="N")
    assert len(card_shapes(closed)) > len(card_shapes(free))


@pytest.mark.parametrize("area", ["a2", "b3", "c5", "d7", "e9"])
@pytest.mark.parametrize("tile", [*TILES])
def test_no_crown_lies_on_a_path_or_in_a_clearing(area: str, tile: str) -> None:
    card = TILES[tile]
    found = way(area, tile, card.paths, card.known_as, card.glade)
    trees = crowns(area, tile, wood_of("1980").half_of(area), found)
    assert len(trees) > 20
    points = [curve.at(i / 80) for _, curve in found.curves for i in range(81)]
    for tree in trees:
        assert min(math.dist(point, (tree.x, tree.y)) for point in points) >= tree.r + RIM_WIDTH / 2 - 0.25
        if found.clearing:
            assert math.dist(found.hub, (tree.x, tree.y)) >= tree.r + found.clearing
        # nor on the next card, not even its shadow
        assert tree.x - tree.r >= -GAP
        assert tree.y - tree.r >= -GAP
        assert tree.x + 1.16 * tree.r <= CARD + GAP
        assert tree.y + 1.3 * tree.r <= CARD + GAP


def test_a_clearing_stays_within_the_ring_kept_free_for_it() -> None:
    for piece in clearing_outline("c4", "g05", (50, 50), 20):
        if piece[0] == "C":
            assert math.dist((float(piece[5]), float(piece[6])), (50, 50)) <= 20 * CLEARING_WOBBLE


def test_a_glade_has_a_clearing_and_a_bare_crossing_none() -> None:
    assert way("b3", "g05", "NESW", None, True).clearing > 0
    assert way("b3", "g17", "NESW", None, False).clearing == 0


def test_the_two_woods_have_leaves_of_their_own_and_the_tower_has_both() -> None:
    def leaves(area: str, tile: str) -> set[str]:
        card = TILES[tile]
        found = way(area, tile, card.paths, card.known_as, card.glade)
        return {c.leaf.rstrip("12345") for c in crowns(area, tile, wood_of("1980").half_of(area), found)}

    assert leaves("b3", "g05") == {"leaf"}
    assert leaves("b7", "e04") == {"fae"}
    assert leaves("c5", "tower") == {"leaf", "fae"}


def test_an_area_always_looks_the_same_and_two_areas_differ() -> None:
    state = State("1980", full_wood(), (Knight("george"),), "george")
    once, again = (card_shapes.__wrapped__(card_of(state, "b3")) for _ in range(2))
    assert once == again
    trees = {shape for name in AREAS for shape in card_shapes(card_of(state, name)) if isinstance(shape, Crowns)}
    assert len(trees) == len(AREAS)


def test_every_named_area_has_a_picture_of_its_own() -> None:
    names = {tile.known_as for tile in TILES.values() if tile.known_as}
    assert names == set(NAMED)
    assert len(names) == 10
    pictures = set()
    for tile in TILES.values():
        if tile.known_as:
            card = card_of(State("1980", wood(b3={"tile": tile.id}), (Knight("george"),), "george"), "b3")
            pictures.add(tuple(s for s in card_shapes(card) if isinstance(s, Outline))[-4:])
            assert name_of(tile.known_as) in [s.text for s in card_shapes(card) if isinstance(s, Words)]
    assert len(pictures) == 10


def test_the_arrow_points_south_once_the_card_is_turned_wood_arrow() -> None:
    def card(**values: object) -> object:
        return card_of(State("1980", wood(b3={"tile": "g09", **values}), (Knight("george"),), "george"), "b3").arrow

    assert card() == "N"
    assert card(turned=True) == "S"
    assert card(tile="g05") == ""  # four paths: no arrow


# ---------------------------------------------------------------- names
def test_every_denizen_thing_and_knight_in_the_state_is_written_in_the_scene() -> None:
    words = board_scene(busy(), view=WHOLE).words()
    spoken = board_scene(busy(), view=WHOLE).as_text()
    for card in (*DENIZENS, *THINGS, *KNIGHTS):
        name = name_of(card)
        assert any(word.split(" (")[0] == name for word in words), name
        assert name in spoken, name
    for area in ("Castle", "Cave", "Island", "Tower", "Earthly Gate", "Enchanted Gate"):
        assert area in words


def test_all_that_befalls_a_knight_and_an_area_is_named() -> None:
    scene = board_scene(busy(), view=WHOLE)
    for word in ("imprisoned", "captured", "inside", "Storm: 2", "Shield (outside)"):
        assert word in scene.words()
    for phrase in ("imprisoned in the Tower", "captured by the Enchantress", "storm for 2 more full turns", "is King"):
        assert phrase in scene.as_text()


def test_what_a_disc_shows_is_the_number_that_counts() -> None:
    words = board_scene(plain(("orc",))).words()
    assert "4" in words
    assert "8" in board_scene(plain(("king",))).words()
    assert "?" in board_scene(plain(("elf",))).words()


def test_discs_differ_in_shape_too_so_that_colour_is_never_alone() -> None:
    from tutor.games.mystic_wood.scene.tokens import disc

    kinds = ("strength", "prowess", "both", "approach")
    drawn: list[Any] = [disc(kind, "4", 0, 0, 5)[0] for kind in kinds]
    without_colour = {str(shape._replace(fill=None)) for shape in drawn}
    assert len(without_colour) == len(kinds)


def test_the_shields_differ_in_shape_too() -> None:
    from tutor.games.mystic_wood.scene.tokens import _arms

    arms: list[list[Any]] = [list(_arms(knight)[1]) for knight in KNIGHTS]
    charges = {str([shape._replace(fill=None, stroke=None) for shape in shapes]) for shapes in arms}
    assert len(charges) == len(KNIGHTS)


def test_a_face_down_denizen_is_named_only_to_those_who_know_it_variant_hidden() -> None:
    areas = wood(c2={"tile": "g05", "denizens": ("orc",), "hidden": (("orc", ("george",)),)})
    state = State("1980", areas, (Knight("george"), Knight("roland")), "george", variants=("hidden",))
    assert "Orc" in board_scene(state, viewer="george").words()
    assert "lying face down" in board_scene(state, viewer="george").as_text()
    other = board_scene(state, viewer="roland")
    assert "Orc" not in other.words()
    assert "Orc" not in other.as_text()
    assert "Face-down card" in other.words()


def test_a_card_looked_at_shows_its_paths_only_to_those_who_saw_it() -> None:
    areas = wood(c2={"tile": "g17", "face_up": False, "seen": ("george",)})
    state = State("1980", areas, (Knight("george"), Knight("roland")), "george")
    assert card_of(state, "c2", "george").peek == "NESW"
    assert card_of(state, "c2", "roland").peek == ""
    assert card_of(state, "c2").peek == ""
    assert "seen to have paths" in board_scene(state, viewer="george").as_text()
    assert "seen to have paths" not in board_scene(state, viewer="roland").as_text()


# ---------------------------------------------------------------- layout
@pytest.mark.parametrize("emblem", [False, True])
@pytest.mark.parametrize("knights", range(6))
@pytest.mark.parametrize("rows", range(11))
def test_no_token_lies_over_another_or_leaves_its_card(knights: int, rows: int, emblem: bool) -> None:
    names = sorted(DENIZENS, key=len, reverse=True)
    tokens = lay_out(
        [KnightToken(k, "imprisoned" if i == 1 else "") for i, k in enumerate(KNIGHTS[:knights])],
        [RowToken(f"denizen:{d}", "denizen", d, name_of(d), d) for d in names[:rows]],
        emblem=emblem,
    )
    assert len(tokens) == knights + rows
    for i, a in enumerate(tokens):
        assert a.x >= 0
        assert a.x + a.w <= CARD + 0.01
        assert a.y >= TOP - 0.01
        assert a.y + a.h <= BOTTOM + 0.01
        for b in tokens[i + 1 :]:
            apart = (
                a.x + a.w <= b.x + 0.01 or b.x + b.w <= a.x + 0.01 or a.y + a.h <= b.y + 0.01 or b.y + b.h <= a.y + 0.01
            )
            assert apart, (a.target, b.target)


def test_a_crowded_area_stays_readable() -> None:
    scene = board_scene(
        plain(("orc", "elf", "enchantress", "wild-boar"), ("golden-bough", "lance", "potion"), knights=3)
    )
    sizes = {shape.text: shape.size for _, shape in scene.shapes() if isinstance(shape, Words)}
    for name in (
        "Orc",
        "Elf",
        "Enchantress",
        "Wild Boar",
        "Golden Bough",
        "Lance",
        "Potion",
        "George",
        "Perceval",
        "Roland",
    ):
        assert sizes[name] >= 5.5, name


# ---------------------------------------------------------------- pointing
def all_targets(state: State) -> list[str]:
    return [t.id for t in board_scene(state, view=WHOLE).targets if not t.id.startswith(("storm", "unknown"))]


def test_a_click_on_what_can_be_clicked_gives_just_that() -> None:
    ids = all_targets(busy())
    assert len(ids) > 90
    scene = board_scene(busy(), view=WHOLE, clickable=ids)
    for target in scene.targets:
        if target.clickable:
            assert scene.hit(target.px, target.py) == target.id
            assert target.covers(target.px, target.py)


def test_a_click_on_a_token_that_cannot_be_clicked_goes_to_the_area_that_can() -> None:
    moving = board_scene(plain(("orc",)), clickable=["area:c2"])
    orc = moving.target("denizen:orc")
    assert moving.hit(orc.px, orc.py) == "area:c2"
    meeting = board_scene(plain(("orc",)), clickable=["denizen:orc", "area:c2"])
    assert meeting.hit(orc.px, orc.py) == "denizen:orc"
    # and where nothing can be clicked one still learns what lies there, so that a try can be judged
    assert board_scene(plain(("orc",))).hit(orc.px, orc.py) == "denizen:orc"
    assert board_scene(plain(("orc",))).hit(-5, -5) is None


def test_actions_without_a_place_get_a_button_below_the_board() -> None:
    scene = board_scene(plain(("orc",)), clickable=["action:withdraw", "action:try to escape"])
    button = scene.target("action:withdraw")
    assert "Withdraw" in scene.words()
    assert scene.hit(button.px, button.py) == "action:withdraw"
    assert button.y + button.h <= scene.height


def test_what_can_be_clicked_looks_it_and_is_said() -> None:
    quiet, glowing = board_scene(plain(("orc",))), board_scene(plain(("orc",)), clickable=["denizen:orc"])
    rings = [s for _, s in glowing.shapes() if isinstance(s, Box) and s.stroke == "glow"]
    assert rings
    assert not [s for _, s in quiet.shapes() if isinstance(s, Box) and s.stroke == "glow"]
    assert "Can be chosen here" in glowing.as_text()


# ---------------------------------------------------------------- what is drawn over the board
def overlay(scene: Scene) -> list[Group]:
    return list(scene.layer("overlay").groups)


def test_a_refusal_draws_an_arrow_from_its_cause_to_the_knight_and_says_why() -> None:
    state = plain(("druid",), ("lance",))
    refusal = Refusal("george", "denizen:druid", "The Druid guards the Lance.")
    scene = board_scene(state, refusal=refusal)
    (group,) = overlay(scene)
    assert any(isinstance(s, Outline) and s.stroke == "refused" for s in group.shapes)
    assert " ".join(s.text for s in group.shapes if isinstance(s, Words)) == "The Druid guards the Lance."
    assert "Refused: The Druid guards the Lance." in scene.as_text()
    shaft = next(s for s in group.shapes if isinstance(s, Outline) and s.stroke == "refused")
    druid, george = scene.target("denizen:druid"), scene.target("knight:george")
    start, end = shaft.pieces[0][1:], shaft.pieces[-1][-2:]

    def middle(t: object) -> tuple[float, float]:
        return (t.x + t.w / 2, t.y + t.h / 2)  # type: ignore[attr-defined]

    assert math.dist(start, middle(druid)) < math.dist(start, middle(george))  # type: ignore[arg-type]
    assert math.dist(end, middle(george)) < math.dist(end, middle(druid))  # type: ignore[arg-type]
    for shape in group.shapes:
        if isinstance(shape, Box):
            assert shape.x >= 0
            assert shape.x + shape.w <= scene.width
            assert shape.y >= 0
            assert shape.y + shape.h <= scene.height


def test_a_refusal_without_a_cause_on_the_board_is_still_drawn() -> None:
    (group,) = overlay(board_scene(plain(), refusal=Refusal("george", None, "It is not his turn.")))
    assert any(isinstance(s, Outline) and s.stroke == "refused" for s in group.shapes)


def test_arrows_and_trail_are_drawn_between_areas() -> None:
    scene = board_scene(plain(), arrows=[Arrow("knight:george", "c3", "north")], trail=["c1", "c2"])
    assert any(isinstance(s, Outline) and s.fill == "footprint" for s in (shape for _, shape in scene.shapes()))
    assert "north" in scene.words()
    assert overlay(board_scene(plain(), arrows=[Arrow("denizen:orc", "c3")])) == []  # there is no Orc


# ---------------------------------------------------------------- the whole
def test_equal_states_give_equal_scenes() -> None:
    assert board_scene(busy(), view=WHOLE) == board_scene(busy(), view=WHOLE)
    assert hash(board_scene(busy())) == hash(board_scene(busy()))
    assert board_scene(busy()) != board_scene(plain())


def test_a_view_shows_the_part_that_matters() -> None:
    state = plain()
    view = View.around(state)
    assert view.shows("c2")
    assert len(view.columns) == 3
    assert not view.shows("c9")
    assert View.around(state, also=["e9"]).shows("e9")
    assert board_scene(state).width < board_scene(state, view=WHOLE).width
    assert WHOLE.size == (2 * 7 + 5 * STEP - GAP, 2 * 7 + 9 * STEP - GAP)
    for name in AREAS:  # wherever he stands he is shown, with at least three columns and rows
        there = View.around(State("1980", empty_wood(), (Knight("george", at=name),), "george"))
        assert there.shows(name)
        assert len(there.areas) == 9
        assert all(area in NEIGHBOURS for area in there.areas)


def test_a_hand_shows_the_totals_and_where_they_come_from_setup_stats() -> None:
    knight = Knight(
        "george",
        things=("key", "lance"),
        companions=("sage",),
        horse=True,
        grail=True,
        blessing=True,
        prowess_cards=("wild-ox",),
    )
    state = State("1980", empty_wood(), (knight,), "george")
    scene = hand_scene(state, "george")
    words = scene.words()
    assert str(state.strength("george")) in words
    assert "= George 3 + Horse 2 + Holy Grail 1 + Lance 1" in " ".join(words)
    for word in ("Sage", "Key", "Lance", "Horse", "Holy Grail", "Blessing", CARDS.denizens["wild-ox"].prowess_card):
        assert word in words
    assert f"Strength {state.strength('george')}: George 3 + Horse 2 + Holy Grail 1 + Lance 1." in scene.as_text()
    for target in scene.targets:
        assert target.x + target.w <= scene.width
        assert target.y + target.h <= scene.height
    for a, b in pairwise(scene.targets):
        assert a.x + a.w <= b.x or a.y + a.h <= b.y


# ---------------------------------------------------------------- real games
def test_every_moment_of_a_real_game_can_be_shown_to_everybody() -> None:
    from random import Random

    from engine import mystic_wood as mw
    from tutor.draw.svg import svg
    from tutor.games.mystic_wood.words.text import text

    rng = Random("board")
    shown = 0
    for players in (["george", "britomart", "guyon"], ["perceval", "roland"]):
        state = mw.new_game(knights=players, edition="1980")
        for number in range(400):
            if state.decision == "over":
                break
            state = state.play(rng.choice(state.actions())).state
            if number % 4:
                continue
            for viewer in (None, *players):
                seen = state if viewer is None else state.seen_by(viewer)
                scene = board_scene(seen, view=WHOLE, viewer=viewer)
                written = set(scene.words())
                for area in seen.areas:
                    for card in (*area.denizens, *area.things):
                        assert name_of(card) in written
                assert len(text(seen, viewer=viewer)) > 500
                assert svg(board_scene(seen, viewer=viewer)).endswith("</svg>")
                shown += 1
    assert shown > 50


def test_a_hand_says_the_quest_in_words() -> None:
    state = State("1980", empty_wood(), (Knight("george"), Knight("guyon", quest_done=True)), "george")
    said = {knight: hand_scene(state, knight).words() for knight in state.order}
    assert "Quest: slay the Dragon" in said["george"]
    assert "Quest: spend three full turns in the Cave – done" in said["guyon"]


# ---------------------------------------------------------------- what a fallen King had, while it is shared out
def test_cards_that_are_in_nobodys_hand_are_shown_where_they_are_shared_out():
    from tutor.games.mystic_wood.editor.library import common
    from tutor.games.mystic_wood.words.text import text

    state = common("two-beat-the-player-who-is-king").state
    scene = board_scene(state)
    assert scene.target("due:ring").label == "Ring, in nobody's hand: meant for Britomart, not yet agreed"
    assert scene.target("due:lance").at == scene.target("knight:roland").at == "c3"
    assert "Not his yet (Roland?)" in str(hand_scene(state, "roland"))
    assert "Lance (Roland?)" in text(state)
    agreed = state.play("accept").state
    assert not [target for target in board_scene(agreed).targets if target.id.startswith("due:")]
