"""What somebody wants, as a person writes it: "george beats dragon", or the claim that says it in a lesson."""

from __future__ import annotations

import re
import tomllib
from typing import TYPE_CHECKING, Any

from engine import mystic_wood as mw
from engine.mystic_wood.material.cards import CARDS, KNIGHTS, name_of, the
from engine.text.faults import Fault, ImpossibleSituation, UnreadableText, nearest, sentence, shown
from tutor.games.mystic_wood.words.typed_actions import with_ids
from tutor.teach.exercise.claims import SEAT_KEYS, Claim, parse_claim, several
from tutor.teach.game.teachable import Teachable, Wanted

if TYPE_CHECKING:
    from engine.mystic_wood.play.state import State

#: Longer than any goal need be.
LONGEST = 400
HELP = (
    'For example: "george beats dragon", "george at c6", "george has lance or shield", "george lacks horse", "george is free", '
    '"george wins"; or a claim as in a lesson: { knight = "george", at = ["c1", "c9"] }.'
)
_VERBS = {
    "beats": "beat defeat defeats vanquish vanquishes slay slays kill kills overcome overcomes overthrow overthrows",
    "has": "have hold holds get gets got carry carries own owns gain gains obtain obtains take takes",
    "lacks": "lack lose loses without",
    "at": "in on reach reaches enter enters",
    "wins": "win winner victor",
}
_VERB = {word: verb for verb, words in _VERBS.items() for word in (verb, *words.split())}
#: States a Knight can be in, by every word for them, as a claim says it.
_FLAGS: dict[str, dict[str, bool]] = {
    word: flags
    for words, flags in (
        ("imprisoned prisoner prison", {"imprisoned": True}),
        ("captured captive", {"captured": True}),
        ("free escapes escape", {"imprisoned": False, "captured": False}),
        ("inside", {"inside": True}),
        ("king crowned", {"king": True}),
        ("quest quest-done", {"quest_done": True}),
        ("out", {"out": True}),
    )
    for word in words.split()
}
_HIMSELF = frozenset(["he", "she", "i", "one", "knight"])
_IDLE = frozenset(
    "the a an is be are becomes become stands stand arrives arrive comes come goes go to will his her game done does".split()  # noqa: SIM905
)


def read_goal(text: str, state: State, game: Teachable) -> Wanted:
    """The goal a person means, at this moment. UnreadableText or ImpossibleSituation says what would be right."""
    if not text.strip() or len(text) > LONGEST:
        raise _wrong("nothing is wished for" if not text.strip() else f"it is longer than {LONGEST} letters", HELP)
    raw = _table(text) if re.search(r"[={\[]", text) else _said(text, state)
    faults: list[Fault] = []
    claim = parse_claim(raw, "goal", game, faults)
    if claim is None:
        raise UnreadableText(faults)
    seats = [value for key, value in tuple(claim.keys()) if key in ("knight", *SEAT_KEYS)]
    missing = [seat for seat in seats if seat not in state.order]
    if missing:
        raise ImpossibleSituation(Fault("goal", f"{name_of(missing[0])} does not play here", _knights(state)))
    if claim.looks_back:
        raise _wrong(f"{claim.looks_back} is about what came before, and this looks ahead", "Claim what is so then.")
    who = seats[0] if seats else state.turn
    return Wanted(claim.comes_true, who, _told(claim) or " ".join(text.split()), {"aims": aims_of(claim, who)})


def aims_of(claim: Claim, who: str) -> tuple[mw.Aim, ...]:
    """What a claim cannot come true without, all of one Knight; empty where the search cannot look ahead for some of it."""
    found = []
    for rows in claim.tables:
        table = dict(rows)
        if table.get("winner") == who:
            found.append(mw.Aim(who, "wins"))
        if table.get("knight") == who:
            found += [mw.Aim(who, kind, several(table[kind])) for kind in ("beats", "has", "at") if kind in table]
    claimed = sum(len(rows) - any(key == "knight" for key, _ in rows) for rows in claim.tables)
    return tuple(found) if len(found) == claimed else ()


def _wrong(what: str, fix: str) -> UnreadableText:
    return UnreadableText(Fault("goal", what, fix))


def _knights(state: State) -> str:
    return f"Knights: {', '.join(state.order)}."


def _table(text: str) -> Any:
    plain = text.strip()
    try:
        return tomllib.loads(f"goal = {plain if plain[0] in '{[' else '{' + plain + '}'}")["goal"]
    except (tomllib.TOMLDecodeError, RecursionError):
        raise _wrong(f"{shown(plain)} is no claim", HELP) from None


def _said(text: str, state: State) -> dict[str, Any]:
    """A claim's table for a sentence."""
    plain = re.sub(r"[“”\"'`.,;:!?()]", " ", with_ids(text.lower()))
    words = [
        word
        for word in plain.replace("has no ", "lacks ").replace("quest done", "quest-done").split()
        if word not in _IDLE
    ]
    who = state.to_move or state.turn
    if words and (words[0] in KNIGHTS or words[0] in _HIMSELF):
        who = words[0] if words[0] in KNIGHTS else who
        words = words[1:]
    denied = "not" in words or "never" in words
    words = [word for word in words if word not in ("not", "never")]
    table = _claimed(who, words, state, text)
    return {"not": table} if denied else table


def _claimed(who: str, words: list[str], state: State, text: str) -> dict[str, Any]:
    verb = _VERB.get(words[0], "") if words else ""
    objects = [word for word in words[1:] if word not in ("and", "or", "with", *_VERBS["at"].split(), "at")]
    if words and not verb:
        places = _places(words[0], state)
        if places and len(words) == 1:
            return {"knight": who, "at": places}
        if words[0] in _FLAGS and not objects:
            return {"knight": who, **_FLAGS[words[0]]}
        known = [*_VERB, *_FLAGS]
        raise _wrong(f"{shown(words[0])} is nothing one can look for", f"{_like(words[0], known)}{HELP}")
    if verb == "wins" and not objects:
        return {"winner": who}
    if verb == "wins":
        verb = "beats" if objects[0] in KNIGHTS else "has"
    if not objects:
        raise _wrong(
            f"{shown(text)} does not say {'where' if verb == 'at' else 'whom' if verb == 'beats' else 'what'}", HELP
        )
    if verb == "at":
        if objects[0] in _FLAGS and len(objects) == 1:
            return {"knight": who, **_FLAGS[objects[0]]}
        return {"knight": who, "at": [area for word in objects for area in _place(word, state)]}
    known = [*CARDS.denizens, *KNIGHTS] if verb == "beats" else list(CARDS.all())
    objects = [_card(word, known, verb) for word in objects]
    if "or" in words and len(objects) > 1:
        return {"any": [{"knight": who, verb: one} for one in objects]}
    return {"knight": who, verb: objects[0] if len(objects) == 1 else objects}


def _card(word: str, known: list[str], verb: str) -> str:
    """The card (or Knight) a word means: its id, or the one that has the word in its name."""
    meant = [word] if word in known else [card for card in known if word in card.split("-")]
    if len(meant) != 1:
        raise _wrong(
            f"there is no {shown(word)} to {'beat' if verb == 'beats' else 'have'}", sentence(nearest(word, known))
        )
    return meant[0]


def _like(word: str, known: list[str]) -> str:
    hint = nearest(word, known)
    return f"{sentence(hint)} " if hint.startswith("Did you mean") else ""


def _places(word: str, state: State) -> list[str]:
    """The areas a word means: itself, or those of that name that are face up."""
    if word in state.wood.areas:
        return [word]
    called = [(name, area.name or "") for name, area in zip(state.wood.areas, state.areas, strict=True)]
    return [name for name, title in called if word in (title, title.split("-")[-1])]


def _place(word: str, state: State) -> list[str]:
    places = _places(word, state)
    if not places:
        raise _wrong(f"{shown(word)} is no area that is face up", 'Areas are named from "a1" to "e9".')
    return places


def _told(claim: Claim) -> str:
    """A claim of one table in words, if it is one of those that are said in words; "" otherwise."""
    table = dict(claim.tables[0])
    if len(claim.tables) > 1 or not table:
        return ""
    if set(table) == {"winner"}:
        return f"{name_of(table['winner'])} wins"
    said = [key for key in table if key != "knight"]
    if "knight" not in table or len(said) != 1 or said[0] not in ("beats", "has", "lacks", "at"):
        return ""
    value = table[said[0]]
    several = value if isinstance(value, tuple) else (value,)
    words = (" or " if said[0] == "at" else " and ").join(one if said[0] == "at" else the(one) for one in several)
    return f"{name_of(table['knight'])} {'is at' if said[0] == 'at' else said[0]} {words}"
