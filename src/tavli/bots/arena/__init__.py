"""Engines against each other: hundreds of games in step, on duplicate dice."""
