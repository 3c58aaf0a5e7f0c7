"""What a presenter shows, as a page: panels of HTML by docs/page-protocol.md, the board with its targets, and the film."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from tutor.base.prose import inline, plain
from tutor.draw.html import Html, el, join, picture
from tutor.draw.page import Film, Page
from tutor.draw.svg import svg
from tutor.pages.exercise import Presenter
from tutor.pages.exercise.built import BuiltPage
from tutor.pages.exercise.looking import Viewing
from tutor.pages.exercise.shown import Looked, Shown
from tutor.teach.exercise.controls import Button, Buttons, NoteShown, Options, OrderedThing, Pages, Rows, Write
from tutor.teach.game.teachable import ShownCard

BOARD = '<section class="mw-board"><div class="mwb-board" data-board></div></section>'
#: The board of a game that shows all of it on a phone, as high as it is.
NARROW = BOARD.replace("data-board", 'data-board="narrow"')
_FRAME = (
    '<div class="mw-exercise" data-kind="{kind}"{still}>{board}<div class="mw-menu" data-panel="menu" data-walk></div>'
    '<header class="mw-head" data-panel="head"></header><div class="mw-prompt" data-panel="prompt"></div>'
    '<div class="mw-act" data-panel="act"></div>{hands}'
    '<section class="mw-verdict"><div class="mw-panel" data-panel="verdict" tabindex="-1" role="group" '
    'aria-label="The tutor\'s answer"></div>'
    '<div class="mw-aside" data-panel="aside"></div></section>'
    '<div class="mw-tools" data-panel="tools"></div><div class="mw-popup" data-panel="card" role="dialog"></div></div>'
)
_HANDS = '<div class="mw-hands" data-panel="hands"></div>'
#: The keys that show the card of what they are pressed on.
KEYS: Mapping[str, str] = {"i": "card", "ContextMenu": "card"}
_WHERE = "The whole Wood: click where you want to look"
_TOUCH_IT = "Touch them on the board. Touch one again to take it back."
#: What is picked, ordered or written and not yet sent travels under these names.
PICKED, WRITTEN = "picked", "write"


def page_of(shown: Shown, serial: int, presenter: Presenter, view: Viewing, menu: str = "") -> Page:
    """The page that shows it. ``serial`` is the number of the last act: with it dice are thrown anew, and what was written is
    forgotten."""
    if isinstance(presenter, BuiltPage):
        return _with_setup(_page_of(shown, serial, menu), presenter.page(view))
    return _page_of(shown, serial, menu, presenter.areas_answer, presenter.session.game.narrow_board)


def _with_setup(page: Page, editing: Page) -> Page:
    """The page of a setup: the board it is built on in the place of the other, with what lies beside it."""
    board = f'<section class="mw-board mw-laying">{editing.frame}</section>'
    return replace(
        editing,
        frame=frame_of("build", board, with_hands=False),
        panels={**page.panels, **editing.panels},
        keys=page.keys,
        say=page.say or editing.say,
        answers=page.answers,
    )


def _page_of(shown: Shown, serial: int, menu: str, areas_answer: bool = True, narrow: bool = False) -> Page:
    return Page(
        frame_of(shown.kind, NARROW if narrow else BOARD, areas_answer=areas_answer),
        shown.board,
        panels={
            "menu": menu,
            "head": head(shown),
            "prompt": picture(_linked(shown.prompt)),
            "act": join(*(_control(control, shown, serial) for control in shown.controls)),
            "hands": hands(shown),
            "verdict": verdict(shown, serial),
            "aside": aside(shown),
            "tools": tools(shown),
            "card": card(shown.looked),
        },
        say=" ".join(filter(None, (shown.verdict.spoken, shown.closing, shown.below))),
        film=Film(shown.films, shown.film) if shown.film else None,
        keys=KEYS,
        answers=serial,
    )


def frame_of(kind: str, board: str = BOARD, with_hands: bool = True, areas_answer: bool = True) -> str:
    """The skeleton of the page: a place for the board and for each panel. A hand shows on areas only if one answers there."""
    still = "" if areas_answer else ' data-still="yes"'
    return _FRAME.format(kind=kind, still=still, board=board, hands=_HANDS if with_hands else "")


def _linked(html: str) -> str:
    """Rules and other pages open beside the exercise, so that nothing of it is lost."""
    return html.replace("<a ", '<a target="_blank" rel="noopener" ')


# ---------------------------------------------------------------- above the controls
def head(shown: Shown) -> Html:
    """Title and place in the lesson, and what has been done of it."""
    dots = [
        el("i", class_="mw-past" if done else "mw-now" if n == shown.number else None)
        for n, done in enumerate(shown.bar, 1)
    ]
    return join(
        el("p", shown.above, class_="mw-above") if shown.above else None,
        el("h3", shown.title, aria_level=2, data_now=shown.key or None),
        el(
            "span",
            el("span", f"{shown.number} of {shown.count}", class_="mw-count") if shown.number else None,
            el("span", dots, class_="mw-dots", aria_hidden="true") if dots else None,
            el("span", "✓ done ", starred(shown.best) if shown.best else None, class_="mw-done")
            if shown.done
            else None,
            class_="mw-where",
        ),
        el("p", [el("span", tag) for tag in shown.tags], class_="mw-tags") if shown.tags else None,
    )


def starred(number: int) -> Html:
    """So many of three stars."""
    said = f"{number} of 3 stars"
    return el("span", "★" * number + "☆" * (3 - number), role="img", aria_label=said, title=said)


# ---------------------------------------------------------------- the controls
def button(data: Button, focus: str = "", address: str = "") -> Html:
    """Something to press; what leads onward to an ``address`` is a link."""
    onward = data.id == "next" and not data.key
    if onward and address:
        return el(
            "a",
            data.text,
            href=address,
            class_=f"mw-button{' mw-main' if data.main else ''}",
            title=data.tip or data.text,
            data_key=data.id,
            data_focus=focus == data.id,
        )
    return el(
        "button",
        data.text,
        type="button",
        class_=f"mw-button{' mw-main' if data.main else ''}",
        title=data.tip or data.text,
        data_target=None if onward else data.id,
        data_onward=onward,
        disabled=not data.enabled,
        data_key=data.id,
        aria_keyshortcuts=data.key or None,
        data_focus=focus == data.id,
    )


def _check(needs: Sequence[str] = ()) -> Html:
    return el(
        "button",
        "Check",
        type="button",
        class_="mw-button mw-main mw-check",
        data_target="check",
        data_needs=",".join(needs) or None,
        data_key="check",
    )


def _control(control: object, shown: Shown, serial: int) -> Html:
    kinds: Mapping[type, Callable[..., Html]] = {
        Buttons: _buttons,
        Options: _options,
        Rows: _rows,
        Write: _write,
        Pages: _pages,
    }
    if isinstance(control, NoteShown):
        return el("div", picture(control.html), class_="mw-note")
    return kinds[type(control)](control, shown, serial)


def _reset(shown: Shown) -> str:
    """What changes when all that is half done is to be forgotten."""
    return f"{shown.key}.{shown.reset}"


def _buttons(control: Buttons, shown: Shown, serial: int) -> Html:
    made = [button(each, shown.focus) for each in control.buttons]
    return el("div", made, class_="mw-actions", role="group", aria_label=control.label)


def _options(control: Options, shown: Shown, serial: int) -> Html:
    above = _lying_above(control, shown) if control.board else {}
    items = [
        el(
            "label",
            el("span", picture(option.html)),
            class_="mw-option",
            data_choice=option.id,
            data_mark=option.mark or None,
            data_picked=option.id in control.picked,
            data_key=option.id,
            data_also=above.get(option.id),
        )
        for option in control.options
    ]
    sorting = control.name != PICKED
    way = " mw-bins" if sorting else " mw-targets" if control.board else ""
    group = el(
        "div",
        items,
        class_=f"mw-options{way}",
        aria_label=plain(control.label),
        data_choices=control.name,
        data_several=control.several,
        data_reset=_reset(shown),
        data_frozen=control.frozen,
        data_enter="check",
        data_key=control.name,
        data_none=_TOUCH_IT if control.board else None,
    )
    if sorting:
        group = el("div", el("p", picture(inline(control.label)), class_="mw-sorted"), group, class_="mw-sort")
    elif control.board:
        group = join(el("details", el("summary", "Pick from a list"), class_="mw-list", data_key="list"), group)
    return join(group, None if control.frozen or not control.last else _check(control.needs))


def _lying_above(control: Options, shown: Shown) -> Mapping[str, str]:
    """For each option that is a place of the board, the targets that lie on it: to touch them is to touch the place."""
    places = {option.id.partition(":")[2]: option.id for option in control.options}
    found: dict[str, list[str]] = {}
    for target in shown.board.targets:
        if target.at in places and target.id not in places.values():
            found.setdefault(places[target.at], []).append(target.id)
    return {place: " ".join(targets) for place, targets in found.items()}


def _rows(control: Rows, shown: Shown, serial: int) -> Html:
    items = [_row(row) for row in control.rows]
    group = el(
        "ol",
        items,
        class_="mw-rows",
        aria_label=control.label,
        data_order=PICKED,
        data_reset=_reset(shown),
        data_cards=all(row.face for row in control.rows),
        data_tries=control.tries,
        data_frozen=control.frozen,
        data_key=PICKED,
    )
    keys = el("p", "By keyboard: space picks one up, the arrows move it.", class_="mwb-note mwb-by-key")
    return join(group, None if control.frozen else keys, None if control.frozen else _check())


def _row(row: OrderedThing) -> Html:
    face = el("span", picture(svg(row.face, width="100%")), class_="mw-face", aria_hidden="true") if row.face else None
    return el(
        "li",
        face,
        el("span", row.name, class_="mw-name"),
        class_="mw-row",
        data_item=row.id,
        data_name=row.name,
        data_mark=row.mark or None,
        data_place=row.place or None,
        data_key=row.id,
    )


def _write(control: Write, shown: Shown, serial: int) -> Html:
    # What is the answer itself stays to be mended; an action that was written has been heard.
    reset = _reset(shown) if control.main else f"{_reset(shown)}.{serial}"
    field = el(
        "input",
        type="text",
        class_="mw-field",
        autocomplete="off",
        spellcheck="false",
        maxlength=200,
        aria_label=control.label,
        placeholder=control.placeholder,
        data_value=WRITTEN,
        data_enter="try",
        data_reset=reset,
        data_key=WRITTEN,
    )
    press = el(
        "button",
        control.press,
        type="button",
        class_=f"mw-button{' mw-main' if control.main else ''}",
        data_target="try",
        data_needs=WRITTEN,
        data_key="try",
    )
    return el(
        "div", field, el("span", control.unit, class_="mw-unit") if control.unit else None, press, class_="mw-answer"
    )


def _pages(control: Pages, shown: Shown, serial: int) -> Html:
    dots = [
        el("i", class_="mw-past" if n < control.at else "mw-now" if n == control.at else None)
        for n in range(control.of)
    ]
    return el(
        "div",
        el("span", f"{control.at + 1} of {control.of}", class_="mw-count"),
        el("span", dots, class_="mw-dots", aria_hidden="true"),
        class_="mw-pages",
    )


# ---------------------------------------------------------------- the answer
def verdict(shown: Shown, serial: int) -> Html:
    """The answer in words, the way onward, help asked for, the rules behind it folded away, and what has happened."""
    told = shown.verdict
    onward = [button(tool, shown.focus, shown.onward) for tool in shown.tools if tool.id == "next"]
    ruling = join(" ", el("span", "our ruling", class_="mw-ruling")) if told.ruling else None
    return el(
        "div",
        el("div", onward, class_="mw-onward") if onward else None,
        el("p", starred(shown.stars), class_="mw-stars") if shown.stars else None,
        el("p", shown.closing, class_="mw-closing") if shown.closing else None,
        el("p", told.heading, class_="mw-verdict-title") if told.heading else None,
        el("div", picture(_linked(told.html)), class_="mw-say", data_roll=serial, data_key="say"),
        el("p", shown.below, class_="mw-below") if shown.below else None,
        el("div", picture(_linked(told.help)), class_="mw-help", data_key="help") if told.help else None,
        el(
            "details",
            el("summary", "Why?", ruling),
            picture(_linked(told.why)),
            class_="mw-why",
            data_key=f"why {serial}",
        )
        if told.why
        else None,
        el(
            "details",
            el("summary", "What has happened"),
            el("ol", [el("li", line) for line in shown.log]),
            class_="mw-log",
            data_key="log",
        )
        if shown.log
        else None,
        class_=f"mw-told mw-is-{told.kind}",
    )


def tools(shown: Shown) -> Html:
    """Hints and the like, and the board in words."""
    lines = [el("li", line) for line in shown.board.lines]
    return join(
        el("div", [button(tool, shown.focus) for tool in shown.tools if tool.id != "next"], class_="mw-buttons"),
        el("details", el("summary", "The board in words"), el("ul", lines), class_="mw-words", data_key="words"),
    )


# ---------------------------------------------------------------- beside the board
def hands(shown: Shown) -> Html | str:
    """Hands, and cards that can be looked at, one tap away."""
    chips = [
        el(
            "button",
            el("b", hand.knight),
            el("span", hand.line) if hand.line else None,
            type="button",
            class_="mw-chip",
            data_card=f"hand:{hand.knight}",
            title=f"{hand.knight}: look at the hand",
            data_key=hand.knight,
        )
        for hand in shown.hands
    ] + [
        el(
            "button",
            _portrait(look),
            el("b", look.name),
            el("span", _thrown(look)) if look.number else None,
            type="button",
            class_="mw-chip",
            data_card=look.card,
            title=f"{look.name}: look at the card",
            data_key=look.card,
        )
        for look in shown.cards
    ]
    return join(*chips) if chips else ""


def _portrait(look: ShownCard) -> Html | None:
    return (
        el("i", picture(svg(look.face, width="100%")), class_="mw-portrait", aria_hidden="true") if look.face else None
    )


def _thrown(look: ShownCard) -> str:
    """What the die showed, and what it comes to if something is added."""
    die = look.die or look.number
    return f"{die} thrown" if die == look.number else f"{die} thrown, {look.number} in all"


def aside(shown: Shown) -> Html | str:
    """The other picture of a large board: a part of it from near by, or all of it small, to say where one wants to look."""
    if shown.aside is None:
        return ""
    drawn = picture(svg(shown.aside, width="100%"))
    if shown.near:
        tip = "A closer look: click to have it large"
        return el(
            "button",
            drawn,
            type="button",
            class_="mw-near",
            data_target="closer",
            title=tip,
            data_key="near",
            aria_label="A closer look at part of the board",
        )
    return el("div", drawn, _places(shown.places), class_="mw-map-of-all", title=_WHERE, data_key="all")


def _places(names: Sequence[str]) -> Html:
    """A place to touch for each area of the small map."""
    made = [el("button", type="button", data_target=f"look:{name}", aria_label=f"Look at {name}") for name in names]
    return el("div", made, class_="mw-places", data_walk=True)


def card(looked: Looked | None) -> Html | str:
    """The card or hand that is looked at, with the way to where it lies if one can go there."""
    if looked is None:
        return ""
    way = button(looked.onward) if looked.onward is not None else None
    return el("div", way, picture(svg(looked.scene, width="100%")), aria_label=looked.title, data_key=looked.target)
