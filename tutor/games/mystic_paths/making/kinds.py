"""A maker for each kind of puzzle of Mystic Paths. Each has several questions, and says of each candidate what its idea is: what
decides it, not where on the board it happens. Two candidates of one idea are one too many.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from fractions import Fraction

from engine import mystic_paths as mp
from engine.mystic_paths.material import STEPS
from engine.text.faults import cap
from tutor.content.making.proving import made
from tutor.content.puzzles.model import Puzzle, Rejected
from tutor.games.mystic_paths.computed import ways_on
from tutor.games.mystic_paths.making.allowing import allowed_now
from tutor.games.mystic_paths.making.finishing import finish
from tutor.games.mystic_paths.making.material import (
    BOARD,
    WORDS,
    base,
    both,
    came,
    claim,
    guessed,
    many,
    situation,
    walked,
    wrong_ones,
)
from tutor.teach.exercise.exercise import Exercise
from tutor.teach.exercise.options import Choose, Option
from tutor.teach.kinds.do import Do
from tutor.teach.kinds.reckon import Reckon

Made = tuple[Puzzle, str]
_STEP = ["guess.not-marked", "guess.not-base", "guess.adjacent"]
_PORTALS = "board portals"


def _set(question: str, state: mp.State, point: str, answer: str) -> Choose:
    """Portals to be touched, all that an answer names."""
    return Choose(**base(question, state, point), targets=_PORTALS, answer=answer, several=True)


def _place(state: mp.State) -> str:
    """What kind of place Red stands on, by how many portals touch it; and whether he has a Base elsewhere."""
    player = state.player("red")
    return f"{len(state.board.next_to[player.at])}{'b' if player.reached else ''}"


# ------------------------------------------------------------------ where next


def where_next(rng: random.Random) -> Made:
    """Where a path goes on: the next portal, some steps on, or what comes before; to be touched or to be counted."""
    variant = rng.choice(("next", "next", "after", "never", "before", "ways", "back", "all"))
    trail = walked(rng, rng.choice((0, 1, 2, 2, 3, 4)), rng.choice(BOARD.starts[:2]))
    state = guessed(rng, trail, rng.randint(1, 3), rng.choice((0, 0, 1, 2, 3)), rng.randint(1, 2))
    player, marks = state.player("red"), len(state.player("red").marks)
    idea, rating = f"{variant} {_place(state)} {min(marks, 2)}", 600 + 90 * marks
    if variant == "next":
        strangers = any(
            {other.at, other.base, *other.marks} & {*state.next_portals("red")} for other in state.players[1:]
        )
        question = f"{came(state)} Touch every portal that can be next."
        point = "All that touch it, less his own Base and his own NOTs; what others have there bars nothing."
        exercise: Exercise = _set(question, state, point, "next")
        return made("where-next", exercise, "map", _STEP, rating + 60 * strangers, f"{idea} {strangers}")
    steps = rng.choice((2, 2, 3))
    reach = state.reach("red", steps)
    if variant == "before":
        return _before(rng, state, idea)
    if variant in ("after", "never"):
        can = "can" if variant == "after" else "cannot"
        if not 2 <= (len(reach) if variant == "after" else len(BOARD.cells) - len(reach)) <= 12:
            raise Rejected("too many to touch")
        question = f"{came(state)} Touch every portal on which he {can} be after exactly {steps} further steps."
        point = "Step by step: from each portal that can be next, all but the one just left."
        exercise = _set(question, state, point, f"{variant} {steps}")
        return made("where-next", exercise, "map", _STEP, rating + 250, f"{idea} {steps}")
    if not reach:
        raise Rejected("no steps left")
    if variant == "all":
        question = f"{came(state)} How many different walks of {steps} further steps are there?"
        reckon, goal, ways = f"ways {steps}", "", sum(reach.values())
    else:
        goal = (
            player.at if variant == "back" else rng.choice([cell for cell in reach if cell != player.at] or [player.at])
        )
        ways = reach.get(goal, 0)
        question = (
            f"{came(state)} In how many ways can he be on {state.word(goal)} after exactly {steps} further steps?"
        )
        reckon = f"ways {steps} {state.word(goal)}"
    point = f"{ways}: add up the ways over each portal that can be next."
    exercise = Reckon(**base(question, state, point), reckon=reckon, unit="ways")
    far = min(ways, 4)
    return made("where-next", exercise, "map", _STEP, rating + 150 + 20 * ways, f"{idea} {steps} {far}")


def _before(rng: random.Random, state: mp.State, idea: str) -> Made:
    reach = state.reach("red", 2)
    goal = rng.choice(sorted(reach))
    word = state.word(goal)
    question = f"{came(state)} Two steps on he is on {word}. Touch every portal that his next step can be."
    exercise = _set(
        question, state, f"{reach[goal]} of them: what touches both, and is not barred.", f"before 2 {word}"
    )
    return made("where-next", exercise, "map", _STEP, 900, f"{idea} {min(reach[goal], 3)}")


# ------------------------------------------------------------------ draw a walk


def walk(rng: random.Random) -> Made:
    """A walk to be led: home, to a portal in exactly so many steps, over two portals, or to the end of the path."""
    variant = rng.choice(("home", "there", "there", "near", "both", "end"))
    reached = rng.choice((7, 8)) if variant == "end" else rng.choice((0, 1, 2, 3))
    steps = STEPS - reached if variant == "end" else 3 if variant in ("home", "near") else rng.choice((2, 3, 3))
    trail = walked(rng, reached, rng.choice(BOARD.starts[:2]))
    state = guessed(rng, trail, steps, rng.choice((0, 0, 1, 2)))
    player, reach = state.player("red"), state.reach("red", steps)
    own, says = f"{came(state)} ", " Red says yes to whatever the rules allow."
    if variant == "both":
        return _both(rng, state, steps, own, says)
    near = {*BOARD.next_to[player.at]}
    goals = {
        "home": [player.at],
        "near": [cell for cell in reach if cell in near],
        "end": [*reach],
        "there": [cell for cell in reach if cell not in near and cell != player.at],
    }[variant]
    goals = [cell for cell in goals if reach.get(cell)]
    if not goals:
        raise Rejected("no way")
    goal = rng.choice(goals)
    word, ways = state.word(goal), reach[goal]
    asked = {
        "home": f"Lead him in three steps to {word} again.",
        "near": f"{cap(word)} touches it. Lead him there in exactly three steps.",
        "there": f"Lead him to {word} in exactly {steps} steps.",
        "end": f"{cap(many(steps, 'step'))} are left: let him finish on {word}.",
    }[variant]
    exercise = Do(
        **base(own + asked + says, state, f"There {'is one way' if ways == 1 else f'are {ways} ways'}."),
        goal=claim(player="red", at=goal, reached=player.reached + steps),
        within=steps,
    )
    rating = 650 + 70 * steps + 60 * len(player.marks) + (150 if ways == 1 else 0)
    idea = f"{variant} {steps} {min(ways, 4)} {bool(player.marks)} {_place(state)}"
    return made("walk", exercise, "map", ["map.lawful", *_STEP], rating, idea)


def _both(rng: random.Random, state: mp.State, steps: int, own: str, says: str) -> Made:
    player = state.player("red")
    ways = list(ways_on(state, "red", steps))
    way = rng.choice(ways)
    one, other = rng.sample([*dict.fromkeys(way)], 2) if len({*way}) > 1 else (way[0], way[0])
    meets = sum({one, other} <= {*each} for each in ways)
    if one == other or {one, other} & {*player.trail}:
        raise Rejected("trivial")
    question = (
        f"{own}Lead him so that within {steps} steps he has been on {state.word(one)} and on {state.word(other)}.{says}"
    )
    exercise = Do(
        **base(question, state, f"{meets} of {len(ways)} walks meet both."),
        within=steps,
        goal=claim(player="red", been=(one, other), reached=player.reached + 1),
    )
    touching = other in BOARD.next_to[one]
    idea = f"both {steps} {min(meets, 3)} {touching} {bool(player.marks)}"
    return made("walk", exercise, "map", ["map.lawful", *_STEP], 800 + 60 * steps + (150 if meets == 1 else 0), idea)


# ------------------------------------------------------------------ the chain of clues


def clue_chain(rng: random.Random) -> Made:
    """How likely a portal is, or which is the likeliest, by opinions of the clues of two steps, or of two cards of one."""
    variant = rng.choice(("odds", "odds", "likeliest", "likeliest", "alone", "two-cards", "never"))
    trail = walked(rng, rng.choice((0, 1, 2, 3)), rng.choice(BOARD.starts[:2]))
    reached = len(trail) - 1
    plain = guessed(rng, trail, 1, rng.choice((0, 0, 1)))
    ahead = list(plain.next_portals("red"))
    if len(ahead) < 3:
        raise Rejected("trivial")
    held = {card for each in plain.players for card in each.hand or ()}
    clues = rng.sample([word for word in WORDS if BOARD.card_of[word] not in held], 2)
    steps = (reached + 1, reached + (1 if variant == "two-cards" else 2))
    further = sorted(plain.reach("red", 2))
    if not further:
        raise Rejected("no steps left")
    low = 0 if variant == "never" else 2
    first = {cell: rng.choice((low, 2, 3, 4)) for cell in rng.sample(ahead, rng.randint(1, 2))}
    beyond = ahead if variant == "two-cards" else further
    second = {cell: rng.choice((2, 3, 6)) for cell in rng.sample(beyond, min(len(beyond), rng.randint(1, 2)))}
    opinions = zip(clues, (first, second), strict=True)
    fit = {clue: {plain.word(cell): weight for cell, weight in of.items()} for clue, of in opinions}
    since = plain.round - 1 if variant == "two-cards" else plain.round
    if since < 1:
        raise Rejected("no second card in round 1")
    raw = mp.to_dict(plain)
    laid = zip(steps, clues, (since, plain.round), strict=True)
    raw["players"]["red"]["clues"] = [{"step": step, "word": word, "since": number} for step, word, number in laid]
    state = situation({**raw, "fit": fit})
    told = "; ".join(f"step {step} is {clue} ({_opinion(fit[clue])})" for step, clue in zip(steps, clues, strict=True))
    chances, short = state.guess_odds("red", "steps"), state.guess_odds("red", "steps", ahead=False)
    top = [cell for cell, chance in chances.items() if chance == max(chances.values())]
    turns = top != [cell for cell, chance in short.items() if chance == max(short.values())]
    opening = f"{came(state)} {told[:1].upper()}{told[1:]}."
    idea = f"{variant} {len(ahead)} {len(first)}{len(second)} {turns} {len(top)}"
    rating = 1000 + 120 * len(second) + 250 * turns + 40 * len(ahead)
    wanted = list(reversed(_STEP))
    point = "Weigh each portal by its own clue, and by how well the next clue fits what lies beyond it."
    if variant == "two-cards":
        point = "Both cards stand for one step: their weights are multiplied."
    if variant in ("likeliest", "alone", "two-cards"):
        best = [cell for cell, chance in short.items() if chance == max(short.values())] if variant == "alone" else top
        if len(best) > 2:
            raise Rejected("no opinion decides")
        who, answer = "Touch what is likeliest next.", "likeliest"
        if variant == "alone":
            who, answer = (
                "Somebody reads the clue of the next step alone. Touch what he finds likeliest.",
                "likeliest alone",
            )
        exercise: Exercise = _set(f"{opening} {who}", state, point, answer)
        return made("clue-chain", exercise, "clues", wanted, rating, idea)
    cell = rng.choice(sorted(first))
    question = f"{opening} With what chance is {state.word(cell)} next?"
    exercise = Reckon(**base(question, state, point), reckon=f"odds {state.word(cell)}")
    value = chances.get(cell, Fraction(0))
    return made("clue-chain", exercise, "clues", wanted, rating + 100, f"{idea} {value == 0} {value > Fraction(1, 2)}")


def _opinion(of: Mapping[str, int]) -> str:
    return ", ".join(f"{word} {weight}" for word, weight in sorted(of.items())) + ", else 1"


# ------------------------------------------------------------------ which map


def which_map(rng: random.Random) -> Made:
    """What the thirty cards say: how many fit, which of some, where a step must be, or how likely the next portal is."""
    variant = rng.choice(("count", "which", "which", "sure", "chance"))
    card = rng.choice(sorted(BOARD.maps))
    path = BOARD.walk_of(card, "a1")
    reached = rng.choice((0, 1, 1, 2, 2, 3, 4))
    own = {"keep": path[reached : reached + 1]}
    state = guessed(rng, ["a1", *path[:reached]], 1, rng.choice((0, 0, 1, 1, 2)), red=own, maps="known")
    cards, marks = [each for each, _ in state.cards_left("red")], len(state.player("red").marks)
    opening, known = came(state), " All know the thirty map cards of ours."
    if reached > 1:
        opening = f"Red went {both([state.word(cell) for cell in path[:reached]])}. {cap(wrong_ones(state))}".rstrip()
    idea = f"{variant} {reached} {marks} {min(len(cards), 4)}"
    rating = 900 + 60 * reached + 90 * marks
    wanted = ["guess.not-marked", "guess.not-base", "guess.adjacent"]
    if variant == "count":
        exercise: Exercise = Reckon(
            **base(
                f"{opening} How many of the thirty cards can be his?{known}",
                state,
                f"{len(cards)}: {', '.join(cards[:12])}{' ...' if len(cards) > 12 else ''}.",
            ),
            reckon="cards",
            unit="cards",
        )
        return made("which-map", exercise, "map", wanted, rating, idea)
    if variant == "chance":
        goal = path[reached]
        word = state.word(goal)
        chance = state.guess_odds("red", "cards").get(goal, Fraction(1))
        if chance == 1:
            raise Rejected("trivial")
        question = f"{opening} No clue helps. With what chance is {word} next for somebody who knows the cards?{known}"
        point = "Count the cards that fit, and of them those that go on there."
        exercise = Reckon(**base(question, state, point), reckon=f"odds {word} cards")
        return made("which-map", exercise, "map", wanted, rating + 100, f"{idea} {chance > Fraction(1, 2)}")
    if variant == "sure":
        walks = [walk for _, walk in state.cards_left("red")]
        step = next((n for n in range(reached + 1, STEPS + 1) if len({walk[n - 1] for walk in walks}) == 1), 0)
        if not step or len(cards) > 8:
            raise Rejected("nothing is certain")
        question = f"{opening} Touch the portal that is certain for step {step}.{known}"
        exercise = _set(question, state, f"{', '.join(cards)}: all of them come there.", f"step {step}")
        return made("which-map", exercise, "map", wanted, rating + 150, f"{idea} {step - reached}")
    return _which(rng, state, f"{opening} Which of these cards can be his?{known}", cards, rating, idea)


def _which(rng: random.Random, state: mp.State, question: str, cards: list[str], rating: float, idea: str) -> Made:
    reached = state.player("red").reached
    near = sorted((card for card in BOARD.maps if card not in cards), key=lambda card: -_alike(state, card))
    right, wrong = rng.sample(cards, min(3, len(cards))), near[:3]
    if not right or not wrong:
        raise Rejected("trivial")
    listed = sorted([*right, *wrong])
    paths = {card: BOARD.walk_of(card, "a1") for card in listed}
    begins = {card: ", ".join(map(state.word, paths[card][: reached + 3])) for card in listed}
    options = [Option(f"{card}: {begins[card]} ...", claim=claim(player="red", may_be=card)) for card in listed]
    exercise = Choose(
        **base(question, state, "The path so far, and not over a NOT."), options=tuple(options), several=True
    )
    far = min(_alike(state, card) for card in wrong)
    return made("which-map", exercise, "map", _STEP, rating + 100, f"{idea} {far}")


def _alike(state: mp.State, card: str) -> int:
    """How far a card goes the way the path has come."""
    walk, trail = BOARD.walk_of(card, "a1"), state.player("red").trail[1:]
    return next((n for n, (one, other) in enumerate(zip(walk, trail, strict=False)) if one != other), len(trail))


MAKERS: Mapping[str, Callable[[random.Random], Made]] = {
    "where-next": where_next,
    "walk": walk,
    "clue-chain": clue_chain,
    "which-map": which_map,
    "allowed-now": allowed_now,
    "finish": finish,
}
