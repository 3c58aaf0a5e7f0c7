"""Actions as one line of text each: reading, writing, and saying what is wrong with what cannot be read."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cache, lru_cache
from typing import NamedTuple

from engine.faults import Fault, UnreadableText, closest, nearest, sentence
from engine.mystic_wood.material.cards import CARDS, COMPANIONS, KNIGHTS, LOST_ONES, THINGS
from engine.mystic_wood.material.ledger import editions
from engine.mystic_wood.material.wood import DIRECTIONS, every_area, tiles_of, wood_of

_RANK = {card: number for number, card in enumerate((*KNIGHTS, *COMPANIONS))}


class _Parts(NamedTuple):
    verb: str
    of: str
    aid: tuple[str, ...]
    to: str
    price: str
    dice: tuple[int, ...]
    shares: tuple[tuple[str, str], ...]
    text: str


class Action(_Parts):
    """One action: a verb, what it is done to (``of``), ``aid`` declared, a Knight or area or direction (``to``), what is
    asked in return (``price``), dice (``dice``), and which card goes to which Knight (``shares``).

    Its ``text`` is the action as one writes it; :func:`parse_action` of it gives the action again.
    """

    __slots__ = ()

    def __new__(
        cls,
        verb: str,
        of: str = "",
        aid: tuple[str, ...] = (),
        to: str = "",
        price: str = "",
        dice: tuple[int, ...] = (),
        shares: tuple[tuple[str, str], ...] = (),
    ) -> Action:
        text = _written(verb, of, aid, to, price, dice, shares)
        return super().__new__(cls, verb, of, aid, to, price, dice, shares, text)

    def __getnewargs__(self) -> tuple[object, ...]:
        return self[:-1]  # a copy writes its text anew

    def __str__(self) -> str:
        return self.text


#: Verbs that stand alone.
PLAIN = ("stay", "withdraw", "keep", "drink", "pray", "wand", "done", "leave", "accept", "decline")
PHRASES = {
    "try to escape": "try-to-escape",
    "go in": "go-in",
    "use key": "use-key",
    "no joust": "no-joust",
    "add 1": "add-1",
    "show dwarf": "show-dwarf",
    "hide dwarf": "hide-dwarf",
}
_PHRASE_OF = {verb: phrase for phrase, verb in PHRASES.items()}
#: Forms shown to whoever wrote an action nobody can read.
FORMS = (
    "move north", "stay", "reveal e07", "draw orc", "roll 4", "roll 5 2", "try to escape", "withdraw", "meet orc",
    "meet wizard with sage", "add 1", "keep", "take lance", "drop lance", "leave princess", "deliver damsel",
    "send illusion c7", "wand", "arch-mage c7", "storm d4", "drink", "pray", "go in", "use key", "release roland",
    "joust roland", "joust roland with sage", "defend", "defend with prince", "no joust", "prize tower",
    "prize lance", "prize lance to roland", "combine roland north", "aid roland", "accept", "decline", "dispute",
    "share lance sage to roland", "share lance to roland key to guyon", "share none", "yield elf to roland",
    "offer lance to roland", "offer lance to roland for key", "stalemate", "stalemate roland", "show dwarf",
    "hide dwarf", "leave", "done",
)  # fmt: skip


def _written(
    verb: str,
    of: str,
    aid: tuple[str, ...],
    to: str,
    price: str,
    dice: tuple[int, ...],
    shares: tuple[tuple[str, str], ...],
) -> str:
    if verb in _PHRASE_OF:
        return _PHRASE_OF[verb]
    if verb == "roll":
        return " ".join(["roll", *map(str, dice)])
    if verb == "combine":
        return " ".join(["combine", *aid, to])
    words = [verb]
    for number, (card, knight) in enumerate(shares, start=1):
        last = number == len(shares) or shares[number][1] != knight
        words += [card, "to", knight] if last else [card]
    if of:
        words.append(of)
    if to and verb in ("offer", "yield", "prize"):
        words += ["to", to]
    elif to:
        words.append(to)
    if price:
        words += ["for", price]
    if aid:
        words += ["with", *aid]
    return " ".join(words)


#: The action of these parts, made and written only once: whoever lists what is legal asks for the same ones time and again.
act = lru_cache(maxsize=8192)(Action)


def sorted_aid(aid: tuple[str, ...] | list[str]) -> tuple[str, ...]:
    """Declared aid in its canonical order: Knights, then companions."""
    return tuple(sorted(aid, key=_RANK.__getitem__))


def share_out(shares: Iterable[tuple[str, str]]) -> Action:
    """A division of cards among fellow victors in its one form: by the Knights who have them, then by the cards.

    >>> share_out([("sage", "roland"), ("key", "guyon"), ("lance", "roland")]).text
    'share lance sage to roland key to guyon'
    """
    ordered = tuple(sorted(shares, key=lambda share: (_RANK[share[1]], share[0])))
    return Action("share", "" if ordered else "none", shares=ordered)


def _unreadable(text: str, what: str, fix: str) -> UnreadableText:
    return UnreadableText(Fault(f"action {text!r}", what, fix))


@cache
def _area_cards(edition: str | None) -> tuple[str, ...]:
    """The ids of an edition's area cards; without one those of all editions, each once."""
    known = editions() if edition is None else (edition,)
    return tuple(dict.fromkeys(tile for one in known for tile in tiles_of(one).tiles))


class _Words:
    """The words of one action, taken from the left, each checked against what may stand there in an edition."""

    def __init__(self, text: str, edition: str | None) -> None:
        self.text = text
        self.edition = edition
        self.words = text.split()
        self.next = 0

    def left(self) -> bool:
        return self.next < len(self.words)

    def take(self, kind: str, known: tuple[str, ...]) -> str:
        if not self.left():
            raise _unreadable(self.text, f"it names no {kind}", f"Add one of: {', '.join(known[:10])} ...")
        word = self.words[self.next]
        if word not in known:
            raise _unreadable(self.text, f"there is no {kind} {word!r}", sentence(nearest(word, known)))
        self.next += 1
        return word

    def area(self) -> str:
        return self.take("area", every_area() if self.edition is None else wood_of(self.edition).areas)

    def word(self, expected: str) -> bool:
        """Whether the next word is this one; it is then taken."""
        if self.left() and self.words[self.next] == expected:
            self.next += 1
            return True
        return False

    def aid(self, known: tuple[str, ...]) -> tuple[str, ...]:
        found: list[str] = []
        if self.word("with"):
            found.append(self.take("companion or Knight", known))
            while self.left():
                found.append(self.take("companion or Knight", known))
        if len(set(found)) != len(found):
            raise _unreadable(self.text, "it names the same helper twice", "Name each helper once.")
        return sorted_aid(found)


_HELPERS = (*COMPANIONS, *KNIGHTS)
_DENIZENS = tuple(CARDS.denizens)
_HELD = (*THINGS, "blessing", *_DENIZENS)
#: What a fallen King can have had in his hand.
SPOILS = (*THINGS, *COMPANIONS, "horse", "holy-grail")
_PRIZES = ("tower", "none", *THINGS, "blessing", *_DENIZENS)


def _dice(words: _Words) -> Action:
    dice: list[int] = []
    while words.left():
        dice.append(int(words.take("face of a die", ("1", "2", "3", "4", "5", "6"))))
    if len(dice) not in (1, 2):
        raise _unreadable(
            words.text, f"it shows {len(dice)} dice", "Write one die (roll 4) or two, your own first (roll 5 2)."
        )
    return Action("roll", dice=tuple(dice))


def _combine(words: _Words) -> Action:
    helpers = [words.take("Knight", KNIGHTS)]
    while words.left() and words.words[words.next] in KNIGHTS:
        helpers.append(words.take("Knight", KNIGHTS))
    if len(set(helpers)) != len(helpers):
        raise _unreadable(words.text, "it names the same Knight twice", "Name each Knight once.")
    return Action("combine", aid=sorted_aid(helpers), to=words.take("direction", DIRECTIONS))


def _offer(words: _Words) -> Action:
    thing = words.take("card", _HELD)
    if not words.word("to"):
        raise _unreadable(words.text, "it does not say to whom", "Write: offer lance to roland [for key].")
    knight = words.take("Knight", KNIGHTS)
    price = words.take("card", _HELD) if words.word("for") else ""
    return Action("offer", thing, to=knight, price=price)


def _share(words: _Words) -> Action:
    shares: dict[str, str] = {}
    cards: list[str] = []
    if words.word("none"):
        return share_out(())
    while words.left() or cards or not shares:
        if cards and words.word("to"):
            shares |= dict.fromkeys(cards, words.take("Knight", KNIGHTS))
            cards = []
            continue
        if cards and not words.left():
            raise _unreadable(words.text, "it does not say to whom", "Write: share lance sage to roland.")
        card = words.take("card", SPOILS)
        if card in cards or card in shares:
            raise _unreadable(words.text, f"it names {card} twice", "Name each card once.")
        cards.append(card)
    return share_out(shares.items())


def _yield(words: _Words) -> Action:
    denizen = words.take("denizen", _DENIZENS)
    if not words.word("to"):
        raise _unreadable(words.text, "it does not say to whom", "Write: yield elf to roland.")
    return Action("yield", denizen, to=words.take("Knight", KNIGHTS))


def _prize(words: _Words) -> Action:
    prize = words.take("prize", _PRIZES)
    taker = words.take("Knight", KNIGHTS) if words.word("to") else ""
    return Action("prize", prize, words.aid(_HELPERS), taker)


def _send(words: _Words) -> Action:
    return Action("send", words.take("denizen", ("illusion",)), to=words.area())


def _aided(verb: str, kind: str, known: tuple[str, ...]) -> Callable[[_Words], Action]:
    return lambda words: Action(verb, words.take(kind, known), words.aid(_HELPERS))


def _simple(verb: str, kind: str, known: tuple[str, ...]) -> Callable[[_Words], Action]:
    return lambda words: Action(verb, words.take(kind, known))


_READERS: dict[str, Callable[[_Words], Action]] = {
    "move": lambda words: Action("move", to=words.take("direction", DIRECTIONS)),
    "reveal": lambda words: Action("reveal", words.take("area card", _area_cards(words.edition))),
    "draw": _simple("draw", "small card", CARDS.pack),
    "roll": _dice,
    "meet": _aided("meet", "denizen", _DENIZENS),
    "joust": _aided("joust", "Knight", KNIGHTS),
    "defend": lambda words: Action("defend", aid=words.aid(_HELPERS)),
    "dispute": lambda words: Action("dispute", aid=words.aid(_HELPERS)),
    "take": _simple("take", "card", _HELD),
    "drop": _simple("drop", "card", _HELD),
    "leave": lambda words: Action("leave", words.take("companion", COMPANIONS)) if words.left() else Action("leave"),
    "deliver": _simple("deliver", "lost one", LOST_ONES),
    "send": _send,
    "arch-mage": lambda words: Action("arch-mage", to=words.area()),
    "storm": lambda words: Action("storm", to=words.area()),
    "release": _simple("release", "Knight", KNIGHTS),
    "prize": _prize,
    "combine": _combine,
    "aid": _simple("aid", "Knight", KNIGHTS),
    "offer": _offer,
    "share": _share,
    "yield": _yield,
    "stalemate": lambda words: (
        Action("stalemate", words.take("Knight", KNIGHTS)) if words.left() else Action("stalemate")
    ),
}
_ARTICLES = ("the", "a", "an")
#: What other words mean here: the verbs to try, in this order.
_MEANT: Mapping[str, tuple[str, ...]] = {
    **dict.fromkeys(("flee", "retreat", "back"), ("withdraw",)),
    **dict.fromkeys(("end", "pass", "finish"), ("done",)),
    **dict.fromkeys(("go", "walk"), ("move",)),
    "enter": ("go in",),
    **dict.fromkeys(("attack", "fight", "challenge"), ("meet", "joust")),
    "approach": ("meet",),
    **dict.fromkeys(("trade", "give", "swap"), ("offer",)),
}
VERBS = (*_READERS, *PLAIN, *PHRASES.values())


#: Longer than any action there is; nothing longer is looked at, nor remembered.
LONGEST = 200


def parse_action(text: str, edition: str | None = None) -> Action:
    """The action a text means. UnreadableText says where, what is wrong and what would be right.

    Areas and area cards are those of the ``edition``; without one, those of any.

    >>> parse_action("meet saracen with princess prince").text
    'meet saracen with prince princess'
    """
    if len(text) > LONGEST:
        raise _unreadable(f"{text[:20]}...", "it is too long for an action", "Write an action such as: move north.")
    return _parse(text, edition)


@lru_cache(maxsize=8192)
def _parse(text: str, edition: str | None) -> Action:
    plain = " ".join(word for word in text.lower().split() if word not in _ARTICLES)
    if plain in PHRASES:
        return Action(PHRASES[plain])
    words = _Words(plain, edition)
    if not words.left():
        raise _unreadable(text, "it says nothing", "Write an action such as: move north.")
    verb = words.words[0]
    words.next = 1
    if verb in _READERS:
        action = _READERS[verb](words)
    elif verb in PLAIN:
        action = Action(verb)
    else:
        known = tuple(dict.fromkeys((*_READERS, *PLAIN, *(phrase.split()[0] for phrase in PHRASES))))
        hint = _meant(verb, words.words[1:]) or _like(verb, known)
        raise _unreadable(text, f"{verb!r} is no action", f"Write one like: {hint}.")
    if words.left():
        extra = " ".join(words.words[words.next :])
        raise _unreadable(text, f"{extra!r} is too much", f"Write: {action.text}.")
    return action


def _meant(word: str, rest: list[str]) -> str | None:
    """The action somebody may mean by a word that is no verb here, with the rest of his words where they fit."""
    verbs = _MEANT.get(word)
    if verbs is None:
        return None
    for verb in verbs:
        if verb in PLAIN or verb in PHRASES:
            return verb
        try:
            return parse_action(" ".join([verb, *rest])).text
        except UnreadableText:
            continue
    return next(form for form in FORMS if form.split()[0] == verbs[0])


def _like(verb: str, known: tuple[str, ...]) -> str:
    word = closest(verb, known)
    if word is not None:
        return next((form for form in FORMS if form.split()[0] == word), word)
    return "move north, meet orc or roll 4"
