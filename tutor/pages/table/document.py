"""The table as a document: what touches mean, what chance and bots do, and the page of each viewer."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from engine.chance.chance import pick
from engine.text.faults import Faulty
from tutor.desk import Act, Refused, Touch, Viewer
from tutor.desk.desk import Known
from tutor.draw.page import Effect, Page
from tutor.pages.table import acts, copies
from tutor.pages.table.again import begins_again, comes_again
from tutor.pages.table.code import code_of, read_code
from tutor.pages.table.look import Look, NewGame, draft_of, presets
from tutor.pages.table.page import shown
from tutor.pages.table.play import CHANCE, HOST, Copy, Table, at_table
from tutor.teach.game import registry as games

#: The most tries kept of a choice that is put back.
MOST_TRIED = 40


class TableDocument:
    """A table. The source: ``text``, the code of a game or a situation to begin from. ``address`` is where a new table is
    opened, for links."""

    def __init__(self, address: str = "") -> None:
        self.address = address
        self._seen: dict[Viewer, tuple[Table, Table]] = {}

    def open(self, source: Mapping[str, Any]) -> Table:
        text = str(source.get("text") or "")
        if not text:
            return Table()
        try:
            raw = dict(read_code(text))
            if raw.get("places"):
                return acts.begun(HOST, 0, {**raw, "dice": raw.get("dice") or "named"})
            games.game(str(raw["game"])).read(str(raw["text"]))
        except (Faulty, Refused) as wrong:
            return Table(trouble=wrong.faults[0].told if isinstance(wrong, Faulty) else str(wrong))
        return Table(opening=text)

    def look(self, viewer: Viewer) -> Look:
        return Look()

    def fold(self, doc: Table, act: Act) -> Table:
        return copies.folded(doc, act)

    def next(self, doc: Table) -> str | None:
        return copies.waits_for(doc)

    def draw(self, doc: Table, who: str, rng: random.Random) -> str:
        """What chance or a bot does now. With a seed the same decisions make the same game; what was taken back comes again."""
        if who.startswith("in "):
            _, owner, who = who.split(" ", 2)
            copy = doc.copy_of(owner)
            assert copy is not None, "somebody acts in a copy there is"
            return self.draw(copy.table, who, rng)
        if doc.seed:
            rng = random.Random(f"{doc.seed} {len(doc.lines)}")
        state = doc.state
        if who == CHANCE:
            chances = state.chances()
            again = comes_again(doc.again, chances)
            if again is not None:
                return again
            able = begins_again(doc.again, chances)
            total = sum(chances[each] for each in able)
            return pick({each: chances[each] / total for each in able}, rng)
        seat = who.removeprefix("bot ")
        bots = games.game(doc.game).BOTS
        chosen = bots.get(doc.place(seat).bot) or bots[at_table(doc.game).offer().bots[0].id]
        return str(chosen(state.seen_by(seat), seat, rng))

    def seen(self, doc: Table, viewer: Viewer) -> Table:
        of, seen = self._seen.get(viewer, (None, None))
        if of is not doc or seen is None:  # as long as nothing is done it stays what it was, whatever he touches
            seen = copies.seen(doc, viewer)
            self._seen[viewer] = doc, seen
        return seen

    def hear(self, seen: Table, viewer: Viewer, view: Look, touch: Touch) -> tuple[Look, tuple[str, ...]]:
        now = replace(view, touches=view.touches + 1, effects=())
        copy = seen.copy_of(view.copy)
        if copy is not None:
            return self._heard_in(seen, copy, viewer, now, touch)
        now = replace(now, copy="")
        if touch.kind == "file":
            return self._loaded(now, viewer, touch.value())
        if touch.kind in ("click", "double") and not seen.game:
            return self._setting_up(seen, viewer, now, touch)
        return self._heard(seen, viewer, now, touch)

    def _heard(self, seen: Table, viewer: Viewer, now: Look, touch: Touch) -> tuple[Look, tuple[str, ...]]:
        """What is meant at a game that is played, or at a copy of it."""
        if touch.kind == "escape":
            return replace(now, card="", picked="", more=False), ()
        if touch.kind in ("type", "enter") and touch.target == "walk":
            return self._walked(seen, now, touch.value()), ()
        if touch.kind not in ("click", "double"):
            return now, ()
        return _Heard(self, seen, viewer, replace(now, card="")).click(touch)

    def _heard_in(
        self, seen: Table, copy: Copy, viewer: Viewer, now: Look, touch: Touch
    ) -> tuple[Look, tuple[str, ...]]:
        """What a touch means in a copy: its own buttons, and whatever would be meant in a game."""
        if touch.target == "leave-copy":
            return Look(touches=now.touches), ()
        if touch.target == "end-copy":
            return Look(touches=now.touches), ("end-copy",)
        if touch.target in ("show-copy:on", "show-copy:off"):
            return now, (touch.target.replace(":", " "),)
        owner = copy.owner
        if touch.target in ("dice:thrown", "dice:named"):
            return now, (f"in {owner} {touch.target.replace(':', ' ')}",)
        leads = Viewer(HOST) if copy.by == viewer.name else viewer
        look, texts = self._heard(copy.table, leads, now, touch)
        return look, tuple(f"in {owner} {text}" for text in texts)

    def page(self, seen: Table, viewer: Viewer, view: Look, known: Known) -> Page:
        return shown(seen, viewer, view, known)

    # ---------------------------------------------------------------- a new game
    def _setting_up(self, seen: Table, viewer: Viewer, view: Look, touch: Touch) -> tuple[Look, tuple[str, ...]]:
        draft = view.draft or draft_of(seen)
        word, _, what = touch.target.partition(":")
        if word == "begin" and viewer.name == HOST:
            if fault := draft.fault():
                raise Refused(fault)
            return Look(touches=view.touches), (
                draft.act({name: tuple(values) for name, values in touch.values.items()}),
            )
        if word == "read":
            return self._loaded(view, viewer, touch.value("code"))
        return replace(view, draft=drafted(draft, word, what)), ()

    def _loaded(self, view: Look, viewer: Viewer, text: str) -> tuple[Look, tuple[str, ...]]:
        """A game or a situation is opened here."""
        if viewer.name != HOST:
            raise Refused("A game is opened at the table's own screen.")
        if not text.strip():
            raise Refused("Write the code of a game or of a situation there, or drop its file on the page.")
        try:
            raw = read_code(text)
            if raw.get("places") or raw.get("do"):
                return Look(touches=view.touches), ("begin " + json.dumps(raw, ensure_ascii=False),)
            return replace(view, draft=NewGame.of_situation(raw)), ()
        except Faulty as faulty:
            raise Refused(faulty.faults[0].told) from None

    # ---------------------------------------------------------------- walking through a game
    @staticmethod
    def _walked(seen: Table, view: Look, to: str) -> Look:
        line = int(to) if to.isascii() and to.isdigit() else view.line(seen)
        at = None if line >= len(seen.lines) and not view.hides else min(line, len(seen.lines))
        return replace(view, at=at, find=0, picked="")


def drafted(draft: NewGame, word: str, what: str) -> NewGame:
    """A draft after one more choice; an unknown one changes nothing."""
    offer = at_table(draft.game).offer()
    if word == "game" and what in games.GAMES:
        return NewGame.of(what)
    if word == "preset" and what in {preset.id for preset in presets(offer)}:
        after = NewGame.of(draft.game, what, tuple(draft.by) if draft.text else ())
        return replace(draft, by=after.by)
    if word == "seat":
        seat, _, by = what.partition(":")
        return draft.taken(seat, by) if by in ("", "here", "phone", "bot") else draft
    if word == "edition" and what in {choice.id for choice in offer.editions}:
        return replace(draft, edition=what)
    if word == "variant" and what in {choice.id for choice in offer.variants}:
        others = frozenset() if offer.one_variant else draft.variants - {what}
        return replace(draft, variants=others | ({what} - draft.variants))
    if word == "board":
        return replace(draft, board=what)
    if word == "bots" and what in {choice.id for choice in offer.bots}:
        return replace(draft, bot=what)
    if word == "dice":
        return replace(draft, dice=what)
    return replace(draft, text="") if word == "no-text" else draft


class _Heard:
    """What a click means while a game is played, or looked back on."""

    def __init__(self, document: TableDocument, seen: Table, viewer: Viewer, view: Look) -> None:
        self.document, self.seen, self.viewer, self.view = document, seen, viewer, view

    def click(self, touch: Touch) -> tuple[Look, tuple[str, ...]]:
        word, _, what = touch.target.partition(":")
        if word == "called":
            return self.act(f"call {touch.value()}")
        if word == "note":
            return self.view, (f"note {self.view.line(self.seen)} {touch.value('notes')}".rstrip(),)
        if found := _CLICKS.get(word):
            return found(self, what)
        return self._on_board(touch.target)

    def nothing(self, **changes: Any) -> tuple[Look, tuple[str, ...]]:
        return replace(self.view, **changes), ()

    def act(self, text: str, **changes: Any) -> tuple[Look, tuple[str, ...]]:
        return replace(self.view, **{"at": None, "find": 0, "picked": "", "more": False, "hides": False, **changes}), (
            text,
        )

    # ---------------------------------------------------------------- playing
    def _action(self, action: str) -> tuple[Look, tuple[str, ...]]:
        if self.view.find:
            return self.nothing(tried=(*self.view.tried, action)[-MOST_TRIED:])
        if self.view.at is not None:
            raise Refused("You look back on the game: go back to now to play on, or play on from here in a copy.")
        return self.act(f"play {action}")

    def _on_board(self, target: str) -> tuple[Look, tuple[str, ...]]:
        """A thing on the board is touched: what it means, a choice among several meanings, why it is not allowed, or its card."""
        seen, at = self.seen, at_table(self.seen.game)
        if self.view.find:
            state = seen.at(self.view.find - 1)
            meant = at.targets(state, state.actions(state.to_move)).get(target, ())
            if len(meant) == 1:
                return self._action(meant[0])
        elif self.view.at is None and seen.state.decision == "choice":
            mine = seen.mine
            if mine:
                meant = at.targets(seen.state, seen.state.actions(mine[0])).get(target, ())
                if len(meant) == 1:
                    return self.act(f"play {meant[0]}")
                if meant:
                    return self.nothing(picked=target)
                if tried := at.tries(seen.state, mine[0], target):
                    raise Refused(" ".join(reason.text for reason in seen.state.judge(tried[0]).reasons))
        return self.nothing(
            card=target if at.closer(seen.at(self.view.line(seen)), seen.seen_as, target) is not None else ""
        )

    def _named(self, outcome: str) -> tuple[Look, tuple[str, ...]]:
        return self.act(f"named {outcome}")

    # ---------------------------------------------------------------- taking back
    def _undo(self, what: str) -> tuple[Look, tuple[str, ...]]:
        seen, by = self.seen, self.viewer.name
        to = int(what) if what.isdigit() else seen.last_of(by)
        if not 0 <= to < len(seen.lines):
            raise Refused("You have done nothing yet that could be taken back.")
        return self.act(f"undo {to}" if to >= seen.free_to(by) else f"ask {to}")

    # ---------------------------------------------------------------- looking back
    def _line(self, what: str) -> tuple[Look, tuple[str, ...]]:
        return replace(self.document._walked(self.seen, self.view, what)), ()

    def _step(self, what: str) -> tuple[Look, tuple[str, ...]]:
        line = self.view.line(self.seen) + (1 if what == "on" else -1)
        return self._line(str(max(0, line)))

    def _copy(self, what: str) -> tuple[Look, tuple[str, ...]]:
        """The game is played on from where one looks, in a copy of one's own."""
        owner, line = copies.owner_of(self.viewer.name), self.view.line(self.seen)
        if why := copies.refusal(self.seen, line):
            raise Refused(why)
        return Look(touches=self.view.touches, copy=owner), (f"copy {line}",)

    def _see_copy(self, what: str) -> tuple[Look, tuple[str, ...]]:
        if self.seen.copy_of(what) is None:
            raise Refused("That copy is no more.")
        return Look(touches=self.view.touches, copy=what), ()

    # ---------------------------------------------------------------- after the game
    def _find(self, what: str) -> tuple[Look, tuple[str, ...]]:
        """One of one's own choices is put back, to be found by oneself."""
        line = int(what) if what.isascii() and what.isdigit() else 0
        if not self.seen.over or not 0 < line <= len(self.seen.lines):
            raise Refused("Choices are put back when a game is over.")
        return self.nothing(at=line - 1, find=line, tried=(), picked="")

    # ---------------------------------------------------------------- share and save
    def _save(self, what: str) -> tuple[Look, tuple[str, ...]]:
        name = f"{self.seen.game.replace('_', '-')}-game.txt"
        return self.nothing(effects=(Effect("save", code_of(self.seen, len(self.seen.lines)) + "\n", name),))

    def _copied(self, what: str) -> tuple[Look, tuple[str, ...]]:
        code = code_of(self.seen, self.view.line(self.seen))
        text = f"{self.document.address}?code={code}" if what == "link" else code
        return self.nothing(card="share", effects=(Effect("copy", text),))

    def _again(self, what: str) -> tuple[Look, tuple[str, ...]]:
        """The same once more, with the same people: everybody keeps his seat."""
        seen = self.seen
        raw = {
            "game": seen.game,
            "places": [list(place[:4]) for place in seen.places],
            "edition": seen.edition,
            "variants": list(seen.variants),
            "board": seen.board,
            "dice": seen.dice,
        }
        return self.act("begin " + json.dumps(raw, ensure_ascii=False))


_Click = Callable[[_Heard, str], tuple[Look, tuple[str, ...]]]
_CLICKS: Mapping[str, _Click] = {
    "act": _Heard._action,
    "named": _Heard._named,
    "undo": _Heard._undo,
    "line": _Heard._line,
    "step": _Heard._step,
    "copy": _Heard._copy,
    "save": _Heard._save,
    "copied": _Heard._copied,
    "again": _Heard._again,
    "throw": lambda heard, what: heard.act("throw"),
    "agree": lambda heard, what: heard.act("agree"),
    "refuse": lambda heard, what: heard.act("refuse"),
    "new": lambda heard, what: heard.act("new"),
    "face": lambda heard, what: heard.act(f"face {what}".rstrip()),
    "away": lambda heard, what: heard.act(f"away {what}"),
    "back": lambda heard, what: heard.act(f"back {what}"),
    "keep": lambda heard, what: (heard.view, (f"keep {what}",)),
    "bot": lambda heard, what: heard.act(f"bot {what}"),
    "person": lambda heard, what: heard.act(f"person {what}"),
    "see-copy": _Heard._see_copy,
    "review": lambda heard, what: heard.nothing(at=0, hides=True, find=0, picked=""),
    "what-came": lambda heard, what: heard.nothing(hides=False),
    "now": lambda heard, what: heard.nothing(at=None, find=0, picked="", hides=False),
    "end": lambda heard, what: heard.nothing(at=None, find=0, picked="", hides=False),
    "find": _Heard._find,
    "answer": lambda heard, what: heard.nothing(tried=(*heard.view.tried, "?")),
    "more": lambda heard, what: heard.nothing(more=not heard.view.more),
    "coach": lambda heard, what: heard.nothing(coach=len(heard.seen.lines)),
    "unpick": lambda heard, what: heard.nothing(picked=""),
    "card": lambda heard, what: heard.nothing(card=what),
    "rule": lambda heard, what: heard.nothing(card=f"rule:{what}"),
}
