"""What is printed: handouts, sheets, the stage on paper."""
