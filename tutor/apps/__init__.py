"""The apps: marimo pages, each a pure view-model on one touchable board.

What a command leaves to the pages stands here, where nothing else has to be loaded for it.
"""

#: What the command tells an app to lay out at first, the text of a situation or its code, and what to ask of it.
OPENS, ASKS = "MYSTIC_WOOD_OPENS", "MYSTIC_WOOD_ASKS"
#: The address of the server, for links.
ADDRESS = "MYSTIC_WOOD_ADDRESS"
