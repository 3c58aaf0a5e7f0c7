"""What a host of plain pages can open: one table of kinds, each with its source, its progress and its log. The same for the web
server and for Python in a browser."""
