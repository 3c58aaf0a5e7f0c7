"""What touching the map of the Willow game may mean, allowed or not, and where a refusal comes from."""

from __future__ import annotations

from collections.abc import Iterator

from engine import willow
from engine.contract.verdicts import Verdict
from engine.text.faults import UnreadableText
from engine.willow.position.table import UNKNOWN
from tutor.teach.game.teachable import Refutation

#: The most tries of one moment that are looked at; a fight over a full hand has more than anybody would try.
_MOST = 60


def movers(state: willow.State, seat: str) -> list[str]:
    """Whose move a touch of the map means: the characters of the seat, those first who can still go somewhere."""
    if state.moment != "move" or seat not in state.deciders:
        return []
    own = [one for one in dict(state.controls).get(seat, ()) if state.character(one).side == state.side]
    able = {action.split()[0] for action in state.actions(seat) if action.split()[1:2] in (["moves"], ["searches"])}
    return sorted(own, key=lambda name: (name not in able, state.character(name).spent == 0, own.index(name)))


def _going(state: willow.State, who: str, place: str) -> str:
    """A step into a space, or the search for it."""
    step = f"{who} moves {place}"
    rules = state.judge(step).rules
    return f"{who} searches {place}" if {"move.places-need-find"} & {*rules} else step


def ways_meant(state: willow.State, seat: str) -> Iterator[str]:
    """For each character of the seat every space beside him, entered or searched for, allowed or not."""
    for who in movers(state, seat):
        for place in state.material.next_to[state.character(who).at]:
            yield f"{who} moves {place}"
            if state.material.places[place].of_power:
                yield f"{who} searches {place}"
        if state.character(who).side == "evil":
            yield f"{who} searches here"


def targets(state: willow.State, seat: str) -> tuple[str, ...]:
    """What can be touched: the spaces somebody could go to, and who can be named or aimed at."""
    if state.moment in ("champions", "foe"):
        return tuple(f"character:{one.id}" for one in state.characters)
    if state.moment == "move" and seat in state.deciders:
        return tuple(f"space:{place}" for place in state.material.places)
    return ()


def meant(state: willow.State, seat: str, target: str) -> str | None:
    """The action that touching something stands for: a legal one that leads there, else the way that was meant; None for none."""
    kind, _, name = target.partition(":")
    legal = state.actions(seat)
    if kind == "character" and name in state.material.characters:
        champion = f"champion {name}"
        if state.moment in ("champions", "foe"):
            return champion
        return next((action for action in legal if name in action.split()[2:]), None)
    if name not in state.material.places:
        return None
    here = [action for action in legal if _leads_to(state, action, name)]
    if here:
        return min(here, key=lambda action: (_rank(state, seat, action), len(action.split()), legal.index(action)))
    ways = [_going(state, who, name) for who in movers(state, seat)]
    return min(ways, key=lambda way: len(state.judge(way).reasons)) if ways else None


def going(state: willow.State, seat: str, place: str) -> list[str]:
    """All that touching a space may stand for: the legal ways there, alone and with each company, whoever can still go
    first; where there are none, what each character of the seat would try."""
    here = [action for action in state.actions(seat) if _leads_to(state, action, place)]
    if here:
        return sorted(here, key=lambda action: (_rank(state, seat, action), len(action.split())))
    if place not in state.material.places:
        return []
    return list(dict.fromkeys(_going(state, who, place) for who in movers(state, seat)))


def _rank(state: willow.State, seat: str, action: str) -> int:
    order, who = movers(state, seat), action.split(maxsplit=1)[0]
    return order.index(who) if who in order else len(order)


def _leads_to(state: willow.State, action: str, place: str) -> bool:
    """Whether an action is a step into a space, or the search for it."""
    words = action.split()
    if words[1:2] == ["searches"] and words[2:3] == ["here"]:
        return words[0] in state.material.characters and state.character(words[0]).at == place
    return words[1:3] in (["moves", place], ["searches", place])


def tries(state: willow.State, seat: str) -> tuple[str, ...]:
    """What one might well try here, legal or not."""
    found = [*ways_meant(state, seat)]
    if state.moment in ("champions", "foe"):
        found += [f"champion {one.id}" for one in state.characters]
    for one in dict(state.controls).get(seat, ()):
        character = state.character(one)
        known = [card for card in dict.fromkeys((*character.hand, *character.spells)) if card != UNKNOWN]
        found += [f"{one} {verb} {card}" for card in known for verb in ("plays", "discards")]
        found += [f"{one} casts {card}" for card in character.spells]
        found += [f"{one} {what}" for what in ("frees", "takes treasure", "takes army", "uses power", "attacks")]
    found = [*state.actions(seat), *found] if seat in state.order else found
    return tuple(dict.fromkeys(action for action in found if _readable(state, action)))[:_MOST]


def _readable(state: willow.State, action: str) -> bool:
    try:
        willow.parse_action(action, state)
    except UnreadableText:
        return False
    return True


def refused(state: willow.State, seat: str, action: str, verdict: Verdict) -> Refutation:
    """Where a refusal comes from: the place that was meant, and who was to go there."""
    words = action.split()
    text = verdict.reasons[0].text if verdict.reasons else ""
    assumed = getattr(verdict, "assumed", ())
    told = f"{text} (Assumed: {', '.join(assumed)}.)" if assumed else text
    who = words[0] if words and words[0] in state.material.characters else None
    place = next((word for word in words[1:] if word in state.material.places), None)
    at = place or (state.character(who).at if who else None)
    named = tuple(f"character:{word}" for word in words if word in state.material.characters)
    return Refutation(told, seat, at=at, cause=who, targets=named)
