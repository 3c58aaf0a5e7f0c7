"""Making puzzles from moments of played games: what one may do, and where things are carried."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from engine import mystic_wood as mw
from engine.mystic_wood.material.cards import KNIGHTS, name_of, the
from engine.text.faults import cap
from tutor.content.puzzles.model import Puzzle, Rejected
from tutor.games.mystic_wood.building.holdings import lying_in
from tutor.games.mystic_wood.claims.trying import every_try
from tutor.games.mystic_wood.making.common import NOT_TOLD, base, made, said, themes_of
from tutor.games.mystic_wood.making.material import Supply
from tutor.games.mystic_wood.words.button_text import does_words
from tutor.teach.exercise.options import Choose, Option
from tutor.teach.kinds.reckon import Reckon

#: Refusals everybody knows after his first turn: at most one of them stands beside the others.
PLAIN = frozenset(["move.one", "wood.edge", "move.known", "turn.stay", "withdraw.back"])


def may(supply: Supply) -> tuple[Puzzle, str]:
    """What a Knight may do at a moment of a played game, where more stands in his way than the edge of the Wood."""
    rng = supply.rng
    choices = [
        state
        for state, _, _ in supply.moments()
        if state.decision == "choice" and not state.pending and len(state.legal_actions()) > 1 and not state.variants
    ]
    if not choices:
        raise Rejected("nothing to choose")
    state = rng.choice(choices)
    who = state.to_move or state.turn
    tries = dict.fromkeys((*every_try(state, who), *(action.text for action in state.legal_actions())))
    judged = [(text, state.judge(text)) for text in tries if worth_asking(state, who, text)]
    by_rule: dict[str, list[str]] = {}
    for text, verdict in judged:
        if not verdict.legal and not all(reason.rule in NOT_TOLD for reason in verdict.reasons):
            by_rule.setdefault(verdict.reasons[0].rule, []).append(text)
    legal = [text for text, verdict in judged if verdict.legal]
    telling, plain = sorted(by_rule.keys() - PLAIN), sorted(by_rule.keys() & PLAIN)
    if not telling or len(by_rule) < 2:
        raise Rejected("trivial")
    refusals = [*rng.sample(telling, min(3, len(telling))), *rng.sample(plain, min(1, len(plain)))][:3]
    picked = [rng.choice(by_rule[rule]) for rule in refusals]
    picked += rng.sample(legal, min(len(legal), rng.choice((1, 2, 2))))
    telling_one = picked[0]
    rng.shuffle(picked)
    verdicts = {text: state.judge(text) for text in picked}
    options, refuted = [], []
    for text in picked:
        rules = () if verdicts[text].legal else tuple(dict.fromkeys(verdicts[text].rules))
        options.append(
            Option(said(text), action=text, rules=rules, because="" if not rules else verdicts[text].reasons[0].text)
        )
        refuted.append(rules)
    named = [rule for rules in refuted for rule in rules]
    question = f"It is {name_of(who)}'s decision, at {state.knight(who).at}: which of these are allowed now?"
    exercise = Choose(
        **base(question, mw.dumps(state), state.edition, named, verdicts[telling_one].reasons[0].text, who),
        options=tuple(options),
        several=True,
    )
    here = (who, state.knight(who).at)
    if here in supply.told:
        raise Rejected("made before")
    supply.told.add(here)
    rating = 400 + 130 * len(set(refusals) - PLAIN) + 60 * len(options)
    key = f"{sorted(zip(picked, refuted, strict=True))}"  # one moment of a game differs from the next in nothing that matters
    return made("may", exercise, [state.edition], themes_of(named), rating, key, refutations=tuple(refuted))


_CARRIES = frozenset(
    [
        "reaction.transports-you",
        "reaction.transports-self",
        "reaction.transports-self-takes",
        "spell.horn",
        "spell.wind",
        "thing.dwarf-armour",
        "card.dragon",
        "card.princess-flees",
        "card.enchantress-beaten",
        "companion.arch-mage",
        "area.fountain",
    ]
)


def transport(supply: Supply) -> tuple[Puzzle, str]:
    """A stretch of a played game in which something is carried off: where is it then?"""
    rng = supply.rng
    moments = supply.moments()
    carried = [n for n, (_, _, events) in enumerate(moments) if _CARRIES & {rule for e in events for rule in e.rules}]
    if not carried:
        raise Rejected("nothing is carried off")
    last = rng.choice(carried)
    first = max(0, last - rng.randint(1, 4))
    while first < last and moments[first][0].decision == "chance":
        first += 1
    before, after = moments[first][0], supply.game.states[last + 1]
    carried_from = _whereabouts(moments[last][0])
    if before.decision != "choice" or before.pending or before.variants:
        raise Rejected("begins with a throw")
    then, now = _whereabouts(before), _whereabouts(after)
    moved = [what for what in now if what in carried_from and carried_from[what] != now[what]]
    moved = [what for what in moved if what in then and (now[what] != after.wood.tower or what in KNIGHTS)]
    if not moved:
        raise Rejected("nothing is carried off")
    what = rng.choice(sorted(moved))
    actions = tuple(moments[n][1] for n in range(first, last + 1))
    if any(action.startswith("reveal") for action in actions):
        raise Rejected("ground nobody knows")
    rules = tuple(dict.fromkeys(rule for n in range(first, last + 1) for e in moments[n][2] for rule in e.rules))
    carrying = [rule for rule in rules if rule in _CARRIES]
    if carrying == ["reaction.transports-self"] and rng.random() < 0.75:
        raise Rejected("the commonest of all")
    across = [rule for rule in rules if rule == "wood.numbers"]
    question = f"{_told(before, actions)}: where is {the(what)} then?"
    if len(question) > 420:
        raise Rejected("too long")
    point = f"{cap(the(what))} is then at {now[what]}."
    exercise = Reckon(
        **base(question, mw.dumps(before), before.edition, [*carrying, *across], point, before.to_move),
        do=actions,
        reckon=f"where {what}",
    )
    rating = 500 + 110 * len(actions) + 120 * len(carrying)
    key = f"{what} {then[what]} {now[what]} {carrying}"
    return made("transport", exercise, [before.edition], ["transport", *themes_of(carrying)], rating, key)


#: What nobody tries unless it could be meant: the verb, and when it could.
_SENSIBLE: Mapping[str, Callable[[mw.State, str], bool]] = {
    "use": lambda state, who: "key" in state.knight(who).things and state.knight(who).at == state.wood.tower,
    "drink": lambda state, who: state.area(state.knight(who).at).name == "fountain",
    "go": lambda state, who: state.area(state.knight(who).at).has_inside and not state.knight(who).inside,
    "withdraw": lambda state, who: bool(state.area(state.knight(who).at).denizens),
    "pray": lambda state, who: "bishop" in state.area(state.knight(who).at).denizens,
    "wand": lambda state, who: "wand" in state.knight(who).things,
    "drop": lambda state, who: False,
    "done": lambda state, who: False,
    "stalemate": lambda state, who: False,
    "offer": lambda state, who: False,
}


def worth_asking(state: mw.State, who: str, action: str) -> bool:
    """Whether somebody could wonder if this is allowed."""
    if action == "leave":
        return state.knight(who).at == state.wood.enchanted_gate
    sensible = _SENSIBLE.get(action.split(maxsplit=1)[0])
    return sensible is None or sensible(state, who)


def _whereabouts(state: mw.State) -> dict[str, str]:
    """Where each Knight, denizen and thing is; cards that lie under a Knight are nobody any more."""
    found: dict[str, str] = {}
    for name, area in zip(state.wood.areas, state.areas, strict=True):
        found |= dict.fromkeys(lying_in(area), name)
    for knight in state.knights:
        if not knight.out:
            carried = (*knight.things, *knight.companions, *knight.steeds)
            found |= {knight.id: knight.at, **dict.fromkeys(carried, knight.at)}
    return found


def _fallen(action: str) -> str:
    """What chance did, as a person reads it."""
    verb, _, rest = action.partition(" ")
    return f"the throw is {rest.replace(' ', ' to ')}" if verb == "roll" else f"{name_of(rest)} is drawn"


def _told(state: mw.State, actions: Sequence[str]) -> str:
    """What is played, as a person reads it, each action with who does it."""
    told = []
    here = state
    for action in actions:
        who = here.to_move
        told.append(f"{name_of(who)} {does_words(action)}" if who else _fallen(action))
        here = here.play(action).state
    return "; ".join(told)
