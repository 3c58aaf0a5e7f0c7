"""What is allowed at a moment of Mystic Paths: while a path is guessed, in a variant, and while clues are laid."""

from __future__ import annotations

import random

from engine import mystic_paths as mp
from tutor.content.making.proving import made
from tutor.content.puzzles.model import Puzzle, Rejected
from tutor.games.mystic_paths.making.material import BOARD, WORDS, base, came, guessed, situation, walked
from tutor.games.mystic_paths.teachable import GAME
from tutor.teach.exercise.options import Choose, Option

#: The most options of one question.
MOST = 6


def allowed_now(rng: random.Random) -> tuple[Puzzle, str]:
    """Which of some actions are allowed: guesses and stopping, who has a say, or what may be laid."""
    variant = rng.choice(("guess", "guess", "say", "lay", "lay"))
    if variant == "lay":
        return _laying(rng)
    mode = rng.choice(("together", "individual")) if variant == "say" else "together"
    trail = walked(rng, rng.choice((0, 1, 2, 3)), "a1")
    shown, right_now = rng.choice((0, 1, 1, 1)), rng.choice((0, 0, 1))
    more = {"right_now": right_now} if right_now and len(trail) > 1 else {}
    state = guessed(rng, trail, shown, rng.choice((0, 1, 1, 2)), 2, mode=mode, **more)
    player = state.player("red")
    near = list(state.next_portals("red"))
    far = [cell for cell in BOARD.cells if cell not in BOARD.next_to[player.at] and cell != player.at]
    cells = [*rng.sample(near, min(2, len(near))), player.base, *player.marks[:1], rng.choice(far), player.at]
    actions = [f"guess {state.word(cell)}" for cell in dict.fromkeys(cells)]
    if variant == "say":
        actions = [f"{seat}: {action}" for action in (actions[0], actions[-1]) for seat in state.order]
    else:
        actions += ["stop", "red ready"]
    said = "Each plays for himself; the order is Red, Green, Blue, clockwise. " if mode == "individual" else ""
    begun = "Nothing was guessed in this turn yet." if not more else "One guess of this turn was right."
    clue = f"Step {player.reached + 1} has {'its clue' if shown else 'no clue'}."
    question = f"{said}{came(state)} His path is guessed. {clue} {begun} Which of these are allowed?"
    return _asked(rng, state, actions, question, f"{variant} {mode} {len(player.marks)} {bool(player.reached)}", None)


def _laying(rng: random.Random) -> tuple[Puzzle, str]:
    """Red lays clues, in round 1, later with a step left open, or in round 5."""
    number = rng.choice((1, 2, 3, 5))
    reached = 0 if number == 1 else rng.randint(1, min(6, 3 * (number - 1) - 1))
    words = rng.sample(WORDS, 9)
    cards = [BOARD.card_of[word] for word in words]
    if len({*cards}) < len(cards):
        raise Rejected("one card twice")
    open_step = number > 1 and rng.random() < 0.6
    laid = [{"step": reached + 1, "word": words[0], "since": number - 1}] if open_step else []
    laid += [{"step": reached + 1 + len(laid) + n, "word": words[1 + n]} for n in range(rng.randint(0, 2))]
    own = {"trail": walked(rng, reached), "clues": laid, "hand": cards[4:7]}
    raw = {
        "round": number,
        "moment": "lay",
        "order": ["red", "green"],
        "players": {"red": own, "green": {"trail": ["e3"]}},
    }
    state = situation(raw)
    first, fresh, other = reached + 1, reached + 1 + len(laid), words[8]
    actions = [
        f"red clue {fresh} {words[4]}",
        f"red clue {fresh} not {words[5]}",
        f"red clue {first} {words[6]}",
        f"red add {first} {words[4]}",
        f"red add {fresh} {words[5]}",
        f"red clue {reached + 4} {words[4]}",
        f"red clue {fresh} {other}",
        f"red clue {max(1, reached)} {words[6]}",
        "red ready",
        "guess drum",
    ]
    hand = ", ".join("/".join(BOARD.cards[card]) for card in cards[4:7])
    since = {True: " since the round before", False: ""}
    lying = ", ".join(f"{each['word']} for step {each['step']}{since['since' in each]}" for each in laid)
    question = (
        f"Round {number} is laid. Red has come to step {reached}; before him: {lying or 'nothing'}. He holds {hand}. "
        "Which of these are allowed?"
    )
    return _asked(rng, state, actions, question, f"lay {min(number, 2)} {number == 5} {open_step} {len(laid)}", "red")


def _asked(
    rng: random.Random, state: mp.State, actions: list[str], question: str, idea: str, knight: str | None
) -> tuple[Puzzle, str]:
    """The question with options of which some are allowed; of those that are not, each has a rule of its own where it can."""
    verdicts = {action: state.judge(action) for action in dict.fromkeys(actions)}
    wrong: dict[str, str] = {}
    for action in rng.sample(list(verdicts), len(verdicts)):
        verdict = verdicts[action]
        if not verdict.legal and verdict.rules[0] not in wrong.values():
            wrong[action] = verdict.rules[0]
    right = [action for action, verdict in verdicts.items() if verdict.legal][:3]
    barred = list(wrong)[: MOST - len(right)]
    if not right or len(barred) < 2:
        raise Rejected("trivial")
    listed = [action for action in verdicts if action in right or action in barred]
    options = tuple(
        Option(_words(action), action=action, rules=() if action in right else (wrong[action],)) for action in listed
    )
    rules = sorted(wrong[action] for action in barred)
    exercise = Choose(
        **base(question, state, "Each of those that are not allowed breaks a rule of its own.", knight),
        options=options,
        several=True,
    )
    theme = "guess" if state.moment == "guess" else "clues"
    return made("allowed-now", exercise, theme, rules, 800 + 90 * len(rules), f"{idea} {rules}")


def _words(action: str) -> str:
    by, colon, rest = action.partition(": ")
    return f"{by.capitalize()}: {rest}" if colon else GAME.asking.words(action)
