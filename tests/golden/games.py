"""Golden games: whole games written down step by step, with what could be done, what was refused, and what the state was.

``GAMES`` says which; ``transcript`` plays one and writes it. ``OTHERS`` are held beside them: short games, what the sensible bot
and the search do, what is answered to odd questions, to slips, in the worked cases and beside them, and the words in which short
games and worked cases are told, each sentence once. After a change that is meant, write them anew with ``UPDATE_GOLDEN=1 pytest
tests/engine/mystic_wood/test_golden.py`` (or ``python -m tests.golden.games``) and read the differences.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from engine import mystic_wood as mw
from engine.chance.chance import pick
from engine.mystic_wood.play.bots import BOTS
from tests.golden import neighbours as golden_neighbours
from tests.golden.answers import answers
from tests.golden.facts import Words, changes, event, listed, rules_of
from tests.golden.neighbours import JUDGED_HERE, NOT, Fact, Line, block, usual_of
from tests.golden.players import bots, searches
from tests.golden.spoilt import slips
from tests.sources import ROOT
from tests.support.random_games import SELDOM, by_verb, crowded_state

FOLDER = ROOT / "tests" / "golden"
#: After so many steps the code of the state is read back.
CODED = 7


#: The file of the short games.
CROWD = "crowded"
#: The file of what the sensible bot does in the crowd.
CHOICES = "choices"
#: The file of the answers.
ANSWERS = "answers"
#: The file of the worked cases' neighbours.
NEIGHBOURS = "neighbours"
#: The file of the sentences that short games and worked cases are told in.
WORDS = "words"
#: The file of what is told of things that are spoilt.
SPOILT = "spoilt"
#: The files of what the sensible bot would do in the worked cases, and of how a search comes by its answer.
BOTS_CHOICES, SEARCHES = "bots", "searches"
#: All that is no single game.
OTHERS = (CROWD, CHOICES, ANSWERS, NEIGHBOURS, WORDS, SPOILT, BOTS_CHOICES, SEARCHES)


class Game(NamedTuple):
    """One golden game: who plays, by what rules, who decides, and from which stacked pack."""

    knights: tuple[str, ...]
    edition: str
    variants: tuple[str, ...]
    bot: str
    seed: int
    stacked: tuple[str, ...] = ()
    most: int = 400


GAMES = {
    "1980-two-knights": Game(("george", "britomart"), "1980", (), "quest", 7),
    "1980-four-knights": Game(("perceval", "guyon", "george", "roland"), "1980", (), "quest", 2),
    "2006-three-knights": Game(("roland", "guyon", "perceval"), "2006", (), "quest", 1),
    "2006-random": Game(("george", "roland", "britomart"), "2006", (), "random", 26),
    "1980-hidden-random": Game(("guyon", "britomart", "george"), "1980", ("hidden",), "random", 29),
    "1980-cooperative-random": Game(
        ("perceval", "britomart", "roland", "george"), "1980", ("cooperative",), "random", 11
    ),
    "2006-stacked-hidden-cooperative": Game(
        ("britomart", "guyon", "perceval", "george"),
        "2006",
        ("cooperative", "hidden"),
        "random",
        35,
        ("king", "prince", "mystic-wind", "dwarf", "enchantress", "horse", "holy-grail", "magician", "illusion"),
    ),
}


def refusals(state: mw.State, rng: random.Random, words: Words | None = None) -> Iterator[Fact]:
    """Three actions the rules refuse here, of three verbs, each with the rules that refuse it."""
    for verb in rng.sample(sorted(by_verb()), 3):
        action = rng.choice(by_verb()[verb])
        verdict = state.judge(action)
        if not verdict.legal:
            if words is not None:
                words.judged(verdict, state.to_move or state.turn)
            yield Fact(f"{NOT}{verb}", action.text, rules_of(verdict))


def moment(before: mw.State, state: mw.State, number: int, name: str) -> Iterator[str]:
    """What is written about a state: legal actions, refusals, what has changed, and what has changed to one player's eyes."""
    rng = random.Random(f"{name} {number}")
    actions = state.actions()
    yield f"  {state.decision} {state.to_move or ''}, {len(actions)}: {listed(actions)}"
    yield from (f"  not: {fact.text} [{fact.rules}]" for fact in refusals(state, rng))
    who = rng.choice(state.order)
    now = changes(before, state) if number else mw.dumps(state).strip().replace("\n", " / ")
    seen = changes(before.seen_by(who), state.seen_by(who))
    yield f"  state: {now}{'' if seen == now or not number else f'; for {who} {seen}'}"
    if number % CODED == 0 and mw.from_code(mw.code(state)) != state:
        yield "  its code brings another state back"


def transcript(name: str) -> str:
    """A golden game, played anew and written down.

    What the players of a game of quest bots do is taken from the game as it is written: a golden game holds the rules, and a
    bot may learn to play better. Only a game whose file is not there is played by the bots of today.
    """
    game = GAMES[name]
    first = mw.new_game(list(game.knights), game.edition, game.variants)
    state = mw.from_dict({**mw.to_dict(first), "next_cards": list(game.stacked)})
    rng, policy = random.Random(game.seed), BOTS[game.bot]
    keeps = game.bot == "quest" and (FOLDER / f"{name}.txt").exists()
    before = [line[2:] for line in written(name).splitlines() if line.startswith("> ")] if keeps else []
    lines = [f"{name}, seed {game.seed}", *moment(state, state, 0, name)]
    for number in range(1, game.most + 1):
        if state.over:
            break
        if number <= len(before):
            action = before[number - 1]
        elif state.decision == "chance":
            action = pick(state.chances(), rng)
        elif game.bot == "random":
            options = state.legal_actions()
            action = rng.choices(options, [SELDOM.get(option.verb, 1.0) for option in options])[0].text
        else:
            who = state.to_move or state.turn
            action = policy(state.seen_by(who), who, rng)
        step = state.play(action)
        lines += [f"> {action}", *(f"  {event}" for event in step.events), *moment(state, step.state, number, name)]
        state = step.state
    lines.append(f"winners: {', '.join(state.winners) or 'none'}" if state.over else "not over")
    return "\n".join(lines) + "\n"


# ------------------------------------------------------------------ many short games

#: How many short games there are in a crowded Wood, and how long they are at most.
CROWDED, LONG = 60, 60
#: Where many things could be done, the seldom ones are done oftener here than a player would.
OFTEN = {
    "move": 0.4,
    "done": 0.5,
    "meet": 3,
    "combine": 2,
    "aid": 6,
    "offer": 0.3,
    "stalemate": 0.05,
    "drop": 0.2,
    "pray": 3,
    "add-1": 2,
    "release": 5,
    "dispute": 2,
    "deliver": 5,
    "drink": 0.5,
    "leave": 0.5,
    "no-joust": 0.5,
}


def full(seed: int, words: Words | None = None) -> Iterator[Line]:
    """A short random game in a crowded Wood, step by step."""
    state, rng = crowded_state(seed), random.Random(seed)
    begun = state
    for number in range(LONG):
        actions = state.legal_actions()
        if not actions:
            break
        yield JUDGED_HERE, list(refusals(state, rng, words))
        action = rng.choices(actions, [OFTEN.get(each.verb, 1.0) for each in actions])[0]
        if action.verb in ("meet", "joust", "prize", "drink"):
            yield f"  odds: {golden_neighbours.odds(state, action)}"
        elif action.verb == "wand":
            cut, joined = mw.rotation_effect(state, state.knight(state.turn).at)
            yield f"  cuts {sorted(cut)}, joins {sorted(joined)}"
        step = state.play(action)
        if words is not None:
            words.happened(step.events)
        told = [Fact(each.kind, event(each), " ".join(each.rules)) for each in step.events]
        yield f"> {action} ({len(actions)})", told
        state = step.state
        if number % CODED == 0:
            yield from around(state)
    yield f"  so: {changes(begun, state)}"


def around(state: mw.State) -> Iterator[Line]:
    """What else is asked of a state: the order of encounters, ways and frontier, and one action in every edition."""
    knight = state.knight(state.to_move or state.turn)
    yield from golden_neighbours.ordered(state)
    far: dict[int, list[str]] = {}
    for area, turns in mw.distances(state, knight.at).items():
        far.setdefault(turns, []).append(area)
    ways = "; ".join(f"{turns}: {' '.join(sorted(areas))}" for turns, areas in sorted(far.items()))
    yield f"  ways: {ways}; frontier: {mw.frontier(state, knight.at)}"
    if mw.from_code(mw.code(state)) != state:
        yield "  its code brings another state back"


def crowded(seed: int, held: Words | None = None) -> str:
    """A short game as text; ``held`` is given the words it is told in."""
    return block(f"{seed}", full(seed, held), usual(CROWD))


def crowd(held: Words | None = None) -> str:
    """All short games, and before them what is usual in them."""
    return _with_usual(CROWD, (crowded(seed, held) for seed in range(CROWDED)))


def usual(name: str) -> dict[str, str]:
    """The rules that are usual in a file of short games or neighbours, as it is written."""
    lines = written(name).partition("\n== ")[0].splitlines()
    return dict(line.removeprefix("usual ").split(": ", 1) for line in lines if line.startswith("usual "))


def usual_now(name: str) -> dict[str, str]:
    """The same, counted anew."""
    if name == CROWD:
        return usual_of(line for seed in range(CROWDED) for line in full(seed))
    return usual_of(
        line for case in golden_neighbours.every_case() for line in golden_neighbours.lines_of(case, Words())
    )


def _with_usual(name: str, blocks: Iterator[str]) -> str:
    head = [f"usual {what}: {rules}" for what, rules in usual(name).items()]
    return "\n".join([*head, "", *blocks]) + "\n"


def told() -> dict[str, str]:
    """Short games, the neighbours of the worked cases, and the sentences in which both are told."""
    held = Words()
    return {CROWD: crowd(held), NEIGHBOURS: neighbours(held), WORDS: "\n".join(sorted(held.told)) + "\n"}


def words() -> str:
    """The sentences in which short games and worked cases are told."""
    return told()[WORDS]


# ------------------------------------------------------------------ what the sensible bot does

#: In so many crowded Woods it is asked so many times.
WOODS, ASKED = 50, 16


def chosen(seed: int) -> str:
    """One line about a crowded Wood in which all are played by the sensible bot: what it does, and what turns up."""
    state, rng = crowded_state(seed), random.Random(seed)
    actions: list[str] = []
    while len(actions) < ASKED and not state.over:
        who = state.to_move
        action = pick(state.chances(), rng) if who is None else BOTS["quest"](state.seen_by(who), who, rng)
        state = state.play(action).state
        actions.append(action)
    return f"{seed}: {'; '.join(actions)}"


def choices() -> str:
    """The lines of all these Woods."""
    return "\n".join(chosen(seed) for seed in range(WOODS)) + "\n"


# ------------------------------------------------------------------ the neighbours of the worked cases


def beside(case: str, held: Words | None = None) -> str:
    """A worked case and its neighbours as text; ``held`` is given their words."""
    return block(case, golden_neighbours.lines_of(case, Words() if held is None else held), usual(NEIGHBOURS))


def neighbours(held: Words | None = None) -> str:
    """All worked cases, and before them what is usual in them."""
    return _with_usual(NEIGHBOURS, (beside(case, held) for case in golden_neighbours.every_case()))


def blocks_of(name: str) -> dict[str, str]:
    """The short games or worked cases of a file as they are written, by their names."""
    found = written(name).rstrip("\n").partition("\n== ")[2].split("\n== ")
    return {each.partition("\n")[0]: f"== {each}" for each in found}


# ------------------------------------------------------------------ the files


def written(name: str) -> str:
    """The golden game as it was when it was last written down; "" if it never was."""
    file = FOLDER / f"{name}.txt"
    return _read(file, file.stat().st_mtime_ns) if file.exists() else ""


@lru_cache(maxsize=4)
def _read(file: Path, _changed: int) -> str:
    """A file's text, read once as long as it does not change: two thousand blocks of one file are compared one by one."""
    return file.read_text(encoding="utf-8")


def anew(name: str) -> str:
    """What a golden file would hold if it were written now."""
    makers: dict[str, Callable[[], str]] = {
        CROWD: crowd,
        CHOICES: choices,
        ANSWERS: answers,
        NEIGHBOURS: neighbours,
        SPOILT: slips,
        BOTS_CHOICES: bots,
        WORDS: words,
        SEARCHES: searches,
    }
    return makers[name]() if name in makers else transcript(name)


def write(name: str) -> None:
    """Write a golden game anew."""
    FOLDER.mkdir(exist_ok=True)
    if name in (CROWD, NEIGHBOURS):  # what is usual is counted now, and then it stays
        head = "".join(f"usual {what}: {rules}\n" for what, rules in usual_now(name).items())
        (FOLDER / f"{name}.txt").write_text(head, encoding="utf-8")
    (FOLDER / f"{name}.txt").write_text(anew(name), encoding="utf-8")


if __name__ == "__main__":
    for each in (*GAMES, *OTHERS):
        write(each)
        print(f"written: {each}")
