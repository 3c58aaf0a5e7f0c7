"""Everyday questions: understood where it is sure, offered where it is not, and never answered in place of another."""

from __future__ import annotations

import os
import subprocess
import sys
import tomllib
from functools import cache

import pytest

from engine import gran, mystic_paths, willow
from engine import mystic_wood as mw
from tests.depth import deep, every
from tests.sources import ROOT
from tests.support.touches import a_touch
from tutor.content.rulings import find_rules
from tutor.games.mystic_wood.editor.checker import Checker
from tutor.games.mystic_wood.teachable import GAME
from tutor.games.mystic_wood.words.facts import told
from tutor.games.mystic_wood.words.language import understood
from tutor.hosts.cli.answers import ask as answer
from tutor.hosts.cli.cli import main
from tutor.pages.checker import words as checker_words
from tutor.pages.checker.offers import OfferedReading, agreed
from tutor.pages.checker.page import asked_as
from tutor.teach.game.asking import Question
from tutor.teach.game.registry import teachable
from tutor.teach.language import Meaning
from tutor.teach.language.embeddings import bare, cosine, summed
from tutor.teach.language.understanding import together

HERE = ROOT / "tests" / "questions"
SITUATIONS = tomllib.loads((HERE / "situations.toml").read_text("utf-8"))


def understand(words: str, state: mw.State) -> checker_words.HeardQuestions:
    return checker_words.understand(GAME, words, state)


TABLE = """
order = ["roland", "george", "guyon"]
moment = "arrived"
[areas.c2]
paths = "NESW"
denizens = ["orc", "elf", "wild-boar", "saracen"]
things = ["lance"]
[areas.c3]
paths = "NESW"
[knights.roland]
at = "c2"
came_from = "c1"
things = ["key", "ring"]
companions = ["prince", "sage", "arch-mage", "magician"]
[knights.george]
at = "c2"
[knights.guyon]
at = "c5"
imprisoned = true
"""

ASKED = {
    "may Roland joust George?": "may joust george",
    "can he challenge george to a joust": "may joust george",
    "wild boar": "card wild-boar",
    "may he fight the orc": "may meet orc",
    "may he meet the elf before the orc?": "may meet elf",
    "arch mage to d7": "may arch-mage d7",
    "can the Arch-Mage carry him to d7?": "may arch-mage d7",
    "who comes first?": "order ",
    "in which order?": "order ",
    "what are the chances against the saracen with the prince": "chances meet saracen with prince",
    "odds of beating the orc": "chances meet orc",
    "meet saracen with prince": "may meet saracen with prince",
    "may Roland pick up the lance?": "may take lance",
    "take the lance": "may take lance",
    "may he walk north": "may move north",
    "can he go to c3": "may move north",
    "may he withdraw?": "may withdraw",
    "retreat": "may withdraw",
    "may he stay": "may stay",
    "drop the ring": "may drop ring",
    "may he leave the sage behind?": "may leave sage",
    "may he give george the ring": "may offer ring to george",
    "trade the ring to george for the key": "may offer ring to george for key",
    "may he release guyon from the tower": "may release guyon",
    "may he let out guyon": "may release guyon",
    "storm over d4": "may storm d4",
    "add one": "may add 1",
    "go into the cave": "may go in",
    "may he drink?": "may drink",
    "may he help george": "may aid george",
    "leave the wood": "may leave",
    "may he end the turn": "may done",
    "try to escape": "may try to escape",
    "call it a stalemate": "may stalemate",
    "whose turn is it?": "fact turn",
    "where is george": "fact where george",
    "who wins a tie": "rule challenge.tie",
}


@pytest.mark.parametrize(("words", "wanted"), ASKED.items())
def test_everyday_words_are_understood(words, wanted):
    found = understand(words, mw.loads(TABLE))
    assert [f"{r.question.kind} {r.question.action}" for r in found.readings] == [wanted]
    assert found.sure


def test_what_was_misspelt_is_said():
    found = understand("may he meet the wizzard", mw.loads(TABLE))
    assert [r.question.action for r in found.readings] == ["meet wizard"]
    assert found.notes == ("“wizzard” is read as Wizard.",)


@pytest.mark.parametrize("words", ["", "xyzzy plugh", "the weather tomorrow", "<script>alert(1)</script>"])
def test_what_says_nothing_is_said_to_say_nothing(words):
    found = understand(words, mw.loads(TABLE))
    assert found.readings == ()
    assert found.notes


def test_a_question_about_another_knight_says_whose_turn_is_meant():
    state = mw.loads(TABLE)
    found = understand("may George take the lance?", state)
    assert [(r.question.action, r.who) for r in found.readings] == [("take lance", "george")]
    assert "in a turn of George's own" in found.readings[0].words(GAME, state)
    assert GAME.asking.turned_to(state, "george").to_move == "george"


def test_a_knight_who_does_not_play_is_named():
    found = understand("may Britomart take the lance?", mw.loads(TABLE))
    assert found.readings == ()
    assert "Britomart does not play" in found.notes[0]


def test_every_action_the_engine_knows_can_be_asked_as_it_is_written_and_as_it_is_said():
    from engine.mystic_wood.position.actions import FORMS
    from tutor.games.mystic_wood.words.language import question_words, sayings

    state = mw.loads(TABLE)
    for form in FORMS:
        action = mw.parse_action(form).text
        assert [r.question.action for r in understand(form, state).readings] == [action]
        assert sayings().say(action) or action.startswith("share")
    for action in ("joust george", "meet orc with sage", "offer ring to george for key", "move north", "take lance"):
        asked = question_words(state, "may", action)
        assert [(r.question.action, understand(asked, state).sure) for r in understand(asked, state).readings] == [
            (action, True)
        ]


#: Roland has beaten George, who has the Key, and chooses his prize.
PRIZE = mw.loads(
    'order = ["roland", "george"]\n[areas.c2]\npaths = "NESW"\n[knights.roland]\nat = "c2"\n'
    '[knights.george]\nat = "c2"\nthings = ["key"]\n'
)
for _action in ("joust george", "defend", "roll 6 1"):
    PRIZE = PRIZE.play(_action).state
PRIZES = {"may he take the key?": "prize key", "to the tower with him": "prize tower"}
#: Britomart begins beside Roland; the King stands where they may go.
TWO_BEGIN = mw.loads(
    'order = ["britomart", "roland", "george"]\n[areas.c2]\npaths = "NESW"\n[areas.c3]\n'
    'paths = "NESW"\n[knights.britomart]\nat = "c2"\n[knights.roland]\nat = "c2"\n'
    '[knights.george]\nat = "c3"\nking = true\n'
)
TOGETHER = dict.fromkeys(
    ("combine with Roland and walk north", "combine with him and go north"), "combine roland north"
)


@pytest.mark.parametrize(("words", "wanted"), PRIZES.items())
def test_a_prize_is_named_in_a_word(words, wanted):
    assert understand(words, PRIZE).readings[0].question.action == wanted


@pytest.mark.parametrize(("words", "wanted"), TOGETHER.items())
def test_who_goes_with_whom_and_where_is_heard_as_one_action(words, wanted):
    found = understand(words, TWO_BEGIN)
    assert found.sure
    assert [reading.question.action for reading in found.readings] == [wanted]


GLADE = """
order = ["roland", "george"]
moment = "arrived"
[areas.c2]
paths = "NESW"
denizens = ["witch", "orc", "queen"]
things = ["lance"]
[knights.roland]
at = "c2"
came_from = "c1"
companions = ["prince", "sage", "magician"]
things = ["key", "wand"]
[knights.george]
at = "c2"
things = ["ring"]
companions = ["child"]
"""

#: As people at a table say it: what is answered at once.
SPOKEN = {
    "can I joust George with the prince's help?": "joust george with prince",
    "can the sage help against the orc?": "meet orc with sage",
    "how likely is it that he beats the orc with the prince?": "meet orc with prince",
    "what are my chances against the orc?": "meet orc",
    "who do I have to meet first?": "",
    "can he use the wand now?": "wand",
    "can I use the key?": "use key",
    "can the magician make a storm on c3?": "storm c3",
    "teleport to c5": "arch-mage c5",
    "fight the ork with the prince": "meet orc with prince",
    "jost geroge": "joust george",
    "end my turn": "done",
    "may the prince fight the orc for him?": "meet orc with prince",
    "can he sit this one out?": "stay",
    "what if he just walks off to the east?": "move east",
    "Is he allowed to pick up the lance before the orc?": "take lance",
    "can't he just meet the orc?": "meet orc",
    "may he trade his key for George's ring": "offer key to george for ring",
    "can he back out?": "withdraw",
    "what are my chances against the orc without the prince?": "meet orc",
}
#: What is offered, and not answered.
UNSURE = {
    "can he take the child from George?": "joust george",
    "may he send George to the tower?": "joust george",
    "are the chances good?": "meet orc",
    "does he have to fight the orc?": "meet orc",
    "may I drop the key and then take the lance?": "take lance",
}


@pytest.mark.parametrize(("words", "wanted"), SPOKEN.items())
def test_spoken_questions_are_answered(words, wanted):
    found = understand(words, mw.loads(GLADE))
    assert [reading.question.action for reading in found.readings] == [wanted]
    assert found.sure


BESIDE = GLADE.replace('[knights.george]\nat = "c2"', '[knights.george]\nat = "c3"')


def test_walking_past_somebody_in_the_next_area_is_walking_there():
    for words in (
        "may Roland pass George?",
        "can he walk through to George",
        "may he ride past george",
        "may he go to George",
    ):
        assert [reading.question.action for reading in understand(words, mw.loads(BESIDE)).readings] == [
            "move north"
        ], words


def test_partners_named_beside_the_question_belong_to_it():
    found = understand("may they combine, Roland and George, to the north", mw.loads(GLADE))
    assert "combine george north" in [reading.question.action for reading in found.readings]


PARTNERS = mw.loads(SITUATIONS["partners"]["text"])


@pytest.mark.parametrize(
    "words", ["meet saracen with roland", "meet saracn wiht roland", "fight the Saracen with Roland"]
)
def test_a_partner_need_not_be_named_and_both_are_counted(words):
    """combine.score: partners fight together; naming one of them again changes nothing."""
    found = understand(words, PARTNERS)
    assert found.sure
    said = GAME.asking.ask(PARTNERS, found.readings[0].question)
    plain = GAME.asking.ask(PARTNERS, Question("may", "meet saracen"))
    assert said.sentence == "Yes, George may meet the Saracen."
    assert said.chances == plain.chances


@pytest.mark.parametrize(
    ("words", "says"), {"can i be the wizard": "five Knights", "how much hay does he eat": "hay"}.items()
)
def test_what_no_rule_speaks_of_is_not_understood_rather_than_answered_beside_it(words, says):
    found = understood(words, mw.loads(GLADE))
    assert found.meanings == ()
    assert says in found.notes[0]


def test_a_question_is_asked_with_or_without_what_is_said_around_it():
    state = mw.loads(GLADE)
    for words in ("who wins a tie?", "Sorry, silly question, but who wins a tie?", "Oh dear, who wins a tie, or what?"):
        assert [one.what for one in understood(words, state).meanings][:1] == ["challenge.tie"], words


def test_a_king_is_asked_about_as_the_king_and_his_old_quest_is_void():
    state = mw.loads(SITUATIONS["kings"]["text"])
    assert told(state, "card", "king").sentence.startswith("George is King now")
    assert "old quest is void" in told(state, "card", "george").sentence
    assert "Quest:" in told(state, "card", "roland").sentence
    assert "holding the Castle" in told(state, "fact", "quest george").sentence


@pytest.mark.parametrize(("words", "wanted"), UNSURE.items())
def test_what_may_be_a_guess_is_offered_and_not_answered(words, wanted):
    found = understand(words, mw.loads(GLADE))
    assert wanted in [reading.question.action for reading in found.readings]
    checker = Checker()
    checker.begin(GLADE, words)
    assert checker.answer_now is None
    assert checker.page().panels["mean"].count("<button") == len(found.readings)


def test_each_reading_that_is_offered_has_its_answer_beside_it():
    """loose.guarded: the Orc guards the Lance; whoever asks about both is told of both without another click."""
    checker = Checker()
    checker.begin(GLADE, "may I drop the key and then take the lance?")
    mean = checker.page().panels["mean"]
    assert 'aria-label="What it may mean"' in mean
    assert "If you mean: </span>May Roland drop the Key?</button>" in mean
    assert '<p class="mwb-yes">Yes, Roland may drop the Key.' in mean
    assert (
        '<p class="mwb-no">No, Roland may not take up the Lance. <span class="mwb-rule">loose.guarded</span></p>'
        in mean
    )


def test_readings_that_come_to_the_same_say_so():
    same = [OfferedReading("May he?", "No.", False, "move.one"), OfferedReading("May she?", "No.", False, "move.one")]
    assert agreed(same) == "Both have the same answer: no, by move.one."
    assert agreed([*same, OfferedReading("May they?")]) == ""
    assert agreed(same[:1]) == ""


def test_what_is_offered_is_answered_when_it_is_pressed():
    checker = Checker()
    checker.begin(GLADE, "may I drop the key and then take the lance?")
    offered = [reading.question for reading in checker.meant]
    assert offered
    checker.answer(a_touch("click", "mean:0"))
    assert checker.answer_now is not None
    assert checker.answer_now.question.kind == offered[0].kind


def test_a_rule_is_answered_in_our_words_with_its_place_and_its_lesson():
    checker = Checker()
    checker.begin(GLADE, "who wins if both throw the same?")
    found = checker.answer_now
    assert found is not None
    assert (found.question.kind, found.question.action) == ("rule", "challenge.tie joust.tie")
    assert found.sentence == mw.ledger()["challenge.tie"].played("1980")
    assert found.causes[0].cite.startswith("1980 rules")
    assert found.events[-1].startswith("Taught in lesson ")
    panel = checker.page().panels["answer"]
    assert "challenge.tie" in panel
    assert "Print a slip" in panel
    again = Checker()
    again.begin(GLADE, asked_as(found.question))
    assert again.answer_now == found


def test_two_rules_that_answer_a_question_are_both_told():
    """challenge.tie speaks of a tie with a denizen, joust.tie of one between Knights: who asks of ties may mean either."""
    checker = Checker()
    checker.begin(GLADE, "rule challenge.tie joust.tie")
    found = checker.answer_now
    assert found is not None
    ledger = mw.ledger()
    assert found.sentence == ledger["challenge.tie"].played("1980")
    assert found.events[0] == f"And: {ledger['joust.tie'].played('1980')}"
    assert [cause.rule for cause in found.causes] == ["challenge.tie", "joust.tie"]
    assert found.differ, "joust.tie is another in 2006"
    panel = checker.page().panels["answer"]
    assert "The rules" in panel
    assert asked_as(found.question) == "rule challenge.tie joust.tie"
    told_ = answer({"situation": mw.code(mw.loads(GLADE)), "words": "rule challenge.tie joust.tie"})
    assert told_["answer"]["rules"] == ["challenge.tie", "joust.tie"]
    assert ledger["joust.tie"].citation("1980") in told_["answer"]["lines"]
    unknown = understood("rule challenge.tie no.such", mw.loads(GLADE))
    assert [one.what for one in unknown.meanings] != ["challenge.tie no.such"]


def test_a_second_rule_is_told_only_where_it_may_be_meant():
    likeliest = Meaning("rule", "challenge.tie")
    assert together([(0.9, likeliest), (0.06, Meaning("rule", "joust.tie"))]).what == "challenge.tie joust.tie"
    assert together([(0.9, likeliest), (0.04, Meaning("rule", "joust.tie"))]).what == "challenge.tie"
    assert together([(0.6, likeliest), (0.3, Meaning("card", "orc"))]).what == "challenge.tie"
    assert together([(0.6, Meaning("may", "meet orc")), (0.3, likeliest)]).what == "meet orc"


def test_a_card_and_a_fact_are_told_from_the_situation():
    state = mw.loads(GLADE)
    assert told(state, "card", "orc").sentence == "Orc, challenges with strength 4."
    assert told(state, "fact", "where george").sentence == "George is at c2."
    assert told(state, "fact", "holder ring").sentence == "George has the Ring."
    assert "may withdraw" in " ".join(told(state, "fact", "choices").lines)
    assert told(state, "fact", "strength roland").sentence == "Roland has strength 2 and prowess 2."


def test_whoever_asks_whether_he_must_is_told_all_that_he_may():
    found = understand("does he have to fight the orc?", mw.loads(GLADE))
    assert found.notes[0].startswith("Whether he must: all that Roland may do now is withdraw, meet the Orc, ")


def test_the_terminal_answers_in_words_and_offers_what_it_is_not_sure_of(capsys):
    code = mw.code(mw.loads(GLADE))
    assert main(["ask", code, "who wins a tie?"]) == 0
    assert "[challenge.tie]" in capsys.readouterr().out
    assert main(["ask", code, "does", "he", "have", "to", "fight", "the", "orc"]) == 0
    told_ = capsys.readouterr().out
    assert "Do you mean one of these?" in told_
    assert "May Roland meet the Orc?\n    Yes.\n" in told_


GRAN = {
    "may red move to gb2?": ("may", "move gb2"),
    "may red move through Blue?": ("rule", "move.not-through-knight"),
    "how do I win?": ("rule", "goal.three-seals"),
    "can i pass through an obstacle": ("rule", "move.not-through-obstacle"),
    "what happens at a dragon": ("rule", "dragon.must-fight"),
    "whose turn is it": ("fact", "turn"),
    "where is blue": ("fact", "about blue"),
}


@pytest.mark.parametrize(("words", "wanted"), GRAN.items())
def test_another_game_is_asked_in_words_by_its_own_table(words, wanted):
    state = gran.new_game(["red", "blue", "green"])
    found = teachable("gran").talk.understood(words, state)
    assert (found.sure, found.meanings[0].kind, found.meanings[0].what) == (True, *wanted)
    assert answer({"situation": gran.code(state), "words": words})["answer"]["lines"]


WILLOW = willow.loads('scenario = "training"\n[characters.willow]\nat = "mountain-pass"')
PATHS = mystic_paths.loads("""
moment = "guess"
[players.red]
trail = ["a1", "b2"]
clues = [ { step = 2, word = "wise" } ]
[players.green]
""")
OTHERS = {
    "may Willow move to the north road?": ("willow", "may", "willow moves north-road"),
    "how does evil win?": ("willow", "rule", "win.evil"),
    "how many cards may I hold?": ("willow", "rule", "hand.limit"),
    "where is Kael?": ("willow", "fact", "about kael"),
    "may we guess the owl?": ("mystic_paths", "may", "guess owl"),
    "how many clues do I lay?": ("mystic_paths", "rule", "clue.three"),
    "what is a not for?": ("mystic_paths", "rule", "not.may"),
    "where is red?": ("mystic_paths", "fact", "about red"),
}


@pytest.mark.parametrize(("words", "wanted"), OTHERS.items())
def test_mystic_paths_and_willow_are_asked_in_words_too(words, wanted):
    game, *meant = wanted
    state = {"willow": WILLOW, "mystic_paths": PATHS}[game]
    found = teachable(game).talk.understood(words, state)
    assert (found.sure, found.meanings[0].kind, found.meanings[0].what) == (True, *meant)
    if meant[0] == "fact":
        assert teachable(game).talk.told(state, *meant).sentence.lower().startswith(meant[1].split()[1])


# ------------------------------------------------------------------ questions in as many voices
SETS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth", "eleventh")
QUESTIONS = [
    question for name in SETS for question in tomllib.loads((HERE / f"{name}.toml").read_text("utf-8"))["question"]
]


def lines_of(question):
    """Whether it is answered at once, and what is answered or offered, as the questions are written; facts with their words."""
    return lines_in(question["in"], question["ask"])


@cache  # each question is judged by several tests
def lines_in(situation, words):
    state = mw.loads(SITUATIONS[situation]["text"])
    found = understood(words, state)
    lines = []
    for one in found.meanings:
        fact = told(state, "fact", one.what) if one.kind == "fact" else None
        more = [fact.sentence, *fact.lines] if fact else [f"as {one.who}"] if one.who else []
        lines.append(" ".join(filter(None, (one.kind, one.what, *more))))
    return found.sure, lines


def is_answered(line: str, wanted: str) -> bool:
    wanted = wanted.strip()
    kind, _, what = line.partition(" ")
    if kind == "rule":  # it may be two that are told
        return wanted in {f"rule {rule}" for rule in what.split()}
    if wanted.startswith("fact"):
        return line.startswith("fact") and all(word.lower() in line.lower() for word in wanted.split()[1:])
    return line == wanted.replace("happens ", "may ")


def judged(question):
    """ "right" at once or rightly not understood; "both" where two things are asked or may be meant, and all of it is offered,
    which is what is wanted then; "offered" among others; "nothing" or "beside it" where it is not; or "wrong"."""
    sure, lines = lines_of(question)
    wanted = question["want"]
    if sure:  # two rules that are told may answer both halves of a question
        wants = [want.removeprefix("offer ").split(";") if ";" in want else [want] for want in wanted]
        return "right" if any(all(is_answered(lines[0], one) for one in each) for each in wants) else "wrong"
    if not lines:
        return "right" if "not understood" in wanted else "nothing"
    wants = [want.removeprefix("offer ").split(";") for want in wanted]
    met = [each for each in wants if all(any(is_answered(line, one) for line in lines) for one in each)]
    return "both" if any(len(each) > 1 for each in met) else "offered" if met else "beside it"


#: Written before anything was tried on them; no way to ask was added for them, but what is learnt was learnt from them too.
FRESH = [
    question
    for name in ("twelfth", "thirteenth", "fourteenth", "sixteenth")
    for question in tomllib.loads((HERE / f"{name}.toml").read_text("utf-8"))["question"]
]
#: Nothing was mended for these: how many there are; how many of them are at least answered rightly at once, with what is rightly
#: offered as two things, and with what is offered rightly among others; and at most answered wrongly. Nothing was learnt from the
#: nineteenth and the twenty-second, so these tell what a new question gets: the latter are harder to understand, and name fewer
#: of the answers that would be right.
LOCKED = [
    ("nineteenth", 100, 50, 59, 91, 0),
    deep("fifteenth", 100, 66, 66, 95, 1),
    deep("seventeenth", 673, 371, 379, 630, 8),
    deep("eighteenth", 607, 371, 372, 591, 1),
    deep("twenty-second", 1000, 319, 335, 789, 27),
]


def counted(questions):
    """How many there are; how many are right, with "both", and with "offered" too; how many are wrong."""
    count = [judged(question) for question in questions].count
    right, both = count("right"), count("right") + count("both")
    return len(questions), right, both, both + count("offered"), count("wrong")


@pytest.mark.deep
def test_fresh_questions_are_answered_no_worse_than_they_were():
    number, right, _, offered, wrong = counted(FRESH)
    assert number == 513
    assert right >= 369
    assert offered >= 490
    assert wrong <= 2


@pytest.mark.parametrize(("name", "number", "right", "both", "offered", "wrong"), LOCKED)
def test_locked_questions_are_answered_no_worse_than_when_they_were_first_asked(
    name, number, right, both, offered, wrong
):
    found = counted(tomllib.loads((HERE / f"{name}.toml").read_text("utf-8"))["question"])
    assert found[0] == number
    assert all(least <= is_ for least, is_ in zip((right, both, offered), found[1:4], strict=True))
    assert found[4] <= wrong


def test_words_that_mean_alike_point_the_same_way():
    tie, alike, other = (
        summed(bare(text)) for text in ("who wins a tie", "both throw the same", "may I drop the ring")
    )
    assert cosine(tie, alike) > cosine(tie, other) + 0.1
    assert summed(["xyzzy"]) == ()


@pytest.mark.parametrize("questions", every(6, QUESTIONS))
def test_of_all_questions_none_gets_the_answer_to_another(questions):
    """Nor does any get an answer that it must never get."""
    assert len(questions) in (93, 94, 465, 466)
    assert [question["ask"] for question in questions if judged(question) == "wrong"] == []
    for question in questions:
        sure, lines = lines_of(question)
        assert not sure or not never(lines[0], question), question["ask"]


def never(line, question):
    """Whether it is an answer that this question must never get."""
    return any(is_answered(line, one) for one in question.get("never", ()))


@pytest.mark.deep
def test_half_of_all_questions_are_answered_rightly_at_once_and_nearly_all_of_the_others_offered():
    number, right, _, offered, _ = counted(QUESTIONS)
    assert number == 559
    assert right >= 416
    assert offered >= 550


@pytest.mark.parametrize("seeds", [("1", "2"), deep(("3", "4"))])
def test_a_question_means_the_same_in_every_process(seeds):
    """Where meanings fit equally well, it once depended on the order in which a process happens to keep a set."""
    asked = {"grove": "Can the Prince help me twice, and do I keep him afterwards?", "kings": "what if the king dies"}
    here = "from tests.teach.language.test_apps_words import lines_in"
    program = f"{here}\nprint([lines_in(*one) for one in {list(asked.items())}])"
    told = {
        subprocess.run(
            [sys.executable, "-c", program],
            env={**os.environ, "PYTHONHASHSEED": seed},
            cwd=HERE.parents[1],
            check=True,
            capture_output=True,
            text=True,
            timeout=120,
        ).stdout
        for seed in seeds
    }
    assert len(told) == 1, told


@pytest.mark.parametrize("name", ["mystic-wood", "gran", "mystic_paths", "willow"])
def test_every_rule_is_offered_as_a_question_in_plain_words(name):
    game = teachable(name)
    state = game.engine.new_game(game.seats[:2])
    for rule in game.rules:
        offered = game.talk.question_words(state, "rule", rule)
        assert offered.endswith("?")
        assert "{" not in offered
        assert rule not in offered


@pytest.mark.parametrize(
    ("words", "rule"),
    {
        "who wins if both throw the same": "challenge.tie",
        "how do i get out of jail": "tower.escape",
        "how many cards are in the small pack": "setup.pack",
        "may the loser challenge again at once": "joust.again",
    }.items(),
)
def test_a_rule_is_found_as_it_is_asked_for_in_everyday_words(words, rule):
    assert find_rules(words)[0].id == rule
