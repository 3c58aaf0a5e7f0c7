"""How one picture becomes the next, and what lies between two moments."""

from __future__ import annotations

from engine import mystic_wood as mw
from engine.mystic_wood.material.wood import wood_of
from tests.support.usual_wood import AREAS
from tutor.draw.motion import film, steps
from tutor.games.mystic_wood.scene import View, board_scene, card_scene
from tutor.games.mystic_wood.scene.stages import Change, changes, stages

GATE = 'order = ["george", "roland"]\n[areas.c2]\npaths = "{paths}"\nface = "down"\n[knights.roland]\nat = "c5"\n'


def pictures(text: str, *actions: str) -> list[mw.State]:
    state = mw.loads(text)
    found = [state]
    for action in actions:
        step = state.play(action)
        found += [stage.state for stage in stages(state, step.state, step.events)]
        state = step.state
    return found


def test_exploring_shows_the_card_before_anybody_walks() -> None:
    state = mw.loads(GATE.format(paths="NESW"))
    step = state.play("move north")
    look, enter = stages(state, step.state, step.events)
    assert look.state.area("c2").face_up
    assert look.state.knight("george").at == "c1"
    assert "area:c2" in look.changed
    assert enter.state.knight("george").at == "c2"
    assert "knight:george" in enter.changed


def test_a_dead_end_is_seen_and_then_lies_face_down_again() -> None:
    state = mw.loads(GATE.format(paths="NEW"))
    step = state.play("move north")
    look, after = stages(state, step.state, step.events)
    assert look.state.area("c2").face_up
    assert look.state.open_to("c1", "north") is None
    assert not after.state.area("c2").face_up
    assert after.state == step.state


def test_the_last_picture_is_what_really_is() -> None:
    moment = mw.loads(GATE.format(paths="NESW"))
    for action in ("move north", "stay"):
        legal = moment.actions()
        step = moment.play(action if action in legal else legal[0])
        last = stages(moment, step.state, step.events)[-1].state
        assert [last.area(a) for a in AREAS] == list(step.state.areas)
        assert tuple(last.knights) == tuple(step.state.knights)
        moment = step.state


def test_what_differs_is_found_by_area_and_by_knight() -> None:
    before, *_, after = pictures(GATE.format(paths="NESW"), "move north")
    assert {Change("ground", "c2"), Change("place", "george")} <= set(changes(before, after))
    assert changes(after, after) == ()


def test_a_knight_slides_along_the_path() -> None:
    found = [
        board_scene(state, view=View("b", "d", 1, 5)) for state in pictures(GATE.format(paths="NESW"), "move north")
    ]
    turned = steps(found[0], found[1])
    assert [(step.kind, step.target) for step in turned] == [("turn", "area:c2")]
    (slide,) = [step for step in steps(found[1], found[2]) if step.target == "knight:george"]
    assert slide.kind == "slide"
    assert slide.dy > 0, "he comes from the south"
    assert len(slide.via) == 3


def test_who_is_carried_off_goes_in_a_line_through_the_tower() -> None:
    here = 'order = ["george"]\n[areas.b3]\npaths = "NESW"\ndenizens = ["elf"]\n'
    view = View.whole(wood_of("1980"))
    before = board_scene(mw.loads(here), view=view)
    after = board_scene(mw.loads(here.replace("b3", "d7")), view=view)
    line = next(step for step in steps(before, after) if step.kind == "line")
    tower = before.target("area:c5")
    assert line.target == "denizen:elf"
    assert line.via[1] == (tower.x + tower.w / 2, tower.y + tower.h / 2)


def test_what_is_taken_back_slides_back() -> None:
    states = pictures(GATE.format(paths="NESW"), "move north")
    there = board_scene(states[-1], view=View("b", "d", 1, 5))
    back = board_scene(states[0], view=View("b", "d", 1, 5))
    kinds = {(step.kind, step.target) for step in steps(there, back)}
    assert {("slide", "knight:george"), ("turn", "area:c2")} <= kinds


def test_a_film_leaves_out_pictures_in_which_nothing_moves() -> None:
    scene = board_scene(mw.loads(GATE.format(paths="NESW")))
    assert film([scene, scene, scene]) == ()
    assert film([]) == ()


def test_a_card_shows_its_table_with_the_thrown_row_lit() -> None:
    lines = card_scene("merlin", thrown=5).lines
    assert "5 - 6: gives the Shield (thrown)" in lines
    assert "1 - 2: transports self" in lines


def test_every_card_of_the_pack_can_be_looked_at_and_assumed_values_are_marked() -> None:
    for card in (*mw.CARDS.denizens, *mw.CARDS.things):
        assert card_scene(card).words()
    assert any("assumed" in word for word in card_scene("shield").words())
    assert not any("assumed" in word for word in card_scene("lance").words())
