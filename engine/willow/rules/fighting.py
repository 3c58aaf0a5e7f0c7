"""Fights in their stages: with enemy characters, with Foes, and Good's confrontation with Bavmorda."""

from __future__ import annotations

from collections.abc import Iterator

from engine.willow.material.scenario import ELORA, other
from engine.willow.position.actions import Action
from engine.willow.position.draft import Draft
from engine.willow.position.table import Fight, Position, Task
from engine.willow.rules.casting import involved, leaves_castle
from engine.willow.rules.hands import Row, capture, drop_hand, suspect
from engine.willow.rules.losing import absorb, bear, gain, threaten
from engine.willow.rules.moving import lacking
from engine.willow.rules.values import Contest, against_queen, effective

# ------------------------------------------------------------------ beginning


def why_attacks(position: Position, action: Action) -> Iterator[Row]:
    """Why no fight begins in the space of that character (`fight.when`, `turn.evil-must-find`)."""
    one = position.character(action.actor)
    enemies, enemy = position.at(one.at, other(one.side)), other(one.side)
    yield not enemies, "fight.same-space", one.id
    yield not enemies and len(position.at(one.at, one.side)) > 1, "fight.never-own", one.id
    yield one.at in position.fought, "fight.one", one.at
    if one.side == "evil":
        yield (
            bool(enemies) and not any(e.found for e in enemies),
            "turn.evil-must-find",
            enemies[0].id if enemies else "",
        )
    yield one.health == 0, "health.zero attacks", one.id
    fight = Fight(one.at)
    if enemies:
        for name in (*involved(position, fight, one.side), *involved(position, fight, enemy)):
            measure = effective(position, name, "prowess")
            yield from lacking(Contest("prowess", measure, measure))


def attacks(draft: Draft, action: Action) -> None:
    """A fight begins; if all who are attacked are at zero Health it is over at once (`fight.champion-zero`)."""
    one = draft.get(action.actor)
    fight = Fight(one.at, side=one.side)
    enemies = involved(draft.now, fight, other(one.side))
    draft.set(fight=fight, fought=draft.now.fought | {one.at}, passed=(), answering=False)
    good = one.side == "good"
    rules = ("fight.when", "turn.good-may-fight" if good else "turn.evil-must-find", good and "search.good-free")
    draft.say("attacks", *rules, who=one.id, others=enemies, at=one.at)
    if not any(draft.get(name).health for name in enemies):
        name_champions(draft)
    else:
        give_word(draft)


def give_word(draft: Draft) -> None:
    """The word goes to the first player of the side whose turn it is to cast."""
    fight = draft.now.fight
    assert fight is not None
    seats = draft.now.seats_of(involved(draft.now, fight, fight.side))
    draft.set(word=seats[0] if seats else draft.now.order[0], passed=())


def passes(draft: Draft, action: Action) -> None:
    """A player casts no more; when both sides have passed one after the other, champions are named (`fight.cast`)."""
    fight = draft.now.fight
    assert fight is not None
    passed = (*draft.now.passed, draft.now.word)
    waiting = [seat for seat in draft.now.seats_of(involved(draft.now, fight, fight.side)) if seat not in passed]
    draft.say("passes", "fight.cast", way=fight.side, at=fight.at)
    if waiting:
        draft.set(word=waiting[0], passed=passed)
        return
    draft.set(fight=fight._replace(stage="cast", side=other(fight.side), passes=fight.passes + 1))
    if fight.passes + 1 == 2:
        name_champions(draft)
    else:
        give_word(draft)


# ------------------------------------------------------------------ champions


def candidates(position: Position, fight: Fight, side: str) -> tuple[str, ...]:
    """Who may be champion: those with Health, the untransformed first (`fight.champion-zero`, `transform.champion`)."""
    names = involved(position, fight, side)
    able = [position.character(name) for name in names if position.character(name).health]
    plain = [one.id for one in able if not one.transformed]
    return tuple(plain or [one.id for one in able])


def choosing_side(position: Position) -> str:
    """The side that is to name its champion, the side on turn first; "" when nobody is."""
    fight = position.fight
    if fight is None or fight.stage != "champions":
        return ""
    if fight.kind != "characters":
        return "" if fight.good else "good"
    sides = (side for side in (position.side, other(position.side)) if candidates(position, fight, side))
    return next((side for side in sides if not fight.champion(side)), "")


def name_champions(draft: Draft) -> None:
    """Champions are to be named; a lone one is it (`fight.champion`). A side without one loses its hands without a throw."""
    fight = draft.now.fight
    assert fight is not None
    draft.set(fight=fight._replace(stage="champions"))
    sides = ("good", "evil") if fight.kind == "characters" else ("good",)
    for side in sides:
        able = candidates(draft.now, fight, side)
        if len(able) == 1:
            _name(draft, able[0], "fight.champion", alone=True)
    able_sides = [side for side in sides if candidates(draft.now, fight, side)]
    if not able_sides:
        draft.say("no-fight", "fight.champion-zero", at=fight.at)
        end_fight(draft)
    else:
        go_on(draft)


def _name(draft: Draft, name: str, *rules: str | bool, alone: bool = False) -> None:
    side, fight = draft.get(name).side, draft.now.fight
    assert fight is not None
    draft.set(fight=fight._replace(good=name) if side == "good" else fight._replace(evil=name))
    draft.say("champion", *rules, who=name, at=fight.at, way="alone" if alone else "named")


def go_on(draft: Draft) -> None:
    """On to the throw when both champions are known, or to the end where a side has none that could fight."""
    fight = draft.now.fight
    assert fight is not None
    if fight.kind != "characters":
        if fight.good:
            draft.set(fight=fight._replace(stage="roll"))
        return
    for side in ("good", "evil"):
        if not candidates(draft.now, fight, side):
            victor = fight.champion(other(side))
            if victor:
                beaten = involved(draft.now, fight, side)
                draft.say("no-throw", "fight.champion-zero", "health.zero", who=beaten, at=fight.at)
                capture(draft, beaten, victor, "fight.champion-zero")
                end_fight(draft)
            return
    if fight.good and fight.evil:
        draft.set(fight=fight._replace(stage="roll"))


def why_champion(position: Position, action: Action) -> Iterator[Row]:
    """Why somebody is not named champion (`fight.champion`)."""
    fight, side, one = position.fight, choosing_side(position), position.character(action.what)
    assert fight is not None
    yield one.side != side, "fight.champion side", side
    if one.side == side:
        inside = one.id in involved(position, fight, side)
        yield not inside, "fight.champion", one.id
        able = candidates(position, fight, side)
        zero = inside and bool(able) and not one.health
        yield zero, "fight.champion-zero named", one.id
        yield inside and not zero and bool(able) and one.id not in able, "transform.champion", one.id
    if fight.kind == "foe" and one.side == side:
        yield from lacking(
            Contest("prowess", effective(position, one.id, "prowess"), effective(position, one.id, "prowess"))
        )
    if fight.kind == "bavmorda" and one.side == side:
        yield from lacking(against_queen(position, one.id))


def champion(draft: Draft, action: Action) -> None:
    """A champion is named; of Foes, whoever is named with no Health just loses his hand (`fight.foe-champion`)."""
    fight = draft.now.fight
    assert fight is not None
    if fight.kind == "foe":
        mate = action.what != fight.target
        _name(draft, action.what, "fight.foe-champion", mate and "fight.foe-other-champions")
        if not draft.get(action.what).health:
            draft.say("no-throw", "fight.champion-zero", "health.zero", who=action.what, at=fight.at)
            for name in involved(draft.now, fight, "good"):
                drop_hand(draft, name, "lose.to-foe", "lose.all-defended")
            _foe_done(draft)
            return
    elif fight.kind == "bavmorda":
        _name(draft, action.what, "bavmorda.champion")
    else:
        _name(draft, action.what, "fight.champion")
    go_on(draft)


def why_disagrees(position: Position, side: str) -> Iterator[Row]:
    """Why there is no dispute about the champion: one player decides (`fight.champion-disagree`)."""
    fight = position.fight
    assert fight is not None
    yield len(position.seats_of(candidates(position, fight, side))) < 2, "fight.champion-disagree one", side


def disagree_champion(draft: Draft) -> None:
    """The players do not agree: the worst fighter must be champion (`fight.champion-disagree`)."""
    fight, side = draft.now.fight, choosing_side(draft.now)
    assert fight is not None
    able = candidates(draft.now, fight, side)
    seats = draft.now.order

    def rank(name: str) -> tuple[int, int, int]:
        return effective(draft.now, name, "prowess").total, seats.index(draft.now.owner(name)), able.index(name)

    draft.say("disagrees", "fight.champion-disagree", way=side, at=fight.at)
    champion(draft, Action("champion", what=min(able, key=rank)))


# ------------------------------------------------------------------ the throw


def fought(draft: Draft, trial: Contest, own: int, second: int) -> None:
    """The dice of a fight have been thrown."""
    fight = draft.now.fight
    assert fight is not None
    kinds = {"characters": _exchange, "foe": _foe_exchange, "bavmorda": _queen_exchange}
    kinds[fight.kind](draft, fight, trial.own.total + own - trial.other.total - second)


def _exchange(draft: Draft, fight: Fight, lead: int) -> None:
    first = draft.now.side
    if lead == 0:
        draft.say("tie", "contest.prowess-tie", "fight.one", at=fight.at)
        end_fight(draft)
        return
    side = other(first) if lead > 0 else first
    loser, winner = fight.champion(side), fight.champion(other(side))
    if threaten(draft, loser, abs(lead), "fight", winner):
        _after_fight(draft, loser, winner)


def _after_fight(draft: Draft, loser: str, winner: str) -> None:
    """A champion with no Health left loses his hand, and all he defended theirs (`fight.defeat`, `lose.all-defended`)."""
    fight, one = draft.now.fight, draft.get(loser)
    assert fight is not None
    if one.health == 0:
        beaten = involved(draft.now, fight, one.side)
        draft.say("falls", "fight.defeat", "lose.when", who=loser, others=(winner,), at=fight.at)
        several = len(beaten) > 1 and "lose.all-defended"
        capture(draft, beaten, winner, "fight.defeat", several)
        shape = bool(draft.get(winner).transformed) and "transform.prowess-gain"
        gain(draft, winner, "prowess", "prowess.gain", shape)
    end_fight(draft)


def end_fight(draft: Draft) -> None:
    """The fight is over; the word is with the side on turn again."""
    draft.set(fight=None, passed=())
    if draft.now.seats(draft.now.side):
        draft.set(word=draft.now.seats(draft.now.side)[0])


# ------------------------------------------------------------------ Foes


def next_foe(position: Position) -> tuple[str, str] | None:
    """The next Foe to be fought, and on whom it lies: in the order played (`fight.foe-order`), character by character."""
    return next(((one.foes[0], one.id) for one in position.of_side("good") if one.due and one.foes), None)


def open_foe(draft: Draft) -> None:
    """The next Foe is met: a champion is to be named (`turn.foes-first`)."""
    met = next_foe(draft.now)
    if met is None or draft.now.fight is not None:
        return
    foe, name = met
    one = draft.get(name)
    draft.set(fight=Fight(one.at, "foe", "champions", foe=foe, target=name))
    draft.set(word=draft.now.owner(name), passed=())
    alone = len(draft.now.at(one.at, "good")) == 1 and "fight.foe-alone"
    draft.say("meets-foe", "turn.foes-first", "fight.foe-order", alone, who=name, what=(foe,), at=one.at)


def _foe_exchange(draft: Draft, fight: Fight, lead: int) -> None:
    if lead < 0:
        if threaten(draft, fight.good, -lead, "foe", fight.foe):
            _after_foe(draft)
        return
    if lead == 0:
        draft.say("foe-tie", "fight.foe-tie", "contest.prowess-tie", what=(fight.foe,))
    else:
        health = draft.now.card(fight.foe).health
        draft.say("foe-hurt", "contest.prowess", "prowess.foe-health", what=(fight.foe,), number=min(lead, health))
        if lead >= health:
            gain(draft, fight.good, "prowess", "prowess.gain", "prowess.foe-health")
    _foe_done(draft)


def _after_foe(draft: Draft) -> None:
    fight = draft.now.fight
    assert fight is not None
    if draft.get(fight.good).health == 0:
        draft.say("falls", "fight.defeat", "lose.when", who=fight.good, others=(fight.foe,), at=fight.at)
        for name in involved(draft.now, fight, "good"):
            drop_hand(draft, name, "lose.to-foe", name != fight.good and "lose.all-defended")
    _foe_done(draft)


def _foe_done(draft: Draft) -> None:
    """The Foe is discarded, beaten or not; its shape returns to the deck (`foe.discard-after`, `transform.foe`)."""
    fight = draft.now.fight
    assert fight is not None
    one = draft.get(fight.target)
    draft.set_character(one.id, foes=one.foes[1:], due=one.due - 1)
    draft.set_character(fight.good, fought_foe=True)
    draft.discard(fight.foe)
    rules = ("foe.discard-after", "turn.foe-no-move", bool(fight.shape) and "transform.foe")
    draft.say("foe-discarded", *rules, who=fight.good, what=(fight.foe,), at=fight.at)
    end_fight(draft)
    open_foe(draft)


# ------------------------------------------------------------------ Bavmorda


def confront(draft: Draft) -> bool:
    """Whether Good characters in Nockmaar Castle must face Bavmorda now; then it begins (`bavmorda.confront`)."""
    castle, now = draft.now.material.castle, draft.now
    if not castle or now.side != "good" or now.slayer:
        return False
    facing = [one.id for one in now.at(castle, "good") if one.health and not leaves_castle(now, one)]
    if not facing:
        return False
    draft.set(fight=Fight(castle, "bavmorda", "champions", health=draft.now.material.queen[1]))
    draft.say("confronts", "bavmorda.confront", "bavmorda.values", who=facing, at=castle)
    name_champions(draft)
    return True


def _queen_exchange(draft: Draft, fight: Fight, lead: int) -> None:
    if lead == 0:
        draft.say("queen-tie", "bavmorda.champion", "bavmorda.repeat", who=fight.good)
    elif lead > 0:
        health = max(0, fight.health - lead)
        draft.set(fight=fight._replace(health=health))
        draft.say("queen-hurt", "bavmorda.champion", "bavmorda.repeat", who=fight.good, number=health)
        if not health:
            draft.set(slayer=fight.good)
            draft.say("slain", "win.bavmorda", "aim.good", who=fight.good)
            end_fight(draft)
    elif threaten(draft, fight.good, -lead, "bavmorda", "bavmorda"):
        _after_queen(draft)


def _after_queen(draft: Draft) -> None:
    """A fallen champion discards his hand, Elora Danan with him is removed; the next one faces her (`bavmorda.defeat`)."""
    fight = draft.now.fight
    assert fight is not None
    fallen = draft.get(fight.good)
    if fallen.health:
        return
    if ELORA in fallen.hand:
        draft.set_character(fallen.id, hand=tuple(card for card in fallen.hand if card != ELORA), known=())
        last = draft.now.round + draft.now.material.count("bonus_rounds")
        draft.set(elora="removed", suspects=(), clock=last, deliverer="")
        draft.say("elora-removed", "bavmorda.defeat", who=fallen.id, number=last)
    drop_hand(draft, fallen.id, "bavmorda.defeat")
    suspect(draft)
    draft.set(fight=fight._replace(good=""))
    if candidates(draft.now, fight, "good"):
        draft.say("next-champion", "bavmorda.next-champion", at=fight.at)
        name_champions(draft)
        return
    draft.say("recovers", "bavmorda.recovers", at=fight.at, number=draft.now.material.queen[1])
    end_fight(draft)


# ------------------------------------------------------------------ a loss that an Army may absorb


def decided(draft: Draft, action: Action) -> None:
    """The loser's player has decided about his Army; then what was under way goes on."""
    task = draft.now.task
    assert task is not None
    draft.set(task=None)
    if action.verb == "absorbs":
        absorb(draft, task)
    else:
        bear(draft, task.who, task.number, task.cause, task.by)
    resume(draft, task)


def resume(draft: Draft, task: Task) -> None:
    """On with the fight in which a loss was absorbed or borne."""
    if task.cause == "fight":
        _after_fight(draft, task.who, task.by)
    elif task.cause == "foe":
        _after_foe(draft)
    elif task.cause == "bavmorda":
        _after_queen(draft)
