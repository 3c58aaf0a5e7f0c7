"""The stage: scripts, what stands on it, and the pages of screen, clicker and followers."""
