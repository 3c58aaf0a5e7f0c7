"""What can be claimed and reckoned of the Mystic Wood: conditions, goals, reckonings, tries."""
