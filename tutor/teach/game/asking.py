"""Questions about a situation of any game and their answers, as plain data: may he, what happens, in what order, what are the
chances, and in the other edition. Every answer is the engine's; nothing here decides a rule.

:class:`Asking` needs nothing but the contract of games; what is a game's own its folder says by a subclass.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, TypeAlias

from engine.books.editions import Rule
from engine.contract.events import Event
from engine.contract.game import first_decider
from engine.contract.verdicts import IllegalAction, Reason, Verdict
from engine.text.faults import Faulty, cap
from tutor.draw.shapes import Scene

if TYPE_CHECKING:
    from tutor.teach.game.teachable import Teachable

QuestionKind: TypeAlias = Literal["may", "order", "chances", "rule", "card", "fact"]
#: Where the lessons stand that teach a rule, as they are called.
LessonsTeaching = Callable[[str], Sequence[str]]


#: The sentence of an edition that does not speak of a rule.
SAYS_NOTHING = "Silent."


class Question(NamedTuple):
    """What is asked: an action, an order, a rule (or two), a card, or a fact of the moment. ``action`` is which of them."""

    kind: QuestionKind
    action: str = ""


class Cause(NamedTuple):
    """One rule behind an answer: its words in this edition and where they stand; ``ruling`` explains a ruling of ours."""

    rule: str
    text: str
    cite: str
    ruling: str | None = None
    about: tuple[str, ...] = ()


class Throw(NamedTuple):
    """One throw of the chart: its faces, which outcome it belongs to, what happens, in words, and for a throw on a card's table
    what it comes to there."""

    faces: tuple[int, ...]
    outcome: int
    says: str
    total: int = 0


class ChanceOutcome(NamedTuple):
    """One outcome: its name, its chance, what it leads to in words, the code of the situation after it, the card that is
    drawn, if one is, and the ids of the rules by which it comes to that, the deciding ones first."""

    name: str
    chance: Fraction
    leads: tuple[str, ...]
    then: str
    code: str
    card: str = ""
    rules: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Chances:
    """All outcomes; ``throws`` are the 6 or 36 equally likely throws, none where no dice are thrown. ``more`` are chances of the
    whole besides, each list under its heading ("To the end, ties fought on")."""

    outcomes: tuple[ChanceOutcome, ...]
    throws: tuple[Throw, ...] = ()
    more: tuple[tuple[str, tuple[tuple[str, Fraction], ...]], ...] = ()


@dataclass(frozen=True, slots=True)
class Edition:
    """What one edition answers; ``faults`` where its rules know no such situation. ``outcome`` is equal where two editions
    come to the same."""

    edition: str
    legal: bool | None
    sentence: str
    causes: tuple[Cause, ...] = ()
    events: tuple[str, ...] = ()
    faults: tuple[str, ...] = ()
    then: str = ""
    reasons: tuple[dict[str, object], ...] = ()
    outcome: object = None


@dataclass(frozen=True, slots=True)
class Answer:
    """An answer. ``code`` reopens the situation it was asked of, ``after`` the one an allowed action leads to."""

    question: Question
    asked: str
    sentence: str
    legal: bool | None
    causes: tuple[Cause, ...]
    events: tuple[str, ...]
    then: str
    code: str
    who: str
    after: str = ""
    order: tuple[tuple[str, ...], ...] = ()
    not_met: tuple[tuple[str, Cause], ...] = ()
    chances: Chances | None = None
    editions: tuple[Edition, ...] = ()
    differ: bool = False


class Asking:
    """How the questions of a ruling checker are answered in a game. States are those of its engine, actions its texts."""

    #: The verbs of what chance does ("draw"), and those among them that are throws of dice ("roll").
    by_chance: tuple[str, ...] = ("roll",)
    dice: tuple[str, ...] = ("roll",)
    #: What stands on the button that asks for an order; "" where a game has none that is asked for.
    asks_order: str = ""
    #: The verbs whose buttons come last, since one seldom asks for them.
    seldom: tuple[str, ...] = ()
    #: What stands over the buttons; "{who}" is who is to act.
    asks_may: str = "May {who} …"

    def __init__(self, game: Teachable) -> None:
        self.game = game

    # ---------------------------------------------------------------- words
    def asker(self, state: Any) -> str:
        """Whose question it is: who decides now, else whose turn it is."""
        return first_decider(state) or str(state.turn)

    def meant(self, state: Any, action: str) -> str:
        """An action as it is meant, where it can be written in more than one way."""
        return action

    def words(self, action: str) -> str:
        """An action, to follow "may": "meet the Wizard"."""
        return self.game.said(action)

    def when(self, state: Any) -> str:
        """At what moment it is asked, after "Red's turn"."""
        return ""

    def question_words(self, state: Any, question: Question, who: str = "") -> str:
        """A question as one would say it."""
        return self.game.talk.question_words(state, question.kind, question.action, who)

    def turned_to(self, state: Any, who: str) -> Any:
        """The same moment as if it were another one's turn; None if that cannot be."""
        return None

    # ---------------------------------------------------------------- answers
    def ask(self, state: Any, question: Question, lessons: LessonsTeaching = lambda rule: ()) -> Answer:
        """The answer to a question. UnreadableText if its action is none."""
        if question.kind == "order":
            return self.order(state)
        if question.kind == "rule":
            return self._rules(state, question, lessons)
        if question.kind in ("card", "fact"):
            return self._told(state, question)
        engine = self.game.engine
        verdict = state.judge(self.meant(state, question.action))
        question = question._replace(action=verdict.action)
        causes, events, then = self._why(state, verdict)
        chances = self.chances_of(state, question.action) if verdict.legal else None
        after = engine.code(state.play(question.action).state) if verdict.legal and state.decision == "choice" else ""
        if question.kind == "chances" and chances is not None and state.decision == "chance":
            return self._by_chance(state, question, causes, chances)
        sentence = self.sentence(state, verdict)
        if question.kind == "chances" and chances is not None and len(chances.outcomes) <= 4:
            told = ", ".join(f"{o.name} {o.chance} ({percent(o.chance)})" for o in chances.outcomes)
            sentence = f"{sentence[:-1]}: {told}."
        across = self.editions(state, question.action)
        return Answer(
            question,
            self.question_words(state, question),
            sentence,
            verdict.legal,
            causes,
            events,
            then,
            engine.code(state),
            self.asker(state),
            after,
            chances=chances,
            editions=across,
            differ=_differ(across),
        )

    def _by_chance(self, state: Any, question: Question, causes: tuple[Cause, ...], chances: Chances) -> Answer:
        """What may come next where chance decides, whichever outcome the question named."""
        many = len(chances.throws) or len(chances.outcomes)
        sentence = f"Chance decides: {many} {'throws' if chances.throws else 'outcomes'}, of which one comes next."
        asked, who = "What may come next?", self.asker(state)
        code = self.game.engine.code(state)
        return Answer(question, asked, sentence, None, causes, (), "", code, who, chances=chances)

    def sentence(self, state: Any, verdict: Verdict) -> str:
        """A verdict in a sentence."""
        words = self.words(verdict.action)
        if verdict.action.split()[0] in self.by_chance:
            return f"{'Yes' if verdict.legal else 'No'}: {words} {'can' if verdict.legal else 'cannot'} come next."
        who = self.game.called(self.asker(state))
        return f"Yes, {who} may {words}." if verdict.legal else f"No, {who} may not {words}."

    def _why(self, state: Any, verdict: Verdict) -> tuple[tuple[Cause, ...], tuple[str, ...], str]:
        """Why it is so; and for what is allowed, what happens and what comes then."""
        if not verdict.legal:
            return tuple(self.cause(reason) for reason in verdict.reasons), (), ""
        step = state.play(verdict.action)
        return (
            tuple(self.rule_cause(rule, state.edition) for rule in self.deciding(state, step.events)),
            tuple(event.text for event in step.events),
            self.next_words(step.state),
        )

    def deciding(self, state: Any, events: Iterable[Event]) -> list[str]:
        """The rules behind what happens, those that decide it first: the order of play comes last."""
        rules = dict.fromkeys(rule for event in events for rule in event.rules)
        return sorted(rules, key=lambda rule: rule.startswith("turn."))

    def next_words(self, state: Any) -> str:
        """What comes next, in a sentence, with actions as one says them."""
        return self.game.next_words(state)

    def cause(self, found: Reason) -> Cause:
        """A reason against an action; one of ours with its ruling."""
        ruling = self.game.ledger[found.rule].ruling or "The text is silent here." if found.ruling else None
        return Cause(found.rule, found.text, found.cite, ruling, tuple(getattr(found, "about", ())))

    def rule_cause(self, rule_id: str, edition: str) -> Cause:
        """A rule that allows something: what it says in that edition, in our words."""
        rule = self.game.ledger[rule_id]
        return Cause(rule_id, rule.played(edition), rule.citation(edition), rule.ruling)

    def _rules(self, state: Any, question: Question, lessons: LessonsTeaching) -> Answer:
        """A rule as the answer, or two that answer the same question, the likelier first: what is played, where it stands, where
        it is taught, and what each edition says."""
        rules = [self.game.ledger[rule] for rule in question.action.split()]
        taught = dict.fromkeys(lesson for rule in rules for lesson in lessons(rule.id))
        lines = [f"And: {rule.played(state.edition)}" for rule in rules[1:]]
        lines += [f"Taught in {', '.join(taught)}."] if taught else []
        across = tuple(
            Edition(
                edition,
                None,
                " ".join(rule.says.get(edition) or SAYS_NOTHING for rule in rules),
                tuple(self.rule_cause(rule.id, edition) for rule in rules),
            )
            for edition in rules[0].says
        )
        return Answer(
            question,
            self.question_words(state, question),
            rules[0].played(state.edition),
            None,
            tuple(self.rule_cause(rule.id, state.edition) for rule in rules),
            tuple(lines),
            "",
            self.game.engine.code(state),
            self.asker(state),
            editions=across,
            differ=any(len(set(rule.says.values())) > 1 for rule in rules),
        )

    def _told(self, state: Any, question: Question) -> Answer:
        found = self.game.talk.told(state, question.kind, question.action)
        causes = tuple(self.rule_cause(rule, state.edition) for rule in found.rules)
        return Answer(
            question,
            self.question_words(state, question),
            found.sentence,
            None,
            causes,
            found.lines,
            "",
            self.game.engine.code(state),
            self.asker(state),
        )

    def order(self, state: Any) -> Answer:
        """The answer to "in what order?". LookupError in a game in which nobody asks that."""
        raise LookupError(f"{self.game.title} knows no order that is asked for")

    # ---------------------------------------------------------------- the chances
    def thrown(self, state: Any, action: str) -> Any:
        """The chance step an action leads to at once; None if it leads to none."""
        after = state if state.decision == "chance" else state.play(action).state
        return after if after.decision == "chance" else None

    def chances_of(self, state: Any, action: str) -> Chances | None:
        """Every outcome of an action with its exact chance; None where chance has no part in it."""
        at = self.thrown(state, action)
        if at is None:
            return None
        texts = list(at.chances())
        if all(text.split()[0] in self.dice for text in texts):
            return self.of_dice(at, state, action)
        found = []
        for text, chance in at.chances().items():
            step = at.play(text)
            outcome = self._outcome(self.drawn_name(text), chance, at, step)
            found.append(outcome._replace(card=self.drawn_card(text)))
        return Chances(tuple(found), more=self.in_all(state, action))

    def drawn_name(self, text: str) -> str:
        """What is drawn or turned up by chance, in words."""
        return self.words(text)

    def drawn_card(self, text: str) -> str:
        """The card that is drawn or turned up by chance; "" if none is."""
        return next((word for word in text.split()[1:] if word in self.game.cards), "")

    def _outcome(self, name: str, chance: Fraction, at: Any, step: Any) -> ChanceOutcome:
        """An outcome of the chance step ``at``: what that step tells, and by which rules."""
        leads, after = tuple(event.text for event in step.events), step.state
        rules = tuple(self.deciding(at, step.events))
        return ChanceOutcome(name, chance, leads, self.next_words(after), self.game.engine.code(after), rules=rules)

    def after_throw(self, state: Any, action: str, number: int) -> tuple[str, str]:
        """What one throw of the chart leads to: the code of the situation, and what happens, in words. IndexError for none."""
        at = self.thrown(state, action)
        step = at.play(list(at.chances())[number])
        return self.game.engine.code(step.state), " ".join(event.text for event in step.events)

    def of_dice(self, at: Any, state: Any, action: str) -> Chances:
        """The outcomes of a throw: each name for those throws that come to the same."""
        rolls = list(at.chances())
        steps = {text: at.play(text) for text in rolls}
        names, more = self.names_of_throws(state, action, {text: step.state for text, step in steps.items()})
        order = list(dict.fromkeys(names[text] for text in rolls))
        order.sort(key=lambda name: {"win": 0, "tie": 1, "lose": 2}.get(name, 3))
        outcomes = []
        for name in order:
            mine = [text for text in rolls if names[text] == name]
            step = steps[mine[len(mine) // 2]]
            outcomes.append(self._outcome(name, Fraction(len(mine), len(rolls)), at, step))
        throws = tuple(
            Throw(
                tuple(map(int, text.split()[1:])),
                order.index(names[text]),
                " ".join(e.text for e in steps[text].events),
                next((e.sums[0].total if e.sums else e.dice[0] for e in steps[text].events if e.dice or e.sums), 0),
            )
            for text in rolls
        )
        return Chances(tuple(outcomes), throws, more)

    def names_of_throws(
        self, state: Any, action: str, after: dict[str, Any]
    ) -> tuple[dict[str, str], tuple[tuple[str, tuple[tuple[str, Fraction], ...]], ...]]:
        """What each throw's outcome is called, and the chances of the whole. ``after`` is what each throw leads to."""
        return same_after(after), self.in_all(state, action)

    def in_all(self, state: Any, action: str) -> tuple[tuple[str, tuple[tuple[str, Fraction], ...]], ...]:
        """The chances of the whole that begins with an action, over all that is thrown and drawn in it."""
        try:
            told = self.game.engine.odds(state, action).as_dict()
        except (Faulty, IllegalAction):
            return ()
        heads = {"fight": "The whole fight", "outcome": "By chance"}
        return tuple(
            (head, tuple((name, Fraction(one)) for name, one in told[key].items()))
            for key, head in heads.items()
            if isinstance(told.get(key), dict)
        )

    # ---------------------------------------------------------------- the other editions
    def editions(self, state: Any, action: str) -> tuple[Edition, ...]:
        """What each edition answers, the situation read anew by its rules."""
        engine = self.game.engine
        found = []
        for edition in engine.editions():
            try:
                there = engine.from_dict({**self.raw(state), "edition": edition})
            except Faulty as faulty:
                faults = tuple(fault.wrong for fault in faulty.faults)
                found.append(Edition(edition, None, f"The rules of {edition} know no such situation.", faults=faults))
                continue
            verdict = there.judge(action)
            causes, events, then = self._why(there, verdict)
            outcome: object = verdict.rules
            if verdict.legal:
                after = there.play(action).state
                outcome = json.dumps({**engine.to_dict(after), "edition": ""}, sort_keys=True), tuple(after.actions())
            reasons = tuple(reason.as_dict() for reason in verdict.reasons)
            sentence = self.sentence(there, verdict)
            found.append(Edition(edition, verdict.legal, sentence, causes, events, (), then, reasons, outcome))
        return tuple(found)

    def raw(self, state: Any) -> dict[str, Any]:
        """A situation's plain data without what only says an edition's default."""
        return dict(self.game.engine.to_dict(state))

    def verdict_sentence(self, state: Any, action: str, differ: bool) -> str:
        """Whether the editions answer a question alike, in a sentence."""
        words = self.question_words(state, Question("may", action))
        return f"{words} The editions {'differ' if differ else 'agree'}."

    def switches_behind(self, answer: Answer) -> tuple[Rule, ...]:
        """The rules named in the answers that the editions themselves have differently."""
        if not answer.differ:
            return ()
        named = dict.fromkeys(cause.rule for edition in answer.editions for cause in edition.causes)
        apart = {switch.rule for switch in self.game.engine.switches().values()}
        return tuple(self.game.ledger[rule] for rule in named if rule in apart)

    # ---------------------------------------------------------------- what could be asked, and what is shown
    def at_hand(self, state: Any) -> Sequence[str]:
        """The actions that have a button; those that are not allowed as well, where one would ask for them."""
        return self.game.talk.at_hand(state)

    def listed(self, action: str) -> str:
        """What an action is listed under where there are too many for a button each: its verb."""
        return action.split(maxsplit=1)[0]

    def list_words(self, actions: Sequence[str]) -> str:
        """What stands on such a list."""
        return f"{cap(self.words(actions[0]).rpartition(' ')[0])} …"

    def about(self, state: Any, target: str) -> list[str]:
        """The actions that pointing at a target may mean, the likeliest first."""
        who = self.asker(state)
        meant = self.game.meant(state, who, target) if target in self.game.targets(state, who) else None
        name = target.rpartition(":")[2]
        named = [action for action in state.actions() if name in action.split()[1:]][:8]
        return list(dict.fromkeys([*([meant] if meant else []), *named]))

    def cause_target(self, answer: Answer) -> str | None:
        """What on the board a refusal comes from, as a target; None if it is nothing that lies there."""
        return None

    def picture(self, state: Any) -> Scene:
        """The part of the board that matters."""
        return self.game.board(state)

    def whole(self, state: Any) -> Scene:
        """All of the board."""
        return self.game.board(state)

    def hand_line(self, state: Any, seat: str) -> str:
        """What somebody holds, in a line; "" if nothing is worth saying."""
        return ""


def same_after(after: dict[str, Any]) -> dict[str, str]:
    """Throws that lead to the same situation are one outcome, named after all of them: "throw 1 or 2"."""
    groups: list[Any] = []
    for state in after.values():
        if state not in groups:
            groups.append(state)
    spans = {n: [t.partition(" ")[2] for t, one in after.items() if one == group] for n, group in enumerate(groups)}
    return {text: f"throw {' or '.join(spans[groups.index(one)])}" for text, one in after.items()}


def percent(chance: Fraction) -> str:
    """A chance in percent, to one decimal: "58.3 %"; never 0 or 100 where it is neither."""
    if 0 < chance < Fraction(1, 2000):
        return "under 0.1 %"
    return "over 99.9 %" if Fraction(1999, 2000) < chance < 1 else f"{float(chance) * 100:.1f} %"


def _differ(found: Sequence[Edition]) -> bool:
    return len({entry.outcome for entry in found}) > 1
