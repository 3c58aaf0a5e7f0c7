"""Reading a collection of puzzles: a TOML file of ``[[puzzle]]`` tables. See docs/writing-puzzles.md for the format.

Reading knows the ids of cards, areas and rules and how an action is written; :mod:`tutor.puzzles.checking` asks the engine.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from fractions import Fraction
from pathlib import Path
from typing import Any

from engine import mystic_wood as mw
from engine.faults import Faulty, sentence, shown
from engine.keyed import Reading, Table, parse, read_file
from engine.mystic_wood.material.cards import KNIGHTS
from engine.mystic_wood.material.ledger import editions, ledger
from engine.mystic_wood.material.wood import AREA_NAME, every_area
from tutor.exercises.answers import read_number
from tutor.exercises.claims import ACTION_KEYS, RULE_KEYS, Claim, parse_claim
from tutor.exercises.laying import lay_of
from tutor.puzzles.model import EASIEST, HARDEST, KINDS, THEMES, Answer, Puzzle
from tutor.teach.exercise import Exercise, Mistake
from tutor.teach.kinds.build import Build, Proof
from tutor.teach.kinds.choose import ASKS, Choose, Option
from tutor.teach.kinds.order import Order
from tutor.teach.kinds.reckon import Reckon

#: The longest collection that is read, in characters; the most puzzles in it, options in a puzzle, and characters of a text.
MOST_TEXT = 24_000_000
MOST_PUZZLES = 20_000
MOST_OPTIONS = 12
MOST_LISTED = 60
LONGEST = 2_000
LONGEST_SITUATION = 20_000
#: Under which name the tries at a puzzle are kept in a learner's progress, whatever file it stands in.
LESSON = "puzzles"

_COMMON = ("id", "kind", "title", "edition", "situation", "before", "knight", "focus", "question", "hints", "themes", "rules",
           "background", "rating", "point", "wrong")  # fmt: skip
_OWN = {
    "order": ("answer",),
    "choose": ("options", "several", "ask", "goal", "turns", "margin"),
    "reckon": ("reckon", "do", "unit", "answer", "goal", "turns"),
    "build": ("goal", "proofs", "lay", "cards", "pieces", "built", "least"),
}
_OPTION = ("text", "action", "do", "claim", "reckon", "edition", "right", "rules", "because")
_ID = re.compile(r"[a-z0-9][a-z0-9-]{0,79}")
_FOCUS = re.compile(f"{AREA_NAME}-{AREA_NAME}")
_LINE = re.compile(r"line (\d+)")


def read_puzzles(path: str | Path) -> tuple[Puzzle, ...]:
    """The puzzles of a file. UnreadableText or ImpossibleSituation carries every fault found, each with its line."""
    path = Path(path)
    text = read_file(path, "Name a collection of puzzles.", MOST_TEXT)
    return parse_puzzles(text, path.stem, str(path))


def parse_puzzles(text: str, name: str = "", where: str = "") -> tuple[Puzzle, ...]:
    """The puzzles of a collection's text. ``name`` is the collection's, ``where`` what faults call the file.

    Raises UnreadableText if it is no TOML, ImpossibleSituation with every fault.
    """
    where = where or (f"{name}.toml" if name else "the collection")
    raw = parse(text, where, MOST_TEXT)
    reading = Reading(text, where, more="docs/writing-puzzles.md")
    top = reading.table(raw)
    top.only(("puzzle",))
    found: list[Puzzle] = []
    taken: dict[str, str] = {}
    lines = text.split("\n")
    for number, table in enumerate(top.tables("puzzle")):
        if number == MOST_PUZZLES:
            top.fault("puzzle", f"there are more than {MOST_PUZZLES:,} puzzles", "Make several collections of them.")
            break
        puzzle = _Reader(table, name, lines).puzzle()
        if puzzle is None:
            continue
        if puzzle.id in taken:
            table.fault("id", f"the id {puzzle.id!r} stands twice", f"The other one: {taken[puzzle.id]}.", "twice")
        taken.setdefault(puzzle.id, reading.where((*table.path, "id")))
        found.append(puzzle)
    if not found and not reading.faults:
        top.fault("", "the collection has no puzzle", "Begin each with a line [[puzzle]].", "missing")
    reading.finish()
    return tuple(found)


class _Reader:
    """One ``[[puzzle]]`` being read."""

    def __init__(self, table: Table, collection: str, lines: list[str]) -> None:
        self.table, self.reading, self.collection, self.lines = table, table.reading, collection, lines
        self.rule_ids = tuple(ledger())

    def puzzle(self) -> Puzzle | None:
        before = len(self.reading.faults)
        table = self.table
        kind = table.one_of("kind", tuple(KINDS))
        if kind is None:
            if "kind" not in table:
                table.fault("kind", "the puzzle does not say its kind", f"Kinds: {', '.join(KINDS)}.", "missing")
            return None
        form = self._form(kind)
        table.only((*_COMMON, *_OWN[form]))
        seen_in = self._editions()
        common = self._common(seen_in[0] if seen_in else "")
        themes = table.ids("themes", THEMES, ordered=True, most=8)
        if not themes and not table.raw.get("themes"):
            table.fault("themes", "the puzzle has no theme", f"Name one at least of {', '.join(THEMES)}.", "missing")
        rating = table.count("rating", EASIEST, HARDEST, 1500)
        if "rating" not in table:
            table.fault("rating", "the puzzle has no rating", f"Write a number from {EASIEST} to {HARDEST}.", "missing")
        background = tuple(rule for rule in common["rules"] if rule in table.raw.get("background", ()))
        exercise, answer, refutations = getattr(self, f"_{form}")(common)
        margin = self._fraction("margin")
        if len(self.reading.faults) > before:
            return None
        return Puzzle(
            common["id"], kind, exercise, seen_in, themes, rating, answer, margin, refutations, background, self.collection,
            self._situation_line(),
        )  # fmt: skip

    def _form(self, kind: str) -> str:
        """The kind of exercise it is, by its keys."""
        forms = KINDS[kind][1]
        asked = "choose" if "options" in self.table else "reckon" if "reckon" in self.table else forms[0]
        if asked not in forms:
            fix = {"order": "Let the learner put them in order.", "build": "Give it goal or proofs, and built."}.get(
                forms[0], "Give it [[puzzle.options]] instead." if forms[0] == "choose" else "Give it reckon instead."
            )
            self.table.fault("", f"a puzzle of kind {kind} cannot be asked like this", fix)
            return forms[0]
        if asked == "choose" and "options" not in self.table:
            self.table.fault("options", "nothing is there to choose from", "Add [[puzzle.options]] tables.", "missing")
        return asked

    # ---------------------------------------------------------------- what all puzzles share
    def _editions(self) -> tuple[str, ...]:
        known = tuple(editions())
        if isinstance(self.table.raw.get("edition"), list):
            found = self.table.ids("edition", known, ordered=True)
        else:
            one = self.table.one_of("edition", known)
            found = (one,) if one else ()
        if "edition" not in self.table:
            fix = f'Write edition = "{known[0]}", or a list of those it holds in.'
            self.table.fault("edition", "the puzzle names no edition", fix, "missing")
        return found

    def _common(self, edition: str) -> dict[str, Any]:
        table = self.table
        puzzle_id = self._text("id", 80)
        if not _ID.fullmatch(puzzle_id):
            table.fault("id", f"id = {shown(puzzle_id)} cannot be" if puzzle_id else "the puzzle has no id",
                        'Small letters, digits and hyphens, like "elf-last".')  # fmt: skip
        question = self._text("question")
        if not question:
            table.fault("question", "nothing is asked", "Ask one question in one sentence.", "missing")
        if not self._text("point"):
            table.fault("point", "the puzzle has no point", "Say what is worth remembering of it.", "missing")
        rules = table.ids("rules", self.rule_ids, ordered=True, most=MOST_LISTED)
        background = table.ids("background", self.rule_ids, ordered=True, most=MOST_LISTED)
        twice = [rule for rule in background if rule in rules]
        if twice:
            table.fault("background", f"{twice[0]} stands among the rules as well", "Write it once.", "twice")
        if not table.raw.get("rules"):
            table.fault("rules", "the puzzle names no rule", 'Add rules = ["order.list"], say.', "missing")
        focus = self._text("focus", 5) or None
        if focus is not None and not (_FOCUS.fullmatch(focus) and {*focus.split("-")} <= {*every_area()}):
            table.fault("focus", f"focus = {shown(focus)} is no part of the Wood", 'Write two corners, like "b1-d3".')
        return {
            "id": puzzle_id, "lesson": LESSON, "title": self._text("title", 120), "prompt": question,
            "situation": self._situation("situation"), "edition": edition, "before": self._actions(table, "before"),
            "knight": table.one_of("knight", KNIGHTS), "rules": (*rules, *background), "hints": self._texts("hints", 2),
            "after": self._text("point"), "focus": focus, "wrong": tuple(self._mistakes()),
            "line": self._line(""),
        }  # fmt: skip

    def _line(self, key: str) -> int:
        found = _LINE.search(self.reading.where((*self.table.path, key) if key else self.table.path))
        return int(found[1]) if found else 0

    def _situation(self, key: str) -> str:
        """A situation's text; a code is written out."""
        text = self._text(key, LONGEST_SITUATION)
        if not text:
            self.table.fault(key, f"there is no {key}", "Write a situation between ''', or its code.", "missing")
        elif text.startswith(mw.CODE_PREFIX):
            try:
                return mw.dumps(mw.from_code(text))
            except Faulty as problem:
                self.table.fault(key, problem.faults[0].what, problem.faults[0].fix, "bad-code")
        return text

    def _situation_line(self) -> int:
        """The line of the collection on which the situation's text begins."""
        line = self._line("situation")
        opens = self.lines[line - 1].rstrip() if 0 < line <= len(self.lines) else ""
        return line + opens.endswith(("'''", '"""'))

    def _mistakes(self) -> Iterable[Mistake]:
        for table in self.table.tables("wrong"):
            table.only(("answer", "text", "rule"))
            raw = table.raw.get("answer")
            if isinstance(raw, list) and raw and all(isinstance(item, str) for item in raw):
                answer: str | tuple[str, ...] = tuple(raw)
            else:
                answer = _plain(table, "answer", 200)
            text = _plain(table, "text", LONGEST)
            if not answer or not text:
                table.fault("text" if answer else "answer", "nothing is said to this mistake" if answer else "no answer is given",
                            'Write answer = "..." and text = "...".', "missing")  # fmt: skip
            yield Mistake(answer, text, table.one_of("rule", self.rule_ids))

    # ---------------------------------------------------------------- the forms
    def _order(self, common: dict[str, Any]) -> tuple[Exercise, Answer, tuple[tuple[str, ...], ...]]:
        raw = self.table.raw.get("answer", [])
        proper = isinstance(raw, list) and all(
            isinstance(place, list) and place and all(isinstance(card, str) for card in place) for place in raw
        )
        if not proper or not raw:
            what = f"answer = {shown(raw)} is no order" if raw else "the answer is missing"
            self.table.fault("answer", what, 'Write it like answer = [["wild-boar", "wild-ox"], ["orc"], ["elf"]].')
            return Order(**common), (), ()
        known = tuple(mw.CARDS.all())
        for place in raw:
            for card in place:
                if card not in known:
                    self.table.fault("answer", f"there is no card {shown(card)}", self.reading.hint(card, known))
        return Order(**common), tuple(tuple(sorted(place)) for place in raw), ()

    def _choose(self, common: dict[str, Any]) -> tuple[Exercise, Answer, tuple[tuple[str, ...], ...]]:
        table = self.table
        ask = table.one_of("ask", ASKS, "allowed")
        options, right, refuted = [], [], []
        for number, entry in enumerate(table.tables("options")):
            if number == MOST_OPTIONS:
                entry.fault("", f"there are more than {MOST_OPTIONS} options", "A learner must be able to weigh them all.")
                break
            option, is_right, rules = self._option(entry, ask)
            options.append(option)
            refuted.append(() if is_right else rules)
            right += [number] if is_right else []
        if len(options) < 2 and "options" in table:
            table.fault("options", "there are not two options", "Give at least two [[puzzle.options]].", "missing")
        exercise = Choose(
            **common, options=tuple(options), several=table.flag("several"), ask=ask, goal=self._goal(),
            turns=table.count("turns", 1, 12, 1),
        )  # fmt: skip
        return exercise, tuple(right), tuple(refuted)

    def _option(self, table: Table, ask: str) -> tuple[Option, bool, tuple[str, ...]]:
        table.only(_OPTION)
        action = self._action(table, "action", _plain(table, "action", 200)) if "action" in table else ""
        claim = self._claim(table, "claim")
        reckon = _plain(table, "reckon", 200)
        right = table.flag("right")
        rules = table.ids("rules", self.rule_ids, ordered=True, most=MOST_LISTED)
        ways = sum(key in table for key in ("action", "claim", "reckon"))
        weighed = ask in ("best", "least")
        if ways != 1 or (weighed and "claim" in table) or (not weighed and "reckon" in table):
            fix = "Give action or reckon." if weighed else "Give one of action and claim."
            table.fault("", "the option does not say what is judged", fix)
        if ask == "differs" and not action:
            table.fault("", "the editions can be compared on actions alone", "Give the option an action.")
        if not right and not table.raw.get("rules"):
            fix = 'Name the rules against it: rules = ["move.one"].'
            table.fault("rules", "a wrong option needs its refutation", fix, "missing")
        option = Option(
            text=_plain(table, "text", LONGEST), action=action, do=self._actions(table, "do"), claim=claim,
            because=_plain(table, "because", LONGEST), edition=table.one_of("edition", tuple(editions())), reckon=reckon,
            rules=rules,
        )  # fmt: skip
        if not option.words:
            table.fault("text", "the option has no text", 'Add text = "...".', "missing")
        return option, right, rules

    def _reckon(self, common: dict[str, Any]) -> tuple[Exercise, Answer, tuple[tuple[str, ...], ...]]:
        answer, asked = self._text("answer", 40), self._text("reckon", 200)
        for key, value, example in (("answer", answer, "5/12"), ("reckon", asked, "turns c9")):
            if not value:
                self.table.fault(key, f"{key} is missing", f'Write {key} = "{example}", say.', "missing")
        exercise = Reckon(
            **common, reckon=asked, unit=self._text("unit", 80), do=self._actions(self.table, "do"), goal=self._goal(),
            turns=self.table.count("turns", 1, 12, 1),
        )  # fmt: skip
        return exercise, answer, ()

    def _build(self, common: dict[str, Any]) -> tuple[Exercise, Answer, tuple[tuple[str, ...], ...]]:
        proofs = tuple(self._proof(entry) for entry in self.table.tables("proofs"))
        goal = self._goal()
        if goal is None and not proofs and "goal" not in self.table:
            self.table.fault("goal", "nothing says what must be so", "Give it a goal, or [[puzzle.proofs]].", "missing")
        built = self._situation("built")
        exercise = Build(
            **common, goal=goal, proofs=proofs, lay=self._lays(), pieces=self.table.count("pieces", 0, 40), built=built,
            cards=self.table.ids("cards", tuple(mw.CARDS.all()), ordered=True, most=MOST_LISTED),
            least=self.table.flag("least"),
        )  # fmt: skip
        return exercise, "", ()

    def _lays(self) -> tuple[str, ...]:
        """What may be laid, as it stands there; a fault for what is nothing to lay."""
        found = self._texts("lay", MOST_LISTED)
        for text in found:
            try:
                lay_of(text)
            except Faulty as problem:
                self.table.fault("lay", problem.faults[0].what, problem.faults[0].fix, "no-lay")
        return found

    def _proof(self, table: Table) -> Proof:
        bounds = ("is", "at least", "at most")
        table.only(("reckon", *bounds))
        named = [bound for bound in bounds if bound in table]
        asked = _plain(table, "reckon", 200)
        if len(named) != 1 or not asked:
            table.fault("reckon", "this proves nothing", 'Write { reckon = "turns c9", is = "3" }, or "at least", "at most".')
            return Proof(asked, "0")
        return Proof(asked, _plain(table, named[0], 40), named[0])

    # ---------------------------------------------------------------- single keys
    def _text(self, key: str, most: int = LONGEST) -> str:
        return _plain(self.table, key, most)

    def _texts(self, key: str, most: int) -> tuple[str, ...]:
        found = self.table.words(key)
        if len(found) > most or any(len(text) > LONGEST for text in found):
            self.table.fault(key, f"{key} is too long", f"At most {most}, each of at most {LONGEST:,} characters.", "too-long")
        return tuple(text.strip() for text in found[:most])

    def _fraction(self, key: str) -> Fraction:
        text = self._text(key, 40)
        try:
            return read_number(text).value if text else Fraction(0)
        except Faulty as problem:
            self.table.fault(key, problem.faults[0].what, f'Write {key} = "1/10", say.')
            return Fraction(0)

    def _actions(self, table: Table, key: str) -> tuple[str, ...]:
        listed = table.words(key)
        if len(listed) > MOST_LISTED:
            table.fault(key, f"{key} lists more than {MOST_LISTED} actions", "Begin the situation later.", "too-many")
        return tuple(self._action(table, key, text) for text in listed[:MOST_LISTED])

    def _action(self, table: Table, key: str, text: str) -> str:
        """An action as the engine writes it; a fault if it is none."""
        try:
            return mw.parse_action(text[:200]).text
        except Faulty as problem:
            table.fault(key, problem.faults[0].what, sentence(problem.faults[0].fix), "no-action")
            return text

    def _goal(self) -> Claim | None:
        goal = self._claim(self.table, "goal")
        keys = goal.keys() if goal is not None else ()
        past = sorted({key for key, _ in keys if key in (*RULE_KEYS, "played")})
        if past:
            self.table.fault("goal", f"a goal cannot look back ({', '.join(past)})", "Say what is so when it is reached.")
        return goal

    def _claim(self, table: Table, key: str) -> Claim | None:
        if key not in table:
            return None
        raw = self._canonical(table, key, table.raw[key])
        return parse_claim(raw, self.reading.where((*table.path, key)), self.rule_ids, self.reading.faults)

    def _canonical(self, table: Table, key: str, raw: Any) -> Any:
        """A claim with its actions as the engine writes them."""
        if isinstance(raw, list):
            return [self._canonical(table, key, entry) for entry in raw]
        if not isinstance(raw, dict):
            return raw
        found: dict[str, Any] = {}
        for name, value in raw.items():
            if name in ACTION_KEYS and isinstance(value, str):
                found[name] = self._action(table, key, value)
            elif name in ACTION_KEYS and isinstance(value, list):
                found[name] = [self._action(table, key, text) if isinstance(text, str) else text for text in value]
            elif name in ("any", "not"):
                found[name] = self._canonical(table, key, value)
            else:
                found[name] = value
        return found


def _plain(table: Table, key: str, most: int) -> str:
    """A text of at most so many characters; "" where there is none."""
    found = (table.text(key) or "").strip()
    if len(found) > most:
        table.fault(key, f"{key} is {len(found):,} characters long", f"At most {most:,} are read.", "too-long")
        return ""
    return found
