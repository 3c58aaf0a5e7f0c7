"""Pages as data: a picture of the board and panels of HTML, and how what changed of them becomes messages to a front end."""

from tutor.desk.link import PageLink
from tutor.draw.page import Effect, Film, Page, Pieces, pieces

__all__ = ["Effect", "Film", "Page", "PageLink", "Pieces", "pieces"]
