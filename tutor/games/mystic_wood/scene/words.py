"""The board in words: one line for each area and each Knight, for screen readers and terminals."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping

from engine.mystic_wood.material.cards import CARDS, name_of
from engine.mystic_wood.material.wood import DIRECTIONS, EDGE
from engine.mystic_wood.play.state import State
from engine.mystic_wood.position.table import Area, Knight
from tutor.games.mystic_wood.scene.tokens import disc_of

_WOODS = {"earthly": "Earthly Wood", "enchanted": "Enchanted Wood", "tower": "the boundary"}


def denizen_words(denizen: str, face_down: bool = False) -> str:
    """A denizen and what its disc says.

    >>> denizen_words("orc")
    'Orc, challenges with strength 4'
    """
    words = f"{name_of(denizen)}, {disc_of(CARDS.denizens[denizen])[2]}"
    return f"{words}, lying face down" if face_down else words


def prowess_card_name(denizen: str) -> str:
    """What the prowess card won from a denizen is called.

    >>> prowess_card_name("wild-ox")
    'Ox-slayer'
    """
    return CARDS.denizens[denizen].prowess_card or name_of(denizen)


def hand_line(state: State, knight_id: str, *, sums: bool = True) -> str:
    """A Knight's hand in a line: "strength 4, prowess 1; Horse, Sage"; without ``sums`` only what he holds."""
    knight = state.knight(knight_id)
    held = [name_of(card) for card in (*knight.companions, *knight.things)]
    held += [
        name_of(card)
        for card, has in (("horse", knight.horse), ("holy-grail", knight.grail), ("blessing", knight.blessing))
        if has
    ]
    held += [prowess_card_name(card) for card in knight.prowess_cards]
    parts = [f"strength {state.strength(knight.id)}, prowess {state.prowess(knight.id)}"] if sums else []
    name = state.area(knight.at).name
    place = CARDS.all().get(name) if name else None
    if place is not None and place.kind == "area" and place.details.get("knight_prowess"):
        parts.append(f"prowess {place.details['knight_prowess']} more in the {place.name}")
    return "; ".join([*parts, *([", ".join(held)] if held else [])]) or "nothing in hand"


def due_words(state: State, knight: Knight) -> tuple[str, str]:
    """What is said of a card of a fallen King's hand that is due to this Knight and nobody's yet: beside its name, and in a
    sentence."""
    if any(waiting.kind == "share" and waiting.who == knight.id for waiting in state.pending):
        return "to share", f"in nobody's hand: {name_of(knight.id)} is to share it out"
    return f"{name_of(knight.id)}?", f"in nobody's hand: meant for {name_of(knight.id)}, not yet agreed"


def way_back(state: State) -> str:
    """The area that whoever decides may withdraw to, where he came from; "" if he may not withdraw now."""
    if state.over or state.to_move is None or state.moment != "arrived":
        return ""
    came = state.knight(state.to_move).came_from
    return came if came and state.judge("withdraw").legal else ""


def knight_words(state: State, knight: Knight, *, sums: bool = True) -> str:
    """A Knight: where he is, his totals (or, without ``sums``, not), how he fares and all that he holds."""
    totals = f": strength {state.strength(knight.id)}, prowess {state.prowess(knight.id)}" if sums else ""
    within = "inside" if state.area(knight.at).name == "cave" else "over on the Island"
    own = (("horse", knight.horse), ("holy-grail", knight.grail), ("blessing", knight.blessing))
    held = [*knight.companions, *knight.things, *(card for card, has in own if has)]
    due = f"{', '.join(map(name_of, knight.due))} {due_words(state, knight)[1]}" if knight.due else ""
    back = way_back(state) if not state.over and state.to_move == knight.id else None
    # What is said of him, and whether it is so.
    rows: tuple[tuple[str, object], ...] = (
        (f"{name_of(knight.id)} at {knight.at}{totals}", True),
        ("is King", knight.king),
        ("out of the game", knight.out),
        ("imprisoned in the Tower", knight.imprisoned),
        ("captured by the Enchantress", knight.captured),
        (within, knight.inside and state.area(knight.at).has_inside),
        (f"in a tied fight with {name_of(knight.fighting or knight.id)}", knight.fighting),
        (f"with {', '.join(map(name_of, held))}", held),
        (due, due),
        (f"prowess cards {', '.join(map(prowess_card_name, knight.prowess_cards))}", knight.prowess_cards),
        (f"must rescue {' and '.join(map(name_of, knight.must_rescue))}", knight.must_rescue),
        ("quest done", knight.quest_done and not knight.king),  # a King's old quest is void
        (f"decides now, and may withdraw to {back}" if back else "decides now", back is not None),
    )
    return "; ".join(words for words, is_so in rows if is_so)


def area_words(state: State, name: str, viewer: str | None = None) -> str:
    """An area: what card it is, which paths lead on, and who and what is there."""
    area = state.area(name)
    wood = _WOODS[state.wood.half_of(name)]
    if area.tile is None or not area.face_up:
        known = area.tile is not None and viewer is not None and viewer in area.seen
        first = f"{name}: face down, {wood}" + (f", seen to have paths {_paths(area.paths)}" if known else "")
    else:
        kind = name_of(area.name) if area.name else "glade" if area.glade else "crossing without a glade"
        ways = []
        for direction in DIRECTIONS:
            if EDGE[direction] in area.paths:
                there = state.open_to(name, direction)
                ways.append(f"{direction} to {there}" if there else direction)
        turned = ", turned: its arrow points south" if area.turned and area.tile.arrow else ""
        first = f"{name}: {kind}, {wood}, paths {', '.join(ways)}{turned}"
    here = [f"a storm for {area.storm} more full turns"] if area.storm else []
    here += _denizens(area, viewer)
    here += [f"loose {name_of(thing)}" for thing in area.things]
    here += [f"loose {name_of(thing)} outside" for thing in area.things_outside]
    here += [name_of(knight.id) for knight in state.knights if knight.at == name and not knight.out]
    here += [
        f"{name_of(card)} ({due_words(state, knight)[0]})"
        for knight in state.knights
        if knight.at == name
        for card in knight.due
    ]
    return f"{first}. Here: {'; '.join(here)}." if here else f"{first}."


def _denizens(area: Area, viewer: str | None) -> list[str]:
    hidden = dict(area.hidden)
    found = []
    for denizen in (*area.denizens, *(card for card in hidden if card not in area.denizens)):
        if denizen in hidden and viewer is not None and viewer not in hidden[denizen]:
            found.append("a card lying face down")
        else:
            found.append(denizen_words(denizen, denizen in hidden))
    return found


def _paths(paths: str) -> str:
    return ", ".join(direction for direction in DIRECTIONS if EDGE[direction] in paths)


def board_lines(
    state: State,
    areas: Iterable[str],
    viewer: str | None = None,
    secret: Collection[str] = (),
    told: Mapping[str, str] | None = None,
) -> list[str]:
    """A line for each of the areas, and then one for each Knight; face-down areas with nothing on them are counted only.

    A single area is described alone, whatever it is. The totals of Knights in ``secret`` are left out. ``told`` are the words
    of areas that have been put into words already.
    """
    told = told or {}
    names = tuple(areas)
    if len(names) == 1:
        return [told.get(names[0]) or area_words(state, names[0], viewer)]
    lines = [knight_words(state, knight, sums=knight.id not in secret) + "." for knight in state.knights]
    untouched = 0
    stood_in = {knight.at for knight in state.knights}
    for name in names:
        area = state.area(name)
        known = viewer is not None and viewer in area.seen
        if area.face_up or area.denizens or area.hidden or area.things or area.storm or name in stood_in or known:
            lines.append(told.get(name) or area_words(state, name, viewer))
        else:
            untouched += 1
    if untouched:
        lines.append(f"{untouched} more areas shown lie face down.")
    return lines
