"""The reference of the situation format as a page: every key, what it means, its default, an example and its picture; every
word; every form of an action.

Made from the reader's own tables and the vocabulary, so that it cannot leave a key out. It lies in docs/ of a clone.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from pathlib import Path

from engine import mystic_wood as mw
from engine.mystic_wood.material.cards import COMPANIONS, KNIGHTS, THINGS
from engine.mystic_wood.notation.keys import DOCS, IGNORED, PEACE, PENDING, POWERS, PROWESS_CARDS
from engine.mystic_wood.position.actions import FORMS
from engine.text.keyed import MOST_TEXT
from engine.text.keyed import Key as ReaderKey
from tutor.base.places import PROJECT
from tutor.draw.shapes import Scene
from tutor.draw.svg import svg
from tutor.games.mystic_wood.editor.draft_situation import read, tidy
from tutor.games.mystic_wood.editor.vocabulary import VOCABULARY, WAITING, KeyWords, choices
from tutor.games.mystic_wood.scene import View, board_scene, hand_scene

#: Where the page and its pictures lie in a clone.
PAGE = Path(DOCS)
PICTURES = Path("docs") / "situations"

_HEADINGS = {
    "game": ("The game", "Keys at the top of the file, before the first table."),
    "area": (
        "An area",
        "Keys of a table such as `[areas.c2]`. An area that has no table lies face down and is unknown.",
    ),
    "knight": ("A Knight", "Keys of a table such as `[knights.george]`. A Knight in `order` needs no table."),
}
_KINDS = {
    "flag": "`true` or `false`",
    "count": "a whole number from 0",
    "one": "one of",
    "many": "a list of",
    "text": "text",
    "tables": "a list of tables",
    "table": "tables",
}
#: Long lists are told by where they stand.
_TOLD = {
    "areas": "an area, `a1` (south-west) to `e9` (north-east)",
    "tiles": "the ids of the area cards: `g...` Earthly, `e...` Enchanted",
    "rules": "ids of rules, as `tutor rule` finds them",
    "seats": "Knights in play",
    "others": "other Knights in play",
    "beside": "an area next to his",
    "foes": "a denizen who challenges, the Prince, or a Knight in play",
    "denizens": "ids of denizens, as `tutor cards denizen` lists them",
    "prowess": "ids of denizens who leave a prowess card",
    "pack": "ids of denizens and spells",
    "removable": "ids of denizens, spells and things",
    "spoils": "a thing, a companion, a Knight in play, or `king`",
    "shared": "things, companions, `horse`, `holy-grail`",
    "ignored": '`{ denizen = "elf", area = "c2" }`',
    "peace": '`{ knight = "roland", area = "c2" }`',
    "hidden": '`{ queen = ["george"] }`',
    "pending": "of what waits",
}
#: The keys whose value is a list of tables, with the keys of an entry.
ENTRIES: dict[str, tuple[ReaderKey, ...]] = {
    "game.pending": PENDING,
    "knight.ignored_by": IGNORED,
    "knight.at_peace": PEACE,
}


def words() -> dict[str, tuple[str, ...]]:
    """Every id a situation can name, by what it is."""
    cards = mw.CARDS
    return {
        "Knights": KNIGHTS,
        "Denizens": tuple(cards.denizens),
        "Spells": tuple(card for card in cards.pack if card not in cards.denizens),
        "Things": THINGS,
        "Companions": COMPANIONS,
        "Prowess cards, by whom they are won from": PROWESS_CARDS,
        "Named areas": tuple(cards.areas),
        "Area cards, `g...` of the Earthly and `e...` of the Enchanted Wood": tuple(mw.TILES),
        "Powers": POWERS,
    }


def may_be(key: KeyWords) -> str:
    """What the value of a key may be, in words."""
    kind = _KINDS[key.kind]
    if key.choices in _TOLD:
        told = _TOLD[key.choices]
        return f"{kind} {told}" if key.kind in ("many", "tables") else told
    if key.choices:
        return f"{kind} {', '.join(f'`{c}`' for c in choices(key, {}, ''))}"
    if key.name == "paths":
        return "three or four letters of `NESW`"
    return kind


def reference() -> str:
    """The whole page in Markdown, always the same for the same vocabulary."""
    lines = [
        "# Situations: every key and every word",
        "",
        "A situation is any moment of the game, as a small TOML file. Only what differs from an untouched Wood is written; "
        "everything else has its default. `tutor edit` lays one out by hand and writes it; `tutor rulings` answers questions "
        "about it; `tutor judge`, `play`, `odds`, `order`, `compare` and `board` take it as a file or as a code, and say what is "
        f"wrong with one, and where. It has at most {MOST_TEXT:,} characters.",
        "",
        "This page is made from the reader's own tables (`python -m tutor.games.mystic_wood.editor.reference`).",
        "",
    ]
    for subject, (heading, _) in _HEADINGS.items():
        found = [key for key in VOCABULARY if key.subject == subject]
        lines += [
            f"- [{heading}](#{heading.lower().replace(' ', '-')}): "
            + ", ".join(f"[`{k.name}`](#{k.id})" for k in found)
        ]
    lines += ["- [Words](#words)", "- [Actions](#actions)", ""]
    for subject, (heading, about) in _HEADINGS.items():
        lines += [f"## {heading}", "", about, ""]
        for key in VOCABULARY:
            if key.subject == subject:
                lines += [*_section(key), ""]
    lines += [
        "## Words",
        "",
        "The ids that keys and actions name things by. Names as they are printed are not ids.",
        "",
    ]
    lines += [f"- {what}: {', '.join(f'`{word}`' for word in known)}." for what, known in words().items()]
    lines += [
        "",
        "## Actions",
        "",
        "What `tutor judge`, `odds`, `compare` and `play --do` take, each by an example. "
        "Capitals and spaces are as one likes.",
        "",
        ", ".join(f"`{form}`" for form in FORMS) + ".",
    ]
    return "\n".join(lines).rstrip() + "\n"


def _section(key: KeyWords) -> list[str]:
    lines = [f'<a id="{key.id}"></a>', "", f"### {key.name}", "", f"{key.title}. {key.means}", ""]
    lines += [f"- May be: {may_be(key)}.", f"- Default: {key.default}."]
    if key.seldom:
        lines.append("- Seldom set by hand.")
    if key.id in ENTRIES:
        lines += ["", "The keys of an entry:", "", "| key | meaning |", "|---|---|"]
        lines += [f"| `{entry.name}` | {entry.about} |" for entry in ENTRIES[key.id]]
    if key.id == "game.pending":
        lines += ["", "What can wait:", "", *(f"- `{kind}`: {means}" for kind, means in WAITING.items())]
    lines += ["", "```toml", key.example.strip(), "```", ""]
    if picture_of(key) is not None:
        lines.append(f'<img src="situations/{key.id}.svg" alt="The example, laid out" width="330">')
    return lines


def picture_of(key: KeyWords) -> str | None:
    """The picture of a key's example: the board, or a Knight's hand, whichever shows the key; None if neither does."""
    state = mw.loads(key.example)
    raw = tomllib.loads(key.example)
    for table in [raw] if key.subject == "game" else raw[f"{key.subject}s"].values():
        table.pop(key.name, None)
    without = read(tidy(raw)).state
    painters: tuple[Callable[[mw.State], Scene], ...] = (_board, _hand)
    for paint in painters:
        scene = paint(state)
        if without is None or _drawn(paint(without)) != _drawn(scene):
            return svg(scene, "light")
    return None


def _board(state: mw.State) -> Scene:
    return board_scene(state, view=View.around(state))


def _hand(state: mw.State) -> Scene:
    return hand_scene(state, state.order[0])


def _drawn(scene: Scene) -> tuple[object, ...]:
    """What of a scene is seen, without what is told of it."""
    return (scene.width, scene.height, *(shape for _, shape in scene.shapes()))


def pictures() -> dict[str, str]:
    """The pictures, by the names of their files."""
    return {f"{key.id}.svg": text for key in VOCABULARY if (text := picture_of(key)) is not None}


def write_reference(root: Path) -> Path:
    """Write page and pictures where they belong below ``root``; returns where the page is. What is fresh is left alone."""
    texts = {root / PAGE: reference(), **{root / PICTURES / name: text for name, text in pictures().items()}}
    for path, text in texts.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            path.write_text(text, encoding="utf-8")
    return root / PAGE


if __name__ == "__main__":
    print(f"Written: {write_reference(PROJECT)}")

__all__ = ["PAGE", "PICTURES", "may_be", "pictures", "reference", "words", "write_reference"]
