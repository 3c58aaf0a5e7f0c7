"""Whether what a written situation says is waiting (``pending``) can wait there at all."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from engine.faults import UnreadableText
from engine.mystic_wood.material.cards import DENIZENS, KNIGHTS, PACK, THINGS
from engine.mystic_wood.material.ledger import is_challenger
from engine.mystic_wood.material.wood import AREAS, INDEX, NEIGHBOURS
from engine.mystic_wood.position.state import Knight, Pending, State
from engine.mystic_wood.rules.flow import seated

CHANCE = ("reveal", "draw", "challenge", "approach", "escape", "fountain", "joust")
AUTOMATIC = ("walk", "glade", "joust-over")


def kinds() -> tuple[str, ...]:
    """Every kind of thing that can wait."""
    from engine.mystic_wood.rules.judgement import HOME

    return (*HOME, *AUTOMATIC)


Check = Callable[[State, Pending, Knight, dict[str, Knight]], str | None]


def waiting_fault(state: State, waiting: Pending, last: bool) -> str | None:
    """What is wrong with one entry of ``pending``, in words; None if it can wait. ``last``: it is what happens next."""
    seats = {knight.id: knight for knight in state.knights if not knight.out}
    choice = waiting.kind not in (*CHANCE, *AUTOMATIC)
    if choice and waiting.who not in seats:
        return f"{waiting.kind} is somebody's choice: who = {waiting.who!r} is no Knight in play"
    if not choice and waiting.who is not None:
        return f"{waiting.kind} is nobody's choice: leave who out"
    if waiting.kind in AUTOMATIC and last:
        return f"{waiting.kind} happens by itself and cannot be what waits last"
    knight = seats.get(waiting.knight)
    if knight is None:
        return f"knight = {waiting.knight!r} is no Knight in play"
    return _OF[waiting.kind](state, waiting, knight, seats)


def _there(state: State, knight: Knight, denizen: str, holder: str) -> bool:
    """Whether a denizen lies where the Knight is, or is held by ``holder``."""
    if not holder:
        return denizen in state.area(knight.at).denizens
    held = seated(state, holder)
    if held is None:
        return False
    return denizen in held.companions or (denizen == "horse" and held.horse) or (denizen == "holy-grail" and held.grail)


def _aid(waiting: Pending, knight: Knight, allies: bool = False) -> str | None:
    for helper in waiting.aid:
        if helper not in knight.companions and not (allies and helper in KNIGHTS):
            return f"{helper!r} is no companion of {knight.id} to aid him"
    return None


def _reveal(state: State, waiting: Pending, knight: Knight, seats: dict[str, Knight]) -> str | None:
    purpose = waiting.other
    if waiting.of not in INDEX or state.area(waiting.of).tile is not None:
        return f"of = {waiting.of!r} is no unknown area"
    if purpose == ("here",) and knight.at == waiting.of:
        return None
    fits = len(purpose) in (2, 3) and purpose[0] in ("explore", "horse") and all(seat in seats for seat in purpose[2:])
    if fits and NEIGHBOURS[knight.at].get(purpose[1]) == waiting.of:
        return None
    return f"other = {list(purpose)!r} is no purpose: write ['explore', 'north'], ['horse', 'north'] or ['here']"


def _draw(state: State, waiting: Pending, knight: Knight, seats: dict[str, Knight]) -> str | None:
    if waiting.of != knight.at or not state.area(knight.at).face_up:
        return f"a card is drawn for the area {knight.id} is in, {knight.at}, not for {waiting.of!r}"
    if waiting.number < 1 or any(card not in PACK for card in waiting.other):
        return "number is how many cards are still drawn (1 or 2), other those already drawn"
    from engine.mystic_wood.rules.judgement import drawable

    return None if drawable(state) or state.pending[-1] is not waiting else "the pack is used up"


def _challenge(state: State, waiting: Pending, knight: Knight, seats: dict[str, Knight]) -> str | None:
    if waiting.of not in DENIZENS or not (is_challenger(waiting.of) or waiting.of == "prince"):
        return f"of = {waiting.of!r} does not fight"
    if not _there(state, knight, waiting.of, waiting.other[0] if waiting.other else ""):
        return f"{waiting.of} is not at {knight.at}"
    return _aid(waiting, knight)


def _approach(state: State, waiting: Pending, knight: Knight, seats: dict[str, Knight]) -> str | None:
    if waiting.of not in DENIZENS or not DENIZENS[waiting.of].table:
        return f"of = {waiting.of!r} has no table to throw on"
    if not _there(state, knight, waiting.of, waiting.other[0] if waiting.other else ""):
        return f"{waiting.of} is not at {knight.at}"
    if waiting.kind == "bonus" and not 1 <= waiting.number <= 6:
        return f"number = {waiting.number} is no throw of a die"
    return _aid(waiting, knight)


def _escape(state: State, waiting: Pending, knight: Knight, seats: dict[str, Knight]) -> str | None:
    return None if knight.imprisoned or knight.captured else f"{knight.id} is held nowhere"


def _fountain(state: State, waiting: Pending, knight: Knight, seats: dict[str, Knight]) -> str | None:
    return None if state.area(knight.at).name == "fountain" else f"{knight.id} is not at the Fountain"


def _between(state: State, waiting: Pending, knight: Knight, seats: dict[str, Knight]) -> str | None:
    foe = seats.get(waiting.of)
    if waiting.kind == "joust-over" and any(k.id == waiting.of for k in state.knights):
        return None  # the loser may be out of the game by now
    if foe is None or foe.id == knight.id:
        return f"of = {waiting.of!r} is no other Knight in play"
    if waiting.kind in ("joust", "answer", "offer") and foe.place != knight.place:
        return f"{foe.id} is not where {knight.id} is"
    if waiting.kind == "joust" and any(helper not in foe.companions for helper in waiting.other):
        return f"other names who is no companion of {foe.id}"
    if waiting.who is not None and waiting.who != (foe.id if waiting.kind in ("answer", "relief") else knight.id):
        return f"who = {waiting.who!r} has not this choice"
    return _aid(waiting, knight) if waiting.kind in ("joust", "answer") else None


def _relief(state: State, waiting: Pending, knight: Knight, seats: dict[str, Knight]) -> str | None:
    fighter = seats.get(waiting.of)
    if fighter is None or fighter.fighting is None or waiting.who != waiting.of:
        return f"of = {waiting.of!r} is no Knight in an undecided fight who is asked"
    return None


def _ally(state: State, waiting: Pending, knight: Knight, seats: dict[str, Knight]) -> str | None:
    if not (waiting.of in seats or waiting.of in state.area(knight.at).denizens):
        return f"of = {waiting.of!r} is no enemy there"
    return (
        "other names who has no seat" if any(other not in seats for other in waiting.other) else _aid(waiting, knight)
    )


def _attacked(state: State, waiting: Pending, knight: Knight, seats: dict[str, Knight]) -> str | None:
    holder = waiting.other[0] if waiting.other else ""
    if waiting.of != "prince" or not _there(state, knight, "prince", holder) or waiting.who != knight.id:
        return "only the Prince attacks, where he is"
    return None


def _area_of(card: str) -> Check:
    def check(state: State, waiting: Pending, knight: Knight, seats: dict[str, Knight]) -> str | None:
        unseen = card == "dwarf" and "hidden" in state.variants  # in a view he need not be seen
        if waiting.of not in AREAS or not (unseen or card in state.area(waiting.of).denizens):
            return f"of = {waiting.of!r} is not the area where the {card.capitalize()} is"
        return None

    return check


def _spoils(state: State, waiting: Pending, knight: Knight, seats: dict[str, Knight]) -> str | None:
    if waiting.of in seats:
        from engine.mystic_wood.position.actions import parse_action

        try:
            named = [parse_action(prize).verb for prize in waiting.aid]
        except UnreadableText:
            named = []
        return None if named == ["prize"] else "aid is the prize that was named, like ['prize tower']"
    known = waiting.of in (*THINGS, *DENIZENS)
    return None if known and all(o in seats for o in waiting.other) else f"of = {waiting.of!r} is nothing to share"


def _combine(state: State, waiting: Pending, knight: Knight, seats: dict[str, Knight]) -> str | None:
    if waiting.of not in NEIGHBOURS[knight.at]:
        return f"of = {waiting.of!r} is no direction out of {knight.at}"
    helpers = (*waiting.aid, *waiting.other)
    if waiting.kind == "combine" and (not waiting.aid or any(h not in seats or h == knight.id for h in helpers)):
        return "aid names the Knights who are asked"
    return None


def _trade(state: State, waiting: Pending, knight: Knight, seats: dict[str, Knight]) -> str | None:
    taker = seats[waiting.who or ""]
    if waiting.of not in knight.things or any(price not in taker.things for price in waiting.other):
        return "what is offered or asked for is not in hand"
    return None


def _yielded(state: State, waiting: Pending, knight: Knight, seats: dict[str, Knight]) -> str | None:
    lies_there = waiting.of in state.area(knight.at).denizens and not is_challenger(waiting.of)
    return None if lies_there else f"of = {waiting.of!r} is nobody to be approached at {knight.at}"


def _stalemate(state: State, waiting: Pending, knight: Knight, seats: dict[str, Knight]) -> str | None:
    fits = (not waiting.of or waiting.of in seats) and all(other in seats for other in waiting.other)
    if waiting.who == waiting.knight:
        return "nobody agrees with himself"
    return None if fits else "of and other name Knights in play"


def _anything(state: State, waiting: Pending, knight: Knight, seats: dict[str, Knight]) -> str | None:
    return None


_OF: Mapping[str, Check] = {
    "reveal": _reveal, "draw": _draw, "challenge": _challenge, "approach": _approach, "bonus": _approach, "escape": _escape,
    "fountain": _fountain, "joust": _between, "answer": _between, "offer": _between, "prize": _between,
    "joust-over": _between, "relief": _relief, "ally": _ally, "attacked": _attacked, "illusion": _area_of("illusion"),
    "dwarf": _area_of("dwarf"), "spoils": _spoils, "combine": _combine, "walk": _combine, "trade": _trade,
    "yielded": _yielded, "stalemate": _stalemate, "glade": _anything,
}  # fmt: skip
