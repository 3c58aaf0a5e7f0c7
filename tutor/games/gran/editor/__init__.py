"""GRAN laid out by hand, and asked."""
