"""The desk: a document is its log folded, everybody sees his own page of it, and nothing that was done is lost."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

import pytest

from tutor.desk import Act, Desk, Link, Refused, Touch, Viewer
from tutor.desk.desk import Document, Known


@dataclass(frozen=True)
class Vote:
    """A secret vote: who has voted for what, whether it is closed, and the die that is thrown then."""

    votes: tuple[tuple[str, str], ...] = ()
    closed: bool = False
    die: int = 0


class VoteDocument:
    """A vote as a document: nobody learns what others voted before the teacher closes it."""

    def open(self, source: Mapping[str, Any]) -> Vote:
        return Vote()

    def look(self, viewer: Viewer) -> str:
        return ""

    def fold(self, doc: Vote, act: Act) -> Vote:
        verb, _, what = act.text.partition(" ")
        if verb == "roll":
            return replace(doc, die=int(what))
        if doc.closed:
            raise Refused("The vote is closed.")
        if verb == "close":
            return replace(doc, closed=True)
        return replace(doc, votes=tuple(sorted({**dict(doc.votes), act.by: what}.items())))

    def next(self, doc: Vote) -> str | None:
        return "chance" if doc.closed and not doc.die else None

    def draw(self, doc: Vote, who: str, rng: random.Random) -> str:
        return f"roll {rng.randint(1, 6)}"

    def seen(self, doc: Vote, viewer: Viewer) -> Vote:
        mine = tuple((who, what if who == viewer.name or doc.closed else "?") for who, what in doc.votes)
        return replace(doc, votes=mine)

    def hear(self, seen: Vote, viewer: Viewer, view: str, touch: Touch) -> tuple[str, tuple[str, ...]]:
        if touch.target == "close" and viewer.role != "teacher":
            raise Refused("Only the teacher closes the vote.")
        if touch.kind == "look":
            return touch.target, ()
        return view, (touch.target if touch.target == "close" else f"vote {touch.target}",)

    def page(self, seen: Vote, viewer: Viewer, view: str, known: Known) -> str:
        return f"{seen.votes} closed={seen.closed} die={seen.die} {view}".strip()


_: Document[Vote, str, str] = VoteDocument()


class Shown(Link[str, str]):
    """A link that remembers what it was shown."""

    def __init__(self, name: str, role: str = "player") -> None:
        super().__init__(Viewer(name, role=role))
        self.pages: list[str] = []
        self.refusals: list[str] = []

    def show(self, n: int, page: str) -> None:
        self.pages.append(page)

    def refuse(self, reason: str) -> None:
        self.refusals.append(reason)


def begin(log: list[Act] | None = None) -> tuple[Desk[Vote, str, str], list[Act]]:
    kept = [] if log is None else log
    return Desk(VoteDocument(), {}, list(kept), keep=kept.append, clock=lambda: 1000.0, rng=random.Random(5)), kept


def vote(desk: Desk[Vote, str, str], link: Shown, what: str, seen: int | None = None) -> None:
    desk.touched(link, Touch(desk.n if seen is None else seen, link.serial + 1, "click", what))


def room() -> tuple[Desk[Vote, str, str], list[Act], Shown, Shown, Shown]:
    desk, kept = begin()
    anna, ben, teacher = Shown("anna"), Shown("ben"), Shown("ms-may", "teacher")
    for link in (anna, ben, teacher):
        desk.join(link)
    return desk, kept, anna, ben, teacher


def test_all_are_shown_an_act_and_nobody_what_he_may_not_know() -> None:
    desk, _, anna, ben, teacher = room()
    vote(desk, anna, "elf")
    assert "elf" in anna.pages[-1]
    assert "anna" in ben.pages[-1]
    vote(desk, ben, "orc")
    assert not any("elf" in page for page in (*ben.pages, *teacher.pages))
    vote(desk, teacher, "close")
    assert "elf" in ben.pages[-1]


def test_two_votes_that_differ_only_in_a_secret_send_the_same_pages() -> None:
    sent = []
    for secret in ("elf", "orc"):
        desk, _, anna, ben, _ = room()
        vote(desk, anna, secret)
        vote(desk, ben, "orc")
        sent.append(ben.pages)
    assert sent[0] == sent[1]


def test_chance_is_drawn_once_and_written_down() -> None:
    desk, kept, *_, teacher = room()
    vote(desk, teacher, "close")
    assert [act.by for act in kept] == ["ms-may", "chance"]
    assert desk.doc.die in range(1, 7)
    again, _ = begin(kept)
    assert again.doc == desk.doc
    assert len(kept) == 2


def test_a_crash_between_an_act_and_the_die_it_calls_for_is_made_good() -> None:
    desk, _ = begin([Act(1, "ms-may", "close", 1000.0)])
    assert desk.n == 2
    assert desk.doc.die


def test_the_same_log_makes_the_same_pages_after_a_restart() -> None:
    desk, kept, anna, ben, _ = room()
    vote(desk, anna, "elf")
    vote(desk, ben, "orc")
    again, _ = begin(kept)
    back = Shown("anna")
    again.join(back)
    assert back.pages == [anna.pages[-1]]
    assert again.n == desk.n == 2


def test_an_act_is_written_down_before_anybody_sees_it() -> None:
    order: list[str] = []
    desk: Desk[Vote, str, str] = Desk(
        VoteDocument(), {}, keep=lambda act: order.append("kept"), clock=lambda: 0.0, rng=random.Random(1)
    )
    link = Shown("anna")
    desk.join(link)
    link.show = lambda n, page: order.append("shown")  # type: ignore[method-assign]
    vote(desk, link, "elf")
    assert order == ["kept", "shown"]


def test_a_refusal_is_told_to_who_asked_and_changes_nothing() -> None:
    desk, kept, anna, ben, teacher = room()
    vote(desk, anna, "close")
    assert anna.refusals == ["Only the teacher closes the vote."]
    assert ben.refusals == []
    assert kept == []
    vote(desk, teacher, "close")
    vote(desk, anna, "elf")
    assert anna.refusals[-1] == "The vote is closed."
    assert [act.text.split()[0] for act in kept] == ["close", "roll"]


def test_a_message_that_comes_twice_counts_once() -> None:
    desk, kept, anna, *_ = room()
    desk.touched(anna, Touch(0, 1, "click", "elf"))
    desk.touched(anna, Touch(0, 1, "click", "elf"))
    assert len(kept) == 1


def test_half_of_a_double_click_counts_once_but_another_answer_is_heard_however_soon() -> None:
    desk, kept, anna, *_ = room()
    vote(desk, anna, "elf", seen=0)
    vote(desk, anna, "elf", seen=0)
    assert len(kept) == 1
    vote(desk, anna, "orc", seen=0)
    assert [act.text for act in kept] == ["vote elf", "vote orc"]
    vote(desk, anna, "orc")
    assert len(kept) == 3


def test_what_somebody_looks_at_is_his_alone_and_not_written_down() -> None:
    desk, kept, anna, ben, _ = room()
    before = len(ben.pages)
    desk.touched(anna, Touch(0, 1, "look", "c3"))
    assert anna.pages[-1].endswith("c3")
    assert len(ben.pages) == before
    assert kept == []


def test_who_has_left_is_shown_nothing_and_comes_back_to_the_present() -> None:
    desk, _, anna, ben, _ = room()
    desk.leave(ben)
    before = len(ben.pages)
    vote(desk, anna, "elf")
    assert len(ben.pages) == before
    desk.join(ben)
    assert "anna" in ben.pages[-1]


def test_a_log_that_no_longer_fits_keeps_what_does_and_says_where_it_ends() -> None:
    log = [Act(1, "anna", "vote elf", 0.0), Act(2, "may", "close", 0.0), Act(3, "ben", "vote orc", 0.0)]
    desk, _ = begin(log)
    assert desk.stopped is not None
    assert desk.stopped[0].n == 3
    assert desk.stopped[1] == "The vote is closed."
    assert desk.doc.votes == (("anna", "elf"),)


def test_a_full_disk_is_told_and_play_goes_on() -> None:
    def full(act: Act) -> None:
        raise OSError(28, "No space left on device")

    desk: Desk[Vote, str, str] = Desk(VoteDocument(), {}, keep=full, clock=lambda: 0.0, rng=random.Random(1))
    link = Shown("anna")
    desk.join(link)
    vote(desk, link, "elf")
    assert "not being kept" in desk.trouble
    assert desk.doc.votes == (("anna", "elf"),)


def test_chance_that_never_comes_to_an_end_is_stopped() -> None:
    class Endless(VoteDocument):
        def next(self, doc: Vote) -> str | None:
            return "chance"

    with pytest.raises(RuntimeError, match="on end"):
        Desk(Endless(), {}, keep=lambda act: None, clock=lambda: 0.0, rng=random.Random(1))
