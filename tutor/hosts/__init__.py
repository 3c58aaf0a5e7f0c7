"""What the tutor is served by, and who is let in."""
