"""Whether something can wait in a written situation: for each kind of ``pending`` what only the whole position shows."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from engine.mystic_wood.material.cards import KNIGHTS, THINGS, is_challenger, the
from engine.mystic_wood.position.table import Knight, Pending, Position
from engine.mystic_wood.position.whereabouts import accounted_for, lies_with, to_draw
from engine.mystic_wood.rules.decisions import DECISIONS
from engine.mystic_wood.rules.queries import playing

#: What is wrong with an entry of a written situation, in words; None if it can wait.
Check = Callable[[Position, Pending, Knight], str | None]


def _there(position: Position, knight: Knight, waiting: Pending) -> bool:
    """Whether the denizen lies where the Knight is, or is held by ``holder``."""
    if not waiting.holder:
        return waiting.of in position.area(knight.at).denizens
    return lies_with(position, waiting.of) == waiting.holder


def _named_fault(position: Position, waiting: Pending, knight: Knight) -> str | None:
    """Whoever else it names, whatever waits: Knights of the game, and companions of him who is aided."""
    if any(playing(position, one) is None for one in waiting.to_ask):
        return "to_ask names who has no seat"
    if any(one not in position.order or one == knight.id for one in waiting.partners):
        return "partners names other Knights of the game"
    if waiting.taker and playing(position, waiting.taker) is None:
        return f"taker = {waiting.taker!r} is no Knight in play"
    aided = playing(position, waiting.taker) or knight
    for helper in waiting.aid:
        if helper not in aided.companions:
            return f"{helper!r} is no companion of {aided.id} to aid him"
    return None


def _reveal_fault(position: Position, waiting: Pending, knight: Knight) -> str | None:
    if waiting.area not in position.wood.index or position.area(waiting.area).tile is not None:
        return f"area = {waiting.area!r} is no unknown area"
    if waiting.holder and lies_with(position, "horse") != waiting.holder:
        return f"holder = {waiting.holder!r} has no Horse that could run"
    if waiting.purpose == "here" and knight.at == waiting.area:
        return None
    if waiting.purpose in ("explore", "horse") and position.wood.neighbours[knight.at].get(waiting.way) == waiting.area:
        return None
    return "purpose is 'explore' or 'horse' with the way that leads there, or 'here' where the Knight stands"


def _draw_fault(position: Position, waiting: Pending, knight: Knight) -> str | None:
    if waiting.area != knight.at or not position.area(knight.at).face_up:
        return f"a card is drawn for the area {knight.id} is in, {knight.at}, not for {waiting.area!r}"
    if waiting.number < 1 or any(card not in position.cards.pack for card in waiting.drawn):
        return "number is how many cards are still drawn (1 or 2), drawn those drawn already"
    if position.pending[-1] is waiting and not to_draw(position, waiting, position.next_cards):
        return "the pack is used up"
    return None


def _challenge_fault(position: Position, waiting: Pending, knight: Knight) -> str | None:
    if waiting.of not in position.cards.denizens or not (is_challenger(waiting.of) or waiting.of == "prince"):
        return f"of = {waiting.of!r} does not fight"
    return None if _there(position, knight, waiting) else f"{waiting.of} is not at {knight.at}"


def _approach_fault(position: Position, waiting: Pending, knight: Knight) -> str | None:
    if waiting.of not in position.cards.denizens or not position.cards.denizens[waiting.of].table:
        return f"of = {waiting.of!r} has no table to throw on"
    if waiting.kind == "bonus" and not 1 <= waiting.number <= 6:
        return f"number = {waiting.number} is no throw of a die"
    return None if _there(position, knight, waiting) else f"{waiting.of} is not at {knight.at}"


def _attacked_fault(position: Position, waiting: Pending, knight: Knight) -> str | None:
    attacks = waiting.of == "prince" and _there(position, knight, waiting) and waiting.who == knight.id
    return None if attacks else "only the Prince attacks, where he is"


def _escape_fault(position: Position, waiting: Pending, knight: Knight) -> str | None:
    return None if knight.imprisoned or knight.captured else f"{knight.id} is held nowhere"


def _fountain_fault(position: Position, waiting: Pending, knight: Knight) -> str | None:
    return None if position.area(knight.at).name == "fountain" else f"{knight.id} is not at the Fountain"


def _between_fault(position: Position, waiting: Pending, knight: Knight) -> str | None:
    """Something between two Knights: the other is in play, and where a joust is fought he is in the same place."""
    if waiting.kind == "joust-over" and waiting.of in position.order:
        return None  # the loser may be out of the game by now
    foe = playing(position, waiting.of)
    if foe is None or foe.id == knight.id:
        return f"of = {waiting.of!r} is no other Knight in play"
    if waiting.kind in ("joust", "answer", "offer") and foe.place != knight.place:
        return f"{foe.id} is not where {knight.id} is"
    if any(helper not in foe.companions for helper in waiting.foe_aid):
        return f"foe_aid names who is no companion of {foe.id}"
    asked = foe.id if waiting.kind == "answer" else knight.id
    if waiting.who not in (None, asked):
        return f"who = {waiting.who!r} has not this choice"
    return None


def _relief_fault(position: Position, waiting: Pending, knight: Knight) -> str | None:
    fighter = playing(position, waiting.of)
    if fighter is None or fighter.fighting is None or waiting.who != waiting.of:
        return f"of = {waiting.of!r} is no Knight in an undecided fight who is asked"
    return None


def _ally_fault(position: Position, waiting: Pending, knight: Knight) -> str | None:
    if playing(position, waiting.of) is None and waiting.of not in position.area(knight.at).denizens:
        return f"of = {waiting.of!r} is no enemy there"
    return None


def _lies_at(card: str) -> Check:
    def fault(position: Position, waiting: Pending, knight: Knight) -> str | None:
        if waiting.area in position.wood.index and card in position.area(waiting.area).denizens:
            return None
        if (
            waiting.area in position.wood.index
            and "hidden" in position.variants
            and card not in accounted_for(position)
        ):
            return None  # as one sees it who does not know what lies there
        return f"area = {waiting.area!r} is not where {the(card)} is"

    return fault


def _spoils_fault(position: Position, waiting: Pending, knight: Knight) -> str | None:
    if waiting.of in KNIGHTS:
        known = ("tower", *THINGS, "blessing", *position.cards.denizens)
        if playing(position, waiting.of) is None or waiting.prize not in known:
            return "of is the beaten Knight and prize what was named, like prize = 'tower'"
    elif waiting.of not in THINGS and waiting.of not in position.cards.denizens:
        return f"of = {waiting.of!r} is nothing to share"
    return None


def _share_fault(position: Position, waiting: Pending, knight: Knight) -> str | None:
    if position.pending[-1] is not waiting:
        return "it is shared before anything else is decided"
    if waiting.who != knight.id or not knight.due:
        return "who led the fight shares what is due to him: due = [...], and who and knight are he"
    if not waiting.partners or any(playing(position, p) is None or p == knight.id for p in waiting.partners):
        return "partners names the Knights who have won beside him"
    return None


def _shared_fault(position: Position, waiting: Pending, knight: Knight) -> str | None:
    if position.pending[-1] is not waiting:
        return "it is agreed on before anything else is decided"
    asked = (waiting.who, *waiting.to_ask)
    if knight.id in asked or len(set(asked)) < len(asked):
        return "nobody asks himself, and each is asked once"
    if not any(k.due for k in position.knights):
        return "due says what each is to have, and nothing is due to anybody"
    return None


def _way_fault(position: Position, waiting: Pending, knight: Knight) -> str | None:
    if waiting.way not in position.wood.neighbours[knight.at]:
        return f"way = {waiting.way!r} is no direction out of {knight.at}"
    partners = (*waiting.partners, *waiting.to_ask)
    if waiting.kind == "combine" and (
        not waiting.partners or any(playing(position, p) is None or p == knight.id for p in partners)
    ):
        return "partners names the Knights who are to enter with him"
    return None


def _trade_fault(position: Position, waiting: Pending, knight: Knight) -> str | None:
    taker = position.knight(waiting.asked)
    if waiting.of not in knight.things or (waiting.price and waiting.price not in taker.things):
        return "what is offered or asked for is not in hand"
    return None


def _yielded_fault(position: Position, waiting: Pending, knight: Knight) -> str | None:
    lies_there = waiting.of in position.area(knight.at).denizens and not is_challenger(waiting.of)
    return None if lies_there else f"of = {waiting.of!r} is nobody to be approached at {knight.at}"


def _first_fault(position: Position, waiting: Pending, knight: Knight) -> str | None:
    if waiting.who == waiting.knight:
        return "nobody asks himself"
    return _yielded_fault(position, waiting, knight)


def _stalemate_fault(position: Position, waiting: Pending, knight: Knight) -> str | None:
    if waiting.who == waiting.knight:
        return "nobody agrees with himself"
    if waiting.of and playing(position, waiting.of) is None:
        return "of is a Knight in play, to win together with him who proposes it"
    return None


#: What is wrong with each kind, if anything; of the others nothing can be but whom they name.
CHECKS: Final[Mapping[str, Check]] = {
    "reveal": _reveal_fault,
    "draw": _draw_fault,
    "challenge": _challenge_fault,
    "approach": _approach_fault,
    "joust": _between_fault,
    "escape": _escape_fault,
    "fountain": _fountain_fault,
    "bonus": _approach_fault,
    "attacked": _attacked_fault,
    "illusion": _lies_at("illusion"),
    "dwarf": _lies_at("dwarf"),
    "offer": _between_fault,
    "answer": _between_fault,
    "prize": _between_fault,
    "first-approach": _yielded_fault,
    "spoils": _spoils_fault,
    "share": _share_fault,
    "shared": _shared_fault,
    "first": _first_fault,
    "combine": _way_fault,
    "relief": _relief_fault,
    "ally": _ally_fault,
    "yielded": _yielded_fault,
    "trade": _trade_fault,
    "stalemate": _stalemate_fault,
    "walk": _way_fault,
    "joust-over": _between_fault,
}


def waiting_fault(position: Position, waiting: Pending, last: bool) -> str | None:
    """What is wrong with one entry of ``pending``, in words; None if it can wait. ``last``: it is what happens next."""
    decision = DECISIONS[waiting.kind]
    if decision.by == "choice" and playing(position, waiting.who or "") is None:
        return f"{waiting.kind} is somebody's choice: who = {waiting.who!r} is no Knight in play"
    if decision.by != "choice" and waiting.who is not None:
        return f"{waiting.kind} is nobody's choice: leave who out"
    if decision.by == "itself" and last:
        return f"{waiting.kind} happens by itself and cannot be what waits last"
    knight = playing(position, waiting.knight)
    if knight is None:
        return f"knight = {waiting.knight!r} is no Knight in play"
    strays = [
        key for key, value in zip(Pending._fields[3:], waiting[3:], strict=True) if value and key not in decision.uses
    ]
    if strays:
        return f"{waiting.kind} has nothing to do with {', '.join(strays)}: it knows {', '.join(decision.uses) or 'no more'}"
    check = CHECKS.get(waiting.kind)
    return (check(position, waiting, knight) if check else None) or _named_fault(position, waiting, knight)
