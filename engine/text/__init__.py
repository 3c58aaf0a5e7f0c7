"""What a text says: TOML by a table of keys, forms of actions, codes, and what is wrong with what was given."""
