"""Laying out a situation by hand, in any game: the model, the page, the document, the library of common situations."""
