"""Values in use and contests: what each side adds to its die, on which figures that rests, and which figure is lacking."""

from __future__ import annotations

from typing import NamedTuple

from engine.contract.events import Sum
from engine.willow.material.scenario import title
from engine.willow.position.table import Fight, Position

#: Parts of a sum that are no ids.
_PLAIN = ("prowess", "magic", "stealth", "hide", "resistance", "spells")


class Measure(NamedTuple):
    """What is added to a die: ``parts`` by name, the ``figures`` it rests on, and the one that is ``lacking``."""

    of: str
    parts: tuple[tuple[str, int], ...]
    figures: tuple[str, ...] = ()
    lacking: str = ""

    @property
    def total(self) -> int:
        """All parts together."""
        return sum(points for _, points in self.parts)

    def rolled(self, die: int) -> Sum:
        """The sum with a die."""
        parts = tuple((name if name in _PLAIN else title(name), points) for name, points in self.parts)
        return Sum((self.of,), title(self.of), die, parts)


class Contest(NamedTuple):
    """A throw of two dice (`contest.roll`): the ``kind`` says what a tie means, own die first."""

    kind: str
    own: Measure
    other: Measure

    @property
    def lacking(self) -> str:
        """The figure without which it cannot be reckoned, "" if there is none."""
        return self.own.lacking or self.other.lacking

    @property
    def figures(self) -> tuple[str, ...]:
        """All figures it rests on."""
        return self.own.figures + self.other.figures


def fixed(of: str, name: str, value: int | None, figure: str) -> Measure:
    """A measure of one printed number."""
    return Measure(of, ((name, value or 0),), (figure,), "" if value is not None else figure)


def effective(position: Position, name: str, value: str) -> Measure:
    """A character's value in use (`value.effective`): pointer or printed number, and what his cards add (`contest.modifiers`)."""
    one = position.character(name)
    if one.transformed and value == "prowess":
        shape = position.material.shapes[one.transformed]
        return fixed(name, shape.id, shape.prowess, f"prowess of {shape.id}")
    if one.transformed and value == "magic":
        return Measure(name, ((one.transformed, 0),))
    base, figure = getattr(one, value), f"{value} of {name}"
    figures = () if value in one.given else (figure,)
    shape_stealth = position.material.shapes[one.transformed].stealth if one.transformed else None
    if value == "stealth" and shape_stealth is not None:
        base, figures = shape_stealth, (f"stealth of {one.transformed}",)
    bonuses = tuple(position.bonuses(one, value))
    more = tuple(f"{value} of {card}" for card, _ in bonuses)
    return Measure(name, ((value, base or 0), *bonuses), figures + more, "" if base is not None else figure)


def best_stealth(position: Position, names: tuple[str, ...]) -> Measure:
    """The highest Stealth of several (`search.highest`, `search.group`); a lacking one first: it may be the highest."""
    measures = [effective(position, name, "stealth") for name in names]
    return max(measures, key=lambda measure: (bool(measure.lacking), measure.total))


def hide_of(position: Position, place: str) -> Measure:
    """What a Place adds to its die (`contest.hide`)."""
    given = place in dict(position.hides)
    measure = fixed(place, "hide", position.hide(place), f"hide of {place}")
    return measure._replace(figures=()) if given else measure


def prowess_in(position: Position, fight: Fight, side: str) -> Measure:
    """The Prowess of a champion in a fight, with what Spells add; or of the Foe (`contest.prowess`, `contest.other-roller`)."""
    if fight.kind == "foe" and side == "evil":
        if fight.shape:
            return fixed(
                fight.foe, fight.shape, position.material.shapes[fight.shape].prowess, f"prowess of {fight.shape}"
            )
        return fixed(fight.foe, "prowess", position.card(fight.foe).prowess, f"prowess of {fight.foe}")
    champion, bonus = fight.champion(side), fight.bonus_good if side == "good" else fight.bonus_evil
    measure = effective(position, champion, "prowess")
    return measure._replace(parts=(*measure.parts, ("spells", bonus))) if bonus else measure


def against_queen(position: Position, champion: str) -> Contest:
    """A Magic contest with Bavmorda (`bavmorda.champion`, `bavmorda.values`)."""
    queen = fixed("bavmorda", "magic", position.material.queen[0], "magic of bavmorda")
    return Contest("bavmorda", effective(position, champion, "magic"), queen)


def contest(position: Position) -> Contest | None:
    """The contest whose two dice are to be thrown now; None if none is."""
    task, fight = position.task, position.fight
    if task is None:
        if fight is None or fight.stage != "roll":
            return None
        if fight.kind == "bavmorda":
            return against_queen(position, fight.good)
        first = position.side
        own, other = (prowess_in(position, fight, side) for side in (first, "evil" if first == "good" else "good"))
        return Contest("prowess", own, other)
    if task.kind == "search-place":
        return Contest("search", best_stealth(position, (task.who, *task.group)), hide_of(position, task.place))
    if task.kind == "search-here":
        hidden = tuple(one.id for one in position.at(task.place, "good"))
        return Contest("search", effective(position, task.who, "stealth"), best_stealth(position, hidden))
    if task.kind == "cast":
        return casting(position, task.who, task.card)
    if task.kind == "free":
        return freeing(position, task.who)
    return None


def casting(position: Position, caster: str, spell: str) -> Contest:
    """A Magic contest with a Spell (`contest.magic`)."""
    resistance = fixed(spell, "resistance", position.card(spell).resistance, f"resistance of {spell}")
    return Contest("cast", effective(position, caster, "magic"), resistance)


def freeing(position: Position, name: str) -> Contest:
    """A Prowess contest with the Sceptre (`free.contest`)."""
    sceptre = next((t for t in position.material.treasures.values() if t.frees), None)
    of = sceptre.id if sceptre else "sceptre"
    figure = f"prowess of {of}"
    value = sceptre.prowess if sceptre and figure in position.material.figures else None
    return Contest("strict", effective(position, name, "prowess"), fixed(of, "prowess", value, figure))
