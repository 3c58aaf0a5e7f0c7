"""The Mystic Wood in words: cards, places, actions, facts, and what is asked in everyday words."""
