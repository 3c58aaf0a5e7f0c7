"""An exercise read from its table in a lesson or a collection: the keys every exercise has, and what must hold of all.

What each kind adds stands with the kind; how a single value is read stands in :mod:`tutor.teach.exercise.schema`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from engine.text.faults import shown
from engine.text.keyed import Key, TomlTable
from tutor.teach.exercise.exercise import Exercise, Mistake
from tutor.teach.exercise.kind import Kind
from tutor.teach.exercise.schema import (
    IDENTIFIER,
    ExerciseReading,
    actions,
    as_action,
    edition,
    listed,
    part,
    reading_of,
    rule,
    rules,
    seat,
    seats,
    situation,
    text,
    texts,
)


def _answer(table: TomlTable, key: str) -> str | tuple[str, ...]:
    value = table.raw[key]
    if isinstance(value, list) and value and all(isinstance(entry, str) for entry in value):
        return tuple(value)
    if isinstance(value, str):
        return value.strip()
    table.fault(key, f"answer = {shown(value)} is no answer", "Write it in quotes, or an order as a list.")
    return ""


def _mistake(table: TomlTable, made: Mistake) -> None:
    for key, lacks in (("answer", "no answer is given"), ("text", "nothing is said to this mistake")):
        if not table.raw.get(key) and not (key == "answer" and made.missing):
            table.fault(key if key in table else "", lacks, f'Add {key} = "...".', "missing")


MISTAKE = (
    Key(
        "answer",
        _answer,
        "",
        about="the answer meant: an action, the text of an option, an order as a list, a number or place",
    ),
    Key("missing", _answer, (), about="instead: what was left out, where the learner marks several"),
    Key("text", text(), "", about="what is said to it (Markdown)"),
    Key("rule", rule, None, about="a rule to be cited with it"),
)
COMMON = (
    Key(
        "id",
        text(80),
        "",
        about="its name: small letters, digits, hyphens. Progress is kept under it: do not change it later",
    ),
    Key("title", text(120), "", about="a few words above the board (default: the id in words)"),
    Key("prompt", text(), "", about="what to do, in one or two sentences (Markdown)"),
    Key(
        "situation",
        situation,
        "",
        about=(
            "the name of a `situation` block, the situation itself between `'''`, or its code. Only what differs from an "
            "untouched one is written"
        ),
    ),
    Key(
        "new_game",
        seats,
        (),
        about=('instead of `situation`: the players in the order they were chosen, as `["george", "britomart"]`'),
    ),
    Key("before", actions, (), about='actions already played when the exercise opens: `["move north", "reveal e07"]`'),
    Key("knight", seat, None, about="whose player the learner is (default: whoever is to choose)"),
    Key("plays", seats, (), about="instead of `knight`: several players whose choices are all the learner's"),
    Key(
        "after_of", text(80), "", about="the id of an earlier exercise: this one is the next screen at the same moment"
    ),
    Key("edition", edition, None, about="if it differs from the lesson's"),
    Key(
        "dice",
        actions,
        (),
        about=(
            'what chance does, fixed by you: `["draw orc", "roll 3 5"]`. At each chance step the first entry that fits is '
            "used up. The learner is told. What is not said is drawn the same way every time"
        ),
    ),
    Key(
        "rules",
        rules,
        (),
        about=(
            "ids of the rules this exercise teaches (at least one). A wrong answer the engine has no reason against is "
            "explained with the first"
        ),
    ),
    Key("hints", texts, (), about="exactly two: a nudge, and then nearly the answer"),
    Key("after", text(), "", about="what to say when it is done (optional)"),
    Key(
        "note",
        text(),
        "",
        about="what only some want to know, as another edition's word: it stands behind Why? (Markdown)",
    ),
    Key(
        "solution",
        actions,
        (),
        about=("actions that lead to the goal: needed for `free`, optional for `do`, where the engine looks for them"),
    ),
    Key(
        "focus",
        part,
        None,
        about='the part of the Wood to show, as two corners: `"b1-d3"` (default: what matters, with a rim)',
    ),
    Key(
        "wrong",
        listed(Mistake, MISTAKE, _mistake),
        (),
        about=(
            "your own words for a particular mistake, `[[wrong]]`: `answer` (an action, the text of an option, an order as a "
            "list, or a number or area as text), `text`, and if you like `rule`. It must be wrong, and written as the "
            "learner would give it. In a `do` of several actions it is taken back at once, even if it is legal"
        ),
    ),
)


def read_exercise(table: TomlTable, kind: Kind, names: Mapping[str, str] | None = None) -> Exercise:
    """The exercise that a table holds. What is wrong with it stands among the faults of its reading.

    ``names`` says which keys have another name here, like ``{"prompt": "question"}``; "" for one that is not written.
    """
    renamed = names or {}
    keys = (*COMMON, *kind.keys)
    called = {key.name: renamed.get(key.name, key.name) for key in keys}
    reading = reading_of(table)
    values = {key.name: key.read(table, called[key.name]) if called[key.name] in table else key.default for key in keys}
    _look_over(table, kind, values, called)
    kind.check(table, values)
    if kind.exercise.plays_on:
        entries = zip(table.tables("wrong"), values["wrong"], strict=True) if values["wrong"] else ()
        values["wrong"] = tuple(_played_mistake(entry, mistake) for entry, mistake in entries)
    if values.get("edition") is None:
        values["edition"] = reading.edition or reading.game.editions[0]
    if values.get("new_game"):
        values["situation"] = None
    made = kind.exercise(**values, game=reading.game, lesson=reading.lesson, line=reading.line(table.path))
    if made.after_of:
        made = _chained(table, made, reading)
    reading.exercises[made.id] = made
    return made


#: What the next screen has of the exercise it follows.
_SAME = ("situation", "new_game", "before", "knight", "plays", "edition", "dice", "focus")


def _chained(table: TomlTable, made: Exercise, reading: ExerciseReading) -> Exercise:
    """An exercise at the moment of an earlier one: where that one asks, as it opens; where it is watched, at its end."""
    first = reading.exercises.get(made.after_of)
    if first is None:
        hint = reading.hint(made.after_of, tuple(reading.exercises))
        table.fault("after_of", f"there is no earlier exercise {made.after_of!r}", hint)
        return made
    if first.plays_on:
        what = f"{made.after_of!r} is played on the board, so nobody knows its last moment"
        table.fault("after_of", what, "Follow an exercise that asks or is watched.")
    twice = next((key for key in _SAME if key in table), "")
    if twice:
        table.fault(twice, f"{twice} is that of {made.after_of!r}", "Leave it out, or leave after_of out.", "twice")
    reading.lines[made.id] = reading.lines.get(first.id, 0)
    shown = [step.do for step in getattr(first, "steps", ()) if step.do]
    return replace(made, **{**{key: getattr(first, key) for key in _SAME}, "before": (*first.before, *shown)})


def known_keys(kind: Kind, names: Mapping[str, str] | None = None) -> tuple[str, ...]:
    """The keys an exercise of this kind may have."""
    renamed = names or {}
    return tuple(filter(None, (renamed.get(key.name, key.name) for key in (*COMMON, *kind.keys))))


def _look_over(table: TomlTable, kind: Kind, values: Mapping[str, Any], called: Mapping[str, str]) -> None:
    """What must be there, whatever the kind."""
    if not IDENTIFIER.fullmatch(values["id"]):
        what = f"id = {shown(values['id'])} cannot be" if values["id"] else "the exercise has no id"
        table.fault("id", what, 'Small letters, digits and hyphens, like "dead-end".')
    if kind.exercise.asks and not values["prompt"]:
        lacks = called["prompt"]
        table.fault(lacks, f"the exercise has no {lacks}", "Say in a sentence or two what to do.", "missing")
    if not table.raw.get("rules"):
        table.fault("rules", "the exercise names no rule it teaches", 'Add rules = ["move.one"], say.', "missing")
    if values.get("new_game") and "situation" in table:
        table.fault("new_game", "there is a situation as well as a new game", "Keep one of them.")
    if values["wrong"] and not kind.exercise.asks:
        table.fault("wrong", "a scene asks nothing, so nobody can be wrong", "Take this [[wrong]] out.")


def _played_mistake(table: TomlTable, mistake: Mistake) -> Mistake:
    """A mistake that is an action, as the engine writes it."""
    if not isinstance(mistake.answer, str) or not mistake.answer:
        return mistake
    return Mistake(as_action(table, "answer", mistake.answer), mistake.text, mistake.rule)
