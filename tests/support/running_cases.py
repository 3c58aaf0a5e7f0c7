"""Runs worked cases (:mod:`tutor.content.cases`): what is done or asked, and whether what must then be true is so."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any

Answer = Callable[[Mapping[str, Any]], dict[str, Any]]

_KNIGHT: Mapping[str, Any] = {
    "at": "c1",
    "came_from": None,
    "things": [],
    "companions": [],
    "prowess_cards": [],
    "horse": False,
    "grail": False,
    "blessing": False,
    "inside": False,
    "imprisoned": False,
    "captured": False,
    "king": False,
    "quest_done": False,
    "must_rescue": [],
    "ignored_by": [],
    "fighting": None,
    "arrived": "walked",
    "prayer_turns": 0,
    "cave_turns": 0,
}
_AREA: Mapping[str, Any] = {"face": "up", "denizens": [], "things": [], "storm": 0, "turned": False, "drawn": True}
_PLAIN = {"Fraction": Fraction, "len": len, "set": set, "sorted": sorted, "any": any, "all": all}


def run_case(case: Mapping[str, Any], answer: Answer) -> list[str]:
    """Run one case through ``answer``; the expectations that are not met (none: the case passes).

    An expectation is a Python expression over ``k('george')``, ``a('c2')``, ``turn``, ``to_move``, ``decision``, ``actions``,
    ``events``, ``rules``, ``winner``, ``refused``, ``why``, ``legal``, ``reasons``, ``order``, ``odds`` and ``error``.
    """
    names: dict[str, Any] = {"refused": None, "why": [], "events": [], "rules": [], **_PLAIN}
    final = _ask(case, answer, names)
    if "error" in final:
        names["error"] = final["error"]
        if not any("error" in expectation for expectation in case["expect"]):
            return [f"error: {final['error']}"]
    if "state" in final:
        names.update(_of_state(final))
        names["rules"] = [*names["rules"], *(rule for event in names["events"] for rule in event["rules"])]
    failed = []
    for expectation in case["expect"]:
        try:
            met = eval(expectation, {"__builtins__": {}}, names)
        except (NameError, KeyError, TypeError, AttributeError, IndexError) as problem:
            failed.append(f"{expectation}  ({type(problem).__name__}: {problem})")
            continue
        if not met:
            failed.append(expectation)
    return failed


def _ask(case: Mapping[str, Any], answer: Answer, names: dict[str, Any]) -> dict[str, Any]:
    text = case["situation"]
    if "judge" in case:
        final = answer({"cmd": "judge", "situation": text, "action": case["judge"]})
        names.update(legal=final.get("legal"), reasons=final.get("reasons", []))
        names["rules"] = [reason["rule"] for reason in final.get("reasons", [])]
        return final
    if case.get("order"):
        final = answer({"cmd": "order", "situation": text})
        names["order"] = [sorted(place) for place in final.get("order", [])]
        return final
    if "odds" in case:
        final = answer({"cmd": "odds", "situation": text, "action": case["odds"]})
        names["odds"] = _fractions({key: final[key] for key in ("round", "fight", "reactions") if key in final})
        return final
    return _play(text, case["do"], answer, names)


def _play(text: str, actions: Sequence[str], answer: Answer, names: dict[str, Any]) -> dict[str, Any]:
    final = answer({"cmd": "play", "situation": text, "do": []})
    for action in actions:
        if action.startswith("?"):
            if action[1:] not in final.get("actions", []):
                continue
            action = action[1:]
        if "code" not in final:
            break
        step = answer({"cmd": "play", "situation": final["code"], "do": [action]})
        if "refused" in step:
            names.update(
                refused=step["refused"]["action"], why=[reason["rule"] for reason in step["refused"]["reasons"]]
            )
            break
        if "error" in step:
            return step
        names["events"] = [*names["events"], *step["events"]]
        final = step
    return final


def _of_state(final: Mapping[str, Any]) -> dict[str, Any]:
    state = final["state"]
    return {
        "state": state,
        "turn": state.get("turn"),
        **{
            key: final.get(key)
            for key in ("to_move", "deciders", "undisclosed", "decision", "actions", "winner", "code")
        },
        "k": lambda name: {**_KNIGHT, **state.get("knights", {}).get(name, {})},
        "a": lambda name: {**_AREA, **state.get("areas", {}).get(name, {"face": "down"})},
    }


def _fractions(value: Any) -> Any:
    return {key: _fractions(entry) for key, entry in value.items()} if isinstance(value, Mapping) else Fraction(value)
