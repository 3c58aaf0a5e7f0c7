"""What the page in the browser tells the kernel: whether it is light or dark, now and whenever that changes.

A kernel cannot see the page. JupyterLab may follow the system ("adaptive"), so that its settings do not say either. So each
exercise on the page tells which theme it finds there. Until one has, the settings and what was told last time must do.
"""

from __future__ import annotations

import os
import re
import weakref
from contextlib import suppress
from pathlib import Path
from typing import Protocol

from tutor.paint.theme import ThemeName
from tutor.places import data_folder, write_whole

_THEMES = Path("lab") / "user-settings" / "@jupyterlab" / "apputils-extension" / "themes.jupyterlab-settings"


class Follower(Protocol):
    """What is painted in the theme of the page."""

    def take_theme(self) -> None:
        """The page has another theme now."""


class Page:
    """The page the widgets of this kernel are shown on."""

    def __init__(self) -> None:
        self._told: ThemeName | None = None
        self._followers: weakref.WeakSet[Follower] = weakref.WeakSet()

    def tell(self, theme: str) -> None:
        """The page has said which theme it has; whatever follows it is told when that is news."""
        known: dict[str, ThemeName] = {"light": "light", "dark": "dark"}
        if theme not in known or known[theme] == self._told:
            return
        self._told = known[theme]
        with suppress(OSError):
            write_whole(_memory(), theme)
        for follower in list(self._followers):
            follower.take_theme()

    def follow(self, follower: Follower) -> None:
        """Have something told whenever the theme changes, for as long as it lives."""
        self._followers.add(follower)

    @property
    def theme(self) -> ThemeName:
        """The theme the page has said it has; until it has, the one it is likely to have."""
        return self._told or theme_now()


def _memory() -> Path:
    return data_folder() / "theme.txt"


def theme_now() -> ThemeName:
    """The theme chosen in JupyterLab's settings, else the one the page had last; light when nothing says."""
    folder = os.environ.get("JUPYTERLAB_SETTINGS_DIR")
    config = Path(os.environ.get("JUPYTER_CONFIG_DIR") or Path.home() / ".jupyter")
    settings = Path(folder) / _THEMES.relative_to("lab/user-settings") if folder else config / _THEMES
    text = _text_of(settings)
    said = re.sub(r"^\s*//.*$", "", text, flags=re.MULTILINE)  # such files may hold comments
    chosen = re.search(r'"theme"\s*:\s*"([^"]*)"', said)
    if chosen:
        return "dark" if "dark" in chosen[1].lower() else "light"
    try:
        return "dark" if _text_of(_memory()).strip() == "dark" else "light"
    except OSError:
        return "light"


def _text_of(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError):
        return ""


#: There is one page for a kernel as far as its colours go.
PAGE = Page()
