"""A page is a document and a row: the steps of CONTRIBUTING.md, "add a page", followed with one that is thrown away."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from starlette.testclient import TestClient

from tests.sources import ROOT
from tutor.desk import Act, Refused, Touch, Viewer, fold_log
from tutor.desk.desk import Known
from tutor.desk.log import ActLog
from tutor.desk.store import Progress
from tutor.draw.html import el
from tutor.draw.page import Page
from tutor.hosts.documents.served import Served, served
from tutor.hosts.web.lessons import Lessons
from tutor.hosts.web.live import Live
from tutor.hosts.web.site import site


# ---------------------------------------------------------------- step 1: the document
class Tally(NamedTuple):
    """Votes for and against."""

    ayes: int = 0
    noes: int = 0


class TallyDocument:
    """Who is for it? An act is ``aye`` or ``no``."""

    def __init__(self, address: str = "") -> None:
        self.address = address

    def open(self, source: Mapping[str, Any]) -> Tally:
        return Tally()

    def look(self, viewer: Viewer) -> str:
        return "votes"

    def fold(self, doc: Tally, act: Act) -> Tally:
        if act.text == "aye":
            return doc._replace(ayes=doc.ayes + 1)
        if act.text == "no":
            return doc._replace(noes=doc.noes + 1)
        raise Refused("say aye or no")

    def next(self, doc: Tally) -> None:
        return None

    def draw(self, doc: Tally, who: str, rng: random.Random) -> str:
        raise NotImplementedError

    def seen(self, doc: Tally, viewer: Viewer) -> Tally:
        return doc

    # ------------------------------------------------------------ step 2: what is touched, and the page
    def hear(self, seen: Tally, viewer: Viewer, view: str, touch: Touch) -> tuple[str, tuple[str, ...]]:
        return view, (touch.target.partition(":")[2],)

    def page(self, seen: Tally, viewer: Viewer, view: str, known: Known) -> Page:
        told = el("p", f"{seen.ayes} for it, {seen.noes} against")
        button = el("button", "Aye", **{"data-target": "vote:aye"})
        return Page('<main data-panel="votes"></main>', panels={"votes": told + button})


# ---------------------------------------------------------------- step 3: the row
ROW = Served(lambda source: "A vote", lambda address, source, store: TallyDocument(), lambda rest: None if rest else {})


@pytest.fixture
def host(tmp_path: Path) -> TestClient:
    """A web host that serves every page there is, and this one."""
    live = Live(ActLog(Progress(tmp_path / "progress.sqlite")), {**served(), "vote": ROW}, "http://127.0.0.1:8890/")
    client = TestClient(site("token", live, Lessons()), "http://127.0.0.1:8890", follow_redirects=False)
    assert client.get("/?access_token=token").status_code == 303
    return client


def test_a_page_of_one_document_and_one_row_is_served_and_says_what_it_is(host: TestClient) -> None:
    text = host.get("/vote/").text
    assert "<title>A vote</title>" in text
    whole = re.search(r'(?s)<script type="application/json">(.*?)</script>', text)
    assert whole
    assert "0 for it, 0 against" in json.loads(whole[1])["panels"]["votes"]


def test_an_address_that_the_row_does_not_know_is_no_page(host: TestClient) -> None:
    assert host.get("/vote/for-a-king/").status_code == 404


def test_its_log_folded_is_what_it_shows() -> None:
    acts = [Act(n, "learner", text, 0.0) for n, text in enumerate(("aye", "no", "aye"), 1)]
    folded = fold_log(TallyDocument(), {}, acts)
    assert (folded.doc, folded.stopped) == (Tally(2, 1), None)


def test_an_act_that_cannot_be_done_ends_the_log_with_its_reason() -> None:
    folded = fold_log(TallyDocument(), {}, [Act(1, "learner", "perhaps", 0.0)])
    assert folded.stopped is not None
    assert folded.stopped[1] == "say aye or no"


def test_a_touch_on_the_page_is_an_act() -> None:
    document = TallyDocument()
    _, acts = document.hear(Tally(), Viewer("learner"), "votes", Touch(0, 1, "click", "vote:aye"))
    assert acts == ("aye",)


@pytest.mark.parametrize("page", ["CONTRIBUTING.md", "docs/architecture.md"])
def test_what_the_steps_and_the_plan_of_the_house_name_exists(page: str) -> None:
    named = re.findall(r"`((?:engine|tutor|tests|docs)/[\w/.]+)`", (ROOT / page).read_text("utf-8"))
    assert len(named) > 12
    assert [each for each in named if "NAME" not in each and not (ROOT / each).exists()] == []


def test_kind_game_and_page_have_their_steps() -> None:
    steps = re.findall(r"(?m)^## Add a (\w+)", (ROOT / "CONTRIBUTING.md").read_text("utf-8"))
    assert {"kind", "game", "page"} <= set(steps)
