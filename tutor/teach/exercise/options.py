"""What may be chosen among, and the engine's word on it: whether each option is right, by which rules, and what it leads to."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from math import inf
from typing import TYPE_CHECKING, ClassVar

from engine.contract.events import Event
from engine.contract.verdicts import IllegalAction, Reason, Verdict
from engine.text.faults import Fault, ImpossibleSituation, cap
from tutor.teach.exercise import reckoning
from tutor.teach.exercise.answers import in_words
from tutor.teach.exercise.exercise import AnyState, Exercise
from tutor.teach.exercise.feedback import Refutation
from tutor.teach.exercise.playing import KEPT, Moment, in_edition, judged, learner_of, opening, played
from tutor.teach.exercise.reckoning import proved, reckon, search_for, work_out_set

if TYPE_CHECKING:
    from engine.chance.search import Search
    from tutor.teach.exercise.claims import Claim


@dataclass(frozen=True, slots=True)
class Option:
    """One option of a :class:`Choose`: an ``action`` to judge, a ``claim`` to check after ``do``, or marked ``correct``.

    Where the best is asked for, ``reckon`` says what is measured after ``do`` ("odds win meet orc"); without it the ``action``
    is measured by the exercise's goal. ``rules`` are cited besides ``rule``.

    With ``begins``, an earlier situation, it is a tale: right if from there ``do`` leads to the very moment that is shown. With
    ``breaks``, a rule of setting up, it is right if the table shown (or ``table``, a situation) breaks that rule.
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
    bin: str = ""
    begins: str = ""
    breaks: str = ""
    table: str = ""

    @property
    def words(self) -> str:
        """What stands beside the button."""
        return self.text or cap(self.action)


#: What can be asked of options: those the rules allow or forbid, the best or worst by what is measured, and those that the
#: editions judge differently; of an opinion nothing is right or wrong.
ASKS = ("allowed", "forbidden", "best", "least", "differs", "opinion")
#: The bins where nothing else is said: what is chosen, and what is not.
BINS = ("yes", "no")


@dataclass(frozen=True, slots=True)
class Choose(Exercise):
    """One or ``several`` of the options; ``ask`` is one of :data:`ASKS`, for options that are actions.

    ``targets`` makes options of the targets of a picture ("board spaces"); ``answer`` is the question whose answer says which of
    them (or of the options listed, by their texts) are right, or in which of the ``bins`` each belongs. Without ``bins`` what is
    chosen is in the first of :data:`BINS`. ``measure`` is the question by whose answer the best action is found; with ``never``
    an action after which it has no answer, as when a rival is cut off, counts as higher than any.

    ``goal`` within ``turns`` of the learner's turns, this one included, is what "best" measures where an option does not say
    it by itself. ``friends`` play for it too; ``seeker`` is who pursues it, if that is not the learner.
    """

    kind: ClassVar[str] = "choose"

    options: tuple[Option, ...] = ()
    several: bool = False
    ask: str = "allowed"
    goal: Claim | None = None
    turns: int = 1
    friends: tuple[str, ...] = ()
    seeker: str | None = None
    targets: str = ""
    answer: str = ""
    bins: tuple[str, ...] = ()
    measure: str = ""
    never: bool = False

    @property
    def chance_of(self) -> Claim | None:
        return self.goal


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
    shows: AnyState | None = None
    measured: Fraction | None = None
    target: str = ""
    bin: str = ""

    @property
    def names(self) -> frozenset[str]:
        """What it may be called in a prepared mistake."""
        return frozenset({self.option.words, self.option.action, self.target, self.target.partition(":")[2]} - {""})

    @property
    def because(self) -> str:
        """What is said to it: what it comes to, where that is asked for, and the exercise's own words."""
        return " ".join(filter(None, (self._comes_to("This", "then"), self.option.because)))

    def _comes_to(self, what: str, when: str) -> str:
        """A number that was reckoned is told as such; what a goal's search gives is the chance to reach it."""
        if self.measured is None:
            return ""
        if self.option.reckon and not self.option.reckon.startswith(("odds ", "chance ")):
            return f"{what} comes to {in_words(self.measured)}."
        certain = {Fraction(0): f"It is {when} impossible.", Fraction(1): f"It is {when} certain."}
        return certain.get(self.measured, f"The chance is {when} {in_words(self.measured)}.")

    @staticmethod
    def because_of(options: Sequence[JudgedOption]) -> str:
        """What is said to several that are right together. Where the best is asked for they all come to the same."""
        if len(options) == 1:
            return options[0].because
        return " ".join(
            filter(None, (options[0]._comes_to("Each", "with each"), *(one.option.because for one in options)))
        )


def each_once(reasons: Iterable[Reason]) -> tuple[Reason, ...]:
    """Reasons without those that were said before, in their order."""
    return tuple(dict.fromkeys(reasons))


def judge_options(exercise: Choose, moment: Moment) -> tuple[JudgedOption, ...]:
    """What the engine says of every option. Raises what the engine raises if one cannot be judged."""
    return _judged(exercise, moment, reckoning.BUDGET)


@lru_cache(maxsize=KEPT)
def _judged(exercise: Choose, moment: Moment, budget: int) -> tuple[JudgedOption, ...]:
    """The same, for the budget a proof may take."""
    if exercise.targets or exercise.answer:
        return _computed(exercise, moment)
    if exercise.bins or exercise.ask == "opinion":
        cited = [_own_reasons(exercise, option, exercise.edition) for option in exercise.options]
        return tuple(JudgedOption(o, True, own, bin=o.bin) for o, own in zip(exercise.options, cited, strict=True))
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


def _computed(exercise: Choose, moment: Moment) -> tuple[JudgedOption, ...]:
    """Options made of a picture's targets, or listed, with the engine's word on which are right, or where each belongs."""
    game, learner = exercise.game, learner_of(exercise, moment.state)
    picture, _, query = exercise.targets.partition(" ")
    marked = game.items(moment.state, picture, query) if picture else ()
    items = [(each.target, Option(text=each.words, because=each.because)) for each in marked]
    items += [("", option) for option in exercise.options]
    meant = [game.meant(moment.state, learner, target) or "" if target else "" for target, _ in items]
    bins = exercise.bins or BINS
    where: dict[str, str] = {}
    if exercise.measure:
        values = [_after(exercise, way, moment) for way in meant]
        known = [value for value in values if value is not None]
        best = (min if exercise.ask == "least" else max)(known, default=None)
        is_best = [value is not None and value == best for value in values]
        where = {target: bins[0 if so else 1] for (target, _), so in zip(items, is_best, strict=True)}
    else:
        found = work_out_set(exercise.answer, exercise, moment)
        where = dict(found) if isinstance(found, Mapping) else dict.fromkeys(found, bins[0])
    return tuple(
        _item(exercise, moment, option, target, way, where.get(target or option.text, bins[-1]))
        for (target, option), way in zip(items, meant, strict=True)
    )


def _after(exercise: Choose, way: str, moment: Moment) -> Fraction | float | None:
    """What an action comes to by the exercise's measure; None where it is not allowed.

    Where nothing can be measured then, as the turns of a rival who is cut off, it is infinite or, unless that counts, None.
    """
    if not way or not moment.state.judge(way).legal:
        return None
    try:
        value = reckon(exercise.measure, exercise, played(moment, (way,))).value
    except ImpossibleSituation:
        return inf if exercise.never else None
    if isinstance(value, str):
        raise ImpossibleSituation(Fault("measure", f"{exercise.measure!r} gives no number", "Measure by a number."))
    return value


def _item(exercise: Choose, moment: Moment, option: Option, target: str, way: str, put: str) -> JudgedOption:
    """An option that is a target, or listed beside a computed answer: the way meant is tried, and refused by its own reasons."""
    learner = learner_of(exercise, moment.state)
    right, reasons, shown = (
        put == (exercise.bins or BINS)[0],
        exercise.game.cite_all(option.rules, exercise.edition),
        None,
    )
    verdict = moment.state.judge(way) if way else None
    if verdict is not None and not verdict.legal:
        shown = None if right else exercise.game.refused(moment.state, learner, way, verdict)
        text = verdict.reasons[0].text if verdict.reasons else ""
        option = option if option.because or right else replace(option, because=text)
        reasons = each_once((*reasons, *verdict.reasons))
    return JudgedOption(option, right, reasons, shown, target=target, bin=put)


def measured(exercise: Choose, option: Option, moment: Moment, search: Search[AnyState] | None) -> Fraction:
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
    said = [
        f"{edition}: {_told_of(verdict, found.events.get(edition, ()))}" for edition, verdict in found.verdicts.items()
    ]
    told = " ".join(filter(None, (option.because, *said)))
    own = _own_reasons(exercise, option, exercise.edition)
    switched = tuple(
        exercise.game.cite(switch.rule, edition) for switch in found.switches for edition in found.verdicts
    )
    refused = tuple(reason for verdict in found.verdicts.values() for reason in verdict.reasons)
    reasons = each_once((*own, *switched, *refused)) or exercise.game.cite_all(exercise.rules, exercise.edition)
    return JudgedOption(replace(option, because=told), found.differ, reasons)


def _told_of(verdict: Verdict, events: Sequence[str]) -> str:
    """A verdict in a sentence, and what playing the action leads to where it is legal."""
    return (
        " ".join(events)
        if verdict.legal
        else " ".join(["Not allowed.", *(reason.text for reason in verdict.reasons[:1])])
    )


def judge_option(exercise: Choose, option: Option, moment: Moment) -> JudgedOption:
    """What the engine says of an option by itself. Raises what the engine raises if it cannot be judged."""
    if option.begins or option.breaks:
        return _tale(exercise, option, moment) if option.begins else _set_up(exercise, option)
    edition = option.edition or exercise.edition
    state = moment.state if edition == exercise.edition else opening(exercise, edition).state
    learner = learner_of(exercise, state)
    own = _own_reasons(exercise, option, edition)
    here = played(replace(moment, state=state), option.do)
    if option.action:
        verdict = judged(here.state, option.action)
        right = verdict.legal is (exercise.ask == "allowed")
        reasons = each_once((*own, *verdict.reasons))
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


def _tale(exercise: Choose, option: Option, moment: Moment) -> JudgedOption:
    """A tale of what happened last: whether it leads from where it begins to the moment that is shown."""
    own = _own_reasons(exercise, option, exercise.edition) or exercise.game.cite_all(exercise.rules, exercise.edition)
    try:
        here = played(Moment(exercise.game.read(in_edition(option.begins, exercise.edition))), option.do)
    except IllegalAction as refused:
        reasons = refused.verdict.reasons
        because = option.because or f"That was not allowed: {reasons[0].text if reasons else refused.verdict.action}"
        return JudgedOption(replace(option, because=because), False, each_once((*own, *reasons)))
    if here.state == moment.state:
        return JudgedOption(option, True, own, events=here.happened)
    shown = Refutation("It would look like this now.", learner_of(exercise, moment.state), state=here.state)
    return JudgedOption(option, False, own, shown, here.happened, here.thrown)


def _set_up(exercise: Choose, option: Option) -> JudgedOption:
    """A rule of setting up: whether the table breaks it, and how."""
    broken = exercise.game.broken(in_edition(option.table or str(exercise.situation), exercise.edition))
    own = _own_reasons(exercise, option, exercise.edition) or exercise.game.cite_all((option.breaks,), exercise.edition)
    because = option.because or broken.get(option.breaks, "")
    return JudgedOption(replace(option, because=because), option.breaks in broken, own)
