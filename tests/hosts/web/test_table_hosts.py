"""The table on its server: seats found again by a spoken word, and several games side by side."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from tests.support.by_hand import Clock
from tutor.desk import Viewer
from tutor.desk.log import ActLog
from tutor.desk.store import Progress
from tutor.hosts.documents.kept import DeskRecord, DocumentPlace, KeptLink
from tutor.hosts.documents.served import served
from tutor.hosts.documents.tables import ago, listed, played_last
from tutor.hosts.web.lessons import Lessons
from tutor.hosts.web.live import Live
from tutor.hosts.web.seats import WRONG_WORDS, Seats
from tutor.hosts.web.site import answering, guarded

TABLE = DocumentPlace("table")
BY = {"george": "phone", "roland": "phone", "britomart": "bot"}


def begin(record: DeskRecord, by: dict[str, str] = BY, **more: object) -> None:
    raw = {"places": [[seat, how, "", ""] for seat, how in by.items()], **more}
    record.desk.append("learner", "begin " + json.dumps(raw))
    record.desk.go_on()


class AtServer:
    """A server with a table, asked by whoever has no token."""

    def __init__(self, folder: Path, clock: Clock) -> None:
        self.live = Live(ActLog(Progress(folder / "progress.sqlite")), served(), "http://127.0.0.1:1/")
        self.live.seats = Seats(folder / "seats.json", "http://10.0.0.5:1/", clock)
        found = self.live.record(TABLE)
        assert found is not None
        self.record = found
        begin(found)
        app = guarded(answering(self.live, Lessons()), "token-of-the-host", opens=self.live.seats.opens)
        self.stranger = TestClient(app, "http://10.0.0.5:1", follow_redirects=False)

    def page(self, viewer: Viewer) -> KeptLink:
        link = KeptLink(viewer, lambda message: None)
        self.record.join(link)
        return link

    def word(self, seat: str) -> str:
        assert self.live.seats is not None
        return self.live.seats.word(self.live.seats.token(TABLE, seat))


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def server(tmp_path: Path, clock: Clock) -> AtServer:
    return AtServer(tmp_path, clock)


# ---------------------------------------------------------------- the word of a seat
def test_whoever_says_the_word_of_a_seat_comes_to_it(server: AtServer) -> None:
    asked = server.stranger.get("/seat/")
    assert asked.status_code == 200
    assert "word of your seat" in asked.text
    said = server.word("george").replace("-", " ").upper()
    answer = server.stranger.post("/seat/", data={"word": f" {said} "}, headers={"origin": "http://10.0.0.5:1"})
    assert answer.status_code == 303
    assert server.stranger.get(answer.headers["location"]).status_code == 200
    assert server.stranger.get("/table/").status_code == 403, "a word opens a seat and nothing else"
    wrong = server.stranger.post("/seat/", data={"word": "oak-mill-12345"})
    assert wrong.status_code == 404
    assert "No seat has that word" in wrong.text


def test_the_word_stands_where_it_may_be_read_and_nowhere_else(server: AtServer) -> None:
    word, other = server.word("george"), server.word("roland")
    george = server.page(Viewer("seat george", ("george",)))
    shown = george.shown
    assert shown is not None
    assert george.known["seats"]["george"]["word"] == word
    assert "word" not in george.known["seats"]["roland"]
    assert other not in str(george.known)
    host = server.page(Viewer("learner"))
    assert host.shown is not None
    assert word in host.shown.panels["now"]
    assert other in host.shown.panels["now"]
    assert "10.0.0.5:1/seat/" in host.shown.panels["now"]


def test_words_cannot_be_guessed_one_after_another(server: AtServer, clock: Clock) -> None:
    for number in range(WRONG_WORDS):
        assert server.stranger.post("/seat/", data={"word": f"oak-mill-{number:05}"}).status_code == 404
    right = {"word": server.word("george")}
    assert server.stranger.post("/seat/", data=right).status_code == 429
    clock.now += 61
    assert server.stranger.post("/seat/", data=right).status_code == 303


def test_the_words_are_the_same_when_the_server_is_started_again(server: AtServer, clock: Clock) -> None:
    assert server.live.seats is not None
    word = server.word("george")
    again = Seats(server.live.seats.path, "", clock)
    assert again.said(word) == again.token(TABLE, "george")


# ---------------------------------------------------------------- several games
def test_a_new_table_lists_the_others_and_how_they_stand(server: AtServer) -> None:
    place = server.live.begin("table", "", {"text": ""})
    fresh = server.live.record(place)
    assert fresh is not None
    link = KeptLink(Viewer("learner"), lambda message: None)
    fresh.join(link)
    assert link.shown is not None
    form = link.shown.panels["form"]
    assert "Your other games: 1 under way" in form
    assert 'href="/table/"' in form
    assert "George (phone), Roland (phone), Britomart (bot)" in form
    assert "to decide" in form
    begin(fresh, {"red": "bot", "blue": "bot"}, game="gran")
    assert played_last(server.live.log) == f"{place.id}/", (
        "`tutor table` goes on where one played last, also after a crash"
    )
    rows = listed(server.live.log.store)
    assert [row["path"] for row in rows] == [place.path, "/table/"]
    assert rows[0]["stands"].startswith("over: ")
    assert rows[0]["over"]
    assert not rows[1]["over"]


def test_a_table_that_only_is_looked_at_is_not_taken_from_who_writes_it(tmp_path: Path) -> None:
    log = ActLog(Progress(tmp_path / "progress.sqlite"))
    begin(DeskRecord(TABLE, served()["table"], {}, "http://127.0.0.1:1/table/", log))
    looking = ActLog(log.store)
    assert looking.peek("table") == log.peek("table") != []
    assert not looking._ours


def test_how_long_ago_is_told_in_words() -> None:
    assert (ago(0), ago(60), ago(7_200), ago(86_400)) == ("just now", "1 minute ago", "2 hours ago", "yesterday")
