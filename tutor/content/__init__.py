"""What is taught: lessons, puzzles, the trainer's choice, worked cases; read, checked and built."""
