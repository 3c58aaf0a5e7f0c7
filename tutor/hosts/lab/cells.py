"""What each cell of a notebook shows now. A cell that is run once more has no use for what it has shown before."""

from __future__ import annotations

from typing import Protocol


class Closing(Protocol):
    """Something that can be given back."""

    def close(self) -> None: ...


#: By the cell's id: the message that ran it last, and what has been shown since.
_SHOWN: dict[str, tuple[str, list[Closing]]] = {}


def takes_its_place(shown: Closing) -> None:
    """Something is shown in the cell that is being run: what an earlier run of the cell has shown is closed."""
    cell, run = _now()
    if not cell:
        return
    run_before, before = _SHOWN.get(cell, (run, []))
    if run_before != run:
        for each in before:
            if each is not shown:
                each.close()
        before = []
    _SHOWN[cell] = run, [*(each for each in before if each is not shown), shown]


def _now() -> tuple[str, str]:
    """The id of the cell that is being run, and of the message that runs it; two "" outside a notebook."""
    from IPython import get_ipython

    shell = get_ipython()
    parent = shell.get_parent() if shell is not None and hasattr(shell, "get_parent") else {}
    return str(parent.get("metadata", {}).get("cellId", "")), str(parent.get("header", {}).get("msg_id", ""))
