"""A class in Chromium, and forty pupils over WebSockets: a whole lesson, exercise by exercise, five of them hostile, ten lost and
back, the server killed in the middle; three mistakes in an order on the stage; the end, and nothing left of it."""

from __future__ import annotations

import asyncio
import contextlib
import csv
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect
from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

from bench.classroom import asked, seat
from tests.browser.harness import ARTEFACTS
from tests.browser.phones import Phone, all_go, beside
from tests.browser.served import Served
from tests.support.at_lesson import right, wrong
from tutor.content.lessons.course import load_lesson
from tutor.teach.exercise.exercise import Exercise

pytestmark = [pytest.mark.browser]
#: So long the whole lesson may take, however slow the machine, in seconds.
LESSON_TAKES = 900.0
PUPILS, HOSTILE, LOST = 40, 5, 10
LESSON = "07-order-of-encounters"
#: The exercise before which ten are lost, and the one before which the server is killed.
LOST_AT, KILLED_AT = 3, 6
SCRIPT = '<script>alert("x")</script>'


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Served]:
    found = Served(tmp_path / "data", ("class", "--alone"))
    found.start()
    yield found
    found.end()


def name_of(number: int) -> str:
    """What a phone is called: the hostile ones first, one of them by a script."""
    return SCRIPT if not number else f"Eve-{number}" if number < HOSTILE else f"Pupil-{number:02}"


def errs(number: int, place: int, exercise: Exercise) -> bool:
    """Whether a pupil answers wrong before he answers right."""
    return (number + place) % 3 == 0 and wrong(exercise) is not None


class Lesson:
    """The lesson as forty go through it. ``done`` counts the exercises that honest pupils have solved."""

    def __init__(self, server: Served) -> None:
        self.server, self.done, self.killed = server, 0, False
        self.exercises = load_lesson(LESSON).exercises
        self.phones: list[Phone] = []

    async def held(self) -> None:
        """All come in and work, the hostile beside them; in the middle the server is killed and started again."""
        root = "/".join(self.server.door.split("/")[:3])
        names = [
            name_of(number).replace("<", "%3C").replace(">", "%3E").replace("/", "%2F") for number in range(PUPILS)
        ]
        seats = await asyncio.gather(*(seat(self.server.door, name) for name in names))
        self.phones = [Phone(root, path, number) for number, path in enumerate(seats)]
        await asyncio.gather(*(phone.comes() for phone in self.phones))
        await asyncio.gather(
            self.dies(),
            *(self.works(phone) for phone in self.phones[HOSTILE:]),
            *(self.disturbs(phone) for phone in self.phones[:HOSTILE]),
        )
        await asyncio.gather(
            *(self.disturbs(phone) for phone in self.phones[:HOSTILE])
        )  # the new server is told as well

    async def dies(self) -> None:
        while self.done < KILLED_AT * (PUPILS - HOSTILE):
            await asyncio.sleep(0.05)
        await asyncio.to_thread(self.server.kill)
        await asyncio.to_thread(self.server.start)
        self.killed = True

    async def works(self, phone: Phone) -> None:
        """A pupil goes through the lesson."""
        for place, exercise in enumerate(self.exercises):
            if place == LOST_AT and phone.number < HOSTILE + LOST:
                await phone.goes()
                await asyncio.sleep(1.0)
                await phone.comes()
            await phone.does(f"step:{exercise.id}")
            bad = wrong(exercise) if errs(phone.number, place, exercise) else None
            for sent in ([bad] if bad is not None else []) + right(exercise):
                await phone.does(sent.target, sent.values)
            self.done += 1

    async def disturbs(self, phone: Phone) -> None:
        """What somebody tries who wants to spoil it for the others."""
        with contextlib.suppress(WebSocketException, OSError, EOFError, AssertionError):
            await phone.comes()  # he was cut off before
            for target in ("do:pause", "forget", "put:ready", "drive:1:reveal", "card:pupil p9", "do:out p9", "check"):
                await phone.touches(target, picked=["99", SCRIPT])
            await phone.touches("try", write=[SCRIPT])
            for forged in ({"kind": "touch"}, {"kind": "ready", "version": -1}, {"by": "teacher"}, []):
                await phone.says(forged)  # type: ignore[arg-type]
            tabs = [await connect(str(phone.live), max_size=None) for _ in range(30)]
            for _ in range(400):
                await phone.says({"kind": "ping"})
            await asyncio.gather(*(tab.close() for tab in tabs))
        for path in (f"/seat/{'x' * 16}/", "/class/", "/stage/clicker/"):
            with contextlib.suppress(OSError, IndexError):
                head, _ = await asked(phone.root + path)
                assert " 200" not in head.split("\r\n", maxsplit=1)[0], path
        for path in ("/live/class/teacher", "/live/stage/clicker", f"/live/seat/{'x' * 16}"):
            with contextlib.suppress(OSError, EOFError, WebSocketException):
                wire = await connect(phone.root.replace("http", "ws") + path)
                await wire.send('{"kind": "ready", "version": 0, "link": "x"}')
                raise AssertionError(f"{path} answered {await wire.recv()!r}")


def standing(teacher: Page) -> dict[str, list[str]]:
    """The dots of every pupil, as they stand on the teacher's page."""
    rows = teacher.locator(".cl-row").evaluate_all(
        "rows => rows.map(row => [row.querySelector('.cl-name').textContent,"
        " [...row.querySelectorAll('.cl-dot')].map(dot => dot.className.replace(/cl-dot|cl-now|cl-/g, '').trim())])"
    )
    return dict(rows)


def test_a_whole_lesson_of_forty_loses_nothing(server: Served, browser: Browser) -> None:
    ARTEFACTS.mkdir(exist_ok=True)
    teacher, screen, pupil = opened(server, browser)
    frames: list[str] = []
    screen.on("websocket", lambda wire: wire.on("framereceived", lambda frame: frames.append(str(frame))))
    screen.reload()
    lesson = Lesson(server)
    done = beside(LESSON_TAKES)
    done(lesson.held())
    assert lesson.killed

    teacher.goto(server.page("/class/"))
    wanted = {
        name_of(phone.number): [
            "mended" if errs(phone.number, place, each) else "right" for place, each in enumerate(lesson.exercises)
        ]
        for phone in lesson.phones[HOSTILE:]
    }
    expect(teacher.locator(".cl-row")).to_have_count(PUPILS + 1)
    stood = {}
    for _ in range(100):  # the page is told in a moment
        stood = standing(teacher)
        if all(stood.get(name) == dots for name, dots in wanted.items()):
            break
        teacher.wait_for_timeout(100)
    assert {name: stood.get(name) for name in wanted} == wanted
    told = " ".join(teacher.locator(".cl-told").all_inner_texts())
    assert "far too much" in told or "tabs" in told, "who disturbs is told to the teacher"
    expect(teacher.locator(".cl-count").first).to_have_text(f"{len(wanted) + 1} here")
    teacher.screenshot(path=ARTEFACTS / "class-end-of-lesson.png")

    expect(pupil.locator("[data-value=write]")).to_have_value("41")  # half written, the server killed meanwhile
    for phone in lesson.phones[HOSTILE:]:
        others = [name_of(number) for number in range(PUPILS) if number != phone.number]
        assert not any(other in frame for frame in phone.frames for other in others), phone.number
    assert not any("<script>alert" in frame for phone in lesson.phones[HOSTILE:] for frame in (*phone.frames, *frames))
    assert not any(name_of(number) in frame for frame in frames for number in range(PUPILS)), (
        "no name reaches the screen"
    )

    in_an_order(teacher, screen)
    ended(teacher, pupil, server)
    done(all_go(lesson.phones))


def opened(server: Served, browser: Browser) -> tuple[Page, Page, Page]:
    """The teacher's page with the lesson open, the screen, and a pupil's phone with something half written."""
    teacher = browser.new_page(viewport={"width": 1280, "height": 800})
    teacher.goto(server.address)
    teacher.locator('[data-target="card:open"]').click()
    teacher.locator(f'[data-target="do:open lesson/{LESSON}"]').click()
    screen = browser.new_page(viewport={"width": 1920, "height": 1080})
    screen.goto(server.page("/stage/"))
    expect(screen.locator(".st-rows li")).to_have_count(len(load_lesson(LESSON).exercises))
    context: BrowserContext = browser.new_context(viewport={"width": 390, "height": 844})
    pupil = context.new_page()
    pupil.goto(server.door)
    pupil.fill("#name", "Chromium")
    pupil.locator("button", has_text="Ride in").click()
    pupil.locator('[data-target="step:how-many-first"]').click()
    pupil.locator('[data-value=write][placeholder="a number"]').fill("41")
    return teacher, screen, pupil


def in_an_order(teacher: Page, screen: Page) -> None:
    """Three mistakes lie ready, the last is moved to the front, and all are shown one after another."""
    items = teacher.locator('[data-order="ready"] [data-item]')
    for number in range(3):
        teacher.locator('.cl-group [data-target^="do:ready"]').first.click()
        expect(items).to_have_count(number + 1)
    for place in (2, 1):
        items.nth(place).locator(".mwb-earlier").click()
    wanted = [str(items.nth(n).get_attribute("data-name")) for n in range(3)]
    teacher.locator('[data-target="put:ready"]').click()
    for said in wanted:
        expect(screen.locator(".st-side h1")).to_contain_text(said.strip("“”…")[:30].strip())
        teacher.locator(".cl-go", has_text="Show the answer").click()
        expect(screen.locator(".st-answer small").first).to_be_visible()  # the rule, and where it stands
        screen.screenshot(path=ARTEFACTS / "class-mistake.png")
        if said != wanted[-1]:
            teacher.locator(".cl-go", has_text="Next").click()
    teacher.locator('[data-target="do:front off"]').click()
    expect(screen.locator(".st-rows")).to_be_visible()


def ended(teacher: Page, pupil: Page, server: Served) -> None:
    """The table, the end for all, what a pupil takes along; then the class is deleted, and nothing is left of it."""
    teacher.locator('[data-target="card:end"]').click()
    with teacher.expect_download() as loading:
        teacher.locator('[data-target="save:csv"]').click()
    rows = list(csv.reader(Path(loading.value.path()).read_text("utf-8").splitlines()))
    assert len(rows) == PUPILS + 2
    table = {row[0]: row for row in rows}
    assert table[name_of(HOSTILE)][1] == str(len(load_lesson(LESSON).exercises))
    teacher.locator('[data-target="do:end"]').click()
    expect(pupil.locator(".cl-sheet h2")).to_have_text("Well done")
    with pupil.expect_download() as taken:
        pupil.locator("text=Take it with you").click()
    assert "attempts" in Path(taken.value.path()).read_text("utf-8")
    teacher.locator('[data-target="card:end"]').click()
    teacher.locator('[data-target="card:forget"]').click()
    teacher.locator('[data-target="forget"]').click()
    expect(pupil.locator("body")).to_contain_text("deleted")
    kept = b"".join(path.read_bytes() for path in (server.folder / "class").iterdir())
    assert b"Pupil-" not in kept
    assert b"Chromium" not in kept
