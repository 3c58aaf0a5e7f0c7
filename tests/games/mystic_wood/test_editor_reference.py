"""The reference of the format is complete and fresh, and what it shows is so."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

from engine import mystic_wood as mw
from engine.mystic_wood.notation import keys
from engine.mystic_wood.rules.decisions import DECISIONS
from engine.text.faults import Faulty
from tutor.games.mystic_wood.editor.reference import PAGE, PICTURES, pictures, reference
from tutor.games.mystic_wood.editor.vocabulary import VOCABULARY


def test_the_page_in_docs_is_fresh_and_its_pictures_are_there(project: Path) -> None:
    told = "renew them with `python -m tutor.games.mystic_wood.editor.reference`"
    assert (project / PAGE).read_text(encoding="utf-8") == reference(), told
    shown = set(re.findall(r'src="situations/([^"]+)"', reference()))
    assert shown == set(pictures())
    assert {path.name for path in (project / PICTURES).iterdir()} == shown, told
    for name in shown:
        assert (project / PICTURES / name).read_text(encoding="utf-8").startswith("<svg"), told
    assert len(shown) >= 30


def test_every_key_has_its_section_with_meaning_default_and_example() -> None:
    page = reference()
    assert len(VOCABULARY) >= 60
    for key in VOCABULARY:
        assert page.count(f'<a id="{key.id}"></a>') == 1
        section = page.split(f'<a id="{key.id}"></a>')[1].split("<a id=")[0]
        assert f"### {key.name}\n" in section
        assert key.means in section
        assert f"- Default: {key.default}." in section
        assert "- May be: " in section
        assert f"```toml\n{key.example.strip()}\n```" in section


def test_every_example_reads_and_shows_its_key() -> None:
    examples = re.findall(r"```toml\n(.*?)```", reference(), re.DOTALL)
    assert len(examples) == len(VOCABULARY)
    for key, text in zip(VOCABULARY, examples, strict=True):
        mw.loads(text)
        raw = tomllib.loads(text)
        tables = [raw] if key.subject == "game" else list(raw[f"{key.subject}s"].values())
        assert any(key.name in table for table in tables), key.id


def test_the_page_holds_every_key_and_every_word_of_the_reader() -> None:
    """Held against the engine's own tables, not against those the page is made from."""
    page = reference()
    readers = {
        "game": keys.TOP,
        "area": (*keys.CARD, *keys.CONTENTS),
        "knight": keys.KNIGHT,
    }
    for subject, known in readers.items():
        for key in known:
            assert key.about, key.name
            assert f'<a id="{subject}.{key.name}"></a>' in page
    for entry in (*keys.PENDING, *keys.IGNORED, *keys.PEACE):
        assert f"| `{entry.name}` | {entry.about} |" in page
    for kind in DECISIONS:
        assert f"- `{kind}`: " in page
    said = set(re.findall(r"`([\w-]+)`", page))
    assert said >= {*mw.CARDS.all(), *mw.TILES, *keys.POWERS, *keys.VARIANTS, *keys.MOMENTS, *mw.editions()} - {
        "blessing"
    }


def test_every_form_of_an_action_can_be_read() -> None:
    forms = re.findall(r"`([^`]+)`", reference().split("## Actions")[1].split("\n\n", 2)[2])
    assert len(forms) > 40
    for form in forms:
        assert mw.parse_action(form).text == form


@pytest.mark.parametrize(
    ("text", "right"),
    [
        ("xyz = 1", ["edition", "pending", "winners"]),
        ("[knights.george]\nxyz = 1", ["at", "knows_armour", "castle_rank"]),
        ('[areas.c2]\npaths = "NESW"\ndenizens = ["xyz"]\n[knights.george]', list(mw.CARDS.denizens)),
    ],
)
def test_a_fault_names_all_that_would_be_right_and_points_to_the_page(text: str, right: list[str]) -> None:
    with pytest.raises(Faulty) as refused:
        mw.loads(text)
    fix = refused.value.faults[0].fix
    assert set(right) <= set(re.findall(r"[\w-]+", fix))
    assert str(PAGE.as_posix()) in fix
