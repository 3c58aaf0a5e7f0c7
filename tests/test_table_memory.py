"""What the server keeps of games that nobody looks at any more: a few desks; the others are folded anew from their logs."""

from __future__ import annotations

import gc
import weakref
from pathlib import Path

import pytest

from engine import mystic_wood as mw
from tutor.desk import Viewer
from tutor.hosts.documents.table import served
from tutor.hosts.web.live import MOST_DESKS, Live, WebLink
from tutor.pages.table import play
from tutor.pages.table.code import code_of
from tutor.progress.acts import ActLog
from tutor.progress.store import Progress

SEATS = ("roland", "george")


def code_of_a_game(seed: int) -> str:
    record = mw.play_out(mw.new_game(SEATS, "1980"), dict.fromkeys(SEATS, mw.BOTS["quest"]), seed, 120)
    raw = {
        "game": "mystic-wood", "places": [["george", "here", "", ""], ["roland", "here", "", ""]],
        "text": mw.code(record.states[0]), "do": list(record.actions),
    }  # fmt: skip
    table = play.begun("learner", 0, raw)
    return code_of(table, len(table.lines))


@pytest.mark.heavy
def test_of_fifty_games_let_go_a_few_stay_in_memory_and_each_goes_on_where_it_was(tmp_path: Path) -> None:
    live = Live(ActLog(Progress(tmp_path / "progress.sqlite")), served(), "http://127.0.0.1:1/")
    desks, places, lines = [], [], []
    for seed in range(50):
        place = live.begin("table", "", {"text": code_of_a_game(seed)})
        record = live.record(place)
        assert record is not None
        link = WebLink(Viewer("learner"), place.id)
        record.join(link)
        places.append(place)
        lines.append(len(record.desk.doc.lines))
        desks.append(weakref.ref(record.desk))
        record.desk.leave(link)
        del record, link
    gc.collect()
    alive = sum(desk() is not None for desk in desks)
    assert 1 <= alive <= MOST_DESKS + 1
    assert desks[0]() is None
    again = live.record(places[0])
    assert again is not None
    assert len(again.desk.doc.lines) == lines[0] > 0
