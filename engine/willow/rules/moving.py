"""Moving and searching: steps, groups, Places of Power, Evil's search for Good, Sorsha's meetings with Madmartigan."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from engine.willow.material.scenario import ELORA
from engine.willow.position.actions import Action
from engine.willow.position.draft import Draft
from engine.willow.position.table import Character, Position, Task
from engine.willow.rules.hands import Row, lose_army, loveless, out_of_hand, without
from engine.willow.rules.values import Contest, contest

# ------------------------------------------------------------------ how far


def allowance(position: Position, one: Character) -> int:
    """How many spaces his move covers (`move.one-or-two`): two, and what cards and Spells add."""
    more = sum(position.card(card).move for card in one.face_up)
    return max(position.material.count("move") + more, one.flying)


def spaces_left(position: Position, one: Character) -> int:
    """How many spaces he may still enter in this turn."""
    if one.stopped or one.fought_foe or one.health == 0:
        return 0
    return max(0, allowance(position, one) - one.spent)


def needs_search(position: Position, group: Iterable[Character], place: str) -> bool:
    """Whether a Place is to be found before these may enter it (`move.places-need-find`).

    Evil walks into Nockmaar (`search.nockmaar-evil`); the Brownies' company finds their Forest (`search.brownies-forest`); a
    card or a Spell may have found it (`search.skip-card`).
    """
    company = tuple(group)
    here = position.material.places[place]
    if not here.of_power or (here.power == "castle" and company[0].side == "evil"):
        return False
    return not any(
        place in (*position.material.characters[one.id].knows, *one.finds) or "any" in one.finds for one in company
    )


def company(position: Position, action: Action) -> list[Character]:
    """Who moves: the actor and his group."""
    return [position.character(name) for name in (action.actor, *action.group)]


def why_cannot_go(position: Position, action: Action) -> Iterator[Row]:
    """Why these cannot step into a space together, found or not."""
    one, place = position.character(action.actor), action.target
    for each in company(position, action):
        yield each.side != one.side, "move.together side", each.id
        yield each.at != one.at, "move.together", each.id, one.id
        yield position.alone not in ("", each.id), "turn.extra", each.id
        fresh = each.spent == 0 or set(each.group) == {one.id, *action.group} or (not action.group and not each.group)
        yield not fresh, "move.together kept", each.id
        yield each.health == 0, "move.zero-health", each.id
        yield each.fought_foe, "turn.foe-no-move", each.id
        spent = not spaces_left(position, each) and each.health > 0 and not each.fought_foe
        yield spent and each.stopped, "search.place-fail stopped", each.id
        case = "move.step-cost" if position.material.places[place].of_power else "move.one-or-two"
        case = "search.place-approach spent" if action.verb == "searches" else case
        yield spent and not each.stopped, case, each.id
    yield not position.material.edges, "setup.components map", place
    far = bool(position.material.edges) and place not in position.material.next_to[one.at]
    yield far, "search.place-approach" if action.verb == "searches" else "move.one-or-two far", one.at, place


def why_moves(position: Position, action: Action) -> Iterator[Row]:
    """Why nobody steps there (`move.one-or-two`, `move.places-need-find`)."""
    yield from why_cannot_go(position, action)
    hidden = needs_search(position, company(position, action), action.target)
    back = any(action.target in each.left for each in company(position, action))
    yield hidden and not back, "move.places-need-find", action.target
    yield hidden and back, "search.place-again", action.target


def why_searches(position: Position, action: Action) -> Iterator[Row]:
    """Why nobody searches: for a Place next to him, or, if Evil, for the Good "here"."""
    one = position.character(action.actor)
    if action.target == "here":
        yield from _why_seeks(position, one, action)
        return
    yield from why_cannot_go(position, action)
    place = position.material.places[action.target]
    yield not place.of_power, "setup.places-of-power", place.id
    if place.of_power and not needs_search(position, company(position, action), place.id):
        castle = place.power == "castle" and one.side == "evil"
        knows = any(place.id in position.material.characters[each.id].knows for each in company(position, action))
        case = "search.nockmaar-evil" if castle else "search.brownies-forest" if knows else "search.skip-card found"
        yield True, case, place.id
    if place.of_power:
        yield from lacking(trial_of(position, action))


def trial_of(position: Position, action: Action) -> Contest | None:
    """The contest that a search, here or of a Place, would be."""
    kind, place = (
        ("search-here", position.character(action.actor).at)
        if action.target == "here"
        else ("search-place", action.target)
    )
    return contest(replace(position, task=Task(kind, action.actor, action.group, place)))


def lacking(trial: Contest | None) -> Iterator[Row]:
    """Which figure a contest cannot be reckoned without (`setup.pointers`, `contest.hide`)."""
    if trial is not None:
        rule = "contest.hide" if trial.lacking.startswith("hide") else "setup.pointers"
        what, _, whose = trial.lacking.partition(" of ")
        yield bool(trial.lacking), rule, what, whose


def _why_seeks(position: Position, one: Character, action: Action) -> Iterator[Row]:
    yield one.side != "evil", "search.good-free", one.id
    hidden = position.at(one.at, "good")
    yield one.side == "evil" and not hidden, "search.where", one.at
    yield bool(hidden) and all(good.found for good in hidden), "search.one-turn found", one.at
    yield one.at in position.searched, "search.one", one.at
    yield one.health == 0, "health.zero searches", one.id
    if one.side == "evil" and hidden and not betrayed(position, one.at):
        yield from lacking(trial_of(position, action))


def betrayed(position: Position, place: str) -> bool:
    """Whether an Army betrays whoever is Good there (`search.army`)."""
    army = position.material.army_of.get("good")
    return army is not None and army.betrays and any(one.army for one in position.at(place, "good"))


# ------------------------------------------------------------------ doing it


def moves(draft: Draft, action: Action) -> None:
    """A step into the next space, of one or of a group (`move.together`)."""
    group = company(draft.now, action)
    place = draft.now.material.places[action.target]
    names = tuple(one.id for one in group)
    rules: list[str | bool] = ["move.one-or-two", len(names) > 1 and "move.together"]
    if place.of_power:
        rules += ["move.step-cost", "move.places-need-find"]
        free = place.power == "castle" and group[0].side == "evil"
        knows = any(place.id in draft.now.material.characters[one.id].knows for one in group)
        rules += [free and "search.nockmaar-evil", knows and "search.brownies-forest"]
        rules.append(not free and not knows and "search.skip-card")
        if not free and not knows and not any(place.id in one.finds for one in group):
            finder = next(one for one in group if "any" in one.finds)
            draft.set_character(finder.id, finds=without(finder.finds, "any"))
    if draft.now.material.places[group[0].at].of_power and group[0].spent:
        rules.append("move.through-place")
    enter(draft, names, place.id, *rules)


def enter(draft: Draft, names: tuple[str, ...], place: str, *rules: str | bool) -> None:
    """These enter a space: it counts as one of their move; Elora Danan may be delivered, Sorsha met."""
    before = draft.get(names[0]).at
    for name in names:
        one = draft.get(name)
        left = (*one.left, before) if draft.now.material.places[before].of_power else one.left
        group = names if len(names) > 1 else ()
        gone = one.finds if before not in one.finds else tuple(found for found in one.finds if found != before)
        draft.set_character(name, at=place, spent=one.spent + 1, group=group, left=left, finds=gone)
    draft.say("moves", *rules, who=names, at=before, to=place)
    leaver = draft.now.material.lovers
    if leaver is not None and leaver[0] in names and draft.now.love.leaving:
        draft.set(love=draft.now.love._replace(leaving=False))
        draft.say("leaves-castle", "sorsha.castle", who=leaver[0])
    for name in names:
        deliver(draft, name)
    _meet(draft, names)


def deliver(draft: Draft, name: str) -> None:
    """An Evil character in Nockmaar Castle with Elora Danan removes her (`win.evil`)."""
    one = draft.get(name)
    if one.side != "evil" or one.at != draft.now.material.castle or ELORA not in one.hand:
        return
    draft.set_character(name, **out_of_hand(one, ELORA))
    last = draft.now.round + draft.now.material.count("bonus_rounds")
    draft.set(elora="removed", suspects=(), clock=last, deliverer=name)
    draft.say("delivers", "win.evil", "aim.evil", who=name, at=one.at, number=last)


def searches(draft: Draft, action: Action) -> None:
    """A search begins: for a Place it is thrown for; for Good too, unless an Army betrays them."""
    one = draft.get(action.actor)
    if action.target != "here":
        best = "search.group" if action.group else "search.place-approach"
        draft.set(task=Task("search-place", one.id, action.group, action.target))
        draft.say("searches", best, "contest.stealth", "contest.hide", who=(one.id, *action.group), to=action.target)
        return
    draft.set(searched=draft.now.searched | {one.at})
    draft.set_character(one.id, stopped=True)
    if betrayed(draft.now, one.at):
        find(draft, one.at, "search.army")
        return
    draft.set(task=Task("search-here", one.id, place=one.at))
    several = len(draft.now.at(one.at, "good")) > 1 and "search.highest"
    both = len(draft.now.at(one.at, "evil")) > 1 and "search.one"
    draft.say("seeks", "search.where", "contest.stealth", several, both, who=one.id, at=one.at)


def found_place(draft: Draft, task: Task, won: bool) -> None:
    """What a search for a Place has led to."""
    names = (task.who, *task.group)
    if won:
        evil = draft.get(task.who).side == "evil" and "search.evil-places"
        enter(
            draft, names, task.place, "search.place-approach", "move.step-cost", evil, len(names) > 1 and "search.group"
        )
        return
    draft.set_all(names, stopped=True)
    stayed = not draft.get(task.who).spent and "move.healing-after-search"
    draft.say("not-found", "search.place-fail", "contest.stealth", stayed, who=names, to=task.place)


def find(draft: Draft, place: str, *rules: str | bool) -> None:
    """All Good characters of a space are found for this turn (`search.highest`, `search.one-turn`)."""
    good = tuple(one.id for one in draft.now.at(place, "good"))
    evil = tuple(one.id for one in draft.now.at(place, "evil"))
    draft.set_all(good, found=True)
    both = len(evil) > 1 and "search.one"
    draft.say("found", *rules, "search.one-turn", both, who=evil, others=good, at=place)
    lovers = draft.now.material.lovers
    if lovers is not None and lovers[0] in evil and lovers[1] in good and draft.get(lovers[0]).spent:
        _fall(draft)


def not_found_here(draft: Draft, task: Task) -> None:
    """A search for Good has failed (`contest.stealth`: the hider wins ties)."""
    good = tuple(one.id for one in draft.now.at(task.place, "good"))
    draft.say("hidden", "contest.stealth", "turn.evil-must-find", who=task.who, others=good, at=task.place)


# ------------------------------------------------------------------ Sorsha's heart


def _meet(draft: Draft, names: tuple[str, ...]) -> None:
    """One of the lovers has entered the other's space (`sorsha.again`, `sorsha.choose-found`)."""
    lovers = draft.now.material.lovers
    if lovers is None or not draft.now.love.in_love or not any(name in names for name in lovers):
        return
    her, him = (draft.get(name) for name in lovers)
    if her.side == him.side or her.at != him.at:
        return
    if him.id in names:
        _fall(draft)
    else:
        ask_him(draft)


def must_answer(position: Position) -> bool:
    """Whether Madmartigan is still to say if he lets Sorsha find him: she has come into his space (`sorsha.choose-found`)."""
    lovers = position.material.lovers
    if lovers is None or not position.love.in_love or position.side != "evil" or position.step != "move":
        return False
    her, him = (position.character(name) for name in lovers)
    return her.side == "evil" and her.at == him.at and her.spent > 0 and not him.found and not him.answered


def ask_him(draft: Draft) -> None:
    """He is asked, if he has not answered in this turn."""
    if must_answer(draft.now):
        her, him = draft.now.material.lovers  # type: ignore[misc]
        draft.set(task=Task("meeting", him, place=draft.get(him).at))
        draft.say("asks-him", "sorsha.choose-found", who=him, others=(her,), at=draft.get(him).at)


def answers(draft: Draft, action: Action) -> None:
    """He lets himself be found, and any company with him; or he does not."""
    task = draft.now.task
    assert task is not None
    draft.set(task=None)
    draft.set_character(task.who, answered=True)
    if action.verb == "is":
        find(draft, task.place, "sorsha.choose-found")
    else:
        draft.say("hides", "sorsha.choose-found", who=task.who, at=task.place)


def _fall(draft: Draft) -> None:
    """They have met: a die is thrown for her heart, once in a round, unless a shape forbids it."""
    love, lovers = draft.now.love, draft.now.material.lovers
    assert lovers is not None
    if not love.in_love or draft.get(lovers[0]).side == draft.get(lovers[1]).side:
        return
    if loveless(draft.now):
        draft.say("no-love", "sorsha.shapes", who=lovers)
    elif love.rolled:
        draft.say("met-already", "sorsha.once", who=lovers)
    else:
        draft.set(task=Task("love", lovers[0], cause="met"))
        draft.say("meet", "sorsha.again", who=lovers, number=love.times_met + 1)


def needed(position: Position) -> int:
    """What the die must show at least for Sorsha's change: six by the Dust, then five, four and so on (`sorsha.again`)."""
    task = position.task
    if task is not None and task.cause == "dust":
        return 6
    return max(1, 5 - position.love.times_met)


def love_roll(draft: Draft, die: int) -> None:
    """The die for her heart has been thrown (`sorsha.love`, `sorsha.again`, `sorsha.once`)."""
    task, least, love = draft.now.task, needed(draft.now), draft.now.love
    assert task is not None
    met = task.cause == "met"
    draft.set(task=None, love=love._replace(rolled=True, times_met=love.times_met + met))
    rules = ("sorsha.again" if met else "sorsha.love", "sorsha.once")
    if die < least:
        draft.say("stays-evil", *rules, who=task.who, dice=(die,), number=least)
        return
    draft.say("turns-good", *rules, "side.fixed", who=task.who, dice=(die,), number=least)
    _turn(draft, task.who)


def _turn(draft: Draft, name: str) -> None:
    """She becomes Good: Evil Friends and the Army go, her player may change (`sorsha.discards`, `sorsha.control`)."""
    her, now = draft.get(name), draft.now
    if her.army:
        lose_army(draft, name, "sorsha.discards")
    friends = tuple(card for card in her.face_up if now.card(card).side == "evil")
    if friends:
        kept = tuple(card for card in her.face_up if card not in friends)
        draft.set_character(name, face_up=kept)
        draft.discard(*friends)
        draft.say("discards", "sorsha.discards", who=name, what=friends, at=her.at)
    at_castle = her.at == now.material.castle
    draft.set_character(name, side="good", stopped=True, known=tuple(sorted(her.hand)), found=False, group=())
    draft.set(love=draft.now.love._replace(leaving=at_castle))
    draft.set(extra=tuple(one for one in draft.now.extra if one != name))  # a further turn was one of Evil
    draft.set(draws=tuple((one, number) for one, number in draft.now.draws if one != name))
    cleared = tuple(suspected for suspected in now.suspects if suspected != name)
    draft.set(suspects=(name,) if ELORA in her.hand else cleared)
    _change_control(draft, name)


def _change_control(draft: Draft, name: str) -> None:
    """With two or three players, or where her player plays Evil too, Madmartigan's takes her over (`sorsha.control`)."""
    now = draft.now
    lovers = now.material.lovers
    assert lovers is not None
    mine, his = now.owner(name), now.owner(lovers[1])
    shares = any(one != name and now.character(one).side == "evil" for one in dict(now.controls)[mine])
    if mine == his or not (len(now.controls) <= 3 or shares):
        return
    controls = {seat: tuple(one for one in own if one != name) for seat, own in now.controls}
    controls[his] = tuple(one for one in now.material.characters if one in (*controls[his], name))
    draft.set(controls=tuple(controls.items()))
    draft.say("changes-hands", "sorsha.control", who=name, way=his)
