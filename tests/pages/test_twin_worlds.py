"""Twin worlds: two games that differ only in what a player may not know send him the same bytes, on every channel there is.

A game is played; in its log two cards that somebody drew or was dealt unseen by the player are exchanged; both logs are folded
side by side. As long as the engine tells him the same of both, so must the table, and a bot in his seat must choose the same.
"""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

import pytest

from engine import mystic_wood as mw
from engine.contract.verdicts import IllegalAction
from engine.mystic_wood.material.cards import CARDS
from engine.text.faults import Faulty, ImpossibleSituation
from tests.support.at_table import ADDRESS, AtTable, Sent
from tests.support.on_stage import OnStage
from tutor.desk import Act, Desk, Refused, Touch
from tutor.desk.link import PageLink
from tutor.pages.stage import show
from tutor.pages.table import document
from tutor.pages.table.document import TableDocument
from tutor.pages.table.play import HOST, SEAT

#: What a player can ask of his page without doing anything, by the words of its buttons: channels by which something is sent.
CHANNELS: Mapping[str, Sequence[str]] = {
    "line": ("line:2", "line:9"),
    "step": ("step:back", "step:on"),
    "now": ("now",),
    "more": ("more",),
    "coach": ("coach",),
    "unpick": ("unpick",),
    "find": ("find:2",),
    "answer": ("answer",),
    "end": ("end",),
    "card": ("card:share", "card:hand:george", "card:"),
    "rule": ("rule:glade.draw",),
    "copied": ("copied:code", "copied:link"),
    "save": ("save",),
    "copy": ("line:2", "copy", "card:share", "leave-copy"),
    "see-copy": ("see-copy:george", "show-copy:on", "copied:code", "end-copy"),
    "review": ("review", "step:on"),
    "what-came": ("what-came", "now"),
}
#: A wish that is refused answers too, and so does a closer look.
BESIDE = ("act:move up", "card:knight:roland", "card:denizen:orc", "card:")
#: Words of buttons that are acts: what comes of them is the next page.
ACTS = {
    "act",
    "named",
    "undo",
    "again",
    "throw",
    "agree",
    "refuse",
    "new",
    "face",
    "away",
    "back",
    "bot",
    "person",
    "keep",
}
#: Kinds of message; a new one is looked at here.
KINDS = {"change", "effect", "refused", "trouble", "heard", "pong"}
UNSEEN = ("draw ", "deal ")


def test_every_channel_is_registered() -> None:
    assert set(document._CLICKS) == set(CHANNELS) | ACTS
    import inspect

    said = inspect.getsource(PageLink)
    kinds = {part.split('"')[0] for part in said.split('"kind": "')[1:]}
    assert kinds <= KINDS


def twins(acts: Sequence[Act], rng: random.Random) -> Iterator[tuple[int, list[Act]]]:
    """Logs in which two cards that came by chance are exchanged, each with the first act that differs."""
    drawn = [n for n, act in enumerate(acts) if act.by == "chance" and act.text.startswith(UNSEEN)]
    pairs = [(i, j) for i in drawn for j in drawn if i < j and acts[i].text.split()[0] == acts[j].text.split()[0]]
    rng.shuffle(pairs)
    for i, j in pairs:
        (*one, first), (*other, second) = acts[i].text.split(), acts[j].text.split()
        twin = list(acts)
        twin[i] = acts[i]._replace(text=" ".join((*one, second)))
        twin[j] = acts[j]._replace(text=" ".join((*other, first)))
        yield i, twin


class Still(Desk[Any, Any, Any]):
    """A desk at which chance and bots do only what the log says."""

    def go_on(self) -> None:
        return


class World:
    """A table of which one player's page is watched."""

    def __init__(self, seat: str) -> None:
        self.desk = Still(
            TableDocument(ADDRESS), {}, (), keep=lambda act: None, clock=lambda: 0.0, rng=random.Random(1)
        )
        self.page, self.seat = Sent(SEAT + seat, (seat,)), seat
        self.desk.join(self.page)

    def act(self, act: Act) -> None:
        self.desk.append(act.by, act.text)

    def heard(self) -> tuple[Any, ...]:
        """What the engine tells the player of the last line."""
        doc = self.desk.doc
        if not doc.lines:
            return ()
        line, before = doc.lines[-1], doc.at(len(doc.lines) - 1)
        told = before.told(before.play(line.action), self.seat)
        return told.action, told.state, tuple(event.text for event in told.events)

    def probe(self, targets: Sequence[str]) -> str:
        """Everything that is sent when these are touched."""
        for target in targets:
            self.desk.touched(self.page, Touch(self.page.seen, self.page.serial + 1, "click", target))
        sent, self.page.messages[:] = json.dumps(self.page.messages, ensure_ascii=False), []
        return sent

    def bot(self) -> str:
        """What a bot in the player's seat would do."""
        doc = self.desk.doc
        if self.seat not in doc.state.deciders:
            return ""
        return str(self.desk.of.draw(doc, f"bot {self.seat}", random.Random(3)))


def compared(acts: Sequence[Act], twin: Sequence[Act], differs: int, seat: str, probes: Sequence[str]) -> int:
    """How many positions two worlds had in which the engine told the player the same; each was shown to him the same."""
    worlds = World(seat), World(seat)
    same = 0
    for number, (one, other) in enumerate(zip(acts, twin, strict=True)):
        try:
            worlds[0].act(one)
            worlds[1].act(other)
        except (Refused, IllegalAction, Faulty):
            break
        if number < differs:
            continue
        if worlds[0].heard() != worlds[1].heard() or worlds[0].desk.doc.over:
            break
        for world in worlds:
            world.desk.show_all()
        wanted = probes if number % 5 == 0 else ()
        assert worlds[0].probe(wanted) == worlds[1].probe(wanted), (number, one, other)
        assert worlds[0].bot() == worlds[1].bot()
        same += 1
    return same


def positions(game: str, by: Mapping[str, str], more: Mapping[str, Any], seed: int, pairs: int, touches: int) -> int:
    rng = random.Random(seed)
    table = AtTable(game, by, seed=seed, more=more)
    for _ in range(touches):
        if table.doc.over or not table.random_touch(rng):
            break
    probes = [*(target for targets in CHANNELS.values() for target in targets), *BESIDE, "now"]
    seats = [seat for seat, how in by.items() if how == "phone"]
    found = 0
    for number, (differs, twin) in enumerate(twins(table.acts, rng)):
        if number >= pairs:
            break
        found += max(compared(table.acts, twin, differs, seat, probes) for seat in seats)
    return found


WOOD = ("mystic-wood", {"george": "phone", "britomart": "phone", "roland": "bot"}, {"variants": ["hidden"]})
PATHS = {
    mode: (
        "mystic_paths",
        {"red": "phone", **dict.fromkeys(bots, "bot"), "green": "phone"},
        {"variants": [mode] if mode else []},
    )
    for mode, bots in {
        "": ("blue",),
        "individual": ("blue",),
        "teams": ("orange", "blue"),
        "all-or-nothing": ("blue",),
    }.items()
}


@pytest.mark.parametrize(
    ("game", "by", "more", "pairs", "least"),
    [
        pytest.param(*WOOD, 4, 4, id="hidden cards"),
        pytest.param(*WOOD, 12, 8, id="more hidden cards", marks=pytest.mark.deep),
        *(pytest.param(*paths, 1, 1, id=f"secret paths {mode}".strip()) for mode, paths in PATHS.items()),
        pytest.param(*PATHS[""], 3, 6, id="more secret paths", marks=pytest.mark.deep),
    ],
)
def test_who_may_not_know_a_difference_is_sent_the_same_bytes(
    game: str, by: dict[str, str], more: dict[str, Any], pairs: int, least: int
) -> None:
    assert positions(game, by, more, 3, pairs=pairs, touches=24) >= least


# ---------------------------------------------------------------- moments that differ only in what lies face down
def exchanged(state: mw.State, seat: str, rng: random.Random) -> mw.State | None:
    """The same moment with another card where one lies face down that the seat does not know; None if there is none."""
    unknown = [card for area in state.areas for card, knowers in area.hidden if seat not in knowers]
    text = mw.dumps(state)
    free = [card for card in CARDS.denizens if card not in text]
    if not unknown or not free:
        return None
    card, instead = rng.choice(unknown), rng.choice(free)
    try:
        twin = mw.loads(re.sub(rf"(?<![\w-]){card}(?![\w-])", instead, text))
    except ImpossibleSituation:
        return None
    return twin if twin != state and twin.seen_by(seat) == state.seen_by(seat) else None


def shown(state: mw.State, seat: str) -> str:
    """All that is sent to a seat of a table that begins with this moment, whatever it touches."""
    world = World(seat)
    places = [[each, "phone" if each == seat else "here", "", "quest"] for each in state.order]
    world.act(Act(1, HOST, "begin " + json.dumps({"text": mw.code(state), "places": places}), 0.0))
    world.desk.show_all()
    return world.bot() + world.probe(("card:share", "copied:code", "more", *BESIDE))


def differing(seeds: Iterable[int], most: int) -> int:
    """How many moments were compared with their twins."""
    found = 0
    for seed in seeds:
        rng = random.Random(seed)
        first = mw.new_game(["george", "britomart", "roland"], variants=("hidden",))
        record = mw.play_out(first, dict.fromkeys(first.order, mw.BOTS["quest"]), seed, most=300)
        for state in record.states[:-1]:
            for seat in state.order:
                twin = exchanged(state, seat, rng) if rng.random() < 0.5 else None
                if twin is None:
                    continue
                assert shown(state, seat) == shown(twin, seat), (seed, seat, mw.code(state), mw.code(twin))
                found += 1
                if found >= most:
                    return found
    return found


def test_a_card_face_down_changes_nothing_for_who_does_not_know_it() -> None:
    assert differing(range(3), 40) == 40


@pytest.mark.deep
def test_over_many_moments_a_card_face_down_changes_nothing() -> None:
    assert differing(range(3, 60), 1000) == 1000


# ---------------------------------------------------------------- the stage, before its answer is shown
#: What can be done on a stage, and so be told of it; a new act is looked at here.
STAGE_ACTS = {
    "open",
    "load",
    "step",
    "poll",
    "reveal",
    "hands",
    "play",
    "throw",
    "fell",
    "go",
    "beside",
    "put",
    "focus",
    "mark",
    "unmark",
    "wipe",
    "spot",
    "blank",
    "strip",
    "join",
    "take",
}
#: Whatever whoever drives may do before the answer stands on the board.
BEFORE_THE_ANSWER = (
    "step 1",
    "mark ring 250,760",
    "spot 240,770",
    "strip on",
    "join on",
    "join off",
    "poll open",
    "focus c2",
)


def test_every_act_of_the_stage_is_registered() -> None:
    assert set(show._ACTS) == STAGE_ACTS


def test_two_stages_that_differ_in_answer_votes_and_what_follows_send_the_same_bytes_until_it_is_shown() -> None:
    one = OnStage(followers=5, right="Troll", because="Challengers come first.", after="The Troll is beaten.")
    other = OnStage(followers=5, right="Elf", because="The small ones come first.", after="Another end.")
    for world, choices in ((one, (0, 1, 1, 2, 0)), (other, (2, 2, 2, 1, 0))):
        world.act(*BEFORE_THE_ANSWER)
        for link, choice in zip(world.followers[:-1], choices, strict=False):
            world.click(link, f"vote:{choice}")
        world.desk.show_all()
    quiet = len(one.followers) - 1
    for here, there in ((one.screen, other.screen), (one.followers[quiet], other.followers[quiet])):
        assert here.said == there.said
    for world in (one, other):
        world.act("poll close", "poll again", "poll close", "blank on", "blank off")
    assert one.screen.said == other.screen.said
    assert one.followers[quiet].said == other.followers[quiet].said
    for world in (one, other):
        world.act("reveal")
    assert one.screen.said != other.screen.said  # the search can find a difference
