"""What can be done at a moment of the Mystic Wood, and where one touches for it."""
