"""Golden text: how an answer is put on a line, how the files are written, and that they are whole; every game's tests use it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from pathlib import Path

from engine.contract.verdicts import IllegalAction
from engine.text.faults import Faulty


def answer(ask: Callable[[], object], codes: bool = False) -> str:
    """What is answered, or the faults, the verdict or the error it is refused with; ``codes``: each fault with its code."""
    try:
        return f"answered: {ask()}"
    except Faulty as faulty:
        told = [f"{fault.where.rpartition('/')[2]}: {fault.what}. {fault.fix}" for fault in faulty.faults]
        return " | ".join(
            f"{line} [{fault.code}]" if codes else line for line, fault in zip(told, faulty.faults, strict=True)
        )
    except IllegalAction as refusal:
        return str(refusal)
    except KeyError as unknown:
        return f"KeyError {unknown}"


def write(folder: Path, texts: Mapping[str, Callable[[], str]]) -> None:
    """Write the files of a folder anew, each by its name."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, made in texts.items():
        (folder / f"{name}.txt").write_text(made(), encoding="utf-8")
        print(f"written: {name}")


def read(folder: Path, name: str) -> str:
    """One of the files of a folder."""
    return (folder / f"{name}.txt").read_text(encoding="utf-8")


def check_whole(
    folder: Path, games: Iterable[str], steps: int, rules: Iterable[str], beside: Iterable[str] = ()
) -> None:
    """The files of these games are there, none but those ``beside`` them, with more than so many steps, and these rules."""
    listed = sorted(games)
    assert sorted(file.stem for file in folder.glob("*.txt")) == sorted([*listed, *beside])
    text = "".join(read(folder, game) for game in listed)
    assert text.count("\n> ") > steps
    for rule in rules:
        assert rule in text, rule
