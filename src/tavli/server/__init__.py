"""The house where people play: pages, accounts of guests, and live tables."""
