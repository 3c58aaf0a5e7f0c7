"""The parts of the editor's page as HTML: palette, hands, inspector, faults and what the situation gives."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple

from engine import mystic_wood as mw
from engine.mystic_wood.material.cards import COMPANIONS, KNIGHTS, THINGS, Card, name_of
from engine.mystic_wood.material.ledger import place_in_order
from engine.mystic_wood.material.wood import every_area
from engine.text.faults import cap
from engine.text.keyed import value_text
from tutor.draw.html import Child, Html, el, join
from tutor.draw.page import icon
from tutor.draw.shapes import Shape
from tutor.games.mystic_wood.editor.draft_situation import TWIN, Data, tiles_in, wood_in
from tutor.games.mystic_wood.editor.vocabulary import VOCABULARY, WAITING, KeyWords, choices
from tutor.games.mystic_wood.scene.emblems import glyph
from tutor.games.mystic_wood.scene.ground import CardLook as Ground
from tutor.games.mystic_wood.scene.ground import card_shapes
from tutor.games.mystic_wood.scene.tokens import disc, disc_of, shield
from tutor.games.mystic_wood.scene.words import prowess_card_name
from tutor.pages.editor.model import Editor

if TYPE_CHECKING:
    from tutor.games.mystic_wood.editor.page import EditorPage

DENIZENS = mw.CARDS.denizens
#: What the sources of a card's values are called.
SOURCES = {
    "text": "printed in the rules",
    "derived": "follows from an example in the rules",
    "public": "from public accounts",
    "assumed": "our assumption",
}


# ------------------------------------------------------------------ small pictures
@cache
def card_icon(card: str) -> Html:
    """A Knight's shield, a denizen's disc, a thing's picture."""
    if card in KNIGHTS:
        return icon(tuple(shield(card, 13, 15, 24)), 26, 29)
    if card in DENIZENS:
        kind, text, _ = disc_of(DENIZENS[card])
        return icon(tuple(disc(kind, text, 10, 10, 8)))
    return icon(tuple(glyph(card)), 10, 10)


@cache
def area_icon(half: str, paths: str, named: str = "", glade: bool = True) -> Html:
    """An area card in small. A card of three paths shows its arrow."""
    ground = Ground(
        "c2" if half == "earthly" else "c7", True, paths, "", named or None, glade, "", "N" if len(paths) == 3 else ""
    )
    shapes: tuple[Shape, ...] = tuple(card_shapes(ground))
    return icon(shapes, 100, 100)


# ------------------------------------------------------------------ the palette
class PaletteItem(NamedTuple):
    """Something that can be laid out. ``target`` is "palette:" and what it is, ``at`` where it is already, or ""."""

    target: str
    name: str
    picture: Html
    at: str = ""


def where_cards_are(data: Data) -> Mapping[str, str]:
    """For each small card in play where it is: an area, a Knight's id, "the stack" or "out of the game"."""
    found: dict[str, str] = {}
    for name, table in data["areas"].items():
        for key in ("denizens", "things", "things_outside"):
            found |= dict.fromkeys(table.get(key, ()), name)
    for knight, table in data["knights"].items():
        for key in ("things", "companions", "prowess_cards", "due"):
            found |= dict.fromkeys(table.get(key, ()), knight)
        for flag, card in (("horse", "horse"), ("grail", "holy-grail"), ("blessing", "blessing"), ("king", "king")):
            if table.get(flag):
                found[card] = knight
    found |= dict.fromkeys(data.get("next_cards", ()), "the stack") | dict.fromkeys(
        data.get("removed", ()), "out of the game"
    )
    return {**{TWIN[card]: where for card, where in found.items() if card in TWIN}, **found}


#: The shapes an area card can have.
SHAPES = ("NESW", "NES", "ESW", "NSW", "NEW")


def palette_groups(data: Data, half: str) -> list[tuple[str, list[PaletteItem]]]:
    """All that can be laid out, by groups: Knights, area cards of the ``half``, denizens in their order, things."""
    placed = where_cards_are(data)
    knights = [
        PaletteItem(
            f"palette:{k}",
            name_of(k),
            card_icon(k),
            data["knights"].get(k, {}).get("at", wood_in(data).earthly_gate) if k in data["knights"] else "",
        )
        for k in KNIGHTS
    ]
    grounds = [PaletteItem(f"palette:lay-{paths}", _shape_name(paths), area_icon(half, paths)) for paths in SHAPES]
    grounds += [
        PaletteItem(
            f"palette:lay-{paths}-crossing", f"{_shape_name(paths)}, no glade", area_icon(half, paths, "", False)
        )
        for paths in ("NESW", "NES")
    ]
    lying: dict[str, str] = {}
    for at, table in data["areas"].items():
        tile = tiles_in(data).get(str(table.get("tile")))
        named = tile.name if tile else table.get("name")
        if named:
            lying[str(named)] = at
    for named, card in mw.CARDS.areas.items():
        if card.half == half:
            tile = next(t for t in tiles_in(data).values() if t.name == named)
            grounds.append(
                PaletteItem(
                    f"palette:lay-{named}",
                    name_of(named),
                    area_icon(half, tile.paths, named, tile.glade),
                    lying.get(named, ""),
                )
            )
    ordered = sorted(DENIZENS, key=lambda d: (place_in_order(d), d))
    denizens = [PaletteItem(f"palette:{d}", name_of(d), card_icon(d), placed.get(d, "")) for d in ordered]
    things = [PaletteItem(f"palette:{t}", name_of(t), card_icon(t), placed.get(t, "")) for t in (*THINGS, "blessing")]
    return [("Knights", knights), ("Area cards", grounds), ("Denizens, in their order", denizens), ("Things", things)]


#: The edges of a card in words.
WAYS = {"N": "north", "E": "east", "S": "south", "W": "west"}


def _shape_name(paths: str) -> str:
    if len(paths) == 4:
        return "Four paths"
    missing = next(edge for edge in "NESW" if edge not in paths)
    return f"Three paths, not {WAYS[missing]}"


def palette(data: Data, half: str, find: str) -> Html:
    """The palette, narrowed to what fits ``find``."""
    wanted = find.strip().lower()
    groups: list[Html] = []
    hits = 0
    for heading, items in palette_groups(data, half):
        fitting = [
            item for item in items if wanted in item.name.lower() or wanted in item.target.removeprefix("palette:")
        ]
        if not fitting:
            continue
        hits += len(fitting)
        small = el(
            "div",
            *(item_button(item) for item in fitting),
            class_="mwb-items mwb-cards" if heading == "Area cards" else "mwb-items",
        )
        more = _halves(half) if heading == "Area cards" else None
        groups.append(el("div", el("h3", heading, more, aria_level=2), small, class_="mwb-group", data_key=heading))
    if not hits:
        groups = [el("p", f"Nothing is called “{find}”.", class_="mwb-note")]
    return join(*groups)


def _halves(half: str) -> Html:
    return el(
        "span",
        *(
            el(
                "button",
                wood.capitalize(),
                data_target=f"half:{wood}",
                aria_pressed=str(wood == half).lower(),
                class_="mwb-tab",
            )
            for wood in ("earthly", "enchanted")
        ),
        class_="mwb-tabs",
    )


def item_button(item: PaletteItem) -> Html:
    """What stands in the palette for one thing: greyed where it lies already."""
    says = (
        f"{item.name}, lies at {item.at} already"
        if item.at in every_area()
        else f"{item.name}: {item.at}"
        if item.at
        else item.name
    )
    return el(
        "button",
        item.picture,
        el("span", item.name),
        data_target=item.target,
        class_="mwb-item",
        data_drag=None if item.at else "hold",
        aria_label=says,
        title=says,
        data_placed=bool(item.at),
    )


# ------------------------------------------------------------------ the hands
def hands(editor: Editor, selected: str, fixed: Collection[str] = ()) -> Html:
    """Each Knight's hand: what he is worth, and what he has, to be taken and given; cards that are ``fixed`` stay."""
    seated = [knight for knight in editor.data["knights"] if knight in KNIGHTS]
    if not seated:
        return el("p", "Nobody plays yet: put a Knight on the board.", class_="mwb-note")
    return join(*(_hand(editor, knight, selected, fixed) for knight in seated))


def _hand(editor: Editor, knight: str, selected: str, fixed: Collection[str]) -> Html:
    """One Knight's hand."""
    shown, table = editor.reading_now.show, editor.data["knights"][knight]
    has = f"{name_of(knight)} has it"
    chips = [
        _hand_chip(knight, card, name, f"{name}, {has} and keeps it", "fixed")
        if card in fixed
        else _hand_chip(knight, card, name, f"{name}, {has}")
        for card, name in _held(table)
    ]
    chips += [
        _hand_chip(
            knight, card, name_of(card), f"{name_of(card)}, due to {name_of(knight)}, in nobody's hand yet", "due"
        )
        for card in table.get("due", ())
        if card in mw.CARDS.all()
    ]
    worth: Child = ""
    if knight in shown.order and shown.knight(knight).id in editor.data["knights"]:
        points = _worth("strength", shown.strength(knight)), _worth("prowess", shown.prowess(knight))
        worth = el("span", *points, class_="mwb-worth")
    turn = shown.turn == knight and not shown.over
    who = el(
        "button",
        card_icon(knight),
        el("b", name_of(knight)),
        worth,
        data_target=f"hand:{knight}",
        class_="mwb-who",
        aria_label=f"{name_of(knight)}'s hand{', on turn' if turn else ''}",
    )
    on_turn = el("span", "on turn", class_="mwb-turn") if turn else None
    empty = el("span", "empty hands", class_="mwb-note") if not chips else None
    lit = " selected" if selected == f"knight:{knight}" else ""
    return el(
        "div", who, el("div", *chips, on_turn, empty, class_="mwb-chips"), class_=f"mwb-hand{lit}", data_key=knight
    )


def _hand_chip(knight: str, card: str, name: str, says: str, kind: str = "") -> Html:
    """A card of a hand; ``kind`` is "fixed" for one that stays, "due" for one that is still to come, else ""."""
    return el(
        "button",
        card_icon(card),
        el("span", name),
        data_target=f"hand:{knight}:{card}",
        data_drag=None if kind == "fixed" else "1",
        class_=f"mwb-chip mwb-{kind}" if kind else "mwb-chip",
        aria_label=says,
    )


def _worth(kind: str, points: int) -> Html:
    return el("span", icon(tuple(disc(kind, str(points), 10, 10, 8))), title=f"{kind} {points}", class_="mwb-points")


def _held(table: Mapping[str, Any]) -> list[tuple[str, str]]:
    flags = (("horse", "horse"), ("grail", "holy-grail"), ("blessing", "blessing"))
    found = [
        (card, name_of(card))
        for key in ("companions", "things")
        for card in table.get(key, ())
        if card in mw.CARDS.all()
    ]
    found += [(card, name_of(card)) for flag, card in flags if table.get(flag)]
    found += [(card, prowess_card_name(card)) for card in table.get("prowess_cards", ()) if card in DENIZENS]
    return found


# ------------------------------------------------------------------ the inspector
def inspector(editing: EditorPage, selected: str) -> Html:
    """Everything about what is selected, each key of the format as something to touch."""
    editor = editing.editor
    kind, _, name = selected.partition(":")
    faults = [pin for pin in editor.faults if pin.target == selected]
    if kind == "area" and name in wood_in(editor.data).index:
        return join(
            _head(_area_title(editor, name)),
            editing.fault_list(faults),
            _area_buttons(editor, name),
            keys(editor, "area", name),
        )
    if kind == "knight" and name in KNIGHTS:
        return join(
            _head(join(card_icon(name), name_of(name))),
            editing.fault_list(faults),
            knight_card(editor, name),
            el(
                "div",
                _button(f"do:turn {name}", "On turn"),
                _button(f"do:remove {name}", "Takes no part"),
                class_="mwb-row",
            ),
            keys(editor, "knight", name),
        )
    if kind in ("denizen", "thing", "hand", "card", "unknown"):
        card = name.rpartition(":")[2]
        if card in mw.CARDS.all():
            return join(_head(join(card_icon(card), name_of(card))), small_card(card), _card_buttons(editor, card))
    return join(
        _head("The game"),
        None if editor.nobody else editing.fault_list([p for p in editor.faults if p.target.startswith("game:")]),
        keys(editor, "game", ""),
    )


def _head(title: Child) -> Html:
    return el(
        "h2",
        title,
        el("button", "The game", data_target="do:select game:", class_="mwb-small") if title != "The game" else None,
        class_="mwb-head",
    )


def _area_title(editor: Editor, name: str) -> str:
    area = editor.reading_now.show.area(name)
    what = (
        name_of(area.name) if area.name else "face down" if not area.face_up else "glade" if area.glade else "crossing"
    )
    return f"{name}: {what}"


def _button(target: str, text: str, **more: object) -> Html:
    return el("button", text, data_target=target, class_="mwb-button", **more)


def edge_buttons(name: str, paths: str) -> list[Html]:
    """A button for each edge of an area, pressed where a path reaches it."""
    return [
        el(
            "button",
            edge,
            data_target=f"edge:{name}:{edge}",
            class_="mwb-edge",
            aria_pressed=str(edge in paths).lower(),
            aria_label=f"path {WAYS[edge]}",
        )
        for edge in "NESW"
    ]


def _area_buttons(editor: Editor, name: str) -> Html | None:
    if name in wood_in(editor.data).fixed:
        return None
    table = editor.data["areas"].get(name, {})
    if not ({"tile", "paths"} & table.keys()):
        return el(
            "p",
            "Drag an area card here, or let it be one:",
            _button(f"do:lay {name} NESW", "Glade, four paths"),
            _button(f"do:lay {name} NES", "Glade, three paths"),
            class_="mwb-row",
        )
    paths = _paths_of(editor.data, table)
    edges = edge_buttons(name, paths)
    down = table.get("face") == "down"
    return el(
        "div",
        el("span", "Paths ", *edges),
        _button(f"do:turn {name}", "Turn it") if len(paths) == 3 and not down else None,
        _button(f"do:face {name} {'up' if down else 'down'}", "Face up" if down else "Face down"),
        _button(f"do:bare {name}", "Take the card away"),
        class_="mwb-row",
    )


def _paths_of(data: Data, table: Mapping[str, Any]) -> str:
    tile = tiles_in(data).get(str(table.get("tile")))
    return tile.paths if tile else str(table.get("paths", ""))


def _card_buttons(editor: Editor, card: str) -> Html:
    target = TWIN.get(card)
    seats = [knight for knight in editor.data["knights"] if knight in KNIGHTS]
    give = [
        _button(f"do:give {card} {knight}", f"Give it to {name_of(knight)}")
        for knight in seats
        if card in (*THINGS, *COMPANIONS, "horse", "holy-grail", "blessing")
    ]
    win = [
        _button(f"do:win {card} {knight}", f"{name_of(knight)} has its prowess card")
        for knight in seats
        if card in DENIZENS and DENIZENS[card].prowess_card
    ]
    return el(
        "div",
        *give,
        *win,
        _button(f"do:remove {card}", "Take it off the board"),
        _button(f"do:stack {card}", "Next card of the pack") if card in mw.CARDS.pack else None,
        _button(f"do:discard {card}", "Out of the game"),
        el("p", f"The same card as {name_of(target)}.", class_="mwb-note") if target else None,
        class_="mwb-row",
    )


def small_card(card: str, lit: int | None = None) -> Html:
    """A small card in words: what it is worth and where that is known from, and its table; ``lit`` marks the line thrown."""
    entry: Card = mw.CARDS.all()[card]
    facts: list[Html] = []
    if card in DENIZENS:
        facts.append(
            el(
                "p",
                f"{disc_of(entry)[2].capitalize()}.",
                el("span", f" Place {place_in_order(card)} of 16 in the order.", class_="mwb-note"),
            )
        )
    elif entry.strength or entry.prowess:
        facts.append(
            el(
                "p",
                ", ".join(f"{what} {n}" for what, n in (("Strength", entry.strength), ("prowess", entry.prowess)) if n),
            )
        )
    if any(entry.bearer):
        facts.append(el("p", f"Lends its bearer strength {entry.bearer[0]} and prowess {entry.bearer[1]}."))
    if entry.prowess_card:
        facts.append(el("p", f"Beaten: the prowess card {entry.prowess_card}."))
    if entry.always:
        facts.append(el("p", f"Always {entry.always}."))
    if entry.table:
        rows = [
            el(
                "tr",
                el("th", f"{low}" if high == low else f"{low}+" if high is None else f"{low}–{high}"),
                el("td", says),
                class_="lit" if lit is not None and low <= lit and (high is None or lit <= high) else None,
            )
            for low, high, says in entry.table
        ]
        facts.append(el("table", *rows, class_="mwb-table"))
        if entry.adds_prowess:
            facts.append(el("p", "Prowess is added to the throw.", class_="mwb-note"))
    source = SOURCES.get(entry.provenance, entry.provenance)
    facts.append(
        el(
            "p",
            f"Values: {source}{'. ' + cap(entry.why) if entry.why else ''}.",
            class_="mwb-note",
        )
    )
    return el("div", *facts, class_="mwb-card")


def knight_card(editor: Editor, knight: str) -> Html | None:
    """What a Knight is worth now, and where that comes from."""
    shown = editor.reading_now.show
    if knight not in shown.order:
        return None
    seat = shown.knight(knight)
    lines = []
    for n, kind in ((1, "strength"), (2, "prowess")):
        parts = [
            f"{prowess_card_name(str(p[0])) if p[0] in seat.prowess_cards else name_of(str(p[0]))} {p[n]}"
            for p in shown.totals(knight)
            if p[n]
        ]
        lines.append(
            el("p", _worth(kind, getattr(shown, kind)(knight)), f" {kind.capitalize()} = {' + '.join(parts) or '0'}")
        )
    quest = mw.CARDS.knights[knight].quest
    told = "King: he is to hold the Castle" if seat.king else f"Quest: {quest.text}" if quest else ""
    return el("div", el("p", f"{told}.", class_="mwb-note") if told else None, *lines, class_="mwb-card")


def keys(editor: Editor, subject: str, name: str) -> Html:
    """A control for each key of the format that this subject can have; those seldom set by hand fold away."""
    found = [key for key in VOCABULARY if key.subject == subject and key.id not in ("game.areas", "game.knights")]
    if subject == "area" and name in wood_in(editor.data).fixed:
        found = [
            key
            for key in found
            if key.name not in ("tile", "paths", "name", "glade", "own", "turned", "face", "seen", "drawn")
        ]
    plain = [control(editor, key, name) for key in found if not key.seldom]
    seldom = [control(editor, key, name) for key in found if key.seldom]
    return join(
        el("div", *plain, class_="mwb-keys"),
        el(
            "details",
            el("summary", "Seldom set by hand"),
            el("div", *seldom, class_="mwb-keys"),
            class_="mwb-seldom",
            data_key="seldom",
        ),
    )


def table_of(data: Data, subject: str, name: str) -> Mapping[str, Any]:
    """The table a key of that subject stands in."""
    if subject == "game":
        return data
    found = data["areas" if subject == "area" else "knights"].get(name, {})
    return found if isinstance(found, Mapping) else {}


def control(editor: Editor, key: KeyWords, name: str) -> Html:
    """What sets a key: a switch, a counter, a choice, chips, or rows of fields."""
    value = table_of(editor.data, key.subject, name).get(key.name)
    if key.id == "game.order":
        value = list(editor.data["knights"])
    tag = f"{name or 'game'}:{key.name}"
    inner: Html
    match key.kind:
        case "flag":
            inner = _switch(key, tag, value if isinstance(value, bool) else _flag_default(editor, key, name))
        case "count":
            inner = _counter(key, tag, value)
        case "one":
            offered = choices(key, editor.data, name)
            inner = select(f"one:{tag}", offered, str(value) if value is not None else "", key.default, key.title)
        case "many":
            inner = _several(key, tag, value, choices(key, editor.data, name))
        case "text":
            inner = el(
                "input", data_input=f"text:{tag}", data_late=True, value=str(value or ""), size=6, aria_label=key.title
            )
        case _:
            inner = _entries(editor, key, tag, value)
    title = el("span", key.title, class_="mwb-label", title=key.means)
    return el("div", title, inner, class_=f"mwb-key {key.kind}", data_key=key.name, title=key.means)


def _switch(key: KeyWords, tag: str, on: bool) -> Html:
    return el(
        "button",
        "yes" if on else "no",
        data_target=f"flag:{tag}",
        aria_pressed=str(on).lower(),
        class_="mwb-flag",
        aria_label=key.title,
    )


def _counter(key: KeyWords, tag: str, value: object) -> Html:
    return el(
        "span",
        el("button", "−", data_target=f"step:{tag}:-1", aria_label=f"{key.title}: one less"),
        el("output", str(value or 0)),
        el("button", "+", data_target=f"step:{tag}:1", aria_label=f"{key.title}: one more"),
        class_="mwb-count",
    )


def _several(key: KeyWords, tag: str, value: object, offered: tuple[str, ...]) -> Html:
    """What has been chosen, each to be taken out, and a list of what else may be."""
    chosen = [str(v) for v in value] if isinstance(value, list) else []
    chips = [
        el(
            "button",
            spoken(v),
            " ×",
            data_target=f"drop:{tag}:{v}",
            class_="mwb-chip",
            aria_label=f"{spoken(v)}: take out",
        )
        for v in chosen
    ]
    others = tuple(each for each in offered if each not in chosen)
    return el("span", *chips, select(f"add:{tag}", others, "", "add …", key.title), class_="mwb-chips")


def _flag_default(editor: Editor, key: KeyWords, name: str) -> bool:
    """What a switch stands at that nobody has set: what the engine makes of it."""
    shown = editor.reading_now.show
    if key.subject == "area":
        return bool(getattr(shown.area(name), key.name, key.name == "glade"))
    if key.subject == "knight":
        return bool(name in shown.order and getattr(shown.knight(name), key.name, False))
    return bool(getattr(shown, key.name, False)) and name != "over"


def spoken(value: str) -> str:
    """An id in words, where it is a card's or an area's."""
    if value in mw.CARDS.all():
        return name_of(value)
    return {
        "start": "start of the turn",
        "arrived": "has just walked in",
        "after": "his move is spent",
        "1980": "1980",
        "hidden": "hidden cards",
    }.get(value, value)


def select(field: str, offered: tuple[str, ...], value: str, nothing: str, title: str) -> Html:
    """A list to choose from, with "" for nothing."""
    options = [el("option", nothing, value="", selected=not value)]
    options += [el("option", _option(option), value=option, selected=option == value) for option in offered]
    if value and value not in offered:
        options.append(el("option", value, value=value, selected=True))
    return el("select", *options, data_input=field, aria_label=title)


def _option(option: str) -> str:
    tile = mw.TILES.get(option)
    if tile is not None:
        what = name_of(tile.name) if tile.name else "glade" if tile.glade else "crossing"
        return f"{option}: {tile.paths} {what}"
    return WAITING[option] if option in WAITING and option not in mw.CARDS.all() else spoken(option)


#: The fields of an entry, each with what it may be: a choice, words apart by blanks, a number or a flag.
FIELDS: Mapping[str, tuple[tuple[str, str], ...]] = {
    "game.pending": (
        ("kind", "pending"),
        ("who", "seats"),
        ("knight", "seats"),
        ("of", "words"),
        ("area", "words"),
        ("way", "words"),
        ("aid", "list"),
        ("foe_aid", "list"),
        ("partners", "list"),
        ("to_ask", "list"),
        ("drawn", "list"),
        ("holder", "words"),
        ("purpose", "words"),
        ("number", "number"),
        ("leaving", "true"),
        ("price", "words"),
        ("prize", "words"),
        ("taker", "seats"),
    ),
    "knight.ignored_by": (("denizen", "denizens"), ("area", "areas"), ("guards", "flag")),
    "knight.at_peace": (("knight", "seats"), ("area", "areas")),
    "area.hidden": (("denizen", "here"), ("known to", "seen")),
}


def entries_of(key: KeyWords, value: object) -> list[dict[str, Any]]:
    """The entries of a key that holds several tables."""
    if key.id == "area.hidden":
        return (
            [{"denizen": d, "known to": list(seers)} for d, seers in value.items()]
            if isinstance(value, Mapping)
            else []
        )
    return [dict(entry) for entry in value if isinstance(entry, Mapping)] if isinstance(value, list) else []


def _entries(editor: Editor, key: KeyWords, tag: str, value: object) -> Html:
    name = tag.partition(":")[0]
    rows = []
    for number, entry in enumerate(entries_of(key, value)):
        cells: list[Html] = []
        for fieldname, kind in FIELDS[key.id]:
            at = f"entry:{tag}:{number}:{fieldname}"
            written = entry.get(fieldname)
            if kind in ("list", "words", "number", "seen"):
                text = (
                    " ".join(map(str, written))
                    if isinstance(written, list)
                    else ""
                    if written is None
                    else str(written)
                )
                cells.append(
                    el(
                        "input",
                        data_input=at,
                        data_late=True,
                        value=text,
                        size=9,
                        placeholder=fieldname,
                        aria_label=fieldname,
                    )
                )
            elif kind in ("flag", "true"):
                unusual = "true" if kind == "true" else "false"
                chosen = unusual if isinstance(written, bool) and written == (kind == "true") else ""
                cells.append(select(at, (unusual,), chosen, fieldname, fieldname))
            else:
                cells.append(
                    select(at, field_choices(editor.data, key, kind, name), str(written or ""), fieldname, fieldname)
                )
        rows.append(
            el(
                "div",
                *cells,
                el("button", "×", data_target=f"less:{tag}:{number}", aria_label="take this entry out"),
                class_="mwb-entry",
            )
        )
    return el(
        "div", *rows, el("button", "add one", data_target=f"more:{tag}", class_="mwb-small"), class_="mwb-entries"
    )


def field_choices(data: Data, key: KeyWords, kind: str, name: str) -> tuple[str, ...]:
    """What a field of an entry may be chosen from."""
    if kind == "here":
        return tuple(map(str, table_of(data, "area", name).get("denizens", ())))
    return choices(key._replace(choices=kind), data, name)


# ------------------------------------------------------------------ mends
def mend_words(line: str) -> str:
    """A mend on its button, in words."""
    verb, *words = line.split()
    rest = [spoken(word.strip('"')) for word in words]
    if verb == "unset":
        return f"Leave out: {words[1] if len(words) > 1 else ''}"
    if verb == "place":
        return f"Put {rest[0]} at {words[1]}"
    if verb == "lay":
        return f"Lay a card at {words[0]}"
    if verb == "set":
        return f"{words[1]} = {' '.join(words[2:])}"
    if verb == "remove":
        return f"Take {rest[0]} off"
    return {"seat": f"Let {rest[0]} play", "bare": f"Take away what is at {words[0] if words else ''}"}.get(verb, line)


def thrown_card(action: str, total: int) -> Html | None:
    """The card on whose table a throw is looked up, its line lit."""
    card = mw.parse_action(action).of
    if card not in DENIZENS or not DENIZENS[card].table:
        return None
    return el("div", el("h3", f"{name_of(card)}'s card"), small_card(card, total))


__all__ = ["hands", "inspector", "palette", "value_text"]
