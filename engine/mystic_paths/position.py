"""The data of Mystic Paths: a position, the draft in which the next one is made, what is told of it (words.toml), and actions."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from typing import Any, NamedTuple, TypeVar

from engine.contract import ruled
from engine.contract.events import Event
from engine.contract.verdicts import Reasons, Why
from engine.mystic_paths.material import ALL_CARDS, COLOURS, DOCS, HAND, NOTS, STEPS, WORDS, Board, switches
from engine.text.faults import Fault, UnreadableText, nearest, sentence, shown

#: What is open: at a table about to be laid out, by chance; then laying, whose path is first, guesses and answers.
MOMENTS = ("place", "attempt", "draw", "deal", "lay", "first", "guess", "answer", "over")
#: The moments of chance, and those in which somebody's turn is kept.
CHANCE, KEPT = ("place", "draw", "deal"), ("draw", "deal", "guess", "answer")

#: An opinion of how well clues fit portals: clue word, or "not" and the word, to portal word to weight.
Fit = Mapping[str, Mapping[str, Fraction]]


class Clue(NamedTuple):
    """A clue card on the table: the step it stands for, the word that shows, whether a NOT lies on it, the round it was laid."""

    step: int
    word: str
    negated: bool
    since: int

    @property
    def text(self) -> str:
        """The clue as it is read: "short" or "not short" (`not.may`)."""
        return f"not {self.word}" if self.negated else self.word


class Player(NamedTuple):
    """One player. ``trail``: the cells his Apprentice has come through, the start first.

    ``map`` is a map card, ``walk`` a path without one, both may be unknown; ``hand`` is None where it is not known, ``held``
    then how many cards are in it, if not as many as usual. ``covered`` clues are laid but not seen (`individual.shown`).
    """

    id: str
    trail: tuple[str, ...]
    map: str | None = None
    walk: tuple[str, ...] = ()
    hand: tuple[str, ...] | None = None
    held: int | None = None
    marks: tuple[str, ...] = ()
    clues: tuple[Clue, ...] = ()
    covered: int = 0
    ready: bool = False
    finished_in: int | None = None

    @property
    def start(self) -> str:
        return self.trail[0]

    @property
    def at(self) -> str:
        """Where the Apprentice stands."""
        return self.trail[-1]

    @property
    def base(self) -> str:
        """Where the Base stands: on the portal left last, at first under the Apprentice (`guess.base-at-start`)."""
        return self.trail[-2] if len(self.trail) > 1 else self.trail[0]

    @property
    def reached(self) -> int:
        """The step the Apprentice has come to, 0 to 10."""
        return len(self.trail) - 1

    @property
    def through(self) -> bool:
        """Whether the end of the path is reached."""
        return self.reached >= STEPS

    @property
    def steps_shown(self) -> frozenset[int]:
        """The steps with a clue."""
        return frozenset(clue.step for clue in self.clues)


@dataclass(frozen=True, slots=True)
class Position:
    """Everything that is kept (contract of the game): the rest follows from it.

    ``path`` is whose path is guessed, who draws or is dealt to, or who is the Apprentice of all-or-nothing; ``right_now`` the
    right guesses of this turn, ``touched`` the cell that waits for its owner's answer, ``had_turn`` who has had his turn this
    round, ``portals`` the words by cell in the order of the board ("" for none yet), ``chosen`` the switches that differ from
    the edition, ``discards`` and ``removed`` cards, ``next_cards`` what a demonstration has stacked, ``fit`` an opinion for odds.
    """

    edition: str
    board: Board
    mode: str
    players: tuple[Player, ...]
    round: int
    moment: str
    path: str | None
    right_now: int
    touched: str | None
    had_turn: tuple[str, ...]
    portals: tuple[str, ...]
    discards: tuple[str, ...]
    removed: tuple[str, ...]
    next_cards: tuple[str, ...]
    fit: tuple[tuple[str, tuple[tuple[str, Fraction], ...]], ...]
    chosen: tuple[tuple[str, str], ...]

    @property
    def order(self) -> tuple[str, ...]:
        """The seats in playing order, clockwise."""
        return tuple(player.id for player in self.players)

    def player(self, seat: str) -> Player:
        """Who sits there; KeyError for nobody."""
        for player in self.players:
            if player.id == seat:
                return player
        raise KeyError(seat)

    def switch(self, name: str) -> Any:
        """The value of a switch at this table."""
        return dict(self.chosen).get(name, switches()[name].values[self.edition])

    @property
    def alone(self) -> bool:
        """Whether all play against the game for one path: all-or-nothing (`all.one`)."""
        return self.mode == "all-or-nothing"

    def word(self, cell: str) -> str:
        """The word of the portal on a cell; "" where none lies yet."""
        return self.portals[list(self.board.cells).index(cell)]

    def cell(self, named: str) -> str | None:
        """The cell of a portal named by its word or by the cell itself; None if it is neither."""
        if named in self.board.cells:
            return named
        lower = [word.lower() for word in self.portals]
        return tuple(self.board.cells)[lower.index(named)] if named in lower else None

    def path_of(self, player: Player) -> tuple[str, ...]:
        """The portals of a player's map from step 1 on, as far as they are known."""
        return self.board.walk_of(player.map, player.start) if player.map else player.walk

    # ---------------------------------------------------------------- cards and tokens
    def usual_hand(self, player: Player) -> int:
        """How many cards are in a hand of which nothing is said: all that were drawn, less those laid since."""
        full = HAND if not self.alone else ALL_CARDS if player.id == self.path else 0
        if self.moment in ("place", "attempt") or (self.moment == "draw" and self.round == 1):
            full = 0  # nothing has been drawn yet
        return max(0, full - sum(clue.since == self.round for clue in player.clues))

    def holds(self, player: Player) -> int:
        """How many clue cards a player has in hand: all may see that."""
        if player.hand is not None:
            return len(player.hand)
        return self.usual_hand(player) if player.held is None else player.held

    def reserve(self, player: Player) -> int:
        """The NOT tokens a player has left (`not.supply`)."""
        return max(0, NOTS - sum(clue.negated for clue in player.clues) - len(player.marks))

    def deck(self) -> int:
        """How many clue cards are in the deck."""
        out = sum(self.holds(player) + len(player.clues) + player.covered for player in self.players)
        gone = {*self.removed} & {*self.board.cards}
        return max(0, len(self.board.cards) - len(self.discards) - len(gone) - out)

    def lying(self) -> frozenset[str]:
        """The clue cards that lie open or are out of this game."""
        laid = {self.board.card_of[clue.word] for player in self.players for clue in player.clues}
        return frozenset(laid | {*self.discards} | {*self.removed})

    def unseen(self) -> tuple[str, ...]:
        """The clue cards that nobody here has in hand or on the table: one of them is drawn next (`prepare.draw`)."""
        known = self.lying() | {card for player in self.players for card in player.hand or ()}
        return tuple(card for card in self.board.cards if card not in known)

    def maps_left(self) -> tuple[str, ...]:
        """The map cards nobody here holds."""
        gone = {*self.removed} | {player.map for player in self.players}
        return tuple(card for card in self.board.maps if card not in gone)

    # ---------------------------------------------------------------- seats
    def left_of(self, seat: str) -> str:
        """The left neighbour: the next clockwise (`individual.left`)."""
        order = self.order
        return order[(order.index(seat) + 1) % len(order)]

    def partner(self, seat: str) -> str:
        """Who sits opposite (`teams.seats`)."""
        order = self.order
        return order[(order.index(seat) + len(order) // 2) % len(order)]

    def guessers(self, seat: str) -> tuple[str, ...]:
        """Who guesses a player's path (`guess.who`, `individual.guesser`, `teams.guesser`, `all.guess`)."""
        if self.mode == "individual":
            return (self.left_of(seat),)
        if self.mode == "teams":
            return (self.partner(seat),)
        return tuple(other for other in self.order if other != seat)

    def under_way(self) -> list[str]:
        """Who has steps left to be guessed (`turn.skip-finished`)."""
        return [player.id for player in self.players if not player.through]


P = TypeVar("P", bound=Position)


def usual(position: P) -> P:
    """The position with no number of cards kept that goes without saying."""
    if all(player.held is None for player in position.players):
        return position
    players = (
        player._replace(held=None) if player.hand is not None or player.held == position.usual_hand(player) else player
        for player in position.players
    )
    return replace(position, players=tuple(players))


#: Every kind of event there is.
KINDS = tuple(WORDS["events"])


def listed(words: Iterable[str]) -> str:
    """Names in a row: "Red, Green and Blue"."""
    *first, last = [word.capitalize() for word in words] or [""]
    return f"{', '.join(first)} and {last}" if first else last


def tell(event: Event) -> str:
    """The event as a sentence."""
    told: str = WORDS["events"][event.kind]
    return told.format(
        who=listed(event.who),
        others=listed(event.others),
        at=event.at,
        to=event.to,
        way=event.way,
        word=event.way.capitalize(),
        number=event.number,
        what=", ".join(event.what),
    )


class Draft(ruled.Draft[Position]):
    """A position in the making: what changes, and what is told of it."""

    tell = staticmethod(tell)

    def set_player(self, seat: str, **values: Any) -> None:
        """Change a player."""
        self.set_among("players", (seat,), **values)


_REASONS = Reasons(WORDS["reasons"])


def no(position: Position, case: str, about: tuple[str, ...] = (), what: object = "") -> Why:
    """A reason against an action: its rule, or one case of it, and the players and cells it is about.

    A cell is called by the word of its portal, which stands on the board; one that has none yet by its own name.
    """

    def called(one: object) -> object:
        return position.word(str(one)) or one if one in position.board.cells else one

    words = [one.capitalize() if one in COLOURS else called(one) for one in about]
    return _REASONS.why(case, words, about, what=called(what))


# ------------------------------------------------------------------ actions

#: Every verb with an example. Those of LAYING name their player first, those of SEATED after the verb.
FORMS: Mapping[str, str] = {
    "clue": "red clue 1 short",
    "add": "red add 2 not heavy",
    "ready": "red ready",
    "first": "first red",
    "guess": "guess owl",
    "yes": "yes",
    "no": "no",
    "stop": "stop",
    "attempt": "attempt red",
    "place": "place c3 owl",
    "deal": "deal red m17",
    "draw": "draw red k045",
}
LAYING, SEATED, SHARED = ("clue", "add", "ready"), ("first", "attempt", "deal", "draw"), ("guess", "stop", "yes", "no")


class Action(NamedTuple):
    """An action: its verb; ``seat``, whose it is or whom it is about; what it names. ``by``: who says what several may say."""

    verb: str
    seat: str = ""
    step: int = 0
    word: str = ""
    negated: bool = False
    cell: str = ""
    by: str = ""

    @property
    def text(self) -> str:
        """The action as one line."""
        if self.verb in LAYING:
            clue = f" {self.step} {'not ' * self.negated}{self.word}" if self.step else ""
            return f"{self.seat} {self.verb}{clue}"
        named = [part for part in (self.seat, self.cell if self.verb == "place" else "", self.word) if part]
        return f"{f'{self.by}: ' if self.by else ''}{' '.join((self.verb, *named))}"


def parse_action(text: str, position: Position) -> Action:
    """The action a text names. UnreadableText if it is none, or names a player, cell, portal or card that is not there."""
    return _parsed(" ".join(text[:200].lower().split()), position.order, position.board, position.portals)


def _refusal(text: str, what: str, fix: str, code: str) -> UnreadableText:
    return UnreadableText(Fault(f"action {shown(text)}", what, fix, code))


@lru_cache(maxsize=4096)
def _parsed(text: str, order: tuple[str, ...], board: Board, portals: tuple[str, ...]) -> Action:
    by, colon, rest = text.partition(":")
    if not colon:
        by, rest = "", text
    words = rest.split()
    if by and by not in order:
        raise _refusal(text, f"{shown(by)} does not play here", f"Players: {', '.join(order)}.", "unknown-player")
    if len(words) > 1 and words[1] in LAYING:
        seat, verb, *named = words
        return _laying(text, _seat(text, seat, order), verb, named)
    verb, *named = words or [""]
    if verb not in FORMS:
        what = f"{shown(verb)} is no action" if verb else "it says nothing"
        raise _refusal(text, what, sentence(nearest(verb, tuple(FORMS))), "no-action")
    if verb in LAYING:
        raise _refusal(text, f"{verb} does not say whose it is", f"Write it like this: {FORMS[verb]}.", "no-player")
    if verb in SEATED:
        return _seated(text, verb, named, order, board)
    if verb == "place":
        return _placing(text, named, board)
    if (verb == "guess") is not bool(named):
        raise _refusal(text, f"{verb} names {len(named)} words", f"Write it like this: {FORMS[verb]}.", "wrong-number")
    return _guessing(text, by, " ".join(named), board, portals) if named else Action(verb, by=by)


def _seat(text: str, seat: str, order: tuple[str, ...]) -> str:
    if seat not in order:
        raise _refusal(text, f"{shown(seat)} does not play here", f"Players: {', '.join(order)}.", "unknown-player")
    return seat


def _laying(text: str, seat: str, verb: str, named: list[str]) -> Action:
    fix = f"Write it like this: {FORMS[verb].replace('red', seat)}."
    if verb == "ready":
        if named:
            raise _refusal(text, "ready names nothing", fix, "wrong-number")
        return Action(verb, seat)
    step = named[0] if named else ""
    if not (step.isascii() and step.isdigit() and len(step) < 3 and int(step) and str(int(step)) == step):
        raise _refusal(text, f"{shown(step)} is no step", fix, "no-number")
    negated = named[1:2] == ["not"]
    word = " ".join(named[2 if negated else 1 :])
    if not word:
        raise _refusal(text, f"{verb} names no word", fix, "wrong-number")
    return Action(verb, seat, int(step), word, negated)


def _seated(text: str, verb: str, named: list[str], order: tuple[str, ...], board: Board) -> Action:
    fix, most = f"Write it like this: {FORMS[verb]}.", len(FORMS[verb].split()) - 1
    if not 1 <= len(named) <= most:
        raise _refusal(text, f"{verb} does not name {len(named)} things", fix, "wrong-number")
    seat, card = _seat(text, named[0], order), "".join(named[1:])
    known = board.maps if verb == "deal" else board.cards
    if card and card not in known:
        raise _refusal(
            text, f"there is no card {shown(card)}", sentence(nearest(card, tuple(known), DOCS)), "unknown-card"
        )
    return Action(verb, seat, word=card)


def _placing(text: str, named: list[str], board: Board) -> Action:
    cell, word = (named or [""])[0], " ".join(named[1:])
    if cell not in board.cells:
        raise _refusal(
            text, f"{shown(cell)} is no place", sentence(nearest(cell, tuple(board.cells), DOCS)), "unknown-cell"
        )
    if word not in board.disc_of:
        hint = sentence(nearest(word, tuple(board.disc_of), DOCS))
        raise _refusal(text, f"no disc bears {shown(word)}", hint, "unknown-portal")
    return Action("place", cell=cell, word=word)


def _guessing(text: str, by: str, named: str, board: Board, portals: tuple[str, ...]) -> Action:
    """A portal is named by its word or its cell; the action names the word, where there is one."""
    cells, lower = tuple(board.cells), [word.lower() for word in portals]
    if named not in cells and named not in lower:
        hint = sentence(nearest(named, tuple(word for word in lower if word), DOCS))
        raise _refusal(text, f"no portal here is called {shown(named)}", hint, "unknown-portal")
    number = cells.index(named) if named in cells else lower.index(named)
    return Action("guess", word=portals[number] or cells[number], cell=cells[number], by=by)


def may_lay(position: Position, player: Player, card: str) -> bool:
    """Whether a card is one of :func:`hand_cards`."""
    if player.hand is not None:
        return card in player.hand
    if not position.holds(player) or card not in position.board.cards or card in position.lying():
        return False
    return not any(card in (other.hand or ()) for other in position.players)


def hand_cards(position: Position, player: Player) -> Iterator[str]:
    """The cards a player may lay: those in his hand or, where nobody has said what they are, any that lies nowhere."""
    if player.hand is not None:
        yield from player.hand
    elif position.holds(player):
        yield from position.unseen()
