"""Laying out a situation of the Mystic Wood as an exercise, and by hand at a real table."""
