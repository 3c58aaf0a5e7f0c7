"""Mystic Paths laid out by hand, and asked."""
