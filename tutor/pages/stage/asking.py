"""What a step of the stage asks, with the engine's word on it: options, which are right, and by which rules.

Everything is worked out when a script is read. What must not be known before the answer is shown stands in the fields that
:meth:`Question.open` leaves out.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from engine.contract.events import Event
from engine.contract.verdicts import Reason
from engine.text.faults import Fault, UnreadableText, cap
from engine.text.keyed import TomlTable
from tutor.base.prose import plain
from tutor.teach.exercise.exercise import Exercise
from tutor.teach.exercise.schema import ExerciseReading
from tutor.teach.exercise.session import Session
from tutor.teach.exercise_table import read_exercise
from tutor.teach.game.teachable import Teachable
from tutor.teach.kinds import KINDS, start

Values = Mapping[str, Any]
#: What is said on a screen, at most, in characters; and of an exercise, which was written for a page: question, answer, reason.
LONGEST_SAID = 240
OF_EXERCISE = (125, 40, 110)
MOST_CITED = 2


class StageOption(NamedTuple):
    """An option: its words, and what lies on the board that it means ("denizen:orc"), "" for none."""

    text: str
    target: str = ""


class Cited(NamedTuple):
    """A rule as it stands on the screen: its id, where it is found, what it says, and whether that is a ruling of ours."""

    rule: str
    cite: str
    says: str
    ruling: bool = False


@dataclass(frozen=True)
class StageQuestion:
    """A question, its ``options`` in the order of the board or of the script, and the answer: which are ``right``, the ``answer``
    in a few words, what is ``said`` to it, the rules, and the ``places`` of what is numbered on the board.

    ``is_no``: the answer is a refusal. ``state`` is the moment it is asked at, where it brings one of its own; ``leads_to`` what
    the answer leads to, by ``events``.
    """

    ask: str
    options: tuple[StageOption, ...] = ()
    right: frozenset[int] = frozenset()
    answer: str = ""
    said: str = ""
    rules: tuple[Cited, ...] = ()
    places: tuple[tuple[str, int], ...] = ()
    is_no: bool = False
    state: Any = None
    leads_to: Any = None
    events: tuple[Event, ...] = ()

    @property
    def dense(self) -> bool:
        """Whether its options are so many, or so long, that they are written smaller."""
        return len(self.options) > 4 or sum(len(each.text) for each in self.options) > 90

    @property
    def open(self) -> StageQuestion:
        """The question without its answer: what may be known before it is shown."""
        return StageQuestion(self.ask, self.options)


def asked(values: Values, game: Teachable, state: Any, edition: str) -> StageQuestion:
    """The question of a step. ``values`` are its keys as they were read. Raises what the engine raises."""
    kinds = {
        "may": _both if values["both"] else _may,
        "meets": _meets,
        "allowed": _allowed,
        "options": _written,
        "exercise": _exercise,
        "puzzle": _puzzle,
        "question": _inline,
        "wrong": _wrong,
    }
    kind = next(name for name in kinds if values[name])
    if values["wrong"] and (values["exercise"] or values["puzzle"]):
        return _wrong(values, game, state, edition)
    return kinds[kind](values, game, state, edition)


def _cited(reasons: tuple[Reason, ...], values: Values, game: Teachable, edition: str) -> tuple[Cited, ...]:
    """The rules that are cited: those the step names first."""
    named = [game.cite(rule, edition) for rule in values["rules"]]
    found = {each.rule: each for each in (*reasons, *named)}
    first = [found[rule] for rule in values["rules"]] + [
        each for rule, each in found.items() if rule not in values["rules"]
    ]
    return tuple(Cited(each.rule, each.cite, each.text, each.ruling) for each in first[:MOST_CITED])


def _short(said: str, most: int = LONGEST_SAID) -> str:
    said = plain(said).replace("\n", " ")
    return said if len(said) <= most else said[: most - 1].rsplit(" ", 1)[0] + " …"


# ------------------------------------------------------------------ of the engine
def _may(values: Values, game: Teachable, state: Any, edition: str) -> StageQuestion:
    """May he? The engine judges the action."""
    text = game.action(values["may"])
    verdict = state.judge(text)
    reasons = verdict.reasons
    said = values["because"] or (reasons[0].text if reasons else "")
    events: tuple[Event, ...] = ()
    if verdict.legal:
        events = tuple(state.play(text).events)
        ids = dict.fromkeys(rule for event in events for rule in event.rules)
        reasons = game.cite_all(ids, edition)
        said = values["because"] or " ".join(event.text for event in events[:2])
    ask = values["ask"] or f"{game.label(text)}: may {_who(game, state)}?"
    right = 0 if verdict.legal else 1
    cited = _cited(reasons, values, game, edition)
    answers = StageOption("Yes"), StageOption("No")
    return StageQuestion(
        ask, answers, frozenset({right}), answers[right].text, _short(said), cited, is_no=not verdict.legal
    )


def _who(game: Teachable, state: Any) -> str:
    return game.called(state.to_move or state.turn)


def _both(values: Values, game: Teachable, state: Any, edition: str) -> StageQuestion:
    """In which editions may he?"""
    text = game.action(values["may"])
    found = game.engine.compare(state, text)
    first, second = game.editions[:2]
    may = tuple(each for each in (first, second) if found.verdicts[each].legal)
    words = ("In both editions", f"Only by the rules of {first}", f"Only by those of {second}", "In neither")
    options = tuple(map(StageOption, words))
    right = {(first, second): 0, (first,): 1, (second,): 2}.get(may, 3)
    reasons = tuple(reason for verdict in found.verdicts.values() for reason in verdict.reasons)
    ruled = tuple(game.cite(switch.rule, each) for switch in found.switches for each in (first, second))
    said = values["because"] or " ".join(f"{each}: {_told(found, each)}" for each in (first, second))
    ask = values["ask"] or f"{game.label(text)}: by which rules may {_who(game, state)}?"
    return StageQuestion(
        ask,
        options,
        frozenset({right}),
        options[right].text,
        _short(said),
        _cited((*ruled, *reasons), values, game, edition),
        is_no=right == 3,
    )


def _told(found: Any, edition: str) -> str:
    verdict = found.verdicts[edition]
    if not verdict.legal:
        return str(verdict.reasons[0].text)
    return cap(" ".join(found.events.get(edition, ())[:1]) or "allowed.")


def _meets(values: Values, game: Teachable, state: Any, edition: str) -> StageQuestion:
    """Whom or what does he deal with first? The engine knows the order."""
    places = game.orders["encounter"](None, state)
    if not places:
        raise UnreadableText(
            Fault("meets", f"{_who(game, state)} meets nobody here", "Lay out a situation where he does.")
        )
    items = [item for place in places for item in place]
    on_board = _targets(game, state, items)
    shown = sorted(items, key=lambda item: (on_board[item][1:] or (9e9, 9e9)) if on_board[item] else (9e9, 9e9))
    options = tuple(StageOption(game.called(item), on_board[item][0] if on_board[item] else "") for item in shown)
    right = frozenset(shown.index(item) for item in places[0])
    wrong = next((item for item in items if item not in places[0]), items[0])
    reasons = game.order_reasons(state, wrong)
    numbers = tuple(
        (on_board[item][0], number) for number, place in enumerate(places, 1) for item in place if on_board[item]
    )
    answer = " or ".join(cap(game.in_a_sentence(item)) for item in places[0])
    said = values["because"] or (reasons[0].text if reasons else "")
    ask = values["ask"] or f"Whom does {_who(game, state)} meet first?"
    return StageQuestion(ask, options, right, answer, _short(said), _cited(reasons, values, game, edition), numbers)


def _targets(game: Teachable, state: Any, items: list[str]) -> dict[str, tuple[Any, ...]]:
    """For each item its target on the board and where that lies, () if it is not there."""
    from tutor.teach.game.teachable import BoardLook

    scene = game.board(state, BoardLook())
    found: dict[str, tuple[Any, ...]] = dict.fromkeys(items, ())
    for target in scene.targets:
        name = target.id.partition(":")[2]
        if name in found and not found[name] and not target.is_place:
            found[name] = (target.id, round(target.x), round(target.y))
    return found


def _allowed(values: Values, game: Teachable, state: Any, edition: str) -> StageQuestion:
    """Which of these may he do? The engine judges each."""
    verdicts = [state.judge(each) for each in values["allowed"]]
    options = tuple(StageOption(game.label(each)) for each in values["allowed"])
    right = frozenset(number for number, verdict in enumerate(verdicts) if verdict.legal)
    refused = tuple(reason for verdict in verdicts for reason in verdict.reasons[:1])
    answer = "; ".join(options[number].text for number in sorted(right)) or "None of them"
    ask = values["ask"] or f"What may {_who(game, state)} do now?"
    said = values["because"] or (refused[0].text if refused else "")
    return StageQuestion(
        ask, options, right, answer, _short(said), _cited(refused, values, game, edition), is_no=not right
    )


# ------------------------------------------------------------------ written, or an exercise
def _written(values: Values, game: Teachable, state: Any, edition: str) -> StageQuestion:
    """Options as the script has them, one of them right."""
    options = tuple(StageOption(each) for each in values["options"])
    right = frozenset(number for number, each in enumerate(values["options"]) if each == values["right"])
    if not right:
        fix = f"Write right = one of the options, like {values['options'][0]!r}."
        raise UnreadableText(Fault("right", "no option is right", fix))
    ask = values["ask"] or "What do you think?"
    return StageQuestion(
        ask, options, right, values["right"], _short(values["because"]), _cited((), values, game, edition)
    )


def _inline(values: Values, game: Teachable, state: Any, edition: str) -> StageQuestion:
    """An exercise that stands in the script itself, at the moment of its step."""
    raw, of = values["question"]
    made = {"id": "asked", **raw, "situation": game.engine.dumps(state)}
    reading = ExerciseReading("", of.where(()), game, edition=edition)
    table = TomlTable(reading, made)
    kind = KINDS.get(str(made.pop("kind", "choose")))
    if kind is None:
        raise UnreadableText(Fault("kind", f"there is no kind {raw['kind']!r}", f"Kinds: {', '.join(KINDS)}."))
    exercise = read_exercise(table, kind)
    reading.finish()
    return replace(_of_session(start(exercise), values, game, edition), state=None)


def found_exercise(name: str) -> Exercise:
    """The exercise "lesson/id". UnreadableText if there is none."""
    from tutor.content.lessons.course import load_lesson

    lesson, _, exercise = name.partition("/")
    try:
        return load_lesson(lesson).exercise(exercise)
    except KeyError as problem:
        raise UnreadableText(Fault("exercise", str(problem.args[0]), "Write it as lesson/exercise.")) from None


def _exercise(values: Values, game: Teachable, state: Any, edition: str) -> StageQuestion:
    return _of_session(start(_of_this(found_exercise(values["exercise"]), game)), values, game, edition)


def _of_this(exercise: Exercise, game: Teachable) -> Exercise:
    """The exercise, if it is of the script's game."""
    if exercise.game.name != game.name:
        fix = f"Open a script of {exercise.game.title} first."
        raise UnreadableText(Fault("exercise", f"it is of {exercise.game.title}, the script of {game.title}", fix))
    return exercise


def _puzzle(values: Values, game: Teachable, state: Any, edition: str) -> StageQuestion:
    from tutor.content.puzzles.book import find_puzzle

    return _of_session(start(_of_this(find_puzzle(values["puzzle"]).exercise, game)), values, game, edition)


def _of_session(session: Session, values: Values, game: Teachable, edition: str) -> StageQuestion:
    """The question of an exercise: with options where its kind has some, else its solution in words."""
    state, exercise = session.state, session.exercise
    asks, says, because = OF_EXERCISE
    ask = values["ask"] or _short(exercise.prompt, asks) or exercise.name
    options: tuple[StageOption, ...] = ()
    right: frozenset[int] = frozenset()
    numbers: tuple[tuple[str, int], ...] = ()
    answer = session._solution()
    words = answer.words
    ballot = session.ballot
    if ballot is not None and len(ballot.words) <= MOST_CHOICES:
        on_board = _targets(session.game, state, [each for each in ballot.means if each and ":" not in each])
        targets = [(on_board.get(each, (each,)) or ("",))[0] for each in ballot.means]
        options = tuple(map(StageOption, ballot.words, targets))
        right, words, ask = ballot.right, ballot.told or words, f"{ask} {ballot.asks}".rstrip()
        numbers = tuple(
            (targets[n], number) for number, place in enumerate(ballot.places, 1) for n in place if targets[n]
        )
    feedback = session.attempt(answer.answer) if options and answer.answer is not None else None
    reasons = feedback.reasons if feedback is not None else game.cite_all(exercise.rules, exercise.edition)
    said = values["because"] or (feedback.text if feedback is not None else exercise.after)
    if len(plain(words)) > says:  # an answer in many words is its own reason
        words, said = "So it is done", words
    leads = feedback.shows if feedback is not None else None
    return StageQuestion(
        ask,
        options,
        right,
        plain(words),
        _short(said, because),
        _cited(reasons, values, session.game, exercise.edition),
        numbers,
        state=state,
        leads_to=leads,
        events=feedback.events if feedback is not None and leads is not None else (),
    )


#: An exercise with more options than this is asked without them: nobody reads more from the last row.
MOST_CHOICES = 6


def _wrong(values: Values, game: Teachable, state: Any, edition: str) -> StageQuestion:
    """An answer somebody gave, nameless: why is it wrong?"""
    if values["exercise"] or values["puzzle"]:
        from tutor.content.puzzles.book import find_puzzle

        exercise = found_exercise(values["exercise"]) if values["exercise"] else find_puzzle(values["puzzle"]).exercise
        state, edition = start(_of_this(exercise, game)).state, exercise.edition
    ask = values["ask"] or f"“{_short(values['wrong'])}” What do you say to that?"
    cited = _cited((), values, game, edition)
    said = values["because"] or (cited[0].says if cited else "")
    return StageQuestion(ask, (), frozenset(), "That is not so", _short(said), cited, is_no=True, state=state)
