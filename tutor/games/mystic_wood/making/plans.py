"""Making plans: something to be won within this turn, and the first action that gives the best chance of it.

Three sorts of moments, each with ideas of its own: those met in one glade (whom first, with whose help), ways that stand open
(to fight, to ask, to be helped, to loot), and Knights who have what is wanted (whom to challenge, and what before that).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from engine import mystic_wood as mw
from engine.mystic_wood.material.cards import CARD_OF, CHALLENGERS, KNIGHTS, THINGS, name_of, the
from engine.text.faults import cap
from tutor.content.puzzles.model import Puzzle, Rejected
from tutor.games.mystic_wood.making.common import base, loaded, said, themes_of, two_best, weighed
from tutor.games.mystic_wood.making.material import (
    EDITIONS,
    FIXED,
    WOOD,
    Supply,
    an_area,
    hand,
    situation,
    some_denizens,
)
from tutor.games.mystic_wood.making.rule_trace import rules_named
from tutor.games.mystic_wood.teachable import GAME
from tutor.teach.exercise.claims import Claim
from tutor.teach.exercise.neutral import putting_off
from tutor.teach.exercise.options import Choose, Option
from tutor.teach.kinds.choose import MOST_OPTIONS

#: Who gives a thing, or leaves it when beaten.
GIVERS: Mapping[str, str] = {
    "shield": "merlin",
    "potion": "witch",
    "wand": "elf",
    "key": "rogue",
    "golden-bough": "druid",
    "lance": "wizard",
}
#: Whom a Knight may want to have with him, and may fail to win.
FRIENDS = ("prince", "princess", "arch-mage", "magician")
#: Whoever beats one of these keeps the card.
BEASTS = ("wild-boar", "wild-ox", "troll", "giant", "orc", "saracen")
#: Who may stand beside somebody wanted, and often is of help.
HELPERS = ("sage", "hermit", "queen", "witch", "arch-mage", "merlin", "princess")
#: First actions that may lead somewhere.
_TOWARDS = frozenset(["meet", "joust", "withdraw"])
RULES = (
    "joust.score",
    "joust.prize-card",
    "challenge.score",
    "order.list",
    "approach.table",
    "companion.prowess-aid",
    "card.prince-attacks",
    "card.princess-flees",
    "card.grail",
    "thing.loose",
    "move.known",
)


class PlanMoment(NamedTuple):
    """What a plan is made from: the situation, whose plan it is, what he wants (any one of the cards), how it is asked, the first
    actions to choose among in words, what is told after the right one, and by which editions it is asked."""

    text: str
    knight: str
    wanted: Sequence[str]
    question: str
    options: Mapping[str, str]
    point: Callable[[str], str]
    editions: Sequence[str] = EDITIONS


def plan(supply: Supply) -> tuple[Puzzle, str]:
    """Something to be won within a turn, where several ways lead towards it."""
    moment = supply.rng.choice((_in_one_glade, _ways_open, _held_by_knights))(supply)
    state = loaded(moment.text)
    goal = _any_of(moment.knight, moment.wanted)
    legal = [action for action in moment.options if state.judge(action).legal]
    if not 2 <= len(legal) <= MOST_OPTIONS:
        raise Rejected("too many ways" if len(legal) > 2 else "trivial")
    search = mw.search(state, goal.comes_true, moment.knight)
    found = {action: search.after(action, 1) for action in legal}
    if not all(chance.proved for chance in found.values()):
        raise Rejected("not proved")
    best = max(chance.low for chance in found.values())
    rights = [action for action in legal if found[action].low == best]
    idle = (
        putting_off(lambda: mw.search(state, goal.comes_true, moment.knight), rights, rights, 1)
        if len(rights) > 1
        else set()
    )
    legal = [action for action in legal if action not in idle]
    if sum(action != "withdraw" for action in legal) < 2:
        raise Rejected("trivial")
    two_best([found[action].low for action in legal], several=True)  # before all that costs time
    options = tuple(Option(moment.options[action], action=action) for action in legal)
    bare = base("", moment.text, EDITIONS[0], [], "")
    named = {rule for option in options for rule in rules_named(Choose(**bare), option)}
    rules = [rule for rule in RULES if rule in named] or ["order.list"]
    point = moment.point(next(action for action in rights if action not in idle))
    common = base(moment.question, moment.text, EDITIONS[0], rules, point, moment.knight)
    exercise = Choose(**common, options=options, ask="best", goal=goal, turns=1)
    return weighed("plan", exercise, moment.editions, ["odds", *themes_of(rules)], 900, several=True)


def _any_of(knight: str, wanted: Sequence[str]) -> Claim:
    """To have one of these cards."""
    each = tuple(Claim(((("knight", knight), ("has", card)),), GAME) for card in wanted)
    return each[0] if len(each) == 1 else Claim(((("any", each),),), GAME)


def _or(cards: Sequence[str]) -> str:
    """ "the Lance, the Shield or the Potion": each is a thing, a friend, or the card of somebody beaten."""
    named = [f"{the(card)}'s prowess card" if card in BEASTS else the(card) for card in cards]
    return named[0] if len(named) == 1 else f"{', '.join(named[:-1])} or {named[-1]}"


# ---------------------------------------------------------------- those met in one glade
def _in_one_glade(supply: Supply) -> PlanMoment:
    """Somebody wanted, and one or two others who may help or spoil it."""
    rng = supply.rng
    knight, taken = rng.choice(KNIGHTS), set[str]()
    at = rng.choice(("b3", "d3", "b7", "d7"))
    wanted = rng.choice(("prince", "princess", "holy-grail", "shield", "potion", "wand", "key"))
    giver = GIVERS.get(wanted, wanted)
    taken.add(giver)
    others = some_denizens(rng, taken, rng.randint(1, 2), HELPERS)
    held = hand(rng, taken, 3, companions=True)
    back = f"c{at[1]}"
    ground: dict[str, dict[str, Any]] = {
        at: {"paths": "NESW", "denizens": sorted([giver, *others])},
        back: {"paths": "NESW"},
    }
    text = situation(EDITIONS[0], {knight: {"at": at, "came_from": back, **held}}, ground, moment="arrived")
    options = _offered(loaded(text))
    if sum(action.startswith("meet ") for action in options) < 2:
        raise Rejected("trivial")

    def point(right: str) -> str:
        if right.split()[:2] != ["meet", giver]:
            return "What helps is met first, and what is wanted last."
        aid = right.partition(" with ")[2].split()
        with_them = f"With {' and '.join(map(the, aid))}, and nobody else first."
        return with_them if aid else "Nobody who stands by makes it likelier: ask at once."

    question = f"{name_of(knight)} wants {the(wanted)} before this turn ends: what gives the best chance?"
    return PlanMoment(text, knight, [wanted], question, options, point)


def _offered(state: mw.State) -> dict[str, str]:
    """What can be done first towards a goal, in words."""
    return {action.text: said(action.text) for action in state.legal_actions() if action.verb in _TOWARDS}


# ---------------------------------------------------------------- ways that stand open
def _ways_open(supply: Supply) -> PlanMoment:
    """Two or three neighbours, in each something he would like: behind somebody to fight, or from somebody to ask."""
    rng = supply.rng
    knight, taken = rng.choice(KNIGHTS), set[str]()
    at = an_area(rng)
    ways = rng.sample(sorted(WOOD.neighbours[at]), rng.choice((2, 3, 3)))
    if any(WOOD.neighbours[at][way] in FIXED for way in ways):
        raise Rejected("cannot be")
    ground: dict[str, dict[str, Any]] = {at: {"paths": "NESW"}}
    wanted: list[str] = []
    options: dict[str, str] = {}
    points: dict[str, str] = {}
    for way in ways:
        there, card, told = _behind(supply, taken)
        ground[WOOD.neighbours[at][way]] = {"paths": "NESW", **there}
        wanted.append(card)
        names = [*map(the, (*there["denizens"], *there.get("things", ())))]
        options[f"move {way}"] = f"Walk {way}, to {' and '.join(names)}"
        points[f"move {way}"] = told
    held = hand(rng, taken, 3, companions=True)
    if set(wanted) & {*held["things"], *held["companions"], *held["prowess_cards"]}:
        raise Rejected("cannot be")
    text = situation(EDITIONS[0], {knight: {"at": at, **held}}, ground)
    question = f"{name_of(knight)} wants {_or(wanted)} before this turn ends: which way gives the best chance?"
    return PlanMoment(text, knight, wanted, question, options, points.__getitem__)


def _behind(supply: Supply, taken: set[str]) -> tuple[dict[str, list[str]], str, str]:
    """What lies in a neighbouring area, which card of it is wanted, and what is told if that is the best way."""
    rng = supply.rng
    sort = rng.choice(("ask", "ask", "fight", "befriend", "loot", "helped"))
    if sort == "ask":
        givers = {giver: thing for thing, giver in GIVERS.items()}
        (giver,) = some_denizens(rng, taken, 1, givers)
        fought = giver in CHALLENGERS
        told = (
            f"{cap(the(giver))} is fought, and leaves it." if fought else "Asking needs a lucky face, and no strength."
        )
        return {"denizens": [giver]}, givers[giver], told
    if sort == "fight":
        (foe,) = some_denizens(rng, taken, 1, BEASTS)
        return {"denizens": [foe]}, foe, "Whom one is strong enough for is likelier than any gift."
    if sort == "loot":
        (foe,) = some_denizens(rng, taken, 1, (*BEASTS, "illusion"))
        thing = rng.choice([thing for thing in THINGS if CARD_OF[thing] not in taken and thing != "blessing"])
        taken.add(CARD_OF[thing])
        return (
            {"denizens": [foe], "things": [thing]},
            thing,
            f"Once {the(foe)} is beaten, what lies there is his for the taking.",
        )
    (friend,) = some_denizens(rng, taken, 1, FRIENDS)
    if sort == "befriend":
        return {"denizens": [friend]}, friend, f"{cap(the(friend))} listens to him better than the others do."
    (helper,) = some_denizens(rng, taken, 1, ("sage", "hermit", "arch-mage"))
    return (
        {"denizens": sorted([friend, helper])},
        friend,
        f"{cap(the(helper))} stands there too, and may speak for him.",
    )


# ---------------------------------------------------------------- Knights who have it
def _held_by_knights(supply: Supply) -> PlanMoment:
    """One or two others here have what he would like; somebody stands by who may help, or gives something as good."""
    rng = supply.rng
    seats = rng.sample(KNIGHTS, rng.choice((2, 2, 3)))
    taken: set[str] = set()
    at = rng.choice(("b3", "d3", "b7", "d7"))
    back = f"c{at[1]}"
    knights: dict[str, dict[str, Any]] = {
        seats[0]: {"at": at, "came_from": back, **hand(rng, taken, 3, companions=True)}
    }
    wanted = []
    for seat in seats[1:]:
        held = hand(rng, taken, 2)
        free = [thing for thing in THINGS if CARD_OF[thing] not in taken and thing != "blessing"]
        thing = rng.choice(free)
        taken.add(CARD_OF[thing])
        wanted.append(thing)
        knights[seat] = {"at": at, **held, "things": sorted([*held["things"], thing])}
    by = some_denizens(rng, taken, rng.choice((0, 1, 1, 2)), ("sage", "hermit", *GIVERS.values()))
    by = [card for card in by if card not in CHALLENGERS]
    given = {giver: thing for thing, giver in GIVERS.items()}
    wanted += [given[card] for card in by if card in given and rng.random() < 0.6]
    ground: dict[str, dict[str, Any]] = {at: {"paths": "NESW", "denizens": sorted(by)}, back: {"paths": "NESW"}}
    text = situation(EDITIONS[0], knights, ground, turn=seats[0], moment="arrived")
    options = _offered(loaded(text))

    def point(right: str) -> str:
        verb, whom, *aid = right.split()
        if verb == "joust":
            counted = f"With {' and '.join(map(the, aid[1:]))} counted in" if aid else "Alone"
            return f"{counted}, this joust is the likeliest: {name_of(whom)} is the one to challenge."
        return (
            "Asking is likelier than fighting for it."
            if given.get(whom) in wanted
            else "First a friend, then the joust."
        )

    question = f"{name_of(seats[0])} wants {_or(wanted)} before this turn ends: what gives the best chance?"
    return PlanMoment(text, seats[0], wanted, question, options, point, EDITIONS[:1])  # in 2006 no thing is a prize
