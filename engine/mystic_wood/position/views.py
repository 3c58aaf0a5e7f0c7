"""What one player knows: everything only others have looked at is undecided again, and not said when a step is told him."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from itertools import compress
from operator import is_not
from typing import Any, Final

from engine.mystic_wood.position.draft import minus
from engine.mystic_wood.position.table import Area, Knight, Pending, Position

#: What stands for the id of a card that one may not know, where an action is told.
UNSEEN: Final = "unseen"
#: The fields of a Knight that name cards, some of which may lie face down (hidden-cards variant).
_CARDS: Final = ("must_rescue", "met", "met_last_turn", "met_this_turn", "left_behind", "came", "passable")


def seen_by(state: Position, knight_id: str | None) -> Position:
    """The state as a player sees it; None: as everybody does, which is what all who play have seen.

    A face-down card he has not looked at is unknown; denizens lying face down that he does not know are left out, with
    what other Knights have to do with them (hidden-cards variant, `variant.hidden`); the stacked pack is not seen. KeyError if
    he is not in the game.
    """
    viewers = _viewers(state, knight_id)
    areas = _areas(state.areas, viewers)
    hides = "hidden" in state.variants
    if areas is state.areas and not state.next_cards and not hides:
        return state
    knights, pending = state.knights, state.pending
    if hides:
        secret = _face_down(state.areas, viewers)
        knights = tuple(knight if (knight.id,) == viewers else _knight(knight, secret) for knight in knights)
        pending = tuple(_waiting(state, waiting, viewers) for waiting in pending)
    view = replace(state, areas=areas, knights=knights, pending=pending, next_cards=())
    if state.listed is not None and state.to_move == knight_id is not None:
        # what he may do is what he knows he may do, so that a list that was made is his as well
        object.__setattr__(view, "listed", state.listed)
    return view


def heard(action: str, after: Position, knight_id: str | None) -> str:
    """The text of an action that led to this position, as a player hears it: "draw unseen" for a card he does not know then."""
    viewers = _viewers(after, knight_id)
    secret = {*_face_down(after.areas, viewers)}
    secret |= {
        area.tile.id for area in after.areas if area.tile and not area.face_up and not {*viewers} <= {*area.seen}
    }
    secret |= {card for waiting in after.pending for card in _unseen_draws(after, waiting, viewers)}
    return " ".join(UNSEEN if word in secret else word for word in action.split())


def _viewers(state: Position, knight_id: str | None) -> tuple[str, ...]:
    """Whose knowledge it is: what each of them knows."""
    if knight_id is not None:
        return (state.knight(knight_id).id,)
    return tuple(sorted(knight.id for knight in state.knights if not knight.out))


#: What viewers saw last, and of what, one entry for each set of viewers: between two decisions little changes, and to compare is
#: quicker than to look. It changes no answer; without it a step of a game of bots takes 1.1 to 1.7 times as long.
_SEEN: dict[tuple[str, ...], tuple[tuple[Area, ...], tuple[Area, ...]]] = {}


def _areas(areas: tuple[Area, ...], viewers: tuple[str, ...]) -> tuple[Area, ...]:
    """The areas as all the viewers know them; the very same where they know all."""
    last = _SEEN.get(viewers)
    if last is not None and last[0] == areas:
        return areas if last[1] is last[0] else last[1]
    fresh = last is None or len(last[0]) != len(areas)  # another Wood
    before, seen = ((None,) * len(areas), list(areas)) if last is None or fresh else (last[0], list(last[1]))
    for number in compress(range(len(areas)), map(is_not, before, areas)):
        area = areas[number]
        secret = area.hidden or (not area.face_up and area.tile is not None)
        seen[number] = _area(area, viewers) if secret else area
    known = tuple(seen)
    known = areas if known == areas else known
    _SEEN[viewers] = (areas, known)
    return known


@lru_cache(maxsize=4096)
def _area(area: Area, viewers: tuple[str, ...]) -> Area:
    if area.tile is not None and not area.face_up:
        known = {*viewers} <= {*area.seen}
        area = area._replace(seen=viewers) if known else area._replace(tile=None, seen=())
    if area.hidden:
        unknown = _face_down((area,), viewers)
        area = area._replace(
            denizens=minus(area.denizens, *unknown),
            hidden=tuple((card, viewers) for card, _ in area.hidden if card not in unknown),
        )
    return area


def _face_down(areas: tuple[Area, ...], viewers: tuple[str, ...]) -> tuple[str, ...]:
    """The denizens that lie face down in these areas and are not known to all the viewers."""
    return tuple([card for area in areas for card, seers in area.hidden if not {*viewers} <= {*seers}])


def _knight(knight: Knight, secret: tuple[str, ...]) -> Knight:
    """A Knight without what he has had to do with cards that others do not know."""
    if not secret:
        return knight
    cards: dict[str, Any] = {field: minus(getattr(knight, field), *secret) for field in _CARDS}
    ignored_by = tuple([ignored for ignored in knight.ignored_by if ignored.denizen not in secret])
    knows_armour = knight.knows_armour and "dwarf" not in secret
    return knight._replace(**cards, ignored_by=ignored_by, knows_armour=knows_armour)


def _waiting(state: Position, waiting: Pending, viewers: tuple[str, ...]) -> Pending:
    """What waits, without denizens that another has drawn: they are still to be drawn, as far as the viewers know."""
    unseen = _unseen_draws(state, waiting, viewers)
    return (
        waiting._replace(drawn=minus(waiting.drawn, *unseen), number=waiting.number + len(unseen))
        if unseen
        else waiting
    )


def _unseen_draws(state: Position, waiting: Pending, viewers: tuple[str, ...]) -> tuple[str, ...]:
    """The denizens drawn, before they are laid down, by a Knight who is not the only viewer (hidden-cards variant)."""
    if not waiting.drawn or "hidden" not in state.variants or viewers == (waiting.knight,):
        return ()
    return tuple([card for card in waiting.drawn if card in state.cards.denizens])
