"""The ruling index as a page: every rule with its anchor, fresh, and within reach of every lesson."""

import re
from pathlib import Path

import pytest

from engine.mystic_wood.material.ledger import ledger
from tutor.content.rulings import link
from tutor.hosts.lab.notebooks import lay_out_all
from tutor.pages.ruling_page import ruling_page, write_pages
from tutor.teach.game import registry as games

WOOD = games.teachable()
PAGE = Path(WOOD.rulings_page)


def test_the_page_in_docs_is_fresh(project: Path) -> None:
    written = (project / PAGE).read_text(encoding="utf-8")
    assert written == ruling_page(WOOD), "renew it with `python -m tutor.pages.ruling_page`"


def test_every_rule_has_one_section_with_what_is_said_and_ruled() -> None:
    page = ruling_page(WOOD)
    assert len(ledger()) > 150
    sections = dict(re.findall(r"^### (\S+)\n\n(.*?)(?=^##|^<a|\Z)", page, re.MULTILINE | re.DOTALL))
    assert set(sections) == set(ledger())
    for rule in ledger().values():
        assert page.count(f'<a id="{rule.id}"></a>') == 1
        for says in rule.says.values():
            assert says is None or says in sections[rule.id]
        assert rule.ruling is None or f"**Our ruling:** {rule.ruling}" in sections[rule.id]


def test_a_silent_edition_is_said_to_be_silent() -> None:
    silent = [rule for rule in ledger().values() if None in rule.says.values()]
    assert len(silent) > 5
    for rule in silent:
        edition = next(e for e, says in rule.says.items() if says is None)
        assert f"### {rule.id}\n" in ruling_page(WOOD)
        section = ruling_page(WOOD).split(f"### {rule.id}\n")[1].split("\n### ")[0]
        assert f"- **{edition}:** Silent." in section


def test_rules_of_a_recap_lead_to_the_page_in_a_clone_and_on_the_learners_desk(project: Path, tmp_path: Path) -> None:
    lay_out_all(tmp_path)
    for root in (project, tmp_path):
        notebooks = sorted((root / "lessons").glob("*.ipynb"))
        assert len(notebooks) >= 10
        for rule in ("wood.grid", "challenge.tie"):
            path, _, anchor = link(WOOD, rule).partition("#")
            assert anchor == rule
            assert f"### {rule}\n" in (root / "lessons" / path).resolve().read_text(encoding="utf-8")


def test_there_is_no_link_to_a_rule_that_does_not_exist() -> None:
    with pytest.raises(KeyError):
        link(WOOD, "challenge.shouting")


def test_a_fresh_page_is_not_written_again(tmp_path: Path) -> None:
    path = write_pages(tmp_path)[0]
    path.chmod(0o444)
    before = path.stat().st_mtime_ns
    assert write_pages(tmp_path)[0].stat().st_mtime_ns == before
