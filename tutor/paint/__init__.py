"""Painters of a scene: as SVG, as text for a terminal, and on an ipycanvas. All of them show the same."""
