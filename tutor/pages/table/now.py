"""Whose decision it is and why, with everything he may do: the panel beside the board."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from tutor.desk import Viewer
from tutor.desk.desk import Known
from tutor.draw.html import Html, el, join, picture
from tutor.draw.page import icon
from tutor.draw.tables import Label
from tutor.pages.table.asking import chance_of, hint, percent
from tutor.pages.table.coach import coached
from tutor.pages.table.copies import refusal
from tutor.pages.table.dice import last_throw
from tutor.pages.table.ending import key_of_rides, told
from tutor.pages.table.look import Look
from tutor.pages.table.parts import SEATS, button, curtained
from tutor.pages.table.play import CHANCE, HOST, LONGEST_NOTE, SEAT, Table, at_table, named

#: The most actions shown at first, the most for which it is foretold what they lead to, the most outcomes that are named.
MOST_SHOWN, MOST_FORETOLD, MOST_NAMED = 8, 40, 80


class Now:
    """The panel that says whose decision it is and why, with everything he may do."""

    def __init__(
        self, table: Table, viewer: Viewer, view: Look, known: Known, answer: Mapping[str, Any] | None = None
    ) -> None:
        self.table, self.viewer, self.view, self.known, self.answer = table, viewer, view, known, answer
        self.at = at_table(table.game)
        self.state = table.at(view.line(table))

    def panel(self, actions: Sequence[str], targets: Mapping[str, tuple[str, ...]]) -> Html:
        """The panel: what there is to decide, and the ways to copies."""
        room = el("div", class_="tb-map", data_map=True, data_key="map") if not self.table.over else None
        return join(room, self._deciding(actions, targets), self._invited(), self._who_are_you(), self._copies())

    def _deciding(self, actions: Sequence[str], targets: Mapping[str, tuple[str, ...]]) -> Html:
        table, view = self.table, self.view
        if view.at is not None:
            return join(self._back(), last_throw(table, view.line(table)), self._note())
        if table.asked is not None:
            return self._asked()
        if table.over:
            return self._over()
        if curtained(table, self.viewer):
            return self._hand_over()
        if actions:
            thrown = last_throw(table, len(table.lines))
            seat = table.mine[0] if table.mine else table.seen_as or ""
            return self._choices(join(self._head(seat), self._stuck(), thrown), actions, targets)
        if self.state.decision == CHANCE:
            return self._chance()
        return join(self._waiting(), last_throw(table, len(table.lines)))

    def _head(self, seat: str, says: str = "") -> Html:
        name = self.at.name(seat)
        player = self.table.place(seat).name
        title = says or (f"{player}, you decide" if player and len(self.table.whose) > 1 else f"{name} decides")
        if not says and self.table.openly and len(self.table.mine) > 1:
            *first, last = (self.table.place(each).name or self.at.name(each) for each in self.table.mine)
            title = f"{', '.join(first)} and {last} decide"
        return el(
            "div",
            el("span", icon(self.at.shield(seat), 22, 25), class_="tb-big", aria_hidden="true"),
            el("div", el("h1", title), el("p", self.at.why(self.state, seat), class_="tb-why")),
            class_="tb-head",
            data_key="head",
        )

    def _stuck(self) -> Html | None:
        """That nobody can win any more, where the game can tell."""
        asked = getattr(self.at, "stuck", None)
        says = str(asked(self.state)) if asked is not None else ""
        return el("p", says, class_="tb-stuck", role="status", data_key="stuck") if says else None

    # ---------------------------------------------------------------- actions
    def _choices(self, above: Html, actions: Sequence[str], targets: Mapping[str, tuple[str, ...]]) -> Html:
        """What can be done, below whose decision it is; then where it leads, and the coach."""
        labels = {action: self.at.label(self.state, action) for action in actions}
        picked = targets.get(self.view.picked, ())
        plain = [action for action in actions if not labels[action].aside]
        most = MOST_SHOWN if len(actions) <= MOST_SHOWN else MOST_SHOWN - 1  # "more" takes the last place
        ends = [action for action in plain if labels[action].stays]
        first = [action for action in plain if action not in ends][: most - len(ends)]
        shown = list(picked) or [*first, *ends] or list(actions[:most])
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
            el(
                "div",
                above,
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
                class_="tb-choose",
                data_key="choose",
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
            coached(self.table, self.view.coach == len(self.table.lines), self.answer) if len(actions) > 1 else None,
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
        alike: dict[str, tuple[str, Label]] = {}
        for outcome in outcomes:
            label = self.at.label(self.state, outcome)
            alike.setdefault(label.text, (outcome, label))
        made = [
            el(
                "button",
                label.icon or None,
                label.text,
                type="button",
                class_="tb-outcome",
                data_target=f"named:{outcome}",
                data_key=outcome,
            )
            for outcome, label in list(alike.values())[:MOST_NAMED]
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
        away = not self._there(seat)
        says = f"{player} is not there" if away else f"{self.at.name(seat)} decides"
        parts = [self._head(seat, says)]
        if away and self.viewer.name != SEAT + seat:
            parts.append(
                el("p", f"{player} has lost the connection, or has not come yet. The seat waits.", class_="tb-quiet")
            )
            if self.viewer.name in (HOST, *self.table.people):
                made = [button(f"away:{seat}", "A bot sits in meanwhile", tip="Until he comes back to his seat")]
                if self.viewer.name == HOST:
                    made += [button(f"person:{seat} here", "Play it at this screen")]
                parts.append(el("div", made, class_="tb-actions"))
        return join(*parts)

    def _there(self, seat: str) -> bool:
        """Whether somebody sits at a seat, as far as is known."""
        seats: Mapping[str, Any] = self.known.get(SEATS, {})
        return bool(seats.get(seat, {"there": True})["there"])

    def _invited(self) -> Html | None:
        """The codes by which those come who are not there yet, or have been away for long, or are waited for now."""
        seats: Mapping[str, Any] = self.known.get(SEATS, {})
        away = [seat for seat, known in seats.items() if not known["there"] and "qr" in known]
        waited = [seat for seat in away if seats[seat]["gone"] or seat in self.table.deciders]
        if not waited or self.viewer.name != HOST or self.table.over or self.view.at is not None:
            return None
        codes = [
            el(
                "figure",
                picture(seats[seat]["qr"]),
                el("figcaption", self.at.name(seat), el("small", seats[seat]["word"])),
                data_key=seat,
            )
            for seat in waited
        ]
        by_hand = el("b", seats[waited[0]]["door"])
        return join(
            el("p", "Point a phone's camera here, one code for each seat. The phone must be in the same network."),
            el("div", codes, class_="tb-codes"),
            el(
                "p",
                "Without a camera: open ",
                by_hand,
                " there, and write the word below the seat's code.",
                class_="tb-quiet",
            ),
        )

    def _who_are_you(self) -> Html | None:
        """Who has just come to a seat says what he is called."""
        seat = self.viewer.name.removeprefix(SEAT)
        ends = self.table.over or self.view.at is not None or self.table.copied is not None
        if not self.viewer.name.startswith(SEAT) or ends or seat not in self.table.whose or self.table.place(seat).name:
            return None
        field = el(
            "input",
            type="text",
            placeholder="what are you called?",
            maxlength=24,
            autocomplete="off",
            data_value="called",
            data_enter="called",
            aria_label="Your name",
            data_key="called",
        )
        press = el("button", "That is me", type="button", data_target="called", data_needs="called", data_key="that")
        return el("div", field, press, class_="tb-choices tb-name-of", data_key="who")

    def _hand_over(self) -> Html:
        made = []
        for seat in self.table.mine:
            player = self.table.place(seat).name
            made.append(button(f"face:{seat}", f"I am {player or self.at.name(seat)}: show what I know", "tb-main"))
        names = " or ".join(self.table.place(seat).name or self.at.name(seat) for seat in self.table.mine)
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
        who = named(self.table, asked.by)
        waits = [named(self.table, each) for each in self.table.people if each not in asked.agreed]
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
        made = [button("step:on", "Next line", "tb-main")] if self.view.hides and line < len(table.lines) else []
        made.append(button("now", "Back to the end" if table.over else "Back to now", "" if made else "tb-main"))
        if self.view.hides:
            made.append(button("what-came", "Show what came"))
        if table.copied is None and not refusal(table, line):
            made.append(button("copy", "Play on from here in a copy", tip="The real game stays as it is"))
        if (
            (self.viewer.name in table.people or not table.people)
            and not self.view.hides
            and line >= (table.copied or 0)
        ):
            free = line >= table.free_to(self.viewer.name)
            made.append(button(f"undo:{line}", "Take the game back to here" if free else "Ask to take it back to here"))
        return join(
            el(
                "div",
                el(
                    "div",
                    el("h1", f"Line {line}" if self.view.hides else f"Line {line} of {len(table.lines)}"),
                    el("p", told, class_="tb-why"),
                ),
                class_="tb-head",
            ),
            el("div", made, class_="tb-actions"),
        )

    def _note(self) -> Html | None:
        """What one has written beside this line, to be written anew."""
        if self.table.copied is not None:
            return None
        line = self.view.line(self.table)
        own = next((note.text for note in self.table.notes if (note.line, note.by) == (line, self.viewer.name)), "")
        field = el(
            "input",
            type="text",
            placeholder="a note beside this line",
            value=own or None,
            maxlength=LONGEST_NOTE,
            autocomplete="off",
            data_value="notes",
            data_enter="note",
            aria_label="A note beside this line",
            data_key=f"note {line}",
        )
        return el("div", field, button("note", "Write it down"), class_="tb-choices tb-name-of", data_key="note")

    def _copies(self) -> Html | None:
        """The ways to the copies one may look at."""
        made = [
            button(
                f"see-copy:{copy.owner}",
                "To your copy"
                if copy.by == self.viewer.name
                else f"Look on: {named(self.table, copy.by)} plays on in a copy",
                tip=f"From line {copy.table.copied}",
            )
            for copy in self.table.copies
        ]
        return el("div", made, class_="tb-actions tb-copies", data_key="copies") if made else None

    def _over(self) -> Html:
        table = self.table
        names = [self.at.name(seat) for seat in self.state.winners]
        won = " and ".join(names)
        last = table.lines[-1].events[-1].text if table.lines and table.lines[-1].events else ""
        sign = [
            el("span", icon(self.at.shield(seat), 22, 25), class_="tb-big", aria_hidden="true")
            for seat in self.state.winners[:2]
        ]
        ended = getattr(self.at, "ended", None)
        title = f"{won} win{'s' if len(names) == 1 else ''}" if won else ended(self.state) if ended else "Nobody wins"
        told_last = el("p", last, class_="tb-why") if last.rstrip(".") != title else None
        made = [button("again", "Play again", "tb-main")] if self.viewer.name == HOST and table.copied is None else []
        made += [
            button("review", "Walk through it", tip="Line by line, without what came later"),
            button("card:share", "Share"),
        ]
        return join(
            el("div", join(*sign), el("div", el("h1", title), told_last), class_="tb-head tb-end", data_arrive=True),
            key_of_rides(table),
            told(table, self.answer),
            el("div", made, class_="tb-actions tb-ways"),
        )
