"""The web server: every page of the tutor in a browser, with one WebSocket each."""
