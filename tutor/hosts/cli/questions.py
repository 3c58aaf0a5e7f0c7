"""Commands that ask the rules of a situation: allowed or not, what follows, the odds, the order, the other edition."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any

from engine.text.faults import Fault, UnreadableText
from tutor.base.terminal import situation_text
from tutor.hosts.cli import answers
from tutor.hosts.cli.common import action_of, reason_lines, say, situation_of, told_events
from tutor.teach.exercise.answers import LONGEST_FRACTION, in_words
from tutor.teach.game import registry as games


def judge_command(options: argparse.Namespace) -> int:
    """``tutor judge``: whether an action is allowed, and why."""

    def words(data: dict[str, Any]) -> str:
        head = f"{data['action']}: {'legal' if data['legal'] else 'not allowed'}"
        if not data["legal"] or "then" not in data:  # not every game tells beforehand what would happen
            return "\n".join([head, *reason_lines(data["reasons"])])
        lines = [head, *(f"  {event['text']}" for event in data.get("events", ()))]
        lines += [f"  {data['then']}"] if "then" in data else []
        for cause in data.get("allowed_by", ()):
            lines += [f"  - {cause['text']}", f"    {cause['rule']}: {cause['cite']}"]
            if cause["ruling"] not in (None, cause["text"]):
                lines.append(f"    our ruling: {cause['ruling']}")
        return "\n".join(lines)

    situation = situation_of(options)
    data = answers.judge({"situation": situation, "action": action_of(situation, options.action)})
    return say(options, data, words)


def play_command(options: argparse.Namespace) -> int:
    """``tutor play``: what actions in turn lead to."""

    def words(data: dict[str, Any]) -> str:
        lines = told_events(data["events"])
        if data["decision"] == "over":
            lines.append(
                f"The game is over. {'Winner: ' + ', '.join(data['winners']) if data['winners'] else 'Nobody wins.'}"
            )
        else:
            who = ", ".join(data["deciders"]) or "chance"
            lines.append(f"Next: {who}. {', '.join(data['actions'])}")
        lines.append(data["code"])
        return "\n".join(lines)

    situation = situation_of(options)
    data = answers.play({"situation": situation, "do": [action_of(situation, action) for action in options.do]})
    return say(options, data, words)


def odds_command(options: argparse.Namespace) -> int:
    """``tutor odds``: the exact odds of an action, or the best chance of a goal."""
    if options.goal is not None:
        return _odds_of_goal(options)
    if options.action is None:
        fix = 'Name an action ("meet orc"), or a --goal ("george at c6").'
        raise UnreadableText(Fault("odds", "it is not said of what", fix))

    def words(data: dict[str, Any]) -> str:
        lines = [data["action"]]
        names = {
            "round": "this round",
            "fight": "the whole fight",
            "reactions": "reactions",
            "with_bonus": "if Guyon adds 1 wherever he can",
            "at_best": "if Guyon goes for it",
            "within": "free within so many throws",
            "dragons": "the dragon's strength",
            "portals": "the next portal",
            "falls": "loses all Health by it",
        }
        lines += [
            f"  {what}: {data[key]}" for key, what in (("outcome", "by chance"), ("right", "right")) if key in data
        ]
        for key, name in names.items():
            if key in data:
                chances = ", ".join(f"{what} {_readable(str(chance))}" for what, chance in data[key].items())
                lines.append(f"  {name}: {chances}")
        lines += [f"  assumed: {', '.join(data['assumed'])}"] if data.get("assumed") else []
        return "\n".join(lines if len(lines) > 1 else [*lines, "  nothing is thrown or turned up for it"])

    situation = situation_of(options)
    data = answers.odds({"situation": situation, "action": action_of(situation, options.action)})
    return say(options, data, words)


def _readable(chance: str) -> str:
    """A chance as it is exactly, or rounded where the fraction is too long to be read (exactly with --json)."""
    return chance if len(chance) <= LONGEST_FRACTION else in_words(Fraction(chance))


#: How many actions are listed after the best.
RUNNERS_UP = 5


def _odds_of_goal(options: argparse.Namespace) -> int:
    def words(data: dict[str, Any]) -> str:
        name = data["who"].capitalize()
        turns = f"within {data['turns']} turns of {name}'s" if data["turns"] > 1 else f"before {name}'s turn ends"
        if data["holds"]:
            return f"{data['goal']}: that is so already."
        first = f" after “{data['action']}”" if "action" in data else ""
        known = ", nobody exploring" if data["known"] else ""
        lines = [f"{data['goal']}, {turns}{first}{known}: {_chances(data)}"]
        if not data["proved"]:
            spent = f"{data['steps']:,} steps and {data['moments']:,} moments"
            lines += _sampled(data)
            lines.append(f"  Looked through: {spent}. {_may_prove(data)}")
        if data["against"]:
            against = " and ".join(map(str.capitalize, data["against"]))
            lines.append(f"  {against} {'plays' if len(data['against']) == 1 else 'play'} against it.")
        tried = data.get("actions", [])
        if tried:
            decides = (data["decides"] or "").capitalize() or "whoever decides"
            found = f"Best for {decides}" if data["best"] else f"What is best for {decides} is not proved"
            lines.append("Nothing that can be done first helps:" if data["high"] == "0" else f"{found}:")
        named = len(data.get("best", ())) + RUNNERS_UP
        for one in tried[:named]:
            mark = "*" if one["action"] in data["best"] else " "
            lines.append(f"{mark} {one['action']}: {_chances(one)}  [{', '.join(one['rules'])}]")
        if len(tried) > named:
            lines.append(f"  and {len(tried) - named} more, not known to be better (all with --json)")
        if "way" in data:
            lines.append("One way it comes true:")
        for one in data.get("way", ()):
            lines.append(f"> {one['action']}")
            lines += [f"  {line}" for line in told_events(one["events"])]
        return "\n".join(lines)

    asked: dict[str, Any] = {
        "situation": situation_of(options),
        "goal": options.goal,
        "turns": options.turns,
        **_budget(options.budget),
    }
    if options.action is not None:
        asked["action"] = action_of(asked["situation"], options.action)
    if options.known:
        asked["known"] = True
    return say(options, answers.odds(asked), words)


def _budget(text: str) -> dict[str, int]:
    """How much may be looked through, of what is written after ``--budget``: steps, or seconds."""
    budget = text.strip().lower()
    number = budget.removesuffix("s").replace(",", "").replace("_", "").strip()
    if not number.isdecimal() or len(number) > 9:
        fix = "Give a number of steps (40000), or of seconds (20s)."
        raise UnreadableText(Fault("--budget", f"{text!r} is no budget", fix))
    return {"seconds": int(number), "budget": answers.MOST_STEPS} if budget.endswith("s") else {"budget": int(number)}


def _sampled(data: dict[str, Any]) -> list[str]:
    """The sampled estimate beside open bounds, with half its 95 % interval; none where nothing was sampled."""
    if "estimate" not in data:
        return []
    sample = data["estimate"]
    return [
        f"  Sampled: {100 * sample['mean']:.3g} % ± {100 * sample['error']:.2g} % in {sample['plays']:,} plays that follow these "
        "bounds; an estimate, no proof."
    ]


def _may_prove(data: dict[str, Any]) -> str:
    """What may prove a chance that has stayed open."""
    known = "" if data["known"] else "--known, "
    return f"A larger --budget, {known}fewer turns or a smaller position may prove it."


def _chances(found: dict[str, Any]) -> str:
    """A chance as a fraction and in percent, or the bounds it lies between."""

    def told(text: str) -> str:
        short = "/" in text and len(text) <= LONGEST_FRACTION
        return f"{text} ({float(100 * Fraction(text)):.4g} %)" if short else in_words(Fraction(text))

    return (
        told(found["low"]) if found["proved"] else f"not proved: between {told(found['low'])} and {told(found['high'])}"
    )


def order_command(options: argparse.Namespace) -> int:
    """``tutor order``: in which order the Knight meets whom."""
    situation = situation_text(options.file, games.is_code)

    def words(data: dict[str, Any]) -> str:
        called = games.teachable(games.name_of_game(situation)).called
        who = f"{called(data['knight'])} at {data['area']} meets"
        lines = [f"{who}, in this order:" if data["order"] else f"{who} nobody."]
        lines += [f"  {n}. {' or '.join(map(called, place))}" for n, place in enumerate(data["order"], start=1)]
        for card, reasons in data["not_met"].items():
            lines += [f"Not met: {called(card)}", *reason_lines(reasons)]
        return "\n".join(lines)

    return say(options, answers.order({"situation": situation}), words)


def _values(values: dict[str, Any]) -> str:
    said = {True: "yes", False: "no"}
    return ", ".join(f"{e} {said[v] if isinstance(v, bool) else ', '.join(v)}" for e, v in values.items())


def compare_command(options: argparse.Namespace) -> int:
    """``tutor compare``: the same question in every edition."""

    def words(data: dict[str, Any]) -> str:
        lines = [data["sentence"]]
        for edition, verdict in data["editions"].items():
            lines.append(f"{edition}: {verdict['sentence']}")
            if "error" in verdict:
                lines.append(f"  {verdict['error']['what']}. {verdict['error']['fix']}")
            lines += [*reason_lines(verdict["reasons"]), *(f"  {event}" for event in verdict["events"])]
        lines += [f"They differ by {s['rule']}: {s['what']}: {_values(s['values'])}." for s in data["switches"]]
        return "\n".join(lines)

    situation = situation_text(options.file, games.is_code)
    data = answers.compare({"situation": situation, "action": action_of(situation, options.action)})
    return say(options, data, words)


def ask_command(options: argparse.Namespace) -> int:
    """``tutor ask``: a question in everyday words."""
    data = answers.ask({"situation": situation_of(options), "words": " ".join(options.words)})
    return say(options, data, lambda found: "\n".join(_asked(found)))


def _asked(found: dict[str, Any]) -> Iterator[str]:
    """An answer to a question in words, or what it may mean, line by line."""
    yield from found["notes"]
    if answer := found.get("answer"):
        yield found["offered"][0]["asks"]
        yield from _answer_lines(answer)
    elif found["offered"]:
        yield "Do you mean one of these? Ask it in these words."
        for one in found["offered"]:
            yield f"  {one['asks']}"
            yield from (f"    {line}" for line in _answer_lines(one.get("answer", {}), 1))


def _answer_lines(answer: Mapping[str, Any], most: int | None = None) -> Iterator[str]:
    """An answer: yes or no if it is one, at most so many lines, and the rules behind it; nothing for an empty one."""
    if "legal" in answer:
        yield "Yes." if answer["legal"] else "No."
    yield from (f"  {line}" for line in answer.get("lines", ())[:most])
    if answer.get("rules"):
        yield f"  [{', '.join(answer['rules'][:most])}]"
