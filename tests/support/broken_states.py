"""States no game can reach, each with the one thing that is wrong in it: every invariant must be seen to notice."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from engine import mystic_wood as mw
from engine.mystic_wood.play.state import broken_invariants
from tests.support.usual_wood import INDEX

SOUND = mw.loads(
    'order = ["george", "roland"]\n[areas.c2]\npaths = "NESW"\ndenizens = ["elf", "orc"]\nthings = ["lance", "shield"]\n'
    '[areas.b3]\ntile = "g06"\n[areas.d7]\ntile = "e05"\n[knights.george]\nat = "c2"\ncompanions = ["sage"]\nthings = ["ring"]'
)


#: What is wrong in two ways at once.
TWOFOLD = ("the same thing twice",)


def area(name: str, **changes: Any) -> mw.State:
    """The sound state with an area in it changed."""
    areas = list(SOUND.areas)
    areas[INDEX[name]] = areas[INDEX[name]]._replace(**changes)
    return replace(SOUND, areas=tuple(areas))


def knight(**changes: Any) -> mw.State:
    """The sound state with George changed."""
    return replace(SOUND, knights=(SOUND.knights[0]._replace(**changes), *SOUND.knights[1:]))


def broken() -> Mapping[str, tuple[mw.State, str]]:
    """Each broken state by what is wrong with it, with words of what is told about it, and of that alone
    but for those named in ``TWOFOLD``."""
    g06 = SOUND.area("b3").tile
    assert g06 is not None
    draw = mw.Pending("draw", None, "george", area="c2", drawn=("witch",), number=1)
    horse = area("c5", denizens=("horse",))
    return {
        "an Orc in two areas": (area("b3", denizens=("orc",)), "orc is in several places"),
        "the Elf's Wand beside the Elf": (area("b3", things=("wand",)), "elf is in several places"),
        "a thing in a hand and outside": (area("b3", things_outside=("ring",)), "bishop is in several places"),
        "a companion in a hand and in an area": (area("b3", denizens=("sage",)), "sage is in several places"),
        "a prowess card in a hand and its denizen in an area": (
            knight(prowess_cards=("orc",)),
            "orc is in several places",
        ),
        "two Horses": (replace(horse, knights=knight(horse=True).knights), "horse is in several places"),
        "two Grails": (
            replace(area("b3", denizens=("holy-grail",)), knights=knight(grail=True).knights),
            "holy-grail is in",
        ),
        "a Blessing beside the Hermit": (
            replace(area("b3", denizens=("hermit",)), knights=knight(blessing=True).knights),
            "hermit is in several places",
        ),
        "a thing that is due and lies there": (
            replace(knight(due=("lance",)), pending=(mw.Pending("share", "george", "george", partners=("roland",)),)),
            "wizard is in several places",
        ),
        "a card due to him while nothing is shared": (knight(due=("key",)), "due to george, though nothing is shared"),
        "two Kings": (
            replace(area("b3", denizens=("king",)), knights=knight(king=True).knights),
            "king is in several places",
        ),
        "a card in play that has left the game": (replace(SOUND, removed=("orc",)), "orc is in several places"),
        "a card being drawn that lies there": (
            replace(area("b3", denizens=("witch",)), pending=(draw,)),
            "witch is in several places",
        ),
        "an area card in two places": (area("d7", tile=g06), "an area card lies twice"),
        "an area card of another set": (area("d7", tile=g06._replace(id="x99")), "an area card lies twice"),
        "a face-up area that is no card": (area("a4", face_up=True), "a4 lies face up but is no card"),
        "an Orc in the Tower": (area("c5", denizens=("troll",)), "denizens in the Tower"),
        "denizens out of order": (area("c2", denizens=("orc", "elf")), "c2 are not in canonical order"),
        "things out of order": (area("c2", things=("shield", "lance")), "c2 are not in canonical order"),
        "the same thing twice": (area("b3", things=("key", "key")), "b3 are not in canonical order"),
        "a storm nobody made": (area("b3", storm=2), "the storm at b3 and its maker"),
        "the maker of no storm": (area("b3", storm_by="george"), "the storm at b3 and its maker"),
        "a hidden Troll who is not there": (area("b3", hidden=(("troll", ("george",)),)), "a hidden card at b3"),
        "a Knight off the grid": (
            replace(SOUND, knights=(SOUND.knights[0], SOUND.knights[1]._replace(at="z9"))),
            "roland is off the grid at z9",
        ),
        "a companion who is none": (knight(companions=("troll",)), "george has companions"),
        "a prisoner out of prison": (knight(imprisoned=True), "george is imprisoned at c2"),
        "inside a glade": (knight(inside=True), "george is inside at c2"),
        "a captive without a captor": (knight(captured=True), "captive without the Enchantress"),
        "a fight with a Troll elsewhere": (knight(fighting="troll"), "george fights troll"),
        "a partner who knows nothing of it": (knight(partners=("roland",)), "partner of roland, but not the other way"),
    }


def unnoticed() -> list[str]:
    """What is wrong in a broken state and not noticed, or noticed in a sound one."""
    found = [f"sound, yet: {fault}" for fault in broken_invariants(SOUND)]
    for name, (state, words) in broken().items():
        told = broken_invariants(state)
        if not any(words in fault for fault in told) or len(told) != (2 if name in TWOFOLD else 1):
            found.append(f"{name}: told {told}")
    return found
