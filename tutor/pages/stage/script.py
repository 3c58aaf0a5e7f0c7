"""Scripts of the stage: small text files with situations, plays, questions and words, written by hand or recorded.

A script is read whole: every situation is opened and every action played, so that a script that can be read can be given.
docs/stage.md has the keys.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from engine.contract.events import Event
from engine.contract.verdicts import IllegalAction
from engine.text.faults import Fault, Faulty, UnreadableText
from engine.text.keyed import Key, TomlTable, count, flag, one_of, parse, read_file
from tutor.base.places import shipped
from tutor.pages.stage.asking import StageQuestion, asked
from tutor.teach.exercise.playing import in_edition
from tutor.teach.exercise.schema import ExerciseReading, action, actions, arrows, edition, rules, situation, text, texts
from tutor.teach.game import registry as games
from tutor.teach.game.teachable import Teachable

#: The most steps of a script, and the longest texts: what is longer does not fit beside the board at 1280 by 720.
MOST_STEPS = 60
LONGEST_TITLE, LONGEST_WORDS, LONGEST_ASK, LONGEST_OPTION, LONGEST_NOTES = 60, 320, 120, 44, 600
#: The most options of a question.
MOST_OPTIONS = 6
#: The longest script, in characters.
MOST_TEXT = 120_000


class ScriptMoment(NamedTuple):
    """An action, what came of it, and the state after it."""

    action: str
    state: Any
    events: tuple[Event, ...]


@dataclass(frozen=True)
class ScriptStep:
    """A step of a script. ``first`` is the state it begins with, ``moments`` what is played when one comes to it; ``then`` is
    what is played once its question is answered. ``focus`` is the part of the board that is shown large ("c2", "b1-d3", "" for
    all), ``notes`` stand on the clicker alone. ``anew``: the board is laid out anew, and does not go on from the step before.
    ``raw`` is the step as it was written; ``of`` is what the host knows another picture of its board by: a pupil's mistake."""

    title: str
    first: Any
    moments: tuple[ScriptMoment, ...] = ()
    words: str = ""
    notes: str = ""
    focus: str = ""
    arrows: tuple[tuple[str, str], ...] = ()
    question: StageQuestion | None = None
    then: tuple[ScriptMoment, ...] = ()
    anew: bool = True
    raw: Mapping[str, Any] = field(default_factory=dict, compare=False, repr=False)
    of: str = ""

    @property
    def last(self) -> Any:
        """The state in which its question is asked."""
        return self.moments[-1].state if self.moments else self.first

    @property
    def end(self) -> Any:
        """The state in which it ends, its question answered."""
        return self.then[-1].state if self.then else self.last


@dataclass(frozen=True)
class Script:
    """A script as it was read; ``minutes`` is how long it takes to give."""

    title: str
    game: str
    edition: str
    steps: tuple[ScriptStep, ...]
    minutes: int = 10
    about: str = ""
    text: str = ""

    @property
    def teaches(self) -> Teachable:
        """The game it is about."""
        return games.teachable(self.game)


_HEAD = (
    Key("title", text(LONGEST_TITLE), ""),
    Key("about", text(LONGEST_WORDS), ""),
    Key("minutes", count(180, 1), 10),
    Key("game", one_of(tuple(games.GAMES), games.FIRST), games.FIRST),
    Key("edition", edition, None),
    Key("steps", lambda table, key: tuple(table.tables(key)), ()),
)
_STEP = (
    Key("title", text(LONGEST_TITLE), ""),
    Key("situation", situation, ""),
    Key("do", actions, ()),
    Key("words", text(LONGEST_WORDS), ""),
    Key("notes", text(LONGEST_NOTES), ""),
    Key("focus", text(20), ""),
    Key("arrows", arrows, ()),
    Key("then", actions, ()),
)
#: What a step can ask: one of these, the others say more of it.
_ASKS = ("may", "meets", "allowed", "options", "exercise", "puzzle", "question", "wrong")
_QUESTION = (
    Key("ask", text(LONGEST_ASK), ""),
    Key("may", action, ""),
    Key("both", flag(), False),
    Key("meets", flag(), False),
    Key("allowed", actions, ()),
    Key("options", texts, ()),
    Key("right", text(LONGEST_OPTION), ""),
    Key("exercise", text(), ""),
    Key("puzzle", text(), ""),
    Key("question", lambda table, key: table.inner(key, 'kind = "choose"'), None),
    Key("wrong", text(300), ""),
    Key("because", text(LONGEST_WORDS), ""),
    Key("rules", rules, ()),
)


def read_script(source: str, where: str = "script.toml") -> Script:
    """The script of a text. UnreadableText or ImpossibleSituation carries every fault found, each with its line."""
    raw = parse(source, where, MOST_TEXT)
    reading = ExerciseReading(source, where, games.teachable(), more="docs/stage.md")
    top = reading.table(raw)
    reading.game = games.teachable(top.one_of("game", tuple(games.GAMES), games.FIRST))
    head = top.all(_HEAD)
    reading.edition = head["edition"] or reading.game.edition
    tables = head.pop("steps")
    if not tables and not reading.faults:
        top.fault("steps", "the script has no step", "Begin each with a line [[steps]].", "missing")
    if len(tables) > MOST_STEPS:
        top.fault("steps", f"there are more than {MOST_STEPS} steps", "Make several scripts of them.", "too-many")
    found: list[ScriptStep] = []
    for table in tables[:MOST_STEPS]:
        step = _step(table, reading, found[-1].end if found else None)
        if step is None:
            break  # all that follows goes on from it
        found.append(step)
    reading.finish()
    return Script(
        head["title"] or Path(where).stem,
        head["game"],
        reading.edition,
        tuple(found),
        head["minutes"],
        head["about"],
        source,
    )


def read_step(raw: Mapping[str, Any], of: Script, before: Any) -> ScriptStep:
    """A step that is put into a script on the way, from plain data; ``before`` is the state it goes on from."""
    source = json.dumps(raw)
    reading = ExerciseReading(source, "the step", of.teaches, edition=of.edition)
    step = _step(reading.table(raw), reading, before)
    reading.finish()
    if step is None:
        raise UnreadableText(Fault("the step", "it cannot be read", "Give it a title, and a situation or a question."))
    return step


def _step(table: TomlTable, reading: ExerciseReading, before: Any) -> ScriptStep | None:
    """One step; None, and a fault, where it cannot be."""
    known = len(reading.faults)
    values = table.all((*_STEP, *_QUESTION))
    if not any(values.values()):
        table.fault("", "this step is empty", "Give it a title, a situation, words or a question.", "missing")
    asks = [
        name for name in _ASKS if values[name] and not (name == "wrong" and (values["exercise"] or values["puzzle"]))
    ]
    if len(asks) > 1:
        table.fault(asks[1], f"a step asks one thing, not {' and '.join(asks)}", "Make two steps of it.", "twice")
    if len(values["options"]) > MOST_OPTIONS:
        table.fault(
            "options", f"there are more than {MOST_OPTIONS} options", "They would not fit on the screen.", "too-many"
        )
    if len(reading.faults) > known:
        return None
    try:
        return _built(values, table, reading, before)
    except IllegalAction as refused:
        reason = refused.verdict.reasons[0]
        table.fault(
            "do", f"“{refused.verdict.action}” is not allowed there: {reason.text}", "Play something else.", "illegal"
        )
    except (Faulty, KeyError, ValueError) as problem:
        fault = problem.faults[0] if isinstance(problem, Faulty) else Fault("", str(problem), "Look at docs/stage.md.")
        table.fault("", fault.what, fault.fix, "unfit")
    return None


def _built(values: Mapping[str, Any], table: TomlTable, reading: ExerciseReading, before: Any) -> ScriptStep:
    """The step, all of it played and judged. Raises what the engine raises."""
    game, state, anew = reading.game, before, False
    if values["situation"]:
        state, anew = game.read(in_edition(values["situation"], reading.edition)), True
    question: StageQuestion | None = None
    if values["exercise"] or values["puzzle"]:
        question, anew = asked(values, game, None, reading.edition), True
        state = question.state
    if state is None:
        raise UnreadableText(Fault("situation", "the first step needs a situation", "Write situation = '''...'''."))
    if values["focus"] and not set(values["focus"].split("-", 1)) <= set(game.places_in(state)):
        fix = f'Write {game.a_place_word} of the board, or two with a dash between them, like "b2-d2".'
        raise UnreadableText(Fault("focus", f"{values['focus']!r} is no part of the board", fix))
    moments = played(state, values["do"])
    last = moments[-1].state if moments else state
    if question is None and any(values[name] for name in _ASKS):
        if values["question"] is not None:
            values = {**values, "question": (table.raw["question"], reading)}
        question = asked(values, game, last, reading.edition)
    then = played(last, values["then"])
    if question is not None and question.leads_to is not None and not then:
        then = (ScriptMoment("", question.leads_to, question.events),)
    title = values["title"] or values["ask"] or (question.ask if question is not None else "")
    return ScriptStep(
        title[:LONGEST_TITLE],
        state,
        moments,
        values["words"],
        values["notes"],
        values["focus"],
        values["arrows"],
        question,
        then,
        anew,
        dict(table.raw),
    )


def played(state: Any, texts: tuple[str, ...]) -> tuple[ScriptMoment, ...]:
    """These actions, one after the other. Raises IllegalAction or what reading an action raises."""
    found = []
    for each in texts:
        step = state.play(each)
        state = step.state
        found.append(ScriptMoment(each, state, tuple(step.events)))
    return tuple(found)


# ------------------------------------------------------------------ those that ship
def script_files() -> Mapping[str, Path]:
    """The scripts that come with the tutor, by name, in the order of their files; none where none are installed."""
    try:
        files = sorted(shipped("stage").glob("*.toml"))
    except FileNotFoundError:
        return {}
    return {path.stem.partition("-")[2] or path.stem: path for path in files}


@cache
def shipped_script(name: str) -> Script | None:
    """A script that comes with the tutor; None if there is none of that name."""
    path = script_files().get(name)
    return read_script(path.read_text(encoding="utf-8"), path.name) if path is not None else None


def script_at(source: str) -> tuple[str, str]:
    """The name of what a person names: a script that ships, or a file; and its text, "" for one that ships. UnreadableText if it
    is neither."""
    if source in script_files():
        return source, ""
    if not Path(source).is_file():
        known = ", ".join(script_files())
        raise UnreadableText(Fault(source, "there is no such script", f"Name a file, or one of {known}."))
    return Path(source).stem, read_file(source, "Name a script of the stage.", MOST_TEXT)
