"""Practising a player's own mistakes."""
