"""JupyterLab on the lessons, started by the web server when it is wanted."""

from __future__ import annotations

import re
import subprocess
import sys
import threading


class Lessons:
    """JupyterLab on the lessons (`tutor lab`), started when the first of them is opened."""

    def __init__(self) -> None:
        self._running: subprocess.Popen[str] | None = None
        self._first = ""
        self._lock = threading.Lock()

    def address(self, name: str) -> str:
        """Where the lesson is open, once it is; "" if there is no such lesson or JupyterLab does not start."""
        from tutor.content.lessons import course

        if name not in {entry.name for entry in course()}:
            return ""
        with self._lock:
            if self._running is None or self._running.poll() is not None:
                self._first = self._start(name)
            return re.sub(r"[^/?]+\.ipynb", f"{name}.ipynb", self._first)

    def _start(self, name: str) -> str:
        command = [sys.executable, "-P", "-m", "tutor", "lab", name, "--no-browser", "--until-input-ends"]
        self._running = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        for line in self._running.stdout or ():
            if found := re.search(r"http://\S+", line):
                return found.group()
        return ""

    def close(self) -> None:
        """Stop JupyterLab, if it was started."""
        if self._running is None or self._running.poll() is not None:
            return
        self._running.terminate()
        try:
            self._running.wait(timeout=10)
        except subprocess.TimeoutExpired:
            self._running.kill()
