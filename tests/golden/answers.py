"""Golden answers: what the engine says to data files that are broken, to odd questions, and of a game that was kept.

Written down in ``golden/answers.txt``, one line an answer; see :mod:`tests.golden.games` for how to write it anew.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

from engine import mystic_wood as mw
from engine.books.editions import Ledger
from engine.contract.records import Record, loads
from engine.mystic_wood.material.cards import cards_of
from engine.mystic_wood.material.source import SOURCE
from engine.mystic_wood.play.bots import BOTS
from tests.golden.text import answer
from tests.support.games import replayed

#: What is done to the project's own files: the first such text is replaced by the second (all of it by "").
TILES: tuple[tuple[str, str], ...] = (
    ('id = "g05"', 'id = "g06"'),
    ('half = "earthly"', 'half = "heavenly"'),
    ('paths = "NESW"', 'paths = "NS"'),
    ('paths = "NEW"', 'paths = "NEX"'),
    ('paths = "NEW"', "paths = 3"),
    ('paths = "NEW"', 'paths = "NNE"'),
    ('name = "island"', 'name = "marsh"'),
    ('name = "cave"', 'name = "palace"'),
    ('name = "cave"', 'name = "island"'),
    ('name = "island"\n', ""),
    ('half = "enchanted"', 'half = "earthly"'),
    ('id = "tower"', 'id = "g99"'),
    ("glade = true", "glade = false"),
    (
        'id = "earthly-gate"\nat = "c1"\npaths = "NEW"\nglade = false',
        'id = "earthly-gate"\npaths = "NEW"\nglade = true',
    ),
    ('id = "g20"', 'id = "g20"\nname = "castle"'),
)
CARDS: tuple[tuple[str, str], ...] = (
    ("[knight.george]", "[knight.arthur]"),
    ('from = "text"', 'from = "hearsay"'),
    ("strength = 3", 'strength = "3"'),
    ("strength = 3", "strength = -3"),
    ("strength = 3", "strength = true"),
    ("strength = 3", "strength = 20"),
    ("strength = 3", "strength = 21"),
    ("turns = 3", "turns = 0"),
    ("turns = 3", "turns = 1"),
    ("turns = 3", "turns = 20"),
    ("turns = 3", "turns = 21"),
    ("approach_bonus = 1", "approach_bonus = -1"),
    ("[denizen.wild-boar]\nstrength = 1", "[denizen.wild-boar]"),
    ("[denizen.wild-boar]", "[denizen.unicorn]\nfrom = 'text'\n[denizen.wild-boar]"),
    ('"1-', '"2-'),
    ('"1-', '"one-'),
    ('"6"', '"7"'),
    ("table = {", "no_table = {"),
    ("table_with_prowess", "table"),
    ("[spell.mystic-fog]", "[spell.mystic-frog]"),
    ("[thing.lance]", "[thing.lunch]"),
    ("[other.blessing]", "[other.curse]"),
)


#: An area card that one edition has otherwise.
OTHERWISE = '\n[[edition.2006.tile]]\nid = "g05"\nhalf = "earthly"\npaths = "NEW"\nglade = true\n'


def broken_files() -> Iterator[str]:
    """What is told of a tile set or a card file with one thing changed."""
    load: dict[str, Callable[[Path], object]] = {
        "tiles.toml": lambda path: len(mw.load_tiles(path).tiles),
        "cards.toml": lambda path: len(mw.load_cards(path).all()),
    }
    with tempfile.TemporaryDirectory() as folder:
        for name, changes in (("tiles.toml", TILES), ("cards.toml", CARDS)):
            text, _ = SOURCE.read(name)
            for before, after in changes:
                file = Path(folder, name)
                file.write_text(text.replace(before, after, 1), encoding="utf-8")
                found = "" if before in text else "not there: "
                yield f"{found}{name}, {before!r} -> {after!r}: {answer(lambda name=name, file=file: load[name](file))}"  # type: ignore[misc]


def cards_of_editions() -> Iterator[str]:
    """All that is known of each card, and of those that an edition has otherwise."""
    told: dict[str, str] = {}
    for edition in mw.editions():
        cards = cards_of(edition)
        for kind in ("knights", "denizens", "things", "areas"):
            for name, card in getattr(cards, kind).items():
                if told.setdefault(name, repr(card)) != repr(card) or edition == mw.editions()[0]:
                    yield f"{name} in {edition}: {card!r}"


def tiles_of_editions() -> Iterator[str]:
    """What a card is in each edition that one edition has otherwise."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "tiles.toml")
        file.write_text(SOURCE.read("tiles.toml")[0] + OTHERWISE, encoding="utf-8")
        for edition in (None, *mw.editions()):
            yield f"g05 in {edition}: {answer(lambda edition=edition: mw.load_tiles(file, edition).tiles['g05'].paths)}"  # type: ignore[misc]


def broken_ledgers() -> Iterator[str]:
    """What is told of a ledger with something wrong in it, and of rules that are not there."""
    good = {"id": "wood.one", "topic": "wood", "a": "It is one.", "b": "same", "cite": {"a": "The Wood"}}
    columns = {"1980": "a", "2006": "b"}
    for rules in (
        [],
        [good],
        [good, good],
        [{**good, "id": "Wood One"}],
        [{key: good[key] for key in ("id", "topic", "a")}],
        [{key: good[key] for key in ("topic", "a", "b", "cite")}],
        [{**good, "b": "silent", "places": [["orc", "elf"], ["king"]]}],
        [{**good, "a": "silent", "b": "silent", "ruling": "We play so."}],
    ):

        def ask(rules: list[dict[str, object]] = rules) -> object:
            ledger = Ledger.from_data({"rule": rules}, columns, "ledger.toml")
            return [
                (rule, rule.citation("1980"), rule.citation("2006"), rule.silent("2006")) for rule in ledger.values()
            ]

        yield f"ledger of {len(rules)}: {answer(ask)}"
    yield answer(lambda: mw.ledger().rule("wood.gird"))
    for topic in dict.fromkeys(rule.topic for rule in mw.ledger().values()):
        for rule in (rule for rule in mw.ledger().values() if rule.topic == topic):
            told = dict.fromkeys(
                f"{rule.citation(edition)}; played: {rule.played(edition)}, from {rule.played_from(edition)}"
                + ", silent" * rule.silent(edition)
                for edition in mw.editions()
            )
            yield f"{topic}, {rule.id}: {' | '.join(told)}"


def new_games() -> Iterator[str]:
    """What is told of games that cannot be begun, and how those begin that can."""
    for knights, edition, variants in (
        (["george"], "1980", ()),
        (["george", "roland", "guyon"], "2006", ("hidden", "cooperative")),
        ([], "1980", ()),
        (["george"] * 2, "1980", ()),
        (["arthur", "georg"], "1980", ()),
        (["george", "roland", "guyon", "perceval", "britomart"], "1980", ()),
        (["george"], "1999", ("secret",)),
    ):
        told = answer(lambda game=(knights, edition, variants): mw.dumps(mw.new_game(*game)))  # type: ignore[misc]
        yield f"{knights}, {edition}, {variants}: {told}"


def kept_games() -> Iterator[str]:
    """A game played by bots, kept, taken back and read again."""
    knights = ["george", "roland"]
    watched: list[mw.State] = []
    record = mw.play_out(mw.new_game(knights), dict.fromkeys(knights, BOTS["quest"]), 4, 40, watched.append)
    yield f"{len(record.actions)} actions, {len(watched)} watched, ends {mw.dumps(record.state)}"
    yield repr(record.transcript())
    yield f"three back: {mw.dumps(record.undo(3).state)}, {record.undo(3).actions[-1]}, {len(record.undo(3).events)}"
    yield f"all back: {mw.dumps(record.undo(400).state)}, one back: {len(record.undo().actions)} of {len(record.actions)}"
    yield f"replayed: {replayed(record) == record}, read back: {loads(record.dumps(mw.dumps), mw.loads) == record}"
    endless = '{"situation": "order = []", "do": [' + '"stay", ' * 20_000 + '"stay"]}'
    for text in (
        endless,
        "",
        "[]",
        '{"situation": 3, "do": []}',
        '{"situation": "order = []"}',
        '{"situation": "", "do": "stay"}',
        '{"situation": "", "do": [1]}',
    ):
        yield f"{text[:60]!r}: {answer(lambda text=text: len(loads(text, mw.loads).actions))}"  # type: ignore[misc]
    begun = Record.begin(mw.new_game(knights)).play("move north")
    yield f"begun: {begun.actions}, {[str(event) for event in begun.events[0]]}"


HERE = '[areas.c2]\npaths = "NESW"\ndenizens = [{}]\n[areas.c3]\npaths = "NESW"\n[knights.george]\nat = "c2"\n{}'


def questions() -> Iterator[str]:
    """One action in every edition, chances of a goal, and odds that are more than one fight."""
    for action in ("meet orc", "withdraw", "take lance", "meet"):
        text = HERE.format('"orc"', 'came_from = "c3"\n') + 'fighting = "orc"'
        yield f"{action}: {answer(lambda action=action, text=text: mw.compare(text, action).as_dict())}"  # type: ignore[misc]
    joust = 'order = ["george", "roland"]\n' + HERE.format("", "") + '[knights.roland]\nat = "c2"\nthings = ["lance"]'
    for action in ("joust roland", "offer lance to roland"):
        yield f"{action}: {answer(lambda action=action: mw.compare(joust, action).as_dict())}"  # type: ignore[misc]
    won = mw.loads(HERE.format('"orc"', ""))
    beaten = mw.search(won, lambda step: bool(step.state.knight("george").prowess_cards)).chance(1)
    yield f"orc met and beaten: {beaten.low if beaten.proved else beaten}"
    held = mw.loads("[knights.george]\nimprisoned = true")
    free = mw.search(held, lambda step: not step.state.knight("george").imprisoned, "george").chance(1)
    yield f"free with one throw: {free.low if free.proved else free}"
    for situation, action in (
        (HERE.format('"prince"', 'companions = ["princess"]'), "meet prince with princess"),
        (HERE.format('"holy-grail"', 'companions = ["sage"]'), "meet holy-grail with sage"),
        (HERE.format('"prince", "elf"', "").replace("george", "guyon"), "meet elf"),
        (HERE.format('"prince"', "").replace("george", "guyon"), "meet prince"),
        (HERE.format('"child"', ""), "meet child"),
        ('[areas.c2]\npaths = "NESW"\nname = "fountain"\n[knights.george]\nat = "c2"', "drink"),
        (HERE.format('"enchantress"', "captured = true"), "roll 6"),
        ('[knights.george]\nimprisoned = true\nthings = ["key"]', "try to escape"),
        (joust, "joust roland"),
        (joust, "move north"),
        (joust, "meet orc"),
    ):
        yield f"{action}: {_odds(situation, action)}"


def _odds(situation: str, action: str) -> str:
    try:
        return str(mw.odds(mw.loads(situation), action).as_dict())
    except mw.IllegalAction as refusal:
        return str(refusal)


def answers() -> str:
    """All golden answers, a line each."""
    lines = [*broken_files(), *cards_of_editions(), *tiles_of_editions(), *broken_ledgers(), *new_games()]
    lines += [*kept_games(), *questions()]
    return "\n".join(line.replace("\n", " / ") for line in lines) + "\n"
