"""What GRAN answers to situations, boards, actions and codes that cannot be, and to questions: a line each.

Written down in ``golden/gran/told/answers.txt``. After a change that is meant, write it anew with
``python -m tests.support.gran_answers`` and read the differences.
"""

# ruff: noqa: E501

from __future__ import annotations

import json
import random
import tempfile
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

from engine import gran
from engine.gran import bots
from tests.engine.gran import test_gran_cases
from tests.golden.text import answer
from tests.sources import ROOT

FILE = ROOT / "tests" / "golden" / "gran" / "told" / "answers.txt"
RED = 'order = ["red", "blue", "green"]\n'
AT = "[knights.red]\nat = "
#: Situations with something wrong in them, and some that only look like it.
# fmt: off
SITUATIONS = (
    "", "order = 3", 'order = ["red", "red"]', 'order = ["red", "purple"]', '[knights.red]\nat = "ga1"', 'turn = "red"',
    'order = ["blue"]\n[knights.red]\nat = "ga1"', RED + 'turn = "black"', RED + 'moment = "later"', RED + 'momint = "start"',
    RED + 'game = "chess"', RED + 'board = "mine"', RED + 'edition = "latin"', RED + "knights = 3", RED + "[knights.purple]",
    RED + "switches = 3", RED + 'switches = { ring_reach = "few" }', RED + 'switches = { rings = "two" }',
    RED + 'switches = { ring_reach = "some" }', RED + 'switches = { ring_reach = "every", city_pass = "no" }',
    RED + 'ring = "zz9"', RED + 'ring = "ga2"', RED + 'ring = "w1"', RED + 'ring = "gball"', RED + 'ring = "tcity"',
    RED + 'switches = { ring_on_ball = "no" }\nring = "gball"', RED + 'switches = { ring_on_ball = "no" }\nring = "tball"',
    RED + f'ring = "ta1"\n{AT}"tb1"\nring = true', RED + f'ring = "tb1"\n{AT}"tb1"', RED + f'{AT}"tb1"\nring = true',
    RED + f'{AT}"tb1"\nring = true\n[knights.blue]\nat = "ta1"\nring = true',
    RED + f'{AT}"tb1"\nring = true\n[knights.blue]\nat = "ta1"\nring = true\n[knights.green]\nat = "ta3"\nring = true',
    RED + f'moment = "ring"\n{AT}"ucity"', RED + f'moment = "ring"\n{AT}"ucity"\nring = true',
    RED + f'moment = "ring"\nring = "ta1"\n{AT}"ucity"', RED + f'moment = "ring"\n{AT}"ga1"',
    RED + f'moment = "ring"\n{AT}"gb2"\ncoat = true', RED + f'{AT}"gb2"\ncoat = true', RED + f'turn = "blue"\n{AT}"gb2"\ncoat = true',
    RED + f'{AT}"tb1"\n[knights.blue]\nat = "tb1"', RED + f'{AT}"tcity"\n[knights.blue]\nat = "tcity"',
    RED + f'{AT}"tb1"\n[knights.blue]\nat = "tb1"\n[knights.green]\nat = "tb1"', RED + f'{AT}"gball"\n[knights.blue]\nat = "gball"',
    RED + f'{AT}"gball"\nwaiting = true\n[knights.blue]\nat = "gball"', RED + f'{AT}"ga1"\nwaiting = true',
    RED + f'{AT}"ga1"\nwaiting = 3', RED + f"{AT}3", RED + f'{AT}"ga1"\nhorse = true', RED + "[knights.red]\ntalismans = 4",
    RED + "[knights.red]\ntalismans = -1", RED + '[knights.red]\nseals = ["galad", "galad"]', RED + '[knights.red]\nseals = "galad"',
    RED + '[knights.red]\nseals = ["tirad", "tirad", "tirad", "tirad"]\n[knights.blue]\nseals = ["tirad", "tirad", "tirad"]',
    RED + '[knights.red]\nseals = ["tirad", "urgad", "elgad"]', RED + 'winner = "red"', RED + 'moment = "over"',
    RED + 'winner = "red"\nmoment = "start"\n[knights.red]\nseals = ["tirad", "urgad", "elgad"]',
    RED + 'winner = "red"\n[knights.red]\nseals = ["tirad", "urgad", "elgad"]',
    RED + 'winner = "blue"\nmoment = "over"\n[knights.red]\nseals = ["tirad", "urgad", "elgad"]',
    RED + 'obstacles = "ga1"', RED + 'obstacles = ["ga1", "ga1"]', RED + 'obstacles = ["ga2", "gball"]', RED + 'obstacles = ["zz"]',
    RED + f'obstacles = ["ga1"]\n{AT}"ga1"', RED + 'ring = "ga1"\nobstacles = ["ga1"]', RED + 'obstacles = ["w1", "ga1"]',
    RED + 'ring = "gb1"\nobstacles = ["ga1", "gc1", "gc2", "ub4"]',
    RED + f'ring = "gb1"\nobstacles = ["ga1", "gc1", "gc2", "ub4"]\n{AT}"gb1"',
    RED + "obstacles = " + json.dumps(gran.boards()["training"].of_kind("black", "white")[:17]),
    RED + "dragons_used = 3", RED + "dragons_used = { 6 = 3 }", RED + "dragons_used = { 1 = 1 }", RED + 'dragons_used = { 6 = "2" }',
    RED + "dragons_used = { 6 = 2, 5 = 4, 4 = 6, 3 = 6, 2 = 4, 0 = 2 }",
    RED + f'moment = "throw"\ncard = 0\ndragons_used = {{ 6 = 2, 5 = 4, 4 = 6, 3 = 6, 2 = 4, 0 = 2 }}\n{AT}"gb2"',
    RED + f'moment = "card"\ndragons_used = {{ 6 = 2, 5 = 4, 4 = 6, 3 = 6, 2 = 4, 0 = 1 }}\n{AT}"gb2"',
    RED + "card = 1", RED + "card = true", RED + f'card = 4\n{AT}"gb2"', RED + f'moment = "throw"\n{AT}"gb2"',
    RED + f'moment = "throw"\ncard = 4\n{AT}"gb2"', RED + f'moment = "throw"\ncard = 4\n{AT}"ga1"',
    RED + f'moment = "throw"\ncard = 4\n{AT}"gb2"\ntalismans = 0', RED + f'moment = "card"\n{AT}"gb2"\ntalismans = 0',
    RED + f'moment = "card"\n{AT}"ga1"', RED + f'moment = "extra"\n{AT}"gb2"\ntalismans = 0', RED + f'moment = "extra"\n{AT}"ga1"',
    RED + 'victim = "blue"', RED + 'moment = "banish"', RED + f'moment = "banish"\nvictim = "red"\n{AT}"ga1"',
    RED + f'moment = "banish"\nvictim = "blue"\n{AT}"ga1"\n[knights.blue]\nat = "ga1"',
    RED + f'moment = "banish"\nvictim = "blue"\n{AT}"ga1"\n[knights.blue]\nat = "ga3"',
    RED + f'moment = "banish"\nvictim = "blue"\n{AT}"gball"',
    RED + f'moment = "banish"\nvictim = "blue"\n{AT}"gcity"\n[knights.blue]\nat = "gcity"',
    RED + f'moment = "banish"\nvictim = "blue"\n{AT}"ga1"\ntalismans = 0\n[knights.blue]\nat = "ga1"',
    RED + f'moment = "start"\nvictim = "blue"\n{AT}"ga1"\n[knights.blue]\nat = "ga1"',
    RED + f'moment = "banish"\nvictim = "blue"\n{AT}"ga1"\n[knights.blue]\nat = "ga1"\n[knights.green]\nat = "ga1"',
    RED + f'moment = "banish"\nvictim = "blue"\nobstacles = {json.dumps(gran.boards()["training"].of_kind("white")[:16])}\n'
    f'{AT}"ga1"\n[knights.blue]\nat = "ga1"',
    RED + f'moment = "obstacle"\n{AT}"ga1"', RED + f'moment = "obstacle"\n{AT}"ga2"',
    RED + f'moment = "obstacle"\n{AT}"ga2"\n[knights.blue]\nat = "ga2"',
    RED + "obstacles = " + json.dumps(gran.boards()["training"].of_kind("black", "white")[:16]) + f'\nmoment = "obstacle"\n{AT}"ga2"',
    RED + "next_cards = 6", RED + "next_cards = [1]", RED + "next_cards = [true]", RED + "next_cards = [6, 6, 6]",
    RED + f"next_cards = {[4] * 201}", RED + "next_cards = [6, 6, 5]\ndragons_used = { 6 = 1 }", RED + "next_cards = [6, 4]",
    RED + "next_cards = " + str([6] * 2 + [5] * 4 + [4] * 6 + [3] * 6 + [2] * 4 + [0] * 2 + [6, 6, 6]),
    RED + "next_rolls = [7]", RED + "next_rolls = [0]", RED + "next_rolls = [6, 1]", RED + "next_rolls = [2.0]", "order = [", "order = " + "[[]," * 70,
)
#: What is done to the training board's file: the first such text is replaced by the second.
BOARDS = (
    ('id = "training"', 'id = "não"'), ('id = "training"', 'id = "my board"'), ('id = "training"', f'id = "{"m" * 41}"'),
    ('id = "training"', f'id = "{"m" * 40}"'), ('id = "training"', "id = 3"), ('id = "training"', 'id = "--"'),
    ("[board]", "[bord]"), ("[board]", "board = 3\n[old]"), ('provenance = "assumed"', ""), ('provenance = "assumed"', "provenance = 3"),
    ('["ta1", "tb1"]', '["ta1", "ta1"]'), ('["ta1", "tb1"]', '["ta1"]'), ('["ta1", "tb1"]', '["ta1", "tb1", "tc1"]'),
    ('["ta1", "tb1"]', '["ta1", 3]'), ('["ta1", "tb1"]', '"ta1"'), ('["ta1", "tb1"]', '["tb1", "ta1"], ["ta1", "tb1"]'),
    ('id = "ta1"', 'id = "t-1"'), ('id = "ta1"', 'id = "TA1"'), ('id = "ta1"', 'id = "tä1"'), ('id = "ta1"', 'id = "ta12345678901"'),
    ('id = "ta1"', 'id = "ta1234567890"'), ('id = "ta1", ', ""), ('id = "ta2"', 'id = "ta1"'), ("x = -1.5", 'x = "west"'),
    ("x = -1.5", "x = true"), ("x = -1.5", "x = 1001"), ("x = -1.5", "x = -1000"), ("x = -1.5, ", ""),
    ('kind = "city", x = 0.0, y = 8.3', 'kind = "sword", x = 0.0, y = 8.3'), ('kind = "ball", x = 0.96', 'kind = "black", x = 0.96'),
    ('id = "ta1", state = "tirad"', 'id = "ta1"'), ('kind = "black"', 'kind = "city"'), ('kind = "magic"', 'kind = "ball"'),
    ('kind = "black"', 'kind = "white"'), ("nodes = [", "nodes = 5\nold = ["), ("edges = [", "edges = 5\nold = ["),
    ('["tc2", "tcity"], ["tc3", "tcity"], ["tc4", "tcity"], ', ""),
)
#: What is replaced wherever it stands.
EVERYWHERE = (
    ('kind = "dragon"', 'kind = "sword"'), ('kind = "magic"', 'kind = "sword"'), ('kind = "black"', 'kind = "sword"'),
    ('state = "tirad"', 'state = "elgad"'),
)
ACTIONS = (
    "", "stay" + " " * 196 + "on", "stay" + " " * 190 + "on", "mvoe ga1", "move", "move ga1 ga2 ga3", "move zz1", "MOVE GA1", "card 7", "card 1", "card", "card 4 4", "card -1", "roll 0",
    "roll x", "roll ²", "roll 00004", "lay", "lay ga1 ga2", "pass ga1", "pass", "stay", "banish w9", "banish ga1", "ring eb1",
    "move ga3", "move ga3 w6", "move gb2", "move gb2 gc2", "move ga3 gball",
)
#: Moments at which all these actions are judged, and what follows is told.
MOMENTS = (
    RED, RED + f'{AT}"gb2"', RED + f'{AT}"ga1"\n[knights.blue]\nat = "ga3"', RED + f'{AT}"ga1"\ntalismans = 0\n[knights.blue]\nat = "gb2"',
    RED + f'{AT}"ga1"\ntalismans = 1\n[knights.blue]\nat = "gb2"', RED + f'{AT}"gball"\nring = true\n[knights.blue]\nat = "gb2"',
    RED + f'moment = "extra"\n{AT}"gb2"', RED + f'switches = {{ extra_turn = "forced" }}\nmoment = "extra"\n{AT}"gb2"',
    RED + f'moment = "card"\n{AT}"gb2"', RED + f'moment = "throw"\ncard = 4\n{AT}"gb2"\nring = true',
    RED + f'moment = "throw"\ncard = 5\n{AT}"gb2"\ntalismans = 1', RED + f'next_rolls = [4]\nmoment = "throw"\ncard = 4\n{AT}"gb2"',
    RED + f'next_cards = [4, 0]\nnext_rolls = [2]\nmoment = "card"\n{AT}"gb2"', RED + f'moment = "obstacle"\n{AT}"ga2"',
    RED + f'moment = "ring"\n{AT}"ecity"', RED + f'moment = "banish"\nvictim = "blue"\n{AT}"w9"\n[knights.blue]\nat = "w9"',
    RED + f'moment = "banish"\nvictim = "blue"\n{AT}"ga1"\n[knights.blue]\nat = "ga1"\nring = true\ncoat = true',
    RED + f'moment = "throw"\ncard = 0\ndragons_used = {{ 6 = 2, 5 = 4, 4 = 6, 3 = 6, 2 = 4, 0 = 2 }}\n{AT}"gb2"',
    RED + 'winner = "red"\n[knights.red]\nseals = ["tirad", "urgad", "elgad"]',
)
# fmt: on


def situations() -> Iterator[str]:
    """What is told of each situation: all its faults, or its text and code."""
    for text in SITUATIONS:
        yield f"{text}: {answer(lambda text=text: [gran.dumps(gran.loads(text)), gran.code(gran.loads(text))])}"  # type: ignore[misc]
    for knights in (["red"], ["red", "red", "purple"], [], ["white", "black"]):
        yield f"{knights}: {answer(lambda knights=knights: gran.dumps(gran.new_game(knights)))}"  # type: ignore[misc]
    yield answer(lambda: gran.new_game(["red"], "frnch", "mine"))


def broken_boards() -> Iterator[str]:
    """What is told of a board file with something changed in it."""
    whole = Path(gran.__file__).with_name("data").joinpath("training.toml").read_text(encoding="utf-8")
    with tempfile.TemporaryDirectory() as folder:
        for number, (before, after) in enumerate((*BOARDS, *EVERYWHERE)):
            file = Path(folder, "board.toml")
            text = (
                whole
                if "id = " in before and "training" in before
                else whole.replace('id = "training"', f'id = "b{number}"')
            )
            file.write_text(text.replace(before, after, -1 if (before, after) in EVERYWHERE else 1), encoding="utf-8")
            found = "" if before in text else "not there: "
            yield f"{found}{before!r} -> {after!r}: {answer(lambda file=file: _board(gran.load_board(file)))}"  # type: ignore[misc]
        yield answer(lambda: gran.load_board(Path(folder, "none.toml")))


def _board(board: gran.Board) -> str:
    return f"{board!r}, {board.provenance}, {len(board.spaces)} spaces, {len(board.lines)} lines, {board.city('tirad')}"


def actions() -> Iterator[str]:
    """What each action is answered at each of these moments, and what is told when it is played."""
    for text in MOMENTS:
        state = gran.loads(text)
        yield f"{text}: {state.decision} of {state.to_move}, {state.actions()}, {state.chances()}, {state.ends()}"
        for action in ACTIONS:
            yield f"  {action}: {answer(lambda state=state, action=action: _played(state, action))}"  # type: ignore[misc]


def _played(state: gran.State, action: str) -> str:
    step = state.play(action)
    told = "; ".join(map(str, step.events))
    return f"{gran.odds(state, action).as_dict()}, {told}, {json.dumps(gran.to_dict(step.state)['knights'])}, {step.state.moment}"


def questions() -> Iterator[str]:
    """The graph, the views, and how what is asked is answered."""
    state = gran.loads(
        RED
        + f'ring = "gc2"\nobstacles = ["ga1", "w5"]\n{AT}"ea2"\n[knights.blue]\nat = "w4"\n[knights.green]\nat = "uc4"'
    )
    for colour in state.order:
        yield f"{colour}: {[(space, state.fewest(space, colour)) for space in state.board.spaces]}"
        told = {space: state.expected_turns(space, colour) for space in ("gc2", "tcity", "gb2", "ea2")}
        yield f"{colour}, daring: { ({space: round(turns, 6) if turns is not None else None for space, turns in told.items()}) }"
    yield f"places: {state.obstacle_places()}, {state.ring_places()}, cut off: {sorted(state.cut_off())}, white: {state.white('blue')}"
    yield f"costs: {state.obstacle_costs('blue', 'gc2')}"
    yield f"race: {state.ring_race()}"
    for seed in range(6):
        rng = random.Random(seed)
        later = gran.new_game(rng.sample(["red", "blue", "green"], 1 + seed % 3))
        for _ in range(60 + 20 * seed):
            later = later.play(rng.choice(later.actions())).state if later.actions() else later
        for colour in later.order:
            far = [
                (space, later.expected_turns(space, colour, Fraction(3, 4)))
                for space in list(later.board.spaces)[seed::16]
            ]
            reckoned = [bots._standing(later, colour), bots._own(later, colour), bots._dared(later, colour)]
            rounded = [(space, turns if turns is None else round(turns, 4)) for space, turns in far]
            yield f"{seed}, {colour}: {rounded}, worth {[round(worth, 4) for worth in reckoned]}"
        coat = gran.search(
            later, lambda step: any(knight.coat or knight.ring for knight in step.state.knights), budget=60
        )
        yield f"{seed}: a coat or the ring: {coat.chance(2)}, {coat.steps} steps"
    graph = state.paths()
    yield f"graph: {sorted(graph.nodes(data=True))[:6]}, {graph.number_of_edges()}"
    bearer = gran.loads(RED + f'{AT}"gb1"\nring = true\n[knights.blue]\nat = "gb2"')
    yield f"bearer: {bearer.ends()}, {bearer.cut_off()}, {bearer.expected_turns('gcity')}, {bearer.fewest('gcity')}"
    for stacked in ("next_cards = [4]", "next_rolls = [2]", "next_cards = [4]\nnext_rolls = [2]", ""):
        yield f"{stacked}: {gran.dumps(gran.loads(RED + stacked).seen_by('blue'))}"
    yield answer(lambda: state.seen_by("black"))
    yield answer(lambda: gran.read(gran.code(state)) == state == gran.read(gran.dumps(state)))
    for code in (
        gran.code(state)[:-1],
        gran.code(state) + "A",
        gran.CODE_PREFIX,
        "gr1-AAAA",
        gran.code(state).swapcase(),
        "mw1-xx",
    ):
        yield f"{code}: {answer(lambda code=code: gran.dumps(gran.from_code(code)))}"  # type: ignore[misc]
    yield f"{gran.win_chance(state)}, {Fraction(sum(face >= 4 for face in range(1, 7)), 6)}, {state!r}, {gran.figures()[0]}"


def broken_states() -> Iterator[str]:
    """What is told of states no game can reach, each with one thing wrong in it."""
    sound = gran.loads(RED + f'{AT}"ga1"\n[knights.blue]\nat = "w4"')
    yield f"sound: {gran.broken_invariants(sound)}"
    red, blue, green = sound.knights
    for what, state in (
        ("too many talismans", replace(sound, knights=(red._replace(talismans=4), blue, green))),
        ("fewer talismans than none", replace(sound, knights=(red._replace(talismans=-1), blue, green))),
        ("too many cards used", replace(sound, used=(3, 0, 0, 0, 0, 0))),
        ("all cards used", replace(sound, used=(2, 4, 6, 6, 4, 2))),
        ("the ring nowhere", replace(sound, ring=None)),
        (
            "the ring to be laid, and lying",
            replace(sound, moment="ring", knights=(red._replace(at="gb2"), blue, green)),
        ),
        ("the ring in two places", replace(sound, knights=(red._replace(ring=True), blue, green))),
        ("two bearers", replace(sound, ring=None, knights=(red._replace(ring=True), blue._replace(ring=True), green))),
        ("one who waits elsewhere", replace(sound, knights=(red._replace(waiting=True), blue, green))),
        ("two on one space", replace(sound, knights=(red, blue._replace(at="ga1"), green))),
        ("a coat in his own turn", replace(sound, knights=(red._replace(coat=True), blue, green))),
        ("an obstacle under a knight", replace(sound, obstacles=frozenset(("ga1",)))),
        ("an obstacle on a stone", replace(sound, obstacles=frozenset(("ga2",)))),
        ("a card nobody fights", replace(sound, card=4)),
        ("a victim nobody attacks", replace(sound, victim="blue")),
        ("a winner without seals", replace(sound, winner="red", moment="over")),
        (
            "three seals and no winner",
            replace(sound, knights=(red._replace(seals=("tirad", "urgad", "elgad")), blue, green)),
        ),
        ("no obstacle to lay", replace(sound, moment="obstacle")),
        ("a stacked card that is gone", replace(sound, next_cards=(6,), used=(2, 0, 0, 0, 0, 0))),
    ):
        yield f"{what}: {gran.broken_invariants(state)}"


def choices() -> Iterator[str]:
    """What the bots do in the middle of random games."""
    for seed in range(30):
        rng = random.Random(seed)
        state = gran.new_game(rng.sample(["red", "blue", "green", "white"], 2 + seed % 3))
        for _ in range(20 + 4 * seed):
            actions = state.actions()
            state = state.play(rng.choice(actions)).state if actions else state
        if state.decision == "choice":
            told = {bot: gran.BOTS[bot](state, state.turn, random.Random(seed)) for bot in ("runner", "careful")}
            yield f"{seed}: {gran.code(state)}, {state.moment} of {state.to_move}: {told}"


def worked() -> Iterator[str]:
    """What is told on the way through each worked case, of which it expects only what it is about."""
    for case in test_gran_cases.CASES:
        state, told = gran.loads(case["situation"]), []
        for asked in (*case.get("do", ()), *((case["judge"],) if "judge" in case else ())):
            verdict = state.judge(asked)
            told += [f"{reason} {reason.about}" for reason in verdict.reasons]
            if verdict.legal:
                step = state.play(asked)
                state = step.state
                told += [f"{event} {event[:2]} {event[3:]}" for event in step.events]
            told.append(
                f"{gran.code(state)}, {state.to_move}: {state.actions()}, {sorted(state.ends())}, {gran.win_chance(state)}"
            )
        for bot in ("runner", "careful") if state.decision == "choice" else ():
            told.append(f"{bot}: {gran.BOTS[bot](state, state.turn, random.Random(1))}")
        yield f"{case['name']}: {' / '.join(told)}"


def answers() -> str:
    """All of it, a line each; only the training board is known before and after."""
    known = gran.boards()
    assert isinstance(known, dict)
    others = {name: known.pop(name) for name in list(known) if name != "training"}
    try:
        lines = [*situations(), *broken_states(), *broken_boards(), *actions(), *questions(), *choices(), *worked()]
    finally:
        for name in [name for name in known if name != "training"]:
            del known[name]
        known.update(others)
    return "\n".join(line.replace("\n", " / ") for line in lines) + "\n"


if __name__ == "__main__":
    FILE.write_text(answers(), encoding="utf-8")
    print(f"written: {FILE.name}")
