"""A further edition is data: a column, values for the switches, and what is different on cards and area cards."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from engine.books.editions import Editions, Ledger, Rule, of_edition, reason
from engine.contract.verdicts import Why
from engine.mystic_wood.material.cards import CARDS, Quest, cards_of
from engine.mystic_wood.material.ledger import default_edition, editions, ledger
from engine.mystic_wood.material.source import SOURCE
from engine.mystic_wood.material.wood import tiles_of
from engine.text.faults import ImpossibleSituation
from tests.sources import ROOT

GAMES_OF_2030 = r"""
from engine import mystic_wood as mw
from engine.mystic_wood.material.cards import cards_of
from engine.mystic_wood.material.ledger import switch
from engine.mystic_wood.material.wood import tiles_of

assert mw.editions() == ("1980", "2006", "2030"), mw.editions()
assert mw.default_edition() == "1980"
assert cards_of("2030").denizens["orc"].strength == 6
assert cards_of("1980").denizens["orc"].strength == cards_of("2006").denizens["orc"].strength == 4
assert cards_of("2030").denizens["giant"] == cards_of("1980").denizens["giant"]
assert cards_of("2030").knights["guyon"].quest.turns == 5
assert (tiles_of("2030").tiles["e02"].paths, tiles_of("1980").tiles["e02"].paths) == ("NESW", "ESW")
assert switch("2030", "storm-closes-entry") == "only by night"
assert mw.ledger()["move.one"].says["2030"] == "Two areas, in the edition of 2030."
assert mw.ledger()["wood.grid"].says["2030"] == mw.ledger()["wood.grid"].says["1980"]
state = mw.new_game(["george", "roland"], edition="2030")
state = state.play("move north").state
assert mw.from_code(mw.code(state)).edition == "2030"
assert "2030" in str(state.judge("move south")) or state.decision == "chance"

HERE = '''
edition = "%s"
moment = "arrived"
order = ["george", "roland", "guyon"]
[areas.c2]
tile = "g05"
denizens = ["%s"]
[knights.george]
at = "c2"
came_from = "c1"
'''

def after(edition, denizen, *actions):
    state = mw.loads(HERE % (edition, denizen))
    for action in actions:
        step = state.play(action)
        state = step.state
    return state, [event.text for event in step.events]

# a value: the Orc is stronger
new, old = (mw.odds(mw.loads(HERE % (edition, "orc")), "meet orc").fight.win for edition in ("2030", "1980"))
assert new < old
# a place: what turns up, is read and is counted has the paths of the edition
look = mw.loads('edition = "2030"\norder = ["george"]\n[areas.c8]\ntile = "e02"\n[knights.george]\nat = "c8"')
assert look.area("c8").paths == "NESW" and mw.from_code(mw.code(look)) == look
for edition, paths in (("2030", "NESW"), ("1980", "ESW")):
    tower = mw.loads('edition = "%s"\norder = ["george"]\n[knights.george]\nat = "c5"' % edition)
    assert tower.play("move north").state.play("reveal e02").state.area("c6").paths == paths
# a quest: George is to slay the Orc, and for anybody else's quest it is a card of prowess
state, told = after("2030", "orc", "meet orc", "roll 6 1")
assert state.knight("george").quest_done and "George has slain the Orc: his quest is done." in told, told
assert not state.knight("george").prowess_cards and "orc" in state.removed
state, told = after("2030", "dragon", "meet dragon", "roll 6 1")
assert not state.knight("george").quest_done and "dragon" in state.area("c9").denizens, told
state, told = after("1980", "orc", "meet orc", "roll 6 1")
assert state.knight("george").prowess_cards == ("orc",)
missing = mw.loads(HERE % ("2030", "elf")).judge("leave")
assert "George must have slain the Orc." in str(missing), missing
# who leaves with whom, how long the Cave takes, and who may add 1
gate = 'edition = "%s"\norder = ["%s"]\n[knights.%s]\nat = "c9"\ncompanions = ["sage"]\n'
assert mw.loads(gate % ("2030", "roland", "roland")).judge("leave").legal
assert not mw.loads(gate % ("1980", "roland", "roland")).judge("leave").legal
assert "five full turns in the Cave" in str(mw.loads(gate % ("2030", "guyon", "guyon")).judge("leave"))
assert "three full turns in the Cave" in str(mw.loads(gate % ("1980", "guyon", "guyon")).judge("leave"))
cave = 'edition = "2030"\norder = ["guyon"]\n[areas.c2]\nname = "cave"\n[knights.guyon]\nat = "c2"\ninside = true\n' + (
    'cave_turns = %d\nthings = ["golden-bough"]\n')
assert [mw.loads(cave % turns).play("stay").state.knight("guyon").quest_done for turns in (3, 4)] == [False, True]
state, told = after("2030", "elf", "meet elf", "roll 3")
assert state.pending[-1].kind == "bonus" and state.pending[-1].who == "george"
print("played")
"""


def changed(folder: Path, name: str, *changes: tuple[str, str, int]) -> None:
    """Change a data file by regular expressions, each as often as it says (0: everywhere)."""
    text = (folder / name).read_text(encoding="utf-8")
    for pattern, new, count in changes:
        text, found = re.subn(pattern, new, text, count=count, flags=re.MULTILINE)
        assert found, pattern
    (folder / name).write_text(text, encoding="utf-8")


def test_a_third_edition_is_made_of_data_alone(tmp_path: Path) -> None:
    shutil.copytree(ROOT / "engine", tmp_path / "engine", ignore=shutil.ignore_patterns("__pycache__"))
    folder = tmp_path / "engine" / "mystic_wood" / "material" / "data"
    changed(
        folder,
        "ledger.toml",
        (r"^r2006 = ", 'x2030 = "same"\nr2006 = ', 0),
        (r"^cite = \{ *\}", 'cite = { x2030 = "The Book of 2030" }', 0),
        (r"^cite = \{ (?=[ar])", 'cite = { x2030 = "The Book of 2030", ', 0),
        (r"^(id = \"move.one\"\n(?:.*\n)*?x2030 = ).*", r'\1"Two areas, in the edition of 2030."', 1),
    )
    changed(
        folder,
        "editions.toml",
        (r"^(2006 = \{.*)$", r'\1\n2030 = { ledger = "x2030", title = "made up" }', 1),
        (r"^2006 = ([^{\n]*)$", r"2006 = \1\n2030 = \1", 0),
        (r"^(\[storm-closes-entry\]\n(?:.*\n)*?2030 = ).*", r'\1"only by night"', 1),
    )
    changed(folder, "cards.toml", (r"\Z", "\n[edition.2030.denizen.orc]\nstrength = 6\n", 1))
    changed(folder, "cards.toml", (r"\Z", "\n[edition.2030.knight.guyon.quest]\nturns = 5\n", 1))
    changed(folder, "cards.toml", (r"\Z", '\n[edition.2030.knight.george.quest]\ndenizen = "orc"\n', 1))
    changed(folder, "cards.toml", (r"\Z", "\n[edition.2030.knight.george]\napproach_bonus = 1\n", 1))
    changed(folder, "cards.toml", (r"\Z", '\n[edition.2030.knight.roland.quest]\ncard = "sage"\n', 1))
    palace = '\n[[edition.2030.tile]]\nid = "e02"\nhalf = "enchanted"\nname = "palace"\npaths = "NESW"\n'
    changed(folder, "tiles.toml", (r"\Z", palace, 1))
    run = subprocess.run(
        [sys.executable, "-c", GAMES_OF_2030], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert run.stdout == "played\n", run.stderr[-2000:]


def test_an_edition_says_only_what_is_different_key_by_key() -> None:
    orc = {"strength": 4, "table": ["a", "b"]}
    data = {"denizen": {"orc": orc}, "edition": {"2030": {"denizen": {"orc": {"strength": 5}, "elf": {"strength": 1}}}}}
    both = {"denizen": {"orc": {"strength": 5, "table": ["a", "b"]}, "elf": {"strength": 1}}}
    assert of_edition(data, "2030") == both
    assert of_edition(data, "1980") == of_edition(data, None) == {"denizen": {"orc": orc}}
    assert of_edition({**data, "edition": {"2030": {"denizen": "none"}}}, "2030") == {"denizen": "none"}
    assert of_edition({**data, "edition": 3}, "2030") == {"denizen": {"orc": orc}}
    assert of_edition({**data, "edition": {"2030": 3}}, "2030") == {"denizen": {"orc": orc}}


def test_one_default_edition_in_one_place() -> None:
    assert default_edition() == SOURCE.game_editions().default in editions()
    data, _, where = SOURCE.load("editions.toml")
    for entry in data["editions"].values():
        entry["default"] = True
    with pytest.raises(ImpossibleSituation, match="2 editions are the default"):
        Editions.from_data(data, where)


def test_the_same_cards_are_played_in_both_editions_we_have() -> None:
    assert cards_of("1980") == cards_of("2006") == CARDS
    assert tiles_of("1980") == tiles_of("2006")


def test_quests_and_guyons_bonus_are_data() -> None:
    assert {knight: card.quest for knight, card in CARDS.knights.items()} == {
        "george": Quest("beat", denizen="dragon", text="slay the Dragon"),
        "perceval": Quest("leave-with", card="holy-grail", text="leave the Wood with the Grail"),
        "roland": Quest("leave-with", card="princess", text="leave the Wood with the Princess"),
        "guyon": Quest("cave", turns=3, text="spend three full turns in the Cave"),
        "britomart": Quest("leave-with", card="prince", text="leave the Wood with the Prince"),
    }
    assert {knight for knight, card in CARDS.knights.items() if card.approach_bonus} == {"guyon"}


def test_a_text_that_is_not_silent_has_its_citation() -> None:
    for rule in ledger().values():
        for edition in editions():
            assert rule.silent(edition) or rule.cite[edition]
    data: dict[str, Any] = {
        "rule": [{"id": "move.one", "topic": "t", "a": "One.", "b": "same", "cite": {"a": "Moving"}}]
    }
    with pytest.raises(ImpossibleSituation, match="what b says is not cited") as refusal:
        Ledger.from_data(data, {"1": "a", "2": "b"}, "ledger")
    assert refusal.value.faults[0].code == "uncited"
    data["rule"][0]["b"] = "silent"
    assert Ledger.from_data(data, {"1": "a", "2": "b"}, "ledger")["move.one"].silent("2")


def test_a_switch_may_have_more_than_two_values_and_only_those_it_names() -> None:
    data: dict[str, Any] = {
        "editions": {"old": {"default": True}, "new": {}, "club": {}},
        "storms": {
            "rule": "reaction.storm",
            "what": "x",
            "old": "none",
            "new": "all",
            "club": "some",
            "choices": {"none": "n", "all": "a", "some": "s"},
        },
    }
    book = Editions.from_data(data, "editions")
    assert [book.value(edition, "storms") for edition in book.names] == ["none", "all", "some"]
    data["storms"]["club"] = "many"
    with pytest.raises(ImpossibleSituation, match="no choice"):
        Editions.from_data(data, "editions")
    del data["storms"]["club"]
    with pytest.raises(ImpossibleSituation, match="it lacks club"):
        Editions.from_data(data, "editions")


def test_a_reason_names_the_edition_whose_rule_is_played() -> None:
    says = {"1980": None, "2006": None, "2030": "One area."}
    book = Ledger([Rule("move.one", "move", says, {"2030": "Moving"})], ("1980", "2006", "2030"))
    told = reason(Why("move.one", "Too far."), "1980", book)
    assert told.text == "Too far. (The 1980 text is silent here: the 2030 rule is played, as edition.silent says.)"
    assert told.cite == "2030 rules, Moving (the 1980 text is silent)"
    assert told.ruling
    own = reason(Why("move.one", "Too far."), "2030", book)
    assert (own.text, own.cite, own.ruling) == ("Too far.", "2030 rules, Moving", False)
