"""`tutor sheet`: puzzles on paper, with their boards and room for answers, and an answer key apart."""

from __future__ import annotations

import argparse
import json
import random
import sys
import tempfile
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from html import escape
from pathlib import Path

from engine.text.faults import Fault, UnreadableText, nearest, sentence
from tutor.base.prose import inline
from tutor.base.writing import plain, written
from tutor.content.puzzles.book import puzzles_by_id
from tutor.content.puzzles.model import EASIEST, HARDEST, Puzzle
from tutor.content.puzzles.reading import read_puzzles
from tutor.draw.svg import Theme
from tutor.hosts.paper.paper import (
    HAND,
    NAME_AND_DATE,
    board,
    browser,
    exercise_block,
    key_block,
    page,
    print_pdf,
    printed,
    spread,
)
from tutor.teach.exercise.session import Session
from tutor.teach.game import registry as games
from tutor.teach.kinds import start

#: The most puzzles on a sheet.
MOST_PRINTED = 100


def chosen(
    puzzles: Iterable[Puzzle],
    count: int,
    seed: int,
    *,
    themes: Sequence[str] = (),
    kinds: Sequence[str] = (),
    edition: str = "",
    rating: tuple[int, int] = (EASIEST, HARDEST),
) -> tuple[Puzzle, ...]:
    """``count`` of the puzzles that are wanted, fewer if there are no more, the easiest first.

    The same seed chooses the same, however the puzzles are arranged; no kind has two more than another that has puzzles left.
    """
    wanted = [
        puzzle
        for puzzle in sorted(puzzles, key=lambda puzzle: puzzle.id)
        if (not themes or set(themes) & set(puzzle.themes))
        and (not kinds or puzzle.kind in kinds)
        and (not edition or edition in puzzle.editions)
        and rating[0] <= puzzle.rating <= rating[1]
    ]
    random.Random(seed).shuffle(wanted)
    taken: Counter[str] = Counter()
    turns: list[int] = []
    for puzzle in wanted:
        turns.append(taken[puzzle.kind])
        taken[puzzle.kind] += 1
    in_turn = sorted(range(len(wanted)), key=turns.__getitem__)
    return tuple(sorted((wanted[n] for n in in_turn[:count]), key=lambda puzzle: (puzzle.rating, puzzle.id)))


def by_edition(puzzles: Iterable[Puzzle], edition: str) -> tuple[Puzzle, ...]:
    """The same puzzles, each of which holds in this edition, played by its rules."""
    return tuple(replace(puzzle, exercise=puzzle.in_edition(edition), editions=(edition,)) for puzzle in puzzles)


def sheet_html(puzzles: Sequence[Puzzle], title: str, *, paper: str = "a4", theme: Theme = "paper") -> str:
    """The sheet for pupils: the puzzles with their boards and room for answers. No answer is on it."""
    body = [f"<h1>{escape(title)}</h1>", f'<p class="rules">{escape(_rules_of(puzzles))}</p>', NAME_AND_DATE]
    for number, puzzle in enumerate(puzzles, start=1):
        about = f"{puzzle.kind} · rules of {_listed(puzzle.editions)} · {puzzle.rating}"
        body.append(exercise_block(number, start(puzzle.exercise), about, theme=theme))
    return page(title, body, paper)


def key_html(puzzles: Sequence[Puzzle], title: str, *, paper: str = "a4", theme: Theme = "paper") -> str:
    """The answer key: of each puzzle the answer, its point, why other answers are wrong, and the rules by their ids."""
    body = [f"<h1>{escape(title)}: key</h1>", f'<p class="rules">{escape(_rules_of(puzzles))}</p>']
    for number, puzzle in enumerate(puzzles, start=1):
        session = start(puzzle.exercise)
        body.append(key_block(number, session, _why_not(puzzle, session) + _laid(session, theme)))
    return page(f"{title}: key", body, paper)


def _rules_of(puzzles: Iterable[Puzzle]) -> str:
    """By which rules a sheet is played: "Rules of 1980 and 2006"; of a game with one book, "Rules of Mystic Paths"."""
    named: dict[str, None] = {}
    for puzzle in puzzles:
        of = puzzle.exercise.game
        named |= dict.fromkeys(puzzle.editions if len(of.editions) > 1 else (of.title,))
    editions = [edition for edition in games.puzzle_editions() if edition in named]
    return f"Rules of {_listed([*editions, *(title for title in named if title not in editions)])}"


def _listed(names: Sequence[str]) -> str:
    return " and ".join(names)


def _why_not(puzzle: Puzzle, session: Session) -> str:
    """For each wrong option, and each wrong answer that the puzzle speaks of, why it is wrong."""
    lines = []
    for mistake in session.exercise.wrong:
        answer = [mistake.answer] if isinstance(mistake.answer, str) else mistake.answer
        what = ", ".join(map(session.game.called, answer))
        lines.append((inline(what), inline(mistake.text), [mistake.rule] if mistake.rule else []))
    for number, words, because in session.refuted:
        lines.append((inline(words), inline(because), list(puzzle.refutations[number])))
    told = "".join(
        f"<li>Not “{what}”{f': {why}' if why else '.'} <span class='rules'>{escape(', '.join(rules))}</span></li>"
        for what, why, rules in lines
    )
    return f'<ul class="why">{told}</ul>' if told else ""


def _laid(session: Session, theme: Theme) -> str:
    """The shortest construction known, where something was to be laid out."""
    built = session.shortest
    if built is None:
        return ""
    holders = [knight.id for knight in built.knights if knight != session.state.knight(knight.id)]
    scenes = [session.game.hand(built, knight) for knight in holders]
    hands = [printed(scene, theme, HAND) for scene in scenes if scene is not None]
    return f'<div class="small">{spread([board(session, built, theme)], hands)}</div>'


# -------------------------------------------------------------------- the command


def cli_sheet(options: argparse.Namespace) -> int:
    """``tutor sheet [--themes ..] [--kinds ..] [--edition E] [--rating LOW-HIGH] [--count N] [--seed N] [--ids ..] [--file FILE]
    [--out sheet.html|sheet.pdf]``.

    Writes the sheet, and its key beside it. Raises UnreadableText for what there is none of, for a PDF where no browser prints
    one, and what reading a file raises.
    """
    out = Path(options.out)
    if out.suffix not in (".html", ".pdf"):
        what = f"{options.out!r} is neither a page nor a PDF"
        raise UnreadableText(Fault("--out", what, "Name it like sheet.html or sheet.pdf."))
    puzzles = _asked_for(options)
    theme: Theme = "light" if options.colour else "paper"
    title = options.title or _title(options)
    pages = {
        out: sheet_html(puzzles, title, paper=options.paper, theme=theme),
        out.with_stem(f"{out.stem}-key"): key_html(puzzles, title, paper=options.paper, theme=theme),
    }
    for path, text in pages.items():
        written(path, _as_pdf(text) if path.suffix == ".pdf" else text)
    sheet, key = pages
    if options.json:
        print(json.dumps({"sheet": str(sheet), "key": str(key), "puzzles": [puzzle.id for puzzle in puzzles]}))
        return 0
    print(plain(str(sheet)), plain(str(key)), sep="\n")
    if not options.ids and len(puzzles) < options.count:
        print(f"Only {len(puzzles)} of {options.count}: there are no more like that.", file=sys.stderr)
    return 0


def _asked_for(options: argparse.Namespace) -> tuple[Puzzle, ...]:
    """The puzzles that are to be printed, each by the edition asked for."""
    every = read_puzzles(options.file) if options.file else tuple(puzzles_by_id().values())
    edition = _names("--edition", options.edition, games.puzzle_editions())
    if len(edition) > 1:
        raise UnreadableText(
            Fault("--edition", "a sheet is played by the rules of one edition", "Leave it out for both.")
        )
    if not 1 <= options.count <= MOST_PRINTED:
        raise UnreadableText(
            Fault("--count", f"{options.count} cannot be", f"Write a number from 1 to {MOST_PRINTED}.")
        )
    if options.ids:
        if options.themes or options.kinds or options.rating:
            what = "the puzzles are named, so they cannot be chosen as well"
            raise UnreadableText(Fault("--ids", what, "Leave out --themes, --kinds and --rating."))
        known = {puzzle.id: puzzle for puzzle in every}
        found = tuple(known[name] for name in _names("--ids", options.ids, tuple(known)))
        other = [puzzle.id for puzzle in found if edition and edition[0] not in puzzle.editions]
        if other:
            raise UnreadableText(
                Fault("--edition", f"{other[0]} does not hold by the rules of {edition[0]}", "Leave it out.")
            )
    else:
        found = chosen(
            every,
            options.count,
            options.seed,
            themes=_names("--themes", options.themes, games.themes()),
            kinds=_names("--kinds", options.kinds, games.puzzle_kinds()),
            edition="".join(edition),
            rating=_rating(options.rating),
        )
    if not found:
        fix = "Ask for other themes, kinds or ratings: tutor puzzle --list"
        raise UnreadableText(Fault("sheet", "no puzzle is like that", fix))
    return by_edition(found, edition[0]) if edition else found


def _names(option: str, text: str | None, known: Sequence[str]) -> tuple[str, ...]:
    """The names in an option, each once. UnreadableText for one that is not known."""
    found = tuple(dict.fromkeys((text or "").replace(",", " ").split()))
    for name in found:
        if name not in known:
            raise UnreadableText(Fault(option, f"there is no {name[:80]!r}", sentence(nearest(name[:80], known))))
    return found


def _rating(text: str | None) -> tuple[int, int]:
    if not text:
        return EASIEST, HARDEST
    low, _, high = text.partition("-")
    if not (low.isdecimal() and high.isdecimal() and len(text) < 12 and int(low) <= int(high)):
        fix = f"Write it like 900-1500; the easiest is {EASIEST}, the hardest {HARDEST}."
        raise UnreadableText(Fault("--rating", f"{text[:40]!r} is no range", fix))
    return int(low), int(high)


def _title(options: argparse.Namespace) -> str:
    about = [name for text in (options.kinds, options.themes) for name in (text or "").replace(",", " ").split()]
    return f"Puzzles: {', '.join(dict.fromkeys(about))}" if about else "Puzzles"


def _as_pdf(text: str) -> bytes:
    """A page printed by a browser. UnreadableText if none is found, or if it prints nothing."""
    found = browser()
    fix = "Write a page, with --out sheet.html, and print it from any browser."
    if not found:
        raise UnreadableText(Fault("--out", "no browser is found that could make a PDF", fix))
    with tempfile.TemporaryDirectory() as folder:
        source, pdf = Path(folder) / "sheet.html", Path(folder) / "sheet.pdf"
        source.write_text(text, encoding="utf-8")
        if not print_pdf(source, pdf, found):
            raise UnreadableText(Fault("--out", "the browser has made no PDF", fix))
        return pdf.read_bytes()
