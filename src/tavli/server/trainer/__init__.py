"""Practising: a player's own mistakes, met again until he plays them well."""
