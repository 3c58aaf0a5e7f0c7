"""The one judgement: what may be done now, why not, and what doing it leads to.

:func:`judge` and :func:`legal_actions` ask the same rule code, so an action is legal exactly when it has no reasons.
What waits is a stack (``State.pending``); these are its kinds:

========== ============ =====================================================================================
kind       who decides  what it waits for
========== ============ =====================================================================================
reveal     chance       an area card nobody has seen (``of``), for the purpose in ``other``
draw       chance       ``number`` small cards for the area ``of``; those drawn so far in ``other``
challenge  chance       two dice, the Knight's first
approach   chance       one die, read on the card of ``of``
escape     chance       a prisoner's or captive's die
fountain   chance       one die
joust      chance       two dice, the challenger's first; the aid of each in ``aid`` and ``other``
bonus      a Knight     Guyon: add 1, or keep the throw in ``number``
attacked   a Knight     aid against the Prince who attacks
illusion   a Knight     where to send the vanquished Illusion
dwarf      a Knight     hidden cards: show the Dwarf or leave him face down
offer      a Knight     whether to challenge ``of``, who arrives or is about to walk away
answer     a Knight     the challenged: which aid
ally       a Knight     whether to join forces at once
prize      a Knight     the winner of a joust: which prize
spoils     a Knight     a partner: agree, or dispute by a joust
combine    a Knight     whether to enter together
relief     a Knight     whether to take the aid offered
trade      a Knight     whether to take an offer
yielded    a Knight     whether to approach a denizen first
stalemate  a Knight     whether to agree
walk       (automatic)  a walk held up while bystanders are asked
glade      (automatic)  the drawing that follows an arrival
joust-over (automatic)  what follows a joust once the prize is taken
========== ============ =====================================================================================
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import combinations, product
from typing import cast

from engine.chance import DIE, uniform
from engine.mystic_wood.material.cards import DENIZENS, KNIGHTS, PACK, the
from engine.mystic_wood.material.ledger import Why, is_challenger, reason, switch
from engine.mystic_wood.material.wood import AREAS, DIRECTIONS, NEIGHBOURS, TILES, half_of
from engine.mystic_wood.position.actions import Action, parse_action, sorted_aid
from engine.mystic_wood.position.draft import Draft
from engine.mystic_wood.position.state import Knight, Pending, State, Step, undrawn, unseen_tiles
from engine.mystic_wood.rules import combination, encounters, ending, exploring, hands, jousts, powers
from engine.mystic_wood.rules.encounters import loose_things
from engine.mystic_wood.rules.flow import begin_turn, end_turn, knight_name, others_at, unmet
from engine.mystic_wood.rules.scores import counts, helpers
from engine.verdicts import IllegalAction, Verdict

Judge = Callable[[State, Knight, Action], list[Why]]
Doer = Callable[[Draft, Action], None]


def _nothing(state: State, knight: Knight, action: Action) -> list[Why]:
    return []


#: What a player may do in his own turn while nothing waits: who judges it, who does it.
OWN: dict[str, tuple[Judge, Doer]] = {
    "move": (exploring.why_move, exploring.do_move),
    "stay": (exploring.why_stay, exploring.do_stay),
    "withdraw": (exploring.why_withdraw, exploring.do_withdraw),
    "go-in": (exploring.why_go_in, exploring.do_go_in),
    "meet": (encounters.why_meet, encounters.do_meet),
    "joust": (jousts.why_joust, jousts.do_joust),
    "take": (hands.why_take, hands.do_take),
    "drop": (hands.why_drop, hands.do_drop),
    "deliver": (hands.why_deliver, hands.do_deliver),
    "offer": (hands.why_offer, hands.do_offer),
    "wand": (powers.why_wand, powers.do_wand),
    "arch-mage": (powers.why_arch_mage, powers.do_arch_mage),
    "storm": (powers.why_storm, powers.do_storm),
    "drink": (powers.why_drink, powers.do_drink),
    "pray": (powers.why_pray, powers.do_pray),
    "use-key": (powers.why_use_key, powers.do_use_key),
    "try-to-escape": (powers.why_try_to_escape, powers.do_try_to_escape),
    "release": (powers.why_release, powers.do_release),
    "combine": (combination.why_combine, combination.do_combine),
    "aid": (combination.why_aid, combination.do_aid),
    "yield": (combination.why_yield, combination.do_yield),
    "stalemate": (combination.why_stalemate, combination.do_stalemate),
    "done": (ending.why_done, ending.do_done),
}
_LEAVE_WOOD = (ending.why_leave, ending.do_leave)
_LEAVE_COMPANION = (hands.why_leave_companion, hands.do_leave_companion)


def _do_roll(draft: Draft, action: Action) -> None:
    waiting = draft.pending.pop()
    dice = action.dice
    if waiting.kind == "challenge":
        encounters.challenge_thrown(draft, waiting, dice[0], dice[1])
    elif waiting.kind == "joust":
        jousts.joust_thrown(draft, waiting, dice[0], dice[1])
    elif waiting.kind == "approach":
        encounters.approach_thrown(draft, waiting, dice[0])
    elif waiting.kind == "escape":
        powers.escape_thrown(draft, waiting, dice[0])
    else:
        powers.fountain_thrown(draft, waiting, dice[0])


def _why_roll(state: State, knight: Knight, action: Action) -> list[Why]:
    kind = state.pending[-1].kind
    wanted = 2 if kind in ("challenge", "joust") else 1
    if len(action.dice) != wanted:
        dice = "two dice are thrown here, the Knight's own first" if wanted == 2 else "one die is thrown here"
        held = kind == "escape" and state.knight(state.pending[-1].knight).captured
        return [Why("card.enchantress-captures" if held else HOME[kind], f"{dice[:1].upper()}{dice[1:]}.")]
    return []


def _why_reveal(state: State, knight: Knight, action: Action) -> list[Why]:
    at = state.pending[-1].of
    if TILES[action.of].half != half_of(at) or TILES[action.of].fixed:
        return [Why("wood.halves", f"{action.of} is no card of the {half_of(at)} wood, in which {at} lies.")]
    if action.of not in unseen_tiles(state, half_of(at)):
        return [
            Why(
                "explore.look",
                f"{action.of} cannot be the card at {at}: it lies elsewhere already.",
            )
        ]
    return []


def _why_draw(state: State, knight: Knight, action: Action) -> list[Why]:
    possible = drawable(state)
    if action.of not in possible:
        if state.next_cards and len(possible) == 1:
            return [Why("glade.draw", f"The pack is stacked: {the(possible[0])} is drawn next.")]
        return [Why("glade.draw", f"{the(action.of)[:1].upper()}{the(action.of)[1:]} is in the pack no more.")]
    return []


#: What answers each kind of thing that waits: verb -> who judges it, who does it.
ANSWERS: dict[str, dict[str, tuple[Judge, Doer]]] = {
    "reveal": {"reveal": (_why_reveal, exploring.do_reveal)},
    "draw": {"draw": (_why_draw, exploring.do_draw)},
    **{kind: {"roll": (_why_roll, _do_roll)} for kind in ("challenge", "approach", "escape", "fountain", "joust")},
    "bonus": {"add-1": (_nothing, encounters.do_bonus), "keep": (_nothing, encounters.do_bonus)},
    "attacked": {"defend": (jousts.why_defend, jousts.do_defend)},
    "answer": {"defend": (jousts.why_defend, jousts.do_defend)},
    "illusion": {"send": (encounters.why_send, encounters.do_send)},
    "dwarf": {"show-dwarf": (_nothing, encounters.do_dwarf), "hide-dwarf": (_nothing, encounters.do_dwarf)},
    "offer": {"joust": (jousts.why_joust, jousts.do_joust), "no-joust": (_nothing, jousts.do_no_joust)},
    "prize": {"prize": (jousts.why_prize, jousts.do_prize)},
    "spoils": {"accept": (_nothing, jousts.do_spoils), "dispute": (jousts.why_dispute, jousts.do_spoils)},
    **{
        kind: {"accept": (_nothing, combination.do_accept), "decline": (_nothing, combination.do_decline)}
        for kind in ("ally", "combine", "relief", "trade", "yielded", "stalemate")
    },
}

#: The rule behind each thing that waits, and what to say of it while it does.
HOME = {
    "reveal": "explore.look",
    "draw": "glade.draw",
    "challenge": "challenge.compulsory",
    "approach": "approach.table",
    "escape": "tower.escape",
    "fountain": "area.fountain",
    "joust": "challenge.compulsory",
    "bonus": "setup.guyon",
    "attacked": "card.prince-attacks",
    "illusion": "card.illusion",
    "dwarf": "variant.hidden",
    "offer": "joust.when",
    "answer": "challenge.compulsory",
    "ally": "combine.newcomer",
    "prize": "joust.prize-one",
    "spoils": "combine.dispute",
    "combine": "combine.enter",
    "relief": "combine.relief",
    "trade": "trade.things",
    "yielded": "combine.no-gain",
    "stalemate": "end.stalemate",
}
_FIRST = {
    "reveal": "the card at {of} is turned up",
    "draw": "a small card is drawn",
    "challenge": "the dice are thrown against {the}",
    "approach": "a die is thrown for {the}",
    "escape": "{knight} throws to get free",
    "fountain": "a die is thrown",
    "joust": "the dice of the joust are thrown",
    "bonus": "Guyon adds 1 or keeps his throw",
    "attacked": "{knight} defends himself against {the}",
    "illusion": "the Illusion is sent away",
    "dwarf": "the Dwarf is shown or left face down",
    "offer": "{who} says whether he challenges {the}",
    "answer": "{who} answers the challenge ('defend', with or without aid)",
    "ally": "{who} accepts or declines",
    "prize": "{who} takes a prize, or none",
    "spoils": "{who} accepts or disputes the spoils",
    "combine": "{who} accepts or declines",
    "relief": "{who} accepts or declines",
    "trade": "{who} accepts or declines",
    "yielded": "{who} accepts or declines",
    "stalemate": "{who} accepts or declines",
}
#: The rule to name when an answer is given that nothing asks for.
_UNASKED = {
    "reveal": "explore.look",
    "draw": "glade.draw",
    "roll": "challenge.score",
    "add-1": "setup.guyon",
    "keep": "setup.guyon",
    "send": "card.illusion",
    "defend": "joust.score",
    "no-joust": "joust.when",
    "prize": "joust.prize-one",
    "accept": "combine.enter",
    "decline": "combine.enter",
    "dispute": "combine.dispute",
    "show-dwarf": "variant.hidden",
    "hide-dwarf": "variant.hidden",
}


def drawable(state: State) -> tuple[str, ...]:
    """The small cards that can be drawn now: the stacked one, or all that are undrawn (`glade.draw`)."""
    cached = state._cache.get("drawable")
    if cached is None:
        waiting = state.pending[-1]
        left = tuple(card for card in undrawn(state) if card not in waiting.other)
        stacked = tuple(card for card in state.next_cards if card in left)[:1]
        cached = state._cache["drawable"] = stacked or left
    return cast("tuple[str, ...]", cached)


# ------------------------------------------------------------------ judging


def find(state: State, action: Action) -> tuple[list[Why], Doer | None]:
    """The reasons against an action, and what does it."""
    verb = action.verb
    if state.over:
        return [Why("end.leave", "The game is over.")], None
    if state.pending:
        waiting = state.pending[-1]
        answers = ANSWERS[waiting.kind]
        if verb not in answers:
            first = _FIRST[waiting.kind].format(
                of=waiting.of,
                the=the(waiting.of) if waiting.of else "",
                knight=knight_name(waiting.knight),
                who=knight_name(waiting.who or ""),
            )
            home = HOME[waiting.kind]
            if waiting.kind == "escape" and state.knight(waiting.knight).captured:
                home = "card.enchantress-captures"
            why = [Why(home, f"First {first}.")]
            return why + _besides(state, action), None
        judge_it, do_it = answers[verb]
        return judge_it(state, state.mover, action), do_it
    if verb in _UNASKED:
        return [Why(_UNASKED[verb], "Nothing asks for this now.")], None
    judge_it, do_it = _own(action)
    knight = state.mover
    held = _held(state, knight, action)
    return held + judge_it(state, knight, action), do_it


def _own(action: Action) -> tuple[Judge, Doer]:
    """Who judges and who does an action of one's own turn."""
    if action.verb == "leave":
        return _LEAVE_COMPANION if action.of else _LEAVE_WOOD
    return OWN[action.verb]


def _besides(state: State, action: Action) -> list[Why]:
    """While something else waits: the lasting reasons against a joust are still worth knowing."""
    if action.verb == "joust" and state.pending[-1].kind != "offer":
        return jousts.why_no_joust(state, state.mover, action.of)
    return []


def _held(state: State, knight: Knight, action: Action) -> list[Why]:
    """What holds the Knight himself: prison, captivity, an undecided fight."""
    verb = action.verb
    if knight.imprisoned and verb not in ("use-key", "try-to-escape", "drop"):
        return [Why("tower.escape", f"{knight_name(knight)} is a prisoner in the Tower and must first get out.")]
    if knight.captured:
        return [Why("card.enchantress-captures", f"{knight_name(knight)} is a captive of the Enchantress.")]
    foe = knight.fighting
    if foe is None or verb in ("drop", "offer", "wand"):
        return []
    if foe in KNIGHTS:
        if (verb == "joust" and action.of == foe) or (verb in ("stay", "done") and not jousts.his_round(state, knight)):
            return []
        return [Why("joust.in-turn", f"The joust with {the(foe)} is undecided: it goes on first.", True)]
    if verb == "meet" and action.of == foe:
        return []
    return [Why("challenge.tie", f"The fight with {the(foe)} is undecided: it goes on in this turn.")]


def canonical(state: State, action: str | Action) -> Action:
    """The action meant here: against a Prince who attacks, "meet prince with sage" is another way to say "defend with sage"."""
    parsed = parse_action(action) if isinstance(action, str) else action
    if state.pending and parsed.verb == "meet":
        waiting = state.pending[-1]
        if waiting.kind == "attacked" and parsed.of == waiting.of:
            return Action("defend", aid=parsed.aid)
    return parsed


def judge(state: State, action: str | Action) -> Verdict:
    """Every reason against an action, without playing it; none means legal. UnreadableText if it is no action."""
    parsed = canonical(state, action)
    reasons, _ = find(state, parsed)
    if not reasons:
        return Verdict(parsed.text)
    unique = dict.fromkeys(reasons)
    return Verdict(parsed.text, tuple(reason(why, state.edition) for why in unique))


def play(state: State, action: str | Action) -> Step:
    """Play an action. Raises IllegalAction carrying the verdict."""
    parsed = canonical(state, action)
    listed: tuple[Action, ...] | None = state._cache.get("actions")
    if listed is not None and parsed in listed:  # judged already, when the legal actions were listed
        do_it: Doer | None = ANSWERS[state.pending[-1].kind][parsed.verb][1] if state.pending else _own(parsed)[1]
    else:
        reasons, do_it = find(state, parsed)
        if reasons:
            do_it = None
    if do_it is None:
        raise IllegalAction(judge(state, parsed))
    draft = Draft(state)
    do_it(draft, parsed)
    return Step(parsed.text, settle(draft), tuple(draft.events))


def settle(draft: Draft) -> State:
    """Carry out what follows by itself, and let the turn pass when nothing but 'done' is left to do."""
    while draft.pending and not draft.over:
        jousts.drop_what_lapsed(draft)
        if not draft.pending:
            break
        top = draft.pending[-1]
        if top.who is not None:
            break
        automatic = _AUTOMATIC.get(top.kind)
        if automatic is None:
            break
        automatic(draft, draft.pending.pop())
    state = draft.freeze()
    if not state.over and not state.pending and state.moment != "start" and state.legal_actions() == (_DONE,):
        end_turn(draft)
        return settle(draft)
    return state


_DONE = Action("done")
_AUTOMATIC: dict[str, Callable[[Draft, Pending], None]] = {
    "walk": exploring.walk,
    "glade": exploring.glade,
    "joust-over": jousts.joust_over,
}


def opened(state: State) -> State:
    """A state just read: a prisoner or captive at the start of his turn has his throw before him."""
    if state.over or state.pending or state.moment != "start":
        return state
    knight = state.mover
    if knight.imprisoned or knight.captured:
        draft = Draft(state)
        powers_used, stayed = draft.powers, draft.stayed
        begin_turn(draft)
        draft.powers, draft.stayed = powers_used, stayed
        return draft.freeze()
    return state


# ------------------------------------------------------------------ listing


def legal_actions(state: State) -> tuple[Action, ...]:
    """The legal actions, chance included: the candidates against which no reason speaks.

    At a chance step the candidates are made from what can turn up, so that none has a reason against it.
    """
    if state.over:
        return ()
    if state.pending:
        waiting = state.pending[-1]
        if waiting.who is None:
            return tuple(_answers(state, waiting))
        answers = ANSWERS[waiting.kind]
        knight = state.mover
        return tuple(a for a in candidates(state) if not answers[a.verb][0](state, knight, a))
    knight = state.mover
    if knight.imprisoned or knight.captured or knight.fighting is not None:
        return tuple(action for action in candidates(state) if not find(state, action)[0])
    return tuple(action for action in candidates(state) if not _own(action)[0](state, knight, action))


def _subsets(cards: list[str]) -> Iterator[tuple[str, ...]]:
    for size in range(len(cards) + 1):
        yield from combinations(cards, size)


_ROLL_ONE = tuple(Action("roll", dice=(face,)) for face in DIE)
_ROLL_TWO = tuple(Action("roll", dice=dice) for dice in product(DIE, DIE))
_REVEAL = {tile: Action("reveal", tile) for tile in TILES}
_DRAW = {card: Action("draw", card) for card in PACK}
_STALEMATE = {of: Action("stalemate", of) for of in ("", *KNIGHTS)}
_STAY, _WITHDRAW = Action("stay"), Action("withdraw")
_MOVES = tuple(Action("move", to=direction) for direction in DIRECTIONS)


def candidates(state: State) -> Iterator[Action]:
    """Every action that could be legal here: all that are legal are among them."""
    if state.pending:
        yield from _answers(state, state.pending[-1])
        return
    knight = state.mover
    if knight.imprisoned:
        yield Action("use-key")
        yield Action("try-to-escape")
        yield from (Action("drop", thing) for thing in knight.things)
        return
    if knight.fighting:
        yield from _fighting(state, knight)
        return
    area = state.area(knight.at)
    if state.moment == "start":
        yield from _MOVES
        yield _STAY
        yield from _at_the_start(state, knight)
    if state.moment == "arrived":
        yield _WITHDRAW
    for denizen in unmet(state, knight):
        yield from _meetings(state, knight, denizen)
    if area.has_inside:
        yield Action("go-in")
    if "bishop" in area.denizens:
        yield Action("pray")
    if len(state.knights) > 1:
        yield from _with_others(state, knight)
    if knight.things or knight.companions or area.things or area.things_outside or knight.knows_armour:
        yield from _with_hands(state, knight)
    if state.moment != "start":
        yield _DONE


def _fighting(state: State, knight: Knight) -> Iterator[Action]:
    foe = knight.fighting or ""
    if state.moment == "start":
        yield Action("wand")
    if foe in KNIGHTS:
        for aid in _subsets(helpers(knight, True, True, state.knight(foe).king)):
            yield Action("joust", foe, aid)
        yield Action("stay")
        yield _DONE
    else:
        yield from _meetings(state, knight, foe)
    for thing in knight.things:
        yield Action("drop", thing)
    yield from _offers(state, knight)


def _at_the_start(state: State, knight: Knight) -> Iterator[Action]:
    if "wand" in knight.things:
        yield Action("wand")
    if "arch-mage" in knight.companions:
        yield from (Action("arch-mage", to=area) for area in AREAS)
    if "magician" in knight.companions:
        yield from (Action("storm", to=area) for area in AREAS)
    area = state.area(knight.at)
    if area.name == "fountain":
        yield Action("drink")
    if area.name == "enchanted-gate":
        yield Action("leave")
    if len(state.knights) > 1:
        yield _STALEMATE[""]
        for other in state.knights:
            if other.id != knight.id:
                yield _STALEMATE[other.id]
                if other.fighting:
                    yield Action("aid", other.id)
        companions = [k.id for k in others_at(state, knight)]
        directions = _toward_enemies(state, knight) if companions else []
        for size in range(1, len(companions) + 1 if directions else 1):
            for group in combinations(companions, size):
                for direction in directions:
                    yield Action("combine", aid=sorted_aid(group), to=direction)


def _toward_enemies(state: State, knight: Knight) -> list[str]:
    """The directions in which a denizen or a Knight is next door."""
    held = {k.at for k in state.knights if not k.out}
    return [d for d, beyond in NEIGHBOURS[knight.at].items() if beyond in held or state.area(beyond).denizens]


def _meetings(state: State, knight: Knight, denizen: str) -> Iterator[Action]:
    card = DENIZENS[denizen]
    fought = is_challenger(denizen) or knight.fighting == denizen
    if fought:
        helpful = helpers(knight, *counts(denizen), denizen == "king")
    elif card.adds_prowess:
        helpful = helpers(knight, False, True)
    else:
        helpful = []
    allies = _allies(state, knight) if fought and "cooperative" in state.variants else [()]
    for ally in allies:
        for aid in _subsets(helpful):
            yield Action("meet", denizen, (*ally, *aid))


def _allies(state: State, knight: Knight) -> list[tuple[str, ...]]:
    present = [k.id for k in others_at(state, knight)]
    return [sorted_aid(group) for size in range(len(present) + 1) for group in combinations(present, size)]


def _with_others(state: State, knight: Knight) -> Iterator[Action]:
    others = others_at(state, knight)
    if not others:
        return
    for other in others:
        if other.imprisoned or other.captured:
            yield Action("release", other.id)
        yield from _jousts(state, knight, other.id, cooperative="cooperative" in state.variants)
    if "joint" in state.powers:
        for partner in knight.partners:
            for denizen in unmet(state, knight):
                yield Action("yield", denizen, to=partner)
    yield from _offers(state, knight)


def _jousts(state: State, knight: Knight, foe: str, cooperative: bool) -> Iterator[Action]:
    allies = [tuple(a for a in group if a != foe) for group in _allies(state, knight)] if cooperative else [()]
    for ally in dict.fromkeys(allies):
        for aid in _subsets(helpers(knight, True, True, state.knight(foe).king)):
            yield Action("joust", foe, (*ally, *aid))


def _offers(state: State, knight: Knight) -> Iterator[Action]:
    if knight.things:
        for other in others_at(state, knight):
            for thing in knight.things:
                yield Action("offer", thing, to=other.id)
                for price in other.things:
                    yield Action("offer", thing, to=other.id, price=price)


def _with_hands(state: State, knight: Knight) -> Iterator[Action]:
    for thing in loose_things(state, knight):
        yield Action("take", thing)
    if knight.knows_armour:
        yield Action("take", "armour")
    for thing in knight.things:
        yield Action("drop", thing)
    for companion in knight.companions:
        yield Action("leave", companion)
        if companion in ("child", "damsel"):
            yield Action("deliver", companion)


def _answers(state: State, waiting: Pending) -> Iterator[Action]:
    kind = waiting.kind
    if kind == "reveal":
        yield from map(_REVEAL.__getitem__, unseen_tiles(state, half_of(waiting.of)))
    elif kind == "draw":
        yield from map(_DRAW.__getitem__, drawable(state))
    elif kind in ("challenge", "joust"):
        yield from _ROLL_TWO
    elif kind in ("approach", "escape", "fountain"):
        yield from _ROLL_ONE
    elif kind == "illusion":
        yield from (Action("send", "illusion", to=area) for area in AREAS)
    elif kind in ("attacked", "answer"):
        defender = state.knight(waiting.who or "")
        king = kind == "answer" and state.knight(waiting.knight).king
        allies: list[tuple[str, ...]] = [()]
        if kind == "answer" and "cooperative" in state.variants:
            allies = list(dict.fromkeys(tuple(a for a in g if a != waiting.knight) for g in _allies(state, defender)))
        for ally in allies:
            for aid in _subsets(helpers(defender, True, True, king)):
                yield Action("defend", aid=(*ally, *aid))
    elif kind == "offer":
        resident = state.knight(waiting.knight)
        entering = not waiting.number and switch(state.edition, "newcomer-combination")
        joining = entering or "cooperative" in state.variants
        yield from _jousts(state, resident, waiting.of, cooperative=joining)
        yield Action("no-joust")
    elif kind == "prize":
        yield from _prizes(state, waiting)
    elif kind == "spoils":
        yield Action("accept")
        partner = state.knight(waiting.who or "")
        for aid in _subsets(helpers(partner, True, True, state.knight(waiting.knight).king)):
            yield Action("dispute", aid=aid)
    else:
        yield from (Action(verb) for verb in ANSWERS[kind])


def _prizes(state: State, waiting: Pending) -> Iterator[Action]:
    winner, loser = state.knight(waiting.knight), state.knight(waiting.of)
    yield Action("prize", "tower")
    yield Action("prize", "none")
    held = [*loser.things, *loser.prowess_cards, *(("blessing",) if loser.blessing else ())]
    yield from (Action("prize", card) for card in dict.fromkeys(held))
    followers = [*loser.companions, *(("horse",) if loser.horse else ()), *(("holy-grail",) if loser.grail else ())]
    for card in followers:
        if card in held:
            continue
        aided = helpers(winner, False, True) if DENIZENS[card].adds_prowess else []
        for aid in _subsets(aided):
            yield Action("prize", card, aid)


def chances(state: State) -> dict[str, Fraction]:
    """At a chance step every outcome with its exact probability; otherwise empty."""
    if state.decision != "chance":
        return {}
    return uniform(action.text for action in legal_actions(state))
