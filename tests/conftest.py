"""What all tests share."""

from importlib.util import find_spec
from pathlib import Path

import pytest
from hypothesis import settings

#: What needs a fuzzer that only the soak installs.
collect_ignore = [] if find_spec("atheris") else ["soak/guided.py"]

# The same examples every time, so that a red run is red again; no deadline, since machines differ in speed.
settings.register_profile("mystic-wood", derandomize=True, deadline=None, print_blob=True)
settings.load_profile("mystic-wood")


@pytest.fixture(autouse=True)
def learners_own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A data folder of its own for every test, so that none touches the progress of whoever runs the tests."""
    folder = tmp_path / "learner"
    monkeypatch.setenv("MYSTIC_WOOD_DATA", str(folder))
    return folder


@pytest.fixture(scope="session")
def project() -> Path:
    """The root of the project."""
    return Path(__file__).parent.parent
