"""The kernels that run the notebooks in the tests.

Every notebook has a kernel of its own, in a process of its own. What takes most of a kernel's start is importing, so that is done
once: in a process that does nothing else, and of which each kernel is a copy (``multiprocessing``'s fork server).

A kernel of nbval's is given five free ports, which are closed again until it opens them itself. Notebooks run side by side, and
if anything takes one of the ports in between, the kernel dies before it has answered. Then it is started anew with other ports,
as Jupyter's own server does, and what it said is shown.
"""

from __future__ import annotations

import multiprocessing
import os
import sys
import tempfile
from collections.abc import Generator, Mapping
from pathlib import Path
from typing import Any

import pytest
from _pytest.doctest import DoctestModule

#: So many times a kernel is started before the notebook counts as broken.
STARTS = 3
#: What is imported before the kernels are copied.
IMPORTED = ["ipykernel.kernelapp", "ipykernel.ipkernel", "matplotlib_inline.backend_inline", "tutor.jupyter"]


@pytest.hookimpl(wrapper=True)
def pytest_collect_file(file_path: Path) -> Generator[None, list[pytest.Collector], list[pytest.Collector]]:
    """Modules without an example are not searched for one, object by object."""
    found = yield
    return [each for each in found if not isinstance(each, DoctestModule) or b">>>" in file_path.read_bytes()]


def pytest_configure(config: pytest.Config) -> None:
    """Let nbval start its kernels as said above."""
    if not config.pluginmanager.hasplugin("nbval"):
        return  # nothing here runs notebooks
    from jupyter_client.provisioning import local_provisioner
    from nbval import kernel as nbval

    if "forkserver" in multiprocessing.get_all_start_methods():
        multiprocessing.get_context("forkserver").set_forkserver_preload(IMPORTED)
        local_provisioner.launch_kernel = copied  # type: ignore[assignment]
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


class Kernel:
    """A kernel's process, with as much of ``subprocess.Popen`` as Jupyter's client asks of one."""

    stdin = stdout = stderr = None

    def __init__(self, process: Any) -> None:
        self.process = process
        self.pid: int = process.pid

    def poll(self) -> int | None:
        """How it ended; None while it runs."""
        code: int | None = self.process.exitcode
        return code

    @property
    def returncode(self) -> int | None:
        """The same."""
        return self.poll()

    def wait(self, timeout: float | None = None) -> int | None:
        """Wait until it has ended."""
        self.process.join(timeout)
        return self.poll()

    def send_signal(self, number: int) -> None:
        """Send it a signal, if it still runs."""
        if self.poll() is None:
            os.kill(self.pid, number)

    def terminate(self) -> None:
        """Ask it to end."""
        self.process.terminate()

    def kill(self) -> None:
        """End it."""
        self.process.kill()


def copied(
    command: list[str], *, cwd: str | None = None, env: Mapping[str, str] | None = None, stderr: Any = None, **_: Any
) -> Kernel:
    """In the place of ``jupyter_client.launcher.launch_kernel``: the kernel of that command, as a copy."""
    context = multiprocessing.get_context("forkserver")
    mine, its = context.Pipe(duplex=False)
    said = stderr.name if stderr is not None else os.devnull
    around = dict(os.environ if env is None else env)
    around.pop("JPY_PARENT_PID", None)  # its parent is the fork server
    process = context.Process(target=be_kernel, args=(command[command.index("-f") :], cwd or str(Path.cwd()), around, said, its))
    process.start()
    its.close()
    try:
        mine.recv()  # it has a process group of its own, which Jupyter will end as a whole
    except EOFError:
        process.join()
    return Kernel(process)


def be_kernel(arguments: list[str], folder: str, around: dict[str, str], said: str, begun: Any) -> None:
    """Be a kernel until it is shut down, in a process group, a folder and surroundings of its own."""
    os.setsid()
    begun.send(True)
    begun.close()
    with Path(said).open("ab") as file:
        os.dup2(file.fileno(), 1)
        os.dup2(file.fileno(), 2)
    os.environ.clear()
    os.environ.update(around)
    os.chdir(folder)
    sys.argv = ["ipykernel_launcher", *arguments]
    from ipykernel.kernelapp import IPKernelApp

    IPKernelApp.launch_instance(argv=arguments)
