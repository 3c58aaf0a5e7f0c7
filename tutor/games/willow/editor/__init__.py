"""The Willow game laid out by hand, and asked."""
