"""Golden games: whole games written down step by step, with what could be done, what was refused, and what the state was.

``GAMES`` says which; ``transcript`` plays one and writes it. ``OTHERS`` are held beside them, mostly told by digests: short
games, what the sensible bot and the search do, and what is answered to odd questions, to slips, in the worked cases and beside
them. After a change that is meant, write them anew with ``UPDATE_GOLDEN=1 pytest tests/test_golden.py`` (or ``python -m
tests.golden_games``) and read the differences.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from engine import mystic_wood as mw
from engine.chance import pick
from engine.mystic_wood.play.bots import BOTS
from tests import golden_neighbours
from tests.golden_answers import answers
from tests.golden_players import bots, searches
from tests.golden_spoilt import digest, slips
from tests.random_games import SELDOM, by_verb, crowded_state

FOLDER = Path(__file__).parent / "golden"
#: Up to so many legal actions are written out; of longer lists the number and a digest.
SHOWN = 6
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
#: The file of what is told of things that are spoilt.
SPOILT = "spoilt"
#: The files of what the sensible bot would do in the worked cases, and of how a search comes by its answer.
BOTS_CHOICES, SEARCHES = "bots", "searches"
#: All that is no single game.
OTHERS = (CROWD, CHOICES, ANSWERS, NEIGHBOURS, SPOILT, BOTS_CHOICES, SEARCHES)


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
    "1980-cooperative-random": Game(("perceval", "britomart", "roland", "george"), "1980", ("cooperative",), "random", 11),
    "2006-stacked-hidden-cooperative": Game(
        ("britomart", "guyon", "perceval", "george"), "2006", ("cooperative", "hidden"), "random", 35,
        ("king", "prince", "mystic-wind", "dwarf", "enchantress", "horse", "holy-grail", "magician", "illusion"),
    ),
}  # fmt: skip


def refusals(state: mw.State, rng: random.Random) -> Iterator[str]:
    """Three actions the rules refuse here, of three verbs, each with the rules that refuse it and a digest of the reasons."""
    for verb in rng.sample(sorted(by_verb()), 3):
        action = rng.choice(by_verb()[verb])
        verdict = state.judge(action)
        if not verdict.legal:
            rules = ", ".join(dict.fromkeys(reason.rule for reason in verdict.reasons))
            yield f"  not: {action.text} [{rules}] {digest(*(str(reason) for reason in verdict.reasons))}"


def moment(state: mw.State, number: int, name: str) -> Iterator[str]:
    """What is written about one state: legal actions, refusals, digests of it and of what one player sees of it."""
    rng = random.Random(f"{name} {number}")
    actions = state.actions()
    shown = "; ".join(actions) if len(actions) <= SHOWN else digest(*actions)
    yield f"  {state.decision} {state.to_move or ''}, {len(actions)}: {shown}"
    yield from refusals(state, rng)
    who = rng.choice(state.order)
    yield f"  state {digest(mw.dumps(state))}, for {who} {digest(mw.dumps(state.seen_by(who)))}"
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
    lines = [f"{name}, seed {game.seed}", *moment(state, 0, name)]
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
        state = step.state
        lines += [f"> {action}", *(f"  {event}" for event in step.events), *moment(state, number, name)]
    lines.append(f"winners: {', '.join(state.winners) or 'none'}" if state.over else "not over")
    return "\n".join(lines) + "\n"


# ------------------------------------------------------------------ many short games, told by a digest each

#: How many short games there are in a crowded Wood, and how long they are at most.
CROWDED, LONG = 60, 60
#: Where many things could be done, the seldom ones are done oftener here than a player would.
OFTEN = {"move": 0.4, "done": 0.5, "meet": 3, "combine": 2, "aid": 6, "offer": 0.3, "stalemate": 0.05, "drop": 0.2, "pray": 3,
         "add-1": 2, "release": 5, "dispute": 2, "deliver": 5, "drink": 0.5, "leave": 0.5, "no-joust": 0.5}  # fmt: skip


def crowded(seed: int) -> str:
    """One line about a short random game in a crowded Wood: what it digests is all that :func:`full` writes."""
    lines = list(full(seed))
    actions = [line[2:] for line in lines if line.startswith("> ")]
    return f"{seed}: {len(actions)} actions, {digest(*lines)}; {'; '.join(actions[:4])}"


def full(seed: int) -> Iterator[str]:
    """A short random game in a crowded Wood, step by step, to be read when its line has changed."""
    state, rng = crowded_state(seed), random.Random(seed)
    yield mw.dumps(state)
    for number in range(LONG):
        actions = state.legal_actions()
        if not actions:
            break
        yield f"  {state.decision} {state.to_move}: {'; '.join(action.text for action in actions)}"
        yield from refusals(state, rng)
        action = rng.choices(actions, [OFTEN.get(each.verb, 1.0) for each in actions])[0]
        if action.verb in ("meet", "joust", "prize", "drink"):
            yield f"  odds: {mw.odds(state, action).as_dict()}"
        elif action.verb == "wand":
            cut, joined = mw.rotation_effect(state, state.knight(state.turn).at)
            yield f"  cuts {sorted(cut)}, joins {sorted(joined)}"
        step = state.play(action)
        yield from (f"> {action.text}", *(f"  {event}" for event in step.events))
        state = step.state
        if number % CODED == 0:
            yield from around(state)
    yield mw.dumps(state)


def around(state: mw.State) -> Iterator[str]:
    """What else is asked of a state: the order of encounters, ways and frontier, and one action in every edition."""
    knight = state.knight(state.to_move or state.turn)
    yield f"  order: {mw.encounter_order(state)}, not met: {mw.not_met(state)}"
    yield f"  ways: {mw.distances(state, knight.at)}, frontier: {mw.frontier(state, knight.at)}"
    if mw.from_code(mw.code(state)) != state:
        yield "  its code brings another state back"


def crowd() -> str:
    """The lines of all short games."""
    return "\n".join(crowded(seed) for seed in range(CROWDED)) + "\n"


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


def beside(case: str) -> str:
    """One line about a worked case and its neighbours: what it digests is all that :func:`golden_neighbours.full` tells."""
    lines = list(golden_neighbours.full(case))
    refused = sum(line.startswith("  refused") for line in lines)
    return f"{case}: {refused} faults, {digest(*lines)}"


def neighbours() -> str:
    """The lines of all worked cases."""
    return "\n".join(beside(case) for case in golden_neighbours.every_case()) + "\n"


# ------------------------------------------------------------------ the files


def written(name: str) -> str:
    """The golden game as it was when it was last written down."""
    return (FOLDER / f"{name}.txt").read_text(encoding="utf-8")


def anew(name: str) -> str:
    """What a golden file would hold if it were written now."""
    told = {CROWD: crowd, CHOICES: choices, ANSWERS: answers, NEIGHBOURS: neighbours, SPOILT: slips, BOTS_CHOICES: bots,
            SEARCHES: searches}  # fmt: skip
    return told[name]() if name in told else transcript(name)


def write(name: str) -> None:
    """Write a golden game anew."""
    FOLDER.mkdir(exist_ok=True)
    (FOLDER / f"{name}.txt").write_text(anew(name), encoding="utf-8")


if __name__ == "__main__":
    for each in (*GAMES, *OTHERS):
        write(each)
        print(f"written: {each}")
