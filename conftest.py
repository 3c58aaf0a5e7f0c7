"""The kernels that run the notebooks in the tests.

Every notebook has a kernel of its own, in a process of its own. What takes most of a kernel's start is importing, so that is done
once: in a process that does nothing else, and of which each kernel is a copy (``multiprocessing``'s fork server).

A kernel of nbval's is given five free ports, which are closed again until it opens them itself. Notebooks run side by side, and
if anything takes one of the ports in between, the kernel dies before it has answered. Then it is started anew with other ports,
as Jupyter's own server does, and what it said is shown.
"""

from __future__ import annotations

import multiprocessing
import sys
import tempfile
from collections.abc import Generator
from pathlib import Path
from typing import Any

import pytest
from _pytest.doctest import DoctestModule

from tests.support.kernels import copied

pytest_plugins = ["tests.costs"]

#: So many times a kernel is started before the notebook counts as broken.
STARTS = 3
#: What is imported before the kernels are copied.
IMPORTED = [
    "ipykernel.kernelapp",
    "ipykernel.ipkernel",
    "ipykernel.debugger",
    "psutil",
    "matplotlib_inline.backend_inline",
    "tutor.hosts.lab",
    "tests.support.kernels_ready",
]


@pytest.hookimpl(wrapper=True)
def pytest_collect_file(file_path: Path) -> Generator[None, list[pytest.Collector], list[pytest.Collector]]:
    """Modules without an example are not searched for one, object by object."""
    found = yield
    return [each for each in found if not isinstance(each, DoctestModule) or b">>>" in file_path.read_bytes()]


def pytest_configure(config: pytest.Config) -> None:
    """Let nbval start its kernels as said above, and write no message of theirs out for a log that nobody reads."""
    if not any(map(config.pluginmanager.hasplugin, ("nbval", "nbval.plugin"))):
        return  # nothing here runs notebooks
    from jupyter_client.provisioning import local_provisioner
    from nbval import kernel as nbval

    if "forkserver" in multiprocessing.get_all_start_methods():
        multiprocessing.get_context("forkserver").set_forkserver_preload(IMPORTED)
        local_provisioner.launch_kernel = copied  # type: ignore[assignment, attr-defined]
    assert nbval.pformat, "it took a third of nbval's time"
    nbval.pformat = lambda told: told  # written out where somebody reads the log
    start_once = nbval.start_new_kernel

    def start(starts: int = STARTS, **given: Any) -> Any:
        with tempfile.NamedTemporaryFile() as said:
            try:
                return start_once(**{**given, "stderr": said})
            except RuntimeError as died:
                said.seek(0)
                print(f"{died}; it said:\n{said.read().decode(errors='replace')[-4000:]}", file=sys.stderr)
                if starts == 1:
                    raise
        return start(starts - 1, **given)

    nbval.start_new_kernel = start
