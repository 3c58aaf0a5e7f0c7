"""A small forgiving reader of everyday questions: "may Roland joust George?", "wild boar", "arch mage to d7".

It never guesses in silence: every reading says how it understood the words, and where they can mean several things, all of
them are offered and none is chosen.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import NamedTuple

from engine import mystic_wood as mw
from engine.faults import Faulty, most_like
from engine.mystic_wood.material.cards import COMPANIONS, KNIGHTS, THINGS, name_of
from engine.mystic_wood.material.wood import AREA_NAME, DIRECTIONS
from engine.mystic_wood.position.actions import SPOILS
from engine.mystic_wood.position.table import Knight
from tutor.mystic_wood.phrases import action_words, asker
from tutor.pages.checker.asking import Kind, Question, about, candidates


class Reading(NamedTuple):
    """One way to understand the words. ``who`` is another Knight than the one whose decision it is, or ""."""

    question: Question
    who: str = ""

    def words(self, state: mw.State) -> str:
        """How it was understood, in a sentence."""
        if self.question.kind == "order":
            return f"In which order does {name_of(self.who or asker(state))} meet them?"
        asks = "What are the chances if" if self.question.kind == "chances" else "May"
        middle = "should " if self.question.kind == "chances" else ""
        other = f" (in a turn of {name_of(self.who)}'s own)" if self.who else ""
        return f"{asks} {name_of(self.who or asker(state))} {middle}{action_words(self.question.action)}?{other}"


class Understood(NamedTuple):
    """What words can mean: none, one or several ``readings``; ``notes`` say what was read as something else, or not at all.

    Only where it is ``sure`` may a single reading be answered at once; otherwise whoever asks is to choose it.
    """

    readings: tuple[Reading, ...]
    notes: tuple[str, ...] = ()
    sure: bool = True


_NAMES: dict[str, str] = {
    name_of(card).lower().replace("-", " "): card for card in (*KNIGHTS, *mw.CARDS.denizens, *THINGS)
}
_NAMES |= {
    "boar": "wild-boar",
    "ox": "wild-ox",
    "grail": "holy-grail",
    "bough": "golden-bough",
    "archmage": "arch-mage",
    "mage": "arch-mage",
    "armor": "armour",
    "percival": "perceval",
    "parsifal": "perceval",
    "percy": "perceval",
    "st george": "george",
    "brit": "britomart",
    "guion": "guyon",
    "enchanter": "wizard",
    "sorceress": "enchantress",
    "mounted": "horse",
    "blessing": "blessing",
}
_WAYS = {
    "north": "north",
    "up": "north",
    "east": "east",
    "right": "east",
    "south": "south",
    "down": "south",
    "west": "west",
    "left": "west",
}
_VERBS: dict[str, tuple[str, ...]] = {
    "joust": ("joust", "duel", "tilt"),
    "meet": (
        "meet",
        "encounter",
        "approach",
        "fight",
        "challenge",
        "attack",
        "face",
        "battle",
        "slay",
        "kill",
        "talk to",
        "speak to",
        "speak with",
        "talk with",
        "visit",
        "beat",
        "vanquish",
        "met",
        "defeat",
        "talk",
        "speak",
        "deal with",
    ),
    "move": ("move", "walk", "go", "ride", "step", "travel", "pass", "explore", "enter", "march", "through", "cross"),
    "avoid": ("ignore", "avoid", "past", "sneak", "get away", "get round", "pass by", "skip"),
    "take": ("take", "pick up", "pick", "grab", "get", "collect", "keep the", "loot", "steal"),
    "drop": ("drop", "put down", "lay down", "throw away", "discard"),
    "leave": ("leave", "part with", "part from", "dismiss", "abandon", "exit", "win"),
    "offer": ("offer", "trade", "swap", "exchange", "give", "hand"),
    "prize": ("prize", "claim", "spoils"),
    "withdraw": ("withdraw", "retreat", "flee", "go back", "turn back", "run away", "back off", "back out"),
    "stay": (
        "stay",
        "wait",
        "remain",
        "rest",
        "do nothing",
        "sit",
        "stand still",
        "miss his turn",
        "skip the turn",
        "skip his turn",
    ),
    "drink": ("drink",),
    "pray": ("pray", "prayer"),
    "wand": ("turn the area", "turn the card", "rotate", "wave"),
    "storm": ("storm",),
    "go in": (
        "go in",
        "go inside",
        "into the cave",
        "enter the cave",
        "over to the island",
        "enter the island",
        "onto the island",
    ),
    "use": ("use", "using"),
    "use key": ("unlock",),
    "release": ("release", "free", "let out", "let go", "rescue"),
    "try to escape": ("escape", "break out"),
    "aid": ("aid", "help", "relieve", "come to the aid"),
    "combine": ("combine", "together", "join forces", "join"),
    "dispute": ("dispute", "disagree", "quarrel"),
    "add 1": ("add 1", "add one", "add his 1", "add his one", "plus one", "bonus"),
    "keep": ("keep",),
    "deliver": ("deliver", "bring home"),
    "send": ("send",),
    "done": ("end the turn", "end my turn", "end his turn", "end her turn", "end turn", "done", "finish"),
    "no joust": ("no joust", "let him pass", "refuse"),
    "defend": ("defend",),
    "accept": ("accept", "agree"),
    "decline": ("decline",),
    "stalemate": ("stalemate", "call it a draw"),
    "yield": ("yield",),
    "share": ("share", "share out", "divide"),
    "carry": ("carry", "transport", "fly", "take him", "take her", "bring", "teleport", "whisk", "send him", "magic"),
}
_ORDER = re.compile(
    r"\b(order|comes? first|who first|whom first|sequence|first of all|(who|whom|which)\b.*\b(first|next))\b"
)
#: Asked whether he must; the tutor says what he may, which comes to the same.
_MUST = re.compile(r"\b(must|(has|have|having|need|needs|forced|obliged) to)\b")
#: Who throws first is no question of the order in which one meets them.
_THROWS = re.compile(r"\b(throws?|rolls?|dice|die)\b")
#: Nothing is thrown for these.
_CERTAIN = frozenset(("aid", "drop", "leave", "move", "offer", "stalemate", "stay", "take", "withdraw"))
_CHANCES = re.compile(r"\b(chance|chances|odds|probab\w*|likely|likelihood|percent)\b")


def understand(text: str, state: mw.State) -> Understood:
    """What a question in everyday words can mean in this situation."""
    plain = " " + re.sub(r"[^a-z0-9 ]+", " ", text.lower().replace("'s", " ").replace("-", " ")) + " "
    plain = re.sub(r"\s+", " ", plain)
    exact = _as_action(text)
    if exact:
        return Understood((Reading(Question("chances" if _CHANCES.search(plain) else "may", exact)),))
    if not plain.strip():
        return Understood((), ('Ask, for example: "may George joust Roland?"',))
    notes: list[str] = []
    near: list[str] = []
    plain = _without_aside(plain)
    cards, rest = _cards(plain, notes, near)
    areas = [area for area in re.findall(rf"\b{AREA_NAME}\b", rest) if area in state.wood.index]
    kind: Kind = "chances" if _CHANCES.search(plain) else "may"
    who, cards = _who(plain, cards, state, notes)
    if _ORDER.search(plain) and not re.search(r"\bin order to\b", plain) and not _THROWS.search(plain):
        return Understood((Reading(Question("order"), who),), tuple(notes))
    verbs = [
        verb for verb, words in _VERBS.items() if any(f" {word} " in rest or f" {word}s " in rest for word in words)
    ]
    if re.search(r" pass(es)? .*\bby ", rest):
        verbs.append("avoid")
    ways = [way for word, way in _WAYS.items() if f" {word} " in rest and not (word == "up" and " pick " in rest)]
    actions = _actions(_sorted(verbs, cards, areas, ways, state, who, plain))
    readings = tuple(
        Reading(Question(kind, action), who) for action in dict.fromkeys(filter(None, map(_as_action, actions)))
    )
    if kind == "chances" and (thrown := tuple(r for r in readings if _verb(r.question.action) not in _CERTAIN)):
        readings = thrown
    named = [word for word in cards if word != (who or asker(state))]
    sure = bool(named or ways or areas or not {"take", "meet", "move", "avoid", "leave"} & set(verbs))
    sure = sure and not ("avoid" in verbs and readings)
    sure = sure and bool(verbs or not named or set(named) - set(state.knight(who or asker(state)).companions))
    sure = sure and set(near) <= set(re.findall(r"[a-z-]+", mw.dumps(state)))
    helpers = {word for word in named if word in COMPANIONS} if "aid" in verbs else set()
    sure = sure and all(any(word in r.question.action.split() for r in readings) for word in helpers)
    if len(readings) > 1 and all(reading.question.action.startswith("meet ") for reading in readings):
        readings = (*readings, Reading(Question("order"), who))
    if _MUST.search(plain) and not who and state.decision == "choice":
        legal = state.actions()
        told = ", ".join(map(action_words, legal[:7])) + (f" and {len(legal) - 7} more" if len(legal) > 7 else "")
        notes.append(f"Whether he must: all that {name_of(asker(state))} may do now is {told}.")
    if not readings:
        strange = _strange(rest)
        notes.append(
            f"“{' '.join(strange)}” says nothing to me." if strange else "I do not see what is meant to happen."
        )
        notes.append('Name what is done and with whom, for example: "may George take the lance?"')
    return Understood(readings[:6], tuple(notes), sure)


def _without_aside(plain: str) -> str:
    """The question without "before the Orc" and the like, which name whom it is not about.

    >>> _without_aside(" may he take the lance before the orc ")
    ' may he take the lance '
    """
    head = re.split(r"(?<= )(?:before|until|after)(?= )", plain, maxsplit=1)[0]
    return head if any(f" {name} " in head for name in _NAMES) else plain


def _as_action(text: str) -> str:
    try:
        return mw.parse_action(text).text
    except Faulty:
        return ""


def _verb(action: str) -> str:
    return mw.parse_action(action).verb


def _cards(plain: str, notes: list[str], near: list[str]) -> tuple[list[str], str]:
    """The cards and Knights named, in their order, and what is left of the words; near misses are noted, and are in ``near``."""
    found: list[tuple[int, str]] = []
    for name in sorted(_NAMES, key=len, reverse=True):
        for match in re.finditer(rf"(?<= ){re.escape(name)}(?:s|es)?(?= )", plain):
            found.append((match.start(), _NAMES[name]))
            plain = plain[: match.start()] + "~" * (match.end() - match.start()) + plain[match.end() :]
    known = {word for words in _VERBS.values() for phrase in words for word in phrase.split()} | _IDLE | set(_WAYS)
    for match in re.finditer(r"[a-z]{3,}", plain):
        word = match.group()
        if word in known or word.rstrip("s") in known:
            continue
        like = [n for n in _NAMES if " " not in n and (len(word) > 4 or n[0] == word[0])]
        close = most_like(word, like, least=0.74 if len(word) > 3 else 0.66)
        if close:
            found.append((match.start(), _NAMES[close[0]]))
            near.append(_NAMES[close[0]])
            notes.append(f"“{word}” is read as {name_of(_NAMES[close[0]])}.")
            plain = plain[: match.start()] + "~" * len(word) + plain[match.end() :]
        else:
            asked = any(f" {phrase} " in plain for words in _VERBS.values() for phrase in words)
            like = [w for w in known if len(w) > 3 and w[0] == word[0]]
            verb = [] if asked or len(word) < 4 else most_like(word, like, least=0.75)
            if verb:
                notes.append(f"“{word}” is read as “{verb[0]}”.")
                plain = plain[: match.start()] + verb[0] + plain[match.end() :]
                return _again(found, plain, notes, near)
    return [card for _, card in sorted(found)], plain


def _again(found: list[tuple[int, str]], plain: str, notes: list[str], near: list[str]) -> tuple[list[str], str]:
    more, rest = _cards(plain, notes, near)
    return [*(card for _, card in sorted(found)), *more], rest


_IDLE = frozenset(
    """
    against may can could should must might does with from into onto over than then that this what when where which
    who whom will would happens happen have has had been being before after still also there here them they
    their his her him the and for are is was chance chances odds order first comes come question allowed
    legal possible edition rules about while without another area wood cave island tower castle chapel glade
    forest turn turns somebody someone anybody just already again either neither card cards path paths throw
    roll dice die knight knights prison likely probability percent
    make made makes same both some much many more less last next ever even get gets got give gives take takes
    let lets him his himself herself one two all any not but out off own per why how you your our its use used
    guard guards guarded alone instead allow allowed able need needs forced obliged lying lies lie stand stands
    mine gain gains lose loses lost win wins won end game rule rules happen say says said thing things denizen denizens
    creature creatures monster monsters help helps try tries trying now way ways what's does did done really
    marry like want wants wish wishes think thinks
    """.split()  # noqa: SIM905
)


def _who(plain: str, cards: list[str], state: mw.State, notes: list[str]) -> tuple[str, list[str]]:
    """Who is asked about, where that is not whoever decides now; and the cards without him."""
    decides = asker(state)
    if not cards or cards[0] not in KNIGHTS:
        return "", cards
    first = cards[0]
    named = next(
        (m.start() for n, c in _NAMES.items() if c == first for m in re.finditer(rf" {re.escape(n)} ", plain)), 0
    )
    verb = min((plain.find(f" {w} ") for ws in _VERBS.values() for w in ws if f" {w} " in plain), default=-1)
    subject = (0 <= named < verb) or (verb < 0 and len(cards) > 1)
    if not subject:
        return "", cards
    if first not in state.order:
        notes.append(f"{name_of(first)} does not play in this situation.")
        return "", cards
    return ("" if first == decides else first), cards[1:]


@dataclass(frozen=True)
class _Heard:
    """What was heard, sorted: verbs, and the people, things and denizens they can be about."""

    state: mw.State
    #: Who is asked about where that is not whoever decides now.
    who: str
    plain: str
    verbs: tuple[str, ...]
    cards: list[str]
    areas: list[str]
    ways: list[str]
    people: list[str]
    things: list[str]
    denizens: list[str]
    #: What is said after an encounter with somebody's help.
    ending: str

    @property
    def knight(self) -> Knight:
        return self.state.knight(self.who or asker(self.state))

    @property
    def steps(self) -> list[str]:
        """Directions named, or those in which areas named lie."""
        beside = self.state.wood.direction_between
        return [way for way in (beside(self.knight.at, area) for area in self.areas) if way] + self.ways

    @property
    def towards(self) -> list[str]:
        """Directions in which the people and denizens named stand, in the next area."""
        where = {k.id: k.at for k in self.state.knights if not k.out}
        for area in self.state.wood.areas:
            where |= dict.fromkeys(self.state.area(area).denizens, area)
        beside = self.state.wood.direction_between
        found = (beside(self.knight.at, where[one]) for one in (*self.people, *self.denizens) if one in where)
        return [way for way in found if way]


def _sorted(
    verbs: list[str], cards: list[str], areas: list[str], ways: list[str], state: mw.State, who: str, plain: str
) -> _Heard:
    knight = state.knight(who or asker(state))
    people = [c for c in cards if c in KNIGHTS and c != knight.id]
    things = [c for c in cards if c in THINGS or c in ("blessing", "horse", "holy-grail")]
    denizens = [c for c in cards if c in mw.CARDS.denizens]
    helpers = [c for c in denizens if c in ("prince", "princess", "sage") and c in knight.companions]
    # "with the prince", "can the sage help", "may the prince fight the orc for him"
    against = [c for c in denizens if c not in helpers] or (["-"] if people else [])
    helped = bool(against) and (" with " in plain or "aid" in verbs or " for him " in plain or " for her " in plain)
    aid = helpers if helped else []
    if aid:
        denizens = [c for c in denizens if c not in aid]
        verbs = [v for v in verbs if v != "aid"]
    ending = f" with {' '.join(aid)}" if aid else ""
    if "storm" in verbs and "leave" in verbs:  # out of the storm, that is
        verbs = ["move" if verb == "leave" else verb for verb in verbs]
    return _Heard(state, who, plain, tuple(verbs), cards, areas, ways, people, things, denizens, ending)


def _of_powers(heard: _Heard) -> list[str] | None:
    verbs = heard.verbs
    if "arch-mage" in heard.denizens and heard.areas:
        return [f"arch-mage {heard.areas[-1]}"]
    if "carry" in verbs and heard.areas:
        return [f"arch-mage {area}" for area in heard.areas]
    if "storm" in verbs and heard.areas and not (heard.ways or {"move", "withdraw"} & set(verbs)):
        return [f"storm {heard.areas[-1]}"]
    for action in ("add 1", "go in"):
        if action in verbs:
            return [action]
    if "use key" in verbs or ("use" in verbs and "key" in heard.things):
        return ["use key"]
    if "use" in verbs and "wand" in heard.things:
        return ["wand"]
    return None


def _said_alone(heard: _Heard) -> list[str] | None:
    verbs = heard.verbs
    if "avoid" in verbs and heard.towards:
        return [f"move {way}" for way in heard.towards]
    if "avoid" in verbs:
        away = (a for a in candidates(heard.state) if a in ("withdraw", "stay") or a.startswith("move"))
        return [*(f"meet {d}" for d in heard.denizens[1:]), *away]
    if "no joust" in verbs:
        return ["no joust"]
    if "withdraw" in verbs:  # from whomever it be
        return ["withdraw"]
    if not (heard.denizens or heard.things or heard.people):
        for verb in _ALONE:
            if verb in verbs:
                return [verb]
    if "wand" in verbs or (heard.cards == ["wand"] and "wand" in heard.knight.things and not verbs):
        return ["wand"]
    return None


def _of_prizes(heard: _Heard) -> list[str] | None:
    state, verbs, people = heard.state, heard.verbs, heard.people
    choosing = state.decision == "choice" and any(a.startswith("prize") for a in state.actions())
    if "prize" in verbs or (choosing and not heard.who and not heard.steps):
        tower = ["prize tower"] if " tower " in heard.plain else []
        return [*tower, *(f"prize {c}" for c in heard.cards if c not in KNIGHTS)]
    if " to the tower " in heard.plain and people:
        return ["prize tower", *(f"joust {p}" for p in people)]
    if "share" in verbs:
        spoils = " ".join(c for c in heard.cards if c in SPOILS)
        return [f"share {spoils} to {people[0]}" if spoils and people else "share none"]
    if "take" in verbs and people and heard.cards[-1] in KNIGHTS and (heard.things or heard.denizens):
        return [f"joust {people[0]}{heard.ending}", *(f"prize {c}" for c in (*heard.things, *heard.denizens))]
    return None


def _among_knights(heard: _Heard) -> list[str] | None:
    verbs, people, things = heard.verbs, heard.people, heard.things
    if "offer" in verbs and things and people:
        price = f" for {things[1]}" if len(things) > 1 and " for " in heard.plain else ""
        return [f"offer {things[0]} to {people[0]}{price}"]
    if "yield" in verbs and heard.denizens and people:
        return [f"yield {heard.denizens[0]} to {people[0]}"]
    if "combine" in verbs:
        against = heard.plain.partition(" against ")[2]
        partners = [p for p in people if name_of(p).lower() not in against.split()]
        partners = partners or [k.id for k in heard.state.knights if k.id != heard.knight.id and k.at == heard.knight.at]
        return [f"combine {' '.join(partners)} {way}" for way in heard.steps or heard.towards or DIRECTIONS] if partners else []
    if "joust" in verbs or (people and "meet" in verbs and not heard.denizens):
        me = heard.knight
        there = [k.id for k in heard.state.knights if k.id != me.id and k.at == me.at]
        return [f"joust {p}{heard.ending}" for p in people or there]
    for verb in ("aid", "release"):
        if people and verb in verbs:
            return [f"{verb} {p}" for p in people]
    return None


def _with_what_he_has(heard: _Heard) -> list[str] | None:
    verbs, things, denizens = heard.verbs, heard.things, heard.denizens
    if "deliver" in verbs:
        return [f"deliver {d}" for d in denizens if d in ("child", "damsel")]
    if "send" in verbs and heard.areas:
        return [f"send illusion {heard.areas[-1]}"]
    if "drop" in verbs:
        return [f"drop {c}" for c in (*things, *(d for d in denizens if d not in things))]
    if "leave" in verbs:
        mine = [f"leave {c}" for c in denizens if c in COMPANIONS] + [f"drop {t}" for t in things]
        return mine or ["leave"]
    return None


def _walking_and_meeting(heard: _Heard) -> list[str] | None:
    verbs, things, denizens, knight = heard.verbs, heard.things, heard.denizens, heard.knight
    steps = heard.steps
    if steps and (("move" in verbs and not denizens) or not (things or denizens or heard.people)):
        return [f"move {way}" for way in dict.fromkeys(steps)]
    if "move" in verbs and heard.towards and not things:
        return [f"move {way}" for way in dict.fromkeys(heard.towards)]
    if "take" in verbs and things:
        return [f"take {t}" for t in things if t != "horse"] or [f"meet {t}" for t in things if t in mw.CARDS.denizens]
    if denizens and (verbs or len(heard.cards) == 1 or heard.ending):
        if denizens[0] in knight.companions and not {"take", "meet"} & set(verbs):
            return [] if verbs else [f"leave {denizens[0]}"]
        return [f"meet {d}{heard.ending}" for d in denizens]
    if things:
        loose = heard.state.area(knight.at).things
        return [
            *(f"take {t}" for t in things if t not in knight.things),
            *(f"drop {t}" for t in things if t in knight.things and t not in loose),
        ]
    if heard.people:
        return about(heard.state, f"knight:{heard.people[0]}") if not heard.who else [f"joust {heard.people[0]}"]
    return None


def _whatever_is_there(heard: _Heard) -> list[str]:
    verbs, here = heard.verbs, heard.state.area(heard.knight.at)
    if "move" in verbs:
        return [a for a in candidates(heard.state) if a.startswith("move")]
    if "take" in verbs:
        return [f"take {t}" for t in here.things]
    if "meet" in verbs:
        return [f"meet {d}" for d in here.denizens]
    if not verbs and _CHANCES.search(heard.plain):
        return [a for a in candidates(heard.state) if a.startswith(("joust ", "meet ")) and " with " not in a]
    return [verb for verb in verbs if verb in ("stalemate", "keep", "wand", "stay")]


_ALONE = (
    "withdraw", "stay", "drink", "pray", "dispute", "done", "defend", "accept", "decline", "try to escape",
)  # fmt: skip
#: What may be meant, subject by subject: the first that makes anything of what was heard is believed.
_SUBJECTS = (_of_powers, _said_alone, _of_prizes, _among_knights, _with_what_he_has, _walking_and_meeting)


def _actions(heard: _Heard) -> list[str]:
    """The actions that may be meant, the likeliest first."""
    for subject in _SUBJECTS:
        found = subject(heard)
        if found is not None:
            return found
    return _whatever_is_there(heard)


def _strange(rest: str) -> list[str]:
    known = {word for words in _VERBS.values() for phrase in words for word in phrase.split()} | _IDLE
    return [word for word in rest.split() if word not in known and "~" not in word and len(word) > 2]


def turned_to(state: mw.State, who: str) -> mw.State | None:
    """The same moment as if it were another Knight's turn; None if that cannot be."""
    raw = mw.to_dict(state)
    for key in ("pending", "powers", "stayed"):
        raw.pop(key, None)
    arrived = raw["knights"][who].get("came_from") is not None
    try:
        return mw.from_dict({**raw, "turn": who, "moment": "arrived" if arrived else "start"})
    except Faulty:
        return None
