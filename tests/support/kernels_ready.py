"""What every kernel that is a copy has read before its first cell: imported in the process of which it is a copy.

The games, and the book of puzzles, which takes a second: notebooks run side by side would read it twenty times.
"""

from tutor.content.puzzles.book import puzzles_by_id
from tutor.pages.exercise import exercise, puzzle, trainer
from tutor.teach.game import registry as games

READ = (exercise, puzzle, trainer, *(games.teachable(name).ledger for name in games.GAMES), puzzles_by_id())
