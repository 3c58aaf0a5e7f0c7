"""The stage as a document: what touches mean, what chance does, and the page of each viewer."""

from __future__ import annotations

import json
import random
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from engine.chance.chance import pick
from tutor.desk import Act, Refused, Touch, Viewer
from tutor.desk.desk import Known
from tutor.draw.page import Effect, Page
from tutor.pages.stage import show
from tutor.pages.stage.looking import Looking
from tutor.pages.stage.recorded import recorded
from tutor.pages.stage.script import shipped_script
from tutor.pages.stage.show import CHANCE, DRIVER, FOLLOWER, SCREEN, Find, Stage


class StageDocument:
    """A stage. Acts of whoever drives: ``open NAME`` (a script that ships), ``load [NAME, TEXT]``, ``step 3``, ``poll open``,
    ``poll close``, ``poll again``, ``reveal``, ``hands 9 10 4``, ``play ACTION``, ``throw``, ``go MOMENT``, ``beside MOMENT``,
    ``put {STEP}``, ``focus c2``, ``mark arrow X,Y X,Y``, ``unmark``, ``wipe``, ``spot X,Y``, ``blank on``, ``strip on``,
    ``take DEVICE``. Of chance: ``fell ACTION``. Of everybody who follows: ``vote 2``.
    """

    def __init__(self, find: Find = shipped_script) -> None:
        self.find = find

    def open(self, source: Mapping[str, Any]) -> Stage:
        return Stage()

    def look(self, viewer: Viewer) -> Looking:
        return Looking()

    def fold(self, doc: Stage, act: Act) -> Stage:
        return show.folded(doc, act, self.find)

    def next(self, doc: Stage) -> str | None:
        return CHANCE if doc.throwing else None

    def draw(self, doc: Stage, who: str, rng: random.Random) -> str:
        return f"fell {pick(doc.state.chances(), rng)}"

    def seen(self, doc: Stage, viewer: Viewer) -> Stage:
        return show.seen(doc, viewer)

    def hear(self, seen: Stage, viewer: Viewer, view: Looking, touch: Touch) -> tuple[Looking, tuple[str, ...]]:
        now = replace(view, effects=(), touches=view.touches + 1)
        if viewer.role == FOLLOWER:
            return _followed(seen, now, touch)
        if viewer.role not in (DRIVER, SCREEN):
            return now, ()
        if touch.kind == "escape":
            return replace(now, card="", picked=()), ()
        if touch.kind not in ("click", "double", "key"):
            return view, ()
        return _driven(seen, viewer, now, touch)

    def page(self, seen: Stage, viewer: Viewer, view: Looking, known: Known) -> Page:
        from tutor.pages.stage.clicker import clicker
        from tutor.pages.stage.follower import following
        from tutor.pages.stage.screen import screen

        if viewer.role == DRIVER:
            return clicker(seen, viewer, view, known)
        return screen(seen, view, known) if viewer.role == SCREEN else following(seen, known)


def _followed(seen: Stage, view: Looking, touch: Touch) -> tuple[Looking, tuple[str, ...]]:
    """Who follows can answer, and nothing else."""
    verb, _, what = touch.target.partition(":")
    if touch.kind == "click" and verb == "vote":
        return view, (f"vote {what}",)
    return view, ()


#: What whoever drives may do without holding the stage: take it.
_FREE = ("take",)


def _driven(seen: Stage, viewer: Viewer, view: Looking, touch: Touch) -> tuple[Looking, tuple[str, ...]]:
    """What a touch of whoever drives means. Only one device holds the stage; its own screen always may."""
    verb, _, what = touch.target.partition(":")
    if verb == "card":
        return replace(view, card="" if view.card == what else what, picked=()), ()
    if verb == "tool":
        return replace(view, tool=what), ()
    if verb == "pip":
        return _pip(seen, view, what)
    if verb == "save":
        return replace(view, effects=(Effect("save", recorded(seen), f"{seen.name or 'stage'}.toml"),)), ()
    if verb == "draw":
        return view, _drawn(touch)
    if verb == "hands":
        return view, (_counted(seen, touch),)
    if verb == "do":
        moves, _, text = what.partition(":")
        if moves and not seen.still_to_do(text, int(moves)):
            return view, ()
        if viewer.role == DRIVER and seen.driver not in ("", viewer.name) and text.split(" ", 1)[0] not in _FREE:
            raise Refused("Another device holds the stage. Take it over first.")
        taken = (
            (f"take {viewer.name}",)
            if viewer.role == DRIVER and not seen.driver and not text.startswith("take ")
            else ()
        )
        return replace(
            view, card=view.card if text.startswith(("play", "focus", "throw", "beside")) else "", picked=()
        ), (*taken, text)
    if touch.kind == "click" and verb == "area" and view.card == "look":
        return view, (f"focus {what}",)
    return view, ()


def _pip(seen: Stage, view: Looking, what: str) -> tuple[Looking, tuple[str, ...]]:
    """A die's face is picked; once all dice of the throw have theirs, they fall so."""
    number, _, pips = what.partition(":")
    throws = [each.split()[1:] for each in seen.state.chances()]
    dice = len(throws[0]) if throws else 0
    picked = [*view.picked, *[""] * dice][:dice]
    if number.isdigit() and int(number) < dice:
        picked[int(number)] = pips
    if all(picked):
        return replace(view, picked=()), (f"play roll {' '.join(picked)}",)
    return replace(view, picked=tuple(picked)), ()


def _drawn(touch: Touch) -> tuple[str, ...]:
    """What was drawn on the board by mouse, finger or pen."""
    kind, *points = touch.values.get("draw", ())
    if kind == "spot":
        return (f"spot {points[-1]}",) if points else ("spot",)
    return (f"mark {kind} {' '.join(points)}",) if points else ()


def _counted(seen: Stage, touch: Touch) -> str:
    """The hands that were counted, as they were typed."""
    question = seen.question
    options = len(question.options) if question is not None else 0
    given = [(touch.value(f"hands {number}") or "0").strip() for number in range(options)]
    rounds = [" ".join(map(str, each)) for each in seen.votes.counted[:1] if touch.target.endswith(":again")]
    return f"hands {' | '.join([*rounds, ' '.join(given)])}"


def put_act(step: Mapping[str, Any]) -> str:
    """A step to be put onto the stage, as the text of an act."""
    return f"put {json.dumps(step, ensure_ascii=False)}"
