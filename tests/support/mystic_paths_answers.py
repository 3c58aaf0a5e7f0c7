"""What Mystic Paths answers to odd situations, sets and actions, a line each: ``tests/golden/mystic_paths/answers.txt``.

After a change that is meant: ``python -m tests.support.mystic_paths_answers``, and read the differences.
"""

from __future__ import annotations

import random
import tempfile
from collections.abc import Callable, Iterator
from fractions import Fraction
from pathlib import Path

from engine import mystic_paths as mp
from engine.mystic_paths import bots, material
from tests.engine.mystic_paths import test_mystic_paths_cases
from tests.engine.mystic_paths.test_mystic_paths_golden import facts, refused, vocabulary
from tests.golden.changes import Changes, numbered
from tests.golden.text import answer
from tests.sources import ROOT

FILE = ROOT / "tests" / "golden" / "mystic_paths" / "answers.txt"
RED, TWO = "[players.red]\n", "[players.red]\n[players.green]\n"
GUESS = 'moment = "guess"\n[players.red]\nmap = "m02"\nclues = [{ step = 1, word = "noisy" }]\n[players.green]\n'
CLUES = "[players.red]\nclues = [%s]\n[players.green]\n"
ALONE = 'mode = "all-or-nothing"\n'
FIT = 'moment = "guess"\n[players.red]\nclues = [{ step = 1, word = "noisy" }]\n[players.green]\n[fit]\n'
#: Odd situations, most with a fault.
# fmt: off
SITUATIONS = (
    "", RED, TWO, 'order = ["red", "pink"]', 'order = ["red", "red"]', 'order = ["red", "green"]\n[players.blue]', 'game = "gran"\n' + TWO,
    'game = "mystic-paths"\n' + TWO, 'edition = "x"\n' + TWO, 'board = "x"\n' + TWO, 'mode = "x"\n' + TWO, "colour = 3\n" + TWO,
    "round = 0\n" + TWO, "round = 6\n" + TWO, 'round = "two"\n' + TWO, 'moment = "start"\n' + TWO, 'turn = "red"\n' + TWO, 'turn = "x"\n' + TWO,
    "right_now = 1\n" + TWO, 'touched = "c3"\n' + TWO, 'touched = "z9"\n' + TWO, 'had_turn = ["red"]\n' + TWO, 'cups = "x"\n' + TWO,
    'cups = "player"\n' + TWO, 'cups = "group"\n' + TWO, 'maps = "known"\n' + TWO, 'discards = ["k001", "k001"]\n' + TWO, 'discards = ["m01"]\n' + TWO,
    'removed = ["m01", "k001"]\n' + TWO, 'removed = ["k001"]\ndiscards = ["k001"]\n' + TWO, 'next_cards = ["k001", "m01"]\n' + TWO,
    'next_cards = ["k001"]\ndiscards = ["k001"]\n' + TWO, 'next_cards = ["m02"]\n[players.red]\nmap = "m02"\n[players.green]',
    'removed = ["m02"]\n[players.red]\nmap = "m02"\n[players.green]', 'mode = "individual"\n' + TWO, 'mode = "teams"\n' + TWO, ALONE + RED,
    ALONE + "round = 2\n" + TWO, ALONE + 'moment = "first"\n' + TWO, ALONE + 'had_turn = ["red"]\nmoment = "guess"\n' + TWO,
    ALONE + 'moment = "attempt"\n' + TWO, ALONE + 'moment = "draw"\n' + TWO, ALONE + 'moment = "deal"\n' + TWO, 'moment = "attempt"\n' + TWO,
    ALONE + 'moment = "over"\n' + TWO, ALONE + '[players.red]\nfinished_in = 4\n[players.green]', ALONE + '[players.red]\nmap = "m02"\nreached = 1\n[players.green]',
    ALONE + '[players.red]\n[players.green]\nclues = [{ step = 1, word = "noisy" }]', ALONE + '[players.red]\nclues = [{ step = 11, word = "noisy" }]\n[players.green]',
    "portals = 3\n" + TWO, TWO + "[portals]\nz9 = 'owl'", TWO + "[portals]\nc3 = ''", TWO + "[portals]\nc3 = 3", TWO + "[portals]\nc3 = 'a1'",
    TWO + "[portals]\nc3 = 'a:b'", TWO + "[portals]\nc3 = 'a  b'", TWO + "[portals]\nc3 = 'Empire State Building'\na1 = 'owl'",
    TWO + f"[portals]\nc3 = '{'x' * 40}'", TWO + f"[portals]\nc3 = '{'x' * 41}'", TWO + "[portals]\nc3 = 'Fox'\na1 = 'fox'", TWO + "[portals]\nc3 = 'harbor'\na1 = 'owl'",
    TWO + "[portals]\na1 = 'owl'", 'moment = "place"\n' + TWO, 'moment = "place"\nround = 2\n' + TWO, 'moment = "deal"\nround = 2\n' + TWO,
    'moment = "place"\n[portals]\na1 = "owl"\n[players.red]\nclues = [{ step = 1, word = "noisy" }]\n[players.green]',
    'moment = "draw"\n' + CLUES % '{ step = 1, word = "noisy" }', 'moment = "deal"\n' + CLUES % '{ step = 1, word = "noisy" }',
    'moment = "draw"\n' + TWO, 'moment = "draw"\nturn = "green"\n[players.red]\nhand = []\n[players.green]\nhand = ["k001"]',
    'moment = "draw"\n[players.red]\nhand = ["k001", "k002", "k003", "k004"]\n[players.green]', 'moment = "deal"\n[players.red]\nmap = "m02"\n[players.green]',
    'round = 5\nmoment = "draw"\n[players.red]\nmap = "m02"\nreached = 10\nfinished_in = 4\n[players.green]',
    RED + 'start = "c3"\n[players.green]', RED + 'start = "a1"\n[players.green]\nstart = "a1"', RED + "[players.green]\nstart = 'a1'", RED + 'start = "z9"\n[players.green]',
    RED + 'trail = ["c3"]\n[players.green]', RED + 'trail = ["a3"]\nstart = "a1"\n[players.green]', RED + 'map = "m99"\n[players.green]', RED + 'map = "m02"\nwalk = ["a2"]\n[players.green]',
    RED + 'walk = ["a2", "a1"]\n[players.green]', RED + 'walk = ["c3"]\n[players.green]', RED + 'walk = ["a1"]\n[players.green]', RED + f"walk = {['a2', 'b2', 'a1'] * 4}\n[players.green]",
    "round = 2\n" + RED + 'map = "m02"\ntrail = ["a1", "b2"]\n[players.green]', "round = 2\n" + RED + 'map = "m02"\ntrail = ["a1", "a2"]\nreached = 2\n[players.green]',
    "round = 2\n" + RED + "reached = 2\n[players.green]", "round = 2\n" + RED + 'walk = ["a2"]\nreached = 2\n[players.green]', "round = 2\n" + RED + 'map = "m02"\nreached = 4\n[players.green]',
    RED + 'map = "m02"\nreached = 1\n[players.green]', RED + "reached = 11\n[players.green]", RED + "reached = -1\n[players.green]", "round = 5\n" + RED + 'map = "m02"\nreached = 10\n[players.green]',
    "round = 5\n" + RED + 'map = "m02"\nreached = 10\nfinished_in = 5\n[players.green]', "round = 5\n" + RED + 'map = "m02"\nreached = 9\nfinished_in = 4\n[players.green]',
    "round = 5\n" + RED + 'map = "m02"\nreached = 10\nfinished_in = 3\n[players.green]', "round = 5\n" + RED + 'map = "m02"\nreached = 10\nfinished_in = 4\n[players.green]',
    'round = 5\nmoment = "over"\n' + RED + 'map = "m02"\nreached = 10\nfinished_in = 5\n[players.green]', 'round = 4\nmoment = "over"\n' + TWO, 'round = 5\nmoment = "over"\n' + TWO,
    RED + 'hand = ["k001", "k002"]\n[players.green]\nhand = ["k002"]', RED + 'hand = ["k001", "k001"]\n[players.green]', RED + 'hand = ["k999"]\n[players.green]', RED + "hand = 3\n[players.green]",
    RED + "held = 2\n[players.green]", RED + "held = 4\n[players.green]", RED + 'hand = ["k046", "k001"]\nclues = [{ step = 1, word = "noisy" }]\n[players.green]',
    'discards = ["k046"]\n' + CLUES % '{ step = 1, word = "noisy" }', CLUES % '{ step = 1, word = "noisy" }, { step = 2, word = "southern" }', CLUES % '{ step = 1, word = "wooly" }',
    CLUES % '{ step = 0, word = "noisy" }', CLUES % '{ step = 4, word = "noisy" }', CLUES % '{ step = 5, word = "noisy" }', CLUES % '{ word = "noisy" }', CLUES % '{ step = 1 }',
    CLUES % '{ step = 1, word = "noisy", since = 2 }', CLUES % '{ step = 1, word = "noisy", not = 1 }', CLUES % '{ step = 1, word = "noisy", not = true }', CLUES % "3",
    CLUES % '{ step = 1, word = "noisy" }, { step = 1, word = "wild" }', "round = 2\n" + CLUES % '{ step = 1, word = "noisy", since = 1 }, { step = 1, word = "wild", since = 2 }',
    "round = 2\n" + CLUES % '{ step = 1, word = "noisy", since = 1 }, { step = 1, word = "wild", since = 2 }, { step = 1, word = "tall", since = 2 }',
    "round = 5\n" + CLUES % '{ step = 4, word = "noisy" }', "round = 5\n" + CLUES % '{ step = 4, word = "noisy", since = 4 }', "round = 5\n" + CLUES % '{ step = 5, word = "noisy" }',
    "round = 3\n[players.red]\nmap = 'm02'\nreached = 5\nclues = [{ step = 7, word = 'noisy', since = 1 }]\n[players.green]",
    "round = 3\n[players.red]\nmap = 'm02'\nreached = 5\nclues = [{ step = 5, word = 'noisy', since = 2 }]\n[players.green]",
    RED + "covered = 2\n[players.green]", 'mode = "individual"\n' + RED + "covered = 2\n[players.green]\n[players.blue]", RED + 'marks = ["c3"]\n[players.green]', RED + 'marks = ["a1"]\n[players.green]',
    RED + 'map = "m02"\nmarks = ["a2"]\n[players.green]', RED + 'marks = ["a2", "b1"]\n[players.green]', RED + 'marks = ["a2", "b1", "b2"]\n[players.green]',
    "round = 5\n" + RED + 'map = "m02"\nreached = 10\nfinished_in = 4\nmarks = ["a1"]\n[players.green]', RED + "ready = true\n[players.green]", RED + "ready = true\n[players.green]\nready = true",
    'moment = "first"\n' + RED + "ready = true\n[players.green]", 'moment = "first"\nhad_turn = ["red"]\n' + TWO, 'moment = "guess"\nturn = "red"\nhad_turn = ["red"]\n' + TWO,
    'moment = "guess"\nhad_turn = ["red"]\n' + TWO, 'moment = "guess"\nhad_turn = ["red", "green"]\n' + TWO, 'moment = "guess"\nright_now = 1\n' + TWO, 'moment = "answer"\n' + TWO,
    'moment = "answer"\ntouched = "c3"\n' + TWO, 'moment = "answer"\ntouched = "b2"\n' + TWO, 'moment = "answer"\ntouched = "b2"\n[players.red]\nmap = "m02"\n[players.green]',
    'round = 5\nmoment = "guess"\nturn = "red"\n[players.red]\nmap = "m02"\nreached = 10\nfinished_in = 4\n[players.green]', GUESS,
    'round = 5\nmoment = "first"\n[players.red]\nmap = "m02"\nreached = 10\nfinished_in = 4\n[players.green]\nmap = "m03"\nreached = 10\nfinished_in = 4',
    FIT + "noisy = { drum = 2, goat = '1/2', envelope = 0.25 }", FIT + '"not noisy" = { drum = 0 }', FIT + "wooly = { drum = 1 }", FIT + "noisy = { unicorn = 1 }", FIT + "noisy = { drum = -1 }",
    FIT + "noisy = { drum = true }", FIT + "noisy = { drum = '1/0' }", FIT + "noisy = { drum = 'x' }", FIT + "noisy = { drum = 1000001 }", FIT + "noisy = 3", FIT + "noisy = { drum = [1] }", "order = [",
    *(f"[players.{seat}]\n" * 1 + "".join(f"[players.{other}]\n" for other in material.COLOURS if other != seat) for seat in ("red", "purple")),
)
#: What is done to our set's file: the first such text is replaced by the second.
SETS = (
    ('id = "hexagon"', 'id = "häxagon"'), ('id = "hexagon"', f'id = "{"h" * 41}"'), ('id = "hexagon"', f'id = "{"h" * 40}"'), ('id = "hexagon"', "id = 3"), ("[board]", "[bord]"),
    ("[portals]", "[portal]"), ("[clues]", "[clue]"), ("provenance", "origin"), ('["a1", "a2"], ', ""), ('["a1", "a2"]', '["a1", "a1"]'), ('["a1", "a2"]', '["a1"]'), ('["a1", "a2"]', '["a1", "z9"]'),
    ('["a1", "a2"]', '"a1"'), ('["a1", "a2"], ', '["a1", "a2"], ["a2", "a1"], '), ("links = [", "links = 5\nold = ["), ("a1 = [0, -2]", "a1 = [0]"), ("a1 = [0, -2]", "a1 = [0, -3]"),
    ("a1 = [0, -2]", "a1 = [1, -2]"), ("a1 = [0, -2]", 'a1 = ["x", 1]'), ("a1 = [0, -2]", "a1 = [0, 60]"), ("a1 = [0, -2], ", ""), ("a1 = [0, -2]", "A1 = [0, -2]"), ("axial = {", "axial = 3\nold = {"),
    ('starts = ["a1", "a3"', 'starts = ["a1", "a2"'), ('starts = ["a1", "a3", ', 'starts = ["a3", "a1", '), ('starts = ["a1", ', "starts = ["), ('starts = ["a1", ', 'starts = ["z9", '),
    ('2 = ["a1", "e3"]', '2 = ["a1"]'), ('2 = ["a1", "e3"]', '2 = ["a1", "b2"]'), ('2 = ["a1", "e3"]', '7 = ["a1", "e3"]'), ("seats = {", "seats = 3\nold = {"), ('"owl"', '"Owl"'), ('"owl"', '"not owl"'),
    ('"owl"', '"bridge"'), ('"owl"', '"a1"'), ('"owl"', '"big  owl"'), ('"owl"', '"big owl"'), ('"owl"', '"harbor"'), ('["p10", "owl", "harbor"]', '["p09", "owl", "harbor"]'), ('["p10", "owl", "harbor"]', '["p10", "owl"]'),
    ('["p10", "owl", "harbor"]', '["P 10", "owl", "harbor"]'), ("discs = [", "discs = 5\nold = ["), ("cards = [", "cards = 5\nold = ["), ('"noisy"', '"short"'), ('"noisy"', '"not"'), ('["k046"', '["m02"'),
    ('id = "m02"', 'id = "m01"'), ('id = "m02"', 'id = "M 2"'), ('id = "m02"', "number = 2"), ('walk = ["a2", "a3", "b3", "b4"', 'walk = ["a3", "a2", "b3", "b4"'), ('walk = ["a2", "a3", "b3", "b4"', 'walk = ["a3", "b3", "b4"'),
    ('walk = ["a2", "a3", "b3", "b4", "c5", "c4", "c3"', 'walk = ["a2", "a3", "a2", "b4", "c5", "c4", "c3"'), ('walk = ["a2", "a3", "b3", "b4", "c5", "c4", "c3"', 'walk = ["a2", "b2", "a1", "a2", "b2", "a1", "b1"'),
    ('walk = ["a2", "a3", "b3", "b4", "c5", "c4", "c3", "b2", "c2", "d2"]', 'walk = ["a2", "b3", "c3", "c4", "b4", "a3", "a2", "b2", "c2", "c3"]'),
    ('walk = ["a2", "a3", "b3", "b4", "c5", "c4", "c3", "b2", "c2", "d2"]', 'walk = ["b1", "c2", "c3", "d2", "d1", "c1", "b1", "b2", "b3", "c3"]'), ('walk = ["a2", "a3"', 'walk = ["z9", "a3"'), ("loops = true", "loops = 1"),
)
#: Moments at which all these actions are judged, and what follows is told.
MOMENTS = (
    TWO, GUESS, GUESS.replace("guess", "first"), 'moment = "answer"\ntouched = "b2"\n' + TWO, 'mode = "individual"\n' + GUESS + "[players.blue]", 'moment = "place"\n' + TWO,
    'moment = "draw"\n[players.red]\nhand = ["k046"]\n[players.green]\nhand = []', 'moment = "deal"\nnext_cards = ["m05"]\n[players.red]\nhand = []\n[players.green]\nhand = []',
    'moment = "draw"\nnext_cards = ["k010"]\n[players.red]\nhand = ["k046"]\n[players.green]', ALONE + 'moment = "attempt"\n' + TWO, ALONE + TWO, 'round = 5\nmoment = "over"\n' + TWO,
    'round = 2\n[players.red]\nhand = ["k001", "k046"]\nclues = [{ step = 1, word = "wild", since = 1 }]\n[players.green]', 'moment = "guess"\n' + TWO,
    'round = 3\nmoment = "draw"\n[players.red]\nmap = "m02"\nhand = ["k046", "k001"]\n[players.green]\nheld = 2',
)
ACTIONS = (
    "", "mvoe", "clue 1 noisy", "red clue", "red clue one noisy", "red clue 0 noisy", "red clue 01 noisy", "red clue 100 noisy", "red clue 1", "red clue 1 not", "red clue 1 noisy", "RED  CLUE 1 NOT noisy",
    "pink clue 1 noisy", "red add 1 noisy", "red add 1 not wooly", "red ready", "red ready now", "ready", "first red", "first", "first pink", "first red green", "guess", "guess owl", "guess goat", "guess b2", "guess unicorn",
    "green: guess goat", "red: guess goat", "pink: guess goat", "stop", "stop it", "green: stop", "yes", "no", "red: yes", "green: no", "yes sir", "attempt red", "attempt", "place a1 owl", "place a1 unicorn", "place z9 owl",
    "place a2 owl", "place", "deal red", "deal red m17", "deal red m05", "deal red m99", "deal green m17", "deal red m17 m18", "draw red", "draw red k010", "draw red k046", "draw red k999", "draw green k010", "draw", "x" * 300,
)
# fmt: on


def _told(ask: Callable[[], object]) -> str:
    try:
        return answer(ask, codes=True)
    except ValueError as unknown:
        return f"{type(unknown).__name__} {unknown}"


def situations() -> Iterator[str]:
    """What is told of each situation: all its faults, or its text."""
    for text in SITUATIONS:
        yield f"{text}: {_told(lambda text=text: mp.dumps(mp.loads(text)))}"  # type: ignore[misc]
    for knights, mode in (
        (["red"], "together"),
        (["red", "red", "pink"], "together"),
        ([], "teams"),
        (["red", "green"], "x"),
    ):
        yield f"{knights}: {_told(lambda k=knights, m=mode: mp.dumps(mp.new_game(k, mode=m)))}"  # type: ignore[misc]
    yield _told(lambda: mp.new_game(["red", "blue"], "frnch", board="mine"))
    yield _told(lambda: mp.new_game(["red", "blue"], variants=("teams", "individual")))
    yield _told(lambda: mp.dumps(mp.new_game(["red", "blue"], variants=("all-or-nothing",))))


def sets() -> Iterator[str]:
    """What is told of our set's file with something changed in it."""
    whole = material.SOURCE.read("hexagon.toml")[0]
    with tempfile.TemporaryDirectory() as folder:
        for number, (before, after) in enumerate(SETS):
            file = Path(folder, "set.toml")
            text = whole if "hexagon" in before else whole.replace('id = "hexagon"', f'id = "s{number}"')
            file.write_text(text.replace(before, after, 1), encoding="utf-8")
            found = "" if before in text else "not there: "
            yield f"{found}{before!r} -> {after!r}: {_told(lambda file=file: _set(mp.load_board(file)))}"  # type: ignore[misc]
        file.write_text(whole.replace('"owl"', '"wizard"'), encoding="utf-8")
        yield _told(lambda: mp.load_board(file))
        file.write_text(whole, encoding="utf-8")
        yield _told(lambda: mp.load_board(file) is mp.boards()["hexagon"])
        yield _told(lambda: mp.load_board(Path(folder, "none.toml")))


def _set(board: mp.Board) -> str:
    sizes = [len(part) for part in (board.cells, board.links, board.starts, board.discs, board.cards, board.maps)]
    return f"{board!r}, {board.provenance}, {sizes}, {dict(board.seats)}, {dict(list(board.maps.items())[1:3])}"


def actions() -> Iterator[str]:
    """What each action is answered at each of these moments, and what is told when it is played."""
    for text in MOMENTS:
        state = mp.loads(text)
        yield f"{text}: {state.decision} of {state.deciders}, {numbered(state.actions(), 3)}, {len(state.chances())}, {state.turn}"
        for action in ACTIONS:
            yield f"  {action}: {_told(lambda state=state, action=action: _played(state, action))}"  # type: ignore[misc]


def _played(state: mp.State, action: str) -> str:
    step = state.play(action)
    changes = Changes()
    changes.told(mp.to_dict(state))
    told = [mp.odds(state, action).as_dict(), *step.events, *changes.told(mp.to_dict(step.state))]
    return "; ".join(map(str, told))


def questions() -> Iterator[str]:
    """The graph, the views, and how what is asked is answered."""
    state = mp.loads(
        'round = 2\nmoment = "guess"\n[players.red]\nmap = "m02"\nreached = 3\nmarks = ["c3"]\nclues = [{ step = 4, word = "metal" },'
        '{ step = 5, word = "wet" }, { step = 6, word = "tall", not = true }]\n[players.green]\nmap = "m03"\nhand = ["k001"]\n'
        '[fit]\nmetal = { elevator = 3, goat = "1/2" }\n"not tall" = { dolphin = 4, owl = 0 }'
    )
    for seat in state.order:
        yield f"{seat}: {state.next_portals(seat)}, {state.excluded(seat)}, {[state.reach(seat, steps) for steps in (0, 1, 2, 4)]}"
        left = [state.walks_left(seat, steps, most=most) for steps in (0, 1, 4, 12) for most in (None, 1, 2)]
        yield f"{seat}: {left}, {state.walks_left(seat, knowing='cards')}, {state.cards_left(seat)}"
        for knowing in ("steps", "walks", "cards", "x"):
            yield f"{seat}, {knowing}: {_told(lambda k=knowing, s=seat: state.guess_odds(s, k))}"  # type: ignore[misc]
    yield _told(lambda: state.guess_odds("red", fit={"metal": {word: Fraction(0) for word in state.portals}}))
    yield _told(lambda: state.walks_left("red", knowing="x"))
    yield f"graph: {sorted(state.paths().nodes(data=True))}, {state.paths().number_of_edges()}, links {state.links().number_of_edges()}"
    yield f"{mp.walks.distances(state.board)['a1']}, {state.due('red')}, {state.scores()}, {state.advice()}, {state.deck()}"
    for seat in (*state.order, None):
        yield f"{seat}: {mp.dumps(state.seen_by(seat))}"
    for what in ("clues", "hand", "map", "x"):
        yield f"{what}: {[_told(lambda w=who, what=what: state.sees(w, 'red', what)) for who in ('red', 'green', None)]}"  # type: ignore[misc]
    for seat in ("blue", "nobody"):
        yield f"{_told(lambda s=seat: state.seen_by(s))}, {state.actions(seat)}"  # type: ignore[misc]
    for code in (mp.CODE_PREFIX, "mp1-AAAA", "gr1-xx", mp.code(state).swapcase()):
        yield f"{code[:12]}: {_told(lambda code=code: mp.dumps(mp.from_code(code)))}".replace(code[12:24], "...")  # type: ignore[misc]
    yield f"{mp.figures()[0]}, {mp.editions()}, {[(name, dict(s.choices)) for name, s in mp.switches().items()]}"
    for knights in (6, 4, 3):
        alike = mp.loads(
            "round = 5\nmoment = 'over'\n"
            + "".join(
                f"[players.{seat}]\nmap = 'm{n:02}'\nreached = {n}\n"
                for n, seat in enumerate(material.COLOURS[:knights], 1)
            )
        )
        yield f"{alike.scores()}"


def choices() -> Iterator[str]:
    """What the bots do in the middle of random games, with opinions made up for them."""
    rng = random.Random(5)
    words = [*mp.boards()["hexagon"].card_of]
    for seed in range(24):
        state = mp.new_game(["red", "green", "blue"], mode=("together", "individual")[seed % 2])
        while state.decision == "chance" or (rng.random() < 0.93 and not state.over):
            state = state.play(rng.choice(state.actions())).state
        if state.over:
            continue
        fit = {
            f"{sign}{word}": {portal: Fraction(rng.randint(0, 4)) for portal in state.portals}
            for word in words
            for sign in ("", "not ")
        }
        seat = state.deciders[0]
        told = {name: bot(state.seen_by(seat), seat, random.Random(seed)) for name, bot in mp.BOTS.items()}
        for name, made in (
            ("reader", mp.reader(fit)),
            ("supple", mp.supple(fit)),
            ("careful", bots.careful(fit, Fraction(9, 10))),
        ):
            told[f"{name} with opinions"] = made(state.seen_by(seat), seat, random.Random(seed))
        where = f"{state.mode}, round {state.round}, {state.moment} of {seat}, path of {state.turn}"
        yield f"{seed}: {where}, hand {' '.join(state.player(seat).hand or ())}: {told}"


def worked() -> Iterator[str]:
    """What is told on the way through each worked case, of which it expects only what it is about."""
    for case in test_mystic_paths_cases.CASES:
        if "fault" in case:
            yield f"{case['name']}: {_told(lambda case=case: mp.loads(case['situation']))}"  # type: ignore[misc]
            continue
        state, rng, changes = mp.loads(case["situation"]), random.Random(case["name"]), Changes()
        yield f"{case['name']}:"
        yield from (f"  {fact}" for fact in changes.told(facts(state)))
        for asked in (*case.get("do", ()), *((case["judge"],) if "judge" in case else ()), *vocabulary(state, rng)):
            yield f"  {refused(state, asked)}"
            if asked in case.get("do", ()) and state.judge(asked).legal:
                step = state.play(asked)
                state = step.state
                yield f"  > {asked}: {numbered(state.actions(), 3)}; to move {state.to_move}, not disclosed {state.undisclosed}"
                yield from (
                    f"    {event} {event.kind}: {' '.join(str(part) for part in event[3:] if part)}"
                    for event in step.events
                )
                yield from (f"    {fact}" for fact in changes.told(facts(state)))


def answers() -> str:
    """All of it, a line each; only our set is known before and after."""
    known = mp.boards()
    others = {name: known.pop(name) for name in list(known) if name != material.OURS}
    try:
        lines = [*situations(), *sets(), *actions(), *questions(), *choices(), *worked()]
    finally:
        for name in [name for name in known if name != material.OURS]:
            del known[name]
        known.update(others)
    return "\n".join(line.replace("\n", " / ") for line in lines) + "\n"


if __name__ == "__main__":
    FILE.parent.mkdir(parents=True, exist_ok=True)
    FILE.write_text(answers(), encoding="utf-8")
    print(f"written: {FILE.name}")
