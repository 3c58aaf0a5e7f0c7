"""Where things lie: the lessons and puzzles that come with the tutor, and what a learner keeps."""

import os
import tempfile
from pathlib import Path

import platformdirs

#: Set it to keep everything a learner has (progress, notebooks, settings) in a folder of one's own choice.
DATA_VARIABLE = "MYSTIC_WOOD_DATA"
#: Set to "1", Python imports nothing from the folder it is started in: no file that lies beside a notebook is taken for a module.
SAFE_PATH_VARIABLE = "PYTHONSAFEPATH"


def shipped(what: str) -> Path:
    """The folder of "lessons" or "puzzles" that comes with the tutor; it is there to be read, not written.

    A wheel carries them inside the package, a clone beside it. Raises FileNotFoundError if neither is so.
    """
    package = Path(__file__).parent
    for folder in (package / f"_{what}", package.parent / what):
        if folder.is_dir():
            return folder
    raise FileNotFoundError(f"There is no folder {what!r} with the tutor: install it again, or run it from a clone.")


def data_folder() -> Path:
    """The learner's own folder, made if need be: `MYSTIC_WOOD_DATA` if set, else where this system keeps user data."""
    chosen = os.environ.get(DATA_VARIABLE)
    folder = Path(chosen).expanduser() if chosen else platformdirs.user_data_path("mystic-wood-tutor", appauthor=False)
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def write_whole(path: Path, content: str | bytes) -> Path:
    """Write a file so that it is there whole or as it was before, whatever happens in between; return its path."""
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, scratch = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content.encode() if isinstance(content, str) else content)
            file.flush()
            os.fsync(file.fileno())
        Path(scratch).replace(path)
    except BaseException:
        Path(scratch).unlink(missing_ok=True)
        raise
    return path
