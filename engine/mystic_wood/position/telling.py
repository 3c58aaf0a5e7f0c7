"""Every kind of event of the Mystic Wood, and the sentence that tells it.

A sentence names what the event is about: {who} and {others} are Knights, {what} cards with their articles ({one} the first of
them, {rest} the others), {At} and the like begin a sentence. {s} and {es} fit a verb to who does it, {s_what} to the cards;
{he}, {his} and {him} stand for the first of who. {with_rest} is " with the Sage" where there is more than one card.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from engine.events import Event
from engine.faults import cap
from engine.mystic_wood.material.cards import CARDS, name_of, the
from engine.mystic_wood.position.words import he, him, himself, his, listed, the_cards

SENTENCES: Mapping[str, str] = {
    # ---- walking and exploring
    "about-to-leave": "{who} is about to leave {at} to the {way}; who stands there may challenge {him} first.",
    "about-to-leave-wood": "{who} is about to leave the Wood; who stands there may challenge {him} first.",
    "walks": "{who} walks {way} to {to}.",
    "looks-at": "{who} looks {way} at {to}.",
    "looks-at-unknown": "{who} looks {way} at {to}, unknown ground.",
    "explores": "The path runs on: {to} is turned up and {who} enters.",
    "dead-end": "A dead end: {to} shows no path to the {way}. It stays face down and {who} stays at {at} for this turn.",
    "explores-here": "{who} explores {at}{where_he_stands}.",
    "stays": "{who} stays at {at}.",
    "stays-cut-off": "{who} stays at {at}, cut off, and waits for help.",
    "enters-together": "{who} enters {to} together with {others}.",
    "withdraws": "{who} withdraws to {to}; {his} turn ends.",
    "goes-in-cave": "{who} goes into the Cave.",
    "goes-in-island": "{who} goes over to the Island.",
    "inside": "{who} comes to be inside {what}.",
    "turns-out-inside": "{who} turns out to be inside {what}.",
    "comes-inside": "{What} comes to be inside {way_place}.",
    # ---- cards that lie face down
    "approaches-unseen": "{who} visits whoever lies there.",
    "does-nothing-unseen": "{who} leaves the card face down.",
    "must-rescue-unseen": "{who} looks at the card; what it asks of {him} {he} keeps to {himself}.",
    "relieved-unseen": "{who} is relieved of a rescue.",
    "still-owes-unseen": "{who} still owes a rescue until another Knight enters there.",
    "duty-passes-unseen": "A duty to rescue passes to {who}.",
    "may-meet-again-unseen": "After this {way} {who} can meet again who took no notice of {him}.",
    "calls-on-unseen": "{who} calls on {others}.",
    "would-approach-unseen": "{who} would make the first visit.",
    "yields-unseen": "{who} leaves the first visit to {others}.",
    "prays-unseen": "{who} prays.",
    "has-prayed-unseen": "{who} has prayed {number} turn{s_number}.",
    # ---- drawing, and the spells
    "draws": "{who} draws {what}.",
    "draws-unseen": "{who} draws a denizen, unseen by the others.",
    "now-here": "{What} is now at {at}.",
    "now-here-unseen": "A denizen, face down, is now at {at}.",
    "shown": "{What} is shown to all.",
    "pack-used-up": "The small pack is used up: nothing is drawn.",
    "fog": "Mystic Fog turns {areas} by 180 degrees.",
    "wind": "The Mystic Wind carries off every thing that is held.",
    "blown-away": "{What} of {who} now lie{s_what} loose at {to}.",
    "grail-blown-away": "The Holy Grail is carried to {to}.",
    "horn": "The Mystic Horn sounds: every Knight is transported, companions along.",
    "stays-in-the-tower": "{who} stays in the Tower, which corresponds to itself.",
    "carried-from-enchantress": "{who} is carried out of the Enchantress's hands.",
    "carried-by-horn": "{who} comes to {to}.",
    # ---- encounters
    "calls-on": "{who} calls on {others} against {what}.",
    "is-challenged": "{who} is challenged by {one}{with_rest}.",
    "fights-on": "{who} fights on against {one}{with_rest}.",
    "approaches": "{who} approaches {one}{with_rest}.",
    "throws": "{who} throws {dice}.",
    "adds-1": "{who} adds 1 to {his} throw.",
    "keeps-throw": "{who} keeps {his} throw.",
    "approach-sum": "{sums}.",
    "fight-thrown": "{sums}.",
    "tie": "A tie: the turn ends here, and the fight goes on in the next.",
    "tie-stays-loyal": "A tie: {what} stays loyal to {who}.",
    "vanquishes": "{who} vanquish{es} {what}.",
    "is-vanquished": "{What} vanquishes {who}.",
    "gains-prowess": "{who} is now {way}: 1 more prowess.",
    "no-prowess": "No prowess is gained; {what} leaves the game.",
    "captured": "The Enchantress holds {who} captive where {he} is.",
    "captive-free": "With the Enchantress gone, {who} is free.",
    "imprisoned": "{who} goes to the Tower, a prisoner.",
    "betrays": "{One} betrays {who}: {he} goes to the Tower a prisoner, with all {he} holds{and_rest}.",
    "prince-befriends": "Vanquished, the Prince befriends.",
    "wizard-gives": "The Wizard gives {who} the Lance and is gone.",
    "slain-for-quest": "{who} has slain {what}: {his} quest is done.",
    "dragon-flies": "The Dragon flies to {to}, the Gate of the other half.",
    "sends-illusion": "{who} sends the Illusion to {to}.",
    # ---- reactions
    "does-nothing": "{What} does nothing.",
    "joins": "{What} joins {who}.",
    "takes-grail": "{who} takes the Holy Grail.",
    "remains": "{What} remains and takes no notice of {who}.",
    "stays-loyal": "{What} stays loyal to {who}.",
    "stays-with": "{What} stays with {who}.",
    "attacks": "{What} attacks {who}.",
    "transports-knight": "{What} transports {who} to {to}.",
    "transports-itself": "{What} transports {itself} to {to}.",
    "takes-along": "{One} takes {rest} along to {to}.",
    "storm": "A storm rises over {at}: for three full turns of {who} no Knight walks out.",
    "storm-both-ways": "A storm rises over {at}: for three full turns of {who}, from the next on, nobody gets in or out.",
    "storm-over": "The storm over {at} has blown over.",
    "held-by-storm": "{What} stay{s_what} at {at}: the storm lets nobody go{where_to}.",
    "knight-held-by-storm": "{What} would transport {who} to {to}, but the storm holds {him} at {at}.",
    "flees": "{What} flees to {to}, the Gate of the other half.",
    "gives": "{One} gives {who} {rest} and is gone.",
    "blesses": "{One} gives {who} his Blessing.",
    "looks-for-horse": "{who} looks at {at} to see whether a path leads there.",
    "horse-runs": "The Horse runs {way} to {to}.",
    "catches-horse": "No way leads {way}: {who} catches the Horse.",
    "dwarf-gone": "The Dwarf disappears; the Armour now lies loose at {to}.",
    "dwarf-left": "{who} leaves the card face down.",
    "not-in-the-tower": "{What} may not be in the Tower and leaves the game.",
    # ---- what is lifted
    "may-meet-again": "By this {way} {who} can meet {what} again.",
    "may-challenge-again": "By this {way} {who} may challenge {others} again.",
    # ---- things and companions
    "takes": "{who} takes {what}.",
    "takes-armour-card": "{who} takes the Armour card.",
    "drops": "{who} drops {what} at {at}.",
    "parts": "{What} parts from {who} and stays at {at}.",
    "companions-lost": "{What} stay{s_what} at {at}, independent again.",
    "sage-gone": "The Sage has given his aid and disappears.",
    "offers": "{who} offers {others} {one}{for_rest}.",
    "trades": "{who} gives {others} {one}{for_rest}.",
    # ---- the lost ones
    "must-rescue": "{who} must now rescue {what}.",
    "relieved": "{who} is relieved of rescuing {what}.",
    "still-owes": "{who} still owes the rescue of {what} until another Knight enters there.",
    "goes-with-king": "{What} goes with {who}, who owes no rescue.",
    "goes-with-victor": "{What} goes with {who}, and the rescue with it.",
    "duty-passes": "The duty to rescue {what} passes to {who}.",
    "takes-on-rescue": "The victor takes on the rescue with {what}, by {his} own choice.",
    "delivers": "{who} delivers {what} to {where_delivered} and gains 1 prowess.",
    # ---- jousts
    "challenges": "{who} challenges {others}{with}.",
    "challenges-again": "{who} challenges {others} to the next round of their joust{with}.",
    "lets-be": "{who} lets {others} be.",
    "defends": "{who} meets {one}{with_rest_or_alone}.",
    "joust-tied": "A tie: the turn ends, both stay, and the joust goes on.",
    "joust-beside-tied": "A tie: the turn ends. {others} is in another joust already, so this one is not fought on.",
    "joust-won": "{who} win{s} the joust against {others}.",
    "will-forfeit": "{who} will forfeit {his} next turn.",
    "loser-turn-ends": "{who} has lost the joust: {his} turn ends.",
    "no-prize": "{who} takes no prize.",
    "takes-thing": "{who} takes {what} from {others}.",
    "takes-blessing": "{who} takes the Blessing from {others}.",
    "takes-prowess": "{who} takes a prowess card, {way}, from {others}.",
    "approaches-prize": "{who} approaches {what} of {others}.",
    "would-take": "{who} would take: {way}.",
    "agrees": "{who} agrees.",
    "declines": "{who} declines.",
    "disputes": "{who} disputes the spoils: a joust must decide.",
    "dispute-settled": "The dispute is settled for {who}.",
    "has-spoils": "{who} has {what}.",
    "would-give": "{who} would give {others} {what}.",
    "would-keep": "{who} would have {what}.",
    "both-to-the-tower": "The two who combined go to the Tower together.",
    "fight-broken-off": "The fight of {who} and {what} is broken off.",
    "fight-void": "Left alone, Britomart is ignored by the King: their fight is void.",
    # ---- combination
    "asks-to-enter": "{who} asks {others} to enter {way} together.",
    "will-enter-together": "{who} will enter with {others} and forfeit a turn for it.",
    "offers-aid": "{who} offers to aid {others}.",
    "moves-in-to-aid": "{who} moves in to aid {others}; on {others_plain}'s next turn they fight together.",
    "stands-by": "{who} stands by {others}; on {others_plain}'s next turn they fight together.",
    "joins-forces": "{who} joins forces with {others}.",
    "would-approach": "{who} would approach {what} first.",
    "yields": "{who} leaves it to {others} to approach {what} first.",
    # ---- the King
    "becomes-king": "{who} becomes King: Knight card and extra prowess are laid aside, the quest is now the Castle.",
    "king-leaves": "The King, beaten by more than one Knight, leaves the game.",
    "king-out": "{who} is out of the game; {others} takes all he had.",
    "king-out-jointly": "{who} is out of the game; what he had falls to the victors.",
    "new-king": "{who_plain} is the new King.",
    "king-card-gone": "The King card leaves the game.",
    "king-wins": "{who} has held the Castle for a full turn and wins.",
    "castle-not-held": "{who} does not hold the Castle: {in_the_way} there.",
    "castle-turn-begins": "{who} has fought in this turn: the full turn in the Castle begins now.",
    "alone-wins": "{who} alone is left in the game and wins.",
    # ---- powers and places
    "wand": "{who} turns {at} by 180 degrees with the Wand.",
    "arch-mage-sends": "The Arch-Mage sends {who} to {to}.",
    "magician-leaves": "The Magician transports himself to {to}.",
    "drinks": "{who}{drinks} of the Fountain.",
    "water-carries": "The water carries {who} to {to}.",
    "prays": "{who} prays with the Bishop.",
    "has-prayed": "{who} has prayed {number} turn{s_number} with the Bishop.",
    "prayer-broken": "The prayer of {who} is broken off.",
    "prayer-heard": "After three turns of prayer the Bishop gives {who} the Ring.",
    "turn-in-the-cave": "Guyon has spent {number} full turn{s_number} in the Cave.",
    "cave-quest-done": "{who} has spent {number} full turn{s_number} in the Cave: "
    "{his} quest is done; {he} has still to leave the Wood.",
    # ---- the Tower and the Enchantress
    "key-opens": "The Key lets {who} out of the Tower's prison.",
    "prefers-die": "{who} keeps the Key and tries {his} luck.",
    "tries-luck": "{who} tries {his} luck.",
    "stays-captive": "{who} throws {dice} and stays a captive.",
    "stays-prison": "{who} throws {dice} and stays in prison.",
    "escapes-captive": "{who} throws {dice} and escapes the Enchantress: {he} may leave at once.",
    "escapes-prison": "{who} throws {dice} and escapes from the Tower: {he} may move at once.",
    "lets-out": "{who} lets {others} out; {he_other} moves when {his_other} own turn comes.",
    # ---- turns and the end
    "turn": "It is {who_own} turn.",
    "forfeits": "{who} forfeits this turn.",
    "cannot-leave": "{who} cannot leave the Wood now.",
    "leaves-and-wins": "{who} leave{s} the Wood by the Enchanted Gate and win{s}.",
    "proposes-stalemate": "{who} proposes {stalemate}.",
    "stalemate": "All agree: {agreed}.",
}
#: How it is told what concerns only cards that lie face down for somebody: without naming them (`variant.hidden`).
UNSEEN = {kind.removesuffix("-unseen"): kind for kind in SENTENCES if kind.endswith("-unseen")}
#: Every kind of event there is.
KINDS = tuple(SENTENCES)


def sentence(event: Event) -> str:
    """The event as a sentence."""
    return SENTENCES[event.kind].format_map(_Words(event))


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
    "where_he_stands": lambda e: f", where {he(_first(e.who))} stands" if e.way else "",
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
