"""Making puzzles from moments of played games: what one may do, and where things are carried."""

from __future__ import annotations

from collections.abc import Sequence

from engine import mystic_wood as mw
from engine.mystic_wood.material.cards import KNIGHTS, name_of, the
from engine.mystic_wood.material.wood import AREAS
from engine.mystic_wood.position.words import cap
from tutor.exercises.claims import held_by, lying_in
from tutor.exercises.model import Choose, Option, Reckon
from tutor.exercises.playing import every_try
from tutor.puzzles.making.common import NOT_TOLD, Rejected, base, made, themes_of
from tutor.puzzles.making.material import Supply
from tutor.puzzles.model import Puzzle


def may(supply: Supply) -> tuple[Puzzle, str]:
    """What a Knight may do at a moment of a played game."""
    rng = supply.rng
    choices = [
        state for state, _, _ in supply.moments()
        if state.decision == "choice" and not state.pending and len(state.legal_actions()) > 1 and not state.variants
    ]  # fmt: skip
    if not choices:
        raise Rejected("nothing to choose")
    state = rng.choice(choices)
    who = state.to_move or state.turn
    tries = dict.fromkeys((*every_try(state, who), *(action.text for action in state.legal_actions())))
    judged = [(text, state.judge(text)) for text in tries if text.split()[0] not in ("stalemate", "offer")]
    by_rule: dict[str, list[str]] = {}
    for text, verdict in judged:
        if not verdict.legal and not all(reason.rule in NOT_TOLD for reason in verdict.reasons):
            by_rule.setdefault(verdict.reasons[0].rule, []).append(text)
    legal = [text for text, verdict in judged if verdict.legal]
    if len(by_rule) < 2:
        raise Rejected("trivial")
    picked = [rng.choice(by_rule[rule]) for rule in rng.sample(sorted(by_rule), min(3, len(by_rule)))]
    picked += rng.sample(legal, min(len(legal), rng.choice((1, 2, 2))))
    rng.shuffle(picked)
    verdicts = {text: state.judge(text) for text in picked}
    options, refuted = [], []
    for text in picked:
        rules = () if verdicts[text].legal else tuple(dict.fromkeys(verdicts[text].rules))
        options.append(Option(action=text, rules=rules, because="" if not rules else verdicts[text].reasons[0].text))
        refuted.append(rules)
    named = [rule for rules in refuted for rule in rules]
    question = f"It is {name_of(who)}'s decision, at {state.knight(who).at}: which of these are allowed now?"
    exercise = Choose(
        **base(question, mw.dumps(state), state.edition, named, "Every refusal has its rule.", who),
        options=tuple(options), several=True,
    )  # fmt: skip
    rating = 700 + 120 * len(set(named)) + 60 * len(options)
    here = state.area(state.knight(who).at)
    key = f"{who} {sorted(zip(picked, refuted, strict=True))} {sorted(lying_in(here))}"
    return made("may", exercise, [state.edition], themes_of(named), rating, key, refutations=tuple(refuted))




_CARRIES = frozenset(
    ["reaction.transports-you", "reaction.transports-self", "reaction.transports-self-takes", "spell.horn", "spell.wind",
     "thing.dwarf-armour", "card.dragon", "card.princess-flees", "card.enchantress-beaten", "companion.arch-mage",
     "area.fountain"]
)  # fmt: skip


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
    if before.decision != "choice" or before.pending or before.variants:
        raise Rejected("begins with a throw")
    then, now = _whereabouts(before), _whereabouts(after)
    moved = [what for what in now if what in then and then[what] != now[what] and what not in _TINY]
    moved = [what for what in moved if now[what] != "c5" or what in KNIGHTS]
    if not moved:
        raise Rejected("nothing is carried off")
    what = rng.choice(sorted(moved))
    actions = tuple(moments[n][1] for n in range(first, last + 1))
    rules = tuple(dict.fromkeys(rule for n in range(first, last + 1) for e in moments[n][2] for rule in e.rules))
    carrying = [rule for rule in rules if rule in _CARRIES]
    question = f"{_told(before, actions)}: where is {the(what)} then?"
    if len(question) > 420:
        raise Rejected("too long")
    point = f"{cap(the(what))} is then at {now[what]}."
    exercise = Reckon(
        **base(question, mw.dumps(before), before.edition, [*carrying, "wood.numbers"], point, before.to_move),
        do=actions, reckon=f"where {what}",
    )  # fmt: skip
    rating = 700 + 100 * len(actions) + 120 * len(carrying)
    key = f"{what} {then[what]} {now[what]} {carrying}"
    return made("transport", exercise, [before.edition], ["transport", *themes_of(carrying)], rating, key)


_TINY = ("wild-boar", "wild-ox")


def _whereabouts(state: mw.State) -> dict[str, str]:
    found: dict[str, str] = {}
    for name, area in zip(AREAS, state.areas, strict=True):
        found |= dict.fromkeys(lying_in(area), name)
    for knight in state.knights:
        if not knight.out:
            found |= {knight.id: knight.at, **dict.fromkeys(held_by(knight), knight.at)}
    return found


def _told(state: mw.State, actions: Sequence[str]) -> str:
    """What is played, as a person reads it, each action with who does it."""
    told = []
    here = state
    for action in actions:
        who = here.to_move
        told.append(f"{name_of(who)}: {action}" if who else action.replace("roll", "the throw is").replace("draw", "drawn is"))
        here = here.play(action).state
    return "; ".join(told)
