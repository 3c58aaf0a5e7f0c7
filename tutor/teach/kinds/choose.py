"""One or several of some options: those the rules allow or forbid, those that are so, the best, or where the editions part."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import combinations
from typing import Any

from engine.text.keyed import Key, TomlTable, count, flag, one_of
from tutor.base.prose import inline, plain, quoted
from tutor.desk import Refused, Touch
from tutor.teach.exercise.chosen import JUDGED, OPTION, Chosen, check_option
from tutor.teach.exercise.controls import ChoiceShown, Control, Options, Sheet
from tutor.teach.exercise.exercise import Mistake
from tutor.teach.exercise.face import Face, KeptAttempt
from tutor.teach.exercise.feedback import Feedback, Outcome
from tutor.teach.exercise.kind import Kind
from tutor.teach.exercise.options import ASKS, BINS, Choose, JudgedOption, Option, each_once, judge_options
from tutor.teach.exercise.schema import cannot_look_back, claim, listed, seat, seats, text, texts
from tutor.teach.exercise.session import Ballot, Session, Solution
from tutor.teach.exercise.typed import number_of, parts


class ChooseSession(Session):
    """At a :class:`Choose`. An answer is the number of an option, or several of them (from 0)."""

    exercise: Choose

    def __init__(self, exercise: Choose) -> None:
        super().__init__(exercise)
        self.options = judge_options(exercise, self.moment)
        self._left_out = ""

    def restart(self) -> None:
        super().restart()
        self._left_out = ""

    @property
    def targets(self) -> tuple[str, ...]:
        return () if self.solved else tuple(option.target for option in self.options if option.target)

    @property
    def changed(self) -> tuple[str, ...]:
        """Of targets that were left out, the one spoken of; of a picture that is no board, once done, those that are right."""
        if self.solved and self.exercise.targets and not self.exercise.targets.startswith("board "):
            return tuple(option.target for option in self.options if option.right)
        return (self._left_out,) if self._left_out else ()

    @property
    def right(self) -> frozenset[int]:
        """The numbers of the options that are to be chosen."""
        return frozenset(number for number, option in enumerate(self.options) if option.right)

    def _attempt(self, answer: Any) -> Feedback:
        self._left_out = ""
        if isinstance(answer, Mapping):
            return self._sorted(answer)
        picked = {answer} if isinstance(answer, int) else set(answer)
        if not picked:
            return Feedback(Outcome.NOT_TRIED, "Choose an option first.")
        if not all(isinstance(number, int) and 0 <= number < len(self.options) for number in picked):
            return Feedback(Outcome.CANNOT_CHECK, f"There are {len(self.options)} options to choose from.")
        right = self.right
        if self.exercise.ask == "opinion":
            said = " ".join(filter(None, (self.options[number].because for number in sorted(picked))))
            return Feedback(Outcome.NOTED, said or self._praise(), self._taught())
        if picked == right:
            reasons = [*self._taught(), *(reason for n in sorted(picked) for reason in self.options[n].reasons)]
            because = JudgedOption.because_of([self.options[n] for n in sorted(picked)])
            led = [self.options[n] for n in sorted(picked) if self.options[n].shows is not None]
            # Of several things he may do, one is played: which, is said.
            chosen = [self.options[n].option for n in sorted(picked)]
            rests = self.exercise.game.rests_on(self.exercise, self.moment, chosen)
            played_out = f"Played here: {quoted(led[0].option.words)}." if len({one.shows for one in led}) > 1 else ""
            return Feedback(
                Outcome.RIGHT,
                " ".join(filter(None, (self._praise(), because, played_out, *rests))),
                each_once(reasons),
                events=led[0].events if led else (),
                dice=led[0].dice if led else (),
                shows=led[0].shows if led else None,
                marks=tuple((number, number in right) for number in sorted(picked)),
            )
        wrong = sorted(picked - right)
        if wrong:
            option = self.options[wrong[0]]
            text = f"{quoted(option.option.words)}: {option.because or self._not_so(option.option)}"
            # The first time only what was chosen is spoken of: what happens instead is still to be found.
            tells = option.refutation is not None and (option.refutation.state is None or self.tells_truth)
            # Only what is discussed is marked, so that there is still something to find.
            return Feedback(
                Outcome.WRONG,
                text,
                option.reasons or self._first_rule(),
                events=option.events if tells else (),
                dice=option.dice if tells else (),
                refutation=option.refutation if tells else None,
                marks=((wrong[0], False),),
                own=bool(option.because) or (option.refutation is not None and not tells),
            )
        missing = sorted(right - picked)
        text = (
            f"What you have chosen is right, but {'one more is' if len(missing) == 1 else 'others are'} right as well."
        )
        if target := self.options[self._spoken_of(picked, missing)].target:
            self._left_out = target
            text += (
                f" Look at {self.options[self._spoken_of(picked, missing)].option.words}: it is lit up on the board."
            )
        return Feedback(
            Outcome.WRONG, text, self._first_rule(), marks=tuple((number, True) for number in sorted(picked)), own=True
        )

    def _not_so(self, option: Option) -> str:
        """What is said to a wrong option that has no words of its own: of an action, what the rules say to it."""
        judged = {"allowed": "the rules do not allow that.", "forbidden": "the rules allow that."}
        return judged.get(self.exercise.ask, "that is not so.") if option.action else "that is not so."

    def _spoken_of(self, picked: set[int], missing: Sequence[int]) -> int:
        """Of what was left out, what the lesson has words for, else the first."""
        named = next(
            (_all(mistake.missing) for mistake in self.exercise.wrong if self._is(mistake, picked)), frozenset()
        )
        return next((number for number in missing if named & self.options[number].names), missing[0])

    def _sorted(self, answer: Mapping[int, str]) -> Feedback:
        """The answer to a sorting: for each option the bin it was put into."""
        bins = self.exercise.bins or BINS
        if set(answer) != set(range(len(self.options))) or not set(answer.values()) <= {*bins}:
            asked = f"Each of them belongs under one of these: {', '.join(bins)}."
            return Feedback(Outcome.CANNOT_CHECK, asked, heading="Not all are sorted")
        wrong = [number for number, option in enumerate(self.options) if answer[number] != option.bin]
        if not wrong:
            because = " ".join(filter(None, (option.option.because for option in self.options)))
            return Feedback(
                Outcome.RIGHT,
                " ".join(filter(None, (self._praise(), because))),
                self._taught(),
                marks=tuple((number, True) for number in answer),
            )
        option = self.options[wrong[0]]
        text = f"{quoted(option.option.words)} does not belong under “{answer[wrong[0]]}”. {option.because}".strip()
        return Feedback(
            Outcome.WRONG,
            text,
            option.reasons or self._first_rule(),
            refutation=option.refutation,
            marks=((wrong[0], False),),
        )

    def _is(self, mistake: Mistake, answer: Any) -> bool:
        if isinstance(answer, Mapping):
            return False
        picked = {answer} if isinstance(answer, int) else set(answer)
        if mistake.missing:
            left_out = self.right - picked if picked <= self.right else frozenset()
            return _all(mistake.missing) <= frozenset[str]().union(*(self.options[n].names for n in left_out))
        return _all(mistake.answer) <= frozenset[str]().union(*(self.options[n].names for n in picked))

    def faults(self) -> Iterator[tuple[str, str]]:
        if self.exercise.ask == "opinion" or self.exercise.bins:
            return
        right = sum(option.right for option in self.options)
        judged = "; ".join(
            f"{quoted(option.option.words)} is {'right' if option.right else 'wrong'}" for option in self.options
        )
        if not right:
            yield f"no option is right: {judged}", "One at least must be."
        elif right == len(self.options):
            yield f"every option is right: {judged}", "One at least must be wrong."
        elif right > 1 and not self.exercise.several:
            yield f"{right} options are right: {judged}", "Add several = true, or change them."

    def answers_to(self, mistake: Mistake) -> Iterator[Feedback]:
        numbers = range(len(self.options))
        meant = _all(mistake.missing or mistake.answer)
        named = [n for n in numbers if meant & self.options[n].names]
        if mistake.missing:
            yield ChooseSession(self.exercise).attempt(self.right - set(named))
            return
        if named and all(self.options[n].right for n in named):
            yield Feedback(Outcome.RIGHT, "")
            return
        if len(self.options) > MOST_OPTIONS:  # too many to try them all: what is right, and what is named
            yield ChooseSession(self.exercise).attempt(self.right.union(named))
            return
        for size in range(1, (len(self.options) if self.exercise.several else 1) + 1):
            for picked in combinations(numbers, size):
                feedback = ChooseSession(self.exercise).attempt(picked)
                if feedback.outcome is Outcome.WRONG:
                    yield feedback

    def accepted(self) -> tuple[Any, ...]:
        if self.exercise.bins:
            return ({number: option.bin for number, option in enumerate(self.options)},)
        if self.exercise.ask == "opinion":
            return tuple((number,) for number in range(len(self.options)))
        return (tuple(number for number, option in enumerate(self.options) if option.right),)

    def stored(self) -> Any:
        """The numbers of the options that are right, or of targets their names, which share a place."""
        if self.exercise.targets:
            return (tuple(sorted(self.options[number].option.words for number in self.right)),)
        return tuple(sorted(self.right))

    @property
    def refuted(self) -> tuple[tuple[int, str, str], ...]:
        if self.exercise.targets:  # of targets nothing is said one by one
            return ()
        return tuple((n, each.option.words, each.because) for n, each in enumerate(self.options) if not each.right)

    @property
    def read_aloud(self) -> str:
        return " ".join([self.exercise.prompt, *(option.words for option in self.exercise.options)])

    @property
    def listed(self) -> Mapping[str, tuple[str, ...]]:
        return {"options": tuple(option.option.words for option in self.options)}

    @property
    def lines(self) -> tuple[str, ...]:
        return tuple(f"{n}. {plain(option.option.words)}" for n, option in enumerate(self.options, start=1))

    @property
    def typed_as(self) -> str:
        return "the numbers of all that are right" if self.exercise.several else "the number of the right one"

    def typed(self, text: str) -> Any:
        options = [judged.option for judged in self.options]
        known = {option.words.lower(): n for n, option in enumerate(options)}
        # Bare, an action is what is done now, not what another option does after something else.
        known |= {option.action: n for n, option in enumerate(options) if option.action and not option.do}
        return tuple(number_of(part, known, len(options)) for part in parts(text, numbers=True))

    @property
    def measured(self) -> tuple[Fraction, ...]:
        return tuple(option.measured for option in self.options if option.measured is not None)

    @property
    def ballot(self) -> Ballot | None:
        if self.exercise.bins:
            return None
        words = tuple(plain(each.option.words) for each in self.options)
        told = "; ".join(words[number] for number in sorted(self.right))
        return Ballot(words, tuple(each.target for each in self.options), self.right, told=told)

    def _solution(self) -> Solution:
        if self.exercise.ask == "opinion":
            return Solution("There is no wrong answer here: it is yours.", (0,))
        (right,) = self.accepted()
        if self.exercise.bins:
            told = (
                f"{each}: {', '.join(o.option.words for o in self.options if o.bin == each)}"
                for each in self.exercise.bins
            )
            return Solution("; ".join(told) + ".", right)
        words = "; ".join(quoted(self.options[number].option.words) for number in right)
        return Solution(f"Right {'is' if len(right) == 1 else 'are'}: {words}.", right)


def _all(named: str | tuple[str, ...]) -> frozenset[str]:
    return frozenset({named} if isinstance(named, str) else named)


class Choosing(Face):
    """One or several of some options."""

    session: ChooseSession

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self._picked: tuple[str, ...] = ()

    def means(self, touch: Touch) -> tuple[str, ...]:
        if touch.target != "check":
            return super().means(touch)
        if self.session.exercise.bins:
            put = [touch.values.get(f"bin {number}", ()) for number in range(len(self.session.options))]
            if not all(put):
                raise Refused("Put each of them somewhere first.")
            return (f"answer {' '.join(each[0] for each in put)}",)
        picked = touch.values.get("picked", ())
        named = [self._name(number) for number in range(len(self.session.options)) if self._id(number) in picked]
        if not named:
            raise Refused("Choose an option first.")
        return (f"answer {' '.join(named)}",)

    def _id(self, number: int) -> str:
        """What an option is in the page: its target, so that touching that picks it, or its number."""
        return self.session.options[number].target or str(number)

    def _name(self, number: int) -> str:
        """What an option is called in an act: its target, or its number from 1."""
        return self.session.options[number].target or str(number + 1)

    def _do(self, verb: str, what: str) -> tuple[KeptAttempt, ...]:
        """``answer 1 3``: the first and the third option; ``answer space:ga1``: a target; with bins, for each option its bin."""
        if verb != "answer":
            kept = super()._do(verb, what)
            self._picked = () if verb == "again" else self._picked
            return kept
        words, options = what.split(), self.session.options
        bins = self.session.exercise.bins
        if bins:
            if len(words) != len(options) or not all(
                word.isdecimal() and 1 <= int(word) <= len(bins) for word in words
            ):
                raise Refused(f"Each of the {len(options)} belongs in one of {len(bins)} bins.")
            put = {number: bins[int(word) - 1] for number, word in enumerate(words)}
            kept = self._try(put, "; ".join(f"{options[n].option.words}: {each}" for n, each in put.items()))
            self._picked = tuple(words)
            return kept
        numbers = tuple(number for number in range(len(options)) if self._name(number) in words)
        if len(numbers) != len(set(words)):
            raise Refused(f"There are {len(options)} options to choose from.")
        kept = self._try(numbers, "; ".join(options[n].option.words for n in numbers))
        self._picked = tuple(map(self._id, numbers))
        return kept

    def controls(self) -> tuple[Control, ...]:
        session = self.session
        marks = dict(session.feedback.marks)
        options = tuple(
            ChoiceShown(self._id(n), inline(option.option.words), {True: "right", False: "wrong"}.get(marks.get(n), ""))  # type: ignore[arg-type]
            for n, option in enumerate(session.options)
        )
        if session.exercise.bins:
            return self._sorting(marks)
        label_of = "Choose all that are right" if session.exercise.several else "Choose one"
        board = bool(session.options) and all(option.target for option in session.options)
        return (Options(label_of, options, session.exercise.several, self._picked, session.solved, board=board),)

    def _sorting(self, marks: Mapping[int, bool]) -> tuple[Control, ...]:
        """A choice of bins for each option."""
        session, bins = self.session, self.session.exercise.bins
        last = len(session.options) - 1
        return tuple(
            Options(
                option.option.words,
                tuple(
                    ChoiceShown(
                        str(number),
                        inline(each),
                        ("right" if marks.get(n) else "wrong") if self._marked(n, number) else "",
                    )
                    for number, each in enumerate(bins, start=1)
                ),
                False,
                self._picked[n : n + 1],
                session.solved,
                f"bin {n}",
                n == last,
                tuple(f"bin {each}" for each in range(last + 1)),
            )
            for n, option in enumerate(session.options)
        )

    def _marked(self, number: int, into: int) -> bool:
        """Whether an option lies in a bin (from 1) and is marked right or wrong."""
        return number in dict(self.session.feedback.marks) and self._picked[number : number + 1] == (str(into),)

    def in_words(self) -> Sequence[str]:
        options, bins = self.session.options, self.session.exercise.bins
        if bins:
            return [
                f"Each belongs under one of these: {', '.join(bins)}.",
                *(f"  [ ] {o.option.words}" for o in options),
            ]
        if options and all(option.target for option in options):
            return [f"Name them: {', '.join(option.option.words for option in options)}."]
        return [f"  ( ) {option.option.words}" for option in options]

    def on_paper(self) -> Sheet:
        if bins := self.session.exercise.bins:
            told = f"Write into each box where it belongs: {', '.join(f'{n} {each}' for n, each in enumerate(bins, start=1))}."
            return Sheet(told, tuple(option.option.words for option in self.session.options), number=True)
        if self.session.options and self.session.options[0].target:
            return Sheet("Mark them in the picture, or write them down.", lines=2)
        told = "Several may be right." if self.session.exercise.several else ""
        return Sheet(told, tuple(option.option.words for option in self.session.options))

    def idle(self) -> str:
        return f"Choose {'all that are right' if self.session.exercise.several else 'one'}, then press **Check**."


# ---------------------------------------------------------------- how it is written

#: The most options a question may have.
MOST_OPTIONS = 12


def _check(table: TomlTable, values: dict[str, Any]) -> None:
    asked, options = values["ask"], values["options"]
    if isinstance(options, str):
        _check_targets(table, values)
        return
    bins = values["bins"]
    if bins and any(entry.raw.get("bin") not in bins for entry in table.tables("options")) and not values["answer"]:
        table.fault("bins", "an option says not in which bin it belongs", f"Give each bin = one of {', '.join(bins)}.")
    weighed = asked in ("best", "least")
    ways = ("action", "reckon") if weighed else ("action",) if asked == "differs" else JUDGED
    for entry in () if bins or values["answer"] or asked == "opinion" else table.tables("options"):
        if sum(key in entry for key in (*JUDGED, "reckon")) != 1 or not any(key in entry for key in ways):
            named = ways[:2] if asked != "differs" else ways
            entry.fault("", "the option does not say what is judged", f"Give one of {' and '.join(named)}.")
    cannot_look_back(table, values["goal"])
    if len(options) < 2:
        told = "is one option" if options else "are no options"
        table.fault("options", f"there {told}", "Give at least two [[options]].", "missing")
    if len(options) > MOST_OPTIONS:
        table.fault(
            "options", f"there are more than {MOST_OPTIONS} options", "A learner must be able to weigh them all."
        )


def _check_targets(table: TomlTable, values: dict[str, Any]) -> None:
    """Options made of the targets of a picture."""
    word, _, values["targets"] = values["options"].partition(" ")
    values["options"] = ()
    if word != "targets" or not values["targets"]:
        table.fault(
            "options", f"options = {table.raw['options']!r} cannot be", 'Write options = "targets board spaces", say.'
        )
    if bool(values["answer"]) == bool(values["measure"]):
        table.fault(
            "answer", "nothing says which are right", 'Write answer = "ends", say, or measure with ask = "best".'
        )


def _options(table: TomlTable, key: str) -> Any:
    return (
        text(200)(table, key) if isinstance(table.raw[key], str) else listed(Option, OPTION, check_option)(table, key)
    )


KEYS = (
    Key(
        "options",
        _options,
        (),
        about='two or more: a table each; or the targets of a picture: `"targets board spaces"`',
    ),
    Key("answer", text(200), "", about="the question whose answer says which are right, or where each belongs"),
    Key(
        "bins",
        texts,
        (),
        about="where the options are to be sorted: the names of the bins (default: chosen, not chosen)",
    ),
    Key("measure", text(200), "", about="with `ask`: the question that measures what each action leads to"),
    Key(
        "never",
        flag(),
        False,
        about="true, with `measure`: where it has no answer (a rival is cut off) that is the highest",
    ),
    Key("several", flag(), False, about="true: all that are right are to be chosen"),
    Key("ask", one_of(ASKS, "allowed"), "allowed", about="what is asked of the options, see below"),
    Key(
        "goal", claim, None, about="what `best` measures where an option does not say it: the chance of this condition"
    ),
    Key("turns", count(12, 1), 1, about="within so many of the learner's turns, this one included"),
    Key("friends", seats, (), about="who else plays for the goal, and agrees to what serves it"),
    Key(
        "seeker",
        seat,
        None,
        about="whose goal it is, whose turns count, if not the learner's (with `least`: a defence)",
    ),
)


STORED = Chosen(("margin", "right"), mark="options", otherwise="Give it [[puzzle.options]] instead.")
KIND = Kind(Choose, ChooseSession, Choosing, KEYS, _check, STORED)
