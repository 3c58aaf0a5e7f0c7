"""Which options are right, as a collection of puzzles stores it: the refutation of each wrong one, and by how much the best is
ahead, looked up and reckoned anew."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from engine.chance.search import Search
from engine.text.keyed import Key, TomlTable
from tutor.base.prose import quoted
from tutor.teach.exercise import reckoning
from tutor.teach.exercise.answers import in_words
from tutor.teach.exercise.exercise import Exercise
from tutor.teach.exercise.neutral import putting_off
from tutor.teach.exercise.options import Choose, Option, judge_options
from tutor.teach.exercise.playing import KEPT
from tutor.teach.exercise.reckoning import search_anew
from tutor.teach.exercise.rule_trace import rules_named
from tutor.teach.exercise.schema import action, actions, claim, edition, rule, rules, situation, text, texts
from tutor.teach.exercise.schema import written as fields_of
from tutor.teach.exercise.stored import AnswerForm, Rejected, Solved, Stored, StoredAnswer, fraction

if TYPE_CHECKING:
    from tutor.teach.exercise.session import Session

# ---------------------------------------------------------------- how an option is written

#: What can be judged of an option.
JUDGED = ("action", "claim", "correct", "begins", "breaks")
OPTION = (
    Key("text", text(), "", about="what stands beside the button (default: the action)"),
    Key("action", action, "", about="right if the rules allow it (or as `ask` says)"),
    Key("do", actions, (), about="what is played before it is looked at"),
    Key("claim", claim, None, about="a condition: right if it is so then"),
    Key("reckon", text(200), "", about="what is measured, where the best or the least is asked for"),
    Key(
        "correct",
        TomlTable.flag,
        None,
        about="where the engine cannot check it: whether it is right; it must cite its `rule`",
    ),
    Key("rule", rule, None, about="a rule to be cited"),
    Key("edition", edition, None, about="the edition it is judged by, if another"),
    Key("rules", rules, (), about="further rules to be cited"),
    Key("bin", text(80), "", about="with `bins`: the one it belongs in"),
    Key("because", text(), "", about="what is said to it"),
    Key(
        "begins",
        situation,
        "",
        about="an earlier situation: right if `do` leads from there to the moment that is shown",
    ),
    Key("breaks", text(80), "", about="a rule of setting up: right if the table breaks it"),
    Key("table", text(4000), "", about="with `breaks`: the situation that is looked at, if it is not the one shown"),
)


def check_option(table: TomlTable, made: Option) -> None:
    if not made.words:
        table.fault("text", "the option has no text", 'Add text = "...".', "missing")
    if made.correct is not None and made.rule is None:
        what = "an option the engine cannot check must cite its rule"
        table.fault("correct", what, 'Add rule = "move.one", say.')


# ---------------------------------------------------------------- how what is right of them is stored

ReasonRows = Iterator[tuple[str, str, str]]


class Chosen(AnswerForm):
    """The numbers of the right options, or the names of the right targets. ``answer`` is a key of the exercise's own here."""

    __slots__ = ()

    def asked(self, raw: Mapping[str, Any]) -> dict[str, Any]:
        options = raw.get("options")
        if not isinstance(options, list):
            return dict(raw)
        bare = [{k: v for k, v in one.items() if k != "right"} if isinstance(one, Mapping) else one for one in options]
        return {**raw, "options": bare}

    def read(self, table: TomlTable, exercise: Exercise) -> Stored:
        assert isinstance(exercise, Choose)
        margin = fraction(table, "margin")
        if exercise.targets:
            named = texts(table, "right") if "right" in table else ()
            if not named:
                table.fault("right", "right is missing", 'Name what is right: right = ["ga1", "w6"].', "missing")
            return Stored((tuple(sorted(named)),), margin)
        right, refuted = [], []
        for number, (entry, option) in enumerate(zip(table.tables("options"), exercise.options, strict=False)):
            is_right = entry.flag("right")
            if not is_right and not entry.raw.get("rules"):
                fix = 'Name the rules against it: rules = ["move.one"].'
                entry.fault("rules", "a wrong option needs its refutation", fix, "missing")
            if "correct" in entry:
                entry.fault(
                    "correct", "there is no key 'correct'", "The engine must be able to check a puzzle.", "unknown-key"
                )
            right += [number] if is_right else []
            refuted.append(() if is_right else option.rules)
        return Stored(tuple(right), margin, tuple(refuted))

    def written(self, exercise: Exercise, stored: Stored) -> dict[str, Any]:
        assert isinstance(exercise, Choose)
        places = [each for each in stored.answer if isinstance(each, tuple)] if exercise.targets else []
        return {
            "margin": str(stored.margin) if stored.margin else "",
            "right": [name for place in places for name in place],
        }

    def tables(self, exercise: Exercise, stored: Stored) -> dict[str, list[dict[str, Any]]]:
        assert isinstance(exercise, Choose)
        return (
            {
                "options": [
                    {**fields_of(option, OPTION), **({"right": True} if number in stored.answer else {})}
                    for number, option in enumerate(exercise.options)
                ]
            }
            if exercise.options
            else {}
        )

    def told(self, exercise: Exercise, answer: StoredAnswer) -> str:
        assert isinstance(exercise, Choose)
        if exercise.targets:
            return " or ".join(name for place in answer if isinstance(place, tuple) for name in place) or "nothing"
        return " and ".join(quoted(exercise.options[n].words) for n in answer if isinstance(n, int)) or "none of them"

    def is_trivial(self, exercise: Exercise, answer: StoredAnswer) -> bool:
        assert isinstance(exercise, Choose)
        return len(answer) in (0, len(exercise.options))

    def completed(self, session: Session, against: Sequence[str]) -> tuple[Exercise, Stored]:
        """Each wrong option that cites no rule cites the first ``against`` it that the engine names there. Of the best (or the
        least), one option at least is ahead, and no more than half of them."""
        asked = exercise = session.exercise
        assert isinstance(exercise, Choose)
        if not exercise.options:
            return exercise, Stored()
        margin = Fraction(0)
        judged = judge_options(exercise, session.moment)
        if exercise.ask in ("best", "least"):
            margin = _ahead_by(session.measured, exercise.ask)
            exercise = replace(exercise, several=sum(one.right for one in judged) > 1)
        refuted = tuple(
            ()
            if one.right
            else option.rules or tuple(each for each in against if each in rules_named(asked, option))[:1]
            for one, option in zip(judged, exercise.options, strict=True)
        )
        if any(not one.right and not rules for one, rules in zip(judged, refuted, strict=True)):
            raise Rejected("no refutation")
        options = tuple(replace(option, rules=rules) for option, rules in zip(exercise.options, refuted, strict=True))
        return replace(exercise, options=options), Stored(margin=margin, refutations=refuted)

    def faults(self, exercise: Exercise, stored: Stored, solved: Solved) -> ReasonRows:
        assert isinstance(exercise, Choose)
        yield from _refutation_faults(exercise, stored)
        if exercise.ask in ("best", "least"):
            yield from _margin_faults(exercise, stored, solved)


def _ahead_by(values: Sequence[Fraction], ask: str) -> Fraction:
    """By how much the best (or the least) is ahead. Rejected if nothing is, or more than half of them are."""
    ahead = sorted(set(values), reverse=ask == "best")
    if len(ahead) < 2 or 2 * values.count(ahead[0]) > len(values):
        raise Rejected("ambiguous")
    return abs(ahead[0] - ahead[1])


def _refutation_faults(exercise: Choose, stored: Stored) -> ReasonRows:
    """Each rule an option cites must be one the engine names when that option is judged or played out."""
    for option, refuting in zip(exercise.options, stored.refutations, strict=True):
        cited = refuting or option.rules
        named = rules_named(exercise, option) if cited else frozenset()
        for each in (each for each in cited if each not in named):
            known = ", ".join(sorted(named)) or "no rule"
            yield f", option “{option.words}”", f"the engine does not name {each} there", f"It names {known}."


def _margin_faults(exercise: Choose, stored: Stored, solved: Solved) -> ReasonRows:
    """The best must be so by the margin stated, and nothing that is not among the options may come near it."""
    turned = 1 if exercise.ask == "best" else -1
    values = [turned * value for value in solved.measured]
    right = [n for n in solved.answer if isinstance(n, int)]
    if len(right) == len(values) or not right:
        return
    best, margin = values[right[0]], stored.margin
    second = max(value for n, value in enumerate(values) if n not in right)
    if margin <= 0:
        yield "", "the margin is missing", f'It is {best - second}: write margin = "{best - second}", or less.'
    elif best - second < margin:
        yield "", f"the best is ahead by {best - second}, not by {margin}", "State a smaller margin."
        margin = best - second  # what comes near the best is told by the true one
    if exercise.goal is not None and all(option.action and not option.do for option in exercise.options):
        yield from _action_faults(exercise, turned * best, margin, right)


def _action_faults(exercise: Choose, best: Fraction, margin: Fraction, right: Sequence[int]) -> ReasonRows:
    """What is done first: every action that comes near the best is an option, and none that only puts the best off."""
    search = goal_search(exercise)
    turned = 1 if exercise.ask == "best" else -1
    offered = {option.action for option in exercise.options}
    rights = tuple(exercise.options[n].action for n in right)

    near = []
    for way in search.state.actions():
        if way not in offered and way.split()[0] not in exercise.game.no_options:
            found = search.compared(way, exercise.turns, best - turned * margin)
            near += [way] if turned * (found.high if turned > 0 else found.low) > turned * best - margin else []
    idle: frozenset[str] = frozenset()
    if exercise.ask == "best" and (near or len(rights) > 1):
        idle = _idle(exercise, (*near, *rights), rights, reckoning.BUDGET)
    for way in (each for each in rights if each in idle):
        yield "", f"“{way}” changes nothing: the best is still there after it", "Leave that option out."
    for way in (each for each in near if each not in idle):
        told = in_words(search.after(way, exercise.turns).low)
        yield "", f"“{way}” is not among the options and comes to {told}", "Add it to the options."


def goal_search(exercise: Exercise) -> Search[Any]:
    """The search for the goal of an exercise from where it is asked, which all that is asked of one exercise shares."""
    return _shared(exercise, reckoning.BUDGET)


@lru_cache(maxsize=2)  # a search holds all it has found out: that of each edition is enough
def _shared(exercise: Exercise, budget: int) -> Search[Any]:
    return search_anew(exercise)


@lru_cache(maxsize=KEPT)
def _idle(exercise: Choose, actions: tuple[str, ...], rights: tuple[str, ...], budget: int) -> frozenset[str]:
    """Those of the actions that only put the best off."""
    return frozenset(putting_off(lambda: search_anew(exercise), actions, rights, exercise.turns))
