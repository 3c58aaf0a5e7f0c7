"""What all tests share."""

import gc
from collections.abc import Iterator
from importlib.util import find_spec
from itertools import count
from pathlib import Path

import pytest
from hypothesis import settings

from tutor.lessons.building import spare_address_grammar

spare_address_grammar()  # before anything imports nbformat

#: What needs a fuzzer that only the soak installs.
collect_ignore = [] if find_spec("atheris") else ["soak/guided.py"]

# The same examples every time, so that a red run is red again; no deadline, since machines differ in speed.
settings.register_profile("mystic-wood", derandomize=True, deadline=None, print_blob=True)
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
    """What has been imported and collected stays to the end: the garbage collector need not go through it again and again."""
    gc.collect()
    gc.freeze()


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """What takes its time comes first: then no worker is left with it alone at the end."""
    items.sort(key=lambda item: item.get_closest_marker("heavy") is None)
