"""Learn to understand questions about the Mystic Wood from the labelled ones of tests/questions.

Run from the project's folder, with its environment: ``python -m tools.fit_understanding``. It writes the folder
``tutor/games/mystic_wood/learnt``: ``readings.bin`` (what a question's words speak for) and ``weights.toml`` (what each
feature of a meaning counts, and what each feature of an answer tells of its being right). Each of the three is learnt from
what the ones before it say of questions they have not seen, and the same is told as figures: each voice of each set by what
was learnt from all others. How likely an answer must be to be given at once follows from these figures.
``tutor/teach/language/weights.toml``, for games that were not learnt, is not made anew: the more is learnt of this game's
words, the less it says of another's.
"""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import numpy as np

from engine import mystic_wood as mw
from tests.teach.language import test_apps_words as asked
from tutor.games.mystic_wood.words.facts import told
from tutor.games.mystic_wood.words.language import Asked, lexicon, question_words, sayings
from tutor.teach.language.embeddings import bare, summed
from tutor.teach.language.hearing import hear
from tutor.teach.language.meaning import Meaning
from tutor.teach.language.readings import NONE, VECTOR, Readings, reading_of, share, telling
from tutor.teach.language.understanding import Understanding, Weighing, placed, together

TARGET = Path("tutor/games/mystic_wood/learnt")
#: Sets for which nothing was mended by hand, first those that name everything that would be right; sets that the tables were
#: mended for.
ALL_TOLD = ("twelfth", "thirteenth", "fourteenth", "fifteenth", "sixteenth", "seventeenth", "eighteenth")
FRESH = (*ALL_TOLD, "twenty-first", "twenty-fifth")
KNOWN = asked.SETS
#: How much a question counts that the tables were mended for, and a plain one; 1 is any other.
WORTH = {"known": 2.0, "plain": 3.0}
#: Into how many parts the voices are split; how many dimensions of the vectors there are.
PARTS, DIMENSIONS = 6, 96
#: How strongly weights are held near 0, steps of the fit, and how far each goes: of meanings, of words, of answers.
HELD, STEPS, FAR = 10.0, 250, 0.1
#: How much a way to ask for a rule counts. Of the network of words: its hidden units, questions a step, how often each is seen,
#: how far a step goes at first; how often an input or a hidden unit is left out.
WAYS, HIDDEN, BATCH, ROUNDS, NETWORK_FAR, FORGOT_INPUT, FORGOT_UNIT = 0.5, 256, 128, 12, 0.004, 0.2, 0.5
RIGHT_HELD = 200.0
#: The largest share of fresh questions that may be answered wrongly at once, by cross-validation; a few more
#: are before anything is ranked.
WRONG = 0.025
#: The least number of questions and ways to ask that have what is learnt from, and two words side by side.
SEEN, PAIRS_SEEN = 3, 5


@dataclass
class Example:
    """A question: its group and part, what is wanted and said; what it can mean, with features, and which meanings are right."""

    group: str
    one: Understanding
    args: Weighing
    state: mw.State
    wanted: list[str]
    tells: list[str]
    #: The question as it is written in its set.
    question: Mapping[str, Any]
    part: int = 0
    found: list[Meaning] = field(default_factory=list)
    rows: list[dict[str, float]] = field(default_factory=list)
    good: list[bool] = field(default_factory=list)
    #: The features of an answer at once, whether it is right, may be given at all, and how likely it is right.
    answer: dict[str, float] = field(default_factory=dict)
    right: bool = False
    may_be_sure: bool = False
    chance: float = 0.0

    @property
    def known(self) -> bool:
        return self.group in ("known", "plain")


def examples(names: Iterable[str]) -> list[Example]:
    """The questions of some sets that are ranked at all. What was learnt before has no part in it."""
    lexicon().memory["readings"] = None
    found = []
    for name in names:
        for question in tomllib.loads((asked.HERE / f"{name}.toml").read_text("utf-8"))["question"]:
            state = mw.loads(asked.SITUATIONS[question["in"]]["text"])
            one = _example(question, "known" if name in KNOWN else f"{name} {question['voice']}", state)
            found += [one] if one else []
    return found


def plain() -> list[Example]:
    """What is asked plainly: the questions every test of the room has, and of each situation one question of each sort of action
    that is at hand, in the tutor's own words."""
    table, glade = mw.loads(asked.TABLE), mw.loads(asked.GLADE)
    pairs = [(table, words, wanted) for words, wanted in asked.ASKED.items()]
    for words, wanted in asked.SPOKEN.items():
        pairs.append((glade, words, f"may {wanted}" if wanted else "order "))
    pairs += [(asked.PRIZE, words, f"may {wanted}") for words, wanted in asked.PRIZES.items()]
    pairs += [(asked.TWO_BEGIN, words, f"may {wanted}") for words, wanted in asked.TOGETHER.items()]
    for situation in asked.SITUATIONS.values():
        state = mw.loads(situation["text"])
        at_hand = sorted(Asked(state).at_hand(Asked(state).decider), reverse=True)
        one_a_sort = {action.split()[0]: action for action in at_hand}
        pairs += [
            (state, question_words(state, "may", action), f"may {action}") for _, action in sorted(one_a_sort.items())
        ]
    known = []
    for state, words, wanted in pairs:
        question = {"ask": words, "want": [wanted, wanted.replace("may ", "chances ", 1)]}
        known.append(_example(question, "plain", state))
    return [one for one in known if one]


def find(one: Example, readings: Readings) -> None:
    """Note what a question may mean by what was learnt of its words, with features, and which meanings are right."""
    one.one.scorer.learn(readings)
    one.found = one.one.candidates(one.args.best, one.args.whole)
    one.rows = one.one.scorer.features(one.found)
    one.good = [any(asked.is_answered(_line(m, one.state), want) for want in one.question["want"]) for m in one.found]


def _example(question: Mapping[str, Any], group: str, state: mw.State) -> Example | None:
    moment = Asked(state)
    heard = hear(question["ask"], lexicon(), moment.places)
    if heard.foreign or moment.readable(question["ask"]) or all(word.weak for word in heard.words):
        return None
    one = Understanding(placed(heard, lexicon(), moment), lexicon(), sayings(), moment)
    args = one.weighing()
    if not isinstance(args, Weighing):
        return None
    wants = [part.strip().split(" ", 1) for want in question["want"] for part in want.removeprefix("offer ").split(";")]
    wanted = [NONE if kind == "not" else reading_of(kind, what[0] if what else "") for kind, *what in wants]
    return Example(group, one, args, state, list(dict.fromkeys(wanted)), telling(one.heard, lexicon()), question)


def _line(meaning: Meaning, state: mw.State) -> str:
    fact = told(state, "fact", meaning.what) if meaning.kind == "fact" else None
    more = [fact.sentence, *fact.lines] if fact else [f"as {meaning.who}"] if meaning.who else []
    return " ".join(filter(None, (meaning.kind, meaning.what, *more)))


def split(known: Sequence[Example]) -> None:
    """Give each voice of each set to a part, all parts about as many questions."""
    sizes = Counter(one.group for one in known if not one.known)
    parts, filled = {}, [0] * PARTS
    for group, size in sorted(sizes.items(), key=lambda each: (-each[1], each[0])):
        parts[group] = filled.index(min(filled))
        filled[parts[group]] += size
    for n, one in enumerate(known):
        one.part = n % PARTS if one.known else parts[one.group]


class Table:
    """All ways to ask for a rule and all questions, as rows of numbers, with the readings that are right of each."""

    def __init__(self, known: Sequence[Example]) -> None:
        ways = [(source.text, ask) for source in lexicon().sources if source.kind == "rule" for ask in source.asks]
        heard = [(hear(ask, lexicon()), ask) for _, ask in ways]
        told = [telling(one, lexicon()) for one, _ in heard]
        counts = Counter(one for tells in (*told, *(one.tells for one in known)) for one in tells)
        often = (one for one, count in counts.items() if count >= (PAIRS_SEEN if one.startswith("b:") else SEEN))
        self.rows = {one: n for n, one in enumerate(sorted(often))}
        readings = {reading_of(m.kind, m.what) for one in known for m in one.args.whole}
        self.classes = {
            one: n for n, one in enumerate(sorted({NONE, *readings, *(f"rule {rule}" for rule, _ in ways)}))
        }
        self.known = known
        self.ways = len(ways)
        self.x = np.array(
            [
                *(self._row(summed(bare(ask)), tells) for (_, ask), tells in zip(heard, told, strict=True)),
                *(self._row(one.one.scorer.vector, one.tells) for one in known),
            ],
            np.float32,
        )
        self.y = np.zeros((len(self.x), len(self.classes)), np.float32)
        for n, (rule, _) in enumerate(ways):
            self.y[n, self.classes[f"rule {rule}"]] = 1
        for n, one in enumerate(known, self.ways):
            for place, want in enumerate(want for want in one.wanted if want in self.classes):
                self.y[n, self.classes[want]] = 1 / (1 + place)
        sums = self.y.sum(1)
        self.y /= np.maximum(sums, 1e-9)[:, None]
        worth = np.array([*[WAYS] * self.ways, *(2 * WORTH.get(one.group, 1.0) for one in known)], np.float32)
        self.worth = worth * (sums > 0)

    def _row(self, vector: Sequence[float], tells: Sequence[str]) -> Any:
        row = np.zeros(DIMENSIONS + len(self.rows), np.float32)
        row[: len(vector)] = VECTOR * np.array(vector)
        row[[DIMENSIONS + self.rows[one] for one in tells if one in self.rows]] = share(tells)
        return row

    def fit(self, without: int | None) -> Network:
        """The network under which the right readings come out likeliest, one part of the questions left out."""
        used = np.array([*[True] * self.ways, *(one.part != without for one in self.known)]) & (self.worth > 0)
        return Network.fitted(self.x[used], self.y[used], self.worth[used])

    def readings(self, network: Network) -> Readings:
        """What was learnt of the words, as it is shipped: each weight a byte."""
        layers = (network.first, network.second)
        units = [float(np.abs(layer).max()) / 127 for layer in layers]
        table = b"".join(
            np.round(one / unit).astype(np.int8).tobytes() for one, unit in zip(layers, units, strict=True)
        )
        rows = {one: DIMENSIONS + n for n, one in enumerate(self.rows)}
        return Readings(self.classes, rows, DIMENSIONS, HIDDEN, (units[0], units[1]), table, {}, {}, 1.0)


@dataclass
class Network:
    """Two layers of weights, the last row of each for what is always so; between them what is below 0 counts as 0."""

    first: Any
    second: Any

    @classmethod
    def fitted(cls, x: Any, y: Any, worth: Any) -> Network:
        """By Adam's steps of a few questions at a time; the same each time. While it learns, each input and each hidden
        unit is left out now and then, so that none is relied on alone. A step changes only what its questions have."""
        dice = np.random.default_rng(1)
        x = np.c_[x, np.ones(len(x), np.float32)]
        shapes = ((x.shape[1], HIDDEN), (HIDDEN + 1, y.shape[1]))
        layers = [dice.uniform(-1, 1, shape).astype(np.float32) / np.float32(np.sqrt(shape[0])) for shape in shapes]
        means = [np.zeros_like(one) for one in layers]
        squares = [np.zeros_like(one) for one in layers]
        batches = -(-len(x) // BATCH)
        for step in range(ROUNDS * batches):
            if step % batches == 0:
                order = dice.permutation(len(x))
            some = order[step % batches :: batches]
            has = np.flatnonzero(x[some].any(0))
            given = x[np.ix_(some, has)]
            given *= (dice.random(given.shape, np.float32) >= FORGOT_INPUT) / np.float32(1 - FORGOT_INPUT)
            kept = (dice.random((len(some), HIDDEN), np.float32) >= FORGOT_UNIT) / np.float32(1 - FORGOT_UNIT)
            hidden = given @ layers[0][has]
            active = (hidden > 0) * kept
            between = np.c_[hidden * active, np.ones(len(some), np.float32)]
            parts = between @ layers[1]
            parts = np.exp(parts - parts.max(1, keepdims=True))
            parts /= parts.sum(1, keepdims=True)
            wrong = (parts - y[some]) * (worth[some] / worth[some].sum())[:, None]
            slopes = (given.T @ ((wrong @ layers[1][:-1].T) * active), between.T @ wrong)
            far = NETWORK_FAR * (1 - step / (ROUNDS * batches))
            places: tuple[Any, Any] = has, slice(None)
            for n, (slope, at) in enumerate(zip(slopes, places, strict=True)):
                mean = means[n][at] = 0.9 * means[n][at] + 0.1 * slope
                square = squares[n][at] = 0.999 * squares[n][at] + 0.001 * slope * slope
                by = (mean / (1 - 0.9 ** (step + 1))) / (np.sqrt(square / (1 - 0.999 ** (step + 1))) + 1e-8)
                layers[n][at] -= np.float32(far) * by.astype(np.float32)
        return cls(*layers)


def fit(known: Sequence[Example], names: Sequence[str]) -> Any:
    """The weights under which the right meanings of each question come out likeliest, all features as ``names`` has them."""
    usable = [one for one in known if any(one.good) and not all(one.good)]
    table = np.array([[row.get(name, 0.0) for name in names] for one in usable for row in one.rows])
    right = np.concatenate([np.array(one.good, float) for one in usable])
    lengths = [len(one.rows) for one in usable]
    of, starts = np.repeat(np.arange(len(usable)), lengths), np.r_[0, np.cumsum(lengths)[:-1]]
    counts = np.array([WORTH.get(one.group, 1.0) for one in usable])
    spread = table.std(0) + 1e-3
    table = table / spread
    weights = np.zeros(len(names))
    mean: Any = 0.0
    square: Any = 0.0
    for step in range(1, STEPS + 1):
        scores = table @ weights
        parts = np.exp(scores - np.maximum.reduceat(scores, starts)[of])
        likely = parts / np.add.reduceat(parts, starts)[of]
        wanted = parts * right / (np.add.reduceat(parts * right, starts)[of] + 1e-12)
        slope = table.T @ ((likely - wanted) * counts[of]) + HELD * weights
        mean, square = 0.9 * mean + 0.1 * slope, 0.99 * square + 0.01 * slope * slope
        weights = weights - FAR * (mean / (1 - 0.9**step)) / (np.sqrt(square / (1 - 0.99**step)) + 1e-8)
    return dict(zip(names, (weights / spread).tolist(), strict=True))


def fit_right(known: Sequence[Example]) -> dict[str, float]:
    """The weights under which answers that are right come out likely to be right."""
    names = sorted({name for one in known for name in one.answer})
    table = np.array([[one.answer.get(name, 0.0) for name in names] for one in known])
    right = np.array([float(one.right) for one in known])
    counts = np.array([WORTH.get(one.group, 1.0) for one in known])
    middle, spread = table.mean(0), table.std(0) + 1e-3
    table = np.c_[np.ones(len(known)), (table - middle) / spread]
    held = np.r_[0.0, np.full(len(names), RIGHT_HELD)]
    weights = np.zeros(len(names) + 1)
    for _ in range(25):  # Newton's steps: the same whatever came before
        likely = 1 / (1 + np.exp(-(table @ weights)))
        slope = table.T @ ((likely - right) * counts) + held * weights
        curve = (table.T * (likely * (1 - likely) * counts)) @ table + np.diag(held + 1e-6)
        weights = weights - np.linalg.solve(curve, slope)
    plain = weights[1:] / spread
    return {"always": float(weights[0] - plain @ middle), **dict(zip(names, plain.tolist(), strict=True))}


def answer(one: Example, learnt: Readings) -> None:
    """Note what would be answered at once by what was learnt, and whether it is right."""
    one.one.scorer.learn(learnt)
    weighed = one.one.scorer.weighed(one.found)
    one.answer = one.one.judged(weighed, one.args)
    one.may_be_sure = bool(one.args.whole) and len(one.args.strange) < 2 and one.one.other_half(weighed[0][1]) is None
    top = together(weighed)
    told = [top.what, *top.what.split()] if top.kind == "rule" else [top.what]
    told_of = {(top.kind, what, top.who) for what in told}
    one.right = any(good and m.same in told_of for m, good in zip(one.found, one.good, strict=True))


def answered(fresh: Sequence[Example], least: float) -> tuple[int, int]:
    """How many fresh questions would be answered at once rightly and wrongly if answers must be so likely."""
    found = [one.right for one in fresh if one.may_be_sure and one.chance >= least]
    return sum(found), len(found) - sum(found)


def least_likely(fresh: Sequence[Example]) -> float:
    """How likely an answer must be, so that no more than ``WRONG`` of all are wrong, of the sets that tell all that is right."""
    fresh = [one for one in fresh if one.group.split()[0] in ALL_TOLD]
    steps = [n / 200 for n in range(100, 200)]
    return next((least for least in steps if answered(fresh, least)[1] <= WRONG * len(fresh)), 1.0)


def main() -> None:
    """Tell the figures, and write what was learnt."""
    known = [*examples((*KNOWN, *FRESH)), *plain()]
    split(known)
    table = Table(known)
    words = {part: table.readings(table.fit(part)) for part in range(PARTS)}
    for one in known:
        find(one, words[one.part])
    names = sorted({name for one in known for row in one.rows for name in row})
    for part in range(PARTS):
        counts = fit([one for one in known if one.part != part], names)
        for one in (one for one in known if one.part == part):
            answer(one, replace(words[part], weights=counts))
    for part in range(PARTS):
        judge = replace(words[part], decision=fit_right([one for one in known if one.part != part]))
        for one in (one for one in known if one.part == part):
            one.chance = judge.right(one.answer)
    fresh = [one for one in known if not one.known]
    least = least_likely(fresh)
    print(
        f"{len(fresh)} fresh questions are ranked; the likeliest meaning is right in {sum(one.right for one in fresh)}"
    )
    print("answered from {} on: rightly {}, wrongly {}".format(least, *answered(fresh, least)), flush=True)
    learnt = replace(table.readings(table.fit(None)), weights=fit(known, names), decision=fit_right(known), least=least)
    sizes = f"{learnt.dimensions} {learnt.hidden} {learnt.units[0]!r} {learnt.units[1]!r}"
    head = "\n".join([sizes, "\t".join(learnt.classes), "\t".join(learnt.rows), ""])
    TARGET.mkdir(exist_ok=True)
    (TARGET / "readings.bin").write_bytes(head.encode() + learnt.table)
    write(TARGET / "weights.toml", least, weights=learnt.weights, decision=learnt.decision)


def write(file: Path, least: float, **tables: Mapping[str, float]) -> None:
    """Write what features count."""
    lines = ["# Made by tools/fit_understanding.py: what each feature of a meaning counts, and of an answer.\n"]
    lines += [f"least = {least}\n"]
    for title, weights in tables.items():
        lines += [
            f"[{title}]\n",
            *(f'"{name}" = {weight:.4f}\n' for name, weight in weights.items() if abs(weight) >= 5e-5),
        ]
    file.write_text("".join(lines), "utf-8")


if __name__ == "__main__":
    main()
