"""The log of a game told as a story: one line for each event, its rule a click away, what was taken back among them."""

from __future__ import annotations

from functools import lru_cache

from engine.contract.events import Event
from tutor.draw.html import Html, el
from tutor.draw.page import icon
from tutor.pages.table.play import Line, Note, Table, TakenBack, at_table, named

#: Lines of the game shown before and after where one looks; further ones when one walks there.
BEFORE, AFTER = 26, 8


def story(table: Table, at: int) -> Html:
    """The part of the story round the line one looks at; the newest is at the bottom."""
    first = max(0, at - BEFORE)
    last = min(len(table.lines), max(at + AFTER, first + BEFORE))
    notes = {note.after: note for note in table.taken}
    rows: list[Html] = []
    if first:
        rows.append(_button(f"line:{max(0, first - BEFORE // 2)}", f"Earlier: {first} lines", "tb-earlier"))
    for number in range(first, last):
        line = table.lines[number]
        if number in notes:
            rows.append(_taken(table, notes[number]))
        rows.append(_told(table, line, number + 1, at))
        rows += [_note(table, note) for note in table.notes if note.line == number + 1]
    if last in notes:
        rows.append(_taken(table, notes[last]))
    if last < len(table.lines):
        rows.append(
            _button(
                f"line:{min(len(table.lines), last + BEFORE // 2)}",
                f"Later: {len(table.lines) - last} lines",
                "tb-earlier",
            )
        )
    if not table.lines:
        rows.append(el("li", "The game begins.", class_="tb-quiet"))
    return el("ol", rows, class_="tb-lines", data_key=f"story {first}")


def _button(target: str, text: str, look: str) -> Html:
    return el("li", el("button", text, type="button", data_target=target, class_=look), data_key=target)


def _told(table: Table, line: Line, number: int, at: int) -> Html:
    return _line(table.game, line.events, number, number == at, number > at)


@lru_cache(maxsize=4096)
def _line(game: str, events: tuple[Event, ...], number: int, here: bool, future: bool) -> Html:
    """All that one action led to: its events, a line each."""
    rows = [_event(game, event, number) for event in events]
    look = "tb-here" if here else "tb-future" if future else None
    return el("li", el("ul", rows), class_=look, data_key=f"line {number}")


def _event(game: str, event: Event, number: int) -> Html:
    if event.kind == "turn":
        return el(
            "li", el("button", event.text, type="button", data_target=f"line:{number}", tabindex="-1"), class_="tb-turn"
        )
    at = at_table(game)
    seats = {choice.id for choice in at.offer().seats} | set(getattr(at, "signs", ()))
    who = next((seat for seat in event.who if seat in seats), "")
    sign = icon(at.shield(who), 22, 25) if who else el("i", "·")
    rules = el(
        "button",
        "§",
        type="button",
        class_="tb-rule",
        data_target=f"rule:{','.join(event.rules)}",
        aria_label=f"The rules {', '.join(event.rules)}",
        title=", ".join(event.rules),
        tabindex="-1",
    )
    text = el(
        "button",
        event.text,
        type="button",
        class_="tb-said",
        data_target=f"line:{number}",
        title="Look at the board as it was then",
    )
    return el("li", el("span", sign, class_="tb-sign", aria_hidden="true"), text, rules)


def _note(table: Table, note: Note) -> Html:
    return el(
        "li",
        el("b", f"{named(table, note.by)}: "),
        note.text,
        class_="tb-noted",
        data_key=f"note {note.line} {note.by}",
    )


def _taken(table: Table, note: TakenBack) -> Html:
    what = "1 line was" if note.lines == 1 else f"{note.lines} lines were"
    how = ", as all agreed" if note.asked else ""
    return el(
        "li",
        f"↶ {what} taken back{how}. What chance had brought comes again.",
        class_="tb-taken",
        data_key=f"taken {note.after}",
    )
