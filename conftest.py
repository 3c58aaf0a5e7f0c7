"""The kernels that run the notebooks in the tests.

A kernel of nbval's is given five free ports, which are closed again until it opens them itself. Notebooks run side by side, and
if anything takes one of the ports in between, the kernel dies before it has answered. Then it is started anew with other ports,
as Jupyter's own server does, and what it said is shown.
"""

from __future__ import annotations

import sys
import tempfile
from typing import Any

import pytest

#: So many times a kernel is started before the notebook counts as broken.
STARTS = 3


def pytest_configure(config: pytest.Config) -> None:
    """Let nbval start its kernels as said above."""
    if not config.pluginmanager.hasplugin("nbval"):
        return  # nothing here runs notebooks
    from nbval import kernel as nbval

    start_once = nbval.start_new_kernel

    def start(starts: int = STARTS, **given: Any) -> Any:
        with tempfile.TemporaryFile() as said:
            try:
                return start_once(**{**given, "stderr": said})
            except RuntimeError as died:
                said.seek(0)
                print(f"{died}; it said:\n{said.read().decode(errors='replace')[-4000:]}", file=sys.stderr)
                if starts == 1:
                    raise
        return start(starts - 1, **given)

    nbval.start_new_kernel = start
