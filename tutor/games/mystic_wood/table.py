"""The Mystic Wood at a table: who may ride, the board with its faces, actions in words, the Knights' cards."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from functools import cache
from typing import Any

from engine import mystic_wood as mw
from engine.mystic_wood.material.cards import CARDS, KNIGHTS, name_of, the
from engine.mystic_wood.material.wood import DIRECTIONS
from engine.mystic_wood.play.friends import cut_off
from engine.mystic_wood.play.prospects import prospects
from engine.mystic_wood.rules.decisions import DECISIONS
from engine.mystic_wood.rules.encounter_order import compelled
from engine.mystic_wood.rules.scores import joust_side
from engine.text.faults import cap
from tutor.draw.html import Html
from tutor.draw.page import icon
from tutor.draw.shapes import Outline, Scene, Shape, line
from tutor.draw.tables import Board, Card, Choice, Count, Label, Offer
from tutor.games.mystic_wood.coaching import reason
from tutor.games.mystic_wood.hands.rides import areas_of, ride_key, rides
from tutor.games.mystic_wood.scene import CloseView, View, board_scene, card_scene, hand_scene
from tutor.games.mystic_wood.scene.emblems import has_glyph
from tutor.games.mystic_wood.scene.faces import has_face, portrait
from tutor.games.mystic_wood.scene.ground import CARD
from tutor.games.mystic_wood.scene.tokens import shield as knight_shield
from tutor.games.mystic_wood.scene.words import due_words, prowess_card_name
from tutor.games.mystic_wood.words.button_text import button_words

__all__ = [
    "BEATEN",
    "areas_of",
    "begun",
    "board",
    "card",
    "closer",
    "label",
    "name",
    "offer",
    "prospects",
    "reason",
    "ride_key",
    "rides",
    "secret",
    "shield",
    "stuck",
    "targets",
    "tries",
    "why",
]

#: Seldom meant, though nearly always allowed: they stand behind "more".
SELDOM = frozenset({"stalemate", "offer", "drop", "yield", "combine"})
#: Most areas an action could name for it to be a button; with more, one touches the area.
MOST_AREAS = 6
#: The kinds of events by which a Knight is beaten: dots on the way through a game.
BEATEN = frozenset({"imprisoned", "captured", "king-out", "king-out-jointly"})
#: What may still open a way for whoever is cut off (`move.isolated`).
_OPENS = ("wand", "arch-mage", "mystic-horn", "mystic-fog")
_ABOUT = {
    "cooperative": "Knights in one place may join forces and walk together.",
    "hidden": "Denizens drawn lie face down: only who drew them knows them.",
}
_CALLED = {"cooperative": "Cooperative play", "hidden": "Hidden cards"}


# ------------------------------------------------------------------ a new game
@cache
def offer() -> Offer:
    """What a new game is made of."""
    knights = mw.new_game(knights=["george"]).cards.knights
    seats = tuple(
        Choice(knight, name_of(knight), cap(quest.text) if (quest := knights[knight].quest) else "")
        for knight in KNIGHTS
    )
    return Offer(
        "The Mystic Wood",
        seats,
        1,
        4,
        editions=tuple(Choice(edition, f"Rules of {edition}") for edition in mw.editions()),
        variants=tuple(Choice(name, _CALLED[name], about) for name, about in _ABOUT.items()),
        bots=(
            Choice("quest", "a sensible bot"),
            Choice("crown", "a strong bot"),
            Choice("random", "a bot that plays anything"),
        ),
    )


def begun(seats: Sequence[str], options: Mapping[str, Any]) -> mw.State:
    """A new game: the first of the seats plays last, as the rules have it."""
    return mw.new_game(tuple(reversed(seats)), options.get("edition"), tuple(options.get("variants", ())))


def secret(state: mw.State) -> bool:
    """Whether denizens lie face down."""
    return "hidden" in state.variants


# ------------------------------------------------------------------ the board
def board(state: mw.State, seat: str | None, targets: Collection[str], before: Any = None) -> Board:
    """The whole Wood, each denizen by its face."""
    view = View.whole(state.wood)
    scene = board_scene(
        state,
        view=view,
        clickable=targets,
        allowed=targets,
        trail=_trail(state, before),
        faces=True,
        viewer=seat if seat is not None or not secret(state) else "nobody",
    )
    about = (
        seat
        if seat is not None and state.knight(seat).out is False and state.to_move in (None, seat)
        else state.to_move
    )
    knight = state.knight(about or state.turn)
    near = CloseView.near(state.wood, knight.at, 3, 3)
    (x1, y1), (x2, y2) = view.corner(near.areas[0]), view.corner(near.areas[-1])
    return Board(scene, (x1, y1, x2 - x1 + CARD, y2 - y1 + CARD))


def _trail(state: mw.State, before: Any) -> tuple[str, ...]:
    """The last walk, if somebody has just walked to a neighbouring area."""
    if before is None:
        return ()
    for knight in state.knights:
        was = before.knight(knight.id).at
        if was != knight.at and knight.at in state.wood.neighbours[was].values():
            return (was, knight.at)
    return ()


def targets(state: mw.State, actions: Sequence[str]) -> dict[str, tuple[str, ...]]:
    """For each target of the board the legal actions a touch of it may mean."""
    found: dict[str, list[str]] = {}
    for text in actions:
        for target in _meant(state, text):
            found.setdefault(target, []).append(text)
    return {target: tuple(texts) for target, texts in found.items()}


def _meant(state: mw.State, text: str) -> list[str]:
    action = mw.parse_action(text)
    who = state.knight(state.to_move or state.turn)
    neighbours = state.wood.neighbours
    if action.verb in SELDOM:
        return []
    if action.verb in ("move", "combine"):
        there = neighbours[who.at].get(action.to)
        return [f"area:{there}"] if there else []
    if action.verb == "stay":
        return [f"area:{who.at}", f"knight:{who.id}"]
    if action.verb == "withdraw":
        return [f"area:{who.came_from}"] if who.came_from else []
    if action.verb in ("go-in", "leave") and not action.of:
        return [f"area:{who.at}"]
    if action.to in neighbours:
        return [f"area:{action.to}"]
    if action.of in KNIGHTS:
        return [f"knight:{action.of}"]
    if action.of in CARDS.denizens:
        return [f"denizen:{action.of}", f"unknown:{who.at}"]
    return [f"thing:{action.of}"] if action.of else []


def tries(state: mw.State, seat: str, target: str) -> tuple[str, ...]:
    """What a touch would mean, whether allowed or not."""
    kind, _, name = target.partition(":")
    knight = state.knight(seat)
    if kind == "area":
        direction = state.wood.direction_between(knight.at, name)
        return (f"move {direction}",) if direction else ("stay",) if name == knight.at else ()
    if kind == "denizen" and name in state.area(knight.at).denizens:
        return (f"meet {name}",)
    if kind == "thing" and name in (*state.area(knight.at).things, *state.area(knight.at).things_outside):
        return (f"take {name}",)
    if kind == "knight" and name != seat and state.knight(name).at == knight.at:
        return (f"joust {name}",)
    return ()


# ------------------------------------------------------------------ actions
def label(state: mw.State, action: str) -> Label:
    """An action on its button: what it is, and what is known of where it leads."""
    said = mw.parse_action(action)
    if said.verb in ("roll", "draw", "reveal"):
        return _outcome(state, said)
    text, many = button_words(action), False
    if said.to in state.wood.neighbours:
        many = sum(mw.parse_action(each).verb == said.verb for each in state.actions()) > MOST_AREAS
    small = ""
    if said.verb == "move":
        there = state.wood.neighbours[state.knight(state.to_move or state.turn).at].get(said.to)
        text, small = f"Ride {said.to}", f"{there}: {_there(state, there)}" if there else "out of the Wood"
    elif said.verb == "meet" and said.of in CARDS.denizens:
        card = CARDS.denizens[said.of]
        small = _against(state, said.of) if card.challenges else "a throw decides"
    elif said.verb == "joust":
        text, small = f"Joust {name_of(said.of)}", _in_joust(state, said.of)
    elif action == "no joust":
        passes = next((mw.parse_action(each).of for each in state.actions() if each.startswith("joust ")), "")
        text = f"Let {name_of(passes)} pass" if passes else text
    elif said.verb == "withdraw":
        back = state.knight(state.to_move or state.turn).came_from
        text, small = f"Back to {back}" if back else "Withdraw", "the turn ends"
    elif said.verb == "done":
        text, small = "End the turn", "nothing more here"
    elif said.verb == "stay":
        here = state.knight(state.to_move or state.turn).at
        unknown = not state.area(here).face_up
        text, small = ("Turn this area up", f"{here} is unknown") if unknown else ("Stay here", f"at {here}")
    seldom = said.verb in SELDOM and not (action == "stalemate" and stuck(state))
    aside = seldom or many or bool(said.aid and said.verb != "combine")
    return Label(text, small, _icon(said), aside, stays=said.verb in ("done", "withdraw"))


def _outcome(state: mw.State, said: Any) -> Label:
    """What chance may bring, as one sees it on the table: the dice, the card's name, the shape of the area card."""
    if said.verb == "roll":
        return Label(" and ".join(map(str, said.dice)))
    if said.verb == "draw":
        return Label(name_of(said.of), "", _icon(said))
    tile = mw.TILES[said.of]
    shape = {4: "crossing", 3: "three paths", 2: "two paths", 1: "one path"}[len(tile.paths)]
    return Label(name_of(tile.known_as) if tile.known_as else f"{shape}, {'a glade' if tile.glade else 'no glade'}")


def _against(state: mw.State, denizen: str) -> str:
    card, who = CARDS.denizens[denizen], state.to_move or state.turn
    own = (state.strength(who) if card.strength else 0) + (state.prowess(who) if card.prowess else 0)
    return f"{own} against {card.strength + card.prowess}"


def _in_joust(state: mw.State, other: str) -> str:
    """What both sides add to their dice: strength and prowess, and the Castle's for who defends it (`joust.score`)."""
    who, foe = state.knight(state.to_move or state.turn), state.knight(other)
    own, against = (joust_side(state, *pair).total for pair in ((who, (), foe), (foe, (), who)))
    return f"{own} against {against}"


def _there(state: mw.State, name: str) -> str:
    area = state.area(name)
    if not area.face_up:
        return "unknown ground"
    here = [
        *(the(denizen) for denizen in area.denizens if denizen not in dict(area.hidden)),
        *(name_of(knight.id) for knight in state.knights if knight.at == name and not knight.out),
    ]
    if area.storm:
        return "a storm"
    told = [name_of(area.name)] if area.name else []
    if here:
        told.append(here[0] if len(here) == 1 else f"{here[0]} and {len(here) - 1} more")
    return ", ".join(told) or ("a quiet glade" if area.glade else "a crossing")


_ARROW = {"north": 0, "east": 90, "south": 180, "west": 270}


def _icon(action: Any) -> Html | str:
    if action.verb == "move" and action.to in DIRECTIONS:
        return icon(_arrow(action.to), 24, 24)
    if action.verb in _SIGNS:
        return icon(_SIGNS[action.verb], 24, 24)
    if action.of in KNIGHTS:
        return icon(shield(action.of), 22, 24)
    return icon(portrait(action.of), 24, 24) if has_face(action.of) or has_glyph(action.of) else ""


def _drawn(*strokes: tuple[tuple[float, float], ...]) -> tuple[Shape, ...]:
    return tuple(Outline(line(*stroke), stroke="panel-ink", width=2.6) for stroke in strokes)


#: Signs of what is done without a card: back the way he came, stay where he is, the end of the turn.
_SIGNS = {
    "withdraw": _drawn(((20, 19), (20, 9), (5, 9)), ((10, 4), (5, 9), (10, 14))),
    "stay": _drawn(((12, 4), (12, 14)), ((7, 9), (12, 14), (17, 9)), ((5, 20), (19, 20))),
    "done": _drawn(((4, 12), (10, 18), (20, 6))),
}


def _arrow(way: str) -> tuple[Shape, ...]:
    dx, dy = {"north": (0, -1), "east": (1, 0), "south": (0, 1), "west": (-1, 0)}[way]
    tip, foot = (12 + 8 * dx, 12 + 8 * dy), (12 - 8 * dx, 12 - 8 * dy)
    left = (tip[0] - 5 * dx - 5 * dy, tip[1] - 5 * dy - 5 * dx)
    right = (tip[0] - 5 * dx + 5 * dy, tip[1] - 5 * dy + 5 * dx)
    return (
        Outline(line(foot, tip), stroke="panel-ink", width=2.6),
        Outline(line(left, tip, right), stroke="panel-ink", width=2.6),
    )


# ------------------------------------------------------------------ the players
def name(seat: str) -> str:
    """The Knight's name."""
    return name_of(seat)


@cache
def shield(seat: str) -> tuple[Shape, ...]:
    """His shield."""
    return tuple(knight_shield(seat, 11, 12.5, 21))


def card(state: mw.State, seat: str) -> Card:
    """A Knight's card: strength and prowess, his quest, and what he holds."""
    knight = state.knight(seat)
    quest = state.cards.knights[seat].quest
    goal = (
        f"{cap(quest.text)}{', done: now to the Gate' if knight.quest_done else ''}"
        if quest and not knight.king
        else ""
    )
    held: list[tuple[str, str, Html | str]] = [
        (f"companion:{each}", name_of(each), icon(portrait(each, companion=True), 24, 24)) for each in knight.companions
    ]
    also = (("horse", knight.horse), ("holy-grail", knight.grail), ("blessing", knight.blessing))
    held += [(f"card:{each}", name_of(each), icon(portrait(each, companion=True), 24, 24)) for each, has in also if has]
    held += [(f"thing:{each}", name_of(each), icon(portrait(each), 24, 24)) for each in knight.things]
    held += [(f"prowess:{each}", prowess_card_name(each), "") for each in knight.prowess_cards]
    held += [(f"due:{each}", f"{name_of(each)} ({due_words(state, knight)[0]})", "") for each in knight.due]
    counts = (Count("strength", state.strength(seat)), Count("prowess", state.prowess(seat), "diamond"))
    return Card(
        name_of(seat),
        icon(shield(seat), 22, 25),
        counts,
        "King" if knight.king else goal,
        tuple(held),
        _fares(state, seat),
    )


def _fares(state: mw.State, seat: str) -> str:
    knight = state.knight(seat)
    if knight.out:
        return "out of the game"
    told = [
        word
        for says, word in (
            (knight.imprisoned, "a prisoner in the Tower"),
            (knight.captured, "the Enchantress's captive"),
        )
        if says
    ]
    if knight.must_rescue:
        told.append(f"must rescue {' and '.join(the(each) for each in knight.must_rescue)}")
    return ", ".join(told) or f"at {knight.at}"


def why(state: mw.State, seat: str) -> str:
    """Why he decides now."""
    if state.pending:
        waiting = state.pending[-1]
        asked = DECISIONS[waiting.kind].question(state, waiting).split(" (")[0]
        return f"{cap(asked)}."
    knight = state.knight(seat)
    first = compelled(state, knight)
    here = state.area(knight.at).denizens
    if first:
        after = f" Those who challenge come before all others: {len(here)} stand here." if len(here) > 1 else ""
        return f"{cap(' and '.join(map(the, first)))} must be met, or {name_of(seat)} goes back.{after}"
    if knight.imprisoned:
        return "A prisoner in the Tower: a throw may set him free."
    if any(action.startswith("move ") for action in state.actions()):
        return f"{name_of(seat)}'s turn: ride on to a neighbouring area, or stay."
    if state.moment == "start" and "stay" in state.actions():
        held = f"A storm rages at {knight.at}" if state.area(knight.at).storm else f"No way leads on from {knight.at}"
        return f"{name_of(seat)}'s turn. {held}: {name_of(seat)} can only stay."
    if not state.area(knight.at).face_up:
        return f"{name_of(seat)} stands on unknown ground: before anything else the area is turned up."
    if all(mw.parse_action(action).verb in {"done", *SELDOM} for action in state.actions(seat)):
        return "Nothing more waits here: the turn can end."
    return "Something can still be done here before the turn ends."


def stuck(state: mw.State) -> str:
    """That the game can be won no more as far as anybody knows, what may still change it, and how it ends by agreement;
    "" while it can be won. Told while the one who decides may propose the end (`move.isolated`, `end.stalemate`)."""
    if "stalemate" not in state.actions():
        return ""
    found = cut_off(state)
    if not found:
        return ""
    names = " and ".join(map(name_of, found))
    are, needed = ("is", "the quest needs") if len(found) == 1 else ("are", "their quests need")
    all_wait = ", and friends can only win together" if "cooperative" in state.variants else ""
    help_left = [the(card) for card in _OPENS if card not in state.removed]
    hope = f"Only {' or '.join(help_left)} may still change that" if help_left else "Nothing can change that any more"
    return f"{names} {are} cut off: no path leads to what {needed}{all_wait}. {hope}; or propose to end the game."


def closer(state: mw.State, seat: str | None, target: str) -> Scene | None:
    """A card or a Knight's hand from near by."""
    kind, _, name = target.partition(":")
    if kind in ("hand", "knight") and name in state.order:
        return hand_scene(state, name)
    if kind in ("denizen", "thing", "companion", "card", "prowess", "due") and name in CARDS.all():
        return card_scene(name)
    return None
