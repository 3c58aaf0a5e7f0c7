"""Exact chances as fractions: of one throw, of a goal, and by search."""
