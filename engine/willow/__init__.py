"""The Willow game: Good and Evil move, hide and seek, cast Spells, and fight over a child whose holder is secret.

There is no one board: a state is played with a scenario, whose figures each say where they come from.

>>> from engine import willow
>>> state = willow.loads('scenario = "training"\\n[characters.willow]\\nat = "mountain-pass"')
>>> print(state.judge("willow moves nockmaar-castle"))
willow moves nockmaar-castle: not allowed
  - Nockmaar Castle must be found first: search for it. [move.places-need-find: tor rules, 7.1; 10.3, lines 221-222, 384-389]
>>> print(state.judge("willow moves tavern"))
willow moves tavern: not allowed
  - Tavern is not next to Mountain Pass. [move.one-or-two: tor rules, 7.1 (inferred), lines 213-215]
  (assumed: links of the map)
"""

from engine.contract.events import Event
from engine.contract.game import play_out
from engine.contract.records import Record, Step
from engine.contract.verdicts import IllegalAction, Reason
from engine.text.faults import Fault, ImpossibleSituation, UnreadableText
from engine.willow.material.library import figures, load_scenario, material_from, scenarios
from engine.willow.material.scenario import Material, title
from engine.willow.material.source import default_edition, editions, ledger, switches
from engine.willow.notation.writing import CODE_PREFIX, NAME, code, dumps, to_dict
from engine.willow.play.bots import BOTS
from engine.willow.play.odds import Odds, odds, search
from engine.willow.play.state import (
    State,
    Verdict,
    broken_invariants,
    from_code,
    from_dict,
    load,
    loads,
    new_game,
    read,
)
from engine.willow.position.actions import Action, parse_action
from engine.willow.position.draft import KINDS
from engine.willow.position.table import Character

#: A scenario is to this game what a board is to another.
load_board = load_scenario

__all__ = [
    "BOTS",
    "CODE_PREFIX",
    "KINDS",
    "NAME",
    "Action",
    "Character",
    "Event",
    "Fault",
    "IllegalAction",
    "ImpossibleSituation",
    "Material",
    "Odds",
    "Reason",
    "Record",
    "State",
    "Step",
    "UnreadableText",
    "Verdict",
    "broken_invariants",
    "code",
    "default_edition",
    "dumps",
    "editions",
    "figures",
    "from_code",
    "from_dict",
    "ledger",
    "load",
    "load_board",
    "load_scenario",
    "loads",
    "material_from",
    "new_game",
    "odds",
    "parse_action",
    "play_out",
    "read",
    "scenarios",
    "search",
    "switches",
    "title",
    "to_dict",
]
