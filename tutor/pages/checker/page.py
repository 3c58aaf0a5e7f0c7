"""The ruling checker: lay it out, ask, be told. Pure: a page out for every touch in."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache
from pathlib import Path
from typing import Any, ClassVar, NamedTuple, cast
from urllib.parse import urlencode

from engine.books.editions import Rule
from tutor.content.rulings import lessons_about
from tutor.desk import Touch
from tutor.draw.html import Html, el, join, picture, sheet, whole_page
from tutor.draw.page import Effect, Page
from tutor.draw.svg import svg
from tutor.pages.checker.index import Index, index_panel, worked
from tutor.pages.checker.offers import OfferedReading, offered, offers
from tutor.pages.checker.words import AskedQuestion, understand
from tutor.pages.editor.library import Common
from tutor.pages.editor.model import Misplaced
from tutor.pages.editor.page import BAR, BOARD, HANDS, LAYING, Barred, EditorLook, EditorPage
from tutor.teach.exercise.answers import LONGEST_FRACTION, in_words
from tutor.teach.game.asking import SAYS_NOTHING, Answer, Asking, Cause, Chances, Question, QuestionKind, percent

#: The skeleton of the page; what is in it of a game is an example of a question.
_FRAME = (
    f'<div class="mwb-app mwb-check">{BAR}<div class="mwb-cols">{BOARD}'
    '<aside class="mwb-side" aria-label="The question"><section data-panel="shelf" data-walk></section>'
    '<section class="mwb-box mwb-index" data-panel="index"></section>'
    '<section class="mwb-box mwb-ask"><div class="mwb-say"><input data-input="ask" type="text" autocomplete="off" '
    'placeholder="Ask: EXAMPLE" aria-label="Ask in your own words">'
    '<button data-target="do:ask">Ask</button></div><div data-panel="mean"></div>'
    '<div data-panel="questions"></div></section>'
    '<section class="mwb-box mwb-answer" data-panel="answer" aria-live="polite"></section>'
    '<section class="mwb-box" data-panel="history"></section></aside>'
    '<aside class="mwb-side last" aria-label="The situation"><section class="mwb-box mwb-quick" data-panel="quick" '
    f'aria-label="The situation in large questions"></section>{HANDS}{LAYING}'
    '<section class="mwb-box" data-panel="faults"></section><section class="mwb-box" data-panel="inspector"></section>'
    '<section class="mwb-box" data-panel="gives" aria-label="What it gives"></section></aside></div></div>'
)
#: What a ruling of ours is.
SILENT = "The texts are silent here or disagree; this is what we play, and why."
#: How an answer looks on paper.
_SLIP = Path(__file__).with_name("slip.css")
#: How many questions the history keeps.
KEPT = 30


class PastQuestion(NamedTuple):
    """A question of the history: the code of its situation, the question, and the answer in a line."""

    code: str
    question: Question
    sentence: str


@dataclass(kw_only=True)
class CheckerLook(EditorLook):
    """How somebody looks at the checker: whether a touch on the board asks or lays out, what is typed, which throw is pointed at,
    what his words can mean, and the index of rules while it is open."""

    asking: bool = False
    words: str = ""
    throw: int | None = None
    meant: tuple[AskedQuestion, ...] = ()
    notes: tuple[str, ...] = ()
    understood: str = ""
    index: Index | None = None


@dataclass
class Asks(EditorPage, CheckerLook):
    """An editor that can be asked: a game's checker is its own editor with this before it. ``asked_now`` is what was asked to get
    the answer that is shown."""

    title: str = "Ruling checker"
    path: ClassVar[str] = "rulings"
    answer_now: Answer | None = None
    asked_now: AskedQuestion | None = None
    history: list[PastQuestion] = field(default_factory=list)

    # ---------------------------------------------------------------- touches
    def heard(self, touch: Touch, effects: list[Effect]) -> None:
        before, told = self.editor.data, self.asked_now
        clicked = touch.kind in ("click", "double")
        if touch.kind in ("type", "enter") and touch.target == "ask":
            self.words = touch.value()[:200]
            if touch.kind == "enter":
                self.say(self.words)
        elif clicked and touch.target.startswith(
            ("ask:", "throw:", "mode:", "again:", "then:", "slip:", "mean:", "rig:")
        ):
            self._asked(touch.target, effects)
        elif touch.kind in ("type", "enter") and touch.target.startswith("act:"):
            if touch.value():
                self.ask(AskedQuestion(Question("may", touch.value())))
        elif touch.kind in ("type", "enter") and touch.target == "rules":
            self.index = Index(find=touch.value()[:80])
        elif clicked and touch.target.startswith(("rule:", "topic:", "case:", "do:rules")):
            self._looked_up(touch.target)
        elif clicked and touch.target == "do:ask":
            self.say(self.words)
        elif clicked and self.asking and self.on_board(touch.target):
            self._pointed(touch.target)
        else:
            super().heard(touch, effects)
        if self.editor.data != before and self.asked_now is told:
            self._forget()

    @property
    def ruling(self) -> Asking:
        """How the game answers."""
        return self.game.asking

    def _forget(self) -> None:
        self.answer_now, self.asked_now = None, None
        self.throw, self.meant, self.notes, self.understood = None, (), (), ""

    def _asked(self, target: str, effects: list[Effect]) -> None:
        head, _, rest = target.partition(":")
        if head == "mode":
            self.asking = rest == "ask"
        elif head == "ask":
            kind, _, action = rest.partition(":")
            self.ask(
                AskedQuestion(Question(cast("QuestionKind", kind if kind in ("order", "chances") else "may"), action))
            )
        elif head == "mean":
            self.ask(self.meant[int(rest)])
        elif head == "throw":
            self.throw = None if self.throw == int(rest) else int(rest)
        elif head == "again":
            past = self.history[int(rest)]
            self.editor.open(past.code)
            self._forget()
            self._answer(self.game.read(past.code), AskedQuestion(past.question))
        elif head == "then":
            told = self._told_of(rest)
            self._laid_out(rest, told)
        elif head == "rig" and self.answer_now is not None:
            found = self.answer_now
            self._laid_out(*self.ruling.after_throw(self.game.read(found.code), found.question.action, int(rest)))
        elif head == "slip":
            effects.append(Effect("print", self.slip()))

    def _laid_out(self, code: str, told: str) -> None:
        """What an answer leads to is laid out; what has happened is still told."""
        self.editor.open(code)
        self._forget()
        self.status = f"{told} This is laid out now; Undo leads back.".strip()

    def _told_of(self, code: str) -> str:
        """What happens in the outcome whose situation has this code."""
        found = self.answer_now
        if found is None:
            return ""
        outcomes = found.chances.outcomes if found.chances is not None else ()
        return " ".join(
            next((one.leads for one in outcomes if one.code == code), found.events if code == found.after else ())
        )

    def _looked_up(self, target: str) -> None:
        """The index of rulings: opened, at a rule or a topic; a worked case opens on the board and is asked."""
        head, _, rest = target.partition(":")
        if target == "do:rules-of-it":
            self.index = Index(find=self.words[:80])
        elif head == "do":
            self.index = None if self.index else Index()
        elif head == "case":
            rule, _, number = rest.rpartition(":")
            case = worked(rule, self.game.name)[int(number)]
            self.opened(case.situation, case.name)
            if case.question is not None:
                self.ask(AskedQuestion(case.question))
        else:
            self.index = Index(rule=rest) if head == "rule" else Index(topic=rest)

    def _pointed(self, target: str) -> None:
        state = self._state()
        meant = self.ruling.about(state, target)
        if target.partition(":")[0] in self.selectable:
            self.selected = target
        if not meant and target.startswith("hand:"):
            self.touched(target, False)
            return
        if not meant:
            raise Misplaced(f"Nothing can be asked about that now: it is {self._asker(state)}'s question.")
        readings = tuple(AskedQuestion(Question("may", action)) for action in meant)
        self._forget()
        if len(readings) == 1:
            self.ask(readings[0])
        else:
            self.meant = readings
            self.notes = ("What do you mean?",)

    def say(self, words: str) -> None:
        """Ask in words. What they can mean is shown; a single meaning is answered at once."""
        state = self._state()
        found = understand(self.game, words, state)
        self._forget()
        self.notes = found.notes
        if len(found.readings) == 1 and found.sure:
            reading = found.readings[0]
            notes = self.notes
            self.ask(reading)
            self.notes = notes
        else:
            self.meant = found.readings
            if found.readings:
                several = "This can mean several things. Which?" if len(found.readings) > 1 else "Do you mean this?"
                self.notes = (*found.notes, several)

    def ask(self, reading: AskedQuestion) -> None:
        """Ask, and keep the answer in the history."""
        state = self._state()
        self._forget()
        self.asking = True
        turned = reading.turned(self.game, state)
        if turned is None:
            raise Misplaced(f"It cannot be {self.game.called(reading.who)}'s turn in this situation.")
        self.understood = reading.words(self.game, state) if reading.who else ""
        self._answer(turned, reading)

    def _answer(self, state: Any, reading: AskedQuestion) -> None:
        self.answer_now = found = answer_of(self.ruling, state, reading.question)
        self.asked_now, self.status = reading, found.sentence
        entry = PastQuestion(found.code, found.question, f"{found.asked} {found.sentence}")
        self.history = [entry, *(e for e in self.history if e != entry)][:KEPT]

    def _asker(self, state: Any) -> str:
        return self.game.called(self.ruling.asker(state))

    def _state(self) -> Any:
        if self.editor.state is None:
            if self.editor.nobody:
                raise Misplaced(f"Nobody plays yet: put a {self.game.piece_word} on the board first.")
            raise Misplaced("This situation cannot be: first mend what is marked.")
        return self.editor.state

    def opened(self, text: str, name: str) -> None:
        super().opened(text, name)
        self._forget()
        self.asking = self.editor.state is not None

    def begin(self, text: str, ask: str = "") -> None:
        super().begin(text, ask)
        if ask and not self.refusal:
            self.answer(Touch(0, 0, "enter", "ask", values={"ask": (ask,)}))

    def laid(self, entry: Common) -> None:
        if entry.question is not None and self.editor.state is not None:
            self.ask(AskedQuestion(entry.question))

    # ---------------------------------------------------------------- the page
    def page(self, effects: tuple[Effect, ...] = ()) -> Page:
        barred = None
        found = self.answer_now
        if found is not None and found.legal is False:
            barred = Barred(found.who, self.ruling.cause_target(found), _short(found), found.question.action)
        scene, extra, focus = self.board(barred, laying=not self.asking)
        frame = _FRAME.replace("EXAMPLE", self.game.a_question)
        return Page(frame, scene, extra, self.drag, focus, self.panels(), self.refusal or self.status, effects)

    def panels(self) -> dict[str, str]:
        return {
            **super().panels(),
            "index": index_panel(self.index, self.game.name) if self.index else "",
            "mean": self.meaning(),
            "questions": self.questions(),
            "answer": self.answered(),
            "history": self.past(),
        }

    def bar(self) -> str:
        bar = super().bar()
        modes = el(
            "span",
            *(
                el(
                    "button",
                    says,
                    data_target=f"mode:{mode}",
                    aria_pressed=str(self.asking == (mode == "ask")).lower(),
                    class_="mwb-tab",
                )
                for mode, says in (("lay", "Lay out"), ("ask", "Ask"))
            ),
            class_="mwb-tabs",
            role="group",
            aria_label="What a touch on the board means",
        )
        rules = el("button", "Rules", data_target="do:rules", aria_expanded=str(self.index is not None).lower())
        return join(picture(bar), rules, modes)

    def meaning(self) -> str:
        """How the words were understood, and what they could mean."""
        if not (self.meant or self.notes or self.understood):
            return ""
        state = self.editor.state
        lines: list[Html] = [el("p", note) for note in self.notes]
        if self.understood:
            lines.insert(0, el("p", "Understood as: ", el("b", self.understood)))
        if self.meant and state is not None:
            lines.append(offered(self._offers(state)))
        elif self.answer_now is None:
            lines.append(el("button", "Look it up in the rules", data_target="do:rules-of-it"))
        return el("div", *lines, class_="mwb-mean")

    def _offers(self, state: Any) -> list[OfferedReading]:
        """What the words could mean, the likeliest with their answers."""
        return offers(
            self.game, state, self.meant, lambda then, reading: answer_of(self.ruling, then, reading.question)
        )

    def questions(self) -> str:
        """What one may ask: every action at hand as a button, and the order."""
        state = self.editor.state
        if state is None:
            return el("p", "As soon as the situation is possible, it can be asked about.", class_="mwb-note")
        if state.over:
            return el("p", "The game is over: nothing can be done any more.", class_="mwb-note")
        if state.decision == "chance":
            return join(
                el("p", f"Chance decides now, not {self.game.called(state.turn)}.", class_="mwb-note"),
                el(
                    "div",
                    el("button", "What are the chances?", data_target=f"ask:chances:{state.actions()[0]}"),
                    class_="mwb-row",
                ),
            )
        legal = set(state.actions())
        few, many = _by_verb(self.ruling.at_hand(state), self.ruling)
        who = self._asker(state)
        acts = [
            el(
                "button",
                _capital(self.ruling.words(action)),
                data_target=f"ask:may:{action}",
                title=action,
                class_="" if action in legal else "mwb-doubtful",
            )
            for action in few
        ]
        when = self.ruling.when(state)
        turn = f"{self.game.called(state.turn)}'s turn{', ' if when else ''}{when}."
        order = el("button", self.ruling.asks_order, data_target="ask:order:") if self.ruling.asks_order else None
        return join(
            el("h3", self.ruling.asks_may.format(who=who), aria_level=2),
            el("p", f"{turn} Or click on the board what you mean.", class_="mwb-note"),
            el(
                "div", *acts, *(self._one_of(verb, actions, state) for verb, actions in many.items()), class_="mwb-acts"
            ),
            el("div", order, class_="mwb-row") if order else None,
        )

    def _one_of(self, verb: str, actions: Sequence[str], state: Any) -> Html:
        """A list to choose one of many actions of a kind from, instead of a button for each."""
        first = self.ruling.list_words(actions)
        options = [el("option", first, value="", selected=True)]
        options += [el("option", _capital(self.ruling.words(action)), value=action) for action in actions]
        return el("select", *options, data_input=f"act:{verb}", aria_label=first)

    def answered(self) -> str:
        """The answer: sentence, reasons, chances, what it leads to, the other edition."""
        found = self.answer_now
        if found is None:
            return el(
                "p", "Lay it out, then ask: by the buttons, by clicking on the board, or in words.", class_="mwb-note"
            )
        kind = "mwb-info" if found.legal is None else "mwb-yes" if found.legal else "mwb-no"
        mark = "i" if found.legal is None else "✓" if found.legal else "✗"
        body: list[Html] = [
            el("p", found.asked, class_="mwb-note"),
            el(
                "div",
                el("span", mark, class_="mwb-mark", aria_hidden="true"),
                el("h2", found.sentence),
                class_=f"mwb-verdict {kind}",
            ),
        ]
        if found.legal is not False and found.events:
            body.append(el("ul", *(el("li", event) for event in found.events), class_="mwb-events"))
        if found.then:
            lay = el("button", "Lay out what follows", data_target=f"then:{found.after}", class_="mwb-small")
            body.append(el("p", found.then, " ", lay if found.after else None))
        if found.chances is not None:
            body.append(self.odds(found.chances))
        heading = (
            "Why" if found.legal is False else _the_rules(found) if found.question.kind == "rule" else "By these rules"
        )
        body.append(_causes(found.causes, heading) if found.causes else join())
        for card, cause in found.not_met:
            body.append(el("blockquote", el("b", f"Not met: {self.game.called(card)}. "), *_cause(cause)))
        if len(found.editions) > 1:
            body.append(_editions(found, self.ruling.switches_behind(found)))
        body.append(
            el(
                "div",
                el("button", "Print a slip", data_target="slip:now"),
                el("button", "Copy a link to this answer", data_target="copy:answer"),
                el("button", "Copy the code of this question", data_target="copy:code"),
                class_="mwb-row",
            )
        )
        return join(*body)

    def odds(self, chances: Chances) -> Html:
        """The chances as fractions, in percent, and as a chart of every throw."""
        # Good and bad have their signs where somebody wins or loses; elsewhere letters, which judge nothing.
        symbols = "✓=✗" if {"win", "lose"} & {outcome.name for outcome in chances.outcomes} else "ABCDEF"
        kinds = [
            _SIGN.get(outcome.name, n) if symbols == "✓=✗" else n + 3 for n, outcome in enumerate(chances.outcomes)
        ]
        rows = []
        many = len(chances.outcomes) > 8 and not chances.throws
        for n, outcome in enumerate(() if many else chances.outcomes):
            # Cards that may be drawn are no wins or losses.
            look = f"mwb-throw o{kinds[n] % 9}"
            sign = el("i", _mark(symbols, kinds, n), class_=look, aria_hidden="true") if chances.throws else None
            lead = (
                el("div", " ".join(outcome.leads), " ", el("span", outcome.then, class_="mwb-note"), class_="mwb-fit")
                if outcome.leads
                else None
            )
            rows.append(
                el(
                    "tr",
                    el("th", sign, outcome.name),
                    el("td", str(outcome.chance)),
                    el("td", percent(outcome.chance)),
                    el(
                        "td",
                        lead or "",
                        *_rule_names(outcome.rules),
                        el("button", "Lay it out", data_target=f"then:{outcome.code}", class_="mwb-small"),
                    ),
                    data_key=outcome.name,
                )
            )
        parts_: list[Html] = [el("h3", "The chances")]
        if chances.throws:
            parts_.append(self._chart(chances, symbols, kinds))
            parts_ += [card] if (card := self._card(chances)) else []
        table = el("table", *rows, class_="mwb-outcomes")
        parts_.append(self._faces(chances) if many else table)
        for head, chances_of_it in chances.more:
            told = ", ".join(f"{name} {_chance_words(chance)}" for name, chance in chances_of_it)
            parts_.append(el("p", el("b", f"{head}: "), told))
            if any(len(str(chance)) > LONGEST_FRACTION for _, chance in chances_of_it):
                exact = ", ".join(f"{name} {chance}" for name, chance in chances_of_it)
                parts_.append(el("details", el("summary", "Exactly"), el("p", exact, class_="mwb-exact")))
        return el("div", *parts_, class_="mwb-odds-box")

    def _card(self, chances: Chances) -> Html | None:
        """The card whose table is thrown on, the line of the chosen throw lit."""
        if self.answer_now is None or self.throw is None or self.throw >= len(chances.throws):
            return None
        throw = chances.throws[self.throw]
        return self.thrown_card(self.answer_now.question.action, throw.total) if len(throw.faces) == 1 else None

    def _faces(self, chances: Chances) -> Html:
        """Many outcomes, each by its face: pressed, it is laid out."""
        likely = {outcome.chance for outcome in chances.outcomes}
        says = f"Each comes with {next(iter(likely))}. " if len(likely) == 1 else ""
        buttons = [
            el(
                "button",
                self.face(outcome.card) if outcome.card else None,
                el("span", outcome.name),
                el("small", str(outcome.chance)) if len(likely) > 1 else None,
                data_target=f"then:{outcome.code}",
                class_="mwb-face",
                title=" ".join(outcome.leads),
                data_key=outcome.name,
            )
            for outcome in chances.outcomes
        ]
        return el(
            "div",
            el("p", f"{says}Press one to lay it out.", class_="mwb-note"),
            el("div", *buttons, class_="mwb-faces"),
        )

    def _chart(self, chances: Chances, symbols: str, kinds: Sequence[int]) -> Html:
        two = len(chances.throws[0].faces) == 2
        cells: list[Html] = []
        if two:
            cells = [el("span", "own"), *(el("span", str(n)) for n in range(1, 7))]
        for n, throw in enumerate(chances.throws):
            if two and throw.faces[1] == 1:
                cells.append(el("span", str(throw.faces[0])))
            name = chances.outcomes[throw.outcome].name
            faces = " and ".join(map(str, throw.faces))
            cells.append(
                el(
                    "button",
                    _mark(symbols, kinds, throw.outcome)
                    if two
                    else f"{throw.faces[0]} {_mark(symbols, kinds, throw.outcome)}",
                    data_target=f"throw:{n}",
                    class_=f"mwb-throw o{kinds[throw.outcome] % 9}",
                    data_says=f"{faces}: {name}. {throw.says}",
                    aria_label=f"throw {faces}: {name}",
                    aria_pressed=str(self.throw == n).lower(),
                )
            )
        if self.throw is not None and self.throw < len(chances.throws):
            chosen = chances.throws[self.throw]
            rig = el("button", "Lay out this throw", data_target=f"rig:{self.throw}", class_="mwb-small")
            says = f"{' and '.join(map(str, chosen.faces))}: {chances.outcomes[chosen.outcome].name}. {chosen.says}"
        else:
            rig = None
            says = "Own die down, the other across. " if two else ""
            says += "Point at a throw to see what it does."
        chart = el(
            "div",
            *cells,
            class_="mwb-throws" + ("" if two else " one"),
            data_walk=True,
            role="group",
            aria_label="every throw",
        )
        saying = el("p", says, class_="mwb-note mwb-saying", data_saying=True, aria_live="polite")
        return el("div", chart, saying, rig, class_="mwb-odds")

    def past(self) -> str:
        """The questions asked so far; each reopens as it was."""
        if not self.history:
            return ""
        rows = [
            el("li", el("button", entry.sentence, data_target=f"again:{n}"), data_key=f"{entry.code}{entry.question}")
            for n, entry in enumerate(self.history)
        ]
        return el(
            "details",
            el("summary", f"Asked so far ({len(rows)})"),
            el("ul", *rows, class_="mwb-history"),
            data_key="past",
        )

    def given(self, what: str) -> Effect:
        if what == "code" and self.answer_now is not None:
            return Effect("copy", self.answer_now.code)
        if what == "answer" and self.answer_now is not None:
            return Effect("copy", self.reopening(self.answer_now))
        return super().given(what)

    def reopening(self, found: Answer) -> str:
        """What opens this answer again: a link where the checker has an address, else the command."""
        if not self.address:
            return _command(found)
        return f"{self.address}?{urlencode({'code': found.code, 'ask': asked_as(found.question)})}"

    def slip(self) -> str:
        """The answer on a page of its own, to print: picture, question, answer, rules."""
        found = self.answer_now
        if found is None:
            raise Misplaced("There is no answer to print yet.")
        state = self.game.read(found.code)
        board = svg(self.ruling.picture(state), "light", width="8cm")
        rules = [
            el(
                "li",
                cause.text,
                " ",
                el("i", f"{cause.rule}, {cause.cite}"),
                el("p", f"Our ruling: {cause.ruling}") if cause.ruling not in (None, cause.text) else None,
            )
            for cause in found.causes
        ]
        odds = None
        if found.chances is not None:
            rows = [
                el(
                    "tr",
                    el("th", o.name),
                    el("td", str(o.chance)),
                    el("td", percent(o.chance)),
                    el("td", ", ".join(o.rules)),
                )
                for o in found.chances.outcomes[:12]
            ]
            odds = el("table", *rows)
        held = [(self.game.called(seat), self.ruling.hand_line(state, seat)) for seat in state.order]
        hands = [el("p", el("b", name), f": {line}.") for name, line in held if line]
        body = el(
            "body",
            el("p", f"{self.game.title}, by the rules of {state.edition}"),
            el("p", self.game.notice) if self.game.notice else None,
            el("h1", found.asked),
            el("section", el("div", picture(board)), el("div", el("h2", found.sentence), odds, *hands)),
            el("ul", *rules),
            el("p", "Opened again by: ", el("code", _command(found))),
        )
        return whole_page(f"{self.game.title}: a ruling", body, sheet(_SLIP))


@lru_cache(maxsize=64)
def answer_of(asking: Asking, state: Any, question: Question) -> Answer:
    """The answer to a question: it is asked once for what a touch means, once for the log, once for each page."""
    return asking.ask(state, question, lambda rule: lessons_about(rule, game=asking.game.name))


#: Where the three ends of a fight stand among the colours of the chart.
_SIGN = {"win": 0, "tie": 1, "lose": 2}
#: The most actions of one verb that have a button each; more are chosen from a list.
MOST_BUTTONS = 8


def _mark(symbols: str, kinds: Sequence[int], outcome: int) -> str:
    """The sign of an outcome: of how a fight ends, or a letter."""
    return symbols[(kinds[outcome] if len(symbols) == 3 else outcome) % len(symbols)]


def _by_verb(actions: Sequence[str], ruling: Asking) -> tuple[list[str], dict[str, list[str]]]:
    """Actions that have a button each, and those of verbs of which there are too many; those of the seldom asked
    verbs are the last buttons."""
    verbs: dict[str, list[str]] = {}
    for action in actions:
        verbs.setdefault(ruling.listed(action), []).append(action)
    many = {verb: found for verb, found in verbs.items() if len(found) > MOST_BUTTONS}
    few = [action for action in actions if ruling.listed(action) not in many]
    return sorted(few, key=lambda action: ruling.listed(action) in ruling.seldom), many


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _the_rules(found: Answer) -> str:
    return "The rule" if len(found.causes) == 1 else "The rules"


def asked_as(question: Question) -> str:
    """A question as it can be typed to ask it again: an action as it is written, "order", "rule challenge.tie"."""
    return (
        f"{question.kind} {question.action}"
        if question.kind in ("rule", "card", "fact")
        else question.action or "order"
    )


def _command(found: Answer) -> str:
    return f'tutor rulings {found.code} --ask "{asked_as(found.question)}"'


def _short(found: Answer) -> str:
    text = found.causes[0].text if found.causes else found.sentence
    return text if len(text) < 110 else f"{text[:105].rsplit(' ', 1)[0]} ..."


def _causes(causes: tuple[Cause, ...], heading: str) -> Html:
    if not causes:
        return el("p", "")
    first, rest = causes[:3], causes[3:]
    shown = [el("blockquote", *_cause(cause)) for cause in first]
    more = (
        el(
            "details",
            el("summary", f"{len(rest)} more"),
            *(el("blockquote", *_cause(cause)) for cause in rest),
            data_key="more",
        )
        if rest
        else None
    )
    return el("div", el("h3", heading), *shown, more)


def _chance_words(chance: Fraction) -> str:
    """A chance as a fraction and in percent; one that is too long to be read rounded."""
    return in_words(chance) if len(str(chance)) > LONGEST_FRACTION else f"{chance} ({percent(chance)})"


def _rule_names(rules: Sequence[str]) -> list[Html]:
    """The rules by which an outcome comes to what it does, apart from each other; each opens its page of the index."""
    return [
        part
        for rule in rules
        for part in (
            el("button", rule, class_="mwb-rule", data_target=f"rule:{rule}", title="read the rule"),
            join(" "),
        )
    ]


def _cause(cause: Cause) -> list[Html]:
    found = [
        el("span", cause.text),
        el("br"),
        el("button", cause.rule, class_="mwb-rule", data_target=f"rule:{cause.rule}", title="read the rule"),
        el("span", f" {cause.cite}", class_="mwb-cite"),
    ]
    if cause.ruling == cause.text:
        found.append(el("span", " our ruling", class_="mwb-ruling", title=SILENT))
    elif cause.ruling:
        found.append(
            el(
                "details",
                el(
                    "summary",
                    el(
                        "span",
                        "our ruling",
                        class_="mwb-ruling",
                        title=SILENT,
                    ),
                ),
                el("p", cause.ruling),
            )
        )
    return found


def _editions(found: Answer, behind: Sequence[Rule]) -> Html:
    columns = []
    for entry in found.editions:
        lines: list[Html] = [el("h3", entry.edition), el("p", entry.sentence)]
        lines += [el("p", fault, class_="mwb-note") for fault in entry.faults]
        if entry.legal is False:
            lines += [
                el("p", cause.text, " ", el("span", cause.rule, class_="mwb-rule"), class_="mwb-fit")
                for cause in entry.causes[:2]
            ]
        elif found.differ:
            lines += [el("p", event, class_="mwb-fit") for event in entry.events[:3]]
        columns.append(el("div", *lines, class_="mwb-differ" if found.differ else None))
    apart = [
        el(
            "p",
            el("b", f"{rule.id}: "),
            " ".join(f"{e}: {says or 'Silent.'}" for e, says in rule.says.items()),
            class_="mwb-fit",
        )
        for rule in behind
    ]
    silent = len(found.editions) > 1 and all(entry.sentence == SAYS_NOTHING for entry in found.editions)
    says = "The editions differ" if found.differ else "The editions are silent" if silent else "The editions agree"
    return el("div", el("h3", says), el("div", *columns, class_="mwb-editions"), *apart)
