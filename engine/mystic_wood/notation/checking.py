"""What only a whole situation shows: a card in two places, a Knight where he cannot be, what cannot be waiting.

One small check for each subject; each yields what is wrong as (key, what is wrong, what would be right).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from engine.mystic_wood.material.cards import DENIZENS, KNIGHTS, SAME_CARD, is_challenger, name_of
from engine.mystic_wood.material.ledger import switch
from engine.mystic_wood.notation.waiting import waiting_fault
from engine.mystic_wood.position.table import Area, Knight, Position
from engine.mystic_wood.position.whereabouts import is_shared
from engine.text.keyed import TomlReader

Wrong = tuple[str, str, str]
#: What waits only while somebody explores or meets somebody.
_ENCOUNTERS = ("reveal", "draw", "challenge", "approach", "bonus", "fountain", "attacked", "illusion", "dwarf")
KnightCheck = Callable[[Position, Knight, Area], Iterator[Wrong]]


def check(reading: TomlReader, state: Position) -> None:
    """Note every fault of a situation that has been read."""
    _cards(reading, state)
    _named_areas(reading, state)
    _course(reading, state)
    for knight in state.knights:
        area = state.area(knight.at)
        for subject in KNIGHT_CHECKS:
            for key, what, fix in subject(state, knight, area):
                path = (
                    ("moment",) if key == "moment" else ("knights", knight.id, key) if key else ("knights", knight.id)
                )
                reading.fault(path, what, fix, "no-fit")
    if not reading.faults:
        for number, waiting in enumerate(state.pending, start=1):
            wrong = waiting_fault(state, waiting, number == len(state.pending))
            if wrong is not None:
                reading.fault(("pending",), f"entry {number}: {wrong}", "Mend it, or leave pending out.", "cannot-wait")


# ------------------------------------------------------------------ the course of the game


def _course(reading: TomlReader, state: Position) -> None:
    if state.winners and not state.over:
        reading.fault(("winners",), "somebody has won, but the game is not over", "Write over = true.", "no-fit")
    if state.turn in state.order and state.mover.out and not (state.over or state.pending):
        what = f"{state.turn} is out of the game and has no turn"
        reading.fault(("turn",), what, "Give the turn to a Knight in play.", "no-fit")
    if state.moment == "arrived" and state.stayed:
        reading.fault(("stayed",), "who has just arrived has left his place", "Leave stayed out.", "no-fit")


def _named_areas(reading: TomlReader, state: Position) -> None:
    names: dict[str, str] = {}
    for name, area in zip(state.wood.areas, state.areas, strict=True):
        if area.tile is None or not area.tile.name:
            continue
        if area.tile.name in names:
            what = f"{area.tile.name} lies at {names[area.tile.name]} already"
            reading.fault(("areas", name), what, "Each named area is there once.", "twice")
        names[area.tile.name] = name


# ------------------------------------------------------------------ each Knight


def _waits(state: Position, *but: str) -> bool:
    """Whether something waits that is none of these."""
    return any(waiting.kind not in but for waiting in state.pending)


def _under_way(state: Position, knight: Knight) -> bool:
    """Whether his turn is under way: he has moved, or has decided where he is."""
    return state.turn == knight.id and state.moment != "start"


def _place(state: Position, knight: Knight, area: Area) -> Iterator[Wrong]:
    if knight.inside and not area.has_inside:
        yield "inside", f"{knight.at} is neither Cave nor Island", "Leave inside out."
    if not area.face_up and _under_way(state, knight) and (not state.pending or _waits(state, "reveal")):
        what = f"{knight.at} lies face down, and {knight.id} cannot have walked onto it"
        yield "at", what, f'Say which card it is: [areas.{knight.at}] paths = "NESW"; or write moment = "start".'
    if knight.inside and area.has_inside and not area.drawn:
        if knight.fighting in DENIZENS:
            yield "fighting", f"nothing has been drawn inside {knight.at} yet", "Leave drawn out."
        if _under_way(state, knight) and (not state.pending or _waits(state, "draw")):
            what = f"nothing has been drawn inside {knight.at} yet, though {knight.id} is there"
            yield "inside", what, 'Leave drawn out, or write moment = "start".'


def _held(state: Position, knight: Knight, area: Area) -> Iterator[Wrong]:
    held = knight.imprisoned or knight.captured
    if knight.imprisoned and knight.at != state.wood.tower:
        yield "at", "a prisoner is in the Tower", f'Write at = "{state.wood.tower}".'
    if held and _under_way(state, knight) and not state.pending:
        yield "moment", "a prisoner's or captive's turn opens with his throw", 'Write moment = "start".'
    own_turn = state.turn == knight.id and (knight.captured or (knight.imprisoned and state.moment == "start"))
    if own_turn and any(waiting.kind in _ENCOUNTERS for waiting in state.pending):
        key = "imprisoned" if knight.imprisoned else "captured"
        yield key, "nobody meets anything in the turn of a prisoner or captive", "Leave pending out."
    if knight.captured and "enchantress" not in area.denizens:
        what = f"the Enchantress is not at {knight.at} to hold him captive"
        yield "captured", what, f'Put her there: [areas.{knight.at}] denizens = ["enchantress"].'
    if knight.freed and "enchantress" not in area.denizens:
        yield "freed", f"the Enchantress is not at {knight.at}", "Leave freed out."


def _fight(state: Position, knight: Knight, area: Area) -> Iterator[Wrong]:
    foe = knight.fighting
    if foe is None:
        return
    if knight.out:
        yield "fighting", "who is out of the game is in no fight", "Leave fighting out."
    if knight.imprisoned or knight.captured or (knight.freed and foe in DENIZENS):
        what = "a prisoner or captive is in no fight, and one just freed in none with a denizen"
        yield "fighting", what, "Leave fighting out."
    yield from _joust(state, knight, foe) if foe in KNIGHTS else _challenge(state, knight, area, foe)


def _joust(state: Position, knight: Knight, foe: str) -> Iterator[Wrong]:
    if knight.at == state.wood.tower:
        yield "fighting", "the Tower is a sanctuary: no joust there (joust.tower)", "Leave fighting out."
    other = next((k for k in state.knights if k.id == foe and not k.out), None)
    if other is None or other.place != knight.place or foe == knight.id or other.fighting != knight.id:
        what = f"{name_of(foe)} is not there fighting {name_of(knight.id)}"
        yield "fighting", what, "Both of a tied joust are in one place and fight each other."


def _challenge(state: Position, knight: Knight, area: Area, foe: str) -> Iterator[Wrong]:
    beside = [k for k in state.knights if k.id != knight.id and k.place == knight.place]
    if not area.face_up:
        yield "fighting", f"nobody fights on {knight.at}, which lies face down", "Say which card it is."
    if foe not in area.denizens:
        yield "fighting", f"the {name_of(foe)} is not at {knight.at}", "Put it there, or leave fighting out."
    if area.has_inside and not knight.inside:
        yield "inside", f"the denizens of {knight.at} are inside", "Write inside = true."
    if not is_challenger(foe) and foe != "prince":
        what = f"{name_of(foe)} does not fight (encounter.kinds)"
        yield "fighting", what, "Name a denizen who challenges, the Prince, or a Knight."
    elif any(k.fighting == foe for k in beside):
        what = f"two Knights are in the fight with {name_of(foe)} (challenge.tie-closes-area)"
        yield "fighting", what, "Let one fight, and name the other as his partner: partners = [...]."
    if knight.id == "britomart" and foe == "king" and not any(k.id in knight.partners for k in beside):
        what = "the King ignores Britomart when she is alone (king.ignores-britomart)"
        yield "fighting", what, "Leave fighting out, or name a partner who is with her."


def _company(state: Position, knight: Knight, area: Area) -> Iterator[Wrong]:
    seats = {k.id: k for k in state.knights}
    for partner in knight.partners:
        if partner == knight.id:
            yield "partners", "a Knight is not his own partner", "Name another Knight."
        elif partner in seats and seats[partner].at != knight.at:
            yield "partners", f"{partner} is not at {knight.at}", "Partners are in one area."
    if any(peace.knight == knight.id for peace in knight.at_peace):
        yield "at_peace", "nobody jousts with himself", "Name another Knight."


def _rescue(state: Position, knight: Knight, area: Area) -> Iterator[Wrong]:
    if knight.king and knight.must_rescue:
        yield "must_rescue", "a King is bound to no rescue (king.become)", "Leave must_rescue out."
    for person in knight.must_rescue:
        if person in state.removed or any(person in k.prowess_cards for k in state.knights):
            yield "must_rescue", f"{person} has been rescued or is out of the game", "Leave it out."


def _quest(state: Position, knight: Knight, area: Area) -> Iterator[Wrong]:
    most = max(card.quest.turns for card in state.cards.knights.values() if card.quest is not None)
    if knight.cave_turns > most:
        yield "cave_turns", f"cave_turns = {knight.cave_turns} cannot be", f"Write a number from 0 to {most}."


def _hand(state: Position, knight: Knight, area: Area) -> Iterator[Wrong]:
    held = (knight.things, knight.companions, knight.prowess_cards, knight.due)
    if knight.out and (any(held) or knight.king or knight.horse or knight.grail or knight.blessing):
        yield "", "who is out of the game holds nothing (king.dethroned)", "Give his cards to the victor."
    if knight.due and not is_shared(state, knight):
        what = "cards are due to a Knight only while a fallen King's hand is shared, or disputed (combine.king)"
        yield (
            "due",
            what,
            'Let both of the joust have dispute = "king", or write things = [...] and companions = [...].',
        )
    if knight.king and knight.id == "britomart" and not switch(state.edition, "britomart-becomes-king"):
        yield "king", f"by the {state.edition} rules Britomart never becomes King", "Leave king out."


KNIGHT_CHECKS: tuple[KnightCheck, ...] = (_place, _held, _fight, _company, _rescue, _quest, _hand)

# ------------------------------------------------------------------ each small card


def _cards(reading: TomlReader, state: Position) -> None:
    """Each small card in exactly one place; a thing and the denizen who gives it are one card."""
    places: dict[str, list[tuple[tuple[str, ...], str]]] = {}
    for path, card in _where_cards_are(state):
        places.setdefault(_CARD_OF.get(card, card), []).append((path, card))
    for card, found in places.items():
        if len(found) > 1:
            others = " and ".join(reading.where(path).split(", ")[-1] for path, _ in found[:-1])
            called = " / ".join(dict.fromkeys(c for _, c in found))
            one = f" ({card} is the same card)" if len({c for _, c in found}) > 1 else ""
            what = f"the card {called}{one} is in {len(found)} places: also at {others}"
            reading.fault(found[-1][0], what, "Each card is in one place: take it out of the others.", "twice")
        elif card in state.next_cards:
            what = f"{card} cannot be drawn: it is at {reading.where(found[0][0])}"
            reading.fault(("next_cards",), what, "Take it off the stack.", "twice")


_CARD_OF = {thing: denizen for denizen, thing in SAME_CARD.items()}


def _where_cards_are(state: Position) -> Iterator[tuple[tuple[str, ...], str]]:
    """Every small card that is somewhere, with the key that says so."""
    for name, area in zip(state.wood.areas, state.areas, strict=True):
        if area.denizens or area.things or area.things_outside:  # most are empty
            for key in ("denizens", "things", "things_outside"):
                yield from ((("areas", name, key), card) for card in getattr(area, key))
    for knight in state.knights:
        for key in ("things", "companions", "prowess_cards", "due"):
            yield from ((("knights", knight.id, key), card) for card in getattr(knight, key))
        for key, card in (("horse", "horse"), ("grail", "holy-grail"), ("blessing", "hermit"), ("king", "king")):
            if getattr(knight, key):
                yield ("knights", knight.id, key), card
    yield from ((("removed",), card) for card in state.removed)
    for waiting in state.pending:
        yield from ((("pending",), card) for card in waiting.drawn)
