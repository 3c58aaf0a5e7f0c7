"""The table in Chromium: games played to their end by mouse and by touch, three pages in one, a server killed, and secrets."""

from __future__ import annotations

import contextlib
import random
import time
from collections.abc import Iterator
from dataclasses import dataclass, field

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from engine import mystic_wood as mw
from tests.browser.harness import ARTEFACTS, PATIENCE
from tests.browser.served import Table
from tests.support.at_table import AtTable

pytestmark = [pytest.mark.browser]


@dataclass
class Player:
    """Somebody's page, and all that was ever sent to it."""

    page: Page
    touch: bool = False
    received: list[str] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)

    def press(self, target: str) -> None:
        """Press what carries a target, and wait until it was answered."""
        button = self.page.locator(f'button[data-target="{target}"]').first
        if not button.is_visible():
            self._press(self.page.locator('button[data-target="more"]').first)
        self._press(button)

    def _press(self, button: object) -> None:
        asked = self.page.evaluate("() => Number(document.querySelector('.mwb').dataset.asked ?? 0)")
        if self.touch:
            button.tap()  # type: ignore[attr-defined]
        else:
            button.click()  # type: ignore[attr-defined]
        self.page.wait_for_function(
            "(asked) => { const d = document.querySelector('.mwb').dataset; return +d.asked > asked && d.asked === d.answered; }",
            arg=asked,
        )

    def lines(self) -> int:
        return int(self.page.locator(".tb-time input[type=range]").get_attribute("max") or 0)

    def screenshot(self, name: str) -> None:
        ARTEFACTS.mkdir(exist_ok=True)
        self.page.screenshot(path=ARTEFACTS / f"{name}.png")


@contextlib.contextmanager
def sitting(browser: Browser, address: str, phone: bool = False, dark: bool = False) -> Iterator[Player]:
    """A page of the table, on a laptop or on a phone."""
    context: BrowserContext = browser.new_context(
        viewport={"width": 390, "height": 844} if phone else {"width": 1280, "height": 800},
        has_touch=phone,
        reduced_motion="reduce",
        color_scheme="dark" if dark else "light",
    )
    page = context.new_page()
    player = Player(page, phone)
    page.on("pageerror", lambda error: player.errors.append(str(error)))
    page.on("websocket", lambda wire: wire.on("framereceived", lambda frame: player.received.append(str(frame))))
    page.on(
        "response",
        lambda answer: player.received.append(answer.text()) if answer.ok and "/seat/" in answer.url else None,
    )
    page.goto(address)
    page.locator(".mwb").wait_for()
    try:
        yield player
        assert player.errors == []
    finally:
        context.close()


def begin(player: Player, by: dict[str, str], seed: str = "") -> None:
    """A new game, begun by touches."""
    for seat in ("george", "perceval", "roland", "guyon", "britomart"):
        player.press(f"seat:{seat}:{by.get(seat, '')}")
    player.page.get_by_text("Rules, variants, dice").click()
    if seed:
        player.page.locator('[data-value="seed"]').fill(seed)
    player.press("begin")
    player.page.locator(".tb-play").wait_for()


def alike(*players: Player) -> None:
    """Wait until all pages show the same line."""
    waited = time.monotonic() + PATIENCE
    while len({player.lines() for player in players}) > 1:
        assert time.monotonic() < waited, "the pages have parted"
        players[0].page.wait_for_timeout(50)


def won_by(hero: str, seed: str) -> list[str]:
    """The decisions by which a Knight wins a game that is thrown from a seed."""
    table = AtTable(by={"roland": "bot", hero: "here"}, more={"seed": seed})
    found: list[str] = []
    while not table.doc.over and len(found) < 60:
        found.append(mw.BOTS["quest"](table.doc.state.seen_by(hero), hero, random.Random(len(found))))
        table.touch(f"act:{found[-1]}")
    assert table.doc.state.winners == (hero,), "another seed is wanted"
    return found


@pytest.mark.parametrize(("phone", "seed"), [(False, "w134"), (True, "w146")], ids=["by clicks", "on a phone by touch"])
def test_a_whole_game_is_won(browser: Browser, lan_table: Table, phone: bool, seed: str) -> None:
    decisions = won_by("britomart", seed)
    with sitting(browser, lan_table.address, phone) as player:
        begin(player, {"roland": "bot", "britomart": "here"}, seed)
        for number, action in enumerate(decisions):
            player.press(f"act:{action}")
            if number == len(decisions) // 2:
                player.screenshot(f"table-{'390' if phone else '1280'}")
        expect(player.page.locator("h1")).to_contain_text("Britomart wins")
        expect(player.page.locator(".tb-ledger tbody tr")).to_have_count(2)
        expect(player.page.locator(".tb-key li")).to_have_count(2)
        player.screenshot(f"table-end-{'390' if phone else '1280'}")
        player.press("review")
        expect(player.page.locator("h1")).to_have_text("Line 0")
        player.press("what-came")
        expect(player.page.locator("h1")).to_contain_text("Line 0 of")
        player.press("now")
        player.press("again")
        expect(player.page.locator("h1")).not_to_contain_text("wins")


def test_what_is_pointed_at_says_where_it_leads_and_a_finger_asks_by_resting(
    browser: Browser, lan_table: Table
) -> None:
    with sitting(browser, lan_table.address) as player:
        begin(player, {"roland": "bot", "britomart": "here"}, "w134")
        player.page.locator('button[data-target="act:move north"]').hover()
        hint = player.page.locator(".tb-ask [data-hint]:visible")
        expect(hint).to_contain_text("The path runs on")
        player.page.locator('button[data-target="act:move east"]').focus()
        expect(hint).to_contain_text("d1")
        player.page.locator('.mwb-wood [data-target="area:b1"]').hover()
        expect(hint).to_contain_text("b1")
    with sitting(browser, lan_table.address, phone=True) as player:
        button = player.page.locator('button[data-target="act:move west"]')
        button.scroll_into_view_if_needed()
        before = player.lines()
        box = button.bounding_box()
        assert box
        wire = player.page.context.new_cdp_session(player.page)
        finger = [{"x": box["x"] + 20, "y": box["y"] + 20}]
        wire.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": finger})
        expect(player.page.locator(".tb-ask [data-hint]:visible")).to_contain_text("b1")
        wire.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
        player.page.wait_for_timeout(600)
        assert player.lines() == before, "a finger that rests asks, and does nothing"


def test_the_coach_speaks_and_the_page_answers_while_he_reckons(browser: Browser, lan_table: Table) -> None:
    with sitting(browser, lan_table.address) as player:
        begin(player, {"roland": "bot", "britomart": "here"}, "w134")
        player.press("coach")
        expect(player.page.locator(".tb-coach h2")).to_have_text("The coach")
        player.press("card:share")
        expect(player.page.locator(".tb-coach ol")).to_have_count(0)
        player.page.keyboard.press("Escape")
        expect(player.page.locator(".tb-coach ol li")).to_have_count(3)
        expect(player.page.locator(".tb-coach li .tb-chance").first).to_contain_text("%")
        player.press("act:move north")
        expect(player.page.locator(".tb-coach ol")).to_have_count(0)


def test_three_play_each_at_his_own_page_and_one_is_lost_and_comes_back(browser: Browser, lan_table: Table) -> None:
    seats = ("george", "roland", "britomart")
    with contextlib.ExitStack() as open_pages:
        host = open_pages.enter_context(sitting(browser, lan_table.address))
        begin(host, dict.fromkeys(seats, "phone"))
        expect(host.page.locator(".tb-codes svg")).to_have_count(3)
        pages = {seat: open_pages.enter_context(sitting(browser, lan_table.seat(seat), phone=True)) for seat in seats}
        expect(host.page.locator(".tb-codes svg")).to_have_count(0)

        def one_round() -> None:
            decides = next(seat for seat in seats if pages[seat].page.locator(".tb-action").count())
            button = pages[decides].page.locator(".tb-action").first
            before = host.lines()
            pages[decides]._press(button)
            host.page.wait_for_function("(n) => Number(document.querySelector('.tb-time input').max) > n", arg=before)

        for _ in range(4):
            one_round()
            alike(host, *pages.values())
        lost = pages["george"]
        lost.page.context.set_offline(True)
        lost.page.goto("about:blank")
        expect(host.page.locator(".tb-card").first).to_contain_text("not there")
        lost.page.context.set_offline(False)
        lost.page.goto(lan_table.seat("george"))
        expect(host.page.locator(".tb-card").first).not_to_contain_text("not there")
        assert lost.lines() == host.lines()
        newer = open_pages.enter_context(sitting(browser, lan_table.seat("george"), phone=True))
        expect(lost.page.locator(".mwb-trouble")).to_contain_text("opened in another place")
        assert newer.lines() == host.lines()
        answer = newer.page.context.request.get(f"http://127.0.0.1:{lan_table.port}/table/")
        assert answer.status == 403, "a seat opens nothing else"


def test_a_seat_is_come_to_by_its_word_and_a_copy_is_played_on_together(browser: Browser, lan_table: Table) -> None:
    with contextlib.ExitStack() as open_pages:
        host = open_pages.enter_context(sitting(browser, lan_table.address))
        begin(host, {"george": "here", "britomart": "phone"}, "w134")
        word = host.page.locator(".tb-codes small").inner_text()
        context = browser.new_context(viewport={"width": 390, "height": 844}, has_touch=True, color_scheme="dark")
        open_pages.callback(context.close)
        page = context.new_page()
        page.goto(f"http://127.0.0.1:{lan_table.port}/seat/")
        page.screenshot(path=ARTEFACTS / "table-seat-word-390.png")
        page.get_by_label("The word of your seat").fill(word.replace("-", " "))
        page.get_by_role("button", name="Take my seat").tap()
        page.locator(".tb-play").wait_for()
        phone = Player(page, touch=True)
        for _ in range(4):
            who = host if host.page.locator(".tb-action").count() else phone
            who._press(who.page.locator(".tb-action").first)
            alike(host, phone)
        lines = host.lines()
        host.press("line:2")
        host.press("copy")
        expect(host.page.locator(".tb-copy")).to_be_visible()
        host.press("dice:thrown")
        host.press("show-copy:on")
        phone.press("see-copy:learner")
        expect(phone.page.locator(".tb-top")).to_contain_text("A copy")
        for _ in range(2):
            host._press(host.page.locator(".tb-action").first)
        alike(host, phone)
        host.screenshot("table-copy-1280")
        phone.screenshot("table-copy-390")
        phone.press("leave-copy")
        expect(phone.page.locator(".tb-copy")).to_have_count(0)
        assert phone.lines() == lines, "the game stays as it is"
        host.press("end-copy")
        assert host.lines() == lines
        host.press("card:new")
        host.page.get_by_text("New game, and all others").click()
        expect(host.page.locator(".tb-tables li")).to_have_count(1)
        host.page.locator(".tb-tables").scroll_into_view_if_needed()
        host.screenshot("table-list-1280")
        host.page.locator(".tb-tables a").click()
        host.page.locator(".tb-play").wait_for()
        assert host.lines() == lines


def test_the_server_is_killed_in_the_middle_and_everybody_goes_on(browser: Browser, lan_table: Table) -> None:
    with contextlib.ExitStack() as open_pages:
        host = open_pages.enter_context(sitting(browser, lan_table.address))
        begin(host, {"george": "here", "britomart": "phone"})
        phone = open_pages.enter_context(sitting(browser, lan_table.seat("britomart"), phone=True))
        for _ in range(3):
            who = host if host.page.locator(".tb-action").count() else phone
            who._press(who.page.locator(".tb-action").first)
            alike(host, phone)
        count, asks = host.lines(), host.page.locator("h1").inner_text()
        lan_table.kill()
        expect(phone.page.locator(".mwb-trouble")).to_be_visible()
        lan_table.start()
        expect(phone.page.locator(".mwb-trouble")).to_have_count(0)
        assert phone.lines() == count
        again = open_pages.enter_context(sitting(browser, lan_table.address))
        assert (again.lines(), again.page.locator("h1").inner_text()) == (count, asks)
        who = again if again.page.locator(".tb-action").count() else phone
        who._press(who.page.locator(".tb-action").first)
        assert again.lines() >= count


def test_a_hidden_card_is_in_nothing_that_was_sent_to_who_may_not_know_it(browser: Browser, lan_table: Table) -> None:
    with contextlib.ExitStack() as open_pages:
        host = open_pages.enter_context(sitting(browser, lan_table.address))
        host.page.get_by_text("Rules, variants, dice").click()
        host.press("variant:hidden")
        host.page.get_by_text("Rules, variants, dice").click()
        begin(host, {"george": "phone", "britomart": "phone"}, "w134")
        both = ("george", "britomart")
        pages = {seat: open_pages.enter_context(sitting(browser, lan_table.seat(seat), phone=True)) for seat in both}
        secrets: dict[str, str] = {}
        rng = random.Random(1)
        for _ in range(40):
            alike(*pages.values())
            seat = next((each for each, one in pages.items() if one.page.locator(".tb-action").count()), "")
            if not seat or secrets:
                break
            page = pages[seat]
            ways = page.page.locator('.tb-action[data-target^="act:move"]')
            some = ways if ways.count() else page.page.locator(".tb-action")
            page._press(some.nth(rng.randrange(some.count())))
            down = page.page.locator('.mwb-wood [data-target^="denizen:"][aria-label*="lying face down"]')
            secrets |= {str(one.get_attribute("data-target")): seat for one in down.all()}
        assert secrets, "somebody has drawn a card that only he knows"
        for target, seat in secrets.items():
            other = next(each for each in pages if each != seat)
            name = mw.name_of(target.removeprefix("denizen:"))
            for received in (pages[other].received, host.received):
                sent = "".join(received)
                assert len(sent) > 10_000, "the messages were listened to"
                assert target not in sent
                assert f"the {name}" not in sent
