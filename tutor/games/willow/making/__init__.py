"""Making puzzles of the Willow game: positions laid by chance, each answer found and proved by the engine."""
