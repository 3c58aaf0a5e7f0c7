"""GRAN: knights race for a ring, fight dragons, lay obstacles, and carry the ring to three cities.

The board is a training board: the lines of the real one are not in the text we have.

>>> from engine import gran
>>> state = gran.new_game(knights=["red", "blue", "green"])
>>> state.to_move
'red'
>>> print(state.judge("move gb2 gc2"))
move gb2 gc2: not allowed
  - The dragon at gb2 stops every move. [move.not-through-dragon: english rules, How to move, lines 52-54]
"""

from engine.contract.events import Event
from engine.contract.game import play_out
from engine.contract.records import Record, Step
from engine.contract.verdicts import IllegalAction, Reason, Verdict
from engine.gran.bots import BOTS, search
from engine.gran.material import Board, Space, boards, default_edition, editions, figures, ledger, load_board, switches
from engine.gran.play import Odds, State, broken_invariants, from_code, from_dict, load, loads, new_game, odds, read
from engine.gran.position import KINDS, Action, Knight, parse_action, win_chance
from engine.gran.writing import CODE_PREFIX, NAME, code, dumps, to_dict
from engine.text.faults import Fault, ImpossibleSituation, UnreadableText

__all__ = [
    "BOTS",
    "CODE_PREFIX",
    "KINDS",
    "NAME",
    "Action",
    "Board",
    "Event",
    "Fault",
    "IllegalAction",
    "ImpossibleSituation",
    "Knight",
    "Odds",
    "Reason",
    "Record",
    "Space",
    "State",
    "Step",
    "UnreadableText",
    "Verdict",
    "boards",
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
    "loads",
    "new_game",
    "odds",
    "parse_action",
    "play_out",
    "read",
    "search",
    "switches",
    "to_dict",
    "win_chance",
]
