"""Changing place: Knights, denizens and companions come to be somewhere else, with all that follows from it."""

from __future__ import annotations

from typing import NamedTuple

from engine.mystic_wood.material.cards import COMPANIONS
from engine.mystic_wood.position.draft import AnyPosition, Draft, minus, plus
from engine.mystic_wood.position.table import Ignored
from engine.mystic_wood.rules import storm
from engine.mystic_wood.rules.castle import close_ranks, enter_castle
from engine.mystic_wood.rules.hidden import look_at_hidden, without
from engine.mystic_wood.rules.queries import ignores, king_ignores, parted
from engine.mystic_wood.rules.rescue import oblige
from engine.mystic_wood.rules.spoils import break_off_dispute

# ------------------------------------------------------------------ Knights


def leave_fight(draft: Draft, knight_id: str) -> None:
    """He is in no undecided fight any more."""
    draft.set_knight(knight_id, fighting=None, challenger=False, helped=False, dispute=None)


def free_of_fights(draft: Draft, knight_id: str, why: str) -> None:
    """Break off whatever undecided fight he is in, on both sides."""
    knight = draft.knight(knight_id)
    if knight.fighting is None:
        return
    foe = knight.fighting
    leave_fight(draft, knight_id)
    if foe in draft.seat and draft.knight(foe).fighting == knight_id:
        leave_fight(draft, foe)
    draft.tell("fight-broken-off", why, who=knight_id, what=foe)
    if foe in draft.seat:
        break_off_dispute(draft, knight_id, foe)


def part_partners(draft: Draft, knight_id: str) -> None:
    """End his combination with others."""
    for other in draft.knight(knight_id).partners:
        part(draft, knight_id, other)


def part(draft: Draft, knight_id: str, other_id: str) -> None:
    """Two Knights are partners no more. Left alone, Britomart does not go on against the King (`king.ignores-britomart`)."""
    for one, other in ((knight_id, other_id), (other_id, knight_id)):
        knight = draft.set_knight(one, partners=minus(draft.knight(one).partners, other))
        if knight.fighting == "king" and king_ignores(knight) and not knight.partners:
            leave_fight(draft, one)
            draft.tell("fight-void", "king.ignores-britomart", who=one, what="king")


def combine(draft: Draft, knight_id: str, ally: str) -> None:
    """They fight side by side from now on."""
    draft.set_knight(knight_id, partners=plus(draft.knight(knight_id).partners, ally))
    draft.set_knight(ally, partners=plus(draft.knight(ally).partners, knight_id))


def break_prayer(draft: Draft, knight_id: str) -> None:
    """Whatever he has prayed with the Bishop counts no more (`card.bishop-prayer`)."""
    praying = knight_id == draft.turn and "pray" in draft.powers
    if praying:
        draft.powers = minus(draft.powers, "pray")
    if praying or draft.knight(knight_id).prayer_turns:
        draft.set_knight(knight_id, prayer_turns=0)
        draft.tell("prayer-broken", "card.bishop-prayer", who=knight_id)


def note_fight(draft: Draft, knight_id: str) -> None:
    """A challenge is fought in his own turn: he does not begin to pray after it (`card.bishop-prayer`)."""
    if knight_id == draft.turn and "bishop" in draft.area(draft.knight(knight_id).at).denizens:
        draft.powers = plus(draft.powers, "fought")


def relocate(
    draft: Draft,
    knight_id: str,
    to: str,
    *,
    arrived: str = "walked",
    came_from: str | None = None,
    with_partners: bool = False,
) -> None:
    """Put a Knight, with all he holds, into another area; arriving by other means than walking he is inside Cave or Island."""
    knight = draft.knight(knight_id)
    if knight.fighting is not None:
        free_of_fights(draft, knight_id, "joust.in-turn" if knight.fighting in draft.seat else "challenge.tie")
    area = draft.area(to)
    inside = arrived == "transported" and area.has_inside
    if knight.partners and not with_partners:
        part_partners(draft, knight_id)
    break_prayer(draft, knight_id)
    moved = draft.set_knight(
        knight_id,
        at=to,
        came_from=came_from,
        inside=inside,
        imprisoned=False,
        captured=False,
        freed=False,
        arrived=arrived,
        met=(),
        came=(),
        passable=(),
        cave_turns=0,
        castle_rank=0,
    )
    if knight.at != to:
        close_ranks(draft, knight.at)
    if area.name == "castle":
        enter_castle(draft, knight_id)
    if inside:
        draft.tell("inside", "area.cave-island-arrivals", who=moved, at=to, what=area.name or "")
    if draft.turn == knight_id:
        draft.stayed = False
    look_at_hidden(draft, knight_id)
    oblige(draft, knight_id)


def imprison(draft: Draft, knight_id: str, *rules: str, betrayed_by: str = "") -> None:
    """Send a Knight, with what he still holds, to prison in the Tower; betrayed, his companions too (`reaction.betrays`), and
    what goes with him is named, since the quarrel is about it."""
    knight = draft.knight(knight_id)
    if betrayed_by:
        with_him = (betrayed_by, *knight.following, *knight.things)
        draft.tell("betrays", *rules, who=knight, what=with_him, at=knight.at, to=draft.wood.tower)
    else:
        draft.tell("imprisoned", *rules, who=knight, at=knight.at, to=draft.wood.tower)
    relocate(draft, knight_id, draft.wood.tower, arrived="earlier")
    draft.set_knight(knight_id, imprisoned=True)


def free_captives(draft: Draft) -> None:
    """The Enchantress is gone from where she was: whoever she held there is free."""
    for knight in draft.knights:
        if knight.captured:
            draft.tell("captive-free", "card.enchantress-captures", who=knight, at=knight.at)
        draft.set_knight(knight.id, freed=False, captured=False)


# ------------------------------------------------------------------ denizens


def place_denizen(draft: Draft, denizen: str, at: str, *rules: str, arriving: bool = True) -> None:
    """Let a denizen come to lie in an area. None comes to the Tower but the Horse (`tower.no-denizens`).

    ``arriving``: it comes to whoever stands there, and is not drawn for him.
    """
    if at == draft.wood.tower and denizen != "horse":
        draft.removed = plus(draft.removed, denizen)
        draft.tell("not-in-the-tower", "tower.no-denizens", what=denizen, at=at)
        return
    area = draft.area(at)
    draft.set_area(at, denizens=plus(area.denizens, denizen))
    for knight in draft.knights:
        if knight.at == at and not knight.out and not ignores(knight, denizen):
            draft.set_knight(
                knight.id,
                met=minus(knight.met, denizen),
                passable=minus(knight.passable, denizen),
                came=plus(knight.came, denizen) if arriving else knight.came,
            )
    if area.has_inside and rules:
        draft.tell("comes-inside", "area.cave-island-arrivals", what=denizen, at=at, way=area.name or "")


def take_denizen(draft: Draft, denizen: str, at: str) -> None:
    """Take a denizen off its area."""
    area = draft.area(at)
    for knight in draft.knights:
        if knight.at == at and denizen in knight.came:
            draft.set_knight(knight.id, came=minus(knight.came, denizen))
        if denizen in COMPANIONS:  # given up, it bars its Knight only while it stays there
            ignored = tuple(i for i in knight.ignored_by if i.denizen != denizen or not parted(draft, i))
            draft.set_knight(knight.id, ignored_by=ignored)
    draft.set_area(at, denizens=minus(area.denizens, denizen), hidden=without(area, denizen))


class Approach(NamedTuple):
    """A denizen that a Knight approaches or fights: one of his area, or the prize ``holder`` has lost to him
    (`joust.prize-companion`)."""

    knight: str
    denizen: str
    holder: str = ""

    @property
    def rules(self) -> tuple[str, ...]:
        """The rule by which a prize is approached; none for a denizen of the area."""
        return ("joust.prize-companion",) if self.holder else ()

    def detach(self, draft: Draft) -> None:
        """Take the denizen from where it is: off the Knight's area, or out of the hand of its holder."""
        holder, denizen = self.holder, self.denizen
        if not holder:
            take_denizen(draft, denizen, draft.knight(self.knight).at)
        elif denizen == "horse":
            draft.set_knight(holder, horse=False)
        elif denizen == "holy-grail":
            draft.set_knight(holder, grail=False)
        else:
            draft.set_knight(holder, companions=minus(draft.knight(holder).companions, denizen))

    def stays_loyal(self, draft: Draft, *rules: str) -> None:
        """A prize that was approached in vain stays with the Knight who has it."""
        draft.tell("stays-loyal", *rules, who=self.holder, what=self.denizen)

    def kept_by_storm(self, draft: Draft, to: str) -> bool:
        """Whether a storm keeps it from going there, which is told; a prize stays with the Knight who has it."""
        at = draft.knight(self.knight).at
        if not self.holder:
            return storm.keeps(draft, self.denizen, at, to)
        if storm.holds(draft, "denizen", at, to):
            self.stays_loyal(draft, "reaction.storm", *self.rules)
            return True
        return False

    def transport_self(self, draft: Draft, *rules: str) -> None:
        """It goes to the corresponding area, with the loose things there unless it carries none (`reaction.transports-self`).

        Out of the hand of its holder it takes nothing along (`reaction.transports-self-takes`).
        """
        at, denizen = draft.knight(self.knight).at, self.denizen
        to = draft.wood.corresponding_area(at)
        area = draft.area(at)
        self.detach(draft)
        rules = ("reaction.transports-self", "wood.numbers", *rules, *self.rules)
        draft.tell("transports-itself", *rules, what=denizen, at=at, to=to)
        place_denizen(draft, denizen, to, "reaction.transports-self")
        if area.things and not self.holder and draft.cards.denizens[denizen].carries_things:
            draft.set_area(at, things=())
            draft.set_area(to, things=plus(draft.area(to).things, *area.things))
            draft.tell("takes-along", "reaction.transports-self-takes", what=(denizen, *area.things), at=at, to=to)


def other_gate(game: AnyPosition, at: str) -> str:
    """The Gate of the half an area does not lie in (`card.dragon`, `card.princess-flees`)."""
    return game.wood.enchanted_gate if game.wood.half_of(at) == "earthly" else game.wood.earthly_gate


# ------------------------------------------------------------------ companions


def remains_for(
    draft: Draft, knight_id: str, denizen: str, at: str, guarding: bool = True, parted: bool = False
) -> None:
    """From now on the denizen takes no notice of him there (`reaction.remains`); ``parted``: it was his companion, which
    is noted only of one whose card could have "remained" as well."""
    ignored = tuple(i for i in draft.knight(knight_id).ignored_by if i.denizen != denizen)
    draft.set_knight(knight_id, ignored_by=tuple(sorted((*ignored, Ignored(denizen, at, guarding, parted)))))


def leave_companion(draft: Draft, knight_id: str, companion: str, *rules: str, guarding: bool = True) -> None:
    """A companion parts from him in his area: independent again, and remaining for him (`companion.parted-remains`)."""
    knight = draft.knight(knight_id)
    draft.set_knight(knight_id, companions=minus(knight.companions, companion))
    named = any(reaction == "remains" for _, _, reaction in draft.cards.denizens[companion].table)
    remains_for(draft, knight_id, companion, knight.at, guarding, parted=named)
    place_denizen(draft, companion, knight.at)
    draft.tell(
        "parts", *rules, "companion.independent", "companion.parted-remains", who=knight, what=companion, at=knight.at
    )


def lose_companions(draft: Draft, knight_id: str) -> None:
    """All companions stay where he was beaten and become independent (`challenge.lose-keeps`, `companion.lost`)."""
    knight = draft.knight(knight_id)
    if not knight.companions or knight.at == draft.wood.tower:
        return
    draft.set_knight(knight_id, companions=())
    for companion in knight.companions:
        place_denizen(draft, companion, knight.at)
    draft.tell(
        "companions-lost",
        "challenge.lose-keeps",
        "companion.lost",
        "companion.independent",
        who=knight,
        what=knight.companions,
        at=knight.at,
    )
