"""The index of rulings: every rule within reach, the editions side by side, and worked cases that open and answer."""

from __future__ import annotations

import re
from html import unescape

from engine import mystic_wood as mw
from tests.support.touches import a_touch
from tutor.games.mystic_wood.editor.checker import Checker
from tutor.pages.checker.index import Index, differs, index_panel, rule_entry, topics, worked


def test_every_rule_stands_under_its_topic_with_what_each_edition_says():
    assert sum(len(rules) for rules in topics().values()) == len(mw.ledger())
    for topic, rules in topics().items():
        panel = index_panel(Index(topic=topic))
        for rule in rules:
            assert f'data-target="rule:{rule.id}"' in panel
            entry = unescape(re.sub(r"</?mark>", "", rule_entry(rule)))
            for edition, says in rule.says.items():
                assert f"<h3>{edition}</h3>" in entry
                assert f"<p>{says or 'Silent.'}</p>" in entry
            assert ("The editions differ." in entry) == differs(rule)
            assert ("our ruling" in entry) == (rule.ruling is not None)


def test_what_one_edition_says_and_the_other_does_not_is_marked():
    entry = rule_entry(mw.ledger()["joust.prize-card"])
    assert "<mark>thing or one</mark>" in entry
    assert "<mark>things are not named.</mark>" in entry
    same = next(rule for rule in mw.ledger().values() if not differs(rule))
    assert "<mark>" not in rule_entry(same)


def test_search_forgives_a_slip_and_says_when_it_finds_nothing():
    assert "joust.tower" in index_panel(Index(find="jousst towr"))
    assert "No rule is found" in index_panel(Index(find="qqq"))


def test_a_worked_case_opens_on_the_board_and_is_asked():
    checker = Checker()
    checker.answer(a_touch("click", "rule:joust.tower"))
    assert "Worked cases" in checker.page().panels["index"]
    checker.answer(a_touch("click", "case:joust.tower:0"))
    assert not checker.refusal
    assert checker.answer_now is not None
    assert checker.answer_now.question == worked("joust.tower")[0].question
    checker.answer(a_touch("click", "do:rules"))
    assert checker.page().panels["index"] == ""


def test_every_worked_case_of_the_index_can_be_asked():
    tried = 0
    for rule in list(mw.ledger())[::6]:
        for number, case in enumerate(worked(rule)):
            checker = Checker()
            checker.answer(a_touch("click", f"case:{rule}:{number}"))
            assert not checker.refusal, (rule, case.name, checker.refusal)
            assert (checker.answer_now is not None) == (case.question is not None), case.name
            tried += 1
    assert tried > 60


def test_a_rule_named_in_an_answer_leads_to_the_rule():
    checker = Checker()
    checker.answer(a_touch("click", "open:carried-by-the-horn-to-an-orc"))
    assert 'data-target="rule:withdraw.not-after-transport"' in checker.page().panels["answer"]
    checker.answer(a_touch("click", "rule:withdraw.not-after-transport"))
    assert "<h3>withdraw.not-after-transport</h3>" in checker.page().panels["index"]


def test_typing_in_the_search_narrows_it():
    checker = Checker()
    checker.answer(a_touch("click", "do:rules"))
    checker.answer(a_touch("type", "rules", "", "wand"))
    assert 'data-target="rule:card.wand"' in checker.page().panels["index"]


def test_the_plain_pages_hold_every_rule_and_lead_to_one_another(tmp_path, capsys):
    from html.parser import HTMLParser

    from tutor.hosts.cli.cli import main

    assert main(["rulings", "--pages", str(tmp_path)]) == 0
    found = {path.name: path.read_text(encoding="utf-8") for path in tmp_path.iterdir()}
    assert set(found) == {"index.html", *(f"{topic}.html" for topic in topics())}
    ids: dict[str, set[str]] = {}
    links: list[tuple[str, str]] = []

    class Reader(HTMLParser):
        def handle_starttag(self, tag, attrs):
            values = dict(attrs)
            if values.get("id"):
                ids.setdefault(name, set()).add(values["id"])
            if tag == "a":
                links.append((name, values["href"]))

    for name, text in found.items():  # noqa: B007 - the reader asks for it
        Reader().feed(text)
    assert len(links) > len(mw.ledger())
    for _, href in links:
        page, _, anchor = href.partition("#")
        assert page in found
        assert not anchor or anchor in ids[page]
    for rule in mw.ledger():
        assert any(f'id="{rule}"' in text for text in found.values())
    assert "tutor rulings mw1-" in found[f"{mw.ledger()['joust.tower'].topic}.html"]
    assert "http:" not in "".join(found.values()).replace("http://www.w3.org", "")


def test_a_page_that_is_served_leads_into_the_checker_and_a_file_tells_the_command():
    from urllib.parse import parse_qs, urlsplit

    from tutor.pages.rules import page_of

    topic = mw.ledger()["joust.tower"].topic
    file, served = page_of(f"{topic}.html"), page_of(f"{topic}.html", served=True)
    commands = [unescape(text) for text in re.findall(r'data-copy="([^"]+)"', file)]
    links = [parse_qs(urlsplit(unescape(link)).query) for link in re.findall(r'href="(\.\./rulings/[^"]+)"', served)]
    assert len(commands) == len(links) > 5
    for command, link in zip(commands, links, strict=True):
        code, _, asked = command.removeprefix("tutor rulings ").partition(" --ask ")
        assert link["code"] == [code]
        assert link.get("ask", [""]) == [asked.strip('"')]
        checker = Checker()
        checker.begin(code, asked.strip('"'))
        assert (checker.answer_now is not None) == bool(asked)
        if asked:
            assert checker.answer_now.sentence in unescape(served)
    assert "../rulings/" not in file
    assert page_of("../secret.html") == page_of("no-such-topic.html") == ""
