"""Mystic Paths: players lay clue words for their secret ten-step walks through nineteen portals, the others guess.

The links of the board, the words and the walks are ours: those of the printed game are not in the text we have.

>>> from engine import mystic_paths
>>> state = mystic_paths.loads('''
... moment = "guess"
... [players.red]
... trail = ["a1", "b2"]
... marks = ["b3"]
... clues = [ { step = 2, word = "wise" } ]
... [players.green]
... ''')
>>> state.next_portals("red")
('a2', 'b1', 'c2', 'c3')
>>> print(state.judge("guess bridge"))
guess bridge: not allowed
  - Red's Base stands on bridge, which he has just left. [guess.not-base: english rules, lines 95, 143]
"""

from engine.contract.events import Event
from engine.contract.game import play_out
from engine.contract.records import Record, Step
from engine.contract.verdicts import IllegalAction, Reason, Verdict
from engine.mystic_paths.bots import BOTS, careful, reader, search, supple
from engine.mystic_paths.material import (
    Board,
    boards,
    default_edition,
    editions,
    figures,
    ledger,
    load_board,
    met_twice,
    switches,
    unlawful,
)
from engine.mystic_paths.play import (
    Odds,
    State,
    broken_invariants,
    from_code,
    from_dict,
    load,
    loads,
    new_game,
    odds,
    read,
)
from engine.mystic_paths.position import KINDS, Action, Clue, Player, parse_action
from engine.mystic_paths.scores import Score, Scores, best_left
from engine.mystic_paths.walks import (
    can_finish,
    cards_left,
    furthest,
    guess_odds,
    next_portals,
    reach,
    walks_left,
    windows,
)
from engine.mystic_paths.writing import CODE_PREFIX, NAME, code, dumps, to_dict
from engine.text.faults import Fault, ImpossibleSituation, UnreadableText

__all__ = [
    "BOTS",
    "CODE_PREFIX",
    "KINDS",
    "NAME",
    "Action",
    "Board",
    "Clue",
    "Event",
    "Fault",
    "IllegalAction",
    "ImpossibleSituation",
    "Odds",
    "Player",
    "Reason",
    "Record",
    "Score",
    "Scores",
    "State",
    "Step",
    "UnreadableText",
    "Verdict",
    "best_left",
    "boards",
    "broken_invariants",
    "can_finish",
    "cards_left",
    "careful",
    "code",
    "default_edition",
    "dumps",
    "editions",
    "figures",
    "from_code",
    "from_dict",
    "furthest",
    "guess_odds",
    "ledger",
    "load",
    "load_board",
    "loads",
    "met_twice",
    "new_game",
    "next_portals",
    "odds",
    "parse_action",
    "play_out",
    "reach",
    "read",
    "reader",
    "search",
    "supple",
    "switches",
    "to_dict",
    "unlawful",
    "walks_left",
    "windows",
]
