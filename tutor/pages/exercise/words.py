"""Feedback, prompts and dice as HTML. Pure functions: what they are given is all they show."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from html import escape
from itertools import groupby

from engine.contract.events import Event
from engine.contract.verdicts import Reason
from engine.text.faults import cap
from tutor.base.prose import markdown, plain
from tutor.pages.exercise.shown import VerdictShown
from tutor.teach.exercise.feedback import Feedback, Outcome
from tutor.teach.exercise.playing import sums_in
from tutor.teach.exercise.session import PRAISE, Solution
from tutor.teach.game.teachable import Teachable

#: What is said above the words of an outcome; the sign before it tells the same without colour.
HEADINGS = {
    Outcome.RIGHT: ("right", "✓ Right"),
    Outcome.WRONG: ("wrong", "✗ Not so"),
    Outcome.PROGRESS: ("progress", "… On the way"),
    Outcome.NOTED: ("noted", "✎ Noted"),
    Outcome.CANNOT_CHECK: ("cannot", "? I cannot read that"),
}
_SIGNS = {"right": "✓", "wrong": "✗", "progress": "…", "noted": "✎", "cannot": "?"}
#: The way from a lesson's notebook to where rules are explained.
UP = "../"


def rule_mark(game: Teachable, rule: str) -> str:
    """The name of a rule, which leads to its page among the rulings."""
    return f'<a class="mw-rule" href="{UP}{game.rulings_page}#{_anchor(rule)}">{escape(rule)}</a>'


def _anchor(rule: str) -> str:
    return escape(rule, quote=True)


RULING_MARK = '<span class="mw-ruling">our ruling</span>'


def is_ruling(game: Teachable, rule: str, edition: str) -> bool:
    """Whether a rule is ours where this edition's text is silent."""
    return rule in game.ledger and game.cite(rule, edition).ruling


def reason_html(game: Teachable, reason: Reason) -> str:
    """A reason: words, citation and rule, and whether it is our ruling."""
    rule = game.ledger.get(reason.rule)
    added = rule is not None and rule.ruling is not None and not reason.ruling and rule.ruling != reason.text
    ruling = f"{RULING_MARK} " if reason.ruling else ""
    more = f"<br>{RULING_MARK} {escape(rule.ruling or '')}" if rule is not None and added else ""
    cited = f"<span class='mw-cite'>{escape(reason.cite)}</span> {rule_mark(game, reason.rule)}"
    return f"<li>{ruling}{escape(reason.text)} {cited}{more}</li>"


def events_html(game: Teachable, events: Sequence[Event], edition: str) -> str:
    """What happened, a line each; what happened several times running is told once, and how often. Scores stand by themselves."""
    lines = []
    seen = [event for event in events if event.kind != "turn"]  # whose turn it is shows by itself
    for _, same in groupby(seen, key=lambda event: (event.kind, event.who, event.what, event.sums)):
        told = list(same)
        several = told[-1:] if len(told) > 2 or len({event.text for event in told}) == 1 else told
        often = f" <span class='mw-often'>({len(told)} times in all)</span>" if len(several) < len(told) else ""
        for event in several:
            sums = sums_in((event,))
            ruling = f" {RULING_MARK}" if any(is_ruling(game, rule, edition) for rule in event.rules[:1]) else ""
            lines.append(f"<li>{sums_html(sums) if sums else escape(event.text)}{often}{ruling}</li>")
    return f"<ul class='mw-events'>{''.join(lines)}</ul>" if lines else ""


_PIPS = {1: "e", 2: "ai", 3: "aei", 4: "acgi", 5: "acegi", 6: "acdfgi"}
_SPOT = {letter: (22 + 28 * (n % 3), 22 + 28 * (n // 3)) for n, letter in enumerate("abcdefghi")}


def die_html(pips: int, whose: str = "") -> str:
    """A die that shows so many pips, with its number for those who do not see it, and whose it is below."""
    spots = "".join(f'<circle cx="{_SPOT[p][0]}" cy="{_SPOT[p][1]}" r="9" fill="#231f1a"/>' for p in _PIPS[pips])
    picture = (
        f'<svg viewBox="0 0 100 100" role="img" aria-label="die: {pips}"><title>die: {pips}</title>'
        f'<rect x="4" y="4" width="92" height="92" rx="18" fill="#fffaf0" stroke="#8d7f63" stroke-width="4"/>{spots}</svg>'
    )
    return f'<figure class="mw-die">{picture}<figcaption>{escape(whose)}</figcaption></figure>'


def dice_html(game: Teachable, throws: Iterable[Sequence[int]], events: Sequence[Event] = ()) -> str:
    """All dice thrown, a group for each throw, each die with the name of whoever threw it as far as the events tell."""
    told = [event for event in events if event.dice]
    groups = []
    for throw in throws:
        event = next((event for event in told if tuple(event.dice) == tuple(throw)), None)
        names = (
            [] if event is None else [side.name for side in event.sums] or [game.called(knight) for knight in event.who]
        )
        whose = [*names, "", ""] if len(names) == len(throw) else [""] * len(throw)
        dice = "".join(die_html(pips, whose[n]) for n, pips in enumerate(throw))
        groups.append(f'<div class="mw-throw">{dice}</div>')
    return f'<div class="mw-dice">{"".join(groups)}</div>' if groups else ""


def sums_html(sums: Iterable[str]) -> str:
    """How scores come about, one line each."""
    return "".join(f'<div class="mw-sum">{escape(line)}</div>' for line in sums)


def assumed_html(game: Teachable, text: str) -> str:
    """A line that marks the assumed values a text speaks of; "" if it speaks of none."""
    cards = game.assumed(text)
    if not cards:
        return ""
    which = " and ".join(cards)
    return f'<p class="mw-fixed">* {escape(which)}: the value is assumed, since no text gives it.</p>'


def why_html(
    game: Teachable, reasons: Sequence[Reason], events: Sequence[Event], edition: str, first: Sequence[str] = ()
) -> str:
    """The rules behind an answer, each once: those of the exercise first, then those of the reasons and of what happened."""
    named = {reason.rule for reason in reasons}
    others = dict.fromkeys(
        rule for rule in (*first, *(rule for event in events for rule in event.rules)) if rule in game.ledger
    )
    told = [*dict.fromkeys(reasons), *(game.cite(rule, edition) for rule in others if rule not in named)]
    told.sort(key=lambda reason: reason.rule not in first)
    return f"<ul>{''.join(reason_html(game, reason) for reason in told)}</ul>" if told else ""


def _in_front(reason: str) -> str:
    """A reason without what is for those who write actions or look up rules: that stands behind "Why?"."""
    return cap(re.sub(r" \('[a-z -]+'\)|, as edition\.silent says|^By the rule book's example [A-Z]: ", "", reason))


def _reason_in_front(kind: str, feedback: Feedback) -> list[str]:
    """A refusal says its reason in plain words, and praise alone teaches nothing; all rules stand behind "Why?"."""
    first = [reason.text for reason in feedback.reasons[:1]]
    if kind == "wrong" and not feedback.events and not feedback.own:
        return [text for text in first if text not in feedback.text]
    return first if kind == "right" and feedback.text.partition(" Played here")[0] in PRAISE else []


def verdict_of(
    game: Teachable,
    feedback: Feedback,
    edition: str,
    *,
    taught: Sequence[str] = (),
    idle: str = "",
    hints: Sequence[str] = (),
    solution: Solution | None = None,
    fixed: bool = False,
    trouble: str = "",
    note: str = "",
) -> VerdictShown:
    """The panel beside the board: the outcome, what happened, the rules behind it folded away, and the help asked for.

    ``note`` is for who wants to know more: it stands with the rules.
    """
    kind, heading = HEADINGS.get(feedback.outcome, ("idle", ""))
    if feedback.heading:
        heading = f"{_SIGNS.get(kind, '')} {feedback.heading}".strip()
    parts = [markdown(feedback.text or (idle if kind == "idle" else ""))]
    # Where it is right to be refused, one hears the refusal first.
    if kind == "right" and feedback.refutation is not None:
        parts[:0] = [f'<p class="mw-refused">{escape(_in_front(reason.text))}</p>' for reason in feedback.reasons[:1]]
    told = sums_in(feedback.events)
    parts.append(dice_html(game, feedback.dice, feedback.events))
    parts.append(sums_html(line for line in feedback.reckoning if line not in told))
    # Where the lesson tells a scene in its own words, what happens is not said twice: it stands behind "Why?".
    own = feedback.own and kind != "wrong"
    aside = tuple(event for event in feedback.events if own and not sums_in((event,)))
    parts.append(events_html(game, [event for event in feedback.events if event not in aside], edition))
    parts += [f"<p>{escape(_in_front(text))}</p>" for text in _reason_in_front(kind, feedback)]
    notes = assumed_html(
        game, " ".join([feedback.text, *told, *feedback.reckoning, *(e.text for e in feedback.events)])
    )
    notes += markdown(note) if note and kind != "idle" else ""
    if fixed:
        parts.append('<p class="mw-fixed">What chance brings here is fixed by the lesson.</p>')
    if trouble:
        parts.append(f'<p class="mw-trouble" role="alert">{escape(trouble)}</p>')
    hints = () if kind == "right" else hints  # in the best moment they are noise
    asked = [f'<div class="mw-hint"><b>Hint {n}.</b> {markdown(hint)}</div>' for n, hint in enumerate(hints, start=1)]
    if solution is not None:
        asked.append(f'<div class="mw-hint"><b>Solution.</b> {escape(solution.words)}{sums_html(solution.sums)}</div>')
    first = taught if kind in ("right", "wrong", "progress") else ()
    if kind == "wrong" and feedback.reasons:
        first = [reason.rule for reason in feedback.reasons]
    named = feedback.events if kind != "wrong" or not feedback.reasons else ()
    ruling = any(reason.ruling for reason in feedback.reasons)
    why = events_html(game, aside, edition) + why_html(game, feedback.reasons, named, edition, first) + notes
    return VerdictShown(
        kind,
        heading,
        "".join(parts),
        why,
        ruling,
        "".join(asked),
        f"{heading.lstrip('✓✗…? ')}. {plain(feedback.text)}" if heading else "",
    )
