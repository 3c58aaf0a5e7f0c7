"""Feedback, prompts and dice as HTML. Pure functions: what they are given is all they show."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape

from markdown_it import MarkdownIt

from engine.events import Event
from engine.verdicts import Reason
from tutor.exercises.feedback import Feedback, Outcome
from tutor.exercises.playing import sums_in
from tutor.exercises.session import Solution

_MARKDOWN = MarkdownIt("commonmark", {"html": False})
#: What is said above the words of an outcome; the sign before it tells the same without colour.
HEADINGS = {
    Outcome.RIGHT: ("right", "✓ Right"),
    Outcome.WRONG: ("wrong", "✗ Not so"),
    Outcome.PROGRESS: ("progress", "… On the way"),
    Outcome.CANNOT_CHECK: ("cannot", "? I cannot read that"),
}


def markdown(text: str) -> str:
    """Markdown as HTML; HTML in it is shown, not used."""
    return str(_MARKDOWN.render(text))


def plain(text: str) -> str:
    """Markdown without its marks, for screen readers and terminals."""
    return text.replace("**", "").replace("`", "")


def rule_mark(rule: str) -> str:
    """The name of a rule as it stands everywhere."""
    return f'<span class="mw-rule">{escape(rule)}</span>'


def reason_html(reason: Reason) -> str:
    """A reason: rule, words, citation, and whether it is our ruling."""
    ruling = ' <span class="mw-ruling">our ruling</span>' if reason.ruling else ""
    return f"<li>{rule_mark(reason.rule)}{ruling} {escape(reason.text)} <span class='mw-cite'>{escape(reason.cite)}</span></li>"


def event_html(event: Event) -> str:
    """Something that happened, and the rules that made it happen; scores are set out one below the other."""
    rules = " ".join(rule_mark(rule) for rule in event.rules)
    sums = sums_in((event,))
    return f"<li>{sums_html(sums) if sums else escape(event.text)} {rules}</li>"


_PIPS = {1: "e", 2: "ai", 3: "aei", 4: "acgi", 5: "acegi", 6: "acdfgi"}
_SPOT = {letter: (22 + 28 * (n % 3), 22 + 28 * (n // 3)) for n, letter in enumerate("abcdefghi")}


def die_html(pips: int) -> str:
    """A die that shows so many pips, with its number for those who do not see it."""
    spots = "".join(f'<circle cx="{_SPOT[p][0]}" cy="{_SPOT[p][1]}" r="9" fill="#231f1a"/>' for p in _PIPS[pips])
    return (
        f'<svg viewBox="0 0 100 100" role="img" aria-label="die: {pips}"><title>die: {pips}</title>'
        f'<rect x="4" y="4" width="92" height="92" rx="18" fill="#fffaf0" stroke="#8d7f63" stroke-width="4"/>{spots}</svg>'
    )


def dice_html(throws: Iterable[Sequence[int]]) -> str:
    """All dice thrown, in order."""
    dice = [die_html(pips) for throw in throws for pips in throw]
    return f'<div class="mw-dice">{"".join(dice)}</div>' if dice else ""


def sums_html(sums: Iterable[str]) -> str:
    """How scores come about, one line each."""
    return "".join(f'<div class="mw-sum">{escape(line)}</div>' for line in sums)


def feedback_html(
    feedback: Feedback, hints: Sequence[str] = (), solution: Solution | None = None, idle: str = ""
) -> str:
    """The panel beside the board: the outcome, what happened, why, then the hints and the solution asked for."""
    kind, heading = HEADINGS.get(feedback.outcome, ("idle", ""))
    parts = [f'<div class="mw-panel mw-is-{kind}" role="group" aria-label="The tutor\'s answer">']
    if heading:
        parts.append(f'<div role="alert"><p class="mw-verdict">{heading}</p>{markdown(feedback.text)}</div>')
    elif idle:
        parts.append(markdown(idle))
    told = sums_in(feedback.events)
    parts.append(dice_html(feedback.dice) + sums_html(line for line in feedback.reckoning if line not in told))
    if feedback.events:
        parts.append("<ul>" + "".join(map(event_html, feedback.events)) + "</ul>")
    if feedback.refutation is not None and feedback.refutation.state is not None and not feedback.events:
        parts.append(f"<p>The board shows what happens instead: {escape(feedback.refutation.text)}</p>")
    if feedback.reasons:
        title = "The rule" if len(feedback.reasons) == 1 else "The rules"
        parts.append(
            f'<div class="mw-why"><b>{title}</b><ul>' + "".join(map(reason_html, feedback.reasons)) + "</ul></div>"
        )
    for number, hint in enumerate(hints, start=1):
        parts.append(f'<div class="mw-hint"><b>Hint {number}.</b> {markdown(hint)}</div>')
    if solution is not None:
        parts.append(
            f'<div class="mw-hint" role="alert"><b>Solution.</b> {escape(solution.words)}{sums_html(solution.sums)}</div>'
        )
    return "".join([*parts, "</div>"])


def head_html(title: str, number: int, count: int, finished: bool) -> str:
    """The line above an exercise: its title, which one it is, and whether it is done."""
    done = '<span class="mw-done">✓ done</span>' if finished else ""
    place = f'<span class="mw-count">{number} of {count}</span>' if number else ""
    return f'<div class="mw-head"><h3>{escape(title)}</h3>{place}{done}</div>'


def board_words_html(lines: Sequence[str]) -> str:
    """The board in words, to be opened below it."""
    items = "".join(f"<li>{escape(line)}</li>" for line in lines)
    return f'<details class="mw-words"><summary>The board in words</summary><ul>{items}</ul></details>'
