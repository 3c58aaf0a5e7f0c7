"""What a setup asks for, looked at one by one: whether it is so, by which rules, what would help, and the proof step by step.

Nothing is decided here: the engine judges, orders, reckons and plays; this says in sentences what it found.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from math import factorial
from typing import TYPE_CHECKING, Any

from engine import mystic_wood as mw
from engine.contract.events import Event
from engine.contract.verdicts import Reason
from engine.mystic_wood.material.cards import name_of, the
from engine.mystic_wood.material.ledger import ledger
from engine.mystic_wood.material.wood import EDGE
from engine.text.faults import Faulty, cap
from tutor.games.mystic_wood.claims.computed import asked_of
from tutor.games.mystic_wood.claims.trying import refusal_on_board
from tutor.games.mystic_wood.hands.clicks import label
from tutor.games.mystic_wood.words.places import read_area
from tutor.teach.exercise.answers import in_words, read_number
from tutor.teach.exercise.claims import Claim, Past
from tutor.teach.exercise.feedback import Refutation
from tutor.teach.exercise.playing import Moment, learner_of
from tutor.teach.exercise.reckoning import Reckoned, reckon

if TYPE_CHECKING:
    from engine.mystic_wood.play.state import State
    from tutor.teach.kinds.build import Build, Proof

#: Words that ask for the chance of what an action comes to.
_OF_ACTIONS = ("odds", "fight", "bonus", "best")
_ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")


@dataclass(frozen=True, slots=True)
class ProofStep:
    """One picture of a proof: the moment, what it shows in words, and by which rules."""

    state: State
    words: str
    reasons: tuple[Reason, ...] = ()
    highlights: tuple[str, ...] = ()
    refutation: Refutation | None = None
    trail: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Finding:
    """What came of one thing that was asked for: ``so`` or not, in ``words``, with the rules behind it.

    ``hint`` says what would help if it is not so, ``sums`` are the numbers behind it, ``steps`` the proof picture by picture.
    """

    so: bool
    words: str
    reasons: tuple[Reason, ...] = ()
    hint: str = ""
    sums: tuple[str, ...] = ()
    steps: tuple[ProofStep, ...] = ()
    refutation: Refutation | None = None


def findings(exercise: Build, given: State, built: State) -> tuple[Finding, ...]:
    """Everything a setup asks for, held against what was built; ``given`` is what it began with."""
    seat = exercise.knight or learner_of(exercise, given)
    looking = _Looking(exercise, built, seat)
    return (*looking.goals(), *map(looking.proof, exercise.proofs))


def holds(exercise: Build, built: State, seat: str) -> bool:
    """Whether all that a setup asks for is so of what was built, for the Knight ``seat``; nothing is said about it."""
    if exercise.goal is not None and not exercise.goal.holds(Past(built)):
        return False
    looking = _Looking(exercise, built, seat)
    try:
        return all(fits(proof, looking.reckoned(proof).value) for proof in exercise.proofs)
    except Faulty:
        return False


def fits(proof: Proof, value: Fraction | str) -> bool:
    """Whether what was reckoned is what the proof asks for."""
    if isinstance(value, str):
        return proof.bound == "is" and read_area(proof.value) == value
    asked = read_number(proof.value).value
    return {"is": value == asked, "at least": value >= asked, "at most": value <= asked}[proof.bound]


@dataclass(frozen=True, slots=True)
class _Looking:
    exercise: Build
    built: State
    seat: str

    # ---------------------------------------------------------------- claims
    def goals(self) -> Iterator[Finding]:
        goal = self.exercise.goal
        for table in goal.tables if goal is not None else ():
            for key, value in table:
                if key in ("legal", "illegal"):
                    several = value if isinstance(value, tuple) else (value,)
                    yield from (
                        self.allowed(action) if key == "legal" else self.forbidden(action) for action in several
                    )
            rest = tuple((key, value) for key, value in table if key not in ("legal", "illegal"))
            if rest:
                yield self.claim(Claim((rest,), self.exercise.game))

    def claim(self, claim: Claim) -> Finding:
        """A claim about what lies there."""
        words = claim_words(claim)
        if claim.holds(Past(self.built)):
            return Finding(True, f"{words[:1].upper()}{words[1:]}.")
        failed = [part for part in _parts(claim) if not part.holds(Past(self.built))]
        totals = [total for part in failed if (total := self.total(part))]
        others = " and ".join(claim_words(part) for part in failed if not self.total(part))
        told = [*totals, f"It is not so that {others}."] if others else totals
        return Finding(False, " ".join(told), self.taught, f"See to it that {others}." if others else "")

    def total(self, claim: Claim) -> str:
        """What a Knight's strength or prowess is instead of what a claim about it says; "" if it is about anything else."""
        ((*_, (key, wanted)),) = claim.tables
        if key not in ("strength", "prowess"):
            return ""
        knight = str(dict(claim.tables[0])["knight"])
        has = self.built.strength(knight) if key == "strength" else self.built.prowess(knight)
        return f"{name_of(knight)}'s {key} is {has}, not {wanted}."

    def allowed(self, action: str) -> Finding:
        """An action that is to be legal."""
        verdict = self.built.judge(action)
        told = label(action)
        if verdict.legal:
            step = self.built.play(action)
            rules = _rules_of(self.exercise, step.events, self.built.edition)
            here = ProofStep(self.built, f"“{told}”: the rules allow it.", rules, highlights=self._about(action))
            after = ProofStep(step.state, _events_in_words(step.events), rules)
            return Finding(True, f"“{told}” is allowed.", rules, steps=(here, after))
        reason = verdict.reasons[0]
        return Finding(
            False,
            f"“{told}” is not allowed: {reason.text}",
            verdict.reasons,
            self._way_out(reason),
            refutation=refusal_on_board(self.built, self.seat, action, verdict),
        )

    def forbidden(self, action: str) -> Finding:
        """An action that is to be refused."""
        verdict = self.built.judge(action)
        told = label(action)
        if not verdict.legal:
            shown = refusal_on_board(self.built, self.seat, action, verdict)
            step = ProofStep(
                self.built, f"“{told}” is refused: {verdict.reasons[0].text}", verdict.reasons, refutation=shown
            )
            return Finding(True, f"“{told}” is refused: {verdict.reasons[0].text}", verdict.reasons, steps=(step,))
        step_on = self.built.play(action)
        rules = _rules_of(self.exercise, step_on.events, self.built.edition)
        leads = _events_in_words(step_on.events)
        against = self.exercise.game.cite_all(self.exercise.rules[:1], self.built.edition)
        hint = f"What you lay must forbid it. Think of this: {against[0].text}" if against else ""
        reasons = (*against, *(rule for rule in rules if rule not in against))
        return Finding(False, f"“{told}” is still allowed. {leads}", reasons, hint)

    def _way_out(self, reason: Reason) -> str:
        """What might help against a refusal: who stands in the way, by his name."""
        here = self.built.area(self.built.knight(self.seat).at)
        standing = [card for card in reason.about if card in (*here.denizens, *here.things)]
        if standing:
            verb = "are" if len(standing) > 1 else "is"
            return cap(
                f"{' and '.join(map(the, standing))} {verb} in the way: take that away, or lay what answers this rule."
            )
        return "Lay what this rule asks for."

    def _about(self, action: str) -> tuple[str, ...]:
        words = action.split()
        if words[0] == "move" and len(words) == 2:
            there = self.built.wood.neighbours[self.built.knight(self.seat).at].get(words[1])
            return (f"area:{there}",) if there else ()
        kinds = ("denizen", "thing") if words[0] != "joust" else ("knight",)
        return tuple(f"{kind}:{word}" for word in words[1:] for kind in kinds)

    # ---------------------------------------------------------------- proofs
    def proof(self, proof: Proof) -> Finding:
        """Something that is to be reckoned."""
        question = proof.reckon.split()
        try:
            found = self.reckoned(proof)
        except Faulty as problem:
            what = problem.faults[0].what
            reasons, refuted = self.taught, None
            action = _action_in(question)
            if action and not (verdict := self.built.judge(action)).legal:
                reasons, what = verdict.reasons, f"“{label(action)}” is not allowed: {verdict.reasons[0].text}"
                refuted = refusal_on_board(self.built, self.seat, action, verdict)
            hint = self._where_paths_end() if question[0] == "turns" else problem.faults[0].fix
            return Finding(False, f"{what[:1].upper()}{what[1:].rstrip('.')}.", reasons, hint, refutation=refuted)
        so = fits(proof, found.value)
        told = self._value_words(question, found)
        sums = (*self._points(question), *found.sums)
        if so:
            return Finding(
                True, f"{told}.", self._rules_for(question), sums=sums, steps=self._steps(question, told, found)
            )
        asked = proof.value if isinstance(found.value, str) else _asked_words(question, proof)
        return Finding(
            False, f"{told}, not {asked}.", self._rules_for(question), self._nudge(question, proof, found), sums
        )

    @property
    def taught(self) -> tuple[Reason, ...]:
        return self.exercise.game.cite_all(self.exercise.rules[:1], self.built.edition)

    def reckoned(self, proof: Proof) -> Reckoned:
        """What a proof asks for, worked out of what was built."""
        asked = replace(self.exercise, knight=self.seat, edition=self.built.edition, goal=None, dice=())
        return reckon(proof.reckon, asked, Moment(self.built))

    def _rules_for(self, question: list[str]) -> tuple[Reason, ...]:
        known = {"place": ("order.list",), "orders": ("order.list",), "turns": ("move.one",)}.get(question[0], ())
        rules = tuple(rule for rule in known if rule in ledger() and rule not in self.exercise.rules)
        return self.exercise.game.cite_all((*self.exercise.rules, *rules), self.built.edition)

    def _value_words(self, question: list[str], found: Reckoned) -> str:
        value = found.value
        if isinstance(value, str):
            return f"{cap(' '.join(map(_named, question)))}: {value}"
        number = int(value) if value.denominator == 1 else 0
        if question[0] == "place":
            return f"{cap(the(question[1]))} is met {_ordinal(number)}"
        if question[0] == "orders":
            return f"There {'is 1 order' if number == 1 else f'are {number} orders'} in which to meet them"
        if question[0] == "turns":
            return f"{name_of(self.seat)} can be at {question[1]} in {number} turn{'s' if number != 1 else ''}"
        if question[0] == "met":
            who = f": {found.sums[0]}" if found.sums else ""
            return f"{number or 'No'} denizen{' is' if number == 1 else 's are'} to be met here{who}"
        if question[0] == "best":
            of = f"“{label(_action_in(question))}”, the best way: the chance of “{_result_of(question)}”"
            return f"{of} is {in_words(value)}"
        if question[0] in ("odds", "fight"):
            return f"“{label(_action_in(question))}”: the chance of “{_result_of(question)}” is {in_words(value)}"
        return f"{cap(' '.join(map(_named, question)))} comes to {in_words(value)}"

    def _nudge(self, question: list[str], proof: Proof, found: Reckoned) -> str:
        """What would help, from how far it is off."""
        if isinstance(found.value, str):
            return ""
        asked = read_number(proof.value).value
        less, by = found.value < asked, abs(found.value - asked)
        if question[0] == "place":
            places = f"{by} place{'s' if by != 1 else ''}"
            more = f"{places} more must come before {the(question[1])}. Those who share a place fill only one."
            return more if less else f"{places} fewer must come before {the(question[1])}."
        if question[0] == "orders":
            groups = mw.encounter_order(self.built)
            product = " × ".join(str(factorial(len(group))) for group in groups)
            return f"Places multiply: {product} now. Two who share a place may change about, three make 6 orders of it."
        if question[0] == "turns":
            return (
                "Look for a shorter way." if not less else "There is a shorter way than you want: let it end somewhere."
            )
        if question[0] == "met":
            return "Nobody may be left to meet." if not asked else ""
        if question[0] in ("odds", "fight", "best"):
            return "More must speak for him." if less else "Too much speaks for him: take something away."
        return "More is wanted." if less else "Less is wanted."

    def _where_paths_end(self) -> str:
        """How far known paths lead, and where one ends at a card that does not open to it."""
        start = self.built.knight(self.seat).at
        reached = sorted(mw.reachable(self.built, start))
        told = f"Known paths lead {name_of(self.seat)} to {', '.join(reached)} and no further."
        for name in reached:
            for way, edge in EDGE.items():
                beyond = self.built.wood.neighbours[name].get(way)
                if beyond is None or beyond in reached or not self.built.area(beyond).face_up:
                    continue
                opens = edge in self.built.area(name).paths
                side = f"{beyond} does not open towards {name}" if opens else f"{name} does not open towards {beyond}"
                return f"{told} At {name} he cannot go {way}: {side}."
        return told

    def _points(self, question: list[str]) -> tuple[str, ...]:
        """What he brings into a fight or an approach, card by card."""
        action = _action_in(question)
        if question[0] not in ("odds", "fight", "best") or not action.startswith("meet "):
            return ()
        foe = mw.CARDS.denizens.get(action.split()[1])
        if foe is None:
            return ()
        totals = self.built.totals(self.seat)
        told = []
        kinds = [(1, "strength", foe.strength), (2, "prowess", foe.prowess)]
        for n, kind, against in kinds:
            if not (kind == "prowess" and foe.adds_prowess if foe.table else against):
                continue
            parts = [(name_of(str(part[0])), int(part[n])) for part in totals if part[n]]
            line = " + ".join(f"{name} {points}" for name, points in parts) or "0"
            mine = f"{cap(kind)}: {line} = {sum(points for _, points in parts)}"
            told.append(mine if foe.table else f"{mine}, against {against}")
        return tuple(told)

    # ---------------------------------------------------------------- step by step
    def _steps(self, question: list[str], told: str, found: Reckoned) -> tuple[ProofStep, ...]:
        if question[0] == "turns":
            return self._walk(found)
        if question[0] in ("place", "orders"):
            return self._in_order(told)
        action = _action_in(question)
        points = " ".join(f"{line}." for line in self._points(question))
        words = f"{told}. {points} In all: {', '.join(found.sums)}." if found.sums else f"{told}. {points}"
        return (ProofStep(self.built, words, self._rules_for(question), self._about(action or "stay")),)

    def _in_order(self, told: str) -> tuple[ProofStep, ...]:
        steps = []
        for number, group in enumerate(mw.encounter_order(self.built)):
            who = " or ".join(map(the, group)) if len(group) < 3 else f"any of {', '.join(map(the, group))}"
            ways = f" ({factorial(len(group))} ways)" if len(group) > 1 else ""
            targets = tuple(f"{kind}:{card}" for card in group for kind in ("denizen", "thing"))
            steps.append(
                ProofStep(self.built, f"{cap(_ordinal(number + 1))}: {who}{ways}.", self._rules_for(["place"]), targets)
            )
        return (*steps, ProofStep(self.built, f"{told}.", self._rules_for(["place"])))

    def _walk(self, found: Reckoned) -> tuple[ProofStep, ...]:
        """The way that was found, played turn by turn."""
        state = self.built
        steps = [ProofStep(state, f"{name_of(self.seat)} stands at {state.knight(self.seat).at}.")]
        for text in found.sums[0].split(", ") if found.sums else ():
            before = state.knight(self.seat).at
            step = state.play(text)
            state = step.state
            now = state.knight(self.seat).at
            trail = (before, now) if now in state.wood.neighbours[before].values() else ()
            words = _events_in_words(step.events)
            if words:  # that a turn has ended shows by itself
                rules = _rules_of(self.exercise, step.events, state.edition)
                steps.append(ProofStep(state, words, rules, (f"area:{now}",), trail=trail))
        return tuple(steps)


# -------------------------------------------------------------------- words


def _parts(claim: Claim) -> Iterator[Claim]:
    """What a claim says, one thing at a time."""
    for table in claim.tables:
        about = tuple((key, value) for key, value in table if key in ("knight", "area"))
        yield from (
            Claim(((*about, (key, value)),), claim.game) for key, value in table if key not in ("knight", "area")
        )


def claim_words(claim: Claim) -> str:
    """A claim as a learner may read it: "the Elf lies at c2"."""
    return " and ".join(_table_words(dict(table)) for table in claim.tables)


def _table_words(table: Mapping[str, Any]) -> str:
    told: list[str] = []
    for key, value in table.items():
        words = _listed(value)
        if key == "any":
            told.append(" or ".join(dict.fromkeys(claim_words(claim) for claim in value)))
        elif key == "not":
            told.append(f"not: {claim_words(value)}")
        elif key == "holds":
            told.append(f"{words} lie{'' if isinstance(value, tuple) and len(value) > 1 else 's'} at {table['area']}")
        elif key == "lacks_card":
            told.append(f"{words} does not lie at {table['area']}")
        elif key in ("has", "lacks", "at"):
            verb = {"has": "has", "lacks": "has not", "at": "is at"}[key]
            told.append(f"{name_of(str(table['knight']))} {verb} {words}")
        elif key in ("strength", "prowess"):
            told.append(f"{name_of(str(table['knight']))} has {key} {value}")
        elif key not in ("knight", "area"):
            told.append(
                f"{_listed(table.get('knight') or table.get('area') or '')} {key.replace('_', ' ')} {words}".strip()
            )
    return " and ".join(told) or _listed(next(iter(table.values())))


def _listed(value: Any) -> str:
    several = value if isinstance(value, tuple) else (value,)
    return ", ".join(_named(str(one)) for one in several)


def _named(word: str) -> str:
    return the(word) if word in mw.CARDS.all() else word


def _ordinal(number: int) -> str:
    return _ORDINALS[number - 1] if 0 < number <= len(_ORDINALS) else f"in place {number}"


def _asked_words(question: list[str], proof: Proof) -> str:
    if question[0] == "place" and proof.value.isdigit():
        return _ordinal(int(proof.value))
    bound = "" if proof.bound == "is" else f"{proof.bound} "
    return f"{bound}{in_words(read_number(proof.value).value)}"


def _action_in(question: list[str]) -> str:
    """The action a question of odds is about; "" if it is of something else."""
    return asked_of(question[1:])[1] if question[0] in _OF_ACTIONS else ""


def _result_of(question: list[str]) -> str:
    return asked_of(question[1:])[0]


def _rules_of(exercise: Build, events: tuple[Event, ...], edition: str) -> tuple[Reason, ...]:
    """The rules by which something happens, each once."""
    named = (rule for event in events if event.kind != "turn" for rule in event.rules)
    return tuple(exercise.game.cite(rule, edition) for rule in dict.fromkeys(named))


def _events_in_words(events: tuple[Event, ...]) -> str:
    return " ".join(event.text for event in events if event.kind != "turn")
