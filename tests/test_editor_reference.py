"""The reference of the format is complete and fresh, and what it shows is so."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

from engine import mystic_wood as mw
from tutor.editor.reference import PAGE, PICTURES, pictures, reference
from tutor.editor.vocabulary import VOCABULARY


def test_the_page_in_docs_is_fresh_and_its_pictures_are_there(project: Path) -> None:
    told = "renew them with `python -m tutor.editor.reference`"
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
