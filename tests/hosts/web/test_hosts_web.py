"""The web host with real processes: killed in the middle of a quarrel it loses nothing; bounds on what is left unfinished."""

from __future__ import annotations

import json
import re
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from http.cookiejar import CookieJar
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from tests.support.touches import sends
from tutor.desk.progress import Progress
from tutor.hosts.cli.cli import main

#: Seconds within which a request must be whole at a server that does not wait ten for it, and starts it.
WITHIN = 2.0
HASTY = f"""
import sys
from tutor.hosts.web import server
server.WHOLE_WITHIN = {WITHIN}
from tutor.hosts.cli.cli import main
sys.exit(main())
"""
#: A quarrel, laid out and asked.
QUARREL = (
    sends("drag", "palette:george", "area:c2"),
    sends("drag", "palette:orc", "area:c2"),
    sends("enter", "ask", text="may he meet the orc?"),
    sends("drag", "palette:roland", "area:c3"),
    sends("click", "do:undo"),
    sends("enter", "ask", text="who comes first?"),
)


class Browser:
    """A page as a browser has it: what its panels show, and the touches it makes."""

    def __init__(self, address: str) -> None:
        self.jar = CookieJar()
        self.opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(self.jar))
        self.root = address.split("/", 3)[2]
        text = self.opener.open(address, timeout=60).read().decode()
        found = re.search(r'data-live="([^"]+)"', text)
        assert found
        self.live = found[1]
        data = re.search(r'(?s)<script type="application/json">(.*?)</script>', text)
        assert data
        self.page: dict[str, Any] = json.loads(data[1])
        self.panels = dict(self.page["panels"])
        self.version, self.serial = self.page["version"], 0

    @contextmanager
    def open(self, name: str = "page", version: int | None = None) -> Iterator[Any]:
        cookie = "; ".join(f"{each.name}={each.value}" for each in self.jar)
        with connect(f"ws://{self.root}{self.live}", additional_headers={"Cookie": cookie}, max_size=None) as wire:
            wire.send(
                json.dumps({"kind": "ready", "version": self.version if version is None else version, "link": name})
            )
            yield wire

    def touch(self, wire: Any, message: dict[str, Any]) -> dict[str, Any]:
        self.serial += 1
        wire.send(json.dumps({**message, "serial": self.serial, "seen": self.page.get("seen", 0)}))
        return self.heard(wire)

    def heard(self, wire: Any) -> dict[str, Any]:
        """The next change, or the next word that nothing changed."""
        while True:
            told: dict[str, Any] = json.loads(wire.recv(timeout=60))
            if told["kind"] == "change":
                self.page = told
                self.version = told["version"]
                self.panels |= told.get("panels", {})
            if told["kind"] in ("change", "heard", "refused", "trouble"):
                return told


@contextmanager
def serving(
    *arguments: str, app: str = "rulings", ending: signal.Signals = signal.SIGKILL, hasty: bool = False
) -> Iterator[tuple[str, subprocess.Popen[str]]]:
    command = [sys.executable, *(("-c", HASTY) if hasty else ("-m", "tutor")), app, *arguments, "--no-browser"]
    server = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True)
    try:
        assert server.stdout
        found = re.search(r"http://\S+", server.stdout.readline())
        assert found
        yield found[0], server
    finally:
        if server.poll() is None:
            server.send_signal(ending)
        server.communicate(timeout=60)


def test_killed_in_the_middle_of_a_quarrel_it_goes_on_at_the_same_place() -> None:
    with serving() as (address, server):
        browser = Browser(address)
        with browser.open() as wire:
            for message in QUARREL:
                browser.touch(wire, message)
            server.kill()
    with serving() as (address, server):
        again = Browser(address)
        for panel in ("answer", "history", "hands", "faults", "gives", "questions"):
            assert again.panels[panel] == browser.panels[panel], panel
        assert "may meet the Orc" in again.panels["history"]
        with again.open() as wire:
            again.touch(wire, sends("click", "do:redo"))
            assert "Roland" in again.panels["hands"]
            for _ in range(3):
                again.touch(wire, sends("click", "do:undo"))
            assert "do:undo" in again.panels["bar"]
            assert "disabled" in again.panels["bar"].partition("do:undo")[2].partition(">")[0], (
                "all of it can be taken back"
            )


def test_two_pages_of_one_quarrel_show_the_same() -> None:
    with serving() as (address, _):
        one = Browser(address)
        other = Browser(address)
        with one.open("one") as first, other.open("other") as second:
            one.touch(first, QUARREL[0])
            told = other.heard(second)
            assert "George" in told["panels"]["hands"]
            assert "say" not in told, "what another has done is not said as one's own"


def test_a_page_that_comes_back_is_sent_what_it_missed_and_a_touch_sent_twice_counts_once() -> None:
    with serving() as (address, _):
        browser = Browser(address)
        with browser.open() as wire:
            browser.touch(wire, QUARREL[0])
        with browser.open() as wire:
            browser.serial -= 1
            assert browser.touch(wire, QUARREL[1])["kind"] == "heard", "it was heard before the connection was lost"
            assert browser.touch(wire, QUARREL[1])["from"] == browser.version - 1, "only what changed is sent"
        with browser.open(version=1) as wire:
            assert browser.heard(wire)["from"] == 0


def test_what_is_no_message_does_no_harm() -> None:
    with serving() as (address, _):
        browser = Browser(address)
        with browser.open() as wire:
            for text in ("", "[]", "nonsense", "[" * 100_000, '{"kind": "touch"}', '{"kind": "ready"}'):
                wire.send(text)
            wire.send(json.dumps({"kind": "ping"}))
            browser.touch(wire, QUARREL[0])
            while "George" not in browser.panels["hands"]:
                browser.heard(wire)
        with browser.open() as wire:
            wire.send("x" * 3_000_000)
            with pytest.raises(ConnectionClosed):
                [wire.recv(timeout=20) for _ in range(5)]


@pytest.mark.parametrize("ending", [signal.SIGINT, signal.SIGTERM])
def test_it_ends_with_a_word_and_leaves_nothing_running(ending: signal.Signals) -> None:
    with serving() as (address, server):
        browser = Browser(address)
        with browser.open() as wire:
            browser.touch(wire, QUARREL[0])
            server.send_signal(ending)
            told, _ = server.communicate(timeout=30)
        assert told.splitlines()[-1] == "Stopped. What was done is kept."
        assert server.returncode == 0


def test_half_requests_shut_nobody_out_and_are_given_up_and_a_page_keeps_its_connection() -> None:
    """The opening of a page's connection is a request too, which is whole: it was given up with the others."""
    with serving(hasty=True) as (address, _):
        browser = Browser(address)
        host, _, port = browser.root.partition(":")
        halves = []
        for _ in range(300):
            half = socket.create_connection((host, int(port)), timeout=10)
            half.sendall(b"GET / HTTP/1.1\r\nHost: ")
            halves.append(half)
        with browser.open() as wire:
            begun = time.monotonic()
            browser.touch(wire, QUARREL[0])
            assert "George" in Browser(address).panels["hands"]
            while time.monotonic() < begun + WITHIN + 1.0:
                wire.send(json.dumps({"kind": "ping"}))
                assert json.loads(wire.recv(timeout=20))["kind"] == "pong"
                time.sleep(0.5)
        for half in halves:
            half.settimeout(WITHIN + 5)
            with suppress(ConnectionError):
                assert half.recv(1) == b""
            half.close()
        assert time.monotonic() - begun < WITHIN + 15


def test_a_long_situation_in_the_address_is_answered() -> None:
    with serving() as (address, _):
        browser = Browser(address)
        long = f"{address.partition('?')[0]}?code=mw1-"
        assert browser.opener.open(f"{long}{'x' * 30_000}", timeout=60).status == 200
        with pytest.raises(urllib.error.HTTPError, match="414"):
            browser.opener.open(f"{long}{'x' * 60_000}", timeout=60)


def test_an_exercise_is_solved_recorded_and_leads_on_and_what_is_half_done_survives_a_kill() -> None:
    exercise = "exercise/02-exploring/first-step/"
    with serving() as (address, server):
        browser = Browser(address.replace("rulings/", exercise))
        with browser.open() as wire:
            browser.touch(wire, sends("click", "hint"))
            server.kill()
    with serving() as (address, _):
        again = Browser(address.replace("rulings/", exercise))
        assert again.panels == browser.panels
        with again.open() as wire:
            again.touch(wire, sends("click", "area:c2"))
            panels = "".join(again.panels.values())
            assert 'href="/exercise/02-exploring/two-ways/"' in panels
            assert "data-onward" not in panels
        progress = Progress()
        assert [each.outcome for each in progress.attempts("02-exploring")] == ["hint", "right"]
        for none in (
            "/exercise/02-exploring/no-such/",
            "/exercise/no-such-lesson/first-step/",
            "/lesson/no-such-lesson/",
        ):
            with pytest.raises(urllib.error.HTTPError, match="404"):
                again.opener.open(f"http://{again.root}{none}", timeout=60)


def test_a_lesson_goes_on_after_a_kill_at_its_step_and_its_exercises_are_recorded_as_everywhere() -> None:
    lesson = "lesson/02-exploring/"
    with serving() as (address, server):
        browser = Browser(address.replace("rulings/", lesson))
        with browser.open() as wire:
            browser.touch(wire, sends("click", "area:c2"))
            assert "mw-is-right" in browser.panels["verdict"]
            browser.touch(wire, sends("click", "next"))
            browser.touch(wire, sends("click", "forth-step"))
            browser.touch(wire, sends("click", "hint"))
            server.kill()
    with serving() as (address, _):
        again = Browser(address.replace("rulings/", lesson))
        assert again.panels == browser.panels
        assert 'aria-current="step"' in again.panels["rail"]
        tried = [(each.exercise, each.outcome) for each in Progress().attempts("02-exploring")]
        assert tried[0] == ("first-step", "right")
        assert [outcome for _, outcome in tried] == ["right", "hint"]
        with again.open() as wire:
            again.touch(wire, sends("click", "step:end"))
        for href in re.findall(r'href="([^"]+)"', again.panels["words"] + again.panels["rail"]):
            assert again.opener.open(f"http://{again.root}{href}", timeout=60).status == 200, href


def test_puzzles_are_opened_recorded_and_survive_a_kill() -> None:
    with serving() as (address, server):
        browser = Browser(address.replace("rulings/", "puzzles/may/"))
        first = browser.panels["head"]
        with browser.open() as wire:
            browser.touch(wire, sends("click", "next"))
            assert browser.panels["head"] != first
            browser.touch(wire, sends("click", "hint"))
            server.kill()
    with serving() as (address, _):
        again = Browser(address.replace("rulings/", "puzzles/may/"))
        assert again.panels == browser.panels, "the second puzzle, with the hint it was given"
        assert [each.outcome for each in Progress().attempts()] == ["hint"]
        with pytest.raises(urllib.error.HTTPError, match="404"):
            again.opener.open(f"http://{again.root}/puzzles/no-such/", timeout=60)


def test_the_trainer_goes_on_where_it_was_killed_with_its_wishes_and_what_was_tried() -> None:
    with serving("--page", "--kinds", "order", app="train") as (address, server):
        browser = Browser(address)
        assert 'value="order" selected' in browser.panels["menu"], "what the command wishes"
        with browser.open() as wire:
            browser.touch(wire, sends("enter", "wish:theme", text="order"))
            assert browser.panels["menu"].count('value="order" selected') == 2
            told = browser.touch(wire, sends("enter", "wish:theme", text="no-such"))
            while told["kind"] == "change":
                told = browser.heard(wire)
            assert told["kind"] == "refused"
            assert "there is no 'no-such'" in told["text"]
            browser.touch(wire, sends("click", "hint"))
            server.kill()
    with serving("--page", app="train") as (address, _):
        again = Browser(address)
        assert again.panels == browser.panels, "the same puzzle, with its hint"
        with again.open() as wire:
            again.touch(wire, sends("click", "streak"))
            assert "0 right, 0 of 3 missed" in again.panels["head"]
            for _ in range(3):
                again.touch(wire, sends("click", "next"))
            assert "The streak is over" in again.panels["head"]
            assert 'data-target="new-streak"' in again.panels["verdict"] + again.panels["tools"]
    tried = Progress().attempts()
    trained = [each.outcome for each in tried if each.lesson == "trainer" and each.outcome != "progress"]
    assert trained == ["wrong"] * 3, "a puzzle skipped in a streak is missed"
    assert [each.outcome for each in tried if each.lesson != "trainer"] == ["hint"]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--json"], "--json: the page of the trainer has the puzzles of the book"),
        (["--themes", "order,things"], "--themes: the page takes one, not 2"),
        (["--themes", "no-such"], "--themes"),
        (["--streak", "--kinds", "order"], "--streak: wishes are for training"),
    ],
)
def test_what_the_page_of_the_trainer_cannot_do_is_said(arguments: list[str], said: str, capsys: Any) -> None:
    assert main(["train", "--page", *arguments]) == 2
    told = capsys.readouterr()
    assert said in told.err + told.out.replace('", "what": "', ": ")
