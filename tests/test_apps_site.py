"""What `tutor apps` serves, and to whom: asked as a browser would ask, without one."""

from __future__ import annotations

import asyncio
import json
import os
import shutil
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
from re import findall, search, sub
from typing import TYPE_CHECKING
from urllib.parse import parse_qs, urlsplit

import pytest
from starlette.responses import PlainTextResponse
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from engine import mystic_wood as mw
from engine.faults import UnreadableText
from tutor import __main__ as command
from tutor import cli
from tutor.apps import serving
from tutor.apps.early import early_page
from tutor.apps.home import home_page, qr_picture
from tutor.apps.serving import PaintedApart, parser, qr
from tutor.apps.site import Lessons, Opening, early_links, marimo_pages, site
from tutor.editor.library import common
from tutor.lessons import course
from tutor.ports import listening, redirect_file

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

pytestmark = pytest.mark.heavy

TOKEN = "a-token-of-the-class"
INVITATION = f"http://192.0.2.7:8890/?access_token={TOKEN}"


class NoLab(Lessons):
    """Says where a lesson would be, and starts nothing."""

    def _start(self, name: str) -> str:
        return f"http://127.0.0.1:1/doc/tree/lessons/{name}.ipynb?token=x"


@pytest.fixture(scope="module")
def alone() -> TestClient:
    """On the owner's computer, in the browser that opened the link."""
    owner = TestClient(site(TOKEN, "", NoLab()), "http://127.0.0.1:8890", follow_redirects=False)
    assert owner.get(f"/?access_token={TOKEN}").status_code == 303
    return owner


@pytest.fixture
def in_class() -> TestClient:
    return TestClient(site(TOKEN, INVITATION, NoLab()), "http://192.0.2.7:8890", follow_redirects=False)


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


def test_the_apps_are_there_and_the_files_of_their_page_are_kept_by_the_browser(alone: TestClient) -> None:
    for app in ("rulings", "edit"):
        page = alone.get(f"/{app}/")
        assert page.status_code == 200
        script = search(r'src="\./(assets/[^"]+\.js)"', page.text)
        assert script
        sent = alone.get(f"/{app}/{script[1]}")
        assert sent.status_code == 200
        assert "immutable" in sent.headers["cache-control"]
        assert "javascript" in sent.headers["content-type"]
    assert alone.get("/rulings/assets/no-such-file.js").status_code == 404
    assert alone.get("/rulings/assets/..%2f..%2f__init__.py").status_code == 404


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

    other = TestClient(site(TOKEN, "", Lab()), "http://127.0.0.1:8890", follow_redirects=False)
    answer = other.get("/lessons/00-start-here")
    assert (answer.status_code, "token=x" in str(answer.headers), started) == (403, False, [])
    other.cookies.set("mystic-wood-8890", TOKEN)
    assert other.get("/lessons/00-start-here", headers={"host": "evil.example:8890"}).status_code == 403
    assert other.get("/", headers={"origin": "http://[::1"}).status_code == 403
    assert started == []


def test_a_page_of_another_site_is_turned_away(alone: TestClient) -> None:
    assert alone.get("/", headers={"origin": "http://127.0.0.1:8890"}).status_code == 200
    assert alone.get("/", headers={"origin": "http://elsewhere.example"}).status_code == 403
    elsewhere, link = {"origin": "http://elsewhere.example"}, "ws://127.0.0.1:8890/rulings/ws"
    with pytest.raises(WebSocketDisconnect) as refused, alone.websocket_connect(link, headers=elsewhere):
        pass
    assert refused.value.code == 1008


@pytest.mark.parametrize("path", ["/", "/rulings/", "/edit/", "/rules/index.html", "/lessons/00-start-here", "/rulings/health"])
def test_in_class_nothing_opens_without_the_token_nor_by_a_wrong_one(in_class: TestClient, path: str) -> None:
    for wrong in ("", "?access_token=", "?access_token=another", f"?access_token={TOKEN}x", "?access_token=%C3%A9"):
        answer = in_class.get(path + wrong)
        assert answer.status_code == 403
        assert "token" in answer.text
        assert not answer.cookies
    in_class.cookies.set("mystic-wood-8890", "another")
    assert in_class.get(path).status_code == 403


def test_in_class_no_app_answers_without_the_token(in_class: TestClient) -> None:
    with pytest.raises(WebSocketDisconnect) as refused, in_class.websocket_connect("ws://192.0.2.7:8890/rulings/ws?session_id=s_1"):
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


def test_the_qr_code_holds_the_address() -> None:
    """The picture's dark squares and the terminal's are those of a code of this address, and of no other."""
    import segno

    dark = sum(map(sum, segno.make(INVITATION).matrix))
    runs = findall(r"h(\d+)", qr_picture(INVITATION))
    assert sum(map(int, runs)) == dark
    assert qr(INVITATION) != qr(INVITATION.replace("7", "8"))
    assert home_page(INVITATION).count(qr_picture(INVITATION)) == 1


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
        assert first.rstrip("\n") == qr(link.group()).splitlines()[0]
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
    with subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True, env=environment) as server:
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


@pytest.mark.parametrize("app", ["rulings", "edit"])
def test_a_page_begins_with_its_board_before_marimo_is_there(app: str) -> None:
    loaded = marimo_pages()
    opening = Opening(lambda: loaded, early_links(), early_page)
    page = TestClient(opening).get(f"/{app}/").text
    own = TestClient(loaded).get(f"/{app}/").text
    early, marimo = page.split("</head><body>", 1)[1].split("<marimo-filename", 1)
    assert page.count('rel="modulepreload"') == 2 * own.count('rel="modulepreload"') > 100
    assert '<script type="module" async>' in early
    assert "data-target" in early
    assert "<script" not in early_data(early)
    assert "".join(marimo.split()).lower() == "".join(own.split("<marimo-filename", 1)[1].split()).lower()
    assert page.count("<head>") == page.count("</html>") == page.count("</body>") == 1


@pytest.mark.parametrize("app", ["rulings", "edit"])
def test_nothing_is_asked_for_until_the_first_board_is_painted(app: str) -> None:
    """Two hundred files stood in the way of one script. Now the script stands in the page, and they in a template."""
    begun = TestClient(Opening(lambda: PlainTextResponse("<head></head>"), early_links(), early_page)).get(f"/{app}/").text
    shown = sub(r"(?s)<template id=\"mw-soon\">.*?</template>", "", begun)
    assert len(shown) < len(begun)
    scripts = findall(r'(?s)<script type="module" async>(.*?)</script>', shown)
    assert len(scripts) == 1
    assert scripts[0].startswith("// The touchable board")
    assert scripts[0].endswith("}\n")
    markup = sub(r"(?s)<script.*?</script>", "", shown)
    assert findall(r"(?:\bsrc|\bhref)=|@import|url\(", markup) == []
    assert findall(r"(?m)^\s*import\b|import\(", scripts[0]) == []


def test_the_page_a_command_opens_is_painted_apart_and_others_here(monkeypatch: pytest.MonkeyPatch) -> None:
    code = mw.code(mw.read(common("an-even-joust").situation))
    monkeypatch.setenv("MYSTIC_WOOD_OPENS", code)
    apart = PaintedApart("rulings")
    assert apart("rulings", {}) == early_page("rulings", {})
    assert apart("edit", {}) == early_page("edit", {})
    other = mw.code(mw.read(common("saracen-and-prince-at-the-castle").situation))
    assert apart("rulings", {"code": other}) == early_page("rulings", {"code": other}) != apart("rulings", {})


def test_a_painter_that_fails_leaves_the_page_to_marimo(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "executable", shutil.which("false") or "/bin/false")
    assert PaintedApart("rulings")("rulings", {}) == ""


def early_data(page: str) -> str:
    """The data a page's first board is drawn from."""
    return page.split('<script type="application/json">', 1)[1].split("</script>", 1)[0]


def test_the_first_board_is_what_the_address_names() -> None:
    code = mw.code(mw.read(common("saracen-and-prince-at-the-castle").situation))
    data = json.loads(early_data(early_page("rulings", {"code": code, "ask": "meet saracen"})))
    assert any("Saracen" in piece for piece in data["board"]["pieces"].values())
    assert "Saracen" in data["panels"]["answer"]
    empty = json.loads(early_data(early_page("rulings", {})))
    assert not any("Saracen" in piece for piece in empty["board"]["pieces"].values())


def test_the_first_board_is_sent_while_marimo_still_loads() -> None:
    late = threading.Event()

    def load() -> ASGIApp:
        assert late.wait(60)
        return PlainTextResponse("<head></head>the rest")

    opening = Opening(load, "", early_page)
    sent: list[str] = []

    async def tell(message: Message) -> None:
        sent.append(message.get("body", b"").decode())
        if "mw-early" in sent[-1]:
            assert not late.is_set()
            late.set()

    async def ask() -> Message:
        return {"type": "http.request", "body": b""}

    scope = {"type": "http", "method": "GET", "path": "/edit/", "query_string": b"", "headers": []}
    asyncio.run(opening(scope, ask, tell))
    assert sent[-1] == "</head>the rest"


def test_a_kernel_starts_only_when_what_it_needs_is_loaded(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two threads that load IPython at once deadlock, and the page then never comes to life."""
    done: list[str] = []
    begun, free = threading.Event(), threading.Event()

    def warm() -> None:
        begun.set()
        assert free.wait(60)
        done.append("loaded")

    monkeypatch.setattr("tutor.apps.site.warm", warm)

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        done.append(scope["type"])
        if scope["type"] == "http":
            await PlainTextResponse("<head></head>")(scope, receive, send)

    opening = Opening(lambda: app, "", lambda *_: "")

    async def nothing(_: Message) -> None:
        pass

    async def ask() -> Message:
        return {"type": "http.request", "body": b""}

    async def visit() -> None:
        page = {"type": "http", "method": "GET", "path": "/edit/", "query_string": b"", "headers": []}
        await opening(page, ask, nothing)
        kernel = asyncio.create_task(opening({"type": "websocket", "path": "/edit/ws", "headers": []}, ask, nothing))
        assert await asyncio.to_thread(begun.wait, 60)
        assert done == ["http"]
        free.set()
        await kernel
        await opening({"type": "websocket", "path": "/edit/ws", "headers": []}, ask, nothing)

    asyncio.run(visit())
    assert done == ["http", "loaded", "websocket", "websocket"]


def test_a_board_that_cannot_be_painted_early_leaves_the_page_as_marimo_sends_it(capsys: pytest.CaptureFixture[str]) -> None:
    def broken(app: str, asked: object) -> str:
        raise ValueError(f"no {app} today")

    page = TestClient(Opening(marimo_pages, "", broken)).get("/edit/").text
    assert "<marimo-filename" in page
    assert "no edit today" in capsys.readouterr().err


def test_what_takes_long_to_load_is_loaded_only_when_the_server_is_up() -> None:
    """First paint hangs on it: the first byte goes out before marimo, IPython or the game are there."""
    code = (
        "import sys, tutor.__main__, tutor.apps.serving, tutor.apps.site;"
        "print(*sorted({'marimo', 'IPython', 'anywidget', 'networkx', 'engine.mystic_wood', 'tutor.cli'} & set(sys.modules)))"
    )
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.strip() == ""


def test_the_command_and_its_short_way_open_the_same_apps() -> None:
    assert set(command.PAGES) == set(cli.APPS) == set(serving.APPS)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["rulings", "nowhere.toml"], "nowhere.toml: it cannot be read"),
        (["edit", "--port", "70000"], "--port 70000: there is no such port"),
        (["rulings", "gr1-x"], "gran has no ruling checker"),
        (["rulings", "--pages", __file__], f"{__file__}: it cannot be used"),
    ],
)
def test_what_is_wrong_with_an_opening_is_said_either_way(
    arguments: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    for main in (command.main, cli.main):
        assert main(arguments) == 2
        assert said in capsys.readouterr().err


def test_jupyterlab_ends_with_whoever_started_it_also_when_he_is_killed(tmp_path: Path) -> None:
    """It stayed, its token known to whoever had opened a lesson."""
    code = "import sys, tutor.apps.site as s\nprint(s.Lessons().address('00-start-here'), flush=True)\nsys.stdin.read()\n"
    with subprocess.Popen([sys.executable, "-c", code], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as starter:
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
        "import sys, tutor.apps.site as s, tutor.apps.serving as v\n"
        "class Lab(s.Lessons):\n"
        "    def close(self): print('closed', flush=True)\n"
        "s.Lessons = Lab; s.marimo_pages = lambda: None\n"
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
    assert told.splitlines()[-1] == "closed"
    assert server.returncode == 0
