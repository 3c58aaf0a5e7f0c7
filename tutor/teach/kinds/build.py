"""Lay out a situation so that something is true: any construction that makes it so is right."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from html import escape
from typing import TYPE_CHECKING, Any, ClassVar, Protocol

from engine.contract.verdicts import Reason
from engine.text.faults import Fault, Faulty, UnreadableText
from engine.text.keyed import Key, TomlTable, count, flag, read_file
from tutor.desk import Refused, Touch
from tutor.teach.exercise.controls import Button, Buttons, Control, NoteShown, Pages, Sheet
from tutor.teach.exercise.exercise import AnyState, Exercise
from tutor.teach.exercise.face import Face, KeptAttempt
from tutor.teach.exercise.feedback import NOT_TRIED, Feedback, Outcome, Refutation
from tutor.teach.exercise.kind import Kind
from tutor.teach.exercise.playing import in_edition
from tutor.teach.exercise.schema import cannot_look_back, cards, claim, lays, situation, text
from tutor.teach.exercise.session import Session, Solution, cannot_check
from tutor.teach.exercise.stored import Stored, Unstored
from tutor.teach.game.teachable import Laying, ProofFinding, Proved

if TYPE_CHECKING:
    from tutor.teach.exercise.claims import Claim


@dataclass(frozen=True, slots=True)
class Proof:
    """Something reckoned of what a learner has built: ``reckon`` must give ``value``, a number or an area ("5/6", "c9").

    ``bound`` is "is", "at least" or "at most".
    """

    reckon: str
    value: str
    bound: str = "is"


@dataclass(frozen=True, slots=True)
class Build(Exercise):
    """Lay out a situation, beginning with the one given, so that ``goal`` and every one of the ``proofs`` are so.

    What lies in the given situation stays. ``lay`` says what may be laid and where ("denizens c2", "hand george"; nothing: all
    that counts as a piece, anywhere), of these ``cards`` alone if any are named, at most so many ``pieces`` (0: as many as one
    likes). ``built`` is the shortest situation known that does it; ``least`` says that there is none shorter.
    """

    kind: ClassVar[str] = "build"
    lays_out: ClassVar[bool] = True
    situations: ClassVar[tuple[str, ...]] = ("situation", "built")

    goal: Claim | None = None
    proofs: tuple[Proof, ...] = ()
    pieces: int = 0
    built: str = ""
    lay: tuple[str, ...] = ()
    cards: tuple[str, ...] = ()
    least: bool = False


class BuildSession(Session):
    """An answer is the situation built, as a state, as text in the situation format, or as a code."""

    exercise: Build
    #: What came of everything that is asked for, at the last try.
    findings: tuple[ProofFinding, ...] = ()

    @property
    def laying(self) -> Laying:
        """What the game says of pieces that are laid out."""
        return self.game.laying

    @property
    def known(self) -> str:
        """The shortest construction known, by the rules of the edition that is played."""
        return in_edition(self.exercise.built, self.exercise.edition)

    @property
    def shortest(self) -> AnyState:
        """The same as a state."""
        return self.game.read(self.known)

    @property
    def proved_least(self) -> bool:
        """Whether nothing shorter can be: that has been tried out, or it is a single piece (and something must be laid)."""
        return self.exercise.least or self.laying.pieces(self.state, self.shortest) == 1

    @property
    def lays(self) -> tuple[Any, ...]:
        """What may be laid; nothing if the exercise does not say."""
        return tuple(map(self.laying.lay_of, self.exercise.lay))

    @property
    def typed_as(self) -> str:
        return f"what you lay, like: {self.laying.example(self.exercise)}; or with a situation file, or a code"

    def typed(self, text: str) -> Any:
        if self.laying.lays_out(text):
            return self.laying.laid_out(self.exercise, self.state, text)
        if text.startswith(self.game.engine.CODE_PREFIX) or "\n" in text:
            return text
        like = self.laying.example(self.exercise)
        return read_file(text, f"Write what you lay, like: {like}; or name a situation file, or paste a code.")

    def typed_solution(self) -> str:
        return str(self.solution().answer)

    @property
    def shows_way(self) -> bool:
        return True

    def _attempt(self, answer: Any) -> Feedback:
        self.findings = ()
        try:
            built = self.game.read(answer) if isinstance(answer, str) else answer
            if not isinstance(built, type(self.state)):
                raise UnreadableText(
                    Fault("your answer", "it is no situation", "Lay it out, or write its text or its code.")
                )
            wanting = [stray.text for stray in self.laying.strays(self.state, built, self.lays, self.exercise.cards)]
            if not wanting:
                self.findings = self.laying.findings(self.exercise, self.state, built)
        except Faulty as problem:
            return cannot_check(problem)
        number, most = self.laying.pieces(self.state, built), self.exercise.pieces
        if most and number > most:
            wanting.append(f"You have laid {counted(number)}; at most {most} are allowed.")
        if not number and not wanting:
            return Feedback(Outcome.CANNOT_CHECK, "Lay something, then check.", heading="Nothing is laid yet")
        if wanting:
            return Feedback(Outcome.WRONG, " ".join(wanting[:3]), self._first_rule())
        failed = [finding for finding in self.findings if not finding.so]
        if failed:
            return self._refused(failed, built)
        return Feedback(
            Outcome.RIGHT,
            f"{self._praise()} {self.pieces_told(built)}",
            self._proved(),
            reckoning=tuple(line for finding in self.findings for line in (finding.words, *finding.sums)),
            shows=built,
        )

    def _refused(self, failed: list[ProofFinding], built: AnyState) -> Feedback:
        """What is not so, the first of it with what would help."""
        first = failed[0]
        more = f" (And {len(failed) - 1} more of what is asked for.)" if len(failed) > 1 else ""
        words = [first.words + more, first.hint]
        return Feedback(
            Outcome.WRONG,
            "\n\n".join(filter(None, words)),
            first.reasons or self._first_rule(),
            reckoning=first.sums,
            refutation=first.refutation or Refutation(first.words),
        )

    def _proved(self) -> tuple[Reason, ...]:
        """The rules behind the proof: those it is about, then all that the engine named."""
        named = {reason.rule: reason for finding in self.findings for reason in finding.reasons}
        return (*self._taught(), *(reason for rule, reason in named.items() if rule not in self.exercise.rules))

    def pieces_told(self, built: AnyState) -> str:
        """How many pieces were laid, beside the fewest known."""
        number, fewest = self.laying.pieces(self.state, built), self.laying.pieces(self.state, self.shortest)
        if number > fewest:
            return f"You laid {counted(number)}; it can be done with {fewest}."
        if number < fewest:
            return f"You laid {counted(number)}: fewer than anybody had known of. Bravo!"
        if self.proved_least:
            return f"You laid {counted(number)}, and it cannot be done with fewer."
        return f"You laid {counted(number)}: nothing shorter is known."

    def accepted(self) -> tuple[Any, ...]:
        """The shortest construction known; any other that makes the sentence true is right as well."""
        return (self.known,)

    def faults(self) -> Iterator[tuple[str, str]]:
        feedback = self.attempt(self.shortest)
        if self.exercise.pieces and (number := self.laying.pieces(self.state, self.shortest)) > self.exercise.pieces:
            yield f"the construction lays {number}, more than are allowed", "Allow as many pieces as it takes."
        elif feedback.outcome is not Outcome.RIGHT:
            yield f"the construction is not accepted: {feedback.text}", "Lay out one that is."

    def stored(self) -> Any:
        """Nothing: any construction is judged."""
        return ""

    def _solution(self) -> Solution:
        shortest = self.shortest
        number = counted(self.laying.pieces(self.state, shortest))
        which = "; ".join(piece.words for piece in self.laying.laid(self.state, shortest))
        how = (
            f"It takes {number}, and cannot be done with fewer"
            if self.proved_least
            else f"The shortest known lays {number}"
        )
        return Solution(f"{how}: {which}.", self.known)


def counted(number: int) -> str:
    """So many pieces, in words."""
    return f"{number} piece{'' if number == 1 else 's'}"


# ---------------------------------------------------------------- how one works at it

#: What stands between the operations of one step in an act.
SEVERAL = " ;; "


class LayingEditor(Protocol):
    """What holds the situation that is being laid out."""

    @property
    def built(self) -> AnyState: ...
    @property
    def state(self) -> AnyState | None: ...
    @property
    def faults(self) -> Sequence[Any]: ...
    def do(self, *lines: str, strict: bool = True) -> None: ...
    def undo(self) -> bool: ...
    def redo(self) -> bool: ...


class LayingOut(Face):
    """A situation to be laid out by hand. The ``editor`` holds what is laid; whoever shows the board to lay it on gives it."""

    session: BuildSession
    editor: LayingEditor
    #: Makes an editor that holds what is given, and says what may be laid.
    afresh: Callable[[], LayingEditor]
    allowed: Callable[[], str] = staticmethod(lambda: "what the situation may hold")
    #: The picture of the proof that is looked at.
    at = 0

    @property
    def proof(self) -> tuple[Proved, ...]:
        """The proof picture by picture, once it is right."""
        return tuple(step for finding in self.session.findings for step in finding.steps) if self.session.solved else ()

    def means(self, touch: Touch) -> tuple[str, ...]:
        return ("check",) if touch.target == "check" else super().means(touch)

    def _do(self, verb: str, what: str) -> tuple[KeptAttempt, ...]:
        """``lay place orc c2`` (several operations of one step with ``;;`` between them), ``undo``, ``redo``, ``check``."""
        if verb == "check":
            return self._judge()
        if verb in ("lay", "undo", "redo"):
            self._edit(verb, what)
            return ()
        kept = super()._do(verb, what)
        if verb == "again":
            self.editor = self.afresh()
        return kept

    def _edit(self, verb: str, what: str) -> None:
        if self.session.solved:
            raise Refused("This is done. Begin again to build it another way.")
        try:
            if verb == "lay":
                self.editor.do(*what.split(SEVERAL), strict=True)
            elif not (self.editor.undo() if verb == "undo" else self.editor.redo()):
                raise Refused("There is nothing to take back." if verb == "undo" else "There is nothing to do again.")
        except (Faulty, LookupError, ValueError) as problem:
            raise Refused(str(problem)) from None
        if self.session.feedback.outcome is not Outcome.RIGHT:
            self.session.feedback = NOT_TRIED  # what was said is of something else

    def _judge(self) -> tuple[KeptAttempt, ...]:
        """Have the engine look at what has been laid out."""
        if self.session.solved:
            raise Refused("This is done. Begin again to build it another way.")
        state = self.editor.state
        if state is None:
            fault = self.editor.faults[0].fault
            raise Refused(f"{fault.what}. {fault.fix}")
        feedback = self.session.attempt(state)
        words = "; ".join(piece.words for piece in self.session.laying.laid(self.session.state, state)) or "nothing"
        return (KeptAttempt(feedback.outcome.value, words[:200]),)

    def controls(self) -> tuple[Control, ...]:
        if not self.session.solved:
            return (
                NoteShown(f"<p>You may lay {escape(self._may_lay())}.</p>"),
                Buttons(
                    "What you have built",
                    (Button("check", "Is it true now?", "Have the engine look at it", main=True),),
                ),
            )
        at, of = self.at, len(self.proof)
        if of < 2:
            return ()
        return (
            Buttons(
                "The proof",
                (
                    Button("back", "← Back", "One picture back", enabled=at > 0),
                    Button("forth", "Go on →", "The next picture of the proof", main=at < of - 1, enabled=at < of - 1),
                ),
            ),
            Pages(at, of),
        )

    def _may_lay(self) -> str:
        most, allowed = self.session.exercise.pieces, self.allowed()
        return f"{allowed}; at most {counted(most)}" if most else allowed

    def feedback(self) -> Feedback:
        """The answer shown now; what was reckoned stands in the proof."""
        found = super().feedback()
        return replace(found, reckoning=()) if self.proof else found

    def in_words(self) -> Sequence[str]:
        return (f"You may lay {self._may_lay()}.", "Answer with a situation: its code, or its text.")

    def on_paper(self) -> Sheet:
        exercise = self.session.exercise
        what = "; ".join(lay.words for lay in self.session.lays) or self.allowed()
        among = (
            f", of these alone: {', '.join(map(self.session.game.called, exercise.cards))}" if exercise.cards else ""
        )
        most = f" At most {counted(exercise.pieces)}." if exercise.pieces else ""
        return Sheet(
            f"You may lay {what}{among}.{most} Draw it into the picture, or write down what you lay where.", lines=3
        )

    def idle(self) -> str:
        return "Lay it out on the board, then ask: **Is it true now?**"

    def can_begin_again(self) -> bool:
        return self.session.finished


# ---------------------------------------------------------------- how it is written

_BOUNDS = ("is", "at least", "at most")


def _proofs(table: TomlTable, key: str) -> tuple[Proof, ...]:
    found = []
    for entry in table.tables(key):
        entry.only(("reckon", *_BOUNDS))
        named = [bound for bound in _BOUNDS if bound in entry]
        asked = text(200)(entry, "reckon")
        if len(named) != 1 or not asked:
            fix = 'Write reckon = "place elf" and is = "3", or "at least", "at most".'
            entry.fault("reckon", "this proves nothing", fix)
        found.append(Proof(asked, text(40)(entry, named[0]) if named else "0", named[0] if named else "is"))
    return tuple(found)


def _check(table: TomlTable, values: Mapping[str, Any]) -> None:
    if not values["proofs"] and "goal" not in table:
        fix = 'Add goal = { illegal = "take lance" }, say, or [[proofs]].'
        table.fault("goal", "nothing says what must be so", fix, "missing")
    cannot_look_back(table, values["goal"], "what is laid out has no past")
    if not values["built"] and "built" not in table:
        table.fault(
            "built", "no construction is known", "Add built = ''' ... ''': a situation that does it.", "missing"
        )


class Constructed(Unstored):
    """Nothing is stored of what is laid out; its proofs have tables of their own."""

    __slots__ = ()

    def tables(self, exercise: Exercise, stored: Stored) -> dict[str, list[dict[str, Any]]]:
        assert isinstance(exercise, Build)
        proofs = [{"reckon": proof.reckon, proof.bound: proof.value} for proof in exercise.proofs]
        return {"proofs": proofs} if proofs else {}


KEYS = (
    Key("goal", claim, None, about="a condition: what must be so of what is laid out"),
    Key(
        "proofs", _proofs, (), about='what must be reckoned of it: `{ reckon = "turns c9", is = "3" }`, or `"at least"`'
    ),
    Key("lay", lays, (), about="what may be laid and where, see below; nothing: anything, anywhere"),
    Key("cards", cards, (), about="of these cards alone"),
    Key("pieces", count(40), 0, about="at most so many pieces"),
    Key("built", situation, "", about="the shortest construction known: a situation"),
    Key("least", flag(), False, about="true: it has been proved that nothing shorter does it"),
)


STORED = Constructed((), otherwise="Give it goal or proofs, and built.")
KIND = Kind(Build, BuildSession, LayingOut, KEYS, _check, STORED)
