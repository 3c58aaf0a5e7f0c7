"""What the tutor asks of a game, and the list of games."""
