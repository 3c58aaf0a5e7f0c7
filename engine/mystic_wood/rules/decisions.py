"""The one table of what can wait: for each kind who decides, by which rule, in what words it is asked, what answers it.

An entry also says which candidates there are, which fields of
:class:`~engine.mystic_wood.position.table.Pending` it uses, and what happens by itself. The judgement, the listing of legal
actions, the reader of situations and the odds all read this table; nothing else knows a kind by name.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from itertools import combinations, product
from typing import Final

from engine.chance.chance import DIE
from engine.contract.verdicts import Why
from engine.mystic_wood.material.cards import CARDS, KNIGHTS, the
from engine.mystic_wood.material.source import WORDS
from engine.mystic_wood.material.wood import Wood, tiles_of
from engine.mystic_wood.position.actions import Action, act, share_out, sorted_aid
from engine.mystic_wood.position.draft import Draft
from engine.mystic_wood.position.table import Knight, Pending, Position
from engine.mystic_wood.position.whereabouts import to_draw, unseen_tiles
from engine.mystic_wood.position.words import knight_name, no, the_cards
from engine.mystic_wood.rules import (
    combination,
    encounters,
    ending,
    exploring,
    jousts,
    prizes,
    reactions,
    revealing,
    spoils,
    trade,
)
from engine.mystic_wood.rules.challenging import offer_lapsed, walk_lapsed
from engine.mystic_wood.rules.powers import fountain_thrown
from engine.mystic_wood.rules.queries import cooperative, others_at
from engine.mystic_wood.rules.scores import helpers
from engine.mystic_wood.rules.tower import escape_rule, escape_thrown

#: What is to be said of each kind while it waits: "First {...}."
_WAITS: Final[Mapping[str, str]] = WORDS["waits"]

Judge = Callable[[Position, Pending, Knight, Action], list[Why]]
Doer = Callable[[Draft, Pending, Action], None]


def nothing_against(position: Position, waiting: Pending, knight: Knight, action: Action) -> list[Why]:
    """No reason: whoever is asked may give this answer."""
    return []


@dataclass(frozen=True, slots=True)
class AnswerVerb:
    """One verb that answers: ``against`` gives the reasons against it, ``do`` carries it out."""

    do: Doer
    against: Judge = nothing_against


@dataclass(frozen=True, slots=True)
class Decision:
    """One kind of thing that waits.

    ``by`` is "chance", "choice" (of the Knight in ``who``) or "itself". ``rule`` is the rule behind it, ``answers``
    maps a verb to its :class:`AnswerVerb`, ``candidates`` gives every answer
    that could be legal, ``uses`` the fields of ``Pending`` it fills.
    ``happens`` is what it does by itself; ``lapsed`` says whether it has been overtaken, ``overtaken`` what then follows.
    """

    by: str
    rule: str
    answers: Mapping[str, AnswerVerb] = field(default_factory=dict)
    candidates: Callable[[Position, Pending], Iterable[Action]] = lambda position, waiting: ()
    uses: tuple[str, ...] = ()
    happens: Callable[[Draft, Pending], None] | None = None
    lapsed: Callable[[Draft, Pending], bool] | None = None
    overtaken: Callable[[Draft, Pending], None] = lambda draft, waiting: None
    rule_now: Callable[[Position, Pending], str] | None = None

    def rule_of(self, position: Position, waiting: Pending) -> str:
        """The rule behind what waits here."""
        return self.rule if self.rule_now is None else self.rule_now(position, waiting)

    def question(self, position: Position, waiting: Pending) -> str:
        """What to say of it while it waits."""
        return _WAITS[waiting.kind].format(
            area=waiting.area,
            the=the(waiting.of) if waiting.of else "",
            knight=knight_name(position.knight(waiting.knight)) if waiting.knight else "",
            who=knight_name(position.knight(waiting.who)) if waiting.who else "",
            due=the_cards(position.knight(waiting.knight).due) if waiting.knight else "",
        )


# ------------------------------------------------------------------ candidates

_ROLL_ONE: Final = tuple(Action("roll", dice=(face,)) for face in DIE)
_ROLL_TWO: Final = tuple(Action("roll", dice=dice) for dice in product(DIE, DIE))
_DRAW: Final = {card: Action("draw", card) for card in CARDS.pack}


@cache
def _turned_up(edition: str) -> Mapping[str, Action]:
    """What each area card is when it turns up."""
    return {tile: Action("reveal", tile) for tile in tiles_of(edition).tiles}


@cache
def _sent_to(wood: Wood) -> tuple[Action, ...]:
    """The Illusion sent anywhere in the Wood."""
    return tuple(Action("send", "illusion", to=area) for area in wood.areas)


def subsets(cards: list[str]) -> list[tuple[str, ...]]:
    """Every choice of some of these cards, none included: that is the first."""
    return [(), *(chosen for size in range(len(cards)) for chosen in combinations(cards, size + 1))] if cards else [()]


def ally_groups(position: Position, knight: Knight, but: str = "") -> list[tuple[str, ...]]:
    """Every choice of other Knights in his place, none included."""
    present = [k.id for k in others_at(position, knight) if k.id != but]
    return [sorted_aid(group) for group in subsets(present)]


def challenges(position: Position, knight: Knight, foe: str, with_allies: bool) -> Iterator[Action]:
    """Every way to challenge that Knight: with which companions, and where they may join with which Knights."""
    helpful = helpers(position, knight, True, True)
    for allies in ally_groups(position, knight, foe) if with_allies else [()]:
        for aid in subsets(helpful):
            yield act("joust", foe, (*allies, *aid))


def _one_die(position: Position, waiting: Pending) -> Iterable[Action]:
    return _ROLL_ONE


def _two_dice(position: Position, waiting: Pending) -> Iterable[Action]:
    return _ROLL_TWO


def _reveals(position: Position, waiting: Pending) -> Iterable[Action]:
    return map(_turned_up(position.edition).__getitem__, unseen_tiles(position, position.wood.half_of(waiting.area)))


def _draws(position: Position, waiting: Pending) -> Iterable[Action]:
    return map(_DRAW.__getitem__, to_draw(position, waiting, position.next_cards))


def _defences(position: Position, waiting: Pending) -> Iterator[Action]:
    defender = position.knight(waiting.asked)
    helpful = helpers(position, defender, True, True)
    together = cooperative(position) and not waiting.holder
    for allies in ally_groups(position, defender, waiting.knight) if together else [()]:
        for aid in subsets(helpful):
            yield act("defend", aid=(*allies, *aid))


def _challenges_to_passer(position: Position, waiting: Pending) -> Iterator[Action]:
    yield from challenges(position, position.knight(waiting.knight), waiting.of, with_allies=True)
    yield act("no-joust")


def _first_approaches(position: Position, waiting: Pending) -> Iterator[Action]:
    helpful = helpers(position, position.knight(waiting.knight), False, True)
    yield from (act("meet", waiting.of, aid) for aid in subsets(helpful))


def _prizes(position: Position, waiting: Pending) -> Iterator[Action]:
    winner = position.knight(waiting.knight)
    losers = [position.knight(one) for one in (waiting.of, *waiting.partners)]
    yield act("prize", "tower")
    yield act("prize", "none")
    held = [
        card
        for loser in losers
        for card in (*loser.things, *loser.prowess_cards, *(("blessing",) if loser.blessing else ()))
    ]
    following = dict.fromkeys(card for loser in losers for card in loser.following)
    takers = [(winner, ""), *((fellow, fellow.id) for fellow in prizes.fellow_winners(position, waiting))]
    for taker, named in takers:
        yield from (act("prize", card, to=named) for card in dict.fromkeys(held))
        for card in following:
            if card not in held:
                adds = position.cards.denizens[card].adds_prowess
                for aid in subsets(helpers(position, taker, False, True) if adds else []):
                    yield act("prize", card, aid, named)


def _agree_or_dispute(position: Position, waiting: Pending) -> Iterator[Action]:
    yield act("accept")
    partner = position.knight(waiting.asked)
    for aid in subsets(helpers(position, partner, True, True)):
        yield act("dispute", aid=aid)


#: Most divisions of a fallen King's hand that are listed (ten cards between two victors, six among three); of more, some.
MOST_DIVISIONS = 1024


def divisions(position: Position, waiting: Pending) -> Iterator[Action]:
    """Every way to share what waits; of a hand with too many, all for one, and each card for each fellow victor.

    Any other division of such a hand is legal too, though it is not listed.
    """
    spoils, fellows = position.knight(waiting.knight).due, waiting.partners
    if (1 + len(fellows)) ** len(spoils) > MOST_DIVISIONS:
        yield share_out(())
        yield from (share_out([(card, fellow)]) for fellow in fellows for card in spoils)
        yield from (share_out((card, fellow) for card in spoils) for fellow in fellows)
        return
    for takers in product(("", *fellows), repeat=len(spoils)):
        yield share_out((card, taker) for card, taker in zip(spoils, takers, strict=True) if taker)


def _words(*verbs: str) -> Callable[[Position, Pending], Iterable[Action]]:
    actions = tuple(Action(verb) for verb in verbs)
    return lambda position, waiting: actions


# ------------------------------------------------------------------ judging chance


def _why_dice(number: int) -> Judge:
    def why_roll(position: Position, waiting: Pending, knight: Knight, action: Action) -> list[Why]:
        """Reasons against this throw: the wrong number of dice."""
        if len(action.dice) == number:
            return []
        if number == 1:
            return [no("one-die", rule=DECISIONS[waiting.kind].rule_of(position, waiting))]
        return [no("joust.score" if waiting.kind == "joust" else "challenge.score")]

    return why_roll


def _why_draw(position: Position, waiting: Pending, knight: Knight, action: Action) -> list[Why]:
    """Reasons against this small card being drawn (`glade.draw`)."""
    possible = to_draw(position, waiting, position.next_cards)
    if action.of in possible:
        return []
    if position.next_cards:
        return [no("glade.draw stacked", possible[0], about=possible)]
    return [no("glade.draw gone", action.of)]


# ------------------------------------------------------------------ the table


def _declining(rule: str) -> AnswerVerb:
    def decline(draft: Draft, waiting: Pending, action: Action) -> None:
        """Nothing comes of it, and it is told."""
        draft.tell("declines", rule, who=waiting.asked, others=waiting.knight)

    return AnswerVerb(decline)


def _asked(rule: str, accept: Doer, uses: tuple[str, ...]) -> Decision:
    """Somebody is asked whether he agrees."""
    answers = {"accept": AnswerVerb(accept), "decline": _declining(rule)}
    return Decision("choice", rule, answers, _words("accept", "decline"), uses)


def _thrown(
    rule: str,
    dice: int,
    do: Doer,
    uses: tuple[str, ...] = (),
    rule_now: Callable[[Position, Pending], str] | None = None,
) -> Decision:
    """Dice are thrown."""
    rolls = _two_dice if dice == 2 else _one_die
    return Decision("chance", rule, {"roll": AnswerVerb(do, _why_dice(dice))}, rolls, uses, rule_now=rule_now)


_BONUS = AnswerVerb(reactions.do_bonus)
_DWARF = AnswerVerb(reactions.do_dwarf)
_DEFENCE = {"defend": AnswerVerb(jousts.do_defend, jousts.why_defend)}

DECISIONS: Final[Mapping[str, Decision]] = {
    # ---- chance
    "reveal": Decision(
        "chance",
        "explore.look",
        {"reveal": AnswerVerb(revealing.do_reveal, revealing.why_reveal)},
        _reveals,
        ("area", "purpose", "way", "holder"),
    ),
    "draw": Decision(
        "chance",
        "glade.draw",
        {"draw": AnswerVerb(exploring.do_draw, _why_draw)},
        _draws,
        ("area", "number", "drawn"),
    ),
    "challenge": _thrown(
        "challenge.compulsory",
        2,
        encounters.challenge_thrown,
        ("of", "aid", "holder"),
    ),
    "approach": _thrown("approach.table", 1, reactions.approach_thrown, ("of", "aid", "holder")),
    "joust": _thrown("challenge.compulsory", 2, jousts.joust_thrown, ("of", "aid", "foe_aid")),
    "escape": _thrown(
        "tower.escape",
        1,
        escape_thrown,
        rule_now=lambda position, waiting: escape_rule(position.knight(waiting.knight)),
    ),
    "fountain": _thrown("area.fountain", 1, fountain_thrown),
    # ---- a Knight's own affair
    "bonus": Decision(
        "choice",
        "setup.guyon",
        {"add-1": _BONUS, "keep": _BONUS},
        _words("add-1", "keep"),
        ("of", "aid", "holder", "number"),
    ),
    "attacked": Decision("choice", "card.prince-attacks", _DEFENCE, _defences, ("of", "holder")),
    "illusion": Decision(
        "choice",
        "card.illusion",
        {"send": AnswerVerb(encounters.do_send, encounters.why_send)},
        lambda position, waiting: _sent_to(position.wood),
        ("area",),
    ),
    "dwarf": Decision(
        "choice",
        "variant.hidden",
        {"show-dwarf": _DWARF, "hide-dwarf": _DWARF},
        _words("show-dwarf", "hide-dwarf"),
        ("area",),
    ),
    # ---- jousts
    "offer": Decision(
        "choice",
        "joust.when",
        {
            "joust": AnswerVerb(jousts.do_challenge_passer, jousts.why_challenge_passer),
            "no-joust": AnswerVerb(jousts.do_no_joust),
        },
        _challenges_to_passer,
        ("of", "leaving"),
        lapsed=offer_lapsed,
    ),
    "answer": Decision("choice", "challenge.compulsory", _DEFENCE, _defences, ("of", "aid")),
    "prize": Decision(
        "choice",
        "joust.prize-one",
        {"prize": AnswerVerb(prizes.do_prize, prizes.why_prize)},
        _prizes,
        ("of", "partners"),
    ),
    "first-approach": Decision(
        "choice",
        "combine.no-gain",
        {"meet": AnswerVerb(encounters.do_first_approach, encounters.why_first_approach)},
        _first_approaches,
        ("of",),
    ),
    "spoils": Decision(
        "choice",
        "combine.dispute",
        {"accept": AnswerVerb(prizes.do_agree), "dispute": AnswerVerb(prizes.do_dispute, prizes.why_dispute)},
        _agree_or_dispute,
        ("of", "to_ask", "prize", "aid", "taker", "partners"),
    ),
    "share": Decision(
        "choice",
        "combine.no-gain",
        {"share": AnswerVerb(spoils.do_share, spoils.why_share)},
        divisions,
        ("partners",),
        rule_now=lambda position, waiting: "combine.king",
    ),
    "shared": Decision(
        "choice",
        "combine.king",
        {"accept": AnswerVerb(spoils.do_agree_to_share), "dispute": AnswerVerb(prizes.do_dispute, prizes.why_dispute)},
        _agree_or_dispute,
        ("to_ask",),
    ),
    "first": Decision(
        "choice",
        "combine.no-gain",
        {
            "accept": AnswerVerb(encounters.do_let_approach),
            "dispute": AnswerVerb(prizes.do_dispute, prizes.why_dispute),
        },
        _agree_or_dispute,
        ("of", "to_ask", "aid"),
    ),
    # ---- what one asks of another
    "combine": _asked("combine.enter", combination.enter_together, ("way", "partners", "to_ask")),
    "relief": _asked("combine.relief", combination.move_in_to_aid, ("of",)),
    "ally": _asked("combine.newcomer", combination.join_forces, ("of", "aid", "to_ask")),
    "yielded": _asked("combine.no-gain", combination.approach_first, ("of",)),
    "trade": _asked("trade.things", trade.exchange, ("of", "price")),
    "stalemate": _asked("end.stalemate", trade.end_in_stalemate, ("of", "to_ask")),
    # ---- what happens by itself
    "walk": Decision("itself", "move.one", uses=("way",), happens=exploring.walk, lapsed=walk_lapsed),
    "glade": Decision("itself", "glade.draw", happens=exploring.glade, lapsed=walk_lapsed),
    "leave": Decision(
        "itself",
        "end.leave",
        happens=ending.leave_wood,
        lapsed=ending.kept_in_the_wood,
        overtaken=ending.cannot_leave,
    ),
    "joust-over": Decision(
        "itself",
        "joust.in-turn",
        uses=("of", "partners"),
        happens=jousts.joust_over,
    ),
}

#: The reason against an answer that nothing asks for.
UNASKED: Final[Mapping[str, str]] = {
    "accept": "trade.things unasked",
    "decline": "trade.things unasked",
    "dispute": "combine.dispute unasked",
    "share": "combine.no-gain unasked",
    "prize": "joust.prize-one",
    "defend": "challenge.aid-declared",
    "no-joust": "joust.when unasked",
    "show-dwarf": "variant.hidden unasked",
    "hide-dwarf": "variant.hidden unasked",
    "send": "card.illusion unasked",
    "add-1": "setup.guyon",
    "keep": "setup.guyon",
    "roll": "challenge.compulsory",
    "draw": "glade.draw unasked",
    "reveal": "explore.look unasked",
}


def why_unasked(position: Position, knight: Knight, verb: str) -> Why:
    """Why an answer is not wanted now, by the rule that it concerns."""
    if verb == "roll" and (knight.imprisoned or knight.captured):
        return no("to-escape", knight, rule=escape_rule(knight))
    if verb == "prize" and knight.fighting in KNIGHTS:
        return no("joust.tie prize", knight.fighting)
    return no(UNASKED[verb], knight)
