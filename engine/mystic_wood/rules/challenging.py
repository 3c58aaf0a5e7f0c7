"""Who may challenge whom to a joust, whose round it is, and who is asked when a Knight comes or goes."""

from __future__ import annotations

from engine.contract.verdicts import Why
from engine.mystic_wood.material.cards import KNIGHTS, name_of
from engine.mystic_wood.material.ledger import switch
from engine.mystic_wood.position.draft import AnyPosition, Draft
from engine.mystic_wood.position.table import Knight, Pending
from engine.mystic_wood.position.words import no
from engine.mystic_wood.rules.queries import at_peace, cooperative, others_at, playing, seated, team
from engine.mystic_wood.rules.scores import aid_faults


def why_no_joust(game: AnyPosition, knight: Knight, foe_id: str) -> list[Why]:
    """What speaks against ``knight`` challenging that other Knight now (`joust.when`, `joust.tower`, `joust.again`)."""
    foe = playing(game, foe_id)
    if foe is None or foe.id == knight.id:
        return [no("joust.when no-opponent", foe_id)]
    if knight.fighting == foe.id:
        return []  # a joust once begun is fought to its end
    found = []
    if foe.at != knight.at:
        found.append(no("joust.when elsewhere", foe, foe.at, knight.at))
    elif foe.inside != knight.inside:
        found.append(no("area.cave-island-inside two-places"))
    if game.wood.tower in (knight.at, foe.at):
        found.append(no("joust.tower", about=(game.wood.tower,)))
    for one, other in ((knight, foe), (foe, knight)):
        if one.captured:
            found.append(no("card.enchantress-captures jousts", one))
        if one.fighting and one.fighting != other.id and (one is knight or not _joust_may_wait(game, one)):
            found.append(no("joust.when fighting", one, one.fighting, about=(one.fighting,)))
    for one, other in at_peace(game, knight, foe):
        found.append(no("joust.again", one, other, switch(game.edition, "joust-lifts-peace")))
    if foe.id in knight.partners:
        found.append(no("combine.enter combined", knight, foe))
    return found


def _joust_may_wait(game: AnyPosition, challenged: Knight) -> bool:
    """Whether one whose joust is tied may be challenged by a third Knight meanwhile (`joust.when`)."""
    return challenged.fighting in KNIGHTS and bool(switch(game.edition, "joust-beside-joust"))


def why_joust_aid(game: AnyPosition, knight: Knight, aid: tuple[str, ...], foe_id: str, newcomer: bool) -> list[Why]:
    """What speaks against the companions, or Knights, he calls on for a joust. ``newcomer``: against one who enters."""
    if not aid:
        return []
    foe = playing(game, foe_id)
    against_king = foe is not None and foe.king
    companions = tuple(a for a in aid if a not in KNIGHTS)
    found = aid_faults(game, knight, companions, True, True, name_of(foe_id), against_king)
    allies = [a for a in aid if a in KNIGHTS]
    for ally in allies:
        other = playing(game, ally)
        if knight.dispute is not None:
            case = "combine.dispute neutral"
        elif not free_to_help(knight, other) or ally == foe_id:
            case = "combine.newcomer not-free"
        elif foe is not None and ally in foe.partners:
            case = "combine.enter with-foe"
        elif newcomer and not switch(game.edition, "newcomer-combination") and not cooperative(game):
            case = "combine.newcomer edition"
        elif not newcomer and not cooperative(game):
            case = "combine.enter not-together"
        else:
            continue
        found.append(no(case, ally, knight, foe_id, about=(ally,)))
    return found + why_too_many(game, knight, len(allies), against_king)


def free_to_help(knight: Knight, other: Knight | None) -> bool:
    """Whether another Knight is in the same place, and nothing holds him."""
    return (
        other is not None
        and not other.out
        and other.place == knight.place
        and other.id != knight.id
        and not other.captured
        and not other.fighting
    )


def more_than_two(game: AnyPosition) -> Why:
    """More than two on a side fight only against a King; not every text says so (`combine.king`)."""
    return no("combine.king two", ruling=not switch(game.edition, "says-two-combine"))


def may_be_joined(game: AnyPosition, knight: Knight) -> bool:
    """Whether he fights alone, and another Knight stands by who is free to help."""
    return len(team(game, knight)) == 1 and any(free_to_help(knight, other) for other in others_at(game, knight))


def why_too_many(game: AnyPosition, knight: Knight, allies: int, against_king: bool) -> list[Why]:
    """More than two on a side fight only against a King (`combine.king`)."""
    if allies and allies + len(team(game, knight)) > 2 and not against_king:
        return [more_than_two(game)]
    return []


def why_no_ally(game: AnyPosition, knight: Knight, allies: list[str], fought: bool, king: bool) -> list[Why]:
    """What speaks against a Knight who is there already helping in a fight (`combine.enter`, `variant.cooperative`)."""
    found = []
    if not fought:
        found.append(no("combine.not-approach approach"))
    for ally in allies:
        if not free_to_help(knight, seated(game, ally)):
            case = "combine.enter not-there"
        elif ally in knight.partners:
            case = "combine.score"
        elif not cooperative(game):
            case = "combine.enter not-together"
        else:
            continue
        found.append(no(case, ally, knight, about=(ally,)))
    return found + why_too_many(game, knight, len([ally for ally in allies if ally not in knight.partners]), king)


def his_round(game: AnyPosition, knight: Knight) -> bool:
    """Whether the next round of his tied joust comes in his turn (`joust.tie`)."""
    if switch(game.edition, "joust-tie-alternates"):
        return True
    foe = game.knight(knight.fighting or knight.id)
    return knight.challenger or not foe.challenger


# ------------------------------------------------------------------ who is asked


def set_out_already(game: AnyPosition, knight: Knight) -> bool:
    """False while he still stands at the Gate he sets out from: those do not hold each other up."""
    return not (knight.at == game.wood.earthly_gate and knight.came_from is None and knight.arrived == "walked")


def ask_bystanders(draft: Draft, knight_id: str, leaving: bool = False) -> None:
    """Ask the Knights who stand there whether they challenge one who arrives or is about to walk away (`joust.when`).

    Knights still at the Gate they set out from are not asked; in their own turns they may challenge as any other.
    """
    if len(draft.knights) == 1:
        return
    knight = draft.knight(knight_id)
    for other in reversed(others_at(draft, knight)):
        if (
            other.id not in knight.partners
            and set_out_already(draft, other)
            and other.fighting is None
            and not why_no_joust(draft, other, knight_id)
        ):
            draft.push("offer", other.id, other.id, of=knight_id, leaving=leaving)


def offer_lapsed(game: AnyPosition, waiting: Pending) -> bool:
    """Whether a challenge that waits can be made no more."""
    knight, other = game.knight(waiting.knight), game.knight(waiting.of)
    return knight.place != other.place or knight.out or bool(why_no_joust(game, knight, waiting.of))


def walk_lapsed(game: AnyPosition, waiting: Pending) -> bool:
    """Whether a Knight who was about to walk on, or to draw, has been held up or sent away."""
    knight = game.knight(waiting.knight)
    return knight.out or knight.imprisoned or knight.captured or knight.fighting is not None
