"""The site's files: where each page stands, what its links lead to, and how what is fetched is packed."""

from __future__ import annotations

import dataclasses
import json
import random
import re
import traceback
from html import unescape
from typing import Any
from urllib.parse import parse_qsl, urlsplit

import pytest

from tests.depth import deep
from tests.support.at_table import AtTable
from tutor.base.places import DATA_VARIABLE, PROJECT, shipped
from tutor.content.lessons import COURSE
from tutor.hosts.documents.kept import DocumentPlace
from tutor.hosts.documents.links import LONGEST_CODE
from tutor.hosts.site import bundle, generated, pages, share, ways
from tutor.hosts.site.build import emptied
from tutor.hosts.site.command import FOLDER, command
from tutor.hosts.site.home import home_pages
from tutor.hosts.site.opening import SiteLink, notebook_of
from tutor.hosts.site.worker import Worker
from tutor.pages.checker.index import topics
from tutor.pages.editor.library import library
from tutor.pages.rules import page_of
from tutor.pages.table.code import code_of
from tutor.teach.game import registry as games

ENGINE = "v-0123456789/"
#: One document of each kind.
EACH = [
    DocumentPlace("rulings"),
    DocumentPlace("table"),
    DocumentPlace("train"),
    DocumentPlace("lesson", "02-exploring"),
    DocumentPlace("exercise", "02-exploring/first-step"),
    DocumentPlace("puzzles", "jousts"),
]


@pytest.mark.parametrize("place", EACH, ids=lambda place: place.id)
def test_a_page_carries_what_it_first_shows_and_every_link_leads_to_a_file_of_the_site(place):
    text = pages.document_page(place, ENGINE)
    here = ways.file_of(place.kind, place.rest)
    there = {ways.file_of(each.kind, each.rest) for each in pages.places()} | set(home_pages(ENGINE)) | {"icon.svg"}
    there |= {notebook_of(path.stem) for path in shipped("lessons").glob("*.ipynb")}
    opening = json.loads(re.search(r'<script type="application/json">(.*?)</script>', text)[1])
    shown = [opening["frame"], *opening["panels"].values(), re.sub(r"<main.*</main>", "", text)]
    links = [link for part in shown for link in re.findall(r'\bhref="([^"#]+)', part)]
    assert links
    for link in links:
        assert not link.startswith("/"), f"{link} leads out of the site"
        assert "//" not in link, f"{link} leads elsewhere"
        file = _from(here, link)
        assert file in there or file.startswith(("rules/", ENGINE)), f"{link} in {here} leads nowhere"


def _from(here, link):
    parts = here.split("/")[:-1]
    for part in link.split("/"):
        parts = parts[:-1] if part == ".." else [*parts, part]
    return "/".join(parts)


def test_a_page_lets_nothing_foreign_in():
    text = pages.document_page(DocumentPlace("exercise", "02-exploring/first-step"), ENGINE)
    policy = re.search(r'Content-Security-Policy" content="([^"]*)"', text)[1]
    assert "default-src &#x27;none&#x27;" in policy
    assert not re.search(r"https?:|unsafe-eval&#x27;(?<!wasm-unsafe-eval&#x27;)", policy)


@pytest.fixture
def told(monkeypatch, tmp_path):
    monkeypatch.setenv(DATA_VARIABLE, str(tmp_path))
    return []


def hearing(told):
    worker = Worker("https://school.example/wood/", lambda page, text: told.append(json.loads(text)))

    def hear(page, **said):
        del told[:]
        worker.hear(json.dumps({"page": page, **said}))
        return list(told)

    return hear


def test_a_page_that_shows_the_opening_already_is_sent_nothing_of_it(told):
    place = DocumentPlace("exercise", "02-exploring/first-step")
    mark = re.search(r'data-mark="(\w+)"', pages.document_page(place, ENGINE))[1]
    hear = hearing(told)
    assert [each["kind"] for each in hear("p", open={"kind": place.kind, "rest": place.rest, "mark": mark})] == [
        "opened"
    ]
    assert hear("p", said={"kind": "ready", "version": 1, "link": "x"}) == []
    touch = {"kind": "click", "target": "area:c2", "to": "", "values": {}}
    [change] = hear("p", said={"kind": "touch", "seen": 0, "serial": 1, "touch": touch})
    assert change["kind"] == "change"
    assert change["from"] == 1
    assert any("Right" in panel for panel in change["panels"].values())


def test_a_page_of_another_opening_is_sent_all_of_it(told):
    hear = hearing(told)
    hear("p", open={"kind": "exercise", "rest": "02-exploring/first-step", "mark": "00000000"})
    [whole] = hear("p", said={"kind": "ready", "version": 1, "link": "x"})
    assert whole["from"] == 0


def test_a_link_with_a_question_opens_a_document_of_its_own_which_a_reload_finds_again(told):
    from engine import mystic_wood as mw
    from tutor.games.mystic_wood.editor.library import LIBRARY

    hear = hearing(told)
    entry = next(each for each in LIBRARY if each.action)
    said = hear("p", open={"kind": "rulings", "rest": "", "code": mw.code(entry.state), "ask": entry.action})
    rest = next(each["rest"] for each in said if each["kind"] == "place")
    [whole] = hear("p", said={"kind": "ready", "version": 1, "link": "x"})
    assert whole["from"] == 0
    again = hear("q", open={"kind": "rulings", "rest": rest})
    assert [each["kind"] for each in again] == ["opened"]


def test_a_link_for_others_leads_to_the_site_and_what_it_asks_stands_behind_the_hash():
    link = SiteLink(DocumentPlace("rulings"), "https://school.example/wood/", lambda message: None)
    copy = {
        "kind": "effect",
        "effect": "copy",
        "text": "https://school.example/wood/rulings/?code=mw1-x&ask=stay",
        "name": "",
    }
    assert link.for_site(copy)["text"] == "https://school.example/wood/rulings.html#code=mw1-x&ask=stay"
    go = {"kind": "effect", "effect": "go", "text": "https://school.example/wood/table/?code=mwt1-x", "name": ""}
    assert link.for_site(go)["text"] == "https://school.example/wood/table.html#code=mwt1-x"


def test_progress_goes_from_one_browser_to_another_as_a_file(told, monkeypatch, tmp_path):
    hear = hearing(told)
    hear("p", open={"kind": "exercise", "rest": "02-exploring/first-step"})
    hear("p", said={"kind": "ready", "version": 0, "link": "x"})
    touch = {"kind": "click", "target": "area:c2", "to": "", "values": {}}
    hear("p", said={"kind": "touch", "seen": 0, "serial": 1, "touch": touch})
    [file] = hear("k", progress="export")
    monkeypatch.setenv(DATA_VARIABLE, str(tmp_path / "another"))
    other = hearing(told)
    assert other("k", progress="import", text=file["text"], name="mine.json")[0]["text"] == "1 tries were taken in."
    assert "mine.json" in other("k", progress="import", text="nothing", name="mine.json")[0]["text"]


def test_the_library_is_parted_by_what_is_used_and_nothing_of_it_is_lost():
    library = {"json/__init__.pyc": b"a", "smtplib.pyc": b"b", "encodings/utf_8.pyc": b"c", "notes.txt": b"d"}
    keep, rest = bundle.used_of(library, ["json"])
    assert keep | rest == library
    assert set(rest) == {"smtplib.pyc"}


def test_the_tutor_is_parted_by_games_and_by_what_first_pages_use_and_nothing_of_it_is_lost():
    app = {
        "tutor/draw/page.pyc": b"a",
        "tutor/bots.pyc": b"b",
        "engine/gran/__init__.pyc": b"c",
        "engine/gran/board.toml": b"d",
        "tutor/games/willow/scene.pyc": b"e",
        "tutor/games/willow/editor/page.pyc": b"g",
        "tests/cases/willow/own.toml": b"h",
        "lessons/19-gran-one-or-two-spaces.md": b"f",
        "tutor/teach/language/embeddings.bin": b"i",
    }
    parts = bundle.parted(app, ["tutor.draw.page", "engine.gran"])
    assert parts["app"].keys() == {"tutor/draw/page.pyc", "lessons/19-gran-one-or-two-spaces.md"}
    assert parts["gran"].keys() == {"engine/gran/__init__.pyc", "engine/gran/board.toml"}
    assert parts["willow"].keys() == {"tutor/games/willow/scene.pyc", "tests/cases/willow/own.toml"}
    assert parts["more"].keys() == {
        "tutor/bots.pyc",
        "tutor/games/willow/editor/page.pyc",
        "tutor/teach/language/embeddings.bin",
    }
    assert {name: data for part in parts.values() for name, data in part.items()} == app


def made(name: str, *fields: tuple[str, type]) -> Any:
    return dataclasses.make_dataclass(name, fields, frozen=True)


def test_what_python_generates_is_noted_once_and_used_from_then_on(monkeypatch):
    monkeypatch.setitem(vars(dataclasses), "exec", exec)
    monkeypatch.setattr(dataclasses, "_MODULE_IDENTIFIER_RE", vars(dataclasses)["_MODULE_IDENTIFIER_RE"])
    monkeypatch.setattr(vars(re)["_compiler"], "compile", vars(re)["_compiler"].compile)
    noted = generated.note()
    before = made("Knight", ("name", str))
    pattern = "a knight(?P<named>[a-m]+)"
    re.compile(pattern)
    re.purge()
    generated.use(noted())
    knight, horse = made("Knight", ("name", str)), made("Horse", ("rider", str))
    assert repr(knight("George")) == repr(before("George"))
    assert knight.__init__.__code__.co_filename == "<generated>"
    assert horse.__init__.__code__.co_filename != "<generated>", "what was not noted is generated as ever"
    assert horse("Roland") == horse("Roland")
    assert re.fullmatch(pattern, "a knightmild")["named"] == "mild"
    with pytest.raises(TypeError, match="missing 1 required positional argument: 'name'"):
        knight()


def test_code_without_its_table_of_lines_runs_and_its_errors_can_be_told():
    names: dict[str, Any] = {}
    exec(generated.without_lines(compile("def falls():\n    return 1 / 0\n", "<text>", "exec")), names)
    with pytest.raises(ZeroDivisionError) as problem:
        names["falls"]()
    assert "in falls" in "".join(traceback.format_exception(problem.value))


def test_what_is_packed_holds_the_lessons_and_nothing_of_other_hosts():
    names = set(bundle.sources())
    assert {"tutor/hosts/site/worker.py", "lessons/02-exploring.md", "markdown_it/__init__.py"} <= names
    learnt = {
        f"tutor/{one}" for one in ("games/mystic_wood/learnt/readings.bin", "games/mystic_wood/learnt/weights.toml")
    }
    assert {*learnt, "tutor/teach/language/embeddings.bin"} <= names, "the checker understands less there"
    others = ("tutor/hosts/web", "tutor/jupyter", "tutor/lab", "tutor/pages/classroom")
    assert not [name for name in names if name.startswith(others)]


def test_a_folder_that_holds_something_else_is_left_as_it_is(tmp_path):
    from engine.text.faults import UnreadableText

    (tmp_path / "thesis.txt").write_text("years of work")
    with pytest.raises(UnreadableText, match="holds no site"):
        command(["build", str(tmp_path)])
    assert (tmp_path / "thesis.txt").read_text() == "years of work"


def test_serving_what_was_never_built_says_how_to_build_it(tmp_path):
    from engine.text.faults import UnreadableText

    with pytest.raises(UnreadableText, match="make site"):
        command(["serve", str(tmp_path)])


# ---------------------------------------------------------------- links into a site, and handing in
@pytest.mark.parametrize(
    ("what", "file"),
    [
        ("02-exploring", "lessons/02-exploring.html"),
        ("02-exploring/how-far", "exercises/02-exploring/how-far.html"),
        ("jousts", "puzzles/jousts.html"),
        ("beast-before-beauty", "puzzles.html#puzzle=beast-before-beauty"),
        ("today", "puzzles.html"),
        ("mwt1-x", "table.html#code=mwt1-x"),
    ],
)
def test_a_link_leads_to_what_was_named(what, file):
    assert share.target(what) == file


def test_a_quarrel_is_shared_with_its_question_and_opens_as_it_was_laid_out(told, tmp_path):
    from engine import mystic_wood as mw

    file = tmp_path / "quarrel.toml"
    file.write_text(mw.dumps(mw.read('order = ["george"]')), encoding="utf-8")
    link = share.target(str(file), "move north")
    asked = dict(parse_qsl(urlsplit(link).fragment))
    assert (urlsplit(link).path, asked["ask"]) == ("rulings.html", "move north")
    assert mw.dumps(mw.read(asked["code"])) == file.read_text(encoding="utf-8")
    said = hearing(told)("p", open={"kind": "rulings", "rest": "", **asked})
    assert [each["kind"] for each in said] == ["place", "opened"]


def test_what_there_is_not_is_refused_with_what_comes_nearest(told, capsys):
    from engine.text.faults import UnreadableText

    with pytest.raises(UnreadableText, match="Did you mean 'beast-before-beauty'"):
        share.target("beast-before-beuty")
    with pytest.raises(UnreadableText, match="no site has been named"):
        share.command(["today"])
    with pytest.raises(UnreadableText, match="no address of a site"):
        share.command(["today", "--site", "school"])
    assert share.command(["today", "--site", "https://school.example/wood/index.html"]) == 0
    assert share.command(["jousts"]) == 0
    assert capsys.readouterr().out.split() == [
        "https://school.example/wood/puzzles.html",
        "https://school.example/wood/puzzles/jousts.html",
    ]


def test_a_link_is_drawn_for_a_camera(told, tmp_path, capsys):
    file = tmp_path / "wall.svg"
    assert share.command(["today", "--site", "https://school.example/wood", "--qr", str(file)]) == 0
    assert file.read_text(encoding="utf-8").count("<path") >= 1
    assert share.command(["today", "--qr"]) == 0
    assert len(capsys.readouterr().out.splitlines()) > 10


def test_a_link_to_a_puzzle_opens_that_puzzle_and_one_to_none_says_so(told):
    hear = hearing(told)
    said = hear("p", open={"kind": "train", "puzzle": "beast-before-beauty", "first": True})
    [page] = [each for each in said if each["kind"] == "page"]
    assert "Beast before beauty" in json.dumps(page["whole"])
    assert [each["kind"] for each in hear("q", open={"kind": "train", "puzzle": "no-such-puzzle"})] == [
        "trouble",
        "opened",
    ]


def test_progress_is_handed_in_as_a_code_which_a_teacher_reads_like_a_file(told, monkeypatch, tmp_path):
    from tutor.desk.progress import read_export

    hear = hearing(told)
    hear("p", open={"kind": "exercise", "rest": "02-exploring/first-step"})
    hear("p", said={"kind": "ready", "version": 0, "link": "x"})
    touch = {"kind": "click", "target": "area:c2", "to": "", "values": {}}
    hear("p", said={"kind": "touch", "seen": 0, "serial": 1, "touch": touch})
    [code] = hear("k", progress="code")
    assert [try_.exercise for try_ in read_export(code["text"]).attempts] == ["first-step"]
    [picture] = hear("k", progress="qr")
    assert picture["text"].startswith("<svg")
    monkeypatch.setenv(DATA_VARIABLE, str(tmp_path / "another"))
    other = hearing(told)
    assert other("k", progress="import", text=f" {code['text']}\n")[0]["text"] == "1 tries were taken in."


@pytest.mark.parametrize("spoilt", ["mwp1-", "mwp1-AAAA", "mwp1-{half}", "mwp1-€", "mwp1-{bomb}"])
def test_a_spoilt_code_is_refused_as_one_and_never_unpacked_beyond_measure(spoilt):
    from engine.text.faults import UnreadableText
    from tutor.desk.files import code_of, record_of

    whole = code_of(json.dumps({"format": "mystic-wood-progress", "version": 3, "learner": "", "attempts": []}))
    bomb = code_of("0" * 50_000_000)
    with pytest.raises(UnreadableText, match="Copy all of it once more"):
        record_of(spoilt.format(half=whole[5:-12], bomb=bomb[5:]), "the code")


def test_each_lesson_is_offered_as_a_notebook():
    listed = home_pages(ENGINE)["lessons.html"]
    for entry in COURSE:
        assert f'href="{notebook_of(entry.name)}" download' in listed


def test_the_trainer_says_of_which_day_it_is():
    assert re.search(r'data-day="\d{4}-\d\d-\d\d"', pages.document_page(DocumentPlace("train"), ENGINE))
    assert "data-day" not in pages.document_page(DocumentPlace("rulings"), ENGINE)


OTHERS = [name for name in games.GAMES if name != games.FIRST]


@pytest.mark.parametrize(("game", "every"), [*((name, 3) for name in OTHERS), *(deep(name, 1) for name in OTHERS)])
def test_another_game_has_its_checker_and_its_rules_on_the_site(game, every, told):
    """All by its folder: what it offers has a file, its rules are pages, and their cases lead into a checker."""
    offered = [place for place in pages.of_games() if place.rest == game]
    assert [place.kind for place in offered] == [
        kind for kind in ("rulings", "edit") if kind in games.teachable(game).OFFERS
    ]
    listed = home_pages(ENGINE)["lessons.html"]
    for place in offered:
        file = ways.file_of(place.kind, place.rest)
        assert f'href="{file}"' in listed
        assert json.loads(unescape(re.search(r'data-ways="([^"]*)"', listed)[1]))["files"][file] == place.id
        mark = re.search(r'data-mark="(\w+)"', pages.document_page(place, ENGINE))[1]
        heard = hearing(told)("p", open={"kind": place.kind, "rest": place.rest, "mark": mark})
        assert [each["kind"] for each in heard] == ["opened"]
    for topic in [*topics(game)][::every]:
        text = pages.plain_page(page_of(f"{topic}.html", served=True, game=game), f"rules/{game}/{topic}.html")
        links = {link for link in re.findall(r'\bhref="([^"#]+)', text) if not re.fullmatch(r"[\w-]+\.html", link)}
        assert links <= {"../../index.html", "../../rulings.html", "../../edit.html", "../../icon.svg"}


def test_a_code_opened_at_another_games_checker_is_of_that_game_and_stands_by_itself(told):
    hear = hearing(told)
    from engine import gran

    entry = next(entry for entry in library("gran") if entry.action)
    said = hear("p", open={"kind": "rulings", "rest": "gran", "code": gran.code(entry.state), "ask": entry.action})
    rest = next(each["rest"] for each in said if each["kind"] == "place")
    assert rest != "gran"
    hear("p", said={"kind": "ready", "version": 1, "link": "x"})
    [place] = [
        each for each in hear("q", open={"kind": "rulings", "rest": "gran", "new": ""}) if each["kind"] == "place"
    ]
    hear("q", said={"kind": "ready", "version": 1, "link": "x"})
    assert place["rest"] not in ("gran", rest)


def test_a_site_built_anew_keeps_the_files_of_the_one_before_for_pages_that_are_open(tmp_path):
    for name in ("v-old/app.bin", "v-older/app.bin", "lessons/gone.html", "index.html"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(name, encoding="utf-8")
    (tmp_path / "site.json").write_text('{"release": "old"}', encoding="utf-8")
    emptied(tmp_path)
    assert {path.name for path in tmp_path.rglob("*")} == {"v-old", "app.bin", "site.json"}


def test_a_whole_game_is_opened_by_its_link(told):
    table, rng = AtTable(by={"george": "here", "britomart": "bot", "roland": "bot"}), random.Random(4)
    for _ in range(40):
        table.random_touch(rng)
    link = share.target(code_of(table.desk.doc, len(table.desk.doc.lines)))
    asked = dict(parse_qsl(urlsplit(link).fragment))
    hear = hearing(told)
    assert [each["kind"] for each in hear("p", open={"kind": "table", "rest": "", **asked})] == ["place", "opened"]
    [whole] = hear("p", said={"kind": "ready", "version": 1, "link": "x"})
    assert "It could not be opened" not in json.dumps(whole)


#: Links that lead nowhere: the document, what the link asks of it, and words of what is said.
NOWHERE = [
    ("rulings", {"code": "x" * (LONGEST_CODE + 1)}, "50001 characters, where at most 50000"),
    ("rulings", {"code": "x" * 1_500_000}, "1500000 characters"),
    ("rulings", {"code": "mw1-x", "ask": "y" * 2_001}, "2001 characters"),
    ("rulings", {"code": "no code at all"}, "this is no code. One of a situation begins with 'mw1-'"),
    ("edit", {"code": "nonsense"}, "copy the whole link once more"),
    ("rulings", {"code": "mwt1-AAAA"}, "the code of a whole game. It is opened at the table"),
    ("train", {"puzzle": "beast-before-beuty"}, "Did you mean 'beast-before-beauty'? Here is the puzzle of the day."),
]


@pytest.mark.parametrize(("kind", "asked", "says"), NOWHERE, ids=lambda value: str(value)[:40])
def test_a_link_that_leads_nowhere_says_why_and_the_page_opens_all_the_same(told, kind, asked, says):
    said = hearing(told)("p", open={"kind": kind, "rest": "", **asked})
    assert [each["kind"] for each in said] == ["trouble", "opened"]
    assert says in said[0]["text"]


@pytest.mark.parametrize(
    ("kind", "code"), [("rulings", "mw1-AAAA"), ("edit", "mw1-"), ("table", "mwt1-AAAA"), ("table", "mwt1-")]
)
def test_a_code_that_is_mistyped_or_cut_short_opens_a_page_that_says_so(told, kind, code):
    hear = hearing(told)
    assert hear("p", open={"kind": kind, "rest": "", "code": code})[-1]["kind"] == "opened"
    assert "mistyped or cut short" in json.dumps(hear("p", said={"kind": "ready", "version": 1, "link": "x"}))


@pytest.mark.parametrize(
    ("place", "says"),
    [
        (DocumentPlace("lesson", "02-explorin"), "no lesson “02-explorin” here. Did you mean '02-exploring'?"),
        (DocumentPlace("exercise", "02-exploring/frist-step"), "Did you mean '02-exploring/first-step'?"),
        (DocumentPlace("puzzles", "jouts"), "Did you mean 'jousts'?"),
        (DocumentPlace("nonsense"), "There is no nonsense"),
    ],
    ids=lambda value: getattr(value, "id", ""),
)
def test_a_document_that_is_not_there_is_told_with_what_comes_nearest(told, place, says):
    [lost] = hearing(told)("p", open={"kind": place.kind, "rest": place.rest})
    assert lost["kind"] == "lost"
    assert says in lost["text"]


def test_the_page_for_no_page_runs_its_own_script_and_no_other():
    text = pages.missing_page()
    assert re.search(r"script-src &#x27;self&#x27; &#x27;wasm-unsafe-eval&#x27; &#x27;sha256-[\w+/=]{44}&#x27;;", text)
    assert text.count("<script>") == 1


def test_the_workflow_that_ships_builds_the_site_and_publishes_the_folder_it_is_built_in():
    yaml = pytest.importorskip("yaml")  # JupyterLab brings it
    workflow = yaml.safe_load((PROJECT / "docs" / "site-workflow.yml").read_text(encoding="utf-8"))
    [job] = workflow["jobs"].values()
    targets = set(re.findall(r"(?m)^(\w+):", (PROJECT / "Makefile").read_text(encoding="utf-8")))
    commands = [step["run"].split() for step in job["steps"] if "run" in step]
    assert commands == [["make", "site"]]
    assert "site" in targets
    [uploaded] = [step["with"]["path"] for step in job["steps"] if "upload-pages-artifact" in step.get("uses", "")]
    assert uploaded == FOLDER
    assert workflow["permissions"]["pages"] == workflow["permissions"]["id-token"] == "write"
