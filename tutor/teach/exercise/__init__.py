"""What an exercise asks of the engine: playing, reckoning, conditions, words, and what comes of them as feedback."""
