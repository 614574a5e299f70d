"""One thing as text: positions, plays, GNU identifiers, boards for terminals."""
