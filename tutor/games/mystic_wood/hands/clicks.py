"""What a click on the board means: which action the learner would try, and which actions he is offered as buttons."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine import mystic_wood as mw
from engine.mystic_wood.material.cards import CARDS, THINGS, name_of, the
from engine.mystic_wood.material.wood import DIRECTIONS, every_area
from engine.text.faults import cap
from tutor.games.mystic_wood.claims.trying import every_try

if TYPE_CHECKING:
    from engine.mystic_wood.play.state import State

#: Buttons for these come first and are always there, so that they keep their places.
ALWAYS = (*(f"move {direction}" for direction in DIRECTIONS), "stay")
ARROWS = {"north": "↑", "east": "→", "south": "↓", "west": "←"}
#: Tries that make no sense unless a lesson asks for them; anything can still be written.
_SELDOM = frozenset({"done", "withdraw", "leave", "drink", "pray", "go in", "wand", "use key"})


def action_for(state: State, learner: str, target: str) -> str | None:
    """The action a click on "area:c2", "denizen:orc", "thing:lance" or "knight:roland" stands for; None if for none.

    Whether it is allowed is the engine's business: a legal meaning comes before one that is not.
    """
    kind, _, name = target.partition(":")
    knight = state.knight(learner)
    legal = state.actions()
    meanings: list[str] = []
    if kind == "area":
        direction = state.wood.direction_between(knight.at, name)
        meanings += [f"move {direction}"] if direction else []
        meanings += ["stay"] if name == knight.at else []
        meanings += [action for action in legal if name in action.split()[1:]]
    elif kind == "denizen":
        meanings += [f"meet {name}", *(a for a in legal if a.split()[0] == "meet" and a.split()[1] == name)]
    elif kind == "thing":
        meanings += [f"drop {name}"] if name in knight.things else [f"take {name}"]
    elif kind == "knight":
        meanings += ["stay"] if name == learner else [f"joust {name}"]
    meanings += [
        action
        for action in legal
        if kind != "area"
        and name in action.split()[1:]
        and action not in meanings
        and not action.startswith("stalemate")
    ]
    return next((action for action in meanings if action in legal), meanings[0] if meanings else None)


#: Most areas named by buttons of their own; with more to choose from, one clicks the area or writes the action.
MOST_AREAS = 6


def handy(legal: list[str], at: str = "") -> list[str]:
    """The legal actions that are worth a button: not one for every area of the Wood but ``at``, and no talk of a stalemate."""
    by_verb: dict[str, list[str]] = {}
    for action in legal:
        if action.split()[-1] in every_area():
            by_verb.setdefault(action.split()[0], []).append(action)
    many = {action for actions in by_verb.values() if len(actions) > MOST_AREAS for action in actions}
    many = {action for action in many if action.split()[-1] != at}
    return [action for action in legal if action not in many and action.split()[0] != "stalemate"]


def offered(state: State, learner: str, also: tuple[str, ...] = ()) -> tuple[str, ...]:
    """The actions a learner is offered as buttons: the four ways and staying, all that is legal, and what one might well try.

    ``also`` are further ones the exercise is about. Nobody can tell from a button whether it is allowed.
    """
    legal = handy(state.actions(), state.knight(learner).at) if state.to_move == learner else []
    knight_away = state.knight(learner).imprisoned or state.pending
    first = () if knight_away and not set(ALWAYS) & set(legal) else ALWAYS
    likely = [action for action in every_try(state, learner) if action not in _SELDOM]
    if not first:
        likely = []
    rest = sorted({*legal, *also, *likely} - set(first), key=_place_of_button)
    return (*first, *rest)


#: Kinds of action in the order of their buttons, so that a button keeps its place and does not tell what is legal.
_KINDS = (
    "meet",
    "add",
    "keep",
    "take",
    "drop",
    "deliver",
    "combine",
    "aid",
    "joust",
    "defend",
    "no",
    "prize",
    "go",
    "withdraw",
    "done",
)


def _place_of_button(action: str) -> tuple[int, str]:
    verb = action.split(maxsplit=1)[0]
    return (_KINDS.index(verb) if verb in _KINDS else _KINDS.index("combine")), action


def label(action: str) -> str:
    """What stands on the button of an action: "↑ North", "Meet Wild Boar", "Joust Roland with Sage".

    >>> label("move north"), label("meet wild-boar"), label("offer lance to roland for key")
    ('↑ North', 'Meet Wild Boar', 'Offer Lance to Roland for Key')
    """
    words = action.split()
    if words[0] == "move" and len(words) == 2 and words[1] in ARROWS:
        return f"{ARROWS[words[1]]} {words[1].capitalize()}"
    if action == "leave":
        return "Leave the Wood"
    if action == "prize none":
        return "No prize"
    known = CARDS.all()
    told = [name_of(word) if word in known else word for word in words]
    return " ".join([cap(told[0]), *told[1:]])


def tooltip(state: State, learner: str, action: str) -> str:
    """The action as one writes it, and where it leads if it is a move."""
    words = action.split()
    if words[0] == "move" and len(words) == 2:
        there = state.wood.neighbours[state.knight(learner).at].get(words[1])
        return f"{action}: to {there}" if there else f"{action}: out of the Wood"
    return action


def label_here(state: State, learner: str, action: str) -> str:
    """What stands on the button now; staying on a card that lies face down explores it."""
    here = state.area(state.knight(learner).at)
    return "Stay and explore" if action == "stay" and not here.face_up else label(action)


def can_be_read(action: str) -> bool:
    """Whether a text is written as an action is."""
    try:
        mw.parse_action(action)
    except mw.UnreadableText:
        return False
    return True


def called(seat: str) -> str:
    """What a player is called: "Britomart"."""
    return name_of(seat)


def named(item: str) -> str:
    """What an item of an order is called: a card's name, or the item itself."""
    return name_of(item) if item in CARDS.all() else item


def in_a_sentence(item: str) -> str:
    """A card with its article, "the Orc"; whatever the author has written, in quotes."""
    return the(item) if item in CARDS.all() else f"“{item}”"


def target_of(item: str) -> str:
    """What a card is on the board: "denizen:orc"."""
    return f"{'thing' if item in THINGS else 'denizen'}:{item}"
