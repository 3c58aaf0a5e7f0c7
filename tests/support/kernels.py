"""A notebook's kernel as a copy of one process that has imported everything.

It stands in a module of its own, since the copy finds what it is to do (``be_kernel``) by the name of its module, and pytest
may import a ``conftest.py`` twice.
"""

from __future__ import annotations

import multiprocessing
import os
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any


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
    process = context.Process(
        target=be_kernel, args=(command[command.index("-f") :], cwd or str(Path.cwd()), around, said, its)
    )
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
