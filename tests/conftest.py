"""What all tests share."""

import gc
import os
from collections.abc import Iterator
from importlib.util import find_spec
from itertools import count
from pathlib import Path

import pytest
from hypothesis import settings

from tutor.content.lessons.building import spare_address_grammar

spare_address_grammar()  # before anything imports nbformat
gc.disable()  # nothing that is imported and collected goes away again (pytest_collection_finish)

#: What needs a fuzzer that only the soak installs.
collect_ignore = [] if find_spec("atheris") else ["soak/guided.py"]

# The same examples every time, so that a red run is red again; no deadline, since machines differ in speed. A test that does not
# say how many it wants gets the first forty of a hundred; CI tries all.
EXAMPLES = 100 if os.environ.get("DEEP") else 40
settings.register_profile("mystic-wood", derandomize=True, deadline=None, print_blob=True, max_examples=EXAMPLES)
settings.load_profile("mystic-wood")


@pytest.fixture(scope="session")
def learners(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Folders that are not there yet, one after another."""
    root = tmp_path_factory.mktemp("learners")
    return (root / str(number) for number in count())


@pytest.fixture(autouse=True)
def learners_own_folder(learners: Iterator[Path], monkeypatch: pytest.MonkeyPatch) -> Path:
    """A data folder of its own for every test, so that none touches the progress of whoever runs the tests.

    It is made by whatever keeps something in it: most of the tests keep nothing.
    """
    folder = next(learners)
    monkeypatch.setenv("MYSTIC_WOOD_DATA", str(folder))
    return folder


@pytest.fixture(scope="session")
def project() -> Path:
    """The root of the project."""
    return Path(__file__).parent.parent


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Where no browser test is wanted, what drives browsers is not even imported."""
    if collection_path.name == "browser" and config.option.markexpr.startswith("not browser"):
        return True
    return None


def pytest_collection_finish() -> None:
    """What has been imported and collected stays to the end: the garbage collector need not go through it again and again.

    Later it looks after every 50,000 new objects, not every 700: a page is made of thousands that all go away by themselves. What
    has lived long is hardly ever gone through: it is what is kept to the end, millions of objects, of which a second goes by.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 100)
    gc.enable()


#: What many tests try one after the other: lessons and collections of puzzles, by the names of their files.
SUBJECTS = frozenset(
    path.stem
    for folder, kind in (("lessons", "md"), ("puzzles", "toml"))
    for path in (Path(__file__).parent.parent / folder).glob(f"*.{kind}")
)


def subject(item: pytest.Item) -> str:
    """The lesson or the collection a test is about, by its parameters; "" for none."""
    for value in getattr(getattr(item, "callspec", None), "params", {}).values():
        told = [str(getattr(value, name, "")) for name in ("collection", "stem", "name", "key")]
        for text in (*told, value if isinstance(value, str) else ""):
            found = text.removeprefix("lesson-").removeprefix("puzzles-").partition("/")[0]
            if found in SUBJECTS:
                return found
    return ""


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """What takes its time comes first: then no worker is left with it alone at the end. What is about one lesson or collection
    comes together, so that a worker that has proved an exercise for one test still knows it for the next."""

    def place(item: pytest.Item) -> tuple[int, str]:
        about = subject(item)
        return (1, about) if about else (0 if item.get_closest_marker("heavy") else 2, "")

    items.sort(key=place)
