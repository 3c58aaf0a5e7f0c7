"""A class: coming in, the teacher's bar, mistakes by rule, what the projector may know, who tries to disturb it."""

from __future__ import annotations

import json
import stat
from html import unescape
from pathlib import Path
from typing import Any

import pytest

from engine.text.faults import Faulty
from tests.support.at_lesson import wrong
from tests.support.on_stage import FILLED, SCRIPT
from tests.support.touches import a_touch
from tutor.base.places import DATA_VARIABLE
from tutor.desk import Refused, Viewer
from tutor.desk.files import code_of
from tutor.desk.link import as_text
from tutor.desk.progress import Progress, read_export
from tutor.hosts.documents import classes
from tutor.hosts.web.class_site import ClassSite
from tutor.hosts.web.classroom import BURST, MOST_TOLD, Classroom, PupilLink
from tutor.hosts.web.live import WebLink
from tutor.hosts.web.seats import MOST_CONNECTIONS, WRONG_WORDS
from tutor.pages.classroom import own
from tutor.pages.classroom.names import LEGENDS
from tutor.pages.classroom.openings import every, exercises_of
from tutor.pages.classroom.results import as_csv, as_json, on_paper, rows_of
from tutor.pages.classroom.room import LONGEST_NAME, MOST_PUPILS, TEACHER
from tutor.pages.stage.legible import legible
from tutor.pages.stage.picture import part
from tutor.pages.stage.show import DRIVER, SCREEN
from tutor.teach.exercise.options import _judged
from tutor.teach.kinds import start
from tutor.teach.kinds.reckon import _reckoned

GLADES = "lesson/03-glades"


class Clock:
    """A clock that tests turn."""

    def __init__(self) -> None:
        self.now = 1_000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def held(tmp_path: Path, clock: Clock) -> Classroom:
    """A class that is held."""
    return Classroom(tmp_path / "class", "http://192.168.4.20:9377/", clock)


def steers(held: Classroom, *acts: str) -> None:
    """What the teacher does."""
    for act in acts:
        held.record.desk.append(TEACHER, act)
    for there in held.people.values():  # no server runs here that would do it later
        for link in list(there.links):
            held.turn(link)
    held.record.desk.show_all()


def comes(held: Classroom, name: str) -> PupilLink:
    """Somebody comes in, and his page connects."""
    pupil = held.pupil_of(held.join(name))
    assert held.came(pupil)
    return held.attach(pupil, "", f"page of {name}")


def answers(held: Classroom, link: PupilLink, *picked: str) -> None:
    """A pupil goes to the question which areas are glades, and picks these."""
    held.touched(link, a_touch("click", "step:which-are-glades"))
    held.touched(link, a_touch("click", "check")._replace(values={"picked": picked}))


def shown(link: WebLink) -> str:
    """All that a page shows, as HTML."""
    assert link.shown is not None
    return link.shown.frame + "".join(map(str, link.shown.panels.values()))


def looks(held: Classroom, role: str) -> WebLink:
    """The teacher's page, or the screen."""
    link = WebLink(Viewer(role, role=role), "room")
    (held.record if role == TEACHER else held.stage.record).join(link)
    return link


def told(link: WebLink) -> str:
    """Every message that was sent to a page."""
    return "".join(as_text(message) for message in link.taken())


# ------------------------------------------------------------------ coming in
def test_who_comes_in_is_at_the_exercise_that_is_open(held: Classroom) -> None:
    steers(held, f"open {GLADES}", "pace 2 3")
    link = comes(held, "Ada")
    assert "mw-exercise" in shown(link)
    assert "Ada" in shown(link)


def test_two_of_one_name_are_told_apart(held: Classroom) -> None:
    for name in ("Ben", "ben", "Ben"):
        held.join(name)
    assert [pupil.name for pupil in held.room.pupils.values()] == ["Ben", "ben 2", "Ben 3"]


@pytest.mark.parametrize("name", ["", "   ", "\u202e\u200b", "\n\t"])
def test_a_name_nobody_can_see_is_refused(held: Classroom, name: str) -> None:
    with pytest.raises(Refused, match="name"):
        held.join(name)


def test_a_name_is_text_and_nothing_else(held: Classroom) -> None:
    held.join('<script>alert("x")</script>' * 3)
    teacher = looks(held, TEACHER)
    assert "<script" not in shown(teacher)
    assert "&lt;script" in shown(teacher)
    assert len(held.room.pupils["p1"].name) <= LONGEST_NAME


def test_a_full_class_says_so_until_somebody_is_sent_out(held: Classroom) -> None:
    for number in range(MOST_PUPILS):
        held.join(f"Pupil {number}")
    with pytest.raises(Refused, match="full"):
        held.join("One more")
    steers(held, "out p1")
    assert held.join("One more")
    assert held.pupil_of(next(iter(held.seats.tokens))) == ""


# ------------------------------------------------------------------ the seat waits
def test_the_seat_waits_for_a_killed_server(held: Classroom, clock: Clock) -> None:
    steers(held, f"open {GLADES}")
    link = comes(held, "Ada")
    answers(held, link, "2")
    token = next(iter(held.seats.tokens))
    held.write_waiting()  # half a second later
    again = Classroom(held.folder, held.root, clock)  # nothing of the first was closed
    assert again.word == held.word
    back = again.attach(again.pupil_of(token), "", "page of Ada")
    assert back.shown is not None
    assert link.shown is not None
    assert back.shown.panels["verdict"] == link.shown.panels["verdict"]
    assert back.kept == link.kept, "the browser finds what was half written"
    assert again.room.standing("p1", "which-are-glades") == "wrong"
    teacher = looks(again, TEACHER)
    assert "cl-board" in shown(teacher), "the board is painted again from the pupil's log"


def test_a_seat_word_leads_back_on_another_device(held: Classroom) -> None:
    token = held.join("Ada")
    word = held.words.words["p1"]
    assert held.back(f"  {word.replace('-', ' ').upper()} ") == token


def test_seat_words_cannot_be_guessed_one_after_another(held: Classroom, clock: Clock) -> None:
    held.join("Ada")
    for number in range(WRONG_WORDS):
        assert held.back(f"oak-mill-{number:04}x") == ""
    with pytest.raises(Refused, match="Too many"):
        held.back(held.words.words["p1"])
    clock.now += 61
    assert held.back(held.words.words["p1"])


def test_the_newer_page_has_the_seat_and_the_older_is_told(held: Classroom) -> None:
    steers(held, f"open {GLADES}")
    older = comes(held, "Ada")
    newer = held.attach("p1", "", "another tab")
    assert "another tab" in older.ended
    assert not newer.ended


def test_thirty_tabs_of_one_pupil_are_four(held: Classroom) -> None:
    held.join("Ada")
    assert sum(held.came("p1") for _ in range(30)) == MOST_CONNECTIONS
    assert any("tabs" in each for each in held.told)


def test_nobody_comes_in_without_a_seat_of_his_own(held: Classroom) -> None:
    held.join("Ada")
    site = ClassSite(held)
    assert held.pupil_of("p1") == held.pupil_of("") == held.pupil_of("x" * 16) == ""
    assert site.opens(f"/{held.word}/")
    assert site.opens(f"/seat/{next(iter(held.seats.tokens))}/")
    inside = ("/class/", "/class/stage/", "/live/class/teacher", "/table/", "/lessons/03-glades", "/rulings/")
    for closed in (*inside, "/seat/p1/", "/live/seat/"):
        assert not site.opens(closed), closed


# ------------------------------------------------------------------ the bar
def test_pause_covers_the_page_and_keeps_what_was_typed(held: Classroom) -> None:
    steers(held, f"open {GLADES}")
    link = comes(held, "Ada")
    before = link.shown
    held.record.desk.append(TEACHER, "pause")
    assert before is not None
    assert link.shown is not None
    kept = (before.frame, before.panels["act"])
    assert (link.shown.frame, link.shown.panels["act"]) == kept, "fields stay as they are"
    assert "Look up" in link.shown.panels["cover"]
    assert link.record is not None
    n = link.record.desk.n
    held.touched(link, a_touch("click", "forth-step"))
    assert link.record.desk.n == n, "nothing is done meanwhile"
    assert "Look up" in shown(comes(held, "Late")), "who comes or reloads during the pause is paused"
    held.record.desk.append(TEACHER, "resume")
    assert link.shown.panels["cover"] == ""


def test_the_pace_leaves_only_the_steps_that_are_open(held: Classroom) -> None:
    steers(held, f"open {GLADES}")
    link = comes(held, "Ada")
    answers(held, link, "2")
    steers(held, "pace 3 4")
    assert link.shown is not None
    assert str(link.shown.panels["rail"]).count("mw-step ") == 2
    for target in ("step:first-glade", "step:end"):
        held.touched(link, a_touch("click", target))
    rail = str(link.shown.panels["rail"])
    assert rail.count("mw-step ") == 2
    assert "step:end" not in rail
    with pytest.raises(Refused, match="steps 1 to"):
        held.record.desk.append(TEACHER, "pace 3 99")


def test_hints_that_are_put_away_are_not_there_and_cannot_be_forged(held: Classroom) -> None:
    steers(held, f"open {GLADES}", "hints off")
    link = comes(held, "Ada")
    assert 'data-target="hint"' not in shown(link)
    held.touched(link, a_touch("click", "hint"))
    assert "hints away" in told(link)
    steers(held, "hints on")
    assert 'data-target="hint"' in shown(link)


def test_puzzles_and_the_puzzle_of_the_day_can_be_opened(held: Classroom) -> None:
    link = comes(held, "Ada")
    assert "opens the Wood" in shown(link)
    for name in ("today", every()["Puzzles"][1].name):
        steers(held, f"open {name}")
        assert "mw-exercise" in shown(link), name
    with pytest.raises(Refused, match="no 'lesson/none'"):
        held.record.desk.append(TEACHER, "open lesson/none")


def test_a_class_is_warm_before_it_begins_with_something_open_and_without(held: Classroom) -> None:
    held.warm()
    steers(held, "open lesson/03-glades")
    held.warm()
    assert "mw-exercise" in shown(comes(held, "Ada"))


def test_what_is_opened_is_judged_before_a_pupil_asks_for_it() -> None:
    """A search of two seconds, made while forty wait, would hold up every verdict."""
    opened = "puzzles/ways"
    exercises = exercises_of(opened)
    assert len(exercises) > 3
    _judged.cache_clear()
    _reckoned.cache_clear()
    classes.prepare(opened, lambda: True)
    searched = _judged.cache_info().misses + _reckoned.cache_info().misses
    for exercise in exercises:
        start(exercise).solution()
    assert 0 < searched == _judged.cache_info().misses + _reckoned.cache_info().misses


def test_nothing_is_judged_of_what_is_no_longer_open() -> None:
    _judged.cache_clear()
    _reckoned.cache_clear()
    classes.prepare("puzzles/treasures", lambda: False)
    assert _judged.cache_info().misses == _reckoned.cache_info().misses == 0


def test_a_pupil_does_nothing_in_the_room(held: Classroom) -> None:
    held.join("Ada")
    for act in ("pause", "joined p9 Eve"):
        doc = held.record.desk.doc
        by = TEACHER if act.startswith("joined") else "class"
        with pytest.raises(Refused, match="not yours"):
            held.record.desk.append(by, act)
        assert held.record.desk.doc is doc


# ------------------------------------------------------------------ mistakes
def test_wrong_answers_are_grouped_by_the_rule_that_refutes_them(held: Classroom) -> None:
    steers(held, f"open {GLADES}")
    for name in ("Ada", "Ben", "Cy"):
        answers(held, comes(held, name), "2")
    (group,) = held.room.groups()
    assert (group.rule, len(group.pupils)) == ("glade.what", 3)
    teacher = looks(held, TEACHER)
    for words in ("3 pupils", "A glade is", "<svg"):
        assert words in shown(teacher), words


def test_three_wrong_by_one_rule_is_stuck(held: Classroom) -> None:
    steers(held, f"open {GLADES}")
    link = comes(held, "Ada")
    for picked in ("2", "3"):
        answers(held, link, picked)
    assert held.room.stuck("p1") is None
    answers(held, link, "4")
    assert held.room.stuck("p1") is not None
    assert "3 wrong: A glade is" in shown(looks(held, TEACHER))


def test_ninety_seconds_without_a_touch_is_stuck(held: Classroom, clock: Clock) -> None:
    steers(held, f"open {GLADES}")
    comes(held, "Ada")
    clock.now += 89
    assert "90 s without" not in shown(looks(held, TEACHER))
    clock.now += 2
    assert "90 s without" in shown(looks(held, TEACHER))


def mistaken(held: Classroom) -> list[str]:
    """Three have made three different mistakes; the keys of these."""
    steers(held, f"open {GLADES}")
    exercises = {each.id: each for each in exercises_of(GLADES)}
    for name, at in (("Ada", "which-are-glades"), ("Ben", "step-by-step"), ("Cy", "for-good")):
        link, sent = comes(held, name), wrong(exercises[at])
        assert sent is not None
        held.touched(link, a_touch("click", f"step:{at}"))
        held.touched(link, sent.touch)
    return [group.key for group in held.room.groups()]


def test_three_mistakes_are_put_in_an_order_and_shown_one_after_another(held: Classroom) -> None:
    one, two, three = mistaken(held)
    steers(held, *(f"ready {key}" for key in (one, two, three)))
    assert 'data-order="ready"' in shown(looks(held, TEACHER))
    held.put("ready", (three, one, two))
    doc = held.stage.doc
    assert doc.script is not None
    assert [step.of.partition(" ")[2] for step in doc.script.steps] == [three, one, two]
    assert doc.step == 0, "the first of them is shown"
    screen = looks(held, SCREEN)
    for key in (three, one, two):
        group = held.room.group(key)
        assert group is not None
        step = held.stage.doc.now
        assert step is not None
        assert step.of.endswith(key)
        assert screen.shown is not None
        scene = held.boards[GLADES, key].scene
        refuted = legible(scene, part(scene, step.focus))
        assert screen.shown.scene != refuted, "the board as it was"
        assert group.example.answer[:40] in unescape(shown(screen))
        assert group.example.said[:60] not in unescape(shown(screen)), "why it is wrong is asked first"
        held.stage.do(SCREEN, "reveal")
        assert step.question is not None
        assert step.question.said.removesuffix(" …") in unescape(shown(screen))
        assert screen.shown.scene == refuted, "with what refutes it"
        if key != two:
            held.stage.do(SCREEN, f"step {held.stage.doc.step + 1}")


def test_what_does_not_lie_ready_has_no_place_in_the_order(held: Classroom) -> None:
    one, two, _ = mistaken(held)
    with pytest.raises(Refused, match="Nobody has made"):
        held.record.desk.append(TEACHER, "ready none/none")
    steers(held, f"ready {one}", f"ready {two}")
    for order in (f"order {one}", f"order {one} {one}", "order none/none"):
        with pytest.raises(Refused, match="lie ready"):
            held.record.desk.append(TEACHER, order)
    steers(held, f"unready {one}")
    assert held.room.ready == (two,)


def test_logs_of_before_the_one_stage_are_still_read(held: Classroom) -> None:
    (one, *_) = mistaken(held)
    held.record.desk.append(TEACHER, f"stage {one}")
    assert Classroom(held.folder, held.root, held.clock).record.said == ""


def test_what_was_tried_in_the_last_moment_before_a_kill_is_not_lost(held: Classroom, clock: Clock) -> None:
    """The room's log gathers tries for half a second; each pupil's own has them at once."""
    steers(held, f"open {GLADES}")
    link = comes(held, "Ada")
    answers(held, link, "2")
    answers(held, link, "0", "2")
    again = Classroom(held.folder, held.root, clock)  # nothing waited to be written
    assert [each.outcome for each in again.room.tried("p1")] == ["wrong", "right"]
    assert again.room.standing("p1", "which-are-glades") == "mended"
    once_more = Classroom(held.folder, held.root, clock)
    assert len(once_more.room.tried("p1")) == 2, "and is heard of once"


def _class_of(folder: Path, clock: Clock, names: tuple[str, ...]) -> tuple[str, str]:
    """All that the screen is sent in the same lesson by pupils of these names; and the teacher, while names are hidden."""
    held = Classroom(folder, "http://192.168.4.20:9377/", clock)
    held.id, held.word = "same", "oak-river"
    screen = looks(held, SCREEN)
    steers(held, "anonymous on", f"open {GLADES}")
    for name in names:
        answers(held, comes(held, name), "2")
        held.stage.told()
    key = held.room.groups()[0].key
    teacher = looks(held, TEACHER)
    steers(held, f"ready {key}")
    held.put("ready")
    held.stage.do(SCREEN, "reveal")
    for act in ("pause", "resume", "front off"):
        steers(held, act)
        held.stage.told()
    return told(screen), told(teacher)


def test_rooms_that_differ_in_their_names_look_alike_on_the_screen(tmp_path: Path, clock: Clock) -> None:
    """The class's channel of the twin worlds: what may not be known makes no byte of difference."""
    one = _class_of(tmp_path / "one", clock, ("Ada", "Ben", "Benedetta Longname"))
    other = _class_of(tmp_path / "other", clock, ("Zoe", "Yusuf", "X"))
    assert one[0] == other[0], "to the screen"
    assert "2, the Castle" in one[0], "it was shown at all"
    for name in ("Ada", "Ben", "Zoe", "Yusuf", *LEGENDS[:3]):
        assert name not in one[0] + other[0], "not even a knight's name"
    for name in ("Ada", "Ben", "Benedetta"):
        assert name not in one[1], "hidden on the teacher's page as well"
    assert LEGENDS[0] in one[1]


# ------------------------------------------------------------------ who disturbs
def test_a_flood_is_cut_off_and_told_to_the_teacher(held: Classroom, clock: Clock) -> None:
    held.join("Eve")
    held.join("Ada")
    assert sum(held.may_send("p1") for _ in range(1_000)) == BURST
    assert held.may_send("p2"), "the others are not concerned"
    assert ["Eve" in each for each in held.told] == [True]
    clock.now += 5
    assert held.may_send("p1")
    for number in range(20):
        held.tell(f"word {number}")
    assert len(held.told) == MOST_TOLD


@pytest.mark.parametrize(
    "forged",
    [
        {},
        {"kind": "touch"},
        {"kind": "touch", "touch": {"kind": "click", "target": "do:pause"}},
        [],
        7,
        None,
        {"kind": "touch", "serial": -1, "touch": {"kind": "drag", "target": ["x"], "values": {"a": {"b": 1}}}},
        {"kind": "touch", "touch": {"kind": "click", "target": "p2: answer 1"}},
    ],
)
def test_forged_messages_reach_nobody(held: Classroom, forged: Any) -> None:
    steers(held, f"open {GLADES}")
    other, link = comes(held, "Ada"), comes(held, "Eve")
    told(other)
    before = (held.record.desk.n, other.record.desk.n if other.record else 0)
    link.heard(json.loads(json.dumps(forged)), lambda touch: held.touched(link, touch))
    assert (held.record.desk.n, other.record.desk.n if other.record else 0) == before
    assert told(other) == ""
    assert not held.room.paused


def test_script_in_an_answer_is_text(held: Classroom) -> None:
    steers(held, f"open {GLADES}")
    link = comes(held, "Eve")
    held.touched(link, a_touch("click", "try")._replace(values={"write": ("<script>alert(1)</script>",)}))
    assert "<script" not in shown(link) + shown(looks(held, TEACHER)) + shown(looks(held, SCREEN))


# ------------------------------------------------------------------ the end
def test_the_table_and_the_file_of_a_pupil(held: Classroom, tmp_path: Path) -> None:
    from tutor.desk.store import Progress

    steers(held, f"open {GLADES}")
    link = comes(held, "=SUM(A1)")
    answers(held, link, "2")
    answers(held, link, "0", "2")
    (row,) = rows_of(held.room)
    assert (row.solved, row.at_once, row.tries, row.rules) == (1, 0, 2, ("glade.what",))
    assert "'=SUM(A1)" in as_csv(held.room, None), "no formula in a spreadsheet"
    assert json.loads(as_json(held.room, None))["pupils"][0]["tries"] == 2
    assert "<table" in on_paper(held.room, None)
    taken = tmp_path / "mine.json"
    taken.write_text(held.file_of("p1"), encoding="utf-8")
    assert Progress(tmp_path / "home.sqlite").import_file(str(taken)) == 2


def test_a_class_is_for_its_teacher_alone_and_goes_with_one_button(held: Classroom) -> None:
    steers(held, f"open {GLADES}")
    link = comes(held, "Ada")
    answers(held, link, "2")
    assert stat.S_IMODE(held.folder.stat().st_mode) == 0o700
    for path in held.folder.iterdir():
        assert stat.S_IMODE(path.stat().st_mode) & 0o077 == 0, path.name
    token = next(iter(held.seats.tokens))
    held.forget()
    assert "deleted" in link.ended
    assert held.pupil_of(token) == ""
    assert not held.room.pupils
    kept = b"".join(path.read_bytes() for path in held.folder.iterdir())
    assert b"Ada" not in kept
    assert held.words.words == {}


# ------------------------------------------------------------------ onto the stage, and beside it
def test_a_mistake_goes_onto_the_stage_without_a_name(held: Classroom) -> None:
    steers(held, f"open {GLADES}", "pace 2 3")
    answers(held, comes(held, "Ada"), "0")
    (group, *_) = held.room.groups()
    held.put(f"group {group.key}")
    step = held.stage.doc.now
    assert step is not None
    assert step.question is not None
    assert step.question.rules[0].rule == group.rule
    assert "Ada" not in str(step.raw)


def test_an_exercise_and_a_quarrel_go_onto_the_stage(held: Classroom) -> None:
    steers(held, f"open {GLADES}")
    held.put("exercise which-are-glades")
    quarrel = every()["Quarrels"][0].name
    held.put(f"quarrel {quarrel.partition('/')[2]}")
    assert held.stage.doc.script is not None
    assert len(held.stage.doc.script.steps) == 2
    with pytest.raises(Refused):
        held.put("exercise no-such-exercise")


def test_a_quarrel_and_the_trainer_are_opened_for_each_pupil(held: Classroom) -> None:
    quarrel = every()["Quarrels"][0].name
    steers(held, f"open {quarrel}")
    link = comes(held, "Ada")
    assert "mwb-app" in shown(link)
    steers(held, "open train")
    assert "mw-exercise" in shown(link)
    held.touched(link, a_touch("click", "solution"))
    assert [each.outcome for each in held.room.tried("p1")] == ["solution"]


def test_the_teacher_looks_at_one_pupils_board(held: Classroom) -> None:
    steers(held, f"open {GLADES}", "pace 2 3")
    answers(held, comes(held, "Ada"), "0")
    teacher = looks(held, TEACHER)
    held.record.touched(teacher, a_touch("click", "card:pupil p1"))
    held.record.known_anew()
    assert "cl-look" in shown(teacher)


def test_all_follow_the_stage_once_it_is_open(held: Classroom) -> None:
    link = comes(held, "Ada")
    steers(held, "open stage")
    held.stage.open("order", "")
    assert "st-phone" in shown(link)
    assert held.stage.crowd() == 1


def test_a_wifi_is_told_as_phones_read_it(monkeypatch: pytest.MonkeyPatch) -> None:
    from tutor.hosts.web.command import wifi_code

    monkeypatch.setattr("getpass.getpass", lambda prompt: 'a;b"c')
    assert wifi_code("School, 3b") == 'WIFI:S:School\\, 3b;T:WPA;P:a\\;b\\"c;;'
    monkeypatch.setattr("getpass.getpass", lambda prompt: "")
    assert wifi_code("Open") == "WIFI:S:Open;T:nopass;;"


def test_what_a_pupil_did_goes_home_as_a_code(held: Classroom, tmp_path: Path) -> None:
    steers(held, f"open {GLADES}", "pace 2 3")
    answers(held, comes(held, "Ada"), "0")
    code = code_of(held.file_of("p1"))
    assert len(code) < 600
    assert Progress(tmp_path / "home.sqlite").import_file(code) == 1
    for spoilt in (code[:-9], "mwp1-", code.replace(code[9], "!", 1)):
        with pytest.raises(Faulty, match="Copy all of it once more"):
            read_export(spoilt)


# ------------------------------------------------------------------ what the teacher brings, and the one screen
SHEET = (
    '[[puzzle]]\nid = "{id}"\nkind = "order"\nedition = "1980"\nquestion = "In which order?"\nrating = 700\nthemes = ["order"]\n'
    'rules = ["order.list"]\nsituation = """\norder = ["george"]\nmoment = "arrived"\n[areas.c2]\npaths = "NESW"\n'
    'denizens = ["orc", "wild-ox"]\n[knights.george]\nat = "c2"\ncame_from = "c1"\n"""\nanswer = [["wild-ox"], ["orc"]]\n'
    'hints = ["Who is smaller?"]\npoint = "The smaller first."\n'
)


@pytest.fixture
def own_data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv(DATA_VARIABLE, str(tmp_path / "data"))
    return tmp_path


def test_a_sheet_of_ones_own_is_opened_for_the_class(held: Classroom, own_data: Path) -> None:
    sheet = own_data / "friday-7b.toml"
    sheet.write_text(SHEET.format(id="mine-1"), encoding="utf-8")
    assert own.bring(sheet) == (own.SHEETS, "friday-7b")
    assert [each.title for each in every()["Sheets of your own"]] == ["Friday 7b"]
    steers(held, "open sheet/friday-7b")
    link = comes(held, "Ada")
    assert "In which order?" in shown(link)
    held.touched(link, a_touch("click", "check")._replace(values={"picked": ("orc", "wild-ox")}))
    assert [(each.exercise, each.outcome, each.answer) for each in held.room.tried("p1")] == [
        ("mine-1", "wrong", "Orc, Wild Ox")
    ]
    held.put(f"group {held.room.groups()[0].key}")
    step = held.stage.doc.now
    assert step is not None
    assert step.focus == "c2", "all that is asked about lies in one glade"
    own.remove(own.SHEETS, "friday-7b")
    assert "Sheets of your own" not in every()


def test_a_script_of_ones_own_is_given_to_the_class(held: Classroom, own_data: Path) -> None:
    script = own_data / "my-script.toml"
    script.write_text(SCRIPT.format(**FILLED), encoding="utf-8")
    assert own.bring(script) == (own.SCRIPTS, "my-script")
    steers(held, "open stage/my-script")
    assert held.stage.doc.script is not None
    assert held.stage.doc.script.title == "Three steps"
    assert "st-phone" in shown(comes(held, "Ada"))


@pytest.mark.parametrize(
    ("name", "text", "says"),
    [
        ("order.toml", SCRIPT.format(**FILLED), "comes with the tutor"),
        ("a b.toml", SHEET.format(id="x"), "its name is no word"),
        ("x.toml", "title = 'x'", "there is no key 'title'"),
        ("y.toml", "[[steps]]\ntitle = 'x'", "the first step needs a situation"),
    ],
)
def test_what_cannot_be_brought_is_told_and_not_kept(own_data: Path, name: str, text: str, says: str) -> None:
    (own_data / name).write_text(text, encoding="utf-8")
    with pytest.raises(Faulty, match=says):
        own.bring(own_data / name)
    assert own.names(own.SHEETS) == own.names(own.SCRIPTS) == []


def test_the_one_screen_shows_the_class_until_something_is_on_the_stage(held: Classroom) -> None:
    screen = looks(held, SCREEN)
    held.stage.told()
    assert held.word in shown(screen), "first where phones come in"
    steers(held, f"open {GLADES}", "pace 2 3")
    answers(held, comes(held, "Ada"), "0", "2")
    held.stage.told()
    assert "Glade or no glade?" in shown(screen)
    assert "<b>1</b>" in shown(screen), "one has solved it"
    held.put("exercise which-are-glades")
    assert "st-rows" not in shown(screen)
    steers(held, "front off")
    held.stage.told()
    assert "st-rows" in shown(screen)
    clicker = WebLink(Viewer("driver one", role=DRIVER), "stage")
    held.stage.record.join(clicker)
    held.stage.touched(clicker, a_touch("click", f"do:{held.stage.doc.moves}:reveal"))
    assert held.room.front, "whoever drives brings the stage back"
    steers(held, "open stage/order")
    assert held.room.front
    assert "st-phone" in shown(comes(held, "Ben"))


def test_the_teachers_page_drives_the_stage_once_for_each_press(held: Classroom) -> None:
    steers(held, "open stage/order")
    moves = held.stage.doc.moves
    for _ in range(2):  # pressed twice: the first has done it
        held.drive(f"{moves}:step 1")
    assert held.stage.doc.step == 1
    teacher = looks(held, TEACHER)
    assert f"drive:{held.stage.doc.moves}:step 0" in shown(teacher)
    with pytest.raises(Refused, match="There are steps"):
        held.drive(f"{held.stage.doc.moves}:step 99")


def test_one_phone_tries_the_room_from_the_teachers_page(held: Classroom) -> None:
    held.found_at("http://192.168.4.20:9377/", 9377, "token")
    teacher = looks(held, TEACHER)
    held.record.touched(teacher, a_touch("click", "card:check"))
    held.record.known_anew()
    assert "The Wi-Fi keeps devices apart" in shown(teacher)
    assert "✓ A phone has come through" not in shown(teacher)
    held.tell("✓ A phone has come through: address, Wi-Fi and this computer are all right.")
    held.record.known_anew()
    assert "✓ A phone has come through" in shown(teacher)
    held.record.touched(teacher, a_touch("click", "card:clicker"))
    assert "keep it off the projector" in shown(teacher)
    assert "token" not in shown(looks(held, SCREEN)), "who drives is not told to the screen"


def test_the_teachers_pages_find_a_server_that_was_started_again(held: Classroom, clock: Clock) -> None:
    held.found_at("http://192.168.4.20:9377/", 9377, "a-token")
    again = Classroom(held.folder, held.root, clock)
    assert again.token == "a-token"
    for path in held.folder.iterdir():
        assert stat.S_IMODE(path.stat().st_mode) & 0o077 == 0, path.name
    again.forget()
    assert again.token == "a-token", "whoever has deleted the class is not shut out"


def test_votes_and_notes_stand_on_the_teachers_page_while_all_follow(held: Classroom) -> None:
    steers(held, "open stage/order")
    link = comes(held, "Ada")
    teacher = looks(held, TEACHER)
    for act in ("step 2", "poll open"):
        held.drive(f"{held.stage.doc.moves}:{act}")
    held.touched(link, a_touch("click", "vote:2"))
    held.record.known_anew()
    assert "<b>1</b> of 1 have answered" in shown(teacher)
    assert "st-fell" not in shown(teacher), "how they fall nobody knows before it is closed"
    held.drive(f"{held.stage.doc.moves}:poll close")
    held.record.known_anew()
    assert "st-fell" in shown(teacher)
    assert "Do not name the list" in shown(teacher), "the notes of the step"
