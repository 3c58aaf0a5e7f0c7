"""The storm: whom it stops, how it rises, and how it blows over (`reaction.storm`)."""

from __future__ import annotations

from engine.contract.verdicts import Why
from engine.mystic_wood.material.ledger import switch
from engine.mystic_wood.position.draft import AnyPosition, Draft
from engine.mystic_wood.position.table import Area, Knight
from engine.mystic_wood.position.words import no


def turns_left(game: AnyPosition, at: str) -> int:
    """How many full turns a storm still closes an area, 0 for none; in some editions it closes from the next turn on."""
    area = game.area(at)
    if area.storm and area.storm_open and not switch(game.edition, "storm-closes-at-once"):
        return 0
    return area.storm


def shuts_out(game: AnyPosition, at: str) -> bool:
    """Whether a storm keeps Knights out of an area as well."""
    return bool(turns_left(game, at)) and bool(switch(game.edition, "storm-closes-entry"))


def holds(game: AnyPosition, whom: str, *areas: str) -> bool:
    """Whether a storm over one of these areas stops those as well: who is "transported", a "denizen" that would go, the
    "horse", the "illusion"."""
    return whom in switch(game.edition, "storm-holds") and any(turns_left(game, at) for at in areas)


def why_no_way_out(game: AnyPosition, knight: Knight) -> list[Why]:
    """What keeps a Knight from walking out of his area at all."""
    turns = turns_left(game, knight.at)
    return [no("reaction.storm walks-out", knight.at, turns, about=(knight.at,))] if turns else []


def why_no_way_in(game: AnyPosition, at: str) -> list[Why]:
    """What keeps Knights from walking into an area."""
    return [no("reaction.storm walks-in", at, about=(at,))] if game.area(at).storm and shuts_out(game, at) else []


def keeps(draft: Draft, denizen: str, at: str, to: str) -> bool:
    """Whether a storm keeps a denizen from going there, which is told."""
    held = holds(draft, "denizen", at, to)
    if held:
        draft.tell("held-by-storm", "reaction.storm", what=denizen, at=at, to=to)
    return held


def rises(draft: Draft, at: str, maker: str, *rules: str) -> None:
    """A storm over an area for three full turns of its maker; of two the longer counts."""
    fresh = maker == draft.turn
    shut = turns_left(draft, at) > 0
    draft.set_area(at, storm=3, storm_by=maker, storm_fresh=fresh, storm_open=fresh and not shut)
    kind = "storm-both-ways" if switch(draft.edition, "storm-closes-entry") else "storm"
    draft.tell(kind, "reaction.storm", "reaction.storm-end", *rules, who=maker, at=at, number=3)


def count_turn(draft: Draft, maker: str) -> None:
    """The turn passes a storm-maker's seat, whether he has taken it, forfeits it or is out (`reaction.storm-end`)."""
    for number in [number for number, area in enumerate(draft.areas) if area.storm_by == maker]:
        at, area = draft.wood.areas[number], draft.areas[number]
        if area.storm_fresh:
            draft.set_area(at, storm_fresh=False, storm_open=False)
        elif area.storm > 1:
            draft.set_area(at, storm=area.storm - 1)
        else:
            draft.set_area(at, storm=0, storm_by=None)
            draft.tell("storm-over", "reaction.storm-end", at=at)


def harmless(area: Area) -> tuple[str, ...]:
    """The rule by which a full turn counts in spite of a storm over the area; none without one."""
    return ("reaction.storm-harmless",) if area.storm else ()
