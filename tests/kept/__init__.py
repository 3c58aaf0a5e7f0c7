"""What users have kept, as earlier versions wrote it, and what it said when it was opened: README.md says what each file is."""
