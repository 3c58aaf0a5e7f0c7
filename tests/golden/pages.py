"""Golden pages: the facts of every exercise, every puzzle, and journeys through checker, editor and trainer, as readable text.

A moment tells each fact in a line, and after the first moment only what has changed: all words of a fact, or what came (+) and
what went (-) if that is shorter. ``-`` alone says that a fact is gone. After a change that is meant, write them anew with
``UPDATE_GOLDEN=1 pytest tests/pages/test_golden_pages.py`` (or ``python -m tests.golden.pages``) and read the differences.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.sources import ROOT
from tests.support.page_facts import EditorPage, Facts, TrainerWork, Work, lesson_work, puzzle_work
from tests.support.page_journeys import JOURNEYS, Journey
from tutor.content.lessons import read_lesson
from tutor.content.puzzles import book
from tutor.teach.review import DAY

FOLDER = ROOT / "tests" / "golden" / "pages"
LESSONS = {path.stem: path for path in sorted((ROOT / "lessons").glob("*.md"))}
COLLECTIONS = {collection.name: collection.puzzles for collection in book()}


def moment(name: str, now: Facts, before: Facts) -> Iterator[str]:
    """A moment in lines: what happened, and each fact that is not as it was before."""
    yield f"- {name}"
    for fact in (*now, *(gone for gone in before if gone not in now)):
        words, old = now.get(fact, ()), before.get(fact, ())
        if words == old:
            continue
        came = [f"+{word}" for word in words if word not in old]
        went = [f"-{word}" for word in old if word not in words]
        changed = [*came, *went]
        shorter = old and words and changed and len(changed) < len(words) // 2
        yield f"    {fact}: {' '.join(changed if shorter else words) or '-'}"


#: Looks at an exercise at each of its moments; True at the last.
Watch = Callable[[Work, bool], None]


def _nothing(work: Work, last: bool) -> None:
    pass


def worked(work: Work, watch: Watch) -> Iterator[str]:
    """An exercise: as it opens, after a hint, a wrong answer, the solution, the right answer."""
    exercise = work.exercise
    before: Facts = {}

    def told(name: str) -> Iterator[str]:
        nonlocal before
        now = work.facts()
        yield from moment(name, now, before)
        before = now
        watch(work, name.startswith("right "))

    yield ""
    yield f"== {exercise.id}: {exercise.kind}, {exercise.name}"
    yield from told("opened")
    helps = any(tool.id == "hint" for tool in work.shown().tools)
    if helps:
        work.press("hint")
        yield from told("hint")
    wrong = work.wrong()
    if wrong is not None:
        work.answer(wrong)
        yield from told(f"wrong {_words(wrong)}")
        work.begin_again()
    if helps:
        work.press("solution")
        yield from told("solution")
    right = work.right()
    work.answer(right)
    yield from told(f"right {_words(right)}")


def _words(answer: object) -> str:
    """An answer in a line. What is built is no line."""
    if isinstance(answer, str):
        return answer if "\n" not in answer else "the shortest known"
    return ", ".join(map(str, answer)) if isinstance(answer, tuple) else "nothing laid"


def _works(works: Iterable[Work], watch: Watch, chosen: Iterable[str] | None) -> str:
    """All of them, or those chosen: what comes after the last of these is not even opened."""
    lines: list[str] = []
    left = None if chosen is None else set(chosen)
    for work in works:
        if left is None or work.exercise.id in left:
            lines += worked(work, watch)
        if left is not None:
            left.discard(work.exercise.id)
            if not left:
                break
    return "\n".join(lines).lstrip() + "\n"


def journey(travelled: Journey) -> Iterator[str]:
    """A way through the checker or the editor: a line for each touch, and what it changes."""
    editing = EditorPage(travelled.where)
    before = editing.facts()
    yield ""
    yield f"== {travelled.name}"
    if travelled.whole:
        yield from moment("opened", before, {})
    for line in travelled.touches:
        verb, _, rest = line.partition(" ")
        handle = rest.split(" to ")[0].split(" = ")[0] if verb not in ("ask", "follow", "escape") else "ask"
        there = editing.offers(handle)
        if verb == "drag":
            source, to = rest.split(" to ")
            editing.touch("drag", source, to)
        elif verb == "type":
            field, text = rest.split(" = ")
            editing.touch("type", field, text=text)
        elif verb == "ask":
            editing.touch("enter", "ask", text=rest)
        else:
            editing.touch(verb, rest)
        now = editing.facts()
        yield from moment(line if there else f"{line} (which is not on the page)", now, before)
        before = now


def training(travelled: Journey) -> Iterator[str]:
    """A way through the trainer: a line for each thing done, and what it changes."""
    with TemporaryDirectory() as folder:
        work = TrainerWork(Path(folder))
        before = work.facts()
        yield ""
        yield f"== {travelled.name}"
        if travelled.whole:
            yield from moment("opened", before, {})
        for line in travelled.touches:
            verb, _, rest = line.partition(" ")
            work.clock.now += 20
            if verb == "click":
                work.press(rest)
            elif verb == "wish":
                work.wish(*rest.split(" = "))
            elif verb in ("right", "wrong"):
                work.answer(work.right() if verb == "right" else work.wrong())
            else:
                work.clock.now += DAY * int(verb)
            now = work.facts()
            yield from moment(line, now, before)
            before = now


def _journeys(where: str, watch: Watch = _nothing, chosen: Iterable[str] | None = None) -> str:
    way = training if where == "trainer" else journey
    told = (line for each in JOURNEYS if each.where == where for line in way(each))
    return "\n".join(told).lstrip() + "\n"


def lesson_page(name: str, watch: Watch = _nothing, chosen: Iterable[str] | None = None) -> str:
    """The facts of every exercise of a lesson, or of those chosen."""
    return _works(lesson_work(read_lesson(LESSONS[name])), watch, chosen)


def collection_page(name: str, watch: Watch = _nothing, chosen: Iterable[str] | None = None) -> str:
    """The facts of every puzzle of a collection, or of those chosen."""
    return _works(puzzle_work(COLLECTIONS[name]), watch, chosen)


#: Each file of golden pages, and what writes it.
PAGES: dict[str, Callable[..., str]] = {
    **{f"lesson-{name}": partial(lesson_page, name) for name in LESSONS},
    **{f"puzzles-{name}": partial(collection_page, name) for name in COLLECTIONS},
    **{where: partial(_journeys, where) for where in ("checker", "editor", "trainer")},
}


def written(name: str) -> str:
    """What is written down; "" if nothing is."""
    file = FOLDER / f"{name}.txt"
    return file.read_text(encoding="utf-8") if file.exists() else ""


def blocks(text: str) -> dict[str, str]:
    """The blocks of a file: by the id of the exercise, or the words of the journey, each is about."""
    return {block.partition(":")[0]: f"== {block.rstrip()}" for block in f"\n{text}".split("\n== ")[1:]}


def write(name: str) -> None:
    """Write one anew."""
    FOLDER.mkdir(exist_ok=True)
    (FOLDER / f"{name}.txt").write_text(PAGES[name](), encoding="utf-8")


if __name__ == "__main__":
    for each in PAGES:
        write(each)
