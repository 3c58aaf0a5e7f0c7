"""The ruling checker of the Mystic Wood: its editor, that can be asked."""

from __future__ import annotations

from dataclasses import dataclass, field

from tutor.mystic_wood.editor.bench import Bench
from tutor.mystic_wood.editor.model import Editor
from tutor.pages.checker.page import Asks


@dataclass
class Checker(Asks, Bench):
    """The ruling checker on a page."""

    editor: Editor = field(default_factory=Editor)
