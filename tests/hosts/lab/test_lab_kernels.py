"""A kernel is kept ready: whoever begins a lesson gets it, in his folder and with his environment, and is shown no other."""

from __future__ import annotations

import asyncio
import os
from pathlib import Path

import pytest

pytest.importorskip("jupyter_server")

from jupyter_client.launcher import launch_kernel

from tutor.hosts.lab.lab_kernels import SpareKernels

#: What a kernel's namespace holds of itself.
OWN = {"In", "Out", "exit", "quit", "get_ipython", "open"}
NAMES = f"print(sorted(n for n in set(dir()) - {OWN} if not n.startswith('_')))"


async def told(kernels, kernel, code):
    """What code prints in a kernel."""
    heard = []
    client = kernels.get_kernel(kernel).client()
    client.start_channels(stdin=False)
    try:
        await client.wait_for_ready(timeout=60)
        await client.execute_interactive(
            code, timeout=60, output_hook=lambda message: heard.append(message["content"].get("text", ""))
        )
    finally:
        client.stop_channels()
    return "".join(heard).strip()


@pytest.fixture
def kernels(tmp_path, monkeypatch):
    monkeypatch.setattr(
        "jupyter_client.provisioning.local_provisioner.launch_kernel", launch_kernel
    )  # no copy of one that runs
    (tmp_path / "lessons").mkdir()
    return lambda: SpareKernels(root_dir=str(tmp_path))


async def ready(kernels):
    kernels.prepare()
    await kernels._preparing
    assert kernels.spare


def test_the_spare_kernel_is_taken_in_the_folder_and_environment_asked_for(kernels, tmp_path):
    async def taken():
        many = kernels()
        await ready(many)
        spare = many.spare
        assert many.list_kernels() == [], "nobody is shown a spare kernel"
        environment = {**os.environ, "JPY_SESSION_NAME": "lessons/02.ipynb", "MYSTIC_WOOD_LEARNER": "Ada"}
        begun = await many.start_kernel(path="lessons", kernel_name="python3", env=environment)
        try:
            assert begun == spare
            assert [kernel["id"] for kernel in many.list_kernels()] == [begun]
            loaded = (
                "import os, sys; "
                "print('tutor.hosts.lab.view' in sys.modules, os.getcwd(), os.environ['MYSTIC_WOOD_LEARNER'])"
            )
            assert await told(many, begun, NAMES) == "[]", "what was done beforehand leaves no name behind"
            assert await told(many, begun, loaded) == f"True {tmp_path / 'lessons'} Ada"
            await many.restart_kernel(begun)
            assert (await told(many, begun, loaded)).endswith(f"{tmp_path / 'lessons'} Ada"), (
                "started anew, it starts there"
            )
        finally:
            many._preparing.cancel()
            await many.shutdown_all(now=True)

    asyncio.run(taken())


def test_a_spare_kernel_that_has_died_is_not_taken(kernels, monkeypatch):
    monkeypatch.setattr("tutor.hosts.lab.lab_kernels.BEGINS", 1.0)

    async def taken():
        many = kernels()
        await ready(many)
        spare = many.spare
        many.get_kernel(spare).stop_restarter()
        await many.get_kernel(spare).provisioner.kill()
        begun = await many.start_kernel(path="", kernel_name="python3", env=dict(os.environ))
        try:
            assert begun != spare
            assert await told(many, begun, "print(6 * 7)") == "42"
            assert spare not in many
        finally:
            many._preparing.cancel()
            await many.shutdown_all(now=True)

    asyncio.run(taken())


def test_beginning_leaves_out_what_is_gone(monkeypatch, tmp_path):
    from tutor.hosts.lab.warm import begin

    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("GONE", "1")
    monkeypatch.setenv("STAYS", "1")
    begin(str(tmp_path), {"STAYS": "2"}, ["GONE"])
    assert "GONE" not in os.environ
    assert os.environ["STAYS"] == "2"
    assert Path.cwd() == tmp_path
