"""Exact odds: contests, losses in a fight, Foes, Bavmorda to the end, Sorsha's heart, draws, shapes, and a goal's best chance."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache, partial
from math import comb

from engine.chance import odds as common
from engine.chance.chance import lead_distribution, one_in
from engine.chance.odds import Fight, Round, die_each
from engine.chance.search import Search
from engine.contract.verdicts import IllegalAction
from engine.text.faults import Fault, ImpossibleSituation
from engine.willow.play.state import State
from engine.willow.position.actions import Action, parse_action
from engine.willow.position.table import Fight as Fighting
from engine.willow.position.table import Position
from engine.willow.rules import fighting, moving
from engine.willow.rules.casting import spell_meant
from engine.willow.rules.values import Contest, against_queen, casting, contest, effective, fixed, freeing

_SURE, _NEVER = Fraction(1), Fraction(0)


# ------------------------------------------------------------------ formulas


def contest_odds(own: int, other: int, kind: str = "prowess") -> Round:
    """Chances of one contest of this kind: "prowess" and "bavmorda" may tie, a tie casts, hides, and does not free.

    >>> contest_odds(5, 5, "search").win, contest_odds(3, 4, "cast").win
    (Fraction(5, 12), Fraction(5, 12))
    """
    plain = die_each(own, other)
    if kind == "cast":
        return Round(plain.win + plain.tie, _NEVER, plain.lose)
    if kind in ("search", "strict"):
        return Round(plain.win, _NEVER, plain.lose + plain.tie)
    return plain


def losses(own: int, other: int) -> dict[int, Fraction]:
    """How much Health one contest of Prowess costs: above nought what the other side loses, below what the own side does.

    >>> sum(chance for loss, chance in losses(8, 6).items() if loss >= 3)
    Fraction(5, 12)
    """
    return {lead + own - other: chance for lead, chance in lead_distribution().items()}


def empties(own: int, other: int, health: int) -> Fraction:
    """The chance that one contest takes all this Health from the other side.

    >>> empties(5, 2, 3)
    Fraction(7, 12)
    """
    return sum((chance for loss, chance in losses(own, other).items() if loss >= health), _NEVER)


@cache
def bavmorda_odds(magic: int, health: int, army: bool = False, queen: int = 14, queen_health: int = 6) -> Fight:
    """The chance that one champion slays Bavmorda, contests following until one of the two has no Health.

    Ties change nothing and are left out of account. An ``army`` absorbs one loss: the champion's player chooses which.

    >>> bavmorda_odds(14, 6).win, bavmorda_odds(9, 6).win
    (Fraction(1, 2), Fraction(0, 1))
    """
    win = _slays(magic - queen, health, queen_health, army)
    return Fight(win, 1 - win)


@cache
def _slays(ahead: int, own: int, hers: int, army: bool) -> Fraction:
    if own <= 0:
        return _NEVER
    if hers <= 0:
        return _SURE
    deciding = {lead + ahead: chance for lead, chance in lead_distribution().items() if lead + ahead}
    whole = sum(deciding.values(), _NEVER)
    total = _NEVER
    for lead, chance in deciding.items():
        if lead > 0:
            worth = _slays(ahead, own, hers - lead, army)
        else:
            worth = _slays(ahead, own + lead, hers, False) if own + lead > 0 else _NEVER
            if army:
                borne = _slays(ahead, own + lead, hers, True) if own + lead > 0 else _NEVER
                worth = max(borne, _slays(ahead, own, hers, False))
        total += chance * worth
    return total / whole


def sorsha_odds(times_met: int, meetings: int = 1) -> Fraction:
    """The chance that Sorsha has become Good after so many further meetings, a die each (`sorsha.again`).

    >>> sorsha_odds(0), sorsha_odds(0, 3), sorsha_odds(4)
    (Fraction(1, 3), Fraction(8, 9), Fraction(1, 1))
    """
    stays = _SURE
    for meeting in range(times_met, times_met + meetings):
        stays *= 1 - Fraction(min(6, meeting + 2), 6)
    return 1 - stays


def free_odds(own: int, sceptre: int, turns: int = 1) -> Fraction:
    """The chance that Tir Asleen is freed within so many turns, one try in each.

    >>> free_odds(3, 6)
    Fraction(1, 12)
    """
    return 1 - (1 - contest_odds(own, sceptre, "strict").win) ** turns


def draw_odds(number: int, wanted: int, whole: int) -> Fraction:
    """The chance that among ``number`` cards drawn of ``whole`` there is at least one of ``wanted``.

    >>> draw_odds(2, 1, 10)
    Fraction(1, 5)
    """
    number = min(number, whole)
    return 1 - Fraction(comb(whole - wanted, number), comb(whole, number)) if whole else _NEVER


def card_odds(position: Position, card: str, number: int = 1) -> Fraction:
    """The chance that the next ``number`` cards from the deck bring this one, every card nowhere in sight equally likely."""
    left = position.undrawn()
    return draw_odds(number, left[card], left.total())


# ------------------------------------------------------------------ of an action


@dataclass(frozen=True, slots=True)
class Odds(common.Odds):
    """The exact chances of an action.

    ``round``: of the contest it leads to. ``fight``: of a confrontation with Bavmorda to its end. ``losses``: what the fight
    costs, minus for the own champion. ``falls``: the chances that a champion is emptied and hands are lost. ``outcomes``: of
    a draw, a shape. ``assumed``: the assumed figures it rests on.
    """

    round: Round | None = None
    fight: Fight | None = None
    losses: Mapping[int, Fraction] = field(default_factory=dict)
    falls: Mapping[str, Fraction] = field(default_factory=dict)
    outcomes: Mapping[str, Fraction] = field(default_factory=dict)
    assumed: tuple[str, ...] = ()


def odds(state: State, action: str) -> Odds:
    """The odds of an action; at a chance step, of what is thrown or drawn. IllegalAction, UnreadableText, or what is lacking."""
    parsed = parse_action(action, state)
    verdict = state.judge(action)
    if not verdict.legal:
        raise IllegalAction(verdict)
    if state.decision == "chance" and parsed.verb != "roll":
        return Odds(parsed.text, outcomes=state.chances())
    trial, fight = _trial(state, parsed)
    if trial is None:
        return Odds(parsed.text)
    if trial.lacking:
        raise ImpossibleSituation(
            Fault("odds", f"the figure {trial.lacking!r} is not given", "Write it in the situation.", "missing")
        )
    assumed = state.material.assumed(trial.figures)
    own, other = trial.own.total, trial.other.total
    if trial.kind == "bavmorda":
        champion = state.character(trial.own.of)
        health = fight.fight.health if fight is not None and fight.fight is not None else state.material.queen[1]
        whole = bavmorda_odds(own, champion.health, champion.army, other, health)
        return Odds(parsed.text, contest_odds(own, other), whole, assumed=assumed)
    if trial.kind != "prowess":
        return Odds(parsed.text, contest_odds(own, other, trial.kind), assumed=assumed)
    falls = {}
    for measure, mine, theirs in ((trial.own, other, own), (trial.other, own, other)):
        health = _health(state, measure.of)
        if health:
            falls[measure.of] = empties(mine, theirs, health)
    return Odds(parsed.text, contest_odds(own, other), losses=losses(own, other), falls=falls, assumed=assumed)


def _health(state: State, name: str) -> int:
    if name in state.material.characters:
        return state.character(name).health
    return state.material.cards[name].health


def _trial(state: State, action: Action) -> tuple[Contest | None, State | None]:
    """The contest an action leads to, as far as no other choice lies between; and the state in which it is thrown."""
    if action.verb == "roll":
        return contest(state), state
    if action.verb in ("casts", "restores"):
        card = spell_meant(state, action)
        return (casting(state, action.actor, card.id) if card is not None else None), None
    if action.verb == "frees":
        return freeing(state, action.actor), None
    if action.verb == "searches" and not (
        action.target == "here" and moving.betrayed(state, state.character(action.actor).at)
    ):
        return moving.trial_of(state, action), None
    if action.verb == "attacks":
        return _forced(state, action), None
    if action.verb in ("champion", "done", "pass"):
        after = state.play(action.text).state
        return (contest(after), after) if after.moment == "roll" and after.task is None else (None, None)
    return None, None


def _forced(state: State, action: Action) -> Contest | None:
    """The contest of a fight in which each side has one champion to name: Spells left out."""
    fight = Fighting(state.character(action.actor).at)
    able = {side: fighting.candidates(state, fight, side) for side in ("good", "evil")}
    if any(len(names) != 1 for names in able.values()):
        return None
    own, other = (
        effective(state, able[side][0], "prowess") for side in (state.side, "evil" if state.side == "good" else "good")
    )
    return Contest("prowess", own, other)


def bavmorda(state: State, champion: str) -> Odds:
    """What a confrontation would come to for this champion, as he is now."""
    trial = against_queen(state, champion)
    if trial.lacking:
        raise ImpossibleSituation(
            Fault("odds", f"the figure {trial.lacking!r} is not given", "Write it in the situation.", "missing")
        )
    one = state.character(champion)
    whole = bavmorda_odds(trial.own.total, one.health, one.army, trial.other.total, state.material.queen[1])
    each = contest_odds(trial.own.total, trial.other.total)
    return Odds("bavmorda", each, whole, assumed=state.material.assumed(trial.figures))


def foe(state: State, champion: str, card: str) -> Odds:
    """What a fight of this champion with a Foe would come to."""
    own = effective(state, champion, "prowess")
    other = fixed(card, "prowess", state.card(card).prowess, f"prowess of {card}")
    health = state.card(card).health
    falls = {
        champion: empties(other.total, own.total, state.character(champion).health),
        card: empties(own.total, other.total, health),
    }
    assumed = state.material.assumed((*own.figures, *other.figures, f"health of {card}"))
    return Odds(
        f"{champion} against {card}",
        contest_odds(own.total, other.total),
        losses=losses(own.total, other.total),
        falls=falls,
        assumed=assumed,
    )


def shapes(state: State) -> dict[str, Fraction]:
    """The shapes that a failed Transformation may bring, equally likely (`transform.fail`)."""
    left = state.shapes_left()
    return dict.fromkeys(left, one_in(len(left))) if left else {}


# ------------------------------------------------------------------ the best chance of a goal


def _turn_passed(before: State, action: str, after: State, who: str) -> bool:
    """Whether a turn of his side has ended."""
    side = before.side_of(who)
    return before.side == side and before.step != "deal" and (after.side != side or after.round != before.round)


#: A search for the best chance that a goal comes true within some turns of one's side; the other side plays against it.
search: Callable[..., Search[State]] = partial(Search[State], passed=_turn_passed)
