"""Golden slips: what the engine says to its own data files, actions and codes with one thing in them spoilt at random.

Written down in ``golden/spoilt.txt``, one line a slip; see :mod:`tests.golden.games` for how to write it anew.
"""

from __future__ import annotations

import copy
import json
import random
from collections.abc import Callable, Iterator, Mapping
from dataclasses import asdict
from hashlib import sha256
from typing import Any

from engine import gran
from engine import mystic_wood as mw
from engine.books.editions import Editions, Ledger
from engine.mystic_wood.material.cards import cards_from
from engine.mystic_wood.material.source import SOURCE
from engine.mystic_wood.material.wood import tiles_from
from engine.text.faults import Faulty
from engine.text.keyed import parse, value_text
from tests.support.random_games import by_verb, crowded_state

#: How often each file is spoilt, and how it is read, to all it says; of a file that still can be, what is otherwise is told.
FILES: dict[str, tuple[int, Callable[[dict[str, Any], str], object]]] = {
    "cards.toml": (150, lambda data, text: cards_from(data, "cards", text).all()),
    "tiles.toml": (70, lambda data, text: tiles_from(data, "tiles", text).tiles),
    "editions.toml": (70, lambda data, text: Editions.from_data(data, "editions", text)),
    "ledger.toml": (
        50,
        lambda data, text: dict(Ledger.from_data(data, SOURCE.game_editions().columns, "ledger", text)),
    ),
}
#: What stands instead of something else.
_MISFITS: tuple[Any, ...] = (
    0,
    1,
    2,
    -1,
    7,
    10**40,
    True,
    "",
    "nobody",
    "x" * 70,
    "a\nb",
    [],
    ["nobody"],
    [1],
    {},
    {"1-6": "remains"},
)
#: How many actions are mistyped, and how many codes.
MISTYPED, CODES = 260, 60
_WORDS = (
    "with",
    "to",
    "for",
    "orc",
    "roland",
    "lance",
    "north",
    "c7",
    "none",
    "3",
    "princess",
    "e07",
    "go",
    "attack",
    "end",
    "illusion",
)


def digest(*texts: str) -> str:
    """Six figures that change when any of these texts does. For what is too long to be read; nothing here needs it."""
    return sha256("\0".join(texts).encode()).hexdigest()[:6]


def _leaves(data: Any) -> Iterator[tuple[Any, Any]]:
    """Every place in plain data: what it is in, and its key or number there."""
    for key in data if isinstance(data, dict) else range(len(data)):
        yield data, key
        if isinstance(data[key], dict | list):
            yield from _leaves(data[key])


def spoil(data: dict[str, Any], rng: random.Random) -> str:
    """Change one thing somewhere in plain data, and say what."""
    inside, key = rng.choice(list(_leaves(data)))
    was, way = inside[key], rng.random()
    if way < 0.2:
        del inside[key]
        return f"without {key}"
    if way < 0.3 and isinstance(inside, dict):
        inside[f"{key}x"] = inside.pop(key)
        return f"{key}x for {key}"
    others = [each[name] for each, name in _leaves(data) if name == key and each is not inside and each[name] != was]
    inside[key] = copy.deepcopy(rng.choice(others if others and way < 0.6 else _MISFITS))
    return f"{key} = {value_text(inside[key])[:60]}"


def _told(ask: Callable[[], object]) -> str:
    try:
        return str(ask())
    except Faulty as faulty:
        told = [f"{fault.where}: {fault.what}. {fault.fix} ({fault.code})" for fault in faulty.faults]
        return "; ".join((told[0], *(f"{fault.where} ({fault.code})" for fault in faulty.faults[1:])))


def _entries(read: object) -> dict[str, str]:
    """What was read of a file, entry by entry."""
    entries = read if isinstance(read, Mapping) else asdict(read)  # type: ignore[call-overload]
    return {str(name): repr(entry) for name, entry in entries.items()}


def _otherwise(sound: dict[str, str], read: object) -> str:
    """What of a file is read otherwise than it stands there."""
    found = _entries(read)
    told = [f"{name} {found.get(name, 'is gone')}" for name in {**sound, **found} if found.get(name) != sound.get(name)]
    return f"read; {'; '.join(told) or 'as before'}"[:600]


def files() -> Iterator[str]:
    """What is told of a data file with one thing spoilt."""
    for name, (number, read) in FILES.items():
        text, _ = SOURCE.read(name)
        whole = parse(text, name, 10**6, own=True)
        sound = _entries(read(copy.deepcopy(whole), text))
        for each in range(number):
            data = copy.deepcopy(whole)
            what = spoil(data, random.Random(f"{name} {each}"))
            told = _told(lambda read=read, data=data, text=text, sound=sound: _otherwise(sound, read(data, text)))  # type: ignore[misc]
            yield f"{name} {what}: {told}"


def mistyped() -> Iterator[str]:
    """What is told of actions with a word or a letter changed."""
    rng = random.Random("mistyped")
    for _ in range(MISTYPED):
        words = rng.choice(by_verb()[rng.choice(sorted(by_verb()))]).text.split()
        at, way = rng.randrange(len(words)), rng.randrange(6)
        if way == 0:
            del words[at]
        elif way == 1:
            words.insert(at, words[at])
        elif way == 2:
            words.insert(rng.randint(0, len(words)), rng.choice(_WORDS))
        elif way == 3:
            words[at] = rng.choice(_WORDS)
        elif way == 4:
            letter = rng.randrange(len(words[at]))
            words[at] = words[at][:letter] + rng.choice("aeint") + words[at][letter + 1 :]
        else:
            rng.shuffle(words)
        text = " ".join(words)
        told = _told(lambda text=text: f"read as {mw.parse_action(text)}")  # type: ignore[misc]
        yield f"{text}: {told.removeprefix(f'action {text!r}: ')}"


def codes() -> Iterator[str]:
    """What is told of codes with a letter changed, and of what is no code."""
    for seed in range(CODES):
        rng, state = random.Random(f"code {seed}"), crowded_state(seed % 7)
        game: Any = gran if seed % 4 == 3 else mw
        code = game.code(gran.new_game(["red", "blue"]) if game is gran else state)
        at = rng.randrange(len(code))
        spoilt = rng.choice(
            (code[:at], code[:at] + rng.choice("aZ0-_=é ") + code[at + 1 :], code + rng.choice("aA=\n"))
        )
        told = _told(lambda game=game, spoilt=spoilt: "read" if game.from_code(spoilt) else "")  # type: ignore[misc]
        yield f"{seed}, {len(spoilt)} of {len(code)} characters: {told}"


def slips() -> str:
    """All of them, a line each."""
    return "\n".join(json.dumps(line, ensure_ascii=True)[1:-1] for line in (*files(), *mistyped(), *codes())) + "\n"
