"""The state with its methods, what each player sees and hears of it, the odds of a guess, and new games."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from typing import TYPE_CHECKING, Any, ClassVar

from engine.chance import odds as common
from engine.contract.events import Event
from engine.contract.records import Step
from engine.contract.ruled import Ruled, Rules, broken
from engine.contract.verdicts import IllegalAction
from engine.mystic_paths import material, rounds, rules, scores, walks
from engine.mystic_paths.position import Action, Fit, Player, Position, parse_action, usual
from engine.mystic_paths.reading import situation
from engine.mystic_paths.writing import CODE_PREFIX, code, dumps, to_dict, unpacked
from engine.text.notation import Notation

if TYPE_CHECKING:
    import networkx


@dataclass(frozen=True, slots=True, repr=False)
class State(Ruled, Position):
    """One moment of a game: a position that can be asked and played on. Maps and hands in it are their owners' secrets."""

    PICTURES: ClassVar[str] = "mystic_paths.pictures"
    RULES: ClassVar[Rules] = Rules(
        "mystic_paths", parse_action, rules.reasons, rules.perform, rounds.chances, material.reason, code, dumps
    )

    # ---------------------------------------------------------------- whose decision
    @property
    def turn(self) -> str:
        """Whose path is guessed, who draws or is dealt to; else the first who is concerned."""
        return self.path or next(iter(self.deciders), self.order[0])

    @property
    def over(self) -> bool:
        return self.moment == "over"

    @property
    def decision(self) -> str:
        """ "choice", "chance" or "over"."""
        return "over" if self.over else "chance" if self.moment in ("place", "draw", "deal") else "choice"

    @property
    def deciders(self) -> tuple[str, ...]:
        """The seats that may act now, in playing order: each for himself while cards are laid, else for a choice they share."""
        return rules.deciders(self)

    @property
    def to_move(self) -> str | None:
        """The only one who may act now; None where several may, at a chance step and when the game is over."""
        deciders = self.deciders
        return deciders[0] if len(deciders) == 1 else None

    @property
    def undisclosed(self) -> bool:
        """Whether the one who decides says what is so: the owner of a map that is not given here."""
        return self.moment == "answer"

    @property
    def winners(self) -> tuple[str, ...]:
        """Who has won a variant; nobody in the games played together, which have a number only."""
        return self.scores().winners

    @property
    def winner(self) -> str | None:
        return self.winners[0] if len(self.winners) == 1 else None

    # ---------------------------------------------------------------- playing
    def actions(self, seat: str | None = None) -> list[str]:
        """The legal actions as text: of one seat (none for who does not play), or of all with chance steps."""
        return list(_actions(self, seat))

    # ---------------------------------------------------------------- secrets
    def seen_by(self, seat: str | None) -> State:
        """The state as that player knows it, or (None) as all do: others' maps and hands are left out. KeyError for nobody.

        (`setup.hand-secret`, `setup.map-secret`, `individual.shown`; all maps are open at the end, `end.reveal`)
        """
        if seat is not None:
            self.player(seat)
        players = tuple(player if player.id == seat else self._outside(player, seat) for player in self.players)
        return usual(replace(self, players=players, next_cards=()))

    def _outside(self, player: Player, seat: str | None) -> Player:
        """A player as another sees him."""
        if not self.sees(seat, player.id, "map"):
            player = player._replace(map=None, walk=())
        if player.hand is not None:
            player = player._replace(hand=None, held=len(player.hand))
        elif player.held is None:
            player = player._replace(held=self.holds(player))
        if not self.sees(seat, player.id, "clues"):
            player = player._replace(clues=(), covered=player.covered + len(player.clues))
        return player

    def sees(self, seat: str | None, whom: str, what: str) -> bool:
        """Whether a player sees another's "clues", "hand" or "map" (None: whether all do). KeyError for anything else.

        Clues face all players (`clue.facing`, `teams.shown`), in individual play only the left neighbour (`individual.shown`).
        """
        facing = self.mode != "individual" or seat == self.left_of(whom)
        return seat == whom or {"clues": facing, "hand": False, "map": self.over}[what]

    def told(self, step: Step[State], seat: str | None) -> Step[State]:
        """A step from this state as a player, or (None) everybody, sees and hears it: others' cards come face down."""
        parsed = parse_action(step.action, self)
        if parsed.seat != seat and parsed.verb in ("draw", "deal"):
            parsed = Action(parsed.verb, parsed.seat)
        text = parsed.text
        if parsed.verb in ("clue", "add") and not self.sees(seat, parsed.seat, "clues"):
            text = f"{parsed.seat} {parsed.verb}"
        return Step(text, step.state.seen_by(seat), tuple(self._heard(event, seat) for event in step.events))

    def _heard(self, event: Event, seat: str | None) -> Event:
        """An event as a player hears it."""
        hidden = {"draws": "draws-hidden", "dealt": "dealt-hidden"}.get(event.kind)
        if hidden and event.who != (seat,):
            return event._replace(kind=hidden, what=(), way="")
        if event.kind in _LAID and not self.sees(seat, event.who[0], "clues"):
            return event._replace(kind="lays-hidden", what=(), way="", number=0)
        return event

    # ---------------------------------------------------------------- questions
    #: Questions to the graph (walks.py), each answerable from a view.
    paths, next_portals, excluded, reach = walks.path_graph, walks.next_portals, walks.excluded, walks.reach
    windows, walks_left, cards_left = walks.windows, walks.walks_left, walks.cards_left
    guess_odds, can_finish = walks.guess_odds, walks.can_finish

    def links(self) -> networkx.DiGraph[walks.Link]:
        """The directed link graph: nodes (base, at), arcs to (at, next)."""
        return walks.link_graph(self.board)

    def due(self, seat: str) -> tuple[int, ...]:
        """The steps that should have a clue: three, fewer near the end, ten in all-or-nothing (`prepare.three`)."""
        return rounds.due(self, self.player(seat))

    def scores(self) -> scores.Scores:
        """Each player's score, the common one or the totals, and who wins, as it stands (`score.step`, `score.group`)."""
        return scores.scores(self)

    def advice(self) -> tuple[str, ...]:
        """The hints of the rule book for this moment, by their rules: nothing is refused by them."""
        return rules.ADVICE.get(self.moment, ())


@lru_cache(maxsize=64)  # every card for every step: hundreds, which a page asks for some four times
def _actions(state: State, seat: str | None) -> tuple[str, ...]:
    return tuple(action.text for action in rules.legal_actions(state, seat))


_LAID = ("lays", "lays-not", "adds", "adds-not")


@dataclass(frozen=True, slots=True)
class Odds(common.Odds):
    """The exact chances of an action: of the ``outcome`` at a chance step; of a guess to be ``right``, and of each portal.

    Of ``portals`` every one that can be next is named by its word.
    """

    outcome: str = ""
    right: str = ""
    portals: dict[str, Fraction] | None = None


def odds(state: State, action: str, knowing: str = "steps", fit: Fit | None = None) -> Odds:
    """The odds of a guess by the opinions of the situation (or ``fit``), without a look at any map; of a chance step its chance.

    Raises IllegalAction with the reasons if the action is not legal, UnreadableText if it is none.
    """
    verdict = state.judge(action)
    if not verdict.legal:
        raise IllegalAction(verdict)
    if state.decision == "chance":
        return Odds(verdict.action, str(state.chances()[verdict.action]))
    parsed = parse_action(action, state)
    if parsed.verb != "guess":
        return Odds(verdict.action)
    chances = walks.guess_odds(state, state.turn, knowing, fit)
    portals = {state.word(cell): chance for cell, chance in chances.items()}
    return Odds(verdict.action, right=str(chances.get(parsed.cell, Fraction(0))), portals=portals)


def from_dict(raw: Mapping[str, Any], text: str | None = None) -> State:
    """The state a situation's plain data describes. ImpossibleSituation carries every fault found."""
    return situation(State, raw, text)


def broken_invariants(state: State) -> list[str]:
    """Everything about a state that must not be; empty for a sound one, which is read back as it is written."""
    return broken(state, to_dict, from_dict)


def new_game(
    knights: Sequence[str],
    edition: str | None = None,
    mode: str = "together",
    board: str = material.OURS,
    variants: Sequence[str] = (),
) -> State:
    """A new game: an empty table, about to be laid out by chance (`setup.players`, `setup.portals`).

    ``variants`` is the mode as other games name it: at most one.
    """
    if variants:
        mode = variants[0] if len(variants) == 1 else ", ".join(variants)
    listed = list(knights)
    raw: dict[str, Any] = {
        "order": listed,
        "edition": edition or material.default_edition(),
        "mode": mode,
        "board": board,
        "moment": "place",
    }
    return from_dict({**raw, "players": {seat: {"hand": []} for seat in listed if seat in material.COLOURS}})


_NOTATION = Notation(CODE_PREFIX, from_dict, unpacked)
loads, load, read, from_code = _NOTATION.loads, _NOTATION.load, _NOTATION.read, _NOTATION.from_code
