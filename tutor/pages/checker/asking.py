"""Questions about a situation and their answers, as plain data: may he, what happens, in what order, what are the chances,
and in the other edition. Every answer is the engine's; nothing here decides a rule.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal, NamedTuple, TypeAlias

from engine import mystic_wood as mw
from engine.faults import Faulty
from engine.mystic_wood.material.cards import name_of, the
from engine.mystic_wood.material.ledger import reason
from engine.verdicts import IllegalAction
from tutor import games
from tutor.mystic_wood.editor.half_built import Data, read, state_data
from tutor.mystic_wood.phrases import action_words, asker, meant, next_words
from tutor.rulings import lessons_about

Kind: TypeAlias = Literal["may", "order", "chances", "rule", "card", "fact"]


class Question(NamedTuple):
    """What is asked: an action, the order of encounter, a rule, a card, or a fact of the moment. ``action`` is which of them."""

    kind: Kind
    action: str = ""

    def words(self, state: mw.State) -> str:
        """The question as one would say it."""
        return games.teachable(games.FIRST).talk.question_words(state, self.kind, self.action)


class Cause(NamedTuple):
    """One rule behind an answer: its words in this edition and where they stand; ``ruling`` explains a ruling of ours."""

    rule: str
    text: str
    cite: str
    ruling: str | None = None
    about: tuple[str, ...] = ()


class Throw(NamedTuple):
    """One throw of the chart: its faces, which outcome it belongs to, what happens, in words, and for a throw on a card's table
    what it comes to there."""

    faces: tuple[int, ...]
    outcome: int
    says: str
    total: int = 0


class Outcome(NamedTuple):
    """One outcome: its name, its chance, what it leads to in words, and the code of the situation after it."""

    name: str
    chance: Fraction
    leads: tuple[str, ...]
    then: str
    code: str


@dataclass(frozen=True, slots=True)
class Chances:
    """All outcomes; ``throws`` are the 6 or 36 equally likely throws, none where no dice are thrown. ``fight`` is how it
    ends when ties are followed to the end, ``bonus`` are Guyon's chances if he adds 1, and
    ``in_all`` those of each reaction where more than the throw decides."""

    outcomes: tuple[Outcome, ...]
    throws: tuple[Throw, ...] = ()
    fight: tuple[tuple[str, Fraction], ...] = ()
    bonus: tuple[tuple[str, Fraction], ...] = ()
    in_all: tuple[tuple[str, Fraction], ...] = ()


@dataclass(frozen=True, slots=True)
class Edition:
    """What one edition answers; ``faults`` where its rules know no such situation. ``outcome`` is equal where two editions
    come to the same."""

    edition: str
    legal: bool | None
    sentence: str
    causes: tuple[Cause, ...] = ()
    events: tuple[str, ...] = ()
    faults: tuple[str, ...] = ()
    then: str = ""
    reasons: tuple[dict[str, object], ...] = ()
    outcome: object = None


@dataclass(frozen=True, slots=True)
class Answer:
    """An answer. ``code`` reopens the situation it was asked of, ``after`` the one an allowed action leads to."""

    question: Question
    asked: str
    sentence: str
    legal: bool | None
    causes: tuple[Cause, ...]
    events: tuple[str, ...]
    then: str
    code: str
    who: str
    after: str = ""
    order: tuple[tuple[str, ...], ...] = ()
    not_met: tuple[tuple[str, Cause], ...] = ()
    chances: Chances | None = None
    editions: tuple[Edition, ...] = ()
    differ: bool = False


def ask(state: mw.State, question: Question) -> Answer:
    """The answer to a question. UnreadableText if its action is none."""
    if question.kind == "order":
        return _order(state)
    if question.kind == "rule":
        return _rule(state, question)
    if question.kind in ("card", "fact"):
        return _told(state, question)
    verdict = state.judge(meant(state, question.action))
    question = question._replace(action=verdict.action)
    who = asker(state)
    causes, events, then = _why(state, verdict)
    chances = chances_of(state, question.action) if verdict.legal else None
    after = mw.code(state.play(question.action).state) if verdict.legal and state.decision == "choice" else ""
    sentence = _sentence(state, verdict)
    if question.kind == "chances" and chances is not None and len(chances.outcomes) <= 4:
        told = ", ".join(f"{o.name} {o.chance} ({percent(o.chance)})" for o in chances.outcomes)
        sentence = f"{sentence[:-1]}: {told}."
    across = editions(state_data(state), question.action)
    return Answer(
        question,
        question.words(state),
        sentence,
        verdict.legal,
        causes,
        events,
        then,
        mw.code(state),
        who,
        after,
        chances=chances,
        editions=across,
        differ=_differ(across),
    )


def _sentence(state: mw.State, verdict: mw.Verdict) -> str:
    who = name_of(asker(state))
    words = action_words(verdict.action)
    if mw.parse_action(verdict.action).verb in ("roll", "draw", "reveal"):
        return f"{'Yes' if verdict.legal else 'No'}: {words} {'can' if verdict.legal else 'cannot'} come next."
    return f"Yes, {who} may {words}." if verdict.legal else f"No, {who} may not {words}."


def _why(state: mw.State, verdict: mw.Verdict) -> tuple[tuple[Cause, ...], tuple[str, ...], str]:
    """Why it is so; and for what is allowed, what happens and what comes then."""
    if not verdict.legal:
        return tuple(_cause(r) for r in verdict.reasons), (), ""
    step = state.play(verdict.action)
    return (
        tuple(rule_cause(rule, state.edition) for rule in deciding(state, step.events)),
        tuple(event.text for event in step.events),
        next_words(step.state, action_words),
    )


#: Events that only begin something, or that follow from it: the rules of all others come first.
_BEGINS = frozenset(("approaches", "is-challenged", "challenges"))


def deciding(state: mw.State, events: Iterable[mw.Event]) -> list[str]:
    """The rules behind what happens, those that decide it first: no rule of the order of play where the turn is only handed on,
    none about several denizens where one is met, and of a companion's parting no more than the reason."""
    told = [event for event in events if event.kind != "turn"] or list(events)
    told.sort(key=lambda event: 2 if event.kind == "parts" else event.kind in _BEGINS)
    alone = len(state.area(state.knight(asker(state)).at).denizens) < 2
    rules = [rule for event in told for rule in (event.rules[:1] if event.kind == "parts" else event.rules)]
    return list(dict.fromkeys(rule for rule in rules if not (alone and rule == "order.separate")))


def _cause(found: mw.Reason) -> Cause:
    ruling = mw.ledger()[found.rule].ruling or "The text is silent here." if found.ruling else None
    return Cause(found.rule, found.text, found.cite, ruling, tuple(getattr(found, "about", ())))


def rule_cause(rule_id: str, edition: str) -> Cause:
    """A rule that allows something: what it says in that edition, in our words."""
    rule = mw.ledger()[rule_id]
    return Cause(rule_id, rule.played(edition), rule.citation(edition), rule.ruling)


# ------------------------------------------------------------------ rules, cards, facts of the moment
def _rule(state: mw.State, question: Question) -> Answer:
    """A rule as the answer: what is played, where it stands, where it is taught, and what each edition says."""
    rule = mw.ledger()[question.action]
    taught = lessons_about(rule.id)
    lines = (f"Taught in {', '.join(taught)}.",) if taught else ()
    across = tuple(
        Edition(edition, None, says or "Silent.", (rule_cause(rule.id, edition),)) for edition, says in rule.says.items()
    )
    return Answer(
        question, question.words(state), rule.played(state.edition), None, (rule_cause(rule.id, state.edition),), lines, "",
        mw.code(state), asker(state), editions=across, differ=len(set(rule.says.values())) > 1,
    )  # fmt: skip


def _told(state: mw.State, question: Question) -> Answer:
    found = games.teachable(games.FIRST).talk.told(state, question.kind, question.action)
    causes = tuple(rule_cause(rule, state.edition) for rule in found.rules)
    return Answer(
        question, question.words(state), found.sentence, None, causes, found.lines, "", mw.code(state), asker(state)
    )


# ------------------------------------------------------------------ the order of encounter
def _order(state: mw.State) -> Answer:
    who = asker(state)
    here = state.knight(who).at
    places = tuple(tuple(place) for place in mw.encounter_order(state))
    spared = tuple((card, _cause(reason(why, state.edition))) for card, why in mw.not_met(state).items())
    if places:
        steps = [" or ".join(the(card) for card in place) for place in places]
        sentence = f"{name_of(who)} meets {_then(steps)}."
    else:
        sentence = f"{name_of(who)} meets nobody at {here}."
    causes = (
        tuple(rule_cause(rule, state.edition) for rule in ("order.challenges-first", "order.list")) if places else ()
    )
    across = []
    for edition in mw.editions():
        reading = read({**state_data(state), "edition": edition})
        if reading.state is None:
            across.append(
                Edition(edition, None, "no such situation", faults=tuple(p.fault.what for p in reading.faults))
            )
        else:
            other = [" or ".join(name_of(card) for card in place) for place in mw.encounter_order(reading.state)]
            across.append(Edition(edition, None, ", then ".join(other) or "nobody"))
    return Answer(
        Question("order"),
        Question("order").words(state),
        sentence,
        None,
        causes,
        (),
        "",
        mw.code(state),
        who,
        order=places,
        not_met=spared,
        editions=tuple(across),
        differ=len({e.sentence for e in across}) > 1,
    )


def _then(steps: list[str]) -> str:
    if len(steps) == 1:
        return steps[0]
    return f"first {steps[0]}, then {', then '.join(steps[1:])}"


# ------------------------------------------------------------------ the chances
def thrown(state: mw.State, action: str) -> mw.State | None:
    """The chance step an action leads to, whoever is asked on the way defending or agreeing; None if it leads to none."""
    if state.decision == "chance":
        return state
    after = state.play(action).state
    for _ in range(6):
        if after.decision == "chance":
            return after
        plain = next((a for a in ("defend", "accept") if a in after.actions()), None)
        if plain is None or after.to_move == state.to_move:
            return None
        after = after.play(plain).state
    return None


def chances_of(state: mw.State, action: str) -> Chances | None:
    """Every outcome of an action with its exact chance; None where chance has no part in it."""
    at = thrown(state, action)
    if at is None:
        return None
    throws = at.chances()
    if all(mw.parse_action(text).verb == "roll" for text in throws):
        return _of_dice(at, state, action)
    outcomes = tuple(
        Outcome(_drawn_name(text), chance, (), "", mw.code(at.play(text).state)) for text, chance in throws.items()
    )
    return Chances(outcomes)


def _drawn_name(text: str) -> str:
    action = mw.parse_action(text)
    if action.verb == "draw":
        return name_of(action.of)
    tile = mw.TILES[action.of]
    what = name_of(tile.name) if tile.name else "glade" if tile.glade else "crossing"
    return f"{action.of}: {what}, paths {tile.paths}"


def _of_dice(at: mw.State, state: mw.State, action: str) -> Chances:
    rolls = list(at.chances())
    steps = {text: at.play(text) for text in rolls}
    try:
        odds = mw.odds(state, action)
    except IllegalAction:
        odds = mw.Odds(action)
    names = _names(rolls, odds, {text: step.state for text, step in steps.items()})
    order = list(dict.fromkeys(names[text] for text in rolls))
    order.sort(key=lambda name: {"win": 0, "tie": 1, "lose": 2}.get(name, 3))
    outcomes = []
    for name in order:
        mine = [text for text in rolls if names[text] == name]
        step = steps[mine[len(mine) // 2]]
        leads = tuple(event.text for event in step.events)
        outcomes.append(
            Outcome(name, Fraction(len(mine), len(rolls)), leads, next_words(step.state, action_words), mw.code(step.state))
        )
    throws = tuple(
        Throw(
            mw.parse_action(text).dice,
            order.index(names[text]),
            " ".join(e.text for e in steps[text].events),
            next((e.sums[0].total if e.sums else e.dice[0] for e in steps[text].events if e.dice or e.sums), 0),
        )
        for text in rolls
    )
    fight = (("win", odds.fight.win), ("lose", odds.fight.lose)) if odds.fight is not None else ()
    in_all = () if _by_lines(odds, rolls) else tuple(odds.reactions.items())
    return Chances(tuple(outcomes), throws, fight, tuple(odds.with_bonus.items()), in_all)


def _names(rolls: list[str], odds: mw.Odds, after: Mapping[str, mw.State]) -> dict[str, str]:
    """What each throw's outcome is called. The engine's odds say how many throws each outcome has; of a fight's throws the
    best leads win, of an approach's the table's lines follow one another."""
    if odds.round is not None and len(rolls) == 36:
        ranked = sorted(rolls, key=lambda text: mw.parse_action(text).dice[1] - mw.parse_action(text).dice[0])
        parts = [("win", odds.round.win), ("tie", odds.round.tie), ("lose", odds.round.lose)]
    elif _by_lines(odds, rolls):
        ranked, parts = rolls, list(odds.reactions.items())
    else:
        # Throws that lead to the same situation are one outcome, as in a try to escape.
        groups: list[mw.State] = []
        for text in rolls:
            if after[text] not in groups:
                groups.append(after[text])
        spans = {n: [t.removeprefix("roll ") for t in rolls if after[t] == group] for n, group in enumerate(groups)}
        return {text: f"throw {' or '.join(spans[groups.index(after[text])])}" for text in rolls}
    found: dict[str, str] = {}
    for name, chance in parts:
        for text in ranked[len(found) : len(found) + int(chance * len(rolls))]:
            found[text] = name
    return found


def _by_lines(odds: mw.Odds, rolls: list[str]) -> bool:
    """Whether each of the engine's reactions is a whole number of throws; the Horse's also depend on what is turned up."""
    return bool(odds.reactions) and all((chance * len(rolls)).denominator == 1 for chance in odds.reactions.values())


def percent(chance: Fraction) -> str:
    """A chance in percent, to one decimal: "58.3 %"."""
    return f"{float(chance) * 100:.1f} %"


# ------------------------------------------------------------------ the other edition
def editions(data: Data, action: str) -> tuple[Edition, ...]:
    """What each edition answers, the situation read anew by its rules."""
    found = []
    for edition in mw.editions():
        reading = read({**data, "edition": edition})
        if reading.state is None:
            faults = tuple(p.fault.wrong for p in reading.faults)
            found.append(Edition(edition, None, f"The rules of {edition} know no such situation.", faults=faults))
            continue
        verdict = reading.state.judge(action)
        causes, events, then = _why(reading.state, verdict)
        outcome: object = verdict.rules
        if verdict.legal:
            after = reading.state.play(action).state
            outcome = json.dumps({**mw.to_dict(after), "edition": ""}, sort_keys=True), tuple(after.actions())
        sentence = _sentence(reading.state, verdict)
        reasons = tuple(found_reason.as_dict() for found_reason in verdict.reasons)
        found.append(Edition(edition, verdict.legal, sentence, causes, events, (), then, reasons, outcome))
    return tuple(found)


def _differ(found: tuple[Edition, ...]) -> bool:
    return len({entry.outcome for entry in found}) > 1


def verdict_sentence(state: mw.State, action: str, differ: bool) -> str:
    """Whether the editions answer a question alike, in a sentence."""
    return f"{Question('may', action).words(state)} The editions {'differ' if differ else 'agree'}."


def switches_behind(answer: Answer) -> tuple[mw.Rule, ...]:
    """The rules named in the answers that the editions themselves have differently."""
    if not answer.differ:
        return ()
    named = dict.fromkeys(cause.rule for edition in answer.editions for cause in edition.causes)
    apart = {s.rule for s in mw.switches().values()}
    return tuple(mw.ledger()[rule] for rule in named if rule in apart)


# ------------------------------------------------------------------ what could be asked
def about(state: mw.State, target: str) -> list[str]:
    """The actions that pointing at a target may mean, the likeliest first."""
    kind, _, name = target.partition(":")
    legal = state.actions() if state.decision == "choice" else []
    found = _MEANT[kind](state, name, legal) if kind in _MEANT else ()
    return [action for action in dict.fromkeys(found) if _readable(action)]


def _at_area(state: mw.State, name: str, legal: list[str]) -> Iterator[str]:
    knight = state.knight(asker(state))
    way = state.wood.direction_between(knight.at, name)
    if way:
        yield f"move {way}"
        yield from ["withdraw"] if knight.came_from == name else []
        yield from (a for a in legal if a.startswith("combine") and a.endswith(way))
    if name == knight.at:
        yield from [a for a in legal if a in _ON_THE_SPOT] or ["stay"]
    yield from (f"{power} {name}" for who, power in _CARRIERS.items() if who in knight.companions)
    yield from (a for a in legal if a.startswith(("send", "arch-mage", "storm")) and a.endswith(f" {name}"))


def _with_denizen(state: mw.State, name: str, legal: list[str]) -> Iterator[str]:
    if name in mw.CARDS.denizens:
        helpers = [c for c in state.knight(asker(state)).companions if c in ("prince", "princess", "sage")]
        yield from (f"meet {name}", *(f"meet {name} with {helper}" for helper in helpers))
        yield from (a for a in legal if mw.parse_action(a).of == name)


def _with_knight(state: mw.State, name: str, legal: list[str]) -> Iterator[str]:
    if name not in state.order:
        yield from [f"joust {name}"] if name in mw.CARDS.knights else []  # who does not play is refused by name
    elif name == asker(state):
        yield from legal[:12]
    else:
        other = state.knight(name)
        yield f"joust {name}"
        yield from [f"aid {name}"] if other.fighting else []
        yield from [f"release {name}"] if other.imprisoned or other.captured else []
        for action in legal:
            meant = mw.parse_action(action)
            if name in (meant.of, meant.to) or name in meant.aid:
                yield action


def _with_due(state: mw.State, name: str, legal: list[str]) -> Iterator[str]:
    yield from (a for a in legal if [card for card, _ in mw.parse_action(a).shares] == [name])
    yield from (a for a in legal if a in ("share none", "accept", "dispute"))


def _in_hand(state: mw.State, name: str, legal: list[str]) -> Iterator[str]:
    owner, _, card = name.partition(":")
    knight = state.knight(asker(state))
    if card and owner == knight.id:
        yield from [f"drop {card}"] if card in knight.things else [f"leave {card}"] if card in knight.companions else []
        yield from {"key": ["use key"], "wand": ["wand"]}.get(card, [])
        yield from (f"offer {card} to {k.id}" for k in state.knights if k.id != knight.id and k.at == knight.at)
    elif card:
        yield f"prize {card}"
        yield from (f"offer {t} to {owner} for {card}" for t in knight.things)


_ON_THE_SPOT = ("stay", "pray", "drink", "go in", "leave", "withdraw", "wand", "try to escape", "use key")
_CARRIERS = {"arch-mage": "arch-mage", "magician": "storm"}
#: What pointing at each kind of target may mean.
_MEANT: Mapping[str, Callable[[mw.State, str, list[str]], Iterable[str]]] = {
    "area": _at_area,
    "denizen": _with_denizen,
    "card": _with_denizen,
    "knight": _with_knight,
    "thing": lambda state, name, legal: [f"take {name}"],
    "due": _with_due,
    "hand": _in_hand,
}


def _readable(action: str) -> bool:
    try:
        mw.parse_action(action)
    except Faulty:
        return False
    return True
