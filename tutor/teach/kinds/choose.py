"""One or several of some options: those the rules allow or forbid, those that are so, the best, or where the editions part."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import combinations
from typing import TYPE_CHECKING, Any, ClassVar

from engine.events import Event
from engine.faults import Fault, ImpossibleSituation, cap
from engine.keyed import Key, Table, count, flag, one_of
from engine.verdicts import Reason, Verdict
from tutor.desk import Refused, Touch
from tutor.exercises.answers import in_words
from tutor.exercises.feedback import Feedback, Outcome, Refutation
from tutor.exercises.playing import Moment, judged, learner_of, opening, played
from tutor.exercises.reckoning import proved, reckon, search_for
from tutor.teach.controls import Control, Options, Sheet
from tutor.teach.controls import Option as Choice
from tutor.teach.exercise import Exercise, Mistake, State
from tutor.teach.face import Face, Kept
from tutor.teach.kind import Kind
from tutor.teach.prose import inline
from tutor.teach.schema import action, actions, cannot_look_back, claim, edition, listed, rule, rules, text
from tutor.teach.session import Session, Solution

if TYPE_CHECKING:
    from engine.search import Search
    from tutor.exercises.claims import Claim


@dataclass(frozen=True, slots=True)
class Option:
    """One option of a :class:`Choose`: an ``action`` to judge, a ``claim`` to check after ``do``, or marked ``correct``.

    Where the best is asked for, ``reckon`` says what is measured after ``do`` ("odds win meet orc"); without it the ``action``
    is measured by the exercise's goal. ``rules`` are cited besides ``rule``.
    """

    text: str = ""
    action: str = ""
    do: tuple[str, ...] = ()
    claim: Claim | None = None
    correct: bool | None = None
    because: str = ""
    rule: str | None = None
    edition: str | None = None
    reckon: str = ""
    rules: tuple[str, ...] = ()

    @property
    def words(self) -> str:
        """What stands beside the button."""
        return self.text or cap(self.action)


#: What can be asked of options: those the rules allow or forbid, the best or worst by what is measured, and those that the
#: editions judge differently.
ASKS = ("allowed", "forbidden", "best", "least", "differs")


@dataclass(frozen=True, slots=True)
class Choose(Exercise):
    """One or ``several`` of the options; ``ask`` is one of :data:`ASKS`, for options that are actions.

    ``goal`` within ``turns`` of the learner's turns, this one included, is what "best" measures where an option does not say
    it by itself.
    """

    kind: ClassVar[str] = "choose"

    options: tuple[Option, ...] = ()
    several: bool = False
    ask: str = "allowed"
    goal: Claim | None = None
    turns: int = 1


@dataclass(frozen=True, slots=True)
class JudgedOption:
    """An option with the engine's word on it: whether it is right, the reasons, and what playing it leads to.

    ``refutation`` shows why it is wrong; ``shows`` the moment it leads to where it is right, with its ``events`` and ``dice``.
    ``measured`` is what it comes to where the best is asked for.
    """

    option: Option
    right: bool
    reasons: tuple[Reason, ...]
    refutation: Refutation | None = None
    events: tuple[Event, ...] = ()
    dice: tuple[tuple[int, ...], ...] = ()
    shows: State | None = None
    measured: Fraction | None = None

    @property
    def because(self) -> str:
        """What is said to it: what it comes to, where that is asked for, and the exercise's own words."""
        return " ".join(filter(None, (self._comes_to("This"), self.option.because)))

    def _comes_to(self, what: str) -> str:
        return f"{what} comes to {in_words(self.measured)}." if self.measured is not None else ""

    @staticmethod
    def because_of(options: Sequence[JudgedOption]) -> str:
        """What is said to several that are right together. Where the best is asked for they all come to the same."""
        if len(options) == 1:
            return options[0].because
        return " ".join(filter(None, (options[0]._comes_to("Each"), *(one.option.because for one in options))))


class ChooseSession(Session):
    """At a :class:`Choose`. An answer is the number of an option, or several of them (from 0)."""

    exercise: Choose

    def __init__(self, exercise: Choose) -> None:
        super().__init__(exercise)
        self.options = judge_options(exercise, self.moment)

    def _attempt(self, answer: Any) -> Feedback:
        picked = {answer} if isinstance(answer, int) else set(answer)
        if not picked:
            return Feedback(Outcome.NOT_TRIED, "Choose an option first.")
        if not all(isinstance(number, int) and 0 <= number < len(self.options) for number in picked):
            return Feedback(Outcome.CANNOT_CHECK, f"There are {len(self.options)} options to choose from.")
        right = {number for number, option in enumerate(self.options) if option.right}
        if picked == right:
            reasons = [*self._taught(), *(reason for n in sorted(picked) for reason in self.options[n].reasons)]
            because = JudgedOption.because_of([self.options[n] for n in sorted(picked)])
            led = [self.options[n] for n in sorted(picked) if self.options[n].shows is not None]
            # Of several things he may do, one is played: which, is said.
            played_out = f"Played here: “{led[0].option.words}”." if len({one.shows for one in led}) > 1 else ""
            return Feedback(
                Outcome.RIGHT, " ".join(filter(None, (self._praise(), because, played_out))), _each_once(reasons),
                events=led[0].events if led else (), dice=led[0].dice if led else (),
                shows=led[0].shows if led else None, marks=tuple((number, number in right) for number in sorted(picked)),
            )  # fmt: skip
        wrong = sorted(picked - right)
        if wrong:
            option = self.options[wrong[0]]
            text = f"“{option.option.words}”: {option.because or 'that is not so.'}"
            # Only what is discussed is marked, so that there is still something to find.
            return Feedback(
                Outcome.WRONG, text, option.reasons or self._first_rule(), events=option.events if option.refutation else (),
                dice=option.dice if option.refutation else (), refutation=option.refutation, marks=((wrong[0], False),),
                own=bool(option.because),
            )  # fmt: skip
        missing = len(right - picked)
        text = f"What you have chosen is right, but {'one more is' if missing == 1 else 'others are'} right as well."
        return Feedback(
            Outcome.WRONG, text, self._first_rule(), marks=tuple((number, True) for number in sorted(picked))
        )

    def _is(self, mistake: Mistake, answer: Any) -> bool:
        picked = {answer} if isinstance(answer, int) else set(answer)
        words = {self.options[n].option.words for n in picked} | {self.options[n].option.action for n in picked}
        meant = {mistake.answer} if isinstance(mistake.answer, str) else set(mistake.answer)
        return meant <= words

    def faults(self) -> Iterator[tuple[str, str]]:
        right = sum(option.right for option in self.options)
        judged = "; ".join(f"“{option.option.words}” is {'right' if option.right else 'wrong'}" for option in self.options)
        if not right:
            yield f"no option is right: {judged}", "One at least must be."
        elif right == len(self.options):
            yield f"every option is right: {judged}", "One at least must be wrong."
        elif right > 1 and not self.exercise.several:
            yield f"{right} options are right: {judged}", "Add several = true, or change them."

    def answers_to(self, mistake: Mistake) -> Iterator[Feedback]:
        numbers = range(len(self.options))
        meant = {mistake.answer} if isinstance(mistake.answer, str) else set(mistake.answer)
        named = [n for n in numbers if meant & {self.options[n].option.words, self.options[n].option.action}]
        if named and all(self.options[n].right for n in named):
            yield Feedback(Outcome.RIGHT, "")
            return
        for size in range(1, (len(self.options) if self.exercise.several else 1) + 1):
            for picked in combinations(numbers, size):
                feedback = ChooseSession(self.exercise).attempt(picked)
                if feedback.outcome is Outcome.WRONG:
                    yield feedback

    def accepted(self) -> tuple[Any, ...]:
        return (tuple(number for number, option in enumerate(self.options) if option.right),)

    def _solution(self) -> Solution:
        (right,) = self.accepted()
        words = "; ".join(f"“{self.options[number].option.words}”" for number in right)
        return Solution(f"Right {'is' if len(right) == 1 else 'are'}: {words}.", right)


def _each_once(reasons: Iterable[Reason]) -> tuple[Reason, ...]:
    return tuple(dict.fromkeys(reasons))


def judge_options(exercise: Choose, moment: Moment) -> tuple[JudgedOption, ...]:
    """What the engine says of every option. Raises what the engine raises if one cannot be judged."""
    if exercise.ask in ("best", "least"):
        search = search_for(exercise, moment)
        values = [measured(exercise, option, moment, search) for option in exercise.options]
        best = (max if exercise.ask == "best" else min)(values)
        return tuple(
            _weighed(exercise, option, value, value == best)
            for option, value in zip(exercise.options, values, strict=True)
        )
    if exercise.ask == "differs":
        return tuple(_compared(exercise, option, moment) for option in exercise.options)
    return tuple(judge_option(exercise, option, moment) for option in exercise.options)


def measured(exercise: Choose, option: Option, moment: Moment, search: Search[State] | None) -> Fraction:
    """What an option comes to where the best is asked for: what is reckoned, or what the ``search`` for the goal can prove.

    Raises ImpossibleSituation if it cannot be measured, or what the engine raises.
    """
    here = played(moment, option.do)
    if option.reckon:
        found = reckon(option.reckon, exercise, here).value
        if isinstance(found, str):
            what = f"{option.reckon!r} gives the name of a place, not a number"
            raise ImpossibleSituation(Fault("reckon", what, f'Reckon a number, as "{exercise.game.a_reckoning}" does.'))
        return found
    if search is None or not option.action:
        fix = "Give the option reckon, or an action and the puzzle a goal."
        raise ImpossibleSituation(Fault("options", f"“{option.words}” cannot be measured", fix))
    return proved(search.after(option.action, exercise.turns, here.state), search, f"“{option.words}”")


def _own_reasons(exercise: Choose, option: Option, edition: str) -> tuple[Reason, ...]:
    """The rules an option names for itself."""
    return exercise.game.cite_all((*((option.rule,) if option.rule else ()), *option.rules), edition)


def _weighed(exercise: Choose, option: Option, value: Fraction, right: bool) -> JudgedOption:
    """An option where the best is asked for."""
    named = _own_reasons(exercise, option, exercise.edition) or exercise.game.cite_all(exercise.rules, exercise.edition)
    return JudgedOption(option, right, named, measured=value)


def _compared(exercise: Choose, option: Option, moment: Moment) -> JudgedOption:
    """An action where those are asked for that the editions judge differently: what each of them says is said with it."""
    state = played(moment, option.do).state
    found = exercise.game.engine.compare(state, option.action)
    said = [f"{edition}: {_told_of(verdict, found.events.get(edition, ()))}" for edition, verdict in found.verdicts.items()]
    told = " ".join(filter(None, (option.because, *said)))
    own = _own_reasons(exercise, option, exercise.edition)
    switched = tuple(exercise.game.cite(switch.rule, edition) for switch in found.switches for edition in found.verdicts)
    refused = tuple(reason for verdict in found.verdicts.values() for reason in verdict.reasons)
    reasons = _each_once((*own, *switched, *refused)) or exercise.game.cite_all(exercise.rules, exercise.edition)
    return JudgedOption(replace(option, because=told), found.differ, reasons)


def _told_of(verdict: Verdict, events: Sequence[str]) -> str:
    """A verdict in a sentence, and what playing the action leads to where it is legal."""
    return " ".join(events) if verdict.legal else " ".join(["Not allowed.", *(reason.text for reason in verdict.reasons[:1])])


def judge_option(exercise: Choose, option: Option, moment: Moment) -> JudgedOption:
    """What the engine says of an option by itself. Raises what the engine raises if it cannot be judged."""
    edition = option.edition or exercise.edition
    state = moment.state if edition == exercise.edition else opening(exercise, edition).state
    learner = learner_of(exercise, state)
    own = _own_reasons(exercise, option, edition)
    here = played(replace(moment, state=state), option.do)
    if option.action:
        verdict = judged(here.state, option.action)
        right = verdict.legal is (exercise.ask == "allowed")
        reasons = _each_once((*own, *verdict.reasons))
        if not verdict.legal:
            refused = exercise.game.refused(here.state, learner, option.action, verdict)
            return JudgedOption(option, right, reasons, None if right else refused)
        step = here.state.play(option.action)
        return JudgedOption(option, right, reasons, None, step.events, (), step.state if right else None)
    if option.claim is not None:
        right = option.claim.holds(here.past)
        shown = None
        if option.do and not right:
            told = here.last[-1].text if here.last else "This is what happens instead."
            shown = Refutation(told, learner, state=here.state)
        named = own or exercise.game.cite_all(exercise.rules, edition)
        led = here.state if option.do and edition == exercise.edition else None
        return JudgedOption(option, right, named, shown, here.last, here.thrown, led if right else None)
    return JudgedOption(option, bool(option.correct), own or exercise.game.cite_all(exercise.rules, edition))


class Choosing(Face):
    """One or several of some options."""

    session: ChooseSession

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self._picked: tuple[str, ...] = ()

    def means(self, touch: Touch) -> tuple[str, ...]:
        if touch.target != "check":
            return super().means(touch)
        picked = touch.values.get("picked", ())
        numbers = [str(number + 1) for number in range(len(self.session.options)) if str(number) in picked]
        if not numbers:
            raise Refused("Choose an option first.")
        return (f"answer {' '.join(numbers)}",)

    def _do(self, verb: str, what: str) -> tuple[Kept, ...]:
        """``answer 1 3``: the first and the third option."""
        if verb != "answer":
            kept = super()._do(verb, what)
            self._picked = () if verb == "again" else self._picked
            return kept
        words, options = what.split(), self.session.options
        if not all(word.isdecimal() and 1 <= int(word) <= len(options) for word in words):
            raise Refused(f"There are {len(options)} options to choose from.")
        numbers = tuple(sorted({int(word) - 1 for word in words}))
        kept = self._try(numbers, "; ".join(options[n].option.words for n in numbers))
        self._picked = tuple(map(str, numbers))
        return kept

    def controls(self) -> tuple[Control, ...]:
        session = self.session
        marks = dict(session.feedback.marks)
        options = tuple(
            Choice(str(n), inline(option.option.words), {True: "right", False: "wrong"}.get(marks.get(n), ""))  # type: ignore[arg-type]
            for n, option in enumerate(session.options)
        )
        label_of = "Choose all that are right" if session.exercise.several else "Choose one"
        return (Options(label_of, options, session.exercise.several, self._picked, session.solved),)

    def in_words(self) -> Sequence[str]:
        return [f"  ( ) {option.option.words}" for option in self.session.options]

    def on_paper(self) -> Sheet:
        told = "Several may be right." if self.session.exercise.several else ""
        return Sheet(told, tuple(option.option.words for option in self.session.options))

    def idle(self) -> str:
        return f"Choose {'all that are right' if self.session.exercise.several else 'one'}, then press **Check**."


# ---------------------------------------------------------------- how it is written

#: So many options a learner can weigh.
MOST_OPTIONS = 12


def _check_option(table: Table, made: Option) -> None:
    if not made.words:
        table.fault("text", "the option has no text", 'Add text = "...".', "missing")
    if made.correct is not None and made.rule is None:
        what = "an option the engine cannot check must cite its rule"
        table.fault("correct", what, 'Add rule = "move.one", say.')


def _check(table: Table, values: Mapping[str, Any]) -> None:
    asked, options = values["ask"], values["options"]
    weighed = asked in ("best", "least")
    ways = ("action", "reckon") if weighed else ("action",) if asked == "differs" else ("action", "claim", "correct")
    for entry in table.tables("options"):
        if sum(key in entry for key in ("action", "claim", "correct", "reckon")) != 1 or not any(key in entry for key in ways):
            named = ways[:2] if asked != "differs" else ways
            entry.fault("", "the option does not say what is judged", f"Give one of {' and '.join(named)}.")
    cannot_look_back(table, values["goal"])
    if len(options) < 2:
        told = "is one option" if options else "are no options"
        table.fault("options", f"there {told}", "Give at least two [[options]].", "missing")
    if len(options) > MOST_OPTIONS:
        table.fault("options", f"there are more than {MOST_OPTIONS} options", "A learner must be able to weigh them all.")


OPTION = (
    Key("text", text(), "", about="what stands beside the button (default: the action)"),
    Key("action", action, "", about="right if the rules allow it (or as `ask` says)"),
    Key("do", actions, (), about="what is played before it is looked at"),
    Key("claim", claim, None, about="a condition: right if it is so then"),
    Key("reckon", text(200), "", about="what is measured, where the best or the least is asked for"),
    Key("correct", Table.flag, None, about="where the engine cannot check it: whether it is right; it must cite its `rule`"),
    Key("rule", rule, None, about="a rule to be cited"),
    Key("edition", edition, None, about="the edition it is judged by, if another"),
    Key("rules", rules, (), about="further rules to be cited"),
    Key("because", text(), "", about="what is said to it"),
)
KEYS = (
    Key("options", listed(Option, OPTION, _check_option), (), about="two or more: a table each"),
    Key("several", flag(), False, about="true: all that are right are to be chosen"),
    Key("ask", one_of(ASKS, "allowed"), "allowed", about="what is asked of the options, see below"),
    Key("goal", claim, None, about="what `best` measures where an option does not say it: the chance of this condition"),
    Key("turns", count(12, 1), 1, about="within so many of the learner's turns, this one included"),
)


KIND = Kind(Choose, ChooseSession, Choosing, KEYS, _check)
