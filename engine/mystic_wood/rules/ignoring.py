"""What an encounter or a joust lifts: denizens who remained may be met again, old opponents challenged again."""

from __future__ import annotations

from engine.mystic_wood.material.ledger import switch
from engine.mystic_wood.position.draft import Draft, minus, plus
from engine.mystic_wood.position.table import Peace
from engine.mystic_wood.rules.hidden import show_hidden
from engine.mystic_wood.rules.placing import break_prayer
from engine.mystic_wood.rules.queries import at_peace


def note_encounter(draft: Draft, knight_id: str, denizen: str) -> None:
    """He has had an encounter here: what it lifts elsewhere is lifted (`reaction.remains`, `joust.again`)."""
    knight = draft.knight(knight_id)
    lifted = [i for i in knight.ignored_by if i.area != knight.at and i.denizen != denizen]
    if lifted:
        extra = ("reaction.remains-queen-bishop",) if denizen in ("queen", "bishop") else ()
        draft.tell(
            "may-meet-again", "reaction.remains", *extra, who=knight, what=[i.denizen for i in lifted], way="encounter"
        )
    lifts = [peace for peace in knight.at_peace if peace.area != knight.at]
    knight = draft.set_knight(
        knight_id,
        met=plus(knight.met, denizen),
        met_this_turn=plus(knight.met_this_turn, denizen),
        came=minus(knight.came, denizen),
        passable=minus(knight.passable, denizen),
        at_peace=tuple(peace for peace in knight.at_peace if peace not in lifts),
        ignored_by=tuple(i for i in knight.ignored_by if i not in lifted),
    )
    old_foes = [draft.knight(peace.knight) for peace in lifts]
    foes = [foe.id for foe in old_foes if not foe.out and not at_peace(draft, knight, foe)]
    if foes:
        draft.tell("may-challenge-again", "joust.again", who=knight, others=foes, way="encounter")
    show_hidden(draft, knight_id, denizen)


def note_joust(draft: Draft, knight_id: str, foes: list[str]) -> None:
    """He has jousted: that too can lift things, and he keeps the peace with these foes for a while (`joust.again`)."""
    knight = draft.knight(knight_id)
    # A Prince who parted after helping in an earlier round of this very joust is not met again at once.
    kept = tuple(i for i in knight.ignored_by if i.denizen == "prince" and knight.helped)
    ignored = tuple(i for i in knight.ignored_by if i not in kept)
    if ignored and switch(draft.edition, "joust-lifts-remains"):
        draft.tell("may-meet-again", "reaction.remains", who=knight, what=[i.denizen for i in ignored], way="joust")
        here = [i.denizen for i in ignored if i.area == knight.at]
        knight = draft.set_knight(knight_id, met=minus(knight.met, *here), passable=plus(knight.passable, *here))
        ignored = ()
    peace = tuple(p for p in knight.at_peace if p.knight not in foes)
    if peace and switch(draft.edition, "joust-lifts-peace"):
        free = [p.knight for p in peace if not draft.knight(p.knight).out]
        if free:
            draft.tell("may-challenge-again", "joust.again", who=knight, others=free, way="joust")
        peace = ()
    draft.set_knight(
        knight_id,
        ignored_by=tuple(sorted((*kept, *ignored))),
        at_peace=tuple(sorted((*peace, *(Peace(foe, knight.at) for foe in foes)))),
    )
    break_prayer(draft, knight_id)
