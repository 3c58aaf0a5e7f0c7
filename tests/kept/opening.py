"""How what users have kept is opened, as the product opens it, and what is told of it, as facts.

The only module here that says where things lie in the tutor: where one moves, this is adapted, and no expectation is touched.
Facts are text by name, in two tables. "ruling" is what the rules make of it and what somebody has done: it stays as it is. "text"
is how it is written down today: that may be written otherwise, as long as it can still be read.
"""

from __future__ import annotations

import ast
import hashlib
import io
import json
import runpy
from collections.abc import Iterable, Mapping, Sequence
from contextlib import redirect_stdout
from pathlib import Path
from typing import Any

from engine import gran, mystic_paths, mystic_wood, willow
from engine.contract import records
from tutor.base.places import DATA_VARIABLE
from tutor.content.lessons import faults_of as faults_of_lesson
from tutor.content.lessons import load_lesson, notebook_of, read_lesson
from tutor.content.puzzles import faults_of as faults_of_puzzles
from tutor.content.puzzles import read_puzzles, solve
from tutor.content.puzzles.own import own_puzzles
from tutor.content.trainer.learner_state import learner_state
from tutor.content.trainer.summary import summary_of
from tutor.desk import fold_log
from tutor.desk.log import ActLog
from tutor.desk.progress import Attempt, Progress, read_export, standings
from tutor.hosts.documents.kept import DeskRecord, DocumentPlace
from tutor.hosts.documents.served import served
from tutor.hosts.lab.lab import take_in
from tutor.hosts.web.classroom import Classroom
from tutor.pages.classroom.openings import find as find_opening
from tutor.pages.classroom.results import as_json
from tutor.pages.stage.script import read_script
from tutor.pages.table.document import TableDocument
from tutor.teach.kinds import start

__all__ = [
    "DATA_VARIABLE", "GAMES", "Facts", "broken", "built_lesson", "classroom", "code", "export", "learner", "lesson", "logs",
    "notebook", "puzzles", "record", "same_tries", "saved_game", "script", "situation",
]  # fmt: skip

Facts = dict[str, dict[str, str]]
GAMES: Mapping[str, Any] = {"gran": gran, "mystic_paths": mystic_paths, "mystic-wood": mystic_wood, "willow": willow}
#: A list that is longer, in characters, is told by its length and its hash.
LONGEST = 600
#: The same of a text of several lines.
LONGEST_TEXT = 2500


def _told(ruling: Mapping[str, Any], text: Mapping[str, str] | None = None) -> Facts:
    """Facts; what is empty is left out."""
    named = {"ruling": ruling, "text": text or {}}
    return {
        table: {name: str(value) for name, value in facts.items() if value not in ("", None)}
        for table, facts in named.items()
    }


def _hash(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def _list(items: Iterable[object]) -> str:
    """Items in a line, or how many they are and their hash."""
    listed = [str(each) for each in items]
    line = " | ".join(listed)
    return line if len(line) <= LONGEST else f"{len(listed)} of them, {_hash(line)}"


def _long(text: str) -> str:
    """A text, or how many lines it has and its hash."""
    return text if len(text) <= LONGEST_TEXT else f"{len(text.splitlines())} lines, {_hash(text)}"


# ------------------------------------------------------------------ codes and situations
def code(game: str, text: str, ask: Sequence[str]) -> Facts:
    """A code: who decides, what he may do, what the rules say to these actions and what follows; its situation."""
    state = GAMES[game].from_code(text)
    again = GAMES[game].code(state)
    return _told(
        {**_of_state(state), **_of_actions(state, ask)},
        {"situation": _long(GAMES[game].dumps(state)), "code": "the same" if again == text else again},
    )


def situation(game: str, path: Path, ask: Sequence[str]) -> Facts:
    """A situation in a file of one's own."""
    state = GAMES[game].load(path)
    return _told({**_of_state(state), **_of_actions(state, ask)}, {"situation": GAMES[game].dumps(state)})


def broken(game: str, text: str) -> list[str]:
    """What is wrong with the state of a code: it is no sound one, or what is written of it now is not read as the same."""
    played = GAMES[game]
    state = played.from_code(text)
    found = list(played.broken_invariants(state))
    if played.loads(played.dumps(state)) != state:
        found.append("the situation that is written of it is another")
    if played.from_code(played.code(state)) != state or played.read(text) != state:
        found.append("the code that is written of it is another's")
    return found


def _of_state(state: Any) -> dict[str, Any]:
    chances = [f"{action}: {chance}" for action, chance in state.chances().items()]
    return {
        "edition": state.edition, "order": _list(state.order), "turn": state.turn, "decision": state.decision,
        "deciders": _list(state.deciders), "winners": _list(state.winners) if state.over else "",
        "actions": _list(state.actions()), "chances": _list(chances),
    }  # fmt: skip


def _event(event: Any) -> str:
    return f"{event.kind} ({', '.join(event.rules)})"


def _of_actions(state: Any, ask: Sequence[str]) -> dict[str, str]:
    told = {}
    for action in ask:
        verdict = state.judge(action)
        if not verdict.legal:
            told[f"judge {action}"] = "refused: " + ", ".join(dict.fromkeys(reason.rule for reason in verdict.reasons))
            continue
        told[f"judge {action}"] = "allowed"
        step = state.play(action)
        events = [_event(event) for event in step.events]
        then = "over" if step.state.over else f"{step.state.decision} {', '.join(step.state.deciders)}".strip()
        told[f"play {action}"] = _list([*events, then])
    return told


# ------------------------------------------------------------------ games
def saved_game(text: str) -> Facts:
    """A game that was saved at the table, or its code: opened as its page does, and played to where it was."""
    table = TableDocument().open({"text": text})
    if not table.game:
        return _told({"begins": "no game"}, {"trouble": table.trouble})
    return _told(_of_table(table), _text_of_table(table))


def record(game: str, text: str) -> Facts:
    """The record of a game as programs keep it: its first situation and what was played."""
    played = records.loads(text, GAMES[game].read)
    told = [_event(event) for events in played.events for event in events]
    end = played.states[-1]
    return _told({"lines": len(played.actions), "told": _list(told), **_of_state(end)}, {"end": GAMES[game].code(end)})


def _of_table(table: Any) -> dict[str, Any]:
    return {
        "game": table.game,
        "variants": _list(table.variants),
        "places": _list(f"{place.seat} {place.by} {place.bot}".strip() for place in table.places),
        "names": _list(place.name for place in table.places if place.name),
        "lines": len(table.lines),
        "played": _list(line.action for line in table.lines),
        "told": _list(_event(event) for line in table.lines for event in line.events),
        "taken back": len(table.taken) or "",
        "comes again": _list(table.again),
        "notes": _list(f"at line {note.line} by {note.by}: {note.text}" for note in table.notes),
        "copies": _list(
            f"by {each.by} from line {each.table.copied} to {len(each.table.lines)}" for each in table.copies
        ),
        "kept choices": _list(f"at line {each.line}: {', '.join(each.options)}" for each in table.kept),
        **_of_state(table.state),
    }


def _text_of_table(table: Any) -> dict[str, str]:
    played = GAMES[table.game]
    return {"first": _hash(played.code(table.first)), "end": played.code(table.state)}


# ------------------------------------------------------------------ the logs of acts
def logs(store: Path, addresses: Sequence[str], now: float) -> dict[str, Facts]:
    """What stands in each document of a learner's store, by the address at which he opens it."""
    log = ActLog(Progress(store, clock=lambda: now))
    told = {address: _document(log, address) for address in addresses}
    there = [name for name in log.documents() if not name.startswith("own/")]
    told["all"] = _told({"documents": _list(sorted(there)), "spoilt": log.store.trouble})
    return told


def _document(log: ActLog, address: str) -> Facts:
    kind, _, rest = address.strip("/").partition("/")
    kinds = served()
    source = kinds[kind].source(rest)
    if source is None:  # a table of one's own number, a checker that was opened by a link: its source lies in the store
        source = log.source(f"{kind}/{rest}")
    assert source is not None, f"{address} is no page"
    name_of = kinds[kind].name
    name = name_of(source) if name_of is not None else DocumentPlace(kind, rest).id
    acts = log.peek(name)
    made = kinds[kind].make("", source, log.store)
    folded = fold_log(made, source, kinds[kind].cut(acts))
    desk = DeskRecord(DocumentPlace(kind, rest), kinds[kind], source, "", log)  # as a host opens it for its page
    ruling = {
        "acts": len(acts), "stopped": folded.stopped, "goes on": desk.desk.stopped is None, "said": desk.said,
        "aside": len(log.aside(name)) or "", **_of_document(folded.doc),
    }  # fmt: skip
    return _told(ruling, _text_of_table(folded.doc) if kind == "table" else {})


def _of_document(doc: Any) -> dict[str, Any]:
    """What is done at a document, by what it is: a table, a lesson, puzzles, a quarrel or a situation that is laid out."""
    if hasattr(doc, "places"):
        return _of_table(doc)
    if hasattr(doc, "lesson"):
        solved = [each.id for each in doc.lesson.exercises if doc.solved(each)]
        return {"at": doc.at, "last": doc.acted, "solved": _list(solved)}
    if hasattr(doc, "puzzle"):
        told = {
            "puzzle": doc.puzzle.id if doc.puzzle else "none",
            "answered": doc.told,
            "right": doc.right,
            "helped": doc.helped,
        }
        return {**told, "mode": getattr(doc, "mode", "")}
    if hasattr(doc, "editor"):
        asked = [f"{past.question.kind} {past.question.action}".strip() for past in getattr(doc, "history", ())]
        answer = getattr(doc, "answer", None)
        causes = [cause.rule for cause in answer.causes] if answer is not None else []
        legal = "" if answer is None else answer.legal
        return {
            "laid out": doc.editor.toml,
            "faults": len(doc.editor.faults) or "",
            "asked": _list(asked),
            "allowed": legal,
            "by": _list(causes),
        }
    session = doc.presenter.session
    return {"exercise": session.exercise.id, "solved": session.finished}


# ------------------------------------------------------------------ a class, a stage
def classroom(folder: Path, accept: Sequence[str]) -> dict[str, Facts]:
    """The class of a folder, as a server that is started again finds it. ``accept`` are the tokens of its seats."""
    held = Classroom(folder, "http://127.0.0.1:1/", lambda: 1_000.0)
    try:
        room = held.room
        told = {
            "room": _told({
                "word": held.word, "open": room.opened, "pace": f"{room.first} to {room.last}", "hints": room.hints,
                "names hidden": room.anonymous, "paused": room.paused, "ended": room.ended, "ready": _list(room.ready),
                "seats": _list(held.pupil_of(token) for token in accept), "table": as_json(room, find_opening(room.opened)),
            }),
            "stage": _told(_of_stage(held.stage.doc)),
        }  # fmt: skip
        for pupil in room.pupils.values():
            tries = {
                f"try {number}": f"{each.opened} {each.exercise}: {each.outcome} {each.rule} ({each.answer})"
                for number, each in enumerate(
                    (each for key, found in room.tries.items() if key[0] == pupil.id for each in found), 1
                )
            }
            desk = None if pupil.out else held.document(pupil.id)
            comes_back = (
                ""
                if desk is None
                else desk.said or (f"goes on after {desk.desk.n} acts" if desk.desk.stopped is None else "stopped")
            )
            word = held.words.words[pupil.id]
            seat = held.pupil_of(held.back(word))
            store = folder / f"pupil-{pupil.id}.sqlite"
            standing = _of_tries(Progress(store).attempts()) if store.exists() else {}
            told[pupil.id] = _told(
                {
                    "name": pupil.name,
                    "out": pupil.out,
                    "word": f"{word} leads to {seat or 'nobody'}",
                    "page": comes_back,
                    **tries,
                    **standing,
                }
            )
        return told
    finally:
        held.stop()


def _of_stage(stage: Any) -> dict[str, Any]:
    if stage.script is None:
        return {"script": "none"}
    past = {**stage.past, stage.step: stage.votes}
    votes = {
        f"votes at step {step}, round {number}": _list(f"{by} {choice}" for by, choice in given.items())
        for step, found in past.items()
        for number, given in enumerate(found.rounds, 1)
    }
    hands = {f"hands at step {step}": _list(found.counted) for step, found in past.items()}
    branches = {
        f"branch {each.id}": f"{each.action} from {each.parent}, by {each.by or 'hand'}: {_list(map(_event, each.events))}"
        for each in stage.branches
    }
    board = {f"board {name}": value for name, value in _of_state(stage.state).items()}
    return {
        "script": stage.name, "steps": len(stage.script.steps), "step": stage.step, "at": stage.at, "phase": stage.phase,
        "shown": _list(sorted(stage.shown)), "blank": stage.blank, "focus": stage.focus,
        "marks": _list(mark.kind for mark in stage.marks), "beside": stage.beside, **votes, **hands, **branches, **board,
    }  # fmt: skip


# ------------------------------------------------------------------ progress
def learner(store: Path, now: float) -> Facts:
    """A learner's progress: who he is, how he stands with each exercise, stars, rating, streaks and days."""
    progress = Progress(store, clock=lambda: now)
    own = own_puzzles(progress)
    told = {
        "learner": progress.learner,
        "trouble": progress.trouble,
        "kept choices": _list(f"{each.id}: {each.kind}" for each in own),
    }
    return _told({**told, **_of_tries(progress.attempts()), **_of_puzzles(progress.attempts(), now, own)})


def export(path: Path, now: float) -> Facts:
    """The same of what a learner has exported, read as a teacher reads it."""
    told = read_export(path)
    return _told({"learner": told.learner, **_of_tries(told.attempts), **_of_puzzles(told.attempts, now, ())})


def same_tries(store: Path, exported: Path, elsewhere: Path) -> bool:
    """Whether an export holds the tries of its store, and brings them to another computer."""
    other = Progress(elsewhere)
    other.import_file(exported)
    return list(read_export(exported).attempts) == Progress(store).attempts() == other.attempts()


def _of_tries(attempts: Sequence[Attempt]) -> dict[str, Any]:
    found = {
        f"{each.lesson}/{each.exercise}": f"{'done' if each.finished else 'not done'}, {each.tries} tries, {each.hints} hints, "
        f"{'solution, ' if each.solution else ''}{each.stars} stars, {each.seconds:.1f} s"
        for each in standings(attempts)
    }
    return {"tries": len(attempts), "stars": sum(each.stars for each in standings(attempts)), **found}


def _of_puzzles(attempts: Sequence[Attempt], now: float, own: Sequence[Any]) -> dict[str, Any]:
    state = learner_state(attempts, now)
    told = {f"puzzles {name}": value for name, value in summary_of(attempts, now, state, own).as_dict().items()}
    runs = {f"streak {number}": f"{run.right} right, {run.missed} missed" for number, run in enumerate(state.runs, 1)}
    return {**told, **runs, "days": _list(sorted(state.days)), "puzzles solved ids": _list(sorted(state.solved))}


# ------------------------------------------------------------------ notebooks
def notebook(path: Path) -> Facts:
    """A notebook of a learner's, run cell by cell as a kernel runs it, each last line shown; one of marimo's as a program."""
    if path.suffix == ".py":
        names = runpy.run_path(str(path))
        outputs, defined = names["app"].run()
        return _told({"cells": len(outputs), "defines": _list(sorted(defined))})
    cells = [cell for cell in json.loads(path.read_text("utf-8"))["cells"] if cell["cell_type"] == "code"]
    names, told = {"__name__": "__main__"}, {}
    for number, cell in enumerate(cells, 1):
        with redirect_stdout(io.StringIO()) as printed:
            shown = _run("".join(cell["source"]), names)
        told[f"cell {number}"] = _shown(printed.getvalue() + shown)
    return _told({"cells": len(cells)}, told)


def _run(source: str, names: dict[str, Any]) -> str:
    """Run a cell; what its last expression is shown as, in a terminal."""
    body = ast.parse(source).body
    last = body.pop() if body and isinstance(body[-1], ast.Expr) else None
    exec(compile(ast.Module(body, []), "cell", "exec"), names)
    if not isinstance(last, ast.Expr):
        return ""
    value = eval(compile(ast.Expression(last.value), "cell", "eval"), names)
    bundle = getattr(value, "_repr_mimebundle_", None)
    if bundle is not None:
        bundle()
    shown = "" if value is None else repr(value)
    return f"a {type(value).__name__}" if " object at 0x" in shown else shown


def _shown(text: str) -> str:
    """What a cell shows; of more than a few lines the first: what follows are a lesson's words, a shelf's list, the course."""
    lines = text.strip().splitlines()
    return "\n".join(lines) if len(lines) < 6 else f"{lines[0]} ..."


# ------------------------------------------------------------------ lessons, puzzles, scripts of one's own
def built_lesson(path: Path) -> Facts:
    """A notebook built from a lesson of one's own, put on the course as it was handed on."""
    name = take_in(path)
    found = load_lesson(name)
    return _told({"name": name, "title": found.title, "exercises": _list(each.id for each in found.exercises)})


def lesson(path: Path) -> Facts:
    """A lesson of one's own: read, checked, its exercises answered by the engine, its notebook built."""
    read = read_lesson(path)
    told = {
        f"exercise {each.id}": f"{each.kind}: {_list(start(each).accepted() if each.asks else ('nothing is asked',))}"
        for each in read.exercises
    }
    faults = [str(fault) for fault in faults_of_lesson(read)]
    cells = len(notebook_of(read).cells)
    return _told({"title": read.title, "rules": _list(read.rules), "faults": _list(faults), "cells": cells, **told})


def puzzles(path: Path) -> Facts:
    """Puzzles of one's own: read, checked, and solved in each edition."""
    read = read_puzzles(path)
    told = {
        f"{each.id} {edition}": f"{each.kind} {each.rating}: {solve(each, edition).answer}"
        for each in read
        for edition in each.editions
    }
    return _told({"puzzles": len(read), "faults": _list(str(fault) for fault in faults_of_puzzles(read)), **told})


def script(path: Path) -> Facts:
    """A script of the stage of one's own: its steps, and the answers to what it asks."""
    read = read_script(path.read_text("utf-8"), path.name)
    told = {}
    for number, step in enumerate(read.steps, 1):
        question = step.question
        asks = (
            ""
            if question is None
            else f"; asks {question.ask} {_list(question.options[right].text for right in sorted(question.right))}"
        )
        told[f"step {number}"] = f"{step.title}: {len(step.moments)} moments, {len(step.then)} then{asks}"
    return _told({"title": read.title, "minutes": read.minutes, "game": read.game, **told})
