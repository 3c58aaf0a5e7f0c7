"""The teacher's page of a class: who is where, who is stuck and on what, mistakes by the rule that refutes them, the bar."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from tutor.desk import Touch
from tutor.desk.desk import Known
from tutor.pages.classroom.room import MOST_READY, Group, Opening, Room, RoomDocument, RoomView
from tutor.pages.classroom.table import as_csv, as_json, on_paper
from tutor.ui.html import Html, el, join, picture
from tutor.ui.page import Effect, Page
from tutor.ui.qr import qr_picture

#: Under this name the host tells what it knows of the class (:class:`Present`).
PRESENT = "present"
#: The most exercises that stand as dots in a row, and the most mistakes shown.
MOST_DOTS, MOST_GROUPS = 14, 6
_FRAME = (
    '<div class="cl"><header class="cl-top" data-panel="top"></header>'
    '<aside class="cl-in" data-panel="in" aria-label="How to come in"></aside>'
    '<section class="cl-who" data-panel="who" aria-label="Who is where"></section>'
    '<section class="cl-wrong" data-panel="wrong" aria-label="Wrong answers"></section>'
    '<footer class="cl-bar" data-panel="bar" aria-label="The class"></footer>'
    '<div class="cl-card" data-panel="sheet"></div></div>'
)
_LEGEND = {"right": "at once", "mended": "after a mistake", "wrong": "not yet right", "now": "at it now"}


@dataclass(frozen=True, slots=True)
class Present:
    """What the host knows of a class besides its document: who is ``here``, who has done nothing for 90 s (``still``), at which
    exercise each is (``now``), where the class is found (``link``, ``address``, ``word``), for how many minutes it has been open,
    what each rule says, the board of each mistake as SVG, what happened that a teacher must know (``told``), the boards of the
    pupils whose cards are open (``looks``), and the Wi-Fi as phones read it from a code, "" if it is not known."""

    here: frozenset[str] = frozenset()
    still: frozenset[str] = frozenset()
    now: Mapping[str, str] = field(default_factory=dict)
    link: str = ""
    address: str = ""
    word: str = ""
    stage: str = ""
    minutes: int = 0
    rules: Mapping[str, str] = field(default_factory=dict)
    boards: Mapping[str, str] = field(default_factory=dict)
    seats: Mapping[str, str] = field(default_factory=dict)
    told: tuple[str, ...] = ()
    looks: Mapping[str, str] = field(default_factory=dict)
    wifi: str = ""


# ------------------------------------------------------------------ what a touch means
def heard(of: RoomDocument, room: Room, view: RoomView, touch: Touch) -> tuple[RoomView, tuple[str, ...]]:
    """How the teacher looks from now on, and the acts of a touch."""
    verb, _, what = touch.target.partition(":")
    if touch.kind == "escape":
        return replace(view, card=""), ()
    if touch.kind != "click":
        return view, ()
    if verb == "card":
        return replace(view, card="" if view.card == what else what), ()
    if verb == "save":
        return _saved(of, room, view, what), ()
    if verb == "do":
        shut = what.split(" ", 1)[0] in ("open", "close", "out", "in", "end")
        return replace(view, card="" if shut else view.card), (what,)
    return view, ()


def _saved(of: RoomDocument, room: Room, view: RoomView, what: str) -> RoomView:
    """The table of the class as a file, or on paper."""
    found = of.find(room.opened)
    effect = {
        "csv": Effect("save", as_csv(room, found), "class.csv"),
        "json": Effect("save", as_json(room, found), "class.json"),
        "paper": Effect("print", on_paper(room, found)),
    }.get(what)
    return replace(view, effects=(effect,) if effect is not None else (), touches=view.touches + 1)


# ------------------------------------------------------------------ the page
def dashboard(of: RoomDocument, room: Room, view: RoomView, known: Known) -> Page:
    """The page."""
    present: Present = known.get(PRESENT, Present())
    found = of.find(room.opened) if room.opened else None
    panels: dict[str, str] = {
        "top": _top(room, found, present),
        "in": _in(room, present),
        "who": _who(room, found, present),
        "wrong": _wrong(room, found, present),
        "bar": _bar(room, found),
        "sheet": _card(of, room, view, found, present),
    }
    return Page(_FRAME, panels=panels, effects=view.effects, answers=view.touches)


def _there(room: Room) -> list[str]:
    return sorted((each.id for each in room.pupils.values() if not each.out), key=lambda pupil: room.named(pupil).casefold())


def button(target: str, text: str | Html, kind: str = "", **more: object) -> Html:
    """Something to press."""
    class_ = f"cl-button {kind}".strip()
    return el("button", text, type="button", class_=class_, data_target=target, data_key=target, **more)


def _top(room: Room, found: Opening | None, present: Present) -> Html:
    there = _there(room)
    here = sum(pupil in present.here for pupil in there)
    away = len(there) - here
    return join(
        el("h1", found.title if found is not None else "The class"),
        el("span", el("b", str(here)), " here", class_="cl-count"),
        el("span", el("b", str(away)), " away, seats kept", class_="cl-count") if away else None,
        el("span", el("b", str(present.minutes)), " min", class_="cl-count"),
        button("card:end", "End the lesson"),
    )


def _in(room: Room, present: Present) -> Html:
    told = [el("p", each, class_="cl-told", role="status") for each in present.told]
    return join(
        el(
            "button", picture(_code(present.link)), el("b", present.word), el("small", present.address), type="button",
            class_="cl-join", data_target="card:join", data_key="join", title="Show it large",
        ) if present.link else None,
        _stuck(room, present),
        *told,
        el("a", "The projector's page", href=present.stage, target="_blank", rel="noopener", class_="cl-button")
        if present.stage else None,
        el("a", "The stage", href="/stage/", target="_blank", rel="noopener", class_="cl-button"),
        el("a", "Its clicker", href="/stage/clicker/", target="_blank", rel="noopener", class_="cl-button"),
    )  # fmt: skip


def _code(link: str) -> str:
    """The code of a link, as large as there is room for."""
    return qr_picture(link, grows=True)


def _stuck(room: Room, present: Present) -> Html:
    rows = []
    for pupil in _there(room):
        if found := room.stuck(pupil):
            rule = _short(present.rules.get(found.rule, found.rule), 60)
            rows.append(_stuck_row(room, pupil, "cl-bad", "✗", f"3 wrong: {rule}"))
        elif pupil in present.still:
            rows.append(_stuck_row(room, pupil, "cl-slow", "◷", "90 s without a move"))
    count = el("span", str(len(rows)), class_="cl-soft") if rows else None
    nobody = el("p", "Nobody.", class_="cl-soft") if not rows else None
    return el("div", el("h2", "Stuck ", count), el("ul", rows) if rows else None, nobody, class_="cl-stuck")


def _stuck_row(room: Room, pupil: str, kind: str, sign: str, says: str) -> Html:
    name = el("b", room.named(pupil))
    mark = el("i", sign, class_=kind, aria_hidden="true")
    return el("li", mark, el("span", name, el("small", says)), data_key=f"stuck {pupil}")


# ------------------------------------------------------------------ who is where
def _who(room: Room, found: Opening | None, present: Present) -> Html:
    there = _there(room)
    dots = _dotted(room, found)
    about = f"{len(dots)} exercises" if dots else ""
    rows = [_row(room, pupil, dots, present) for pupil in there]
    nobody = el("p", "Nobody is in yet. Phones come in by the code on the left.", class_="cl-soft") if not rows else None
    legend = [el("span", el("i", class_=f"cl-dot cl-{kind}"), says) for kind, says in _LEGEND.items()]
    return join(
        el("h2", "Who is where ", el("span", about, class_="cl-soft")),
        el("ul", rows, class_="cl-rows") if rows else nobody,
        el("p", legend, class_="cl-legend") if rows and dots else None,
    )


def _dotted(room: Room, found: Opening | None) -> list[str]:
    """The exercises that stand as dots: those of the open steps; of many puzzles those somebody has tried."""
    if found is None:
        return []
    ids = list(found.exercises)
    if room.first and found.steps:
        ids = ids[room.first - 1 : room.last]
    ids = [each for each in ids if each]
    if len(ids) > MOST_DOTS and not found.steps:
        tried = {each.exercise for pupil in room.pupils for each in room.tried(pupil)}
        ids = [each for each in ids if each in tried] or ids
    return ids[:MOST_DOTS]


def _row(room: Room, pupil: str, dots: list[str], present: Present) -> Html:
    here = pupil in present.here
    now = present.now.get(pupil, "")
    marks = [_dot(room.standing(pupil, each), each == now) for each in dots]
    washed = "cl-is-stuck" if room.stuck(pupil) else "cl-is-still" if pupil in present.still else ""
    name = el("span", room.named(pupil), class_="cl-name")
    said = ", ".join(f"{number}: {_LEGEND.get(room.standing(pupil, each), 'open')}" for number, each in enumerate(dots, 1))
    return el(
        "li",
        el("button", name, None if here else el("small", "away"), type="button", data_target=f"card:pupil {pupil}",
           class_="cl-pupil-name", data_key=f"name {pupil}"),
        el("span", marks, class_="cl-dots", role="img", aria_label=said or "nothing open"),
        class_=f"cl-row {washed} {'' if here else 'cl-away'}".strip(), data_key=f"row {pupil}",
    )  # fmt: skip


def _dot(standing: str, now: bool) -> Html:
    return el("i", class_=f"cl-dot cl-{standing or 'open'}{' cl-now' if now and standing in ('', 'wrong') else ''}")


# ------------------------------------------------------------------ mistakes
def _wrong(room: Room, found: Opening | None, present: Present) -> Html:
    groups = room.groups()[:MOST_GROUPS]
    rows = [_group(room, group, present) for group in groups]
    nothing = el("p", "No wrong answer yet.", class_="cl-soft") if not rows else None
    ready = _ready_row(room)
    return join(el("h2", "Wrong answers, by the rule that refutes them"), ready, *rows, nothing)


def _ready_row(room: Room) -> Html | None:
    """The mistakes that lie ready for the projector, in their order."""
    if not room.ready:
        return None
    made = [
        button(f"do:stage {key}", str(number), "cl-number" + (" cl-on" if key == room.staged else ""),
               aria_pressed="true" if key == room.staged else "false", title="Show this one on the projector")
        for number, key in enumerate(room.ready, start=1)
    ]  # fmt: skip
    off = button("do:stage ", "Nothing", "" if room.staged else "cl-on")
    return el("div", el("span", "On the projector:"), *made, off, class_="cl-ready")


def _group(room: Room, group: Group, present: Present) -> Html:
    count = len(group.pupils)
    board = present.boards.get(group.key)
    on = group.key == room.staged
    number = room.ready.index(group.key) + 1 if group.key in room.ready else 0
    says = f"{number} · On the projector" if on else "Show, without a name"
    show = button(f"do:stage {'' if on else group.key}", says, "cl-on" if on else "")
    order = button(f"do:unready {group.key}", f"Ready as {number} ✕", title="Take it back") if number else (
        button(f"do:ready {group.key}", "+ Ready", title="Put it behind those that lie ready",
               disabled=len(room.ready) >= MOST_READY)
    )  # fmt: skip
    rule = present.rules.get(group.rule, group.rule)
    return el(
        "article",
        el("div", picture(board), class_="cl-board") if board is not None else None,
        el(
            "div",
            el("p", f"✗ {count} pupil{'' if count == 1 else 's'}", class_="cl-many"),
            el("h3", _short(rule, 110), title=group.rule),
            el("p", f"“{_short(group.example.answer, 90)}”"),
            el("div", show, order, button(f"put:group {group.key}", "Onto the stage"), class_="cl-buttons"),
        ),
        class_=f"cl-group{' cl-shown' if on else ''}", data_key=f"group {group.key}",
    )  # fmt: skip


def _short(text: str, longest: int) -> str:
    return text if len(text) <= longest else text[:longest].rsplit(" ", 1)[0] + " …"


# ------------------------------------------------------------------ the bar
def _bar(room: Room, found: Opening | None) -> Html:
    return join(
        button("card:open", join(el("small", "Open"), el("b", found.title if found is not None else "Choose …")), "cl-wide"),
        _pace(room, found),
        _switch("hints", "Hints", room.hints, "Free", "Away"),
        _switch("anonymous", "Names", not room.anonymous, "Shown", "Hidden"),
        button("do:resume" if room.paused else "do:pause", "▶ Go on" if room.paused else "❚❚ Pause all",
               "cl-pause" + (" cl-on" if room.paused else ""), aria_pressed="true" if room.paused else "false"),
    )  # fmt: skip


def _switch(name: str, called: str, on: bool, yes: str, no: str) -> Html:
    turned = "off" if on else "on"
    act = f"{name} {turned}" if name == "hints" else f"{name} {'on' if on else 'off'}"
    knob = el("i", class_="cl-knob", aria_hidden="true")
    inner = join(el("span", el("small", called), el("b", yes if on else no)), knob)
    return button(f"do:{act}", inner, "cl-switch", role="switch", aria_checked="true" if on else "false")


def _pace(room: Room, found: Opening | None) -> Html | None:
    """From which step to which, with a button for one less or more at the end."""
    count = len(found.steps) if found is not None else 0
    if not count:
        return None
    first, last = (room.first, room.last) if room.first else (1, count)
    says = f"Steps {first} to {last}" if room.first else "All steps"
    less = button(f"do:pace {first} {max(first, last - 1)}", "‹", "cl-step", disabled=last <= first, aria_label="One step less")
    more = button(f"do:pace {first} {last + 1}", "›", "cl-step", disabled=last >= count, aria_label="One step more")
    middle = button("card:pace", join(el("small", "Pace"), el("b", says)), "cl-middle")
    return el("div", less, middle, more, class_="cl-pace")


# ------------------------------------------------------------------ what lies open beside
def _card(of: RoomDocument, room: Room, view: RoomView, found: Opening | None, present: Present) -> Html | str:
    kind, _, what = view.card.partition(" ")
    made = {
        "open": lambda: _to_open(of, room), "pace": lambda: _paces(room, found), "end": lambda: _end(room),
        "join": lambda: _large(present), "pupil": lambda: _pupil(room, what, found, present), "forget": _forget,
    }.get(kind)  # fmt: skip
    inner = made() if made is not None else None
    if inner is None:
        return ""
    close = button("card:", "✕", "cl-close", aria_label="Close")
    return el("div", close, inner, class_=f"cl-sheet-of cl-of-{kind}", role="dialog", aria_modal="true", data_key=view.card)


def _to_open(of: RoomDocument, room: Room) -> Html:
    parts: list[Html] = []
    for heading, openings in of.every().items():
        rows = [button(f"do:open {each.name}", each.title, "cl-on" if each.name == room.opened else "") for each in openings]
        parts += [el("h3", heading), el("div", rows, class_="cl-choices")]
    if room.opened.startswith("quarrel/"):
        parts.insert(0, button(f"put:quarrel {room.opened.partition('/')[2]}", "The quarrel that is open: onto the stage"))
    shut = button("do:close", "Close what is open") if room.opened else None
    return join(el("h2", "What shall be open?"), *parts, shut)


def _paces(room: Room, found: Opening | None) -> Html | None:
    if found is None or not found.steps:
        return None
    count = len(found.steps)
    first, last = (room.first, room.last) if room.first else (1, count)
    rows = [
        el(
            "li", el("span", f"{number}. {step}"),
            button(f"do:pace {number} {max(number, last)}", "from here", "cl-on" if number == first else ""),
            button(f"do:pace {min(first, number)} {number}", "to here", "cl-on" if number == last else ""),
            button(f"put:exercise {exercise}", "onto the stage") if exercise else None,
            class_="" if first <= number <= last else "cl-off",
        )
        for number, (step, exercise) in enumerate(zip(found.steps, found.exercises, strict=True), start=1)
    ]  # fmt: skip
    return join(el("h2", "Which steps are open?"), button("do:pace all", "All of them"), el("ul", rows, class_="cl-steps"))


def _end(room: Room) -> Html:
    return join(
        el("h2", "The end of the lesson"),
        el("p", "The table of the class: for each pupil what was solved, tried, and asked for as help."),
        el("div", button("save:csv", "As CSV"), button("save:json", "As JSON"), button("save:paper", "On paper"),
           class_="cl-choices"),
        el("p", "The phones say that it is over, and let each pupil take with him what he did, as a small file."),
        button("do:end", "End it for all", "cl-pause") if not room.ended else el("p", el("b", "It has ended.")),
        el("h3", "Delete the class"),
        el("p", "Names, answers and everything else of this class leave this computer for good."),
        button("card:forget", "Delete …", "cl-danger"),
    )  # fmt: skip


def _forget() -> Html:
    return join(
        el("h2", "Delete the class?"),
        el("p", "Nothing of it can be had back. Save the table before, if you want it."),
        el("div", button("forget", "Delete it all", "cl-danger"), button("card:", "Keep it"), class_="cl-choices"),
    )


def _large(present: Present) -> Html:
    link = picture(_code(present.link))
    return el(
        "div", el("figure", picture(_code(present.wifi)), el("figcaption", "1 The Wi-Fi")) if present.wifi else None,
        el("figure", link, el("figcaption", "2 This page")) if present.wifi else link,
        el("p", el("span", present.address), el("b", present.word), el("small", present.link)), class_="cl-large",
    )  # fmt: skip


def _pupil(room: Room, pupil: str, found: Opening | None, present: Present) -> Html | None:
    if pupil not in room.pupils:
        return None
    lines = [
        el("li", el("b", {"right": "✓", "wrong": "✗"}.get(each.outcome, "·")), f" {_short(each.answer or each.outcome, 90)}",
           el("small", f" {each.exercise}"))
        for each in room.tried(pupil)[-12:]
    ]  # fmt: skip
    out = room.pupils[pupil].out
    seat = present.seats.get(pupil, "")
    return join(
        el("h2", room.named(pupil)),
        el("p", "On another device he comes back by saying ", el("b", seat)) if seat and not room.anonymous else None,
        el("div", picture(present.looks[pupil]), class_="cl-look") if pupil in present.looks else None,
        el("ul", lines, class_="cl-tries") if lines else el("p", "Nothing tried yet.", class_="cl-soft"),
        button(f"do:{'in' if out else 'out'} {pupil}", "Let in again" if out else "Send out"),
    )
