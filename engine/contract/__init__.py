"""What a game is: states, actions by text, verdicts, events, records, and what its package offers."""
