"""A class: the room its teacher steers, the pages of teacher, pupils and projector, and the mistakes that were made."""
