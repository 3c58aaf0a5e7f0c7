"""The Willow game at the table: whole games by their pages, and nothing hidden in anything that was sent to the other side."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from engine import willow
from engine.text.faults import Faulty
from engine.willow.material.scenario import ELORA
from tests.support.at_table import AtTable, Sent
from tutor.desk import Viewer
from tutor.games.willow.table import board as table_board
from tutor.games.willow.table import card as table_card
from tutor.games.willow.table import closer
from tutor.pages.table import play
from tutor.pages.table.document import TableDocument
from tutor.pages.table.play import SEAT

ON_PHONES = {"ann": "phone", "bob": "phone"}
#: Good and Evil, each at his own phone; a third page is the table's own screen, at which nobody plays.
SHORT = {"variants": ["three-rounds"]}
#: So many pages that tell two worlds apart show that such pages would be found.
ENOUGH = 10


def touched(table: AtTable, rng: random.Random) -> str:
    """A random touch; a step is ended more often than chance alone would."""
    able = [(name, page.buttons) for name, page in table.pages.items() if page.buttons]
    name, buttons = rng.choice(able)
    ending = [target for target in buttons if target in ("act:done", "act:pass")]
    target = ending[0] if ending and rng.random() < 0.4 else rng.choice(buttons)
    table.touch(target, name)
    return target


def game(seed: int, most: int = 900) -> Iterator[AtTable]:
    """A game of three rounds by random touches on the pages, after each of them; the end as well."""
    table, rng = AtTable("willow", ON_PHONES, seed=seed, more=SHORT), random.Random(seed)
    for _ in range(most):
        yield table
        if table.doc.over:
            return
        before = table.desk.n
        target = touched(table, rng)
        assert table.desk.n > before, f"{target} did nothing"


def known_to(seat: str | None, step: Any, told: willow.Step[willow.State]) -> str:
    """All the words by which a seat has heard of a step, and of the moment it led to."""
    view = step.state.seen_by(seat)
    words = (told.action, *(event.text for event in told.events), willow.dumps(view), *view.actions(seat or None))
    return " ".join(words)


def names(text: str, card: str) -> bool:
    """Whether a text names a card, by its id or as it is called."""
    words = card, willow.title(card)  # to look for the bare words first is many times as quick
    return any(word in text and re.search(rf"(?<![\w-]){re.escape(word)}(?![\w-])", text) for word in words)


def where(text: str, card: str) -> str:
    """The words round the first place where a text names a card."""
    found = re.search(rf"{re.escape(card)}|{re.escape(willow.title(card))}", text)
    return text[max(0, found.start() - 90) : found.end() + 90] if found else ""


def hidden_hands(state: willow.State, seat: str | None) -> set[str]:
    """The cards in hands that a seat does not see."""
    view = state.seen_by(seat)
    return {
        card
        for one in state.characters
        for card in one.hand
        if card != ELORA and card not in view.character(one.id).hand
    }


def words_of(page: Sent, since: int) -> str:
    """What it was sent, without the lists of what chance may bring: those name every card that is nowhere in sight of it; that
    they are the same whatever is hidden is held by the twin worlds below."""
    return re.sub(r'<b title="[^"]*">[^<]*</b>[^<]*', "", " ".join(str(message) for message in page.messages[since:]))


def search(seed: int) -> tuple[int, bool]:
    """A whole game; how many times a card nobody on that side knew was looked for in what was sent, and whether it ended."""
    looked, ended = 0, False
    known: dict[str, str] = {}
    read: dict[str, int] = {}
    done = 0
    for table in game(seed):
        if table.doc.over:
            ended = True
            break
        for line in table.doc.lines[done:]:
            before = table.doc.first if not done else table.doc.lines[done - 1].state
            for name, page in table.pages.items():
                seat = page.viewer.seats[0] if page.viewer.seats else None
                told = before.told(willow.Step(line.action, line.state, line.events), seat)
                known[name] = known.get(name, "") + known_to(seat, line, told)
            done += 1
        for name, page in table.pages.items():
            seat = page.viewer.seats[0] if page.viewer.seats else None
            sent, read[name] = words_of(page, read.get(name, 0)), len(page.messages)
            for card in hidden_hands(table.doc.state, seat):
                if not names(known.get(name, ""), card):
                    looked += 1
                    assert not names(sent, card), f"seed {seed}: {name} was sent {card}: {where(sent, card)}"
    return looked, ended


def test_a_whole_game_by_pages_sends_nobody_a_card_of_the_other_side_s_hands() -> None:
    """elora.secret, and hands are secret: all that was ever sent to a page is searched for what its side cannot know."""
    looked, ended = search(seed=1)
    assert ended, "three rounds are played to their end"
    assert looked > 100, "there were secrets to be searched for"


def twins(state: willow.State, seat: str | None, rng: random.Random) -> Iterator[willow.State]:
    """The same moment with other hands, and with the child elsewhere, as that seat cannot tell apart."""
    side = state.side_of(seat) if seat else None
    left = sorted(state.undrawn())
    for one in state.characters:
        kept = [card for card in one.hand if card != ELORA and card not in one.known]
        if one.side != side and kept and left:
            card = rng.choice(kept)
            hand = [*one.hand]
            hand[hand.index(card)] = rng.choice(left)
            yield _with(state, one.id, hand=tuple(sorted(hand)))
    holder = state.holder
    others = [name for name in state.seen_by(seat).holders() if name != holder]
    if holder and others and state.character(holder).side != side:
        there = state.character(rng.choice(others))
        card = rng.choice(there.hand) if there.hand else ""
        if card and card not in there.known:
            mine = [*state.character(holder).hand]
            mine[mine.index(ELORA)] = card
            theirs = [*there.hand]
            theirs[theirs.index(card)] = ELORA
            moved = _with(state, holder, hand=tuple(sorted(mine)))
            yield _with(moved, there.id, hand=tuple(sorted(theirs)))


def _with(state: willow.State, name: str, **values: Any) -> willow.State:
    changed = tuple(one._replace(**values) if one.id == name else one for one in state.characters)
    return replace(state, characters=changed)


def test_worlds_that_differ_only_in_hidden_hands_or_in_the_holder_look_the_same() -> None:
    """Every page of a moment, with all its panels and the picture, is the same for a side that cannot tell them apart."""
    document, rng, compared, children = TableDocument("http://x/table/"), random.Random(2), 0, 0
    told_apart = 0
    for number, table in enumerate(game(2, 120)):
        state = table.doc.state
        if number % 4 or table.doc.over:
            continue
        for page in table.pages.values():
            seat = page.viewer.seats[0] if page.viewer.seats else None
            for twin in twins(state, seat, rng):
                try:
                    same = (
                        twin != state
                        and twin.seen_by(seat) == state.seen_by(seat)
                        and not willow.broken_invariants(twin)
                    )
                except Faulty:
                    continue
                if not same:
                    continue
                shown = [
                    str(drawn(document, replace(table.doc, first=each, lines=()), page.viewer))
                    for each in (state, twin)
                ]
                assert shown[0] == shown[1], willow.code(twin)
                changed = next(one for one in state.characters if one.hand != twin.character(one.id).hand)
                other = table.pages[SEAT + state.owner(changed.id)].viewer
                if told_apart <= ENOUGH:
                    both = [
                        str(drawn(document, replace(table.doc, first=each, lines=()), other)) for each in (state, twin)
                    ]
                    told_apart += both[0] != both[1]
                compared += 1
                children += twin.holder != state.holder
    assert compared > 30
    assert children > 3, "the child was elsewhere in some of them"
    assert told_apart > ENOUGH, (
        "whoever holds the cards does tell them apart, so that pages that show them would be found"
    )


def drawn(document: TableDocument, table: play.Table, viewer: Viewer) -> Any:
    """What a page shows of a table at first sight."""
    return document.page(play.seen(table, viewer), viewer, document.look(viewer), {})


def test_a_game_of_so_many_rounds_ends() -> None:
    """Nothing in the rules ends a game nobody wins: a table may say after which round it does."""
    bots = {"ann": "bot", "bob": "bot"}
    table = AtTable("willow", bots, seed=4, more=SHORT)
    assert table.doc.over
    assert table.doc.first.last_round == 3
    assert SEAT not in table.pages


HOLDING = (
    'scenario = "training"\n[characters.willow]\nat = "nelwyn-village"\nhand = ["bow"]\nface_up = ["sword"]\n'
    '[characters.kael]\nhand = ["bear", "fly"]'
)


def test_a_player_s_card_names_his_cards_and_counts_the_others_hidden_ones() -> None:
    view = willow.loads(HOLDING).seen_by("good")
    people = table_card(view, "good").people
    assert people[0] == (
        "Willow in Nelwyn Village, Health 6",
        (("card:willow:0", "Bow", ""), ("card:willow:1", "Sword", "")),
    )
    assert people[1][0] == "Madmartigan in Crossroads, Health 6, no cards in hand"
    about, known = table_card(view, "evil").people[0]
    assert about == "Kael in Nockmaar Castle, Health 6, 2 cards hidden"
    assert [name for _, name, _ in known] == []


def test_a_card_is_one_touch_away_and_tells_what_it_does_and_what_is_assumed() -> None:
    """card.five-kinds: the figure of a Bow is ours, so it has an asterisk; of another's hand only the number is told."""
    view = willow.loads(HOLDING).seen_by("good")
    own = closer(view, "good", "card:willow:0")
    assert own is not None
    assert "Bow: kept: Prowess +1*." in own.lines
    assert "Sword (face up): kept: Prowess +2." in own.lines
    assert own.lines[-1].startswith("* an assumed figure")
    others = closer(view, "good", "hand:evil")
    assert others is not None
    assert "2 cards in hand that are not known." in others.lines
    assert not any(name in " ".join(others.lines) for name in ("Bear", "Fly"))
    assert closer(view, "good", "card:nobody:0") is None


def test_a_new_game_says_who_plays_good_and_who_evil() -> None:
    """setup.players, setup.two-players: the first seats play Good; with another at the table the sides are shared out anew."""
    table = AtTable("willow", {"ann": "here", "bob": "bot"}, seed=1)
    table.touch("new")
    table.touch("game:willow")
    assert table.host.panels["form"].count("You are Good, a bot is Evil") == 1
    assert "Good: Willow, Madmartigan, Airk, Franjean &amp; Rool" in table.host.panels["form"]
    assert "Ann (Good, here), Bob (Evil, bot)" in table.host.panels["form"]
    table.touch("seat:cora:bot")
    assert "Bob (Good, bot), Cora (Evil, bot)" in table.host.panels["form"]
    table.touch("preset:evil")
    table.touch("begin")
    assert [(place.seat, place.by) for place in table.doc.places] == [("ann", "bot"), ("bob", "here")]


def test_what_ends_a_step_is_never_put_behind_more() -> None:
    table = AtTable("willow", {"ann": "here", "bob": "bot"}, seed=1)
    seen = 0
    for _ in range(40):
        actions = table.doc.state.actions("ann") if "ann" in table.doc.deciders else []
        if "done" in actions:
            seen += len(actions) > 8
            assert "act:done" in table.host.buttons
        table.touch(next(each for each in table.host.buttons if each.startswith("act:")))
    assert seen > 2, "there were more actions than are shown at first"


def test_all_of_the_map_is_shown_on_a_phone() -> None:
    """It is no wider than a phone: no small map lies over it."""
    state = willow.loads('scenario = "training"')
    assert table_board(state, "good", ()).narrow
    shown = AtTable("willow", {"ann": "here", "bob": "bot"}, seed=1).host.shown
    assert shown is not None
    assert shown.frame.count('data-board="narrow"') == 1
