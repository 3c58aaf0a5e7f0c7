"""The Willow game at a table: who plays which side, its map, actions in words, everybody's card."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from functools import cache
from typing import Any

from engine import willow
from engine.text.faults import Faulty, cap
from engine.willow.play.state import shares
from engine.willow.position.table import UNKNOWN
from tutor.draw.page import icon
from tutor.draw.shapes import Scene, Shape, placed
from tutor.draw.tables import Board, Card, Choice, Label, Offer, Preset, letter_sign
from tutor.games.willow.hand import hand_scene, held
from tutor.games.willow.scene import board_scene
from tutor.games.willow.signs import initials, piece
from tutor.games.willow.text import next_words
from tutor.games.willow.tries import meant
from tutor.games.willow.words import action_words

#: The seats of a new game: the first play Good.
SEATS = ("ann", "bob", "cora", "dan")
#: The most rounds of a game, by the name of the variant.
ROUNDS: Mapping[str, int] = {"three-rounds": 3, "eight-rounds": 8}
_COLOURS = (("leaf1", "chalk"), ("crimson", "chalk"), ("azure", "chalk"), ("violet", "chalk"))


@cache
def offer() -> Offer:
    """What a new game is made of."""
    return Offer(
        "The Willow game",
        tuple(Choice(seat, name(seat)) for seat in SEATS),
        2,
        4,
        variants=tuple(
            Choice(
                variant,
                f"{rounds} rounds",
                "Nothing in the rules ends a game that nobody wins: this one ends undecided.",
            )
            for variant, rounds in ROUNDS.items()
        ),
        bots=(Choice("planner", "a bot that plans"), Choice("random", "a bot that plays anything")),
        presets=(
            Preset("good", "You are Good, a bot is Evil", ("here", "bot")),
            Preset("evil", "You are Evil, a bot is Good", ("bot", "here")),
            Preset("two", "Good against Evil at this screen", ("here", "here")),
            Preset("phones", "Each on a phone", ("phone", "phone")),
        ),
    )


def parts(seats: Sequence[str], variants: Collection[str]) -> dict[str, str]:
    """The side of each seat, and whom it plays (`setup.players`, `setup.two-players`)."""
    material = willow.scenarios()["training"]
    shared = shares(material, seats)
    return {
        seat: f"{material.characters[names[0]].side.capitalize()}: {', '.join(map(willow.title, names))}"
        for seat, names in shared.items()
    }


def begun(seats: Sequence[str], options: Mapping[str, Any]) -> willow.State:
    """A new game, dealt by chance; undecided after so many rounds, if that was chosen."""
    last = min((ROUNDS[each] for each in options.get("variants", ()) if each in ROUNDS), default=0)
    return willow.new_game(tuple(seats), options.get("edition"), last_round=last)


def secret(state: willow.State) -> bool:
    """Hands and Treasures are secret."""
    return True


def board(state: willow.State, seat: str | None, targets: Collection[str], before: Any = None) -> Board:
    """The map as that seat sees it; where a touch means something glows. ``state`` is that seat's view already."""
    trail = _last_steps(before, state) if before is not None else ()
    return Board(board_scene(state, clickable=targets, highlights=targets, trail=trail), narrow=True)


def _last_steps(before: willow.State, state: willow.State) -> tuple[str, ...]:
    """From where to where somebody has just gone."""
    for was, now in zip(before.characters, state.characters, strict=True):
        if was.at != now.at:
            return was.at, now.at
    return ()


def targets(state: willow.State, actions: Sequence[str]) -> dict[str, tuple[str, ...]]:
    """For each space the steps and searches that lead there, for each character what is done to him or says his name."""
    found: dict[str, list[str]] = {}
    for action in sorted(actions, key=len):
        words = action.split()
        if words[:1] == ["champion"]:
            found.setdefault(f"character:{words[1]}", []).append(action)
        elif words[1:3] == ["searches", "here"]:
            found.setdefault(f"space:{state.character(words[0]).at}", []).append(action)
        elif words[1:2] in (["moves"], ["searches"]) or (words[1:2] == ["looks"] and words[2] in state.material.places):
            found.setdefault(f"space:{words[2]}", []).append(action)
        elif words[1:2] in (["plays"], ["casts"], ["looks"], ["restores"]) and words[-1] in state.material.characters:
            found.setdefault(f"character:{words[-1]}", []).append(action)
    return {target: tuple(meant) for target, meant in found.items()}


def tries(state: willow.State, seat: str, target: str) -> tuple[str, ...]:
    """What a touch of anything else would mean."""
    action = meant(state, seat, target)
    return (action,) if action else ()


def label(state: willow.State, action: str) -> Label:
    """An action on its button: who does it, and what; below it the chance, where it is thrown for."""
    words = action.split()
    aside = " with " in action or words[1:2] == ["discards"]
    return Label(cap(action_words(action)), _chance(state, action), aside=aside, stays=action in ("done", "pass"))


def _chance(state: willow.State, action: str) -> str:
    """Of a search, a Spell and the Sceptre: how often in 36 it succeeds. Nothing where a figure is not known, or is secret."""
    words = action.split()
    if words[1:2] not in (["searches"], ["casts"], ["frees"]) or words[2:3] == ["here"]:
        return ""
    try:
        found = willow.odds(state, action)
    except Faulty:
        return ""
    if found.round is None:
        return ""
    return f"{found.round.win * 36} in 36{', by assumed figures' if found.assumed else ''}"


def name(seat: str) -> str:
    """The seat, as a name."""
    return seat.capitalize()


#: The characters: in the story each has the sign of his piece on the map.
signs: Mapping[str, str] = {one.id: one.side for one in willow.scenarios()["training"].characters.values()}


@cache
def shield(seat: str) -> tuple[Shape, ...]:
    """A player's letter on his colour; of a character his piece."""
    if seat in signs:
        return tuple(placed(shape, 11, 12, 0.95) for shape in piece(signs[seat], initials(seat), "", False))
    number = SEATS.index(seat) if seat in SEATS else sum(map(ord, seat)) % len(_COLOURS)
    return letter_sign(seat[:1].upper(), *_COLOURS[number])


def card(state: willow.State, seat: str) -> Card:
    """A player's card: the characters he plays, where they are, and what is known of their cards, one touch from near by."""
    mine = [one for one in state.characters if one.id in dict(state.controls).get(seat, ())]
    people = []
    for one in mine:
        cards = enumerate(held(state.material, one))
        known = [(f"card:{one.id}:{number}", willow.title(card), "") for number, (card, _) in cards]
        hidden = one.hand.count(UNKNOWN)
        more = (
            f", {hidden} card{'s' if hidden > 1 else ''} hidden" if hidden else "" if one.hand else ", no cards in hand"
        )
        people.append((f"{willow.title(one.id)} in {willow.title(one.at)}, Health {one.health}{more}", tuple(known)))
    side = mine[0].side.capitalize() if mine else ""
    return Card(name(seat), icon(shield(seat), 22, 25), (), side, people=tuple(people))


def why(state: willow.State, seat: str) -> str:
    """Why he decides now."""
    return f"{next_words(state).removeprefix('Then ').split(':')[0].rstrip('.').strip()}."


def unplayable(state: willow.State) -> str:
    """Why nobody can play on from this moment; "" if one can. Of cards that are not known neither play nor fight can be told."""
    unknown = any("unknown" in each.hand for each in state.characters) or "unknown" in dict(state.lying).values()
    return "This is what one player knows: with cards that nobody has named it cannot be played on." if unknown else ""


def closer(state: willow.State, seat: str | None, target: str) -> Scene | None:
    """A player's characters with all their cards, or one of them, as far as they are known, and what each card does."""
    kind, _, what = target.partition(":")
    if kind == "hand" and what in dict(state.controls):
        return hand_scene(state, dict(state.controls)[what])
    who = what.partition(":")[0]
    if kind in ("card", "character") and any(one.id == who for one in state.characters):
        return hand_scene(state, (who,))
    return None
