"""The ruling checker: the questions it answers, how words are understood, the index of rules beside it, and its page."""
