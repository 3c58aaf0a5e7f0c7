"""What a game says of itself so that it can be taught: one object a game, in its folder. Whatever it does not say has a default.

Readers, kinds of exercise, pages and hosts ask this and nothing else of a game. States are those of the game's engine
(:class:`engine.contract.game.State`), actions its texts, targets the ids of what can be touched in its pictures ("space:ga1").
"""

from __future__ import annotations

import random
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from importlib import import_module
from pathlib import Path
from types import MappingProxyType, ModuleType
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, Protocol, cast

from engine.books.editions import Ledger
from engine.contract.events import Event
from engine.contract.verdicts import Reason, Verdict
from engine.text.faults import Fault, UnreadableText, cap, nearest, sentence
from tutor.draw.shapes import Scene
from tutor.teach.exercise.named import Named
from tutor.teach.game.asking import Asking
from tutor.teach.language import Talk

if TYPE_CHECKING:
    from tutor.teach.exercise.claims import Claim

#: What answers a question: of a state, with what was asked.
Answering = Callable[[Any, Mapping[str, Any]], dict[str, Any]]


class Wanted(NamedTuple):
    """A goal to look for: whether a step has brought it, whose turns count, and what it is in words.

    ``known`` is what else the search of its game may be told of it, by name.
    """

    goal: Callable[[Any], bool]
    who: str
    told: str
    known: Mapping[str, Any] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Refutation:
    """What shows on the board why a try fails.

    With ``state`` it is the moment the try leads to; without, an arrow from the ``cause`` (whoever or whatever bars the way; None
    if it is the place itself) at ``at`` to the piece ``knight``. ``text`` says the same in words. ``targets`` are lit besides.
    """

    text: str
    knight: str | None = None
    at: str | None = None
    cause: str | None = None
    state: Any = None
    targets: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Reckoned:
    """What was worked out, a number or the name of a place, and how it comes about, line by line.

    ``explain`` says why another answer is wrong, where more can be said than that it is more or less.
    """

    value: Fraction | str
    sums: tuple[str, ...] = ()
    explain: Callable[[Fraction | str], str] | None = None


#: What is wrong with the value of a key, and what would be right; None if it may be so.
Value = Callable[[str, Any], tuple[str, str] | None]


class Condition(NamedTuple):
    """Something a claim can say: ``holds`` of the past of a moment, of whom it is said ("" for nobody), and of a value.

    ``several`` if the value may be a list.
    """

    holds: Callable[[Any, str, Any], bool]
    value: Value
    several: bool = False


class Subject(NamedTuple):
    """Of whom or what a claim can speak: a ``knight``, an ``area``. ``there`` says whether it is in a state at all.

    ``example`` is one, as one would write it.
    """

    value: Value
    keys: Mapping[str, Condition]
    there: Callable[[Any, str], bool]
    example: str


class Item(NamedTuple):
    """Something of a picture that may be marked: its target ("space:ga1"), what it is called, and what is so of it."""

    target: str
    words: str
    because: str = ""


class Thrown(NamedTuple):
    """What the throw on the table of a card has come to: ``number`` with all that is added, ``die`` the pips alone."""

    card: str
    number: int
    die: int = 0


class DeadEnd(NamedTuple):
    """Somebody has looked from one place at the next, in his turn of that number, and no path led on."""

    at: str
    to: str
    turn: int


class ShownCard(NamedTuple):
    """A card to be looked at; ``number`` is what the last throw on its table came to, 0 if nothing was thrown;
    ``die`` its pips. ``face`` is its picture, small, None if there is none."""

    card: str
    name: str
    number: int = 0
    die: int = 0
    face: Scene | None = None


@dataclass(frozen=True, slots=True)
class HandShown:
    """What a piece holds: whose it is, a line of words, and the picture one tap away."""

    knight: str
    line: str
    scene: Scene


@dataclass(frozen=True, slots=True)
class FilmStage:
    """One of the pictures between two moments: the state, what happens, and the targets in which it differs."""

    state: Any
    events: tuple[Event, ...] = ()
    changed: tuple[str, ...] = ()


@dataclass(frozen=True)
class BoardLook:
    """How a board is drawn. ``view`` is the part shown (None: all of it), ``clickable`` what can be touched, ``allowed`` what of
    it glows (None: all), ``highlights`` what is pointed out, ``trail`` the places of the last move, ``viewer`` who looks,
    ``secret`` whose sums stand nowhere, ``dead_ends`` where he has looked in vain."""

    view: Any = None
    clickable: Sequence[str] = ()
    allowed: Sequence[str] | None = None
    highlights: Sequence[str] = ()
    refutation: Refutation | None = None
    arrows: Sequence[tuple[str, str]] = ()
    trail: Sequence[str] = ()
    viewer: str | None = None
    secret: frozenset[str] = frozenset()
    dead_ends: Sequence[DeadEnd] = ()


class Piece(Protocol):
    """Something that was laid out by hand."""

    @property
    def words(self) -> str:
        """What was laid, in words."""


class Stray(Protocol):
    """Something that had to stay and did not, or was not to be laid."""

    @property
    def text(self) -> str: ...


class Proved(Protocol):
    """One picture of a proof: the moment, what it shows in words, and by which rules."""

    @property
    def state(self) -> Any: ...
    @property
    def words(self) -> str: ...
    @property
    def reasons(self) -> tuple[Reason, ...]: ...


class ProofFinding(Protocol):
    """What came of one thing that was asked for of what was built; ``hint`` says what would help if it is not so."""

    @property
    def so(self) -> bool: ...
    @property
    def words(self) -> str: ...
    @property
    def reasons(self) -> tuple[Reason, ...]: ...
    @property
    def hint(self) -> str: ...
    @property
    def sums(self) -> tuple[str, ...]: ...
    @property
    def steps(self) -> tuple[Any, ...]: ...
    @property
    def refutation(self) -> Refutation | None: ...


class Laying(Protocol):
    """What a game says of situations that are laid out by hand: only where "build" is one of its kinds."""

    def lay_of(self, text: str) -> Any:
        """What may be laid, and where. UnreadableText if a text does not say it."""

    def laid(self, given: Any, built: Any) -> Sequence[Piece]:
        """What was added to a given situation."""

    def pieces(self, given: Any, built: Any) -> int:
        """How many of it count."""

    def strays(self, given: Any, built: Any, lays: Sequence[Any], cards: Sequence[str]) -> Sequence[Stray]:
        """What is no longer as it was given, and what was not to be laid."""

    def findings(self, exercise: Any, given: Any, built: Any) -> tuple[ProofFinding, ...]:
        """What came of all that is asked for."""

    def lays_out(self, text: str) -> bool:
        """Whether a text written in a terminal lays something out."""

    def laid_out(self, exercise: Any, given: Any, text: str) -> Any:
        """What such a text lays out, beginning with what is given. UnreadableText says what would be right."""

    def example(self, exercise: Any) -> str:
        """How one writes it."""


class TooFar(Exception):
    """The words are plain, but they name a ``place`` no single action leads to."""

    def __init__(self, place: str) -> None:
        self.area = place
        super().__init__(place)


class Teachable:
    """A game to be taught. Its folder makes one of a subclass that says what is the game's own."""

    #: Its name, as a situation's ``game`` key has it; how it is called; and its package in the engine.
    name: ClassVar[str]
    title: ClassVar[str]
    package: ClassVar[str]
    #: Where its rules are explained, seen from the root of the lessons.
    rulings_page: ClassVar[str] = "docs/rulings.md"
    #: Said on every page that shows it; "" if there is nothing to be said.
    notice: ClassVar[str] = ""
    #: Whether its board is no wider than a phone, so that all of it is shown there, as high as it is.
    narrow_board: ClassVar[bool] = False
    #: Everybody who may play; what a player's piece and a place of the board are called.
    seats: tuple[str, ...] = ()
    piece_word: ClassVar[str] = "Knight"
    place_word: ClassVar[str] = "area"
    #: Places as one writes them, for whoever has written something else.
    place_help: ClassVar[str] = ""
    #: A place, as an example; what one may write in the box for actions; examples of actions and of a claim.
    a_place: ClassVar[str] = ""
    an_arrow: ClassVar[str] = ""
    an_action: ClassVar[str] = "pass"
    a_question: ClassVar[str] = "what may I do?"
    a_search: ClassVar[str] = "move"
    a_reckoning: ClassVar[str] = "count move"
    board_word: ClassVar[str] = "the board"
    plays_word: ClassVar[str] = "ride"
    order_help: ClassVar[str] = "Give at least two places."
    #: The subjects of claims that are seats.
    seat_subjects: ClassVar[tuple[str, ...]] = ("knight",)
    part_help: ClassVar[str] = "Leave it out: the whole board is shown."
    write_help: ClassVar[str] = "or write what to do"
    action_help: ClassVar[str] = ""
    claim_help: ClassVar[str] = ""
    #: The kinds of exercise it does not have: a game must say how a situation is built by hand.
    lacks: ClassVar[tuple[str, ...]] = ("build",)
    #: The kinds of its puzzles: what each asks, and the kinds of exercise it can be; and what they can be about.
    puzzle_kinds: Mapping[str, tuple[str, tuple[str, ...]]] = MappingProxyType({})
    themes: tuple[str, ...] = ()
    #: Those kinds of them that :meth:`maker` makes.
    makes: tuple[str, ...] = ()
    #: The verbs of what nobody is offered as a first action.
    no_options: frozenset[str] = frozenset()
    #: Who plays where no bot is named, what plays for the others in lessons, and what only some games have: "variants",
    #: "board", "edit", "rulings", "apps"; "known", so that a search may leave out ground nobody has explored; "secrets", so that
    #: of what is judged only that is foretold which who decides can know.
    BOT: ClassVar[str] = "random"
    SENSIBLE: ClassVar[str] = ""
    OFFERS: ClassVar[tuple[str, ...]] = ()
    #: What only this game answers, by its command.
    QUESTIONS: ClassVar[Mapping[str, Answering]] = MappingProxyType({})
    #: What somebody who only stands by prefers to do, when asked; the first that is legal, else the first legal action.
    STANDING_BY: ClassVar[tuple[str, ...]] = ("done", "stay", "pass")
    #: A situation with hardly anything in it.
    empty: ClassVar[str] = ""
    #: What claims can say of a moment besides what is so of every game, and of whom.
    conditions: Mapping[str, Condition] = MappingProxyType({})
    subjects: Mapping[str, Subject] = MappingProxyType({})
    #: What can be reckoned besides what can be in every game: of words, the exercise and the moment.
    computed: Mapping[str, Callable[[list[str], Any, Any], Reckoned]] = MappingProxyType({})
    #: Sets of targets (or for each target or text a bin) that are worked out: of words, the exercise and the moment.
    sets: Mapping[str, Callable[[list[str], Any, Any], frozenset[str] | Mapping[str, str]]] = MappingProxyType({})
    #: The orders the engine finds, by name: of the exercise and the state, the places, those who share one together.
    orders: Mapping[str, Callable[[Any, Any], tuple[tuple[str, ...], ...]]] = MappingProxyType({})

    # ---------------------------------------------------------------- the engine's own
    @cached_property
    def engine(self) -> Any:
        """Its package, which keeps :class:`engine.contract.face.Game`."""
        return import_module(self.package)

    @property
    def ledger(self) -> Ledger:
        """Its rules."""
        found: Ledger = self.engine.ledger()
        return found

    @cached_property
    def rules(self) -> tuple[str, ...]:
        """The ids of all its rules."""
        return tuple(self.ledger)

    @property
    def editions(self) -> tuple[str, ...]:
        """Its editions, the usual one first."""
        return tuple(self.engine.editions())

    @property
    def edition(self) -> str:
        """The edition meant where none is named."""
        return str(self.engine.default_edition())

    def read(self, text: str) -> Any:
        """The state of a situation's text or code. UnreadableText, or ImpossibleSituation with every fault."""
        return self.engine.read(text)

    def action(self, text: str) -> str:
        """An action as the engine writes it. UnreadableText if it is none."""
        return str(self.engine.parse_action(text).text)

    def cite(self, rule_id: str, edition: str) -> Reason:
        """A rule as a reason: what it says in this edition, where, and whether that is our ruling.

        KeyError names the nearest id when there is no such rule.
        """
        rule = self.ledger.rule(rule_id)
        says = rule.says.get(edition)
        if says is not None:
            return Reason(rule.id, says, rule.citation(edition))
        if rule.ruling is not None:
            return Reason(rule.id, rule.ruling, rule.citation(edition), ruling=True)
        told = next(text for text in rule.says.values() if text is not None)
        return Reason(rule.id, told, rule.citation(edition))

    def cite_all(self, rules: Iterable[str], edition: str) -> tuple[Reason, ...]:
        """Several rules, each once."""
        return tuple(self.cite(rule, edition) for rule in dict.fromkeys(rules))

    # ---------------------------------------------------------------- playing
    def piece(self, state: Any, seat: str) -> Any:
        """The piece of a seat, with ``at``."""
        return state.knight(seat)

    def stand_by(self, state: Any, seat: str) -> str:
        """What somebody does who only stands by."""
        legal: list[str] = state.actions(seat) or state.actions()
        return next((action for action in self.STANDING_BY if action in legal), legal[0])

    def policy(self, name: str) -> Callable[[Any, str, Any], str]:
        """Who plays for another seat: "sensible", "random", or "still", who stands by."""
        if name == "still":
            return lambda state, seat, rng: self.stand_by(state, seat)
        found: Callable[[Any, str, Any], str] = self.engine.BOTS[
            "random" if name == "random" else self.SENSIBLE or self.BOT
        ]
        return found

    def turn_begins(self, before: Any, action: str, after: Any, seat: str) -> bool:
        """Whether a turn of the seat's has begun with an action."""
        return bool(after.turn == seat and before.turn != seat)

    def broken(self, situation: str) -> Mapping[str, str]:
        """The rules of setting up that a table breaks, each with what is wrong there, in a sentence."""
        return {}

    def is_out(self, state: Any, seat: str) -> bool:
        """Whether somebody plays no longer."""
        return False

    def marks(self, events: Sequence[Event]) -> Hashable:
        """What its conditions remember of what has happened, besides the rules that were named: by default what befell whom."""
        return frozenset((event.kind, *event.who) for event in events)

    # ---------------------------------------------------------------- what touching and writing mean
    @property
    def a_place_word(self) -> str:
        """A place with its article: "an area"."""
        return f"{'an' if self.place_word[0] in 'aeiou' else 'a'} {self.place_word}"

    @property
    def places(self) -> tuple[str, ...]:
        """The names of all places there can be."""
        return ()

    def places_in(self, state: Any) -> tuple[str, ...]:
        """The names of the places of a state's board."""
        return self.places

    def place(self, text: str) -> str:
        """The place somebody has written. UnreadableText if it is none, or more than one."""
        word = text.strip().lower()[:40]
        if word in self.places:
            return word
        raise UnreadableText(Fault("your answer", f"{text.strip()[:40]!r} is no {self.place_word}", self.place_help))

    def targets(self, state: Any, seat: str) -> tuple[str, ...]:
        """The ids of what can be touched when the seat is to act, legal or not."""
        return ()

    def items(self, state: Any, picture: str, query: str) -> tuple[Item, ...]:
        """The targets of a picture ("board") that a query names ("spaces"). UnreadableText if there are no such targets."""
        raise UnreadableText(Fault("options", f"{picture} {query} names no targets of a picture", "List the options."))

    def meant(self, state: Any, seat: str, target: str) -> str | None:
        """The action that touching something stands for, allowed or not; None for none."""
        name = target.partition(":")[2]
        return next((action for action in state.actions() if name in action.split()[1:]), None)

    def ways(self, state: Any, seat: str, target: str) -> Sequence[str]:
        """The actions touching something may stand for, where one is asked which of them is meant: more than one, or none."""
        return ()

    def tries(self, state: Any, seat: str) -> tuple[str, ...]:
        """What one might well try here, legal or not."""
        return tuple(state.actions())

    def offered(self, state: Any, seat: str, also: tuple[str, ...] = ()) -> tuple[str, ...]:
        """The actions that have a button; ``also`` those the exercise is about."""
        legal = state.actions() if state.to_move == seat else []
        return tuple(dict.fromkeys((*legal, *also)))

    def always(self, state: Any) -> Sequence[str]:
        """The actions whose buttons keep their places even where they are not allowed."""
        return ()

    def by_touch(self, state: Any, offered: Sequence[str]) -> Sequence[str]:
        """What is done by touching the board, since it would take too many buttons: in words."""
        return ()

    def label(self, action: str) -> str:
        """What stands on the button of an action."""
        return cap(action)

    def button(self, state: Any, seat: str, action: str) -> str:
        """The same where it depends on the moment."""
        return self.label(action)

    def typed(self, text: str) -> str:
        """An action typed in a terminal, in the spelling of the engine; what is none stays as it is."""
        return text

    def card_list(self, file: str | None = None) -> list[dict[str, str]]:
        """Every card with its values and where each comes from, or those of a file of one's own: id, kind, name, values, table,
        from, why."""
        return []

    def still(self, state: Any, viewer: str | None = None) -> Scene:
        """A state as it shows itself in a cell of a notebook."""
        return self.board(state)

    def said(self, action: str) -> str:
        """An action as one says it after "may": "meet the Wizard"."""
        label = self.label(action)
        return label[:1].lower() + label[1:]

    def tooltip(self, state: Any, seat: str, action: str) -> str:
        """The action as one writes it, and where it leads."""
        return action

    def understood(self, text: str, state: Any, seat: str) -> str:
        """The action a learner means, as the engine writes it. TooFar, or UnreadableText with what would be right."""
        plain = " ".join(text.lower().replace(",", " ").split())[:200]
        legal = state.actions()
        if plain in legal:
            return plain
        if plain in self.places:
            meant = self.meant(state, seat, f"{self.place_word}:{plain}")
            if meant is None:
                raise TooFar(plain)
            return meant
        try:
            return self.action(plain)
        except UnreadableText as problem:
            near = nearest(plain, legal[:60])
            fix = sentence(near) if near.startswith("did you mean") else self.action_help
            raise UnreadableText(Fault("your action", problem.faults[0].what, fix or problem.faults[0].fix)) from None

    def can_be_read(self, action: str) -> bool:
        """Whether a text is written as an action is."""
        try:
            self.action(action)
        except UnreadableText:
            return False
        return True

    def meaning(self, text: str) -> str:
        """An action of a lesson's source in its one spelling; other text in small letters."""
        plain = " ".join(text.lower().split())
        try:
            return self.action(plain)
        except UnreadableText:
            return plain

    def too_far(self, state: Any, seat: str, place: str) -> tuple[str, str]:
        """What is said to a try at a place out of reach, and the rule."""
        return f"No single action leads to {place} from here.", next(iter(self.ledger))

    def refused(self, state: Any, seat: str, action: str, verdict: Verdict) -> Refutation:
        """Where a refusal comes from, to be shown on the board."""
        return Refutation(verdict.reasons[0].text if verdict.reasons else "", seat)

    # ---------------------------------------------------------------- names
    @property
    def cards(self) -> tuple[str, ...]:
        """The ids of the cards one can look at."""
        return ()

    def called(self, name: str) -> str:
        """What a seat, a card or an item of an order is called."""
        return name.capitalize() if name in self.seats else name

    def in_a_sentence(self, name: str) -> str:
        """The same with its article; whatever a lesson has written, in quotes."""
        return self.called(name) if name in self.seats else f"“{name}”"

    def next_words(self, state: Any) -> str:
        """What comes next, in a sentence."""
        return ""

    @property
    def talk(self) -> Talk:
        """The game as one asks about it in words. LookupError where it has no words of its own."""
        raise LookupError(f"{self.title} has no words.toml")

    def narrows(self, goal: Claim, who: str) -> Mapping[str, Any]:
        """What a search for a goal of ``who``'s may be told of it, by name, so that it leaves out what cannot matter."""
        return {}

    def read_goal(self, text: str, state: Any) -> Wanted:
        """What somebody wants, as a person writes it. UnreadableText or ImpossibleSituation if it is nothing."""
        raise UnreadableText(
            Fault("goal", f"{self.title} has no goals to look for yet", "Ask for the odds of an action.")
        )

    def assumed(self, text: str) -> tuple[str, ...]:
        """What a text names whose value no rule book prints: its figures are assumed."""
        return ()

    def rests_on(self, exercise: Any, moment: Any, options: Sequence[Any]) -> Sequence[str]:
        """What is said to options that were rightly chosen, where their verdict or value rests on figures that are assumed."""
        return ()

    def sums_asked(self, exercise: Any, state: Any, seat: str) -> frozenset[str]:
        """Whose totals are what is asked, so that no picture tells them."""
        return frozenset()

    def reckoning_fault(self, words: list[str], state: Any, exercise: Any) -> tuple[str, str] | None:
        """What is wrong with what a lesson asks to be reckoned, besides what reckoning it would tell; and what would help."""
        return None

    def order_reasons(self, state: Any, item: str) -> tuple[Reason, ...]:
        """The reasons against what stands too early in one of its orders."""
        return ()

    def valid_orders(self, exercise: Any, state: Any) -> tuple[tuple[str, ...], ...]:
        """The places of an order, found in another way than by asking the engine for the order, where there is one."""
        return self.orders[exercise.of](exercise, state) if exercise.of in self.orders else tuple(exercise.places)

    #: How many chances in a row are followed where the rules are looked for that the engine names on the way to an answer.
    chances_followed: int = 3

    def follows(self, state: Any) -> bool:
        """Whether every outcome of what comes next is followed there."""
        return bool(state.decision == "chance")

    def answered_by(self, question: str) -> frozenset[str]:
        """The rules by which a question is answered ("turns c9") that plays nothing, and so names none."""
        return frozenset()

    def rules_on_the_way(self, exercise: Any) -> Named | None:
        """The rules on the way to the answer of an exercise; None where what is said of every game will do."""
        return None

    def rules_named(self, exercise: Any, option: Any) -> Named | None:
        """The rules named where an option is judged; None where what is said of every game will do."""
        return None

    # ---------------------------------------------------------------- pictures
    def board(self, state: Any, look: BoardLook = BoardLook()) -> Scene:
        """The board of a state."""
        raise NotImplementedError

    def board_text(self, state: Any) -> str:
        """The board for a terminal."""
        return str(state)

    def whole_board(self, state: Any) -> str:
        """The board as SVG."""
        raise NotImplementedError

    def view(self, state: Any, focus: str | None, also: Sequence[Any] = ()) -> Any:
        """The part of the board an exercise shows, ``also`` in other states of it; None if that is always all of it."""
        return None

    def widened(self, view: Any, states: Sequence[Any]) -> Any:
        """The part of the board a view shows, with everything in it that one of the states needs."""
        return view

    def whole_view(self, state: Any) -> Any:
        """All of the board; None if that is always shown."""
        return None

    def view_on_paper(self, state: Any, words: str, built: Any = None) -> Any:
        """The part of the board that is printed: all that matters or is spoken of in ``words``, and what ``built`` needs."""
        return None

    def hand(self, state: Any, seat: str) -> Scene | None:
        """The picture of what somebody holds."""
        return None

    def is_part(self, focus: str) -> bool:
        """Whether a text names a part of the board."""
        return False

    def is_large(self, view: Any) -> bool:
        """Whether a view is too large to show all of it large."""
        return False

    def near(self, state: Any, place: str) -> Any:
        """The view round a place, for a look from nearer by."""
        return None

    def beside(self, states: Sequence[Any], seat: str, now: Any, always: bool) -> Any:
        """What is shown beside all of a large board; None for nothing."""
        return None

    def overview(self, state: Any, view: Any) -> Scene | None:
        """A large board as a small map, on which the view is framed."""
        return None

    def map_places(self, state: Any) -> tuple[str, ...]:
        """The places of the small map, row by row from the north."""
        return ()

    def dead_ends(self, events: Sequence[Event], seat: str, state: Any) -> tuple[DeadEnd, ...]:
        """Where a player has looked in vain, as he would remember it, and it still looks so."""
        return ()

    def trail(self, before: str, state: Any, seat: str) -> tuple[str, ...]:
        """The places of the seat's last move, to be drawn."""
        return ()

    def stages(self, before: Any, after: Any, events: Sequence[Event]) -> tuple[FilmStage, ...]:
        """The pictures from one moment to another, each with the events it shows; the last is the moment itself."""
        return (FilmStage(after, tuple(events)),)

    def one_after_the_other(
        self, state: Any, seat: str, items: Sequence[str]
    ) -> tuple[tuple[Any, tuple[str, ...]], ...]:
        """A right order played out: states, each with what is pointed out; nothing if that cannot be shown."""
        return ()

    def hands(self, state: Any, seat: str, prompt: str, asked: frozenset[str]) -> tuple[HandShown, ...]:
        """The hands worth showing beside the board."""
        return ()

    def drawn(self, events: Sequence[Event]) -> Sequence[str]:
        """The cards that are drawn, or turned up, in these events: each is held up before it lies on the board."""
        return ()

    def card(self, name: str, thrown: int | None = None) -> Scene | None:
        """The picture of a card, with the row of its table that was thrown; None if it has none."""
        return None

    def portrait(self, name: str) -> Scene | None:
        """The picture of a card as small as a letter, for where its name stands beside it; None if there is none."""
        return None

    def face(self, name: str) -> Scene | None:
        """A card small, for a row of an order."""
        return None

    def card_at(self, target: str) -> str:
        """The card that can be looked at where a target lies; "" if there is none."""
        return ""

    def cards_at(self, state: Any, seat: str, thrown: Thrown | None) -> tuple[ShownCard, ...]:
        """The cards one can look at from beside the board."""
        return ()

    def thrown_in(self, events: Iterable[Event], before: Thrown | None = None) -> Thrown | None:
        """The last throw on the table of a card among the events; ``before`` is the one that was under way when they began."""
        return before

    def chances_to_win(self, state: Any) -> Sequence[tuple[str, Fraction]]:
        """The actions that begin a fight, each with the chance to win it; a few at most."""
        return ()

    def part(self, name: str) -> ModuleType:
        """A module of the game's folder, loaded when it is first asked for: "editor.page"."""
        return import_module(f"{type(self).__module__.rpartition('.')[0]}.{name}")

    def maker(self, kind: str, seed: str) -> Callable[[], tuple[Any, str]]:
        """Makes one candidate after another for a puzzle of a kind: a :class:`tutor.content.puzzles.model.Puzzle`, and what
        makes it the same as another. The same seed makes the same ones. What is no good raises
        :class:`tutor.content.puzzles.model.Rejected`.

        By MAKERS in the game's folder: ``making.kinds``.
        """
        make, rng = self.part("making.kinds").MAKERS[kind], random.Random(seed)
        return lambda: cast("tuple[Any, str]", make(rng))

    # ---------------------------------------------------------------- its ruling checker and its editor
    @cached_property
    def asking(self) -> Asking:
        """How the questions of a ruling checker are answered."""
        return Asking(self)

    @property
    def library(self) -> Path | None:
        """The file of its common situations (:class:`tutor.pages.editor.library.Common`); None if it has none."""
        found = Path(str(import_module(type(self).__module__).__file__)).parent / "editor" / "library.toml"
        return found if found.is_file() else None

    def edit_page(self) -> Any:
        """The class of its editor's page (:class:`tutor.pages.editor.page.EditorPage`). Only where "edit" is among its OFFERS."""
        return self.part("editor.page").EditorPage

    def ask_page(self) -> Any:
        """The class of its ruling checker's page (:class:`tutor.pages.checker.page.Asks`). Only where "rulings" is among them."""
        return self.part("editor.page").Checker

    # ---------------------------------------------------------------- what is built by hand
    @property
    def laying(self) -> Laying:
        """What it says of situations that are laid out by hand. Only where "build" is one of its kinds."""
        raise UnreadableText(Fault("lay", f"nothing is laid out by hand in {self.title}", "Ask it in another way."))

    def build_page(self) -> Any:
        """The class of the page on which they are."""
        raise NotImplementedError
