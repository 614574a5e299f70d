"""Whoever thinks for the house, away from the loop that serves people."""
