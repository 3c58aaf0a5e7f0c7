"""The Mystic Wood as the tutor knows it: pictures, words, editor, makers of puzzles; ``teachable`` joins them."""
