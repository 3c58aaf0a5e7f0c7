"""Every key a situation can have: what it means, what it may be, and an example. The editor's controls, the reference in
docs/situations.md and the tests all walk over this one table.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, NamedTuple, TypeAlias

from engine import mystic_wood as mw
from engine.mystic_wood.material.cards import CHALLENGERS, COMPANIONS, KNIGHTS, LOST_ONES, THINGS
from tutor.mystic_wood.editor.draft_situation import tiles_in, wood_in

Subject: TypeAlias = Literal["game", "area", "knight"]
Kind: TypeAlias = Literal["flag", "count", "one", "many", "text", "tables", "table"]


class KeyWords(NamedTuple):
    """One key. ``choices`` names what it may be (a key of :func:`choices`); ``default`` is said in words.

    ``example`` is a whole situation that needs the key; ``seldom`` marks what a person rarely sets by hand.
    """

    subject: Subject
    name: str
    kind: Kind
    title: str
    means: str
    default: str
    example: str
    choices: str = ""
    seldom: bool = False

    @property
    def id(self) -> str:
        """Like "area.storm"."""
        return f"{self.subject}.{self.name}"


_ONE = '[areas.c2]\npaths = "NESW"\n'
_G = 'order = ["george"]\n'
_GR = 'order = ["george", "roland"]\n'
_AT = '[knights.george]\nat = "c2"\n'
_R_AT = '[knights.roland]\nat = "c2"\n'
_CAVE = '[areas.c2]\npaths = "NESW"\nname = "cave"\n'

VOCABULARY: tuple[KeyWords, ...] = (
    # ------------------------------------------------------------------ the game
    KeyWords("game", "game", "one", "Game", "Which game it is, for programs that know several.", "mystic-wood",
        'game = "mystic-wood"\n' + _G, "games", True),
    KeyWords("game", "edition", "one", "Edition", "By which rules it is played.", "the rules of 1980",
        'edition = "2006"\n' + _G, "editions"),
    KeyWords("game", "order", "many", "Seats", "Who plays, in the order of play. At most four; one seat is allowed.",
        "the Knights who have a table, in that order", _GR, "knights"),
    KeyWords("game", "turn", "one", "Whose turn", "Whose turn it is.", "the first of order", _GR + 'turn = "roland"\n', "seats"),
    KeyWords("game", "moment", "one", "Moment", "Where his turn stands: he has not moved (start), he has just walked into his area "
        "(arrived), or his move is spent (after).", "start",
        _G + 'moment = "arrived"\n' + _ONE + _AT + 'came_from = "c1"\n', "moments"),
    KeyWords("game", "variants", "many", "Variants", "Variants played: hidden cards, cooperative play.", "none",
        'variants = ["hidden"]\n' + _G, "variants"),
    KeyWords("game", "removed", "many", "Out of the game", "Small cards that are out of the game.", "none",
        _G + 'removed = ["mystic-fog"]\n', "removable"),
    KeyWords("game", "next_cards", "many", "Next cards", "The pack is stacked: these cards come next, the first on top.",
        "the pack is shuffled", _G + 'next_cards = ["witch", "orc"]\n', "pack"),
    KeyWords("game", "areas", "table", "Areas", "A table for each area of which something is known: [areas.c2].",
        "every area lies face down and is unknown", _G + _ONE),
    KeyWords("game", "knights", "table", "Knights", "A table for each Knight who plays: [knights.george].",
        "everybody in order stands at the Earthly Gate with empty hands", _AT + _ONE),
    KeyWords("game", "pending", "tables", "What waits", "What must be decided or thrown before anything else, the last entry first: a "
        "throw, a prize, an answer, a card to draw. Each entry has a kind; who decides (nobody: chance); which knight it "
        "concerns; of what or whom; and whatever else its kind needs.", "nothing",
        _G + 'moment = "after"\npending = [{ kind = "challenge", knight = "george", of = "orc" }]\n' + _ONE
        + 'denizens = ["orc"]\n' + _AT, "pending", True),
    KeyWords("game", "stayed", "flag", "Has not left his place", "Whether the Knight whose turn it is has not left his place since "
        "it began.", "true, unless he has just arrived", _G + 'moment = "after"\nstayed = false\n' + _ONE + _AT, "", True),
    KeyWords("game", "powers", "many", "Powers used", "Which powers have been used in this turn, each once only.", "none",
        _G + 'powers = ["wand"]\n', "powers", True),
    KeyWords("game", "over", "flag", "The game is over", "The game has ended.", "false", _G + "over = true\n", "", True),
    KeyWords("game", "winners", "many", "Winners", "Who has won, once it is over.", "nobody",
        _G + 'over = true\nwinners = ["george"]\n', "seats", True),
    # ------------------------------------------------------------------ an area
    KeyWords("area", "tile", "one", "Area card", "Which area card lies here, by its id; paths, name and glade follow from it.",
        "unknown", _G + '[areas.c2]\ntile = "g03"\n', "tiles"),
    KeyWords("area", "paths", "text", "Paths", "Instead of an id: the edges its paths reach as it lies now, three or four of N, E, S, "
        "W. The first unused card that fits is taken; if none does, it is a card of its own.", "unknown",
        _G + '[areas.c2]\npaths = "ESW"\n'),
    KeyWords("area", "name", "one", "Name", "With paths: which named area it is.", "none", _G + _CAVE, "named"),
    KeyWords("area", "glade", "flag", "Glade", "With paths: whether it has a clearing, where a small card is drawn.",
        "true, but for the Fountain", _G + _ONE + "glade = false\n"),
    KeyWords("area", "own", "flag", "Card of its own", "With paths: a card beside those of the set, even if one of them would fit.",
        "false", _G + _ONE + "own = true\n", "", True),
    KeyWords("area", "turned", "flag", "Turned", "A card with three paths has been turned by half since it was revealed.", "false",
        _G + '[areas.c2]\npaths = "ESW"\nturned = true\n'),
    KeyWords("area", "face", "one", "Face", "down: this card lies here, but has not been revealed.", "up, where a card is named",
        _G + '[areas.c2]\ntile = "g03"\nface = "down"\n', "faces"),
    KeyWords("area", "drawn", "flag", "Small card drawn", "Whether its small card has been drawn. Not yet: the inside of Cave and "
        "Island, or a glade somebody was carried to.", "true, for a card lying face up", _G + _CAVE + "drawn = false\n"),
    KeyWords("area", "denizens", "many", "Denizens", "Who is here.", "nobody", _G + _ONE + 'denizens = ["orc", "elf"]\n', "denizens"),
    KeyWords("area", "things", "many", "Loose things", "Things that lie loose here; in the Cave and on the Island: inside.", "none",
        _G + _ONE + 'things = ["lance"]\n', "things"),
    KeyWords("area", "things_outside", "many", "Things outside", "Things lying outside the Cave, or on the shore of the Island.", "none",
        _G + _CAVE + 'things_outside = ["ring"]\n', "things"),
    KeyWords("area", "storm", "count", "Storm", "How many full turns a storm still lasts here.", "0: no storm",
        _G + _ONE + "storm = 3\n"),
    KeyWords("area", "storm_by", "one", "Storm raised by", "Who raised the storm, whose turns count.", "whoever's turn it is",
        _GR + _ONE + 'storm = 2\nstorm_by = "roland"\n', "seats", True),
    KeyWords("area", "storm_fresh", "flag", "Raised this turn", "The storm was raised in the turn under way, which does not count.",
        "false", _G + _ONE + "storm = 3\nstorm_fresh = true\n", "", True),
    KeyWords("area", "storm_open", "flag", "Closes at the end", "The storm of this turn closes the area only when the turn has ended.",
        "false", _G + _ONE + "storm = 3\nstorm_fresh = true\nstorm_open = true\n", "", True),
    KeyWords("area", "seen", "many", "Seen by", "Knights who have looked at this card while it lies face down.", "nobody",
        _G + '[areas.c2]\ntile = "g03"\nface = "down"\nseen = ["george"]\n', "seats", True),
    KeyWords("area", "hidden", "table", "Lying face down", "Hidden cards: denizens lying face down, each with the Knights who know it.",
        "none", 'variants = ["hidden"]\n' + _G + _ONE + 'denizens = ["queen"]\nhidden = { queen = ["george"] }\n', "hidden", True),
    # ------------------------------------------------------------------ a Knight
    KeyWords("knight", "at", "one", "Where", "The area he is in.", "c1, the Earthly Gate", _G + _ONE + _AT, "areas"),
    KeyWords("knight", "came_from", "one", "Came from", "The area he came from, where he could withdraw to. It need not be listed; a "
        "path must lead there.", "nowhere", _G + 'moment = "arrived"\n' + _ONE + _AT + 'came_from = "c1"\n', "beside"),
    KeyWords("knight", "things", "many", "Things", "The things he has.", "none", '[knights.george]\nthings = ["shield"]\n', "things"),
    KeyWords("knight", "companions", "many", "Companions", "Who goes with him.", "nobody",
        '[knights.george]\ncompanions = ["sage"]\n', "companions"),
    KeyWords("knight", "prowess_cards", "many", "Prowess cards", "The denizens he has beaten whose cards he keeps, by their ids; also "
        "the Child and the Damsel once rescued.", "none", '[knights.george]\nprowess_cards = ["wild-ox"]\n', "prowess"),
    KeyWords("knight", "horse", "flag", "Horse", "He has the Horse.", "false", "[knights.george]\nhorse = true\n"),
    KeyWords("knight", "grail", "flag", "Holy Grail", "He has the Holy Grail.", "false", "[knights.perceval]\ngrail = true\n"),
    KeyWords("knight", "blessing", "flag", "Blessing", "He has the Hermit's Blessing.", "false", "[knights.george]\nblessing = true\n"),
    KeyWords("knight", "inside", "flag", "Inside", "He is inside the Cave, or over on the Island.", "false",
        _G + _CAVE + _AT + "inside = true\n"),
    KeyWords("knight", "imprisoned", "flag", "Imprisoned", "He is a prisoner in the Tower.", "false",
        '[knights.george]\nat = "c5"\nimprisoned = true\n'),
    KeyWords("knight", "captured", "flag", "Captured", "The Enchantress holds him captive.", "false",
        _G + _ONE + 'denizens = ["enchantress"]\n' + _AT + "captured = true\n"),
    KeyWords("knight", "king", "flag", "King", "This player has become King.", "false", "[knights.george]\nking = true\n"),
    KeyWords("knight", "quest_done", "flag", "Quest done", "George has slain the Dragon; Guyon has spent three turns in the Cave.",
        "false", "[knights.george]\nquest_done = true\n"),
    KeyWords("knight", "must_rescue", "many", "Must rescue", "Whom he is bound to rescue: Child, Damsel.",
        "those with him, or lying where he is", '[knights.george]\nmust_rescue = ["child"]\n', "lost"),
    KeyWords("knight", "ignored_by", "tables", "Ignored by", "Denizens that remained and take no notice of him until that is lifted, "
        "each with its area; guards = false for a Prince who parted after helping.", "nobody",
        _G + _ONE + 'denizens = ["elf"]\n' + _AT + 'ignored_by = [{ denizen = "elf", area = "c2" }]\n', "ignored"),
    KeyWords("knight", "fighting", "one", "In a tied fight with", "Whom he tied with last turn: a denizen of his area, or a Knight.",
        "nobody", _G + _ONE + 'denizens = ["orc"]\n' + _AT + 'fighting = "orc"\n', "foes"),
    KeyWords("knight", "out", "flag", "Out of the game", "He is out of the game.", "false",
        _GR + 'turn = "roland"\n[knights.george]\nout = true\n'),
    KeyWords("knight", "arrived", "one", "How he arrived", "How he came to his area: walked; transported, when he may not withdraw; earlier: transported, but he has had a turn here since.",
        "walked", _G + _ONE + _AT + 'arrived = "transported"\n', "arrivals"),
    KeyWords("knight", "prayer_turns", "count", "Turns of prayer", "How many turns he has prayed with the Bishop.", "0",
        "[knights.george]\nprayer_turns = 1\n"),
    KeyWords("knight", "cave_turns", "count", "Turns in the Cave", "How many full turns he has spent in the Cave.", "0",
        "[knights.guyon]\ncave_turns = 2\n"),
    KeyWords("knight", "met", "many", "Met here", "Denizens of this area he has met on this visit.", "nobody",
        _G + 'moment = "after"\n' + _ONE + 'denizens = ["elf"]\n' + _AT + 'met = ["elf"]\n', "denizens", True),
    KeyWords("knight", "met_last_turn", "many", "Met last turn", "Denizens he encountered in his turn before.", "nobody",
        '[knights.george]\nmet_last_turn = ["elf"]\n', "denizens", True),
    KeyWords("knight", "met_this_turn", "many", "Met this turn", "Denizens he has encountered in the turn under way.", "nobody",
        '[knights.george]\nmet_this_turn = ["elf"]\n', "denizens", True),
    KeyWords("knight", "freed", "flag", "Just freed", "Freed from the Enchantress, and still in her area.", "false",
        _G + _ONE + 'denizens = ["enchantress"]\n' + _AT + "freed = true\n", "", True),
    KeyWords("knight", "at_peace", "tables", "At peace with", "Knights he may not challenge again yet, each with the area they "
        "jousted in.", "nobody", _GR + '[knights.george]\nat_peace = [{ knight = "roland", area = "c2" }]\n', "peace", True),
    KeyWords("knight", "forfeits", "many", "Forfeits", "One rule for each coming turn he forfeits.", "none",
        '[knights.george]\nforfeits = ["joust.forfeit"]\n', "rules", True),
    KeyWords("knight", "partners", "many", "Partners", "Knights who have combined with him.", "nobody",
        _GR + _ONE + _AT + 'partners = ["roland"]\n' + _R_AT, "others", True),
    KeyWords("knight", "challenger", "flag", "Was the challenger", "In a tied joust: it was he who challenged.", "false",
        _GR + _ONE + _AT + 'fighting = "roland"\nchallenger = true\n' + _R_AT, "", True),
    KeyWords("knight", "dispute", "one", "Disputes", "In a tied joust between partners: the spoils it is about, a thing, the Knight "
        "whose prize it is, or king for what a fallen King had.", "nothing", _GR + _ONE + _AT + 'fighting = "roland"\npartners = ["roland"]\ndispute = "lance"\n'
        + _R_AT, "spoils", True),
    KeyWords("knight", "due", "many", "Due to him", "While what a fallen King had is shared, or fought for: what this Knight is to have; "
        "nobody holds it yet.", "nothing", _GR + _ONE + _AT + 'fighting = "roland"\ndispute = "king"\ndue = ["lance", "sage"]\n'
        + _R_AT + 'dispute = "king"\n', "shared", True),
    KeyWords("knight", "castle_rank", "count", "Rank in the Castle", "In the Castle: 1 for who has been there longest, then 2, and so "
        "on.", "0", _G + '[areas.c2]\npaths = "NESW"\nname = "castle"\n' + _AT + "castle_rank = 1\n", "", True),
    KeyWords("knight", "left_behind", "many", "Left behind", "Lost ones he left behind by losing a fight.", "nobody",
        '[knights.george]\nleft_behind = ["child"]\n', "lost", True),
    KeyWords("knight", "came", "many", "Came to him", "Denizens who came to him while he stood there, and whom he has not met yet.",
        "nobody", _G + _ONE + 'denizens = ["dragon"]\n' + _AT + 'came = ["dragon"]\n', "denizens", True),
    KeyWords("knight", "passable", "many", "May be passed by", "Whom he may meet or pass by, since a joust has lifted that they remained.",
        "nobody", _G + _ONE + 'denizens = ["elf"]\n' + _AT + 'passable = ["elf"]\n', "denizens", True),
    KeyWords("knight", "helped", "flag", "The Prince has helped", "In an undecided fight: the Prince helped him in one of its rounds.",
        "false", _G + _ONE + 'denizens = ["orc"]\n' + _AT + 'fighting = "orc"\nhelped = true\n', "", True),
    KeyWords("knight", "knows_armour", "flag", "Knows the Armour", "Hidden cards: he has met the Dwarf and knows where the Armour is.",
        "false", 'variants = ["hidden"]\n' + _G + "[knights.george]\nknows_armour = true\n", "", True),
)  # fmt: skip

BY_ID: Mapping[str, KeyWords] = {key.id: key for key in VOCABULARY}
#: What can wait (``pending``), each in words.
WAITING: Mapping[str, str] = {
    "reveal": "an area card is turned up", "draw": "a small card is drawn", "challenge": "the throws of a challenge",
    "approach": "the throw of an approach", "bonus": "Guyon may add 1", "escape": "a throw to escape",
    "fountain": "the throw at the Fountain", "joust": "the throws of a joust", "answer": "the challenged answers",
    "offer": "whoever stands there may joust who arrives", "prize": "the winner of a joust chooses",
    "relief": "a partner takes over a tied fight", "ally": "a Knight is asked to help", "attacked": "the Prince attacks",
    "illusion": "the Illusion is sent away", "dwarf": "the Dwarf is shown or hidden", "spoils": "who gets the spoils",
    "share": "a fallen King's hand is shared out", "shared": "a fellow victor agrees to his share, or disputes it",
    "combine": "a Knight is asked to combine", "trade": "an exchange is answered", "yielded": "an approach is left to another",
    "first-approach": "the first approach is his, with aid or without",
    "stalemate": "all are asked to call it a stalemate", "walk": "partners walk on", "glade": "a glade is entered",
    "joust-over": "a joust is settled", "first": "a partner lets the Knight approach first, or disputes it",
    "leave": "he leaves the Wood",
}  # fmt: skip


def choices(key: KeyWords, data: Mapping[str, Any], about: str = "") -> tuple[str, ...]:
    """What the value of a key may be chosen from in this half-built situation; ``about`` is the area or Knight it is set for."""
    seats, wood = tuple(data.get("knights", {})), wood_in(data)
    here = str(data.get("knights", {}).get(about, {}).get("at", wood.earthly_gate))
    fixed: dict[str, tuple[str, ...]] = {
        "editions": mw.editions(), "knights": KNIGHTS, "seats": seats, "moments": ("start", "arrived", "after"),
        "variants": ("hidden", "cooperative"), "removable": (*mw.CARDS.pack, *THINGS, "blessing"), "pack": mw.CARDS.pack,
        "powers": ("key", "wand", "arch-mage", "escaped", "went-in", "joint", "stalemate", "pray", "jousted", "fought"),
        "faces": ("up", "down"), "denizens": tuple(mw.CARDS.denizens), "things": THINGS, "areas": wood.areas,
        "companions": COMPANIONS, "lost": LOST_ONES, "games": ("mystic-wood",), "arrivals": ("walked", "transported", "earlier"), "rules": tuple(mw.ledger()),
        "prowess": tuple(c.id for c in mw.CARDS.denizens.values() if c.prowess_card),
        "others": tuple(seat for seat in seats if seat != about), "pending": tuple(WAITING),
        "foes": (*CHALLENGERS, "prince", *(seat for seat in seats if seat != about)),
        "spoils": (*THINGS, *seats, *COMPANIONS, "horse", "holy-grail", "king"),
        "shared": (*THINGS, *COMPANIONS, "horse", "holy-grail"),
        "named": tuple(name for name, card in mw.CARDS.areas.items() if card.half),
    }  # fmt: skip
    if key.choices == "beside":
        return tuple(wood.neighbours.get(here, {}).values())
    if key.choices == "tiles":
        half = wood.half_of(about) if about in wood.index else ""
        return tuple(tile.id for tile in tiles_in(data).values() if tile.half == half and not tile.fixed)
    return fixed.get(key.choices, ())
