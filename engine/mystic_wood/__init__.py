"""The Mystic Wood: its rules as an engine that can always say why.

>>> from engine import mystic_wood as mw
>>> state = mw.new_game(knights=["george", "britomart"], edition="1980")
>>> state.to_move
'britomart'
>>> print(state.judge("move south"))
move south: not allowed
  - South of c1 the Wood ends; a path out of it is ignored. [wood.edge: 1980 rules, The Wood]
"""

from engine.events import Event, Sum
from engine.faults import Fault, ImpossibleSituation, UnreadableText
from engine.mystic_wood.material.cards import CARDS, load_cards, name_of
from engine.mystic_wood.material.ledger import editions, ledger, switches
from engine.mystic_wood.material.wood import AREAS, TILES, corresponding_area, half_of, load_tiles
from engine.mystic_wood.notation.situations import code, dumps, to_dict
from engine.mystic_wood.play.compare import Comparison, compare
from engine.mystic_wood.play.game import new_game, play_out
from engine.mystic_wood.play.odds import Odds, chance_of, odds
from engine.mystic_wood.play.opening import from_code, from_dict, load, loads, read
from engine.mystic_wood.play.state import State, Step
from engine.mystic_wood.position.actions import Action, parse_action
from engine.mystic_wood.position.paths import distances, frontier, islands, reachable, rotation_effect, way
from engine.mystic_wood.position.table import Area, Ignored, Knight, Peace, Pending, Position
from engine.mystic_wood.rules.meeting import encounter_order, not_met
from engine.records import Record
from engine.verdicts import IllegalAction, Reason, Rule, Verdict

__all__ = [
    "AREAS",
    "CARDS",
    "TILES",
    "Action",
    "Area",
    "Comparison",
    "Event",
    "Fault",
    "Ignored",
    "IllegalAction",
    "ImpossibleSituation",
    "Knight",
    "Odds",
    "Peace",
    "Pending",
    "Position",
    "Reason",
    "Record",
    "Rule",
    "State",
    "Step",
    "Sum",
    "UnreadableText",
    "Verdict",
    "chance_of",
    "code",
    "compare",
    "corresponding_area",
    "distances",
    "dumps",
    "editions",
    "encounter_order",
    "from_code",
    "from_dict",
    "frontier",
    "half_of",
    "islands",
    "ledger",
    "load",
    "load_cards",
    "load_tiles",
    "loads",
    "name_of",
    "new_game",
    "not_met",
    "odds",
    "parse_action",
    "play_out",
    "reachable",
    "read",
    "rotation_effect",
    "switches",
    "to_dict",
    "way",
]


def __getattr__(name: str) -> object:
    if name == "LEDGER":
        return ledger()
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
