"""The table: whole games by pages alone, what may be taken back and what then comes again, codes, and what nobody may learn."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from engine import mystic_wood as mw
from tests.depth import deep
from tests.soak import tables as soak
from tests.support.at_table import AtTable
from tutor.desk import Refused, fold_log
from tutor.draw.shapes import Drawn
from tutor.draw.svg import svg
from tutor.games.mystic_wood.scene import View, board_scene
from tutor.games.mystic_wood.scene.faces import portraits
from tutor.games.mystic_wood.table import label, reason
from tutor.pages.table import asking, play
from tutor.pages.table.again import begins_again, comes_again, left_of
from tutor.pages.table.code import PREFIX, code_of, read_code
from tutor.pages.table.document import TableDocument
from tutor.pages.table.play import HOST, SEAT
from tutor.teach.game import registry as games

TWO_HERE = {"george": "here", "britomart": "here"}
ON_PHONES = {"george": "phone", "britomart": "phone", "roland": "bot"}


# ---------------------------------------------------------------- whole games
@pytest.mark.parametrize(
    ("game", "by", "most"),
    [
        ("mystic-wood", {"george": "here", "britomart": "bot", "roland": "bot"}, 1500),
        ("gran", {"red": "here", "blue": "bot"}, 400),
        ("mystic_paths", {"red": "here", "green": "phone", "blue": "bot"}, 600),
        ("willow", {"ann": "here", "bob": "bot"}, 40),
    ],
)
def test_a_game_is_played_by_its_pages_alone_and_no_page_is_stuck(game: str, by: dict[str, str], most: int) -> None:
    table, rng = AtTable(game, by), random.Random(5)
    for _ in range(most):
        if table.doc.over:
            break
        before = table.desk.n
        assert table.random_touch(rng), f"nothing can be done on any page: {table.host.panels['now']}"
        assert not table.host.refusals, "what a button offers is allowed"
        assert table.desk.n > before or "face" in str(table.host.buttons)
    assert table.doc.over or game == "willow"
    assert not [each for each in table.host.messages if each["kind"] == "trouble"]


@pytest.mark.parametrize(
    "seed", [deep(108), 104, 100, deep(103)], ids=["Mystic Wood", "GRAN", "Mystic Paths", "Willow"]
)
def test_a_short_soak_of_each_game_ends_with_no_page_stuck(seed: int) -> None:
    """Random touches, some beside the game; `make soak` plays 200 of them."""
    found = soak.table(seed)
    assert found["ended"] == found["games"] == 1


def test_the_same_log_makes_the_same_pages_for_everybody() -> None:
    """Closed, crashed, started again: one goes on at the very decision."""
    table, rng = AtTable(by=ON_PHONES), random.Random(2)
    for _ in range(25):
        table.random_touch(rng)
    again = AtTable(log=table.acts)
    assert again.doc.lines == table.doc.lines
    for name, page in table.pages.items():
        fresh = {**page.panels, "top": ""}
        assert {**again.pages[name].panels, "top": ""} == fresh, name


def test_with_a_seed_the_same_decisions_make_the_same_game() -> None:
    def played(luck: int) -> list[str]:
        table = AtTable(by={"george": "bot", "britomart": "bot"}, more={"seed": "wood"}, seed=luck)
        return [line.action for line in table.doc.lines]

    assert played(1) == played(2)
    assert len(played(1)) > 20


# ---------------------------------------------------------------- who may do what
def test_nobody_plays_for_another_and_the_refusal_says_who_decides() -> None:
    table = AtTable(by=ON_PHONES)
    decides = table.doc.state.to_move
    other = next(place.seat for place in table.doc.places if place.by == "phone" and place.seat != decides)
    with pytest.raises(Refused, match=f"It is {mw.name_of(decides)} who decides"):
        table.desk.append(SEAT + other, "play stay")
    with pytest.raises(Refused, match="own screen"):
        table.desk.append(SEAT + other, 'begin {"game": "gran"}')


def test_an_illegal_wish_is_answered_by_its_reason() -> None:
    table = AtTable(by=TWO_HERE)
    table.touch("area:c2" if "move north" not in table.doc.state.actions() else "area:e9")
    table.touch("act:move south")
    assert "South of c1 the Wood ends" in table.host.refusals[-1]
    assert not table.doc.lines


def test_a_touch_on_the_board_does_what_it_means_there() -> None:
    """move.one: a neighbouring area is ridden to by touching it."""
    table = AtTable(by=TWO_HERE)
    table.touch("area:c2")
    assert table.doc.lines[0].action == "move north"


def test_what_an_action_leads_to_stands_on_the_page_before_it_is_done() -> None:
    """explore.look, explore.dead-end: with what chance the path runs on."""
    table = AtTable(by={"george": "here"})
    now = table.host.panels["now"]
    chances = table.doc.state.play("move north").state.chances()
    on = sum(
        chance
        for tile, chance in chances.items()
        if table.doc.state.play("move north").state.play(tile).state.knight("george").at == "c2"
    )
    assert f'title="{on}"' in now
    assert "&quot;act:move north&quot;, &quot;area:c2&quot;" in now


# ---------------------------------------------------------------- taking back
def test_alone_against_bots_one_goes_back_as_far_as_one_likes() -> None:
    table, rng = AtTable(), random.Random(4)
    for _ in range(8):
        table.random_touch(rng)
    assert len(table.doc.lines) > 8
    table.touch("undo:0")
    assert not table.doc.lines
    assert "taken back" in table.host.panels["story"]


def test_what_chance_had_brought_comes_again_in_the_same_order() -> None:
    table, rng = AtTable(by={"george": "here"}), random.Random(9)
    while sum(line.by == "chance" for line in table.doc.lines) < 12:
        table.random_touch(rng)
    actions = [(line.by, line.action) for line in table.doc.lines]
    table.touch("undo:0")
    for by, action in actions:
        if by != "chance":
            table.touch(f"act:{action}")
    assert [(line.by, line.action) for line in table.doc.lines] == actions


def test_dice_taken_back_come_again_for_whatever_asks_for_them_next() -> None:
    dice = {f"roll {one} {two}": 1 for one in range(1, 7) for two in range(1, 7)}
    single = {f"roll {one}": 1 for one in range(1, 7)}
    assert comes_again(("draw orc", "roll 3 5"), single) == "roll 3"
    assert left_of(("draw orc", "roll 3 5"), "roll 3") == ("draw orc", "roll 5")
    assert comes_again(("roll 5",), dice) is None
    assert set(begins_again(("roll 5",), dice)) == {f"roll 5 {two}" for two in range(1, 7)}
    assert left_of(("roll 5", "draw orc"), "roll 5 2") == ("draw orc",)


def test_a_card_taken_back_comes_again_for_whoever_draws_next() -> None:
    chances = {"draw elf": 1, "draw orc": 1}
    assert comes_again(("draw king", "draw orc", "draw elf"), chances) == "draw orc"
    assert left_of(("draw king", "draw orc"), "draw orc") == ("draw king",)


def test_own_actions_go_back_freely_until_something_was_learnt_then_all_are_asked() -> None:
    """Idea 8: a die, a card or another's decision ends what one takes back alone."""
    table = AtTable(by={"george": "phone", "britomart": "phone"}, more={"dice": "named"})
    first = table.doc.state.to_move
    who = SEAT + first
    other = next(name for name in table.pages if name not in (who, HOST))
    table.touch("act:move north", who)
    assert table.doc.free_to(who) == 0, "no card was turned up yet"
    table.touch("undo:0", who)
    assert not table.doc.lines
    table.touch("act:move north", who)
    table.touch("throw", who)
    turned = table.doc.lines[1].action
    assert table.doc.free_to(who) > 0
    with pytest.raises(Refused, match="ask the others"):
        table.desk.append(who, "undo 0")
    table.touch("undo:0", who)
    assert table.doc.asked is not None
    assert len(table.doc.lines) >= 2
    table.touch("refuse", other)
    assert table.doc.asked is None
    table.touch("undo:0", who)
    table.touch("agree", other)
    assert not table.doc.lines
    assert [note.asked for note in table.doc.taken] == [False, True]
    table.touch("act:move north", who)
    table.touch("throw", who)
    assert table.doc.lines[1].action == turned


def test_around_one_screen_all_who_sit_there_are_asked() -> None:
    table, rng = AtTable(by=TWO_HERE), random.Random(3)
    while len({line.by for line in table.doc.lines} & {"george", "britomart"}) < 2:
        table.random_touch(rng)
    count = len(table.doc.lines)
    table.touch("undo:0")
    assert len(table.doc.lines) == count
    assert "Take it back?" in table.host.panels["now"]
    table.touch("agree")
    assert not table.doc.lines


# ---------------------------------------------------------------- looking back, copies, codes
def test_one_walks_back_and_the_game_stays() -> None:
    table, rng = AtTable(), random.Random(4)
    for _ in range(5):
        table.random_touch(rng)
    count = len(table.doc.lines)
    table.touch("line:1")
    assert f"Line 1 of {count}" in table.host.panels["now"]
    table.touch("walk", kind="type", walk="3")
    assert f"Line 3 of {count}" in table.host.panels["now"]
    table.touch("act:stay")
    assert "You look back" in table.host.refusals[-1]
    table.touch("now")
    assert len(table.doc.lines) == count


def test_a_code_holds_the_whole_game() -> None:
    table, rng = AtTable(), random.Random(4)
    for _ in range(10):
        table.random_touch(rng)
    code = code_of(table.doc, len(table.doc.lines))
    assert code.startswith(PREFIX)
    again = TableDocument().open({"text": code})
    assert [line.action for line in again.lines] == [line.action for line in table.doc.lines]
    assert again.state == table.doc.state
    spoilt = code[:-3] + ("AAA" if not code.endswith("AAA") else "BBB")
    assert "mistyped" in TableDocument().open({"text": spoilt}).trouble


def test_a_situation_begins_a_game() -> None:
    table = AtTable(by=TWO_HERE)
    code = mw.code(table.doc.first)
    assert read_code(code) == {"game": "mystic-wood", "text": code}
    opened = TableDocument().open({"text": code})
    assert opened.opening == code


def test_a_log_that_is_cut_off_in_the_middle_goes_on() -> None:
    table, rng = AtTable(), random.Random(4)
    for _ in range(6):
        table.random_touch(rng)
    for cut in range(1, len(table.acts)):
        folded = fold_log(TableDocument(), {}, table.acts[:cut])
        assert folded.stopped is None
        assert folded.n == table.acts[cut - 1].n


# ---------------------------------------------------------------- seats
def test_a_bot_sits_in_for_who_is_away_and_gives_the_seat_back() -> None:
    table = AtTable(by=ON_PHONES)
    decides = table.doc.state.to_move
    other = next(name for name in table.pages if name not in (SEAT + decides, HOST))
    table.touch(f"away:{decides}", other)
    assert table.doc.place(decides).away
    assert any(line.bot and line.by == decides for line in table.doc.lines)
    with pytest.raises(Refused):
        table.desk.append(other, f"back {decides}")
    table.desk.append(SEAT + decides, f"back {decides}")
    assert not table.doc.place(decides).away


# ---------------------------------------------------------------- what nobody may learn
HIDDEN = {"variants": ["hidden"]}


def hidden_game(seed: int, touches: int) -> AtTable:
    """A game with hidden cards, each player at a screen of his own."""
    by = {"george": "phone", "britomart": "phone", "roland": "phone"}
    table, rng = AtTable(by=by, more=HIDDEN, seed=seed), random.Random(seed)
    for _ in range(touches):
        if table.doc.over or not table.random_touch(rng):
            break
    return table


@pytest.mark.parametrize("seeds", [range(2), deep(range(6))])
def test_a_hidden_card_is_in_nothing_that_was_sent_to_who_may_not_know_it(seeds: range) -> None:
    """A card drawn face down, that nobody else has met or been shown: its name is in no message to the others."""
    found: Counter[str] = Counter()
    for seed in seeds:
        table = hidden_game(seed, 30)
        if table.doc.over:
            continue
        for seat in ("george", "britomart", "roland"):
            drawn = {line.action.split()[1] for line in table.doc.lines if line.action.startswith("draw ")}
            sent = table.pages[SEAT + seat].all_sent()
            for aim in ("Slay the Dragon ", "Leave the Wood with the Princess ", "Leave the Wood with the Prince "):
                sent = sent.replace(aim, "")  # a Knight's aim, which everybody knows
            known = " ".join(
                f"{line.action} {line.state} {' '.join(event.text for event in line.events)}"
                for line in play.seen(table.doc, table.pages[SEAT + seat].viewer).lines
            )
            for card in drawn:
                if card not in known and mw.name_of(card) not in known:
                    found[seat] += 1
                    targets = [f"denizen:{card}", f"draw {card}", f"the {mw.name_of(card)} "]
                    assert not [each for each in targets if each in sent], (seed, seat, card)
    assert sum(found.values()) >= 3, "there were secrets to be searched for"


def test_a_code_shared_during_a_game_holds_only_what_its_sharer_may_know() -> None:
    table = hidden_game(3, 25)
    page = table.pages[SEAT + "george"]
    seen = play.seen(table.doc, page.viewer)
    raw = read_code(code_of(seen, len(seen.lines)))
    assert raw["do"] == []
    assert mw.read(str(raw["text"])) == table.doc.state.seen_by("george")


def test_when_the_game_is_over_everybody_may_know_everything() -> None:
    table = AtTable("gran", {"red": "bot", "blue": "bot"})
    assert table.doc.over
    code = code_of(play.seen(table.doc, table.host.viewer), len(table.doc.lines))
    assert len(read_code(code)["do"]) == len(table.doc.lines)


def test_around_one_screen_what_one_may_not_see_is_hidden_until_he_takes_it() -> None:
    table = AtTable("mystic_paths", {"red": "here", "green": "here"})
    assert "Hand the screen to" in table.host.panels["now"]
    seat = table.doc.deciders[0]
    assert play.seat_of(table.doc, table.host.viewer) is None
    table.touch(f"face:{seat}")
    assert play.seat_of(table.doc, table.host.viewer) == seat
    assert table.host.buttons


def test_every_game_says_what_a_table_asks_of_it() -> None:
    for name in games.GAMES:
        at, game = games.table(name), games.game(name)
        offer = at.offer()
        seats = tuple(choice.id for choice in offer.seats[: max(2, offer.fewest)])
        assert set(seats) <= {choice.id for choice in offer.seats}
        assert {choice.id for choice in offer.bots} <= set(game.BOTS)
        state = at.begun(seats, {})
        assert sorted(state.order) == sorted(seats)
        for seat in seats:
            assert at.card(state, seat).name == at.name(seat)
            assert at.shield(seat)


# ---------------------------------------------------------------- what is seen to happen
def test_what_happens_is_seen_quickly_and_once() -> None:
    """Each movement takes 150 to 400 milliseconds; a page that comes later is not shown the film again as a change."""
    table, rng, films = AtTable(), random.Random(4), []
    for _ in range(12):
        before = len(table.host.messages)
        table.random_touch(rng)
        films += [message["film"] for message in table.host.messages[before:] if message.get("film")]
    steps = [step for film in films for shot in film["shots"] for step in shot["steps"]]
    assert {step["kind"] for step in steps} >= {"slide", "turn"}
    assert all(150 <= step["ms"] <= 400 for step in steps)
    assert all(
        sum(max([step["ms"] for step in shot["steps"]], default=0) for shot in film["shots"]) <= 3000 for film in films
    )
    numbers = [film["id"] for film in films]
    assert numbers == sorted(set(numbers))
    table.touch("line:1")
    assert not table.host.messages[-1].get("film"), "who looks back sees a picture, no film"


def test_denizens_have_faces_on_the_board() -> None:
    """One for every denizen there is, each unlike the others, and read as text by who cannot see it."""
    faces = portraits()
    assert set(faces) == set(mw.CARDS.denizens)
    assert len(set(faces.values())) == len(faces)
    state = mw.loads('order = ["george"]\n[areas.c2]\ntile = "g09"\ndenizens = ["orc", "elf"]\n')
    scene = board_scene(state, view=View.near(state.wood, "c2"), faces=True)
    drawn = [shape for _, shape in scene.shapes() if isinstance(shape, Drawn)]
    assert len(drawn) == 2
    assert "Orc, challenges with strength 4" in scene.target("denizen:orc").label
    painted = svg(scene)
    assert painted.count("clip-path") >= 2
    assert "{id}" not in painted


def test_by_hand_what_lies_on_the_table_is_named_and_cards_alike_stand_there_once() -> None:
    """Beside a game on paper: the area card by its shape, a throw by its dice; or the table throws after all."""
    table = AtTable(by={"george": "here"}, more={"dice": "named"})
    table.touch("act:move north")
    now = table.host.panels["now"]
    assert now.count("three paths, a glade") == 1
    assert "Chapel" in now
    chapel = next(tile.id for tile in mw.TILES.values() if tile.name == "chapel" and tile.half == "earthly")
    table.touch(f"named:reveal {chapel}")
    assert table.doc.lines[-1].action == f"reveal {chapel}"
    table.touch("named:roll 7")
    assert "cannot come now" in table.host.refusals[-1] or "nothing to be thrown" in table.host.refusals[-1]


def test_play_again_keeps_the_board_that_was_chosen() -> None:
    """The same once more: people, rules, and the board."""
    table = AtTable("gran", {"blue": "here", "white": "bot"}, more={"board": "training"})
    table.touch("again")
    assert table.doc.board == "training"
    assert not table.doc.lines or table.doc.lines[0].n > 1


def test_a_game_is_saved_under_its_own_name() -> None:
    table = AtTable("mystic_paths", {"red": "here", "blue": "bot"}, seed=2)
    table.touch("save")
    sent = table.host.all_sent()
    assert "mystic-paths-game.txt" in sent


NEWCOMER = """
order = ["george", "britomart"]
turn = "britomart"
moment = "start"
[areas.c2]
paths = "NESW"
[knights.george]
at = "c2"
[knights.britomart]
at = "c1"
"""


ORC_HERE = """
order = ["george", "roland"]
turn = "george"
moment = "arrived"
[areas.c2]
paths = "NESW"
denizens = ["orc"]
[knights.george]
at = "c2"
came_from = "c1"
[knights.roland]
at = "c1"
"""


def test_a_joust_s_button_says_what_both_add_and_who_is_let_pass() -> None:
    """joust.score: strength and prowess both count, so George's 3 + 1 meets Britomart's 1 + 3; whom one lets pass has a name."""
    state = mw.loads(NEWCOMER).play("move north").state
    assert "no joust" in state.actions("george")
    assert label(state, "joust britomart").small == "4 against 4"
    assert label(state, "no joust").text == "Let Britomart pass"


def test_a_fight_s_hint_says_what_each_outcome_leads_to() -> None:
    """Ask before you do: not only how likely victory is, also that the Tower waits for who is vanquished (`challenge.lose`)."""
    state = mw.loads(ORC_HERE)
    table = AtTable(more={"text": ORC_HERE}, by={"george": "here", "roland": "bot"})
    told = str(asking.hint(table.doc, state, "meet orc"))
    assert "George goes to the Tower, a prisoner." in told
    assert "George is now Orc-slayer: 1 more prowess." in told
    assert "A tie: the turn ends here" in told


def test_whoever_may_also_join_is_no_fight_by_nineteen_percent() -> None:
    """approach.table: a fight is only what comes of it where he attacks; no chance stands on the button, and no false defeat."""
    text = ORC_HERE.replace('"orc"', '"prince"').replace("george", "britomart")
    state = mw.loads(text)
    table = AtTable(more={"text": text}, by={"britomart": "here", "roland": "bot"})
    assert asking.chance_of(table.doc, state, "meet prince") is None
    told = str(asking.hint(table.doc, state, "meet prince"))
    assert "The Prince joins Britomart." in told
    assert "If it comes to a fight, 19 % to win it." in told
    assert "defeat" not in told
    assert reason(state, "meet prince").startswith(
        "A friend 33 times in 100; if it comes to a fight, won 19 times in 100;"
    )
