"""What the command line and the JSON pipe answer: one function per question, plain data in and out."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from engine import mystic_wood as mw
from engine.faults import Fault, Faulty, UnreadableText
from engine.mystic_wood.material.ledger import reason
from engine.verdicts import IllegalAction
from tutor.rulings import find_rules, rule_entry

Request = Mapping[str, Any]


class Refused(Exception):
    """An action the rules refuse stopped the playing; ``answer`` says which and why, after the ``events`` that came before."""

    def __init__(self, verdict: mw.Verdict, events: tuple[mw.Event, ...] = ()) -> None:
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


def _situation(request: Request) -> mw.State:
    return mw.read(_text(request, "situation", "order = ['george']"))


def state_answer(state: mw.State, events: tuple[mw.Event, ...] = ()) -> dict[str, Any]:
    """A state as ``--json`` prints it after playing."""
    return {
        "state": mw.to_dict(state),
        "code": mw.code(state),
        "to_move": state.to_move,
        "decision": state.decision,
        "actions": state.actions(),
        "events": [event.as_dict() for event in events],
        "winner": state.winner,
        "winners": list(state.winners),
    }


def play(request: Request) -> dict[str, Any]:
    """Apply ``do`` in turn; the last state and all events. Raises Refused at the first action that is not legal."""
    state = _situation(request)
    actions = request.get("do", [])
    if not isinstance(actions, list) or not all(isinstance(action, str) for action in actions):
        raise UnreadableText(Fault("request, do", "'do' is no list of actions", 'Write "do": ["move north"].'))
    events: tuple[mw.Event, ...] = ()
    for action in actions:
        try:
            step = state.play(action)
        except IllegalAction as refusal:
            raise Refused(refusal.verdict, events) from None
        state = step.state
        events += step.events
    return state_answer(state, events)


def judge(request: Request) -> dict[str, Any]:
    """Whether an action is legal: every reason why not, or the rules it is allowed by and what it leads to."""
    state = _situation(request)
    verdict = state.judge(_text(request, "action", "meet elf"))
    found = verdict.as_dict()
    if verdict.legal:
        from tutor.apps.asking import rule_cause
        from tutor.apps.phrases import next_words

        step = state.play(verdict.action)
        rules = dict.fromkeys(rule for event in step.events for rule in event.rules)
        causes = [rule_cause(rule, state.edition) for rule in rules]
        found["allowed_by"] = [{"rule": c.rule, "text": c.text, "cite": c.cite} for c in causes]
        found["events"] = [event.as_dict() for event in step.events]
        found["then"] = next_words(step.state)
    return found


def order(request: Request) -> dict[str, Any]:
    """The encounter order of the area the Knight to move is in."""
    state = _situation(request)
    knight = state.knight(state.to_move or state.turn)
    return {
        "knight": knight.id,
        "area": knight.at,
        "order": mw.encounter_order(state),
        "not_met": {card: [reason(why, state.edition).as_dict()] for card, why in mw.not_met(state).items()},
    }


def odds(request: Request) -> dict[str, Any]:
    """Exact odds of an action. Raises Refused if it is not legal."""
    try:
        return mw.odds(_situation(request), _text(request, "action", "meet orc")).as_dict()
    except IllegalAction as refusal:
        raise Refused(refusal.verdict) from None


def compare(request: Request) -> dict[str, Any]:
    """One action judged in every edition, the situation read anew by the rules of each."""
    from tutor.apps.asking import editions, verdict_sentence
    from tutor.editor.half_built import state_data

    given = _situation(request)
    action = given.judge(_text(request, "action", "meet elf")).action
    answered: dict[str, Any] = {}
    named: set[str] = set()
    told = editions(state_data(given), action)
    for entry in told:
        named |= {cause.rule for cause in entry.causes}
        answered[entry.edition] = {
            "action": action, "legal": bool(entry.legal), "reasons": list(entry.reasons), "events": list(entry.events),
            "sentence": entry.sentence, **({"impossible": list(entry.faults)} if entry.faults else {}),
        }  # fmt: skip
    differ = len({entry.outcome for entry in told}) > 1
    behind = [s for s in mw.switches().values() if s.rule in named and len(set(map(str, s.values.values()))) > 1]
    switches = [{"name": s.name, "rule": s.rule, "what": s.what, "values": dict(s.values)} for s in behind] if differ else []
    return {"action": action, "differ": differ, "editions": answered, "switches": switches,
            "sentence": verdict_sentence(given, action, differ)}  # fmt: skip


def rule(request: Request) -> dict[str, Any]:
    """Rules of the ledger found by id, card, area or words, best first."""
    query = _text(request, "query", "joust") if "rule" not in request else _text(request, "rule", "joust.tower")
    found = find_rules(query)
    if not found:
        raise UnreadableText(
            Fault(f"rule {query!r}", "no rule is found by these words", "Try a card, an area, or a topic: joust.")
        )
    return {"query": query, "rules": [rule_entry(found_rule) for found_rule in found]}


def board(request: Request) -> dict[str, Any]:
    """The board as text and as an SVG picture."""
    from tutor.paint.svg import svg
    from tutor.paint.text import text
    from tutor.scene import board_scene

    state = _situation(request)
    return {"text": text(state), "svg": svg(board_scene(state))}


ANSWERS: Mapping[str, Callable[[Request], dict[str, Any]]] = {
    "play": play, "judge": judge, "order": order, "odds": odds, "compare": compare, "rule": rule, "board": board,
}  # fmt: skip


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
    except Refused as refused:
        return refused.answer
    except Faulty as faulty:
        return {"error": faulty.as_dict()}
