"""What happened in a game: errors, luck, and the words for them."""
