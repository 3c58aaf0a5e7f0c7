"""The page of a table: the board, whose decision it is, the story, everybody's cards, and the way through the game."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from tutor import games
from tutor.desk import Viewer
from tutor.desk.desk import Known
from tutor.pages.table import setup
from tutor.pages.table.asking import chance_of, hint, percent
from tutor.pages.table.code import code_of
from tutor.pages.table.dice import last_throw
from tutor.pages.table.film import film
from tutor.pages.table.look import Look
from tutor.pages.table.play import CHANCE, HOST, SEAT, Place, Table, at_table
from tutor.pages.table.story import story
from tutor.paint.svg import svg
from tutor.ui.html import Html, el, join, picture
from tutor.ui.page import Page, icon
from tutor.ui.tables import Card, Count, Label

FRAME = (
    '<div class="tb tb-play"><header class="tb-top" data-panel="top"></header>'
    '<section class="tb-board"><div class="mwb-board" data-board="fill"></div>'
    '<div class="tb-picture" data-panel="picture"></div></section>'
    '<section class="tb-now tb-box" data-panel="now" aria-label="Whose decision it is" id="tb-now"></section>'
    '<section class="tb-story tb-box" data-panel="story" aria-label="The story" id="tb-story"></section>'
    '<section class="tb-cards" data-panel="cards" aria-label="Who plays" id="tb-cards"></section>'
    '<footer class="tb-time" data-panel="time" aria-label="Through the game"></footer>'
    '<div class="mw-popup" data-panel="card" role="dialog"></div></div>'
)
KEYS: Mapping[str, str] = {
    "ArrowLeft": "step:back",
    "ArrowRight": "step:on",
    "u": "undo",
    "Home": "line:0",
    "End": "now",
}
#: So many actions are shown at first, and for so many it is foretold what they lead to.
MOST_SHOWN, MOST_FORETOLD = 8, 40
#: Under this name a host tells how the seats stand: for each seat its link, its code as a picture, whether somebody is there.
SEATS = "seats"


def shown(table: Table, viewer: Viewer, view: Look, known: Known) -> Page:
    """A viewer's page."""
    if not table.game:
        from tutor.pages.table.document import draft_of

        return setup.setup_page(viewer, view, view.draft or draft_of(table), known, table.trouble)
    at, line = at_table(table.game), view.line(table)
    state = table.at(line)
    now = view.at is None
    mine = [seat for seat in table.deciders if seat in table.whose] if now and table.asked is None else []
    actions = state.actions(mine[0]) if mine and not _curtain(table, viewer) else []
    targets = at.targets(state, actions)
    board = at.board(state, table.seen_as, tuple(targets), table.at(line - 1) if line else None)
    panels: dict[str, str] = {
        "top": _top(table, viewer, view),
        "now": _Now(table, viewer, view, known).panel(actions, targets),
        "story": story(table, line),
        "cards": _cards(table, state, viewer, known),
        "time": _time(table, viewer, view, line),
        "card": _looked_at(table, state, view, known, viewer),
        "picture": picture(board.svg) if board.svg else "",
    }
    return Page(
        FRAME,
        board.scene,
        focus=board.focus,
        panels=panels,
        say=_spoken(table),
        keys=KEYS,
        effects=view.effects,
        answers=view.touches,
        film=film(table) if now else None,
    )


def _spoken(table: Table) -> str:
    """What is told to who cannot see it: what has happened since somebody last acted."""
    return " ".join(event.text for line in table.lines[table.since :][-6:] for event in line.events)


def _curtain(table: Table, viewer: Viewer) -> bool:
    """Whether the next player must first take the screen: others sit before it who may not see what he sees."""
    mine = [seat for seat in table.deciders if seat in table.whose]
    return table.secret and len(table.whose) > 1 and bool(mine) and table.seen_as not in mine


def button(target: str, text: str, look: str = "", tip: str = "", **more: Any) -> Html:
    """Something to press."""
    return el(
        "button",
        text,
        type="button",
        class_=look or None,
        data_target=target,
        title=tip or None,
        data_key=target,
        **more,
    )


def who_plays(place: Place, table: Table, viewer: Viewer) -> str:
    """Who plays a seat, in a word."""
    if place.by == "bot":
        return "bot"
    if place.away:
        return f"{place.name or 'away'}, a bot sits in"
    if viewer.name == SEAT + place.seat or (viewer.name == HOST and place.by == "here" and len(table.whose) == 1):
        return place.name or "you"
    return place.name or ("here" if place.by == "here" else "at a phone")


# ------------------------------------------------------------------ above
def _top(table: Table, viewer: Viewer, view: Look) -> Html:
    turns = sum(event.kind == "turn" for line in table.lines[: view.line(table)] for event in line.events) + 1
    about = [
        "turn " + str(turns),
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


# ------------------------------------------------------------------ whose decision it is
class _Now:
    """The panel that says whose decision it is and why, with everything he may do."""

    def __init__(self, table: Table, viewer: Viewer, view: Look, known: Known) -> None:
        self.table, self.viewer, self.view, self.known = table, viewer, view, known
        self.at = at_table(table.game)
        self.state = table.at(view.line(table))

    def panel(self, actions: Sequence[str], targets: Mapping[str, tuple[str, ...]]) -> Html:
        table, view = self.table, self.view
        if view.at is not None:
            return join(self._back(), last_throw(table, view.line(table)))
        if table.asked is not None:
            return self._asked()
        if table.over:
            return self._over()
        if _curtain(table, self.viewer):
            return self._hand_over()
        if actions:
            return join(
                self._head(table.seen_as or ""), last_throw(table, len(table.lines)), self._choices(actions, targets)
            )
        if self.state.decision == CHANCE:
            return self._chance()
        return join(self._waiting(), last_throw(table, len(table.lines)))

    def _head(self, seat: str, says: str = "") -> Html:
        name = self.at.name(seat)
        player = self.table.place(seat).name
        title = says or (f"{player}, you decide" if player and len(self.table.whose) > 1 else f"{name} decides")
        return el(
            "div",
            el("span", icon(self.at.shield(seat), 22, 25), class_="tb-big", aria_hidden="true"),
            el("div", el("h1", title), el("p", self.at.why(self.state, seat), class_="tb-why")),
            class_="tb-head",
            data_key="head",
        )

    # ---------------------------------------------------------------- actions
    def _choices(self, actions: Sequence[str], targets: Mapping[str, tuple[str, ...]]) -> Html:
        labels = {action: self.at.label(self.state, action) for action in actions}
        picked = targets.get(self.view.picked, ())
        plain = [action for action in actions if not labels[action].aside]
        shown = list(picked) or plain[:MOST_SHOWN] or list(actions[:MOST_SHOWN])
        hidden = [action for action in actions if action not in shown]
        if self.view.more and not picked:
            shown, hidden = list(actions), []
        at = {action: target for target, meant in targets.items() for action in meant}
        buttons = [self._action(action, labels[action]) for action in shown]
        more = None
        if picked:
            more = button("unpick", "All that can be done", "tb-more")
        elif hidden:
            more = button("more", f"More: {len(hidden)}", "tb-more", "What is seldom meant")
        elif self.view.more:
            more = button("more", "Fewer", "tb-more")
        hints = [
            self._hint(action, labels[action], targets)
            for action in [*shown, *hidden][:MOST_FORETOLD]
            if action in shown or action in at
        ]
        asks = "Which do you mean?" if picked else ""
        return join(
            el("p", asks, class_="tb-why") if asks else None,
            el(
                "div",
                buttons,
                more,
                class_="tb-actions",
                role="group",
                aria_label="What can be done",
                data_walk=True,
                data_key="actions",
            ),
            el(
                "div",
                el(
                    "p",
                    "Point at an action, or hold it, to see where it leads. A touch on the board does it too.",
                    class_="tb-quiet",
                    data_otherwise=True,
                ),
                hints,
                class_="tb-ask",
                data_hints=True,
                data_key="ask",
            ),
        )

    def _action(self, action: str, label: Label) -> Html:
        chance = chance_of(self.table, self.state, action)
        return el(
            "button",
            el("span", label.icon, class_="tb-icon", aria_hidden="true") if label.icon else None,
            el("span", el("b", label.text), el("small", label.small) if label.small else None, class_="tb-words"),
            el("span", percent(chance), class_="tb-chance", title=f"{chance} to win") if chance is not None else None,
            type="button",
            class_="tb-action",
            data_target=f"act:{action}",
            data_key=action,
        )

    def _hint(self, action: str, label: Label, targets: Mapping[str, tuple[str, ...]]) -> Html:
        about = [f"act:{action}", *(target for target, meant in targets.items() if meant[0] == action)]
        return el(
            "div",
            el("h2", label.text),
            hint(self.table, self.state, action),
            data_hint=json.dumps(about),
            data_key=action,
            hidden=True,
        )

    # ---------------------------------------------------------------- when there is nothing to decide here
    def _chance(self) -> Html:
        """Chance is done by hand: what came is named, or thrown after all."""
        outcomes = list(self.state.chances())
        verb = outcomes[0].split()[0] if outcomes else ""
        words = {
            "roll": "Throw, and say what fell",
            "draw": "Draw a card, and say which",
            "reveal": "Turn the card up, and say which it is",
        }
        made = [
            button(f"named:{outcome}", outcome.partition(" ")[2] or outcome, "tb-outcome") for outcome in outcomes[:60]
        ]
        can = self.viewer.name in self.table.people or not self.table.people
        return join(
            el(
                "div",
                el(
                    "div",
                    el("h1", "Chance"),
                    el("p", f"{words.get(verb, 'Say what came')}, or let the table do it.", class_="tb-why"),
                ),
                class_="tb-head",
            ),
            el(
                "div",
                button("throw", "Throw here" if verb == "roll" else "Let chance decide", "tb-main"),
                class_="tb-actions",
            )
            if can
            else None,
            el("div", made, class_="tb-outcomes", data_walk=True) if can else None,
        )

    def _waiting(self) -> Html:
        deciders = self.state.deciders
        if not deciders:
            return el("p", "…", class_="tb-quiet")
        seat = deciders[0]
        place = self.table.place(seat)
        player = place.name or self.at.name(seat)
        seats: Mapping[str, Any] = self.known.get(SEATS, {})
        gone = seat in seats and not seats[seat]["there"]
        says = f"{player} is not there" if gone else f"{self.at.name(seat)} decides"
        parts = [self._head(seat, says)]
        if place.by == "phone" and self.viewer.name != SEAT + seat:
            if gone:
                parts.append(
                    el(
                        "p",
                        f"{player} has lost the connection, or has not come yet. The seat waits.",
                        class_="tb-quiet",
                    )
                )
            if gone and self.viewer.name == HOST:
                made = [
                    button(f"card:seat {seat}", "Show the link again"),
                    button(f"away:{seat}", "A bot sits in meanwhile"),
                    button(f"person:{seat} here", "Play it at this screen"),
                ]
                parts.append(el("div", made, class_="tb-actions"))
        return join(*parts)

    def _hand_over(self) -> Html:
        made = []
        for seat in self.table.deciders:
            if seat in self.table.whose:
                player = self.table.place(seat).name
                made.append(button(f"face:{seat}", f"I am {player or self.at.name(seat)}: show what I know", "tb-main"))
        names = " or ".join(
            self.table.place(seat).name or self.at.name(seat)
            for seat in self.table.deciders
            if seat in self.table.whose
        )
        return join(
            el(
                "div",
                el(
                    "div",
                    el("h1", f"Hand the screen to {names}"),
                    el("p", "What others may not see is hidden until then.", class_="tb-why"),
                ),
                class_="tb-head",
            ),
            el("div", made, class_="tb-actions"),
        )

    def _asked(self) -> Html:
        asked = self.table.asked
        assert asked is not None
        lines = len(self.table.lines) - asked.to
        who = _called(self.table, asked.by)
        waits = [_called(self.table, each) for each in self.table.people if each not in asked.agreed]
        much = "the last line" if lines == 1 else f"the last {lines} lines"
        told = f"{who} would take back {much}. Something has been learnt since, so all must agree."
        mine = self.viewer.name in self.table.people and self.viewer.name not in asked.agreed
        made = (
            [
                button("agree", "We agree" if len(self.table.whose) > 1 else "I agree", "tb-main"),
                button("refuse", "No, it stands"),
            ]
            if mine
            else []
        )
        return join(
            el("div", el("div", el("h1", "Take it back?"), el("p", told, class_="tb-why")), class_="tb-head"),
            el("div", made, class_="tb-actions") if made else el("p", f"Asked: {', '.join(waits)}.", class_="tb-quiet"),
            el("p", "What was thrown and drawn comes again in the same order.", class_="tb-quiet"),
        )

    def _back(self) -> Html:
        table, line = self.table, self.view.line(self.table)
        told = " ".join(event.text for event in table.lines[line - 1].events) if line else "The game begins."
        made = [
            button("now", "Back to now", "tb-main"),
            button("copy", "Play on from here in a copy", tip="The real game stays as it is"),
        ]
        if self.viewer.name in table.people or not table.people:
            free = line >= table.free_to(self.viewer.name)
            made.append(button(f"undo:{line}", "Take the game back to here" if free else "Ask to take it back to here"))
        return join(
            el(
                "div",
                el("div", el("h1", f"Line {line} of {len(table.lines)}"), el("p", told, class_="tb-why")),
                class_="tb-head",
            ),
            el("div", made, class_="tb-actions"),
        )

    def _over(self) -> Html:
        table = self.table
        names = [self.at.name(seat) for seat in self.state.winners]
        won = " and ".join(names)
        last = table.lines[-1].events[-1].text if table.lines and table.lines[-1].events else ""
        sign = [
            el("span", icon(self.at.shield(seat), 22, 25), class_="tb-big", aria_hidden="true")
            for seat in self.state.winners[:2]
        ]
        title = f"{won} win{'s' if len(names) == 1 else ''}" if won else "Nobody wins"
        made = [button("again", "Play again", "tb-main")] if self.viewer.name == HOST else []
        made += [
            button("line:0", "Walk through it"),
            button("card:share", "Share"),
            button("copy", "Play on from a turn in a copy"),
        ]
        return join(
            el("div", join(*sign), el("div", el("h1", title), el("p", last, class_="tb-why")), class_="tb-head tb-end"),
            el("div", made, class_="tb-actions"),
            el("p", "Touch any line of the story to see the board as it was then.", class_="tb-quiet"),
        )


def _called(table: Table, by: str) -> str:
    """A viewer by the names of those who sit there."""
    seats = table.seats_of(by)
    names = [table.place(seat).name or at_table(table.game).name(seat) for seat in seats]
    return " and ".join(names) or "somebody"


# ------------------------------------------------------------------ who plays
def _cards(table: Table, state: Any, viewer: Viewer, known: Known) -> Html:
    return join(*(_card(table, state, place, viewer, known) for place in table.places))


def _card(table: Table, state: Any, place: Place, viewer: Viewer, known: Known) -> Html:
    card: Card = at_table(table.game).card(state, place.seat)
    decides = not state.over and place.seat in state.deciders
    counts = [_count(count) for count in card.counts]
    look = f"{card.name}: look at the hand"
    line = [el("b", card.name), el("small", who_plays(place, table, viewer)), el("span", counts, class_="tb-counts")]
    return el(
        "article",
        el("button", card.icon, type="button", class_="tb-shield", data_card=f"hand:{place.seat}", aria_label=look),
        el(
            "div",
            el("p", line, class_="tb-line"),
            el("p", card.goal, class_="tb-goal") if card.goal else None,
            el("p", [_held(*held) for held in card.held], class_="tb-holds") if card.held else None,
            el("p", card.note, _presence(place, viewer, known), class_="tb-note"),
        ),
        class_=f"tb-card tb-box{' tb-decides' if decides else ''}",
        data_key=place.seat,
    )


def _count(count: Count) -> Html:
    """A number with its sign."""
    said = f"{count.name} {count.number}"
    sign = el("i", class_=f"tb-{count.shape} tb-c-{count.name.replace(' ', '-')}", aria_hidden="true")
    return el("span", sign, el("b", str(count.number)), class_="tb-count", title=said, aria_label=said, role="img")


def _held(target: str, name: str, sign: Html | str) -> Html:
    """Something a player has: its picture, one touch away from a closer look."""
    if not target:
        return el("span", name, class_="tb-held", data_key=name)
    return el(
        "button", sign or name, type="button", class_="tb-held", data_card=target, title=name, aria_label=name, data_key=target
    )


def _presence(place: Place, viewer: Viewer, known: Known) -> Html | None:
    """Whether somebody who plays at a screen of his own is there."""
    seats: Mapping[str, Any] = known.get(SEATS, {})
    if place.seat not in seats or place.away:
        return None
    there = seats[place.seat]["there"]
    dot = el("i", class_=f"tb-dot{' tb-there' if there else ''}", aria_hidden="true")
    tip = "Link and code for this seat"
    link = button(f"card:seat {place.seat}", "link", "tb-link", tip) if viewer.name == HOST else None
    return el("small", dot, "there " if there else "not there ", link)


# ------------------------------------------------------------------ through the game
def _time(table: Table, viewer: Viewer, view: Look, line: int) -> Html:
    last = len(table.lines)
    slider = el(
        "input",
        type="range",
        min=0,
        max=last,
        value=line,
        data_input="walk",
        data_key="walk",
        aria_label="Through the game, line by line",
        aria_valuetext=f"line {line} of {last}",
        disabled=last == 0,
    )
    place = el("span", "now" if view.at is None else f"line {line} of {last}", class_="tb-where")
    return join(
        _undo(table, viewer),
        button("step:back", "◀", "tb-step", "One line back", aria_label="One line back", disabled=line == 0),
        slider,
        button("step:on", "▶", "tb-step", "One line on", aria_label="One line on", disabled=view.at is None),
        place,
        el(
            "nav",
            el("a", "Board", href="#"),
            el("a", "Story", href="#tb-story"),
            el("a", "Knights", href="#tb-cards"),
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
        return _rule(table, what)
    if kind == "share":
        return _share(table, view)
    if kind == "new":
        return el(
            "div",
            el("h2", "A new game"),
            el("p", "This game is kept as it stands; you find it again at its own address."),
            el("p", el("a", "Begin a new table", href="?new", class_="tb-main tb-button")),
            aria_label="A new game",
            data_key="new",
        )
    if kind.startswith("seat "):
        return _seat_link(table, kind.removeprefix("seat "), known) if viewer.name == HOST else ""
    scene = at_table(table.game).closer(state, table.seen_as, view.card) if view.card else None
    if scene is None:
        return ""
    return el("div", picture(svg(scene, width="100%")), aria_label=scene.title, data_key=view.card)


def _rule(table: Table, rule_id: str) -> Html | str:
    try:
        rule = games.game(table.game).ledger().rule(rule_id)
    except KeyError:
        return ""
    edition = table.edition
    ruling = (
        el("p", el("span", "our ruling", class_="mw-ruling"), " ", rule.ruling)
        if rule.ruling and rule.played(edition) != rule.ruling
        else None
    )
    return el(
        "div",
        el("h2", rule_id),
        el("p", rule.played(edition)),
        ruling,
        el("p", rule.citation(edition), class_="mw-cite"),
        aria_label=f"The rule {rule_id}",
        class_="tb-ruled",
        data_key=rule_id,
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
        el("code", code, class_="mwb-code tb-code"),
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


def _seat_link(table: Table, seat: str, known: Known) -> Html | str:
    seats: Mapping[str, Any] = known.get(SEATS, {})
    if seat not in seats:
        return ""
    name = at_table(table.game).name(seat)
    return el(
        "div",
        el("h2", f"{name}'s seat"),
        el("p", "Open this on the phone of whoever plays it, or point its camera here."),
        picture(seats[seat]["qr"]),
        el("code", seats[seat]["link"], class_="mwb-code"),
        aria_label=f"{name}'s seat",
        class_="tb-qr",
        data_key=f"seat {seat}",
    )
