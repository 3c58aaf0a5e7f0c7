"""What the command line and the JSON pipe answer: one function per question, plain data in and out."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from engine.chance.search import BUDGET, Prospect, Search
from engine.contract.events import Event, rules_of
from engine.contract.face import Game
from engine.contract.game import first_decider
from engine.contract.verdicts import IllegalAction, Verdict
from engine.text.faults import Fault, Faulty, UnreadableText, shown
from tutor.content.rulings import find_rules, rule_entry
from tutor.teach.game import registry as games
from tutor.teach.language import ANSWERED, Meaning, Talk

Request = Mapping[str, Any]
#: The most steps a search may play: it keeps all it has met.
MOST_STEPS = 1_000_000
#: Steps of sampled plays for an answer that is not proved: as many as the search has used, within these limits.
FEWEST_SAMPLED, MOST_SAMPLED = 1_000, 20_000


class ActionRefused(Exception):
    """An action the rules refuse stopped the playing; ``answer`` says which and why, after the ``events`` that came before."""

    def __init__(self, verdict: Verdict, events: tuple[Event, ...] = ()) -> None:
        self.answer: dict[str, Any] = {
            "refused": {"action": verdict.action, "reasons": [reason.as_dict() for reason in verdict.reasons]}
        }
        if events:
            self.answer["events"] = [event.as_dict() for event in events]
        super().__init__(str(verdict))


def _text(request: Request, key: str, example: str) -> str:
    value = request.get(key)
    if not isinstance(value, str):
        what = f"{key!r} is missing" if value is None else f"{key!r} is no text"
        raise UnreadableText(Fault(f"request, {key}", what, f"Write {key!r}: {example!r}."))
    return value


def _situation(request: Request) -> tuple[Any, Any]:
    """The game a request's situation is of, and its state."""
    text = _text(request, "situation", "order = ['george']")
    game = games.game_of(text)
    return game, game.read(text)


def state_answer(game: Game[Any], state: Any, events: tuple[Event, ...] = ()) -> dict[str, Any]:
    """A state as ``--json`` prints it after playing."""
    return {
        "state": game.to_dict(state),
        "code": game.code(state),
        "to_move": state.to_move,
        "deciders": list(state.deciders),
        "undisclosed": state.undisclosed,
        "decision": state.decision,
        "actions": state.actions(),
        "events": [event.as_dict() for event in events],
        "winner": state.winner,
        "winners": list(state.winners),
    }


def play(request: Request) -> dict[str, Any]:
    """Apply ``do`` in turn; the last state and all events. Raises Refused at the first action that is not legal."""
    game, state = _situation(request)
    actions = request.get("do", [])
    if not isinstance(actions, list) or not all(isinstance(action, str) for action in actions):
        raise UnreadableText(Fault("request, do", "'do' is no list of actions", 'Write "do": ["move north"].'))
    events: tuple[Event, ...] = ()
    for action in actions:
        try:
            step = state.play(action)
        except IllegalAction as refusal:
            raise ActionRefused(refusal.verdict, events) from None
        state = step.state
        events += step.events
    return state_answer(game, state, events)


def judge(request: Request) -> dict[str, Any]:
    """Whether an action is legal: every reason why not, or the rules it is allowed by and what it leads to."""
    game, state = _situation(request)
    verdict: Verdict = state.judge(_text(request, "action", "meet elf"))
    found = verdict.as_dict()
    if verdict.legal:
        front = games.teachable(game.NAME)
        who = first_decider(state) if "secrets" in front.OFFERS else None
        step = (state.seen_by(who) if who else state).play(verdict.action)  # what he cannot know is not foretold
        by = [game.ledger()[rule] for rule in rules_of(step.events)]
        edition = state.edition
        found["allowed_by"] = [
            {"rule": r.id, "text": r.played(edition), "cite": r.citation(edition), "ruling": r.ruling} for r in by
        ]
        found["events"] = [event.as_dict() for event in step.events]
        found["then"] = front.next_words(step.state)
    return found


def order(request: Request) -> dict[str, Any]:
    """The encounter order of the area the Knight to move is in."""
    game, state = _situation(request)
    return games.question(game.NAME, "order")(state, request)


def odds(request: Request) -> dict[str, Any]:
    """Exact odds of an action, or the chance of a ``goal`` within ``turns``. Raises Refused if the action is not legal."""
    game, state = _situation(request)
    try:
        if "goal" in request:
            return _prospects(game, state, request)
        found: dict[str, Any] = game.odds(state, _text(request, "action", "meet orc")).as_dict()
        return found
    except IllegalAction as refusal:
        raise ActionRefused(refusal.verdict) from None


def _prospects(game: Game[Any], state: Any, request: Request) -> dict[str, Any]:
    """The best chance of a goal, and what to begin with; where ``action`` is given, the chance if that is done first."""
    wanted = games.teachable(game.NAME).read_goal(_text(request, "goal", "george beats dragon"), state)
    turns = _number(request, "turns", 99) or 1
    budget, seconds = _number(request, "budget", MOST_STEPS) or BUDGET, _number(request, "seconds", 86_400)
    told = dict(wanted.known)
    if request.get("known"):
        games.require(game.NAME, "known")
        told["known"] = True
    search = game.search(state, wanted.goal, wanted.who, budget, seconds, **told)
    found: dict[str, Any] = {
        "goal": wanted.told,
        "who": wanted.who,
        "turns": turns,
        "known": "known" in told,
        "against": [seat for seat in state.order if seat not in search.friends],
        "holds": search.holds(),
    }
    if "action" in request:
        verdict = state.judge(_text(request, "action", "meet orc"))
        found["action"] = verdict.action
        found |= _chance(search.after(verdict.action, turns))
    else:
        plan = search.plan(turns)
        found |= _chance(plan.whole)
        found["decides"] = state.to_move
        found["best"] = list(plan.best)
        found["actions"] = [
            {"action": action, **_chance(chance), "rules": _rules(search.state, action)}
            for action, chance in plan.actions
        ]
    first = request.get("action") or next(
        (action["action"] for action in found["actions"] if action["low"] != "0"), None
    )
    if first is not None and not found["holds"] and found["low"] != "0":
        found["way"] = _way(search.state, search.line(first, turns))
    found |= {"steps": search.steps, "moments": search.moments}
    if not found["proved"] and "action" not in request:
        found["estimate"] = _sampled(search, turns)
    return found


def _sampled(search: Search[Any], turns: int) -> dict[str, Any]:
    """A sampled value between bounds that have not met: its error is half a 95 % interval; the same on every machine."""
    sample = search.estimate(turns, min(max(search.steps, FEWEST_SAMPLED), MOST_SAMPLED))
    return {"mean": round(sample.mean, 4), "error": round(sample.error, 4), "plays": sample.plays}


def _number(request: Request, key: str, most: int) -> int | None:
    value = request.get(key)
    if value is None:
        return None
    if not isinstance(value, int) or isinstance(value, bool) or not 1 <= value <= most:
        raise UnreadableText(Fault(key, f"{shown(value)} will not do", f"Give a whole number from 1 to {most}."))
    return value


def _chance(found: Prospect) -> dict[str, Any]:
    return {"low": str(found.low), "high": str(found.high), "proved": found.proved}


def _rules(state: Any, action: str) -> list[str]:
    return list(rules_of(state.play(action).events))


def _way(state: Any, actions: Sequence[str]) -> list[dict[str, Any]]:
    """One way a goal comes true, action by action, with what happens and by which rules."""
    told = []
    for action in actions:
        step = state.play(action)
        told.append({"who": state.to_move, "action": step.action, "events": [event.as_dict() for event in step.events]})
        state = step.state
    return told


def compare(request: Request) -> dict[str, Any]:
    """One action judged in every edition, the situation read anew by the rules of each, in sentences too."""
    game, state = _situation(request)
    _text(request, "action", "meet elf")
    return games.question(game.NAME, "compare")(state, request)


def ask(request: Request) -> dict[str, Any]:
    """A question in everyday words (``words``): the answer where that is sure, else what can be meant (``offered``), the
    likeliest each with its answer."""
    game, state = _situation(request)
    words = _text(request, "words", "may I take the lance?")
    try:
        talk = games.teachable(game.NAME).talk
    except LookupError as lacks:
        fault = Fault("words", str(lacks.args[0]), "Ask about an action: tutor judge.", "no-such-question")
        raise UnreadableText(fault) from None
    found = talk.understood(words, state)
    said = [talk.question_words(state, one.kind, one.what, one.who) for one in found.meanings]
    offered: list[dict[str, Any]] = [
        {"asks": asks, "kind": one.kind, "about": one.what, "who": one.who or None}
        for one, asks in zip(found.meanings, said, strict=True)
    ]
    for one, meant in zip(offered[:ANSWERED], found.meanings, strict=False):
        if not found.sure and not meant.who:
            one["answer"] = _answered(request, game, talk, state, meant)
    told: dict[str, Any] = {"sure": found.sure, "notes": list(found.notes), "offered": offered}
    if found.sure and not found.meanings[0].who:
        told["answer"] = _answered(request, game, talk, state, found.meanings[0])
    return told


def _answered(request: Request, game: Game[Any], talk: Talk, state: Any, meant: Meaning) -> dict[str, Any]:
    """The answer to what is meant: sentences, and the ids of the rules behind them."""
    if meant.kind == "rule":
        told_rules = [game.ledger()[rule] for rule in meant.what.split()]
        lines = [line for rule in told_rules for line in (rule.played(state.edition), rule.citation(state.edition))]
        return {"lines": lines, "rules": [rule.id for rule in told_rules]}
    if meant.kind in ("card", "fact"):
        told = talk.told(state, meant.kind, meant.what)
        return {"lines": [told.sentence, *told.lines], "rules": list(told.rules)}
    if meant.kind == "order":
        return {"lines": [" or ".join(place) for place in order(request)["order"]], "rules": []}
    verdict = state.judge(meant.what)
    if not verdict.legal:
        return {"legal": False, "lines": [reason.text for reason in verdict.reasons], "rules": list(verdict.rules)}
    events = state.play(verdict.action).events
    rules = rules_of(events)
    return {"legal": True, "lines": [event.text for event in events], "rules": list(rules)}


def rule(request: Request) -> dict[str, Any]:
    """Rules of one game's ledger found by id, card, area or words, best first."""
    name = _text(request, "game", games.FIRST) if "game" in request else games.FIRST
    query = _text(request, "query", "joust") if "rule" not in request else _text(request, "rule", "joust.tower")
    found = find_rules(query, game=name)
    if not found:
        topics = dict.fromkeys(rule.topic for rule in games.game(name).ledger().values())
        fix = f"Try words of a rule, or a topic: {', '.join(topics)}."
        raise UnreadableText(Fault(f"rule {query!r}", "no rule is found by these words", fix))
    return {"query": query, "rules": [rule_entry(found_rule, name) for found_rule in found]}


def board(request: Request) -> dict[str, Any]:
    """The board as text and as an SVG picture."""
    game, state = _situation(request)
    front = games.teachable(game.NAME)
    return {"text": front.board_text(state), "svg": front.whole_board(state)}


ANSWERS: Mapping[str, Callable[[Request], dict[str, Any]]] = {
    "play": play,
    "judge": judge,
    "order": order,
    "odds": odds,
    "compare": compare,
    "ask": ask,
    "rule": rule,
    "board": board,
}


def answer(request: object) -> dict[str, Any]:
    """One answer to one request; a bad request is answered with an ``error`` object, a refused action with ``refused``."""
    try:
        if not isinstance(request, Mapping):
            raise UnreadableText(
                Fault("request", "it is no JSON object", 'Write {"cmd": "judge", "situation": ..., "action": ...}.')
            )
        command = request.get("cmd")
        if not isinstance(command, str) or command not in ANSWERS:
            raise UnreadableText(
                Fault("request, cmd", f"there is no command {command!r}", f"Commands: {', '.join(ANSWERS)}.")
            )
        return ANSWERS[command](request)
    except ActionRefused as refused:
        return refused.answer
    except Faulty as faulty:
        return {"error": faulty.as_dict()}
