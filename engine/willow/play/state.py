"""The state with its methods: a position that can be asked and played on, views, new games and situations read."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from functools import lru_cache
from typing import TYPE_CHECKING, Any, ClassVar

from engine.contract.game import Deciding
from engine.contract.records import Step
from engine.contract.ruled import Ruled, Rules, broken
from engine.contract.verdicts import Reason, Why
from engine.contract.verdicts import Verdict as CommonVerdict
from engine.text.faults import Fault, ImpossibleSituation, shown
from engine.text.notation import Notation
from engine.willow.material import source
from engine.willow.material.library import scenarios
from engine.willow.material.scenario import Material
from engine.willow.notation.reading import read as read_position
from engine.willow.notation.writing import CODE_PREFIX, code, dumps, to_dict, unpacked
from engine.willow.play import paths
from engine.willow.position.actions import parse_action
from engine.willow.position.table import Position
from engine.willow.position.views import holders, redacted, redacted_action, view
from engine.willow.rules import judgement

if TYPE_CHECKING:
    import networkx


@dataclass(frozen=True, slots=True)
class Verdict(CommonVerdict):
    """A judgement that also says on which ``assumed`` figures it rests: "hide of tir-asleen"."""

    assumed: tuple[str, ...] = ()

    def as_dict(self) -> dict[str, object]:
        found = CommonVerdict.as_dict(self)
        return found | ({"assumed": list(self.assumed)} if self.assumed else {})

    def __str__(self) -> str:
        told = CommonVerdict.__str__(self)
        return f"{told}\n  (assumed: {', '.join(self.assumed)})" if self.assumed else told


@lru_cache(maxsize=4096)
def _reason(why: Why, edition: str) -> Reason:
    """The full reason: what stands against one action stands against many."""
    return source.reason(why, edition)


@dataclass(frozen=True, slots=True, repr=False)
class State(Ruled, Position, Deciding):
    """One moment of a game: a position that can be asked and played on. Nobody needs pawns in it (`setup.pawns`)."""

    PICTURES: ClassVar[str] = "willow.pictures"
    RULES: ClassVar[Rules] = Rules(
        "willow", parse_action, judgement.reasons, judgement.perform, judgement.chances, _reason, code, dumps
    )

    @property
    def turn(self) -> str:
        """The first seat that is asked; at a chance step the first of the side on turn."""
        asked = self.deciders
        if asked:
            return asked[0]
        return next(iter(self.seats(self.side)), self.order[0])

    @property
    def over(self) -> bool:
        return bool(self.won)

    @property
    def winner(self) -> str | None:
        """The side that has won; None while nobody has, and where the last round ended without a victory."""
        return self.won if self.won in ("good", "evil") else None

    @property
    def winners(self) -> tuple[str, ...]:
        """The seats of the side that has won (`win.shared`); its true or joint victors are in ``victors``."""
        return self.seats(self.won) if self.winner else ()

    @property
    def decision(self) -> str:
        """ "choice", "chance" or "over"."""
        now = judgement.moment(self)
        return "over" if now == "over" else "chance" if now in judgement.CHANCE else "choice"

    @property
    def moment(self) -> str:
        """What is open now, in one word: a step, "settle", "cast", "champions" and so on."""
        return judgement.moment(self)

    @property
    def deciders(self) -> tuple[str, ...]:
        """The seats that may act now: one, or the players of a side who name a champion together."""
        if self.decision != "choice":
            return ()
        asked = {*judgement.deciders(self), *judgement.deciders(self, "champion")}
        if len(asked) > 1:  # whoever bears the Foe may have nothing to discard or cast, and be unfit to fight
            verbs = {action.verb for action in judgement.legal_actions(self)}
            asked = {seat for verb in verbs for seat in judgement.deciders(self, verb)}
        return tuple(seat for seat in self.order if seat in asked)

    def actions(self, seat: str | None = None) -> list[str]:
        """The legal actions as text, chance steps included, or a seat's; empty when the game is over."""
        if seat is not None and seat not in self.deciders:
            return []
        legal = judgement.legal_actions(self)
        if self.decision == "chance":
            return [action.text for action in legal]
        asked = {action.text: judgement.deciders(self, action.verb) for action in legal}
        seats = self.order if seat is None else (seat,)
        return list(dict.fromkeys(text for one in seats for text, who in asked.items() if one in who))

    def judge(self, action: str) -> Verdict:
        """Every reason against an action, without playing it; none means legal. UnreadableText if it is no action."""
        parsed = parse_action(action, self)
        reasons = tuple(_reason(why, self.edition) for why in judgement.reasons(self, parsed))
        figures = judgement.figures_of(self, parsed, frozenset(reason.rule for reason in reasons))
        return Verdict(parsed.text, reasons, self.material.assumed(figures))

    def seen_by(self, seat: str | None) -> State:
        """The state as that player's side knows it; None: as all know it who only look on. KeyError for nobody."""
        seen = view(self, None if seat is None else self.side_of(seat))
        assert isinstance(seen, State)
        return seen

    def told(self, step: Step[State], seat: str | None) -> Step[State]:
        """A step as that player hears of it: without the cards that only the other side sees."""
        side = None if seat is None else self.side_of(seat)
        events = tuple(redacted(event, side) for event in step.events)
        return Step(redacted_action(step.action, step.events, side), step.state.seen_by(seat), events)

    def holders(self) -> tuple[str, ...]:
        """Who may hold Elora Danan, as far as this state says: a set, never a probability (`elora.secret`)."""
        return holders(self)

    def paths(self) -> networkx.Graph[str]:
        """The path graph: places with kind, hide, treasure, army and characters, and the links between them."""
        return paths.path_graph(self)


def from_dict(raw: Mapping[str, Any], text: str | None = None) -> State:
    """The state a situation's plain data describes. ImpossibleSituation carries every fault found."""
    position = read_position(raw, text)
    return State(**{field.name: getattr(position, field.name) for field in fields(Position)})


def broken_invariants(state: State) -> list[str]:
    """Everything about a state that must not be; empty for a sound one, which is read back as it is written."""
    return broken(state, to_dict, from_dict)


def shares(material: Material, seats: Sequence[str]) -> dict[str, list[str]]:
    """Who plays whom: Good first, the earlier seats with more characters.

    (`setup.players`, `setup.two-players`, `setup.choose-characters`)
    """
    good, evil = ([one.id for one in material.characters.values() if one.side == side] for side in ("good", "evil"))
    number = len(seats)
    most = len(good) + len(evil)
    if not 2 <= number <= most:
        raise ImpossibleSituation(Fault("knights", *source.wrong("seat-number", number, most)))
    of_evil = min(len(evil), 1 if number < 4 else number - 2)
    of_evil = max(of_evil, number - len(good))
    parts = [*_parts(good, number - of_evil), *_parts(evil, of_evil)]
    return dict(zip(seats, parts, strict=True))


def _parts(names: list[str], number: int) -> list[list[str]]:
    """Names in so many parts, in order, the earlier ones the larger."""
    found, rest = [], list(names)
    for left in range(number, 0, -1):
        many = -(-len(rest) // left)
        found.append(rest[:many])
        rest = rest[many:]
    return found


def new_game(
    knights: Sequence[str],
    edition: str | None = None,
    scenario: str = "training",
    board: str | None = None,
    last_round: int = 0,
) -> State:
    """A new game, dealt (`setup.decks`, `setup.components`): the first seats play Good. ``board`` is a word for scenario."""
    name = board or scenario
    if name not in scenarios() or name == "text":
        return from_dict({"scenario": shown(name)})
    seats = list(knights)
    if len(set(seats)) < len(seats):
        raise ImpossibleSituation(Fault("knights", "a player is named twice", "Name each once.", "twice"))
    raw: dict[str, Any] = {"scenario": name, "setup": "dealt", "controls": shares(scenarios()[name], seats)}
    if last_round:
        raw["last_round"] = last_round
    return from_dict(raw | ({"edition": edition} if edition else {}))


_NOTATION = Notation(CODE_PREFIX, from_dict, unpacked)
loads, load, read, from_code = _NOTATION.loads, _NOTATION.load, _NOTATION.read, _NOTATION.from_code
