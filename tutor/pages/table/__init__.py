"""The table: a whole game, alone or with others, at one screen or each at his own."""
