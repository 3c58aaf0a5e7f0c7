"""The editor of Mystic Paths and its ruling checker: Apprentices led step by step, NOT tokens, words, clues, hands and maps."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, ClassVar

from engine import mystic_paths as mp
from engine.mystic_paths.material import COLOURS, ROUNDS
from engine.mystic_paths.position import MOMENTS
from engine.text.faults import Fault, UnreadableText, cap, nearest, sentence
from engine.text.keyed import value_text
from tutor.desk import Touch
from tutor.draw.html import Html, el, join
from tutor.draw.page import Effect, icon
from tutor.draw.shapes import Box, Scene, Shape, Words, placed
from tutor.games.mystic_paths import outlook, pieces
from tutor.games.mystic_paths.editor.format import FORMAT, natural, trail_of
from tutor.games.mystic_paths.scene import board_scene
from tutor.games.mystic_paths.table import shield
from tutor.games.mystic_paths.teachable import GAME
from tutor.pages.checker.page import Asks
from tutor.pages.editor import model
from tutor.pages.editor.model import Data, Misplaced
from tutor.pages.editor.tables import Field, TableEditorPage, TableFormat, Thing, counter
from tutor.teach.game.teachable import BoardLook, Teachable

_MOMENTS = {
    "place": "portals come to the board",
    "attempt": "an Apprentice is chosen",
    "draw": "a clue card is drawn",
    "deal": "a map is dealt",
    "lay": "clues are laid",
    "first": "a first path is chosen",
    "guess": "a path is guessed",
    "answer": "its owner answers",
    "over": "the game is over",
}
#: The most clue cards that are offered at once; the others are found by a word.
_OFFERED = 12


@dataclass
class Editor(model.Editor):
    """A situation of Mystic Paths in the making."""

    format: ClassVar[model.Format] = FORMAT
    start: Data = field(default_factory=natural)


@dataclass
class EditorPage(TableEditorPage):
    """The editor of Mystic Paths on its page."""

    game: ClassVar[Teachable] = GAME
    format: ClassVar[TableFormat] = FORMAT
    lying = ("portal", "knight", "hand", *(f"not.{seat}" for seat in COLOURS))
    drag = ("knight:", "not.")
    selectable = ("portal", "knight")
    clear_word = "New game"
    untouched = "a new game for three, clues about to be laid"

    editor: Editor = field(default_factory=Editor)

    # ---------------------------------------------------------------- what can be laid out
    def things(self) -> list[Thing]:
        data = self.editor.data
        board = FORMAT.board(data)
        found = [
            Thing(seat, seat.capitalize(), "Apprentices", _figure(seat), (trail_of(data, seat) or [""])[-1])
            for seat in COLOURS
        ]
        found += [
            Thing(f"not.{seat}", f"a NOT of {seat.capitalize()}", "On portals", _token(seat))
            for seat in data["players"]
        ]
        wanted = self.find.strip().lower()
        named = [card for card, words in board.cards.items() if any(wanted in word for word in words) or wanted == card]
        found += [
            Thing(card, " / ".join(board.cards[card]), "Clue cards, by a word", _card(), _holder(data, card))
            for card in named[:_OFFERED]
        ]
        return found + [Thing(card, card, "Map cards", _card("m")) for card in board.maps]

    def picture(self, state: mp.State, look: BoardLook) -> Scene:
        seat = self.selected.partition(":")[2] if self.selected.startswith("knight:") else None
        return board_scene(
            state, highlights=(), pointed=look.highlights, refutation=look.refutation, seat=seat, loose=True
        )

    def held(self, seat: str) -> Sequence[tuple[str, str, Html]]:
        table, board = self.editor.data["players"].get(seat, {}), FORMAT.board(self.editor.data)
        cards = [
            (card, " / ".join(board.cards[card]), _card()) for card in table.get("hand", ()) if card in board.cards
        ]
        return (*cards, *((card, f"map {card}", _card("m")) for card in filter(None, (table.get("map"),))))

    def called(self, piece: str) -> str:
        board = FORMAT.board(self.editor.data)
        if piece in board.cards:
            return " / ".join(board.cards[piece])
        return f"map {piece}" if piece in board.maps else super().called(piece)

    def word(self, one: str) -> str:
        board, shown = FORMAT.board(self.editor.data), self.editor.reading_now.show
        if one in board.cells:
            return f"{shown.word(one) or '-'} ({one})"
        return f"{' / '.join(board.cards[one])}" if one in board.cards else _MOMENTS.get(one, self.game.called(one))

    def choices(self, key: Field) -> Sequence[str]:
        seat = self.selected.partition(":")[2]
        if key.name == "marks" and seat in self.editor.reading_now.show.order:
            return tuple(self.editor.reading_now.show.next_portals(seat))
        return super().choices(key)

    # ---------------------------------------------------------------- touches
    def verbs(self) -> dict[str, Callable[[str], Any]]:
        return {
            **super().verbs(),
            "back": self._back,
            "unclue": self._unclue,
            "turn": self._turned,
            "bare": self._bare,
            "weigh": self._weigh,
        }

    def heard(self, touch: Touch, effects: list[Effect]) -> None:
        if touch.kind in ("click", "enter") and touch.target.startswith("lay:"):
            _, seat, step = touch.target.split(":")
            self._lay(seat, int(step), touch.value(f"clue-{seat}-{step}"))
        else:
            super().heard(touch, effects)

    def place_of(self, target: str) -> str:
        kind, _, name = target.partition(":")
        return super().place_of(f"space:{(trail_of(self.editor.data, name) or [''])[-1] if kind == 'knight' else name}")

    def dragged(self, source: str, to: str) -> None:
        super().dragged(source, to)
        if self.selected.startswith("space:"):
            self.selected = f"portal:{self.selected.partition(':')[2]}"
        shown = self.editor.reading_now.show
        if to.startswith("portal:") and self.status.endswith(f" at {to.partition(':')[2]}."):
            self.status = f"{self.status.rpartition(' at ')[0]} at {shown.word(to.partition(':')[2])}."

    def _back(self, seat: str) -> None:
        """One step back on a trail."""
        trail = trail_of(self.editor.data, seat)
        if len(trail) < 2:
            raise Misplaced(f"{seat.capitalize()} stands at his start.")
        self.editor.do(f"put {seat} {trail[-2]}")

    def _clues(self, seat: str) -> list[dict[str, Any]]:
        return [dict(clue) for clue in self.editor.data["players"].get(seat, {}).get("clues", ())]

    def _lay(self, seat: str, step: int, text: str) -> None:
        """A clue is laid for a step: its word, "not" before it with a NOT."""
        said = text.strip().lower()[:60].split()
        negated, word = said[:1] == ["not"], " ".join(said[said[:1] == ["not"] :])
        words = FORMAT.board(self.editor.data).card_of
        if word not in words:
            what = f"no clue card bears “{word}”" if word else "no word was written"
            raise UnreadableText(
                Fault("clue", what, sentence(nearest(word, tuple(words))) or 'Write a word, like "wise".')
            )
        laid = {"step": step, "word": word, **({"not": True} if negated else {})}
        self._write(seat, "clues", [*self._clues(seat), laid])

    def _unclue(self, tag: str) -> None:
        seat, number = tag.split(":")
        kept = self._clues(seat)
        del kept[int(number)]
        self._write(seat, "clues", kept)

    def _turned(self, tag: str) -> None:
        """The NOT of a clue is laid on it or taken off."""
        seat, number = tag.split(":")
        clues = self._clues(seat)
        clues[int(number)]["not"] = not clues[int(number)].get("not", False)
        self._write(seat, "clues", clues)

    def _bare(self, seat: str) -> None:
        """A hand is said to be empty, which is not the same as unknown."""
        self.editor.do(f"set {seat} hand []")

    def _write(self, about: str, name: str, value: object) -> None:
        if name in ("finished_in", "covered") and value == 0:
            self.editor.do(f"unset {about} {name}")
        elif name == "clues" and not value:
            self.editor.do(f"unset {about} clues")
        else:
            super()._write(about, name, value)

    def filled(self, target: str, text: str) -> None:
        head, _, tag = target.partition(":")
        if head == "word" and text:
            self._reword(tag, text)
        elif head in ("add", "step-to") and tag.endswith("trail") and text:
            self.editor.do(f"put {tag.partition(':')[0]} {text}")
        else:
            super().filled(target, text)

    def _reword(self, cell: str, word: str) -> None:
        """Another disc comes to a place; lies it elsewhere, the two change places."""
        shown = self.editor.reading_now.show
        board, lying = shown.board, {each: shown.word(each) for each in shown.board.cells if shown.word(each)}
        disc = board.disc_of.get(word)
        other = next(
            (each for each, of in lying.items() if each != cell and (of == word or board.disc_of.get(of) == disc)), None
        )
        before = lying.get(cell)
        lying[cell] = word
        if other is not None and before is not None:
            lying[other] = before
        fit = {
            clue: {of: _weight(weight) for of, weight in weights if of in lying.values()} for clue, weights in shown.fit
        }
        kept = {clue: weights for clue, weights in fit.items() if weights}
        opinions = f"set game fit {value_text(kept)}" if kept else "unset game fit"
        self.editor.do(f"set game portals {value_text(lying)}", opinions)

    # ---------------------------------------------------------------- what is shown
    def control(self, key: Field, about: str) -> Html:
        if key.name == "trail":
            inner = self._trail_control(about)
        elif key.name == "clues":
            inner = self._clues_control(about)
        elif key.name == "hand" and "hand" not in self.editor.data["players"].get(about, {}):
            bare = el("button", "no cards", data_target=f"bare:{about}", class_="mwb-small")
            return join(
                super().control(key, about), el("div", el("span", "", class_="mwb-label"), bare, class_="mwb-key")
            )
        else:
            return super().control(key, about)
        label = el("span", key.title, class_="mwb-label", title=key.means)
        return el("div", label, inner, class_="mwb-key many", data_key=key.name)

    def _trail_control(self, seat: str) -> Html:
        shown = self.editor.reading_now.show
        trail = trail_of(self.editor.data, seat)
        told = ", ".join(shown.word(cell) if cell in shown.board.cells else cell for cell in trail) or "nowhere yet"
        back = el("button", "one step back", data_target=f"back:{seat}", class_="mwb-small", disabled=len(trail) < 2)
        ahead = shown.next_portals(seat) if seat in shown.order else ()
        step = self.select_from(f"step-to:{seat}:trail", ahead, "", f"the next step of {seat}", "one step on …")
        return el("span", el("span", told), back, step, class_="mwb-chips")

    def _clues_control(self, seat: str) -> Html:
        """Each clue with its NOT, and a field for each step that lacks one."""
        shown = self.editor.reading_now.show
        chips = []
        for number, clue in enumerate(self._clues(seat)):
            step, word, negated = clue.get("step"), clue.get("word"), bool(clue.get("not"))
            chips += [
                el(
                    "span",
                    f"{step}: {'NOT ' * negated}{word} ",
                    el(
                        "button",
                        "NOT",
                        data_target=f"turn:{seat}:{number}",
                        aria_pressed=str(negated).lower(),
                        aria_label=f"NOT on {word}",
                        class_="mwb-small",
                    ),
                    el(
                        "button",
                        "×",
                        data_target=f"unclue:{seat}:{number}",
                        aria_label=f"take {word} away",
                        class_="mwb-small",
                    ),
                    class_="mwb-chip",
                ),
            ]
        fields = [self._clue_field(seat, step) for step in self._lacking(shown, seat)]
        return el("span", *chips, *fields, class_="mwb-chips")

    def _lacking(self, shown: mp.State, seat: str) -> list[int]:
        if seat not in shown.order or (shown.alone and seat != shown.path):
            return []
        laid = {clue.get("step") for clue in self._clues(seat)}
        return [step for step in shown.due(seat) if step not in laid]

    def _clue_field(self, seat: str, step: int) -> Html:
        says, name = f"word for step {step}", f"clue-{seat}-{step}"
        return el(
            "span",
            el(
                "input",
                data_value=name,
                data_enter=f"lay:{seat}:{step}",
                type="text",
                placeholder=says,
                size="12",
                aria_label=f"{seat}, {says}",
                autocomplete="off",
                data_key=name,
            ),
            el(
                "button",
                "Lay",
                data_target=f"lay:{seat}:{step}",
                class_="mwb-small",
                aria_label=f"lay it for step {step}",
            ),
        )

    def inspector(self) -> str:
        kind, _, cell = self.selected.partition(":")
        shown = self.editor.reading_now.show
        if kind != "portal" or cell not in shown.board.cells:
            return super().inspector()
        words = sorted(shown.board.disc_of)
        choose = self.select_from(f"word:{cell}", words, shown.word(cell), f"the word at {cell}")
        here = [f"{p.id.capitalize()}'s Apprentice" for p in shown.players if p.at == cell]
        here += [f"{p.id.capitalize()}'s Base" for p in shown.players if p.base == cell]
        here += [f"a NOT of {p.id.capitalize()}" for p in shown.players if cell in p.marks]
        back = el("button", "The game", data_target="do:select game:", class_="mwb-small")
        return join(
            el("h2", f"{cap(shown.word(cell) or 'no portal')} at {cell}", back, class_="mwb-head"),
            el("div", el("span", "Its word", class_="mwb-label"), choose, class_="mwb-key one", data_key="word"),
            el("p", f"Here: {', '.join(here)}." if here else "Nobody is here.", class_="mwb-note"),
            self._opinions(shown, cell),
        )

    def _opinions(self, shown: mp.State, cell: str) -> Html:
        """How well each clue of the path that is asked about fits this portal: 1 where nobody has said; the chances go by it."""
        seat = outlook.whose(shown)
        fit = {clue: dict(of) for clue, of in shown.fit}
        rows = []
        for clue in shown.player(seat).clues if shown.word(cell) else ():
            of = fit.get(clue.text, {}).get(shown.word(cell), Fraction(1))
            target = f"weigh:{cell}:{clue.text}"
            says = f"{clue.text.replace('not ', 'NOT ')} (step {clue.step})"
            rows.append(
                el(
                    "div",
                    el("span", says, class_="mwb-label"),
                    counter(target, f"{says} fits", str(of)),
                    class_="mwb-key count",
                    data_key=target,
                )
            )
        if not rows:
            return join()
        head = el("h3", f"How well do the clues of {seat.capitalize()} fit it?")
        note = el(
            "p", "Your own opinion, by which chances are weighed: 1 is as good as any, 0 never.", class_="mwb-note"
        )
        return el("div", head, note, *rows)

    def _weigh(self, tag: str) -> None:
        """An opinion of how well a clue fits a portal goes up or down by one."""
        cell, clue, by = tag.split(":")
        shown = self.editor.reading_now.show
        fit = {each: {word: _weight(of) for word, of in weights} for each, weights in shown.fit}
        word, of = shown.word(cell), fit.setdefault(clue, {})
        of[word] = max(0, int(Fraction(of.get(word, 1))) + int(by))
        if of[word] == 1:
            del of[word]
        kept = {each: weights for each, weights in fit.items() if weights}
        self.editor.do(f"set game fit {value_text(kept)}" if kept else "unset game fit")

    def first_questions(self) -> Sequence[tuple[str, Html]]:
        data, shown = self.editor.data, self.editor.reading_now.show
        seats = [seat for seat in data.get("order", ()) if seat in COLOURS]
        who = [
            el(
                "button",
                _figure(seat),
                data_target=f"do:{'take' if seat in seats else 'seat'} {seat}",
                class_="mwb-big",
                aria_pressed=str(seat in seats).lower(),
                aria_label=f"{seat.capitalize()} plays",
            )
            for seat in COLOURS
        ]
        rounds = [
            _big(f"do:set game round {number}", str(number), shown.round == number) for number in range(1, ROUNDS + 1)
        ]
        moment = self.select_from("one:game:moment", MOMENTS, str(data.get("moment", "lay")), "what is to be done")
        turn = [_big(f'do:set game turn "{seat}"', seat.capitalize(), shown.path == seat) for seat in seats]
        whose = shown.path or next(
            (seat for seat in seats if self.selected == f"knight:{seat}"), seats[0] if seats else ""
        )
        asked: list[tuple[str, Html]] = [
            ("Who plays?", join(*who)),
            ("Which round?", join(*rounds)),
            ("What is to be done?", moment),
        ]
        if shown.moment in ("guess", "answer", "draw", "deal") or shown.alone:
            asked.append(("Whose path?", join(*turn)))
        if whose in data["players"]:
            name = whose.capitalize()
            asked.append((f"Where has {name} come?", self._trail_control(whose)))
            asked.append((f"What clues has {name}?", self._clues_control(whose)))
        return asked


def _big(target: str, text: str, pressed: bool) -> Html:
    return el("button", text, data_target=target, aria_pressed=str(pressed).lower(), class_="mwb-big")


def _weight(of: Fraction) -> int | str:
    return int(of) if of.denominator == 1 else str(of)


def _figure(seat: str) -> Html:
    return icon(shield(seat), 22, 25)


def _token(seat: str) -> Html:
    return icon(tuple(placed(shape, 12, 12) for shape in pieces.mark(seat)), 24, 24)


def _card(letter: str = "c") -> Html:
    shapes: tuple[Shape, ...] = (
        Box(2, 3, 20, 15, 2.5, fill="plate", stroke="plate-edge", width=1.2),
        Words(12, 10.7, letter, 11, "ink", "plate", bold=True),
    )
    return icon(shapes, 24, 21)


def _holder(data: Data, card: str) -> str:
    holders: Mapping[str, Any] = data["players"]
    return next((seat for seat, table in holders.items() if card in table.get("hand", ())), "")


@dataclass
class Checker(Asks, EditorPage):
    """The ruling checker of Mystic Paths on its page."""

    editor: Editor = field(default_factory=Editor)

    def picture(self, state: mp.State, look: BoardLook) -> Scene:
        """While one asks, what can be guessed glows."""
        if not self.asking:
            return super().picture(state, look)
        return board_scene(state, pointed=look.highlights, refutation=look.refutation, loose=True)
