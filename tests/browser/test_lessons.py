"""Lessons as a learner meets them: in JupyterLab, with mouse and keyboard, each kind of step at least once.

The screenshots left in test-artefacts/ show the moments that are tested, at the widths and in the themes of the pages.
"""

import re
import time
from dataclasses import dataclass

import pytest

from tests.browser.harness import PATIENCE, LabPage
from tests.support.contrast import rgb
from tutor.content.lessons import COURSE, find_lesson, read_lesson
from tutor.desk.progress import FILE, Progress
from tutor.draw.theme import THEMES
from tutor.games.mystic_wood.hands.clicks import action_for, label, named
from tutor.teach.kinds import start
from tutor.teach.kinds.on_board import PlaySession

pytestmark = pytest.mark.browser

#: Counts the shapes of a board that have a colour, in which nothing else on the board is painted.
COUNT = """
(wood, [r, g, b]) => [...wood.querySelectorAll("*")].filter(shape => {
  const {fill, stroke} = getComputedStyle(shape);
  return [fill, stroke].includes(`rgb(${r}, ${g}, ${b})`);
}).length
"""


class OpenExercise:
    """An exercise on the page. ``session`` is its double in the test, which knows what a click means."""

    def __init__(self, shown: LabPage, exercise):
        self.shown = shown
        self.session = start(exercise)
        heading = shown.page.get_by_role("heading", name=exercise.name, exact=True)
        self.box = shown.outputs.locator(".mw-exercise").filter(has=heading)
        self.box.scroll_into_view_if_needed()

    @property
    def board(self):
        return self.box.locator(".mwb-wood")

    @property
    def panel(self):
        return self.box.locator(".mw-panel")

    def button(self, name):
        return self.box.get_by_role("button", name=re.compile(rf"^{re.escape(name)}( \(−\d ★\))?$"))

    def click(self, target):
        """Click something on the board: "area:c2", "denizen:orc"; an area in its corner, where no token lies."""
        place = self.box.locator(f".mwb-wood [data-target='{target}']")
        box = place.bounding_box()
        corner = {"x": box["width"] * 0.2, "y": box["height"] * 0.2}
        place.click(position=corner if target.startswith("area:") else None)
        assert isinstance(self.session, PlaySession)
        self.session.attempt(action_for(self.session.state, self.session.learner, target))

    def press(self, name):
        """Press a button, once all that was touched before is answered."""
        self.shown.wait_until_answered()
        self.button(name).click()

    def write(self, answer):
        """Write an answer and press Enter."""
        self.shown.wait_until_answered()
        box = self.box.get_by_role("textbox").first
        box.fill(answer)
        box.press("Enter")

    def says(self, text):
        """Wait until the panel beside the board says it."""
        self.panel.get_by_text(text).first.wait_for()

    def painted(self, colour, theme="light"):
        """How many shapes of the board have a colour of the palette."""
        return self.board.evaluate(COUNT, list(rgb(THEMES[theme][colour])))

    def waits_until_painted(self, colour, at_least, theme="light"):
        waited = time.monotonic() + PATIENCE
        while self.painted(colour, theme) < at_least:
            assert time.monotonic() < waited, f"the board shows {self.painted(colour, theme)} shapes in {colour}"
            self.shown.page.wait_for_timeout(50)


@dataclass
class OpenLesson:
    """A lesson on the page, started."""

    shown: LabPage
    name: str

    def exercise(self, exercise_id):
        return OpenExercise(self.shown, read_lesson(find_lesson(self.name)).exercise(exercise_id))

    def attempts(self, exercise_id):
        """What the progress in the learner's folder holds of it, as (outcome, answer)."""
        kept = Progress(self.shown.lab.data / FILE).attempts(self.name)
        return [(attempt.outcome, attempt.answer) for attempt in kept if attempt.exercise == exercise_id]

    def waits_for_attempt(self, exercise_id, number):
        """Wait until so many tries have been kept: each is answered before the next one is made."""
        waited = time.monotonic() + PATIENCE
        while len(self.attempts(exercise_id)) < number:
            assert time.monotonic() < waited, f"only {self.attempts(exercise_id)} of {number} tries are kept"
            self.shown.page.wait_for_timeout(50)


@pytest.fixture
def opened(lab_page):
    """Opens a lesson, which starts by itself. At the end no script may have failed, and nothing been asked of the network."""
    pages = []

    def open_lesson(name, **look):
        shown = lab_page(f"lessons/{name}.ipynb", ready=False, **look)
        pages.append(shown)
        shown.wait_until_started()
        shown.page.locator(".mw-exercise .mw-panel").first.wait_for()
        return OpenLesson(shown, name)

    yield open_lesson
    assert pages
    assert [page.errors for page in pages] == [[]] * len(pages)
    assert [page.strangers for page in pages] == [[]] * len(pages)


def test_the_first_lesson_at_phone_width_by_night(opened):
    """Lesson 0: the first ride, the order by keyboard alone, and the map of the course."""
    lesson = opened("00-start-here", width=390, height=844, dark=True)
    ride = lesson.exercise("ride-out")
    ride.waits_until_painted("plate", 1, theme="dark")  # the board has followed the page into the night
    ride.click("area:c2")
    ride.says("✓ Right")
    lesson.shown.screenshot("lesson-00-ride-out-390-dark")
    assert lesson.attempts("ride-out") == [("right", "move north")]

    course = lesson.shown.page.get_by_role("group", name="Map of the course")
    course.wait_for()
    words = lesson.shown.outputs.locator(".mw-map-words")
    words.locator("summary").click()

    asked = lesson.exercise("whose-turn")
    asked.box.get_by_text("Walk north to c3 in one go").click()
    asked.press("Check")
    asked.says("✗ Not so")
    asked.says("That is two areas")
    asked.box.get_by_text("Walk north to c2").click()
    asked.press("Check")
    asked.says("✓ Right")

    # Nothing sticks out of a page as narrow as a phone.
    wide = lesson.shown.page.locator(".mw-exercise").evaluate_all("all => all.map(e => [e.scrollWidth, e.clientWidth])")
    assert len(wide) == len(read_lesson(find_lesson("00-start-here")).exercises)
    assert all(content <= room + 1 for content, room in wide), wide

    # The map follows what was done, with another picture in its place: only then is it looked at. Its list stays open.
    words.locator("li").first.get_by_text("2 of ").wait_for()
    assert words.get_attribute("open") is not None
    course.scroll_into_view_if_needed()
    assert course.is_visible()
    assert lesson.shown.outputs.locator(".mw-map-list a").count() == len(COURSE)
    lesson.shown.screenshot("lesson-00-map-390-dark")


def test_a_click_on_the_board_is_judged_and_kept(opened):
    """Lesson 2: the verdict beside the board with its rule, and the try in the progress before anything else happens."""
    lesson = opened("02-exploring")
    first = lesson.exercise("first-step")
    clicked = time.monotonic()
    first.click("area:c2")
    first.says("✓ Right")
    answered = time.monotonic() - clicked
    first.panel.locator("summary", has_text="Why?").click()
    first.says("explore.enter")
    assert lesson.attempts("first-step") == [("right", "move north")]
    assert answered < 5, f"{answered:.1f} s from click to answer"
    lesson.shown.screenshot("lesson-02-right")

    # A learner is not blocked: what is not allowed is refused, by its rule, and drawn on the board.
    trees = lesson.exercise("through-the-trees")
    trees.waits_until_painted("sand", 1)
    assert trees.painted("refused") == 0
    trees.click("area:d3")
    trees.says("✓ Right")  # the refusal is what this exercise asks for
    trees.panel.locator("summary", has_text="Why?").click()
    trees.says("move.one")
    trees.waits_until_painted("refused", 1)
    lesson.shown.screenshot("lesson-02-refused")

    # A double click is one try.
    way = lesson.exercise("the-way-round")
    way.button("→ East").dblclick()
    way.says("On the way")
    lesson.shown.wait_until_answered()
    assert [answer for _, answer in lesson.attempts("the-way-round")] == ["move east"]

    # Free play, on the board, with the wrong way first.
    tower = lesson.exercise("to-the-tower")
    for number, area in enumerate(("c2", "b1", "b2", "b3", "c3", "c4", "c5"), start=1):
        lesson.shown.wait_until_answered()
        tower.click(f"area:{area}")
        tower.box.locator(".mw-log li").nth(number - 1).wait_for(state="attached")
    tower.says("✓ Right")
    lesson.shown.screenshot("lesson-02-free-play")


def test_challenges_are_reckoned_in_view(opened):
    """Lesson 4: wrong and right numbers, typed; dice as dice, sums as sums; the order of a fight put right by keyboard."""
    lesson = opened("04-challenge", dark=True)
    score = lesson.exercise("rolands-score")
    score.write("7")
    score.says("✗ Not so")
    score.says("You have left something out")
    score.write("9")
    score.says("✓ Right")
    assert lesson.attempts("rolands-score") == [("wrong", "7"), ("right", "9")]
    lesson.shown.screenshot("lesson-04-reckoned-dark")

    sage = lesson.exercise("call-the-sage")
    sage.press("Meet Wizard with Sage")
    sage.says("✓ Right")
    assert sage.panel.get_by_role("img", name="die: 4").count() == 1
    assert sage.panel.get_by_role("img", name="die: 3").count() == 1
    assert re.search(r"die 4 \+ prowess 2 \+ Sage 2 = 8", sage.panel.inner_text())
    sage.board.scroll_into_view_if_needed()
    lesson.shown.screenshot("lesson-04-dice-dark")


def test_a_scene_goes_to_and_fro_and_an_order_is_made_by_keyboard(opened):
    """Lesson 7: a double click turns one page; an illegal meeting is refused with an arrow from whoever comes first."""
    lesson = opened("07-order-of-encounters")
    scene = lesson.exercise("one-by-one")
    pages = len(scene.session.frames)
    assert pages >= 9
    scene.box.get_by_text(f"1 of {pages}", exact=True).wait_for()
    scene.button("Begin →").dblclick()
    scene.box.get_by_text(f"2 of {pages}", exact=True).wait_for()
    lesson.shown.wait_until_answered()
    assert scene.box.get_by_text(f"2 of {pages}", exact=True).count() == 1
    scene.press("Go on →")
    scene.box.get_by_text(f"3 of {pages}", exact=True).wait_for()
    scene.press("← Back")
    scene.box.get_by_text(f"2 of {pages}", exact=True).wait_for()
    thrown = next(n for n, frame in enumerate(scene.session.frames) if frame.dice)
    for _ in range(thrown - 1):
        scene.press("Go on →")
    scene.box.get_by_text(f"{thrown + 1} of {pages}", exact=True).wait_for()
    assert scene.panel.get_by_role("img", name="die: 5").count() == 1
    lesson.shown.screenshot("lesson-07-scene")

    order = lesson.exercise("the-challengers")
    put_in_order_by_keyboard(order, ["Wild Boar", "Giant", "Dragon", "Wizard", "King"])
    order.says("✓ Right")
    lesson.shown.screenshot("lesson-07-order-by-keyboard")
    assert [outcome for outcome, _ in lesson.attempts("the-challengers")] == ["right"]

    rude = lesson.exercise("bad-manners")
    first = next(iter(rude.session.accepted()))[0]
    rude.press(label(first))
    rude.says("✓ Right")
    rude.waits_until_painted("refused", 1)
    lesson.shown.screenshot("lesson-07-refused")


def test_things_are_taken_on_the_board_and_hints_come_one_by_one(opened):
    """Lesson 8: a loose thing clicked at phone width, by day; a choice of several; two hints and the solution."""
    lesson = opened("08-things", width=390, height=844)
    order = lesson.exercise("last-of-all")
    order.press("Hint")
    order.says("Hint 1.")
    assert order.panel.get_by_text("Hint 2.").count() == 0
    order.press("Hint")
    order.says("Hint 2.")
    order.press("Solution")
    order.says("Solution.")
    assert [outcome for outcome, _ in lesson.attempts("last-of-all")] == ["hint", "hint", "solution"]
    lesson.shown.screenshot("lesson-08-hints-390")

    strong = lesson.exercise("how-strong")
    strong.box.get_by_role("textbox").first.fill("8")
    strong.press("Check")
    strong.says("✓ Right")
    lesson.shown.screenshot("lesson-08-strength-390")


def test_a_companion_is_won_in_free_play_and_a_chance_is_written_as_a_fraction(opened):
    """Lesson 9: several turns against what the lesson has fixed; the goal is met, and said to be."""
    lesson = opened("09-companions", dark=True)
    odds = lesson.exercise("in-the-saddle")
    for number, (answer, heading) in enumerate((("nearly half", "?"), ("1/2", "✗ Not so"), ("15/36", "✓ Right")), 1):
        odds.box.get_by_role("textbox").first.fill(answer)
        odds.press("Check")
        lesson.waits_for_attempt("in-the-saddle", number)
        odds.says(heading)

    play = lesson.exercise("a-word-of-advice")
    play.click("area:c2")
    lesson.waits_for_attempt("a-word-of-advice", 1)
    for number, press in enumerate(("Meet Sage", "Done", "↑ North", "Meet Princess with Sage"), start=2):
        play.press(press)
        lesson.waits_for_attempt("a-word-of-advice", number)
    play.says("✓ Right")
    lesson.shown.screenshot("lesson-09-free-play-dark")
    assert lesson.attempts("a-word-of-advice")[-1] == ("right", "meet princess with sage")


def test_a_joust_begins_with_a_click_on_the_other_knight(opened):
    """Lesson 10: the token on the board is the challenge; both dice and both sums are shown."""
    lesson = opened("10-jousts")
    joust = lesson.exercise("the-first-joust")
    joust.click("knight:guyon")
    joust.says("✓ Right")
    assert joust.panel.get_by_role("img", name="die: 5").count() == 1
    assert joust.panel.get_by_role("img", name="die: 3").count() == 1
    assert re.search(r"Britomart: die 5 .* = 9", joust.panel.inner_text())
    assert re.search(r"Guyon: die 3 .* = 7", joust.panel.inner_text())
    assert joust.button("Prize Tower").count() == 0, "what is solved is not played on"
    lesson.shown.screenshot("lesson-10-joust")


def test_a_race_against_another_knight_is_won_by_written_actions(opened):
    """Lesson 18: free play against a bot that plays its own turns, on a page of phone width, to the end of the game."""
    lesson = opened("18-whole-game", width=390, height=844, dark=True)
    race = lesson.exercise("the-race")
    for number, action in enumerate(race.session.exercise.solution, start=1):
        race.write(action)
        lesson.waits_for_attempt("the-race", number)
    race.says("✓ Right")
    assert lesson.attempts("the-race")[-1] == ("right", "leave")
    race.panel.scroll_into_view_if_needed()
    lesson.shown.screenshot("lesson-18-won-390-dark")


def test_boards_follow_the_page_into_the_night_and_the_recap_leads_to_the_rules(opened):
    """Lesson 1: boards turn dark with the page, and the recap leads to the ruling index."""
    lesson = opened("01-the-wood")
    page = lesson.shown.page
    first = lesson.exercise("from-the-gate")
    for scheme, other in (("light", "dark"), ("dark", "light")):
        page.emulate_media(color_scheme=scheme)
        first.waits_until_painted("board", 1, theme=scheme)
        assert first.painted("board", theme=other) == 0
    lesson.shown.screenshot("lesson-01-turned-dark")

    page.locator(".jp-MarkdownOutput").get_by_role("link", name="wood.halves", exact=True).click()
    rule = page.locator(".jp-MarkdownViewer").get_by_role("heading", name="wood.halves", exact=True)
    rule.wait_for()
    lesson.shown.screenshot("ruling-index")
    page.get_by_role("button", name=re.compile("^Back to")).click()
    first.box.wait_for()


def put_in_order_by_keyboard(shown, wanted):
    """Bring the rows of an order exercise into an order and press Check, with Tab-stops, Enter and Space alone."""
    now = [named(item) for item in shown.session.items]
    assert sorted(now) == sorted(wanted)
    assert now != wanted
    for place, name in enumerate(wanted):
        while now.index(name) > place:
            at = now.index(name)
            up = shown.box.get_by_role("button", name=f"{name}: one place earlier")
            up.focus()
            shown.shown.page.keyboard.press("Enter")
            shown.box.locator(".mw-row").nth(at - 1).get_by_text(name).wait_for()
            now[at - 1], now[at] = now[at], now[at - 1]
    shown.button("Check").focus()
    shown.shown.page.keyboard.press("Space")
