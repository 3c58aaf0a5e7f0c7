"""Painters of a scene: as SVG, and as text for a terminal. All of them show the same."""
