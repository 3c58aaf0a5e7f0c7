"""Teaches The Mystic Wood on top of the rules engine: lessons, puzzles, pictures and the `tutor` command."""
