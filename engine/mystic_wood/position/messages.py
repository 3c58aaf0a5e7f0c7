"""Every kind of event of the Mystic Wood, and the sentence that tells it: the words of words.toml, filled in."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from engine.contract.events import Event
from engine.mystic_wood.material.cards import CARDS, name_of, the
from engine.mystic_wood.material.source import WORDS
from engine.mystic_wood.position.words import he, him, himself, his, listed, the_cards
from engine.text.faults import cap

_SENTENCES: Mapping[str, str] = WORDS["events"]
#: How it is told what concerns only cards that lie face down for somebody: without naming them (`variant.hidden`).
UNSEEN = {kind.removesuffix("-unseen"): kind for kind in _SENTENCES if kind.endswith("-unseen")}
#: Every kind of event there is.
KINDS = tuple(_SENTENCES)


def sentence(event: Event) -> str:
    """The event as a sentence."""
    return _SENTENCES[event.kind].format_map(_Words(event))


class _Words:
    """The words of one event, made as the sentence asks for them."""

    def __init__(self, event: Event) -> None:
        self.event = event

    def __getitem__(self, word: str) -> object:
        return _WORDS[word](self.event)


def _called(event: Event, ids: tuple[str, ...]) -> str:
    """Knights by name, with the title of those who are King."""
    return listed(f"King {name_of(one)}" if one in event.titles and one != "britomart" else name_of(one) for one in ids)


def _first(ids: tuple[str, ...]) -> str:
    return ids[0] if ids else ""


def _denizens_own(event: Event) -> str:
    """ "himself" and "herself" for denizens that are somebody; "itself" for the rest."""
    card = CARDS.denizens.get(_first(event.what))
    return {"she": "herself", "he": "himself"}.get(card.pronoun if card else "", "itself")


def _together(event: Event, cards: tuple[str, ...]) -> str:
    return f" with {the_cards(cards)}" if cards else ""


_WORDS: Mapping[str, Callable[[Event], object]] = {
    "who": lambda e: _called(e, e.who),
    "who_plain": lambda e: listed(map(name_of, e.who)),
    "who_own": lambda e: f"{_called(e, e.who)}'s",
    "others": lambda e: _called(e, e.others),
    "others_plain": lambda e: listed(map(name_of, e.others)),
    "he": lambda e: he(_first(e.who)),
    "his": lambda e: his(_first(e.who)),
    "him": lambda e: him(_first(e.who)),
    "himself": lambda e: himself(_first(e.who)),
    "he_other": lambda e: he(_first(e.others)),
    "his_other": lambda e: his(_first(e.others)),
    "s": lambda e: "s" if len(e.who) == 1 else "",
    "es": lambda e: "es" if len(e.who) == 1 else "",
    "what": lambda e: the_cards(e.what),
    "What": lambda e: cap(the_cards(e.what)),
    "one": lambda e: the(_first(e.what)),
    "One": lambda e: cap(the(_first(e.what))),
    "rest": lambda e: the_cards(e.what[1:]),
    "itself": _denizens_own,
    "s_what": lambda e: "s" if len(e.what) == 1 else "",
    "with": lambda e: _together(e, e.what),
    "with_rest": lambda e: _together(e, e.what[1:]),
    "and_rest": lambda e: f", {the_cards(e.what[1:])} with {him(_first(e.who))}" if e.what[1:] else "",
    "with_rest_or_alone": lambda e: _together(e, e.what[1:]) or " without aid",
    "for_rest": lambda e: f" for {the_cards(e.what[1:])}" if len(e.what) > 1 else "",
    "areas": lambda e: ", ".join(e.what) or "no area",
    "at": lambda e: e.at,
    "to": lambda e: e.to,
    "where_to": lambda e: f" to {e.to}" if e.to else "",
    "way": lambda e: e.way,
    "way_place": lambda e: the(e.way),
    "where_delivered": lambda e: "the Earthly Gate" if e.way == "child" else "the Queen",
    "number": lambda e: e.number,
    "s_number": lambda e: "s" if e.number > 1 else "",
    "dice": lambda e: " and ".join(map(str, e.dice)),
    "sums": lambda e: "; ".join(side.text for side in e.sums),
    "in_the_way": lambda e: " and ".join(
        [
            *([f"{the_cards(e.what)} {'is' if len(e.what) == 1 else 'are'}"] if e.what else []),
            *(
                [
                    f"{_called(e, e.others)}, whom {he(_first(e.who))} has not beaten, {'is' if len(e.others) == 1 else 'are'}"
                ]
                if e.others
                else []
            ),
        ]
    ),
    "drinks": lambda e: f" and {his(_first(e.who))} companions drink" if e.what else " drinks",
    "stalemate": lambda e: (
        f"that {he(_first(e.who))} and {_called(e, e.others)} win together" if e.others else "to start a new game"
    ),
    "agreed": lambda e: f"{_called(e, e.who)} win together" if e.who else "a new game is started",
}
