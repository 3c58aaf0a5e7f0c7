"""The ruling checker of the Mystic Wood: its editor, that can be asked."""

from __future__ import annotations

from dataclasses import dataclass, field

from tutor.games.mystic_wood.editor.model import Editor
from tutor.games.mystic_wood.editor.page import EditorPage
from tutor.pages.checker.page import Asks


@dataclass
class Checker(Asks, EditorPage):
    """The ruling checker on a page."""

    editor: Editor = field(default_factory=Editor)
