"""Who stands where, with whom, held by what: questions every rule asks, answered without changing anything."""

from __future__ import annotations

from engine.mystic_wood.material.cards import Quest
from engine.mystic_wood.material.ledger import switch
from engine.mystic_wood.position.draft import AnyPosition
from engine.mystic_wood.position.table import Ignored, Knight


def in_play(game: AnyPosition) -> list[Knight]:
    """The Knights still in the game, in playing order."""
    return [knight for knight in game.knights if not knight.out]


def seated(game: AnyPosition, knight_id: str) -> Knight | None:
    """The Knight of that id, out of the game or not; None if he has no seat."""
    for knight in game.knights:
        if knight.id == knight_id:
            return knight
    return None


def playing(game: AnyPosition, knight_id: str) -> Knight | None:
    """The Knight of that id who is still in the game, or None."""
    for knight in game.knights:
        if knight.id == knight_id and not knight.out:
            return knight
    return None


def others_at(game: AnyPosition, knight: Knight) -> list[Knight]:
    """The other Knights in the same place (inside and outside apart; `area.cave-island-inside`)."""
    at, inside, own = knight.at, knight.inside, knight.id
    return [k for k in game.knights if k.at == at and k.inside == inside and k.id != own and not k.out]


def outside(game: AnyPosition, knight: Knight) -> bool:
    """Whether he stands before the Cave or on this side of the Island (`area.cave-island-pass`)."""
    return not knight.inside and game.area(knight.at).has_inside


def unexplored(game: AnyPosition, knight: Knight) -> bool:
    """Whether he stands on ground nobody has explored: a face-down card, or inside with its card undrawn."""
    area = game.area(knight.at)
    return not area.face_up or (knight.inside and not area.drawn and area.has_inside)


def team(game: AnyPosition, knight: Knight) -> list[Knight]:
    """He and the partners who fight beside him: those in the same place and free to (`combine.score`)."""
    if not knight.partners:
        return [knight]
    partners = [game.knight(p) for p in knight.partners]
    return [
        knight,
        *(
            p
            for p in partners
            if p.place == knight.place
            and not p.out
            and not p.captured
            and (p.fighting is None or p.fighting == knight.fighting)
        ),
    ]


def partners_here(game: AnyPosition, knight: Knight) -> list[Knight]:
    """His partners who are in the same place."""
    return [p for p in map(game.knight, knight.partners) if p.place == knight.place] if knight.partners else []


def ignores(knight: Knight, denizen: str) -> bool:
    """Whether the denizen "remained" for this Knight and still takes no notice of him (`reaction.remains`)."""
    return bool(knight.ignored_by) and denizen in [ignored.denizen for ignored in knight.ignored_by]


def parted(game: AnyPosition, ignored: Ignored) -> bool:
    """Whether one who takes no notice of a Knight was his companion, given up or left: so it is said, or its card never
    "remains" (`companion.parted-remains`)."""
    card = game.cards.denizens[ignored.denizen]
    return ignored.parted or (card.companion and all(reaction != "remains" for _, _, reaction in card.table))


def king_ignores(knight: Knight) -> bool:
    """Whether the King takes no notice of this Knight: of Britomart, until she wears the crown (`king.ignores-britomart`)."""
    return knight.id == "britomart" and not knight.king


def at_peace(game: AnyPosition, knight: Knight, foe: Knight) -> list[tuple[Knight, Knight]]:
    """Who has jousted whom and needs an encounter elsewhere before ``knight`` may challenge ``foe`` again (`joust.again`)."""
    bound = [(knight, foe)] if foe.id in [peace.knight for peace in knight.at_peace] else []
    if knight.id in [peace.knight for peace in foe.at_peace] and switch(game.edition, "peace-ends") == "both":
        bound.append((foe, knight))
    return bound


def fight_of_others(game: AnyPosition, knight: Knight) -> list[tuple[str, str]]:
    """(fighter, denizen or Knight) of each undecided fight in his place that is not his own."""
    return [
        (other.id, other.fighting)
        for other in game.knights
        if other.fighting
        and other.at == knight.at
        and other.inside == knight.inside
        and not other.out
        and other.id != knight.id
        and other.fighting != knight.id
    ]


def quest_of(game: AnyPosition, knight_id: str) -> Quest:
    """The quest of that Knight (`setup.quests`)."""
    quest = game.cards.knights[knight_id].quest
    assert quest is not None, "the reader of the cards asks for the quest of every Knight"
    return quest


def cooperative(game: AnyPosition) -> bool:
    """Whether the cooperative variant is played (`variant.cooperative`)."""
    return "cooperative" in game.variants
