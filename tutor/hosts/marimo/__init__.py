"""marimo as a host: notebooks a teacher edits, in which every control changes the picture beside it at once."""
