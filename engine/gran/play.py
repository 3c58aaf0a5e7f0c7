"""The state with its methods, the odds of a fight, and situations read: every key checked, all faults told at once."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import chain
from typing import Any, ClassVar

from engine.chance import odds as common
from engine.chance.odds import Fight
from engine.contract.game import Deciding
from engine.contract.ruled import Ruled, Rules, broken
from engine.gran import material, rules
from engine.gran.material import COLOURS, DRAGONS, OBSTACLES, SEALS, SPOTS, STATES, Board
from engine.gran.paths import cut_off, expected_turns, fewest, fewest_bearing, jumps_out, path_graph, who_reaches
from engine.gran.position import Knight, Position, dragons, parse_action, win_chance
from engine.gran.writing import CODE_PREFIX, KNIGHT, NAME, TOP, code, dumps, to_dict, unpacked
from engine.text.keyed import TomlReader, TomlTable
from engine.text.notation import Notation, seats


@dataclass(frozen=True, slots=True, repr=False)
class State(Ruled, Position, Deciding):
    """One moment of a game: a position that can be asked and played on. Nothing in it is secret."""

    PICTURES: ClassVar[str] = "gran.pictures"
    RULES: ClassVar[Rules] = Rules(
        NAME, parse_action, rules.reasons, rules.perform, rules.chances, material.reason, code, dumps
    )

    @property
    def order(self) -> tuple[str, ...]:
        """The seats in playing order."""
        return tuple(knight.id for knight in self.knights)

    @property
    def over(self) -> bool:
        return self.moment == "over"

    @property
    def winners(self) -> tuple[str, ...]:
        return (self.winner,) if self.winner else ()

    @property
    def decision(self) -> str:
        """ "choice", "chance" or "over"."""
        return "over" if self.over else "chance" if self.moment in ("card", "throw") else "choice"

    @property
    def to_move(self) -> str | None:
        """Whose player must choose now; None at a chance step and when the game is over."""
        return self.turn if self.decision == "choice" else None

    def actions(self, seat: str | None = None) -> list[str]:
        """The legal actions as text, chance steps included, or a seat's; empty when the game is over."""
        return [action.text for action in rules.legal_actions(self)] if seat in (None, self.to_move) else []

    def seen_by(self, seat: str | None) -> State:
        """The state as all know it: but for what a demonstration has stacked. KeyError for who does not play."""
        if seat is not None:
            self.knight(seat)
        return replace(self, next_cards=(), next_rolls=()) if self.next_cards or self.next_rolls else self

    #: Questions to the graph.
    paths, cut_off, fewest, expected_turns = path_graph, cut_off, fewest, expected_turns
    fewest_bearing = fewest_bearing
    obstacle_places, ring_places, white = rules.obstacle_places, rules.ring_places, rules.white_spaces

    def ends(self) -> dict[str, tuple[str, ...]]:
        """Where the move of the knight on turn may end, each with the legal ways that lead there."""
        found: dict[str, tuple[str, ...]] = {}
        for action in rules.legal_actions(self):
            if action.verb == "move":
                found[action.spaces[-1]] = (*found.get(action.spaces[-1], ()), action.text)
        return found

    def obstacle_costs(self, rival: str, space: str) -> dict[str, int | None]:
        """For each legal place of an obstacle: the rival's fewest turns to a space then; None if it cuts him off."""
        after = {place: replace(self, obstacles=self.obstacles | {place}) for place in self.obstacle_places()}
        return {place: state.fewest(space, rival) for place, state in after.items()}

    def ring_race(self) -> dict[str, tuple[int | None, int | None]]:
        """For each legal place of the ring: the fewest turns to it for the knight on turn, and for all the others."""
        others = [colour for colour in self.order if colour != self.turn]
        race = {place: [self.fewest(place, rival) for rival in others] for place in self.ring_places()}
        return {
            p: (self.fewest(p), min((t for t in turns if t is not None), default=None)) for p, turns in race.items()
        }


@dataclass(frozen=True, slots=True)
class Odds(common.Odds):
    """The exact chances of an action: of the ``fight`` it leads to, if any, and of each card (``dragons``)."""

    fight: Fight | None = None
    dragons: dict[int, Fraction] | None = None


def odds(state: State, action: str) -> Odds:
    """The odds of the fight a move leads to; at a chance step, of the fight under way. Only this fight: the rest is a choice.

    Raises IllegalAction with the reasons if the action is not legal, UnreadableText if it is none.
    """
    parsed = parse_action(action, state)
    here = state if state.decision == "chance" else state.play(action).state
    if here.moment not in ("card", "throw", "banish") or here.board.spaces[here.mover.at].kind != "dragon":
        return Odds(parsed.text)
    win = win_chance(here)
    return Odds(parsed.text, Fight(win, 1 - win), dragons(here) if here.card is None else None)


def from_dict(raw: Mapping[str, Any], text: str | None = None) -> State:
    """The state a situation's plain data describes. ImpossibleSituation carries every fault found."""
    reading = TomlReader(text, more=material.DOCS)
    top = reading.table(raw)
    top.only(("game", "knights", *(key.name for key in TOP)))
    top.one_of("game", (NAME,))
    board = material.boards()[top.one_of("board", tuple(material.boards()), "training")]
    order, tables = seats(top, COLOURS, "knight")
    if not order:
        reading.finish()
    reading.groups |= {"seats": order, "spaces": tuple(board.spaces)}
    values = top.values(TOP)
    knights = tuple(
        _knight(tables.get(colour) or reading.table({}, "knights", colour), colour, board) for colour in order
    )
    state = _assembled(values, board, knights)
    if not reading.faults:
        for unfit, path, name, *about in chain(_knights(state), _spaces(state), _moment(state), _cards(state)):
            if unfit:
                reading.fault(path.split("."), *material.wrong(name, *about))
    reading.finish()
    return state


def _knight(table: TomlTable, colour: str, board: Board) -> Knight:
    values = table.all(KNIGHT)
    if "at" not in table:
        values["waiting"] = table.raw.get("waiting", True) is not False
    values["at"] = values["at"] or board.begin("knights")
    values["seals"] = tuple(sorted(values["seals"], key=STATES.index))
    return Knight(colour, **values)


def _assembled(values: Mapping[str, Any], board: Board, knights: tuple[Knight, ...]) -> State:
    """The one place where what was read becomes a state."""
    card, winner, ring = values["card"], values["winner"], values["ring"]
    edition, turn = values["edition"] or material.default_edition(), values["turn"] or knights[0].id
    moment = values["moment"] or ("over" if winner else "start")
    if ring is None and moment != "ring" and not any(knight.ring for knight in knights):
        ring = board.begin("ring")
    pile = zip(DRAGONS, values["dragons_used"], strict=True)
    used = tuple(n or int(strength == card) for strength, n in pile)  # the card turned up is one of those used
    obstacles, victim, chosen = frozenset(values["obstacles"]), values["victim"], values["switches"]
    stacked = values["next_cards"], values["next_rolls"]
    return State(edition, board, knights, turn, moment, ring, obstacles, used, card, victim, *stacked, winner, chosen)


def _knights(state: State) -> Iterator[rules.Row]:
    """What is wrong with the knights and with who has won: where, its name among the faults, what is to be filled in there."""
    placed: dict[str, str] = {}
    ball, moment, winner = state.board.begin("knights"), state.moment, state.winner
    for knight in state.knights:
        path, at, seals = f"knights.{knight.id}", knight.at, set(knight.seals)
        yield knight.waiting and at != ball, f"{path}.waiting", "waits-elsewhere", at, ball
        yield knight.coat and knight.id == state.turn and moment != "ring", f"{path}.coat", "covered-on-turn"
        yield len(seals) >= 3 and winner != knight.id, f"{path}.seals", "has-not-won", knight.id
        yield len(seals) < 3 and winner == knight.id, "winner", "winner-without-seals", winner
        for city in seals:
            left = state.seals_left(city)
            yield left < 0, f"{path}.seals", "seals", SEALS - left, city, SEALS
        if not knight.waiting and state.board.spaces[at].kind != "city":
            other = placed.setdefault(at, knight.id)
            attack = moment == "banish" and {other, knight.id} == {state.turn, state.victim}
            yield other != knight.id and not attack, f"{path}.at", "two-on-a-space", other, at
    unfit = (winner is not None) is not (moment == "over")
    yield unfit, "moment", "winner", "somebody" if winner else "nobody", moment


def _spaces(state: State) -> Iterator[rules.Row]:
    """What is wrong with the ring and the obstacles."""
    bearers, to_be_laid = [knight.id for knight in state.knights if knight.ring], state.moment == "ring"
    spaces = state.board.spaces
    for colour in bearers:
        yield colour != bearers[0], f"knights.{colour}.ring", "borne-twice", bearers[0]
        yield to_be_laid, f"knights.{colour}.ring", "borne-and-to-be-laid"
    if state.ring is not None:
        ring, kind = state.ring, spaces[state.ring].kind
        no_ball = kind == "ball" and state.switch("ring_on_ball") == "no" and ring != state.board.begin("ring")
        yield bool(bearers), "ring", "lies-and-is-borne", ring, *bearers[:1]
        yield to_be_laid, "ring", "lies-and-to-be-laid"
        yield kind not in ("black", "ball"), "ring", "ring-on-symbol", ring, kind
        yield no_ball, "ring", "ring-on-ball", ring
        yield state.occupant(ring) is not None, "ring", "ring-under-knight", ring
        yield _out_of_reach(state, ring), "ring", "ring-out-of-reach", ring
    for space in sorted(state.obstacles):
        yield spaces[space].kind not in SPOTS, "obstacles", "obstacle-on-symbol", space, spaces[space].kind
        yield state.occupant(space) is not None, "obstacles", "obstacle-on-knight", space
        yield space == state.ring, "obstacles", "obstacle-on-ring", space
    yield len(state.obstacles) > OBSTACLES, "obstacles", "obstacles", len(state.obstacles), OBSTACLES


def _out_of_reach(state: State, ring: str) -> bool:
    """Whether nobody can reach the lying ring and nothing the rules allow can have made it so.

    Nothing is ever laid so (`obstacle.ring-reachable`, `ring.lay-reachable`), but the last knight near the ring may have jumped
    out of there (`dragon.extra-passes`). Or all were walled in among symbols, and still are or have jumped out since.
    """
    if who_reaches(state, ring):
        return False
    board, spots = state.board, {*state.board.of_kind("black", "ball")}
    pockets = (
        d
        for d in board.of_kind("dragon")
        if len(material.part(board, d, state.obstacles) & spots) <= len(state.knights)
    )
    left = any(jumps_out(state, space) for space in (ring, *pockets))
    return not left and any(who_reaches(state, space) for space in rules.free_for_ring(state))


#: The kinds of space on which the knight on turn stands in these moments.
_STANDS_ON: Mapping[str, tuple[str, ...]] = {
    "obstacle": ("magic",),
    "ring": ("dragon", "city"),
    "card": ("dragon",),
    "throw": ("dragon",),
    "extra": ("dragon",),
}


def _moment(state: State) -> Iterator[rules.Row]:
    """What is wrong with the decision that is open, and with the attack that led to it."""
    moment, mover = state.moment, state.mover
    kind, his = state.board.spaces[mover.at].kind, f"knights.{mover.id}.talismans"
    wanted = _STANDS_ON.get(moment, (kind,))
    nowhere = moment == "obstacle" and kind in wanted and not state.obstacle_places()
    unfit = (state.victim is not None) is not (moment == "banish")
    yield kind not in wanted, "moment", "stands-elsewhere", moment, mover.id, " or a ".join(wanted), mover.at
    yield nowhere, "moment", "no-place"
    yield moment in ("card", "throw") and not mover.talismans, his, "fights-without-talisman"
    yield unfit, "victim", "victim", state.victim or "nobody", moment
    if state.victim is not None and not unfit:
        victim = state.knight(state.victim)
        safe = victim.waiting or state.board.spaces[victim.at].kind == "city" or victim.id == mover.id
        yield safe or victim.at != mover.at, "victim", "not-attacked", victim.id, mover.id, mover.at
        yield not mover.talismans, his, "attacks-without-talisman"
        yield not state.white(victim.id), "moment", "no-white-space"


def _cards(state: State) -> Iterator[rules.Row]:
    """What is wrong with the dragon cards: the one turned up, those that are left, and those that are stacked."""
    card, known = state.card, ", ".join(map(str, sorted(DRAGONS)))
    left = [strength for strength, copies in state.cards_left().items() for _ in range(copies)]
    yield card is not None and card not in DRAGONS, "card", "no-such-card", card, known
    unfit = (card is not None) is not (state.moment == "throw")
    yield unfit, "card", "card", "no card" if card is None else "a card", state.moment
    yield not left and state.moment != "throw", "dragons_used", "no-cards"
    for strength in state.next_cards:
        left = left or [strength for strength, copies in DRAGONS.items() for _ in range(copies)]
        if strength not in left:
            yield True, "next_cards", "stacked", strength
            return
        left.remove(strength)


def broken_invariants(state: State) -> list[str]:
    """Everything about a state that must not be; empty for a sound one, which is read back as it is written."""
    return broken(state, to_dict, from_dict)


def new_game(knights: Sequence[str], edition: str | None = None, board: str = "training") -> State:
    """A new game, begun by the first named (`setup.knights`, `setup.ring`, `setup.first`, `material.players`)."""
    return from_dict({"order": list(knights), "board": board, "edition": edition or material.default_edition()})


_NOTATION = Notation(CODE_PREFIX, from_dict, unpacked)
loads, load, read, from_code = _NOTATION.loads, _NOTATION.load, _NOTATION.read, _NOTATION.from_code
