"""Ask before you do: what an action leads to, as far as it can be known, and its odds."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from functools import wraps
from typing import Any, TypeVar

from engine.contract.verdicts import IllegalAction
from engine.text.faults import Faulty, cap
from tutor.draw.html import Html, el, join
from tutor.pages.table.play import Table, at_table
from tutor.teach.game import registry as games

#: The most events of what follows at once that are told, and the most outcomes of chance one by one.
MOST_TOLD, MOST_OUTCOMES = 3, 7
#: So many different ends of a throw in a fight are told, and so many events of each.
MOST_ENDS, MOST_OF_AN_END = 5, 3
_PARTS = (("win", "victory", "tb-win"), ("tie", "tie", "tb-tie"), ("lose", "defeat", "tb-lose"))


def percent(chance: Fraction) -> str:
    """A chance in percent, rounded; never 0 or 100 where it is neither.

    >>> percent(Fraction(5, 18)), percent(Fraction(1, 1000))
    ('28 %', '< 1 %')
    """
    if 0 < chance < Fraction(1, 200):
        return "< 1 %"
    if Fraction(199, 200) < chance < 1:
        return "> 99 %"
    return f"{round(chance * 100)} %"


#: What has been answered of which moment, by its identity: to hash it all takes as long as to answer. A page is made anew
#: whenever somebody touches it, and most of these touches change nothing of the game.
_KEPT: dict[tuple[str, str, int, str], tuple[Any, Any]] = {}
A = TypeVar("A")


def _once(answer: Callable[[Table, Any, str], A]) -> Callable[[Table, Any, str], A]:
    """What follows from a game, a moment of it and an action alone, found once for all pages that tell it."""
    name = answer.__name__

    @wraps(answer)
    def kept(table: Table, state: Any, action: str) -> A:
        key = (name, table.game, id(state), action)
        if key not in _KEPT:
            if len(_KEPT) >= 2048:
                _KEPT.clear()
            _KEPT[key] = state, answer(table, state, action)  # with the moment, so that nothing else has its identity
        found: A = _KEPT[key][1]
        return found

    return kept


@_once
def hint(table: Table, state: Any, action: str) -> Html:
    """What an action leads to: what happens at once, then what the dice and cards may bring."""
    try:
        step = state.play(action)
    except (IllegalAction, Faulty):
        return el("p", "What comes of it cannot be told before.")
    told = [event.text for event in step.events if event.kind != "turn"][:MOST_TOLD]
    # What is thrown in another's turn is not what this action leads to.
    ends = any(event.kind == "turn" for event in step.events)
    chances = step.state.chances() if step.state.decision == "chance" and not ends else {}
    return join(
        el("p", " ".join(told), class_="tb-leads") if told else None,
        _odds(table, state, action, step.state)
        if chances
        else None
        if ends
        else _fight(_found(table, state, action), {}),
        None if chances else _after(table, state, step.state),
    )


def _after(table: Table, before: Any, after: Any) -> Html | None:
    """Who decides next."""
    if after.over:
        won = [at_table(table.game).name(seat) for seat in after.winners]
        return el("p", el("b", f"The game is over: {' and '.join(won) or 'nobody'} wins."))
    who = after.to_move
    if who is not None and who == before.to_move:
        return _fights(table, who, before, after)
    if who is None:
        return None
    return el("p", f"Then {at_table(table.game).name(who)} decides.", class_="tb-then")


def _fights(table: Table, who: str, before: Any, after: Any) -> Html | None:
    """The fights an action leads into, each with the chance to win it."""
    had = set(before.actions(who))
    rows = []
    for action in after.actions(who):
        if action in had:
            continue
        label = at_table(table.game).label(after, action)
        chance = None if label.aside else chance_of(table, after, action)
        if chance is not None:
            rows.append((label.text, chance))
    return _rows(rows[:MOST_TOLD]) if rows else None


def chance_of(table: Table, state: Any, action: str) -> Fraction | None:
    """The chance that stands on the button of an action: that the fight it leads to is won in the end; None if it leads to none,
    or only perhaps: whoever is approached may also join."""
    found = _found(table, state, action)
    return Fraction(found["fight"]["win"]) if "fight" in found and "reactions" not in found else None


@_once
def _found(table: Table, state: Any, action: str) -> Mapping[str, Any]:
    try:
        found: Mapping[str, Any] = games.game(table.game).odds(state, action).as_dict()
    except (IllegalAction, Faulty):
        return {}
    return found


def _odds(table: Table, state: Any, action: str, after: Any) -> Html:
    """The odds of an action that leads to ``after``, where chance decides."""
    if not next(iter(after.chances())).startswith("roll "):  # a card is turned up or drawn
        return _by_outcome(after)
    found = _found(table, state, action)
    parts: list[Html | None] = []
    fight = Fraction(found["fight"]["win"]) if "fight" in found else None
    if "round" in found:
        parts.append(_fight(found, _ends(after)))
    elif "reactions" in found:  # a fight is only one of the things that may come of it
        parts.append(_listed(_ends(after) or {name: Fraction(chance) for name, chance in found["reactions"].items()}))
        parts += [el("p", f"If it comes to a fight, {percent(fight)} to win it.")] if fight is not None else []
    elif fight is not None:
        parts.append(bar([(fight, "victory", "tb-win"), (1 - fight, "defeat", "tb-lose")]))
    if "dragons" in found:
        parts.append(_listed({outcome: Fraction(chance) for outcome, chance in found["dragons"].items()}))
    if "within" in found:
        first, *later = ((turns, percent(Fraction(p))) for turns, p in list(found["within"].items())[:3])
        by = "".join(f", {chance} within {turns} tries" for turns, chance in later)
        parts.append(el("p", f"Free with {first[1]} by this throw{by}."))
    return join(*parts) if parts else _by_outcome(after)


def _fight(found: Mapping[str, Any], ends: Mapping[str, Fraction]) -> Html | None:
    """The odds of a fight, where an action begins one: of one throw, and in the end. ``ends`` is what the throw leads to."""
    if "round" not in found:
        return None
    thrown = [(Fraction(found["round"][key]), word, look) for key, word, look in _PARTS]
    each = _each(thrown, ends)
    win = (
        el("p", f"Ties fought on, {percent(Fraction(found['fight']['win']))} to win in the end.")
        if "fight" in found
        else None
    )
    return join(bar(thrown, each), win, _listed(ends) if ends and not each else None)


def _by_outcome(state: Any) -> Html:
    """The outcomes of chance, those told alike together."""
    found: dict[str, Fraction] = {}
    for outcome, chance in state.chances().items():
        events = state.play(outcome).events
        told = events[0].text if events else outcome
        found[told] = found.get(told, Fraction(0)) + chance
        if len(found) > MOST_OUTCOMES:
            count = len(state.chances())
            return el(
                "p", f"{cap(outcome.split()[0])}: one of {count} that are left, nobody knows which.", class_="tb-then"
            )
    return _listed(found)


def _each(parts: list[tuple[Fraction, str, str]], ends: Mapping[str, Fraction]) -> Mapping[str, str]:
    """What victory, tie and defeat lead to, by their names: where each leads to one thing, and their chances tell which."""
    found = {word: [told for told, end in ends.items() if end == chance] for chance, word, _ in parts if chance}
    sure = len(ends) == len(found) and all(len(told) == 1 for told in found.values())
    return {word: told[0] for word, told in found.items()} if sure else {}


def _ends(state: Any) -> dict[str, Fraction]:
    """What the outcomes of a fight's throw lead to, those alike together; nothing where they are many, or rest on
    what is not known."""
    found: dict[str, Fraction] = {}
    for outcome, chance in state.chances().items():
        try:
            step = state.play(outcome)
        except (IllegalAction, Faulty):  # it rests on what this viewer does not know
            return {}
        events = [event for event in step.events if not event.dice and event.kind != "turn"]
        told = " ".join(event.text for event in events[:MOST_OF_AN_END])
        if told:
            found[told] = found.get(told, Fraction(0)) + chance
        if len(found) > MOST_ENDS:
            return {}
    return found


def _listed(found: Mapping[str, Fraction]) -> Html:
    return _rows(sorted(found.items(), key=lambda row: -row[1]))


def _rows(found: Iterable[tuple[str, Fraction]]) -> Html:
    """What may come, each with its chance before it."""
    rows = [el("li", el("b", percent(chance), title=str(chance)), f" {told}") for told, chance in found]
    return el("ul", rows, class_="tb-chances")


def bar(parts: list[tuple[Fraction, str, str]], leads: Mapping[str, str] | None = None) -> Html:
    """Chances as a bar, each part named below it: the form says what the colour does. ``leads`` says what each leads to."""
    leads = leads or {}
    some = [(chance, word, look) for chance, word, look in parts if chance]
    return join(
        el(
            "div",
            [el("i", class_=look, style=f"flex:{float(chance):.4f}") for chance, _, look in some],
            class_="tb-bar-odds",
            aria_hidden="true",
        ),
        el(
            "p",
            [
                el(
                    "span",
                    el("i", class_=look, aria_hidden="true"),
                    el("b", percent(chance), title=str(chance)),
                    f" {word}",
                    el("span", leads[word]) if word in leads else None,
                )
                for chance, word, look in some
            ],
            class_=f"tb-parts{' tb-leading' if leads else ''}",
        ),
    )
