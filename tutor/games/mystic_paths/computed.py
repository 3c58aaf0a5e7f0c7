"""What is reckoned of Mystic Paths, worked out by the engine from what the guessers see, with the sum that leads there."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from typing import TYPE_CHECKING

from engine import mystic_paths as mp
from engine.mystic_paths.walks import KNOWING
from engine.text.faults import Fault, UnreadableText, nearest, sentence
from tutor.games.mystic_paths.words import way
from tutor.teach.exercise.answers import in_words
from tutor.teach.exercise.playing import Moment
from tutor.teach.exercise.reckoning import no_answer
from tutor.teach.game.teachable import Reckoned

if TYPE_CHECKING:
    from tutor.teach.exercise.exercise import Exercise


class QuestionWords:
    """What the words of a question say, in any order: whose path, a portal, a number, what is known of it, and "alone"."""

    def __init__(self, words: list[str], state: mp.State) -> None:
        self.seat, self.cell, self.number, self.knowing, self.alone = state.turn, "", 0, "", False
        for word in words:
            if word in state.order:
                self.seat = word
            elif word in KNOWING:
                self.knowing = word
            elif word == "alone":
                self.alone = True
            elif word.isascii() and word.isdigit() and len(word) < 3:
                self.number = int(word)
            elif found := state.cell(word):
                self.cell = found
            else:
                hint = sentence(nearest(word, (*state.order, *KNOWING, "alone", *filter(None, state.portals))))
                raise UnreadableText(
                    Fault("reckon", f"{word!r} is neither a player here nor a portal nor a number", hint)
                )


def _next(words: list[str], exercise: Exercise, moment: Moment) -> Reckoned:
    """How many portals can be next: "next", "next green"."""
    state: mp.State = moment.state
    found = state.next_portals(QuestionWords(words, state).seat)
    return Reckoned(Fraction(len(found)), (", ".join(map(state.word, found)),))


def _ways(words: list[str], exercise: Exercise, moment: Moment) -> Reckoned:
    """How many walks of so many further steps there are, or how many of them end at a portal: "ways 2", "ways 3 goat"."""
    state: mp.State = moment.state
    asked = QuestionWords(words, state)
    found = state.reach(asked.seat, asked.number)
    if not found:
        raise no_answer(f"a walk of {asked.number} further steps there is not", "Name a number of steps that are left.")
    told = [f"{state.word(cell)} {ways}" for cell, ways in found.items()]
    if not asked.cell:
        return Reckoned(Fraction(sum(found.values())), (f"by where they end: {', '.join(told)}",))
    seen = [way(state, each) for each in ways_on(state, asked.seat, asked.number) if each[-1] == asked.cell]
    return Reckoned(Fraction(found.get(asked.cell, 0)), tuple(seen[:12]))


def ways_on(state: mp.State, seat: str, steps: int) -> Iterator[tuple[str, ...]]:
    """Every walk of so many further steps, as the cells it comes to."""
    player = state.player(seat)

    def on(base: str, at: str, left: int) -> Iterator[tuple[str, ...]]:
        if not left:
            yield (at,)
            return
        for cell in state.board.onward[base, at]:
            yield from ((at, *rest) for rest in on(at, cell, left - 1))

    for first in state.next_portals(seat):
        yield from on(player.at, first, steps - 1)


def _odds(words: list[str], exercise: Exercise, moment: Moment) -> Reckoned:
    """How likely a portal is next by the opinions given: "odds glove"; "alone": by the next clue alone; "walks", "cards"."""
    state: mp.State = moment.state
    asked = QuestionWords(words, state)
    knowing = asked.knowing or "steps"
    chances = state.guess_odds(asked.seat, knowing, ahead=not asked.alone)
    if not asked.cell or not chances:
        raise no_answer("the question names no portal, or no way is left", 'Write it like "odds glove".')
    shown = chances.get(asked.cell, Fraction(0))
    short = state.guess_odds(asked.seat, knowing, ahead=False).get(asked.cell)
    blind = state.guess_odds(asked.seat, knowing, fit={}).get(asked.cell)

    def explain(given: Fraction | str) -> str:
        if given == short != shown and not asked.alone:
            return "That is what the clue of this step says alone; the later clues count as well."
        return "That is the guess of somebody who reads no clue." if given == blind != shown else ""

    return Reckoned(shown, odds_told(state, chances), explain)


def odds_told(state: mp.State, chances: Mapping[str, Fraction]) -> tuple[str, ...]:
    """The chances of all portals that can be next, the likeliest first."""
    ordered = sorted(chances.items(), key=lambda pair: -pair[1])
    return (", ".join(f"{state.word(cell)} {in_words(chance)}" for cell, chance in ordered),)


def _left(words: list[str], exercise: Exercise, moment: Moment) -> Reckoned:
    """How many map cards a path may still be on, where all know the cards: "cards"."""
    state: mp.State = moment.state
    found = state.cards_left(QuestionWords(words, state).seat)
    return Reckoned(Fraction(len(found)), (", ".join(card for card, _ in found),))


def _best(words: list[str], exercise: Exercise, moment: Moment) -> Reckoned:
    """The best common score that can still be reached: "best"."""
    state: mp.State = moment.state
    each = {seat: mp.furthest(state, seat) for seat in state.order}
    value = mp.best_left(state)
    told = [
        f"{seat.capitalize()} step {step}{f', through in round {number}' if number else ''}"
        for seat, (step, number) in each.items()
    ]
    bare = sum(step for step, _ in each.values()) // len(each)

    def explain(given: Fraction | str) -> str:
        return "The cups count as well: a point for silver, two for gold." if given == bare != value else ""

    return Reckoned(
        Fraction(value), (*told, f"added up with the cups, divided by {len(each)}, rounded down: {value}"), explain
    )


def _furthest(words: list[str], exercise: Exercise, moment: Moment) -> Reckoned:
    """The last step a player can still come to: "furthest blue"."""
    state: mp.State = moment.state
    step, number = mp.furthest(state, QuestionWords(words, state).seat)
    return Reckoned(
        Fraction(step), (f"through in round {number}" if number else "three steps a round, four in round 5",)
    )


def _score(words: list[str], exercise: Exercise, moment: Moment) -> Reckoned:
    """The common score, or what a player or his team has: "score", "score red", "total red"."""
    state: mp.State = moment.state
    scores = state.scores()
    told = tuple(
        f"{seat.capitalize()} {each.path}{f' and a cup of {each.cup}' if each.cup else ''}"
        for seat, each in scores.players.items()
    )
    if words:
        seat = QuestionWords(words, state).seat
        return Reckoned(Fraction(scores.totals.get(seat, scores.players[seat].total)), told)
    if scores.group is None:
        raise no_answer("no common score is reckoned in this variant", 'Write it like "score red".')
    return Reckoned(Fraction(scores.group), told)


def _reserve(words: list[str], exercise: Exercise, moment: Moment) -> Reckoned:
    """The NOT tokens a player has left: "reserve red"."""
    state: mp.State = moment.state
    player = state.player(QuestionWords(words, state).seat)
    laid = sum(clue.negated for clue in player.clues)
    told = f"seven, less {laid} on clues, less {len(player.marks)} on portals"
    return Reckoned(Fraction(state.reserve(player)), (told,))


def _drawn(words: list[str], exercise: Exercise, moment: Moment) -> Reckoned:
    """How many cards a player will draw to have four again: "draws red"."""
    state: mp.State = moment.state
    holds = state.holds(state.player(QuestionWords(words, state).seat))
    return Reckoned(Fraction(max(0, 4 - holds)), (f"four, less {holds} in hand",))


COMPUTED: Mapping[str, Callable[[list[str], Exercise, Moment], Reckoned]] = {
    "next": _next,
    "ways": _ways,
    "odds": _odds,
    "cards": _left,
    "best": _best,
    "furthest": _furthest,
    "score": _score,
    "reserve": _reserve,
    "draws": _drawn,
}

# ------------------------------------------------------------------ sets of portals


def _targets(cells: Iterator[str] | tuple[str, ...] | set[str]) -> frozenset[str]:
    return frozenset(f"portal:{cell}" for cell in cells)


def _next_set(words: list[str], exercise: Exercise, moment: Moment) -> frozenset[str]:
    """Every portal that can be next: "next"."""
    return _targets(moment.state.next_portals(QuestionWords(words, moment.state).seat))


def _reached(words: list[str], exercise: Exercise, moment: Moment) -> frozenset[str]:
    """Where he can be after so many further steps: "after 3"."""
    asked = QuestionWords(words, moment.state)
    return _targets(tuple(moment.state.reach(asked.seat, asked.number)))


def _not_yet(words: list[str], exercise: Exercise, moment: Moment) -> frozenset[str]:
    """Where he cannot be after so many further steps: "never 2"."""
    return _targets({*moment.state.board.cells}) - _reached(words, exercise, moment)


def _before(words: list[str], exercise: Exercise, moment: Moment) -> frozenset[str]:
    """The last portals before one to which so many steps lead: "before 3 goat"."""
    asked = QuestionWords(words, moment.state)
    ways = ways_on(moment.state, asked.seat, asked.number)
    return _targets({(moment.state.player(asked.seat).at, *way)[-2] for way in ways if way[-1] == asked.cell})


def _twice(words: list[str], exercise: Exercise, moment: Moment) -> frozenset[str]:
    """The portals that the learner's map comes through twice, his start counted: "twice", "twice red"."""
    player = moment.state.player(QuestionWords(words, moment.state).seat)
    return _targets(mp.met_twice(player.start, moment.state.path_of(player)))


def _likeliest(words: list[str], exercise: Exercise, moment: Moment) -> frozenset[str]:
    """The portals that are the likeliest by the opinions given: "likeliest", "likeliest alone", "likeliest cards"."""
    asked = QuestionWords(words, moment.state)
    chances = moment.state.guess_odds(asked.seat, asked.knowing or "steps", ahead=not asked.alone)
    best = max(chances.values(), default=None)
    return _targets(tuple(cell for cell, chance in chances.items() if chance == best))


def _certain(words: list[str], exercise: Exercise, moment: Moment) -> frozenset[str]:
    """Where a step may be by the map cards that are left: "step 5"."""
    asked = QuestionWords(words, moment.state)
    return _targets({walk[asked.number - 1] for _, walk in moment.state.cards_left(asked.seat)})


SETS: Mapping[str, Callable[[list[str], Exercise, Moment], frozenset[str]]] = {
    "next": _next_set,
    "after": _reached,
    "never": _not_yet,
    "before": _before,
    "twice": _twice,
    "likeliest": _likeliest,
    "step": _certain,
}
