"""What the server keeps of games that nobody looks at any more: a few desks; the others are folded anew from their logs."""

from __future__ import annotations

import gc
import weakref
from itertools import cycle
from pathlib import Path

import pytest

from engine import mystic_wood as mw
from tests.depth import deep
from tutor.desk import Touch, Viewer
from tutor.desk.log import ActLog
from tutor.desk.store import Progress
from tutor.hosts.documents.served import served
from tutor.hosts.web.live import MOST_DESKS, Live, WebLink
from tutor.pages.table import acts
from tutor.pages.table.code import code_of
from tutor.pages.table.play import Table

SEATS = ("roland", "george")


#: So many games are played at most; each is opened as it stood at many moments, which are games of their own to the server.
PLAYED = 5


def codes_of_games(number: int) -> list[str]:
    """So many games, no two alike."""
    tables = [a_game(seed) for seed in range(min(PLAYED, number // 10))]
    codes = [
        code_of(table, len(table.lines) - n // len(tables))
        for n, table in zip(range(number), cycle(tables), strict=False)
    ]
    assert len(set(codes)) == number
    return codes


def a_game(seed: int) -> Table:
    record = mw.play_out(mw.new_game(SEATS, "1980"), dict.fromkeys(SEATS, mw.BOTS["quest"]), seed, 120)
    raw = {
        "game": "mystic-wood",
        "places": [["george", "here", "", ""], ["roland", "here", "", ""]],
        "text": mw.code(record.states[0]),
        "do": list(record.actions),
    }
    return acts.begun("learner", 0, raw)


def moments() -> int:
    """How many moments of games are in memory since they were last frozen, whoever keeps them: desks, pages, or what pages have
    laid by."""
    gc.collect()
    return sum(isinstance(each, mw.State) for each in gc.get_objects())


@pytest.mark.parametrize(("most", "games"), [(4, 20), deep(MOST_DESKS, 50)])
def test_of_games_let_go_a_few_stay_in_memory_and_each_goes_on_where_it_was(
    most: int, games: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tutor.hosts.web.live.MOST_DESKS", most)
    gc.freeze()  # of what other tests have left nothing is counted
    live = Live(ActLog(Progress(tmp_path / "progress.sqlite")), served(), "http://127.0.0.1:1/")
    desks, places, lines, kept = [], [], [], []
    for number, code in enumerate(codes_of_games(games)):
        place = live.begin("table", "", {"text": code})
        record = live.record(place)
        assert record is not None
        link = WebLink(Viewer("learner"), place.id)
        record.join(link)
        record.desk.touched(link, Touch(link.seen, link.serial + 1, "click", "step:back", "", {}))
        places.append(place)
        lines.append(len(record.desk.doc.lines))
        desks.append(weakref.ref(record.desk))
        record.desk.leave(link)
        del record, link
        if number + 1 in (games * 3 // 5, games):
            kept.append(moments())
    assert kept[1] < 1.25 * kept[0], (
        f"moments of games nobody looks at: {kept} after three fifths and all of {games} games"
    )
    alive = sum(desk() is not None for desk in desks)
    assert 1 <= alive <= most + 1
    assert desks[0]() is None
    again = live.record(places[0])
    assert again is not None
    assert len(again.desk.doc.lines) == lines[0] > 0
