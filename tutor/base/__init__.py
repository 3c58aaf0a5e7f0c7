"""Files, folders, ports and plain text: knows nothing of the tutor."""
