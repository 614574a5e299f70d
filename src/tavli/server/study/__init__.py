"""Studying: long questions about positions and matches, asked beside the play."""
