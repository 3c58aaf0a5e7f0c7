"""Making puzzles of the fewest turns."""

from __future__ import annotations

from typing import Any

from engine import mystic_wood as mw
from engine.mystic_wood.material.cards import KNIGHTS, name_of
from tutor.content.puzzles.model import Puzzle, Rejected
from tutor.games.mystic_wood.claims.fewest_turns import Lost, fewest_turns
from tutor.games.mystic_wood.making.common import base, loaded, made
from tutor.games.mystic_wood.making.material import EDITIONS, FIXED, Supply, situation, some_ground
from tutor.teach.kinds.reckon import Reckon


def path(supply: Supply) -> tuple[Puzzle, str]:
    """A way over known ground, as a game has left it or laid by chance."""
    rng = supply.rng
    knight = rng.choice(KNIGHTS)
    if rng.random() < 0.3:
        state = supply.game.states[-1]
        ground: dict[str, dict[str, Any]] = {
            name: {"tile": area.tile.id, "turned": area.turned}
            for name, area in zip(state.wood.areas, state.areas, strict=True)
            if area.face_up and area.tile is not None and name not in FIXED
        }
    else:
        column, row = rng.choice("abc"), rng.randint(1, 6)
        block = [f"{chr(ord(column) + x)}{row + y}" for x in range(3) for y in range(4)]
        ground = some_ground(rng, [area for area in block if area not in FIXED and rng.random() < 0.92])
    if len(ground) < 7:
        raise Rejected("too little ground")
    begin, goal = rng.sample(sorted(ground), 2)
    wand = rng.random() < 0.6
    text = situation(EDITIONS[0], {knight: {"at": begin, "things": ["wand"] if wand else []}}, ground)
    state = loaded(text)
    walked = mw.way(state, begin, goal)
    straight = abs(ord(begin[0]) - ord(goal[0])) + abs(int(begin[1]) - int(goal[1]))
    if straight < 2:
        raise Rejected("trivial")
    if wand is False and len(walked) - 1 <= straight:
        raise Rejected("no way" if not walked else "trivial")
    question = (
        f"How many turns does {name_of(knight)}{', who has the Wand,' if wand else ''} need from {begin} to {goal}?"
    )
    rules = ["move.one", "move.known", *(["card.wand", "wood.arrow"] if wand else [])]
    most = len(walked) - 2 if wand and walked else 9
    try:
        way = fewest_turns(state, knight, goal, most) if most >= straight else None
    except Lost:
        raise Rejected("too long to look through") from None
    if way is None:
        raise Rejected("the Wand is no use" if walked else "no way")
    turns = way.turns
    if turns < 3:
        raise Rejected("trivial")
    point = f"{turns} turns: {', '.join(action for action in way.actions if action != 'done')}."
    exercise = Reckon(**base(question, text, EDITIONS[0], rules, point, knight), reckon=f"turns {goal}", unit="turns")
    rating = 500 + 110 * turns + 300 * wand + 60 * (turns - straight)
    themes = ["paths", "exploration", *(["things"] if wand else [])]
    return made("path", exercise, EDITIONS, themes, rating, f"{ground} {begin} {goal} {wand}")
