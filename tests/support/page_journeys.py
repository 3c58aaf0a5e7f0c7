"""Ways through the editor, the ruling checker and the trainer, as one goes them by hand.

A touch is a line: "drag A to B", "click A", "double A", "delete A", "type FIELD = TEXT", "ask WORDS", "escape"; "follow OUTCOME"
presses "Lay it out" beside that outcome, "follow" alone "Lay out what follows". In the trainer: "click BUTTON",
"wish NAME = VALUE", "right" and "wrong" (an answer that is so), "N days later".
"""

from __future__ import annotations

from typing import NamedTuple

from tests.support.quarrels import QUARRELS


class Journey(NamedTuple):
    """``where`` is "editor", "checker" or "trainer"; ``whole`` tells the page as it opens, too."""

    where: str
    name: str
    touches: tuple[str, ...]
    whole: bool = False


def _as_touch(gesture: str) -> str:
    return f"type {gesture.removeprefix('choose ')}" if gesture.startswith("choose ") else gesture


# fmt: off
EDITOR = (
    Journey("editor", "laid out from nothing, taken back and done again", (
        "drag palette:george to area:c2", "drag palette:orc to area:c2", "drag palette:lance to hand:george",
        "drag palette:lay-NES to area:c3", "drag palette:lay-cave to area:d3", "drag denizen:orc to area:c3",
        "click do:undo", "click do:redo", "click area:c3", "click edge:c3:W", "double area:b7", "delete denizen:orc",
        "delete area:d3", "drag hand:george:lance to away", "click do:clear", "click do:undo"), whole=True),
    Journey("editor", "fields of a Knight, of an area and of the game", (
        "drag palette:roland to area:c2", "drag palette:enchantress to area:c2", "click knight:roland", "click flag:roland:king",
        "click flag:roland:captured", "type one:roland:arrived = transported", "type add:roland:companions = prince",
        "click drop:roland:companions:prince", "click area:c2", "click step:c2:storm:1", "click step:c2:storm:1",
        "click step:c2:storm:-1", "type text:c2:paths = NES", "click do:select game:", "type one:game:edition = 2006",
        "type one:game:moment = arrived", "click more:game:pending", "escape")),
    Journey("editor", "what cannot be is told, and can be mended", (
        "drag palette:george to area:c2", "click knight:george", "click flag:george:captured", "click do:undo",
        "type one:george:fighting = orc", "drag palette:orc to area:c2", "drag palette:orc to area:c5",
        "drag palette:queen to hand:george", "drag palette:blessing to area:c2", "click no:such-thing")),
    Journey("editor", "the library, a lesson's situations, finding, and what is given away", (
        "click do:shelf", "click shelf:Jousts", "type lesson = lesson/04-challenge", "type lesson = ", "click shelf:Approaches",
        "click open:the-witch",
        "type find = lan", "type find = ", "click half:enchanted", "click copy:code", "click save:toml", "click save:svg",
        "click copy:link")),
)
CHECKER = (
    Journey("checker", "the page as it opens, the index, a worked case", (
        "click do:rules", "click topic:jousts", "click rule:joust.prize-tower", "click case:joust.prize-tower:0",
        "type rules = storm", "click do:rules"), whole=True),
    Journey("checker", "asked by pointing, by buttons, in words, past answers reopened", (
        "click do:shelf", "click shelf:Challenges",
        "click open:george-in-armour-before-the-dragon", "click mode:ask", "click denizen:dragon", "click area:c2",
        "ask may he withdraw?", "ask is the moon made of cheese?", "click do:rules-of-it", "ask odds against the dragon",
        "click throw:3", "click throw:3", "follow win", "click again:0", "click slip:now", "click copy:answer",
        "click mode:lay")),
    Journey("checker", "a joust, its chances, the other edition", (
        "click do:shelf", "click shelf:Jousts",
        "click open:an-even-joust", "click mode:ask", "click ask:order:", "ask may Roland joust George?", "follow win",
        "click mode:ask", "ask what are the chances")),
    *(Journey("checker", quarrel.name, tuple(map(_as_touch, quarrel.gestures))) for quarrel in QUARRELS),
)
TRAINER = (
    Journey("trainer", "the puzzle of the day, then training: rated once, and a miss beside a hit", (
        "right", "click next", "click training", "right", "click next", "wrong", "right", "click next", "click hint", "right",
        "click next", "click solution", "click next", "click next"), whole=True),
    Journey("trainer", "what is wished of a puzzle, and what nobody has", (
        "click training", "wish theme = jousts", "click next", "wish kind = order", "wish theme = ", "wish edition = 2006",
        "right", "wish kind = ", "wish edition = ")),
    Journey("trainer", "a streak until the third miss, and a new one; it goes on where it was left", (
        "click streak", "right", "click next", "wrong", "click next", "click training", "click streak", "click next", "right",
        "click next", "click solution", "click next", "click new-streak")),
    Journey("trainer", "what was missed comes back some days later, and is not rated", (
        "click review", "click training", "wrong", "click review", "4 days later", "click daily", "click review", "right",
        "click next", "click daily", "1 days later", "click next", "click no-such-thing")),
)
# fmt: on
JOURNEYS = (*EDITOR, *CHECKER, *TRAINER)
