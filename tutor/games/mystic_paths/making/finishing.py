"""The end of a game of Mystic Paths: how far one can still come, what can be scored, what was."""

from __future__ import annotations

import random
from typing import Any

from engine import mystic_paths as mp
from engine.mystic_paths.material import ROUNDS, SHOWN, STEPS
from tutor.content.making.proving import made
from tutor.content.puzzles.model import Puzzle, Rejected
from tutor.games.mystic_paths.making.material import BOARD, base, both, claim, situation, walked
from tutor.teach.exercise.options import Choose, Option
from tutor.teach.kinds.reckon import Reckon

_SEATS = ("red", "green", "blue")
_START = {"red": "a1", "green": "c5", "blue": "e1"}
_WANTED = [
    "prepare.round-5",
    "prepare.three",
    "score.group",
    "score.step",
    "end.cup",
    "individual.win",
    "clue.next-only",
]


def finish(rng: random.Random) -> tuple[Puzzle, str]:
    """How far somebody can come, who can still finish, the best score left, and what a finished game comes to."""
    variant = rng.choice(("furthest", "who", "best", "best", "score", "score", "alone"))
    if variant in ("score", "alone"):
        return _scored(rng, variant)
    number, seats = rng.choice((4, 5) if variant == "who" else (2, 3, 4, 5)), _SEATS[: rng.randint(2, 3)]
    most = min(STEPS - 1, SHOWN * (number - 1))
    came = {seat: rng.randint(max(0, most - 6), most) for seat in seats}
    hands = zip(seats, (["k083", "k012"], ["k001", "k002"], ["k003", "k004"]), strict=False)
    players = {seat: {"trail": walked(rng, came[seat], _START[seat]), "hand": hand} for seat, hand in hands}
    state = situation({"round": number, "moment": "lay", "order": list(seats), "players": players})
    told = both([f"{seat.capitalize()} has come to step {step}" for seat, step in came.items()])
    opening = f"Round {number} is about to be laid. {told}."
    can = {seat: state.can_finish(seat) for seat in seats}
    pace = "Three steps a round, four in round 5."
    early = sorted(mp.furthest(state, seat)[1] or 9 for seat in seats)
    idea = f"{variant} {number} {sum(can.values())} {len(seats)}"
    if variant == "furthest":
        seat = rng.choice(seats)
        step, through = mp.furthest(state, seat)
        exercise = Reckon(
            **base(f"{opening} What is the last step {seat.capitalize()} can still come to?", state, pace, "red"),
            reckon=f"furthest {seat}",
        )
        return made(
            "finish", exercise, "score", _WANTED, 700 + 60 * (ROUNDS - number), f"furthest {number} {step} {through}"
        )
    if variant == "best":
        exercise = Reckon(
            **base(
                f"{opening} What is the best common score still possible?",
                state,
                f"{pace} Add the cups, divide by {len(seats)}, round down.",
                "red",
            ),
            reckon="best",
            unit="points",
        )
        return made("finish", exercise, "score", _WANTED, 1150 + 60 * len(seats), f"{idea} {early}")
    return _who(state, f"{opening} Who can still finish?", pace, can, idea)


def _who(state: mp.State, question: str, pace: str, can: dict[str, bool], idea: str) -> tuple[Puzzle, str]:
    if len({*can.values()}) < 2:
        raise Rejected("trivial")
    options = [Option(seat.capitalize(), claim=claim(player=seat, can_finish=True)) for seat in can]
    exercise = Choose(**base(question, state, pace, "red"), options=tuple(options), several=True)
    close = min(abs(STEPS - mp.furthest(state, seat)[0]) for seat, able in can.items() if not able)
    return made("finish", exercise, "score", _WANTED, 900, f"{idea} {close}")


def _scored(rng: random.Random, variant: str) -> tuple[Puzzle, str]:
    """A wrong guess ends the last round: what is the common score, or what has one of them who plays for himself?"""
    seats = _SEATS[: rng.randint(2, 3)]
    mode = "individual" if variant == "alone" else "together"
    players: dict[str, dict[str, Any]] = {}
    told = []
    for seat in seats:
        through = 0 if seat == "red" else rng.choice((0, 4, 5))
        step = STEPS if through else rng.randint(3, STEPS - 1)
        players[seat] = {"trail": walked(rng, step, _START[seat]), **({"finished_in": through} if through else {})}
        comes = f"came through in round {through}" if through else f"stands at step {step}"
        told.append(f"{seat.capitalize()} {comes}")
    trail: list[str] = players["red"]["trail"]
    players["red"]["clues"] = [{"step": len(trail), "word": "wise"}]
    had = [seat for seat in seats if players[seat].get("finished_in") != 4 and seat != "red"]
    raw = {"round": ROUNDS, "moment": "guess", "turn": "red", "had_turn": had, "mode": mode, "order": list(seats)}
    state = situation({**raw, "players": players})
    line = (f"guess {state.word(BOARD.onward[trail[-2], trail[-1]][0])}", "no")
    end = state.play(line[0]).state.play(line[1]).state
    cups = [seat for seat, score in end.scores().players.items() if score.cup]
    said = "Each plays for himself. " if mode == "individual" else ""
    opening = f"{said}{both(told)}. The last guess of the game, at Red's path, is wrong."
    seat = rng.choice(seats)
    asked = f"What does {seat.capitalize()} have?" if mode == "individual" else "What is the common score?"
    reckon = f"score {seat}" if mode == "individual" else "score"
    point = "A point for each step, one more for a silver cup, two for gold."
    exercise = Reckon(**base(f"{opening} {asked}", state, point, "red"), reckon=reckon, unit="points", do=line)
    rest = sum(score.total for score in end.scores().players.values()) % len(seats)
    idea = f"{variant} {len(seats)} {len(cups)} {rest if variant == 'score' else seat in cups}"
    return made("finish", exercise, "score", _WANTED, 800 + 100 * len(cups), idea)
