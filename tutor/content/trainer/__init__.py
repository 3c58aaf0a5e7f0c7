"""The trainer: puzzles one after another, picked by how well one plays. See docs/training.md."""
