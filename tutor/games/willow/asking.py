"""What the ruling checker asks of the Willow game besides what it asks of any game: contests by their ends, chances of a
throw and of a whole fight, and on which assumed figures an answer rests.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

from engine import willow
from engine.contract.verdicts import IllegalAction, Verdict
from engine.text.faults import Faulty
from engine.willow.material.scenario import named
from engine.willow.rules.values import contest, effective
from tutor.draw.shapes import Scene
from tutor.games.willow.conditions import characters
from tutor.games.willow.scene import board_scene
from tutor.games.willow.text import character_words, next_words
from tutor.games.willow.tries import going, refused, tries
from tutor.games.willow.words import action_words, assumed_words, may_words
from tutor.teach.game.asking import Answer, Asking, Chances, LessonsTeaching, Question, same_after

_STEPS: Mapping[str, str] = {
    "deal": "dealing four cards",
    "foes": "the Foes",
    "move": "the moves",
    "fight": "the fights",
    "power": "Treasures and powers",
    "settle": "too many cards",
    "prepare": "before a fight",
    "cast": "Spells before the fight",
    "champions": "naming a champion",
    "foe": "a Foe is met",
    "answer": "the other side prepares for fights",
    "consent": "somebody is asked to agree",
    "absorb": "an Army may absorb the loss",
    "meeting": "will he be found?",
}
#: Points by which the own sum must be ahead for a contest of this kind to be won; of any other kind 1, and a tie is a tie.
_LEADS: Mapping[str, int] = {"search": 1, "strict": 1, "cast": 0}
#: The most buttons for what may be asked about one thing.
_MOST = 10
_VALUES = ("health", "prowess", "magic", "stealth")
_More = tuple[tuple[str, tuple[tuple[str, Fraction], ...]], ...]


class WillowAsking(Asking):
    """The questions of the Willow game."""

    by_chance = ("roll", "shape", "treasure", "draws")
    asks_may = "Is this allowed?"

    # ---------------------------------------------------------------- words
    def when(self, state: willow.State) -> str:
        return _STEPS.get(state.moment, "")

    def words(self, action: str) -> str:
        return action_words(action)

    def next_words(self, state: willow.State) -> str:
        return next_words(state, action_words)

    def listed(self, action: str) -> str:
        """Actions are listed by who does them and what: there are many moves, gifts and discards."""
        first, *rest = action.split()
        return f"{first} {rest[0]}" if rest and first in characters() else first

    def list_words(self, actions: Sequence[str]) -> str:
        words = [action_words(action).split() for action in actions]
        same = next((n for n, each in enumerate(zip(*words, strict=False)) if len(set(each)) > 1), 1)
        return f"{' '.join(words[0][:same])} …"

    def question_words(self, state: willow.State, question: Question, who: str = "") -> str:
        if question.kind not in ("may", "chances"):
            return super().question_words(state, question, who)
        if self._chance(question.action):
            return f"Can it come next that {action_words(question.action)}?"
        subject, verb = may_words(question.action)
        return f"May {subject or self.game.called(self.asker(state))} {verb}?"

    def _chance(self, action: str) -> bool:
        return action.split(maxsplit=1)[0] in self.by_chance or action.split()[1:2] == ["draws"]

    def sentence(self, state: willow.State, verdict: Verdict) -> str:
        yes = "Yes" if verdict.legal else "No"
        by = " (by assumed figures)" if self._figures(state, verdict) else ""
        if self._chance(verdict.action):
            can = "can" if verdict.legal else "cannot"
            return f"{yes}: {action_words(verdict.action)} {can} come next{by}."
        subject, verb = may_words(verdict.action)
        who = subject or self.game.called(self.asker(state))
        return f"{yes}, {who} may {'' if verdict.legal else 'not '}{verb}{by}."

    # ---------------------------------------------------------------- answers
    def ask(self, state: willow.State, question: Question, lessons: LessonsTeaching = lambda rule: ()) -> Answer:
        """The answer, with the assumed figures it rests on named after what happens, or after a refusal."""
        found = super().ask(state, question, lessons)
        if found.question.kind not in ("may", "chances"):
            return found
        figures = self._figures(state, state.judge(found.question.action))
        if not figures:
            return found
        told = assumed_words(figures)
        return replace(found, events=(*found.events, told)) if found.legal else replace(found, then=told)

    def _figures(self, state: willow.State, verdict: Verdict) -> tuple[str, ...]:
        """The assumed figures behind a verdict and behind its chances."""
        found: tuple[str, ...] = getattr(verdict, "assumed", ())
        if not verdict.legal:
            return found
        try:
            return tuple(dict.fromkeys((*found, *willow.odds(state, verdict.action).assumed)))
        except (Faulty, IllegalAction):
            return found

    def turned_to(self, state: willow.State, who: str) -> willow.State | None:
        raw = willow.to_dict(state)
        for key in ("word", "fight", "pending", "draws", "answering", "passed", "alone", "bavmorda", "dealt"):
            raw.pop(key, None)
        try:
            return willow.from_dict({**raw, "side": state.side_of(who), "step": "move"})
        except Faulty:
            return None

    def chances_of(self, state: willow.State, action: str) -> Chances | None:
        """Nobody asks for the cards of the next turn when he asks whether a step may be ended."""
        at = self.thrown(state, action)
        return (
            None
            if at is not None and at.moment == "draw" and state.moment != "draw"
            else super().chances_of(state, action)
        )

    def names_of_throws(self, state: willow.State, action: str, after: dict[str, Any]) -> tuple[dict[str, str], _More]:
        at = self.thrown(state, action)
        trial = contest(at) if at is not None else None
        if at is None or trial is None:  # a die for Sorsha's heart
            before = None if at is None else at.character(at.task.who).side
            names = {
                text: "win" if one.character(at.task.who).side != before else "lose" for text, one in after.items()
            }
            return (names if at is not None else same_after(after)), ()
        names = {}
        for text in after:
            own, other = map(int, text.split()[1:])
            lead = trial.own.total + own - trial.other.total - other
            least = _LEADS.get(trial.kind)
            tie = least is None and lead == 0
            names[text] = "tie" if tie else "win" if lead >= (1 if least is None else least) else "lose"
        return names, self.in_all(at, next(iter(after)))

    def in_all(self, state: willow.State, action: str) -> _More:
        try:
            found = willow.odds(state, action)
        except (Faulty, IllegalAction):
            return ()
        more = []
        if found.falls:
            told = tuple(
                (f"{named(name)} {named(name):loses|lose} all Health", chance) for name, chance in found.falls.items()
            )
            more.append(("In this one throw", told))
        if found.fight is not None:
            more.append(("To the end", (("Bavmorda is slain", found.fight.win), ("she wins", found.fight.lose))))
        return tuple(more)

    # ---------------------------------------------------------------- what could be asked
    def at_hand(self, state: willow.State) -> Sequence[str]:
        """What is allowed; and of what is not, what one would well try."""
        legal = [action for seat in state.deciders for action in state.actions(seat)]
        tried = [action for seat in state.deciders for action in tries(state, seat)]
        return tuple(dict.fromkeys((*legal, *tried)))

    def about(self, state: willow.State, target: str) -> list[str]:
        kind, _, name = target.partition(":")
        name = name.partition(":")[0]
        if kind == "space":
            return going(state, self.asker(state), name)[:_MOST]
        if name not in state.material.characters:
            return []
        if state.moment in ("champions", "foe"):
            return [f"champion {name}"]
        return [action for action in self.at_hand(state) if action.split()[0] == name or name in action.split()[2:]][
            :_MOST
        ]

    def cause_target(self, answer: Answer) -> str | None:
        state = willow.from_code(answer.code)
        at = refused(state, answer.who, answer.question.action, state.judge(answer.question.action)).at
        return f"space:{at}" if at else None

    def picture(self, state: willow.State) -> Scene:
        return board_scene(state)

    whole = picture

    def hand_line(self, state: willow.State, seat: str) -> str:
        """What a character has; of a seat, what all its characters have."""
        if seat in state.material.characters:
            one = state.character(seat)
            return f"in {willow.title(one.at)}; {', '.join(f'{what} {value_of(state, one, what)}' for what in _VALUES)}"
        return "; ".join(character_words(state, name) for name in dict(state.controls).get(seat, ()))


def value_of(state: willow.State, one: willow.Character, what: str) -> str:
    """A value as it counts now, "?" where it is not given."""
    if what == "health":
        return str(one.health)
    found = effective(state, one.id, what)
    return "?" if found.lacking else str(found.total)
