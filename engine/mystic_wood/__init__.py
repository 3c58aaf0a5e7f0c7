"""The Mystic Wood: its rules as an engine that can always say why.

>>> from engine import mystic_wood as mw
>>> state = mw.new_game(knights=["george", "britomart"], edition="1980")
>>> state.to_move
'britomart'
>>> print(state.judge("move south"))
move south: not allowed
  - South of c1 the Wood ends; a path out of it is ignored. [wood.edge: 1980 rules, The Wood]
"""

from collections.abc import Mapping

from engine.books.editions import Rule
from engine.contract.events import Event, Sum
from engine.contract.game import Policy, play_out
from engine.contract.records import Record, Step
from engine.contract.verdicts import IllegalAction, Reason, Verdict
from engine.mystic_wood.material.cards import CARDS, load_cards, name_of
from engine.mystic_wood.material.ledger import default_edition, editions, ledger, switches
from engine.mystic_wood.material.wood import TILES, Wood, load_tiles, wood_of
from engine.mystic_wood.notation.situations import CODE_PREFIX, code, dumps, to_dict
from engine.mystic_wood.play.compare import Comparison, compare
from engine.mystic_wood.play.game import new_game
from engine.mystic_wood.play.loading import from_code, from_dict, load, loads, read
from engine.mystic_wood.play.odds import Odds, odds, search
from engine.mystic_wood.play.reach import Aim
from engine.mystic_wood.play.state import State, broken_invariants
from engine.mystic_wood.position.actions import Action, parse_action
from engine.mystic_wood.position.messages import KINDS
from engine.mystic_wood.position.paths import distances, frontier, islands, reachable, rotation_effect, way
from engine.mystic_wood.position.table import Area, Ignored, Knight, Peace, Pending, Position
from engine.mystic_wood.rules.encounter_order import encounter_order, not_met
from engine.text.faults import Fault, ImpossibleSituation, UnreadableText

__all__ = [
    "CARDS",
    "CODE_PREFIX",
    "KINDS",
    "NAME",
    "TILES",
    "Action",
    "Aim",
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
    "Wood",
    "broken_invariants",
    "code",
    "compare",
    "default_edition",
    "distances",
    "dumps",
    "editions",
    "encounter_order",
    "from_code",
    "from_dict",
    "frontier",
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
    "search",
    "switches",
    "to_dict",
    "way",
    "wood_of",
]

#: The game's id, as a situation's ``game`` key names it.
NAME = "mystic-wood"


#: Made when first asked for: who only reads or judges needs no bots.
BOTS: Mapping[str, Policy[State]]


def __getattr__(name: str) -> object:
    if name == "LEDGER":
        return ledger()
    if name == "BOTS":
        from engine.mystic_wood.play.bots import BOTS

        return BOTS
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
