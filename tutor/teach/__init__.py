"""What teaching is, whichever game is taught. Nothing here knows a game by name."""
