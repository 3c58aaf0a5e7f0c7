"""The editions of a rule book: its ledger of rules, its switches, and the data of a game."""
