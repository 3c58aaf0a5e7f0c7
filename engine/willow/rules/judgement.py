"""The one judgement: what is open, who may answer it, the reasons against an action, what is legal, and what it leads to.

Listing and judging use the same reasons: an action is legal exactly when it has none.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from fractions import Fraction
from functools import lru_cache
from itertools import combinations

from engine.chance.chance import DIE, uniform
from engine.contract.verdicts import Why
from engine.willow.material.scenario import ELORA
from engine.willow.position.actions import Action, parse_action
from engine.willow.position.draft import Draft, no
from engine.willow.position.table import UNKNOWN, Character, Position, Task
from engine.willow.rules import casting, fighting, hands, moving, places, turns
from engine.willow.rules.hands import Row
from engine.willow.rules.values import Contest, contest, freeing
from engine.willow.rules.values import casting as spell_contest

#: What chance answers; what else interrupts; and what may be done at any moment when one's own side is asked.
CHANCE = ("roll", "love", "shape", "treasure", "draw")
_ANY_TIME = ("plays", "discards", "gives")
_CASTING = ("casts", "restores")
#: The verbs that answer each moment. Those of a step have their own reasons where the step is another.
_ANSWERS: Mapping[str, tuple[str, ...]] = {
    "over": (),
    "roll": ("roll",),
    "love": ("roll",),
    "shape": ("shape",),
    "treasure": ("treasure",),
    "draw": ("draws",),
    "consent": ("agrees", "refuses", "disagree"),
    "absorb": ("absorbs", "bears"),
    "meeting": ("is", "hides"),
    "settle": _ANY_TIME,
    "prepare": (*_CASTING, "pass", *_ANY_TIME),
    "cast": (*_CASTING, "pass"),
    "champions": ("champion", "disagree"),
    "foe": ("champion", "disagree", *_CASTING, *_ANY_TIME),
    "deal": ("gives",),
    "answer": (*_ANY_TIME, "done"),
    "foes": (*_ANY_TIME, "done"),
    "move": (*_ANY_TIME, *_CASTING, "moves", "searches", "takes", "uses", "looks", "frees", "done"),
    "fight": (*_ANY_TIME, *_CASTING, "attacks", "takes", "uses", "looks", "frees", "done"),
    "power": (*_ANY_TIME, *_CASTING, "takes", "uses", "looks", "frees", "done"),
}
#: What is to be done first where something interrupts.
_FIRST: Mapping[str, str] = {
    "roll": "contest.roll first",
    "love": "sorsha.again first",
    "shape": "transform.fail first",
    "treasure": "setup.treasures first",
    "consent": "aim.sides-cooperate first",
    "absorb": "army.absorb first",
    "meeting": "sorsha.choose-found first",
    "settle": "hand.over-limit first",
    "prepare": "fight.cast first",
    "cast": "fight.cast first",
    "champions": "fight.champion first",
    "foe": "turn.foes-first first",
    "deal": "setup.elora-deal first",
    "answer": "hand.discard-any-time answer",
}
#: Why a verb does not answer a step at all.
_NOT_NOW: Mapping[str, str] = {
    "attacks": "fight.when",
    "moves": "turn.good-steps move",
    "searches": "turn.good-steps move",
    "champion": "fight.champion none",
    "pass": "fight.cast none",
    "roll": "contest.roll none",
    "draws": "turn.draw-good none",
    "absorbs": "army.absorb none",
    "bears": "army.absorb none",
    "is": "sorsha.choose-found none",
    "hides": "sorsha.choose-found none",
    "agrees": "aim.sides-cooperate none",
    "refuses": "aim.sides-cooperate none",
    "shape": "transform.fail none",
    "treasure": "setup.treasures none",
    "takes": "turn.good-steps move",
    "uses": "turn.good-steps move",
    "looks": "turn.good-steps move",
    "frees": "turn.good-steps move",
    "casts": "spell.when now",
    "restores": "spell.when now",
}
_DISPUTES = {"champion": "fight.champion-disagree none", "treasure": "treasure.dispute one", "army": "army.take one"}


# ------------------------------------------------------------------ what is open, and for whom


def moment(position: Position) -> str:
    """What is open: a key of the answers above."""
    if position.won:
        return "over"
    if position.task is not None:
        kind = position.task.kind
        return "roll" if kind in ("search-place", "search-here", "cast", "free") else kind
    if position.settling():
        return "settle"
    if position.fight is not None:
        stage = position.fight.stage
        return "foe" if (position.fight.kind, stage) == ("foe", "champions") else stage
    if position.draws:
        return "draw"
    return "answer" if position.answering else position.step


def deciders(position: Position, verb: str = "") -> tuple[str, ...]:
    """The seats that may do what is done by this verb now: several where they share a decision (`aim.sides-cooperate`)."""
    now, task, fight = moment(position), position.task, position.fight
    if now in CHANCE or now == "over":
        return ()
    if task is not None:
        return (position.owner(task.asks[0] if task.kind == "consent" else task.who),)
    if now == "settle":
        return (position.owner(position.settling()),)
    if fight is not None and verb in ("champion", "disagree") and (side := fighting.choosing_side(position)):
        return position.seats_of(fighting.candidates(position, fight, side) or casting.involved(position, fight, side))
    if now == "champions":
        return ()
    return (position.owner(position.material.dealer),) if now == "deal" else (position.word,)


# ------------------------------------------------------------------ reasons


def reasons(position: Position, action: Action) -> list[Why]:
    """Every reason against an action here; none means that it is legal."""
    now = moment(position)
    if now == "over":
        return [no(_OVER.get(position.won, "turn.sides over"), *position.victors)]
    if action.verb not in _ANSWERS[now]:
        return [no(*told[:1], *map(str, told[1:])) for told in _why_not_now(position, now, action)]
    rows = [*_why_not_he(position, now, action), *_VERBS[action.verb][0](position, action)]
    return [no(*told) for told in dict.fromkeys(tuple(map(str, told)) for unfit, *told in rows if unfit)]


_OVER = {"good": "win.tir-asleen over", "evil": "win.evil over"}


def _why_not_now(position: Position, now: str, action: Action) -> Iterator[tuple[str, ...]]:
    """What comes first, or why this is not for now."""
    verb = action.verb
    if now == "draw":
        yield f"{turns.draw_rule(position, turns.drawing(position))} draws", turns.drawing(position)
    elif verb in _ANY_TIME and now in ("cast", "champions"):
        yield ("fight.discard-first",)
    elif verb == "attacks" and now in ("prepare", "cast"):
        yield ("fight.one now",)
    elif now in _FIRST:
        about = position.settling() or (position.task.who if position.task else "")
        yield _FIRST[now], about
    elif verb == "disagree":
        yield (_DISPUTES[action.what],)
    elif verb == "done":
        yield ("turn.good-steps done",)
    else:
        yield (_NOT_NOW[verb],)


def _why_not_he(position: Position, now: str, action: Action) -> Iterator[Row]:
    """Why it is not for that character to do it now: another side's turn, another player's word (`turn.sides`)."""
    if not action.actor or now in CHANCE:
        return
    one = position.character(action.actor)
    if now in ("consent", "absorb", "meeting"):
        task = position.task
        assert task is not None
        asked = task.asks[0] if now == "consent" else task.who
        yield one.id != asked, _FIRST[now], asked
    elif now == "settle":
        yield one.id != position.settling(), "hand.over-limit first", position.settling()
    elif now in ("prepare", "cast", "foe"):
        fight = position.fight
        assert fight is not None
        side = fight.side
        yield one.side != side, "fight.cast side", side
        yield (
            one.side == side and one.id not in casting.involved(position, fight, side),
            "fight.same-space involved",
            one.id,
        )
        yield from _why_not_his_word(position, one, side)
    elif now != "deal":
        yield from _why_not_his_turn(position, one, now, action)


def _why_not_his_word(position: Position, one: Character, side: str) -> Iterator[Row]:
    others = one.side == side and position.owner(one.id) != position.word
    yield others, "aim.sides-cooperate word", one.id, position.word


def _why_not_his_turn(position: Position, one: Character, now: str, action: Action) -> Iterator[Row]:
    side = position.side
    if now == "answer":
        side = "evil" if side == "good" else "good"
    any_time = action.verb in _ANY_TIME
    yield one.side != side, "hand.discard-any-time turn" if any_time else "turn.sides", one.id, position.side
    yield (
        one.side == side and now != "answer" and position.alone not in ("", one.id) and not any_time,
        "turn.extra",
        one.id,
    )
    yield from _why_not_his_word(position, one, side)
    yield f"refused {action.text}" in position.disputed, "aim.sides-cooperate refused", one.id


# ------------------------------------------------------------------ verbs of chance, and of interruptions


def _why_draws(position: Position, action: Action) -> Iterator[Row]:
    first = turns.drawing(position)
    yield action.actor != first, f"{turns.draw_rule(position, first)} draws", first
    yield action.what == ELORA, "elora.secret draw", action.what
    stacked = position.next_cards[:1]
    yield bool(stacked) and stacked != (action.what,), "discard.pile stacked", *stacked
    yield not stacked and action.what != ELORA and not position.undrawn()[action.what], "discard.pile", action.what


def _why_roll(position: Position, action: Action) -> Iterator[Row]:
    one = moment(position) == "love"
    yield len(action.dice) != (1 if one else 2), "sorsha.again dice" if one else "contest.roll dice"


def _why_shape(position: Position, action: Action) -> Iterator[Row]:
    yield action.what not in position.shapes_left(), "transform.fail", action.what


def _why_treasure(position: Position, action: Action) -> Iterator[Row]:
    yield action.what not in position.treasures_left(), "setup.treasures", action.what


def _nothing(position: Position, action: Action) -> Iterator[Row]:
    return iter(())


def _why_champion(position: Position, action: Action) -> Iterator[Row]:
    return fighting.why_champion(position, action)


def _why_disagrees(position: Position, action: Action) -> Iterator[Row]:
    task = position.task
    if task is not None:  # the players of a side are asked whether one of them may take something
        taken = parse_action(task.action, position)
        yield taken.verb != "takes" or taken.what != action.what, _DISPUTES[action.what]
    elif action.what != "champion":
        yield True, _DISPUTES[action.what]
    else:
        yield from fighting.why_disagrees(position, fighting.choosing_side(position))


def _why_answers_consent(position: Position, action: Action) -> Iterator[Row]:
    task = position.task
    if task is not None and action.verb == "refuses":
        taken = parse_action(task.action, position)
        yield taken.verb == "takes", f"{'treasure.dispute' if taken.what == 'treasure' else 'army.take'} refuses"


def _roll(draft: Draft, action: Action) -> None:
    """Dice have been thrown: what they decide (`contest.roll`)."""
    if len(action.dice) == 1:
        moving.love_roll(draft, action.dice[0])
        return
    trial, task = contest(draft.now), draft.now.task
    assert trial is not None
    own, second = action.dice
    sums = trial.own.rolled(own), trial.other.rolled(second)
    assumed = draft.now.material.assumed(trial.figures)
    others = trial.other.of not in draft.now.material.characters and "contest.other-roller"
    draft.say("throw", "contest.roll", "contest.modifiers", "value.effective", others, sums=sums, dice=action.dice)
    if assumed:
        draft.say("assumed", "setup.pointers", what=assumed)
    lead = sums[0].total - sums[1].total
    if task is None:
        fighting.fought(draft, trial, own, second)
    elif task.kind == "cast":
        casting.cast_result(draft, task, lead >= 0)
    elif task.kind == "free":
        places.freed(draft, task, lead > 0)
    else:
        draft.set(task=None)
        if task.kind == "search-place":
            moving.found_place(draft, task, lead > 0)
        elif lead > 0:
            moving.find(draft, task.place, "contest.stealth", "search.where")
        else:
            moving.not_found_here(draft, task)


# ------------------------------------------------------------------ consent within a side


def _asked(position: Position, action: Action) -> tuple[str, ...]:
    """Whose players are asked before it is done: those who go along, are transformed, or may object to the taking."""
    if not action.actor or action.verb not in ("moves", "searches", "casts", "restores", "takes"):
        return ()
    one = position.character(action.actor)
    names: Iterable[str] = action.group
    if action.verb in _CASTING:
        friend = action.target in position.material.characters and position.character(action.target).side == one.side
        names = (action.target,) if friend and (action.shape or action.verb == "restores") else ()
    elif action.verb == "takes":
        names = (each.id for each in position.at(one.at, one.side))
    found: dict[str, str] = {}
    for name in names:
        if position.owner(name) != position.owner(one.id):
            found.setdefault(position.owner(name), name)
    return tuple(found.values())


def _consents(draft: Draft, action: Action) -> None:
    """A player of the side has answered (`aim.sides-cooperate`, `transform.targets`, `treasure.dispute`)."""
    task = draft.now.task
    assert task is not None
    asked = parse_action(task.action, draft.now)
    if action.verb == "agrees":
        left = task.asks[1:]
        draft.set(task=task._replace(asks=left) if left else None)
        draft.say("agrees", "aim.sides-cooperate", who=action.actor, others=(task.who,))
        if not left:
            _VERBS[asked.verb][1](draft, parse_action(task.action, draft.now))
        return
    draft.set(task=None)
    if action.verb == "refuses":
        draft.set(disputed=draft.now.disputed | {f"refused {task.action}"})
        draft.say("refuses", "aim.sides-cooperate", who=action.actor, others=(task.who,))
        return
    place = draft.get(task.who).at
    draft.set(disputed=draft.now.disputed | {f"{asked.what} {place}"})
    rule = "treasure.dispute" if asked.what == "treasure" else "army.take"
    draft.say("stays-lying", rule, way=asked.what, at=place, who=task.asks[:1])


def _disagrees(draft: Draft, action: Action) -> None:
    if draft.now.task is not None:
        _consents(draft, action)
    else:
        fighting.disagree_champion(draft)


# ------------------------------------------------------------------ the table of verbs

Judge = Callable[[Position, Action], Iterable[Row]]
Perform = Callable[[Draft, Action], None]
_VERBS: Mapping[str, tuple[Judge, Perform]] = {
    "draws": (_why_draws, turns.draws),
    "roll": (_why_roll, _roll),
    "shape": (_why_shape, lambda draft, action: casting.random_shape(draft, action.what)),
    "treasure": (_why_treasure, lambda draft, action: places.turned_up(draft, action.what)),
    "plays": (hands.why_plays, hands.plays),
    "discards": (hands.why_discards, hands.discards),
    "gives": (hands.why_gives, hands.gives),
    "takes": (places.why_takes, places.takes),
    "moves": (moving.why_moves, moving.moves),
    "searches": (moving.why_searches, moving.searches),
    "is": (_nothing, moving.answers),
    "hides": (_nothing, moving.answers),
    "casts": (casting.why_casts, casting.casts),
    "restores": (casting.why_casts, casting.casts),
    "attacks": (fighting.why_attacks, fighting.attacks),
    "pass": (_nothing, fighting.passes),
    "champion": (_why_champion, fighting.champion),
    "disagree": (_why_disagrees, _disagrees),
    "absorbs": (_nothing, fighting.decided),
    "bears": (_nothing, fighting.decided),
    "uses": (places.why_uses, places.uses),
    "looks": (places.why_looks, places.looks),
    "frees": (places.why_frees, places.frees),
    "agrees": (_nothing, _consents),
    "refuses": (_why_answers_consent, _consents),
    "done": (lambda position, action: turns.why_done(position), turns.done),
}


def perform(position: Position, action: Action) -> Draft:
    """What a legal action leads to, with all that follows from it by itself."""
    draft = Draft(position)
    asked = _asked(position, action)
    if asked and position.task is None:
        draft.set(task=Task("consent", action.actor, asks=asked, action=action.text))
        draft.say("asks", "aim.sides-cooperate", "transform.targets", who=action.actor, others=asked)
        return draft
    _VERBS[action.verb][1](draft, action)
    if action.verb not in ("done", "pass", "champion", "disagree") and draft.now.passed and position.fight is None:
        draft.set(passed=())
    before = position.fight
    if before is not None and before.kind == "bavmorda" and draft.now.task is None:
        turns.after_queen(draft)
    turns.go_on(draft)
    return draft


# ------------------------------------------------------------------ listing


@lru_cache(maxsize=256)  # a page asks some forty times for those of one moment
def legal_actions(position: Position) -> tuple[Action, ...]:
    """The legal actions, chance steps included; none when the game is over."""
    now = moment(position)
    if now in CHANCE:
        return tuple(chances(position))
    return tuple(action for action in _candidates(position, now) if not reasons(position, action))


def chances(position: Position) -> dict[Action, Fraction]:
    """At a chance step every outcome with its probability; otherwise nothing."""
    match moment(position):
        case "roll":
            return uniform(Action("roll", dice=(own, second)) for own in DIE for second in DIE)
        case "love":
            return uniform(Action("roll", dice=(die,)) for die in DIE)
        case "shape":
            return uniform(Action("shape", what=shape) for shape in position.shapes_left())
        case "treasure":
            return uniform(Action("treasure", what=treasure) for treasure in position.treasures_left())
        case "draw":
            who = turns.drawing(position)
            if position.next_cards:
                return {Action("draws", who, position.next_cards[0]): Fraction(1)}
            left = position.undrawn()
            return {Action("draws", who, card): Fraction(n, left.total()) for card, n in left.items()}
    return {}


def _candidates(position: Position, now: str) -> Iterator[Action]:
    """What could be done now, legal or not: every legal action is among it."""
    task, verbs = position.task, _ANSWERS[now]
    if task is not None:
        asked = task.asks[0] if task.kind == "consent" else task.who
        yield from (Action(verb, asked) for verb in verbs if verb != "disagree")
        yield from (Action("disagree", what=what) for what in ("treasure", "army") if "disagree" in verbs)
        return
    for one in _who(position, now):
        for verb in verbs:
            if verb in _LISTS:
                yield from _LISTS[verb](position, one)
    if position.fight is not None and "champion" in verbs:
        side = fighting.choosing_side(position)
        yield from (Action("champion", what=name) for name in casting.involved(position, position.fight, side))
        yield Action("disagree", what="champion")
    yield from (Action(verb) for verb in ("pass", "done") if verb in verbs)


def _who(position: Position, now: str) -> Iterable[Character]:
    """Whose actions are looked at: those of the players who are asked."""
    if now == "settle":
        return (position.character(position.settling()),)
    asked = deciders(position)
    return [one for one in position.characters if position.owner(one.id) in asked]


def _list_plays(position: Position, one: Character) -> Iterator[Action]:
    for name in dict.fromkeys(one.hand):
        if name == UNKNOWN:
            continue
        card = position.card(name)
        if card.kind == "foe":
            yield from (Action("plays", one.id, name, other.id) for other in position.of_side("good"))
        elif card.does("love"):
            yield from (Action("plays", one.id, name, lover) for lover in position.material.lovers or ())
        elif card.does("spies"):
            yield from (Action("plays", one.id, name, other.id) for other in position.characters if other.id != one.id)
        else:
            yield Action("plays", one.id, name)


def _list_discards(position: Position, one: Character) -> Iterator[Action]:
    for name in dict.fromkeys(one.hand + one.face_up + one.spells):
        yield Action("discards", one.id, name)
    if one.army:
        yield Action("discards", one.id, "army")


def _list_gives(position: Position, one: Character) -> Iterator[Action]:
    mates = position.of_side(one.side) if position.step == "deal" else position.at(one.at, one.side)
    things = [*dict.fromkeys(one.hand + one.face_up + one.spells), *one.treasures, *(["army"] if one.army else [])]
    for mate in mates:
        if mate.id != one.id:
            yield from (Action("gives", one.id, thing, mate.id) for thing in things)


def _groups(position: Position, one: Character) -> Iterator[tuple[str, ...]]:
    """Every company he could move with; a group that has been named is kept."""
    if one.group and one.spent:
        yield tuple(name for name in position.material.characters if name in one.group and name != one.id)
        return
    mates = [mate.id for mate in position.at(one.at, one.side) if mate.id != one.id]
    for many in range(len(mates) + 1):
        yield from combinations(mates, many)


def _list_moves(position: Position, one: Character) -> Iterator[Action]:
    for place in position.material.next_to[one.at]:
        yield from (Action("moves", one.id, "", place, group=group) for group in _groups(position, one))


def _list_searches(position: Position, one: Character) -> Iterator[Action]:
    if one.side == "evil":
        yield Action("searches", one.id, "", "here")
    for place in position.material.next_to[one.at]:
        if position.material.places[place].of_power:
            yield from (Action("searches", one.id, "", place, group=group) for group in _groups(position, one))


def _list_takes(position: Position, one: Character) -> Iterator[Action]:
    yield from (Action("takes", one.id, what) for what in ("army", "treasure"))


def _list_looks(position: Position, one: Character) -> Iterator[Action]:
    here = position.material.places[one.at].power
    if one.side == "evil":
        yield Action("looks", one.id, "", one.at)
    elif here == "forest":
        yield from (Action("looks", one.id, "", place) for place in position.material.places)
    elif here == "village":
        yield from (Action("looks", one.id, "", other.id) for other in position.characters)


def _list_casts(position: Position, one: Character) -> Iterator[Action]:
    for name in dict.fromkeys(one.spells):
        card = position.card(name)
        if card.does("transforms"):
            for target in _aims(position, one):
                yield from (Action("casts", one.id, name, target, shape) for shape in position.shapes_left())
        elif card.does("harm") or card.does("heals"):
            yield from (Action("casts", one.id, name, other.id) for other in position.at(one.at))
        else:
            yield Action("casts", one.id, name)


def _aims(position: Position, one: Character) -> Iterator[str]:
    """At what a Transformation could be aimed from here."""
    yield from (other.id for other in position.at(one.at))
    yield from (
        name for other in position.at(one.at) for name in other.treasures if position.material.treasures[name].companion
    )
    if position.fight is not None and position.fight.foe:
        yield position.fight.foe


def _list_restores(position: Position, one: Character) -> Iterator[Action]:
    yield from (Action("restores", one.id, "", target) for target in _aims(position, one))


_LISTS: Mapping[str, Callable[[Position, Character], Iterator[Action]]] = {
    "plays": _list_plays,
    "discards": _list_discards,
    "gives": _list_gives,
    "moves": _list_moves,
    "searches": _list_searches,
    "takes": _list_takes,
    "looks": _list_looks,
    "casts": _list_casts,
    "restores": _list_restores,
    "attacks": lambda position, one: iter((Action("attacks", one.id),)),
    "uses": lambda position, one: iter((Action("uses", one.id),)),
    "frees": lambda position, one: iter((Action("frees", one.id),)),
}


# ------------------------------------------------------------------ on which figures a judgement rests


#: The rules that ask whether two spaces are joined by a line, when a Spell may be cast, and what it does.
_OF_THE_MAP = frozenset(("move.one-or-two", "search.place-approach", "setup.components"))
_OF_ITS_TIME = frozenset(("spell.when",))
_OF_ITS_EFFECT = frozenset(("spell.valid-target", "spell.target-space", "transform.targets", "card.precedence"))


def figures_of(position: Position, action: Action, against: frozenset[str] = frozenset()) -> tuple[str, ...]:
    """The figures that a judgement of this action, or the throw it leads to, rests on; ``against`` are the rules that refuse it.

    What is refused rests on no throw, and on the lines of the map, a Spell's time or its effect only if one of those rules asks.
    """
    found: list[str] = []
    if action.verb in ("moves", "searches") and action.target != "here" and (not against or against & _OF_THE_MAP):
        found.append("links of the map")
    trial: Contest | None = None
    if against and action.verb not in (*_CASTING, "plays"):
        return tuple(found)
    if action.verb == "roll":
        trial = contest(position)
    elif action.verb == "searches" and (action.target == "here" or position.material.places[action.target].of_power):
        known = action.target != "here" or position.at(position.character(action.actor).at, "good")
        trial = moving.trial_of(position, action) if known else None
    elif action.verb in _CASTING:
        card = casting.spell_meant(position, action)
        if card is not None and card.kind == "spell":
            trial = None if against else spell_contest(position, action.actor, card.id)
            found += [f"time of {card.id}"] if not against or against & _OF_ITS_TIME else []
            found += [f"effect of {card.id}"] if not against or against & _OF_ITS_EFFECT else []
    elif action.verb == "frees":
        trial = freeing(position, action.actor)
    elif action.verb == "plays" and action.what in position.material.cards:
        found += [f"effect of {action.what}"]
    return (*found, *(trial.figures if trial is not None else ()))
