"""What is shown of each kind of document, and what a touch of it means. Pure: no host, no clock, no storage."""
