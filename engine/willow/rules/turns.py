"""The order of a round: steps and turns, draws, healing, who has the word, and how the game ends."""

from __future__ import annotations

from collections.abc import Iterator

from engine.willow.material.scenario import ELORA, other
from engine.willow.position.actions import Action
from engine.willow.position.draft import Draft
from engine.willow.position.table import UNKNOWN, Position
from engine.willow.rules.casting import involved, leaves_castle
from engine.willow.rules.fighting import confront, end_fight, next_foe, open_foe, why_attacks
from engine.willow.rules.fighting import give_word as give_fight_word
from engine.willow.rules.hands import Row, heal
from engine.willow.rules.moving import ask_him, betrayed, deliver, find, must_answer, spaces_left
from engine.willow.rules.places import why_frees, why_looks, why_takes, why_uses

#: The steps of each side's turn (`turn.good-steps`, `turn.evil-steps`, `turn.evil-no-foes`).
STEPS = {"good": ("draw", "foes", "move", "heal", "fight", "power"), "evil": ("draw", "move", "heal", "fight")}
#: The rules of that order, and of what each side draws.
_ORDER = {"good": "turn.good-steps", "evil": "turn.evil-steps"}
DRAWS = {"good": "turn.draw-good", "evil": "turn.draw-evil"}

# ------------------------------------------------------------------ ending a step


def why_done(position: Position) -> Iterator[Row]:
    """Why a step is not ended: Foes are to be fought, or Sorsha must leave the Castle (`sorsha.castle`)."""
    if position.step == "foes" and not position.answering:
        met = next_foe(position)
        yield met is not None, "turn.foes-first", *(met or ())
    if position.step == "move" and position.side == "good" and not position.answering:
        for one in position.acting():
            yield leaves_castle(position, one) and spaces_left(position, one) > 0, "sorsha.castle", one.id


def done(draft: Draft, action: Action) -> None:
    """A player has nothing more to do: the word passes on; when all of the side have said so the step ends."""
    now = draft.now
    side = other(now.side) if now.answering else now.side
    passed = (*now.passed, now.word)
    waiting = [seat for seat in _seats(now, side) if seat not in passed]
    if waiting:
        draft.set(word=waiting[0], passed=passed)
        draft.say("word-passes", "aim.sides-cooperate", way=waiting[0])
    elif now.answering:
        draft.set(answering=False)
        draft.say("prepared", "fight.discard-first", "hand.discard-any-time", way=side)
        give_word(draft)
    else:
        draft.say("step-done", _ORDER[now.side], way=now.step)
        end_step(draft)


def _seats(position: Position, side: str) -> tuple[str, ...]:
    if position.alone and side == position.side:
        return (position.owner(position.alone),)
    return position.seats(side)


def give_word(draft: Draft) -> None:
    """The word goes to the first player of the side that is asked; nobody has passed."""
    side = other(draft.now.side) if draft.now.answering else draft.now.side
    draft.set(word=next(iter(_seats(draft.now, side)), draft.now.order[0]), passed=())


def end_step(draft: Draft) -> None:
    """What the end of a step brings, and on to the next."""
    if draft.now.step == "move" and draft.now.fight is None:
        _end_of_move(draft)
        if confront(draft):
            return
    next_step(draft)


def _end_of_move(draft: Draft) -> None:
    """Evil that ends its move: the Castle heals and receives the child, and an Army betrays the Good (`power.nockmaar`)."""
    if draft.now.side == "good":
        return
    castle = draft.now.material.castle
    for one in list(draft.now.acting()):
        deliver(draft, one.id)
        if one.at == castle:
            most = draft.now.material.count("pointer_max")
            heal(draft, one.id, most, "power.nockmaar")
        if betrayed(draft.now, one.at) and not all(good.found for good in draft.now.at(one.at, "good")):
            find(draft, one.at, "search.army")


def next_step(draft: Draft) -> None:
    """On to the next step, or to the next turn."""
    steps = STEPS[draft.now.side]
    at = steps.index(draft.now.step) + 1 if draft.now.step in steps else 0
    if at == len(steps):
        next_turn(draft)
    else:
        begin_step(draft, steps[at])


def begin_step(draft: Draft, step: str) -> None:
    """A step begins; one in which nothing can be done is passed over."""
    draft.set(step=step, answering=False)
    give_word(draft)
    if step == "draw":
        number = draft.now.material.count(f"draw_{draft.now.side}")
        draft.set(draws=tuple((one.id, number) for one in draft.now.acting() if number))
    elif step == "foes":
        open_foe(draft)
        if next_foe(draft.now) is None:
            next_step(draft)
    elif step == "heal":
        _heal_all(draft)
        next_step(draft)
    elif step == "fight":
        _begin_fights(draft)
    elif step == "power" and not any_power(draft.now):
        next_step(draft)


def _heal_all(draft: Draft) -> None:
    """Who moved or fought a Foe regains one Health, the others two (`health.heal`, `move.healing-after-search`)."""
    for one in list(draft.now.acting()):
        tired = one.spent > 0 or one.fought_foe
        number = draft.now.material.count("heal_moved" if tired else "heal_rested")
        searched = one.stopped and not one.spent and "move.healing-after-search"
        heal(draft, one.id, number, "health.heal", "health.range", searched)


def fights_possible(position: Position) -> list[str]:
    """The spaces in which the side on turn may attack."""
    may = (
        one for one in position.acting() if not any(row[0] for row in why_attacks(position, Action("attacks", one.id)))
    )
    return list(dict.fromkeys(one.at for one in may))


def _begin_fights(draft: Draft) -> None:
    """Before fights the other side may discard and trade, where it has what it could lose (`fight.discard-first`)."""
    spaces = fights_possible(draft.now)
    if not spaces:
        next_step(draft)
        return
    threatened = [one for one in draft.now.of_side(other(draft.now.side)) if one.at in spaces]
    if any(draft.now.counted(one) for one in threatened):
        draft.set(answering=True)
        give_word(draft)
        draft.say("may-prepare", "fight.discard-first", "hand.discard-any-time", who=[one.id for one in threatened])


def any_power(position: Position) -> bool:
    """Whether any Good character can do anything in the last step (`turn.power-step`)."""
    for one in position.acting():
        asked = [
            why_takes(position, Action("takes", one.id, "treasure")),
            why_uses(position, Action("uses", one.id)),
            why_frees(position, Action("frees", one.id)),
        ]
        asked += [why_looks(position, Action("looks", one.id, "", place)) for place in position.material.places]
        asked += [why_looks(position, Action("looks", one.id, "", name)) for name in position.material.characters]
        if any(not any(row[0] for row in why) for why in asked):
            return True
    return False


# ------------------------------------------------------------------ turns and rounds


def next_turn(draft: Draft) -> None:
    """The turn passes: to a further turn of one character, to the other side, or to the next round (`turn.sides`)."""
    if draft.now.slayer:
        good_wins(draft)
        return
    _turn_over(draft)
    if draft.now.extra:
        first, *rest = draft.now.extra
        draft.set(alone=first, extra=tuple(rest), side=draft.get(first).side)
        draft.say("further-turn-begins", "turn.extra", who=first)
    elif draft.now.side == "good":
        draft.set(side="evil", alone="")
        draft.say("turn", "turn.sides", way="evil", number=draft.now.round)
    elif not _end_round(draft):
        return
    _due_foes(draft)
    begin_step(draft, "draw")


def _turn_over(draft: Draft) -> None:
    """What held for this turn only (`turn.per-turn-limits`, `search.one-turn`, `spell.once`, `prowess.once`)."""
    fresh = tuple(
        one._replace(
            spent=0,
            stopped=False,
            flying=0,
            finds=(),
            group=(),
            left=(),
            found=False,
            fought_foe=False,
            cast=(),
            gained_prowess=False,
            gained_magic=False,
            answered=False,
            due=0,
        )
        for one in draft.now.characters
    )
    draft.set(characters=fresh, searched=frozenset(), fought=frozenset(), disputed=frozenset())


def _end_round(draft: Draft) -> bool:
    """The round is over: Evil may have won; else the next one begins. Whether play goes on (`win.evil`)."""
    now = draft.now
    if now.clock and now.round >= now.clock:
        victors = (now.deliverer,) if now.deliverer else ()
        draft.set(won="evil", victors=victors)
        draft.say("evil-wins", "win.evil", "win.shared", not victors and "bavmorda.defeat", who=victors)
        return False
    if now.last_round and now.round >= now.last_round:
        draft.set(won="nobody")
        draft.say("undecided", "turn.sides", number=now.round)
        return False
    draft.set(side="good", alone="", round=now.round + 1, love=now.love._replace(rolled=False))
    draft.say("turn", "turn.sides", way="good", number=now.round + 1)
    return True


def _due_foes(draft: Draft) -> None:
    """The Foes that lie on Good characters when their turn begins are fought in it (`foe.play`)."""
    if draft.now.side == "good":
        for one in list(draft.now.acting()):
            if one.foes:
                draft.set_character(one.id, due=len(one.foes))


# ------------------------------------------------------------------ draws


def drawing(position: Position) -> str:
    """Who draws next, "" for nobody."""
    return position.draws[0][0] if position.draws else ""


def draw_rule(position: Position, name: str) -> str:
    """The rule by which a character draws now: the deal's, the Stones', or that of his side's first step."""
    if position.step == "deal":
        return "setup.elora-deal" if name == position.material.dealer else "setup.evil-hands"
    return "power.stones" if position.step == "power" else DRAWS[position.side]


def draws(draft: Draft, action: Action) -> None:
    """A card is drawn (`turn.draw-good`, `turn.draw-evil`, `power.stones`, `setup.evil-hands`)."""
    (name, number), *rest = draft.now.draws
    one = draft.get(name)
    draft.set_character(name, hand=tuple(sorted((*one.hand, action.what))))
    draft.set(draws=(*(((name, number - 1),) if number > 1 else ()), *rest), next_cards=draft.now.next_cards[1:])
    draft.say("draws", draw_rule(draft.now, name), "hand.limit", who=name, what=(action.what,), way=one.side)


def settle_draws(draft: Draft) -> None:
    """An empty deck is made anew from the discards; where there are none either, nothing is drawn (`discard.pile`)."""
    if draft.now.draws and not draft.now.next_cards and draft.now.deck_size() <= 0:
        if draft.now.discards:
            draft.set(discards=())
            draft.say("reshuffled", "discard.pile")
        if draft.now.deck_size() <= 0:
            names = [name for name, _ in draft.now.draws]
            draft.set(draws=())
            draft.say("nothing-to-draw", "discard.pile", who=names)


# ------------------------------------------------------------------ onward


def go_on(draft: Draft) -> None:
    """What follows by itself after anything has been done: victory, draws that are over, questions that are open."""
    _tir_asleen(draft)
    if draft.now.won:
        return
    _after_turning(draft)
    now = draft.now
    if not _hidden(now):
        draft.set(too_many=now.overfull())
    if now.task is not None:
        return
    settle_draws(draft)
    now = draft.now
    if now.settling() or now.fight is not None or now.draws:
        return
    if now.alone and now.character(now.alone).side != now.side:
        next_turn(draft)  # whose further turn it was is of the other side now
        go_on(draft)
    elif now.step == "deal":
        _deal_over(draft)
    elif now.step == "draw":
        next_step(draft)
        go_on(draft)
    elif now.step == "move" and must_answer(now):
        ask_him(draft)


def _after_turning(draft: Draft) -> None:
    """What Sorsha's change of sides interrupts: a fight that has lost a side ends, her player's word passes on (`side.fixed`)."""
    now = draft.now
    fight = now.fight
    if fight is not None and fight.kind == "characters":
        if not all(involved(now, fight, side) for side in STEPS):
            draft.say("no-enemies", "fight.same-space", "side.fixed", at=fight.at)
            end_fight(draft)
        elif fight.stage in ("prepare", "cast") and now.word not in now.seats_of(involved(now, fight, fight.side)):
            give_fight_word(draft)
    now = draft.now
    asked = _seats(now, other(now.side) if now.answering else now.side)
    if now.fight is None and now.step != "deal" and asked and now.word not in asked:
        give_word(draft)


def _hidden(position: Position) -> bool:
    """Whether it is a view: hands hold cards that are not known, so that who has too many is not for it to say."""
    return any(UNKNOWN in one.hand for one in position.characters)


def after_queen(draft: Draft) -> None:
    """A confrontation is over: the move step ends (`bavmorda.confront`)."""
    if draft.now.fight is None and draft.now.step == "move" and not draft.now.won:
        next_step(draft)


def _deal_over(draft: Draft) -> None:
    """All four have their card: the first turn begins (`setup.elora-deal`)."""
    others = [
        one.id for one in draft.now.of_side("good") if one.id not in (draft.now.material.dealer, *draft.now.dealt)
    ]
    dealer = draft.now.material.dealer
    if others and dealer and draft.get(dealer).hand:
        return
    draft.say("begins", "turn.sides", "setup.elora-deal")
    begin_step(draft, "draw")
    go_on(draft)


def _tir_asleen(draft: Draft) -> None:
    """Good wins when Tir Asleen is free and Elora Danan there with a Good character (`win.tir-asleen`)."""
    now = draft.now
    city = now.material.powers.get("city", "")
    bringer = next((one for one in now.at(city, "good") if ELORA in one.hand), None) if now.freed_by and city else None
    if bringer is None or now.won:
        return
    victors = dict.fromkeys(name for name in (now.slayer, bringer.id, now.freed_by) if name not in ("", UNKNOWN))
    draft.set(won="good", victors=tuple(victors), task=None, fight=None)
    together = bool(now.slayer) and "win.together"
    draft.say("good-wins", "win.tir-asleen", "win.shared", "aim.good", together, who=victors, at=city, way="tir-asleen")


def good_wins(draft: Draft) -> None:
    """Bavmorda has been slain; the Good turn is over (`win.bavmorda`)."""
    draft.set(won="good", victors=(draft.now.slayer,), task=None, fight=None)
    draft.say("good-wins", "win.bavmorda", "win.shared", "aim.good", who=(draft.now.slayer,), way="bavmorda")
