"""The touchable board: a page of the painted Wood and panels, which says what was touched and shows what changed."""

from tutor.board.page import Effect, Page, Pieces, Touch, pieces

__all__ = ["Effect", "Page", "Pieces", "Touch", "pieces"]
