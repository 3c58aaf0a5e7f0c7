"""The data of a moment: characters, what lies where, what is open, who knows what; and what follows from it at once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple

from engine.willow.material.scenario import ELORA, Card, Material
from engine.willow.material.source import switches

#: A card that is not known to whoever looks.
UNKNOWN = "unknown"
STEPS = ("deal", "draw", "foes", "move", "heal", "fight", "power")
#: The kinds of task that interrupt a step, and the stages of a fight.
TASKS = ("search-place", "search-here", "cast", "shape", "free", "love", "treasure", "consent", "absorb", "meeting")
FIGHTS = ("characters", "foe", "bavmorda")
STAGES = ("prepare", "cast", "champions", "roll")


class Character(NamedTuple):
    """A character. ``hand`` are unplayed cards, ``face_up`` Keeps and Friends, ``spells`` face-up Spells.

    This turn: ``spent`` spaces of his move, ``stopped`` (it has ended), ``flying`` (so many spaces at most, by a Spell or card),
    ``finds`` (places found without a search, or "any" for one), ``group`` (who moves together with him), ``left`` (Places he has
    left), ``cast``, ``found``. ``due`` of his ``foes`` are to be fought in this turn. ``known`` are cards of his hand that the
    other side has seen. ``given`` are the values that a situation says and the scenario does not.
    """

    id: str
    side: str
    at: str
    prowess: int | None
    magic: int | None
    stealth: int | None
    health: int
    hand: tuple[str, ...]
    face_up: tuple[str, ...]
    spells: tuple[str, ...]
    treasures: tuple[str, ...]
    raziel_shape: str
    army: bool
    transformed: str
    foes: tuple[str, ...]
    due: int
    limit: int
    powers_used: tuple[str, ...]
    spent: int
    stopped: bool
    flying: int
    finds: tuple[str, ...]
    group: tuple[str, ...]
    left: tuple[str, ...]
    found: bool
    fought_foe: bool
    cast: tuple[str, ...]
    gained_prowess: bool
    gained_magic: bool
    answered: bool
    given: tuple[str, ...]
    known: tuple[str, ...] = ()


class Task(NamedTuple):
    """Something begun and not finished that interrupts a step or a fight; ``kind`` is one of :data:`TASKS`.

    ``who`` it is about or who does it, ``group`` with whom, ``place``, ``card`` and ``target`` where, by what and at whom it
    aims, ``shape`` the one chosen, ``number`` a loss, ``cause`` of it, ``asks`` who is still to agree and to what (``action``).
    """

    kind: str
    who: str
    group: tuple[str, ...] = ()
    place: str = ""
    card: str = ""
    target: str = ""
    shape: str = ""
    number: int = 0
    cause: str = ""
    by: str = ""
    asks: tuple[str, ...] = ()
    action: str = ""


class Fight(NamedTuple):
    """A fight under way: where, of which ``kind``, its ``stage`` (`fight.discard-first` ... `fight.one`).

    ``side`` casts next, ``passes`` in a row; ``good`` and ``evil`` are the champions, ``bonus_good`` and ``bonus_evil`` what
    Spells add; ``foe`` is the Foe that ``target`` bears, in its ``shape``; ``health`` is Bavmorda's.
    """

    at: str
    kind: str = "characters"
    stage: str = "prepare"
    side: str = "good"
    passes: int = 0
    good: str = ""
    evil: str = ""
    bonus_good: int = 0
    bonus_evil: int = 0
    foe: str = ""
    shape: str = ""
    target: str = ""
    health: int = 0

    def champion(self, side: str) -> str:
        """The champion of a side, "" while there is none."""
        return self.good if side == "good" else self.evil


class Love(NamedTuple):
    """Sorsha's heart (`sorsha.love`, `sorsha.again`, `sorsha.once`); ``leaving``: newly Good, she must leave the Castle."""

    in_love: bool = False
    times_met: int = 0
    rolled: bool = False
    leaving: bool = False


@dataclass(frozen=True, slots=True)
class Position:
    """Everything that is kept: the rest follows from it.

    ``controls``: which seat plays whom. ``word``: the seat that may act in a step, ``passed``: the seats that have said "done"
    since anybody acted, ``answering``: the other side prepares before fights. ``alone``: whose further turn it is, ``extra`` who
    is still to have one. ``draws``: cards still to be drawn. ``too_many``: who has too many cards or Spells. ``dealt``: who has
    been dealt a card by Willow's player. In this turn ``searched`` and ``fought`` are spaces, ``disputed`` what nobody may take.
    ``lying``: Treasures by place. ``looked``: which side has seen which of them. ``elora`` is "held", "unknown" or "removed";
    ``suspects`` who may hold her as far as the other side knows. ``boxed``: Possum and Transformation Spell are in their box.
    """

    edition: str
    material: Material
    chosen: tuple[tuple[str, str], ...]
    controls: tuple[tuple[str, tuple[str, ...]], ...]
    values_given: bool
    round: int
    last_round: int
    side: str
    step: str
    word: str
    passed: tuple[str, ...]
    answering: bool
    alone: str
    extra: tuple[str, ...]
    draws: tuple[tuple[str, int], ...]
    too_many: tuple[str, ...]
    dealt: tuple[str, ...]
    searched: frozenset[str]
    fought: frozenset[str]
    disputed: frozenset[str]
    characters: tuple[Character, ...]
    lying: tuple[tuple[str, str], ...]
    hides: tuple[tuple[str, int], ...]
    looked: frozenset[tuple[str, str]]
    freed_by: str
    elora: str
    suspects: tuple[str, ...]
    discards: tuple[str, ...]
    boxed: bool
    next_cards: tuple[str, ...]
    task: Task | None
    fight: Fight | None
    love: Love
    clock: int
    deliverer: str
    slayer: str
    won: str
    victors: tuple[str, ...]

    # ---------------------------------------------------------------- who
    def character(self, name: str) -> Character:
        """The character of this id; KeyError if there is none."""
        for one in self.characters:
            if one.id == name:
                return one
        raise KeyError(name)

    def of_side(self, side: str) -> Iterator[Character]:
        """The characters of a side, in their order; in a further turn those of the side on turn are one (`turn.extra`)."""
        return (one for one in self.characters if one.side == side)

    def acting(self) -> Iterator[Character]:
        """Who has this turn."""
        return (one for one in self.of_side(self.side) if self.alone in ("", one.id))

    def at(self, place: str, side: str = "") -> list[Character]:
        """Who is in a space, of one side or of both."""
        return [one for one in self.characters if one.at == place and side in ("", one.side)]

    def owner(self, name: str) -> str:
        """The seat that plays a character."""
        for seat, characters in self.controls:
            if name in characters:
                return seat
        raise KeyError(name)

    @property
    def order(self) -> tuple[str, ...]:
        """The seats in playing order."""
        return tuple(seat for seat, _ in self.controls)

    def side_of(self, seat: str) -> str:
        """The side a seat plays for. Who has lost his only character goes on looking from the side he was of."""
        for name, characters in self.controls:
            if name == seat:
                return self.character(characters[0]).side if characters else "evil"
        raise KeyError(seat)

    def seats(self, side: str) -> tuple[str, ...]:
        """The seats that play characters of a side, in order."""
        return tuple(seat for seat, own in self.controls if any(self.character(one).side == side for one in own))

    def seats_of(self, names: Iterable[str]) -> tuple[str, ...]:
        """The seats that play these characters, in order."""
        owners = {self.owner(name) for name in names}
        return tuple(seat for seat in self.order if seat in owners)

    # ---------------------------------------------------------------- cards
    def card(self, name: str) -> Card:
        """What is printed on a card."""
        return self.material.cards[name]

    @property
    def holder(self) -> str:
        """Who holds Elora Danan, "" if nobody does or it is not known here."""
        return next((one.id for one in self.characters if ELORA in one.hand), "")

    def treasure_at(self, place: str) -> str:
        """The Treasure that lies there: its id, "unknown", or "" if there is none."""
        return dict(self.lying).get(place, "")

    def army_home(self, side: str) -> bool:
        """Whether the Army of a side lies in its space: nobody leads it (`army.to-board`)."""
        return side in self.material.army_of and not any(one.army and one.side == side for one in self.characters)

    def switch(self, name: str) -> Any:
        """The value of a switch at this table."""
        return dict(self.chosen).get(name, switches()[name].values[self.edition])

    def hide(self, place: str) -> int | None:
        """The Hide of a place, as a situation or else the scenario says."""
        return dict(self.hides).get(place, self.material.places[place].hide)

    def in_sight(self) -> Counter[str]:
        """How many copies of each Encounter card lie where they are known to be, the discards not counted."""
        found: Counter[str] = Counter()
        for one in self.characters:
            found.update(card for card in one.hand if card != UNKNOWN)
            found.update(one.face_up + one.spells)
            found.update(one.foes)
        return found

    def undrawn(self, reshuffled: bool = False) -> Counter[str]:
        """The Encounter cards that are nowhere in sight and may be drawn: those of the deck (`discard.pile`)."""
        seen = self.in_sight()
        if not reshuffled:
            seen.update(self.discards)
        found: Counter[str] = Counter()
        for card in self.material.cards.values():
            left = card.copies - seen[card.id] - (card.boxed and self.boxed)
            if left > 0 and card.id != ELORA:
                found[card.id] = left
        return found

    def deck_size(self) -> int:
        """How many cards the Encounter deck has: what is nowhere in sight, less the unknown cards of hands."""
        hidden = sum(one.hand.count(UNKNOWN) for one in self.characters)
        return sum(self.undrawn().values()) - max(0, hidden - (self.elora == UNKNOWN and hidden > 0))

    def shapes_left(self) -> tuple[str, ...]:
        """The Transformation cards in their deck (`setup.possum-box`)."""
        used = {one.transformed for one in self.characters} | {one.raziel_shape for one in self.characters}
        used |= {self.fight.shape} if self.fight is not None else set()
        if self.boxed:
            used |= {treasure.companion for treasure in self.material.treasures.values()}
        return tuple(shape for shape in self.material.shapes if shape not in used)

    def treasures_left(self) -> tuple[str, ...]:
        """The Treasures that are nowhere in sight."""
        seen = {t for one in self.characters for t in one.treasures} | {t for _, t in self.lying}
        return tuple(treasure for treasure in self.material.treasures if treasure not in seen)

    # ---------------------------------------------------------------- limits
    def limit(self, one: Character) -> int:
        """How many cards he may have (`hand.limit`, `power.study`); none while he is transformed (`transform.hand`)."""
        if one.transformed:
            return 0
        return one.limit or self.material.count(f"limit_{one.side}")

    def counted(self, one: Character) -> tuple[str, ...]:
        """The cards that count against his limit: unplayed ones and face-up red ones (`hand.counts`, `elora.counts`)."""
        return one.hand + tuple(card for card in one.face_up if self.card(card).colour == "red")

    def over_limit(self, one: Character) -> int:
        """How many cards he has too many; who is transformed may keep Elora Danan (`transform.hand`)."""
        kept = one.transformed and (ELORA in one.hand or (one.hand == (UNKNOWN,) and not one.face_up))
        return max(0, len(self.counted(one)) - bool(kept) - self.limit(one))

    def settling(self) -> str:
        """Who must settle first (`hand.over-limit`, `spell.magic-falls`), "" for nobody: in a fight it waits for the end."""
        fight = self.fight
        fighting = fight is not None and fight.stage != "prepare" and (fight.kind, fight.stage) != ("foe", "champions")
        return self.too_many[0] if self.too_many and not fighting and self.task is None else ""

    def overfull(self) -> tuple[str, ...]:
        """Everybody with too many cards or Spells, in order."""
        return tuple(one.id for one in self.characters if self.over_limit(one) or self.spells_over(one))

    def spells_over(self, one: Character) -> int:
        """How many face-up Spells he has too many: as many as his Magic, untransformed, are allowed (`transform.magic`)."""
        return max(0, len(one.spells) - self.spell_limit(one))

    def spell_limit(self, one: Character) -> int:
        """How many face-up Spells he may have (`spell.limit`, `spell.need-magic`)."""
        if one.magic is None:
            return len(one.spells)
        return one.magic + sum(bonus for _, bonus in self.bonuses(one, "magic"))

    def bonuses(self, one: Character, value: str) -> Iterator[tuple[str, int]]:
        """What cards add to a value (`value.effective`, `army.like-friend`, `treasure.raziel-magic`)."""
        for name in one.face_up:
            if bonus := getattr(self.card(name), value, 0):
                yield name, bonus
        if one.army and value in ("prowess", "stealth"):
            army = self.material.army_of[one.side]
            if bonus := getattr(army, value):
                yield army.id, bonus
        for name in one.treasures:
            treasure = self.material.treasures[name]
            alive = not (treasure.companion and (value == "prowess" or one.raziel_shape))
            if (
                value in ("prowess", "magic", "stealth")
                and not treasure.frees
                and alive
                and (bonus := getattr(treasure, value))
            ):
                yield name, bonus
