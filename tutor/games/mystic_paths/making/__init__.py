"""Making puzzles of Mystic Paths: positions laid by chance, each answer found and proved by the engine."""
