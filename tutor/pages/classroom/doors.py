"""The doors of a class and of a table's seats: pages on which a phone comes in, or why it cannot. Plain forms, no script."""

from __future__ import annotations

from pathlib import Path

from tutor.draw.html import Html, el, sheet, whole_page

_SHEET = Path(__file__).with_name("door.css")


def door(word: str, title: str = "", said: str = "", name: str = "") -> str:
    """The page that asks for a name. ``said`` is what was wrong with the last one."""
    return _page(
        el("h1", "Mystic Wood"),
        el("p", title or "Your teacher opens the Wood in a moment.", class_="soft"),
        el("p", said, class_="said", role="alert") if said else None,
        el(
            "form",
            el("label", "What shall we call you?", **{"for": "name"}),
            el(
                "input",
                id="name",
                name="name",
                value=name,
                maxlength="24",
                autocomplete="given-name",
                required=True,
                autofocus=True,
                enterkeyhint="go",
            ),
            el("button", "Ride in", type="submit"),
            method="post",
            action=f"/{word}/",
        ),
        _before(word),
        el("p", el("span", "✓ This phone"), el("span", "✓ Wi-Fi"), el("span", "✓ Teacher's computer"), class_="lights"),
    )


def follow(word: str) -> str:
    """The page of a stage's door: nobody is asked for a name."""
    return _page(
        el("h1", "Mystic Wood"),
        el("p", "What stands on the screen comes to this phone, and here you answer.", class_="soft"),
        el("form", el("button", "Follow", type="submit", name="follow", value="1"), method="post", action=f"/{word}/"),
        _before(word),
    )


def ask_word(said: str = "") -> str:
    """The page that asks for the class's word."""
    return _asks_word("Mystic Wood", said, "Which word does your teacher show?", "oak-river", "On", "/")


def ask_seat(said: str = "") -> str:
    """The page that asks for the word of a seat at a table. ``said`` is what was wrong with the last one."""
    where = "It stands at the table's own screen, below the seat's code, and on the page of whoever has it."
    return _asks_word("To your seat", said, "The word of your seat", "fern-mill-4821", "Take my seat", "/seat/", where)


def _asks_word(title: str, said: str, asked: str, like: str, goes: str, action: str, where: str = "") -> str:
    """A page that asks for a word: its label, a word like it, what the button says, where the form goes, and where it stands."""
    return _page(
        el("h1", title),
        el("p", said, class_="said", role="alert") if said else None,
        el(
            "form",
            el("label", asked, **{"for": "word"}),
            el(
                "input",
                id="word",
                name="word",
                maxlength="40",
                autocomplete="off",
                autocapitalize="off",
                required=True,
                autofocus=True,
                placeholder=like,
                enterkeyhint="go",
            ),
            el("button", goes, type="submit"),
            method="post",
            action=action,
        ),
        el("p", where, class_="soft") if where else None,
    )


def sorry(title: str, says: str, word: str = "") -> str:
    """A page that says why somebody cannot come in."""
    again = el("p", el("a", "To the door of the class", href=f"/{word}/")) if word else None
    return _page(el("h1", title), el("p", says), again)


def code_page(code: str) -> str:
    """What a pupil has done, as a code."""
    return _page(
        el("h1", "What you did, as a code"),
        el("p", "Copy all of it, and keep it or send it to yourself. At home: tutor progress --import, then the code."),
        el("textarea", code, readonly=True, rows=8, aria_label="The code"),
    )


def check_page() -> str:
    """The page one phone opens to try the room: it has come through, which is the answer."""
    return _page(
        el("h1", "✓ This phone gets through"),
        el("p", "Address, Wi-Fi and this computer are all right. The others of the class come in the same way."),
    )


def _before(word: str) -> Html:
    return el(
        "details",
        el("summary", "I was here before: my seat word"),
        el(
            "form",
            el("label", "Your seat word", **{"for": "seat"}),
            el(
                "input",
                id="seat",
                name="seat",
                maxlength="40",
                autocomplete="off",
                autocapitalize="off",
                required=True,
                placeholder="fern-mill-4821",
            ),
            el("button", "Back to my place", type="submit"),
            method="post",
            action=f"/{word}/",
        ),
    )


def _page(*children: Html | None) -> str:
    body = el("body", el("main", *children))
    return whole_page("Mystic Wood: the class", body, sheet(_SHEET), '<link rel="icon" href="data:,">')
