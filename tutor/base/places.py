"""Where things lie: the tutor itself, the lessons and puzzles that come with the tutor, and what a learner keeps."""

import errno
import os
import tempfile
from contextlib import suppress
from pathlib import Path

import platformdirs

#: The folder of the tutor's own modules, and what it lies in: the project of a clone, or where packages are installed.
PACKAGE = Path(__file__).parents[1]
PROJECT = PACKAGE.parent
#: The front end as it is built.
FRONT_END = PACKAGE / "front" / "dist"
#: Set it to keep everything a learner has (progress, notebooks, settings) in a folder of one's own choice.
DATA_VARIABLE = "MYSTIC_WOOD_DATA"
#: Set to "1", Python imports nothing from the folder it is started in: no file that lies beside a notebook is taken for a module.
SAFE_PATH_VARIABLE = "PYTHONSAFEPATH"


def shipped(what: str) -> Path:
    """The folder of "lessons", "puzzles" or "stage" that comes with the tutor; it is there to be read, not written.

    A wheel carries them inside the package, a clone beside it. Raises FileNotFoundError if neither is so.
    """
    for folder in (PACKAGE / f"_{what}", PROJECT / what):
        if folder.is_dir():
            return folder
    raise FileNotFoundError(f"There is no folder {what!r} with the tutor: install it again, or run it from a clone.")


def data_folder() -> Path:
    """The learner's own folder, made if need be: `MYSTIC_WOOD_DATA` if set, else where this system keeps user data.

    Only he looks into it. A folder of his choice that was there before is left as it is; those made inside are his alone.
    """
    chosen = os.environ.get(DATA_VARIABLE)
    if not chosen:
        return private_folder(platformdirs.user_data_path("mystic-wood-tutor", appauthor=False))
    folder = Path(chosen).expanduser()
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    return folder


def private_folder(folder: Path) -> Path:
    """Make a folder into which only its owner looks, or close the one that is there, and return it.

    PermissionError if it belongs to somebody else, who could put into it what he likes.
    """
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    if hasattr(os, "geteuid"):
        there = folder.stat()
        if os.geteuid() not in (there.st_uid, 0):
            raise PermissionError(errno.EPERM, "it belongs to somebody else", str(folder))
        if there.st_mode & 0o077:
            with suppress(OSError):  # a file system that knows no rights
                folder.chmod(0o700)
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
    except BaseException as problem:
        Path(scratch).unlink(missing_ok=True)
        if isinstance(problem, OSError) and problem.filename is None:  # a full disk names no file
            problem.filename = str(path)
        raise
    return path
