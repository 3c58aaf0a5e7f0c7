"""What the ruling checker asks of Mystic Paths besides what it asks of any game: where a path can go on, how many ways are left,
and how likely a guess is right. A ruling never looks at a map, and what rests on our links, words or maps says so.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction

from engine import mystic_paths as mp
from engine.contract.verdicts import Verdict
from engine.mystic_paths.material import OURS
from engine.mystic_paths.position import LAYING, SEATED
from engine.text.faults import Faulty
from tutor.draw.shapes import Scene
from tutor.games.mystic_paths import outlook, tries
from tutor.games.mystic_paths.scene import board_scene
from tutor.games.mystic_paths.words import names, player_words
from tutor.teach.game.asking import Answer, Asking, Cause, ChanceOutcome, Chances, LessonsTeaching, Question

_WHEN: Mapping[str, str] = {
    "lay": "clues are laid",
    "first": "the group chooses whose path is first",
    "guess": "the path is guessed",
    "answer": "a portal has been touched",
    "attempt": "the group chooses an Apprentice",
}
#: What is a reconstruction behind a rule, where the set is ours: said with each verdict that rests on it.
REBUILT: Mapping[str, str] = {
    "guess.adjacent": "Which portals touch is ours: the links of the printed board are not in the text we have.",
    "map.lawful": "Ways are counted by our links, and cards by our thirty maps: those printed are not in the text we have.",
    "clue.only-cards": "The words on the clue cards are ours: those printed are not in the text we have.",
}
#: The two other ways to weigh what may come, each under its heading.
_WEIGHED = (
    ("walks", "If every lawful way counts alike"),
    ("cards", "If every map card of ours counts alike that fits"),
)
#: Where the path can go on: asked by a button, and in words.
_NEXT = Question("fact", "next")
#: What is told of a right or a wrong guess beside its chance.
_TELLING = ("moves", "marks", "wrong-ends", "cup")
_More = tuple[tuple[str, tuple[tuple[str, Fraction], ...]], ...]


class PathsAsking(Asking):
    """The questions of Mystic Paths."""

    by_chance = ("place", "draw", "deal")
    dice = ()
    asks_order = "Where can the path go on, and how likely?"
    seldom = ("stop",)

    # ---------------------------------------------------------------- words
    def when(self, state: mp.State) -> str:
        return _WHEN.get(state.moment, "")

    def words(self, action: str) -> str:
        by, colon, rest = action.partition(": ")
        verb, *named = (rest if colon else by).split()
        if named and named[0] in LAYING:
            word = " ".join(named[2:]).replace("not ", "NOT ")
            step = "".join(named[1:2])
            return {"clue": f"lay {word} for step {step}", "add": f"add {word} to step {step}"}.get(
                named[0], "be ready"
            )
        if verb in SEATED:
            who, card = named[0].capitalize(), " ".join(named[1:])
            told = {"first": f"begin with the path of {who}", "attempt": f"make {who} the Apprentice of this attempt"}
            return told.get(verb, f"{who}: {self._card(card)}")
        if verb == "place":
            return f"{' '.join(named[1:])} at {''.join(named[:1])}"
        told = {"stop": "leave it at that", "yes": "say yes", "no": "say no"}
        return told.get(verb, " ".join((verb, *named)))

    def _card(self, card: str) -> str:
        faces = mp.boards()[OURS].cards.get(card, ())
        return f"{card} {'/'.join(faces)}" if faces else card or "a card, face down"

    def drawn_name(self, text: str) -> str:
        return self.words(text)

    def sentence(self, state: mp.State, verdict: Verdict) -> str:
        action, may = verdict.action, "may" if verdict.legal else "may not"
        if action.split()[0] in self.by_chance:
            return super().sentence(state, verdict)
        return f"{'Yes' if verdict.legal else 'No'}, {self._who(state, action)} {may} {self.words(action)}."

    def _who(self, state: mp.State, action: str) -> str:
        """Who would do it: whoever says so, whose card it is, or all who decide together."""
        by, colon, _ = action.partition(": ")
        said = by if colon else action.partition(" ")[0]
        if said in state.order:
            return said.capitalize()
        if action in ("yes", "no"):
            return state.turn.capitalize()
        return names(state.deciders) if state.deciders else state.turn.capitalize()

    def question_words(self, state: mp.State, question: Question, who: str = "") -> str:
        if question.kind == "order" or question == _NEXT:
            return f"Where can the path of {outlook.whose(state).capitalize()} go on?"
        if question.kind not in ("may", "chances"):
            return super().question_words(state, question, who)
        if question.action.split()[0] in self.by_chance:
            return f"Can this come next: {self.words(question.action)}?"
        return f"May {self._who(state, question.action)} {self.words(question.action)}?"

    def turned_to(self, state: mp.State, who: str) -> mp.State | None:
        """Who says something is in the action itself; the moment stays as it is for all who have a say in it."""
        return state if who in state.deciders else None

    # ---------------------------------------------------------------- answers
    def ask(self, state: mp.State, question: Question, lessons: LessonsTeaching = lambda rule: ()) -> Answer:
        answer = super().ask(state, question, lessons)
        if state.board.provenance != "assumed":
            return answer
        return replace(answer, causes=tuple(map(_told_as_ours, answer.causes)))

    def _why(self, state: mp.State, verdict: Verdict) -> tuple[tuple[Cause, ...], tuple[str, ...], str]:
        guess = verdict.legal and verdict.action.rpartition(": ")[2].startswith("guess ")
        return super()._why(outlook.unread(state) if guess else state, verdict)

    def _told(self, state: mp.State, question: Question) -> Answer:
        return self.order(state) if question == _NEXT else super()._told(state, question)

    def order(self, state: mp.State) -> Answer:
        """Where the path goes on: each portal with its chance, what is excluded, and how many ways are left."""
        seat, question = outlook.whose(state), _NEXT
        rules = [
            "guess.adjacent",
            "guess.not-base",
            *(["guess.not-marked"] if state.player(seat).marks else []),
            "map.lawful",
        ]
        causes = tuple(self.rule_cause(rule, state.edition) for rule in rules)
        return Answer(
            question,
            self.question_words(state, question),
            outlook.next_sentence(state, seat),
            None,
            causes,
            (*outlook.lines(state, seat), outlook.weighed(state)),
            "",
            mp.code(state),
            self.asker(state),
            chances=self._next_chances(state, seat),
        )

    # ---------------------------------------------------------------- the chances
    def in_all(self, state: mp.State, action: str) -> _More:
        return ()

    def chances_of(self, state: mp.State, action: str) -> Chances | None:
        """Of a guess: that it is right and that it is wrong, by the opinions in the situation, no map looked at."""
        parsed = mp.parse_action(action, state)
        if parsed.verb != "guess":
            return super().chances_of(state, action)
        chance = self._odds(state, state.turn, "steps").get(parsed.cell)
        if chance is None:
            return None
        asked, found = outlook.unread(state).play(action).state, []
        for verb, name, of in (("yes", "right", chance), ("no", "wrong", 1 - chance)):
            if asked.judge(verb).legal:
                step = asked.play(verb)
                told = [event for event in step.events if event.kind in _TELLING]
                found.append(self._outcome(name, of, asked, step._replace(events=tuple(told))))
        more = tuple(
            (head, (("right", self._odds(state, state.turn, knowing).get(parsed.cell, Fraction(0))),))
            for knowing, head in _WEIGHED
        )
        return Chances(tuple(found), more=more)

    def _odds(self, state: mp.State, seat: str, knowing: str) -> Mapping[str, Fraction]:
        return state.guess_odds(seat, knowing)

    def _next_chances(self, state: mp.State, seat: str) -> Chances | None:
        """Each portal that can be next with its chance; where guessing is on, with what follows if it is right."""
        found = []
        guessed = outlook.unread(state) if state.moment == "guess" and state.turn == seat else None
        for cell, chance in self._odds(state, seat, "steps").items():
            word = state.word(cell)
            if guessed is None or not guessed.judge(f"guess {word}").legal:
                found.append(ChanceOutcome(word, chance, (), "", mp.code(state)))
                continue
            step = guessed.play(f"guess {word}").state.play("yes")
            found.append(self._outcome(word, chance, guessed, step._replace(events=())))
        if not found:
            return None
        more = [
            (head, tuple((state.word(cell), chance) for cell, chance in self._odds(state, seat, knowing).items()))
            for knowing, head in _WEIGHED
        ]
        return Chances(tuple(found), more=tuple((head, told) for head, told in more if told))

    # ---------------------------------------------------------------- what could be asked
    def at_hand(self, state: mp.State) -> Sequence[str]:
        """While one guesses every portal around the Apprentice, allowed or not; while one lays what a known hand allows."""
        if state.moment == "guess":
            player = state.player(state.turn)
            around = [f"guess {state.word(cell)}" for cell in state.board.next_to[player.at]]
            legal = set(state.actions())
            return [*sorted(around, key=lambda action: action not in legal), "stop"]
        if state.moment != "lay":
            return list(state.actions())
        seat = self.asker(state)
        return list(state.actions(seat)) if state.player(seat).hand is not None else [f"{seat} ready"]

    def about(self, state: mp.State, target: str) -> list[str]:
        kind, _, name = target.partition(":")
        if kind == "hand" and name.partition(":")[0] in state.order:
            seat, _, card = name.partition(":")
            faces = state.board.cards.get(card, ())
            return self._lays(state, seat, faces) if faces else self._of_player(state, seat)
        if kind in ("knight", "apprentice"):
            return self._of_player(state, name)
        if kind in (tries.WORD, tries.NOT):
            owner = next(
                (seat for seat in state.order if state.board.card_of.get(name) in (state.player(seat).hand or ())), ""
            )
            one = tries.meant(state, owner, target) if owner and state.moment == "lay" else None
            return [one] if one else []
        if kind != "portal" and not kind.startswith("not."):
            return []
        if state.moment == "answer" and name == state.touched:
            return ["yes", "no"]
        return [f"guess {state.word(name) or name}"] if state.moment == "guess" else []

    def _lays(self, state: mp.State, seat: str, faces: Sequence[str]) -> list[str]:
        if state.moment != "lay":
            return []
        return [action for action in state.actions(seat) if {*action.split()[3:]} & {*faces}][:8]

    def _of_player(self, state: mp.State, seat: str) -> list[str]:
        if state.moment in ("first", "attempt"):
            return [f"{state.moment} {seat}"]
        if state.moment == "lay":
            known = state.player(seat).hand is not None
            return [f"{seat} ready", *(list(state.actions(seat))[:7] if known else ())]
        return list(self.at_hand(state))[:8] if state.moment == "guess" and seat == state.turn else []

    def cause_target(self, answer: Answer) -> str | None:
        try:
            cell = mp.parse_action(answer.question.action, mp.from_code(answer.code)).cell
        except Faulty:
            return None
        return f"portal:{cell}" if cell else None

    # ---------------------------------------------------------------- what is shown
    def picture(self, state: mp.State) -> Scene:
        return board_scene(state)

    whole = picture

    def hand_line(self, state: mp.State, seat: str) -> str:
        return player_words(state, seat).removeprefix(f"{seat.capitalize()} ")


def _told_as_ours(cause: Cause) -> Cause:
    """A rule behind an answer; where it rests on what we have reconstructed, that is said with it."""
    note = REBUILT.get(cause.rule)
    if note is None:
        return cause
    said = cause.ruling if cause.ruling != cause.text else ""
    return cause._replace(ruling=f"{said} {note}".strip() if said else note)
