"""Situations read: every key checked, what can be worked out filled in, and all faults told at once, each with its rule."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import chain
from typing import Any, TypeVar

from engine.mystic_paths import material
from engine.mystic_paths.material import COLOURS, CUPS, PLAYERS, ROUNDS, SHOWN, SHOWN_LAST, STEPS, Board
from engine.mystic_paths.position import CHANCE, KEPT, Clue, Player, Position, usual
from engine.mystic_paths.rounds import Row, last_step
from engine.mystic_paths.walks import next_portals
from engine.mystic_paths.writing import LONGEST, NAME, PLAYER, TOP, default_portals
from engine.text.faults import shown
from engine.text.keyed import TomlReader, TomlTable
from engine.text.notation import seats

P = TypeVar("P", bound=Position)


def situation(kind: type[P], raw: Mapping[str, Any], text: str | None = None) -> P:
    """The state, of this ``kind``, that a situation's plain data describes. ImpossibleSituation carries every fault found.

    How many may play depends on the mode (`setup.players`, `individual.players`, `teams.players`).
    """
    reading = TomlReader(text, more=material.DOCS)
    top = reading.table(raw)
    top.only(("game", "players", *(key.name for key in TOP)))
    top.one_of("game", (NAME, NAME.replace("_", "-")))
    board = material.boards()[top.one_of("board", tuple(material.boards()), material.OURS)]
    order, tables = seats(top, COLOURS, "player", "players")
    if not order:
        reading.finish()
    cards = tuple(board.cards)
    reading.groups |= {
        "seats": order,
        "cells": tuple(board.cells),
        "starts": board.starts,
        "cards": cards,
        "maps": tuple(board.maps),
        "all cards": (*cards, *board.maps),
        "words": tuple(board.card_of),
    }
    portals = _portals(top, board)
    reading.groups["portals"] = portals
    values = top.values(TOP)
    if len(order) not in PLAYERS[values["mode"]]:
        fewest = material.wrong(f"players {values['mode']}", len(order))
        top.fault("order" if "order" in top else "players", *fewest)
    reading.finish()
    starts = _starts(tables, board, order)
    players = tuple(
        _player(tables.get(seat) or reading.table({}, "players", seat), seat, starts[seat], board, values)
        for seat in order
    )
    state = _assembled(kind, values, board, players, portals)
    if not reading.faults:
        for unfit, path, name, *about in chain(_table(state), _cards(state), _marks_and_clues(state), _moment(state)):
            if unfit:
                reading.fault(path.split("."), *material.wrong(name, *about))
    reading.finish()
    return state


# ------------------------------------------------------------------ what stands in the text


def _portals(top: TomlTable, board: Board) -> tuple[str, ...]:
    """The words on the board: those that are named, and of the discs in their order where none is (`setup.portals`)."""
    listed: dict[str, str] = {}
    table = top.inner("portals", '{ c3 = "owl" }') if "portals" in top else top.reading.table({})
    table.only(tuple(board.cells))
    for cell, word in table.raw.items():
        if cell not in board.cells:
            continue
        good = (
            isinstance(word, str) and word.isprintable() and word == " ".join(word.split()) and 0 < len(word) <= LONGEST
        )
        if not good or word in board.cells or ":" in word:
            table.fault(cell, *material.wrong("portal-word", shown(word)))
        elif word.lower() in map(str.lower, listed.values()):
            table.fault(cell, *material.wrong("portal-twice", word))
        else:
            listed[cell] = word
    discs = Counter(board.disc_of[word] for word in listed.values() if word in board.disc_of)
    for cell, word in listed.items():
        if discs.get(board.disc_of.get(word, ""), 0) > 1:
            table.fault(cell, *material.wrong("disc-twice", word))
    if top.raw.get("moment") == "place":
        return tuple(listed.get(cell, "") for cell in board.cells)
    return default_portals(board, listed)


def _starts(tables: Mapping[str, TomlTable], board: Board, order: tuple[str, ...]) -> dict[str, str]:
    """Each player's start: as written, as his trail begins, or by the seat table; one start for one player."""
    found: dict[str, str] = {}
    for seat, table in tables.items():
        trail = table.raw.get("trail")
        first = trail[0] if isinstance(trail, list) and trail and isinstance(trail[0], str) else None
        start = table.raw.get("start", first)
        if isinstance(start, str) and start in board.starts:
            found[seat] = start
    for number, seat in enumerate(order):
        if seat not in found:
            usual = (board.seats[len(order)][number], *board.seats[len(order)], *board.starts)
            found[seat] = next(start for start in usual if start not in found.values())
    return found


def _player(table: TomlTable, seat: str, start: str, board: Board, top: Mapping[str, Any]) -> Player:
    values = table.all(PLAYER)
    clues = tuple(sorted(clue._replace(since=clue.since or top["round"]) for clue in values["clues"]))
    marks = tuple(cell for cell in board.cells if cell in values["marks"])
    laid, hand = {board.card_of[clue.word] for clue in clues}, values["hand"]
    if hand is not None:  # it may be written as it was dealt: what lies before him has left it
        hand = tuple(card for card in hand if card not in laid)
    walk = board.walk_of(values["map"], start) if values["map"] else values["walk"]
    trail = _trail(table, values, start, walk)
    player = Player(
        seat,
        trail,
        values["map"],
        values["walk"],
        hand,
        values["held"],
        marks,
        clues,
        values["covered"],
        values["ready"],
        values["finished_in"],
    )
    _check_path(table, board, player, walk, values)
    return player


def _trail(table: TomlTable, values: Mapping[str, Any], start: str, walk: tuple[str, ...]) -> tuple[str, ...]:
    reached, trail = values["reached"], values["trail"]
    if not trail:
        if reached and len(walk) < reached:
            table.fault("reached", *material.wrong("no-trail", reached))
        return start, *walk[: reached or 0]
    if reached is not None and reached != len(trail) - 1:
        table.fault("reached", *material.wrong("other-trail", reached, len(trail) - 1))
    return tuple(trail[: STEPS + 1])


def _check_path(
    table: TomlTable, board: Board, player: Player, walk: tuple[str, ...], values: Mapping[str, Any]
) -> None:
    """What is wrong with a player's path: its map, his walk and how far he has come (`map.ten`, `map.lawful`)."""
    key = "trail" if "trail" in table else "start"
    if player.map and player.walk:
        table.fault("walk", *material.wrong("map-and-walk", player.map))
    if len(player.walk) > STEPS or len(values["trail"]) > STEPS + 1:
        table.fault("walk" if len(player.walk) > STEPS else "trail", *material.wrong("too-long", STEPS))
    written = values["start"] or player.start
    if player.start not in board.starts:
        table.fault(key, *material.wrong("no-start", player.start, ", ".join(board.starts)))
    elif player.start != written:
        table.fault("trail", *material.wrong("other-start", player.start, written))
    for what, way in (("walk", player.walk), ("trail", player.trail[1:])):
        bad = material.unlawful(board, player.start, way)
        if bad is not None:
            back = (player.start, *way)[bad[0] - 2] if bad[0] > 1 else ""
            table.fault(what, *material.wrong("straight-back" if back == bad[2] else "no-way", *bad))
    for step, (cell, meant) in enumerate(zip(player.trail[1:], walk, strict=False), start=1):
        if cell != meant:
            table.fault("trail", *material.wrong("leaves-map", step, player.map or "his walk", meant, cell))
            break


def _assembled(
    kind: type[P], top: Mapping[str, Any], board: Board, players: tuple[Player, ...], portals: tuple[str, ...]
) -> P:
    """The one place where what was read becomes a state."""
    edition = top["edition"] or material.default_edition()
    chosen = tuple(
        (name, top[name])
        for name, switch in material.switches().items()
        if top[name] not in (None, switch.values[edition])
    )
    order, moment = [player.id for player in players], top["moment"]
    had = tuple(seat for seat in order if seat in top["had_turn"])
    path = top["turn"]
    alone = top["mode"] == "all-or-nothing"
    if path is None and (moment in KEPT or (alone and moment not in ("place", "attempt"))):
        waiting = [player.id for player in players if player.id not in had and not player.through]
        path = order[0] if alone or moment in CHANCE else (waiting or order)[0]
    state = kind(
        edition,
        board,
        top["mode"],
        players,
        top["round"],
        moment,
        path,
        top["right_now"],
        top["touched"],
        had,
        portals,
        tuple(sorted(top["discards"])),
        tuple(sorted(top["removed"])),
        top["next_cards"],
        top["fit"],
        chosen,
    )
    return usual(state)


# ------------------------------------------------------------------ what cannot be


def _table(state: Position) -> Iterator[Row]:
    """What is wrong with seats and paths: where, its name among the faults, what is to be filled in there."""
    starts: dict[str, str] = {}
    for player in state.players:
        path = f"players.{player.id}"
        other = starts.setdefault(player.start, player.id)
        yield other != player.id, f"{path}.start", "start-taken", player.start, other
        yield (player.map or "") in state.removed, f"{path}.map", "map-removed", player.map
        most = _most_steps(state, player)
        rule = "steps-alone" if state.alone else "steps-last" if state.round == ROUNDS else "steps"
        yield player.reached > most, f"{path}.reached", rule, player.reached, state.round, most
        yield from _finish(state, player, path)


def _begun(state: Position, player: Player) -> bool:
    """Whether a player's path has been guessed at in this round."""
    now = player.id == state.path and state.moment in ("guess", "answer")
    return now or state.moment == "over" or player.id in state.had_turn


def _most_steps(state: Position, player: Player) -> int:
    """The most steps the rounds so far can have brought: three in each, ten after four of them (`prepare.three`)."""
    if state.alone:
        return STEPS if _begun(state, player) and player.id == state.path else 0
    rounds = state.round if _begun(state, player) else state.round - 1
    return min(STEPS, SHOWN * rounds)


def _finish(state: Position, player: Player, path: str) -> Iterator[Row]:
    """What is wrong with the round in which a player came through (`end.cup-side`)."""
    done = player.finished_in
    if state.alone:
        yield done is not None, f"{path}.finished_in", "no-cups"
        return
    yield player.through and done is None, f"{path}.finished_in", "finished-when"
    yield not player.through and done is not None, f"{path}.finished_in", "not-finished", player.reached
    if done is not None and player.through:
        latest = state.round if _begun(state, player) else state.round - 1
        yield done not in CUPS, f"{path}.finished_in", "no-such-cup", done
        yield done in CUPS and done > latest, f"{path}.finished_in", "finished-later", done


def _cards(state: Position) -> Iterator[Row]:
    """What is wrong with the cards: each is in one place."""
    board = state.board
    places: dict[str, str] = {}
    for card in state.removed:
        places[card] = "in removed"
    for card in state.discards:
        yield card in places, "discards", "card-twice", card, places.get(card)
        places.setdefault(card, "among the discards")
    for player in state.players:
        path = f"players.{player.id}"
        for clue in player.clues:
            card = board.card_of[clue.word]
            yield card in places, f"{path}.clues", "word-twice", clue.word, card, places.get(card)
            places.setdefault(card, f"on the table before {player.id}")
        for card in player.hand or ():
            yield card in places, f"{path}.hand", "card-twice", card, places.get(card)
            places.setdefault(card, f"in {player.id}'s hand")
    for card in state.next_cards:
        held = card in places or card in {player.map for player in state.players}
        yield held, "next_cards", "stacked", card
    unknown = sum(player.covered + (state.holds(player) if player.hand is None else 0) for player in state.players)
    out = len(places) - sum(card in board.maps for card in state.removed) + unknown
    yield out > len(board.cards), "players", "cards", out, len(board.cards)


def _marks_and_clues(state: Position) -> Iterator[Row]:
    """What is wrong with marks on the board and clues on the table."""
    for player in state.players:
        path = f"players.{player.id}"
        can = () if player.through else state.board.onward[player.base, player.at]
        for cell in player.marks:
            yield cell not in can, f"{path}.marks", "mark", cell, ", ".join(can) or "none: he is through"
        ahead = state.path_of(player)[player.reached : player.reached + 1]
        yield bool({*ahead} & {*player.marks}), f"{path}.marks", "mark-right", *ahead
        yield bool(can) and {*can} <= {*player.marks}, f"{path}.marks", "mark-all"
        yield player.covered > 0 and state.mode != "individual", f"{path}.covered", "covered"
        added = Counter(clue.since for clue in player.clues if _is_extra(player, clue))
        for since, many in added.items():
            yield many > 1 or since == 1, f"{path}.clues", "extra" if since > 1 else "two-in-round-1", since
        for clue in player.clues:
            yield from _clue(state, player, clue, f"{path}.clues")


def _is_extra(player: Player, clue: Clue) -> bool:
    """Whether a clue was laid beside another one of its step."""
    return any(
        other.step == clue.step and (other.since, other.word) < (clue.since, clue.word) for other in player.clues
    )


def _clue(state: Position, player: Player, clue: Clue, path: str) -> Iterator[Row]:
    """What is wrong with one clue: the step it stands for, and the round it was laid in (`clue.next-only`, `prepare.three`)."""
    last, fourth = last_step(state, player), player.reached + SHOWN_LAST
    behind, before = clue.step <= player.reached, not state.alone and state.round < ROUNDS and clue.step == fourth
    yield state.alone and player.id != state.path, path, "clue-alone", player.id
    yield behind, path, "clue-behind", clue.step, player.reached
    yield not behind and clue.step > last and before, path, "clue-fourth", clue.step
    yield not behind and clue.step > last and not before, path, "clue-far", clue.step, last
    yield clue.since > state.round, path, "clue-later", clue.since, state.round
    if not behind and clue.step <= last and clue.since <= state.round and not state.alone:
        then = min(player.reached, SHOWN * (clue.since - 1)) + (SHOWN_LAST if clue.since == ROUNDS else SHOWN)
        yield clue.step > then, path, "clue-early", clue.step, clue.since


def _moment(state: Position) -> Iterator[Row]:
    """What is wrong with the decision that is open."""
    moment, alone = state.moment, state.alone
    kept = moment in KEPT or (alone and moment not in ("place", "attempt"))
    yield state.path is not None and not kept, "turn", "turn", moment
    yield alone and state.round > 1, "round", "one-round"
    yield bool(state.had_turn) and (alone or moment not in ("guess", "answer")), "had_turn", "had-turn", moment
    yield moment == "attempt" and not alone, "moment", "attempt"
    yield moment == "first" and alone, "moment", "first-alone"
    yield moment in ("place", "attempt", "deal") and state.round > 1, "round", "round-one", moment
    yield moment == "place" and "" not in state.portals, "moment", "all-placed"
    yield moment != "place" and "" in state.portals, "portals", "few-portals"
    early = moment in ("place", "attempt", "draw", "deal") and state.round == 1
    yield early and any(player.clues for player in state.players), "moment", "too-early", moment
    yield state.touched is None and moment == "answer", "touched", "nothing-touched"
    yield state.touched is not None and moment != "answer", "touched", "touched", moment
    yield bool(state.right_now) and moment not in ("guess", "answer"), "right_now", "right-now", moment
    through = not state.under_way() and not alone
    yield through and moment != "over", "moment", "all-through"
    yield moment == "over" and not alone and not through and state.round < ROUNDS, "moment", "not-over", state.round
    for player in state.players:
        yield player.ready and moment != "lay", f"players.{player.id}.ready", "ready", moment
    yield moment == "lay" and not through and _nobody_lays(state), "moment", "all-are-ready"
    if state.path is not None and kept:
        yield from _turn(state, state.player(state.path))


def _nobody_lays(state: Position) -> bool:
    lay = [player for player in state.players if not player.through and (not state.alone or player.id == state.path)]
    return bool(lay) and all(player.ready for player in lay)


def _turn(state: Position, player: Player) -> Iterator[Row]:
    """What is wrong with the turn that is on."""
    moment, path = state.moment, f"players.{player.id}"
    if moment in ("guess", "answer"):
        yield player.id in state.had_turn, "turn", "turn-had", player.id
        yield player.through, "turn", "turn-through", player.id
        yield state.right_now > player.reached, "right_now", "right-now-many", state.right_now, player.reached
    if moment == "answer" and state.touched is not None:
        can = next_portals(state, player.id)
        yield state.touched not in can, "touched", "touched-what", state.touched, ", ".join(can)
        yield len(state.path_of(player)) > player.reached, f"{path}.map", "answers-himself", player.id
    full = player.hand is not None and len(player.hand) >= (material.ALL_CARDS if state.alone else material.HAND)
    yield moment == "draw" and (full or (player.through and not state.alone)), "turn", "draws-nothing", player.id
    yield moment == "draw" and not state.deck(), "moment", "no-deck"
    yield moment == "deal" and player.map is not None, "turn", "dealt-already", player.id
    yield moment == "deal" and not state.maps_left(), "moment", "no-maps"
