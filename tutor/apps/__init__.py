"""The apps: marimo pages, each a pure view-model on one touchable board."""
