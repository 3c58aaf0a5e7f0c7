"""The page on which a new game is begun: who plays, by which rules, from where. With what it begins with one click is enough."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from tutor.desk import Viewer
from tutor.desk.desk import Known
from tutor.draw.html import Html, el, join
from tutor.draw.page import Page, icon
from tutor.draw.tables import Choice, Offer
from tutor.pages.table.look import Look, NewGame, presets
from tutor.pages.table.play import HOST, at_table
from tutor.teach.game import registry as games

FRAME = (
    '<div class="tb tb-new"><header class="tb-top" data-panel="top"></header><div class="tb-form" data-panel="form"></div>'
    '<div class="mw-popup" data-panel="card" role="dialog"></div></div>'
)
#: Who can play a seat, in a word and a longer one.
BY = (
    ("", "–", "nobody"),
    ("here", "Here", "somebody at this screen"),
    ("phone", "Phone", "somebody at a screen of his own"),
    ("bot", "Bot", "a bot"),
)
#: Under this name a host tells of the other tables there are (`tutor/hosts/documents/tables.py`).
TABLES = "tables"
#: Under this name a host says that others may join from their own devices.
PHONES = "phones"


_SHORT = {kind: word.lower() for kind, word, _ in BY}


def setup_page(viewer: Viewer, view: Look, draft: NewGame, known: Known, trouble: str = "") -> Page:
    """The page of a new game."""
    if viewer.name != HOST:
        waiting = el(
            "div",
            el("h1", "A new game is being laid out"),
            el("p", "It begins at the table's own screen; this page follows."),
            class_="tb-box",
        )
        return Page(FRAME, panels={"top": "", "form": waiting, "card": ""}, answers=view.touches)
    return Page(
        FRAME,
        panels={"top": _top(draft), "form": _form(draft, known, trouble), "card": ""},
        effects=view.effects,
        answers=view.touches,
    )


def _top(draft: NewGame) -> Html:
    return join(el("h1", "A new game"), el("span", at_table(draft.game).offer().title, class_="tb-quiet"))


def _form(draft: NewGame, known: Known, trouble: str) -> Html:
    offer = at_table(draft.game).offer()
    fault, parts = draft.fault(), _parts(draft)
    begin = el(
        "button",
        "Begin",
        type="button",
        class_="tb-main tb-begin",
        data_target="begin",
        data_key="begin",
        title=fault or "Begin the game",
    )
    return join(
        el("p", f"It could not be opened. {trouble}", class_="tb-fault tb-box") if trouble else None,
        el("div", _games(draft), _presets(draft, offer, known), class_="tb-box tb-first"),
        el(
            "div",
            el("h2", "Who plays"),
            el("div", [_seat(draft, choice, known, parts) for choice in _seats(draft, offer)], class_="tb-seats"),
            el("p", fault, class_="tb-fault") if fault else None,
            class_="tb-box",
        ),
        el("div", begin, el("span", _summary(draft, offer, parts), class_="tb-quiet"), class_="tb-go"),
        _rules(draft, offer),
        _from(draft),
        _tables(known),
    )


def _tables(known: Known) -> Html | None:
    """The games that go on at other tables, and those that are over."""
    tables: Sequence[Mapping[str, str]] = known.get(TABLES, ())
    if not tables:
        return None
    rows = [
        el(
            "li",
            el("a", el("b", each["game"]), f" {each['who']}", href=each["path"]),
            el("small", f"{each['stands']} · {each['when']}", class_="tb-quiet"),
            class_="tb-ended" if each["over"] else None,
            data_key=each["path"],
        )
        for each in tables
    ]
    going = sum(not each["over"] for each in tables)
    title = f"Your other games: {going} under way" if going else "Your other games"
    return el(
        "details", el("summary", title), el("ul", rows), class_="tb-box tb-tables", data_key="tables", open=going > 0
    )


def _seats(draft: NewGame, offer: Offer) -> tuple[Choice, ...]:
    if not draft.text:
        return offer.seats
    named = {choice.id: choice for choice in offer.seats}
    return tuple(named.get(seat, Choice(seat, seat.capitalize())) for seat in draft.by)


def _games(draft: NewGame) -> Html:
    made = [_pick(f"game:{name}", at_table(name).offer().title, name == draft.game) for name in games.GAMES]
    return el("div", made, class_="tb-choices", role="group", aria_label="Which game")


def _pick(target: str, text: str, pressed: bool, tip: str = "") -> Html:
    return el(
        "button",
        text,
        type="button",
        data_target=target,
        aria_pressed="true" if pressed else "false",
        title=tip or None,
        data_key=target,
    )


def _presets(draft: NewGame, offer: Offer, known: Known) -> Html | None:
    kinds = tuple(draft.by.values())
    alike = sorted if not hasattr(at_table(draft.game), "parts") else tuple
    made = [
        _pick(f"preset:{name}", text, alike(kinds) == alike(by[: offer.most]))
        for name, text, by in presets(offer)
        if ("phone" not in by or known.get(PHONES)) and len(by) <= offer.most
    ]
    return el("div", made, class_="tb-choices", role="group", aria_label="Ways to begin at once")


def _parts(draft: NewGame) -> Mapping[str, str]:
    """What each seat would play, in a game whose seats are not alike."""
    found = getattr(at_table(draft.game), "parts", None)
    if found is None or draft.text or draft.fault():
        return {}
    told: Mapping[str, str] = found(tuple(draft.by), draft.variants)
    return told


def _seat(draft: NewGame, choice: Choice, known: Known, parts: Mapping[str, str]) -> Html:
    about = parts.get(choice.id, choice.about)
    by = draft.by.get(choice.id, "")
    kinds = [
        el(
            "button",
            word,
            type="button",
            data_target=f"seat:{choice.id}:{kind}",
            aria_pressed="true" if kind == by else "false",
            title=f"{choice.name}: {long}",
            aria_label=f"{word}: {choice.name}, {long}" if kind else f"{choice.name}: {long}",
            data_key=kind or "none",
        )
        for kind, word, long in BY
        if (kind != "phone" or known.get(PHONES)) and (kind or not draft.text)
    ]
    field = (
        el(
            "input",
            type="text",
            placeholder="name",
            maxlength=24,
            autocomplete="off",
            spellcheck="false",
            data_value=f"name {choice.id}",
            aria_label=f"Who plays {choice.name}",
            data_key="name",
        )
        if by == "here"
        else None
    )
    sign = el("span", icon(at_table(draft.game).shield(choice.id), 22, 25), class_="tb-shield", aria_hidden="true")
    return el(
        "div",
        sign,
        el("span", el("b", choice.name), el("small", about) if about else None, class_="tb-who"),
        field,
        el("span", kinds, class_="tb-segments", role="group", aria_label=f"Who plays {choice.name}"),
        class_=f"tb-seat{' tb-empty' if not by else ''}",
        data_key=f"seat {choice.id}",
    )


def _summary(draft: NewGame, offer: Offer, parts: Mapping[str, str]) -> str:
    named = {choice.id: choice.name for choice in offer.seats}
    plays = {seat: f"{part.partition(':')[0]}, " for seat, part in parts.items()}
    told = [f"{named.get(seat, seat)} ({plays.get(seat, '')}{_SHORT[by]})" for seat, by in draft.by.items()]
    return ", ".join(told)


def _rules(draft: NewGame, offer: Offer) -> Html:
    rows: list[Html] = []
    if len(offer.editions) > 1:
        rows.append(
            _row("Rules", [_pick(f"edition:{c.id}", c.name, c.id == draft.edition, c.about) for c in offer.editions])
        )
    if offer.variants and not draft.text:
        rows.append(
            _row(
                "Variants", [_pick(f"variant:{c.id}", c.name, c.id in draft.variants, c.about) for c in offer.variants]
            )
        )
    if offer.boards and not draft.text:
        rows.append(
            _row(
                "Board",
                [
                    _pick(f"board:{c.id}", c.name, c.id == (draft.board or offer.boards[0].id), c.about)
                    for c in offer.boards
                ],
            )
        )
    if len(offer.bots) > 1:
        rows.append(_row("Bots", [_pick(f"bots:{c.id}", c.name, c.id == draft.bot, c.about) for c in offer.bots]))
    rows.append(
        _row(
            "Dice and cards",
            [
                _pick("dice:thrown", "thrown here", draft.dice == "thrown", "The table throws and draws."),
                _pick(
                    "dice:named",
                    "by hand",
                    draft.dice == "named",
                    "You throw and draw yourselves, and say what came: beside a game on paper.",
                ),
            ],
        )
    )
    seed = el(
        "input",
        type="text",
        placeholder="any word",
        maxlength=60,
        autocomplete="off",
        data_value="seed",
        aria_label="Seed",
        data_key="seed",
    )
    rows.append(
        _row(
            "Seed",
            [seed, el("span", "The same word and the same decisions: the same dice and cards.", class_="tb-quiet")],
        )
    )
    return el("details", el("summary", "Rules, variants, dice"), rows, class_="tb-box", data_key="rules")


def _row(name: str, made: list[Any]) -> Html:
    return el(
        "div", el("span", name, class_="tb-name"), el("div", made, class_="tb-choices"), class_="tb-row", data_key=name
    )


def _from(draft: NewGame) -> Html:
    field = el(
        "input",
        type="text",
        placeholder="a code of a game or of a situation",
        autocomplete="off",
        spellcheck="false",
        data_value="code",
        data_enter="read",
        aria_label="A code",
        data_key="code",
    )
    open_it = el("button", "Open", type="button", data_target="read", data_needs="code", data_key="read")
    begun = (
        el(
            "p",
            "It begins from a situation. ",
            el("button", "Begin at the beginning instead", type="button", data_target="no-text"),
        )
        if draft.text
        else None
    )
    file = el("label", "or a saved file ", el("input", type="file", data_key="file"))
    return el(
        "details",
        el("summary", "Go on with a saved game, or begin from a situation"),
        begun,
        el("div", field, open_it, class_="tb-choices"),
        file,
        class_="tb-box",
        data_key="from",
        open=bool(draft.text),
    )
