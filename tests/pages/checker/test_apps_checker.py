"""The ruling checker without a browser: the ten quarrels by touches alone, and everything an answer tells."""

from __future__ import annotations

import re
from fractions import Fraction

import pytest

from engine import mystic_wood as mw
from tests.support.quarrels import QUARRELS
from tests.support.random_games import state_at
from tests.support.touches import a_touch
from tutor.games.mystic_wood.editor.checker import Checker
from tutor.games.mystic_wood.editor.library import LIBRARY, common
from tutor.games.mystic_wood.editor.model import Editor
from tutor.games.mystic_wood.hands.at_hand import candidates
from tutor.games.mystic_wood.teachable import GAME
from tutor.teach.game.asking import Question

HOSTILE = '<img src=x onerror="alert(1)"> & </textarea><script>alert(2)</script>'


def gesture(checker: Checker, line: str) -> None:
    """Do to a checker what a gesture of the quarrels says, if its page offers it."""
    verb, _, rest = line.partition(" ")
    page = checker.page()
    shown = " ".join(page.panels.values()) + " ".join(t.id for t in page.scene.targets)
    if verb == "drag":
        source, to = rest.split(" to ")
        assert f'data-target="{source}"' in shown
        checker.answer(a_touch("drag", source, to))
    elif verb == "click":
        assert rest in shown or rest.startswith("do:"), f"{rest} is nowhere on the page"
        checker.answer(a_touch("click", rest))
    elif verb == "choose":
        field, value = rest.split(" = ")
        assert f'data-input="{field}"' in shown
        checker.answer(a_touch("type", field, "", value))
    elif verb == "ask":
        checker.answer(a_touch("enter", "ask", "", rest))
    elif rest:
        outcome = next(o for o in checker.answer_now.chances.outcomes if o.name == rest)
        checker.answer(a_touch("click", f"then:{outcome.code}"))
    else:
        checker.answer(a_touch("click", f"then:{checker.answer_now.after}"))
    assert not checker.refusal, checker.refusal


@pytest.mark.parametrize("quarrel", QUARRELS, ids=lambda quarrel: quarrel.name)
def test_a_quarrel_is_laid_out_and_answered(quarrel):
    checker = Checker()
    for line in quarrel.gestures:
        gesture(checker, line)
    found = checker.answer_now
    assert found is not None, checker.notes
    for part in quarrel.says:
        assert part in found.sentence
    assert set(quarrel.rules) <= {cause.rule for cause in found.causes}
    assert found.differ == quarrel.differ
    panel = checker.page().panels["answer"]
    for cause in found.causes:
        assert cause.rule in panel


def test_guyon_may_not_walk_out_of_the_storm_either():
    checker = Checker()
    for line in QUARRELS[6].gestures:
        gesture(checker, line)
    gesture(checker, "ask may Guyon walk north?")
    assert checker.answer_now.sentence == "No, Guyon may not walk north."
    assert "in a turn of Guyon&#x27;s own" in checker.page().panels["mean"]


def test_every_common_situation_opens_and_answers():
    assert len(LIBRARY) >= 60
    assert len({entry.name for entry in LIBRARY}) == len(LIBRARY)
    assert len({entry.theme for entry in LIBRARY}) >= 8
    checker = Checker()
    for entry in LIBRARY:
        assert entry.picture.startswith("<svg")
        checker.answer(a_touch("click", f"open:{entry.name}"))
        assert checker.editor.state == entry.state, entry.name
        if entry.action:
            assert checker.answer_now is not None, entry.name


# ------------------------------------------------------------------ what an answer tells


def test_the_chart_shows_every_throw_and_its_shares_are_the_odds():
    for entry in LIBRARY:
        if not entry.action or entry.action == "order" or not entry.state.judge(entry.action).legal:
            continue
        found = GAME.asking.chances_of(entry.state, entry.action)
        if found is None:
            continue
        assert sum(o.chance for o in found.outcomes) == 1
        if not found.throws:
            continue
        assert len(found.throws) in (6, 36)
        for n, outcome in enumerate(found.outcomes):
            assert Fraction(sum(t.outcome == n for t in found.throws), len(found.throws)) == outcome.chance
        odds = mw.odds(entry.state, entry.action)
        told = {o.name: o.chance for o in found.outcomes}
        if odds.round is not None:
            exact = {"win": odds.round.win, "tie": odds.round.tie, "lose": odds.round.lose}
            assert {name: chance for name, chance in exact.items() if chance} == told
        if odds.reactions:
            assert dict(odds.reactions) == (dict(dict(found.more).get("In all", ())) or told)


def test_throws_of_one_outcome_lead_to_the_same_and_of_another_to_something_else():
    """The engine's own play says which throws belong together; the chart must not mix them."""
    tried = 0
    names = (
        "saracen-and-prince-at-the-castle",
        "the-wizards-4-against-rolands-2",
        "an-even-joust",
        "the-hermit-and-his-blessing",
        "the-witch",
        "george-in-armour-before-the-dragon",
    )
    for name in names:
        entry = common(name)
        found = GAME.asking.chances_of(entry.state, entry.action)
        after = {}
        at = entry.state.play(entry.action).state
        while at.decision != "chance":
            at = at.play(next(a for a in ("defend", "accept") if a in at.actions())).state
        for throw in found.throws:
            state = at.play("roll " + " ".join(map(str, throw.faces))).state
            assert after.setdefault(throw.outcome, state) == state, (name, throw)
            assert throw.says
        assert len(set(map(mw.code, after.values()))) == len(found.outcomes)
        tried += 1
    assert tried == 6


def test_a_legal_answer_says_by_which_rules_and_what_follows():
    state = common("an-even-joust").state
    found = GAME.asking.ask(state, Question("may", "joust roland"))
    assert found.legal
    assert found.causes
    assert found.events
    assert mw.from_code(found.after) == state.play("joust roland").state
    assert mw.from_code(found.code) == state


def test_every_candidate_is_an_action_and_all_that_is_allowed_is_among_them():
    for seed in range(40):
        state = state_at(seed, 60)
        if state.over or state.decision != "choice":
            continue
        offered = candidates(state)
        assert set(state.actions()) <= set(offered)
        for action in offered:
            mw.parse_action(action)


def test_the_editions_read_the_situation_anew():
    king = '[areas.c2]\npaths = "NESW"\n[knights.britomart]\nat = "c2"\nking = true\n'
    found = GAME.asking.ask(mw.loads('edition = "2006"\n' + king), Question("may", "stay"))
    by = {e.edition: e for e in found.editions}
    assert by["2006"].legal
    assert by["1980"].legal is None
    assert "Britomart never becomes King" in by["1980"].faults[0]
    assert found.differ


def test_a_ruling_is_marked_and_explained():
    state = mw.loads(
        'moment = "arrived"\n[areas.c2]\npaths = "NESW"\ndenizens = ["elf"]\n[knights.george]\nat = "c2"\ncame_from = "c1"\n'
        'ignored_by = [{ denizen = "elf", area = "c2" }]'
    )
    checker = Checker(editor=Editor.of(state))
    gesture(checker, "ask may he withdraw?")
    assert any(cause.ruling for cause in checker.answer_now.causes)
    assert "our ruling" in checker.page().panels["answer"]


# ------------------------------------------------------------------ the page


def test_the_history_reopens_each_answer_as_it_was():
    checker = Checker()
    for entry in LIBRARY[:4]:
        checker.answer(a_touch("click", f"open:{entry.name}"))
    first = checker.history[-1]
    checker.answer(a_touch("click", f"again:{len(checker.history) - 1}"))
    assert checker.editor.state == LIBRARY[0].state
    assert checker.answer_now.code == first.code
    assert checker.answer_now.question == first.question


def test_changing_the_board_takes_the_answer_back():
    checker = Checker()
    checker.answer(a_touch("click", f"open:{LIBRARY[0].name}"))
    assert checker.answer_now is not None
    checker.answer(a_touch("drag", "palette:witch", "area:d4"))
    assert checker.answer_now is None


def test_asking_what_cannot_be_is_answered_with_what_is_to_be_mended():
    checker = Checker()
    checker.answer(a_touch("enter", "ask", "", "who comes first?"))
    assert "put a Knight" in checker.refusal
    checker.answer(a_touch("drag", "palette:george", "area:c2"))
    checker.answer(a_touch("click", "flag:george:captured"))
    checker.answer(a_touch("enter", "ask", "", "who comes first?"))
    assert "mend" in checker.refusal
    assert "place enchantress c2" in checker.page().panels["faults"]


def test_pointing_at_what_can_mean_several_things_asks_which():
    checker = Checker()
    checker.answer(a_touch("click", "open:saracen-and-prince-at-the-castle"))
    checker.answer(a_touch("click", "denizen:saracen"))
    assert not checker.answer_now
    assert [r.question.action for r in checker.meant] == ["meet saracen", "meet saracen with prince"]
    checker.answer(a_touch("click", "mean:1"))
    assert checker.answer_now.question.action == "meet saracen with prince"


def test_dragging_always_moves_the_piece():
    """Who has just asked and goes on laying out is not answered another question."""
    checker = Checker()
    checker.answer(a_touch("click", "open:roland-would-walk-through-georges-tied-fight"))
    assert checker.asking
    assert checker.answer_now is not None
    checker.answer(a_touch("drag", "knight:roland", "area:c2"))
    assert checker.editor.data["knights"]["roland"]["at"] == "c2"
    assert checker.answer_now is None


def test_the_refusal_is_drawn_on_the_board():
    checker = Checker()
    checker.answer(a_touch("click", "open:roland-would-walk-through-georges-tied-fight"))
    scene = checker.page().scene
    assert any(line.startswith("Refused:") for line in scene.lines)


def test_the_slip_holds_picture_question_answer_and_rule():
    checker = Checker()
    checker.answer(a_touch("click", "open:carried-by-the-horn-to-an-orc"))
    page = checker.answer(a_touch("click", "slip:now"))
    (effect,) = page.effects
    assert effect.kind == "print"
    wanted = ("<svg", "May George withdraw?", "No, George may not withdraw.", "withdraw.not-after-transport")
    for part in (*wanted, checker.answer_now.code):
        assert part in effect.text


@pytest.mark.parametrize("kind", ["file", "ask", "find", "toml", "key"])
def test_hostile_text_stays_text(kind):
    checker = Checker()
    checker.answer(a_touch("click", "open:an-even-joust"))
    if kind == "file":
        checker.answer(
            a_touch("file", HOSTILE, "", f'edition = "{HOSTILE.replace(chr(34), chr(39))}"\n[knights.george]\n')
        )
        checker.answer(a_touch("file", HOSTILE, "", HOSTILE))
    elif kind == "key":
        checker.answer(
            a_touch("file", "x", "", "['<img src=x>']\nx = 1\n[knights.'<b>']\n[areas.'<i onload=x>']\ntile = '<u>'")
        )
    else:
        checker.answer(a_touch("enter" if kind == "ask" else "type", kind, "", HOSTILE))
    page = checker.page()
    written = "".join(page.panels.values()) + page.frame
    assert not re.search(r"<(img|script|u>|i onload|/textarea><script)", written)
    assert 'onerror="alert' not in written


def test_the_line_of_a_card_that_was_thrown_is_lit():
    checker = Checker()
    checker.answer(a_touch("click", "open:what-the-elf-does"))
    assert 'class="lit"' not in checker.page().panels["answer"]
    lit = []
    for throw in range(6):
        checker.throw = None
        page = checker.answer(a_touch("click", f"throw:{throw}")).panels["answer"]
        lit += re.findall(r'<tr class="lit"><th>([^<]+)</th>', page)
    lines = [(low, high) for low, high, _ in mw.CARDS.denizens["elf"].table]
    assert len(lit) == 6
    for thrown, line in enumerate(lit, start=1):
        low, high = next((low, high) for low, high in lines if low <= thrown and (high is None or thrown <= high))
        assert line == (f"{low}" if high == low else f"{low}+" if high is None else f"{low}–{high}")


def test_the_slip_says_what_each_knight_holds_and_a_ruling_once():
    checker = Checker()
    checker.answer(a_touch("click", "open:the-prize-the-child-comes-along-and-the-key"))
    assert "<b>George</b>: strength 3, prowess 1; Key." in checker.slip()
    checker.answer(a_touch("click", "open:the-prize-in-a-storm-the-tower"))
    assert checker.slip().count("Defeat, betrayal and a joust prize are not") == 1


# ------------------------------------------------------------------ the rules of an answer
QUEEN = """
order = ["perceval", "roland"]
moment = "arrived"
[areas.d7]
name = "palace"
denizens = ["queen"]
[areas.d6]
paths = "NESW"
[knights.perceval]
at = "d7"
came_from = "d6"
companions = ["arch-mage"]
"""


def rules_of(text, action):
    return [cause.rule for cause in GAME.asking.ask(mw.loads(text), Question("may", action)).causes]


def test_the_rule_that_decides_comes_first_and_none_of_the_turn_or_of_several_denizens_beside_one():
    """approach.nothing: no die is thrown for the Queen; setup.order and order.separate have no part in it."""
    assert rules_of(QUEEN, "meet queen") == ["approach.nothing", "card.reactions", "encounter.when"]
    both = QUEEN.replace('["queen"]', '["queen", "bishop"]')
    assert "order.separate" in rules_of(both, "meet queen")


def test_the_arch_mage_is_answered_by_the_two_rules_that_matter():
    """companion.arch-mage: he carries and parts; turn.start-powers: only as the first thing in a turn."""
    start = QUEEN.replace('moment = "arrived"', "").replace('came_from = "d6"', "").replace('["queen"]', "[]")
    assert rules_of(start, "arch-mage e5") == ["companion.arch-mage", "turn.start-powers"]


def test_a_rule_of_the_turn_is_told_where_nothing_else_happens():
    assert rules_of(QUEEN.replace('["queen"]', "[]"), "done")


def test_to_drop_a_companion_is_to_leave_him():
    start = QUEEN.replace('moment = "arrived"', "").replace('came_from = "d6"', "")
    found = GAME.asking.ask(mw.loads(start), Question("may", "drop arch-mage"))
    assert found.question.action == "leave arch-mage"
