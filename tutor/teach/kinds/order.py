"""Things to be put in order: as they are met, as the turns go, or as the author says."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Literal
from zlib import crc32

from engine.text.keyed import Key, TomlTable, one_of
from tutor.base.prose import plain
from tutor.desk import Touch
from tutor.teach.exercise.controls import Control, OrderedThing, Rows, Sheet
from tutor.teach.exercise.exercise import AnyState, Exercise
from tutor.teach.exercise.face import Face, KeptAttempt, Still
from tutor.teach.exercise.feedback import Feedback, Outcome, Refutation
from tutor.teach.exercise.kind import Kind
from tutor.teach.exercise.playing import Moment, played
from tutor.teach.exercise.schema import actions, groups, texts
from tutor.teach.exercise.session import Ballot, Session, Solution
from tutor.teach.exercise.stored import Places
from tutor.teach.exercise.typed import card_of, parts


@dataclass(frozen=True, slots=True)
class Order(Exercise):
    """Put in order: ``of`` is "encounter", "turns", "places" or "events".

    ``places`` are given by the lesson; events are those of the line ``do``, of the kinds ``events`` if any are named.
    """

    kind: ClassVar[str] = "order"
    on_board: ClassVar[bool] = False

    of: str = "encounter"
    places: tuple[tuple[str, ...], ...] = ()
    do: tuple[str, ...] = ()
    events: tuple[str, ...] = ()


#: What can be put in order.
OF = ("encounter", "turns", "places", "events")


class OrderSession(Session):
    """At an :class:`Order`. An answer is the list of ids in the learner's order."""

    exercise: Order

    def __init__(self, exercise: Order) -> None:
        super().__init__(exercise)
        self.places = places_of(exercise, self.state) if exercise.of != "events" else events_of(exercise, self.moment)
        self.items = shown_order(self.places)

    def _attempt(self, answer: Any) -> Feedback:
        given = tuple(answer)
        if sorted(given) != sorted(self.items):
            return Feedback(
                Outcome.CANNOT_CHECK, "Each of them stands once in the order: nothing is missing and nothing added."
            )
        place = {item: number for number, group in enumerate(self.places) for item in group}
        for number, item in enumerate(given):
            before = [other for other in given[number + 1 :] if place[other] < place[item]]
            if before:
                first = min(before, key=lambda other: place[other])
                marks = ((number, False), (given.index(first), False))  # the two that are spoken of
                return replace(self._out_of_order(item, first), marks=marks)
        return Feedback(
            Outcome.RIGHT, self._praise(), self._taught(), marks=tuple((number, True) for number in range(len(given)))
        )

    def _out_of_order(self, item: str, first: str) -> Feedback:
        text = f"{self.game.in_a_sentence(first)} comes before {self.game.in_a_sentence(item)}."
        text = text[:1].upper() + text[1:]
        if self.exercise.of in self.game.orders:
            shown = Refutation(text, self.learner, at=self.game.piece(self.state, self.learner).at, cause=first)
            reasons = self.game.order_reasons(self.state, item) or self._first_rule()
            return Feedback(Outcome.WRONG, text, reasons, refutation=shown)
        return Feedback(Outcome.WRONG, text, self._first_rule(), own=not self.tells_truth)

    @property
    def listed(self) -> Mapping[str, tuple[str, ...]]:
        return {"items": tuple(self.items)}

    @property
    def lines(self) -> tuple[str, ...]:
        return tuple(f"- {self.game.called(item)} ({item})" for item in self.items)

    @property
    def typed_as(self) -> str:
        return "all of them in order, with commas between"

    def typed(self, text: str) -> Any:
        return tuple(card_of(self.game, part, self.items) for part in parts(text))

    def accepted(self) -> tuple[Any, ...]:
        """The order of the places, and (where some share a place) each with those the other way round."""
        flat = tuple(item for group in self.places for item in group)
        turned = tuple(item for group in self.places for item in reversed(group))
        return tuple(dict.fromkeys((flat, turned)))

    def faults(self) -> Iterator[tuple[str, str]]:
        if len(self.places) < 2:
            yield "there is nothing to put in order", self.game.order_help
        elif self.exercise.of in self.game.orders and [*map(set, self.stored())] != [*map(set, self.places)]:
            yield f"judging gives {self.stored()}, the engine's list is {self.places}", "The engine is at fault here."

    @property
    def wanted(self) -> str:
        return f"Write a list of {', '.join(self.items)}"

    def stored(self) -> Any:
        """The places, those who may change them together."""
        return self.game.valid_orders(self.exercise, self.moment.state)

    @property
    def ballot(self) -> Ballot:
        """Who or what is first: a vote names one of them."""
        words = tuple(map(self.game.called, self.items))
        places = tuple(tuple(map(self.items.index, place)) for place in self.places)
        return Ballot(words, tuple(self.items), frozenset(places[0]), places, "Who or what is first?")

    def _solution(self) -> Solution:
        words = ", then ".join(" and ".join(self.game.called(item) for item in group) for group in self.places)
        both = " (those who share a place in any order)" if any(len(group) > 1 for group in self.places) else ""
        return Solution(f"{words}{both}.", self.accepted()[0])


def places_of(exercise: Order, state: AnyState) -> tuple[tuple[str, ...], ...]:
    """The right order, those who share a place together."""
    if exercise.of == "turns":
        return tuple((knight,) for knight in state.order)
    if exercise.of == "places":
        return exercise.places
    return exercise.game.orders[exercise.of](exercise, state)


def events_of(exercise: Order, moment: Moment) -> tuple[tuple[str, ...], ...]:
    """What happens while a line is played, each as it is told, in the order in which it happens.

    Only the kinds of ``events`` named count, if any are. What is told in the same words twice is numbered. Raises what the engine
    raises if the line cannot be played.
    """
    told = [
        event.text for event in played(moment, exercise.do).last if not exercise.events or event.kind in exercise.events
    ]
    times: Counter[str] = Counter()
    found = []
    for text in told:
        times[text] += 1
        found.append((text if told.count(text) == 1 else f"{text} ({times[text]})",))
    return tuple(found)


def shown_order(places: Sequence[Sequence[str]]) -> tuple[str, ...]:
    """The items as they are first shown: mixed, the same way every time, what comes first never at the beginning.

    >>> shown_order([["orc"], ["elf", "druid"]])
    ('druid', 'elf', 'orc')
    """
    place = {item: number for number, group in enumerate(places) for item in group}
    shown = sorted(place, key=lambda item: crc32(item.encode()))
    while len(places) > 1 and place[shown[0]] == 0:
        shown = [*shown[1:], shown[0]]
    return tuple(shown)


#: What stands between the things of an order in an act.
SEPARATOR = " | "


class Ordering(Face):
    """Things to be put in order."""

    session: OrderSession

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self._items = self.session.items

    def means(self, touch: Touch) -> tuple[str, ...]:
        if touch.target != "check":
            return super().means(touch)
        return (f"answer {SEPARATOR.join(touch.values.get('picked', ()))}",)

    def _do(self, verb: str, what: str) -> tuple[KeptAttempt, ...]:
        """``answer elf | orc``: the things in the learner's order."""
        if verb != "answer":
            kept = super()._do(verb, what)
            self._items = self.session.items if verb == "again" else self._items
            return kept
        given = tuple(what.split(SEPARATOR))
        if sorted(given) == sorted(self.session.items):
            self._items = given
        return self._try(given, ", ".join(given))

    def _shows(self, before: AnyState, feedback: Feedback) -> None:
        """A right order of encounter is played out: one after the other is met, and then all are there again."""
        order = self._items if feedback.done and self.session.exercise.of in self.session.game.orders else ()
        met = self.session.game.one_after_the_other(self.session.state, self.session.learner, order) if order else ()
        if not met:
            super()._shows(before, feedback)
            return
        stills = [Still(state, lit, about) for (state, lit), about in zip(met, (*order, ""), strict=True)]
        self.record(lambda pictures: pictures.in_turn(stills))

    def controls(self) -> tuple[Control, ...]:
        session = self.session
        words: dict[bool, Literal["right", "wrong"]] = {True: "right", False: "wrong"}
        marks = {number: words[right] for number, right in session.feedback.marks}
        places = {item: place for place, group in enumerate(session.places, start=1) for item in group}
        rows = tuple(
            OrderedThing(
                item,
                plain(session.game.called(item)),
                mark=marks.get(number, ""),
                place=places[item] if session.solved else 0,
            )
            for number, item in enumerate(self._items)
        )
        return (Rows("Put them in order, the first at the beginning", rows, session.tries, session.solved),)

    def in_words(self) -> Sequence[str]:
        return [f"  - {self.session.game.called(item)}" for item in self.session.items]

    def on_paper(self) -> Sheet:
        return Sheet(
            "Write 1, 2, 3 ... into the boxes.", tuple(map(self.session.game.called, self.session.items)), number=True
        )

    def idle(self) -> str:
        return "Drag them into their order, or tap one and then its place; then press **Check**."


# ---------------------------------------------------------------- how it is written


def _check(table: TomlTable, values: dict[str, Any]) -> None:
    places, of = values["places"], values["of"]
    if of is None:
        of = values["of"] = "places" if "places" in table else "encounter"
    flat = [item for group in places for item in group]
    if of == "places" and (len(places) < 2 or len(set(flat)) != len(flat)):
        table.fault("places", "this is no order", "Give at least two places, and each item once.")
    if (of == "events") != bool(values["do"]):
        table.fault(
            "do", "events are those of a line that is played", 'Write of = "events" and do = ["move north", ...].'
        )
    if of != "places" and places:
        table.fault("places", f"places are given as well as of = {of!r}", "Keep one of them.")


KEYS = (
    Key("do", actions, (), about='with `of = "events"`: the line that is played, chance included'),
    Key("events", texts, (), about='with `of = "events"`: the kinds of events that count (default: all)'),
    Key("of", one_of(OF), None, about="what is put in order, see below"),
    Key(
        "places",
        groups,
        (),
        about='the right order by your word: `[["orc"], ["elf", "druid"]]`; those in one list may swap',
    ),
)


STORED = Places(otherwise="Let the learner put them in order.")
KIND = Kind(Order, OrderSession, Ordering, KEYS, _check, STORED)
