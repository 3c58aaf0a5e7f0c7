"""The cards that lie open beside the teacher's page: what can be opened, the pace, a pupil, how phones come in, the end."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from tutor.draw.html import Html, el, join, picture
from tutor.pages.classroom.openings import every
from tutor.pages.classroom.parts import Present, button, short
from tutor.pages.classroom.room import Opening, Room, RoomView
from tutor.pages.stage.parts import code

#: The id of the heading of the card that lies open.
_TITLE = "cl-card"


def card(room: Room, view: RoomView, found: Opening | None, present: Present) -> Html | str:
    kind, _, what = view.card.partition(" ")
    made: Mapping[str, Callable[[], Html | None]] = {
        "open": lambda: _to_open(room),
        "pace": lambda: _paces(room, found),
        "end": lambda: _end(room),
        "join": lambda: _large(present),
        "clicker": lambda: _clicker(present),
        "check": lambda: _check(present),
        "pupil": lambda: _pupil(room, what, found, present),
        "forget": _forget,
    }
    inner = made[kind]() if kind in made else None
    if inner is None:
        return ""
    close = button("card:", "✕", "cl-close", aria_label="Close")
    return el(
        "div",
        close,
        inner,
        class_=f"cl-sheet-of cl-of-{kind}",
        role="dialog",
        aria_modal="true",
        aria_labelledby=_TITLE,
        data_key=view.card,
    )


def _title(says: str) -> Html:
    """The heading of a card, which is also its name for whoever hears the page."""
    return el("h2", says, id=_TITLE)


def _to_open(room: Room) -> Html:
    parts: list[Html] = []
    for heading, openings in every().items():
        rows = [_choice(each, each.name == room.opened) for each in openings]
        parts += [el("h3", heading), el("div", rows, class_="cl-choices")]
    parts.append(
        el("p", "Your own: tutor class my-lesson.md my-sheet.toml my-script.toml brings them here.", class_="cl-soft")
    )
    if room.opened.startswith("quarrel/"):
        parts.insert(
            0, button(f"put:quarrel {room.opened.partition('/')[2]}", "The quarrel that is open: onto the stage")
        )
    shut = button("do:close", "Close what is open") if room.opened else None
    return join(_title("What shall be open?"), *parts, shut)


def _choice(each: Opening, on: bool) -> Html:
    """What can be opened; a sheet or a script of the teacher's own can be taken away as well."""
    made = button(f"do:open {each.name}", each.title, "cl-on" if on else "")
    if not each.own:
        return made
    gone = button(f"remove:{each.own}", "✕", "cl-away-with", aria_label=f"Take {each.title} away")
    return el("span", made, gone, class_="cl-own")


def _paces(room: Room, found: Opening | None) -> Html | None:
    if found is None or not found.steps:
        return None
    count = len(found.steps)
    first, last = (room.first, room.last) if room.first else (1, count)
    rows = [
        el(
            "li",
            el("span", f"{number}. {step}"),
            button(f"do:pace {number} {max(number, last)}", "from here", "cl-on" if number == first else ""),
            button(f"do:pace {min(first, number)} {number}", "to here", "cl-on" if number == last else ""),
            button(f"put:exercise {exercise}", "onto the stage") if exercise else None,
            class_="" if first <= number <= last else "cl-off",
        )
        for number, (step, exercise) in enumerate(zip(found.steps, found.exercises, strict=True), start=1)
    ]
    return join(
        _title("Which steps are open?"), button("do:pace all", "All of them"), el("ul", rows, class_="cl-steps")
    )


def _end(room: Room) -> Html:
    return join(
        _title("The end of the lesson"),
        el("p", "The table of the class: for each pupil what was solved, tried, and asked for as help."),
        el(
            "div",
            button("save:csv", "As CSV"),
            button("save:json", "As JSON"),
            button("save:paper", "On paper"),
            class_="cl-choices",
        ),
        el("p", "The phones say that it is over, and let each pupil take with him what he did, as a small file."),
        button("do:end", "End it for all", "cl-pause") if not room.ended else el("p", el("b", "It has ended.")),
        el("h3", "Delete the class"),
        el("p", "Names, answers and everything else of this class leave this computer for good."),
        button("card:forget", "Delete …", "cl-danger"),
    )


def _forget() -> Html:
    return join(
        _title("Delete the class?"),
        el("p", "Nothing of it can be had back. Save the table before, if you want it."),
        el("div", button("forget", "Delete it all", "cl-danger"), button("card:", "Keep it"), class_="cl-choices"),
    )


def _large(present: Present) -> Html:
    link = code(present.link)
    return join(
        el(
            "div",
            el("figure", code(present.wifi), el("figcaption", "1 The Wi-Fi")) if present.wifi else None,
            el("figure", link, el("figcaption", "2 This page")) if present.wifi else link,
            el("p", el("span", present.address), el("b", present.word), el("small", present.link)),
            class_="cl-large",
        ),
        button("card:check", "Try the room with one phone") if present.check else None,
    )


def _clicker(present: Present) -> Html:
    """The code that makes a phone the clicker: for the teacher alone."""
    return join(
        _title("Your phone as clicker"),
        el("p", "Scan this with your own phone. Who has this code drives the stage: keep it off the projector."),
        el("div", code(present.clicker), class_="cl-scan"),
        el(
            "a",
            "Open it on this computer ↗",
            href="/stage/clicker/",
            target="_blank",
            rel="noopener",
            class_="cl-button",
        ),
    )


#: What keeps a phone out, and what to do about it.
_NOT_THROUGH = (
    (
        "The page does not come up.",
        "The phone is in another Wi-Fi, or uses mobile data: join this computer's Wi-Fi, turn mobile data off.",
    ),
    ("A page of the school's Wi-Fi comes instead.", "Log in there first, then scan again."),
    (
        "Nothing at all comes.",
        "The Wi-Fi keeps devices apart, or a firewall on this computer shuts them out: allow Python through it, or ask whoever "
        "runs the Wi-Fi. The last way out is a hotspot of your own, with this computer in it.",
    ),
)


def _check(present: Present) -> Html:
    """How to try the room with one phone, and what to do where it does not get through."""
    through = next((each for each in present.told if each.startswith("✓ A phone")), "")
    rows = [el("li", el("b", what), " ", does) for what, does in _NOT_THROUGH]
    return join(
        _title("Try the room with one phone"),
        el("p", through, class_="cl-told", role="status")
        if through
        else el("p", "Scan this with a phone of a pupil's kind:"),
        el("div", code(present.check), class_="cl-scan"),
        el("ul", rows, class_="cl-tries"),
    )


def _pupil(room: Room, pupil: str, found: Opening | None, present: Present) -> Html | None:
    if pupil not in room.pupils:
        return None
    lines = [
        el(
            "li",
            el("b", {"right": "✓", "wrong": "✗"}.get(each.outcome, "·")),
            f" {short(each.answer or each.outcome, 90)}",
            el("small", f" {each.exercise}"),
        )
        for each in room.tried(pupil)[-12:]
    ]
    out = room.pupils[pupil].out
    seat = present.seats.get(pupil, "")
    return join(
        _title(room.named(pupil)),
        el("p", "On another device he comes back by saying ", el("b", seat)) if seat and not room.anonymous else None,
        el("div", picture(present.looks[pupil]), class_="cl-look") if pupil in present.looks else None,
        el("ul", lines, class_="cl-tries") if lines else el("p", "Nothing tried yet.", class_="cl-soft"),
        button(f"do:{'in' if out else 'out'} {pupil}", "Let in again" if out else "Send out"),
    )
