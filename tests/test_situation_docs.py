"""The list of keys in docs/situations.md is that of the code. Write it anew with ``python -m tests.test_situation_docs``."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from engine.keyed import Key
from engine.mystic_wood.material.cards import COMPANIONS, DENIZENS, KNIGHTS, PACK, THINGS
from engine.mystic_wood.material.wood import TILES
from engine.mystic_wood.notation.keys import CARD, CONTENTS, IGNORED, KNIGHT, PEACE, PENDING, POWERS, PROWESS_CARDS, TOP
from engine.mystic_wood.rules.decisions import DECISIONS

FILE = Path(__file__).parent.parent / "docs" / "situations.md"
INTRO = """# Situations: every key and every word

A situation is a TOML text of at most 256,000 characters; only what differs from an untouched Wood is written. `tutor play FILE`
says what is wrong with one, and where. This list is made from the engine's own tables.
"""


def table(title: str, keys: Sequence[Key]) -> str:
    rows = "\n".join(f"| `{key.name}` | {key.about} |" for key in keys)
    return f"## {title}\n\n| key | meaning |\n|---|---|\n{rows}\n"


def words(title: str, known: Sequence[str]) -> str:
    return f"{title}: {', '.join(f'`{word}`' for word in known)}.\n"


def text() -> str:
    at = Key("at", lambda table, key: None, about='where he is (default "c1", a prisoner in the Tower)')
    parts = [
        INTRO,
        table("The whole", TOP),
        table("[areas.c2]: the area card", CARD),
        table("[areas.c2]: what lies there", CONTENTS),
        table("[knights.george]", (at, *KNIGHT)),
        table("An entry of `ignored_by`", IGNORED),
        table("An entry of `at_peace`", PEACE),
        table("An entry of `pending`", PENDING),
        "## Words\n",
        words("Knights", KNIGHTS),
        words("Denizens", tuple(DENIZENS)),
        words("Spells", tuple(card for card in PACK if card not in DENIZENS)),
        words("Things", THINGS),
        words("Companions", COMPANIONS),
        words("Prowess cards", PROWESS_CARDS),
        words("Area cards", tuple(TILES)),
        words("Powers", POWERS),
        words("Kinds of what waits", tuple(DECISIONS)),
    ]
    return "\n".join(parts)


def test_the_list_of_keys_is_that_of_the_code() -> None:
    assert FILE.read_text(encoding="utf-8") == text()


def test_every_key_says_what_it_means() -> None:
    keys = (*TOP, *CARD, *CONTENTS, *KNIGHT, *IGNORED, *PEACE, *PENDING)
    assert len(keys) > 60
    assert [key.name for key in keys if not key.about] == []


if __name__ == "__main__":
    FILE.write_text(text(), encoding="utf-8")
