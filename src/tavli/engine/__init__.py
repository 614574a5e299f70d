"""Answers about positions: for other programs, and for hints at a table."""
