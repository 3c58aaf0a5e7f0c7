"""A situation of Mystic Paths in words: line by line what a picture of it shows."""

from __future__ import annotations

from engine import mystic_paths as mp
from engine.mystic_paths.material import NOTS
from engine.text.faults import cap

#: Said on every page that shows it.
ASSUMED = "The links, the words and the maps are ours, not those of the printed game."
_MODES = {
    "together": "together",
    "individual": "each for himself",
    "teams": "in teams",
    "all-or-nothing": "all or nothing",
}
_LETTERS = {"red": "R", "orange": "O", "yellow": "Y", "green": "G", "blue": "B", "purple": "P"}


def initial(seat: str) -> str:
    """The letter on a player's pieces."""
    return _LETTERS[seat]


def names(seats: tuple[str, ...]) -> str:
    """Some players in a row: "Red, Green and Blue"."""
    *first, last = [seat.capitalize() for seat in seats] or ["nobody"]
    return f"{', '.join(first)} and {last}" if first else last


def number(count: int, what: str) -> str:
    """So many of them: "1 card", "3 cards"."""
    return f"{count} {what}{'s' * (count != 1)}"


def title(state: mp.State) -> str:
    """What is shown and what is asked, in one line."""
    return f"Mystic Paths, {_MODES[state.mode]}, round {state.round}: {asked(state)}"


def asked(state: mp.State) -> str:
    """What is asked now, and of whom."""
    owner, who = state.turn.capitalize(), names(state.deciders)
    lay, guess = ("lay", "guess") if len(state.deciders) > 1 else ("lays", "guesses")
    told = {
        "place": "the portals come to the board",
        "attempt": "the group chooses an Apprentice",
        "draw": f"{owner} draws a clue card",
        "deal": f"{owner} is dealt a map",
        "lay": f"{who} {lay} clues",
        "first": "the group chooses whose path is first",
        "guess": f"{who} {guess} {owner}'s path",
        "answer": f"{owner} says whether {state.word(state.touched or next(iter(state.board.cells)))} is right",
        "over": "the game is over",
    }
    return told[state.moment]


def next_words(state: mp.State) -> str:
    """What comes next, in a sentence."""
    if state.over:
        return f"Then the game is over; {result(state)}"
    actions = state.actions() if state.decision == "choice" else []
    some = f": {', '.join(actions[:4])}{' ...' if len(actions) > 4 else '.'}" if actions else "."
    return f"Then {asked(state)}{some}"


def result(state: mp.State) -> str:
    """How a game that is over has ended."""
    found = state.scores()
    if state.alone:
        seat, score = next(iter(found.players.items()))
        return f"{score.path} of ten steps of {seat.capitalize()} were guessed."
    if found.group is not None:
        return f"the common score is {found.group}."
    return f"{names(found.winners)} won with {max(found.totals.values())}."


def cell_words(state: mp.State, cell: str) -> str:
    """One place: its portal, and what stands and lies there."""
    parts = [f"{cell}: {state.word(cell) or 'no portal yet'}"]
    parts += [
        f"{p.id.capitalize()}'s Apprentice{' and Base' if p.base == p.at else ''}"
        for p in state.players
        if p.at == cell
    ]
    parts += [f"{p.id.capitalize()}'s Base" for p in state.players if p.base == cell != p.at]
    parts += [f"a NOT of {p.id.capitalize()}" for p in state.players if cell in p.marks]
    return ", ".join(parts)


def player_words(state: mp.State, seat: str) -> str:
    """A player: how far he is, his clues, and of his hand and his map what this state holds."""
    player = state.player(seat)
    parts = [f"{seat.capitalize()} at {player.at} ({state.word(player.at)}), step {player.reached}"]
    if player.through and player.finished_in:
        parts[0] += f", through in round {player.finished_in}"
    clues = ", ".join(f"{clue.step} {clue.text.replace('not ', 'NOT ')}" for clue in player.clues)
    parts += [f"clues: {clues}"] if clues else []
    parts += [f"{number(player.covered, 'clue')} only his left neighbour sees"] if player.covered else []
    hand = ", ".join("/".join(state.board.cards[card]) for card in player.hand or ())
    parts.append(f"in hand: {hand}" if hand else f"{number(state.holds(player), 'card')} in hand")
    parts.append(f"{state.reserve(player)} of {NOTS} NOT tokens left")
    path = state.path_of(player)
    if path:
        parts.append(f"{f'map {player.map}' if player.map else 'path'}: {' '.join(path)}")
    return "; ".join(parts)


def board_lines(state: mp.State) -> list[str]:
    """Everything there is to know, line by line."""
    lines = [player_words(state, seat) + "." for seat in state.order]
    if state.moment in ("guess", "first", "lay"):
        for seat in (state.turn,) if state.moment == "guess" else ():
            words = ", ".join(f"{state.word(cell)} ({cell})" for cell in state.next_portals(seat))
            lines.append(f"{seat.capitalize()}'s next step can be {words}.")
    lines.append(f"{number(state.deck(), 'clue card')} in the deck, {len(state.discards)} thrown off.")
    return [*lines, board_note(state)]


def board_note(state: mp.State) -> str:
    """What kind of set it is."""
    if state.board.provenance == "assumed":
        return f"The {state.board.id} board, its words and maps are ours: those of the printed game are not in the text we have."
    return f"The set {state.board.id} ({state.board.provenance})."


def note(state: mp.State) -> str:
    """The same, short enough for a picture."""
    return ASSUMED if state.board.provenance == "assumed" else board_note(state)


def way(state: mp.State, cells: tuple[str, ...]) -> str:
    """Some portals of a path, by their words."""
    return ", ".join(state.word(cell) for cell in cells)


def action_words(action: str) -> str:
    """An action as a button has it: "Guess owl", "Step 1: NOT short", "Ready"."""
    said = action.rpartition(": ")[2]
    named = said.split()
    if len(named) > 1 and named[1] in ("clue", "add", "ready"):
        word = " ".join(named[3:]).replace("not ", "NOT ")
        return {
            "clue": f"Step {' '.join(named[2:3])}: {word}",
            "add": f"Add to step {' '.join(named[2:3])}: {word}",
        }.get(named[1], "Ready")
    told = {
        "first": f"{' '.join(named[1:]).capitalize()}'s path first",
        "attempt": f"{' '.join(named[1:]).capitalize()} tries",
    }
    return told.get(named[0], cap(said)) if named else action
