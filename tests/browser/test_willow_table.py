"""The Willow game at the table in Chromium: a whole game by two people who know what they want, and nothing hidden is sent."""

from __future__ import annotations

import contextlib
import json
import random
import re
from dataclasses import dataclass, field
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from engine import willow
from tests.browser.served import Table
from tests.browser.test_table import Player, sitting
from tests.games.willow.test_willow_table import hidden_hands, known_to, names, where
from tests.support.at_table import AtTable
from tutor.pages.table.play import HOST, SEAT

pytestmark = [pytest.mark.browser]
#: Good and Evil, each at his own phone, and a seed by which the game ends in its sixth round.
BOTH, SEED = ("ann", "bob"), "w3"


@dataclass
class Mirror:
    """The same game beside the pages: what is decided next, and what each side may have heard so far."""

    table: AtTable = field(default_factory=lambda: AtTable("willow", dict.fromkeys(BOTH, "phone"), more={"seed": SEED}))
    rng: random.Random = field(default_factory=lambda: random.Random(3))
    known: dict[str, str] = field(default_factory=dict)
    told: int = 0

    def decision(self) -> tuple[str, str]:
        """Who decides, and what a sensible player does there, by what he may know."""
        seat = self.table.doc.deciders[0]
        state = self.table.doc.state
        return seat, willow.BOTS["planner"](state.seen_by(seat), seat, self.rng)

    def heard(self) -> None:
        """Notes what each page may have heard since it was last asked."""
        doc = self.table.doc
        for number in range(self.told, len(doc.lines)):
            before = doc.first if not number else doc.lines[number - 1].state
            line = doc.lines[number]
            for name, seat in seats().items():
                step = before.told(willow.Step(line.action, line.state, line.events), seat)
                self.known[name] = self.known.get(name, "") + known_to(seat, line, step)
        self.told = len(doc.lines)


def seats() -> dict[str, str | None]:
    """Each page by its name, and the seat as which it looks: the table's own screen is nobody's."""
    return {HOST: None, **{SEAT + seat: seat for seat in BOTH}}


def words_of(received: list[str]) -> str:
    """What was sent, without the lists of what chance may bring: they name every card that is nowhere in sight."""
    told = " ".join(str(_decoded(frame)) for frame in received)
    return re.sub(r'<b title="[^"]*">[^<]*</b>[^<]*', "", told)


def _decoded(frame: str) -> Any:
    try:
        return json.loads(frame)
    except ValueError:
        return frame


def test_two_people_play_a_whole_game_on_phones_and_neither_is_sent_the_other_s_hand(
    browser: Browser, lan_table: Table
) -> None:
    """aim.evil, elora.secret: each touch is what a sensible player would do; the game is won, hands stay hidden until then."""
    with contextlib.ExitStack() as open_pages:
        host = open_pages.enter_context(sitting(browser, lan_table.address))
        _begun(host)
        pages: dict[str, Player] = {HOST: host}
        for seat in BOTH:
            pages[SEAT + seat] = open_pages.enter_context(
                sitting(browser, lan_table.seat(seat), phone=True, dark=seat == "bob")
            )
        mirror, searched, read = Mirror(), 0, dict.fromkeys(pages, 0)
        while not mirror.table.doc.over:
            seat, action = mirror.decision()
            mirror.table.touch(f"act:{action}", SEAT + seat)
            pages[SEAT + seat].press(f"act:{action}")
            if mirror.table.doc.over:
                break
            mirror.heard()
            for name, page in pages.items():
                sent, read[name] = words_of(page.received[read[name] :]), len(page.received)
                for card in hidden_hands(mirror.table.doc.state, seats()[name]):
                    if not names(mirror.known[name], card):
                        searched += 1
                        assert not names(sent, card), f"{name} was sent {card}: {where(sent, card)}"
            if mirror.table.doc.state.round == 3 and "ann" in mirror.table.doc.deciders:
                pages[SEAT + "ann"].screenshot("willow-table-390")
        won = mirror.table.doc.state.winners[0]
        for page in pages.values():
            expect(page.page.locator("h1")).to_contain_text(f"{won.capitalize()} wins")
        pages[SEAT + won].screenshot("willow-table-end-390")
        assert searched > 200, "there were secrets to be searched for"
        assert len(words_of(host.received)) > 100_000, "the messages were listened to"


def _begun(host: Player) -> None:
    """Good and Evil each on a phone; the new game says which is which."""
    host.press("game:willow")
    host.press("preset:phones")
    expect(host.page.locator(".tb-seat").nth(0)).to_contain_text("Good: Willow")
    expect(host.page.locator(".tb-seat").nth(1)).to_contain_text("Evil: Kael, Sorsha")
    host.page.get_by_text("Rules, variants, dice").click()
    host.page.locator('[data-value="seed"]').fill(SEED)
    host.press("begin")
    host.page.locator(".tb-play").wait_for()


def test_what_is_asked_lies_over_no_button(browser: Browser, lan_table: Table) -> None:
    """However many actions there are, at 1280 pixels: the hint stands below the buttons, "More" among them."""
    with sitting(browser, lan_table.address) as player:
        player.press("game:willow")
        player.press("preset:evil")
        player.press("begin")
        player.page.locator(".tb-play").wait_for()
        more = player.page.locator('button[data-target="more"]')
        expect(more).to_be_visible()
        player.page.locator(".tb-action").nth(3).hover()
        hint = player.page.locator(".tb-ask")
        expect(hint.locator("[data-hint]:visible")).to_have_count(1)
        asked, box = hint.bounding_box(), more.bounding_box()
        assert asked
        assert box
        assert asked["y"] >= box["y"] + box["height"]
        more.click(trial=True)
        player.screenshot("willow-table-1280")
        player.press("more")
        last = player.page.locator(".tb-action").last
        last.scroll_into_view_if_needed()
        last.hover()
        last.click(trial=True)


def test_a_card_s_name_is_touched_and_the_card_is_told(browser: Browser, lan_table: Table) -> None:
    with sitting(browser, lan_table.address, phone=True, dark=True) as player:
        player.press("game:willow")
        player.press("preset:evil")
        player.press("begin")
        player.page.locator(".tb-play").wait_for()
        own = player.page.locator(".tb-card").first
        expect(own).to_contain_text("Evil")
        size = own.locator(".tb-held").first.evaluate("(node) => parseFloat(getComputedStyle(node).fontSize)")
        assert size >= 12, "a name can be read"
        own.locator(".tb-held").first.tap()
        expect(player.page.locator('[data-panel="card"] svg')).to_be_visible()
        player.screenshot("willow-table-card-390")
