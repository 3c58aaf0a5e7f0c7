"""What is told when a game is over: where the win came from, the turning points, and choices put back to be found by oneself.

It is made of an answer of :mod:`tutor.pages.table.finding`, and shows as much of it as there is.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import takewhile
from typing import Any

from engine.text.faults import cap
from tutor.desk import Viewer
from tutor.draw.html import Html, el, join
from tutor.draw.page import icon
from tutor.draw.shapes import Group
from tutor.pages.table.asking import hint
from tutor.pages.table.coach import Advice, going_on
from tutor.pages.table.finding import after_wanted
from tutor.pages.table.ledger import COLUMNS, ERRORS
from tutor.pages.table.look import Look
from tutor.pages.table.parts import button
from tutor.pages.table.play import HOST, Table, at_table

#: Chance of winning an action may cost against the best and still count as found.
AS_GOOD = 0.035
#: The chance that a full bar stands for, on either side.
FULL = 0.5
#: Said at the end of a game in which not everybody could know everything.
SECRET = (
    "What each choice was worth is not reckoned in a game with secrets: "
    "it would be judged by what whoever chose could not know."
)
#: Signs of the turning points, on the map and beside the words.
SIGNS = "123"


# ------------------------------------------------------------------ the map
def rides(table: Table, answer: Mapping[str, Any] | None, seat: str | None) -> tuple[Group, ...]:
    """The ride of each, with the turning points of a seat; nothing in a game that draws none."""
    drawn = getattr(at_table(table.game), "rides", None)
    if drawn is None or not table.over:
        return ()
    marks = {point["line"]: SIGNS[at] for at, point in enumerate(_turning(answer, seat))}
    found: tuple[Group, ...] = drawn([table.first, *(line.state for line in table.lines)], marks)
    return found


def key_of_rides(table: Table) -> Html | None:
    """Whose ride looks how, and how many areas he has seen."""
    at: Any = at_table(table.game)
    if not hasattr(at, "rides"):
        return None
    states = [table.first, *(line.state for line in table.lines)]
    rows = [
        el("li", icon(at.ride_key(seat), 38, 10), f"{at.name(seat)}, {at.areas_of(states, seat)} areas", data_key=seat)
        for seat in table.first.order
    ]
    return el("ul", rows, class_="tb-key", aria_label="The rides on the map")


def about(table: Table) -> str | None:
    """The seat whose turning points are told: of a person, of who won, or of the first."""
    mine = [seat for seat in table.first.order if seat in table.whose]
    for seat in (*mine, *table.state.winners, *table.first.order):
        return str(seat)
    return None


def _turning(answer: Mapping[str, Any] | None, seat: str | None) -> Sequence[Mapping[str, Any]]:
    found: Sequence[Mapping[str, Any]] = (answer or {}).get("turning", {}).get(seat, ())
    return found


# ------------------------------------------------------------------ the words
def told(table: Table, answer: Mapping[str, Any] | None) -> Html | None:
    """Where the win came from, the turning points, and what can be found by oneself; None where there is nothing of it."""
    if after_wanted(table) is None:
        return el("p", SECRET, class_="tb-quiet", data_key="after") if table.secret and table.copied is None else None
    if answer is not None and "failed" in answer:
        return el("p", answer["failed"], class_="tb-quiet", data_key="after")
    if answer is None or "rows" not in answer:
        says = "What came of choices and of luck is being reckoned: every line, and what else might have come…"
        return el("section", going_on(says, answer), class_="tb-after", data_key="after", role="status")
    seat = about(table)
    return join(
        el(
            "section",
            el("h2", "Where the win came from" if table.state.winners else "Where the chances went"),
            _ledger(table, answer["rows"]),
            class_="tb-after",
            data_key="ledger",
        ),
        el("section", _points(table, answer, seat), class_="tb-after", data_key="turning"),
        _offer(table, answer),
    )


def _ledger(table: Table, rows: Sequence[Mapping[str, Any]]) -> Html:
    at = at_table(table.game)
    head = el("tr", el("th"), [el("th", name, scope="col") for name in (*COLUMNS, "not seen coming", "chance")])
    body = [
        el(
            "tr",
            el(
                "th",
                el("span", icon(at.shield(row["seat"]), 22, 25), aria_hidden="true"),
                at.name(row["seat"]),
                scope="row",
            ),
            [_cell(name, *column) for name, column in zip(COLUMNS, row["columns"], strict=True)],
            el("td", points(row["rest"]), class_="tb-quiet", data_of="not seen coming"),
            el("td", f"{round(100 * row['first'])} → {round(100 * row['last'])}", class_="tb-total", data_of="chance"),
            class_="tb-mine" if row["seat"] in table.whose else None,
            data_key=row["seat"],
        )
        for row in rows
    ]
    note = (
        "In points of winning chance; each row adds up from the first chance to the last. A choice counts against what a "
        "sensible bot would have done there, dice and cards against all that could have come. Grey: below two standard errors, "
        "so it may be nothing."
    )
    return join(
        el("table", el("thead", head), el("tbody", body), class_="tb-ledger"),
        el("p", note, class_="tb-quiet"),
    )


def _cell(name: str, worth: float, error: float) -> Html:
    sure = abs(worth) >= ERRORS * error and round(100 * abs(worth)) > 0
    width = min(50.0, 50.0 * abs(worth) / FULL)
    bar = None
    if sure:
        side = "left" if worth > 0 else "right"
        bar = el("i", class_="tb-win" if worth > 0 else "tb-lose", style=f"{side}:50%;width:{width:.0f}%")
    return el(
        "td",
        el("span", bar, class_="tb-gain-bar", aria_hidden="true"),
        el("b" if sure else "span", points(worth)),
        el("small", f" ± {max(1, round(100 * error))}"),
        class_=None if sure else "tb-quiet",
        title=None if sure else "Below two standard errors: it may be nothing",
        data_of=name,
    )


def points(worth: float) -> str:
    """Points of winning chance with their sign."""
    number = round(100 * worth)
    return f"+{number}" if number > 0 else f"−{-number}" if number < 0 else "0"


# ------------------------------------------------------------------ turning points
def _points(table: Table, answer: Mapping[str, Any], seat: str | None) -> Html:
    found = _turning(answer, seat)
    name = at_table(table.game).name(seat) if seat else ""
    if not found:
        return join(el("h2", "Turning points"), el("p", "No single line of the game decided it.", class_="tb-quiet"))
    title = "The turning point" if len(found) == 1 else f"{'Two' if len(found) == 2 else 'Three'} turning points"
    rows = [_point(table, point, SIGNS[at], seat or "") for at, point in enumerate(found)]
    return join(el("h2", title, el("small", f" for {name}")), el("ol", rows, class_="tb-points"))


def _point(table: Table, point: Mapping[str, Any], sign: str, seat: str) -> Html:
    at, line = at_table(table.game), table.lines[point["line"] - 1]
    whose = "Own" if point["seat"] == seat else f"{at.name(point['seat'])}’s"
    cause = f"{whose} {'dice and cards' if point['chance'] else 'choice'}"
    if point["chance"]:
        own = takewhile(lambda event: event.kind != "turn", line.events)  # what comes then is of the next turn
        says = " ".join(event.text for event in own)
    else:
        before = table.at(point["line"] - 1)
        says = f"{at.label(before, line.action).text}, not {_small(at.label(before, point['usual']).text)}."
    look = "tb-up" if point["worth"] > 0 else "tb-down"
    return el(
        "li",
        el("b", sign, class_="tb-sign-of"),
        el("b", cap(table.time(point["line"] - 1))),
        el("em", points(point["worth"]), class_=look),
        el("small", cause),
        el("p", says, " ", button(f"line:{point['line']}", "See it", "tb-link")),
        data_key=f"point {point['line']}",
    )


def _small(text: str) -> str:
    return text[:1].lower() + text[1:]


# ------------------------------------------------------------------ find it yourself
def finds_of(table: Table, answer: Mapping[str, Any] | None) -> list[Mapping[str, Any]]:
    """The choices put back for who looks: his own."""
    return [find for find in (answer or {}).get("finds", ()) if find["seat"] in table.whose]


def _offer(table: Table, answer: Mapping[str, Any]) -> Html | None:
    if not table.whose:
        return None
    found, ended = finds_of(table, answer), "ended" in answer
    if not found and not ended:
        going = going_on("Your own choices are being played on, to see which cost most…", None)
        return el("section", el("h2", "Find it yourself"), going, class_="tb-after", data_key="find", role="status")
    if not found:
        says = f"No choice of yours cost much, as far as can be told. {_by_luck(table, answer)}"
        return el("section", el("h2", "Find it yourself"), el("p", says), class_="tb-after", data_key="find")
    count = ("One", "Two", "Three")[min(3, len(found)) - 1]
    many = "choice of yours cost most. It is" if len(found) == 1 else "choices of yours cost most. They are"
    words = f"{count} {many} put back as it stood then, with only what you knew."
    if len(found) > 1:
        words = f"{count} {many} put back as they stood then, with only what you knew."
    first = "Try it" if len(found) == 1 else "Try the first"
    return el(
        "section",
        el("div", el("h2", "Find it yourself"), el("p", words)),
        button(f"find:{found[0]['line']}", first, "tb-main"),
        class_="tb-after tb-find",
        data_key="find",
    )


def _by_luck(table: Table, answer: Mapping[str, Any]) -> str:
    """Which dice and cards among the turning points decided it; "" if none of them did."""
    turning = _turning(answer, about(table))
    signs = [SIGNS[at] for at, point in enumerate(turning) if point["chance"]]
    if not signs:
        return ""
    times = [table.time(point["line"] - 1) for point in turning if point["chance"]]
    named = ", ".join(f"{sign} ({time})" for sign, time in zip(signs, times, strict=True))
    return f"What counted were dice and cards: {named}."


class Finding:
    """The panel of one choice that is put back: what can be tried, what became of each try, and the way on."""

    def __init__(self, table: Table, viewer: Viewer, view: Look, answer: Mapping[str, Any] | None) -> None:
        self.table, self.viewer, self.view, self.at = table, viewer, view, at_table(table.game)
        self.finds = finds_of(table, answer)
        self.find = next((find for find in self.finds if find["line"] == view.find), None)
        self.state = table.at(view.find - 1) if view.find else None
        self.advice = [Advice(*each) for each in self.find["advice"]] if self.find is not None else []

    @property
    def open(self) -> tuple[str, ...]:
        """The actions that can be tried."""
        return tuple(each.action for each in self.order) if not self.solved else ()

    @property
    def order(self) -> list[Advice]:
        """The actions as the buttons have them: as the game lists them, which tells nothing."""
        actions = self.state.actions(self.find["seat"]) if self.find is not None and self.state is not None else []
        return sorted(self.advice, key=lambda each: actions.index(each.action))

    @property
    def solved(self) -> bool:
        """Whether what is as good as the best was tried, or the answer asked for."""
        return "?" in self.view.tried or any(each.action in self.view.tried and _good(each) for each in self.advice)

    @property
    def on_board(self) -> Any:
        """The moment the board shows: what the last try leads to, or the answer; before the first, the choice itself."""
        tried = [each.action for each in self.advice if self.view.tried and each.action == self.view.tried[-1]]
        if "?" in self.view.tried and self.advice:
            tried = [self.advice[0].action]
        return self.state.play(tried[0]).state if tried and self.state is not None else self.state

    @property
    def keepable(self) -> str:
        """The target that keeps the choice: the best action, and what is clearly behind it, each with what it costs; "" where
        there is nothing to be kept."""
        if self.find is None or self.viewer.name != HOST:
            return ""
        behind = [each for each in self.advice[1:] if each.clear and not _good(each)]
        if self.find["played"] not in {each.action for each in behind}:
            return ""
        told = [f"0 {self.advice[0].action}", *(f"{max(1, round(100 * each.behind))} {each.action}" for each in behind)]
        return f"keep:{self.view.find} {'|'.join(told)}"

    def panel(self) -> Html:
        """The whole panel."""
        if self.find is None:
            return join(
                el("p", "This choice is not put back.", class_="tb-quiet"), button("end", "Back to the end", "tb-main")
            )
        seat = self.find["seat"]
        place = self.finds.index(self.find) + 1
        asks = f"{cap(self.table.time(self.view.find - 1))}. {self.at.why(self.state, seat)} What is best?"
        head = el(
            "div",
            el("span", icon(self.at.shield(seat), 22, 25), class_="tb-big", aria_hidden="true"),
            el("div", el("h1", f"Find it yourself: {place} of {len(self.finds)}"), el("p", asks, class_="tb-why")),
            class_="tb-head",
        )
        return join(
            head,
            el(
                "div",
                [self._choice(each) for each in self.order],
                class_="tb-actions",
                role="group",
                data_key="actions",
            ),
            el("div", self._verdicts(), class_="tb-ask", role="status", data_key="ask"),
            el("div", self._ways(place), class_="tb-actions", data_key="ways"),
        )

    def _choice(self, each: Advice) -> Html:
        label = self.at.label(self.state, each.action)
        tried = each.action in self.view.tried
        sign = ""
        if tried or self.solved:
            sign = "✓" if _good(each) else "✗" if tried else ""
        return el(
            "button",
            el("span", label.icon, class_="tb-icon", aria_hidden="true") if label.icon else None,
            el("span", el("b", label.text), el("small", label.small) if label.small else None, class_="tb-words"),
            el("span", sign, class_="tb-chance") if sign else None,
            type="button",
            class_="tb-action",
            disabled=self.solved or tried,
            data_target=f"act:{each.action}",
            data_key=each.action,
        )

    def _verdicts(self) -> list[Html]:
        if self.solved:
            return self._solution()
        last = next((each for each in self.advice if self.view.tried and each.action == self.view.tried[-1]), None)
        if last is None:
            played = self.at.label(self.state, self.find["played"]).text if self.find else ""
            return [el("p", f"In the game you chose: {_small(played)}. Something else was better.", class_="tb-quiet")]
        return [
            el("p", el("b", f"{self.at.label(self.state, last.action).text}: not the best. "), _cost(last, "It")),
            hint(self.table, self.state, last.action),
        ]

    def _solution(self) -> list[Html]:
        assert self.find is not None
        best = self.advice[0]
        tried = next((each for each in self.advice if each.action in self.view.tried and _good(each)), None)
        played = next(each for each in self.advice if each.action == self.find["played"])
        label = self.at.label(self.state, (tried or best).action).text
        reason = getattr(self.at, "reason", None)
        why = str(reason(self.state, (tried or best).action)) if reason is not None else ""
        name = self.at.label(self.state, played.action).text
        head = "Found. " if tried is not None else "The answer: "
        return [
            el("p", el("b", f"{head}{label}."), f" {why}" if why else None),
            el("p", f"What you played, {_small(name)}: {_cost(played)}", class_="tb-quiet"),
        ]

    def _ways(self, place: int) -> list[Html]:
        made = []
        if self.solved and place < len(self.finds):
            made.append(button(f"find:{self.finds[place]['line']}", "Try the next", "tb-main"))
        if not self.solved:
            made.append(button("answer", "Show the answer"))
        elif any(each.line == self.view.find for each in self.table.kept):
            made.append(el("p", "Kept: it comes back in the trainer's review.", class_="tb-quiet", role="status"))
        elif self.keepable:
            made.append(
                button(
                    self.keepable, "Keep it for the trainer", tip="It comes back in the trainer's review in two days"
                )
            )
        made.append(button("end", "Back to the end", "tb-main" if self.solved and place == len(self.finds) else ""))
        return made


def _good(each: Advice) -> bool:
    return each.behind <= AS_GOOD


def _cost(each: Advice, it: str = "it") -> str:
    return (
        f"{it} costs about {round(100 * each.behind)} points of the chance to win, ± {max(1, round(100 * each.error))}."
    )
