"""The games, a folder each: what is a game's own. No game imports another; they are loaded by name."""
