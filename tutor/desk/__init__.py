"""Documents, their logs of acts, and the desk that keeps one document for all who look at it.

A *document* is anything people work at: an exercise, a puzzle, a quarrel in the checker, a table, a stage, a class. The one truth
about it is its log of *acts*; the document is the log folded, and a *page* is made of what one *viewer* may see of it. Nothing in
this package knows a game, a page's looks or a host: the host gives clock, dice and storage.
"""

from tutor.desk.acts import Act, Refused, Touch, Viewer, Want
from tutor.desk.desk import Desk, Document, Folded, Link, fold_log

__all__ = ["Act", "Desk", "Document", "Folded", "Link", "Refused", "Touch", "Viewer", "Want", "fold_log"]
