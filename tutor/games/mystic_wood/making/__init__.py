"""A maker for each kind of the Mystic Wood's puzzles."""
