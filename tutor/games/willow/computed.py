"""What is reckoned of the Willow game, worked out by the engine, with the sum and the assumed figures it rests on."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from typing import TYPE_CHECKING

from engine import willow
from engine.text.faults import Fault, UnreadableText, nearest, sentence, shown
from engine.willow.play import odds as chances
from engine.willow.play import paths
from engine.willow.rules.values import contest, effective, hide_of
from tutor.games.willow.throws import name_of, result_of
from tutor.games.willow.words import assumed_words
from tutor.teach.exercise.playing import Moment, played
from tutor.teach.exercise.reckoning import no_answer, reckon
from tutor.teach.game.teachable import Reckoned

if TYPE_CHECKING:
    from tutor.teach.exercise.exercise import Exercise

_RESULTS = ("win", "tie", "lose")


def _assumed(state: willow.State, figures: Iterable[str]) -> tuple[str, ...]:
    """The line that names the assumed figures a number rests on, if there are any."""
    found = state.material.assumed(figures)
    return (assumed_words(found),) if found else ()


def _wrong(words: list[str], example: str) -> UnreadableText:
    told = " ".join(words) or "nothing"
    return UnreadableText(Fault("reckon", f"{shown(told)} cannot be reckoned", f'Write it like "{example}".'))


def _who(words: list[str], number: int, state: willow.State, example: str) -> str:
    """The character named at that place among the words."""
    if number >= len(words):
        raise _wrong(words, example)
    known = [one.id for one in state.characters]
    if words[number] not in known:
        hint = sentence(nearest(words[number], known))
        raise UnreadableText(Fault("reckon", f"{shown(words[number])} is no character", hint))
    return words[number]


def _place(words: list[str], number: int, state: willow.State, example: str) -> str:
    if number >= len(words):
        raise _wrong(words, example)
    if words[number] not in state.material.places:
        hint = sentence(nearest(words[number], list(state.material.places)))
        raise UnreadableText(Fault("reckon", f"{shown(words[number])} is no space", hint))
    return words[number]


# ------------------------------------------------------------------ contests


def _sums(own: int, other: int, kind: str) -> tuple[str, ...]:
    """How many of the 36 throws of two dice bring what."""
    told = chances.contest_odds(own, other, kind)
    parts = [f"{own} and one die against {other} and the other die"]
    parts += [f"{result}: {int(getattr(told, result) * 36)} of 36" for result in _RESULTS if getattr(told, result)]
    if kind in ("search", "strict"):
        parts.append("an equal sum does not do")
    if kind == "cast":
        parts.append("an equal sum does")
    return tuple(parts)


def _odds(words: list[str], exercise: Exercise, moment: Moment) -> Reckoned:
    """The chance of a contest: "odds win willow searches tavern", "odds tie roll 1 1", "odds lose ..."."""
    if not words or words[0] not in _RESULTS or len(words) < 2:
        raise _wrong(words, "odds win willow searches magic-spring")
    found = willow.odds(moment.state, " ".join(words[1:]))
    if found.round is None:
        raise no_answer(f"nothing is thrown for {' '.join(words[1:])!r} yet", "Ask of a search, a Spell or a throw.")
    told = [f"{result}: {int(getattr(found.round, result) * 36)} of 36 throws" for result in _RESULTS]
    return Reckoned(getattr(found.round, words[0]), (*told, *_named(found.assumed)))


def _named(assumed: tuple[str, ...]) -> tuple[str, ...]:
    return (assumed_words(assumed),) if assumed else ()


def _falls(words: list[str], exercise: Exercise, moment: Moment) -> Reckoned:
    """The chance that a champion or a Foe loses all Health in one throw: "falls madmartigan champion madmartigan"."""
    if len(words) < 2:
        raise _wrong(words, "falls kael champion madmartigan")
    found = willow.odds(moment.state, " ".join(words[1:]))
    if words[0] not in found.falls:
        raise no_answer(f"{words[0]} can lose no Health by that", "Ask of a champion, or of the Foe.")
    least = _health(moment.state, words[0])
    return Reckoned(found.falls[words[0]], (f"he falls where he loses {least} or more", *_named(found.assumed)))


def _health(state: willow.State, name: str) -> int:
    return state.character(name).health if name in state.material.characters else state.material.cards[name].health


def _against(words: list[str], exercise: Exercise, moment: Moment) -> Reckoned:
    """A champion against a Foe: "against madmartigan death-dogs falls" (he), "... beaten" (the Foe), "... win", "lose"."""
    example = "against willow bear falls"
    champion = _who(words, 0, moment.state, example)
    foes = [card.id for card in moment.state.material.cards.values() if card.kind == "foe"]
    if len(words) != 3 or words[1] not in foes or words[2] not in ("falls", "beaten", *_RESULTS):
        raise _wrong(words, example)
    card, asked = words[1], words[2]
    found = chances.foe(moment.state, champion, card)
    assert found.round is not None
    if asked in _RESULTS:
        return Reckoned(getattr(found.round, asked), _named(found.assumed))
    of = champion if asked == "falls" else card
    least = _health(moment.state, of)
    told = f"{willow.title(of)} falls where {'he' if of == champion else 'it'} loses {least} or more"
    return Reckoned(found.falls[of], (told, *_named(found.assumed)))


def _duel(words: list[str], exercise: Exercise, moment: Moment) -> Reckoned:
    """The chance that one champion is emptied by another in one throw: "duel kael madmartigan": Kael empties him."""
    example = "duel kael madmartigan"
    winner, loser = _who(words, 0, moment.state, example), _who(words, 1, moment.state, example)
    own, other = (effective(moment.state, name, "prowess") for name in (winner, loser))
    health = moment.state.character(loser).health
    told = f"{willow.title(winner)} {own.total}, {willow.title(loser)} {other.total}, who falls where he loses {health} or more"
    return Reckoned(
        chances.empties(own.total, other.total, health), (told, *_assumed(moment.state, own.figures + other.figures))
    )


def _slays(words: list[str], exercise: Exercise, moment: Moment) -> Reckoned:
    """The chance that a champion slays Bavmorda, as he is now: "slays willow"."""
    found = chances.bavmorda(moment.state, _who(words, 0, moment.state, "slays willow"))
    assert found.fight is not None
    return Reckoned(found.fight.win, _named(found.assumed))


def _loves(words: list[str], exercise: Exercise, moment: Moment) -> Reckoned:
    """The chance that Sorsha becomes Good within so many further meetings: "loves 3"."""
    meetings = int(words[0]) if words and words[0].isdecimal() else 1
    met = moment.state.love.times_met
    told = [f"meeting {n + 1}: {min(6, n + 2)} of 6" for n in range(met, met + meetings)]
    return Reckoned(chances.sorsha_odds(met, meetings), tuple(told))


def _frees(words: list[str], exercise: Exercise, moment: Moment) -> Reckoned:
    """The chance that somebody frees Tir Asleen within so many turns, a try in each: "frees madmartigan 2"."""
    state = moment.state
    who = _who(words, 0, state, "frees madmartigan 2")
    turns = int(words[1]) if len(words) > 1 and words[1].isdecimal() else 1
    sceptre = next((t for t in state.material.treasures.values() if t.frees), None)
    if sceptre is None:
        raise no_answer("no Treasure of this scenario frees Tir Asleen", "Ask of another scenario.")
    own = effective(state, who, "prowess")
    figures = (*own.figures, f"prowess of {sceptre.id}")
    told = _sums(own.total, sceptre.prowess, "strict")
    return Reckoned(chances.free_odds(own.total, sceptre.prowess, turns), (*told, *_assumed(state, figures)))


def _draws(words: list[str], exercise: Exercise, moment: Moment) -> Reckoned:
    """The chance that the next cards from the deck bring one: "draws sword 2"."""
    state = moment.state
    if not words or words[0] not in state.material.cards:
        raise _wrong(words, "draws sword 2")
    number = int(words[1]) if len(words) > 1 and words[1].isdecimal() else 1
    left = state.undrawn()
    told = f"{left[words[0]]} of {left.total()} cards that are nowhere in sight"
    return Reckoned(chances.card_odds(state, words[0], number), (told,))


# ------------------------------------------------------------------ the map


def _company(words: list[str], state: willow.State) -> tuple[str, ...]:
    return tuple(_who(words, n, state, "reach willow tavern with airk") for n in range(len(words)))


def _reach(words: list[str], exercise: Exercise, moment: Moment) -> Reckoned:
    """The best chance to be at a space at the end of this turn: "reach willow tir-asleen with airk"."""
    state, example = moment.state, "reach willow tir-asleen with airk"
    who, to = _who(words, 0, state, example), _place(words, 1, state, example)
    company = _company(words[3:], state) if words[2:3] == ["with"] else ()
    routes = paths.reach(state, who, company).get(to, ())
    if not routes:
        return Reckoned(Fraction(0), (f"{willow.title(to)} is farther than one move",))
    best = routes[0]
    way = ", ".join(map(willow.title, best.places)) or "he is there"
    hidden = [place for place in best.places if state.material.places[place].of_power]
    figures = [figure for place in hidden for figure in hide_of(state, place).figures]
    figures += (
        [figure for name in (who, *company) for figure in effective(state, name, "stealth").figures]
        if best.searches
        else []
    )
    told = (f"by {way}", f"searches on the way: {best.searches}")
    return Reckoned(best.chance, (*told, *_assumed(state, ("links of the map", *figures))))


def _searches(words: list[str], exercise: Exercise, moment: Moment) -> Reckoned:
    """The fewest searches on a way to a space, over any number of turns: "searches willow tir-asleen"."""
    state, example = moment.state, "searches willow tir-asleen"
    who, to = _who(words, 0, state, example), _place(words, 1, state, example)
    found = paths.best_route(state, who, to, fewest=True)
    if found is None:
        raise no_answer(f"nothing leads {who} to {to}", "Ask of a space he can come to.")
    return Reckoned(
        Fraction(found.searches),
        ("by " + ", ".join(map(willow.title, found.places)), *_assumed(state, ("links of the map",))),
    )


def _turns(words: list[str], exercise: Exercise, moment: Moment) -> Reckoned:
    """The fewest turns to a space if every search succeeds: "turns willow tir-asleen"."""
    state, example = moment.state, "turns willow tir-asleen"
    who, to = _who(words, 0, state, example), _place(words, 1, state, example)
    found = paths.turns_to(state, who, to)
    if found is None:
        raise no_answer(f"nothing leads {who} to {to}", "Ask of a space he can come to.")
    one = state.character(who)
    told = f"{paths.distances(state.material)[one.at][to]} links, {paths.pace(state, one)} spaces a turn"
    return Reckoned(Fraction(found), (told, *_assumed(state, ("links of the map",))))


def _spaces(words: list[str], exercise: Exercise, moment: Moment) -> Reckoned:
    """How many spaces a character can reach in this turn, the one he stands in not counted: "spaces kael"."""
    found = _reached(moment.state, _who(words, 0, moment.state, "spaces kael"))
    return Reckoned(
        Fraction(len(found)), (", ".join(map(willow.title, found)), *_assumed(moment.state, ("links of the map",)))
    )


def _reached(state: willow.State, who: str) -> list[str]:
    return [place for place in paths.reach(state, who) if place != state.character(who).at]


# ------------------------------------------------------------------ values and cards


def _value(words: list[str], exercise: Exercise, moment: Moment) -> Reckoned:
    """A value as it counts now: "value prowess kael", "value health willow"."""
    if not words or words[0] not in ("prowess", "magic", "stealth", "health"):
        raise _wrong(words, "value prowess kael")
    who = _who(words, 1, moment.state, "value prowess kael")
    if words[0] == "health":
        return Reckoned(Fraction(moment.state.character(who).health), tuple(event.text for event in moment.last))
    found = effective(moment.state, who, words[0])
    told = tuple(f"{willow.title(name) if name != words[0] else name}: {points}" for name, points in found.parts)
    return Reckoned(Fraction(found.total), (*told, *_assumed(moment.state, found.figures)))


def _cards(words: list[str], exercise: Exercise, moment: Moment) -> Reckoned:
    """How many of his cards count against his limit: "cards willow"; "cards willow over": how many are too many."""
    state = moment.state
    one = state.character(_who(words, 0, state, "cards willow"))
    counted = state.counted(one)
    if words[1:] == ["over"]:
        return Reckoned(Fraction(state.over_limit(one)), (f"{len(counted)} count, {state.limit(one)} are allowed",))
    return Reckoned(Fraction(len(counted)), (", ".join(map(willow.title, counted)) or "none",))


def _holders(words: list[str], exercise: Exercise, moment: Moment) -> Reckoned:
    """How many may hold Elora Danan, as far as the learner's side knows: "holders"; "holders evil" as that side knows."""
    found = _suspected(words, moment.state)
    return Reckoned(Fraction(len(found)), (", ".join(map(willow.title, found)) or "nobody",))


def _suspected(words: list[str], state: willow.State) -> tuple[str, ...]:
    side = words[0] if words and words[0] in ("good", "evil") else "evil"
    seat = next(iter(state.seats(side)), state.order[0])
    return state.seen_by(seat).holders()


def _where(words: list[str], exercise: Exercise, moment: Moment) -> Reckoned:
    """Where a character stands: "where willow"."""
    who = _who(words, 0, moment.state, "where willow")
    return Reckoned(moment.state.character(who).at, tuple(event.text for event in moment.last))


def _rests_on(words: list[str], exercise: Exercise, moment: Moment) -> Reckoned:
    """On how many assumed figures a verdict rests: "assumed willow searches magic-spring"."""
    found = moment.state.judge(" ".join(words)).assumed
    return Reckoned(Fraction(len(found)), (", ".join(found) or "none",))


def _chain(words: list[str], exercise: Exercise, moment: Moment) -> Reckoned:
    """The chance that several things succeed one after the other: "chain reach willow tir-asleen then frees willow"."""
    whole, told = Fraction(1), []
    for part in " ".join(words).split(" then "):
        found = reckon(part, exercise, moment)
        if not isinstance(found.value, Fraction):
            raise _wrong(words, "chain reach willow tir-asleen then frees willow")
        whole *= found.value
        told += [*found.sums, f"{found.value}"]
    return Reckoned(whole, tuple(dict.fromkeys(told)))


def _spells(words: list[str], exercise: Exercise, moment: Moment) -> Reckoned:
    """The chance that one of some Spells succeeds at least, cast in this order, each failure learnt from: "spells willow fly"."""
    who, state, fails, told = _who(words, 0, moment.state, "spells willow passage fly"), moment.state, Fraction(1), []
    for card in words[1:]:
        found = willow.odds(state, f"{who} casts {card}")
        assert found.round is not None
        told.append(f"{willow.title(card)}: {found.round.win}")
        fails *= 1 - found.round.win
        state = played(Moment(state), (f"{who} casts {card}", "roll 1 6")).state
    return Reckoned(1 - fails, (*told, f"all fail: {fails}"))


COMPUTED: Mapping[str, Callable[[list[str], Exercise, Moment], Reckoned]] = {
    "odds": _odds,
    "falls": _falls,
    "against": _against,
    "duel": _duel,
    "slays": _slays,
    "loves": _loves,
    "frees": _frees,
    "draws": _draws,
    "reach": _reach,
    "searches": _searches,
    "turns": _turns,
    "spaces": _spaces,
    "value": _value,
    "cards": _cards,
    "chain": _chain,
    "spells": _spells,
    "holders": _holders,
    "where": _where,
    "assumed": _rests_on,
}


# ------------------------------------------------------------------ sets


def _reach_set(words: list[str], exercise: Exercise, moment: Moment) -> frozenset[str]:
    """Every space a character can reach in this turn besides his own: "reach kael"."""
    return frozenset(f"space:{place}" for place in _reached(moment.state, _who(words, 0, moment.state, "reach kael")))


def _holder_set(words: list[str], exercise: Exercise, moment: Moment) -> frozenset[str]:
    """Everybody who may hold Elora Danan as far as Evil knows: "holders"."""
    return frozenset(f"character:{name}" for name in _suspected(words, moment.state))


def _cut(words: list[str], exercise: Exercise, moment: Moment) -> frozenset[str]:
    """The spaces every way of a character to another goes through: "on-the-way kael markaths-study"."""
    example = "on-the-way kael markaths-study"
    who, to = _who(words, 0, moment.state, example), _place(words, 1, moment.state, example)
    return frozenset(f"space:{place}" for place in paths.cut_for(moment.state, who, to))


def _throws(words: list[str], exercise: Exercise, moment: Moment) -> frozenset[str]:
    """The throws of two dice that win, tie or lose for the acting side, before anybody is given the tie: "throws tie"."""
    trial = contest(moment.state)
    if words not in ([result] for result in _RESULTS) or trial is None:
        raise _wrong(words, "throws tie")
    dice = [(own, other) for own in range(1, 7) for other in range(1, 7)]
    return frozenset(name_of(*two) for two in dice if result_of(trial, *two) == words[0])


SETS: Mapping[str, Callable[[list[str], Exercise, Moment], frozenset[str]]] = {
    "reach": _reach_set,
    "holders": _holder_set,
    "on-the-way": _cut,
    "throws": _throws,
}
#: The rules by which a question is answered that plays nothing: what "holders" looks at, what makes a way.
ANSWERED_BY: Mapping[str, tuple[str, ...]] = {
    "holders": ("elora.secret",),
    "reach": ("move.one-or-two", "search.place-approach"),
    "on-the-way": ("move.one-or-two",),
    "turns": ("move.one-or-two",),
    "searches": ("move.places-need-find", "move.one-or-two"),
    "spaces": ("move.one-or-two",),
    "frees": ("free.contest",),
    "slays": ("bavmorda.champion", "bavmorda.values"),
    "loves": ("sorsha.again",),
    "against": ("contest.prowess", "fight.foe-champion"),
    "duel": ("contest.prowess", "fight.defeat"),
    "spells": ("contest.magic", "spell.learn"),
}
