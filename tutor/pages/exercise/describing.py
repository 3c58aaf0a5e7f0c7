"""An exercise as text, for where no widget can be shown."""

from __future__ import annotations

from tutor.base.prose import plain
from tutor.pages.exercise import presenter
from tutor.pages.exercise.board import scene_of
from tutor.teach.exercise.exercise import Exercise


def describe(exercise: Exercise) -> str:
    """Title, prompt, the board in words, and how one answers."""
    opened = presenter(exercise)
    scene = scene_of(opened.session, opened.whole)
    lines = [exercise.name, "=" * len(exercise.name)]
    if exercise.prompt:
        lines += [plain(" ".join(exercise.prompt.split())), ""]
    if exercise.after_of:
        lines += [f"The same moment as in “{exercise.after_of.replace('-', ' ')}”.", ""]
    lines += [scene.title, *(f"  {line}" for line in scene.lines), ""]
    lines += opened.face.in_words()
    return "\n".join(lines).rstrip()
