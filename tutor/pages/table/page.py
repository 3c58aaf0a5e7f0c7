"""The page of a table: the board, whose decision it is, the story, everybody's cards, and the way through the game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from tutor.desk import Viewer
from tutor.desk.desk import Known
from tutor.draw.html import Html, el, join, picture
from tutor.draw.page import Page
from tutor.draw.svg import svg
from tutor.draw.tables import Card, Count
from tutor.pages.table import ending, setup
from tutor.pages.table.code import code_of
from tutor.pages.table.film import film
from tutor.pages.table.finding import wanted
from tutor.pages.table.look import Look, draft_of
from tutor.pages.table.now import Now
from tutor.pages.table.parts import SEATS, button, curtained, drawn, who_plays
from tutor.pages.table.play import HOST, Copy, Place, Table, at_table, named
from tutor.pages.table.story import story
from tutor.pages.table.timeline import slider
from tutor.teach.game import registry as games

FRAME = (
    '<div class="tb tb-play"><header class="tb-top" data-panel="top"></header>'
    '<section class="tb-board"><div class="mwb-board" data-board="fill"></div>'
    '<div class="tb-picture" data-panel="picture"></div></section>'
    '<section class="tb-now tb-box" data-panel="now" aria-label="Whose decision it is" id="tb-now"></section>'
    '<section class="tb-cards" data-panel="cards" aria-label="Who plays" id="tb-cards"></section>'
    '<section class="tb-story tb-box" data-panel="story" aria-label="The story" id="tb-story"></section>'
    '<footer class="tb-time" data-panel="time" aria-label="Through the game"></footer>'
    '<div class="mw-popup" data-panel="card" role="dialog"></div></div>'
)
_NARROW = FRAME.replace('data-board="fill"', 'data-board="narrow"')
#: The most rules told at once.
MOST_RULES = 6
KEYS: Mapping[str, str] = {
    "ArrowLeft": "step:back",
    "ArrowRight": "step:on",
    "u": "undo",
    "Home": "line:0",
    "End": "now",
}


def shown(table: Table, viewer: Viewer, view: Look, known: Known) -> Page:
    """A viewer's page."""
    if not table.game:
        return setup.setup_page(viewer, view, view.draft or draft_of(table), known, table.trouble)
    copy = table.copy_of(view.copy)
    if copy is not None:
        return _copied(table, copy, viewer, view, known)
    at, line = at_table(table.game), view.line(table)
    state = table.at(line)
    now = view.at is None
    wants = wanted(table, view.coach == len(table.lines) and now)
    answer = known.get(wants[0]) if wants else None
    put_back = ending.Finding(table, viewer, view, answer) if view.find else None
    mine = table.mine if now and table.asked is None else ()
    actions = state.actions(mine[0]) if mine and not curtained(table, viewer) else []
    if put_back is not None:
        actions = list(put_back.open)
    targets = at.targets(state, actions)
    on_board = put_back.on_board if put_back is not None else state
    before = state if on_board is not state else table.at(line - 1) if line else None
    board = drawn(at.board, on_board, table.seen_as, tuple(targets), before)
    panels: dict[str, str] = {
        "top": _top(table, viewer, view),
        "now": Now(table, viewer, view, known, answer).panel(actions, targets)
        if put_back is None
        else put_back.panel(),
        "story": story(replace(table, lines=table.lines[:line]) if put_back is not None or view.hides else table, line),
        "cards": _cards(table, state, viewer, known),
        "time": _time(table, viewer, view, line),
        "card": _looked_at(table, state, view, known, viewer),
        "picture": picture(board.svg) if board.svg else "",
    }
    ended = now and table.over and board.scene is not None
    extra = ending.rides(table, answer, ending.about(table)) if ended else ()
    return Page(
        _NARROW if board.narrow else FRAME,
        board.scene,
        extra,
        focus=(0.0, 0.0, board.scene.width, board.scene.height) if extra and board.scene is not None else board.focus,
        panels=panels,
        say=_spoken(table),
        keys=KEYS,
        effects=view.effects,
        answers=view.touches,
        film=film(table) if now else None,
        wants=wants,
    )


def _copied(table: Table, copy: Copy, viewer: Viewer, view: Look, known: Known) -> Page:
    """A copy as a page: that of a game, under a line that says what it is and leads back."""
    leads = copy.by == viewer.name
    beside = {name: answer for name, answer in known.items() if name != SEATS}
    page = shown(copy.table, Viewer(HOST) if leads else viewer, replace(view, copy=""), beside)
    frame = page.frame.replace("tb tb-play", "tb tb-play tb-copy")
    return replace(page, frame=frame, panels={**page.panels, "top": _above(table, copy, leads)})


def _above(table: Table, copy: Copy, leads: bool) -> Html:
    whose = "you lead it" if leads else f"{named(table, copy.by)} leads it"
    by_hand = copy.table.dice == "named"
    made = [
        button("leave-copy", "Back to the game", "tb-main", "The copy stays as it is; come back to it when you like")
    ]
    if leads:
        made.append(
            button(
                "dice:thrown" if by_hand else "dice:named",
                "Throw the dice" if by_hand else "Dice by hand",
                tip="Chance in this copy: thrown by itself, or named by you",
            )
        )
        if table.over or not table.secret:
            made.append(button("show-copy:off", "Hide it") if copy.shared else button("show-copy:on", "Show it to all"))
        made.append(button("end-copy", "End it", tip="Throw this copy away"))
    seen = " · all may look on" if leads and copy.shared else ""
    return join(
        el("b", "A copy", class_="tb-name"),
        el("span", f"from line {copy.table.copied} · {whose}{seen}", class_="tb-quiet"),
        el("span", made, class_="tb-menu"),
    )


def _spoken(table: Table) -> str:
    """What is told to who cannot see it: what has happened since somebody last acted."""
    return " ".join(event.text for line in table.lines[table.since :][-6:] for event in line.events)


# ------------------------------------------------------------------ above
def _top(table: Table, viewer: Viewer, view: Look) -> Html:
    about = [
        table.time(view.line(table)),
        *([table.edition] if len(games.game(table.game).editions()) > 1 else []),
        *table.variants,
    ]
    return join(
        el("b", table.title, class_="tb-name"),
        el("span", " · ".join(about), class_="tb-quiet"),
        el(
            "span",
            button("card:share", "Share"),
            button("save", "Save", tip="Save the game as a small file"),
            button("card:new", "New game") if viewer.name == HOST else None,
            class_="tb-menu",
        ),
    )


# ------------------------------------------------------------------ who plays
def _cards(table: Table, state: Any, viewer: Viewer, known: Known) -> Html:
    """Everybody's card; where others play elsewhere one's own stand first."""
    own = sorted(table.places, key=lambda place: place.seat not in table.whose)
    return join(*(_card(table, state, place, viewer, known) for place in own))


def _card(table: Table, state: Any, place: Place, viewer: Viewer, known: Known) -> Html:
    card: Card = at_table(table.game).card(state, place.seat)
    decides = not state.over and place.seat in state.deciders
    counts = [_count(count) for count in card.counts]
    look = f"{card.name}: look at the hand"
    line = [el("b", card.name), _player(place, table, viewer, known), el("span", counts, class_="tb-counts")]
    return el(
        "article",
        el("button", card.icon, type="button", class_="tb-shield", data_card=f"hand:{place.seat}", aria_label=look)
        if card.closer
        else el("span", card.icon, class_="tb-shield"),
        el(
            "div",
            el("p", line, class_="tb-line"),
            el("p", " · ".join(filter(None, (card.goal, card.note))), class_="tb-goal")
            if card.goal or card.note
            else None,
            el("p", [_held(*held) for held in card.held], class_="tb-holds") if card.held else None,
            [_person(about, held) for about, held in card.people] or None,
        ),
        class_=f"tb-card tb-box{' tb-decides' if decides else ''}",
        data_key=place.seat,
    )


def _count(count: Count) -> Html:
    """A number with its sign."""
    said = f"{count.name} {count.number}"
    sign = el("i", class_=f"tb-{count.shape} tb-c-{count.name.replace(' ', '-')}", aria_hidden="true")
    return el("span", sign, el("b", str(count.number)), class_="tb-count", title=said, aria_label=said, role="img")


def _person(about: str, held: Sequence[tuple[str, str, Html | str]]) -> Html:
    """One of several whom a player plays: a line about him, and what he has."""
    has = el("p", [_held(*each) for each in held], class_="tb-holds") if held else None
    return el("div", el("p", about, class_="tb-person"), has)


def _held(target: str, name: str, sign: Html | str) -> Html:
    """Something a player has: its picture, one touch away from a closer look."""
    if not target:
        return el("span", name, class_="tb-held", data_key=name)
    return el(
        "button",
        sign or name,
        type="button",
        class_="tb-held",
        data_card=target,
        title=name,
        aria_label=name,
        data_key=target,
    )


def _player(place: Place, table: Table, viewer: Viewer, known: Known) -> Html:
    """Who plays, and whether he is there; at the table's own screen the way to seat somebody else."""
    seats: Mapping[str, Any] = known.get(SEATS, {})
    who = who_plays(place, table, viewer)
    there = seats.get(place.seat, {}).get("there")
    dot = None
    if there is not None and not place.away:
        dot = el("i", class_=f"tb-dot{' tb-there' if there else ''}", aria_hidden="true")
        who = who if there else f"{who}, not there"
    own = "word" in seats.get(place.seat, {}) and viewer.name != HOST
    if (viewer.name != HOST and not own) or table.copied is not None:
        return el("small", dot, who)
    tip = "Your seat, and how you come back to it" if own else "Who plays it: let somebody else, or a bot"
    return el("small", dot, button(f"card:seat {place.seat}", who, "tb-link", tip))


# ------------------------------------------------------------------ through the game
def _time(table: Table, viewer: Viewer, view: Look, line: int) -> Html:
    last = line if view.hides else len(table.lines)
    where = "now" if view.at is None else f"line {line}" if view.hides else f"line {line} of {last}"
    place = el("span", where, class_="tb-where")
    return join(
        _undo(table, viewer),
        button("step:back", "◀", "tb-step", "One line back", aria_label="One line back", disabled=line == 0),
        slider(table, line, last, where),
        button("step:on", "▶", "tb-step", "One line on", aria_label="One line on", disabled=line >= len(table.lines)),
        place,
        el(
            "nav",
            el("a", "Board", href="#"),
            el("a", "Players", href="#tb-cards"),
            el("a", "Story", href="#tb-story"),
            class_="tb-jump",
        ),
    )


def _undo(table: Table, viewer: Viewer) -> Html:
    """The button that takes back: it names what, and says why where it cannot be."""
    to = table.last_of(viewer.name)
    if to < 0 or table.asked is not None:
        why = "Nothing of yours to take back yet." if to < 0 else "All are being asked already."
        return el("button", "↶ Undo", type="button", class_="tb-undo", disabled=True, title=why, data_key="undo")
    label = at_table(table.game).label(table.at(to), table.lines[to].action).text
    free = to >= table.free_to(viewer.name)
    tip = "Take it back" if free else "Something has been learnt since: all are asked"
    return el(
        "button",
        "↶ Undo ",
        el("small", label),
        None if free else el("small", " (ask)"),
        type="button",
        class_="tb-undo",
        data_target=f"undo:{to}",
        title=tip,
        data_key="undo",
    )


# ------------------------------------------------------------------ what lies over the page
def _looked_at(table: Table, state: Any, view: Look, known: Known, viewer: Viewer) -> Html | str:
    kind, _, what = view.card.partition(":")
    if kind == "rule":
        return _rules(table, what)
    if kind == "share":
        return _share(table, view)
    if kind == "new":
        return el(
            "div",
            el("h2", "A new game"),
            el(
                "p",
                "This game is kept as it stands. The next page lists it, with all others: several can go on side by side.",
            ),
            el("p", el("a", "New game, and all others", href="/table/?new", class_="tb-main tb-button")),
            aria_label="A new game",
            data_key="new",
        )
    if kind.startswith("seat "):
        seat = kind.removeprefix("seat ")
        return _seat(table, seat, known) if viewer.name == HOST else _own_seat(seat, known)
    scene = at_table(table.game).closer(state, table.seen_as, view.card) if view.card else None
    if scene is None:
        return ""
    return el("div", picture(svg(scene, width="100%")), aria_label=scene.title, data_key=view.card)


def _rules(table: Table, ids: str) -> Html | str:
    """The rules behind something that has happened: in our words, and where they stand."""
    found = []
    for rule_id in ids.split(",")[:MOST_RULES]:
        try:
            found.append(_rule(table, games.game(table.game).ledger().rule(rule_id)))
        except KeyError:
            continue
    return el("div", found, aria_label="The rules", class_="tb-ruled", data_key=ids) if found else ""


def _rule(table: Table, rule: Any) -> Html:
    played = rule.played(table.edition)
    ruling = None
    if rule.ruling:
        ruling = el(
            "p", el("span", "our ruling", class_="mw-ruling"), f" {rule.ruling}" if rule.ruling != played else None
        )
    return el(
        "section",
        el("h2", rule.id),
        el("p", played),
        ruling,
        el("p", rule.citation(table.edition), class_="mw-cite"),
    )


def _share(table: Table, view: Look) -> Html:
    code = code_of(table, view.line(table))
    about = (
        "Whoever opens it sees the present moment as you know it."
        if table.secret and not table.over
        else "It holds the whole game so far, each line of it."
    )
    return el(
        "div",
        el("h2", "Share the game"),
        el("p", about),
        el("code", code, class_="mwb-code tb-code", tabindex="0", aria_label="The code"),
        el(
            "div",
            button("copied:code", "Copy the code", "tb-main"),
            button("copied:link", "Copy a link"),
            button("save", "Save as a file"),
            class_="tb-actions",
        ),
        aria_label="Share the game",
        data_key="share",
    )


def _own_seat(seat: str, known: Known) -> Html | str:
    """How somebody comes back to his own seat by another device."""
    told: Mapping[str, Any] = known.get(SEATS, {}).get(seat, {})
    if "word" not in told:
        return ""
    return el(
        "div",
        el("h2", "Your seat"),
        el("p", "This page comes back to it by itself. On another device, go to"),
        el("code", told["door"], class_="mwb-code"),
        el("p", "and say your seat word. Keep it to yourself: whoever knows it sits here."),
        el("code", told["word"], class_="mwb-code"),
        aria_label="Your seat",
        class_="tb-qr",
        data_key=f"seat {seat}",
    )


def _seat(table: Table, seat: str, known: Known) -> Html | str:
    """Who plays a seat, and how somebody comes to it."""
    try:
        place = table.place(seat)
    except KeyError:
        return ""
    at = at_table(table.game)
    seats: Mapping[str, Any] = known.get(SEATS, {})
    made = []
    if place.by != "here":
        made.append(button(f"person:{seat} here", "Play it at this screen"))
    if place.by != "phone" and known.get(setup.PHONES):
        made.append(button(f"person:{seat} phone", "Play it at a phone"))
    made += [
        button(f"bot:{seat} {c.id}", f"Let {c.name} play")
        for c in at.offer().bots
        if (place.by, place.bot) != ("bot", c.id)
    ]
    name = at.name(seat)
    code = None
    if seat in seats and "qr" in seats[seat]:
        code = join(
            el("p", "Open this on the phone of whoever plays it, or point its camera here."),
            picture(seats[seat]["qr"]),
            el("code", seats[seat]["link"], class_="mwb-code"),
            el("p", "Or go there by hand, and say the seat's word:"),
            el("code", f"{seats[seat]['door']}   {seats[seat]['word']}", class_="mwb-code"),
        )
    return el(
        "div",
        el("h2", f"{name}'s seat"),
        code,
        el("div", made, class_="tb-actions"),
        aria_label=f"{name}'s seat",
        class_="tb-qr",
        data_key=f"seat {seat}",
    )
