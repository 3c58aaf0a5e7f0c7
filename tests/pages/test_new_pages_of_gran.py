"""The protocol of pages, tried with another game: a puzzle of GRAN whose options are places of the board, and a secret vote.

Each goes the whole way: a document, its page, a link that sends messages, and two viewers.
"""

from __future__ import annotations

import json
import random
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from engine import gran
from tests.support.arenas import ENDS, WALK, WITH_THE_RING
from tutor.desk import Act, Desk, Refused, Touch, Viewer
from tutor.desk.desk import Document, Known
from tutor.desk.link import PageLink
from tutor.draw.html import el, join
from tutor.draw.page import Page
from tutor.games.gran import board_scene

FRAME = (
    '<div data-board></div><div data-panel="prompt"></div><div data-panel="act"></div><div data-panel="verdict"></div>'
)


# ---------------------------------------------------------------- mark every end


@dataclass(frozen=True)
class Marking:
    """A puzzle: mark every space where the move may end."""

    state: gran.State
    picked: tuple[str, ...] = ()
    tries: int = 0
    solved: bool = False

    @property
    def ends(self) -> frozenset[str]:
        return frozenset(self.state.ends())

    @property
    def slip(self) -> str:
        """What is said to the answer: first a space that is no end, with the engine's reason, else one that was left out."""
        extra = [space for space in self.picked if space not in self.ends]
        if extra:
            return f"{extra[0]}: {self.state.judge(f'move {extra[0]}').reasons[0].text}"
        missing = sorted(self.ends - set(self.picked))
        return f"One is missing: look round {missing[0][:1]}…" if missing else "Every one of them."


class MarkEnds:
    """The options are places of the picture: what is picked of them stays in the page until it is answered."""

    def open(self, source: Mapping[str, Any]) -> Marking:
        return Marking(gran.loads(source["situation"]))

    def look(self, viewer: Viewer) -> str:
        return ""

    def fold(self, doc: Marking, act: Act) -> Marking:
        verb, *picked = act.text.split()
        if verb == "again":
            return replace(doc, picked=(), solved=False)
        if unknown := set(picked) - set(doc.state.board.spaces):
            raise Refused(f"There is no space {min(unknown)}.")
        return replace(doc, picked=tuple(picked), tries=doc.tries + 1, solved=set(picked) == doc.ends)

    def next(self, doc: Marking) -> str | None:
        return None

    def draw(self, doc: Marking, who: str, rng: random.Random) -> str:
        raise NotImplementedError

    def seen(self, doc: Marking, viewer: Viewer) -> Marking:
        return doc

    def hear(self, seen: Marking, viewer: Viewer, view: str, touch: Touch) -> tuple[str, tuple[str, ...]]:
        if touch.target != "check":
            return view, (touch.target,) if touch.target == "again" else ()
        if viewer.role == "teacher":
            raise Refused("The pupil answers.")
        if not touch.values.get("picked"):
            raise Refused("Mark a space first.")
        return view, (" ".join(["answer", *(target.removeprefix("space:") for target in touch.values["picked"])]),)

    def page(self, seen: Marking, viewer: Viewer, view: str, known: Known) -> Page:
        offered = [f"space:{space}" for space in seen.state.board.spaces]
        items = [
            el("label", target.removeprefix("space:"), data_choice=target, data_mark=self.mark(seen, target))
            for target in offered
        ]
        group = el(
            "div", items, data_choices="picked", data_several=True, data_frozen=seen.solved, data_reset=seen.solved
        )
        check = el("button", "Check", data_target="check", data_needs="picked")
        panels = {
            "prompt": el("p", "Mark every space where red's move may end."),
            "act": group if seen.solved else join(group, check),
            "verdict": el("p", seen.slip, class_="right" if seen.solved else "wrong") if seen.tries else "",
        }
        return Page(FRAME, board_scene(seen.state, clickable=offered, highlights=()), panels=panels)

    def mark(self, doc: Marking, target: str) -> str | None:
        """Once it is solved what is right is marked, and before that nothing: what is left to find is not told."""
        return "right" if doc.solved and target.removeprefix("space:") in doc.ends else None


# ---------------------------------------------------------------- a secret vote


@dataclass(frozen=True)
class Vote:
    state: gran.State
    votes: tuple[tuple[str, str], ...] = ()
    revealed: bool = False


class RingVote:
    """Where should red go? Everybody says; nobody sees what others say before it is revealed."""

    def open(self, source: Mapping[str, Any]) -> Vote:
        return Vote(gran.loads(source["situation"]))

    def look(self, viewer: Viewer) -> str:
        return ""

    def fold(self, doc: Vote, act: Act) -> Vote:
        verb, _, where = act.text.partition(" ")
        if doc.revealed:
            raise Refused("The vote is over.")
        if verb == "reveal":
            return replace(doc, revealed=True)
        if where not in doc.state.ends():
            raise Refused(f"Red's move cannot end on {where}.")
        return replace(doc, votes=tuple(sorted({**dict(doc.votes), act.by: where}.items())))

    def next(self, doc: Vote) -> str | None:
        return None

    def draw(self, doc: Vote, who: str, rng: random.Random) -> str:
        raise NotImplementedError

    def seen(self, doc: Vote, viewer: Viewer) -> Vote:
        mine = tuple((who, where if doc.revealed or who == viewer.name else "") for who, where in doc.votes)
        return replace(doc, votes=mine)

    def hear(self, seen: Vote, viewer: Viewer, view: str, touch: Touch) -> tuple[str, tuple[str, ...]]:
        if touch.target == "reveal" and viewer.role != "teacher":
            raise Refused("The teacher reveals the votes.")
        return view, ("reveal" if touch.target == "reveal" else f"vote {touch.target.removeprefix('space:')}",)

    def page(self, seen: Vote, viewer: Viewer, view: str, known: Known) -> Page:
        ends = [f"space:{end}" for end in seen.state.ends()]
        scene = board_scene(seen.state, clickable=ends, highlights=[where for _, where in seen.votes if where])
        told = [el("li", f"{who}: {where or 'has voted'}") for who, where in seen.votes]
        return Page(
            FRAME, scene, panels={"prompt": el("p", "Where should red go?"), "act": "", "verdict": el("ul", told)}
        )


_puzzle: Document[Marking, str, Page] = MarkEnds()
_vote: Document[Vote, str, Page] = RingVote()


# ---------------------------------------------------------------- the way from a touch to a page


class Room:
    """A desk and those who look at it, each with all that he was sent as it goes over the line."""

    def __init__(self, of: Any, situation: str = WALK, log: tuple[Act, ...] = ()) -> None:
        self.kept = list(log)
        self.desk: Desk[Any, str, Page] = Desk(
            of, {"situation": situation}, log, keep=self.kept.append, clock=lambda: 0.0, rng=random.Random(1)
        )
        self.sent: dict[str, list[str]] = {}

    def joins(self, name: str, role: str = "player") -> PageLink[str]:
        told = self.sent.setdefault(name, [])
        link: PageLink[str] = PageLink(
            Viewer(name, role=role), lambda message: told.append(json.dumps(message, sort_keys=True))
        )
        self.desk.join(link)
        return link

    def touch(self, link: PageLink[str], target: str, picked: tuple[str, ...] = ()) -> str:
        """A touch as the page would send it; what the link was sent last."""
        message = {
            "kind": "touch",
            "seen": link.seen,
            "serial": link.serial + 1,
            "touch": {
                "kind": "click",
                "target": target,
                "to": "",
                "values": {"picked": [f"space:{p}" for p in picked]},
            },
        }
        link.heard(json.loads(json.dumps(message)), lambda touch: self.desk.touched(link, touch))
        return next(text for text in reversed(self.sent[link.viewer.name]) if '"kind": "heard"' not in text)


def test_every_place_of_the_board_is_an_option_and_the_right_ones_solve_it() -> None:
    room = Room(MarkEnds())
    pupil, teacher = room.joins("anna"), room.joins("ms-may", "teacher")
    assert 'data-choice=\\"space:ga1\\"' in room.sent["anna"][0]
    assert 'data-target=\\"space:ga1\\"' in room.sent["anna"][0], "the same id on the board: a click there picks it"
    told = room.touch(pupil, "check", ENDS)
    assert "Every one of them" in told
    assert "Every one of them" in room.sent["ms-may"][-1], "the teacher is shown what the pupil has done"
    assert [act.text for act in room.kept] == [f"answer {' '.join(ENDS)}"]
    assert "The pupil answers" in room.touch(teacher, "check", ENDS)
    assert len(room.kept) == 1


def test_a_wrong_end_is_answered_by_the_rule_that_forbids_it_and_a_missing_one_is_hinted_at() -> None:
    room = Room(MarkEnds())
    pupil = room.joins("anna")
    assert "An obstacle" in room.touch(pupil, "check", (*ENDS, "gb4")) or "gb4 is not free" in room.sent["anna"][-1]
    told = room.touch(pupil, "check", ENDS[1:])
    assert "One is missing" in told
    assert "ga1" not in json.loads(told)["panels"]["verdict"]
    assert "Mark a space first" in room.touch(pupil, "check")


def test_who_bears_the_ring_passes_obstacles_so_other_spaces_are_right() -> None:
    walk, ring = gran.loads(WALK), gran.loads(WITH_THE_RING)
    assert set(ring.ends()) - set(walk.ends()) == {"eb1", "gc5", "w5", "w7", "w9"}
    room = Room(MarkEnds(), WITH_THE_RING)
    pupil = room.joins("anna")
    assert "One is missing" in room.touch(pupil, "check", ENDS)
    assert "Every one of them" in room.touch(pupil, "check", tuple(ring.ends()))


def test_a_puzzle_picked_up_after_a_crash_shows_the_same_page_to_both() -> None:
    room = Room(MarkEnds())
    pupil = room.joins("anna")
    room.touch(pupil, "check", ENDS[1:])
    again = Room(MarkEnds(), log=tuple(room.kept))
    for name in ("anna", "ms-may"):
        assert again.joins(name).shown == room.joins(name).shown


def test_nobody_learns_what_others_vote_before_it_is_revealed() -> None:
    sent = []
    for secret in ("ga1", "w6"):
        room = Room(RingVote())
        anna, ben, teacher = room.joins("anna"), room.joins("ben"), room.joins("ms-may", "teacher")
        room.touch(anna, f"space:{secret}")
        room.touch(ben, "space:gc4")
        sent.append((room.sent["ben"][:], room.sent["ms-may"][:]))
        room.touch(teacher, "reveal")
        assert f"anna: {secret}" in room.sent["ben"][-1]
        assert "The vote is over" in room.touch(anna, "space:ga2")
    assert sent[0] == sent[1], "two votes that differ only in a secret send the others the same bytes"


def test_a_vote_for_a_space_red_cannot_reach_is_refused_to_who_gave_it_alone() -> None:
    room = Room(RingVote())
    anna, ben = room.joins("anna"), room.joins("ben")
    before = len(room.sent["ben"])
    assert "cannot end on gb4" in room.touch(anna, "space:gb4")
    assert len(room.sent["ben"]) == before
    assert "The teacher reveals" in room.touch(ben, "reveal")
    assert room.kept == []
