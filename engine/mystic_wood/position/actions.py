"""Actions as one line of text each: reading, writing, and saying what is wrong with what cannot be read."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache, lru_cache
from typing import Any, Final, NamedTuple

from engine.mystic_wood.material.cards import CARDS, COMPANIONS, KNIGHTS, LOST_ONES, THINGS
from engine.mystic_wood.material.ledger import editions
from engine.mystic_wood.material.wood import DIRECTIONS, every_area, tiles_of, wood_of
from engine.text.faults import Fault, UnreadableText, nearest, sentence
from engine.text.grammar import ActionForm, ActionWords, examples
from engine.text.spelling import closest

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
        fields = {"of": of, "aid": aid, "to": to, "price": price, "dice": dice}
        return super().__new__(cls, verb, of, aid, to, price, dice, shares, _written(verb, fields, shares))

    def __getnewargs__(self) -> tuple[object, ...]:
        return self[:-1]  # a copy writes its text anew

    def __str__(self) -> str:
        return self.text


#: Every verb: how it is written, and examples. ``share`` is read and written by a function of its own.
GRAMMAR: Final[Mapping[str, ActionForm]] = {
    verb: ActionForm(text, tuple(shown))
    for verb, text, *shown in (
        ("move", "move {to:direction}", "move north"),
        ("stay", "stay", "stay"),
        ("reveal", "reveal {of:area card}", "reveal e07"),
        ("draw", "draw {of:small card}", "draw orc"),
        ("roll", "roll {dice:face of a die...}", "roll 4", "roll 5 2"),
        ("try-to-escape", "try to escape", "try to escape"),
        ("withdraw", "withdraw", "withdraw"),
        ("meet", "meet {of:denizen} [with {aid:companion or Knight...}]", "meet orc", "meet wizard with sage"),
        ("add-1", "add 1", "add 1"),
        ("keep", "keep", "keep"),
        ("take", "take {of:card}", "take lance"),
        ("drop", "drop {of:card}", "drop lance"),
        ("deliver", "deliver {of:lost one}", "deliver damsel"),
        ("send", "send {of:Illusion} {to:area}", "send illusion c7"),
        ("wand", "wand", "wand"),
        ("arch-mage", "arch-mage {to:area}", "arch-mage c7"),
        ("storm", "storm {to:area}", "storm d4"),
        ("drink", "drink", "drink"),
        ("pray", "pray", "pray"),
        ("go-in", "go in", "go in"),
        ("use-key", "use key", "use key"),
        ("release", "release {of:Knight}", "release roland"),
        ("joust", "joust {of:Knight} [with {aid:companion or Knight...}]", "joust roland", "joust roland with sage"),
        ("defend", "defend [with {aid:companion or Knight...}]", "defend", "defend with prince"),
        ("no-joust", "no joust", "no joust"),
        (
            "prize",
            "prize {of:prize} [to {to:Knight}] [with {aid:companion or Knight...}]",
            "prize tower",
            "prize lance",
            "prize lance to roland",
        ),
        ("combine", "combine {aid:Knight...} {to:direction}", "combine roland north"),
        ("aid", "aid {of:Knight}", "aid roland"),
        ("accept", "accept", "accept"),
        ("decline", "decline", "decline"),
        ("dispute", "dispute [with {aid:companion or Knight...}]", "dispute"),
        ("share", "share", "share lance sage to roland", "share lance to roland key to guyon", "share none"),
        ("yield", "yield {of:denizen} to {to:Knight}", "yield elf to roland"),
        (
            "offer",
            "offer {of:card} to {to:Knight} [for {price:card}]",
            "offer lance to roland",
            "offer lance to roland for key",
        ),
        ("stalemate", "stalemate [{of:Knight}]", "stalemate", "stalemate roland"),
        ("show-dwarf", "show dwarf", "show dwarf"),
        ("hide-dwarf", "hide dwarf", "hide dwarf"),
        ("leave", "leave [{of:companion}]", "leave princess", "leave"),
        ("done", "done", "done"),
    )
}
#: Examples of every form, shown to whoever wrote an action nobody can read.
FORMS = examples(GRAMMAR)
#: The verbs that are more words than one, by those words.
PHRASES = {
    form.text: verb for verb, form in GRAMMAR.items() if form.text.replace(" ", "-") == verb and " " in form.text
}


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


def _written(verb: str, fields: Mapping[str, Any], shares: tuple[tuple[str, str], ...]) -> str:
    """The text of an action; of what is shared out a Knight's name stands behind his last card."""
    if verb != "share":
        return GRAMMAR[verb].write(fields.__getitem__)
    words = ["share"]
    for number, (card, knight) in enumerate(shares, start=1):
        last = number == len(shares) or shares[number][1] != knight
        words += [card, "to", knight] if last else [card]
    return " ".join([*words, *filter(None, [fields["of"]])])


def _unreadable(text: str, what: str, fix: str) -> UnreadableText:
    return UnreadableText(Fault(f"action {text!r}", what, fix))


@cache
def _area_cards(edition: str | None) -> tuple[str, ...]:
    """The ids of an edition's area cards; without one those of all editions, each once."""
    known = editions() if edition is None else (edition,)
    return tuple(dict.fromkeys(tile for one in known for tile in tiles_of(one).tiles))


#: What a fallen King can have had in his hand.
SPOILS = (*THINGS, *COMPANIONS, "horse", "holy-grail")
_DENIZENS = tuple(CARDS.denizens)
_HELD = (*THINGS, "blessing", *_DENIZENS)
#: The words of every kind that does not depend on the edition.
_KINDS: Final[Mapping[str, tuple[str, ...]]] = {
    "direction": DIRECTIONS,
    "small card": CARDS.pack,
    "face of a die": ("1", "2", "3", "4", "5", "6"),
    "denizen": _DENIZENS,
    "companion or Knight": (*COMPANIONS, *KNIGHTS),
    "card": _HELD,
    "companion": COMPANIONS,
    "lost one": LOST_ONES,
    "Illusion": ("illusion",),
    "Knight": KNIGHTS,
    "prize": ("tower", "none", *THINGS, "blessing", *_DENIZENS),
    "spoil": SPOILS,
}
#: Kinds that are called otherwise in a fault.
_CALLED = {"Illusion": "denizen", "spoil": "card"}


class _Words(ActionWords):
    """The words of one action of an edition."""

    def __init__(self, text: str, edition: str | None) -> None:
        super().__init__(text, text.split())
        self.edition = edition

    def known(self, kind: str) -> Sequence[str]:
        if kind == "area":
            return every_area() if self.edition is None else wood_of(self.edition).areas
        return _area_cards(self.edition) if kind == "area card" else _KINDS[kind]

    def ordered(self, kind: str, found: Sequence[str]) -> tuple[str, ...]:
        return tuple(found) if kind == "face of a die" else sorted_aid(tuple(found))

    def stops(self, kind: str) -> bool:
        return kind == "Knight"

    def take_several(self, kind: str) -> tuple[str, ...]:
        if kind != "face of a die":
            return super().take_several(kind)
        dice = [self.take(kind) for _ in self.left]
        if len(dice) not in (1, 2):
            fix = "Write one die (roll 4) or two, your own first (roll 5 2)."
            raise _unreadable(self.text, f"it shows {len(dice)} dice", fix)
        return tuple(dice)

    def missing(self, kind: str, known: Sequence[str]) -> UnreadableText:
        fix = f"Add one of: {', '.join(known[:10])} ..."
        return _unreadable(self.text, f"it names no {_CALLED.get(kind, kind)}", fix)

    def unknown(self, kind: str, word: str, known: Sequence[str]) -> UnreadableText:
        return _unreadable(self.text, f"there is no {_CALLED.get(kind, kind)} {word!r}", sentence(nearest(word, known)))

    def not_next(self, word: str) -> UnreadableText:
        return _unreadable(self.text, "it does not say to whom", f"Write: {GRAMMAR[self.words[0]].examples[0]}.")

    def twice(self, kind: str) -> UnreadableText:
        called = "Knight" if kind == "Knight" else "helper"
        return _unreadable(self.text, f"it names the same {called} twice", f"Name each {called} once.")


def _share(words: _Words) -> Action:
    """What is shared out: cards, each row of them with "to" and a Knight behind it."""
    words.next = 1
    shares: dict[str, str] = {}
    cards: list[str] = []
    if words.is_next("none"):
        return share_out(())
    while words.left or cards or not shares:
        if cards and words.is_next("to"):
            shares |= dict.fromkeys(cards, words.take("Knight"))
            cards = []
            continue
        if cards and not words.left:
            raise words.not_next("to")
        card = words.take("spoil")
        if card in cards or card in shares:
            raise _unreadable(words.text, f"it names {card} twice", "Name each card once.")
        cards.append(card)
    return share_out(shares.items())


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
VERBS = tuple(GRAMMAR)


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
    if not plain:
        raise _unreadable(text, "it says nothing", "Write an action such as: move north.")
    verb = words.words[0]
    if verb not in GRAMMAR or verb in PHRASES.values():
        known = tuple(dict.fromkeys(form.text.split()[0] for form in GRAMMAR.values()))
        hint = _meant(verb, words.words[1:]) or _like(verb, known)
        raise _unreadable(text, f"{verb!r} is no action", f"Write one like: {hint}.")
    if verb == "share":
        action = _share(words)
    else:
        values = words.read(GRAMMAR[verb])
        dice = tuple(map(int, values.pop("dice", ())))
        action = Action(verb, dice=dice, **values)
    if words.left:
        raise _unreadable(text, f"{' '.join(words.left)!r} is too much", f"Write: {action.text}.")
    return action


def _meant(word: str, rest: Sequence[str]) -> str | None:
    """The action somebody may mean by a word that is no verb here, with the rest of his words where they fit."""
    verbs = _MEANT.get(word)
    if verbs is None:
        return None
    for verb in verbs:
        if verb in PHRASES or (verb in GRAMMAR and GRAMMAR[verb].text == verb):
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
