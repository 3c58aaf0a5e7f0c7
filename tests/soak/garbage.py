"""Inputs that nobody means: good ones with something changed, known words in wrong places, and noise."""

from __future__ import annotations

import json
import random
import tempfile
from functools import cache
from pathlib import Path

from hypothesis import strategies as st

from engine import gran, mystic_paths
from engine import mystic_wood as mw
from tests.naive.facts import DENIZENS, KNIGHTS, THINGS
from tests.naive.making import AREAS, situation
from tests.support.mystic_paths_games import moments as paths_moments
from tests.support.random_games import moments
from tutor.desk.progress import Progress

ROOT = Path(__file__).parent.parent.parent
#: What readers trip over: numbers without end, other types, controls, halves of pairs, depth.
ODD = (
    "[]",
    "{}",
    "null",
    "true",
    "-1",
    "0",
    "1e400",
    "nan",
    "9" * 5000,
    "0x" + "f" * 5000,
    '""',
    "''",
    '"\\ud800"',
    "[[]]",
    "[{}]",
    "[" * 900,
    "{" * 900,
    '{"a":' * 300,
    "a." * 300,
    "\x00",
    "\x1b[2J",
    "\ufeff",
    "\u202e",
    "\r\n",
    "'''",
    '"""',
    "x" * 3000,
    "1979-05-27",
)
_KNOWN = """
beats has lacks at wins is free not or may should chances order
move meet north with joust prize offer for to take roll reveal draw pending kind who knight of aid other number fighting freed
captured inside out king partners storm storm_by storm_fresh hidden seen stayed powers winners over castle_rank forfeits dispute
ignored_by at_peace moment arrived challenge approach spoils answer escape c2 c5 b9
"""
WORDS = (*DENIZENS, *THINGS, *KNIGHTS, *_KNOWN.split())


@cache
def corpus(kind: str) -> tuple[bytes, ...]:
    """Good inputs of a kind, to begin from."""
    return (*(text.encode() for text in _good(kind)), *((_database(),) if kind == "store" else ()))


def _database() -> bytes:
    """A learner's progress file, with tries of lessons and of the trainer."""
    with tempfile.TemporaryDirectory() as folder:
        progress = Progress(Path(folder) / "progress.sqlite", clock=lambda: 1_700_000_000.0)
        progress.learner = "Una"
        for number in range(3):
            progress.record("02-exploring", f"step-{number}", "right", "move north", 12.5)
            progress.record("trainer", f"puzzle-{number}", "wrong", mode="training", against=900)
        return progress.path.read_bytes()


@cache
def _states() -> tuple[mw.State, ...]:
    """Moments of a few games."""
    return tuple(
        state for seed in range(4) for number, (state, _, _) in enumerate(moments(seed, 90)) if number % 15 == 0
    )


@cache
def _made() -> tuple[str, ...]:
    return tuple(mw.dumps(mw.from_dict(situation(number))) for number in range(10))


def _good(kind: str) -> list[str]:
    states, made = _states(), _made()
    if kind == "situation":
        return [*made, *map(mw.dumps, states)]
    if kind == "code":
        return list(map(mw.code, states[::2]))
    if kind == "packed":
        return [json.dumps(mw.to_dict(state)) for state in states[::2]]
    if kind == "action":
        return sorted({action.text for state in states for action in state.legal_actions()})
    if kind == "answer":
        return ["move north", "Joust Guyon", "7/12", "58 %", "c8", "meet orc with prince", "elf, orc", "done", "0.5"]
    if kind == "lesson":
        return [path.read_text(encoding="utf-8") for path in sorted((ROOT / "lessons").glob("*.md"))[:8]]
    if kind == "puzzles":
        return [path.read_text(encoding="utf-8") for path in sorted((ROOT / "puzzles").glob("*.toml"))]
    if kind in ("cards", "tiles"):
        return [(ROOT / "engine/mystic_wood/material/data" / f"{kind}.toml").read_text(encoding="utf-8")]
    if kind in ("progress", "store"):
        row = ["02-exploring", "first-step", "right", "move north", 12.5, 1_700_000_000.0]
        told = {"format": "mystic-wood-progress", "version": 1, "learner": "Una", "attempts": [row, row]}
        return [json.dumps(told), "SQLite format 3\0"]
    if kind == "pipe":
        request = {"cmd": "judge", "situation": made[0], "action": "move north"}
        commands = ("judge", "play", "odds", "order", "compare", "rule", "board")
        return [json.dumps({**request, "cmd": command, "do": ["done"], "query": "joust"}) for command in commands]
    if kind == "goal":
        return [
            "george beats dragon",
            "roland at c6",
            "he has lance or shield",
            "guyon is not free",
            "it wins",
            "quest done",
            '{ knight = "george", has = ["lance"], not = { at = "c2" } }',
            '{ any = [{ winner = "roland" }] }',
        ]
    if kind == "words":
        return [
            "may Roland joust George?",
            "wild boar",
            "arch mage to d7",
            "In which order?",
            "chances with the Prince",
        ]
    if kind == "mystic_paths":
        steps = [step.state for seed in range(4) for _, step in paths_moments(seed, 0.8)]
        return [mystic_paths.dumps(state) for state in steps[::18]]
    if kind == "gran":
        game = gran.new_game(["red", "blue", "green"])
        rng = random.Random(1)
        played = [game := game.play(rng.choice(game.actions())).state for _ in range(120)]
        return [gran.dumps(state) for state in played[::10]]
    if kind == "record":
        return [json.dumps({"situation": text, "do": []}) for text in made[:4]]
    raise KeyError(kind)


@st.composite
def edited(draw: st.DrawFn, kind: str) -> bytes:
    """A good input with a few pieces taken out, put in, doubled or exchanged."""
    data = draw(st.sampled_from(corpus(kind)))
    pieces = st.one_of(
        st.sampled_from([word.encode("utf-8", "surrogatepass") for word in (*ODD, *WORDS)]), st.binary(max_size=8)
    )
    for _ in range(draw(st.integers(1, 6))):
        at = draw(st.integers(0, max(0, len(data))))
        length = draw(st.sampled_from((0, 0, 1, 3, 10, 40, 200)))
        put = draw(st.one_of(st.just(b""), pieces, st.just(data[at : at + length] * 2)))
        data = data[:at] + put + data[at + length :]
    return data


@st.composite
def lines_mixed(draw: st.DrawFn, kind: str) -> bytes:
    """Lines of several good inputs, with values put in the places of others: what reads well and says nonsense."""
    lines = draw(st.lists(st.sampled_from(_lines(kind)), min_size=1, max_size=12))
    for _ in range(draw(st.integers(0, 4))):
        at = draw(st.integers(0, len(lines) - 1))
        key, equals, _ = lines[at].partition("=")
        value = draw(st.one_of(st.sampled_from(ODD), _values))
        lines[at] = f"{key}{equals or '='} {value}"
    return "\n".join(lines).encode("utf-8", "surrogatepass")


@cache
def _lines(kind: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(line for data in corpus(kind) for line in data.decode().splitlines() if line.strip()))


_word = st.sampled_from((*WORDS, *AREAS[:12]))
_values = st.recursive(
    st.one_of(_word.map(json.dumps), st.integers(-2, 10**9).map(str), st.booleans().map(lambda b: str(b).lower())),
    lambda inner: st.one_of(
        st.lists(inner, max_size=3).map(lambda found: f"[{', '.join(found)}]"),
        st.dictionaries(_word, inner, max_size=3).map(
            lambda d: "{" + ", ".join(f"{k} = {v}" for k, v in d.items()) + "}"
        ),
    ),
    max_leaves=6,
)


def garbage(kind: str) -> st.SearchStrategy[bytes]:
    """Inputs for a reader."""
    noise = st.text(max_size=60).map(lambda text: text.encode("utf-8", "replace"))
    ways = [edited(kind), edited(kind), st.binary(max_size=60), noise]
    if kind in ("situation", "cards", "tiles", "lesson", "puzzles", "gran", "mystic_paths"):
        ways += [lines_mixed(kind), lines_mixed(kind)]
    if kind in ("action", "answer", "goal", "words"):
        ways += [st.lists(st.sampled_from(WORDS), max_size=7).map(lambda words: " ".join(words).encode())] * 2
    return st.one_of(ways)
