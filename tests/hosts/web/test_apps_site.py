"""What `tutor apps` serves, and to whom: asked as a browser would ask, without one."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
import urllib.request
from html import unescape
from pathlib import Path
from re import findall, search
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from engine import mystic_wood as mw
from engine.text.faults import UnreadableText
from tutor import __main__
from tutor.base.ports import listening, redirect_file
from tutor.content.lessons import course
from tutor.draw.qr import qr_picture, qr_text
from tutor.games.mystic_wood.editor.library import common
from tutor.hosts.cli import cli
from tutor.hosts.web import command
from tutor.hosts.web.command import open_documents, parser
from tutor.hosts.web.lessons import Lessons
from tutor.hosts.web.live import Live
from tutor.hosts.web.server import asked
from tutor.hosts.web.site import answering, site
from tutor.pages.home import home_page
from tutor.teach.game import registry as games

TOKEN = "a-token-of-the-class"
INVITATION = f"http://192.0.2.7:8890/?access_token={TOKEN}"


class NoLab(Lessons):
    """Says where a lesson would be, and starts nothing."""

    def _start(self, name: str) -> str:
        return f"http://127.0.0.1:1/doc/tree/lessons/{name}.ipynb?token=x"


def documents() -> Live:
    return open_documents("http://127.0.0.1:8890/")


@pytest.fixture
def alone() -> TestClient:
    """On the owner's computer, in the browser that opened the link."""
    owner = TestClient(site(TOKEN, documents(), NoLab()), "http://127.0.0.1:8890", follow_redirects=False)
    assert owner.get(f"/?access_token={TOKEN}").status_code == 303
    return owner


@pytest.fixture
def in_class() -> TestClient:
    return TestClient(site(TOKEN, documents(), NoLab(), INVITATION), "http://192.0.2.7:8890", follow_redirects=False)


def test_the_page_of_everything_leads_to_the_lessons_the_apps_and_the_rules(alone: TestClient) -> None:
    page = alone.get("/").text
    links = [unescape(link) for link in findall(r'href="([^"#]+)"', page)]
    assert {"rulings/", "edit/", "rules/index.html"} <= set(links)
    for entry in course():
        assert f"lessons/{entry.name}" in links
        assert entry.title in unescape(page)
    for link in links:
        answer = alone.get(f"/{link}")
        assert answer.status_code in (200, 303), link


def test_a_quarrel_on_the_page_opens_laid_out_and_asked(alone: TestClient) -> None:
    links = [unescape(link) for link in findall(r'href="(rulings/\?[^"]+)"', alone.get("/").text)]
    assert len(links) == 10
    for link in links:
        asked = parse_qs(urlsplit(link).query)
        assert mw.from_code(asked["code"][0]).order
        assert asked["ask"]


@pytest.mark.parametrize("app", ["rulings", "edit"])
def test_a_page_carries_its_board_and_the_files_of_the_front_end_are_kept_by_the_browser(
    alone: TestClient, app: str
) -> None:
    page = alone.get(f"/{app}/").text
    shown = opening(page)
    assert shown["frame"]
    assert set(shown["board"]["order"]) == set(shown["board"]["pieces"])
    for file in findall(r'(?:src|href)="(/ui/[^"]+)"', page):
        sent = alone.get(file)
        assert sent.status_code == 200
        assert "immutable" in sent.headers["cache-control"]
        assert alone.get(file.partition("?")[0]).headers["cache-control"] == "no-cache"
    assert findall(r'(?:src|href)="(?!/ui/|data:)', page) == [], "nothing is fetched from anywhere else"
    for none in ("/ui/no-such-file.js", "/ui/..%2f__init__.py", f"/{app}/no-such-document/", "/no-such-page"):
        assert alone.get(none).status_code == 404, none


def test_what_a_page_may_load_is_said(alone: TestClient) -> None:
    told = alone.get("/rulings/").headers
    assert "default-src 'none'" in told["content-security-policy"]
    assert "frame-ancestors 'none'" in told["content-security-policy"]
    assert told["cache-control"] == "no-store"


def test_a_body_is_not_waited_for(alone: TestClient) -> None:
    assert alone.post("/rulings/", content=b"x" * 100_000).status_code == 405


def test_a_situation_in_an_address_is_laid_out_and_asked_in_a_document_of_its_own(alone: TestClient) -> None:
    code = mw.code(mw.read(common("saracen-and-prince-at-the-castle").situation))
    asked = alone.get("/rulings/", params={"code": code, "ask": "meet saracen"})
    assert asked.status_code == 303
    shown = opening(alone.get(asked.headers["location"]).text)
    assert any("Saracen" in piece for piece in shown["board"]["pieces"].values())
    assert "Saracen" in shown["panels"]["answer"]
    assert opening(alone.get(asked.headers["location"]).text) == shown, "loaded again it is the same"
    empty = opening(alone.get("/rulings/").text)
    assert not any("Saracen" in piece for piece in empty["board"]["pieces"].values())
    assert alone.get("/rulings/", params={"code": code}).headers["location"] != asked.headers["location"]


def test_the_same_is_begun_anew_on_request(alone: TestClient) -> None:
    code = mw.code(mw.read(common("saracen-and-prince-at-the-castle").situation))
    first = alone.get("/edit/", params={"code": code}).headers["location"]
    for where in (first, "/edit/"):
        again = alone.get(f"{where}?new").headers["location"]
        assert again not in (where, first)
        assert opening(alone.get(again).text)["board"] == opening(alone.get(where).text)["board"]
    assert alone.get("/edit/no-such-document/?new").status_code == 404


def test_an_address_that_is_too_long_or_holds_no_situation_is_told(alone: TestClient) -> None:
    long = alone.get("/rulings/", params={"code": "x" * 60_000})
    assert long.status_code == 414
    assert "60000 characters, where at most 50000 are possible" in long.text
    none = alone.get("/rulings/", params={"code": "mw1-nonsense"}, follow_redirects=True)
    assert "mwb-refused" in opening(none.text)["panels"]["bar"]


def opening(page: str) -> dict[str, Any]:
    """What a page shows at first."""
    found = search(r'(?s)<script type="application/json">(.*?)</script>', page)
    assert found
    return json.loads(found[1])


def test_a_lesson_opens_where_jupyterlab_says_and_what_is_no_lesson_opens_nowhere(alone: TestClient) -> None:
    first, second = course()[0].name, course()[1].name
    assert f"lessons/{first}.ipynb?token=x" in alone.get(f"/lessons/{first}").headers["location"]
    assert f"lessons/{second}.ipynb?token=x" in alone.get(f"/lessons/{second}").headers["location"]
    assert alone.get("/lessons/..%2fetc").status_code == 404
    assert alone.get("/lessons/no-such-lesson").status_code == 404


def test_another_user_of_the_computer_is_not_told_where_jupyterlab_is() -> None:
    """He got its token in the answer, and with it ran code as the owner; JupyterLab was even started for him."""
    started: list[str] = []

    class Lab(NoLab):
        def _start(self, name: str) -> str:
            started.append(name)
            return super()._start(name)

    other = TestClient(site(TOKEN, documents(), Lab()), "http://127.0.0.1:8890", follow_redirects=False)
    answer = other.get("/lessons/00-start-here")
    assert (answer.status_code, "token=x" in str(answer.headers), started) == (403, False, [])
    other.cookies.set("mystic-wood-8890", TOKEN)
    assert other.get("/lessons/00-start-here", headers={"host": "evil.example:8890"}).status_code == 403
    assert other.get("/", headers={"origin": "http://[::1"}).status_code == 403
    assert started == []


def test_a_page_of_another_site_is_turned_away(alone: TestClient) -> None:
    assert alone.get("/", headers={"origin": "http://127.0.0.1:8890"}).status_code == 200
    assert alone.get("/", headers={"origin": "http://elsewhere.example"}).status_code == 403
    elsewhere, link = {"origin": "http://elsewhere.example"}, "ws://127.0.0.1:8890/live/rulings"
    with pytest.raises(WebSocketDisconnect) as refused, alone.websocket_connect(link, headers=elsewhere):
        pass
    assert refused.value.code == 1008


@pytest.mark.parametrize(
    "path", ["/", "/rulings/", "/edit/", "/rules/index.html", "/lessons/00-start-here", "/ui/page.js"]
)
def test_in_class_nothing_opens_without_the_token_nor_by_a_wrong_one(in_class: TestClient, path: str) -> None:
    for wrong in ("", "?access_token=", "?access_token=another", f"?access_token={TOKEN}x", "?access_token=%C3%A9"):
        answer = in_class.get(path + wrong)
        assert answer.status_code == 403
        assert "token" in answer.text
        assert not answer.cookies
    in_class.cookies.set("mystic-wood-8890", "another")
    assert in_class.get(path).status_code == 403


def test_in_class_no_app_answers_without_the_token(in_class: TestClient) -> None:
    with pytest.raises(WebSocketDisconnect) as refused, in_class.websocket_connect("ws://192.0.2.7:8890/live/rulings"):
        pass
    assert refused.value.code == 1008


def test_the_token_opens_everything_but_the_lessons_and_then_leaves_the_address(in_class: TestClient) -> None:
    opened = in_class.get(f"/rulings/?access_token={TOKEN}&code=mw1-x")
    assert opened.status_code == 303
    assert opened.headers["location"] == "/rulings/?code=mw1-x"
    assert "HttpOnly" in opened.headers["set-cookie"]
    for path in ("/", "/rulings/", "/edit/", "/rules/index.html"):
        assert in_class.get(path).status_code == 200
    page = in_class.get("/").text
    assert INVITATION in unescape(page)
    assert qr_picture(INVITATION) in page
    assert in_class.get(f"/lessons/{course()[0].name}").status_code == 404
    assert "lessons/00" not in page


def test_two_servers_on_one_computer_keep_their_visitors_apart(in_class: TestClient) -> None:
    """A browser sends a cookie to every port of a computer: the name says which server's it is."""
    in_class.get(f"/rulings/?access_token={TOKEN}")
    set_by = in_class.get("/rulings/").headers["set-cookie"]
    assert set_by.startswith("mystic-wood-visitor-8890=")


def test_the_qr_code_holds_the_address() -> None:
    """The picture's dark squares and the terminal's are those of a code of this address, and of no other."""
    import segno

    dark = sum(map(sum, segno.make(INVITATION).matrix))
    runs = findall(r"h(\d+)", qr_picture(INVITATION))
    assert sum(map(int, runs)) == dark
    assert qr_text(INVITATION) != qr_text(INVITATION.replace("7", "8"))
    assert home_page(INVITATION).count(qr_picture(INVITATION)) == 1


def test_the_first_games_lessons_come_before_whatever_else_there_is_of_other_games() -> None:
    page = home_page()
    heads = findall(r"<h2[^>]*>(.*?)</h2>", page)
    assert heads[-4:] == ["Lessons", "Puzzles", "Ten quarrels", "Other games"]
    numbers = [entry.number for entry in course()]
    assert numbers == sorted(numbers)
    assert page.index(course()[0].title) < page.index("Other games")


def test_a_port_that_is_taken_or_is_none_is_said() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        with pytest.raises(UnreadableText, match="cannot be used"):
            listening(taken.getsockname()[1], "127.0.0.1")
    with pytest.raises(UnreadableText, match="no such port"):
        listening(70_000, "127.0.0.1")


def test_lan_starts_and_prints_the_link_with_its_token_and_the_code() -> None:
    command = [sys.executable, "-m", "tutor", "rulings", "--lan", "--no-browser"]
    server = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True)
    assert server.stdout
    killer = threading.Timer(60, server.kill)
    killer.start()
    try:
        link = search(r"http://\S+/rulings/\?access_token=[\w-]{16}", server.stdout.readline())
        assert link
        server.stdout.readline()
        first = server.stdout.readline()
        assert first.rstrip("\n") == qr_text(link.group()).splitlines()[0]
    finally:
        killer.cancel()
        server.kill()
        server.communicate()


def test_the_browser_is_opened_by_a_file_that_only_the_owner_reads(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """What a browser is started with is in the list of processes, for everybody to read."""
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    monkeypatch.setattr(Path, "home", lambda: tmp_path)
    page = redirect_file(INVITATION)
    assert page is not None
    assert page.parent == tmp_path
    assert page.stat().st_mode & 0o777 == 0o600
    assert f'url={INVITATION}"' in page.read_text("utf-8")
    own = tmp_path / "snap" / "firefox" / "common"
    own.mkdir(parents=True)
    inside = redirect_file(INVITATION)
    assert inside is not None
    assert inside.parent == own, "a browser that is a snap reads no other file"
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "nowhere"))
    own.rename(tmp_path / "gone")
    assert redirect_file(INVITATION) is None
    assert "open the address yourself" in capsys.readouterr().err


def test_the_address_with_its_token_is_on_no_command_line(tmp_path: Path) -> None:
    """`tutor rulings` opens the browser on a file, and takes it away when it ends."""
    told, browser = tmp_path / "told", tmp_path / "browser"
    shown = 'case $word in file://*) cat "${word#file://}";; *) echo "$word";; esac'
    browser.write_text(f"#!/bin/sh\nfor word; do {shown}; done > {told}-\nmv {told}- {told}\n")
    browser.chmod(0o700)
    command = [sys.executable, "-m", "tutor", "rulings"]
    environment = os.environ | {"BROWSER": str(browser), "TMPDIR": str(tmp_path)}
    with subprocess.Popen(
        command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True, env=environment
    ) as server:
        try:
            assert server.stdout
            address = search(r"http://\S+", server.stdout.readline())
            assert address
            waited = time.monotonic() + 60
            while not told.exists():
                assert time.monotonic() < waited
                time.sleep(0.05)
            assert address.group() in told.read_text()
            assert told.read_text().startswith("<!DOCTYPE html>")
            remembering = urllib.request.build_opener(urllib.request.HTTPCookieProcessor())
            assert remembering.open(f"{address.group().replace('rulings/', '')}", timeout=60).status == 200
        finally:
            server.send_signal(signal.SIGTERM)
            server.wait(timeout=60)
    assert list(tmp_path.glob("*.html")) == []


def test_options_say_what_there_is() -> None:
    for app in ("rulings", "edit", "apps"):
        told = parser(app).format_help()
        for option in ("--port", "--no-browser", "--lan"):
            assert option in told


def test_what_a_page_does_not_need_is_not_loaded_for_it() -> None:
    code = (
        "import sys, tutor.__main__, tutor.hosts.web.site, tutor.hosts.web.server, tutor.hosts.web.command as v\n"
        "import tutor.pages.checker.document, tutor.hosts.web.live\n"
        "costly = {'marimo', 'IPython', 'anywidget', 'networkx', 'numpy', 'ipywidgets', 'tutor.hosts.cli.cli'}\n"
        "print(*sorted(costly & set(sys.modules)))"
    )
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.strip() == ""


def test_what_a_command_opens_is_made_before_its_address_is_told(monkeypatch: pytest.MonkeyPatch, capsys: Any) -> None:
    """Whoever follows the printed link waits for nothing that could have been loaded before."""
    live = documents()
    made: list[tuple[str, list[str]]] = []

    def served(app: Any, door: Any, longest: int, up: Any) -> None:
        asyncio.run(up())
        made.append((capsys.readouterr().out, list(live.records)))

    monkeypatch.setattr("tutor.hosts.web.server.serve", served)
    command._serve(None, TOKEN, live, "/rulings/", "It is here.", "")  # type: ignore[arg-type]
    assert made == [("It is here.\n", ["rulings"])]


@pytest.mark.parametrize(("path", "status"), [("/", 200), ("/rulings/", 200), ("/edit/", 200), ("/nowhere/", 404)])
def test_the_server_asks_itself_for_a_page(path: str, status: int) -> None:
    assert asyncio.run(asked(answering(documents(), NoLab()), path)) == status


def test_the_command_and_its_short_way_open_the_same_apps() -> None:
    assert set(__main__.PAGES) == set(cli.APPS) == set(command.APPS)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["rulings", "nowhere.toml"], "nowhere.toml: it cannot be read"),
        (["edit", "--port", "70000"], "--port 70000: there is no such port"),
        (["rulings", "--pages", __file__], f"{__file__}: it cannot be used"),
    ],
)
def test_what_is_wrong_with_an_opening_is_said_either_way(
    arguments: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    for main in (__main__.main, cli.main):
        assert main(arguments) == 2
        assert said in capsys.readouterr().err


@pytest.mark.parametrize(
    ("app", "said"), [("rulings", "willow has no ruling checker"), ("edit", "willow has no editor")]
)
def test_a_game_without_that_page_says_so(
    app: str, said: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Every game has both; one that is being added may not."""
    monkeypatch.setattr(type(games.teachable("willow")), "OFFERS", ())
    for main in (__main__.main, cli.main):
        assert main([app, "wi1-x"]) == 2
        assert said in capsys.readouterr().err


def test_jupyterlab_ends_with_whoever_started_it_also_when_he_is_killed(tmp_path: Path) -> None:
    """It stayed, its token known to whoever had opened a lesson."""
    code = "import sys, tutor.hosts.web.lessons as s\nprint(s.Lessons().address('00-start-here'), flush=True)\nsys.stdin.read()\n"
    with subprocess.Popen(
        [sys.executable, "-c", code], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as starter:
        assert starter.stdout
        found = urlsplit(starter.stdout.readline().strip())
        assert found.port
        with socket.create_connection(("127.0.0.1", found.port), timeout=20):
            starter.kill()
    waited = time.monotonic() + 60
    while listens(found.port):
        assert time.monotonic() < waited, "JupyterLab is still there"
        time.sleep(0.1)


def listens(port: int) -> bool:
    with socket.socket() as knock:
        return knock.connect_ex(("127.0.0.1", port)) == 0


@pytest.mark.parametrize("ending", [signal.SIGTERM, signal.SIGINT])
def test_jupyterlab_ends_with_the_server(ending: signal.Signals) -> None:
    """Ended from outside or by Ctrl+C, once the server is up, it stops what it has started."""
    code = (
        "import tutor.hosts.web.lessons as s, tutor.hosts.web.command as v\n"
        "class Lab(s.Lessons):\n"
        "    def close(self): print('closed', flush=True)\n"
        "s.Lessons = Lab\n"
        "v.command('apps', ['--no-browser'])\n"
    )
    server = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True)
    assert server.stdout
    address = search(r"http://\S+", server.stdout.readline())
    assert address
    remembering = urllib.request.build_opener(urllib.request.HTTPCookieProcessor())
    with remembering.open(address.group(), timeout=60) as page:
        assert page.status == 200
    server.send_signal(ending)
    told, _ = server.communicate(timeout=60)
    assert told.splitlines()[-2:] == ["closed", "Stopped. What was done is kept."]
    assert server.returncode == 0
