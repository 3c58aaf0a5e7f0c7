"""The teacher's page of a class: who is where, who is stuck and on what, mistakes by the rule that refutes them, the bar."""

from __future__ import annotations

from dataclasses import replace

from tutor.desk import Touch
from tutor.desk.desk import Known
from tutor.draw.html import Html, el, join, picture
from tutor.draw.page import Effect, Page
from tutor.pages.classroom.cards import card
from tutor.pages.classroom.openings import find
from tutor.pages.classroom.parts import PRESENT, Given, Present, button, short
from tutor.pages.classroom.results import as_csv, as_json, on_paper
from tutor.pages.classroom.room import MOST_READY, ClassGroup, Opening, Room, RoomView
from tutor.pages.stage.parts import code

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


# ------------------------------------------------------------------ what a touch means
def heard(room: Room, view: RoomView, touch: Touch) -> tuple[RoomView, tuple[str, ...]]:
    """How the teacher looks from now on, and the acts of a touch."""
    verb, _, what = touch.target.partition(":")
    if touch.kind == "escape":
        return replace(view, card=""), ()
    if touch.kind != "click":
        return view, ()
    if verb == "card":
        return replace(view, card="" if view.card == what else what), ()
    if verb == "save":
        return _saved(room, view, what), ()
    if verb == "do":
        shut = what.split(" ", 1)[0] in ("open", "close", "out", "in", "end")
        return replace(view, card="" if shut else view.card), (what,)
    return view, ()


def _saved(room: Room, view: RoomView, what: str) -> RoomView:
    """The table of the class as a file, or on paper."""
    found = find(room.opened)
    effect = {
        "csv": Effect("save", as_csv(room, found), "class.csv"),
        "json": Effect("save", as_json(room, found), "class.json"),
        "paper": Effect("print", on_paper(room, found)),
    }.get(what)
    return replace(view, effects=(effect,) if effect is not None else (), touches=view.touches + 1)


# ------------------------------------------------------------------ the page
def dashboard(room: Room, view: RoomView, known: Known) -> Page:
    """The page."""
    present: Present = known.get(PRESENT, Present())
    found = find(room.opened) if room.opened else None
    panels: dict[str, str] = {
        "top": _top(room, found, present),
        "in": _in(room, present),
        "who": _who(room, found, present),
        "wrong": _given(present.given)
        if room.on_stage() and present.given is not None
        else _wrong(room, found, present),
        "bar": _bar(room, found),
        "sheet": card(room, view, found, present),
    }
    return Page(_FRAME, panels=panels, effects=view.effects, answers=view.touches)


def _there(room: Room) -> list[str]:
    return sorted(
        (each.id for each in room.pupils.values() if not each.out), key=lambda pupil: room.named(pupil).casefold()
    )


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
            "button",
            code(present.link),
            el("b", present.word),
            el("small", present.address),
            type="button",
            class_="cl-join",
            data_target="card:join",
            data_key="join",
            title="Show it large",
        )
        if present.link
        else None,
        _stuck(room, present),
        *told,
        _screen(room, present),
    )


def _screen(room: Room, present: Present) -> Html:
    """What the projector shows, and the way to drive it from here."""
    given = present.given
    window = el(
        "a",
        "Open the screen ↗",
        href="/stage/",
        target="_blank",
        rel="noopener",
        class_="cl-button",
        title="A page of its own: put it on the projector",
    )
    phone = button("card:clicker", "Clicker", title="Your phone drives the stage") if present.clicker else None
    ways = el("div", window, phone, class_="cl-buttons")
    if given is None:
        told = el("p", "It shows how the class stands.", class_="cl-soft")
        return el("div", el("h2", "The screen"), told, ways, class_="cl-screen")
    both = el(
        "div",
        button("do:front off", "The class", "" if room.front else "cl-on", aria_pressed=str(not room.front).lower()),
        button("do:front on", "The stage", "cl-on" if room.front else "", aria_pressed=str(room.front).lower()),
        class_="cl-two",
        role="group",
        aria_label="What the screen shows",
    )
    here = _driving(given) if room.front and not room.on_stage() else None  # where all follow there is more room for it
    return el("div", el("h2", "The screen shows"), both, here, ways, class_="cl-screen")


def _driving(given: Given) -> Html:
    """Where the stage is, with Back and Next."""
    at = el("p", el("b", given.step), el("small", f"{given.script} · {given.number} of {given.steps}"))
    back = _drives(given, given.back, "‹", "cl-step", "Back")
    on = _drives(given, given.on, given.on[1] if given.on else "The end", "cl-go")
    return el("div", at, el("div", back, on, class_="cl-drive"), class_="cl-driving")


def _given(given: Given) -> Html:
    """The stage while all follow: notes, who has answered, how the votes fell, what comes next, and the way on and back."""
    answered = None
    if given.received is not None:
        of = max(given.crowd, given.received)
        answered = el("p", el("b", str(given.received)), f" of {of} have answered", class_="cl-answered")
    reveal = button(f"drive:{given.moves}:reveal", "Reveal at once") if given.reveals else None
    return el(
        "div",
        el("h2", f"On the stage: {given.script}", el("span", f"{given.number} of {given.steps}", class_="cl-soft")),
        el("div", given.notes, class_="st-notes"),
        answered,
        el("div", given.coming, class_="st-next"),
        el(
            "div",
            _drives(given, given.back, "‹", "cl-step", "Back"),
            _drives(given, given.on, given.on[1] if given.on else "The end", "cl-go"),
            class_="cl-drive",
        ),
        reveal,
        el(
            "p",
            "More is on the clicker: your phone (left), or ",
            el("a", "in a window of its own ↗", href="/stage/clicker/", target="_blank", rel="noopener"),
            ": dice, what if, closer, point, count hands.",
            class_="cl-soft",
        ),
        class_="cl-given",
    )


def _drives(given: Given, way: tuple[str, str] | None, says: str, look: str, label: str | None = None) -> Html:
    """Back, or Next: it does its act once, however often it is pressed."""
    target = f"drive:{given.moves}:{way[0]}" if way is not None else f"drive:{label or 'on'}"
    return button(target, says, look, disabled=way is None, aria_label=label)


def _stuck(room: Room, present: Present) -> Html:
    rows = []
    for pupil in _there(room):
        if found := room.stuck(pupil):
            rule = short(present.rules.get(found.rule, found.rule), 60)
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
    nobody = (
        el("p", "Nobody is in yet. Phones come in by the code on this page.", class_="cl-soft") if not rows else None
    )
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
    said = ", ".join(
        f"{number}: {_LEGEND.get(room.standing(pupil, each), 'open')}" for number, each in enumerate(dots, 1)
    )
    return el(
        "li",
        el(
            "button",
            name,
            None if here else el("small", "away"),
            type="button",
            data_target=f"card:pupil {pupil}",
            class_="cl-pupil-name",
            data_key=f"name {pupil}",
        ),
        el("span", marks, class_="cl-dots", role="img", aria_label=said or "nothing open"),
        class_=f"cl-row {washed} {'' if here else 'cl-away'}".strip(),
        data_key=f"row {pupil}",
    )


def _dot(standing: str, now: bool) -> Html:
    return el("i", class_=f"cl-dot cl-{standing or 'open'}{' cl-now' if now and standing in ('', 'wrong') else ''}")


# ------------------------------------------------------------------ mistakes
def _wrong(room: Room, found: Opening | None, present: Present) -> Html:
    groups = room.groups()[:MOST_GROUPS]
    rows = [_group(room, group, present) for group in groups]
    nothing = el("p", "No wrong answer yet.", class_="cl-soft") if not rows else None
    ready = _ready_row(room, groups)
    return join(el("h2", "Wrong answers, by the rule that refutes them"), ready, *rows, nothing)


def _ready_row(room: Room, groups: list[ClassGroup]) -> Html | None:
    """The mistakes that lie ready for the stage: dragged, or moved by arrows, into the order in which they are shown."""
    if not room.ready:
        return None
    says = {group.key: f"“{short(group.example.answer, 60)}”" for group in groups}
    rows = [
        el("li", says.get(key, key), data_item=key, data_name=says.get(key, key), data_key=key) for key in room.ready
    ]
    shown = el(
        "ol",
        rows,
        class_="mw-rows",
        aria_label="Ready for the stage, in this order",
        data_order="ready",
        data_reset=" ".join(room.ready),
    )
    several = f"Show these {len(rows)}, one after another" if len(rows) > 1 else "Show it on the stage"
    return el("div", shown, button("put:ready", several, "cl-main"), class_="cl-ready")


def _group(room: Room, group: ClassGroup, present: Present) -> Html:
    count = len(group.pupils)
    board = present.boards.get(group.key)
    on = room.front and present.given is not None and group.key == present.given.mistake
    number = room.ready.index(group.key) + 1 if group.key in room.ready else 0
    show = el("b", "On the stage", class_="cl-shows") if on else button(f"put:group {group.key}", "Show on the stage")
    order = (
        button(f"do:unready {group.key}", "Ready ✓", "cl-on", title="Take it back", aria_pressed="true")
        if number
        else (
            button(
                f"do:ready {group.key}",
                "+ Ready",
                title="Put it beside others, to be shown one after another",
                disabled=len(room.ready) >= MOST_READY,
                aria_pressed="false",
            )
        )
    )
    rule = present.rules.get(group.rule, group.rule)
    return el(
        "article",
        el("div", picture(board), class_="cl-board") if board is not None else None,
        el(
            "div",
            el("p", f"✗ {count} pupil{'' if count == 1 else 's'}", class_="cl-many"),
            el("h3", short(rule, 110), title=group.rule),
            el("p", f"“{short(group.example.answer, 90)}”"),
            el("div", show, order, class_="cl-buttons"),
        ),
        class_=f"cl-group{' cl-shown' if on else ''}",
        data_key=f"group {group.key}",
    )


# ------------------------------------------------------------------ the bar
def _bar(room: Room, found: Opening | None) -> Html:
    return join(
        button(
            "card:open", join(el("small", "Open"), el("b", found.title if found is not None else "Choose …")), "cl-wide"
        ),
        _pace(room, found),
        _switch("hints", "Hints", room.hints, "Free", "Away"),
        _switch("anonymous", "Names", not room.anonymous, "Shown", "Hidden"),
        button(
            "do:resume" if room.paused else "do:pause",
            "▶ Go on" if room.paused else "❚❚ Pause all",
            "cl-pause" + (" cl-on" if room.paused else ""),
            aria_pressed="true" if room.paused else "false",
        ),
    )


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
    less = button(
        f"do:pace {first} {max(first, last - 1)}", "‹", "cl-step", disabled=last <= first, aria_label="One step less"
    )
    more = button(f"do:pace {first} {last + 1}", "›", "cl-step", disabled=last >= count, aria_label="One step more")
    middle = button("card:pace", join(el("small", "Pace"), el("b", says)), "cl-middle")
    return el("div", less, middle, more, class_="cl-pace")
