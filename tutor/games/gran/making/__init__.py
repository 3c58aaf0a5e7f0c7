"""Making puzzles of GRAN: positions laid by chance, each answer found and proved by the engine."""
